"""A kit as one PDF: pages made section by section, numbered, stamped and written.

Nothing is written until everything is known to be sound; a kit with faults gives None and a report.
Pieces and cards start on the front of a sheet of paper, so that the whole PDF can be printed on both sides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ibbprint.components.faces.faces import tell_missing_liveries, tell_missing_symbols
from ibbprint.components.lacking import tell_lacking
from ibbprint.components.style import Style, read_style, with_profile
from ibbprint.components.typefaces import USUAL as USUAL_TYPE
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.shapes import Item, Matrix
from ibbprint.materials import Kit, Section, Text
from ibbprint.materials.cuts import PLAIN, USUAL, Outline
from ibbprint.phrases import listed, small
from ibbprint.press import marks
from ibbprint.press.cut_data import CUTS_KEPT_AS, KeptCuts, cuts_as_bytes
from ibbprint.press.cutting import CutSheet
from ibbprint.press.manifest import KEPT_AS, Change, Manifest, by_part, changes, printed_things
from ibbprint.press.order import in_order, on_fronts, printing_order, with_backs
from ibbprint.press.paper import two_sided
from ibbprint.press.records import records
from ibbprint.press.slots import Box
from ibbprint.press.spares import with_spares
from ibbprint.press.svg_pages import Sheet
from ibbprint.press.workshop import BookOptions, Page, Workshop
from ibbprint.problems import Progress, Report, Where, silent
from ibbprint.version import __version__

LEGIBLE = 0.75
"""Faces that are made smaller than this share of the size that they are drawn for are hard to read."""


class MadeBook(NamedTuple):
    """The finished PDF and what to say of it."""

    pdf: bytes
    pages: int
    stamp: str
    counts: dict[str, int]
    changes: Sequence[Change] = ()
    """What is not as in the printout that it was compared with; then only that is printed."""
    listed: Sequence[Change] = ()
    """The same as it is listed: where the layout is another, what only looks otherwise is gathered by parts."""
    cuts: Sequence[CutSheet] = ()
    """Each sheet of pieces for a cutting machine, where its marks are printed."""
    sheets: Sequence[Sheet] = ()
    """Each page: what it is, and a hash of what is drawn on it."""
    symbols: Collection[str] = ()
    """The symbols and pictures that were drawn, as `Symbols.drawn` names them."""


class OutlineEntry(NamedTuple):
    """A bookmark: 0 is the level of a part of the kit, 1 that of a chapter in it."""

    title: str
    level: int
    page: Page


def make_book(
    kit: Kit, options: BookOptions, folders: Sequence[Path], report: Report, progress: Progress = silent
) -> MadeBook | None:
    """The kit as a PDF. `folders` are the template folders, first found first used. None with errors in the report.

    `progress` hears how far it has come. Raises BadOption for trimming that a print shop cannot do.
    """
    inking = options.inking
    style = read_style(folders, report, palette=inking.palette, ink=inking.ink, backs=inking.backs)
    if style is None:
        return None
    style = with_profile(style, kit.profile, report)
    trimming = options.trimming._replace(bleed=inking.bleed(options.trimming.bleed, style))
    trimming.check()
    options = replace(options, trimming=trimming)
    kit = with_spares(kit, inking.spares)
    tell_missing_liveries(kit.liveries, style, report)
    shop = Workshop(kit, options, folders, style, report)
    tell_missing_symbols(shop.kit.symbols, shop.faces.symbols, shop.report)
    shop.progress = progress
    pages = _all_pages(shop) if report.ok else []
    _check_heads(kit, style, report)
    if not report.ok:
        return None
    _tell_lacking(shop)
    stamp = shop.stamp = _stamp(shop)
    pdf, manifest = _write(shop, pages, stamp)
    if options.since is None:
        _tell_unmeasured(shop, pages)
        sheets = _sheets(shop, pages, manifest)
        symbols = shop.faces.symbols.drawn
        return MadeBook(pdf, len(sheets), stamp, shop.counted, (), (), _cut_sheets(shop, pages), sheets, symbols)
    from ibbprint.press.changed import changed_pages  # only who asks for it pays

    result = changes(options.since, manifest, _sections(shop))
    if not result:
        return MadeBook(b"", 0, stamp, {})
    gathered = result
    if options.since.layout != manifest.layout:
        gathered = by_part(result, {section.id: section.title for section in kit.sections})
        _tell_layout(shop, options.since)
    changed_shop, anew = changed_pages(shop, folders, pages, options.since, result, gathered)
    if report.errors:
        return None
    anew = on_fronts(changed_shop, anew)
    _tell_unmeasured(changed_shop, anew)
    reprinted = len(printing_order(changed_shop, anew))
    cuts = _cut_sheets(changed_shop, anew)
    pdf = _write(changed_shop, anew, stamp, manifest)[0]
    return MadeBook(
        pdf, reprinted, stamp, changed_shop.counted, result, gathered, cuts, _sheets(changed_shop, anew, manifest)
    )


def _tell_layout(shop: Workshop, since: Manifest) -> None:
    """Say that an earlier printout looks different throughout."""
    message = (
        f"the layout of kits has changed since {since.stamp} was printed: pieces and pages look different,"
        " even where their values are the same."
    )
    hint = "Do not mix old pieces with new ones: print the whole kit again, without --changed-since."
    shop.report.warning(Where("--changed-since"), "print:since", message, hint)


def _tell_lacking(shop: Workshop) -> None:
    """Say which backs are not printed, when none are, and when faces are too small to be read with ease."""
    printed = [piece for piece in shop.kit.pieces if shop.prints(piece.section)]
    small = [min(piece.size_mm) for piece in printed if piece.type_scale < LEGIBLE]
    if small:
        based = shop.kit.on_bases and shop.options.counter_mm is None
        noun, option = ("tiles", "--base") if based else ("counters", "--counter-size")
        message = f"on {min(small):g} mm {noun} some type is smaller than 5 points, which is hard to read."
        shop.report.warning(Where(option), "print:size", message)
    titles = {section.id: section.title.lower() for section in shop.kit.sections}
    lacking = [f"{titles[id]} ({count})" for id, count in shop.one_sided.items()]
    if lacking:
        message = f"only fronts are printed; these have no backs: {', '.join(lacking)}."
        shop.report.warning(Where("--duplex"), "print:backs", message, "To fold and glue them: --duplex fold")


def _tell_unmeasured(shop: Workshop, pages: Sequence[Page]) -> None:
    """Say when there are backs of pieces on paper that lies as the printer's back offset was not measured."""
    printer, duplex = shop.options.printer, shop.options.duplex
    if printer is None or not two_sided(duplex):
        return
    papers = [page.paper or shop.paper for page in pages if page.backs]
    lacking = next((paper for paper in papers if printer.lacks_offset_on(paper)), None)
    if lacking is not None:
        from ibbprint.press.printers import measuring

        sheets, measured = ("landscape", "upright") if lacking.lies_across else ("upright", "landscape")
        message = f"the back offset of {printer.name} on {sheets} sheets is not measured; backs are printed without it."
        hint = f"It cannot be worked out from {measured} sheets. Measure it with: {measuring(lacking, duplex)}"
        shop.report.warning(Where("--printer"), "print:printer", message, hint)


