"""The table of a battle as a record for the press: its terrain, and where every unit stood at each moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ibbprint.engine.lattice import Rect
from ibbprint.engine.lattice_board import board, stand_mark
from ibbprint.engine.parts import with_moments
from ibbprint.materials import Look
from ibbprint.materials.boards import Board, Ground, KeyEntry, StandMark

if TYPE_CHECKING:
    from ibbprint.engine.state import Event
    from ibbprint.systems.battle_turn.rules.setting import Setting

INCH_MM = 4.0
"""How long an inch of the table is on the drawing: 6 by 4 feet fit a sheet on its side."""
LOOKS: Mapping[str, Look] = {
    "wood": "woods",
    "rough": "brush",
    "hill": "hill",
    "hedge": "jungle",
    "building": "village",
}
"""The looks of terrain; any other is drawn as rubble."""
SIGNS, DISORGANISED = {"shaken": "S", "bloodlust": "B"}, "D"
NOTE = (
    "After the id of a unit: S shaken, B in bloodlust, D disorganised. The two numbers of a place are the inches from"
    " the west edge and from the south edge to the south-west corner of the unit."
)


def moments(setting: Setting, events: Iterable[Event]) -> Board | None:
    """The table with a layer for every moment that was reported: where each unit stood, and which way it faced."""
    battle = setting.battle
    key = [KeyEntry(army.livery, army.letter, army.name) for army in battle.armies]
    return with_moments(table_of(setting), events, lambda event: _stands(setting, event.values["stands"]), key)


def look_of(terrain: str) -> Look:
    """The look of a kind of terrain."""
    return LOOKS.get(terrain, "rubble")


def table_of(setting: Setting) -> Board:
    """The table of a battle with its terrain."""
    table, battle = setting.table, setting.battle
    grounds = tuple(
        Ground(terrain.id, terrain.name, look_of(terrain.id), "" if terrain.cross else terrain.name[:1])
        for terrain in setting.catalogue.terrain
    )
    pieces = [(ground.kind.id, Rect(ground.x1, ground.y1, ground.x2, ground.y2)) for ground in battle.terrain]
    return board(
        battle.scenario.scenario.title,
        NOTE,
        table,
        cell_mm=INCH_MM,
        base=4,
        units=("inch", "inches"),
        grounds=grounds,
        pieces=pieces,
    )


def _stands(setting: Setting, stands: Mapping[str, Sequence[Any]]) -> Iterable[StandMark]:
    """A mark for every unit that stood, as large as its block."""
    for place in setting.battle.units:
        if place.key in stands:
            *where, _, condition, disorganised = stands[place.key]
            state = f"{SIGNS.get(condition, '')}{DISORGANISED if disorganised else ''}"
            livery = setting.battle.armies[place.side].livery
            yield stand_mark(where, place.key, state, place.unit.name, livery, setting.table, INCH_MM)
