"""The facts of a scenario that the formulas of markers.yaml and modifiers.yaml may use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING

from ibbprint.phrases import inside, the
from ibbprint.systems.ibb.catalogue import Catalogue, casters_of, figure, pooled
from ibbprint.systems.ibb.models.units import Engine, Equipment, Leader, Troops
from ibbprint.systems.ibb.models.victory import StrengthLost, conditions
from ibbprint.systems.ibb.scenarios import Battle, Line, face_down

if TYPE_CHECKING:
    from ibbprint.catalogue.maps import HexMap
    from ibbprint.catalogue.models.maps import Map
    from ibbprint.systems.ibb.models.magic import Spell

Count = Callable[[Battle, Catalogue], int]


def _lines(test: Callable[[Line], bool]) -> Count:
    """The number of counters in the lines of the order of battle that pass a test."""
    return lambda battle, _: sum(line.force.count for line in battle.lines if test(line))


def _troops(test: Callable[[Troops], bool] = lambda _: True) -> Count:
    return _lines(lambda line: isinstance(line.unit, Troops) and test(line.unit))


def _engines(direct_fire: bool) -> Count:
    return _lines(lambda line: isinstance(line.unit, Engine) and line.unit.direct_fire == direct_fire)


def _leaders(*kinds: str) -> Count:
    return _lines(lambda line: isinstance(line.unit, Leader) and line.unit.kind in kinds)


def _equipment(id: str) -> Count:
    return _lines(lambda line: isinstance(line.unit, Equipment) and line.unit.id == id)


def _figure(name: str) -> Count:
    return lambda _, catalogue: figure(catalogue, name)


FACTS: Mapping[str, tuple[str, Count]] = {
    "units": ("counters of troops, reinforcements included", _troops()),
    "shooters": ("troops with a range", _troops(lambda u: u.range is not None)),
    "spearmen": ("troops with a limited number of shots", _troops(lambda u: u.shots is not None)),
    "horse": ("mounted troops", _troops(lambda u: u.arm == "horse")),
    "heavy_horse": ("troops that may charge", _troops(lambda u: "charge" in u.abilities)),
    "dragoons": ("troops that may dismount", _troops(lambda u: u.on == "dismounted")),
    "anti_cavalry": ("troops that fight better against cavalry", _troops(lambda u: "anti-cavalry" in u.abilities)),
    "refusers": ("troops that may refuse battle", _troops(lambda u: "refuse-battle" in u.abilities)),
    "haters": (
        "troops with an enemy in the battle that they hate, by race or by a special rule",
        lambda b, c: _haters(b, c),
    ),
    "engineers": ("troops with engineering", _troops(lambda u: "engineering" in u.abilities)),
    "engines": ("siege engines, bombards not counted", _engines(direct_fire=False)),
    "bombards": ("engines with direct fire", _engines(direct_fire=True)),
    "scouts": ("troops that scout hidden", _troops(lambda u: "hidden-scouting" in u.abilities)),
    "captains": ("captains", _leaders("captain")),
    "wizards": ("wizards", _leaders("wizard")),
    "priests": ("priests", _leaders("priest")),
    "casters": ("wizards and priests", _leaders("wizard", "priest")),
    "leaders": ("captains, wizards and priests", _leaders("captain", "wizard", "priest")),
    "formations": ("formations of all sides", lambda b, _: len(b.scenario.formations)),
    "sides": ("sides", lambda b, _: len(b.scenario.sides)),
    "turns": ("turns of the scenario", lambda b, _: b.scenario.scenario.turns),
    "face_down": ("troops that start face down", lambda b, c: sum(line.force.count for line in lines_face_down(b, c))),
    "summoners": (
        "summonings that the wizards can keep up at a time, alone or pooled",
        lambda b, c: sum(castings(b, c, side.id, s) for side in b.scenario.sides for s in c.spells if s.summons),
    ),
    "risen": (
        "troops that the wizards can raise from the dead with their full mana, alone or pooled",
        lambda b, c: _risen(b, c),
    ),
    "water_setups": (
        "troops and leaders that are set up on a bank of a water hex",
        _lines(lambda line: line.force.bank is not None),
    ),
    "structures": ("bridges and village hexes of the map", lambda b, _: 0 if b.map is None else _structures(b.map)),
    "losers": ("sides whose loss of strength decides a victory", lambda b, _: len(_losers(b))),
    "petards": ("petards in the armies", _equipment("petard")),
    "fort_levels": ("fort levels in the armies", _equipment("fort-level")),
    "fort_turns": ("quiet turns for the first level of a fort", _figure("fort-1-turns")),
    "fort_2_turns": ("quiet turns in all for the second level of a fort", _figure("fort-2-turns")),
    "pontoon_turns": ("turns in a row for a pontoon bridge", _figure("pontoon-turns")),
    "spells_lasting": (
        "spells with a duration that some caster of the scenario can cast, alone or pooled",
        lambda b, c: sum(s.turns is not None and is_castable(b, c, s) for s in c.spells),
    ),
}
"""Every name that a formula may use, what it counts, and how it is counted."""
MEANINGS: Mapping[str, str] = {name: meaning for name, (meaning, _) in FACTS.items()}


def facts(battle: Battle, catalogue: Catalogue) -> dict[str, int]:
    """The facts of a scenario, one for each name of `MEANINGS`."""
    return {name: count(battle, catalogue) for name, (_, count) in FACTS.items()}


def is_castable(battle: Battle, catalogue: Catalogue, spell: Spell) -> bool:
    """Whether somebody in a scenario can cast a spell, alone or pooled."""
    return any(can_cast(battle, catalogue, side.id, spell.caster, spell.cost) for side in battle.scenario.sides)


def can_cast(battle: Battle, catalogue: Catalogue, side: str, caster: str, cost: int) -> int:
    """The number of casters of a class on a side that can pay `cost` alone; 1 if only pooling does it (R-129)."""
    ratings = [rating for line in battle.side_lines(side) for rating in _ratings(line, caster)]
    return casters_of(ratings, _overhead(catalogue), cost)


def castings(battle: Battle, catalogue: Catalogue, side: str, spell: Spell) -> int:
    """The number of castings of a summoning that a side can keep up at a time, each new one on top of the upkeep so
    far.

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


