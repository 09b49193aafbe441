"""An army list as a YAML file: what it may hold."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from ibbprint.catalogue.models import Line, Prose, Text, Title
from ibbprint.catalogue.validate import Model, empty_dict, empty_list
from ibbprint.systems.ibb.models.scenarios import Rating

Gold = Annotated[int, Field(ge=0, le=100_000)]


class ListHead(Model):
    """The head of a list. `budget` is the agreed one: the attacker may spend a multiple of it (G-35)."""

    game: str = "ibb"
    title: Title = "Army list"
    edition: Annotated[str, Text(min_length=1, max_length=20)] = "1"
    budget: Gold | None = None
    rules: dict[str, str] = Field(default_factory=empty_dict)
    note: Prose | None = None


class ListEntry(Model):
    """An entry of a list. `unit` is an entry of the price list, by id or by any of its names; `rating` overrides its
    figures.

    `quality` tells entries of one name apart, `rank` is a leader's number; `free` is for levels of forts (G-34).
    `price` (of one) and `sum` are what the list says; the price list counts (G-50).
    """

    unit: Title
    count: int = Field(default=1, ge=1, le=500)
    quality: int | None = Field(default=None, ge=1, le=9)
    rank: int | None = Field(default=None, ge=1, le=9)
    rating: Rating | None = None
    name: Title | None = None
    formation: Title | None = None
    price: Gold | None = None
    sum: Gold | None = None
    free: bool = False
    spells: list[Title] = Field(default_factory=empty_list)
    note: Line | None = None


def _entry_of(value: object) -> str:
    return "words" if isinstance(value, str) else "fields"


AnyEntry = Annotated[
    Annotated[Annotated[str, Text(min_length=1, max_length=400)], Tag("words")] | Annotated[ListEntry, Tag("fields")],
    Discriminator(_entry_of),
]
"""An entry by its fields, or as one line of plain text: `3x Light Infantry Q3`."""


class ListArmy(Model):
    """A side of a list. `total` is the cost that the list states; `free_forts` the number of free levels."""

    name: Title = "Army"
    role: Literal["attacker", "defender"] | None = None
    budget: Gold | None = None
    total: Gold | None = None
    free_forts: int | None = Field(default=None, ge=0, le=500)
    entries: list[AnyEntry] = Field(min_length=1, max_length=2000)


class ArmyListFile(Model):
    """An army list of Itty Bitty Battles: one side, or several."""

    army_list: ListHead
    armies: list[ListArmy] = Field(min_length=1, max_length=6)
