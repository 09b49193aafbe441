"""What designers met on the way to a kit: each fault is told once, at its place, with what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.helpers import call_cli
from tests.pdf import read_pdf

UNIT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">
<rect x="-3" y="-3" width="26" height="26" fill="#ddd"/>
<use href="symbol:{{ nato() }}" x="4" y="1" width="11" height="11"/>{ART}
<text x="10" y="18" font-size="6pt">{{ name }}</text></svg>"""
ART = '<image href="picture:{{ art }}" x="1" y="12" width="6"/>'
PANEL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}">
<rect x="-4" y="-4" width="{{ width + 8 }}" height="{{ height + 8 }}" fill="#e8d0a0"/>
<text x="{{ width / 2 }}" y="30" text-anchor="middle" font-size="SIZEpt">THE FERRYMEN</text></svg>"""
COVER = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 148 210">
<rect x="-3" y="-3" width="154" height="216" fill="#8ab"/></svg>"""
UNITS = "  - {id: units, title: Units, pieces: units, face: unit}\n"
BOX = "  - {id: crate, title: Crate, box: tuck, size: [40, 60, 12], faces: {front: panel}}\n"
RULES = "  - {id: rules, title: Rules, booklet: rules, cover: cover, pages: 4}\n"


def ferry(folder: Path, parts: str, row: str = "", *, head: str = "", text: str = "", size: int = 12) -> Path:
    """A game of one row (id, name, branch, size, affiliation, mods, art) with these parts."""
    for name in ("faces", "texts", "pictures"):
        (folder / name).mkdir(parents=True)
    (folder / "game.yaml").write_text(f"game: {{id: ferry, title: Ferry, counter: 20}}\n{head}parts:\n{parts}", "utf-8")
    art = ART if row.endswith(",barge") else ""
    (folder / "units.csv").write_text(f"id,name,branch,size,affiliation,mods{',art' * bool(art)}\n{row}\n", "utf-8")
    faces = {"unit": UNIT.replace("{ART}", art), "panel": PANEL.replace("SIZE", str(size)), "cover": COVER}
    for name, face in faces.items():
        if f": {name}" in parts:
            (folder / "faces" / f"{name}.svg.j2").write_text(face, "utf-8")
    if text:
        (folder / "texts" / "rules.md.j2").write_text(text, "utf-8")
    Image.new("RGB", (300, 300), "red").save(folder / "pictures" / "raft.png")
    return folder


def said(folder: Path, *options: str) -> str:
    return call_cli("kit", str(folder), "-o", str(folder.with_suffix(".pdf")), *options).stderr


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("a,Alpha,,platoon,,", "units.csv:2:1: error: the NATO symbol names no branch."),
        (
            "a,Alpha,infantry,platoon,,mounted",
            "units.csv:2:27: error: mounted does not show on infantry, which has the same lines.",
        ),
        (
            'a,Alpha,armour,platoon,,"airborne, wheeled"',
            "units.csv:2:25: error: wheeled and airborne would be printed over each other.",
        ),
        ("a,Alpha,armour,platoon,,company", "a NATO symbol has no modifier 'company'"),
    ],
)
def test_a_nato_symbol_that_cannot_be_told_is_an_error_at_its_row(tmp_path: Path, row: str, message: str) -> None:
    text = said(ferry(tmp_path / "ferry", UNITS, row))
    assert message.replace("a NATO symbol has no modifier", "NATO symbols have no modifier") in text
    assert text.count("error: ") == 1


@pytest.mark.parametrize(
    ("word", "message"),
    [
        (":nato():", "the NATO symbol names no branch."),
        (":nato(armour, company, battalion):", "a NATO symbol has one size: company or battalion?"),
        (":nato(armour, hostile, neutral):", "a NATO symbol has one affiliation: hostile or neutral?"),
    ],
)
def test_a_nato_symbol_in_a_text_is_drawn_or_told(tmp_path: Path, word: str, message: str) -> None:
    report = said(ferry(tmp_path / "ferry", RULES, text=f"# Ferry\n\nCross {word} first.\n"))
    assert f"rules.md.j2:3:7: error: {message}" in report


def test_capitals_make_no_difference_to_a_nato_symbol_in_a_text(tmp_path: Path) -> None:
    folder = ferry(tmp_path / "ferry", RULES, text="# Ferry\n\nCross :NATO(armour, company): first.\n")
    assert "error" not in said(folder)
    words = " ".join(run.text for page in read_pdf(folder.with_suffix(".pdf").read_bytes()).pages for run in page.runs)
    assert "NATO(" not in words


