"""How near each condition of victory came: figures, thresholds, the most even cut, and the sentences of the report."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.engine.api.gauges import Bound, Gauge, meets
from ibbprint.engine.api.watching import Present, Spell
from ibbprint.jobs.plays import opened_scenario
from ibbprint.jobs.playtest_files import Playtest
from ibbprint.jobs.playtests import playtest
from ibbprint.playtest.findings import findings
from ibbprint.playtest.nearness import in_hands, nearness, to_ease
from ibbprint.playtest.policies import play_game, policies
from ibbprint.playtest.recording import Service
from ibbprint.playtest.tally import Tally
from ibbprint.playtest.tournament import Pairing
from ibbprint.problems import Report
from ibbprint.reports.playtest_nearness import conditions
from ibbprint.systems.ibb.rules import victory
from tests.pdf import read_pdf
from tests.playtest.test_faults import BRIDGE, changed
from tests.playtest.test_playtest import record
from tests.systems.printed.played import laid, opened, played_folders

OTHER_NUMBERS = {"at_least: 75%": "at_least: 31%", "at_least: 60%": "at_least: 22%", 'at_most: "10"': 'at_most: "3"'}
BOUNDS: tuple[Bound, ...] = ("at least", "at most", "less than", "more than")


def gauge(bound: Bound = "at least", threshold: float = 12, side: str = "red", level: str = "") -> Gauge:
    return Gauge(side, "wagons over the ford", bound, threshold, lambda _: 0, level=level)


def games_with(*ends: float) -> Tally:
    """A game for each figure at its end, the only gauge."""
    tally = Tally(["red", "blue"], ())
    for end in ends:
        tally.add(record(figures=[[0, 0, 0, end]]))
    return tally


def test_the_cut_says_which_threshold_half_of_the_games_meet() -> None:
    (near,) = nearness(games_with(0, 2, 5, 7, 9, 12), [gauge()])
    assert (near.met, near.games) == (1, 6)
    assert near.better is not None
    assert (near.better.threshold, near.better.games) == (7, 3)
    assert near.moments[0] == Counter({0: 6})


def test_where_all_games_come_to_the_same_no_threshold_parts_them() -> None:
    (near,) = nearness(games_with(4, 4, 4), [gauge()])
    assert near.cut is None
    assert to_ease([near], "red") is None


@given(st.lists(st.integers(-40, 400).map(lambda n: n / 8), min_size=1, max_size=30), st.sampled_from(BOUNDS))
def test_no_whole_threshold_parts_the_games_more_evenly_than_the_cut(ends: list[float], bound: Bound) -> None:
    (near,) = nearness(games_with(*ends), [gauge(bound)])
    counts = [sum(meets(end, bound, threshold) for end in ends) for threshold in range(-8, 54)]
    best = min(abs(2 * count - len(ends)) for count in counts)
    if near.cut is None:
        assert best == len(ends)
    else:
        assert near.cut.games == sum(meets(end, bound, near.cut.threshold) for end in ends)
        assert abs(2 * near.cut.games - len(ends)) == best


def test_what_each_policy_makes_of_a_condition_stands_side_by_side() -> None:
    """Players who come to other figures decide; where all come to the same, the scenario does."""
    ends = {("bold", "bold"): (9, 8, 9, 7), ("bold", "shy"): (9, 9, 9, 9), ("shy", "bold"): (1, 0, 2, 1)}
    ends["shy", "shy"] = (1, 1, 1, 2)
    pairings = [Pairing(*pair, games_with(*map(float, figures))) for pair, figures in ends.items()]
    red, blue = in_hands(pairings, 0)
    assert (red.side, red.enemy, list(red.ends)) == ("red", "bold", ["bold", "shy"])
    assert red.differ
    assert not blue.differ
    ((_, output),) = conditions(nearness(pairings[0].tally, [gauge()]), str, lambda number: in_hands(pairings, number))
    assert output[-2] == "Red against bold: 8 by bold and 1 by shy. The players decide it."
    assert output[-1].endswith("As far as these games show, the scenario decides it.")
    assert not list(in_hands(pairings[:1], 0))


def test_what_to_ease_is_the_first_level_of_the_loser_then_that_of_the_winner() -> None:
    tally = Tally(["red", "blue"], ())
    for end in range(10):
        tally.add(record(figures=[[end], [end], [0]]))
    gauges = [gauge(threshold=9, level="minor"), gauge(threshold=8, level="major"), gauge(side="blue", threshold=5)]
    nears = nearness(tally, gauges)
    assert to_ease(nears, "red") is nears[0]
    assert to_ease(nears, "blue") is nears[0]


def test_pieces_and_spells_that_do_nothing_stand_out_by_name() -> None:
    """A gun that fires and hits nobody, a counter that is idle in nine turns of ten, a spell cast in one game."""
    gun = Service(acts=3, turns=10, idle=0, lost=0, attacks=2, kills=0, orders=0, refused=0)
    idle = Service(acts=1, turns=10, idle=9, lost=0, attacks=0, kills=0, orders=0, refused=0)
    roll = [Present("A1", "Culverin", "culverin", "red", "engine"), Present("B1", "Grooms", "grooms", "blue")]
    tally = Tally(["red", "blue"], roll)
    for number in range(40):
        cast = {"red/fog": {"cast": 1, "failed": 0, "kills": 0}} if not number else {}
        winner = ("red", "blue")[number % 2]
        tally.add(record(winner=winner, pieces={"A1": gun, "B1": idle}, spells=cast))
    results = findings(tally, [Spell("fog", "Fog", "red")])
    assert [tuple(item) for item in results] == [
        ("idle", "B1", 360, 400),
        ("no-effect", "A1", 0, 80),
        ("hardly-cast", "red/fog", 1, 40),
    ]


@pytest.fixture(scope="module")
def ford(tmp_path_factory: pytest.TempPathFactory) -> Playtest:
    """The bridge with other thresholds, played ten times."""
    path = changed(BRIDGE, tmp_path_factory.mktemp("ford") / "other-ford.yaml", OTHER_NUMBERS)
    result = playtest(str(path), games=10, jobs=1, force=True)
    assert result.outcome is not None, result.report
    return result


def test_every_condition_of_a_scenario_has_its_figures_against_its_threshold(ford: Playtest) -> None:
    data = json.loads(ford.json)
    conditions = [(item["side"], item["level"], item["bound"], item["threshold"]) for item in data["conditions"]]
    assert conditions == [
        ("tudwall", "minor victory", "at least", 31),
        ("tudwall", "major victory", "at least", 22),
        ("tudwall", "incredible victory", "at least", 1),
        ("rotwang", "minor victory", "at most", 3),
        ("rotwang", "major victory", "at least", 2),
    ]
    won = sum(item["games"] for level, item in data["levels"]["tudwall"].items() if int(level))
    lower, upper = data["conditions"][:2]
    assert max(lower["met"]["games"], upper["met"]["games"]) <= won <= lower["met"]["games"] + upper["met"]["games"]
    assert won > 0
    for item in data["conditions"]:
        assert sum(item["figures"].values()) == 10
        met = sum(n for value, n in item["figures"].items() if meets(float(value), item["bound"], item["threshold"]))
        assert met == item["met"]["games"]


def test_text_and_paper_say_the_same_of_each_condition(ford: Playtest) -> None:
    lower = json.loads(ford.json)["conditions"][0]
    met = f"at least 31%, met in {lower['met']['games'] or 'none'} of 10 games."
    sentence = f"Minor victory, for the Tudwallish: {met}"
    assert sentence in " ".join(ford.text.split())
    assert "How near victory came" in ford.text
    assert sentence in " ".join(text for page in read_pdf(ford.pdf()).pages for text in page.texts)


def test_a_gauge_is_met_when_its_condition_is(tmp_path: Path) -> None:
    """At every decision of a game, those of the same condition together."""
    path = changed(BRIDGE, tmp_path / "other-ford.yaml", OTHER_NUMBERS)
    _, ready = opened_scenario(str(path), (), {}, Report(), force=True)
    conditions = [item for level in ready.setting.scenario.victory for item in level.all if item.kind != "reached"]
    seen = set()

    def note(game: Any, _: Any) -> None:
        for condition, item in zip(conditions, ready.gauges, strict=True):
            met = victory.met(game.state, condition)
            assert item.met(game.state) == met
            seen.add((condition.kind, met))

    play_game(ready, "ford/3", policies(dict.fromkeys(ready.sides, "greedy"), "ford/3"), noted=note)
    assert {("strength-across", True), ("strength-across", False), ("dead", False)} <= seen


def test_a_game_of_files_has_a_gauge_for_each_condition_of_its_victory(tmp_path: Path) -> None:
    folder = played_folders()["drowned-road"]
    first, second = opened(folder).sides
    ways = [
        {"side": first, "at": "turn", "lost": {"side": second, "of": "units", "at_least": "34%"}},
        {
            "side": second,
            "at": "end",
            "any": [{"points": {"ahead": "5"}}, {"none_in": {"side": first, "hexes": ["0303"]}}],
        },
    ]
    ready = opened(folder, laid(tmp_path, {"victory": ways}))
    assert [(item.side, item.bound, item.threshold, item.percent) for item in ready.gauges] == [
        (first, "at least", 34, True),
        (second, "at least", 5, False),
        (second, "at most", 0, False),
    ]
    assert ready.gauges[2].measure.endswith("in 0303")
    game = play_game(ready, "files/1", policies(dict.fromkeys((first, second), "random"), "files/1"))
    dead = sum(unit.place == "dead" for unit in game.state.counters if unit.side == 1 and not unit.kind.leader)
    all_ = sum(
        unit.place not in ("coming", "pool") for unit in game.state.counters if unit.side == 1 and not unit.kind.leader
    )
    assert ready.gauges[0].figure(game.state) * all_ == 100 * dead


@pytest.mark.parametrize("scenario", ["ayrenes-woods", "two-villages", "the-moon-at-the-gate"])
def test_whoever_has_won_meets_a_gauge(scenario: str) -> None:
    _, ready = opened_scenario(scenario, (), {}, Report(), force=False)
    assert {item.side for item in ready.gauges} == set(ready.sides)
    for number in range(3):
        seed = f"near/{number}"
        game = play_game(ready, seed, policies(dict.fromkeys(ready.sides, "greedy"), seed))
        winner = game.result.winner
        met = {item.side for item in ready.gauges if item.met(game.state)}
        assert winner is None or winner in met
