"""Ayrene's Woods told: the sentences are whole, a game is saved and replayed to the same end, its maps are drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from ibbprint.catalogue.telling import RUNNING
from ibbprint.playtest.games import play_game
from ibbprint.playtest.policies import policies
from ibbprint.problems import Report
from ibbprint.reports.battle_report import battle_report
from ibbprint.systems.api.kits import KitOptions
from ibbprint.systems.api.playing import Opened, Playing
from ibbprint.systems.ayrenes_woods import telling
from ibbprint.systems.ayrenes_woods.rules.state import Event
from ibbprint.systems.ayrenes_woods.sentences import WORDS
from tests.aw_table import BATTLE, GAME, Table
from tests.helpers import ROOT, app, call_cli, make_pack, run_cli

TELLING = ROOT / "ibbprint" / "systems" / "ayrenes_woods" / "data" / "telling.yaml"


def opened(*packs: Path, **rules: str) -> Opened:
    report = Report()
    found = GAME.open(BATTLE, KitOptions(packs, rules), report)
    assert found is not None, "\n".join(map(str, report))
    return found  # type: ignore[no-any-return]


def played(which: Opened, seed: int, policy: str = "greedy") -> Playing:
    return play_game(which, seed, policies(dict.fromkeys(which.sides, policy), seed), True)


def test_the_shipped_sentences_are_whole() -> None:
    """An entry for each thing that is told, with its words and no others; whatever runs on has two sentences."""
    entries = yaml.safe_load(TELLING.read_text(encoding="utf-8"))["telling"]
    assert {entry["id"] for entry in entries} == set(WORDS)
    for entry in entries:
        words = dict.fromkeys(WORDS[entry["id"]].split(), "x")
        for say in entry["say"]:
            assert say.format_map(words)
        if entry["place"] in RUNNING:
            assert len(entry["say"]) > 1


@pytest.mark.parametrize("rules", [{}, {"facing": "on"}, {"result_scope": "one_owner_choice"}])
def test_every_event_has_words_of_its_own(rules: dict[str, str]) -> None:
    """Nothing is told by its bare values, and each `Told` has just its words."""
    which = opened(**rules)
    tale = played(which, 1, "random" if "facing" in rules else "greedy").tale()
    assert "event" not in {told.kind for told in tale}
    for told in tale:
        assert set(told.words) == set(WORDS[told.kind].split())


def test_an_event_that_nobody_knows_is_told_by_its_values() -> None:
    table = Table()
    told = telling.Tale(table.state, [Event("comet", 1, ("A-R01",), {"tail": "long"})]).told()
    assert any(one.kind == "event" and one.words["what"] == "Comet: tail long" for one in told)


def test_a_report_reads_as_a_story() -> None:
    """Title, armies, every turn, the standing after it, the outcome; names, hexes and rules in the sentences."""
    which = opened()
    game = played(which, 1)
    text = battle_report(which, game, 1, dict.fromkeys(which.sides, "greedy"))
    assert text.startswith("Battle of Ayrene’s Woods\n====")
    assert f"Turn {game.turn} of 13" in text
    assert text.count("After turn") == game.turn - 1
    for part in ("Pankow", "the Grey Thane", "[A-R36 A-14]", "Chances: ", "column 1:1", "points"):
        assert part in text, part
    assert "{" not in text
    brief = battle_report(which, game, 1, dict.fromkeys(which.sides, "greedy"), brief=True)
    assert len(brief) < len(text) / 4


def test_a_pack_tells_it_in_its_own_words(tmp_path: Path) -> None:
    """Its sentences are used; what is wrong with them is told at their place."""
    sound = {"telling": [{"id": "berserk", "place": "item", "say": ["{units} saw red!", "Red saw {units}!"]}]}
    pack = make_pack(tmp_path / "sound", {"telling.yaml": sound}, game="ayrenes-woods")
    which = opened(pack)
    assert which.telling["berserk"].say[0] == "{units} saw red!"
    alone = {"id": "berserk", "place": "item", "say": ["{unit} saw red!"]}
    wrong = {"telling": [alone, {"id": "berserc", "place": "part", "say": ["x"]}]}
    pack = make_pack(tmp_path / "wrong", {"telling.yaml": wrong}, game="ayrenes-woods")
    report = Report()
    assert GAME.open(BATTLE, KitOptions((pack,)), report) is None
    said = "\n".join(map(str, report))
    for part in ("{unit} in the sentence names nothing. Did you mean units?", "has one sentence", "told as 'berserc'"):
        assert part in said


def test_a_saved_game_is_replayed_to_the_same_end(tmp_path: Path) -> None:
    """In another process, with another order of hashes."""
    runner = CliRunner()
    path = tmp_path / "a.game"
    arguments = ["--rule", "facing=on", "--policy", "random", "--seed", "4", "--save", str(path)]
    first = runner.invoke(app, ["play", BATTLE, *arguments])
    assert first.exit_code == 0, first.output
    again = run_cli("replay", str(path), PYTHONHASHSEED="9")
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.split("\n\n", 2)[2] == first.output.split("\n\n", 2)[2]
    text = path.read_text(encoding="utf-8")
    assert "rule: facing=on" in text
    line = next(line for line in text.splitlines() if line.startswith("activate"))
    path.write_text(text.replace(line, "activate XL", 1), encoding="utf-8")
    broken = runner.invoke(app, ["replay", str(path)])
    assert broken.exit_code == 1
    assert "there is no counter 'XL'" in broken.output


def test_json_and_maps(tmp_path: Path) -> None:
    """One object with every event and the result; a PDF a turn with whoever stands on the map."""
    made = call_cli("play", BATTLE, "--seed", "5", "--json", "--map-every-turn", str(tmp_path / "maps"))
    assert made.returncode == 0, made.stderr
    told = json.loads(made.stdout)
    turns = sum(event["kind"] in ("turn-over", "over") for event in told["events"])
    assert told["result"]["winner"] in ("elves", "dwarves", None)
    assert len(list((tmp_path / "maps").glob("*.pdf"))) == turns + 1
    board = played(opened(), 2).board()
    assert board is not None
    shown = [id for mark in board.layers[0].stands for one in mark.what for id in one.ids]
    assert len(shown) == len(set(shown)) == 48
