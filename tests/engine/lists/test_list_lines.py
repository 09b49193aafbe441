"""How the lines of an army list are told apart: titles, headings, remarks, entries (G-57 to G-60)."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from ibbprint.engine.lists.page import Page
from ibbprint.problems import MOST_SHOWN, Severity
from ibbprint.reports.list_report import as_text
from tests.effort import yard
from tests.engine.lists.test_army_lists import checked, checker, findings
from tests.helpers import entries, make_pack


def found(text: str) -> list[str]:
    """The errors and warnings of a list, with their places."""
    report = checked(text)[1]
    return [
        f"{p.where.line}:{p.where.column} {p.severity.word} {p.rule.removeprefix('ibb:')}"
        for p in report
        if p.severity is not Severity.NOTE
    ]


def passed(text: str) -> dict[int, str]:
    """The lines that were passed over, and what for."""
    return {line.where.line: line.kind for line in checked(text)[0].passed}


# --- formations (G-57) ---


@pytest.mark.rule("G-57")
def test_a_formation_without_a_captain_is_an_error_at_its_heading() -> None:
    """Another formation's captain does not lead it; without headings one captain is enough."""
    text = "Title: Host\nLeft wing:\nCaptain 4\n2 Pikemen\nRight wing:\n2 Pikemen\n"
    assert found(text) == ["5:1 error R-49"]
    assert found("Captain 4\n2 Pikemen\n2 Heavy Infantry\n") == []


@pytest.mark.rule("G-57")
def test_captains_outside_lead_one_formation_each() -> None:
    """Each of them is given to one formation, with a warning that names him; the formation left over is an error."""
    text = "Title: Host\nOlaf: Captain 5\nCaptain 3\n{}"
    wings = "".join(f"Wing {name}:\n2 Pikemen\n" for name in "ABC")
    _, report = checked(text.format(wings))
    ps = [p for p in report if p.rule == "ibb:R-49"]
    assert [(p.where.line, p.severity.word) for p in ps] == [(4, "warning"), (6, "warning"), (8, "error")]
    assert "Olaf, Captain 5" in ps[0].message
    assert "Captain 3" in ps[1].message


@pytest.mark.rule("G-57", "A-43", "A-44")
def test_specialists_under_a_heading_are_no_part_of_the_formation() -> None:
    """Engineers, scouts and engines are warned of at their words, and do not make one unit a formation of two."""
    text = "Title: Host\nLeft:\nCaptain 4\nPikemen\n2 Engineers\nScouts Q2\nBombard\n"
    assert found(text) == ["4:1 warning R-48", "5:3 warning A-43", "6:1 warning A-44", "7:1 warning A-43"]
    assert found("Engineers\nScouts Q2\n\nLeft:\nCaptain 4\n2 Pikemen\n") == []


@pytest.mark.rule("A-101")
def test_every_engine_left_without_engineers_is_named() -> None:
    """The first engines are served; the finding stands at the first that is not, and names all of them."""
    text = "Title: Host\nEngineers\nBombard\n2 Siege Engines\nBombard\n"
    _, report = checked(text)
    (problem,) = [p for p in report if p.rule == "ibb:A-101"]
    assert (problem.where.line, problem.where.column) == (4, 3)
    assert "2 siege engines (line 4) and the bombard (line 5)" in problem.message


# --- gold and role (G-58) ---


@pytest.mark.rule("G-58")
@pytest.mark.parametrize(
    ("text", "limit", "role"),
    [
        ("Budget: 50\nRole: attacker\n", 100, "attacker"),
        ("Role: attacker\nBudget = fifty gold\n", 100, "attacker"),
        ("The attacking host, 100 gold\n", 100, "attacker"),
        ("Attackers 100\n", 100, "attacker"),
        ("Our defenders (100)\n", 100, "defender"),
        ("Role: attacker, 100 gold\n", 100, "attacker"),
        ("My host\nThe attackers have 100 points\n", 100, "attacker"),
        ("My attacking host\nBudget: 50\n", 100, "attacker"),
        ("Title: The attacking host\nBudget: 50\n", 100, "attacker"),
        ("A host, 100 gold\n", 100, ""),
    ],
)
def test_gold_beside_a_role_is_that_armys_own(text: str, limit: int, role: str) -> None:
    """`Budget: N` is the agreed budget, of which the attacker has twice; gold beside a role is his; a note says so."""
    item, report = checked(f"{text}Captain 4\n2 Pikemen\n")
    (army,) = item.armies
    assert (army.limit, army.role) == (limit, role)
    assert report.ok
    assert [p.rule for p in report if p.rule == "ibb:G-58"] == (["ibb:G-58"] if role else [])


