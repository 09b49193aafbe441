"""One command in a process of its own, with a fault, and what is wrong with what it leaves behind."""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import pkgutil
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import ibbprint
from benchmarks.crash.cases import Case, comparable
from benchmarks.crash.faults import INTERRUPT, KILL, NOTHING, POWER, TWICE, Fault, Injector

LEFTOVER = ".ibbprint-"
"""How the names of unfinished files begin."""
YESTERDAY = b"of yesterday\n"
PATIENCE_S = 120
"""A process that is not done by then hangs."""
SILENT_S = 10
"""The processes of a group that has ended are gone by then."""

Files = dict[str, bytes]


@dataclass(frozen=True)
class Ended:
    """How a process ended: its exit code (negative for a signal, None if it hung), and what it said."""

    code: int | None
    out: str
    err: str
    survivors: bool = False
    """Processes that it started outlived it."""
    operations: tuple[str, ...] = ()
    calls: int = 0
    calls_at: tuple[int, ...] = ()


@dataclass
class Place:
    """A folder for one run: `work` is what the command sees, with its own folder for temporary files."""

    folder: Path
    inputs: Path
    work: Path = field(init=False)

    def __post_init__(self) -> None:
        self.work = self.folder / "work"

    def reset(self, files: Files) -> None:
        """Begin with the inputs and these files."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.inputs, self.work)
        (self.work / "out").mkdir()
        (self.work / "tmp").mkdir()
        for name, data in files.items():
            path = self.work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def files(self) -> Files:
        """Every file that is there, but for temporary ones in a folder of the system."""
        return {
            name: comparable(name, path.read_bytes())
            for path in sorted(self.work.rglob("*"))
            if path.is_file() and not (name := path.relative_to(self.work).as_posix()).startswith("tmp/")
        }

    def leftovers(self) -> list[str]:
        """Whatever has the name of something unfinished, and what is left of temporary files."""
        inside = [path.relative_to(self.work) for path in self.work.rglob("*")]
        return [str(path) for path in inside if path.name.startswith(LEFTOVER) or path.parts[0] == "tmp" != path.name]


def import_everything() -> None:
    """Import the whole program once, so that each process begins with it."""
    for module in pkgutil.walk_packages(ibbprint.__path__, "ibbprint."):
        if not module.name.endswith(("__main__", ".cluster", "playtest_cluster")):  # of Dask
            importlib.import_module(module.name)
    for name in ("cairocffi", "pikepdf", "openpyxl"):
        with contextlib.suppress(ImportError, OSError):
            importlib.import_module(name)
    gc.freeze()


def army_list(seed: str) -> str:
    """A legal army of 90 points."""
    command = [sys.executable, "-m", "ibbprint", "army", "--points", "90", "--seed", seed]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def run(place: Place, case: Case, fault: Fault, cache: Path, *, counting: bool = False) -> Ended:
    """Run the command in a process of its own that the fault strikes."""
    message = place.folder / "told.json"
    message.unlink(missing_ok=True)
    sys.stdout.flush()
    child = os.fork()
    if not child:
        _call(place, case, fault, cache, message, counting)
    code = _wait(child)
    survivors = _survivors(child)
    about: dict[str, Any] = json.loads(message.read_text()) if message.exists() else {}
    out, err = ((place.folder / name).read_text(errors="replace") for name in ("out.txt", "err.txt"))
    operations, calls_at = tuple(about.get("operations", ())), tuple(about.get("calls_at", ()))
    return Ended(code, out, err, survivors, operations, about.get("calls", 0), calls_at)


def _call(place: Place, case: Case, fault: Fault, cache: Path, told: Path, counting: bool) -> NoReturn:
    """What the process does: it becomes the command."""
    leave = os._exit
    try:
        os.setsid()
        os.chdir(place.work)
        for number, name in ((0, os.devnull), (1, place.folder / "out.txt"), (2, place.folder / "err.txt")):
            opened = os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
            os.dup2(opened, number)
            os.close(opened)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
        os.environ |= {
            "TMPDIR": str(place.work / "tmp"),
            "HOME": str(place.work),
            "XDG_CACHE_HOME": str(cache),
            "XDG_CONFIG_HOME": str(place.work / "out"),
            "NO_COLOR": "1",
            "COLUMNS": "100",
        }
        tempfile.tempdir = str(place.work / "tmp")  # or Python writes a file there to see whether it can
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.modules["__main__"] = ModuleType("__main__")  # or each process of a playtest imports the bench
        sys.argv = ["ibbprint", *case.command]
        if case.ends_after:
            _press_after(case.ends_after, place.folder / "out.txt")
        injector = Injector(fault, place.work, counting=counting)

        def end(code: int) -> NoReturn:
            sys.setprofile(None)
            about = {"operations": injector.operations, "calls": injector.calls, "calls_at": injector.calls_at}
            told.write_text(json.dumps(about))
            injector.end()
            leave(code)

        setattr(os, "_exit", end)  # noqa: B010 - its type says that it takes its argument by name
        from ibbprint.entry import main

        injector.install()
        main()
    except BaseException:  # noqa: BLE001 - nothing may go back into the bench
        traceback.print_exc()
        sys.stderr.flush()
    leave(70)


def _press_after(said: str, out: Path) -> None:
    """Press Ctrl-C when the command sleeps and has said this, or has slept for long."""
    real, sleeps = time.sleep, 0

    def sleep(seconds: float) -> None:
        nonlocal sleeps
        sleeps += 1
        real(seconds)
        if said in out.read_text() or sleeps > 300:
            signal.raise_signal(signal.SIGINT)

    setattr(time, "sleep", sleep)  # noqa: B010 - the same of its type


def _wait(child: int) -> int | None:
    """The exit code of the process, which is ended with all of its group if it takes too long."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _survivors(group: int) -> bool:
    """Whether processes of the group are still there after a while; they are ended."""
    until = time.monotonic() + SILENT_S
    try:
        while time.monotonic() < until:
            os.killpg(group, 0)
            time.sleep(0.01)
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def faults_left(place: Place, case: Case, fault: Fault, cache: Path, whole: Files, plain: Ended) -> list[str]:
    """Run the command with the fault, then without; everything that is not as promised.

    `whole` are the files after a run without a fault, which ended as `plain`.
    """
    before = {} if case.fresh or case.log else {name: YESTERDAY for name in whole if name.startswith("out/")}
    before.pop("out/ibbprint/printers/office.yaml", None)  # it is read before it is written
    place.reset(before)
    inputs = place.files()
    ended = run(place, case, fault, cache)
    now = place.files()
    wrong = [*_wrong_end(case, fault, ended, now, whole, place), *_wrong_files(case, fault, inputs, now, whole)]
    left = place.leftovers()
    if left and fault.kind not in (KILL, POWER, TWICE, "no permission", "read-only disk"):
        wrong.append(f"left behind: {', '.join(left)}")
    return [*wrong, *_wrong_again(place, case, cache, now, whole, plain)]


