"""Rosters of The Battle Turn: read alike from YAML, CSV and spreadsheets, each mistake found at its place."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

import ibbprint
from tests.helpers import ROOT, call_cli

CORPUS = yaml.safe_load((ROOT / "tests" / "corpus" / "battle_turn" / "rosters.yaml").read_text(encoding="utf-8"))
ENDINGS = {"yaml": ".yaml", "table": ".csv"}


def checked(path: Path, game: str = "") -> Any:
    return ibbprint.check(str(path), game=game)


def said(found: Any) -> list[str]:
    """The findings as the corpus has them."""
    return [
        f"{one.where.line}:{one.where.column} {one.severity.word} {one.rule} {one.message} {one.hint}".rstrip()
        for one in found.report
    ]


def rows(found: Any) -> list[tuple[Any, ...]]:
    """What a roster was read as."""
    (army,) = found.lists.armies
    return [(row.name, row.number, row.price, row.sum, row.rating, row.formation.lower()) for row in army.rows]


@pytest.mark.rule("B-41", "B-07", "B-26", "B-30", "B-47", "B-49", "B-62")
@pytest.mark.parametrize("case", CORPUS["cases"], ids=lambda case: case["id"])
def test_a_mistake_is_found_at_its_place(case: dict[str, Any], tmp_path: Path) -> None:
    """Each wrong roster has exactly the findings of the corpus, and the command ends with 1 where one is an error."""
    text = CORPUS[case["file"]]
    for old, new in case["edits"]:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / f"reeds{ENDINGS[case['file']]}"
    path.write_text(text, encoding="utf-8")
    found = checked(path, "battle-turn")
    assert said(found) == case["findings"]
    assert found.ok == (not any(" error " in finding for finding in case["findings"]))


def test_the_corpus_has_forty_mistakes() -> None:
    assert len({case["id"] for case in CORPUS["cases"]}) == len(CORPUS["cases"]) >= 40


@pytest.mark.parametrize("file", ENDINGS)
def test_the_roster_without_mistakes(file: str, tmp_path: Path) -> None:
    """Nothing is found in it; its game is known by its columns or its head, without being named."""
    path = tmp_path / f"reeds{ENDINGS[file]}"
    path.write_text(CORPUS[file], encoding="utf-8")
    found = checked(path)
    assert said(found) == []
    assert [row[:4] for row in rows(found)] == [
        ("Lily Guard", 12, 2, 24), ("Leapers", 9, 1, 9), ("Dart Blowers", 10, 1, 10), ("Heron Riders", 4, 3, 12),
    ]  # fmt: skip
    assert found.lists.armies[0].money == "worth"
    assert found.lists.armies[0].total == 55


def sheet(path: Path, text: str) -> Path:
    """The rows of a table in a spreadsheet, numbers as numbers."""
    book = Workbook()
    page = book.active
    assert page is not None
    for row in csv.reader(io.StringIO(text), delimiter=";"):
        page.append([int(cell) if cell.isdigit() else cell or None for cell in row])
    book.save(path)
    return path


def test_a_spreadsheet_is_read_like_its_csv(tmp_path: Path) -> None:
    """The same rows and the same findings, at the row and the column of the cell."""
    text = CORPUS["table"].replace("Elite", "Elit")
    (tmp_path / "reeds.csv").write_text(text, encoding="utf-8")
    table, book = checked(tmp_path / "reeds.csv"), checked(sheet(tmp_path / "reeds.xlsx", text))
    assert rows(table) == rows(book)
    (finding,) = said(book)
    column = text.splitlines()[0].split(";").index("quality") + 1
    assert finding == f"6:{column} error read:value quality cannot be 'Elit'. Did you mean elite?"


def test_all_ways_of_writing_a_roster_say_the_same(tmp_path: Path) -> None:
    """YAML, CSV with commas, semicolons and tabs, and a spreadsheet."""
    (tmp_path / "a.yaml").write_text(CORPUS["yaml"], encoding="utf-8")
    expected = rows(checked(tmp_path / "a.yaml"))
    for separator in ",;\t":
        path = tmp_path / "a.csv"
        path.write_text(CORPUS["table"].replace(";", separator), encoding="utf-8")
        assert rows(checked(path)) == expected
    assert rows(checked(sheet(tmp_path / "a.xlsx", CORPUS["table"]))) == expected


def test_the_command_shows_worth_fronts_and_the_breaking_point(tmp_path: Path) -> None:
    """The table names each command, and the facts follow; JSON has the same."""
    path = tmp_path / "reeds.csv"
    path.write_text(CORPUS["table"], encoding="utf-8")
    ran = call_cli("check", str(path))
    assert ran.returncode == 0, ran.stderr
    assert "Led by Old Croak (warchief, 4), Wide Mouth (battle leader, 3), Spring (hero)." in ran.stdout
    assert "35 figures, 24 inches of front, 30 with the gaps, on a table of 72." in ran.stdout
    assert "It is beaten once 28 worth is dead or routed." in ran.stdout
    assert "The Reed People: legal, 55 worth" in ran.stdout
    told = json.loads(call_cli("check", str(path), "--json").stdout)
    assert told["armies"][0]["total"] == 55


def test_two_rosters_make_a_battle(tmp_path: Path) -> None:
    """Letters and colours differ in it; it is sound, and it can be printed and played."""
    for name in ("one.csv", "other.csv"):
        (tmp_path / name).write_text(CORPUS["table"], encoding="utf-8")
    ran = call_cli("battle", "one.csv", "other.csv", "-o", "reeds.yaml", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "The Reed People against The Reed People" in ran.stdout
    made = yaml.safe_load((tmp_path / "reeds.yaml").read_text(encoding="utf-8"))
    assert [one["letter"] for one in made["rosters"]] == ["A", "B"]
    assert len({one["livery"] for one in made["rosters"]}) == len({one["id"] for one in made["rosters"]}) == 2
    assert not list(checked(tmp_path / "reeds.yaml").report)
    assert ibbprint.kit(str(tmp_path / "reeds.yaml"), only="labels").ok
    ran = call_cli("battle", "one.csv", "other.csv", "--kind", "attack", cwd=tmp_path)
    assert ran.returncode == 2
    assert "have no kinds" in ran.stderr


@pytest.mark.parametrize("command", [("army",), ("cost", "Leapers")])
def test_nothing_has_a_price(command: tuple[str, ...]) -> None:
    """What deals in prices is refused as a wrong call."""
    ran = call_cli(*command, "--game", "battle-turn")
    assert ran.returncode == 2
    assert "no price" in ran.stderr


@given(st.text(max_size=300))
def test_any_text_is_refused_without_a_traceback(text: str) -> None:
    """Whatever the text, the checker ends with a report."""
    for head in ("roster:\n", "name;temperament;role;figures\n"):
        ibbprint.check(text=head + text, game="battle-turn")
