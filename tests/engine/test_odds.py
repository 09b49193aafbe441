"""Exact odds: against chances worked out by hand from the specification, and against dice that were thrown."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.dice import SeededDice
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.odds import BadQuestion, OddsAnswer, OddsRequest
from ibbprint.engine.odds import Query, answered, sides
from ibbprint.problems import Report
from ibbprint.reports.odds_report import as_json, as_text, bar, percent
from ibbprint.systems import games
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.rules import charge, combat, morale, orders
from ibbprint.systems.ibb.rules.described import EXAMPLE, read_side
from ibbprint.systems.ibb.rules.field import Field
from ibbprint.systems.ibb.rules.odds import SUBJECTS
from ibbprint.systems.ibb.rules.staged_attacks import KINDS, Fight, stage
from tests.helpers import ROOT, by, call_cli, entries, make_pack, run_cli

IBB: Any = games()["ibb"]
SIXTH = Fraction(1, 6)


@cache
def shipped() -> Catalogue:
    """The shipped catalogue with its usual switches."""
    catalogue = Catalogue.open((), (), Report())
    assert catalogue is not None
    return catalogue


def asked(subject: str, words: str = "", packs: tuple[Path, ...] = (), rules: Any = None, **options: Any) -> Any:
    """The answer to a question, or the report that tells why there is none."""
    report, request = Report(), OddsRequest(subject, words, options)
    if packs or rules:
        answer = IBB.odds(request, KitOptions(packs, dict(rules or {})), report)
    else:
        answer = answered(SUBJECTS, request, shipped(), report)
    return answer if answer is not None else report


def ask(subject: str, words: str = "", **more: Any) -> OddsAnswer:
    """The answer to a question that must have one."""
    result = asked(subject, words, **more)
    assert isinstance(result, OddsAnswer), "\n".join(map(str, result))
    assert not result.rows or sum(row.chance for row in result.rows) == 1
    return result


def share(answer: OddsAnswer, id: str) -> Fraction:
    """The chance of a row or of a sum by its id; nothing for one that cannot be."""
    return next((row.chance for row in (*answer.rows, *answer.sums) if row.id == id), Fraction(0))


def sixths(answer: OddsAnswer) -> dict[str, int]:
    """The results of an attack as so many of the six faces."""
    return {row.id: int(row.chance * 6) for row in answer.rows}


# --- the table ----------------------------------------------------------------------------------------------------

# B.2: out of six rolls, by column: attacker hurt, attacker eliminated, defender hurt, defender eliminated.
STATISTICS = list(
    zip(
        range(1, 12),
        ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"),
        (6, 5, 4, 5, 4, 3, 1, 1, 0, 0, 0),
        (4, 3, 1, 2, 1, 1, 0, 0, 0, 0, 0),
        (0, 0, 0, 3, 4, 4, 5, 6, 6, 6, 6),
        (0, 0, 0, 1, 1, 1, 1, 2, 3, 3, 4),
        strict=True,
    )
)

# B.2, the columns themselves, die 1 to 6.
COLUMNS = {
    1: "Ad Ad Ae Ae Ae Ae",
    2: "- Ad Ad Ae Ae Ae",
    3: "- - Ad Ad Ad Ae",
    4: "Exd Exk - Exd Ae Ad",
    5: "Dd Exd Exk - Exd Ad",
    6: "Dd Exd Exk - - Exd",
    7: "De Dd Dd Dd Exd -",
    8: "De De Dd Dd Dd Exd",
    9: "De De De Dd Dd Dd",
    10: "De De De Dd Dd Dd",
    11: "De De De De Dd Dd",
}

# B.4: attack, defence, odds, and the column in marsh, clear, desert, brush, woods.
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


@pytest.mark.rule("R-85", "A-79", "A-80")
@pytest.mark.parametrize(("column", "at", "own_hurt", "own_out", "hurt", "out"), STATISTICS)
def test_every_column_has_the_chances_of_the_specification(
    column: int, at: str, own_hurt: int, own_out: int, hurt: int, out: int
) -> None:
    """B.2: in marsh, where every column is printed, the four statistics and each result of all eleven columns."""
    attack, defence = at.split("-")
    answer = ask("attack", f"{attack} vs {defence}", terrain="marsh")
    assert answer.figures["column"] == column
    assert sixths(answer) == Counter(COLUMNS[column].split())
    assert [share(answer, id) for id in ("own-hurt", "own-eliminated", "enemy-hurt", "enemy-eliminated")] == [
        SIXTH * n for n in (own_hurt, own_out, hurt, out)
    ]


@pytest.mark.rule("R-76", "R-77", "A-76", "A-77")
@pytest.mark.parametrize(("place", "terrain"), list(enumerate(("marsh", "clear", "desert", "brush", "woods"))))
@pytest.mark.parametrize(("attack", "defence", "at", "columns"), ROUNDED)
def test_strengths_give_the_odds_and_columns_of_the_specification(
    attack: int, defence: int, at: str, columns: tuple[int, ...], place: int, terrain: str
) -> None:
    """B.4: every line in every row, with the results of the column it gives."""
    answer = ask("attack", f"{attack} vs {defence}", terrain=terrain)
    assert (answer.figures["odds"], answer.figures["column"]) == (at, columns[place])
    assert sixths(answer) == Counter(COLUMNS[columns[place]].split())


@pytest.mark.rule("G-20", "R-84")
@pytest.mark.parametrize(
    ("words", "options", "start", "column"),
    [
        ("9 vs 1", {"terrain": "woods"}, 8, 8),
        ("9 vs 1", {"terrain": "woods", "fort": 2}, 8, 7),
        ("9 vs 1", {"terrain": "woods", "shift": 1}, 8, 8),
        ("9 vs 1", {"terrain": "woods", "shift": -3}, 8, 5),
        ("1 vs 9", {"shift": -1}, 1, 1),
        ("9 vs light-cavalry-q2 routed", {"terrain": "woods", "fort": 2}, 8, 8),
        ("3 vs heavy-infantry-q3 routed", {}, 5, 6),
        ("3 vs 'heavy-infantry-q3 routed', axemen-q4".replace("'", ""), {}, 4, 4),
    ],
)
def test_shifts_come_between_two_clamps(words: str, options: dict[str, Any], start: int, column: int) -> None:
    """G-20: woods 9-1 is c8, and level 2 makes it c7; rout and level 2 cancel; one unit in order stops the shift."""
    answer = ask("attack", words, **options)
    assert (answer.figures["start"], answer.figures["column"]) == (start, column)


@pytest.mark.rule("R-74", "R-75")
@pytest.mark.parametrize(
    ("die", "expected"),
    [(0, "Dd Exd Exk - - Exd"), (-1, "Dd Dd Exd Exk - -"), (1, "Exd Exk - - Exd Exd"), (-9, "Dd Dd Dd Dd Dd Dd")],
)
def test_a_changed_die_is_held_to_the_table(die: int, expected: str) -> None:
    """R-75: column 6 with the die moved either way, and past the end."""
    assert sixths(ask("attack", "7 vs 3", die=die)) == Counter(expected.split())


# --- units --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-95", "A-94", "G-31")
def test_a_charge_of_heavy_cavalry_on_heavy_infantry() -> None:
    """R-95: 4 and 4 is 8 against 3, that is 2-1, column 6 in the clear; as a die it stays 1-1 with four points."""
    answer = ask("attack", "HC vs heavy-infantry-q3", kind="charge")
    assert (answer.figures["attack"], answer.figures["odds"], answer.figures["column"]) == (8, "2-1", 6)
    two = ask("attack", "2 HC vs heavy-infantry-q3", kind="charge")
    assert two.figures["attack"] == 12
    other = ask("attack", "HC vs heavy-infantry-q3", kind="charge", rules={"R-95": "die"})
    assert (other.figures["attack"], other.figures["column"], other.figures["die"]) == (4, 5, -4)
    assert sixths(other) == Counter(["Dd", "Dd", "Dd", "Dd", "Dd", "Exd"])


@pytest.mark.rule("R-99", "R-190", "G-64")
@pytest.mark.parametrize(
    ("words", "options", "why"),
    [
        ("HC vs pikes", {"kind": "charge", "fort": 1}, "no charge goes into a fortified hex."),
        ("HC vs pikes", {"kind": "charge", "terrain": "woods"}, "no charge goes into woods."),
        ("HC vs pikes", {"kind": "charge", "terrain": "rubble"}, "no charge goes into rubble."),
        ("elven archers vs HC", {"kind": "opportunity", "terrain": "stream"}, "no charge goes through stream."),
        ("HC vs pikes", {"kind": "charge", "terrain": "bridge"}, ""),
        ("HC vs pikes", {"kind": "mounted", "fort": 1}, ""),
    ],
)
def test_no_odds_of_a_charge_that_cannot_be(words: str, options: dict[str, Any], why: str) -> None:
    """A charge into a fort or broken ground is refused, as in play; a bridge is a road."""
    result = asked("attack", words, **options)
    if why:
        assert [(problem.rule, problem.message) for problem in result] == [("ibb:R-99", why)]
    else:
        assert isinstance(result, OddsAnswer)


@pytest.mark.rule("A-134", "R-120", "G-17")
def test_what_rage_adds_is_among_what_counts() -> None:
    """Two more of each Berserk unit, attacking or in support, with its rules; nothing of a spell's strength."""
    plain, raging = (
        ask("attack", f"axemen-q4{state}, elven archers support{state} vs 3") for state in ("", " berserk")
    )
    counted = [(each.name, each.changes, each.amount, each.rules) for each in raging.modifiers]
    assert counted == [("Berserk", "attack", 2, tuple(shipped().modifiers["berserk"].rules))] * 2
    assert {"A-134", "R-120"} <= set(counted[0][3])
    assert raging.figures["attack"] == plain.figures["attack"] + sum(each.amount for each in raging.modifiers)
    assert "Berserk" in as_text(raging)
    shot = ask("attack", "elven-archers-q3 berserk vs 3", kind="opportunity")
    assert [(each.id, each.amount) for each in shot.modifiers] == [("berserk", 2), ("opportunity-fire", -1)]
    assert not ask("attack", "axemen-q4 berserk vs 3", rules={"R-119": "never"}).modifiers


