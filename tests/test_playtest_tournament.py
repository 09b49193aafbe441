"""Tournaments: every pairing of policies from both sides on the same seeds, and who plays better where."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ibbprint.jobs.playtests import playtest
from ibbprint.playtest.tally import Tally
from ibbprint.playtest.tournament import Pairing, duels
from tests.helpers import ROOT, call_cli, refused_playtest
from tests.test_playtest import record


def tally(margins: list[float]) -> Tally:
    """Games that the first side wins by these levels."""
    found = Tally(["red", "blue"], ())
    for margin in margins:
        winner = "red" if margin > 0 else "blue" if margin < 0 else None
        found.add(record(winner=winner, margins=[0, margin]))
    return found


def test_what_a_scenario_gives_either_side_cancels() -> None:
    """Red is 2 levels ahead whoever plays it; the good policy adds 1 on either side."""
    games = {("good", "good"): [2, 2], ("good", "poor"): [3, 3], ("poor", "good"): [1, 1], ("poor", "poor"): [2, 2]}
    (duel,) = duels([Pairing(first, second, tally(margins * 20)) for (first, second), margins in games.items()])
    assert (duel.one, duel.other, duel.margin.value) == ("good", "poor", 1.0)
    assert [place.gain.interval.value for place in duel.places] == [1.0, 1.0]
    assert [place.margin.value for place in duel.places] == [3.0, -1.0]
    assert [place.easy for place in duel.places] == [True, False]
    assert duel.beats


def test_two_games_prove_nobody_better() -> None:
    games = {("one", "one"): [0, 0], ("one", "other"): [1, 1], ("other", "one"): [-1, -1], ("other", "other"): [0, 0]}
    (duel,) = duels([Pairing(first, second, tally(margins)) for (first, second), margins in games.items()])
    assert duel.margin.value == 1
    assert duel.margin.low < 0
    assert not duel.beats


def test_no_policy_beats_another_that_does_as_well_in_its_place() -> None:
    even = [1.0, -1.0] * 20
    names = ("one", "other")
    (duel,) = duels([Pairing(first, second, tally(even)) for first in names for second in names])
    assert not duel.beats
    assert duel.margin.value == 0


def test_every_pairing_is_played_from_both_sides_on_the_same_seeds() -> None:
    made = json.loads(playtest("two-villages", games=10, seed="cup", jobs=1, tournament=["greedy", "random"]).json)
    sides = [tuple(one["policies"].values()) for one in made["pairings"]]
    assert sides == [("greedy", "greedy"), ("greedy", "random"), ("random", "greedy"), ("random", "random")]
    assert [one["games"] for one in made["pairings"]] == [10] * 4
    assert made["duels"][0]["policy"] == "greedy"
    alone = json.loads(playtest("two-villages", games=10, seed="cup", jobs=1, policies="A=random,B=greedy").json)
    assert made["pairings"][2]["levels"] == alone["levels"]


def test_a_tournament_goes_on_from_its_log_and_says_who_plays_better(tmp_path: Path) -> None:
    log = tmp_path / "cup.jsonl"
    called = ("playtest", "two-villages", "--games", "10", "--tournament", "greedy,random", "--jobs", "1")
    first = call_cli(*called, "--log", str(log), cwd=ROOT)
    whole = log.read_bytes()
    log.write_bytes(b"".join(whole.splitlines(keepends=True)[:4]))
    again = call_cli(*called, "--log", str(log), cwd=ROOT)
    assert again.stdout == first.stdout
    assert log.read_bytes() == whole
    assert "greedy plays better than random: +" in again.stdout
    other = call_cli("playtest", "two-villages", "--games", "10", "--log", str(log), cwd=ROOT)
    assert other.returncode == 2
    assert "belongs to another playtest" in other.stderr


WRONG: dict[str, tuple[list[str], str]] = {
    "no such policy": (["--tournament", "greedy,rondom"], "there is no policy 'rondom'. Did you mean random?"),
    "only one": (["--tournament", "greedy"], "--tournament takes 2 to 6 policies, not 1."),
    "one twice": (["--tournament", "greedy,greedy"], "greedy is named twice."),
    "of a side": (["--tournament", "A=greedy,random"], "takes names of policies, not 'a=greedy'"),
    "with policies": (["--tournament", "greedy,random", "--policy", "random"], "--policy cannot be used with"),
    "with a comparison": (["--tournament", "greedy,random", "--vary", "R-1=a"], "--vary cannot be used with"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_tournament_is_refused_before_the_first_game(name: str) -> None:
    arguments, said = WRONG[name]
    assert said in refused_playtest("two-villages", *arguments)
