"""The heads of the scenarios of every game."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated

from pydantic import Field

from ibbprint.catalogue.models import Id, Prose, RuleIds, Text, Title
from ibbprint.catalogue.models.playtests import Playtests
from ibbprint.catalogue.validate import Model, empty_dict, empty_list


class Head(Model):
    """Its names and its edition, what led to it, how disputed rules are played in it, the rulings that it applies, and
    what playtests said of it. `evening` is an optional rule, its `changes`, with the playtests that prove it.

    A game gives `game` its own id, and adds its own fields.
    """

    id: Id
    title: Title
    game: Id
    edition: Annotated[str, Text(min_length=1, max_length=20)] = "1"
    background: Prose | None = None
    rules: dict[str, str] = Field(default_factory=empty_dict)
    applies: RuleIds = Field(default_factory=empty_list)
    playtests: Playtests | None = None
    evening: Playtests | None = None
