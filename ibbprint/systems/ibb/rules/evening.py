"""What may be changed in a scenario to bring its sides nearer to even, besides thresholds of victory and turns.

Of each kind a few changes are offered, those of one step at a time: a search plays hundreds of games with each.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ibbprint.engine.api.evening import Change, Edit
from ibbprint.phrases import side_inside, small
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.models.units import Troops
from ibbprint.systems.ibb.models.victory import Holds
from ibbprint.systems.ibb.scenarios import Battle, Line

MOST = 6
"""Changes of a kind that are offered."""
ALIKE_GOLD = 1
"""Units whose prices differ by no more are worth the same."""


def changes(battle: Battle, catalogue: Catalogue) -> Iterator[Change]:
    """Objectives beside those that are held, then troops of another arm for the same gold, then one more or fewer."""
    yield from islice(_objectives(battle), MOST)
    lines = [line for line in battle.lines if isinstance(line.unit, Troops) and _is_plain(line)]
    yield from islice((change for line in lines for change in _other_arms(battle, line, catalogue)), MOST)
    yield from islice((change for line in lines for change in _numbers(battle, line)), MOST)


def _is_plain(line: Line) -> bool:
    """Whether a line stands in the scenario’s own file and says nothing of the unit but its kind."""
    force = line.force
    return line.path[:1] == ("forces",) and not (force.name or force.rating or force.unrated)


def _name(battle: Battle, side: str) -> str:
    return side_inside(next(candidate.name for candidate in battle.scenario.sides if candidate.id == side))


def _objectives(battle: Battle) -> Iterator[Change]:
    """A hex that is held and one beside it, whoever must hold it; water is none."""
    if battle.map is None:
        return
    levels, terrain = battle.scenario.victory, battle.map.terrain
    objectives = [
        (level, number, at, item)
        for number, level in enumerate(levels)
        for at, item in enumerate(level.all)
        if isinstance(item, Holds)
    ]
    for level, number, at, item in objectives:
        for which, hex in enumerate(item.hexes):
            for neighbour in battle.map.grid.neighbours(hex):
                if neighbour not in item.hexes and terrain.get(neighbour) == terrain.get(hex):
                    words = f"{_name(battle, level.side)} must hold {neighbour} instead of {hex}"
                    place = ("victory", number, "all", at, "hexes", which)
                    yield Change("objective", words, (Edit(place, neighbour),))


def _other_arms(battle: Battle, line: Line, catalogue: Catalogue) -> Iterator[Change]:
    """The kind of troops of the nearest price that fight in another way."""
    unit = line.unit
    if not isinstance(unit, Troops) or unit.price is None:
        return
    gold = unit.price.gold
    alternatives = [
        alternative
        for alternative in catalogue.units
        if isinstance(alternative, Troops)
        and alternative.listed
        and alternative.price is not None
        and alternative.arm != unit.arm
        and alternative.arm != "special"
        and abs(alternative.price.gold - gold) <= ALIKE_GOLD
    ]
    for alternative in alternatives[:1]:
        words = f"{small(alternative.name)} instead of {small(unit.name)} for {_name(battle, line.force.side)}"
        yield Change("army", words, (Edit((*line.path, "unit"), alternative.id),))


def _numbers(battle: Battle, line: Line) -> Iterator[Change]:
    """One unit more, or one fewer where others are left."""
    count, whose = line.force.count, _name(battle, line.force.side)
    for number in (count + 1, count - 1):
        if number:
            words = f"{number} {small(line.unit.name)} instead of {count} for {whose}"
            yield Change("gold", words, (Edit((*line.path, "count"), str(number)),))
