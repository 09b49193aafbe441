"""Sheets of text: the page of instructions, made from the kit's own numbers, and the sheets that the game gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ibbprint.components.text.prose import Page as ProsePage
from ibbprint.components.text.prose import Setting, lay_out
from ibbprint.drawing.pdf import PdfWriter
from ibbprint.drawing.shapes import Drawing
from ibbprint.drawing.svg_images import PREFIX
from ibbprint.materials import Section, Text
from ibbprint.materials.booklets import Figure
from ibbprint.phrases import small
from ibbprint.press import contents as contents_strip
from ibbprint.press import marks
from ibbprint.press.order import empty_pages, printing_order, sheets_of
from ibbprint.press.paper import two_sided
from ibbprint.press.records import records
from ibbprint.press.slots import FOOTER, HEADER
from ibbprint.press.workshop import Page, Workshop
from ibbprint.problems import Where

Draw = Callable[[PdfWriter], None]

HOW_TO = "common/how-to-print.md.j2"
FIRST_PAGE = "How to print and cut"
CHANGES = "common/changes.md.j2"
FIRST_TURN = "common/first-turn.md.j2"
"""The sheet on which a game without a booklet is learned."""
WIDEST = 200.0
"""Lines of text longer than this, mm, are hard to read."""
NARROW = 170.0
"""On paper no wider than this, mm, text takes all there is."""
GAP = 6.0
"""Between two texts on a page, mm."""
BELOW_PT = 8.0
"""The type of a text for which a page has no room in the usual type: notes for the curious, and it saves a sheet."""
PANELS_IN = 1.0
"""How far a page of panels is inset from the printable area at the left and the right, mm."""
HEAD_LINE = 5.0
"""The room that a page of panels leaves for the line at its head, mm."""
INDENT = 8.0
"""How far text is inset from the printable area, mm."""


def _sizes(shop: Workshop) -> list[dict[str, Any]]:
    """The sizes of the pieces: of all of them where they are alike, else of each part."""
    by_part: dict[str, set[tuple[float, float, str]]] = {}
    for piece in shop.kit.pieces:
        if shop.prints(piece.section):
            by_part.setdefault(piece.section, set()).add((*piece.size_mm, piece.cut.outline.shape))
    all_sizes = set().union(*by_part.values())
    if len(all_sizes) == 1:
        return [{"title": "The counters", "sizes": sorted(all_sizes)}]
    titles = {section.id: section.title for section in shop.kit.sections}
    return [{"title": titles[id], "sizes": sorted(sizes)} for id, sizes in by_part.items()]


def _other_papers(shop: Workshop, pages: Sequence[Page]) -> list[dict[str, str]]:
    """The pages that are for another paper than the kit's, by its title."""
    result: dict[str, list[int]] = {}
    for number, (page, _) in enumerate(printing_order(shop, pages), start=1):
        if page.paper is not None and page.paper.upright() != shop.paper.upright():
            result.setdefault(page.paper.title, []).append(number)
    return [{"title": title, "pages": _pages_named(numbers)} for title, numbers in result.items()]


def _shaped(shop: Workshop) -> dict[str, list[str]]:
    """The titles of the parts that are cut out one by one, as their files say: in a shape, or with round corners."""
    titles = {section.id: section.title for section in shop.kit.sections}
    result: dict[str, dict[str, None]] = {"shapes": {}, "corners": {}, "apart": {}}
    for record in records(shop.kit):
        if not shop.prints(record.section):
            continue
        cut, title = record.cut, titles[record.section]
        if cut.outline.shaped:
            result["shapes"][title] = None
        elif cut.outline.radius:
            result["corners"][title] = None
        if cut.gutter and not cut.outline.shaped:
            result["apart"][title] = None
    return {name: list(group) for name, group in result.items()}


