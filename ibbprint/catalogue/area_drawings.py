"""Outlines of areas from an SVG file: the closed paths with an id, wherever in it they are.

The file is never drawn: what it looks like does not matter, so anything else in it is passed over.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from xml.parsers import expat

from ibbprint.budget import Budget, TooMuch
from ibbprint.catalogue.source import decode, read_bytes
from ibbprint.geometry import IDENTITY, Matrix, Segment, apply, multiply
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where
from ibbprint.regions import Point
from ibbprint.svg_numbers import numbers, transform
from ibbprint.svg_path import path as segments_of

MOST_BYTES = 4_000_000
MOST_ELEMENTS = 20_000
MOST_POINTS = 60_000
"""Corners of all outlines of a drawing."""
PIECES = 8
"""Straight pieces of a curve."""
_INKSCAPE = "http://www.inkscape.org/namespaces/inkscape label"
_SVG = "http://www.w3.org/2000/svg"
_MADE_UP = regex(r"(?:path|rect|polygon|ellipse|circle|g|layer|svg|use|text|tspan|image)-?[0-9]+(?:-[0-9]+)*")
"""An id that Inkscape gives to what its user did not name."""
_SHAPES = frozenset({"path", "polygon", "rect", "circle", "ellipse", "polyline"})
_LEADING = regex(r"\s*([0-9]+(?:\.[0-9]*)?)")


class Traced(NamedTuple):
    """An outline as it was traced: its rings in the units of the drawing, and where it is in the file."""

    rings: list[list[Point]]
    where: Where


class AreaDrawing(NamedTuple):
    """The traced outlines by id, and the box of the drawing: left, top, width, height."""

    traced: Mapping[str, Traced]
    box: tuple[float, float, float, float]


def read_areas(file: Path, report: Report) -> AreaDrawing | None:
    """The outlines of a drawing; None with the faults in the report."""
    name, before = str(file), report.error_count
    raw = read_bytes(file, name, report, most=MOST_BYTES)
    text = None if raw is None else decode(raw, name, report)
    if text is None:
        return None
    reader = _Reader(name, report)
    try:
        reader.read(text)
    except TooMuch as fault:
        report.error(Where(name, *reader.place), "read:size", f"{fault}.", "Simplify its paths.")
    if report.error_count > before:
        return None
    if reader.box is None:
        report.error(Where(name), "map:outline", "the drawing says nothing of its size.", "Give it a viewBox.")
        return None
    if not reader.traced:
        hint = "Give each path of an area an id: Object Properties in Inkscape."
        report.error(Where(name), "map:outline", "no path of the drawing has an id of yours.", hint)
        return None
    return AreaDrawing(reader.traced, reader.box)


class _Stop(Exception):
    """The rest of the file cannot be read."""


class _Reader:
    def __init__(self, name: str, report: Report) -> None:
        self.shown = name
        self.report = report
        self.traced: dict[str, Traced] = {}
        self.box: tuple[float, float, float, float] | None = None
        self.matrices: list[Matrix] = [IDENTITY]
        self.skipping = 0
        self.elements = Budget(MOST_ELEMENTS, f"the drawing has more than {MOST_ELEMENTS:,} elements")
        self.points = Budget(MOST_POINTS, f"its outlines have more than {MOST_POINTS:,} corners")
        self.parser: Any = expat.ParserCreate(namespace_separator=" ")

    @property
    def place(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def fault(self, rule: str, message: str, hint: str = "") -> None:
        self.report.error(Where(self.shown, *self.place), rule, message, hint)

    def read(self, text: str) -> None:
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.doctype
        try:
            self.parser.Parse(text, True)
        except expat.ExpatError as fault:
            where = Where(self.shown, fault.lineno, fault.offset + 1)
            self.report.error(where, "draw:xml", "the file is damaged from here on.", "Save it again as SVG.")
        except _Stop:
            pass

    def doctype(self, *_: object) -> None:
        self.fault("draw:doctype", "a document type (<!DOCTYPE>) is not allowed.", "Remove the line.")
        raise _Stop

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.elements.spend(1)
        space, _, tag = name.rpartition(" ")
        if self.skipping or tag in ("defs", "clipPath", "mask", "symbol", "pattern", "marker"):
            self.skipping += 1
            return
        try:
            matrix = transform(attributes["transform"]) if "transform" in attributes else IDENTITY
            self.matrices.append(multiply(self.matrices[-1], matrix))
            if space != _SVG:
                return
            if tag == "svg" and self.box is None:
                self.box = _box(attributes)
            elif tag in _SHAPES:
                self.shape(tag, attributes)
        except TooMuch:
            raise
        except ValueError as wrong:
            self.fault("draw:value", f"<{tag}>: {wrong}.")
            if len(self.matrices) == 1:
                self.matrices.append(IDENTITY)

    def end(self, _: str) -> None:
        if self.skipping:
            self.skipping -= 1
        elif len(self.matrices) > 1:
            self.matrices.pop()

    def shape(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An outline with an id of its author; anything else is decoration."""
        label = attributes.get(_INKSCAPE, "")
        name = attributes.get("id", "")
        if not name or _MADE_UP.fullmatch(name):
            name = label
        if not name:
            return
        where = Where(self.shown, *self.place)
        if name in self.traced:
            first = self.traced[name].where.line
            self.fault("map:outline", f"two outlines are called {name!r}; the first is on line {first}.")
            return
        rings, closed = _rings(_segments(tag, attributes), self.matrices[-1])
        self.points.spend(sum(map(len, rings)))
        if not closed:
            hint = "Close it in Inkscape: Path, Close Gaps; or draw its last point on the first."
            self.fault("map:outline", f"the path of {name!r} is not closed.", hint)
        elif not rings or any(len(ring) < 3 for ring in rings):
            self.fault("map:outline", f"the outline of {name!r} has fewer than three corners.")
        else:
            self.traced[name] = Traced(rings, where)


