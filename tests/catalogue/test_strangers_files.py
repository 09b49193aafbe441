"""Files and names that mean harm, or merely are odd: they are told at their place, nothing waits, nothing is lost."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ibbprint.catalogue.csv_source import MAX_COLUMNS, read_csv
from ibbprint.catalogue.source import MAX_BYTES, read_bytes
from ibbprint.press import output
from ibbprint.press.output import LONGEST_NAME, Outbox, plain_name, write_folder, write_whole
from ibbprint.problems import Report, Where, offending_line
from tests.helpers import ROOT, SOAK, call_cli

BASE = ROOT / "tests" / "corpus" / "base"
MARSH = ROOT / "docs" / "examples" / "salt-marsh"
LONG = "x" * 300


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A small pack, in the folder `pack`."""
    shutil.copytree(BASE, tmp_path / "pack")
    return tmp_path / "pack"


def problems(*arguments: str, cwd: Path) -> str:
    """What is said of a call that must fail, without a traceback and with nothing left behind."""
    before = everything(cwd)
    result = call_cli(*arguments, cwd=cwd)
    assert result.returncode in (1, 2), result.stdout + result.stderr
    assert "Traceback" not in result.stderr
    assert everything(cwd) == before
    return result.stdout + result.stderr


def everything(folder: Path) -> dict[str, bytes | None]:
    """Every name below a folder with the bytes of what is a file."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        if path.is_file() and path.stat().st_size < 10_000_000
        else None
        for path in sorted(folder.rglob("*"))
    }


# --- what is no file ----------------------------------------------------------------------------------------------


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    with contextlib.chdir(path.parent), socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path.name)


INSTEAD: dict[str, tuple[Callable[[Path], Any], str]] = {
    "pipe": (_pipe, "this is not a readable file."),
    "socket": (_socket, "this is not a readable file."),
    "folder": (Path.mkdir, "this is a folder, not a file."),
    "link to nowhere": (lambda path: path.symlink_to("nowhere"), "this link is broken."),
    "ring of links": (lambda path: path.symlink_to(path.name), "points outside its pack."),
    "device": (lambda path: path.symlink_to("/dev/zero"), "points outside its pack."),
}
WHICH = {
    "pack.yaml": "counters",
    "units.yaml": "counters",
    "templates/style.yaml": "counters",
    "templates/ibb/unit.svg.j2": "counters",
    "templates/symbols/goblin.svg": "counters",
    "scenarios/ambush.yaml": "counters",
    "scenarios/ambush.csv": "counters",
    "maps/meadow.yaml": "map",
}


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        (name, instead)
        for name in WHICH
        for instead in INSTEAD
        if SOAK or instead in ("pipe", "folder") or "ambush" in name
    ],
)
def test_what_is_no_file_is_told_where_a_pack_has_it(name: str, instead: str, pack: Path) -> None:
    """Pipes, sockets, folders, devices and links in the place of any file: never waited for, never passed over."""
    make, message = INSTEAD[instead]
    path = pack / name
    path.unlink()
    make(path)
    messages = problems("kit", "ambush", "--pack", "pack", "--only", WHICH[name], cwd=pack.parent)
    if name.endswith(".csv") and path.is_symlink() and instead != "link to nowhere":  # told where it is named
        place, message = "pack/scenarios/ambush.yaml:8:9", "ambush.csv is not a table beside the scenario."
    else:
        place = f"pack/{name}"
    other = {"device": "this is not a readable file.", "ring of links": "this link is broken."}
    lines = [line for line in messages.split("\n") if line.startswith(f"{place}: error: ")]
    assert lines, messages
    assert message in lines[0] or other.get(instead, message) in lines[0]


FOLDERS = ["templates", "scenarios", "maps", "templates/symbols", "templates/palettes", "scenarios/as-printed"]


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("out", [True, False])
def test_the_folders_of_a_pack_are_folders_within_it(name: str, out: bool, pack: Path) -> None:
    """A folder that is a link out of the pack, or no folder, stops whatever would read it."""
    elsewhere = pack.parent / "elsewhere"
    (pack / name).mkdir(exist_ok=True)
    shutil.move(pack / name, elsewhere)
    for private in ("private.svg", "private.yaml", "private.txt"):
        (elsewhere / private).write_text("hunter2: x", encoding="utf-8")
    if out:
        (pack / name).symlink_to(elsewhere)
    else:
        _pipe(pack / name)
    message = "this folder points outside its pack." if out else "this is not a folder."
    for arguments in (["kit", "ambush", "--layout", "x"], ["list"], ["preview", "R1", "-s", "ambush"], ["units"]):
        messages = problems(*arguments, "--pack", "pack", cwd=pack.parent)
        assert f"pack/{name}: error: {message}" in messages
        assert not out or "private" not in messages


PRIVATE = {
    "line at fault": "secret: hunter2: x\n",
    "head": "scenario: {id: hunter2, game: hunter2}\n",
    "sound": (BASE / "scenarios" / "ambush.yaml").read_text(encoding="utf-8").replace("ambush", "hunter2"),
}


@pytest.mark.parametrize(
    ("place", "content"),
    [
        (place, content)
        for place in ("scenarios", "scenarios/as-printed")
        for content in PRIVATE
        if SOAK or place == "scenarios" or content == "sound"
    ],
)
def test_no_command_opens_a_scenario_that_is_a_link_out_of_its_pack(place: str, content: str, pack: Path) -> None:
    """Whether the pack is named, or the scenario: neither a line, an id nor a kit of it is shown."""
    shutil.rmtree(pack / "scenarios")
    (pack / place).mkdir(parents=True)
    (pack.parent / "private.yaml").write_text(PRIVATE[content], encoding="utf-8")
    (pack / place / "a.yaml").symlink_to(pack.parent / "private.yaml")
    commands = ["kit pack", "kit --pack pack", "faces pack", "play pack", "check pack", "watch pack"]
    commands += [f"kit {name} --pack pack" for name in ("a", "other", "hunter3")]
    for command in commands:
        messages = problems(*command.split(), cwd=pack.parent)
        assert f"pack/{place}/a.yaml: error: this file points outside its pack." in messages, command
        assert "hunter2" not in messages, command


def test_no_command_opens_a_pack_yaml_that_is_a_link_out_of_its_pack(pack: Path) -> None:
    """Neither to learn its game: no line of the file that it leads to is shown."""
    (pack / "pack.yaml").unlink()
    (pack.parent / "private.yaml").write_text("pack: {game: hunter2}\n", encoding="utf-8")
    (pack / "pack.yaml").symlink_to(pack.parent / "private.yaml")
    for command in ("kit pack", "kit --pack pack", "kit ambush --pack pack", "play pack", "check pack", "watch pack"):
        messages = problems(*command.split(), cwd=pack.parent)
        assert "pack/pack.yaml: error: this file points outside its pack." in messages, command
        assert "hunter2" not in messages, command


def test_a_map_that_leads_out_is_no_hint(pack: Path) -> None:
    """Its id is not offered for a map that there is not."""
    (pack.parent / "private.yaml").write_text("map: {id: meadow-two}\n", encoding="utf-8")
    (pack / "maps" / "meadow.yaml").unlink()
    (pack / "maps" / "a.yaml").symlink_to(pack.parent / "private.yaml")
    messages = problems("kit", "ambush", "--pack", "pack", "--only", "map", cwd=pack.parent)
    assert "pack/maps/a.yaml: error: this file points outside its pack." in messages
    assert "meadow-two" not in messages


def test_the_names_of_files_outside_are_not_told(pack: Path) -> None:
    """Not even as files that nothing reads, where a folder of templates is a link out of the pack."""
    outside = pack.parent / "outside"
    outside.mkdir()
    (outside / "private.txt2").write_text("x", encoding="utf-8")
    shutil.rmtree(pack / "templates" / "ibb")
    (pack / "templates" / "ibb").symlink_to(outside)
    result = call_cli("check", "pack", cwd=pack.parent)
    text = result.stdout + result.stderr
    assert "pack/templates/ibb: warning: nothing reads this folder. It points outside its pack." in text
    assert "private" not in text


@pytest.mark.parametrize("command", ["kit {}", "check {}", "play {}", "faces {}", "watch {}", "kit --pack {}"])
def test_a_folder_that_is_no_pack_is_told(command: str, tmp_path: Path) -> None:
    """With the name that its pack.yaml should have; the id of a scenario goes before a folder of that name."""
    (tmp_path / "stirling").mkdir()
    (tmp_path / "folder").mkdir()
    messages = problems(*command.format("folder").split(), cwd=tmp_path)
    hint = "A game of your own has a game.yaml."
    assert f"folder: error: this folder is not a pack: it has no pack.yaml. {hint} [read:pack]" in messages
    (tmp_path / "folder" / "pack.yml").touch()
    assert "Rename pack.yml to pack.yaml." in problems(*command.format("folder").split(), cwd=tmp_path)
    assert "Set-up:" in call_cli("check", "stirling", cwd=tmp_path).stdout


def test_a_layout_that_leads_out_is_not_read(pack: Path) -> None:
    """Neither its slots nor its first line are shown."""
    (pack.parent / "secret.yaml").write_text("the secret: is here\n", encoding="utf-8")
    (pack / "templates" / "layouts").mkdir()
    (pack / "templates" / "layouts" / "mine.yaml").symlink_to("../../../secret.yaml")
    messages = problems("kit", "ambush", "--pack", "pack", "--layout", "mine", cwd=pack.parent)
    assert "pack/templates/layouts/mine.yaml: error: this file points outside its pack." in messages
    assert "secret:" not in messages


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "p.txt"],
        ["check", "p.yaml"],
        ["kit", "./p.yaml"],
        ["replay", "p.game"],
        ["preflight", "p.pdf"],
        ["roster", "p.txt"],
        ["battle", "p.txt", "p.yaml"],
        ["list", "--pack", "p.txt"],
        ["kit", "./p.txt"],
        ["kit", "stirling", "--changed-since", "p.pdf"],
        ["kit", "stirling", "--layout", "p.yaml"],
    ],
)
def test_a_pipe_for_an_argument_is_not_waited_for(arguments: list[str], tmp_path: Path) -> None:
    """Wherever a command takes a file."""
    for name in ("p.txt", "p.yaml", "p.game", "p.pdf"):
        _pipe(tmp_path / name)
    messages = problems(*arguments, cwd=tmp_path)
    assert "not a readable file" in messages or "not a folder" in messages


@pytest.mark.parametrize("command", ["kit", "check", "faces", "play", "watch"])
def test_a_pack_is_named_by_its_folder_whatever_its_head_is(command: str, pack: Path) -> None:
    """A pipe in the place of pack.yaml is an error of the pack, and the folder no scenario that there is not."""
    (pack / "pack.yaml").unlink()
    (pack / "scenarios" / "skirmish.yaml").unlink()
    _pipe(pack / "pack.yaml")
    assert "pack/pack.yaml: error: this is not a readable file." in problems(command, "pack", cwd=pack.parent)


def test_a_file_that_becomes_a_pipe_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even between the look at it and the reading; one that vanishes then is told too."""
    path = tmp_path / "a.yaml"
    for change, message in ((_pipe, "this is not a readable file."), (None, "there is no such file.")):
        path.write_text("a: 1", encoding="utf-8")
        real = os.open

        def changing(name: Any, *more: Any, change: Any = change, real: Any = real) -> int:
            path.unlink()
            if change is not None:
                change(path)
            return real(name, *more)  # type: ignore[no-any-return]

        with monkeypatch.context() as patched:
            patched.setattr(os, "open", changing)
            report = Report()
            assert read_bytes(path, "a.yaml", report) is None
        assert [problem.message for problem in report] == [message]
        path.unlink(missing_ok=True)


