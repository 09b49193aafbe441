"""A game in play, as commands, policies and reports see it (`api.playing`), whatever its rules."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast

from ibbprint.dice import SeededDice
from ibbprint.engine import refusals
from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.api.playing import EventWords, Result, Telling
from ibbprint.engine.api.watching import NOTHING_WATCHED, Present, Spell, Watched
from ibbprint.engine.flow import Flow
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.state import NOBODY, Action, Event, State, fingerprint
from ibbprint.engine.verbs import Notation
from ibbprint.version import __version__

if TYPE_CHECKING:
    from ibbprint.catalogue.models.playtests import Playtests
    from ibbprint.catalogue.rulebook import Catalogue
    from ibbprint.engine.api.evening import Change, Edit
    from ibbprint.engine.api.gauges import Gauge
    from ibbprint.engine.api.odds import Fact, OddsAnswer
    from ibbprint.engine.api.planning import Planning
    from ibbprint.engine.api.playing import Fought
    from ibbprint.engine.narration import Narration
    from ibbprint.materials.boards import Board, Spot
    from ibbprint.problems import Problem

StateT = TypeVar("StateT", bound=State)
SettingT = TypeVar("SettingT")


class Session(Generic[StateT]):
    """A game from its set-up on. The same setting, seed and actions give the same events in any process.

    A game adds how it begins and ends, what a side sees, what it thinks of its choices, and how it is reported.
    """

    state_class: ClassVar[type[State]]
    """The game's own state, made of a setting and dice."""
    flow: ClassVar[Flow[Any]]
    notation: ClassVar[Notation[Any]]
    COSTS: ClassVar[tuple[str, str]] = ("point", "points")
    """What the cost of a move is counted in: one of them, and several."""

    def __init__(self, state: StateT) -> None:
        self.state = state

    @classmethod
    def begin(cls, setting: Any, seed: int | str, *, listen: bool = False) -> Self:
        """A new game, played on to the first decision. Events are kept if `listen` is true."""
        game = cls(cast("StateT", cls.state_class(setting, SeededDice(seed))))
        if listen:
            game.state.events = []
        game.set_up(seed)
        game.flow.settle(game.state)
        return game

    def set_up(self, seed: int | str) -> None:
        """Set up what nobody has a choice in, in a state with nothing but a setting and dice.

        Afterwards `state.phase` names a phase of the flow; tell `ready`, which is the first moment of a report.
        """
        raise NotImplementedError

    # --- who decides what -------------------------------------------------------------------------------------------

    @property
    def sides(self) -> Sequence[str]:
        sides: Sequence[str] = self.state.setting.sides
        return sides

    @property
    def to_move(self) -> str | None:
        """The side that must decide; None when the game is over."""
        side = self.flow.decider(self.state)
        return None if side == NOBODY else self.sides[side]

    @property
    def turn(self) -> int:
        return self.state.turn

    def candidates(self) -> list[Action]:
        """The actions that can be chosen among, in a fixed order; each of them is legal.

        Of moves that differ only in their way, and targets that differ in nothing, a game lists one; the others are
        legal all the same.
        """
        return self.flow.actions(self.state)

    def text(self, action: Action) -> str:
        return self.notation.text(self.state, action)

    def parse(self, line: str) -> Action:
        """The action that a line means; ValueError (the game's Refusal) if it means none."""
        return self.notation.parse(self.state, line, self.candidates)

    def is_legal(self, action: Action) -> Problem | None:
        """Check that an action is legal now: the problem with the id of the rule, or None."""
        refused = self.flow.check(self.state, action)
        return None if refused is None else refusals.of_action(refused, self.text(action))

    def fault(self, line: str) -> Problem | None:
        """The reason why a line is not an action that is legal now; the column is that of the wrong word."""
        try:
            refused = self.flow.check(self.state, self.parse(line))
        except Refusal as no_action:
            refused = no_action
        return None if refused is None else refusals.of_line(refused, line, map(self.text, self.candidates()))

    def apply(self, action: Action) -> None:
        """Do it, and play on to the next decision. Refusal, with the state unchanged, when it is not legal."""
        refused = self.flow.check(self.state, action)
        if refused is not None:
            raise refused
        self.flow.do(self.state, action)

    def play(self, action: Action) -> None:
        """Do one of the `candidates`, which need not be checked again."""
        self.flow.do(self.state, action)

    def appraise(self, actions: Sequence[Action]) -> list[float]:
        """The worth of each candidate for the side to move, by rules of thumb."""
        raise NotImplementedError

    def best(self, leaning: Leaning = USUAL) -> Sequence[Action]:
        """The candidates that look best. A game that can tell them without weighing all of them overrides it."""
        actions = self.candidates()
        if len(actions) == 1:
            return actions
        return liked_best(actions, self.appraise(actions))

    @property
    def occasion(self) -> object:
        """The side and the turn; a game with activations says which it is, and None where a question waits."""
        return None if self.state.questions or self.is_over else (self.turn, self.to_move)

    def planning(self) -> Planning | None:
        """The planning of the whole activation for the side to move; None where a game offers none."""
        return None

    def evaluate(self, side: str) -> float:
        """1 for the winner, -1 for the loser. A game that can measure how near a side is to winning overrides it."""
        winner = self.result.winner
        return 0.0 if winner is None else 1.0 if winner == side else -1.0

    # --- how it stands ----------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.state.over

    @property
    def result(self) -> Result:
        """The present standing."""
        raise NotImplementedError

    @property
    def events(self) -> Sequence[Event]:
        return self.state.events or ()

    def tale(self) -> Sequence[EventWords]:
        """The events in words."""
        return self.passages(self.events)

    def narration(self, events: Sequence[Event]) -> Narration[StateT] | None:
        """What puts events into words; None for a game that tells no story."""
        return None

    def passages(self, events: Sequence[Event]) -> Sequence[EventWords]:
        """The events in words; empty for a game that tells no story."""
        narration = self.narration(events)
        return () if narration is None else narration.passages()

    def board(self) -> Board | None:
        """The map with a layer for every moment that the events hold."""
        return None

    def roll_call(self) -> Sequence[Present]:
        """Every counter that has been in the game so far, on the map or not; without names where a game adds none."""
        return [Present(counter.key, "counter", "", self.sides[counter.side]) for counter in self.state.counters]

    def decided(self) -> Sequence[str]:
        """The conditions that decided the game, in words: the ending, where a game has no more."""
        items = [item.words.get("outcome") for item in self.last_told() if item.kind == "over"]
        return [outcome for outcome in items if outcome is not None]

    def last_told(self) -> Sequence[EventWords]:
        """The end in words."""
        return self.passages(self.events[-1:])

    def markers(self) -> Mapping[str, int]:
        """The number of each marker of the catalogue on the table now, by id, for markers that the game can count."""
        return {}

    def signs(self) -> Mapping[str, Sequence[str]]:
        """The ids of the markers that lie on each counter now, by its key; nothing for a counter without any."""
        return {}

    def place_signs(self) -> Mapping[str, Sequence[str]]:
        """The ids of the markers that lie on each place now, on no counter, by its name."""
        return {}

    def cost(self, action: Action) -> Fraction | None:
        """The cost of a legal move, counted in `COSTS`; None where an action costs nothing."""
        return None

    def about(self, action: Action) -> tuple[str, Sequence[str]]:
        """What is printed of the thing that an action uses, such as a spell, and its rules; empty for most actions."""
        return "", ()

    def still_open(self) -> tuple[str, Sequence[str]]:
        """What the side that decides may still do in its activation, and the rules; empty where nothing closes."""
        return "", ()

    def declared(self) -> Action | None:
        """The attack that is being declared, which others may join; None where there is none."""
        return None

    def described(self) -> Mapping[str, str]:
        """The figures and the state of each counter now in words, by its key; none where all faces say theirs."""
        return {}

    def odds(self, action: Action) -> Sequence[OddsAnswer]:
        """The odds of what a legal action leads to, where it is settled later or has too many ways to go through.

        Those of the fights that a move makes, of the kills of a volley: as the odds of the game have them.
        """
        return ()

    def cup(self) -> Sequence[str] | None:
        """The chits that are still in the cup, by the keys of their counters, in an order that tells nothing.

        None for a game that draws from no cup.
        """
        return None

    def spots(self) -> Mapping[str, Spot]:
        """The place of each counter on a table without cells, by its key."""
        return {}

    def fingerprint(self) -> str:
        """A short hash of the whole state: equal states have equal ones."""
        return fingerprint(self.state)

    # --- others like it ---------------------------------------------------------------------------------------------

    def copy(self, seed: int | str | None = None) -> Self:
        """A game that continues independently; with a seed it gets separate dice."""
        return type(self)(self.state.twin(None if seed is None else SeededDice(seed)))

    def guess(self, seed: int | str) -> Self:
        """An independent copy of the game, hidden values drawn by lot; a game without secrets hides none."""
        return self.copy(seed)

    def view(self, side: str) -> Self:
        """The game as a side sees it: nothing of what the enemy hides, no order of the cup, no dice to come.

        A view is for looking. To try something, `copy` it: the copy throws dice of its own.
        """
        return type(self)(self.seen(self.sides.index(side)))

    def seen(self, side: int) -> StateT:
        """The state as a side sees it, for looking at. A game without secrets shows all but the dice."""
        return self.state.shown(side)


