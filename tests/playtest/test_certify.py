"""Certified fairness: thresholds judged anew, the search, the certificate."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ibbprint.dice import SeededDice
from ibbprint.engine.api.evening import STEPS, Edit
from ibbprint.engine.api.gauges import Gauge, meets
from ibbprint.engine.api.generating import GenerateRequest
from ibbprint.engine.playtested import details, summary
from ibbprint.jobs import generating_fair
from ibbprint.jobs.certifying import certified, certify, drafts_of
from ibbprint.jobs.drafts import edited, with_record
from ibbprint.jobs.fair_search import Search
from ibbprint.jobs.games import game_named
from ibbprint.jobs.plays import opened_scenario
from ibbprint.jobs.playtest_games import Battles
from ibbprint.jobs.playtests import PlaytestOrder
from ibbprint.jobs.targets import scenario_meant
from ibbprint.jobs.variants import Variant
from ibbprint.playtest.certifying import ITSELF, MIXED, Ended, Proof
from ibbprint.playtest.evening import distance, even_cut
from ibbprint.playtest.policies import play_game, policies
from ibbprint.playtest.recording import Record
from ibbprint.playtest.statistics import WITHIN_10_POINTS
from ibbprint.playtest.tally import Tally
from ibbprint.problems import BadRequest, Report
from tests.helpers import ROOT, SOAK, call_cli, quick_load
from tests.pdf import read_pdf
from tests.playtest.test_playtest import record

PACK = "pack: {id: marl-pits, title: The Marl Pits, game: ibb}\n"
SCENARIO = """\
# A brawl for a spoil heap.
scenario:
  id: marl-pits
  title: The Marl Pits
  game: ibb
  map: forest-map-one
  turns: 4   # nobody has time to go round
  applies: [R-168, R-187]

sides:
  - {id: diggers, name: Diggers, army: Company of Diggers, letter: D, livery: forest}
  - {id: carters, name: Carters, army: Company of Carters, letter: C, livery: slate}

formations:
  - {id: spades, side: diggers, name: Spades, letter: A, captain: Old Hobb}
  - {id: whips, side: carters, name: Whips, letter: A, captain: Mistress Ruddle}

forces:
  - {side: diggers, unit: axemen-q4, count: 2, hexes: ["0911"], formation: spades}
  - {side: diggers, unit: light-infantry-q3, hexes: ["1012"], formation: spades}
  - {side: diggers, unit: captain-4, name: Old Hobb, hexes: ["0911"], formation: spades}
  - {side: carters, unit: pikemen-q3, hexes: ["0915"], formation: whips}
  - {side: carters, unit: light-infantry-q3, count: 2, hexes: ["1015"], formation: whips}
  - {side: carters, unit: captain-4, name: Mistress Ruddle, hexes: ["1015"], formation: whips}

victory:
  - side: diggers
    level: minor
    all:
      - {kind: strength-in, side: diggers, place: on the heap, hexes: ["0913", "0914", "1013"], at_least: "9"}  # all
    text: All of the Diggers are on the heap at the end.
    rules: [R-168, G-66]
  - side: carters
    level: minor
    all:
      - {kind: reached, side: diggers, level: minor, met: no}
    text: The Diggers have not won their minor victory.
    rules: [R-168]
"""


@pytest.fixture(scope="module")
def marl_pits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pack of a scenario in which the Diggers need too much."""
    pack = tmp_path_factory.mktemp("marl")
    (pack / "scenarios").mkdir(parents=True)
    (pack / "pack.yaml").write_text(PACK)
    (pack / "scenarios/marl-pits.yaml").write_text(SCENARIO)
    return pack


# --- thresholds judged anew -------------------------------------------------------------------------------------------


def games_with(*ends: Sequence[float], winner: Callable[[Sequence[float]], str | None]) -> Tally:
    """A game for each row of figures at its end."""
    tally = Tally(["red", "blue"], ())
    for end in ends:
        tally.add(record(figures=[[0.0, value] for value in end], winner=winner(end)))
    return tally


