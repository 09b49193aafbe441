"""How the back of a sheet comes behind its front: the ways of printing both sides, and folding instead.

A back is always the mirror image of its front about an upright line, so that a piece keeps its head up when it is
turned sideways. Where the paper is turned about a level line, that image is upside down: the sheet comes out the
same.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from ibbprint.drawing.shapes import IDENTITY, Matrix
from ibbprint.press.paper import Paper

Duplex = Literal["long-edge", "short-edge", "fold", "fronts-then-backs", "none"]
DUPLEX: tuple[str, ...] = get_args(Duplex)
"""`long-edge`, `short-edge`: the printer turns the sheet along that edge. `fold`: fronts and backs on one side of the
paper, folded and glued. `fronts-then-backs`: all fronts first, the stack is put back by hand. `none`: only fronts."""


class Turn(NamedTuple):
    """Where the back of a front lies, and whether it is on its head.

    `sides` tells whether it is on the other side of the paper; for a sheet that is folded it is on the same.
    `level` is for a turn about a level line.
    """

    paper: Paper
    level: bool
    sides: bool

    @property
    def matrix(self) -> Matrix:
        """What brings the mirror image about the paper's upright middle line to where the back is printed."""
        return (-1.0, 0.0, 0.0, -1.0, self.paper.width, self.paper.height) if self.level else IDENTITY

    def behind(self, x: float, y: float) -> tuple[float, float]:
        """The point of the back that comes to lie behind a point of the front, both in mm from the top left."""
        return (x, self.paper.height - y) if self.level else (self.paper.width - x, y)


def two_sided(mode: str) -> bool:
    """Whether both sides of the paper are printed on."""
    return mode in ("long-edge", "short-edge", "fronts-then-backs")


def turn_of(mode: str, paper: Paper) -> Turn | None:
    """How backs lie on a paper; None where none are printed.

    A sheet that is folded is folded across its long side. A stack is put back turned along the long edge.
    """
    if mode == "none":
        return None
    if mode == "fold":
        return Turn(paper, level=not paper.lies_across, sides=False)
    return Turn(paper, level=(mode == "short-edge") != paper.lies_across, sides=True)
