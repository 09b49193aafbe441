"""What is beside a map: tracks, boxes, tables, the legend and the title in the margin of maps of every kind."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from ibbprint.components.faces.faces import Symbols
from ibbprint.components.maps.beside import CLOCKWISE, Margin, margin_of
from ibbprint.components.maps.drawing import scene_of, swatch
from ibbprint.components.maps.sheet import map_sheet
from ibbprint.components.style import read_style
from ibbprint.engine.api.kits import KitOptions
from ibbprint.materials.boards import Board
from ibbprint.problems import Report
from ibbprint.systems.printed import Printed
from tests.helpers import call_cli
from tests.mapped import KINDS, made
from tests.pdf import Page, read_pdf
from tests.pictured import photograph, saved

RESULTS = "Throw,1-2,1-1,2-1\n1,back,back,hold\n2,back,hold,fled\n3,hold,fled,fled\n"
RAINS = "day,weather\n1,Fair\n2,Rain\n3,Storm\n4,Fog\n"
BESIDE = """  beside:
    - {turns: dawn, at: top-left, notes: {4: Relief column}}
    - {track: 0-25, title: Renown, at: [right, bottom], cell: 12}
    - {table: results, title: Results of battles, at: left-bottom}
    - {box: Lost at sea, at: top-right, size: [44, 22], colour: "#c7d7e4"}
    - {track: rains, at: left-bottom, cell: 10, lines: 1}
    - {show: legend, at: left-top}
"""
SMALL = """map:
  id: bocage
  title: The Coast
  columns: 11
  rows: 8
  picture: country
  fit: {size: 126, offset: [42, 28]}
