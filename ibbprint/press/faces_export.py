"""Every face of a kit as a separate file, for print-on-demand services and for whatever else wants pictures.

A piece or card gives two files, front and back, named after it: `counters/T1-front.png`. The names depend only on
its id, so that a file keeps its name when others come and go. `manifest.csv` says of each piece which files it has.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ibbprint.components.faces.faces import Faces, Symbols
from ibbprint.components.faces.templates import FACE_BLEED, Templates
from ibbprint.components.style import read_style, with_profile
from ibbprint.drawing.shapes import Drawing
from ibbprint.materials import Card, Kit, Piece, by_name
from ibbprint.materials.cuts import PLAIN, Outline
from ibbprint.press.face_bleed import FaceBleed
from ibbprint.press.face_files import FileFormat, cut_out, face_file
from ibbprint.press.inking import Inking
from ibbprint.press.output import Outbox, plain_name
from ibbprint.press.records import BACK, FRONT, outline_of, records, scale_of, sides_of, size_of
from ibbprint.press.spares import with_spares
from ibbprint.problems import Progress, Report, Where, silent

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


class Wish(NamedTuple):
    """The order for faces: the format, pixels an inch, the bleed in mm, and the colours.

    Where no bleed is asked for there is none, and for a print shop what the style says of it.
    """

    format: str = "png"
    dpi: int = 300
    bleed: float | None = None
    only: frozenset[str] = frozenset()
    inking: Inking = Inking()


_Drawn = tuple[Piece | Card, Mapping[str, Drawing]]


class Exported(NamedTuple):
    """The number of files for how many pieces and cards, and the symbols and pictures that were drawn."""

    files: int
    things: int
    symbols: Collection[str] = ()


def export_faces(
    kit: Kit, wish: Wish, folder: Path, folders: Sequence[Path], report: Report, progress: Progress = silent
) -> Exported | None:
    """Write the faces and their manifest into `folder`; None with errors in the report.

    Every face is drawn before the first file is written, and the files take their places together.
    `folders` are the template folders. Raises BadOption for less bleed than a print shop asks for.
    """
    inking = wish.inking
    style = read_style(folders, report, palette=inking.palette, ink=inking.ink, backs=inking.backs)
    if style is None:
        return None
    style = with_profile(style, kit.profile, report)
    bleed = inking.bleed(wish.bleed, style) or 0.0
    form = FileFormat(wish.format, wish.dpi, bleed, inking.inks(style), inking.condition(style))
    templates = Templates(folders, style, report, bleed=max(FACE_BLEED, bleed))
    reach = FaceBleed(templates, report)
    faces = Faces(templates, Symbols(folders, report, opaque=inking.press), report, form.inks)
    drawn: list[_Drawn] = []
    for record in records(with_spares(kit, inking.spares)):
        if wish.only and record.section not in wish.only:
            continue
        sides: dict[str, Drawing] = {}
        outline = outline_of(record)
        for side, (template, values) in sides_of(record).items():
            drawing = faces.face(template, values, size_of(record), record.origins, scale_of(record), outline.shape)
            if drawing is not None:
                reach.check(drawing, template, bleed, outline)
                sides[side] = drawing
        drawn.append((record, sides))
    if wish.format == "png":
        _check_sizes([record for record, _ in drawn], form, report)
    if not report.ok:
        return None
    with Outbox(report) as outbox:
        done = _write(kit, drawn, form, folder, outbox, progress)
        return done._replace(symbols=faces.symbols.drawn) if done is not None and outbox.publish() else None


def _called(record: Piece | Card) -> str:
    return record.title if isinstance(record, Card) else str(by_name(record.values).get("name", record.id))


def _check_sizes(records: Sequence[Piece | Card], form: FileFormat, report: Report) -> None:
    for record in records:
        wide, high = size_of(record)
        width, height = _pixels((wide, high), form)
        if width * height > MOST_PIXELS:
            message = f"{_called(record)}, {wide:g} x {high:g} mm, would have {width} x {height} pixels."
            report.error(
                Where("--dpi"), "print:size", message, "Use fewer pixels per inch, or leave it out with --only."
            )


def _pixels(size: tuple[float, float], form: FileFormat) -> tuple[int, int]:
    width, height = (max(1, round((side + 2 * form.bleed) / 25.4 * form.dpi)) for side in size)
    return width, height


def _write(
    kit: Kit, drawn: Sequence[_Drawn], form: FileFormat, folder: Path, outbox: Outbox, progress: Progress
) -> Exported | None:
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(COLUMNS)
    images: dict[tuple[int, Outline], bytes] = {}
    used_names: set[str] = set()
    files = 0
    for number, (record, sides) in enumerate(drawn, start=1):
        progress("writing the faces", number, len(drawn))
        base = _free(f"{plain_name(record.section)}/{plain_name(record.id)}", used_names)
        outline = PLAIN if form.bleed else outline_of(record)  # who asks for bleed cuts it himself
        names = {side: f"{base}-{side}.{form.format}" for side in sides}
        for side, drawing in sides.items():
            key = id(drawing), outline
            if key not in images:  # a back that an army shares is drawn once
                title = f"{kit.title}: {_called(record)}, {side}"
                data = face_file(cut_out(drawing, outline), title, form, outbox.report, clear=outline.shaped)
                if data is None:
                    return None
                images[key] = data
            if not outbox.put(folder / names[side], images[key]):
                return None
            files += 1
        size = size_of(record)
        pixels = _pixels(size, form) if form.format == "png" else ("", "")
        measures = (f"{size[0]:g}", f"{size[1]:g}", f"{form.bleed:g}", *pixels)
        files_of = (names.get(FRONT, ""), names.get(BACK, ""))
        rows.writerow([*files_of, record.id, record.section, _called(record), record.count, *measures])
    if not outbox.put(folder / MANIFEST, table.getvalue().encode("utf-8-sig")):
        return None
    return Exported(files, len(drawn))


def _free(name: str, names: set[str]) -> str:
    """The name, numbered where another has it already; capitals make no difference to some systems."""
    free, number = name, 2
    while free.casefold() in names:
        free, number = f"{name}-{number}", number + 1
    names.add(free.casefold())
    return free
