"""What the files hold."""

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import HexName, Id, Line, Names, RuleIds, Text, Title, scenarios
from ibbprint.catalogue.models.grounds import GroundKind
from ibbprint.catalogue.validate import Model, empty_list

SIDES = GARRISON, BESIEGERS = ("garrison", "besiegers")
NAMES = {GARRISON: "The garrison", BESIEGERS: "The besiegers"}
Small = Annotated[int, Field(ge=0, le=9)]


class Unit(Model):
    """A type of unit. `range` is how far it shoots, in hexes; `spikes` what it takes off the die against a gun.

    A list has from `least` to `most` of it, and calls it by any of `names`.
    """

    id: Id
    name: Title
    names: list[Title] = Field(default_factory=empty_list)
    side: Literal["garrison", "besiegers"]
    letter: Annotated[str, Text(pattern="^[A-Z]$")]
    symbol: Id
    strength: int = Field(ge=1, le=9)
    movement: Small
    range: Small = 0
    spikes: Small = 0
    gun: bool = False
    price: int = Field(ge=1, le=99)
    least: Small = 0
    most: int = Field(ge=1, le=40)
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class Ground(GroundKind):
    """A kind of ground: what it costs to enter, and what it adds to the die of whoever attacks somebody there."""

    cost: int = Field(ge=1, le=9)
    cover: Small = 0
    where: Line
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class Head(scenarios.Head):
    game: Id = "sally"
    map: Id
    turns: int = Field(ge=1, le=30)


class UnitLine(Model):
    unit: Annotated[Id, Names("units", "unit")]
    hexes: list[HexName] = Field(min_length=1)


class Scenario(Model):
    scenario: Head
    units: list[UnitLine] = Field(min_length=1)
