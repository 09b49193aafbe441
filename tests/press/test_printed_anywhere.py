"""Where the files lie does not reach the paper."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

from tests.helpers import FOLDERS, ROOT, call_cli, printed

PACK = ROOT / "docs" / "examples" / "salt-marsh"


def test_a_pack_in_another_folder_prints_the_same_bytes(tmp_path: Path) -> None:
    """Moved, and with a comment over its map and its scenario, a pack gives the same PDF, its stamp included."""
    moved = copytree(PACK, tmp_path / "elsewhere" / "marsh")
    for path in (moved / "maps" / "salt-marsh.yaml", moved / "scenarios" / "low-tide.yaml"):
        path.write_text("# A line more.\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    only = ["map", "scenario", "rules"]
    here, there = (printed("low-tide", packs=[pack], only=only).pdf for pack in (PACK, moved))
    assert here == there


def test_a_game_in_another_folder_prints_the_same_bytes(tmp_path: Path) -> None:
    """The folder of a game may be called and kept as its author likes."""
    moved = copytree(FOLDERS["tin-road"], tmp_path / "elsewhere" / "Tin")
    assert call_cli("kit", str(moved), "-o", str(tmp_path)).returncode == 0
    assert (tmp_path / "tin-road.pdf").read_bytes() == printed("tin-road").pdf
