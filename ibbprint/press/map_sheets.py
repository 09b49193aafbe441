"""Maps on paper: a poster as large as the map, or sheets that are trimmed and glued together.

Promises of the sheets, which `map_cuts` plans: each reaches `OVERLAP` mm under its right and lower neighbour, and runs
past the cut of an edge that is glued on top, so that a knife that strays leaves no white line; the same points of the
map have register marks on both sides of a joint, outside the bleed. The map is one form that every sheet shows a part
of.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from ibbprint.components.maps.sheet import MapSheet, Measures, map_sheet, roomy_sheet
from ibbprint.drawing import fonts
from ibbprint.drawing.pdf import PdfWriter
from ibbprint.drawing.shapes import Drawing, Group, Item, Path, Style, Text, line, rectangle
from ibbprint.materials import Section
from ibbprint.materials.boards import Board
from ibbprint.phrases import listed
from ibbprint.press import marks
from ibbprint.press.figures import printable
from ibbprint.press.map_cuts import (
    HOME_PAPERS,
    MARGIN,
    NO_MORE,
    OVERLAP,
    Bleed,
    Plan,
    Tile,
    home_joints,
    plan,
    tile_name,
)
from ibbprint.press.paper import EDGE, LARGE, PAPERS, Paper
from ibbprint.press.slots import FOOTER, HEADER, Box, area_of
from ibbprint.press.workshop import Page, Workshop
from ibbprint.problems import Where

KEY_WIDE, KEY_HIGH = 13.0, 4.4
PLAN_WIDE, PLAN_HIGH = 70.0, 45.0
LEAST_FREE = 25.0
"""Free paper that is narrower than this, mm, is of no use."""


# --- pages ----------------------------------------------------------------------------------------------------------


def map_pages(shop: Workshop, section: Section) -> list[Page]:
    """The maps of a section: each as one poster page, or cut into sheets with a plan of how they are joined."""
    pages: list[Page] = []
    for board in shop.kit.boards:
        if board.section != section.id:
            continue
        if not printable(board, shop.faces.symbols, shop.kit.words, shop.style.map, shop.report):
            continue
        layers = [layer.id for layer in board.layers if layer.id in shop.options.layers]
        look = shop.options.map_style
        make = partial(
            map_sheet, style=shop.style, look=look, layers=layers, symbols=shop.faces.symbols, joints=home_joints
        )
        sheet = roomy_sheet(board, shop.style, make, partial(_papers, shop))
        if not sheet.tell(shop.report):
            continue
        shop.keep_land(board, sheet.land)
        shop.count(section.id, 1)
        shop.faces.texts[repr((board.unplaced, shop.options.map_style, layers))] = None
        if board.side_courses or board.starts:
            shop.faces.texts[repr((board.side_courses, board.starts))] = None
        alone = None if board.framed else _fitting(sheet.drawing, shop.paper)
        if shop.options.poster:
            pages += _poster(shop, board, sheet)
        else:
            pages += _sheets(shop, board, sheet) if alone is None else _on_one_page(shop, board, sheet, alone)
    return pages


def _papers(shop: Workshop, width: float, height: float) -> int:
    """How many sheets of paper a map of that size takes; A4 and Letter count alike, or their maps would differ."""
    sheet = Measures(width, height, (), ())
    if shop.options.poster:
        return 1 if shop.options.poster_paper is None or _fitting(sheet, shop.options.poster_paper) else 2
    papers = [PAPERS[name] for name in HOME_PAPERS] if shop.paper.name in HOME_PAPERS else [shop.paper]
    return sum(len(plan(sheet, paper, NO_MORE).tiles()) for paper in papers)


def poster_paper(drawing: Drawing, bleed: float = 0.0) -> Paper:
    """A page just large enough for a whole map with its bleed, its head and its ruler."""
    wide, high = _poster_room(EDGE)
    width, height = drawing.width + wide + 2 * bleed, drawing.height + high + 2 * bleed
    return Paper("poster", f"a poster of {width:.0f} × {height:.0f} mm", width, height)


def _poster_room(edge: float) -> tuple[float, float]:
    """The room of a poster beside and above the map, mm, on a paper that can be printed on up to `edge`."""
    return 2 * edge, 2 * edge + HEADER + FOOTER


def _fitting(drawing: Drawing | Measures, paper: Paper) -> Paper | None:
    """The paper, upright or turned, if the whole map fits on it."""
    wide, high = _poster_room(paper.edge)
    for result in (paper, paper.turned()):
        if drawing.width + wide <= result.width and drawing.height + high <= result.height:
            return result
    return None


def _poster_page(shop: Workshop, board: Board, drawing: Drawing) -> Paper | None:
    """The paper of a poster: the one that was asked for, else one as large as the map.

    A map that is too large for the paper is an error where nothing else is printed; beside other sheets, which the
    paper is for as well, it has a page of its own size, with a warning. It is never made smaller: counters must fit.
    """
    full_size, requested = poster_paper(drawing, _bleed(shop)), shop.options.poster_paper
    result = full_size if requested is None else _fitting(drawing, requested)
    if result is not None:
        return result
    assert requested is not None
    needs = f"{math.ceil(full_size.width)} x {math.ceil(full_size.height)} mm"
    has = f"{requested.title} has {requested.width:g} x {requested.height:g} mm"
    message = f"the poster of {board.title} needs a page of {needs}; {has}"
    enough = [paper.title for paper in (*PAPERS.values(), *LARGE.values()) if _fitting(drawing, paper) is not None]
    fits = f"It fits on {listed(enough, 'or')}. " if enough else ""
    where, rule, only = Where("--paper"), "print:size", shop.options.only
    if only and only <= {item.section for item in shop.kit.boards}:
        hint = (
            f"{fits}Without --paper the page is as large as the map; with a smaller --counter-size the map is smaller."
        )
        shop.report.error(where, rule, f"{message}.", hint)
        return None
    hint = f"{fits}To print it on one of these, print it by itself: --only {board.section}." if enough else ""
    shop.report.warning(where, rule, f"{message}, so it is printed on a larger page.", hint)
    return full_size


def _poster(shop: Workshop, board: Board, sheet: MapSheet) -> list[Page]:
    paper = _poster_page(shop, board, sheet.drawing)
    return [] if paper is None else _on_one_page(shop, board, sheet, paper)


def _on_one_page(shop: Workshop, board: Board, sheet: MapSheet, paper: Paper) -> list[Page]:
    """A map on one page of a paper, in the middle."""
    wide, high = _poster_room(paper.edge)
    bleed = _bleed(shop)
    beside, above = (paper.width - wide - sheet.drawing.width) / 2, (paper.height - high - sheet.drawing.height) / 2
    x, y = paper.edge + beside, paper.edge + HEADER + min(above, bleed + MARGIN)
    trim = Box(x, y, sheet.drawing.width, sheet.drawing.height)
    sides, ends = beside >= bleed + MARGIN, above >= bleed + MARGIN

    def draw(writer: PdfWriter) -> None:
        _beyond(shop, writer, trim.grown(bleed))
        writer.draw(sheet.drawing, x, y)
        if shop.options.trimming.crops:  # where there is room for them: none on a page as large as the map
            writer.items(marks.corner_marks(trim, shop.style.ink, bleed, (sides, ends, sides, ends)))

    return [
        Page(shop.page_title(board.title), draw, board.title, front=True, parts=[trim], parts_bleed=bleed, paper=paper)
    ]


def _sheets(shop: Workshop, board: Board, sheet: MapSheet) -> list[Page]:
    cut = plan(
        sheet.measures, shop.paper, Bleed.from_option(shop.options.trimming.bleed, press=shop.options.inking.press)
    )
    tiles = cut.tiles()
    pages: list[Page] = []
    joined = len(tiles) > 1
    if joined and shop.has_first_page:
        shop.joining[board.title] = _steps(cut)
    boxes = [] if shop.has_first_page or not joined else [_plan_box(cut, tile) for tile in tiles]
    planned = next(filter(None, boxes), None)
    for number, tile in enumerate(tiles):
        title = shop.page_title(board.title)
        if joined:
            title += f", sheet {tile.name} ({number + 1} of {len(tiles)})"
        trim = tile.trimmed.moved(*cut.offset(tile))
        box = planned if planned is not None and _plan_box(cut, tile) == planned else None
        alt_text = f"Map of {board.title}, sheet {tile.name}, {number + 1} of {len(tiles)}" if joined else ""
        draw = _draw_tile(shop, sheet, cut, tile, alt_text)
        page = Page(
            title,
            draw,
            "" if pages else board.title,
            front=True,
            parts=[trim],
            parts_bleed=cut.bleed.edge,
            paper=cut.paper,
        )
        if box is not None:
            page.more = partial(_draw_plan, shop, cut, box)
            planned = None
        elif _takes_more(shop, cut.paper):
            page.free = _free_on(cut, tile)
        pages.append(page)
    return pages


def _takes_more(shop: Workshop, paper: Paper) -> bool:
    """Whether things to be cut out may be put on the sheets of a map: no machine cuts those, nor are they folded."""
    options = shop.options
    measured = options.printer is None or not options.printer.lacks_offset_on(paper)
    return options.duplex != "fold" and not options.targets and measured


def _free_on(cut: Plan, tile: Tile) -> list[Box]:
    """The free boxes on the sheet of a part, below it and beside it, clear of its marks."""
    area = area_of(cut.paper)
    right, bottom = (end + cut.bleed.reach for end in _ends(tile.with_overlap.moved(*cut.offset(tile))))
    beside = Box(right, area.y, area.right - right, area.height)
    below = Box(area.x, bottom, area.width, area.bottom - bottom)
    return [box for box in (beside, below) if min(box.width, box.height) >= LEAST_FREE]


def _ends(box: Box) -> tuple[float, float]:
    return box.right, box.bottom


def _bleed(shop: Workshop) -> float:
    """The bleed of a map past its cuts: 0, unless bleed was asked for."""
    return shop.options.trimming.bleed or 0.0


def _beyond(shop: Workshop, writer: PdfWriter, box: Box) -> None:
    """The colour round the map, over a whole box: it shows in the bleed where the map itself ends."""
    if _bleed(shop):
        writer.items([Path(rectangle(*box.as_tuple()), Style(fill=shop.style.map.sheet))])


def place(cut: Plan, tile: Tile) -> Box:
    """The place of a part's printed area on its sheet of paper."""
    return cut.printed_area(tile).moved(*cut.offset(tile))


