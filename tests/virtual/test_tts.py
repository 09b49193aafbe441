"""A saved object for Tabletop Simulator, and sheets of faces: what is in the folder, and what hides what."""

from __future__ import annotations

import csv
import io
import json
import math
import shutil
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ibbprint.jobs.exports import ExportOrder, exported_sheets, exported_tts
from ibbprint.problems import BadRequest
from ibbprint.virtual import written
from tests.helpers import ROOT
from tests.virtual_modules import quick_pictures

Object = Mapping[str, Any]
SAVE_FIELDS = {
    "SaveName",
    "GameMode",
    "Gravity",
    "PlayArea",
    "Date",
    "Table",
    "Sky",
    "Note",
    "Rules",
    "XmlUI",
    "LuaScript",
    "LuaScriptState",
    "Grid",
    "Lighting",
    "Hands",
    "Turns",
    "ObjectStates",
    "DecalPallet",
    "TabStates",
    "VersionNumber",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("tts") / "bridge"
    with quick_pictures():
        result = exported_tts(ExportOrder(("defend-the-bridge",), output=target, dpi=144, no_booklet=True))
    assert result.ok, str(result)
    return target


@pytest.fixture(scope="module")
def save(folder: Path) -> Object:
    path = folder / "Saves" / "Saved Objects" / "ibbprint" / "defend-the-bridge.json"
    return json.loads(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def every(objects: list[Object]) -> Iterator[Object]:
    for each in objects:
        yield each
        yield from every(each.get("ContainedObjects", []))
        yield from every(list(each.get("States", {}).values()))


def addresses(value: object) -> Iterator[str]:
    """Every address of a picture or PDF, wherever it stands."""
    for name, inner in (
        value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    ):
        if isinstance(inner, str) and str(name).upper().endswith("URL") and inner:
            yield inner
        yield from addresses(inner)


def test_the_save_has_the_fields_of_the_published_shape(save: Object) -> None:
    assert set(save) == SAVE_FIELDS
    assert (save["LuaScript"], save["Date"], save["XmlUI"]) == ("", "", "")


def test_every_address_is_a_bare_name_that_is_in_the_folder_and_the_other_way_round(folder: Path, save: Object) -> None:
    named = set(addresses(save))
    assert all("/" not in name for name in named)
    assert named == {path.name for path in (folder / "Mods" / "Images").iterdir()}


def test_guids_are_unique_running_numbers(save: Object) -> None:
    guids = [each["GUID"] for each in every(save["ObjectStates"])]
    assert len(set(guids)) == len(guids)
    assert all(len(guid) == 6 and int(guid, 16) <= len(guids) for guid in guids)


def test_what_is_hidden_lies_face_down_and_has_no_words(save: Object) -> None:
    hidden = [
        each for each in every(save["ObjectStates"]) if each["Transform"]["rotZ"] == 180 and not each.get("DeckIDs")
    ]
    assert len([each for each in hidden if each["Name"] == "Custom_Tile"]) == 2 + 6, "reinforcements and chits"
    for each in hidden:
        assert each["HideWhenFaceDown"]
        assert not each["Tooltip"]
        assert [each[name] for name in ("Nickname", "Description", "GMNotes")] == ["", "", ""]


def test_each_hex_has_a_point_to_snap_to(save: Object) -> None:
    """Within a tenth of a millimetre of its middle; the map is square, so nothing stretches it."""
    board = next(each for each in save["ObjectStates"] if each.get("AttachedSnapPoints"))
    side = board["Transform"]["scaleX"]
    assert side == board["Transform"]["scaleZ"]
    points = sorted((-p["Position"]["x"] * side, -p["Position"]["z"] * side) for p in board["AttachedSnapPoints"])
    assert len(points) == 300
    left = points[0][0] * 25.4
    columns = sorted({round((x * 25.4 - left) / (20 * math.sqrt(3) / 2), 2) for x, _ in points})
    assert all(abs(column - number) < 0.006 for number, column in enumerate(columns))
    assert len(columns) == 20


def test_exchanged_counters_are_states_and_the_cup_is_a_bag(save: Object) -> None:
    assert sum("States" in each for each in save["ObjectStates"]) == 6
    bags = {each["Nickname"]: len(each["ContainedObjects"]) for each in save["ObjectStates"] if each["Name"] == "Bag"}
    assert bags == {"The Cup": 6}


def test_the_spells_are_a_deck_on_sheets_of_the_right_size(folder: Path, save: Object) -> None:
    deck = next(each for each in save["ObjectStates"] if each["Name"] == "DeckCustom")
    assert len(deck["DeckIDs"]) == len(deck["ContainedObjects"]) == 5
    for number, sheet in deck["CustomDeck"].items():
        assert sheet["NumWidth"] <= 10
        assert sheet["NumHeight"] <= 7
        ids = [id for id in deck["DeckIDs"] if id // 100 == int(number)]
        assert max(ids) % 100 < sheet["NumWidth"] * sheet["NumHeight"]
        assert max(pixels(folder / "Mods" / "Images" / sheet["FaceURL"])) <= 4096


def pixels(path: Path) -> tuple[int, int]:
    width, height = struct.unpack(">II", path.read_bytes()[16:24])
    return width, height


def test_the_picture_of_the_map_is_a_square_that_the_program_takes(folder: Path, save: Object) -> None:
    board = next(each for each in save["ObjectStates"] if each.get("AttachedSnapPoints"))
    width, height = pixels(folder / "Mods" / "Images" / board["CustomImage"]["ImageURL"])
    assert width == height <= 4096


def test_the_notebook_has_the_scenario_sheet(save: Object) -> None:
    titles = [tab["title"] for tab in save["TabStates"].values()]
    assert "Scenario sheet" in titles
    assert all("<" not in tab["body"] for tab in save["TabStates"].values())


def test_sheets_have_every_face_once_and_the_manifest_says_where(tmp_path: Path) -> None:
    with quick_pictures():
        result = exported_sheets(ExportOrder(("two-villages",), output=tmp_path / "sheets", dpi=72))
    assert result.ok, str(result)
    table = (tmp_path / "sheets" / "manifest.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert {row["side"] for row in rows} == {"front", "back"}
    for row in rows:
        width, height = pixels(tmp_path / "sheets" / row["sheet"])
        assert (int(row["column"]) + 1) * int(row["width_px"]) <= width
        assert (int(row["row"]) + 1) * int(row["height_px"]) <= height
    assert (tmp_path / "sheets" / "map-two-villages.png").is_file()


def test_a_folder_with_other_things_in_it_is_not_written_into(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(BadRequest, match="files in it that no export wrote"):
        exported_tts(ExportOrder(("two-villages",), output=tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def exported_ferry(game: Path, target: Path, **options: object) -> set[str]:
    """The files of a game of files in a folder, by their paths in it."""
    with quick_pictures():
        result = exported_tts(ExportOrder((str(game),), output=target, dpi=72, **options))
    assert result.ok, str(result)
    return {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}


def test_what_nobody_needs_any_more_goes_and_what_is_somebody_elses_stays(tmp_path: Path) -> None:
    game, target = tmp_path / "ferry-point", tmp_path / "table"
    shutil.copytree(ROOT / "tests" / "folders" / "ferry-point", game)
    before = exported_ferry(game, target, no_booklet=True)
    mine = {"Mods/Images/mine.png", "Mods/Images/notes.txt"}
    for name in mine:
        (target / name).write_bytes(b"mine")
    touched = next(name for name in sorted(before) if name.startswith("Mods/Images/"))
    crews = game / "crews.csv"
    crews.write_text(crews.read_text(encoding="utf-8").replace("Cutter", "Lugger"), encoding="utf-8")
    (target / touched).write_bytes(b"changed by hand")
    after = exported_ferry(game, target, no_booklet=True)
    fresh = exported_ferry(game, tmp_path / "fresh", no_booklet=True)
    assert before - fresh, "the pictures of the cutter are others now"
    assert after == fresh | mine | ({touched} if touched not in fresh else set())


def test_without_the_booklet_its_folder_goes_too(tmp_path: Path) -> None:
    game, target = ROOT / "tests" / "folders" / "ferry-point", tmp_path / "table"
    assert any(name.startswith("Mods/PDF/") for name in exported_ferry(game, target))
    exported_ferry(game, target, no_booklet=True)
    assert not (target / "Mods" / "PDF").exists()


@pytest.mark.parametrize("name", ["../mine.txt", "/mine.txt", "a/../../mine.txt", "C:/mine.txt", "..\\mine.txt"])
def test_a_list_that_leads_out_of_the_folder_takes_nothing_away(name: str, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_bytes(b"mine")
    folder = tmp_path / "table"
    folder.mkdir()
    (folder / written.LIST).write_bytes(written.listed({name: b"mine"}))
    written.take_away(written.no_longer_written(folder, {}), folder)
    assert (tmp_path / "mine.txt").is_file()
