"""The reader of .xlsx files: what honest programs save is read as a library reads it, and no file costs more than told.

Sizes of hostile files are small here and large in the soak (`IBBPRINT_SOAK`); the limits are the same.
"""

from __future__ import annotations

import io
import os
import re
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from ibbprint.catalogue import workbook, zipped_xml
from ibbprint.catalogue.csv_source import MAX_COLUMNS
from ibbprint.catalogue.spreadsheets import read_spreadsheet, sheet_text
from ibbprint.catalogue.workbook import Sheet, first_sheet
from ibbprint.catalogue.zipped_xml import WorkbookFault
from ibbprint.problems import MOST_KEPT, Report

SOAK = bool(os.environ.get("IBBPRINT_SOAK"))
MANY = 2_000_000 if SOAK else 25_000
"""How often a hostile file repeats something."""
ROWS = 5_002
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def link(id: str, kind: str, target: str) -> str:
    return f'<Relationship Id="{id}" Type="{OFFICE}/{kind}" Target="{target}"/>'


def parts(rows: str = "", shared: str = "", behind: str = "", styles: str = "") -> dict[str, str]:
    """The files of a workbook of one sheet."""
    return {
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}">{link("r1", "officeDocument", "xl/workbook.xml")}'
        "</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">'
        f"{link('r1', 'worksheet', 'worksheets/sheet1.xml')}{link('r2', 'sharedStrings', 'sharedStrings.xml')}"
        f"{link('r3', 'styles', 'styles.xml')}</Relationships>",
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData>{behind}</worksheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{shared}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>',
    }


def packed(files: dict[str, str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w", method) as book:
        for name, text in files.items():
            book.writestr(name, text)
    return result.getvalue()


def text_cell(text: str, cell: str = "") -> str:
    return f'<c{f" r={cell!r}" if cell else ""} t="str"><v>{text}</v></c>'


HEAD = f"<row>{text_cell('id')}</row>"


def fault_of(raw: bytes) -> WorkbookFault:
    with pytest.raises(WorkbookFault) as caught:
        first_sheet(raw, ROWS)
    return caught.value


# --- honest files ---------------------------------------------------------------------------------------------------

CELLS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**12), 10**12),
    st.floats(-1e12, 1e12, allow_nan=False),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12).filter(
        lambda text: not text.startswith("=") and not re.search("_x[0-9A-Fa-f]{4}_", text)
    ),
)


def as_read_before(raw: bytes) -> list[tuple[int, list[str]]]:
    """The rows as openpyxl reads them, each cell as its CSV has it, below the first filled row with line breaks."""
    book = load_workbook(io.BytesIO(raw), data_only=True)
    rows: list[tuple[int, list[str]]] = []
    for line, values in enumerate(book.worksheets[0].iter_rows(values_only=True), start=1):
        texts = []
        for value in values:
            integral = isinstance(value, float) and value.is_integer()
            text = "" if value is None else str(int(value) if integral else value)  # type: ignore[arg-type]
            cleaned = [" ".join(part.split()) for part in text.splitlines()] if rows else text.split()
            texts.append(("\n" if rows else " ").join(cleaned).strip())
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            rows.append((line, texts))
    return rows


@given(st.lists(st.lists(CELLS, max_size=6), max_size=6))
def test_a_sheet_is_read_as_openpyxl_reads_it(rows: list[list[Any]]) -> None:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    saved = io.BytesIO()
    book.save(saved)
    assert first_sheet(saved.getvalue(), ROWS).rows == as_read_before(saved.getvalue())


FORMATS = ["0%", "0.00E+00", "# ?/?", '"days" 0', "[Red]0.0", "@", "#,##0 [$€-407]", "_d0", r"\d0"]
DATES: list[tuple[object, str]] = [
    (date(2024, 3, 4), "yyyy-mm-dd"),
    (datetime(2024, 3, 4, 5, 6, 7), "d/m/y h:mm"),
    (time(2, 1), "h:mm"),
    (timedelta(hours=30), "[h]:mm:ss"),
    (3.5, "dd.mm.yyyy"),
    (59, "[$-409]mmm-yy"),
    (61, "d"),
]


@pytest.mark.parametrize("code", FORMATS)
def test_a_format_that_only_looks_like_a_date_leaves_a_number(code: str) -> None:
    book = Workbook()
    book.active["A1"], book.active["A2"] = "id", 0.5
    book.active["A2"].number_format = code
    saved = io.BytesIO()
    book.save(saved)
    sheet = first_sheet(saved.getvalue(), ROWS)
    assert sheet.rows == [(1, ["id"]), (2, ["0.5"])] == as_read_before(saved.getvalue())
    assert not sheet.dates


