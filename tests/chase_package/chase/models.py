"""What the files hold."""

from typing import Literal

from pydantic import Field

from ibbprint.catalogue.models import HexName, Id, RuleIds, Title
from ibbprint.catalogue.validate import Model, empty_dict, empty_list
from ibbprint.materials import Look

SIDES = HARE, HOUNDS = ("hare", "hounds")
NAMES = {HARE: "The hare", HOUNDS: "The hounds"}


class Unit(Model):
    id: Id
    name: Title
    side: Literal["hare", "hounds"]
    letter: str
    movement: int = Field(ge=1, le=9)
    catch: int = Field(default=0, ge=0, le=9)
    symbol: Id
    rules: RuleIds = Field(default_factory=empty_list)


class Terrain(Model):
    id: Id
    name: Title
    look: Look
    shelter: int = Field(default=0, ge=0, le=9)
    rules: RuleIds = Field(default_factory=empty_list)


class Head(Model):
    id: Id
    title: Title
    game: Id
    map: Id
    turns: int = Field(ge=1, le=99)
    edition: str = "1"
    rules: dict[str, str] = Field(default_factory=empty_dict)
    applies: RuleIds = Field(default_factory=empty_list)


class Line(Model):
    unit: Id
    hexes: list[HexName] = Field(min_length=1)


class Scenario(Model):
    scenario: Head
    units: list[Line]
