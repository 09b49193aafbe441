"""Set-ups of The Battle Turn: what is wrong with rosters, terrain and places, each with its exact message."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import ibbprint
from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.helpers import ROOT, quick_load

CORPUS = quick_load((ROOT / "tests" / "corpus" / "battle_turn" / "rosters.yaml").read_text(encoding="utf-8"))
REEDS = quick_load(CORPUS["yaml"])["roster"]


SLING = (
    "weapons: [{id: sling, name: Sling, kills: {light: 6, medium: 7, heavy: 9}, "
    "shoots: {light: 6, medium: 7, heavy: 9}, short_range: 9, long_range: 6}]"
)


def roster(id: str, letter: str, **changes: Any) -> dict[str, Any]:
    """The roster of the tests as a scenario has it."""
    text = quick_load(yaml.safe_dump(REEDS))
    for leader in text["leaders"]:
        leader["role"] = leader["role"].replace(" ", "-")
    return {**text, "id": id, "letter": letter, **changes}


def scenario(**changes: Any) -> dict[str, Any]:
    values = {
        "scenario": {"id": "ponds", "title": "Two Ponds", "game": "battle-turn"},
        "terrain": [{"kind": "building", "x": 30, "y": 4, "width": 4, "depth": 4}],
        "armies": [{"roster": "near"}, {"roster": "far", "name": "The Other Reeds", "livery": "amber"}],
        "rosters": [roster("near", "N"), roster("far", "F")],
    }
    return {**values, **changes}


def found(made: dict[str, Any], tmp_path: Path, **options: Any) -> list[str]:
    """The messages of the checker, in its order."""
    path = tmp_path / "ponds.yaml"
    path.write_text(yaml.safe_dump(made, sort_keys=False), encoding="utf-8")
    return [problem.message for problem in ibbprint.check(str(path), **options).report]


def placed(unit: str, x: int, y: int, facing: str = "north") -> list[dict[str, Any]]:
    return [{"roster": "near", "places": [{"unit": unit, "x": x, "y": y, "facing": facing}]}, {"roster": "far"}]


@pytest.mark.rule("B-47", "B-49", "B-68")
@pytest.mark.parametrize("name", ["the-moon-at-the-gate", "the-inn-at-three-roads"])
def test_the_shipped_battles_are_sound(name: str) -> None:
    """B-X20: both rosters complete and legal at the default places."""
    assert not list(ibbprint.check(name).report)


def test_a_battle_of_ones_own_is_sound(tmp_path: Path) -> None:
    assert found(scenario(), tmp_path) == []


@pytest.mark.rule("B-49", "B-52", "B-60")
@pytest.mark.parametrize(
    ("changes", "messages"),
    [
        (
            {"armies": placed("Leapers", 10, 12)},
            ["N2 of The Reed People begins more than 12 inches from its southern edge."],
        ),
        ({"armies": placed("Leapers", 24, 10)}, ["N2 overlaps N1."]),
        ({"armies": placed("Leapers", 70, 2)}, ["N2 is not on the table of 72 by 48 inches."]),
        ({"armies": placed("Leapers", 29, 5)}, ["N2 is in the building, which nobody may enter."]),
        (
            {"terrain": [{"kind": "wood", "x": 70, "y": 20, "width": 4, "depth": 4}]},
            ["the wood reaches beyond the table of 72 by 48 inches."],
        ),
        ({"terrain": [{"kind": "wod", "x": 1, "y": 20, "width": 4, "depth": 4}]}, ["there is no terrain 'wod'."]),
        ({"armies": [{"roster": "neer"}, {"roster": "far"}]}, ["there is no roster 'neer'."]),
        (
            {"armies": [{"roster": "near"}, {"roster": "near"}]},
            ["both armies have the letter N, so their labels have the same ids."],
        ),
        ({"armies": placed("Lepers", 10, 2)}, ["The Reed People has no unit 'Lepers'."]),
        (
            {"rosters": [roster("near", "N"), roster("far", "F", units=[{**REEDS["units"][1], "quality": "fine"}])]},
            ["there is no quality 'fine'."],
        ),
        (
            {"rosters": [roster("near", "N"), roster("far", "F", units=[{**REEDS["units"][1], "missile": "spear"}])]},
            ["spear does not shoot."],
        ),
        (
            {"rosters": [roster("near", "N"), roster("far", "F", leaders=REEDS["leaders"][2:])]},
            [
                "The Reed People has no warchief.",
                *(
                    f"{unit['name']} is in the command of {unit['command']}, but there is no such leader."
                    for unit in REEDS["units"]
                ),
            ],
        ),
    ],
)
def test_what_is_wrong_with_a_set_up(changes: dict[str, Any], messages: list[str], tmp_path: Path) -> None:
    """Exactly these findings, in their order."""
    assert found(scenario(**changes), tmp_path) == messages


def test_one_roster_on_both_sides(tmp_path: Path) -> None:
    """With another letter the same roster fights itself, and what is doubtful in it is told once."""
    doubtful = roster("near", "N")
    doubtful["units"][1]["shield"] = True
    armies = [{"roster": "near"}, {"roster": "near", "letter": "M", "livery": "slate"}]
    assert found(scenario(armies=armies, rosters=[doubtful]), tmp_path) == [
        "Leapers: shields and a two-handed weapon, which takes both hands."
    ]


def test_a_pack_brings_rosters(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A roster of a pack is found by its id; what it names must exist, and the fault is told at its place."""
    (tmp_path / "pack.yaml").write_text("pack: {id: ponds, title: Ponds, game: battle-turn}\n", encoding="utf-8")
    file = tmp_path / "rosters.yaml"
    file.write_text(yaml.safe_dump({"rosters": [roster("pond", "P")]}), encoding="utf-8")
    result = scenario(armies=[{"roster": "pond"}, {"roster": "far"}])
    battles = tmp_path_factory.mktemp("battles")
    assert found(result, battles, packs=str(tmp_path)) == []
    spoiled = roster("pond", "P")
    spoiled["units"][0]["weapon"] = "halberd"
    file.write_text(yaml.safe_dump({"rosters": [spoiled]}), encoding="utf-8")
    assert found(result, battles, packs=str(tmp_path)) == ["there is no weapon 'halberd'."]


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (
            "weapons",
            "weapons: [{id: pike, name: Pike, kills: {light: 5, medium: 6}}]",
            "Pike has no score against heavy armour.",
        ),
        ("weapons", SLING, "Sling shoots 9 inches at short range and 6 at long."),
        (
            "weapons",
            "weapons: [{id: pike, name: Pike, kills: {light: 5, medium: 6, heavy: 8, mail: 7}}]",
            "there is no armour 'mail'.",
        ),
        (
            "temperaments",
            "temperaments: [{id: odd, name: Odd, bloodlust: 5, ok: 6, shaken: 1}]",
            "Odd troops need scores that fall from bloodlust over ok to shaken.",
        ),
        (
            "modifiers",
            "modifiers: [{id: mud, name: Mud, table: melee-hit, when: mud, changes: -1, replaces: dust}]",
            "there is no modifier 'dust'.",
        ),
        (
            "telling",
            "telling: [{id: routs, place: item, say: ['{unt} ran.', '{unit} fled.']}]",
            "{unt} in the sentence names nothing.",
        ),
    ],
)
def test_what_is_wrong_with_a_pack(file: str, text: str, message: str, tmp_path: Path) -> None:
    """Tables must be whole, and what they name must exist."""
    (tmp_path / "pack.yaml").write_text("pack: {id: bad, title: Bad, game: battle-turn}\n", encoding="utf-8")
    (tmp_path / f"{file}.yaml").write_text(text, encoding="utf-8")
    report = ibbprint.check("the-moon-at-the-gate", packs=str(tmp_path)).report
    assert [problem.message for problem in report] == [message]


