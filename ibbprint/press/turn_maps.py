"""The map of a game in play: one PDF for each of its layers, the counters where they stood."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ibbprint.components.faces.faces import Faces, Symbols
from ibbprint.components.faces.templates import Templates
from ibbprint.components.maps.sheet import map_sheet
from ibbprint.components.style import read_style
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.materials.boards import Board
from ibbprint.press.inking import USUAL, Inking
from ibbprint.press.output import Outbox, plain_name
from ibbprint.problems import Report


def write_maps(
    board: Board,
    title: str,
    target: Path,
    folders: Sequence[Path],
    report: Report,
    look: str = "atlas",
    inking: Inking = USUAL,
) -> list[Path]:
    """The files written, one a layer, named by the layer: all of them or, with the reason in the report, none.

    Each picture is headed by the title of its layer (the turn), with that of the game (`title`) under it.
    """
    style = read_style(folders, report, palette=inking.palette, ink=inking.ink)
    if style is None:
        return []
    faces = Faces(Templates(folders, style, report), Symbols(folders, report), report)
    with Outbox(report) as outbox:
        written = []
        for number, layer in enumerate(board.layers, start=1):
            headed = board._replace(title=layer.title, subtitle=title)
            sheet = map_sheet(headed, style, look=look, layers=[layer.id], symbols=faces.symbols).drawing
            if not report.ok:
                return []
            writer = PdfWriter(Book(f"{title}: {layer.title}"), inking.inks(style))
            writer.begin_page(sheet.width, sheet.height, label=str(number))
            writer.draw(sheet)
            writer.end_page()
            path = target / f"{plain_name(layer.id)}.pdf"
            if not outbox.put(path, writer.bytes()):
                return []
            written.append(path)
        return written if outbox.publish() else []
