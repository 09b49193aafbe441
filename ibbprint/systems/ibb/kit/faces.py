"""Values for the templates of counters besides the entry of a unit: `{{ side.livery }}`, `{{ formation.letter }}`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