@pytest.mark.rule("G-58")
def test_the_attackers_own_gold_fits_the_budget_of_the_pair() -> None:
    """Twice the defender's budget is right beside the attacker's role, anything else is an error at the number."""
    defender = "\nSide: Blues (defender)\nBudget: 40\nCaptain 2\n2 Pikemen\n"
    assert found(f"Side: Reds (attacker, 80 gold)\nCaptain 4\n2 Pikemen\n{defender}") == []
    assert found(f"Side: Reds (attacker, 70 gold)\nCaptain 4\n2 Pikemen\n{defender}") == ["1:23 error A-184"]


# --- ratings alone (G-59) ---


@pytest.mark.rule("G-59")
def test_a_rating_alone_is_the_one_unit_that_has_it() -> None:
    """With a note R-04; of several all are named, and where there is none the nearest is proposed, at the rating."""
    item, report = checked("Captain 4\n2x 4-3-6\n3-2-4 Q2\n")
    assert [row.id for row in item.armies[0].rows] == ["captain-4", "heavy-cavalry-q3", "light-infantry-q2"]
    assert findings(report) == ["2 note ibb:R-04", "3 note ibb:R-04"]
    _, several = checked("Captain 4\n2 Pikemen\n2 3-2-4 Q3\n")
    (problem,) = several.errors
    assert (problem.rule, problem.where.column) == ("ibb:R-200", 3)
    for name in ("Light Infantry Q3", "Ranger Infantry Q3", "Elven Heavy Infantry Q3", "Elven Archers Q3"):
        assert name in problem.hint
    _, none = checked("Captain 4\n2 Pikemen\n4-4-6\n")
    (problem,) = none.errors
    assert (problem.rule, problem.hint) == ("ibb:R-200", "Did you mean Heavy Cavalry Q3 (4-3-6)?")


# --- lines that name no entry (G-60) ---


@pytest.mark.rule("G-60")
def test_headings_may_have_entries_behind_them() -> None:
    """In any words, numbered or not, parted by a colon, a slash or a dash; what follows stands under them."""
    text = (
        "Title: Host\nReserve: Captain 2, 2 pikemen\n3rd battle / captain 5\n2 HI\nThose who ride - Captain 3; 2 HC\n"
    )
    item, report = checked(text)
    assert report.ok
    assert [(row.formation, row.id) for row in item.armies[0].rows] == [
        ("Reserve", "captain-2"),
        ("Reserve", "pikemen-q3"),
        ("3rd battle", "captain-5"),
        ("3rd battle", "heavy-infantry-q3"),
        ("Those who ride", "captain-3"),
        ("Those who ride", "heavy-cavalry-q3"),
    ]


@pytest.mark.rule("G-60")
def test_each_line_passed_over_is_named_in_the_report() -> None:
    """With its number and what it was taken for, in the text of the report."""
    text = (
        "My host for Sunday\n\nLeft wing:\nCaptain 4\n2 Pikemen\n\nThe rest\nCaptain 3\n2 Pikemen\n// later\nSee you!\n"
    )
    values = {1: "the title", 3: "a heading", 7: "a heading", 10: "a comment", 11: "a remark"}
    assert passed(text) == values
    message = " ".join(as_text(*checked(text)).split())
    for line, kind in values.items():
        assert f"line {line}: read as {kind}" in message


