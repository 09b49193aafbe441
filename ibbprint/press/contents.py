"""What is in a kit, in pictures: a picture of each part, with how many pieces it has, its pages, and when it is cut.

The pictures are of the kit itself: faces, maps and covers that its sheets print too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import NamedTuple

from ibbprint.components.figures.faces import cut_to_trim, trim
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink
from ibbprint.drawing.shapes import Drawing, Group, Item, Path, Style, Text, Use, line, rectangle
from ibbprint.press.workshop import MOST_FACES, Face

PICTURE_MM = 22.0
"""The height of the picture of a part, its tag above it included."""
TAG_MM = 4.2
"""The height of a tag; nothing of a picture is under it."""
ACROSS = 6
"""The most parts side by side."""
APART_MM = 0.8
"""How far faces are apart: each is shown whole, figures and all."""
TITLE_PT, WORDS_PT, TAG_PT = 8.5, 7.5, 7.0
LEAST_PT = 6.5
"""Words of a face that would be smaller in its picture are left out of it."""
GAP_MM, LINE_MM = 3.0, 3.4
LEAF = 0.71
"""The width of a sheet of text by its height."""


class Part(NamedTuple):
    """A part of a kit: its title, what is counted in it, its pages in words, when it is cut, and what is shown of it.

    Without faces and without land it is a sheet of text.
    """

    title: str
    pieces: str
    pages: str
    tag: str
    first: bool = False
    faces: Sequence[Face] = ()
    land: Drawing | None = None


def strip(parts: Sequence[Part], style: Sheet, width: float) -> Drawing:
    """The parts in as few rows as they go into, each in a cell of its own; `width` in mm."""
    rows = -(-len(parts) // ACROSS)
    across = -(-len(parts) // rows)
    step = (width + GAP_MM) / max(across, ACROSS - 1)
    tall = PICTURE_MM + 4 * LINE_MM + GAP_MM
    items: list[Item] = []
    for number, part in enumerate(parts):
        x, y = number % across * step, number // across * tall
        items.append(Group(_cell(part, style, step - GAP_MM), (1.0, 0.0, 0.0, 1.0, round(x, 3), round(y, 3))))
    return Drawing(width, rows * tall - GAP_MM, items, title="What is in this kit")


def _cell(part: Part, style: Sheet, wide: float) -> list[Item]:
    """The picture of a part in the middle of its cell, its tag on the upper edge, its words below."""
    high = PICTURE_MM
    foot = Path(line(0.0, high, wide, high), Style(fill=None, stroke=style.muted, stroke_width=0.2))
    result: list[Item] = [foot, *_picture(part, style, wide, high)]
    bold, plain = style.map.face("bold"), style.map.face("regular")
    if part.tag:
        size = TAG_PT * fonts.POINT
        long = fonts.width(part.tag, bold, size) + 2.4
        fill = style.accent if part.first else style.muted
        result.append(Path(rectangle(0.0, 0.0, round(long, 3), TAG_MM), Style(fill=fill)))
        result.append(Text(1.2, 3.05, part.tag, bold, size, ink(fill)))
    words = ((part.title, bold, TITLE_PT), (part.pieces, plain, WORDS_PT), (part.pages, plain, WORDS_PT))
    y = high + 0.2
    for text, font, points in words:
        if text:
            y += LINE_MM
            size = min(1.0, wide / max(wide, fonts.width(text, font, points * fonts.POINT))) * points * fonts.POINT
            result.append(Text(0.0, round(y, 3), text, font, size, style.ink))
    return result


def _picture(part: Part, style: Sheet, wide: float, high: float) -> list[Item]:
    above = TAG_MM + 0.8
    room = (wide - 2.0, high - above - 1.0)
    if part.land is not None:
        land = part.land
        scale = min(room[0] / land.width, room[1] / land.height)
        left, top = (wide - land.width * scale) / 2, above + (room[1] - land.height * scale) / 2
        edge = Path(rectangle(left, top, land.width * scale, land.height * scale), _edge(style))
        return [Use(land, (scale, 0.0, 0.0, scale, round(left, 3), round(top, 3))), edge]
    if not part.faces:
        return _leaf(style, wide, above, room[1])
    large = part.faces[0].size[1] > room[1]
    faces = part.faces[: 1 if large else MOST_FACES]
    apart = APART_MM * (len(faces) - 1)
    spread = sum(face.size[0] for face in faces)
    tallest = max(face.size[1] for face in faces)
    scale = min(1.0, (room[0] - apart) / spread, room[1] / tallest)
    x = (wide - spread * scale - apart) / 2
    result: list[Item] = []
    for drawing, size, outline in faces:
        top = above + (room[1] - size[1] * scale) / 2
        shown = _readable(cut_to_trim(drawing, size, outline), scale)
        result.append(Group(shown, (scale, 0.0, 0.0, scale, round(x, 3), round(top, 3))))
        result.append(Path(trim(x, top, size[0] * scale, size[1] * scale, outline, scale), _edge(style)))
        x += size[0] * scale + APART_MM
    return result


def _readable(items: Iterable[Item], scale: float) -> list[Item]:
    """The items of a face drawn at a scale, without the words that nobody could read."""
    result: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            inner = _readable(item.items, scale * hypot(*item.matrix[:2]))
            result.append(Group(inner, item.matrix, item.opacity, item.clip))
        elif isinstance(item, Use) and not item.drawing.shared:
            # Another drawing: what is printed of a sheet must not depend on whether this page is in the file.
            art = item.drawing
            inner = _readable(art.items, scale * hypot(*item.matrix[:2]))
            result.append(
                Use(Drawing(art.width, art.height, inner, art.plain, title=art.title), item.matrix, item.colour)
            )
        elif _letters_mm(item) * scale >= LEAST_PT * fonts.POINT or not _letters_mm(item):
            result.append(item)
    return result


def _letters_mm(item: Item) -> float:
    """The size of the letters that an item draws, or is the halo of; 0 where it draws none."""
    return item.size if isinstance(item, Text) else item.around_mm if isinstance(item, Path) else 0.0


def _edge(style: Sheet) -> Style:
    return Style(fill=None, stroke=style.ink, stroke_width=0.2)


def _leaf(style: Sheet, wide: float, top: float, tall: float) -> list[Item]:
    """A sheet of text, as an outline with lines."""
    across = LEAF * tall
    left = (wide - across) / 2
    result: list[Item] = [
        Path(rectangle(left, top, across, tall), Style(fill=style.paper, stroke=style.ink, stroke_width=0.2)),
        Path(rectangle(left + 1.2, top + 1.4, across - 2.4, 1.0), Style(fill=style.accent)),
    ]
    pen = Style(fill=None, stroke=style.muted, stroke_width=0.25)
    lines = [line(left + 1.2, top + down, left + across - 1.2, top + down) for down in _steps(4.8, tall - 1.4, 1.7)]
    return [*result, Path(tuple(segment for drawn in lines for segment in drawn), pen)]


def _steps(start: float, end: float, step: float) -> Iterable[float]:
    return (start + step * number for number in range(int((end - start) / step) + 1))
