"""The search for fairness: what it gives up early, which changes it tries and goes on from, whom it settles for."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ibbprint.dice import SeededDice
from ibbprint.jobs.certifying import certified, drafts_of
from ibbprint.jobs.fair_search import SEARCH_GAMES, SEARCH_LOOKS, Search, Trial
from ibbprint.jobs.plays import opened_scenario
from ibbprint.jobs.playtest_games import Battles
from ibbprint.jobs.variants import Variant
from ibbprint.playtest.recording import Record
from ibbprint.playtest.tally import Tally
from ibbprint.problems import BadRequest, Report
from tests.playtest.test_certify import PACK, SCENARIO
from tests.playtest.test_playtest import record

QUARRY = """\
scenario:
  id: quarry-lane
  title: Quarry Lane
  game: microbattle
  kind: clash
terrain:
  - {quarter: sw, ground: woods, squares: ["2,3", "3,3"]}
  - {quarter: se, ground: clear}
  - {quarter: nw, ground: clear}
  - {quarter: ne, ground: clear}
armies:
  - id: masons
    name: The Masons
    letter: M
    livery: forest
    commander: {quality: poor, square: "2,2"}
    units:
      - {unit: infantry, squares: ["2,2", "3,2", "4,2"]}
      - {unit: artillery, squares: ["3,1"]}
  - id: drovers
    name: The Drovers
    letter: D
    livery: slate
    commander: {quality: good, square: "4,7"}
    units:
      - {unit: infantry, squares: ["4,7", "5,7", "2,7"]}
      - {unit: cavalry, squares: ["1,7"]}