@pytest.mark.rule("G-60")
@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("2 trolls", "3:3 error R-200"),
        ("trolls x2", "3:1 error R-200"),
        ("trolls (12 gold)", "3:1 error R-200"),
        ("trolls Q3", "3:1 error R-200"),
        ("trolls 5-5-5", "3:1 error R-200"),
        ("preest 5", "3:1 error R-200"),
        ("troll", "3:1 warning R-200"),
        ("giant spider", "3:1 warning R-200"),
    ],
)
def test_an_unlisted_creature_among_entries_is_noticed(line: str, problem: str) -> None:
    """With figures, or as a misspelling, it is an error; as mere words at the level of the entries a warning."""
    assert found(f"Captain 4\n2 Pikemen\n{line}\n2 Heavy Infantry\n") == [problem]


HOST = "Host\nBudget: 60\n\nCaptain 3\n3 Light Infantry Q3\n"
BULLETED = "Host\nBudget: 60\n\n- Captain 3\n- 3 Light Infantry Q3\n"
IN_FORUM = "[b]Host[/b]\n\n[list]\n[*]Captain 3\n[*]3 Light Infantry Q3\n"
TABLE = "Host\nBudget: 60\n| Unit | Count | Q |\n|---|---|---|\n| Captain 3 | 1 | |\n| Light Infantry | 3 | 3 |\n"


@pytest.mark.rule("G-60")
@pytest.mark.parametrize("after", ["", "\n", "\nGood luck!\n", "\n## Right\nCaptain 2\n2 Pikemen\n"])
@pytest.mark.parametrize(
    ("start", "line", "problem"),
    [
        (HOST, "Hvy Infantry block", "1 warning"),
        (HOST, "Troll", "1 warning"),
        (HOST, "Trolls, two of them", "1 error"),
        (HOST, "Trolls (2 stands)", "1 error"),
        (HOST, "two Trolls", "5 error"),
        (BULLETED, "- a Giant", "5 warning"),
        (BULLETED, "- one Troll King", "7 warning"),
        (BULLETED, "- Troll\n- Giant", "3 warning"),
        (IN_FORUM, "[*]Champion of the Wood", "4 warning"),
        (TABLE, "| Troll | | |", "3 warning"),
        (HOST, "\nHeavy Infantry block", "1 warning"),
        (HOST, "\nTrolls, two of them", "1 error"),
    ],
)
def test_the_last_line_of_a_list_or_formation_is_never_dropped_in_silence(
    start: str, line: str, problem: str, after: str
) -> None:
    """Set like the entries by it, with a unit's name, or with a count it is a finding, and is not named as a remark."""
    if after.startswith("\n##") and start is TABLE:
        return  # a table has no such heading
    text = f"{start}{line}\n{after}"
    number = start.count("\n") + 1 + line.startswith("\n")
    assert f"{number}:{problem} R-200" in found(text)
    assert number not in passed(text)


@pytest.mark.rule("G-60")
def test_an_item_over_a_captain_is_no_heading_in_the_same_list() -> None:
    """Bulleted like the captain under it, it is noticed; named as a wing it heads him."""
    assert found("- Captain 3\n- 2 Pikemen\n- Troll King\n- Captain 2\n- 2 Pikemen\n") == ["3:3 warning R-200"]
    assert found("- Left wing\n- Captain 3\n- 2 Pikemen\n- Right\n- Captain 2\n- 2 Pikemen\n") == []


@pytest.mark.rule("G-60")
@pytest.mark.parametrize(
    "line",
    [
        "Good luck!",
        "See you on Saturday at 7",
        "Painted by my sister",
        "They are mine.",
        "\nOlaf",
        "\n-- Olaf",
        "Regards,\nOlaf",
        "Thanks for 3 games",
        "\nWith the compliments of the season",
        "What do you think?",
        "I have 20 figures",
        "That makes 12 units",
        "\nNo pikemen this time",
    ],
)
def test_talk_under_a_list_is_a_remark(line: str) -> None:
    """Prose, thanks and signatures give no finding, and are named as remarks."""
    assert found(f"{HOST}{line}\n") == []
    assert "a remark" in passed(f"{HOST}{line}\n").values()


