"""`ibbprint preflight` takes any file: a spoilt PDF ends in findings or one message, and in no traceback."""

from __future__ import annotations

import contextlib
import io
import logging
import random
import re
import resource
import subprocess
import sys
import tempfile
import warnings
import zlib
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf

from ibbprint.drawing.pdf_pages import Reader
from ibbprint.drawing.pdf_painted import PdfPage
from ibbprint.press.preflight import Preflight, preflight
from ibbprint.problems import Report, Severity
from tests.helpers import ROOT, SOAK, call_cli
from tests.waiting import PATIENCE_S

CASES = 20_000 if SOAK else 120


@cache
def sheet(press: bool = False) -> bytes:
    """A sheet of a few counters, as a kit prints it: words, forms, colours, clips and marks, and where it is cut."""
    with tempfile.TemporaryDirectory() as folder:
        options = [
            "--only",
            "counters:priest-4,counters:pikemen-q3",
            *(["--press"] if press else []),
            "--duplex",
            "none",
        ]
        result = call_cli("kit", "stirling", "-o", folder, *options)
        assert result.returncode == 0, result.stderr
        (path,) = Path(folder).glob("*.pdf")
        return path.read_bytes()


@cache
def unpacked(press: bool = False) -> bytes:
    """The same, with its streams as plain text."""
    with pikepdf.open(io.BytesIO(sheet(press))) as pdf:
        buffer = io.BytesIO()
        pdf.save(
            buffer,
            static_id=True,
            compress_streams=False,
            stream_decode_level=pikepdf.StreamDecodeLevel.all,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    return buffer.getvalue()


def judged(data: bytes, folder: Path) -> tuple[Preflight | None, Report]:
    """What is found in a file; any exception, and any warning that a user would see raw, fails the test."""
    path = folder / "file.pdf"
    path.write_bytes(data)
    report = Report()
    text = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stderr(text):
        warnings.simplefilter("error")
        findings = preflight(path, report, press=len(data) % 2 == 0)
    assert not text.getvalue()
    assert (findings is None) == bool(report.errors)
    assert all(str(problem).count("\n") == 0 for problem in report)
    return findings, report


# --- by chance -------------------------------------------------------------------------------------------------------


def _flip(data: bytes, chance: random.Random) -> bytes:
    result = bytearray(data)
    for _ in range(chance.choice((1, 3, 20))):
        result[chance.randrange(len(result))] = chance.randrange(256)
    return bytes(result)


def _cut_short(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))]


def _left_out(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + data[at + chance.choice((1, 50, 3000)) :]


def _doubled(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[: at + chance.randrange(4000)] + data[at:]


NUMBER = re.compile(rb"(?<=[ \[])-?\d+\.?\d*(?=[ \]\n])")
STRANGE = (
    b"1e9",
    b"-1",
    b"0",
    b"99999999999",
    b"-99999999.5",
    b"NaN",
    b"null",
    b"9" * 400,
    b".00000001",
    b"(x)",
    b"/X",
    b"[",
    b"<<",
    b"true",
)


def _numbers(data: bytes, chance: random.Random) -> bytes:
    items = list(NUMBER.finditer(data))
    for match in sorted(chance.sample(items, chance.choice((1, 2, 8))), key=lambda m: -m.start()):
        value = chance.choice((*STRANGE, b"%.4f" % (float(match[0][:20]) * chance.choice((-1, 10, 1e3, 1e7)))))
        data = data[: match.start()] + value + data[match.end() :]
    return data


WORD = re.compile(rb"(?<=[\s])(?:[a-zA-Z]{1,2}\*?)(?=\n)|/[A-Z][A-Za-z]+")


def _words(data: bytes, chance: random.Random) -> bytes:
    items = list(WORD.finditer(data))
    for _ in range(chance.choice((1, 4))):
        item, other = chance.choice(items), chance.choice(items)
        data = data[: item.start()] + other[0] + data[item.end() :]
    return data


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip,
    _flip,
    _cut_short,
    _left_out,
    _doubled,
    _numbers,
    _numbers,
    _words,
)


def test_a_file_that_is_spoilt_by_chance_gets_an_answer(tmp_path: Path) -> None:
    """Bytes, numbers and words changed, parts lost or doubled: many are judged all the same, many refused."""
    ends: Counter[str] = Counter()
    for case in range(CASES):
        chance = random.Random(case)
        data = (unpacked if chance.random() < 0.8 else sheet)(chance.random() < 0.5)
        for _ in range(chance.choice((1, 1, 2))):
            data = chance.choice(MUTATIONS)(data, chance) or b"%PDF"
        result, report = judged(data, tmp_path)
        ends["judged" if result is not None else report.errors[0].message] += 1
    print(f"\n{ends['judged']} of {CASES} spoilt files were judged: {dict(ends)}")
    assert ends["judged"] > CASES // 4
    assert ends["the PDF is damaged."] > CASES // 100
    assert ends["this is not a readable PDF."] > 0
    assert len(ends) <= 5


# --- on purpose ------------------------------------------------------------------------------------------------------


def page_of(content: bytes, change: Callable[[Pdf, Any], None] | None = None, **options: Any) -> bytes:
    """A page of 100 x 100 mm with this content, packed."""
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(283, 283))
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    page.obj.Resources = Dictionary(Font=Dictionary(F1=pdf.make_indirect(font)))
    page.obj.Contents = pdf.make_stream(content)
    if change is not None:
        change(pdf, page.obj)
    buffer = io.BytesIO()
    pdf.save(buffer, static_id=True, **options)
    return buffer.getvalue()


