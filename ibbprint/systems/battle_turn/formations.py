"""Units as blocks of figures on the lattice of one inch (B-47)."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.systems.battle_turn.models import Unit

Figures = Mapping[str, int]
"""The figures of the rules by their ids, as the catalogue has them."""


def front_of(unit: Unit, figures: Figures) -> int:
    """The figures of the first rank: half of those of deep foot, rounded up, else all, where nothing is said."""
    if unit.frontage is not None:
        return unit.frontage
    deep = not unit.mounted and unit.figures >= figures["deep-from"]
    return -(-unit.figures // 2) if deep else unit.figures


def ranks_of(unit: Unit, figures: Figures) -> int:
    """The ranks of a unit; the last may be short."""
    return -(-unit.figures // max(front_of(unit, figures), 1))


def rank_depth(unit: Unit, figures: Figures) -> int:
    """The depth of a rank in inches."""
    return figures["mounted-depth" if unit.mounted else "foot-depth"]


def volleys_of(unit: Unit, usual: int) -> int:
    """The volleys that a unit begins with: none without a missile weapon, `usual` where its roster does not say."""
    if unit.missile is None:
        return 0
    return usual if unit.volleys is None else unit.volleys
