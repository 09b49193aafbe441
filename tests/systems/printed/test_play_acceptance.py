"""The acceptance rows of Slack Water: exact costs, zones, retreats and odds of the starter as it is printed."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from ibbprint.engine.session import Opened
from ibbprint.systems.printed.rules import attacks
from ibbprint.systems.printed.rules.turn import FLOW
from ibbprint.systems.printed.rules.worth import least_lost
from tests.helpers import call_cli
from tests.systems.printed.played import Position, opened, slack_water

HIGH, LOW = 1, 2
MARSH = ("spears 0706 0806 0804", "bowmen 0807", "boatmen 0705", "oathsworn 0906")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return slack_water(tmp_path_factory.mktemp("played"))


@pytest.fixture(scope="module")
def scenario(folder: Path) -> Opened:
    return opened(folder)


@pytest.mark.rule("P-20", "P-23")
def test_x01_a_regiment_pays_the_printed_costs_and_the_causeway(scenario: Opened) -> None:
    costs = Position(scenario, HIGH, "move", "crown", "regiment 0305", *MARSH).costs()
    values = {"0405": "1", "0505": "2", "0606": "3", "0304": "1", "0404": "4", "0506": "4"}
    assert {hex: costs[hex] for hex in values} == values
    assert len(costs) == 30


@pytest.mark.rule("P-07", "P-21", "P-24")
def test_x02_flats_are_closed_at_high_tide_and_fen_to_horse(scenario: Opened) -> None:
    low = Position(scenario, LOW, "move", "crown", "lancers 0105")
    assert (low.costs()["0402"], low.costs()["0505"]) == ("6", "4")
    high = Position(scenario, HIGH, "move", "crown", "lancers 0105")
    assert high.costs()["0505"] == "4"
    assert high.rule("move", (0,), low.way("0402")) == "P-24"
    assert "0404" not in low.costs()


@pytest.mark.parametrize(
    ("turn", "unit", "side", "start", "end", "cost"),
    [
        (LOW, "regiment", "crown", "0606", "0705", "4"),
        (LOW, "pioneers", "crown", "0606", "0705", "3"),
        (LOW, "boatmen", "marsh", "0705", "0606", "1"),
        (HIGH, "regiment", "crown", "0606", "0705", None),
        (HIGH, "pioneers", "crown", "0606", "0705", None),
        (HIGH, "boatmen", "marsh", "0705", "0606", "1"),
        (HIGH, "regiment", "crown", "0606", "0706", "1"),
        (LOW, "regiment", "crown", "0606", "0706", "1"),
        (LOW, "regiment", "crown", "0705", "0806", "2"),
        (LOW, "pioneers", "crown", "0705", "0806", "1"),
        (LOW, "regiment", "crown", "0706", "0806", "1"),
    ],
)
def test_x03_x04_a_step_costs_terrain_and_sides_or_the_causeway(
    scenario: Opened, turn: int, unit: str, side: str, start: str, end: str, cost: str | None
) -> None:
    position = Position(scenario, turn, "move", side, f"{unit} {start}")
    assert position.rule("move", (0,), f"{start}-{end}") == ("P-24" if cost is None else "")
    if cost is not None:
        assert position.costs()[end] == cost


@pytest.mark.rule("P-30")
def test_x05_x08_the_limit_holds_where_a_move_ends(scenario: Opened) -> None:
    crown = ("regiment 0206 0306 0305", "guard 0206", "pioneers 0305", "aske 0306")
    position = Position(scenario, HIGH, "move", "crown", "bombard 0106", *crown)
    costs = position.costs()
    near, far = ("0105", "0107", "0207"), ("0104", "0108", "0205", "0208", "0306", "0307")
    assert {hex: costs[hex] for hex in position.ends()} == dict.fromkeys(near, "1") | dict.fromkeys(far, "2")
    stacked = Position(scenario, LOW, "move", "crown", "regiment 0206 0206 0205", "aske 0206")
    assert stacked.rule("move", (2,), "0205-0206") == "P-30"
    assert stacked.rule("move", (2,), "0205-0206-0306") == ""
    two = Position(scenario, LOW, "move", "crown", "regiment 0206 0205", "aske 0206")
    assert two.rule("move", (1,), "0205-0206") == ""


@pytest.mark.rule("P-31", "P-32")
def test_x06_x07_zones_stop_and_lock_and_end_at_the_river(scenario: Opened) -> None:
    alone = Position(scenario, LOW, "move", "crown", "spears 0706")
    assert alone.named(hex for hex, flag in enumerate(alone.state.zone(1)) if flag) == {"0705", "0707", "0806", "0807"}
    held = Position(scenario, LOW, "move", "crown", "regiment 0706", "spears 0806", "oathsworn 0906")
    cost = {"0606": "1", "0505": "2", "0405": "3", "0406": "3", "0707": "3"}
    cost |= dict.fromkeys(("0304", "0305", "0306", "0506", "0605", "0607", "0807"), "4")
    assert held.costs() == cost
    assert held.rule("move", (0,), "0706-0705") == "P-32"
    assert held.rule("move", (0,), "0706-0707-0807-0808") == "P-31"
    assert "must stop in 0807, next to an enemy" in str(held.refused("move", (0,), "0706-0707-0807-0808"))


@pytest.mark.rule("P-56", "P-57")
def test_x19_to_x21_retreats_avoid_zones_unless_a_friend_is_there(scenario: Opened) -> None:
    full = ("regiment 0606 0505 0405", "spears 0806 0807")
    assert Position(scenario, LOW, "fight", "crown", "spears 0706", *full).retreats() == {
        "0705",
        "0707",
        "0806",
        "0807",
    }
    enemies = "spears 0806 0705 0807 0707"
    position = Position(scenario, HIGH, "fight", "marsh", "regiment 0706 0706", enemies)
    assert position.retreats() == {"0606"}
    assert Position(scenario, LOW, "fight", "marsh", "guard 0905", "spears 0806 0906").retreats() == {"0904", "1005"}
    ways = Position(scenario, LOW, "fight", "marsh", "guard 0707", "spears 0706 0806").retreats()
    assert ways == {"0608", "0708", "0808"}


@pytest.mark.rule("P-13")
def test_x22_the_tide_takes_units_on_the_flats_but_no_boatmen(scenario: Opened) -> None:
    position = Position(scenario, 4, "move", "marsh", "regiment 0703", "boatmen 0703")
    state = position.state
    state.op, state.phase = len(position.setting.program) - 1, "ready"
    state.begun = True
    FLOW.settle(state)
    assert state.turn == 5
    assert state.counters[0].place == "dead"
    assert state.counters[1].hex == position.hex("0703")


@pytest.mark.rule("P-80")
def test_x23_a_blocked_reinforcement_may_come_to_the_nearest_hexes_of_the_edge(scenario: Opened) -> None:
    game = scenario.start(1)
    state = game.state
    new = next(unit for unit in state.counters if unit.key == "regiment-4")
    for unit in state.counters[:2]:
        state.put(unit, new.entry)
    state.put(state.counters[6], state.counters[6].entry)
    for unit in state.counters:
        if unit.hex == new.entry and unit.number > 1:
            state.put(unit, game.state.setting.space.index["0305"])
    state.turn = 2
    from ibbprint.systems.printed.rules.arrivals import arrival_hexes

    assert [state.name(hex) for hex in arrival_hexes(state, new)] == ["0105", "0107"]


@pytest.mark.rule("P-90", "P-91", "P-15")
def test_x24_x25_villages_decide_at_once_at_the_end_of_a_turn_and_at_the_end(scenario: Opened) -> None:
    from ibbprint.systems.printed.rules.victory import judge

    def after(moment: str, turn: int, **held: str) -> str:
        position = Position(scenario, turn, "move", "crown", "regiment 0206", "spears 1204")
        state = position.state
        for hex, side in held.items():
            state.holders[position.hex(hex[1:])] = position.setting.sides.index(side)
        judge(state, moment)
        return "" if not state.over else position.setting.sides[state.winner] if state.winner >= 0 else "draw"

    assert after("once", 3, h0806="crown", h1103="crown", h1109="crown") == "crown"
    assert after("once", 3, h0806="crown", h1103="crown") == ""
    assert after("end", 8, h0806="crown", h1103="crown") == "crown"
    assert after("end", 8, h0806="crown") == "marsh"
    assert after("turn", 4, h0206="marsh") == "marsh"
    assert after("turn", 4) == ""


# --- odds -----------------------------------------------------------------------------------------------------------


def asked(folder: Path, *words: str) -> dict[str, Fraction]:
    """The chance of each code, and of each sum, by its id."""
    result = call_cli("odds", *words, "--pack", str(folder), "--json")
    assert result.returncode == 0, result.stderr
    answer = json.loads(result.stdout)
    rows = [*answer["results"], *answer["sums"]]
    return {row["id"]: Fraction(row["chance"]) for row in rows if Fraction(row["chance"])}


THIRD, SIXTH, HALF = Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)
AT_THREE = {"DR": THIRD, "D1": THIRD, "A1": SIXTH, "–": SIXTH}
AT_FIVE = {"EX": THIRD, "D1": THIRD, "DR": SIXTH, "D2": SIXTH}


@pytest.mark.rule("P-41", "P-42", "P-43", "P-44", "P-45", "P-48")
@pytest.mark.parametrize(
    ("words", "options", "codes"),
    [
        (["2 regiment, aske", "vs", "spears"], ["--at", "0806", "--from", "0706"], AT_THREE),
        (["2 regiment", "vs", "spears"], ["--at", "0806", "--from", "0706", "--from", "0905"], AT_THREE),
        (
            ["pioneers, regiment", "vs", "spears"],
            ["--at", "0806", "--from", "0706"],
            {"DR": THIRD, "A1": SIXTH, "D1": SIXTH, "EX": SIXTH, "–": SIXTH},
        ),
        (["2 regiment, bombard@0505, aske", "vs", "spears, boatmen"], ["--at", "0706", "--from", "0606"], AT_FIVE),
        (
            ["bombard", "vs", "spears"],
            ["--at", "0706", "--from", "0505"],
            {"A1": THIRD, "DR": THIRD, "EX": SIXTH, "–": SIXTH},
        ),
        (
            ["regiment", "vs", "spears, boatmen"],
            ["--at", "0706", "--from", "0606", "--turn", "1"],
            {"A1": THIRD, "–": THIRD, "A2": SIXTH, "EX": SIXTH},
        ),
        (["oathsworn, spears, 2 bowmen, reed", "vs", "2 regiment"], [], AT_FIVE),
    ],
    ids=["x09", "x10", "x11", "x12", "x13", "x14", "x16"],
)
def test_x09_to_x16_the_odds_of_attacks_on_the_map(
    folder: Path, words: list[str], options: list[str], codes: dict[str, Fraction]
) -> None:
    answer = asked(folder, *words, *options)
    assert {code: chance for code, chance in answer.items() if code.upper() == code} == codes


def test_x13_a_shooter_at_a_distance_loses_nothing(folder: Path) -> None:
    answer = asked(folder, "bombard", "vs", "spears", "--at", "0706", "--from", "0505")
    assert "attacker" not in answer
    assert answer["loses"] == SIXTH


@pytest.mark.rule("P-42", "P-24")
def test_x14_x15_what_is_refused_names_its_ruling(folder: Path) -> None:
    low = call_cli("odds", "bowmen", "vs", "guard, regiment", "--pack", str(folder))
    assert low.returncode == 2
    assert "difference −7 is below −3 [printed:P-42]" in low.stderr
    words = ("odds", "regiment", "vs", "boatmen", "--at", "0705", "--from", "0606", "--pack", str(folder))
    assert "[printed:P-24]" in call_cli(*words).stderr
    assert call_cli(*words, "--turn", "2").returncode == 0


@pytest.mark.rule("P-53")
def test_x17_a_unit_on_its_last_step_is_eliminated(folder: Path) -> None:
    answer = asked(folder, "2 regiment", "vs", "reduced spears", "--shift", "-2")
    assert answer["eliminated"] == THIRD
    assert answer["empty"] == THIRD + THIRD


def test_x18_an_attack_is_weighed_by_the_strength_of_steps(scenario: Opened) -> None:
    position = Position(scenario, LOW, "fight", "crown", "regiment 0706 0706", "spears 0806", "aske 0706")
    state = position.state
    attackers, spears, aske = state.counters[:2], state.counters[2], state.counters[3]
    fight = attacks.fight_of(state)
    assault = attacks.Assault(fight, tuple(attackers), (spears.hex,), (spears,), aske)
    strength = dict.fromkeys(("attackers", "defenders"), Fraction(0))
    for code, chance in attacks.weigh(state, assault).chances(fight).items():
        for clause in fight.effects[code]:
            if clause.act == "lose":
                units = attackers if clause.who == "attackers" else [spears]
                strength[clause.who] += chance * Fraction(least_lost(units, clause.number))
    assert strength == {"defenders": Fraction(2, 3), "attackers": Fraction(1, 3)}


def test_strengths_alone_and_whole_tables_can_be_asked_for(folder: Path) -> None:
    assert asked(folder, "7", "vs", "3", "--shift", "1") == AT_FIVE
    table = call_cli("odds", "--table", "crt", "--pack", str(folder)).stdout
    assert "+8" in table
    assert "D2" in table
    grid = call_cli("odds", "--grid", "regiment", "--pack", str(folder)).stdout
    assert "Spearmen" in grid
