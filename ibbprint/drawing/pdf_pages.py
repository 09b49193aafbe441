"""The pages of a finished PDF, from whatever program, as a list of what is painted on them.

Places are in mm from the top left corner of the page's MediaBox, the y axis down. Reading needs pikepdf.
Promises paths, lines of text and pictures with their places, colours and clips, in the order of painting.
Does not promise what is inside a pattern or a picture, nor that text is measured to better than its font says.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

from ibbprint.drawing.areas import Box
from ibbprint.drawing.fonts import POINT
from ibbprint.drawing.pdf_content import A_PAGE, Contents, corners
from ibbprint.drawing.pdf_operators import State, Walk
from ibbprint.drawing.pdf_painted import PdfPage
from ibbprint.drawing.shapes import Matrix


class Reader:
    """Reads the pages of one opened PDF; what several pages draw is parsed once.

    `size` is that of the file in bytes: the work that is done for it is in proportion.
    """

    def __init__(self, pdf: Any, size: int = 1_000_000) -> None:
        self.pdf = pdf
        self.contents = Contents(size)

    def pages(self) -> Iterator[PdfPage]:
        """Every page in turn. Raises TooMuch, or ValueError, KeyError and their like for one that is damaged."""
        for number in range(1, len(self.pdf.pages) + 1):
            yield self.page(number)

    def frame(self, number: int) -> PdfPage:
        """A page by its number, from 1, with its boxes alone. Raises ValueError and its like as `pages` does."""
        return _framed(self.pdf.pages[number - 1], number)[0]

    def page(self, number: int) -> PdfPage:
        """A page by its number, from 1."""
        self.contents.steps.spend(A_PAGE)
        page = self.pdf.pages[number - 1]
        result, to_mm = _framed(page, number)
        group = page.obj.get("/Group")
        if group is not None and str(group.get("/S", "")) == "/Transparency":
            result.seen_through.add("the page is a transparency group")
        walk = Walk(self.contents, result)
        walk.run(self.contents.instructions(page.obj, None), page.resources, State(to_mm, result.media), 0)
        return result


def _framed(page: Any, number: int) -> tuple[PdfPage, Matrix]:
    """A page with nothing on it yet, and what puts its places in points onto it."""
    left, bottom, right, top = corners(page.mediabox)
    if not (isfinite(right - left) and isfinite(top - bottom) and right > left and top > bottom):
        raise ValueError("a page without a size")

    def box(name: str) -> Box | None:
        array = page.obj.get(name)
        if array is None:
            return None
        x0, y0, x1, y1 = corners(array)
        return ((x0 - left) * POINT, (top - y1) * POINT, (x1 - left) * POINT, (top - y0) * POINT)

    media = (0.0, 0.0, (right - left) * POINT, (top - bottom) * POINT)
    to_mm: Matrix = (POINT, 0.0, 0.0, -POINT, -left * POINT, top * POINT)
    return PdfPage(number, media, box("/TrimBox"), box("/BleedBox")), to_mm
