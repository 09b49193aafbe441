"""The content of pages and forms of a PDF: its operators with their operands, read on a budget of steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ibbprint.budget import Budget, TooMuch
from ibbprint.drawing.areas import box_of
from ibbprint.drawing.pdf_fonts import PdfFont
from ibbprint.drawing.pdf_painted import Outline
from ibbprint.drawing.pdf_streams import unpacked
from ibbprint.drawing.shapes import Segment

MOST_BYTES = 16_000_000
"""The most content, unpacked, that a page or form may have, in bytes."""
MOST_TOKENS = 500_000
"""The most numbers, names and operators that a page or form may have."""
LEAST_STEPS, STEPS_A_BYTE = 1_200_000, 3
"""The steps that any file is allowed, and those for each of its bytes on top."""
A_PAGE, A_FONT = 1000, 3000
"""What a page costs, and a font that is read."""
_BREAKS = b" \t\r\n\f\0/[](<"
"""What tokens begin with or after."""


class Contents:
    """The contents and fonts of one PDF; what several pages draw is parsed once.

    `size` is that of the file in bytes: the work that is done for it is in proportion.
    """

    def __init__(self, size: int) -> None:
        self.steps = Budget(LEAST_STEPS + STEPS_A_BYTE * size, "far more is drawn than a file of this size should draw")
        self._parsed: dict[tuple[int, int], list[tuple[str, Any]]] = {}
        self._token_count = 0
        """The number of operators in `_parsed`."""
        self._fonts: dict[tuple[int, int], PdfFont] = {}

    def instructions(self, content: Any, key: tuple[int, int] | None) -> list[tuple[str, Any]]:
        """The operators of a page or form with their operands."""
        import pikepdf

        if key is not None and key in self._parsed:
            return self._parsed[key]
        self.steps.spend(_tokens(content) // 2)
        pairs = list(_steps(pikepdf.parse_content_stream(content)))
        if key is not None and key != (0, 0):
            if self._token_count > MOST_TOKENS:
                self._parsed, self._token_count = {}, 0
            self._parsed[key] = pairs
            self._token_count += len(pairs)
        return pairs

    def font(self, font: Any) -> PdfFont:
        key = font.objgen
        if key in self._fonts:
            return self._fonts[key]
        self.steps.spend(A_FONT)
        result = PdfFont(font)
        if key != (0, 0):
            self._fonts[key] = result
        return result


def _tokens(content: Any) -> int:
    """The most tokens that a page or form has. Raises TooMuch above the limit for reading."""
    remaining, result = MOST_BYTES, 0
    for stream in _streams(content):
        data = unpacked(stream, remaining)
        remaining -= len(data)
        result += 1 + len(data) - len(data.translate(None, _BREAKS))
        if result > MOST_TOKENS:
            raise TooMuch(f"its content has more than {MOST_TOKENS:,} numbers and operators")
    return result


def _streams(content: Any) -> Iterator[Any]:
    """The streams that are read one after the other for a page or a form."""
    import pikepdf

    stream = content if isinstance(content, pikepdf.Stream) else content.get("/Contents", pikepdf.Array())
    yield from (item for item in (stream if is_array(stream) else [stream]) if isinstance(item, pikepdf.Stream))


def corners(array: Any) -> tuple[float, float, float, float]:
    """The left, bottom, right and top of a rectangle, whichever of its corners are written."""
    a, b, c, d = (float(value) for value in array)
    return min(a, c), min(b, d), max(a, c), max(b, d)


def _steps(code: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """Operators with their operands, numbers as floats. The operators that make a path are one step, `path`."""
    segments: list[Segment] = []
    at = start = (0.0, 0.0)
    for step in code:
        operator = str(step.operator)
        if operator not in PATH:
            if segments and operator not in ("W", "W*"):
                yield "path", Outline(tuple(segments), box_of(segments))
                segments = []
            yield operator, _PLAIN.get(operator, _as_it_is)(step)
            continue
        n = [float(value) for value in step.operands]
        if operator == "re":
            x, y, width, height = n
            segments += [("M", (x, y)), ("L", (x + width, y)), ("L", (x + width, y + height)), ("L", (x, y + height))]
            segments.append(("Z", ()))
            at = start = (x, y)
        elif operator == "h":
            segments.append(("Z", ()))
            at = start
        else:
            if operator == "v":
                n = [*at, *n]
            elif operator == "y":
                n = [*n, *n[2:]]
            segments.append((PATH[operator], tuple(n)))
            at = (n[-2], n[-1])
            start = at if operator == "m" else start
    if segments:
        yield "path", Outline(tuple(segments), box_of(segments))


def is_array(value: Any) -> bool:
    import pikepdf

    return isinstance(value, pikepdf.Array)


def _as_it_is(step: Any) -> Any:
    return step.operands


def _floats(step: Any) -> Any:
    return tuple(float(value) for value in step.operands)


_PLAIN = dict.fromkeys(("cm", "w", "g", "G", "rg", "RG", "k", "K", "Td", "TD", "Tm", "Tc", "Tw", "TL", "Ts"), _floats)
"""The operators that take nothing but numbers."""
PATH = {"m": "M", "l": "L", "c": "C", "v": "C", "y": "C", "h": "Z", "re": "R"}
