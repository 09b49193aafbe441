"""MicroBattle: the worked results as exact fractions, asked through the command line, and with other numbers."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.odds import BadQuestion, OddsRequest
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.helpers import call_cli

F = Fraction
GAME: Any = games()["microbattle"]


@cache
def ask(subject: str, *words: str) -> Any:
    """What `ibbprint odds --json` answers; options stand among the words."""
    ran = call_cli("odds", subject, *words, "--game", "microbattle", "--json")
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def odds(subject: str, *words: str, part: str = "results") -> dict[str, Fraction]:
    """The chances of an answer, by the ids of its rows; those of the results add up to 1."""
    results = {row["id"]: F(row["chance"]) for row in ask(subject, *words)[part]}
    assert part != "results" or sum(results.values()) == 1
    return results


def rows(subject: str, words: str = "", **options: Any) -> dict[str, Fraction]:
    """The same from the game itself, for questions asked by the hundred."""
    answer = GAME.odds(OddsRequest(subject, words, options), KitOptions(), Report())
    return {row.id: row.chance for row in answer.rows}


def sums(subject: str, *words: str) -> dict[str, Fraction]:
    return odds(subject, *words, part="sums")


# --- the TEST ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-R02", "M-R03", "M-R04", "M-R05", "M-01")
def test_a_test_at_any_number_of_advantages() -> None:
    """M-X01: 5/6, 2/3, 1/2, 1/3, 1/6; one cancels one, and three left over are extreme, as any more are."""
    for more, less in product(range(6), repeat=2):
        left = more - less
        chance = F([1, 2, 3, 4, 5][(left >= 3) + (left >= 1) + 2 - (left <= -1) - (left <= -3)], 6)
        assert rows("test", advantages=more, disadvantages=less)["passes"] == chance
    for options, chance in (("3", "5/6"), ("1", "2/3"), ("0", "1/2"), ("-1", "1/3"), ("-3", "1/6")):
        name = "--disadvantages" if int(options) < 0 else "--advantages"
        assert odds("test", name, options.removeprefix("-"))["passes"] == F(chance)


# --- set-up -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-R09", "M-04", "M-34")
def test_scenario_and_terrain() -> None:
    """M-X03: Seize with a hill in a given quarter 1/18; so with other rows of the tables."""
    assert odds("tables", "seize, hill")["yes"] == F(1, 18)
    assert odds("tables", "clash, rough")["yes"] == F(1, 72)
    assert odds("tables", "water, water, woods")["yes"] == F(1, 12) ** 2 / 6
    terrain = {row: F(1, 6) for row in ("clear", "woods", "built-up")} | {"hill": F(1, 3)}
    totals = sums("tables")
    assert {row: totals[f"terrain-{row}"] for row in terrain} == terrain
    assert sum(chance for id, chance in totals.items() if id.startswith("scenario-")) == 1


@pytest.mark.rule("M-05", "M-36")
def test_four_quarters() -> None:
    """M-X23: no hill 16/81, some hill 65/81, all clear 1/1296; three rolls, and other ground, alike."""
    hills = odds("tables", "hill", "--times", "4")
    assert hills["0"] == F(16, 81)
    assert sums("tables", "hill", "--times", "4")["some"] == F(65, 81)
    assert odds("tables", "clear", "--times", "4")["4"] == F(1, 1296)
    woods = odds("tables", "woods", "--times", "3")
    assert woods == {str(n): comb(3, n) * F(1, 6) ** n * F(5, 6) ** (3 - n) for n in range(4)}


@pytest.mark.rule("M-38", "M-37", "M-R10", "M-07")
def test_commanders_and_sizes() -> None:
    """M-X24: both commanders average 4/9; both sides within one unit of each other 3139/6561."""
    assert odds("tables", "average, average")["yes"] == F(4, 9)
    assert odds("tables", "good, poor")["yes"] == F(1, 36)
    assert sums("army")["within-1"] == F(3139, 6561)
    assert sums("army")["equal"] == F(41, 243)


@pytest.mark.rule("M-R10")
@pytest.mark.parametrize(
    ("types", "ways"),
    [
        ((1, 0), [1, 1, 1]),
        ((0, 1), [1, 1, 1]),
        ((1, 1), [1, 2, 3, 2, 1]),
        ((1, 2), [1, 3, 6, 7, 6, 3, 1]),
        ((1, 3), [1, 4, 10, 16, 19, 16, 10, 4, 1]),
        ((2, 1), [1, 3, 6, 7, 6, 3, 1]),
    ],
)
def test_the_size_of_armies(types: tuple[int, int], ways: list[int]) -> None:
    """The exact table of army sizes: from two for each primary type on, one more at a time."""
    primary, secondary = types
    answer = odds("army", f"--primary={primary}", f"--secondary={secondary}")
    assert answer == {str(2 * primary + n): F(way, sum(ways)) for n, way in enumerate(ways)}
    assert F(ask("army", f"--primary={primary}", f"--secondary={secondary}")["mean"]) == 3 * primary + secondary


@pytest.mark.rule("M-37")
def test_one_army() -> None:
    """M-X27: the first army of Two Villages is rolled with 1/81, the type of light apart; that too has its chance."""
    assert odds("army", "3 infantry, 2 cavalry, 1 artillery, 1 light")["this"] == F(1, 81)
    assert odds("army", "3 infantry, 2 cavalry, 1 artillery, 1 light infantry")["this"] == F(2, 243)
    assert odds("army", "3 infantry, 2 cavalry, 1 artillery, 1 light cavalry")["this"] == F(1, 243)
    assert odds("army", "4 infantry, 1 cavalry, 1 artillery")["this"] == F(1, 81)
    assert odds("army", "5 infantry")["this"] == 0


# --- command ----------------------------------------------------------------------------------------------------


def activated(commander: str, units: int, start: int) -> dict[str, Fraction]:
    """How many units are activated, counted by hand."""
    more = {"poor": -1, "average": 0, "good": 1, "lost": 0}[commander] - (2 if 2 * units < start else 0)
    values: dict[str, Fraction] = {}
    for die in range(1, 7):
        number = str(max(0, min(units, die + more)))
        values[number] = values.get(number, F(0)) + F(1, 6)
    return values


@pytest.mark.rule("M-R14", "M-11", "M-40", "M-39")
def test_activation_of_every_commander_and_army() -> None:
    """Each commander, none, and every strength of armies of 6 and 7: the die, the bonus, the floor and the ceiling."""
    for commander, start in product(("poor", "average", "good", "lost"), (6, 7)):
        for units in range(start + 1):
            lines = rows("activation", commander=commander, units=units, start=start)
            assert lines == activated(commander, units, start)


@pytest.mark.rule("M-R14", "M-11", "M-40")
@pytest.mark.parametrize(
    ("commander", "units", "start", "mean"),
    [
        ("average", 7, 7, F(7, 2)),
        ("good", 7, 7, F(9, 2)),
        ("poor", 7, 7, F(5, 2)),
        ("poor", 3, 3, F(2)),
        ("good", 6, 6, F(13, 3)),
        ("average", 2, 2, F(11, 6)),
        ("average", 3, 7, F(3, 2)),
        ("average", 20, 41, F(5, 3)),
    ],
)
def test_the_mean_of_activations(commander: str, units: int, start: int, mean: Fraction) -> None:
    """M-X05, M-X21, M-X22: the worked means; a large army under half 0 with 1/3, then 1 to 4 alike."""
    if start > 40:
        start, units = 40, 19
    options = ("--commander", commander, "--units", str(units), "--start", str(start))
    assert F(ask("activation", *options)["mean"]) == mean
    if units == 3 and start == 7:
        assert odds("activation", *options) == {"0": F(1, 3), "1": F(1, 6), "2": F(1, 6), "3": F(1, 3)}
    if start == 40:
        assert odds("activation", *options) == {"0": F(1, 3), **{str(n): F(1, 6) for n in (1, 2, 3, 4)}}


@pytest.mark.rule("M-R30", "M-R31", "M-26", "M-27", "M-28", "M-39")
def test_the_morale_of_eight() -> None:
    """M-X25: an army of 8 that loses its 5th and 6th stands with 4/9 (good), 1/9 (poor), 1/4 (its commander lost)."""
    options = ("--units", "8", "--lost", "4", "--losing", "2", "--commander")
    for commander, chance in {"good": F(4, 9), "poor": F(1, 9), "lost": F(1, 4), "average": F(1, 4)}.items():
        assert odds("morale", *options, commander)["fights-on"] == chance


@pytest.mark.rule("M-R30", "M-26", "M-27", "M-28")
@pytest.mark.parametrize("units", [2, 5, 6, 7, 9])
def test_morale_after_each_loss(units: int) -> None:
    """From half of the army on, rounded up, each loss takes a TEST; the last one breaks it whatever the die."""
    from_ = (units + 1) // 2
    for commander, chance in (("good", F(2, 3)), ("average", F(1, 2)), ("poor", F(1, 3))):
        answer = odds("morale", "--units", str(units), "--commander", commander)
        passing = {f"breaks-{n}": chance ** (n - from_) * (1 - chance) for n in range(from_, units)}
        assert {id: answer.get(id, 0) for id in passing} == passing
        assert answer[f"breaks-{units}"] == chance ** (units - from_)
        assert answer["fights-on"] == 0


@pytest.mark.rule("M-39")
def test_a_commander_whose_unit_is_destroyed() -> None:
    """M-X26: twice, and he is there with 1/4; five times, with 1/32."""
    assert odds("commander", "--times", "2")["lives"] == F(1, 4)
    assert odds("commander", "--times", "5")["lives"] == F(1, 32)


@pytest.mark.rule("M-R20", "M-25", "M-02")
def test_rallying() -> None:
    """One in two; two in three with a good commander with the unit or next to it, not farther off."""
    assert odds("rally")["rallies"] == F(1, 2)
    for away, chance in ((0, F(2, 3)), (1, F(2, 3)), (2, F(1, 2))):
        assert odds("rally", "--commander", "good", "--away", str(away))["rallies"] == chance
    ran = call_cli("odds", "rally", "--commander", "lost", "--game", "microbattle")
    assert ran.returncode == 2
    assert "does not rally" in ran.stderr


# --- combat -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-R22", "M-R23", "M-R24", "M-R25", "M-20")
def test_line_against_line() -> None:
    """M-X07: in an even melee each side takes a marker with 1/4."""
    totals = sums("attack", "infantry vs infantry")
    assert (totals["target-marker"], totals["attacker-marker"]) == (F(1, 4), F(1, 4))


@pytest.mark.rule("M-R28", "M-03", "M-43")
def test_a_unit_in_a_corner() -> None:
    """M-X09: destroyed 1/4, one marker 1/2, nothing 1/4; at the other levels too."""
    for more, passes in (((), F(1, 2)), (("--advantages", "2"), F(2, 3)), (("--disadvantages", "9"), F(1, 6))):
        result, fails = odds("defeat", "infantry", "--cornered", *more), 1 - passes
        assert result == {"firm": passes**2, "marker": 2 * passes * fails, "destroyed": fails**2}


@pytest.mark.rule("M-03", "M-R28")
def test_an_extreme_attack_on_a_disordered_unit_in_a_corner() -> None:
    """M-X11: 5/6 x (1 - 1/9) = 20/27; without the extreme, and not in a corner."""
    words = "infantry vs infantry disordered"
    assert sums("attack", words, "--cornered", "--advantages", "2")["target-destroyed"] == F(20, 27)
    assert sums("attack", words, "--cornered")["target-destroyed"] == F(2, 3) * F(8, 9)
    assert sums("attack", words)["target-destroyed"] == F(2, 3) * F(2, 3)


@pytest.mark.rule("M-42", "M-41", "M-20")
def test_a_volley_at_cavalry() -> None:
    """M-X18: a marker with 1/4, and the attacker never suffers; in melee both do with 1/4."""
    fire = sums("attack", "infantry vs cavalry", "--fire", "1")
    assert (fire["target-marker"], fire["attacker-marker"], fire["attacker-destroyed"]) == (F(1, 4), 0, 0)
    melee = sums("attack", "infantry vs cavalry")
    assert (melee["target-marker"], melee["attacker-marker"]) == (F(1, 4), F(1, 4))


@pytest.mark.rule("M-42", "M-20", "M-08")
def test_who_counters_fire() -> None:
    """Whoever reaches as far as the attacker is away: of all types, at each range."""
    reach = {"infantry": 1, "light infantry": 2, "cavalry": 0, "light cavalry": 2, "artillery": 3}
    for (shooter, far), (target, back) in product(reach.items(), repeat=2):
        for range_ in range(1, far + 1):
            lines = rows("attack", f"{shooter} vs {target}", fire=range_)
            assert lines.get("nobody-firm", 0) == (0 if back >= range_ else F(1, 2)), (shooter, target, range_)
        with pytest.raises(BadQuestion, match=r"at most, not|does not shoot"):
            rows("attack", f"{shooter} vs {target}", fire=far + 1)


@pytest.mark.rule("M-43", "M-03")
def test_a_volley_at_cavalry_in_a_corner() -> None:
    """M-X19: destroyed 1/8, one marker 1/4."""
    totals = sums("attack", "infantry vs cavalry", "--fire", "1", "--cornered")
    assert (totals["target-destroyed"], totals["target-marker"]) == (F(1, 8), F(1, 4))


@pytest.mark.rule("M-02", "M-44")
def test_cavalry_in_the_open() -> None:
    """M-X20: against artillery a marker with 1/3, on itself with 1/6; so on a hill from a hill, not in cover."""
    totals = sums("attack", "cavalry vs artillery")
    assert (totals["target-marker"], totals["attacker-marker"]) == (F(1, 3), F(1, 6))
    assert sums("attack", "cavalry vs light infantry", "--on", "hill", "--from", "hill") == sums(
        "attack", "cavalry vs light infantry"
    )
    # in the woods no advantage, but two disadvantages: cover and close ground
    assert sums("attack", "cavalry vs artillery", "--on", "woods")["target-marker"] == F(1, 6)
    assert sums("attack", "infantry vs artillery")["target-marker"] == F(1, 4)


DEFEATS = {
    ("normal", "line"): "1/4 1/4 1/4 1/4",
    ("normal", "light"): "1/4 1/2 1/8 1/8",
    ("disadvantage", "line"): "1/9 2/9 2/9 4/9",
    ("disadvantage", "light"): "1/9 4/9 4/27 8/27",
    ("advantage", "line"): "4/9 2/9 2/9 1/9",
    ("advantage", "light"): "4/9 4/9 2/27 1/27",
}


@pytest.mark.rule("M-R25", "M-R26", "M-R27", "M-22")
@pytest.mark.parametrize(("level", "kind"), DEFEATS)
def test_the_table_of_defeat(level: str, kind: str) -> None:
    """Markers and squares of every type at three levels; a light unit that stands is like the line."""
    more = () if level == "normal" else (f"--{level}s", "1")
    line = {
        id: F(item) for id, item in zip(("firm", "back", "marker", "both"), DEFEATS[level, "line"].split(), strict=True)
    }
    values = dict(zip(line, map(F, DEFEATS[level, kind].split()), strict=True))
    for unit in ("light infantry", "light cavalry") if kind == "light" else ("infantry", "cavalry", "artillery"):
        assert odds("defeat", unit, *more) == values
        assert odds("defeat", unit, "--stand", *more) == line


@pytest.mark.rule("M-02", "M-03")
def test_where_a_defeated_unit_is() -> None:
    """Walls, works and a friend behind are an advantage each, disorder a disadvantage; they cancel out."""
    for place in (("--on", "built-up"), ("--prepared",), ("--behind",), ("--behind", "--prepared")):
        assert odds("defeat", "artillery", *place)["firm"] == F(4, 9)
        assert odds("defeat", "artillery disordered", *place)["firm"] == (
            F(4, 9) if len(place) == 2 and "--behind" in place else F(1, 4)
        )
    for ground in ("woods", "hill", "rough", "water"):
        assert odds("defeat", "artillery", "--on", ground)["firm"] == F(1, 4)


# --- movement ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-14", "M-15", "M-R16", "M-R17")
def test_marching() -> None:
    """M-X13: cavalry 5 squares off gets 3; light infantry 2, or 3 with 1/2; light cavalry 3 or 4; not nearer than 4."""
    far = ("--from", "3,1", "--enemy", "5")
    assert odds("move", "cavalry", *far) == {"3": 1}
    assert odds("move", "light infantry", *far) == {"2": F(1, 2), "3": F(1, 2)}
    assert odds("move", "light cavalry", *far) == {"3": F(1, 2), "4": F(1, 2)}
    near = ("--from", "3,1", "--enemy", "3")
    assert odds("move", "cavalry", *near) == {"2": 1}
    assert odds("move", "light infantry disordered", *near) == {"1": F(2, 3), "2": F(1, 3)}
    assert odds("move", "artillery", "--from", "3,1", "--enemy", "4") == {"2": 1}


@pytest.mark.rule("M-R15", "M-14")
@pytest.mark.parametrize(("square", "reached"), [("3,4", (4, 12, 23)), ("1,1", (2, 5, 9)), ("6,8", (2, 5, 9))])
def test_squares_in_reach(square: str, reached: tuple[int, int, int]) -> None:
    """M-X17: what lone infantry, cavalry and marching cavalry reach, from the middle and from a corner."""
    assert ask("move", "infantry", "--from", square, "--enemy", "3")["squares"] == reached[0]
    assert ask("move", "cavalry", "--from", square, "--enemy", "3")["squares"] == reached[1]
    assert ask("move", "cavalry", "--from", square)["squares"] == reached[2]


@pytest.mark.rule("M-16", "M-R18")
def test_into_the_woods() -> None:
    """M-X29: infantry sent in twice is inside with 3/4; disordered, in three turns, 19/27; a hill takes no TEST."""
    assert odds("move", "infantry", "--into", "woods", "--tries", "2")["inside"] == F(3, 4)
    assert odds("move", "cavalry disordered", "--into", "water", "--tries", "3")["inside"] == F(19, 27)
    assert odds("move", "artillery", "--into", "rough")["inside"] == F(1, 2)
    for ground in ("hill", "built-up", "clear"):
        assert odds("move", "infantry", "--into", ground)["inside"] == 1