def test_a_file_that_may_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the system has against it."""
    (tmp_path / "a.yaml").write_text("a: 1", encoding="utf-8")
    reasons = {errno.EACCES: "you have no permission to read it", errno.EIO: os.strerror(errno.EIO)}
    for number, reason in reasons.items():

        def refusing(*_: Any, number: int = number) -> int:
            raise OSError(number, os.strerror(number))

        report = Report()
        with monkeypatch.context() as patched:
            patched.setattr(os, "open", refusing)
            assert read_bytes(tmp_path / "a.yaml", "a.yaml", report) is None
        assert [problem.message for problem in report] == [f"cannot read the file: {reason}."]


def test_a_profile_of_a_printer_that_is_no_file_is_told(tmp_path: Path) -> None:
    """A pipe or a folder among the kept printers is not waited for and not passed over."""
    printers = tmp_path / "ibbprint" / "printers"
    printers.mkdir(parents=True)
    for make in (_pipe, Path.mkdir):
        make(printers / "laser.yaml")
        for arguments in (["printer"], ["printer", "laser"], ["kit", "stirling", "--printer", "laser"]):
            result = call_cli(*arguments, cwd=tmp_path, XDG_CONFIG_HOME=str(tmp_path))
            assert (result.returncode, "laser.yaml: error: this is " in result.stderr) == (1, True), arguments
        path = printers / "laser.yaml"
        path.rmdir() if path.is_dir() else path.unlink()


def test_a_file_that_grows_is_read_no_further_than_is_allowed(tmp_path: Path) -> None:
    """A file of 40 GB, all holes, costs no more than the limit."""
    path = tmp_path / "a.yaml"
    with path.open("wb") as file:
        file.truncate(40_000_000_000)
    report = Report()
    assert read_bytes(path, "a.yaml", report) is None
    assert [problem.message for problem in report] == [f"the file is larger than {MAX_BYTES // 1000:,} kB."]


def test_the_line_at_fault_of_what_is_no_file_is_not_looked_for(tmp_path: Path) -> None:
    """A problem may name a pipe, a name with a zero byte, or a line that no file has."""
    _pipe(tmp_path / "standard input")
    (tmp_path / "a").write_text("x", encoding="utf-8")
    for where in (
        Where(str(tmp_path / "standard input"), 1, 1),
        Where("a\0b", 1, 1),
        Where(LONG, 1, 1),
        Where(str(tmp_path / "a"), 10**30, 1),
    ):
        assert offending_line(where) is None


# --- names --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["kit", LONG],
        ["kit", LONG, "--all"],
        ["kit", "stirling", "--pack", LONG],
        ["check", LONG],
        ["faces", LONG],
        ["check", f"{LONG}.yaml"],
        ["check", "--as-printed", LONG],
        ["check", f"{LONG}.txt"],
        ["replay", LONG],
        ["kit", "stirling", "--only", f"counters:{LONG}"],
        ["kit", "stirling", "--rule", f"R-22={LONG}"],
        ["kit", "stirling", "--printer", LONG],
        ["kit", "stirling", "--layout", f"{LONG}.yaml"],
        ["printer", LONG],
        ["kit", "stirling", "--only", "crt", "-o", LONG],
        ["watch", LONG],
        ["new", LONG],
        ["units", "-o", f"{LONG}.csv"],
        ["battle", "a.txt", "b.txt", "-o", f"{LONG}.yaml"],
        ["preflight", LONG],
        ["roster", LONG],
        ["list", "--pack", LONG],
        ["kit", "stirling", "--changed-since", LONG],
        ["check", "stirling", "--pack", LONG],
        ["rules", "show", LONG],
        ["preview", LONG, "-s", "stirling"],
        ["kit", "stirling", "--palette", LONG],
        ["watch", "m", "-s", LONG],
        ["check", "f/scenarios/skirmish.yaml", "--fix", f"{LONG}.yaml"],
    ],
)
def test_a_name_that_no_system_takes_is_told(arguments: list[str], tmp_path: Path) -> None:
    """300 characters where a name of a file, a scenario, a part, a rule or a printer is wanted."""
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("Game: ibb\n3 Light Infantry Q3\n", encoding="utf-8")
    (tmp_path / "m").symlink_to(MARSH)
    problems(*arguments, cwd=tmp_path)


def test_a_saved_game_with_a_name_that_no_system_takes_is_told(tmp_path: Path) -> None:
    """Of its scenario and of its pack, at their lines."""
    (tmp_path / "g.game").write_text(f"ibbprint game 2\nscenario: {LONG}\nseed: 7\n", encoding="utf-8")
    assert "g.game:2:1: error: there is no scenario" in problems("replay", "g.game", cwd=tmp_path)
    (tmp_path / "g.game").write_text(f"ibbprint game 2\nscenario: x\nseed: 7\npack: {LONG}\n", encoding="utf-8")
    assert "g.game:4:1: error: there is no such folder" in problems("replay", "g.game", cwd=tmp_path)


RESERVED = ("con", "PRN", "aux.x", "nul", "com1", "LPT9", "con.tar.gz")


@given(st.text() | st.sampled_from(RESERVED) | st.text("x.-CON1", max_size=500))
@example("." * 400)
@example("con" * 300)
def test_every_system_takes_a_name_that_is_made_here(name: str) -> None:
    """Short, plain, no device of Windows, no dot at either end; what is plain already stays as it is."""
    result = plain_name(name)
    assert 0 < len(result) <= LONGEST_NAME
    assert result.isascii()
    assert all(c.isalnum() or c in "._-" for c in result)
    assert not result.startswith(".")
    assert result.partition(".")[0].lower() not in {"con", "prn", "aux", "nul", "com1", "lpt9"}
    assert plain_name(result) == result


def test_long_names_that_begin_alike_stay_two() -> None:
    """What is cut off counts."""
    assert plain_name(LONG + "a") != plain_name(LONG + "b")


def test_a_kit_of_many_kinds_has_a_name_that_every_system_takes(tmp_path: Path) -> None:
    """However much is asked for by name the PDF is written; another choice gives another name."""
    for last in (70, 71):
        kinds = ",".join(f"counters:A{number}" for number in [*range(1, 60), last])
        result = call_cli("kit", "ibb", "--all", "--only", kinds, "-o", "out", cwd=tmp_path)
        assert result.returncode == 0, result.stderr
    names = [path.name for path in (tmp_path / "out").iterdir()]
    assert len(names) == 2
    assert all(len(name) <= LONGEST_NAME + len(".pdf") for name in names)


def test_a_printer_has_no_name_that_windows_keeps_for_itself(tmp_path: Path) -> None:
    """Profiles are files, and may move to another machine."""
    for name in ("con", "nul", "COM1", "lpt1.x", "a."):
        assert f"invalid printer name {name!r}" in problems("printer", name, "--margin", "5", cwd=tmp_path)


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    """Whoever is in a folder that was deleted is told to change to another."""
    program = "import os, sys; os.rmdir(os.getcwd()); from ibbprint.cli import main; main()"
    (tmp_path / "gone").mkdir()
    result = subprocess.run(
        [sys.executable, "-c", program, "list"],
        cwd=tmp_path / "gone",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == "ibbprint: the current folder is gone or cannot be read. Change to another one.\n"


def test_a_file_given_twice_is_read_once(tmp_path: Path) -> None:
    """And a pack that is given twice is laid over itself, which changes nothing."""
    (tmp_path / "a.txt").write_text("Game: ibb\n3 Light Infantry Q3\n", encoding="utf-8")
    once, twice = (call_cli("check", *["a.txt"] * times, cwd=tmp_path).stdout for times in (1, 2))
    assert once == twice
    item, two = (call_cli("units", *["--pack", str(MARSH)] * times, cwd=tmp_path) for times in (1, 2))
    assert (item.returncode, item.stdout) == (two.returncode, two.stdout)
    assert "cannot fight itself" in problems("battle", "a.txt", "./a.txt", cwd=tmp_path)


# --- tables -------------------------------------------------------------------------------------------------------


def table(text: str, tmp_path: Path) -> list[str]:
    """What is said of a table of units."""
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-8")
    report = Report()
    read_csv(path, report, "units", "t.csv")
    return [str(problem) for problem in report]


@pytest.mark.parametrize("count", [MAX_COLUMNS, MAX_COLUMNS + 1, 40_000])
@pytest.mark.parametrize("first", [True, False])
def test_columns_are_bounded(count: int, first: bool, tmp_path: Path) -> None:
    """One column too many is told at that column, whether it is named or not, and nothing else."""
    names = ",".join(f"c{i}" for i in range(count if first else 2))
    battle = table(f"{names}\n{'1,' * ((2 if first else count) - 1)}1\n", tmp_path)
    at = len(",".join(f"c{i}" for i in range(MAX_COLUMNS))) + 2 if first else 2 * MAX_COLUMNS + 1
    line = 1 if first else 2
    over = f"t.csv:{line}:{at}: error: a table has at most {MAX_COLUMNS} columns, and this row has {count}. "
    over += "Remove the empty columns. [read:size]"
    if count > MAX_COLUMNS:
        assert battle == [over]
    else:
        assert len(battle) == (0 if first else MAX_COLUMNS - 2)


def test_values_of_a_table_are_bounded_however_deep(tmp_path: Path) -> None:
    """Cells of names with many dots count as all that they are nested in: 4 MB of text would be 5 GB of data."""
    names = ",".join(f"b{i}{'.c' * 20}" for i in range(400))
    (output,) = table(f"{names}\n" + f"{'1,' * 399}1\n" * 60, tmp_path)
    assert output == "t.csv:49:1: error: more than 400000 values. [read:size]"


def test_a_column_with_endless_dots_is_told(tmp_path: Path) -> None:
    """A name of 60,000 parts is as deep as that, which no table may be."""
    (output,) = table(f"id,{'.'.join('a' * 60_000)}\nx,1\n", tmp_path)
    assert output == "t.csv:1:4: error: nested deeper than 32 levels. [read:depth]"


def test_a_unit_table_with_40000_columns_is_refused_in_one_line(pack: Path) -> None:
    """By the command, at its place, with the limit."""
    (pack / "units.yaml").unlink()
    (pack / "units.csv").write_text(",".join(f"c{i}" for i in range(40_000)) + "\n" + "," * 40_000, encoding="utf-8")
    messages = problems("kit", "ambush", "--pack", "pack", "--only", "counters", cwd=pack.parent)
    assert messages.count("error:") == 1
    assert "pack/units.csv:1:" in messages
    assert f"at most {MAX_COLUMNS} columns, and this row has 40000." in messages


# --- writing ------------------------------------------------------------------------------------------------------


class FullDisk:
    """A disk that is full after so many files."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
        self.left = after
        real = os.fdopen

        def opened(handle: int, mode: str = "r", *more: Any, **named: Any) -> Any:
            file = real(handle, mode, *more, **named)
            if "w" in mode:
                self.left -= 1
                if self.left < 0:
                    file.close()
                    raise OSError(errno.ENOSPC, "No space left on device")
            return file

        monkeypatch.setattr(output.os, "fdopen", opened)


