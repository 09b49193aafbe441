"""Every face of a kit as a file of its own, for print-on-demand services and for whatever else wants pictures.

A piece or card gives two files, front and back, named after it: `counters/T1-front.png`. The names hang on nothing but
its id, so that a file keeps its name when others come and go. `manifest.csv` says of each piece which files it has.
"""

from __future__ import annotations

import csv
import io
import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ibbprint.components.faces import Faces, Symbols
from ibbprint.components.style import Style, read_style
from ibbprint.components.templates import FACE_BLEED, Templates
from ibbprint.drawing.inks import on_screen
from ibbprint.drawing.shapes import Drawing, Group, ground_reach
from ibbprint.materials import Card, Kit, Origins, Piece, Values
from ibbprint.press.inking import Inking
from ibbprint.press.output import write_whole
from ibbprint.press.spares import with_spares
from ibbprint.press.workshop import Progress, silent
from ibbprint.problems import Report, Where

FORMATS = ("png", "svg", "pdf")
MANIFEST = "manifest.csv"
COLUMNS = (
    "front",
    "back",
    "id",
    "section",
    "name",
    "count",
    "width_mm",
    "height_mm",
    "bleed_mm",
    "width_px",
    "height_px",
)
MOST_PIXELS = 100_000_000
"""So much a picture may have: a sheet of A4 at 1200 dots an inch has a little more."""
METRES_PER_INCH = 0.0254


class Wish(NamedTuple):
    """How faces are wanted: the format, pixels an inch, how many mm run past the cut, and in which colours."""

    format: str = "png"
    dpi: int = 300
    bleed: float = 0.0
    only: frozenset[str] = frozenset()
    inking: Inking = Inking()


class Exported(NamedTuple):
    """How many files were written for how many pieces and cards."""

    files: int
    things: int


class _Thing(NamedTuple):
    """A piece or card, whichever it is."""

    id: str
    section: str
    name: str
    number: int
    size: tuple[float, float]
    scale: float
    sides: Mapping[str, tuple[str, Values]]
    origins: Origins


def export_faces(
    kit: Kit, wish: Wish, folder: Path, folders: Sequence[Path], report: Report, progress: Progress = silent
) -> Exported | None:
    """Write the faces and their manifest into `folder`; None with errors in the report.

    Every face is drawn before the first file is written. `folders` are the template folders.
    """
    inking = wish.inking
    style = read_style(folders, report, palette=inking.palette, ink=inking.ink)
    if style is None:
        if report.ok:
            report.error(Where("style.yaml"), "read:file", "no template folder holds a style.yaml.")
        return None
    templates = Templates(folders, style, report, bleed=max(FACE_BLEED, wish.bleed))
    faces = Faces(templates, Symbols(folders, report, opaque=inking.press), report)
    drawn: list[tuple[_Thing, dict[str, Drawing]]] = []
    told: set[str] = set()
    for thing in _things(with_spares(kit, inking.spares), wish.only):
        sides: dict[str, Drawing] = {}
        for side, (template, values) in thing.sides.items():
            drawing = faces.face(template, values, thing.size, thing.origins, thing.scale)
            if drawing is not None:
                sides[side] = drawing
                _check_reach(drawing, template, thing.origins, wish, told, report)
        drawn.append((thing, sides))
    if wish.format == "png":
        _check_sizes([thing for thing, _ in drawn], wish, report)
    if not report.ok:
        return None
    return _write(kit, drawn, wish, style, folder, report, progress)


def _things(kit: Kit, only: frozenset[str]) -> Iterator[_Thing]:
    things = [*map(_of_piece, kit.pieces), *map(_of_card, kit.cards)]
    return (thing for thing in things if not only or thing.section in only)


def _of_piece(piece: Piece) -> _Thing:
    back = piece.values if piece.back_values is None else piece.back_values
    sides = {"front": (piece.face, piece.values), "back": (piece.back, back)}
    name, size = str(piece.values.get("name", piece.id)), (piece.size_mm, piece.size_mm)
    return _Thing(piece.id, piece.section, name, piece.count, size, piece.type_scale, sides, piece.origins)


def _of_card(card: Card) -> _Thing:
    sides = {"front": (card.template, card.values)}
    if card.back is not None:
        sides["back"] = (card.back, card.values)
    return _Thing(card.id, card.section, card.title, card.count, card.size_mm, 1.0, sides, card.origins)


def _check_reach(drawing: Drawing, template: str, origins: Origins, wish: Wish, told: set[str], report: Report) -> None:
    """Warn, once a template, when the ground of a face ends before the bleed that was asked for."""
    reach = ground_reach(drawing)
    if wish.bleed and template not in told and 0.01 < reach < wish.bleed - 0.01:
        told.add(template)
        message = (
            f"the ground drawn by {template} ends {reach:.1f} mm past the cut, and {wish.bleed:g} mm are asked for."
        )
        hint = "Let its template draw as far as the name bleed says."
        report.warning(origins.get("", Where(template)), "print:bleed", message, hint)


