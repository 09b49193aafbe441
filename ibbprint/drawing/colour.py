"""Colours as `#rrggbb`: contrast, the readable ink on a ground, mixing, lightness in grey."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

BLACK = "#000000"
WHITE = "#ffffff"

Cmyk = tuple[int, int, int, int]
"""Cyan, magenta, yellow and black in percent."""

NAMED = {
    "black": BLACK,
    "white": WHITE,
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "grey": "#808080",
    "gray": "#808080",
    "yellow": "#ffff00",
}
"""The few colour words that a face may use beside `#rrggbb`."""


@lru_cache(maxsize=4096)
def rgb(colour: str) -> tuple[float, float, float]:
    """Red, green, blue from 0 to 1. Raises ValueError for what is not `#rrggbb` or `#rgb`."""
    text = NAMED.get(colour, colour)
    if len(text) == 4 and text[0] == "#":
        text = "#" + "".join(c * 2 for c in text[1:])
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"{colour!r} is not a colour like #a1b2c3")
    try:
        return tuple(int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]
    except ValueError:
        raise ValueError(f"{colour!r} is not a colour like #a1b2c3") from None


def of_channels(channels: Iterable[float]) -> str:
    """The colour of red, green and blue from 0 to 1."""
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in channels)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


@lru_cache(maxsize=4096)
def luminance(colour: str) -> float:
    """Relative luminance, 0 (black) to 1 (white), as WCAG defines it."""
    r, g, b = rgb(colour)
    return 0.2126 * _linear(r) + 0.7152 * _linear(g) + 0.0722 * _linear(b)


@lru_cache(maxsize=4096)
def grey(colour: str) -> float:
    """Lightness from 0 to 100 of the grey that a black-and-white printer makes of the colour."""
    r, g, b = rgb(colour)
    return 100 * (0.299 * r + 0.587 * g + 0.114 * b)


def as_grey(colour: str) -> str:
    """The grey that a black-and-white printer makes of a colour."""
    return "#" + f"{round(grey(colour) * 2.55):02x}" * 3


def contrast(a: str, b: str) -> float:
    """WCAG contrast, 1 to 21."""
    la, lb = luminance(a), luminance(b)
    return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)


@lru_cache(maxsize=4096)
def ink(ground: str, dark: str = "#111111", light: str = WHITE) -> str:
    """The one of two inks that reads better on the ground, in colour and printed in grey."""

    def worst(colour: str) -> float:
        return min(contrast(colour, ground), contrast(colour, as_grey(ground)))

    return dark if worst(dark) >= worst(light) else light


@lru_cache(maxsize=4096)
def mix(a: str, b: str, share: float) -> str:
    """`a` with `share` (0 to 1) of `b` in it."""
    return of_channels(x * (1 - share) + y * share for x, y in zip(rgb(a), rgb(b), strict=True))


@lru_cache(maxsize=4096)
def cmyk(colour: str, limit: int = 240) -> Cmyk:
    """Cyan, magenta, yellow and black in percent for a colour to which nobody gave inks.

    What the three colours have in common is black, all of it, so greys need black alone; the rest is stretched over
    what the black leaves. Where that is more than `limit` percent together, the three colours are lowered alike.
    """
    c, m, y = (1 - channel for channel in rgb(colour))
    k = min(c, m, y)
    if k >= 1:
        return (0, 0, 0, 100)
    colours = [100 * (channel - k) / (1 - k) for channel in (c, m, y)]
    black = round(100 * k)
    too_much = sum(colours) > limit - black
    share = (limit - black) / sum(colours) if too_much else 1.0
    cyan, magenta, yellow = (math.floor(v * share) if too_much else round(v) for v in colours)
    return (cyan, magenta, yellow, black)
