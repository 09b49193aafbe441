"""Sheets of text: Markdown into ReportLab flowables, laid out on pages of a stated size.

Known: headings, paragraphs, bold, italic, lists, tables, rules. Raw HTML is shown as text.
Beyond Markdown: code such as `red: Red` is set on that colour, one of the style's segments, liveries or results; alone
in a cell or a heading it fills it. `attacker 60: AR` has that share of white in it, in per cent. Any other code is
bold: in the plain face the two hyphens of an option close up to one dash.
Icons such as `:sword:` are drawn as high as the line.
A fence `band` makes a page of panels, see `panels`.
A fence `track` draws a box a line (`track 17` smaller ones): `figure | note | colour`. A fence `column` or `page`
begins a new one.
A paragraph that is only `![caption](figure:name)` places the drawings of a figure side by side, in as many lines as
they need.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from ibbprint.components.lacking import tell_lacking
from ibbprint.components.style import Style
from ibbprint.components.text.inline import Find, Icons, no_symbols
from ibbprint.components.text.markdown import tokens_of
from ibbprint.components.text.page_breaks import Attempt, Frame, largest_fitting
from ibbprint.drawing.fonts import POINTS_PER_MM
from ibbprint.drawing.shapes import Drawing
from ibbprint.problems import Report, Where

if TYPE_CHECKING:
    from ibbprint.components.text.flowables import Paragraphs
    from ibbprint.components.text.panels import At


@dataclass(frozen=True, slots=True)
class Page:
    """A page of laid-out text.

    Flowables stand in points from its bottom left, the drawings of figures in mm from its top left.
    """

    flowables: tuple[tuple[Any, float, float], ...]
    drawings: tuple[tuple[Drawing, float, float], ...] = ()
    sheet: int = 0
    """The number of pages that the text itself begins before it."""
    reach: float = 0.0
    """The length of its sheet down to its end, in heights of a page, if a page had no end; of columns, on the mean."""

    @property
    def foot(self) -> float:
        """The distance of its end from the bottom of the paper, mm."""
        return min((y for _, _, y in self.flowables), default=0.0) / POINTS_PER_MM

    def draw(self, canvas: Any) -> None:
        for flowable, x, y in self.flowables:
            flowable.drawOn(canvas, x, y)


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting of a text: the number of columns, and the most pages (0: as many as it needs).

    `aid` is the look of a player's aid: headings on bands of colour, tables as wide as their column.
    Words that were `typed` by anybody may have two colons in them that mean no icon.
    Its type is no larger than `largest` points (0: than that of the style).
    """

    columns: int = 1
    pages: int = 0
    aid: bool = False
    typed: bool = False
    largest: float = 0.0


STEP_PT = 0.125
SPLIT_PT = 40.0
"""Less room than this at the foot of a column stays white."""
FOLLOWS_PT = 48.0
"""So much of what follows a heading must stand under it in the same column, if there is so much."""
LEAD_GAP = 4.0
"""Between what runs over all columns and the columns, in points."""
COLUMN_GAP = 14.0
"""Between two columns, in points."""
EVEN_PT = 2.0
"""Columns that end together do so to within this, as far as lines can be moved."""


def lay_out(
    markdown: str,
    style: Style,
    frame: tuple[float, float, float, float],
    paper_height: float,
    where: Where,
    report: Report,
    setting: Setting | None = None,
    figures: Mapping[str, Sequence[Drawing]] | None = None,
    words: Mapping[str, Where] | None = None,
    symbols: Find = no_symbols,
    paragraphs: Paragraphs | None = None,
) -> list[Page]:
    """The text on as many pages as it needs; `frame` is x, y, width, height in mm from the top left.

    With a `setting` of pages it has the type that `largest_fitting` finds for them.
    `words` says where texts that may be in it were written, `symbols` finds those of icons.
    `paragraphs` are those of texts that were set before.
    """
    from ibbprint.components.text import panels
    from ibbprint.components.text.flowables import Paragraphs
    from ibbprint.components.text.flowing import FlowMaker
    from ibbprint.components.text.tables import SMALLEST_PT

    setting = setting or Setting()
    style.typography.load()
    tokens = tokens_of(markdown, where, report)
    if tokens is None:
        return []
    for token in tokens:
        if token.type == "inline":
            tell_lacking(token.content, words or {}, where, report, style.typography.texts[0])
    gaps = COLUMN_GAP * (setting.columns - 1)
    width = (frame[2] * POINTS_PER_MM - gaps) / setting.columns
    largest = min(style.type["body"], setting.largest or style.type["body"])
    banded = panels.has_bands(tokens)
    if banded and not panels.sound(tokens, where, report):
        return []
    icons = Icons(symbols, words or {}, where, report, setting.typed)
    paragraphs = paragraphs or Paragraphs()

    def set_in(steps: int, max_pages: int) -> list[Page]:
        """The text in its type, a number of steps smaller; no more than one page beyond `max_pages`, where not 0."""
        body = max(min(largest, SMALLEST_PT), largest - steps * STEP_PT)

        def maker(wide: float, panels: bool = False) -> FlowMaker:
            return FlowMaker(style, wide, body, where, report, figures, setting.aid, icons, panels, paragraphs)

        if not banded:
            return _pages(maker(width).make(tokens), frame, paper_height, setting.columns, max_pages)
        result = panels.placed(
            tokens, lambda wide: maker(wide, True), frame[2] * POINTS_PER_MM, frame[3] * POINTS_PER_MM
        )
        return _panelled(result, frame, paper_height, max_pages)

    limit = setting.pages
    full = set_in(0, 0)
    if not report.ok or not limit or len(full) <= limit:
        return full
    steps = max(0, math.ceil((largest - SMALLEST_PT) / STEP_PT))

    def attempt(pages: list[Page]) -> Attempt[list[Page]]:
        return Attempt(pages, _length(pages, limit), len(pages) <= limit)

    return largest_fitting(
        attempt(full),
        lambda smaller: attempt(set_in(smaller, limit if smaller < steps else 0)),
        steps,
        SMALLEST_PT / largest,
    )


