"""`ibbprint dice`: exact tables of any dice in the terminal, as JSON and on cards; what costs too much is refused."""

from __future__ import annotations

import json
import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ibbprint
from ibbprint.dice import chances
from ibbprint.dice_words import read_dice
from ibbprint.problems import Report
from tests.helpers import call_cli
from tests.pdf import read_pdf

TWO_D6 = {
    2: (2.78, 2.78, 100),
    3: (5.56, 8.33, 97.22),
    4: (8.33, 16.67, 91.67),
    5: (11.11, 27.78, 83.33),
    6: (13.89, 41.67, 72.22),
    7: (16.67, 58.33, 58.33),
    8: (13.89, 72.22, 41.67),
    9: (11.11, 83.33, 27.78),
    10: (8.33, 91.67, 16.67),
    11: (5.56, 97.22, 8.33),
    12: (2.78, 100, 2.78),
}
"""Exactly, or less, or more, in percent: what the printed table of The Battle Turn should have said."""
TRUNCATED = {"2.77", "5.55", "13.88", "16.66", "27.77", "41.66", "91.66"}
"""What it does say in 17 places."""
TRIANGULAR = (1, 3, 6, 10, 15, 21, 28, 36, 45, 55)
"""2d10: so many percent for 2 or less, 3 or less, and so on to 11; and for 20 or more down to 11."""


def told(*words: str) -> str:
    result = call_cli("dice", *words)
    assert result.returncode == 0, result.stderr
    return result.stdout


def rows(text: str) -> dict[int, tuple[str, str, str]]:
    """The rows of a table in the terminal: by the result, its three percentages as they are shown."""
    matches = re.findall(r"^ +(-?\d+) .*?([<>\d.]+)% +([<>\d.]+)% +([<>\d.]+)%", text, re.MULTILINE)
    return {int(result): (exactly, least, most) for result, exactly, least, most in matches}


def as_json(*words: str) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = json.loads(told(*words, "--json"))
    return data


def spread(text: str) -> dict[int, Fraction]:
    (question,) = read_dice(text, Report())
    return {number: question.margin.exactly(number) for number in question.margin.ways}


class TestBattleTurn:
    """The tables of The Battle Turn come out exactly, to the last of their 53 figures."""

    def test_2d6(self) -> None:
        lines = rows(told("2d6"))
        assert {n: tuple(map(float, (e, most, least))) for n, (e, least, most) in lines.items()} == TWO_D6
        assert not TRUNCATED & {figure for row in lines.values() for figure in row}

    def test_2d10(self) -> None:
        lines = rows(told("2d10"))
        assert [lines[n][2] for n in range(2, 12)] == [str(n) for n in TRIANGULAR]
        assert [lines[n][1] for n in range(20, 10, -1)] == [str(n) for n in TRIANGULAR]

    def test_the_chances_behind_them_are_exact(self) -> None:
        (two_d6,) = as_json("2d6")
        exactly = [Fraction(row["exactly"]["chance"]) for row in two_d6["results"]]
        assert [chance * 36 for chance in exactly] == [*range(1, 7), *range(5, 0, -1)]

    def test_the_card_has_the_same_figures(self, tmp_path: Path) -> None:
        told("2d6", "2d10", "-o", str(tmp_path / "tables.pdf"))
        texts = [word for page in read_pdf((tmp_path / "tables.pdf").read_bytes()).pages for word in page.texts]
        for figures in rows(told("2d6")).values():
            assert all(figure in texts for figure in figures)
        assert {"2d6", "2d10"} <= set(texts)
        assert not TRUNCATED & set(texts)


