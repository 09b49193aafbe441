"""What a game with an engine offers: opened scenarios, and games in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from ibbprint.engine.api.kits import Game
from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.state import NOBODY

if TYPE_CHECKING:
    from ibbprint.catalogue.rulebook import Catalogue
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.engine.api.watching import Present, Spell, Watched
    from ibbprint.materials.boards import Board
    from ibbprint.problems import Problem, Report


class Told(NamedTuple):
    """An event put into words: its kind, the words for its sentences, the rules behind it."""

    kind: str
    words: Mapping[str, str]
    rules: tuple[str, ...] = ()


class Telling(NamedTuple):
    """How a report words one kind of event: sentences to choose from, with places for words in braces.

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


class Playing(Protocol):
    """A game in play. Actions are small data of the game's own; they print and parse, so a game is a text file."""

    @property
    def sides(self) -> Sequence[str]:
        """The ids of the sides, in the order of the scenario."""

    @property
    def to_move(self) -> str | None:
        """The side that must decide; None when the game is over."""

    @property
    def turn(self) -> int:
        """The number of the turn, 0 while setting up."""

    def candidates(self) -> Sequence[Any]:
        """The actions to choose among, all of them legal, in a fixed order."""

    def text(self, action: Any) -> str:
        """An action as one line of text."""

    def parse(self, line: str) -> Any:
        """The action that a line means; ValueError if it means none."""

    def is_legal(self, action: Any) -> Problem | None:
        """Why an action is not legal now, with its rule; None when it is."""

    def fault(self, line: str) -> Problem | None:
        """Why a line is not an action that is legal now: the rule, the column, what is near; None when it is one."""

    def apply(self, action: Any) -> None:
        """Do it and play on to the next decision; ValueError, with the state unchanged, when it is not legal."""

    def play(self, action: Any) -> None:
        """Do one of the `candidates`, unchecked."""

    def appraise(self, actions: Sequence[Any]) -> Sequence[float]:
        """How good each of the candidates looks for the side to move, by rules of thumb: higher is better."""

    def best(self, leaning: Leaning = USUAL) -> Sequence[Any]:
        """The candidates that look best to the side to move, all alike; what cannot be best need not be weighed."""

    @property
    def occasion(self) -> object:
        """What is equal as long as one side may do as it likes, such as an activation; None while it must answer."""

    def evaluate(self, side: str) -> float:
        """How the game stands for a side, against the others: higher is better, a level of victory is about 1."""

    def guess(self, seed: int | str) -> Playing:
        """Of a view: a game to be played on in which what is hidden is drawn from what the side knows."""

    @property
    def is_over(self) -> bool:
        """True when nothing more can be decided."""

    @property
    def result(self) -> Result:
        """How it stands."""

    @property
    def events(self) -> Sequence[Any]:
        """What happened, in order, in a game that was begun with a listener."""

    def tale(self) -> Sequence[Told]:
        """The events in words, those that belong together put together; at the end how it stands, and why."""

    def board(self) -> Board | None:
        """The map, with a layer for the set-up and one for the end of each turn that shows where everybody stood."""

    def roll_call(self) -> Sequence[Present]:
        """Every counter that has been in the game so far, on the map or not."""

    def markers(self) -> Mapping[str, int]:
        """How many of each marker of the catalogue are on the table now, by id; those that the game can count."""

    def decided(self) -> Sequence[str]:
        """The conditions that decided a game, in words that are the same in every game of the scenario."""

    def copy(self, seed: int | str | None = None) -> Playing:
        """A game that continues independently; with a seed it gets separate dice."""

    def view(self, side: str) -> Playing:
        """The game as one side sees it."""

    def fingerprint(self) -> str:
        """A short hash of the whole state."""


class Opened(Protocol):
    """A scenario ready to be played any number of times."""

    @property
    def title(self) -> str:
        """The scenario's title."""

    @property
    def id(self) -> str:
        """The scenario's id."""

    @property
    def sides(self) -> Mapping[str, str]:
        """The name of each side by its id, in the order of the scenario."""

    @property
    def rules(self) -> Mapping[str, str]:
        """The current switches of disputed rules."""

    @property
    def not_played(self) -> Sequence[str]:
        """Things that are printed for it but ignored by the engine, in words."""

    @property
    def level_names(self) -> Sequence[str]:
        """The names of the levels of victory that results count, from none up; empty where results are in words."""

    @property
    def telling(self) -> Mapping[str, Telling]:
        """The sentences for each kind of `Told`."""

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue that it is played with."""

    @property
    def watched(self) -> Watched:
        """Which of its events are counted."""

    @property
    def spells(self) -> Sequence[Spell]:
        """The spells that each side may cast, in the order of the catalogue."""

    def stamp(self) -> str:
        """A short hash of all that its games are played by: the program, the scenario, its map, the catalogue."""

    def start(self, seed: int | str, *, listen: bool = False) -> Playing:
        """A new game. The same seed and actions give the same game; events are kept when somebody listens."""


@runtime_checkable
class PlayableGame(Game, Protocol):
    """A game with a rules engine."""

    def open(self, scenario: str, options: KitOptions, report: Report) -> Opened | None:
        """A scenario (an id, or a file) to be played, or None with errors in the report."""
