"""Tournaments: every pairing of policies from both sides on the same seeds, and who plays better where."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from ibbprint.components.figures.charts import draw_chart
from ibbprint.components.style import read_style
from ibbprint.drawing import fonts
from ibbprint.drawing.shapes import Text
from ibbprint.jobs.playtests import Playtest, playtest
from ibbprint.materials.charts import Bar, Forest
from ibbprint.playtest.outcome import Outcome
from ibbprint.playtest.tally import Tally
from ibbprint.playtest.tournament import Pairing, duels, hopeless
from ibbprint.problems import Report
from ibbprint.reports.playtest_words import Words
from ibbprint.shipped import shipped
from tests.helpers import ROOT, call_cli, refused_playtest
from tests.pdf import read_pdf
from tests.playtest.test_playtest import record


def tally(margins: list[float]) -> Tally:
    """Games that the first side wins by these levels."""
    result = Tally(["red", "blue"], ())
    for margin in margins:
        winner = "red" if margin > 0 else "blue" if margin < 0 else None
        result.add(record(winner=winner, margins=[0, margin]))
    return result


def test_what_a_scenario_gives_either_side_cancels() -> None:
    """Red is 2 levels ahead whoever plays it; the good policy adds 1 on either side."""
    games = {("good", "good"): [2, 2], ("good", "poor"): [3, 3], ("poor", "good"): [1, 1], ("poor", "poor"): [2, 2]}
    (duel,) = duels([Pairing(first, second, tally(margins * 20)) for (first, second), margins in games.items()])
    assert (duel.one, duel.other, duel.margin.value) == ("good", "poor", 1.0)
    assert [place.gain.interval.value for place in duel.places] == [1.0, 1.0]
    assert [place.margin.value for place in duel.places] == [3.0, -1.0]
    assert [place.easy for place in duel.places] == [True, False]
    assert [(place.side, place.enemy) for place in duel.harder] == [("red", "good"), ("blue", "good")]
    assert [place.gain.interval.value for place in duel.harder] == [1.0, 1.0]
    assert [place.margin.value for place in duel.harder] == [2.0, -2.0]
    assert duel.beats


def test_what_a_weak_enemy_gives_away_is_no_proof_that_there_is_nothing_to_gain() -> None:
    """Blue wins whoever plays it against a poor enemy, and only well played against a good one."""
    games = {
        ("good", "good"): [1, -1],
        ("good", "poor"): [1, 1],
        ("poor", "good"): [-1, -1],
        ("poor", "poor"): [-1, -1],
    }
    pairings = [Pairing(first, second, tally(margins * 20)) for (first, second), margins in games.items()]
    (duel,) = duels(pairings)
    (_, weaker), (_, stronger) = duel.places, duel.harder
    assert (weaker.easy, weaker.gain.interval.value) == (True, 0.0)
    assert (stronger.enemy, stronger.easy, stronger.gain.interval.value) == ("good", False, 1.0)
    assert duel.beats


def test_a_side_that_both_play_alike_keeps_nobody_from_being_better() -> None:
    """The one is better as red; as blue both come to the same in every game, and games differ."""
    games = {("one", "one"): [1, 2], ("one", "other"): [1, 2], ("other", "one"): [-1, 0], ("other", "other"): [-1, 0]}
    pairings = [Pairing(first, second, tally(margins * 20)) for (first, second), margins in games.items()]
    (duel,) = duels(pairings)
    assert [place.alike for place in (*duel.places, *duel.harder)] == [False, True, False, True]
    assert duel.beats
    (same,) = duels([pairing._replace(tally=tally([1, 2] * 20)) for pairing in pairings])
    assert not same.beats


def test_a_side_that_no_player_wins_with_is_hopeless_against_that_enemy_alone() -> None:
    """Blue wins against the poor player; against the good one it has won none of 30 games, whoever plays it."""
    games = {("good", "good"): 1.0, ("good", "poor"): 1.0, ("poor", "good"): -1.0, ("poor", "poor"): 1.0}
    pairings = [Pairing(first, second, tally([margin] * 30)) for (first, second), margin in games.items()]
    (seat,) = hopeless(pairings)
    assert (seat.side, seat.enemy, seat.won.value, seat.games) == ("blue", "good", 0.0, 30)
    assert 0.1 < seat.won.high < 0.125
    assert not list(hopeless([pairing._replace(tally=tally([1.0] * 12)) for pairing in pairings]))


def test_the_order_in_which_policies_are_named_does_not_matter() -> None:
    """The one ahead comes first either way, with the same figures."""
    games = {("good", "good"): [2, 2], ("good", "poor"): [3, 3], ("poor", "good"): [1, 1], ("poor", "poor"): [2, 2]}
    pairings = [Pairing(first, second, tally(margins * 20)) for (first, second), margins in games.items()]
    assert list(duels(pairings)) == list(duels(pairings[::-1]))


def test_whoever_does_worse_at_an_easy_place_is_not_better() -> None:
    """Red nearly always wins; the one gains on the side of Blue, and throws away what Red is given."""
    games = {("one", "one"): [1, 1], ("one", "other"): [1, 2], ("other", "one"): [0, -1], ("other", "other"): [2, 3]}
    (duel,) = duels([Pairing(first, second, tally(margins * 20)) for (first, second), margins in games.items()])
    assert (duel.one, [place.easy for place in duel.places]) == ("one", [True, False])
    assert duel.places[1].gain.interval.low > 0
    assert not duel.beats


def test_four_wins_of_four_make_no_place_easy() -> None:
    games = {("one", "one"): [1, 1], ("one", "other"): [1, 2], ("other", "one"): [0, -1], ("other", "other"): [2, 3]}
    (duel,) = duels([Pairing(first, second, tally(margins * 2)) for (first, second), margins in games.items()])
    assert not any(place.easy for place in duel.places)


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


def sentence(made: Outcome, games: dict[tuple[str, str], list[float]]) -> str:
    """What a report says first of who plays better, had a tournament ended like that."""
    pairings = [Pairing(first, second, tally(margins * 20)) for (first, second), margins in games.items()]
    return Words(replace(made, pairings=pairings)).strengths()


def test_one_sentence_says_who_plays_better_than_whom(played: Outcome) -> None:
    """Equals beat the same player; of a tournament that was stopped before its last pairing nothing is known."""
    strong = {"good": 1.0, "even": 1.0, "poor": 0.0}
    games = {(item, other): [strong[item] - strong[other]] * 2 for item in strong for other in strong}
    assert sentence(played, games) == "Good and even play better than poor; good is not surely better than even."
    assert sentence(played, {**games, ("poor", "poor"): []}) == "There are too few games yet to say who plays better."
    assert sentence(played, {pair: [0.0, 0.0] for pair in games}) == "No player is surely better than another."
    assert sentence(played, {}) == ""


@pytest.fixture(scope="module")
def cup() -> Playtest:
    return playtest("two-villages", games=6, jobs=1, tournament=["greedy", "random"])


@pytest.fixture(scope="module")
def played(cup: Playtest) -> Outcome:
    assert cup.outcome is not None
    return cup.outcome


def test_the_first_page_says_who_plays_better_and_shows_every_pairing(cup: Playtest) -> None:
    """As a chart each, with the figures of the terminal, and most of the page is used."""
    page, *_ = read_pdf(cup.pdf()).pages
    message = " ".join(page.texts)
    assert json.loads(cup.json)["verdict"].startswith("Greedy plays better than random. Victory goes to ")
    assert "Greedy plays better than random. " in message
    (duel,) = json.loads(cup.json)["duels"]
    for result in (duel["margin"], *(place["gain"] for place in duel["places"])):
        assert f"{result['value']:+.2f} ({result['low']:+.2f} to {result['high']:+.2f})" in message
    for pairing in json.loads(cup.json)["pairings"]:
        first, second = pairing["policies"].values()
        (label,) = [run for run in page.runs if run.text == f"{first} v {second}"]
        line = [run.text for run in page.runs if abs(run.y - label.y) < 0.1]
        assert line[-1] == "6"
        assert f"{100 * pairing['draws']['share']:.0f}%" in line
    lowest = max(run.y for run in page.runs if "100 mm" not in run.text)
    assert lowest > 0.75 * page.height


def test_words_and_scale_of_every_pairing_have_room_for_long_names(cup: Playtest) -> None:
    """In no row of the chart is a word on another, and the scale is at least 25 mm long."""
    style = read_style((shipped("templates"),), Report())
    assert style is not None
    output, more = "100% (100 to 100)", ("100%", "-10.00 (-10.00 to -10.00)", "1000000")
    label = "commander:10000 v commander:10000"
    heads = ("The Marcher League v the Barrow Kin", "wins", "drawn", "levels ahead", "games")
    chart = Forest((Bar(label, 100.0, 0.0, 100.0, output, more=more),), 0.0, 100.0, 50.0, " %", heads=heads)
    drawn = draw_chart(chart, style, 165.0)
    rows: dict[float, list[tuple[float, float]]] = {}
    for item in drawn.items:
        if isinstance(item, Text):
            wide = fonts.width(item.content, item.font, item.size)
            left = item.x - {"start": 0.0, "middle": wide / 2, "end": wide}[item.anchor]
            rows.setdefault(item.y, []).append((left, left + wide))
    assert sorted(map(len, rows.values())) == [5, 5, 6]
    for places in rows.values():
        assert all(before[1] < after[0] for before, after in pairwise(sorted(places)))
    scale = max(rows.values(), key=len)
    assert max(map(sum, scale)) / 2 - min(map(sum, scale)) / 2 >= 25


def test_every_pairing_is_played_from_both_sides_on_the_same_seeds(cup: Playtest) -> None:
    data = json.loads(cup.json)
    sides = [tuple(pairing["policies"].values()) for pairing in data["pairings"]]
    assert sides == [("greedy", "greedy"), ("greedy", "random"), ("random", "greedy"), ("random", "random")]
    assert [item["games"] for item in data["pairings"]] == [6] * 4
    assert data["duels"][0]["policy"] == "greedy"
    alone = json.loads(playtest("two-villages", games=6, jobs=1, policies="A=random,B=greedy").json)
    assert data["pairings"][2]["levels"] == alone["levels"]


def test_a_tournament_goes_on_from_its_log_and_says_who_plays_better(tmp_path: Path) -> None:
    log = tmp_path / "cup.jsonl"
    called = ("playtest", "two-villages", "--games", "6", "--tournament", "greedy,random", "--jobs", "1")
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
    arguments, output = WRONG[name]
    assert output in refused_playtest("two-villages", *arguments)
