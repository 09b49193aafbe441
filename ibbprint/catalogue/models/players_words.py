"""The words that players use for what a game has."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import Text
from ibbprint.catalogue.validate import Model

WordKind = Literal[
    "unit",
    "terrain",
    "attack",
    "theme",
    "modifier",
    "roll",
    "game",
    "state",
    "option",
    "people",
    "short",
    "against",
    "filler",
    "spell",
    "weapon",
    "armour",
    "commander",
    "number",
    "slope",
    "attackers",
    "posture",
    "aid",
]


Spelling = Annotated[str, Text(min_length=1, max_length=60)]


class PlayersWords(Model):
    """Words of one kind: for each thing of the game, what players call it. `woods` are `forest` and `trees` as well.

    A thing is named as the game spells it: by an id or a name of its catalogue, a roll of `ibbprint odds`, the word for
    the state of a unit, an option (`fort=1`), the word that is abbreviated, or what stands between two sides. A word
    may be there for several things; a question with it is then refused with all that it may mean.
    """

    id: WordKind
    words: dict[Spelling, Annotated[list[Spelling], Field(min_length=1, max_length=60)]] = Field(max_length=400)