ATTACKS = [
    # words, options, attack, defence, die, shift
    ("elven-archers-q3 vs 3", {}, 1, 3, 0, 0),
    ("elven-archers-q3 vs 3", {"kind": "fire"}, 3, 3, 0, 0),
    ("elven-archers-q3 berserk vs 3", {}, 3, 3, 0, 0),
    ("elven-archers-q3 berserk vs 3", {"kind": "opportunity"}, 4, 3, 0, 0),
    ("slingers-q2 vs 3", {"kind": "opportunity"}, 1, 3, 0, 0),
    ("spearmen-q2 vs 3", {}, 2, 3, 0, 0),
    ("axemen-q4, elven archers support vs 3", {}, 6, 3, 0, 0),
    ("axemen-q4 + siege engine support vs 3", {}, 6, 3, 0, 0),
    ("bombard vs 3", {"kind": "bombard"}, 5, 3, 0, 0),
    ("3, 4 support vs 3", {}, 7, 3, 0, 0),
    ("5 vs structure", {}, 5, 5, 0, 0),
    ("siege-engine vs 3", {"kind": "bombard", "fort": 1}, 3, 3, 2, 0),
    ("2 axemen-q4 vs 3", {}, 6, 3, 0, 0),
    ("axemen-q4 4-4-4 Q5 vs 3", {}, 4, 3, 0, 0),
    ("4 vs pikemen-q3 disorganised", {}, 4, 1, 0, 0),
    ("4 vs pikemen-q3 disorganised balked", {}, 4, 1, 0, 0),
    ("4 vs pikemen-q3 balked", {}, 4, 2, 0, 0),
    ("4 vs light-cavalry-q2 disorganised", {}, 4, 1, 0, 0),
    ("4 vs pikemen-q3, light infantry Q2", {}, 4, 5, 0, 0),
    ("HC vs pikemen-q3", {"kind": "mounted"}, 4, 3, 1, 0),
    ("pikemen-q3 vs HC", {}, 4, 3, -1, 0),
    ("pikemen-q3, HC vs pikemen-q3, HC", {}, 8, 6, 0, 0),
    ("spearmen-q2 vs HC", {"kind": "fire"}, 2, 3, 0, 0),
    ("HC vs spearmen-q2-spent", {"kind": "mounted"}, 4, 2, 0, 0),
    ("4 vs 3", {"fort": 1}, 4, 3, 1, 0),
    ("4 vs 3", {"fort": 2}, 4, 3, 1, -1),
    ("4 vs 3", {"fort": 1, "kind": "fire"}, 4, 3, 2, 0),
    ("4 vs 3", {"fort": 2, "kind": "spell"}, 4, 3, 0, -1),
    ("4 vs 3", {"fort": 1, "engineers": True}, 4, 3, -1, 0),
    ("4 vs 3", {"engineers": True}, 4, 3, 0, 0),
    ("2 axemen-q4, elven archers support vs pikes", {"fort": 1, "engineers": True}, 9, 3, -1, 0),
    ("3 axemen-q4 vs pikes", {"fort": 1, "engineers": True}, 9, 3, -1, 0),
    ("2 elven archers vs pikes", {"fort": 1, "kind": "fire", "engineers": True}, 6, 3, 0, 0),
    ("engineers-q3 vs 3", {"fort": 1}, 1, 3, -1, 0),
    ("4 vs 3", {"wahoo": True}, 4, 3, -1, 0),
    ("4 vs axemen-q4", {"terrain": "rubble"}, 4, 3, 1, 0),
    ("4 vs HC", {"terrain": "rubble"}, 4, 3, 0, 0),
    ("4 vs 3 ", {"die": -1, "wahoo": True, "shift": 2}, 4, 3, -2, 2),
    ("axemen-q4, captain-4 vs 3", {}, 3, 3, 0, 0),
]


