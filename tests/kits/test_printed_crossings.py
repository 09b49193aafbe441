"""Crossings: what counts as being over a bridge, on the finished sheet, on the set-up diagram, and in play."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.systems.ibb.rules import movement, victory
from tests.helpers import battle, make_pack, print_kit, printed
from tests.ibb_table import Table, shipped
from tests.pdf import Document, Page, read_pdf
from tests.sheets import head

HEAD = 14.0
LARGE_PT = 12.0


@cache
def sheets() -> Document:
    return read_pdf(printed("defend-the-bridge", only=["scenario"]).pdf)


def page(document: Document, title: str) -> Page:
    return next(page for page in document.pages if f": {title}" in head(page))


def words(page: Page) -> str:
    return " ".join(" ".join(run.text for run in page.runs if run.y > HEAD).split())


def rows(page: Page) -> list[list[str]]:
    """The ids that can be crossed off, a list for each row of boxes."""
    values: dict[float, list[str]] = {}
    for run in page.runs:
        if run.y > HEAD and run.size > LARGE_PT and run.text[1:].isdigit():
            values.setdefault(round(run.y), []).append(run.text)
    return [values[y] for y in sorted(values)]


# --- on paper -------------------------------------------------------------------------------------------------------


def test_the_sheet_lists_the_zones_and_has_a_row_to_cross_off_for_each_bridge() -> None:
    """Ten units count, neither leaders nor the engine; the zones are named with their hexes."""
    first = page(sheets(), "Scenario sheet")
    ids = ["T1", "T4", "T5", "T6", "T7", "T8", "T9", "T11", "T12", "T13"]
    assert rows(first) == [ids, ids]
    text = words(first)
    assert "outside “Tudwall’s side of Beck Bridge” (1707, 1806–1810, 1907–1909, 2007–2009)" in text
    assert "in “North of the river” (all dry land joined to 1405)" in text
    assert "wading beside the bridge does not count" in text


def test_the_zones_are_drawn_and_named_on_the_set_up_diagram() -> None:
    """Both are on the map by name, and the key says what they are for."""
    text = words(page(sheets(), "Set-up diagram")).replace(" ", "")
    assert "Northoftheriver" in text
    assert "Tudwall’ssideofBeckBridge" in text
    assert "azonethatdecideswhowins" in text


def test_strength_over_two_bridges_is_said_without_doubt() -> None:
    """A unit counts that is over both, not one over either."""
    text = " ".join(words(page) for page in sheets().pages)
    assert "no more than 10 points of attack strength in units that are both over Beck Bridge and over Wend" in text


def test_another_crossing_has_its_own_row_and_zone(tmp_path: Path) -> None:
    """The Rotwangi must reach the village over Wend Bridge: their units and that zone are on the sheet and the map."""
    data: dict[str, Any] = {**battle("defend-the-bridge")}
    data["scenario"] = {**data["scenario"], "id": "plank"}
    data["crossings"] = [
        {"id": "plank", "name": "Over the Plank", "bridge": "1406", "onto": ["1407", "1306"], "ends_in": "village"}
    ]
    across = {"kind": "strength-across", "side": "rotwang", "crossings": ["plank"], "at_least": "5"}
    data["victory"] = [{"side": "rotwang", "level": "minor", "all": [across], "text": "Enough are over."}]
    pack = make_pack(tmp_path / "pack", {"scenarios/plank.yaml": data})
    book, report = print_kit("plank", packs=[pack], only=["scenario"])
    assert book is not None, "\n".join(map(str, report))
    result = read_pdf(book.pdf)
    assert rows(page(result, "Scenario sheet")) == [["R1", "R2", "R3", "R4", "R6", "R7", "R10", "R11"]]
    assert "to 1407 or 1306, and at the end in “Mickle Cross” (1013)" in words(page(result, "Scenario sheet"))
    assert "a zone that decides who wins" in words(page(result, "Set-up diagram"))


# --- in play --------------------------------------------------------------------------------------------------------


def over(way: str, *, routed: bool = False, shaken: bool = False, rubble: bool = False) -> int:
    """The strength over Beck Bridge when the heavy infantry (3) has gone that way and nobody else has."""
    table = Table(shipped("defend-the-bridge"))
    for other in table.state.units:
        if other.side == 1:
            table.state.put(other, table.hex("0101"))
    unit = table.at("T11")
    if rubble:
        table.state.change_ground(table.state.ground.changes._replace(rubble=frozenset({table.hex("1707")})))
    for name in way.split():
        movement.step(table.state, unit, table.hex(name))
    unit.routed = routed
    unit.disorganised = 1 if shaken else unit.disorganised
    return victory.across(table.state, 0, ["lower"])


@pytest.mark.rule("R-166", "G-36")
@pytest.mark.parametrize(
    ("way", "how", "counts"),
    [
        ("1707 1607", {}, True),
        ("1708 1608", {}, False),  # waded
        ("1708 1707 1608", {}, True),  # waded onto the bridge, stepped off it
        ("1707", {}, False),  # still on the bridge
        ("1707 1607 1707 1807", {}, False),  # back again
        ("1707 1607 1707 1808 1708 1608", {}, True),  # back, and over again by wading
        ("1707 1607", {"shaken": True}, True),
        ("1707 1607", {"routed": True}, True),
        ("1707 1607", {"rubble": True}, True),
        ("1707", {"rubble": True}, False),
    ],
)
def test_who_counts_as_over_the_bridge(way: str, how: dict[str, bool], counts: bool) -> None:
    """As the sheet says: stepped off the bridge or its rubble, and over there at the end, shaken or not."""
    assert over(way, **how) == (3 if counts else 0)
