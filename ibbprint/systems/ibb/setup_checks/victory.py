"""The conditions of victory: whether they can be met, by whom, how soon, and by both sides at once or by nobody."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from ibbprint.engine.checkbook import VICTORY, Draft, Drafts, error, note, warning
from ibbprint.phrases import listed
from ibbprint.problems import Severity, Where
from ibbprint.systems.ibb.models.victory import (
    Condition,
    Dead,
    Holds,
    HoldsPlaces,
    NoneOn,
    Reached,
    StrengthAcross,
    StrengthIn,
    StrengthLost,
    VictoryLevel,
    thresholds,
)
from ibbprint.systems.ibb.rules import victory
from ibbprint.systems.ibb.rules.state import Counter
from ibbprint.systems.ibb.setup_checks.set_up import Chapter, SetUp, several

BOOK = Chapter(VICTORY)
DEEP = 8
"""Levels that rest on each other are followed so far."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A condition of a level of victory: whose it is, and where it is written."""

    look: SetUp
    index: int
    number: int
    condition: Condition

    @property
    def level(self) -> VictoryLevel:
        return self.look.scenario.victory[self.index]

    @property
    def name(self) -> str:
        return f"{self.level.level} victory of {self.level.side}"

    def where(self, *field: str | int) -> Where:
        return self.look.where("victory", self.index, "all", self.number, *field)


def aims(look: SetUp) -> Iterator[Aim]:
    for index, level in enumerate(look.scenario.victory):
        for number, condition in enumerate(level.all if level.side in look.setting.sides else ()):
            yield Aim(look, index, number, condition)


def _decided(look: SetUp) -> bool:
    """Whether the scenario says at all who wins."""
    return bool(look.scenario.victory)


@BOOK.check("victory-none", "A side that cannot win", "R-168", when=_decided)
def none(look: SetUp) -> Drafts:
    """Every side needs a level of victory."""
    sides = {level.side for level in look.scenario.victory}
    for index, side in enumerate(look.scenario.sides):
        if side.id not in sides:
            yield warning(look.where("sides", index, "id"), f"{side.name} has no level of victory.")


# --- quantities -------------------------------------------------------------------------------------------------


def need(look: SetUp, amount: str, side: int) -> int:
    """The least whole strength that reaches an amount (G-52), asked of the engine."""
    total = victory.army(look.state, side)
    guess = math.ceil(_share(amount, total)) if amount.endswith("%") else int(amount)
    while guess > 0 and victory.enough(guess - 1, amount, total):
        guess -= 1
    while not victory.enough(guess, amount, total):
        guess += 1
    return guess


def _share(amount: str, total: int) -> Fraction:
    return total * Fraction(int(amount[:-1]), 100)


@BOOK.check(
    "victory-share",
    "Shares of strength in points",
    "R-167 R-177 R-184 G-52",
    settled_by=("R-167", "R-177", "R-184", "G-52"),
)
@BOOK.check(
    "victory-amount",
    "More strength than there is",
    "R-167 G-52",
    text="A condition cannot ask for more strength than the army has.",
)
def amounts(look: SetUp) -> Drafts:
    """A percentage of an army's strength is reached at the exact fraction, so at the next whole point; engines do not
    count. Where a set-up as printed leaves that open, the other readings are listed."""
    for aim in aims(look):
        yield from _amount(look, aim)