def _check_sizes(things: Sequence[_Thing], wish: Wish, report: Report) -> None:
    for thing in things:
        width, height = _pixels(thing.size, wish)
        if width * height > MOST_PIXELS:
            what = f"{thing.name}, {thing.size[0]:g} x {thing.size[1]:g} mm, would have {width} x {height} pixels."
            report.error(Where("--dpi"), "print:size", what, "Give fewer pixels an inch, or leave it out with --only.")


def _pixels(size: tuple[float, float], wish: Wish) -> tuple[int, int]:
    width, height = (max(1, round((side + 2 * wish.bleed) / 25.4 * wish.dpi)) for side in size)
    return width, height


def _write(
    kit: Kit,
    drawn: Sequence[tuple[_Thing, dict[str, Drawing]]],
    wish: Wish,
    style: Style,
    folder: Path,
    report: Report,
    progress: Progress,
) -> Exported | None:
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(COLUMNS)
    made: dict[int, bytes] = {}
    taken: set[str] = set()
    files = 0
    for number, (thing, sides) in enumerate(drawn, start=1):
        progress("writing the faces", number, len(drawn))
        base = _free(f"{_plain(thing.section)}/{_plain(thing.id)}", taken)
        names = {side: f"{base}-{side}.{wish.format}" for side in sides}
        for side, drawing in sides.items():
            if id(drawing) not in made:  # a back that an army shares is drawn once
                data = _file(drawing, f"{kit.title}: {thing.name}, {side}", wish, style, report)
                if data is None:
                    return None
                made[id(drawing)] = data
            if not write_whole(folder / names[side], made[id(drawing)], report):
                return None
            files += 1
        pixels = _pixels(thing.size, wish) if wish.format == "png" else ("", "")
        size = (f"{thing.size[0]:g}", f"{thing.size[1]:g}", f"{wish.bleed:g}")
        rows.writerow([names.get("front", ""), names.get("back", ""), thing.id, thing.section, thing.name,
                       thing.number, *size, *pixels])  # fmt: skip
    if not write_whole(folder / MANIFEST, table.getvalue().encode("utf-8-sig"), report):
        return None
    return Exported(files, len(drawn))


def _plain(name: str) -> str:
    """A name that every system takes for a file."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip(".") or "face"


def _free(name: str, taken: set[str]) -> str:
    """The name, numbered where another has it already; capitals make no difference to some systems."""
    free, number = name, 2
    while free.casefold() in taken:
        free, number = f"{name}-{number}", number + 1
    taken.add(free.casefold())
    return free


def _file(drawing: Drawing, title: str, wish: Wish, style: Style, report: Report) -> bytes | None:
    """One face as a file; None where pictures cannot be made, which is in the report."""
    inks = wish.inking.inks(style)
    if wish.format == "pdf":
        return _pdf(drawing, title, wish, style)
    whole = with_bleed(on_screen(drawing, inks), wish.bleed)
    if wish.format == "svg":
        from ibbprint.drawing.svg import to_svg

        return to_svg(whole).encode()
    from ibbprint.drawing.png import NoCairo, to_png

    try:
        return with_dpi(to_png(whole, wish.dpi), wish.dpi)
    except NoCairo as lacking:
        report.error(Where("faces"), "print:cairo", f"{lacking}.")
        return None


def with_bleed(drawing: Drawing, bleed: float) -> Drawing:
    """The drawing with what runs past its edges by so many mm."""
    if not bleed:
        return drawing
    moved = Group(list(drawing.items), (1.0, 0.0, 0.0, 1.0, bleed, bleed))
    return Drawing(drawing.width + 2 * bleed, drawing.height + 2 * bleed, [moved], drawing.plain)


def _pdf(drawing: Drawing, title: str, wish: Wish, style: Style) -> bytes:
    from ibbprint.drawing.pdf import Book, PdfWriter

    inking = wish.inking
    writer = PdfWriter(Book(title), inking.inks(style), inking.condition(style), wish.bleed)
    writer.begin_page(drawing.width, drawing.height, label="1")
    writer.draw(drawing)
    writer.end_page()
    return writer.bytes()


def with_dpi(png: bytes, dpi: int) -> bytes:
    """The PNG, saying how many pixels an inch it is meant for."""
    per_metre = round(dpi / METRES_PER_INCH)
    chunk = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    end = 8 + 25  # the signature, and the header, which comes first
    return png[:end] + struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) + png[end:]
