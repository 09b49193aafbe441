"""Certified scenarios played again with fresh games: is each as near to even as its certificate claims?

    python -m tools.certificates SCENARIO... [--games N] [--seed TEXT] [--pack DIR] [--jobs N]

A scenario is a file or a pack, as `--certify` and `generate --fair` write them. The players whom its certificate names
play themselves, the games on seeds that no search and no certificate has used. A scenario is outside where the limits
of the share of wins, those of a fixed number of games, exclude all that is certified: 40 to 60 in 100 for 10 points.
Exit code 1 if more than one is outside: limits that hold 95 times in 100 may miss one of a dozen.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ibbprint.engine.playtested import proved
from ibbprint.jobs.drafts import Draft
from ibbprint.jobs.fair_search import Search
from ibbprint.jobs.plays import opened_scenario
from ibbprint.jobs.playtests import processes
from ibbprint.jobs.targets import scenario_meant
from ibbprint.jobs.variants import Variant
from ibbprint.playtest.batches import in_order
from ibbprint.playtest.certifying import CLAIMS, ITSELF
from ibbprint.playtest.statistics import Interval
from ibbprint.problems import BadRequest, Report, Stopped

GAMES = 400
SEED = "again"
ALLOWED = 1
"""So many scenarios may be outside by chance."""


class Again(NamedTuple):
    """The fresh games of a player against itself."""

    player: str
    points: int
    games: int
    wins: int
    draws: int
    won: Interval
    """The share of the wins of the first side, a draw half a win."""

    @property
    def outside(self) -> bool:
        """Whether the games exclude everything that is certified."""
        return self.won.low > 0.5 + self.points / 100 or self.won.high < 0.5 - self.points / 100

    def __str__(self) -> str:
        drawn = f", {self.draws} drawn" if self.draws else ""
        limits = f"{100 * self.won.value:.1f}% ({100 * self.won.low:.1f} to {100 * self.won.high:.1f})"
        return f"{self.player}: {self.wins} of {self.games}{drawn}, {limits}{', OUTSIDE' if self.outside else ''}"


def played_again(scenario: str, games: int, seed: str, packs: Sequence[Path] = (), jobs: int = 1) -> Iterator[Again]:
    """Fresh games of each player whom the certificate of a scenario names.

    Raises BadRequest for a scenario without a certificate, and Stopped for one that cannot be opened.
    """
    selection = scenario_meant(scenario, packs)
    variant = Variant("", selection.scenario, selection.packs)
    _, opened = opened_scenario(variant.scenario, variant.packs, {}, Report(), force=False)
    kept = opened.playtests
    claims = None if kept is None or kept.verdict is None else CLAIMS.get(kept.verdict)
    if kept is None or claims is None or kept.points is None:
        verdict = "nothing" if kept is None or kept.verdict is None else proved(kept.verdict, kept.points or 0)
        raise BadRequest(f"{scenario} has no certificate that can be wrong: {verdict}.")
    search = Search(
        kept.points,
        "",
        lambda work, todo, came: in_order(work, todo, jobs, came),
        games * len(ITSELF),
        lambda *_: None,
        reserved=0,  # nothing comes after these
    )
    for pair in claims:
        ended = search.played(Draft("", (), variant, opened), pair, f"{seed}/again", games)
        winners, won = ended.tally.winners, ended.won(kept.points)
        yield Again(pair[0], kept.points, ended.tally.games, winners[next(iter(opened.sides))], winners[None], won)


def main() -> int:
    """Play, and print what was certified beside it."""
    parser = argparse.ArgumentParser(prog="python -m tools.certificates", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("scenario", nargs="+")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--pack", type=Path, action="append", default=[])
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    outside = 0
    for scenario in given.scenario:
        try:
            jobs = processes(given.jobs)
            again = list(played_again(scenario, given.games, given.seed, given.pack, jobs))
        except (BadRequest, Stopped) as fault:
            print(fault)
            return 2
        outside += any(each.outside for each in again)
        print(f"{scenario}, within {again[0].points} points: {'; '.join(map(str, again))}", flush=True)
    print(f"{outside} of {len(given.scenario)} outside what is certified")
    return int(outside > ALLOWED)


if __name__ == "__main__":
    sys.exit(main())
