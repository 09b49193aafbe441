"""Contact: fronts, lining up, overlaps, and the close combats that follow (H-25, H-26, H-57, H-60)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from ibbprint.engine.lattice import Block, Heading, Rect, is_beside, to_north, touches
from ibbprint.systems.element_battle.rules.state import Element, State


def strikes(element: Element, enemy: Element) -> bool:
    """Whether the front of an element touches another; a stronghold has none (H-52)."""
    return not element.kind.is_place and element.block.touches_ahead(enemy.block.rect)


def fronts(state: State, element: Element) -> list[Element]:
    """The enemies that the front of an element touches."""
    if element.kind.is_place:
        return []
    return ahead_of(element.block, enemies_beside(state, element))


def ahead_of(block: Block, enemies: Collection[Element]) -> list[Element]:
    """The enemies, of those given, that the front of a block touches."""
    return inside(block.strip(), enemies) if enemies else []


def inside(rect: Rect, elements: Iterable[Element]) -> list[Element]:
    """The elements, of those given, that are in a place, wholly or in part."""
    return [element for element in elements if rect.overlaps(element.block.rect)]


def beside(rect: Rect, elements: Iterable[Element]) -> list[Element]:
    """The elements, of those given, that touch a place or are in it; at a corner counts too."""
    return [element for element in elements if is_beside(rect, element.block.rect)]


def enemies_beside(state: State, element: Element) -> list[Element]:
    """The enemies of an element that touch it, at a corner too."""
    side = 1 - element.side
    return [other for other in beside(element.block.rect, state.elements) if other.side == side and other.stands]


def strikers(state: State, element: Element) -> list[Element]:
    """The enemies whose fronts touch an element."""
    return [enemy for enemy in enemies_beside(state, element) if strikes(enemy, element)]


def is_engaged(state: State, element: Element) -> bool:
    """Whether an element is in close combat: its front touches an enemy, or an enemy’s front touches it."""
    return any(strikes(element, enemy) or strikes(enemy, element) for enemy in enemies_beside(state, element))


def faces_enemy(state: State, element: Element) -> bool:
    """Whether an element is in frontal contact (H-62)."""
    return bool(fronts(state, element))


# --- lining up --------------------------------------------------------------------------------------------------


def offset(block: Block, enemy: Element) -> int | None:
    """How far to its right a block that touches an enemy ahead must slide to be lined up with him; 0: it is (H-60).

    Front to front or front to rear, both corners meet; front to flank, the front corners; any part of a stronghold will
    do. None where no slide lines it up.
    """
    mine, theirs = to_north(block.rect, block.heading), to_north(enemy.rect, block.heading)
    if enemy.is_place:
        return 0 if mine.x1 < theirs.x2 and theirs.x1 < mine.x2 else None
    faces = (enemy.block.heading - block.heading) % 4
    if faces % 2 == 0:
        return theirs.x1 - mine.x1
    return theirs.x2 - mine.x2 if faces == 1 else theirs.x1 - mine.x1


def is_lined_up(block: Block, enemy: Element) -> bool:
    """Whether a block that touches an enemy ahead is lined up with him."""
    return offset(block, enemy) == 0


def is_sound(block: Block, enemies: Collection[Element]) -> bool:
    """Whether a block may end its move there (H-60): lined up where its front touches, and no enemy’s front on it."""
    near = beside(block.rect, enemies)
    if not near:
        return True
    met = ahead_of(block, near)
    if met and not any(is_lined_up(block, enemy) for enemy in met):
        return False
    return not any(not enemy.is_place and enemy not in met and enemy.block.touches_ahead(block.rect) for enemy in near)


# --- close combats ----------------------------------------------------------------------------------------------


class Fight(NamedTuple):
    """A close combat, by the numbers of the elements: one of the side to move first."""

    mine: int
    theirs: int


def struck_by(state: State) -> dict[int, list[int]]:
    """Whoever is struck, by number, with the enemies whose fronts touch it."""
    armies = [state.of(side) for side in range(2)]
    struck: dict[int, list[int]] = {}
    for army, enemies in zip(armies, reversed(armies), strict=True):
        for element in army:
            for enemy in ahead_of(element.block, enemies) if not element.is_place else ():
                struck.setdefault(enemy.id, []).append(element.id)
    return struck


def fights(state: State) -> list[Fight]:
    """The close combats of a turn in the order of their ids (H-26).

    Fronts that touch are a fight, and so is a front on a stronghold. Who fights nobody to its front fights every front
    on its flanks and rear; anybody else there counts only as that.
    """
    struck = struck_by(state)
    pairs: set[tuple[int, int]] = set()
    for id, touching in struck.items():
        facing = [enemy for enemy in touching if id in struck.get(enemy, ())]
        pairs.update((id, enemy) for enemy in (facing or touching))
    ordered = {Fight(*(pair if state.elements[pair[0]].side == state.side else pair[::-1])) for pair in pairs}
    return sorted(ordered)


def is_on(state: State, fight: Fight) -> bool:
    """Whether both are still there and touch."""
    mine, theirs = state.elements[fight.mine], state.elements[fight.theirs]
    if not (mine.stands and theirs.stands and touches(mine.rect, theirs.rect)):
        return False
    return strikes(mine, theirs) or strikes(theirs, mine)


LEFT, RIGHT, REAR = "left", "right", "rear"


class Pressed(NamedTuple):
    """The pressure on an element in a close combat: its sides that count, and the fronts on its flanks and rear."""

    sides: frozenset[str]
    touching: tuple[Element, ...]


NO_PRESSURE = Pressed(frozenset(), ())


def pressed(state: State, element: Element, enemy: Element) -> Pressed:
    """The sides of an element that count as overlapped or touched in its fight with an enemy (H-25, H-57).

    A stronghold has none (H-52), and nobody counts through whom the fight itself goes.
    """
    if element.kind.is_place:
        return NO_PRESSURE
    block, heading = element.block, element.block.heading
    ahead = strikes(element, enemy)
    # Whom its front touches is on none of its sides.
    near = [
        neighbour
        for neighbour in enemies_beside(state, element)
        if not (neighbour.kind.is_place or (ahead and neighbour.id == enemy.id))
    ]
    if not near:
        return NO_PRESSURE
    mine = to_north(block.rect, heading)
    sides, touching = set(), []
    for neighbour in near:
        theirs = to_north(neighbour.block.rect, heading)
        side = _side_of(mine, theirs)
        if strikes(neighbour, element):
            if side is not None:
                sides.add(side)
                if neighbour.id != enemy.id:
                    touching.append(neighbour)
            continue
        if neighbour.id == enemy.id:
            continue
        level = ahead and not enemy.is_place and _goes_on(element, enemy, neighbour, mine, theirs)
        overlaps = level or (side in (LEFT, RIGHT) and _flank_to_flank(element, neighbour))
        if overlaps and not faces_enemy(state, neighbour):
            sides.add(LEFT if theirs.x2 <= mine.x1 else RIGHT)
    return Pressed(frozenset(sides), tuple(touching))


def _side_of(mine: Rect, theirs: Rect) -> str | None:
    """On which side of a block that faces north another lies that touches it; None ahead of it, or at a corner."""
    if not touches(mine, theirs) or theirs.y1 == mine.y2:
        return None
    if theirs.y2 == mine.y1:
        return REAR
    return LEFT if theirs.x2 == mine.x1 else RIGHT


def _goes_on(element: Element, enemy: Element, neighbour: Element, mine: Rect, theirs: Rect) -> bool:
    """Whether another’s front goes on in line from the enemy’s at a front corner of the element."""
    opposite = (neighbour.block.heading - element.block.heading) % 4 == 2
    in_line = opposite and neighbour.block.heading == enemy.block.heading and theirs.y1 == mine.y2
    return in_line and (theirs.x1 == mine.x2 or theirs.x2 == mine.x1)


def _flank_to_flank(element: Element, neighbour: Element) -> bool:
    """Whether a side of another, not its front or rear, touches a side of the element."""
    return (neighbour.block.heading - element.block.heading) % 2 == 0


def open_flanks(element: Element, friends: Iterable[Element]) -> int:
    """How many sides of an element have no friend beside the front corner."""
    (x1, y1, x2, y2), heading = element.block
    corners = {
        Heading.NORTH: ((x1 - 1, y2 - 1), (x2, y2 - 1)),
        Heading.EAST: ((x2 - 1, y2), (x2 - 1, y1 - 1)),
        Heading.SOUTH: ((x2, y1), (x1 - 1, y1)),
        Heading.WEST: ((x1, y1 - 1), (x1, y2)),
    }[heading]
    left = right = 1
    for friend in friends:
        a, b, c, d = friend.block.rect
        if left and a <= corners[0][0] < c and b <= corners[0][1] < d:
            left = 0
        elif right and a <= corners[1][0] < c and b <= corners[1][1] < d:
            right = 0
    return left + right


def second_rank(state: State, element: Element) -> Element | None:
    """The supporting element: of the same type, facing the same way, right behind it (H-24); None if there is none."""
    if not element.kind.support:
        return None
    behind = element.block.shifted(-element.block.depth)
    for friend in state.elements:
        is_supporter = friend.block == behind and friend.kind.id == element.kind.id
        if is_supporter and friend.side == element.side and friend.stands:
            return friend
    return None


def groups(elements: Iterable[Element]) -> Iterator[list[Element]]:
    """Elements as the groups that they make: facing one way, edge to edge and corner to corner (H-38)."""
    remaining = list(elements)
    while remaining:
        group, waiting = [], [remaining.pop(0)]
        while waiting:
            element = waiting.pop()
            group.append(element)
            candidates, remaining = remaining, []
            for other in candidates:
                (waiting if are_joined(element.block, other.block) else remaining).append(other)
        yield sorted(group, key=lambda element: element.id)


def are_joined(block: Block, other: Block) -> bool:
    """Whether two face one way and touch along an edge, with corners that meet."""
    (mine, heading), (theirs, its) = block, other
    if heading != its or not is_beside(mine, theirs) or not touches(mine, theirs):
        return False
    mine, theirs = to_north(mine, heading), to_north(theirs, heading)
    if theirs.y1 == mine.y2 or theirs.y2 == mine.y1:
        return mine.x1 == theirs.x1
    return mine.y2 == theirs.y2


def is_column(elements: Iterable[Element]) -> bool:
    """Whether each is directly behind another."""
    heading = None
    columns = set()
    for element in elements:
        heading = element.block.heading
        columns.add(to_north(element.rect, heading).x1)
    return len(columns) == 1
