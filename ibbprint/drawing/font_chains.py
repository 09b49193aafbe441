"""Fonts as ReportLab takes them: a face with its subsets, and chains of faces, each for what those before it lack.

Imported when the first text is measured or written: ReportLab is not needed before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from reportlab.pdfbase import pdfdoc, ttfonts
from reportlab.pdfbase.ttfonts import TTEncoding, TTFont, TTFontFace

from ibbprint.drawing.fonts import LONGEST_KEPT, subset_tag
from ibbprint.drawing.kept import ONE_AT_A_TIME
from ibbprint.drawing.own_fonts import Cut
from ibbprint.drawing.shapes import Segment


class _Widths(dict[int, float]):
    """The widths of characters, and that of any other."""

    def __init__(self, widths: Mapping[int, float], fallback: float) -> None:
        super().__init__(widths)
        self.other = fallback

    def __missing__(self, _code: int) -> float:
        return self.other


class Face(TTFont):
    """A shipped face: `letters` are the characters that it has, `style` is what drawings call it."""

    def __init__(self, name: str, style: str, path: Path) -> None:
        super().__init__(name, str(path), asciiReadable=True)
        self.style = style
        self.letters = frozenset(map(chr, self.face.charToGlyph))
        self.width_of: Callable[[int], float] = _Widths(self.face.charWidths, self.face.defaultWidth).__getitem__

    @property
    def cap_height(self) -> float:
        """The height of a capital letter for size 1000."""
        return float(self.face.capHeight)

    def outline(self, letter: str) -> tuple[Segment, ...]:
        from ibbprint.drawing.outlines import of_face

        return of_face(self.face, letter)

    def embeddable(self, _codes: Iterable[int]) -> Any:
        """The ReportLab face that writes the subsets of these codes into a document."""
        return self.face

    def addObjects(self, doc: Any) -> None:
        """Write the subsets of a font as ReportLab does, but for their names: see `subset_tag`."""
        state = self.state[doc]
        state.frozen = 1
        face: Any = self.embeddable(code for subset in state.subsets for code in subset)
        for number, subset in enumerate(state.subsets):
            internal = self.getSubsetInternalName(number, doc)[1:]
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


class OwnFace(Face):
    """A cut of a font of a game's own. It becomes a TrueType font when a document is written."""

    def __init__(self, name: str, cut: Cut) -> None:
        from weakref import WeakKeyDictionary

        self.cut = cut
        self.style = cut.style
        self.letters = cut.letters
        self.width_of = cut.width
        self.fontName = name
        self.encoding = TTEncoding()
        self.state = WeakKeyDictionary()
        self._asciiReadable = True
        self.shapable = False
        self.face: Any = SimpleNamespace(
            name=cut.name.encode(),
            subfontNameX=b"",
            charToGlyph=dict.fromkeys(cut.font.letters, 1),
            ascent=cut.font.ascent,
            descent=cut.font.descent,
            capHeight=cut.cap_height,
        )

    @property
    def cap_height(self) -> float:
        return self.cut.cap_height

    def outline(self, letter: str) -> tuple[Segment, ...]:
        return self.cut.outline(letter)

    def embeddable(self, codes: Iterable[int]) -> Any:
        return TTFontFace(BytesIO(self.cut.subset(codes)))


class Chain:
    """A font for ReportLab: a face, and others for the characters that it lacks.

    `others` loads them when the first such character is asked for. Subsets of the first face have numbers, as
    ReportLab's have; those of others a pair, whose first part says which.
    """

    _multiByte = _dynamicFont = 1
    shapable = False

    def __init__(self, name: str, first: Face, load_others: Callable[[], Sequence[Face]]) -> None:
        self.fontName = name
        self.first = first
        self.encoding = first.encoding
        # ReportLab takes fonts with faces of one name for one font.
        self.face = SimpleNamespace(name=name.encode(), ascent=first.face.ascent, descent=first.face.descent)
        self._load_others = load_others
        self.kept = lru_cache(maxsize=65536)(self._measured)

    @cached_property
    def faces(self) -> Sequence[Face]:
        """The faces in the order in which they are asked for a character."""
        return (self.first, *self._load_others())

    def face_of(self, letter: str) -> Face:
        """The face that a character comes from; the first for one that none has."""
        if letter in self.first.letters:
            return self.first
        return next((face for face in self.faces if letter in face.letters), self.first)

    def lacking(self, text: str) -> str:
        """The characters that no face has, each once, in order."""
        missing = dict.fromkeys(char for char in text if char not in self.first.letters)
        return "".join(char for char in missing if not any(char in face.letters for face in self.faces[1:]))

    def runs(self, text: str) -> Iterator[tuple[Face, str]]:
        """The text in stretches of one face; a blank stays with what is before it, where that face has one."""
        if self.first.letters.issuperset(text):
            yield self.first, text
            return
        start, face = 0, None
        for at, letter in enumerate(text):
            if face is not None and letter == " " and letter in face.letters:
                continue
            needed = self.face_of(letter)
            if face is not None and needed is not face:
                yield face, text[start:at]
                start = at
            face = needed
        if face is not None:
            yield face, text[start:]

    def _measured(self, text: str) -> float:
        if self.first.letters.issuperset(text):
            return float(sum(map(self.first.width_of, map(ord, text))))
        return float(sum(face.width_of(ord(letter)) for face, run in self.runs(text) for letter in run))

    def in_thousandths(self, text: str) -> float:
        """The width of a line of size 1000."""
        return self.kept(text) if len(text) <= LONGEST_KEPT else self._measured(text)

    def stringWidth(self, text: str, size: float, encoding: str = "utf8") -> float:
        return 0.001 * size * self.in_thousandths(text)

    def splitString(self, text: Any, doc: Any, encoding: str = "utf-8") -> list[tuple[Any, bytes]]:
        """The text in stretches of one subset, as ReportLab asks for them."""
        text = text.decode("utf-8") if isinstance(text, bytes) else text
        if self.first.letters.issuperset(text):
            return self.first.splitString(text, doc)
        parts: list[tuple[Any, bytes]] = []
        for face, run in self.runs(text):
            at = self.faces.index(face)
            parts += [((at, subset) if at else subset, raw) for subset, raw in face.splitString(run, doc)]
        return parts

    def getSubsetInternalName(self, subset: Any, doc: Any) -> str:
        """The name of a subset in a document."""
        at, number = subset if isinstance(subset, tuple) else (0, subset)
        face = self.faces[at] if at else self.first
        return str(face.getSubsetInternalName(number, doc))
