"""`python -m benchmarks.play`: how fast games are played on one core, and how much better greedy play is than random.

It prints for every scenario, or those that are named, how many games, decisions and playouts a second of processor time
are played, random and greedy. A playout is a copy of a game that is played on to the end of its next turn, as a search
plays them. `--strength N` plays N games a side against a random opponent, greedy and random
with the same seeds, and prints the mean victory level of both with 95% intervals. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from ibbprint.dice import seed_of
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.engine.session import Opened, Playing
from ibbprint.playtest.policies import play_game, play_on, policies
from ibbprint.playtest.statistics import student
from ibbprint.problems import Report
from ibbprint.systems import games

SEED = "benchmark"
LEVELS = {"victory": 1, "draw": 0, "defeat": -1}
"""Levels of games that count none, as numbers."""
WANTED_RANDOM, WANTED_GREEDY = 40, 10
"""What is aimed at for Defend the Bridge, games a second."""


class Played(NamedTuple):
    """Some games of one scenario: how many games, decisions and playouts, each with the seconds that they took."""

    games: int
    decisions: int
    seconds: float
    playouts: int
    playout_seconds: float


def opened(scenario: str) -> Opened[Any]:
    """A scenario ready to be played."""
    for game in games().values():
        if game.offers(Game.open):
            catalogue = game.open(scenario, KitOptions(), Report())
            if catalogue is not None:
                return catalogue
    raise SystemExit(f"there is no scenario {scenario!r} to be played")


def scenarios() -> list[str]:
    """The shipped scenarios that can be played."""
    results = []
    for game in games().values():
        if game.offers(Game.open):
            listed = game.list((), Report())
            results += [item.id for item in listed if item.kind == "scenario" and not item.id.endswith("-as-printed")]
    return results


def speed(scenario: str, policy: str, seconds: float) -> Played:
    """Play games of a scenario for about so long, and playouts from moments of another game for half as long."""
    ready = opened(scenario)
    sides = ready.start(0).sides
    decisions = count = 0

    def noted(game: Any, action: Any) -> None:
        nonlocal decisions
        decisions += 1

    start = time.process_time()
    while time.process_time() - start < seconds:
        seed = seed_of(SEED, count)
        play_game(ready, seed, policies(dict.fromkeys(sides, policy), seed), noted=noted)
        count += 1
    took = time.process_time() - start
    moments = _moments(ready, policy)
    start, playouts = time.process_time(), 0
    while time.process_time() - start < seconds / 2:
        game = moments[playouts % len(moments)].copy(playouts)
        play_on(game, policies(dict.fromkeys(sides, policy), playouts), game.turn + 1)
        playouts += 1
    return Played(count, decisions, took, playouts, time.process_time() - start)


def _moments(ready: Opened[Any], policy: str) -> list[Playing]:
    """Every tenth moment of a game, from the end of its set-up on."""
    results: list[Playing] = []
    number = 0

    def noted(game: Playing, action: Any) -> None:
        nonlocal number
        number += 1
        if game.turn and number % 10 == 0:
            results.append(game.copy())

    seed = seed_of(SEED, -1)
    play_game(ready, seed, policies(dict.fromkeys(ready.start(0).sides, policy), seed), noted=noted)
    return results


def levels(scenario: str, side: str, policy: str, number: int) -> list[int]:
    """The victory levels of a side in so many games against a random opponent."""
    ready = opened(scenario)
    results = []
    for game in range(number):
        seed = seed_of(SEED, game)
        names = {item: policy if item == side else "random" for item in ready.start(0).sides}
        level = play_game(ready, seed, policies(names, seed)).result.levels[side]
        results.append(LEVELS[level] if level in LEVELS else int(level))
    return results


def interval(values: Sequence[int]) -> tuple[float, float]:
    """The mean and half of its 95% interval."""
    reach = student(len(values) - 1) * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return statistics.mean(values), reach


def _job(job: tuple[str, str, str, int]) -> tuple[str, str, str, list[int]]:
    scenario, side, policy, number = job
    return scenario, side, policy, levels(scenario, side, policy, number)


def strength(number: int) -> int:
    """Print the mean levels of greedy and of random play; 1 when greedy is not better somewhere."""
    jobs = [
        (scenario, side, policy, number)
        for scenario in scenarios()
        for side in opened(scenario).start(0).sides
        for policy in ("random", "greedy")
    ]
    result: dict[tuple[str, str], dict[str, tuple[float, float]]] = {}
    with ProcessPoolExecutor() as pool:
        for scenario, side, policy, values in pool.map(_job, jobs):
            result.setdefault((scenario, side), {})[policy] = interval(values)
    print(f"{number} games a side against a random opponent: mean victory level, 95% interval")
    worse = 0
    for (scenario, side), means in result.items():
        better = _better(means)
        worse += not better
        text = "   ".join(f"{name} {mean:.3f} ± {half:.3f}" for name, (mean, half) in means.items())
        print(f"{scenario:<20}{side:<12}{text}   {'greedy is better' if better else 'not told apart'}")
    return 1 if worse else 0


def _better(means: Mapping[str, tuple[float, float]]) -> bool:
    (low, low_half), (high, high_half) = means["random"], means["greedy"]
    return high - high_half > low + low_half


def main() -> int:
    """Measure speed, or strength with `--strength N`."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.play", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("scenario", nargs="*", help="the scenarios (default: all that are shipped)")
    parser.add_argument("--strength", type=int, default=0, metavar="N", help="games a side; 0 measures speed")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each line is played (default 5)")
    given = parser.parse_args()
    if given.strength:
        return strength(given.strength)
    print(f"{'a second of processor time':<28}{'':<8}{'games':>9}{'decisions':>11}{'playouts':>10}{'a game':>9}")
    for scenario in given.scenario or scenarios():
        for policy in ("random", "greedy"):
            played = speed(scenario, policy, given.seconds)
            print(
                f"{scenario:<28}{policy:<8}{played.games / played.seconds:>9.1f}"
                f"{played.decisions / played.seconds:>11.0f}{played.playouts / played.playout_seconds:>10.0f}"
                f"{played.decisions / played.games:>9.0f}"
            )
    print(f"Aimed at for Defend the Bridge: {WANTED_RANDOM} random and {WANTED_GREEDY} greedy games a second.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
