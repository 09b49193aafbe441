"""Figures of a few hexes: ground in flat tints, small counters, arrows, words. All from a plain record."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from ibbprint.components.faces.faces import Faces
from ibbprint.components.style import Style
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import mix
from ibbprint.drawing.shapes import Drawing, Group, Item, Path, Segment, Text, circle
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.materials.booklets import FigureArrow, FigureToken, HexFigure

TOKEN_SHARE = 0.7
"""The side of a small counter as a share of the hex, flat to flat: its corners stay inside."""
FACE_MM = 15.9
"""The side that faces are drawn for, mm."""
EDGE_MM = 0.3
HEAD_MM = 2.4
"""The length of an arrow's head."""
SMALL_PT = 7.2
START_MM = 2.0
"""The circle round the word in a hex where an arrow starts."""


def draw_hexes(figure: HexFigure, faces: Faces, style: Style) -> Drawing | None:
    """The figure as a drawing, or None with the faults of a face in the report."""
    return _Hexes(figure, faces, style).draw()


class Overlay:
    """Small counters and arrows in hexes; a subclass gives the middles of the hexes."""

    share = TOKEN_SHARE
    """The side of a small counter as a share of the hex."""
    drop = 0.0
    """How far it is below the middle of its hex, as a share of the hex."""

    def __init__(
        self, faces: Faces, style: Style, hex_mm: float, tokens: Sequence[FigureToken], labels: Collection[str] = ()
    ) -> None:
        self.faces = faces
        self.style = style
        self.hex_mm = hex_mm
        self.tokens = tokens
        self.labels = labels

    def centre(self, name: str) -> tuple[float, float]:
        """The middle of a hex in the drawing, mm."""
        raise NotImplementedError

    def token(self, token: FigureToken, shift: float = 0.0) -> list[Item] | None:
        """A small counter in its hex; `shift` says how far to the right and below, in sides of it."""
        face = self.faces.face(token.face, token.values, (FACE_MM, FACE_MM), {})
        if face is None:
            return None
        side = self.hex_mm * self.share
        x, y = (at + shift * side for at in self.centre(token.hex))
        y += self.drop * self.hex_mm
        scale = side / FACE_MM
        result: list[Item] = [Group(list(face.items), (scale, 0.0, 0.0, scale, x - side / 2, y - side / 2))]
        if token.letter:
            size = 9 * fonts.POINT
            radius = 2.0
            cx, cy = x + side / 2 + 0.5, y + side / 2 - 0.6
            result.append(Path(circle(cx, cy, radius), Pen(fill="#ffffff", stroke=self.style.ink, stroke_width=0.25)))
            result.append(
                Text(
                    cx, cy + size * 0.36, token.letter, self.style.typography.sheets[1], size, self.style.ink, "middle"
                )
            )
        return result

    def arrow(self, arrow: FigureArrow) -> list[Item]:
        """A line through the hexes with a head; it starts outside a small counter and stops short of another."""
        points = [self.centre(name) for name in arrow.hexes]
        occupied = {token.hex for token in self.tokens}
        margin = self.hex_mm * self.share * 0.55
        colour = {
            "move": self.style.ink,
            "fire": self.style.segments["red"],
            "charge": self.style.segments["purple"],
            "melee": self.style.accent,
        }
        width = {"move": 0.6, "fire": 0.6, "charge": 1.2, "melee": 1.2}[arrow.kind]
        if arrow.hexes[0] in occupied:
            points[0] = _toward(points[0], points[1], margin)
        elif arrow.hexes[0] in self.labels:
            points[0] = _toward(points[0], points[1], START_MM + 0.4)
        if arrow.hexes[-1] in occupied:
            points[-1] = _toward(points[-1], points[-2], margin)
        ink = colour[arrow.kind]
        end, before = points[-1], points[-2]
        neck = _toward(end, before, HEAD_MM * 0.8)
        segments: list[Segment] = [("M", points[0]), *(("L", p) for p in points[1:-1]), ("L", neck)]
        dash = (1.6, 1.0) if arrow.kind == "fire" else ()
        result: list[Item] = [
            Path(tuple(segments), Pen(fill=None, stroke=ink, stroke_width=width, join=1, dash=dash)),
            Path(_head(end, before, HEAD_MM * (1.3 if arrow.kind in ("charge", "melee") else 1.0)), Pen(fill=ink)),
        ]
        return result