def _check_heads(kit: Kit, style: Style, report: Report) -> None:
    """Check that the page heads and the captions can be printed."""
    for text in (kit.title, kit.edition, *kit.blocks.values()):
        tell_lacking(text, kit.words, Where(kit.id), report, *style.typography.sheets[:2], excerpt=text)


def _all_pages(shop: Workshop) -> list[Page]:
    """All pages: those ahead of all, then instructions, the sheets of text, cut-outs, and last the booklets."""
    ahead: list[Page] = []
    texts: list[list[Page]] = []
    folded: list[Page] = []
    closing = [text for text in shop.kit.texts if text.below and shop.prints(text.section) and shop.has_first_page]
    maps = _map_pages(shop)
    cut_out = _cut_out(shop, maps)
    for number, section in enumerate(shop.printed()):
        shop.progress(section.title, number, len(shop.kit.sections))
        if any(text.section == section.id for text in shop.kit.texts):
            from ibbprint.press.text_pages import text_pages  # flowing text costs time to import

            section_pages = text_pages(shop, section, closing)
            keyed = _keyed([page for pages in section_pages for page in pages], shop, section)
            if section.ahead:
                ahead += keyed
            else:
                texts += section_pages
        if any(booklet.section == section.id for booklet in shop.kit.booklets):
            from ibbprint.press.booklet import booklet_pages

            folded += _keyed(booklet_pages(shop, section), shop, section)
    rest = [*cut_out, *with_backs(maps), *_carton_pages(shop), *folded]
    if not shop.has_first_page:
        return in_order(shop, ahead, texts, rest)
    return _with_first_page(shop, ahead, texts, closing, rest, maps[0] if len(maps) == 1 else None)


