"""Spreadsheets as .ods: read as the .xlsx of the same cells is, on the same limits; formulas without a result.

Sizes of hostile files are small here and large in the soak (`IBBPRINT_SOAK`); the limits are the same.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from ibbprint.catalogue import workbook, zipped_xml
from ibbprint.catalogue.csv_source import MAX_COLUMNS
from ibbprint.catalogue.opendocument import first_sheet
from ibbprint.catalogue.spreadsheets import read_spreadsheet, sheet_text
from ibbprint.catalogue.zipped_xml import WorkbookFault
from ibbprint.problems import Report
from tests.catalogue.test_workbooks import ROWS, packed
from tests.helpers import call_cli

SPACES = "".join(
    f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text", "drawing")
)


def cell(value: Any, more: str = "") -> str:
    """A cell as LibreOffice saves it."""
    if value is None:
        return f"<table:table-cell{more}/>"
    if isinstance(value, bool):
        kind = f'office:value-type="boolean" office:boolean-value="{str(value).lower()}"'
    elif isinstance(value, int | float):
        kind = f'office:value-type="float" calcext:value-type="float" office:value="{value!r}"'
    else:
        kind = 'office:value-type="string"'
    text = "".join(f"<text:p>{escape(line)}</text:p>" for line in str(value).split("\n"))
    return f"<table:table-cell {kind}{more}>{text}</table:table-cell>"


def content(rows: str, before: str = "") -> dict[str, str]:
    """The files of a document with this table, and what is before it in the body."""
    body = f"<office:spreadsheet>{before}<table:table table:name='a'>{rows}</table:table>"
    later = "<table:table table:name='b'><table:table-row><table:table-cell/></table:table-row></table:table>"
    return {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "content.xml": f'<office:document-content{SPACES} xmlns:calcext="urn:calc">'
        f"<office:body>{body}{later}</office:spreadsheet></office:body></office:document-content>",
    }


def row(*cells: str, more: str = "") -> str:
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


def rows_of(rows: str) -> list[tuple[int, list[str]]]:
    return first_sheet(packed(content(rows)), ROWS).rows


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**9), 10**9),
    st.floats(-1e6, 1e6, allow_nan=False).map(lambda number: round(number, 4)),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=9).filter(
        lambda text: not text.startswith("=") and "_x" not in text
    ),
)


@given(st.lists(st.lists(VALUES, max_size=4), max_size=5))
def test_the_same_cells_are_the_same_table_in_either_format(rows: list[list[Any]]) -> None:
    book, result = Workbook(), io.BytesIO()
    for line, values in enumerate(rows, start=1):
        for column, value in enumerate(values, start=1):
            book.worksheets[0].cell(line, column, value)
    book.save(result)
    ours = "".join(row(*map(cell, values)) for values in rows)
    assert rows_of(ours) == workbook.first_sheet(result.getvalue(), ROWS).rows


def test_repeated_cells_and_rows_are_there_as_often_as_they_say_and_empty_ones_end_no_table() -> None:
    """As LibreOffice ends every sheet: a million empty rows of 16,384 empty cells."""
    twice, thrice = ' table:number-columns-repeated="2"', ' table:number-columns-repeated="3"'
    last = row(cell(None, ' table:number-columns-repeated="16384"'), more=' table:number-rows-repeated="1048571"')
    rows = (
        row(cell("id"), cell("n", twice))
        + row(cell(None, thrice), cell(7), more=' table:number-rows-repeated="4"')
        + last
    )
    assert rows_of(rows) == [(1, ["id", "n", "n"]), *((line, ["", "", "", "7"]) for line in (2, 3, 4, 5))]


def test_comments_and_drawings_in_a_cell_are_no_value_and_spaces_and_lines_are() -> None:
    note = "<office:annotation><text:p>ask Ann</text:p></office:annotation>"
    art = "<drawing:frame><drawing:text-box><text:p>art</text:p></drawing:text-box></drawing:frame>"
    words = '<text:p>two<text:s text:c="2"/><text:span>words</text:span></text:p><text:p>below</text:p>'
    inside = f'<table:table-cell office:value-type="string">{note}{words}{art}</table:table-cell>'
    assert rows_of(row(cell("id")) + row(inside)) == [(1, ["id"]), (2, ["two words\nbelow"])]


def test_merged_cells_and_dates_are_reported_at_their_place(tmp_path: Path) -> None:
    merged = ' table:number-columns-spanned="2" table:number-rows-spanned="3"'
    text = "<text:p>18 June</text:p>"
    day = f'<table:table-cell office:value-type="date" office:date-value="1815-06-18">{text}</table:table-cell>'
    path = tmp_path / "units.ods"
    path.write_bytes(packed(content(row(cell("id"), cell("day")) + row(cell("a", merged), day))))
    report = Report()
    read_spreadsheet(path, report, "units")
    lines = [f"{each.where.line}:{each.where.column} {each.message}" for each in report.errors]
    assert lines == [
        "2:1 the cells A2:B4 are merged.",
        "2:2 the spreadsheet has turned this cell into a date or a time: 18 June.",
    ]


NEVER = {
    "xlsx": lambda: _formula_sheet(),
    "ods": lambda: packed(
        content(row(cell("id"), cell("attack")) + row(cell("guard"), '<table:table-cell table:formula="of:=[.A1]"/>'))
    ),
}


def _formula_sheet() -> bytes:
    """A table whose formula openpyxl writes, which works none out."""
    book, result = Workbook(), io.BytesIO()
    for line in (("id", "attack"), ("guard", "=2+3")):
        book.worksheets[0].append(line)
    book.save(result)
    return result.getvalue()


@pytest.mark.parametrize("columns", ["", "columns: {units: {attack: whole}}\n"], ids=["no type", "whole"])
@pytest.mark.parametrize("ending", NEVER)
def test_a_formula_without_a_stored_result_is_an_error_at_its_cell(ending: str, columns: str, tmp_path: Path) -> None:
    """In a column without a type too, where an empty cell is in order; in one with a type it is not empty as well."""
    (tmp_path / "fort" / "faces").mkdir(parents=True)
    (tmp_path / "fort" / "game.yaml").write_text(
        f"game: {{id: fort, title: Fort}}\n{columns}parts: [{{id: units, title: Units, pieces: units, face: unit}}]\n"
    )
    (tmp_path / "fort" / "faces" / "unit.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><text x="2" y="9">{{ attack }}</text></svg>'
    )
    (tmp_path / "fort" / f"units.{ending}").write_bytes(NEVER[ending]())
    result = call_cli("kit", str(tmp_path / "fort"), "-o", str(tmp_path / "fort.pdf"))
    assert result.returncode == 1
    assert f"units.{ending}:2:2: error: the result of this formula is not in the file." in result.stderr
    assert result.stderr.count("error:") == 1


@pytest.mark.parametrize("result", ['<c t="str"><f>A1</f><v></v></c>', "<c><f>A1</f><v>0</v></c>"])
def test_a_formula_whose_result_is_empty_or_zero_is_in_order(result: str) -> None:
    from tests.catalogue.test_workbooks import HEAD, parts

    assert workbook.first_sheet(packed(parts(f"{HEAD}<row>{result}</row>")), ROWS).unsolved == []


WIDE = ' table:number-columns-repeated="16384"'
MANY = ' table:number-rows-repeated="1048000"'


@pytest.mark.parametrize(
    ("rows", "rule", "said"),
    [
        (row(cell("x", WIDE), more=' table:number-rows-repeated="4000"'), "read:size", "more than 400,000 cells"),
        (row(cell("x" * 32_768)), "read:size", "this cell has more than 32,767 characters."),
        (row(cell("x", ' table:number-columns-repeated="0"')), "read:table", "cannot read this spreadsheet"),
        (row(cell("x"), more=' table:number-rows-repeated="-3"'), "read:table", "cannot read this spreadsheet"),
        (
            row(*[cell(None, ' table:number-columns-repeated="16384"')] * 2),
            "read:table",
            "cannot read this spreadsheet",
        ),
        ("<table:table-row>" * 40 + "</table:table-row>" * 40, "read:depth", "nested deeper than 32 levels"),
    ],
)
def test_what_no_program_writes_or_nobody_can_keep_is_refused(rows: str, rule: str, said: str) -> None:
    with pytest.raises(WorkbookFault) as caught:
        first_sheet(packed(content(rows)), ROWS)
    assert caught.value.rule == rule
    assert said in str(caught.value)


def test_repeated_rows_are_kept_no_further_than_they_are_read() -> None:
    assert len(rows_of(row(cell("x"), more=MANY))) == ROWS


@pytest.mark.parametrize("hostile", ["doctype", "no table", "no content", "encrypted", "cut off"])
def test_a_document_that_is_none_ends_in_a_message(hostile: str, tmp_path: Path) -> None:
    files = content(row(cell("id")))
    if hostile == "doctype":
        files["content.xml"] = '<!DOCTYPE a [<!ENTITY b "c">]>' + files["content.xml"]
    elif hostile == "no table":
        files["content.xml"] = "<a/>"
    elif hostile == "no content":
        del files["content.xml"]
    elif hostile == "encrypted":
        files["content.xml"] = "\x8f\x02" * 50
    raw = packed(files)
    path = tmp_path / "units.ods"
    path.write_bytes(raw[: len(raw) // 2] if hostile == "cut off" else raw)
    report = Report()
    assert read_spreadsheet(path, report, "units") is None
    assert [each.message for each in report.errors] == ["ibbprint cannot read this spreadsheet."]


def test_a_bomb_is_counted_as_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipped_xml, "MOST_UNPACKED", 200_000)
    with pytest.raises(WorkbookFault, match="MB when unpacked"):
        first_sheet(packed(content(row(cell("id")) + " " * 900_000), zipfile.ZIP_DEFLATED), ROWS)


def test_a_far_column_counts_as_one_beyond_the_last() -> None:
    far = row(cell(None, f' table:number-columns-repeated="{MAX_COLUMNS + 5}"'), cell("x"))
    ((_, cells),) = rows_of(far)
    assert len(cells) == MAX_COLUMNS + 1


def test_a_list_may_be_an_ods_file(tmp_path: Path) -> None:
    path = tmp_path / "army.ods"
    path.write_bytes(packed(content(row(cell("3"), cell("Spearmen")) + row(cell("1"), cell("Captain")))))
    report = Report()
    assert sheet_text(path, report) == "3\tSpearmen\n1\tCaptain"
