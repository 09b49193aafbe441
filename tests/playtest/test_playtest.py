"""Playtests: what many games say, the same for any number of processes, interrupted and gone on with, or on one."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from multiprocessing import active_children
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from ibbprint.engine.session import Opened
from ibbprint.jobs.plays import opened_scenario
from ibbprint.jobs.playtests import PlaytestOrder, playtest, playtested
from ibbprint.playtest.findings import findings
from ibbprint.playtest.outcome import Length
from ibbprint.playtest.policies import play_game, policies
from ibbprint.playtest.recording import Record, Service, play_and_record
from ibbprint.playtest.tally import Tally, quantile
from ibbprint.problems import Report
from tests.helpers import ROOT, SOAK, call_cli
from tests.waiting import PATIENCE_S, until

SCENARIOS = ("defend-the-bridge", "stirling", "ayrenes-woods", "two-villages")
GAMES = 40 if SOAK else 2


def opened(scenario: str) -> Opened:
    result = opened_scenario(scenario, (), {}, Report(), force=False)
    assert result is not None
    return result[1]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_recording_a_game_does_not_change_it(scenario: str) -> None:
    """A game has the same end with a recorder and without, and its numbers agree with its events."""
    scene = opened(scenario)
    names = dict.fromkeys(scene.sides, "greedy")
    for number in range(GAMES):
        seed = f"recorded/{number}"
        record = play_and_record(scene, seed, policies(names, seed))
        plain = play_game(scene, seed, policies(names, seed), listen=True)
        assert record["end"] == plain.fingerprint()
        assert record["winner"] == plain.result.winner
        gone = [event for event in plain.events if event.kind in scene.watched.removes]
        assert sum(map(sum, record["losses"].values())) == len(gone)
        assert sum(record["happened"].values()) == len(plain.events)
        moments = [event for event in plain.events if "stands" in event.values]
        assert [sum(left) for left in record["left"]] == [len(event.values["stands"]) for event in moments]
        assert {item.key for item in plain.roll_call()} == set(record["pieces"])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_somebody_is_credited_with_what_the_enemy_loses(scenario: str) -> None:
    """Kills are never more than the attackers times what was lost, and over some games there are some."""
    scene = opened(scenario)
    names = dict.fromkeys(scene.sides, "greedy")
    records = [play_and_record(scene, str(seed), policies(names, seed)) for seed in range(GAMES)]
    assert any(service["kills"] for record in records for service in record["pieces"].values())
    for record in records:
        lost = sum(map(sum, record["losses"].values()))
        assert all(service["kills"] <= lost for service in record["pieces"].values())


def test_the_report_is_the_same_for_any_number_of_processes() -> None:
    """Of three batches; tests of batches try more processes, and those that die."""
    jobs = (1, 2, 4) if SOAK else (1, 2)
    options: dict[str, Any] = {"games": 13, "seed": "same", "policies": "random"}
    item, *rest = [playtest("defend-the-bridge", jobs=number, **options) for number in jobs]
    for other in rest:
        assert other.json == item.json
        assert other.text == item.text


def test_a_playtest_goes_on_from_its_log(tmp_path: Path) -> None:
    """Cut off in the middle of a line, and gone on with to more games: the same report as in one go."""
    log = tmp_path / "bridge.jsonl"
    options: dict[str, Any] = {"seed": "log", "policies": "random"}
    playtest("two-villages", games=10, jobs=1, log=log, **options)
    log.write_bytes(log.read_bytes()[:-100])
    again = playtest("two-villages", games=15, jobs=2, log=log, **options)
    assert again.json == playtest("two-villages", games=15, jobs=1, **options).json
    assert len(log.read_text(encoding="utf-8").splitlines()) == 4


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("scenarios/goose-common.yaml", "turns: 5", "turns: 4"),
        ("scenarios/goose-common.yaml", 'hexes: ["0604"]}', 'hexes: ["0504"]}'),
        ("maps/goose-common.yaml", '"....bs....."', '"....hs....."'),
        ("units.csv", "light,2,1,5,2,4", "light,2,1,4,2,4"),
    ],
)
def test_a_log_is_not_gone_on_with_when_a_number_has_changed(
    file: str, before: str, after: str, tmp_path: Path
) -> None:
    """A designer changes a number and types the same command: yesterday's games say nothing about it."""
    call_cli("new", "my-pack", cwd=tmp_path)
    pack, log = tmp_path / "my-pack", tmp_path / "common.jsonl"
    assert playtest(pack, games=5, jobs=1, log=log).outcome
    known = log.read_bytes()
    assert playtest(pack, games=5, jobs=1, log=log).outcome
    text = (pack / file).read_text(encoding="utf-8")
    assert text.count(before) == 1
    (pack / file).write_text(text.replace(before, after), encoding="utf-8")
    refused = playtest(pack, games=5, jobs=1, log=log)
    assert not refused.outcome
    assert "the scenario, its map, the catalogue or ibbprint has changed since." in str(refused.report)
    assert log.read_bytes() == known


