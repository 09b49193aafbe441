"""Odds of the element battle: the rows of acceptance, the same with other numbers, and every pair of the 25 types.

Each question goes through the command line; what should come of it is typed here, or reckoned by `element_table`.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ibbprint
from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.element_table import STEADY, TROOPS, Chances, change_entry, reckoned
from tests.helpers import call_cli

F = Fraction


@cache
def asked(*words: str) -> dict[str, Any]:
    """The answer of `odds` as JSON."""
    result = call_cli("odds", "--game", "element-battle", *words, "--json")
    assert result.returncode == 0, result.stderr
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def chances(*words: str) -> dict[str, Fraction]:
    """The chances of an answer: `0-recoil` is the first side's, `1-destroyed` the second's."""
    return {row["id"]: F(row["chance"]) for row in asked(*words)["results"]}


def shares(**parts: int) -> dict[str, Fraction]:
    """Chances in thirty-sixths: `a_recoil` of the first side, `b_destroyed` of the second, `tie`, `both`."""
    sides = {"a": "0", "b": "1"}
    result = {}
    for name, times in parts.items():
        side, _, what = name.partition("_")
        result[f"{sides[side]}-{what}" if what else name] = F(times, 36)
    assert sum(result.values()) == 1
    return result


def refused(*words: str) -> str:
    result = call_cli("odds", "--game", "element-battle", *words)
    assert result.returncode in (1, 2), result.stdout
    assert not result.stdout
    assert "Traceback" not in result.stderr
    return result.stderr


# --- the rows of acceptance -----------------------------------------------------------------------------------------

ROWS = {
    "H-X03": (("combat", "Blades", "vs", "Blades"), (5, 5), shares(a_recoil=15, tie=6, b_recoil=15)),
    "H-X05": (
        ("combat", "Knights charging vs Spears"),
        (3, 4),
        shares(b_destroyed=10, a_recoil=17, a_destroyed=4, tie=5),
    ),
    "H-X07": (("combat", "Knights charging vs Shooters"), (3, 4), shares(b_destroyed=10, a_destroyed=21, tie=5)),
    "H-X09": (("combat", "Paladin vs Magician"), (6, 4), shares(b_destroyed=26, a_destroyed=6, both=2, tie=2)),
    "H-X11": (
        ("spell", "Magician vs Magician"),
        (4, 4),
        shares(a_ensorcelled=14, b_ensorcelled=14, a_destroyed=1, b_destroyed=1, tie=6),
    ),
    "H-X11, target near his stronghold": (
        ("spell", "Magician vs Magician near his stronghold"),
        (2, 4),
        shares(b_ensorcelled=6, a_ensorcelled=17, a_destroyed=9, tie=4),
    ),
    "H-X13": (("shooting", "Shooters vs Warband in a wood"), (3, 5), shares(b_recoil=6, tie=4, a_none=26)),
    "H-X15": (("combat", "Blades vs Stronghold"), (5, 6), shares(b_captured=10, a_recoil=20, a_destroyed=1, tie=5)),
    "H-X15, from the air": (
        ("combat", "Flyers vs Stronghold"),
        (2, 6),
        shares(b_none=1, a_recoil=18, a_flee=15, tie=2),
    ),
    "H-X17": (
        ("combat", "Beasts in a wood vs Knights in a wood"),
        (4, 2),
        shares(b_destroyed=26, a_destroyed=6, tie=4),
    ),
    "H-X26": (("combat", "Blades general vs Blades"), (6, 5), shares(b_recoil=20, b_destroyed=1, a_recoil=10, tie=5)),
    "H-X27, two": (("spell", "2 Magicians vs Hero"), (4, 4), shares(b_ensorcelled=14, b_destroyed=1, tie=6, a_none=15)),
    "H-X27, three": (
        ("spell", "3 Magicians vs Hero"),
        (4, 3),
        shares(b_ensorcelled=17, b_destroyed=4, tie=5, a_none=10),
    ),
    "H-X28, one": (("shooting", "Shooters vs Blades"), (3, 5), shares(b_recoil=6, tie=4, a_none=26)),
    "H-X28, two": (("shooting", "2 Shooters vs Blades"), (3, 4), shares(b_recoil=10, tie=5, a_none=21)),
    "H-X29": (
        ("combat", "Blades overlapped vs Riders"),
        (2, 3),
        shares(a_recoil=15, a_destroyed=6, b_recoil=9, b_destroyed=1, tie=5),
    ),
    "H-X29, touched": (
        ("combat", "Blades touched on the flank by Spears vs Riders"),
        (2, 3),
        shares(a_destroyed=21, b_recoil=9, b_destroyed=1, tie=5),
    ),
    "H-X30": (
        ("combat", "Blades in a wood vs Riders in a wood"),
        (1, 1),
        shares(a_recoil=9, a_destroyed=6, b_destroyed=15, tie=6),
    ),
}
OTHERS = {
    "a general who is overlapped twice": (
        ("combat", "Spears general overlapped twice vs Spears supported"),
        (3, 5),
        reckoned("spears", "spears", more=(-1, 1)),
    ),
    "uphill": (("combat", "Warband uphill vs Pikes supported"), (4, 6), reckoned("warband", "pikes", more=(1, 3))),
    "uphill against who flies": (("combat", "Warband uphill vs Flyers"), (3, 2), reckoned("warband", "flyers")),
    "the second rank in a wood": (
        ("combat", "Pikes supported in a marsh vs Riders"),
        (2, 1),
        reckoned("pikes", "riders", more=(-2, -2), bad=(True, False)),
    ),
    "good in woods": (
        ("combat", "Spears good in woods in a wood vs Hordes in a wood"),
        (4, 0),
        reckoned("spears", "hordes", more=(0, -2), bad=(True, True)),
    ),
    "good in woods, in the rough": (
        ("combat", "Spears good in woods in rough vs Hordes"),
        (2, 2),
        reckoned("spears", "hordes", more=(-2, 0), bad=(True, False)),
    ),
    "water lurkers": (
        ("combat", "Blades vs Water Lurkers"),
        (3, 2),
        reckoned("blades", "lurkers", more=(-2, 0), bad=(False, True)),
    ),
    "a wood and a cleric": (
        ("spell", "Magician vs Warband in a wood near a Cleric"),
        (4, 5),
        reckoned("magician", "warband", more=(0, 2), way="spell", bad=(False, True)),
    ),
    "across the water": (
        ("spell", "2 Magicians vs Dragon across water"),
        (4, 7),
        reckoned("magician", "dragon", more=(0, 1), way="spell"),
    ),
    "a paladin wards himself": (
        ("spell", "Magician vs Paladin"),
        (4, 8),
        reckoned("magician", "paladin", more=(0, 2), way="spell"),
    ),
    "a god answers": (("spell", "Magician vs God"), (4, 6), reckoned("magician", "god", way="spell")),
    "a general shot at": (
        ("shooting", "Artillery, Shooters vs Knights general"),
        (4, 3),
        reckoned("artillery", "knights", more=(0, 0), way="shooting"),
    ),
    "aid counts twice at most": (
        ("shooting", "4 Shooters vs Behemoth"),
        (4, 2),
        reckoned("shooters", "behemoth", more=(0, -2), way="shooting"),
    ),
    "a general who casts": (
        ("spell", "Magician general vs Flyers"),
        (4, 2),
        reckoned("magician", "flyers", way="spell"),
    ),
    "recoiling is no crime for who crushes": (
        ("combat", "Behemoth touched by Blades vs Knights"),
        (4, 4),
        reckoned("behemoth", "knights", more=(-1, 0)),
    ),
}


def by_side(found: Chances) -> dict[str, Fraction]:
    return {what if side is None else f"{side}-{what}": chance for (side, what), chance in found.items()}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_of_acceptance(name: str) -> None:
    """The totals and every outcome of the row, as exact fractions."""
    question, totals, expected = ROWS[name]
    assert tuple(asked(*question)["totals"]) == totals
    assert chances(*question) == expected


@pytest.mark.parametrize("name", OTHERS)
def test_the_same_questions_with_other_numbers(name: str) -> None:
    """Each tactical factor, on elements of no row, against a reckoning without the engine."""
    question, totals, expected = OTHERS[name]
    assert chances(*question) == by_side(expected)
    assert tuple(asked(*question)["totals"]) == totals


def test_the_edge_the_pips_and_the_frog() -> None:
    """H-X01, H-X34, and how long a frog takes: 6 at once once in six, none longer than six turns."""
    edges = [F(row["chance"]) for row in asked("edge")["results"]]
    assert edges == [F(1, 6), F(1, 6), F(1, 6), F(1, 2)]
    assert chances("pips", "2 far groups")["enough"] == F(1, 2)
    assert chances("pips", "2 groups, 1 far spell") == {"enough": F(1, 2), "short": F(1, 2)}
    assert chances("pips", "1 group and lurkers") == {"enough": F(5, 6), "short": F(1, 6)}
    assert chances("pips", "4 groups, 3 for a frog") == {"enough": F(0), "short": F(1)}
    sums = {row["id"]: F(row["chance"]) for row in asked("pips")["sums"]}
    assert sums == {str(n): F(7 - n, 6) for n in range(1, 7)}
    frog = chances("frog")
    assert frog["1"] == F(1, 6)
    assert frog["2"] == F(sum(1 for a, b in product(range(1, 6), range(1, 7)) if a + b >= 6), 36)
    assert sum(frog.values()) == 1
    assert chances("frog", "--marked", "4") == {"1": F(5, 6), "2": F(1, 6)}
    assert chances("frog", "--spend", "2", "--marked", "2") == {"2": F(25, 36), "3": F(65, 216), "4": F(1, 216)}
    assert chances("frog", "--rule", "H-32=single_turn")["2"] == F(5, 36)


# --- every pair of types --------------------------------------------------------------------------------------------


@cache
def engine() -> Any:
    """The catalogue, and the ways in which the engine fights."""
    from ibbprint.systems.element_battle.rules import combat, odds, stands

    catalogue = games()["element-battle"].sound_catalogue(KitOptions(), Report())  # type: ignore[attr-defined]
    return catalogue, odds.outcomes, stands.Stand, combat


def fought(one: str, other: str, way: str, **how: Any) -> Chances:
    catalogue, outcomes, stand, _ = engine()
    wood = catalogue.shelf(_terrain())["rough"]
    bad, charged = how.get("bad", (False, False)), how.get("charged", (False, False))
    stands = [
        stand(catalogue.troops[name], ground=wood if bad[n] else None, charged=charged[n])
        for n, name in enumerate((one, other))
    ]
    chances = outcomes(catalogue, way, *stands)
    return {(result.side, result.outcome): chance for result, chance in chances.items()}


def _terrain() -> Any:
    from ibbprint.systems.element_battle.catalogue import Catalogue

    return Catalogue.terrain


def test_every_type_against_every_type() -> None:
    """All 25 x 25 in close combat, in the open and charging, by a table that was typed from the source again."""
    wrong = []
    for item, other in product(TROOPS, TROOPS):
        for charged in (False, True) if item == "knights" else (False,):
            if item == "stronghold":
                continue
            got = fought(item, other, "close", charged=(charged, False))
            if got != reckoned(item, other, charged=(charged, False)):
                wrong.append((item, other, charged, got))
    assert not wrong


@given(
    st.sampled_from(sorted(set(TROOPS) - {"stronghold"})),
    st.sampled_from(sorted(set(TROOPS) - {"stronghold"})),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["close", "shooting", "spell"]),
)
def test_bad_going_and_fighting_from_afar(one: str, other: str, mine: bool, theirs: bool, way: str) -> None:
    """Rough ground under either side in every way of fighting: its -2 in close combat only, its outcomes in all."""
    arms = TROOPS[one].arm, TROOPS[other].arm
    bad = mine and arms[0] != "aerial", theirs and arms[1] != "aerial"

    def less(me: int) -> int:
        exempt = (one, other)[me] in STEADY
        hit = bad[me] or (arms[me] != "foot" and bad[1 - me])
        return -2 if way == "close" and hit and not exempt else 0

    more = [less(0), less(1)]
    if way == "spell" and other in ("cleric", "paladin"):
        more[1] += 2
    got = fought(one, other, way, bad=(mine, theirs))
    assert got == reckoned(one, other, more=(more[0], more[1]), way=way, bad=bad)


@pytest.mark.parametrize(
    ("words", "totals", "flies"),
    [
        (("shooting", "Shooters vs Flyers in a wood"), [4, 2], True),
        (("shooting", "Shooters vs Riders in a wood"), [4, 5], False),
        (("spell", "Magician vs Aerial Hero in a wood"), [4, 5], True),
        (("combat", "Airboats in a marsh vs Blades"), [5, 3], True),
    ],
)
def test_aerials_are_not_in_the_terrain_they_fly_over(words: tuple[str, ...], totals: list[int], flies: bool) -> None:
    """H-74: neither its cover nor its bad going counts, and the answer says so."""
    assert asked(*words)["totals"] == totals
    assert ("it does not count. [H-74]" in call_cli("odds", "--game", "element-battle", *words).stdout) == flies


PARTS = (("the enemy", "lost"), ("the enemy", "back"), ("Riders", "lost"), ("Riders", "back"), ("none", ""))


def test_one_type_against_all_is_the_sum_of_the_single_answers() -> None:
    """The grid of `vs all`: lost and back of either side, and nothing, add up to one in each row."""
    answer = asked("combat", "Riders general vs all")
    assert answer["title"] == "Riders general in close combat against every type"
    rows = {row["id"]: [F(row[of][part]["chance"]) for of, part in PARTS] for row in answer["grid"]}
    assert set(rows) == set(TROOPS)
    for enemy, cells in rows.items():
        assert sum(cells) - _twice("riders", enemy) == 1, enemy
        single = chances("combat", f"Riders general vs {enemy}")
        lost = ("destroyed", "ensorcelled", "flee-off", "captured")
        assert cells[0] == sum((single.get(f"1-{what}", F(0)) for what in lost), single.get("both", F(0)))


def _twice(one: str, enemy: str) -> Fraction:
    """Where both are destroyed, a row of lost and back counts it on either side."""
    return reckoned(one, enemy, more=(1, 0)).get((None, "both"), F(0))


# --- what cannot be asked -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("combat", "Blaeds vs Spears"), "Did you mean Blades?"),
        (("combat", "Blades overlaped vs Spears"), "Did you mean overlapped?"),
        (("combat", "Knights +1 vs Spears"), "only one element fights at a time, not 1"),
        (("combat", "2 Blades vs Spears"), "Elements fight one to one: leave out the 2"),
        (("combat", "Stronghold vs Blades"), "a stronghold attacks nobody"),
        (("combat", "Blades"), "vs"),
        (("combat", "Blades overlapped 4 times vs Spears"), "4 sides are overlapped or touched, and 3 are the most"),
        (("combat", "Blades overlapped twice, touched on the flank, touched on the rear vs Spears"), "4 sides are"),
        (("combat", f"{'Blades ' * 5000} vs Spears"), "the question is longer than 1000 characters"),
        (("shooting", "Blades vs Spears"), "Blades do not shoot"),
        (("shooting", "Shooters vs Stronghold"), "nobody shoots at a stronghold"),
        (("spell", "God vs Hero"), "Gods do not cast"),
        (("spell", "0 Magicians vs Hero"), "above 0"),
        (("pips", "2 breakfasts"), "'2 breakfasts' is not something to spend PIPs on"),
        (("frog", "--marked", "6"), "0 to 5"),
        (("frog", "--spend", "7"), "1 to 6"),
        (("frog", "--rule", "H-32=single_turn", "--marked", "2"), "nothing is marked"),
    ],
)
def test_a_wrong_question_says_what_is_wrong(words: tuple[str, ...], said: str) -> None:
    assert said in refused(*words)


@pytest.mark.parametrize(
    ("words", "title"),
    [
        (("Blades vs Spears",), "Close combat, Blades v Spears: 5 against 4"),
        (("Knights charging", "vs", "Spears"), "Close combat, Knights charging v Spears: 3 against 4"),
        (("axemen-q4 vs pikemen-q3",), "Dwarven Axemen (3-3-4 Q4) against Pikemen (4-3-2 Q3): melee"),
        (("7", "vs", "3", "--shift", "1"), "7 against 3: melee"),
    ],
)
def test_a_question_without_a_subject_goes_to_the_game_with_these_units(words: tuple[str, ...], title: str) -> None:
    """On the command line and in Python; options are those of the first game, which then has the question."""
    result = call_cli("odds", *words)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith(f"{title}\n")
    if len(words) == 1:
        assert ibbprint.odds(words=words[0]).text == result.stdout.rstrip("\n")


def test_a_slip_in_a_question_without_a_subject_is_told_by_the_game_that_knows_the_rest() -> None:
    """Only one of the two is a type of troops; of units that no game knows, the first game speaks."""
    for words, output in (("Blads vs Spears", "Blades"), ("heavy cavlry vs 3", "Heavy Cavalry")):
        result = call_cli("odds", words)
        assert (result.returncode, result.stdout) == (2, "")
        assert output in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Pikes supported vs Knights", "The second rank of Pikes is destroyed with the first."),
        ("Warband supported vs Behemoth", "The second rank of Warband is destroyed with the first."),
        ("Blades supported vs Riders", "A second rank adds nothing to Blades here."),
        ("Spears supported vs Stronghold", "A second rank adds nothing to Spears here."),
        ("Spears supported in a marsh vs Riders", "A second rank adds nothing to Spears here."),
        ("Spears supported, second rank in a wood vs Riders", "A second rank adds nothing to Spears here."),
    ],
)
def test_a_second_rank_dies_where_it_supports_and_adds_nothing_elsewhere(words: str, said: str) -> None:
    """H-R27 speaks of a rank that supports: of Spears, Pikes or Warband, and neither rank in bad going."""
    result = call_cli("odds", "--game", "element-battle", "combat", words)
    notes = [line.split(" [")[0].strip() for line in result.stdout.splitlines() if "[H-R" in line]
    assert notes[-1] == said


def test_who_touches_an_element_is_who_is_named() -> None:
    """H-26, H-29: Behemoths crush foot in the way of a recoil, but nobody who flies; who touches guards nobody."""
    free, barred = (chances("combat", f"Behemoth touched by {who} vs Knights") for who in ("Blades", "Flyers"))
    assert "0-recoil" in free
    assert "0-recoil" not in barred
    assert barred["0-destroyed"] == free["0-recoil"] + free["0-destroyed"]
    assert asked("spell", "Magician vs Blades touched by a Cleric")["totals"] == [4, 5]
    assert asked("spell", "Magician vs Blades near a Cleric")["totals"] == [4, 7]


def test_letters_that_pass_for_others_name_the_same_troops(tmp_path: Path) -> None:
    """A long s and a dotless i, which an expression in any case takes for s and i."""
    odd = "Knight\u017f vs Spears near a Cler\u0131c"
    assert chances("combat", odd) == chances("combat", "Knights vs Spears near a Cleric")
    army = tmp_path / "army.txt"
    army.write_text("Game: element battle\n4 Knight\u017f\n", encoding="utf-8")
    result = call_cli("check", str(army))
    assert result.returncode == 1
    assert "call:fault" not in result.stdout + result.stderr


def test_a_pack_changes_the_odds_and_the_factors(tmp_path: Path) -> None:
    """Blades that count 7 against foot, and an overlap that counts 2, as entries of a pack."""
    change_entry(tmp_path, "troops", "blades", foot=7)
    change_entry(tmp_path, "factors", "flank", amount=-2)
    words = ("combat", "Blades overlapped vs Spears", "--json", "--pack", str(tmp_path))
    result = call_cli("odds", "--game", "element-battle", *words)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["totals"] == [5, 4]


def test_the_moves_of_the_army_lists_are_a_switch() -> None:
    """H-05: shooters and warband change their moves."""
    catalogue = games()["element-battle"].sound_catalogue(KitOptions(rules={"H-05": "army-lists"}), Report())  # type: ignore[attr-defined]
    moves = {name: catalogue.troops[name].good for name in ("warband", "shooters")}
    assert moves == {"warband": 200, "shooters": 300}
