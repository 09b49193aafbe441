"""Markers: how many of each is a formula of the catalogue, worked out for the battle. They are placed on counters."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.engine import parts
from ibbprint.engine.marker_sheet import BLOCK as BLOCK
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.kit.bill import Bill

MEANINGS: Mapping[str, str] = {
    "units": "units of both armies",
    "limit": "disorder markers that destroy a unit",
    "tokens": "tokens to carry home",
    "points": "key points that the board does not show",
    "works": "prepared positions that the board does not show",
    "armies": "armies",
}
"""The facts of a battle that the formulas of markers.yaml may use."""


def facts(bill: Bill) -> dict[str, int]:
    """The value of each of them."""
    whole, armies = bill.options.whole, len(bill.battle.armies)
    kinds = bill.catalogue.kinds_of_battle
    return {
        "units": armies * largest_army(bill.catalogue) if whole else len(bill.battle.places),
        "limit": bill.catalogue.disorder_limit,
        "tokens": int(whole or bill.battle.kind.goal == "carry"),
        "points": int(whole),
        "works": max(len(kind.prepared) for kind in kinds) if whole else 0,
        "armies": armies,
    }


def largest_army(catalogue: Catalogue) -> int:
    """The most units that an army can be rolled."""
    sizes = {size.id: size.greatest for size in catalogue.sizes}
    return sum(sizes[levy.role] for levy in catalogue.muster)


def add_markers(bill: Bill) -> None:
    """The markers and the commanders, in one block."""
    from ibbprint.systems.microbattle.kit.counters import add_commanders

    parts.add_markers(bill, facts(bill), "common", size_mm=bill.marker_mm)
    bill.blocks[BLOCK] += f", and {add_commanders(bill)} commanders"


def add_reasons(bill: Bill) -> None:
    parts.add_marker_reasons(bill, facts(bill), MEANINGS, "common")
