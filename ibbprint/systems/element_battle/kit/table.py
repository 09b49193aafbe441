"""The table as a drawing: its terrain, the zones, strongholds, and every element where it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.materials.booklets import FaceFigure, ShownFace
from ibbprint.systems.element_battle.deployment import Box, Placed
from ibbprint.systems.element_battle.kit.bill import Bill
from ibbprint.systems.element_battle.scenarios import Side

BAR = 500
"""Paces of the scale bar."""
LETTER = 5
"""Cells that a letter takes, each way."""
TURNS = {"north": 0, "east": 90, "south": 180, "west": 270}


class _Scale(NamedTuple):
    """The scale of the drawn table: its side in cells, and the side of a cell in mm."""

    cells: int
    unit: float

    def drawn(self, box: Box) -> dict[str, float]:
        """A box in mm from the top left corner of the drawing."""
        top, item = self.cells - box.y - box.depth, self.unit
        return {
            "x": round(box.x * item, 3),
            "y": round(top * item, 3),
            "width": round(box.width * item, 3),
            "height": round(box.depth * item, 3),
        }


def free_spot(box: Box, occupied: Sequence[Box]) -> Box:
    """The place for the letter of a piece of terrain: as near its middle as no element covers it."""
    wide, deep = min(LETTER, box.width), min(LETTER, box.depth)
    middle = box.x + (box.width - wide) // 2, box.y + (box.depth - deep) // 2
    spots = [
        Box(x, y, wide, deep)
        for y in range(box.y, box.y + box.depth - deep + 1)
        for x in range(box.x, box.x + box.width - wide + 1)
    ]
    spots.sort(key=lambda spot: (abs(spot.x - middle[0]) + abs(spot.y - middle[1]), spot))
    return next((spot for spot in spots if not any(spot.meets(item) for item in occupied)), spots[0])


def table_figure(
    bill: Bill, armies: Sequence[Side], side_mm: float, lettered: Sequence[tuple[Placed, str]]
) -> FaceFigure:
    """The table with some armies, at that size.

    Terrain, zones and elements are rectangles in mm from its top left corner.
    `cell` is the side of a cell, `zone` the depth of a side's zone; `bar` is the scale bar, which is `bar_paces` long.
    """
    item = side_mm / bill.catalogue.cells("table")
    drawn = _Scale(bill.catalogue.cells("table"), item).drawn
    stands = [(side, stand) for side in armies for stand in side.deployed.standing]
    places = [(side, side.stronghold) for side in armies if side.stronghold is not None and not side.undecided]
    boxes = [*(stand.box for _, stand in stands), *(box for _, box in places)]
    pieces = [
        {
            **drawn(piece.box),
            "kind": piece.terrain.id,
            "look": piece.terrain.look,
            "runs": piece.terrain.runs,
            "hill": piece.terrain.hill,
            "road": piece.terrain.road,
            "water": piece.terrain.water,
            "letter": letter,
            "spot": drawn(free_spot(piece.box, boxes)),
        }
        for piece, letter in lettered
    ]
    strongholds = [{**drawn(box), "livery": side.army.livery} for side, box in places]
    elements = [
        {
            **drawn(stand.box),
            "livery": side.army.livery,
            "symbol": stand.troop.symbol,
            "general": stand.general,
            "turn": TURNS[stand.facing],
            "name": stand.troop.name,
        }
        for side, stand in stands
    ]
    middle = bill.catalogue.cells("table") // 2
    at_left = {side.number for side, box in places if box.x + box.width <= middle}
    sides = [
        {
            "name": side.army.name,
            "role": side.role,
            "livery": side.army.livery,
            "top": not side.attacks,
            "right": side.number in at_left,
        }
        for side in armies
    ]
    face = {
        "side": side_mm,
        "cell": round(item, 4),
        "zone": round(bill.catalogue.cells("deploy") * item, 3),
        "bar": round(item * BAR / bill.catalogue.figures["cell"], 3),
        "bar_paces": BAR,
        "pieces": pieces,
        "elements": elements,
        "strongholds": strongholds,
        "sides": sides,
    }
    return FaceFigure((ShownFace(bill.template("table.svg.j2"), face, (side_mm, side_mm)),))