WAGONS = Gauge("red", "wagons over the ford", "at least", 12, lambda _: 0, written=("victory", 0, "at_least"))


def red_or_blue(met: Sequence[bool]) -> str:
    return "red" if met[0] else "blue"


def test_the_even_cut_is_the_threshold_that_half_of_the_games_meet() -> None:
    tally = games_with((0,), (2,), (5,), (7,), (9,), (11,), winner=lambda _: "blue")
    cut = even_cut([tally], [WAGONS], red_or_blue)
    assert (dict(cut.thresholds), cut.scores, cut.off) == ({0: 7}, (0.5,), 0.0)


def test_a_cut_serves_the_players_that_are_furthest_from_even() -> None:
    plain = games_with(*((value,) for value in range(1, 9)), winner=lambda _: "blue")
    planning = games_with(*((value,) for value in range(3, 11)), winner=lambda _: "blue")
    cut = even_cut([plain, planning], [WAGONS], red_or_blue)
    assert (dict(cut.thresholds), cut.scores, cut.off) == ({0: 6}, (3 / 8, 5 / 8), 1 / 8)


def test_a_threshold_that_no_file_has_is_left_alone() -> None:
    tally = games_with((3,), (8,), winner=lambda _: "blue")
    cut = even_cut([tally], [WAGONS._replace(written=())], red_or_blue)
    assert not cut.thresholds


def test_a_cut_that_leaves_nobody_the_winner_is_no_cut() -> None:
    """A draw for everybody is even, and no battle: the sides divide the games with a second threshold instead."""
    ours = WAGONS._replace(threshold=9)
    theirs = Gauge("blue", "wagons over the ford", "at most", 8, lambda _: 0, written=("victory", 1, "at_most"))

    def winner(met: Sequence[bool]) -> str | None:
        return None if met[0] == met[1] else "red" if met[0] else "blue"

    figures = [(float(value), float(value)) for value in range(10)]
    tally = games_with(*figures, winner=lambda end: winner((end[0] >= 9, end[1] <= 8)))
    cut = even_cut([tally], [ours, theirs], winner)
    least, most = cut.thresholds.get(0, 9), cut.thresholds.get(1, 8)
    drawn = [winner((value >= least, value <= most)) for value, _ in figures].count(None)
    assert cut.thresholds
    assert cut.off < 0.4
    assert drawn <= 4


def test_games_that_hardly_anybody_wins_are_cut_although_they_are_even() -> None:
    ours = WAGONS._replace(threshold=9)
    theirs = Gauge("blue", "wagons over the ford", "at most", 0, lambda _: 0, written=("victory", 1, "at_most"))

    def winner(met: Sequence[bool]) -> str | None:
        return None if met[0] == met[1] else "red" if met[0] else "blue"

    tally = games_with(
        *((float(value), float(value)) for value in range(10)), winner=lambda end: winner((end[0] >= 9, end[1] <= 0))
    )
    cut = even_cut([tally], [ours, theirs], winner)
    assert tally.winners[None] == 8
    assert cut.drawn[0] <= 0.4
    assert 0.4 <= cut.scores[0] <= 0.6
    assert distance(0.5, 0.8) == pytest.approx(0.4)
    assert distance(0.4, 0.4) == pytest.approx(0.1)


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "ayrenes-woods", "tests/systems/printed/two-fords"])
def test_who_wins_by_the_gauges_is_who_won(scenario: str) -> None:
    """The figures at the end of a game decide it just as the rules of the game do."""
    meant = scenario_meant(str(ROOT / scenario) if "/" in scenario else scenario, ())
    _, opened = opened_scenario(meant.scenario, meant.packs, {}, Report(), force=False)
    assert opened.decided_by_gauges
    for number in range(2 if "/" not in scenario else 6):
        game = play_game(opened, number, policies(dict.fromkeys(opened.sides, "random"), number))
        met = [gauge.met(game.state) for gauge in opened.gauges]
        assert opened.winner_if(met) == game.result.winner


