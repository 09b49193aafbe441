"""`python -m benchmarks.playtests`: how much faster two processes play than one, and whether memory stays flat.

Games are played in batches as `ibbprint playtest` plays them and added up. Shown are games a second after the
processes have begun, and the memory of a process after each quarter of the games. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import resource
import time

from ibbprint.jobs.plays import opened_scenario
from ibbprint.jobs.playtest_games import Battles
from ibbprint.jobs.variants import Variant
from ibbprint.playtest.batches import batches, in_order
from ibbprint.playtest.outcome import BATCH
from ibbprint.playtest.tally import Tally
from ibbprint.problems import Report

WANTED = 1.8
"""How many times as fast as one process two should be."""


def speed(work: Battles, jobs: int, seconds: float) -> float:
    """Games a second, measured for about that many seconds from the first batch on; start-up is not counted."""
    taken = in_order(work, batches(1_000_000, BATCH), jobs)
    games, begun = -1, 0.0
    for records in taken:
        if games < 0:
            games, begun = 0, time.monotonic()
            continue
        games += len(records)
        if time.monotonic() - begun >= seconds:
            break
    rate = games / (time.monotonic() - begun)
    taken.close()
    return rate


def memory(work: Battles, games: int) -> list[float]:
    """The most memory that this process ever took, MiB, after each quarter of the games, played and added up here."""
    result = opened_scenario(work.variant.scenario, (), {}, Report(), force=False)
    assert result is not None
    game = result[1].start("1")
    tally = Tally(list(game.sides), game.roll_call())
    results = []
    for number, records in enumerate(in_order(work, batches(games, BATCH), 1), 1):
        for record in records:
            tally.add(record)
        if number % max(1, games // BATCH // 4) == 0:
            results.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return results


def main() -> None:
    """Measure both for one scenario."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.playtests", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("scenario", nargs="?", default="defend-the-bridge")
    parser.add_argument("--policy", default="greedy", help="who plays both sides (default greedy)")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each is played (default 60)")
    parser.add_argument("--games", type=int, default=2000, help="games of the memory's measure (default 2000)")
    given = parser.parse_args()
    report = Report()
    result = opened_scenario(given.scenario, (), {}, report, force=False)
    if result is None:
        raise SystemExit(str(report))
    sides = result[1].sides
    work = Battles(Variant("", given.scenario), False, tuple((side, given.policy) for side in sides), "benchmark")
    item, two = (speed(work, jobs, given.seconds) for jobs in (1, 2))
    print(f"{given.scenario}, {given.policy}: {item:.1f} games a second on one process, {two:.1f} on two:")
    print(f"  {two / item:.2f} times (aim {WANTED})")
    quarters = memory(work, given.games)
    print(
        f"  memory after each quarter of {given.games} games: {', '.join(f'{quarter:.0f}' for quarter in quarters)} MiB"
    )


if __name__ == "__main__":
    main()
