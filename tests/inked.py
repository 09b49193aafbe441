"""Kits printed with other inks, and their operators: what the tests of ink and press share."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf

from ibbprint.engine.api.kits import KitOptions
from ibbprint.press.book import BookOptions, MadeBook, make_book
from ibbprint.press.inking import Inking
from ibbprint.press.paper import PAPERS
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.helpers import ROOT, kept
from tests.pdf import Instruction, instructions

MARSH = ROOT / "docs" / "examples" / "salt-marsh"
KITS: dict[str, tuple[str, tuple[Path, ...]]] = {
    "defend-the-bridge": ("defend-the-bridge", ()),
    "hastings": ("hastings", ()),
    "stirling": ("stirling", ()),
    "low-tide": ("low-tide", (MARSH,)),
}
"""The scenarios, shipped ones and one of a pack, with the packs that they need."""
CUT_OUT = ("counters", "markers", "crt", "spells")
ALL_COLOURS = ("counters", "markers", "map", "crt", "crib")
"""The parts in which every colour of a kit is printed."""
FULL = Inking()

SETS = {"g": 1, "G": 1, "rg": 3, "RG": 3, "k": 4, "K": 4}
"""The operators that set a colour, and how many channels each takes."""
SETS_OTHERWISE = {"cs", "CS", "sc", "SC", "scn", "SCN"}


def folders(packs: Sequence[Path] = ()) -> list[Path]:
    return [*(pack / "templates" for pack in reversed(packs)), *games()["ibb"].template_folders]


def print_inked(
    scenario: str, inking: Inking, only: Sequence[str] = (), packs: Sequence[Path] = (), **options: Any
) -> tuple[MadeBook | None, Report]:
    """A kit printed with these inks."""
    report = Report()
    kit = games()["ibb"].kit(scenario, KitOptions(tuple(packs)), report)
    assert kit is not None, "\n".join(map(str, report))
    how = BookOptions(PAPERS["a4"], frozenset(only), inking=inking, **options)
    return make_book(kit, how, folders(packs), report), report


@kept
def inked(name: str, inking: Inking = FULL, only: tuple[str, ...] = ()) -> bytes:
    """A kit of `KITS`, which must come out."""
    scenario, packs = KITS[name]
    book, report = print_inked(scenario, inking, only, packs)
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
