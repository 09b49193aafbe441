"""Estimates of what the enemy may do to units and leaders, hex by hex, and how near he is to each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ibbprint.engine.once import once
from ibbprint.systems.ibb.rules import combat
from ibbprint.systems.ibb.rules.appraised_attacks import Attacks
from ibbprint.systems.ibb.rules.ground import Ground
from ibbprint.systems.ibb.rules.state import Counter, State

NEAR, RISK = 8, 0.5
"""How near an enemy is looked at who may come; how likely he catches a leader alone."""
LATER = 0.5
"""How likely half of the enemies who can come at a leader with troops come at him."""
FRONT = 0.15
"""How likely a leader falls with troops next to the enemy, beyond what the combat table says."""
NOBODY_NEAR = 255
"""The distance from the nearest enemy where there is none."""


class Nearest(dict[int, int]):
    """Distances of hexes from the nearest of several, each worked out on demand."""

    def __init__(self, ground: Ground, hexes: Iterable[int]) -> None:
        self._rows = [ground.distances(h) for h in hexes]

    def __missing__(self, h: int) -> int:
        result = self[h] = min([row[h] for row in self._rows], default=NOBODY_NEAR)
        return result


class Dangers:
    """The dangers to a side in one decision. `care` is how much its leaders mind them, 1 as usual."""

    def __init__(self, state: State, side: int, fights: Attacks, care: float) -> None:
        self.state = state
        self.side = side
        self.fights = fights
        self.care = care
        self._cache = state.cache_of(side)

    # --- where the enemy is -----------------------------------------------------------------------------------------

    @once
    def beside(self) -> dict[int, list[int]]:
        """For every hex next to enemies who can be attacked, the hexes of these."""
        cache = self._cache
        if "beside" not in cache:
            near: dict[int, list[int]] = {}
            for h in self.fights.enemies:
                for n in self.state.ground.next[h]:
                    near.setdefault(n, []).append(h)
            cache["beside"] = near
        result: dict[int, list[int]] = cache["beside"]
        return result

    @once
    def nearest(self) -> Nearest:
        """The distance of every hex from the nearest enemy."""
        cache = self._cache
        if "nearest" not in cache:
            cache["nearest"] = Nearest(self.state.ground, self.fights.enemies)
        result: Nearest = cache["nearest"]
        return result

    # --- what he may do ---------------------------------------------------------------------------------------------

    def threat(self, unit: Counter, h: int) -> float:
        """The average loss of a unit in a hex if all enemies next to it attack."""
        friends = [u for u in self.state.troops(h, self.side) if u is not unit]
        if friends:
            share = self.share(h, [*friends, unit], self.fights.enemy.next_to(h))
        else:
            threats, key = self.fights.enemy.threats, (h, self.fights.tell(unit))
            share = threats.get(key, -1.0)
            if share < 0:
                share = threats[key] = self.share(h, [unit], self.fights.enemy.next_to(h))
        return share * self.fights.value(unit)

    def share(self, h: int, ours: Sequence[Counter], attack: int) -> float:
        """The average share of a stack in a hex that an attack of a strength takes."""
        if attack < 1 or not ours:
            return 0.0
        defence = sum([combat.defence(self.state.setting, u, self.state.turn) for u in ours], 0)
        return self.fights.shares(self.state.setting.column(self.state.ground.row[h], attack, defence, 0))[0]

    def coming(self, h: int) -> int:
        """The strength that the enemy could bring to a hex by his next turn, as far as he gets by the shortest way."""
        key, cache = ("coming", h), self._cache
        if key not in cache:
            row = self.state.ground.distances(h)
            able = self.fights.enemy.able.items()
            cache[key] = sum([strength for n, forces in able for moves, strength in forces if row[n] <= moves], 0)
        result: int = cache[key]
        return result

    @once
    def _poor(self) -> frozenset[str]:
        """The rows of the combat table on which attackers do better than on clear ground."""
        setting, ground = self.state.setting, self.state.ground
        usual = setting.column(ground.kinds["clear"].crt_row, 1, 1, 0)
        return frozenset(row for row in set(ground.row) if setting.column(row, 1, 1, 0) > usual)

    def is_poor(self, h: int) -> bool:
        """Whether a hex is poor ground to be attacked on: water, marsh, rubble."""
        return self.state.ground.row[h] in self._poor

    def caught(self, unit: Counter, h: int) -> float:
        """The average loss of a unit in a hex if half of the enemies who can come attack there."""
        coming = self.coming(h) // 2
        if not coming:
            return 0.0
        friends = [u for u in self.state.troops(h, self.side) if u is not unit]
        return self.share(h, [*friends, unit], coming) * self.fights.value(unit)

    def of_leader(self, leader: Counter, h: int, troops: Sequence[Counter]) -> float:
        """The average loss of a leader in a hex with some troops."""
        near = self.nearest[h]
        if not troops:
            risk = 1.0 if near <= 1 else RISK * (self.coming(h) > 0)
        elif near <= 1:
            risk = FRONT + self.share(h, troops, self.fights.enemy.next_to(h))
        else:
            risk = LATER * self.share(h, troops, self.coming(h) // 2)
        return risk * self.care * self.fights.leader(leader)

    def of_rider(self, rider: Counter, unit: Counter, hexes: Sequence[int]) -> list[float]:
        """The average loss of a leader who rides along with a unit to each hex."""
        state, side = self.state, self.side
        with_them = ([unit, *(u for u in state.troops(h, side) if u is not unit)] for h in hexes)
        return [self.of_leader(rider, h, troops) for h, troops in zip(hexes, with_them, strict=True)]
