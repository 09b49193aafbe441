"""A kit as one PDF: pages made section by section, numbered, stamped and written.

Nothing is written until everything is known to be sound; a kit with faults gives None and a report.
Pieces and cards start on the front of a sheet of paper, so that the whole PDF can be printed on both sides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ibbprint import __version__
from ibbprint.components.style import Style, read_style
from ibbprint.drawing import fonts
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.materials import Kit
from ibbprint.press import marks
from ibbprint.press.piece_sheets import piece_pages
from ibbprint.press.workshop import BookOptions, Page, Workshop
from ibbprint.problems import Report, Where, did_you_mean


class MadeBook(NamedTuple):
    """The finished PDF and what to say of it."""

    pdf: bytes
    pages: int
    stamp: str
    counts: dict[str, int]


def make_book(kit: Kit, options: BookOptions, folders: Sequence[Path], report: Report) -> MadeBook | None:
    """The kit as a PDF. `folders` are the template folders, first found first used. None with errors in the report."""
    style = read_style(folders, report)
    if style is None:
        if report.ok:
            report.error(Where("style.yaml"), "read:file", "no template folder holds a style.yaml.")
        return None
    _check_names(kit, style, report)
    shop = Workshop(kit, options, folders, style, report)
    pages = _all_pages(shop) if report.ok else []
    if not report.ok:
        return None
    stamp = shop.stamp = _stamp(shop)
    return MadeBook(_write(shop, pages, stamp), len(pages), stamp, shop.counts)


def _check_names(kit: Kit, style: Style, report: Report) -> None:
    """What heads the pages can be printed, and every livery that is named is one of the style file."""
    for text in (kit.title, kit.edition, *kit.blocks.values()):
        lacking = fonts.missing(text, "bold") + fonts.missing(text, "regular")
        if lacking:
            where = kit.words.get(text, Where(kit.id))
            report.error(where, "draw:glyph", fonts.no_character(lacking, text), "Use another character.")
    for name, where in kit.liveries.items():
        if name not in style.liveries:
            message = f"the style has no {name!r} among its liveries."
            report.error(where, "draw:name", message, did_you_mean(name, style.liveries))


def _all_pages(shop: Workshop) -> list[Page]:
    """Instructions first, then the sheets of text, then what is cut out, and last the booklets."""
    texts: list[Page] = []
    cut_out: list[Page] = []
    folded: list[Page] = []
    for section in shop.kit.sections:
        if not shop.wanted(section.id):
            continue
        made = piece_pages(shop, section)
        if any(card.section == section.id for card in shop.kit.cards):
            from ibbprint.press.card_sheets import card_pages

            made += card_pages(shop, section)
        if any(board.section == section.id for board in shop.kit.boards):
            from ibbprint.press.map_sheets import map_pages  # only kits with a map pay for its making

            made += map_pages(shop, section)
        cut_out += made
        if any(text.section == section.id for text in shop.kit.texts):
            from ibbprint.press.text_pages import text_pages  # flowing text costs time to import

            said = text_pages(shop, section)
            texts += said
            made += said
        if any(booklet.section == section.id for booklet in shop.kit.booklets):
            from ibbprint.press.booklet import booklet_pages

            leaves = booklet_pages(shop, section)
            folded += leaves
            made += leaves
        shop.pages[section.id] = len(made)
    if not shop.options.only:
        from ibbprint.press.text_pages import how_to_pages

        whole = _on_fronts(shop, [_nothing(shop), *texts, *cut_out, *folded])
        texts = how_to_pages(shop, (len(whole) + 1) // 2) + texts
    return _on_fronts(shop, texts + cut_out + folded)


def _nothing(shop: Workshop) -> Page:
    """An empty side."""
    return Page(shop.named("this side stays empty"), lambda _: None, ruler=False)


def _on_fronts(shop: Workshop, pages: Sequence[Page]) -> list[Page]:
    """The pages with an empty one before each that must be a front and would be a back."""
    made: list[Page] = []
    for page in pages:
        if page.front and len(made) % 2:
            made.append(_nothing(shop))
        made.append(page)
    return made


def _stamp(shop: Workshop) -> str:
    """Eight characters that change whenever anything that is printed changes."""
    kit, options = shop.kit, shop.options
    digest = hashlib.sha256()
    chosen = [f"{name}={value}" for name, value in sorted(options.chosen.items())]
    head = [__version__, kit.id, kit.title, kit.edition, shop.paper.name, *sorted(options.only), *chosen]
    counts = [f"{piece.id}*{piece.count}*{piece.size_mm}" for piece in kit.pieces if shop.wanted(piece.section)]
    counts += [f"{card.id}*{card.count}*{card.size_mm}" for card in kit.cards if shop.wanted(card.section)]
    counts += [f"{t.id}*{t.columns}*{t.pages}*{t.front}*{t.aid}" for t in kit.texts if shop.wanted(t.section)]
    counts += [f"{section.id}*{section.title}" for section in kit.sections if shop.wanted(section.id)]
    drawn = [*shop.faces.texts, *shop.faces.symbols.texts.values(), shop.style.model_dump_json()]
    if options.booklet:
        head.append("booklet")
    if options.poster:
        head.append("poster")
    for part in (*head, *counts, *kit.blocks.values(), *drawn):
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:8]


def _write(shop: Workshop, pages: Sequence[Page], stamp: str) -> bytes:
    kit, style = shop.kit, shop.style
    chosen = ", ".join(f"{name}={value}" for name, value in sorted(shop.options.chosen.items()))
    writer = PdfWriter(Book(kit.title, f"Print-and-play kit, edition {kit.edition}", keywords=stamp))
    for number, page in enumerate(pages, start=1):
        paper = page.paper or shop.paper
        writer.begin_page(
            paper.width,
            paper.height,
            label=str(number),
            trim=page.trim.as_tuple() if page.trim else None,
            bleed=page.bleed.as_tuple() if page.bleed else None,
        )
        if page.bookmark:
            writer.bookmark(page.bookmark, f"page-{number}")
        right = f"page {number} of {len(pages)} · edition {kit.edition} · {stamp}"
        if chosen:
            right = f"{chosen} · {right}"
        writer.items(marks.title_line(paper, page.title, right, style))
        if page.ruler:
            writer.items(marks.ruler(paper, style))
        page.draw(writer)
        writer.end_page()
    return writer.bytes()


__all__ = ["BookOptions", "MadeBook", "make_book"]