def _wrong_end(case: Case, fault: Fault, ended: Ended, now: Files, whole: Files, place: Place) -> list[str]:
    """What is wrong with the exit code and with what was said."""
    wrong = []
    if ended.code is None:
        wrong.append(f"not done after {PATIENCE_S} s")
    if "Traceback" in ended.err:
        wrong.append(f"traceback: {ended.err.strip().splitlines()[-1]}")
    elif "Exception ignored" in ended.err or "Warning: " in ended.err:
        wrong.append(f"said by Python: {ended.err.strip().splitlines()[0]}")
    if ended.survivors and not case.ends_after:
        wrong.append("its processes outlived it")
    if fault.kind in (KILL, POWER):
        return wrong
    last = (ended.err.strip().splitlines() or [""])[-1]
    loose = {case.log} if not case.moments else set()  # batches come in any order
    differing = {name for name in {*_finished(now), *whole} if now.get(name) != whole.get(name)}
    result = differing <= loose and ended.code == 0
    if fault.kind in (INTERRUPT, TWICE):
        # The second press ends a command at once, and so does the first when all is done (`undisturbed.finish`).
        at_once = fault.kind == TWICE or differing <= loose
        codes = case.stopped | ({-signal.SIGINT} if at_once else set())
        if ended.code not in codes and not result:
            wrong.append(f"exit code {ended.code} after Ctrl-C: {last}")
        if ended.code == 130 and fault.kind == INTERRUPT and not (last and len(last) < 100):
            wrong.append(f"said after Ctrl-C: {last!r}")
    elif fault.kind != NOTHING and not result and not case.ends_after:
        named = any(part in ended.err for part in ("out", "games.log", "tmp"))
        if ended.code != 1 or not named:
            wrong.append(f"exit code {ended.code}, said {last!r}")
    elif ended.code not in ((0, 1) if fault.kind != NOTHING else (0,)):
        wrong.append(f"exit code {ended.code}, said {last!r}")
    return wrong


def _finished(files: Files) -> Files:
    return {name: data for name, data in files.items() if LEFTOVER not in name}


def _wrong_files(case: Case, fault: Fault, before: Files, now: Files, whole: Files) -> list[str]:
    """Files that are neither of yesterday nor whole."""
    wrong = []
    for name, data in _finished(now).items():
        if case.log and name == case.log:
            if case.moments and not whole[name].startswith(data):
                wrong.append(f"{name} is spoilt")
        elif case.log and fault.kind in (INTERRUPT, TWICE) and data.startswith(b"%PDF") and b"%%EOF" in data[-8:]:
            continue  # a report of fewer games
        elif data not in (before.get(name), whole.get(name)):
            wrong.append(f"{name} is neither old nor new ({len(data)} bytes)")
    wrong += [f"{name} is gone" for name in before if name not in now]
    new = [name for name in whole if name != case.log and before.get(name) != whole[name]]
    names = [name for name in new if now.get(name) == whole[name]]
    if fault.kind in ("disk full", INTERRUPT) and 0 < len(names) < len(new) and case.together:
        wrong.append(f"{len(names)} of {len(new)} files are new, the others old")
    return wrong


def _wrong_again(place: Place, case: Case, cache: Path, now: Files, whole: Files, plain: Ended) -> list[str]:
    """What is wrong when the same command is called once more."""
    if case.fresh and _finished(now) == whole:
        return []  # all was done
    again = run(place, case, Fault(), cache)
    files = place.files()
    wrong = []
    if again.code != 0:
        return [f"again: exit code {again.code}, {(again.err.strip().splitlines() or [''])[-1]!r}"]
    differing = sorted(name for name in {*files, *whole} if files.get(name) != whole.get(name) and LEFTOVER not in name)
    if case.log and not case.moments and differing == [case.log]:
        differing = []  # batches come in any order
    if differing:
        wrong.append(f"again: {', '.join(differing)} is not as usual")
    left = [each for each in place.leftovers() if not each.startswith("tmp")]
    if left:
        wrong.append(f"still there after the next run: {', '.join(left)}")
    if case.log and again.out != plain.out:
        wrong.append("again: the report differs")
    return wrong