def test_every_threshold_that_can_be_written_stands_where_it_says() -> None:
    _, opened = opened_scenario("defend-the-bridge", (), {}, Report(), force=False)
    for gauge in opened.gauges:
        value: Any = opened.battle.source.data
        for step in gauge.written:
            value = value[step]
        assert not gauge.written or int(value.rstrip("%")) == gauge.threshold


# --- what four pairings prove -----------------------------------------------------------------------------------------


def ended(part: float, games: int = 400, rule: bool = True, shift: int = 0) -> Ended:
    """Games of which the first side wins a share, spread evenly."""
    tally = Tally(["red", "blue"], ())
    for number in range(games):
        red = int((number + 1) * part) > int(number * part)
        tally.add(record(winner="red" if red else "blue", margins=[0, 1 if red else -1], actions=number + shift))
    verdict = WITHIN_10_POINTS.verdict(games, part) if rule else None
    return Ended(tally, verdict)


def proof(plain: float, planning: float, first: float, second: float) -> Proof:
    """What is proved where the first side wins these shares: both plain, both planning, and each planning alone."""
    pairs = dict(zip(ITSELF, (ended(plain), ended(planning, shift=1)), strict=True))
    return Proof(10, pairs | dict(zip(MIXED, (ended(first, 100, False), ended(second, 100, False)), strict=True)))


def test_four_pairings_tell_what_is_fair_and_for_whom() -> None:
    assert proof(0.50, 0.51, 0.55, 0.48).verdict == "fair"
    assert proof(0.50, 0.75, 0.80, 0.50).verdict == "fair-for-plain-players"
    assert proof(0.25, 0.50, 0.50, 0.20).verdict == "fair-for-planning-players"
    assert proof(0.005, 0.005, 0.005, 0.005).verdict == "lost"
    assert proof(0.30, 0.70, 0.70, 0.30).verdict == "not-certified"


def test_a_planner_who_plays_worse_than_plain_players_certifies_them_alone() -> None:
    assert proof(0.50, 0.50, 0.25, 0.50).verdict == "fair-for-plain-players"


def test_games_that_nobody_wins_certify_nothing() -> None:
    tally = Tally(["red", "blue"], ())
    for number in range(400):
        tally.add(record(winner=None, margins=[0, 0], actions=number))
    drawn = Ended(tally, WITHIN_10_POINTS.verdict(400, 0.5))
    assert drawn.verdict == "fair"
    assert Proof(10, dict.fromkeys(ITSELF, drawn)).verdict == "not-certified"


# --- the search -------------------------------------------------------------------------------------------------------


def drawn_by_lot(bias: Callable[[Battles], int], seeds: list[str]) -> Any:
    """Games of the Marl Pits in which a die says how much of the Diggers is on the heap: 0 to 9 and the bias more.

    Who wins is judged by the draft that is played.
    """

    def hand_out(work: Battles, todo: Sequence[range], came: Any) -> Generator[list[Record], None, None]:
        _, opened = opened_scenario(work.variant.scenario, work.variant.packs, {}, Report(), force=False)
        seeds.append(work.seed)
        for games in todo:
            batch = []
            for number in games:
                dice = SeededDice(f"{work.seed}/{number}")
                figure = max(0, min(9, dice.roll(10) - 1 + bias(work)))
                winner = opened.winner_if([figure >= opened.gauges[0].threshold])
                levels = {side: int(side == winner) for side in opened.sides}
                batch.append(
                    record(
                        winner=winner,
                        levels=levels,
                        figures=[[0.0, float(figure)]],
                        pieces={},
                        presence={},
                        actions=dice.roll(1000) + len(str(work.policies)),
                    )
                )
            yield batch

    return hand_out


def searched(pack: Path, bias: Callable[[Battles], int] = lambda _: 0, most: int = 4000, points: int = 10) -> Any:
    seeds: list[str] = []
    variant = Variant("", "marl-pits", (pack,))
    search = Search(points, "7", drawn_by_lot(bias, seeds), most, lambda *_: None)
    result = certified(variant, search, "ibbprint playtest marl-pits --fair 10 --certify")
    return result, seeds, search