def how_to_pages(shop: Workshop, pages: Sequence[Page], *, pictured: bool) -> list[Page]:
    """The instructions for printing and cutting this kit, whose pages these are; what is in it `pictured` or listed."""
    sections = shop.printed()
    result: dict[str, list[int]] = {}
    shared: dict[str, dict[str, list[int]]] = {}
    for number, (page, _) in enumerate(printing_order(shop, pages), start=1):
        for id in page.holds:
            result.setdefault(id, []).append(number)
        if page.whose:
            shared.setdefault(page.holds[0], {}).setdefault(page.whose, []).append(number)
    contents = [
        {
            "id": section.id,
            "title": section.title,
            "count": shop.counts.get(section.id, 0),
            "chits": _chits_among(shop, section),
            "pages": _spans(result[section.id]),
        }
        for section in sections
        if section.id in result
    ]
    options, layout = shop.options, shop.options.slots
    trimming = options.trimming
    titles = {section.id: section.title for section in shop.kit.sections}
    cut, cut_first = _cut_out(shop), _cut_first(shop)
    secrets = {section.id: section.secret for section in shop.kit.sections if section.secret}
    values = {
        "kit": {"title": shop.kit.title, "edition": shop.kit.edition, "credit": shop.kit.credit},
        "paper": shop.paper.title + (", lying across" if shop.paper.lies_across else ""),
        "papers": _other_papers(shop, pages),
        "cut_singly": _shaped(shop),
        "duplex": options.duplex,
        "two_sided": two_sided(options.duplex),
        "without_backs": [{"title": titles[id], "count": count} for id, count in shop.one_sided.items()],
        "glued": shop.glued,
        "shrunk": [{"title": title, "percent": round(share * 100)} for title, share in shop.shrunk.items()],
        "printer": options.printer.name if options.printer is not None else "",
        "gutter": shop.spacing.gutter,
        "marks": trimming.marks,
        "radius": trimming.radius,
        "layout": layout.title if layout is not None else "",
        "targets": options.targets,
        "contents": contents,
        "pictured": pictured,
        "cuts": [section.title for section in sections if section.id in cut],
        "cut_first": [section.title for section in sections if section.id in cut_first],
        "shared": [
            {
                "title": section.title,
                "pages": [f"{_pages_named(numbers)} for {owner}" for owner, numbers in owned.items()],
            }
            for section in sections
            if len(owned := shared.get(section.id, {})) > 1
        ],
        "joining": shop.joining,
        "sizes": _sizes(shop),
        "chits": any(piece.chit for piece in shop.kit.pieces),
        "drawn_blind": any(piece.chit and piece.section not in secrets for piece in shop.kit.pieces),
        "secrets": [secrets[section.id] for section in sections if section.id in secrets and section.id in result],
        "sheets": sheets_of(shop, pages),
        "empty": empty_pages(shop, pages),
        "bleed": (layout.spacing(trimming, shop.paper) if layout is not None else shop.spacing).bleed,
        "ruler": marks.RULER_MM,
        "chosen": options.chosen,
        "booklets": [
            {
                "title": section.title,
                "pages": shop.booklets[section.id][0],
                "sheets": shop.booklets[section.id][1],
                "single": section.id in shop.singles,
            }
            for section in sections
            if section.id in shop.booklets
        ],
        "folded": options.booklet,
        "start": _start(
            shop, {section.id: _pages_named(result[section.id]) for section in sections if section.id in result}
        ),
    }
    return _pages(shop, FIRST_PAGE, HOW_TO, values, Where(HOW_TO), ready=_strip(shop, contents) if pictured else None)


def _start(shop: Workshop, pages: Mapping[str, str]) -> dict[str, Any]:
    """The sheets to begin a game with: the one with a first turn, the first player's aid, or else the first text."""
    texts = [text for text in shop.kit.texts if text.section in pages]

    def sheet(condition: Callable[[Text], bool]) -> dict[str, str] | None:
        text = next((text for text in texts if condition(text)), None)
        return None if text is None else {"title": text.title, "pages": pages[text.section]}

    return {
        "turn": sheet(lambda text: text.template == FIRST_TURN),
        "aid": sheet(lambda text: text.panels),
        "text": sheet(lambda text: not text.below),
    }


def _cut_out(shop: Workshop) -> list[str]:
    """The sections of pieces and cards, in the order of the kit."""
    return [section.id for section in shop.printed() if section.id in shop.faces_shown and section.id in shop.counts]


