"""What a spell looks worth to the side that may cast it: enemies struck less friends struck, as far as it goes off."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import fsum

from ibbprint.engine.state import Action
from ibbprint.systems.ibb.rules import aiming, areas, casters, combat, spells
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Counter, Refused, State

Value = Callable[[Counter], float]
"""What a unit is worth."""
Shares = Callable[[combat.Combat], tuple[float, float]]
"""What share of defenders and attackers an attack takes on average."""

HURT = 0.45
FRIEND = 1.5
"""How much more a friend struck counts than an enemy."""
SUMMONED = 3.0
"""What calling up a unit is worth."""
SPUR = 0.12
"""What a point on every die of the turn is worth for each unit that can attack."""
POWER = 0.15
"""What each point of power is worth that is kept for later."""


def worth(state: State, action: Action, side: int, value: Value, shares: Shares) -> float:
    """The worth of a cast; nothing for what cannot be read."""
    cast = aiming.read(state, action)
    if isinstance(cast, Refused):
        return 0.0
    spell = cast.spell
    goes = float(casters.fizzle_roll(state.setting, casters.worst(state, cast.casters)).chance)
    start = cast.casters[0].hex
    point = areas.point_of(state.ground, cast.target if cast.target != OFF else start)
    aimed = spells.Aimed(spell, cast.casters, point, cast.template, cast.direction, cast.units)
    gain = _gain(state, aimed, side, value, shares)
    return goes * gain - POWER * spell.cost


def _gain(state: State, aimed: spells.Aimed, side: int, value: Value, shares: Shares) -> float:
    spell = aimed.spell
    if spell.id == "summon-the-walking-dead":
        left = casters.pooled(state.setting, aimed.casters) - spell.cost
        return SUMMONED * min(left, len(spells.fallen(state)))
    if spell.summons is not None or spell.target == "none":
        return SUMMONED
    if spell.target == "army":
        ready = [u for u in state.units if u.hex != OFF and u.side == side and u.kind.troops and u.acted != state.turn]
        return SPUR * sum(1 for u in ready if any(state.enemy_troops(n, side) for n in state.ground.next[u.hex]))
    if spell.target == "chain":
        return fsum(
            _struck(state, [unit], strength, side, value, shares)
            for unit, strength in zip(aimed.units, spell.strengths, strict=False)
        )
    if spell.target in ("unit", "formation", "hex"):
        units = list(aimed.units) or state.troops(_hex(state, aimed))
        if spell.strengths:
            alone = () if aimed.units else (_hex(state, aimed),)
            return _struck(state, units, spell.strengths[0], side, value, shares) + _leaders(state, alone, side, value)
        return HURT * fsum(value(u) for unit in units for u in spells.formation(state, unit) if u.side != side) / 2
    return _area(state, aimed, side, value, shares)


def _hex(state: State, aimed: spells.Aimed) -> int:
    found = areas.hex_at(state.ground, aimed.point)
    return OFF if found is None else found


def _area(state: State, aimed: spells.Aimed, side: int, value: Value, shares: Shares) -> float:
    if aimed.template is None:
        return 0.0
    spell = aimed.spell
    reached = spells.area(state, aimed)
    if spell.strengths:
        strengths = spells.strengths(spell, reached, state.setting.figures.spell_minimum_strength)
        burnt = fsum(_struck(state, state.troops(h), s, side, value, shares) for h, s in strengths.items())
        return burnt + _leaders(state, strengths, side, value)
    units = spells.in_area(state, aimed, reached)
    if spell.id == "rally":
        return fsum(HURT * value(u) * (2 if u.routed else 1) for u in units if u.side == side and _disordered(u))
    if spell.id == "anti-magickal-glamour":
        return _balance([u for u in units if u.expires], side, value)
    if spell.id == "yawning-chasm":
        return _balance(units, side, value) + _leaders(state, reached, side, value)
    return HURT * _balance(units, side, value)


def _balance(units: Iterable[Counter], side: int, value: Value) -> float:
    """The worth of the enemies among some units less that of the friends."""
    return fsum(value(u) * (1 if u.side != side else -FRIEND) for u in units)


def _leaders(state: State, hexes: Iterable[int], side: int, value: Value) -> float:
    """What it is worth that the leaders who are alone in some hexes die (R-203)."""
    return _balance((u for h in hexes for u in spells.lone_leaders(state, h)), side, value)


def _disordered(unit: Counter) -> bool:
    return unit.routed or unit.disorganised >= 0


def _struck(state: State, units: list[Counter], strength: int, side: int, value: Value, shares: Shares) -> float:
    """What an attack of a strength on a hex is worth, whosever units they are; half of them are taken to save."""
    if not units or strength < 1:
        return 0.0
    scene = combat.scene_at(state, units[0].hex, side, "spell", defenders=units)
    fight = combat.weigh(state.setting, "spell", (), (), units, scene, state.turn, strength)
    taken = shares(fight)[0]
    return taken * _balance(units, side, value)
