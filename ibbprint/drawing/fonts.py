"""The fonts of the project and their measures.

Promises: widths as ReportLab will print them, and which characters a font lacks. A character that a font lacks comes
from the next one, at last from the symbols.
Does not promise kerning or shaping, nor scripts that need it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

from ibbprint.drawing.kept import kept
from ibbprint.drawing.own_fonts import OWN, can_be_set
from ibbprint.fonts import FACES, font_path
from ibbprint.patterns import regex

STYLES = tuple(FACES)
CONDENSED = ("regular", "bold", "italic", "bolditalic")
"""The styles that texts flow in: plain, bold, italic, bold and italic."""
POINT = 25.4 / 72
"""One point in mm."""
POINTS_PER_MM = 72 / 25.4

DEFAULT = "regular"
SYMBOLS = "symbols"
"""The face of arrows, suits and dice, which all others fall back to."""
NEXT = "/"
"""Between the faces of a style."""
LONGEST_KEPT = 200
"""Measures of texts up to this many characters are remembered; longer ones are seldom asked for twice."""


def pdf_name(style: str) -> str:
    """The name under which ReportLab knows a style."""
    return f"ibb-{style}"


@kept(None)
def _face(style: str) -> Any:
    """The ReportLab font of a face alone."""
    from ibbprint.drawing.font_chains import Face, OwnFace

    if style in OWN:
        return OwnFace(pdf_name(style), OWN[style])
    return Face(pdf_name(style), style, font_path(style))


@kept(None)
def load(style: str) -> Any:
    """The `font_chains.Chain` of a style, registered with ReportLab once per process, whichever thread asks first.

    A style is a face, or several with a `NEXT` between them, each for the characters that those before it lack. What
    none of these has comes from the condensed face, if they are a game's own, and then from the symbols.
    """
    from reportlab.pdfbase import pdfmetrics

    from ibbprint.drawing.font_chains import Chain

    names = style.split(NEXT)
    last = [SYMBOLS] if names[-1] in FACES else [DEFAULT, SYMBOLS]
    first = _face(names[0]) if len(names) == 1 else load(names[0]).first  # ReportLab asks for each face by its name
    chain = Chain(pdf_name(style), first, lambda: [load(name).first for name in dict.fromkeys((*names[1:], *last))])
    pdfmetrics.registerFont(chain)
    return chain


def subset_tag(face: str, letters: Sequence[int]) -> str:
    """Six capitals that stand for these letters of a font, in this order: the same for no other subset, by all odds.

    A print shop that puts two kits on one sheet may take fonts of one name for one font.
    """
    number = int.from_bytes(hashlib.sha256(f"{face} {' '.join(map(str, letters))}".encode()).digest())
    tag = ""
    for _ in range(6):
        number, letter = divmod(number, 26)
        tag += chr(ord("A") + letter)
    return tag


def plain_subset(style: str, document: Any) -> str:
    """The name in a ReportLab document of the subset of a font with plain ASCII, under the codes of ASCII."""
    face = load(style).first
    ((subset, _),) = face.splitString(" ", document)
    return str(face.getSubsetInternalName(subset, document))


def has_all(text: str, style: str) -> bool:
    """Whether the first face of a style has every character of a text."""
    return bool(load(style).first.letters.issuperset(text))


@cache
def has_ascii(style: str) -> bool:
    """Whether the first face of a style has all characters of printable ASCII."""
    return style in FACES or has_all("".join(map(chr, range(0x20, 0x7F))), style)


def lacks(text: str, style: str) -> bool:
    """Whether the first face of a style lacks a character of a text that is no symbol."""
    outside = set(text) - load(style).first.letters
    return bool(outside) and not load(SYMBOLS).first.letters.issuperset(outside)


def runs(text: str, style: str) -> Iterator[tuple[str, str]]:
    """The text in stretches of one face, each with the style that is that face alone."""
    for face, run in load(style).runs(text):
        yield face.style, run


def load_faces(styles: Sequence[str]) -> None:
    """Register four styles as one family, for flowing text: plain, bold, italic, bold and italic."""
    from reportlab.pdfbase import pdfmetrics

    for style in styles:
        load(style)
    plain, bold, italic, bold_italic = map(pdf_name, styles)
    pdfmetrics.registerFontFamily(plain, normal=plain, bold=bold, italic=italic, boldItalic=bold_italic)


def width(text: str, style: str, size: float, spacing: float = 0.0) -> float:
    """The width of a line in the unit of `size` (mm in, mm out)."""
    return float(load(style).in_thousandths(text)) * size / 1000 + spacing * max(0, len(text) - 1)


def missing(text: str, style: str) -> str:
    """The characters of the text that the style and what it falls back to lack, each once, in order."""
    return _missing(text, style) if len(text) <= LONGEST_KEPT else _missing.__wrapped__(text, style)


@lru_cache(maxsize=65536)
def _missing(text: str, style: str) -> str:
    chain = load(style)
    return "" if chain.first.letters.issuperset(text) else str(chain.lacking(text))


def no_character(lacking: str, text: str) -> str:
    """The sentence for a text with characters that a font lacks, or whose script no font helps, with their codes."""
    codes = ", ".join(f"{c!r} (U+{ord(c):04X})" for c in dict.fromkeys(lacking))
    if of_script(lacking):
        return f"letters that join or run from right to left cannot be set, here {codes} in {text!r}."
    return f"the font has no character {codes} in {text!r}."


def of_script(lacking: str) -> bool:
    """Whether a script is in the way, and not a font."""
    return not all(map(can_be_set, lacking))


@cache
def cap_height(style: str) -> float:
    """The height of a capital letter (and of a figure) for size 1."""
    return float(load(style).first.cap_height) / 1000


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
        beginning, _, before = lines[-1].rpartition(" ")
        if beginning and width(f"{before} {current}", style, size) <= width_mm:
            lines[-1], current = beginning, f"{before} {current}"
    return [*lines, current] if current else lines
