"""The counters for which a counter is exchanged in play: when it is spent, dismounts or mounts again."""

from __future__ import annotations

from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.models.units import AnyUnit, Troops


def exchanged_for(catalogue: Catalogue, unit: AnyUnit) -> Troops | None:
    """The unit whose counter replaces that of a unit, None where none does.

    The switch spent_spearmen picks among spent units by their rating (R-22). Who starts dismounted may mount (R-33):
    he is exchanged for the first unit that becomes him.
    """
    if not isinstance(unit, Troops):
        return None
    units = catalogue.units
    if unit.becomes is None:
        return catalogue.mounts.get(unit.id)
    choice = catalogue.chosen.get("spent_spearmen", "")
    variant = units.get(f"{unit.becomes}-{choice}") if unit.on == "spent" else None
    result = variant or units.get(unit.becomes)
    return result if isinstance(result, Troops) else None


def exchanged_when(unit: Troops) -> str:
    """The state in which a unit is exchanged, in one word."""
    return "mounted" if unit.becomes is None else unit.on or "exchanged"
