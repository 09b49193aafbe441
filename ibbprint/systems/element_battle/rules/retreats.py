"""Going back: recoil with its checklist, push-backs, flight, and being lost (H-67, H-68, H-82)."""

from __future__ import annotations

from ibbprint.engine.lattice import Block, Heading, Rect, from_north, gaps, to_north
from ibbprint.engine.lattice_play import STANDING
from ibbprint.systems.element_battle.rules import contact, ground, passing, staging
from ibbprint.systems.element_battle.rules.marching import Obstacles
from ibbprint.systems.element_battle.rules.stands import Stand
from ibbprint.systems.element_battle.rules.state import LOST, Element, State

OFF, GROUND, BUMP = "off", "ground", "bump"
"""Why an element that goes back is lost: the edge of the table, going that it may not enter, somebody in its way."""


def lose(state: State, element: Element, why: str, *rules: str) -> None:
    """An element is lost for good."""
    element.fate = LOST
    state.tell("lost", rules, unit=element.key, why=why)


def recoil(state: State, element: Element) -> bool:
    """Straight back by its own depth, without turning (H-R28); whether it is still there."""
    return back(state, element, element.block.depth, "recoils")


def back(state: State, element: Element, cells: int, kind: str) -> bool:
    """Straight back by so many cells; whoever is in the way is dealt with by the checklist (H-R29, H-67).

    Who passes through somebody goes on until it is clear of him. Whether the element is still there.
    """
    passed: set[int] = set()
    while True:
        end = element.block.shifted(-cells)
        why, lines = _behind_it(state, element, end, passed)
        if why:
            rules: tuple[str, ...] = ("H-67",)
            if why == BUMP:
                bumped, line = lines[-1]
                rules = tuple(state.setting.catalogue.bumps[line].rules)
                state.tell("bumps", rules, unit=element.key, target=bumped.key, line=line)
            lose(state, element, why, *rules)
            return False
        if not lines:
            break
        for bumped, line in lines:
            _give_way(state, element, bumped, line, end)
            if line == passing.PASSES:
                passed.add(bumped.id)
        cells = _clear_of(element, end, [bumped for bumped, line in lines if line == passing.PASSES], cells)
    element.block = end
    x, y = end.rect.x1, end.rect.y1
    state.tell(kind, ("H-R28",) if kind == "recoils" else ("H-67",), unit=element.key, place=f"{x},{y}")
    return True


def in_fight(state: State, mine: Element, theirs: Element, looked: list[Rect] | None = None) -> tuple[Stand, Stand]:
    """Two elements in close combat as `staging.in_fight` has them, and whether each has room to go back (H-67).

    To `looked` it adds the ground behind whoever would bump into somebody there.
    """
    stand, enemy = staging.in_fight(state, mine, theirs)
    return _with_room(state, mine, stand, looked), _with_room(state, theirs, enemy, looked)


def _with_room(state: State, element: Element, stand: Stand, looked: list[Rect] | None) -> Stand:
    return stand if element.is_place or has_room(state, element, looked) else stand._replace(stuck=True)


def has_room(state: State, element: Element, looked: list[Rect] | None = None) -> bool:
    """Whether a recoil now would leave an element on the table; whom it pushes is taken to make room (H-67)."""
    cells, passed = element.block.depth, set[int]()
    while True:
        end = element.block.shifted(-cells)
        why, lines = _behind_it(state, element, end, passed)
        if lines and looked is not None:
            looked.append(_behind(element.block, end))
        if why:
            return False
        passing_by = [bumped for bumped, line in lines if line == passing.PASSES]
        if not passing_by:
            return True
        passed.update(bumped.id for bumped in passing_by)
        cells = _clear_of(element, end, passing_by, cells)


def crushed_by(state: State, element: Element) -> list[Element]:
    """The elements that one destroys which goes back by its own depth now (H-R29)."""
    _, lines = _behind_it(state, element, element.block.shifted(-element.block.depth), set())
    return [bumped for bumped, line in lines if line == passing.CRUSHED]


def _behind_it(state: State, element: Element, end: Block, passed: set[int]) -> tuple[str, list[tuple[Element, str]]]:
    """Why an element that goes back is lost (nothing where it is not), and the lines for whom it meets.

    The line that kills it is the last of them.
    """
    if not end.rect.within(state.setting.table):
        return OFF, []
    if not ground.may_enter(state.setting, element.kind, end.rect):
        return GROUND, []
    met = _met(state, element, end, passed)
    if not met:
        return "", []
    lines = []
    for bumped in met:
        lines.append((bumped, _line(state, element, bumped)))
        if lines[-1][1] in passing.FATAL:
            return BUMP, lines
    return "", lines


def _met(state: State, element: Element, end: Block, passed: set[int]) -> list[Element]:
    """The elements in the way of one that goes back, the nearest first; passed ones only if they are still in it."""
    x1, y1, x2, y2 = _behind(element.block, end)
    met = []
    for bumped in state.elements:
        left, bottom, right, top = bumped.block.rect
        if left >= x2 or x1 >= right or bottom >= y2 or y1 >= top or bumped.fate != STANDING or bumped is element:
            continue
        if bumped.id not in passed or bumped.block.rect.overlaps(end.rect):
            met.append(bumped)
    if len(met) > 1:
        met.sort(key=lambda bumped: (max(gaps(element.rect, bumped.rect)), bumped.id))
    return met


