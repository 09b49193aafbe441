"""Printing only what changed: a list of what was and is, the pages that are not as before, and the pieces and cards.

The sheets are laid out afresh, so a handful of counters takes a corner of one sheet of paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from ibbprint.materials import Card, Kit, Piece, key_of
from ibbprint.press.cut_out_pages import cut_out_pages
from ibbprint.press.manifest import LAYOUT, Change, Manifest
from ibbprint.press.picking import gathered
from ibbprint.press.text_pages import changes_pages
from ibbprint.press.workshop import Page, Workshop

Thing = TypeVar("Thing", Piece, Card)


def changed_pages(
    shop: Workshop,
    folders: Sequence[Path],
    pages: Sequence[Page],
    since: Manifest,
    changes: Sequence[Change],
    listed: Sequence[Change],
) -> tuple[Workshop, list[Page]]:
    """The pages of a printout of the changes, with the workshop of a kit that has nothing else in it.

    `changes` are the changes that are printed, `listed` those in the list that comes first.
    """
    copies = {change.name: change.copies for change in changes if change.copies}
    changed_shop = Workshop(_reduced(shop.kit, copies), shop.options, folders, shop.style, shop.report)
    changed_shop.templates, changed_shop.faces, changed_shop.stamp = (
        shop.templates,
        shop.faces,
        shop.stamp,
    )  # nothing is drawn twice
    changed_shop.face_bleed = shop.face_bleed  # nor told twice
    cut_out = cut_out_pages(changed_shop, changed_shop.printed())
    anew = [page for page in pages if page.key in copies]
    for page in anew:
        if page.free:  # what has changed of it is on a sheet with the rest
            page.more, page.also, page.cuts, page.parts, page.begins = None, "", (), page.parts[:1], ()
    values = {
        "kit": {"title": shop.kit.title, "edition": shop.kit.edition, "stamp": shop.stamp},
        "since": {"edition": since.edition, "stamp": since.stamp},
        "changes": [line._asdict() for line in listed],
        "relaid": since.layout != LAYOUT,
        "pieces": sum(change.copies for change in changes if not change.page),
        "pages": len(anew),
    }
    return changed_shop, [*changes_pages(changed_shop, values), *anew, *cut_out]


def _reduced(kit: Kit, copies: dict[str, int]) -> Kit:
    """The kit reduced to some pieces and cards, with the number of copies of each."""
    pieces = [replace(piece, count=copies[key_of(piece)]) for piece in _first(kit.pieces) if key_of(piece) in copies]
    cards = [replace(card, count=copies[key_of(card)]) for card in _first(kit.cards) if key_of(card) in copies]
    kit = gathered(kit, pieces, "changed", {section.id for section in kit.sections})
    return replace(kit, cards=cards, texts=(), boards=(), booklets=())


def _first(records: Sequence[Thing]) -> list[Thing]:
    """Each record once: several of one name are copies of one thing."""
    return list({key_of(record): record for record in reversed(records)}.values())[::-1]
