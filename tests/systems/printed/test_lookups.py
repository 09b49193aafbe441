"""Faces look up rows of other tables: what is printed follows them, and what is not there is an error at its line."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.helpers import ROOT, call_cli

GAME = ROOT / "tests" / "corpus" / "printed" / "sedge-line"


def written(folder: Path, name: str) -> str:
    done = call_cli("preview", name, "-s", str(folder), "-o", str(folder.parent / "face.svg"))
    assert (done.returncode, done.stderr) == (0, "")
    return (folder.parent / "face.svg").read_text(encoding="utf-8")


def test_counters_and_cards_show_values_of_other_tables_and_follow_them(tmp_path: Path) -> None:
    game = Path(shutil.copytree(GAME, tmp_path / "game"))
    (game / "tables").mkdir()
    (game / "tables" / "paces.csv").write_text("id,moves\nfast,12\nslow,3\n", encoding="utf-8")
    unit, order = game / "faces" / "unit.svg.j2", game / "faces" / "order.svg.j2"
    unit.write_text(
        unit.read_text(encoding="utf-8").replace("{{ movement }}", "{{ rows.paces['fast'].moves }}"), encoding="utf-8"
    )
    order.write_text(
        order.read_text(encoding="utf-8").replace("{{ name }}</text>", "{{ rows.units['B'].name }}</text>"),
        encoding="utf-8",
    )
    assert "7-5-12" in written(game, "A")
    assert "Heron Tanks" in written(game, "hold")
    (game / "tables" / "paces.csv").write_text("id,moves\nfast,14\nslow,3\n", encoding="utf-8")
    assert "7-5-14" in written(game, "A")
    unit.write_text(unit.read_text(encoding="utf-8").replace("'fast'", "'fest'"), encoding="utf-8")
    done = call_cli("preview", "A", "-s", str(game), "-o", str(tmp_path / "face.svg"))
    assert done.returncode == 1
    assert "unit.svg.j2:8:" in done.stderr
    assert "nothing is called fest here. Did you mean fast?" in done.stderr


def test_what_a_face_looks_up_is_no_value_of_its_own(tmp_path: Path) -> None:
    """The list of changes compares what is printed on faces, and not all of the tables."""
    game = Path(shutil.copytree(GAME, tmp_path / "game"))
    first, second = tmp_path / "first.pdf", tmp_path / "second.pdf"
    assert call_cli("kit", str(game), "-o", str(first)).returncode == 0
    units = (game / "units.csv").read_text(encoding="utf-8")
    (game / "units.csv").write_text(units.replace("regiment,,7,5,8", "regiment,,6,5,8"), encoding="utf-8")
    done = call_cli("kit", str(game), "--changed-since", str(first), "-o", str(second))
    assert done.returncode == 0, done.stderr
    changes = [line for line in done.stdout.splitlines() if "->" in line]
    assert len(changes) == 1
    assert "attack 7 -> attack 6" in changes[0]
