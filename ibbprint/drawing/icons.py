"""Icons in words: `:sword:` stands for the symbol of that name, as high as the line. `\\:` is a colon and nothing else.

A name begins with a letter, so `10:30`, `1:1` and `Note: see` are words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ibbprint.drawing import fonts
from ibbprint.drawing.shapes import Drawing, Matrix
from ibbprint.materials.signs import PATTERN
from ibbprint.patterns import regex
from ibbprint.problems import did_you_mean

ICON = regex(rf":({PATTERN}|[A-Za-z][\w-]{{0,59}}):")
"""An icon in Markdown, once `\\:` has been taken for a colon."""
SIGN_HIGH = 1.35
"""How high a NATO symbol is by the size of the type: as high as lines allow, for its size is in small print."""
SHOWN = 30
"""So much of an unknown name is shown."""
TOKEN = "icon"
"""What the token of an icon is called; its content is the name."""
SEE = "ibbprint symbols"
"""The command that shows what there is."""
HINT = f"Name one (see: {SEE}), or write \\: for a colon."
_WRITTEN = regex(rf"\\:|{ICON.pattern}")


class Missing(NamedTuple):
    """The message on a name that no symbol has; `word` is the wrong part of the name, if there is one."""

    message: str
    hint: str
    word: str = ""


def missing(symbols: Any, name: str, kind: str = "symbol") -> Missing:
    """Why `symbols` have none of this name, or no icon: the nearest name, or where all are shown."""
    tell = getattr(symbols, "missing", None)
    result: Missing | None = None if tell is None else tell(name)
    if result is not None:
        return result
    names: Iterable[str] = getattr(symbols, "names", tuple)()
    hint = did_you_mean(name, names, most=0) or (HINT if kind == "icon" else f"See: {SEE}")
    quoted = repr(name if len(name) <= SHOWN else f"{name[: SHOWN - 3]}...")
    return Missing(f"there is no {kind} {quoted}.", hint, name)


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
    return icon.in_line * size * icon.width / icon.height


def foot(icon: Drawing, style: str) -> float:
    """The distance of an icon's foot below the baseline, for size 1: its middle is that of the capitals beside it."""
    return (icon.in_line - fonts.cap_height(style)) / 2


def placed(icon: Drawing, x: float, baseline: float, size: float, style: str) -> Matrix:
    """The place of an icon on a line whose y axis points down."""
    scale = icon.in_line * size / icon.height
    return (scale, 0.0, 0.0, scale, x, baseline + foot(icon, style) * size - icon.in_line * size)
