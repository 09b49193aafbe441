"""Nothing that is printed is silently not played: what the engine does not know must say so, and is told everywhere."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.results import Effect, Results
from tests.helpers import DATA, ROOT, app, make_pack, plain, printed
from tests.pdf import read_pdf
from tests.sheets import fronts

EXAMPLE = ROOT / "docs" / "examples" / "salt-marsh"
SPELL = {
    **next(spell for spell in plain(DATA / "spells.yaml")["spells"] if spell["id"] == "giant-splat"),
    "id": "tide-call",
    "name": "Tide Call",
    "target": "none",
}
NEW: dict[str, tuple[dict[str, Any], str]] = {
    "abilities": ({"id": "drums", "name": "Drums", "symbol": "captain", "text": "It drums."}, "ability"),
    "spells": (SPELL, "spell"),
    "modifiers": (
        {"id": "fog", "to": "combat", "amount": "1", "favours": "nobody", "name": "Fog", "text": "In fog."},
        "modifier",
    ),
    "procedure": ({"id": "weather", "number": "9", "name": "Weather", "text": "Roll for it."}, "step of combat"),
    "turn": ({"id": "tide", "number": "9", "name": "Tide", "text": "Move the tide."}, "step of the turn"),
    "segments": (
        {"id": "grey", "number": "6", "name": "Grey", "title": "Rams", "text": "Rams strike last."},
        "segment",
    ),
}
"""An entry of each kind of which the engine knows every id, and the word for it."""


def check(scenario: str, *packs: Path) -> tuple[list[str], list[str]]:
    """The errors of the files, and the findings `not-played`."""
    report = Report()
    game = games()["ibb"]
    assert game.offers(Game.check_scenario)
    result = game.check_scenario(scenario, KitOptions(packs), report)
    results = [] if result is None else [f.problem.message for f in result.findings if f.check == "not-played"]
    return [str(problem) for problem in report.errors], results


@pytest.mark.parametrize("kind", NEW)
def test_what_the_engine_does_not_know_must_say_so(kind: str, tmp_path: Path) -> None:
    """A new ability, spell, modifier, step or segment is an error at its id until the pack says `play: ignored`."""
    entry, word = NEW[kind]
    silent = make_pack(tmp_path / "silent", {f"{kind}.yaml": {kind: [entry]}})
    errors, _ = check("stirling", silent)
    (error,) = [error for error in errors if "play:unknown" in error]
    assert f"{kind}.yaml:2:7: error: the engine has no {word} {entry['id']!r}, so it would never be played." in error
    assert "Write play: ignored" in error
    folder = make_pack(tmp_path / "said", {f"{kind}.yaml": {kind: [{**entry, "play": "ignored"}]}})
    assert not [error for error in check("stirling", folder)[0] if "play:unknown" in error]


@pytest.mark.parametrize("kind", [kind for kind in NEW if kind not in ("abilities", "spells")])
def test_the_checker_tells_what_is_only_printed(kind: str, tmp_path: Path) -> None:
    """What a pack adds to every kit and marks as ignored is a note of each scenario that is checked with it."""
    entry, word = NEW[kind]
    folder = make_pack(tmp_path / "said", {f"{kind}.yaml": {kind: [{**entry, "play": "ignored"}]}})
    assert check("stirling", folder) == ([], [f"the {word} {entry['name']} is printed, but not played."])


def test_a_result_of_the_combat_table_that_the_engine_does_not_know(tmp_path: Path) -> None:
    """A code of a pack's own is an error until it says `play: ignored`; then it is told, and the game goes on."""
    table = plain(DATA / "crt.yaml")["crt"]
    results = [["Q" if cell == table["codes"][0]["id"] else cell for cell in row] for row in table["results"]]
    code = {"id": "Q", "name": "Quicksand", "text": "It sinks."}
    for play, errors in (({}, 1), ({"play": "ignored"}, 0)):
        changed = {**table, "results": results, "codes": [*table["codes"], {**code, **play}]}
        pack = make_pack(tmp_path / f"pack-{errors}", {"crt.yaml": {"crt": changed}})
        text, result = check("stirling", pack)
        assert len(text) == errors
        assert result == ([] if errors else ["the result Q is printed, but not played."])
    run = CliRunner().invoke(app, ["play", "stirling", "--brief", "--pack", str(pack), "--policy", "random"])
    assert run.exit_code == 0, run.output
    assert "the result Q" in run.output


def test_a_result_of_a_pack_does_what_it_says(tmp_path: Path) -> None:
    """A code that names what becomes of either side is played so; from afar the attacker is not touched (R-82)."""
    table = plain(DATA / "crt.yaml")["crt"]
    results = [["Rex" for _ in row] for row in table["results"]]
    code = {"id": "Rex", "name": "Rex", "text": "All is lost.", "attacker": "disorganised", "defender": "eliminated"}
    changed = {**table, "results": results, "codes": [*table["codes"], code]}
    pack = make_pack(tmp_path / "pack", {"crt.yaml": {"crt": changed}})
    assert check("stirling", pack) == ([], [])
    values = {}
    for kind in ("melee", "fire"):
        command = ["odds", "attack", "elven-archers-q3 vs pikemen-q3", "--kind", kind, "--pack", str(pack), "--json"]
        (row,) = json.loads(CliRunner().invoke(app, command).stdout)["results"]
        values[kind] = row["words"]
    assert values == {"melee": "enemy eliminated, own units Disorganised", "fire": "enemy eliminated"}


