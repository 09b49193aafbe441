"""Paper sizes in mm, exactly as the standards have them (never points)."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, get_args

from ibbprint.drawing.shapes import IDENTITY, Matrix
from ibbprint.patterns import regex
from ibbprint.problems import BadRequest, did_you_mean

EDGE = 6.5
"""What a home printer cannot reach along every edge of the paper, in mm, with a little to spare."""
LEAST_MM, MOST_MM = 100.0, 2000.0
"""What the sides of a paper may measure."""
ORIENTATIONS = ("portrait", "landscape")


class Paper(NamedTuple):
    """A sheet as it is looked at. Width and height in mm; `edge` is what the printer cannot reach along every side."""

    name: str
    title: str
    width: float
    height: float
    edge: float = EDGE

    @property
    def lies_across(self) -> bool:
        """Whether it is wider than it is high."""
        return self.width > self.height

    def turned(self) -> Paper:
        """The paper turned by a quarter."""
        return self._replace(width=self.height, height=self.width)

    def upright(self) -> Paper:
        """The paper with its short edge at the top."""
        return self.turned() if self.lies_across else self

    def across(self) -> Paper:
        """The paper with its long edge at the top."""
        return self if self.lies_across else self.turned()


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a3", "A3", 297.0, 420.0),
        Paper("a4", "A4", 210.0, 297.0),
        Paper("a5", "A5", 148.0, 210.0),
        Paper("letter", "US Letter", 215.9, 279.4),
        Paper("legal", "US Legal", 215.9, 355.6),
        Paper("tabloid", "Tabloid", 279.4, 431.8),
    )
}

LARGE = {
    paper.name: paper
    for paper in (
        Paper("a2", "A2", 420.0, 594.0),
        Paper("a1", "A1", 594.0, 841.0),
        Paper("a0", "A0", 841.0, 1189.0),
        Paper("arch-a", "Arch A", 228.6, 304.8),
        Paper("arch-b", "Arch B", 304.8, 457.2),
        Paper("arch-c", "Arch C", 457.2, 609.6),
        Paper("arch-d", "Arch D", 609.6, 914.4),
        Paper("arch-e", "Arch E", 914.4, 1219.2),
    )
}
"""What copy shops print posters on: known by name like the others."""

_CUSTOM = regex(r"([0-9]+(?:[.,][0-9]+)?)\s*[x×]\s*([0-9]+(?:[.,][0-9]+)?)\s*(mm|cm|in)?", re.IGNORECASE)
_UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4}


class BadOption(BadRequest):
    """An option of printing that makes no sense, or not with another."""


def paper_of(text: str, orientation: str = "") -> Paper:
    """A paper by its name or its size (`a4`, `210x330mm`, `8.5x11in`), turned as asked. Raises BadOption.

    Without an orientation, papers with a name stand upright and others as their size is given.
    """
    name = text.strip().lower()
    paper = PAPERS.get(name) or LARGE.get(name)
    if paper is None:
        paper = _custom(name, text)
    if orientation and orientation not in ORIENTATIONS:
        hint = did_you_mean(orientation, ORIENTATIONS)
        raise BadOption(f"there is no orientation {orientation!r}.", hint, "--orientation")
    if orientation and paper.lies_across != (orientation == "landscape") and paper.width != paper.height:
        paper = paper.turned()
    return paper


def _custom(name: str, text: str) -> Paper:
    match = _CUSTOM.fullmatch(name)
    if match is None:
        suggestion = did_you_mean(name, {**PAPERS, **LARGE}, most=99)
        raise BadOption(f"there is no paper {text!r}.", f"{suggestion} Or a size, for example 210x330mm.", "--paper")
    width, height = (float(n.replace(",", ".")) * _UNITS[(match[3] or "mm").lower()] for n in (match[1], match[2]))
    for side in (width, height):
        if not LEAST_MM <= side <= MOST_MM:
            message = f"a paper of {width:g} x {height:g} mm cannot be printed on"
            raise BadOption(f"{message}: its sides may measure {LEAST_MM:g} to {MOST_MM:g} mm.", option="--paper")
    return Paper(f"{width:g}x{height:g}mm", f"{width:g} x {height:g} mm", width, height)


Duplex = Literal["long-edge", "short-edge", "fold", "fronts-then-backs", "none"]
DUPLEX: tuple[str, ...] = get_args(Duplex)
"""`long-edge`, `short-edge`: the printer turns the sheet along that edge. `fold`: fronts and backs on one side of the
paper, folded and glued. `fronts-then-backs`: all fronts first, the stack is put back by hand. `none`: only fronts."""


class Turn(NamedTuple):
    """The place of the back of a front, and whether it is upside down.

    `sides` tells whether it is on the other side of the paper; for a sheet that is folded it is on the same.
    `level` is for a turn about a level line.
    """

    paper: Paper
    level: bool
    sides: bool

    @property
    def matrix(self) -> Matrix:
        """The transform from the mirror image about the paper's upright middle line to the printed back."""
        return (-1.0, 0.0, 0.0, -1.0, self.paper.width, self.paper.height) if self.level else IDENTITY

    def behind(self, x: float, y: float) -> tuple[float, float]:
        """The point of the back that lies behind a point of the front, both in mm from the top left."""
        return (x, self.paper.height - y) if self.level else (self.paper.width - x, y)


def two_sided(mode: str) -> bool:
    """Whether both sides of the paper are printed on."""
    return mode in ("long-edge", "short-edge", "fronts-then-backs")


def turn_of(mode: str, paper: Paper) -> Turn | None:
    """The turn of the backs on a paper; None where none are printed.

    A sheet that is folded is folded across its long side. A stack is put back turned along the long edge.
    """
    if mode == "none":
        return None
    if mode == "fold":
        return Turn(paper, level=not paper.lies_across, sides=False)
    return Turn(paper, level=(mode == "short-edge") != paper.lies_across, sides=True)
