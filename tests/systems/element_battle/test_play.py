"""The element battle played: whole games, sound at every decision, saved and replayed, told in full, drawn."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.lattice import is_within, touches
from ibbprint.engine.session import Opened, Playing
from ibbprint.playtest.policies import play_game, policies
from ibbprint.problems import Report
from ibbprint.reports.battle_report import Story
from ibbprint.systems.element_battle.rules import contact, moving
from ibbprint.systems.element_battle.rules.state import LOST, Element, State
from tests.eb_table import GAME
from tests.helpers import SOAK, call_cli

SIDES = ("attacker", "defender")
SEEDS = range(40 if SOAK else 4)
SOAKED = 60
WINS = {"attacker": 0.7, "defender": 0.9}
"""The share of games that greedy play wins against random play. (Of 120 with other seeds it won 95 as attacker, lost 14
and drew 11; of 60 as defender it won 58, lost 1 and drew 1.)"""


@cache
def opened(battle: str = "deep-delve") -> Opened[Any]:
    report = Report()
    result = GAME.open(battle, KitOptions(), report)
    assert result is not None, "\n".join(map(str, report))
    return result  # type: ignore[no-any-return]


def played(which: Opened[Any], seed: int, *names: str) -> Playing:
    """A game by one policy for each side, looked at before every decision."""
    return play_game(
        which,
        seed,
        policies(dict(zip(SIDES, names, strict=True)), seed),
        listen=True,
        noted=lambda game, action: sound(game.state),
    )


def sound(state: State) -> None:
    """Bases are on the table and overlap nobody; PIPs are as they may be; who meets an enemy takes part in a fight."""
    standing = state.standing()
    for element in standing:
        assert element.rect.within(state.setting.table)
    for element, other in combinations(standing, 2):
        assert not element.rect.overlaps(other.rect), (element.key, other.key)
    assert 0 <= state.pips <= 6
    if state.phase == "combat" and not state.questions:
        unfought = {id for pair in contact.fights(state) for id in pair}
        assert {id for pair in state.fights for id in pair} <= {element.id for element in standing}
        assert unfought or not state.fights
        fights = contact.fights(state)
        if set(state.fights) == set(fights):
            for element in standing:
                assert not contact.fronts(state, element) or takes_part(state, element, fights), element.key


def takes_part(state: State, element: Element, fights: Sequence[contact.Fight]) -> bool:
    """Whether an element fights, or counts on a flank or in the rear of an enemy who does (H-26)."""
    pairs = [(state.elements[mine], state.elements[theirs]) for mine, theirs in fights]
    return any(
        element is item or (item.side != element.side and element in contact.pressed(state, item, other).touching)
        for pair in pairs
        for item, other in (pair, pair[::-1])
    )


@pytest.mark.parametrize("names", [("greedy", "greedy"), ("random", "greedy"), ("random", "random")])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_is_sound_to_its_end(names: tuple[str, str], seed: int) -> None:
    """And its report tells each turn, with nothing left to be filled in."""
    game = played(opened(), seed, *names)
    assert game.is_over
    assert game.turn <= 40
    text = Story(opened(), game, seed, dict(zip(SIDES, names, strict=True))).text()
    assert text.count("\nTurn ") == game.turn
    assert not set("{}") & set(text)
    assert "Also:" not in text


def test_greedy_armies_fight_where_they_touch_move_as_a_whole_and_stay_in_command() -> None:
    """At the beginning of close combat nobody stands idle in contact; only lurkers may never move.

    Only who fights may have followed an enemy out of command.
    """
    game = opened().start(3, listen=True)
    order = policies(dict.fromkeys(SIDES, "greedy"), 3)
    contacts = 0
    while (side := game.to_move) is not None:
        action = order[side].choose(game.view(side))
        state: State = game.state
        if action.verb == moving.END and (general := state.general(state.side)):
            friends = [friend for friend in state.of(state.side) if not friend.is_place]
            idle = [friend for friend in friends if not contact.is_engaged(state, friend)]
            assert all(is_within(friend.rect, general.rect, state.setting.command) for friend in idle)
        game.play(action)
        if state.phase != "movement" or state.over:
            continue
        fighting = {id for pair in contact.fights(state) for id in pair}
        for element in state.standing():
            for enemy in contact.fronts(state, element):
                contacts += 1
                assert enemy.id in fighting
                assert touches(element.rect, enemy.rect)
    assert contacts > 10
    moved = {key for event in game.events if event.kind in ("moves", "charges") for key in event.values["units"]}
    unmoved = [element.kind.id for element in state.elements if not element.is_place and element.key not in moved]
    assert set(unmoved) <= {"lurkers"}


def test_greedy_beats_random() -> None:
    """It loses fewer elements; in many games it wins most of them, whichever side it has."""
    games = range(SOAKED if SOAK else 3)
    lost: Counter[str] = Counter()
    for seat, side in enumerate(SIDES):
        names = ["random", "random"]
        names[seat] = "greedy"
        results = [played(opened(), seed, *names) for seed in games]
        lost["greedy"] += sum(game.state.lost(seat) for game in results)
        lost["random"] += sum(game.state.lost(1 - seat) for game in results)
        if SOAK:
            winners = Counter(game.result.winner for game in results)
            assert winners[side] >= WINS[side] * len(games), winners
            assert winners[side] > 3 * winners[SIDES[1 - seat]], winners
    assert lost["greedy"] < lost["random"]


def test_a_saved_game_is_replayed_and_drawn(tmp_path: Path) -> None:
    """The same report word for word, and a map for every turn."""
    saved = tmp_path / "game.txt"
    result = call_cli("play", "deep-delve", "--seed", "4", "--save", str(saved))
    assert result.returncode == 0, result.stderr
    again = call_cli("replay", str(saved))
    assert again.stdout == result.stdout
    drawn = call_cli("play", "deep-delve", "--seed", "4", "--brief", "--map-every-turn", str(tmp_path / "maps"))
    assert drawn.returncode == 0, drawn.stderr
    last = int(re.findall(r"\nTurn (\d+) of", result.stdout)[-1])
    assert len(list((tmp_path / "maps").glob("turn-*.pdf"))) == last


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"] if SOAK else ["a"])
def test_what_generate_rolls_up_plays_to_an_end(tmp_path: Path, seed: str) -> None:
    path = tmp_path / "battle.yaml"
    result = call_cli("generate", "element-battle", "--seed", seed, "-o", str(path))
    assert result.returncode == 0, result.stderr
    game = played(opened(str(path)), 1, "greedy", "greedy")
    assert game.is_over
    assert any(element.fate == LOST for element in game.state.elements)


SWAPPED = "hollow", "reed"
"""The seeds of the battles that are turned round."""


@pytest.mark.parametrize("seed", SWAPPED if SOAK else SWAPPED[:1])
def test_a_generated_battle_plays_the_other_way_round(seed: str, tmp_path: Path) -> None:
    """The defender listed first, each army in the other role: saved, replayed, drawn each turn, asked for its odds."""
    path, saved = tmp_path / "battle.yaml", tmp_path / "battle.game"
    assert call_cli("generate", "element-battle", "--seed", seed, "-o", str(path)).returncode == 0
    battle = yaml.safe_load(path.read_text(encoding="utf-8"))
    roles = [army["role"] for army in battle["armies"]]
    for army, role in zip(battle["armies"], reversed(roles), strict=True):
        army["role"] = role
    path.write_text(yaml.safe_dump(battle, allow_unicode=True), encoding="utf-8")
    result = call_cli(
        "play", str(path), "--seed", "2", "--save", str(saved), "--map-every-turn", str(tmp_path / "maps")
    )
    assert result.returncode == 0, result.stderr
    report = result.stdout[result.stdout.index("\nTurn 1 of") :]
    name = battle["armies"][0]["name"].removeprefix("The ")
    assert report.splitlines()[1].endswith(name), "the defender begins"
    turns = int(re.findall(r"\nTurn (\d+) of", report)[-1])
    assert len(list((tmp_path / "maps").glob("turn-*.pdf"))) == turns
    again = call_cli("replay", str(saved))
    assert again.stdout[again.stdout.index("\nTurn 1 of") :] == report
    lines = saved.read_text(encoding="utf-8").splitlines()
    last = max(number for number, line in enumerate(lines) if line.startswith("fight "))
    saved.write_text("\n".join((*lines[:last], "")), encoding="utf-8")
    pair = lines[last].removeprefix("fight ").replace("->", "vs")
    odds = call_cli("odds", "combat", "--game", "element-battle", "--at", str(saved), pair, "--json")
    assert odds.returncode == 0, odds.stderr
    assert sum(Fraction(row["chance"]) for row in json.loads(odds.stdout)["results"]) == 1
