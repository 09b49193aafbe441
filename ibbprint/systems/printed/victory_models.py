"""Models of victory in the section `play:`: conditions, ways to win, points."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import FromCell, Id, Text, Title
from ibbprint.catalogue.validate import Model, empty_list
from ibbprint.systems.printed.models import OwnId
from ibbprint.systems.printed.play_types import ColumnName, Cond, Figure, Hexes, YesNo, alone


class Holds(Model):
    """A number of places is held."""

    places: Id | None = None
    hexes: Hexes | None = None
    began: OwnId | None = None
    at_least: Figure = "all"


class Lost(Model):
    """A part of a side is lost."""

    side: OwnId
    of: ColumnName = "units"
    at_least: Figure


class Exited(Model):
    """A number of units has left the map."""

    of: Cond | None = None
    by: Hexes | None = None
    at_least: Figure = "1"


class NoneIn(Model):
    """A side has no unit there."""

    side: OwnId
    hexes: Hexes


class Within(Model):
    """A number of units is there now."""

    of: Cond | None = None
    hexes: Hexes
    at_least: Figure = "1"
    supplied: YesNo = False


class Points(Model):
    """Points of victory, or the lead in them."""

    at_least: Figure | None = None
    ahead: Figure | None = None


class Conditions(Model):
    """Conditions of victory, each of which must be met."""

    holds: Holds | None = None
    lost: Lost | None = None
    exited: Exited | None = None
    none_in: NoneIn | None = None
    in_: Annotated[Within | None, Field(alias="in")] = None
    points: Points | None = None


class Victory(Conditions):
    """A way to win; the first of the list that is met decides."""

    side: OwnId
    level: Id | None = None
    at: Literal["once", "turn", "end"] = "end"
    name: Title | None = None
    all: list[Conditions] = Field(default_factory=empty_list)
    any: list[Conditions] = Field(default_factory=empty_list)


class Award(Model):
    """Points for something, at the end of each turn or of the game."""

    side: OwnId
    per: Literal["place held", "step lost", "unit lost", "strength lost", "exit"]
    of: Annotated[list[Annotated[str, Text(min_length=1, max_length=200)]], FromCell(alone)] | None = None
    n: Figure = "1"
    at: Literal["turn", "end"] = "end"
