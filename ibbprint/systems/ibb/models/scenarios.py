"""Scenarios: who fights, where, for how long."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from ibbprint.catalogue.models import FromCell, HexName, Id, Line, RuleIds, Text, Title, scenarios, words
from ibbprint.catalogue.validate import Model, empty_list
from ibbprint.systems.ibb.models import ShortName
from ibbprint.systems.ibb.models.victory import Crossing, VictoryLevel

Rating = Annotated[str, Text(pattern=r"^[0-9]{1,2}-[0-9]{1,2}-[0-9]{1,2}( ?Q[0-9])?$")]
"""A rating as the scenarios print it: `3-4-4 Q4`, or without the quality `3-4-4`."""


Letter = Annotated[str, Text(pattern=r"^[A-Z0-9]{1,2}$")]


class ScenarioHead(scenarios.Head):
    """The head of a scenario. `as_printed` marks the source's own set-up, with none of the rulings applied.

    With `turn_track` the map has one below it, as long as that takes no more sheets of paper.
    """

    game: Id = "ibb"
    map: Id
    turns: int = Field(ge=1, le=50)
    turn_track: bool = False
    as_printed: bool = False
    first_to_set_up: Id | None = None


class Side(Model):
    """An army of a scenario. `letter` starts the ids of its counters; `livery` names its colours in the style file."""

    id: Id
    name: Title
    army: Title
    letter: Letter
    livery: Id


class Formation(Model):
    """A formation and its captain; `letter` is on the band of its counters."""

    id: Id
    side: Id
    name: Title
    letter: Letter
    captain: Title | None = None
    rules: RuleIds = Field(default_factory=empty_list)


class Zone(Model):
    """A named choice of hexes for setting up."""

    id: Id
    name: Title
    hexes: list[HexName] = Field(min_length=1)
    rules: RuleIds = Field(default_factory=empty_list)


class Force(Model):
    """A line of the order of battle.

    `unit` is an entry of the unit list or one of its aliases; `rating` overrides the list's for this scenario (P1).
    It starts in one of `hexes`, or anywhere in `zone`. `turn` 0 is the set-up, later turns are reinforcements.
    `bank` says on which side of the water in its hex it is (R-69).
    `name` is who it is, `short` the name on the counter where the whole name is too long for it.
    `symbol` is the portrait or emblem of these counters, where the unit's own would not tell them apart.
    `stacked_with` is the name, or failing that the `unit`, of the friend whose hex it shares.
    """

    side: Id
    unit: Title
    count: int = Field(default=1, ge=1, le=500)
    name: Title | None = None
    short: ShortName | None = None
    symbol: Id | None = None
    rating: Rating | None = None
    hexes: Annotated[list[HexName], FromCell(words)] = Field(default_factory=empty_list)
    zone: Id | None = None
    stacked_with: Title | None = None
    formation: Id | None = None
    turn: int = Field(default=0, ge=0, le=50)
    bank: Literal["north", "south", "east", "west"] | None = None
    unrated: bool = False
    rules: RuleIds = Field(default_factory=empty_list)
    note: Line | None = None


class SpecialRule(Model):
    """A rule of this scenario alone."""

    id: Id
    kind: Literal["antipathy", "melee-bonus", "caster-may-cast", "caster-may-not-cast", "shared-hex", "text"]
    side: Id
    text: Line
    against: Id | None = None
    amount: int | None = Field(default=None, ge=-9, le=9)
    spell: Id | None = None
    rules: RuleIds = Field(default_factory=empty_list)


def _forces_of(value: Any) -> str:
    return "table" if isinstance(value, str) else "list"


Forces = Annotated[Annotated[list[Force], Tag("list")] | Annotated[str, Tag("table")], Discriminator(_forces_of)]
"""The lines of the order of battle, or the CSV file beside the scenario that holds them."""


class Scenario(Model):
    """A scenario of Itty Bitty Battles: who fights, where, for how long, and what wins."""

    scenario: ScenarioHead
    sides: list[Side] = Field(min_length=2, max_length=6)
    formations: list[Formation] = Field(default_factory=empty_list)
    zones: list[Zone] = Field(default_factory=empty_list)
    forces: Forces = Field(default_factory=empty_list)
    crossings: list[Crossing] = Field(default_factory=empty_list)
    victory: list[VictoryLevel] = Field(default_factory=empty_list)
    special: list[SpecialRule] = Field(default_factory=empty_list)
