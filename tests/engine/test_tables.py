"""Result tables: rounding for the defender, clamps and shifts, exact chances; the whole list of worked roundings."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.tables import Odds, Table, odds, odds_of
from tests.helpers import DATA, plain
from tests.looked_up import look_up

CRT = plain(DATA / "crt.yaml")["crt"]
TABLE = Table({row["id"]: row["odds"] for row in CRT["rows"]}, CRT["results"])
ROWS = ("marsh", "clear", "desert", "brush", "woods")
STRENGTH = st.integers(1, 400)

# B.4 of the specification: attack, defence, odds, and the column in each row.
ROUNDED = [
    (3, 2, "1-1", (6, 5, 5, 4, 3)),
    (5, 2, "2-1", (7, 6, 6, 5, 4)),
    (7, 2, "3-1", (8, 7, 7, 6, 5)),
    (2, 3, "1-2", (5, 4, 4, 3, 2)),
    (3, 3, "1-1", (6, 5, 5, 4, 3)),
    (7, 4, "1-1", (6, 5, 5, 4, 3)),
    (6, 3, "2-1", (7, 6, 6, 5, 4)),
    (8, 3, "2-1", (7, 6, 6, 5, 4)),
    (3, 4, "1-2", (5, 4, 4, 3, 2)),
    (3, 7, "1-3", (4, 3, 3, 2, 1)),
    (1, 6, "1-6", (1, 1, 1, 1, 1)),
    (2, 13, "1-7", (1, 1, 1, 1, 1)),
    (11, 2, "5-1", (10, 9, 9, 8, 7)),
    (12, 2, "6-1", (11, 10, 10, 9, 8)),
    (13, 2, "6-1", (11, 10, 10, 9, 8)),
    (4, 1, "4-1", (9, 8, 8, 7, 6)),
]


@pytest.mark.parametrize(("attack", "defence", "text", "columns"), ROUNDED)
def test_strengths_round_for_the_defender(attack: int, defence: int, text: str, columns: tuple[int, ...]) -> None:
    """Every line of B.4: the odds, and their column in each of the five rows."""
    answer = odds(attack, defence)
    assert str(answer) == text
    assert tuple(TABLE.column(row, answer) for row in ROWS) == columns


@given(STRENGTH, STRENGTH)
def test_odds_are_never_better_than_the_ratio(attack: int, defence: int) -> None:
    """Rounded odds never exceed the true ratio, and are the best of their kind that does not."""
    answer = odds(attack, defence)
    assert Fraction(answer.attack, answer.defence) <= Fraction(attack, defence)
    assert 1 in (answer.attack, answer.defence)
    better = Odds(answer.attack + 1, 1) if attack >= defence else Odds(1, answer.defence - 1)
    assert Fraction(better.attack, better.defence) > Fraction(attack, defence)


@pytest.mark.parametrize(("row", "last"), list(zip(ROWS, (11, 10, 10, 9, 8), strict=True)))
def test_odds_off_the_row_take_its_end(row: str, last: int) -> None:
    """R-77: hopeless odds take column 1, overwhelming ones the last printed column of their own row."""
    assert TABLE.last(row) == last
    assert TABLE.column(row, odds(1, 99)) == 1
    assert TABLE.column(row, odds(99, 1)) == last


def test_clamp_comes_before_the_shift() -> None:
    """G-20: woods at 9-1 hold at column 8, and a shift to the left then makes 7, not 8."""
    assert TABLE.column("woods", odds(9, 1)) == 8
    assert TABLE.column("woods", odds(9, 1), -1) == 7
    assert TABLE.column("woods", odds(9, 1), +1) == 8
    assert TABLE.column("clear", odds(1, 9), -1) == 1
    assert TABLE.column("clear", odds(1, 9), +1) == 2
    assert TABLE.column("clear", odds(3, 2), +1 - 1) == TABLE.column("clear", odds(3, 2))


@pytest.mark.parametrize(("rolled", "modifier", "die"), [(1, -4, 1), (6, 3, 6), (3, -1, 2), (3, 1, 4), (5, 0, 5)])
def test_the_modified_die_is_held_to_the_table(rolled: int, modifier: int, die: int) -> None:
    """R-75: a die of 1 less four is still 1, a 6 and three still 6."""
    assert TABLE.die(rolled, modifier) == die


def test_a_look_shows_its_working() -> None:
    """A charge of 8 against 3 on clear ground: 2-1, column 6, die 1, defender disorganised (R-95)."""
    look = look_up(TABLE, "clear", 8, 3, 1)
    assert (str(look.odds), look.start, look.column, look.die, look.result) == ("2-1", 6, 6, 1, "Dd")
    shifted = look_up(TABLE, "clear", 8, 3, 6, modifier=-1, shift=1)
    assert (shifted.start, shifted.column, shifted.die, shifted.result) == (6, 7, 5, "Exd")


def test_chances_are_exact() -> None:
    """The chances of a column are sixths that add up to 1; a modifier gathers them at the ends."""
    assert TABLE.chances("clear", 8, 3) == {
        "Dd": Fraction(1, 6),
        "Exd": Fraction(1, 3),
        "Exk": Fraction(1, 6),
        "-": Fraction(1, 3),
    }
    assert TABLE.chances("clear", 1, 5, modifier=5) == {"Ae": Fraction(1)}


@given(st.sampled_from(ROWS), STRENGTH, STRENGTH, st.integers(-6, 6), st.integers(-3, 3))
def test_chances_add_up(row: str, attack: int, defence: int, modifier: int, shift: int) -> None:
    """Whatever is attacked, the chances are those of the six single looks."""
    odds = TABLE.chances(row, attack, defence, modifier=modifier, shift=shift)
    assert sum(odds.values()) == 1
    for rolled in range(1, 7):
        assert look_up(TABLE, row, attack, defence, rolled, modifier=modifier, shift=shift).result in odds


@pytest.mark.parametrize(("attack", "defence"), [(0, 3), (3, 0), (-1, 2)])
def test_no_odds_without_strength(attack: int, defence: int) -> None:
    """Without strength on either side there are no odds: the caller must have dealt with it (G-01)."""
    with pytest.raises(ValueError, match="at least 1"):
        odds(attack, defence)


@pytest.mark.parametrize("text", ["", "2", "2-", "-1", "0-1", "a-b"])
def test_what_is_no_odds_is_refused(text: str) -> None:
    """Odds are two numbers above 0 with a dash."""
    assert odds_of(text) is None
    with pytest.raises(ValueError, match="odds"):
        Table({"x": [text]}, [["a"]])


def test_a_row_that_skips_odds_rounds_for_the_defender() -> None:
    """A designer's row without 3-1 takes 2-1 for it."""
    table = Table({"x": ["1-1", "2-1", "4-1"]}, [["a", "b", "c"]])
    assert table.column("x", odds(3, 1)) == 2
    assert table.result(3, 1) == "c"
    with pytest.raises(ValueError, match="no column 4"):
        table.result(4, 1)
