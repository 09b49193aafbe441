"""What a captain's activation offers to a player who plans it as a whole (`api.planning`).

Worth is counted in points of strength, as in `appraisal`. It looks at what can be seen and throws no dice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import ceil, fsum

from ibbprint.engine.api.planning import Mover, Strike
from ibbprint.engine.once import once
from ibbprint.engine.state import Action
from ibbprint.systems.ibb.rules import (
    arrivals,
    attacks,
    charge,
    control,
    movement,
    ordered_moves,
    orders,
    turn,
    victory,
)
from ibbprint.systems.ibb.rules.appraisal import END, Appraiser
from ibbprint.systems.ibb.rules.appraised_attacks import Attacks
from ibbprint.systems.ibb.rules.arrivals import Ways
from ibbprint.systems.ibb.rules.state import Activation, Counter, State

ARRIVED = 1.6
"""What a point of strength is worth that arrives where it wins, in points of strength lost. Half and double as much
were within the noise of 40 games of six scenarios."""
NEARER, FARTHEST = 0.012, 60
"""What each part of a point nearer is worth besides; from how far on that no longer counts."""
DANGER, MOST_COMING = 0.12, 18
"""How much what may come at a unit counts: flat from 0.04 to 0.3, worse above. How much of it counts at most:
more seldom finds room around a hex."""
POOR_GROUND = 0.3
"""How much it counts in water, marsh or rubble."""
LEAVING = 0.4
"""What a point of strength costs that leaves where it has arrived. Without it half a formation went back over the river
as long as turns enough were left to come again."""
SHAKEN = 0.5
"""What part of an arrival a unit in disorder is worth: it may be routed before."""
LEAST = 0.05
"""No attack is made that is worth less."""
BEST_CHARGE = 0.5
"""No charge is made that is worth less: it costs the march."""


class Formation:
    """A captain and his units at one decision of their activation."""

    def __init__(self, state: State, act: Activation) -> None:
        self.state, self.act = state, act
        self.side = act.side
        self._worths: dict[tuple[int, int], float] = {}

    @once
    def appraiser(self) -> Appraiser:
        """The appraiser of single actions in greedy play."""
        return Appraiser(self.state)

    @once
    def ways(self) -> Ways:
        """The ways to where the side should be at the end."""
        return arrivals.nearest_to_won(self.state, self.side)

    @property
    def _fights(self) -> Attacks:
        return self.appraiser.fights

    # --- what there is ------------------------------------------------------------------------------------------

    @property
    def occasion(self) -> object:
        return self.state.turn, self.act.leader

    @once
    def _moving(self) -> list[Counter]:
        """The troops that may still move."""
        if not self.act.ordered or not orders.can_move(self.act):
            return []
        return [u for u in ordered_moves.movers(self.state, self.act) if u.kind.troops]

    @once
    def movers(self) -> Sequence[Mover]:
        return [Mover(u.id, u.hex, control.stacking(self.state, u)) for u in self._moving]

    @once
    def near(self) -> Collection[int] | None:
        return ordered_moves.beside(self.state, self.act)

    @property
    def strikes_first(self) -> bool:
        return self.strikes and not self.act.moved_first

    @property
    def strikes(self) -> bool:
        return self.act.ordered and orders.can_fight(self.act) and bool(self.fighters)

    @property
    def resolved(self) -> int:
        return len(self.act.attacked)

    def ends(self, mover: int) -> Sequence[int]:
        return list(self._reach(mover))

    def _reach(self, mover: int) -> movement.Ends:
        unit = self.state.units[mover]
        return movement.ends(self.state, unit, ordered_moves.allowance(self.state, self.act, unit))

    def beside(self, place: int) -> Collection[int]:
        return (place, *self.state.ground.next[place])

    @once
    def _points(self) -> Mapping[int, int]:
        """The points of the side in every hex, without those who may still move."""
        return ordered_moves.standing(self.state, self.act, self._moving)

    def room(self, place: int) -> int:
        return self.state.setting.figures.stacking_limit - self._points.get(place, 0)

    def company(self, place: int) -> Sequence[int]:
        going = {unit.id for unit in self._moving}
        return [u.id for u in self.state.troops(place, self.side) if u.id not in going]

    # --- what it is worth ---------------------------------------------------------------------------------------

    @once
    def _pace(self) -> int:
        """The hexes that the formation moves in a turn: those of its slowest unit."""
        return min((u.kind.movement for u in self._moving if not u.routed), default=1)

    @once
    def _crossed(self) -> Callable[[int, int], int]:
        """The crossings that a unit will have made in a hex."""
        over: dict[int, dict[int, int]] = {}
        units = self.state.units

        def crossed(mover: int, place: int) -> int:
            if mover not in over:
                over[mover] = arrivals.after_crossing(self.state, units[mover], self._reach(mover))
            return over[mover].get(place, units[mover].crossed)

        return crossed

    def toward(self, mover: int, place: int) -> float:
        key = mover, place
        result = self._worths.get(key)
        if result is None:
            result = self._worths[key] = self._toward(self.state.units[mover], place)
        return result

    def _toward(self, unit: Counter, place: int) -> float:
        state = self.state
        far = self.ways.far(unit, place, self._crossed(unit.id, place))
        turns = state.setting.turns - state.turn
        value = ARRIVED * arrivals.arrives(state, unit, far, self._pace, turns) - NEARER * min(far, FARTHEST)
        strength = victory.counted(unit) or unit.kind.attack
        worth = strength * value * (SHAKEN if unit.in_disorder else 1.0)
        if far and not self.ways.far(unit, unit.hex, unit.crossed):
            worth -= LEAVING * strength
        return worth - fsum(self.appraiser.astray(unit, (place,)))

    def threat(self, place: int, attackers: Sequence[int]) -> float:
        units = self.state.those(attackers)
        coming = max(self._fights.enemy.next_to(place), self.appraiser.dangers.coming(place) // 2)
        if not coming:
            return 0.0
        share = self.appraiser.dangers.share(place, units, min(coming, MOST_COMING))
        danger = POOR_GROUND if self.appraiser.dangers.is_poor(place) else DANGER
        return danger * share * fsum(map(self._fights.value, units))

    # --- attacks ------------------------------------------------------------------------------------------------

    @once
    def targets(self) -> Sequence[int]:
        return list(self._fights.enemies)

    @once
    def fighters(self) -> Sequence[int]:
        able = [u for u in attacks.fighters(self.state, self.act) if u.kind.troops and not u.kind.engine]
        return [u.id for u in sorted(able, key=lambda u: (-u.kind.attack, u.id))]

    def place(self, fighter: int) -> int:
        return self.state.units[fighter].hex

    def reaches(self, fighter: int, place: int, target: int) -> bool:
        unit = self.state.units[fighter]
        far = self.state.ground.distances(target)[place]
        return far == 1 or (far <= unit.kind.range and self._shoots(unit))

    def _shoots(self, unit: Counter) -> bool:
        return unit.kind.range > 0 and not (unit.kind.limited and unit.shots < 1)

    def strike(self, target: int, attackers: Sequence[int], at: Mapping[int, int]) -> Strike | None:
        best: Strike | None = None
        row = self.state.ground.distances(target)
        units = self.state.those(attackers)
        places = [at.get(u.id, u.hex) for u in units]
        near = [u for u, place in zip(units, places, strict=True) if row[place] == 1]
        ranged = [u for u, place in zip(units, places, strict=True) if row[place] <= u.kind.range and self._shoots(u)]
        bodies = [("melee", near)]
        bodies += [
            ("fire", [u for u in ranged if u.kind.segment == n]) for n in sorted({u.kind.segment for u in ranged})
        ]
        for kind, able in bodies:
            stage = attacks.SEGMENT["melee"] if kind == "melee" else able[0].kind.segment
            if attacks.in_order(self.act, stage, target) is not None:
                continue
            for number in range(1, len(able) + 1):
                worth = self._fights.fight(kind, target, able[:number])
                if worth > (LEAST if best is None else best.worth):
                    best = Strike(worth, stage, target, tuple(u.id for u in able[:number]), kind)
        return best

    # --- actions ------------------------------------------------------------------------------------------------

    def _legal(self, action: Action) -> Action | None:
        return action if turn.FLOW.check(self.state, action) is None else None

    def opening(self) -> Action | None:
        if not self.act.ordered:
            return self._attach()
        if self.act.fought or self.act.movers:
            return None
        return self._rally() or self._charge()

    def _attach(self) -> Action:
        """Attach whoever may join; then roll for orders.

        Units without a captain stand until one takes them in, so his troops go at the pace of the slow. In the last
        turn nobody joins who is slower than those who still arrive.
        """
        state, act = self.state, self.act
        last = state.turn == state.setting.turns
        least = self._pace_to_arrive([u for u in state.those(act.members) if not u.routed]) if last else 0
        for unit in orders.attachable(state, act):
            if not unit.routed and unit.kind.movement >= least:
                return Action("attach", (unit.id,))
        return Action("order")

    def _pace_to_arrive(self, units: Sequence[Counter]) -> int:
        """The least pace at which all those arrive with this move who can at the pace of the slowest of them."""
        pace, scale = min((u.kind.movement for u in units), default=0), self.state.ground.scale
        moves = (ceil(self.ways.far(u, u.hex, u.crossed) / scale) for u in units)
        return max((points for points in moves if points <= pace), default=0)

    def _rally(self) -> Action | None:
        state, act = self.state, self.act
        zones = control.enemy_zones(state, self.side)
        crowded = ordered_moves.overstacked(state, act)
        for unit in state.those(act.members):
            if unit.in_disorder and turn.check_rally(state, act, unit.id, crowded) is None:
                action = Action("rally", (unit.id,))
                if not zones[unit.hex] or self.appraiser.rally(action) > 0:
                    return action
        return None

    def _charge(self) -> Action | None:
        if not self.act.stayed or not orders.can_fight(self.act) or ordered_moves.overstacked(self.state, self.act):
            return None
        worths = self._fights.charges(charge.charge_actions(self.state, self.act))
        best = max(worths, key=lambda action: worths[action], default=None)
        return best if best is not None and worths[best] > BEST_CHARGE else None

    def move(self, mover: int, place: int) -> Action | None:
        unit = self.state.units[mover]
        if unit not in self._moving or (reach := self._reach(mover).get(place)) is None:
            return None
        return self._legal(Action("move", (mover,), reach.way(place)))

    def attack(self, strike: Strike) -> Sequence[Action]:
        declared = [Action(strike.how, (fighter,), (strike.target,)) for fighter in strike.fighters]
        return [*declared, Action("resolve")] if self._legal(declared[0]) else []

    def follow(self) -> Action | None:
        state, act = self.state, self.act
        leader = state.units[act.leader]
        if not orders.can_move(act) or ordered_moves.may_move(state, act, leader) is not None:
            return None
        can = movement.ends(state, leader, ordered_moves.allowance(state, act, leader))
        hexes = [leader.hex, *can]
        worths = self.appraiser.leads(leader, hexes)
        best = max(range(len(hexes)), key=lambda n: (worths[n], -n))
        return self._legal(Action("move", (leader.id,), can[hexes[best]].way(hexes[best]))) if best else None

    def close(self) -> Action | None:
        return self._legal(END)


def planning(state: State) -> Formation | None:
    """The captain's activation to plan now; None where a side decides something else.

    Only a side that must have its strength somewhere to win plans: who holds does better greedily.
    """
    act = state.activation
    if state.questions or act is None or act.mode != "captain" or act.attack is not None or act.charge is not None:
        return None
    return Formation(state, act) if arrivals.arrivals(state, act.side) else None
