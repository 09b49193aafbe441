"""Commanders: the effort is a number of playouts, the same seed gives the same game, nothing unseen is looked at.

And he takes the plan that does best.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

import pytest

from ibbprint.dice import SeededDice
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.engine.api.leaning import Leaning
from ibbprint.engine.session import Opened, Playing
from ibbprint.jobs.playtests import playtest
from ibbprint.playtest import commander
from ibbprint.playtest import policies as policies_module
from ibbprint.playtest.commander import AS_USUAL, EFFORT, MOST, Commander, Plan, begun, plans_of, playout, study
from ibbprint.playtest.policies import Studies, play_game, play_on, policies, studied
from ibbprint.playtest.recording import margin
from ibbprint.problems import Report
from ibbprint.reports.playtest_report import plain
from ibbprint.reports.playtest_words import Words
from ibbprint.systems import games
from ibbprint.systems.ayrenes_woods.rules.state import HIDDEN
from ibbprint.systems.ibb.play import IbbPlay
from ibbprint.systems.ibb.rules.state import UNKNOWN
from tests.aw_table import Table as Woods
from tests.ibb_table import Table, battle, shipped

SCENARIOS = ("defend-the-bridge", "ayrenes-woods", "two-villages", "the-moon-at-the-gate")


def opened(scenario: str) -> Opened:
    for game in games().values():
        result: Opened | None = game.open(scenario, KitOptions(), Report()) if game.offers(Game.open) else None
        if result is not None:
            return result
    raise AssertionError(scenario)


def moment(scenario: str, number: int = 60) -> Playing:
    """A greedy game, some decisions on, at a moment when a side may do as it likes."""
    game = opened(scenario).start("commander")
    player = policies(dict.fromkeys(game.sides, "greedy"), 1)
    while number > 0 or game.occasion is None or len(game.candidates()) < 3:
        side = game.to_move
        assert side is not None
        game.play(player[side].choose(game.view(side)))
        number -= 1
    return game


class Begun:
    """A scenario that begins with a certain moment."""

    def __init__(self, game: Playing) -> None:
        self._game = game

    def start(self, seed: int | str) -> Playing:
        return self._game.copy(seed)


def tried(monkeypatch: pytest.MonkeyPatch, worth: Callable[[Plan, int], float]) -> list[tuple[Plan, str]]:
    """What is played out from now on, each playout worth what is said: of a plan and the number of its seed."""
    played: list[tuple[Plan, str]] = []
    seeds: list[str] = []

    def counted(_: Opened, __: str, plan: Plan, seed: str) -> float:
        played.append((plan, seed))
        if seed not in seeds:
            seeds.append(seed)
        return worth(plan, seeds.index(seed))

    monkeypatch.setattr(commander, "playout", counted)
    return played


@pytest.mark.parametrize("effort", [2, 5, 16, 100, 500, 2000])
def test_a_study_takes_as_many_playouts_as_was_said_at_most(effort: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The best plan meets the usual way on seeds that chose no plan, and no plan plays a seed twice."""
    played = tried(monkeypatch, lambda plan, number: SeededDice(f"{plan}{number}").roll(100))
    study(opened("two-villages"), "blue", effort)
    assert effort * 0.9 - MOST <= len(played) <= effort
    assert len(set(played)) == len(played)
    trial = {seed for plan, seed in played if plan == AS_USUAL}
    assert len(trial) >= effort // 4
    (best,) = {plan for plan, seed in played if seed in trial} - {AS_USUAL}
    assert trial <= {seed for plan, seed in played if plan == best}


