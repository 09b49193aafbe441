"""Slot layouts for dies and labels, and what the command says to options that make no sense."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
import yaml
from typer.testing import CliRunner

from ibbprint.cli.progress import Progress
from ibbprint.cli.typer_calls import application
from ibbprint.press.book import BookOptions
from ibbprint.press.layouts import FOLDER, layouts_in, read_layout
from ibbprint.press.paper import DUPLEX, PAPERS, paper_of
from ibbprint.press.printers import Printer
from ibbprint.press.slots import MARKS, Trimming
from ibbprint.press.workshop import file_name
from ibbprint.problems import Report
from ibbprint.shipped import shipped
from tests.helpers import call_cli, make_kit, named, quick_load
from tests.pdf import read_pdf

SHIPPED = layouts_in([shipped("templates")])


def kit(tmp_path: Path, *words: str, scenario: str = "defend-the-bridge") -> tuple[int, str, str]:
    run = call_cli("kit", named(scenario), *words, "-o", str(tmp_path / "out"), XDG_CONFIG_HOME=str(tmp_path))
    return run.returncode, run.stdout, run.stderr


# --- layouts --------------------------------------------------------------------------------------------------------


def test_the_shipped_layouts_are_sound_and_three() -> None:
    """Each can be read, is valid by the printed JSON Schema, and lies within a home printer's reach."""
    schema = json.loads(call_cli("schema", "layout").stdout)
    assert len(SHIPPED) == 3
    for name, path in SHIPPED.items():
        report = Report()
        layout = read_layout(name, [shipped("templates")], report)
        assert report.ok
        assert layout is not None
        assert layout.id == name
        layout.check_reach(layout.paper)
        jsonschema.validate(quick_load(path.read_text(encoding="utf-8")), schema)
        assert path.parent.name == FOLDER


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "tin-road"])
def test_counters_lie_in_the_slots(scenario: str, tmp_path: Path) -> None:
    """Each counter stands where the layout has a slot, at the slot's size; backs are behind them."""
    code, out, err = kit(tmp_path, "--layout", "labels-15", "--only", "counters", scenario=scenario)
    assert code == 0, err
    layout = read_layout("labels-15", [shipped("templates")], Report())
    assert layout is not None
    front, back = read_pdf(Path(out.split(":")[0]).read_bytes()).pages
    slots = [(box.x, box.y) for box in layout.boxes]
    assert front.pieces
    for piece, slot in zip(front.pieces, slots, strict=False):
        assert (piece.x, piece.y) == pytest.approx(slot, abs=0.01)
        assert piece.clip.width == pytest.approx(15 + 2, abs=0.01), "1 mm of bleed: half of what is between two"
    for piece in back.pieces:
        assert any(abs(210 - piece.x - 15 - x) < 0.01 and abs(piece.y - y) < 0.01 for x, y in slots)
    assert not [s for s in front.shapes if s.piece is None and s.outline.height > 2.5 and s.outline.width < 0.01]


@pytest.mark.parametrize(
    ("scenario", "cards", "mm"), [("defend-the-bridge", "spells", 15.9), ("tin-road", "events", 17)]
)
def test_cards_lie_in_the_slots_and_the_rest_as_usual(scenario: str, cards: str, mm: float, tmp_path: Path) -> None:
    """Cards of the die's size fill it; counters, which are smaller, are cut by hand."""
    code, out, err = kit(tmp_path, "--layout", "cards-poker", "--only", f"counters,{cards}", scenario=scenario)
    assert code == 0, err
    layout = read_layout("cards-poker", [shipped("templates")], Report())
    assert layout is not None
    pages = read_pdf(Path(out.split(":")[0]).read_bytes()).pages
    first = layout.boxes[0]
    corners = {(round(p.clip.left, 1), round(p.clip.top, 1)) for page in pages for p in page.pieces}
    assert (round(first.x - 1.0, 1), round(first.y - 1.0, 1)) in corners or any(
        abs(x - first.x) <= 1.5 and abs(y - first.y) <= 1.5 for x, y in corners
    )
    counters = [p for page in pages for p in page.pieces if abs(p.clip.width - mm) < 4.1]
    assert counters


