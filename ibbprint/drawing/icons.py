"""Icons in words: `:sword:` stands for the symbol of that name, as high as the line. `\\:` is a colon and nothing else.

A name begins with a letter, so `10:30`, `1:1` and `Note: see` are words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ibbprint.drawing import fonts
from ibbprint.drawing.shapes import Drawing, Matrix
from ibbprint.patterns import regex

ICON = regex(r":([A-Za-z][\w-]{0,59}):")
"""An icon in Markdown, once `\\:` has been taken for a colon."""
HIGH = 1.0
"""How high an icon is, by the size of the type."""
TOKEN = "icon"
"""What the token of an icon is called; its content is the name."""
HINT = "Name a file of symbols/, or write \\: for a colon."
_WRITTEN = regex(rf"\\:|{ICON.pattern}")


def with_icons(parser: Any) -> Any:
    """A parser of Markdown that knows icons."""
    parser.inline.ruler.before("escape", TOKEN, _icon)
    return parser


def _icon(state: Any, silent: bool) -> bool:
    match = ICON.match(state.src, state.pos, state.posMax) if state.src[state.pos] == ":" else None
    if match is None:
        return False
    if not silent:
        state.push(TOKEN, "", 0).content = match[1]
    state.pos = match.end()
    return True


def parted(text: str) -> Iterator[tuple[str, str]]:
    """A text that is no Markdown as stretches of words and names of icons: (words, "") or ("", name)."""
    at, words = 0, ""
    for match in _WRITTEN.finditer(text):
        words, at = words + text[at : match.start()], match.end()
        if match[1] is None:
            words += ":"
            continue
        if words:
            yield words, ""
        yield "", match[1]
        words = ""
    if words + text[at:]:
        yield words + text[at:], ""


def width(icon: Drawing, size: float) -> float:
    """The width of an icon beside type of this size, in the unit of the size."""
    return HIGH * size * icon.width / icon.height


def foot(style: str) -> float:
    """The distance of an icon's foot below the baseline, for size 1: its top is level with the capitals beside it."""
    return (HIGH - fonts.cap_height(style)) / 2


def placed(icon: Drawing, x: float, baseline: float, size: float, style: str) -> Matrix:
    """The place of an icon on a line whose y axis points down."""
    scale = HIGH * size / icon.height
    return (scale, 0.0, 0.0, scale, x, baseline + foot(style) * size - HIGH * size)
