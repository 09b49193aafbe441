"""Figures of faces: real counters drawn large, with lines that lead from their parts to words beside them."""

from __future__ import annotations

from ibbprint.components.faces.faces import Faces
from ibbprint.components.style import Style
from ibbprint.drawing import fonts, svg_values
from ibbprint.drawing.shapes import IDENTITY, Drawing, Group, Image, Item, Path, Segment, Text, line, rectangle
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.materials.booklets import Callout, FaceFigure, ShownFace
from ibbprint.materials.cuts import PLAIN, Outline, hexagon

WORDS_MM = 27.0
"""The room for words on either side of a face that has callouts."""
GAP_MM = 1.5
ROW_MM = 7.0
ROW_STEP_MM = 19.0
"""The room for words above or below a face, and how far apart they stand."""
LEAD_MM = 3.5
TEXT_PT = 8.0
CAPTION_STEP_MM = 3.2
"""From line to line of a caption."""


def draw_faces(figure: FaceFigure, faces: Faces, style: Style) -> Drawing | None:
    """The figure as a drawing, or None with the faults of a face in the report."""
    items: list[Item] = []
    x = height = 0.0
    sides = {c.side for shown_face in figure.faces for c in shown_face.callouts}
    top, bottom = (ROW_MM if side in sides else 0.0 for side in ("top", "bottom"))
    titles: list[str] = []
    for shown_face in figure.faces:
        face = faces.face(shown_face.face, shown_face.values, shown_face.size_mm, shown_face.origins)
        if face is None:
            return None
        titles.append(face.title)
        wide, high = (side * shown_face.scale for side in shown_face.size_mm)
        left = x + (WORDS_MM + LEAD_MM if any(c.side == "left" for c in shown_face.callouts) else 0.0)
        cut = cut_to_trim(face, shown_face.size_mm, shown_face.outline)
        placed: list[Item] = [Group(cut, (shown_face.scale, 0.0, 0.0, shown_face.scale, left, 0.0))]
        frame = Pen(fill=None, stroke=style.ink, stroke_width=0.15)
        placed.append(Path(trim(left, 0.0, wide, high, shown_face.outline, shown_face.scale), frame))
        for where in ("left", "right"):
            mine = [c for c in shown_face.callouts if c.side == where]
            placed += _callouts(mine, shown_face, left, (wide, high), style)
        for below, side in ((False, "top"), (True, "bottom")):
            placed += _row(
                [c for c in shown_face.callouts if c.side == side], shown_face, left, (wide, high), below, style
            )
        under = _caption(shown_face, left, (wide, high + bottom), style)
        items.append(Group([*placed, *under], (1.0, 0.0, 0.0, 1.0, 0.0, top)))
        x = left + wide + (WORDS_MM + LEAD_MM if any(c.side == "right" for c in shown_face.callouts) else 0.0) + GAP_MM
        height = max(height, top + high + bottom + len(under) * CAPTION_STEP_MM)
    return Drawing(x - GAP_MM, height, items, title="" if sides else "; ".join(filter(None, titles)))


def _caption(face: ShownFace, left: float, drawn: tuple[float, float], style: Style) -> list[Item]:
    """The lines of the words under a face, which is `drawn` so wide and high, in the middle."""
    across, down = drawn
    size = TEXT_PT * fonts.POINT
    words = fonts.wrap(face.caption, style.typography.sheets[0], size, across) if face.caption else []
    return [
        Text(
            left + across / 2,
            down + number * CAPTION_STEP_MM - 0.2,
            text,
            style.typography.sheets[0],
            size,
            style.ink,
            "middle",
        )
        for number, text in enumerate(words, start=1)
    ]


