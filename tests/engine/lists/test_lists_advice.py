"""What a checked list says helps the player: no contradiction, no second complaint about one fault, no wrong advice."""

from __future__ import annotations

import pytest

from ibbprint.reports.list_report import as_text
from tests.engine.lists.test_lists_every_word import HOTT, IBB, bought, judged, units
from tests.engine.lists.test_lists_told_apart import said, verdict


def test_a_list_that_cannot_be_judged_is_not_said_to_be_without_fault() -> None:
    checked, report = judged("Captain 3\n2-4 Slingers\n3 Pikemen", IBB)
    text = as_text(checked, report)
    assert "cannot be judged" in text
    assert "Nothing is wrong" not in text
    assert text.splitlines()[-1] == "The list leaves open what is in the army: write how many of what you bring."
    assert "Nothing is wrong." in as_text(*judged("Captain 3\n3 Pikemen", IBB))


@pytest.mark.rule("R-206")
@pytest.mark.parametrize("line", ["3 Trolls", "3 hobbit heavy cav", "some Pikemen", "2-4 Slingers", "½ Pikemen"])
def test_units_on_a_faulty_line_are_not_missing_besides(line: str) -> None:
    _, report = judged(f"Captain 3\n{line}", IBB)
    assert "no unit to lead" not in said(report)
    _, report = judged("Captain 3\nWizard 4", IBB)
    assert "no unit to lead" in said(report)


@pytest.mark.parametrize("line", ["= 44?", "= 44", "(44)?", "Total 44?"])
def test_a_sum_with_a_question_mark_is_a_sum(line: str) -> None:
    _, report = judged(f"Captain 3\n3 Pikemen\n{line}", IBB)
    assert report.ok
    assert "the list says 44 gold in all, the price list 32" in said(report)


RACES = [
    ("DWARF HEAVY INF", "Heavy Infantry", "Elven"),
    ("Dwarven heavy infantry", "Heavy Infantry", "Elven"),
    ("orc heavy inf", "Heavy Infantry", "Elven"),
    ("elf heavy infantri", "Elven Heavy Infantry Q3", "Dwarf"),
]


@pytest.mark.parametrize(("entry", "meant", "other"), RACES)
def test_no_unit_of_another_race_than_the_entry_names_is_proposed(entry: str, meant: str, other: str) -> None:
    _, report = judged(f"Captain 3\n2 {entry}", IBB)
    assert f"Did you mean {meant}" in said(report)
    assert other not in said(report)


@pytest.mark.rule("H-02")
def test_what_to_leave_out_is_not_the_general() -> None:
    _, report = judged("3 x Blades (general)\n9 x Spears\n2 Hordes", HOTT)
    assert "Leave out one Blade, but not the general." in said(report)
    _, report = judged("1 x Riders (general)\n3 Blades\n9 x Spears", HOTT)
    assert "Leave out one Blade." in said(report)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("3 Cl\n4 Bw\n2 Blades (gen)", "3 cleric, 4 shooters, 2 blades"),
        ("3Cl(Gen) 4Bw 2Sp", "3 cleric, 4 shooters, 2 spears"),
        ("Blades (gen)\nCl x2\nBw 3", "1 blades, 2 cleric, 3 shooters"),
    ],
)
def test_players_short_forms_of_clerics_and_shooters_are_known(text: str, wanted: str) -> None:
    checked, report = judged(f"Wood Folk\n{text}", HOTT)
    assert bought(checked) == units(wanted)
    assert verdict(checked, report) == "legal", said(report)


NAMED = [
    ("Bondi x4 - Spears - 8AP", "Bondi: Spears", 4),
    ("4 x Bondi - Spears - 8AP", "Bondi: Spears", 4),
    ("Saurus Guard x4 - Blades - 8", "Saurus Guard: Blades", 4),
    ("Huscarls x2: Blades", "Huscarls: Blades", 2),
    ("Bondi (4) - Spears - 8AP", "Bondi: Spears", 4),
    ("Bondi 4 - Spears", "Bondi: Spears", 4),
    ("Bondi - 4 Spears - 8AP", "Bondi: Spears", 4),
]


@pytest.mark.parametrize(("line", "name", "count"), NAMED)
def test_a_name_of_the_players_own_with_the_count_is_kept(line: str, name: str, count: int) -> None:
    checked, report = judged(f"2 Riders (general)\n{line}", HOTT)
    assert [(row.whole_name, row.number) for army in checked.armies for row in army.rows][1:] == [(name, count)]
    assert report.ok, said(report)


def test_a_number_that_may_count_the_entry_behind_it_or_the_heading_is_an_error() -> None:
    _, report = judged("2 Riders (general)\nWing 2: Spears", HOTT)
    assert "2 is how many or the price" in said(report)