WRITING = {
    "faces": (["faces", "low-tide", "--only", "counters", "--as", "svg", "-o", "out"], 3),
    "kit and SVG": (["kit", "low-tide", "--only", "counters,crt", "--svg", "-o", "out"], 2),
    "kit and cuts": (["kit", "low-tide", "--only", "counters", "--cut-files", "-o", "out"], 2),
    "kit": (["kit", "low-tide", "--only", "counters", "-o", "out"], 0),
    "preview": (["preview", "crt", "-s", "low-tide", "-o", "out/a.svg"], 0),
    "saved game": (["play", "low-tide", "--save", "out/a.game", "--policy", "random", "--brief"], 0),
}


@pytest.mark.parametrize("what", WRITING)
@pytest.mark.parametrize("earlier", [True, False])
def test_a_full_disk_leaves_what_was_there(
    what: str, earlier: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the midst of any output: what was printed earlier is as it was, and nothing half made is left."""
    arguments, after = WRITING[what]
    arguments = [*arguments, "--pack", str(MARSH)]
    if earlier:
        assert call_cli(*arguments, cwd=tmp_path).returncode == 0
        for path in (tmp_path / "out").rglob("*"):
            if path.is_file():
                path.write_bytes(b"of yesterday")
    FullDisk(monkeypatch, after)
    assert "the disk is full." in problems(*arguments, cwd=tmp_path)


def test_files_take_their_places_together(tmp_path: Path) -> None:
    """None before all are written; and what an interrupted run had begun is taken away."""
    report = Report()
    with Outbox(report) as outbox:
        assert outbox.put(tmp_path / "a" / "b" / "one", b"1")
        assert outbox.put(tmp_path / "two", b"2")
        assert not (tmp_path / "two").exists()
        assert outbox.publish()
    assert everything(tmp_path) == {"a": None, "a/b": None, "a/b/one": b"1", "two": b"2"}
    with contextlib.suppress(KeyboardInterrupt), Outbox(report) as outbox:
        outbox.put(tmp_path / "c" / "three", b"3")
        raise KeyboardInterrupt
    assert everything(tmp_path) == {"a": None, "a/b": None, "a/b/one": b"1", "two": b"2"}
    assert report.ok


class Interrupted:
    """In place of a file that is being written: Ctrl-C comes when half of it is on the disk."""

    def __init__(self, file: Any) -> None:
        self.file = file

    def __enter__(self) -> Interrupted:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def write(self, data: bytes) -> None:
        self.file.write(data[: len(data) // 2])
        self.file.flush()
        raise KeyboardInterrupt


@pytest.mark.parametrize("earlier", [True, False])
def test_ctrl_c_in_the_midst_of_a_file_leaves_nothing_of_it(
    earlier: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the half that is written, nor the files before it, nor the folders that were made for them."""
    if earlier:
        (tmp_path / "one").write_bytes(b"of yesterday")
    before = everything(tmp_path)
    real = os.fdopen
    with Outbox(Report()) as outbox:
        outbox.put(tmp_path / "one", b"1")
        monkeypatch.setattr(output.os, "fdopen", lambda *given: Interrupted(real(*given)))
        with pytest.raises(KeyboardInterrupt):
            outbox.put(tmp_path / "a" / "two", b"22")
    assert everything(tmp_path) == before


def test_ctrl_c_in_the_midst_of_a_new_folder_leaves_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fdopen
    monkeypatch.setattr(output.os, "fdopen", lambda *given: Interrupted(real(*given)))
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "in" / "new", {"a/one": b"11"}, Report())
    assert everything(tmp_path) == {}