def _with_first_page(
    shop: Workshop,
    ahead: Sequence[Page],
    texts: Sequence[Sequence[Page]],
    closing: Sequence[Text],
    rest: Sequence[Page],
    board: Page | None,
) -> list[Page]:
    """All pages with the instructions; the texts that are `closing` where there is room below another text.

    `board` is the only sheet of the map.
    """
    from ibbprint.press.text_pages import put_below, text_page

    roomy = [pages[-1] for pages in texts if pages and pages[-1].ruler]
    closing = [text for text in closing if not put_below(shop, roomy, text)]
    first: list[Page] = [_to_come(shop)]
    pictured = True
    last: list[list[Page]] = []
    while True:  # the instructions name pages by number, so how many they take themselves must be known
        if ahead:
            first[0].front = True  # what comes ahead is read and thrown away, and the instructions are kept
        ordered = in_order(shop, ahead, [first, *texts, *last], rest, board)
        result, unplaced = _instructed(shop, ordered, closing, pictured=pictured)
        if pictured and len(result) + len(unplaced) > 1:  # pictures are worth no page of their own
            plain = _instructed(shop, ordered, closing, pictured=False)
            if len(plain[0]) + len(plain[1]) < len(result) + len(unplaced):
                pictured, (result, unplaced) = False, plain
        if not result:
            return ordered
        result[0].front = bool(ahead)
        if len(result) <= len(first) and len(unplaced) == len(last):
            return in_order(shop, ahead, [result, *texts, *last], rest, board)
        first = [_to_come(shop) for _ in result]
        last = [_keyed(text_page(shop, text), shop, _section_of(shop, text)) for text in unplaced]


def _instructed(
    shop: Workshop, pages: Sequence[Page], closing: Sequence[Text], *, pictured: bool
) -> tuple[list[Page], list[Text]]:
    """The instructions, and the texts for which there was no room below them."""
    from ibbprint.press.text_pages import how_to_pages, put_below

    result = how_to_pages(shop, pages, pictured=pictured)
    return result, [text for text in closing if not put_below(shop, result[-1:], text)]


def _to_come(shop: Workshop) -> Page:
    """A placeholder for a page that is not made yet."""
    return Page(shop.page_title("instructions"), lambda _: None, head=False, ruler=False)


def _section_of(shop: Workshop, text: Text) -> Section:
    return next(section for section in shop.kit.sections if section.id == text.section)


def _map_pages(shop: Workshop) -> list[Page]:
    """The sheets of the maps."""
    pages: list[Page] = []
    for section in shop.printed():
        if any(board.section == section.id for board in shop.kit.boards):
            from ibbprint.press.map_sheets import map_pages  # only kits with a map pay for its making

            pages += _keyed(map_pages(shop, section), shop, section)
    return pages


def _carton_pages(shop: Workshop) -> list[Page]:
    """The sheets of the boxes, with nothing on their backs."""
    pages: list[Page] = []
    for section in shop.printed():
        if any(carton.section == section.id for carton in shop.kit.cartons):
            from ibbprint.press.cartons import carton_pages  # only kits with a box pay for its making

            pages += _keyed(carton_pages(shop, section), shop, section)
    return with_backs(pages)


def _cut_out(shop: Workshop, maps: Sequence[Page]) -> list[Page]:
    """The sheets of pieces and cards; some of these go on the sheets of the map."""
    if not shop.kit.pieces and not shop.kit.cards:
        return []
    from ibbprint.press.cut_out_pages import cut_out_pages

    return cut_out_pages(shop, shop.printed(), maps)


def _keyed(pages: list[Page], shop: Workshop, section: Section) -> list[Page]:
    """The pages, each with the name that it has in every printout: what its head says of it, numbered where it must."""
    counts: dict[str, int] = {}
    for page in pages:
        title = page.title.removeprefix(shop.page_title(""))
        counts[title] = counts.get(title, 0) + 1
        page.key = f"{section.id}/{title}" + (f", page {counts[title]}" if counts[title] > 1 else "")
        page.holds = [section.id]
    return pages


def _sections(shop: Workshop) -> list[str]:
    """The sections that are printed."""
    return [section.id for section in shop.printed()]


