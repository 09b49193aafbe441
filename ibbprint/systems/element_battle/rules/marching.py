"""How elements and groups move: legs, the way and what is on it, lining up, breaking off (H-58 to H-62).

A move is written as its legs, lengths in paces: `ahead200`, `left80,ahead100`, `turn-right`, `back80`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, reduce
from typing import NamedTuple

from ibbprint.engine.lattice import Block, Rect, gaps, is_beside, span, touches
from ibbprint.systems.element_battle.rules import contact, ground, passing
from ibbprint.systems.element_battle.rules.setting import Setting
from ibbprint.systems.element_battle.rules.state import Element, Refused, State

AHEAD, LEFT, RIGHT, BACK = "ahead", "left", "right", "back"
TURN_LEFT, TURN_RIGHT, ABOUT = "turn-left", "turn-right", "about"
QUARTERS = {TURN_LEFT: -1, TURN_RIGHT: 1, ABOUT: 2}
_LEG = re.compile(r"(ahead|left|right|back)([1-9][0-9]{0,3})|(turn-left|turn-right|about)")
EXAMPLE = "For example: ahead200, or turn-left,ahead40"
BREAK_OFF = 4
"""The cells that an element goes back at least when it breaks off (H-62)."""


class Leg(NamedTuple):
    """A part of a move: its kind and its length in cells; a turn has no length."""

    kind: str
    cells: int = 0


class March(NamedTuple):
    """The result of a move: the end of each mover, the area passed, the cost, and the enemies met."""

    blocks: tuple[Block, ...]
    way: tuple[Rect, ...]
    cells: int
    met: frozenset[tuple[int, int]] = frozenset()
    """The movers and the enemies that they are now lined up with, by number."""


# --- legs as text -----------------------------------------------------------------------------------------------


def written(setting: Setting, legs: Iterable[Leg]) -> str:
    """Legs as an action has them."""
    return ",".join(f"{leg.kind}{leg.cells * setting.cell if leg.cells else ''}" for leg in legs)


def read(setting: Setting, text: str) -> list[Leg] | Refused:
    """The legs that a text means."""
    legs = []
    for part in text.split(","):
        match = _LEG.fullmatch(part)
        if match is None:
            return Refused("H-58", f"{part!r} is not a part of a move. {EXAMPLE}")
        paces = int(match[2] or 0)
        if paces % setting.cell:
            return Refused("H-51", f"{paces} paces are not a whole number of cells of {setting.cell}")
        legs.append(Leg(match[1] or match[3], paces // setting.cell))
    return legs


# --- one element ------------------------------------------------------------------------------------------------


def turned(block: Block, kind: str) -> Block:
    """A block after a turn about its middle."""
    heading = block.heading.turned(QUARTERS[kind])
    if kind == ABOUT:
        return Block(block.rect, heading)
    x1, y1, x2, y2 = block.rect
    by = ((x2 - x1) - (y2 - y1)) // 2
    return Block(Rect(x1 + by, y1 - by, x2 - by, y2 + by), heading)


def placed(state: State) -> list[tuple[Rect, Element]]:
    """Everything on the table, with its place."""
    return [(element.block.rect, element) for element in state.standing()]


def _beside(area: Rect, items: Iterable[tuple[Rect, Element]]) -> list[tuple[Rect, Element]]:
    """Those who touch an area or are in it, at a corner too."""
    return [item for item in items if is_beside(area, item[0])]


class Obstacles:
    """Everything on the table but the movers, and which of it each of them may pass.

    With `reach`, only what a mover can come upon who goes so many cells at most; `standing` is `placed`, if known.
    """

    def __init__(
        self,
        state: State,
        movers: Sequence[Element],
        reach: int | None = None,
        standing: Sequence[tuple[Rect, Element]] | None = None,
    ) -> None:
        ids = {element.id for element in movers}
        side = movers[0].side
        self.state, self.movers = state, movers
        obstacles = [item for item in (placed(state) if standing is None else standing) if item[1].id not in ids]
        if reach is not None:
            # A turn about the middle and a slide lead farther; whoever is touched there counts too.
            rects = [mover.block.rect for mover in movers]
            longest = max(max(rect.wide, rect.deep) for rect in rects)
            beyond = max(reach, BREAK_OFF) + longest + state.setting.slide + 1
            obstacles = _beside(reduce(span, rects).grown(beyond), obstacles)
        self.placed = obstacles
        self.enemies = [element for _, element in self.placed if element.side != side]

    def near(self, area: Rect) -> Obstacles:
        """Those of the obstacles that movers can touch in some area, or as they line up at its edge."""
        near = _beside(area.grown(self.state.setting.slide), self.placed)
        return self if len(near) == len(self.placed) else Obstacles(self.state, self.movers, None, near)

    @cached_property
    def engaged(self) -> list[Element]:
        """The movers in frontal contact (H-62)."""
        return [mover for mover in self.movers if not mover.is_place and contact.ahead_of(mover.block, self.enemies)]

    def standing_in(self, place: Rect) -> list[Element]:
        """The elements in some place."""
        x1, y1, x2, y2 = place
        return [
            element for rect, element in self.placed if rect[0] < x2 and x1 < rect[2] and rect[1] < y2 and y1 < rect[3]
        ]

    def blocking(self, mover: Element, block: Block, place: Rect) -> list[Element]:
        """The elements in some place that a mover may not pass."""
        return [element for element in self.standing_in(place) if not self.may_pass(mover, block, element)]

    def may_pass(self, mover: Element, block: Block, obstacle: Element) -> bool:
        """Whether a mover may pass through another."""
        return self.state.setting.may_pass(
            mover.kind,
            obstacle.kind,
            friends=mover.side == obstacle.side,
            level=passing.is_level(block.heading, obstacle.block.heading),
            fighting=obstacle.flies and contact.is_engaged(self.state, obstacle),
        )


def march(state: State, mover: Element, legs: Sequence[Leg], obstacles: Obstacles | None = None) -> March | Refused:
    """The result of a move of one element, or the refusal."""
    return walk(state, mover, legs, obstacles or Obstacles(state, [mover]))[0]


def walk(state: State, mover: Element, legs: Sequence[Leg], obstacles: Obstacles) -> tuple[March | Refused, Rect]:
    """The result of a move of one element, and the area that it hangs on: nobody counts who does not touch it.

    Of flyers in it, it counts too whether they are in close combat.
    """
    going = _Walk(state, mover, obstacles)
    result = going.result(legs)
    return result, going.area


class _Walk:
    """One element as it goes, leg by leg."""

    def __init__(self, state: State, mover: Element, obstacles: Obstacles) -> None:
        self.state, self.mover, self.obstacles = state, mover, obstacles
        self.setting = state.setting
        self.block = mover.block
        self.area = mover.rect
        self.way = [mover.rect]
        self.middles = [mover.rect]
        self.cells = self.aside = 0
        self.stopped = False

    def result(self, legs: Sequence[Leg]) -> March | Refused:
        breaking = bool(self.obstacles.engaged)
        if breaking or any(leg.kind == BACK for leg in legs):
            return self._breaks_off(legs, engaged=breaking)
        for leg in legs:
            refused = self._goes(leg)
            if refused is not None:
                return refused
        return self._ended()

    def _goes(self, leg: Leg) -> Refused | None:
        key = self.mover.key
        if self.stopped:
            return Refused("H-60", f"{key} has met an enemy, and goes no farther")
        refused: Refused | None = None
        if leg.kind == AHEAD:
            refused = self._ahead(leg.cells)
        elif leg.kind in QUARTERS:
            end = turned(self.block, leg.kind)
            refused = self._to(end, self.setting.turning, span(self.block.rect, end.rect), "turn")
        else:
            self.aside += leg.cells
            if self.aside > self.setting.aside:
                paces = self.setting.figures["sidestep"]
                return Refused("H-58", f"{key} moves sideways more than {paces} paces")
            end = self.block.shifted(0, leg.cells if leg.kind == RIGHT else -leg.cells)
            refused = self._to(end, leg.cells, span(self.block.rect, end.rect), "move aside")
        return refused

    def _to(self, end: Block, cells: int, over: Rect, action: str) -> Refused | None:
        """Go to a place over some ground that must be free."""
        self.area = span(self.area, over)
        in_way = self.obstacles.blocking(self.mover, self.block, over)
        if in_way:
            return Refused("H-58", f"{self.mover.key} has no room to {action}: {in_way[0].key} is in the way")
        self.block = end
        self.way.append(over)
        self.middles.append(end.rect)
        self.cells += cells
        return None

    def _ahead(self, cells: int) -> Refused | None:
        """Straight ahead, to where an enemy stops it; then it lines up, or stops a cell short (H-60)."""
        gap = cells
        strip = self.block.strip(cells)
        self.area = span(self.area, strip)
        for obstacle in self.obstacles.blocking(self.mover, self.block, strip):
            if obstacle.side == self.mover.side:
                return Refused("H-58", f"{self.mover.key} has no room to go ahead: {obstacle.key} is in the way")
            gap = min(gap, max(gaps(self.block.rect, obstacle.rect)))
        self.stopped = gap < cells
        end = self.block.shifted(gap)
        met = contact.ahead_of(end, self.obstacles.enemies)
        over = span(self.block.rect, end.rect)
        if met and not any(contact.is_lined_up(end, enemy) for enemy in met):
            lined = self._lined_up(end, met)
            if lined is None:
                end = end.shifted(-1)
                gap -= 1
                if gap < 1:
                    return Refused("H-60", f"{self.mover.key} cannot line up with {met[0].key}")
            else:
                over, end = span(over, lined.rect), lined
        self.block = end
        self.way.append(over)
        self.middles.append(end.rect)
        self.cells += gap
        return None

    def _lined_up(self, end: Block, met: Sequence[Element]) -> Block | None:
        """The block lined up with one of those it meets, after the shortest slide; None where none has room."""
        offsets = {offset for enemy in met if (offset := contact.offset(end, enemy)) is not None}
        for offset in sorted(offsets, key=lambda item: (abs(item), item)):
            if abs(offset) > self.setting.slide:
                continue
            slid = end.shifted(0, offset)
            over = span(end.rect, slid.rect)
            self.area = span(self.area, over)
            if not self.obstacles.standing_in(over):
                return slid
        return None

    def _breaks_off(self, legs: Sequence[Leg], *, engaged: bool) -> March | Refused:
        """Straight back and nothing else, where it is faster than each enemy who touches it (H-62)."""
        mover, setting = self.mover, self.setting
        if not engaged:
            return Refused("H-62", f"{mover.key} fights nobody to its front, and does not go backward")
        if len(legs) != 1 or legs[0].kind != BACK or legs[0].cells < BREAK_OFF:
            least = BREAK_OFF * setting.cell
            return Refused(
                "H-62", f"{mover.key} is in contact: it may only break off, straight back {least} paces or more"
            )
        end = self.block.shifted(-legs[0].cells)
        refused = self._to(end, legs[0].cells, span(self.block.rect, end.rect), "break off")
        if refused is not None:
            return refused
        near = [enemy for enemy in self.obstacles.enemies if touches(mover.rect, enemy.rect)]
        speed = ground.rate(setting, mover.kind, self.way)
        faster = [enemy for enemy in near if ground.rate(setting, enemy.kind, self.way) >= speed]
        if faster:
            return Refused("H-62", f"{mover.key} is not faster there than {faster[0].key}")
        return self._ended()

    def _ended(self) -> March | Refused:
        """The move, where the rate is enough and the end is a place to stop (H-58, H-60)."""
        mover, setting = self.mover, self.setting
        allowed = ground.rate(setting, mover.kind, self.way, by_road=ground.on_road(setting, self.middles))
        if self.cells > allowed:
            return _too_far(setting, mover.key, self.cells, allowed)
        if not self.block.rect.within(setting.table):
            return Refused("H-51", f"{mover.key} would leave the table")
        standing = self.obstacles.standing_in(self.block.rect)
        if standing:
            return Refused("H-58", f"{mover.key} cannot stop where {standing[0].key} is")
        if not contact.is_sound(self.block, self.obstacles.enemies):
            return Refused("H-60", f"{mover.key} would end in contact without being lined up")
        met = frozenset((mover.id, enemy.id) for enemy in contact.ahead_of(self.block, self.obstacles.enemies))
        return March((self.block,), tuple(self.way), self.cells, met)


def _too_far(setting: Setting, key: str, cells: int, allowed: int) -> Refused:
    rule = "H-58" if allowed else "H-54"
    return Refused(rule, f"{key} would need {cells * setting.cell} paces, and has {allowed * setting.cell}")


# --- groups -----------------------------------------------------------------------------------------------------


def group_march(
    state: State, movers: Sequence[Element], cells: int, obstacles: Obstacles | None = None
) -> March | Refused:
    """The result of a move of a group straight ahead, or the refusal (H-59)."""
    setting = state.setting
    keys = "+".join([element.key for element in movers])
    obstacles = obstacles or Obstacles(state, movers)
    if obstacles.engaged:
        return Refused("H-62", f"{obstacles.engaged[0].key} is in contact, and can only break off alone")
    obstacles = obstacles.near(reduce(span, (element.block.strip(cells) for element in movers), movers[0].block.rect))
    gap = cells
    for element in movers:
        for obstacle in obstacles.blocking(element, element.block, element.block.strip(cells)):
            if obstacle.side == element.side:
                return Refused("H-59", f"{keys} have no room: {obstacle.key} is in the way")
            gap = min(gap, max(gaps(element.rect, obstacle.rect)))
    slid = _slid(setting, movers, gap, obstacles)
    if slid is None:
        gap -= 1
        if gap < 1:
            return Refused("H-60", f"{keys} cannot line up with whom they meet")
    blocks = tuple(element.block.shifted(gap, slid or 0) for element in movers)
    way = tuple(span(element.rect, block.rect) for element, block in zip(movers, blocks, strict=True))
    column = contact.is_column(movers)
    by_road = column and all(
        ground.on_road(setting, (element.rect, block.rect)) for element, block in zip(movers, blocks, strict=True)
    )
    lowest = min(
        ground.rate(setting, element.kind, (rect,), by_road=by_road) for element, rect in zip(movers, way, strict=True)
    )
    if gap > lowest:
        return _too_far(setting, keys, gap, lowest)
    if not column:
        for element, rect in zip(movers, way, strict=True):
            if not element.flies and ground.is_bad(setting, (rect,)):
                return Refused("H-59", f"{element.key} would be in bad going, which a group crosses only in column")
    for element, block in zip(movers, blocks, strict=True):
        if not block.rect.within(setting.table):
            return Refused("H-51", f"{element.key} would leave the table")
        standing = obstacles.standing_in(block.rect)
        if standing:
            return Refused("H-59", f"{element.key} cannot stop where {standing[0].key} is")
        if not contact.is_sound(block, obstacles.enemies):
            return Refused("H-60", f"{element.key} would end in contact without being lined up")
    met = frozenset(
        (element.id, enemy.id)
        for element, block in zip(movers, blocks, strict=True)
        for enemy in contact.ahead_of(block, obstacles.enemies)
    )
    return March(blocks, way, gap, met)


def _slid(setting: Setting, movers: Sequence[Element], gap: int, obstacles: Obstacles) -> int | None:
    """The cells by which a group slides to its right to line up with the enemies it meets; None where it cannot."""
    if not obstacles.enemies:
        return 0
    ends = [element.block.shifted(gap) for element in movers]
    meetings = [(end, enemy) for end in ends for enemy in contact.ahead_of(end, obstacles.enemies)]
    if not meetings:
        return 0
    offsets = {offset for end, enemy in meetings if (offset := contact.offset(end, enemy)) is not None}
    for offset in sorted(offsets, key=lambda item: (abs(item), item)):
        if abs(offset) > setting.slide:
            continue
        places = [end.shifted(0, offset) for end in ends]
        clear = not any(
            obstacles.standing_in(span(end.rect, slid.rect)) for end, slid in zip(ends, places, strict=True)
        )
        if clear and all(contact.is_sound(end, obstacles.enemies) for end in places):
            return offset
    return None
