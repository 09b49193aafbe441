"""Roads: a net on each bank that joins the edges of the map and the crossings, and bridges and fords between the nets.

The crossings are chosen first and the roads led to them, so that no road ends at the water.
"""

from __future__ import annotations

from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from ibbprint.engine.land.draft import CLOSED, USUAL, Crossing, Draft, spread, way_to
from ibbprint.engine.land.lots import noise
from ibbprint.engine.land.relief import HEX

BUILT = 3
"""A step along a road that is there already."""
OPEN = 10
"""A step over open ground; other ground by what it costs to march over."""
BESIDE = 14
"""More for a hex beside a road that is not on it: two roads do not run side by side."""
SUMMIT = 500
"""More for the heart of a height, in percent of open ground: a road goes round a crest."""
OVER_STREAM = 35
WET = 6
"""More for a hex on the bank of a water: roads keep off it but to cross."""
RIM = 12
"""More at the edge of the map and next to it: a road that keeps to the edge is of no use to anybody."""
CLIMB = 12
"""A rise of so much costs as much more as a tenth of a step."""
APART = 6
"""Crossings of a river lie so far apart."""
EXITS_APART = 6
MOST_EXITS = 9
EVERY = 100
"""So many fords in a hundred crossings leave no bridge."""


class Site(NamedTuple):
    """A way over a river or a range: from the land on one side to the land on the other."""

    way: tuple[int, ...]

    @property
    def hex(self) -> int:
        return self.way[1]

    @property
    def ends(self) -> tuple[int, int]:
        return self.way[0], self.way[-1]


def lay_roads(draft: Draft) -> None:
    """The crossings, then the net of each bank, then what is built where."""
    roads = draft.theme.roads
    if roads is None or not draft.land:
        return
    sites = choose_crossings(draft)
    exits = choose_exits(draft, sites)
    wander = noise(draft.lots("road wander"), draft.points, 2 * HEX)
    heart = [] if sites else [choose_heart(draft)]
    for bank in banks(draft):
        ends = [end for site in sites for end in site.ends if end in bank]
        _net(draft, bank, [*ends, *(h for h in (*heart, *exits) if h in bank)], wander)
    for site in sites:
        draft.links |= {(min(a, b), max(a, b)) for a, b in pairwise(site.way)}
    draft.crossings += _crossings(draft, {site.hex for site in sites} & draft.water)
    gap = {h for site in sites for h in site.way[1:-1]} if draft.gap is not None else set()
    for h in sorted(draft.paved - draft.water):
        draft.terrain[h] = _trodden(draft, h, gap)
    draft.roads = courses(draft)


def _trodden(draft: Draft, h: int, gap: set[int]) -> str:
    """What ground becomes where a road runs through it, or through the gap of a range."""
    assert draft.theme.roads is not None
    through = draft.theme.roads.through
    sides = [draft.terrain[n] for n in draft.space.near[h] if draft.terrain[n] in through]
    if through and (h in gap or (len(sides) > 1 and draft.gap is not None and draft.distance(h, draft.gap) <= 2)):
        return next(iter(through.values()))
    return through.get(draft.terrain[h], draft.terrain[h])


def banks(draft: Draft) -> list[set[int]]:
    """The land on each side of the river or range; a stream parts no land, for a road crosses it anywhere."""
    return [set(group) for group in draft.groups(set(range(draft.size)) - draft.barrier - draft.sea)]


def choose_crossings(draft: Draft) -> list[Site]:
    """Where roads will cross the river: the first near its middle, others far from it."""
    river = draft.theme.river
    if draft.gap is not None:
        return _through_gap(draft, draft.gap)
    if river is None or not draft.runs:
        return []
    lots = draft.lots("crossings")
    wanted = lots.between(*river.crossings)
    wanted = min(wanted, draft.scaled(wanted))
    able = _sites(draft)
    bumps = noise(lots, draft.points, 2 * HEX)

    def worth(site: Site) -> int:
        ground = sum(draft.price.get(draft.terrain[end], 100) for end in site.ends)
        return draft.central(site.hex) + bumps[site.hex] // 2 - 2 * ground

    chosen: list[Site] = []
    for site in sorted(able, key=lambda site: (-worth(site), site.hex)):
        if len(chosen) < wanted and draft.apart(site.hex, [one.hex for one in chosen]) >= APART:
            chosen.append(site)
    return chosen


