"""A folder that plays through the commands: what is played, saved, varied and printed comes from the same cells."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pypdfium2
import pytest

from ibbprint.playtest.policies import play_game, policies
from tests.helpers import ROOT, call_cli
from tests.systems.printed.played import opened, played_folders, slack_water, written


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return slack_water(tmp_path)


def test_a_new_folder_plays_and_its_game_is_replayed_alike(folder: Path, tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    first = call_cli("play", "drowned-road", "--pack", str(folder), "--seed", "4", "--save", str(saved))
    assert first.returncode == 0, first.stderr
    assert "Not played: Playing alone." in first.stdout or "Left out here: Playing alone." in first.stdout
    again = call_cli("replay", str(saved), "--pack", str(folder))
    assert again.stdout.replace(" replayed", "") != ""
    assert again.stdout.splitlines()[-1] == first.stdout.splitlines()[-1]
    assert again.stdout.splitlines()[8:] == first.stdout.splitlines()[8:]


def test_a_playtest_varies_cells_costs_and_keys(folder: Path) -> None:
    changes = (
        "guard.strength=9",
        "crt.3.+1=D2",
        "wood.cost.crown=1",
        "figures.retreat.value=2",
        "play.zones.enter=free",
    )
    varied = [part for change in changes for part in ("--vary", change)]
    result = call_cli("playtest", "drowned-road", "--pack", str(folder), "--games", "1", *varied)
    assert result.returncode == 0, result.stderr
    for change in changes:
        assert change in result.stdout
    assert "Not played: Playing alone." in result.stdout


def test_a_copy_of_a_scenario_that_lies_elsewhere_is_compared_with(folder: Path, tmp_path: Path) -> None:
    """The report recommends it; a copy keeps the id of the scenario that it was made of."""
    text = (folder / "scenarios" / "drowned-road.yaml").read_text(encoding="utf-8")
    copy = written(tmp_path, {"copy.yaml": text.replace("turns: 8", "turns: 3")}) / "copy.yaml"
    played = call_cli("play", str(copy), "--pack", str(folder))
    assert "Turn 3 of 3" in played.stdout, played.stderr
    result = call_cli("playtest", "drowned-road", "--pack", str(folder), "--games", "1", "--vs", str(copy))
    assert result.returncode == 0, result.stderr
    assert "copy.yaml:" in result.stdout.partition("What the changes do")[2]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("gard.strength=4", "there is no 'gard' in the game. Did you mean guard?"),
        ("guard.stength=4", "units has no column 'stength'. Did you mean strength?"),
        ("crt.9.+1=EX", "crt has no row '9'."),
        ("crt.3.+2=EX", "crt has no column '+2'."),
        ("wood.cost.crwn=1", "wood has no 'cost.crwn'. Did you mean cost.crown?"),
        ("play.zoness.enter=free", "play has no 'zoness'. Did you mean zones?"),
        ("guard.strength=many", "strength must be a whole number"),
    ],
)
def test_a_change_that_names_nothing_is_refused(folder: Path, change: str, message: str) -> None:
    result = call_cli("playtest", "drowned-road", "--pack", str(folder), "--games", "1", "--vary", change)
    assert result.returncode in (1, 2)
    assert message in " ".join(result.stderr.split())


def text_of(folder: Path, only: str) -> str:
    output = folder.parent / "out.pdf"
    result = call_cli("kit", str(folder), "--only", only, "--output", str(output))
    assert result.returncode == 0, result.stderr
    pages = pypdfium2.PdfDocument(output.read_bytes())
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in pages).split())


def odds_of(folder: Path) -> str:
    return call_cli(
        "odds", "2 regiment, aske", "vs", "spears", "--at", "0806", "--from", "0706", "--pack", str(folder)
    ).stdout


def game_of(folder: Path) -> str:
    """A game of programs as a report, without what names the folder."""
    result = call_cli("play", "drowned-road", "--pack", str(folder), "--seed", "3")
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Odds, game, rules and player aid of the starter as it is."""
    folder = slack_water(tmp_path_factory.mktemp("unchanged"))
    return {
        "odds": odds_of(folder),
        "game": game_of(folder),
        "rules": text_of(folder, "rules"),
        "charts": text_of(folder, "charts"),
    }


