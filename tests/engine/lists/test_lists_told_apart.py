"""What looks alike in a list is told apart: titles and units, years and budgets, counts and what is no whole number."""

from __future__ import annotations

import pytest

from ibbprint.engine.api.lists import Checked
from ibbprint.problems import Report
from tests.engine.lists.test_lists_every_word import HOTT, IBB, bought, errors, judged, units


def said(report: Report) -> str:
    return "\n".join(map(str, report))


def verdict(checked: Checked, report: Report) -> str:
    if not report.ok:
        return "not legal"
    return "legal" if all(army.legal for army in checked.armies) else "cannot be judged"


# --- a title that is a unit, with its budget --------------------------------------------------------------------------

FIFTY_FIVE = "Captain 3 5\nElven Archers 4 36\nLight Infantry Q3 2 14"
FIFTY_FIVE_BOUGHT = "1 captain-3, 4 elven-archers-q3, 2 light-infantry-q3"
FORTY_ONE = "Captain 3\nPikemen 4"
FORTY_ONE_BOUGHT = "1 captain-3, 4 pikemen-q3"
TWENTY_FOUR = "8 x Hordes\n4 x Blades (general)\n4 x Spears"
TWENTY_FOUR_BOUGHT = "8 hordes, 4 blades, 4 spears"

TITLES = [
    (IBB, f"Elven Archers 90\n{FIFTY_FIVE}\nTotal 55", 90, FIFTY_FIVE_BOUGHT),
    (IBB, f"Elven Archers (90)\n{FIFTY_FIVE}\nTotal 55", 90, FIFTY_FIVE_BOUGHT),
    (IBB, f"Elven Archers: 60 gold\n{FIFTY_FIVE}", 60, FIFTY_FIVE_BOUGHT),
    (IBB, f"60 gp Elven Archers\n{FIFTY_FIVE}", 60, FIFTY_FIVE_BOUGHT),
    (IBB, f"Elven Archers, budget 60\n{FIFTY_FIVE}", 60, FIFTY_FIVE_BOUGHT),
    (IBB, f"Elven Archers 55\n{FIFTY_FIVE}", 55, FIFTY_FIVE_BOUGHT),
    (IBB, f"Elven Archers 60\n\n{FIFTY_FIVE}", 60, FIFTY_FIVE_BOUGHT),
    (IBB, f"Pikemen 500\n{FORTY_ONE}\nTotal 41", 500, FORTY_ONE_BOUGHT),
    (IBB, f"Pikemen 50\n{FORTY_ONE}\nTotal 41 of 50", 50, FORTY_ONE_BOUGHT),
    (IBB, f"Pikemen and Slingers 50\n{FORTY_ONE}\nTotal 41", 50, FORTY_ONE_BOUGHT),
    (IBB, "Crossbowmen 60 pts\nCaptain 3\nCrossbowmen 4", 60, "1 captain-3, 4 crossbowmen-q3"),
    (IBB, "Slingers 2026\nCaptain 3\n4 Slingers", None, "1 captain-3, 4 slingers-q2"),
    (IBB, f"Pikemen 1415\n{FORTY_ONE}", None, FORTY_ONE_BOUGHT),
    (HOTT, f"Hordes 24\n{TWENTY_FOUR}", None, TWENTY_FOUR_BOUGHT),
    (HOTT, f"Hordes (24)\n{TWENTY_FOUR}", None, TWENTY_FOUR_BOUGHT),
    (HOTT, f"Spears 48\n{TWENTY_FOUR}", None, TWENTY_FOUR_BOUGHT),
    (HOTT, f"Spears 24 AP\n{TWENTY_FOUR}", None, TWENTY_FOUR_BOUGHT),
]


@pytest.mark.parametrize(("game", "text", "budget", "wanted"), TITLES)
def test_a_title_that_is_a_unit_with_its_budget_is_not_bought_where_the_sums_agree(
    game: str, text: str, budget: int | None, wanted: str
) -> None:
    checked, report = judged(text, game)
    assert bought(checked) == units(wanted), said(report)
    assert verdict(checked, report) == "legal", said(report)
    assert [army.budget for army in checked.armies] == [budget]
    assert checked.passed[0].kind == "the title"


