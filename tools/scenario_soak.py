"""Make scenarios of every kind as `generate ibb` does, and hold each to what it promises: `make scenario-soak`.

    python -m tools.scenario_soak [FOLDER] [--seeds N] [--kind KIND]

Each is written, checked (nothing but notes), played to its last turn in a few games more, and printed whole, with
nothing reported. In the 40 games of the look each side must have reached an objective and won at least once.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import yaml

import ibbprint
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.jobs.generating import Generation
from ibbprint.playtest.policies import USUAL, play_game, policies
from ibbprint.problems import Report, Severity
from ibbprint.systems import games
from ibbprint.systems.ibb.generating.kinds import KINDS

GAME = "ibb"
GAMES = 5
"""Games that are played of each, besides those of the look."""
WON = re.compile(r" games .*? won (\d+), .*? won (\d+) and ")


def faults(made: Generation, folder: Path, levels: Counter[str]) -> Iterator[str]:
    """What is wrong with one scenario; `levels` counts how its games ended."""
    if made.save(folder) is None or made.made is None:
        yield f"not written: {made.report}"
        return
    for item in (folder, *sorted(folder.glob("*.txt"))):
        yield from (str(each) for each in ibbprint.check(item).report if each.severity is not Severity.NOTE)
    scenario = yaml.safe_load((folder / "scenarios" / f"{made.made.id}.yaml").read_text(encoding="utf-8"))
    seen = WON.search(made.made.notes[-1])
    if seen is None or "0" in seen.groups():
        yield "a side won no game of the look, so that nobody knows whether it can reach an objective"
    yield from _played(folder / "scenarios" / f"{made.made.id}.yaml", scenario, levels)
    yield from _printed(folder)


def _played(path: Path, scenario: dict[str, Any], levels: Counter[str]) -> Iterator[str]:
    """Other games than those of the look."""
    game = games()[GAME]
    assert game.offers(Game.open)
    opened = game.open(str(path), KitOptions(packs=(path.parents[1],)), Report())
    assert opened is not None
    for number in range(GAMES):
        seed = f"soak {number}"
        over = play_game(opened, seed, policies(dict.fromkeys(opened.sides, USUAL), seed))
        if not over.is_over or over.turn != scenario["scenario"]["turns"]:
            yield f"game {number} ended on turn {over.turn} of {scenario['scenario']['turns']}"
        winner = over.result.winner
        levels["drawn" if winner is None else f"level {over.result.levels[winner]}"] += 1


def _printed(folder: Path) -> Iterator[str]:
    kit = ibbprint.kit(folder)
    yield from (f"kit: {problem}" for problem in kit.report)
    if not kit.ok or not kit.pages or kit.breaches:
        yield f"kit: {kit.pages} pages, {len(kit.breaches)} breaches"


def main(words: list[str]) -> int:
    asked = argparse.ArgumentParser(description="Make scenarios, check, play and print them.")
    asked.add_argument("folder", nargs="?", type=Path)
    asked.add_argument("--seeds", type=int, default=50)
    asked.add_argument("--kind", choices=KINDS)
    given = asked.parse_args(words)
    wrong = 0
    with tempfile.TemporaryDirectory() as beside:
        target = given.folder or Path(beside)
        asked_for = (given.kind,) if given.kind else KINDS
        levels: dict[str, Counter[str]] = {kind: Counter() for kind in asked_for}
        for number, kind in product(range(1, given.seeds + 1), asked_for):
            started = time.monotonic()
            scenario = ibbprint.generate(GAME, seed=f"{kind} {number}", kind=kind)
            result = list(faults(scenario, target / f"{kind}-{number}", levels[kind]))
            wrong += bool(result)
            notes = "" if scenario.made is None else " | ".join(scenario.made.notes)
            message = "; ".join(result) or "clean"
            print(f"{kind} {number}: {message} ({time.monotonic() - started:.0f} s) | {notes}", flush=True)
        for kind, ended in levels.items():
            print(f"{kind}: {given.seeds} scenarios, {ended.total()} games: {dict(ended)}")
    print(f"{wrong} with faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