def _on_paper(options: BookOptions) -> list[str]:
    """The options that make the sheets unusual, in words."""
    usual = BookOptions(options.paper)
    items = ["landscape"] if options.paper.lies_across else []
    items += [options.duplex] if options.duplex != usual.duplex else []
    items += [repr(options.trimming)] if options.trimming != usual.trimming else []
    items += [repr(options.printer)] if options.printer is not None else []
    items += [repr(options.slots)] if options.slots is not None else []
    return items + (["targets"] if options.targets else [])


def _stamp(shop: Workshop) -> str:
    """Eight characters that change whenever anything that is printed changes."""
    kit, options = shop.kit, shop.options
    digest = hashlib.sha256()
    chosen = [f"{name}={value}" for name, value in sorted(options.chosen.items())]
    head = [__version__, kit.id, kit.title, kit.edition, shop.paper.name, *sorted(options.only), *chosen]
    counts = [f"{piece.id}*{piece.count}*{piece.size_mm}" for piece in kit.pieces if shop.prints(piece.section)]
    counts += [f"{card.id}*{card.count}*{card.size_mm}" for card in kit.cards if shop.prints(card.section)]
    cuts = (record.cut for record in records(kit) if shop.prints(record.section))
    counts += sorted({cut.stamp for cut in cuts if cut is not USUAL})
    counts += [
        f"{t.id}*{t.columns}*{t.pages}*{t.front}*{t.aid}*{t.copies}" for t in kit.texts if shop.prints(t.section)
    ]
    counts += [f"{section.id}*{section.title}" for section in kit.sections if shop.prints(section.id)]
    drawn = [*shop.faces.texts, *shop.faces.symbols.texts.values(), shop.style.model_dump_json()]
    drawn += [f"{name} {digest}" for name, digest in sorted(shop.faces.symbols.pictures.digests.items())]
    drawn += [repr(shop.style.typography)] if shop.style.typography != USUAL_TYPE else []
    drawn += sorted(font.digest for font in shop.style.families.used.values())
    if options.booklet:
        head.append("booklet")
    head += options.inking.words
    if options.inking.press:
        head.append(shop.style.print_shop.model_dump_json())
        head += [hashlib.sha256(shop.style.print_shop.icc).hexdigest()] if shop.style.print_shop.icc else []
    if options.poster:
        head += ["poster"] if options.poster_paper is None else ["poster", repr(options.poster_paper)]
    head += _on_paper(options)
    for part in (*head, *counts, *kit.blocks.values(), *drawn):
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:8]


def _write(
    shop: Workshop, pages: Sequence[Page], stamp: str, manifest: Manifest | None = None
) -> tuple[bytes, Manifest]:
    """The PDF, and the manifest that it carries: that of the pages, or of the whole kit where they are but a part."""
    kit, style = shop.kit, shop.style
    ordered = printing_order(shop, pages)
    drawn: dict[str, str] = {}
    cuts: dict[int, list[KeptCuts]] = {}
    chosen = ", ".join(f"{name}={value}" for name, value in sorted(shop.options.chosen.items()))
    inking = shop.options.inking
    outline = _outline(pages)
    anchors: dict[int, list[str]] = {}
    for key, entry in outline.items():
        anchors.setdefault(id(entry.page), []).append(key)
    writer = PdfWriter(
        Book(_pdf_title(kit.title, shop.options.game), f"Print-and-play kit, edition {kit.edition}", keywords=stamp),
        inking.inks(style),
        inking.condition(style),
        style.print_shop.bleed if inking.press else 0.0,
    )
    for number, (page, back) in enumerate(ordered, start=1):
        paper = page.paper or shop.paper
        aim = shop.aim(page.paper, back=back)
        shop.progress("writing the pages", number, len(ordered))
        writer.begin_page(paper.width, paper.height, label=str(number))
        for key in anchors.get(id(page), ()):
            writer.anchor(key)
        right = f"page {number} of {len(ordered)} · edition {kit.edition} · {stamp}"
        if shop.options.since is not None:
            right = f"changes since {shop.options.since.stamp} · {right}"
        if chosen:
            right = f"{chosen} · {right}"
        begun = listed([*page.begins[:1], *map(small, page.begins[1:])])
        if page.bookmark or (begun and page.more is None):
            writer.tags.part(page.bookmark or begun)
        with writer.under(aim):
            if page.head:
                _draw_head(writer, page, marks.title_line(paper, page.title + page.also, right, style))
            if page.ruler:
                writer.items(marks.ruler(paper, style))
            start = writer.here()
            page.draw(writer)
            if page.key and manifest is None:
                drawn[page.key] = f"{writer.fingerprint(start, stamp)} {paper.width:g}x{paper.height:g}"
            if page.more is not None:
                with writer.tags.group("Sect", title=begun):
                    page.more(writer)
        records = _cut_records(page, aim)
        if records:
            cuts[number] = records
        writer.end_page()
    for key, entry in outline.items():
        writer.bookmark(entry.title, key, entry.level)
    if manifest is None:
        manifest = Manifest(
            kit.id, kit.title, kit.edition, stamp, printed_things(kit, shop.faces, _sections(shop)), drawn
        )
    writer.keep(KEPT_AS, manifest.to_bytes())
    if cuts:
        writer.keep(CUTS_KEPT_AS, cuts_as_bytes(cuts, writer.margin))
    return writer.bytes(), manifest