def _draw_plan(shop: Workshop, cut: Plan, box: Box, writer: PdfWriter) -> None:
    with writer.tags.content("P"):
        writer.items(_how_to_join(shop, cut, box))


def _draw_tile(shop: Workshop, sheet: MapSheet, cut: Plan, tile: Tile, alt_text: str) -> Callable[[PdfWriter], None]:
    def draw(writer: PdfWriter) -> None:
        _beyond(shop, writer, place(cut, tile))
        window = rectangle(*cut.printed_area(tile).as_tuple())
        writer.draw(sheet.drawing, *cut.offset(tile), window, shared=True, alt_text=alt_text)
        writer.items(_marks(shop, cut, tile))
        for words in _glued_over(shop, cut, tile):
            with writer.tags.content("P"):
                writer.items([words])
        if cut.columns * cut.rows > 1:
            right, foot = cut.paper.width - cut.paper.edge - 1, cut.paper.height - cut.paper.edge - 0.4
            key = Box(right - KEY_WIDE, foot - KEY_HIGH, KEY_WIDE, KEY_HIGH)
            writer.items(_key(shop, cut, tile, key))

    return draw


def _marks(shop: Workshop, cut: Plan, tile: Tile) -> list[Item]:
    """Register marks at both ends of every joint of a part, ticks at its other corners, outside the map."""
    dx, dy = cut.offset(tile)
    box = tile.with_overlap.moved(dx, dy)
    pen = Style(fill=None, stroke=shop.style.ink, stroke_width=marks.MARK_WIDTH)
    result: list[Item] = []
    left, above, beside, below = (cut.bleed.mark(bleed) for bleed in cut.beyond(tile))
    right, bottom = box.right, box.bottom
    for index in (tile.column, tile.column + 1):
        x = cut.xs[index] + dx
        inner = 0 < index < cut.columns
        for y, half in ((box.y - above[0], above[1]), (bottom + below[0], below[1])):
            result += _cross(x, y, half, pen) if inner else [Path(line(x, y - half, x, y + half), pen)]
    for index in (tile.row, tile.row + 1):
        y = cut.ys[index] + dy
        inner = 0 < index < cut.rows
        for x, half in ((box.x - left[0], left[1]), (right + beside[0], beside[1])):
            result += _cross(x, y, half, pen) if inner else [Path(line(x - half, y, x + half, y), pen)]
    return result


