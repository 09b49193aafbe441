"""The catalogue of Itty Bitty Battles: the shipped files with designers' packs laid over them.

And what needs no more than the catalogue: numbers of the rules, casters who pool, and counters that are exchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Entry, Kind, Single
from ibbprint.catalogue.models import Id, Ids, Line, Names, Phrases, Played, RuleIds, Title
from ibbprint.catalogue.rulebook import PLACE_NAMES, STATEMENTS, TELLING, THEMES
from ibbprint.catalogue.validate import Model, empty_list
from ibbprint.systems.ibb.models.units import AnyUnit, Troops, Unit

if TYPE_CHECKING:
    from ibbprint.systems.ibb.models.army_themes import ArmyTheme, Quarrel, Saying
    from ibbprint.systems.ibb.models.magic import AreaTemplate, Spell
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

_MODELS = "ibbprint.systems.ibb.models"


class Ability(Model):
    """The meaning of a symbol on a counter."""

    id: Id
    name: Title
    symbol: Id
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)
    reconstructed: bool = False
    play: Played = "full"


class Race(Model):
    """A race, the words for it, and the races it cannot bear (R-60)."""

    id: Id
    name: Title
    aliases: Phrases = Field(default_factory=empty_list)
    antipathy: Annotated[Ids, Names("races", "race")] = Field(default_factory=empty_list)
    rules: RuleIds = Field(default_factory=empty_list)


class Segment(Model):
    """One of the five segments of combat, in order of speed."""

    id: Id
    number: int = Field(ge=1, le=9)
    name: Title
    title: Title
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)
    play: Played = "full"


GAME = "ibb"
DIE = 6
"""Faces of the one ordinary die that the game is played with."""
DATA = Path(__file__).resolve().parent / "data"


class Catalogue(rulebook.Catalogue):
    """The whole catalogue; a kind is read when it is first asked for."""

    GAME = GAME
    DATA = DATA

    units: Kind[AnyUnit] = Kind(Unit)  # type: ignore[arg-type]  # pydantic tells the four by their kind
    abilities = Kind(Ability)
    races = Kind(Race)
    terms: Kind[Term] = Kind(f"{_MODELS}.tables:Term")
    terrain: Kind[Terrain] = Kind(f"{_MODELS}.terrain:Terrain")
    segments = Kind(Segment)
    procedure: Kind[Step] = Kind(f"{_MODELS}.tables:Step")
    turn: Kind[Step] = Kind(f"{_MODELS}.tables:Step")
    modifiers: Kind[Modifier] = Kind(f"{_MODELS}.tables:Modifier")
    scatter: Kind[ScatterResult] = Kind(f"{_MODELS}.tables:ScatterResult", key="roll")
    petard: Kind[PetardResult] = Kind(f"{_MODELS}.tables:PetardResult")
    scout: Kind[ScoutChance] = Kind(f"{_MODELS}.tables:ScoutChance", key="range")
    area_templates: Kind[AreaTemplate] = Kind(f"{_MODELS}.magic:AreaTemplate", nested=True)
    spells: Kind[Spell] = Kind(f"{_MODELS}.magic:Spell")
    army_themes: Kind[ArmyTheme] = Kind(f"{_MODELS}.army_themes:ArmyTheme", nested=True)
    sayings: Kind[Saying] = Kind(f"{_MODELS}.army_themes:Saying")
    quarrels: Kind[Quarrel] = Kind(f"{_MODELS}.army_themes:Quarrel")
    example_turn: Kind[ExampleStep] = Kind(f"{_MODELS}.tables:ExampleStep")
    crt: Single[ResultTable] = Single(f"{_MODELS}.tables:ResultTable")
    telling = TELLING
    statements = STATEMENTS
    themes = THEMES
    place_names = PLACE_NAMES

    NAMED: ClassVar[Mapping[str, Kind[Any]]] = {
        "unit": units,
        "terrain": terrain,
        "modifier": modifiers,
        "spell": spells,
        "people": races,
        "theme": army_themes,
    }

    @cached_property
    def mounts(self) -> Mapping[str, Troops]:
        """The mounted troops by the id of the unit that they dismount to; of several the first of the list (R-33)."""
        troops: dict[str, Troops] = {}
        for unit in self.units:
            if unit.kind == "troops" and unit.on == "dismounted" and unit.becomes is not None:
                troops.setdefault(unit.becomes, unit)
        return troops

    @cached_property
    def templates(self) -> Mapping[str, Entry[AreaTemplate]]:
        """The area templates that the switches leave, by id and by the name that spells have for them (R-136)."""
        result = {}
        for entry in self.area_templates.entries.values():
            if self.in_force(entry.value.when):
                for value in ("", *entry.value.when.values()):
                    result[entry.value.id.removesuffix(f"-{value}")] = entry
        return result


def exchanged_for(catalogue: Catalogue, unit: AnyUnit) -> Troops | None:
    """The unit whose counter replaces that of a unit, None where none does.

    The switch spent_spearmen picks among spent units by their rating (R-22). Who starts dismounted may mount (R-33):
    he is exchanged for the first unit that becomes him.
    """
    if not isinstance(unit, Troops):
        return None
    units = catalogue.units
    if unit.becomes is None:
        return catalogue.mounts.get(unit.id)
    choice = catalogue.chosen.get("spent_spearmen", "")
    variant = units.get(f"{unit.becomes}-{choice}") if unit.on == "spent" else None
    result = variant or units.get(unit.becomes)
    return result if isinstance(result, Troops) else None


def exchanged_when(unit: Troops) -> str:
    """The state in which a unit is exchanged, in one word."""
    return "mounted" if unit.becomes is None else unit.on or "exchanged"


def figure(catalogue: Catalogue, name: str) -> int:
    """A number of the rules, 0 where a catalogue has it not."""
    result = catalogue.figure_entries.get(name)
    return int(result.value) if result is not None else 0


def casters_of(ratings: Sequence[int], overhead: int, cost: int) -> int:
    """The number of casters of these ratings that can pay `cost` alone; 1 if only pooling, less the overhead of
    each, does.
    """
    alone = sum(1 for rating in ratings if rating >= cost)
    return alone or int(len(ratings) > 1 and pooled(ratings, overhead) >= cost)


def pooled(points: Sequence[int], overhead: int) -> int:
    """The points of casters who pool: each loses the overhead if there are several (A-143, R-129)."""
    if len(points) == 1:
        return points[0]
    return sum(share - overhead for share in points)
