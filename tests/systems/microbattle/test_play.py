"""MicroBattle played: every kind of battle to its end, saved and replayed, told in full; greedy play beats random."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from ibbprint.catalogue.sentences import sentences
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.first_turn import sentence
from ibbprint.engine.session import Opened, Playing
from ibbprint.playtest.policies import play_game, policies
from ibbprint.problems import Report
from ibbprint.reports.battle_report import Story
from tests.helpers import ROOT, SOAK, call_cli
from tests.micro_table import FOLDER, GAME, KINDS, Table, written

TELLING = ROOT / "ibbprint" / "systems" / "microbattle" / "data" / "telling.yaml"
GAMES = 60 if SOAK else 3


@pytest.fixture(scope="module")
def battles(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A file of each kind of battle."""
    return {kind: written(tmp_path_factory.mktemp(kind), edits) for kind, edits in KINDS.items()}


@cache
def opened(path: Path) -> Opened:
    report = Report()
    catalogue = GAME.open(str(path), KitOptions(), report)
    assert catalogue is not None, "\n".join(map(str, report))
    return catalogue  # type: ignore[no-any-return]


def played(path: Path, seed: int, blue: str = "greedy", red: str = "greedy") -> Playing:
    return play_game(opened(path), seed, policies({"blue": blue, "red": red}, seed), listen=True)


WAYS = {
    "clash": {"broken", "losses", "wiped-out", "time"},
    "breakthrough": {"exit", "broken", "defended", "wiped-out"},
    "escape": {"exit", "broken", "defended", "wiped-out"},
    "defense": {"prepared", "broken", "defended", "wiped-out"},
    "seize": {"point", "broken", "time", "wiped-out"},
    "retrieve": {"token", "broken", "time", "wiped-out"},
}
"""How each kind of battle may end."""


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_played_to_its_end(kind: str, battles: dict[str, Path]) -> None:
    """By both policies; it ends as its kind can, is told whole, and has a moment for every turn."""
    for seed in range(GAMES):
        for policy in ("greedy", "random"):
            game = played(battles[kind], seed, policy, policy)
            assert game.is_over
            over = game.events[-1]
            assert over.kind == "over"
            assert over.values["why"] in WAYS[kind]
            assert over.values["winner"] == game.result.winner
            assert not {passage.kind for passage in game.tale()} & {"event"}
            report = Story(opened(battles[kind]), game, seed, {}).text()
            assert max(map(len, report.splitlines())) <= 100
            board = game.board()
            assert board is not None
            assert [layer.id for layer in board.layers] == [
                "set-up",
                *(f"turn-{n:02}" for n in range(1, over.turn + 1)),
            ]


@pytest.mark.parametrize("side", ["blue", "red"])
def test_greedy_play_beats_random_play(side: str, battles: dict[str, Path]) -> None:
    """From either side it wins twice as many games as it loses, of all kinds together; in the soak of each kind."""
    names = {"blue": "random", "red": "random", side: "greedy"}
    won = {
        kind: Counter(played(path, seed, **names).result.winner for seed in range(GAMES))
        for kind, path in battles.items()
    }
    other = "red" if side == "blue" else "blue"
    for counted in won.values() if SOAK else [sum(won.values(), Counter())]:
        assert counted[side] > 2 * counted[other], won


def test_a_saved_battle_is_replayed(tmp_path: Path, battles: dict[str, Path]) -> None:
    """The command saves a game line by line; replaying it gives the same report; a wrong line has its place."""
    saved = tmp_path / "game.txt"
    first = call_cli("play", str(battles["escape"]), "--seed", "7", "--save", str(saved))
    assert first.returncode == 0, first.stderr
    again = call_cli("replay", str(saved))
    assert again.returncode == 0, again.stderr
    assert again.stdout == first.stdout
    lines = saved.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("move B"))
    key = lines[number].split()[1]
    lines[number] = f"move {key} 1,1-6,8"
    saved.write_text("\n".join(lines) + "\n", encoding="utf-8")
    wrong = call_cli("replay", str(saved))
    assert wrong.returncode == 1
    assert f"game.txt:{number + 1}:" in wrong.stderr


