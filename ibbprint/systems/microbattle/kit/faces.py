"""What the templates of counters may use, a record for each: `{{ fire }}`, `{{ army.livery }}`."""

from __future__ import annotations

from dataclasses import dataclass

from ibbprint.materials import Fields
from ibbprint.systems.microbattle.models import Army


@dataclass(frozen=True, slots=True)
class ArmyFields(Fields):
    """An army: `livery` is the id of its colours in the style, `letter` begins the ids of its counters."""

    id: str
    name: str
    livery: str
    letter: str


@dataclass(frozen=True, slots=True)
class UnitFace(Fields):
    """A unit: `unit` is its entry in the unit list, `moves` are squares, `fire` is 0 for those who do not shoot."""

    army: ArmyFields
    id: str
    unit: str
    name: str
    symbol: str
    moves: int
    fire: int
    light: bool


@dataclass(frozen=True, slots=True)
class CommanderFace(Fields):
    """A commander: the name of his quality, and with its sign what he adds to the die of activation; empty: nothing."""

    army: ArmyFields
    id: str
    name: str
    quality: str
    activates: str


def army_fields(army: Army) -> ArmyFields:
    """An army as faces know it."""
    return ArmyFields(army.id, army.name, army.livery, army.letter)