@pytest.mark.rule("G-40", "G-60")
@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("Pikemen 2 stands", "2 pikemen-q3"),
        ("2 stands of Pikemen", "2 pikemen-q3"),
        ("Pikemen: 2 bases", "2 pikemen-q3"),
        ("Pikemen (x2 bases)", "2 pikemen-q3"),
        ("Pikemen - 2 blocks @ 9", "2 pikemen-q3"),
        ("2 Pikemen, 2 stands", "2 pikemen-q3"),
        ("Pikemen, two of them", "2 pikemen-q3"),
        ("Light Cav Q2 (2 stands)", "2 light-cavalry-q2"),
        ("Light Cavalry Q2, 2 stands", "2 light-cavalry-q2"),
        ("Light Cavalry Q2 (2 units)", "2 light-cavalry-q2"),
        ("two regiments Scouts Q2", "2 scouts-q2"),
        ("three light infantries Q2", "3 light-infantry-q2"),
        ("2 Heavy Cavalries", "2 heavy-cavalry-q3"),
        ("Captain 2 (1 stand)", "1 captain-2"),
    ],
)
def test_words_for_pieces_are_counts_wherever_a_count_may_be(line: str, row: str) -> None:
    """Stands, bases, figures and the like behind a number; and plurals that are more than an s."""
    (army,) = checked(f"Captain 3\n3 Light Infantry Q3\n{line}\n")[0].armies
    assert f"{army.rows[2].number} {army.rows[2].id}" == row


@pytest.mark.rule("G-40", "G-60")
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Light Cav (2 stands)", "'Light Cav' fits more than one unit."),
        ("Light Cavalry (2 units)", "'Light Cavalry' fits more than one unit."),
        ("2x Q3 Wild Trolls, 12 gold", "there is no unit 'Q3 Wild Trolls' on the price list."),
        ("Trolls of quality three", "there is no unit 'Trolls of quality three' on the price list."),
        ("2 Trolls (TQ 3)", "there is no unit 'Trolls (TQ 3)' on the price list."),
        ("1000000 pikemen", "invalid count 1000000."),
        ("pikemen x 1000000", "invalid count 1000000."),
        ("0 pikemen", "invalid count 0."),
    ],
)
def test_messages_quote_what_the_player_wrote(line: str, message: str) -> None:
    """In his letters and his order, without the count; a count too large to be meant is told like any other."""
    assert message in [p.message for p in checked(f"Captain 3\n{line}\n2 Pikemen\n")[1].errors]


@pytest.mark.rule("R-200")
def test_an_unknown_unit_sends_the_reader_to_the_list_of_units() -> None:
    """The command that shows the prices at once comes before the one that prints them."""
    (problem,) = checked("Captain 3\n2 Pikemen\n2 Wyverns\n")[1].errors
    assert problem.hint.startswith("What can be bought: ibbprint units;")


@pytest.mark.rule("A-184")
def test_no_gold_is_to_spare_while_an_entry_has_no_price() -> None:
    """What an entry that fits two units costs is not known, and so not what is left either."""
    assert "A-184" in str(list(map(str, checked("Budget: 90\nCaptain 3\n2 Pikemen\n")[1])))
    assert "A-184" not in str(list(map(str, checked("Budget: 90\nCaptain 3\n2 Pikemen\n2 archers Q3\n")[1])))


@pytest.mark.rule("G-58", "G-60")
@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("[b]Grumbold's Grinders[/b] - 120 points (attacker)", "Grumbold's Grinders"),
        ("DEFENDER - The Marsh King, ninety points", "The Marsh King"),
        ("The Marsh King, defender, 90 points", "The Marsh King"),
        ("The attacking host, 100 gold", "The attacking host"),
        ("Olaf's Own - 90 gold - of the North", "Olaf's Own - of the North"),
        ("Attackers 100", "Attackers"),
        ("Olaf's Own, 90 gold, of the North", "Olaf's Own, of the North"),
        ("Reds (attacker, 80 gold)", "Reds"),
    ],
)
def test_a_title_has_no_leftover_marks_and_its_role_once(title: str, name: str) -> None:
    """What is cut out for the gold leaves no dash; a role that is set off is shown beside the name, not in it."""
    (army,) = checked(f"{title}\nCaptain 3\n2 Pikemen\n")[0].armies
    assert army.name == name


