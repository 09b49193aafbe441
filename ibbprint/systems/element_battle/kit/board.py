"""The table of a battle as a record for the press: its terrain, and where every element stood at each moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ibbprint.engine.lattice import Block, Heading, Rect
from ibbprint.engine.lattice_board import patch, spot
from ibbprint.engine.parts import MAP, with_moments
from ibbprint.materials.boards import Board, Ground, KeyEntry, Stander, StandMark, Table
from ibbprint.systems.element_battle.rules.setting import LETTERS
from ibbprint.systems.element_battle.rules.state import FROG

if TYPE_CHECKING:
    from ibbprint.engine.state import Event
    from ibbprint.systems.element_battle.rules.setting import Setting
    from ibbprint.systems.element_battle.rules.state import State

CELL_MM = 1.5
"""How long a cell of the table is on the drawing: a table of 120 cells fits a sheet upright."""
NOTE = "A bar marks the front of an element. F: a frog."
NO_SYMBOL = ""
"""A base of four cells has room for the id of its element and no more."""


def moments(state: State, events: Iterable[Event]) -> Board | None:
    """The table with a layer for every moment that was reported: where each element stood, and which way it faced."""
    setting = state.setting
    sides = setting.battle.sides
    key = [KeyEntry(side.army.livery, LETTERS[side.army.role], side.army.name) for side in sides]
    elements = {element.key: (element.kind.one, element.side) for element in state.elements}
    return with_moments(_table(setting), events, lambda event: _stands(setting, elements, event.values["stands"]), key)


def _table(setting: Setting) -> Board:
    table = setting.table
    grounds = tuple(
        Ground(terrain.id, terrain.name, terrain.look, "" if terrain.runs else terrain.name[:1])
        for terrain in setting.catalogue.terrain
    )
    return Board(
        id="table",
        section=MAP.id,
        title=setting.battle.scenario.scenario.title,
        subtitle="",
        note=NOTE,
        grid=Table(table.wide * CELL_MM, table.deep * CELL_MM, "cell", "cells"),
        grounds=grounds,
        terrain={},
        courses=(),
        bridges=(),
        names=(),
        hex_mm=CELL_MM,
        counter_mm=8 * CELL_MM,
        patches=tuple(patch(piece.kind.id, piece.rect, table, CELL_MM) for piece in setting.pieces),
    )


def _stands(
    setting: Setting, elements: Mapping[str, tuple[str, int]], stands: Mapping[str, Sequence[Any]]
) -> Iterable[StandMark]:
    """A mark for every element that stood, as large as its base, and for every frog."""
    for key, (x1, y1, x2, y2, heading, fate, _) in stands.items():
        name, side = elements[key]
        block = Block(Rect(x1, y1, x2, y2), Heading[heading.upper()])
        stander = Stander(NO_SYMBOL, name, (f"{key}{'·F' if fate == FROG else ''}",))
        livery = setting.battle.sides[side].army.livery
        yield StandMark("", livery, (stander,), spot=spot(block, setting.table, CELL_MM))
