"""Roads: a net on each bank that joins the edges of the map and the crossings between the nets."""

from __future__ import annotations

from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from ibbprint.engine.land.courses import courses
from ibbprint.engine.land.crossings import Site, banks, build_crossings, choose_crossings
from ibbprint.engine.land.draft import CLOSED, USUAL, Draft
from ibbprint.engine.land.lots import noise
from ibbprint.engine.land.relief import HEX
from ibbprint.engine.space import Price, spread, way_to

BUILT = 3
"""A step along a road that is there already."""
OPEN = 10
"""A step over open ground; other ground by what it costs to march over."""
OPEN_PRICE = 100
"""What open ground costs to march over, in percent of itself."""
BESIDE = 14
"""More for a hex beside a road that is not on it: two roads do not run side by side."""
SUMMIT = 500
"""More for the heart of a height, in percent of open ground: a road goes round a crest."""
OVER_STREAM = 35
"""More for a ford or a bridge over a stream."""
WET = 6
"""More for a hex on the bank of a water: roads keep off it but to cross."""
HAIRPIN = 60
"""More for coming to a bridge or a ford from beside it, and turning back upon oneself to cross."""
RIM = 12
"""More at the edge of the map and next to it: a road that keeps to the edge is of no use to anybody."""
CLIMB = 12
"""A rise of so much costs as much more as a tenth of a step."""
WANDER = 120
"""So much of the noise that bends roads costs as much more as a tenth of a step."""
EXITS_APART = 6
MOST_EXITS = 9


class _Lie(NamedTuple):
    """The lie of the land that bends roads: noise, and the distance to a crossing from its approach."""

    wander: list[int]
    hairpins: frozenset[tuple[int, int]]


def lay_roads(draft: Draft) -> None:
    """The crossings, then the net of each bank, then the bridges and fords."""
    roads = draft.theme.roads
    if roads is None or not draft.land:
        return
    sites = choose_crossings(draft)
    exits = choose_exits(draft, sites)
    wander = noise(draft.lots("road wander"), draft.points, 2 * HEX)
    lie = _Lie(wander, _hairpins(draft, sites))
    heart = None if sites else choose_heart(draft)
    for bank in banks(draft):
        ends = [end for site in sites for end in site.ends if end in bank]
        _net(draft, bank, [*ends, *(h for h in exits if h in bank)], heart if heart in bank else None, lie)
    for site in sites:
        draft.links |= {(min(a, b), max(a, b)) for a, b in pairwise(site.way)}
    draft.crossings += build_crossings(draft, {site.hex for site in sites} & draft.water)
    gap = {h for site in sites for h in site.way[1:-1]} if draft.gap is not None else set()
    for h in sorted(draft.paved - draft.water):
        draft.terrain[h] = _trodden(draft, h, gap)
    draft.roads = courses(draft)


def _trodden(draft: Draft, h: int, gap: set[int]) -> str:
    """The ground of a hex when a road runs through it, or through the gap of a range."""
    assert draft.theme.roads is not None
    through = draft.theme.roads.through
    sides = [draft.terrain[n] for n in draft.space.near[h] if draft.terrain[n] in through]
    if through and (h in gap or (len(sides) > 1 and draft.gap is not None and draft.distance(h, draft.gap) <= 2)):
        return next(iter(through.values()))
    return through.get(draft.terrain[h], draft.terrain[h])


def _hairpins(draft: Draft, sites: list[Site]) -> frozenset[tuple[int, int]]:
    """The steps, either way, between the end of a crossing and the land that is beside both."""
    near = draft.space.near
    ends = [pair for site in sites for pair in ((site.way[0], site.way[1]), (site.way[-1], site.way[-2]))]
    return frozenset(
        step for end, inner in ends for n in near[end] if n in near[inner] for step in ((end, n), (n, end))
    )


