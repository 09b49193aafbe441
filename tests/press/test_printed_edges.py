"""Pieces on white paper: every counter, chit and marker shows where it ends, in any ink and any palette."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from PIL.Image import Transpose

from ibbprint.components.faces.edges import Edges, edged
from ibbprint.drawing import fonts
from ibbprint.drawing.inks import Inks
from ibbprint.drawing.shapes import Drawing, Group, Segment, Text, rectangle
from ibbprint.drawing.shapes import Path as Outline
from ibbprint.drawing.shapes import Style as Look
from ibbprint.press.book import BookOptions, make_book
from ibbprint.press.inking import Inking
from ibbprint.press.paper import PAPERS
from tests.helpers import (
    COUNTER_MM,
    OTHER_GAMES,
    SOAK,
    TEMPLATES,
    every_scenario,
    folders_of,
    make_kit,
    make_pack,
    plain,
    printed,
)
from tests.inked import MARSH
from tests.pdf import Renderer, read_pdf
from tests.sheets import LARGEST_MM

DPI = 100
DEEP = 0.7
"""How far inside the cut a piece must show its edge, mm: a knife that strays a little must not take it off."""
ASTRAY = 1.0
"""How far outside the cut the frame of a white back still is, mm: a knife that strays leaves no white rim."""
SEEN = 10
"""How far below white, of 255, a colour is seen: a ground of 5% of ink is."""
LEAST = 0.6
"""How much of its edge must be seen; a tab that is left white in a corner does no harm."""

WHITE = "#ffffff"
BARE: dict[str, Any] = {
    "liveries": {name: {"fill": "#feffff", "panel": WHITE, "band": "#fdfdff"} for name in ("reed", "brine")},
    "markers": dict.fromkeys(plain(TEMPLATES / "style.yaml")["style"]["markers"], "#fffffb"),
    "cup": "#fefefe",
}
"""A palette as pale as can be, for the armies of the example pack."""

CASES = [
    ("stirling", Inking("low", "contrast"), "letter"),
    ("ayrenes-woods", Inking("low", "contrast"), "a4"),
    ("low-tide", Inking("full", "bare"), "a4"),
    ("low-tide", Inking("grey", "bare"), "a4"),
    ("stirling", Inking("low", "contrast", backs="full"), "letter"),
    ("low-tide", Inking("full", "bare", backs="full"), "a4"),
    *(
        [
            (kit, Inking(ink, palette), "a4")
            for kit in ("stirling", "hastings", "ayrenes-woods")
            for ink in ("full", "low", "grey")
            for palette in ("", "antique", "bright", "contrast")
        ]
        if SOAK
        else []
    ),
]


def test_a_face_too_crowded_to_judge_is_drawn_as_it_is() -> None:
    """Fourteen thousand slivers over a white ground: no hairline, and no fault of the kit."""
    sliver: tuple[Segment, ...] = (("M", (0.1, 0.1)), ("L", (0.2, 0.1)), ("L", (15.6, 15.6)), ("L", (15.5, 15.6)))
    ground = Outline(rectangle(-3, -3, 22, 22), Look(fill=WHITE, stroke=None))
    slivers = [Outline((*sliver, ("Z", ())), Look(fill="#ff0000", stroke=None))]
    few, many = Drawing(16, 16, [ground, *slivers]), Drawing(16, 16, [ground, *slivers * 14_000])
    ink = Inks().coverage
    assert edged(few, ink, "#000000") is not few
    assert edged(many, ink, "#000000") is many


def test_faces_of_one_shape_get_the_same_edge_and_those_of_another_their_own() -> None:
    """A face that shares all its shapes with one before, and differs in its words; and one with a shape more."""
    pale = Outline(rectangle(-3, -3, 22, 22), Look(fill=WHITE, stroke=None))
    dark = Outline(rectangle(-3, -3, 22, 22), Look(fill="#333333", stroke=None))
    faces = [Drawing(16, 16, [pale, Text(8, 8, words, fonts.DEFAULT, 3)]) for words in ("Axes", "Bows")]
    turned = Drawing(16, 16, [Group([pale], (0, 1, -1, 0, 16, 0))])
    edges = Edges(Inks().coverage, "#000000")
    for face in (*faces, Drawing(16, 16, [pale, dark]), Drawing(9, 9, [pale]), turned, *faces):
        assert edges.edged(face).items == edged(face, Inks().coverage, "#000000").items
    assert [len(edges.edged(face).items) for face in (*faces, Drawing(16, 16, [pale, dark]))] == [6, 6, 2]


def printed_in(scenario: str, inking: Inking, paper: str, tmp_path: Path) -> bytes:
    """The counters and markers of a kit in an ink and a palette."""
    packs = (MARSH,) if scenario == "low-tide" else ()
    if inking.palette == "bare":
        packs += (make_pack(tmp_path / "bare", {"templates/palettes/bare.yaml": {"style": BARE}}),)
    kit, report = make_kit(scenario, packs=packs)
    assert kit is not None, list(map(str, report))
    parts = {"counters", "markers", "chits"} & {section.id for section in kit.sections}
    options = BookOptions(PAPERS[paper], frozenset(parts), inking=inking)
    book = make_book(kit, options, folders_of(scenario, packs), report)
    assert book is not None, list(map(str, report))
    return book.pdf


def seen_share(picture: Image.Image, within: float = DEEP) -> float:
    """How much of its edge a piece, cut out, shows against white within so many mm."""
    deep = round(within * DPI / 25.4)
    wide, high = picture.size
    red, green, blue = picture.split()
    grey = ImageChops.darker(ImageChops.darker(red, green), blue)
    ends = [(deep, 0, wide - deep, deep), (deep, high - deep, wide - deep, high)]
    sides = [(0, deep, deep, high - deep), (wide - deep, deep, wide, high - deep)]
    strips = [grey.crop(box) for box in ends] + [grey.crop(box).transpose(Transpose.ROTATE_90) for box in sides]
    darkest = [min(column) for strip in strips for column in zip(*_rows(strip), strict=True)]
    return sum(255 - item >= SEEN for item in darkest) / len(darkest)


def _rows(picture: Image.Image) -> list[bytes]:
    data, wide = picture.tobytes(), picture.width
    return [data[start : start + wide] for start in range(0, len(data), wide)]


def named(value: object) -> str:
    return "-".join(value.words or ["full"]) if isinstance(value, Inking) else str(value)


@pytest.mark.parametrize(("scenario", "inking", "paper"), CASES, ids=named)
def test_no_piece_is_lost_on_the_paper(scenario: str, inking: Inking, paper: str, tmp_path: Path) -> None:
    """Fronts and backs of every piece have an edge that is seen on white paper: on white backs it is a frame."""
    data = printed_in(scenario, inking, paper, tmp_path)
    looked = 0
    with Renderer(data) as renderer:
        for page in read_pdf(data).pages:
            whole = renderer.part(page.number, page.media, DPI)
            for piece in page.pieces:
                looked += 1
                ends = (piece.x, piece.y, piece.x + COUNTER_MM, piece.y + COUNTER_MM)
                left, top, right, bottom = (round(end * DPI / 25.4) for end in ends)
                assert seen_share(whole.crop((left, top, right, bottom))) >= LEAST, (page.number, piece)
    assert looked > 40


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "ayrenes-woods"])
def test_the_frame_of_a_white_back_runs_past_the_cut(scenario: str) -> None:
    """On every side of every back there is colour outside the cut, corners too."""
    data = printed(scenario, game=every_scenario()[scenario].id).pdf
    looked = 0
    with Renderer(data) as renderer:
        for page in read_pdf(data).pages:
            if "backs" not in page.head:
                continue
            whole = renderer.part(page.number, page.media, DPI)
            for piece in (
                item
                for item in page.pieces
                if item.clip.width < LARGEST_MM and item.x + COUNTER_MM / 2 < item.clip.right
            ):
                looked += 1
                box = (-ASTRAY, -ASTRAY, COUNTER_MM + ASTRAY, COUNTER_MM + ASTRAY)
                left, top, right, bottom = (
                    round((end + (piece.x, piece.y)[side % 2]) * DPI / 25.4) for side, end in enumerate(box)
                )
                assert seen_share(whole.crop((left, top, right, bottom)), ASTRAY) == 1, (page.number, piece)
    assert looked > 80


def test_what_is_seen_anyhow_is_drawn_as_ever(tmp_path: Path) -> None:
    """With all the ink, in the style's own colours, no face has a hairline: a pale tab in a corner needs none."""
    for scenario in ("hastings", *OTHER_GAMES):
        kit, report = make_kit(scenario)
        assert kit is not None, list(map(str, report))
        book = make_book(kit, BookOptions(PAPERS["a4"], frozenset({"counters"})), folders_of(scenario), report)
        assert book is not None
        for page in read_pdf(book.pdf).pages:
            lines = [s for s in page.shapes if s.piece is not None and s.stroke and s.line_width == pytest.approx(0.2)]
            assert not [s for s in lines if max(s.outline.width, s.outline.height) > COUNTER_MM / 2]
