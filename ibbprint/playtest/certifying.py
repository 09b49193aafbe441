"""What the games of two unlike players prove of a scenario: fair for both, for one of them, lost, or nothing.

A certificate is only as good as the worst of its players. So plain players (greedy) and players who plan meet in all
four ways on the same seeds, those who play themselves until the sequential rule knows (`statistics`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ibbprint.playtest.beside import PLAIN, PLANNING
from ibbprint.playtest.outcome import RULES
from ibbprint.playtest.statistics import Interval, Verdict, paired, share
from ibbprint.playtest.tally import Tally

Pair = tuple[str, str]
"""The players of the first and of the second side."""
ITSELF: tuple[Pair, Pair] = ((PLAIN, PLAIN), (PLANNING, PLANNING))
MIXED: tuple[Pair, Pair] = ((PLANNING, PLAIN), (PLAIN, PLANNING))
MIXED_GAMES: Mapping[int, int] = {5: 200, 10: 100}
"""The games of each mixed pairing, by the points of the certificate: none won of 100 leave at most 4 in 100."""
LOST = 0.05
"""A side that wins surely less than this, whoever plays it, is lost."""
MOST_DRAWN = 0.5
"""Where more games than this are drawn nothing is certified: a scenario that nobody wins is even, and no battle."""
Certified = Literal["fair", "fair-for-plain-players", "fair-for-planning-players", "lost", "not-certified"]

CLAIMS: Mapping[Certified, Sequence[Pair]] = {
    "fair": ITSELF,
    "fair-for-plain-players": ITSELF[:1],
    "fair-for-planning-players": ITSELF[1:],
}
"""The players whom a certificate calls even, against themselves."""


class Ended(NamedTuple):
    """The games of a pairing and where they ended: by the verdict of the sequential rule, or after a fixed number."""

    tally: Tally
    verdict: Verdict | None = None

    def won(self, points: int) -> Interval:
        """The share of the wins of the first side, a draw half a win; limits that hold however the games ended."""
        games, wins = self.tally.games, float(sum(self.tally.scores))
        if self.verdict is None:
            return share(wins, games)
        return RULES[points].interval(games, wins / games)

    @property
    def drawn(self) -> float:
        return self.tally.winners[None] / self.tally.games


@dataclass(frozen=True, slots=True)
class Proof:
    """The games that certify a scenario within a number of points, or fail to."""

    points: int
    pairs: Mapping[Pair, Ended]
    """Those that were played; where both players do the same, only those of each against itself."""

    @property
    def alike(self) -> bool:
        """Whether both players do the very same, as far as both were played."""
        return same_games(*(self.pairs[pair].tally for pair in ITSELF if pair in self.pairs))

    @property
    def verdict(self) -> Certified:
        """The verdict that the games prove."""
        plain, planning = (self._is_fair(pair) for pair in ITSELF)
        if self.alike:
            planning = plain
        stronger = self.alike or not any(gain.high < 0 for gain in self.gains())
        if plain and planning and stronger:
            return "fair"
        if plain:
            return "fair-for-plain-players"
        if planning and stronger:
            return "fair-for-planning-players"
        return "lost" if any(self._is_lost(seat) for seat in (0, 1)) else "not-certified"

    def gains(self) -> Sequence[Interval]:
        """The games that planning wins more than plain play, in the place of each side, against plain players."""
        if ITSELF[0] not in self.pairs:
            return []
        plain = self.pairs[ITSELF[0]].tally.scores
        result = []
        for seat, pair in enumerate(MIXED):
            if pair in self.pairs:
                mixed = self.pairs[pair].tally.scores
                games = min(len(plain), len(mixed))
                unchanged, changed = (plain, mixed) if seat == 0 else (mixed, plain)
                result.append(paired(unchanged[:games], changed[:games], furthest=1.0).interval)
        return result

    def _is_fair(self, pair: Pair) -> bool:
        ended = self.pairs.get(pair)
        return ended is not None and ended.verdict == "fair" and ended.drawn <= MOST_DRAWN

    def _is_lost(self, seat: int) -> bool:
        """Whether a side hardly wins in anybody's hands, and gains nothing by planning."""
        if not self.alike and (len(self.pairs) < 4 or self.gains()[seat].low > 0):
            return False
        played = [
            ended for pair, ended in self.pairs.items() if self.alike or pair[seat] == PLANNING or pair == ITSELF[0]
        ]
        side = played[0].tally.sides[seat]
        return all(
            share(ended.tally.winners[side], ended.tally.games).high < LOST and ended.drawn <= MOST_DRAWN
            for ended in played
        )


def same_games(first: Tally, second: Tally | None = None) -> bool:
    """Whether the very same things happened in all games that both have."""
    if second is None:
        return False
    games = min(first.games, second.games)
    return games > 0 and first.courses[:games] == second.courses[:games]
