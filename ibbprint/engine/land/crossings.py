"""The places where roads cross the river or the range: chosen before the roads, which are led to them."""

from __future__ import annotations

from typing import NamedTuple

from ibbprint.engine.land.draft import CLOSED, Crossing, Draft
from ibbprint.engine.land.lots import noise
from ibbprint.engine.land.relief import HEX
from ibbprint.engine.space import spread, way_to

APART = 6
"""Crossings of a river lie so far apart."""
EVERY = 100
"""The share of fords, in a hundred crossings, that leaves no bridge."""


class Site(NamedTuple):
    """A path over a river or a range: from the land on one side to the land on the other."""

    way: tuple[int, ...]

    @property
    def hex(self) -> int:
        return self.way[1]

    @property
    def ends(self) -> tuple[int, int]:
        return self.way[0], self.way[-1]


def banks(draft: Draft) -> list[set[int]]:
    """The land on each side of the river or range; a stream parts no land, for a road crosses it anywhere."""
    return [set(group) for group in draft.groups(set(range(draft.size)) - draft.barrier - draft.sea)]


def choose_crossings(draft: Draft) -> list[Site]:
    """Choose where roads cross the river: the first near its middle, others far from it."""
    river = draft.theme.river
    if draft.gap is not None:
        return _through_gap(draft, draft.gap)
    if river is None or not draft.runs:
        return []
    lots = draft.lots("crossings")
    count = lots.between(*river.crossings)
    count = min(count, draft.scaled(count))
    able = _sites(draft)
    bumps = noise(lots, draft.points, 2 * HEX)

    def worth(site: Site) -> int:
        ground = sum(draft.price.get(draft.terrain[end], 100) for end in site.ends)
        return draft.central(site.hex) + bumps[site.hex] // 2 - 2 * ground

    chosen: list[Site] = []
    for site in sorted(able, key=lambda site: (-worth(site), site.hex)):
        if len(chosen) < count and draft.apart(site.hex, [item.hex for item in chosen]) >= APART:
            chosen.append(site)
    return chosen


def _through_gap(draft: Draft, gap: int) -> list[Site]:
    """The way through a range: the shortest at its gap."""
    land = banks(draft)[:2]
    if len(land) < 2:
        return []

    def price(origin: int, target: int) -> int | None:
        inside = target in draft.spine and draft.distance(target, gap) <= 2
        return 10 + draft.distance(target, gap) if origin not in land[1] and (inside or target in land[1]) else CLOSED

    starts = [h for h in land[0] if draft.distance(h, gap) <= 3]
    costs, before = spread(draft.space.near, starts, price)
    ends = [h for h in costs if h in land[1] and way_to(h, before)[1] in draft.spine]
    return [Site(tuple(way_to(min(ends, key=lambda h: (costs[h], h)), before)))] if ends else []


def _sites(draft: Draft) -> list[Site]:
    """Every hex of the river with open banks straight across it, away from where streams join and from the edge."""
    course = draft.runs[0].hexes
    water, sea = draft.water, draft.sea
    joins = {run.joins for run in draft.runs[1:]}
    side = {h: number for number, bank in enumerate(banks(draft)) for h in bank}
    result = []
    for h in course[2:-2]:
        if h in joins or h in draft.edge_of:
            continue
        neighbours = draft.space.around[h]
        half = len(neighbours) // 2
        for direction in range(half):
            a, b = neighbours[direction], neighbours[direction + half]
            if min(a, b) < 0 or a in water or b in water or a in sea or b in sea:
                continue
            if side.get(a) != side.get(b) and not {a, b} & set(draft.edge_of):
                result.append(Site((a, h, b)))
    return result


def build_crossings(draft: Draft, over_river: set[int]) -> list[Crossing]:
    """A bridge or a ford wherever a road goes through water."""
    river = draft.theme.river
    fords = river.fords if river is not None else 0
    lots = draft.lots("bridges")
    result = []
    for number, h in enumerate(sorted(draft.paved & draft.water)):
        ford = lots.falls(fords)
        # A river has a bridge unless its theme has none at all: it would part the land for engines and carts.
        first = h in over_river and (number == 0 or len(over_river) == 1)
        result.append(Crossing(h, ford and (not first or fords == EVERY)))
    return result