@pytest.mark.rule(
    "A-30", "A-34", "A-42", "A-98", "A-131", "A-134", "R-29", "R-90", "R-96", "G-17", "G-18", "G-19", "G-43"
)
@pytest.mark.parametrize(("words", "options", "attack", "defence", "die", "shift"), ATTACKS)
def test_what_bears_on_an_attack(
    words: str, options: dict[str, Any], attack: int, defence: int, die: int, shift: int
) -> None:
    """Strengths after halving, rage and disorder, and the net of die and columns, by hand from C.7 to C.11 and G."""
    figures = ask("attack", words, **options).figures
    assert tuple(figures[name] for name in ("attack", "defence", "die", "shift")) == (attack, defence, die, shift)


@pytest.mark.rule("R-79")
@pytest.mark.parametrize(
    ("terrain", "row"),
    [
        ("hill", "clear"),
        ("Crest", "clear"),
        ("bridge", "clear"),
        ("village", "clear"),
        ("jungle", "woods"),
        ("swamp", "marsh"),
        ("river", "marsh"),
        ("rubble", "marsh"),
        ("desert", "desert"),
        ("brush", "brush"),
    ],
)
def test_ground_has_its_row(terrain: str, row: str) -> None:
    """R-79: every kind of ground, and a bridge, is looked up in its own row."""
    assert ask("attack", "4 vs 3", terrain=terrain).figures["row"] == row


@pytest.mark.rule("R-82")
def test_shooters_take_no_harm_unless_played_so() -> None:
    """R-82: fire never hurts the shooter, exchanges strike the enemy alone; the switch makes them mutual."""
    answer = ask("attack", "elven-archers-q3 vs heavy-infantry-q3", kind="fire")
    assert (share(answer, "own-hurt"), share(answer, "enemy-hurt")) == (0, 4 * SIXTH)
    literal = ask("attack", "elven-archers-q3 vs heavy-infantry-q3", kind="fire", rules={"R-82": "literal"})
    assert share(literal, "own-hurt") == 4 * SIXTH


@pytest.mark.rule("G-54", "A-132", "R-121")
def test_what_becomes_of_the_units_is_played_out() -> None:
    """The Berserk shrug a result off, and who is Disorganised this turn already runs."""
    plain, raging = (ask("attack", f"7 vs heavy-infantry-q3{state}") for state in ("", " berserk"))
    assert (share(plain, "enemy-hurt"), share(raging, "enemy-hurt")) == (4 * SIXTH, SIXTH)
    twice = ask("attack", "7 vs heavy-infantry-q3 disorganised this turn")
    assert any("Routed" in row.words for row in twice.rows)
    once = ask("attack", "7 vs heavy-infantry-q3 disorganised")
    assert not any("Routed" in row.words for row in once.rows)


def test_names_are_understood_as_in_a_scenario() -> None:
    """By id, name, alias, with rating or quality, in any case, states before or after."""
    titles = {
        ask("attack", f"7 vs {name}").title
        for name in ("light-infantry-q2", "Light Infantry Q2", "LI Q2", "light footmen 3-2-4 Q2", "LI (3-2-4 Q2)")
    }
    assert titles == {"7 against Light Infantry (3-2-4 Q2): melee"}
    assert ask("attack", "7 vs disorganised pikes").title == ask("attack", "7 v. pikemen-q3 disorganised").title


def test_names_are_understood_as_a_telephone_writes_them() -> None:
    """Curly quotation marks about a name, long dashes in it, and blanks that do not break."""
    for words in ("“7” vs ‘LI 3–2–4 Q2’", "7 vs „light−infantry–q2“", "7 vs LI\u00a0Q2", "\"7\" vs 'LI Q2'"):
        assert ask("attack", words).title == "7 against Light Infantry (3-2-4 Q2): melee", words


def test_more_than_a_count_can_say() -> None:
    """A count of three figures is told as such, not as a name that nobody has."""
    with pytest.raises(BadQuestion, match="is too many"):
        asked("attack", "1000 pikes vs 3")


def test_a_defence_below_the_least_is_not_called_balked() -> None:
    """A bare 0 counts as the least defence; no modifier is named that nobody suffers."""
    answer = ask("attack", "3 vs 0")
    assert (answer.figures["defence"], answer.modifiers) == (1, ())


# --- the other dice -------------------------------------------------------------------------------------------------

