"""Paper sizes in mm, exactly as the standards have them (never points)."""

from __future__ import annotations

from typing import NamedTuple

EDGE = 6.5
"""What a home printer cannot reach along every edge of the paper, in mm, with a little to spare."""


class Paper(NamedTuple):
    """A sheet, upright. Width and height in mm."""

    name: str
    title: str
    width: float
    height: float


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", "A4", 210.0, 297.0),
        Paper("letter", "US Letter", 215.9, 279.4),
    )
}
