"""What a player leaves open, takes back or heads in his own way is never bought as something else.

Each line is either read as its writer meant it, or an error that quotes the words in question.
"""

from __future__ import annotations

import pytest

from ibbprint.problems import Severity
from tests.engine.lists.test_lists_every_word import HOTT, IBB, bought, errors, judged, units
from tests.engine.lists.test_lists_told_apart import said, verdict

WATCH = "The Weir Watch\nBudget: 120\nCaptain 5\n2 Axemen\n{}\n"
HILL = "Hill Folk\n2 x Riders (general)\n{}\n"
HEADS = {IBB: (WATCH, "1 captain-5, 2 axemen-q4", 5), HOTT: (HILL, "2 riders", 3)}

OPEN = [
    (IBB, "3 Dragoons Q2 (5 Engineers)", "(5 Engineers)"),
    (IBB, "3 Dragoons Q2 (4 dragoons q2)", "(4 dragoons q2)"),
    (IBB, "2 Dragoons Q3 (dropped)", "(dropped)"),
    (IBB, "2 Dragoons Q3 (not taken this time)", "(not taken this time)"),
    (IBB, "2 Dragoons Q3 - cut", "cut"),
    (IBB, "2 Dragoons Q3, maybe", "maybe"),
    (IBB, "2 Dragoons Q3, was 4", "was 4"),
    (IBB, "2 Dragoons Q3 - now 3", "now 3"),
    (IBB, "2 Dragoons Q3 minus 1", "minus 1"),
    (IBB, "2 Dragoons Q3, minus the one I sold", "minus the one I sold"),
    (IBB, "Engineers: 4 -1", "4 -1"),
    (IBB, "Engineers none", "none"),
    (IBB, "Engineers: none", "none"),
    (IBB, "Engineers - nil", "nil"),
    (IBB, "~~2 Dragoons Q3", "~~"),
    (IBB, "2 Dragoons Q3 w/ Engineers", "Engineers"),
    (IBB, "2 Dragoons Q3 each with a petard", "petard"),
    (IBB, "Captain 3 with Engineers", "Engineers"),
    (IBB, "2 Dragoons Q3 / Engineers", "one of the two or both"),
    (IBB, "Dragoons Q3 and Engineers x2", "is 2 of each, or 2 and one"),
    (IBB, "2 Dragoons Q3 and Engineers", "is 2 of each, or 2 and one"),
    (IBB, "Captain 2-3", "2-3"),
    (IBB, "Captain 2+1", "2+1"),
    (IBB, "Captain 2?", "?"),
    (IBB, "Engineers x2-3", "2-3"),
    (IBB, "1O Engineers", "1O"),
    (IBB, "l2 Engineers", "l2"),
    (IBB, "2nd Engineers", "2nd"),
    (IBB, "Captain 3 1415", "1415"),
    (IBB, "Last spring I painted 2 Engineers", "2 Engineers"),
    (IBB, "OR\n2 Engineers", "or"),
    (HOTT, "10 Blades (5 Spears)", "(5 Spears)"),
    (HOTT, "1 Hero (general?)", "(general?)"),
    (HOTT, "Hordes ½", "0.5 is not a whole number"),
    (HOTT, "3 Hordes, were 5", "were 5"),
    (HOTT, "3 Hordes (left at home)", "(left at home)"),
    (HOTT, "2 Hordes / Spears", "one of the two or both"),
    (HOTT, "Hordes nil", "nil"),
    (HOTT, "1O Hordes", "1O"),
]


@pytest.mark.parametrize(("game", "line", "words"), OPEN)
def test_what_a_line_leaves_open_is_an_error_that_quotes_it(game: str, line: str, words: str) -> None:
    """Nothing that the list does not say in so many words is bought, and the verdict is not `legal`."""
    text, entries, at = HEADS[game]
    checked, report = judged(text.format(line), game)
    wrong = [entry for entry in report.as_added if entry.severity is Severity.ERROR and entry.where.line == at]
    assert len(wrong) == 1, said(report)
    assert words in wrong[0].message
    extra = {id: count for id, count in bought(checked).items() if id not in units(entries)}
    assert sum(extra.values()) <= 2, said(report)
    assert not checked.armies[0].legal