def _behind(block: Block, end: Block) -> Rect:
    """The cells that a base going back comes over."""
    (x1, y1, x2, y2), (left, bottom, right, top) = block.rect, end.rect
    heading = block.heading
    if heading % 2:
        return Rect(left, y1, x1, y2) if heading == Heading.EAST else Rect(x2, y1, right, y2)
    return Rect(x1, bottom, x2, y1) if heading == Heading.NORTH else Rect(x1, y2, x2, top)


def _line(state: State, element: Element, bumped: Element) -> str:
    """The line of the checklist for another element that it bumps into."""
    return passing.bump(
        state.setting.catalogue,
        element.kind,
        bumped.kind,
        friends=element.side == bumped.side,
        turned=(bumped.block.heading - element.block.heading) % 4,
        fighting=contact.is_engaged(state, bumped),
    )


def _give_way(state: State, element: Element, bumped: Element, line: str, end: Block) -> None:
    """Crush, pass or push an element that another bumps into."""
    if line == passing.PASSES or not bumped.stands:
        return
    rules = tuple(state.setting.catalogue.bumps[line].rules)
    if line == passing.CRUSHED:
        state.tell("crushes", rules, unit=element.key, target=bumped.key)
        lose(state, bumped, "crushed", *rules)
        return
    mine, theirs = to_north(end.rect, element.block.heading), to_north(bumped.rect, element.block.heading)
    back(state, bumped, theirs.y2 - mine.y1, "pushed")


def _clear_of(element: Element, end: Block, passed: list[Element], cells: int) -> int:
    """The distance that an element goes back to be clear of the elements that it passes through."""
    mine = to_north(end.rect, element.block.heading)
    for bumped in passed:
        theirs = to_north(bumped.rect, element.block.heading)
        cells = max(cells, cells + mine.y2 - theirs.y1)
    return cells


# --- flight -----------------------------------------------------------------------------------------------------


def flee(state: State, element: Element) -> None:
    """Recoil, turn about, run for the rest; one turn aside at an obstacle, and at the second it stays (H-68)."""
    if not recoil(state, element):
        return
    block = element.block.faced_about()
    remaining = state.setting.flight - block.depth
    run = _Run(state, element)
    ahead = run.free(block, remaining)
    if run.leaves(block, ahead, remaining):
        lose(state, element, OFF, "H-30")
        return
    first, remaining = block.shifted(ahead), remaining - ahead
    if remaining:
        aside = [turned_aside(first, quarters) for quarters in (-1, 1)]
        lengths = [run.free(turned, remaining) if run.is_clear(turned) else 0 for turned in aside]
        longest = max(lengths)
        if not ahead and not longest:
            lose(state, element, "no-way", "H-68", "H-30")
            return
        if longest:
            turned = aside[lengths.index(longest)]
            if run.leaves(turned, longest, remaining):
                lose(state, element, OFF, "H-30")
                return
            first = turned.shifted(longest)
    element.block = first
    place = f"{first.rect.x1},{first.rect.y1}"
    state.tell("flees", ("H-R30", "H-68"), unit=element.key, place=place, heading=first.heading.name.lower())


def turned_aside(block: Block, quarters: int) -> Block:
    """A base after a quarter turn before an obstacle: its middle line stays, and the line that it has come to."""
    rect_ahead = to_north(block.rect, block.heading)
    wide, deep = rect_ahead.wide, rect_ahead.deep
    x = (rect_ahead.x1 + rect_ahead.x2 - deep) // 2
    rect = Rect(x, rect_ahead.y2 - wide, x + deep, rect_ahead.y2)
    return Block(from_north(rect, block.heading), block.heading.turned(quarters))


class _Run:
    """A run of an element through those that it may pass."""

    def __init__(self, state: State, element: Element) -> None:
        self.state, self.element = state, element
        self.obstacles = Obstacles(state, [element])

    def is_clear(self, block: Block) -> bool:
        """Whether a place is free, or only of such as it passes through."""
        entered = ground.may_enter(self.state.setting, self.element.kind, block.rect)
        return entered and not self.obstacles.blocking(self.element, block, block.rect)

    def barrier(self, block: Block, cells: int) -> int:
        """The distance ahead to the first obstacle that stops it; `cells` where there is none."""
        strip = block.strip(cells)
        gap = cells
        for obstacle in self.obstacles.blocking(self.element, block, strip):
            gap = min(gap, max(gaps(block.rect, obstacle.rect)))
        if not ground.may_enter(self.state.setting, self.element.kind, strip):
            for bad in self.state.setting.bad:
                if bad.overlaps(strip):
                    gap = min(gap, max(gaps(block.rect, bad)))
        return gap

    def free(self, block: Block, cells: int) -> int:
        """The distance that it can run: not past an obstacle, and to a place where nobody stands."""
        gap = self.barrier(block, cells)
        return next((far for far in range(gap, 0, -1) if not self.obstacles.standing_in(block.shifted(far).rect)), 0)

    def leaves(self, block: Block, free: int, cells: int) -> bool:
        """Whether it runs off the table before anything stops it (H-30)."""
        return free > 0 and not block.shifted(free).rect.within(self.state.setting.table)