def test_a_log_says_in_words_whose_it_is(tmp_path: Path) -> None:
    log = tmp_path / "log"
    playtest("two-villages", games=1, jobs=1, log=log)
    other = playtest("two-villages", games=1, jobs=1, log=log, policies="random")
    assert "policies blue=greedy and red=greedy, not blue=random and red=random." in str(other.report)
    other = playtest("two-villages", games=1, jobs=1, log=log, vary=["infantry.moves=2"])
    assert "comparisons none, not infantry.moves=2." in str(other.report)


def test_the_commands_of_a_report_name_the_pack_and_the_players(tmp_path: Path) -> None:
    """A pack named in the place of its scenario: what the report says to type plays its games."""
    call_cli("new", "my-pack", cwd=tmp_path)
    options = ("--games", "2", "--jobs", "1", "--policy", "hither=random", "--seed", "geese", "--json")
    data = json.loads(call_cli("playtest", "my-pack", *options, cwd=tmp_path).stdout)
    setting = "goose-common --pack my-pack"
    assert f"ibbprint playtest {setting} --policy hither=random --games 2 --seed geese" in data["forum"]
    same = f"ibbprint playtest {setting} --policy hither=random,nether=greedy --seed geese --v"
    assert data["next"]["command"].startswith(same)


def test_a_verdict_on_fairness_says_what_the_rule_has_shown() -> None:
    """A rule for 10 points stops at 2 points from even and a margin of error: no more is said than that."""
    report = playtest("two-villages", fair=10, jobs=1, policies="A=greedy,B=random")
    assert "It is not even: victory goes to the Blue Army in more than 52 games of 100." in " ".join(
        report.text.split()
    )
    assert "\n50 games, " in report.text


def test_one_game_is_reported_in_the_singular_and_as_sound_json() -> None:
    report = playtest("two-villages", games=1, jobs=1, vary=["infantry.moves=2"], seed="one")
    assert "\n1 game, seed one/1; it ends on turn" in report.text
    assert "1 games" not in report.text
    assert "inf;" not in report.text
    json.loads(report.json, parse_constant=pytest.fail)


