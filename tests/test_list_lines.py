"""How the lines of an army list are told apart: titles, headings, remarks, entries (G-57 to G-60)."""

from __future__ import annotations

import pytest

from ibbprint.problems import Severity
from ibbprint.reports.list_report import as_text
from tests.test_army_lists import checked, findings


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
    told = [p for p in report if p.rule == "ibb:R-49"]
    assert [(p.where.line, p.severity.word) for p in told] == [(4, "warning"), (6, "warning"), (8, "error")]
    assert "Olaf, Captain 5" in told[0].message
    assert "Captain 3" in told[1].message


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
    one, report = checked(f"{text}Captain 4\n2 Pikemen\n")
    (army,) = one.armies
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
    one, report = checked("Captain 4\n2x 4-3-6\n3-2-4 Q2\n")
    assert [row.id for row in one.armies[0].rows] == ["captain-4", "heavy-cavalry-q3", "light-infantry-q2"]
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
    one, report = checked(text)
    assert report.ok
    assert [(row.formation, row.id) for row in one.armies[0].rows] == [
        ("Reserve", "captain-2"), ("Reserve", "pikemen-q3"), ("3rd battle", "captain-5"),
        ("3rd battle", "heavy-infantry-q3"), ("Those who ride", "captain-3"), ("Those who ride", "heavy-cavalry-q3"),
    ]  # fmt: skip


@pytest.mark.rule("G-60")
def test_each_line_passed_over_is_named_in_the_report() -> None:
    """With its number and what it was taken for, in the text of the report."""
    text = (
        "My host for Sunday\n\nLeft wing:\nCaptain 4\n2 Pikemen\n\nThe rest\nCaptain 3\n2 Pikemen\n// later\nSee you!\n"
    )
    wanted = {1: "the title", 3: "a heading", 7: "a heading", 10: "a comment", 11: "a remark"}
    assert passed(text) == wanted
    said = " ".join(as_text(*checked(text)).split())
    for line, kind in wanted.items():
        assert f"line {line}: read as {kind}" in said


@pytest.mark.rule("G-60")
@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("2 trolls", "3:3 error R-200"), ("trolls x2", "3:1 error R-200"), ("trolls (12 gold)", "3:1 error R-200"),
        ("trolls Q3", "3:1 error R-200"), ("trolls 5-5-5", "3:1 error R-200"), ("preest 5", "3:1 error R-200"),
        ("troll", "3:1 warning R-200"), ("giant spider", "3:1 warning R-200"),
    ],
)  # fmt: skip
def test_an_unlisted_creature_among_entries_is_noticed(line: str, problem: str) -> None:
    """With figures, or as a misspelling, it is an error; as mere words at the level of the entries a warning."""
    assert found(f"Captain 4\n2 Pikemen\n{line}\n2 Heavy Infantry\n") == [problem]


@pytest.mark.rule("G-60")
@pytest.mark.parametrize(
    ("title", "limit"),
    [
        ("The 3rd Host of 12/11/2026", None), ("Host of the 7 hills", None), ("Host, 22 November 2026", None),
        ("Round of 2026", None), ("Host no. 7", None), ("Host (90)", 90), ("Host 90", 90), ("90 point host", 90),
        ("Host: ninety gold", 90), ("100-point army of the 3rd Duke", 100),
        ("Three engines, one tired engineer [90]", 90),
    ],
)  # fmt: skip
def test_a_number_in_a_title_is_the_budget_only_where_it_is_gold(title: str, limit: int | None) -> None:
    """Beside gold or budget, in brackets, or alone at the end; never an ordinal or a date."""
    one, report = checked(f"{title}\nCaptain 4\n2 Pikemen\n")
    assert one.armies[0].limit == limit
    assert passed(f"{title}\nCaptain 4\n2 Pikemen\n") == {1: "the title"}
    assert report.ok


@pytest.mark.rule("G-60")
def test_one_unreadable_line_hides_no_other_finding() -> None:
    """Every check runs on what was read: captains, engines, petards, forts, sums and the budget."""
    text = "Budget: 30\nTotal: 99\n2 wyverns\n2 Pikemen\nBombard\n2 petards\n1 free fort level\n"
    assert found(text) == [
        "1:9 error A-184", "2:8 warning R-196", "3:3 error R-200", "4:3 error R-49", "5:1 error A-101",
        "6:3 error R-202", "7:3 error R-198",
    ]  # fmt: skip


@pytest.mark.rule("G-50")
def test_stated_prices_and_sums_are_compared() -> None:
    """Of one, of all, of a formation in its heading and below it, and in all: a warning with both numbers at each."""
    text = (
        "Title: Host\nLeft (27 gold):\nCaptain 4 (9 gold)\n2 Pikemen @ nine = 20\nSubtotal: 26\n"
        "Right:\nCaptain 2\n3 Pikemen, 8 gold each\nTotal: 56\n"
    )
    assert found(text) == [
        "2:7 warning R-196", "3:12 warning R-196", "4:20 warning R-196", "8:12 warning R-196", "9:8 warning R-196",
    ]  # fmt: skip
    said = str([p for p in checked(text)[1] if p.where.line == 9])
    assert "56" in said
    assert "55" in said
