"""The movement step: who may move, what it costs, what the engine proposes, and doing it (H-R07, H-40, H-66, H-70)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce

from ibbprint.digits import are_digits
from ibbprint.engine.lattice import Block, Heading, Rect, gaps, span, squared
from ibbprint.engine.lattice_play import STANDING
from ibbprint.engine.state import Action
from ibbprint.systems.element_battle.rules import contact, ground, marching, pips, ways
from ibbprint.systems.element_battle.rules.marching import Leg, March, Obstacles
from ibbprint.systems.element_battle.rules.setting import Setting
from ibbprint.systems.element_battle.rules.state import FROG, WAITING, Element, Refused, State

MOVE, APPEAR, MARK, END = "move", "appear", "mark", "end"
HEADINGS = tuple(heading.name.lower() for heading in Heading)
STEP = 5
"""Cells between the lengths of moves that the engine proposes (H-70)."""
FAR = 10**6
"""More cells than there are."""


# --- who may move, and what it costs ----------------------------------------------------------------------------


def may_move(state: State, element: Element) -> bool:
    """Whether an element of the mover’s may still move in this turn (H-38, H-66)."""
    return element.side == state.side and element.stands and not (element.moved or element.back or element.is_place)


def cost(state: State, elements: Sequence[Element], *, far: bool | None = None) -> int:
    """The PIPs for moving a group or an element (H-R07, H-R11); `far`: out of command, if known."""
    far = ground.is_far(state, elements) if far is None else far
    return pips.cost(state.setting.catalogue, "pips-group", far=far)


def price(state: State, action: Action) -> int:
    """The PIPs that an action of the movement step costs (H-R07, H-R11, H-R18)."""
    if action.verb == MARK:
        return int(action.word)
    if action.verb == APPEAR:
        return pips.cost(state.setting.catalogue, "pips-lurkers", far=False)
    return cost(state, [state.elements[id] for id in action.counters]) if action.verb == MOVE else 0


def check(state: State, action: Action) -> Refused | None:
    """Why something may not be done in the movement step, or None."""
    if action.verb == END:
        return None
    elements = [state.elements[id] for id in action.counters]
    strange = next((element for element in elements if element.side != state.side), None)
    if strange is not None:
        return Refused("H-R07", f"{strange.key} is not yours to move in this turn")
    if action.verb == MARK:
        return check_mark(state, elements[0], action.word)
    if action.verb == APPEAR:
        refused = check_appearance(state, elements[0], action)
    elif action.verb == MOVE:
        result = moved(state, elements, action.word)
        refused = result if isinstance(result, Refused) else None
    else:
        return Refused("H-R07", f"nobody can {action.verb} now. Move, or end the step")
    needed = 0 if refused is not None else price(state, action)
    if needed > state.pips:
        return Refused("H-R11" if needed > 1 else "H-R07", f"that costs {needed} PIPs, and {state.pips} are left")
    return refused


def moved(state: State, elements: Sequence[Element], text: str) -> March | Refused:
    """The result of a move, or the refusal."""
    for element in elements:
        if not may_move(state, element):
            rule = "H-66" if element.back else "H-52" if element.is_place else "H-38"
            why = "is not on the table" if not element.stands else "does not move again in this turn"
            return Refused(rule, f"{element.key} {'does not move' if element.is_place else why}")
    legs = marching.read(state.setting, text)
    if isinstance(legs, Refused):
        return legs
    if len(elements) == 1:
        return marching.march(state, elements[0], legs)
    if len(legs) != 1 or legs[0].kind != marching.AHEAD:
        return Refused("H-59", "a group goes straight ahead and nothing else. Its elements can turn one by one")
    if len(list(contact.groups(elements))) > 1:
        keys = "+".join([element.key for element in elements])
        return Refused(
            "H-38", f"{keys} do not form a group: elements of one have one heading, edge to edge and corner to corner"
        )
    return marching.group_march(state, elements, legs[0].cells)


# --- frogs and lurkers ------------------------------------------------------------------------------------------


def check_mark(state: State, element: Element, number: str) -> Refused | None:
    """Why PIPs may not be spent on a frog, or None (H-R18, H-32)."""
    catalogue = state.setting.catalogue
    needed = catalogue.figures["frog-pips"] - element.marked
    if element.fate != FROG:
        return Refused("H-R18", f"{element.key} is not a frog")
    if not are_digits(number) or not 1 <= int(number) <= min(needed, state.pips):
        return Refused("H-32", f"{element.key} needs {needed} PIPs, and {state.pips} are left, so {number!r} cannot be")
    if catalogue.frog_at_once and int(number) != needed:
        return Refused("H-32", f"{element.key} needs all {needed} PIPs in one turn")
    return None


def marks(state: State) -> Iterator[Action]:
    """The PIPs that may be spent on frogs: one, or as many as may be."""
    for element in state.elements:
        if element.side == state.side and element.fate == FROG:
            needed = state.setting.figures["frog-pips"] - element.marked
            affordable = min(needed, state.pips)
            for number in sorted({1, affordable}):
                if check_mark(state, element, str(number)) is None:
                    yield Action(MARK, (element.id,), (), str(number))


def do_mark(state: State, element: Element, number: int) -> None:
    """Mark PIPs on a frog; with the last it turns back (H-66)."""
    state.pips -= number
    element.marked += number
    needed = state.setting.figures["frog-pips"]
    state.tell("marks", ("H-R18", "H-32"), unit=element.key, number=number, marked=element.marked, needed=needed)
    if element.marked < needed:
        return
    element.block = _free_near(state, element)
    element.fate, element.marked, element.back = STANDING, 0, True
    state.tell("turns-back", ("H-66",), unit=element.key, place=place_name(state, element.block.rect))


def _free_near(state: State, element: Element) -> Block:
    """The free place nearest to where a frog is; of those as near, the one nearest to its own edge (H-66)."""
    setting = state.setting
    obstacles = Obstacles(state, [element])
    south = element.side == setting.attacker

    def away(step: tuple[int, int]) -> tuple[int, int, int]:
        dx, dy = step
        return dx * dx + dy * dy, dy if south else -dy, dx

    length = setting.table.wide
    for radius in (0, 8, 16, 32, length):
        steps = [(dx, dy) for dx in range(-radius, radius + 1) for dy in range(-radius, radius + 1)]
        for dx, dy in sorted((step for step in steps if sum(x * x for x in step) <= radius * radius), key=away):
            rect = element.rect.moved(dx, dy)
            free = rect.within(setting.table) and not obstacles.standing_in(rect)
            if free and ground.may_enter(setting, element.kind, rect):
                return element.block._replace(rect=rect)
    raise AssertionError("a table has room for one more")


def check_appearance(state: State, element: Element, action: Action) -> Refused | None:
    """Why a lurker may not appear there, or None (H-40)."""
    setting = state.setting
    if element.fate != WAITING:
        return Refused("H-40", f"{element.key} does not wait off the table")
    if len(action.path) != 1 or action.word not in HEADINGS:
        return Refused("H-40", f"say where {element.key} appears and which way it faces: 40,50 north")
    rect = appearing(state, element, action).rect
    if not rect.within(setting.table) or contact.inside(rect, state.standing()):
        return Refused("H-40", f"{element.key} has no room at {setting.names[action.path[0]]}")
    if not ground.is_bad(setting, (rect,)):
        return Refused("H-40", f"{element.key} appears in bad going alone")
    near = [enemy for enemy in state.of(1 - element.side) if squared(enemy.rect, rect) < setting.lurk**2]
    if near:
        paces = setting.figures["lurk"]
        return Refused("H-40", f"{near[0].key} is less than {paces} paces from there")
    return None


def appearing(state: State, element: Element, action: Action) -> Block:
    """The place where a lurker would appear."""
    heading = Heading[action.word.upper()]
    x, y = state.setting.corner(action.path[0])
    wide, deep = state.setting.base, state.setting.depth(element.kind)
    across = (deep, wide) if heading % 2 else (wide, deep)
    return Block(Rect(x, y, x + across[0], y + across[1]), heading)


def appearances(state: State, wanted: Callable[[Block], bool] | None = None) -> Iterator[Action]:
    """The places proposed for lurkers: the middle of each side of bad going, facing out of it (H-70).

    With `wanted`, only those of them, which is asked before anything else.
    """
    setting = state.setting
    if state.pips < pips.cost(setting.catalogue, "pips-lurkers", far=False):
        return
    for element in state.elements:
        if element.side != state.side or element.fate != WAITING:
            continue
        wide, deep = setting.base, setting.depth(element.kind)
        for bad in setting.bad:
            x, y = (bad.x1 + bad.x2 - wide) // 2, (bad.y1 + bad.y2 - wide) // 2
            corners = ((x, bad.y2 - deep), (bad.x2 - deep, y), (x, bad.y1), (bad.x1, y))
            for heading, (west, south) in zip(HEADINGS, corners, strict=True):
                if 0 <= west < setting.table.wide and 0 <= south < setting.table.deep:
                    action = Action(APPEAR, (element.id,), (setting.number(west, south),), heading)
                    if wanted is not None and not wanted(appearing(state, element, action)):
                        continue
                    if check_appearance(state, element, action) is None:
                        yield action


# --- what the engine proposes -----------------------------------------------------------------------------------


def actions(state: State) -> list[Action]:
    """The candidates of the movement step: moves of groups and elements, lurkers, frogs, the end (H-70)."""
    return [*dict.fromkeys(proposals(state)), Action(END)]


def has_choice(state: State) -> bool:
    """Whether there is any action in the movement step but to end it."""
    movers = [element for element in state.of(state.side) if may_move(state, element)] if state.pips else []
    for element in movers:
        obstacles = Obstacles(state, [element], 0)
        turns = not obstacles.engaged and marching.march(state, element, [Leg(marching.ABOUT)], obstacles)
        if isinstance(turns, March) and cost(state, [element]) <= state.pips:
            return True
    return next(proposals(state), None) is not None


def proposals(state: State) -> Iterator[Action]:
    """The same but for the end, some of them twice, as they come up."""
    if not state.pips:
        return
    movers = [element for element in state.of(state.side) if may_move(state, element)]
    free = [element for element in movers if not contact.faces_enemy(state, element)]
    for group in proposed_groups(state, free):
        if cost(state, group) <= state.pips:
            yield from group_moves(state, group)
    for element in movers:
        if cost(state, [element]) <= state.pips:
            yield from element_moves(state, element)
    yield from appearances(state)
    yield from marks(state)


def proposed_groups(state: State, movers: Sequence[Element]) -> Iterator[list[Element]]:
    """Whole groups of movers who are free to; parts with good going for a step, or a whole move, and of one rate."""
    setting = state.setting
    proposed: set[tuple[int, ...]] = set()
    for group in contact.groups(movers):
        if len(group) < 2:
            continue
        parts = [group]
        by_rate: dict[int, list[Element]] = {}
        for cells in (STEP, FAR):
            clear = [element for element in group if _has_clear_way(setting, element, cells)]
            if len(clear) < len(group):
                parts += contact.groups(clear)
        for element in clear:
            by_rate.setdefault(setting.rates(element.kind).good, []).append(element)
        if len(by_rate) > 1:
            for same_rate in by_rate.values():
                parts += contact.groups(same_rate)
        for part in parts:
            ids = tuple(element.id for element in part)
            if len(part) > 1 and ids not in proposed:
                proposed.add(ids)
                yield part


def _has_clear_way(setting: Setting, element: Element, limit: int) -> bool:
    """Whether an element has good going ahead, as far as it goes there, and for so many cells at most."""
    ahead = element.block.strip(min(limit, setting.rates(element.kind).good))
    return element.flies or not ground.is_bad(setting, (element.rect, ahead))


def limits(state: State, movers: Sequence[Element]) -> list[int]:
    """The lengths among which the longest move ahead must be: rates, and as far as other ground; the longest first."""
    setting = state.setting
    rates = [setting.rates(element.kind) for element in movers]
    roads = all(ground.on_road(setting, (element.rect,)) for element in movers)
    longest = min(rate.most if roads else rate.good for rate in rates)
    items = {longest, min(rate.good for rate in rates)}
    for element, rate in zip(movers, rates, strict=True):
        if element.flies:
            continue
        rect, strip = element.block.rect, element.block.strip(longest)
        path = span(rect, strip)
        for pieces, slow in ((setting.bad, rate.bad or 0), (setting.water, setting.wading)):
            crossed = [piece for piece in pieces if piece.overlaps(path)]
            if crossed:
                items |= {slow, *(max(gaps(rect, piece)) for piece in crossed if piece.overlaps(strip))}
    room = min(_to_edge(element.block, setting.table) for element in movers)
    items = {min(cells, room) for cells in items}
    return sorted((cells for cells in items if cells > 0), reverse=True)


def _to_edge(block: Block, table: Rect) -> int:
    """The number of cells between a block and the edge of the table ahead."""
    (x1, y1, x2, y2), heading = block
    return (table.y2 - y2, table.x2 - x2, y1, x1)[heading]


def longest(state: State, movers: Sequence[Element], obstacles: Obstacles) -> March | None:
    """The farthest that a group or an element may go ahead, into contact if that comes first; None if nowhere."""
    return farthest(state, movers, obstacles)[0]


def farthest(state: State, movers: Sequence[Element], obstacles: Obstacles) -> tuple[March | None, Rect]:
    """The same, and the area that it hangs on: nobody counts who does not touch it (see `marching.walk`)."""
    area = reduce(span, (element.rect for element in movers))
    for cells in limits(state, movers):
        strips = (element.block.strip(cells) for element in movers)
        area = reduce(span, strips, area)
        result = _ahead(state, movers, cells, obstacles)
        if isinstance(result, March):
            break
    else:
        result = None
    return result, area.grown(state.setting.slide)


def ahead_by(state: State, movers: Sequence[Element], cells: int, obstacles: Obstacles) -> tuple[March | None, Rect]:
    """A move ahead by so many cells, None where it is not legal, and the area that it depends on (`farthest`)."""
    area = reduce(span, [span(element.rect, element.block.strip(cells)) for element in movers])
    result = _ahead(state, movers, cells, obstacles)
    return result if isinstance(result, March) else None, area.grown(state.setting.slide)


def _ahead(state: State, movers: Sequence[Element], cells: int, obstacles: Obstacles) -> March | Refused:
    if len(movers) > 1:
        return marching.group_march(state, movers, cells, obstacles)
    return marching.march(state, movers[0], [Leg(marching.AHEAD, cells)], obstacles)


def ahead(state: State, movers: Sequence[Element], result: March) -> Action:
    """A move ahead as an action."""
    numbers = tuple(element.id for element in movers)
    return Action(MOVE, numbers, (), marching.written(state.setting, [Leg(marching.AHEAD, result.cells)]))


def group_moves(state: State, movers: Sequence[Element], obstacles: Obstacles | None = None) -> Iterator[Action]:
    """A group, or an element, ahead: as far as it may, and by every step below that."""
    obstacles = obstacles or Obstacles(state, movers)
    farthest = longest(state, movers, obstacles)
    if farthest is None:
        return
    yield ahead(state, movers, farthest)
    for cells in range(STEP, farthest.cells, STEP):
        result = _ahead(state, movers, cells, obstacles)
        if isinstance(result, March) and result.cells == cells:
            yield ahead(state, movers, result)


def element_moves(state: State, element: Element) -> Iterator[Action]:
    """The moves of one element: ahead, aside, turns, into contact, or breaking off."""
    obstacles = Obstacles(state, [element])
    done: set[Block] = set()
    if not obstacles.engaged:
        yield from group_moves(state, [element], obstacles)
    for legs in proposed_legs(state, element, obstacles):
        result = marching.march(state, element, legs, obstacles)
        if isinstance(result, March) and result.blocks[0] not in done and result.blocks[0] != element.block:
            done.add(result.blocks[0])
            yield Action(MOVE, (element.id,), (), marching.written(state.setting, legs))


def proposed_legs(state: State, element: Element, obstacles: Obstacles) -> Iterator[Sequence[Leg]]:
    """Moves to try, legal or not."""
    setting = state.setting
    rates = setting.rates(element.kind)
    longest = rates.most
    if obstacles.engaged:
        yield from ([Leg(marching.BACK, cells)] for cells in sorted({marching.BREAK_OFF, rates.bad or 0, longest}))
        return
    yield from (way.legs for way in ways.contacts(setting, element, obstacles.enemies))
    aside = min(setting.aside, longest)
    yield [Leg(marching.LEFT, aside)]
    yield [Leg(marching.RIGHT, aside)]
    yield from ([Leg(kind)] for kind in marching.QUARTERS)


# --- doing it ---------------------------------------------------------------------------------------------------


def do(state: State, action: Action) -> None:
    """Do what has been decided; the action is legal."""
    elements = [state.elements[id] for id in action.counters]
    if action.verb == MARK:
        do_mark(state, elements[0], int(action.word))
    elif action.verb == APPEAR:
        _do_appear(state, elements[0], action)
    else:
        _do_move(state, elements, action.word)


def _do_appear(state: State, element: Element, action: Action) -> None:
    element.block = appearing(state, element, action)
    element.fate, element.moved = STANDING, True
    state.pips -= pips.cost(state.setting.catalogue, "pips-lurkers", far=False)
    state.tell("appears", ("H-40",), unit=element.key, place=place_name(state, element.rect), heading=action.word)


def _do_move(state: State, elements: Sequence[Element], text: str) -> None:
    price = cost(state, elements)
    result = moved(state, elements, text)
    assert isinstance(result, March), "the move is legal"
    state.pips -= price
    for element, block in zip(elements, result.blocks, strict=True):
        element.block, element.moved = block, True
        element.charged = frozenset(enemy for mover, enemy in result.met if mover == element.id)
    enemies = sorted({enemy for _, enemy in result.met})
    back = text.startswith(marching.BACK)
    kind = "breaks-off" if back else "charges" if enemies else "moves"
    rules = ("H-62",) if back else ("H-60",) if enemies else ("H-59",) if len(elements) > 1 else ("H-58",)
    state.tell(
        kind,
        rules + (("H-R11",) if price > 1 else ()),
        units=[element.key for element in elements],
        targets=[state.elements[id].key for id in enemies],
        place=place_name(state, result.blocks[0].rect),
        heading=result.blocks[0].heading.name.lower(),
        turned=any(leg in text for leg in marching.QUARTERS),
        paces=result.cells * state.setting.cell,
        pips=price,
    )


def place_name(state: State, rect: Rect) -> str:
    """The name of the cell at the south-west corner of a place."""
    return state.setting.names[state.setting.number(rect.x1, rect.y1)]


def facing_choices(state: State, element: Element) -> Iterable[tuple[Element, Block]]:
    """The enemies that an element struck only in flank or rear may turn to, with its block then (H-61)."""
    setting = state.setting
    obstacles = Obstacles(state, [element])
    for enemy in contact.strikers(state, element):
        heading = enemy.block.heading.turned(2)
        block = _front_to_front(element, enemy, heading)
        free = block.rect.within(setting.table) and not obstacles.standing_in(block.rect)
        if free and ground.may_enter(setting, element.kind, block.rect):
            yield enemy, block


def _front_to_front(element: Element, enemy: Element, heading: Heading) -> Block:
    """An element set front to front with an enemy."""
    front, depth = element.block.front, element.block.depth
    strip = enemy.block.strip(depth)
    assert front in (strip.wide, strip.deep), "all bases are of one width"
    return Block(strip, heading)
