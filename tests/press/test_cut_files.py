"""Cuts for cutting machines: the same on the sheet, in the SVG and in the DXF, with marks to find the sheet by."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.press.cutting import CutSheet, straight, target_corners, to_dxf
from ibbprint.press.packing import impose
from ibbprint.press.paper import PAPERS
from ibbprint.press.slots import Band, Block, Box, Spacing, Trimming, area_of
from tests.helpers import call_cli, named
from tests.pdf import read_pdf

Point = tuple[float, float]
ROUND = ("--cut-files", "--gutter", "4", "--corner-radius=1.5")
KITS = {"defend-the-bridge": "counters,spells", "tin-road": "counters,mules,events"}
"""What is cut out of a shipped kit, and of a game that is a folder."""


class Entity(NamedTuple):
    """A line or closed polyline of a DXF file; `bulges` bend the stretches after the points."""

    kind: str
    layer: str
    points: list[Point]
    bulges: list[float]


def read_dxf(text: str) -> tuple[dict[str, str], set[str], list[Entity]]:
    """Header, layers and entities of a DXF file, read by the book: pairs of lines, sections, an end."""
    lines = text.split("\r\n")
    assert lines[-1] == ""
    assert len(lines) % 2 == 1, "groups are pairs of lines"
    groups = [(int(lines[n]), lines[n + 1]) for n in range(0, len(lines) - 1, 2)]
    assert groups[-1] == (0, "EOF")
    header: dict[str, str] = {}
    layers: set[str] = set()
    entities: list[Entity] = []
    section = name = ""
    closed: Entity | None = None
    for index, (code, value) in enumerate(groups):
        if (code, value) == (0, "SECTION"):
            section = groups[index + 1][1]
        elif (code, value) == (0, "ENDSEC"):
            section = ""
        elif section == "HEADER" and code == 9:
            header[value] = groups[index + 1][1]
        elif section == "TABLES" and (code, value) == (0, "LAYER"):
            layers.add(groups[index + 1][1])
        elif section == "ENTITIES":
            if code == 0:
                name = value
                if value == "LINE":
                    entities.append(Entity("LINE", groups[index + 1][1], [], []))
                elif value == "POLYLINE":
                    closed = Entity("POLYLINE", groups[index + 1][1], [], [])
                    entities.append(closed)
                elif value == "SEQEND":
                    closed = None
            elif code in (10, 11) and (name == "LINE" or (name == "VERTEX" and closed is not None)):
                entities[-1].points.append((float(value), float(groups[index + 1][1])))
                entities[-1].bulges.append(0.0)
            elif code == 42:
                entities[-1].bulges[-1] = float(value)
    assert section == ""
    return header, layers, entities


def bulged(a: Point, b: Point, bulge: float) -> tuple[Point, float]:
    """The middle of the arc from one point to the next, and its radius. A bulge is the tangent of a quarter angle."""
    (x1, y1), (x2, y2) = a, b
    chord = math.dist(a, b)
    sagitta = bulge * chord / 2
    # to the right of the way from a to b for a positive bulge (the arc turns left)
    nx, ny = (y2 - y1) / chord, -(x2 - x1) / chord
    radius = (chord / 2) * (1 + bulge**2) / (2 * abs(bulge))
    return ((x1 + x2) / 2 + nx * sagitta, (y1 + y2) / 2 + ny * sagitta), radius


@st.composite
def sheets(draw: st.DrawFn) -> CutSheet:
    """Sheets of pieces as they are imposed, with round corners or without."""
    paper = draw(st.sampled_from(list(PAPERS.values())))
    gutter = draw(st.sampled_from([0.0, 0.0, 3.0, 5.5]))
    spacing = Spacing.from_trimming(Trimming(None, gutter))
    sizes = draw(
        st.lists(st.tuples(st.sampled_from([12.7, 15.0, 15.9, 19.0]), st.integers(1, 60)), min_size=1, max_size=3)
    )
    blocks = [Block.alike(str(n), (size, size), list(range(count))) for n, (size, count) in enumerate(sizes)]
    if draw(st.booleans()):  # tiles of the same width and another height
        blocks[0] = blocks[0]._replace(bands=[*blocks[0].bands, Band(21.5, list(range(draw(st.integers(1, 30)))))])
    area = area_of(paper, targets=True)
    sheet = draw(st.sampled_from(impose(blocks, paper, spacing, area)))
    radius = draw(st.sampled_from([0.0, 1.0, 2.5])) if gutter else 0.0
    return CutSheet(1, "One", paper.width, paper.height, sheet.cuts, radius, area)


@given(sheet=sheets())
def test_straight_cuts_are_all_edges_and_no_more(sheet: CutSheet) -> None:
    """Every edge of every piece lies on one cut; no stretch is cut twice; no cut runs where nothing is cut out."""
    cuts = straight(sheet.boxes)
    level = [cut for cut in cuts if cut.y1 == cut.y2]
    upright = [cut for cut in cuts if cut.x1 == cut.x2]
    assert len(level) + len(upright) == len(cuts)
    for box in sheet.boxes:
        for y in (box.y, box.bottom):
            over = [c for c in level if abs(c.y1 - y) < 1e-3 and c.x1 <= box.x + 1e-3 and c.x2 >= box.right - 1e-3]
            assert len(over) == 1
        for x in (box.x, box.right):
            over = [c for c in upright if abs(c.x1 - x) < 1e-3 and c.y1 <= box.y + 1e-3 and c.y2 >= box.bottom - 1e-3]
            assert len(over) == 1
    length = sum(abs(c.x2 - c.x1) + abs(c.y2 - c.y1) for c in cuts)
    edges = {
        (round(x, 2), round(y, 2), way)
        for b in sheet.boxes
        for x, y, way in ((b.x, b.y, "-"), (b.x, b.bottom, "-"), (b.x, b.y, "|"), (b.right, b.y, "|"))
    }
    sizes = {(round(b.x, 2), round(b.y, 2)): b.width for b in sheet.boxes}
    if {(b.width, b.height) for b in sheet.boxes} == {(b.width, b.width) for b in sheet.boxes[:1]}:
        assert length == pytest.approx(len(edges) * next(iter(sizes.values())), rel=1e-3)


@given(sheet=sheets())
def test_the_dxf_has_every_piece_and_the_marks(sheet: CutSheet) -> None:
    """R12 in mm, the y axis up; every piece is outlined where it lies on the sheet; the marks are at their corners."""
    header, layers, entities = read_dxf(to_dxf(sheet))
    assert header["$ACADVER"] == "AC1009"
    assert {"CUT", "FOLD", "MARKS"} == layers
    assert {entity.layer for entity in entities} == {"CUT", "MARKS"}
    outlines = [entity for entity in entities if entity.kind == "POLYLINE" and entity.layer == "CUT"]
    if sheet.radius:
        assert len(outlines) == len(sheet.boxes)
        for box, entity in zip(sheet.boxes, outlines, strict=True):
            _check_outline(sheet, box, entity)
    else:
        lines = {tuple(round(v, 3) for p in e.points for v in p) for e in entities if e.layer == "CUT"}
        expected = {
            tuple(round(v, 3) for v in (c.x1, sheet.height - c.y1, c.x2, sheet.height - c.y2))
            for c in straight(sheet.boxes)
        }
        assert lines == expected
    marks = [point for e in entities if e.layer == "MARKS" for point in e.points]
    for x, y in target_corners(sheet.area):
        assert any(math.dist(point, (x, sheet.height - y)) < 0.001 for point in marks)
    for box in sheet.boxes:  # no mark lies on what is cut out
        assert not any(box.x < x < box.right and box.y < sheet.height - y < box.bottom for x, y in marks)


def _check_outline(sheet: CutSheet, box: Box, entity: Entity) -> None:
    radius = sheet.radius
    points = [*entity.points, entity.points[0]]
    assert min(x for x, _ in points) == pytest.approx(box.x, abs=1e-3)
    assert max(y for _, y in points) == pytest.approx(sheet.height - box.y, abs=1e-3)
    centre = (box.x + box.width / 2, sheet.height - box.y - box.height / 2)
    arcs = 0
    for a, b, bulge in zip(entity.points, points[1:], entity.bulges, strict=True):
        if not bulge:
            continue
        arcs += 1
        middle, result = bulged(a, b, bulge)
        assert result == pytest.approx(radius, abs=1e-3)
        assert math.dist(middle, centre) > math.dist(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), centre), "bent outward"
    assert arcs == 4


@pytest.mark.parametrize("kit", KITS)
def test_cut_files_lie_beside_the_kit(kit: str, tmp_path: Path) -> None:
    """Each sheet of pieces has an SVG and a DXF of the same cuts; the SVG has them where the PDF has its pieces."""
    words = ("kit", named(kit), "--only", KITS[kit], *ROUND, "-o")
    run = call_cli(*words, str(tmp_path))
    assert run.returncode == 0, run.stderr
    pdf = next(tmp_path.glob("*.pdf"))
    folder = pdf.with_name(f"{pdf.stem}-cuts")
    document = read_pdf(pdf.read_bytes())
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) % 2 == 0
    assert names
    assert {Path(name).stem for name in names} == {Path(name).stem for name in names if name.endswith(".dxf")}
    page = next(page for page in document.pages if page.pieces)
    tree = ElementTree.parse(folder / f"page-{page.number:02}.svg").getroot()
    assert (tree.get("width"), tree.get("height")) == ("210mm", "297mm")
    red = [path for path in tree.iter("{http://www.w3.org/2000/svg}path") if path.get("stroke") == "#ff0000"]
    assert len(red) == len(page.pieces)
    starts = sorted(
        (float(d[1:].split(" ")[0]), float(d.split(" ")[1].split("L")[0])) for path in red if (d := path.get("d"))
    )
    for cut, piece in zip(page.cuts, page.pieces, strict=True):
        assert cut.centre == pytest.approx(piece.clip.centre, abs=0.01)
    expected = sorted((cut.left + 1.5, cut.top) for cut in page.cuts)
    for start, piece in zip(starts, expected, strict=True):
        assert start == pytest.approx(piece, abs=0.01)
    square = [s.outline for s in page.shapes if s.fill is not None and abs(s.outline.width - 5) < 0.001]
    assert any((box.left, box.top) == pytest.approx((6.5, 12.0), abs=0.01) for box in square)
    again = tmp_path / "again"
    call_cli(*words, str(again))
    for name in names:
        assert (folder / name).read_bytes() == (again / folder.name / name).read_bytes()


@pytest.mark.parametrize("kit", KITS)
def test_a_folded_sheet_tells_the_machine_its_fold(kit: str, tmp_path: Path) -> None:
    """The fold is a line of its own layer across the middle, and only fronts are cut."""
    run = call_cli("kit", named(kit), "--only", "counters", "--duplex", "fold", "--cut-files", "-o", str(tmp_path))
    assert run.returncode == 0, run.stderr
    text = next(tmp_path.rglob("*.dxf")).read_bytes().decode("ascii")
    _, _, entities = read_dxf(text)
    folds = [entity.points for entity in entities if entity.layer == "FOLD"]
    assert folds == [[(0.0, 148.5), (210.0, 148.5)]]
    assert all(y >= 148.5 for entity in entities if entity.layer == "CUT" for _, y in entity.points)
