"""What a list leaves in doubt is said: corrections, choices, names of one's own, short forms, and what to leave out."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ibbprint.catalogue.documents import made_of
from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report, Severity
from ibbprint.systems import games
from ibbprint.systems.battle_turn import game as battle_turn
from ibbprint.systems.battle_turn.rosters.checker import Checker
from tests.engine.lists.test_lists_every_word import HOTT, IBB, bought, errors, judged, units
from tests.helpers import SOAK, call_cli


def messages(report: Report) -> str:
    return "\n".join(map(str, report))


# --- rosters ----------------------------------------------------------------------------------------------------------

BESIDE = "veteran disciplined, medium armour, spear, hold"


def roster(*lines: str) -> tuple[dict[str, int], Report]:
    """The units of a roster with their figures, and what is said of it."""
    checker = battle_turn.checker(KitOptions(), Report())
    assert isinstance(checker, Checker)
    report = Report()
    text = "\n".join(["Battle Turn roster: The Reed Men", "Warchief Ilvar, leadership 4, save 8", *lines])
    document = made_of(text.encode(), "reeds.txt", report)
    assert document is not None
    (result,) = checker.read(document, report)
    return {row.name: row.get("figures", 0) for row in result.roster.units}, report


COUNTED = [
    (f"- 3 units of 14 Eel Spears, {BESIDE}", "Eel Spears", 14, "3 units share this line"),
    (f"- Eel Spears: 2 units, 14 figures, {BESIDE}", "Eel Spears", 14, "2 units share this line"),
    (f"- or Eel Spears: 14 {BESIDE}", "or Eel Spears", 14, "'or' leaves open"),
    (f"- 14 Eel Spears or Pond Axes: {BESIDE}", "Eel Spears or Pond Axes", 14, "'or' leaves open"),
    (f"- no Eel Spears: 14 {BESIDE}", "no Eel Spears", 14, "the unit is not there"),
    (f"- Eel Spears: ~14, {BESIDE}", "Eel Spears", 14, "'~' means nothing"),
    (f"- either Eel Spears: 14 {BESIDE}", "either Eel Spears", 14, "'either' leaves open"),
    (f"- Band 9 Spears: 14 {BESIDE}", "Band 9 Spears", 14, "9 stands within a name"),
]


@pytest.mark.parametrize(("line", "name", "figures", "said"), COUNTED)
def test_a_number_or_a_choice_in_the_name_of_a_unit_is_an_error(line: str, name: str, figures: int, said: str) -> None:
    read, report = roster(line)
    assert read == {name: figures}
    assert said in messages(report)
    assert [where for where, _ in errors(report)] == [3]


@pytest.mark.parametrize("line", [f"- 1 unit of 14 Eel Spears, {BESIDE}", f"- 3rd Eel Spears: 14 {BESIDE}"])
def test_one_unit_and_an_ordinal_are_no_counts(line: str) -> None:
    _, report = roster(line)
    assert not errors(report), messages(report)


@pytest.mark.parametrize(
    ("name", "doubted"),
    [
        ("Eel marsh Spears", "marsh"),
        ("Men of the Long Eel", ""),
        ("eel spears", ""),
        ("Eel spears", ""),
        ("Von der Eel", ""),
    ],
)
def test_a_word_in_small_letters_among_capitals_is_said_to_be_part_of_the_name(name: str, doubted: str) -> None:
    read, report = roster(f"- {name}: 14 {BESIDE}")
    assert list(read) == [name]
    assert not errors(report)
    warned = [problem for problem in report if problem.severity is Severity.WARNING]
    assert [problem.message for problem in warned] == (
        [f"'{doubted}' is read as part of the name {name}."] if doubted else []
    )


def test_a_planted_number_is_found_in_every_roster() -> None:
    """Wherever it stands in the line of a unit, but for where it is the figures themselves."""
    words = f"Eel Spears: 14 figures, {BESIDE}".split()
    for number in range(300 if SOAK else 60):
        dice = random.Random(number)
        planted = list(words)
        planted.insert(dice.randrange(len(planted)), str(dice.choice((23, 37, 61))))
        _, report = roster(f"- {' '.join(planted)}")
        assert 3 in [line for line, _ in errors(report)], planted


# --- the game of a list -----------------------------------------------------------------------------------------------

GAMES = [
    ("HOTT at the Mill\n\n2 Knights\n2 Wizard 4\n1 Captain 3\n1 Priest 3\n", HOTT),
    ("The Mill Folk, 24 AP\n\n2 x Knights\n1 Wizard (general)\n", HOTT),
    ("The Mill Folk\n\n2 Wizard 4 (22 gp)\n2 Knights\n1 Priest 4\n", IBB),
    ("Itty Bitty Battles: The Mill Folk\n\nCaptain 3\n2 Knights\n2 Heroes\n", IBB),
]


@pytest.mark.parametrize(("text", "game"), GAMES)
def test_the_game_of_a_list_is_known_by_its_title_and_its_money(text: str, game: str, tmp_path: Path) -> None:
    path = tmp_path / "mill.txt"
    path.write_text(text, encoding="utf-8")
    money = {HOTT: " AP; edition", IBB: " gold; edition"}[game]
    assert money in call_cli("check", str(path)).stdout


# --- what to leave out ------------------------------------------------------------------------------------------------


def test_what_is_proposed_to_be_left_out_is_never_the_only_captain() -> None:
    _, report = judged("The Mill Watch\nBudget: 20\n\nCaptain 4\n3 Pikemen\n", IBB)
    lines = messages(report)
    assert "15 over its limit" in lines
    assert "Leave out" not in lines
    _, report = judged("The Mill Watch\nBudget: 30\n\nCaptain 3\n3 Pikemen\n", IBB)
    assert "Leave out one Pikemen Q3." in messages(report)


def test_what_is_proposed_to_be_left_out_is_never_the_engineers_of_an_engine() -> None:
    _, report = judged("Mill Guns\nBudget: 35\n\nCaptain 3\n3 Pikemen\n1 Engineers\n1 Bombard\n", IBB)
    lines = messages(report)
    assert "over its limit" in lines
    assert "Leave out one Engineers" not in lines


def test_what_is_proposed_to_be_left_out_is_never_the_only_general() -> None:
    _, report = judged("Mill Folk\n\n1 Knights (general)\n12 Spears\n", HOTT)
    assert "Leave out one Spear." in messages(report)
    _, report = judged("Mill Folk\n\n1 Hero (general)\n22 Hordes\n", HOTT)
    assert "Leave out one Hero" not in messages(report)


# --- people, and names of one's own -----------------------------------------------------------------------------------

PEOPLE = [
    "Player: Ilse",
    "Author: Ilse B.",
    "By: Ilse",
    "Club: The Reed Street Irregulars",
    "Event: Autumn meeting",
    "Date: Friday",
]


@pytest.mark.parametrize("line", PEOPLE)
@pytest.mark.parametrize(
    ("game", "body", "wanted"),
    [
        (IBB, "Captain 3\n2 Pikemen", "1 captain-3, 2 pikemen-q3"),
        (HOTT, "1 Hero (general)\n10 Pikes", "1 hero, 10 pikes"),
    ],
)
def test_a_line_about_people_is_a_remark_and_not_the_title(line: str, game: str, body: str, wanted: str) -> None:
    checked, _ = judged(f"{line}\nThe Mill Host\n\n{body}\n", game)
    assert [army.name for army in checked.armies] == ["The Mill Host"]
    assert (1, "a remark") in [(passed.where.line, passed.kind) for passed in checked.passed]
    assert bought(checked) == units(wanted)


def test_two_players_are_two_sides() -> None:
    checked, _ = judged("Player: Ilse\nCaptain 3\n2 Pikemen\nPlayer: Odo\nCaptain 4\n3 Slingers\n", IBB)
    assert [army.name for army in checked.armies] == ["Ilse", "Odo"]


OWN = [
    ("Giant Beaver - Behemoth", "behemoths", 1, "Giant Beaver"),
    ("MILLERS: Blades, 3, 6", "blades", 3, "MILLERS"),
    ("Millers' Sons: 3 x Blades", "blades", 3, "Millers' Sons"),
]


@pytest.mark.parametrize(("line", "id", "count", "name"), OWN)
def test_a_name_before_a_dash_or_a_colon_is_that_of_its_entry(line: str, id: str, count: int, name: str) -> None:
    checked, report = judged(f"Mill Folk\n\n1 Hero (general)\n{line}\n2 Hordes\n", HOTT)
    rows = {row.where.line: row for row in checked.armies[0].rows}
    assert (rows[4].id.rstrip("s"), rows[4].number, rows[4].called) == (id.rstrip("s"), count, name), messages(report)
    assert [row.formation for row in rows.values()] == ["", "", ""]


def test_words_before_several_entries_are_said_to_be_a_heading() -> None:
    checked, _ = judged("Mill Folk\n\n1 Hero (general)\nOn the left: 3 Blades, 2 Hordes\n", HOTT)
    assert (4, "a heading with entries") in [(passed.where.line, passed.kind) for passed in checked.passed]


# --- corrections ------------------------------------------------------------------------------------------------------

CHANGED = [
    (IBB, "3 LI Q3 21 -> 4 LI Q3 28", "becomes"),
    (IBB, "2 crossbowmen → 4 crossbowmen", "becomes"),
    (IBB, "2 crossbowmen => 2 pikemen", "becomes"),
    (IBB, "3 crossbowmen (should be 4)", "may change what is in"),
    (IBB, "3 crossbowmen (now 4)", "may change what is in"),
    (IBB, "3 crossbowmen (3 -> 4)", "may change what is in"),
    (HOTT, "3 Blades -> 4 Blades", "becomes"),
    (HOTT, "3 Blades (make that 4)", "may change what is in"),
]


@pytest.mark.parametrize(("game", "line", "said"), CHANGED)
def test_a_line_that_corrects_itself_buys_nothing(game: str, line: str, said: str) -> None:
    checked, report = judged(f"Mill Host\n\n{line}\n", game)
    assert bought(checked) == {}
    assert said in messages(report)
    assert 3 in [at for at, _ in errors(report)]


@pytest.mark.parametrize(
    ("game", "line", "wanted"),
    [
        (IBB, "3 crossbowmen (not 4!)", "3 crossbowmen-q3"),
        (IBB, "3 crossbowmen (not 4, alas)", "3 crossbowmen-q3"),
        (IBB, "captain rtg 4", "1 captain-4"),
        (IBB, "Captain, rating 4", "1 captain-4"),
        (IBB, "Elven Archers Q3 (7) @ 9", "7 elven-archers-q3"),
        (HOTT, "3 Blades (not 4)", "3 blades"),
        (HOTT, "God (sleeping on 2)", "1 god"),
        (IBB, "Captain Odo 3 and his 2 Pikemen", "1 captain-3, 2 pikemen-q3"),
    ],
)
def test_what_is_clear_beside_a_remark_is_bought(game: str, line: str, wanted: str) -> None:
    checked, report = judged(f"Mill Host\n\n{line}\n", game)
    assert bought(checked) == units(wanted), messages(report)


def test_a_bare_number_is_no_wrong_price_where_nothing_speaks_of_prices() -> None:
    """The count that spends the budget is taken, though another line states its price."""
    checked, report = judged("Mill Host\n\nBudget: 100\n\nCaptain 3, 3 x Crossbowmen Q3 = 27\nQ3 Pikemen (7)\n", IBB)
    assert bought(checked) == units("1 captain-3, 3 crossbowmen-q3, 7 pikemen-q3"), messages(report)


ROUGH = [
    (IBB, "~3 Slingers", "does not say how many"),
    (IBB, "3? Slingers", "does not say how many"),
    (IBB, "2 + 1 Crossbowmen", "does not say how many"),
    (IBB, "3 Slingers (or javelins)", "may change what is in"),
    (IBB, "Pikemen x2 (x3 in the second game)", "may change what is in"),
    (IBB, "Captain 3/4", "not clear what the number 4 means"),
    (IBB, "LI Q2/3", "not clear what the number 3 means"),
    (IBB, "Slingers?", "does not say how many"),
    (IBB, "Pikemen, Slingers, 2 each", "is how many or the price"),
    (HOTT, "4 Blades [+1]", "may change what is in"),
    (IBB, "Wizard 4 w/ 2 bodyguards", "not clear what the number 2 means"),
    (HOTT, "~4 Blades", "does not say how many"),
    (HOTT, "4? Blades", "does not say how many"),
    (HOTT, "4+1 Blades", "does not say how many"),
    (HOTT, "4 Blades (or 2 Knights)", "may change what is in"),
    (HOTT, "4blades2hordes", "is not a troop type"),
]


@pytest.mark.parametrize(("game", "line", "said"), ROUGH)
def test_a_guess_or_a_choice_buys_nothing(game: str, line: str, said: str) -> None:
    checked, report = judged(f"Mill Host\n\n{line}\n", game)
    assert bought(checked) == {}
    assert said in messages(report)
    assert 3 in [at for at, _ in errors(report)]


def test_what_comes_in_addition_behind_a_comma_is_said_not_to_be_counted() -> None:
    checked, report = judged("Mill Host\n\nCrossbowmen: 2, then 3 more\n", IBB)
    assert bought(checked) == units("2 crossbowmen-q3")
    assert "'then 3 more' was not counted" in messages(report)


# --- what speaks for a reading ----------------------------------------------------------------------------------------

ENGINES = [
    ("(151 points)", "Captain 3\n{}\nElven Archers Q3 (5)\n7 Crossbowmen Q3\n6 Hobbit Slingers Q2 @ 6", 149),
    ("178 gold", "Captain 3\n9 Elven Archers Q3\n6 Hobbit Slingers Q2\n{}\nCrossbowmen, quality 3 (6)", 176),
    ("Budget: 106", "Captain 5 - eleven gold\n{}\nAxemen Q4 (3)\nSpearmen Q2 (6 gp)\n5 Pikemen", None),
]


@pytest.mark.parametrize(("budget", "entries", "total"), ENGINES)
@pytest.mark.parametrize("planted", ["2 petards", "501 crossbowmen"])
def test_a_wrong_line_that_costs_gold_leaves_the_counts_of_other_lines_alone(
    budget: str, entries: str, total: int | None, planted: str
) -> None:
    """The sums of the list, which do not reckon with it, still say what the other numbers are."""
    end = f"\nTotal: {total}\n" if total else "\n"
    sound, _ = judged(f"Mill Host\n{budget}\n\n{entries.replace('{}', '# here')}{end}", IBB)
    spoilt, report = judged(f"Mill Host\n{budget}\n\n{entries.replace('{}', planted)}{end}", IBB)
    counts = {row.where.line: (row.id, row.number) for row in sound.armies[0].rows}
    at = entries.split("\n").index("{}") + 4
    assert {row.where.line: (row.id, row.number) for row in spoilt.armies[0].rows if row.where.line != at} == counts
    assert at in [line for line, _ in errors(report)]


def test_an_overspent_budget_does_not_outweigh_a_wrong_price_with_a_wrong_total() -> None:
    """`(5)` is how many: as a price it is wrong, and leaves the total wrong as well."""
    checked, report = judged(
        "Mill Host\nBudget: 60\n\nCaptain 3\nElven Archers Q3 (5)\n3 Crossbowmen Q3\nTotal: 77\n", IBB
    )
    assert bought(checked) == units("1 captain-3, 5 elven-archers-q3, 3 crossbowmen-q3")
    assert "over its limit of 60" in messages(report)


def test_a_total_that_adds_up_wrong_line_prices_speaks_for_these_prices() -> None:
    text = "Old Prices\nBlades (general) 2\n6 Blades 18\n2 Shooters 4\nSneakers 2\n3 Hordes 3\nTotal: 29\n"
    checked, report = judged(text, HOTT)
    assert bought(checked) == units("7 blades, 2 shooters, 1 sneakers, 3 hordes"), messages(report)
    assert checked.armies[0].legal


# --- short forms ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("short", "types"), [("Rd", "Riders"), ("Hr", "Hordes"), ("He", "Hero"), ("Sn", "Sneakers"), ("Cr", "Clerics")]
)
def test_a_short_form_that_no_type_has_names_those_that_it_may_stand_for(short: str, types: str) -> None:
    checked, report = judged(f"Mill Folk\n\n1 Hero (general)\n2 {short}\n", HOTT)
    hints = [problem.hint for problem in report if problem.where.line == 4]
    assert len(hints) == 1
    assert hints[0].startswith("Did you mean")
    assert types in hints[0]
    assert bought(checked) == units("1 hero")


# --- the report -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_every_line_of_a_report_fits_and_the_total_stands_at_its_column(columns: int, tmp_path: Path) -> None:
    path = tmp_path / "mill.txt"
    path.write_text("Mill Host\nBudget: 90\n\nCaptain 4\n4 pikemen\n2 crossbowmen Q3\n2 Elven Archers Q3\n", "utf-8")
    output = call_cli("check", str(path), COLUMNS=str(columns)).stdout
    lines = output.splitlines()
    assert all(len(line) <= columns for line in lines if str(tmp_path) not in line)
    at = next(number for number, line in enumerate(lines) if line.strip().startswith("total"))
    if columns == 60:
        assert lines[at].split() == ["total", "80"]
        assert lines[at + 1] == " " * 8 + "limit 90, 10 left"
    else:
        assert lines[at].split() == ["total", "80", "of", "90,", "10", "left"]


# --- themes -----------------------------------------------------------------------------------------------------------


def test_armies_and_scenarios_take_the_same_themes() -> None:
    lists = [call_cli(*command, "--theme", "list").stdout for command in (("army",), ("generate", "ibb"))]
    assert lists[0] == lists[1]
    from ibbprint.engine.words import theme_called, words_of

    game = games()[IBB]
    catalogue = game.sound_catalogue(KitOptions(), Report())  # type: ignore[attr-defined]
    for line in lists[0].splitlines():
        assert words_of(catalogue).id("theme", line.split()[0]) == theme_called(catalogue, line.split()[0])


@pytest.mark.parametrize("theme", ["foot", "missile", "siege", "cavalry", "pikes", "elven-host"])
def test_an_army_is_made_up_for_every_word_that_scenarios_take(theme: str) -> None:
    assert call_cli("army", "--budget", "90", "--theme", theme).returncode == 0


def test_what_a_number_means_does_not_depend_on_the_lists_before() -> None:
    """The same words and numbers with other signs between them are looked up anew."""
    judged("Mill Host\n\nCaptain 3 4\n", IBB)
    checked, _ = judged("Mill Host\n\nCaptain 3/4\n", IBB)
    assert bought(checked) == {}


# --- an entry that may mean two things --------------------------------------------------------------------------------

FOUR = {HOTT: "Blades", IBB: "Pikemen"}
OTHER = {HOTT: "Riders", IBB: "Crossbowmen"}
HEAD = {HOTT: "Game: HOTT\n1 x Hero (general)\n", IBB: "Game: ibb\nTitle: The Mill Watch\nBudget: 120\nCaptain 4\n"}
TWO_WAYS = [
    ("{a} / {b} x 2", "one of the two or both"),
    ("{a}/{b} x 2", "one of the two or both"),
    ("{a} / {b}", "one of the two or both"),
    ("[ ] 4 {a}", "is not ticked"),
    ("- [ ] 4 {a}", "is not ticked"),
    ("[] 4 {a}", "is not ticked"),
    ("☐ 4 {a}", "is not ticked"),
    ("□ 4 x {a}", "is not ticked"),
    ("-4 {a}", "an item of a list or a minus"),
    ("–4 x {a}", "an item of a list or a minus"),
    ("{a} {a}", "Did you mean {a}"),
    ("3 {a} {a}", "Did you mean {a}"),
]


@pytest.mark.parametrize("game", [HOTT, IBB])
@pytest.mark.parametrize(("line", "said"), TWO_WAYS)
def test_an_entry_that_may_mean_two_things_is_shown_with_both_and_buys_nothing(game: str, line: str, said: str) -> None:
    names = {"a": FOUR[game], "b": OTHER[game]}
    text = f"{HEAD[game]}{line.format(**names)}\n2 {OTHER[game]}\n"
    checked, report = judged(text, game)
    at = HEAD[game].count("\n") + 1
    assert [where for where, _ in errors(report)] == [at], messages(report)
    assert said.format(**names) in messages(report)
    assert [row.number for row in checked.armies[0].rows if row.id and row.where.line >= at] == [2]
    assert not checked.armies[0].legal


CLEAR = [
    ("2 {a} / 2 {b}", 4),
    ("[x] 4 {a}", 4),
    ("☑ 4 {a}", 4),
    ("- [x] 4 {a}", 4),
    ("4 {a} [ ] [ ]", 4),
    ("- 4 {a}", 4),
    ("-4 {a}\n-3 {b}", 7),
    ("-4 {a}\n- 3 {b}", 7),
]


@pytest.mark.parametrize("game", [HOTT, IBB])
@pytest.mark.parametrize(("line", "many"), CLEAR)
def test_a_slash_between_counts_a_ticked_box_and_dashes_of_a_list_are_read(game: str, line: str, many: int) -> None:
    checked, report = judged(f"{HEAD[game]}{line.format(a=FOUR[game], b=OTHER[game])}\n", game)
    at = HEAD[game].count("\n") + 1
    assert not errors(report), messages(report)
    assert sum(row.number for row in checked.armies[0].rows if row.where.line >= at) == many


@pytest.mark.parametrize("line", ["4 Blades instead of Riders", "4 Blades or Riders", "4 Blades or 2 Knights"])
def test_an_alternative_leaves_an_army_open_unless_it_is_complete_without(line: str) -> None:
    head = "Game: HOTT\n1 x Hero (general) 4\n"
    checked, report = judged(f"{head}4 x Pikes\n{line}\n", HOTT)
    assert report.ok
    assert [army.verdict for army in checked.armies] == ["cannot be judged"]
    checked, report = judged(f"{head}10 x Pikes\n{line}\n", HOTT)
    assert [(army.verdict, army.total) for army in checked.armies] == [("legal", 24)], messages(report)


@pytest.mark.parametrize("game", [HOTT, IBB])
@pytest.mark.parametrize("command", [["check"], ["roster", "-o", "open.pdf"]], ids=["check", "roster"])
def test_check_and_roster_end_with_1_where_nobody_can_judge(command: list[str], game: str, tmp_path: Path) -> None:
    path = tmp_path / "open.txt"
    path.write_text(f"{HEAD[game]}2-4 {FOUR[game]}\n2 {OTHER[game]}\n", encoding="utf-8")
    call = call_cli(*command, str(path), cwd=tmp_path)
    assert "cannot be judged" in call.stdout
    assert call.returncode == 1


@pytest.mark.parametrize("game", [HOTT, IBB])
def test_the_roster_of_a_legal_list_ends_with_0(game: str, tmp_path: Path) -> None:
    path = tmp_path / "whole.txt"
    path.write_text({HOTT: f"{HEAD[HOTT]}10 Pikes\n", IBB: f"{HEAD[IBB]}2 Pikemen\n"}[game], encoding="utf-8")
    call = call_cli("roster", "-o", "whole.pdf", str(path), cwd=tmp_path)
    assert "cannot be judged" not in call.stdout
    assert call.returncode == 0, call.stdout + call.stderr


def test_no_battle_is_made_of_a_list_that_leaves_open_what_is_bought(tmp_path: Path) -> None:
    paths = [tmp_path / "open.txt", tmp_path / "whole.txt"]
    for path, line in zip(paths, ("2-4 Pikemen", "4 Pikemen"), strict=True):
        path.write_text(f"{HEAD[IBB]}{line}\n2 Crossbowmen\n", encoding="utf-8")
    call = call_cli("battle", *map(str, paths), "-o", str(tmp_path / "b.yaml"))
    assert "leaves open what is in the army" in call.stderr
    assert (call.returncode, (tmp_path / "b.yaml").exists()) == (1, False)


@pytest.mark.parametrize("line", ["2½ Crossbowmen", "½ Crossbowmen", "Ⅱ Crossbowmen", "Crossbowmen x 2½"])
def test_a_count_with_a_fraction_or_a_roman_numeral_in_one_sign_is_an_error(line: str) -> None:
    checked, report = judged(f"{HEAD[IBB]}2 Pikemen\n{line}\n", IBB)
    assert [army.verdict for army in checked.armies] == ["not legal"], messages(report)
    assert any("is not a number here" in problem.message and problem.where.line == 6 for problem in report)