def _amount(look: SetUp, aim: Aim) -> Drafts:
    """Whether the strength that a condition asks for exists, and what a percentage comes to."""
    condition = aim.condition
    if not isinstance(condition, StrengthAcross | StrengthIn | StrengthLost):
        return
    if condition.side not in look.setting.sides:
        return
    bounds = thresholds(condition)
    if not bounds or condition.side in look.unknown:
        return
    bound, amount = bounds[0]
    field = bound.replace(" ", "_")
    side, where = look.number(condition.side), aim.where(field)
    name, total = look.side_names[side], victory.army(look.state, side)
    least = need(look, amount, side)
    if field == "at_most" and amount.endswith("%"):
        yield error(
            where,
            "an upper limit is written in points, not as a share.",
            f"Write {math.floor(_share(amount, total))}.",
            check="victory-amount",
        )
    elif field != "at_most" and least > total:
        yield error(
            where,
            f"{amount} is more strength than {name} has: {least} of {total}.",
            check="victory-amount",
            working=f"{amount} of {total} = {least} > {total}",
        )
    elif amount.endswith("%"):
        exact = _share(amount, total)
        engines = sum(u.kind.attack for u in look.units if u.side == side and u.kind.engine)
        counted = _share(amount, total + engines)
        with_engine = f" (with the engine {float(counted):g})" if engines else ""
        rounded_as = {math.floor(exact): "rounded down", math.ceil(counted): "with the engine"}
        readings = [f"{points} {how}" for points, how in sorted(rounded_as.items()) if points != least]
        open_ = look.printed and bool(readings)
        points = f"can mean {listed([f'{least} points', *readings], 'or')}" if open_ else f"means {least} points"
        yield Draft(
            Severity.WARNING if open_ else Severity.NOTE,
            where,
            f"{amount} of the strength of {name} {points}.",
            rule="G-52",
            working=f"{amount} of {total} = {float(exact):g} -> {least}{with_engine}",
            named=[aim.level.rules],
        )


@BOOK.check("victory-leader", "A leader who is not there", "R-50 R-182", settled_by=("R-182",))
def leaders(look: SetUp) -> Drafts:
    """A condition on the death of a leader must name a leader in the scenario."""
    present = {u.name for u in look.units if u.kind.leader}
    # in a scenario to be played a wrong name has been told already
    for aim in aims(look) if look.printed else ():
        names = aim.condition.names if isinstance(aim.condition, Dead) else ()
        missing = [name for name in names if name not in present]
        if missing:
            where = aim.where("names", names.index(missing[0]))
            yield error(where, f"there is no leader called {listed(missing)}.", rule="R-182")


@BOOK.check("victory-end", "A crossing without an end", "R-166 G-36", settled_by=("R-166", "G-36"), when=_decided)
def crossings(look: SetUp) -> Drafts:
    """Being over a bridge needs a place in which a unit must be at the end."""
    for index, crossing in enumerate(look.scenario.crossings):
        if crossing.ends_in is None and crossing.ends_outside is None:
            yield warning(
                look.where("crossings", index, "id"),
                f"{crossing.name}: the scenario does not say where a unit must be at the end.",
                places=(crossing.bridge,),
                working="ever stepped across, or across at the end: both readings are open",
            )


def troops(look: SetUp, side: int) -> list[Counter]:
    return [u for u in look.units if u.side == side and u.kind.troops and look.spots(u)]


@BOOK.check("victory-area", "Hexes that are not named", "R-183", settled_by=("R-183",))
def nowhere(look: SetUp) -> Drafts:
    """A side that must be off some hexes at the end needs to know which."""
    # in a scenario to be played that is a fault of its own
    on = look.battle.map if look.printed else None
    for aim in aims(look) if on is not None else ():
        condition = aim.condition
        if on is None or not isinstance(condition, NoneOn) or condition.area is not None:
            continue
        if condition.side not in look.setting.sides:
            continue
        side = look.number(condition.side)
        spots = set(look.at(h for u in troops(look, side) for h in look.spots(u)))
        areas = {area.name: on.area(area.id) or frozenset() for area in on.model.areas}
        # the areas in which the side may start come into question
        candidates = [name for name, hexes in areas.items() if hexes and hexes <= spots]
        candidates = candidates or [name for name, hexes in areas.items() if hexes & spots]
        sizes = [f"{name} ({several(len(areas[name]), 'hex', 'hexes')})" for name in candidates]
        yield warning(
            aim.where("side"),
            f"the scenario does not say which hexes {look.side_names[side]} must have left at the end.",
            working=f"{look.side_names[side]} can start in {listed(sizes) or 'no named area'}",
        )


# --- both, or nobody --------------------------------------------------------------------------------------------