ORDERS = (
    [((), (2, 3, 4, 5))]
    + [
        ((name,), chances)
        for names, chances in (
            (("under-fire", "charged", "lost-unit"), (1, 2, 3, 4)),
            (("fear-or-confusion", "lost-unit=2"), (1, 1, 2, 3)),
            (("out-of-range", "pikes-charged", "antipathy"), (3, 4, 5, 6)),
        )
        for name in names
    ]
    + [(("lost-unit=9",), (1, 1, 1, 1)), (("under-fire", "out-of-range"), (2, 3, 4, 5))]
)


@pytest.mark.rule("A-54", "A-55", "A-56", "A-57", "A-58", "A-59", "A-60", "A-61", "A-62", "R-54", "R-56")
@pytest.mark.parametrize("rating", [2, 3, 4, 5])
@pytest.mark.parametrize(("modifiers", "chances"), ORDERS)
def test_orders(rating: int, modifiers: tuple[str, ...], chances: tuple[int, ...]) -> None:
    """Each captain under each modifier: as many faces as his rating less the modifier, the 1 always among them."""
    for words in (str(rating), f"captain-{rating}"):
        answer = ask("orders", words, modifier=modifiers)
        assert share(answer, "orders") == SIXTH * chances[rating - 2]


MORALE = [
    # unit, options, faces that help, of them Berserk, faces that rout
    ("spearmen-q1", {}, 1, 0, 1),
    ("light-infantry-q2", {}, 2, 1, 1),
    ("pikemen-q3", {}, 3, 1, 1),
    ("axemen-q4", {}, 4, 1, 1),
    ("pikemen-q3", {"captain": 2}, 5, 1, 1),
    ("spearmen-q1", {"captain": 2}, 3, 0, 1),
    ("light-infantry-q2", {"captain": 5}, 5, 1, 1),
    ("light-infantry-q2", {"priest": 5}, 3, 1, 1),
    ("light-infantry-q2", {"priest": 2, "rally": True}, 4, 1, 1),
    ("light-infantry-q2", {"priest": 2, "rally": True, "prayed": True}, 3, 1, 1),
    ("light-infantry-q2", {"priest": 2, "captain": 3}, 5, 1, 1),
    ("pikemen-q3", {"balked": True}, 2, 1, 1),
    ("spearmen-q1", {"balked": True}, 0, 0, 1),
    ("pikemen-q3 balked", {"priest": 3}, 3, 1, 1),
]


@pytest.mark.rule("A-110", "A-113", "A-114", "A-115", "R-115", "R-116", "R-117", "R-118", "R-119", "G-07")
@pytest.mark.parametrize(("words", "options", "helped", "berserk", "routed"), MORALE)
def test_morale_of_the_disorganised(
    words: str, options: dict[str, Any], helped: int, berserk: int, routed: int
) -> None:
    """Every quality with and without leaders: good order or rage on so many faces, a rout on the 6 alone."""
    answer = ask("morale", words, **options)
    assert share(answer, "berserk") == SIXTH * berserk
    assert share(answer, "good-order") + share(answer, "berserk") == SIXTH * helped
    assert share(answer, "routed") == SIXTH * routed


@pytest.mark.rule("A-111", "G-09")
@pytest.mark.parametrize(
    ("unit", "options", "rallied"),
    [
        ("spearmen-q1", {}, 1),
        ("light-infantry-q2", {}, 1),
        ("pikemen-q3", {}, 1),
        ("axemen-q4", {}, 2),
        ("axemen-q4", {"captain": 2}, 4),
        ("pikemen-q3", {"captain": 5}, 5),
        ("pikemen-q3", {"priest": 3}, 2),
    ],
)
def test_morale_of_the_routed(unit: str, options: dict[str, Any], rallied: int) -> None:
    """Half the quality, at least 1, and never Berserk."""
    for result in (ask("morale", unit, routed=True, **options), ask("morale", f"{unit} routed", **options)):
        assert share(result, "rallied") == SIXTH * rallied
        assert share(result, "still-routed") == 1 - SIXTH * rallied


@pytest.mark.rule("R-115", "R-119")
def test_morale_follows_the_switches() -> None:
    """R-115: with `any` whoever fails routs; R-119: with `never` nobody rages."""
    assert share(ask("morale", "pikemen-q3", rules={"R-115": "any"}), "routed") == 3 * SIXTH
    assert share(ask("morale", "pikemen-q3", rules={"R-119": "never"}), "berserk") == 0


@pytest.mark.rule("A-92", "R-94", "R-98")
@pytest.mark.parametrize(
    ("words", "go"), [("HC", 3), ("3", 3), ("2 HC", 3), ("HC, HC 4-3-6 Q2", 2), ("1", 1), ("6", 6)]
)
def test_balking(words: str, go: int) -> None:
    """A die against the lowest quality: horse of quality 3 balk half the time."""
    answer = ask("balk", words)
    assert (share(answer, "go"), share(answer, "balk")) == (SIXTH * go, 1 - SIXTH * go)


@pytest.mark.rule("A-105", "R-109")
def test_petards() -> None:
    """R-109: 4, 8, 8, 15 and 1 of 36; the bridge falls 12 times in 36."""
    answer = ask("petard")
    counted = {row.id: row.chance * 36 for row in answer.rows}
    assert counted == {"both-go-up": 4, "success": 8, "engineer-lost": 8, "nothing": 15, "dud": 1}
    assert [share(answer, id) * 36 for id in ("destroyed", "engineers-lost", "petard-spent")] == [12, 12, 20]


@pytest.mark.parametrize(("steps", "words"), [(1, "step back 1 hex, out"), (2, "step back 2 hexes, out")])
def test_a_petard_tells_a_number_of_hexes_as_people_do(steps: int, words: str, tmp_path: Path) -> None:
    """One hex, two hexes: the word fits the figure, also that of a pack."""
    entry = {**entries("petard")["success"], "steps_back": steps}
    pack = make_pack(tmp_path / "pack", {"petard.yaml": {"petard": [entry]}})
    row = next(row for row in ask("petard", packs=(pack,)).rows if row.id == "success")
    assert words in row.words
    assert words in row.words
    assert "hexes:" not in row.words


