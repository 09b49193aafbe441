"""The order of printing pages, and the side of the paper of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.press.paper import two_sided
from ibbprint.press.workshop import Page, Workshop

EMPTY = "this side stays empty"


class Sided(NamedTuple):
    """A page and whether it is printed on the back of the paper."""

    page: Page
    back: bool


def nothing(shop: Workshop, front: Page | None = None) -> Page:
    """An empty side, on the same paper as its front: nothing at all is printed on it."""
    paper = None if front is None else front.paper
    return Page(shop.page_title(EMPTY), lambda _: None, head=False, ruler=False, paper=paper)


def on_backs(shop: Workshop, texts: Sequence[Sequence[Page]]) -> list[Page]:
    """Sheets of text in their order, but one of a single page goes on the last back that would stay empty.

    It does so unless it asks for a front.
    """
    sheets: list[list[Page]] = []
    for pages in texts:
        room = next((item for item in reversed(sheets) if len(item) % 2), None)
        if two_sided(shop.options.duplex) and room is not None and len(pages) == 1 and not pages[0].front:
            room += pages
        elif pages:
            sheets.append(list(pages))
    return [page for pages in sheets for page in pages]


def in_order(
    shop: Workshop,
    ahead: Sequence[Page],
    texts: Sequence[Sequence[Page]],
    rest: Sequence[Page],
    board: Page | None = None,
) -> list[Page]:
    """All pages: those `ahead` of all, the sheets of text, and the `rest`.

    A `board` that is the only sheet of the map, with nothing on its back, goes on the back of the first text where that
    saves a sheet: nobody reads the instructions during a game.
    """
    usual = on_fronts(shop, [*ahead, *on_backs(shop, texts), *rest])
    if board is None or board.behind is not None or len(texts[0]) != 1 or not two_sided(shop.options.duplex):
        return usual
    if shop.paper.lies_across or (board.paper or shop.paper) != shop.paper:
        return usual
    remaining = [page for page in rest if page is not board]
    front, board.front = board.front, False
    saving = on_fronts(shop, [*ahead, *on_backs(shop, [[*texts[0], board], *texts[1:]]), *remaining])
    if sheets_of(shop, saving) < sheets_of(shop, usual):
        return saving
    board.front = front
    return usual


def with_backs(pages: Sequence[Page]) -> list[Page]:
    """The pages, each followed by its back."""
    return [item for page in pages for item in (page, page.behind) if item is not None]


def on_fronts(shop: Workshop, pages: Sequence[Page]) -> list[Page]:
    """The pages with an empty one before each that must be a front and would be a back.

    Where only one side of the paper is printed on, every page is a front.
    """
    if not two_sided(shop.options.duplex):
        return list(pages)
    result: list[Page] = []
    for page in pages:
        if page.front and len(result) % 2:
            result.append(nothing(shop, result[-1]))
        result.append(page)
    return result


def printing_order(shop: Workshop, pages: Sequence[Page]) -> list[Sided]:
    """The pages as the file has them: front and back by turns, or all fronts and then all backs."""
    if not two_sided(shop.options.duplex):
        return [Sided(page, False) for page in pages]
    if shop.options.duplex != "fronts-then-backs":
        return [Sided(page, bool(index % 2)) for index, page in enumerate(pages)]
    even = [*pages, nothing(shop, pages[-1])] if len(pages) % 2 else pages
    return [Sided(page, False) for page in even[0::2]] + [Sided(page, True) for page in even[1::2]]


def empty_pages(shop: Workshop, pages: Sequence[Page]) -> list[int]:
    """The numbers that the empty sides have in the file."""
    title = shop.page_title(EMPTY)
    return [number for number, (page, _) in enumerate(printing_order(shop, pages), start=1) if page.title == title]


def sheets_of(shop: Workshop, pages: Sequence[Page]) -> int:
    """The number of sheets of paper for some pages."""
    return (len(pages) + 1) // 2 if two_sided(shop.options.duplex) else len(pages)
