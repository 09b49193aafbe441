"""Zones of control: into which hexes the zone of a counter goes, and all that the zones of a side cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence


def around(near: Sequence[Sequence[int]], goes: Callable[[int, int], bool]) -> list[tuple[int, ...]]:
    """The zone of a counter in each hex: of its neighbours those into which a zone goes from there."""
    return [tuple(neighbour for neighbour in places if goes(place, neighbour)) for place, places in enumerate(near)]


def covered(size: int, zones: Iterable[Iterable[int]]) -> bytearray:
    """A 1 for each hex that is in any of these zones."""
    flags = bytearray(size)
    for zone in zones:
        for hex in zone:
            flags[hex] = 1
    return flags
