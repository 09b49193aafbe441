"""Every word and number of a list is accounted for: what nobody can explain is found, and what is clear is bought.

The lists here are as players post them: several entries on a line, prices as columns, titles that are units' names.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibbprint.catalogue.documents import made_of
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.lists import ArmyRequest, Checked
from ibbprint.problems import Report, Severity
from ibbprint.systems import games
from tests.engine.lists.test_lists_as_posted import checker
from tests.helpers import SOAK

IBB, HOTT = "ibb", "element-battle"
MADE = {IBB: 500, HOTT: 500}
"""So many legal lists get a token that belongs to nothing."""


def judged(text: str, game: str) -> tuple[Checked, Report]:
    report = Report()
    document = made_of(text.encode(), "list.txt", report)
    assert document is not None
    return checker(game).check([document], report), report


def bought(checked: Checked) -> dict[str, int]:
    """How many of what all armies have."""
    counts: dict[str, int] = {}
    for army in checked.armies:
        for row in army.rows:
            if row.id:
                counts[row.id] = counts.get(row.id, 0) + row.number
    return counts


def units(text: str) -> dict[str, int]:
    """`3 spears, 2 warband` as counts by id."""
    return {id: int(count) for count, id in (part.split() for part in text.split(", "))} if text else {}


def errors(report: Report) -> list[tuple[int, int]]:
    """The line and column of each error."""
    return [(entry.where.line, entry.where.column) for entry in report.as_added if entry.severity is Severity.ERROR]


# --- what is clear is bought ------------------------------------------------------------------------------------------

SEVERAL_ON_A_LINE = [
    (HOTT, "4 Pikes 2 Riders", "4 pikes, 2 riders"),
    (HOTT, "4 x Pikes 2 x Riders", "4 pikes, 2 riders"),
    (HOTT, "Pikes x4 Riders x2", "4 pikes, 2 riders"),
    (HOTT, "four pikes two riders", "4 pikes, 2 riders"),
    (HOTT, "4 Pikes 8 2 Riders 4", "4 pikes, 2 riders"),
    (HOTT, "4 Pikes 8AP 2 Riders 4AP, 3 Hordes", "4 pikes, 2 riders, 3 hordes"),
    (HOTT, "Sk(Gen) 4Pk 2Sh 1Lk", "1 skirmishers, 4 pikes, 2 shooters, 1 lurkers"),
    (HOTT, "Kn Gen", "1 knights"),
    (HOTT, "2xPikes 3xRiders", "2 pikes, 3 riders"),
    (HOTT, "1xPikes General", "1 pikes"),
    (IBB, "3 Crossbowmen 2 Slingers", "3 crossbowmen-q3, 2 slingers-q2"),
    (IBB, "Captain 2 3 LI Q2 2 Pikemen", "1 captain-2, 3 light-infantry-q2, 2 pikemen-q3"),
    (IBB, "Cpt4 2HC 3LI Q3", "1 captain-4, 2 heavy-cavalry-q3, 3 light-infantry-q3"),
    (IBB, "Captain 5 Wizard 4 4 axemen", "1 captain-5, 1 wizard-4, 4 axemen-q4"),
    (IBB, "pikemen x3 slingers x2, priest 3", "3 pikemen-q3, 2 slingers-q2, 1 priest-3"),
]


@pytest.mark.parametrize(("game", "line", "wanted"), SEVERAL_ON_A_LINE)
def test_each_of_several_entries_on_a_line_is_bought(game: str, line: str, wanted: str) -> None:
    checked, _ = judged(f"Some Host\n{line}\n", game)
    assert bought(checked) == units(wanted)


PRICES = [
    (HOTT, "10 AP Pikes (5)", "5 pikes", 0),
    (HOTT, "Pikes x 5 - 5 units [10 points]", "5 pikes", 0),
    (HOTT, "Pikes - 5 [10 points]", "5 pikes", 0),
    (HOTT, "3 Riders (5)", "3 riders", 1),
    (HOTT, "Riders 2.5", "1 riders", 1),
    (HOTT, "10 Pikes (5)", "5 pikes", 0),
    (HOTT, "{10} 5 Pikes", "5 pikes", 0),
    (IBB, "2 Crossbowmen (9 gp each, 18 total)", "2 crossbowmen-q3", 0),
    (IBB, "4 Pikemen (8 gp each) ... 36", "4 pikemen-q3", 1),
    (IBB, "4 Pikemen (8 gp each) ... 32", "4 pikemen-q3", 2),
    (IBB, "(36) 4 x Pikemen", "4 pikemen-q3", 0),
    (IBB, "[8] Captain 4", "1 captain-4", 0),
    (IBB, "4 Pikemen à 9", "4 pikemen-q3", 0),
    (IBB, "Captain 5 - 1 (11)", "1 captain-5", 0),
    (IBB, "pikemen-q3 x2", "2 pikemen-q3", 0),
    (IBB, "Engineer team", "1 engineers-q3", 0),
    (IBB, "Scout team Q3", "1 scouts-q3", 0),
    (IBB, "Cpt. 3", "1 captain-3", 0),
    (IBB, "Captain 3 1 5 5", "1 captain-3", 0),
    (IBB, "Heavy Cavalry 2 x 14", "2 heavy-cavalry-q3", 0),
    (HOTT, "Blades 6 x 2", "6 blades", 0),
]


@pytest.mark.rule("G-50")
@pytest.mark.parametrize(("game", "line", "wanted", "wrong"), PRICES)
def test_a_price_is_compared_and_changes_nothing_that_is_bought(game: str, line: str, wanted: str, wrong: int) -> None:
    checked, report = judged(f"Some Host\n\n{line}\n", game)
    assert bought(checked) == units(wanted)
    prices = [entry for entry in report.as_added if entry.rule.split()[0] in ("ibb:R-196", "element-battle:H-80")]
    assert sum(price.severity is Severity.WARNING for price in prices) == wrong, list(map(str, report))


SUMS = [
    ("= 34 gp", 1),
    ("= 23 gp", 0),
    ("(34)", 1),
    ("{23}", 0),
    ("[34 gp]", 1),
    ("[[23]]", 0),
    ("34 gp", 1),
    ("TOTAL 34", 1),
    ("in all ....... 23", 0),
    ("23 gp, 10 gp left", 0),
    ("Summe: 34", 1),
    ("Gold  23", 0),
]


@pytest.mark.parametrize(("line", "wrong"), SUMS)
def test_a_sum_below_a_list_is_compared_in_any_brackets(line: str, wrong: int) -> None:
    checked, report = judged(f"Mill Host\nCaptain 3\n2 Pikemen\n{line}\n", IBB)
    assert bought(checked) == units("1 captain-3, 2 pikemen-q3")
    assert report.ok, list(map(str, report))
    assert sum(entry.severity is Severity.WARNING for entry in report.as_added) == wrong


# --- evidence ---------------------------------------------------------------------------------------------------------

DECIDED = [
    (IBB, "Slinger band\nBudget: 30\n\nCaptain 3\n3 Light Infantry Q3", "1 captain-3, 3 light-infantry-q3"),
    (IBB, "Light Cavalry\n\nCaptain 3\n3 Pikemen", "1 captain-3, 3 pikemen-q3"),
    (IBB, "Elf rangers\nCaptain 3\n3 Pikemen\n= 32", "1 captain-3, 3 pikemen-q3"),
    (IBB, "Elf rangers\nCaptain 3\nPikemen\n= 22", "1 elf-rangers-q3, 1 captain-3, 1 pikemen-q3"),
    (IBB, "Captain 3  5\nSlingers  6\nPikemen  9\nTOTAL 20", "1 captain-3, 1 slingers-q2, 1 pikemen-q3"),
    (IBB, "Captain 3\nSlingers  6\nPikemen  9\nTOTAL 122", "1 captain-3, 6 slingers-q2, 9 pikemen-q3"),
    (IBB, "5 Captain 3\n9 Pikemen\n6 Slingers\n= 20", "1 captain-3, 1 pikemen-q3, 1 slingers-q2"),
    (HOTT, "Lake Folk\nHero 4 (general)\nDragon 4\nRiders 2\n6 Pikes", "1 hero, 1 dragon, 2 riders, 6 pikes"),
    (
        HOTT,
        "Elves\nHero Gen 4\nBlades 4\nPikes 3\nRiders 2\nHordes 2\nTotal: 24",
        "1 hero, 4 blades, 3 pikes, 2 riders, 2 hordes",
    ),
    (
        HOTT,
        "Blades and Spears\nHOTT\nHero (gen) 4\n4 Pikes 8\n4 Blades 8\n2 Knights 4",
        "1 hero, 4 pikes, 4 blades, 2 knights",
    ),
    (
        IBB,
        "Mill Host\nCaptain 3\nPikemen 2\nSlingers 6\nCrossbowmen 2\nScouts Q2 5\nElven Archers 9\nTotal: 61",
        "1 captain-3, 2 pikemen-q3, 1 slingers-q2, 2 crossbowmen-q3, 1 scouts-q2, 1 elven-archers-q3",
    ),
    (IBB, "Pikemen and Crossbowmen\n\nBudget: 60\n1 Captain 3\n2 Pikemen", "1 captain-3, 2 pikemen-q3"),
    (HOTT, "Hill Folk\nRiders 3\nPikes 9\nTotal: 24", "3 riders, 9 pikes"),
]


@pytest.mark.parametrize(("game", "text", "wanted"), DECIDED)
def test_of_two_readings_the_one_is_taken_that_the_sums_agree_with(game: str, text: str, wanted: str) -> None:
    checked, report = judged(text, game)
    assert bought(checked) == units(wanted), list(map(str, report))
    assert not any("nothing in the list says which" in entry.message for entry in report.as_added)


OPEN = [
    (IBB, "Some Host\n\nCaptain 3\nCrossbowmen 2 Pikemen 3 Slingers 2 Axemen", 4, "can be read as"),
    (IBB, "Elf rangers\nCaptain 3\nCrossbowmen", 1, "the title or a unit"),
    (IBB, "Some Host\n\nCaptain 3\nSlingers 6", 4, "how many or the price"),
    (HOTT, "Some Host\n\nHero (general)\nPikes 2", 4, "how many or the price"),
]


@pytest.mark.parametrize(("game", "text", "line", "said"), OPEN)
def test_two_readings_that_agree_equally_well_are_both_shown_and_none_is_bought(
    game: str, text: str, line: int, said: str
) -> None:
    checked, report = judged(text, game)
    assert [
        entry.where.line for entry in report.as_added if said in entry.message and entry.severity is Severity.ERROR
    ] == [line]
    assert not checked.armies[0].legal
    assert not any(row.id and row.where.line == line for row in checked.armies[0].rows)


@pytest.mark.parametrize(
    ("game", "text"), [(IBB, "1-3 Pikemen\n2 - 4 Crossbowmen\n"), (HOTT, "Pikes 2-4\n0-3 Riders\nHeroes 1 to 2\n")]
)
def test_a_list_of_ranges_cannot_be_judged(game: str, text: str) -> None:
    checked, report = judged(text, game)
    assert report.ok
    assert [army.verdict for army in checked.armies] == ["cannot be judged"]
    assert not checked.armies[0].legal


# --- what nobody can explain is found ---------------------------------------------------------------------------------

STRANGE = ("marsh", "vorpal", "Grimdark", "quagmire", "ninth", "tartan")


@cache
def legal_list(game: str, seed: int) -> tuple[str, ...]:
    """The lines of a legal list made up by the program."""
    report = Report()
    budget = 70 + 9 * (seed % 13) if game == IBB else None
    text = games()[game].army(ArmyRequest(budget, "", "", seed), KitOptions(), report)  # type: ignore[attr-defined]
    assert text is not None, report
    return tuple(text.rstrip().split("\n"))


LEADERS = ("captain", "priest", "wizard")


def entries(lines: tuple[str, ...], game: str) -> list[int]:
    """The lines with an entry that has a count; a word beside a leader is his name, and shown as such."""
    checked, report = judged("\n".join(lines), game)
    assert report.ok, list(map(str, report))
    counted = [
        row.where.line
        for row in checked.armies[0].rows
        if lines[row.where.line - 1].lstrip("- ")[0].isdigit() and not row.id.startswith(LEADERS)
    ]
    return sorted(set(counted))


def a_word_before(words: list[str], dice: random.Random) -> int:
    words.insert(1, dice.choice(STRANGE))
    return 1


def a_word_between(words: list[str], dice: random.Random) -> int:
    at = dice.randrange(1, len(words))
    words.insert(at, dice.choice(STRANGE))
    return at


def a_number_too_many(words: list[str], dice: random.Random) -> int:
    words.insert(1, str(dice.choice((37, 53, 61))))
    return 1


@pytest.mark.parametrize("plant", [a_word_before, a_word_between, a_number_too_many])
@pytest.mark.parametrize("game", [IBB, HOTT])
def test_a_planted_token_is_found_in_each_of_500_legal_lists(
    game: str, plant: Callable[[list[str], random.Random], int]
) -> None:
    """A word or a number that belongs to nothing is an error on its line, and the entry is not bought."""
    many = MADE[game] if SOAK else MADE[game] // 5
    for seed in range(many):
        dice = random.Random(seed)
        lines = legal_list(game, seed)
        counted = entries(lines, game)
        if not counted:
            continue
        number = dice.choice(counted)
        words = lines[number - 1].split(" ")
        lead = 1 if words[0] in ("-", "*") else 0
        own = words[lead:]
        plant(own, dice)
        changed = list(lines)
        changed[number - 1] = " ".join([*words[:lead], *own])
        text = "\n".join(changed)
        checked, report = judged(text, game)
        assert number in [line for line, _ in errors(report)], f"{text}\n{list(map(str, report))}"
        assert not checked.armies[0].legal
        assert not any(row.id for row in checked.armies[0].rows if row.where.line == number), text


# --- dressing ---------------------------------------------------------------------------------------------------------

FEW = settings(max_examples=3000 if SOAK else 60)
TITLES = ("Slinger band", "Crossbow company", "Elf rangers", "Light Cavalry", "Pike squad", "Dwarf axemen")


@FEW
@given(seed=st.integers(0, 2**32))
def test_a_list_in_columns_several_a_line_or_with_wrong_prices_stays_the_list_that_it_was(seed: int) -> None:
    """Columns of prices, several entries a line, a title that is a unit, and prices that the poster got wrong."""
    dice = random.Random(seed)
    lines = legal_list(IBB, dice.randrange(300))
    before, _ = judged("\n".join(lines), IBB)
    (army,) = before.armies
    wrong = dice.random() < 0.3
    entries: list[str] = []
    for row in army.rows:
        assert row.price is not None
        assert row.sum is not None
        leads = row.id.startswith(LEADERS)
        each, all_of = int(row.price), int(row.sum)
        slip = dice.choice((1, 2)) if wrong and not leads else 0
        name = row.name if leads and row.number == 1 else f"{row.number}x {row.name}"
        each_way, sum_way = dice.choice((" ({} gp each)", " @ {}", " à {}")), dice.choice(("  {}", " .... {}", " = {}"))
        price = each_way.format(each + slip) if dice.random() < 0.5 else sum_way.format(all_of + slip)
        entries.append(f"{name}{price}")
    joined = dice.random() < 0.3
    joint = dice.choice((", ", "; ", " / ", " ")) if joined else "\n"
    if joint == " ":
        entries = [f"{row.number} {row.name}" for row in army.rows]
    body = "\n".join(joint.join(entries[at : at + 4]) for at in range(0, len(entries), 4))
    text = f"{dice.choice(TITLES)}\nBudget: {army.budget:g}\n\n{body}\n"
    checked, report = judged(text, IBB)
    after = checked.armies[0]
    assert bought(checked) == bought(before), f"{text}\n{list(map(str, report))}"
    assert after.total == army.total
    doubtful = [item for item in report.as_added if item.rule == "read:value"]
    assert not doubtful, f"{text}\n{list(map(str, report))}"
    if not wrong:
        assert not [entry for entry in report.as_added if entry.rule == "ibb:R-196"], (
            f"{text}\n{list(map(str, report))}"
        )
