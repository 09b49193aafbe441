"""The table in cells (H-51), and the default deployment (H-71): who stands where when nobody says otherwise.

The attacker's edge is at the foot of the table, y = 0, the defender's at its top.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ibbprint.engine.lattice import Rect
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.models.troops import Option, Terrain, Troop

Facing = Literal["north", "east", "south", "west"]


class Box(NamedTuple):
    """A rectangle of cells: its lower left corner, its width and depth."""

    x: int
    y: int
    width: int
    depth: int

    @property
    def rect(self) -> Rect:
        """The box as a rectangle on the lattice."""
        return Rect(self.x, self.y, self.x + self.width, self.y + self.depth)

    def meets(self, other: Box, apart: int = 0) -> bool:
        """Whether they overlap, or are nearer than that many cells in both directions."""
        return (
            self.x < other.x + other.width + apart
            and other.x < self.x + self.width + apart
            and self.y < other.y + other.depth + apart
            and other.y < self.y + self.depth + apart
        )

    def inside(self, side: int, margin: int = 0) -> bool:
        """Whether it is on a square table of that side, with that margin."""
        return (
            margin <= self.x
            and margin <= self.y
            and self.x + self.width <= side - margin
            and self.y + self.depth <= side - margin
        )

    def turned(self, side: int) -> Box:
        """The box as seen from the other edge of the table."""
        return self._replace(y=side - self.y - self.depth)


class Placed(NamedTuple):
    """A piece of terrain on the table."""

    terrain: Terrain
    box: Box


@dataclass(frozen=True, slots=True)
class Standing:
    """An element on the table: its type, its base, which way it faces."""

    troop: Troop
    box: Box
    facing: Facing
    general: bool = False
    options: tuple[Option, ...] = ()
    name: str = ""


class Fielded(NamedTuple):
    """One element of an army, before it is placed."""

    troop: Troop
    general: bool = False
    options: tuple[Option, ...] = ()
    name: str = ""


class Deployed(NamedTuple):
    """An army on the table. `waiting` are those who hide; `unplaced` those for whom there is no room."""

    standing: tuple[Standing, ...]
    waiting: tuple[Fielded, ...] = ()
    unplaced: tuple[Fielded, ...] = ()


def lines_of(elements: Sequence[Troop], catalogue: Catalogue) -> tuple[list[list[Troop]], bool]:
    """The elements that deploy in lines on an open table, and whether the lines fit into the zone."""
    standing = [troop for troop in elements if not troop.hides]
    limit = catalogue.figures["line"]
    lines = [standing[start : start + limit] for start in range(0, len(standing), limit)]
    depth = sum(max(troop.depth for troop in line) for line in lines)
    return lines, depth <= catalogue.figures["deploy"]


def may_stand(troop: Troop, box: Box, ground: Iterable[Placed]) -> bool:
    """Whether a type may have its base there: not where it cannot move."""
    return troop.bad is not None or not any(item.terrain.going == "bad" and box.meets(item.box) for item in ground)


def place_of_stronghold(catalogue: Catalogue, ground: Sequence[Placed], *, attacker: bool) -> Box | None:
    """The middle of the own edge, or the place next to it in the zone that is clear of terrain; None without one."""
    troop = catalogue.stronghold
    if troop is None:
        return None
    side, zone, size = catalogue.cells("table"), catalogue.cells("deploy"), troop.depth // catalogue.figures["cell"]
    middle = (side - size) // 2
    for y in range(zone - size + 1):
        for x in sorted(range(side - size + 1), key=lambda x: (abs(x - middle), x)):
            box = Box(x, y, size, size)
            box = box if attacker else box.turned(side)
            if not any(box.meets(item.box) for item in ground):
                return box
    return None


class _Slot(NamedTuple):
    """A place in a line: its left edge, and how far from the own edge its front is."""

    x: int
    front: int


class _Lines:
    """The lines of one army, seen from its own edge."""

    def __init__(self, catalogue: Catalogue, ground: Sequence[Placed], stronghold: Box | None, attacker: bool) -> None:
        self.side = catalogue.cells("table")
        self.zone = catalogue.cells("deploy")
        self.base = catalogue.cells("base")
        self.cell = catalogue.figures["cell"]
        self.most = catalogue.figures["line"]
        self.attacker = attacker
        self.ground = [item if attacker else item._replace(box=item.box.turned(self.side)) for item in ground]
        self.stronghold = stronghold if attacker or stronghold is None else stronghold.turned(self.side)

    def depth(self, troop: Troop) -> int:
        return troop.depth // self.cell

    def box(self, troop: Troop, slot: _Slot) -> Box:
        return Box(slot.x, slot.front - self.depth(troop), self.base, self.depth(troop))

    def slots(self, number: int, front: int, depth: int) -> list[_Slot]:
        """Places for that many elements in a line, centred, none of them on the stronghold."""
        start = (self.side - number * self.base) // 2
        row = [_Slot(start + n * self.base, front) for n in range(number)]
        if self.stronghold is None or not any(self._on(slot, depth) for slot in row):
            return row
        edge = (self.side - self.most * self.base) // 2
        grid = [_Slot(edge + n * self.base, front) for n in range(self.most)]
        free = sorted((s for s in grid if not self._on(s, depth)), key=lambda s: abs(2 * s.x + self.base - self.side))
        return sorted(free[:number])

    def _on(self, slot: _Slot, depth: int) -> bool:
        box = Box(slot.x, slot.front - depth, self.base, depth)
        return self.stronghold is not None and box.meets(self.stronghold)

    def filled(self, elements: Sequence[Fielded]) -> tuple[list[tuple[Fielded, _Slot]], list[Fielded]]:
        """Each element with its place in the order of the list, and those for whom there is no room."""
        items: list[tuple[Fielded, _Slot]] = []
        remaining, front = list(elements), self.zone
        while remaining:
            row = remaining[: self.most]
            depth = max(self.depth(item.troop) for item in row)
            if depth > front:
                break
            slots = self.slots(len(row), front, depth)
            items += zip(row, slots, strict=False)
            remaining = remaining[len(slots) :]
            front -= depth
        return items, remaining

    def settled(self, places: list[tuple[Fielded, _Slot]]) -> list[tuple[Fielded, _Slot]]:
        """The places after swaps: an element that may not stand in its place swaps with the nearest one that may stand
        there, if that one may stand in the first place.
        """
        for at, (item, slot) in enumerate(places):
            if self._may(item, slot):
                continue
            nearest = sorted(range(len(places)), key=lambda n: (abs(n - at), n))
            for number in nearest:
                their, place = places[number]
                if self._may(item, place) and self._may(their, slot):
                    places[at], places[number] = (their, slot), (item, place)
                    break
        return places

    def _may(self, element: Fielded, slot: _Slot) -> bool:
        return may_stand(element.troop, self.box(element.troop, slot), self.ground)


def deploy(
    elements: Sequence[Fielded],
    catalogue: Catalogue,
    ground: Sequence[Placed],
    stronghold: Box | None,
    *,
    attacker: bool,
) -> Deployed:
    """The army in its default lines, on one side of the table."""
    lines = _Lines(catalogue, ground, stronghold, attacker)
    waiting = tuple(element for element in elements if element.troop.hides)
    items, unplaced = lines.filled([element for element in elements if not element.troop.hides])
    standing = []
    for item, slot in lines.settled(items):
        box = lines.box(item.troop, slot)
        box = box if attacker else box.turned(lines.side)
        facing: Facing = "north" if attacker else "south"
        standing.append(Standing(item.troop, box, facing, item.general, item.options, item.name))
    return Deployed(tuple(standing), waiting, tuple(unplaced))
