"""Certified scenarios played again: a pack that `generate ibb --fair 10` wrote, and the same made lopsided; and those
of other games, by a few games each.
"""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copy, copytree
from typing import Any

import pytest

from ibbprint.playtest.statistics import share
from ibbprint.problems import BadRequest
from ibbprint.systems.printed.starter import starter
from tests.helpers import ROOT, SOAK, quick_load
from tools import certificates
from tools.certificates import Again, played_again

PAGE = ROOT / "docs/playtesting.md"
GRIMBY = Path(__file__).parent / "grimby"
"""An attack; its certificate has the command that makes the pack again."""
SWALE = Path(__file__).parent / "swale"
"""A crossing; its certificate has the command that makes the pack again."""
BREAK_OUT = Path(__file__).parent / "break-out"
"""A breakthrough that is even for players who plan, and lost in the hands of plain attackers."""
CERTIFIED = sorted((Path(__file__).parent / "certified").iterdir())
"""Scenarios of other games; `python -m tools.certificates` plays 400 games."""
DROWNED = Path(__file__).parent / "drowned-road-fair-10.yaml"
"""A scenario for the game that `ibbprint new --game printed` writes."""
FOR_WHOM = {
    "fair": "",
    "fair-for-planning-players": ", for players who plan",
    "fair-for-plain-players": ", for plain players only",
}
"""What the table adds to the points of a certificate."""
ATTACKERS_HOLD = '{kind: holds, side: halfling-muster, hexes: ["0305"]}'
DEFENDERS_HOLD = '{kind: holds, side: tower-guard, hexes: ["0305"]}'


def lopsided(folder: Path) -> Path:
    """A copy of the pack in which the attackers need all three villages, and its certificate as it was."""
    pack = copytree(GRIMBY, folder / "grimby")
    (scenario,) = (pack / "scenarios").iterdir()
    text = scenario.read_text(encoding="utf-8")
    assert ATTACKERS_HOLD in text
    assert DEFENDERS_HOLD in text
    text = text.replace(ATTACKERS_HOLD, ATTACKERS_HOLD.replace('"0305"', '"0305", "0210", "0901"'))
    text = text.replace(DEFENDERS_HOLD, "{kind: reached, side: halfling-muster, level: minor, met: no}")
    scenario.write_text(text, encoding="utf-8")
    return pack


def test_a_certified_scenario_is_even_in_fresh_games_of_both_players() -> None:
    plain, planning = played_again(str(GRIMBY), 16, "tests")
    assert (plain.player, planning.player) == ("greedy", "planner")
    assert plain.points == 10
    assert plain.games == 16
    assert plain[2:] == planning[2:]  # its certificate says that both play alike
    assert not plain.outside


def test_a_certificate_that_its_scenario_belies_is_outside(tmp_path: Path) -> None:
    plain, _ = played_again(str(lopsided(tmp_path)), 12, "tests")
    assert plain.outside
    assert str(plain).endswith("OUTSIDE")


def test_a_certified_crossing_is_even_and_hardly_ever_drawn() -> None:
    """Where neither side holds the bridge alone, strength over the water decides."""
    for again in played_again(str(SWALE), 100 if SOAK else 8, "tests"):
        assert 50 * again.draws <= again.games
        assert not again.outside


def test_a_scenario_certified_for_players_who_plan_is_played_again_by_them_alone() -> None:
    """It claims nothing of plain players, whose attackers won no game of its proof."""
    (planning,) = played_again(str(BREAK_OUT), 100 if SOAK else 12, "tests")
    assert (planning.player, planning.points) == ("planner", 10)
    assert not planning.outside
    _, kept = playtests_in(BREAK_OUT)
    planned, plain = kept["games"][:2]
    assert (planned["first"], plain["first"]) == ("planner", "greedy")
    assert plain["wins"] == 0 < planned["wins"]


@pytest.mark.parametrize("path", CERTIFIED, ids=lambda path: path.stem)
def test_certified_scenarios_of_other_games_are_not_lopsided(path: Path) -> None:
    for again in played_again(str(path), 20, "tests"):
        assert not again.outside, again


def test_a_certified_scenario_of_a_game_of_files_is_not_lopsided(tmp_path: Path) -> None:
    for name, data in starter("slack-water", "slack-water").items():
        path = tmp_path / "slack-water" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    copy(DROWNED, tmp_path / "slack-water/scenarios")
    plain, planning = played_again(DROWNED.stem, 20, "tests", [tmp_path / "slack-water"])
    assert (plain.player, planning.player, plain.points) == ("greedy", "planner", 10)
    assert not plain.outside


def playtests_in(path: Path) -> tuple[str, dict[str, Any]]:
    """The title of a certified scenario, and its certificate."""
    files = [path] if path.is_file() else sorted((path / "scenarios").glob("*.yaml"))
    heads = [quick_load(file.read_text(encoding="utf-8"))["scenario"] for file in files]
    (head,) = [head for head in heads if "playtests" in head]
    return head["title"], head["playtests"]


@pytest.mark.parametrize("path", [GRIMBY, SWALE, BREAK_OUT, DROWNED, *CERTIFIED], ids=lambda path: path.stem)
def test_the_page_on_playtesting_has_the_figures_of_each_certificate(path: Path) -> None:
    title, kept = playtests_in(path)
    rows = re.findall(
        r"(?m)^\| `(.+)` \| (.+) \| ([0-9]+) points(, .+)? \| (.+) \| (.+) \|$", PAGE.read_text(encoding="utf-8")
    )
    (row,) = [row for row in rows if row[1:3] == (title, str(kept["points"]))]
    command, _, _, whom, proof, _ = row
    games = kept["games"][0]
    part = round(100 * (games["wins"] + games["draws"] / 2) / games["games"])
    assert whom == FOR_WHOM[kept["verdict"]]
    assert sorted(command.split()) == sorted(kept["command"].replace("--seed=", "--seed ").split()[1:])
    assert proof == f"{part}% ({games['low']} to {games['high']}), {games['games']}"


def test_only_what_excludes_everything_that_is_certified_is_outside() -> None:
    def again(wins: int, points: int) -> bool:
        return Again("greedy", points, 400, wins, 0, share(wins, 400)).outside

    assert [again(wins, 10) for wins in (139, 141, 200, 259, 261)] == [True, False, False, False, True]
    assert [again(wins, 5) for wins in (159, 161, 239, 241)] == [True, False, False, True]


def test_a_scenario_without_a_certificate_is_refused() -> None:
    with pytest.raises(BadRequest, match="stirling has no certificate that can be wrong: nothing"):
        next(played_again("stirling", 5, "tests"))


@pytest.mark.parametrize(("lost", "code"), [(0, 0), (1, 0), (2, 1)])
def test_one_scenario_outside_may_be_chance_and_two_are_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lost: int, code: int
) -> None:
    def played(scenario: str, games: int, *_: object) -> list[Again]:
        wins = 0 if int(scenario) < lost else games // 2
        return [Again(player, 10, games, wins, 0, share(wins, games)) for player in ("greedy", "planner")]

    monkeypatch.setattr(certificates, "played_again", played)
    monkeypatch.setattr("sys.argv", ["certificates", "0", "1", "2"])
    assert certificates.main() == code
    assert f"{lost} of 3 outside what is certified" in capsys.readouterr().out