UNITS = [
    (IBB, "Pikemen 12\nCaptain 3\nSlingers 2\nTotal 125", "12 pikemen-q3, 1 captain-3, 2 slingers-q2"),
    (IBB, "Crossbowmen 4\nCaptain 3\nPikemen 4", "4 crossbowmen-q3, 1 captain-3, 4 pikemen-q3"),
    (IBB, "Budget: 200\nPikemen 20\nCaptain 3\nSlingers 2", "20 pikemen-q3, 1 captain-3, 2 slingers-q2"),
    (IBB, "Crossbowmen 10 pts\nCaptain 3 5 pts\n4 Pikemen 36 pts", "1 crossbowmen-q3, 1 captain-3, 4 pikemen-q3"),
    (HOTT, "Hordes 12\n6 x Blades (general)", "12 hordes, 6 blades"),
    (HOTT, "Hordes 8\nBlades 4 (general)", "8 hordes, 4 blades"),
    (HOTT, "24 Hordes\n1 Blades (general)", "24 hordes, 1 blades"),
]


@pytest.mark.parametrize(("game", "text", "wanted"), UNITS)
def test_a_first_line_with_a_count_is_bought_where_nothing_says_that_it_is_the_title(
    game: str, text: str, wanted: str
) -> None:
    checked, report = judged(text, game)
    assert bought(checked) == units(wanted), said(report)


@pytest.mark.parametrize("first", ["Elven Archers 60", "Elven Archers (60)", "Elven Archers - 60", "Elven Archers: 60"])
def test_a_first_line_that_is_a_title_or_units_with_equal_right_shows_both_and_is_not_legal(first: str) -> None:
    checked, report = judged(f"{first}\n{FIFTY_FIVE}", IBB)
    assert errors(report) == [(1, 1)]
    assert "is the title with a budget of 60, or 60 units" in said(report)
    assert "Write 60x Elven Archers, or Title: Elven Archers and below it Budget: 60." in said(report)
    assert bought(checked) == units(FIFTY_FIVE_BOUGHT)
    for clear in ("60x Elven Archers", "Title: Elven Archers\nBudget: 60"):
        checked, report = judged(f"{clear}\n{FIFTY_FIVE}", IBB)
        assert report.ok, said(report)


# --- years ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["Hastings 1066", "Hastings (1066)", "Agincourt, 1415", "Battle of Hastings - 1066"])
def test_a_year_in_a_title_is_no_budget_and_a_note_says_so(title: str) -> None:
    checked, report = judged(f"{title}\n{FORTY_ONE}", IBB)
    assert [(army.budget, army.title) for army in checked.armies] == [(None, title)]
    assert "is read as a year, not as gold. If the army may spend that, write a line Budget:" in said(report)


def test_a_bare_number_of_which_little_is_spent_is_said_to_be_the_budget() -> None:
    checked, report = judged(f"Cannae 216\n{FORTY_ONE}", IBB)
    assert [army.budget for army in checked.armies] == [216]
    assert "1:8: note: 216 is read as what may be spent, of which the army spends 41." in said(report)
    for plain in ("The Host 60", "Cannae 216 gold", "Cannae (budget 216)"):
        _, report = judged(f"{plain}\n{FORTY_ONE}", IBB)
        assert "is read as" not in said(report)


@pytest.mark.rule("H-81")
@pytest.mark.parametrize("title", ["Wood Folk 36AP", "Wood Folk - 36 AP", "Hordes 36AP"])
def test_a_title_of_an_element_battle_only_speaks_of_another_total(title: str) -> None:
    army = "2 Blades (general)\n6 Spears\n10 Warband"
    checked, report = judged(f"{title}\n{army}", HOTT)
    assert [(item.budget, item.limit) for item in checked.armies] == [(None, 24)]
    assert "The title speaks of 36 AP: for that, write a line Points: 36" in said(report)
    _, report = judged(f"{title}\nPoints: 36\n{army}", HOTT)
    assert report.ok


# --- counts that are no whole numbers ---------------------------------------------------------------------------------

HEADS = {IBB: "Captain 3\n2 Pikemen\n", HOTT: "2 Blades (general)\n"}

BROKEN = [
    "6½ Spears",
    "2 ½ Spears",
    "½ Spears",
    "6 1/2 Spears",
    "6½ x Spears",
    "Spears x 6½",
    "Spears (x6.5)",
    "¾ Spears",
]


@pytest.mark.rule("H-76")
@pytest.mark.parametrize("line", BROKEN)
def test_a_count_with_a_fraction_is_no_price_of_an_element(line: str) -> None:
    checked, report = judged(f"{HEADS[HOTT]}{line}\n", HOTT)
    assert errors(report)[0][0] == 2, said(report)
    assert "is not a whole number. Write how many elements" in said(report)
    assert bought(checked) == {"blades": 2}


@pytest.mark.rule("H-77", "H-80")
@pytest.mark.parametrize(
    ("line", "count"),
    [("Spears 2½", 1), ("3 Spears ½", 3), ("2½ AP Spears", 1), ("2.5 points: Spears", 1), ("4 Spears @ 2½", 4)],
)
def test_a_half_behind_the_name_or_before_the_word_for_points_is_a_wrong_price(line: str, count: int) -> None:
    checked, report = judged(f"{HEADS[HOTT]}{line}\n", HOTT)
    assert bought(checked) == {"blades": 2, "spears": count}
    assert report.ok
    assert "The table applies." in said(report)


