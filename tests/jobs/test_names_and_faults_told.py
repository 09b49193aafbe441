"""What a first evening types wrong: names that are no scenario, -o with a file, faults that hide no others."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ibbprint import kit
from tests.helpers import app


def told(*arguments: str | Path) -> tuple[int, list[str]]:
    """The exit code and every line that is no excerpt of a file."""
    ran = CliRunner().invoke(app, [str(each) for each in arguments])
    return ran.exit_code, [line for line in ran.output.splitlines() if line and not line.startswith("    ")]


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pack that `ibbprint new` writes."""
    folder = tmp_path_factory.mktemp("started") / "mine"
    assert told("new", folder)[0] == 0
    return folder


@pytest.fixture
def mine(started: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, to break; it is `mine` in the current folder."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(started, tmp_path / "mine")
    return Path("mine")


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


# --- names ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["kit"], ["faces"], ["play"], ["check"], ["preview", "ambush", "-s"]])
def test_the_example_of_the_docs_says_how_to_write_it(command: list[str]) -> None:
    code, lines = told(*command, "slack-water")
    assert code == 2
    assert " ".join(" ".join(lines).split()).startswith(
        "slack-water: error: there is no scenario 'slack-water'. "
        "Write its folder first: ibbprint new slack-water --game printed [read:scenario]"
    )


def test_a_path_that_is_not_there_is_no_misspelt_scenario() -> None:
    code, lines = told("kit", "packs/goblin-fair")
    assert code == 1
    assert lines[0] == (
        "packs/goblin-fair: error: there is no such file or folder. Name a scenario (see: ibbprint list), its file, or "
        "a folder with a pack.yaml or a game.yaml. [read:file]"
    )
    assert lines[1:] == ["1 error; nothing was written."]


def test_wrong_capitals_alone_are_told_as_such() -> None:
    assert told("kit", "Stirling")[1][0] == (
        "Stirling: error: there is no scenario 'Stirling'. Write it in small letters: stirling. [read:scenario]"
    )


# --- where a kit goes -------------------------------------------------------------------------------------------


def test_a_kit_goes_into_the_pdf_that_is_named(mine: Path) -> None:
    """Also by its Python function, and with capitals in the ending; no folder of that name is made."""
    code, lines = told("kit", mine, "--only", "counters", "-o", "prints/Friday.PDF")
    assert code == 0
    assert re.fullmatch(r"prints/Friday\.PDF: 2 pages, 13 counters; edition 1, [0-9a-f]{8}", lines[-1])
    assert [path.name for path in Path("prints").iterdir()] == ["Friday.PDF"]
    result = kit(str(mine), only="counters", output="prints/again.pdf")
    assert result.path == Path("prints/again.pdf")
    assert result.path.read_bytes() == Path("prints/Friday.PDF").read_bytes()


def test_a_folder_that_ends_in_pdf_stays_a_folder(mine: Path) -> None:
    Path("old.pdf").mkdir()
    assert told("kit", mine, "--only", "counters", "-o", "old.pdf")[0] == 0
    assert [path.name for path in Path("old.pdf").iterdir()] == ["goose-common-counters.pdf"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mine", "-o", ""], "-o names nothing. Name a folder, or . for the current one."),
        (["mine", "-o", "lamp.png"], "a kit cannot be written as 'lamp.png'. Name a folder or a .pdf file."),
        (["mine", "stirling", "-o", "x.pdf"], "x.pdf is one file, and these are 2 kits. Name a folder with -o."),
    ],
)
def test_an_output_that_makes_no_sense_is_refused(mine: Path, arguments: list[str], message: str) -> None:
    assert told("kit", *arguments, "--only", "counters") == (2, [f"ibbprint: {message}"])
    assert [path.name for path in Path().iterdir()] == ["mine"]


@pytest.fixture
def host(mine: Path) -> Path:
    """A small army list in the current folder."""
    Path("host.txt").write_text("Budget: 40\nCaptain 4\n2 pikemen\n", encoding="utf-8")
    return mine


@pytest.mark.parametrize("command", [["roster", "host.txt"], ["calibrate"]])
def test_every_command_that_prints_one_pdf_takes_its_name(host: Path, command: list[str]) -> None:
    """A roster and a calibration sheet are written into the file that is named, or else into the folder."""
    lines = told(*command, "-o", "prints/mine.pdf")[1]
    assert lines[-1].startswith("prints/mine.pdf: ")
    assert Path("prints/mine.pdf").read_bytes().startswith(b"%PDF")
    told(*command, "-o", "prints")
    assert len(list(Path("prints").glob("*.pdf"))) == 2
    product = "a roster" if command[0] == "roster" else "a calibration sheet"
    message = f"ibbprint: {product} cannot be written as 'mine.png'. Name a folder or a .pdf file."
    assert told(*command, "-o", "mine.png") == (2, [message])
    assert not Path("mine.png").exists()


