"""Things of several sizes on sheets, in rows: a sheet is cut into its rows first, then each row into its things.

A layout is plain boxes; nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.press.slots import Box

_SAME = 1e-6


class Thing(NamedTuple):
    """What is placed, mm. A `loose` one is cut along an outline of its own, so it may stand in a higher row."""

    width: float
    height: float
    loose: bool = False


class _Row:
    def __init__(self, height: float) -> None:
        self.height = height
        self.width = 0.0
        self.things: list[int] = []

    def takes(self, thing: Thing, most: float, gap: float) -> bool:
        same = thing.height <= self.height + _SAME if thing.loose else abs(thing.height - self.height) < _SAME
        return same and self.width + gap + thing.width <= most + _SAME


def in_rows(things: Sequence[Thing], area: Box, gap: float) -> list[list[tuple[int, Box]]] | None:
    """The sheets: each thing by its number, and its place, `gap` mm from the next. None when one is too large.

    Promises: each thing once; things of a row that are not loose are of one height; every sheet is centred in the area.
    """
    sheets: list[list[_Row]] = []
    order = sorted(range(len(things)), key=lambda n: (things[n].loose, -things[n].height))
    for number in order:
        thing = things[number]
        if thing.width > area.width + _SAME or thing.height > area.height + _SAME:
            return None
        row = next((row for rows in sheets for row in rows if row.takes(thing, area.width, gap)), None)
        if row is None:
            row = _Row(thing.height)
            room = area.height - thing.height + _SAME
            rows = next((rows for rows in sheets if sum(one.height + gap for one in rows) <= room), None)
            if rows is None:
                sheets.append(rows := [])
            rows.append(row)
        row.width += thing.width + (gap if row.things else 0.0)
        row.things.append(number)
    return [_placed(rows, things, area, gap) for rows in sheets]


def _placed(rows: Sequence[_Row], things: Sequence[Thing], area: Box, gap: float) -> list[tuple[int, Box]]:
    made: list[tuple[int, Box]] = []
    y = area.y + (area.height - sum(row.height + gap for row in rows) + gap) / 2
    for row in rows:
        x = area.x + (area.width - row.width) / 2
        for number in row.things:
            made.append((number, Box(x, y, things[number].width, things[number].height)))
            x += things[number].width + gap
        y += row.height + gap
    return made
