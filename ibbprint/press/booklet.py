"""Booklets on sheets: two small pages side by side on paper held across, in reading order or imposed for folding.

In reading order both sides of a sheet are the same way up, so that a screen shows every page upright. Imposed for
folding, a small page must have its other side behind it, the same way up: where the printer turns the sheets along
the long edge, the backs are upside down in the file; along the short edge they are upright.
On A4 the sheet folds to A5. On Letter it folds to half Letter: the white at the fold is narrower, nothing is cut. On
larger paper the small pages meet at the fold, and marks beyond their corners show where to trim them.
Nothing else is printed on the sheets: no head, no ruler.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ibbprint.components.text.booklet_pages import (
    BOTTOM_MM,
    FOOT_MM,
    HEAD_MM,
    HEIGHT_MM,
    TOP_MM,
    WIDTH_MM,
    BookletPage,
    column_mm,
    lay_out,
)
from ibbprint.drawing import fonts
from ibbprint.drawing.pdf import PdfWriter
from ibbprint.drawing.shapes import Group, Item, Matrix, Path, Text, line
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.materials import Section
from ibbprint.materials.booklets import Booklet
from ibbprint.press.figures import drawn
from ibbprint.press.order import sheets_of
from ibbprint.press.paper import Paper
from ibbprint.press.workshop import Page, Workshop
from ibbprint.problems import Where

SHEET = 4
"""Pages that one sheet of paper holds."""
INNER_SHARE = 0.8
"""How much of the difference between a small page and half a sheet is taken up at the fold."""
LARGE_SLACK_MM = 1.0
"""On paper with more to spare, small pages are in the middle of their halves; folded, they meet at the fold."""
TRIM_GAP_MM, TRIM_MARK_MM = 2.0, 4.0
"""How far from a small page its trim marks begin, and how long they are where the paper has the room."""
LEAST_MARK_MM = 1.5
IMPRINT_PAGE = 2
LOST_MM = 12.0
"""How much of a small page's own margins may be lost where half a sheet is smaller than it, mm."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a sheet: the pages left and right of each other when it is held across."""

    front: bool
    left: int
    right: int


