"""What the templates of counters and chits may use, a record for each: `{{ attack }}`, `{{ side.livery }}`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from ibbprint.materials import Fields
from ibbprint.systems.ibb.models.scenarios import Side

Pattern = Literal["plain", "bar", "bars", "dash", "wide", "dots"]


@dataclass(frozen=True, slots=True)
class SideFields(Fields):
    """A side of the battle: `livery` is the id of its colours in the style, `letter` begins its counters' ids."""

    id: str
    name: str
    livery: str
    letter: str


def side_fields(side: Side) -> SideFields:
    """A side as faces know it."""
    return SideFields(side.id, side.name, side.livery, side.letter)


@dataclass(frozen=True, slots=True)
class Stripe(Fields):
    """The band of a formation: its letter, its name, the pattern of its strokes and of its colour in the style."""

    letter: str
    pattern: Pattern
    name: str


@dataclass(frozen=True, slots=True)
class AbilityFields(Fields):
    """An ability that a counter shows: the id of its symbol, its name."""

    symbol: str
    name: str


class OnEvery(TypedDict):
    """What every counter of an army shows: see `CounterFace`."""

    id: str
    name: str
    symbol: str
    unit: str
    side: SideFields
    formation: Stripe | None


@dataclass(frozen=True, slots=True)
class CounterFace(Fields):
    """A counter of an army: `unit` is its entry in the unit list, `name` as short as it is printed."""

    id: str
    name: str
    symbol: str
    unit: str
    side: SideFields
    formation: Stripe | None


@dataclass(frozen=True, slots=True)
class UnitFace(CounterFace):
    """Troops, with their ratings. `range` is in hexes, `shots` how often they shoot, None for no limit."""

    range: int | None
    shots: int | None
    abilities: list[AbilityFields]
    attack: int
    defence: int
    movement: int
    quality: int


@dataclass(frozen=True, slots=True)
class LeaderFace(CounterFace):
    """A captain, wizard or priest."""

    rating: int


@dataclass(frozen=True, slots=True)
class EngineFace(CounterFace):
    """An engine of war; `attack_stone` is its attack against stone."""

    attack: int
    attack_stone: int
    defence: int
    movement: int
    range: int | None


@dataclass(frozen=True, slots=True)
class ChitFace(CounterFace):
    """A chit for the Cup; `figure` is the rating of a leader, empty for anybody else."""

    figure: str


@dataclass(frozen=True, slots=True)
class SideBack(Fields):
    """The back of an army's counters."""

    side: SideFields
