"""The table of a battle as a record for the press: its terrain, and where every element stood at each moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ibbprint.engine.lattice import Block, Heading, Rect
from ibbprint.engine.lattice_board import board, spot, stand_mark
from ibbprint.engine.parts import with_moments
from ibbprint.materials.boards import Board, Ground, KeyEntry, Layer, Spot, StandMark, ZoneMark
from ibbprint.systems.element_battle.rules.setting import LETTERS
from ibbprint.systems.element_battle.rules.state import FROG

if TYPE_CHECKING:
    from ibbprint.engine.state import Event
    from ibbprint.systems.element_battle.catalogue import Catalogue
    from ibbprint.systems.element_battle.deployment import Standing
    from ibbprint.systems.element_battle.rules.setting import Setting
    from ibbprint.systems.element_battle.rules.state import State
    from ibbprint.systems.element_battle.scenarios import Battle

CELL_MM = 1.5
"""How long a cell of the table is on the drawing: a table of 120 cells fits a sheet upright."""
NOTE = "An arrow marks the front of an element. F: a frog."
ZONES = "zones"
"""The layer with the zones in which the sides deploy."""


def moments(state: State, events: Iterable[Event]) -> Board | None:
    """The table with a layer for every moment that was reported: where each element stood, and which way it faced."""
    setting = state.setting
    sides = setting.battle.sides
    key = [KeyEntry(side.army.livery, LETTERS[side.army.role], side.army.name) for side in sides]
    elements = {element.key: (element.kind.one, element.side, not element.is_place) for element in state.elements}
    return with_moments(
        table_of(setting.battle, setting.catalogue),
        events,
        lambda event: _stands(setting, elements, event.values["stands"]),
        key,
    )


def table_of(battle: Battle, catalogue: Catalogue) -> Board:
    """The table with the terrain of a battle, and as a layer the zones in which its sides deploy."""
    length, zone = catalogue.cells("table"), catalogue.cells("deploy")
    table = Rect(0, 0, length, length)
    grounds = tuple(
        Ground(terrain.id, terrain.name, terrain.look, "" if terrain.runs else terrain.name[:1])
        for terrain in catalogue.terrain
    )
    wide, deep = length * CELL_MM, zone * CELL_MM
    zones = tuple(
        ZoneMark(side.army.name, side.army.livery, (), box=(0.0, wide - deep if side.attacks else 0.0, wide, deep))
        for side in battle.sides
    )
    drawn = board(
        battle.scenario.scenario.title,
        NOTE,
        table,
        cell_mm=CELL_MM,
        base=catalogue.cells("base"),
        units=("cell", "cells"),
        grounds=grounds,
        pieces=[(placed.terrain.id, placed.box.rect) for placed in battle.ground],
    )
    return drawn._replace(layers=(Layer(ZONES, "Deployment", zones),))


def stand_spot(stand: Standing, catalogue: Catalogue) -> Spot:
    """The place of an element on the drawing of the table."""
    length = catalogue.cells("table")
    return spot(Block(stand.box.rect, Heading[stand.facing.upper()]), Rect(0, 0, length, length), CELL_MM)


def _stands(
    setting: Setting, elements: Mapping[str, tuple[str, int, bool]], stands: Mapping[str, Sequence[Any]]
) -> Iterable[StandMark]:
    """A mark for every element that stood, as large as its base, and for every frog; a stronghold has no front."""
    for key, (*where, fate, _) in stands.items():
        name, side, has_front = elements[key]
        livery = setting.battle.sides[side].army.livery
        state = "F" if fate == FROG else ""
        yield stand_mark(where, key, state, name, livery, setting.table, CELL_MM, has_front=has_front)
