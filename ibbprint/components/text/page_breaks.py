"""Breaking text into columns and pages: what stands together, what is split, what may wait for more room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

_SLACK = 1e-6


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
