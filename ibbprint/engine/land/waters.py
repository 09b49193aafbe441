"""The river, right across the map or into the sea, and the streams that run into it."""

from __future__ import annotations

from ibbprint.catalogue.models.themes import River
from ibbprint.engine.land.draft import CLOSED, OPPOSITE, Draft, Run
from ibbprint.engine.land.lots import Lots
from ibbprint.engine.land.relief import bends, lower_valley
from ibbprint.engine.space import spread, way_to

TRIES = 8
"""The most pairs of ends that are tried for banks of similar size."""
LEAST_BANK = 28
"""The lesser bank has so many percent of the land, if it can be had."""
STRAIGHT = 6
"""A water runs straight for at most this many steps, if there is room for a bend beside it."""


def run_river(draft: Draft) -> None:
    """The main water of the theme, where it has one."""
    river = draft.theme.river
    if river is None:
        return
    lots = draft.lots("river")
    wander = bends(lots, draft, 3)
    best: tuple[int, list[int]] | None = None
    for _ in range(TRIES):
        course = _course(draft, river, lots, wander)
        if course is None:
            continue
        bank = _lesser_bank(draft, course)
        if best is None or bank > best[0]:
            best = bank, course
        if bank >= LEAST_BANK:
            break
    if best is None:
        return
    course = best[1]
    mouth = course.pop() if draft.terrain[course[-1]] != draft.theme.ground else None
    if mouth is None and draft.height[course[0]] < draft.height[course[-1]]:
        course.reverse()
    course = _bent(draft, course, draft.lots("river reaches"))
    draft.runs.append(Run(river.ground, course, mouth))
    for h in course:
        draft.terrain[h] = river.ground
    lower_valley(draft, course, river.valley)


def _course(draft: Draft, river: River, lots: Lots, wander: list[int]) -> list[int] | None:
    """A path from one end to another; where there is sea, its last hex is of the sea."""
    sea = draft.sea
    direction = lots.pick(river.ways)
    first, last = _ends(direction, lots)
    if sea:
        first = OPPOSITE[draft.coast]
    start = _gate(draft, first, lots)
    goals = sea - set(draft.edge_of) if sea else {h for h in [_gate(draft, last, lots)] if h is not None}
    if start is None or not goals:
        return None
    heads = {start, *goals}

    def price(origin: int, target: int) -> int | None:
        if origin in sea or (origin == start and not draft.leads_out(origin, target)):
            return CLOSED
        if target in heads and target not in sea and not draft.leads_out(target, origin):
            return CLOSED
        rim = 400 if target in draft.edge_of and target not in heads else 0
        return 30 + max(0, draft.height[target]) // 8 + wander[target] + rim

    costs, before = spread(draft.space.near, [start], price)
    ends = goals & set(costs)
    return way_to(min(ends, key=lambda h: (costs[h], h)), before) if ends else None


def _bent(draft: Draft, course: list[int], lots: Lots) -> list[int]:
    """The course with a bend wherever it would run straight for long."""
    result, at = list(course), 0
    while at < len(result) - 1:
        direction = _direction(draft, result, at)
        end = at + 1
        while end < len(result) - 1 and _direction(draft, result, end) == direction:
            end += 1
        if end - at <= STRAIGHT:
            at = end
            continue
        wide = lots.between(2, 3)
        begin = at + lots.between(2, STRAIGHT - 2)
        aside = [
            bend
            for turn in lots.shuffled((1, -1))
            if _is_free(draft, result, begin, bend := _aside(draft, result[begin : begin + wide], direction + turn))
        ]
        at = begin + wide
        if aside:
            result[begin + 1 : begin + wide] = aside[0]
            at += 1
    return result


def _direction(draft: Draft, course: list[int], at: int) -> int:
    return draft.space.around[course[at]].index(course[at + 1])


