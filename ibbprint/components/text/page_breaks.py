"""Breaking text into columns and pages: what stands together, what is split, what may wait for more room.

And the search for the largest type with which a text fits on its pages, or fills them all but a hundredth or two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

_SLACK = 1e-6
GUESSES = 4
"""With more of them a text whose length jumps could take as many tries as there are sizes."""
SHRINKING = 1.15
"""The length of a text goes down with this power of the size of its type.

As the aids of two games do: 1.05, 1.17 and 1.22. Plain words would with 2, but not pictures and the white round cells.
"""
FULL = 0.98
"""A text that fills this share of its pages is not tried in larger type.

The type could be larger by a fiftieth at most, 0.2 points, and to know would take another setting or two: a kit with
two aids and a booklet is printed in an eighth less time with this than with a search to the last step.
"""
Pages = TypeVar("Pages")


class Placed(NamedTuple):
    """A flowable in its place: page and column from 0, how far down the page it begins and how tall it is, points."""

    page: int
    column: int
    flowable: Any
    down: float
    tall: float


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of text on each page, in points: the width of a column, the height, and the number of columns.

    Less room than `least` at the foot of a column stays white where a flowable would have to be split.
    `needed` says how much of what follows must stand under a flowable in the same column.
    """

    width: float
    height: float
    least: float
    needed: Callable[[Any, Sequence[Any], float, float], float]
    columns: int = 1

    def broken(self, flowables: Sequence[Any], lead: float = 0.0) -> Iterator[Placed]:
        """The flowables column after column, page after page; `lead` is what the first page has above its columns."""
        waiting = list(flowables)
        width, height = self.width, self.height
        page = column = 0
        top = used = lead
        empty = True

        def turn() -> None:
            """Go on to the next column, or to the next page."""
            nonlocal page, column, top, used, empty
            column += 1
            if column == self.columns:
                page, column, top = page + 1, 0, 0.0
            used, empty = top, True

        while waiting:
            flowable = waiting.pop(0)
            if flowable.breaks:
                if not empty:
                    turn()
                while flowable.breaks == "page" and column:
                    turn()
                continue
            before = 0.0 if empty else flowable.getSpaceBefore()
            _, tall = flowable.wrap(width, height)
            room = height - used - before
            height_needed = tall + self.needed(flowable, waiting, width, height)
            if height_needed <= room + _SLACK or (empty and tall <= room + _SLACK):
                yield Placed(page, column, flowable, used + before, tall)
                used += before + tall + flowable.getSpaceAfter()
                empty = False
                continue
            splits = room > self.least and (empty or not flowable.keeps)
            parts = flowable.split(width, room) if splits else []
            if len(parts) > 1:
                parts[0].note = flowable.note
                waiting[:0] = parts
            elif empty:  # larger than a page and not to be split
                yield Placed(page, column, flowable, used, tall)
                turn()
            elif _may_wait(flowable, waiting, width, room):
                waiting.insert(1, flowable)
            else:
                waiting.insert(0, flowable)
                turn()


def _may_wait(flowable: Any, waiting: Sequence[Any], width: float, room: float) -> bool:
    """Whether a flowable that does not fit may let the next one go first, so that no white is left."""
    if not (flowable.floats and waiting and waiting[0].fills):
        return False
    _, tall = waiting[0].wrap(width, room)
    return bool(tall + waiting[0].getSpaceBefore() <= room)


@dataclass(frozen=True, slots=True)
class Attempt(Generic[Pages]):
    """A text as it was set in one size, and its length by the room that there is for it."""

    pages: Pages
    length: float
    fits: bool


def largest_fitting(
    full: Attempt[Pages], set_in: Callable[[int], Attempt[Pages]], steps: int, smallest: float
) -> Pages:
    """A text in the largest type with which it fits, one with which it is `FULL`, or else in the smallest.

    `full` is the text in its full size, which does not fit; `set_in` sets it a number of steps smaller, and after all
    the `steps` its type is `smallest` of the full size. Setting a text is dear: each try is where its length should
    be 1 by those of the next larger and the next smaller size tried, and from the fifth on half way between them.
    """
    large, small = 0, steps
    too_long, short = full.length, min(1.0, full.length * smallest**SHRINKING)
    result: Pages | None = None
    tries = 0
    while (span := small - large) > 1:
        beyond = max(0.0, too_long - 1)
        ahead = math.ceil(span * beyond / max(beyond + 1 - short, _SLACK)) if tries < GUESSES else span // 2
        middle = large + min(max(ahead, 1), span - 1)
        attempt, tries = set_in(middle), tries + 1
        if attempt.fits:
            small, short, result = middle, min(1.0, attempt.length), attempt.pages
            if attempt.length >= FULL:
                break
        else:
            large, too_long = middle, attempt.length
    return set_in(steps).pages if result is None else result