def _all(look: SetUp, level: VictoryLevel, deep: int = 0) -> Iterator[Condition]:
    """The conditions of a level, with those of levels of which it says that they are reached."""
    for condition in level.all:
        yield condition
        if isinstance(condition, Reached) and condition.met and deep < DEEP:
            below = [
                item
                for item in look.scenario.victory
                if item.side == condition.side and item.level == condition.level and item is not level
            ]
            if len(below) == 1:
                yield from _all(look, below[0], deep + 1)


def _excluded(look: SetUp, a: VictoryLevel, b: VictoryLevel) -> bool:
    """Whether two levels can never be reached together, as far as their conditions show it."""
    ours, theirs = list(_all(look, a)), list(_all(look, b))
    return any(_against(look, x, y) or _against(look, y, x) for x in ours for y in theirs) or any(
        isinstance(x, Reached) and not x.met and _contains(look, level, x)
        for x, level in [*((x, b) for x in ours), *((y, a) for y in theirs)]
    )


def _contains(look: SetUp, level: VictoryLevel, refused: Reached) -> bool:
    """Whether reaching a level means reaching the one that is refused."""
    if (level.side, level.level) == (refused.side, refused.level):
        return True
    return any(
        isinstance(c, Reached) and c.met and (c.side, c.level) == (refused.side, refused.level)
        for c in _all(look, level)
    )


def _against(look: SetUp, x: Condition, y: Condition) -> bool:
    if isinstance(x, Holds):
        if isinstance(y, Holds):
            return x.side != y.side and bool(set(x.hexes) & set(y.hexes))
        if isinstance(y, NoneOn) and look.battle.map is not None:
            return x.side == y.side and bool(set(x.hexes) & set(look.battle.map.area(y.area or "") or ()))
    if isinstance(x, HoldsPlaces) and isinstance(y, HoldsPlaces):
        return x.side != y.side and x.how_many == y.how_many == "more" and x.places == y.places
    if isinstance(x, StrengthIn) and isinstance(y, StrengthIn) and x.side == y.side in look.setting.sides:
        if x.at_least is None or y.less_than is None or not _same_place(x, y):
            return False
        number = look.number(x.side)
        return need(look, y.less_than, number) <= need(look, x.at_least, number)
    if isinstance(x, StrengthAcross) and x.at_least is not None and x.side in look.setting.sides:
        least = need(look, x.at_least, look.number(x.side))
        if isinstance(y, StrengthAcross) and y.at_most is not None and not y.at_most.endswith("%"):
            return x.side == y.side and set(y.crossings) <= set(x.crossings) and int(y.at_most) < least
        if isinstance(y, StrengthLost) and x.side == y.side:
            total = victory.army(look.state, look.number(x.side))
            return least + need(look, y.at_least, look.number(x.side)) > total
    return False


def _same_place(x: StrengthIn, y: StrengthIn) -> bool:
    return x.land_with == y.land_with and set(x.hexes) == set(y.hexes)


@BOOK.check("victory-both", "Both sides can win at once", "R-168 R-176 G-44")
def both(look: SetUp) -> Drafts:
    """Where conditions of both sides can be met together, the higher level wins and equal ones draw."""
    levels = look.scenario.victory
    for a, b in combinations([side.id for side in look.scenario.sides], 2):
        pairs = [
            (i, j)
            for i, x in enumerate(levels)
            for j, y in enumerate(levels)
            if x.side == a and y.side == b and not _excluded(look, x, y)
        ]
        if not pairs:
            continue
        pairs_of_levels = ", ".join(f"{levels[i].level} with {levels[j].level}" for i, j in pairs)
        first = pairs[0]
        objectives = [_hexes_to_hold(look, levels[k]) for k in first]
        hexes = f"{listed(objectives[0])} against {listed(objectives[1])}; " if all(objectives) else ""
        yield warning(
            look.where("victory", first[1], "level"),
            f"{_name(look, a)} and {_name(look, b)} can both meet their conditions: {pairs_of_levels}.",
            working=f"{hexes}the higher level wins, equal ones draw",
            rulings=("R-168", "R-176", "G-44") if hexes else ("R-168", "G-44"),
            named=[levels[k].rules for k in sorted({k for pair in pairs for k in pair})],
        )