def _aside(draft: Draft, reach: list[int], direction: int) -> list[int]:
    """The hexes beside a straight reach, on one side."""
    return [draft.space.around[h][direction % len(draft.space.around[h])] for h in reach]


def _is_free(draft: Draft, course: list[int], begin: int, bend: list[int]) -> bool:
    """Whether a water can go this way instead of straight on, and touch nothing but the reach that it leaves."""
    touched = (draft.water | draft.sea | set(course)) - set(course[begin : begin + len(bend) + 1])
    return all(h >= 0 and h not in draft.edge_of and touched.isdisjoint((h, *draft.space.near[h])) for h in bend)


def _ends(direction: str, lots: Lots) -> tuple[str, str]:
    level, upright = ("west", "east"), ("north", "south")
    if direction == "bend":
        return lots.pick(level), lots.pick(upright)
    return level if direction == "across" else upright


def _gate(draft: Draft, edge: str, lots: Lots) -> int | None:
    """The hex where a water comes in or goes out: in the middle half of an edge."""
    edge_hexes = [h for h, at in draft.edge_of.items() if at == (edge,)]
    edge_hexes = edge_hexes[len(edge_hexes) // 4 : -(len(edge_hexes) // 4) or None]
    edge_hexes = [h for h in edge_hexes if draft.terrain[h] == draft.theme.ground]
    return lots.pick(edge_hexes) if edge_hexes else None


def _lesser_bank(draft: Draft, course: list[int]) -> int:
    """The share of the land that is on the smaller bank, in percent."""
    land = set(range(draft.size)) - set(course) - draft.sea
    banks = draft.groups(land)
    return len(banks[1]) * 100 // len(land) if len(banks) > 1 else 0


def run_streams(draft: Draft) -> None:
    """Streams from high ground down to the river, or to the stream before them."""
    streams = draft.theme.streams
    if streams is None or not draft.runs:
        return
    lots = draft.lots("streams")
    reaches = draft.lots("stream reaches")
    wander = bends(lots, draft, 2)
    count = draft.scaled(lots.between(*streams.number))
    for spring in _springs(draft, lots):
        if count == 0:
            return
        course = _downhill(draft, spring, wander)
        if course is None or len(course) - 1 < streams.least:
            continue
        joins = course.pop()
        if any(draft.apart(h, run.hexes) < 2 for run in draft.runs for h in course[:-1]):
            continue
        course = _bent(draft, course, reaches)
        draft.runs.append(Run(streams.ground, course, joins))
        for h in course:
            draft.terrain[h] = streams.ground
        lower_valley(draft, course, 1)
        count -= 1


def _springs(draft: Draft, lots: Lots) -> list[int]:
    """The hexes where streams may rise, the best first: high, well off the water, off the edge of the map."""
    away = draft.away(draft.water)
    able = [h for h in draft.land if h not in draft.edge_of and 4 <= away[h] <= 9]
    good = sorted(able, key=lambda h: (-draft.height[h], h))[: max(6, len(able) // 3)]
    return lots.shuffled(good)[: draft.scaled(12)]


def _downhill(draft: Draft, spring: int, wander: list[int]) -> list[int] | None:
    """The way of a stream, the hex of the water that it joins at its end."""
    water, sea = draft.water, draft.sea
    # A stream joins a water in the middle of its run, and off the edge of the map.
    mouths = {h for run in draft.runs for h in run.hexes[2:-2] if h not in draft.edge_of}
    beside = draft.next_to(water)

    def price(origin: int, target: int) -> int | None:
        if target in water:
            return 10 if target in mouths else CLOSED
        if origin in water or target in draft.edge_of or target in sea:
            return CLOSED
        climb = max(0, draft.height[target] - draft.height[origin])
        return 30 + climb + wander[target] // 2 + (60 if target in beside else 0)

    costs, before = spread(draft.space.near, [spring], price)
    ends = [h for h in mouths if h in costs]
    return way_to(min(ends, key=lambda h: (costs[h], h)), before) if ends else None