READ = [
    (IBB, "Captain 4 x 2 (16)", "2 captain-4"),
    (IBB, "Captain 4 x2", "2 captain-4"),
    (IBB, "Dragoons Q2 9 x 2", "2 dragoons-q2"),
    (IBB, "Then 2 Dragoons Q2 and 1 Engineers", "2 dragoons-q2, 1 engineers-q3"),
    (IBB, "I also have 2 Dragoons Q2", "2 dragoons-q2"),
    (IBB, "My 2 Dragoons Q2", "2 dragoons-q2"),
    (IBB, "plus another 2 Engineers", "2 engineers-q3"),
    (IBB, "2 Dragoons Q2 (20 figures)", "2 dragoons-q2"),
    (IBB, "2 Dragoons Q2 (8 strong), 9 gold each", "2 dragoons-q2"),
    (IBB, "2 Dragoons Q2 - 12 models each", "2 dragoons-q2"),
    (IBB, "2 Dragoons Q2 - cut down from plastics", "2 dragoons-q2"),
    (IBB, "2 Dragoons Q2 (sold to me by a friend)", "2 dragoons-q2"),
    (IBB, "1 Dragoons Q2 & Engineers", "1 dragoons-q2, 1 engineers-q3"),
    (IBB, "<!-- 2 Engineers\n3 Crossbowmen -->", ""),
    (IBB, "<!--\n2 Engineers\n-->\n1 Bombard <!-- new -->\n1 Engineers", "1 bombard, 1 engineers-q3"),
    (IBB, "~~2 Engineers\n3 Crossbowmen~~", ""),
    (IBB, "~~2 Engineers\n2 Slingers\n3 Crossbowmen~~\n1 Engineers", "1 engineers-q3"),
    (IBB, "Not bought:\n2 Engineers\n3 Crossbowmen", ""),
    (IBB, "Sideboard\n---------\n2 Engineers", ""),
    (IBB, "Not bought: 2 Engineers, 3 Crossbowmen", ""),
    (IBB, "Subs: 2 Engineers", ""),
    (IBB, "Dropped this week: 2 Engineers, 1 Bombard", ""),
    (IBB, "Last week 3 crossbowmen held the bridge for six turns.", ""),
    (HOTT, "4 Hordes (20 figures)", "4 hordes"),
    (HOTT, "2 Lu 1 Beh", "2 lurkers, 1 behemoth"),
]


@pytest.mark.parametrize(("game", "line", "more"), READ)
def test_what_a_line_says_in_other_words_is_read(game: str, line: str, more: str) -> None:
    text, entries, at = HEADS[game]
    checked, report = judged(text.format(line), game)
    expected = units(entries)
    for id, count in units(more).items():
        expected[id] = expected.get(id, 0) + count
    assert bought(checked) == expected, said(report)
    assert not [line for line, _ in errors(report) if line >= at], said(report)


COMMANDS = [
    ("Main battle (Captain 3):\n2 Axemen\n\nRear battle (Captain 2):\n2 Engineers", "Rear battle"),
    ("Command 1 (Captain 3)\n2 Axemen\nCommand 2 (Captain 2)\n2 Slingers", "Command 2"),
    ("Left wing [Captain 3]\n2 Axemen\nRight wing [Captain 2]\n2 Slingers", "Right wing"),
]


@pytest.mark.parametrize(("text", "last"), COMMANDS)
def test_a_leader_in_brackets_behind_a_heading_is_bought_and_leads_what_is_under_it(text: str, last: str) -> None:
    checked, report = judged(f"Budget: 90\n{text}\n", IBB)
    counts = bought(checked)
    assert (counts["captain-3"], counts["captain-2"], counts["axemen-q4"]) == (1, 1, 2), said(report)
    assert verdict(checked, report) == "legal", said(report)
    assert [row.formation for row in checked.armies[0].rows][-2:] == [last, last]


@pytest.mark.parametrize("mark", ["(G)", "[g]", "(Gen)"])
def test_a_letter_in_brackets_marks_the_general(mark: str) -> None:
    checked, report = judged(f"Hill Folk\nBehemoth {mark}\n10 Blades\n", HOTT)
    assert verdict(checked, report) == "legal", said(report)


