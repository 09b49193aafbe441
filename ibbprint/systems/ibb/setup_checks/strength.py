"""Strength in hexes and zones: the sum in a hex, and whether all that must go into the zones finds room there.

The answer on a zone is an example placement, or a proof: strength to place, room hex by hex, the best packing.
"""

from __future__ import annotations

import heapq
from collections import Counter as Count
from collections import defaultdict
from collections.abc import Mapping, Sequence

from ibbprint.phrases import listed
from ibbprint.problems import Severity
from ibbprint.systems.ibb.rules import control, deploy
from ibbprint.systems.ibb.rules.packing import Item, place
from ibbprint.systems.ibb.rules.state import Counter
from ibbprint.systems.ibb.scenarios import Line
from ibbprint.systems.ibb.setup_checks.look import Look, several

MOST_ITEMS = 80
"""Of more counters than these only sums are looked at, and a simple packing: nobody could follow more."""
MOST_TRIES = 150
"""So many sets of counters to leave out are tried, in search of the best packing."""


def check(look: Look) -> None:
    stacking(look)
    engines(look)
    Rooms(look).run()
    cores(look)


def _working(look: Look, units: Sequence[Counter], points: Mapping[int, int]) -> str:
    """The strength of counters and its sum: `Spearmen 2 + Axemen 3 × 2 = 8`; of one line `7 Pitchforks of 2 = 14`."""
    lines = [(line.unit.name, [points[unit.id] for unit in here]) for line, here in _by_line(look, units)]
    strong = [(name, each) for name, each in lines if any(each)]
    total = sum(points[unit.id] for unit in units)
    if len(strong) == 1:
        name, each = strong[0]
        return f"{name} {total}" if len(each) == 1 else f"{len(each)} {name} of {each[0]} = {total}"
    return " + ".join(f"{name} {each[0]}{f' × {len(each)}' * (len(each) > 1)}" for name, each in strong) + f" = {total}"


def stacking(look: Look) -> None:
    """Hexes with more strength than they hold; the words are those of the check before a kit is made."""
    limit = look.setting.figures.stacking_limit
    for side, h, here in _stacks(look):
        points = {unit.id: control.stacking(look.state, unit) for unit in here}
        total = sum(points.values())
        if control.too_many(look.state, total):
            worst = max(_by_line(look, here), key=lambda item: sum(points[u.id] for u in item[1]))[0]
            working = _working(look, here, points)
            look.add(
                "stacking", Severity.ERROR, worst.at("hexes", 0), "A-25",
                f"too much strength in {look.names[h]}: {working}, and a hex holds {limit}.",
                places=look.at([h]), working=f"{working} > {limit}",
            )  # fmt: skip
        del side


def _stacks(look: Look) -> list[tuple[int, int, list[Counter]]]:
    found: dict[tuple[int, int], list[Counter]] = defaultdict(list)
    for unit in look.units:
        h = look.fixed(unit)
        if h is not None:
            found[unit.side, h].append(unit)
    return [(side, h, here) for (side, h), here in found.items()]


def _by_line(look: Look, units: Sequence[Counter]) -> list[tuple[Line, list[Counter]]]:
    found: dict[int, tuple[Line, list[Counter]]] = {}
    for unit in units:
        line = look.line(unit)
        found.setdefault(id(line), (line, []))[1].append(unit)
    return list(found.values())


def engines(look: Look) -> None:
    """Hexes that would be too full if engines counted."""
    limit = look.setting.figures.stacking_limit
    if look.setting.switches["engines_stack"] == "count":
        return
    for _, h, here in _stacks(look):
        free = {unit.id: control.stacking(look.state, unit) for unit in here}
        counted = {unit.id: free[unit.id] or (unit.kind.attack if unit.kind.engine else 0) for unit in here}
        without, total = sum(free.values()), sum(counted.values())
        engine = next((unit for unit in here if unit.kind.engine), None)
        if engine is not None and without <= limit < total:
            working = _working(look, here, counted)
            look.add(
                "stacking-engines", Severity.NOTE, look.line(engine).at("hexes", 0), "R-17",
                f"{look.names[h]} would be too full if engines counted: {total} instead of {without}.",
                places=look.at([h]), working=f"{working} > {limit}; without engine {without}",
                rulings=("R-160", "R-17", "G-56"), named=[look.force(engine).rules],
            )  # fmt: skip