WORDS = b"0 g BT /F1 12 Tf 50 50 Td (Words) Tj ET\n"


def _packed_twice(pdf: Pdf, page: Any) -> None:
    data = zlib.compress(zlib.compress(bytes(200_000_000), 1), 9)
    page.Contents = pikepdf.Stream(pdf, data, Filter=Array([Name.FlateDecode, Name.FlateDecode]))


def _forms_of_forms(pdf: Pdf, page: Any) -> None:
    """Ten forms drawn by each of ten forms, and so on: far more than could ever be drawn."""
    inner = pdf.make_stream(b"0 0 9 9 re f")
    inner.update(Dictionary(Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 99, 99])))
    for _ in range(20):
        outer = pdf.make_stream(b"/F Do\n" * 10)
        outer.update(
            Dictionary(
                Type=Name.XObject,
                Subtype=Name.Form,
                BBox=Array([0, 0, 99, 99]),
                Resources=Dictionary(XObject=Dictionary(F=inner)),
            )
        )
        inner = pdf.make_indirect(outer)
    page.Resources.XObject = Dictionary(F=inner)
    page.Contents = pdf.make_stream(b"/F Do")


def _form_in_itself(pdf: Pdf, page: Any) -> None:
    form = pdf.make_indirect(pdf.make_stream(b"/F Do"))
    form.update(Dictionary(Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 99, 99])))
    form.Resources = Dictionary(XObject=Dictionary(F=form))
    page.Resources.XObject = Dictionary(F=form)
    page.Contents = pdf.make_stream(b"/F Do")


def _box(*values: Any) -> Callable[[Pdf, Any], None]:
    def change(_: Pdf, page: Any) -> None:
        page.MediaBox = Array(list(values))

    return change


def _huge_picture(pdf: Pdf, page: Any) -> None:
    image = pdf.make_stream(b"x")
    image.update(
        Dictionary(
            Type=Name.XObject,
            Subtype=Name.Image,
            Width=2_000_000_000,
            Height=2_000_000_000,
            BitsPerComponent=8,
            ColorSpace=Name.DeviceCMYK,
        )
    )
    page.Resources.XObject = Dictionary(Im=image)
    page.Contents = pdf.make_stream(b"q 200 0 0 200 9 9 cm /Im Do Q " + WORDS)


def _wide_font(pdf: Pdf, page: Any) -> None:
    inner = Dictionary(Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name.X, W=Array([0, 65535, 500] * 3000))
    table = pdf.make_stream(
        b"1 beginbfrange " + b"<0000> <ffff> <0041> " * 3000 + b"endbfrange" + b" beginbfchar" * 9999
    )
    page.Resources.Font.F1 = pdf.make_indirect(
        Dictionary(Type=Name.Font, Subtype=Name.Type0, BaseFont=Name.X, DescendantFonts=Array([inner]), ToUnicode=table)
    )


def _many_pages(pdf: Pdf, page: Any) -> None:
    for _ in range(4000):
        pdf.pages.append(pdf.pages[0])


def _same_again(_: Pdf, page: Any) -> None:
    page.Contents = Array([page.Contents] * 5000)


def tall(scale: int) -> bytes:
    """Ground that reaches far beyond the page, under words: as when one number of a sheet has lost its point."""
    return (
        b"".join(b"0.5 g %d %d m %d -%d l %d %d l f\n" % (x, scale, x, scale, scale, x) for x in range(99)) + WORDS * 20
    )


