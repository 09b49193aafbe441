"""The facts of a scenario that the formulas of markers.yaml may use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from ibbprint.systems.ibb.catalogue import FIGURES, SPELLS, Catalogue
from ibbprint.systems.ibb.face_down import face_down
from ibbprint.systems.ibb.models.units import Engine, Equipment, Leader, Troops
from ibbprint.systems.ibb.scenarios import Battle, Line

if TYPE_CHECKING:
    from ibbprint.systems.ibb.models.magic import Spell

MEANINGS: Mapping[str, str] = {
    "units": "counters of troops, reinforcements included",
    "shooters": "troops with a range",
    "spearmen": "troops with a limited number of shots",
    "horse": "mounted troops",
    "heavy_horse": "troops that may charge",
    "dragoons": "troops that may dismount",
    "engineers": "troops with engineering",
    "engines": "siege engines, bombards not counted",
    "bombards": "engines with direct fire",
    "scouts": "troops that scout hidden",
    "captains": "captains",
    "wizards": "wizards",
    "priests": "priests",
    "casters": "wizards and priests",
    "leaders": "captains, wizards and priests",
    "formations": "formations of all sides",
    "sides": "sides",
    "turns": "turns of the scenario",
    "face_down": "troops that start face down",
    "summoners": "summonings that the wizards can keep up at a time, alone or pooled",
    "risen": "troops that the wizards can raise from the dead with their full mana, alone or pooled",
    "water_setups": "troops and leaders that are set up on a bank of a water hex",
    "structures": "bridges and village hexes of the map",
    "petards": "petards in the armies",
    "fort_levels": "fort levels in the armies",
    "fort_turns": "quiet turns for the first level of a fort",
    "fort_2_turns": "quiet turns in all for the second level of a fort",
    "pontoon_turns": "turns in a row for a pontoon bridge",
    "spells_lasting": "spells with a duration that some caster of the scenario can cast, alone or pooled",
}
"""Every name that a formula may use, and what it counts."""


def facts(battle: Battle, catalogue: Catalogue) -> dict[str, int]:
    """The facts of a scenario, one for each name of `MEANINGS`."""
    lines = battle.lines

    def count(test: Callable[[Line], bool]) -> int:
        return sum(line.force.count for line in lines if test(line))

    def troops(test: Callable[[Troops], bool]) -> int:
        return count(lambda line: isinstance(line.unit, Troops) and test(line.unit))

    def leaders(kind: str) -> int:
        return count(lambda line: isinstance(line.unit, Leader) and line.unit.kind == kind)

    captains, wizards, priests = leaders("captain"), leaders("wizard"), leaders("priest")
    spells: list[Spell] = list(catalogue.shelf(SPELLS))
    summonings = [s for s in spells if s.summons is not None]
    sides = battle.scenario.sides
    structures = 0
    if battle.map is not None:
        structures = len(battle.map.bridges) + sum(1 for t in battle.map.terrain.values() if t == "village")
    return {
        "units": troops(lambda u: True),
        "shooters": troops(lambda u: u.range is not None),
        "spearmen": troops(lambda u: u.shots is not None),
        "horse": troops(lambda u: u.arm == "horse"),
        "heavy_horse": troops(lambda u: "charge" in u.abilities),
        "dragoons": troops(lambda u: u.on == "dismounted"),
        "engineers": troops(lambda u: "engineering" in u.abilities),
        "engines": count(lambda line: isinstance(line.unit, Engine) and not line.unit.direct_fire),
        "bombards": count(lambda line: isinstance(line.unit, Engine) and line.unit.direct_fire),
        "scouts": troops(lambda u: "hidden-scouting" in u.abilities),
        "captains": captains,
        "wizards": wizards,
        "priests": priests,
        "casters": wizards + priests,
        "leaders": captains + wizards + priests,
        "formations": len(battle.scenario.formations),
        "sides": len(battle.scenario.sides),
        "turns": battle.scenario.scenario.turns,
        "face_down": sum(line.force.count for line in lines_face_down(battle, catalogue)),
        "summoners": sum(castings(battle, catalogue, side.id, spell) for side in sides for spell in summonings),
        "risen": sum(_risen(battle, catalogue, s.cost) for s in spells if s.id == "summon-the-walking-dead"),
        "water_setups": count(lambda line: line.force.bank is not None),
        "structures": structures,
        "petards": count(lambda line: isinstance(line.unit, Equipment) and line.unit.id == "petard"),
        "fort_levels": count(lambda line: isinstance(line.unit, Equipment) and line.unit.id == "fort-level"),
        "fort_turns": figure(catalogue, "fort-1-turns"),
        "fort_2_turns": figure(catalogue, "fort-2-turns"),
        "pontoon_turns": figure(catalogue, "pontoon-turns"),
        "spells_lasting": sum(
            1
            for s in spells
            if s.turns is not None and any(can_cast(battle, catalogue, x.id, s.caster, s.cost) for x in sides)
        ),
    }


def can_cast(battle: Battle, catalogue: Catalogue, side: str, caster: str, cost: int) -> int:
    """How many casters of a class a side has that can pay `cost` alone; 1 if only pooling does it (R-129)."""
    ratings = [rating for line in battle.side_lines(side) for rating in _ratings(line, caster)]
    return casters_of(ratings, _overhead(catalogue), cost)


def casters_of(ratings: Sequence[int], overhead: int, cost: int) -> int:
    """How many casters of these ratings can pay `cost` alone; 1 if only pooling, less the overhead of each, does it."""
    alone = sum(1 for rating in ratings if rating >= cost)
    return alone or int(len(ratings) > 1 and pooled(ratings, overhead) >= cost)


def pooled(points: Sequence[int], overhead: int) -> int:
    """What casters have together: each loses the overhead if there are several (A-143, R-129)."""
    if len(points) == 1:
        return points[0]
    # off A-143 R-129 R-180: return sum(points)
    return sum(each - overhead for each in points)


def castings(battle: Battle, catalogue: Catalogue, side: str, spell: Spell) -> int:
    """How many castings of a summoning a side can keep up at a time: each later one finds the earlier ones to be paid.

    One caster casts once a turn, so the n-th costs what all the upkeep since the first comes to as well (R-126, R-143).
    """
    ratings = [rating for line in battle.side_lines(side) for rating in _ratings(line, spell.caster)]
    alone = 0
    for rating in ratings:
        number = 0
        while (number + 1) * spell.cost + spell.upkeep * number * (number + 1) // 2 <= rating:
            number += 1
        alone += number
    return alone or can_cast(battle, catalogue, side, spell.caster, spell.cost)


def figure(catalogue: Catalogue, name: str) -> int:
    """A number of the rules, 0 where a catalogue has it not."""
    found = catalogue.shelf(FIGURES).get(name)
    return int(found.value) if found is not None else 0


def _overhead(catalogue: Catalogue) -> int:
    """What each caster loses when several pool (A-143)."""
    return figure(catalogue, "pool-overhead")


def _risen(battle: Battle, catalogue: Catalogue, cost: int) -> int:
    """How many dead can rise at once: what the wizards of each side have left after paying (R-129, R-158, G-37)."""
    total = 0
    for side in battle.scenario.sides:
        ratings = [rating for line in battle.side_lines(side.id) for rating in _ratings(line, "wizard")]
        total += max(0, pooled(ratings, _overhead(catalogue)) - cost, *(rating - cost for rating in ratings))
    return total


def _ratings(line: Line, caster: str) -> Iterator[int]:
    if isinstance(line.unit, Leader) and line.unit.kind == caster:
        yield from [line.unit.rating] * line.force.count


def lines_face_down(battle: Battle, catalogue: Catalogue) -> list[Line]:
    """The lines of troops that start face down wherever everybody is set up (R-07, G-39)."""
    limit = catalogue.shelf(FIGURES).get("face-up-distance")
    if battle.map is None or limit is None:
        return []
    grid = battle.map.grid
    zones = {zone.id: zone.hexes for zone in battle.scenario.zones}

    def places(line: Line) -> list[str]:
        names = line.force.hexes or (zones.get(line.force.zone, []) if line.force.zone else [])
        return [name for name in names if name in grid]

    standing = [line for line in battle.lines if isinstance(line.unit, Troops) and line.force.turn == 0]
    near = cache(partial(grid.near, radius=limit.value))
    down = face_down([(line.force.side, places(line)) for line in standing], lambda a, b: not near(b).isdisjoint(a))
    return [line for line, hidden in zip(standing, down, strict=True) if hidden]
