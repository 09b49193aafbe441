"""A commander tries several ways to play an activation on guesses of what he cannot see, and takes the best.

A plan is a leaning: greedy play that is bolder, slower, in another place. Each plan is played on the same guesses with
the same dice to the end of the next turn, everybody else playing greedily, and what has come of it is evaluated. Half
of the plans go on to the next round, on further guesses, until one is left besides the usual way, which it must beat
(sequential halving). Promises: the effort is a number of playouts, never a time, so the same seed gives the same game
on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    Leaning(stands=True),
    Leaning(bold=1.5, care=0.5),
    Leaning(bold=0.7, care=2.0),
    Leaning(haste=3.0),
    Leaning(haste=0.3),
    Leaning(stands=True, holds=True),
)
"""What is tried besides the usual way with its jitters."""
JITTER = 0.5
TRIES = 6
"""How many playouts there are for each plan, on average."""
MOST = 12
"""How many plans are tried at most."""


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
        plans = plans_of(min(MOST, max(2, self._effort // TRIES)), self._number)
        scores: list[list[float]] = [[] for _ in plans]
        left, spent = list(range(1, len(plans))), 0
        rounds = len(left).bit_length()
        for number in range(rounds):
            share = (self._effort - spent) // (rounds - number)
            for _ in range(max(1, share // (len(left) + 1)) if spent < self._effort else 0):
                guess = seed_of(seed, len(scores[0]))
                for plan in (0, *left):
                    scores[plan].append(_played(game, side, plans[plan], guess))
                    spent += 1
            left.sort(key=lambda plan: (-fsum(scores[plan]) / len(scores[plan]), plan))
            left = left[: max(1, len(left) // 2)]
        return _surely_best(plans, scores, left[0])


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


def _played(game: Playing, side: str, plan: Leaning, seed: str) -> float:
    """What comes of a plan on one guess: played to the end of the next turn, and evaluated."""
    guess = game.guess(seed)
    until, occasion = guess.turn + AHEAD, guess.occasion
    dice = SeededDice(seed)
    while (mover := guess.to_move) is not None and guess.turn <= until:
        now = guess.occasion
        if occasion is not None and now is not None and now != occasion:
            occasion = None
        equals = guess.best(plan if mover == side and now is not None and now == occasion else USUAL)
        guess.play(equals[0] if len(equals) == 1 else equals[dice.roll(len(equals)) - 1])
    return guess.evaluate(side)
