"""The outlines of letters, read from our own TrueType files, to draw shapes of letters that are not text.

A halo round a word drawn as text would be found twice in a search or a copy of the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from struct import unpack_from
from typing import Any, NamedTuple

from ibbprint.drawing import fonts
from ibbprint.drawing.shapes import Segment

_ON_CURVE, _SHORT_X, _SHORT_Y, _AGAIN, _SAME_X, _SAME_Y = 1, 2, 4, 8, 16, 32
_WORDS, _OFFSETS, _SCALE, _MORE, _XY_SCALE, _TWO_BY_TWO = 1, 2, 8, 32, 64, 128
MOST_PARTS = 4
"""How deep letters may be put together of others."""


class _Point(NamedTuple):
    x: float
    y: float
    on: bool


@cache
def outline(style: str, letter: str) -> tuple[Segment, ...]:
    """A letter at size 1, its baseline at 0 and the y axis down; a blank, or one that no font has, has none."""
    segments: tuple[Segment, ...] = fonts.load(style).face_of(letter).outline(letter)
    return segments


def of_face(face: Any, letter: str) -> tuple[Segment, ...]:
    """A letter of a ReportLab face, like `outline`."""
    glyph = face.charToGlyph.get(ord(letter))
    if glyph is None:
        return ()
    em = float(face.unitsPerEm)
    pairs: list[Segment] = []
    for contour in _contours(face, glyph, MOST_PARTS):
        pairs += _drawn([_Point(p.x / em, -p.y / em, p.on) for p in contour])
    return tuple(pairs)


def _contours(face: Any, glyph: int, parts: int) -> list[list[_Point]]:
    """The closed contours of a glyph, in units of the font, the y axis up."""
    data = _table(face)[face.glyphPos[glyph] : face.glyphPos[glyph + 1]]
    if not data or parts < 1:
        return []
    (count,) = unpack_from(">h", data)
    return _simple(data, count) if count >= 0 else _composite(face, data, parts)


def _table(face: Any) -> bytes:
    table: bytes = face.get_table("glyf")
    return table


def _simple(data: bytes, count: int) -> list[list[_Point]]:
    ends = unpack_from(f">{count}H", data, 10)
    total = ends[-1] + 1 if ends else 0
    at = 10 + 2 * count
    (hints,) = unpack_from(">H", data, at)
    at += 2 + hints
    flags: list[int] = []
    while len(flags) < total:
        flag = data[at]
        at += 1
        repeats = 0
        if flag & _AGAIN:
            repeats = data[at]
            at += 1
        flags += [flag] * (repeats + 1)
    xs, at = _along(data, at, flags, _SHORT_X, _SAME_X)
    ys, at = _along(data, at, flags, _SHORT_Y, _SAME_Y)
    points = [_Point(x, y, bool(flag & _ON_CURVE)) for x, y, flag in zip(xs, ys, flags, strict=False)]
    starts = [0, *(end + 1 for end in ends)]
    return [points[start : end + 1] for start, end in zip(starts, ends, strict=False)]


def _along(data: bytes, at: int, flags: list[int], short: int, same: int) -> tuple[list[int], int]:
    """The coordinates of all points along one axis, each written as the way from the one before."""
    items: list[int] = []
    value = 0
    for flag in flags:
        if flag & short:
            value += data[at] if flag & same else -data[at]
            at += 1
        elif not flag & same:
            value += unpack_from(">h", data, at)[0]
            at += 2
        items.append(value)
    return items, at


def _composite(face: Any, data: bytes, parts: int) -> list[list[_Point]]:
    result: list[list[_Point]] = []
    at, has_more = 10, True
    while has_more:
        flags, glyph = unpack_from(">HH", data, at)
        at += 4
        dx, dy = unpack_from(">hh" if flags & _WORDS else ">bb", data, at)
        at += 4 if flags & _WORDS else 2
        if not flags & _OFFSETS:  # by points that meet, which our fonts do not have
            dx = dy = 0
        a, b, c, d = 1.0, 0.0, 0.0, 1.0
        if flags & _SCALE:
            a = d = unpack_from(">h", data, at)[0] / 16384
            at += 2
        elif flags & _XY_SCALE:
            a, d = (value / 16384 for value in unpack_from(">hh", data, at))
            at += 4
        elif flags & _TWO_BY_TWO:
            a, b, c, d = (value / 16384 for value in unpack_from(">4h", data, at))
            at += 8
        part = _contours(face, glyph, parts - 1)
        result += [[_Point(a * p.x + c * p.y + dx, b * p.x + d * p.y + dy, p.on) for p in contour] for contour in part]
        has_more = bool(flags & _MORE)
    return result


def _drawn(points: list[_Point]) -> Iterator[Segment]:
    """A closed contour; between two points off the curve there is one on it, half-way."""
    if len(points) < 2:
        return
    contour: list[_Point] = []
    for point, following in zip(points, [*points[1:], points[0]], strict=True):
        contour.append(point)
        if not point.on and not following.on:
            contour.append(_Point((point.x + following.x) / 2, (point.y + following.y) / 2, True))
    first = next((index for index, point in enumerate(contour) if point.on), 0)
    contour = [*contour[first:], *contour[:first], contour[first]]
    x, y = contour[0].x, contour[0].y
    yield "M", (x, y)
    index = 1
    while index < len(contour):
        point = contour[index]
        if point.on:
            x, y = point.x, point.y
            yield "L", (x, y)
            index += 1
            continue
        end = contour[index + 1]
        yield (
            "C",
            (
                (x + 2 * point.x) / 3,
                (y + 2 * point.y) / 3,
                (end.x + 2 * point.x) / 3,
                (end.y + 2 * point.y) / 3,
                end.x,
                end.y,
            ),
        )
        x, y = end.x, end.y
        index += 2
    yield "Z", ()
