"""Whether counters fit into hexes within stacking: an example placement, or the proof that none exists.

Items of like points and like hexes are one group, hexes with like room and like groups one kind, so that what is alike
is tried once. Promises an exact answer; thirty counters in twenty hexes take milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Item(NamedTuple):
    """A counter to place: the points it takes, and the hexes it may stand in."""

    points: int
    hexes: tuple[int, ...]


Rest = tuple[int, int, tuple[tuple[int, tuple[bool, ...]], ...]]
"""What is left to be done, alike for all that is alike: the group, how many of it stand, what room there is."""


class Load:
    """Counters to place, as often as one likes into whatever room there is."""

    def __init__(self, items: Sequence[Item]) -> None:
        order = sorted(range(len(items)), key=lambda i: (-items[i].points, len(items[i].hexes), items[i].hexes, i))
        zones = {hexes: frozenset(hexes) for hexes in {item.hexes for item in items}}
        self.groups: list[tuple[int, frozenset[int]]] = []
        self.members: list[list[int]] = []
        """The numbers of the items of each group."""
        for i in order:
            key = (items[i].points, zones[items[i].hexes])
            if self.groups and self.groups[-1] == key:
                self.members[-1].append(i)
            else:
                self.groups.append(key)
                self.members.append([i])
        self.points = sum(item.points for item in items)
        self.hexes = sorted({h for zone in zones.values() for h in zone})
        self.allows = {h: tuple(h in allowed for _, allowed in self.groups) for h in self.hexes}
        """Which groups may stand in each hex."""
        self.spread = {h: sum(allowed) for h, allowed in self.allows.items()}

    def place(self, room: Mapping[int, int]) -> dict[int, list[int]] | None:
        """The numbers of the items in each hex, or None when they cannot all be placed."""
        free = {h: room[h] for h in self.hexes if room.get(h, 0) > 0}
        if self.points > sum(free.values()):
            return None
        placed: dict[int, list[int]] = {h: [] for h in free}
        failed: set[Rest] = set()
        groups, members, allows, spread = self.groups, self.members, self.allows, self.spread

        def signature(group: int, number: int) -> Rest:
            return (
                group,
                number,
                tuple(sorted((remaining, allows[h][group:]) for h, remaining in free.items() if remaining)),
            )

        def fill(group: int, number: int) -> bool:
            if group == len(groups):
                return True
            if number == len(members[group]):
                return fill(group + 1, 0)
            if failed and signature(group, number) in failed:
                return False
            points, allowed = groups[group]
            tried = set()
            # The tightest hex first: it is the one that nobody else can use.
            wide = [h for h, remaining in free.items() if remaining >= points and h in allowed]
            for h in sorted(wide, key=lambda h: (free[h], spread[h], h)):
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
            failed.add(signature(group, number))
            return False

        return placed if fill(0, 0) else None


def fit_anyhow(items: Sequence[Item], room: Mapping[int, int], used: int = 0) -> bool:
    """Whether items surely fit, wherever you put each of them, and wherever `used` points are taken first.

    True means that some hex has room for the last one, however badly the others were put; False proves nothing.
    """
    points = sum(item.points for item in items) + used
    for item in set(items):
        free = [room.get(h, 0) for h in item.hexes]
        if sum(free) - (points - item.points) <= sum(min(room_left, item.points - 1) for room_left in free):
            return False
    return True


def has_room(items: Sequence[Item], room: Mapping[int, int]) -> bool:
    """Whether all items can be placed at once."""
    return place(items, room) is not None


def place(items: Sequence[Item], room: Mapping[int, int]) -> dict[int, list[int]] | None:
    """The numbers of the items in each hex, or None when they cannot all be placed."""
    return Load(items).place(room)
