"""A commander tries several ways to play an activation on guesses of what he cannot see, and takes the best.

A plan is a leaning: greedy play that is bolder, slower, in another place. Plans that begin alike on the first guess are
one plan. Each is played on the same guesses with the same dice to the end of the next turn, everybody else playing
greedily, and what has come of it is evaluated. Half of the plans go on to the next round, on further guesses, until one
is left besides the usual way, which it must beat (sequential halving). Promises: the effort is a number of playouts,
never a time, so the same seed gives the same game on any machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import Any

from ibbprint.dice import SeededDice, seed_of
from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.api.playing import Playing

EFFORT = 32
"""The playouts for each activation, where nobody says."""
AHEAD = 1
"""How many turns a playout goes on beyond the one that is being played."""
PLANS = (
    USUAL,
    Leaning(holds=True),
    Leaning(bold=1.5, care=0.5),
    Leaning(stands=True),
    Leaning(bold=0.7, care=2.0),
    Leaning(haste=3.0),
    Leaning(haste=0.3),
    Leaning(stands=True, holds=True),
)
"""What is tried besides the usual way with its jitters."""
JITTER = 0.5
TRIES = 3
"""How many playouts there are for each plan, on average."""
MOST = 12
"""How many plans are looked at, at most."""


class Commander:
    """Plays an activation as the best of some plans, judged by playouts; answers questions as greedy play does."""

    looks = True

    def __init__(self, seed: int | str, effort: int = EFFORT) -> None:
        self._seed = seed
        self._effort = effort
        self._dice = SeededDice(seed)
        self._occasion: object = None
        self._leaning = USUAL
        self._number = 0

    def choose(self, game: Playing) -> Any:
        occasion = game.occasion
        if occasion is not None and occasion != self._occasion:
            self._occasion = occasion
            self._leaning = self._plan(game)
        equals = game.best(USUAL if occasion is None else self._leaning)
        return equals[0] if len(equals) == 1 else equals[self._dice.roll(len(equals)) - 1]

    def _plan(self, game: Playing) -> Leaning:
        """The plan that comes out best on average."""
        side = game.to_move
        assert side is not None
        self._number += 1
        seed = seed_of(f"plans:{self._seed}", self._number)
        if len(game.candidates()) < 2:
            return USUAL
        first = seed_of(seed, 0)
        begun = unlike(game, side, plans_of(MOST, self._number), first, max(2, self._effort // TRIES))
        if len(begun) < 2:
            return USUAL
        plans = [one.plan for one in begun]
        scores: list[list[float]] = [[] for _ in plans]
        left, spent = list(range(1, len(plans))), 0
        rounds = len(left).bit_length()
        for number in range(rounds):
            share = (self._effort - spent) // (rounds - number)
            for _ in range(max(1, share // (len(left) + 1)) if spent < self._effort else 0):
                tried = len(scores[0])
                for plan in (0, *left):
                    playout = Playout(game, side, plans[plan], seed_of(seed, tried)) if tried else begun[plan]
                    scores[plan].append(playout.value())
                    spent += 1
            left.sort(key=lambda plan: (-fsum(scores[plan]) / len(scores[plan]), plan))
            left = left[: max(1, len(left) // 2)]
        return _surely_best(plans, scores, left[0])


class Playout:
    """A game in which a side plays an activation by a plan on a guess, and then as usual like everybody."""

    def __init__(self, game: Playing, side: str, plan: Leaning, seed: str) -> None:
        """Played to the end of the activation, or of the next turn if that comes first."""
        self.plan = plan
        self.seed = seed
        self._side = side
        self._game = game.guess(seed)
        self._until = self._game.turn + AHEAD
        self._dice = SeededDice(seed)
        self.opening = tuple(self._activation())
        """All that was done in the activation."""

    def _activation(self) -> Iterator[Any]:
        game, occasion = self._game, self._game.occasion
        while self._goes_on and game.occasion in (None, occasion):
            yield self._step(self.plan)

    @property
    def _goes_on(self) -> bool:
        return not self._game.is_over and self._game.turn <= self._until

    def _step(self, leaning: Leaning) -> Any:
        """What was done."""
        equals = self._game.best(leaning if self._game.to_move == self._side else USUAL)
        action = equals[0] if len(equals) == 1 else equals[self._dice.roll(len(equals)) - 1]
        self._game.play(action)
        return action

    def value(self) -> float:
        """What has come of it by the end of the next turn."""
        while self._goes_on:
            self._step(USUAL)
        return self._game.evaluate(self._side)


def unlike(game: Playing, side: str, plans: Sequence[Leaning], seed: str, most: int) -> list[Playout]:
    """The first plans that begin in different ways on a guess, at most so many."""
    found: dict[tuple[Any, ...], Playout] = {}
    for plan in plans:
        playout = Playout(game, side, plan, seed)
        found.setdefault(playout.opening, playout)
        if len(found) == most:
            break
    return list(found.values())


def plans_of(number: int, salt: int) -> list[Leaning]:
    """So many plans: the usual way, others that are quite unlike it, then jitters of the usual way."""
    others = [Leaning(jitter=JITTER, salt=salt * MOST + each + 1) for each in range(MOST)]
    return [*PLANS, *others][:number]


def _surely_best(plans: Sequence[Leaning], scores: Sequence[list[float]], best: int) -> Leaning:
    """The best plan, if it beats the usual one on the same guesses by more than the error of that; else the usual."""
    more = [ours - usual for ours, usual in zip(scores[best], scores[0], strict=False)]
    mean = fsum(more) / len(more)
    error = (fsum((one - mean) ** 2 for one in more) / max(1, len(more) - 1) / len(more)) ** 0.5
    return plans[best] if mean > error else USUAL
