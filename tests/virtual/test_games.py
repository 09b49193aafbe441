"""Modules of other games, one of one's own among them, and calls that make no sense."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.helpers import ROOT, call_cli
from tests.virtual_modules import Module, module

FERRY = ROOT / "tests" / "folders" / "ferry-point"


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Module:
    """A game of files with other names and numbers than the shipped ones; its boats may be hidden here."""
    folder = tmp_path_factory.mktemp("own") / "ferry-point"
    shutil.copytree(FERRY, folder)
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    boats = "group: side, numbered: yes}\n  - {id: crews"
    assert boats in text
    text = text.replace(boats, "group: side, numbered: yes, hidden: yes}\n  - {id: crews")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return module(str(folder), folder=folder.parent, no_booklet=True)


def test_a_game_of_ones_own_stands_on_its_hexes(ferry: Module) -> None:
    """As scenarios/one-night.yaml has it: copies go round the hexes of their line."""
    stacks = {
        stack.get("location"): len(pieces) for stack, pieces in ferry.stacks() if stack.get("useGridLocation") == "true"
    }
    assert sum(stacks.values()) == 2 + 1 + 2 + 3 + 2 + 1
    assert stacks["0801"] == 2
    assert {"0401", "0502", "0402", "0603", "0604", "0702", "0504", "0605", "0106"} <= set(stacks)


def test_its_reinforcements_lie_in_the_box_of_their_turn(ferry: Module) -> None:
    boxed = [piece for stack, pieces in ferry.stacks() if stack.get("useGridLocation") == "false" for piece in pieces]
    assert len(boxed) == 4
    assert "Turn 2" in {zone.get("name") for zone in ferry.all("module.map.boardPicker.board.mapgrid.Zone")}


def test_its_sides_cards_and_turns_are_its_own(ferry: Module) -> None:
    assert [entry.text for entry in ferry.all("module.PlayerRoster")[0]] == ["The Excise", "The Free Traders"]
    assert "Night cards" in {pile.get("name") for pile in ferry.all("module.map.DrawPile")}
    assert ferry.all("module.turn.CounterTurnLevel")[0].get("loopLimit") == "7"


def test_only_pieces_of_a_hidden_part_can_be_masked(ferry: Module) -> None:
    masked = {slot.name for slot in ferry.slots if slot.element.tag.endswith("PieceSlot") and "obs" in slot.ids}
    turned = {slot.name for slot in ferry.slots if "emb2" in slot.ids}
    assert masked
    assert turned
    assert not masked & turned


def test_ayrenes_woods_lies_sideways(tmp_path: Path) -> None:
    """`x0` and `y0` change places on a map of pointed hexes."""
    some = module("ayrenes-woods", folder=tmp_path, no_booklet=True)
    grid = some.all("module.map.boardPicker.board.HexGrid")[0].attrib
    numbering = some.all("module.map.boardPicker.board.mapgrid.HexGridNumbering")[0].attrib
    assert [grid[name] for name in ("sideways", "x0", "y0")] == ["true", "99", "90"]
    assert (numbering["first"], numbering["stagger"]) == ("V", "false")
    assert len({stack.get("location") for stack, _ in some.stacks()}) == 40


def test_microbattle_counts_squares_from_the_foot(tmp_path: Path) -> None:
    some = module("two-villages", folder=tmp_path, no_booklet=True)
    grid = some.all("module.map.boardPicker.board.SquareGrid")[0].attrib
    assert [grid[name] for name in ("dx", "x0", "y0", "range")] == ["181.4173", "91", "91", "Manhattan"]
    numbering = some.all("module.map.boardPicker.board.mapgrid.SquareGridNumbering")[0].attrib
    assert [numbering[name] for name in ("sep", "vDescend", "vOff", "hOff")] == [",", "true", "0", "1"]
    kinds = [kind for _, pieces in some.stacks() for slot in pieces for kind, _ in slot.traits]
    assert Counter(kind[4] for kind in kinds if kind[0] == "emb2") == {"Disorder": 13, "Done": 13}


WRONG = [
    (("no-such-battle",), "there is no scenario 'no-such-battle'"),
    (("hastings", "-o", "x.pdf"), "a module is one file: FILE.vmod"),
    (("hastings", "--dpi", "10"), "--dpi takes 72 to 300, not 10"),
    (("hastings", "--dpi", "900"), "--dpi takes 72 to 300, not 900"),
    (("a.txt", "b.txt", "c.txt"), "two army lists; not 3 names"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_a_call_that_makes_no_sense_ends_with_2(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = call_cli("export", "vassal", *arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert said in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("options", [("--base-url", "ftp://x"), ("--base-url", "https://x", "--absolute")])
def test_an_address_that_makes_no_sense_ends_with_2(options: tuple[str, ...], tmp_path: Path) -> None:
    result = call_cli("export", "tts", "hastings", *options, cwd=tmp_path)
    assert (result.returncode, list(tmp_path.iterdir())) == (2, [])


def test_the_same_kit_gives_the_same_bytes_in_two_processes(tmp_path: Path) -> None:
    """With another order of sets and dictionaries in each; the pictures are those of `quick_pictures`."""
    script = """
import hashlib, sys
from pathlib import Path
from tests.virtual_modules import module
print(hashlib.sha256(module("the-long-road", folder=Path(sys.argv[1]), no_booklet=True).data).hexdigest())
"""
    hashes = [
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path)],
            check=True,
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PATH": "/usr/bin:/bin"},
            timeout=120,
        ).stdout
        for seed in ("1", "2")
    ]
    assert len(set(hashes)) == 1
