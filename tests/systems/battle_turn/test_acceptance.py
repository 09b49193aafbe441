"""The Battle Turn: the worked results as exact fractions, asked through the command line, and with other numbers."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.odds import BadQuestion, OddsRequest
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.helpers import call_cli

F = Fraction
GAME: Any = games()["battle-turn"]
TENTHS = F(1, 10)


@cache
def ask(subject: str, *words: str) -> Any:
    """What `ibbprint odds --json` answers; options stand among the words."""
    ran = call_cli("odds", subject, *words, "--game", "battle-turn", "--json")
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def odds(subject: str, *words: str) -> dict[str, Fraction]:
    """The chances of an answer that are not 0, by the ids of its rows; they add up to 1."""
    results = {row["id"]: F(row["chance"]) for row in ask(subject, *words)["results"] if F(row["chance"])}
    assert sum(results.values()) == 1
    return results


def answer(subject: str, words: str = "", rules: dict[str, str] | None = None, **options: Any) -> Any:
    """The answer from the game itself, for questions asked by the hundred."""
    report = Report()
    result = GAME.odds(OddsRequest(subject, words, options), KitOptions((), rules or {}), report)
    assert report.ok, list(report)
    return result


def rows(subject: str, words: str = "", **options: Any) -> dict[str, Fraction]:
    chances = {row.id: row.chance for row in answer(subject, words, **options).rows}
    assert sum(chances.values()) == 1
    return {id: chance for id, chance in chances.items() if chance}


def sums(subject: str, words: str, rules: dict[str, str] | None = None) -> dict[str, Fraction]:
    return {row.id: row.chance for row in answer(subject, words, rules).sums}


def mean(subject: str, words: str) -> Fraction:
    return F(answer(subject, words).figures["mean"])


# --- shooting ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("B-R02", "B-R05", "B-R08", "B-01")
def test_ten_bowmen_at_short_range() -> None:
    """B-X01: each die 3/10, three kills on average, none with (7/10)^10, exactly three with 66706983/250000000."""
    question = ("10 average bow", "vs", "light")
    answer = odds("shooting", *question)
    assert F(ask("shooting", *question)["mean"]) == 3
    assert answer["0"] == F(282475249, 10**10)
    assert answer["3"] == F(66706983, 250000000)
    assert {row["id"]: row["chance"] for row in ask("shooting", *question)["sums"]}["die"] == "3/10"


@pytest.mark.rule("B-R03", "B-R04", "B-07")
def test_blackening_the_sky() -> None:
    """B-X03: three volleys of 12 are 36 dice, 108/25 kills at short range and 81/25 at long; two already darken it."""
    near = ask("shooting", "12 average bow, 3 volleys vs heavy")
    far = ask("shooting", "12 bow, 3 volleys, long vs heavy")
    assert (near["dice"], F(near["mean"])) == (36, F(108, 25))
    assert (far["dice"], F(far["mean"])) == (36, F(81, 25))
    assert mean("shooting", "12 bow, 2 volleys vs heavy") == 24 * F(2, 5) * F(3, 10)
    assert mean("shooting", "12 bow, 1 volleys vs heavy") == 12 * F(1, 2) * F(3, 10)


@pytest.mark.rule("B-R04", "B-R07", "B-46", "B-14")
@pytest.mark.parametrize(
    ("shooters", "target", "hit", "kill"),
    [
        ("elite javelin, higher ground", "medium, shield", "8/10", "3/10"),
        ("poor bow, long range, disorganised, shaken", "heavy, hard cover", "1/10", "1/10"),
        ("veteran bow", "light, soft cover, shield", "6/10", "2/10"),
        ("average bow in bloodlust", "light", "4/10", "6/10"),
        ("elite bow, on a hill", "light", "8/10", "7/10"),
    ],
)
def test_shooting_with_modifiers(shooters: str, target: str, hit: str, kill: str) -> None:
    """Quality, range, disorder and height change the hit; shield, cover and height the kill."""
    totals = sums("shooting", f"{shooters} vs {target}")
    assert (totals["hit"], totals["kill"]) == (F(hit), F(kill))
    assert totals["die"] == F(hit) * F(kill)


@pytest.mark.rule("B-08", "B-58")
def test_the_shooters_of_the_rosters() -> None:
    """B-X27 and B-X28: Bowmen at Archers 12/5; at 24 inches Bowmen at Chosen 6/5, Archers at East Spears 9/10."""
    assert F(ask("shooting", "Bowmen, long range vs Archers")["mean"]) == F(12, 5)
    assert mean("shooting", "Bowmen, long range vs Chosen") == F(6, 5)
    assert mean("shooting", "Archers, long range vs East Spears") == F(9, 10)
    assert mean("shooting", "Javelins vs Wolf Riders") == 8 * F(1, 2) * F(3, 10)


# --- combat -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("B-R12", "B-R13", "B-R14", "B-12")
@pytest.mark.parametrize(
    ("words", "dice"),
    [
        ("worth 12, champion, attack", 15),
        ("worth 12, attack", 14),
        ("worth 9, champion, attack", 12),
        ("worth 4, attack", 4),
        ("worth 10, hold", 10),
        ("worth 5, oppose, champion", 6),
        ("worth 19, champion, attack", 24),
    ],
)
def test_dice_in_combat(words: str, dice: int) -> None:
    """B-X05: worth, the champion, and a die more for every five under ATTACK."""
    assert answer("melee", f"{words} vs heavy").figures["dice"] == dice


@pytest.mark.rule("B-R17", "B-R18", "B-16", "B-17")
@pytest.mark.parametrize(
    ("one", "other", "chance"),
    [
        ("spear, strength 0", "heavy, resilience 2", "1/10"),
        ("hand, strength 1", "heavy, resilience 3", "1/5"),
        ("hand, strength 1, defending its standard", "medium, resilience 1", "7/10"),
        ("two-hand, strength 2, bloodlust", "light", "9/10"),
        ("lance", "medium, resilience 1", "1/2"),
    ],
)
def test_kills_in_combat(one: str, other: str, chance: str) -> None:
    """B-X07: weapon against armour, strength, resilience, standard; and the ends that an unmodified 10 and 1 leave."""
    assert odds("kill", f"{one} vs {other}")["kill"] == F(chance)


@pytest.mark.rule("B-R15", "B-11", "B-13", "B-53", "B-54")
def test_units_of_the_rosters_in_combat() -> None:
    """B-X22, B-X23, B-X24, B-X26: Great Axes, First Warriors, Wolf Riders on five files, the Hall Guard on two."""
    axes = ask("melee", "Great Axes, two ranks vs First Warriors")
    assert (axes["dice"], F(axes["mean"])) == (16, F(32, 5))
    warriors = ask("melee", "First Warriors, two ranks vs Great Axes")
    assert (warriors["dice"], F(warriors["mean"])) == (16, F(48, 25))
    riders = ask("melee", "Wolf Riders, 5 files vs East Spears")
    assert (riders["dice"], F(riders["mean"])) == (12, 3)
    worth = [
        answer("melee", f"Hall Guard, {words} vs First Warriors").facts[0].text
        for words in ("2 files", "2 files, two ranks")
    ]
    assert [text.split()[0] for text in worth] == ["4", "8"]
    assert answer("melee", "First Warriors, 2 files vs Hall Guard").facts[0].text.startswith("2 worth")


@pytest.mark.rule("B-53")
def test_when_a_second_rank_pays() -> None:
    """B-X25: worth 6 in one rank hits 3 times, 12 in two 24/5 times; against no shields 18/5 and 6."""
    for words, hits in (("worth 6, hold", "3"), ("worth 12, hold, two ranks", "24/5")):
        assert answer("melee", f"{words} vs light, shield").figures["hits"] == hits
        more = F(hits) + F(6 if "12" not in words else 12) / 10
        assert F(answer("melee", f"{words} vs light").figures["hits"]) == more


@pytest.mark.rule("B-R06", "B-05", "B-06")
def test_what_an_unmodified_die_decides() -> None:
    """No modifier takes the last tenth from a kill or gives the first; a hit has no such ends."""
    for strength, resilience in product(range(-9, 10, 3), repeat=2):
        words = f"spear, strength {strength} vs light, resilience {resilience}"
        reply = answer("kill", words)
        chance = {row.id: row.chance for row in reply.rows}["kill"]
        assert chance == F(min(max(11 - 5 + strength - resilience, 1), 9), 10)
    assert rows("hit", modifier=-9) == {"miss": 1}
    assert rows("hit", modifier=9) == {"hit": 1}
    assert odds("hit", "--modifier", "2")["hit"] == F(7, 10)


@pytest.mark.rule("B-04")
def test_missile_weapons_have_two_scores_against_heavy_armour() -> None:
    """Bow and javelin kill it on 8 when they shoot, and on 9 in combat."""
    for weapon in ("bow", "javelin"):
        assert rows("kill", f"{weapon} vs heavy", shooting=True)["kill"] == F(3, 10)
        assert rows("kill", f"{weapon} vs heavy")["kill"] == F(1, 5)


@pytest.mark.rule("B-01")
def test_another_score_to_hit() -> None:
    """The switch moves every hit by a tenth, and nothing else."""
    for target in (4, 5, 6, 7):
        totals = sums("melee", "hand vs light, shield", {"hit_target": str(target)})
        assert (totals["hit"], totals["kill"]) == (F(11 - target, 10), F(7, 10))


# --- tests ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B-R19", "B-R20", "B-R21", "B-19", "B-20", "B-21", "B-45")
@pytest.mark.parametrize(
    ("words", "chances"),
    [
        (["elite disciplined, hold, standard, warchief"], {"bloodlust": 4, "ok": 6}),
        (["average disciplined", "--lost", "8", "--of", "14", "--killed", "2"], {"ok": 3, "shaken": 3, "routed": 4}),
        (
            ["average tribal, lost more", "--lost", "6", "--of", "14"],
            {"bloodlust": 1, "ok": 4, "shaken": 2, "routed": 3},
        ),
        (
            ["average tribal, lost more, lost its standard", "--lost", "7", "--of", "14"],
            {"ok": 4, "shaken": 2, "routed": 4},
        ),
        (["veteran disciplined, attack, hero, killed more"], {"bloodlust": 2, "ok": 8}),
        (["average disciplined"], {"ok": 7, "shaken": 3}),
        (["average tribal"], {"bloodlust": 3, "ok": 4, "shaken": 2, "routed": 1}),
        (["average fanatic"], {"bloodlust": 5, "ok": 2, "shaken": 2, "routed": 1}),
        (["poor fanatic, oppose, shaken"], {"bloodlust": 2, "ok": 2, "shaken": 2, "routed": 4}),
        (["veteran tribal, bloodlust, hero, leader, standard, hold"], {"bloodlust": 10}),
    ],
)
def test_combat_tests(words: list[str], chances: dict[str, int]) -> None:
    """B-X09, B-X11, B-X29, B-X30, the chances without modifiers, and tests of our own."""
    assert odds("combat-test", *words) == {id: F(number, 10) for id, number in chances.items()}


@pytest.mark.rule("B-19")
def test_heavy_losses_that_add_up() -> None:
    """B-X11, by switch: ok 1/5, shaken 3/10, rout 1/2."""
    reply = answer("combat-test", "average disciplined", {"casualty_mods": "cumulative"}, lost=8, of=14, killed=2)
    assert {row.id: row.chance for row in reply.rows if row.chance} == {
        "ok": F(1, 5),
        "shaken": F(3, 10),
        "routed": F(1, 2),
    }


@pytest.mark.rule("B-20")
@given(start=st.integers(1, 60), lost=st.integers(0, 60), killed=st.integers(0, 60))
def test_losses_count_strictly_above_a_quarter_and_a_half(start: int, lost: int, killed: int) -> None:
    """The modifier of any losses is that of the share, and of who lost more."""
    lost = min(start, lost)
    reply = answer("combat-test", "average tribal", lost=lost, of=start, killed=killed)
    share = -3 if 2 * lost > start else -1 if 4 * lost > start else 0
    assert reply.figures["modifier"] == share + (lost < killed) - (lost > killed)


@pytest.mark.rule("B-R22", "B-R23", "B-R24", "B-31", "B-32", "B-33")
@pytest.mark.parametrize(
    ("words", "tenths"),
    [
        (["--leadership", "3"], {"ok": 7, "ok-confusion": 1, "delay": 1, "delay-confusion": 1}),
        (["--leadership", "4"], {"ok": 8, "ok-confusion": 1, "delay": 1}),
        (
            ["other race, disorganised", "--leadership", "4"],
            {"ok": 6, "ok-confusion": 1, "delay": 1, "delay-confusion": 1, "ignored": 1},
        ),
        (["attached, in person", "--leadership", "4"], {"ok": 7, "ok-confusion": 1, "delay": 1, "delay-confusion": 1}),
        (
            ["--leadership", "1", "--wavering", "3"],
            {
                "ok": 2,
                "ok-confusion": 1,
                "delay": 1,
                "delay-confusion": 1,
                "ignored": 1,
                "ignored-confused": 1,
                "misunderstood": 1,
                "panic": 2,
            },
        ),
        (["fanatics to attack", "--leadership", "5"], {"ok": 10}),
    ],
)
def test_new_orders(words: list[str], tenths: dict[str, int]) -> None:
    """B-X13 and B-X31, each wavering unit, and delivery in person by a leader who is with a unit."""
    assert odds("orders", *words) == {id: number * TENTHS for id, number in tenths.items()}


@pytest.mark.rule("B-R25", "B-R26", "B-R27", "B-R28", "B-24", "B-25")
def test_influence() -> None:
    """B-X15, and leadership 1 to 10 as the tables have it; with none left nobody succeeds."""
    result = odds("influence", "bannerman, other race", "--leadership", "4")
    assert result == {"success": F(2, 5), "failure": F(2, 5), "disaster": F(1, 5)}
    table = ["145", "244", "343", "442", "541", "631", "721", "811", "901", "901"]
    for leadership, tenths in enumerate(table, 1):
        lines = rows("influence", leadership=leadership)
        assert [lines.get(id, 0) * 10 for id in ("success", "failure", "disaster")] == list(map(int, tenths))
    assert "success" not in rows("influence", "other race", leadership=1)
    assert answer("influence", leadership=4, save=7).sums[0].chance == F(1, 5) * F(6, 10)


@pytest.mark.rule("B-R33", "B-R34", "B-R35", "B-29")
def test_command_tests() -> None:
    """Every modifier from +1 to -4 as the tables have it, by boast, dead warchief and units gone."""
    table = {
        "boast good": (0, "5113"),
        "": (0, "4114"),
        "boast broken": (0, "3115"),
        "warchief killed": (0, "2116"),
        "warchief killed, boast broken": (0, "1117"),
        "warchief killed ": (2, "0118"),
    }
    for words, (gone, tenths) in table.items():
        lines = rows("command-test", words, gone=gone)
        ids = ("unaffected", "disorganised", "shaken", "routed")
        assert [lines.get(id, 0) * 10 for id in ids] == list(map(int, tenths))
    assert odds("command-test", "--gone", "3")["routed"] == F(7, 10)


# --- initiative and ranks ---------------------------------------------------------------------------------------


@pytest.mark.rule("B-R09", "B-42")
def test_initiative() -> None:
    """B-X17: a tie 67/1000; in the end 1/2, 1067/1868 and 5995/9367 for leadership even, 1 and 2 more."""
    assert odds("initiative")["tie"] == F(67, 1000)
    for more, chance in ((0, F(1, 2)), (1, F(1067, 1868)), (2, F(5995, 9367))):
        for theirs in (0, 3):
            assert answer("initiative", ours=theirs + more, theirs=theirs).sums[0].chance == chance
            assert answer("initiative", ours=theirs, theirs=theirs + more).sums[0].chance == 1 - chance


@pytest.mark.rule("B-R11", "B-37")
def test_figures_that_may_change_rank() -> None:
    """B-X32: 11/2 for average, 9/2 for poor, 15/2 for elite, and 13/2 for veteran."""
    assert F(ask("ranks", "average")["mean"]) == F(11, 2)
    for quality, expected in (("poor", F(9, 2)), ("elite", F(15, 2)), ("veteran", F(13, 2))):
        assert mean("ranks", quality) == expected
    assert rows("ranks", "poor")["0"] == TENTHS


# --- other numbers ----------------------------------------------------------------------------------------------


@given(
    figures=st.integers(1, 60),
    quality=st.sampled_from(["elite", "veteran", "average", "poor"]),
    weapon=st.sampled_from(["bow", "javelin"]),
    armour=st.sampled_from(["light", "medium", "heavy"]),
    shield=st.booleans(),
    far=st.booleans(),
)
def test_any_shooting_is_binomial(
    figures: int, quality: str, weapon: str, armour: str, shield: bool, far: bool
) -> None:
    """Reckoned apart, from the numbers of the tables alone."""
    words = f"{figures} {quality} {weapon}{', long range' if far else ''} vs {armour}{', shield' if shield else ''}"
    hit = F(5 + {"elite": 2, "veteran": 1, "average": 0, "poor": -1}[quality] - far, 10)
    scores = {"bow": (5, 6, 8), "javelin": (6, 7, 8)}[weapon]
    score = scores[["light", "medium", "heavy"].index(armour)]
    chance = hit * F(min(max(11 - score - 2 * shield, 1), 9), 10)
    lines = rows("shooting", words)
    for kills in range(min(figures, 5) + 1):
        expected = comb(figures, kills) * chance**kills * (1 - chance) ** (figures - kills)
        assert lines[str(kills)] == expected


@pytest.mark.parametrize(
    ("subject", "words", "options", "message"),
    [
        ("shooting", "10 spear vs light", {}, "a unit needs a missile weapon to shoot."),
        ("shooting", "10 bow", {}, "an attack is two sides"),
        ("orders", "", {}, "the leadership of the leader is missing."),
        ("combat-test", "elite", {"lost": 9, "of": 4}, "a unit of 4 worth cannot lose 9."),
        ("combat-test", "elite", {"killed": 9}, "--killed counts only together with --lost."),
        ("command-test", "", {"gone": -1}, "--gone must be from 0 to 400, not -1."),
        ("kill", "spear vs heavy", {"shooting": True}, "spear does not shoot."),
    ],
)
def test_questions_that_cannot_be_answered(subject: str, words: str, options: dict[str, Any], message: str) -> None:
    """Each is refused with what is wrong."""
    with pytest.raises(BadQuestion) as refused:
        GAME.odds(OddsRequest(subject, words, options), KitOptions(), Report())
    assert message in str(refused.value)


def test_fractions_that_nobody_reads_are_left_to_programs() -> None:
    """Of 36 dice the text has the share in a hundred alone; ten dice keep their fractions."""
    long = call_cli("odds", "shooting", "12 bow, 3 volleys vs heavy", "--game", "battle-turn").stdout
    assert "  1 kill        4.9%" in long
    assert "--json has the fractions" in long
    short = call_cli("odds", "shooting", "10 bow vs light", "--game", "battle-turn").stdout
    assert "282475249/10000000000    2.8%" in short
    assert "--json" not in short


def test_a_word_that_means_nothing_is_told() -> None:
    """With the nearest that counts."""
    report = Report()
    assert GAME.odds(OddsRequest("shooting", "10 vetran bow vs light", {}), KitOptions(), report) is None
    (problem,) = report
    assert "'vetran' makes no difference here." in problem.message
    assert problem.hint == "Did you mean veteran?"
