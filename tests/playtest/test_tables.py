"""What a finished report says of each unit, leader, engine and spell in every game, and of what never happened."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.engine.state import Event
from ibbprint.jobs.plays import opened_scenario
from ibbprint.jobs.playtests import Playtest, playtest
from ibbprint.playtest.policies import play_game, policies
from ibbprint.playtest.recording import play_and_record
from ibbprint.problems import Report
from tests.helpers import ROOT, SCENARIOS
from tests.pdf import read_pdf
from tests.playtest.test_faults import changed

GAMES = {"defend-the-bridge": 12, "stirling": 4, "ayrenes-woods": 4, "two-villages": 10, "the-inn-at-three-roads": 6}
STIRLING = SCENARIOS / "stirling.yaml"
UNSERVED = {
    "  - {side: aenglish, unit: engineers-q3, zone: facing-line, rules: [R-178]}\n": "",
    "stacked_with: engineers-q3, ": "",
}
"""What takes its engineers from the siege engine of Stirling."""


@cache
def played(scenario: str) -> Playtest:
    return playtest(scenario, games=GAMES[scenario], seed="tables", jobs=1)


@cache
def told(scenario: str) -> Any:
    return json.loads(played(scenario).json)


@cache
def sheets(scenario: str) -> list[str]:
    """The pages of the report."""
    return [" ".join(page.texts) for page in read_pdf(played(scenario).pdf()).pages]


@pytest.mark.parametrize("scenario", GAMES)
def test_every_counter_has_its_row_with_kills_losses_refusals_and_idle_turns(scenario: str) -> None:
    """On paper and in the terminal, under what it is: the units, the leaders, the engines."""
    result, output = played(scenario), " ".join(sheets(scenario))
    heads = {"unit": "Units", "leader": "Leaders", "engine": "Engines"}
    for key, counter in told(scenario)["counters"].items():
        assert {"kills", "lost_by_turn", "orders", "refused", "turns", "idle", "never_acted"} <= set(counter)
        if counter["games"]:
            assert heads[counter["role"]] in output
            assert f"{key} {counter['name']}" in output
            assert re.search(rf"^  {key} +{re.escape(counter['name'])} ", result.text, re.MULTILINE)
    for head in ("lost in", "mostly on", "kills", "idle turns"):
        assert head in output


def test_captains_and_battle_leaders_have_their_refused_orders() -> None:
    """Everybody who leads: captains by their rolls, leaders of a table by the orders that go astray."""
    for scenario in ("defend-the-bridge", "the-inn-at-three-roads"):
        leaders = [item for item in told(scenario)["counters"].values() if item["role"] == "leader"]
        assert sum(leader["orders"] for leader in leaders)
        assert "orders refused" in " ".join(sheets(scenario))
    assert {
        counter["name"] for counter in told("defend-the-bridge")["counters"].values() if counter["role"] == "engine"
    } == {"Siege Engine"}


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "ayrenes-woods"])
def test_every_spell_that_a_side_may_cast_has_its_row(scenario: str) -> None:
    """Casts add up to those that were told of; spells that were never cast are named as such."""
    output, result = " ".join(sheets(scenario)), told(scenario)
    assert "Spells" in output
    assert "never cast in" in output
    for spell in result["spells"].values():
        assert spell["name"] in output
        assert spell["cast"] >= spell["failed"]
        assert (spell["never_cast"] == result["games"]) == (not spell["cast"])
        assert played(scenario).outcome is not None
        side = played(scenario).outcome.opened.sides[spell["side"]]  # type: ignore[union-attr]
        never = [words for words in result["never_happened"] if f"{side} casting" in words]
        assert any(spell["name"] in words for words in never) == (not spell["cast"])
    assert any(spell["cast"] for spell in result["spells"].values())


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "ayrenes-woods"])
def test_casts_in_a_record_are_the_casts_that_happened(scenario: str) -> None:
    result = opened_scenario(scenario, (), {}, Report(), force=False)
    assert result is not None
    names = dict.fromkeys(result[1].sides, "greedy")
    for seed in ("magic/1", "magic/2", "magic/3"):
        record = play_and_record(result[1], seed, policies(names, seed))
        events = play_game(result[1], seed, policies(names, seed), listen=True).events
        cast = [event for event in events if event.kind == "cast"]
        assert sum(spell["cast"] for spell in record["spells"].values()) == len(cast)
        assert all(f"/{event.values['spell']}" in " ".join(record["spells"]) for event in cast)


def test_an_engine_that_nobody_serves_is_named_among_what_never_happened(tmp_path: Path) -> None:
    """Without its engineers the siege engine never fires; with them it does.

    At random: greedy players spare the bridge, its one target, for they must cross it.
    """

    def reported(scenario: str) -> Any:
        return json.loads(
            playtest(scenario, games=8, seed="a", policies={"aenglish": "random"}, jobs=1, force=True).json
        )

    unserved = reported(str(changed(STIRLING, tmp_path / "unserved.yaml", UNSERVED)))
    assert any(re.search(r"a shot by Siege Engine A\d+ of the Aenglish", words) for words in unserved["never_happened"])
    served = reported("stirling")
    assert not any("a shot by" in words for words in served["never_happened"])
    assert "combat-bombard" in served["happened"]


def test_nobody_is_missed_who_cannot_be_there() -> None:
    """No scout, no scouting party: only what the order of battle could do is said never to have happened."""
    assert "a scouting party" not in told("defend-the-bridge")["never_happened"]
    scenario = opened_scenario("stirling", (), {}, Report(), force=False)
    assert scenario is not None
    assert "combat-bombard" in scenario[1].watched.notable


def test_a_unit_on_a_table_is_lost_when_it_routs_and_whoever_fought_it_has_the_credit() -> None:
    scenario = opened_scenario("the-inn-at-three-roads", (), {}, Report(), force=False)
    assert scenario is not None
    names = dict.fromkeys(scenario[1].sides, "greedy")
    routs = 0
    for seed in ("rout/1", "rout/2", "rout/3", "rout/4"):
        record = play_and_record(scenario[1], seed, policies(names, seed))
        events = play_game(scenario[1], seed, policies(names, seed), listen=True).events
        for event in (event for event in events if event.kind == "routs"):
            routs += 1
            unit = event.values["unit"]
            assert record["pieces"][unit]["lost"] == event.turn
            foes = {
                item.values["unit"] for item in events if item.kind in ("melee", "volley") and _at(item, unit, event)
            }
            assert all(record["pieces"][foe]["kills"] for foe in foes)
    assert routs


def _at(attack: Event, unit: str, rout: Event) -> bool:
    return attack.turn == rout.turn and attack.values["target"] == unit


def test_a_commander_on_a_counter_is_counted_and_so_is_his_loss() -> None:
    scenario = opened_scenario("two-villages", (), {}, Report(), force=False)
    assert scenario is not None
    names = dict.fromkeys(scenario[1].sides, "greedy")
    losses = 0
    for seed in ("1/1", "1/2", "1/4"):
        record = play_and_record(scenario[1], seed, policies(names, seed))
        events = play_game(scenario[1], seed, policies(names, seed), listen=True).events
        lost = [event.values["commander"] for event in events if event.kind == "commander-lost"]
        assert [key for key in ("B-commander", "R-commander") if record["pieces"][key]["lost"]] == sorted(lost)
        losses += len(lost)
    assert losses


@pytest.mark.parametrize("scenario", GAMES)
def test_losses_and_presence_are_drawn_on_the_map_of_every_game(scenario: str) -> None:
    """As discs: on the pages of both maps, under their heads."""
    for head in ("Where counters were lost", "Where counters stood after each turn"):
        page = next(page for page in sheets(scenario) if head in page)
        assert "The left half of a disc stands for" in page


@pytest.mark.parametrize("scenario", GAMES)
def test_the_report_says_who_played_what_is_not_played_what_to_try_and_what_to_watch(scenario: str) -> None:
    first = sheets(scenario)[0]
    lines = told(scenario)
    assert lines["verdict"] in first
    assert re.search(r"(Victory goes to|Nobody wins:) .+ \(between \d+ and \d+\)", lines["verdict"])
    played = "The program plays everything that is printed"
    for words in ("Who played: greedy takes", played, "Worth trying next", "ibbprint play ", "--seed"):
        assert words in first
    assert lines["next"]["change"] in first
    assert sum(lines["decided"].values()) >= lines["games"]


@pytest.mark.parametrize("scenario", GAMES)
def test_the_change_that_is_worth_trying_can_be_tried(scenario: str) -> None:
    """Where the report gives a field and a value the command is taken as it stands."""
    command = told(scenario)["next"]["command"]
    if "--vary" in command:
        change = command.partition("--vary ")[2].strip("'")
        assert json.loads(playtest(scenario, games=2, jobs=1, vary=[change]).json)["compared"][0]["label"] == change


def test_levels_of_victory_have_their_limits_for_each_pairing() -> None:
    """In the terminal, on paper and as data: four pairings, both sides."""
    report = playtest("two-villages", games=6, seed="cup", jobs=1, tournament=["greedy", "random"])
    message = " ".join(text for page in read_pdf(report.pdf()).pages for text in page.texts)
    for first in ("Greedy", "Random"):
        for second in ("greedy", "random"):
            pairing = f"{first} plays the Blue Army, {second} plays the Red Army"
            assert pairing in message
            assert pairing in report.text
    for item in json.loads(report.json)["pairings"]:
        for levels in item["levels"].values():
            assert sum(level["games"] for level in levels.values()) == 6
            assert all(level["low"] <= level["share"] <= level["high"] for level in levels.values())


def test_the_command_in_the_forum_repeats_players_packs_and_rules(tmp_path: Path) -> None:
    pack = ROOT / "tests" / "planted" / "weir"
    report = playtest(
        str(ROOT / "tests" / "planted" / "the-weir.yaml"),
        games=2,
        jobs=1,
        packs=[pack],
        rules={"R-64": "turn"},
        policies="A=random",
        seed="two words",
        vary=["captain-4.rating=3"],
    )
    again = json.loads(report.json)["forum"].partition("Repeat it: ")[2]
    for words in (
        f"--pack {pack}",
        "--rule R-64=turn",
        "--policy A=random",
        "--vary captain-4.rating=3",
        "--games 2",
        "--seed 'two words'",
    ):
        assert words in again
