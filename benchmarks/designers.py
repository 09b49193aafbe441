"""`python -m benchmarks.designers`: how soon a saved file is seen, and what printing only the changes costs.

Nothing is asserted: times are for a reader.
"""

from __future__ import annotations

import argparse
import itertools
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.measure import Failed, surroundings, whole_process
from benchmarks.packs import BenchPack, write_pack

ROWS = 500
PATIENCE = 60.0


def show(runs: int) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="ibbprint-bench-") as name:
        folder = Path(name)
        pack = write_pack(folder / "pack", ROWS)
        around = surroundings(folder / "bytecode")
        seen = list(_seen(pack, folder, runs, around))
        print(
            f"watch, one of {ROWS} counters saved: on the page after {min(seen):.2f} s at best, "
            f"{statistics.median(seen):.2f} s in the middle"
        )
        whole, part = _changed(pack, folder, runs, around)
        print(f"kit of {ROWS} counters: {whole:.2f} s; only the one that changed: {part:.2f} s, ", end="")
        print(f"{part / whole:.1f} times as long")


def _seen(pack: BenchPack, folder: Path, runs: int, around: dict[str, str]) -> Iterator[float]:
    """Seconds from the end of saving a rating until the page shows it, in one process that goes on watching."""
    out = folder / "watched"
    command = [sys.executable, "-m", "ibbprint", "watch", str(pack.folder), "-o", str(out)]
    state = out / f"{pack.scenario}-watch" / "state.js"
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=around) as process:
        try:
            _wait(process, lambda: state.is_file() and b'"groups":[["' in state.read_bytes())
            _at_rest(state)
            for _ in range(runs):
                before = _pictures(state)
                edit(pack)
                start = time.perf_counter()
                _wait(process, partial(_shows_more, state, before))
                yield time.perf_counter() - start
                _at_rest(state)
        finally:
            process.terminate()


def _wait(process: subprocess.Popen[bytes], seen: Callable[[], bool]) -> None:
    """Look again and again, and give up with what the process said."""
    end = time.perf_counter() + PATIENCE
    while not seen():
        if process.poll() is not None or time.perf_counter() > end:
            process.kill()
            text = process.stderr.read().decode(errors="replace") if process.stderr is not None else ""
            raise Failed(f"ibbprint watch showed nothing:\n{text}")
        time.sleep(0.001)


def _pictures(state: Path) -> frozenset[bytes]:
    """The names of the pictures that the page shows."""
    return frozenset(re.findall(rb'"([0-9a-f]{16})"', state.read_bytes()))


def _shows_more(state: Path, before: frozenset[bytes]) -> bool:
    return bool(_pictures(state) - before)


def _at_rest(state: Path) -> None:
    """Wait until the page has not changed for a while: the kit is printed in between, as for a designer who looks."""
    while True:
        before = state.stat().st_mtime_ns
        time.sleep(1.5)
        if state.stat().st_mtime_ns == before:
            return


_RATINGS = itertools.cycle("123456789")


def edit(pack: BenchPack) -> None:
    """Another attack for the unit in the middle of the table."""
    lines = pack.units.read_text(encoding="utf-8").splitlines(keepends=True)
    cells = lines[ROWS // 2].split(",")
    column = lines[0].split(",").index("attack")
    cells[column] = next(figure for figure in _RATINGS if figure != cells[column])
    lines[ROWS // 2] = ",".join(cells)
    pack.units.write_text("".join(lines), encoding="utf-8")


def _changed(pack: BenchPack, folder: Path, runs: int, around: dict[str, str]) -> tuple[float, float]:
    """Seconds of printing all the counters, and of printing the one that changed since, as whole processes."""
    out = folder / "out"
    command = [sys.executable, "-m", "ibbprint", "kit", pack.scenario, "--pack", str(pack.folder)]
    command += ["--only", "counters", "-o", str(out)]
    base = out / f"{pack.scenario}-counters.pdf"
    whole = whole_process(command, base, runs, around)
    kept = base.rename(folder / "base.pdf")
    edit(pack)
    changes = out / f"{pack.scenario}-counters-changes.pdf"
    part = whole_process([*command, "--changed-since", str(kept)], changes, runs, around)
    return whole.best, part.best


def main() -> int:
    """Measure; 1 when a command failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.designers")
    parser.add_argument("--runs", type=int, default=7, help="how often each thing is done (default 7)")
    try:
        show(max(1, parser.parse_args().runs))
    except Failed as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
