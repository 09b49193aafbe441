"""The map editor: strokes on a file that somebody wrote, read back as the map that was painted."""

from __future__ import annotations

import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from ibbprint import systems
from ibbprint.engine.api.kits import Game
from ibbprint.jobs.tables import MapTableOrder, map_laid
from ibbprint.problems import BadRequest, Report, Stopped
from ibbprint.table.__main__ import opened
from ibbprint.table.asking import MAP_ASKS, values_of
from ibbprint.table.map_desk import MapDesk
from ibbprint.table.safety import Denied, Seat
from tests.helpers import ROOT

pytest.importorskip("starlette", reason="the extra ibbprint[table] is not installed")


def desk_of(file: Path) -> MapDesk:
    laid = map_laid(MapTableOrder(str(file)), Report())
    desk = opened({"game": laid.game, "desk": laid.sitting.DESK, "sitting": asdict(laid.sitting)}, Report())
    assert isinstance(desk, MapDesk)
    return desk


def drawn(
    desk: MapDesk, tool: str, list_: str = "", kind: str = "", cells: str = "", ways: str = "", name: str = ""
) -> Any:
    """The answer to a stroke."""
    values = {"number": desk.number, "tool": tool, "list": list_, "kind": kind, "name": name}
    return desk.ask("stroke", {**values, "cells": cells.split(), "ways": ways.split()})


@pytest.fixture
def polder(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "docs" / "examples" / "waterline", tmp_path / "waterline")
    return tmp_path / "waterline" / "maps" / "polder.yaml"


@pytest.fixture
def forest(tmp_path: Path) -> Path:
    return Path(shutil.copy(ROOT / "scenarios" / "ibb" / "maps" / "forest-map-one.yaml", tmp_path / "wood.yaml"))


def lines_between(old: str, new: str) -> tuple[list[str], list[str]]:
    before, after = old.splitlines(), new.splitlines()
    return [each for each in before if each not in after], [each for each in after if each not in before]


def test_strokes_are_read_back_and_the_rest_of_the_file_is_as_it_was(polder: Path) -> None:
    before = polder.read_text(encoding="utf-8")
    desk = desk_of(polder)
    for stroke in (
        ("ground", "", "heath", "0102 0203"),
        ("side", "hexsides", "dike", "0505 0505", "NE E"),
        ("side-off", "hexsides", "dike", "0303", "SE"),
        ("side", "hexsides", "wall", "0306", "E"),
        ("line", "lines", "rail", "0204 0304"),
        ("place", "", "mill", "0506", "", "New Mill"),
        ("member", "starts", "states", "0506"),
        ("name", "map", "", "", "", "Polder: the north"),
    ):
        assert "refused" not in drawn(desk, *stroke), stroke
    text = polder.read_text(encoding="utf-8")
    gone, come = lines_between(before, text)
    assert (len(gone), len(come)) == (6, 8)  # two kinds are new on the map
    assert come == [
        '  title: "Polder: the north"',
        '    - "h.oo...hhh--"',
        '    - ".h.....hh..."',
        '    dike: ["C2 SE SW", "C3 SW", "C4 SE SW", "C5 SW SE", "C6 SW SE", "C7 SW", "E5 NE E"]',
        '    wall: ["F3 E"]',
        '    rail: ["D2 D3"]',
        '    mill: [C5 Old Mill, G3, B9 Heath Mill, "F5 New Mill"]',
        '    - {id: states, title: States’ posts, livery: amber, letter: S, hexes: [C5, H2, "F5"]}',
    ]
    answer = desk.ask("map", {})
    assert answer["drawn"]
    assert not [each for each in answer["problems"] if each["severity"] == "error"]
    assert "New Mill" in answer["svg"]


def test_a_side_is_drawn_once_whichever_of_its_hexes_names_it(polder: Path) -> None:
    desk = desk_of(polder)
    drawn(desk, "side", "hexsides", "hedge", "0505", "E")
    text = polder.read_text(encoding="utf-8")
    drawn(desk, "side", "hexsides", "hedge", "0605", "W")
    assert polder.read_text(encoding="utf-8") == text
    drawn(desk, "side-off", "hexsides", "hedge", "0605", "W")
    assert "E5" not in polder.read_text(encoding="utf-8").partition("hedge:")[2].partition("\n")[0]


