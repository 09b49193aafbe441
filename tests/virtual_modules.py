"""Modules for VASSAL as their readers see them: a second reader of its texts, written from its rules alone."""

from __future__ import annotations

import hashlib
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

from ibbprint.drawing.png import size_in_pixels
from ibbprint.drawing.shapes import Drawing
from ibbprint.drawing.svg import to_svg
from ibbprint.jobs.exports import ExportOrder, exported_vassal

PREFIX = "VASSAL.build."


def split(text: str, delimiter: str) -> list[str]:
    """The tokens of a text, letter by letter as VASSAL's decoder reads it."""
    tokens, token = [], ""
    for letter in text:
        if letter == delimiter and token.endswith("\\"):
            token = token[:-1] + delimiter
        elif letter == delimiter:
            tokens.append(token)
            token = ""
        else:
            token += letter
    tokens.append(token)
    return [t[1:-1] if len(t) > 1 and t[0] == t[-1] == "'" else t for t in tokens]


@dataclass(frozen=True)
class Slot:
    """A piece of a module: the element that it stands in, its traits as pairs of type and state, outermost first."""

    element: ElementTree.Element
    traits: tuple[tuple[list[str], list[str]], ...]
    state: str

    @property
    def ids(self) -> list[str]:
        return [kind[0] for kind, _ in self.traits]

    def of(self, id: str) -> tuple[list[str], list[str]]:
        return next(trait for trait in self.traits if trait[0][0] == id)

    @property
    def name(self) -> str:
        return self.of("piece")[0][4]

    @property
    def hidden_by(self) -> str:
        """The side that the piece is hidden by; empty where nobody hides it."""
        by = self.of("obs")[1][0] if "obs" in self.ids else "null"
        return "" if by == "null" else by


def slot_of(element: ElementTree.Element) -> Slot:
    new, owner, kind, state = split(element.text or "", "/")
    assert (new, owner) == ("+", "null")
    traits, kinds, states = [], kind, state
    while True:
        last = kinds.startswith("piece;")
        outer, *inner = [kinds] if last else split(kinds, "\t")
        outer_state, *inner_state = [states] if last else split(states, "\t")
        traits.append((split(outer, "," if outer.startswith("mark;") else ";"), split(outer_state, ";")))
        if outer.startswith("mark;"):
            traits[-1] = (["mark", *split(outer[5:], ",")], split(outer_state, ","))
        if not inner:
            return Slot(element, tuple(traits), state)
        kinds, states = inner[0], inner_state[0]


@dataclass(frozen=True)
class Module:
    data: bytes

    @cached_property
    def files(self) -> Mapping[str, bytes]:
        with zipfile.ZipFile(io.BytesIO(self.data)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    @cached_property
    def root(self) -> ElementTree.Element:
        return ElementTree.fromstring(self.files["buildFile.xml"])

    def all(self, tag: str) -> list[ElementTree.Element]:
        return list(self.root.iter(f"{PREFIX}{tag}"))

    def stacks(self, board: str = "") -> Iterator[tuple[ElementTree.Element, list[Slot]]]:
        """Every stack of the set-up with its pieces from the top."""
        for stack in self.all("module.map.SetupStack"):
            if not board or stack.get("owningBoard") == board:
                yield stack, [slot_of(each) for each in reversed(list(stack))]

    @cached_property
    def slots(self) -> list[Slot]:
        return [slot_of(each) for tag in ("PieceSlot", "CardSlot") for each in self.all(f"widget.{tag}")]


@contextmanager
def quick_pictures() -> Iterator[None]:
    """Pictures of the right size and one for each drawing, with nothing on them: cairo takes most of the time."""

    def blank(drawing: Drawing, dpi: int = 300, *, ground: str | None = "white", few: bool = False) -> bytes:
        width, height = size_in_pixels(drawing, dpi)
        content = f"{to_svg(drawing)}{ground}".encode()
        chunks = [
            (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
            (b"tEXt", b"hash\0" + hashlib.sha256(content).hexdigest().encode()),
            (b"IDAT", zlib.compress(bytes((width + 1) * height), 1)),
            (b"IEND", b""),
        ]
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in chunks
        )

    with mock.patch("ibbprint.virtual.pictures.painted", blank):
        yield


def module(*what: str, folder: Path, **options: object) -> Module:
    """The module of what is named, with empty pictures."""
    target = folder / "module.vmod"
    with quick_pictures():
        result = exported_vassal(ExportOrder(what, output=target, **options))
    assert result.ok, str(result)
    return Module(target.read_bytes())
