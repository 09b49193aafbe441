"""Measuring: whole processes, as a user has them, and the part of one that grows with the table."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ibbprint.components.faces.template_cache import BESIDE_BYTECODE


class Failed(RuntimeError):
    """A command that was to be measured did not end well."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What some runs of one command took: seconds a run, the most memory of any run, the size of what was written."""

    seconds: tuple[float, ...]
    peak_mib: float
    size: int

    @property
    def best(self) -> float:
        return min(self.seconds)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def surroundings(folder: Path) -> dict[str, str]:
    """The environment of every run: bytecode is kept, in a folder of its own, as it is for an installed program."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder), "PYTHONHASHSEED": "0"}


def whole_process(
    command: Sequence[str], output: Path, runs: int, environment: dict[str, str], *, templates_kept: bool = True
) -> Measured:
    """The command run `runs` times as a whole process, after one run that is not counted and compiles the bytecode.

    `output` is taken away before each run, so nothing is reused; without `templates_kept` the compiled templates too.
    """
    templates = Path(environment["PYTHONPYCACHEPREFIX"]) / BESIDE_BYTECODE
    seconds: list[float] = []
    peak = 0.0
    for run in range(runs + 1):
        output.unlink(missing_ok=True)
        if not templates_kept:
            shutil.rmtree(templates, ignore_errors=True)
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
        assert process.stderr is not None
        text = process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        took = time.perf_counter() - start
        process.stderr.close()
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0 or not output.is_file():
            raise Failed(f"{' '.join(command)} ended with {process.returncode}:\n{text.decode(errors='replace')}")
        if run == 0:
            continue
        seconds.append(took)
        # Linux counts kibibytes, macOS bytes.
        peak = max(peak, used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10))
    return Measured(tuple(seconds), peak, output.stat().st_size)


def after_start_up(command: Sequence[str], warm: Sequence[str], runs: int, environment: dict[str, str]) -> float:
    """The least seconds that the ibbprint command takes in a process in which `warm` has been run before.

    So everything is imported and the shipped catalogue's code is built, but nothing of the pack has been seen.
    Every run is a process of its own.
    """
    program = (
        "import sys, time\n"
        "from ibbprint.cli import run as run_command\n"
        "warm, command = (part.split('\\n') for part in sys.argv[1:3])\n"
        "def run(arguments):\n"
        "    start = time.perf_counter()\n"
        "    try:\n"
        "        sys.argv = ['ibbprint', *arguments]\n"
        "        run_command()\n"
        "    except SystemExit as end:\n"
        "        assert not end.code, end.code\n"
        "    return time.perf_counter() - start\n"
        "run(warm)\n"
        "took = run(command)\n"
        "print(f'took {took:.6f}')\n"
    )
    results: list[float] = []
    for _ in range(runs):
        call = [sys.executable, "-c", program, "\n".join(warm), "\n".join(command)]
        result = subprocess.run(call, capture_output=True, text=True, check=False, env=environment)
        if result.returncode:
            raise Failed(f"{' '.join(command)} failed:\n{result.stderr}")
        results.append(float(result.stdout.rsplit("took ", 1)[1]))
    return min(results)
