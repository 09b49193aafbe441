"""Battles of MicroBattle rolled up: by the tables and the chances of the rules, checked clean, printed and played."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ibbprint
from ibbprint.dice import chances, succeeding, thrown
from ibbprint.engine.api.checking import Finding
from ibbprint.engine.api.generating import Generated, GenerateRequest
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.playtest.policies import play_game, policies
from ibbprint.problems import Report
from ibbprint.squaregrid import split_square
from ibbprint.systems import games
from ibbprint.systems.microbattle.generating import generate
from tests.helpers import SOAK, call_cli, quick_load

KINDS = ("clash", "breakthrough", "escape", "defense", "seize", "retrieve")
BATTLES = 500 if SOAK else 120
"""So many are made up and checked."""
PLAYED = 50 if SOAK else 6
GAME = games()["microbattle"]
SURE = 4.4
"""A chi-square farther from its mean than this many times its spread comes once in some hundred thousand seeds."""


@cache
def catalogue(packs: tuple[Path, ...]) -> Any:
    """The tables, read once for thousands of battles."""
    report = Report()
    result = GAME.sound_catalogue(KitOptions(packs), report)  # type: ignore[attr-defined]
    assert result is not None, report
    return result


def made(seed: str, packs: Iterable[Path] = (), **options: Any) -> Generated:
    settings = {name.replace("_", "-"): value for name, value in options.items()}
    scenario = generate(GenerateRequest(seed, settings), catalogue(tuple(packs)), KitOptions(tuple(packs)), Report())
    assert scenario is not None
    return scenario


@cache
def battle(number: int) -> Generated:
    return made(f"battle {number}")


def text_of(found: Generated) -> str:
    ((name, data),) = found.files.items()
    assert name == f"{found.id}.yaml"
    return data.decode()


def written(found: Generated, folder: Path) -> Path:
    path = folder / next(iter(found.files))
    path.write_text(text_of(found), encoding="utf-8")
    return path


def findings(path: Path) -> list[Finding]:
    """What the checker has to say of a battle, beside that all is fine."""
    report = Report()
    checked = GAME.check_scenario(str(path), KitOptions(), report)  # type: ignore[attr-defined]
    assert checked is not None, report
    assert report.ok
    return [each for each in checked.findings if each.severity <= 1]


def row(found: Generated, table: str, place: str = "") -> str:
    """The last row of a table that a battle fell on: the one that counts."""
    return [roll.row for roll in found.rolls if roll.table == table and roll.place == place][-1]


def sizes(found: Generated) -> tuple[int, int]:
    """How many units each army was rolled."""
    counts = [
        sum(
            int(roll.row)
            for roll in found.rolls
            if roll.place == f"side {n}" and roll.table in ("primary", "secondary")
        )
        for n in (1, 2)
    ]
    return counts[0], counts[1]


# --- what is rolled agrees with the exact chances -------------------------------------------------------------------


def chi_square(found: Mapping[Any, int], expected: Mapping[Any, Fraction]) -> float:
    """How far counts are from what is expected, in spreads of the chi-square of so many free rows (0: the mean)."""
    assert set(found) <= {key for key, chance in expected.items() if chance}
    total = sum(found.values())
    parts = [(found.get(key, 0), float(chance * total)) for key, chance in expected.items() if chance]
    assert all(wanted >= 5 for _, wanted in parts)
    square = sum((count - target) ** 2 / target for count, target in parts)
    free = len(parts) - 1
    return (square - free) / math.sqrt(2 * free)


@cache
def many() -> list[Generated]:
    """So many battles that the rarest row that is looked at comes at least five times."""
    return [made(f"counted {number}") for number in range(6000 if SOAK else 1500)]


def test_scenarios_come_as_often_as_their_faces() -> None:
    """Chi-square over 1,500 battles (6,000 in the long run), for this and each test below."""
    assert chi_square(Counter(row(each, "scenario") for each in many()), dict.fromkeys(KINDS, Fraction(1, 6))) < SURE


@pytest.mark.parametrize("quarter", ["south-west", "south-east", "north-west", "north-east"])
def test_ground_comes_as_often_as_its_faces(quarter: str) -> None:
    """A hill one time in three; rough and water one time in twelve each, of the second die."""
    expected = {
        "clear": Fraction(1, 6),
        "hill": Fraction(1, 3),
        "woods": Fraction(1, 6),
        "built-up": Fraction(1, 6),
        "rough": Fraction(1, 12),
        "water": Fraction(1, 12),
    }

    def ground(found: Generated) -> str:
        rolls = [roll.row for roll in found.rolls if roll.purpose == "Ground" and roll.place == quarter]
        assert (len(rolls) == 2) == (rolls[0] == "rough-or-water")
        return rolls[-1]

    assert chi_square(Counter(map(ground, many())), expected) < SURE


def test_hills_of_a_board_come_as_four_dice_say() -> None:
    """M-X23: no hill on one board in five, as the tables of dice have it."""
    expected = succeeding(4, 1, 3)
    assert expected.exactly(0) == Fraction(16, 81)
    counts = Counter(sum(roll.row == "hill" for roll in each.rolls) for each in many())
    assert chi_square(counts, {n: expected.exactly(n) for n in range(5)}) < SURE


@pytest.mark.parametrize("side", [0, 1])
def test_armies_are_as_large_as_four_dice_say(side: int) -> None:
    """M.2.4: one primary and three secondary types are four d3 less two."""
    four = thrown(4, 3)
    expected = {n - 2: four.exactly(n) for n in four.ways}
    assert expected[6] == Fraction(19, 81)
    counts = Counter(sizes(each)[side] for each in many())
    assert chi_square(counts, expected) < SURE


def test_two_armies_differ_as_often_as_their_dice_say() -> None:
    """M-X24: equal in 41 of 243 battles, within one unit in 3139 of 6561."""
    apart = thrown(4, 3).plus(thrown(4, 3), -1)
    assert apart.exactly(0) == Fraction(41, 243)
    expected = {0: apart.exactly(0), 1: 2 * apart.exactly(1)}
    assert sum(expected.values()) == Fraction(3139, 6561)
    expected |= {n: 2 * apart.exactly(n) for n in range(2, 6)} | {6: 2 * apart.at_least(6)}
    counts = Counter(min(6, abs(a - b)) for a, b in map(sizes, many()))
    assert chi_square(counts, expected) < SURE


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("commander", {"poor": Fraction(1, 6), "average": Fraction(2, 3), "good": Fraction(1, 6)}),
        ("light", {"light-infantry": Fraction(2, 3), "light-cavalry": Fraction(1, 3)}),
        ("point", {"3,4": Fraction(1, 2), "4,5": Fraction(1, 2)}),
    ],
)
def test_the_other_tables(table: str, expected: Mapping[str, Fraction]) -> None:
    """Commanders, light troops and the key point or token (M-37, M-38, M-45)."""
    counts = Counter(roll.row for each in many() for roll in each.rolls if roll.table == table)
    assert chi_square(counts, expected) < SURE


def test_the_rolls_of_different_steps_have_nothing_to_do_with_each_other() -> None:
    """Scenario and ground of the first quarter, side and side: the joint table is the product (M-04)."""
    counts = Counter(
        (row(each, "scenario"), next(roll.shown[0] for roll in each.rolls if roll.purpose == "Ground"))
        for each in many()
    )
    assert chi_square(counts, chances(lambda dice: (KINDS[dice.roll(6) - 1], dice.roll(6)))) < SURE
    sides = Counter(sizes(each) for each in many())
    first = sum(a * count for (a, _), count in sides.items()) / sides.total()
    second = sum(b * count for (_, b), count in sides.items()) / sides.total()
    spread = sum((a - first) * (b - second) * count for (a, b), count in sides.items()) / sides.total()
    assert abs(spread) < SURE * (8 / 3) / math.sqrt(sides.total())


# --- what is written -------------------------------------------------------------------------------------------------


def test_what_is_made_up_checks_clean(tmp_path: Path) -> None:
    """500 battles in the long run, 120 else, each scenario among them."""
    for number in range(BATTLES):
        assert findings(written(battle(number), tmp_path)) == [], battle(number).id
    assert {row(battle(number), "scenario") for number in range(BATTLES)} == set(KINDS)


@pytest.mark.parametrize("number", range(PLAYED))
def test_what_is_made_up_prints_and_plays_to_its_end(number: int, tmp_path: Path) -> None:
    """50 battles in the long run: the kit has at most 6 sheets, greedy play ends, and random play as well."""
    path = written(made(f"played {number}", kind=KINDS[number % 6]), tmp_path)
    printed = ibbprint.kit(path, paper=("a4", "letter")[number % 2])
    assert printed.ok, printed.report
    assert printed.pages <= 12
    report = Report()
    assert GAME.offers(Game.open)
    opened = GAME.open(str(path), KitOptions(), report)
    assert opened is not None, report
    for name in ("greedy", "random"):
        game = play_game(opened, number, policies(dict.fromkeys(opened.sides, name), number))
        assert game.is_over
        assert game.turn <= 12


def test_levelling_brings_the_smaller_army_within_one(tmp_path: Path) -> None:
    """M-09: infantry for the smaller side, told and written; never in Defense and Escape, which differ as they fell."""
    message = 0
    for number in range(60):
        fight = battle(number)
        data = quick_load(text_of(fight))
        rolled = sizes(fight)
        units = [
            sum(len(line.get("squares", ())) + line.get("reserve", 0) for line in army["units"])
            for army in data["armies"]
        ]
        added = [army.get("levelled", 0) for army in data["armies"]]
        assert [now - more for now, more in zip(units, added, strict=True)] == list(rolled)
        if data["scenario"]["kind"] in ("defense", "escape"):
            assert added == [0, 0]
        else:
            assert abs(units[0] - units[1]) <= 1
            assert (max(added) > 0) == (abs(rolled[0] - rolled[1]) > 1)
        message += any("to level the armies" in note for note in fight.notes)
    assert message > 5


@pytest.mark.parametrize("apart", [0, 1, 3])
def test_armies_are_rolled_on_until_they_are_near_enough(apart: int) -> None:
    """With 0 they are equal; the first try that fits is taken, and how many it took is told."""
    results = [made(f"near {number}", points_apart=apart, kind="escape") for number in range(40)]
    assert all(abs(a - b) <= apart for a, b in map(sizes, results))
    again = [each for each in results if "It took" in each.notes[0]]
    assert 0 < len(again) < 40
    for number, each in enumerate(results):
        if (
            abs(sizes(made(f"near {number}", kind="escape"))[0] - sizes(made(f"near {number}", kind="escape"))[1])
            <= apart
        ):
            assert each not in again


def test_a_scenario_that_is_chosen_moves_no_other_roll() -> None:
    item, other = (made("same", kind=kind) for kind in ("clash", "breakthrough"))
    assert item.rolls[0].shown == ()
    assert item.rolls[1:] == other.rolls[1:]
    assert item.id != other.id


@pytest.mark.parametrize("number", range(30))
def test_what_is_told_is_what_is_written(number: int) -> None:
    """Each roll and its row, and the ground, the armies and the commanders of the file, are the same battle."""
    fight = battle(number)
    data = quick_load(text_of(fight))
    assert data["scenario"]["kind"] == row(fight, "scenario")
    ground = [roll.row for roll in fight.rolls if roll.purpose == "Ground" and roll.row != "rough-or-water"]
    assert [patch["ground"] for patch in data["terrain"]] == ground
    for side, army in enumerate(data["armies"], 1):
        assert army["commander"]["quality"] == row(fight, "commander", f"side {side}")
    for roll in fight.rolls:
        if roll.dice.startswith("d3"):
            assert int(roll.row) == roll.shown[0] + int(roll.dice[2:])
        assert all(1 <= text <= int(re.match(r"d(\d+)", roll.dice)[1]) for text in roll.shown)  # type: ignore[index]


def test_the_whole_of_one_battle(tmp_path: Path) -> None:
    """The rolls of a seed and the file that they make, told in the terminal: worked out by hand from the rows."""
    result = call_cli("generate", "microbattle", "--seed", "tonight", cwd=tmp_path)
    assert result.returncode == 0
    scenario = made("tonight")
    assert f"{scenario.title} (seed tonight)" in result.stdout
    for roll in scenario.rolls:
        what = f"{roll.purpose}, {roll.place}" if roll.place else roll.purpose
        assert re.search(
            rf"^  {re.escape(what)} +{re.escape(roll.dice)}: {roll.shown[0]} ", result.stdout, re.MULTILINE
        )
    assert result.stdout.rstrip().endswith(f"{scenario.id}.yaml: {scenario.title}; seed tonight")
    assert (tmp_path / f"{scenario.id}.yaml").read_text(encoding="utf-8") == text_of(scenario)
    programs = json.loads(call_cli("generate", "microbattle", "--seed", "tonight", "--json").stdout)
    assert [roll["row"] for roll in programs["rolls"]] == [roll.row for roll in scenario.rolls]


@pytest.mark.parametrize("kind", KINDS)
def test_who_begins_where(kind: str) -> None:
    """Foot in front in the middle, guns behind; every unit in the rows of its side; the commander with a unit."""
    for number in range(12):
        data = quick_load(text_of(made(f"line {number}", kind=kind)))
        for side, army in enumerate(data["armies"]):
            by_type = {line["unit"]: line.get("squares", []) for line in army["units"]}
            squares = [square for some in by_type.values() for square in some]
            assert len(set(squares)) == len(squares)
            assert army["commander"].get("square", squares[0]) in squares
            depth = {
                square: split_square(square)[1] if side == 0 else 9 - split_square(square)[1] for square in squares
            }
            if kind == "escape" and side == 1:
                assert list(depth.values()) == [3]
            elif by_type.get("artillery") and by_type.get("infantry"):
                in_front = max(depth[square] for square in by_type["infantry"])
                assert all(depth[square] < in_front for square in by_type["artillery"])
    wings = [quick_load(text_of(made(f"wing {n}", kind="clash")))["armies"][0]["units"] for n in range(30)]
    first = {
        line["squares"][0]
        for units in wings
        for line in units
        if line["unit"] == "cavalry" and len(line["squares"]) == 1
    }
    assert {"1,2", "6,2"} <= first


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--kind", "breakthru"), "there is no kind of scenario 'breakthru'. Did you mean breakthrough?"),
        (("--points-apart", "-1"), "armies cannot be -1 units apart. Use 0 or more."),
        (("--points-apart", "x"), "'x' is not a valid integer"),
    ],
)
def test_a_wrong_option(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    result = call_cli("generate", "microbattle", *words, cwd=tmp_path)
    assert result.returncode == 2
    assert message in result.stderr or "whole number" in result.stderr
    assert not list(tmp_path.iterdir())


def test_the_sizes_that_are_told_are_those_that_were_rolled_and_those_that_play() -> None:
    """M-09: where armies are levelled, what the dice gave, what is added, and how many units each has then."""
    result = next(each for number in range(60) if len((each := battle(number)).notes) > 1)
    first, second = sizes(result)
    assert result.notes[0].startswith(f"The dice gave armies of {first} and {second} units.")
    added, more = (1, second - first - 1) if first < second else (2, first - second - 1)
    after = f"{first + more * (added == 1)} and {second + more * (added == 2)}"
    assert result.notes[1] == f"Side {added} adds {more} infantry to level the armies: {after} units. [M-09]"


@pytest.mark.parametrize(
    ("seed", "told"), [("", "''"), ("a b", "'a b'"), ("x" * 200, f"{'x' * 60}..."), ("1\n2", "'1\\n2'")]
)
def test_a_seed_is_told_as_it_can_be_typed(seed: str, told: str, tmp_path: Path) -> None:
    """In quotes where a shell needs them, and a long one short; the file that is written has all of it."""
    result = call_cli("generate", "microbattle", "--seed", seed, "-o", "a-folder", cwd=tmp_path)
    assert result.returncode == 0
    assert f"(seed {told})" in " ".join(result.stdout.split())
    assert result.stdout.rstrip().endswith(f"; seed {told}")
    (file,) = (tmp_path / "a-folder").iterdir()
    assert ("x" * 200 in file.read_text(encoding="utf-8")) == (len(seed) == 200)


def test_a_seed_is_refused_before_anything_is_printed(tmp_path: Path) -> None:
    """Among several kits one of a scenario that exists takes no seed; with --all nothing is rolled up."""
    result = call_cli("kit", "microbattle", "two-villages", "--seed", "5", cwd=tmp_path)
    assert (result.returncode, list(tmp_path.iterdir())) == (2, [])
    assert "name a game that can do so, not a scenario" in result.stderr
    result = call_cli("kit", "microbattle", "--all", "--seed", "5", cwd=tmp_path)
    assert result.returncode == 2
    assert "--all prints the whole catalogue. Leave one of them out." in result.stderr


def test_a_pack_changes_what_is_rolled(tmp_path: Path) -> None:
    """Its tables, its sizes and its types: a designer who rolls d6+2 grenadiers gets them, and nothing else moves."""
    (tmp_path / "pack.yaml").write_text("pack: {id: guard, title: The Guard, game: microbattle}\n")
    (tmp_path / "sizes.yaml").write_text("sizes:\n  - {id: primary, name: Primary type, faces: 6, plus: 2, most: 1}\n")
    (tmp_path / "tables.yaml").write_text(
        "tables:\n  - id: light\n    name: Light troops\n    faces: 4\n    of: units\n"
        "    rows: [{rolls: [1, 2, 3, 4], gives: light-cavalry}]\n"
    )
    sizes_seen, lights = set(), set()
    for number in range(60):
        scenario = made(f"guard {number}", [tmp_path])
        plain = made(f"guard {number}")
        assert [roll for roll in scenario.rolls if roll.purpose == "Ground"] == [
            r for r in plain.rolls if r.purpose == "Ground"
        ]
        sizes_seen |= {int(roll.row) for roll in scenario.rolls if roll.table == "primary"}
        lights |= {(roll.dice, roll.row) for roll in scenario.rolls if roll.table == "light"}
    assert sizes_seen == {3, 4, 5, 6, 7, 8}
    assert lights == {("d4", "light-cavalry")}


def test_armies_that_can_never_be_near_enough_are_told(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("pack: {id: odd, title: Odd, game: microbattle}\n")
    muster = "muster:\n" + "".join(
        f"  - {{id: {id}, name: Many, role: primary, unit: infantry}}\n"
        for id in ("infantry", "cavalry", "artillery", "light")
    )
    (tmp_path / "muster.yaml").write_text(muster)
    (tmp_path / "sizes.yaml").write_text("sizes:\n  - {id: primary, name: None, faces: 1, plus: -1, most: 9}\n")
    result = call_cli("generate", "microbattle", "--pack", str(tmp_path), cwd=tmp_path)
    assert result.returncode == 2
    assert "in 1,000 tries the armies never came that close in size" in result.stderr
