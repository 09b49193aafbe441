"""The boxes of a file's pages: whether the TrimBox is the sheet, the same on all pages, and is where it may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ibbprint.drawing.areas import Box
from ibbprint.drawing.pdf_painted import PdfPage

SLACK_MM = 0.02
"""What a distance may fall short of by rounding, mm."""
SAME_MM = 0.3
"""Sizes that differ by no more than this are one."""
SLUG_MM = 25.0
"""What marks, colour bars and slugs beside a sheet take at most."""


class Fault(NamedTuple):
    """A fault of the boxes of some pages. `sure` says that it cannot be meant so."""

    message: str
    pages: tuple[int, ...]
    sure: bool = True


def faults(pages: Sequence[PdfPage]) -> Iterator[Fault]:
    """The faults that would trouble a print shop, which trims and imposes by the TrimBox."""
    untrimmed = tuple(page.number for page in pages if page.trim is None)
    if untrimmed:
        message = "pages have no TrimBox, so the whole page counts."
        item = message.replace("pages have", "page has").replace("they are", "it is")
        yield Fault(f"{len(untrimmed)} {message}" if len(untrimmed) > 1 else f"1 {item}", untrimmed)
    outside = tuple(page.number for page in pages if page.trim is not None and not _in_order(page, page.trim))
    if outside:
        yield Fault("the TrimBox is not inside the BleedBox, or the BleedBox is not on the paper.", outside)
    yield from _differing(pages)
    yield from _off_the_sheet([page for page in pages if page.number not in outside])


def room(page: PdfPage) -> float:
    """The distance of the BleedBox of a page past its TrimBox on every side, mm; 0 where it has none."""
    trim = page.trim or page.media
    outer = page.bleed or trim
    return max(0.0, min(trim[0] - outer[0], trim[1] - outer[1], outer[2] - trim[2], outer[3] - trim[3]))


def _in_order(page: PdfPage, trim: Box) -> bool:
    if not _inside(trim, page.bleed or page.media):
        return False
    return page.bleed is None or _inside(page.bleed, page.media)


def _inside(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0] - SLACK_MM
        and inner[1] >= outer[1] - SLACK_MM
        and inner[2] <= outer[2] + SLACK_MM
        and inner[3] <= outer[3] + SLACK_MM
    )


def _size(box: Box) -> tuple[float, float]:
    """The shorter side and the longer one: a page that lies across is of the same size."""
    first, second = sorted((box[2] - box[0], box[3] - box[1]))
    return first, second


def _same(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return abs(a[0] - b[0]) <= SAME_MM and abs(a[1] - b[1]) <= SAME_MM


def _differing(pages: Sequence[PdfPage]) -> Iterator[Fault]:
    """Pages of one size with TrimBoxes of several: those that are not as most are."""
    papers: list[tuple[tuple[float, float], list[PdfPage]]] = []
    for page in pages:
        if page.trim is not None:
            size = _size(page.media)
            match = next((group for known_size, group in papers if _same(size, known_size)), None)
            if match is None:
                papers.append((size, [page]))
            else:
                match.append(page)
    for _, group in papers:
        sizes: list[tuple[tuple[float, float], list[int]]] = []
        for page in group:
            size = _size(page.trim or page.media)
            page_numbers = next((numbers for known_size, numbers in sizes if _same(size, known_size)), None)
            if page_numbers is None:
                sizes.append((size, [page.number]))
            else:
                page_numbers.append(page.number)
        if len(sizes) > 1:
            usual = max(sizes, key=lambda item: (len(item[1]), item[0]))
            odd = [pair for pair in sizes if pair is not usual]
            (wide, high), numbers = odd[0]
            message = (
                f"pages of one size have TrimBoxes of {len(sizes)}: {usual[0][0]:.0f} x {usual[0][1]:.0f} mm,"
                f" but {wide:.0f} x {high:.0f} mm on page {numbers[0]}. The TrimBox is the sheet, on every page."
            )
            yield Fault(message, tuple(sorted(number for _, numbers in odd for number in numbers)))


def _off_the_sheet(pages: Sequence[PdfPage]) -> Iterator[Fault]:
    """Pages on which far more is outside of the TrimBox than marks take."""
    pairs: list[tuple[float, int]] = []
    for page in pages:
        if page.trim is not None:
            left, top, right, bottom = page.trim
            beside = max(left, top, page.media[2] - right, page.media[3] - bottom)
            if beside > SLUG_MM:
                pairs.append((beside, page.number))
    if pairs:
        widest, number = max(pairs)
        message = f"{widest:.0f} mm of page {number} are outside its TrimBox, which must be the sheet."
        yield Fault(message, tuple(sorted(page for _, page in pairs)), sure=False)