@pytest.fixture(scope="module")
def fair(marl_pits: Path) -> Any:
    """A certificate, the seeds of its games, and the search; its file is in the pack."""
    result, seeds, search = searched(marl_pits)
    (marl_pits / f"scenarios/{result.id}.yaml").write_bytes(result.data)
    return result, seeds, search


def test_the_search_finds_the_even_threshold_and_certifies_it(fair: Any) -> None:
    result, seeds, search = fair
    assert result.verdict == "fair"
    text = result.data.decode()
    assert re.search(r'at_least: "(4|5|6)"}  # all', text), text
    assert "turns: 4   # nobody has time to go round" in text
    assert "All of the Diggers" not in text
    assert "points of attack strength on the heap at the end" in text
    assert search.games <= 4000
    assert not {seed for seed in seeds if "certificate" in seed} & {seed for seed in seeds if "search" in seed}


def test_a_certificate_is_read_back_and_says_who_played_how_often(marl_pits: Path, fair: Any) -> None:
    result, _, _ = fair
    _, opened = opened_scenario(result.id, (marl_pits,), {}, Report(), force=False)
    kept = opened.battle.scenario.scenario.playtests
    assert kept is not None
    assert (kept.verdict, kept.points, kept.side) == ("fair", 10, "Diggers")
    assert [(each.first, each.second) for each in kept.games] == [*reversed(ITSELF), *MIXED]
    assert all(each.low <= 100 * (each.wins + each.draws / 2) / each.games <= each.high for each in kept.games)
    assert "Certified fair within 10 points of even." in summary(kept)
    assert f"{kept.games[0].wins} of {kept.games[0].games} games of greedy against greedy" in details(kept)
    assert any("instead of 9" in change for change in kept.changes)


def test_the_same_seed_certifies_the_same_bytes(marl_pits: Path, fair: Any) -> None:
    assert searched(marl_pits)[0].data == fair[0].data


def test_games_that_would_be_the_same_are_played_once(marl_pits: Path) -> None:
    """The Carters need no strength anywhere, so a planner plays them as greedy play does."""
    played: list[tuple[str, tuple[tuple[str, str], ...], int]] = []
    by_lot = drawn_by_lot(lambda _: 0, [])

    def hand_out(work: Battles, todo: Sequence[range], came: Any) -> Generator[list[Record], None, None]:
        for games, records in zip(todo, by_lot(work, todo, came), strict=True):
            played.extend((work.seed, work.policies, number) for number in games)
            yield records

    search = Search(10, "7", hand_out, 4000, lambda *_: None)
    result = certified(Variant("", "marl-pits", (marl_pits,)), search, "")
    assert result.attempt is not None
    assert {dict(names)["carters"] for _, names, _ in played} == {"greedy"}
    assert {dict(names)["diggers"] for _, names, _ in played} == {"greedy", "planner"}
    assert len(played) == len(set(played)) == search.games
    pairs = result.attempt.proof.pairs
    plain, planning, mixed, other = (pairs[pair].tally for pair in (*ITSELF, *MIXED))
    assert (mixed.games, other.games) == (100, 100)
    assert (mixed.courses, other.courses) == (planning.courses[:100], plain.courses[:100])


def test_planners_differ_from_greedy_players_only_as_sides_that_plan(marl_pits: Path) -> None:
    _, opened = opened_scenario("marl-pits", (marl_pits,), {}, Report(), force=False)
    assert list(opened.planning_sides) == ["diggers"]

    def played(diggers: str, carters: str) -> list[Record]:
        names = (("diggers", diggers), ("carters", carters))
        play = Battles(Variant("", "marl-pits", (marl_pits,)), False, names, "7").player(opened)
        return [play(number) for number in range(3)]

    assert played("planner", "planner") == played("planner", "greedy") != played("greedy", "greedy")


