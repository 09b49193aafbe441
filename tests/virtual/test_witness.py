"""An independent reader opens what is written: pywargame, which is run here and never shipped (CC BY-SA 4.0).

`make witness` fetches it; it needs a Python 3.12 or later, which need not be that of the tests.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.helpers import ROOT, SOAK
from tests.virtual_modules import Module, module
from tools.witness import FOLDER, newer_python

READER = """
import json, sys
from collections import Counter
sys.path.insert(0, sys.argv[1])
from pywargame.vassal.board import Board
from pywargame.vassal.buildfile import BuildFile
from pywargame.vassal.vmod import VMod
read = []
for name in sys.argv[2:]:
    with VMod(name, "r") as module:
        game = BuildFile(module.getDOM("buildFile.xml")).getGame()
        pieces = game.getPieces(asdict=False)
        traits = Counter(trait.ID for piece in pieces for trait in piece.getTraits())
        names = Counter(trait["name"] for piece in pieces for trait in piece.getTraits() if trait.ID == "piece")
        boards = [board["name"] for board in game.getAllElements(Board, single=False)]
    read.append({"pieces": len(pieces), "traits": traits, "names": names, "boards": boards})
print(json.dumps(read))
"""
FEW = ("deep-delve", "ferry-point")
"""Besides Defend the Bridge and Two Villages, which other tests make."""
ALL = (
    *FEW,
    "ayrenes-woods",
    "the-moon-at-the-gate",
    "hastings",
    "stirling",
    "the-long-road",
    "the-inn-at-three-roads",
    "tin-road",
    "ibb",
    "microbattle",
)


@cache
def why_not() -> str:
    """Why the reader cannot be asked; empty where it can."""
    if not newer_python():
        return "there is no Python 3.12 or later here: pywargame 0.8.0 has an f-string that 3.11 cannot read"
    return "" if (FOLDER / "pywargame").is_dir() else "pywargame is not here: make witness fetches it"


def test_another_reader_finds_the_same_pieces_boards_traits_and_names(
    tmp_path: Path, bridge: Module, whole: Module
) -> None:
    if why_not():
        pytest.skip(why_not())
    result, files = [bridge, whole], []
    for name in ALL if SOAK else FEW:
        folder = ROOT / "tests" / "folders" / name
        (tmp_path / name).mkdir()
        result.append(module(str(folder) if folder.is_dir() else name, folder=tmp_path / name, no_booklet=True))
    for number, some in enumerate(result):
        files.append(str(tmp_path / f"{number}.vmod"))
        Path(files[-1]).write_bytes(some.data)
    outcome = subprocess.run(
        [newer_python(), "-I", "-c", READER, str(FOLDER), *files], capture_output=True, text=True, timeout=300
    )
    assert outcome.returncode == 0, outcome.stderr
    for some, read in zip(result, json.loads(outcome.stdout), strict=True):
        slots = [slot for slot in some.slots if slot.element.tag.endswith("PieceSlot")]
        assert read["pieces"] == len(slots) > 0
        assert read["traits"] == Counter(id for slot in slots for id in slot.ids)
        assert read["names"] == Counter(slot.name for slot in slots)
        assert read["boards"] == [board.get("name") for board in some.all("module.map.boardPicker.Board")]
