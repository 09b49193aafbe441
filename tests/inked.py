"""Kits printed with other inks, and their operators: what the tests of ink and press share."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf

from ibbprint.press.book import BookOptions, MadeBook, make_book
from ibbprint.press.inking import Inking
from ibbprint.press.paper import PAPERS
from ibbprint.problems import Report
from tests.helpers import ROOT, folders_of, kept, make_kit
from tests.pdf import Instruction, instructions

MARSH = ROOT / "docs" / "examples" / "salt-marsh"
KITS: dict[str, tuple[Path, ...]] = {
    "defend-the-bridge": (),
    "hastings": (),
    "stirling": (),
    "low-tide": (MARSH,),
    "tin-road": (),
}
"""The kits, of shipped scenarios, of one of a pack and of a game that is a folder, with the packs that they need."""
CUT_OUT = ("counters", "markers", "crt", "spells", "events")
ALL_COLOURS = ("counters", "markers", "map", "crt", "crib", "events")
"""The parts in which every colour of a kit is printed."""
FULL = Inking()

SETS = {"g": 1, "G": 1, "rg": 3, "RG": 3, "k": 4, "K": 4}
"""The operators that set a colour, and how many channels each takes."""
SETS_OTHERWISE = {"cs", "CS", "sc", "SC", "scn", "SCN"}


def print_inked(
    scenario: str, inking: Inking, only: Sequence[str] = (), packs: Sequence[Path] = (), **options: Any
) -> tuple[MadeBook | None, Report]:
    """A kit printed with these inks."""
    kit, report = make_kit(scenario, packs=packs, only=frozenset(only))
    assert kit is not None, "\n".join(map(str, report))
    how = BookOptions(PAPERS["a4"], frozenset(only), inking=inking, **options)
    return make_book(kit, how, folders_of(scenario, packs), report), report


@kept
def inked(name: str, inking: Inking = FULL, only: tuple[str, ...] = ()) -> bytes:
    """A kit of `KITS`, which must come out."""
    book, report = print_inked(name, inking, only, KITS[name])
    assert book is not None, "\n".join(map(str, report))
    return book.pdf


def steps(pdf: bytes) -> Iterator[Instruction]:
    """Every operator of every page and form, with its operands."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        forms = [o for o in opened.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        for content in (*opened.pages, *forms):
            yield from instructions(content)


@cache
def colours(pdf: bytes) -> tuple[Counter[str], set[tuple[float, ...]]]:
    """How often each operator that sets a colour stands in a PDF, and the colours that they set."""
    operators: Counter[str] = Counter()
    channels: set[tuple[float, ...]] = set()
    for operator, operands in steps(pdf):
        if operator in SETS:
            assert len(operands) == SETS[operator]
            channels.add(tuple(float(value) for value in operands))
        if operator in SETS or operator in SETS_OTHERWISE:
            operators[operator] += 1
    return operators, channels
