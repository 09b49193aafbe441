"""The table of a battle as a record for the press: its terrain, and where every unit stood at each moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ibbprint.engine.parts import MAP, with_moments
from ibbprint.materials import Look
from ibbprint.materials.boards import Board, Ground, KeyEntry, Patch, Spot, Stander, StandMark, Table

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
NOTE = "After the id of a unit: S shaken, B in bloodlust, D disorganised."
QUARTER = 90.0
NO_SYMBOL = ""
"""A block an inch deep has room for the id of its unit and no more."""


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
    patches = tuple(
        Patch(
            ground.kind.id,
            ground.x1 * INCH_MM,
            (table.y2 - ground.y2) * INCH_MM,
            (ground.x2 - ground.x1) * INCH_MM,
            (ground.y2 - ground.y1) * INCH_MM,
        )
        for ground in battle.terrain
    )
    return Board(
        id="table",
        section=MAP.id,
        title=battle.scenario.scenario.title,
        subtitle="",
        note=NOTE,
        grid=Table(table.wide * INCH_MM, table.deep * INCH_MM, "inch", "inches"),
        grounds=grounds,
        terrain={},
        courses=(),
        bridges=(),
        names=(),
        hex_mm=INCH_MM,
        counter_mm=4 * INCH_MM,
        patches=patches,
    )


def _stands(setting: Setting, stands: Mapping[str, Sequence[Any]]) -> Iterable[StandMark]:
    """A mark for every unit that stood, as large as its block."""
    for place in setting.battle.units:
        if place.key in stands:
            x1, y1, x2, y2, heading, _, condition, disorganised = stands[place.key]
            quarters = ("north", "east", "south", "west").index(heading)
            wide, deep = (y2 - y1, x2 - x1) if quarters % 2 else (x2 - x1, y2 - y1)
            spot = Spot(
                (x1 + x2) * INCH_MM / 2,
                (setting.table.y2 - (y1 + y2) / 2) * INCH_MM,
                wide * INCH_MM,
                deep * INCH_MM,
                quarters * QUARTER,
            )
            state = f"{SIGNS.get(condition, '')}{DISORGANISED if disorganised else ''}"
            stander = Stander(NO_SYMBOL, place.unit.name, (f"{place.key}{'·' * bool(state)}{state}",))
            yield StandMark("", setting.battle.armies[place.side].livery, (stander,), spot=spot)