def test_a_plan_that_was_only_lucky_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that wins all that it is chosen by, and loses in its trial, is not better than the usual way."""
    lucky = plans_of(MOST)[5]
    on_trial: list[int] = []

    def worth(plan: Plan, number: int) -> float:
        return float(plan == lucky and number not in on_trial)

    played = tried(monkeypatch, worth)
    study(opened("two-villages"), "blue", 1000)
    trial = {seed for plan, seed in played if plan == AS_USUAL}
    seeds = list(dict.fromkeys(seed for _, seed in played))
    on_trial += map(seeds.index, trial)
    tried(monkeypatch, worth)
    assert study(opened("two-villages"), "blue", 1000) == AS_USUAL


@pytest.mark.parametrize("better", [3, 7, 12])
def test_the_plan_that_does_best_is_taken(better: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the usual way where nothing is better, or what looks better is no more than luck."""
    ready, plans = opened("two-villages"), plans_of(MOST)

    def luck(number: int) -> float:
        return SeededDice(number).roll(20) / 10

    tried(monkeypatch, lambda plan, number: luck(number) + (plan == plans[better]))
    assert study(ready, "red", 1000) == plans[better]
    tried(monkeypatch, lambda plan, number: luck(number) - (plan != AS_USUAL))
    assert study(ready, "red", 1000) == AS_USUAL
    tried(monkeypatch, lambda plan, number: float((plan != AS_USUAL) * (-1) ** number))
    assert study(ready, "red", 1000) == AS_USUAL


def test_a_report_says_by_which_plan_a_commander_fights(monkeypatch: pytest.MonkeyPatch) -> None:
    """On paper and as JSON; and where no plan is better, that he plays greedily."""
    plans = {"blue": Plan(Leaning(bold=3.0, haste=0.7), Leaning(care=0.4, stands=True), 3), "red": AS_USUAL}
    monkeypatch.setattr(policies_module, "study", lambda opened, side, effort: plans[side])
    report = playtest("two-villages", policies="commander:60", games=5, jobs=1)
    assert report.outcome is not None
    text = Words(report.outcome).who()
    assert (
        "As the Blue Army commander:60 keeps everybody where he is and counts danger 0.4 times as much as greedy play "
        "does before turn 3, and counts its gains 3 times and its progress 0.7 times as much as greedy play does from "
        "then on." in text
    )
    none = "As the Red Army commander:60 found no plan that surely beats greedy play, so it plays greedily."
    assert text.endswith(none)
    lines = {plan["side"]: plan["plan"]["main"]["bold"] for plan in plain(report.outcome)["plans"]}
    assert lines == {"blue": 3.0, "red": 1.0}


def test_plans_are_different_and_begin_with_the_usual_one() -> None:
    for number in range(2, MOST + 1):
        plans = plans_of(number)
        assert len(set(plans)) == number
        assert plans[0] == AS_USUAL == Plan()
        assert plans == plans_of(MOST)[:number]


def test_a_plan_leans_one_way_first_and_then_the_other() -> None:
    plan = Plan(main=Leaning(bold=2.0), opening=Leaning(stands=True), until=3)
    assert [plan.leaning(turn) for turn in (0, 1, 2, 3, 4)] == [plan.opening] * 3 + [plan.main] * 2
    game = moment("defend-the-bridge", 40)
    view = game.view(str(game.to_move))
    assert game.turn < 9
    waits = Commander("seed", Plan(opening=Leaning(stands=True, holds=True), until=9))
    assert waits.choose(view).verb not in ("move", "melee", "mounted", "fire", "charge", "cast", "bombard")
    assert Commander("seed", AS_USUAL).choose(view) in view.best()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_playout_is_a_whole_battle_that_begins_alike_for_every_plan(scenario: str) -> None:
    """On the first turn, with the enemy as the side takes him for; the same seed plays the same again."""
    ready = opened(scenario)
    for side in ready.sides:
        first, again, other = (begun(ready, side, seed) for seed in ("one", "one", "two"))
        assert first.turn == 1
        assert first.fingerprint() == again.fingerprint() != other.fingerprint()
        plan = plans_of(2)[1]
        assert playout(ready, side, plan, "one") == playout(ready, side, plan, "one")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_choosing_changes_nothing_in_the_game(scenario: str) -> None:
    """Neither the game nor the view knows of it, and none of its dice has fallen."""
    game = moment(scenario)
    side = game.to_move
    assert side is not None
    view = game.view(side)
    before, view_before, twin = game.fingerprint(), view.fingerprint(), game.copy()
    action = Commander(1, Plan(Leaning(bold=2.0))).choose(view)
    assert (game.fingerprint(), view.fingerprint()) == (before, view_before)
    for item in (game, twin):
        item.play(action)
    assert game.fingerprint() == twin.fingerprint()


