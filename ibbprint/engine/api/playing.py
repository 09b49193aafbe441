"""Descriptions of scenarios and of games in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ibbprint.engine.state import NOBODY

if TYPE_CHECKING:
    from ibbprint.catalogue.maps import CellMap
    from ibbprint.catalogue.models.playtests import Playtests
    from ibbprint.catalogue.source import Source


class EventWords(NamedTuple):
    """An event put into words: its kind, the words for its sentences, the rules behind it."""

    kind: str
    words: Mapping[str, str]
    rules: tuple[str, ...] = ()


class Telling(NamedTuple):
    """The wording of one kind of event in a report: sentences to choose from, with places for words in braces.

    `place` says where the sentence goes: a heading, the start of a paragraph, an item under it, figures under that, or
    on the same line as what went before. A `brief` one appears in a summary too.
    """

    place: str
    say: tuple[str, ...]
    brief: bool = False


class Result(NamedTuple):
    """The state of a game: what each side has reached, in the words or numbers of the game, and who has won."""

    levels: Mapping[str, Any]
    winner: str | None
    """None for a draw."""

    @classmethod
    def of(cls, sides: Sequence[str], winner: int) -> Result:
        """`victory` and `defeat` by the number of the winner, or a `draw` for all of them while it is NOBODY."""
        if winner == NOBODY:
            return cls(dict.fromkeys(sides, "draw"), None)
        return cls({side: "victory" if n == winner else "defeat" for n, side in enumerate(sides)}, sides[winner])


class Head(Protocol):
    """The head of a scenario. `rules` are the switches that it chooses, `applies` the rulings, `playtests` what games
    between programs said of it, `evening` what they said of it with an optional rule.
    """

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def edition(self) -> str: ...

    @property
    def rules(self) -> Mapping[str, str]: ...

    @property
    def applies(self) -> Sequence[str]: ...

    @property
    def playtests(self) -> Playtests | None: ...

    @property
    def evening(self) -> Playtests | None: ...


class Headed(Protocol):
    """The model of a scenario file."""

    @property
    def scenario(self) -> Head: ...


class Fought(Protocol):
    """A scenario with its references looked up."""

    @property
    def scenario(self) -> Headed: ...

    @property
    def source(self) -> Source: ...

    @property
    def map(self) -> CellMap | None: ...
