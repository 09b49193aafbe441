"""Inks: a colour on paper as red, green and blue, as grey, or in the four inks of a print shop.

Everything that is drawn keeps its colours as `#rrggbb`; an `Inks` turns them into PDF operators when a page is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ibbprint.drawing.colour import Cmyk, cmyk, grey, rgb
from ibbprint.drawing.rasters import AS_IT_IS, Raster, Tone
from ibbprint.drawing.shapes import CURRENT, Drawing, Gradient, Group, Image, Item, Text, Use

Channels = tuple[float, ...]
Operator = Literal["rg", "RG"]

_OPERATORS = {"rg": {1: "g", 3: "rg", 4: "k"}, "RG": {1: "G", 3: "RG", 4: "K"}}
SPACES = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}
"""The colour space of so many channels, as PDF names it."""
BLACK_ALONE = (0.0, 0.0, 0.0, 1.0)


def number(value: float, places: int = 4) -> str:
    """A number as PDF, SVG and DXF write it: at most so many decimals, no zeros at its end."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class Inks:
    """The inks of a PDF.

    `mode` is the colour space of the whole PDF: with `grey` there is no operator but g and G, with `cmyk` none but
    k and K. `given` are the four inks, in percent, that an author wants for a colour; all others are converted by
    `colour.cmyk`, with at most `most` percent of ink on one spot. `tone` is that of pictures, which
    become four inks by the ICC `profile`, if there is one.
    """

    def __init__(
        self,
        mode: Literal["rgb", "grey", "cmyk"] = "rgb",
        by_colour: Mapping[str, Cmyk] | None = None,
        limit: int = 240,
        tone: Tone = AS_IT_IS,
        profile: bytes = b"",
    ) -> None:
        self.mode = mode
        self.tone = tone
        self.profile = profile
        self.given = by_colour or {}
        self.most = limit
        self._written: dict[tuple[str, Operator], str] = {}
        self._pictures: dict[str, Raster] = {}

    def channels(self, colour: str) -> Channels:
        """The channels of `#rrggbb` from 0 to 1: one, three or four of them."""
        if self.mode == "cmyk":
            percent = self.given.get(colour.lower()) or cmyk(colour, self.most)
            return tuple(value / 100 for value in percent)
        if self.mode == "grey":
            return (round(grey(colour) / 100, 4),)
        return rgb(colour)

    def coverage(self, colour: str) -> float:
        """The ink that the colour takes, in percent of the paper that one full ink covers; 0 is bare paper.

        What no print shop is asked for is worked out in the four inks of a printer at home.
        """
        if self.mode == "grey":
            return 100 * (1 - self.channels(colour)[0])
        return float(sum(self.given.get(colour.lower()) or cmyk(colour, self.most)))

    def operator(self, colour: str, operator: Operator) -> str:
        """The PDF operator for filling (`rg`) or for lines (`RG`) in the colour."""
        result = self._written.get((colour, operator))
        if result is None:
            channels = self.channels(colour)
            if len(channels) == 3 and channels[0] == channels[1] == channels[2]:
                channels = channels[:1]
            result = f"{' '.join(map(number, channels))} {_OPERATORS[operator][len(channels)]}"
            self._written[colour, operator] = result
        return result

    def overprints(self, colour: str) -> bool:
        """Whether text and lines of this colour are printed over what is under them: black ink alone, and all of it.

        Otherwise the other inks would leave white round every letter where the plates are a little out of register.
        """
        return self.mode == "cmyk" and self.channels(colour) == BLACK_ALONE

    def on_screen(self, colour: str) -> str:
        """The colour as a picture shows it: grey where it is printed grey. Pictures know no printing inks."""
        if self.mode != "grey":
            return colour
        return "#" + f"{round(self.channels(colour)[0] * 255):02x}" * 3

    def picture(self, raster: Raster) -> Raster:
        """A picture of pixels as a screen shows it in these inks."""
        if self.mode != "grey" and self.tone == AS_IT_IS:
            return raster
        result = self._pictures.get(raster.digest)
        if result is None:
            result = self._pictures[raster.digest] = Raster(raster.png(self.tone, grey=self.mode == "grey"))
        return result


RGB = Inks()
GREY = Inks("grey")


def on_screen(drawing: Drawing, inks: Inks) -> Drawing:
    """The drawing as pictures show it: the same one, unless it is printed grey, or its pictures in another tone."""
    return _recoloured(drawing, inks, {}) if inks.mode == "grey" or inks.tone != AS_IT_IS else drawing


def _recoloured(drawing: Drawing, inks: Inks, done: dict[int, Drawing]) -> Drawing:
    result = done.get(id(drawing))
    if result is None:
        result = Drawing(drawing.width, drawing.height, [], drawing.plain, drawing.shared)
        done[id(drawing)] = result
        result.items = [_item(item, inks, done) for item in drawing.items]
    return result


def _item(item: Item, inks: Inks, done: dict[int, Drawing]) -> Item:
    def on_screen(colour: str) -> str:
        return colour if colour == CURRENT else inks.on_screen(colour)

    if isinstance(item, Text):
        return item._replace(fill=on_screen(item.fill))
    if isinstance(item, Image):
        return item._replace(raster=inks.picture(item.raster))
    if isinstance(item, Group):
        return Group([_item(entry, inks, done) for entry in item.items], item.matrix, item.opacity, item.clip)
    if isinstance(item, Use):
        return Use(_recoloured(item.drawing, inks, done), item.matrix, on_screen(item.colour))
    fill, stroke = item.style.fill, item.style.stroke
    if isinstance(fill, Gradient):
        fill = fill._replace(stops=tuple((place, on_screen(colour)) for place, colour in fill.stops))
    elif fill is not None:
        fill = on_screen(fill)
    return item._replace(style=item.style._replace(fill=fill, stroke=None if stroke is None else on_screen(stroke)))


_STATES: dict[str, dict[str, Any]] = {
    "IbbT": {"op": "true", "OPM": 1},
    "IbbF": {"op": "false"},
    "IbbL": {"OP": "true", "op": "false", "OPM": 1},
    "IbbK": {"OP": "false", "op": "false"},
}
_NAME = "ibbprint-overprint"
TEXT_OVER, TEXT_KNOCKS_OUT = "/IbbT gs", "/IbbF gs"
"""What makes text and areas overprint, or not; lines stay as they are."""
LINES_OVER, LINES_KNOCK_OUT = "/IbbL gs", "/IbbK gs"
"""What makes lines overprint, or not; text and areas no longer do, because `OP` alone would set both."""


def offer_to_page(document: Any, page: Any) -> None:
    """List the states among the resources of a page of a ReportLab document; such a page has no others."""
    page.ExtGState = _states(document)


def offer_to_form(document: Any, form: Any) -> None:
    """Offer the states of overprint to a form, for which ReportLab itself lists none."""
    from reportlab.pdfbase.pdfdoc import PDFResourceDictionary

    resources: Any = PDFResourceDictionary()
    resources.basicFonts()
    if form.XObjects:
        resources.XObject = form.XObjects
    resources.ExtGState = _states(document)
    form.Resources = resources


def _states(document: Any) -> Any:
    """A reference to the one dictionary of all states."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObjectReference

    if _NAME not in document.idToObject:
        states = {name: PDFDictionary({"Type": PDFName("ExtGState"), **state}) for name, state in _STATES.items()}
        document.Reference(PDFDictionary(states), _NAME)
    return PDFObjectReference(_NAME)