def test_a_code_of_an_older_pack_does_what_the_shipped_code_of_its_id_does(tmp_path: Path) -> None:
    """A table that says nothing of what its codes do is played as before: by their ids."""
    table = plain(DATA / "crt.yaml")["crt"]
    bare = [{k: v for k, v in code.items() if k not in ("attacker", "defender")} for code in table["codes"]]
    pack = make_pack(tmp_path / "pack", {"crt.yaml": {"crt": {**table, "codes": bare}}})
    assert check("stirling", pack) == ([], [])
    crt = Catalogue.open([pack], [], Report()).crt  # type: ignore[union-attr]
    assert crt is not None
    for code in table["codes"]:
        assert Results(crt.codes).effect(code["id"]) == Effect(code["attacker"], code["defender"])


def test_a_kind_of_ground_lets_an_ability_be_played() -> None:
    """The marsh-wise of the example are no error and no note: terrain.yaml names what they can do."""
    errors, result = check("low-tide", EXAMPLE)
    assert errors == []
    assert result == ["the ability Lantern (Lamp Bearers) is printed, but not played."]


def test_a_spell_that_the_engine_can_tell_is_played(tmp_path: Path) -> None:
    """The brine lash of the example has strengths and a hex for its target: wizards cast it in play."""
    assert "brine-lash" in (EXAMPLE / "spells.yaml").read_text()
    shutil.copytree(EXAMPLE, tmp_path / "pack")
    unknown = (tmp_path / "pack" / "spells.yaml").read_text().replace("target: hex", "target: none")
    (tmp_path / "pack" / "spells.yaml").write_text(unknown)
    errors, _ = check("low-tide", tmp_path / "pack")
    assert ["the engine has no spell 'brine-lash'" in error for error in errors] == [True]


def test_a_marker_of_a_pack_and_a_rule_in_words_are_told(tmp_path: Path) -> None:
    """They are the players' own affair, so they need no `play: ignored`; the checker tells them all the same."""
    marker = {
        "id": "mired",
        "name": "Mired",
        "symbol": "bank",
        "colour": "water",
        "count": "units",
        "why": "One for each.",
        "rule": "R-06",
    }
    rule = {"id": "tide", "kind": "text", "side": "skatch", "text": "On turn 3 the tide comes in."}
    scenario = yaml.load((ROOT / "scenarios" / "ibb" / "stirling.yaml").read_text(), yaml.BaseLoader)
    scenario["special"].append(rule)
    scenario["scenario"]["id"] = "wet-hill"
    pack = make_pack(tmp_path / "pack", {"markers.yaml": {"markers": [marker]}, "scenarios/wet-hill.yaml": scenario})
    errors, result = check("wet-hill", pack)
    assert errors == []
    assert sorted(result) == [
        "the marker Mired is printed, but not played.",
        "the special rule tide is printed, but not played.",
    ]


def test_the_counter_sheet_says_it() -> None:
    """Over the counters that bear the symbol, and on the scenario sheet."""
    document = read_pdf(printed("low-tide", packs=[EXAMPLE], only=["counters", "scenario"]).pdf)
    text = " ".join(page.text for page in document.pages)
    assert re.search(r"Wardens: \d+ counters; printed, not played: Lantern", text)
    assert not re.search(r"The Reeve and his Toll: \d+ counters; printed", text)
    assert "Printed here, but not played by ibbprint play: the ability Lantern (Lamp Bearers)." in text


@pytest.mark.parametrize("brief", [(), ("--brief",)])
def test_the_report_of_a_game_says_it(brief: tuple[str, ...]) -> None:
    """Before the first turn, also in the short report."""
    result = CliRunner().invoke(app, ["play", "low-tide", "--pack", str(EXAMPLE), *brief])
    assert result.exit_code == 0
    before = result.output.partition("Turn 1 of")[0]
    assert "the ability Lantern (Lamp Bearers)" in " ".join(before.split())


def test_the_game_as_json_says_it() -> None:
    """A program that reads a game learns what was not played; of a shipped scenario that is nothing."""
    lists = [
        json.loads(CliRunner().invoke(app, ["play", *words, "--json"]).output)["not_played"]
        for words in (["low-tide", "--pack", str(EXAMPLE)], ["stirling"])
    ]
    assert lists == [["the ability Lantern (Lamp Bearers)"], []]


def test_the_checker_of_army_lists_says_it(tmp_path: Path) -> None:
    """A list with such a unit is told so; one without is not."""
    for entry, message in (("1 Lamp Bearers", True), ("1 Mud Wardens", False)):
        (tmp_path / "army.txt").write_text(f"Game: ibb\nBudget: 60\n{entry}\n", encoding="utf-8")
        result = CliRunner().invoke(app, ["check", str(tmp_path / "army.txt"), "--pack", str(EXAMPLE)])
        assert ("The ability Lantern (Lamp Bearers) is printed, but not played." in result.output) is message


def test_an_ability_that_is_ignored_is_not_played(tmp_path: Path) -> None:
    """A shipped ability that a pack marks so is on the counters still, and nobody can ride a charge any more."""
    charge = {**next(a for a in plain(DATA / "abilities.yaml")["abilities"] if a["id"] == "charge"), "play": "ignored"}
    pack = make_pack(tmp_path / "pack", {"abilities.yaml": {"abilities": [charge]}})
    for packs, able in (((), True), ((pack,), False)):
        opened = games()["ibb"].open("hastings", KitOptions(packs), Report())  # type: ignore[attr-defined]
        assert opened.setting.listed("heavy-cavalry-q3").charges is able
    (result,) = check("hastings", pack)[1]
    assert result.startswith("the ability Charge (")
    symbols = [slot.symbols for slot in fronts(read_pdf(printed("hastings", packs=[pack], only=["counters"]).pdf))]
    assert any("lance" in drawn for drawn in symbols)
