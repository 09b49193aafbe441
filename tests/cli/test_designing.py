"""The commands of designers: a new pack, the unit list as a table, a pack that is watched."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from ibbprint.catalogue.layers import templates_of
from ibbprint.drawing.fonts import STYLES
from ibbprint.engine.api.kits import KitOptions
from ibbprint.press.watching import Watched, snapshot
from ibbprint.problems import Report
from ibbprint.systems.ibb.catalogue import Catalogue
from tests.helpers import DATA, FOLDERS, ROOT, TEMPLATES, app, entries, game_of, make_pack, plain
from tests.pdf import read_pdf
from tests.waiting import PATIENCE_S, until

EXAMPLE = ROOT / "docs" / "examples" / "salt-marsh"


def cli(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


# --- a new pack -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new pack, in a folder whose name has blanks and letters that ids have not."""
    folder = tmp_path_factory.mktemp("new") / "Über the Hill 2"
    result = cli("new", str(folder))
    assert result.exit_code == 0, result.output
    return folder


def test_a_new_pack_has_all_that_is_to_be_edited(pack: Path) -> None:
    """Units as a table, a scenario, a map, a face and the symbols of these units, and a README that names each."""
    files = {str(path.relative_to(pack)) for path in pack.rglob("*") if path.is_file()}
    readme = (pack / "README.md").read_text(encoding="utf-8")
    for name in ("pack.yaml", "units.csv", "scenarios/goose-common.yaml", "maps/goose-common.yaml"):
        assert name in files
        assert f"`{name}`" in readme
    assert "templates/ibb/unit.svg.j2" in files
    symbols = {Path(name).stem for name in files if name.startswith("templates/symbols/")}
    units = list(csv.DictReader(io.StringIO((pack / "units.csv").read_text(encoding="utf-8"))))
    abilities = {name for unit in units for name in re.findall(r"[\w-]+", unit["abilities"])}
    assert symbols == {unit["symbol"] for unit in units} | {
        str(entries("abilities")[name]["symbol"]) for name in abilities
    } | {"missile"}
    assert len(readme.splitlines()) <= 50, "the README is one page"
    assert "{{" not in readme


def test_what_is_copied_out_is_the_shipped_art(pack: Path) -> None:
    """The face and the symbols are the very files that are shipped."""
    for path in (pack / "templates").rglob("*.*"):
        assert path.read_bytes() == (TEMPLATES / path.relative_to(pack / "templates")).read_bytes()


def test_its_content_is_its_own(pack: Path) -> None:
    """No unit, scenario or map of a new pack has the id or the name of a shipped one."""
    units = list(csv.DictReader(io.StringIO((pack / "units.csv").read_text(encoding="utf-8"))))
    shipped = {str(value) for unit in entries("units").values() for value in (unit["id"], unit["name"])}
    assert not shipped & {unit[field] for unit in units for field in ("id", "name")}


def test_a_new_pack_checks_prints_and_plays(pack: Path, tmp_path: Path) -> None:
    """check finds no error and no warning, kit prints every counter of the scenario, play comes to an end."""
    checked = cli("check", "goose-common", "--pack", str(pack))
    assert checked.exit_code == 0, checked.output
    assert "warning" not in checked.output
    result = cli("kit", "goose-common", "--pack", str(pack), "-o", str(tmp_path))
    assert result.exit_code == 0, result.output
    text = " ".join(page.text for page in read_pdf((tmp_path / "goose-common.pdf").read_bytes()).pages)
    for counter in ("H1", "H5", "N1", "N6", "Goose Rider", "Dame Oda", "Old Wilm"):
        assert counter in text
    played = cli("play", "goose-common", "--pack", str(pack), "--brief")
    assert played.exit_code == 0, played.output
    assert "The end:" in played.output