TERMS = st.one_of(
    st.builds("{}d{}".format, st.integers(1, 3), st.integers(1, 6)),
    st.builds(
        lambda n, f, k, w: f"{n}d{f}{w}{min(n, k)}",
        st.integers(1, 4),
        st.integers(1, 5),
        st.integers(1, 3),
        st.sampled_from(["kh", "kl"]),
    ),
    st.builds(
        "successes({}, {}{} on d{})".format,
        st.integers(0, 4),
        st.integers(0, 7),
        st.sampled_from("+-"),
        st.integers(1, 6),
    ),
)
EXPRESSIONS = st.one_of(
    TERMS,
    st.just("d66"),
    st.builds("{}+{}".format, TERMS, st.integers(0, 9)),
    st.builds("{} - {}".format, TERMS, st.just("d4")),
)


@given(EXPRESSIONS)
def test_adding_up_finds_what_throwing_every_way_finds(text: str) -> None:
    """Sums, kept dice and successes agree with the same expression thrown for every way the dice can fall."""
    (question,) = read_dice(text, Report())
    thrown = chances(question.rolled.throw)
    assert {n: chance for n, chance in spread(text).items() if chance} == thrown


@given(EXPRESSIONS, st.integers(-3, 15))
def test_what_is_held_against_a_number_is_its_own_table_read_there(text: str, number: int) -> None:
    (question,) = read_dice(f"{text} vs {max(number, 0)}", Report())
    own = spread(text)
    assert question.margin.at_least(0) == sum(chance for n, chance in own.items() if n >= max(number, 0))
    assert question.margin.exactly(0) == own.get(max(number, 0), 0)


@given(EXPRESSIONS)
def test_percentages_are_rounded_half_up_and_never_to_a_certainty_that_is_none(text: str) -> None:
    table = rows(ibbprint.dice_table(text).text)
    for number, chance in spread(text).items():
        output = table[number][0]
        if chance and output[0] not in "<>":
            exact = Decimal(chance.numerator) * 100 / chance.denominator
            places = Decimal(1).scaleb(-len(output.partition(".")[2]))
            assert Decimal(output) == exact.quantize(places, ROUND_HALF_UP)
            assert output not in ("0", "0.00", "100", "100.00") or chance == 1


@pytest.mark.parametrize(
    ("words", "number", "chance"),
    [
        (("3d6kh2",), 12, Fraction(16, 216)),
        (("3d6kl2",), 2, Fraction(16, 216)),
        (("4d6kh3",), 18, Fraction(21, 1296)),
        (("d6+d10",), 16, Fraction(1, 60)),
        (("d20kh",), 20, Fraction(1, 20)),
        (("d%",), 7, Fraction(1, 100)),
        (("2d6", "-1"), 1, Fraction(1, 36)),
        (("successes(5, 4+ on d6)",), 5, Fraction(1, 32)),
        (("successes(2,", "8+", "on", "2d6)"), 2, Fraction(25, 144)),
        (("100d6",), 100, Fraction(1, 6**100)),
        (("d66",), 46, Fraction(1, 36)),
        (("d66-1",), 10, Fraction(1, 36)),
        (("d666",), 613, Fraction(1, 216)),
        (("D3", "−", "1"), 0, Fraction(1, 3)),
    ],
)
def test_a_chance_worked_out_by_hand(words: tuple[str, ...], number: int, chance: Fraction) -> None:
    (result,) = as_json(*words)
    row = next(row for row in result["results"] if row["result"] == number)
    assert Fraction(row["exactly"]["chance"]) == chance


def test_a_roll_against_a_number_and_against_another_roll() -> None:
    """2d10 comes to 12 or more in 45 ways of 100; of two dice, one is higher in 15 ways of 36."""
    number, opposed = as_json("2d10", "vs", "12", "d6", "vs", "d6")
    assert number["not_lower"]["chance"] == "9/20"
    assert (opposed["higher"]["chance"], opposed["tie"]["chance"]) == ("5/12", "1/6")
    assert "12 or more     9/20      45%" in told("2d10 vs 12")
    assert "the first is higher" in told("d6 vs d6")


