"""The card of combat results: table, key, procedure, segments, modifiers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ibbprint.engine.sections import CRT
from ibbprint.materials import Fields, Values
from ibbprint.systems.ibb.catalogue import PROCEDURE, SEGMENTS
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.phrases import modifiers


@dataclass(frozen=True, slots=True)
class CrtCard(Fields):
    """The card of combat results: the table, the modifiers of combat, the segments of a turn, the procedure."""

    crt: Values
    modifiers: Sequence[Values]
    segments: Sequence[Values]
    procedure: Sequence[Values]


def add_crt(bill: Bill) -> None:
    """The card, with the modifiers that the switches leave in force."""
    catalogue = bill.catalogue
    crt = catalogue.crt
    if crt is None:
        return
    card = CrtCard(
        crt=crt.model_dump(),
        modifiers=modifiers(bill)["combat"],
        segments=[bill.filled(entry) for entry in catalogue.shelf(SEGMENTS).entries.values()],
        procedure=[bill.filled(entry) for entry in catalogue.shelf(PROCEDURE).entries.values()],
    )
    bill.sections.append(CRT)
    bill.add_card(CRT, "crt", "crt-card", card, back="crt-card-back")
