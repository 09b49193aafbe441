"""The Battle Turn played: both battles to their end, saved and replayed, told in full, drawn; greedy beats random."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.leaning import Leaning
from ibbprint.engine.lattice import Rect, touches
from ibbprint.engine.session import Opened, Playing
from ibbprint.playtest.policies import play_game, play_on, policies, studied
from ibbprint.problems import Report
from ibbprint.reports.battle_report import Story
from ibbprint.systems.battle_turn.rules.state import State
from tests.bt_table import GAME
from tests.helpers import ROOT, SOAK, call_cli

TELLING = ROOT / "ibbprint" / "systems" / "battle_turn" / "data" / "telling.yaml"
BATTLES = {
    "the-moon-at-the-gate": ("iron-hall", "red-moon"),
    "the-inn-at-three-roads": ("marcher-league", "barrow-kin"),
}
GAMES = 100 if SOAK else 2


@cache
def opened(battle: str) -> Opened:
    report = Report()
    catalogue = GAME.open(battle, KitOptions(), report)
    assert catalogue is not None, "\n".join(map(str, report))
    return catalogue  # type: ignore[no-any-return]


def played(battle: str, seed: int, *names: str) -> Playing:
    """A game by one policy for each side."""
    return play_game(opened(battle), seed, policies(dict(zip(BATTLES[battle], names, strict=True)), seed), listen=True)


def sound(state: State) -> None:
    """Units are whole blocks on the table that overlap nobody; who is alone stands beside or away from them."""
    rects = [item.rect for item in state.standing()]
    barred = [*state.setting.barred]
    for number, rect in enumerate(rects):
        assert rect.within(state.setting.table)
        assert not any(rect.overlaps(other) for other in [*rects[:number], *barred])
    for unit in state.standing():
        assert 0 < unit.figures <= unit.kind.figures
        assert unit.front <= unit.figures
        assert (unit.block.depth // (2 if unit.kind.mounted else 1) - 1) * unit.front < unit.figures
    for leader in state.leaders:
        if leader.leads:
            assert (leader.cell is None) == (leader.unit >= 0)
            assert leader.cell is not None or state.units[leader.unit].stands
            assert leader.cell is None or not any(leader.cell.overlaps(rect) for rect in rects)


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_every_battle_is_played_to_its_end(battle: str, policy: str) -> None:
    """At most twelve turns; blocks stay whole at every decision; all is told; there is a drawing for every turn."""
    for seed in range(GAMES):
        game = play_game(
            opened(battle),
            seed,
            policies(dict.fromkeys(BATTLES[battle], policy), seed),
            True,
            lambda game, action: sound(game.state),  # type: ignore[attr-defined]
        )
        assert game.is_over
        over = game.events[-1]
        assert over.kind == "over"
        assert over.values["why"] in {"beaten", "both", "time"}
        assert over.values["winner"] == game.result.winner
        assert over.turn == 12 or over.values["why"] != "time"
        assert not {passage.kind for passage in game.tale()} & {"event"}
        assert max(map(len, Story(opened(battle), game, seed, {}).text().splitlines())) <= 100
        board = game.board()
        assert board is not None
        assert [layer.id for layer in board.layers] == ["set-up", *(f"turn-{n:02}" for n in range(1, over.turn + 1))]


def test_a_turn_has_the_decisions_of_a_turn() -> None:
    """Some 20 to 40 decisions a turn (B-66), of two to eight choices but for orders and leaders."""
    game = opened("the-moon-at-the-gate").start(3, listen=True)
    chosen: list[int] = []
    stream = policies(dict.fromkeys(game.sides, "random"), 3)
    while game.to_move is not None:
        candidates = game.candidates()
        chosen.append(len(candidates))
        game.play(stream[game.to_move].choose(game))
    assert 15 <= len(chosen) / game.turn <= 45
    assert 2 <= median(chosen) <= 8


@pytest.mark.parametrize("side", [0, 1])
def test_greedy_play_beats_random_play(side: int) -> None:
    """From either side of the inn greedy play wins more games than it loses; in the soak of both battles together.

    At the gate most units attack or hold whatever their side would like, so a policy has less to say there.
    """
    won: Counter[str] = Counter()
    for battle, sides in list(BATTLES.items())[0 if SOAK else 1 :]:
        names = ["random", "random"]
        names[side] = "greedy"
        for seed in range(3 * GAMES):
            winner = played(battle, seed, *names).result.winner
            won["draw" if winner is None else "greedy" if winner == sides[side] else "random"] += 1
    assert won["greedy"] > won["random"], won


def test_a_saved_battle_is_replayed(tmp_path: Path) -> None:
    """The command saves a game line by line; replaying it gives the same report; a wrong line has its place."""
    saved = tmp_path / "game.txt"
    first = call_cli("play", "the-inn-at-three-roads", "--seed", "7", "--save", str(saved))
    assert first.returncode == 0, first.stderr
    again = call_cli("replay", str(saved))
    assert again.returncode == 0, again.stderr
    assert again.stdout == first.stdout
    lines = saved.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("stay L3"))
    lines[number] = "move L3 30,30"
    saved.write_text("\n".join(lines) + "\n", encoding="utf-8")
    wrong = call_cli("replay", str(saved))
    assert wrong.returncode == 1
    assert f"game.txt:{number + 1}:" in wrong.stderr
    assert "B-56" in wrong.stderr


def test_a_save_by_hand_may_hold_moves_that_nobody_lists() -> None:
    """Any move on the lattice that the rules allow is legal, a turn on the way as well (Z.12, B-51)."""
    game = opened("the-moon-at-the-gate").start(1)
    state: State = game.state  # type: ignore[attr-defined]
    while game.to_move is not None and not (state.phase == "movement" and game.text(game.candidates()[0]) == "stay A6"):
        game.play(game.candidates()[0])
    for line in ("move A6 52,12", "move A6 53,9", "move A6 east 62,12", "reform A6 5"):
        assert game.fault(line) is None, line
        assert line not in {game.text(action) for action in game.candidates()}
    for line in ("move A6 54,30", "move A6 sideways 54,12", "move A6 south 54,30"):
        problem = game.fault(line)
        assert problem is not None
        assert problem.rule == "battle-turn:B-51"


def test_a_view_has_no_orders_that_were_not_seen() -> None:
    """The enemy’s orders are unknown until he moves; then they are what he was seen to do."""
    game = opened("the-moon-at-the-gate").start(1)
    own, other = game.sides

    def orders(side: str, of: int) -> set[str]:
        state: State = game.view(side).state  # type: ignore[attr-defined]
        return {unit.orders for unit in state.units_of(of)}

    assert orders(own, 1) == {""}
    assert {unit.orders for unit in game.state.units} == {"attack", "hold", "oppose"}  # type: ignore[attr-defined]
    assert "" not in {unit.orders for unit in game.view(own).guess(3).state.units}  # type: ignore[attr-defined]
    assert orders(own, 0) == {"attack", "hold", "oppose"}
    while game.turn == 1:
        game.play(game.candidates()[0])
    assert orders(own, 1) == {"attack", "oppose"}
    assert orders(other, 0) == {"attack", "hold", "oppose"}


def test_the_report_of_a_battle() -> None:
    """It names the armies with their orders, tells each throw with what counted, and how it stands after each turn."""
    output = call_cli("play", "the-moon-at-the-gate", "--seed", "7").stdout
    assert output.startswith("The Moon at the Gate\n====================\n")
    flat = " ".join(output.split())
    assert "Hall Guard (A1: 12, HOLD), Great Axes (A2: 14, ATTACK)" in flat
    assert "Hild (AL1 with A3)" in flat
    assert re.search(r"\d+ dice at \d+%, [a-z]", flat)
    assert re.search(r"\(die \d+, [A-Za-z% ]+ [+–]\d", flat)
    assert "After turn 1\n------------\n" in output
    assert re.search(r"won: .* lost half its worth|A draw", flat)


def test_a_blind_end_is_no_contact() -> None:
    """Blocks that only share a corner are as near as can be and do not fight (Z.9)."""
    assert not touches(Rect(0, 0, 4, 2), Rect(4, 2, 8, 4))


# --- commanders -------------------------------------------------------------------------------------------------


def test_orders_that_nobody_has_seen_are_guessed() -> None:
    """Own orders are as they are; nobody with a bow is thought to attack; other guesses differ."""
    view = opened("the-moon-at-the-gate").start(3).view("iron-hall")
    guesses = [view.guess(seed).state.units for seed in range(8)]  # type: ignore[attr-defined]
    for units in guesses:
        assert [unit.orders for unit in units[:6]] == ["hold", "attack", "hold", "hold", "oppose", "oppose"]
        assert all(unit.orders for unit in units)
        assert units[10].orders != "attack"
    assert len({tuple(unit.orders for unit in units) for units in guesses}) > 4


def test_a_side_stands_better_the_less_is_left_of_the_enemy() -> None:
    """Shaken, then gone, unit by unit; a battle won is worth more than any other."""
    game = opened("the-inn-at-three-roads").start(4)
    first, second = game.sides
    state = game.state  # type: ignore[attr-defined]
    stood = [game.evaluate(first)]
    for unit in [item for item in state.units if item.side == 1][:3]:
        unit.condition, unit.disorganised = "shaken", True
        stood.append(game.evaluate(first))
        unit.fate = 2
        stood.append(game.evaluate(first))
    assert stood == sorted(set(stood))
    assert game.evaluate(second) == pytest.approx(-stood[-1])
    state.winner, state.over = 0, True
    assert game.evaluate(first) > stood[-1]


def test_who_holds_keeps_his_arrows_and_who_stands_stays() -> None:
    """As long as he may: nobody of his shoots, sends orders to attack, moves or turns of his own will."""
    usual, held = Counter[str](), Counter[str]()
    game = opened("the-inn-at-three-roads").start(6)
    leaning = Leaning(holds=True, stands=True)
    while game.turn < 8 and not game.is_over:
        view = game.view(str(game.to_move))
        usual.update(action.verb for action in view.best())
        held.update(action.verb for action in view.best(leaning))
        game.play(view.best()[0])
    assert usual["shoot"]
    assert usual["move"] + usual["turn"]
    assert not held["shoot"] + held["move"] + held["turn"]


def test_a_commander_commands_by_the_command_line(tmp_path: Path) -> None:
    """One effort for one side: the saved game begins as the same seed does again, in the soak to its end."""
    battle, sides, effort = "the-moon-at-the-gate", BATTLES["the-moon-at-the-gate"], ("commander:2", "greedy")
    policy = ",".join(map("=".join, zip(sides, effort, strict=True)))
    ran = call_cli("play", battle, "--seed", "5", "--policy", policy, "--save", "a.game", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    ready, names = opened(battle), dict(zip(sides, effort, strict=True))
    game, stream = ready.start("5"), policies(names, "5", studied(ready, names))
    results: list[str] = []
    play_on(game, stream, None if SOAK else 1, lambda game, action: results.append(game.text(action)))
    saved = (tmp_path / "a.game").read_text(encoding="utf-8").splitlines()
    played = [line for line in saved if line and not re.match(r"#|[a-z]+: |ibbprint game", line)]
    assert len(results) > 20
    assert played[: len(results)] == results


@pytest.mark.skipif(not SOAK, reason="whole games; the commander's playtest of another game is in test_commander")
def test_a_commander_is_playtested_by_the_command_line(tmp_path: Path) -> None:
    command = ("playtest", "the-moon-at-the-gate", "--games", "2", "--jobs", "1", "--policy", "A=commander:2,B=greedy")
    ran = call_cli(*command, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "commander:2 plays the Iron Hall" in " ".join(ran.stdout.split())


def test_the_map_of_a_turn_shows_the_state_of_each_unit() -> None:
    """A frame, the turn, both armies, and behind each id S, B and D as its markers would say."""
    game = played("the-inn-at-three-roads", 11, "greedy", "greedy")
    board = game.board()
    assert board is not None
    assert board.framed
    assert "S shaken" in board.note
    lines = [event.values["stands"] for event in game.events if "stands" in event.values]
    text = [{mark.standers[0].ids[0] for mark in layer.stands} for layer in board.layers]
    expected = [
        {
            key + (f"·{sign}" if (sign := {"shaken": "S", "bloodlust": "B"}.get(stand[6], "") + "D" * stand[7]) else "")
            for key, stand in stands.items()
        }
        for stands in lines
    ]
    assert text == expected
    assert any("·SD" in id for ids in text for id in ids)
