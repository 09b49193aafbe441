"""The table as a drawing: its terrain, the zones, strongholds, and every element in its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ibbprint.materials import Fields
from ibbprint.materials.booklets import FaceFigure, ShownFace
from ibbprint.systems.element_battle.deployment import Box, Placed
from ibbprint.systems.element_battle.kit.bill import Bill
from ibbprint.systems.element_battle.scenarios import Side

BAR = 500
"""Paces of the scale bar."""
TURNS = {"north": 0, "east": 90, "south": 180, "west": 270}


@dataclass(frozen=True, slots=True)
class TableFace(Fields):
    """The table: sides in mm, terrain, zones and elements as rectangles in mm from its top left corner.

    `cell` is the side of a cell, `zone` the depth of a side's zone; `bar` is the scale bar, which is `bar_paces` long.
    """

    side: float
    cell: float
    zone: float
    bar: float
    bar_paces: int
    pieces: Sequence[dict[str, Any]]
    elements: Sequence[dict[str, Any]]
    strongholds: Sequence[dict[str, Any]]
    sides: Sequence[dict[str, Any]]


def table_figure(
    bill: Bill, armies: Sequence[Side], side_mm: float, lettered: Sequence[tuple[Placed, str]]
) -> FaceFigure:
    """The table with some armies, so large."""
    catalogue = bill.catalogue
    cells = catalogue.cells("table")
    one = side_mm / cells

    def drawn(box: Box) -> dict[str, float]:
        """A box from the top left corner of the drawing."""
        top = cells - box.y - box.depth
        return {
            "x": round(box.x * one, 3), "y": round(top * one, 3), "width": round(box.width * one, 3),
            "height": round(box.depth * one, 3),
        }  # fmt: skip

    pieces = [
        {**drawn(piece.box), "kind": piece.terrain.id, "look": piece.terrain.look, "runs": piece.terrain.runs,
         "hill": piece.terrain.hill, "road": piece.terrain.road, "water": piece.terrain.water, "letter": letter}
        for piece, letter in lettered
    ]  # fmt: skip
    elements: list[dict[str, Any]] = []
    strongholds: list[dict[str, Any]] = []
    for side in armies:
        if side.stronghold is not None and not side.undecided:
            strongholds.append({**drawn(side.stronghold), "livery": side.army.livery})
        elements += [
            {**drawn(stand.box), "livery": side.army.livery, "symbol": stand.troop.symbol, "general": stand.general,
             "turn": TURNS[stand.facing], "name": stand.troop.name}
            for stand in side.deployed.standing
        ]  # fmt: skip
    sides = [
        {"name": side.army.name, "role": side.role, "livery": side.army.livery, "top": not side.attacks}
        for side in armies
    ]
    face = TableFace(
        side_mm, round(one, 4), round(catalogue.cells("deploy") * one, 3),
        round(one * BAR / catalogue.figures["cell"], 3), BAR, pieces, elements, strongholds, sides,
    )  # fmt: skip
    return FaceFigure((ShownFace(bill.template("table.svg.j2"), face, (side_mm, side_mm)),))