def _glued_over(shop: Workshop, cut: Plan, tile: Tile) -> list[Item]:
    """Words along the glue strips of a part, outside the map."""
    box = tile.with_overlap.moved(*cut.offset(tile))
    ink, size = shop.style.ink, 6.0 * fonts.POINT
    result: list[Item] = []
    if tile.column + 1 < cut.columns:
        words = f"sheet {tile_name(tile.column + 1, tile.row)} goes over this edge, up to the marks"
        result.append(
            Group(
                [Text(0, 0, words, "regular", size, ink, "middle")],
                (0, 1, -1, 0, box.right + 1.2, box.y + box.height / 2),
            )
        )
    if tile.row + 1 < cut.rows:
        words = f"sheet {tile_name(tile.column, tile.row + 1)} goes over this edge, up to the marks"
        result.append(
            Text(box.x + box.width / 2, box.bottom + 1.2 + size * 0.75, words, "regular", size, ink, "middle")
        )
    return result


def _cross(x: float, y: float, half: float, pen: Style) -> list[Item]:
    return [Path((*line(x - half, y, x + half, y), *line(x, y - half, x, y + half)), pen)]


def _key(shop: Workshop, cut: Plan, tile: Tile, box: Box) -> list[Item]:
    """A small plan of the whole map in the corner of a sheet, with this sheet's part filled."""
    scale = min(box.width / cut.xs[-1], box.height / cut.ys[-1])
    x0, y0 = box.x + box.width - cut.xs[-1] * scale, box.y + box.height - cut.ys[-1] * scale
    pen = Style(fill=shop.style.paper, stroke=shop.style.ink, stroke_width=marks.MARK_WIDTH)
    filled = Style(fill=shop.style.ink, stroke=shop.style.ink, stroke_width=marks.MARK_WIDTH)
    result: list[Item] = []
    for item in cut.tiles():
        t = item.trimmed
        shape = rectangle(x0 + t.x * scale, y0 + t.y * scale, t.width * scale, t.height * scale)
        result.append(Path(shape, filled if item.name == tile.name else pen))
    return result


