"""The effects of terrain on a shot and on a march: height, sight, cover, half rate (B-59, B-60)."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.lattice import Block, Rect, sight, touches
from ibbprint.systems.battle_turn.rules import formation, shooting
from ibbprint.systems.battle_turn.rules.state import State, Unit

COVERS = (shooting.HARD, shooting.SOFT)
"""The covers, the better first."""


def is_high(state: State, unit: Unit) -> bool:
    """Whether half or more of a unit's figures are on a hill (B-59)."""
    return any(_half_on(state, unit, piece) for piece in state.setting.rises)


def higher(state: State, unit: Unit, enemy: Unit) -> bool:
    """Whether a unit is on a hill and the other is not (B-59)."""
    return is_high(state, unit) and not is_high(state, enemy)


def _half_on(state: State, unit: Unit, piece: Rect) -> bool:
    if not unit.rect.overlaps(piece):
        return False
    return 2 * sum(figure.rect.overlaps(piece) for figure in formation.figures(state, unit)) >= unit.figures


def sees(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a unit sees another (B-09, B-59): its line passes no unit, no building, no hill, little wood."""
    line = sight(unit.block, target.rect)
    between = (item for item in state.standing() if item.id not in (unit.id, target.id))
    if any(line.passes(item.rect) for item in between):
        return False
    high = is_high(state, unit) or is_high(state, target)
    return not any(line.passes_more(rects, inches) for inches, rects in _hiding(state, high))


def _hiding(state: State, high: bool) -> Iterator[tuple[int, list[Rect]]]:
    """The rectangles that hide, by the inches that can be seen through; a hill hides nothing from those on one."""
    values: dict[str, tuple[int, list[Rect]]] = {}
    for piece in state.setting.battle.terrain:
        kind = piece.kind
        if kind.sight is not None and not (kind.rise and high):
            values.setdefault(kind.id, (kind.sight, []))[1].append(Rect(piece.x1, piece.y1, piece.x2, piece.y2))
    yield from values.values()


def cover(state: State, viewer: Block, target: Unit) -> str | None:
    """The cover that a target has from a viewer (B-59): of what half its figures are in, or what it stands behind."""
    line = sight(viewer, target.rect)
    result = set()
    for piece in state.setting.battle.terrain:
        if piece.kind.cover == "none":
            continue
        rect = Rect(piece.x1, piece.y1, piece.x2, piece.y2)
        if piece.kind.cross:
            covered = touches(rect, target.rect) and line.passes(rect)
        else:
            covered = _half_on(state, target, rect)
        if covered:
            result.add(piece.kind.cover)
    return next((item for item in COVERS if item in result), None)