@pytest.mark.parametrize("mark", ["(not general)", "(not the general)", "(sub-general)", "- no general"])
def test_a_general_that_is_denied_is_none(mark: str) -> None:
    checked, report = judged(f"Hill Folk\nHero 4 {mark}\n10 Blades\n", HOTT)
    assert "the army has no general" in said(report)
    assert verdict(checked, report) == "not legal"


@pytest.mark.rule("A-184")
@pytest.mark.parametrize(
    ("game", "name", "text"), [(IBB, "Budget", WATCH.format("")), (HOTT, "Points", HILL.format("10 Blades"))]
)
def test_two_budgets_of_one_army_are_an_error_and_the_same_one_twice_is_not(game: str, name: str, text: str) -> None:
    text = text.replace("Budget: 120\n", "")
    _, report = judged(f"{name}: 60\n{name}: 90\n{text}", game)
    assert "90 here, but line 1 says 60." in said(report)
    assert errors(report)[0] == (2, len(name) + 3)
    _, report = judged(f"{name}: 60\n{name}: 60\n{text}", game)
    assert "here, but line" not in said(report)


def test_a_captain_whose_price_stands_in_brackets_is_one_however_many_headings_lack_a_leader() -> None:
    checked, report = judged("Budget: 90\nCaptain 5 (11)\nVan:\n2 Axemen\nRear wing:\n2 Axemen\n", IBB)
    assert bought(checked) == units("1 captain-5, 4 axemen-q4"), said(report)
    assert "Rear wing: 2 units need a captain" in said(report)


@pytest.mark.parametrize("sign", ["vs", "VS.", "- versus -", "against"])
def test_a_word_between_two_armies_parts_them(sign: str) -> None:
    text = f"Saturday at the Weir\nCaptain 3\n2 Axemen\n{sign}\nThe Tollmen\nCaptain 2\n3 Slingers\n"
    checked, report = judged(text, IBB)
    assert [(army.name, army.total) for army in checked.armies] == [("Saturday at the Weir", 27), ("The Tollmen", 20)]
    assert verdict(checked, report) == "legal", said(report)


TITLES = [
    ("Crossbowmen 20\nCaptain 3\n2 Axemen\n", "is the title with a budget of 20, or 20 units"),
    ("Dragoons Q2 1415\nCaptain 3\n2 Axemen\n", "read as the title"),
]


@pytest.mark.parametrize(("text", "message"), TITLES)
def test_a_first_line_with_a_number_buys_no_unit_that_no_sum_speaks_for(text: str, message: str) -> None:
    checked, report = judged(text, IBB)
    assert bought(checked) == units("1 captain-3, 2 axemen-q4"), said(report)
    assert message in said(report)


@pytest.mark.parametrize("row", ["Total | | 39", "| Total | | 39 |", "Total,,39", "Total;;39", "Total\t\t39"])
@pytest.mark.parametrize("head", ["", "Unit{0}Count{0}Cost\n"])
def test_a_total_in_the_last_row_of_a_table_is_compared(row: str, head: str) -> None:
    sign = next(sign for sign in ("|", ",", ";", "\t") if sign in row)
    rows = f"Captain 3{sign}1{sign}5\nAxemen{sign}2{sign}22\n"
    _, report = judged(f"Budget: 60\n{head.format(sign)}{rows}{row}\n", IBB)
    assert "the list says 39 gold in all, the price list 27" in said(report)
    assert report.ok, said(report)


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (IBB, "2 Dragoons Q3 / Engineers"),
        (IBB, "Dragoons Q3 and Engineers x2"),
        (IBB, "3 Dragoons Q3 and Engineers"),
        (HOTT, "3 Hordes and Spears"),
        (HOTT, "2 Hordes / Spears"),
    ],
)
def test_what_is_proposed_for_two_units_with_one_count_is_read_without_an_error(game: str, line: str) -> None:
    text, _, at = HEADS[game]
    _, report = judged(text.format(line), game)
    (hint,) = (entry.hint for entry in report.as_added if entry.severity is Severity.ERROR and entry.where.line == at)
    proposals = hint.removeprefix("Write ").rstrip(".").split(", or ")
    assert len(proposals) > 1
    for proposal in proposals:
        if proposal[0].isnumeric():
            _, again = judged(text.format(proposal), game)
            assert not [item for item in again.as_added if item.severity is Severity.ERROR and item.where.line == at], (
                proposal
            )
