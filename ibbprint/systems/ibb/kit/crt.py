"""The card of combat results: table, key, procedure, segments, modifiers."""

from __future__ import annotations

from ibbprint.materials import Card
from ibbprint.systems.ibb.catalogue import PROCEDURE, SEGMENTS
from ibbprint.systems.ibb.kit.bill import A5, Bill
from ibbprint.systems.ibb.kit.phrases import modifiers
from ibbprint.systems.ibb.kit.sections import CRT


def add_crt(bill: Bill) -> None:
    """The card, with the modifiers that the switches leave in force."""
    catalogue = bill.catalogue
    crt = catalogue.crt
    if crt is None:
        return
    values = {
        **bill.stamp(),
        "crt": crt.model_dump(),
        "modifiers": modifiers(bill)["combat"],
        "segments": [bill.filled(entry) for entry in catalogue.shelf(SEGMENTS).entries.values()],
        "procedure": [bill.filled(entry) for entry in catalogue.shelf(PROCEDURE).entries.values()],
    }
    bill.sections.append(CRT)
    bill.cards.append(
        Card(
            id="crt",
            section=CRT.id,
            title=CRT.title,
            template="ibb/crt-card.svg.j2",
            back="ibb/crt-card-back.svg.j2",
            values=values,
            size_mm=A5,
        )
    )
