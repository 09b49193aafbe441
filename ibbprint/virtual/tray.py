"""The tray beside a map: boxes for what is not on the map yet or no more, and places for the piles.

Lengths are mm from the top left corner of the tray. The captions are public: they never name a piece.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ibbprint.components.style import Style
from ibbprint.drawing import fonts
from ibbprint.drawing.shapes import Item, Path, Text, rectangle
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.materials.tabletop import Box, Pile

EDGE = 4.0
"""Round the boxes."""
PAD = 2.0
"""Between the line of a box and what is in it, and between pieces that lie side by side."""
CAPTION_MM, NOTE_MM = 4.2, 2.8
"""The type of captions and of notes."""
LINE = 1.25
"""The height of a line for type of the size 1."""
WIDE = 86.0
"""The width of a box."""
ROOMY = 30.0
"""The height of a box that nothing begins in."""
PILE = "pile "
"""How the ids of the places of piles begin among those of boxes."""
SHORTEST = 120.0
"""A tray that has no map beside it is as high as this, or as its highest box."""

Size = tuple[float, float]


class Rectangle(NamedTuple):
    """x, y, width and height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Size:
        return self.x + self.width / 2, self.y + self.height / 2


class Placed(NamedTuple):
    """A box or a pile: its name, the lines of its note, its area, and the places of the pieces in it."""

    id: str
    name: str
    lines: tuple[str, ...]
    area: Rectangle
    spots: tuple[Size, ...]

    def scaled(self, times: float) -> Placed:
        """The box with all lengths scaled."""
        area = Rectangle(*(length * times for length in self.area))
        return self._replace(area=area, spots=tuple((x * times, y * times) for x, y in self.spots))


@dataclass(frozen=True)
class Tray:
    """Every box and pile in its place, and how large all of them are together."""

    width: float
    height: float
    boxes: Mapping[str, Placed]
    piles: Mapping[str, Placed]

    def scaled(self, times: float) -> Tray:
        """The tray scaled, with its boxes and places."""
        boxes, piles = (
            {id: placed.scaled(times) for id, placed in group.items()} for group in (self.boxes, self.piles)
        )
        return Tray(self.width * times, self.height * times, boxes, piles)


def laid_out(
    boxes: Sequence[Box],
    inside: Mapping[str, Sequence[Size]],
    piles: Iterable[tuple[Pile, Size]],
    height: float,
    font: str = fonts.DEFAULT,
) -> Tray:
    """A tray beside a map so high. `inside` are the sizes of the pieces that begin in a box; the `font` is for notes.

    Boxes go down in columns; one that is higher than the map makes the tray higher.
    """
    planned = [_box(box, inside.get(box.id, ()), font) for box in boxes]
    planned += [_pile(pile, size) for pile, size in piles]
    tallest = max([height - 2 * EDGE, SHORTEST, *(entry.area.height for entry in planned)])
    x, y, lowest = EDGE, EDGE, 0.0
    placed: list[Placed] = []
    for plan in planned:
        if y > EDGE and y + plan.area.height > EDGE + tallest:
            x, y = x + WIDE + EDGE, EDGE
        placed.append(_moved(plan, x, y))
        y += plan.area.height + EDGE
        lowest = max(lowest, y)
    return Tray(
        x + WIDE + EDGE if placed else 0.0,
        lowest,
        {entry.id: entry for entry in placed if not entry.id.startswith(PILE)},
        {entry.id.removeprefix(PILE): entry for entry in placed if entry.id.startswith(PILE)},
    )


def _box(box: Box, sizes: Sequence[Size], font: str) -> Placed:
    lines = tuple(fonts.wrap(box.note, font, NOTE_MM, WIDE - 2 * PAD)) if box.note else ()
    head = PAD + CAPTION_MM * LINE + len(lines) * NOTE_MM * LINE
    if not sizes:
        return Placed(box.id, box.name, lines, Rectangle(0.0, 0.0, WIDE, head + ROOMY), ())
    wide, high = (max(size[axis] for size in sizes) + PAD for axis in (0, 1))
    in_a_row = max(1, math.floor((WIDE - 2 * PAD) / wide))
    rows = math.ceil(len(sizes) / in_a_row)
    spots = tuple(
        (PAD + (n % in_a_row + 0.5) * wide, head + (n // in_a_row + 0.5) * high + PAD / 2) for n in range(len(sizes))
    )
    return Placed(box.id, box.name, lines, Rectangle(0.0, 0.0, WIDE, head + rows * high + PAD), spots)


def _pile(pile: Pile, size: Size) -> Placed:
    head = PAD + CAPTION_MM * LINE
    middle = (WIDE / 2, head + PAD + size[1] / 2)
    return Placed(f"{PILE}{pile.id}", pile.name, (), Rectangle(0.0, 0.0, WIDE, head + size[1] + 2 * PAD), (middle,))


def _moved(placed: Placed, x: float, y: float) -> Placed:
    area = placed.area._replace(x=x, y=y)
    return placed._replace(area=area, spots=tuple((x + a, y + b) for a, b in placed.spots))


def drawn(tray: Tray, style: Style, height: float) -> list[Item]:
    """The tray, as high as the board that it is a part of."""
    colours = style.map
    plain, bold, _ = style.typography.sheets
    items: list[Item] = [Path(rectangle(0.0, 0.0, tray.width, height), Pen(fill=colours.sheet))]
    line = Pen(fill=style.paper, stroke=colours.frame, stroke_width=0.4)
    for placed in (*tray.boxes.values(), *tray.piles.values()):
        x, y, width, high = placed.area
        items.append(Path(rectangle(x, y, width, high), line))
        at = y + PAD + CAPTION_MM * 0.8
        items.append(Text(x + PAD, at, _fitting(placed.name, bold), bold, CAPTION_MM, colours.ink))
        for number, words in enumerate(placed.lines, start=1):
            below = at + number * NOTE_MM * LINE + (CAPTION_MM - NOTE_MM) / 2
            items.append(Text(x + PAD, below, words, plain, NOTE_MM, colours.ink))
    return items


def _fitting(name: str, font: str) -> str:
    """A caption as far as its line has room for it."""
    room = WIDE - 2 * PAD
    if fonts.width(name, font, CAPTION_MM) <= room:
        return name
    while name and fonts.width(f"{name}…", font, CAPTION_MM) > room:
        name = name[:-1]
    return f"{name.rstrip()}…"
