"""A unit as a block of figures: its ranks and files, who of them touches an enemy, how casualties shrink it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ibbprint.engine.lattice import Block, Rect, from_north, shared_edge, to_north, touches
from ibbprint.systems.battle_turn.models import rank_depth
from ibbprint.systems.battle_turn.rules.state import DESTROYED, State, Unit


class Figure(NamedTuple):
    """A figure of a block: its rank, its file, its cells."""

    rank: int
    file: int
    rect: Rect


def ranks(figures: int, front: int) -> int:
    """The number of ranks of so many figures on a front (B-47)."""
    return -(-figures // front)


def laid_out(state: State, unit: Unit, front: int) -> Block:
    """A unit's block on another front; its front line stays."""
    return unit.block.reshaped(front, ranks(unit.figures, front) * rank_depth(unit.kind, state.setting.figures))


def figures(state: State, unit: Unit) -> list[Figure]:
    """The figures of a unit, rank by rank from the front; a short last rank is in the middle of its block."""
    rect, heading = to_north(unit.rect, unit.block.heading), unit.block.heading
    front, deep = rect.wide, rank_depth(unit.kind, state.setting.figures)
    result = []
    for rank in range(ranks(unit.figures, front)):
        count = min(front, unit.figures - rank * front)
        first, top = (front - count) // 2, rect.y2 - rank * deep
        for file in range(first, first + count):
            cells = Rect(rect.x1 + file, top - deep, rect.x1 + file + 1, top)
            result.append(Figure(rank, file, from_north(cells, heading)))
    return result


# --- contact ----------------------------------------------------------------------------------------------------


def in_contact(unit: Unit, enemy: Unit) -> bool:
    """Whether the front edge of one of two enemies touches the other (B-52)."""
    if not touches(unit.rect, enemy.rect):
        return False
    return unit.block.touches_ahead(enemy.rect) or enemy.block.touches_ahead(unit.rect)


def foes(state: State, unit: Unit) -> list[Unit]:
    """The enemies that a unit is in contact with, by their ids."""
    return [enemy for enemy in state.units_of(1 - unit.side) if in_contact(unit, enemy)]


def fronts(state: State, unit: Unit) -> list[Unit]:
    """The enemies that a unit touches with its front."""
    return [enemy for enemy in state.units_of(1 - unit.side) if unit.block.touches_ahead(enemy.rect)]


class Pool(NamedTuple):
    """The figures of a unit that strike at one enemy: those that touch him, and those right behind these."""

    enemy: int
    touching: int
    behind: int


def pools(state: State, unit: Unit, enemies: list[Unit]) -> list[Pool]:
    """The enemies that the figures of a unit strike: each figure one enemy, the one in front of it first (B-53)."""
    own_figures = figures(state, unit)
    struck: dict[tuple[int, int], int] = {}
    for figure in own_figures:
        ahead = Block(figure.rect, unit.block.heading).strip()
        touched = [enemy for enemy in enemies if shared_edge(figure.rect, enemy.rect)]
        if touched:
            facing = [enemy for enemy in touched if ahead.overlaps(enemy.rect)]
            struck[figure.rank, figure.file] = (facing or touched)[0].id
    result = []
    for enemy in enemies:
        touching = sum(id == enemy.id for id in struck.values())
        behind = sum(
            struck.get((item.rank - 1, item.file)) == enemy.id and (item.rank, item.file) not in struck
            for item in own_figures
        )
        if touching:
            result.append(Pool(enemy.id, touching, behind))
    return result


# --- casualties -------------------------------------------------------------------------------------------------


def strike_off(state: State, unit: Unit, worth: int) -> int:
    """Take worth off a unit, figure by figure as it is used up (B-15, B-48); how much there was to take."""
    losses = min(worth, unit.worth - unit.wound)
    unit.lost += losses
    fallen, unit.wound = divmod(unit.wound + losses, unit.kind.worth)
    if not fallen:
        return losses
    unit.figures -= fallen
    if unit.figures:
        close_up(state, unit)
    else:
        unit.fate = DESTROYED
    return losses


def close_up(state: State, unit: Unit) -> None:
    """Close up over the fallen: the last rank goes first, then the ends of the front, left and right in turn (B-48)."""
    front = unit.front
    if unit.figures < front:
        missing = front - unit.figures
        trim_left = (missing + (unit.trimmed + 1) % 2) // 2
        unit.trimmed += missing
        unit.block, front = unit.block.trimmed(trim_left, missing - trim_left), unit.figures
    rect = to_north(unit.rect, unit.block.heading)
    depth = ranks(unit.figures, front) * rank_depth(unit.kind, state.setting.figures)
    unit.block = Block(
        from_north(Rect(rect.x1, rect.y2 - depth, rect.x2, rect.y2), unit.block.heading), unit.block.heading
    )


def fronts_of(figures: int, most_ranks: int) -> Mapping[int, int]:
    """The narrowest front for each number of ranks that so many figures can have."""
    values = {number: ranks(figures, number) for number in range(1, most_ranks + 1)}
    return {number: front for number, front in values.items() if ranks(figures, front) == number}


def changing(figures: int, front: int, new_front: int) -> int:
    """The number of figures that change rank when a front becomes another (B-37)."""
    return sum(number // front != number // new_front for number in range(figures))