"""
QUALITIES = ("poor", "average", "good")


@pytest.fixture
def quarry(tmp_path: Path) -> Path:
    path = tmp_path / "quarry-lane.yaml"
    path.write_text(QUARRY)
    return path


def by_lot(part: Callable[[Any], float], played: list[tuple[str, str]] | None = None) -> Any:
    """Games that the first side wins with a chance that is read off the scenario."""

    def hand_out(work: Battles, todo: Sequence[range], _: Any) -> Generator[list[Record], None, None]:
        _, opened = opened_scenario(work.variant.scenario, work.variant.packs, {}, Report(), force=False)
        first, second = opened.sides
        chance = part(opened.battle.scenario)
        for games in todo:
            batch = []
            for number in games:
                dice = SeededDice(f"{work.seed}/{number}")
                winner = first if dice.roll(1000) <= 1000 * chance else second
                if played is not None:
                    played.append((work.seed, opened.battle.scenario.scenario.id))
                figures = [[0.0, 0.0] for _ in opened.gauges]
                batch.append(
                    record(
                        winner=winner,
                        levels={side: int(side == winner) for side in opened.sides},
                        figures=figures,
                        pieces={},
                        presence={},
                        actions=dice.roll(1000),
                    )
                )
            yield batch

    return hand_out


def searched(path: Path, hand_out: Any, most: int = 4000, points: int = 10) -> tuple[Any, Search]:
    search = Search(points, "3", hand_out, most, lambda *_: None)
    return certified(Variant("", str(path)), search, "a command"), search


def led(scenario: Any) -> tuple[int, int]:
    """How good the commanders are."""
    return tuple(QUALITIES.index(army.commander.quality) for army in scenario.armies)  # type: ignore[return-value]


def test_games_without_thresholds_end_at_the_first_look_where_they_are_surely_uneven(quarry: Path) -> None:
    played: list[tuple[str, str]] = []
    result, search = searched(quarry, by_lot(lambda _: 0.0, played))
    games = [seed for seed, _ in played]
    assert games.count("3/search/0") == SEARCH_LOOKS[0]
    assert result.verdict == "lost"
    assert f"{search.games} games played in all, with {result.versions} versions of it." in result.text
    assert search.games == len(played)


def test_even_games_are_played_to_the_end_of_the_search_and_proved(quarry: Path) -> None:
    played: list[tuple[str, str]] = []
    result, _ = searched(quarry, by_lot(lambda _: 0.5, played))
    assert [seed for seed, _ in played].count("3/search/0") == SEARCH_GAMES
    assert result.verdict == "fair"
    assert not result.attempt.draft.words


def test_where_nobody_plans_all_games_but_a_hundred_may_prove_it(quarry: Path) -> None:
    """Four pairings would be the same games, so that no more are kept for the nearest version."""
    result, search = searched(quarry, by_lot(lambda _: 0.55), most=600)
    assert search.reserved == 100
    assert len(result.attempt.proof.pairs) == 2
    assert result.attempt.proof.pairs["greedy", "greedy"].verdict is not None


def test_a_file_without_room_for_a_certificate_is_refused_before_any_game(quarry: Path) -> None:
    """Its head ends with a text that keeps its blank lines: nothing can be added below without changing it."""
    ending = "  background: |+\n    A lane.\n\n\n"
    quarry.write_text(QUARRY.replace("terrain:", f"{ending}terrain:"))
    played: list[tuple[str, str]] = []
    with pytest.raises(BadRequest, match="the certificate cannot be written"):
        searched(quarry, by_lot(lambda _: 0.5, played))
    assert not played


def test_commanders_are_changed_one_after_the_other_until_it_is_even(quarry: Path) -> None:
    """The Masons win 2 games of 10: a poor commander against a good one. Neither commander alone evens that."""

    def part(scenario: Any) -> float:
        masons, drovers = led(scenario)
        return 0.5 + 0.15 * (masons - drovers)

    result, _ = searched(quarry, by_lot(part))
    assert result.verdict == "fair"
    assert len(result.attempt.draft.words) == 2
    assert all("commander of the " in words for words in result.attempt.draft.words)
    assert led(result.attempt.draft.opened.battle.scenario) == (1, 1)


def test_what_helps_the_side_that_wins_more_is_not_tried(quarry: Path) -> None:
    tried = []

    def part(scenario: Any) -> float:
        tried.append((led(scenario), tuple(len(army.units[0].squares) for army in scenario.armies)))
        return 0.25

    searched(quarry, by_lot(part), most=1500)
    assert {masons for (masons, _), _ in tried} == {0, 1}
    assert {drovers for (_, drovers), _ in tried} == {2, 1}
    assert min(masons for _, (masons, _) in tried) == 3
    assert max(drovers for _, (_, drovers) in tried) == 3


def test_a_scenario_that_no_search_can_change_says_so() -> None:
    search = Search(10, "3", by_lot(lambda _: 0.9), 800, lambda *_: None)
    result = certified(Variant("", "the-moon-at-the-gate"), search, "")
    assert result.versions == 1
    assert "Its file has no threshold of victory, no turns and no forces that a search could change." in result.text


def test_a_change_that_the_checks_warn_of_is_not_made(quarry: Path, tmp_path: Path) -> None:
    """Armies may differ by one unit: two more for one side alone are too many."""
    drafts = drafts_of(Variant("", str(quarry)), tmp_path / "drafts", force=False)
    more = {change.words: change for change in drafts.original.opened.changes if change.helps == "masons"}
    infantry = more["4 infantry instead of 3 for the Masons"]
    first = drafts.changed(drafts.original, infantry.edits, infantry.words)
    assert first is not None
    assert [len(army.units[0].squares) for army in first.opened.battle.scenario.armies] == [4, 3]
    for change in first.opened.changes:
        if change.step == "gold" and change.helps == "masons":
            assert drafts.changed(first, change.edits, change.words) is None, change.words


def tally(wins: int, games: int) -> Tally:
    result = Tally(["red", "blue"], ())
    for number in range(games):
        result.add(record(winner="red" if number < wins else "blue", margins=[0, 0]))
    return result


def test_a_side_is_ahead_where_it_wins_more_whoever_plays() -> None:
    draft: Any = None
    assert Trial(draft, (tally(15, 20), tally(12, 20))).ahead == "red"
    assert Trial(draft, (tally(5, 20),)).ahead == "blue"
    assert Trial(draft, (tally(15, 20), tally(5, 20))).ahead == ""
    assert [Trial(draft, (tally(wins, 20),)).is_hopeless(0.13) for wins in (4, 6, 10, 14, 16)] == [
        True,
        False,
        False,
        False,
        True,
    ]


# --- whom a search settles for ----------------------------------------------------------------------------------------


@pytest.fixture
def pits(tmp_path: Path) -> Path:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "pack.yaml").write_text(PACK)
    (tmp_path / "scenarios/marl-pits.yaml").write_text(SCENARIO)
    return tmp_path


def parted(plain: int, planning: int) -> Any:
    """Games of the Marl Pits in which players bring up a share of the Diggers by lot, and so much more or less."""

    def hand_out(work: Battles, todo: Sequence[range], _: Any) -> Generator[list[Record], None, None]:
        _, opened = opened_scenario(work.variant.scenario, work.variant.packs, {}, Report(), force=False)
        more = planning if dict(work.policies)["diggers"] == "planner" else plain
        for games in todo:
            batch = []
            for number in games:
                dice = SeededDice(f"{work.seed}/{number}")
                figure = max(0, min(9, dice.roll(10) - 1 + more))
                winner = opened.winner_if([figure >= opened.gauges[0].threshold])
                batch.append(
                    record(
                        winner=winner,
                        levels={side: int(side == winner) for side in opened.sides},
                        figures=[[0.0, float(figure)]],
                        pieces={},
                        presence={},
                        actions=dice.roll(1000) + more,
                    )
                )
            yield batch

    return hand_out


def test_a_scenario_that_is_even_for_planners_alone_is_certified_for_them(pits: Path) -> None:
    """Plain players bring up nobody, so no threshold is even for both; a cut for planners alone is."""
    search = Search(10, "3", parted(plain=-9, planning=0), 4000, lambda *_: None)
    result = certified(Variant("", "marl-pits", (pits,)), search, "a command")
    assert result.verdict == "fair-for-planning-players"
    assert result.attempt is not None
    assert result.attempt.draft.opened.gauges[0].threshold in (4, 5, 6)
    assert "for players who plan" in result.text
    assert search.games <= 4000


def test_a_scenario_that_is_even_for_plain_players_alone_is_certified_for_them(pits: Path) -> None:
    """Players who plan bring up everybody, whatever is asked for; of plain players half bring up enough."""
    search = Search(10, "3", parted(plain=0, planning=9), 4000, lambda *_: None)
    result = certified(Variant("", "marl-pits", (pits,)), search, "a command")
    assert result.verdict == "fair-for-plain-players"
    assert result.attempt is not None
    assert result.attempt.draft.opened.gauges[0].threshold in (4, 5, 6)
    assert "for plain players only" in result.text
    assert search.games <= 4000
