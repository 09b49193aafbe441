"""Scenarios: a table with its terrain, two armies, and where they are. Places are cells of 20 paces.

The attacker's edge is at the foot: `x` counts from the west, `y` from the attacker's edge.
"""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import Id, Text, Title, scenarios
from ibbprint.catalogue.validate import Model, empty_list
from ibbprint.systems.element_battle.models.troops import Points

Cell = Annotated[int, Field(ge=0, le=400)]
Extent = Annotated[int, Field(ge=1, le=400)]


class Head(scenarios.Head):
    """What a scenario says of itself. `points` and `dear` are what each army may have."""

    game: Id = "element-battle"
    points: Points | None = None
    dear: Points | None = None
    seed: Annotated[str, Text(max_length=400)] = ""


class Piece(Model):
    """A piece of terrain: its kind, its lower left corner, its width and depth."""

    kind: Id
    x: Cell
    y: Cell
    width: Extent
    depth: Extent
    name: Title | None = None


class Element(Model):
    """Some elements of one type."""

    type: Id
    count: int = Field(default=1, ge=1, le=60)
    general: bool = False
    options: list[Id] = Field(default_factory=empty_list)
    name: Title | None = None


class Stand(Model):
    """Where one element is: the lower left corner of its base, and which way it faces."""

    type: Id
    x: Cell
    y: Cell
    facing: Literal["north", "east", "south", "west"]
    general: bool = False


class Corner(Model):
    """Where the stronghold is: its lower left corner."""

    x: Cell
    y: Cell


class Army(Model):
    """One side. Without `stands` it deploys in the default lines; without `stronghold` that is where there is room."""

    role: Literal["attacker", "defender"]
    name: Title
    livery: Id
    elements: list[Element] = Field(min_length=1, max_length=60)
    stands: list[Stand] = Field(default_factory=empty_list, max_length=200)
    stronghold: Corner | None = None


class Scenario(Model):
    """A scenario file."""

    scenario: Head
    terrain: list[Piece] = Field(default_factory=empty_list, max_length=40)
    armies: list[Army] = Field(min_length=2, max_length=2)
