"""Levels of victory in words, composed from their conditions, so that what is printed is what is judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from ibbprint.phrases import listed, small
from ibbprint.systems.ibb.facts import in_text
from ibbprint.systems.ibb.models.victory import (
    LEVELS,
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
from ibbprint.systems.ibb.scenarios import Battle


def strength(battle: Battle, side: str) -> int:
    """The attack strength of an army: all its troops, reinforcements counted, engines not (R-167, R-184)."""
    return sum(line.counts_for * line.force.count for line in battle.side_lines(side))


def levels(battle: Battle) -> list[dict[str, Any]]:
    """Every level of victory with its conditions in words, side by side, the lowest level first."""
    names = _side_names(battle)
    sides = list(names)
    ordered = sorted(battle.scenario.victory, key=lambda level: (sides.index(level.side), LEVELS.index(level.level)))
    return [
        {
            "side": names[level.side],
            "level": level.level,
            "conditions": _conditions(battle, names, level.all),
            "text": level.text,
            "rules": level.rules,
        }
        for level in ordered
        if level.side in names
    ]


def each_in_words(battle: Battle, level: VictoryLevel) -> list[str]:
    """Every condition of a level as a sentence of its own."""
    names = _side_names(battle)
    return [_words(battle, names, condition) for condition in level.all]


def _side_names(battle: Battle) -> dict[str, str]:
    return {side.id: side.name for side in battle.scenario.sides}


def _conditions(battle: Battle, names: dict[str, str], every: Sequence[Condition]) -> list[str]:
    """The conditions of a level in words: those that a side must not win are one sentence."""
    denied: dict[str, list[str]] = {}
    for item in every:
        if isinstance(item, Reached) and not item.met:
            denied.setdefault(item.side, []).append(_a_level(item.level))
    sentences: list[str] = []
    for item in every:
        if isinstance(item, Reached) and not item.met and len(denied[item.side]) > 1:
            sentences.append(f"The {names[item.side]} win neither {' nor '.join(denied[item.side])} Victory.")
        else:
            sentences.append(_words(battle, names, item))
    return list(dict.fromkeys(sentences))


def _a_level(level: str) -> str:
    """`a Minor`, `an Incredible`."""
    return f"{'an' if level[0] in 'aeiou' else 'a'} {level.title()}"


def _words(battle: Battle, names: dict[str, str], condition: Condition) -> str:
    if isinstance(condition, StrengthAcross):
        crossings = {crossing.id: crossing.name for crossing in battle.scenario.crossings}
        where = listed([small(crossings.get(name, name)) for name in condition.crossings])
        if len(condition.crossings) > 1:
            where = f"in units that are {'both ' if len(condition.crossings) == 2 else ''}{where}"
        return f"The {names[condition.side]} have {_bounded(battle, condition)} {where} at the end."
    if isinstance(condition, StrengthLost):
        return f"The {names[condition.side]} have lost {_bounded(battle, condition)}."
    if isinstance(condition, Dead):
        several = len(condition.names) > 1
        joined = listed(condition.names, "and" if condition.how_many == "all" else "or")
        return f"{joined} {'are' if several and condition.how_many == 'all' else 'is'} dead."
    if isinstance(condition, Holds):
        is_plural = len(condition.hexes) > 1
        names_of_hexes = [_name_with_hex(battle, hex) for hex in condition.hexes]
        # Several hexes of one place are told apart by their numbers alone.
        has_doubles = len({name.rpartition(" (")[0] for name in names_of_hexes}) < len(names_of_hexes)
        places = condition.hexes if has_doubles else names_of_hexes
        where = f"{'in' if places == condition.hexes else 'at'} {'each of ' if is_plural else ''}{listed(places)}"
        return f"The {names[condition.side]} have an unrouted unit {where} at the end."
    if isinstance(condition, HoldsPlaces):
        return _places(battle, names, condition)
    if isinstance(condition, StrengthIn):
        return f"The {names[condition.side]} have {_bounded(battle, condition)} {small(condition.place)} at the end."
    if isinstance(condition, NoneOn):
        area, limit = condition.area or "", condition.at_most
        units = f"no more than {limit} unrouted unit{'s' if limit != 1 else ''}" if limit else "no unrouted unit"
        if not area:
            return f"The {names[condition.side]} have {units} left at the end; the text does not say where."
        if battle.map is not None:
            result = battle.map.area_named(area)
            area = in_text(battle.map.model, result.name if result is not None else area)
        return f"The {names[condition.side]} have {units} on {area} at the end."
    assert isinstance(condition, Reached)
    win = "win" if condition.met else "fail to win"
    return f"The {names[condition.side]} {win} {_a_level(condition.level)} Victory."


def _places(battle: Battle, names: dict[str, str], condition: HoldsPlaces) -> str:
    """The places that a side must hold, each with its hexes, and what holding means."""
    where = [f"{place.name} ({_hexes(battle, place.hexes)})" for place in condition.places]
    single = len(where) == 1
    side = f"At the end the {names[condition.side]}"
    noun = "it" if single else "one"
    holds = f"An unrouted unit holds {noun} from its"
    if all(_is_ring(battle, place.hexes) for place in condition.places):
        how = f"{holds} hex, or from beside it while no unrouted enemy is on it or beside it"
    elif any(len(place.hexes) > 1 for place in condition.places):
        how = f"{holds} first hex, or from another while no unrouted enemy is in any of them"
    else:
        how = f"An unrouted unit in its hex holds {noun}"
    if condition.how_many == "all" or single:
        return f"{side} hold {'' if single else 'all of '}{listed(where)}. {how}."
    return f"{side} hold more of {listed(where)} than the enemy. {how}."


def _name_with_hex(battle: Battle, hex: str) -> str:
    """A hex under its name: `Hazelham (1703)`; on a map not from a seed an area of many hexes is no name of one."""
    if battle.map is None:
        return hex
    name = place_name(battle, hex)
    return f"{in_text(battle.map.model, name)} ({hex})" if name else hex


def place_name(battle: Battle, hex: str) -> str:
    """The name of a hex on the map: that of its smallest area or its bridge; nothing where it has none.

    On a map not from a seed an area of many hexes is no name of one of them.
    """
    if battle.map is None:
        return ""
    model = battle.map.model
    largest = 1 if model.theme is None else len(battle.map.grid.hexes)
    names = [(len(area.hexes), area.name) for area in model.areas if hex in area.hexes and len(area.hexes) <= largest]
    names += [(1, bridge.name) for bridge in model.bridges if bridge.hex == hex]
    return min(names)[1] if names else ""


def _hexes(battle: Battle, hexes: Sequence[str]) -> str:
    """`0912 and the hexes beside it`, where that is all of them; else one after another."""
    return f"{hexes[0]} and the hexes beside it" if _is_ring(battle, hexes) else ", ".join(hexes)


def _is_ring(battle: Battle, hexes: Sequence[str]) -> bool:
    """Whether these are a hex and all those beside it."""
    on, first = battle.map, hexes[0]
    beside = set(on.grid.neighbours(first)) if on is not None and first in on.grid else set()
    return len(hexes) > 1 and set(hexes[1:]) == beside


def _bounded(battle: Battle, condition: StrengthAcross | StrengthIn | StrengthLost) -> str:
    """The strength that a condition asks for, with what it is a limit of: `no more than 5 points ...`."""
    bound, amount = next(iter(thresholds(condition)), ("at most", "0"))
    words = "no more than" if bound == "at most" else bound
    return f"{words} {_amount(battle, condition.side, amount, floor if bound == 'at most' else ceil)}"


def _amount(battle: Battle, side: str, amount: str, rounded: Callable[[Fraction], int]) -> str:
    """`10 points of attack strength`, or a share with what it is in whole points: `75% of their ... (20 of 26)`."""
    if not amount.endswith("%"):
        return f"{amount} points of attack strength"
    total = strength(battle, side)
    share = Fraction(int(amount[:-1]), 100) * total
    return f"{amount} of their attack strength ({rounded(share)} of {total})"
