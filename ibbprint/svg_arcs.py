"""Elliptical arcs of path data as cubic curves, by the rules of SVG for what does not fit together.

Radii that are too small grow as far as they must; a radius of 0, or one too small to calculate with, is a line.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ibbprint.geometry import Segment

_SLICE = math.tau / 10
"""A curve for each tenth of a circle: off by less than a hundred-thousandth of the radius."""
_LARGEST = 1e7
"""An ellipse larger than this is a line as far as anybody can see."""


def arc(start: tuple[float, float], values: tuple[float, ...]) -> Iterator[Segment]:
    """The curves of an arc: radii, rotation in degrees, large, sweep, and where it ends (absolute)."""
    rx, ry, degrees, large, sweep, end_x, end_y = values
    x, y = start
    rx, ry = abs(rx), abs(ry)
    if (x, y) == (end_x, end_y):
        return
    turn = math.radians(degrees)
    cos, sin = math.cos(turn), math.sin(turn)
    half_x, half_y = (x - end_x) / 2, (y - end_y) / 2
    across, up = cos * half_x + sin * half_y, -sin * half_x + cos * half_y  # half the chord along the ellipse's axes
    needed = math.hypot(across / rx, up / ry) if rx and ry else math.inf  # 1 when the chord is a diameter
    rx, ry = rx * max(needed, 1.0), ry * max(needed, 1.0)
    if not max(rx, ry) < _LARGEST or min(rx, ry) <= 0 or needed < 1 / _LARGEST:
        yield "L", (end_x, end_y)
        return
    off = math.sqrt(1 / needed**2 - 1) if needed < 1 else 0.0
    if large == sweep:
        off = -off
    middle_x, middle_y = (
        off * rx * up / ry,
        -off * ry * across / rx,
    )  # the centre along the axes, from the chord's middle
    first = math.atan2((up - middle_y) / ry, (across - middle_x) / rx)
    last = math.atan2((-up - middle_y) / ry, (-across - middle_x) / rx)
    swept = last - first
    if sweep and swept < 0:
        swept += math.tau
    elif not sweep and swept > 0:
        swept -= math.tau
    centre_x = cos * middle_x - sin * middle_y + (x + end_x) / 2
    centre_y = sin * middle_x + cos * middle_y + (y + end_y) / 2

    def place(angle: float) -> tuple[float, float, float, float]:
        """The point at an angle, and the way the ellipse runs there."""
        c, s = math.cos(angle), math.sin(angle)
        return (
            centre_x + rx * c * cos - ry * s * sin,
            centre_y + rx * c * sin + ry * s * cos,
            -rx * s * cos - ry * c * sin,
            -rx * s * sin + ry * c * cos,
        )

    count = max(1, math.ceil(abs(swept) / _SLICE - 1e-9))
    step = swept / count
    reach = math.sin(step) * (math.sqrt(4 + 3 * math.tan(step / 2) ** 2) - 1) / 3
    _, _, out_x, out_y = place(first)
    for number in range(1, count + 1):
        to_x, to_y, in_x, in_y = place(first + number * step)
        if number == count:
            to_x, to_y = end_x, end_y
        yield "C", (x + reach * out_x, y + reach * out_y, to_x - reach * in_x, to_y - reach * in_y, to_x, to_y)
        x, y, out_x, out_y = to_x, to_y, in_x, in_y