def impose(pages: int, folded: bool) -> list[Side]:
    """The pages on each side of each sheet; `pages` is a multiple of 4.

    Folded: the sheets are laid on each other and folded together once. Else pages follow each other.
    """
    if pages % SHEET:
        raise ValueError(f"{pages} pages do not fill whole sheets of {SHEET}")
    sides: list[Side] = []
    for sheet in range(pages // SHEET):
        if folded:
            sides.append(Side(True, pages - 2 * sheet, 2 * sheet + 1))
            sides.append(Side(False, 2 * sheet + 2, pages - 2 * sheet - 1))
        else:
            first = SHEET * sheet + 1
            sides.append(Side(True, first, first + 1))
            sides.append(Side(False, first + 2, first + 3))
    return sides


def placed(side: Side, right: bool, paper: Paper, *, folded: bool = False, level: bool = False) -> Matrix:
    """The place of a small page on the paper, held across: from mm on the page to mm on the sheet.

    `level` is for backs that come upside down: those of a sheet that is turned about a level line and folded.
    """
    x, y = _corner(right, paper, folded)
    if side.front or not (folded and level):
        return (1.0, 0.0, 0.0, 1.0, x, y)
    return (-1.0, 0.0, 0.0, -1.0, paper.width - x, paper.height - y)


def _corner(right: bool, paper: Paper, folded: bool) -> tuple[float, float]:
    """The top left corner of a small page on the paper, held across, mm."""
    half = paper.width / 2
    slack = half - WIDTH_MM  # below 0 when the page is wider than half the sheet
    share = INNER_SHARE if slack < LARGE_SLACK_MM else 0.0 if folded else 0.5
    inward = slack * share  # between the page and the fold
    return (half + inward if right else half - inward - WIDTH_MM, (paper.height - HEIGHT_MM) / 2)


def booklet_pages(shop: Workshop, section: Section) -> list[Page]:
    """The sides of all sheets of the booklets of a section."""
    pages: list[Page] = []
    for booklet in shop.kit.booklets:
        if booklet.section == section.id:
            pages += _sheets(shop, booklet)
    return pages


def _sheets(shop: Workshop, booklet: Booklet) -> list[Page]:
    folded = shop.options.booklet
    small = _small_pages(shop, booklet, folded)
    if small is None:
        return []
    if _one_a_side(shop.options.paper):
        return _single(shop, booklet, small)
    draw = _Draw(shop, booklet, small)
    pages: list[Page] = []
    sheet_side: dict[int, Page] = {}
    title = _section_title(booklet, shop)
    used = sum(1 for page in small if page.number == 1 or page.flowables)
    for number, side in enumerate(impose(len(small), folded)):
        if not folded and side.left > used:  # a last side without a word on it
            break
        page = Page(
            shop.page_title(f"{title}, pages {side.left} and {side.right}"),
            draw.side(side, folded),
            title if number == 0 else "",
            front=side.front,
            paper=shop.paper.across(),
            head=False,
            ruler=False,
        )
        pages.append(page)
        sheet_side |= {side.left: page, side.right: page}
    pages[0].chapters = [(chapter, sheet_side[number]) for chapter, number in chapters(small)]
    shop.booklets[booklet.section] = (len(small) if folded else used, sheets_of(shop, pages))
    return pages


def chapters(pages: Sequence[BookletPage]) -> list[tuple[str, int]]:
    """The chapters of a booklet in reading order, each with the small page that it begins on."""
    return [(chapter, page.number) for page in pages for chapter in page.begins]


def _one_a_side(paper: Paper) -> bool:
    """Whether half a sheet is too small for a small page, so that each has a side for itself."""
    half = max(paper.width, paper.height) / 2
    return half < WIDTH_MM - LOST_MM or min(paper.width, paper.height) < HEIGHT_MM - LOST_MM


def _single(shop: Workshop, booklet: Booklet, small: Sequence[BookletPage]) -> list[Page]:
    """The small pages one a side, in reading order, on paper that holds no two of them."""
    paper = shop.paper.upright()
    draw = _Draw(shop, booklet, small)
    if paper.width < WIDTH_MM - LOST_MM or paper.height < HEIGHT_MM - LOST_MM:
        message = f"a page of {WIDTH_MM:g} x {HEIGHT_MM:g} mm is too large for {paper.title}"
        shop.report.error(
            Where("--paper"), "print:size", f"{message}.", "Choose a larger paper, or leave the rules out."
        )
        return []
    used = [page for page in small if page.number == 1 or page.flowables]
    title = _section_title(booklet, shop)
    pages = [
        Page(
            shop.page_title(title),
            draw.alone(page, paper),
            title if page.number == 1 else "",
            front=page.number == 1,
            paper=paper if shop.paper.lies_across else None,
            head=False,
            ruler=False,
        )
        for page in used
    ]
    sides = {page.number: item for page, item in zip(used, pages, strict=True)}
    pages[0].chapters = [(chapter, sides[number]) for chapter, number in chapters(used)]
    shop.booklets[booklet.section] = (len(used), sheets_of(shop, pages))
    shop.singles.add(booklet.section)
    return pages


def _section_title(booklet: Booklet, shop: Workshop) -> str:
    """The title of the part of the kit that a booklet is."""
    return next(section.title for section in shop.kit.sections if section.id == booklet.section)


def _small_pages(shop: Workshop, booklet: Booklet, folded: bool) -> list[BookletPage] | None:
    """Cover and text, filled up to whole sheets; None with faults in the report."""
    asked_at = booklet.origins.get("", Where(booklet.template))
    cover = shop.faces.face(booklet.cover, booklet.values, (WIDTH_MM, HEIGHT_MM), booklet.origins)
    loaded = shop.templates.load(booklet.template, asked_at)
    filled = None if loaded is None else shop.templates.render(loaded, booklet.values)
    if filled is None:
        return None
    shop.faces.texts[filled] = None
    where = Where(str(shop.templates.path(booklet.template) or booklet.template), 1, 1)
    figures = drawn(shop, booklet.figures, (column_mm(noted=booklet.noted), BOTTOM_MM - TOP_MM), filled, where)
    limit = booklet.most_pages - 1
    symbols = shop.faces.symbols
    pages = lay_out(
        filled,
        shop.style,
        figures,
        booklet.marked,
        limit,
        folded,
        symbols,
        shop.kit.words,
        where,
        shop.report,
        noted=booklet.noted,
    )
    if cover is None or not shop.report.ok:
        return None
    if len(pages) > limit:
        needed, allowed = f"{len(pages) + 1} pages", booklet.most_pages
        message = f"{_section_title(booklet, shop)} takes {needed} even in the smallest type; pages allows {allowed}."
        place = booklet.origins.get("pages", asked_at)
        shop.report.warning(place, "print:pages", message, "Shorten the text, or allow more pages.")
    shop.show(booklet.section, "", cover, (WIDTH_MM, HEIGHT_MM))
    first = BookletPage(1, folded, "", drawings=((cover, 0.0, 0.0),))
    small = [first, *pages]
    while len(small) % SHEET:
        number = len(small) + 1
        small.append(BookletPage(number, (number % 2 == 1) == folded, ""))
    return small


@dataclass(frozen=True, slots=True)
class _Draw:
    """Draws the sides of a booklet's sheets."""

    shop: Workshop
    booklet: Booklet
    pages: Sequence[BookletPage]

    def alone(self, page: BookletPage, paper: Paper) -> Callable[[PdfWriter], None]:
        """A small page in the middle of a side of its own."""
        matrix = (1.0, 0.0, 0.0, 1.0, (paper.width - WIDTH_MM) / 2, (paper.height - HEIGHT_MM) / 2)
        return lambda writer: self.page(writer, page, matrix)

    def side(self, side: Side, folded: bool) -> Callable[[PdfWriter], None]:
        def draw(writer: PdfWriter) -> None:
            paper = self.shop.paper.across()
            turn = self.shop.turn(paper)
            level = turn is not None and turn.sides and turn.level
            for number, right in ((side.left, False), (side.right, True)):
                self.page(writer, self.pages[number - 1], placed(side, right, paper, folded=folded, level=level))
            if folded:
                writer.items(_trim_marks(paper, self.shop.style.ink))

        return draw

    def page(self, writer: PdfWriter, page: BookletPage, matrix: Matrix) -> None:
        """A small page where it is on the sheet."""
        with writer.tags.artifact(head=True):
            writer.items([Group(self.furniture(page), matrix)])
        with writer.tags.group("Div", order=page.number):  # read page by page, however they are imposed
            if page.flowables:
                writer.flow_in(page.flow, HEIGHT_MM, matrix)
            for drawing, x, y in page.drawings:
                shifted = Group(list(drawing.items), (1.0, 0.0, 0.0, 1.0, x, y))
                with writer.tags.figure(drawing):
                    writer.items([Group([shifted], matrix)])

    def furniture(self, page: BookletPage) -> list[Item]:
        """Running head and page number; the edition and its hash on page 2, nothing on the cover and empty pages."""
        style = self.shop.style
        if page.number == 1 or not page.flowables:
            return []
        size = 8 * fonts.POINT
        left, right = page.span
        outer = right if page.right_hand else left
        anchor = "end" if page.right_hand else "start"
        pen = Pen(fill=None, stroke=style.rule, stroke_width=0.2)
        imprint: list[Item] = []
        if page.number == IMPRINT_PAGE:
            words = f"edition {self.shop.kit.edition} · {self.shop.stamp}"
            inner, inner_anchor = (left, "start") if page.right_hand else (right, "end")
            imprint = [
                Text(
                    inner,
                    FOOT_MM,
                    words,
                    style.typography.sheets[0],
                    size,
                    style.muted,
                    "end" if inner_anchor == "end" else "start",
                )
            ]
        return [
            *imprint,
            Text(
                outer,
                HEAD_MM,
                page.chapter,
                style.typography.sheets[2],
                size,
                style.muted,
                "end" if page.right_hand else "start",
            ),
            Path(line(left, HEAD_MM + 1.6, right, HEAD_MM + 1.6), pen),
            Text(
                outer,
                FOOT_MM,
                str(page.number),
                "bold",
                9 * fonts.POINT,
                style.accent,
                "end" if anchor == "end" else "start",
            ),
        ]


def _trim_marks(paper: Paper, ink: str) -> list[Item]:
    """Marks beyond the corners of the two small pages and beyond the fold, on paper that has the room for them."""
    pen = Pen(fill=None, stroke=ink, stroke_width=0.25 * fonts.POINT)
    left, top = _corner(False, paper, folded=True)
    wide, high = left, top  # what is beside and above the small pages, on either side
    rows, columns = (top, paper.height - top), (left, paper.width / 2, paper.width - left)
    down, across = (min(TRIM_MARK_MM, room - TRIM_GAP_MM - paper.edge) for room in (high, wide))
    result: list[Item] = []
    for sign, y in zip((-1, 1), rows, strict=True):
        if down >= LEAST_MARK_MM:
            result += [Path(line(x, y + sign * TRIM_GAP_MM, x, y + sign * (TRIM_GAP_MM + down)), pen) for x in columns]
    for sign, x in zip((-1, 1), columns[::2], strict=True):
        if across >= LEAST_MARK_MM:
            result += [Path(line(x + sign * TRIM_GAP_MM, y, x + sign * (TRIM_GAP_MM + across), y), pen) for y in rows]
    return result
