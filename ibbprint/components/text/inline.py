"""Icons in the words of texts and booklets: the symbol of each, its room in a paragraph, and where one is unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

from ibbprint.drawing import fonts, icons
from ibbprint.drawing.shapes import Drawing
from ibbprint.materials.signs import words_of
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where

Find = Callable[[str], Drawing | None]
"""Finds the symbol of a name."""
_MARK = "icon"
_TAG = regex(r"<[^>]*>")
BETWEEN = '<font size="0.1">&nbsp;</font>'
"""Between two icons: ReportLab breaks a line only behind words."""
FIRST_SIGN = 0xE000
"""Private characters stand for icons where words are measured."""


def no_symbols(_name: str) -> None:
    """The lookup of symbols where there are none."""


@dataclass(slots=True, eq=False)
class Icons:
    """The icons of one text; an unknown one is reported where it is written, in the text's file or in a value of it.

    `words` says where values were written, by their text; `where` is the file of the text. In what was `typed` by
    anybody an unknown one stays as it is.
    """

    find: Find
    words: Mapping[str, Where]
    where: Where
    report: Report
    typed: bool = False
    known: dict[str, Drawing] = field(default_factory=dict)
    """The symbols of those that were asked for."""

    def mark(self, name: str) -> str:
        """The mark of an icon in a paragraph; the name as it is written for an unknown icon."""
        drawing = self.known.get(name) or self.find(name)
        if drawing is None:
            if not self.typed:
                self.tell(name)
            return f":{name}:"
        self.known[name] = drawing
        return f'<onDraw name="{_MARK}" label="{name}"/>'

    def tell(self, name: str) -> None:
        """An error wherever an unknown icon is written."""
        lacking = icons.missing(self.find, name, "icon")
        for where in written(f":{name}:", self.words, self.where):
            self.report.error(where, "draw:icon", lacking.message, lacking.hint)

    def wide(self, markup: str, font: str, size: float) -> tuple[float, float]:
        """The width of a paragraph's words on one line, and of the longest of them."""
        text, signs = markup, dict[str, float]()
        if f'<onDraw name="{_MARK}"' in markup:
            text = text.replace(BETWEEN, "")
            for number, (name, drawing) in enumerate(self.known.items()):
                sign = chr(FIRST_SIGN + number)
                text = text.replace(f'<onDraw name="{_MARK}" label="{name}"/>', sign)
                signs[sign] = icons.width(drawing, size)
        plain = unescape(_TAG.sub("", text))

        def width(words: str) -> float:
            items = [signs[sign] for sign in words if sign in signs] if signs else ()
            letters = words.translate(dict.fromkeys(map(ord, signs))) if items else words
            return fonts.width(letters, font, size) + sum(items)

        return width(plain), max(map(width, plain.split(" ")))


def place(frags: list[Any], icons: Mapping[str, Drawing]) -> None:
    """Give each icon of a parsed paragraph its room, by the type around it."""
    for frag in frags:
        mark = getattr(frag, "cbDefn", None)
        if mark is not None and mark.kind == "onDraw" and mark.name == _MARK:
            frag.cbDefn = _Room(icons[mark.label], mark.label, frag.fontSize, f"#{frag.textColor.hexval()[2:]}")


class _Room:
    """An icon as ReportLab's paragraphs have pictures: they ask its measures and hand `image` to the canvas."""

    kind = "img"

    def __init__(self, drawing: Drawing, name: str, size: float, colour: str) -> None:
        self.image = (drawing, colour, words_of(name))
        self.width = icons.width(drawing, size)
        self.height = drawing.in_line * size
        self.valign = -icons.foot(drawing, fonts.DEFAULT) * size


def written(words: str, values: Mapping[str, Where], where: Where) -> list[Where]:
    """The places of words of a text: in its file, else in each of the values that have them, else in the file at
    all.
    """
    try:
        lines = Path(where.file).read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError):
        lines = []
    pairs = [(number, line.index(words) + 1) for number, line in enumerate(lines, start=1) if words in line]
    if pairs:
        return [where._replace(line=line, column=column) for line, column in pairs]
    return [place for text, place in values.items() if words in text] or [where]
