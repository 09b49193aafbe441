"""The catalogue of Itty Bitty Battles: the shipped files with designers' packs laid over them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Entry, Kind, Shelf
from ibbprint.catalogue.rulebook import CREDITS as CREDITS
from ibbprint.catalogue.rulebook import FIGURES as FIGURES
from ibbprint.catalogue.rulebook import MARKERS as MARKERS
from ibbprint.catalogue.rulebook import PARTS as PARTS
from ibbprint.catalogue.rulebook import PLACE_NAMES as PLACE_NAMES
from ibbprint.catalogue.rulebook import RULINGS as RULINGS
from ibbprint.catalogue.rulebook import STATEMENTS as STATEMENTS
from ibbprint.catalogue.rulebook import TELLING as TELLING
from ibbprint.catalogue.rulebook import THEMES as THEMES
from ibbprint.catalogue.rulebook import WORDS as WORDS
from ibbprint.systems.ibb.models.army_themes import ArmyTheme, Quarrel, Saying
from ibbprint.systems.ibb.models.magic import AreaTemplate, Spell
from ibbprint.systems.ibb.models.named import Ability, Race, Segment
from ibbprint.systems.ibb.models.tables import (
    ExampleStep,
    Modifier,
    PetardResult,
    ResultTable,
    ScatterResult,
    ScoutChance,
    Step,
    Term,
)
from ibbprint.systems.ibb.models.terrain import Terrain
from ibbprint.systems.ibb.models.units import AnyUnit, Troops, Unit

GAME = "ibb"
UNIT_LIST = "ibbprint units"
"""The command that shows every unit and its price."""
DIE = 6
"""Faces of the one ordinary die that the game is played with."""
DATA = Path(__file__).resolve().parent / "data"

UNITS: Kind[AnyUnit] = Kind("units", Unit)  # type: ignore[arg-type]  # pydantic tells the four by their kind
ABILITIES = Kind("abilities", Ability)
RACES = Kind("races", Race)
TERMS = Kind("terms", Term)
TERRAIN = Kind("terrain", Terrain)
SEGMENTS = Kind("segments", Segment)
PROCEDURE = Kind("procedure", Step)
TURN = Kind("turn", Step)
MODIFIERS = Kind("modifiers", Modifier)
SCATTER = Kind("scatter", ScatterResult, key="roll")
PETARD = Kind("petard", PetardResult)
SCOUT = Kind("scout", ScoutChance, key="range")
AREA_TEMPLATES = Kind("area-templates", AreaTemplate, nested=True)
SPELLS = Kind("spells", Spell)
ARMY_THEMES = Kind("army-themes", ArmyTheme, nested=True)
SAYINGS = Kind("sayings", Saying)
QUARRELS = Kind("quarrels", Quarrel)
EXAMPLE_TURN = Kind("example-turn", ExampleStep)
CRT = Kind("crt", ResultTable, single=True)

KINDS: Mapping[str, Kind[Any]] = {
    kind.name: kind
    for kind in (
        UNITS, ABILITIES, RACES, TERMS, TERRAIN, SEGMENTS, PROCEDURE, TURN, MODIFIERS, FIGURES, SCATTER, PETARD,
        SCOUT, AREA_TEMPLATES, SPELLS, MARKERS, RULINGS, STATEMENTS, TELLING, THEMES, PLACE_NAMES, ARMY_THEMES,
        SAYINGS, QUARRELS, CREDITS, EXAMPLE_TURN, PARTS, CRT, WORDS,
    )
}  # fmt: skip
"""Every kind of file of the catalogue, by its name."""
NAMED: Mapping[str, Kind[Any]] = {
    "unit": UNITS,
    "terrain": TERRAIN,
    "modifier": MODIFIERS,
    "spell": SPELLS,
    "people": RACES,
    "theme": ARMY_THEMES,
}
"""Whose entries players name, by the kind of word."""


class Catalogue(rulebook.Catalogue):
    """The whole catalogue; a kind is read when it is first asked for."""

    GAME = GAME
    DATA = DATA
    KINDS = KINDS
    NAMED = NAMED

    @cached_property
    def units(self) -> Shelf[AnyUnit]:
        return self.layers.shelf(UNITS)

    @cached_property
    def mounts(self) -> Mapping[str, Troops]:
        """Who is on horse, by the id of the unit that he is on foot; of several the first of the list (R-33)."""
        found: dict[str, Troops] = {}
        for unit in self.units:
            if unit.kind == "troops" and unit.on == "dismounted" and unit.becomes is not None:
                found.setdefault(unit.becomes, unit)
        return found

    @cached_property
    def abilities(self) -> Shelf[Ability]:
        return self.layers.shelf(ABILITIES)

    @cached_property
    def templates(self) -> Mapping[str, Entry[AreaTemplate]]:
        """The area templates that the switches leave, by id and by the name that spells have for them (R-136)."""
        found = {}
        for entry in self.layers.shelf(AREA_TEMPLATES).entries.values():
            if self.in_force(entry.value.when):
                for value in ("", *entry.value.when.values()):
                    found[entry.value.id.removesuffix(f"-{value}")] = entry
        return found

    @cached_property
    def crt(self) -> ResultTable | None:
        entry = self.layers.single(CRT)
        return None if entry is None else entry.value
