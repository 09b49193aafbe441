"""Roads from the links between hexes: from edge to edge first, the longest first, then their branches."""

from __future__ import annotations

from itertools import pairwise

from ibbprint.engine.land.draft import Draft


def courses(draft: Draft) -> list[list[int]]:
    """The links as roads."""
    near: dict[int, list[int]] = {}
    for a, b in sorted(draft.links):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    remaining = {frozenset(link) for link in draft.links}
    result = []
    while remaining:
        paths = [
            path
            for start in sorted(near)
            if _is_end(draft, start, near, remaining)
            for path in [_longest(start, near, remaining)]
            if len(path) > 1
        ]
        if not paths:
            paths = [_longest(min(min(link) for link in remaining), near, remaining)]
        best = max(paths, key=lambda path: (_through(draft, path), len(path), -path[0]))
        remaining -= {frozenset(pair) for pair in pairwise(best)}
        result.append(best)
    return result


def _is_end(draft: Draft, h: int, near: dict[int, list[int]], remaining: set[frozenset[int]]) -> bool:
    degree = sum(frozenset((h, n)) in remaining for n in near[h])
    return degree == 1 or (degree > 0 and h in draft.edge_of) or 0 < degree < len(near[h])


def _through(draft: Draft, path: list[int]) -> bool:
    return path[0] in draft.edge_of and path[-1] in draft.edge_of


def _longest(start: int, near: dict[int, list[int]], remaining: set[frozenset[int]]) -> list[int]:
    """The longest of the shortest ways over links that are left."""
    before: dict[int, int] = {start: start}
    ring = [start]
    for h in ring:
        for n in near[h]:
            if frozenset((h, n)) in remaining and n not in before:
                before[n] = h
                ring.append(n)
    path = [ring[-1]]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


def degrees(draft: Draft) -> dict[int, int]:
    """The number of ways that lead from each hex of a road."""
    result: dict[int, int] = {}
    for link in draft.links:
        for h in link:
            result[h] = result.get(h, 0) + 1
    return result
