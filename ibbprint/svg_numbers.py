"""Lists of numbers and transforms as SVG attributes have them. What is parsed once is kept, if it is short."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from ibbprint.geometry import IDENTITY, Matrix, multiply
from ibbprint.patterns import regex
from ibbprint.svg_path import LARGEST, LONGEST_KEPT, short

P = ParamSpec("P")
T = TypeVar("T")

_NUMBER = regex(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
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
def transform(text: str) -> Matrix:
    """A transform attribute as one matrix."""
    result = IDENTITY
    position = count = 0
    while (position := _end(_BETWEEN, text, position)) < len(text):
        match = _TRANSFORM.match(text, position)
        if match is None:
            raise ValueError(f"{short(text)} is not a transform")
        position = match.end()
        name, arguments = match[1], numbers(match[2])
        if name not in _TRANSFORMS:
            raise ValueError(f"{short(name)} is not a transform")
        if len(arguments) not in _TRANSFORMS[name]:
            raise ValueError(f"{name} takes {' or '.join(map(str, _TRANSFORMS[name]))} numbers, not {len(arguments)}")
        result = multiply(result, _matrix(name, arguments))
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


def _matrix(name: str, arguments: tuple[float, ...]) -> Matrix:
    """A transform; angles are in degrees."""
    if name == "matrix":
        a, b, c, d, e, f = arguments
        return (a, b, c, d, e, f)
    if name == "translate":
        return (1.0, 0.0, 0.0, 1.0, arguments[0], arguments[1] if len(arguments) > 1 else 0.0)
    if name == "scale":
        return (arguments[0], 0.0, 0.0, arguments[-1], 0.0, 0.0)
    angle = math.radians(arguments[0])
    if name == "rotate":
        cos, sin = math.cos(angle), math.sin(angle)
        x, y = arguments[1:] or (0.0, 0.0)
        return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
    return (1.0, 0.0, math.tan(angle), 1.0, 0.0, 0.0) if name == "skewX" else (1.0, math.tan(angle), 0.0, 1.0, 0.0, 0.0)
