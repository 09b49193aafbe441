"""The shapes and gradients of an SVG, from the attributes of their elements. What is wrong in these is a ValueError."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ibbprint import svg_numbers, svg_path
from ibbprint.drawing import svg_values
from ibbprint.drawing.areas import box_of
from ibbprint.drawing.shapes import (
    IDENTITY,
    Gradient,
    Group,
    Item,
    Matrix,
    Path,
    Segment,
    apply,
    inverted,
    moved,
    multiply,
)

MAX_STOPS = 64
MAX_REPEATED = 512
"""The stops of a gradient that is repeated, all together."""
MOST_FOCUS = 0.99
"""How far out a focus is at most, of the radius."""
Colours = tuple[tuple[float, str], ...]
MAX_LINKED = 16
"""How many gradients one may take something from, each from the next."""


def number(attributes: Mapping[str, str], name: str, scale: float, default: float | None = 0.0) -> float:
    """A length in units; the default where there is none, or a fault if there is no default either."""
    text = attributes.get(name)
    if text is None:
        if default is None:
            raise ValueError(f"{name} is missing")
        return default
    return svg_values.length(text, scale)


def outline(tag: str, attributes: Mapping[str, str], scale: float) -> tuple[Segment, ...] | None:
    """The segments of a shape; None for an element that is none."""
    if tag == "path":
        if "d" not in attributes:
            raise ValueError("d is missing")
        return svg_path.path(attributes["d"])
    if tag == "rect":
        width, height = number(attributes, "width", scale, None), number(attributes, "height", scale, None)
        if width < 0 or height < 0:
            raise ValueError("width and height must not be negative")
        rx = number(attributes, "rx", scale, number(attributes, "ry", scale))
        ry = number(attributes, "ry", scale, rx)
        x, y = number(attributes, "x", scale), number(attributes, "y", scale)
        return svg_values.rectangle(x, y, width, height, rx, ry)
    if tag in ("circle", "ellipse"):
        rx = number(attributes, "r" if tag == "circle" else "rx", scale, None)
        ry = rx if tag == "circle" else number(attributes, "ry", scale, None)
        if rx < 0 or ry < 0:
            raise ValueError("a radius must not be negative")
        return svg_values.ellipse(number(attributes, "cx", scale), number(attributes, "cy", scale), rx, ry)
    if tag == "line":
        x1, y1, x2, y2 = (number(attributes, name, scale) for name in ("x1", "y1", "x2", "y2"))
        return (("M", (x1, y1)), ("L", (x2, y2)))
    if tag in ("polyline", "polygon"):
        return svg_values.points(attributes.get("points", ""), close=tag == "polygon")
    return None


def clip(items: Sequence[Item], matrix: Matrix = IDENTITY) -> tuple[Segment, ...]:
    """The outline of what is in a clip path."""
    pairs: list[Segment] = []
    for item in items:
        if isinstance(item, Path):
            pairs += item.segments if matrix == IDENTITY else moved(item.segments, matrix)
        elif isinstance(item, Group) and item.clip is None:
            pairs += clip(item.items, multiply(matrix, item.matrix))
        else:
            raise ValueError("a clip path takes shapes, which are not clipped themselves")
    if not pairs:
        raise ValueError("a clip path needs a shape in it")
    return tuple(pairs)


class Stop(NamedTuple):
    """A colour of a gradient, and where in it."""

    offset: float
    colour: str
    solid: bool = True


def stop(attributes: Mapping[str, str]) -> Stop:
    """The stop that an element describes."""
    paint = svg_values.colour(attributes.get("stop-color", "#000000"))
    solid = paint is not None and svg_values.fraction(attributes.get("stop-opacity", "1")) == 1
    return Stop(svg_values.fraction(attributes.get("offset", "0")), paint or "#000000", solid)


class Shade(NamedTuple):
    """A gradient as its element describes it."""

    tag: str
    attributes: Mapping[str, str]
    stops: list[Stop]


def id_in(reference: str) -> str:
    """The id in `url(#id)`."""
    return reference.strip()[4:].rstrip(")").strip("\"' ").lstrip("#")


def gradient(
    name: str, shade: Shade, segments: tuple[Segment, ...], bounds: tuple[Segment, ...] | None = None
) -> Gradient:
    """A gradient after `resolve`, laid over a shape: as large as `bounds`, or else as the shape."""
    tag, attributes, stops = shade
    if not 2 <= len(stops) <= MAX_STOPS:
        raise ValueError(f"the gradient {name!r} needs at least two stops, and has at most {MAX_STOPS}")
    if not all(gradient_stop.solid for gradient_stop in stops):
        raise ValueError(f"the gradient {name!r} has a transparent stop, which cannot be printed")
    units = attributes.get("gradientUnits", "objectBoundingBox")
    if units not in ("objectBoundingBox", "userSpaceOnUse"):
        raise ValueError(f"gradientUnits of the gradient {name!r} must be objectBoundingBox or userSpaceOnUse")
    linear = tag == "linearGradient"
    names = ("x1", "y1", "x2", "y2") if linear else ("cx", "cy", "r", "fx", "fy")
    middle = attributes.get("cx", "0.5"), attributes.get("cy", "0.5")
    defaults = ("0", "0", "1", "0") if linear else ("0.5", "0.5", "0.5", *middle)
    values = []
    for key, default in zip(names, defaults, strict=True):
        text = attributes.get(key, default)
        figures = svg_numbers.numbers(text.removesuffix("%"))
        if len(figures) != 1:
            raise ValueError(f"{key} of the gradient {name!r} is not a number")
        values.append(figures[0] / 100 if text.endswith("%") else figures[0])
    spread = attributes.get("spreadMethod", "pad")
    if spread not in ("pad", "repeat", "reflect"):
        raise ValueError(f"spreadMethod of the gradient {name!r} must be pad, repeat or reflect")
    matrix = svg_numbers.transform(attributes.get("gradientTransform", ""))
    if units == "objectBoundingBox":
        left, top, right, bottom = box_of(moved(bounds or segments, IDENTITY))
        if min(right - left, bottom - top) <= 0 and bounds not in (None, segments):
            raise ValueError(f"the gradient {name!r} has no area along a straight line{_STRAIGHT}")
        matrix = multiply((right - left, 0.0, 0.0, bottom - top, left, top), matrix)
    colours = tuple((gradient_stop.offset, gradient_stop.colour) for gradient_stop in stops)
    result = (
        Gradient("linear", _line(values, matrix, name), colours) if linear else _radial(values, matrix, colours, name)
    )
    return result if spread == "pad" else _spread(result, segments, name, reflect=spread == "reflect")


_STRAIGHT = ': say gradientUnits="userSpaceOnUse", and its places in the units of the drawing'


def _radial(values: Sequence[float], matrix: Matrix, colours: Colours, name: str) -> Gradient:
    """A radial gradient; its focus stays inside its circle, as SVG asks."""
    circle, ellipse = _circle(values, matrix, name)
    cx, cy, radius, fx, fy = values
    away = math.hypot(fx - cx, fy - cy)
    if away < 1e-9:
        return Gradient("radial", circle, colours, ellipse)
    if radius and away > MOST_FOCUS * radius:
        fx, fy = cx + (fx - cx) * MOST_FOCUS * radius / away, cy + (fy - cy) * MOST_FOCUS * radius / away
    focus = ((fx - cx) / radius, (fy - cy) / radius) if ellipse != IDENTITY else apply(matrix, fx, fy)
    return Gradient("radial", (*circle, *focus), colours, ellipse)


def _spread(gradient: Gradient, segments: tuple[Segment, ...], name: str, *, reflect: bool) -> Gradient:
    """A gradient with its stops once more, as often as the shape needs: PDF only knows the last colour going on."""
    left, top, right, bottom = box_of(moved(segments, IDENTITY))
    back = inverted(gradient.matrix)
    corners = [(x, y) for x in (left, right) for y in (top, bottom)]
    points = [apply(back, *corner) for corner in corners] if back is not None else corners
    if gradient.kind == "linear":
        x1, y1, x2, y2 = gradient.geometry
        length = (x2 - x1) ** 2 + (y2 - y1) ** 2
        shares = [((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length for x, y in points] if length else [0.0]
    elif len(gradient.geometry) > 3:
        raise ValueError(f"the gradient {name!r} cannot be off its middle and be repeated too")
    else:
        cx, cy, radius = gradient.geometry
        shares = [0.0, *(math.hypot(x - cx, y - cy) / radius for x, y in points)] if radius else [0.0]
    first, last = math.floor(min(*shares, 0.0)), max(1, math.ceil(max(*shares, 0.0)))
    if (last - first) * len(gradient.stops) > MAX_REPEATED:
        raise ValueError(f"the gradient {name!r} is repeated more often here than can be printed")
    stops = []
    for turn in range(first, last):
        period = sorted(gradient.stops, key=lambda stop: stop[0])
        if reflect and turn % 2:
            period = [(1 - offset, colour) for offset, colour in reversed(period)]
        stops += [((turn - first + offset) / (last - first), colour) for offset, colour in period]
    if gradient.kind == "linear":
        dx, dy = x2 - x1, y2 - y1
        line = (x1 + dx * first, y1 + dy * first, x1 + dx * last, y1 + dy * last)
        return gradient._replace(geometry=line, stops=tuple(stops))
    return gradient._replace(geometry=(cx, cy, radius * last), stops=tuple(stops))


def resolve(name: str, shades: Mapping[str, Shade]) -> Shade:
    """A gradient with the attributes and stops of the gradients that it links to."""
    if name not in shades:
        raise ValueError(f"there is no gradient {name!r} in this file")
    shade, visited = shades[name], {name}
    while "href" in shade.attributes:
        base = shade.attributes["href"].lstrip("#")
        if base in visited or base not in shades:
            raise ValueError(f"the gradient {name!r} uses {base!r}, which is not a gradient in this file")
        visited.add(base)
        if len(visited) > MAX_LINKED + 1:
            raise ValueError(f"the gradient {name!r} goes through more than {MAX_LINKED} others")
        below = shades[base]
        attributes = {key: value for key, value in shade.attributes.items() if key != "href"}
        shade = Shade(shade.tag, {**below.attributes, **attributes}, shade.stops or below.stops)
        if "href" not in below.attributes:
            break
    return shade


def _line(values: Sequence[float], matrix: Matrix, name: str) -> tuple[float, ...]:
    """The line of a linear gradient under a transform: across that line its colours stay as they are."""
    if matrix == IDENTITY:
        return tuple(values)
    a, b, c, d, _, _ = matrix
    area = a * d - b * c
    x1, y1, x2, y2 = values
    along, down = x2 - x1, y2 - y1
    length = along * along + down * down
    if abs(area) < 1e-12 or length == 0:
        raise ValueError(f"the gradient {name!r} has no length")
    # How fast the colour changes, to the right and downwards.
    right, below = (along * d - down * b) / area / length, (down * a - along * c) / area / length
    steep = right * right + below * below
    begin_x, begin_y = apply(matrix, x1, y1)
    return begin_x, begin_y, begin_x + right / steep, begin_y + below / steep


def _circle(values: Sequence[float], matrix: Matrix, name: str) -> tuple[tuple[float, ...], Matrix]:
    """The circle of a radial gradient, and the transform that makes it an ellipse, if it becomes one."""
    x, y, radius = values[:3]
    if matrix == IDENTITY:
        return (x, y, radius), IDENTITY
    a, b, c, d, _, _ = matrix
    across, down = math.hypot(a, b), math.hypot(c, d)
    if abs(a * d - b * c) < 1e-12 and radius:
        raise ValueError(f"the gradient {name!r} has no area")
    if radius and (abs(across - down) > 1e-6 * max(across, down) or abs(a * c + b * d) > 1e-6 * across * down):
        return (0.0, 0.0, 1.0), multiply(matrix, (radius, 0.0, 0.0, radius, x, y))
    return (*apply(matrix, x, y), radius * across), IDENTITY
