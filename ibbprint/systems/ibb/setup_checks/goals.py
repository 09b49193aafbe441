"""The conditions of victory: whether they can be met, by whom, how soon, and by both sides at once or by nobody."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from ibbprint.engine.checkbook import VICTORY
from ibbprint.phrases import listed
from ibbprint.problems import Severity
from ibbprint.systems.ibb.models.victory import (
    Condition,
    Dead,
    Holds,
    NoneOn,
    Reached,
    StrengthAcross,
    StrengthLost,
    VictoryLevel,
)
from ibbprint.systems.ibb.rules import victory
from ibbprint.systems.ibb.rules.state import Counter
from ibbprint.systems.ibb.setup_checks.look import Look, several
from ibbprint.systems.ibb.setup_checks.march import March, by_turn

DEEP = 8
"""Levels that rest on each other are followed so far."""


def check(look: Look) -> None:
    levels = look.scenario.victory
    if not levels:
        return
    march = March(look)
    for index, level in enumerate(levels):
        if level.side not in look.setting.sides:
            continue
        for number, condition in enumerate(level.all):
            amounts(look, index, number, condition)
            nowhere(look, index, number, condition)
            reaching(look, march, index, number, condition)
    sides = {level.side for level in levels}
    for index, side in enumerate(look.scenario.sides):
        if side.id not in sides:
            look.add(
                "victory-none", Severity.WARNING, look.where("sides", index, "id"), "R-168",
                f"{side.name} has no level of victory.", topic=VICTORY,
            )  # fmt: skip
    crossings(look)
    both(look)
    gap(look)


def _settling(look: Look, index: int) -> list[list[str]]:
    return [look.scenario.victory[index].rules]


# --- quantities -------------------------------------------------------------------------------------------------


def need(look: Look, amount: str, side: int) -> int:
    """The least whole strength that reaches an amount (G-52), asked of the engine."""
    whole = victory.army(look.state, side)
    guess = math.ceil(whole * Fraction(int(amount[:-1]), 100)) if amount.endswith("%") else int(amount)
    while guess > 0 and victory.enough(guess - 1, amount, whole):
        guess -= 1
    while not victory.enough(guess, amount, whole):
        guess += 1
    return guess


def amounts(look: Look, index: int, number: int, condition: Condition) -> bool:
    """Whether the strength that a condition asks for exists, and what a percentage comes to."""
    at = ("victory", index, "all", number)
    if isinstance(condition, Dead):
        return leaders(look, index, number, condition)
    if not isinstance(condition, StrengthAcross | StrengthLost) or condition.side not in look.setting.sides:
        return True
    side = look.number(condition.side)
    if condition.side in look.unknown:
        return True
    whole = victory.army(look.state, side)
    field = "at_least" if condition.at_least is not None else "at_most"
    amount = condition.at_least if isinstance(condition, StrengthLost) else condition.at_least or condition.at_most
    if amount is None:
        return True
    where = look.where(*at, field)
    least = need(look, amount, side)
    name = look.side_names[side]
    if field == "at_most" and amount.endswith("%"):
        look.add(
            "victory-amount", Severity.ERROR, where, "R-167", "an upper limit is written in points, not as a share.",
            hint=f"Write {math.floor(whole * Fraction(int(amount[:-1]), 100))}.", topic=VICTORY,
        )  # fmt: skip
        return False
    if field == "at_least" and least > whole:
        look.add(
            "victory-amount", Severity.ERROR, where, "R-167",
            f"{amount} is more strength than {name} has: {least} of {whole}.", topic=VICTORY,
            working=f"{amount} of {whole} = {least} > {whole}",
        )  # fmt: skip
        return False
    if amount.endswith("%"):
        exact = whole * Fraction(int(amount[:-1]), 100)
        engines = sum(u.kind.attack for u in look.units if u.side == side and u.kind.engine)
        counted = (whole + engines) * Fraction(int(amount[:-1]), 100)
        more = f" (with the engine {float(counted):g})" if engines else ""
        others = {math.floor(exact): "rounded down", math.ceil(counted): "with the engine"}
        readings = [f"{points} {how}" for points, how in sorted(others.items()) if points != least]
        open_ = look.printed and bool(readings)
        look.add(
            "victory-share", Severity.WARNING if open_ else Severity.NOTE, where, "G-52",
            f"{amount} of the strength of {name} can mean {listed([f'{least} points', *readings], 'or')}."
            if open_ else f"{amount} of the strength of {name} are {least} points.",
            topic=VICTORY, working=f"{amount} of {whole} = {float(exact):g} -> {least}{more}",
            rulings=("R-167", "R-177", "R-184", "G-52"), named=_settling(look, index),
        )  # fmt: skip
    return True


def leaders(look: Look, index: int, number: int, condition: Dead) -> bool:
    """Leaders that a condition names. (In a scenario to be played a wrong name has been told already.)"""
    names = {u.name for u in look.units if u.kind.leader}
    missing = [name for name in condition.names if name not in names]
    if missing and look.printed:
        place = condition.names.index(missing[0])
        look.add(
            "victory-leader", Severity.ERROR, look.where("victory", index, "all", number, "names", place), "R-182",
            f"there is no leader called {listed(missing)}.", topic=VICTORY, rulings=("R-182",),
        )  # fmt: skip
    return not missing


def nowhere(look: Look, index: int, number: int, condition: Condition) -> None:
    """Hexes of which a side must be off, and which are not named: the areas in which it may start come into question.

    (In a scenario to be played that is a fault of its own.)
    """
    on = look.battle.map
    if not look.printed or on is None or condition.kind != "none-on" or condition.area is not None:
        return
    if condition.side not in look.setting.sides:
        return
    side = look.number(condition.side)
    spots = look.at(sorted({h for u in look.units if u.side == side and u.kind.troops for h in look.spots(u)}))
    areas = {area.name: on.area(area.id) or frozenset() for area in on.model.areas}
    whole = {name: len(hexes) for name, hexes in areas.items() if hexes and hexes <= set(spots)}
    there = whole or {name: len(hexes) for name, hexes in areas.items() if hexes & set(spots)}
    look.add(
        "victory-area", Severity.WARNING, look.where("victory", index, "all", number, "side"), "R-183",
        f"the scenario does not say which hexes {look.side_names[side]} must have left at the end.", topic=VICTORY,
        working=f"{look.side_names[side]} can start in "
        + (listed([f"{name} ({several(size, 'hex', 'hexes')})" for name, size in there.items()]) or "no named area"),
        rulings=("R-183",),
    )  # fmt: skip


def crossings(look: Look) -> None:
    """What counts as being over at the end."""
    for index, crossing in enumerate(look.scenario.crossings):
        if crossing.ends_in is None and crossing.ends_outside is None:
            look.add(
                "victory-end", Severity.WARNING, look.where("crossings", index, "id"), "R-166",
                f"{crossing.name}: the scenario does not say where a unit must be at the end.",
                places=(crossing.bridge,), topic=VICTORY,
                working="ever stepped across, or across at the end: both readings are open",
                rulings=("R-166", "G-36"),
            )  # fmt: skip


# --- reach ------------------------------------------------------------------------------------------------------


def _troops(look: Look, side: int) -> list[Counter]:
    return [u for u in look.units if u.side == side and u.kind.troops and look.spots(u)]


def reaching(look: Look, march: March, index: int, number: int, condition: Condition) -> None:
    """Which units can reach what a condition is about, and by which turn."""
    side_name = getattr(condition, "side", None)
    if side_name not in look.setting.sides or side_name in look.unplaced:
        return
    side = look.number(str(side_name))
    where = ("victory", index, "all", number)
    level = f"{look.scenario.victory[index].level} victory of {look.scenario.victory[index].side}"
    if isinstance(condition, Holds):
        for place, name in enumerate(condition.hexes):
            if name in look.ground.index:
                at = (*where, "hexes", place)
                _one_hex(look, march, _troops(look, side), look.ground.index[name], at, level)
    elif isinstance(condition, StrengthAcross) and condition.at_least is not None:
        _strength(look, march, condition, side, (*where, "crossings"), level)
    elif isinstance(condition, NoneOn) and condition.area is not None and look.battle.map is not None:
        area = look.battle.map.area(condition.area) or frozenset()
        hexes = {look.ground.index[name] for name in area if name in look.ground.index}
        goal = hexes | {n for h in hexes for n in look.ground.next[h]}
        enemies = [u for s in range(len(look.side_names)) if s != side for u in _troops(look, s)]
        if any(s in look.unplaced for s in look.setting.sides) or not enemies:
            return
        soonest = [(turn, u) for u in enemies if (turn := march.soonest(u, goal)) is not None]
        if soonest:
            turn, unit = min(soonest, key=lambda found: (found[0], found[1].id))
            _reached(look, (*where, "area"), f"{condition.area}, for the {level}", turn, unit, ())
        else:
            _missed(look, (*where, "area"), f"the area {condition.area}", level, ())


def _one_hex(look: Look, march: March, units: Sequence[Counter], h: int, at: tuple[str | int, ...], level: str) -> None:
    soonest = [(turn, u) for u in units if (turn := march.soonest(u, [h])) is not None]
    if soonest:
        turn, unit = min(soonest, key=lambda found: (found[0], found[1].id))
        _reached(look, at, f"{look.names[h]}, for the {level}", turn, unit, look.at([h]))
    else:
        _missed(look, at, look.names[h], level, look.at([h]))


def _reached(look: Look, at: tuple[str | int, ...], what: str, turn: int, unit: Counter, places: Sequence[str]) -> None:
    when = f"by turn {turn}" if turn else "at the set-up"
    look.add(
        "victory-march", Severity.OK, look.where(*at), "R-64", f"{what}: {look.called(unit)} can be there {when}.",
        places=places, topic=VICTORY, working=f"{unit.key} {look.called(unit)} {when} of {look.setting.turns}",
    )  # fmt: skip


def _missed(look: Look, at: tuple[str | int, ...], what: str, level: str, places: Sequence[str]) -> None:
    look.add(
        "victory-reach", Severity.ERROR, look.where(*at), "R-64",
        f"nobody who counts can reach {what} in {several(look.setting.turns, 'turn')}, for the {level}.", places=places,
        topic=VICTORY,
    )  # fmt: skip


def _strength(
    look: Look, march: March, condition: StrengthAcross, side: int, at: tuple[str | int, ...], level: str
) -> None:
    known = {crossing.id for crossing in look.scenario.crossings}
    if not condition.crossings or not set(condition.crossings) <= known or condition.at_least is None:
        return
    least, whole = need(look, condition.at_least, side), victory.army(look.state, side)
    if least > whole:
        return
    units = _troops(look, side)
    soonest = {u.id: march.across(u, condition.crossings) for u in units}
    points = {u.id: victory.counted(u) for u in units}
    turn = by_turn(soonest, points, least)
    bridges = [crossing.bridge for crossing in look.scenario.crossings if crossing.id in condition.crossings]
    times = ", ".join(
        f"{u.key} {look.called(u)} {f'turn {soonest[u.id]}' if soonest[u.id] is not None else 'never'}" for u in units
    )
    can = sum(points[i] for i, t in soonest.items() if t is not None)
    if turn is not None:
        look.add(
            "victory-march", Severity.OK, look.where(*at), "R-64",
            f"strength {least} can be over {listed(condition.crossings)} by turn {turn}, for the {level}.",
            places=bridges, topic=VICTORY, working=times,
        )  # fmt: skip
    else:
        look.add(
            "victory-reach", Severity.ERROR, look.where(*at), "R-64",
            f"only strength {can} of {least} can be over {listed(condition.crossings)} in "
            f"{several(look.setting.turns, 'turn')}, for the {level}.", places=bridges, topic=VICTORY, working=times,
        )  # fmt: skip


# --- both, or nobody --------------------------------------------------------------------------------------------


def _all(look: Look, level: VictoryLevel, deep: int = 0) -> Iterator[Condition]:
    """The conditions of a level, with those of levels of which it says that they are reached."""
    for condition in level.all:
        yield condition
        if isinstance(condition, Reached) and condition.met and deep < DEEP:
            below = [
                one for one in look.scenario.victory
                if one.side == condition.side and one.level == condition.level and one is not level
            ]  # fmt: skip
            if len(below) == 1:
                yield from _all(look, below[0], deep + 1)


def _excluded(look: Look, a: VictoryLevel, b: VictoryLevel) -> bool:
    """Whether two levels can never be reached together, as far as their conditions show it."""
    ours, theirs = list(_all(look, a)), list(_all(look, b))
    return any(_against(look, x, y) or _against(look, y, x) for x in ours for y in theirs) or any(
        isinstance(x, Reached) and not x.met and _contains(look, level, x)
        for x, level in [*((x, b) for x in ours), *((y, a) for y in theirs)]
    )


def _contains(look: Look, level: VictoryLevel, refused: Reached) -> bool:
    """Whether reaching a level means reaching the one that is refused."""
    if (level.side, level.level) == (refused.side, refused.level):
        return True
    return any(
        isinstance(c, Reached) and c.met and (c.side, c.level) == (refused.side, refused.level)
        for c in _all(look, level)
    )


def _against(look: Look, x: Condition, y: Condition) -> bool:
    if isinstance(x, Holds):
        if isinstance(y, Holds):
            return x.side != y.side and bool(set(x.hexes) & set(y.hexes))
        if isinstance(y, NoneOn) and look.battle.map is not None:
            return x.side == y.side and bool(set(x.hexes) & set(look.battle.map.area(y.area or "") or ()))
    if isinstance(x, StrengthAcross) and x.at_least is not None and x.side in look.setting.sides:
        least = need(look, x.at_least, look.number(x.side))
        if isinstance(y, StrengthAcross) and y.at_most is not None and not y.at_most.endswith("%"):
            return x.side == y.side and set(y.crossings) <= set(x.crossings) and int(y.at_most) < least
        if isinstance(y, StrengthLost) and x.side == y.side:
            whole = victory.army(look.state, look.number(x.side))
            return least + need(look, y.at_least, look.number(x.side)) > whole
    return False


def both(look: Look) -> None:
    """Levels of two sides that can be met together: told once for each two sides."""
    levels = look.scenario.victory
    for a, b in combinations([side.id for side in look.scenario.sides], 2):
        pairs = [
            (i, j) for i, x in enumerate(levels) for j, y in enumerate(levels)
            if x.side == a and y.side == b and not _excluded(look, x, y)
        ]  # fmt: skip
        if not pairs:
            continue
        told = ", ".join(f"{levels[i].level} with {levels[j].level}" for i, j in pairs)
        first = pairs[0]
        held = [_held(look, levels[k]) for k in first]
        hexes = f"{listed(held[0])} against {listed(held[1])}; " if all(held) else ""
        look.add(
            "victory-both", Severity.WARNING, look.where("victory", first[1], "level"), "R-168",
            f"{_name(look, a)} and {_name(look, b)} can both meet their conditions: {told}.", topic=VICTORY,
            working=f"{hexes}the higher level wins, equal ones draw",
            rulings=("R-168", "R-176", "G-44") if hexes else ("R-168", "G-44"),
            named=[levels[k].rules for k in sorted({k for pair in pairs for k in pair})],
        )  # fmt: skip


def _held(look: Look, level: VictoryLevel) -> list[str]:
    """The hexes that a side must hold for a level."""
    conditions = [c for c in _all(look, level) if isinstance(c, Holds) and c.side == level.side]
    return [name for condition in conditions for name in condition.hexes]


def _name(look: Look, side: str) -> str:
    return look.side_names[look.number(side)]


def gap(look: Look) -> None:
    """Whether it may be that nobody has won."""
    levels = [level for level in look.scenario.victory if level.side in look.setting.sides]
    for level in levels:
        if all(isinstance(condition, Reached) and not condition.met for condition in level.all):
            return  # one side has won where the other has not
    lines = []
    single = [level.all[0] for level in levels if len(level.all) == 1]
    ups = [c for c in single if isinstance(c, StrengthAcross) and c.at_least is not None]
    for down in single:
        if not isinstance(down, StrengthAcross) or down.at_most is None or down.at_most.endswith("%"):
            continue
        fewest = [
            (need(look, up.at_least or "0", look.number(up.side)), up)
            for up in ups if up.side == down.side and set(up.crossings) <= set(down.crossings)
        ]  # fmt: skip
        if not fewest:
            continue
        least, up = min(fewest, key=lambda found: found[0])
        most = int(down.at_most)
        if least > most + 1:
            lines.append(f"{most + 1} to {least - 1} over {listed(up.crossings)}")
        elif set(up.crossings) == set(down.crossings):
            return
    index = look.scenario.victory.index(levels[0]) if levels else 0
    if levels:
        span = f"; {listed(lines)} decide nothing" if lines else ""
        look.add(
            "victory-gap", Severity.WARNING, look.where("victory", index, "level"), "R-168",
            f"it may be that nobody meets a condition{span}.", topic=VICTORY, working="then the game is a draw",
            rulings=("R-168",), named=[level.rules for level in levels],
        )  # fmt: skip
