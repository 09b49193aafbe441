"""What a scenario is fought for, from its victory conditions, as its map shows it: what is marked is what is judged."""

from __future__ import annotations

from collections.abc import Iterable

from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.models.maps import Area
from ibbprint.materials.boards import GoalMark
from ibbprint.systems.ibb.models.victory import Condition, Holds, HoldsPlaces, NoneOn, StrengthAcross, StrengthIn
from ibbprint.systems.ibb.scenarios import Battle
from ibbprint.systems.ibb.victory_words import place_name


def objectives(battle: Battle) -> tuple[GoalMark, ...]:
    """Every place that a level of victory names, once, in the order of the levels; each has at least one hex.

    The far bank that a strength must reach is not marked: everybody sees where it is.
    """
    made: dict[tuple[str, ...], GoalMark] = {}
    if battle.map is None:
        return ()
    for level in battle.scenario.victory:
        for condition in level.all:
            for goal in _of(battle, condition):
                hexes = tuple(name for name in goal.hexes if name in battle.map.grid)
                if hexes:
                    made.setdefault(hexes, goal._replace(hexes=hexes))
    return tuple(made.values())


def _of(battle: Battle, condition: Condition) -> Iterable[GoalMark]:
    if isinstance(condition, Holds):
        return [GoalMark(place_name(battle, name) or name, (name,)) for name in condition.hexes]
    if isinstance(condition, HoldsPlaces):
        return [GoalMark(place.name, tuple(place.hexes)) for place in condition.places]
    if isinstance(condition, StrengthAcross):
        crossings = [one for one in battle.scenario.crossings if one.id in condition.crossings]
        return [GoalMark(place_name(battle, one.bridge) or one.name, (one.bridge,)) for one in crossings]
    if isinstance(condition, StrengthIn) and condition.hexes:
        place = condition.place
        return [GoalMark(place[:1].upper() + place[1:], tuple(condition.hexes), beyond=True)]
    if isinstance(condition, NoneOn) and battle.map is not None:
        area = battle.map.area_named(condition.area)
        return [GoalMark(area.name, _hexes(battle.map, area))] if area is not None else []
    return []


def _hexes(on: HexMap, area: Area) -> tuple[str, ...]:
    """All hexes of an area, those that it names first: the star is drawn in the first."""
    named = [*area.hexes, *([] if area.land_with is None else [area.land_with])]
    return tuple(dict.fromkeys([*named, *sorted(on.area(area.id) or ())]))
