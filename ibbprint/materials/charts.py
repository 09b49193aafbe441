"""The records of charts: figures of many games as pictures. Words, values and limits only; how they look is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple


class Bar(NamedTuple):
    """A value with its limits on a line with its label, and the words at its end. Whose it is, a `livery` says."""

    label: str
    value: float
    low: float
    high: float
    text: str = ""
    livery: str = ""
    heads: bool = False
    """It only heads the lines under it."""
    more: tuple[str, ...] = ()
    """What further columns have beside those words."""


class Forest(NamedTuple):
    """Values with their limits under each other, on one scale from `low` to `high`; a line at `even` runs through all.

    A `tornado` draws them as bars from there, the others are dots on lines.
    """

    bars: tuple[Bar, ...]
    low: float
    high: float
    even: float
    unit: str = ""
    kind: Literal["forest", "tornado"] = "forest"
    title: str = ""
    heads: tuple[str, ...] = ()
    """What the labels are, the words at the ends, and each further column; none where that goes without saying."""


class Curve(NamedTuple):
    """A line over the turns, named at its end; with `low` and `high` it is the middle of a band."""

    name: str
    values: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    livery: str = ""


class Course(NamedTuple):
    """Curves over the turns, from turn 0, on a scale from `low` to `high`."""

    title: str
    curves: tuple[Curve, ...]
    low: float
    high: float
    unit: str = ""


Chart = Forest | Course
