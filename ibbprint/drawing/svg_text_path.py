"""Words along a path: each letter upright on the curve at its own middle, as browsers set them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ibbprint import svg_numbers
from ibbprint.drawing import fonts, svg_values
from ibbprint.drawing.halos import halo_path
from ibbprint.drawing.shapes import Group, Item, Segment, Text
from ibbprint.drawing.svg_look import Sheet
from ibbprint.drawing.svg_strokes import lines
from ibbprint.drawing.svg_text import Run, Span, TellFault, fitted, sound_words, spans_of, wide

SLACK = 0.01
"""How far words may stand over the end of their path, for rounding."""


class _Chord(NamedTuple):
    """A straight bit of a path, and how long the path is before it."""

    x: float
    y: float
    dx: float
    dy: float
    before: float
    long: float


def lay_out(
    runs: Sequence[Run], attributes: Mapping[str, str], path: Sequence[Segment], sheet: Sheet, fault: TellFault
) -> list[Item]:
    """The letters of words along a path, from the `startOffset` and by the `text-anchor` of their element.

    `attributes` are those of the text and of its textPath. A fault where the path is too short for the words.
    """
    spans = spans_of(runs)
    if not spans:
        return []
    words = "".join(span.content for span in spans).strip()
    sound_words(spans, words, fault)
    chords = _chords(path)
    if not chords:
        raise ValueError("the path has no length")
    long = chords[-1].before + chords[-1].long
    total, shrink = wide(spans), 1.0
    if sheet.fit_text and "data-fit" in attributes:
        shrink = fitted(spans, total, words, attributes, sheet, fault)
        total = wide(spans, shrink)
    start = _offset(attributes.get("startOffset", "0"), long, sheet.scale)
    anchor = spans[0].run.look.anchor
    at = start - (total / 2 if anchor == "middle" else total if anchor == "end" else 0.0)
    if at < -SLACK or at + total > long + SLACK:
        over = max(-at, at + total - long) * sheet.scale
        message = f"{words!r} is {over:.1f} mm too long for its path."
        fault("draw:fit", message, "Shorten the words or the letters, or make the path longer.", words)
        return []
    return list(_letters(spans, chords, at, shrink, attributes.get("data-halo", ""), sheet))


def _letters(
    spans: Sequence[Span], chords: Sequence[_Chord], at: float, shrink: float, halo: str, sheet: Sheet
) -> list[Item]:
    result: list[Item] = []
    halos: list[Item] = []
    wide_text, _, colour_text = halo.strip().partition(" ")
    for content, font, size, spacing, run in spans:
        size, spacing = size * shrink, spacing * shrink
        fill, down = run.look.fill, run.dy
        for letter in content:
            across = fonts.width(letter, font, size)
            x, y, dx, dy = _place(chords, at + across / 2)
            at += across + spacing
            if letter.isspace() or fill is None or run.look.hidden:
                continue
            text = Text(-across / 2, down, letter, font, size, fill, "start", 0.0, run.look.fill_opacity)
            matrix = (dx, dy, -dy, dx, x, y)
            result.append(Group([text], matrix))
            if halo:
                colour = svg_values.colour(colour_text.strip() or "#ffffff") or "#ffffff"
                halos.append(Group([halo_path(text, colour, svg_values.length(wide_text, sheet.scale))], matrix))
    return [*halos, *result]


def _offset(text: str, long: float, scale: float) -> float:
    if text.strip().endswith("%"):
        figures = svg_numbers.numbers(text.strip().removesuffix("%"))
        if len(figures) == 1:
            return figures[0] / 100 * long
        raise ValueError("startOffset must be a length or a share, such as 50%")
    return svg_values.length(text, scale)


def _place(chords: Sequence[_Chord], along: float) -> tuple[float, float, float, float]:
    """A place on the path, and the direction in which it goes on there."""
    chord = next((candidate for candidate in chords if along <= candidate.before + candidate.long), chords[-1])
    share = along - chord.before
    return chord.x + chord.dx * share, chord.y + chord.dy * share, chord.dx, chord.dy


def _chords(path: Sequence[Segment]) -> list[_Chord]:
    """A path as straight bits; jumps from one stroke to the next have no length."""
    result: list[_Chord] = []
    before = 0.0
    for line in lines(path):
        for start, end in zip(line.points, [*line.points[1:], *line.points[: line.closed]], strict=False):
            long = math.dist(start, end)
            if long > 0:
                result.append(_Chord(*start, (end[0] - start[0]) / long, (end[1] - start[1]) / long, before, long))
                before += long
    return result