class Rooms:
    """Whether the zones of each side have room for all who must go in."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.limit = look.setting.figures.stacking_limit

    def run(self) -> None:
        for side in range(len(self.look.side_names)):
            ids = [i for i in self.look.state.placing if self.look.units[i].side == side]
            ids = [i for i in ids if self.look.setting.places[i].hexes]
            if ids and not self.zones(side, ids):
                self.together(side, ids)

    def items(self, ids: Sequence[int]) -> tuple[list[Item], list[Counter]]:
        """What takes room, and whose it is."""
        items, units = [], []
        for i in ids:
            for item in deploy.items(self.look.state, [i]):
                items.append(item)
                units.append(self.look.units[i])
        return items, units

    def free(self, side: int, hexes: Sequence[int]) -> dict[int, int]:
        return {h: max(0, self.limit - control.stack(self.look.state, h, side)) for h in hexes}

    def zones(self, side: int, ids: Sequence[int]) -> bool:
        """Each group of counters with the same hexes by itself. True if one of them has no room."""
        groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for i in ids:
            groups[tuple(dict.fromkeys(self.look.setting.places[i].hexes))].append(i)
        failed: list[set[int]] = []
        for hexes, members in sorted(groups.items(), key=lambda group: len(group[0])):
            items, units = self.items(members)
            # Those who have to go into a part of these hexes need room there as well.
            inside = [i for i in ids if i not in members and set(self.look.setting.places[i].hexes) <= set(hexes)]
            more, others = self.items(inside)
            free = self.free(side, hexes)
            if not self.fits(items, free):
                self.told(hexes, items, units, free, units)
                failed.append(set(hexes))
            elif more and not any(each <= set(hexes) for each in failed) and not self.fits(items + more, free):
                self.told(hexes, items + more, units + others, free, units)
                failed.append(set(hexes))
        return bool(failed)

    def together(self, side: int, ids: Sequence[int]) -> None:
        """All zones of a side at once, which may share hexes."""
        items, units = self.items(ids)
        hexes = tuple(sorted({h for item in items for h in item.hexes}))
        free = self.free(side, hexes)
        placed = self.placed(items, free)
        if placed is None:
            if len(items) <= MOST_ITEMS:
                self.told(hexes, items, units, free, units)
            return
        if items:
            example = "; ".join(
                f"{self.look.names[h]} {self.named([units[i] for i in numbers])}"
                for h, numbers in sorted(placed.items()) if numbers
            )  # fmt: skip
            total = sum(item.points for item in items)
            self.look.add(
                "room", Severity.OK, self.look.line(units[0]).where, "A-25",
                f"{self.look.side_names[side]}: there is room for strength {total} in {len(hexes)} hexes of "
                f"{self.limit}.",
                places=self.look.at(sorted(h for h, numbers in placed.items() if numbers)),
                working=f"for example {example}",
            )  # fmt: skip

    def named(self, units: Sequence[Counter]) -> str:
        """`2 Dwarven Axemen, Spearmen`."""
        count = Count(unit.kind.name for unit in units)
        return " + ".join(f"{n} {name}" if n > 1 else name for name, n in count.items())

    def fits(self, items: Sequence[Item], free: Mapping[int, int]) -> bool:
        return self.placed(items, free) is not None

    def placed(self, items: Sequence[Item], free: Mapping[int, int]) -> dict[int, list[int]] | None:
        """A placement of all items or None. Simple packing first; the search for the rest, unless they are too many."""
        simple = _simple(items, free)
        if simple is not None or len(items) > MOST_ITEMS or _too_many(items, free):
            return simple
        return place(items, free)

    def told(
        self, hexes: Sequence[int], items: Sequence[Item], units: Sequence[Counter], free: Mapping[int, int],
        owners: Sequence[Counter],
    ) -> None:  # fmt: skip
        """The proof that there is no room. `owners` are those whose hexes they are, as against those inside them."""
        look = self.look
        total, room = sum(item.points for item in items), sum(free.values())
        worst = max(_by_line(look, owners), key=lambda found: sum(control.stacking(look.state, u) for u in found[1]))
        line = worst[0]
        zone = line.force.zone
        several_zones = len({look.force(unit).zone for unit in owners}) > 1
        where = line.at("zone") if zone is not None else line.at("hexes", 0)
        name = f"the zone {zone} is" if zone is not None else f"{listed(look.at(hexes))} are"
        if several_zones:
            zones = dict.fromkeys(look.force(unit).zone or "" for unit in owners)
            name = f"the zones {listed([z for z in zones if z])} together are"
        message = f"{name} too small: strength {total} for {len(hexes)} hexes of {self.limit}, {room} in all."
        if total <= room:
            message = f"{name} too small: the units do not go together into {len(hexes)} hexes of {self.limit}."
        look.add(
            "room", Severity.ERROR, where, "A-25", message, places=look.at(hexes),
            working=self.proof(items, units, free), rulings=("R-171", "R-173", "R-178"),
        )  # fmt: skip

    def proof(self, items: Sequence[Item], units: Sequence[Counter], free: Mapping[int, int]) -> str:
        """Strength to place, room hex by hex, the best packing, and how many hexes it takes."""
        total, room = sum(item.points for item in items), sum(free.values())
        kinds = Count((unit.kind.name, item.points) for item, unit in zip(items, units, strict=True))
        parts = [
            "to place: " + ", ".join(f"{n} {name} of {points}" for (name, points), n in kinds.items()) + f" = {total}",
            "room: " + ", ".join(f"{self.look.names[h]} {free[h]}" for h in sorted(free)) + f" = {room}",
        ]
        best = self.best(items, free)
        if best is not None:
            placed, left, exact = best
            told = "; ".join(
                f"{self.look.names[h]} {self.named([units[i] for i in numbers])} "
                f"({sum(items[i].points for i in numbers)} of {free[h]})"
                for h, numbers in sorted(placed.items()) if numbers
            )  # fmt: skip
            over = self.named([units[i] for i in left])
            parts.append(f"{'the best packing' if exact else 'a packing'}: {told}")
            parts.append(f"left over: {over}, strength {sum(items[i].points for i in left)}")
        need = self.needed(items)
        if need:
            parts.append(f"they need {several(need, 'hex', 'hexes')} of {self.limit} at the least")
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
        seen = {queue[0][1]}
        tries = 0
        while queue and tries < MOST_TRIES:
            points, out = heapq.heappop(queue)
            if points >= least:
                tries += 1
                left = [i for key, n in zip(keys, out, strict=True) for i in kinds[key][:n]]
                kept = [i for i in range(len(items)) if i not in set(left)]
                placed = self.placed([items[i] for i in kept], free)
                if placed is not None:
                    return {h: [kept[i] for i in numbers] for h, numbers in placed.items()}, left, True
            for k, key in enumerate(keys):
                more = (*out[:k], out[k] + 1, *out[k + 1 :])
                if more[k] <= len(kinds[key]) and more not in seen and len(seen) < 20 * MOST_TRIES:
                    seen.add(more)
                    heapq.heappush(queue, (points + key[0], more))
        placed, left = _greedy(items, free)
        return placed, left, False

    def needed(self, items: Sequence[Item]) -> int:
        """How many empty hexes the counters take at the least, wherever they might stand; 0 where it is not known."""
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
    left = dict(free)
    placed: dict[int, list[int]] = defaultdict(list)
    over = []
    for number in sorted(range(len(items)), key=lambda i: (-items[i].points, len(items[i].hexes))):
        item = items[number]
        open_to = [h for h in item.hexes if left.get(h, 0) >= item.points]
        if not open_to:
            over.append(number)
            continue
        h = min(open_to, key=lambda h: (left[h], h))
        left[h] -= item.points
        placed[h].append(number)
    return dict(placed), over


def _simple(items: Sequence[Item], free: Mapping[int, int]) -> dict[int, list[int]] | None:
    placed, over = _greedy(items, free)
    return None if over else placed


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


def cores(look: Look) -> None:
    """Zones on a reconstructed map whose units would not fit into the named area that they lie round."""
    on = look.battle.map
    if on is None or not on.model.reconstruction:
        return
    rooms = Rooms(look)
    for side in range(len(look.side_names)):
        for zone in look.scenario.zones:
            ids = [
                i for i in look.state.placing
                if look.units[i].side == side and look.force(look.units[i]).zone == zone.id
            ]  # fmt: skip
            items, units = rooms.items(ids)
            need = rooms.needed(items)
            whole = set(zone.hexes)
            if not items or need > len(whole):
                continue
            for area in on.model.areas:
                inside = on.area(area.id) or frozenset()
                if not (len(whole) / 2 <= len(inside) < len(whole) and inside < whole and need > len(inside)):
                    continue
                kinds = rooms.named(units)
                look.add(
                    "room-core", Severity.WARNING, look.line(units[0]).at("zone"), "R-191",
                    f"there is room in the zone {zone.id} only with the hexes round {area.name}: {need} hexes are "
                    f"needed, and it has {len(inside)}.",
                    places=sorted(whole - inside), working=f"{kinds}: {need} hexes at the least; {area.name} "
                    f"{len(inside)}, the zone {len(whole)}", rulings=("R-178", "R-191", "G-56"),
                    named=[look.force(unit).rules for unit in units],
                )  # fmt: skip
                break