class _Hexes(Overlay):
    def __init__(self, figure: HexFigure, faces: Faces, style: Style) -> None:
        super().__init__(faces, style, figure.hex_mm, figure.tokens, figure.labels)
        self.figure = figure
        corners = [c for name in figure.hexes for c in figure.grid.corners(name, figure.hex_mm)]
        self.left = min(x for x, _ in corners) - EDGE_MM
        self.top = min(y for _, y in corners) - EDGE_MM
        self.width = max(x for x, _ in corners) - self.left + EDGE_MM
        self.height = max(y for _, y in corners) - self.top + EDGE_MM

    def centre(self, name: str) -> tuple[float, float]:
        x, y = self.figure.grid.centre(name, self.figure.hex_mm)
        return x - self.left, y - self.top

    def draw(self) -> Drawing | None:
        style, figure = self.style, self.figure
        fills = {
            "clear": mix(style.tint, "#ffffff", 0.55),
            "zone": mix(style.accent, "#ffffff", 0.72),
            "water": mix(style.markers["water"], "#ffffff", 0.45),
            "woods": mix(style.markers["steady"], "#ffffff", 0.6),
            "full": mix(style.markers["magic"], "#ffffff", 0.42),
            "part": mix(style.markers["magic"], "#ffffff", 0.74),
        }
        items: list[Item] = []
        line = mix(style.rule, style.ink, 0.25)
        for name, tone in figure.hexes.items():
            items.append(Path(self.outline(name), Pen(fill=fills[tone], stroke=line, stroke_width=0.22, join=1)))
        struck = Pen(fill=None, stroke=style.accent, stroke_width=0.7, join=1)
        items.extend(Path(self.outline(name, 0.86), struck) for name in figure.struck)
        tokens: list[Item] = []
        for token in figure.tokens:
            result = self.token(token)
            if result is None:
                return None
            tokens += result
        for arrow in figure.arrows:
            if arrow.kind != "fire":
                items += self.arrow(arrow)
        items += tokens
        for arrow in figure.arrows:
            if arrow.kind == "fire":
                items += self.arrow(arrow)
        occupied = {token.hex for token in figure.tokens}
        starts = {arrow.hexes[0] for arrow in figure.arrows} - occupied
        ends = {arrow.hexes[-1] for arrow in figure.arrows if figure.hex_mm > 12}
        for name, words in figure.labels.items():
            x, y = self.centre(name)
            size = (9.0 if len(words) < 4 and figure.hex_mm < 12 else SMALL_PT) * fonts.POINT
            size = min(size, SMALL_PT * fonts.POINT) if "/" in words else size
            if name in starts:
                items.append(Path(circle(x, y, START_MM), Pen(fill="#ffffff", stroke=style.ink, stroke_width=0.25)))
            down = figure.hex_mm * 0.42 if name in occupied or name in ends else size * 0.36
            items.append(Text(x, y + down, words, style.typography.sheets[1], size, style.ink, "middle"))
        return Drawing(self.width, self.height, items)

    def outline(self, name: str, scale: float = 1.0) -> tuple[Segment, ...]:
        x0, y0 = self.centre(name)
        pairs: list[Segment] = []
        for x, y in self.figure.grid.corners(name, self.figure.hex_mm):
            at = (x0 + (x - self.left - x0) * scale, y0 + (y - self.top - y0) * scale)
            pairs.append(("L" if pairs else "M", at))
        return (*pairs, ("Z", ()))


def _toward(start: tuple[float, float], goal: tuple[float, float], by: float) -> tuple[float, float]:
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    return start[0] + dx / length * by, start[1] + dy / length * by


def _head(tip: tuple[float, float], before: tuple[float, float], length: float) -> tuple[Segment, ...]:
    dx, dy = before[0] - tip[0], before[1] - tip[1]
    away = math.hypot(dx, dy) or 1.0
    ux, uy = dx / away * length, dy / away * length
    return (
        ("M", tip),
        ("L", (tip[0] + ux - uy * 0.45, tip[1] + uy + ux * 0.45)),
        ("L", (tip[0] + ux + uy * 0.45, tip[1] + uy - ux * 0.45)),
        ("Z", ()),
    )