def test_roads_waters_bridges_and_areas_of_a_shipped_map_and_a_ground_without_a_letter(forest: Path) -> None:
    before = forest.read_text(encoding="utf-8")
    desk = desk_of(forest)
    drawn(desk, "ground", "", "marsh", "1110")
    drawn(desk, "line", "roads", "", "0113 0112 0111")
    drawn(desk, "line", "roads", "south-north", "1507 1506")
    drawn(desk, "place", "", "bridges", "1206", "", "Long Bridge")
    drawn(desk, "member", "areas", "crest", "0410")
    gone, come = lines_between(before, forest.read_text(encoding="utf-8"))
    assert "    m: marsh" in come
    assert '    - {id: road-1, name: Road 1, hexes: ["0113", "0112", "0111"]}' in come
    assert '    - {id: bridge-3, name: Long Bridge, hex: "1206"}' in come
    assert any(line.endswith('"1507", "1506"]') for line in come)
    assert before.count("#") == forest.read_text(encoding="utf-8").count("#")
    assert len(gone) == 3
    problems = desk.ask("map", {})["problems"]
    assert [each["rule"] for each in problems if "1506" in each["text"]] == ["map:roads"]


def test_undo_goes_back_stroke_by_stroke_and_revert_to_the_beginning(polder: Path) -> None:
    texts = [polder.read_bytes()]
    desk = desk_of(polder)
    for cell in ("0104", "0105", "0106"):
        drawn(desk, "ground", "", "peat", cell)
        texts.append(polder.read_bytes())
    for text in reversed(texts[:-1]):
        desk.ask("undo", {"number": desk.number})
        assert polder.read_bytes() == text
    assert "nothing to take back" in desk.ask("undo", {"number": desk.number})["refused"]
    drawn(desk, "ground", "", "peat", "0104")
    desk.ask("revert", {"number": desk.number})
    assert polder.read_bytes() == texts[0]


