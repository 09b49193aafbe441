"""`python -m benchmarks`: print kits as a user does, print the floor, and show both with their ratio.

Nothing is asserted: times are for a reader, with the promises of the project (`promises.py`) beside them.
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from pathlib import Path

from benchmarks import designers, lists, maps, pictures, promises
from benchmarks.measure import Failed, Measured, after_start_up, surroundings, whole_process
from benchmarks.packs import BenchPack, write_pack

HERE = Path(__file__).resolve().parent
ROWS, MANY = 500, 5000


def main() -> int:
    """Measure everything once; 1 when a command failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=7, help="how often each command is run (default 7)")
    runs: int = max(1, parser.parse_args().runs)
    with tempfile.TemporaryDirectory(prefix="ibbprint-bench-") as name:
        try:
            _show(Path(name), runs)
        except Failed as fault:
            print(fault, file=sys.stderr)
            return 1
    return 0


def _show(folder: Path, runs: int) -> None:
    packs = {rows: write_pack(folder / f"pack-{rows}", rows) for rows in (2, ROWS, MANY)}
    few = max(1, runs // 3)
    around = surroundings(folder / "bytecode")

    def kit(pack: BenchPack, times: int, *, kept: bool = True) -> Measured:
        command = [sys.executable, "-m", "ibbprint", *_arguments(pack, folder)]
        target = folder / "out" / f"{pack.scenario}-counters.pdf"
        return whole_process(command, target, times, around, templates_kept=kept)

    def floor(pack: BenchPack, times: int) -> Measured:
        target = folder / "floor.pdf"
        command = [sys.executable, str(HERE / "floor.py"), str(pack.units), str(target)]
        return whole_process(command, target, times, around)

    small, ours, least = kit(packs[2], runs), kit(packs[ROWS], runs, kept=False), floor(packs[ROWS], runs)
    usual = kit(packs[ROWS], runs)
    many, many_least = kit(packs[MANY], few), floor(packs[MANY], few)
    bridge = whole_process(
        [sys.executable, "-m", "ibbprint", "kit", "defend-the-bridge", "-o", str(folder / "out")],
        folder / "out" / "defend-the-bridge.pdf",
        runs,
        around,
    )
    warm = _arguments(packs[2], folder)
    grown = {rows: after_start_up(_arguments(packs[rows], folder), warm, few + 2, around) for rows in (ROWS, MANY)}

    where = f"Python {platform.python_version()}, {platform.machine()}"
    print(f"{where}; {runs} runs of each as a whole process; bytecode is kept")
    print(f"{'':<44}{'least s':>9}{'median s':>10}{'peak MiB':>10}{'file kB':>9}")
    for title, measured in (
        (f"{ROWS} counters (kit --only counters), no cache", ours),
        ("  the same as a rule: templates kept compiled", usual),
        ("  the same by hand: the floor", least),
        (f"{MANY} counters", many),
        ("  the same by hand: the floor", many_least),
        ("2 counters: what starting up costs", small),
        ("Defend the Bridge, the whole kit", bridge),
    ):
        figures = f"{measured.best:>9.3f}{measured.median:>10.3f}{measured.peak_mib:>10.1f}{measured.size / 1000:>9.1f}"
        print(f"{title:<44}{figures}")
    print()
    print(
        f"ibbprint to the floor, {ROWS} counters:  {ours.best / least.best:.1f} times "
        f"(promised: at most {promises.FLOOR} times)"
    )
    print(f"ibbprint to the floor, {MANY} counters: {many.best / many_least.best:.1f} times")
    growth = grown[MANY] / grown[ROWS]
    print(
        f"After start-up: {grown[ROWS]:.3f} s for {ROWS}, {grown[MANY]:.3f} s for {MANY}: "
        f"{growth:.1f} times (promised: at most {promises.GROWTH} times)"
    )
    print(
        f"{ROWS} counters: {ours.peak_mib:.0f} MiB and {ours.size / 1000:.0f} kB "
        f"(promised: at most {promises.PEAK_MIB} MiB and {promises.SIZE_KB} kB)"
    )
    print(f"A map of 40 x 30 hexes to one of 20 x 15: {maps.growth():.1f} times (promised: at most ", end="")
    print(f"{promises.MAP_GROWTH} times)")
    print()
    lists.show(6000, runs)
    print()
    designers.show(runs)
    print()
    pictures.show(folder / "pictures", few)


def _arguments(pack: BenchPack, folder: Path) -> list[str]:
    target = folder / "out"
    return ["kit", pack.scenario, "--pack", str(pack.folder), "--only", "counters", "-o", str(target)]


if __name__ == "__main__":
    sys.exit(main())