def test_each_game_of_a_playtest_can_be_played_alone() -> None:
    """The report names a game that the loser won; played with that seed the same side wins."""
    report = playtest("two-villages", games=20, seed="alone", jobs=1)
    first = next(line for line in report.text.splitlines() if line.startswith("To see "))
    _, command = first.split(" win: ")
    words = command.split()
    played = call_cli(*words[1:], "--json")
    assert played.returncode == 0
    outcome = json.loads(report.json)
    loser = min(outcome["wins"], key=lambda side: outcome["wins"][side]["games"])
    assert json.loads(played.stdout)["result"]["winner"] == loser


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal of that kind")
def test_ctrl_c_reports_what_is_known_and_keeps_it(tmp_path: Path) -> None:
    log = tmp_path / "long.jsonl"
    command = ["playtest", "defend-the-bridge", "--games", "5000", "--jobs", "2", "--log", str(log)]
    process = subprocess.Popen(
        [sys.executable, "-m", "ibbprint", *command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    first_of_all = b'"from":0,'  # it may come in after others, which tell nothing without it

    def some_are_known() -> bool:
        lines = log.read_bytes().splitlines() if log.exists() else []
        return len(lines) >= 4 and any(first_of_all in line for line in lines[:-1])

    until(some_are_known, process)
    process.send_signal(signal.SIGINT)
    output, complaints = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert "until you stopped them" in output
    assert "Traceback" not in complaints
    assert "Run the same command to continue." in complaints
    assert log.read_bytes().count(b"\n") >= 4


EARLY = {
    "as it opens the scenario": ("ibbprint.jobs.playtests.opened_scenario", "200", "1"),
    "as it plays a game to see how long it takes": ("ibbprint.jobs.playtest_games.play_and_record", "200", "1"),
    "in the first batch": ("ibbprint.jobs.playtest_games.play_and_record", "4", "1"),
    "as it waits for a process": ("ibbprint.playtest.batches.wait", "10", "2"),
}
"""What is being done, the step that ends with Ctrl-C, how many games there are, and on how many processes."""


@pytest.mark.parametrize("when", EARLY)
def test_ctrl_c_before_the_first_batch_is_back_ends_quietly(
    when: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With the exit code of a signal and without a report, which would have nothing to say; no process is left."""
    step, games, jobs = EARLY[when]
    log = tmp_path / "log.jsonl"
    monkeypatch.setattr(step, mock.Mock(side_effect=KeyboardInterrupt))
    called = ("playtest", "stirling", "--policy", "random", "--games", games, "--jobs", jobs, "--log", str(log))
    result = call_cli(*called, cwd=ROOT)
    assert result.returncode == 128 + signal.SIGINT, result.stderr
    assert not result.stdout
    assert all(line.startswith("At most ") for line in result.stderr.splitlines()), result.stderr
    batches = len(log.read_text(encoding="utf-8").splitlines()) - 1 if log.exists() else 0
    assert batches <= (0 if jobs == "1" else 2)  # what other processes finished meanwhile is kept
    assert not active_children()


def test_ctrl_c_after_the_first_batch_reports_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The eighth game is the second of the second batch: one was played to see how long it takes."""
    games = 0

    def one(*given: Any) -> Record:
        nonlocal games
        games += 1
        if games == 8:
            raise KeyboardInterrupt
        return play_and_record(*given)

    monkeypatch.setattr("ibbprint.jobs.playtest_games.play_and_record", one)
    report = playtest("two-villages", games=20, policies="random", jobs=1, vary=["infantry.moves=4"])
    assert "5 games until you stopped them" in report.text
    assert "infantry.moves=4: no game was played." in report.text


WRONG: dict[str, tuple[list[str], int, str]] = {
    "no such scenario": (["nowhere"], 2, "there is no scenario 'nowhere'"),
    "no such policy": (["stirling", "--policy", "gredy"], 2, "there is no policy 'gredy'. Did you mean greedy?"),
    "no such side": (["stirling", "--policy", "C=greedy"], 2, "there is no side 'C'"),
    "a game without an engine": (["tests/folders/tin-road"], 2, "tin-road has no play: section"),
    "no games": (["stirling", "--games", "0"], 2, "--games is 1 to 1000000, not 0."),
    "no precision": (["stirling", "--precision", "0"], 2, "--precision is a share from 0.001 to 0.5, not 0."),
    "a percentage": (["stirling", "--precision", "3"], 2, "--precision is a share from 0.001 to 0.5, not 3."),
    "another fairness": (["stirling", "--fair", "7"], 2, "--fair is 5 or 10"),
    "two lengths": (["stirling", "--fair", "5", "--games", "9"], 2, "--games and --fair each say how long to play."),
    "no processes": (["stirling", "--jobs", "0"], 2, "--jobs is 1 to 256, not 0."),
    "a log in no folder": (["stirling", "--games", "1", "--log", "no/such/log"], 2, "cannot be written"),
    "a log that is a scenario": (["stirling", "--log", "README.md"], 2, "this is not the logbook of a playtest"),
    "an unknown unit": (["stirling", "--vary", "axmen-q4.defence=5"], 2, "no entry 'axmen-q4' in the catalogue. Did"),
    "a unit by its name": (
        ["stirling", "--vary", "light infantri.attack=5"],
        2,
        "Did you mean light-infantry-q2 or light-infantry-q3?",
    ),
    "an unknown spell": (
        ["stirling", "--vary", "fist-of-rightousness.cost=1"],
        2,
        "Did you mean fist-of-righteousness?",
    ),
    "nobody": (["stirling", "--vary", "nobody.attack=3"], 2, "in the catalogue. Units: ibbprint units --game ibb"),
    "nobody of a few": (
        ["ayrenes-woods", "--vary", "nobody.attack=3"],
        2,
        "catalogue. Units: ibbprint units --game ayrenes-woods",
    ),
    "an unknown field": (["stirling", "--vary", "axemen-q4.defense=5"], 2, "names no field. Did you mean defence?"),
    "no number": (["stirling", "--vary", "axemen-q4.defence=x"], 2, "defence must be a whole number, not 'x'."),
    "no YAML": (["stirling", "--vary", "axemen-q4.defence={a: "], 2, "a field cannot have that value."),
    "a control character": (["stirling", "--vary", "axemen-q4.defence=\x01"], 2, "a field cannot have that value."),
    "too large": (["two-villages", "--vary", "infantry.moves=99"], 2, "moves must be at most 9, not 99."),
    "an unknown rule": (["stirling", "--vary", "R-999=x"], 2, "--vary R-999=x: error: R-999 has no options."),
    "an unknown option": (
        ["stirling", "--vary", "R-64=turn,zzz"],
        2,
        "--vary R-64=zzz: error: terrain_cost cannot be 'zzz'. Choose hex or turn.",
    ),
    "a rule of another game": (
        ["two-villages", "--vary", "R-64=turn"],
        2,
        "--vary R-64=turn: error: R-64 has no options. Rules with options: M-02,",
    ),
    "an unknown map": (
        ["ayrenes-woods", "--vary", "A-01=nowhere"],
        2,
        "--vary A-01=nowhere: error: there is no map 'nowhere'.",
    ),
    "an unknown ability": (
        ["stirling", "--vary", "axemen-q4.abilities=[rangr]"],
        2,
        "--vary axemen-q4.abilities=[rangr]: error: there is no ability 'rangr'. Did you mean ranger?",
    ),
    "units of the enemy": (
        ["ayrenes-woods", "--vary", "elf-a.people=dwarf"],
        1,
        "do not fight for the Elves. They belong to the people dwarf. That is with --vary elf-a.people=dwarf.",
    ),
    "no other scenario": (["stirling", "--vs", "nowhere"], 2, "there is no scenario 'nowhere'"),
    "of other sides": (["stirling", "--vs", "two-villages"], 2, "they cannot be compared."),
    "a pack of another game": (
        ["two-villages", "--vs-pack", "tests/planted/weir"],
        2,
        "--vs-pack tests/planted/weir: this pack belongs to Itty Bitty Battles, but the scenario to MicroBattle.",
    ),
    "no other pack": (["stirling", "--vs-pack", "nowhere"], 1, "there is no such folder."),
    "broken set-up": (["hastings-as-printed", "--games", "1"], 1, "the zone line is too small"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_call_is_refused_before_the_first_game(name: str) -> None:
    """In words that name no option which nobody wrote."""
    arguments, code, output = WRONG[name]
    result = call_cli("playtest", *arguments, cwd=ROOT)
    assert result.returncode == code, result.stderr
    assert output in result.stderr
    assert "--rule" not in result.stderr
    assert not result.stdout


@pytest.mark.parametrize(
    ("option", "given"),
    [
        ("--vary", {"vary": ["R-64=zzz"]}),
        ("--vary", {"vary": ["R-64=turn", "R-64=turn"]}),
        ("--vs", {"vs": "deep-delve"}),
        ("--vs", {"vs": "two-villages"}),
        ("--vs-pack", {"vs": "stirling", "vs_pack": "stirling"}),
        ("--policy", {"policies": "gredy"}),
        ("--tournament", {"tournament": ["greedy", "rondom"]}),
        ("--tournament", {"tournament": ["greedy", "commander:x"]}),
    ],
)
def test_a_wrong_call_from_python_names_the_option_that_is_wrong(option: str, given: dict[str, Any]) -> None:
    (problem,) = playtest("stirling", games=1, jobs=1, **given).report
    assert problem.where.file.split()[0] == option


def test_a_scenario_with_errors_is_refused_before_the_first_game(tmp_path: Path) -> None:
    """Every fault with its line, in one run."""
    source = (ROOT / "scenarios" / "microbattle" / "two-villages.yaml").read_text(encoding="utf-8")
    broken = source.replace("unit: cavalry", "unit: cavalri").replace('square: "4,7"', 'square: "44,7"')
    (tmp_path / "broken.yaml").write_text(broken, encoding="utf-8")
    result = call_cli("playtest", "broken.yaml", cwd=tmp_path)
    assert result.returncode == 1
    number = broken[: broken.index("cavalri")].count("\n") + 1
    assert f"broken.yaml:{number}:" in result.stderr
    assert "Did you mean cavalry?" in result.stderr
    assert "nothing was played." in result.stderr
    assert not result.stdout


def record(**changes: Any) -> Record:
    """A game of two sides with a counter each, of three turns."""
    service = Service(acts=3, turns=3, idle=0, lost=0, attacks=0, kills=0, orders=0, refused=0)
    result = Record(
        seed="7/1",
        levels={"red": 1, "blue": 0},
        winner="red",
        turns=3,
        actions=9,
        margins=[0, 1, 1, 1],
        left=[[1, 1]] * 4,
        figures=[],
        pieces={"A1": service, "B1": service},
        spells={},
        losses={},
        presence={"0101": [4, 4]},
        markers={"routed": 1},
        happened={"turn": 3},
        decided=["Red holds the ford."],
        end="00ff",
    )
    result.update(changes)  # type: ignore[typeddict-item]
    return result


def tally(*records: Record) -> Tally:
    result = Tally(["red", "blue"], ())
    for record in records:
        result.add(record)
    return result


def test_a_side_that_never_wins_stands_out() -> None:
    results = findings(tally(*[record()] * 100))
    assert [(result.kind, result.who, result.games) for result in results] == [("cannot-win", "blue", 0)]


def test_nine_draws_in_ten_stand_out() -> None:
    drawn = record(winner=None, levels={"red": 0, "blue": 0}, margins=[0, 0, 0, 0])
    results = findings(tally(*[drawn] * 90, *[record()] * 10))
    assert [(result.kind, result.games) for result in results] == [("draws", 90)]


def test_a_counter_that_never_acts_stands_out() -> None:
    idle = Service(acts=0, turns=3, idle=3, lost=0, attacks=0, kills=0, orders=0, refused=0)
    busy = Service(acts=2, turns=3, idle=1, lost=0, attacks=0, kills=0, orders=0, refused=0)
    games = [record(winner=("red", "blue")[n % 2], pieces={"A1": idle, "B1": busy}) for n in range(60)]
    assert [(finding.kind, finding.who) for finding in findings(tally(*games))] == [("never-acts", "A1")]


@pytest.mark.parametrize("acts", [0, 1])
def test_a_counter_that_falls_at_once_stands_out_for_that_alone(acts: int) -> None:
    """Whether it had acted or not: what falls before a turn is over is not reproached with idleness too."""
    gone = Service(acts=acts, turns=0, idle=0, lost=1, attacks=0, kills=0, orders=0, refused=0)
    games = [record(winner=("red", "blue")[n % 2], pieces={"A1": gone}) for n in range(60)]
    assert [(finding.kind, finding.who) for finding in findings(tally(*games))] == [("falls-early", "A1")]


def test_nothing_stands_out_of_a_few_games_or_of_an_even_match() -> None:
    assert not findings(tally(*[record()] * 19))
    assert not findings(tally(*[record(winner=("red", "blue")[n % 2]) for n in range(200)]))


def test_short_games_stay_as_they_ended() -> None:
    """A game that ends on turn 1 counts with its last margin on turns 2 and 3, whichever comes first."""
    short = record(margins=[0, -2], left=[[1, 1], [0, 1]], turns=1)
    for games in ([short, record()], [record(), short]):
        result = tally(*games)
        assert result.ahead[3] == {-2: 1, 1: 1}
        assert result.left[3][0] == {0: 1, 1: 1}


def test_a_quantile_is_a_value_that_was_counted() -> None:
    assert [quantile({1: 5, 2: 4, 9: 1}, part) for part in (0.0, 0.5, 0.51, 0.9, 0.91, 1.0)] == [1, 1, 2, 2, 9, 9]


@pytest.mark.parametrize(
    ("games", "began"), [(1, "1 game on one process."), (4, "4 games on one process."), (5, "5 games on one process: ")]
)
def test_a_few_games_begin_without_one_to_see_how_long_they_take(games: int, began: str) -> None:
    results: list[str] = []
    playtested(PlaytestOrder("two-villages", policies="random", games=games, jobs=1), say=results.append)
    assert len(results) == 1
    assert results[0].startswith(f"At most {began}")


def test_a_playtest_ends_when_it_knows_enough() -> None:
    """By its number of games, at its precision, or with its verdict; never beyond the most."""
    assert [Length(30).enough(15, games) for games in (29, 30)] == [False, True]
    sharp = Length(precision=0.05)
    assert [sharp.enough(part * 100, 100) for part in (0.5, 1.0)] == [False, True]
    assert sharp.enough(sharp.most / 2, sharp.most)
    fair = Length(fair=5)
    assert [fair.enough(wins, games) for wins, games in ((50, 100), (100, 100), (400, 800))] == [False, True, True]