@pytest.mark.rule("A-144", "R-63", "R-128")
@pytest.mark.parametrize(
    ("modifiers", "off"),
    [
        ((), 4),
        (("caster-moved",), 3),
        (("caster-under-fire",), 2),
        (("caster-charged",), 2),
        (("caster-moved", "caster-under-fire"), 1),
        (("caster-moved", "caster-under-fire", "caster-charged"), 0),
    ],
)
def test_fizzling(modifiers: tuple[str, ...], off: int) -> None:
    """A spell goes off on 1 to 4, less what disturbs the caster."""
    assert share(ask("fizzle", modifier=modifiers), "off") == SIXTH * off


@pytest.mark.rule("A-152", "R-130", "R-131", "G-38")
@pytest.mark.parametrize(("rating", "hits", "near"), [(2, 2, 1), (3, 3, 2), (4, 4, 3), (5, 5, 4), (6, 5, 5), (7, 5, 5)])
def test_accuracy(rating: int, hits: int, near: int) -> None:
    """A throw hits on the caster's number or less, never on a 6; one worse next to fighting."""
    assert share(ask("accuracy", str(rating)), "hit") == SIXTH * hits
    assert share(ask("accuracy", f"priest-{rating}", modifier=("near-fighting",)), "hit") == SIXTH * near


@pytest.mark.rule("A-18", "A-19", "A-20", "R-38", "R-39")
@pytest.mark.parametrize(("distance", "sees", "seen"), [(3, 1, 1), (2, 2, 1), (1, 3, 2)])
@pytest.mark.parametrize("quality", [2, 3])
def test_scouting(distance: int, sees: int, seen: int, quality: int) -> None:
    """Both dice at each range; a scout that is seen slips away with its quality or less."""
    answer = ask("scout", f"scouts-q{quality}", range=distance)
    assert (share(answer, "sees"), share(answer, "seen")) == (SIXTH * sees, SIXTH * seen)
    assert share(answer, "scout") == SIXTH * seen * (1 - SIXTH * quality)
    if distance > 1:  # nearer than that it turns up whom it stands next to
        assert share(answer, "formation") == SIXTH * sees


@pytest.mark.rule("R-139", "R-140", "R-147", "R-148", "R-150", "G-21")
@pytest.mark.parametrize(
    ("spell", "unit", "out", "hurt"),
    [
        # Fist: strength 4 v. 3, 1-1, column 5; the save is at quality 3 and 1, failed on 5 and 6.
        ("fist-of-righteousness", "pikemen-q3", Fraction(1, 3) * SIXTH, Fraction(1, 3) * 4 * SIXTH),
        # Splat: 10 v. 3, 3-1, column 7: De, and Dd which is De; the save failed on 4 to 6.
        ("Giant Splat", "heavy-cavalry-q3", Fraction(1, 2) * 5 * SIXTH, Fraction(1, 2) * 5 * SIXTH),
        # Boomeroo: 3 v. 3, column 5, and a save at quality 3 less 1.
        ("big bang boomeroo", "heavy-cavalry-q3", Fraction(2, 3) * SIXTH, Fraction(2, 3) * 4 * SIXTH),
        # Fearball: Disorganised without a save.
        ("fearball", "pikemen-q3", Fraction(0), Fraction(1)),
        # Distraction and Chain Reaction: Disorganised on 4 to 6. Fireball: 6 v. 3, 2-1, column 6, no save.
        ("distraction", "pikemen-q3", Fraction(0), Fraction(1, 2)),
        ("vegetative-chain-reaction", "pikemen-q3", Fraction(0), Fraction(1, 2)),
        ("fireball", "pikemen-q3", SIXTH, 4 * SIXTH),
    ],
)
def test_spells_that_hit(spell: str, unit: str, out: Fraction, hurt: Fraction) -> None:
    """What a spell does to a unit in the midst of it, saves and all."""
    answer = ask("attack", f"{spell} vs {unit}")
    assert (share(answer, "enemy-eliminated"), share(answer, "enemy-hurt")) == (out, hurt)


@pytest.mark.rule("A-102", "A-117", "R-107")
def test_engines_against_a_structure() -> None:
    """R-107: 5 against 5 on the Clear row is column 5; the structure falls to an Exk as to a De (R-82), 1 in 6."""
    answer = ask("attack", "bombard vs structure")
    assert (answer.figures["column"], share(answer, "destroyed")) == (5, SIXTH)
    two = ask("attack", "2 siege engine vs structure")
    assert (two.figures["odds"], two.figures["column"]) == ("2-1", 6)


# --- one against all ------------------------------------------------------------------------------------------------


def test_the_grid_has_every_unit_and_the_same_chances() -> None:
    """--table: each listed unit has a line, and a cell says what the question for the pair says."""
    answer = ask("attack", table="pikes")
    assert answer.grid is not None
    listed = [
        u["id"] for u in entries("units").values() if u.get("kind", "troops") == "troops" and u.get("listed") != "false"
    ]
    assert [id for id, _, _ in answer.grid.lines] == listed
    for id, _, (attacking, attacked) in answer.grid.lines:
        attack, back = ask("attack", f"pikes vs {id}"), ask("attack", f"{id} vs pikes")
        assert attacking == tuple(share(attack, n) for n in ("enemy-eliminated", "enemy-hurt", "own-hurt"))
        assert attacked == tuple(share(back, n) for n in ("own-eliminated", "own-hurt", "enemy-hurt"))


def test_the_grid_leaves_out_what_cannot_be() -> None:
    """Who cannot charge has no chances in the grid of charges."""
    answer = ask("attack", table="heavy-cavalry-q3", kind="charge")
    assert answer.grid is not None
    for id, _, (attacking, attacked) in answer.grid.lines:
        assert attacking is not None
        assert (attacked is not None) == (id == "heavy-cavalry-q3")


# --- the same dice as in play ---------------------------------------------------------------------------------------

THROWS = 6000


def near(counted: Counter[Any], exact: dict[Any, Fraction]) -> bool:
    """Whether every frequency lies within five standard deviations of its chance, and nothing else fell."""
    return set(counted) <= {id for id, chance in exact.items() if chance} and all(
        abs(counted[id] - THROWS * float(p)) <= 5 * (THROWS * float(p * (1 - p))) ** 0.5 + 1e-9
        for id, p in exact.items()
    )


def staged(words: str, kind: str, **options: Any) -> Fight:
    """An attack, ready to be rolled."""
    query = Query(OddsRequest("attack", words, options), shipped(), Report())
    items = (read_side(query, side) for side in sides(words, EXAMPLE))
    return stage(query, Field(shipped(), options.get("terrain", "clear")), kind, *items)


