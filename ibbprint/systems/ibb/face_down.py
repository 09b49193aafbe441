"""The counters that start face down: decided before a game for every hex where armies may be set up, and after
set-up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import TypeVar

Hex = TypeVar("Hex", bound=Hashable)


def face_down(
    standing: Sequence[tuple[Hashable, Collection[Hex]]], in_sight: Callable[[Collection[Hex], frozenset[Hex]], bool]
) -> list[bool]:
    """Whether each of those who are set up starts face down, given its side and every hex where it may be.

    Who can be seen from no hex where an enemy may be does so (A-15, R-07, G-39), unless there is no enemy at all;
    `in_sight` says whether somebody in one of the first hexes is near enough to one of the second.
    """
    enemies = {side: frozenset(h for enemy, hexes in standing if enemy != side for h in hexes) for side, _ in standing}
    return [bool(hexes and enemies[side]) and not in_sight(hexes, enemies[side]) for side, hexes in standing]
