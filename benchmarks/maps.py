"""How the time to draw a map grows with its hexes: 40 x 30 against 20 x 15, in one process after start-up."""

from __future__ import annotations

import math
import time
from pathlib import Path

from ibbprint.components.maps.drawing import map_drawing
from ibbprint.components.style import read_style
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.hexgrid import HexGrid
from ibbprint.materials.boards import Board, Ground
from ibbprint.problems import Report
from ibbprint.shipped import shipped

HEX_MM, COUNTER_MM = 20.0, 15.9


def growth(times: int = 5) -> float:
    """How much longer a wooded map of 40 x 30 hexes takes than one of 20 x 15, the best of so many each."""
    _seconds(4, 4, 1)
    return _seconds(40, 30, times) / _seconds(20, 15, times)


def _seconds(columns: int, rows: int, times: int) -> float:
    board = _board(columns, rows)
    best = math.inf
    for _ in range(times):
        start = time.process_time()
        _draw(board)
        best = min(best, time.process_time() - start)
    return best


def _board(columns: int, rows: int) -> Board:
    grid = HexGrid(columns, rows)
    return Board(
        id="made",
        section="map",
        title="Made",
        subtitle="",
        note="",
        grid=grid,
        grounds=(Ground("woods", "Woods", "woods", "W"),),
        terrain=dict.fromkeys(grid.hexes, "woods"),
        courses=(),
        bridges=(),
        names=(),
        hex_mm=HEX_MM,
        counter_mm=COUNTER_MM,
    )


def _draw(board: Board) -> bytes:
    style = read_style([Path(shipped("templates"))], Report())
    assert style is not None
    drawing = map_drawing(board, style, hex_mm=board.hex_mm, look="atlas")
    writer = PdfWriter(Book("map"))
    writer.begin_page(drawing.width, drawing.height, label="1")
    writer.draw(drawing)
    writer.end_page()
    return writer.bytes()
