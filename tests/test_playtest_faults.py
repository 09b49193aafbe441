"""Faults that were planted in a shipped scenario are named on the first page; planted changes are seen, others not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ibbprint.jobs.playtests import Playtest, playtest
from tests.helpers import ROOT
from tests.pdf import read_pdf

BRIDGE = ROOT / "scenarios" / "ibb" / "defend-the-bridge.yaml"
MAP = ROOT / "scenarios" / "ibb" / "maps" / "forest-map-one.yaml"
LIMIT = '- {kind: strength-across, side: tudwall, crossings: [lower, upper], at_most: "10"}'
NEVER_MET = {"at_least: 75%": "at_least: 100%", "at_least: 60%": "at_least: 100%"}


def changed(source: Path, target: Path, changes: dict[str, str]) -> Path:
    """A shipped file with some of its text replaced."""
    text = source.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    return target


def played(scenario: Path | str, games: int, **options: Any) -> Playtest:
    found = playtest(str(scenario), games=games, jobs=1, **{"policies": "random", **options})
    assert found.outcome is not None, found.report
    return found


def first_page(made: Playtest) -> str:
    return " ".join(read_pdf(made.pdf()).pages[0].texts)


def test_a_unit_that_never_acts_and_a_side_that_cannot_win_are_named_on_the_first_page(tmp_path: Path) -> None:
    """Light infantry without a captain in a far corner; an army all of which must get across."""
    lone = '  - {side: rotwang, unit: light-infantry-q2, hexes: ["0110"]}\n'
    last = "  - {side: rotwang, unit: dragoons-q2, hexes"
    made = played(changed(BRIDGE, tmp_path / "faulty.yaml", {last: lone + last, **NEVER_MET}), 80, force=True)
    page = first_page(made)
    assert "The Tudwallish cannot win: 0 of 80 games won." in page
    assert "Light Infantry R11 of the Rotwangi did nothing at all in 80 of 80 games." in page


def test_nine_draws_in_ten_are_named_on_the_first_page(tmp_path: Path) -> None:
    hard = {**NEVER_MET, LIMIT: "- {kind: dead, names: [King Tudwall, Prince Loholt]}"}
    made = played(changed(BRIDGE, tmp_path / "drawn.yaml", hard), 40, force=True)
    assert f"{json.loads(made.json)['draws']['games']} of 40 games are drawn." in first_page(made)


def test_tougher_axemen_are_seen() -> None:
    """+2 defence for fifteen of them: more of their side are left."""
    (found,) = json.loads(played("stirling", 40, vary=["axemen-q4.defence=5"]).json)["compared"]
    assert found["balance"]["seen"]
    assert found["balance"]["difference"] > 0


def test_a_captain_who_is_always_obeyed_is_seen() -> None:
    made = played("defend-the-bridge", 40, vary=["captain-2.rating=6"])
    (found,) = json.loads(made.json)["compared"]
    assert found["refusals"]["seen"]
    assert found["refusals"]["difference"] < 0
    assert "fewer orders refused to either side" in " ".join(made.text.split())


def test_a_missing_bridge_comes_into_play_and_its_effect_is_bounded(tmp_path: Path) -> None:
    """Few ever get as far as the upper bridge: some games go another way, and the report says how much is possible."""
    upper = '  - id: upper\n    name: Over the upper bridge\n    bridge: "1406"\n'
    onto = '    onto: ["1305", "1405", "1505"]\n    ends_in: north\n'
    scenario = changed(BRIDGE, tmp_path / "one-bridge.yaml", {
        upper + onto: "", "crossings: [lower, upper]": "crossings: [lower]", "crossings: [upper]": "crossings: [lower]",
    })  # fmt: skip
    pack = tmp_path / "no-bridge"
    changed(MAP, pack / "maps" / "forest-map-one.yaml", {
        '    - id: upper\n      name: Upper bridge\n      hex: "1406"\n': "",
        '"rrwb...ww..rrBrrs.rr"': '"rrwb...ww..rrrrrs.rr"',
    })  # fmt: skip
    (pack / "pack.yaml").write_text("pack: {id: no-bridge, title: No bridge, game: ibb}\n", encoding="utf-8")
    made = played(scenario, 40, vs_pack=pack, force=True)
    (found,) = json.loads(made.json)["compared"]
    assert 0 < found["alike"] < 40
    assert not found["wins"]["seen"]
    assert f"{40 - found['alike']} of 40 games went another way." in " ".join(made.text.split())


def test_a_change_that_does_nothing_is_called_no_difference(tmp_path: Path) -> None:
    """A price never comes into play; a tougher unit in one battle of many leaves no more than so much possible."""
    tougher = changed(BRIDGE, tmp_path / "tougher.yaml", {"rating: 3-4-4 Q4": "rating: 3-5-4 Q4"})
    made = played("defend-the-bridge", 30, vary=["captain-2.price.gold=7"], vs=str(tougher))
    said = " ".join(made.text.split())
    assert "captain-2.price.gold=7 never came into play: 30 games went exactly alike." in said
    (found, _) = json.loads(made.json)["compared"]
    assert not found["wins"]["seen"]
    assert "no difference seen in wins in 100 games, at most 10;" in said
