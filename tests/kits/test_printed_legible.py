"""What is printed can be read: sizes of type, contrast in colour and in grey, and room between text and the knife."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.helpers import COUNTER_MM
from tests.pdf import MM, Box, Document, Page, Run, as_grey, contrast
from tests.sheets import sheets, sheets_of, slots

FIGURES = re.compile(r"\d+-\d+-\d+")
SAFE_MM = 0.7
"""What stays between art that matters and the cut of a counter."""
CARD_SAFE_MM = 5.0


def test_no_text_is_smaller_than_5_points(any_document: Document) -> None:
    """No text anywhere is set in less than 5 pt, none on cards and sheets of text in less than 6.5 pt."""
    for page in any_document.pages:
        for run in page.runs:
            least = 5 if run.piece is not None else 6.5
            assert run.size >= least - 0.01, (page.number, run.text, run.size)


def test_white_text_is_at_least_6_points_and_bold(any_document: Document) -> None:
    """White on colour is never thinner than bold or small capitals of 6 pt, for ink runs into it."""
    for page in any_document.pages:
        for run in page.runs:
            if min(run.fill) > 0.9:
                assert run.size >= 6 - 0.01, (page.number, run.text, run.size)
                assert run.font.name.endswith(("Bold", "SmallCaps")), (page.number, run.text, run.font.name)


def test_the_figures_are_a_sixth_of_the_counter_high(document: Document) -> None:
    """Attack, defence and movement are the largest thing on a unit, their figures at least a sixth of its side high."""
    count = 0
    for front, _ in sheets_of(document, "Counters"):
        for slot in slots(front):
            for run in slot.runs:
                if FIGURES.fullmatch(run.text):
                    count += 1
                    for char, code in zip(run.text, run.codes, strict=True):
                        high = run.font.ink_height(code) * run.size * MM
                        assert char == "-" or high >= COUNTER_MM / 6, (slot.texts, char, high)
                    assert all(other.size <= run.size for other in slot.runs)
                    assert run.font.name.endswith("Bold")
    assert count > 20


def _spots(run: Run) -> list[tuple[float, float]]:
    """Places in the box of a run: three rows of as many as it has letters."""
    box = run.box
    steps = max(3, min(12, len(run.text)))
    return [
        (box.left + box.width * (i + 0.5) / steps, box.top + box.height * share)
        for i in range(steps)
        for share in (0.1, 0.5, 0.9)
    ]


def test_text_stands_out_from_its_ground(any_document: Document) -> None:
    """Every text has a contrast of 4.5 to 1 or better to whatever lies under it, in colour and printed in grey."""
    known: dict[tuple[object, ...], float] = {}
    for page in any_document.pages:
        for run in page.runs:
            for spot in _spots(run):
                ground = page.ground(spot, run.order, run.piece)
                if (run.fill, ground) not in known:
                    known[run.fill, ground] = min(
                        contrast(run.fill, ground), contrast(as_grey(run.fill), as_grey(ground))
                    )
                worst = known[run.fill, ground]
                assert worst >= 4.5, (page.number, run.text, run.fill, ground, worst)


def test_text_keeps_clear_of_the_cut(any_document: Document) -> None:
    """All text of a counter stays 0.7 mm inside its trim, so a slip of the knife spares it."""
    for page in any_document.pages:
        for slot in slots(page):
            for run in slot.runs:
                assert run.box.inside(slot.box.grown(-SAFE_MM), 0.001), (slot.texts, run.text)


def test_text_of_the_card_keeps_clear_of_the_cut(crt_document: Document) -> None:
    """All text of the CRT card stays 5 mm inside its trim, on both sides."""
    assert len(crt_document.pages) == 2
    for page in crt_document.pages:
        inner = [run for run in page.runs if run.box.meets(page.block)]
        assert len(inner) > 50
        for run in inner:
            assert run.box.inside(page.block.grown(-CARD_SAFE_MM)), run.text


def test_symbols_keep_clear_of_the_cut(any_document: Document) -> None:
    """No part of a symbol on a front comes nearer than 0.7 mm to the cut."""
    for front, _ in sheets(any_document):
        for slot in slots(front):
            for name, shapes in slot.symbol_shapes:
                for shape in shapes:
                    assert shape.box.inside(slot.box.grown(-SAFE_MM), 0.02), (slot.texts, name, shape.box)


def _overlap(a: Box, b: Box) -> float:
    common = a.common(b)
    return max(0.0, min(common.width, common.height))


def test_texts_do_not_run_into_each_other(any_document: Document) -> None:
    """No two lines of text share ink: on counters, on cards, on sheets of text and at the heads of pages."""
    for page in any_document.pages:
        for runs in page.runs_of.values():
            ordered = sorted(runs, key=lambda r: r.box.top)
            for index, run in enumerate(ordered):
                for other in ordered[index + 1 :]:
                    if other.box.top >= run.box.bottom:
                        break
                    assert _overlap(run.box, other.box) < 0.25, (page.number, run.text, other.text)


def test_texts_do_not_run_over_symbols(any_document: Document) -> None:
    """The figures, name and id of a counter do not lie on its symbols, nor symbols on each other."""
    for front, _ in sheets_of(any_document, "Counters"):
        for slot in slots(front):
            boxes = [
                (
                    name,
                    Box(
                        min(s.box.left for s in d),
                        min(s.box.top for s in d),
                        max(s.box.right for s in d),
                        max(s.box.bottom for s in d),
                    ),
                )
                for name, d in slot.symbol_shapes
            ]
            for index, (name, box) in enumerate(boxes):
                for run in slot.runs:
                    assert _overlap(run.box, box) < 0.35, (slot.texts, run.text, name)
                for other, second in boxes[index + 1 :]:
                    assert _overlap(box, second) < 0.35, (slot.texts, name, other)


def test_heads_of_pages_fit(any_document: Document) -> None:
    """Title on the left and page number on the right of a head do not meet."""
    for page in any_document.pages:
        top = [run for run in page.runs if run.piece is None and run.y < 14]
        rows = sorted(top, key=lambda r: r.x)
        for a, b in pairwise(rows):
            assert a.box.right < b.box.left, (page.number, a.text, b.text)


@pytest.mark.parametrize("side", ["front", "back"])
def test_marker_names_are_readable(marker_document: Document, side: str) -> None:
    """A marker's name is at least 6 pt, its figure at least 9 pt."""
    for pages in sheets_of(marker_document, "Markers"):
        page: Page = pages[0] if side == "front" else pages[1]
        for slot in slots(page):
            for run in slot.runs:
                least = 6 if re.search(r"[A-Za-z]{3}", run.text) else 9
                assert run.size >= least - 0.01, (slot.texts, run.text, run.size)