def test_in_a_game_of_files_other_turns_are_tried_in_a_copy_of_its_folder(tmp_path: Path) -> None:
    folder = ROOT / "docs/examples/long-thaw"
    meant = scenario_meant(str(folder), ())
    drafts = drafts_of(Variant("", meant.scenario, meant.packs), tmp_path, force=False)
    items = list(drafts.all())
    assert [draft.opened.turns for draft in items][:6] == [5, 6, 4, 7, 3, 5]  # arrivals after them
    assert items[1].words == ("6 turns instead of 5",)
    assert items[1].opened.start("7").state.setting.last_turn == 6
    assert all(folder not in draft.variant.packs for draft in items[1:])


def test_where_planning_decides_it_no_threshold_is_certified(marl_pits: Path) -> None:
    """The planner brings everybody there, plain players hardly anybody: no cut serves both."""
    result, _, search = searched(marl_pits, lambda work: 9 if dict(work.policies)["diggers"] == "planner" else -9, 900)
    assert result.verdict == "not-certified"
    assert "not certified" in result.text
    assert search.games <= 900


def test_when_the_games_run_out_the_nearest_comes_with_limits_and_no_certificate(marl_pits: Path) -> None:
    result, seeds, search = searched(marl_pits, most=700, points=5)
    assert result.verdict == "not-certified"
    assert search.games <= 700
    assert "instead of 9" in result.data.decode()
    assert any("certificate" in seed for seed in seeds)


def test_ctrl_c_goes_on_to_the_caller_and_leaves_nothing_written(marl_pits: Path) -> None:
    """The command ends with 130 then, as every other does; a copy is written at the very end alone."""
    before = {path: path.read_bytes() for path in marl_pits.rglob("*.yaml")}

    def pressed(work: Battles, todo: Sequence[range], came: Any) -> Generator[list[Record], None, None]:
        yield next(drawn_by_lot(lambda _: 0, [])(work, todo, came))
        raise KeyboardInterrupt

    search = Search(10, "7", pressed, 4000, lambda *_: None)
    with pytest.raises(KeyboardInterrupt):
        certified(Variant("", "marl-pits", (marl_pits,)), search, "")
    assert {path: path.read_bytes() for path in marl_pits.rglob("*.yaml")} == before


