"""The words that players use for what a game has."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import Text
from ibbprint.catalogue.validate import Model

WordKind = Literal[
    "unit", "terrain", "attack", "theme", "modifier", "roll", "game", "state", "option", "people", "short", "against",
    "filler", "spell", "weapon", "armour", "commander",
]  # fmt: skip


class PlayersWords(Model):
    """Words that mean one thing of the game: `forest` and `trees` are its woods.

    `id` is that thing as the game spells it: an id or a name of its catalogue, a roll of `ibbprint odds`, a word for
    the state of a unit, an option (`fort=1`), the word that is abbreviated, or what stands between two sides. A word
    may stand in several entries; a question with it is then refused with all that it may mean.
    """

    kind: WordKind
    id: Annotated[str, Text(min_length=1, max_length=60)]
    words: list[Annotated[str, Text(min_length=1, max_length=60)]] = Field(min_length=1, max_length=60)

    @property
    def key(self) -> str:
        """What tells entries apart."""
        return f"{self.kind} {self.id}"