def _cut_first(shop: Workshop) -> list[str]:
    """The sections to cut before a game begins: the first one with pieces, chits, which are in the cup at once, and
    those that say so.
    """
    cut = _cut_out(shop)
    early = {piece.section for piece in shop.kit.pieces if piece.chit}
    early |= {section.id for section in shop.kit.sections if section.cut_first}
    return [id for id in cut if id == cut[0] or id in early]


def _strip(shop: Workshop, contents: Sequence[Mapping[str, Any]]) -> Callable[[float], Mapping[str, Sequence[Drawing]]]:
    """The contents of the kit in pictures, by the width of the page in mm."""
    cut, cut_first = _cut_out(shop), _cut_first(shop)

    def part(entry: Mapping[str, Any]) -> contents_strip.Part:
        id = entry["id"]
        board = next((board for board in shop.kit.boards if board.section == id), None)
        tag = ""
        if board is not None:
            tag = "join" if shop.joining else ""
        elif id in shop.booklets:
            tag = "read first"
        elif id in cut:
            tag = "cut first" if id in cut_first else "cut when needed"
        chits = f" ({entry['chits']} chits)" if entry["chits"] else ""
        count = f"{entry['count']}{chits}" if entry["count"] else ""
        pages = f"page{'s' if any(sign in entry['pages'] for sign in ', –') else ''} {entry['pages']}"
        land = shop.land(board) if board is not None else None
        first = tag in ("cut first", "read first")
        return contents_strip.Part(entry["title"], count, pages, tag, first, shop.shown_of(id), land)

    parts = [part(entry) for entry in contents]
    return lambda width: {"contents": [contents_strip.strip(parts, shop.style, width)]} if parts else {}


def _spans(numbers: Sequence[int]) -> str:
    """Numbers of pages, those in a row as one: 9–12, 15."""
    items: list[list[int]] = []
    for number in numbers:
        if items and items[-1][-1] == number - 1:
            items[-1].append(number)
        else:
            items.append([number])
    return ", ".join(f"{span[0]}" if len(span) == 1 else f"{span[0]}\u2013{span[-1]}" for span in items)


def _pages_named(numbers: Sequence[int]) -> str:
    """`page 3`, `pages 3–4`."""
    return f"page{'s' if len(numbers) > 1 else ''} {_spans(numbers)}"


def players(number: int) -> list[str]:
    """The names for a number of players who have separate pages."""
    return ["one player", "the other"] if number == 2 else [f"player {item}" for item in range(1, number + 1)]


def _chits_among(shop: Workshop, section: Section) -> int:
    """The number of chits among the pieces of a section, where others are not."""
    pieces = [piece for piece in shop.kit.pieces if piece.section == section.id]
    chits = sum(piece.count for piece in pieces if piece.chit)
    return chits if chits < sum(piece.count for piece in pieces) else 0


def changes_pages(shop: Workshop, values: Mapping[str, object]) -> list[Page]:
    """The pages that list the changes since another printout."""
    return _pages(shop, "What has changed", CHANGES, values, Where(CHANGES))


def text_pages(shop: Workshop, section: Section, excluded: Sequence[Text] = ()) -> list[list[Page]]:
    """The sheets of text of a section, text by text, without the texts that are `excluded`."""
    texts = [
        text for text in shop.kit.texts if text.section == section.id and not any(text is item for item in excluded)
    ]
    return [text_page(shop, text) for text in texts]


def _one_after_other(first: Draw, second: Draw) -> Draw:
    def draw(writer: PdfWriter) -> None:
        first(writer)
        second(writer)

    return draw


def put_below(shop: Workshop, pages: Sequence[Page], text: Text) -> bool:
    """Print a text at the foot of the first page with room for all of it, in its usual type or in `BELOW_PT`.

    False where no page has it.
    """
    for largest in (0.0, BELOW_PT):
        setting = Setting(text.columns, 0, text.aid, text.typed, largest)
        arguments = (shop, text.title, text.template, text.values, _asked_at(text), setting, text.figures)
        tried = (text.id, largest)
        for page in pages:
            if page.ends >= shop.too_low.get(tried, page.ends + 1):  # where it began higher it did not fit either
                continue
            result = _pages(*arguments, page.ends + GAP)
            if len(result) == 1:
                _join(page, result[0], text)
                return True
            shop.too_low[tried] = page.ends
    return False


