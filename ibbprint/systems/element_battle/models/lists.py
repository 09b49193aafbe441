"""An army list as a YAML file: what it may hold."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from ibbprint.catalogue.models import Line, Prose, Text, Title
from ibbprint.catalogue.validate import Model, empty_dict, empty_list
from ibbprint.systems.element_battle.models.troops import Points


class ListHead(Model):
    """What a list says of itself. `points` is the agreed total of each army, `dear` its cap of dear elements."""

    game: str = "element-battle"
    title: Title = "Army list"
    edition: Annotated[str, Text(min_length=1, max_length=20)] = "1"
    points: Points | None = None
    dear: Points | None = None
    rules: dict[str, str] = Field(default_factory=empty_dict)
    note: Prose | None = None


class ListEntry(Model):
    """One entry: a type of troops by any of its names. `price` (of one) and `sum` are what the list says."""

    type: Title
    count: int = Field(default=1, ge=1, le=500)
    general: bool = False
    options: list[Title] = Field(default_factory=empty_list)
    name: Title | None = None
    price: Points | None = None
    sum: Annotated[float, Field(ge=0, le=9999)] | None = None
    note: Line | None = None


def _entry_of(value: object) -> str:
    return "words" if isinstance(value, str) else "fields"


AnyEntry = Annotated[
    Annotated[Annotated[str, Text(min_length=1, max_length=400)], Tag("words")] | Annotated[ListEntry, Tag("fields")],
    Discriminator(_entry_of),
]
"""An entry by its fields, or as one line of plain text: `8 x Blades (general)`."""


class ListArmy(Model):
    """One side. `total` is the sum that the list states."""

    name: Title = "Army"
    role: Literal["attacker", "defender"] | None = None
    points: Points | None = None
    total: Annotated[float, Field(ge=0, le=9999)] | None = None
    entries: list[AnyEntry] = Field(min_length=1, max_length=500)


class ArmyListFile(Model):
    """An army list of the element battle: one side, or several."""

    army_list: ListHead
    armies: list[ListArmy] = Field(min_length=1, max_length=6)