@pytest.mark.parametrize(
    ("words", "kind", "options"),
    [
        ("7 vs 3", "melee", {}),
        ("HC vs heavy-infantry-q3", "charge", {"terrain": "hill"}),
        ("elven-archers-q3 vs pikes disorganised", "fire", {"terrain": "brush", "fort": 1}),
    ],
)
def test_thrown_dice_fall_as_the_odds_say(words: str, kind: str, options: dict[str, Any]) -> None:
    """Thousands of attacks rolled with seeded dice come as often as their exact chances."""
    fight = staged(words, kind, **options)
    dice = SeededDice(f"{words} {kind}")
    counted = Counter(fight.combat.throw(fight.field.setting, dice)[2] for _ in range(THROWS))
    chances = {row.id: row.chance for row in ask("attack", words, kind=kind, **options).rows}
    assert near(counted, chances)
    assert dict(combat.odds_of(fight.field.setting, fight.combat)) == chances


def test_other_thrown_dice_fall_as_the_odds_say() -> None:
    """Orders, morale and balking, rolled by the functions that play."""
    state, dice = Field(shipped()).stage(), SeededDice("others")
    counts = Counter(orders.captains_roll(state.setting, 3, by(1)).throw(dice).passed for _ in range(THROWS))
    yes = share(ask("orders", "3", modifier=("charged",)), "orders")
    assert near(counts, {True: yes, False: 1 - yes})
    gone = Counter(charge.balk_roll(3).throw(dice).passed for _ in range(THROWS))
    yes = share(ask("balk", "HC"), "go")
    assert near(gone, {True: yes, False: 1 - yes})
    fight = staged("7 vs pikes disorganised", "melee")
    unit = fight.state.units[fight.defenders[0]]
    stood = Counter(morale.morale_roll(fight.state, unit, -1).throw(dice).passed for _ in range(THROWS))
    answer = ask("morale", "pikes", priest=3)
    yes = share(answer, "good-order") + share(answer, "berserk")
    assert near(stood, {True: yes, False: 1 - yes})


# --- a pack ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A designer's pack with units, a terrain, a modifier and a combat table of its own."""
    table = {
        "title": "Duel",
        "columns": 3,
        "rows": [
            {"id": row, "name": row.title(), "odds": ["1-2", "1-1", "2-1"]}
            for row in ("clear", "woods", "marsh", "desert", "brush", "ice")
        ],
        "results": [["X", "Dd", "De"], ["X", "X", "De"], ["Ae", "X", "Dd"], ["Ae", "Ae", "X"]],
        "codes": [
            {"id": "Dd", "name": "Shaken", "text": "Shaken."},
            {"id": "De", "name": "Gone", "text": "Gone."},
            {"id": "Ae", "name": "Repulsed", "text": "Gone."},
            {"id": "X", "name": "Stand-off", "text": "None.", "play": "ignored"},
        ],
    }
    unit = {"short": "Ice", "symbol": "heavy-infantry", "arm": "foot", "attack": 6, "defence": 4, "movement": 3}
    return make_pack(
        tmp_path / "pack",
        {
            "crt.yaml": {"crt": table},
            "units.yaml": {
                "units": [
                    {"id": "ice-guard", "name": "Ice Guard", "quality": 5, "aliases": ["guards"], **unit},
                    {"id": "snow-guard", "name": "Snow Guard", "quality": 2, "aliases": ["guards"], **unit},
                ]
            },
            "terrain.yaml": {"terrain": [{"id": "glacier", "name": "Glacier", "cost": 2, "crt_row": "ice"}]},
        },
    )


def test_a_pack_has_odds_of_its_own(pack: Path) -> None:
    """Another table with four faces, other codes, other units and ground: the odds come from those."""
    answer = ask("attack", "ice guard vs snow-guard", packs=(pack,), terrain="glacier")
    assert (answer.figures["odds"], answer.figures["column"], answer.figures["faces"]) == ("1-1", 2, 4)
    assert {row.id: row.chance for row in answer.rows} == {
        "Dd": Fraction(1, 4),
        "Ae": Fraction(1, 4),
        "X": Fraction(1, 2),
    }
    assert share(ask("morale", "Ice Guard", packs=(pack,)), "berserk") == SIXTH
    line = ask("attack", packs=(pack,), table="ice-guard").grid
    assert line is not None
    assert "snow-guard" in [id for id, _, _ in line.lines]


def test_a_pack_is_told_apart_too(pack: Path) -> None:
    """G-40 for the pack's units: a name that two share names both."""
    report = asked("attack", "guards vs 3", packs=(pack,))
    assert "ice-guard or snow-guard" in str(report.errors[0])


# --- what is wrong --------------------------------------------------------------------------------------------------

WRONG = [
    ("axmen-q4 vs 3", {}, "Did you mean axemen-q4?", "ibb:R-200"),
    ("light infantry vs 3", {}, "light-infantry-q2 or light-infantry-q3", "ibb:G-40"),
    ("wizard vs 3", {}, "wizard-3", "ibb:G-40"),
    ("pikes rooted vs 3", {}, "Did you mean routed?", "read:value"),
    ("pikes vs HC", {"kind": "charge"}, "cannot charge", "ibb:R-94"),
    ("pikes vs HC", {"kind": "mounted"}, "is not mounted", "ibb:A-95"),
    ("pikes vs HC", {"kind": "fire"}, "cannot shoot", "ibb:A-87"),
    ("pikes vs HC", {"kind": "bombard"}, "not an engine", "ibb:A-101"),
    ("pikes vs HC", {"kind": "spell"}, "not a spell", "ibb:A-73"),
    ("pikes routed vs HC", {}, "starts no attack", "ibb:R-124"),
    ("HC balked vs pikes", {"kind": "charge"}, "balked", "ibb:R-98"),
    ("HC, elven-archers-q3 support vs pikes", {"kind": "charge"}, "support", "ibb:A-88"),
    ("pikes, axemen-q4 support vs HC", {}, "cannot support", "ibb:A-88"),
    ("pikes vs HC support", {}, "only the attacker", "ibb:R-91"),
    ("pikes disorganised routed vs 3", {}, "not both", "ibb:A-132"),
    ("captain-4 vs 3", {}, "there is no attacker", "ibb:A-73"),
    ("3 vs captain-4", {}, "no unit to attack", "ibb:A-146"),
    ("3 vs petard", {}, "is not a unit", "ibb:A-85"),
    ("0 vs 3", {}, "an attack needs a strength", "ibb:A-75"),
    ("3 vs 3", {"terrain": "woodds"}, "Did you mean woods?", "ref:terrain"),
    ("30 axemen-q4 vs 3", {}, "too many", "ibb:R-19"),
    ("firbal vs pikes", {}, "Did you mean Fireball?", "ref:spell"),
    ("wahoo vs pikes", {}, "strikes nobody", "ref:spell"),
    ("siege-engine vs pikes", {"kind": "bombard"}, "structures and fortified hexes only", "ibb:R-73"),
    ("pikes vs structure", {}, "not an engine", "ibb:A-101"),
    ("3 vs bombard", {}, "no unit to attack", "ibb:A-146"),
    ("fireball vs 4 pikes", {}, "1 to 3 units", "ibb:R-144"),
]


