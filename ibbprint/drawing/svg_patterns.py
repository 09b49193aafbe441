"""Pattern fills: a tile side by side over a shape and clipped to it, which every output can show."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ibbprint import svg_numbers
from ibbprint.drawing.areas import box_of
from ibbprint.drawing.shapes import (
    IDENTITY,
    Drawing,
    Group,
    Item,
    Matrix,
    Path,
    Segment,
    Style,
    Use,
    inverted,
    moved,
    multiply,
    rectangle,
)

MAX_TILES = 2_500
"""The tiles of one shape: 50 by 50, which is finer than a millimetre on a counter."""
OF_BOX = "objectBoundingBox"


class Pattern(NamedTuple):
    """A pattern as its element describes it, and what its tile shows."""

    attributes: Mapping[str, str]
    items: list[Item]
    plain: bool


def resolve(name: str, patterns: Mapping[str, Pattern], limit: int) -> Pattern:
    """A pattern with the attributes and items of the patterns that it links to, at most `limit` of them."""
    pattern, visited = patterns[name], {name}
    while "href" in pattern.attributes:
        base = pattern.attributes["href"].lstrip("#")
        if base in visited or base not in patterns or len(visited) > limit:
            raise ValueError(f"the pattern {name!r} uses {base!r}, which is not a pattern in this file")
        visited.add(base)
        below = patterns[base]
        attributes = {key: value for key, value in pattern.attributes.items() if key != "href"}
        pattern = Pattern(
            {**below.attributes, **attributes}, pattern.items or below.items, pattern.plain and below.plain
        )
        if "href" not in below.attributes:
            break
    return pattern


def tiled(
    name: str, pattern: Pattern, segments: tuple[Segment, ...], measured: tuple[Segment, ...], even_odd: bool
) -> tuple[list[Item], int]:
    """A shape filled with a pattern that is measured by the segments `measured`, and the number of tiles."""
    attributes = pattern.attributes
    filled, box = (box_of(moved(outline, IDENTITY)) for outline in (segments, measured))
    size = (box[2] - box[0], box[3] - box[1])
    if even_odd:
        raise ValueError("fill-rule evenodd cannot be used with a pattern: draw the shape without holes")
    if not pattern.items:
        raise ValueError(f"the pattern {name!r} has nothing in it")
    of_box = attributes.get("patternUnits", OF_BOX) == OF_BOX
    if min(filled[2] - filled[0], filled[3] - filled[1]) <= 0:
        return [], 0
    if min(size) <= 0 and (of_box or attributes.get("patternContentUnits") == OF_BOX):
        units = 'patternUnits="userSpaceOnUse", and its size in the units of the drawing'
        raise ValueError(f"the pattern {name!r} has no area along a straight line: say {units}")
    x, y, wide, high = (
        _figure(attributes, attribute, name, side if of_box else 1.0) for attribute, side in _sides(size)
    )
    if of_box:
        x, y = x + box[0], y + box[1]
    if wide <= 0 or high <= 0:
        raise ValueError(f"the pattern {name!r} needs a width and a height")
    laid = svg_numbers.transform(attributes.get("patternTransform", ""))
    back = inverted(laid)
    if back is None:
        raise ValueError(f"the pattern {name!r} has no area")
    covered = box_of(moved(rectangle(*filled[:2], filled[2] - filled[0], filled[3] - filled[1]), back))
    columns = range(math.floor((covered[0] - x) / wide + 1e-9), math.ceil((covered[2] - x) / wide - 1e-9))
    rows = range(math.floor((covered[1] - y) / high + 1e-9), math.ceil((covered[3] - y) / high - 1e-9))
    count = len(columns) * len(rows)
    if count > MAX_TILES:
        raise ValueError(f"the pattern {name!r} has {count:,} tiles here, and at most {MAX_TILES:,} can be printed")
    inside = _inside(attributes, name, box, (wide, high))
    ground, items = _ground(pattern.items, inside, (wide, high))
    tile = Drawing(wide, high, [Group(items, inside, clip=None)], pattern.plain, shared=True)
    if not _contained(items, inside, (wide, high)):
        tile.items = [Group(tile.items, clip=rectangle(0.0, 0.0, wide, high))]
    result: list[Item] = [Path(segments, ground)] if ground is not None else []
    places = ((x + column * wide, y + row * high) for row in rows for column in columns)
    uses: list[Item] = [Use(tile, multiply(laid, (1.0, 0.0, 0.0, 1.0, left, top))) for left, top in places]
    if items:
        result.append(Group(uses, clip=segments))
    return result, count


def _sides(size: tuple[float, float]) -> list[tuple[str, float]]:
    return [("x", size[0]), ("y", size[1]), ("width", size[0]), ("height", size[1])]


def _figure(attributes: Mapping[str, str], key: str, name: str, side: float) -> float:
    text = attributes.get(key, "0").strip()
    figures = svg_numbers.numbers(text.removesuffix("%"))
    if len(figures) != 1:
        raise ValueError(f"{key} of the pattern {name!r} is not a number")
    return figures[0] * side / (100 if text.endswith("%") else 1)


def _inside(
    attributes: Mapping[str, str], name: str, box: tuple[float, float, float, float], tile: tuple[float, float]
) -> Matrix:
    """The content of the tile, relative to its upper left corner and in its units."""
    if "viewBox" in attributes:
        view = svg_numbers.numbers(attributes["viewBox"])
        if len(view) != 4 or min(view[2:]) <= 0:
            raise ValueError(f"the viewBox of the pattern {name!r} must be four numbers, x y width height")
        share = min(tile[0] / view[2], tile[1] / view[3])
        across, down = (tile[0] - view[2] * share) / 2, (tile[1] - view[3] * share) / 2
        return (share, 0.0, 0.0, share, across - view[0] * share, down - view[1] * share)
    if attributes.get("patternContentUnits") == OF_BOX:
        return (box[2] - box[0], 0.0, 0.0, box[3] - box[1], 0.0, 0.0)
    return IDENTITY


def _ground(items: Sequence[Item], inside: Matrix, tile: tuple[float, float]) -> tuple[Style | None, list[Item]]:
    """The paint of a plain ground that fills all of the tile, and what is on it: one area has no seams."""
    first = items[0]
    if isinstance(first, Path) and len(first.segments) == 1 and first.segments[0][0] == "R":
        left, top, right, bottom = box_of(moved(first.segments, inside))
        covers = left <= 1e-6 and top <= 1e-6 and right >= tile[0] - 1e-6 and bottom >= tile[1] - 1e-6
        style = first.style
        if covers and isinstance(style.fill, str) and style.stroke is None and style.fill_opacity == 1:
            return style, list(items[1:])
    return None, list(items)


def _contained(items: Sequence[Item], inside: Matrix, tile: tuple[float, float]) -> bool:
    """Whether nothing in the tile runs over its edge, so that no clip is needed."""
    for item in items:
        if not isinstance(item, Path):
            return False
        left, top, right, bottom = box_of(moved(item.segments, inside))
        out = item.style.stroke_width * math.hypot(inside[0], inside[1]) if item.style.stroke is not None else 0.0
        if left < out or top < out or right > tile[0] - out or bottom > tile[1] - out:
            return False
    return True