def test_a_picture_that_is_not_there_is_told_once(tmp_path: Path) -> None:
    """By the type of its column, and not by each face that shows it too."""
    head = "columns:\n  units: {art: picture}\n"
    text = said(ferry(tmp_path / "ferry", UNITS, "a,Alpha,armour,platoon,,,barge", head=head))
    assert text.count("there is no picture 'barge'") == 1


@pytest.mark.parametrize(("size", "told"), [(30, True), (9, False)])
def test_words_that_run_over_the_face_of_a_box_are_told(tmp_path: Path, size: int, told: bool) -> None:
    message = "the words 'THE FERRYMEN' in faces/panel.svg.j2 run "
    assert (message in said(ferry(tmp_path / "ferry", BOX, size=size))) is told


def test_a_booklet_with_more_pages_than_its_part_allows_is_told_at_that_number(tmp_path: Path) -> None:
    text = "# Rules\n\n" + "".join(f"## Chapter {n}\n\n{'Row across the river. ' * 30}\n\n" for n in range(40))
    message = said(ferry(tmp_path / "ferry", RULES, text=text))
    assert "game.yaml:3:68: warning: Rules takes " in message
    assert "even in the smallest type; pages allows 4." in message


def test_what_game_yaml_switches_on_can_be_switched_off(tmp_path: Path) -> None:
    folder = ferry(tmp_path / "ferry", UNITS, "a,Alpha,armour,platoon,,", head="print: {cut-files: yes}\n")
    cuts = folder.with_name("ferry-cuts")
    said(folder, "--no-cut-files")
    assert not cuts.exists()
    said(folder)
    assert cuts.exists()


@pytest.mark.parametrize(
    ("head", "parts", "message"),
    [
        ("print: {profile: none.icc}\n", UNITS, "game.yaml:2:18: error: there is no file 'none.icc' here."),
        ("", UNITS.replace("unit}", 'unit, back: "http://a.b/c.png"}'), "or picture:NAME for a file in pictures/."),
        ("", BOX.replace("front", "tuck"), "a tuck box has no face 'tuck'."),
    ],
)
def test_a_wrong_name_in_game_yaml_says_what_belongs_there(tmp_path: Path, head: str, parts: str, message: str) -> None:
    assert message in said(ferry(tmp_path / "ferry", parts, "a,Alpha,armour,platoon,,", head=head))


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["{game}", "ford"], "two names are two army lists, not a game and a scenario."),
        (["{game}", "--only", "crate"], "no piece, card or map is in crate: nothing of it goes to a table."),
        (["{game}", "-o", "{game}"], "has files in it that no export wrote"),
    ],
)
def test_an_export_that_makes_no_sense_says_why(tmp_path: Path, names: list[str], message: str) -> None:
    folder = ferry(tmp_path / "ferry", UNITS + BOX, "a,Alpha,armour,platoon,,")
    called = [name.format(game=folder) for name in names]
    result = call_cli("export", "sheets", *called, cwd=tmp_path)
    assert result.returncode == 2
    assert message in result.stderr


def test_pieces_on_a_virtual_table_have_their_names_without_the_ids_of_rows(tmp_path: Path) -> None:
    folder = ferry(tmp_path / "ferry", UNITS, "row-17,Alpha,armour,platoon,,")
    result = call_cli("export", "sheets", str(folder), "-o", str(tmp_path / "out"))
    assert result.returncode == 0, result.stderr
    manifest = (tmp_path / "out" / "manifest.csv").read_text("utf-8-sig")
    assert "Alpha" in manifest
    assert "Alpha row-17" not in manifest


@pytest.mark.parametrize(("shown", "printed"), [("{{ name }} -2", "Alpha –2"), ("3-2-4", "3-2-4"), ("(-1)", "(–1)")])
def test_a_hyphen_before_a_number_is_printed_as_a_minus(tmp_path: Path, shown: str, printed: str) -> None:
    folder = ferry(tmp_path / "ferry", UNITS, "a,Alpha,armour,platoon,,")
    face = folder / "faces" / "unit.svg.j2"
    face.write_text(face.read_text("utf-8").replace("{{ name }}", shown), "utf-8")
    said(folder, "--only", "units")
    runs = [run.text for page in read_pdf(folder.with_suffix(".pdf").read_bytes()).pages for run in page.runs]
    assert printed in runs
