"""Markers: how many of each is a formula of the catalogue, worked out for the armies; and the track of PIPs."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.engine import parts
from ibbprint.systems.element_battle.kit.bill import Bill
from ibbprint.systems.element_battle.kit.sections import TRACKS

MEANINGS: Mapping[str, str] = {
    "armies": "armies",
    "elements": "elements of all armies",
    "generals": "generals",
    "frogs": "elements that can become frogs",
    "casters": "elements that cast spells",
    "shooters": "elements that shoot",
}
"""The facts that the formulas of markers.yaml may use."""
TRACK_MM = (126.0, 26.0)


def facts(bill: Bill) -> dict[str, int]:
    """The value of each of them."""
    elements = [one for side in bill.battle.sides for one in side.elements]
    return {
        "armies": len(bill.battle.sides),
        "elements": len(elements),
        "generals": sum(one.general for one in elements),
        "frogs": sum(one.troop.can_be_frog for one in elements),
        "casters": sum(one.troop.casts for one in elements),
        "shooters": sum(bool(one.troop.range) for one in elements),
    }


def add_markers(bill: Bill) -> None:
    parts.add_markers(bill, facts(bill), "common")


def add_reasons(bill: Bill) -> None:
    parts.add_marker_reasons(bill, facts(bill), MEANINGS, "common")


def add_tracks(bill: Bill) -> None:
    """Boxes for a marker or a die that counts down the PIPs of a turn."""
    bill.sections.append(TRACKS)
    figures = bill.catalogue.figures
    for number in (1, 2):
        values = {"faces": figures["die"], "costs": costs(bill), "number": number}
        bill.add_card(TRACKS, f"pips-{number}", "pip-track", values, TRACK_MM, title="PIP track")


def costs(bill: Bill) -> list[str]:
    """What PIPs are spent on, in few words."""
    figures = bill.catalogue.figures
    return [
        f"{figures['pips-group']} a group or element", f"{figures['pips-spell']} a spell",
        f"{figures['pips-far']} either out of command", f"{figures['pips-lurkers']} Lurkers appear",
        f"{figures['frog-pips']} a frog",
    ]  # fmt: skip
