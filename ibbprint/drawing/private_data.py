"""Private data in a PDF for the program that made it: no viewer shows it; and fingerprints of its pages.

The data is private data of a page-piece dictionary (PDF 1.7, 14.5), which PDF/X allows and viewers pass over.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from ibbprint.digits import are_digits
from ibbprint.patterns import regex

_OWNER = "ibbprint"
MOST_PLACES = 20
"""In so many places of a file data is looked for."""
_DATE = "(D:20000101000000+00'00')"
"""PDF asks for a date; the same input is to give the same bytes."""


def keep(canvas: Any, name: str, data: bytes) -> None:
    """Put `data` into the document as a stream of the type `name`; as often as there are names."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObjectReference, PDFStream

    document, catalog = canvas._doc, canvas._doc.Catalog
    stream = PDFStream(
        PDFDictionary({"Type": PDFName(name), "Filter": PDFName("FlateDecode")}), zlib.compress(data), filters=[]
    )
    reference = document.Reference(stream)
    assert isinstance(reference, PDFObjectReference)
    entry = PDFDictionary({"LastModified": _DATE, "Private": reference})
    if getattr(catalog, "PieceInfo", None) is not None:
        catalog.PieceInfo.dict[name] = entry
        return
    catalog.PieceInfo = PDFDictionary({_OWNER: entry})
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "PieceInfo"]
    catalog.__Refs__ = type(catalog).__Refs__  # written where it stands: it is no object of its own


def read_kept(pdf: bytes, name: str, limit: int) -> bytes | None:
    """The data that `keep` put into a PDF; None when it has none, or more than `limit` bytes of it, or damaged ones.

    It is found again after other programs have written the PDF anew, as long as they do not encrypt it.
    """
    places = re.finditer(rb"/Type\s*/%b\b" % re.escape(name.encode()), pdf)
    for match in islice(places, MOST_PLACES):
        start = re.compile(rb"stream\r?\n").search(pdf, match.end(), match.end() + 500)
        if start is None:
            continue
        unpack = zlib.decompressobj()
        try:
            data = unpack.decompress(memoryview(pdf)[start.end() :], limit + 1)
        except zlib.error:
            continue
        if unpack.eof and len(data) <= limit:
            return data
    return None


# --- what is drawn on a page --------------------------------------------------------------------------------------

_TOKEN = regex(
    r"/FormXob\.(?P<form>\S+) Do|/(?P<font>\w+)\+(?P<subset>[0-9]+) (?=[0-9.]+ Tf)"
    r"|/(?P<state>gRLs[0-9]+) gs|/(?P<shade>Sh[0-9]+) sh|\((?P<text>(?:[^\\()]|\\.)*)\)",
    re.DOTALL,
)
_ESCAPED = regex(r"\\([0-7]{1,3}|.)", re.DOTALL)
_LETTERS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}


def fingerprint(canvas: Any, code: Sequence[str], forms: Mapping[str, str], but: str, hashes: dict[str, str]) -> str:
    """A hash of operators, in which names that depend on the rest of the document stand for what they name.

    Those are the forms, the characters of the fonts' subsets and the states of transparency. Gradients count by their
    places alone. A line of text that holds `but` does not count. `hashes` keeps those of forms for the next page of the
    document with the same `but`.
    """
    return _Fingerprints(canvas, forms, but, hashes).fingerprint("\n".join(code))


class _Fingerprints:
    def __init__(self, canvas: Any, forms: Mapping[str, str], but: str, hashes: dict[str, str]) -> None:
        self.forms = forms
        self.but = but
        self.fonts = _subsets(canvas._doc)
        self.states = {name: str(state) for state, name in canvas._extgstate._c.items()}
        self.known = hashes

    def fingerprint(self, code: str) -> str:
        font, subset = "", 0

        def plain(match: re.Match[str]) -> str:
            nonlocal font, subset
            if match["form"]:
                name = f"FormXob.{match['form']}"
                if name not in self.known:
                    self.known[name] = self.fingerprint(self.forms.get(name, ""))
                return self.known[name]
            if match["font"]:
                font, subset = match["font"], int(match["subset"])
                return f"/{self.fonts.get(font, ('', []))[0]} "
            if match["state"]:
                return self.states.get(match["state"], "")
            if match["shade"]:
                return "shade"
            return f"({self.text(match['text'] or '', font, subset)})"

        text = _TOKEN.sub(plain, code)
        if self.but and self.but in text:  # the whole line: how wide the text is decides where it begins
            text = "\n".join(line for line in text.split("\n") if self.but not in line)
        return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]

    def text(self, raw: str, font: str, subset: int) -> str:
        """A string of a PDF as the characters that it shows."""
        codes = self.fonts.get(font, ("", []))[1]
        subset_codes = codes[subset] if subset < len(codes) else []
        if "\\" in raw:
            raw = _ESCAPED.sub(lambda m: _unescaped(m[1]), raw)
        return raw.translate(subset_codes)  # what is beyond its end stays


DIGITS = 16
"""Hexadecimal digits of a fingerprint."""


def _unescaped(escape: str) -> str:
    return chr(int(escape, 8)) if are_digits(escape) else _LETTERS.get(escape, escape)


def _subsets(document: Any) -> dict[str, tuple[str, list[list[int]]]]:
    """The characters of each subset of each font of a document, by the font's name in it."""
    states = [(face.fontName, face.state.get(document)) for face in document.delayedFonts]
    return {state.internalName: (name, state.subsets) for name, state in states if state is not None}


__all__ = ["DIGITS", "fingerprint", "keep", "read_kept"]