def test_a_generated_scenario_is_made_fair_by_the_same_search(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A die says how much of the attacker is beyond the line, too little for what the scenario asks: the thresholds
    come down, the sentences of the file with them, and nothing else.
    """

    def played(work: Battles, todo: Sequence[range], _jobs: int, _came: Any) -> Generator[list[Record], None, None]:
        _, opened = opened_scenario(work.variant.scenario, work.variant.packs, {}, Report(), force=False)
        for games in todo:
            batch = []
            for number in games:
                share = SeededDice(f"{work.seed}/{number}").roll(45)
                winner = opened.winner_if([meets(share, gauge.bound, gauge.threshold) for gauge in opened.gauges])
                levels = {side: int(side == winner) for side in opened.sides}
                figures = [[0.0, float(share)] for _ in opened.gauges]
                batch.append(record(winner=winner, levels=levels, figures=figures, pieces={}, presence={}))
            yield batch

    monkeypatch.setattr(generating_fair, "in_order", played)
    request = GenerateRequest("pits", {"kind": "breakthrough", "budget": 40})
    generation = generating_fair.generated_fair(game_named("ibb"), request, (), {}, 10, 3000, jobs=1)
    result = generation.made
    assert result is not None
    assert re.fullmatch(
        r"Certified fair within 10 points of even\. [0-9]+ games played in all, with [0-9]+ scenarios? made up\.",
        generation.proved,
    )
    assert "Certified fair within 10 points of even." in result.notes
    for name, data in result.files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    _, opened = opened_scenario(result.id, (tmp_path,), {}, Report(), force=False)
    head, victory = opened.battle.scenario.scenario, opened.battle.scenario.victory
    assert head.id == result.id
    assert head.playtests.verdict == "fair"
    assert "--fair 10 --most-games 3000 --seed=pits" in head.playtests.command
    assert all("half" not in level.text or "50%" in str(level.all) for level in victory)


# --- what is written --------------------------------------------------------------------------------------------------


def test_an_edit_keeps_comments_quotes_and_shares() -> None:
    text = "scenario:\n  id: a\n  turns: 6  # short\nvictory:\n  - all:\n      - {at_least: 75%}  # most\n    text: >-\n      Two\n      lines.\n    rules: [R-1]\n"  # noqa: E501
    places: list[tuple[str | int, ...]] = [("scenario", "turns"), ("victory", 0, "all", 0, "at_least")]
    result = edited(text, [*(Edit(place, "7") for place in places), Edit(("victory", 0, "text"), "One: line.")])
    assert "turns: 7  # short" in result
    assert quick_load(result)["victory"][0] == {"all": [{"at_least": "7%"}], "rules": ["R-1"], "text": "One: line."}
    assert "# most" in result


def test_a_second_certificate_replaces_the_first_and_a_rule_that_evened_the_original() -> None:
    text = "scenario:\n  id: a\n  title: A  # kept\n  evening: {side: Blues}\nrest: 1\n"
    for games in (10, 20):
        text = with_record(text, "playtests", {"side": "Reds", "games": [{"games": games, "wins": 3}]}, "a-fair-5")
    read = quick_load(text)
    assert read["scenario"]["playtests"] == {"side": "Reds", "games": [{"games": 20, "wins": 3}]}
    assert read["scenario"]["id"] == "a-fair-5"
    assert "# kept" in text
    assert "evening" not in text  # which changed the original
    assert read["rest"] == 1


def test_the_sheet_of_a_scenario_prints_what_playtests_said(marl_pits: Path, fair: Any, tmp_path: Path) -> None:
    result, _, _ = fair
    call_cli("kit", result.id, "--pack", str(marl_pits), "--only", "scenario", "-o", str(tmp_path / "sheet.pdf"))
    text = " ".join(read_pdf((tmp_path / "sheet.pdf").read_bytes()).text.split())
    assert "In playtests between programs, the Diggers won" in text
    assert "Certified fair within 10 points of even" in text


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((ROOT / "scenarios").glob("*/*.yaml")), ids=lambda path: path.stem)
def test_every_shipped_scenario_has_room_for_a_certificate(path: Path) -> None:
    record = {"games": [{"games": 20, "wins": 3}]}
    read = quick_load(with_record(path.read_text(encoding="utf-8"), "playtests", record, "even"))
    assert read["scenario"]["playtests"] == record


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"fair": None}, "needs the points"),
        ({"policies": "random"}, "--policy cannot be used with --certify"),
        ({"vs": "stirling"}, "--vs cannot be used with --certify"),
    ],
)
def test_a_call_that_makes_no_sense_is_refused_before_any_game(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRequest, match=said):
        certify(PlaytestOrder(**{"scenario": "stirling", "fair": 10, **wrong}))


def test_too_few_games_are_refused() -> None:
    with pytest.raises(BadRequest, match="520 or more"):
        certify(PlaytestOrder(scenario="stirling", fair=10), 100)


@pytest.mark.skipif(not SOAK, reason="some 1,500 games")
def test_two_processes_certify_as_one_does(marl_pits: Path) -> None:
    result = [
        certify(PlaytestOrder(scenario="marl-pits", packs=[marl_pits], fair=10, jobs=jobs), 1500) for jobs in (1, 2)
    ]
    assert result[0].data == result[1].data


def test_itty_bitty_battles_offers_turns_first_then_objectives_kinds_and_numbers() -> None:
    """Every change is one that the file and the game take, and its words are true of it."""
    _, opened = opened_scenario("hastings", (), {}, Report(), force=False)
    steps = [change.step for change in opened.changes]
    assert steps == sorted(steps, key=STEPS.index)
    assert set(steps) == set(STEPS)
    text = Path(opened.battle.source.file).read_text(encoding="utf-8")
    for change in {change.step: change for change in opened.changes}.values():
        (edit,) = change.edits
        value: Any = quick_load(edited(text, change.edits))
        for step in edit.place:
            value = value[step]
        assert str(value) == edit.value
