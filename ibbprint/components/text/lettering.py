"""Words of Markdown as paragraphs: their look, their marks, icons and chips of colour among them, and their faults."""

from __future__ import annotations

from typing import Any

from reportlab.lib.styles import ParagraphStyle

from ibbprint.components.style import Style
from ibbprint.components.text.flowables import Paragraph, Paragraphs, hex_colour
from ibbprint.components.text.inline import BETWEEN, Icons, no_symbols, written
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import as_grey, contrast, ink, mix
from ibbprint.drawing.icons import TOKEN, parted
from ibbprint.drawing.marked import with_minus
from ibbprint.drawing.xml_text import escaped
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where

WHITER, STANDS_OUT = 4, 4.7
"""The steps in per cent in which a tint is made paler, until words on it have that contrast, in grey as well."""

_COLOUR = regex(r"#[0-9a-fA-F]{6}")
_PER_CENT = regex(r"100|[0-9]{1,2}")
_TAGS = {
    "strong_open": "<b>",
    "strong_close": "</b>",
    "em_open": "<i>",
    "em_close": "</i>",
    "softbreak": " ",
    "hardbreak": "<br/>",
}


class Lettering:
    """Sets words in a column, whose `width` is in points; `paragraphs` are those that were set before."""

    def __init__(
        self,
        style: Style,
        width: float,
        where: Where,
        report: Report,
        icons: Icons | None,
        paragraphs: Paragraphs | None = None,
    ) -> None:
        self.style = style
        self.width = width
        self.where = where
        self.report = report
        self.icons = icons or Icons(no_symbols, {}, where, report)
        self.paragraphs = paragraphs or Paragraphs()
        self.type = [fonts.pdf_name(name) for name in style.typography.texts]
        """The fonts, as ReportLab calls them, of what is plain, bold, italic and both."""

    def look(self, name: str, size: float, font: str = "", **options: Any) -> Any:
        """The look of a paragraph, in the plain face and the ink of the style unless told otherwise."""
        regular = self.type[0]
        settings = {
            "fontName": font or regular,
            "fontSize": size,
            "leading": size * 1.28,
            "textColor": hex_colour(self.style.ink),
            "bulletFontName": regular,
            "bulletFontSize": size,
            "spaceShrinkage": 0,  # by default a line may take more words than it holds
            **options,
        }
        return ParagraphStyle(name, **settings)

    def set(self, content: str, look: Any, bullet: str | None = None) -> Paragraph:
        """A paragraph of marked words that this maker gave."""
        return self.paragraphs.set(content, look, bullet, self.icons.known)

    def plain(self, text: str) -> str:
        """The words of a text that is no Markdown but has icons, with the marks of a paragraph."""
        return "".join(self.icons.mark(icon) if icon else escaped(words) for words, icon in parted(text))

    def tell(self, words: str, rule: str, message: str, hint: str) -> None:
        """An error where words of the text stand: in a cell that has one of its parts, or in the file."""
        parts = sorted((part.strip() for part in words.split("|")), key=len, reverse=True)
        cells = [self.icons.words[part] for part in parts if part and part in self.icons.words]
        self.report.error((cells or written(words.strip(), {}, self.where))[0], rule, message, hint)

    def inline(self, token: Any) -> str:
        """The words of a token with the marks of a paragraph."""
        parts: list[str] = []
        behind_icon = False
        for child in token.children or []:
            if child.type == TOKEN:
                parts.append((BETWEEN if behind_icon else "") + self.icons.mark(child.content))
                behind_icon = True
                continue
            behind_icon = behind_icon and (child.type in _TAGS or not child.content.strip())
            if child.type in _TAGS:
                parts.append(_TAGS[child.type])
            elif child.type == "code_inline" and (chip := self.chip(child.content)):
                colour, text = chip
                bold = f"<b>&nbsp;{self.plain(text)}&nbsp;</b>"
                parts.append(f'<font backColor="{colour}" color="{ink(colour)}">{bold}</font>')
            elif child.type == "code_inline":
                parts.append(f"<b>{escaped(child.content)}</b>")
            else:
                parts.append(escaped(with_minus(child.content)))
        return "".join(parts)

    def chip(self, content: str) -> tuple[str, str] | None:
        """Colour and text of code that names a colour, `red: Red`; None for any other code."""
        name, colon, text = content.partition(":")
        colour = self.colour(name.strip())
        return (colour, text.strip()) if colon and colour is not None else None

    def colour(self, name: str) -> str | None:
        """The colour `#rrggbb`, or that of a segment, a livery or a result; None for any other name.

        Behind it may be how much white is mixed in, in per cent: `defender 60`; more is, where no ink would stand out.
        """
        if _COLOUR.fullmatch(name):
            return name
        word, _, white = name.partition(" ")
        livery = self.style.liveries.get(word)
        colour = livery.fill if livery is not None else self.style.segments.get(word) or self.style.results.get(word)
        if colour is None or not white:
            return colour
        if not _PER_CENT.fullmatch(white):
            return None
        tints = (mix(colour, self.style.paper, share / 100) for share in range(int(white), 100, WHITER))
        return next((tint for tint in tints if _stands_out(tint)), self.style.paper)


def _stands_out(ground: str) -> bool:
    """Whether words in its ink can be read on a ground."""
    words = ink(ground)
    return min(contrast(words, ground), contrast(words, as_grey(ground))) >= STANDS_OUT
