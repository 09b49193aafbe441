"""Markers: how many of each is a formula of the catalogue, worked out for the battle. They lie on counters."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.engine import parts
from ibbprint.engine.marker_sheet import BLOCK as BLOCK
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.kit.sections import MARKERS

MEANINGS: Mapping[str, str] = {
    "units": "units of both armies",
    "limit": "disorder markers that destroy a unit",
    "tokens": "1 if there is a token to carry home",
    "armies": "armies",
}
"""The facts of a battle that the formulas of markers.yaml may use."""


def facts(bill: Bill) -> dict[str, int]:
    """The value of each of them."""
    return {
        "units": len(bill.battle.places),
        "limit": bill.catalogue.disorder_limit,
        "tokens": int(bill.battle.kind.goal == "carry"),
        "armies": len(bill.battle.armies),
    }


def add_markers(bill: Bill) -> None:
    """The markers and the commanders, in one block."""
    from ibbprint.systems.microbattle.kit.counters import add_commanders

    parts.add_markers(bill, facts(bill), MEANINGS, "common", section=MARKERS, size_mm=bill.marker_mm)
    add_commanders(bill)
    bill.blocks[BLOCK] += f", and {len(bill.battle.armies)} commanders"


def add_reasons(bill: Bill) -> None:
    parts.add_marker_reasons(bill, facts(bill), MEANINGS, "common")
