"""Charts: values with their limits under each other, and curves over the turns. All from plain records.

Promises: nothing is said by colour alone, so that a grey print says the same; no type is under 6 points; the widest
label has room.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from ibbprint.components.maps.curves import r2
from ibbprint.components.style import Style
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import mix
from ibbprint.drawing.shapes import Drawing, Item, Path, Segment, Text, circle, line, rectangle
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.materials.charts import Bar, Chart, Course, Curve, Forest

TYPE_PT, SMALL_PT = 8.0, 7.0
ROW_MM = 5.6
GAP_MM = 3.0
FOOT_MM = 6.0
"""The room for the figures under a scale."""
HIGH_MM, MOST_WIDE_MM = 52.0, 165.0
"""The height of the field of curves, and the widest chart."""
MARKS = 5
"""About so many figures are on a scale."""
DASHES: Sequence[tuple[float, ...]] = ((), (2.2, 1.2), (0.6, 1.0), (4.0, 1.2, 0.6, 1.2), (1.2, 0.6), (5.0, 1.5))
"""How the lines of curves are broken, one after the other."""
NAME_STEP = 1.15
At = Callable[[int, float], tuple[float, float]]
"""Where a value of a turn is on a chart."""


def draw_chart(chart: Chart, style: Style, room: float) -> Drawing:
    """The chart as a drawing, no wider than `room` mm."""
    wide = min(room, MOST_WIDE_MM)
    return _forest(chart, style, wide) if isinstance(chart, Forest) else _course(chart, style, wide)


def words_of_chart(chart: Chart) -> Iterator[str]:
    """All words in a chart."""
    yield chart.title
    if isinstance(chart, Forest):
        yield from chart.heads
        for bar in chart.bars:
            yield from (bar.label, bar.text, *bar.more)
    else:
        yield from (curve.name for curve in chart.curves)


def steps(low: float, high: float) -> Iterator[float]:
    """The round values to be marked on a scale: steps of 1, 2 or 5 times a power of ten."""
    rough = (high - low) / MARKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * size for size in (1, 2, 5, 10) if power * size >= rough * 0.999)
    number = math.ceil(low / step - 1e-9)
    while number * step <= high + 1e-9:
        yield round(number * step, 9)
        number += 1


def _figure(value: float, unit: str) -> str:
    return f"{value:g}".replace("-", "−") + unit


def _forest(chart: Forest, style: Style, wide: float) -> Drawing:
    size = TYPE_PT * fonts.POINT
    lines = [bar for bar in chart.bars if not bar.heads]
    labels, *columns = _columns(chart, lines, size, style)
    left, right = labels + GAP_MM, sum(columns) + GAP_MM * len(columns)
    ends = [r2(wide - sum(columns[at + 1 :]) - GAP_MM * (len(columns) - at - 1)) for at in range(len(columns))]
    span = wide - left - right
    top = ROW_MM * (bool(chart.title) + bool(chart.heads))
    high = r2(top + ROW_MM * len(chart.bars))

    def at(value: float) -> float:
        inside = min(max(value, chart.low), chart.high)
        return r2(left + span * (inside - chart.low) / (chart.high - chart.low))

    def words(row: float, cells: Sequence[str], weight: str) -> Iterator[Item]:
        baseline = row + ROW_MM / 2 + fonts.cap_height("regular") * size / 2
        for cell, x in zip(cells, (0.0, *ends), strict=False):
            yield Text(x, baseline, cell, weight, size, style.ink, "end" if x else "start")

    marks = [(at(value), _figure(value, chart.unit)) for value in steps(chart.low, chart.high)]
    even = at(chart.even)
    items: list[Item] = [*words(0.0, [chart.title], style.typography.sheets[1])] if chart.title else []
    items += words(top - ROW_MM, chart.heads, style.typography.sheets[1])
    for number, bar in enumerate(chart.bars):
        row = r2(top + ROW_MM * number)
        if bar.heads:
            items += words(row, [bar.label], style.typography.sheets[1])
            continue
        items += [Path(line(x, row, x, row + ROW_MM), Pen(None, style.rule, 0.15)) for x, _ in marks]
        items.append(Path(line(even, row, even, row + ROW_MM), Pen(None, style.ink, 0.35)))
        items += words(row, [bar.label, bar.text, *bar.more], style.typography.sheets[0])
        draw = _tornado if chart.kind == "tornado" else _dot
        items += draw(bar, at(bar.low), at(bar.value), at(bar.high), even, r2(row + ROW_MM / 2), style)
    items += _feet(marks, high, style)
    return Drawing(r2(wide), r2(high + FOOT_MM), items)


def _columns(chart: Forest, lines: Sequence[Bar], size: float, style: Style) -> list[float]:
    """The width of each column of words: the labels, then those to the right of the scale. Heads of lines go across."""
    rows = [(bar.label, bar.text, *bar.more) for bar in lines]
    wide = [
        max(fonts.width(cell, style.typography.sheets[0], size) for cell in cells) for cells in zip(*rows, strict=True)
    ]
    heads = [fonts.width(head, style.typography.sheets[1], size) for head in chart.heads] or [0.0] * len(wide)
    return [max(pair) for pair in zip(wide, heads, strict=True)]


def _colours(livery: str, style: Style) -> tuple[str, str]:
    """The fill of an area of a side, and its outline."""
    look = style.liveries.get(livery)
    return (style.muted, style.ink) if look is None else (look.fill, look.band)


def _dot(bar: Bar, low: float, value: float, high: float, _even: float, y: float, style: Style) -> list[Item]:
    fill, edge = _colours(bar.livery, style)
    pen = Pen(None, edge, 0.45)
    ends = [Path(line(x, y - 1.0, x, y + 1.0), pen) for x in (low, high)]
    return [Path(line(low, y, high, y), pen), *ends, Path(circle(value, y, 1.15), Pen(fill, edge, 0.3))]


def _tornado(bar: Bar, low: float, value: float, high: float, even: float, y: float, style: Style) -> list[Item]:
    fill, edge = _colours(bar.livery, style)
    pen = Pen(None, edge, 0.45)
    box = rectangle(r2(min(even, value)), y - 1.6, r2(abs(value - even)), 3.2)
    ends = [Path(line(x, y - 0.8, x, y + 0.8), pen) for x in (low, high)]
    significant = not bar.low <= 0 <= bar.high
    tone = fill if significant else mix(fill, "#ffffff", 0.6)
    return [Path(box, Pen(tone, edge, 0.25)), Path(line(low, y, high, y), pen), *ends]


def _feet(marks: Sequence[tuple[float, str]], foot: float, style: Style) -> list[Item]:
    """The figures of a scale under its lines."""
    size = SMALL_PT * fonts.POINT
    return [
        Text(x, foot + 1.0 + size, words, style.typography.sheets[0], size, style.muted, "middle") for x, words in marks
    ]


def _course(chart: Course, style: Style, wide: float) -> Drawing:
    size, small = TYPE_PT * fonts.POINT, SMALL_PT * fonts.POINT
    top = size * 1.6
    marks = list(steps(chart.low, chart.high))
    left = max(fonts.width(_figure(value, chart.unit), style.typography.sheets[0], small) for value in marks) + 1.5
    right = max(fonts.width(curve.name, style.typography.sheets[0], size) for curve in chart.curves) + GAP_MM + 8.0
    span = wide - left - right
    turns = max(1, max(len(curve.values) for curve in chart.curves) - 1)

    def at(turn: int, value: float) -> tuple[float, float]:
        inside = (chart.high - value) / (chart.high - chart.low)
        return r2(left + span * turn / turns), r2(top + HIGH_MM * inside)

    items: list[Item] = [Text(0.0, size, chart.title, style.typography.sheets[1], size, style.ink)]
    for value in marks:
        y = at(0, value)[1]
        pen = Pen(None, style.ink, 0.35) if value == 0 else Pen(None, style.rule, 0.15)
        items.append(Path(line(left, y, r2(left + span), y), pen))
        items.append(
            Text(
                left - 1.0,
                y + small * 0.35,
                _figure(value, chart.unit),
                style.typography.sheets[0],
                small,
                style.muted,
                "end",
            )
        )
    every = max(1, math.ceil(turns / 16))
    foot = top + HIGH_MM
    for turn in range(0, turns + 1, every):
        x = at(turn, chart.low)[0]
        label = "set-up" if not turn else f"turn {turn}" if turn == every else str(turn)
        items.append(Path(line(x, foot, x, foot + 0.8), Pen(None, style.rule, 0.2)))
        items.append(Text(x, foot + 1.4 + small, label, style.typography.sheets[0], small, style.muted, "middle"))
    for curve in chart.curves:
        items += _band(curve, at, style)
    for number, curve in enumerate(chart.curves):
        points = [at(turn, value) for turn, value in enumerate(curve.values)]
        pen = Pen(None, _colours(curve.livery, style)[1], 0.6, dash=DASHES[number % len(DASHES)], cap=0, join=1)
        items.append(Path(_through(points), pen))
    items += _names(chart, at, r2(left + span), size, style)
    return Drawing(r2(wide), r2(foot + FOOT_MM), items)


def _band(curve: Curve, at: At, style: Style) -> list[Item]:
    if not curve.low:
        return []
    fill, edge = _colours(curve.livery, style)
    upper = [at(turn, value) for turn, value in enumerate(curve.high)]
    lower = [at(turn, value) for turn, value in enumerate(curve.low)]
    ring: tuple[Segment, ...] = (*_through([*upper, *reversed(lower)]), ("Z", ()))
    return [Path(ring, Pen(mix(fill, "#ffffff", 0.6), mix(edge, "#ffffff", 0.4), 0.15))]


def _through(points: Sequence[tuple[float, float]]) -> tuple[Segment, ...]:
    return tuple(("L" if number else "M", point) for number, point in enumerate(points))


def _names(chart: Course, at: At, edge: float, size: float, style: Style) -> list[Item]:
    """The name of each curve beside its end, moved apart where they would lie on each other, with a sample of it."""
    ends = sorted((at(len(curve.values) - 1, curve.values[-1])[1], number) for number, curve in enumerate(chart.curves))
    step, last = size * NAME_STEP, -math.inf
    result: list[Item] = []
    spots: list[tuple[float, int]] = []
    for y, number in ends:
        last = max(y, last + step)
        spots.append((last, number))
    lowest = size * 1.6 + HIGH_MM
    over = max(0.0, last - lowest)
    for place in range(len(spots) - 1, -1, -1):
        y, number = spots[place]
        limit = lowest if place == len(spots) - 1 else spots[place + 1][0] - step
        spots[place] = (min(y, limit) if over else y, number)
    for y, number in spots:
        curve = chart.curves[number]
        end = at(len(curve.values) - 1, curve.values[-1])
        ink = _colours(curve.livery, style)[1]
        dash = DASHES[number % len(DASHES)]
        result.append(Path(line(end[0], end[1], r2(edge + 1.5), r2(y)), Pen(None, style.rule, 0.15)))
        result.append(Path(line(r2(edge + 1.5), r2(y), r2(edge + 7.5), r2(y)), Pen(None, ink, 0.6, dash=dash)))
        result.append(
            Text(r2(edge + 8.5), r2(y + size * 0.35), curve.name, style.typography.sheets[0], size, style.ink)
        )
    return result
