"""`python -m benchmarks.lists`: how many army lists are checked a second on one core, and what one check costs.

The lists are made up afresh and no two are alike. Seconds are those of the processor, so that a busy machine matters
less. `--against CHECKOUT` asks another checkout, which has a `.venv` of its own, for the same lists in turns, and ends
with 1 where the median of the turns is below `promises.LISTS`. What a whole check may cost is in `promises.py` too.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

from benchmarks.measure import surroundings
from ibbprint.catalogue.documents import Document
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.engine.api.lists import ListChecker
from ibbprint.problems import Report
from ibbprint.systems import games

ENTRIES = (
    "Light Infantry Q2",
    "3-2-4 Infantry, Light, Quality 3",
    "Elven Archers",
    "heavy cav q3",
    "Pikemen",
    "HC",
    "Dwarven Axemen (11 gp each)",
    "Spearmen Q1",
    "javelinmen Q2",
    "dragoons, mounted, Q3",
    "Scouts Q2",
    "engineers",
    "Elf Rangers 2-2-5",
    "crossbowmen 3-2-4 Q3",
    "light horse q2",
)
LIST = "Budget: 90\nCaptain 4\n3x Light Infantry Q3\n2 Elven Archers\nSMC Wizard 5\nheavy cav q3 x2\n"
"""A list without a fault, as a player writes it."""
SINGLE = ("Captain 2", "Captain 3", "SMC Wizard 5", "cleric 3", "Captain (4)", "Lihgt Infantry Q3", "siege engine")


def made_up(dice: random.Random) -> str:
    """A list as a player might write it, of about ten entries; some have faults."""
    lines = [f"Title: Army {dice.randrange(10**9)}", f"Budget: {dice.randrange(50, 150)}"]
    for _ in range(dice.randrange(1, 4)):
        lines += [f"## Wing {dice.randrange(10**6)}", dice.choice(SINGLE)]
        for _ in range(dice.randrange(2, 5)):
            lines.append(f"{dice.randrange(1, 9)}{dice.choice(('x', ' ', ' x '))}{dice.choice(ENTRIES)}")
    return "\n".join(lines) + "\n"


def checker() -> ListChecker:
    """The first game's checker, its catalogue opened."""
    report = Report()
    game = next(game for game in games().values() if game.offers(Game.checker))
    assert game.offers(Game.checker)
    opened = game.checker(KitOptions(), report)
    assert opened is not None, list(map(str, report))
    return opened


def a_second(number: int, opened: ListChecker, seed: int = 1) -> float:
    """Lists that are checked in a second of the processor's time, each with a report of its own."""
    dice = random.Random(seed)
    documents = [Document(f"list-{index}.txt", made_up(dice)) for index in range(number)]
    start = time.process_time()
    for document in documents:
        opened.check([document], Report())
    return number / (time.process_time() - start)


def whole_check(folder: Path, runs: int) -> float:
    """The least seconds of the processor's time that `ibbprint check LIST` takes as a whole process."""
    path = folder / "list.txt"
    path.write_text(LIST)
    around = surroundings(folder / "bytecode")
    results = []
    for _ in range(runs + 1):
        call = [sys.executable, "-m", "ibbprint", "check", str(path)]
        process = subprocess.Popen(call, stdout=subprocess.DEVNULL, env=around)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        results.append(used.ru_utime + used.ru_stime)
    return min(results[1:])


def show(many: int, runs: int) -> None:
    """Measure and print both."""
    print(f"{a_second(many, checker()):,.0f} lists a second")
    with tempfile.TemporaryDirectory(prefix="ibbprint-bench-") as name:
        seconds = whole_check(Path(name), runs)
    print(f"ibbprint check LIST: {seconds:.3f} s of processor time")


def take_turns(number: int, turns: IO[str]) -> None:
    """Read a seed from each line, and write how many lists of that seed are checked a second."""
    from benchmarks.lists import checker  # the checkout's own, which knows how its games are asked there

    opened = checker()
    for seed in turns:
        print(a_second(number, opened, int(seed)), flush=True)


def against(other: Path, number: int, turns: int) -> bool:
    """Show how many lists a second are checked there and here, in turns; whether it is as many as is promised."""
    from benchmarks.promises import ANSWERING, LISTS  # not above: an old checkout has its own benchmarks
    from benchmarks.whole import revision_of

    around = {**os.environ, "PYTHONHASHSEED": "0"}
    pipe = subprocess.PIPE
    checkouts = (other, Path(__file__).resolve().parent.parent)
    commands = [(str(folder / ".venv/bin/python"), __file__, "--turns", str(number)) for folder in checkouts]
    workers = [
        subprocess.Popen(
            command, stdin=pipe, stdout=pipe, text=True, cwd=folder, env={**around, "PYTHONPATH": str(folder)}
        )
        for command, folder in zip(commands, checkouts, strict=True)
    ]
    rates: list[list[float]] = [[], []]
    for turn in range(turns + 1):
        for who in (0, 1) if turn % 2 else (1, 0):
            process = workers[who]
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(f"{turn}\n")
            process.stdin.flush()
            rates[who].append(float(process.stdout.readline()))
    for process in workers:
        process.communicate()
    there, here = (side[1:] for side in rates)  # the first turn fills what is kept of words and lines
    ratios = [ours / theirs for theirs, ours in zip(there, here, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    rate, theirs = statistics.median(here), statistics.median(there)
    print(f"lists a second: {theirs:,.0f} there, {rate:,.0f} here, {middle:.2f} times ({low:.2f} to {high:.2f})")
    print(f"promised against {ANSWERING}: {LISTS:.2f} times")
    return middle >= LISTS or not revision_of(other).startswith(ANSWERING)


def main() -> int:
    """Measure everything once; 1 where another checkout is faster than it is promised to be."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lists")
    parser.add_argument("--lists", type=int, default=6000, help="how many lists are checked (default 6000)")
    parser.add_argument("--runs", type=int, default=7, help="how often the command is run (default 7)")
    parser.add_argument("--against", type=Path, help="the folder of another checkout, to measure in turns with it")
    parser.add_argument("--turns", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.turns is not None:
        take_turns(given.turns, sys.stdin)
        return 0
    if given.against is not None:
        return int(not against(given.against.resolve(), 600, max(9, given.runs)))
    show(max(1, given.lists), max(1, given.runs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
