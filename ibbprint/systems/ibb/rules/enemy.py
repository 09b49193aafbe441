"""Estimates of the enemy's worth, valid while the side only moves or declares actions."""

from __future__ import annotations

from ibbprint.engine.once import once
from ibbprint.systems.ibb.rules import combat, goals, victory
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Counter, Derived, State

Weighed = tuple[object, ...]


class Enemy:
    """The enemy units that a side can attack, and what has been worked out about attacks on them and by them."""

    def __init__(self, state: State, side: int) -> None:
        self._setting, self._ground, self._turn = state.setting, state.ground, state.turn
        self.units: dict[int, list[Counter]] = {}
        """The enemy units that can be attacked, by their hexes."""
        self.engineers: list[int] = []
        """The engineers of the side in good order, who help in attacks on works."""
        losses = [0] * len(state.setting.sides)
        for unit in state.units:
            if unit.dead:
                losses[unit.side] += victory.counted(unit)
            elif unit.side == side:
                if unit.kind.engineer and not unit.in_disorder:
                    self.engineers.append(unit.id)
            elif unit.hex != OFF and unit.kind.troops and not unit.hidden:
                self.units.setdefault(unit.hex, []).append(unit)
        cache = state.cache_of(side)
        if "limits" not in cache:
            cache["limits"] = [goals.limits(state, number) for number in range(len(losses))]
        limits: list[list[float]] = cache["limits"]
        self.losses = [(goals.ahead(side_limits, loss), loss) for side_limits, loss in zip(limits, losses, strict=True)]
        """For each side the next loss that matters, and what it has lost; None and nothing where none is left."""
        self.numbers: dict[tuple[int, bool, bool], int] = {}
        """The number that `Attacks.tell` gives a unit, by its id, whether it is in water, and among engineers."""
        self.held: dict[int, Weighed] = {}
        """Each hex and those who hold it, as the combat table asks of them."""
        self.values: dict[int, float] = {}
        """What each enemy unit is worth."""
        self.stakes: dict[int, float] = {}
        """What all in each hex are worth."""
        self.threats: dict[tuple[int, int], float] = {}
        """What share of a unit by itself in a hex those next to it take, by the hex and its number."""
        self._next_to: dict[int, int] = {}

    @classmethod
    def of(cls, state: State, side: int) -> Enemy:
        """The enemy of a side, worked out anew when more has happened than moves of its own."""
        marks, opinion = (state.mark(side), state.deeds), state.opinions.setdefault(side, Derived())
        if opinion.marks != marks:
            opinion.marks, opinion.what = marks, cls(state, side)
        enemy: Enemy = opinion.what
        return enemy

    @once
    def shaken(self) -> int:
        """The number of units in disorder."""
        return sum([unit.in_disorder for stack in self.units.values() for unit in stack], 0)

    @once
    def able(self) -> dict[int, list[tuple[int, int]]]:
        """For every hex, how far those there move and how strong they are, the Routed left out."""
        strength, setting, turn = combat.melee_strength, self._setting, self._turn
        return {
            h: [(u.kind.movement, strength(setting, u, turn)) for u in stack if not u.routed]
            for h, stack in self.units.items()
        }

    def next_to(self, h: int) -> int:
        """The strength of those next to a hex."""
        result = self._next_to.get(h)
        if result is None:
            able, near = self.able, self._ground.next[h]
            result = self._next_to[h] = sum([strength for n in near if n in able for _, strength in able[n]], 0)
        return result