def _cut_records(page: Page, aim: Matrix) -> list[KeptCuts]:
    """The cuts of a page as preflight wants them: parts, then pieces, those of each outline together."""
    pieces: dict[Outline, list[Box]] = {PLAIN: []}
    for box in (*page.cuts, *page.backs):
        outline = page.shapes.get(box, PLAIN)
        pieces.setdefault(outline if outline.shaped else PLAIN, []).append(box)
    groups = [
        (page.parts, page.parts_bleed, PLAIN),
        *((boxes, page.bleed, outline) for outline, boxes in pieces.items()),
    ]
    return [
        KeptCuts([_moved(box, aim) for box in boxes], bleed, outline.shape) for boxes, bleed, outline in groups if boxes
    ]


def _draw_head(writer: PdfWriter, page: Page, line: Sequence[Item]) -> None:
    """The line at the head of a page; where something new to be cut out begins, its title is the heading of that."""
    title, *rest = line
    begins = (page.bookmark or page.begins) and (page.cuts or page.parts)
    with writer.tags.content("H1") if begins else writer.tags.artifact(head=True):
        writer.items([title])
    with writer.tags.artifact(head=True):
        writer.items(rest)


def _outline(pages: Sequence[Page]) -> dict[str, OutlineEntry]:
    """The bookmarks in the order in which pages are read, by the keys that their pages are anchored with."""
    entries: list[OutlineEntry] = []
    printed = {id(page) for page in pages}
    for page in pages:
        if page.bookmark:
            entries.append(OutlineEntry(page.bookmark, 0, page))
            entries += [OutlineEntry(title, 1, target) for title, target in page.chapters if id(target) in printed]
        entries += [OutlineEntry(title, 0, page) for title in page.begins]
    return {f"bookmark-{number}": entry for number, entry in enumerate(entries, start=1)}


def _pdf_title(kit: str, game: str) -> str:
    """The title of a PDF: the game's and the kit's, or the kit's alone where that names the game."""
    return kit if not game or game.lower() in kit.lower() else f"{game}: {kit}"


def _moved(box: Box, aim: Matrix) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a box of the paper as it is on the page."""
    a, _, _, d, e, f = aim
    return (a * box.x + e, d * box.y + f, a * box.right + e, d * box.bottom + f)


def _sheets(shop: Workshop, pages: Sequence[Page], manifest: Manifest) -> list[Sheet]:
    """The sheet of each page of the PDF."""
    result = []
    for number, (page, _) in enumerate(printing_order(shop, pages), start=1):
        paper = page.paper or shop.paper
        title = page.title.removeprefix(shop.page_title(""))
        digest = manifest.pages.get(page.key, "") if page.key else ""
        result.append(Sheet(number, title, paper.width, paper.height, f"page-{number:02}.svg", digest))
    return result


def _cut_sheets(shop: Workshop, pages: Sequence[Page]) -> list[CutSheet]:
    """The data for a cutting machine, for each sheet with pieces; empty unless its marks are printed."""
    if not shop.options.targets:
        return []
    sheets: list[CutSheet] = []
    layout = shop.options.slots
    radius = max(shop.options.trimming.radius, layout.radius if layout is not None else 0.0)
    folded = shop.options.duplex == "fold"
    for number, (page, _) in enumerate(printing_order(shop, pages), start=1):
        if page.cuts:
            paper = page.paper or shop.paper
            area, fold = shop.area(paper), shop.fold(paper) if folded else None
            size = (paper.width, paper.height)
            sheets.append(CutSheet(number, page.title, *size, page.cuts, radius, area, fold, page.shapes))
    return sheets


__all__ = ["BookOptions", "MadeBook", "make_book"]
