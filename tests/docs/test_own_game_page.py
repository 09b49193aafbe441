"""docs/a-game-of-your-own.md builds the game that `ibbprint new --game printed` writes: file by file, as one reads."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from ibbprint.systems.printed.starter import starter
from tests.helpers import ROOT, app, watch_once

PAGE = (ROOT / "docs" / "a-game-of-your-own.md").read_text(encoding="utf-8")
GAME = "slack-water"
FILES = {name: data.decode() for name, data in starter(GAME, GAME).items()}
HEAD = "game.yaml"
_STEP = re.compile(
    r"^`(?P<path>[\w./-]+)`(?:, under `\w+`)?\n\n```\w+\n(?P<block>(?:.*\n)*?)```$|^    (?P<command>ibbprint .+)$",
    re.MULTILINE,
)
FAULTS = {
    "units.csv": ("pikemen,5,", "pikemen,five,"),
    "scenarios/drowned-road.yaml": ("regiment, side: crown, count: 3", "regiment, side: crown, count: 4"),
}
"""The mistakes whose messages the page shows: what somebody changed."""


class Step(NamedTuple):
    """A block of a file, or a command, and where the page has it."""

    path: str
    block: str
    command: str
    at: int


STEPS = [Step(m["path"] or "", m["block"] or "", m["command"] or "", m.start()) for m in _STEP.finditer(PAGE)]
COMMANDS = [step.command for step in STEPS if step.command]


def named(text: str) -> set[str]:
    """The files of the game that a text names."""
    return set(re.findall(r"`([\w./-]+)`", text)) & set(FILES)


def call(command: str) -> str:
    """What a command says, which must end well."""
    result = CliRunner().invoke(app, shlex.split(command)[1:])
    assert result.exit_code == 0, f"{command}\n{result.output}"
    return result.output


def lines_of(blocks: list[str]) -> str:
    """game.yaml as far as it was shown: the lines of these blocks, in their order in the file."""
    head = FILES[HEAD].splitlines(keepends=True)
    names: set[int] = set()
    for block in blocks:
        start = FILES[HEAD][: FILES[HEAD].index(block)].count("\n")
        names |= set(range(start, start + block.count("\n")))
    return "".join(line for number, line in enumerate(head) if number in names)


def built(folder: Path) -> Iterator[str]:
    """The folder as a reader has it before each command of the page, and that command."""
    heads: list[str] = []
    read = 0
    for step in STEPS:
        heads += [step.block] if step.path == HEAD else []
        if not step.command or step.command.startswith("ibbprint new"):
            continue
        for name in named(PAGE[read : step.at]) - {HEAD}:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(FILES[name], encoding="utf-8")
        folder.mkdir(exist_ok=True)
        (folder / HEAD).write_text(lines_of(heads), encoding="utf-8")
        read = step.at
        yield step.command


def test_its_blocks_are_the_files_of_the_game() -> None:
    """What the page shows of a file stands in it, line by line; of game.yaml it shows everything."""
    blocks = [step for step in STEPS if step.path and not step.path.startswith("night-tide/")]
    assert len(blocks) >= 30
    for step in blocks:
        assert f"\n{step.block}" in f"\n{FILES[step.path]}", f"{step.path} has no longer:\n{step.block}"
    text = lines_of([step.block for step in blocks if step.path == HEAD])
    assert text.split() == FILES[HEAD].split()
    complete = {step.path for step in blocks if step.block == FILES[step.path]}
    tables = {"units.csv", "markers.csv", "events.csv", "style.yaml"}
    assert complete >= tables | {"faces/unit.svg.j2", "faces/unit-back.svg.j2", "faces/event.svg.j2"}


def test_it_names_every_file_of_the_game() -> None:
    assert set(FILES) - named(PAGE) == set()


def test_whoever_follows_it_has_a_kit_after_every_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From an empty folder: every command works on what was shown before it, and the last folder is the starter's."""
    monkeypatch.chdir(tmp_path)
    watch_once(monkeypatch)
    results: list[str] = []
    for command in built(tmp_path / GAME):
        for step in STEPS:
            if step.path.startswith("night-tide/"):
                (tmp_path / step.path).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / step.path).write_text(step.block, encoding="utf-8")
        if (tmp_path / "output" / f"{GAME}.pdf").exists():
            shutil.copyfile(tmp_path / "output" / f"{GAME}.pdf", tmp_path / "monday.pdf")
        text = call(command)
        assert "warning" not in text or not {"kit", "check"} & set(command.split()), f"{command}\n{text}"
        results.append(command)
    assert len(results) == len(COMMANDS) - 1 >= 8
    files = {path.relative_to(tmp_path / GAME).as_posix() for path in (tmp_path / GAME).rglob("*") if path.is_file()}
    assert files == set(FILES)


def test_its_messages_are_those_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mistakes that it shows are told in these very words, at this line and column."""
    monkeypatch.chdir(tmp_path)
    call(f"ibbprint new {GAME} --game printed")
    values = dict(re.findall(rf"^    {GAME}/([\w./-]+?):(.*)$", PAGE, re.MULTILINE))
    assert set(values) == set(FAULTS)
    for name, (old, new) in FAULTS.items():
        path = Path(GAME) / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")
        message = CliRunner().invoke(app, ["kit", GAME, "--only", "counters"]).output
        path.write_text(text, encoding="utf-8")
        assert f"{GAME}/{name}:{values[name]}" in message, message


def test_its_table_has_every_field_of_game_yaml() -> None:
    """Nobody has to read a schema to find out what game.yaml may hold."""
    from ibbprint.catalogue.models.parts import PARTS
    from ibbprint.systems.printed.models import OwnGame, Side

    table = PAGE.partition("## The fields of game.yaml")[2].partition("## What cannot be done")[0]
    words = set(re.findall(r"[a-z_]+", table))
    fields = {name for model in (OwnGame, Side, *PARTS.values()) for name in model.model_fields}
    assert fields - words == set()
