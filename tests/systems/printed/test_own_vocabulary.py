"""Less usual words of the section `play:` on a small game of the tests, with numbers and names of its own."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ibbprint.catalogue.source import read_yaml
from ibbprint.dice import ScriptedDice
from ibbprint.engine.session import Opened
from ibbprint.engine.state import Action
from ibbprint.problems import Report
from ibbprint.systems.printed.play import PrintedPlay
from ibbprint.systems.printed.rules import advance, attacks, combat, phases, staging
from ibbprint.systems.printed.rules.effects import clauses
from ibbprint.systems.printed.rules.evaluation import evaluate
from ibbprint.systems.printed.rules.section import set_path
from ibbprint.systems.printed.rules.state import Battle
from ibbprint.systems.printed.rules.turn import FLOW
from ibbprint.systems.printed.rules.worth import least_lost
from tests.helpers import call_cli
from tests.systems.printed.played import Position, opened, played_folders

SOURCE = Path(__file__).parent / "two-fords"


def fords(tmp_path: Path, changes: Mapping[str, Any], files: Sequence[tuple[str, str, str]] = ()) -> Path:
    """The folder with some keys of `play:` changed, and some texts in its files."""
    folder = tmp_path / "fords"
    shutil.copytree(SOURCE, folder)
    source = read_yaml(SOURCE / "game.yaml", Report())
    assert source is not None
    data = json.loads(json.dumps(source.data))
    for path, value in changes.items():
        assert set_path(data["play"], path.split("."), value) == ""
    (folder / "game.yaml").write_text(json.dumps(data), encoding="utf-8")
    for name, old, new in files:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def plain() -> Opened:
    return opened(SOURCE)


def in_phase(scenario: Opened, id: str, side: str, *units: str, turn: int = 1) -> Position:
    position = Position(scenario, turn, id, side, *units)
    number = position.setting.sides.index(side)
    position.state.op = next(at for at, op in enumerate(position.setting.program) if op.id == id and op.side == number)
    position.state.phase = position.state.phase_op.do
    return position


def say(position: Position, line: str) -> Any:
    """A line of a player, read and checked: the refusal, or None."""
    return PrintedPlay(position.state).fault(line)


def do(position: Position, line: str) -> None:
    game = PrintedPlay(position.state)
    game.play(game.parse(line))


# --- results --------------------------------------------------------------------------------------------------------


def started(position: Position, effect: str, attackers: Sequence[int], target: int) -> Battle:
    """A combat whose code is known, played on to its first question."""
    state = position.state
    fight = position.setting.fights["melee"]
    hexes = (state.counters[target].hex,)
    state.battle = Battle(fight, tuple(attackers), hexes, (target,), stage="clauses", clauses=clauses(effect) or ())
    while not state.questions and state.battle.stage == "clauses":
        combat.resume(state)
    return state.battle


@pytest.mark.rule("P-51")
def test_half_a_match_stops_at_half_the_strength_that_the_enemy_lost(plain: Opened) -> None:
    position = in_phase(plain, "fight", "red", "r-1 0304", "r-3 0304", "b-1 0404")
    battle = started(position, "defenders eliminated, attackers match half", (0, 1), 2)
    assert battle.lost == [0, 4]
    FLOW.answer(position.state, position.state.questions.pop(0), Action("lose", (1,)))
    assert battle.lost == [2, 4]
    assert not position.state.questions


@pytest.mark.rule("P-50", "P-53")
def test_each_unit_loses_steps_and_more_than_there_are_are_all(plain: Opened) -> None:
    position = in_phase(plain, "fight", "red", "r-1 0304", "b-1 0404", "reduced:b-2 0404")
    state = position.state
    battle = started(position, "defenders each lose 1", (0,), 1)
    battle.targets = (1, 2)
    assert state.counters[1].step == 1
    combat.ACTS["each"](state, battle, battle.clauses[0], [state.counters[2]])
    assert state.counters[2].place == "dead"
    combat.ACTS["lose"](state, battle, battle.clauses[0]._replace(act="lose", number=9), [state.counters[1]])
    assert state.counters[1].place == "dead"


@pytest.mark.rule("P-34", "P-16")
def test_a_state_that_is_gained_again_becomes_the_worse_one(plain: Opened) -> None:
    position = in_phase(plain, "fight", "red", "r-1 0304", "b-1 0404")
    unit = position.state.counters[1]
    for expected in ("shaken", "routed", "routed"):
        position.state.become(unit, "shaken" if unit.state != "routed" else "routed")
        assert unit.state == expected
    assert say(in_phase(plain, "fight", "blue", "r-1 0304", "b-1 0404"), "attack b-1-2 -> 0304") is None
    back = in_phase(plain, "fight", "blue", "r-1 0304", "b-1 0404")
    back.state.counters[1].state = "routed"
    assert "b-1-2 is routed and may not attack" in str(say(back, "attack b-1-2 -> 0304"))


# --- targets and tables ---------------------------------------------------------------------------------------------


@pytest.mark.rule("P-40")
def test_one_unit_of_a_hex_may_be_the_target(tmp_path: Path) -> None:
    scenario = opened(fords(tmp_path, {"combats.melee.target": "unit"}))
    position = in_phase(scenario, "fight", "red", "r-1 0304", "r-2 0304", "b-1 0404", "b-2 0404")
    assert "name the unit that is attacked: b-1-3, b-2-4" in str(say(position, "attack r-1-1 -> 0404"))
    words = {action.word for action in FLOW.actions(position.state) if action.verb == "attack"}
    assert words == {"b-1-3", "b-2-4"}
    position.state.dice = ScriptedDice([6])
    do(position, "attack r-1-1 b-2-4 -> 0404")
    assert position.state.counters[2].step == 0
    assert position.state.attacked == [3]


@pytest.mark.rule("P-40", "P-43")
def test_several_hexes_may_be_attacked_at_once_each_in_reach_of_all(tmp_path: Path) -> None:
    scenario = opened(fords(tmp_path, {"combats.melee.target": "hexes"}))
    units = ("r-1 0304", "r-h 0403", "b-1 0405", "b-2 0404")
    position = in_phase(scenario, "fight", "red", *units)
    aims = {action.path for action in FLOW.actions(position.state) if action.verb == "attack"}
    assert tuple(sorted((position.hex("0405"), position.hex("0404")))) in {tuple(sorted(aim)) for aim in aims}
    assert "is 2 hexes from r-h-2" in str(say(position, "attack r-1-1+r-h-2 -> 0405-0404"))
    attack = attacks.assault_of(
        position.state, position.setting.fights["melee"], (0,), (position.hex("0405"), position.hex("0404"))
    )
    assert attacks.weigh(position.state, attack).defence == 8  # type: ignore[arg-type]
    item = in_phase(opened(SOURCE), "fight", "red", *units)
    assert "an attack has one hex, not 2" in str(say(item, "attack r-1-1 -> 0405-0404"))


@pytest.mark.rule("P-49")
def test_the_attacker_or_the_defender_chooses_the_table(tmp_path: Path) -> None:
    mine = opened(fords(tmp_path / "a", {"combats.melee.choose": "attacker", "combats.melee.table": ["rush", "press"]}))
    units = ("r-3 0304", "b-1 0404")
    position = in_phase(mine, "fight", "red", *units)
    assert "name the table: rush or press" in str(say(position, "attack r-3-1 -> 0404"))
    assert say(position, "attack r-3-1 press -> 0404") is None
    attack = attacks.assault_of(position.state, mine.setting.fights["melee"], (0,), (position.hex("0404"),), "press")
    assert attacks.weigh(position.state, attack).columns.name == "press"  # type: ignore[arg-type]
    his = opened(fords(tmp_path / "b", {"combats.melee.choose": "defender", "combats.melee.table": ["rush", "press"]}))
    position = in_phase(his, "fight", "red", *units)
    position.state.dice = ScriptedDice([1])
    do(position, "attack r-3-1 -> 0404")
    assert PrintedPlay(position.state).to_move == "blue"
    do(position, "choose press")
    assert {action.verb for action in FLOW.actions(position.state)} == {"retreat"}  # AR, where rush has AL


# --- leaving, leaders, supply ---------------------------------------------------------------------------------------


@pytest.mark.rule("P-25")
def test_a_unit_leaves_the_map_from_a_hex_of_exit_for_good(plain: Opened) -> None:
    position = in_phase(plain, "move", "red", "r-h 0903", "r-1 0803", "b-1 0101")
    assert "exit r-h-1 0903" in [PrintedPlay(position.state).text(each) for each in FLOW.actions(position.state)]
    assert "r-1-2 cannot leave the map in 0803" in str(say(position, "exit r-1-2 0803"))
    do(position, "exit r-h-1 0903")
    assert (position.state.counters[0].place, position.state.counters[0].hex) == ("exited", -1)
    assert say(position, "exit r-h-1 0903") is not None


@pytest.mark.rule("P-62")
@pytest.mark.parametrize(("die", "place"), [(4, "map"), (5, "dead"), (6, "dead")])
def test_a_leader_may_be_lost_with_a_step_of_his_unit(plain: Opened, die: int, place: str) -> None:
    position = in_phase(plain, "fight", "red", "r-1 0304", "b-1 0404", "b-c 0404")
    position.state.dice = ScriptedDice([die])
    started(position, "defenders lose 1", (0,), 1)
    FLOW.asks(position.state)
    assert position.state.counters[1].step == 1
    assert position.state.counters[2].place == place


@pytest.mark.rule("P-58")
def test_an_advance_may_go_on_beyond_the_attacked_hex(plain: Opened) -> None:
    position = in_phase(plain, "fight", "red", "r-1 0304", "b-1 0404")
    battle = started(position, "defenders eliminated", (0,), 1)
    ways = {
        tuple(position.setting.names[hex] for hex in action.path)
        for action in advance.choices(position.state, battle, position.hex("0404"))
    }
    assert ("0404",) in ways
    assert ("0404", "0504") in ways
    assert ("0404", "0304") not in ways
    assert all(len(way) <= 2 for way in ways)


@pytest.mark.rule("P-09")
def test_a_refusal_quotes_the_paragraph_of_its_section(tmp_path: Path) -> None:
    folder = fords(tmp_path, {"zones.rule": "7.2", "combats.melee.modifiers.0.rule": "8.4"})
    position = in_phase(opened(folder), "move", "red", "r-1 0304", "b-1 0404")
    refused = FLOW.check(position.state, Action("move", (0,), (position.hex("0304"), position.hex("0405"))))
    assert str(refused) == "0405 is in an enemy zone, and r-1-1 comes from one (7.2) [printed:P-32]"
    assert "(7.2)" in call_cli("rules", "--pack", str(folder)).stdout
    odds = call_cli("odds", "r-1", "vs", "b-1", "--terrain", "wood", "--combat", "melee", "--pack", str(folder)).stdout
    assert "Wood (8.4)" in odds


# --- names of hexes -------------------------------------------------------------------------------------------------


def test_hexes_with_letters_are_written_as_the_map_prints_them(tmp_path: Path) -> None:
    folder = fords(tmp_path, {"replacements.anyway.red": "A3"})
    for path in (folder / "maps" / "fords.yaml", folder / "scenarios" / "fords.yaml"):
        text = re.sub(
            "(?<![0-9])0([1-9])0([1-9])", lambda hex: f"{'ABCDEFGHI'[int(hex[1]) - 1]}{hex[2]}", path.read_text()
        )
        path.write_text(text.replace("  rows: 7\n", "  rows: 7\n  numbers: {first: A1}\n"))
    scenario = opened(folder)
    position = in_phase(scenario, "move", "red", "r-1 C4", "b-1 I1")
    game = PrintedPlay(position.state)
    assert say(position, "move r-1-1 C4-B4") is None
    assert game.text(game.parse("move r-1-1 c4-b4")) == "move r-1-1 C4-B4"
    assert "hex Z9 is not on the map, which goes from A1 to I7" in str(say(position, "move r-1-1 C4-Z9"))
    saved = tmp_path / "game.txt"
    first = call_cli("play", "two-fords", "--pack", str(folder), "--seed", "2", "--save", str(saved))
    assert first.returncode == 0, first.stderr
    again = call_cli("replay", str(saved), "--pack", str(folder))
    assert again.stdout.splitlines()[-1] == first.stdout.splitlines()[-1]


# --- appraisal and commands -----------------------------------------------------------------------------------------


def test_x18_an_attack_is_appraised_by_the_strength_of_its_steps() -> None:
    scenario = opened(played_folders()["drowned-road"])
    position = Position(scenario, 2, "fight", "crown", "regiment 0706 0706", "aske 0706", "spears 0806")
    state, fight = position.state, scenario.setting.fights["combat"]
    attack = staging.assault(state, fight, state.counters[:3], state.counters[3:], "")
    taken, lost = Fraction(0), Fraction(0)
    for code, chance in attacks.weigh(state, attack).chances(fight).items():
        steps = [clause for clause in fight.effects[code] if clause.act == "lose"]
        for clause in steps:
            units = attack.targets if clause.who == "defenders" else attack.attackers
            gone = Fraction(least_lost(units, clause.number))
            taken, lost = (taken + chance * gone, lost) if clause.who == "defenders" else (taken, lost + chance * gone)
    assert (taken, lost) == (Fraction(2, 3), Fraction(1, 3))


def test_two_folders_are_compared_game_by_game(tmp_path: Path) -> None:
    other = fords(tmp_path, {"zones.enter": "stop"})
    result = call_cli("playtest", "two-fords", "--pack", str(SOURCE), "--games", "1", "--vs", str(other))
    assert result.returncode == 0, result.stderr
    assert str(other) in "".join(result.stdout.split())


@pytest.mark.parametrize(
    "change", ["rush.6.2:1=AE", "b-1.power=9", "bog.cost.foot=1", "play.stacking.limit=1", "play.advance.hexes=1"]
)
def test_cells_and_keys_of_another_game_are_varied(change: str) -> None:
    result = call_cli("playtest", "two-fords", "--pack", str(SOURCE), "--games", "1", "--vary", change)
    assert result.returncode == 0, result.stderr
    assert change in result.stdout


def test_players_are_matched_and_the_kit_of_a_designer_shows_a_game(tmp_path: Path) -> None:
    result = call_cli("playtest", "two-fords", "--pack", str(SOURCE), "--games", "1", "--tournament", "greedy,random")
    assert "random takes any legal action" in " ".join(result.stdout.split())
    assert call_cli("kit", str(SOURCE), "--designer", "--output", str(tmp_path / "kit.pdf")).returncode == 0
    maps = tmp_path / "maps"
    assert call_cli("play", "two-fords", "--pack", str(SOURCE), "--map-every-turn", str(maps)).returncode == 0
    assert len(list(maps.iterdir())) >= 2


# --- conditions, hexes, codes, levels -------------------------------------------------------------------------------


@pytest.mark.rule("P-02")
@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("at.terrain = wood", "r-1"),
        ("at.place = farm", "r-3"),
        ("at.hex = 0504", "r-3"),
        ("is.step = reduced", "r-2"),
        ("is.state = shaken and now.river = high", "r-4"),
        ("type = foot and (elan > 3 or id = r-4) and is.step != reduced and now.turn != 9", "r-1 r-4"),
    ],
)
def test_conditions_ask_for_the_turn_the_unit_and_its_hex(plain: Opened, text: str, holds: str) -> None:
    units = ("r-1 0205", "reduced:r-2 0101", "r-3 0504", "r-4 0102", "r-h 0103")
    position = in_phase(plain, "move", "red", *units, turn=2)
    position.state.counters[3].state = "shaken"
    reader = plain.setting.reader
    condition = reader.condition(text, "zones", "who")
    fitting = [unit.kind.id for unit in position.state.counters if position.state.fits(unit, condition)]
    assert fitting == holds.split()


@pytest.mark.rule("P-06")
def test_hexes_are_named_by_number_or_by_kind(plain: Opened) -> None:
    reader, names = plain.setting.reader, plain.setting.names
    for items, hexes in {
        "place farm": "0204 0504 0702",
        "area centre": "0503 0504 0505 0604",
        "edge west": "0101 0102 0103 0104 0105 0106 0107",
        "terrain bog": "0402 0406 0503 0504",
        "0101, 0909 0102": "",
    }.items():
        report_before = reader.report.error_count
        assert sorted(names[hex] for hex in reader.hexes([items], "zones").hexes) == hexes.split()
        assert (reader.report.error_count > report_before) == (not hexes)


@pytest.mark.rule("P-55", "P-50")
def test_a_dash_and_an_empty_cell_are_one_code(tmp_path: Path) -> None:
    empty = fords(tmp_path, {}, [("tables/volley.csv", "1,-,-,S,S", "1,,—,S,S")])
    fight = opened(empty).setting.fights["fire"]
    assert fight.tables[0].columns.chances(0, fight.sums) == {"–": Fraction(1, 2), "S": Fraction(1, 2)}
    assert fight.effects["–"] == ()


@pytest.mark.rule("P-50")
def test_several_steps_are_asked_for_one_by_one(plain: Opened) -> None:
    position = in_phase(plain, "fight", "red", "r-1 0304", "b-1 0404", "b-2 0404")
    state = position.state
    battle = started(position, "defenders eliminated", (0,), 1)
    battle.targets, battle.at = (1, 2), 0
    other = in_phase(plain, "fight", "red", "r-1 0304", "b-1 0404", "b-2 0404")
    fight = plain.setting.fights["melee"]
    other.state.battle = Battle(
        fight, (0,), (other.hex("0404"),), (1, 2), stage="clauses", clauses=clauses("defenders lose 2") or ()
    )
    combat.resume(other.state)
    assert [question.kind for question in other.state.questions] == ["lose", "lose"]
    assert state.counters[1].place == "dead"


@pytest.mark.rule("P-57", "P-54")
def test_the_enemy_chooses_the_way_and_the_owner_whether_to_go(plain: Opened) -> None:
    position = in_phase(plain, "fight", "red", "r-3 0304", "b-1 0404")
    started(position, "defenders lose 1 or retreat 1", (0,), 1)
    assert PrintedPlay(position.state).to_move == "blue"
    do(position, "choose retreat")
    assert PrintedPlay(position.state).to_move == "red"
    assert {action.verb for action in FLOW.actions(position.state)} == {"retreat"}
    assert position.state.counters[1].step == 0


@pytest.mark.rule("P-60")
def test_a_leader_goes_back_with_the_units_of_his_hex(plain: Opened) -> None:
    position = in_phase(plain, "fight", "red", "r-3 0304", "b-1 0404", "b-c 0404", "b-2 0405")
    started(position, "defenders retreat 1", (0,), 1)
    do(position, "retreat b-1-2 0404-0503")
    assert position.state.counters[2].hex == position.state.counters[1].hex == position.hex("0503")


@pytest.mark.rule("P-93")
def test_a_small_victory_counts_half_of_a_great_one(plain: Opened) -> None:
    state = in_phase(plain, "fight", "red", "r-1 0304", "b-1 0404").state
    state.over, state.winner = True, 0
    for level, worth in (("great", 1.0), ("small", 0.5)):
        state.level = level
        assert (evaluate(state, 0), evaluate(state, 1)) == (worth, -worth)


@pytest.mark.rule("P-16")
def test_a_unit_that_fails_its_roll_stays_as_it_is(plain: Opened) -> None:
    for die, state_after in ((4, ""), (5, "shaken")):
        position = in_phase(plain, "recover", "red", "r-1 0304", "b-1 0904")
        position.state.counters[0].state = "shaken"
        position.state.dice = ScriptedDice([die])
        FLOW.phases["recover"].play(position.state)
        assert position.state.counters[0].state == state_after


@pytest.mark.rule("P-10")
def test_a_phase_without_a_choice_is_passed_over(plain: Opened) -> None:
    position = in_phase(plain, "shoot", "red", "r-1 0101", "b-1 0907")
    FLOW.settle(position.state)
    assert position.state.phase != "fight"


@pytest.mark.rule("P-43")
def test_of_several_hexes_the_ground_that_is_best_for_the_defenders_counts_once(tmp_path: Path) -> None:
    scenario = opened(
        fords(
            tmp_path,
            {
                "combats.melee.target": "hexes",
                "combats.melee.modifiers": [{"id": "ground", "of": "terrain", "shift": "cost.shift"}],
            },
        )
    )
    position = in_phase(scenario, "fight", "red", "r-1 0106", "b-1 0205", "b-2 0206")
    attack = attacks.assault_of(
        position.state, scenario.setting.fights["melee"], (0,), (position.hex("0205"), position.hex("0206"))
    )
    assert [(each.name, each.amount) for each in attacks.weigh(position.state, attack).used] == [("Wood", -1)]  # type: ignore[arg-type]


# --- each ruling where it bites -------------------------------------------------------------------------------------


@pytest.mark.rule("P-01", "P-08")
def test_figures_come_from_their_cells_and_what_is_not_played_is_listed(tmp_path: Path) -> None:
    setting = opened(fords(tmp_path, {}, [("tables/numbers.csv", "stack,4", "stack,6")])).setting
    assert set(setting.stack_limit) == {6}
    assert setting.not_played == ["The weather dice"]


@pytest.mark.rule("P-13")
def test_only_those_act_who_the_phase_is_for(tmp_path: Path) -> None:
    scenario = opened(fords(tmp_path, {"sequence.1.phases.3.units": "type = horse"}))
    position = in_phase(scenario, "move", "red", "r-1 0304", "r-h 0303", "b-1 0904")
    assert position.rule("move", (0,), "0304-0305") == "P-13"
    assert position.rule("move", (1,), "0303-0302") == ""


@pytest.mark.rule("P-22")
def test_no_move_enters_a_hex_with_an_enemy(plain: Opened) -> None:
    assert in_phase(plain, "move", "red", "r-1 0304", "b-1 0404").rule("move", (0,), "0304-0404") == "P-22"


@pytest.mark.rule("P-25", "P-61")
def test_a_leader_goes_as_far_as_the_unit_that_he_is_with(plain: Opened) -> None:
    position = in_phase(plain, "move", "red", "r-h 0101", "r-c 0101", "b-1 0907")
    most = max(position.costs(), key=lambda hex: Fraction(position.costs()[hex].split()[0]))
    assert position.rule("move", (1,), position.way(most)) == "P-22"
    assert position.rule("move", (0, 1), position.way(most)) == ""


@pytest.mark.rule("P-21")
def test_a_cell_that_takes_the_whole_allowance_is_the_first_step(plain: Opened) -> None:
    position = in_phase(plain, "move", "red", "r-g 0404", "b-1 0907")
    assert position.rule("move", (0,), "0404-0403-0402") == "P-21"
    assert in_phase(plain, "move", "red", "r-g 0403", "b-1 0907").rule("move", (0,), "0403-0402") == ""


@pytest.mark.rule("P-46")
def test_the_best_of_a_column_counts_once(plain: Opened) -> None:
    position = in_phase(plain, "fight", "red", "r-h 0304", "r-1 0304", "b-1 0404")
    attack = attacks.assault_of(position.state, plain.setting.fights["melee"], (0, 1), (position.hex("0404"),))
    assert {each.id: each.amount for each in attacks.weigh(position.state, attack).used}["plate"] == 2  # type: ignore[arg-type]


@pytest.mark.rule("P-53")
def test_a_unit_of_one_step_is_gone_with_it(plain: Opened) -> None:
    position = in_phase(plain, "fight", "red", "r-1 0304", "b-s 0404")
    started(position, "defenders lose 1", (0,), 1)
    assert position.state.counters[1].place == "dead"


@pytest.mark.rule("P-56")
def test_no_retreat_enters_a_hex_with_an_enemy(tmp_path: Path) -> None:
    scenario = opened(fords(tmp_path, {"retreat.zones": "yes"}))
    position = in_phase(scenario, "fight", "red", "b-1 0404", "r-1 0304", "r-2 0405")
    assert position.retreats(0) == {"0303", "0403", "0503", "0504"} - {"0304", "0405"}


@pytest.mark.rule("P-10")
def test_a_side_that_cannot_move_is_not_asked(plain: Opened) -> None:
    position = in_phase(plain, "move", "red", "b-1 0907")
    FLOW.settle(position.state)
    assert (position.state.phase, position.state.side) != ("move", 0)


@pytest.mark.rule("P-14")
def test_a_chit_without_a_counter_on_the_map_is_laid_aside(tmp_path: Path) -> None:
    cup = {"cup": "type", "phases": ["supply", "move", {"do": "fight", "combat": "melee"}]}
    scenario = opened(fords(tmp_path, {"sequence.1": cup}))
    state = scenario.start(1).state
    op = next(op for op in scenario.setting.program if op.cup)
    for unit in state.counters:
        if unit.kind.values["type"] == "horse" and unit.hex >= 0:
            state.put(unit, -1)
    state.cup = ["horse", "horse"]
    assert not phases.draw(state, op)
    state.cup = ["horse", "foot"]
    assert phases.draw(state, op)
    assert state.group == "foot"


@pytest.mark.rule("P-15", "P-90")
def test_victory_of_a_turn_is_judged_when_it_ends() -> None:
    position = Position(opened(played_folders()["drowned-road"]), 4, "move", "crown", "regiment 0505", "spears 1204")
    state = position.state
    state.holders[position.hex("0206")] = 1
    phases.end_turn(state)
    assert (state.over, state.winner) == (True, 1)


@pytest.mark.rule("P-34")
def test_a_zone_falls_with_the_state_in_the_middle_of_a_phase(plain: Opened) -> None:
    position = in_phase(plain, "move", "red", "r-1 0303", "b-1 0404")
    assert any(position.state.zone(1))
    position.state.become(position.state.counters[1], "shaken")
    assert not any(position.state.zone(1))