@pytest.mark.parametrize(("words", "options", "said", "rule"), WRONG)
def test_what_cannot_be_attacked_so_is_told(words: str, options: dict[str, Any], said: str, rule: str) -> None:
    """Each fault is a problem that names its rule and, for a misspelt name, the nearest."""
    report = asked("attack", words, **options)
    assert isinstance(report, Report)
    assert [p.rule for p in report.errors if said in str(p)] == [rule] * len(report.errors)
    assert report.errors


def test_all_faults_are_told_at_once() -> None:
    """Two misspelt units and a wrong terrain make three problems."""
    assert len(asked("attack", "axmen-q4 vs pikmen-q3", terrain="wods").errors) == 3


@pytest.mark.parametrize(
    ("subject", "words", "options", "said"),
    [
        ("attack", "7", {}, "vs between them"),
        ("attack", "", {}, "vs between them"),
        ("attack", "ordrs 3", {}, "vs between them"),
        ("attack", "7 vs", {}, "vs between them"),
        ("attack", "7 vs 3 vs 2", {}, "vs between them"),
        ("attack", "7 vs disorganised", {}, "names no unit"),
        ("attack", "2.5 vs 3", {}, "a strength is a whole number, not '2.5'"),
        ("attack", "0 pikes vs 3", {}, "names no unit"),
        ("attack", "7 vs 3", {"kind": "meleee"}, "there is no attack"),
        ("attack", "7 vs 3", {"fort": 3}, "a fort has level 0 to 2"),
        ("attack", "7 vs 3", {"table": "pikes"}, "--table takes one unit"),
        ("orders", "", {}, "needs a number"),
        ("orders", "3", {"modifier": ("lost-unit=x",)}, "ID=TIMES"),
        ("morale", "", {}, "whose morale?"),
        ("balk", "", {}, "needs a number"),
        ("petard", "3", {}, "takes no more words"),
        ("fizzle", "3", {}, "takes no more words"),
        ("scout", "", {"range": 4}, "do not roll at range 4"),
        ("scout", "", {"range": 0}, "do not roll at range 0"),
        ("nonsense", "", {}, "there are no odds for"),
    ],
)
def test_a_question_that_makes_no_sense(subject: str, words: str, options: dict[str, Any], said: str) -> None:
    """A question put wrongly is no fault of a file: it is refused with a hint."""
    with pytest.raises(BadQuestion, match=said):
        asked(subject, words, **options)


@pytest.mark.parametrize(
    ("subject", "words", "options", "said"),
    [
        ("orders", "captain-9", {}, "there is no unit"),
        ("orders", "pikes", {}, "this is not a captain"),
        ("orders", "3", {"modifier": ("under-fir",)}, "Did you mean under-fire?"),
        ("fizzle", "", {"modifier": ("near-fighting",)}, "changes no die here"),
        ("accuracy", "captain-4", {}, "this is not a wizard or priest"),
        ("morale", "captain-4", {}, "only units check"),
        ("balk", "pikes", {}, "cannot charge"),
        ("scout", "pikes", {}, "this is not a scout"),
        ("attack", "", {"table": "captain-4"}, "only units"),
        ("attack", "", {"table": "pikemn"}, "Did you mean"),
    ],
)
def test_what_cannot_be_asked_of_a_unit(subject: str, words: str, options: dict[str, Any], said: str) -> None:
    """The other questions tell their faults alike."""
    report = asked(subject, words, **options)
    assert isinstance(report, Report)
    assert [said in str(p) for p in report.errors] == [True]


# --- how it is shown --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("subject", "words", "options"),
    [
        ("attack", "HC vs pikemen-q3 disorganised, axemen-q4", {"kind": "charge", "terrain": "hill"}),
        ("attack", "", {"table": "heavy-cavalry-q3"}),
        ("petard", "", {}),
        ("scout", "", {}),
        ("morale", "pikes", {}),
        ("attack", "chain lightning vs HC, pikes", {}),
        *[("attack", "7 vs 3", {"kind": kind}) for kind in KINDS],
    ],
)
def test_an_answer_fits_a_terminal(subject: str, words: str, options: dict[str, Any]) -> None:
    """No line is longer than 100 characters, and no name of Python shows."""
    text = as_text(ask(subject, words, **options))
    assert max(map(len, text.splitlines())) <= 100
    assert not {"Fraction", "None", "{", "()"} & {word for word in ("Fraction", "None", "{", "()") if word in text}


def test_units_of_one_name_can_be_told_apart() -> None:
    """Each outcome of a bolt that strikes three units has words of its own, none cut off."""
    answer = ask("attack", "chain lightning vs 2 heavy-cavalry-q3, light-cavalry-q2")
    words = [row.name for row in answer.rows]
    assert len(words) == len(set(words)) == 27
    assert {"Heavy Cavalry 1 eliminated", "Heavy Cavalry 2 eliminated", "2 Heavy Cavalry Disorganised"} <= set(words)
    text = " ".join(as_text(answer).replace("█", "").split())
    assert "Heavy Cavalry 2 eliminated, Light Cavalry Disorganised" in text
    assert text.count("Disorganised") == sum(name.count("Disorganised") for name in words) + 1


