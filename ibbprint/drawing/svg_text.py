"""Text elements of an SVG laid out: runs into lines, made smaller to fit, held to the safe part of the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from ibbprint.drawing import fonts, svg_values
from ibbprint.drawing.marked import with_minus
from ibbprint.drawing.shapes import Text
from ibbprint.drawing.svg_look import SMALLEST_PT, Look, Sheet

SLACK = 0.01
"""How far a text may stand over the safe box, for rounding."""


class Run(NamedTuple):
    """A stretch of text in one look; `x` and `y` where it starts anew, `dx` and `dy` how far it is moved on."""

    content: str
    look: Look
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0


class Span(NamedTuple):
    """A run with its spaces put right and its type worked out."""

    content: str
    font: str
    size: float
    spacing: float
    run: Run


class TellFault(Protocol):
    """Takes a fault of the element that is being read."""

    def __call__(self, rule: str, message: str, hint: str = "", content: str = "") -> None: ...


def lay_out(
    runs: Sequence[Run], attributes: Mapping[str, str], sheet: Sheet, moved: bool, fault: TellFault
) -> list[Text]:
    """The lines of a text element: one starts where a run has its own x or y, and is anchored as a whole.

    `moved` text stands elsewhere than its figures say, and is not held to the safe box.
    """
    chunks: list[tuple[float, float, list[Run]]] = []
    x = y = 0.0
    for run in runs:
        if run.x is not None or run.y is not None or not chunks:
            x, y = (x if run.x is None else run.x), (y if run.y is None else run.y)
            chunks.append((x, y, []))
        chunks[-1][2].append(run)
    texts: list[Text] = []
    for x, y, inside in chunks:
        texts += _line(x, y, inside, attributes, sheet, moved, fault)
    return texts


def _line(
    x: float, y: float, runs: Sequence[Run], attributes: Mapping[str, str], sheet: Sheet, moved: bool, fault: TellFault
) -> list[Text]:
    spans = spans_of(runs)
    if not spans:
        return []
    words = "".join([span.content for span in spans]).strip()
    sound_words(spans, words, fault)
    shrink, total = 1.0, wide(spans)
    if sheet.fit_text and "data-fit" in attributes:
        shrink = fitted(spans, total, words, attributes, sheet, fault)
        if shrink != 1.0:
            total = wide(spans, shrink)
    anchor = runs[0].look.anchor
    at = x - (total / 2 if anchor == "middle" else total if anchor == "end" else 0)
    if sheet.safe is not None and not moved:
        tall = _tall(spans) * shrink
        left, top, right, bottom = sheet.safe
        if sheet.type_scale < 1 and (y - tall < top or at < left or at + total > right):
            # On so small a face type that can be read does not fit: it is as small as the face.
            shrink = min(shrink, min(span.run.look.type.least / span.size for span in spans))
            total = wide(spans, shrink)
            at = x - (total / 2 if anchor == "middle" else total if anchor == "end" else 0)
            tall = _tall(spans) * shrink
        if y - tall < top - SLACK or y > bottom + SLACK:  # no other text would stand better
            fault("draw:safe", "the text is too close to the top or bottom edge.", "Move it.")
        elif at < left - SLACK or at + total > right + SLACK:
            message = f"{words!r} is too close to the edge or runs over it."
            fault("draw:safe", message, "Shorten the text, or move it.", words)
    texts: list[Text] = []
    for content, font, size, spacing, run in spans:
        at += run.dx
        y += run.dy
        if content:
            fill, opacity = run.look.fill, run.look.fill_opacity
            if fill is not None and not run.look.hidden:
                texts.append(Text(at, y, content, font, size * shrink, fill, "start", spacing * shrink, opacity))
            if len(spans) > 1:
                at += fonts.width(content, font, size * shrink, spacing * shrink)
    return texts


def sound_words(spans: Sequence[Span], words: str, fault: TellFault) -> None:
    """Report characters that the fonts lack, and a look that words cannot have."""
    for span in spans:
        lacking = fonts.missing(span.content, span.font)
        if lacking:
            message = fonts.no_character(lacking, words)
            fault("draw:glyph", message, "Use another character, or draw it.", words)
        if span.content:
            for property_name in span.run.look.not_of_text:
                message = f"words cannot be printed with {property_name}."
                fault("draw:style", message, "Remove it, or turn the text into a path.", words)


def spans_of(runs: Sequence[Run]) -> list[Span]:
    """The runs from the first that has words in it, each stretch of blanks as one space."""
    spans: list[Span] = []
    parted, ended = False, True  # whether blanks stood since the last words, and whether these end with a blank
    for run in runs:
        text = run.content
        content = with_minus(" ".join(text.split()))
        if content:
            if not ended and (parted or text[:1].isspace()):
                content = " " + content
            parted, ended = False, text[-1:].isspace()
            if ended:
                content += " "
        elif text:
            parted = True
        kind = run.look.type
        if spans or content.strip() or run.dx or run.dy:
            spans.append(Span(content, kind.font, kind.size, kind.spacing, run))
    worded = [index for index, span in enumerate(spans) if span.content]
    if worded:
        spans[worded[-1]] = spans[worded[-1]]._replace(content=spans[worded[-1]].content.rstrip())
    return spans


def wide(spans: Sequence[Span], shrink: float = 1.0) -> float:
    """The width of the spans beside each other, each made smaller by `shrink`."""
    return sum([fonts.width(s.content, s.font, s.size * shrink, s.spacing * shrink) for s in spans])


def _tall(spans: Sequence[Span]) -> float:
    """The height of the capitals of the largest span."""
    return max([fonts.cap_height(span.font) * span.size for span in spans])


def fitted(
    spans: Sequence[Span], natural: float, words: str, attributes: Mapping[str, str], sheet: Sheet, fault: TellFault
) -> float:
    """The factor by which a text `natural` wide must shrink to `data-fit`; a fault when that is too small."""
    scale = sheet.scale
    widest = svg_values.length(attributes["data-fit"], scale)
    smallest = sheet.least_type_size(attributes.get("data-fit-min", f"{SMALLEST_PT}pt"))
    if natural <= widest or natural == 0:
        return 1.0
    shrink = widest / natural
    if min([span.size for span in spans]) * shrink < smallest - 1e-9:
        points = smallest * scale / fonts.POINT
        message = f"{words!r} does not fit: even at {points:g} pt it is wider than {widest * scale:.1f} mm."
        fault("draw:fit", message, "Shorten the text.", words)
    return shrink
