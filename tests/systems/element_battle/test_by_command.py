"""The rows of acceptance that need a table, through the command line: saved games and odds of their last position."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.eb_table import scenario
from tests.helpers import call_cli

SOUTH, NORTH = "hordes 0,0 north general", "hordes 112,112 south general"
"""Generals out of the way: nobody is decided for because there is nothing to choose."""


def saved(folder: Path, attacker: str, defender: str, *lines: str, terrain: str = "", seed: int = 1) -> Path:
    """A game with elements where a test puts them, and what both sides do; the defender begins."""
    (folder / "table.yaml").write_text(json.dumps(scenario(attacker, defender, terrain)), encoding="utf-8")
    game = folder / "table.game"
    game.write_text("\n".join(("ibbprint game 2", "scenario: table.yaml", f"seed: {seed}", "", *lines, "")))
    return game


def replayed(folder: Path, attacker: str, defender: str, *lines: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return call_cli("replay", str(saved(folder, attacker, defender, *lines, **more)))


def chances(game: Path, words: str) -> dict[str, str]:
    """What can come of a close combat in a saved game, by the ids of the outcomes: `0-` of the first."""
    result = call_cli("odds", "combat", "--game", "element-battle", "--at", str(game), words, "--json")
    assert result.returncode == 0, result.stderr
    return {row["id"]: row["chance"] for row in json.loads(result.stdout)["results"]}


@pytest.mark.rule("H-58")
@pytest.mark.parametrize(
    ("kind", "move", "legal"),
    [
        ("knights", "ahead140,turn-right", True),
        ("knights", "ahead160,turn-right", False),
        ("blades", "about,ahead40", True),
        ("blades", "about,ahead60", False),
        ("riders", "turn-left,ahead240", True),
        ("riders", "turn-left,ahead260", False),
    ],
)
def test_a_move_is_as_long_as_its_legs_and_turns(kind: str, move: str, legal: bool, tmp_path: Path) -> None:
    """Row H-X25, and the same of riders, who have 400 paces."""
    result = replayed(tmp_path, SOUTH, f"{kind} 60,60 south general", f"move D1 {move}")
    assert result.returncode == (not legal)
    assert (":H-58]" in result.stderr) is not legal
    if not legal:
        assert "table.game:5:" in result.stderr


@pytest.mark.rule("H-57", "H-26")
def test_odds_are_those_of_the_elements_as_they_stand(tmp_path: Path) -> None:
    """Row H-X29: overlapped on a flank, and with the flank touched, which bars the recoil."""
    pair = f"blades 40,40 north; {SOUTH}"
    level = saved(tmp_path, pair, f"riders 40,44 south; riders 48,44 south; {NORTH}")
    assert chances(level, "a1 vs d1") == {
        "1-destroyed": "1/36",
        "1-recoil": "1/4",
        "tie": "5/36",
        "0-recoil": "5/12",
        "0-destroyed": "1/6",
    }
    touched = saved(tmp_path, pair, f"riders 40,44 south; riders 48,36 west; {NORTH}")
    assert chances(touched, "A1 vs D1")["0-destroyed"] == "7/12"
    assert "0-recoil" not in chances(touched, "A1 vs D1")
    alone = saved(tmp_path, pair, f"riders 40,44 south; {NORTH}")
    assert chances(alone, "A1 vs D1")["0-recoil"] == "13/36"


@pytest.mark.rule("H-20")
def test_odds_of_a_position_count_its_terrain(tmp_path: Path) -> None:
    """Row H-X30: in a wood riders are destroyed whenever they lose, and either side has -2."""
    blades, riders = f"blades 40,40 north; {SOUTH}", f"riders 40,44 south; {NORTH}"
    game = saved(tmp_path, blades, riders, terrain="wood 36,34 20x20")
    assert chances(game, "A1 vs D1") == {"1-destroyed": "5/12", "tie": "1/6", "0-recoil": "1/4", "0-destroyed": "1/6"}


def test_odds_of_a_position_follow_its_moves_and_refuse_who_does_not_fight(tmp_path: Path) -> None:
    """Knights that charged are weighed as such; ids that stand nowhere, and pairs that do not touch, are refused."""
    elements = f"shooters 40,40 north; {SOUTH}", f"knights 40,52 south; {NORTH}"
    game = saved(tmp_path, *elements, "move D1 ahead160")
    assert chances(game, "D1 vs A1")["0-destroyed"] == "7/12"
    for words, output in (
        ("D2 vs A1", "The close combats there: D1 vs A1. [H-26]"),
        ("D7 vs A1", "no element 'D7' is on the table"),
    ):
        result = call_cli("odds", "combat", "--game", "element-battle", "--at", str(game), words)
        assert result.returncode == 2
        assert output in result.stderr


def test_only_a_game_of_the_same_system_can_be_asked(tmp_path: Path) -> None:
    game = tmp_path / "other.game"
    assert call_cli("play", "the-inn-at-three-roads", "--save", str(game)).returncode == 0
    result = call_cli("odds", "combat", "--game", "element-battle", "--at", str(game), "D1 vs A1")
    assert result.returncode == 2
    assert "Write --game battle-turn" in result.stderr
    missing = call_cli("odds", "combat", "--game", "element-battle", "--at", str(tmp_path / "none"), "D1 vs A1")
    assert missing.returncode == 1
    assert "[read:file]" in missing.stderr


@pytest.mark.rule("H-63")
@pytest.mark.parametrize(
    ("x", "y", "inside"), [(71, 39, True), (72, 39, False), (60, 40, False), (41, 39, True), (40, 39, False)]
)
def test_a_target_is_in_the_box_by_its_nearest_cell(x: int, y: int, inside: bool, tmp_path: Path) -> None:
    """Row H-X31, and the same on the left."""
    shooter = f"shooters 56,26 north; {SOUTH}"
    result = replayed(tmp_path, shooter, f"blades {x},{y} south; {NORTH}", "end", "shoot A1 -> D1")
    assert result.returncode == (not inside)
    assert ("[H-R09" in result.stdout) is inside


@pytest.mark.rule("H-62")
@pytest.mark.parametrize(("one", "other", "may"), [("knights", "spears", True), ("spears", "knights", False)])
def test_only_the_faster_break_off(one: str, other: str, may: bool, tmp_path: Path) -> None:
    """Row H-X32."""
    elements = f"{other} 40,{38 if other == 'knights' else 40} north; {SOUTH}", f"{one} 40,44 south; {NORTH}"
    result = replayed(tmp_path, *elements, "move D1 back80")
    assert result.returncode == (not may)
    assert ("fell back 80 paces" in result.stdout) is may
    assert (":H-62]" in result.stderr) is not may


@pytest.mark.rule("H-68")
def test_sneakers_flee_600_paces_from_where_they_fought(tmp_path: Path) -> None:
    """Row H-X32: 4 cells back and 26 on, in the first game in which it flees."""
    for seed in range(1, 30):
        elements = f"blades 40,36 north; {SOUTH}", f"sneakers 40,40 south; {NORTH}"
        result = replayed(tmp_path, *elements, "end", seed=seed)
        place = re.search(r"Sneaker D1 stopped running at (\d+),(\d+)", " ".join(result.stdout.split()))
        if place is not None:
            assert (int(place[1]), int(place[2])) == (40, 40 + 4 + 26)
            return
    raise AssertionError("in 29 games nobody fled")


@pytest.mark.rule("H-69")
def test_after_forty_turns_of_nothing_the_game_is_a_draw(tmp_path: Path) -> None:
    """Row H-X35."""
    result = replayed(tmp_path, "blades 40,20 north general", "blades 40,90 south general", *["end"] * 40)
    assert result.returncode == 0, result.stderr
    assert "Turn 40 of 40" in result.stdout
    assert "draw" in result.stdout.lower()
    assert "[H-69]" in result.stdout


LINES = range(1, 11)
"""Ten riders of either side face each other in a wood, where whoever loses is destroyed."""
ATTACKER = "; ".join([*(f"riders {10 * line - 8},40 north" for line in LINES), "hordes 110,0 north general"])
DEFENDER = "; ".join([*(f"riders {10 * line - 8},46 south" for line in LINES), "hordes 24,66 south general"])
FIGHTS = [f"fight D{line} -> A{line}" for line in reversed(LINES) if line > 1]


@pytest.mark.rule("H-34", "H-35")
@pytest.mark.parametrize(
    ("seed", "more", "lines", "after"),
    [
        (10, "", ["end"], {1: (5, 4), 2: (6, 4)}),
        (
            57,
            "; riders 2,56 south; riders 12,56 south",
            ["end", "move D12 ahead200", "move D13 ahead200", "end", "fight D13 -> A2", "end"],
            {1: (5, 5), 2: (5, 5), 3: (6, 6), 4: (6, 6)},
        ),
    ],
    ids=["six to four", "six to six"],
)
def test_half_an_army_lost_decides_unless_the_enemy_has_lost_as_many(
    seed: int, more: str, lines: list[str], after: dict[int, tuple[int, int]], tmp_path: Path
) -> None:
    """Row H-X21, of an army of 11: five lost to four, and six to six, and the game goes on; six to four ends it."""
    elements = ATTACKER, DEFENDER + more
    result = replayed(tmp_path, *elements, "end", *FIGHTS, *lines, terrain="wood 0,30 110x50", seed=seed)
    assert result.returncode == 0, result.stderr
    for turn, losses in after.items():
        part = re.split(r"\nTurn \d+ of 40", result.stdout)[turn]
        counts = re.findall(r"(?:(\d+) of \d+ elements lost|lost (\d+) of \d+ elements)", part)
        assert tuple(int(first or second) for first, second in counts) == losses, part
    assert ("The Defender won: the Attacker lost half its elements [H-R33 H-34]" in result.stdout) is (not more)
    assert ("The battle stops in turn 5." in result.stdout) is bool(more)