def test_its_readme_tells_the_truth(pack: Path) -> None:
    """Every command of the README names this pack, and each is one that there is."""
    readme = (pack / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    ibbprint (\w+) (.*)$", readme, re.MULTILINE)
    assert {name for name, _ in commands} == {"kit", "watch", "check", "play"}
    for _, rest in commands:
        assert f"'{pack}'" in rest


@pytest.mark.parametrize("there", ["folder", "file", "own"])
def test_nothing_is_ever_written_over(there: str, tmp_path: Path) -> None:
    """A folder with anything in it, a file, or the pack itself is left as it is: wrong usage, exit 2."""
    folder = tmp_path / "pack"
    if there == "file":
        folder.write_text("mine")
    else:
        folder.mkdir()
        (folder / ("notes.txt" if there == "folder" else "units.csv")).write_text("mine")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    result = cli("new", str(folder))
    assert result.exit_code == 2
    assert "already exists" in result.output
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_an_empty_folder_may_be_there(tmp_path: Path) -> None:
    """A folder that was made for it is filled."""
    assert cli("new", str(tmp_path)).exit_code == 0
    assert (tmp_path / "pack.yaml").is_file()


def test_where_nothing_can_be_written_it_is_told(tmp_path: Path) -> None:
    """A path through a file is an error with a reason, not a traceback."""
    (tmp_path / "file").write_text("x")
    result = cli("new", str(tmp_path / "file" / "pack"))
    assert result.exit_code == 1
    assert "cannot write here: " in result.output


# --- the unit list as a table -----------------------------------------------------------------------------------------


def _units(*packs: Path) -> list[Any]:
    report = Report()
    catalogue = Catalogue.open(packs, [], report)
    assert catalogue is not None
    results = [unit.model_dump() for unit in catalogue.units]
    assert report.ok, list(report)
    return results


def test_the_shipped_units_come_back_from_their_table(tmp_path: Path) -> None:
    """`units --csv` as the units of a pack gives every unit as it is shipped, field by field."""
    target = make_pack(tmp_path / "pack") / "units.csv"
    assert cli("units", "--csv", "-o", str(target)).exit_code == 0
    assert _units(tmp_path / "pack") == _units()
    lines = target.read_text(encoding="utf-8-sig").splitlines()
    assert len(list(csv.DictReader(lines))) == len(plain(DATA / "units.yaml")["units"])


def test_a_table_of_other_units_comes_back_too(tmp_path: Path) -> None:
    """Units of a pack, lists and prices and all, are in its table as they are."""
    units = [
        {
            "id": "sea-dogs",
            "name": "Sea Dogs; and Cats",
            "short": "Sea Dogs",
            "symbol": "axemen",
            "arm": "foot",
            "attack": "7",
            "defence": "1",
            "movement": "9",
            "quality": "6",
            "aliases": ["old salts", "tars, the"],
            "price": {"gold": "12", "low": "3", "working": "7+5"},
            "listed": "no",
            "rules": ["R-44", "A-46"],
            "note": 'Said: "no".',
        },
        {"id": "bosun", "name": "Bosun", "short": "Bosun", "symbol": "captain", "kind": "captain", "rating": "2"},
    ]
    first = make_pack(tmp_path / "first", {"units.yaml": {"units": units}})
    table = cli("units", "--csv", "--pack", str(first))
    second = make_pack(tmp_path / "second", {"units.csv": table.output})
    again = {unit["id"]: unit for unit in _units(second)}
    for unit in _units(first)[-2:]:
        # a comma parts the items of a cell, so an alias with one comes back as two
        assert {**again[unit["id"]], "aliases": ""} == {**unit, "aliases": ""}


def test_without_csv_the_units_are_shown(tmp_path: Path) -> None:
    """A line a unit with its ratings and price, for people."""
    lines = cli("units", "--pack", str(EXAMPLE)).output.splitlines()
    assert re.match(r"id +name +att +def", lines[0])
    assert re.match(
        r"mud-wardens-q3 +Mud Wardens +4 +3 +4 +3 .* marsh-wise +11$", next(_ for _ in lines if "mud-" in _)
    )


def test_the_table_is_not_written_over_anything(tmp_path: Path) -> None:
    """A file that is there stays; another ending is wrong usage."""
    target = tmp_path / "units.csv"
    target.write_text("mine")
    assert cli("units", "--csv", "-o", str(target)).exit_code == 2
    assert target.read_text() == "mine"
    assert cli("units", "-o", str(tmp_path / "units.xlsx")).exit_code == 2


# --- watching ---------------------------------------------------------------------------------------------------------


class Desk:
    """A pack under watch, and the page as a browser has it."""

    def __init__(self, folder: Path, kit: str = "low-tide") -> None:
        self.pack = folder / "pack"
        shutil.copytree(FOLDERS.get(kit, EXAMPLE), self.pack)
        game = game_of(kit)

        def make(sections: frozenset[str], report: Report) -> Any:
            return game.kit(kit, KitOptions((self.pack,), only=sections), report)

        self.watched = Watched(make, [templates_of(self.pack), *game.template_folders], folder / "page")
        report = Report()
        assert self.watched.open(report), list(report)
        self.before = snapshot([self.pack])

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.pack / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")

    def round(self, *, anew: bool = False) -> int:
        return self.watched.round(anew=anew).drawn

    @property
    def state(self) -> dict[str, Any]:
        text = (self.watched.page / "state.js").read_text(encoding="utf-8")
        data: dict[str, Any] = json.loads(text.removeprefix("state(").rstrip(";\n")[:-1])
        return data

    @property
    def faces(self) -> dict[str, tuple[str, str]]:
        """The picture and the fault of each face by what stands under it."""
        return {label: (digest, fault) for _, faces in self.state["groups"] for _, label, _, _, digest, fault in faces}

    def picture(self, label: str) -> str:
        return (self.watched.page / "faces" / f"{self.faces[label][0]}.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = Desk(tmp_path_factory.mktemp("desk"))
    assert desk.round() > 20
    return desk


@pytest.fixture
def desk(made: Desk) -> Desk:
    """The pack as it is shipped, however the last test left it."""
    shutil.rmtree(made.pack)
    shutil.copytree(EXAMPLE, made.pack)
    made.round(anew=True)
    return made


def test_the_page_shows_every_face(desk: Desk) -> None:
    """Counters by armies, chits, markers, cards and backs, each with a picture that is there and has its texts."""
    groups = [group for group, _ in desk.state["groups"]]
    assert groups[0].startswith("Wardens: 10 counters; printed, not played: Lantern")
    assert groups[-4:] == ["Area templates", "Spell book", "CRT", "Backs"]
    assert "Under Fire" in desk.faces, "a marker is not called by its name twice"
    assert {"Mud Warden M2", "The Reeve V1"} <= set(desk.faces)
    for label, (digest, fault) in desk.faces.items():
        assert (desk.watched.page / "faces" / f"{digest}.js").is_file(), label
        assert fault == ""
    assert ">4-3-4<" in desk.picture("Mud Warden M2")
    assert desk.state["problems"] == []
    assert desk.watched.first.read_text(encoding="utf-8").count("@font-face") == len(STYLES)


def test_a_saved_rating_draws_its_counters_alone(desk: Desk) -> None:
    """Only the faces of the unit that changed are drawn."""
    before = desk.faces
    desk.edit("units.csv", "foot,heavy,4,5,3,4", "foot,heavy,4,5,2,4")
    assert desk.round() == 2
    changed = {label for label in desk.faces if desk.faces[label] != before[label]}
    assert changed == {"Abbey Pikes V2", "Abbey Pikes V3"}
    assert ">4-5-2<" in desk.picture("Abbey Pikes V2")
    assert desk.round() == 0


def test_what_vanishes_from_the_page_is_there_again_after_the_next_save(desk: Desk) -> None:
    """A font and single pictures, of counters and of backs: the page never shows an empty square without a word."""
    pictures = desk.watched.page / "faces"
    (pictures / "bold.ttf").unlink()
    for label in ("Mud Warden M2", "The Reeve V1", next(label for label in desk.faces if label.startswith("back of"))):
        (pictures / f"{desk.faces[label][0]}.js").unlink()
    desk.edit("units.csv", "foot,heavy,4,5,3,4", "foot,heavy,4,5,2,4")
    assert desk.round() == 2, "what is as it was is no change"
    assert (pictures / "bold.ttf").is_file()
    for label, (digest, _) in desk.faces.items():
        assert (pictures / f"{digest}.js").is_file(), label


def test_a_set_up_that_is_not_sound_hinders_no_face(desk: Desk) -> None:
    """Where a hex holds too much, the page says so, and what is saved then is drawn and told, cards too."""
    desk.edit("scenarios/low-tide.yaml", 'abbey-pikes-q4, hexes: ["1005"]', 'abbey-pikes-q4, count: 3, hexes: ["1005"]')
    desk.round()
    assert "too much strength in 1005" in desk.state["problems"][0][1]
    assert not desk.state["old"]
    desk.edit("spells.yaml", "strengths: [5]", "strengths: [7]")
    assert desk.round() == 1
    (change,) = desk.state["changes"]
    assert change["label"] == "Brine Lash"
    assert "spell strength 5" in change["was_words"]
    assert "spell strength 7" in change["now_words"]


def test_the_page_tells_what_the_last_save_changed(desk: Desk) -> None:
    """Was and is, in words and as pictures that are there; an older picture goes with the next change."""
    first = desk.faces["Abbey Pikes V2"][0]
    desk.edit("units.csv", "foot,heavy,4,5,3,4", "foot,heavy,4,6,3,5")
    desk.round()
    lines = [(change["label"], change["was_words"], change["now_words"]) for change in desk.state["changes"]]
    words = ("defence 5; quality 4", "defence 6; quality 5")
    assert lines == [("Abbey Pikes V2", *words), ("Abbey Pikes V3", *words)]
    assert (desk.state["changes"][0]["was"], desk.state["changes"][0]["now"]) == (
        first,
        desk.faces["Abbey Pikes V2"][0],
    )
    assert (desk.watched.page / "faces" / f"{first}.js").exists()
    desk.round()
    assert len(desk.state["changes"]) == 2, "they stay until a save changes something else"
    desk.edit("units.csv", "foot,heavy,4,6,3,5", "foot,heavy,4,six,3,5")
    desk.edit("scenarios/low-tide.yaml", "name: Marram", "name: Marrow")
    desk.round()
    assert len(desk.state["changes"]) == 2, "a fault is no change"
    desk.edit("units.csv", "foot,heavy,4,six,3,5", "foot,heavy,4,7,3,5")
    desk.round()
    lines = [(change["label"], change["was_words"], change["now_words"]) for change in desk.state["changes"]]
    assert [line for line in lines if "Pikes" in line[0]] == [
        ("Abbey Pikes V2", "defence 6", "defence 7"),
        ("Abbey Pikes V3", "defence 6", "defence 7"),
    ], "a mended face is compared with what it was before the fault"
    assert ("Marrow M5", "name Marram", "name Marrow") in lines
    assert not (desk.watched.page / "faces" / f"{first}.js").exists()


def test_what_was_before_a_broken_template_is_still_there_to_be_shown(desk: Desk) -> None:
    """The picture that a fault hid is told as what was when the template is mended and draws otherwise."""
    first = desk.faces["Mud Warden M2"][0]
    desk.edit("templates/ibb/unit.svg.j2", "{{ attack }}-", "{{ atack }}-")
    desk.round(anew=True)
    assert desk.faces["Mud Warden M2"][0] == ""
    desk.edit("templates/ibb/unit.svg.j2", "{{ atack }}-", "{{ attack }}+")
    desk.round(anew=True)
    (change,) = (change for change in desk.state["changes"] if change["label"] == "Mud Warden M2")
    assert (change["was"], change["now_words"]) == (first, "drawn another way")
    assert (desk.watched.page / "faces" / f"{first}.js").is_file()


def test_the_page_tells_what_came_and_went(desk: Desk) -> None:
    """A counter more is new, one less is gone; a symbol that is drawn otherwise has the same values."""
    line = '  - {side: reeve, unit: toll-riders-q3, hexes: ["1105"], formation: toll}\n'
    more = '  - {side: reeve, unit: toll-riders-q3, hexes: ["1205"], formation: toll}\n'
    desk.edit("scenarios/low-tide.yaml", line, line + more)
    desk.round()
    assert [(c["label"], c["was"], c["now_words"]) for c in desk.state["changes"]] == [("Toll Rider V6", "", "new")]
    desk.edit("scenarios/low-tide.yaml", line + more, line)
    desk.round()
    assert [(c["label"], c["now"], c["now_words"]) for c in desk.state["changes"]] == [("Toll Rider V6", "", "gone")]
    desk.edit("templates/symbols/lantern.svg", 'd="M50 20L80 40H20z', 'd="M50 18L80 40H20z')
    desk.round(anew=True)
    assert [(c["label"], c["now_words"]) for c in desk.state["changes"]] == [("Lamp Bearer M6", "drawn another way")]


def test_the_page_tells_what_came_of_the_whole_kit(desk: Desk) -> None:
    """The PDF is named as a link beside the page, and what the page tells already is not told again."""
    desk.watched.begin_printing()
    assert desk.state["busy"]
    pdf = desk.watched.page / "low-tide.pdf"
    pdf.write_bytes(b"%PDF-")
    desk.watched.printed(f"x.yaml:1:1: warning: Odd. [a:b]\n{pdf}: 3 pages; edition 3")
    desk.watched.tell()
    assert desk.state["printing"] == ["3 pages; edition 3\nx.yaml:1:1: warning: Odd. [a:b]", "low-tide.pdf"]
    assert not desk.state["busy"]
    desk.edit("units.csv", "foot,heavy,4,5,3,4", "foot,heavy,4,five,3,4")
    desk.round()
    ((severity, output, line),) = desk.state["problems"]
    assert severity == "error"
    assert line.split("\n")[1].index("^") == line.index("five")
    desk.watched.printed(f"{output}\n{line}\n1 error; nothing was written.\n")
    desk.watched.tell()
    assert desk.state["printing"] == ["1 error; nothing was written.", ""]


def test_a_fault_of_a_line_stands_in_place_of_its_pictures(desk: Desk) -> None:
    """A wrong cell is told where its counters were; the other pictures are kept and marked as old."""
    desk.edit("units.csv", "foot,heavy,4,5,3,4", "foot,heavy,4,five,3,4")
    desk.round()
    faults = {label: fault for label, (_, fault) in desk.faces.items() if fault}
    assert set(faults) == {"Abbey Pikes V2", "Abbey Pikes V3"}
    assert re.match(
        r".*units\.csv:5:\d+: error: defence must be a whole number, not 'five'\.", faults["Abbey Pikes V2"]
    )
    assert desk.state["old"] is True
    assert len(desk.state["problems"]) == 1
    desk.edit("units.csv", "foot,heavy,4,five,3,4", "foot,heavy,4,5,3,4")
    desk.round()
    assert not any(fault for _, fault in desk.faces.values())
    assert (desk.state["old"], desk.state["problems"]) == (False, [])


def test_a_face_that_cannot_be_drawn_shows_why(desk: Desk) -> None:
    """A name too long is told on its own face alone, at its cell; all the others are drawn as they are now."""
    desk.edit("units.csv", "Toll Riders,Toll Rider,", "Toll Riders,Wide Wommham Wommrider,")
    desk.edit("scenarios/low-tide.yaml", "name: Marram", "name: Marrow")
    desk.round()
    faults = {label: fault for label, (_, fault) in desk.faces.items() if fault}
    assert list(faults) == ["Wide Wommham Wommrider V5"]
    assert "draw:fit" in faults["Wide Wommham Wommrider V5"]
    assert ">Marrow<" in desk.picture("Marrow M5")


def test_a_template_and_a_symbol_are_drawn_anew(desk: Desk) -> None:
    """What is saved in templates/ shows in every face that uses it; a broken template is told in their place."""
    before = desk.faces
    desk.edit("templates/symbols/lantern.svg", 'd="M50 20L80 40H20z', 'd="M50 18L80 40H20z')
    desk.round(anew=True)
    assert {label for label in desk.faces if desk.faces[label] != before[label]} == {"Lamp Bearer M6"}
    desk.edit("templates/ibb/unit.svg.j2", "{{ attack }}-", "{{ atack }}-")
    desk.round(anew=True)
    faults = {label for label, (_, fault) in desk.faces.items() if "atack" in fault}
    assert {"Mud Warden M2", "Lamp Bearer M6", "Toll Rider V5"} <= faults
    assert "Old Sedge M1" not in faults


def test_what_is_new_in_the_scenario_comes_onto_the_page(desk: Desk) -> None:
    """A line more is a counter more, and where it takes other markers or cards these too."""
    line = '  - {side: reeve, unit: toll-riders-q3, hexes: ["1105"], formation: toll}\n'
    priest = '  - {side: reeve, unit: priest-5, name: Sister Tern, hexes: ["1105"]}\n'
    desk.edit("scenarios/low-tide.yaml", line, line + priest)
    before = set(desk.faces)
    desk.round()
    fresh = set(desk.faces) - before
    assert "Sister Tern V6" in fresh
    assert len(fresh) > 3, "the prayers of a priest are cards"


def test_a_broken_pack_is_told_from_the_beginning(tmp_path: Path) -> None:
    """Where nothing could be drawn yet, the page shows what is wrong, and mends itself when the file is mended."""
    desk = Desk(tmp_path)
    desk.edit("pack.yaml", "game: ibb", "gme: ibb")
    assert desk.round() == 0
    assert "is not a field" in " ".join(output for _, output, *_ in desk.state["problems"])
    desk.edit("pack.yaml", "gme: ibb", "game: ibb")
    assert desk.round() > 20
    assert desk.state["problems"] == []


def test_only_files_that_matter_are_looked_at(tmp_path: Path) -> None:
    """What editors leave about, and hidden files, do not count; a file that is saved, made or taken away does."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "units.csv").write_text("id\n")
    before = snapshot([tmp_path])
    for name in (".units.csv.swp", "units.csv~", "a/.hidden", "a/x.tmp"):
        (tmp_path / name).write_text("x")
    assert snapshot([tmp_path]) == before
    (tmp_path / "a" / "units.csv").write_text("id,name\n")
    changed = snapshot([tmp_path])
    assert changed != before
    (tmp_path / "a" / "units.csv").unlink()
    assert snapshot([tmp_path]) == {}


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("watch", "nowhere"), 1, "there is no such folder"),
        (("watch", "empty"), 1, "it has no pack.yaml"),
        (("watch", "bare"), 2, "contains no scenario. Name one with --scenario."),
        (("new", "x", "--game", "chess"), 2, "there is no game 'chess' for this."),
        (("units", "--game", "chess"), 2, "there is no game 'chess' for this."),
        (("units", "--pack", "nowhere"), 1, "there is no such folder"),
    ],
)
def test_wrong_calls_are_told(
    arguments: tuple[str, ...], code: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each says what was wrong, with what there is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    make_pack(tmp_path / "bare")
    result = cli(*arguments)
    assert result.exit_code == code, result.output
    assert message in " ".join(result.output.split())


# --- some kinds only ------------------------------------------------------------------------------------------------


def _printed(only: str, folder: Path) -> tuple[Result, str]:
    result = cli("kit", "low-tide", "--pack", str(EXAMPLE), "--only", only, "-o", str(folder))
    files = list(folder.glob("*.pdf"))
    text = " ".join(page.text for page in read_pdf(files[0].read_bytes()).pages) if files else ""
    return result, text


@pytest.mark.parametrize(
    ("only", "there", "gone"),
    [
        ("counters:abbey-pikes-q4", ["V2", "V3", "Counters: 2 picked"], ["V4", "M2"]),
        ("counters:M5", ["M5", "Marram"], ["M1", "V1"]),
        ("counters:v1,counters:TOLL-RIDERS-Q3", ["V1", "V5"], ["V2"]),
        ("counters:M2,counters", ["M2", "M7", "V5"], ["picked"]),
        ("counters:M2,crt", ["M2", "CRT"], ["M3"]),
    ],
)
def test_a_kind_is_printed_by_itself(only: str, there: list[str], gone: list[str], tmp_path: Path) -> None:
    """`--only counters:UNIT` prints the counters of a unit or of an id, other parts beside them whole."""
    result, text = _printed(only, tmp_path)
    assert result.exit_code == 0, result.output
    words = text.split()
    assert all(word in (words if " " not in word else text) for word in there)
    assert not any(word in (words if " " not in word else text) for word in gone)


@pytest.mark.parametrize(
    ("only", "message"),
    [
        ("counters:abbey-pikes", "the part counters of low-tide has no 'abbey-pikes'. Did you mean abbey-pikes-q4?"),
        ("counters:nobody", "of low-tide has no 'nobody'. Known: abbey-pikes-q4, "),
        ("counters:lamp bearer", "of low-tide has no 'lamp bearer'. Did you mean lamp-bearers-q2?"),
        ("counters:", "--only takes PART or PART:KIND, not 'counters:'."),
        (":M1", "--only takes PART or PART:KIND, not ':M1'."),
        ("conters:M1", "has no part 'conters'. Did you mean counters?"),
        ("crib:M1", "the part crib of low-tide has no 'M1'."),
    ],
)
def test_a_wrong_kind_is_told(only: str, message: str, tmp_path: Path) -> None:
    """Wrong usage with the nearest match; nothing is written."""
    result, _ = _printed(only, tmp_path)
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())
    assert list(tmp_path.iterdir()) == []


def test_a_spell_without_rules_has_no_marks_in_their_place(tmp_path: Path) -> None:
    """The list of spells names the rules of those that have some, and nothing after the words of those of a pack."""
    _, text = _printed("spells", tmp_path)
    assert re.search(r"take one attack of strength 5 together\.\s", text)
    assert "*" not in text


def test_a_kind_and_a_comparison_do_not_go_together(tmp_path: Path) -> None:
    """What is left out would be taken for what is gone."""
    result = cli("kit", "low-tide", "--pack", str(EXAMPLE), "--only", "counters:M1", "--changed-since", "x.pdf")
    assert result.exit_code == 2
    assert "--changed-since compares whole parts." in result.output


def test_the_command_watches_until_it_is_ended(tmp_path: Path) -> None:
    """A saved file comes onto the page by itself, the whole kit is printed beside it, and Ctrl-C ends with 0.

    A set-up that is not sound keeps nothing from the page. Page and kit are of the size and ink that are asked for.
    """
    shutil.copytree(EXAMPLE, tmp_path / "pack")
    left_out = ("map", "scenario", "set-up", "rules", "crib", "crt", "spell-list", "first-turn", "notes")
    slow = "".join(f"  - {{id: {part}, omit: yes}}\n" for part in left_out)  # it prints three times
    (tmp_path / "pack" / "parts.yaml").write_text(f"parts:\n{slow}", encoding="utf-8")
    out = tmp_path / "out" / "low-tide-watch"
    arguments = ["watch", str(tmp_path / "pack"), "-o", str(tmp_path / "out"), "--counter-size", "19", "--ink", "grey"]
    ignored = signal.signal(signal.SIGINT, signal.default_int_handler)  # as in a job in the background
    process = subprocess.Popen(
        [sys.executable, "-m", "ibbprint", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    signal.signal(signal.SIGINT, ignored)
    with process:
        try:
            until(lambda: "Old Sedge M1" in _page(out), process)
            scenario = tmp_path / "pack" / "scenarios" / "low-tide.yaml"
            scenario.write_text(scenario.read_text(encoding="utf-8").replace("Old Sedge", "Old Rush"), encoding="utf-8")
            until(lambda: "Old Rush M1" in _page(out), process)
            until(lambda: (out / "low-tide-19mm-grey.pdf").is_file(), process)
            text = scenario.read_text(encoding="utf-8")
            scenario.write_text(text.replace('q4, hexes: ["1005"]', 'q4, count: 3, hexes: ["1005"]'), encoding="utf-8")
            spells = tmp_path / "pack" / "spells.yaml"
            spells.write_text(spells.read_text(encoding="utf-8").replace("Brine Lash", "Salt Lash"), encoding="utf-8")
            until(lambda: '"Salt Lash"' in _page(out) and "too much strength in 1005" in _page(out), process)
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
    assert process.returncode == 0
    assert '"Old Rush M1",19.0,19.0,' in _page(out)
    assert '"ended":true' in _page(out)
    pictures = " ".join(path.read_text(encoding="utf-8") for path in (out / "faces").glob("*.js"))
    assert all(len({r, g, b}) == 1 for r, g, b in re.findall(r"#(..)(..)(..)\b", pictures))
    assert "scenarios/low-tide.yaml: " in output
    assert "Traceback" not in output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-s", "lowtide"), "there is no scenario 'lowtide'. Did you mean low-tide?"),
        (("--counter-size", "7"), "invalid counter size '7': use 8 to 100 mm"),
        (("--palette", "lanten"), "there is no palette 'lanten'. Did you mean lantern?"),
    ],
)
def test_what_cannot_be_watched_is_told_at_once(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    """Exit 2 and one line, and no page is made."""
    result = cli("watch", str(EXAMPLE), *words, "-o", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert result.output.startswith(f"ibbprint: {message}")
    assert not (tmp_path / "out").exists()


def _page(out: Path) -> str:
    state = out / "state.js"
    return state.read_text(encoding="utf-8") if state.is_file() else ""
