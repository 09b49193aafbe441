"""Whole commands here and in another checkout, run in turns: see `benchmarks.against`."""

from __future__ import annotations

import os
import statistics
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.lists import LIST
from benchmarks.measure import Failed, surroundings
from benchmarks.packs import write_pack
from benchmarks.promises import COSTS, Cost

HERE = Path(__file__).resolve().parent.parent


def made_in(folder: Path) -> dict[str, str]:
    """The files that the words of `promises.COSTS` name, written into a folder."""
    packs = {f"pack-{rows}": str(write_pack(folder / f"pack-{rows}", rows).folder) for rows in (500, 5000)}
    (folder / "list.txt").write_text(LIST, encoding="utf-8")
    return {**packs, "list": str(folder / "list.txt"), "out": str(folder / "out")}


@dataclass(frozen=True, slots=True)
class Asked:
    """A command of a checkout, in words that it knows."""

    command: tuple[str, ...]
    around: Mapping[str, str]
    folder: Path
    """Where it runs: Python looks for a module in the current folder first, and that may be a checkout."""

    @classmethod
    def of(cls, checkout: Path, cost: Cost, words: Mapping[str, str], folder: Path, name: str) -> Asked | None:
        """The first of the spellings that ends with 0, which also compiles the bytecode; None where there is none."""
        around = {**surroundings(folder / f"bytecode-{name}"), "PYTHONPATH": str(checkout)}
        for spelling in cost.spellings:
            python = str(checkout / ".venv" / "bin" / "python")
            asked = cls((python, "-m", "ibbprint", *(word.format(**words) for word in spelling)), around, folder)
            if asked.run() is not None:
                return asked
        return None

    def run(self) -> float | None:
        """Seconds of the processor that the whole process takes; None where it does not end with 0."""
        devnull = subprocess.DEVNULL
        process = subprocess.Popen(self.command, stdout=devnull, stderr=devnull, env=dict(self.around), cwd=self.folder)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return used.ru_utime + used.ru_stime if process.returncode == 0 else None


def pairs(first: Asked, second: Asked, turns: int) -> list[tuple[float, float]]:
    """The seconds of both, run one after the other; every other turn the second begins."""
    result = []
    for turn in range(turns):
        seconds: dict[int, float] = {}
        for who in (0, 1) if turn % 2 == 0 else (1, 0):
            took = (first, second)[who].run()
            if took is None:
                raise Failed(f"{' '.join((first, second)[who].command)} failed, which it did not before")
            seconds[who] = took
        result.append((seconds[0], seconds[1]))
    return result


def compare_commands(other: Path, turns: int) -> bool:
    """Print a line for each command; whether all cost no more than is promised against the other revision."""
    kept = True
    revision = revision_of(other)
    print(f"{'seconds of the processor':<34}{'there':>8}{'here':>8}{'ratio':>8}{'quartiles':>16}   promised")
    with tempfile.TemporaryDirectory(prefix="ibbprint-against-") as name:
        folder = Path(name)
        words = made_in(folder)
        for cost in COSTS:
            there = Asked.of(other, cost, words, folder, "there")
            here = Asked.of(HERE, cost, words, folder, "here")
            if there is None or here is None:
                print(f"{cost.title:<34}  {'the other checkout' if here is not None else 'this one'} cannot do it")
                kept = kept and here is not None
                continue
            took = pairs(there, here, turns if "5,000" not in cost.title else max(3, turns // 3))
            ratios = [here_s / there_s for there_s, here_s in took]
            low, middle, high = statistics.quantiles(ratios, n=4)
            seconds = [statistics.median(side) for side in zip(*took, strict=True)]
            promised = f"{cost.most:.2f}" if revision.startswith(cost.revision) else ""
            dear = bool(promised) and middle > cost.most
            kept = kept and not dear
            spread = f"({low:.2f} to {high:.2f})"
            line = f"{cost.title:<34}{seconds[0]:>8.3f}{seconds[1]:>8.3f}{middle:>8.2f}{spread:>16}   {promised}"
            print(f"{line}{'  TOO DEAR' if dear else ''}".rstrip(), flush=True)
    return kept


def revision_of(checkout: Path) -> str:
    """The commit that a checkout stands at, in full; empty where git does not know."""
    git = ["git", "-C", str(checkout), "rev-parse", "HEAD"]
    answer = subprocess.run(git, capture_output=True, text=True, check=False)
    return answer.stdout.strip() if answer.returncode == 0 else ""
