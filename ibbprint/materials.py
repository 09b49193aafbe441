"""The bill of materials: plain records, the contract between a game and the press.

A game makes them, the press prints them; neither knows anything else of the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ibbprint.problems import Where

Values = Mapping[str, Any]
Origins = Mapping[str, Where]


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter, marker or chit.

    `face` and `back` are template names, `values` the names they may use, `size_mm` the side of the square.
    Pieces of one `block` stand edge to edge. `why` is the rule or set-up line that asks for it.
    `origins` says where each printed value was written, for messages.
    """

    id: str
    section: str
    face: str
    back: str
    values: Values
    count: int
    size_mm: float
    block: str
    why: str
    origins: Origins = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a stated size in mm, printed on both sides if it has a `back`."""

    id: str
    section: str
    title: str
    template: str
    values: Values
    size_mm: tuple[float, float]
    count: int = 1
    back: str | None = None
    origins: Origins = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Text:
    """A sheet written in Markdown."""

    id: str
    section: str
    title: str
    template: str
    values: Values
    origins: Origins = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a kit that can be printed by itself with `--only`."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Kit:
    """A whole bill of materials. `blocks` gives each block of pieces its caption, in the order of printing."""

    id: str
    game: str
    title: str
    edition: str
    sections: Sequence[Section]
    blocks: Mapping[str, str] = field(default_factory=dict)
    pieces: Sequence[Piece] = ()
    cards: Sequence[Card] = ()
    texts: Sequence[Text] = ()