def _join(page: Page, below: Page, text: Text) -> None:
    """Print `below` on a page too, which then holds that text."""
    page.draw, page.ends = _one_after_other(page.draw, below.draw), below.ends
    page.also = f", with {small(text.title)}"
    page.holds = [*page.holds, text.section]
    page.chapters = [*page.chapters, (text.title, page)]


def text_page(shop: Workshop, text: Text) -> list[Page]:
    """The pages of one text."""
    setting = Setting(text.columns, text.pages, text.aid, text.typed, text.largest)
    arguments = (shop, text.title, text.template, text.values, _asked_at(text), setting, text.figures)
    pages = _pages(*arguments, panels=text.panels, wide=text.wide)
    if pages:
        pages[0].front = text.front
    owners = [text.whose] if text.copies == 1 else players(text.copies)
    for page in pages:
        page.whose = owners[0]
    return pages + [replace(page, bookmark="", whose=whose) for whose in owners[1:] for page in pages]


def _asked_at(text: Text) -> Where:
    return text.origins.get("", Where(text.template))


def _pages(
    shop: Workshop,
    title: str,
    template: str,
    values: Mapping[str, object],
    asked_at: Where,
    setting: Setting | None = None,
    figures: Mapping[str, Sequence[Figure]] | None = None,
    top: float = 0.0,
    *,
    panels: bool = False,
    wide: bool = False,
    ready: Callable[[float], Mapping[str, Sequence[Drawing]]] | None = None,
) -> list[Page]:
    """A Markdown template filled in and laid out on pages of the paper; without a setting it is one of ours.

    It begins `top` mm from the top of the paper, where that is not the usual place. One of `panels` takes nearly all
    of the paper, a `wide` one nearly all of its width. `ready` are figures that are made for the width of the page, mm.
    """
    setting = setting or Setting(typed=True)
    loaded = shop.templates.load(template, asked_at)
    filled = None if loaded is None else shop.templates.render(loaded, values)
    if filled is None:
        return []
    shop.faces.texts[filled] = None
    paper = shop.paper.upright()
    left = paper.edge + (INDENT if paper.width > NARROW else 1.0)
    if wide:
        left = max(paper.edge + PANELS_IN, (paper.width - WIDEST) / 2)
    elif setting.columns == 1:
        left = max(left, (paper.width - WIDEST) / 2)
    begins = max(top, paper.edge + HEADER + (0 if wide else 3))
    frame = (left, begins, paper.width - 2 * left, paper.height - paper.edge - FOOTER - 1 - begins)
    if panels:
        room = paper.edge + PANELS_IN
        frame = (room, paper.edge + HEAD_LINE, paper.width - 2 * room, paper.height - 2 * paper.edge - HEAD_LINE)
    if frame[3] < GAP:
        return []
    where = Where(str(shop.templates.path(template) or template), 1, 1)
    pictures = None
    if figures or PREFIX in filled:
        from ibbprint.press.figures import drawn  # only texts with figures pay for their making

        pictures = drawn(shop, figures or {}, (frame[2], frame[3]), filled, where)
    if ready is not None:
        pictures = {**(pictures or {}), **{name: list(drawings) for name, drawings in ready(frame[2]).items()}}
    laid_out = lay_out(
        filled,
        shop.style,
        frame,
        paper.height,
        where,
        shop.report,
        setting,
        pictures,
        shop.kit.words,
        shop.faces.symbols,
        shop.paragraphs,
    )
    page_paper = paper if shop.paper.lies_across else None  # lines across would be too long to read
    return [
        Page(
            shop.page_title(title),
            _flow(page),
            title if number == 0 else "",
            paper=page_paper,
            ruler=not panels,
            ends=paper.height - page.foot,
        )
        for number, page in enumerate(laid_out)
    ]


def _flow(page: ProsePage) -> Callable[[PdfWriter], None]:
    def draw(writer: PdfWriter) -> None:
        writer.flow(page.draw)  # first, for rows of tables are tinted
        for drawing, x, y in page.drawings:
            writer.draw(drawing, x, y)

    return draw
