"""The filled areas of a drawing in their final places, with the effects of its groups and symbols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from ibbprint.drawing.areas import Box, box_of, common
from ibbprint.drawing.colour import WHITE
from ibbprint.drawing.shapes import (
    CURRENT,
    IDENTITY,
    Drawing,
    Group,
    Image,
    Item,
    Matrix,
    Paint,
    Path,
    Segment,
    Text,
    Use,
    moved,
    multiply,
    rectangle,
)

UNIT = rectangle(0, 0, 1, 1)
"""What a picture of pixels fills, before its matrix."""


class Filled(NamedTuple):
    """A filled path, or a picture that hides what is below it, in its mean colour.

    That is: the box that is seen of it, in mm, its paint, how opaque it is, and its outline.
    """

    box: Box
    paint: Paint
    opacity: float
    outline: Sequence[Segment]
    even_odd: bool


def filled(drawing: Drawing, *, symbols: bool = True) -> Iterator[Filled]:
    """The filled areas, in the order of painting; without `symbols`, only those of the drawing itself: quicker."""
    everywhere = (-inf, -inf, inf, inf)
    yield from _filled(drawing.items, IDENTITY, everywhere, WHITE, 1.0, symbols)


Shape = tuple[object, ...]


def shape_of(drawing: Drawing) -> Shape:
    """What two drawings have in common of which `filled` gives the same: their size, and all items but texts.

    Paths and symbols are known by which object they are, which drawings from one template share; so a shape holds for
    as long as a drawing is kept that has it.
    """
    return (drawing.width, drawing.height, *_shape(drawing.items))


def _shape(items: Sequence[Item]) -> Iterator[object]:
    for item in items:
        if isinstance(item, Group):
            yield (item.matrix, item.opacity, item.clip, *_shape(item.items))
        elif not isinstance(item, Text):
            yield id(item)


def _filled(
    items: Sequence[Item], matrix: Matrix, window: Box, colour: str, opacity: float, symbols: bool
) -> Iterator[Filled]:
    """`colour` is the current one."""
    for item in items:
        if isinstance(item, Group):
            inner = multiply(matrix, item.matrix)
            visible = window if item.clip is None else common(window, box_of(moved(item.clip, inner)))
            yield from _filled(item.items, inner, visible, colour, opacity * item.opacity, symbols)
        elif isinstance(item, Use):
            if symbols:
                item_colour = colour if item.colour == CURRENT else item.colour
                inner = multiply(matrix, item.matrix)
                yield from _filled(item.drawing.items, inner, window, item_colour, opacity, symbols)
        elif isinstance(item, Image):
            outline = moved(UNIT, multiply(matrix, item.matrix))
            box = common(window, box_of(outline))
            if box[0] < box[2] and box[1] < box[3] and not item.raster.transparent:
                yield Filled(box, item.raster.mean, opacity, outline, False)
        elif isinstance(item, Path) and item.style.fill is not None:
            style = item.style
            outline = moved(item.segments, matrix)
            box = common(window, box_of(outline))
            if box[0] < box[2] and box[1] < box[3]:
                paint = colour if style.fill == CURRENT else style.fill
                assert paint is not None
                yield Filled(box, paint, opacity * style.fill_opacity, outline, style.even_odd)