def test_a_count_with_a_decimal_comma_is_an_error() -> None:
    _, report = judged(f"{HEADS[IBB]}2,5 Slingers\n", IBB)
    assert errors(report) == [(3, 3)]
    _, report = judged(f"{HEADS[IBB]}2 Pikemen, 5 Slingers\n", IBB)
    assert report.ok


ROMAN = [
    (IBB, "II Pikemen"),
    (IBB, "Pikemen III"),
    (IBB, "Pikemen x II"),
    (IBB, "iii x Pikemen"),
    (IBB, "V Pikemen"),
    (IBB, "Pikemen (III)"),
    (IBB, "Pikemen - IV"),
    (IBB, "Light Infantry Q3 III"),
    (IBB, "3 Slingers, II Pikemen"),
    (IBB, "Captain IV"),
    (IBB, "Captain 3 II"),
    (HOTT, "II Spears"),
    (HOTT, "Spears III"),
    (HOTT, "Spears - III"),
    (HOTT, "Spears x V"),
    (HOTT, "Aerial Hero II"),
]


@pytest.mark.parametrize(("game", "line"), ROMAN)
def test_a_roman_numeral_beside_the_name_of_a_unit_is_an_error(game: str, line: str) -> None:
    for text, at in ((f"{HEADS[game]}{line}\n", HEADS[game].count("\n") + 1), (f"{line}\n{HEADS[game]}", 1)):
        checked, report = judged(text, game)
        assert verdict(checked, report) == "not legal", said(report)
        assert "is not a number here. Write numbers with the digits 0 to 9." in said(report)
        assert errors(report)[0][0] == at


@pytest.mark.parametrize("line", ["½ Pikemen", "2½ Pikemen", "Ⅱ Pikemen"])
def test_a_first_line_with_a_number_in_one_sign_is_neither_title_nor_heading(line: str) -> None:
    checked, report = judged(f"{line}\nCaptain 3\n2 Slingers\n", IBB)
    assert verdict(checked, report) == "not legal", said(report)
    assert errors(report)[0][0] == 1


NAMES = [
    (IBB, "2 Pikemen - Legion IV", "4 pikemen-q3, 1 captain-3"),
    (IBB, "Captain 4 (Ludwig II)", "2 pikemen-q3, 1 captain-3, 1 captain-4"),
    (IBB, "Captain Ludwig II 4", "2 pikemen-q3, 1 captain-3, 1 captain-4"),
    (HOTT, "4 Spears (Legio IV)", "2 blades, 4 spears"),
    (HOTT, "Legio II - Spears", "2 blades, 1 spears"),
    (HOTT, "Hero (Ludwig III)", "2 blades, 1 hero"),
]


@pytest.mark.parametrize(("game", "line", "wanted"), NAMES)
def test_a_roman_numeral_in_a_name_counts_nothing(game: str, line: str, wanted: str) -> None:
    checked, report = judged(f"{HEADS[game]}{line}\n", game)
    assert bought(checked) == units(wanted)
    assert report.ok, said(report)


def test_a_roman_numeral_in_a_title_or_a_heading_that_is_set_off_is_part_of_it() -> None:
    checked, report = judged("Pikemen III\nBudget: 60\nCaptain 3\n2 Slingers\nIII Pikemen:\nCaptain 3\n2 Axemen\n", IBB)
    assert report.ok, said(report)
    assert [passed.kind for passed in checked.passed] == ["the title", "a heading"]


# --- a number that is alone on its line -------------------------------------------------------------------------------

ALONE = [
    (IBB, "Captain 3\nPikemen\n4\nSlingers\n3", [3, 5], "4x Pikemen"),
    (IBB, "Captain 3\n4\nPikemen", [2], "4x Pikemen"),
    (IBB, "Captain 3\nPikemen\nfour", [3], "4x Pikemen"),
    (IBB, "Captain 3\nPikemen\n(4)", [3], "4x Pikemen"),
    (IBB, "Captain 3\nPikemen\n- 4", [3], "4x Pikemen"),
    (IBB, "Captain 3\nPikemen\n\n4", [3 + 1], "4x Pikemen"),
    (IBB, "Captain 3\nPikemen\n9", [3], "9x Pikemen"),
    (HOTT, "4 x Blades (general)\nSpears\n8", [3], "8x Spears"),
    (HOTT, "4 x Blades (general)\n8\nSpears", [2], "8x Spears"),
    (HOTT, "Blades (general)\n\n8\n\nSpears", [3], "8x"),
]


