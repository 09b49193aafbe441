"""Things in the margin of a map sheet, as records for the press: tracks, boxes, tables, the legend, the title."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ibbprint.problems import Where

Side = Literal["left", "top", "right", "bottom"]
Anchor = Literal[
    "top-left",
    "top",
    "top-right",
    "right-top",
    "right",
    "right-bottom",
    "bottom-left",
    "bottom",
    "bottom-right",
    "left-top",
    "left",
    "left-bottom",
]
"""A side of the map, and where along it: without a second word, in its middle."""
Shown = Literal["title", "legend", "note"]
"""Parts of the cartouche under a map that may be in its margin instead."""


class Beside(NamedTuple):
    """A thing in the margin: its kind, what messages call it, where it is, and what is in it.

    `lines` are the cells of a table, its heads first, or the boxes of a track, figure and note each. A track has boxes
    `cell` mm wide and as many rows as `rows` (0: as many as it needs). `size` is that of a box.
    """

    kind: Literal["track", "box", "table", "title", "legend", "note"]
    name: str
    at: tuple[Anchor, ...]
    where: Where
    title: str = ""
    lines: tuple[tuple[str, ...], ...] = ()
    cell: float = 0.0
    rows: int = 0
    size: tuple[float, float] = (0.0, 0.0)
    colour: str = ""
    offset: tuple[float, float] = (0.0, 0.0)

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text that is printed of it."""
        return (self.title, *(text for line in self.lines for text in line))
