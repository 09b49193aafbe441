"""ReportLab's canvas with our inks: whatever is flowed or drawn on it sets its colours through them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ibbprint.drawing.colour import of_channels
from ibbprint.drawing.inks import LINES_KNOCK_OUT, LINES_OVER, TEXT_KNOCKS_OUT, TEXT_OVER, Inks, offer_to_page


@cache
def _canvas_class() -> Any:
    """ReportLab's canvas with other inks: whatever is flowed or drawn on it sets its colours through them."""
    from reportlab.lib.colors import Color, toColor
    from reportlab.pdfbase.pdfdoc import PDFPage
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.textobject import PDFTextObject

    class Inked:
        """Sets colours for filling and for lines; whatever flows is opaque."""

        inks: Inks
        _code: list[str]

        def setFillColor(self, aColor: Any, alpha: float | None = None) -> None:
            self._fillColorObj = aColor
            colour = _as_text(aColor)
            if self.inks.mode == "cmyk":
                self._code.append(TEXT_OVER if self.inks.overprints(colour) else TEXT_KNOCKS_OUT)
            self._code.append(self.inks.operator(colour, "rg"))

        def setStrokeColor(self, aColor: Any, alpha: float | None = None) -> None:
            self._strokeColorObj = aColor
            colour = _as_text(aColor)
            if self.inks.mode == "cmyk":
                self._code.append(LINES_OVER if self.inks.overprints(colour) else LINES_KNOCK_OUT)
            self._code.append(self.inks.operator(colour, "RG"))

        def setFillGray(self, gray: float, alpha: float | None = None) -> None:
            self.setFillColor(Color(gray, gray, gray))

        def setStrokeGray(self, gray: float, alpha: float | None = None) -> None:
            self.setStrokeColor(Color(gray, gray, gray))

    def _as_text(colour: Any) -> str:
        result = toColor(colour)
        return of_channels((result.red, result.green, result.blue))

    class InkedText(Inked, PDFTextObject):
        def __init__(self, canvas: Any, x: float = 0, y: float = 0, direction: Any = None) -> None:
            self.inks = canvas.inks
            PDFTextObject.__init__(self, canvas, x, y, direction=direction)

    class InkedCanvas(Inked, Canvas):
        def _setExtGState(self, obj: Any) -> None:
            """On every page of a file in four inks, set the states that our operators name."""
            canvas: Any = super()
            canvas._setExtGState(obj)
            if self.inks.mode == "cmyk" and isinstance(obj, PDFPage):
                own: Any = self
                offer_to_page(own._doc, obj)

        def beginText(self, x: float = 0, y: float = 0, direction: Any = None) -> Any:
            return InkedText(self, x, y, direction=direction)

    return InkedCanvas


def canvas_with(inks: Inks) -> Callable[..., Any]:
    """Makes a canvas that prints with these inks."""

    def make(*arguments: Any, **options: Any) -> Any:
        kind = _canvas_class()
        canvas = kind.__new__(kind)
        canvas.inks = inks
        canvas.__init__(*arguments, **options)
        return canvas

    return make
