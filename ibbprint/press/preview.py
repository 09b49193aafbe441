"""A face, card or map of a kit by itself: as SVG, PNG or PDF, for looking at while it is being designed.

A face is made from the same record by the same templates as the printed one, and shows it as it is after cutting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ibbprint.components.faces.faces import Faces, Symbols
from ibbprint.components.faces.templates import Templates
from ibbprint.components.style import MAP_LOOKS, read_style
from ibbprint.drawing.inks import on_screen
from ibbprint.drawing.shapes import Drawing
from ibbprint.materials import Card, FaceValues, Kit, Origins, Piece
from ibbprint.materials.boards import Board
from ibbprint.materials.cuts import PLAIN, Outline
from ibbprint.press.face_files import FORMATS, FileFormat, cut_out, face_file
from ibbprint.press.inking import USUAL, Inking
from ibbprint.press.records import (
    BACK,
    FRONT,
    NotThere,
    hint_of_names,
    names_of,
    outline_of,
    records,
    scale_of,
    sides_of,
    size_of,
)
from ibbprint.problems import Report

ENDINGS = tuple(f".{format}" for format in FORMATS)
"""What a preview can be written as."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The subject of a preview: a piece or card, by its id, and the record of the side."""

    id: str
    template: str
    values: FaceValues
    size_mm: tuple[float, float]
    type_scale: float
    origins: Origins
    outline: Outline = PLAIN


def find(kit: Kit, name: str, *, back: bool) -> Sight:
    """The front or back of the first piece or card of this name. Raises NotThere."""
    folded = name.casefold()
    every = list(records(kit))
    for span in (slice(1), slice(1, None)):  # a piece's own id goes before what several share
        for record in every:
            if folded in (alias.casefold() for alias in names_of(record)[span]):
                return _sight(record, back)
    hint = hint_of_names(name, every, (board.id for board in kit.boards))
    raise NotThere(f"the kit of {kit.id} has no piece or card {name!r}.", hint)


def _sight(record: Piece | Card, back: bool) -> Sight:
    side = sides_of(record).get(BACK if back else FRONT)
    if side is None:
        raise NotThere(f"the card {record.id} has no back.")
    return Sight(
        record.id, side.template, side.values, size_of(record), scale_of(record), record.origins, outline_of(record)
    )


def draw(sight: Sight, folders: Sequence[Path], report: Report, inking: Inking = USUAL) -> Drawing | None:
    """The face as a drawing in the colours of its inks, or None with its faults in the report.

    `folders` are the template folders.
    """
    style = read_style(folders, report, palette=inking.palette, ink=inking.ink, backs=inking.backs)
    if style is None:
        return None
    inks = inking.inks(style)
    faces = Faces(Templates(folders, style, report), Symbols(folders, report), report, inks)
    shape = sight.outline.shape
    drawing = faces.face(sight.template, sight.values, sight.size_mm, sight.origins, sight.type_scale, shape)
    return cut_out(on_screen(drawing, inks), sight.outline) if drawing is not None and report.ok else None


def draw_map(
    board: Board, words: Origins, folders: Sequence[Path], report: Report, inking: Inking = USUAL, look: str = ""
) -> Drawing | None:
    """A whole map in a look (the first of `MAP_LOOKS` if none is named), as `draw` does a face; `words` as in `Kit`."""
    from ibbprint.components.maps.sheet import map_sheet  # only a map pays for its making
    from ibbprint.press.figures import printable
    from ibbprint.press.map_cuts import home_joints

    style = read_style(folders, report, palette=inking.palette, ink=inking.ink, backs=inking.backs)
    symbols = Symbols(folders, report)
    if style is None or not printable(board, symbols, words, style.map, report):
        return None
    sheet = map_sheet(board, style, look=look or MAP_LOOKS[0], symbols=symbols, joints=home_joints)
    return on_screen(sheet.drawing, inking.inks(style)) if sheet.tell(report) and report.ok else None


def write(drawing: Drawing, title: str, ending: str, dpi: int, report: Report, *, clear: bool = False) -> bytes | None:
    """The drawing as a file of one of the `ENDINGS`, a PNG `clear` where it is empty; None where pictures cannot be
    made, which is in the report."""
    return face_file(drawing, title, FileFormat(ending.removeprefix("."), dpi), report, clear=clear)