@pytest.mark.skipif(os.name != "posix", reason="nobody can ask there whether a process still runs")
def test_what_a_killed_process_left_unfinished_is_taken_away_by_the_next_one(tmp_path: Path) -> None:
    """Its files and folders, and nothing of a process that still runs; a folder with such things alone is empty."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    with Outbox(Report()) as outbox:
        assert outbox.put(tmp_path / "one", b"1")
        (begun,) = tmp_path.iterdir()
        left = begun.name.replace(f"-{os.getpid()}-", f"-{ended.pid}-")
        (tmp_path / "new" / left).mkdir(parents=True)
        (tmp_path / "new" / left / "half").write_bytes(b"1")
        (tmp_path / left).write_bytes(b"1")
        assert output.is_empty_folder(tmp_path / "new")
        assert write_whole(tmp_path / "two", b"2", Report())
        assert write_folder(tmp_path / "new", {"three": b"3"}, Report())
        assert outbox.publish()
    assert everything(tmp_path) == {"one": b"1", "two": b"2", "new": None, "new/three": b"3"}


def test_a_file_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a power cut might leave an empty file where yesterday's was."""
    results: list[str] = []
    sync, replace = os.fsync, Path.replace
    monkeypatch.setattr(output.os, "fsync", lambda file: (sync(file), results.append("fsync")))
    monkeypatch.setattr(Path, "replace", lambda path, target: (replace(path, target), results.append("replace")))
    assert write_whole(tmp_path / "one", b"1", Report())
    assert write_folder(tmp_path / "new", {"two": b"2"}, Report())
    assert results == ["fsync", "replace"] * 2


