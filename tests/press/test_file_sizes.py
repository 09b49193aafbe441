"""How large kits are as files, and what in them is packed."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf

import ibbprint
from benchmarks.packs import write_pack
from ibbprint.press.inking import Inking
from tests.helpers import PAPER_OF, printed
from tests.inked import inked
from tests.tagged import tree

KITS = {"hastings": 650_000, "defend-the-bridge": 605_000}
COUNTERS, MOST_OF_COUNTERS = 500, 150_000
TABLE_OF_OLD = re.compile(rb"\nxref\n")
"""The table of objects as files before PDF 1.5 have it."""


def test_a_whole_kit_stays_small() -> None:
    sizes = {name: len(printed(name, paper=PAPER_OF[name]).pdf) for name in KITS}
    assert {name: size for name, size in sizes.items() if size > KITS[name]} == {}


def test_five_hundred_counters_have_few_bytes_and_an_alternative_text_for_each_side(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "pack", COUNTERS)
    result = ibbprint.kit(pack.scenario, packs=[pack.folder], only="counters")
    assert result.pdf, result.report
    assert len(result.pdf) <= MOST_OF_COUNTERS
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        figures = [node for node in tree(pdf).walk() if node.kind == "Figure"]
    assert len(figures) == 2 * COUNTERS
    assert all(node.alt for node in figures)


def test_plain_objects_are_packed_but_not_in_a_file_for_a_print_shop() -> None:
    """Those are PDF 1.3, which knows no packed objects."""
    usual, press = (inked("stirling", Inking(press=press)) for press in (False, True))
    assert usual.startswith(b"%PDF-1.5")
    assert b"/Type/ObjStm" in usual
    assert not TABLE_OF_OLD.search(usual)
    assert press.startswith(b"%PDF-1.3")
    assert b"/Type/ObjStm" not in press
    assert TABLE_OF_OLD.search(press)


def test_the_land_of_a_map_is_in_a_kit_once() -> None:
    """Though the example turn of the booklet has a board of its own, with another set-up."""
    with pikepdf.open(io.BytesIO(printed("hastings", paper=PAPER_OF["hastings"]).pdf)) as pdf:
        forms = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and "/BBox" in thing]
        assert sum(len(form.read_bytes()) > 500_000 for form in forms) == 1
