"""The values of SVG attributes: lengths, transforms, colours, points. What is parsed once is kept, if it is short.

What cannot be read is a ValueError with a sentence, never a shape that silently is not there.
Every value is read in one pass, in time that grows as its length does.
"""

from __future__ import annotations

from functools import lru_cache

from ibbprint.drawing.colour import of_channels, rgb
from ibbprint.drawing.fonts import POINT
from ibbprint.drawing.shapes import CURRENT, Segment
from ibbprint.patterns import regex
from ibbprint.svg_numbers import kept, numbers
from ibbprint.svg_path import LARGEST, short

_LENGTH = regex(r"([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\s*(mm|cm|in|pt|px|%)?")
_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": POINT}
_PX = 25.4 / 96
"""A pixel of CSS in mm, where there is no unit of a drawing that it could be."""


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
def colour(text: str) -> str | None:
    """`#rrggbb`, a colour word we know, `currentColor`, or None for `none`."""
    text = text.strip()
    if text in ("none", "transparent"):
        return None
    if text == CURRENT:
        return CURRENT
    return of_channels(rgb(text))


def tones(text: str) -> str:
    """A light colour and a dark one, each as `#rrggbb`."""
    colours = [colour(part) for part in text.split()]
    if len(colours) != 2 or not {None, CURRENT}.isdisjoint(colours):
        raise ValueError("data-tones takes two colours, a light one and a dark one: #fff4d6 #111111")
    return " ".join(map(str, colours))


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