def test_each_link_of_a_chain_has_its_own_working() -> None:
    """Strengths 4, 3 and 2 (A-166), each against the one whom it strikes: 4:3, 3:3 and 2:1."""
    answer = ask("attack", "chain lightning vs 2 heavy-cavalry-q3, light-cavalry-q2")
    assert [fact.text.split(" In the row")[0] for fact in answer.facts] == [
        "Heavy Cavalry 1: attack 4 against defence 3 is 1-1.",
        "Heavy Cavalry 2: attack 3 against defence 3 is 1-1.",
        "Light Cavalry: attack 2 against defence 1 is 2-1.",
    ]


def test_a_working_that_hangs_on_saves_says_so() -> None:
    assert ask("attack", "fist of righteousness vs 2 pikes").facts[0].text.startswith("If nobody saves: attack 4 ")
    assert ask("attack", "fireball vs 2 pikes").facts[0].text.startswith("Attack 6 against defence 6 ")
    assert ask("attack", "giant splat vs 2 pikes").facts[0].text.startswith("Attack 10 against defence 3 ")


def test_chances_of_several_units_say_that_one_is_enough() -> None:
    """Where units of a side can fare differently, being hurt is said of any of them."""
    names = {row.id: row.name for row in ask("attack", "chain lightning vs HC, pikes").sums}
    assert names["enemy-hurt"] == "Any of the enemy is hurt"
    names = {row.id: row.name for row in ask("attack", "HC vs LI Q2, pikes").sums}
    assert names["enemy-hurt"] == "The enemy is hurt"
    names = {row.id: row.name for row in ask("attack", "LI Q2 berserk, LI Q2 vs pikes").sums}
    assert (names["own-hurt"], names["enemy-hurt"]) == ("Any of your units is hurt", "The enemy is hurt")


def test_a_defence_of_nothing_is_told_to_count_as_one() -> None:
    assert "Every unit has a defence of 1 at least. [R-78 G-01]" in as_text(ask("attack", "7 vs 0"))
    assert "at the least" not in as_text(ask("attack", "7 vs 1"))


def test_an_answer_in_words() -> None:
    """The column, each modifier with its rules in brackets, each result with fraction, percentage and bar."""
    text = as_text(ask("attack", "HC vs pikemen-q3", kind="charge", terrain="hill"))
    message = "Attack 8 against defence 3 is 2-1. In the row “Clear, hill, other land” that is column 6 of 10."
    assert message in " ".join(text.split())
    assert "+4 attack   [A-94 R-95 R-97 G-31]" in text
    assert "1/6   16.7%  ████" in text
    assert (bar(Fraction(1, 2)), bar(Fraction(0)), bar(Fraction(1, 100))) == ("█" * 12, "", "█")
    assert percent(Fraction(1, 3)) == "33.3%"


def test_the_example_of_the_page_is_what_comes_out() -> None:
    """The answer that docs/odds.md shows is the answer to the question above it."""
    text = as_text(ask("attack", "HC vs pikes", kind="charge", terrain="hill"))
    page = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")
    assert "ibbprint odds 'HC' vs 'pikes' --kind charge --terrain hill" in page
    assert text in page


def test_an_answer_for_programs() -> None:
    """JSON has the figures by name, and every chance as a fraction and a percentage."""
    data = json.loads(as_json(ask("attack", "7 vs 3", terrain="woods")))
    assert (data["column"], data["odds"]) == (4, "2-1")
    assert {each["id"]: each["chance"] for each in data["results"]} == {
        "Exd": "1/3",
        "Exk": "1/6",
        "-": "1/6",
        "Ae": "1/6",
        "Ad": "1/6",
    }
    grid = json.loads(as_json(ask("attack", table="pikes")))["grid"]
    assert grid[0]["Pikemen attacking"]["enemy out"] == {"chance": "1/6", "percent": 16.6667}


@pytest.mark.parametrize(
    ("arguments", "code", "out", "err"),
    [
        (("7", "vs", "3", "--terrain", "hill", "--die", "-1", "--shift", "1"), 0, "column 7", ""),
        (("--terrain", "woods", "9 vs 1"), 0, "column 8 of 8", ""),
        (("attack", "7 vs 3", "--json"), 0, '"column": 6', ""),
        (("orders", "4", "--modifier", "under-fire", "--modifier", "lost-unit=2"), 0, "No orders", ""),
        (("morale", "pikes", "--captain", "2"), 0, "Berserk", ""),
        (("HC vs 3", "--kind", "charge", "--rule", "R-95=die"), 0, "-4 die", ""),
        ((), 0, "orders", ""),
        (("--help",), 0, "petard", ""),
        (("attack", "--help"), 0, "--terrain", ""),
        (("axmen-q4", "vs", "3"), 2, "", "Did you mean axemen-q4?"),
        (("7 vs 3", "--rule", "R-99=x"), 2, "", "R-99 has no options"),
        (("7 vs 3", "--pack", "nowhere"), 1, "", "no such folder"),
        (("7",), 2, "", "ibbprint odds 7 vs 3"),
        (("ordrs", "3"), 2, "", "Or is it orders?"),
        (("7 vs 3", "--rule", "R-95"), 2, "", "--rule takes"),
        (("7 vs 3", "--game", "chess"), 2, "", "there is no game"),
        (("7 vs 3", "--terrian", "hill"), 2, "", "--terrain"),
        (("7 vs 3", "--die", "x"), 2, "", "--die"),
    ],
)
def test_the_command(arguments: tuple[str, ...], code: int, out: str, err: str) -> None:
    """Exit 0 with the answer, 1 for a pack that cannot be read, 2 for a question put wrongly, or about nothing."""
    result = call_cli("odds", *arguments, COLUMNS="120")
    assert result.returncode == code, result.stderr
    assert out in result.stdout
    assert err in result.stderr
    assert "Traceback" not in result.stderr


def test_the_command_on_a_terminal_without_blocks() -> None:
    """Where the terminal cannot show a block, the bars are of another sign."""
    result = run_cli("odds", "7", "vs", "3", PYTHONIOENCODING="ascii:replace")
    assert result.returncode == 0
    assert "####" in result.stdout
