"""Markdown into what flows down a page: the look of each part of a text, and the tables.

Imported only where text is set: ReportLab's Platypus takes long to load.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from reportlab.lib.styles import ParagraphStyle

from ibbprint.components.pictures import tell_coarse
from ibbprint.components.style import Style
from ibbprint.components.text.flowables import (
    CELL_INSET,
    Break,
    Figure,
    Paragraph,
    Paragraphs,
    Picture,
    Rule,
    Table,
    hex_colour,
)
from ibbprint.components.text.inline import Icons
from ibbprint.components.text.lettering import Lettering
from ibbprint.components.text.tracks import track, track_of
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink, mix
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.drawing.shapes import Drawing, Item, Use
from ibbprint.drawing.svg_images import PREFIX
from ibbprint.drawing.xml_text import escaped
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where, did_you_mean

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
"""A column that is narrower than so many ems has no room for the parts of a word."""
_LONG_WORD = regex(r"(<[^>]*>|&\w+;)|[^\W\d_]{6,}")
"""A tag or a character by its name, or a word that may be divided."""
LIKE = 0.9
"""Columns are alike when the narrower has this share of the width of the other, or more."""
LEAST_EVEN = 4
"""A table of results has so many columns at least."""
FIGURE = "figure:"
_WIDTH = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,2})?) *(mm|%)")
MOST_MM = 400.0
"""The width of a picture in a text, at most; it is never wider than its column."""
PICTURES_MM = 0.6
"""Between two pictures in a cell."""
BAND_WHITE = 0.84
"""The share of white in the band behind a heading: a full one takes the ink of many lines, and outshines armies."""
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


class FlowMaker(Lettering):
    """Walks the Markdown tokens once.

    `width` is that of the column and `body` the size of its type, in points; `aid` is the look of a player's aid,
    `panels` that of one in panels.
    """

    def __init__(
        self,
        style: Style,
        width: float,
        body: float,
        where: Where,
        report: Report,
        figures: Mapping[str, Sequence[Drawing]] | None = None,
        aid: bool = False,
        icons: Icons | None = None,
        panels: bool = False,
        paragraphs: Paragraphs | None = None,
    ) -> None:
        super().__init__(style, width, where, report, icons, paragraphs)
        self.figures = figures or {}
        self.aid, self.panels = aid, panels
        self.body = body
        self.heads: dict[int, tuple[str, ...]] = {}
        self.measured: dict[int, _Measured] = {}
        bold, accent = self.type[1], hex_colour(style.accent)
        headed = fonts.pdf_name(style.typography.heading)
        scale = body / style.type["body"]
        title, heading = style.type["title"] * scale, style.type["heading"] * scale
        cell = max(body if aid else body * 0.94, SMALLEST_PT)
        looks = (
            self.look("h1", title, headed, spaceAfter=5, textColor=accent),
            self.look("h2", heading, headed, spaceBefore=8, spaceAfter=2, textColor=accent),
            self.look("h3", body * 1.1, headed, spaceBefore=5, spaceAfter=1),
            self.look("p", body, spaceAfter=3),
            self.look("li", body, spaceAfter=1.5, leftIndent=14, bulletIndent=1),
            self.look("cell", cell),
            self.look("head", cell, bold),
            self.look("caption", max(body * 0.9, SMALLEST_PT), self.type[2]),
        )
        self.styles = {look.name: look for look in looks}
        if aid:
            pale = hex_colour(mix(style.accent, "#ffffff", BAND_WHITE))
            band = {"backColor": pale, "borderPadding": (1.2, 4, 2.2, 4), "leftIndent": 4, "rightIndent": 4}
            self.styles["h2"] = self.look(
                "h2", heading * 0.92, headed, spaceBefore=9, spaceAfter=5.5, textColor=accent, **band
            )
            self.styles["h3"] = self.look("h3", body * 1.08, headed, spaceBefore=4, spaceAfter=0.5, textColor=accent)
            self.styles["p"].leading = self.styles["li"].leading = body * 1.2
            self.styles["cell"].leading = self.styles["head"].leading = body * 1.17
            self.styles["p"].spaceAfter, self.styles["li"].spaceAfter = 2, 1
        if panels:
            self._in_panels(body, title)

    def _in_panels(self, body: float, title: float) -> None:
        """The looks of a page of panels: heads in small capitals on a tint of their panel, lists close together."""
        headed, accent = fonts.pdf_name(self.style.typography.heading), hex_colour(self.style.accent)
        self.styles["h1"] = self.look("h1", title * 0.75, headed, spaceAfter=3, textColor=accent)
        self.styles["h1"].leading = title * 0.8
        self.styles["h2"] = self.look("h2", body * 1.3, fonts.pdf_name(self.style.typography.bar), textColor=accent)
        self.styles["h2"].leading = body * 1.3
        self.styles["h3"].spaceBefore, self.styles["h3"].spaceAfter = 2.5, 0.5
        item = self.styles["li"]
        item.leftIndent, item.bulletIndent, item.spaceAfter = body * 1.15, 0, 1.2
        for name in ("p", "li", "cell", "head"):
            self.styles[name].leading = body * 1.15

    def head_colour(self, token: Any) -> str:
        """The colour of the panel under a heading: what the heading names, or that of all."""
        chip = self.chip_alone(token)
        return self.style.accent if chip is None else chip[0]

    def make(self, tokens: Sequence[Any]) -> list[Any]:
        """Every token as flowables."""
        self.heads, self.measured = _heads(tokens) if self.aid else {}, {}
        self._hang_items()
        result: list[Any] = []
        lists: list[int | None] = []
        items: list[str] = []
        kind, index, first_in_item = "p", 0, False
        while index < len(tokens):
            token = tokens[index]
            if token.type == "heading_open":
                kind = token.tag if token.tag in self.styles else "h3"
            elif token.type == "paragraph_open":
                kind = items[-1] if lists else "p"
            elif token.type == "bullet_list_open":
                lists.append(None)
                items.append("li")
            elif token.type == "ordered_list_open":
                start = int(token.attrs.get("start", 1))
                lists.append(start)
                items.append("li" if start + _items(tokens, index) <= 10 else "long")
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                lists.pop()
                items.pop()
                if not lists and result:
                    self.after_list(result[-1])
            elif token.type == "list_item_open":
                first_in_item = True
            elif token.type == "inline" and (image := _image_alone(token)) is not None:
                result += self.figure(image)
            elif token.type == "inline":
                self.no_figures_in(token)
                bullet = None
                if lists and kind == items[-1] and first_in_item:
                    number = lists[-1]
                    bullet = "•" if number is None else f"{number}."
                    lists[-1] = None if number is None else number + 1
                    first_in_item = False
                result.append(self.paragraph(token, kind, bullet))
            elif token.type == "hr":
                result += self.rule(token)
            elif token.type == "table_open":
                tables, index = self.table(tokens, index)
                result += tables
            elif token.type in ("fence", "code_block"):
                result += self.block(token)
            index += 1
        return result

    def _hang_items(self) -> None:
        """Make the lines of an item begin where ReportLab begins its first: behind the number and some white."""
        look = self.styles["li"]

        def behind(number: str) -> float:
            wide = fonts.width(number, self.style.typography.texts[0], look.bulletFontSize)
            return float(max(look.leftIndent, look.bulletIndent + wide + 0.6 * look.bulletFontSize))

        self.styles["long"] = ParagraphStyle("long", look, leftIndent=behind("99."))
        look.leftIndent = behind("9.")

    def after_list(self, last: Any) -> None:
        """The extra space of the last item of a list."""

    def paragraph(self, token: Any, kind: str, bullet: str | None) -> Any:
        """A paragraph, a heading or an item; a heading on a band may have a colour of its own."""
        content, look = self.inline(token), self.styles[kind]
        chip = self.chip_alone(token)
        if chip is not None and kind == "h2" and self.aid:
            colour, text = chip
            content, look = self.plain(text), ParagraphStyle("coloured", look, textColor=hex_colour(ink(colour)))
            if self.panels:  # the panel draws the ground, a tint of the colour as wide as itself
                look.textColor = hex_colour(ink(mix(colour, "#ffffff", BAND_WHITE)))
            else:
                look.backColor = hex_colour(colour)
        result = self.set(content, look, bullet)
        result.role = role_of(kind, bullet)
        result.heads, result.opens = kind in ("h1", "h2", "h3"), kind == "h2"
        return result

    def rule(self, token: Any) -> list[Any]:
        """The flowables of a rule."""
        return [Rule(width="100%", thickness=0.5, color=self.style.rule, spaceBefore=4, spaceAfter=4)]

    def block(self, token: Any) -> list[Any]:
        """The flowables of a fence or a block of code."""
        info = token.info.strip()
        if info in ("column", "page"):
            return [Break(info)]
        size = track_of(info)
        if size is not None:
            return track(self, token.content, size)
        return [Paragraph(escaped(token.content), self.styles["p"])]

    def figure(self, image: Any) -> list[Any]:
        """The figure that an image names, with its caption."""
        source = str(image.attrs.get("src", ""))
        drawings = self.figures.get(source.removeprefix(FIGURE))
        if drawings is None or not source.startswith((FIGURE, PREFIX)):
            if source.startswith(PREFIX):  # in a text that is made of nothing but words
                self.tell(source, "draw:picture", f"there is no picture {source.removeprefix(PREFIX)!r}.", "")
                return []
            near = did_you_mean(
                source.removeprefix(FIGURE), [name for name in self.figures if not name.startswith(PREFIX)]
            )
            self.tell(source, "draw:figure", f"there is no figure {source!r}.", near)
            return []
        caption = self.set(self.inline(image), self.styles["caption"]) if image.content else None
        if source.startswith(PREFIX):
            drawings = [self.sized(drawing, image) for drawing in drawings]
        drawings = [self.fitting(drawing) for drawing in drawings]
        if source.startswith(PREFIX):
            for drawing in drawings:
                tell_coarse(drawing, self.report)
        return [Figure(drawings, caption, self.width)] if drawings else []

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
        image = _image_alone(token)
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


def _items(tokens: Sequence[Any], index: int) -> int:
    """The number of items of the list that opens there."""
    result = 0
    for token in tokens[index + 1 :]:
        if token.level == tokens[index].level:
            break
        result += token.type == "list_item_open" and token.level == tokens[index].level + 1
    return result


def role_of(kind: str, bullet: str | None) -> str:
    """The role in the tag tree of a paragraph of a look."""
    if kind in ("h1", "h2", "h3"):
        return kind.upper()
    return "P" if bullet is None else "LI"


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


def _image_alone(token: Any) -> Any:
    """The image that a paragraph or cell consists of, or None when it has anything else in it."""
    alone = _alone(token)
    return alone if alone is not None and alone.type == "image" else None