def test_a_set_up_that_breaks_a_rule_is_printed_with_its_breaches(tmp_path: Path) -> None:
    """A unit out of its zone is on a first page of the kit; the kit is made."""
    path = tmp_path / "ponds.yaml"
    path.write_text(yaml.safe_dump(scenario(armies=placed("Leapers", 10, 12))), encoding="utf-8")
    kit = games()["battle-turn"].kit(str(path), KitOptions(), Report())
    assert kit is not None
    assert [problem.message for problem in kit.breaches] == [
        "N2 of The Reed People begins more than 12 inches from its southern edge."
    ]


@pytest.mark.parametrize(
    ("field", "number", "said"),
    [
        ("frontage", 0, "at least 1"),
        ("figures", -4, "at least 1"),
        ("worth", 0, "at least 1"),
        ("volleys", -1, "at least 0"),
        ("figures", 10**9, "at most 999999"),
    ],
)
def test_a_number_that_no_unit_has_is_an_error(field: str, number: int, said: str, tmp_path: Path) -> None:
    """A front of no files ended in a division by zero."""
    units = [{**REEDS["units"][1], field: number}]
    messages = found(scenario(rosters=[roster("near", "N", units=units), roster("far", "F")]), tmp_path)
    assert messages == [f"{field} must be {said}, not {number}."]


@pytest.mark.parametrize("part", ["leaders", "units"])
def test_a_roster_in_a_scenario_has_no_more_rows_than_one_in_a_file(part: str, tmp_path: Path) -> None:
    rows = [{**REEDS[part][0], "name": f"Row {number}"} for number in range(2_001)]
    messages = found(scenario(rosters=[roster("near", "N", **{part: rows}), roster("far", "F")]), tmp_path)
    assert messages == [f"{part} takes at most 2000 entries; it has 2001."]
