"""Ragged rows: where the bleed of the last piece meets that of the piece at its corner, each has its own half."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from ibbprint import InkOptions, kit
from ibbprint.press.preflight import preflight
from ibbprint.problems import Report, Severity
from tests.pdf import Box, Renderer, read_pdf

WHITE, BLUE, RED = "#ffffff", "#335577", "#aa3322"
FACE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}">
<rect x="-9" y="-9" width="{W}" height="{H}" fill="{{{{ colour }}}}"/></svg>"""


class Row(NamedTuple):
    """A game of tiles of one colour and a last one of another."""

    size: tuple[float, float]
    tiles: int
    colour: str
    last: str


ROWS = [
    Row((16, 16), 13, BLUE, WHITE),
    Row((16, 16), 13, WHITE, BLUE),
    Row((12.7, 12.7), 23, RED, WHITE),
    Row((12.7, 12.7), 23, WHITE, RED),
    Row((25, 19), 9, BLUE, RED),
    Row((8, 22), 31, WHITE, BLUE),
]


def tiles(folder: Path, row: Row) -> Path:
    wide, high = row.size
    (folder / "faces").mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "game: {id: tiles, title: Tiles}\nparts:\n"
        f"  - {{id: tiles, pieces: tiles, face: tile, back: tile, size: [{wide}, {high}]}}\n",
        encoding="utf-8",
    )
    rows = [f"t{n},{row.colour}" for n in range(row.tiles - 1)] + [f"last,{row.last}"]
    (folder / "tiles.csv").write_text("\n".join(["id,colour", *rows]) + "\n", encoding="utf-8")
    face = FACE.format(w=wide, h=high, W=wide + 18, H=high + 18)
    (folder / "faces" / "tile.svg.j2").write_text(face, encoding="utf-8")
    return folder


def left(cut: Box) -> float:
    return cut.left


def inner_corner(cuts: Sequence[Box]) -> tuple[Box, float]:
    """The last piece of a ragged row, and the side of it that is free: 1 its right, -1 its left, as on backs."""
    lowest = [cut for cut in cuts if abs(cut.top - max(each.top for each in cuts)) < 0.1]
    above = [cut for cut in cuts if abs(cut.bottom - lowest[0].top) < 0.1]
    assert 0 < len(lowest) < len(above), "the last row must be ragged"
    rightmost, leftmost = max(lowest, key=left), min(lowest, key=left)
    return (rightmost, 1.0) if max(map(left, above)) > rightmost.left + 0.1 else (leftmost, -1.0)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_preflight_passes_a_ragged_row_of_any_colours(row: Row, tmp_path: Path) -> None:
    """Neither the white bleed of the last piece nor that of those above it covers the colour of the other."""
    result = kit(tiles(tmp_path / "game", row), ink=InkOptions(press=True))
    assert result.pdf, str(result.report)
    path = tmp_path / "tiles.pdf"
    path.write_bytes(result.pdf)
    findings = preflight(path, Report())
    assert findings is not None
    assert findings.ok, [check for check in findings.checks if check.severity is Severity.ERROR]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_each_piece_at_an_inner_corner_has_the_nearer_half_of_the_bleed(row: Row, tmp_path: Path) -> None:
    """On fronts and backs: beside the last piece its own colour, beneath the piece above it that one's."""
    result = kit(tiles(tmp_path / "game", row))
    names = {WHITE: (255, 255, 255), BLUE: (0x33, 0x55, 0x77), RED: (0xAA, 0x33, 0x22)}
    sheets = [page for page in read_pdf(result.pdf).pages if page.cuts]
    assert sheets
    with Renderer(result.pdf) as renderer:
        for page in sheets:
            last, side = inner_corner(page.cuts)
            x, y = (last.right if side > 0 else last.left), last.top
            for across, down, expected in ((0.5, 1.3, row.last), (1.3, 0.5, row.colour), (0.3, 1.8, row.last)):
                at = Box(x + side * across - 0.1, y + down - 0.1, x + side * across + 0.1, y + down + 0.1)
                seen = renderer.part(page.number, at, 600).convert("RGB")
                middle = seen.getpixel((seen.width // 2, seen.height // 2))
                assert middle == names[expected], (page.number, across, down)


# --- rows of cards ------------------------------------------------------------------------------------------------

MIXED = [(BLUE, RED), (WHITE, BLUE), (BLUE, WHITE)]
"""The colours of three cards, and of two under them: their row ends where the third begins."""


def cards(folder: Path, above: str, below: str) -> Path:
    (folder / "faces").mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "game: {id: cards, title: Cards}\nparts:\n"
        "  - {id: cards, cards: cards, face: card, back: card, size: [63, 88]}\n",
        encoding="utf-8",
    )
    rows = [f"c{n},{above if n < 3 else below}" for n in range(5)]
    (folder / "cards.csv").write_text("\n".join(["id,colour", *rows]) + "\n", encoding="utf-8")
    (folder / "faces" / "card.svg.j2").write_text(FACE.format(w=63, h=88, W=81, H=106), encoding="utf-8")
    return folder


@pytest.mark.parametrize("colours", MIXED, ids=str)
def test_a_card_has_bleed_where_the_row_under_it_ends(colours: tuple[str, str], tmp_path: Path) -> None:
    """On fronts and backs: beneath the third card its own colour, beside the last card under it that one's; none is
    turned.
    """
    above, below = colours
    result = kit(cards(tmp_path / "game", above, below))
    names = {WHITE: (255, 255, 255), BLUE: (0x33, 0x55, 0x77), RED: (0xAA, 0x33, 0x22)}
    sheets = [page for page in read_pdf(result.pdf).pages if page.cuts]
    assert len(sheets) == 2
    with Renderer(result.pdf) as renderer:
        for page in sheets:
            assert all(cut.width < cut.height for cut in page.cuts)
            last, side = inner_corner(page.cuts)
            x, y = (last.right if side > 0 else last.left), last.top
            for across, down, expected in ((0.5, 1.3, below), (1.3, 0.5, above), (0.3, 1.8, below), (6, 1.8, above)):
                at = Box(x + side * across - 0.1, y + down - 0.1, x + side * across + 0.1, y + down + 0.1)
                seen = renderer.part(page.number, at, 600).convert("RGB")
                assert seen.getpixel((seen.width // 2, seen.height // 2)) == names[expected], (
                    page.number,
                    across,
                    down,
                )


@pytest.mark.parametrize("colours", MIXED, ids=str)
def test_preflight_passes_cards_in_ragged_rows(colours: tuple[str, str], tmp_path: Path) -> None:
    result = kit(cards(tmp_path / "game", *colours), ink=InkOptions(press=True))
    path = tmp_path / "cards.pdf"
    path.write_bytes(result.pdf)
    findings = preflight(path, Report())
    assert findings is not None
    assert findings.ok, [check for check in findings.checks if check.severity is Severity.ERROR]
