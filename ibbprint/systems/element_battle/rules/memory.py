"""What greedy play has worked out about places, kept for as long as nothing changes there."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

from ibbprint.engine.lattice import Rect

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Stood = Mapping[int, tuple[Rect, Hashable]]
"""Where each element on the table stands, by number, and whatever else about it counts."""


class Terms(Generic[Key, Value]):
    """Values by keys that hold as long as something else is the same."""

    def __init__(self) -> None:
        self._terms: object = None
        self._known: dict[Key, Value] = {}

    def under(self, terms: object) -> dict[Key, Value]:
        """The values that hold under some terms; none of those of others."""
        if terms != self._terms:
            self._terms, self._known = terms, {}
        return self._known


class Memory(Generic[Value]):
    """Values by keys, each with the area that it hangs on: an element that touches the area, at a corner too, counts.

    It holds nothing but what is true of the positions that it was last `renewed` for, so it never grows from game to
    game, and a value from it is the one that would be worked out anew.
    """

    def __init__(self) -> None:
        self._stood: Stood = {}
        self._terms: object = None
        self._known: dict[Hashable, tuple[Value, Rect]] = {}

    def renewed(self, stood: Stood, terms: object = None) -> dict[Hashable, tuple[Value, Rect]]:
        """The values that still hold with the elements as they stand now; none of them under other terms."""
        before, self._stood = self._stood, stood
        if terms != self._terms:
            self._terms, self._known = terms, {}
            return self._known
        changed = set[Rect]()
        for id in before.keys() | stood.keys():
            was, current = before.get(id), stood.get(id)
            if was != current:
                changed.update(state[0] for state in (was, current) if state is not None)
        if changed:
            self._known = _untouched(self._known, changed)
        return self._known


def _untouched(values: dict[Hashable, tuple[Value, Rect]], rects: set[Rect]) -> dict[Hashable, tuple[Value, Rect]]:
    """The values whose areas none of some rectangles touches."""
    result = {}
    for key, item in values.items():
        x1, y1, x2, y2 = item[1]
        for left, bottom, right, top in rects:
            if left <= x2 and x1 <= right and bottom <= y2 and y1 <= top:
                break
        else:
            result[key] = item
    return result