@pytest.mark.parametrize(
    ("file", "old", "new", "printed", "after", "odds"),
    [
        ("tables/crt.csv", "4,–,–,EX,DR,DR", "4,–,–,EX,DR,D2", "rules", "rolls a 4: D2", True),
        (
            "terrain.yaml",
            'marsh: "1", shift: "-1"}',
            'marsh: "1", shift: "-2"}',
            "charts",
            "−2 The defenders are in",
            True,
        ),
        ("lines.yaml", 'crown: "1"', 'crown: "3"', "charts", "Causeway 3", False),
        (
            "game.yaml",
            "enter: stop, within: no",
            "enter: 2, within: free",
            "charts",
            "To enter an enemy ZOC costs 2 more.",
            False,
        ),
        (
            "units.csv",
            "spears,Spearmen,marsh,foot,spearmen,3,1,4",
            "spears,Spearmen,marsh,foot,spearmen,3,,4",
            "charts",
            "Spearmen 3-4 –",
            True,
        ),
    ],
    ids=["cell-of-the-crt", "shift", "cost", "zone", "step"],
)
def test_one_change_changes_odds_play_and_the_printed_rule(
    folder: Path, unchanged: Mapping[str, str], file: str, old: str, new: str, printed: str, after: str, odds: bool
) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert (odds_of(folder) != unchanged["odds"]) == odds
    assert game_of(folder) != unchanged["game"]
    assert after in text_of(folder, printed)
    assert after not in unchanged[printed]


def test_greedy_beats_random_on_either_side() -> None:
    for scenario, games in (("drowned-road", 2), ("thaw", 1)):
        battle = opened(played_folders()[scenario])
        first, second = battle.sides
        won = [
            play_game(
                battle, seed, policies({mine: "greedy", other: "random"}, seed, {}), False, lambda *_: None
            ).result.winner
            == mine
            for mine, other in ((first, second), (second, first))
            for seed in range(games)
        ]
        assert Fraction(sum(won), len(won)) >= Fraction(2, 3), scenario


def test_a_folder_may_word_its_reports(folder: Path) -> None:
    written(folder, {"telling.yaml": "telling:\n  - {id: turn, place: heading, say: ['Ebb and flood {number}']}\n"})
    assert "Ebb and flood 1" in call_cli("play", "drowned-road", "--pack", str(folder)).stdout
    written(folder, {"telling.yaml": "telling:\n  - {id: turn, place: heading, say: ['{nobody}']}\n"})
    result = call_cli("play", "drowned-road", "--pack", str(folder))
    assert result.returncode == 1
    assert "{nobody} in the sentence names nothing" in result.stderr


def test_the_rulings_of_a_folder_show_its_values(folder: Path) -> None:
    listed = call_cli("rules", "--pack", str(folder)).stdout
    assert "P-31" in listed
    assert "P-70" not in listed
    ruling = call_cli("rules", "show", "P-30", "--pack", str(folder)).stdout
    assert "limit game.stacking" in " ".join(ruling.split())


def test_check_holds_set_ups_against_the_rules_of_play(folder: Path) -> None:
    path = folder / "scenarios" / "drowned-road.yaml"
    path.write_text(path.read_text().replace('count: 3, hexes: "0206 0306 0305"', 'count: 3, hexes: "0206"', 1))
    result = call_cli("check", str(folder))
    assert result.returncode == 1
    assert "0206 holds 4 of crown; the limit is 2." in result.stdout


def test_a_folder_without_the_section_imports_nothing_of_it() -> None:
    code = (
        "import sys; from ibbprint.cli import commands\n"
        "from ibbprint.jobs.kits import kit\n"
        f"assert kit({str(ROOT / 'tests' / 'folders' / 'ferry-point')!r}).report.ok\n"
        "print(sorted(name for name in sys.modules if '.printed.' in name and ('play' in name or 'rules' in name)))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert result.stdout.strip().endswith("[]"), result.stdout + result.stderr