@pytest.mark.rule("G-60")
@pytest.mark.parametrize(
    ("title", "limit"),
    [
        ("The 3rd Host of 12/11/2026", None),
        ("Host of the 7 hills", None),
        ("Host, 22 November 2026", None),
        ("Round of 2026", None),
        ("Host no. 7", None),
        ("Host (90)", 90),
        ("Host 90", 90),
        ("90 point host", 90),
        ("Host: ninety gold", 90),
        ("100-point army of the 3rd Duke", 100),
        ("Three engines, one tired engineer [90]", 90),
    ],
)
def test_a_number_in_a_title_is_the_budget_only_where_it_is_gold(title: str, limit: int | None) -> None:
    """Beside gold or budget, in brackets, or alone at the end; never an ordinal or a date."""
    item, report = checked(f"{title}\nCaptain 4\n2 Pikemen\n")
    assert item.armies[0].limit == limit
    assert passed(f"{title}\nCaptain 4\n2 Pikemen\n") == {1: "the title"}
    assert report.ok


@pytest.mark.rule("G-60")
def test_one_unreadable_line_hides_no_other_finding() -> None:
    """Every check runs on what was read: captains, engines, petards, forts, sums and the budget."""
    text = "Budget: 30\nTotal: 99\n2 wyverns\n2 Pikemen\nBombard\n2 petards\n1 free fort level\n"
    assert found(text) == [
        "1:9 error A-184",
        "2:8 warning R-196",
        "3:3 error R-200",
        "4:3 error R-49",
        "5:1 error A-101",
        "6:3 error R-202",
        "7:3 error R-198",
    ]


@pytest.mark.rule("G-50")
def test_stated_prices_and_sums_are_compared() -> None:
    """Of one, of all, of a formation in its heading and below it, and in all: a warning with both numbers at each."""
    text = (
        "Title: Host\nLeft (27 gold):\nCaptain 4 (9 gold)\n2 Pikemen @ nine = 20\nSubtotal: 26\n"
        "Right:\nCaptain 2\n3 Pikemen, 8 gold each\nTotal: 56\n"
    )
    assert found(text) == [
        "2:7 warning R-196",
        "3:12 warning R-196",
        "4:20 warning R-196",
        "8:12 warning R-196",
        "9:8 warning R-196",
    ]
    message = str([p for p in checked(text)[1] if p.where.line == 9])
    assert "56" in message
    assert "55" in message


HEADED = "Army (100 gold)\n\nCaptain 5\n2 Light Infantry Q3\n\n{}\nPikemen Q3\nPikemen Q3\n"


@pytest.mark.parametrize(
    "heading", ["Left wing (2 units)", "Right wing: 2 units", "Right wing - two units", "Reserve, 2 units", "Vanguard"]
)
def test_a_wing_with_its_number_of_units_is_a_heading(heading: str) -> None:
    """Without a mark too, where entries come right under it; it is no entry, and no error."""
    text = HEADED.format(heading)
    assert passed(text)[6] == "a heading"
    assert found(text) == ["6:1 warning R-49"]


@pytest.mark.parametrize("line", ["3 units", "- 4 stands", "Light Infantry Q3 (12 figures)"])
def test_a_count_of_nothing_that_can_be_bought_is_an_error(line: str) -> None:
    """Neither pieces of no unit, nor the figures that one unit is made of."""
    assert any(" error " in item for item in found(f"Army (100 gold)\n\nCaptain 5\n2 Light Infantry Q3\n{line}\n"))


def test_names_in_ie_have_their_plurals(tmp_path: Path) -> None:
    """A pack's zombies, pixies and faeries are found by one of them too."""
    names = {"zombies": "Zombies", "pixies": "Pixies", "faeries": "Dark Faeries"}
    unit = entries("units")["pikemen-q3"]
    units = [deepcopy({**unit, "id": id, "name": name, "short": name[:6]}) for id, name in names.items()]
    pack = make_pack(tmp_path / "pack", {"units.yaml": {"units": units}})
    text = "Captain 5\n1x Zombie\n1 pixie\n1 dark faerie\n2 zombies\n2 Pixies\n"
    assert not [p for p in checked(text, "list.txt", pack)[1] if p.severity is Severity.ERROR]


