"""A player's aid as a page of panels: bands across the page, columns in a band, under each h2 a panel with its head.

A fence `band 50 *` begins a band: the width of each column in mm, or a share of what is left; `** *` is two thirds and
one third. `column` goes on to the next column; in a band without one the panels are shared out so that its columns are
equally high. `page` begins the next page, and an h1 stands between two bands.
Imported only where text is set: ReportLab's Platypus takes long to load.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from reportlab import platypus

from ibbprint.components.text.flowables import Part, Placed, hex_colour
from ibbprint.components.text.flowing import BAND_WHITE, FlowMaker
from ibbprint.components.text.inline import written
from ibbprint.drawing.colour import WHITE, mix
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where

GAP = 4.0
"""Between two panels, side by side or one under the other, in points."""
INSET = 4.5
"""The white at the left and the right of what is in a panel, in points."""
HEAD_ABOVE, HEAD_BELOW = 0.8, 2.2
"""The tint above and below the words of a head, in points; a full colour would be a fifth of the ink of an aid."""
ABOVE, BELOW = 3.0, 3.5
"""The white above and below what is in a panel, in points."""
MOST_STRETCHED = 16.0
"""A panel is made no more than this higher than it needs to be, but for the last of its column, in points."""
LINE = 0.6
_BAND = regex(r"band((?:\s+(?:\*{1,12}|[0-9]{1,3}(?:\.[0-9])?))+)")

Maker = Callable[[float], FlowMaker]
"""Gives what makes the flowables of a column of a width in points."""


class Panel(Part, platypus.Flowable):
    """A framed box under a head; it can be made higher than it needs to be, and split between two paragraphs."""

    def __init__(self, head: Any, content: Sequence[Any], colour: str) -> None:
        super().__init__()
        self.head, self.content, self.colour = head, content, colour
        self.more = 0.0
        """How much higher it is than it needs to be, in points."""
        self.places: list[tuple[Any, float, float]] = []

    def wrap(self, wide: float, high: float) -> tuple[float, float]:
        self.width = wide
        room = wide - 2 * INSET
        self.bar = 0.0
        if self.head is not None:
            self.bar = float(self.head.wrap(room, high)[1]) + HEAD_ABOVE + HEAD_BELOW
        y = self.bar + ABOVE
        self.places = []
        for number, item in enumerate(self.content):
            y += item.getSpaceBefore() if number else 0.0
            _, tall = item.wrap(room, high)
            self.places.append((item, y, tall))
            y += tall + (item.getSpaceAfter() if number + 1 < len(self.content) else 0.0)
        self.height = y + BELOW + self.more
        return self.width, self.height

    def split(self, wide: float, high: float) -> list[Any]:
        """Two panels, or one if even its first part is higher than the room."""
        self.wrap(wide, high)
        fit = sum(1 for _, y, tall in self.places if y + tall + BELOW <= high)
        while fit and self.content[fit - 1].heads:
            fit -= 1
        if 0 < fit < len(self.content):
            return [Panel(self.head, self.content[:fit], self.colour), Panel(None, self.content[fit:], self.colour)]
        first = self.content[0].split(wide - 2 * INSET, high - self.bar - ABOVE - BELOW) if self.content else []
        if len(first) < 2:
            return [self]
        rest = [*first[1:], *self.content[1:]]
        return [Panel(self.head, first[:1], self.colour), Panel(None, rest, self.colour)]

    def draw(self) -> None:
        canvas = self.canv
        with canvas.tags.artifact():
            canvas.setStrokeColor(hex_colour(self.colour))
            canvas.setLineWidth(LINE)
            canvas.rect(LINE / 2, LINE / 2, self.width - LINE, self.height - LINE, stroke=1, fill=0)
            if self.head is not None:
                canvas.setFillColor(hex_colour(mix(self.colour, WHITE, BAND_WHITE)))
                canvas.rect(LINE, self.height - self.bar, self.width - 2 * LINE, self.bar - LINE, stroke=0, fill=1)
        if self.head is not None:
            self.head.drawOn(canvas, INSET, self.height - self.bar + HEAD_BELOW)
        for item, y, tall in self.places:
            item.drawOn(canvas, INSET, self.height - y - tall)

    def drawings(self) -> Sequence[Placed]:
        k = POINTS_PER_MM
        return [
            (drawing, dx + INSET / k, dy + y / k) for item, y, _ in self.places for drawing, dx, dy in item.drawings()
        ]


class At(NamedTuple):
    """A flowable in its place: its page, and how far it is from the left and from the top of the frame, in points.

    `sheet` is the number of fences `page` before it, `run` the height of all since the last of them, itself included,
    if a page had no end.
    """

    page: int
    flowable: Any
    across: float
    down: float
    tall: float
    sheet: int
    run: float


@dataclass(slots=True, eq=False)
class _Band:
    """A band before it is set: how wide its columns are, and the tokens of each panel of each column."""

    widths: Sequence[str]
    columns: list[list[list[Any]]] = field(default_factory=lambda: [[]])


@dataclass(frozen=True, slots=True, eq=False)
class _Title:
    """The tokens of an h1 between two bands."""

    tokens: Sequence[Any]


class _NewPage:
    """Here the next page begins."""


def has_bands(tokens: Sequence[Any]) -> bool:
    """Whether a text is one of panels."""
    return any(token.type == "fence" and _BAND.fullmatch(token.info.strip()) for token in tokens)


def sound(tokens: Sequence[Any], where: Where, report: Report) -> bool:
    """Whether no band has more columns than widths; each that has is in the report, where its words stand."""
    faulty = [part for part in _parts(tokens) if isinstance(part, _Band) and len(part.columns) > len(part.widths)]
    for band in faulty:
        limit = len(band.widths)
        beyond = [token.content for panel in band.columns[limit] for token in panel if token.content]
        words = beyond[0] if beyond else f"band {' '.join(band.widths)}"
        message = f"the band has {limit} column{'s' * (limit > 1)}, and column {limit + 1} begins here."
        hint = f"Write band {' '.join([*band.widths, '*'])}, or leave out a fence column."
        report.error(written(words, {}, where)[0], "draw:fit", message, hint)
    return not faulty


def placed(tokens: Sequence[Any], maker: Maker, width: float, height: float) -> Iterator[At]:
    """Every title and panel of a `sound` text in its place on pages of this width and height, in points."""
    page, down, sheet, run = 0, 0.0, 0, 0.0
    for part in _parts(tokens):
        if isinstance(part, _NewPage):
            page, down, sheet, run = page + (down > 0), 0.0, sheet + 1, 0.0
        elif isinstance(part, _Title):
            for flowable in maker(width).make(part.tokens):
                _, tall = flowable.wrap(width, height)
                yield At(page, flowable, 0.0, down, tall, sheet, run + tall)
                down += tall + flowable.getSpaceAfter()
                run += tall + flowable.getSpaceAfter()
        else:
            wide = _widths(part.widths, width)
            columns = _columns(part, wide, maker, height)
            run += max(_high(column, entry, height) for entry, column in zip(wide, columns, strict=True))
            while any(columns):
                fitting = [
                    _fitting(column, entry, height - down, down == 0.0)
                    for entry, column in zip(wide, columns, strict=True)
                ]
                tall = max(_high(column, entry, height) for entry, column in zip(wide, fitting, strict=True))
                across = 0.0
                for item, column in zip(wide, fitting, strict=True):
                    for panel, below, high in _column(column, down, item, tall):
                        yield At(page, panel, across, below, high, sheet, run)
                    across += item + GAP
                if any(columns):
                    page, down = page + 1, 0.0
                else:
                    down += tall + GAP
            run += GAP


def _parts(tokens: Sequence[Any]) -> Iterator[_Band | _Title | _NewPage]:
    """The bands of a text in order, and the tokens between them."""
    band: _Band | None = None
    index = 0
    while index < len(tokens):
        token = tokens[index]
        info = token.info.strip() if token.type == "fence" else ""
        match = _BAND.fullmatch(info)
        if match is not None or info == "page" or (token.type == "heading_open" and token.tag == "h1"):
            if band is not None:
                yield band
            band = _Band(match[1].split()) if match is not None else None
            if info == "page":
                yield _NewPage()
            if not info:
                yield _Title(tokens[index : index + 3])
                index += 2
        elif info == "column" and band is not None:
            band.columns.append([])
        else:
            band = band or _Band(["*"])
            column = band.columns[-1]
            if not column or (token.type == "heading_open" and token.tag == "h2"):
                column.append([])
            column[-1].append(token)
        index += 1
    if band is not None:
        yield band


def _widths(specs: Sequence[str], width: float) -> list[float]:
    """The widths of columns in points; on narrow paper all of them narrower alike."""
    room = width - GAP * (len(specs) - 1)
    shares = [item.count("*") for item in specs]
    fixed = [0.0 if share else float(item) * POINTS_PER_MM for share, item in zip(shares, specs, strict=True)]
    limit = room - room / (2 * len(specs)) * sum(share > 0 for share in shares)
    if sum(fixed) > limit:
        fixed = [item * limit / sum(fixed) for item in fixed]
    rest = (room - sum(fixed)) / max(1, sum(shares))
    return [share * rest or item for share, item in zip(shares, fixed, strict=True)]


def _columns(band: _Band, wide: Sequence[float], maker: Maker, height: float) -> list[list[Panel]]:
    """The panels of each column of a band; a column that its text does not reach has none."""
    items = [
        _panels(maker(item - 2 * INSET), panels)
        for item, panels in zip(wide[: len(band.columns)], band.columns, strict=True)
    ]
    if len(items) == 1 < len(wide):
        items = _shared_out(items[0], len(wide), wide[0], height)
    return items + [[] for _ in wide[len(items) :]]


def _panels(maker: FlowMaker, panels: Sequence[Sequence[Any]]) -> list[Panel]:
    """The panels of a column; what stands before the first h2 of a band has no head."""
    result = []
    for tokens in panels:
        headed = tokens[0].type == "heading_open" and tokens[0].tag == "h2"
        flowables = maker.make(tokens)
        head = flowables.pop(0) if headed else None
        colour = maker.head_colour(tokens[1]) if headed else maker.style.accent
        result.append(Panel(head, flowables, colour))
    return result


def _shared_out(panels: list[Panel], columns: int, width: float, height: float) -> list[list[Panel]]:
    """The panels in order, in columns of one width, the highest as low as it can be."""
    if not panels:
        return []
    highs = [_high([panel], width, height) + GAP for panel in panels]
    limits = sorted({round(sum(highs[a:b]), 3) for a in range(len(highs)) for b in range(a + 1, len(highs) + 1)})
    # The last limit is the height of them all, which is one column.
    return next(items for limit in limits if len(items := _up_to(limit, panels, highs)) <= columns)


def _up_to(limit: float, panels: Sequence[Panel], highs: Sequence[float]) -> list[list[Panel]]:
    """The panels in order, in columns that are no higher than the limit unless one panel alone is."""
    result: list[list[Panel]] = [[]]
    used = 0.0
    for panel, high in zip(panels, highs, strict=True):
        if result[-1] and used + high > limit + 0.01:
            result.append([])
            used = 0.0
        result[-1].append(panel)
        used += high
    return result


def _high(column: Sequence[Panel], width: float, height: float) -> float:
    """The height of several panels, one under the other."""
    return sum(float(panel.wrap(width, height)[1]) for panel in column) + GAP * max(0, len(column) - 1)


def _fitting(column: list[Panel], width: float, room: float, fresh: bool) -> list[Panel]:
    """The panels that fit into the room, taken off the column; the first is split where the page is `fresh`."""
    panels: list[Panel] = []
    used = 0.0
    while column:
        tall = _high(column[:1], width, room) + (GAP if panels else 0.0)
        if used + tall > room + 0.01:
            break
        panels.append(column.pop(0))
        used += tall
    if column and not panels and fresh:
        first, *rest = column.pop(0).split(width, room)
        column[:0] = rest
        panels.append(first)
    return panels


def _column(column: Sequence[Panel], down: float, width: float, high: float) -> Iterator[tuple[Panel, float, float]]:
    """The panels of a column from `down` on, where each begins and its height: the last ends with its band."""
    spare = high - _high(column, width, high)
    for number, panel in enumerate(column):
        remaining = len(column) - number
        panel.more = spare if remaining == 1 else min(spare / remaining, MOST_STRETCHED)
        spare -= panel.more
        _, tall = panel.wrap(width, high)
        yield panel, down, tall
        down += tall + GAP
