"""Scenarios of the element battle with one fault each: exactly that finding, at its place, by its rule."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.helpers import ROOT, call_cli

GAME: Any = games()["element-battle"]
DELVE = ROOT / "scenarios" / "element-battle" / "deep-delve.yaml"


@cache
def text() -> str:
    return DELVE.read_text(encoding="utf-8")


def found(changed: str, folder: Path) -> list[str]:
    """The findings in a scenario: check, severity and rule of each."""
    path = folder / "changed.yaml"
    path.write_text(changed, encoding="utf-8")
    report = Report()
    checked = GAME.check_scenario(str(path), KitOptions(), report)
    assert checked is not None, report
    return [
        f"{finding.check} {finding.problem.severity.word} {finding.problem.rule.removeprefix('element-battle:')}"
        for finding in checked.findings
    ]


def changed(old: str, new: str) -> str:
    assert text().count(old) >= 1, old
    return text().replace(old, new, 1)


def test_what_is_shipped_is_clean(tmp_path: Path) -> None:
    assert found(text(), tmp_path) == []
    assert call_cli("check", "deep-delve").returncode == 0


RIVER = "terrain:\n  - {{kind: river, x: 0, y: 35, width: {width}, depth: {depth}}}"
WOOD, HILL = "x: 30, y: 50, width: 20", "x: 52, y: 75, width: 14"
ROUGH_AT_THE_EDGE = "terrain:\n  - {kind: rough, x: 8, y: 92, width: 10, depth: 10}"
FAULTS = {
    "a piece off the table": (("x: 8, y: 68", "x: 115, y: 68"), ["terrain-place error H-53"]),
    "a piece by the edge": (("x: 8, y: 68", "x: 6, y: 68"), ["terrain-place warning H-53"]),
    "a side too short": (("x: 8, y: 68, width: 12", "x: 8, y: 68, width: 9"), ["terrain-place warning H-53"]),
    "two pieces together": ((HILL, "x: 68, y: 75, width: 14"), ["terrain-place warning H-53"]),
    "a river that ends": (("terrain:", RIVER.format(width=60, depth=6)), ["terrain-place error H-53"]),
    "a river too wide": (("terrain:", RIVER.format(width=120, depth=12)), ["terrain-place warning H-54"]),
    "one piece of bad going near": ((WOOD, "x: 8, y: 45, width: 10"), ["terrain-amount warning H-53"]),
    "both attack": (("role: defender", "role: attacker"), ["sides error H-56"]),
    "a stronghold for the attacker": (
        ("name: Mire Host", "name: Mire Host\n    stronghold: {x: 0, y: 0}"),
        ["sides error H-02 stronghold"],
    ),
    "a stronghold too far out": (
        ("name: Deep Delve", "name: Deep Delve\n    stronghold: {x: 20, y: 86}"),
        ["stronghold error H-R03"],
    ),
    "a stronghold on terrain": (("terrain:", "terrain:\n  - {kind: road, x: 60, y: 0, width: 4, depth: 120}"), []),
    "a general too many": (
        ("{type: blades, count: 3}", "{type: blades, count: 3, general: true}"),
        ["army error H-02 general"],
    ),
    "an element too many": (("{type: blades, count: 3}", "{type: blades, count: 4}"), ["army error H-02 ap"]),
    "an element too few": (("{type: blades, count: 3}", "{type: blades, count: 2}"), ["army warning H-02 ap"]),
    "an agreed total": (("title: The Gates", "points: 30\n  title: The Gates"), ["army warning H-02 ap"] * 2),
}


@pytest.mark.parametrize("name", FAULTS)
def test_one_fault_is_the_one_finding(name: str, tmp_path: Path) -> None:
    (old, new), expected = FAULTS[name]
    assert found(changed(old, new), tmp_path) == expected


def stands(**moved: tuple[int, int]) -> str:
    """The scenario with a place for each element of the defender, some of them moved: `artillery=(8, 94)`."""
    names = ["blades"] * 6 + ["shooters"] * 2 + ["artillery", "hero"]
    places = [(20 + 8 * n, 90) for n in range(len(names))]
    lines = []
    for n, (name, (x, y)) in enumerate(zip(names, places, strict=True)):
        x, y = moved.get(f"{name}{n}", moved.get(name, (x, y)) if name in ("artillery", "hero") else (x, y))
        lines.append(f"{{type: {name}, x: {x}, y: {y}, facing: south{', general: true' if not n else ''}}}")
    return changed("name: Deep Delve", f"name: Deep Delve\n    stands: [{', '.join(lines)}]")


@pytest.mark.parametrize(
    ("moved", "wanted"),
    [
        ({}, []),
        ({"hero": (40, 60)}, ["deployment error H-R03"]),
        ({"blades3": (40, 91)}, ["deployment error H-71"]),
        ({"hero": (60, 106)}, ["deployment error H-71"]),
        ({"hero": (118, 100)}, ["deployment error H-R03"]),
    ],
)
def test_whoever_stands_where_he_may_not_is_found(
    moved: dict[str, tuple[int, int]], wanted: list[str], tmp_path: Path
) -> None:
    """Out of the zone, on another, on the stronghold, off the table."""
    assert found(stands(**moved), tmp_path) == wanted


def test_artillery_does_not_stand_where_it_cannot_move(tmp_path: Path) -> None:
    """By default it changes places with the nearest who may; where the file puts it, it is found (H-54, H-71)."""
    rough = stands(artillery=(8, 94)).replace("terrain:", ROUGH_AT_THE_EDGE, 1)
    assert found(rough, tmp_path) == ["going error H-54"]
    under = text().replace("terrain:", "terrain:\n  - {kind: rough, x: 82, y: 88, width: 12, depth: 10}", 1)
    assert found(under, tmp_path) == []


def test_an_army_that_is_not_all_there_is_found(tmp_path: Path) -> None:
    """Only Lurkers may wait off the table (H-40)."""
    few = stands().replace(", {type: hero, x: 92, y: 90, facing: south}", "", 1)
    assert found(few, tmp_path) == ["deployment error H-40"]
