"""Ways of one element from where it stands into contact with an enemy, or alongside him (H-57, H-70)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ibbprint.engine.lattice import Block, Heading, Rect, to_north
from ibbprint.systems.element_battle.rules import contact, ground, marching
from ibbprint.systems.element_battle.rules.marching import Leg
from ibbprint.systems.element_battle.rules.setting import Setting
from ibbprint.systems.element_battle.rules.state import Element

KEPT = 1 << 14
"""How many ways between places are kept; a battle has some thousand."""


class Way(NamedTuple):
    """Legs from one place to another, should nobody stop them."""

    end: Block
    legs: Sequence[Leg]


def contacts(setting: Setting, element: Element, enemies: Iterable[Element]) -> Iterator[Way]:
    """Ways into contact with every enemy who is near enough, lined up with him (H-70)."""
    limits = Limits.of(setting, element)
    near = element.rect.grown(limits.longest + 1)
    for enemy in contact.inside(near, enemies):
        kind = _beside if enemy.is_place else _in_line
        yield from _ways_up(kind, element.block, enemy.block, limits)


class Limits(NamedTuple):
    """The cells that an element may go at most, in all and aside, and those that a turn costs."""

    longest: int
    aside: int
    turning: int

    @classmethod
    def of(cls, setting: Setting, element: Element) -> Limits:
        """The limits of an element where it stands."""
        return cls(ground.reach(setting, element), setting.aside, setting.turning)


@lru_cache(maxsize=KEPT)
def _ways_up(
    places: Callable[[Block, Block], Iterable[Block]], block: Block, enemy: Block, limits: Limits
) -> Sequence[Way]:
    """Ways from one place into contact with an enemy in another."""
    return [Way(end, legs) for end in places(block, enemy) for legs in ways_to(block, end, *limits)]


def _in_line(block: Block, enemy: Block) -> Iterable[Block]:
    """The places for a base in which its front is lined up with an enemy: front to front, to rear, to either flank."""
    return _lined_up(block.front, block.depth, enemy)


@lru_cache(maxsize=KEPT)
def alongside(block: Block, enemy: Block, base: int, limits: Limits) -> Sequence[Way]:
    """Ways to the places from which a base of some width overlaps an enemy whom another meets front to front (H-57).

    In front of him, and behind him: he turns to whoever strikes him there alone (H-61).
    """
    before = Block(enemy.strip(block.depth), enemy.heading.turned(2))
    behind = Block(enemy.faced_about().strip(block.depth), enemy.heading)
    sides = (place.shifted(0, cells) for place in (before, behind) for cells in (-base, base))
    return [Way(end, legs) for end in sides for legs in ways_to(block, end, *limits)]


@cache
def _lined_up(front: int, depth: int, enemy: Block) -> Sequence[Block]:
    """The places for a base of some width and depth, on every side of an enemy who has a front."""
    (x1, y1, x2, y2), faces = enemy
    x = x2 - front if faces == Heading.EAST else x1
    y = y2 - front if faces == Heading.NORTH else y1
    return (
        Block(Rect(x, y1 - depth, x + front, y1), Heading.NORTH),
        Block(Rect(x1 - depth, y, x1, y + front), Heading.EAST),
        Block(Rect(x, y2, x + front, y2 + depth), Heading.SOUTH),
        Block(Rect(x2, y, x2 + depth, y + front), Heading.WEST),
    )


def _beside(block: Block, enemy: Block) -> Iterator[Block]:
    """Places on each side of a stronghold, as near to straight ahead as may be."""
    front, depth = block.front, block.depth
    x1, y1, x2, y2 = enemy.rect
    x = min(max((block.rect.x1 + block.rect.x2 - front) // 2, x1 - front + 1), x2 - 1)
    y = min(max((block.rect.y1 + block.rect.y2 - front) // 2, y1 - front + 1), y2 - 1)
    yield Block(Rect(x, y1 - depth, x + front, y1), Heading.NORTH)
    yield Block(Rect(x, y2, x + front, y2 + depth), Heading.SOUTH)
    yield Block(Rect(x1 - depth, y, x1, y + front), Heading.EAST)
    yield Block(Rect(x2, y, x2 + depth, y + front), Heading.WEST)


def lengths(setting: Setting, block: Block, places: Iterable[Rect]) -> Iterator[int]:
    """The cells from a block to some places, as seen towards its heading: ahead, aside, and for a turn."""
    x1, y1, x2, y2 = to_north(block.rect, block.heading)
    aside_free, turning = setting.aside, setting.turning
    for left, bottom, right, top in places:
        ahead = bottom - y2
        aside = left - x2 if left > x2 else x1 - right if x1 > right else 0
        if ahead < 0 or aside > aside_free:
            ahead = (ahead if ahead > 0 else y1 - top if y1 > top else 0) + turning
        yield ahead + aside


def ways_to(block: Block, end: Block, longest: int, aside: int, turning: int) -> Iterator[Sequence[Leg]]:
    """Legs from one place to another with one turn and one step aside at most (H-70); none where it is too far."""
    x = end.rect.x1 + end.rect.x2 - block.rect.x1 - block.rect.x2
    y = end.rect.y1 + end.rect.y2 - block.rect.y1 - block.rect.y2
    if x % 2 or y % 2:
        return
    ahead, right = ((y, x), (x, -y), (-y, -x), (-x, y))[block.heading]
    ahead, right = ahead // 2, right // 2
    quarters = (end.heading - block.heading) % 4
    if abs(ahead) + abs(right) + (turning if quarters else 0) > longest:
        return
    if quarters == 0:
        if ahead >= 0 and abs(right) <= aside:
            yield _legs(_aside(right), (marching.AHEAD, ahead))
            if right and ahead > 1:
                yield _legs((marching.AHEAD, ahead - 1), _aside(right), (marching.AHEAD, 1))
    elif quarters == 2:
        if ahead <= 0 and abs(right) <= aside:
            yield _legs((marching.ABOUT, 0), _aside(-right), (marching.AHEAD, -ahead))
    else:
        turn = marching.TURN_RIGHT if quarters == 1 else marching.TURN_LEFT
        onward, across = (right, -ahead) if quarters == 1 else (-right, ahead)
        if onward >= 0 and ahead >= 0:
            yield _legs((marching.AHEAD, ahead), (turn, 0), (marching.AHEAD, onward))
        if onward >= 0 and abs(across) <= aside:
            yield _legs((turn, 0), _aside(across), (marching.AHEAD, onward))


def _aside(cells: int) -> tuple[str, int]:
    return (marching.RIGHT if cells > 0 else marching.LEFT), abs(cells)


def _legs(*parts: tuple[str, int]) -> Sequence[Leg]:
    """Legs without those that lead nowhere."""
    return tuple(Leg(kind, cells) for kind, cells in parts if cells or kind in marching.QUARTERS)