def test_a_layout_of_ones_own_with_single_places(tmp_path: Path) -> None:
    """Round slots anywhere on a paper of any size: counters take their size from them."""
    own = tmp_path / "coins.yaml"
    own.write_text(
        "layout:\n  id: coins\n  title: Coins\n  paper: 120x150mm\n  slot: {width: 21.5, height: 21.5, radius: 10.75}\n"
        "  places: [{x: 10, y: 20}, {x: 40, y: 20}, {x: 25.5, y: 60}]\n",
        encoding="utf-8",
    )
    code, out, err = kit(tmp_path, "--layout", str(own), "--only", "counters", "--marks", "lines")
    assert code == 0, err
    pages = read_pdf(Path(out.split(":")[0]).read_bytes()).pages
    assert (pages[0].width, pages[0].height) == pytest.approx((120, 150), abs=0.001)
    assert [(round(p.x, 2), round(p.y, 2)) for p in pages[0].pieces] == [(10, 20), (40, 20), (25.5, 60)]
    circles = [s for s in pages[0].shapes if s.piece is None and sum(step[0] == "c" for step in s.local) == 4]
    assert [round(s.outline.width, 2) for s in circles] == [21.5] * 3


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            {"grid": {"columns": 2, "rows": 2, "left": 10, "top": 10, "step_x": 12, "step_y": 20}},
            ":9:5: error: slots of 15 x 15 mm overlap at steps of 12 x 20 mm.",
        ),
        (
            {"grid": {"columns": 40, "rows": 2, "left": 10, "top": 10, "step_x": 16, "step_y": 20}},
            ":9:5: error: slot 13 runs over the edge of the paper, 210 x 297 mm.",
        ),
        ({"places": [{"x": 10, "y": 10}, {"x": 20, "y": 12}]}, ":11:5: error: this slot overlaps slot 1."),
        ({}, ":2:3: error: a layout has either a grid or places."),
        ({"paper": "a9", "places": [{"x": 10, "y": 10}]}, ":4:10: error: there is no paper 'a9'."),
        ({"slot": {"width": -3, "height": 15}, "places": [{"x": 9, "y": 9}]}, ":6:12: error: width must be at least 5"),
    ],
    ids=["overlap", "edge", "places", "neither", "paper", "negative"],
)
def test_faults_of_a_layout_are_told_with_their_place(change: dict[str, object], told: str, tmp_path: Path) -> None:
    """File, line and column, exit 1, nothing written."""
    layout = {"id": "own", "title": "Own", "paper": "a4", "slot": {"width": 15, "height": 15}, **change}
    own = tmp_path / "own.yaml"
    own.write_text(yaml.safe_dump({"layout": layout}, sort_keys=False), encoding="utf-8")
    code, _, err = kit(tmp_path, "--layout", str(own))
    assert code == 1, err
    assert told in err.replace(str(own), "")
    assert not (tmp_path / "out").exists()


# --- options that make no sense -------------------------------------------------------------------------------------

BAD = {
    "--bleed -1": "invalid bleed: -1 mm. Use 0 to 10 mm.",
    "--bleed nan": "invalid bleed: nan mm.",
    "--bleed 3 --gutter 4": "a 3 mm bleed does not fit into a 4 mm gutter. Use a gutter of 6 mm",
    "--gutter -0.5": "invalid gutter: -0.5 mm.",
    "--gutter inf": "invalid gutter: inf mm.",
    "--corner-radius -2": "invalid corner radius: -2 mm.",
    "--corner-radius 8 --counter-size 15": "a corner radius of 8 mm is more than half a counter of 15 mm.",
    "--corner-radius 8": "a corner radius of 8 mm is more than half a counter of 15.9 mm.",
    "--press --gutter 2 --only counters": "a 3 mm bleed does not fit into a 2 mm gutter.",
    "--counter-size 0": "invalid counter size '0': use 8 to 100 mm (usual sizes: 12.7, 15, 15.9, 19).",
    "--counter-size -15": "invalid counter size '-15': use 8 to 100 mm",
    "--counter-size big": "invalid counter size 'big': use 8 to 100 mm",
    "--counter-size 95 --duplex fold --paper a5": "a counter of 95 mm does not fit on A5 folded in two.",
    "--counter-size 100 --paper 110x110mm": "a counter of 100 mm does not fit on 110 x 110 mm. Choose a larger paper.",
    "--paper a44": "there is no paper 'a44'. Did you mean a4",
    "--paper 20x20mm": "a paper of 20 x 20 mm cannot be printed on: its sides may measure 100 to 2000 mm.",
    "--paper 210x": "there is no paper '210x'.",
    "--orientation upside": "there is no orientation 'upside'. Known: landscape, portrait.",
    "--duplex both": "there is no duplex mode 'both'.",
    "--marks dots": "there are no cut marks 'dots'. Known: both, crop, lines, none.",
    "--printer nobody": "there is no printer 'nobody'. None is known yet.",
    "--booklet --duplex fold": "--booklet needs both sides of the paper, so it cannot be used with --duplex fold.",
    "--layout dye": "there is no layout 'dye'.",
    "--layout missing.yaml": "there is no layout 'missing.yaml'.",
    "--layout labels-15 --counter-size 19": "the layout labels-15 has slots of 15 mm, so counters cannot be 19 mm.",
    "--layout labels-15 --paper a3": "the layout labels-15 is for A4, not for A3.",
    "--layout labels-15 --duplex fold": "--duplex fold cannot be used with --layout",
    "--layout labels-15 --gutter 4": "--gutter cannot be used with --layout",
    "--layout labels-15 --cut-files": "--cut-files cannot be used with --layout",
    "--layout cards-poker --only counters": "nothing fits the slots of cards-poker, 63 x 88 mm. The kit has: 15.9 x",
}


