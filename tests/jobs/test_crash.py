"""What is left of a command that is killed or interrupted; `make crash-bench` tries every command at every point."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ibbprint.jobs.playtests import playtest
from ibbprint.playtest.batches import batches, in_order
from ibbprint.playtest.tally import Tally
from ibbprint.undisturbed import Undisturbed, end_at_once, end_by_ctrl_c, was_pressed
from tests.helpers import ROOT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the bench forks, and Windows has other signals")


def test_a_few_points_of_the_crash_bench_leave_nothing_half_made() -> None:
    """Every kind of fault is tried with two commands, and finds nothing wrong."""
    result = subprocess.run(
        [sys.executable, "-m", "benchmarks.crash", "--tiny", "--processes", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    kinds = re.findall(r"^faces +(\D+?) +[1-9]\d* +0$", result.stdout, re.MULTILINE)
    assert kinds == ["Ctrl-C", "Ctrl-C twice", "disk full", "killed", "no permission", "power cut", "read-only disk"], (
        result.stdout
    )


BROKEN = """
import sys
from benchmarks.crash.__main__ import main
from ibbprint.press.output import Outbox
def put(outbox, target, data):
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    return True
Outbox.put = put
Outbox.publish = lambda outbox: True
sys.argv = ["crash", "printer", "--moments", "0", "--processes", "1"]
sys.exit(main())
"""


def test_the_crash_bench_finds_a_program_that_writes_straight_into_its_files() -> None:
    result = subprocess.run([sys.executable, "-c", BROKEN], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 1, result.stderr
    assert "office.yaml is neither old nor new" in result.stdout


PRESSED = """
import os, signal, sys
from ibbprint.entry import main
from ibbprint.jobs import playtests
if __name__ == "__main__":
    times, real = int(sys.argv.pop()), playtests.Logbook.add
    noted = []
    def add(*given):
        real(*given)
        noted.append(given)
        if len(noted) == 12:
            try:
                os.kill(os.getpid(), signal.SIGINT)
            finally:
                if times == 2:
                    os.kill(os.getpid(), signal.SIGINT)
    playtests.Logbook.add = add
    main()
"""
PLAYTEST = ("playtest", "two-villages", "--policy", "random", "--games", "2000", "--jobs", "2", "--log", "games.log")


@pytest.mark.parametrize("times", [1, 2])
def test_the_first_ctrl_c_ends_a_playtest_with_a_report_and_the_second_at_once(times: int, tmp_path: Path) -> None:
    """On several processes as well, none of which outlives it; the batches that are done stay in the log."""
    script = tmp_path / "pressed.py"
    script.write_text(PRESSED, encoding="utf-8")
    result = subprocess.run(
        [sys.executable, script, *PLAYTEST, str(times)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    assert result.returncode == (130 if times == 1 else -signal.SIGINT), result.stderr
    assert ("games until you stopped them" in result.stdout) == (times == 1), result.stdout
    message = result.stderr.splitlines()  # nothing of Python's: no traceback, no warning of what is left
    assert [line.partition(" ")[0] for line in message] == ["At", "Stopped"][: 2 if times == 1 else 1], result.stderr
    lines = (tmp_path / "games.log").read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 2


def stopped(program: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a program that presses Ctrl-C by itself."""
    return subprocess.run(
        [sys.executable, "-P", "-c", program, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )


STOPPED = """
import os, signal
from ibbprint.entry import main
from ibbprint.press.output import Outbox
Outbox.put = lambda *given: os.kill(os.getpid(), signal.SIGINT)
main()
"""


def test_ctrl_c_is_answered_in_one_line_with_exit_code_130(tmp_path: Path) -> None:
    result = stopped(STOPPED, tmp_path, "dice", "2d6", "-o", "dice.pdf")
    assert (result.returncode, result.stderr) == (130, "ibbprint: stopped by Ctrl-C.\n")
    assert not list(tmp_path.iterdir())


def test_ctrl_c_amid_the_adding_up_of_a_game_leaves_no_half_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits for the batch, and the report of what was played can be written."""
    add = Tally.add

    def add_pressed(tally: Tally, record: Any) -> None:
        if tally.games == 7:
            signal.raise_signal(signal.SIGINT)
        add(tally, record)

    monkeypatch.setattr(Tally, "add", add_pressed)
    report = playtest("two-villages", games=20, policies="random", jobs=1)
    assert "10 games until you stopped them" in report.text


SWALLOWED = """
import os, signal
from ibbprint.entry import main
from ibbprint.drawing.pdf import PdfWriter
real = PdfWriter.bytes
def swallowing(writer):
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except:
        pass
    return real(writer)[:-9]
PdfWriter.bytes = swallowing
main()
"""


def test_a_library_that_swallows_ctrl_c_has_nothing_published(tmp_path: Path) -> None:
    """What it made then may be wrong, and the command is stopped when it is about to write it."""
    result = stopped(SWALLOWED, tmp_path, "dice", "2d6", "-o", "dice.pdf")
    assert (result.returncode, result.stderr) == (130, "ibbprint: stopped by Ctrl-C.\n")
    assert not list(tmp_path.iterdir())


def test_a_second_ctrl_c_ends_a_block_that_is_not_to_be_disturbed() -> None:
    """The first waits for the end of the block; whoever presses again does not want to wait."""
    results: list[object] = []
    before = signal.signal(signal.SIGINT, end_by_ctrl_c)
    try:
        with pytest.raises(KeyboardInterrupt), Undisturbed():  # noqa: PT012 - the end of the block raises
            signal.raise_signal(signal.SIGINT)
            results.append(signal.getsignal(signal.SIGINT))
        assert results == [end_at_once]
        assert was_pressed()
    finally:
        signal.signal(signal.SIGINT, before)


IMPORTS = """
import os, signal, sys
wanted = sys.argv.pop()
class Presses:
    def find_spec(self, name, *_):
        if name == wanted:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Presses())
