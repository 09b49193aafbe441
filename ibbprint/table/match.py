"""A game at the table: the moves of persons, the answers of policies, undo, and the file that it is saved in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ibbprint.engine.session import Opened, Playing
from ibbprint.engine.space import OFF
from ibbprint.engine.state import Action
from ibbprint.playtest.policies import POLICIES, Policy, policies, studied
from ibbprint.playtest.saved import Head, Recorder
from ibbprint.table.answering import Refused

MOST_UNDONE = 200
"""The most moves that are kept for undo; a turn of the largest shipped battle has about 60."""


class Step(NamedTuple):
    """A move of a person that can be taken back: the game before it, how long its story and file were, who had been
    on the map."""

    game: Playing
    events: int
    moves: int
    been: frozenset[str]


@dataclass(frozen=True, slots=True)
class Mark:
    """The part of a game that tells whether a move can be taken back: the dice to come, what each side can name."""

    dice: Any
    names: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, game: Playing) -> Mark:
        return cls(game.state.dice.copy(), {side: _names(game, side) for side in game.sides})

    def differs(self, game: Playing) -> bool:
        """Whether dice fell since, a chit was drawn, or a side has seen something that it had not."""
        return not game.state.dice.same(self.dice) or any(_names(game, side) - self.names[side] for side in game.sides)


def on_the_map(game: Playing) -> frozenset[str]:
    """The keys of the counters that are on the map, or on a table without cells, now."""
    return frozenset(counter.key for counter in game.state.counters if counter.hex != OFF).union(game.spots())


def _names(game: Playing, side: str) -> frozenset[str]:
    return frozenset(counter.key for counter in game.view(side).state.counters)


class Match:
    """A game between sides that persons or policies play.

    `moves` are the actions so far, as a saved game has them. `number` grows with every change: a request names the one
    that it was made for, so that a late click does nothing.
    """

    def __init__(self, opened: Opened[Any], head: Head, persons: Collection[str], number: int = 0) -> None:
        self.opened = opened
        self.head = head
        self.persons = frozenset(persons)
        names = {side: head.policies.get(side, "greedy") for side in opened.sides}
        played = {side: name for side, name in names.items() if side not in self.persons}
        seated: dict[str, Policy] = policies(names, head.seed, studied(opened, played)) if played else {}
        self.policies = {side: seated[side] for side in played}
        self.game = opened.start(head.seed, listen=True)
        head.begins = self.game.fingerprint()
        self.moves: list[str] = []
        self.turns: list[int] = []
        self.been = on_the_map(self.game)
        self.number = number
        self._steps: list[Step] = []
        self._hinted: tuple[int, Action] = (-1, Action(""))

    # --- playing ------------------------------------------------------------------------------------------------

    def restore(self, lines: Sequence[str]) -> None:
        """Play the lines of a saved game. Refused for one that is not legal."""
        for line in lines:
            fault = self.game.fault(line)
            if fault is not None:
                raise Refused(f"{line}: {fault.message}")
            self._note(self.game.parse(line))
        self.number += 1

    def act(self, side: str, choice: int, number: int) -> None:
        """The choice of a person among the candidates of the present moment. Refused when it is no longer that."""
        action = self.choice(side, choice, number)
        before = Step(self.game.copy(), len(self.game.events), len(self.moves), self.been)
        mark = Mark.of(self.game)
        self._note(action)
        if mark.differs(self.game):
            self._steps.clear()
        else:
            self._steps = [*self._steps[1 - MOST_UNDONE :], before]
        self.number += 1

    def choice(self, side: str, choice: int, number: int) -> Action:
        """A candidate by its number. Refused when the table has moved on, or another side decides."""
        if number != self.number:
            raise Refused("The game has moved on since your click; the page shows it as it stands now.")
        if self.game.to_move != side:
            raise Refused("It is not your turn to decide.")
        choices: list[Action] = [
            *self.game.candidates(),
            *([self._hinted[1]] if self._hinted[0] == self.number else ()),
        ]
        if not 0 <= choice < len(choices):
            raise Refused("There is no such choice now.")
        return choices[choice]

    def only_settles(self) -> bool:
        """Whether all that can be done is to throw the dice for what was declared."""
        candidates = self.game.candidates()
        return len(candidates) == 1 and self.game.notation.verbs[candidates[0].verb].settles

    def answer(self) -> bool:
        """Let the policy whose turn it is decide once; False when a person must decide, or the game is over."""
        side = self.game.to_move
        if side is None or side not in self.policies:
            return False
        policy = self.policies[side]
        mark = Mark.of(self.game) if self._steps else None
        self._note(policy.choose(self.game.view(side) if policy.looks else self.game))
        if mark is None or mark.differs(self.game):
            self._steps.clear()
        self.number += 1
        return True

    @property
    def can_undo(self) -> bool:
        return bool(self._steps)

    def undo(self) -> None:
        """Take the last move of a person back, and what policies answered. Refused behind a die, a chit, a reveal."""
        if not self._steps:
            raise Refused("Nothing can be taken back: a die has fallen, a chit was drawn, or a unit was revealed.")
        step = self._steps.pop()
        events = list(self.game.events)[: step.events]
        self.game, self.been = step.game, step.been
        self.game.state.events = events
        del self.moves[step.moves :], self.turns[step.moves :]
        self.number += 1

    def hint(self, side: str) -> tuple[int, Action]:
        """The action that the greedy policy would choose for a side, with its number.

        One that is legal but no candidate, such as a move of another length, is the last choice until the game goes on.
        """
        if self.game.to_move != side:
            raise Refused("It is not your turn to decide.")
        choice = POLICIES["greedy"](f"hint:{self.number}").choose(self.game.view(side))
        candidates = self.game.candidates()
        if choice in candidates:
            return candidates.index(choice), choice
        self._hinted = self.number, choice
        return len(candidates), choice

    def _note(self, action: Action) -> None:
        self.turns.append(self.game.turn)
        self.moves.append(self.game.text(action))
        self.game.play(action)
        self.been |= on_the_map(self.game)

    # --- the file -----------------------------------------------------------------------------------------------

    def saved(self) -> str:
        """The game as `ibbprint play --save` writes it."""
        recorder = Recorder(self.head)
        for turn, text in zip(self.turns, self.moves, strict=True):
            recorder.line(turn, text)
        return recorder.text(self.game)
