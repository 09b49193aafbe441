"""Streams along the sides of hexes: a walk from corner to corner, from a spring to the edge of the map or right across.

A corner is the three hexes that meet in it, a side the two hexes that it parts.
"""

from __future__ import annotations

from itertools import pairwise

from ibbprint.engine.land.draft import CLOSED, EDGES, OPPOSITE, Bourne, Draft
from ibbprint.engine.land.lots import Lots
from ibbprint.engine.land.relief import bends
from ibbprint.engine.space import spread, way_to

Side = tuple[int, int]
ACROSS = 100
"""With this reach a stream runs from edge to edge."""
APART = 3
"""Two streams keep so far apart."""
SPRING = 500
"""So much wetter it is where a stream rises: woods grow there."""
RIM = 300
"""More for a side at the edge of the map: a stream does not follow it."""


class Corners:
    """The corners of a board that have a hex on every hand, numbered, and which are joined by a side."""

    def __init__(self, draft: Draft) -> None:
        near = draft.space.near
        self.hexes = sorted(
            {(a, b, c) for a in range(draft.size) for b in near[a] for c in near[a] if a < b < c and c in near[b]}
        )
        index: dict[Side, list[int]] = {}
        for number, (a, b, c) in enumerate(self.hexes):
            for side in ((a, b), (a, c), (b, c)):
                index.setdefault(side, []).append(number)
        self.at = index
        """The corners of each side: two, or one at the edge of the board."""
        self.near: list[list[int]] = [[] for _ in self.hexes]
        for ends in index.values():
            if len(ends) == 2:
                self.near[ends[0]].append(ends[1])
                self.near[ends[1]].append(ends[0])

    def side(self, first: int, second: int) -> Side:
        """The side between two corners."""
        a, b = sorted(set(self.hexes[first]) & set(self.hexes[second]))
        return a, b


def run_bournes(draft: Draft) -> None:
    """The streams of the theme between hexes, where it has any."""
    bournes = draft.theme.bournes
    if bournes is None:
        return
    lots = draft.lots("bournes")
    wander = bends(lots, draft, 2)
    count = lots.between(*bournes.number)
    corners = Corners(draft)
    for edge in lots.shuffled(EDGES * 3):
        if len(draft.bournes) == count:
            return
        sides = _walk(draft, corners, edge, bournes.reach, lots, wander)
        if not sides:
            continue
        draft.bournes.append(Bourne(bournes.kind, sides))
        if bournes.reach < ACROSS:
            for h, away in enumerate(draft.away(sides[0])):
                draft.wet[h] += max(0, SPRING - SPRING * away // 3)


def _walk(draft: Draft, corners: Corners, edge: str, reach: int, lots: Lots, wander: list[int]) -> list[Side]:
    """The sides of a stream from its spring to an edge of the map; none where there is no room for it."""
    away = draft.away(h for bourne in draft.bournes for side in bourne.sides for h in side)
    mouths = [side for side in _rim(draft, edge) if away[side[0]] >= APART]
    mouths = mouths[len(mouths) // 4 : len(mouths) - len(mouths) // 4]
    if not mouths:
        return []
    mouth = lots.pick(mouths)

    def price(origin: int, target: int) -> int | None:
        a, b = corners.side(origin, target)
        if away[a] < APART or away[b] < APART:
            return CLOSED
        return 30 + (wander[a] + wander[b]) // 2 + (RIM if a in draft.edge_of or b in draft.edge_of else 0)

    costs, before = spread(corners.near, corners.at[mouth], price)
    beyond = {corners.at[side][0]: side for side in _rim(draft, OPPOSITE[edge])[2:-2]} if reach >= ACROSS else {}
    ends = (
        [c for c in costs if c in beyond] if beyond else [c for c in costs if _depth(draft, corners, c, edge) >= reach]
    )
    if not ends:
        return []
    end = min(ends, key=lambda corner: (costs[corner], corner))
    path = way_to(end, before)
    last = [beyond[end]] if beyond else []
    return [*last, *(corners.side(a, b) for a, b in pairwise(path[::-1])), mouth]


def _rim(draft: Draft, edge: str) -> list[Side]:
    """The sides that end at an edge of the map, in order."""
    rim = {h for h, at in draft.edge_of.items() if at == (edge,)}
    return sorted({(min(h, n), max(h, n)) for h in rim for n in draft.space.near[h] if n in rim})


def _depth(draft: Draft, corners: Corners, corner: int, edge: str) -> int:
    """The distance of a corner from an edge, in percent of the way across; 0 at another edge."""
    hexes = corners.hexes[corner]
    if any(h in draft.edge_of for h in hexes):
        return 0
    wide, high = draft.points[-1]
    x, y = (sum(draft.points[h][axis] for h in hexes) // 3 for axis in (0, 1))
    away, full = {"north": (y, high), "south": (high - y, high), "west": (x, wide), "east": (wide - x, wide)}[edge]
    return away * 100 // max(1, full)