def test_faces_are_many_files_and_want_a_folder(mine: Path) -> None:
    for name in ("faces.pdf", "faces.png"):
        message = f"ibbprint: {name} is one file, and faces are many. Name a folder with -o."
        assert told("faces", mine, "--only", "counters", "-o", name) == (2, [message])
    assert told("faces", mine, "-o", "") == (
        2,
        ["ibbprint: -o names nothing. Name a folder, or . for the current one."],
    )
    Path("old.pdf").mkdir()
    assert told("faces", mine, "--only", "counters", "--as", "svg", "-o", "old.pdf")[0] == 0
    assert Path("old.pdf/manifest.csv").is_file()


# --- faults that must not hide others ---------------------------------------------------------------------------


def test_a_wrong_letter_hides_no_wrong_livery(mine: Path) -> None:
    path = mine / "scenarios" / "goose-common.yaml"
    replace(path, "letter: N, livery: azure", "letter: NNN, livery: azzure")
    assert told("kit", mine, "--only", "counters") == (
        1,
        [
            f"{path}:17:78: error: 'NNN' is not a valid letter. Write one or two capitals or digits. [read:value]",
            f"{path}:17:91: error: the style has no 'azzure' among its liveries. Did you mean azure? [draw:name]",
            "2 errors; nothing was written.",
        ],
    )


def test_wrong_numbers_hide_no_unknown_ability(mine: Path) -> None:
    """And the message about a number that a spreadsheet wrote with an exponent gives the range that is allowed."""
    path = mine / "units.csv"
    replace(path, '2,1,5,2,4,,,"missile, ranger",9', '2,1,5,2,1e9,,,"missle, rangr",nine')
    assert told("kit", mine, "--only", "counters") == (
        1,
        [
            f"{path}:4:73: error: range must be a whole number, not '1e9'. Write its digits: 1 to 20. [read:value]",
            f"{path}:4:79: error: there is no ability 'missle'. Did you mean missile? [ref:ability]",
            f"{path}:4:79: error: there is no ability 'rangr'. Did you mean ranger? [ref:ability]",
            f"{path}:4:95: error: price must be a whole number, not 'nine'. [read:value]",
            "4 errors; nothing was written.",
        ],
    )


@pytest.mark.parametrize("names", ["5", "[[a], {b: c}]", "{1: 2}", "true"])
def test_what_holds_no_names_at_all_is_no_traceback(mine: Path, names: str) -> None:
    """Of an entry whose kind is unknown the other fields are anything."""
    (mine / "units.csv").unlink()
    path = mine / "units.yaml"
    path.write_text(f"units:\n  - {{id: lamp, name: Lamp, kind: trops, abilities: {names}}}\n", encoding="utf-8")
    code, lines = told("kit", mine, "--only", "counters")
    assert code == 1
    assert any(line.startswith(f"{path}:2:34: error: kind must be ") for line in lines)


def test_a_table_of_something_else_makes_no_guesses_at_units(mine: Path) -> None:
    path = mine / "units.csv"
    path.write_bytes(b"id,name\nx,Caf\xe9\n")
    columns = ("arm", "attack", "defence", "movement", "quality", "short", "symbol")
    assert told("kit", mine, "--only", "counters") == (
        1,
        [
            *(f"{path}:1:1: error: the column {name} is missing. [read:missing]" for name in columns),
            "7 errors; nothing was written.",
        ],
    )


def test_what_goes_under_style_is_told_so(mine: Path) -> None:
    path = mine / "templates" / "style.yaml"
    path.write_text("liveries: {}\nlivers: {}\nstile: 3\nstyle: {}\n", encoding="utf-8")
    hint = "Everything here goes under style. Did you mean liveries?"
    assert told("kit", mine, "--only", "counters")[1] == [
        f"{path}:1:1: error: liveries is not a field here. Put it under style. [read:field]",
        f"{path}:2:1: error: livers is not a field here. {hint} [read:field]",
        f"{path}:3:1: error: stile is not a field here. Did you mean style? [read:field]",
        "3 errors; nothing was written.",
    ]


@pytest.mark.parametrize("command", ["check", "kit", "play"])
def test_a_pack_that_cannot_be_read_hides_behind_no_missing_scenario(mine: Path, command: str) -> None:
    """The scenario of a pack with a fault in its head: the fault is reported, not the name."""
    replace(mine / "pack.yaml", "  id: mine", "  idd: mine")
    code, lines = told(command, "goose-common", "--pack", mine)
    assert (code, lines[0]) == (1, "mine/pack.yaml:3:3: error: idd is not a field here. Did you mean id? [read:field]")
    code, lines = told(command, "goose-common", "--pack", "theirs")
    assert (code, lines[0]) == (
        1,
        "theirs: error: there is no such folder. A pack is a folder with a pack.yaml. [read:pack]",
    )
