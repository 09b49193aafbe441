"""Ground for a battle: the places that are worth fighting for, and a zone for each side to set up in.

A zone is connected dry land. Two zones are apart as the figure `set-up-distance` says where the map has such ground
(G-48), and as near to the place that is fought for, and as alike far from it, as that allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from ibbprint.catalogue.maps import HexMap
from ibbprint.engine.space import flood
from ibbprint.systems.ibb.rules.goals import distances_to
from ibbprint.systems.ibb.rules.ground import FORBIDDEN, Ground

SMALL = 3
"""An area of so many hexes or fewer is one place."""
MOST_SEEDS = 90
"""The most hexes of a map that are tried as the middle of a zone."""
ROUND = 16
"""No zone lies farther than this from the place that is fought for, unless the map leaves nothing else."""
KEEP_OFF = 3
"""In a meeting engagement nobody is set up nearer to the place than this."""
LEAST_GAP = 2
"""Zones never touch."""
EASY = 2
"""Ground that costs so many points a hex is no hardship to form up on."""
MOST_PLACES = 3
FARTHER = 4
"""The movement points of a longer march that outweigh a rank."""
BRIDGE = 2
"""The ranks by which a bridge is worse for a defender: he cannot fortify water."""
UNEVEN = 3
"""A place that one side has so many times farther to than the other is no place of both."""


class Place(NamedTuple):
    """A named hex that is worth holding; the lower the rank the better."""

    name: str
    hex: int
    rank: int


class Want(NamedTuple):
    """The needs of a side: hexes, and among them hexes where engines can stand."""

    hexes: int
    engine_hexes: int


class Field(NamedTuple):
    """A choice of ground: the place that is fought for first, others, and the zones of the sides."""

    place: Place
    others: tuple[Place, ...]
    zones: tuple[tuple[int, ...], tuple[int, ...]]
    gap: int


class _Zone(NamedTuple):
    seed: int
    hexes: tuple[int, ...]
    members: frozenset[int]


class Finder:
    """Looks for ground on one map."""

    def __init__(self, hexmap: HexMap, ground: Ground, names: dict[str, str], apart: int) -> None:
        self.map = hexmap
        self.ground = ground
        self.terrain_names = names
        self.apart = apart
        costs = ground.costs(frozenset())
        self.dry = frozenset(h for h in range(ground.size) if h not in ground.wet and costs[h] < FORBIDDEN)
        self.easy = frozenset(h for h in self.dry if costs[h] <= EASY * ground.scale)

    # --- places -------------------------------------------------------------------------------------------------

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The named places of the map, best first, each hex once; without any, the middle of the map."""
        values: dict[int, Place] = {}
        for place in sorted(self._places(), key=lambda place: (place.rank, place.hex)):
            if place.hex in self.dry or place.hex in self.ground.bridges:
                values.setdefault(place.hex, place)
        if not values and self.dry:
            middle = self._middle(range(self.ground.size))
            h = min(self.dry, key=lambda h: (self.ground.distance(middle, h), h))
            values[h] = Place("The middle of the map", h, 4)
        return tuple(values.values())

    def _places(self) -> Iterator[Place]:
        ground, model = self.ground, self.map.model
        areas = [area for area in model.areas if area.land_with is None and area.hexes]
        hexes = {area.id: [ground.index[name] for name in area.hexes] for area in areas}
        for area in areas:
            kinds = {ground.terrain[h] for h in hexes[area.id]}
            if len(area.hexes) <= SMALL:
                yield Place(area.name, self._middle(hexes[area.id]), 0 if "village" in kinds else 1)
            elif len(kinds) == 1 and kinds != {"clear"}:
                yield Place(area.name, self._middle(hexes[area.id]), 2)
        for h in range(ground.size):
            if ground.terrain[h] == "village":
                yield Place(f"{self.terrain_names['village']} in {ground.names[h]}", h, 0)
            elif len(ground.roads[h]) > 2:
                yield Place(f"Crossroads in {ground.names[h]}", h, 3)
        for bridge in model.bridges:
            yield Place(bridge.name, ground.index[bridge.hex], 1)

    def _middle(self, hexes: Iterable[int]) -> int:
        members = list(hexes)
        if len(members) > 400:  # a whole map: the hex in its middle, without measuring each against each
            columns, rows = self.map.grid.columns, self.map.grid.rows
            return (rows // 2) * columns + columns // 2
        return min(members, key=lambda h: (sum(self.ground.distance(h, end) for end in members), h))

    # --- zones --------------------------------------------------------------------------------------------------

    def zone(self, seed: int, want: Want, usable: frozenset[int]) -> _Zone | None:
        """Connected ground around a hex, as large as wanted; None where there is not enough."""
        ground = self.ground
        if seed not in usable:
            return None
        items, reached = [seed], {seed}
        engines = int(not ground.bars_engines[seed])
        for h in items:  # grows while it is gone through
            if len(items) >= want.hexes and engines >= want.engine_hexes:
                break
            for n in sorted(ground.next[h], key=lambda n: (ground.distance(seed, n), n)):
                if n in usable and n not in reached and (len(items) < want.hexes or engines < want.engine_hexes):
                    reached.add(n)
                    items.append(n)
                    engines += not ground.bars_engines[n]
        if len(items) < want.hexes or engines < want.engine_hexes:
            return None
        return _Zone(seed, tuple(sorted(items)), frozenset(items))

    def _reaches(self, hexes: Sequence[int]) -> list[int]:
        """The distance of every hex from the nearest of some hexes."""
        far = flood(self.ground.next, hexes)
        return [far.get(h, FORBIDDEN) for h in range(self.ground.size)]

    def _seeds(self, place: Place, usable: frozenset[int]) -> list[int]:
        row = self.ground.distances(place.hex)
        near = [h for h in sorted(usable) if row[h] <= ROUND] or sorted(usable)
        step = -(-len(near) // MOST_SEEDS)
        return near[step // 2 :: step] if step else []

    def fields(self, wants: Sequence[Sequence[Want]], defender: int | None) -> list[Field]:
        """Choices of ground, best first, one for each place at most.

        `wants` are what the sides need, the most comfortable first; less comfortable ground is taken only where the
        zones would lie nearer together than they should.
        """
        best: dict[int, tuple[tuple[int, int], Field]] = {}
        for want in wants:
            for usable in (self.easy, self.dry):
                for place in self.places:
                    if place.hex in best and best[place.hex][1].gap >= self.apart:
                        continue
                    result = self._field(place, want, usable, defender)
                    if result is not None and (place.hex not in best or result[1].gap > best[place.hex][1].gap):
                        best[place.hex] = result
        items = sorted(best.values(), key=lambda choice: (-min(choice[1].gap, self.apart), choice[0]))
        return [self._with_others(field, defender) for _, field in items]

    def at(self, place: Place, want: Sequence[Want]) -> Field | None:
        """The best pair of zones for a meeting engagement at one place, as far apart as zones should be."""
        for usable in (self.easy, self.dry):
            result = self._field(place, want, usable, None)
            if result is not None and result[1].gap >= self.apart:
                return result[1]
        return None

    def _field(
        self, place: Place, want: Sequence[Want], usable: frozenset[int], defender: int | None
    ) -> tuple[tuple[int, int], Field] | None:
        """The best pair of zones for one place, with how good it is."""
        distances = distances_to(self.ground, {place.hex})
        zones = [self._zones(place, want[side], usable, distances, side, defender) for side in (0, 1)]
        best: tuple[tuple[int, int, int], int, _Zone, _Zone] | None = None
        attack = defender is not None
        for first, far_first in zones[0]:
            reaches = self._reaches(first.hexes)
            for second, far_second in zones[1]:
                if min(reaches[second.seed], self.apart) < -(best[0][0] if best is not None else -LEAST_GAP):
                    continue  # nearer than the best, whatever the rest of the zone is like
                gap = min(reaches[h] for h in second.hexes)
                if gap < LEAST_GAP:
                    continue
                uneven = 0 if attack else 2 * abs(far_first - far_second)
                key = (-min(gap, self.apart), uneven + far_first + far_second, gap)
                if best is None or key < best[0]:
                    best = key, gap, first, second
        if best is None:
            return None
        (_, badness, _), gap, first, second = best
        # A village is worth going a little farther for than a bare slope; a bridge is no place to dig in.
        worth = place.rank + (BRIDGE if attack and place.hex not in self.dry else 0)
        field = Field(place, (), (first.hexes, second.hexes), gap)
        return (badness + FARTHER * self.ground.scale * worth, place.hex), field

    def _zones(
        self,
        place: Place,
        want: Want,
        usable: frozenset[int],
        distances: Sequence[int],
        side: int,
        defender: int | None,
    ) -> list[tuple[_Zone, int]]:
        """Zones that a side may have for a place, with how far it is from them: the way of half of the zone."""
        ground = self.ground
        row = ground.distances(place.hex)
        if side == defender:
            # The place itself is in the zone, whatever ground it is; before a bridge, next to it.
            similar = frozenset(
                h for h in self.dry if ground.terrain[h] == ground.terrain[place.hex] and row[h] <= ROUND
            )
            usable = usable | similar
            seeds = [h for h in sorted(usable) if row[h] <= SMALL]
        else:
            seeds = self._seeds(place, usable)
        pairs: dict[frozenset[int], tuple[_Zone, int]] = {}
        for seed in seeds:
            zone = self.zone(seed, want, usable)
            if zone is None or zone.members in pairs:
                continue
            near = min(row[h] for h in zone.hexes)
            if side == defender:
                if near > (0 if place.hex in self.dry else 1):
                    continue
            elif near < (KEEP_OFF if defender is None else 1):
                continue
            far = sorted(distances[h] for h in zone.hexes)[len(zone.hexes) // 2]
            if far < FORBIDDEN:
                pairs[zone.members] = (zone, far)
        return list(pairs.values())

    def _with_others(self, field: Field, defender: int | None) -> Field:
        """Other places that both sides may come to: in a meeting engagement outside the zones and fair to both."""
        ground = self.ground
        items: list[tuple[int, int, int, Place]] = []
        chosen = [field.place.hex]
        reaches = [self._reaches(hexes) for hexes in field.zones]
        for place in self.places:
            a, b = (reach[place.hex] for reach in reaches)
            if place.hex == field.place.hex or max(a, b) > ROUND:
                continue
            if defender is None:
                if min(a, b) < 1 or max(a, b) > UNEVEN * min(a, b):
                    continue
            elif (a, b)[defender] >= (a, b)[1 - defender]:
                continue
            items.append((abs(a - b) if defender is None else (a, b)[defender], place.rank, place.hex, place))
        places = []
        for *_, place in sorted(items, key=lambda item: item[:3]):
            if len(chosen) < MOST_PLACES and all(ground.distance(place.hex, h) > 1 for h in chosen):
                chosen.append(place.hex)
                places.append(place)
        return field._replace(others=tuple(places))


def forts(ground: Ground, field: Field, side: int, number: int, *, holding: bool) -> list[int]:
    """The best hexes for forts: the places that are held, then the hexes of the zone that the enemy reaches first.

    With fewer hexes than levels every hex stands in it once.
    """
    zone, enemy = field.zones[side], field.zones[1 - side]
    strongpoints = [place.hex for place in (field.place, *field.others)] if holding else []

    def rank(h: int) -> tuple[bool, int, int, int]:
        toward = min(ground.distance(h, enemy_hex) for enemy_hex in enemy)
        return h not in strongpoints, ground.distance(h, field.place.hex) if holding else 0, toward, h

    dry = [h for h in zone if h not in ground.wet]
    return sorted(dry, key=rank)[:number]
