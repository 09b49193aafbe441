"""Markdown into what flows down a page: the look of each part of a text.

Imported only where text is set: ReportLab's Platypus takes long to load.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reportlab.lib.styles import ParagraphStyle

from ibbprint.components.pictures import tell_coarse
from ibbprint.components.style import Style
from ibbprint.components.text.flowables import Break, Figure, Paragraph, Paragraphs, Rule, hex_colour
from ibbprint.components.text.inline import Icons
from ibbprint.components.text.tables import FIGURE, SMALLEST_PT, TableMaker, image_alone
from ibbprint.components.text.tracks import track, track_of
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink, mix
from ibbprint.drawing.shapes import Drawing
from ibbprint.drawing.svg_images import PREFIX
from ibbprint.drawing.xml_text import escaped
from ibbprint.problems import Report, Where, did_you_mean

BAND_WHITE = 0.84
"""The share of white in the band behind a heading: a full one takes the ink of many lines, and outshines armies."""


class FlowMaker(TableMaker):
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
        super().__init__(style, width, where, report, figures, aid, icons, paragraphs)
        self.panels = panels
        self.body = body
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
        self.read_heads(tokens)
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
            elif token.type == "inline" and (image := image_alone(token)) is not None:
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