@pytest.mark.parametrize(("value", "code"), DATES)
def test_a_date_is_listed_with_its_text(value: object, code: str) -> None:
    book = Workbook()
    book.active["A1"], book.active["B2"] = "id", value
    book.active["B2"].number_format = code
    saved = io.BytesIO()
    book.save(saved)
    sheet = first_sheet(saved.getvalue(), ROWS)
    assert sheet.dates == [(2, 2, as_read_before(saved.getvalue())[1][1][1])]


def rows_of(raw: bytes) -> list[list[str]]:
    return [row for _, row in first_sheet(raw, ROWS).rows]


def test_rich_and_inline_texts_and_results_of_formulas_are_read() -> None:
    """The runs of a rich text together, without how it is pronounced; of a formula the result; errors as they stand."""
    shared = "<si><t>id</t></si><si><r><t>Gu</t></r><r><rPr><b/></rPr><t>ard</t></r><rPh><t>gaado</t></rPh></si>"
    cells = (
        '<c t="s"><v>1</v></c><c t="inlineStr"><is><r><t>Bow</t></r><r><t>men</t></r></is></c>'
        '<c t="str"><f>1&amp;2</f><v>12</v></c><c><f>1+1</f></c><c t="e"><v>#DIV/0!</v></c><c t="b"><v>1</v></c>'
        '<c r="H1"><v>1E-3</v></c>'
    )
    raw = packed(parts(f'<row><c t="s"><v>0</v></c></row><row>{cells}</row>', shared))
    assert rows_of(raw) == [["id"], ["Guard", "Bowmen", "12", "", "#DIV/0!", "True", "", "0.001"]]


def test_the_first_sheet_is_read_though_it_is_hidden_and_behind_a_chart() -> None:
    files = parts(HEAD)
    files["xl/workbook.xml"] = (
        f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets><sheet name="c" sheetId="3" r:id="r9"/>'
        '<sheet name="h" state="hidden" sheetId="2" r:id="r1"/></sheets></workbook>'
    )
    links = files["xl/_rels/workbook.xml.rels"]
    chart = f"{link('r9', 'chartsheet', 'chartsheets/sheet1.xml')}</Relationships>"
    files["xl/_rels/workbook.xml.rels"] = links.replace("</Relationships>", chart)
    assert rows_of(packed(files)) == [["id"]]


def test_names_with_a_prefix_stored_members_and_absolute_targets_are_read() -> None:
    files = parts()
    files["xl/worksheets/sheet1.xml"] = (
        f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData><x:row><x:c t="str"><x:v>id</x:v></x:c></x:row></x:sheetData>'
        "</x:worksheet>"
    )
    files["xl/_rels/workbook.xml.rels"] = files["xl/_rels/workbook.xml.rels"].replace(
        '"worksheets/', '"/xl/worksheets/'
    )
    assert rows_of(packed(files, zipfile.ZIP_STORED)) == [["id"]]


# --- hostile files --------------------------------------------------------------------------------------------------


def with_size(raw: bytes, name: bytes, size: int) -> bytes:
    """A zip file that says a member has another size than it has."""
    changed = bytearray(raw)
    for sign, field, at in ((b"PK\x01\x02", 24, 46), (b"PK\x03\x04", 22, 30)):
        begin = -1
        while (begin := changed.find(sign, begin + 1)) >= 0:
            if changed[begin + at : begin + at + len(name)] == name:
                struct.pack_into("<I", changed, begin + field, size)
    return bytes(changed)


MEMBERS = [
    "_rels/.rels",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/worksheets/sheet1.xml",
    "xl/sharedStrings.xml",
    "xl/styles.xml",
]


@pytest.mark.parametrize("member", MEMBERS)
def test_a_member_that_understates_its_size_is_counted_as_it_is_unpacked(
    member: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zipped_xml, "MOST_UNPACKED", 200_000)
    files = parts(HEAD)
    files[member] += " " * 300_000
    fault = fault_of(with_size(packed(files), member.encode(), 1000))
    assert (fault.rule, "when unpacked" in str(fault)) == ("read:size", True)


def test_members_together_stay_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """No single member is over it."""
    monkeypatch.setattr(zipped_xml, "MOST_UNPACKED", 200_000)
    files = {name: text + " " * 60_000 for name, text in parts(HEAD).items()}
    assert "when unpacked" in str(fault_of(packed(files)))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_are_refused(method: int) -> None:
    assert fault_of(packed(parts(HEAD), method)).rule == "read:table"