@pytest.mark.parametrize(
    ("words", "column", "message"),
    [
        ("3d6kn2", 4, "'kn2' does not say which dice to keep. Did you mean kh2?"),
        ("2d6+3d6l1", 8, "Did you mean kl1?"),
        ("2x6", 2, "'x6' is not a dice roll."),
        ("sucesses(5, 4+ on d6)", 1, "Did you mean successes?"),
        ("successes(5 4+ on d6)", 13, "expected ',' here, not '4'."),
        ("successes(5, 4 on d6)", 16, "4 needs a sign here"),
        ("successes(5, 4+ of d6)", 17, "expected 'on' here, not 'of'."),
        ("2d6+", 5, "something is missing here."),
        ("d6)", 3, "')' is not a dice roll."),
        ("d0", 2, "a die needs at least one face"),
        ("0d6", 1, "a roll needs at least one die"),
        ("3d6kh4", 6, "you cannot keep 4 of 3 dice. Keep 1 to 3."),
        ("2d6&d6", 4, "'&' means nothing in a dice roll."),
        ("12", 1, "there are no dice in '12'."),
        ("100d1000", 1, "this has 99,901 different results; a table has at most 1,000."),
        ("9999999999999999d6", 1, "the number of dice is at most 1,000"),
        ("600d1+600d1", 7, "this rolls 1200 dice"),
        ("1000d1000kh1000", 1, "1000d1000kh1000 is too much to work out."),
        ("successes(999, 50+ on 30d30)", 23, "this is too much to work out."),
        ("500d2 vs 600d2", 10, "this rolls 1100 dice"),
        ("2d66", 1, "d66 is 2 six-sided dice read as the digits of one number. Roll d66 once, or roll 2d6."),
        ("2d6 vs 7 vs 8", 10, "Compare a roll with one number or one roll: 2d10 vs 12."),
    ],
)
def test_a_fault_is_told_at_its_column_with_what_is_near(words: str, column: int, message: str) -> None:
    result = call_cli("dice", *words.split())
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"{words}:1:{column}: error: ")
    assert message in result.stderr


def test_every_faulty_expression_is_told_in_its_own_words() -> None:
    """One line each, with the column in what was typed for it; nothing is shown of those that are sound."""
    result = call_cli("dice", "2d6", "2x6", "3d6", "vs", "foo", "successes(5,", "4", "on", "d6)", "2d10 vs 12")
    assert result.returncode == 2
    assert result.stdout == ""
    assert [line.partition(" error: ")[0] for line in result.stderr.splitlines()] == [
        "2x6:1:2:",
        "3d6 vs foo:1:8:",
        "successes(5, 4 on d6):1:16:",
        "3 errors.",
    ]


@given(st.text(alphabet="0123456789d+-(), khlvson%sucefx\u0664é", max_size=30))
def test_any_text_is_read_or_refused_and_nothing_else(text: str) -> None:
    """No traceback, no long wait, whatever is typed: a table that can be told, or one fault inside the text."""
    report = Report()
    result = read_dice(text, report)
    assert bool(result) != bool(report.errors)
    assert all(1 <= problem.where.column <= len(text) + 1 for problem in report.errors)
    for each in result:
        assert sum(each.margin.exactly(n) for n in each.margin.ways) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("2d6", "--jsn"), "there is no option '--jsn'. Did you mean --json?"),
        (("2d6", "-o", "table.png"), "the cards go into a .pdf file, not 'table.png'."),
        (("60d6", "-o", "table.pdf"), "60d6 has 301 rows; a card has room for 100."),
        ((), "missing argument"),
    ],
)
def test_a_call_that_makes_no_sense(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    result = call_cli("dice", *words)
    assert result.returncode == 2
    assert message in result.stderr


def test_python_has_the_tables_too() -> None:
    result = ibbprint.dice_table("2d6", "d6 vs d6")
    assert result.text == told("2d6", "d6 vs d6").rstrip("\n")
    assert json.loads(result.json) == as_json("2d6", "d6 vs d6")
    assert result.cards().startswith(b"%PDF")
    assert str(ibbprint.dice_table("2x6")).startswith("2x6:1:2: error")
