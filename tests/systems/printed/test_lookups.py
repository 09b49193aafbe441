"""Faces look up rows of other tables: what is printed follows them, and what is not there is an error at its line."""

from __future__ import annotations

import shutil
from pathlib import Path

from ibbprint.phrases import MINUS
from tests.helpers import ROOT, call_cli
from tests.pdf import read_pdf
from tests.pictured import photograph, saved

GAME = ROOT / "tests" / "corpus" / "printed" / "sedge-line"
CARDS = "cards: orders, face: order"


def written(folder: Path, name: str) -> str:
    result = call_cli("preview", name, "-s", str(folder), "-o", str(folder.parent / "face.svg"))
    assert (result.returncode, result.stderr) == (0, "")
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
    result = call_cli("preview", "A", "-s", str(game), "-o", str(tmp_path / "face.svg"))
    assert result.returncode == 1
    assert "unit.svg.j2:8:" in result.stderr
    assert "nothing is called fest here. Did you mean fast?" in result.stderr


def test_a_card_with_a_picture_on_its_back_looks_up_rows_too(tmp_path: Path) -> None:
    game = Path(shutil.copytree(GAME, tmp_path / "game"))
    (game / "pictures").mkdir()
    (game / "pictures" / "hills.png").write_bytes(saved(photograph((760, 1060))))
    head, order = game / "game.yaml", game / "faces" / "order.svg.j2"
    text = head.read_text(encoding="utf-8")
    assert CARDS in text
    head.write_text(text.replace(CARDS, f"{CARDS}, back: picture:hills"), encoding="utf-8")
    order.write_text(
        order.read_text(encoding="utf-8").replace("{{ name }}</text>", "{{ rows.units['B'].name }}</text>"),
        encoding="utf-8",
    )
    assert "Heron Tanks" in written(game, "hold")


def test_what_a_face_looks_up_is_no_value_of_its_own(tmp_path: Path) -> None:
    """The list of changes compares what is printed on faces, and not all of the tables."""
    game = Path(shutil.copytree(GAME, tmp_path / "game"))
    first, second = tmp_path / "first.pdf", tmp_path / "second.pdf"
    assert call_cli("kit", str(game), "-o", str(first)).returncode == 0
    units = (game / "units.csv").read_text(encoding="utf-8")
    (game / "units.csv").write_text(units.replace("regiment,,7,5,8", "regiment,,6,5,8"), encoding="utf-8")
    result = call_cli("kit", str(game), "--changed-since", str(first), "-o", str(second))
    assert result.returncode == 0, result.stderr
    changes = [line for line in result.stdout.splitlines() if "->" in line]
    assert len(changes) == 1
    assert "attack 7 -> attack 6" in changes[0]


def test_a_column_may_hold_a_word_or_nothing_and_a_minus_of_a_table_is_one(tmp_path: Path) -> None:
    game = Path(shutil.copytree(GAME, tmp_path / "game"))
    head = (game / "game.yaml").read_text(encoding="utf-8")
    tables = 'columns:\n  shifts: {swamp: [yes, "?"], only: [no]}\n'
    (game / "game.yaml").write_text(head.replace("columns:\n", tables, 1), encoding="utf-8")
    (game / "tables").mkdir()
    shifts = game / "tables" / "shifts.csv"
    shifts.write_text("id,shift,swamp,only\na,-1,yes,no\nb,-2.5,,no\nc,a-1,,no\n", encoding="utf-8")
    (game / "texts" / "notes.md.j2").write_text('{{ table("shifts", {"-1": "#ffeeaa"}) }}\n', encoding="utf-8")
    target = tmp_path / "notes.pdf"
    result = call_cli("kit", str(game), "--only", "notes", "-o", str(target))
    assert (result.returncode, result.stderr) == (0, "")
    text = read_pdf(target.read_bytes()).text
    assert [each for each in (f"{MINUS}1", f"{MINUS}2.5", "a-1") if each not in text] == []
    shifts.write_text("id,shift,swamp,only\na,-1,yas,no\nb,-2,,\n", encoding="utf-8")
    result = call_cli("kit", str(game), "--only", "notes", "-o", str(target))
    assert result.returncode == 1
    assert "shifts.csv:2:6: error: swamp must be yes, not 'yas'." in result.stderr
    assert "shifts.csv:3:1: error: only is empty in this row." in result.stderr
