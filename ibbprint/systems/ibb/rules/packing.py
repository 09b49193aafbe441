"""Whether counters fit into hexes within stacking: an example placement, or the certainty that there is none.

Items of like points and like hexes are one group, hexes with like room and like groups one kind, so that what is alike
is tried once. Promises an exact answer; thirty counters in twenty hexes take milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Item(NamedTuple):
    """One counter to place: the points it takes, and the hexes it may stand in."""

    points: int
    hexes: tuple[int, ...]


def has_room(items: Sequence[Item], room: Mapping[int, int]) -> bool:
    """Whether all items can be placed at once."""
    return place(items, room) is not None


def place(items: Sequence[Item], room: Mapping[int, int]) -> dict[int, list[int]] | None:
    """The numbers of the items in each hex, or None when they cannot all be placed."""
    order = sorted(range(len(items)), key=lambda i: (-items[i].points, len(items[i].hexes), items[i].hexes, i))
    groups: list[tuple[int, frozenset[int]]] = []
    counts: list[int] = []
    members: list[list[int]] = []
    for i in order:
        key = (items[i].points, frozenset(items[i].hexes))
        if groups and groups[-1] == key:
            counts[-1] += 1
            members[-1].append(i)
        else:
            groups.append(key)
            counts.append(1)
            members.append([i])
    hexes = sorted({h for _, allowed in groups for h in allowed if room.get(h, 0) > 0})
    if sum(p * n for (p, _), n in zip(groups, counts, strict=True)) > sum(room[h] for h in hexes):
        return None
    placed: dict[int, list[int]] = {h: [] for h in hexes}
    failed: set[tuple[int, int, tuple[tuple[int, tuple[bool, ...]], ...]]] = set()
    allows = {h: tuple(h in allowed for _, allowed in groups) for h in hexes}
    spread = {h: sum(allows[h]) for h in hexes}
    open_to = [[h for h in hexes if h in allowed] for _, allowed in groups]
    free = {h: room[h] for h in hexes}

    def left(group: int, number: int) -> tuple[int, int, tuple[tuple[int, tuple[bool, ...]], ...]]:
        """What is left to be done, alike for all that is alike."""
        return group, number, tuple(sorted((free[h], allows[h][group:]) for h in hexes if free[h]))

    def fill(group: int, number: int) -> bool:
        if group == len(groups):
            return True
        if number == counts[group]:
            return fill(group + 1, 0)
        if failed and left(group, number) in failed:
            return False
        points = groups[group][0]
        tried = set()
        # The tightest hex first: it is the one that nobody else can use.
        for h in sorted((h for h in open_to[group] if free[h] >= points), key=lambda h: (free[h], spread[h], h)):
            kind = (free[h], allows[h])
            if kind in tried:
                continue
            tried.add(kind)
            free[h] -= points
            placed[h].append(members[group][number])
            if fill(group, number + 1):
                return True
            placed[h].pop()
            free[h] += points
        failed.add(left(group, number))
        return False

    return placed if fill(0, 0) else None
