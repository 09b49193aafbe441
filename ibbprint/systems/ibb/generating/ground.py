"""The ground on which the armies of a made-up scenario meet: on either bank, or with an attacker whose way is barred.

Meeting engagements and attacks take the ground that `battle` would choose (`lists.battle.field`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ibbprint.dice import SeededDice
from ibbprint.engine.space import flood
from ibbprint.systems.ibb.lists.battle.field import Field, Finder, Place, Want
from ibbprint.systems.ibb.rules.goals import distances_to
from ibbprint.systems.ibb.rules.ground import FORBIDDEN

MOST_SEEDS = 40
"""The most hexes of a bank that are tried as the middle of a zone."""
FAR = 11
"""No zone lies farther than this from the crossing that is fought for."""
DEEP = 3
"""A breakthrough begins in the first rows of the map, and ends in as many at the other edge."""
MOST_CROSSINGS = 3
IN_FRONT = 2
"""The defender of a breakthrough stands at least so many hexes before the line."""


class Line(NamedTuple):
    """The named line of a breakthrough: the hexes behind it, and the words for it."""

    hexes: tuple[int, ...]
    name: str
    edge: str


class Crossings(NamedTuple):
    """The places where a water can be crossed from one large bank to the other, each with its name, and the water’s
    name.

    `elsewhere`: it can be crossed in other places as well.
    """

    places: tuple[Place, ...]
    water: str
    elsewhere: bool


# --- a crossing ---------------------------------------------------------------------------------------------------


def crossings(finder: Finder) -> Crossings | None:
    """The bridges and fords between the two largest banks of the map; None where one water parts no two banks."""
    ground, hexmap = finder.ground, finder.map
    banks = _banks(finder)
    if len(banks) < 2 or len(banks[1]) * 6 < len(banks[0]):
        return None
    bank = {h: number for number, group in enumerate(banks[:2]) for h in group}
    name_by_hex = {ground.index[bridge.hex]: bridge.name for bridge in hexmap.model.bridges}
    for area in hexmap.model.areas:
        if len(area.hexes) == 1 and area.hexes[0] in hexmap.fords:
            name_by_hex.setdefault(ground.index[area.hexes[0]], area.name)
    over = sorted(ground.index[name] for name in hexmap.bridges | hexmap.fords)
    places = [h for h in over if len({bank[n] for n in ground.next[h] if n in bank}) == 2]
    if not 1 <= len(places) <= MOST_CROSSINGS or any(h not in name_by_hex for h in places):
        return None
    waters = [water.name for h in places for water in hexmap.model.waters if ground.names[h] in water.hexes]
    if len(set(waters)) != 1:
        return None
    wet = {name for water in hexmap.model.waters if water.name == waters[0] for name in water.hexes}
    elsewhere = bool(wet & {ground.names[h] for h in over if h not in places})
    return Crossings(tuple(Place(name_by_hex[h], h, 0) for h in places), waters[0], elsewhere)


def _banks(finder: Finder) -> list[frozenset[int]]:
    """The pieces of land that water parts, the largest first."""
    bank = finder.ground.bank
    items = [frozenset(h for h in finder.dry if bank[h] == number) for number in range(max(bank) + 1)]
    return sorted(items, key=lambda group: (-len(group), min(group)))


def crossing_fields(finder: Finder, wants: Sequence[Sequence[Want]], water: Crossings) -> list[Field]:
    """The best pair of zones on different banks for each crossing, the evenest first."""
    items = []
    banks = _banks(finder)[:2]
    for want in wants:
        for place in water.places:
            field = _over(finder, place, want, banks)
            if field is not None:
                further = tuple(item for item in water.places if item.hex != place.hex)
                items.append((field[0], field[1]._replace(others=further)))
        if items:
            break
    return [field for _, field in sorted(items, key=lambda pair: (pair[0], pair[1].place.hex))]


def _over(
    finder: Finder, place: Place, want: Sequence[Want], banks: Sequence[frozenset[int]]
) -> tuple[int, Field] | None:
    """The zones on either bank that are as alike far from a crossing as they can be, and apart as they should be."""
    ground = finder.ground
    distances, row = distances_to(ground, {place.hex}), ground.distances(place.hex)
    zones = []
    for side, bank in enumerate(banks):
        usable = finder.easy & bank
        near = sorted(h for h in usable if 3 <= row[h] <= FAR)
        step = max(1, -(-len(near) // MOST_SEEDS))
        result = [finder.zone(h, want[side], frozenset(h for h in usable if row[h] > 1)) for h in near[::step]]
        zones.append([zone for zone in result if zone is not None])
    best: tuple[int, int, Field] | None = None
    for item in zones[0]:
        steps = flood(ground.next, item.hexes)
        far = _middle(distances, item.hexes)
        for opposite in zones[1]:
            gap = min(steps[h] for h in opposite.hexes)
            late = _middle(distances, opposite.hexes)
            if gap < finder.apart or max(far, late) >= FORBIDDEN:
                continue
            worse = 2 * abs(far - late) + far + late
            if best is None or worse < best[0]:
                best = worse, gap, Field(place, (), (item.hexes, opposite.hexes), gap)
    return None if best is None else (best[0], best[2])


def _middle(distances: Sequence[int], hexes: Sequence[int]) -> int:
    return sorted(distances[h] for h in hexes)[len(hexes) // 2]


# --- a breakthrough -----------------------------------------------------------------------------------------------


class Passage(NamedTuple):
    """A field for a breakthrough, with its line."""

    field: Field
    line: Line


def passages(finder: Finder, wants: Sequence[Sequence[Want]], defender: int, dice: SeededDice) -> Iterator[Passage]:
    """Passages from edge to edge of the map in random order: the attacker begins at one edge, the line is at the
    other.
    """
    directions = [*_directions(finder)]
    while directions:
        hexes_of, edge, name = directions.pop(dice.roll(len(directions)) - 1)
        for want in wants:
            field = _barred(finder, want, hexes_of, defender)
            if field is not None:
                goal = tuple(sorted(h for h in hexes_of[-DEEP] + hexes_of[-DEEP + 1] + hexes_of[-1] if h in finder.dry))
                yield Passage(field, Line(goal, name, edge))
                break


def _directions(finder: Finder) -> Iterator[tuple[list[list[int]], str, str]]:
    """Each way across the map: its columns or rows in the order of the march, the edge that it leads to, its line."""
    grid, index = finder.map.grid, finder.ground.index
    columns = [[index[f"{c:02}{r:02}"] for r in range(1, grid.rows + 1)] for c in range(1, grid.columns + 1)]
    rows = [[index[f"{c:02}{r:02}"] for c in range(1, grid.columns + 1)] for r in range(1, grid.rows + 1)]
    for lines, edge, word in (
        (columns, "East", "column"),
        (columns[::-1], "West", "column"),
        (rows, "South", "row"),
        (rows[::-1], "North", "row"),
    ):
        last = finder.ground.names[lines[-DEEP - 1][0]]
        number = last[:2] if word == "column" else last[2:]
        yield lines, edge, f"the {edge} Line ({word} {number})"


def _barred(finder: Finder, want: Sequence[Want], lines: Sequence[Sequence[int]], defender: int) -> Field | None:
    """The attacker’s zone along his edge, and the defender’s in the way, as far off as it should be."""
    ground = finder.ground
    attacker = 1 - defender
    behind = [h for line in lines[-DEEP:] for h in line if h in finder.dry]
    if not behind:
        return None
    distances = distances_to(ground, set(behind))
    begin = frozenset(h for line in lines[:DEEP] for h in line if h in finder.easy and distances[h] < FORBIDDEN)
    home = min(
        (zone for h in sorted(begin) if (zone := finder.zone(h, want[attacker], begin)) is not None),
        key=lambda zone: (_middle(distances, zone.hexes), zone.seed),
        default=None,
    )
    if home is None:
        return None
    steps = flood(ground.next, home.hexes)
    out = distances_to(ground, set(home.hexes))
    shortest = min(distances[h] for h in home.hexes)
    closed = {h for line in lines[-DEEP - IN_FRONT :] for h in line}
    usable = frozenset(h for h in finder.easy if steps.get(h, FORBIDDEN) >= finder.apart and h not in closed)

    def off(h: int) -> int:
        """The hexes by which the way through this hex is longer than the shortest."""
        return out[h] + distances[h] - shortest

    seeds = sorted((h for h in usable if out[h] + distances[h] < FORBIDDEN), key=lambda h: (off(h), out[h], h))
    for seed in seeds[: 2 * MOST_SEEDS]:
        guard = finder.zone(seed, want[defender], usable)
        if guard is None:
            continue
        gap = min(steps[h] for h in guard.hexes)
        goal = min(behind, key=lambda h: (distances[h], ground.distance(h, seed), h))
        zones = (home.hexes, guard.hexes) if attacker == 0 else (guard.hexes, home.hexes)
        return Field(Place("the line", goal, 0), (), zones, gap)
    return None
