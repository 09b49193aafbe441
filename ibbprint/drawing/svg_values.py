"""The values of SVG attributes: lengths, transforms, colours, points. What is parsed once is kept, if it is short.

What cannot be read is a ValueError with a sentence, never a shape that silently is not there.
Every value is read in one pass, in time that grows as its length does.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from ibbprint.drawing.colour import of_channels, rgb
from ibbprint.drawing.fonts import POINT
from ibbprint.drawing.shapes import CURRENT, IDENTITY, Matrix, Segment, multiply
from ibbprint.drawing.svg_path import LARGEST, LONGEST_KEPT, short
from ibbprint.patterns import regex

P = ParamSpec("P")
T = TypeVar("T")

_NUMBER = regex(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_LENGTH = regex(r"([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\s*(mm|cm|in|pt|px|%)?")
_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": POINT}
_PX = 25.4 / 96
"""A pixel of CSS in mm, where there is no unit of a drawing that it could be."""
_TRANSFORMS = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewX": (1,), "skewY": (1,)}
_TRANSFORM = regex(r"([A-Za-z]+)\s*\(([^)]*)\)")
MAX_TRANSFORMS = 1000
"""How many transforms one attribute may have."""
_BETWEEN = regex(r"\s*(?:,\s*)?")


def kept(most: int) -> Callable[[Callable[Concatenate[str, P], T]], Callable[Concatenate[str, P], T]]:
    """Remembers the values of `most` texts, of short ones only: a stranger's long ones would fill the memory."""

    def keeping(read: Callable[Concatenate[str, P], T]) -> Callable[Concatenate[str, P], T]:
        remembered: Any = lru_cache(maxsize=most)(read)

        @wraps(read)
        def call(text: str, /, *more: P.args, **named: P.kwargs) -> T:
            result: T = (remembered if len(text) <= LONGEST_KEPT else read)(text, *more, **named)
            return result

        return call

    return keeping


@kept(16384)
def length(text: str, mm_per_unit: float = 1.0) -> float:
    """A length in user units; `11pt` and `3mm` are turned into user units by the scale of the view box.

    A pixel is a user unit, as it is in browsers.
    """
    match = _LENGTH.fullmatch(text.strip())
    if match is None or match[2] == "%":
        raise ValueError(f"{short(text)} is not a length (a number, or a number with mm, cm, in, pt or px)")
    value = float(match[1])
    if match[2] in _MM:
        value *= _MM[match[2]] / mm_per_unit
    if not -LARGEST < value < LARGEST:
        raise ValueError(f"{short(text)} is too large")
    return value


def side(text: str) -> tuple[float, float]:
    """The width or height of a whole drawing: in mm, and in user units where it has no view box."""
    value = length(text)
    pixels = text.strip().endswith("px")
    return (value * _PX if pixels else value), value


@kept(4096)
def fraction(text: str) -> float:
    """A number from 0 to 1, or a percentage."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None or match[2] not in (None, "%"):
        raise ValueError(f"{short(text)} is not a number from 0 to 1")
    value = float(match[1]) / (100 if match[2] else 1)
    if not 0 <= value <= 1:
        raise ValueError(f"{short(text)} is not a number from 0 to 1")
    return value


@kept(4096)
def numbers(text: str) -> tuple[float, ...]:
    """A list of numbers parted by spaces or commas."""
    parts = text.replace(",", " ").split()
    for part in parts:
        if not _NUMBER.fullmatch(part):
            raise ValueError(f"{short(part)} is not a number")
    result = tuple(float(part) for part in parts)
    for part, value in zip(parts, result, strict=True):
        if not -LARGEST < value < LARGEST:
            raise ValueError(f"{short(part)} is too large")
    return result


@kept(4096)
def colour(text: str) -> str | None:
    """`#rrggbb`, a colour word we know, `currentColor`, or None for `none`."""
    text = text.strip()
    if text in ("none", "transparent"):
        return None
    if text == CURRENT:
        return CURRENT
    return of_channels(rgb(text))


@kept(4096)
def transform(text: str) -> Matrix:
    """A transform attribute as one matrix."""
    result = IDENTITY
    position = count = 0
    while (position := _end(_BETWEEN, text, position)) < len(text):
        match = _TRANSFORM.match(text, position)
        if match is None:
            raise ValueError(f"{short(text)} is not a transform")
        position = match.end()
        name, given = match[1], numbers(match[2])
        if name not in _TRANSFORMS:
            raise ValueError(f"{short(name)} is not a transform")
        if len(given) not in _TRANSFORMS[name]:
            raise ValueError(f"{name} takes {' or '.join(map(str, _TRANSFORMS[name]))} numbers, not {len(given)}")
        result = multiply(result, _matrix(name, given))
        count += 1
        if count > MAX_TRANSFORMS:
            raise ValueError(f"a transform has more than {MAX_TRANSFORMS:,} parts")
    if not all(-LARGEST < value < LARGEST for value in result):
        raise ValueError(f"{short(text)} is too large")
    return result


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    """The end of a pattern's match at a place."""
    match = pattern.match(text, position)
    return position if match is None else match.end()


def _matrix(name: str, given: tuple[float, ...]) -> Matrix:
    """A transform; angles are in degrees."""
    if name == "matrix":
        a, b, c, d, e, f = given
        return (a, b, c, d, e, f)
    if name == "translate":
        return (1.0, 0.0, 0.0, 1.0, given[0], given[1] if len(given) > 1 else 0.0)
    if name == "scale":
        return (given[0], 0.0, 0.0, given[-1], 0.0, 0.0)
    angle = math.radians(given[0])
    if name == "rotate":
        cos, sin = math.cos(angle), math.sin(angle)
        x, y = given[1:] or (0.0, 0.0)
        return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
    return (1.0, 0.0, math.tan(angle), 1.0, 0.0, 0.0) if name == "skewX" else (1.0, math.tan(angle), 0.0, 1.0, 0.0, 0.0)


def points(text: str, *, close: bool) -> tuple[Segment, ...]:
    """The `points` of a polyline or polygon."""
    values = numbers(text)
    if len(values) < 4 or len(values) % 2:
        raise ValueError("points takes pairs of numbers, at least two pairs")
    pairs: list[Segment] = [("M" if i == 0 else "L", (values[i], values[i + 1])) for i in range(0, len(values), 2)]
    if close:
        pairs.append(("Z", ()))
    return tuple(pairs)


_ARC = 0.5522847498307936


@lru_cache(maxsize=4096)
def ellipse(cx: float, cy: float, rx: float, ry: float) -> tuple[Segment, ...]:
    """A circle or ellipse as four curves."""
    kx, ky = rx * _ARC, ry * _ARC
    return (
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("Z", ()),
    )


@lru_cache(maxsize=4096)
def rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> tuple[Segment, ...]:
    """A rectangle, with rounded corners if rx and ry are not 0."""
    if rx <= 0 or ry <= 0:
        return (("R", (x, y, width, height)),)
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    kx, ky = rx * (1 - _ARC), ry * (1 - _ARC)
    right, bottom = x + width, y + height
    return (
        ("M", (x + rx, y)),
        ("L", (right - rx, y)),
        ("C", (right - kx, y, right, y + ky, right, y + ry)),
        ("L", (right, bottom - ry)),
        ("C", (right, bottom - ky, right - kx, bottom, right - rx, bottom)),
        ("L", (x + rx, bottom)),
        ("C", (x + kx, bottom, x, bottom - ky, x, bottom - ry)),
        ("L", (x, y + ry)),
        ("C", (x, y + ky, x + kx, y, x + rx, y)),
        ("Z", ()),
    )
