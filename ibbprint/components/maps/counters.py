"""Counters as they are shown on a map: small, in their side's colours and its own shape, with symbol and id.

Promises: sides differ by their outline as well as by colour, so that they are distinct in grey; no text is under
5 points; a symbol is at least `LEAST_SYMBOL_MM` high, and where there is no room for that the label stands alone;
ratings are shown where a symbol of that height still fits over them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Protocol

from ibbprint.components.style import Livery
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink
from ibbprint.drawing.shapes import Drawing, Group, Item, Path, Segment, Style, Text, Use, circle, rectangle
from ibbprint.materials import NONE
from ibbprint.materials.boards import Layer, Spot, Stander, StandMark


class Symbols(Protocol):
    """Symbols by name, in the look of what they leave open; None for an unknown name."""

    def __call__(self, name: str, look: Mapping[str, str] = NONE, /) -> Drawing | None: ...


SHAPES = ("square", "cut", "scoop", "round", "step")
"""The outlines of counters: what their upper corners look like."""
LEAST_SYMBOL_MM = 3.0
SMALLEST_PT = 5.0
BADGE_PT = 6.5
RATINGS_GAP = 0.3
"""Round the figures of a counter, mm."""
COMPACT_MM = 7.0
"""Smaller counters have a thin rim, so that there is room for a symbol."""
RIM, CORNER = 0.06, 0.27
SHADOW = 0.085
"""How far the next counter of a stack shows under the one on it, in shares of its side."""
MOST_SHADOWS = 2
BANK_GAP, BANK_WIDE, BANK_LONG = 0.2, 0.95, 1.3
"""The point toward a bank: how far from its counter, half its width and how long it is, mm."""
_K = 0.5523


def no_symbols(_: str, __: Mapping[str, str] = NONE, /) -> None:
    """For maps that are drawn without a folder of symbols."""


class Counters:
    """Draws the counters of one layer, each about (0, 0)."""

    def __init__(self, layer: Layer, style: Sheet, symbols: Symbols, name_of: Callable[[str], str] = str) -> None:
        self.layer = layer
        self.style = style
        self.symbols = symbols
        self.name_of = name_of
        """How the map names a hex."""
        self.shapes = shapes_of(layer, style)
        self.bold = style.map.face("bold")

    def livery(self, name: str) -> Livery | None:
        return self.style.liveries.get(name)

    def shape(self, livery: str) -> str:
        return self.shapes.get(livery, SHAPES[0])

    def stand(self, mark: StandMark, side: float) -> list[Item]:
        """The counters of a mark: the top one with its id, and the number of counters in a stack."""
        number = sum(stander.number for stander in mark.standers)
        first = mark.standers[0]
        if mark.turn:
            return [*self.arriving(mark.livery, mark.turn, side), *self.badge(number, side)]
        result: list[Item] = []
        for step in range(min(number - 1, MOST_SHADOWS), 0, -1):
            by = step * SHADOW * side
            result += self.blank(mark.livery, side, by, by)
        label = first.ids[0] or ("" if number == 1 and first.symbol else self.name_of(mark.hex))
        result += self.counter(mark.livery, first, side, label)
        result += self.badge(number, side)
        if any(stander.face_down for stander in mark.standers):
            result += self.face_down(side)
        for bank in dict.fromkeys(stander.bank for stander in mark.standers if stander.bank):
            result += self.bank(bank, side)
        return result

    def blank(self, name: str, side: float, x: float = 0.0, y: float = 0.0) -> list[Item]:
        """A counter with nothing on it."""
        livery = self.livery(name)
        if livery is None:
            return []
        body = outline(self.shape(name), x - side / 2, y - side / 2, side, side, CORNER * side)
        halo = Style(fill=livery.fill, stroke="#ffffff", stroke_width=0.35 + 0.03 * side, join=1)
        return [Path(body, halo), Path(body, Style(fill=livery.fill, stroke=livery.band, stroke_width=0.22, join=1))]

    def counter(self, name: str, stander: Stander | None, side: float, label: str) -> list[Item]:
        """A counter: its symbol on a panel, at its foot the letter of its formation and a label."""
        livery = self.livery(name)
        if livery is None:
            return []
        result = self.blank(name, side)
        half, rim = side / 2, (RIM if side > COMPACT_MM else RIM / 3) * side
        size = min(8.0, max(SMALLEST_PT, 0.25 * side / fonts.POINT)) * fonts.POINT
        cap = fonts.cap_height("bold") * size
        foot = cap + (0.6 if side > COMPACT_MM else 0.4)
        tall = side - foot - 1.6 * rim
        drawing = self.symbols(stander.symbol) if stander is not None else None
        line = cap + RATINGS_GAP
        fits = stander is not None and fonts.width(stander.ratings, self.bold, size) <= side - 2 * rim - RATINGS_GAP
        ratings = (
            stander.ratings if stander is not None and fits and (stander.lone or tall - line >= LEAST_SYMBOL_MM) else ""
        )
        if stander is None or drawing is None or tall < LEAST_SYMBOL_MM:
            panel = outline(self.shape(name), rim - half, rim - half, side - 2 * rim, side - 2 * rim, CORNER * side)
            result.append(Path(panel, Style(fill=livery.panel)))
            if stander is not None and not label and drawing is None:
                label = stander.name if fonts.width(stander.name, self.bold, size) < side - 2 * rim else ""
            result.append(_text(0, cap / 2, label, self.bold, size, livery.panel))
            return result
        middle = rim - half + tall / 2
        if stander.lone:
            result.append(Path(circle(0, middle, tall / 2), Style(fill=livery.panel)))
        else:
            panel = outline(self.shape(name), rim - half, rim - half, side - 2 * rim, tall, CORNER * side - rim / 2)
            result.append(Path(panel, Style(fill=livery.panel)))
        share = 0.74 if stander.lone else 0.94
        if ratings and stander.lone:
            aside = (tall / 2 + half) / 2  # between the disc and the edge
            result.append(_text(aside, middle + cap / 2, ratings, self.bold, size, livery.fill))
        elif ratings:
            result.append(_text(0, rim - half + tall - 0.7 * RATINGS_GAP, ratings, self.bold, size, livery.panel))
            tall -= line
            middle = rim - half + tall / 2
        high = max(LEAST_SYMBOL_MM, share * tall)
        scale = high / max(drawing.width, drawing.height)
        at = (scale, 0.0, 0.0, scale, -drawing.width * scale / 2, middle - drawing.height * scale / 2)
        result.append(Use(drawing, at, ink(livery.panel)))
        result.append(Path(rectangle(-half, half - foot, side, foot), Style(fill=livery.band)))
        y = half - (foot - cap) / 2
        wide = fonts.width(stander.letter, self.bold, size) + 0.7 if stander.letter else 0.0
        if wide + fonts.width(label, self.bold, size) + 0.4 > side:
            wide = 0.0  # there is no room for both
        if wide:
            result.append(Path(rectangle(-half, half - foot, wide, foot), Style(fill=livery.panel)))
            result.append(_text(-half + wide / 2, y, stander.letter, self.bold, size, livery.panel))
        result.append(_text(wide / 2, y, label, self.bold, size, livery.band))
        edge = outline(self.shape(name), -half, -half, side, side, CORNER * side)
        result.append(Path(edge, Style(fill=None, stroke=livery.band, stroke_width=0.22, join=1)))
        return result

    def tile(self, mark: StandMark, spot: Spot, scale: float, at: tuple[float, float]) -> Group:
        """A piece as it is on a table, about a point: its symbol, its id, and an arrow at its front if it has one."""
        livery = self.livery(mark.livery)
        turn = math.radians(spot.heading)
        matrix = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), at[0], at[1])
        if livery is None or not mark.standers:
            return Group([], matrix)
        wide, high = spot.width * scale, spot.height * scale
        stander, rim = mark.standers[0], RIM * min(wide, high)
        body = rectangle(-wide / 2, -high / 2, wide, high)
        items: list[Item] = [
            Path(body, Style(fill=livery.fill, stroke=livery.band, stroke_width=0.22)),
            Path(rectangle(-wide / 2 + rim, -high / 2 + rim, wide - 2 * rim, high - 2 * rim), Style(fill=livery.panel)),
        ]
        tip = min(0.22 * high, 0.12 * wide) if mark.has_front else 0.0
        front: tuple[Segment, ...] = (
            ("M", (-tip, -high / 2 + tip)),
            ("L", (0.0, -high / 2)),
            ("L", (tip, -high / 2 + tip)),
            ("Z", ()),
        )
        if mark.has_front:
            items.append(Path(front, Style(fill=livery.band)))
        size = min(8.0, max(SMALLEST_PT, 0.25 * high)) * fonts.POINT
        label = stander.ids[0] if stander.number == 1 else stander.name
        inner = high - 2 * rim - tip - 1.2 * size
        drawing = self.symbols(stander.symbol)
        if drawing is not None and inner >= LEAST_SYMBOL_MM:
            k = inner / max(drawing.width, drawing.height)
            at_top = (k, 0.0, 0.0, k, -drawing.width * k / 2, -high / 2 + rim + tip)
            items.append(Use(drawing, at_top, ink(livery.panel)))
            items.append(_text(0.0, high / 2 - rim - 0.3 * size, label, self.bold, size, livery.panel))
        else:
            items.append(_text(0.0, (tip + fonts.cap_height("bold") * size) / 2, label, self.bold, size, livery.panel))
        return Group(items, matrix)

    def arriving(self, name: str, turn: int, side: float) -> list[Item]:
        """A place where something arrives later: a dashed outline and the turn."""
        livery = self.livery(name)
        if livery is None:
            return []
        body = outline(self.shape(name), -side / 2, -side / 2, side, side, CORNER * side)
        size, large = max(SMALLEST_PT, 0.7 * side) * fonts.POINT, max(7.0, 1.5 * side) * fonts.POINT
        cap, high = fonts.cap_height("bold") * size, fonts.cap_height("bold") * large
        top = (side - cap - high) / 2.4 - side / 2
        return [
            Path(body, Style(fill=livery.panel, stroke="#ffffff", stroke_width=0.9, join=1)),
            Path(body, Style(fill=livery.panel, stroke=livery.band, stroke_width=0.4, join=1, dash=(0.9, 0.6))),
            _text(0, top + cap, "turn", self.bold, size, livery.panel),
            _text(0, top + cap + 0.06 * side + high, str(turn), self.bold, large, livery.panel),
        ]

    def badge(self, number: int, side: float, *, alone: bool = False) -> list[Item]:
        """The number of counters here, when it is more than one; `alone` without a counter, around (0, 0)."""
        if number == 1:
            return []
        size = min(1.0, max(0.8, side / 7)) * BADGE_PT * fonts.POINT
        radius = max(1.25, fonts.width(str(number), self.bold, size) / 2 + 0.45)
        x, y = (0.0, 0.0) if alone else (-side / 2, 0.9 * radius - side / 2)  # clear of the number of the hex
        pen = Style(fill="#ffffff", stroke=self.style.ink, stroke_width=0.22)
        at = y + fonts.cap_height("bold") * size / 2
        return [Path(circle(x, y, radius), pen), _text(x, at, str(number), self.bold, size, "#ffffff")]

    def face_down(self, side: float, *, alone: bool = False) -> list[Item]:
        """The sign of what starts face down; `alone` without a counter, about (0, 0)."""
        size, radius = 6.0 * fonts.POINT, 1.25
        x, y = (0.0, 0.0) if alone else (side / 2 - 0.3 * radius, 0.55 * radius - side / 2)
        dark = self.style.ink
        pen = Style(fill=dark, stroke="#ffffff", stroke_width=0.2)
        return [
            Path(circle(x, y, radius), pen),
            _text(x, y + fonts.cap_height("bold") * size / 2, "?", self.bold, size, dark),
        ]

    def bank(self, bank: str, side: float, *, alone: bool = False) -> list[Item]:
        """A point beside a counter toward its bank of the water; above it and below it are the numbers of hexes.

        `alone` without a counter, around (0, 0).
        """
        dx, dy = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}.get(bank, (0, 0))
        near = side / 2 + BANK_GAP
        x, y = (dx * near, 0.0) if dx else (0.0 if alone else -near - BANK_WIDE, -dy * BANK_LONG / 2)
        tip: tuple[Segment, ...] = (
            ("M", (x - dy * BANK_WIDE, y + dx * BANK_WIDE)),
            ("L", (x + dy * BANK_WIDE, y - dx * BANK_WIDE)),
            ("L", (x + dx * BANK_LONG, y + dy * BANK_LONG)),
            ("Z", ()),
        )
        return [Path(tip, Style(fill=self.style.ink, stroke="#ffffff", stroke_width=0.2, join=1))]


def shapes_of(layer: Layer, style: Sheet) -> Mapping[str, str]:
    """The outline of each livery's counters: that of its panel if it is free, else the next one.

    Where there are more liveries than outlines each keeps its own: letters must tell those apart that share one.
    """
    result: dict[str, str] = {}
    names = [entry.livery for entry in layer.key]
    names += [mark.livery for mark in layer.stands] + [zone.livery for zone in layer.zones]
    crowded = len(set(names)) > len(SHAPES)
    for name in dict.fromkeys(names):
        preferred = style.liveries[name].corners if name in style.liveries else SHAPES[0]
        free = [] if crowded else [shape for shape in (preferred, *SHAPES) if shape not in result.values()]
        result[name] = free[0] if free else preferred
    return result


def outline(shape: str, x: float, y: float, wide: float, high: float, corner: float) -> tuple[Segment, ...]:
    """A square whose upper corners have a shape."""
    c, right, foot = corner, x + wide, y + high
    if shape == "square":
        return rectangle(x, y, wide, high)
    left_end, right_end = (x, y + c), (right, y + c)
    first: tuple[Segment, ...]
    last: tuple[Segment, ...]
    if shape == "step":
        c = 0.75 * corner
        left_end, right_end = (x, y + c), (right, y + c)
        first = (("L", (x + c, y + c)), ("L", (x + c, y)))
        last = (("L", (right - c, y + c)),)
    elif shape == "scoop":
        first = (("C", (x + _K * c, y + c, x + c, y + _K * c, x + c, y)),)
        last = (("C", (right - c, y + _K * c, right - _K * c, y + c, *right_end)),)
    elif shape == "round":
        first = (("C", (x, y + c - _K * c, x + c - _K * c, y, x + c, y)),)
        last = (("C", (right - c + _K * c, y, right, y + c - _K * c, *right_end)),)
    else:
        first, last = (("L", (x + c, y)),), ()
    return (
        ("M", left_end),
        *first,
        ("L", (right - c, y)),
        *last,
        ("L", right_end),
        ("L", (right, foot)),
        ("L", (x, foot)),
        ("Z", ()),
    )


def _text(x: float, y: float, content: str, font: str, size: float, ground: str) -> Text:
    """Bold figures in black or white, whichever can be read on the ground."""
    return Text(x, y, content, font, size, ink(ground), "middle")
