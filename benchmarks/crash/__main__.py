"""`python -m benchmarks.crash`: break off every command that writes files, at every point, and look at what is left.

Each command runs once in peace, and then again for every write, rename and flush that it does: killed there, with the
power cut, with the disk full from there on, and with its folders closed to it. Ctrl-C strikes at calls of functions,
half of them around the writing. Each time yesterday's files must be whole, nothing unfinished may have a final name,
and the same command must then go on and write the right bytes. Exit code 1 if anything is otherwise.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path

from benchmarks.crash.cases import CASES, TINY, Case, lay_out
from benchmarks.crash.faults import FULL, INTERRUPT, KILL, NO_ENTRY, POWER, READ_ONLY, TWICE, Fault
from benchmarks.crash.runs import Ended, Files, Place, army_list, faults_left, import_everything, run

SEED = 20
AT_OPERATIONS = (KILL, POWER, FULL, NO_ENTRY, READ_ONLY)
AROUND = 40
"""How many calls before and after an operation on a file count as around it."""
LONGEST_DELAY_S = 0.05
MOST_SHOWN = 6
"""How many different faults of one kind are described."""


def main() -> int:
    """Run the bench; 1 when a fault was found."""
    about = (__doc__ or "").partition("\n")[0].partition(": ")[2]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crash", description=about)
    parser.add_argument("commands", nargs="*", help="which commands, by their names in the table (default: all)")
    parser.add_argument("--moments", type=int, default=200, help="Ctrl-C so often for each command (default 200)")
    parser.add_argument("--most", type=int, default=10_000, help="at most so many points of each kind (default: all)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="runs at the same time")
    parser.add_argument("--tiny", action="store_true", help="a few points of two commands, as the tests do")
    asked = parser.parse_args()
    if asked.tiny:
        asked.commands, asked.moments, asked.most = list(TINY), 3, 2
    unknown = set(asked.commands) - {case.name for case in CASES}
    if unknown:
        parser.error(f"no such command: {', '.join(sorted(unknown))}. Known are {', '.join(c.name for c in CASES)}.")
    cases = [case for case in CASES if not asked.commands or case.name in asked.commands]
    import_everything()
    with tempfile.TemporaryDirectory(prefix="ibbprint-crash-") as name:
        bench = Bench(Path(name).resolve(), asked.moments, asked.most, asked.processes)
        return 1 if sum(bench.try_out(case) for case in cases) else 0


class Bench:
    """Runs the cases and shows a line for each kind of fault."""

    def __init__(self, folder: Path, moments: int, most: int, processes: int) -> None:
        self.folder = folder
        self.moments = moments
        self.most = most
        self.processes = processes
        self.cache = folder / "cache"
        self.inputs = folder / "inputs"
        armies = [army_list(seed) for seed in ("1", "2")]
        lay_out(self.inputs, (armies[0], armies[1]))
        print(f"{'command':<18} {'fault':<15} {'points':>6} {'faults':>6}", flush=True)

    def try_out(self, case: Case) -> int:
        """Try every point of a case, and show the table; the number of faults."""
        place = Place(self.folder / "plain", self.inputs)
        for _ in range(2):  # the first run compiles the templates
            place.reset({})
            plain = run(place, case, Fault(), self.cache, counting=case.moments)
        if plain.code != 0:
            print(f"{case.name}: exit code {plain.code} without a fault\n{plain.err}", file=sys.stderr)
            return 1
        whole = place.files()
        points = [*self._operations(case, plain), *self._interrupts(case, plain)]
        lanes = [points[lane :: self.processes] for lane in range(self.processes)]
        results: list[tuple[Fault, list[str]]] = []
        if self.processes == 1:
            results = _lane(self.folder / "lane-0", self.inputs, self.cache, case, points, whole, plain)
        else:
            with ProcessPoolExecutor(self.processes, get_context("fork")) as pool:
                jobs = [
                    pool.submit(_lane, self.folder / f"lane-{n}", self.inputs, self.cache, case, lane, whole, plain)
                    for n, lane in enumerate(lanes)
                ]
                results = [each for job in jobs for each in job.result()]
        return self._show(case, results, plain)

    def _operations(self, case: Case, plain: Ended) -> list[Fault]:
        number = len(plain.operations)
        dice = random.Random(f"{SEED} {case.name} operations")
        every = range(number + 1)
        chosen = sorted(dice.sample(every, min(self.most, len(every))))
        return [Fault(kind, at) for kind in AT_OPERATIONS for at in chosen if at < number or kind in (KILL, POWER)]

    def _interrupts(self, case: Case, plain: Ended) -> list[Fault]:
        if not case.moments:
            return []
        dice = random.Random(f"{SEED} {case.name} moments")
        around = [at + dice.randint(-AROUND, AROUND) for at in plain.calls_at] or [1]
        chosen = [dice.choice(around) if number % 2 else dice.randint(1, plain.calls) for number in range(self.moments)]
        few = chosen[: max(1, self.moments // 10)]
        return [Fault(INTERRUPT, max(1, at)) for at in chosen] + [
            Fault(TWICE, max(1, at), dice.uniform(0.0005, LONGEST_DELAY_S)) for at in few
        ]

    def _show(self, case: Case, found: list[tuple[Fault, list[str]]], plain: Ended) -> int:
        for kind, group in groupby(sorted(found, key=lambda each: each[0].kind), key=lambda each: each[0].kind):
            tried = list(group)
            print(f"{case.name:<18} {kind:<15} {len(tried):>6} {sum(bool(wrong) for _, wrong in tried):>6}")
            counts = Counter(_words(wrong) for _, wrong in tried if wrong)
            for words, times in counts.most_common(MOST_SHOWN):
                fault = next(fault for fault, wrong in tried if _words(wrong) == words)
                at = plain.operations[fault.at] if kind in AT_OPERATIONS and fault.at < len(plain.operations) else ""
                print(f"    {times}x, first at {fault.at} {at}: {words}")
        sys.stdout.flush()
        return sum(bool(wrong) for _, wrong in found)


def _words(wrong: list[str]) -> str:
    """What is wrong, without the names of unfinished files: those differ from run to run."""
    return re.sub(r"(, )?[^ ]*\.ibbprint-[^ ,|]+", " ..", " | ".join(wrong))


def _lane(
    folder: Path, inputs: Path, cache: Path, case: Case, points: list[Fault], whole: Files, plain: Ended
) -> list[tuple[Fault, list[str]]]:
    """Try some of the points, one after another, in a folder of their own."""
    place = Place(folder, inputs)
    return [(fault, faults_left(place, case, fault, cache, whole, plain)) for fault in points]


if __name__ == "__main__":
    sys.exit(main())
