"""Maps from wright-kit and for it: what is exported comes back the same, what cannot be held is refused by name."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.region_maps import PlaceMap
from ibbprint.catalogue.source import parse_yaml
from ibbprint.catalogue.wright_import import imported
from ibbprint.hexgrid import HexGrid
from ibbprint.jobs.wright_maps import ExportOrder, ImportOrder, _board, exported_map, imported_map
from ibbprint.problems import Report
from tests.helpers import SOAK, call_cli
from tests.pdf import read_pdf

RIDGE = """map:
  id: fen-edge
  title: Fen Edge
  columns: 5
  rows: 4
  legend: {".": open, f: fen, w: wood, "-": none}
  terrain:
    - "..wwf"
    - ".fff."
    - "wwf.."
    - "-.f.w"
  hexsides:
    river: ["0202 0203", "0302 SE S"]
    sunken-bank: ["0303 N"]
  lines:
    road: ["0102 0202 0302"]
    causeway: ["0402 0403 0404"]
  places:
    town: [0302 Old Town, "0402"]
    name: [0202 Low Ground]
"""
LINE = """map:
  id: coast-road
  title: The Coast Road
  space: points
  width: 180
  height: 90
  points:
    - {id: ash, at: [20, 30], value: 2, links: [birch]}
    - {id: birch, name: Birch Cross, at: [80, 25], shape: square, stacking: 3, links: [ash]}
    - {id: cove, at: [140.5, 60], colour: "#c7d7e4"}
    - {id: reserve, at: [40, 70], holding: yes, size: [44, 26]}
  links:
    - {from: cove, to: birch, kind: sea, via: [[130, 30], [90, 20]]}
    - {from: ash, to: cove, kind: rail}
