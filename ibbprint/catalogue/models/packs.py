"""Designers' packs."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated

from pydantic import ConfigDict, Field

from ibbprint.catalogue.models import Id, Text, Title
from ibbprint.catalogue.validate import Model, empty_list


class Pack(Model):
    """The head of a designer's pack.

    `silence` names warnings not to repeat: by the id in their brackets, or by some of their words.
    """

    id: Id
    title: Title
    game: Id
    edition: Annotated[str, Text(min_length=1, max_length=20)] = "1"
    silence: list[Annotated[str, Text(min_length=4, max_length=200)]] = Field(default_factory=empty_list)


class PackFile(Model):
    """The file `pack.yaml` of a pack."""

    pack: Pack


class GameHead(Model):
    """The head of a game's folder in its `game.yaml`; the game that reads such folders knows the rest.

    `over` is the id of the game that an expansion belongs to.
    """

    model_config = ConfigDict(extra="ignore")

    id: Id
    title: Title
    edition: Annotated[str, Text(min_length=1, max_length=20)] = "1"
    over: Id | None = None
    silence: list[Annotated[str, Text(min_length=4, max_length=200)]] = Field(default_factory=empty_list)


class GameHeadFile(Model):
    """The head of a `game.yaml`."""

    model_config = ConfigDict(extra="ignore")

    game: GameHead