def _box(attributes: Mapping[str, str]) -> tuple[float, float, float, float] | None:
    """The box of a drawing in its own units; None where it says nothing of its size."""
    if "viewBox" in attributes:
        box = numbers(attributes["viewBox"])
        if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
            raise ValueError("the view box must be four numbers, x y width height")
        return box[0], box[1], box[2], box[3]
    sizes = [_LEADING.match(attributes.get(name, "")) for name in ("width", "height")]
    wide, high = (0.0 if match is None else float(match[1]) for match in sizes)
    return (0.0, 0.0, wide, high) if wide > 0 and high > 0 else None


def _segments(tag: str, attributes: Mapping[str, str]) -> tuple[Segment, ...]:
    """The outline of a shape. Raises ValueError."""
    if tag == "path":
        return segments_of(attributes.get("d", ""))
    if tag in ("polygon", "polyline"):
        values = numbers(attributes.get("points", ""))
        pairs = list(zip(values[::2], values[1::2], strict=len(values) % 2 == 0))
        lines: list[Segment] = [("L" if index else "M", pair) for index, pair in enumerate(pairs)]
        return (*lines, ("Z", ())) if tag == "polygon" else tuple(lines)

    def number(name: str) -> float:
        return numbers(attributes.get(name, "0"))[0]

    if tag == "rect":
        x, y, wide, high = (number(name) for name in ("x", "y", "width", "height"))
        corners: Sequence[Point] = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    else:
        rx, ry = (number("r"),) * 2 if tag == "circle" else (number("rx"), number("ry"))
        turns = [math.tau * step / (4 * PIECES) for step in range(4 * PIECES)]
        corners = tuple((number("cx") + rx * math.cos(t), number("cy") + ry * math.sin(t)) for t in turns)
    return (*(("L" if index else "M", corner) for index, corner in enumerate(corners)), ("Z", ()))


def _rings(segments: tuple[Segment, ...], matrix: Matrix) -> tuple[list[list[Point]], bool]:
    """The rings of an outline, its curves as straight pieces, and whether each of them is closed."""
    rings: list[list[Point]] = []
    closed = True
    at = (0.0, 0.0)
    open_ring = False
    for letter, values in segments:
        if letter == "M":
            closed = closed and not (open_ring and _is_open(rings[-1]))
            at = values[0], values[1]
            rings.append([at])
            open_ring = True
        elif letter == "L":
            at = values[0], values[1]
            rings[-1].append(at)
        elif letter == "C":
            rings[-1] += [_on_curve(at, values, step / PIECES) for step in range(1, PIECES + 1)]
            at = values[4], values[5]
        elif letter == "Z":
            open_ring = False
            at = rings[-1][0]
    if open_ring and rings:
        closed = closed and not _is_open(rings[-1])
    return [_ring(ring, matrix) for ring in rings if len(ring) > 1], closed


def _is_open(ring: list[Point]) -> bool:
    size = max(max(x for x, _ in ring) - min(x for x, _ in ring), max(y for _, y in ring) - min(y for _, y in ring))
    return math.dist(ring[0], ring[-1]) > 1e-3 * size


def _ring(ring: list[Point], matrix: Matrix) -> list[Point]:
    """A ring in the coordinates of the drawing, without repeated points."""
    points: list[Point] = []
    for x, y in ring:
        point = apply(matrix, x, y)
        if not points or math.dist(point, points[-1]) > 1e-9:
            points.append(point)
    while len(points) > 1 and math.dist(points[0], points[-1]) <= 1e-6:
        points.pop()
    return points


def _on_curve(start: Point, values: tuple[float, ...], t: float) -> Point:
    u = 1 - t
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, values
    a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
