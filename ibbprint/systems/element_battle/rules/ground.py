"""Terrain: rates of movement, the ground under an element, sight, and the general’s command (H-54, H-R11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from ibbprint.engine.lattice import Block, Rect, Sight, sight, span, squared
from ibbprint.systems.element_battle.models.troops import Terrain, Troop
from ibbprint.systems.element_battle.rules import contact
from ibbprint.systems.element_battle.rules.setting import Setting
from ibbprint.systems.element_battle.rules.stands import Stand
from ibbprint.systems.element_battle.rules.state import Element, State


def rate(setting: Setting, troop: Troop, rects: Iterable[Rect], *, by_road: bool = False) -> int:
    """How many cells a type may move over some ground, by the worst of it (H-58); 0 where it may not go.

    Aerials ignore terrain (H-39). A road gives its own rate where that is more, whatever lies beside it (H-54).
    """
    rates = setting.rates(troop)
    if troop.arm == "aerial":
        return rates.good
    passed = tuple(rects)
    cells = rates.good
    if _meets(passed, setting.bad):
        cells = rates.bad or 0
    if _meets(passed, setting.water):
        cells = min(cells, setting.wading)
    return max(cells, rates.road) if by_road else cells


def reach(setting: Setting, element: Element) -> int:
    """How many cells an element may go at most from where it stands: a road counts for who sets out on it (H-54)."""
    rates = setting.rates(element.kind)
    return rates.most if on_road(setting, (element.block.rect,)) else max(rates.good, rates.bad or 0)


def _meets(rects: Sequence[Rect], pieces: Sequence[Rect]) -> bool:
    for left, bottom, right, top in pieces:
        for x1, y1, x2, y2 in rects:
            if x1 < right and left < x2 and y1 < top and bottom < y2:
                return True
    return False


def is_bad(setting: Setting, rects: Iterable[Rect]) -> bool:
    """Whether any of some places is in bad going."""
    return _meets(tuple(rects), setting.bad)


def may_enter(setting: Setting, troop: Troop, rect: Rect) -> bool:
    """Whether a type may go there at all."""
    return troop.bad is not None or troop.arm == "aerial" or not _meets((rect,), setting.bad)


def on_road(setting: Setting, points: Iterable[Rect]) -> bool:
    """Whether bases have the same road under the middle of each."""
    if not setting.roads:
        return False
    middles = [((rect.x1 + rect.x2), (rect.y1 + rect.y2)) for rect in points]
    return any(
        all(2 * road.x1 <= x <= 2 * road.x2 and 2 * road.y1 <= y <= 2 * road.y2 for x, y in middles)
        for road in setting.roads
    )


def under(state: State, element: Element, *, cover: bool = False) -> Terrain | None:
    """The terrain under a base that counts: bad going where it is not at home, other bad going, water, a hill.

    With `cover` what gives cover comes first.
    """
    kinds = state.setting.kinds_under(element.block.rect)
    if not kinds:
        return None
    stand = Stand(element.kind, options=element.options)

    def weight(kind: Terrain) -> tuple[bool, ...]:
        bad = kind.going == "bad"
        return cover and kind.cover, bad and not stand.at_home_in(kind), bad, kind.water, kind.hill

    return max(kinds, key=weight)


# --- sight ------------------------------------------------------------------------------------------------------


def is_hidden(setting: Setting, line: Sight, viewer: Rect, target: Rect) -> bool:
    """Whether terrain blocks a line; a hill does not where viewer or target stands on it (H-54)."""
    return any(
        line.passes(piece.rect)
        and not (piece.kind.hill and (piece.rect.overlaps(viewer) or piece.rect.overlaps(target)))
        for piece in setting.hiding
    )


def box(state: State, shooter: Element) -> Rect:
    """The box in which an element shoots (H-43, H-63)."""
    arc = state.setting.arc
    return shooter.block.trimmed(-arc, -arc).strip(shooter.kind.range // state.setting.cell)


def can_shoot_at(state: State, shooter: Element, target: Element) -> bool:
    """Whether a target is in a shooter’s box (H-43, H-63), and no terrain and no element hides it (H-44, Z.10)."""
    if not box(state, shooter).overlaps(target.rect):
        return False
    line = sight(shooter.block, target.rect)
    if is_hidden(state.setting, line, shooter.rect, target.rect):
        return False
    area = span(shooter.rect, target.rect)
    between = (element for element in contact.inside(area, state.standing()) if element not in (shooter, target))
    return not any(line.passes(element.rect) for element in between)


# --- command ----------------------------------------------------------------------------------------------------


def is_far(state: State, elements: Iterable[Element], beyond: Callable[[Block, Rect], bool] | None = None) -> bool:
    """Whether elements are out of the general’s command: too far away, or out of his sight and not near (H-R11, H-36).

    The nearest element of a group counts. Without a general everybody is. `beyond` is `is_beyond` for whoever keeps it.
    """
    items, beyond = list(elements), beyond or partial(is_beyond, state)
    general = state.general(items[0].side)
    return general is None or all(beyond(general.block, element.block.rect) for element in items)


def is_beyond(state: State, general: Block, rect: Rect) -> bool:
    """Whether a place is out of the command of a general who stands in another (H-R11)."""
    setting, way = state.setting, squared(general.rect, rect)
    if way <= setting.unseen**2:
        return False
    return way > setting.command**2 or not sees(state, general, rect)


def sees(state: State, viewer: Block, target: Rect) -> bool:
    """Whether terrain or a stronghold hides nothing between two places of a side (Z.10)."""
    line = sight(viewer, target)
    if is_hidden(state.setting, line, viewer.rect, target):
        return False
    places = (element for element in state.elements if element.kind.is_place and element.stands)
    return not any(line.passes(element.rect) for element in places)