def test_a_member_is_never_unpacked_beyond_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousandfold deflated member costs the memory of one piece, whatever the limit is."""
    monkeypatch.setattr(zipped_xml, "_PIECE", 10_000)
    monkeypatch.setattr(zipped_xml, "MOST_UNPACKED", 100_000)
    sizes: list[int] = []
    real = zipped_xml.Members.paid

    def paid(members: Any, piece: bytes) -> bytes:
        sizes.append(len(piece))
        return real(members, piece)

    monkeypatch.setattr(zipped_xml.Members, "paid", paid)
    files = parts(HEAD)
    files["xl/workbook.xml"] += " " * 1_000_000
    assert "when unpacked" in str(fault_of(packed(files)))
    assert max(sizes) <= 10_000
    assert sum(sizes) <= 110_000


def within(code: str, *, seconds: int = 10, megabytes: int = 500) -> str:
    """What a Python program prints, which is ended beyond these bounds."""
    limits = "import resource as r; r.setrlimit(r.RLIMIT_CPU, ({0}, {0})); r.setrlimit(r.RLIMIT_AS, ({1}, {1}))\n"
    program = limits.format(seconds, megabytes * 2**20) + code
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


HOSTILE: dict[str, Callable[[int], dict[str, str]]] = {
    "a-cell-far-to-the-right-in-each-row": lambda many: parts(HEAD + '<row><c r="XFD1"/></row>' * many),
    "a-filled-cell-far-to-the-right-in-each-row": lambda many: parts(
        HEAD + f"<row>{text_cell('a', 'XFD1')}</row>" * many
    ),
    "empty-rows": lambda many: parts(HEAD + "<row/>" * many),
    "empty-cells-in-a-row": lambda many: parts(f"{HEAD}<row>{'<c/>' * many}</row>"),
    "a-cell-that-is-written-again-and-again": lambda many: parts(f"{HEAD}<row>{text_cell('a', 'A2') * many}</row>"),
    "a-long-shared-string-in-many-cells": lambda many: parts(
        HEAD + ("<row>" + '<c t="s"><v>0</v></c>' * 200 + "</row>") * (many // 200), f"<si><t>{'ab ' * 10_000}</t></si>"
    ),
    "a-shared-string-of-many-runs": lambda many: parts(
        f'{HEAD}<row><c t="s"><v>0</v></c></row>', f"<si>{'<r><t>ab</t></r>' * many}</si>"
    ),
    "an-inline-string-that-is-too-long": lambda many: parts(
        f'{HEAD}<row><c t="inlineStr"><is><t>{"a" * (40_000 + many)}</t></is></c></row>'
    ),
    "shared-strings-that-nobody-uses": lambda many: parts(HEAD, "<si><t>a</t></si>" * many),
    "dates-of-their-own-type": lambda many: parts(
        HEAD + ("<row>" + '<c t="d"><v>2020-01-01</v></c>' * 100 + "</row>") * (many // 100)
    ),
    "dates-by-their-format": lambda many: parts(
        HEAD + ("<row>" + '<c s="1"><v>1.5</v></c>' * 100 + "</row>") * (many // 100),
        styles='<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
    ),
    "merged-cells": lambda many: parts(
        HEAD, behind="<mergeCells>" + '<mergeCell ref="A1:XFD1048576"/>' * many + "</mergeCells>"
    ),
    "formats-of-cells": lambda many: parts(
        HEAD,
        styles='<numFmts><numFmt numFmtId="9" formatCode="[[[[[[[["/></numFmts>'
        "<cellXfs>" + '<xf numFmtId="9"/>' * many + "</cellXfs>",
    ),
    "open-elements": lambda many: parts(HEAD, behind="<a>" * many),
    "a-long-attribute": lambda many: parts(HEAD, behind=f'<a b="{"c" * (many * 6)}"/>'),
    "many-attributes": lambda many: parts(HEAD, behind="<a " + " ".join(f'b{n}="c"' for n in range(many)) + "/>"),
    "links": lambda many: {
        **parts(HEAD),
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}">'
        + "".join(link(f"r{n}", "image", "x.png") for n in range(many))
        + link("r", "officeDocument", "xl/workbook.xml")
        + "</Relationships>",
    },
    "sheets": lambda many: {
        **parts(HEAD),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        + "".join(f'<sheet name="s{n}" r:id="x{n}"/>' for n in range(many))
        + '<sheet name="a" r:id="r1"/></sheets></workbook>',
    },
}


@pytest.mark.parametrize("shape", HOSTILE)
def test_a_hostile_sheet_ends_in_a_table_or_a_message(shape: str, tmp_path: Path) -> None:
    """Within 10 seconds and 500 MB of address space."""
    book = tmp_path / "book.xlsx"
    book.write_bytes(packed(HOSTILE[shape](MANY))[:4_000_000])
    if not SOAK:  # a process for each of them takes longer than they do
        report = Report()
        source = read_spreadsheet(book, report, "units")
        assert source is not None or not report.ok
        assert len(report) <= MOST_KEPT + 1
        return
    code = (
        "from pathlib import Path\nfrom ibbprint.problems import Report\n"
        "from ibbprint.catalogue.spreadsheets import read_spreadsheet\nreport = Report()\n"
        f"source = read_spreadsheet(Path({str(book)!r}), report, 'units')\nprint(source is not None or not report.ok)"
    )
    assert within(code) == "True\n"


@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        ('<row r="1048577"><c t="str"><v>a</v></c></row>', "read:table"),
        ('<row r="2"/><row r="1"/>', "read:table"),
        ('<row r="１"><c/></row>', "read:table"),
        ('<row r="-1"><c/></row>', "read:table"),
        ('<row><c r="XFE1"/></row>', "read:table"),
        ('<row><c r="ZZZZ1"/></row>', "read:table"),
        ('<row><c r="A١"/></row>', "read:table"),
        ("<row><c><v>１２</v></c></row>", "read:table"),
        ("<row><c><v>٣</v></c></row>", "read:table"),
        (f"<row><c><v>{'9' * 5_000}</v></c></row>", "read:table"),
        ("<row><c><v>nan</v></c></row>", "read:table"),
        ('<row><c t="s"><v>7</v></c></row>', "read:table"),
        ('<row><c t="s"><v>-1</v></c></row>', "read:table"),
        (f'<row><c t="s"><v>{"9" * 5_000}</v></c></row>', "read:table"),
        ('<row><c t="s"><v>²</v></c></row>', "read:table"),
        (f"<row>{text_cell('a' * 40_000)}</row>", "read:size"),
    ],
)
def test_what_no_program_writes_is_refused_with_a_message(rows: str, rule: str) -> None:
    assert fault_of(packed(parts(rows))).rule == rule


def test_a_number_beyond_all_numbers_is_no_traceback() -> None:
    assert rows_of(packed(parts(f"{HEAD}<row><c><v>1E999</v></c></row>"))) == [["id"], ["inf"]]


def test_a_cell_that_is_too_long_is_reported_where_it_is_used() -> None:
    shared = f"<si><t>id</t></si><si><t>{'a' * 40_000}</t></si>"
    raw = packed(parts('<row><c t="s"><v>0</v></c></row><row r="7"><c r="C7" t="s"><v>1</v></c></row>', shared))
    fault = fault_of(raw)
    assert (fault.line, fault.column, str(fault)) == (7, 3, "this cell has more than 32,767 characters.")


@pytest.mark.parametrize(
    ("module", "limit", "sentence"),
    [
        (zipped_xml, "MOST_ELEMENTS", "XML elements"),
        (workbook, "MOST_TEXT", "characters"),
        (workbook, "MAX_VALUES", "cells are filled"),
        (zipped_xml, "MOST_MEMBERS", "files in it"),
        (zipped_xml, "MOST_LEVELS", "nested deeper"),
    ],
)
def test_each_limit_has_its_sentence(module: Any, limit: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, limit, 3)
    assert sentence in str(fault_of(packed(parts(HEAD + f"<row>{text_cell('abc') * 4}</row>"))))


def test_merged_ranges_and_dates_are_listed_up_to_a_number_and_then_counted(tmp_path: Path) -> None:
    rows = HEAD + '<row><c t="d"><v>2020-01-01</v></c></row>' * 300
    merged = "<mergeCells>" + '<mergeCell ref="A1:B2"/>' * 205 + "</mergeCells>"
    sheet: Sheet = first_sheet(packed(parts(rows, behind=merged)), ROWS)
    assert (len(sheet.dates), sheet.more_dates, len(sheet.merged), sheet.more_merged) == (200, 100, 200, 5)
    (tmp_path / "units.xlsx").write_bytes(packed(parts(rows, behind=merged)))
    report = Report()
    read_spreadsheet(tmp_path / "units.xlsx", report, "units", "units.xlsx")
    lines = [str(problem) for problem in report]
    assert "units.xlsx: error: 100 more cells are dates or times. [read:value]" in lines
    assert "units.xlsx: error: 5 more ranges of cells are merged. [read:table]" in lines


def test_cells_beyond_the_last_column_are_kept_as_one() -> None:
    far = "".join(text_cell("a", f"{letters}2") for letters in ("SG", "XFC", "XFD"))
    (_, row) = rows_of(packed(parts(f"{HEAD}<row>{far}</row>")))
    assert len(row) == MAX_COLUMNS + 1


def test_a_sheet_with_a_far_row_is_no_long_text(tmp_path: Path) -> None:
    """A list in a spreadsheet is read as a text, a line for each row; a million empty lines are refused."""
    raw = packed(parts(f'{HEAD}<row r="1048576">{text_cell("a")}</row>'))
    (tmp_path / "list.xlsx").write_bytes(raw)
    report = Report()
    assert sheet_text(tmp_path / "list.xlsx", report) is None
    assert "256 kB" in str(next(iter(report)))


@pytest.mark.parametrize("cut", [10, 40, 200, 400])
def test_a_file_that_is_cut_off_or_overwritten_is_refused(cut: int) -> None:
    intact = packed(parts(HEAD + "<row/>" * 2_000))
    assert fault_of(intact[:-cut]).rule == "read:table"
    blank = bytearray(intact)
    begin = intact.index(b"xl/worksheets/sheet1.xml") + len("xl/worksheets/sheet1.xml")
    blank[begin : begin + cut] = b"\xff" * cut
    assert fault_of(bytes(blank)).rule == "read:table"


def test_a_deflated_member_without_its_end_is_refused() -> None:
    """The size in the zip file ends it early."""
    files = parts(HEAD)
    raw = packed(files)
    short = zlib.compress(files["xl/workbook.xml"].encode())[2:-4]
    begin = raw.index(b"xl/workbook.xml")
    head = bytearray(raw)
    assert len(short) > 20
    for sign, field, at in ((b"PK\x01\x02", 20, 46), (b"PK\x03\x04", 18, 30)):
        place = head.find(sign, begin - at if sign == b"PK\x03\x04" else raw.rindex(b"xl/workbook.xml") - at)
        struct.pack_into("<I", head, place + field, 20)
    assert fault_of(bytes(head)).rule == "read:table"


# --- what the format escapes, merges and limits ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a_x005F_b", "a_b"),
        ("a_x005F_x000D_b", "a_x000D_b"),
        ("ax005F_b", "ax005F_b"),
        ("a_x0041_", "aA"),
        ("a_x000D_b", "a b"),
        ("a_xD83D_b", "a_xD83D_b"),
        ("_x", "_x"),
    ],
)
@pytest.mark.parametrize("kind", ["shared", "inline", "formula"])
def test_characters_that_the_format_escapes_are_read_as_they_are_meant(kind: str, written: str, read: str) -> None:
    cell = {
        "shared": '<c t="s"><v>0</v></c>',
        "inline": f'<c t="inlineStr"><is><t>{written}</t></is></c>',
        "formula": f'<c t="str"><v>{written}</v></c>',
    }[kind]
    assert rows_of(packed(parts(f"<row>{cell}</row>", f"<si><t>{written}</t></si>"))) == [[read]]


@pytest.mark.parametrize("cells", ["A1:XFE2", "A1:B1048577", "A1:", "A1:B2:C3", "a1:b2", "$A$1:$B$2", ""])
def test_a_merged_range_that_no_sheet_has_is_refused(cells: str) -> None:
    behind = f'<mergeCells><mergeCell ref="{cells}"/></mergeCells>'
    assert fault_of(packed(parts(HEAD, behind=behind))).rule == "read:table"


@pytest.mark.parametrize(("cells", "merged"), [("B3:A1", [(1, 1, "B3:A1")]), ("B2", []), ("B2:B2", [])])
def test_a_merged_range_is_reported_at_its_first_cell_and_one_cell_is_none(cells: str, merged: list[object]) -> None:
    behind = f'<mergeCells><mergeCell ref="{cells}"/></mergeCells>'
    assert first_sheet(packed(parts(HEAD, behind=behind)), ROWS).merged == merged


def test_a_fault_of_our_own_is_not_taken_for_a_damaged_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise LookupError("ours")

    monkeypatch.setattr("ibbprint.catalogue.workbook.as_cell", fail)
    with pytest.raises(LookupError, match="ours"):
        first_sheet(packed(parts(HEAD)), ROWS)


@pytest.mark.parametrize("encoding", ["utf-7", "shift_jis", "nonsense"])
def test_an_encoding_that_expat_does_not_know_is_refused(encoding: str) -> None:
    files = parts(HEAD)
    files["xl/worksheets/sheet1.xml"] = (
        f'<?xml version="1.0" encoding="{encoding}"?>' + files["xl/worksheets/sheet1.xml"].partition("?>")[2]
    )
    assert fault_of(packed(files)).rule == "read:table"
