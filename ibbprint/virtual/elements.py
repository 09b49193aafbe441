"""The build file of a module as a tree of elements, and as the bytes of an XML file; and the numbers of its pieces.

By its number VASSAL knows a piece again when a saved game is opened with a newer module.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from ibbprint.virtual.sequence import ESCAPE

PREFIX = "VASSAL.build."
CONTROL = frozenset(("Cc", "Cs", "Cn"))
"""Categories of characters that no XML file may have, or none that VASSAL shows; a tab between traits is no name's."""


class Unnameable(ValueError):
    """A name that VASSAL cannot hold. `text` is the name."""

    def __init__(self, text: str, why: str) -> None:
        self.text = text
        super().__init__(why)


def nameable(text: str) -> str:
    """A name as VASSAL may hold it. Raises Unnameable."""
    plain = unicodedata.normalize("NFC", text)
    for letter in plain:
        if unicodedata.category(letter) in CONTROL:
            raise Unnameable(text, f"{text!r} has a control character, which VASSAL cannot hold")
    if plain.endswith(ESCAPE):
        raise Unnameable(text, f"{text!r} ends in a backslash, and VASSAL would take what follows for a part of it")
    return plain


@dataclass(eq=False)
class Element:
    """A component of a module: its tag without the usual prefix, its attributes, and its children."""

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""
    bare: bool = False
    """Whether its tag is no class of VASSAL's, so that it has no prefix."""

    def add(self, tag: str, attributes: Mapping[str, str] | None = None, text: str = "") -> Element:
        """A new element in this one."""
        child = Element(tag, attributes or {}, text=text)
        self.children.append(child)
        return child

    def all(self) -> Iterator[Element]:
        """This one and everything in it, in the order of the file."""
        yield self
        for child in self.children:
            yield from child.all()

    @property
    def name(self) -> str:
        """Its tag in the file."""
        return self.tag if self.bare else f"{PREFIX}{self.tag}"

    def lines(self, depth: int = 0) -> Iterator[str]:
        """The lines of the file."""
        words = "".join(f" {name}={quoteattr(value)}" for name, value in self.attributes.items())
        indent = "  " * depth
        if self.children:
            yield f"{indent}<{self.name}{words}>"
            for child in self.children:
                yield from child.lines(depth + 1)
            yield f"{indent}</{self.name}>"
        elif self.text:
            yield f"{indent}<{self.name}{words}>{escape(self.text)}</{self.name}>"
        else:
            yield f"{indent}<{self.name}{words}/>"


def as_file(root: Element) -> bytes:
    """The XML file of a tree."""
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *root.lines(), ""]).encode()


LIMIT = 2**30
NEXT = LIMIT + 2
"""Above every number that is given here."""
AGAIN = "'"
"""Added to a key whose number another key has."""


def key(game: str, scenario: str, piece: str, copy: int, role: str) -> str:
    """The key that a number is worked out from: a copy of a piece or card, in the set-up, a pile or the palette."""
    return f"{game}/{scenario}/{piece}/{copy}/{role}"


def numbered(keys: Iterable[str]) -> dict[str, int]:
    """A number for each key, which depends on the key alone unless two would have the same."""
    numbers: dict[str, int] = {}
    used: set[int] = set()
    for key in sorted(set(keys)):
        tried = key
        while (number := 1 + int.from_bytes(hashlib.sha256(tried.encode()).digest()[:4], "big") % LIMIT) in used:
            tried += AGAIN
        used.add(number)
        numbers[key] = number
    return numbers
