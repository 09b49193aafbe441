"""docs/designing.md: its commands work, its messages are those of the program, its pictures are there."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.helpers import ROOT, app

PAGE = (ROOT / "docs" / "designing.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(line)[1:] for line in re.findall(r"^    (ibbprint .+)$", PAGE, re.MULTILINE)]
NEEDS_A_KIT = "printed-on-monday.pdf"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example, a new pack, and a kit that was printed on Monday."""
    folder = tmp_path_factory.mktemp("desk")
    shutil.copytree(ROOT / "docs" / "examples", folder / "docs" / "examples")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert CliRunner().invoke(app, ["new", "my-pack"]).exit_code == 0
        result = CliRunner().invoke(
            app, ["kit", "low-tide", "--pack", "docs/examples/salt-marsh", "--only", "counters"]
        )
        assert result.exit_code == 0, result.output
    (folder / "output" / "low-tide-counters.pdf").rename(folder / NEEDS_A_KIT)
    return folder


@pytest.mark.parametrize("command", [item for item in COMMANDS if item[0] not in ("watch", "new")], ids=" ".join)
def test_every_command_of_the_page_works(command: list[str], desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each ends with 0 on the packs that the page speaks of. (Parts of kits only, where the whole would be printed.)"""
    monkeypatch.chdir(desk)
    full_kit = command[0] == "kit" and "--only" not in command
    part = ["--only", "templates,counters" if "--rule" in command else "counters"] if full_kit else []
    result = CliRunner().invoke(app, [*command, *part])
    assert result.exit_code == 0, result.output


def test_the_page_names_every_command_of_designers() -> None:
    """new, kit, check, play, units, preview, watch and rules are all on it."""
    assert {command[0] for command in COMMANDS} == {"new", "kit", "check", "play", "units", "preview", "watch", "rules"}


def test_its_pictures_and_pages_are_there() -> None:
    """Every link of the page leads to a file."""
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert len([link for link in links if link.endswith(".png")]) >= 8
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def test_its_messages_are_those_of_the_program(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The faults that the page shows are told in these very words."""
    monkeypatch.chdir(desk)
    units = Path("my-pack/units.csv")
    text = units.read_text(encoding="utf-8")
    units.write_text(text.replace("medium,3,4,4,2", "medium,four,4,3,2"), encoding="utf-8")
    result = CliRunner().invoke(app, ["check", "goose-common", "--pack", "my-pack"])
    units.write_text(text, encoding="utf-8")
    match = re.search(r"^    (my-pack/units\.csv:.*)$", PAGE, re.MULTILINE)
    assert match is not None
    assert match[1] in result.output
    example = Path("docs/examples/salt-marsh/abilities.yaml")
    text = example.read_text(encoding="utf-8")
    example.write_text(text.replace("    play: ignored\n", ""), encoding="utf-8")
    result = CliRunner().invoke(app, ["check", "low-tide", "--pack", "docs/examples/salt-marsh"])
    example.write_text(text, encoding="utf-8")
    match = re.search(r"^    abilities\.yaml:(.*)\n    (Write .*)$", PAGE, re.MULTILINE)
    assert match is not None
    assert f"{match[1]} {match[2]}" in result.output
