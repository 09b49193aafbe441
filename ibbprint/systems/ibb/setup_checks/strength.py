"""Strength in hexes and zones: the sum in a hex, and whether all that must go into the zones finds room there.

The answer on a zone is an example placement, or a proof: strength to place, room hex by hex, the best packing.
"""

from __future__ import annotations

import heapq
from collections import Counter as Count
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from ibbprint.engine.checkbook import Draft, Drafts, error, fine, note, warning
from ibbprint.phrases import listed
from ibbprint.systems.ibb.rules import control, deploy
from ibbprint.systems.ibb.rules.packing import Item, place
from ibbprint.systems.ibb.rules.state import Counter
from ibbprint.systems.ibb.setup_checks.set_up import Chapter, SetUp, several

MOST_ITEMS = 80
"""Of more counters than these only sums are looked at, and a simple packing: nobody could follow more."""
MOST_TRIES = 150
"""The most sets of omitted counters that are tried in search of the best packing."""


BOOK = Chapter()


def _working(look: SetUp, units: Sequence[Counter], points: Mapping[int, int]) -> str:
    """The strength of counters and its sum: `Spearmen 2 + Axemen 3 × 2 = 8`; of one line `7 Pitchforks of 2 = 14`."""
    lines = [(line.unit.name, len(counters), points[counters[0].id]) for line, counters in look.by_line(units)]
    strong = [(name, number, strength) for name, number, strength in lines if strength]
    total = sum(points[unit.id] for unit in units)
    if len(strong) == 1:
        ((name, number, strength),) = strong
        return f"{name} {total}" if number == 1 else f"{number} {name} of {strength} = {total}"
    return " + ".join(f"{name} {strength}{f' × {n}' * (n > 1)}" for name, n, strength in strong) + f" = {total}"


def _stacks(look: SetUp) -> list[tuple[int, list[Counter]]]:
    """The stacks that each side has set up in a hex without a choice."""
    counters: dict[tuple[int, int], list[Counter]] = defaultdict(list)
    for h, stack in look.standing.items():
        for unit in stack:
            counters[h, unit.side].append(unit)
    return [(h, stack) for (h, _), stack in counters.items()]


@BOOK.check("stacking", "Too much strength in a hex", "A-25 R-16 R-18")
def stacking(look: SetUp) -> Drafts:
    """The printed attack strengths in a hex may not add up to more than the stacking limit, from the set-up on."""
    limit = look.setting.figures.stacking_limit
    for h, stack in _stacks(look):
        points = {unit.id: control.stacking(look.state, unit) for unit in stack}
        if control.too_many(look.state, sum(points.values())):
            worst = max(look.by_line(stack), key=lambda pair: sum(points[u.id] for u in pair[1]))[0]
            working = _working(look, stack, points)
            yield error(
                worst.at("hexes", 0),
                f"too much strength in {look.names[h]}: {working}, and a hex holds {limit}.",
                places=look.at([h]),
                working=f"{working} > {limit}",
            )


@BOOK.check(
    "stacking-engines", "Too much strength, if engines count", "R-17 R-160 G-56", settled_by=("R-160", "R-17", "G-56")
)
def engines(look: SetUp) -> Drafts:
    """Engines take no room, unless the switch engines_stack says that they do."""
    limit = look.setting.figures.stacking_limit
    for h, stack in _stacks(look):
        printed = {unit.id: unit.kind.attack for unit in stack}
        without, total = sum(control.stacking(look.state, unit) for unit in stack), sum(printed.values())
        if without <= limit < total:
            engine = next(unit for unit in stack if unit.kind.engine)
            yield note(
                look.line(engine).at("hexes", 0),
                f"{look.names[h]} would be too full if engines counted: {total} instead of {without}.",
                places=look.at([h]),
                working=f"{_working(look, stack, printed)} > {limit}; without engine {without}",
                named=[look.force(engine).rules],
            )


@BOOK.check("room", "Room in the zones", "A-25 R-16 R-178 G-08")
def room(look: SetUp) -> Drafts:
    """Everything set up in a zone must fit within the stacking limit. The answer is an example placement, or a proof:
    the strength to place, the room hex by hex, and the best that can be done."""
    rooms = Rooms(look)
    for side in range(len(look.side_names)):
        free = {h: max(0, points) for h, points in deploy.room(look.state, side).items()}
        ids = [i for i in look.state.placing if look.units[i].side == side and look.setting.places[i].hexes]
        crowded = rooms.zones(ids, free)
        yield from crowded
        if ids and not crowded:
            yield from rooms.together(side, ids, free)


