"""The sentences on unlike players side by side in a playtest. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.phrases import games_of
from ibbprint.playtest.beside import PLAIN, PLANNING, Beside
from ibbprint.playtest.tally import Tally
from ibbprint.reports.playtest_words import Words, levels


def side_by_side(words: Words) -> Iterator[str]:
    """What planning gains each side that plans, on the same seeds, and whether the players or the scenario decide."""
    for beside in words.made.besides:
        gain = beside.gain(words.tally)
        decides = "the players decide" if gain.seen else "the scenario decides, as far as these games show"
        yield (
            f"As {words.side(beside.side)} against {PLAIN}, {PLANNING} wins {_won(beside, beside.tally)} of "
            f"{games_of(beside.tally.games)}; {PLAIN} wins {_won(beside, words.tally)} of the same: "
            f"{levels(gain.interval)} levels of victory. Who wins here, {decides}."
        )


def _won(beside: Beside, tally: Tally) -> str:
    """`4 and draws 16`: of the games of either player."""
    wins, draws = beside.won(tally)
    return f"{wins or 'none'}{f' and draws {draws}' if draws else ''}"