"""
UNITS = "id,name,side,strength,at\na,A,North,1,0101\n"


@cache
def folder_of(here: Path, kind: str) -> Path:
    """A game with a map of a kind, and things beside it."""
    folder = made(here, kind)
    more = {"tables/results.csv": RESULTS, "tables/rains.csv": RAINS}
    if kind == "bocage":
        more |= {"maps/bocage.yaml": SMALL, "units.csv": UNITS, "texts/dawn.md.j2": "# Dawn\n"}
        (folder / "pictures" / "country.png").write_bytes(saved(photograph((1400, 1120))))
    for name, text in more.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    path = folder / "maps" / f"{kind}.yaml"
    path.write_text(path.read_text(encoding="utf-8") + BESIDE, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("beside")


@cache
def printed(folder: Path, *options: str) -> list[Page]:
    """The pages of the map of a game; the command must not complain."""
    ran = call_cli("kit", folder.name, "--only", "map", "-o", "out.pdf", *options, cwd=folder.parent)
    assert (ran.returncode, ran.stderr) == (0, "")
    return list(read_pdf((folder.parent / "out.pdf").read_bytes()).pages)


def board_of(folder: Path) -> Board:
    kit = Printed().kit("", KitOptions((folder,)), Report())
    assert kit is not None
    return kit.boards[0]


def margin(board: Board, folder: Path, width: float | None = None) -> Margin:
    """The margin of a board, or of one whose field has another width."""
    style = read_style([folder, *Printed().template_folders], Report())
    assert style is not None
    scene = scene_of(board, style, board.hex_mm)
    drawn = swatch("atlas", style)
    return margin_of(board, width or scene.width, scene.height, style.map, drawn, scene.symbols)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("bocage", ("--paper", "letter")),
        ("vale", ("--poster",)),
        ("line", ("--poster", "--map-style", "schematic")),
        ("keep", ("--paper", "a4")),
        ("haven", ("--poster",)),
    ],
)
def test_everything_beside_a_map_is_printed_once_on_every_kind(kind: str, options: tuple[str, ...], here: Path) -> None:
    """On a poster each text is there once; on sheets to join as well, or twice in the strip under a joint."""
    texts = [run.text for page in printed(folder_of(here, kind), *options) for run in page.runs]
    message = " ".join(texts)
    for title in ("Turns", "Renown", "Results of battles", "Lost at sea"):
        assert 1 <= message.count(title) <= (1 if "--poster" in options else 2), (title, message)
    for turn in ("Relief", "column", "Throw", "fled"):
        assert turn in message


def test_the_turn_track_has_the_turns_of_the_scenario(here: Path) -> None:
    """Another number of turns in the scenario is another number of boxes on the map."""
    folder = folder_of(here, "keep")
    (track,) = [each for each in board_of(folder).beside if each.title == "Turns"]
    assert [figure for figure, _ in track.lines] == ["1", "2", "3", "4", "5", "6"]
    assert ("4", "Relief column") in track.lines
    path = folder / "scenarios" / "dawn.yaml"
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace("turns: 6", "turns: 9"), encoding="utf-8")
    assert len(next(each for each in board_of(folder).beside if each.title == "Turns").lines) == 9
    path.write_text(before, encoding="utf-8")


def test_a_track_of_a_table_has_its_figures_and_notes(here: Path) -> None:
    (track,) = [each for each in board_of(folder_of(here, "line")).beside if each.name == "the track rains"]
    assert track.lines == (("1", "Fair"), ("2", "Rain"), ("3", "Storm"), ("4", "Fog"))


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_beside_a_map_overlaps_anything(kind: str, here: Path) -> None:
    folder = folder_of(here, kind)
    board = board_of(folder)
    style = read_style([folder, *Printed().template_folders], Report())
    assert style is not None
    sheet = map_sheet(board, style, symbols=Symbols([folder], Report()))
    assert sheet.faults == ()
    boxes = [box for box in sheet.undivided if box not in sheet.scene.named]
    x, y, wide, high = sheet.field
    outside = [
        b
        for b in boxes
        if b[0] + b[2] <= x + 0.01 or b[0] >= x + wide - 0.01 or b[1] + b[3] <= y + 0.01 or b[1] >= y + high - 0.01
    ]
    assert len(outside) >= 6 + 26 + 3
    for index, a in enumerate(outside):
        assert a[0] >= 0
        assert a[1] >= 0
        assert a[0] + a[2] <= sheet.drawing.width
        assert a[1] + a[3] <= sheet.drawing.height
        for b in outside[:index]:
            apart = a[0] + a[2] <= b[0] + 0.3 or b[0] + b[2] <= a[0] + 0.3
            assert apart or a[1] + a[3] <= b[1] + 0.3 or b[1] + b[3] <= a[1] + 0.3, (a, b)


@pytest.mark.parametrize(
    "sides", ["top right", "top left", "right bottom", "bottom left top", "left top right", "right top left bottom"]
)
def test_a_track_round_corners_is_one_row_of_boxes_that_touch(sides: str, here: Path) -> None:
    """Each box is beside the one before it, and the corners of the map are among them."""
    folder = folder_of(here, "keep")
    board = board_of(folder)
    (track,) = [each for each in board.beside if each.title == "Renown"]
    count = {2: 14, 3: 34, 4: 52}[len(sides.split())]
    lines = tuple((str(number), "") for number in range(count))
    round_it = track._replace(at=tuple(sides.split()), lines=lines, title="")  # type: ignore[arg-type]
    result = margin(board._replace(beside=(round_it,)), folder)
    assert [fault.message for fault in result.faults] == []
    (piece,) = result.pieces
    assert len(piece.boxes) == count
    for (ax, ay, cell, _), (bx, by, *_) in pairwise(piece.boxes):
        steps = sorted((abs(ax - bx), abs(ay - by)))
        assert steps[0] == pytest.approx(0, abs=0.01)
        assert cell - 0.01 <= steps[1] < 2 * cell
    ways = [abs(a[0] - b[0]) > abs(a[1] - b[1]) for a, b in pairwise(piece.boxes)]
    turns = sum(a != b for a, b in pairwise(ways))
    assert turns == len(sides.split()) - 1


def test_a_margin_is_as_wide_as_it_is_asked_to_be_and_else_as_it_must(here: Path) -> None:
    folder = folder_of(here, "keep")
    board = board_of(folder)._replace(beside=(), margins=(("left", 30.0), ("top", 12.0)))
    assert margin(board, folder).widths == {"left": 30.0, "top": 12.0, "right": 0.0, "bottom": 0.0}
    (box,) = [each for each in board_of(folder).beside if each.kind == "box"]
    widths = margin(board._replace(beside=(box,), margins=()), folder).widths
    assert widths == {"left": 0.0, "top": 22.0 + 6.0, "right": 0.0, "bottom": 0.0}


@pytest.mark.parametrize("kind", ["bocage", "keep"])
def test_a_map_with_things_beside_it_is_fit_for_a_print_shop(kind: str, here: Path) -> None:
    folder = folder_of(here, kind)
    if kind == "bocage":  # a picture with soft edges: they are mixed with the paper
        picture = Image.new("RGBA", (1400, 1120), (90, 130, 80, 255))
        picture.paste((200, 60, 40, 90), (300, 300, 700, 600))
        buffer = io.BytesIO()
        picture.save(buffer, "PNG")
        (folder / "pictures" / "country.png").write_bytes(buffer.getvalue())
    ran = call_cli("kit", kind, "--only", "map", "--press", "--poster", "-o", "press.pdf", cwd=folder.parent)
    assert (ran.returncode, ran.stderr) == (0, "")
    looked = call_cli("preflight", "press.pdf", cwd=folder.parent)
    assert looked.returncode == 0, looked.stdout + looked.stderr


def test_a_map_without_anything_beside_it_is_drawn_as_before(here: Path) -> None:
    folder = folder_of(here, "keep")
    board = board_of(folder)._replace(beside=())
    assert margin(board, folder) == Margin(dict.fromkeys(CLOCKWISE, 0.0))


def test_maps_of_the_shipped_games_have_nothing_beside_them(tmp_path: Path) -> None:
    """Their maps are numbered and read by their rules: the field is refused, with its place."""
    call_cli("map", "new", "--ground", "valley", "--seed", "7", "-o", "dale.yaml", cwd=tmp_path)
    path = tmp_path / "dale.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        re.sub(r"^(  title:.*)$", r"\1\n  beside: [{turns: 9, at: top}]", text, count=1, flags=re.MULTILINE)
    )
    ran = call_cli("map", "show", "dale.yaml", "-o", "dale.svg", cwd=tmp_path)
    assert ran.returncode == 1
    assert "only maps of games that are made of files have anything beside them." in ran.stderr


def test_the_parts_of_the_cartouche_are_moved_and_not_doubled(here: Path) -> None:
    pages = printed(folder_of(here, "vale"), "--poster")
    texts: Mapping[str, int] = {text: sum(run.text == text for run in pages[0].runs) for text in ("Marsh", "The Vale")}
    assert texts["Marsh"] == 1


def test_check_says_what_does_not_fit_beside_a_map_as_kit_does(here: Path) -> None:
    folder = made(here / "wrong", "haven")
    path = folder / "maps" / "haven.yaml"
    wrong = (
        "  beside:\n    - {box: Taken, at: top, size: [60, 20]}\n    - {turns: 5, at: top, offset: [-20, 0]}\n"
        "    - {box: A very long word, at: right, size: [9, 12]}\n"
    )
    path.write_text(path.read_text(encoding="utf-8") + wrong, encoding="utf-8")
    checked, printed = (call_cli(command, "haven", cwd=folder.parent) for command in ("check", "kit"))
    assert (checked.returncode, printed.returncode) == (1, 1)
    assert "haven.yaml:17:15: error: the turn track overlaps the box Taken." in checked.stderr + checked.stdout
    lines = [line for line in (checked.stderr + checked.stdout).splitlines() if "[map:beside]" in line]
    assert len(lines) == 2
    assert lines == [line for line in printed.stderr.splitlines() if "[map:beside]" in line]