AMONG = "The Levy\nBudget: 90\n\nCaptain 4\n3 Pikemen\n2 Elven Archers\n{}\n"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("2 Pikemen and trolls", "7:15 warning R-200"),
        ("Pikes and bows", "7:11 warning R-200"),
        ("2 Pikemen & ogres", "7:13 warning R-200"),
        ("2 Pikemen, crossbowmen of York", "7:12 warning R-200"),
        ("2 Crossbowmen with pikemen", "7:20 error R-200"),
    ],
)
def test_words_that_are_joined_to_an_entry_may_be_another(line: str, problem: str) -> None:
    """They are not passed over as if they belonged to it."""
    assert problem in found(AMONG.format(line))


@pytest.mark.parametrize("line", ["Cheers, Pike", "Best regards, Archer"])
def test_a_greeting_with_a_name_is_a_remark(line: str) -> None:
    """Nobody is bought who is called like a unit."""
    assert found(AMONG.format(line)) == []
    assert passed(AMONG.format(line))[7] == "a remark"


@pytest.mark.parametrize("line", ["Posts: 312", "Likes: 5", "Time: 7 pm", "Version: 2.1"])
def test_what_is_far_from_any_header_is_none_that_is_misspelt(line: str) -> None:
    """A forum's counters under a list make it no worse than doubtful; `Budgt: 90` is still an error."""
    assert not [item for item in found(AMONG.format(line)) if " error " in item]
    assert any(" error read:header" in entry for entry in found("Budgt: 90\nCaptain 4\n3 Pikemen\n"))


# --- long lists ---


def seconds(entries_a_line: int, seed: int) -> float:
    """The time that sixty lines take, none of which was read before."""
    lines = [
        ", ".join(f"{1 + (line + at) % 9} HC ({seed + 7 * line + at})" for at in range(entries_a_line))
        for line in range(60)
    ]
    begun = process_time()
    checked("\n".join(["Captain 4", *lines, ""]))
    return process_time() - begun


def test_the_time_grows_with_the_length_of_the_lines() -> None:
    """Four times as many entries a line take some four times as long; it was 150 times, and 60 s for 640 lines."""
    checked("Captain 4\n2 HC (14)\n")
    short = min(seconds(6, seed) for seed in (1000, 2000, 3000))
    long = min(seconds(24, seed) for seed in (4000, 5000, 6000))
    assert long < 16 * short + 20 * yard()


def test_of_many_findings_the_worst_are_shown_and_the_others_counted() -> None:
    """Two hundred of them, and every error among them, though it is the last."""
    text = "Captain 4\n" + "2 HC (1)\n" * 300 + "4 Pikmen 3-2\n"
    output, report = checked(text)
    assert len(report) > MOST_SHOWN
    message = as_text(output, report)
    assert sum(message.count(f"{severity.word}: ") for severity in Severity) == MOST_SHOWN
    assert message.count("error: ") == len(report.errors) > 0
    assert f"\n... and {len(report) - MOST_SHOWN} more findings.\n" in message


def test_findings_that_are_few_are_all_shown() -> None:
    """Nothing says that there are more."""
    text = as_text(*checked("Captain 4\n2 HC (1)\n"))
    assert "more finding" not in text


@pytest.mark.parametrize("words", [0, 3, 150])
def test_the_entries_below_a_line_are_found_past_any_number_of_words_and_each_line_is_read_once(words: int) -> None:
    text = "The Reed Host\n" + "# a remark\nwe met at dusk and talked\n" * words + "3 Pikemen Q3\n"
    page: Any = Page(text, checker().pieces)
    real = page.read
    read: list[int] = []

    def counting(at: int) -> Any:
        read.append(at)
        return real(at)

    page.read = counting
    last = 2 * words + 1
    assert page.following(0) == (last, not words)
    assert [page.following(at) for at in range(last)] == [(last, at >= last - 1) for at in range(last)]
    assert len(read) <= 2 * last
