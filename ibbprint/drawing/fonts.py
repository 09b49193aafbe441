"""The fonts of the project and their measures.

Promises: widths as ReportLab will print them, and which characters a font lacks.
Does not promise kerning or shaping; the text is Latin.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from ibbprint.drawing.kept import ONE_AT_A_TIME, kept
from ibbprint.fonts import FACES, font_path
from ibbprint.patterns import regex

STYLES = tuple(FACES)
CONDENSED = ("regular", "bold", "smallcaps", "italic", "bolditalic")
"""The styles that texts flow in."""
POINT = 25.4 / 72
"""One point in mm."""
POINTS_PER_MM = 72 / 25.4

DEFAULT = "regular"
LONGEST_KEPT = 200
"""Measures of texts up to this many characters are remembered; longer ones are seldom asked for twice."""


def pdf_name(style: str) -> str:
    """The name under which ReportLab knows a style."""
    return f"ibb-{style}"


class _Widths(dict[int, float]):
    """The widths of characters, and that of any other."""

    def __init__(self, known: Mapping[int, float], other: float) -> None:
        super().__init__(known)
        self.other = other

    def __missing__(self, _code: int) -> float:
        return self.other


@kept(None)
def load(style: str) -> Any:
    """The ReportLab font of a style, registered once per process, whichever thread asks first.

    Beside what ReportLab asks of it, it has `in_thousandths`, the width of a line of size 1000, and its `letters`.
    """
    from reportlab.pdfbase import pdfdoc, pdfmetrics, ttfonts
    from reportlab.pdfbase.ttfonts import TTFont

    class KeptWidths(TTFont):
        """Reckons the width of a word once: flowing text asks for the same words thousands of times."""

        def __init__(self) -> None:
            super().__init__(pdf_name(style), str(font_path(style)), asciiReadable=True)
            width_of = _Widths(self.face.charWidths, self.face.defaultWidth).__getitem__

            def measured(text: str) -> float:
                return float(sum(map(width_of, map(ord, text))))

            self.measured = measured
            self.kept = lru_cache(maxsize=65536)(measured)
            self.letters = frozenset(map(chr, self.face.charToGlyph))

        def in_thousandths(self, text: str) -> float:
            return self.kept(text) if len(text) <= LONGEST_KEPT else self.measured(text)

        def stringWidth(self, text: str, size: float, encoding: str = "utf8") -> float:
            return 0.001 * size * self.in_thousandths(text)

        def addObjects(self, doc: Any) -> None:
            """Write the subsets of a font as ReportLab does, but for their names: see `subset_tag`."""
            state = self.state[doc]
            state.frozen = 1
            for number, subset in enumerate(state.subsets):
                internal = self.getSubsetInternalName(number, doc)[1:]
                face: Any = self.face
                plain = str(face.name, "ascii")
                name = f"{subset_tag(plain, subset)}+{plain}"
                letters = pdfdoc.PDFStream()
                letters.content = ttfonts.makeToUnicodeCMap(name, subset)
                letters.filters = [pdfdoc.PDFZCompress]
                font: Any = pdfdoc.PDFTrueTypeFont()
                font.Name, font.BaseFont = internal, name
                font.FirstChar, font.LastChar = 0, len(subset) - 1
                font.Widths = pdfdoc.PDFArray([face.getCharWidth(code) for code in subset])
                font.ToUnicode = doc.Reference(letters, f"toUnicodeCMap:{name}")
                with ONE_AT_A_TIME:  # all subsets of a font are read at one place of its file
                    font.FontDescriptor = face.addSubsetObjects(doc, name, subset)
                doc.Reference(font, internal)
                doc.idToObject["BasicFonts"].dict[internal] = font
            del self.state[doc]

    font = KeptWidths()
    pdfmetrics.registerFont(font)
    return font


def subset_tag(face: str, letters: Sequence[int]) -> str:
    """Six capitals that stand for these letters of a font, in this order: the same for no other subset, by all odds.

    A print shop that puts two kits on one sheet may take fonts of one name for one font.
    """
    rest = int.from_bytes(hashlib.sha256(f"{face} {' '.join(map(str, letters))}".encode()).digest())
    tag = ""
    for _ in range(6):
        rest, letter = divmod(rest, 26)
        tag += chr(ord("A") + letter)
    return tag


def plain_subset(style: str, document: Any) -> str:
    """The name in a ReportLab document of the subset of a font with plain ASCII, under the codes of ASCII."""
    font = load(style)
    ((subset, _),) = font.splitString(" ", document)
    return str(font.getSubsetInternalName(subset, document))


def load_family() -> None:
    """Register the condensed styles as one family, for flowing text with bold and italic in it."""
    from reportlab.pdfbase import pdfmetrics

    for style in CONDENSED:
        load(style)
    pdfmetrics.registerFontFamily(
        pdf_name("regular"),
        normal=pdf_name("regular"),
        bold=pdf_name("bold"),
        italic=pdf_name("italic"),
        boldItalic=pdf_name("bolditalic"),
    )


def width(text: str, style: str, size: float, spacing: float = 0.0) -> float:
    """The width of a line in the unit of `size` (mm in, mm out)."""
    return float(load(style).in_thousandths(text)) * size / 1000 + spacing * max(0, len(text) - 1)


def missing(text: str, style: str) -> str:
    """The characters of the text that the font lacks, each once, in order."""
    return _missing(text, style) if len(text) <= LONGEST_KEPT else _missing.__wrapped__(text, style)


@lru_cache(maxsize=65536)
def _missing(text: str, style: str) -> str:
    lacking = set(text).difference(load(style).letters)
    return "".join(c for c in dict.fromkeys(text) if c in lacking) if lacking else ""


def no_character(lacking: str, text: str) -> str:
    """The sentence for a text with characters that a font lacks, each told once with its code."""
    codes = ", ".join(f"{c!r} (U+{ord(c):04X})" for c in dict.fromkeys(lacking))
    return f"the font has no character {codes} in {text!r}."


@cache
def cap_height(style: str) -> float:
    """The height of a capital letter (and of a figure) for size 1."""
    return float(load(style).face.capHeight) / 1000


_WORD = regex(r"\S+(?:\xa0+\S+)*")
"""What is never broken: no line ends at a no-break space."""


def wrap(text: str, style: str, size: float, width_mm: float) -> list[str]:
    """The text in lines no wider than `width_mm`; a word that is wider stands alone. `size` in mm.

    A last word of one or two characters takes the word before it along, if there is room for both.
    """
    measure = load(style).in_thousandths
    blank = measure(" ")
    lines: list[str] = []
    words: list[str] = []
    wide = 0.0  # of the words with blanks between them: a line is measured once, however long it grows
    for word in _WORD.findall(text):
        longer = wide + blank + measure(word) if words else measure(word)
        if words and longer * size / 1000 > width_mm:
            lines.append(" ".join(words))
            words, wide = [word], measure(word)
        else:
            words.append(word)
            wide = longer
    current = " ".join(words)
    if lines and 0 < len(current) <= 2:
        rest, _, before = lines[-1].rpartition(" ")
        if rest and width(f"{before} {current}", style, size) <= width_mm:
            lines[-1], current = rest, f"{before} {current}"
    return [*lines, current] if current else lines