class Rooms:
    """Whether the zones of each side have room for all who must go in."""

    def __init__(self, look: SetUp) -> None:
        self.look = look
        self.limit = look.setting.figures.stacking_limit

    def items(self, ids: Sequence[int]) -> tuple[list[Item], list[Counter]]:
        """The items that take room, and their counters."""
        pairs = [(item, self.look.units[i]) for i in ids for item in deploy.items(self.look.state, [i])]
        return [item for item, _ in pairs], [unit for _, unit in pairs]

    def zones(self, ids: Sequence[int], room: Mapping[int, int]) -> list[Draft]:
        """The groups of counters with the same hexes that have no room, each by itself."""
        drafts = []
        hexes_of = {i: self.look.setting.places[i].hexes for i in ids}
        failed: list[set[int]] = []
        for hexes in sorted(dict.fromkeys(hexes_of.values()), key=len):
            items, units = self.items([i for i in ids if hexes_of[i] == hexes])
            # Those who have to go into a part of these hexes need room there as well.
            inside = [i for i in ids if hexes_of[i] != hexes and set(hexes_of[i]) <= set(hexes)]
            extra_items, extra_units = self.items(inside)
            free = {h: room[h] for h in hexes}
            if self.placed(items, free) is None:
                drafts.append(self.crowded(items, units, free, units))
                failed.append(set(hexes))
            elif (
                extra_items
                and not any(zone <= set(hexes) for zone in failed)
                and self.placed(items + extra_items, free) is None
            ):
                drafts.append(self.crowded(items + extra_items, units + extra_units, free, units))
                failed.append(set(hexes))
        return drafts

    def together(self, side: int, ids: Sequence[int], room: Mapping[int, int]) -> Drafts:
        """All zones of a side at once, which may share hexes."""
        items, units = self.items(ids)
        free = {h: room[h] for h in sorted({h for item in items for h in item.hexes})}
        placed = self.placed(items, free)
        if placed is None:
            if len(items) <= MOST_ITEMS:
                yield self.crowded(items, units, free, units)
        elif items:
            used = sorted((h, numbers) for h, numbers in placed.items() if numbers)
            example = "; ".join(f"{self.look.names[h]} {_kinds([units[i] for i in numbers])}" for h, numbers in used)
            yield fine(
                self.look.line(units[0]).where,
                f"{self.look.side_names[side]}: there is room for strength {sum(item.points for item in items)} in "
                f"{len(free)} hexes of {self.limit}.",
                places=self.look.at(h for h, _ in used),
                working=f"for example {example}",
            )

    def placed(self, items: Sequence[Item], free: Mapping[int, int]) -> dict[int, list[int]] | None:
        """A placement of all items or None. Simple packing first; the search for the rest, unless they are too many."""
        simple, over = _greedy(items, free)
        if not over:
            return simple
        return None if len(items) > MOST_ITEMS or _too_many(items, free) else place(items, free)

    def crowded(
        self, items: Sequence[Item], units: Sequence[Counter], free: Mapping[int, int], owners: Sequence[Counter]
    ) -> Draft:
        """The proof that there is no room. `owners` are those whose hexes they are, as against those inside them."""
        look = self.look
        total, room = sum(item.points for item in items), sum(free.values())
        line = max(look.by_line(owners), key=lambda pair: sum(control.stacking(look.state, u) for u in pair[1]))[0]
        zone = line.force.zone
        zones = list(dict.fromkeys(look.force(unit).zone for unit in owners))
        name = f"the zone {zone} is" if zone is not None else f"{listed(look.at(free))} are"
        if len(zones) > 1:
            name = f"the zones {listed([z for z in zones if z])} together are"
        message = f"{name} too small: strength {total} for {len(free)} hexes of {self.limit}, {room} in all."
        if total <= room:
            message = f"{name} too small: the units do not all fit into {len(free)} hexes of {self.limit}."
        return error(
            line.at("zone") if zone is not None else line.at("hexes", 0),
            message,
            places=look.at(free),
            working=self.proof(items, units, free),
            rulings=("R-171", "R-173", "R-178"),
        )

    def proof(self, items: Sequence[Item], units: Sequence[Counter], free: Mapping[int, int]) -> str:
        """Strength to place, room hex by hex, the best packing, and how many hexes it takes."""

        def strength(numbers: Iterable[int]) -> int:
            return sum(items[i].points for i in numbers)

        kinds = Count((unit.kind.name, item.points) for item, unit in zip(items, units, strict=True))
        demand = ", ".join(f"{n} {name} of {points}" for (name, points), n in kinds.items())
        rooms = ", ".join(f"{self.look.names[h]} {free[h]}" for h in sorted(free))
        parts = [f"to place: {demand} = {strength(range(len(items)))}", f"room: {rooms} = {sum(free.values())}"]
        best = self.best(items, free)
        if best is not None:
            placed, unplaced, exact = best
            packing = "; ".join(
                f"{self.look.names[h]} {_kinds([units[i] for i in numbers])} ({strength(numbers)} of {free[h]})"
                for h, numbers in sorted(placed.items())
                if numbers
            )
            parts.append(f"{'the best packing' if exact else 'a packing'}: {packing}")
            parts.append(f"left over: {_kinds([units[i] for i in unplaced])}, strength {strength(unplaced)}")
        need = self.needed(items)
        if need:
            parts.append(f"they need {several(need, 'hex', 'hexes')} of {self.limit} at least")
        return "; ".join(parts)

    def best(
        self, items: Sequence[Item], free: Mapping[int, int]
    ) -> tuple[dict[int, list[int]], list[int], bool] | None:
        """The packing that leaves the least strength over, what it leaves, and whether that is certain."""
        if len(items) > MOST_ITEMS:
            return None
        kinds: dict[tuple[int, tuple[int, ...]], list[int]] = defaultdict(list)
        for number, item in enumerate(items):
            kinds[item.points, item.hexes].append(number)
        keys = sorted(kinds)
        least = max(0, sum(item.points for item in items) - sum(free.values()))
        queue: list[tuple[int, tuple[int, ...]]] = [(0, (0,) * len(keys))]
        tried = {queue[0][1]}
        tries = 0
        while queue and tries < MOST_TRIES:
            points, out = heapq.heappop(queue)
            if points >= least:
                tries += 1
                unplaced = [i for key, n in zip(keys, out, strict=True) for i in kinds[key][:n]]
                placeable = [i for i in range(len(items)) if i not in set(unplaced)]
                placed = self.placed([items[i] for i in placeable], free)
                if placed is not None:
                    return {h: [placeable[i] for i in numbers] for h, numbers in placed.items()}, unplaced, True
            for k, key in enumerate(keys):
                following = (*out[:k], out[k] + 1, *out[k + 1 :])
                if following[k] <= len(kinds[key]) and following not in tried and len(tried) < 20 * MOST_TRIES:
                    tried.add(following)
                    heapq.heappush(queue, (points + key[0], following))
        placed, unplaced = _greedy(items, free)
        return placed, unplaced, False

    def needed(self, items: Sequence[Item]) -> int:
        """The least number of empty hexes that the counters take, wherever they stand; 0 where unknown."""
        if not items or len(items) > MOST_ITEMS or max(item.points for item in items) > self.limit:
            return 0
        total = sum(item.points for item in items)
        for number in range(-(-total // self.limit), len(items) + 1):
            hexes = tuple(range(number))
            if self.placed([Item(item.points, hexes) for item in items], dict.fromkeys(hexes, self.limit)) is not None:
                return number
        return 0


def _greedy(items: Sequence[Item], free: Mapping[int, int]) -> tuple[dict[int, list[int]], list[int]]:
    """The largest and least free first, each into the tightest hex; and what is left over."""
    remaining = dict(free)
    placed: dict[int, list[int]] = defaultdict(list)
    over = []
    for number in sorted(range(len(items)), key=lambda i: (-items[i].points, len(items[i].hexes))):
        item = items[number]
        open_to = [h for h in item.hexes if remaining.get(h, 0) >= item.points]
        if not open_to:
            over.append(number)
            continue
        h = min(open_to, key=lambda h: (remaining[h], h))
        remaining[h] -= item.points
        placed[h].append(number)
    return dict(placed), over


def _kinds(units: Sequence[Counter]) -> str:
    """`2 Dwarven Axemen + Spearmen`."""
    count = Count(unit.kind.name for unit in units)
    return " + ".join(f"{n} {name}" if n > 1 else name for name, n in count.items())


def _too_many(items: Sequence[Item], free: Mapping[int, int]) -> bool:
    """Whether it is plain that they do not fit: by the sum, or by how often the larger ones go into each hex."""
    if sum(item.points for item in items) > sum(free.get(h, 0) for h in {h for item in items for h in item.hexes}):
        return True
    for size in {item.points for item in items}:
        large = [item for item in items if item.points >= size]
        hexes = {h for item in large for h in item.hexes}
        if size and len(large) > sum(free.get(h, 0) // size for h in hexes):
            return True
    return False


@BOOK.check("room-core", "Room only with the edges of an area", "R-191 G-56", settled_by=("R-178", "R-191", "G-56"))
def cores(look: SetUp) -> Drafts:
    """The zone is large enough, but the named area inside it is not: the set-up depends on how the map was drawn."""
    on = look.battle.map
    if on is None or not on.model.reconstruction:
        return
    areas = [(area.name, on.area(area.id) or frozenset()) for area in on.model.areas]
    for side, zone in product(range(len(look.side_names)), look.scenario.zones):
        units = [look.units[i] for i in look.state.placing]
        ids = [unit.id for unit in units if unit.side == side and look.force(unit).zone == zone.id]
        items, units = Rooms(look).items(ids)
        need, zone_hexes = Rooms(look).needed(items), set(zone.hexes)
        tight = [
            (name, inside)
            for name, inside in areas
            if len(zone_hexes) / 2 <= len(inside) < len(zone_hexes) and inside < zone_hexes and need > len(inside)
        ]
        if items and need <= len(zone_hexes) and tight:
            name, inside = tight[0]
            yield warning(
                look.line(units[0]).at("zone"),
                f"there is room in the zone {zone.id} only with the hexes round {name}: {need} hexes are needed, and "
                f"it has {len(inside)}.",
                places=sorted(zone_hexes - inside),
                working=f"{_kinds(units)}: {need} hexes at least; {name} {len(inside)}, the zone {len(zone_hexes)}",
                named=[look.force(unit).rules for unit in units],
            )
