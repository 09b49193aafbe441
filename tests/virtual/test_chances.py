"""The chart of chances: what the combat table gives, counted again from the files."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.tabletop import combat_chances
from ibbprint.materials.tabletop import ChanceTable
from ibbprint.phrases import MINUS
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.virtual.chances import percent
from tests.helpers import ROOT, quick_load

SHIFTS = {"The die as thrown (d6)": 0, f"Die {MINUS}2": -2, f"Die {MINUS}1": -1, "Die +1": 1, "Die +2": 2}


def tables(game: str, scenario: str) -> list[ChanceTable]:
    kit = games()[game].kit(scenario, KitOptions(only=frozenset({"counters"}), tabletop=True), Report())
    assert kit is not None
    assert kit.tabletop is not None
    return list(kit.tabletop.chances)


@pytest.mark.parametrize(
    ("game", "scenario", "folder"), [("ibb", "hastings", "ibb"), ("ayrenes-woods", "ayrenes-woods", "ayrenes_woods")]
)
def test_every_chance_is_that_of_the_faces_in_the_column(game: str, scenario: str, folder: str) -> None:
    file = ROOT / "ibbprint" / "systems" / folder / "data" / "crt.yaml"
    crt = quick_load(file.read_text(encoding="utf-8"))["crt"]
    lowest = crt.get("lowest", 1)
    result = tables(game, scenario)
    assert {table.title for table in result} == set(SHIFTS)
    for table in result:
        assert len(table.lines) == len(crt["results"][0])
        for column, (_, chances) in enumerate(table.lines):
            codes = []
            for face in range(1, 7):
                line = min(max(face + SHIFTS[table.title] - lowest, 0), len(crt["results"]) - 1)
                codes.append(crt["results"][line][column])
            expected = tuple(Fraction(codes.count(code), 6) for code, _ in table.results)
            assert chances == expected
            assert sum(chances) == 1


def test_the_odds_of_each_terrain_stand_beside_their_column() -> None:
    table = tables("ibb", "hastings")[0]
    assert table.labelled[:2] == ("Marsh, swamp, water, rubble", "Clear, hill, other land")
    assert table.lines[5][0] == ("1-1", "2-1", "2-1", "3-1", "4-1")
    assert table.lines[10][0] == ("6-1", "", "", "", "")
    assert dict(zip([code for code, _ in table.results], table.lines[5][1], strict=True))["Exd"] == Fraction(1, 3)


def test_a_table_of_somebody_elses_has_the_chances_of_its_own_die() -> None:
    result = combat_chances(
        {"Ratio": ["1:1", "9:1"]}, [("a", "A"), ("b", "B")], 4, lambda c, d: "a" if d < 2 * c else "b"
    )
    assert result[0].title == "The die as thrown (d4)"
    assert [chances for _, chances in result[0].lines] == [
        (Fraction(1, 4), Fraction(3, 4)),
        (Fraction(3, 4), Fraction(1, 4)),
    ]


@pytest.mark.parametrize(("chance", "shown"), [("1/2", "50"), ("1/3", "33.3"), ("1", "100"), ("1/16", "6.2")])
def test_a_chance_is_in_percent(chance: str, shown: str) -> None:
    assert percent(Fraction(chance)) == shown