def test_the_report_of_a_battle() -> None:
    """It begins with the goal and the armies, names each circumstance, and tells how it stands after each turn."""
    output = call_cli("play", "the-long-road", "--seed", "4").stdout
    assert output.startswith("The Long Road\n=============\n")
    flat = " ".join(output.split())
    assert "; here that is 2 of 6 units." in flat
    assert "3 infantry, 2 cavalry and 1 artillery" in flat
    assert re.search(r"\(needed [2-6]\+ with [a-z ]+, [a-z ]+; die [1-6]\)", flat)
    assert "on the hill at" in flat
    assert "After turn 1\n------------\n" in output
    brief = call_cli("play", "the-long-road", "--seed", "4", "--brief").stdout
    assert len(brief) < len(output) / 3


@pytest.mark.rule("M-R28", "M-39")
def test_why_a_cornered_unit_is_destroyed_is_told() -> None:
    """A unit that dies of its second marker for want of a square: the report says so, and names the rule."""
    output = call_cli("play", "two-villages", "--seed", "25", "--policy", "random").stdout
    unit = r"he [a-z ]+ [BR]\d"
    why = f"([Tt]{unit} could not retreat and|No square was free, and t{unit})"
    message = rf"{why} was destroyed.{{0,40}}\[M-R28 M-03\]"
    assert re.search(message, " ".join(output.split()))


@pytest.mark.rule("M-R09", "M-29")
@pytest.mark.parametrize(("units", "needed"), [(4, 2), (6, 2), (7, 3), (10, 4)])
def test_how_many_must_get_through(units: int, needed: int, tmp_path: Path) -> None:
    """M-X15: the report of a breakthrough says how many of the attackers must leave: 2, 2, 3 and 4."""
    text = (FOLDER / "the-long-road.yaml").read_text(encoding="utf-8")
    squares = [f'"{1 + n % 6},{1 + n // 6}"' for n in range(units)]
    start, end = text.index('      - {unit: infantry, squares: ["2,2"'), text.index("  - id: red")
    text = f"{text[:start]}      - {{unit: infantry, squares: [{', '.join(squares)}]}}\n{text[end:]}"
    path = tmp_path / "road.yaml"
    path.write_text(text.replace('square: "3,2"', 'square: "1,1"'), encoding="utf-8")
    ran = call_cli("play", str(path), "--brief", "--force", "--policy", "random")
    assert f"here that is {needed} of {units} units." in " ".join(ran.stdout.split())


def test_events_as_json(battles: dict[str, Path]) -> None:
    """`play --json` has every roll with its needs, its circumstances and its rules."""
    ran = call_cli("play", str(battles["clash"]), "--seed", "2", "--json")
    answer = json.loads(ran.stdout)
    attacks = [event for event in answer["events"] if event["kind"] == "attack"]
    assert attacks
    for event in attacks:
        values = event["values"]
        added = sum(amount for _, changes, amount in values["modifiers"] if changes == "die")
        assert values["passed"] == (values["die"] + added >= values["needs"])
        assert "M-R22" in event["rules"]


BROKEN, MEDIAN = (0.48, 0.63), (10, 12)
"""Of Two Villages by greedy play: the share of games that end before the last turn is judged, and the median length."""


@pytest.mark.skipif(not SOAK, reason="hundreds of games")
def test_how_two_villages_ends() -> None:
    """The share of broken armies and the median length are as in 4,000 games: 55.4% and 12."""
    games = [played(FOLDER / "two-villages.yaml", seed) for seed in range(400)]
    broken = sum(game.events[-1].values["why"] in ("broken", "wiped-out") for game in games) / len(games)
    assert BROKEN[0] < broken < BROKEN[1]
    assert MEDIAN[0] <= median(game.turn for game in games) <= MEDIAN[1]


def test_a_light_unit_has_no_marker_before_it_has_tried_to_evade() -> None:
    """The report of both cases: the failed TEST, then the evasion; only a failed evasion gives the marker."""
    reports = {}
    for dice in ([4], [3, 6]):
        table = Table("infantry 3,4", "light-infantry 3,5")
        table.do("stay B1", "fire B1 -> 3,5", dice=[4, 3])
        before = list(table.state.events)
        table.do("evade R1", dice=dice)
        table.state.events = [*before, *table.state.events]
        telling = sentences(table.state.setting.catalogue)
        used: dict[str, int] = {}
        reports[dice[0]] = " ".join(
            sentence(passage, telling, used) for passage in table.game.passages(table.state.events)
        )
    assert "R1 failed the disorder TEST (needed 4+; die 3). But R1 evaded" in reports[4]
    assert "marker" not in reports[4]
    assert "R1 failed to evade (needed 4+; die 3) and took a disorder marker." in reports[3]
