"""A ReportLab document as a file whose plain objects are packed together (PDF 1.7, 7.5.7 and 7.5.8).

Of a kit with hundreds of counters the tree for those who do not see it is the largest part, a small dictionary for each
picture and cell; packed it takes a tenth of that room. Objects with a stream (pages, forms, fonts, our own data) stay
as they are. Programs have read such files since PDF 1.5; a PDF/X-1a file is older and has none.
"""

from __future__ import annotations

import io
import zlib
from typing import Any

from ibbprint.drawing.inks import number

VERSION = (1, 5)
"""The first version of PDF with object streams."""
MOST_TOGETHER = 2000
"""So many objects at most are packed together: who wants one of them has to unpack them all."""
_HEAD = b"%%PDF-%d.%d\n%%\xe2\xe3\xcf\xd3\n"
_FREE, _PLAIN, _PACKED = 0, 1, 2
"""Kinds of entries in the table of objects."""
_WIDTHS = (1, 4, 2)
"""The bytes of an entry: its kind; where it is in the file, or the number of its stream; its place in that."""
_UP = b"\x02"
"""Before a line that is written as what it differs by from the line above."""


def packed(document: Any) -> bytes:
    """The file of a document that is complete, the same bytes every time."""
    from reportlab.pdfbase.pdfdoc import PDFFormXObject, PDFStream
    from reportlab.pdfbase.pdfdoc import format as written

    root, info = (document.Reference(part).format(document) for part in (document.Catalog, document.info))
    file = io.BytesIO()
    file.write(_HEAD % VERSION)
    entries = [(_FREE, 0, 0xFFFF)]
    resources: dict[str, Any] = {}
    small: list[tuple[int, bytes]] = []
    count = 1
    while count in document.numberToId:  # writing one may add others
        pdf_object = document.idToObject[document.numberToId[count]]
        form = isinstance(pdf_object, PDFFormXObject)
        entries.append((_PLAIN, file.tell(), 0))
        if hasattr(pdf_object, "pieces"):  # a picture, which may be large
            file.write(b"%d 0 obj\n" % count)
            for piece in pdf_object.pieces(document):
                file.write(piece)
            file.write(b"endobj\n")
            count += 1
            continue
        body = _form(pdf_object, document, resources) if form else written(pdf_object, document, toplevel=1)
        if body.endswith(b"endstream\n"):
            file.write(_object(count, body))
            if isinstance(pdf_object, PDFStream):
                pdf_object.content = b""  # it is written once
        else:
            small.append((count, body))
        count += 1
    for start in range(0, len(small), MOST_TOGETHER):
        group = small[start : start + MOST_TOGETHER]
        for place, (object_number, _) in enumerate(group):
            entries[object_number] = (_PACKED, count, place)
        entries.append((_PLAIN, file.tell(), 0))
        file.write(_object(count, _together(group)))
        count += 1
    start = file.tell()
    entries.append((_PLAIN, start, 0))
    same = document.signature.hexdigest().encode()
    words = b"/Type/XRef/Size %d/Root %b/Info %b/ID[<%b><%b>]" % (count + 1, root, info, same, same)
    file.write(_object(count, _table(words, entries)) + b"startxref\n%d\n%%%%EOF\n" % start)
    return file.getvalue()


def _object(name: int, body: bytes) -> bytes:
    return b"%d 0 obj\n%b\nendobj\n" % (name, body.rstrip(b"\n"))


def _form(form: Any, document: Any, shared_resources: dict[str, Any]) -> bytes:
    """A form; those that draw the same forms share their resources, of which ReportLab gives each its own."""
    from reportlab.pdfbase.pdfdoc import PDFResourceDictionary

    drawn = " ".join(sorted(form.XObjects.dict)) if form.XObjects else ""
    if drawn not in shared_resources:
        resources: Any = PDFResourceDictionary()
        resources.basicFonts()
        resources.ProcSet = ()
        resources.XObject = form.XObjects or {}
        shared_resources[drawn] = document.Reference(resources)
    box = " ".join(map(number, (form.lowerx, form.lowery, form.upperx, form.uppery)))
    words = f"/Type/XObject/Subtype/Form/BBox[{box}]/Resources {shared_resources[drawn].format(document).decode()}"
    return _stream(words.encode(), form.stream)


def _together(objects: list[tuple[int, bytes]]) -> bytes:
    """Objects with their numbers as a stream: where each begins, and then all of them."""
    index: list[bytes] = []
    at = 0
    for name, body in objects:
        index.append(b"%d %d" % (name, at))
        at += len(body) + 1
    head = b" ".join(index) + b"\n"
    words = b"/Type/ObjStm/N %d/First %d" % (len(objects), len(head))
    return _stream(words, head + b"\n".join(body for _, body in objects))


def _table(words: bytes, entries: list[tuple[int, int, int]]) -> bytes:
    """The table of objects as a stream, each entry as what it differs by from the one before: most differ by little."""
    long = sum(_WIDTHS)
    rows = b"".join(
        value.to_bytes(width, "big") for entry in entries for value, width in zip(entry, _WIDTHS, strict=True)
    )
    less = bytes((value_below - above) & 0xFF for value_below, above in zip(rows, bytes(long) + rows, strict=False))
    lines = b"".join(_UP + less[at : at + long] for at in range(0, len(less), long))
    words += b"/W[%d %d %d]/DecodeParms<</Predictor 12/Columns %d>>" % (*_WIDTHS, long)
    return _stream(words, lines)


def _stream(words: bytes, content: bytes) -> bytes:
    data = zlib.compress(content)
    return b"<<%b/Filter/FlateDecode/Length %d>>\nstream\n%b\nendstream\n" % (words, len(data), data)
