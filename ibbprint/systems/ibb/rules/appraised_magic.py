"""What a spell looks worth to the side that may cast it: enemies struck less friends struck, as far as it goes off."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import fsum
from typing import NamedTuple

from ibbprint.engine.state import Action
from ibbprint.systems.ibb.rules import aiming, areas, casters, combat, spells
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Counter, Refused, State

HURT = 0.45
FRIEND = 1.5
"""How much more a friend struck counts than an enemy."""
SUMMONED = 3.0
"""What calling up a unit is worth."""
SPUR = 0.12
"""What a point on every die of the turn is worth for each unit that can attack."""
POWER = 0.15
"""What each point of power is worth that is kept for later."""


class Magic(NamedTuple):
    """The worth of casts for a side, by what units are worth, and what share of its defenders an attack takes."""

    state: State
    side: int
    value: Callable[[Counter], float]
    taken: Callable[[combat.Combat], float]

    def worth(self, action: Action) -> float:
        """The worth of a cast; nothing for what cannot be read."""
        state, cast = self.state, aiming.read(self.state, action)
        if isinstance(cast, Refused):
            return 0.0
        spell, start = cast.spell, cast.casters[0].hex
        goes = float(casters.fizzle_roll(state.setting, casters.worst(state, cast.casters)).chance)
        point = areas.point_of(state.ground, cast.target if cast.target != OFF else start)
        aimed = spells.Aimed(spell, cast.casters, point, cast.template, cast.direction, cast.units)
        return goes * self._gain(aimed) - POWER * spell.cost

    def _gain(self, aimed: spells.Aimed) -> float:
        state, side, spell = self.state, self.side, aimed.spell
        if spell.id == spells.DEAD:
            left = casters.pooled(state.setting, aimed.casters) - spell.cost
            return SUMMONED * min(left, len(spells.fallen(state)))
        if spell.summons is not None or spell.target == "none":
            return SUMMONED
        if spell.target == "army":
            ready = [u for u in state.alive() if u.side == side and u.kind.troops and u.acted != state.turn]
            return SPUR * sum(1 for u in ready if any(state.enemy_troops(n, side) for n in state.ground.next[u.hex]))
        if spell.target == "chain":
            return fsum(self._struck([u], strength) for u, strength in zip(aimed.units, spell.strengths, strict=False))
        if spell.target not in ("unit", "formation", "hex"):
            return 0.0 if aimed.template is None else self._area(aimed)
        h = areas.hex_at(state.ground, aimed.point)
        units = list(aimed.units) or state.troops(OFF if h is None else h)
        if spell.strengths:
            alone = () if aimed.units or h is None else (h,)
            return self._struck(units, spell.strengths[0]) + self._leaders(alone)
        return HURT * fsum(self.value(u) for one in units for u in spells.formation(state, one) if u.side != side) / 2

    def _area(self, aimed: spells.Aimed) -> float:
        state, spell = self.state, aimed.spell
        reached = spells.area(state, aimed)
        if spell.strengths:
            strengths = spells.strengths(spell, reached, state.setting.figures.spell_minimum_strength)
            return fsum(self._struck(state.troops(h), s) for h, s in strengths.items()) + self._leaders(strengths)
        units = spells.in_area(state, aimed, reached)
        if spell.id == "rally":
            own = (u for u in units if u.side == self.side and u.in_disorder)
            return fsum(HURT * self.value(u) * (2 if u.routed else 1) for u in own)
        if spell.id == "anti-magickal-glamour":
            return self._balance(u for u in units if u.expires)
        if spell.id == "yawning-chasm":
            return self._balance(units) + self._leaders(reached)
        return HURT * self._balance(units)

    def _balance(self, units: Iterable[Counter]) -> float:
        """The worth of the enemies among some units less that of the friends."""
        return fsum(self.value(u) * (1 if u.side != self.side else -FRIEND) for u in units)

    def _leaders(self, hexes: Iterable[int]) -> float:
        """What it is worth that the leaders who are alone in some hexes die (R-203)."""
        return self._balance(u for h in hexes for u in spells.lone_leaders(self.state, h))

    def _struck(self, units: list[Counter], strength: int) -> float:
        """What an attack of a strength on a hex is worth, whosever units they are; half of them are taken to save."""
        state = self.state
        if not units or strength < 1:
            return 0.0
        scene = combat.scene_at(state, units[0].hex, self.side, "spell", defenders=units)
        fight = combat.weigh(state.setting, "spell", (), (), units, scene, state.turn, strength)
        return self.taken(fight) * self._balance(units)