@pytest.mark.parametrize("words", BAD)
def test_options_that_make_no_sense_are_refused(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 2, one line that says what is wrong and what would be right, and nothing is written."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    called = ["kit", "defend-the-bridge", *words.split(), "-o", str(tmp_path / "out")]
    result = CliRunner().invoke(application(["kit"]), called)
    assert result.exit_code == 2, result.stderr
    assert result.stderr.startswith(f"ibbprint: {BAD[words]}")
    assert result.stderr.count("\n") == 1
    assert not result.stdout
    assert not (tmp_path / "out").exists()


def test_a_layout_out_of_the_printers_reach_is_refused(tmp_path: Path) -> None:
    """A sheet of labels that starts 4 mm from the edge wants a printer that reaches there."""
    own = tmp_path / "near.yaml"
    text = (
        "layout:\n  id: near\n  title: Near\n  paper: a4\n  slot: {width: 20, height: 20}\n  places: [{x: 4, y: 20}]\n"
    )
    own.write_text(text, encoding="utf-8")
    code, _, err = kit(tmp_path, "--layout", str(own), "--only", "counters")
    assert code == 2
    assert "the layout near has slots 4 mm from the edge, and the printer reaches 6.5." in err
    call_cli("printer", "good", "--margin", "3", XDG_CONFIG_HOME=str(tmp_path), APPDATA=str(tmp_path))
    code, _, err = kit(tmp_path, "--layout", str(own), "--only", "counters", "--printer", "good")
    assert code == 0, err


def test_the_name_of_the_file_tells_the_printouts_apart() -> None:
    """Whatever makes the sheets other is in the name, so that no printout overwrites another."""
    result, _ = make_kit("defend-the-bridge")
    assert result is not None
    usual = BookOptions(PAPERS["a4"], frozenset({"counters"}))
    ways = [
        usual,
        replace(usual, paper=PAPERS["a3"]),
        replace(usual, paper=PAPERS["a4"].turned()),
        replace(usual, paper=paper_of("210x330mm")),
        replace(usual, counter_mm=19.0),
        replace(usual, printer=Printer("office")),
        replace(usual, targets=True),
        replace(usual, slots=read_layout("labels-15", [shipped("templates")], Report())),
        *(replace(usual, duplex=duplex) for duplex in DUPLEX[1:]),
        *(
            replace(usual, trimming=trimming)
            for trimming in (Trimming(3.0), Trimming(gutter=3.0), Trimming(radius=3.0))
        ),
        *(replace(usual, trimming=Trimming(marks=marks)) for marks in MARKS[1:]),
    ]
    assert len({file_name(result, way) for way in ways}) == len(ways)
    assert file_name(result, usual) == "defend-the-bridge-counters.pdf"


# --- progress -------------------------------------------------------------------------------------------------------


class Screen(io.StringIO):
    """What a terminal shows in its current line."""

    @property
    def line(self) -> str:
        return re.split(r"\r", self.getvalue())[-1].rstrip()


def test_progress_is_shown_after_a_second_and_wiped_off() -> None:
    """Nothing for what is quick; then what is done and how much of it; nothing is left at the end."""
    now = [0.0]
    screen = Screen()
    progress = Progress(screen, lambda: now[0])
    progress("counters", 1, 10)
    now[0] = 0.9
    progress("counters", 2, 10)
    assert screen.getvalue() == ""
    now[0] = 1.5
    progress("writing the pages", 5, 10)
    assert screen.line == "[############............] writing the pages (5 of 10)"
    now[0] = 1.55
    progress("writing the pages", 6, 10)
    assert "(5 of 10)" in screen.line, "no more often than a person can see"
    now[0] = 2.0
    progress("map", 10, 10)
    assert screen.line == "[########################] map (10 of 10)"
    progress.end()
    assert screen.line == ""


def test_no_progress_goes_into_a_file(tmp_path: Path) -> None:
    """Standard error that is no terminal gets nothing but messages."""
    code, _, err = kit(tmp_path, "--only", "rules")
    assert code == 0
    assert err == ""


@pytest.mark.parametrize(
    ("option", "what"),
    [("--poster", "map"), ("--set-up", "map"), ("--map-style", "map"), ("--booklet", "rules booklet")],
)
def test_an_option_that_changes_nothing_is_told(option: str, what: str, tmp_path: Path) -> None:
    """Where no map is printed, a poster is asked for in vain: the counters are those without it, with a warning."""
    words = [option, "schematic"] if option == "--map-style" else [option]
    plain = kit(tmp_path, "--only", "counters", scenario="stirling")[1]
    code, out, err = kit(tmp_path, *words, "--only", "counters", scenario="stirling")
    assert code == 0
    assert out == plain, "the hash too"
    assert err == f"{option}: warning: no {what} is printed, so {option} changes nothing. [print:option]\n"
    code, _, err = kit(tmp_path, *words, "--only", what.partition(" ")[0], scenario="stirling")
    assert (code, err) == (0, "")