"""


def map_of(text: str) -> HexMap | PlaceMap:
    report = Report()
    source = parse_yaml(text, "map.yaml", report)
    assert source is not None
    board = _board(source, Path("maps"), report)
    assert isinstance(board, HexMap | PlaceMap), list(map(str, report))
    return board


def there_and_back(text: str, folder: Path) -> tuple[dict[str, bytes], str]:
    """The files of a map, and the map that they are read as."""
    (folder / "map.yaml").write_text(text, encoding="utf-8")
    export = exported_map(ExportOrder(str(folder / "map.yaml")))
    assert export.files, list(map(str, export.report))
    out = folder / "json"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    for name, data in export.files.items():
        (out / name).write_bytes(data)
    back = imported_map(ImportOrder(str(out)))
    assert back.map is not None, list(map(str, back.report))
    return dict(export.files), back.map.text


def meaning(board: HexMap | PlaceMap) -> Any:
    """All that is on a map, however it is written."""
    if isinstance(board, PlaceMap):
        model = board.model
        links = {(*sorted((link.one, link.other)), link.kind) for link in board.grid.links}
        ways = {frozenset((link.one, link.other)): sorted(link.way) for link in board.grid.links}
        return model.title, model.width, board.grid.height, board.grid.regions, links, ways
    sides = {kind: {frozenset(pair) for pair in board.sides(kind)} for kind in board.model.hexsides}
    links_of = {
        kind: {
            frozenset(pair) for line in board.stretches(kind) for pair in zip(line.hexes, line.hexes[1:], strict=False)
        }
        for kind in board.model.lines
    }
    places = {kind: sorted(texts) for kind, texts in board.model.places.items()}
    return board.model.title, board.grid.hexes, board.terrain, sides, links_of, places


@pytest.mark.parametrize("text", [RIDGE, LINE])
def test_a_map_that_is_exported_and_imported_is_the_same_map(text: str, tmp_path: Path) -> None:
    """And exported again it is the same files, byte for byte."""
    files, back = there_and_back(text, tmp_path)
    assert meaning(map_of(back)) == meaning(map_of(text))
    again, _ = there_and_back(back, tmp_path)
    assert again == files


TITLE_LETTERS = 'Aé"&: 9'


@st.composite
def maps(draw: st.DrawFn) -> str:
    """A map of hexes with kinds, names and edges of any sort that the format holds."""
    columns, rows = draw(st.integers(2, 7)), draw(st.integers(2, 6))
    grid = HexGrid(columns, rows)
    ids = draw(
        st.lists(
            st.from_regex(r"[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,4})?", fullmatch=True), min_size=1, max_size=4, unique=True
        )
    )
    ids = [id for id in ids if id != "none"] or ["open"]
    legend = dict(zip("abcd", ids, strict=False))
    letters = st.sampled_from([*legend, "-"] if draw(st.booleans()) else list(legend))
    lines = [draw(st.lists(letters, min_size=columns, max_size=columns).map("".join)) for _ in range(rows)]
    lines[0] = next(iter(legend)) + lines[0][1:]
    cells = [c for c in grid.hexes if lines[int(c[2:]) - 1][int(c[:2]) - 1] != "-"]
    pairs = [(a, b) for a in cells for b in grid.neighbours(a) if b in cells and a < b]
    title = "M" + draw(st.text(TITLE_LETTERS, max_size=9)).strip()
    title = " ".join(title.split())
    text = f"map:\n  id: made\n  title: {json.dumps(title)}\n"
    text += f"  columns: {columns}\n  rows: {rows}\n  legend: {json.dumps({**legend, '-': 'none'})}\n"
    text += f"  terrain: {json.dumps(lines)}\n"
    for section, kinds in (
        ("hexsides", ["river", "stream", "old-wall"]),
        ("lines", ["road", "rail", "causeway", "ferry"]),
    ):
        some = {
            kind: [f"{a} {b}" for a, b in chosen]
            for kind in draw(st.lists(st.sampled_from(kinds), unique=True))
            if pairs and (chosen := draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=6, unique=True)))
        }
        text += f"  {section}: {json.dumps(some)}\n" if some else ""
    names = st.text("Abcß 'ñ-", max_size=12).map(lambda name: " ".join(name.split()))
    places = {
        kind: [
            f"{cell} {draw(names)}".strip()
            for cell in draw(st.lists(st.sampled_from(cells), min_size=1, max_size=3, unique=True))
        ]
        for kind in draw(st.lists(st.sampled_from(["town", "fort", "old-mill"]), unique=True))
    }
    return text + (f"  places: {json.dumps(places)}\n" if places else "")


@settings(max_examples=400 if SOAK else 25, deadline=None)
@given(maps())
def test_any_map_that_the_format_holds_comes_back_the_same(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        _, back = there_and_back(text, Path(folder))
    assert meaning(map_of(back)) == meaning(map_of(text))


REFUSED = {
    "pointed tops": ("  rows: 4\n", "  rows: 4\n  layout: pointy-top\n", "6:11", "hexes with pointed tops"),
    "the other columns": (
        "  rows: 4\n",
        "  rows: 4\n  shifted: even\n",
        "6:12",
        "columns of which the even ones are lower",
    ),
    "half hexes": ("  rows: 4\n", "  rows: 4\n  half_hexes: [left]\n", "6:15", "hexes cut in half"),
    "a side on the edge": ('"0303 N"', '"0101 N"', "14:19", "a hexside on the edge of the map"),
    "a road off the map": ('"0102 0202 0302"', '"NW 0102 0202"', "16:12", "a line that leaves the map"),
    "two names in a hex": ("0202 Low Ground", "0202 Low Ground, 0202 Lower", "20:29", "two names in one hex"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_format_cannot_hold_is_refused_by_name(name: str, tmp_path: Path) -> None:
    old, new, at, feature = REFUSED[name]
    assert old in RIDGE
    text = RIDGE.replace(old, new)
    if name in ("pointed tops", "the other columns"):  # what else is named as adjacent
        text = "\n".join(
            line
            for line in text.splitlines()
            if line.startswith(("map", "  id", "  t", "  c", "  r", "  s", "  la", "  leg", '    - "'))
        )
    (tmp_path / "map.yaml").write_text(text, encoding="utf-8")
    ran = call_cli("map", "export", "map.yaml", "--as", "wright", "-o", "out", cwd=tmp_path)
    assert ran.returncode == 1
    assert f"map.yaml:{at}: error: wright-kit has no {feature}." in ran.stderr, ran.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("space", ["squares", "areas", "free"])
def test_maps_without_hexes_or_points_are_refused_by_name(space: str, tmp_path: Path) -> None:
    more = "  columns: 3\n  rows: 3\n" if space == "squares" else "  width: 90\n  height: 90\n"
    (tmp_path / "map.yaml").write_text(f"map:\n  id: yard\n  title: Yard\n  space: {space}\n{more}", encoding="utf-8")
    ran = call_cli("map", "export", "map.yaml", "-o", "out", cwd=tmp_path)
    assert ran.returncode == 1
    assert f"map.yaml:4:10: error: wright-kit has no {'squares' if space == 'squares' else 'areas'}" in ran.stderr


PAIR = '{"a": "0101", "b": "0102"}'
WRONG: Mapping[str, tuple[str, str, str, str]] = {
    "a column too many": ("hexgrid.json", '"n_cols": 5', '"n_cols": 100', "at most 99 columns and rows, not 100."),
    "the other columns lower": ("hexgrid.json", '_offset": 30.0', '_offset": -30.0', "even columns are -0.50 of a row"),
    "another version": ("hexgrid.json", '"grid_version": 1', '"grid_version": 2', "must be at most 1, not 2."),
    "a hex off the map": ("terrain.json", '"0400"', '"0900"', "hex 0900 is not on the map"),
    "ground called none": ("terrain.json", '"0000": "open"', '"0000": "none"', "cannot be called none."),
    "two kinds of one id": ("terrain.json", '"0000": "open"', '"0000": "OPEN"', "would both be called open"),
    "a pair that is not adjacent": ("hexsides.json", '"b": "0102"', '"b": "0302"', "0302 is not adjacent to 0101."),
    "a pair twice": ("hexsides.json", '"rivers": [', f'"rivers": [{PAIR},', "in the layer rivers twice."),
    "a layer that is no list": ("hexsides.json", '"_c', '"walls": {}, "_c', "walls must be a list of edges."),
    "a layer without a name": ("hexsides.json", '"rivers"', '"2 rivers"', "'2 rivers' is not the name of a layer"),
    "a feature without attributes": ("features.json", ',\n      "attrs": {}', "", "attrs is missing"),
    "a code of three digits": ("features.json", '"0201"', '"201"', "'201'"),
    "a name off the map": ("names.json", '"0101"', '"5101"', "hex 5101 is not on the map"),
    "a field that is unknown": ("names.json", '{\n  "names"', '{"more": 1,\n  "names"', "more"),
    "no JSON at all": ("terrain.json", "{", "[[", ""),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_files_are_refused_at_their_place(name: str, tmp_path: Path) -> None:
    files, _ = there_and_back(RIDGE, tmp_path)
    file, old, new, what = WRONG[name]
    text = files[file].decode()
    assert old in text
    path = tmp_path / "json" / file
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    report = Report()
    assert imported(tmp_path / "json", report) is None
    assert any(
        what in problem.message and problem.where.file == str(path) and problem.where.line for problem in report
    ), [str(problem) for problem in report]


@pytest.mark.parametrize(
    ("file", "old", "new", "what"),
    [
        ("nodes.json", '"id": "birch"', '"id": "ash"', "'ash' appears twice."),
        ("edges.json", '"b": "cove"', '"b": "cave"', "there is no node 'cave'."),
        ("edges.json", '"type": "rail"', '"type": "rail", "directed": true', "links lead both ways here"),
        ("nodes.json", '"x": 80.0', '"x": "east"', "x must be a number, not 'east'."),
    ],
)
def test_wrong_points_are_refused_at_their_place(file: str, old: str, new: str, what: str, tmp_path: Path) -> None:
    files, _ = there_and_back(LINE, tmp_path)
    text = files[file].decode()
    assert old in text, text
    (tmp_path / "json" / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    report = Report()
    assert imported(tmp_path / "json", report) is None
    assert any(what in problem.message and problem.where.line for problem in report), [str(each) for each in report]


def test_an_imported_map_prints_at_once(tmp_path: Path) -> None:
    """The folder that the import writes is a game: it is checked and printed, its hexes called as in the editor."""
    there_and_back(RIDGE, tmp_path)
    for words in (("map", "import", "json", "-o", "edge"), ("check", "edge"), ("kit", "edge", "-o", "edge.pdf")):
        ran = call_cli(*words, cwd=tmp_path)
        assert ran.returncode == 0, ran.stderr
    texts = {run.text for page in read_pdf((tmp_path / "edge.pdf").read_bytes()).pages for run in page.runs}
    assert {"0000", "0403", "Old Town"} <= texts
    again = call_cli("map", "import", "json", "-o", "edge", cwd=tmp_path)
    assert again.returncode != 0
    assert (tmp_path / "edge" / "game.yaml").exists()


def test_attributes_that_a_map_has_no_place_for_are_named(tmp_path: Path) -> None:
    files, _ = there_and_back(RIDGE, tmp_path)
    path = tmp_path / "json" / "features.json"
    path.write_text(
        files["features.json"].decode().replace('"attrs": {}', '"attrs": {"port": true}', 1), encoding="utf-8"
    )
    ran = call_cli("map", "import", "json", "-o", "front.yaml", cwd=tmp_path)
    assert ran.returncode == 0
    assert "a map has no place for the attributes port: they are left behind." in ran.stderr
    assert "It needs in terrain.yaml: open, wood, fen\n" in ran.stdout
