"""The fonts of a PDF that is read: whether they are in it, how wide their letters are, which letters they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from ibbprint.drawing.pdf_streams import unpacked
from ibbprint.patterns import regex

_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
_HALF = 0.5
_PAIR = regex(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>")
_RANGE = regex(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(<[0-9A-Fa-f]{0,512}>|\[[^\[\]]*\])")
_SECTION = regex(rb"begin(bfchar|bfrange)")
MOST_BYTES = 2_000_000
"""So much a table of letters may have, unpacked."""
MOST_CODES = 200_000
"""So many codes of a font are read."""


class Glyph(NamedTuple):
    """A letter of a string: its character, its width for size 1, and whether it is the blank of word spacing."""

    text: str
    width: float
    blank: bool


class PdfFont:
    """A font as a page names it. Damaged parts of it are passed over: widths are then guessed, letters unknown."""

    def __init__(self, font: Any) -> None:
        self.kind = str(font.get("/Subtype", ""))[1:]
        self.name = str(font.get("/BaseFont", font.get("/Name", "/?")))[1:].partition("+")[2] or str(
            font.get("/BaseFont", "/?")
        ).lstrip("/")
        self.composite = self.kind == "Type0"
        inner = font
        if self.composite:
            inner = font.DescendantFonts[0]
        described = inner.get("/FontDescriptor")
        self.embedded = self.kind == "Type3" or (described is not None and any(key in described for key in _FILES))
        self.unit = 0.001
        if self.kind == "Type3":
            matrix = font.get("/FontMatrix")
            self.unit = abs(float(matrix[0])) if matrix is not None else 0.001
        height = float(described.get("/CapHeight", 0)) if described is not None else 0.0
        self.cap_height = height / 1000 if 100 < height < 1500 else 0.7
        self.widths: dict[int, float] = {}
        self.usual = _HALF
        self._measure(font, inner, described)
        self.letters = _letters(font)

    def _measure(self, font: Any, inner: Any, described: Any) -> None:
        if self.composite:
            self.usual = float(inner.get("/DW", 1000)) / 1000
            self.widths = dict(islice(_of_composite(inner.get("/W")), MOST_CODES))
            return
        widths, first = font.get("/Widths"), int(font.get("/FirstChar", 0))
        if widths is not None:
            self.widths = {first + index: float(width) * self.unit for index, width in enumerate(widths)}
            self.usual = float(described.get("/MissingWidth", 0)) / 1000 if described is not None else 0.0

    def glyphs(self, raw: bytes) -> Iterator[Glyph]:
        """The letters of a string as it is in the PDF."""
        step = 2 if self.composite else 1
        for at in range(0, len(raw) - step + 1, step):
            code = int.from_bytes(raw[at : at + step], "big")
            letter = self.letters.get(code)
            text = letter if letter is not None else chr(code) if step == 1 else "\ufffd"
            yield Glyph(text, self.widths.get(code, self.usual), step == 1 and code == 32)


def _of_composite(table: Any) -> Iterator[tuple[int, float]]:
    """The widths of a composite font: `first [w w w]` or `first last w`."""
    values = list(table) if table is not None else []
    at = 0
    while at + 1 < len(values):
        first, second = int(values[at]), values[at + 1]
        if hasattr(second, "__iter__"):
            yield from ((first + index, float(width) / 1000) for index, width in enumerate(second))
            at += 2
        elif at + 2 < len(values):
            last = min(int(second), first + 65535)
            yield from ((code, float(values[at + 2]) / 1000) for code in range(first, last + 1))
            at += 3
        else:
            return


def _letters(font: Any) -> dict[int, str]:
    """Code to text, as the font's ToUnicode says."""
    stream = font.get("/ToUnicode")
    import pikepdf

    if not isinstance(stream, pikepdf.Stream):
        return {}
    return dict(islice(_letters_by_code(unpacked(stream, MOST_BYTES)), MOST_CODES))


def _letters_by_code(table: bytes) -> Iterator[tuple[int, str]]:
    """The codes of a ToUnicode table with their letters."""
    at = 0
    while (begin := _SECTION.search(table, at)) is not None:
        end = table.find(b"endbf", begin.end())
        if end < 0:
            return
        body, at = table[begin.end() : end], end
        if begin[1] == b"bfchar":
            yield from ((int(code, 16), _text(goal)) for code, goal in _PAIR.findall(body))
            continue
        for low, high, goal in _RANGE.findall(body):
            first, last = int(low, 16), min(int(high, 16), int(low, 16) + 65535)
            listed = re.findall(rb"<([0-9A-Fa-f]+)>", goal)
            if goal.startswith(b"["):
                yield from ((first + index, _text(code)) for index, code in enumerate(listed))
            elif listed and _text(listed[0]):
                start = _text(listed[0])
                for code in range(first, last + 1):
                    yield code, start[:-1] + chr(min(ord(start[-1]) + code - first, 0x10FFFF))


def _text(code: bytes) -> str:
    return bytes.fromhex(code.decode() + "0" * (len(code) % 2)).decode("utf-16-be", "replace")
