"""Spreadsheets (.xlsx) as tables: the first sheet as its CSV would be, nothing dropped, nothing taken on trust."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from ibbprint.catalogue.csv_source import read_csv
from ibbprint.catalogue.source import Source
from ibbprint.catalogue.spreadsheets import MOST_ROWS, read_spreadsheet
from ibbprint.problems import Report


def sheet(
    path: Path, rows: Sequence[Sequence[object]], merge: str = "", cells: Mapping[str, object] | None = None
) -> None:
    """A spreadsheet of these rows, and of single cells by their names."""
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for name, value in (cells or {}).items():
        book.active[name] = value
    if merge:
        book.active.merge_cells(merge)
    book.save(path)


def read(path: Path) -> tuple[Source | None, list[str]]:
    """A table, and what was said of it."""
    report = Report()
    return read_spreadsheet(path, report, "units", "units.xlsx"), [str(problem) for problem in report]


def rows_of(path: Path) -> Any:
    source, output = read(path)
    assert source is not None
    assert output == []
    return source.data["units"]


ROWS: Sequence[Sequence[object]] = [
    ["ID", "Reduced Strength", "cost.gold", "name"],
    ["bow", 3, 1.5, "Bows"],
    [],
    ["axe", 4.0, None, "  Axes   of  the hill "],
]


def test_a_sheet_is_what_its_csv_would_be(tmp_path: Path) -> None:
    """Names of columns, empty rows and cells, numbers: as in the same table saved as CSV, with the places of cells."""
    sheet(tmp_path / "units.xlsx", ROWS)
    csv = "ID,Reduced Strength,cost.gold,name\nbow,3,1.5,Bows\n,,,\naxe,4,,Axes of the hill\n"
    (tmp_path / "units.csv").write_text(csv, encoding="utf-8")
    same = read_csv(tmp_path / "units.csv", Report(), "units")
    source, output = read(tmp_path / "units.xlsx")
    assert source is not None
    assert same is not None
    assert output == []
    assert source.data == same.data
    assert source.heads == same.heads
    assert list(source.columns or ()) == list(same.columns or ())
    assert str(source.where("units", 1, "name")) == "units.xlsx:4:4"
    assert str(source.where("units", 0, "cost", "gold")) == "units.xlsx:2:3"


@pytest.mark.parametrize("last", ["A5010", "A60000"])
def test_a_row_after_a_long_gap_is_read(last: str, tmp_path: Path) -> None:
    """Where people leave an empty screen between their rows, the rows below it count."""
    sheet(tmp_path / "units.xlsx", [["id"], ["bow"]], cells={last: "axe"})
    assert rows_of(tmp_path / "units.xlsx") == [{"id": "bow"}, {"id": "axe"}]


def test_more_rows_than_a_table_has_are_not_cut_off_in_silence(tmp_path: Path) -> None:
    """One too many is handed on, for whoever reads the table to refuse it."""
    sheet(tmp_path / "units.xlsx", [["id"], *([f"u{number}"] for number in range(MOST_ROWS + 500))])
    assert len(rows_of(tmp_path / "units.xlsx")) == MOST_ROWS + 1


def test_the_first_sheet_is_meant_wherever_its_file_is(tmp_path: Path) -> None:
    """Sheets may have been sorted anew: cells merged in the first are told, those in another are nobody's concern."""
    book = Workbook()
    book.active["A1"] = "second"
    book.active.merge_cells("A1:B2")
    front = book.create_sheet("Units", 0)
    for row in ROWS:
        front.append(row)
    book.save(tmp_path / "units.xlsx")
    assert [row["id"] for row in rows_of(tmp_path / "units.xlsx")] == ["bow", "axe"]
    front.merge_cells("B2:AB3")
    book.save(tmp_path / "units.xlsx")
    _, output = read(tmp_path / "units.xlsx")
    assert output == ["units.xlsx:2:2: error: the cells B2:AB3 are merged. Unmerge them, and fill each. [read:table]"]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([["id", "ID"], ["a", "b"]], "1:2: error: the column id appears twice."),
        ([["id"], ["a", "b"]], "2:2: error: 'b' is in a column without a name."),
        ([["id"] * 501], "1:501: error: a table has at most 500 columns"),
        ([["id"], *[[None] * 600 + ["far"]]], "2:501: error: a table has at most 500 columns"),
        ([["id"], ["a\u2028b"], ["a\ud7ff\x9b"]], "3:1: error: "),
        ([], "1:1: error: the table is empty."),
    ],
)
def test_what_is_wrong_is_told_at_its_cell(rows: list[list[object]], said: str, tmp_path: Path) -> None:
    sheet(tmp_path / "units.xlsx", rows)
    assert read(tmp_path / "units.xlsx")[1][0].startswith(f"units.xlsx:{said}")


def changed(path: Path, old: str, new: str) -> None:
    """The sheet of a spreadsheet with another text in its file."""
    plain = zipfile.ZipFile(io.BytesIO(path.read_bytes()))
    with plain, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in plain.namelist():
            data = plain.read(name)
            packed.writestr(name, data.replace(old.encode(), new.encode()) if "sheet1" in name else data)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("</sheetData>", '</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>', "are merged"),
        (
            "<worksheet",
            '<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet',
            "cannot read this spreadsheet",
        ),
        ("</sheetData>", "</sheetData>" + " " * 21_000_000, "larger than 20 MB when unpacked"),
        ('<row r="2"', '<row r="99999999999"', "cannot read this spreadsheet"),
    ],
    ids=["a-whole-sheet-merged", "an-entity", "a-bomb", "a-row-beyond-all-rows"],
)
def test_a_hostile_spreadsheet_is_refused(old: str, new: str, said: str, tmp_path: Path) -> None:
    """Merged cells are not made, entities not followed, and what is packed is not unpacked without bounds."""
    sheet(tmp_path / "units.xlsx", [["id", "name"], ["one", "One"]])
    changed(tmp_path / "units.xlsx", old, new)
    _, result = read(tmp_path / "units.xlsx")
    assert len(result) == 1
    assert said in result[0]


def test_what_a_sheet_says_of_its_own_size_is_not_believed(tmp_path: Path) -> None:
    """A program that wrote a wrong size loses no row of its user."""
    sheet(tmp_path / "units.xlsx", ROWS)
    changed(tmp_path / "units.xlsx", '<dimension ref="A1:D4"', '<dimension ref="A1:B2"')
    assert [row["name"] for row in rows_of(tmp_path / "units.xlsx")] == ["Bows", "Axes of the hill"]
