"""Unlike players side by side: the games of plain players, and the first of them again with one side planned.

Where both come to the same, the scenario decides; where planning gains something, the players do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ibbprint.playtest.nearness import Hands
from ibbprint.playtest.statistics import Difference, paired
from ibbprint.playtest.tally import Tally

PLAIN, PLANNING = "greedy", "planner"
MOST_BESIDE = 60
"""The most games that are played again for each side that plans: they show a gain of a quarter of a level."""
LEAST_BESIDE = 20
"""Fewer games say nothing of players."""


class Beside(NamedTuple):
    """The first games of a playtest again, one side played by a planner."""

    side: str
    tally: Tally

    def gain(self, plain: Tally) -> Difference:
        """The levels of victory that planning gains over plain play, game by game."""
        sign = 1 if self.side == plain.sides[0] else -1
        before, after = (
            [sign * margin for margin in tally.margins[: self.tally.games]] for tally in (plain, self.tally)
        )
        return paired(before, after, furthest=2 * max(plain.reach, self.tally.reach))

    def won(self, tally: Tally) -> tuple[int, int]:
        """The wins of the side in the first games of a tally, and the draws."""
        full = 1.0 if self.side == tally.sides[0] else 0.0
        scores = tally.scores[: self.tally.games]
        return sum(score == full for score in scores), sum(score == 0.5 for score in scores)


def figures_beside(plain: Tally, replays: Sequence[Beside], number: int) -> Iterator[Hands]:
    """The figures of a gauge, given by its number, at the end of the same games in the hands of either player."""
    for beside in replays:
        ends = {
            player: Counter(tally.ends[number][: beside.tally.games])
            for player, tally in ((PLANNING, beside.tally), (PLAIN, plain))
        }
        yield Hands(beside.side, PLAIN, ends)