def _overhead(catalogue: Catalogue) -> int:
    """The points that each caster loses when several pool (A-143)."""
    return figure(catalogue, "pool-overhead")


def _risen(battle: Battle, catalogue: Catalogue) -> int:
    """The number of dead that can rise at once, by what the wizards of each side have left after paying (R-129,
    R-158, G-37).
    """
    raising = catalogue.spells.get("summon-the-walking-dead")
    if raising is None:
        return 0
    total = 0
    for side in battle.scenario.sides:
        ratings = [rating for line in battle.side_lines(side.id) for rating in _ratings(line, "wizard")]
        total += max(
            0, pooled(ratings, _overhead(catalogue)) - raising.cost, *(item - raising.cost for item in ratings)
        )
    return total


def _haters(battle: Battle, catalogue: Catalogue) -> int:
    """The number of troops that hate a race on another side, by the races of both or by a special rule (A-61, R-60)."""
    hated = {race.id: frozenset(race.antipathy) for race in catalogue.races}
    rules = [rule for rule in battle.scenario.special if rule.kind == "antipathy" and rule.against is not None]
    ruled = {side for rule in rules for side in (rule.side, rule.against)}
    races: dict[str, set[str]] = {}
    for line in battle.lines:
        if isinstance(line.unit, Troops):
            races.setdefault(line.force.side, set()).add(line.unit.race)
    total = 0
    for line in battle.lines:
        enemies = set().union(*(races_there for side, races_there in races.items() if side != line.force.side))
        if isinstance(line.unit, Troops):
            hates = line.force.side in ruled or not enemies.isdisjoint(hated.get(line.unit.race, ()))
            total += line.force.count * hates
    return total


def _losers(battle: Battle) -> frozenset[str]:
    return frozenset(condition.side for _, condition in conditions(battle.scenario.victory, StrengthLost))


def _structures(on: HexMap) -> int:
    return len(on.bridges) + list(on.terrain.values()).count("village")


def _ratings(line: Line, caster: str) -> Iterator[int]:
    if isinstance(line.unit, Leader) and line.unit.kind == caster:
        yield from [line.unit.rating] * line.force.count


def lines_face_down(battle: Battle, catalogue: Catalogue) -> list[Line]:
    """The lines of troops that start face down wherever everybody is set up (R-07, G-39)."""
    limit = catalogue.figure_entries.get("face-up-distance")
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


def in_text(model: Map, name: str) -> str:
    """The name of a place inside a sentence: `Stockheath`, `the River Swale`, `the Stockheath road`.

    What says what a place is has an article: `the upper bridge`. On a drawn map that is a single word, or has words in
    small letters; on one from a seed every single word is a name.
    """
    words = name.split()
    described = words[0] == "River" or any(word.islower() for word in words[1:])
    if model.theme is None and (len(words) == 1 or any(word.islower() for word in words[1:])):
        return the(name)
    return f"the {name}" if described else inside(name)
