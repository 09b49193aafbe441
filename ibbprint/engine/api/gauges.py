"""Conditions of victory as figures with their thresholds, so that a playtest can say how near each of them came."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal, NamedTuple

Bound = Literal["at least", "at most", "less than", "more than"]


def meets(value: float | Fraction, bound: Bound, threshold: float | Fraction) -> bool:
    """Whether a figure is on the right side of a threshold."""
    if bound == "at least":
        return value >= threshold
    if bound == "at most":
        return value <= threshold
    return value < threshold if bound == "less than" else value > threshold


class Gauge(NamedTuple):
    """A condition of victory, or part of one, as a figure with a threshold, both as the scenario states them."""

    side: str
    """The id of the side that profits when it is met."""
    measure: str
    """What is counted, as a noun with its unit: `wagons of the Reds over the ford`."""
    bound: Bound
    threshold: float | Fraction
    figure: Callable[[Any], float | Fraction]
    """The figure in a state of the game as things stand; shares are in percent."""
    percent: bool = False
    level: str = ""
    """The level of victory that asks for it, where a game has levels; the first gauges of a side are its lowest."""
    written: tuple[str | int, ...] = ()
    """Where the threshold stands in the file of the scenario, or would stand; empty where no scenario can change it."""

    def met(self, state: Any) -> bool:
        """Whether it is met as things stand."""
        return meets(self.figure(state), self.bound, self.threshold)


def percent_of(part: float | Fraction, total: float | Fraction) -> Fraction:
    """A part of a whole in percent, exactly; nothing is 0% of nothing."""
    return Fraction(100 * part) / Fraction(total) if total else Fraction(0)
