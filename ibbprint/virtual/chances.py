"""The exact chances of combats as a chart: a line for each column of the combat table, darker where it is likelier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ibbprint.components.style import Style
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import WHITE, ink, mix
from ibbprint.drawing.shapes import Drawing, Item, Path, Text, rectangle
from ibbprint.drawing.shapes import Style as Pen
from ibbprint.materials.tabletop import ChanceTable

TITLE_MM, TYPE_MM = 4.6, 2.9
ROW, HEAD, GAP, EDGE = 4.6, 5.4, 5.0, 6.0
"""The height of a line and of a heading, the space between two tables and round them all, mm."""
CELL, LABEL = 15.0, 13.0
"""The width of a chance, and the least one of a label."""
TALL = 230.0
"""Tables go on in another column below this."""
PALEST = 0.12
"""How much colour the least likely result has; a certain one has all of it."""


def chance_chart(title: str, tables: Sequence[ChanceTable], style: Style) -> Drawing:
    """The tables one below another, in columns as wide as they need, under a title, with what the results mean."""
    plain, bold, _ = style.typography.sheets
    first = tables[0]
    labels = [max(LABEL, fonts.width(head, bold, TYPE_MM) + 2.0) for head in first.labelled]
    wide = sum(labels) + CELL * len(first.results)
    places: list[tuple[float, float]] = []
    x, y, lowest, top = EDGE, EDGE + 2 * TITLE_MM, 0.0, EDGE + 2 * TITLE_MM
    for table in tables:
        tall = HEAD + ROW * (len(table.lines) + 1) + GAP
        if y > top and y + tall > TALL:
            x, y = x + wide + 2 * GAP, top
        places.append((x, y))
        y += tall
        lowest = max(lowest, y)
    width = x + wide + EDGE
    items: list[Item] = [Text(EDGE, EDGE + TITLE_MM, f"{title}: chances of combat in percent", bold, TITLE_MM)]
    for table, (left, above) in zip(tables, places, strict=True):
        items += _table(table, labels, left, above, style)
    key = "; ".join(f"{code} {name.lower()}" for code, name in first.results)
    for line in fonts.wrap(key, plain, TYPE_MM, width - 2 * EDGE):
        items.append(Text(EDGE, lowest + TYPE_MM, line, plain, TYPE_MM))
        lowest += TYPE_MM * 1.4
    height = lowest + EDGE
    return Drawing(width, height, [Path(rectangle(0, 0, width, height), Pen(fill=WHITE)), *items])


def words_of_chances(tables: Sequence[ChanceTable]) -> Iterator[str]:
    """All words of such a chart."""
    for table in tables:
        yield from (table.title, *table.labelled)
        for result in table.results:
            yield from result
        for names, _ in table.lines:
            yield from names


def _table(table: ChanceTable, labels: Sequence[float], left: float, top: float, style: Style) -> Iterator[Item]:
    """A heading, the heads, and the lines with their cells."""
    plain, bold, _ = style.typography.sheets
    yield Text(left, top + TYPE_MM, table.title, bold, TYPE_MM * 1.15, style.accent)
    base = top + HEAD + ROW * 0.72
    x = left
    for head, wide in zip(table.labelled, labels, strict=True):
        yield Text(x + wide / 2, base, head, bold, TYPE_MM, anchor="middle")
        x += wide
    for code, _ in table.results:
        yield Text(x + CELL / 2, base, code, bold, TYPE_MM, anchor="middle")
        x += CELL
    for number, (names, chances) in enumerate(table.lines, start=1):
        x, y = left, top + HEAD + number * ROW
        for name, wide in zip(names, labels, strict=True):
            yield Text(x + wide / 2, y + ROW * 0.72, name, plain, TYPE_MM, anchor="middle")
            x += wide
        for chance in chances:
            if chance:
                ground = mix(WHITE, style.accent, PALEST + (1 - PALEST) * float(chance))
                yield Path(rectangle(x, y, CELL, ROW), Pen(fill=ground, stroke=WHITE, stroke_width=0.2))
                yield Text(x + CELL / 2, y + ROW * 0.72, percent(chance), plain, TYPE_MM, ink(ground), "middle")
            x += CELL


def percent(chance: Fraction) -> str:
    """A chance in percent, to a tenth where it is no whole number."""
    hundredths = chance * 100
    return str(int(hundredths)) if hundredths.denominator == 1 else f"{float(hundredths):.1f}"
