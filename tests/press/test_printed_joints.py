"""Joints of map sheets: the map runs past every edge that is glued on top, and no mark is in what runs past."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pikepdf
import pytest
from PIL import ImageChops

from ibbprint.press.book import BookOptions, make_book
from ibbprint.press.inking import Inking
from ibbprint.press.paper import PAPERS
from ibbprint.press.slots import Trimming
from tests.helpers import OTHER_GAMES, SOAK, folders_of, kept, make_kit
from tests.pdf import Box, Renderer, instructions, kept_cuts

BLEED = 2.0
"""What counters have, and so the joints of a map unless bleed is asked for, mm."""
WAYS = {
    "a4": BookOptions(PAPERS["a4"]),
    "letter": BookOptions(PAPERS["letter"]),
    "bleed": BookOptions(PAPERS["a4"], trimming=Trimming(bleed=3.0)),
    "none": BookOptions(PAPERS["a4"], trimming=Trimming(bleed=0.0)),
    "press": BookOptions(PAPERS["a4"], inking=Inking(press=True)),
}


class Sheet(NamedTuple):
    """A sheet of the map: its page, all that is printed of the map, and what is left when it is trimmed, mm."""

    page: int
    drawn: Box
    trim: Box
    lines: list[tuple[float, float, float, float]]
    """The lines that are drawn on the page itself, not as a part of the map."""


@kept
def printed_map(scenario: str, way: str, *, poster: bool = False) -> bytes:
    kit, report = make_kit(scenario)
    assert kit is not None, list(map(str, report))
    options = replace(WAYS[way], only=frozenset({"map"}), poster=poster)
    book = make_book(kit, options, folders_of(scenario), report)
    assert book is not None, list(map(str, report))
    return book.pdf


@cache
def sheets(scenario: str, way: str) -> list[Sheet]:
    results = []
    margin = 3.0 if way == "press" else 0.0
    with pikepdf.open(io.BytesIO(printed_map(scenario, way))) as document:
        kept = kept_cuts(document)
        for number, page in enumerate(document.pages, start=1):
            if "/XObject" in page.Resources:  # not the plan, and no empty back
                (trim,) = kept[str(number)]["cuts"]
                results.append(Sheet(number, shown(page, margin), Box(*trim), lines(page, margin)))
    return results


def shown(page: pikepdf.Page, margin: float) -> Box:
    """What is printed of the map on a page, mm: the box that it is clipped to, the largest there is."""
    clips, last, moved = [], None, (0.0, 0.0)
    for name, operands in instructions(page):
        if name == "q":
            moved = (0.0, 0.0)
        elif name == "cm":
            moved = (float(operands[4]), float(operands[5]))
        elif name == "re":
            x, y, wide, high = map(float, operands)
            last = (x + moved[0], y + moved[1], wide, high)
        elif name in ("W", "W*") and last is not None:
            clips.append(last)
    x, y, wide, high = max(clips, key=lambda clip: clip[2] * clip[3])
    return Box(x + margin, y + margin, x + wide + margin, y + high + margin)


def lines(page: pikepdf.Page, margin: float) -> list[tuple[float, float, float, float]]:
    """Every straight line that the page draws, not in a form; pages are written in mm from the top left of the paper.

    A page for a print shop is larger than the paper by a `margin`.
    """
    result, at, drawn = [], (0.0, 0.0), []
    for name, operands in instructions(page):
        if name in ("m", "l"):
            to = (float(operands[0]) + margin, float(operands[1]) + margin)
            if name == "l":
                drawn.append((min(at[0], to[0]), min(at[1], to[1]), max(at[0], to[0]), max(at[1], to[1])))
            at = to
        elif name == "S":
            result += drawn
        if name in ("S", "f", "B", "n"):
            drawn = []
    return result


MAPS = ("defend-the-bridge", *OTHER_GAMES)
CASES = [(scenario, way) for way in WAYS for scenario in MAPS if SOAK or way == "a4" or scenario in OTHER_GAMES]


@pytest.mark.parametrize(("scenario", "way"), CASES)
def test_edges_that_are_glued_on_top_have_bleed(scenario: str, way: str) -> None:
    """Where a left or upper edge is a joint, the map runs 2 mm past it, or as far as bleed is asked for."""
    value = {"bleed": 3.0, "press": 3.0, "none": 0.0}.get(way, BLEED)
    outer = {"bleed": 3.0, "press": 3.0}.get(way, 0.0)
    pages = sheets(scenario, way)
    beyond = [(round(page.trim.left - page.drawn.left, 2), round(page.trim.top - page.drawn.top, 2)) for page in pages]
    assert beyond == [(outer, outer), (value, outer), (outer, value), (value, value)]


@pytest.mark.parametrize(("scenario", "way"), CASES)
def test_no_mark_is_in_the_bleed(scenario: str, way: str) -> None:
    """Crosses and ticks of a map sheet keep half a millimetre from all that is printed of the map, a shop's a whole."""
    clear = 1.0 if way == "press" else 0.5
    for sheet in sheets(scenario, way):
        box = sheet.drawn.grown(clear - 0.01)
        assert len(sheet.lines) > 20
        for left, top, right, bottom in sheet.lines:
            assert right <= box.left or left >= box.right or bottom <= box.top or top >= box.bottom


@pytest.mark.parametrize("scenario", MAPS)
def test_a_knife_that_strays_leaves_no_white(scenario: str) -> None:
    """A strip of 1 mm outside each cut that is glued on top shows what the poster shows there."""
    looked = 0
    with (
        Renderer(printed_map(scenario, "a4")) as tiles,
        Renderer(printed_map(scenario, "a4", poster=True)) as poster,
        pikepdf.open(io.BytesIO(printed_map(scenario, "a4", poster=True))) as whole,
    ):
        ((x0, y0, _, _),) = kept_cuts(whole)["1"]["cuts"]
        pages = sheets(scenario, "a4")
        wide, high = pages[0].trim.width, pages[0].trim.height
        for sheet in pages:
            left, top = sheet.trim.left - sheet.drawn.left > 1, sheet.trim.top - sheet.drawn.top > 1
            dx = x0 + (wide if left else 0.0) - sheet.trim.left
            dy = y0 + (high if top else 0.0) - sheet.trim.top
            trim = sheet.trim
            strips = [Box(trim.left - 1, trim.top + 1, trim.left, trim.bottom - 1)] if left else []
            strips += [Box(trim.left + 1, trim.top - 1, trim.right - 1, trim.top)] if top else []
            for strip in strips:
                looked += 1
                here = tiles.part(sheet.page, strip, 144)
                moved = Box(strip.left + dx, strip.top + dy, strip.right + dx, strip.bottom + dy)
                there = poster.part(1, moved, 144)
                changed = ImageChops.difference(here, there).convert("L").point(lambda v: 255 if v > 40 else 0)
                assert changed.histogram()[255] <= 0.03 * here.width * here.height
                white = sum(n for n, pixel in here.getcolors(1 << 20) if pixel == (255, 255, 255))
                bare = sum(n for n, pixel in there.getcolors(1 << 20) if pixel == (255, 255, 255))
                assert white <= bare + 0.01 * here.width * here.height
    assert looked == 4
