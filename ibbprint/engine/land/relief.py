"""Heights and wetness: rises and hollows of two sizes, ridges on them, a slope down to the sea."""

from __future__ import annotations

from math import isqrt

from ibbprint.engine.land.draft import EDGES, Draft
from ibbprint.engine.land.lots import DIRECTIONS, FULL, Lots, evened, noise

HEX = 1000
GAP = 1200
"""How far from the middle of a gap its range has its full height again."""
SPINE = 578
"""Whatever hex a line goes through has its middle so near to it."""
SLOPE = 1000
"""How much lower the land is at the sea than at the far side."""


def raise_land(draft: Draft) -> None:
    """Fill in heights and wetness."""
    relief = draft.theme.relief
    lots = draft.lots("relief")
    coarse = noise(lots, draft.points, relief.coarse * HEX)
    fine = noise(lots, draft.points, relief.fine * HEX)
    draft.height = [(2 * a + b) // 3 for a, b in zip(coarse, fine, strict=True)]
    for number in range(relief.ridges):
        _ridge(draft, draft.lots(f"ridge {number + 1}"))
    wet = draft.lots("wetness")
    broad, small = noise(wet, draft.points, 6 * HEX), noise(wet, draft.points, 3 * HEX)
    draft.wet = [(2 * a + b) // 3 for a, b in zip(broad, small, strict=True)]


def flood_sea(draft: Draft) -> None:
    """The sea along one side: the lowest land of a slope down to it, all of it joined."""
    sea = draft.theme.sea
    if sea is None:
        return
    lots = draft.lots("sea")
    edge = draft.coast = lots.pick(EDGES)
    for h in range(draft.size):
        draft.height[h] += _from_edge(draft, h, edge) * SLOPE // FULL
    starts = [h for h, at in draft.edge_of.items() if edge in at]
    number = draft.size * sea.share // 100
    # Filled from its side like a bath: always the lowest hex that touches what is under water already.
    under = set(starts[:number])
    shore = draft.next_to(under)
    while shore and len(under) < number:
        lowest = min(shore, key=lambda h: (draft.height[h], h))
        under.add(lowest)
        shore.discard(lowest)
        shore |= draft.next_to([lowest]) - under
    for rock in draft.groups(set(range(draft.size)) - under)[1:]:
        under |= set(rock)  # a few hexes of land that the sea has cut off are sea as well
    for h in under:
        draft.terrain[h] = sea.ground


def _from_edge(draft: Draft, h: int, edge: str) -> int:
    """The distance of a hex from an edge of the map, of FULL."""
    x, y = draft.points[h]
    wide, high = draft.points[-1]
    away = {"north": (y, high), "south": (high - y, high), "west": (x, wide), "east": (wide - x, wide)}[edge]
    return away[0] * FULL // max(1, away[1])


def _ridge(draft: Draft, lots: Lots) -> None:
    """A long back of land somewhere across the middle of the map."""
    relief = draft.theme.relief
    wide, high = draft.points[-1]
    x0, y0 = wide * lots.between(30, 70) // 100, high * lots.between(30, 70) // 100
    dx, dy = lots.pick(DIRECTIONS)
    half = max(wide, high) * relief.length // 200
    bend = lots.between(-25, 25)
    reach = relief.width * HEX
    offset = half * lots.between(-15, 15) // 100
    best = None
    for h, (x, y) in enumerate(draft.points):
        along = ((x - x0) * dx + (y - y0) * dy) // 100
        across = ((y - y0) * dx - (x - x0) * dy) // 100
        across += bend * along * along // (100 * max(1, half))
        past = max(0, abs(along) - half)
        away = isqrt(across * across + past * past)
        if away < reach:
            notch = max(0, GAP - abs(along - offset)) if relief.gap else 0
            draft.height[h] += relief.lift * (reach - away) * (GAP - notch) // (reach * GAP)
        if relief.gap and abs(across) <= SPINE and past == 0:
            draft.spine.add(h)
            off = abs(along - offset)
            if best is None or (off, h) < best:
                best = off, h
    if best is not None:
        draft.gap = best[1]


def lower_valley(draft: Draft, hexes: list[int], reach: int) -> None:
    """Land near a water is lower, the nearer the lower."""
    for h, away in enumerate(draft.away(hexes)):
        if away <= reach:
            draft.height[h] -= (reach + 1 - away) * 350 // (reach + 1)


def bends(lots: Lots, draft: Draft, size: int) -> list[int]:
    """The bends of a water: soft and hard ground by turns, at a spacing in hexes."""
    return [value * value // FULL for value in evened(noise(lots, draft.points, size * HEX))]