def test_the_same_seed_gives_the_same_game() -> None:
    """Studied anew each time."""
    ready = opened("defend-the-bridge")
    names = dict(zip(ready.sides, ("commander:20", "greedy"), strict=True))
    ends = [play_game(ready, 5, policies(names, 5, studied(ready, names))).fingerprint() for _ in range(2)]
    assert ends[0] == ends[1]


def test_a_scenario_is_studied_once_for_each_side_and_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many games and pairings are played; who does not command, does not study."""
    ready, known = opened("two-villages"), Studies()
    played = tried(monkeypatch, lambda plan, number: 0.0)
    assert studied(ready, {"blue": "greedy", "red": "random"}, known) == {}
    assert not played
    assert studied(ready, {"blue": "commander:20", "red": "commander"}, known) == {"blue": AS_USUAL, "red": AS_USUAL}
    after = len(played)
    assert after > EFFORT / 2
    studied(ready, {"blue": "commander:20", "red": "greedy"}, known)
    studied(ready, {"blue": "random", "red": f"commander:{EFFORT}"}, known)
    assert len(played) == after
    studied(ready, {"blue": "random", "red": "commander:20"}, known)
    assert len(played) > after


def test_a_commander_plays_alike_on_any_number_of_processes() -> None:
    result = [playtest("two-villages", games=6, jobs=jobs, policies="A=commander:8") for jobs in (1, 2)]
    assert result[0].json == result[1].json
    assert "commander:8" in result[0].text


def far_apart(unit: str) -> Any:
    """Two armies out of each other's sight; what the reds have is the difference."""
    reds = [{"side": "reds", "unit": unit, "hexes": [h], "formation": "ann"} for h in ("0214", "0213", "0314")]
    blues = [{"side": "blues", "unit": "light-infantry-q2", "hexes": [h], "formation": "bob"} for h in ("1414", "1413")]
    leaders: list[Mapping[str, Any]] = [
        {"side": "reds", "unit": "captain-4", "name": "Ann", "hexes": ["0215"]},
        {"side": "blues", "unit": "captain-4", "name": "Bob", "hexes": ["1415"]},
    ]
    return battle([*leaders, *reds, *blues], head={"first_to_set_up": "reds"})


def test_a_commander_plans_alike_for_games_that_differ_only_in_what_he_cannot_see() -> None:
    """Heavy horse or pikes, as long as they lie face down: every guess, and so every playout, is the same."""
    results = []
    for unit in ("heavy-cavalry-q3", "pikemen-q3"):
        table = Table(far_apart(unit))
        for counter in table.state.units:
            counter.face_down = counter.kind.troops
        table.state.turn = 1
        table.activate("Bob")
        ready: Any = Begun(table.play)
        guess = begun(ready, "blues", "one")
        assert isinstance(guess, IbbPlay)
        playouts = [playout(ready, "blues", plan, "two") for plan in plans_of(4)]
        view = table.play.view("blues")
        chosen = view.text(Commander("same", plans_of(2)[1]).choose(view))
        results.append(
            ([u.name for u in guess.state.units], guess.fingerprint(), playouts, study(ready, "blues", 12), chosen)
        )
    assert results[0] == results[1]


def test_orders_that_lie_face_down_make_no_difference_to_a_commander() -> None:
    """In The Battle Turn, whatever the enemy has ordered, unseen as yet."""
    game = moment("the-moon-at-the-gate", 8)
    side = str(game.to_move)
    other = next(number for number, name in enumerate(game.sides) if name != side)
    chosen = set()
    for orders in ("attack", "hold", "oppose"):
        twin: Any = game.copy()
        hidden = [unit for unit in twin.state.units if unit.side == other and unit.shown != unit.orders]
        for unit in hidden:
            unit.orders = orders
        assert hidden
        view, ready = twin.view(side), cast("Opened", Begun(twin))
        chosen.add((view.text(Commander("same", plans_of(2)[1]).choose(view)), begun(ready, side, "one").fingerprint()))
    assert len(chosen) == 1