def _plan_box(cut: Plan, tile: Tile) -> Box | None:
    """Free paper beside or under a part that is large enough for the plan; None when there is none."""
    for box in _free_on(cut, tile):
        wide, high = box.width - 2 * MARGIN, box.height - MARGIN
        if (wide >= 2 * PLAN_WIDE and high >= PLAN_HIGH) or (wide >= PLAN_WIDE and high >= 2 * PLAN_HIGH):
            return Box(box.x + MARGIN, box.y + 2, wide, high)
    return None


def _how_to_join(shop: Workshop, cut: Plan, box: Box) -> list[Item]:
    """The plan of the sheets with their names, and the steps in words beside or under it."""
    style = shop.style
    wide_box = box.width >= 2 * PLAN_WIDE
    plan_wide = min(box.width / 2 - 4, box.width) if wide_box else box.width
    plan_high = min(box.height, 90.0) if wide_box else box.height / 2
    scale = min(plan_wide / cut.xs[-1], plan_high / cut.ys[-1])
    pen = Style(fill=style.tint, stroke=style.ink, stroke_width=0.25)
    result: list[Item] = []
    for tile in cut.tiles():
        t = tile.trimmed
        x, y = box.x + t.x * scale, box.y + t.y * scale
        result.append(Path(rectangle(x, y, t.width * scale, t.height * scale), pen))
    dash = Style(fill=None, stroke=style.accent, stroke_width=0.2, dash=(1.0, 0.8))
    for tile in cut.tiles():
        t, w = tile.trimmed, tile.with_overlap
        x, y = box.x + t.x * scale, box.y + t.y * scale
        if w.width > t.width:
            at = x + w.width * scale
            result.append(Path(line(at, y, at, y + t.height * scale), dash))
        if w.height > t.height:
            at = y + w.height * scale
            result.append(Path(line(x, at, x + t.width * scale, at), dash))
        size = min(14.0 * fonts.POINT, t.width * scale * 0.45, t.height * scale * 0.6)
        if size >= 5 * fonts.POINT:
            result.append(
                Text(
                    x + t.width * scale / 2,
                    y + t.height * scale / 2 + size * 0.35,
                    tile.name,
                    "bold",
                    size,
                    style.ink,
                    "middle",
                )
            )
    if wide_box:
        x, y, wide = box.x + plan_wide + 8, box.y, box.width - plan_wide - 8
    else:
        x, y, wide = box.x, box.y + plan_high + 5, box.width
    size = style.type["body"] * fonts.POINT
    result.append(Text(x, y + size, "How to join the sheets", "bold", size * 1.15, style.accent))
    y += size * 2.6
    for number, step in enumerate(_steps(cut), start=1):
        result.append(Text(x, y, f"{number}.", "bold", size, style.ink))
        for words in fonts.wrap(step, "regular", size, wide - 5):
            result.append(Text(x + 5, y, words, "regular", size, style.ink))
            y += size * 1.25
        y += size * 0.35
    return result


def _steps(cut: Plan) -> list[str]:
    """The instructions, in order, as far as this map needs them."""
    result = ["Check the 100 mm bar: the sheets only meet when all are printed at actual size."]
    if cut.columns > 1:
        result.append(
            "Trim the left edge of every sheet except the first in each row. Line up its marks with those on the"
            f" sheet to its left, overlapping by {OVERLAP:g}\u00a0mm, and glue."
        )
    if cut.rows > 1:
        result.append(
            "Trim the top edge of every row except row A. Line up its marks with those on the row above,"
            f" overlapping by {OVERLAP:g}\u00a0mm, and glue."
        )
    result.append("Trim the outside of the whole map last.")
    return result
