"""The cover of a battle, for the front of a folder or the lid of a box: there is no booklet that would have one."""

from __future__ import annotations

from ibbprint.engine.cover import Host, composed
from ibbprint.engine.kit_parts import Sheet
from ibbprint.engine.parts import box_of
from ibbprint.materials.booklets import CardFigure
from ibbprint.systems.element_battle.kit.bill import Bill
from ibbprint.systems.element_battle.kit.board import table_of

SIZE_MM = (148.0, 210.0)
"""As large as the covers of booklets."""


def cover(bill: Bill) -> list[Sheet]:
    """A sheet with the cover: the land and the armies of this battle, the dearest elements the loudest."""
    hosts = [
        Host(side.army.livery, [(element.troop.symbol, float(element.troop.ap)) for element in side.elements])
        for side in bill.battle.sides
    ]
    title = bill.battle.scenario.scenario.title
    values = {
        **bill.stamp(),
        "game": "Element battle",
        "box": {**box_of(bill), "text": "", "rules": False},  # the published title is in the credit alone (H-72)
        "cover": composed(title, table_of(bill.battle, bill.catalogue), hosts),
    }
    return [Sheet(bill.stamp(), {"cover": (CardFigure(bill.template("cover.svg.j2"), values, SIZE_MM),)})]
