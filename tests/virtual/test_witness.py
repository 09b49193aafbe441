"""An independent reader opens what is written: pywargame, which is run here and never shipped (CC BY-SA 4.0).

It needs Python 3.12 or later. IBBPRINT_WITNESS names one that has it:
    python3.12 -m venv witness && witness/bin/pip install --no-deps pywargame==0.8.0
    IBBPRINT_WITNESS=witness/bin/python pytest tests/virtual/test_witness.py
"""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.virtual_modules import module

READER = """
import json, sys
from collections import Counter
from pywargame.vassal.buildfile import BuildFile
from pywargame.vassal.vmod import VMod
with VMod(sys.argv[1], "r") as module:
    game = BuildFile(module.getDOM("buildFile.xml")).getGame()
    pieces = game.getPieces(asdict=False)
    traits = Counter(trait.ID for piece in pieces for trait in piece.getTraits())
    boards = [board["name"] for board in game.getAllElements(__import__(
        "pywargame.vassal.board", fromlist=["Board"]).Board, single=False)]
    print(json.dumps({"pieces": len(pieces), "traits": traits, "boards": boards}))
"""
WITNESS = os.environ.get("IBBPRINT_WITNESS", "")


@pytest.mark.skipif(not WITNESS, reason="IBBPRINT_WITNESS names no Python 3.12 with pywargame, which is not shipped")
@pytest.mark.parametrize("scenario", ["defend-the-bridge", "ayrenes-woods", "two-villages", "the-long-road"])
def test_another_reader_finds_the_same_pieces_boards_and_traits(scenario: str, tmp_path: Path) -> None:
    some = module(scenario, folder=tmp_path, no_booklet=True)
    done = subprocess.run(
        [WITNESS, "-c", READER, str(tmp_path / "module.vmod")], capture_output=True, text=True, check=True, timeout=120
    )
    read = json.loads(done.stdout)
    slots = [slot for slot in some.slots if slot.element.tag.endswith("PieceSlot")]
    traits = Counter(id for slot in slots for id in slot.ids)
    assert read["pieces"] == len(slots)
    assert read["traits"] == traits
    assert read["boards"] == [board.get("name") for board in some.all("module.map.boardPicker.Board")]