HOSTILE: dict[str, Callable[[], bytes]] = {
    "ground of a million kilometres": lambda: page_of(tall(10**12)),
    "packed twice": lambda: page_of(b"", _packed_twice),
    "forms of forms": lambda: page_of(b"", _forms_of_forms),
    "a form in itself": lambda: page_of(b"", _form_in_itself),
    "saved deep": lambda: page_of(b"q 1 0 0 1 0 0 cm\n" * 100_000),
    "clipped deep": lambda: page_of(b"0 0 9 9 re W n\n" * 100_000),
    "a page of nothing": lambda: page_of(WORDS, _box(0, 0, 0, 0)),
    "a page of a light second": lambda: page_of(tall(10**9), _box(-(10**9), -(10**9), 10**9, 10**9)),
    "a page of words": lambda: page_of(WORDS, _box("a", "b", "c", "d")),
    "a huge picture": lambda: page_of(b"", _huge_picture),
    "a wide font": lambda: page_of(WORDS, _wide_font),
    "many pages": lambda: page_of(WORDS * 300, _many_pages),
    "the same again": lambda: page_of(WORDS * 300, _same_again),
    "grounds over grounds": lambda: page_of(b"0.5 g 0 0 283 283 re 5 5 m f\n" * 30_000 + WORDS * 300),
    "one endless path": lambda: page_of(b"0 0 m " + b"9 9 250 9 9 250 c " * 50_000 + b"f\n" + WORDS * 300),
    "an endless string": lambda: page_of(b"BT /F1 9 Tf (" + b"x" * 9_000_000 + b") Tj ET"),
    "no content": lambda: page_of(b"", lambda _, page: page.__delitem__("/Contents")),
    "an empty file": lambda: b"",
    "locked": lambda: page_of(WORDS, encryption=pikepdf.Encryption(user="x", owner="x")),
}

SLOW = {"forms of forms", "many pages", "clipped deep", "grounds over grounds", "one endless path", "packed twice"}
REFUSED = {"a page of nothing", "an empty file", "locked"}
TOO_COMPLEX = {
    "packed twice",
    "forms of forms",
    "a form in itself",
    "saved deep",
    "clipped deep",
    "many pages",
    "a page of a light second",
    "the same again",
    "an endless string",
}


@pytest.mark.parametrize("name", [name for name in HOSTILE if SOAK or name not in SLOW])
def test_a_file_made_to_be_too_much_is_judged_or_named(name: str, tmp_path: Path) -> None:
    """What cannot be judged is an error that names the page, never passed over; what is no PDF gets one message."""
    result, report = judged(HOSTILE[name](), tmp_path)
    assert (result is None) == (name in REFUSED), list(report)
    if result is not None:
        lines = {check.id: check for check in result.checks}
        assert ("complexity" in lines) == (name in TOO_COMPLEX)
        if name in TOO_COMPLEX:
            assert lines["complexity"].severity is Severity.ERROR
            assert lines["complexity"].pages
            assert not result.ok


def spoilt_sheet() -> bytes:
    """A sheet of a kit in which one number has lost its point: ground of a counter that goes on for kilometres."""
    data = unpacked()
    outlines = list(re.finditer(rb"(?<=\n)([\d.]+ rg )?(-?[\d.]+) (-?[\d.]+) m (-?[\d.]+) (-?[\d.]+) l", data))
    result, shift = bytearray(data), 0
    for match in outlines:
        number = b"9%s" % (b"0" * 12)
        start, end = match.span(5)
        result[start + shift : end + shift] = number
        shift += len(number) - (end - start)
    for match in reversed(list(re.finditer(rb"(-?[\d.]+) re", bytes(result)))):
        result[match.start(1) : match.end(1)] = b"900000000000"
    return bytes(result)


def test_one_wrong_number_does_not_cost_gigabytes(tmp_path: Path) -> None:
    """Ground that reaches far beyond the page is judged like any other, in the memory that a small program has."""
    path = tmp_path / "sheet.pdf"
    path.write_bytes(spoilt_sheet())
    memory = 900_000_000  # of addresses, most of which Python and its libraries take without using them
    run = subprocess.run(
        [sys.executable, "-m", "ibbprint", "preflight", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
    )
    assert "Traceback" not in run.stderr
    assert "Warning" not in run.stderr
    assert run.returncode in (0, 1)
    assert "page, for a printer of your own" in run.stdout, run.stderr


def test_what_the_reader_mends_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where pikepdf warns or logs, the file is said to be damaged in our words; nobody sees a raw warning."""
    read = Reader.page

    def page(self: Reader, number: int) -> PdfPage:
        warnings.warn("Unexpected end of stream", UserWarning, stacklevel=2)
        logging.getLogger("pikepdf._core").warning("mended")  # the name under which pikepdf logs
        return read(self, number)

    monkeypatch.setattr(Reader, "page", page)
    result, _ = judged(page_of(WORDS), tmp_path)
    assert result is not None
    (output,) = [check for check in result.checks if check.id == "damage"]
    assert output.severity is Severity.WARNING
