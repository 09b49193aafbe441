"""The place of the picture of an `image` element: in its box, cropped, with round corners. Faults are ValueErrors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ibbprint import svg_numbers
from ibbprint.drawing import svg_values
from ibbprint.drawing.areas import Box
from ibbprint.drawing.rasters import Raster
from ibbprint.drawing.shapes import Drawing, Group, Image, Item, Use
from ibbprint.drawing.svg_shapes import number
from ibbprint.svg_path import short

PREFIX = "picture:"
"""What `href` says before the name of a picture."""
ALIGNMENTS = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
"""How much of the free room is before a picture, by the words of `preserveAspectRatio`."""


class _Fit(NamedTuple):
    """How a picture fills its box: not at all as it is, or with so much of the free room before it on each axis."""

    stretched: bool = False
    across: float = 0.5
    down: float = 0.5
    covers: bool = False


def picture_named(attributes: Mapping[str, str]) -> str:
    """The name of the picture that an element shows."""
    href = attributes.get("href", "")
    if not href.startswith(PREFIX):
        raise ValueError(f"href must be picture:NAME, the name of a file in the folder pictures, not {short(href)}")
    return href.removeprefix(PREFIX)


def placed(picture: Raster | Drawing, attributes: Mapping[str, str], scale: float) -> list[Item]:
    """The picture as the attributes of its element place it."""
    wide, high = float(picture.width), float(picture.height)
    crop = _crop(attributes.get("data-crop"))
    part = (crop[0] * wide, crop[1] * high, crop[2] * wide, crop[3] * high)
    x, y, width, height = _box(attributes, scale, part[2] / part[3])
    fit = _fit(attributes.get("preserveAspectRatio", ""))
    across, down = width / part[2], height / part[3]
    if not fit.stretched:
        across = down = max(across, down) if fit.covers else min(across, down)
    left = x + (width - part[2] * across) * fit.across
    top = y + (height - part[3] * down) * fit.down
    window = (left, top, left + part[2] * across, top + part[3] * down)
    if fit.covers:
        window = (x, y, x + width, y + height)
    left, top = left - part[0] * across, top - part[1] * down
    item = _uncropped(picture, (left, top, wide * across, high * down))
    radius = number(attributes, "data-radius", scale)
    if radius < 0:
        raise ValueError("data-radius must not be negative")
    if not radius and "data-crop" not in attributes and not _hides(window, (left, top, wide * across, high * down)):
        return [item]
    clip = svg_values.rectangle(window[0], window[1], window[2] - window[0], window[3] - window[1], radius, radius)
    return [Group([item], clip=clip)]


def _uncropped(picture: Raster | Drawing, box: Box) -> Item:
    """All of a picture in a box: left, top, width and height."""
    left, top, width, height = box
    if isinstance(picture, Raster):
        return Image(picture, (width, 0.0, 0.0, height, left, top))
    matrix = (width / picture.width, 0.0, 0.0, height / picture.height, left, top)
    return Group([Use(picture)], matrix)


def _box(attributes: Mapping[str, str], scale: float, ratio: float) -> Box:
    """Left, top, width and height of the box; a side that is not given follows from the other."""
    width = number(attributes, "width", scale, -1.0 if "height" in attributes else None)
    height = number(attributes, "height", scale, -1.0 if "width" in attributes else None)
    if "width" not in attributes:
        width = height * ratio
    elif "height" not in attributes:
        height = width / ratio
    if width <= 0 or height <= 0:
        raise ValueError("width and height must be more than 0")
    return number(attributes, "x", scale), number(attributes, "y", scale), width, height


def _crop(text: str | None) -> Box:
    """Left, top, width and height of the part that is shown, as shares of the picture."""
    if text is None:
        return 0.0, 0.0, 1.0, 1.0
    try:
        values = svg_numbers.numbers(text.replace("%", " "))
    except ValueError:
        values = ()
    if len(values) != 4:
        message = "data-crop must be four numbers: left, top, width and height in percent of the picture"
        raise ValueError(f"{message}, not {short(text)}")
    left, top, width, height = (value / 100 for value in values)
    if left < 0 or top < 0 or width <= 0 or height <= 0 or left + width > 1.0001 or top + height > 1.0001:
        raise ValueError(f"data-crop must stay within the picture, from 0 to 100 percent, not {short(text)}")
    return left, top, width, height


def _fit(text: str) -> _Fit:
    """The fit that `preserveAspectRatio` asks for."""
    words = text.split()
    if words == ["none"]:
        return _Fit(stretched=True)
    align, slicing = (words[0] if words else "xMidYMid"), words[1:]
    across, down = ALIGNMENTS.get(align[1:4]), ALIGNMENTS.get(align[5:])
    if across is None or down is None or align[0] + align[4] != "xY" or slicing not in ([], ["meet"], ["slice"]):
        message = "preserveAspectRatio must be none, or xMidYMid and its like with meet or slice behind it"
        raise ValueError(f"{message}, not {short(text)}")
    return _Fit(False, across, down, slicing == ["slice"])


def _hides(window: Box, box: Box) -> bool:
    """Whether a box, by its corners, leaves out some of another, by its corner, width and height."""
    left, top, width, height = box
    hair = 1e-6 * (width + height)
    return (
        window[0] > left + hair
        or window[1] > top + hair
        or window[2] < left + width - hair
        or window[3] < top + height - hair
    )
