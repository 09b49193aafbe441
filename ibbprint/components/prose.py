"""Sheets of text: Markdown into ReportLab flowables, laid out on pages of a stated size.

Known: headings, paragraphs, bold, italic, lists, tables, rules. Raw HTML is shown as text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ibbprint.components.style import Style
from ibbprint.drawing import fonts
from ibbprint.problems import Report, Where

POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Page:
    """One page of laid-out text: each flowable with its place in points from the bottom left."""

    flowables: tuple[tuple[Any, float, float], ...]

    def draw(self, canvas: Any) -> None:
        for flowable, x, y in self.flowables:
            flowable.drawOn(canvas, x, y)


def lay_out(
    markdown: str,
    style: Style,
    frame: tuple[float, float, float, float],
    paper_height: float,
    where: Where,
    report: Report,
) -> list[Page]:
    """The text on as many pages as it needs; `frame` is x, y, width, height in mm from the top left."""
    fonts.load_family()
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(markdown)
    for token in tokens:
        if token.type == "inline":
            lacking = fonts.missing(token.content.replace("\n", " "), fonts.DEFAULT)
            if lacking:
                report.error(where, "draw:glyph", f"the font has no character {lacking!r} in {token.content[:40]!r}.")
    width = frame[2] * POINTS_PER_MM
    flowables = _Maker(style, width).make(tokens)
    return _pages(flowables, frame, paper_height)


def _pages(flowables: Sequence[Any], frame: tuple[float, float, float, float], paper_height: float) -> list[Page]:
    k = POINTS_PER_MM
    left, width, height = frame[0] * k, frame[2] * k, frame[3] * k
    top = (paper_height - frame[1]) * k
    pages: list[Page] = []
    current: list[tuple[Any, float, float]] = []
    used = 0.0
    waiting = list(flowables)
    while waiting:
        flowable = waiting.pop(0)
        before = flowable.getSpaceBefore() if current else 0.0
        _, tall = flowable.wrap(width, height)
        left_over = height - used - before
        if tall <= left_over + 1e-6:
            used += before + tall
            current.append((flowable, left, top - used))
            used += flowable.getSpaceAfter()
            continue
        parts = flowable.split(width, left_over) if left_over > 40 else []
        if len(parts) > 1:
            waiting[:0] = parts
            continue
        if not current:  # larger than a page and not to be split
            current.append((flowable, left, top - tall))
        else:
            waiting.insert(0, flowable)
        pages.append(Page(tuple(current)))
        current, used = [], 0.0
    if current:
        pages.append(Page(tuple(current)))
    return pages


_ESCAPE = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


class _Maker:
    """Walks the Markdown tokens once."""

    def __init__(self, style: Style, width: float) -> None:
        from reportlab.lib.colors import HexColor
        from reportlab.lib.styles import ParagraphStyle

        self.style = style
        self.width = width
        body = style.type["body"]
        regular, bold = fonts.pdf_name("regular"), fonts.pdf_name("bold")
        ink = HexColor(style.ink)

        def paragraph(name: str, size: float, font: str = regular, **more: Any) -> Any:
            return ParagraphStyle(
                name, fontName=font, fontSize=size, leading=size * 1.28, textColor=ink, bulletFontName=regular,
                bulletFontSize=size, **more,
            )  # fmt: skip

        accent = HexColor(style.accent)
        self.styles = {
            "h1": paragraph("h1", style.type["title"], bold, spaceAfter=5),
            "h2": paragraph("h2", style.type["heading"], bold, spaceBefore=8, spaceAfter=2),
            "h3": paragraph("h3", body * 1.1, bold, spaceBefore=5, spaceAfter=1),
            "p": paragraph("p", body, spaceAfter=3),
            "li": paragraph("li", body, spaceAfter=1.5, leftIndent=11, bulletIndent=1),
            "cell": paragraph("cell", body * 0.94),
            "head": paragraph("head", body * 0.94, bold),
        }
        for name in ("h1", "h2"):
            self.styles[name].textColor = accent

    def make(self, tokens: Sequence[Any]) -> list[Any]:
        from reportlab.platypus import HRFlowable, Paragraph

        made: list[Any] = []
        lists: list[int | None] = []
        kind = "p"
        index = 0
        first_in_item = False
        while index < len(tokens):
            token = tokens[index]
            if token.type == "heading_open":
                kind = token.tag if token.tag in self.styles else "h3"
            elif token.type == "paragraph_open":
                kind = "li" if lists else "p"
            elif token.type == "bullet_list_open":
                lists.append(None)
            elif token.type == "ordered_list_open":
                lists.append(int(token.attrs.get("start", 1)))
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                lists.pop()
            elif token.type == "list_item_open":
                first_in_item = True
            elif token.type == "inline":
                bullet = None
                if kind == "li" and first_in_item:
                    number = lists[-1]
                    bullet = "•" if number is None else f"{number}."
                    if number is not None:
                        lists[-1] = number + 1
                    first_in_item = False
                made.append(Paragraph(self.inline(token), self.styles[kind], bulletText=bullet))
            elif token.type == "hr":
                made.append(HRFlowable(width="100%", thickness=0.5, color=self.style.rule, spaceBefore=4, spaceAfter=4))
            elif token.type == "table_open":
                index = self.table(tokens, index, made)
            elif token.type in ("fence", "code_block"):
                made.append(Paragraph(_escaped(token.content), self.styles["p"]))
            index += 1
        return made

    def inline(self, token: Any) -> str:
        parts: list[str] = []
        tags = {"strong_open": "<b>", "strong_close": "</b>", "em_open": "<i>", "em_close": "</i>"}
        for child in token.children or []:
            if child.type in tags:
                parts.append(tags[child.type])
            elif child.type == "softbreak":
                parts.append(" ")
            elif child.type == "hardbreak":
                parts.append("<br/>")
            else:
                parts.append(_escaped(child.content))
        return "".join(parts)

    def table(self, tokens: Sequence[Any], index: int, made: list[Any]) -> int:
        from reportlab.lib.colors import HexColor
        from reportlab.platypus import Paragraph, Table, TableStyle

        rows: list[list[Any]] = []
        widths: list[float] = []
        heads = 0
        head = False
        index += 1
        while tokens[index].type != "table_close":
            token = tokens[index]
            if token.type in ("thead_open", "thead_close"):
                head = token.type == "thead_open"
            elif token.type == "tr_open":
                rows.append([])
                heads += head
            elif token.type == "inline":
                column = len(rows[-1])
                text = re.sub(r"<[^>]*>", "", self.inline(token))
                font = "bold" if head else "regular"
                size = self.styles["cell"].fontSize
                longest = fonts.width(text, font, size) + 9
                if column == len(widths):
                    widths.append(0.0)
                widths[column] = max(widths[column], longest)
                rows[-1].append(Paragraph(self.inline(token), self.styles["head" if head else "cell"]))
            index += 1
        table = Table(
            rows, colWidths=self.columns(widths), repeatRows=heads, hAlign="LEFT", spaceBefore=3, spaceAfter=5
        )
        rule, tint = HexColor(self.style.rule), HexColor(self.style.tint)
        table.setStyle(
            TableStyle(
                [
                    ("FONT", (0, 0), (-1, -1), fonts.pdf_name("regular"), self.styles["cell"].fontSize),
                    ("VALIGN", (0, 0), (-1, -1), "TOP"),
                    ("LEFTPADDING", (0, 0), (-1, -1), 4),
                    ("RIGHTPADDING", (0, 0), (-1, -1), 4),
                    ("TOPPADDING", (0, 0), (-1, -1), 1.2),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 1.8),
                    ("LINEBELOW", (0, heads - 1), (-1, heads - 1), 0.7, rule),
                    ("LINEBELOW", (0, -1), (-1, -1), 0.5, rule),
                    *(("BACKGROUND", (0, r), (-1, r), tint) for r in range(heads + 1, len(rows), 2)),
                ]
            )
        )
        made.append(table)
        return index

    def columns(self, natural: list[float]) -> list[float]:
        """Short columns as wide as their text, the rest shared by the long ones."""
        total = sum(natural)
        if total <= self.width:
            return natural
        share = self.width / len(natural)
        short = [w for w in natural if w <= share]
        room = self.width - sum(short)
        long_total = sum(w for w in natural if w > share)
        return [w if w <= share else room * w / long_total for w in natural]


def _escaped(text: str) -> str:
    return "".join(_ESCAPE.get(c, c) for c in text)