@BOOK.check("victory-gap", "Nobody may win", "R-168", settled_by=("R-168",))
def gap(look: SetUp) -> Drafts:
    """Where no condition is met the game is a draw."""
    levels = [level for level in look.scenario.victory if level.side in look.setting.sides]
    for level in levels:
        if all(isinstance(condition, Reached) and not condition.met for condition in level.all):
            return  # one side has won where the other has not
    lines = []
    single = [level.all[0] for level in levels if len(level.all) == 1]
    ups = [c for c in single if isinstance(c, StrengthAcross) and c.at_least is not None]
    within = [c for c in single if isinstance(c, StrengthIn)]
    if any(
        x.side == y.side and x.at_least is not None and x.at_least == y.less_than and _same_place(x, y)
        for x in within
        for y in within
    ):
        return  # so much of it is there, or less
    for down in single:
        if not isinstance(down, StrengthAcross) or down.at_most is None or down.at_most.endswith("%"):
            continue
        fewest = [
            (need(look, up.at_least or "0", look.number(up.side)), up)
            for up in ups
            if up.side == down.side and set(up.crossings) <= set(down.crossings)
        ]
        if not fewest:
            continue
        least, up = min(fewest, key=lambda pair: pair[0])
        limit = int(down.at_most)
        if least > limit + 1:
            lines.append(f"{limit + 1} to {least - 1} over {listed(up.crossings)}")
        elif set(up.crossings) == set(down.crossings):
            return
    index = look.scenario.victory.index(levels[0]) if levels else 0
    if levels:
        span = f"; {listed(lines)} decide nothing" if lines else ""
        yield warning(
            look.where("victory", index, "level"),
            f"it is possible that nobody meets a condition{span}.",
            working="then the game is a draw",
            named=[level.rules for level in levels],
        )


@BOOK.check("victory-line", "An objective off the line", "R-171", settled_by=("R-171",))
def off_the_line(look: SetUp) -> Drafts:
    """Where a side sets up in a line, named by its ends, and must hold hexes of it: a hex on no shortest line between
    the ends shows that the line is meant otherwise."""
    assert look.battle.map is not None
    grid = look.battle.map.grid
    for zone in look.scenario.zones if look.printed else ():
        ends = _ends(look, zone.hexes)
        users = {look.setting.sides[u.side] for u in look.units if u.kind.troops and look.force(u).zone == zone.id}
        if ends is None:
            continue
        shortest = grid.on_shortest_lines(*ends)
        for index, level in enumerate(look.scenario.victory):
            for number, condition in enumerate(level.all):
                if not isinstance(condition, Holds) or condition.side not in users:
                    continue
                on = [name for name in condition.hexes if name in zone.hexes]
                beside = {near for name in zone.hexes for near in grid.neighbours(name)}
                off = [name for name in condition.hexes if name in beside and name not in {*zone.hexes, *shortest}]
                if not on or not off:
                    continue
                yield note(
                    look.where("victory", index, "all", number, "hexes"),
                    f"{listed(off)}, which {_name(look, condition.side)} must hold with {listed(on)}, "
                    f"{'is' if len(off) == 1 else 'are'} off every shortest line from {ends[0]} to {ends[1]}.",
                    places=off,
                    working=f"on such a line: {' '.join(sorted(shortest))}",
                )


def _ends(look: SetUp, hexes: Sequence[str]) -> tuple[str, str] | None:
    """The ends of a zone that is one line: as many hexes as it takes to go from one end to the other, three or more."""
    names = sorted(set(hexes))
    if len(names) < 3 or look.battle.map is None:
        return None
    grid = look.battle.map.grid
    a, b = max(combinations(names, 2), key=lambda pair: grid.distance(*pair))
    straight = grid.distance(a, b) == len(names) - 1 and set(names) <= set(grid.on_shortest_lines(a, b))
    return (a, b) if straight and len(grid.connected(names)) == 1 else None


def _hexes_to_hold(look: SetUp, level: VictoryLevel) -> list[str]:
    """The hexes that a side must hold for a level."""
    conditions = [c for c in _all(look, level) if isinstance(c, Holds) and c.side == level.side]
    return [name for condition in conditions for name in condition.hexes]


def _name(look: SetUp, side: str) -> str:
    return look.side_names[look.number(side)]
