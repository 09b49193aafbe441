"""Faults of the section `play:`: each is told at its place, with what was expected and the nearest word."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ibbprint.catalogue.source import read_yaml
from ibbprint.problems import Report
from tests.helpers import ROOT, call_cli
from tests.systems.printed.played import faults, slack_water

Change = Callable[[Path], None]


def edited(name: str, old: str, new: str) -> Change:
    def change(folder: Path) -> None:
        path = folder / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) >= 1, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


GAME, UNITS, CRT = "game.yaml", "units.csv", "tables/crt.csv"
RESULTS, TURNS, SCENARIO = "tables/results.csv", "tables/turns.csv", "scenarios/drowned-road.yaml"
SUPPLY = "  supply: {from: {crown: edge west, marsh: edge east}"
WRONG: dict[str, tuple[Change, str]] = {
    "no-strength": (
        edited(GAME, "    reduced: weak", "    attack: might\n    reduced: weak"),
        "there is no column 'might' in units. play.units names the columns: attack, defence, movement.",
    ),
    "key": (
        edited(GAME, "zones: {who", "zones: {entering: stop, who"),
        "entering is not a field here. Did you mean enter?",
    ),
    "phase": (
        edited(GAME, "[arrive, move, fight", "[arrive, mvoe, fight"),
        "there is no phase 'mvoe'. Did you mean move?",
    ),
    "side": (edited(GAME, "for: [crown, marsh]", "for: [crwn, marsh]"), "there is no side 'crwn'. Did you mean crown?"),
    "third-side": (
        edited(GAME, "  - {id: marsh,", "  - {id: sea, name: The Sea, livery: marsh}\n  - {id: marsh,"),
        "this game has 3 sides, and play: is for two.",
    ),
    "never-moves": (
        edited(GAME, "for: [crown, marsh]", "for: [crown]"),
        "marsh never moves: no entry of play.sequence is for it.",
    ),
    "address": (
        edited(GAME, "figures.retreat.value", "figures.retreats.value"),
        "figures.retreats.value: figures has no row 'retreats'. Did you mean retreat?",
    ),
    "address-column": (
        edited(GAME, "figures.need.value", "figures.need.valeu"),
        "figures.need.valeu: figures has no column 'valeu'. Did you mean value?",
    ),
    "text-cell": (
        edited(GAME, "figures.need.value", "units.guard.name"),
        "units.guard.name is 'King’s Guard', not a number.",
    ),
    "no-stacking": (
        edited(GAME, "  stacking: 2 ", "  # "),
        "game.stacking: this game has no stacking. Write it under game:",
    ),
    "no-cost": (
        edited("terrain.yaml", 'cost: {crown: "3", marsh: "1", shift: "0"}', 'cost: {marsh: "1", shift: "0"}'),
        "fen has no cost for crown. Write crown in cost, or all.",
    ),
    "cost-cell": (
        edited("terrain.yaml", 'crown: "2", marsh: "2"', 'crown: two, marsh: "2"'),
        "'two' is not a cost. Write 2, 1/2, +1, x2, all, no, or 2 stop.",
    ),
    "exception-cost": (
        edited(GAME, "units: type = horse, cost: no", "units: type = horse, cost: never"),
        "'never' is not a cost.",
    ),
    "class": (edited(GAME, "cost_by: side", "cost_by: type"), "no ground has a cost for it."),
    "two-costs": (
        edited(GAME, "cost_by: side", "cost_by: side\n    cost_of: crown"),
        "movement takes cost_by or cost_of, not both.",
    ),
    "head": (edited(CRT, "+3,+5", "3;1,+5"), "'3;1' is not a difference. Write +3."),
    "head-odds": (edited(GAME, "by: difference", "by: odds"), "'−3' is not odds. Write 3:1."),
    "rising": (edited(CRT, "+1,+3", "+3,+1"), "+1 comes after +3: columns must rise from left to right."),
    "mixed": (edited(CRT, "+3,+5", "3:1,+5"), "crt has odds and differences among its headings."),
    "die": (edited(CRT, "6,EX", "7,EX"), "no row of crt is for a 6."),
    "die-twice": (edited(CRT, "3,A1", "2-3,A1"), "2 and 2-3 both mean a 2."),
    "code": (
        edited(CRT, "1,A2,A1", "1,A2,D3"),
        "crt has D3, which results does not explain. Add a row, or correct the cell.",
    ),
    "code-unused": (
        edited(RESULTS, "EX,", "A3,The attackers lose three.,attackers lose 3\nEX,"),
        "A3 is explained, but crt never gives it.",
    ),
    "effect": (
        edited(RESULTS, "defenders retreat", "defender dies"),
        "'defender dies' is not an effect. Write: defenders eliminated.",
    ),
    "state": (edited(GAME, "becomes: shaken", "becomes: shakn"), "there is no state 'shakn'. Did you mean shaken?"),
    "state-effect": (edited(RESULTS, ",defenders retreat", ",defenders become shakn"), "there is no state 'shakn'."),
    "turn-column": (
        edited(GAME, "when: now.tide = High, units", "when: now.tyde = High, units"),
        "now.tyde: turns has no column 'tyde'. Did you mean tide?",
    ),
    "turns": (edited(TURNS, "8,Low\n", ""), "turns has 7 rows, the scenario 8 turns."),
    "when-of-units": (
        edited(GAME, "when: now.tide = High, units", "when: type = horse, units"),
        "when asks for the turn alone, not for type. Write now.COLUMN.",
    ),
    "sought-unit": (
        edited(GAME, "units: id = pioneers, cost", "units: id = pionears, cost"),
        "nothing has id = pionears. Did you mean pioneers?",
    ),
    "sought-class": (edited(GAME, "units: type = horse", "units: type = hrose"), "nothing has type = hrose."),
    "sought-terrain": (
        edited(GAME, "at.terrain = flats", "at.terrain = falts"),
        "nothing has at.terrain = falts. Did you mean flats?",
    ),
    "sought-weather": (
        edited(GAME, "when: now.tide = High, units", "when: now.tide = Hihg, units"),
        "nothing has now.tide = Hihg. Did you mean High?",
    ),
    "exception-of-nothing": (
        edited(GAME, "{terrain: fen, units", "{units"),
        "this exception names no ground. Write terrain, hexsides or lines.",
    ),
    "modifier-key": (
        edited(GAME, "of: terrain, shift: cost.shift", "of: terrain, shift: cost.shfit"),
        "no cost of terrain has the key 'shfit'. Did you mean shift?",
    ),
    "two-amounts": (
        edited(GAME, "of: terrain, shift: cost.shift", "of: terrain, shift: cost.shift, die: 1"),
        "ground changes shift and die at once. Write one of: shift, die, strength.",
    ),
    "option": (
        edited(GAME, "  advance:", "  options: {hard: {title: Hard, set: {zone.enter: no}}}\n  advance:"),
        "with hard: zone is not a field here. Did you mean zones?",
    ),
    "draw": (
        edited(GAME, "{side: marsh, at: end}", "{side: drwa, at: end}"),
        "there is no side 'drwa'. Did you mean draw?",
    ),
    "no-room": (edited(GAME, "limit: game.stacking", "limit: -1"), "nothing can stack up to -1."),
    "off-the-map": (edited(SCENARIO, "0706 0806 0804", "0706 0806 1304"), "hex 1304 is not on the map"),
    "condition": (
        edited(GAME, "leaders: type = leader", "leaders: tpye = leader"),
        "units has no column 'tpye'. Did you mean type?",
    ),
    "is": (edited(GAME, "who: is.state", "who: is.stat"), "is.stat: there is no 'stat'. Did you mean state?"),
    "place": (
        edited(GAME, "places: village", "places: vilage"),
        "no place of the maps is of the kind 'vilage'. Did you mean village?",
    ),
    "hold": (edited(GAME, "at_least: figures.need.value", "at_least: 4"), "nobody can hold 4 of 3."),
    "no-victory": (
        lambda folder: (folder / GAME).write_text((folder / GAME).read_text().partition("  victory:")[0]) and None,
        "nobody can win: play has no victory.",
    ),
    "hexside": (
        edited(GAME, "not_across: river}", "not_across: rivr}"),
        "there is no hexside 'rivr'. Did you mean river?",
    ),
    "line": (
        edited(GAME, "{causeway: {opens", "{causway: {opens"),
        "there is no line 'causway'. Did you mean causeway?",
    ),
    "zone-word": (edited(GAME, "enter: stop", "enter: halt"), "enter must be stop, no, free or a number, not 'halt'."),
    "unable": (edited(GAME, "unable: lose 1", "unable: dies"), "'dies' cannot happen to a unit that cannot retreat."),
    "marker": (edited(GAME, "marker: shaken", "marker: shakn"), "there is no marker 'shakn'. Did you mean shaken?"),
    "modifier-empty": (edited(GAME, "of: terrain, shift: cost.shift", "of: terrain"), "ground changes nothing."),
    "modifier-column": (
        edited(GAME, "shift: command, text: A leader stacked with an", "shift: comand, text: A leader stacked with an"),
        "'comand' is not a number.",
    ),
    "supply-zone": (
        edited(GAME, "  advance:", f"{SUPPLY}, out: {{zone: no}}}}\n  advance:"),
        "zone means nothing where no phase supply says who is out of supply. Write a phase supply for both sides.",
    ),
    "supply-turns": (
        edited(GAME, "  advance:", f"{SUPPLY}, out: {{eliminated: 2}}}}\n  advance:"),
        "eliminated means nothing where no phase supply says who is out of supply.",
    ),
    "not-into": (
        edited(GAME, "    below: refuse", "    below: refuse\n    not_into: [{terrain: fenn}]"),
        "there is no terrain 'fenn'. Did you mean fen?",
    ),
    "roll": (
        edited(GAME, "marker: shaken}", "marker: shaken, recover: {dice: d6, at_most: weka}}"),
        "'weka' is not a number.",
    ),
    "leaders-dice": (
        edited(GAME, "leaders: {uses: 1", "leaders: {lost: {dice: six, on: 6}, uses: 1"),
        "'six' does not name dice. Write 1d6, or 2d6.",
    ),
    "two-combats": (
        edited(GAME, "  combat:\n", "  combats: {melee: {table: crt, by: difference}}\n  combat:\n"),
        "play has combat and combats. Write one of them.",
    ),
    "table": (edited(GAME, "table: crt", "table: crx"), "there is no table 'crx'. Did you mean crt?"),
    "level": (
        edited(GAME, "{side: marsh, at: end}", "{side: marsh, at: end, level: great}"),
        "there is no level 'great'.",
    ),
    "held": (edited(SCENARIO, "held: {crown:", "held: {crwn:"), "there is no side 'crwn'. Did you mean crown?"),
    "held-hex": (edited(SCENARIO, '"0206", marsh: "0806', '"0299", marsh: "0806'), "hex 0299 is not on the map"),
    "no-map": (edited(SCENARIO, ", map: reedmere", ""), "play needs a map: add map: to the scenario."),
    "free-set-up": (
        edited(SCENARIO, 'count: 3, hexes: "0706 0806 0804"', 'count: 3, in: "0706 0806"'),
        "3 units must be placed in 2 hexes of 0706 0806, 1 in each.",
    ),
    "no-place": (
        edited(SCENARIO, '{unit: guard, side: crown, hexes: "0206"}', "{unit: guard, side: crown}"),
        "guard begins in no hex. Write hexes, turn, in or pool.",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_each_fault_is_told_at_its_place(name: str, tmp_path: Path) -> None:
    folder = slack_water(tmp_path)
    change, message = WRONG[name]
    change(folder)
    messages = faults(folder)
    assert any(message in line for line in messages), messages
    assert all(".yaml:" in line or ".csv:" in line for line in messages)


def test_there_are_forty_of_them() -> None:
    assert len(WRONG) >= 40


def test_the_shipped_starter_has_none(tmp_path: Path) -> None:
    assert faults(slack_water(tmp_path)) == []


@pytest.mark.rule("P-08")
def test_check_tells_what_is_neither_played_nor_listed(tmp_path: Path) -> None:
    folder = slack_water(tmp_path)
    edited(GAME, "    - {part: events, text: The event cards. Nobody draws or plays one.}\n", "")(folder)
    path = folder / UNITS
    path.write_text(
        path.read_text().replace(
            "guard,King’s Guard,crown,foot,pikemen,5,3,4,,,1,",
            "guard,King’s Guard,crown,foot,pikemen,5,3,4,,,1,Never runs.",
        )
    )
    output = call_cli("check", str(folder)).stdout
    assert "the cards of events are neither played nor in not_played" in output
    assert "the special text of guard is neither played nor in not_played" in output
    assert "pioneers is neither" not in output


def test_faults_of_values_names_and_rules_come_in_one_run(tmp_path: Path) -> None:
    """Where a value is wrong, what is sound of the section and of the tables is read on."""
    folder = slack_water(tmp_path)
    for change in (
        edited(UNITS, "oathsworn,Oathsworn,marsh,foot,axemen,4", "oathsworn,Oathsworn,marsh,foot,axemen,-4"),
        edited(GAME, "zones: {who", "zones: {entering: stop, who"),
        edited(GAME, "becomes: shaken", "becomes: shakn"),
        edited(GAME, "table: crt", "table: crx"),
        edited("terrain.yaml", 'crown: "2", marsh: "2"', 'crown: two, marsh: "2"'),
        edited(SCENARIO, "unit: oathsworn", "unit: oathswron"),
    ):
        change(folder)
    output = call_cli("check", str(folder)).stdout
    for fault in (
        "strength must be at least 1, not -4.",
        "entering is not a field here.",
        "there is no state 'shakn'.",
        "there is no table 'crx'.",
        "'two' is not a cost.",
        "there is no unit 'oathswron' in units.",
    ):
        assert fault in output, fault


@pytest.mark.parametrize(
    "broken",
    [
        edited("maps/reedmere.yaml", "m: fen", "m: fenn"),
        edited(GAME, "map: reedmere}", "map: reedmer}"),
        edited(UNITS, "guard,", "king's guard,"),
    ],
    ids=["terrain of the map", "map of a part", "id of a unit"],
)
def test_what_hides_names_does_not_hide_wrong_words_of_the_section(broken: Change, tmp_path: Path) -> None:
    """While a map or a table of units cannot be read, the section is still checked for its own keys and words."""
    folder = slack_water(tmp_path)
    for change in (broken, edited(GAME, "below: refuse", "below: refuze"), edited(GAME, "uses: 1", "use: 1")):
        change(folder)
    report = call_cli("check", str(folder)).stdout
    assert "below must be refuse, first or nothing, not 'refuze'. Did you mean refuse?" in report
    assert "use is not a field here. Did you mean uses?" in report


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("at 0806 from 0706", "at 0806 from 0206", "0806 is 6 hexes from regiment-1."),
        ("aske vs spears at 0806", "aske vs spaers at 0806", "there is no unit 'spaers'. Did you mean spears?"),
        ("at 0806 from 0706", "at 0899 from 0706", "hex 0899 is not on the map"),
    ],
)
def test_a_worked_example_that_cannot_be_is_told_at_its_line(old: str, new: str, told: str, tmp_path: Path) -> None:
    folder = slack_water(tmp_path)
    edited("texts/rules.md.j2", old, new)(folder)
    lines = (folder / "texts" / "rules.md.j2").read_text().splitlines()
    at = next(number for number, line in enumerate(lines, start=1) if new in line)
    output = call_cli("check", str(folder)).stdout
    [fault] = [line for line in output.splitlines() if "[play:fight]" in line]
    assert f"rules.md.j2:{at}:" in fault
    assert told in fault


@pytest.mark.rule("P-80", "P-91")
def test_check_warns_of_closed_ground_and_of_hexes_that_nobody_can_hold(tmp_path: Path) -> None:
    folder = slack_water(tmp_path)
    edited(
        SCENARIO, '{unit: riders, side: marsh, hexes: "1206", turn: 2}', "{unit: riders, side: marsh, hexes: '0404'}"
    )(folder)
    edited(SCENARIO, 'held: {crown: "0206"', 'held: {crown: "0206 0101"')(folder)
    output = call_cli("check", str(folder)).stdout
    assert "riders begins in 0404, and can never enter it: Fen." in output
    assert "crown holds 0101, where the map has no place to hold." in output


def test_a_hex_with_too_many_counters_is_told_once_at_the_last_of_them(tmp_path: Path) -> None:
    folder = slack_water(tmp_path)
    edited(SCENARIO, '{unit: oathsworn, side: marsh, hexes: "0906"}', '{unit: oathsworn, side: marsh, hexes: "0806"}')(
        folder
    )
    output = call_cli("check", str(folder)).stdout
    assert output.count("the limit is 2") == 1
    line = next(n for n, text in enumerate((folder / SCENARIO).read_text().splitlines(), 1) if "oathsworn" in text)
    assert f"drowned-road.yaml:{line}:" in output


def test_an_empty_cell_of_a_crt_is_told_as_one(tmp_path: Path) -> None:
    folder = tmp_path / "thaw"
    shutil.copytree(ROOT / "docs" / "examples" / "long-thaw", folder)
    edited(CRT, "12,NE,DR,DL,DL,DE,DE", "12,NE,DR,DL,DL,DE")(folder)
    messages = faults(folder)
    assert any("crt has no result in this row under +10. Write one" in line for line in messages), messages


def test_combats_that_share_a_table_of_results_explain_each_other(tmp_path: Path) -> None:
    """A code is needless only if no table gives it of those that its row is for."""
    folder = slack_water(tmp_path)
    head: Any = read_yaml(folder / GAME, Report()).data  # type: ignore[union-attr]
    volley = {"table": "volley", "by": "strength", "name": "Volleys"}
    head["play"]["combats"] = {"melee": head["play"].pop("combat"), "volley": volley}
    phases = head["play"]["sequence"][1]["phases"]
    phases[2:3] = [{"do": "fight", "combat": "volley"}, {"do": "fight", "combat": "melee"}]
    (folder / GAME).write_text(json.dumps(head), encoding="utf-8")
    (folder / "tables" / "volley.csv").write_text("die,1,4\n1-4,–,–\n5-6,–,S2\n", encoding="utf-8")
    with (folder / RESULTS).open("a", encoding="utf-8") as file:
        file.write("S2,Two steps are lost.,defenders lose 2\n")
    assert faults(folder) == []
    with (folder / RESULTS).open("a", encoding="utf-8") as file:
        file.write("S3,Three steps are lost.,defenders lose 3\n")
    (line,) = faults(folder)
    assert line.endswith("S3 is explained, but crt and volley never give it.")


@pytest.mark.parametrize(
    ("map_", "space"), [("bailey", "squares"), ("railways", "points"), ("duchies", "areas"), ("harbour", "free")]
)
def test_a_map_that_is_not_of_hexes_is_not_played_yet(map_: str, space: str, tmp_path: Path) -> None:
    folder = tmp_path / "many-maps"
    shutil.copytree(ROOT / "docs" / "examples" / "many-maps", folder)
    play = {"turns": "crt", "sequence": [{"for": ["Blue", "Red"], "phases": ["move"]}], "movement": {"cost_of": "foot"}}
    with (folder / GAME).open("a", encoding="utf-8") as file:
        file.write(f"play: {json.dumps(play)}\n")
    (folder / "scenarios" / "war.yaml").write_text(
        f"scenario: {{id: war, title: War, map: {map_}, turns: 4}}\nforces: []\n", encoding="utf-8"
    )
    result = call_cli("play", "war", "--pack", str(folder))
    assert result.returncode == 1
    what = f"this is a map of {space}: such maps are printed and checked, but not yet played."
    assert "war.yaml:1:" in result.stderr
    assert what in " ".join(result.stderr.split())


def test_a_folder_without_the_section_is_printed_only(tmp_path: Path) -> None:
    folder = slack_water(tmp_path)
    path = folder / GAME
    path.write_text(path.read_text().partition("\n# How it is played")[0] + "\n")
    result = call_cli("play", "drowned-road", "--pack", str(folder))
    assert result.returncode == 2
    assert "slack-water has no play: section, so it is printed only." in result.stderr


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        (GAME, "leaders: type = leader", "leaders: kind = leader", ["game.yaml: units has no column 'kind'"]),
        ("faces/unit.svg.j2", "{{ strength }}", "{{ might }}", ["faces/unit.svg.j2: the name might is not known here"]),
        ("texts/rules.md.j2", "play.costs", "play.prices", ["texts/rules.md.j2: nothing is called prices here"]),
    ],
)
def test_texts_are_not_blamed_for_rules_that_could_not_be_read(
    tmp_path: Path, name: str, old: str, new: str, expected: list[str]
) -> None:
    """What texts print of `play:` is missing while the game has faults: only those are reported, at their places."""
    game = slack_water(tmp_path)
    edited(name, old, new)(game)
    result = call_cli("check", str(game))
    reported = [line for line in result.stdout.splitlines() if ": error: " in line]
    assert len(reported) == len(expected), reported
    for line, words in zip(reported, expected, strict=True):
        file, _, message = words.partition(": ")
        assert f"/{file}:" in line
        assert message in line
