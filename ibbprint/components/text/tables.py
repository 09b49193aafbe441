"""Tables and pictures of Markdown: cells, the widths of columns, type that is made smaller for long words.

Imported only where text is set: ReportLab's Platypus takes long to load.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from reportlab.lib.styles import ParagraphStyle

from ibbprint.components.style import Style
from ibbprint.components.text.flowables import CELL_INSET, Paragraph, Paragraphs, Picture, Table, hex_colour
from ibbprint.components.text.inline import Icons
from ibbprint.components.text.lettering import Lettering
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.drawing.shapes import Drawing, Item, Use
from ibbprint.drawing.svg_images import PREFIX
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where

SMALLEST_PT = 7.0
"""No text that is fitted onto its pages is set smaller."""
LEAST_COLUMN_PT = 12.0
"""A column of a table needs room for a letter between its paddings."""
PADDED = 9.0
"""What a cell needs beside its text, in points."""
ROUNDING = 0.01
WORDS_SHARE = 0.88
"""Type that is made smaller for the longest words of a table leaves the rest of the room to its sentences."""
SOFT_HYPHEN, KEPT_TOGETHER = "\u00ad", 3
"""What says where a word may be divided, and how many letters stay together at its ends."""
DIVISIBLE_EM = 2.5
"""A column narrower than this, in ems, has no room for the parts of a word."""
_LONG_WORD = regex(r"(<[^>]*>|&\w+;)|[^\W\d_]{6,}")
"""A tag or a character by its name, or a word that may be divided."""
LIKE = 0.9
"""Columns are alike when the narrower has this share of the width of the other, or more."""
LEAST_EVEN = 4
"""The fewest columns of a table of results."""
FIGURE = "figure:"
_WIDTH = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,2})?) *(mm|%)")
MOST_MM = 400.0
"""The width of a picture in a text, at most; it is never wider than its column."""
PICTURES_MM = 0.6
"""Between two pictures in a cell."""
PICTURE_WHITE = 1.4
"""So much of the white of its cell a picture may take, in points."""

_ALIGNMENTS: Mapping[str, Literal[0, 1, 2]] = {"center": 1, "right": 2}


class _Measured(NamedTuple):
    """A table before it is set: its cells, what fills some, how many rows are its head; widths; where it ends.

    It is `even` where it looks up results: all columns but the first are centred. Its type has the `size`, in points.
    """

    rows: list[list[Any]]
    filled: list[tuple[Any, ...]]
    heads: int
    natural: list[float]
    least: list[float]
    end: int
    even: bool
    size: float


class TableMaker(Lettering):
    """Sets tables and pictures in a column, `width` points wide; `figures` are those that a text may name.

    In an `aid` tables are as wide as their column, and those with the same head have the same columns.
    """

    def __init__(
        self,
        style: Style,
        width: float,
        where: Where,
        report: Report,
        figures: Mapping[str, Sequence[Drawing]] | None,
        aid: bool,
        icons: Icons | None,
        paragraphs: Paragraphs | None,
    ) -> None:
        super().__init__(style, width, where, report, icons, paragraphs)
        self.figures = figures or {}
        self.aid = aid
        self.styles: dict[str, Any] = {}
        """The looks of paragraphs by what they are; `cell` and `head` are those of tables."""
        self.heads: dict[int, tuple[str, ...]] = {}
        self.measured: dict[int, _Measured] = {}

    def read_heads(self, tokens: Sequence[Any]) -> None:
        """Note which of the tables among these tokens have the same head."""
        self.heads, self.measured = _heads(tokens) if self.aid else {}, {}

    def sized(self, drawing: Drawing, image: Any) -> Drawing:
        """A picture as wide as its text says behind its name: `"60 mm"`, or `"50%"` of the column."""
        width_text = str(image.attrs.get("title", ""))
        match = _WIDTH.fullmatch(width_text.strip())
        wide = 0.0 if match is None else float(match[1]) * (self.width / POINTS_PER_MM / 100 if match[2] == "%" else 1)
        if width_text and not 1 <= wide <= MOST_MM:
            message = f"{width_text!r} is not the width of a picture."
            hint = f'Write "60 mm", or "50%" of the column; at most {MOST_MM:g} mm.'
            self.tell(width_text, "draw:value", message, hint)
        if not 1 <= wide <= MOST_MM:
            return drawing
        return _scaled(drawing, wide / drawing.width)

    def fitting(self, drawing: Drawing) -> Drawing:
        """A drawing no wider than the column."""
        scale = self.width / POINTS_PER_MM / drawing.width
        return drawing if scale >= 1 else _scaled(drawing, scale)

    def no_figures_in(self, token: Any) -> None:
        """Tell of a figure that stands among words: there it would not be drawn."""
        for child in token.children or ():
            source = str(child.attrs.get("src", "")) if child.type == "image" else ""
            if source.startswith((FIGURE, PREFIX)):
                message = "a figure cannot share its paragraph with words."
                hint = "Leave an empty line before and after it; an icon such as :axe: may be among words."
                self.tell(source, "draw:figure", message, hint)

    def chip_alone(self, token: Any) -> tuple[str, str] | None:
        """Colour and text of what consists of such code alone."""
        alone = _alone(token)
        return self.chip(alone.content) if alone is not None and alone.type == "code_inline" else None

    def table(self, tokens: Sequence[Any], index: int) -> tuple[list[Table], int]:
        """The table that begins here, unless it is too wide, and where it ends.

        In an aid tables with the same head have the same columns.
        """
        same_head = [start for start, head in self.heads.items() if head == self.heads.get(index)] or [index]
        if index not in self.measured:
            self.measured |= self.fitted(tokens, same_head)
        rows, filled, heads, _, _, end, even, size = self.measured[index]
        parts = [self.measured[start] for start in same_head]
        if len(parts[0].natural) * LEAST_COLUMN_PT > self.width:
            limit = int(self.width / LEAST_COLUMN_PT)
            message = f"the table has {len(parts[0].natural)} columns; no more than {limit} fit side by side."
            self.report.error(self.where, "draw:fit", message)
            return [], end
        natural, least = _widest([part.natural for part in parts]), _widest([part.least for part in parts])
        if even and natural[0] + max(natural[1:]) * (len(natural) - 1) <= self.width:
            natural = [natural[0], *([max(natural[1:])] * (len(natural) - 1))]
        rule, tint = hex_colour(self.style.rule), hex_colour(self.style.tint)
        look: list[tuple[Any, ...]] = [
            ("FONT", (0, 0), (-1, -1), self.type[0], size),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), CELL_INSET),
            ("RIGHTPADDING", (0, 0), (-1, -1), CELL_INSET),
            ("TOPPADDING", (0, 0), (-1, -1), 0.8 if self.aid else 1.2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6 if self.aid else 1.8),
            ("LINEABOVE", (0, heads), (-1, heads), 0.7, rule),
            ("LINEBELOW", (0, -1), (-1, -1), 0.5, rule),
            *(("BACKGROUND", (0, r), (-1, r), tint) for r in range(heads + 1, len(rows), 2)),
            *filled,
            *(("VALIGN", (0, r), (-1, r), "MIDDLE") for r, row in enumerate(rows) if self.aid and _pictured(row)),
        ]
        widths = self.columns(natural, least)
        table = Table(rows, colWidths=widths, repeatRows=heads, hAlign="LEFT", spaceBefore=3, spaceAfter=5, style=look)
        return [table], end

    def fitted(self, tokens: Sequence[Any], starts: Sequence[int]) -> dict[int, _Measured]:
        """The tables that begin at these places, alike in their columns.

        Where their words are too long for these the type is smaller, and at its smallest the longest are hyphenated.
        """
        size = float(self.styles["cell"].fontSize)
        result = {index: self.measure(tokens, index, size) for index in starts}
        least = _widest([part.least for part in result.values()])
        words, room = sum(least) - PADDED * len(least), self.width - PADDED * len(least)
        if words <= room or room <= 0:
            return result
        smaller = max(SMALLEST_PT, WORDS_SHARE * size * room / words)
        result = {index: self.measure(tokens, index, smaller) for index in starts}
        least = _widest([part.least for part in result.values()])
        if sum(least) > self.width:
            limits = _shared(least, self.width)
            result = {index: self.measure(tokens, index, smaller, limits) for index in starts}
            if max(limits) - PADDED < DIVISIBLE_EM * smaller:
                message = f"a table has {len(limits)} columns where there is room for fewer, so its words are broken."
                hint = "Give the text fewer columns, or shorten the words."
                self.report.warning(self.where, "draw:fit", message, hint)
        return result

    def measure(self, tokens: Sequence[Any], index: int, size: float, limits: Sequence[float] = ()) -> _Measured:
        """The cells of the table that begins here, and how wide its columns would be, in type of a size.

        Words that are wider than the `limits` of their columns are hyphenated.
        """
        rows: list[list[Any]] = []
        filled: list[tuple[Any, ...]] = []
        alignment: Literal[0, 1, 2] = 0
        natural: list[float] = []
        least: list[float] = []
        centred: list[bool] = []
        heads, head = 0, False
        index += 1
        while tokens[index].type != "table_close":
            token = tokens[index]
            if token.type in ("thead_open", "thead_close"):
                head = token.type == "thead_open"
            elif token.type == "tr_open":
                rows.append([])
                heads += head
            elif token.type in ("th_open", "td_open"):
                alignment = _ALIGNMENTS.get(str(token.attrs.get("style", "")).rpartition(":")[2], 0)
            elif token.type == "inline":
                column, chip = len(rows[-1]), self.chip_alone(token)
                if chip is not None:
                    at, ground = (column, len(rows) - 1), hex_colour(chip[0])
                    filled += [("BACKGROUND", at, at, ground), ("BOX", at, at, 0.4, hex_colour(self.style.ink))]
                look = self.look_of("head" if head else "cell", size)
                cell, wide, narrow = self.cell(token, look, alignment, chip, limits[column] if limits else None)
                if column == len(natural):
                    natural.append(0.0)
                    least.append(0.0)
                    centred.append(alignment == 1)
                natural[column] = max(natural[column], wide)
                least[column] = max(least[column], narrow)
                rows[-1].append(cell)
            index += 1
        head_texts = [cell.getPlainText() for row in rows[:heads] for cell in row if isinstance(cell, Paragraph)]
        if heads and not any(head_texts):
            del rows[:heads]  # a table without a head
            filled = [(name, (x, y - heads), (x, y - heads), *style) for name, (x, y), _, *style in filled]
            heads = 0
        even = len(centred) >= LEAST_EVEN and all(centred[1:])
        return _Measured(rows, filled, heads, natural, least, index, even, size)

    def look_of(self, name: str, size: float) -> Any:
        """The look of the cells of a table in type of a size."""
        look = self.styles[name]
        if size == look.fontSize:
            return look
        return ParagraphStyle(name, look, fontSize=size, leading=look.leading * size / look.fontSize)

    def cell(
        self, token: Any, look: Any, alignment: Literal[0, 1, 2], chip: tuple[str, str] | None, limit: float | None
    ) -> tuple[Any, float, float]:
        """The contents of a cell, its width in one line, and the width of its longest word: no wider than `limit`."""
        bold, size = look.name == "head" or chip is not None, look.fontSize
        if chip is not None:
            look = ParagraphStyle("chip", self.look_of("head", size), textColor=hex_colour(ink(chip[0])))
        if alignment:
            look = ParagraphStyle("aligned", look, alignment=alignment)
        content = self.plain(chip[1]) if chip is not None else self.inline(token)
        font = self.style.typography.texts[1 if bold or "<b>" in content else 0]
        widest, word = self.icons.wide(content, font, size)
        if limit is not None and word + PADDED > limit:
            content, word = _hyphenated(content, font, size, limit - PADDED), limit - PADDED
        image = image_alone(token)
        picture = self.picture(image) if image is not None else None
        if image is None:  # one that is alone and not there has been told where it was looked up
            self.no_figures_in(token)
        if picture is not None:
            return picture, max(widest, picture.width) + PADDED, max(word, picture.width) + PADDED
        return self.set(content, look), widest + PADDED, word + PADDED

    def picture(self, image: Any) -> Picture | None:
        """The picture of an image that is alone in a cell: the drawings of a figure in a row; else only its words."""
        source = str(image.attrs.get("src", ""))
        drawings = self.figures.get(source.removeprefix(FIGURE))
        if not drawings:
            return None
        if source.startswith(PREFIX):
            drawings = [self.sized(drawing, image) for drawing in drawings]
        row: list[Item] = []
        across = 0.0
        for drawing in drawings:
            row.append(Use(drawing, (1.0, 0.0, 0.0, 1.0, across, 0.0)))
            across += drawing.width + PICTURES_MM
        high = max(item.height for item in drawings)
        return Picture(Drawing(across - PICTURES_MM, high, row), high * POINTS_PER_MM - PICTURE_WHITE)

    def columns(self, natural: list[float], least: list[float]) -> list[float]:
        """Short columns as wide as their text, the rest shared by the long ones, none narrower than a word of it."""
        total = sum(natural)
        if total <= self.width:
            if self.aid and natural:  # as wide as the column: the widest, or those that are like it, take what is left
                widest = [index for index, wide in enumerate(natural) if wide >= LIKE * max(natural)]
                together = sum(natural[index] for index in widest) + self.width - total
                return [together / len(widest) if n in widest else wide for n, wide in enumerate(natural)]
            return natural
        shared = list(natural)
        room, waiting = self.width, sorted(range(len(natural)), key=lambda index: natural[index])
        while waiting and natural[waiting[0]] <= room / len(waiting):
            room -= natural[waiting.pop(0)]
        long_total = sum(natural[index] ** 0.5 for index in waiting)  # the longest give way most
        for index in waiting:
            shared[index] = room * natural[index] ** 0.5 / long_total
        widths = [max(w, width) for w, width in zip(shared, least, strict=True)]
        over = sum(widths) - self.width
        slack = [w - width for w, width in zip(widths, least, strict=True)]
        if over <= 0 or over > sum(slack) + ROUNDING:
            return shared if over > 0 else widths
        return [w - over * spare / sum(slack) for w, spare in zip(widths, slack, strict=True)]


def _scaled(drawing: Drawing, scale: float) -> Drawing:
    """A drawing at another size."""
    used = Use(drawing, (scale, 0, 0, scale, 0, 0))
    return Drawing(drawing.width * scale, drawing.height * scale, [used], title=drawing.title)


def _pictured(row: Sequence[Any]) -> bool:
    """Whether a picture is in a row."""
    return any(isinstance(cell, Picture) for cell in row)


def _widest(parts: Sequence[Sequence[float]]) -> list[float]:
    """The width that each column needs for all of the tables."""
    return [max(widths) for widths in zip(*parts, strict=True)]


def _shared(widths: Sequence[float], room: float) -> list[float]:
    """Room for columns that want more than there is: narrow ones have what they want, wide ones share the rest."""
    result = list(widths)
    waiting = sorted(range(len(result)), key=lambda index: result[index])
    while waiting and result[waiting[0]] <= room / len(waiting):
        room -= result[waiting.pop(0)]
    for index in waiting:
        result[index] = room / len(waiting)
    return result


def _hyphenated(content: str, font: str, size: float, room: float) -> str:
    """Content in which words that are wider than the room may be divided, a few letters from either end."""

    def divided(match: re.Match[str]) -> str:
        word = match[0]
        if match[1] or fonts.width(word, font, size) <= room:
            return word
        middle = SOFT_HYPHEN.join(word[KEPT_TOGETHER - 1 : 1 - KEPT_TOGETHER])
        return f"{word[: KEPT_TOGETHER - 1]}{middle}{word[1 - KEPT_TOGETHER :]}"

    return _LONG_WORD.sub(divided, content)


def _heads(tokens: Sequence[Any]) -> dict[int, tuple[str, ...]]:
    """The words in the head of each table, by the place where the table begins; of those that have one."""
    heads: dict[int, list[str]] = {}
    start, head = 0, False
    for index, token in enumerate(tokens):
        if token.type == "table_open":
            start = index
        elif token.type in ("thead_open", "thead_close"):
            head = token.type == "thead_open"
        elif head and token.type == "inline":
            heads.setdefault(start, []).append(token.content)
    return {index: tuple(texts) for index, texts in heads.items() if any(texts)}


def _alone(token: Any) -> Any:
    """The one part that a paragraph or cell consists of, or None."""
    return token.children[0] if len(token.children or ()) == 1 else None


def image_alone(token: Any) -> Any:
    """The image that a paragraph or cell consists of, or None when it has anything else in it."""
    alone = _alone(token)
    return alone if alone is not None and alone.type == "image" else None