@pytest.mark.parametrize("fails", [False, True])
def test_ctrl_c_waits_until_all_files_are_in_their_places(
    fails: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then it is heeded, also where a file could not be moved: never are some new and others old because of it."""
    real, handler, before = Path.replace, signal.default_int_handler, signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, handler)  # a program that is started in the background does not have it

    def replace(path: Path, target: Path) -> None:
        signal.raise_signal(signal.SIGINT)
        if fails:
            raise OSError(errno.ENOSPC, "")
        real(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    with Outbox(Report()) as outbox:
        outbox.put(tmp_path / "one", b"1")
        outbox.put(tmp_path / "two", b"2")
        with pytest.raises(KeyboardInterrupt):
            outbox.publish()
    assert everything(tmp_path) == ({} if fails else {"one": b"1", "two": b"2"})
    assert signal.signal(signal.SIGINT, before) is handler


STOPPED = """
import os, signal, sys
from ibbprint.cli import main
from ibbprint.press.output import Outbox
put = Outbox.put
def put_and_stop(outbox, *given):
    done = put(outbox, *given)
    os.kill(os.getpid(), signal.SIGTERM)
    return done
Outbox.put = put_and_stop
main()
"""


def test_a_printing_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    """`watch` stops the printing of the kit whenever a file is saved, and its folder does not fill with halves."""
    code = [sys.executable, "-P", "-c", STOPPED, "kit", "low-tide", "--only", "counters", "--pack", str(MARSH)]
    result = subprocess.run(code, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (128 + signal.SIGTERM, "")
    assert everything(tmp_path) == {}


@pytest.mark.parametrize("kind", ["pipe", "folder", "socket"])
def test_nothing_takes_the_place_of_what_is_no_file(kind: str, tmp_path: Path) -> None:
    """A pipe, a device or a folder under the name of the output is told, and stays."""
    INSTEAD[kind][0](tmp_path / "out")
    report = Report()
    assert not write_whole(tmp_path / "out", b"x", report)
    assert len(report) == 1
    assert not (tmp_path / "out").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("length", [240, 250, 255])
def test_a_name_as_long_as_the_system_takes_is_written(length: int, tmp_path: Path) -> None:
    """The file that it is written to first has a short name."""
    report = Report()
    name = "x" * length
    assert write_whole(tmp_path / name, b"x", report), list(report)
    assert write_folder(tmp_path / f"{name[:-1]}y", {"a": b"1"}, report), list(report)


def test_a_repaired_file_that_vanished_is_told(tmp_path: Path) -> None:
    """`check --fix` of a file that is taken away meanwhile writes nothing."""
    from ibbprint.catalogue.mending import mend_file

    report = Report()
    assert mend_file(tmp_path / "gone.yaml", [], report) == (b"", [])
    assert not report.ok
