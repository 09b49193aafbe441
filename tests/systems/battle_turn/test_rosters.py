"""Rosters of The Battle Turn: read alike from YAML, CSV and spreadsheets, each mistake found at its place."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

import ibbprint
from tests.helpers import ROOT, call_cli, quick_load

CORPUS = quick_load((ROOT / "tests" / "corpus" / "battle_turn" / "rosters.yaml").read_text(encoding="utf-8"))
ENDINGS = {"yaml": ".yaml", "table": ".csv"}


def checked(path: Path, game: str = "") -> Any:
    return ibbprint.check(str(path), game=game)


def said(found: Any) -> list[str]:
    """The findings as the corpus has them."""
    return [
        (
            f"{fault.where.line}:{fault.where.column} {fault.severity.word} {fault.rule} "
            f"{fault.message} {fault.hint}".rstrip()
        )
        for fault in found.report
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
    report = checked(path, "battle-turn")
    assert said(report) == case["findings"]
    assert report.ok == (not any(" error " in finding for finding in case["findings"]))


def test_the_corpus_has_forty_mistakes() -> None:
    assert len({case["id"] for case in CORPUS["cases"]}) == len(CORPUS["cases"]) >= 40


@pytest.mark.parametrize("file", ENDINGS)
def test_the_roster_without_mistakes(file: str, tmp_path: Path) -> None:
    """Nothing is found in it; its game is known by its columns or its head, without being named."""
    path = tmp_path / f"reeds{ENDINGS[file]}"
    path.write_text(CORPUS[file], encoding="utf-8")
    report = checked(path)
    assert said(report) == []
    assert [row[:4] for row in rows(report)] == [
        ("Lily Guard", 12, 2, 24),
        ("Leapers", 9, 1, 9),
        ("Dart Blowers", 10, 1, 10),
        ("Heron Riders", 4, 3, 12),
    ]
    assert report.lists.armies[0].money == "worth"
    assert report.lists.armies[0].total == 55


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


HEADING = CORPUS["table"].partition("\n")[0]
BAD_TABLES = {
    "no heading": (
        lambda table: table.partition("\n")[2],
        "1:1: error: the first row names no columns of a roster: it begins with 'army'. Name them in the first row,",
    ),
    "a heading in another tongue": (
        lambda table: table.replace(HEADING, HEADING.replace("e", "ee").replace("t", "tt")),
        "1:1: error: the first row names no columns of a roster: it begins with 'rolee'.",
    ),
    "a column with another name": (
        lambda table: table.replace("quality", "qualty"),
        "1:{}: error: qualty is not a roster column. Did you mean quality?",
    ),
    "no column that units need": (
        lambda table: table.replace("temperament", "notes").replace(";notes\n", ";remarks\n"),
        "1:1: error: the table has no column temperament, which every unit needs. Known: disciplined, fanatic, tribal.",
    ),
    "a wrong cell": (
        lambda table: table.replace("lance", "lence"),
        "9:{}: error: weapon cannot be 'lence'. Did you mean lance?",
    ),
}
"""What is wrong with a table, what is done to it, and what is said, with the column of the only cell that is meant."""


@pytest.mark.parametrize("command", ["check", "kit", "roster"])
@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
@pytest.mark.parametrize("wrong", BAD_TABLES)
def test_a_wrong_table_is_told_by_every_command(wrong: str, ending: str, command: str, tmp_path: Path) -> None:
    """Row, column and what was expected, once and not for each unit; nothing is printed of it."""
    change, expected = BAD_TABLES[wrong]
    text = change(CORPUS["table"])
    path = tmp_path / f"reeds{ending}"
    if ending == ".csv":
        path.write_text(text, encoding="utf-8")
    else:
        sheet(path, text)
    ran = call_cli(command, path.name, cwd=tmp_path)
    assert ran.returncode == 1
    message = " ".join((ran.stdout + ran.stderr).split())
    line = text.splitlines()[int(expected.partition(":")[0]) - 1]
    word = {"a wrong cell": "lence", "a column with another name": "qualty"}.get(wrong, "")
    before = line.partition(word)[0] if word else ""
    column = len(before) + 1 if ending == ".csv" else before.count(";") + 1
    assert f"{path.name}:{expected.format(column)}" in message
    assert message.count("error:") == 1
    assert not list(tmp_path.rglob("*.pdf"))


@pytest.mark.parametrize("command", ["check", "kit", "roster"])
@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.xlsx", b"PK no spreadsheet", "a.xlsx: error: ibbprint cannot read this spreadsheet. Save it again"),
        ("a.csv", b"name,role\n\xff\x00\x01", "a.csv:1:1: error: this is not a text file."),
        ("gone.csv", None, "gone.csv: error: there is no such file."),
    ],
)
def test_a_file_that_cannot_be_read_is_told_as_such(
    command: str, name: str, content: bytes | None, message: str, tmp_path: Path
) -> None:
    """By `kit` as by the others: not as a scenario that there is not."""
    if content is not None:
        (tmp_path / name).write_bytes(content)
    ran = call_cli(command, name, cwd=tmp_path)
    assert ran.returncode == 1
    assert message in " ".join(ran.stderr.split())


def test_a_livery_that_there_is_not_is_told_where_it_stands(tmp_path: Path) -> None:
    """In a roster alone and in a scenario with it, once."""
    path = tmp_path / "reeds.yaml"
    path.write_text(CORPUS["yaml"].replace("livery: forest", "livery: forrest"), encoding="utf-8")
    expected = "error: the style has no 'forrest' among its liveries. Did you mean forest?"
    ran = call_cli("kit", "reeds.yaml", "--only", "labels,orders", cwd=tmp_path)
    assert f"reeds.yaml:5:11: {expected}" in ran.stderr
    assert ran.stderr.count("forrest'") == 1
    (tmp_path / "more.yaml").write_text(CORPUS["yaml"], encoding="utf-8")
    assert call_cli("battle", "reeds.yaml", "more.yaml", "-o", "two.yaml", cwd=tmp_path).returncode == 0
    ran = call_cli("kit", "two.yaml", "--only", "labels", cwd=tmp_path)
    lines = (tmp_path / "two.yaml").read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "livery: forrest" in text)
    assert f"two.yaml:{line}:" in ran.stderr
    assert expected in ran.stderr


def test_a_table_of_nothing_that_is_known_is_no_scenario(tmp_path: Path) -> None:
    """`kit` says so, and how to learn more."""
    (tmp_path / "cups.csv").write_text("cup,saucer\nblue,white\n", encoding="utf-8")
    ran = call_cli("kit", "cups.csv", cwd=tmp_path)
    assert ran.returncode == 1
    assert "cups.csv: error: this is neither a scenario nor a list for any game." in ran.stderr
    assert "ibbprint check cups.csv --game NAME" in ran.stderr


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
    data = json.loads(call_cli("check", str(path), "--json").stdout)
    assert data["armies"][0]["total"] == 55


def test_two_rosters_make_a_battle(tmp_path: Path) -> None:
    """Letters and colours differ in it; it is sound, and it can be printed and played."""
    for name in ("one.csv", "other.csv"):
        (tmp_path / name).write_text(CORPUS["table"], encoding="utf-8")
    ran = call_cli("battle", "one.csv", "other.csv", "-o", "reeds.yaml", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "The Reed People against The Reed People" in ran.stdout
    result = quick_load((tmp_path / "reeds.yaml").read_text(encoding="utf-8"))
    assert [item["letter"] for item in result["rosters"]] == ["A", "B"]
    assert (
        len({entry["livery"] for entry in result["rosters"]})
        == len({roster["id"] for roster in result["rosters"]})
        == 2
    )
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
