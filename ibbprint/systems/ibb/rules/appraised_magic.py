"""Estimates of the worth of spells: enemies struck less friends struck, weighted by the chance to cast them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import fsum

from ibbprint.engine.state import Action
from ibbprint.systems.ibb.models.magic import Spell
from ibbprint.systems.ibb.rules import aiming, areas, cast_choices, casters, spells
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

WAIT = 0.8
"""What part of a shared spell’s worth is left to a caster who waits for another. With it the priests of Stirling try
Yawning Chasm in 29 games of 30 instead of 4, and the Skatch are 10 points of attack strength (5 to 16) better off.
"""


class Magic:
    """The worth of the casts of one decision, by what units are worth, and what share of them a strength takes.

    Many casts come to the same hexes: whom they strike there is weighed once.
    """

    def __init__(
        self,
        state: State,
        side: int,
        value: Callable[[Counter], float],
        price: Callable[[Sequence[Counter], int], float],
    ) -> None:
        self.state = state
        self.side = side
        self.value = value
        self.taken = price
        self._casts: dict[tuple[tuple[int, ...], str], aiming.Cast | Refused] = {}
        self._goes: dict[tuple[int, ...], float] = {}
        self._areas: dict[tuple[str, str, int, int], dict[int, float]] = {}
        self._shared: dict[int, float] = {}

    def worth(self, action: Action) -> float:
        """The worth of a cast; nothing for what cannot be read."""
        state, path = self.state, action.path
        key = action.counters, action.word
        cast = self._casts.get(key)
        if cast is None:
            cast = self._casts[key] = aiming.read(state, action)
        if isinstance(cast, Refused):
            return 0.0
        goes = self._goes.get(action.counters)
        if goes is None:
            roll = casters.fizzle_roll(state.setting, casters.worst(state, cast.casters))
            goes = self._goes[action.counters] = float(roll.chance)
        worth = goes * self._gain(cast, path[0] if path else cast.casters[0].hex) - POWER * cast.spell.cost
        shared = 0.0 if len(cast.casters) > 1 else self.shared(cast.casters[0])
        return worth - max(0.0, shared - worth) if shared else worth  # the other could cast the like by himself

    def shared(self, caster: Counter) -> float:
        """The worth of the best spell that a caster can share with another in his hex, who may be drawn after him."""
        result = self._shared.get(caster.id)
        if result is None:
            worths = map(self.worth, cast_choices.shared(self.state, caster))
            result = self._shared[caster.id] = WAIT * max(worths, default=0.0)
        return max(0.0, result)

    def _gain(self, cast: aiming.Cast, h: int) -> float:
        state, side, spell = self.state, self.side, cast.spell
        if spell.id == spells.DEAD:
            mana = casters.pooled(state.setting, cast.casters) - spell.cost
            return SUMMONED * min(mana, len(spells.fallen(state)))
        if spell.summons is not None or spell.target == "none":
            return SUMMONED
        if spell.target == "army":
            ready = [u for u in state.alive() if u.side == side and u.kind.troops and u.acted != state.turn]
            return SPUR * sum(1 for u in ready if any(state.enemy_troops(n, side) for n in state.ground.next[u.hex]))
        if spell.target == "chain":
            return fsum(self._struck([u], strength) for u, strength in zip(cast.units, spell.strengths, strict=False))
        if spell.target not in ("unit", "formation", "hex"):
            if cast.template is None:
                return 0.0
            return self._cone(cast, h) if cast.template.shape == "cone" else self._balls(cast).get(h, 0.0)
        units = list(cast.units) or state.troops(h)
        if spell.strengths:
            lone = 0.0 if cast.units else self._balance(spells.lone_leaders(state, h))
            return self._struck(units, spell.strengths[0]) + lone
        return HURT * fsum(self.value(u) for unit in units for u in spells.formation(state, unit) if u.side != side) / 2

    # --- areas ------------------------------------------------------------------------------------------------------

    def _balls(self, cast: aiming.Cast) -> dict[int, float]:
        """The worth of a ball centred on each hex where it strikes somebody, summed outwards from each target."""
        assert cast.template is not None
        ground, start = self.state.ground, cast.casters[0].hex
        reach = casters.throw_range(cast.casters) + areas.ranks(cast.template, cast.spell.spillover)[-1].distance
        key = cast.spell.id, cast.template.id, start, reach
        result = self._areas.get(key)
        if result is None:
            result, far = self._areas.setdefault(key, {}), ground.distances(start)
            for h in self._open_to(cast.spell):
                if far[h] > reach:
                    continue
                near = areas.ball(ground, areas.point_of(ground, h), cast.template, cast.spell.spillover)
                for middle, worth in self._each(cast.spell, h, near):
                    result[middle] = result.get(middle, 0.0) + worth
        return result

    def _cone(self, cast: aiming.Cast, start: int) -> float:
        """The worth of a cone."""
        assert cast.template is not None
        ground, spell = self.state.ground, cast.spell
        point = areas.point_of(ground, start)
        reached = areas.cone(ground, point, cast.direction, cast.template, spell.spillover)
        hit = set(self._open_to(spell)) & reached.keys()
        return fsum(worth for h in sorted(hit) for _, worth in self._each(spell, h, {h: reached[h]}))

    def _open_to(self, spell: Spell) -> Iterable[int]:
        """The hexes with somebody in them where a spell works."""
        kept_out = spells.warded(self.state) if spell.turns is not None else ()
        return [h for h in self.state.at if h not in kept_out]

    def _each(self, spell: Spell, h: int, near: areas.Area) -> Iterator[tuple[int, float]]:
        """The worth of a spell's reach into a hex, by the hexes of the same ranks around it."""
        state = self.state
        if spell.strengths:
            lone, troops = self._balance(spells.lone_leaders(state, h)), state.troops(h)
            struck: dict[int, float] = {}
            for n, strength in spells.strengths(spell, near, state.setting.figures.spell_minimum_strength).items():
                if strength not in struck:
                    struck[strength] = self._struck(troops, strength) + lone
                yield n, struck[strength]
            return
        worth = self._touched(spell, h)
        if worth:
            for n in near:
                yield n, worth

    def _touched(self, spell: Spell, h: int) -> float:
        """The worth of a spell without a strength that reaches a hex."""
        units = self.state.troops(h)
        if spell.id == "rally":
            counters = (u for u in units if u.side == self.side and u.in_disorder)
            return fsum(HURT * self.value(u) * (2 if u.routed else 1) for u in counters)
        if spell.id == "anti-magickal-glamour":
            return self._balance(u for u in units if u.expires)
        if spell.id == "yawning-chasm":
            return self._balance(units) + self._balance(spells.lone_leaders(self.state, h))
        return HURT * self._balance(units)

    def _balance(self, units: Iterable[Counter]) -> float:
        """The worth of the enemies among some units less that of the friends."""
        return fsum(self.value(u) * (1 if u.side != self.side else -FRIEND) for u in units)

    def _struck(self, units: list[Counter], strength: int) -> float:
        """The worth of an attack of a strength on a hex, whosever units they are; half of them are assumed to save."""
        if not units or strength < 1:
            return 0.0
        return self.taken(units, strength) * self._balance(units)
