"""What a virtual table shows that no kit has: the mark of a piece that has moved."""

from __future__ import annotations

from ibbprint.components.style import Style
from ibbprint.drawing.shapes import Drawing, Path
from ibbprint.drawing.shapes import Style as Pen

SIDE = 4.0
"""mm"""


def moved_mark(style: Style) -> Drawing:
    """A small arrow head for the corner of a piece."""
    outline = (("M", (0.4, 0.4)), ("L", (3.6, 2.0)), ("L", (0.4, 3.6)), ("Z", ()))
    return Drawing(SIDE, SIDE, [Path(outline, Pen(fill=style.accent, stroke=style.paper, stroke_width=0.4, join=1))])