def choose_exits(draft: Draft, sites: list[Site]) -> list[int]:
    """Choose where roads leave the map: on every bank, on as many sides as possible, far from each other."""
    roads = draft.theme.roads
    assert roads is not None
    lots = draft.lots("exits")
    count = min(MOST_EXITS, lots.between(*roads.exits) * isqrt(draft.size) // isqrt(USUAL))
    away, summits = draft.away(draft.water), _summits(draft)
    shore = draft.next_to(draft.sea)
    land = {h for h in draft.land if draft.terrain[h] not in summits and h not in shore}
    able = [
        h for h, at in draft.edge_of.items() if len(at) == 1 and h in land and away[h] > 2 and not _in_corner(draft, h)
    ]
    luck = {h: lots.below(60) for h in sorted(able)}
    sides = banks(draft)
    chosen: list[int] = []

    def worth(h: int) -> int:
        ground = draft.price.get(draft.terrain[h], 100)
        same_edge = sum(draft.edge_of[h] == draft.edge_of[previous] for previous in chosen)
        return 6 * min(16, draft.apart(h, chosen)) - ground // 2 - 60 * same_edge + luck[h]

    # One on each bank first, or a bridge would lead nowhere.
    for bank in [bank for bank in sides if any(end in bank for site in sites for end in site.ends)]:
        on_bank = [h for h in able if h in bank and h not in chosen]
        if on_bank:
            chosen.append(max(on_bank, key=lambda h: (worth(h), -h)))
    largest = set().union(*(sides if sites else sides[:1]))
    while len(chosen) < count:
        candidates = [h for h in able if h in largest and draft.apart(h, chosen) >= EXITS_APART]
        if not candidates:
            break
        chosen.append(max(candidates, key=lambda h: (worth(h), -h)))
    return chosen


def choose_heart(draft: Draft) -> int:
    """Choose where roads meet on a map without a river or a range to cross: open ground near its middle."""
    luck = draft.lots("heart")
    worth = {h: draft.central(h) - 4 * draft.price.get(draft.terrain[h], 100) + luck.below(400) for h in draft.land}
    return max(worth, key=lambda h: (worth[h], -h))


def _summits(draft: Draft) -> set[str]:
    """The grounds that roads go round."""
    through = set() if draft.theme.roads is None else set(draft.theme.roads.through)
    return through | {cover.ground for cover in draft.theme.covers if cover.heart}


def _in_corner(draft: Draft, h: int) -> bool:
    return any(len(draft.edge_of.get(n, ())) > 1 for n in draft.space.near[h])


def _net(draft: Draft, bank: set[int], ends: list[int], heart: int | None, lie: _Lie) -> None:
    """Roads that join all ends on a bank: each to the nearest point of the net; the first runs by the heart."""
    every = ends if heart is None else [heart, *ends]
    if len(every) < 2:
        return
    builder = _Builder(draft, bank, every, lie, heart)
    if heart is not None:
        builder.lead_through(heart)
    waiting = [h for h in every if h not in builder.built]
    while waiting:
        costs, before = spread(draft.space.near, builder.built, builder.pricing())
        able = [h for h in waiting if h in costs]
        if not able:
            break
        end = min(able, key=lambda h: (costs[h], h))
        builder.build(way_to(end, before))
        waiting.remove(end)


class _Builder:
    """The net of a bank as far as it is built, and what another step of it costs."""

    def __init__(self, draft: Draft, bank: set[int], ends: list[int], lie: _Lie, heart: int | None) -> None:
        self.draft = draft
        self.bank = bank
        self.ends = set(ends)
        self.lie = lie
        self.built = {min(ends, key=lambda h: (-draft.central(h), h)) if heart is None else heart}
        self.water = draft.water
        self.shore = draft.next_to(self.water | draft.sea)
        self.leaving = {h for h in ends if h in draft.edge_of}
        self.rim = set(draft.edge_of) | draft.next_to(draft.edge_of)
        self.summits = _summits(draft)
        self.over_stream = {h for h in self.water if _crossable(draft, h)}

    def build(self, path: list[int]) -> None:
        self.draft.links |= {(min(a, b), max(a, b)) for a, b in pairwise(path)}
        self.built |= set(path)

    def lead_through(self, heart: int) -> None:
        """A road from edge to edge by the heart: in from the nearest exit, and out at the one farthest from that."""
        costs, before = spread(self.draft.space.near, {heart}, self.pricing())
        near = min((h for h in self.leaving if h in costs), key=lambda h: (costs[h], h), default=None)
        if near is None:
            return
        self.build(way_to(near, before))
        ordinary, paved = self.pricing(), self.built - {heart}
        _, before = spread(self.draft.space.near, {heart}, lambda a, b: CLOSED if b in paved else ordinary(a, b))
        far = max(
            (h for h in self.leaving if h in before), key=lambda h: (self.draft.distance(near, h), -h), default=None
        )
        if far is not None:
            self.build(way_to(far, before))

    def pricing(self) -> Price:
        """The price of a step, given the roads so far."""
        paved = self.draft.paved | self.built
        beside = self.draft.next_to(paved)

        def price(origin: int, target: int) -> int | None:
            if target not in self.bank or (origin in self.water and target in self.water):
                return CLOSED
            # A road that leaves the map comes straight to its edge, and no other runs on from there.
            if origin in self.leaving or (target in self.leaving and not self.draft.leads_out(target, origin)):
                return CLOSED
            if (min(origin, target), max(origin, target)) in self.draft.links:
                return BUILT
            if target in self.water and (target in paved or target not in self.over_stream):
                return CLOSED
            alone = BESIDE if target in beside and target not in paved else 0
            return self._ground(origin, target) + alone

        return price

    def _ground(self, origin: int, target: int) -> int:
        """The cost of a step by the lie of the land."""
        draft, kind = self.draft, self.draft.terrain[target]
        ground = draft.price.get(kind, OPEN_PRICE) + (SUMMIT if kind in self.summits else 0)
        climb = abs(draft.height[target] - draft.height[origin]) // CLIMB
        cost = OPEN * ground // OPEN_PRICE + climb + self.lie.wander[target] // WANDER
        cost += (OVER_STREAM if target in self.water else 0) + (HAIRPIN if (origin, target) in self.lie.hairpins else 0)
        if target in self.ends:
            return cost
        return cost + (WET if target in self.shore else 0) + (RIM if target in self.rim else 0)


def _crossable(draft: Draft, h: int) -> bool:
    """Whether a road may go over a stream here: not near its spring, not where waters meet, not at the edge."""
    return any(h in run.hexes[2:-1] for run in draft.runs[1:]) and h not in {run.joins for run in draft.runs}