def _callouts(
    callouts: list[Callout], face: ShownFace, left: float, drawn: tuple[float, float], style: Style
) -> list[Item]:
    """The words of one side of a face `drawn` so large, spread so that no two collide, each with its line."""
    across, down = drawn
    size = TEXT_PT * fonts.POINT
    step = size * 1.12
    result: list[Item] = []
    blocks = [
        (c, fonts.wrap(c.text, style.typography.sheets[0], size, WORDS_MM))
        for c in sorted(callouts, key=lambda c: c.at[1])
    ]
    pen = Pen(fill=None, stroke=style.muted, stroke_width=0.18)
    tall = [len(words) * step for _, words in blocks]
    tops: list[float] = []
    for (callout, _), high in zip(blocks, tall, strict=True):
        level = callout.at[1] * face.scale - high / 2
        tops.append(max(level, tops[-1] + tall[len(tops) - 1] + 0.9 if tops else 0.0))
    over = tops[-1] + tall[-1] - down if tops else 0.0
    for index in range(len(tops) - 1, -1, -1):  # what runs out at the foot is pushed up again
        if over > 0:
            limit = down - tall[index] if index == len(tops) - 1 else tops[index + 1] - tall[index] - 0.9
            tops[index] = min(tops[index], limit)
    for (callout, words), top, high in zip(blocks, tops, tall, strict=True):
        on_left = callout.side == "left"
        edge = left - LEAD_MM if on_left else left + across + LEAD_MM
        for number, text in enumerate(words):
            result.append(
                Text(
                    edge + (-0.6 if on_left else 0.6),
                    top + size * 0.86 + number * step,
                    text,
                    style.typography.sheets[0],
                    size,
                    style.ink,
                    "end" if on_left else "start",
                )
            )
        at_x, at_y = left + callout.at[0] * face.scale, callout.at[1] * face.scale
        middle = top + high / 2
        rim = left if on_left else left + across
        result.append(Path(line(edge, middle, rim, at_y), pen))
        result.append(Path(line(rim, at_y, at_x, at_y), Pen(fill=None, stroke=style.ink, stroke_width=0.18)))
        r = 0.45
        result.append(
            Path((("R", (at_x - r, at_y - r, 2 * r, 2 * r)),), Pen(fill=style.ink, stroke="#ffffff", stroke_width=0.15))
        )
    return result


def _row(
    callouts: list[Callout], face: ShownFace, left: float, drawn: tuple[float, float], below: bool, style: Style
) -> list[Item]:
    """Words in a row above or below a face `drawn` so large, each with its line."""
    wide, high = drawn
    size = TEXT_PT * fonts.POINT
    result: list[Item] = []
    for number, callout in enumerate(callouts):
        x = left + wide / 2 + (number - (len(callouts) - 1) / 2) * ROW_STEP_MM
        at_x, at_y = left + callout.at[0] * face.scale, callout.at[1] * face.scale
        if below:
            baseline, begin, rim = high + ROW_MM - size * 0.3, high + ROW_MM - size - 0.4, high + 0.6
        else:
            baseline, begin, rim = -ROW_MM + size * 0.86, -ROW_MM + size + 0.8, -0.6
        result.append(Text(x, baseline, callout.text, style.typography.sheets[0], size, style.ink, "middle"))
        result.append(
            Path(
                (("M", (x, begin)), ("L", (at_x, rim)), ("L", (at_x, at_y))),
                Pen(fill=None, stroke=style.ink, stroke_width=0.2, join=1),
            )
        )
    return result


def trim(
    x: float, y: float, wide: float, high: float, outline: Outline = PLAIN, scale: float = 1.0
) -> tuple[Segment, ...]:
    """The outline of a face as it is cut, drawn at a scale in this box."""
    if outline.shape in ("hex", "pointy-hex"):
        first, *corners = hexagon(outline.shape, x, y, wide, high)
        return (("M", first), *(("L", corner) for corner in corners), ("Z", ()))
    radius = outline.radius_of(wide / scale, high / scale) * scale
    return svg_values.rectangle(x, y, wide, high, radius, radius)


def cut_to_trim(face: Drawing, size: tuple[float, float], outline: Outline = PLAIN) -> list[Item]:
    """A face cut at its trim: upright shapes that run past it end there, and so do pictures. Symbols and words stay,
    but for what a shape or round corners cut off."""
    items = [_cut(item, size) for item in face.items]
    return [Group(items, clip=trim(0.0, 0.0, *size, outline))] if outline.radius_of(*size) or outline.shaped else items


def _cut(item: Item, size: tuple[float, float]) -> Item:
    if isinstance(item, Path):
        return item._replace(segments=tuple(_kept_inside(segment, size) for segment in item.segments))
    if isinstance(item, Group) and item.matrix == IDENTITY:
        return Group([_cut(entry, size) for entry in item.items], item.matrix, item.opacity, item.clip)
    # What is drawn at another size than its own is cut off by a clip: its figures are others. Pictures have none.
    return Group([item], clip=rectangle(0.0, 0.0, *size)) if isinstance(item, (Group, Image)) else item


def _kept_inside(segment: Segment, size: tuple[float, float]) -> Segment:
    letter, values = segment
    wide, high = size
    if letter == "R":
        x, y, width, height = values
        x1, y1 = min(max(x, 0.0), wide), min(max(y, 0.0), high)
        x2, y2 = min(max(x + width, 0.0), wide), min(max(y + height, 0.0), high)
        return ("R", (x1, y1, x2 - x1, y2 - y1))
    return (letter, tuple(min(max(v, 0.0), high if n % 2 else wide) for n, v in enumerate(values)))
