"""The path of a PDF, and the files beside that of a kit: each page as SVG, and the cuts of each sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.problems import BadRequest, Progress, Report, Where

if TYPE_CHECKING:
    from ibbprint.press.book import MadeBook

SVG, CUTS = "svg", "cuts"
"""What the folders are called, after the name of the PDF and a hyphen."""

Files = Iterator[tuple[str, bytes]]
"""Files by their names; `svg/page-01.svg` goes into the folder `NAME-svg` beside `NAME.pdf`."""


def folder_of(pdf: Path, which: str) -> Path:
    """The folder beside a PDF for pages or cuts."""
    return pdf.with_name(f"{pdf.stem}-{which}")


def beside(book: MadeBook, target: Path, svg: bool, report: Report, progress: Progress) -> Files:
    """Every file beside the PDF, each made when it is asked for."""
    yield from _cuts(book)
    if svg:
        yield from _pages(book, folder_of(target, SVG), report, progress)


def write(target: Path, pdf: bytes, files: Iterable[tuple[str, bytes]], report: Report) -> bool:
    """Write a PDF and what goes beside it, all or nothing; False with the reason in the report."""
    from ibbprint.press.output import Outbox

    with Outbox(report) as outbox:
        if not outbox.put(target, pdf):
            return False
        for name, data in files:
            which, _, file = name.partition("/")
            if not outbox.put(folder_of(target, which) / file, data):
                return False
        return report.ok and outbox.publish()


def _pages(book: MadeBook, folder: Path, report: Report, progress: Progress) -> Files:
    """Each page, and the index of them."""
    from ibbprint.drawing.svg import to_svg
    from ibbprint.phrases import listed
    from ibbprint.press.sheet_drawings import sheet_drawings
    from ibbprint.press.svg_pages import INDEX, index_of

    lacking: dict[str, int] = {}
    for sheet, (drawing, lost_items) in zip(book.sheets, sheet_drawings(book.pdf), strict=True):
        progress("writing pages as SVG", sheet.number, book.pages)
        if lost_items:
            lacking[str(sheet.number)] = lost_items
        yield f"{SVG}/{sheet.file}", to_svg(drawing, fonts_inside=True).encode()
    if lacking:
        number = sum(lacking.values())
        counted, pronoun = ("one thing", "it") if number == 1 else (f"{number} things", "them")
        on = f"on page{'s' if len(lacking) > 1 else ''} {listed(list(lacking))}"
        message = f"{counted} {on} cannot be written as SVG; the PDF has {pronoun}."
        report.warning(Where(str(folder)), "print:svg", message)
    yield f"{SVG}/{INDEX}", index_of(book.sheets)


def _cuts(book: MadeBook) -> Files:
    """The cuts of each sheet, two files per sheet."""
    if not book.cuts:
        return
    from ibbprint.press import cutting

    for sheet in book.cuts:
        name = f"{CUTS}/page-{sheet.number:02}"
        yield f"{name}.svg", cutting.to_svg(sheet).encode()
        yield f"{name}.dxf", cutting.to_dxf(sheet).encode("ascii")


def pdf_named(output: Path, noun: str) -> Path | None:
    """The PDF that is named in the place of a folder; None for a folder. Raises BadRequest for another kind of file.

    `noun` is what is to be written, with its article: `a kit`.
    """
    from ibbprint.catalogue.source import is_folder

    ending = output.suffix.lower()
    if not ending or is_folder(output):
        return None
    from ibbprint.press.preview import ENDINGS

    if ending not in ENDINGS:
        return None
    if ending != ".pdf":
        raise BadRequest(f"{noun} cannot be written as {output.name!r}.", "Name a folder or a .pdf file.", "-o")
    return output
