"""One face or card of a kit by itself: as SVG, PNG or PDF, for looking at while it is being designed.

It is made from the same record by the same templates as the printed one, and shows it as it is after cutting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ibbprint.components.faces import Faces, Symbols
from ibbprint.components.style import read_style
from ibbprint.components.templates import Templates
from ibbprint.drawing.shapes import Drawing
from ibbprint.materials import Card, Kit, Origins, Piece, Values
from ibbprint.problems import Report, Where, did_you_mean

ENDINGS = (".svg", ".png", ".pdf")
"""What a preview can be written as."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What is to be looked at: a piece or card, by the name that it was asked for, and the template of the side."""

    id: str
    template: str
    values: Values
    size_mm: tuple[float, float]
    origins: Origins


def names(kit: Kit) -> list[str]:
    """Every name that `find` knows, each once: of pieces, of the units that they stand for, of cards."""
    return list(dict.fromkeys(name for record in records(kit) for name in names_of(record)))


class NotThere(LookupError):
    """A name that the kit does not have, or a side that the card does not have. `hint` says what there is."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def find(kit: Kit, name: str, *, back: bool) -> Sight:
    """The front or back of the first piece or card of this name. Raises NotThere."""
    wanted = name.casefold()
    every = list(records(kit))
    for step in (0, 1):  # a piece's own id goes before what several share
        for record in every:
            if wanted in (known.casefold() for known in names_of(record)[step : step + 1]):
                return _sight(record, back)
    raise NotThere(f"the kit of {kit.id} has no piece or card {name!r}.", did_you_mean(name, names(kit)))


def records(kit: Kit) -> Iterator[Piece | Card]:
    """Every piece and card of a kit."""
    yield from kit.pieces
    yield from kit.cards


def names_of(record: Piece | Card) -> list[str]:
    """What a piece or card can be called by: its id, and the unit that it stands for."""
    unit = record.values.get("unit")
    return [record.id, unit] if isinstance(unit, str) and unit else [record.id]


def _sight(record: Piece | Card, back: bool) -> Sight:
    if isinstance(record, Piece):
        template = record.back if back else record.face
        return Sight(record.id, template, record.values, (record.size_mm, record.size_mm), record.origins)
    side = record.back if back else record.template
    if side is None:
        raise NotThere(f"the card {record.id} has no back.")
    return Sight(record.id, side, record.values, record.size_mm, record.origins)


def draw(sight: Sight, folders: Sequence[Path], report: Report) -> Drawing | None:
    """The face as a drawing, or None with its faults in the report. `folders` are the template folders."""
    style = read_style(folders, report)
    if style is None:
        if report.ok:
            report.error(Where("style.yaml"), "read:file", "no template folder holds a style.yaml.")
        return None
    faces = Faces(Templates(folders, style, report), Symbols(folders, report), report)
    drawing = faces.face(sight.template, sight.values, sight.size_mm, sight.origins)
    return drawing if report.ok else None


def write(drawing: Drawing, title: str, ending: str, dpi: int, report: Report) -> bytes | None:
    """The drawing as a file of one of the `ENDINGS`; None where pictures cannot be made, which is in the report."""
    if ending == ".pdf":
        return _pdf(drawing, title)
    if ending == ".svg":
        from ibbprint.drawing.svg import to_svg

        return to_svg(drawing).encode()
    from ibbprint.drawing.png import NoCairo, to_png

    try:
        return to_png(drawing, dpi)
    except NoCairo as lacking:
        report.error(Where("preview"), "print:cairo", f"{lacking}.")
        return None


def _pdf(drawing: Drawing, title: str) -> bytes:
    from ibbprint.drawing.pdf import Book, PdfWriter

    writer = PdfWriter(Book(title))
    writer.begin_page(drawing.width, drawing.height, label="1")
    writer.draw(drawing)
    writer.end_page()
    return writer.bytes()
