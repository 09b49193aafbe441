"""The XML files in the zip file of a spreadsheet, read event by event: nothing is unpacked beyond the limits below.

What the zip file says of their sizes is not used: the bytes that come out are counted while they come out."""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from xml.parsers import expat

from ibbprint.budget import Budget

MOST_UNPACKED = 20_000_000
"""Bytes of the members that are read, unpacked."""
MOST_ELEMENTS = 1_200_000
"""XML elements in these members. 400,000 filled cells have 800,000; 1,200,000 take 2 to 5 seconds to parse."""
MOST_LEVELS = 32
"""Levels of XML elements. The files of spreadsheets have fewer than 12; the parser keeps every open element."""
MOST_MEMBERS = 2_000
"""Files in the zip file; a workbook of a hundred sheets with drawings has some 400."""
_PIECE = 1_000_000
"""Bytes that are unpacked at a time. Expat before 2.6 scans a long token again for each piece, so pieces are large."""
_STORED_OR_DEFLATED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_NO_ZIP_FILE = (zipfile.BadZipFile, struct.error, NotImplementedError, LookupError, ValueError, OverflowError, OSError)
"""What `zipfile` raises for a directory that is damaged."""
_ENCODINGS = ("utf-8", "utf-16", "us-ascii", "iso-8859-1")
"""Those that expat knows by itself; it asks Python for others, in ways that fail in many ways."""


class WorkbookFault(Exception):
    """The reason why a workbook is not read: the rule, the sentence, a hint, and the row and column, 0 for the whole
    file.
    """

    def __init__(self, rule: str, message: str, hint: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.rule, self.hint, self.line, self.column = rule, hint, line, column


def unreadable() -> WorkbookFault:
    return WorkbookFault("read:table", "ibbprint cannot read this spreadsheet.", "Save it again as .xlsx, or as CSV.")


class Members:
    """The members of a zip file, unpacked on one budget of bytes and parsed on one budget of elements."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        try:
            with zipfile.ZipFile(io.BytesIO(raw)) as packed:
                infos = packed.infolist()
        except _NO_ZIP_FILE as fault:
            raise unreadable() from fault
        if len(infos) > MOST_MEMBERS:
            raise WorkbookFault("read:size", f"the spreadsheet has more than {MOST_MEMBERS:,} files in it.")
        self.infos = {info.filename.lower(): info for info in infos}
        self.bytes = Budget(
            MOST_UNPACKED, f"the spreadsheet is larger than {MOST_UNPACKED // 1_000_000} MB when unpacked"
        )
        self.elements = Budget(MOST_ELEMENTS, f"the spreadsheet has more than {MOST_ELEMENTS:,} XML elements")

    def walk(self, path: str, reader: Reader, *, optional: bool = False) -> None:
        """Parse a member. Raises TooMuch, WorkbookFault, and what the libraries raise for a damaged one."""
        info = self.infos.get(path.lower())
        if info is not None:
            _parse(self.pieces(info), reader, self.elements)
        elif not optional:
            raise unreadable()

    def pieces(self, info: zipfile.ZipInfo) -> Iterator[bytes]:
        """The unpacked bytes of a member, at most `_PIECE` at a time. Raises TooMuch and WorkbookFault."""
        if info.compress_type not in _STORED_OR_DEFLATED or info.flag_bits & _ENCRYPTED:
            raise unreadable()
        head = self.raw[info.header_offset : info.header_offset + 30]
        if len(head) < 30 or not head.startswith(b"PK\x03\x04"):
            raise unreadable()
        begin = info.header_offset + 30 + int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little")
        packed = memoryview(self.raw)[begin : begin + info.compress_size]
        if info.compress_type == zipfile.ZIP_STORED:
            for at in range(0, len(packed), _PIECE):
                yield self.paid(bytes(packed[at : at + _PIECE]))
            return
        unpack = zlib.decompressobj(-zlib.MAX_WBITS)
        for at in range(0, len(packed), _PIECE):
            waiting = bytes(packed[at : at + _PIECE])
            while waiting and not unpack.eof:
                yield self.paid(unpack.decompress(waiting, _PIECE))
                waiting = unpack.unconsumed_tail
        while not unpack.eof:
            unpacked = unpack.decompress(b"", _PIECE)
            if not unpacked:
                raise unreadable()  # cut off
            yield self.paid(unpacked)

    def paid(self, piece: bytes) -> bytes:
        self.bytes.spend(len(piece))
        return piece

    def links(self, folder: str, path: str) -> dict[str, tuple[str, str]]:
        """The kind and the target of each relationship of a part in a folder, by its id."""
        reader = _Links()
        self.walk(path, reader, optional=True)
        return {
            link: (kind, posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/"))
            for link, (kind, target) in reader.links.items()
        }

    def target(self, folder: str, path: str, kind: str) -> str | None:
        """The target of the first relationship of a kind."""
        return next((target for name, target in self.links(folder, path).values() if name.endswith(kind)), None)


class Reader:
    """Takes the elements of an XML file by their names without a prefix. `done` ends the reading early."""

    done = False

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def text(self, text: str) -> None:
        """Take more of the text of an element."""


def _parse(pieces: Iterator[bytes], reader: Reader, elements: Budget) -> None:
    """Hand an XML file to a reader. Raises ExpatError, TooMuch, and WorkbookFault for a document type."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    level = count = 0

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal level, count
        level += 1
        count += 1
        if level > MOST_LEVELS:
            raise WorkbookFault("read:depth", f"the XML of the spreadsheet is nested deeper than {MOST_LEVELS} levels.")
        reader.begin(name.rpartition(":")[2] if ":" in name else name, attributes)

    def end(name: str) -> None:
        nonlocal level
        level -= 1
        reader.end(name.rpartition(":")[2] if ":" in name else name)

    def refuse(*_: object) -> None:
        raise unreadable()  # entities could name files or multiply

    def declared(_version: str, encoding: str | None, _standalone: int) -> None:
        if encoding is not None and encoding.lower() not in _ENCODINGS:
            raise unreadable()

    parser.XmlDeclHandler = declared
    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = refuse
    for piece in pieces:
        parser.Parse(piece, False)
        elements.spend(count)
        count = 0
        if reader.done:
            return
    parser.Parse(b"", True)


class _Links(Reader):
    """The relationships of a part: kind and target by id, none that lead out of the file."""

    def __init__(self) -> None:
        self.links: dict[str, tuple[str, str]] = {}

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "Relationship" and attributes.get("TargetMode") != "External":
            self.links[attributes.get("Id", "")] = attributes.get("Type", ""), attributes.get("Target", "")