def _pages(
    flowables: Sequence[Any],
    frame: tuple[float, float, float, float],
    paper_height: float,
    columns: int,
    max_pages: int,
) -> list[Page]:
    """The flowables column after column, page after page. In columns, what stands before the first h2 runs over all.

    When there are more than `max_pages` (0: any number) the rest is left out: it will be set again in smaller type.
    """
    k = POINTS_PER_MM
    left, full_width, height = frame[0] * k, frame[2] * k, frame[3] * k
    top = (paper_height - frame[1]) * k
    width = (full_width - COLUMN_GAP * (columns - 1)) / columns
    pages: list[tuple[list[tuple[Any, float, float]], list[tuple[Drawing, float, float]]]] = []

    def place(page: int, flowable: Any, x: float, down: float, tall: float) -> None:
        """A flowable on a page, `down` points from the top of the frame, and its drawings with it."""
        if page == len(pages):
            pages.append(([], []))
        pages[page][0].append((flowable, x, top - down - tall))
        pages[page][1].extend(
            (drawing, x / k + dx, frame[1] + down / k + dy) for drawing, dx, dy in flowable.drawings()
        )

    lead, waiting = 0.0, list(flowables)
    while columns > 1 and waiting and not waiting[0].opens:
        flowable = waiting.pop(0)
        _, tall = flowable.wrap(full_width, height)
        place(0, flowable, left, lead, tall)
        lead += tall + flowable.getSpaceAfter()
    lead += LEAD_GAP if lead else 0.0
    frame_of = partial(Frame, width, least=SPLIT_PT, needed=_follows, columns=columns)
    depths: dict[tuple[int, int], float] = {(0, column): lead for column in range(columns)}
    for placed in frame_of(_evened(frame_of, waiting, lead, height)).broken(waiting, lead):
        place(placed.page, placed.flowable, left + placed.column * (width + COLUMN_GAP), placed.down, placed.tall)
        depths[placed.page, placed.column] = placed.down + placed.tall
        if 0 < max_pages <= placed.page:
            break
    return [
        Page(
            tuple(flowing),
            tuple(drawings),
            reach=number + sum(depths.get((number, column), 0.0) for column in range(columns)) / columns / height,
        )
        for number, (flowing, drawings) in enumerate(pages)
    ]


def _evened(frame_of: Callable[[float], Frame], waiting: Sequence[Any], lead: float, height: float) -> float:
    """The height of the columns such that those of a text of one page end together, as far as possible."""
    if frame_of(height).columns == 1 or any(flowable.breaks for flowable in waiting):
        return height

    def holds(high: float) -> bool:
        return all(
            item.page == 0 and item.down + item.tall <= high + STEP_PT for item in frame_of(high).broken(waiting, lead)
        )

    if not holds(height):
        return height
    low = lead
    while height - low > EVEN_PT:
        middle = (low + height) / 2
        low, height = (low, middle) if holds(middle) else (middle, height)
    return height


def _panelled(
    placed: Iterable[At], frame: tuple[float, float, float, float], paper_height: float, max_pages: int
) -> list[Page]:
    """The pages of a text of panels; no more than one page too many."""
    k = POINTS_PER_MM
    pages: list[tuple[list[tuple[Any, float, float]], list[tuple[Drawing, float, float]]]] = []
    reaches: list[tuple[int, float]] = []
    for page, flowable, across, down, tall, sheet, run in placed:
        while page >= len(pages):
            pages.append(([], []))
            reaches.append((sheet, 0.0))
        reaches[page] = sheet, run / (frame[3] * k)
        pages[page][0].append((flowable, frame[0] * k + across, (paper_height - frame[1]) * k - down - tall))
        pages[page][1].extend(
            (drawing, frame[0] + across / k + dx, frame[1] + down / k + dy) for drawing, dx, dy in flowable.drawings()
        )
        if 0 < max_pages <= page:
            break
    return [
        Page(tuple(flowing), tuple(drawings), *reach) for (flowing, drawings), reach in zip(pages, reaches, strict=True)
    ]


def _length(pages: Sequence[Page], limit: int) -> float:
    """The length of a text by the `limit` of its pages, or of its longest sheet where each has one page."""
    lengths = {page.sheet: page.reach for page in pages}
    return max(lengths.values()) if len(lengths) >= limit else sum(lengths.values()) / limit


def _follows(flowable: Any, waiting: Sequence[Any], width: float, height: float) -> float:
    """The height that must follow under a heading in the same column: the start of its text."""
    if not flowable.heads or not waiting:
        return 0.0
    _, tall = waiting[0].wrap(width, height)
    return float(max(min(tall, FOLLOWS_PT), waiting[0].least)) + float(waiting[0].getSpaceBefore())
