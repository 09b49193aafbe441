"""In which order pages are printed, and on which side of the paper each comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.press.duplex import two_sided
from ibbprint.press.workshop import Page, Workshop


class Sided(NamedTuple):
    """A page and whether it is printed on the back of the paper."""

    page: Page
    back: bool


def nothing(shop: Workshop) -> Page:
    """An empty side."""
    return Page(shop.named("this side stays empty"), lambda _: None, ruler=False)


def on_fronts(shop: Workshop, pages: Sequence[Page]) -> list[Page]:
    """The pages with an empty one before each that must be a front and would be a back.

    Where only one side of the paper is printed on, every page is a front.
    """
    if not two_sided(shop.options.duplex):
        return list(pages)
    made: list[Page] = []
    for page in pages:
        if page.front and len(made) % 2:
            made.append(nothing(shop))
        made.append(page)
    return made


def printing_order(shop: Workshop, pages: Sequence[Page]) -> list[Sided]:
    """The pages as the file has them: front and back by turns, or all fronts and then all backs."""
    if not two_sided(shop.options.duplex):
        return [Sided(page, False) for page in pages]
    if shop.options.duplex != "fronts-then-backs":
        return [Sided(page, bool(index % 2)) for index, page in enumerate(pages)]
    whole = [*pages, nothing(shop)] if len(pages) % 2 else pages
    return [Sided(page, False) for page in whole[0::2]] + [Sided(page, True) for page in whole[1::2]]


def sheets_of(shop: Workshop, pages: Sequence[Page]) -> int:
    """How many sheets of paper some pages take."""
    return (len(pages) + 1) // 2 if two_sided(shop.options.duplex) else len(pages)
