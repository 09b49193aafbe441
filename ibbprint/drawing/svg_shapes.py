"""The shapes and gradients of an SVG, from the attributes of their elements. What is wrong in these is a ValueError."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ibbprint.drawing import svg_path, svg_values
from ibbprint.drawing.shapes import Gradient, Segment


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


class Stop(NamedTuple):
    """A colour of a gradient, and where in it."""

    offset: float
    colour: str


def stop(attributes: Mapping[str, str]) -> Stop:
    """The stop that an element describes."""
    paint = svg_values.colour(attributes.get("stop-color", "#000000"))
    if paint is None or svg_values.fraction(attributes.get("stop-opacity", "1")) != 1:
        raise ValueError("a stop needs a gradient around it and a solid colour")
    return Stop(svg_values.fraction(attributes.get("offset", "0")), paint)


class Shade(NamedTuple):
    """A gradient as its element describes it."""

    tag: str
    attributes: Mapping[str, str]
    stops: list[Stop]


def named(reference: str) -> str:
    """The id in `url(#id)`."""
    return reference.strip()[4:].rstrip(")").strip("\"' ").lstrip("#")


def gradient(reference: str, shades: Mapping[str, Shade], segments: tuple[Segment, ...]) -> Gradient:
    """The gradient that is named, laid over a shape."""
    name = named(reference)
    if name not in shades:
        raise ValueError(f"there is no gradient {name!r} before this element")
    tag, attributes, stops = shades[name]
    if len(stops) < 2:
        raise ValueError(f"the gradient {name!r} needs at least two stops")
    if "gradientTransform" in attributes or "href" in attributes:
        raise ValueError(f"the gradient {name!r} uses gradientTransform or href, which cannot be printed")
    units = attributes.get("gradientUnits", "objectBoundingBox")
    if units not in ("objectBoundingBox", "userSpaceOnUse"):
        raise ValueError(f"gradientUnits of the gradient {name!r} must be objectBoundingBox or userSpaceOnUse")
    linear = tag == "linearGradient"
    names = ("x1", "y1", "x2", "y2") if linear else ("cx", "cy", "r")
    defaults = ("0", "0", "1", "0") if linear else ("0.5", "0.5", "0.5")
    values = []
    for each, default in zip(names, defaults, strict=True):
        given = attributes.get(each, default)
        figures = svg_values.numbers(given.removesuffix("%"))
        if len(figures) != 1:
            raise ValueError(f"{each} of the gradient {name!r} is not a number")
        values.append(figures[0] / 100 if given.endswith("%") else figures[0])
    if units == "objectBoundingBox":
        x, y, width, height = svg_values.bounds(segments)
        if linear:
            values = [x + values[0] * width, y + values[1] * height, x + values[2] * width, y + values[3] * height]
        else:
            values = [x + values[0] * width, y + values[1] * height, values[2] * max(width, height)]
    stops_as_given = tuple((each.offset, each.colour) for each in stops)
    return Gradient("linear" if linear else "radial", tuple(values), stops_as_given)