from ibbprint.entry import main
main()
"""
DROPPED = """
import os, signal, time, weakref
from ibbprint.entry import main
from ibbprint.press.output import Outbox
class Thing: pass
def put(*given):
    thing = Thing()
    kept = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGINT))
    del thing
    time.sleep(60)
    raise SystemExit("not heeded")
Outbox.put = put
main()
"""
TERMINATED = """
import os, signal
from ibbprint.entry import main
from ibbprint.press import output
real_fill, real_remove = output._fill, output._remove
def fill(*given):
    real_fill(*given)
    os.kill(os.getpid(), signal.SIGINT)
def remove(path):
    os.kill(os.getpid(), signal.SIGTERM)
    real_remove(path)
output._fill, output._remove = fill, remove
main()
"""


@pytest.mark.parametrize(
    "module", ["ibbprint.cli", "ibbprint.cli.commands", "ibbprint.cli.plain", "ibbprint.press.output"]
)
def test_ctrl_c_while_ibbprint_is_still_being_imported_shows_no_traceback(module: str, tmp_path: Path) -> None:
    result = stopped(IMPORTS, tmp_path, "dice", "2d6", "-o", "dice.pdf", module)
    assert (result.returncode, result.stderr) == (130, "ibbprint: stopped by Ctrl-C.\n")
    assert not list(tmp_path.iterdir())


def test_ctrl_c_that_python_drops_in_a_callback_is_heeded_a_moment_later(tmp_path: Path) -> None:
    result = stopped(DROPPED, tmp_path, "dice", "2d6", "-o", "dice.pdf")
    assert (result.returncode, result.stderr) == (130, "ibbprint: stopped by Ctrl-C.\n")
    assert not list(tmp_path.iterdir())


def test_sigterm_while_ctrl_c_clears_away_leaves_nothing_behind(tmp_path: Path) -> None:
    """`watch` sends it to a printing that has perhaps heard Ctrl-C itself."""
    result = stopped(TERMINATED, tmp_path, "dice", "2d6", "-o", "dice.pdf")
    assert (result.returncode, result.stderr) == (130, "ibbprint: stopped by Ctrl-C.\n")
    assert not list(tmp_path.iterdir())


class Mask:
    """Work whose records are the signals that a process holds back."""

    def begin(self) -> Callable[[int], list[int]]:
        return lambda _: sorted(map(int, signal.pthread_sigmask(signal.SIG_BLOCK, ())))


def test_the_processes_of_a_playtest_are_born_without_an_ear_for_ctrl_c() -> None:
    """One that ignored it only once it ran would show a traceback if it came while it was importing."""
    games = [each for records in in_order(Mask(), batches(4, 1), 2) for each in records]
    assert games == [[signal.SIGINT]] * 4
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_a_picture_leaves_no_temporary_folder_behind(tmp_path: Path) -> None:
    """A command ends without what Python does at its exit, so nothing may wait for that."""
    result = subprocess.run(
        [sys.executable, "-m", "ibbprint", "preview", "T1", "-s", "defend-the-bridge", "-o", "T1.png"],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["T1.png"]