def test_areas_get_grounds_names_and_middles(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs" / "examples" / "many-maps", tmp_path / "many")
    file = tmp_path / "many" / "maps" / "duchies.yaml"
    before = file.read_text(encoding="utf-8")
    desk = desk_of(file)
    drawn(desk, "ground", "", "marsh", "0001")
    drawn(desk, "name", "areas", "middelmark", "", "", "The Middle Mark")
    gone, come = lines_between(before, file.read_text(encoding="utf-8"))
    assert come == ["    - {id: middelmark, ground: marsh, stacking: 3, value: 5, name: The Middle Mark}"]
    assert len(gone) == 1
    assert "edit it in the file" in drawn(desk, "line", "lines", "road", "0001 0002")["refused"]


def test_line_ends_and_the_mark_of_windows_stay(polder: Path) -> None:
    windows = b"\xef\xbb\xbf" + polder.read_bytes().replace(b"\n", b"\r\n")
    polder.write_bytes(windows)
    drawn(desk_of(polder), "ground", "", "peat", "0104")
    after = polder.read_bytes()
    assert after.startswith(b"\xef\xbb\xbf#")
    assert after.count(b"\r\n") == windows.count(b"\r\n") == after.count(b"\n")


@pytest.mark.parametrize("way", ["undo", "revert", "stroke"])
def test_what_another_program_writes_meanwhile_is_never_lost(polder: Path, way: str) -> None:
    desk = desk_of(polder)
    drawn(desk, "ground", "", "peat", "0104")
    polder.write_text(polder.read_text(encoding="utf-8") + "# by hand\n", encoding="utf-8")
    byhand = polder.read_bytes()

    def ask() -> Any:
        if way == "stroke":
            return drawn(desk, "ground", "", "peat", "0105")
        return desk.ask(way, {"number": desk.number})

    assert "another program" in ask()["refused"]
    assert polder.read_bytes() == byhand
    assert not desk.ask("map", {})["can_undo"]  # the page shows the file as it is now
    ask()
    assert polder.read_text(encoding="utf-8").endswith("# by hand\n")
    if way != "stroke":
        assert polder.read_bytes() == byhand


def test_what_another_program_wrote_stays_when_the_page_was_drawn_again_in_between(polder: Path) -> None:
    desk = desk_of(polder)
    drawn(desk, "ground", "", "peat", "0104")
    polder.write_text(polder.read_text(encoding="utf-8") + "# by hand\n", encoding="utf-8")
    desk.ask("map", {})
    drawn(desk, "ground", "", "peat", "0105")
    assert "refused" not in desk.ask("undo", {"number": desk.number})
    assert "nothing to take back" in desk.ask("undo", {"number": desk.number})["refused"]
    drawn(desk, "ground", "", "peat", "0106")
    desk.ask("revert", {"number": desk.number})
    assert polder.read_text(encoding="utf-8").endswith("# by hand\n")


def test_a_file_that_is_gone_is_not_written_anew(polder: Path) -> None:
    desk = desk_of(polder)
    polder.unlink()
    assert "not there any more" in drawn(desk, "ground", "", "peat", "0104")["refused"]
    assert not polder.exists()


@pytest.mark.parametrize(
    "stroke",
    [
        ("ground", "", "lava", "0104"),
        ("ground", "", "peat", "9999"),
        ("side", "hexsides", "dike", "0104 0105", "E"),
        ("line", "lines", "rail", "0104 0904"),
        ("line", "lines", "rail", "0104"),
        ("member", "starts", "nobody", "0104"),
        ("name", "hexsides", "dike", "", "", "x"),
        ("erase", "", "", "0112"),
        ("burn", "", "", "0104"),
    ],
)
def test_a_stroke_that_cannot_be_is_refused_in_words_and_writes_nothing(polder: Path, stroke: tuple[str, ...]) -> None:
    before = polder.read_bytes()
    answer = drawn(desk_of(polder), *stroke)
    assert answer["refused"].endswith(".")
    assert polder.read_bytes() == before


def test_a_file_that_is_no_yaml_is_shown_with_its_fault_and_not_written(polder: Path) -> None:
    desk = desk_of(polder)
    polder.write_text("map: [\n", encoding="utf-8")
    assert "refused" in drawn(desk, "ground", "", "peat", "0104")
    answer = desk.ask("map", {})
    assert not answer["drawn"]
    assert "read:yaml" in {each["rule"] for each in answer["problems"]}
    assert polder.read_text(encoding="utf-8") == "map: [\n"


@pytest.mark.parametrize(
    "wrong",
    [
        {"tool": "../x"},
        {"cells": ["/etc/passwd"]},
        {"cells": ["0101"] * 401},
        {"name": "a\nb"},
        {"name": "\x1b[31m"},
        {"name": "x" * 81},
        {"kind": {"a": 1}},
        {"number": -1},
    ],
)
def test_what_the_page_never_sends_is_denied(wrong: dict[str, Any]) -> None:
    usual = {"number": 1, "tool": "ground", "list": "", "kind": "heath", "cells": ["0101"], "ways": [], "name": ""}
    seat = Seat("map", ("map",))
    assert values_of(MAP_ASKS, "stroke", usual, "token", seat) == usual
    with pytest.raises(Denied):
        values_of(MAP_ASKS, "stroke", {**usual, **wrong}, "token", seat)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    report = Report()
    with pytest.raises(Stopped):
        map_laid(MapTableOrder(str(tmp_path / "no.yaml")), report)
    assert "no.yaml" in str(next(iter(report)))


def test_a_game_that_offers_no_palette_is_refused(forest: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's game may draw its maps and say nothing of what can be painted on them."""
    shipped = systems.games()["ibb"]
    stranger = type("Stranger", (type(shipped),), {"palette": Game.palette})
    monkeypatch.setattr(systems, "games", lambda: {"ibb": stranger()})
    with pytest.raises(BadRequest, match="has no palette, so its maps are edited as text"):
        map_laid(MapTableOrder(str(forest)), Report())
