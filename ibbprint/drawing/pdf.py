"""Drawings into PDF pages, through ReportLab.

Everything is in mm with the y axis down; one transform at the start of a page turns it into points.
The same drawings give the same bytes. Art that is drawn more than once becomes a form XObject.
Fonts are embedded as subsets, pictures of pixels once each (`pdf_images`).
"""

from __future__ import annotations

import builtins
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from ibbprint.drawing import fonts, object_streams
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.drawing.inked_canvas import canvas_with
from ibbprint.drawing.inks import RGB, Inks
from ibbprint.drawing.pdf_items import ItemWriter, exact, rounded, transform
from ibbprint.drawing.pdfx import VERSION, Condition, mark
from ibbprint.drawing.private_data import fingerprint, keep
from ibbprint.drawing.shapes import IDENTITY, MITER, Drawing, Item, Matrix, Segment, multiply
from ibbprint.drawing.tagging import Tags, describe, is_mark, put_into


class Book(NamedTuple):
    """Title, author's program, language and subject of a PDF."""

    title: str
    subject: str = ""
    language: str = "en-GB"
    keywords: str = ""


class PdfWriter:
    """A PDF in the making: `begin_page`, `draw` as often as wanted, `end_page`, and at last `bytes`.

    All colours are printed with `inks`. With a `condition` it is a PDF/X-1a file for that printing condition.
    Every page has a `margin` in mm on all sides, for bleed that runs off it.
    """

    def __init__(self, book: Book, inks: Inks = RGB, condition: Condition | None = None, margin: float = 0.0) -> None:
        self.book = book
        self.inks = inks
        self.condition = condition
        self.margin = margin
        self._form_hashes: dict[str, dict[str, str]] = {}
        """The fingerprints of forms, by what does not count in them."""
        self._pages = 0
        self._height = 0.0
        self._width = 0.0
        self._lie: Matrix = IDENTITY
        self._canvas = self._new_canvas()
        self._items = ItemWriter(self._canvas, inks)
        self.tags = self._canvas.tags = Tags(None if condition else self._canvas.addLiteral)
        """What those who do not see it are told of it; a PDF/X-1a file, which is only printed, says nothing."""
        self._canvas.setTitle(book.title)
        self._canvas.setSubject(book.subject)
        self._canvas.setCreator("ibbprint")
        self._canvas.setAuthor("ibbprint")
        self._canvas.setProducer("ibbprint")
        self._canvas.setKeywords(book.keywords)

    def _new_canvas(self) -> Any:
        fonts.load(fonts.DEFAULT)
        from reportlab import rl_config

        rl_config.useA85 = 0
        rl_config.invariant = 1
        from reportlab.pdfgen.canvas import Canvas

        result = Canvas if self.inks.mode == "rgb" else canvas_with(self.inks)
        canvas = result(
            io.BytesIO(),  # which stays empty
            initialFontName=fonts.pdf_name(fonts.DEFAULT),  # type: ignore[arg-type]
            pageCompression=1,
            invariant=1,
            lang=None if self.condition else self.book.language,  # PDF 1.3 knows no languages
            pdfVersion=VERSION if self.condition else object_streams.VERSION,
        )
        canvas.drawImage = self._draw_in_words  # type: ignore[method-assign]  # there are no other pictures
        if self.condition is not None:
            mark(canvas, self.condition)
        return canvas

    def _draw_in_words(
        self, art: tuple[Drawing, str, str], x: float, y: float, _: float, height: float, mask: Any
    ) -> None:
        """A drawing of a colour, with a name, where flowing text has room for it: in points, the y axis up."""
        drawing, colour, name = art
        scale = height / drawing.height
        with self.tags.sign(name):
            self._items.emit(self._items.placed(drawing, (scale, 0.0, 0.0, -scale, x, y + height), colour, None))

    # --- pages --------------------------------------------------------------------------------------------------

    def begin_page(self, width: float, height: float, *, label: str) -> None:
        """A new page of this size in mm: that is its TrimBox, and with the margin round it its BleedBox."""
        self._width, self._height = width, height
        canvas, margins = self._canvas, 2 * self.margin
        canvas.addPageLabel(self._pages, prefix=label)
        self._pages += 1
        self.tags.begin_page()
        canvas.setPageSize(((width + margins) * POINTS_PER_MM, (height + margins) * POINTS_PER_MM))
        canvas.setTrimBox(self._box((0, 0, width, height)))
        canvas.setBleedBox(self._box((-self.margin, -self.margin, width + margins, height + margins)))
        canvas.saveState()
        canvas.addLiteral(f"{rounded(MITER)} M {self._in_mm()}")

    def _in_mm(self) -> str:
        """The transform from points with the y axis up to mm with the y axis down, from the corner of the page."""
        scale = exact(POINTS_PER_MM)
        return f"{scale} 0 0 -{scale} {rounded(self.margin * POINTS_PER_MM)} {rounded(self._top * POINTS_PER_MM)} cm"

    @property
    def _top(self) -> float:
        """The height of the top of the page over the foot of the area beyond its margin, mm."""
        return self._height + self.margin

    def _box(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        x, y, width, height = box
        k, left = POINTS_PER_MM, self.margin * POINTS_PER_MM
        top = self._top * k
        return (
            round(left + x * k, 4),
            round(top - (y + height) * k, 4),
            round(left + (x + width) * k, 4),
            round(top - y * k, 4),
        )

    def end_page(self) -> None:
        self._canvas.restoreState()
        self._canvas.showPage()
        self._canvas._doc.Pages.pages[-1].Trans = None  # ReportLab gives every page an empty transition

    def anchor(self, key: str) -> None:
        """Name the current page for bookmarks."""
        self._canvas.bookmarkPage(key)

    def bookmark(self, title: str, key: str, level: int = 0) -> None:
        """The next entry of the outline, which leads to the page with that anchor."""
        self._canvas.addOutlineEntry(title, key, level=level, closed=False)

    def bytes(self) -> bytes:
        """The finished PDF."""
        if self.condition is None:  # a later PDF than 1.3 knows these
            self._canvas.setViewerPreference("DisplayDocTitle", "true")
            self._canvas.setViewerPreference("PrintScaling", "None")
            put_into(self._canvas, self.tags)
            describe(self._canvas, self.book.title, self.book.subject, self.book.language, self.book.keywords)
            document = self._canvas._doc
            document.format = partial(object_streams.packed, document)
        self._canvas.showOutline()
        try:
            result: builtins.bytes = self._canvas.getpdfdata()
        finally:
            self._items.close()
        return result

    # --- what other programs may read ---------------------------------------------------------------------------

    def keep(self, name: str, data: builtins.bytes) -> None:
        """Data of ours that goes with the PDF and that no viewer shows, under the type `name`: see `kept.read_kept`."""
        keep(self._canvas, name, data)

    def here(self) -> int:
        """The offset on the open page where the next drawing begins: for `fingerprint`."""
        return len(self._canvas._code)

    def fingerprint(self, since: int, but: str) -> str:
        """A hash of what was drawn on the open page `since` then, whatever the rest of the PDF holds.

        A line of text that holds `but` does not count: for the stamp, which is another in every printout.
        """
        drawn = [operators for operators in self._canvas._code[since:] if not is_mark(operators)]
        return fingerprint(self._canvas, drawn, self._items.form_code, but, self._form_hashes.setdefault(but, {}))

    # --- drawing ------------------------------------------------------------------------------------------------

    def draw(
        self,
        drawing: Drawing,
        x: float = 0.0,
        y: float = 0.0,
        clip: tuple[Segment, ...] | None = None,
        *,
        shared: bool = False,
        alt_text: str = "",
    ) -> None:
        """A drawing with its top left corner at (x, y); `clip` is in the drawing's own space.

        Those who do not see it hear its `alt_text`, or else its title.
        `shared` is for what other pages will draw too: it is a form XObject from the first time on.
        """
        if shared:
            self._items.share(drawing)
        with self.tags.figure(drawing, alt_text):
            self._items.emit(self._items.placed(drawing, (1.0, 0.0, 0.0, 1.0, x, y), None, clip))

    def items(self, items: list[Item]) -> None:
        """Loose items straight onto the page; they are for the eye alone unless `tags` say what they are."""
        with self.tags.artifact():
            self._items.emit(self._items.items(items, None))

    def flow(self, draw: Any) -> None:
        """Let ReportLab draw flowing text: `draw` gets the canvas in points with the y axis up."""
        if self._lie != IDENTITY:
            self.flow_in(draw, self._height, IDENTITY)
            return
        canvas = self._canvas
        canvas.restoreState()
        canvas.saveState()
        if self.margin:
            canvas.translate(self.margin * POINTS_PER_MM, self.margin * POINTS_PER_MM)
        draw(canvas)
        canvas.restoreState()
        canvas.saveState()
        canvas.addLiteral(self._in_mm())

    @contextmanager
    def under(self, matrix: Matrix) -> Iterator[None]:
        """Draw on the page by `matrix` (mm to mm, y down): turned, moved or scaled."""
        if matrix == IDENTITY:
            yield
            return
        outer, canvas = self._lie, self._canvas
        self._lie = multiply(outer, matrix)
        canvas.saveState()
        canvas.addLiteral(" ".join(map(exact, matrix)) + " cm")
        yield
        canvas.restoreState()
        self._lie = outer

    def flow_in(self, draw: Callable[[Any], None], height: float, matrix: Matrix) -> None:
        """Flowing text on a small page of this height that is on the sheet by `matrix` (mm to mm, y down)."""
        canvas = self._canvas
        canvas.saveState()
        point = 1 / POINTS_PER_MM
        canvas.addLiteral(f"{transform(matrix)} {exact(point)} 0 0 -{exact(point)} 0 {rounded(height)} cm")
        draw(canvas)
        canvas.restoreState()