def _through_gap(draft: Draft, gap: int) -> list[Site]:
    """The way through a range: the shortest at its gap."""
    land = banks(draft)[:2]
    if len(land) < 2:
        return []

    def price(here: int, there: int) -> int | None:
        inside = there in draft.spine and draft.distance(there, gap) <= 2
        return 10 + draft.distance(there, gap) if here not in land[1] and (inside or there in land[1]) else CLOSED

    starts = [h for h in land[0] if draft.distance(h, gap) <= 3]
    found, before = spread(draft.space.near, starts, price)
    ends = [h for h in found if h in land[1] and way_to(h, before)[1] in draft.spine]
    return [Site(tuple(way_to(min(ends, key=lambda h: (found[h], h)), before)))] if ends else []


def _sites(draft: Draft) -> list[Site]:
    """Every hex of the river with open banks straight across it, away from where streams join and from the edge."""
    course = draft.runs[0].hexes
    water, sea = draft.water, draft.sea
    joins = {run.joins for run in draft.runs[1:]}
    side = {h: number for number, bank in enumerate(banks(draft)) for h in bank}
    found = []
    for h in course[2:-2]:
        if h in joins or h in draft.edge_of:
            continue
        around = draft.space.around[h]
        half = len(around) // 2
        for direction in range(half):
            a, b = around[direction], around[direction + half]
            if min(a, b) < 0 or a in water or b in water or a in sea or b in sea:
                continue
            if side.get(a) != side.get(b) and not {a, b} & set(draft.edge_of):
                found.append(Site((a, h, b)))
    return found