Playing = Session[Any]
"""A game in play, whatever its rules."""


def liked_best(actions: Sequence[Action], worth: Sequence[float]) -> Sequence[Action]:
    """The actions that are worth most, all equally."""
    best = max(worth)
    return [action for action, item in zip(actions, worth, strict=True) if item == best]


class Opened(Generic[SettingT]):
    """A scenario with its catalogue, ready to be played any number of times."""

    setting_class: Callable[[Any, Any], SettingT]
    """What makes a battle and its catalogue ready: whatever never changes in a game. It has the ids of the `sides`."""
    session: ClassVar[type[Session[Any]]]

    def __init__(self, battle: Fought, catalogue: Catalogue) -> None:
        head = battle.scenario.scenario
        self.battle = battle
        self.turns: int | None = getattr(head, "turns", None)  # many a game has a fixed number
        self.setting = type(self).setting_class(battle, catalogue)
        self.id = head.id
        self.title = head.title
        self.catalogue = catalogue

    @property
    def sides(self) -> Mapping[str, str]:
        """The name of each side by its id, in the order of the scenario."""
        raise NotImplementedError

    @property
    def playtests(self) -> Playtests | None:
        """The playtests that the scenario's file tells of."""
        section: Playtests | None = self.battle.scenario.scenario.playtests
        return section

    @property
    def rules(self) -> Mapping[str, str]:
        """The current switches of disputed rules."""
        return self.catalogue.chosen

    @property
    def watched(self) -> Watched:
        """The kinds of events that are counted; empty for a game that names none."""
        return NOTHING_WATCHED

    @property
    def spells(self) -> Sequence[Spell]:
        """The spells that each side may cast, in the order of the catalogue; none in a game without magic."""
        return ()

    @property
    def gauges(self) -> Sequence[Gauge]:
        """The conditions of victory that have a figure, in the order of the scenario; none where a game names none."""
        return ()

    def winner_if(self, met: Sequence[bool]) -> str | None:
        """The winner of a game that ends with these `gauges` met; None for a draw. Only where `decided_by_gauges`."""
        raise NotImplementedError

    @property
    def decided_by_gauges(self) -> bool:
        """Whether the gauges at the end of a game, and nothing else, decide who wins."""
        return False

    def restated(self, edits: Sequence[Edit]) -> Sequence[Edit]:
        """The sentences of the scenario’s file that must say something else after these edits of it, which are done."""
        return ()

    @property
    def changes(self) -> Sequence[Change]:
        """The changes that may bring the sides nearer to even, in the order in which they are tried."""
        from ibbprint.engine.api.evening import turns_changed

        return () if self.turns is None else tuple(turns_changed(self.turns))

    @property
    def planning_sides(self) -> Collection[str]:
        """The sides whose activations may be planned (`Session.planning`): a planner plays the others as greedy play
        does, move for move.
        """
        return () if type(self).session.planning is Session.planning else tuple(self.sides)

    @property
    def grounds(self) -> Mapping[str, Fact]:
        """The effect of each kind of ground, with what it costs to enter, by its id; none where a game says nothing."""
        return {}

    @property
    def not_played(self) -> Sequence[str]:
        """Things that are printed for it but ignored by the engine, in words."""
        return ()

    @property
    def level_names(self) -> Sequence[str]:
        """The names of the levels of victory that results count, from none up; empty where results are in words."""
        return ()

    @cached_property
    def telling(self) -> Mapping[str, Telling]:
        """The wording of each kind of event."""
        from ibbprint.catalogue.sentences import sentences

        return {
            name: Telling(item.place, tuple(item.say), item.brief) for name, item in sentences(self.catalogue).items()
        }

    def stamp(self) -> str:
        """A short hash of all that its games are played by: another version, scenario, map or number has another."""
        map = self.battle.map
        digest = hashlib.sha256(repr((__version__, dict(self.rules), self.battle.source.data)).encode())
        digest.update(repr(None if map is None else map.source.data).encode())
        for name, data in self.catalogue.layers.files(self.catalogue.KINDS.values()):
            digest.update(f"{name} {len(data)} ".encode() + data)
        return digest.hexdigest()[:16]

    def start(self, seed: int | str, *, listen: bool = False) -> Session[Any]:
        """A new game: set up as far as neither side has a choice."""
        return self.session.begin(self.setting, seed, listen=listen)
