"""Unlike players side by side in a plain playtest: the players decide, or the scenario does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ibbprint.jobs.playtest_files import Playtest
from ibbprint.jobs.playtests import playtest
from ibbprint.playtest.beside import LEAST_BESIDE, Beside
from ibbprint.playtest.outcome import Outcome
from ibbprint.playtest.tally import Tally
from ibbprint.reports.playtest_beside import side_by_side
from ibbprint.reports.playtest_report import plain
from ibbprint.reports.playtest_words import Words
from tests.playtest.test_certify import PACK, SCENARIO
from tests.playtest.test_playtest import record


@pytest.fixture(scope="module")
def pits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pack of a scenario in which the Diggers must bring their strength to a heap, and the Carters nowhere."""
    pack = tmp_path_factory.mktemp("pits")
    (pack / "scenarios").mkdir()
    (pack / "pack.yaml").write_text(PACK)
    (pack / "scenarios/marl-pits.yaml").write_text(SCENARIO)
    return pack


def outcome_of(made: Playtest) -> Outcome:
    assert made.outcome is not None
    return made.outcome


@pytest.fixture(scope="module")
def played(pits: Path) -> Playtest:
    """The fewest games that are played side by side."""
    return playtest("marl-pits", packs=[pits], games=LEAST_BESIDE, jobs=1)


def test_a_plain_playtest_plays_the_same_seeds_again_with_a_planner(pits: Path, played: Playtest) -> None:
    (beside,) = outcome_of(played).besides
    planned = outcome_of(
        playtest("marl-pits", packs=[pits], games=LEAST_BESIDE, jobs=1, policies="diggers=planner,carters=greedy")
    )
    assert beside.side == "diggers"
    assert beside.tally.courses == planned.tally.courses
    assert beside.tally.courses != outcome_of(played).tally.courses
    assert not planned.besides


def test_the_report_says_what_planning_gains_and_how_far_it_brings_each_condition(played: Playtest) -> None:
    text = " ".join(played.shown(96).split())
    assert "Players side by side, on the same seeds As the Diggers against greedy, planner wins" in text
    assert "The Diggers against greedy: " in text
    (entry,) = plain(outcome_of(played))["side_by_side"]
    assert (entry["side"], entry["games"]) == ("diggers", LEAST_BESIDE)
    assert entry["planner"].keys() == entry["greedy"].keys() == {"wins", "draws"}
    assert "planner plans a whole activation" in text


@pytest.mark.parametrize(
    "other", [{"games": LEAST_BESIDE - 1}, {"policies": "random"}, {"vary": ["R-95=strength"], "games": LEAST_BESIDE}]
)
def test_nobody_plays_beside_too_few_games_other_players_or_a_comparison(pits: Path, other: dict[str, object]) -> None:
    report = playtest("marl-pits", packs=[pits], jobs=1, **{"games": LEAST_BESIDE, **other})  # type: ignore[arg-type]
    assert not outcome_of(report).besides
    assert "side by side" not in str(report)


def lost_of(games: int, lost: int) -> Tally:
    """Games of which the Diggers lose the first ones and win the others."""
    tally = Tally(["diggers", "carters"], ())
    for number in range(games):
        won = number >= lost
        margins = [0.0, 1.0 if won else -1.0]
        levels = {"diggers": int(won), "carters": int(not won)}
        winner = "diggers" if won else "carters"
        tally.add(record(winner=winner, levels=levels, margins=margins, figures=[[0.0, float(won)]]))
    return tally


@pytest.mark.parametrize(
    ("side", "lost", "said", "decides"),
    [
        ("diggers", 5, "planner wins 35 of 40 games; greedy wins 10 of the same: +1.25", "the players decide"),
        ("diggers", 30, "planner wins 10 of 40 games; greedy wins 10 of the same: +0.00", "the scenario decides"),
        ("carters", 40, "planner wins 40 of 40 games; greedy wins 30 of the same: +0.50", "the players decide"),
    ],
)
def test_a_gain_is_the_players_doing_and_none_the_scenarios(
    played: Playtest, side: str, lost: int, said: str, decides: str
) -> None:
    """The plain players lose 30 games of the first 40, as the Diggers; later games count for nothing here."""
    outcome = replace(outcome_of(played), tally=lost_of(60, 30), besides=[Beside(side, lost_of(40, lost))])
    (sentence,) = side_by_side(Words(outcome))
    assert said in sentence
    assert f"Who wins here, {decides}" in sentence
    (hands,) = outcome.hands(0)
    assert {player: figures.total() for player, figures in hands.ends.items()} == {"planner": 40, "greedy": 40}