@pytest.mark.parametrize(("game", "text", "lines", "hint"), ALONE)
def test_a_number_alone_beside_a_name_without_a_count_is_an_error(
    game: str, text: str, lines: list[int], hint: str
) -> None:
    _, report = judged(text, game)
    assert [line for line, _ in errors(report)] == lines, said(report)
    assert "stands alone on its line" in said(report)
    assert f"Write both on one line: {hint}" in said(report)


EXPLAINED = [
    (IBB, "Captain 3\n3 Pikemen\n32", []),
    (IBB, "Captain 3\nPikemen\n14", []),
    (IBB, "Captain 3\n5\n3 Pikemen\n27\n2 Slingers\n12", ["a price", "a price", "a price"]),
    (IBB, "60\nCaptain 3\n4 Pikemen", ["the title"]),
    (HOTT, "4 x Blades (general)\n8 Spears\n16", ["a price"]),
    (HOTT, "4 x Blades (general)\n8 Spears\n24", []),
]


@pytest.mark.parametrize(("game", "text", "passed"), EXPLAINED)
def test_a_number_alone_that_is_the_sum_or_the_price_above_it_is_taken_for_that(
    game: str, text: str, passed: list[str]
) -> None:
    checked, report = judged(text, game)
    assert [item.kind for item in checked.passed] == passed
    assert "not counted" not in said(report)
    assert report.ok


@pytest.mark.parametrize(
    ("game", "text"), [(IBB, "Captain 3\n3 Pikemen\n33"), (HOTT, "4 x Blades (gen)\n8 Spears\n33")]
)
def test_a_number_alone_that_nothing_explains_is_said_not_to_count(game: str, text: str) -> None:
    _, report = judged(text, game)
    assert "3:1: warning: '33' was not counted" in said(report)


# --- sums of a line, and running totals -------------------------------------------------------------------------------

RUNNING = [
    (IBB, "Captain 3    5   5\n3 Pikemen   27   32\n2 Slingers   12   44"),
    (IBB, "Captain 3; 5; 5\n3 Pikemen; 27; 32\n2 Slingers; 12; 44"),
    (IBB, "Captain 3 = 5\n3 Pikemen = 32\n2 Slingers = 44"),
    (IBB, "Captain 3 @ 5 = 5\n3 Pikemen @ 9 = 32\n2 Slingers @ 6 = 44"),
    (IBB, "Captain 3 5\nPikemen 3 27 32\nSlingers 2 12 44"),
    (HOTT, "2 Blades (general) 4 4\n5 Spears 10 14\n5 Spears 10 24"),
    (HOTT, "2 Blades (general) (4) 4\n5 Spears (10) 14\n5 Spears (10) 24"),
    (HOTT, "2 Blades (general) 4AP\n5 Spears 14AP\n5 Spears 24AP"),
]


@pytest.mark.parametrize(("game", "text"), RUNNING)
def test_a_running_total_is_no_wrong_price(game: str, text: str) -> None:
    checked, report = judged(text, game)
    values = {IBB: "1 captain-3, 3 pikemen-q3, 2 slingers-q2", HOTT: "2 blades, 10 spears"}
    assert bought(checked) == units(values[game])
    assert report.ok, said(report)
    assert "applies" not in said(report)


LINE_SUMS = [
    (HOTT, "2 Blades (general) (4) + 5 Spears (10) = 14\n5 Hordes (5) + 2 Spears (4) = 9", ""),
    (HOTT, "2 Blades (general) (4) + 5 Spears (10) = 14\n5 Hordes (5) + 2 Spears (4) = 23", ""),
    (
        HOTT,
        "2 Blades (general) (4) + 5 Spears (10) = 14\n5 Hordes (5) + 2 Spears (4) = 10",
        "10 AP in all, the table 9",
    ),
    (HOTT, "2 Blades (general) + 10 Spears = 24", ""),
    (HOTT, "2 Blades (general) + 10 Spears = 23", "23 AP in all, the table 24"),
    (IBB, "Captain 3 (5) + 3 Pikemen (27) = 32\n2 Slingers (12) + 1 Crossbowmen (9) = 21\nTotal 53", ""),
    (IBB, "Captain 3 + 3 Pikemen = 32\n2 Slingers + 1 Crossbowmen = 53", ""),
]


@pytest.mark.parametrize(("game", "text", "wrong"), LINE_SUMS)
def test_a_sum_behind_the_entries_of_a_line_is_that_of_the_line_or_of_all_so_far(
    game: str, text: str, wrong: str
) -> None:
    _, report = judged(text, game)
    assert report.ok
    assert said(report).count("applies") == bool(wrong), said(report)
    assert wrong in said(report)