def test_a_guess_gives_everybody_a_face_and_plays_to_the_end() -> None:
    """Nobody plain is left, counters that can be seen are as they are, and other seeds guess otherwise."""
    game = IbbPlay.begin(shipped("stirling"), 4)
    while game.state.phase != "activation":
        game.play(game.candidates()[0])
    side = game.sides[0]
    view = game.view(side)
    hidden = [u for u in view.state.units if u.name == UNKNOWN]
    guesses = [view.guess(seed) for seed in range(6)]
    for guess in guesses:
        assert UNKNOWN not in {u.name for u in guess.state.units}
        for old, new in zip(view.state.units, guess.state.units, strict=True):
            assert old.name in (UNKNOWN, new.name)
    if hidden:
        assert len({tuple(u.name for u in guess.state.units) for guess in guesses}) > 1
    last = guesses[0]
    play_on(last, policies(dict.fromkeys(last.sides, "greedy"), 2))
    assert last.is_over


def test_a_hand_that_is_not_seen_is_guessed_from_the_spells_that_are_left() -> None:
    """As many cards, none that is known to be used up, and the own hand as it is."""
    table = Woods()
    table.state.hands = [["holy-war", "hammer"], ["brother", "brother", "phantasmagoria"]]
    first, _ = table.play.sides
    view = table.play.view(first)
    assert set(view.state.hands[1]) == {HIDDEN}
    names = set()
    for seed in range(12):
        hands = view.guess(seed).state.hands
        assert hands[0] == ["holy-war", "hammer"]
        assert len(hands[1]) == 3
        assert HIDDEN not in hands[1]
        names.add(tuple(hands[1]))
    assert len(names) > 1


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_how_a_game_stands_is_as_bad_for_the_one_as_it_is_good_for_the_other(scenario: str) -> None:
    game = moment(scenario)
    first, second = game.sides
    assert game.evaluate(first) == pytest.approx(-game.evaluate(second))


def test_a_side_stands_better_the_more_the_enemy_has_lost() -> None:
    """And best with a level of victory reached."""
    game = IbbPlay.begin(shipped("hastings"), 1)
    while game.state.phase != "activation":
        game.play(game.candidates()[0])
    stood = [game.evaluate("select")]
    for unit in [u for u in game.state.units if u.side == 1 and u.kind.troops][:4]:
        game.state.put(unit, -1)
        unit.dead = True
        stood.append(game.evaluate("select"))
    assert stood == sorted(stood)
    assert stood[0] < stood[-1]


def test_what_is_left_of_an_army_counts_less_the_later_it_is() -> None:
    """For in the end levels of victory decide."""
    gains = []
    for turn in (1, 4, 7):
        game = IbbPlay.begin(shipped("hastings"), 1)
        while game.state.phase != "activation":
            game.play(game.candidates()[0])
        game.state.turn = turn
        stood = game.evaluate("select")
        for unit in [u for u in game.state.units if u.side == 1 and u.kind.troops][:2]:
            game.state.put(unit, -1)
            unit.dead = True
        gains.append(game.evaluate("select") - stood)
    assert gains == sorted(gains, reverse=True)
    assert gains[-1] > 0


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "stirling", "two-villages"])
def test_a_game_that_is_over_is_as_good_as_its_result(scenario: str) -> None:
    """Of what ends alike the cheaper end is better, but no army that is left makes up for a level of victory."""
    ready = opened(scenario)
    for seed in range(4):
        game = play_game(ready, seed, policies(dict.fromkeys(ready.start(0).sides, "random"), seed))
        for side in game.sides:
            assert game.evaluate(side) == pytest.approx(margin(game.result, side), abs=0.06)


def test_who_holds_does_not_attack_and_who_stands_does_not_move() -> None:
    game = moment("defend-the-bridge", 40)
    view = game.view(str(game.to_move))
    hostile = {"melee", "mounted", "fire", "charge", "cast", "bombard"}
    assert not {action.verb for action in view.best(Leaning(holds=True))} & hostile
    assert "move" not in {action.verb for action in view.best(Leaning(stands=True))}