def choose_exits(draft: Draft, sites: list[Site]) -> list[int]:
    """Where roads leave the map: on every bank, on as many sides as there are, far from each other."""
    roads = draft.theme.roads
    assert roads is not None
    lots = draft.lots("exits")
    wanted = min(MOST_EXITS, lots.between(*roads.exits) * isqrt(draft.size) // isqrt(USUAL))
    away, summits = draft.away(draft.water), _summits(draft)
    land = {h for h in draft.land if draft.terrain[h] not in summits}
    able = [
        h for h, at in draft.edge_of.items() if len(at) == 1 and h in land and away[h] > 2 and not _in_corner(draft, h)
    ]
    luck = {h: lots.below(60) for h in sorted(able)}
    sides = banks(draft)
    chosen: list[int] = []

    def worth(h: int) -> int:
        ground = draft.price.get(draft.terrain[h], 100)
        alike = sum(draft.edge_of[h] == draft.edge_of[other] for other in chosen)
        return 6 * min(16, draft.apart(h, chosen)) - ground // 2 - 60 * alike + luck[h]

    # One on each bank first, or a bridge would lead nowhere.
    for bank in [bank for bank in sides if any(end in bank for site in sites for end in site.ends)]:
        there = [h for h in able if h in bank and h not in chosen]
        if there:
            chosen.append(max(there, key=lambda h: (worth(h), -h)))
    largest = set().union(*(sides if sites else sides[:1]))
    while len(chosen) < wanted:
        left = [h for h in able if h in largest and draft.apart(h, chosen) >= EXITS_APART]
        if not left:
            break
        chosen.append(max(left, key=lambda h: (worth(h), -h)))
    return chosen


def choose_heart(draft: Draft) -> int:
    """Where roads meet on a map without a river or a range to cross: open ground about its middle."""
    luck = draft.lots("heart")
    worth = {h: draft.central(h) - 4 * draft.price.get(draft.terrain[h], 100) + luck.below(400) for h in draft.land}
    return max(worth, key=lambda h: (worth[h], -h))


def _summits(draft: Draft) -> set[str]:
    """The grounds that roads go round."""
    through = set() if draft.theme.roads is None else set(draft.theme.roads.through)
    return through | {cover.ground for cover in draft.theme.covers if cover.heart}


def _in_corner(draft: Draft, h: int) -> bool:
    return any(len(draft.edge_of.get(n, ())) > 1 for n in draft.space.near[h])


def _net(draft: Draft, bank: set[int], ends: list[int], wander: list[int]) -> None:
    """Roads that join all ends on a bank: each to the nearest point of what is built."""
    if len(ends) < 2:
        return
    built = {min(ends, key=lambda h: (-draft.central(h), h))}
    left = [h for h in ends if h not in built]
    water = draft.water
    leaving = {h for h in ends if h in draft.edge_of}
    summits = _summits(draft)
    shore = draft.next_to(water | draft.sea)
    rim = set(draft.edge_of) | draft.next_to(draft.edge_of)
    while left:
        paved = draft.paved | built
        beside = draft.next_to(paved)

        def price(here: int, there: int, paved: set[int] = paved, beside: set[int] = beside) -> int | None:
            if there not in bank or (here in water and there in water):
                return CLOSED
            # A road that leaves the map comes straight to its edge, and no other runs on from there.
            if here in leaving or (there in leaving and not draft.leads_out(there, here)):
                return CLOSED
            if (min(here, there), max(here, there)) in draft.links:
                return BUILT
            if there in water and (there in paved or not _crossable(draft, there)):
                return CLOSED
            ground = draft.price.get(draft.terrain[there], 100) + (SUMMIT if draft.terrain[there] in summits else 0)
            climb = abs(draft.height[there] - draft.height[here])
            cost = OPEN * ground // 100 + climb // CLIMB + wander[there] // 120
            cost += OVER_STREAM if there in water else 0
            cost += BESIDE if there in beside and there not in paved else 0
            cost += WET if there in shore and there not in ends else 0
            return cost + (RIM if there in rim and there not in ends else 0)

        found, before = spread(draft.space.near, built, price)
        able = [h for h in left if h in found]
        if not able:
            break
        end = min(able, key=lambda h: (found[h], h))
        way = way_to(end, before)
        draft.links |= {(min(a, b), max(a, b)) for a, b in pairwise(way)}
        built |= set(way)
        left.remove(end)


def _crossable(draft: Draft, h: int) -> bool:
    """Whether a road may go over a stream here: not at its spring, not where waters meet, not at the edge."""
    return any(h in run.hexes[1:-1] for run in draft.runs[1:]) and h not in {run.joins for run in draft.runs}


def _crossings(draft: Draft, over_river: set[int]) -> list[Crossing]:
    """A bridge or a ford wherever a road goes through water."""
    river = draft.theme.river
    fords = river.fords if river is not None else 0
    lots = draft.lots("bridges")
    made = []
    for number, h in enumerate(sorted(draft.paved & draft.water)):
        ford = lots.of(fords)
        # A river has a bridge unless its theme has none at all: it would part the land for engines and carts.
        first = h in over_river and (number == 0 or len(over_river) == 1)
        made.append(Crossing(h, ford and (not first or fords == EVERY)))
    return made


# --- from links to roads ----------------------------------------------------------------------------------------


def courses(draft: Draft) -> list[list[int]]:
    """The links as roads: from edge to edge first, the longest first, then what branches off them."""
    near: dict[int, list[int]] = {}
    for a, b in sorted(draft.links):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    left = {frozenset(link) for link in draft.links}
    made = []
    while left:
        ways = [
            way
            for start in sorted(near)
            if _is_end(draft, start, near, left)
            for way in [_longest(start, near, left)]
            if len(way) > 1
        ]
        if not ways:
            ways = [_longest(min(min(link) for link in left), near, left)]
        best = max(ways, key=lambda way: (_through(draft, way), len(way), -way[0]))
        left -= {frozenset(pair) for pair in pairwise(best)}
        made.append(best)
    return made


def _is_end(draft: Draft, h: int, near: dict[int, list[int]], left: set[frozenset[int]]) -> bool:
    degree = sum(frozenset((h, n)) in left for n in near[h])
    return degree == 1 or (degree > 0 and h in draft.edge_of) or 0 < degree < len(near[h])


def _through(draft: Draft, way: list[int]) -> bool:
    return way[0] in draft.edge_of and way[-1] in draft.edge_of


def _longest(start: int, near: dict[int, list[int]], left: set[frozenset[int]]) -> list[int]:
    """The longest of the shortest ways over links that are left."""
    before: dict[int, int] = {start: start}
    ring = [start]
    for h in ring:
        for n in near[h]:
            if frozenset((h, n)) in left and n not in before:
                before[n] = h
                ring.append(n)
    way = [ring[-1]]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]


def degrees(draft: Draft) -> dict[int, int]:
    """How many ways lead from each hex of a road."""
    found: dict[int, int] = {}
    for link in draft.links:
        for h in link:
            found[h] = found.get(h, 0) + 1
    return found
