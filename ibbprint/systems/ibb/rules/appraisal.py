"""Estimates by rule of thumb of the worth of actions to a side, for policies that play sensibly.

Worth is counted in points of attack strength. It looks at what can be seen and throws no dice: attacks are worth what
the combat table gives them on average (`appraised_attacks`), moves what they bring nearer to what wins the scenario
(`goals`), with the attacks that they make possible and the danger that they lead into (`appraised_dangers`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import fsum, inf

from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.once import once
from ibbprint.engine.session import liked_best
from ibbprint.engine.space import Reach
from ibbprint.engine.state import Action
from ibbprint.systems.ibb.rules import (
    attacks,
    casters,
    charge,
    control,
    deploy,
    engines,
    goals,
    movement,
    ordered_moves,
    turn,
    works,
)
from ibbprint.systems.ibb.rules.appraised_attacks import Attacks
from ibbprint.systems.ibb.rules.appraised_dangers import NEAR, NOBODY_NEAR, Dangers, Nearest
from ibbprint.systems.ibb.rules.appraised_magic import Magic
from ibbprint.systems.ibb.rules.counters import GOLD, PURPLE, WHITE
from ibbprint.systems.ibb.rules.ordered_moves import Going
from ibbprint.systems.ibb.rules.state import Activation, Counter, State

STEP = 0.06
"""What one point of movement toward the goal is worth, for each point of strength."""
CONTACT = 0.5
"""What the best attack out of a hex is worth to the unit that moves there."""
NEXT = 0.2
"""What it is worth besides to be next to an enemy."""
EXPOSED = 0.3
"""How much what the enemies next to a hex may do to a unit there counts."""
COMPANY, FORWARD = 0.3, 0.02
"""What it is worth to a leader to be with troops; a point of movement toward the goal."""
LEAD = 0.15
"""What a point of strength without a captain is worth to a captain who stands where he can take it in."""
CROWD = 0.1
"""What each other leader in a hex costs a leader: one blow falls on them all."""
OUT_OF_RANGE = 0.1
"""What each hex costs a caster by which he is too far from the nearest enemy to strike him."""
CREW = 1.0
"""What it is worth that a crew stays with an engine that has an enemy in range."""
SHAKEN = 0.25
"""What part of a goal a unit in disorder minds."""
REFUSE = 0.3
"""What it is worth to refuse battle."""
STAYS = 1.0
"""What it is worth that the last unit in a hex that a victory asks to hold, or bar, does not leave it to the enemy."""
ASTRAY = 0.1
"""What each point of strength without a captain costs that goes where its captain of this turn cannot follow."""
HAIR = 1e-9
"""More than rounding can make of two worths that are alike."""
END = Action("end")
HOSTILE = frozenset((*turn.FIGHTING, "cast", "bombard", "petard"))
"""What somebody does not do who holds."""
PLAIN = {**dict.fromkeys(("shoot", "pay", "petard", "summon", "raise", "bridge"), 0.3), "enter": 0.2, "dig": 0.05}
"""What is worth the same whatever it is done with."""


class Appraiser:
    """The worth of the candidates of one decision. What several of them rest on is worked out once."""

    def __init__(self, state: State, leaning: Leaning = USUAL) -> None:
        self.state = state
        self.leaning = leaning
        self.setting = state.setting
        self.side = turn.FLOW.decider(state)
        self._cache = state.cache_of(self.side)
        self._attacks: dict[tuple[int, int], float] = {}
        self._loose: dict[int, dict[int, int]] = {}

    @once
    def fights(self) -> Attacks:
        """The worth of attacks."""
        return Attacks(self.state, self.side, goals.field(self.setting, self.side), self.leaning.bold)

    @property
    def enemies(self) -> dict[int, list[Counter]]:
        """The enemy units that can be attacked, by their hexes."""
        return self.fights.enemies

    @once
    def targets(self) -> list[int]:
        """The hexes that win the scenario, where the enemy is."""
        return [h for h in self.enemies if self.fights.goal[h] == 0]

    # --- what is best -----------------------------------------------------------------------------------------------

    def best(self, act: Activation) -> Sequence[Action]:
        """The actions that look best in an activation: good moves before any attack, since a unit that has fought
        cannot move up.

        Troops move before their leaders, who then go where it is safe. Attacks come in the order of the segments.
        Once there has been fighting it goes on as long as it pays: who then moves fights no more (R-61).
        """
        actions: list[Action] = []
        crowded = ordered_moves.overstacked(self.state, act)
        if act.mode == "engineers" and not act.fought:
            # Their engines fire before they move, or not at all if they move away.
            shots = engines.actions(self.state, act)
            if result := self._first(shots):
                return result
        if act.fought:
            actions = turn.besides_moves(self.state, act, crowded)
            if result := self._first(actions):
                return result
        if not self.leaning.stands:
            content = self._content
            going = ordered_moves.setting_out(self.state, act, crowded, content, self._turn)
            for unit, movers in groupby(going, key=lambda item: item.unit.id):
                if result := self._best_moves(movers):
                    return result
                content[unit] = True
        if not act.fought:
            actions = turn.besides_moves(self.state, act, crowded)
            if result := self._first(actions):
                return result
        if END in actions:
            return [END]
        # Somebody must leave an overfull hex, however little he likes it.
        return self._best_moves(ordered_moves.setting_out(self.state, act, crowded, (), self._turn), -inf) or actions

    def best_places(self) -> Sequence[Action]:
        """The actions that look best for the next counter to be set up. Hexes are tried in the order of preference."""
        unit = self.state.units[self.state.placing[0]]
        hexes, leaves_room = deploy.open_to(self.state, unit), deploy.leaves_room(self.state, unit)
        worth = dict(zip(hexes, self._places(unit, hexes), strict=True))
        for liked in sorted(set(worth.values()), reverse=True):
            items = [h for h in hexes if worth[h] == liked and leaves_room(h)]
            if items:
                return [deploy.put(unit, h) for h in items]
        return liked_best([deploy.put(unit, h) for h in hexes], list(worth.values()))

    def _turn(self, unit: Counter) -> tuple[bool, int, int]:
        """When somebody is to be moved: troops before leaders, and first who is nearest to the enemy."""
        return not unit.kind.troops, self.nearest[unit.hex], unit.id

    @once
    def _content(self) -> dict[int, bool]:
        """Units known to gain nothing by moving, while the same friends are in contact."""
        contact = tuple((h, len(units)) for h, units in self._friends.items())
        result: dict[int, bool] = self._cache.setdefault(("content", self.state.turn, contact, self.leaning), {})
        return result

    def _best_moves(self, going: Iterable[Going], least: float = 0.0) -> Sequence[Action]:
        """The best of the moves that are worth more than `least`; actions are built for these alone."""
        best, moves = least, list[tuple[Going, int, Reach]]()
        for item in going:
            can = movement.ends(self.state, item.unit, item.allowance, item.riders)
            ends = item.ends(can)
            gains = self._gains(item.unit, item.riders, ends, best)
            top = max(gains, default=-inf)
            if top > best:
                best, moves = top, []
            if top == best > least:
                moves += [(item, h, can[h]) for h, gain in zip(ends, gains, strict=True) if gain == best]
        return [entry.action(reach, h) for entry, h, reach in moves]

    def _first(self, actions: Sequence[Action]) -> Sequence[Action]:
        """The best of those that are worth doing in the earliest segment; none where nothing is."""
        segments: dict[int, list[Action]] = {}
        for action in actions:
            if not (self.leaning.holds and action.verb in HOSTILE):
                segments.setdefault(self._segment(action), []).append(action)
        for segment in sorted(segments):
            worth = self.worths(segments[segment])
            if max(worth) > 0:
                return liked_best(segments[segment], worth)
        return ()

    def _segment(self, action: Action) -> int:
        """The segment in which something is done; what belongs to none comes last."""
        match action.verb:
            case "fire" | "bombard":
                return self.state.units[action.counters[0]].kind.segment
            case "cast":
                return casters.segment_of(self.setting.spells[action.word.partition(":")[0]])
            case "charge":
                return PURPLE
            case "mounted":
                return GOLD
        return WHITE

    # --- each by itself ---------------------------------------------------------------------------------------------

    def worths(self, actions: Sequence[Action]) -> list[float]:
        """The worth of each action, in their order."""
        result: list[float] = []
        for verb, group in groupby(actions, key=lambda action: action.verb):
            same = list(group)
            if verb == "move":
                for numbers, moves in groupby(same, key=lambda action: action.counters):
                    unit, *riders = self.state.those(numbers)
                    result += self._gains(unit, riders, [action.path[-1] for action in moves])
            elif verb == "charge":
                worth = self.fights.charges(same)
                result += [worth[action] for action in same]
            else:
                result += map(self._worth, same)
        return result

    def _worth(self, action: Action) -> float:
        match action.verb:
            case "melee" | "mounted" | "fire" | "support":
                return self.fights.join(action)
            case "cast":
                return self.magic.worth(action)
            case "bombard":
                return self.fights.bombard(action)
            case "rally":
                return self.rally(action)
            case "refuse":
                return REFUSE - self._left_behind(action)
            case "attach":
                return self._attach(action)
            case "place":
                return self._places(self.state.units[action.counters[0]], action.path[-1:])[0]
            case "dig" | "bridge":
                return self._work(action)
            case "rout":
                return -0.001 * self._field(self.state.units[action.counters[0]])[action.path[-1]]
        return PLAIN.get(action.verb, 0.0)

    @once
    def magic(self) -> Magic:
        """The worth of spells."""
        return Magic(self.state, self.side, self.fights.value, self.fights.struck)

    def _work(self, action: Action) -> float:
        """The worth of a work: nothing where it is not finished in time, or dug behind the front."""
        unit = self.state.units[action.counters[0]]
        if not works.in_time(self.state, unit, action.verb):
            return 0.0
        if action.verb == "dig" and self.nearest[unit.hex] > self._front + 1:
            return 0.0
        return PLAIN[action.verb]

    @once
    def _front(self) -> int:
        """The distance of the side's foremost troops from the nearest enemy."""
        return min((self.nearest[h] for h in self._ours), default=0)

    def _places(self, unit: Counter, hexes: Iterable[int]) -> list[float]:
        """Troops are set up near what is to be won, leaders as far behind as their troops are."""
        near, field = 0.001 if unit.kind.leader else -0.001, self._field(unit)
        return [near * field[h] for h in hexes]

    def _left_behind(self, action: Action) -> float:
        """The worth of the leaders whom nobody protects any more when a unit draws off."""
        unit, side = self.state.units[action.counters[0]], self.side
        if len(self.state.troops(unit.hex, side)) > 1:
            return 0.0
        return fsum(self.fights.leader(u) for u in self.state.here(unit.hex) if u.side == side and u.kind.leader)

    def rally(self, action: Action) -> float:
        unit = self.state.units[action.counters[0]]
        helped = any(u.kind.leader and u.side == unit.side for u in self.state.here(unit.hex))
        if unit.routed:
            return 1.0
        threatened = bool(control.enemy_zones(self.state, unit.side)[unit.hex])
        return 0.3 if helped and not threatened else -0.1

    def _attach(self, action: Action) -> float:
        """More troops are welcome unless they would slow the others down."""
        members = self.state.those(self.state.acting.members)
        slowest = min((u.kind.movement for u in members), default=0)
        return 0.1 if self.state.units[action.counters[0]].kind.movement >= slowest else -0.1

    # --- moves ------------------------------------------------------------------------------------------------------

    def _gains(
        self, unit: Counter, riders: Sequence[Counter], ends: Sequence[int], best: float | None = None
    ) -> list[float]:
        """The gain of a mover with its passengers in each of some hexes over where it is now.

        Where nobody looks for less than `best`, it may be -inf for hexes that cannot be as good.
        """
        if unit.kind.leader:
            current = self.leads(unit, [unit.hex])[0] + self._staying(unit)
            items = self.leads(unit, ends, None if best is None else current + best)
        else:
            current, *items = self._stands(unit, [unit.hex, *ends])
            current += self._staying(unit)
        gains = [value - current for value in items]
        for rider in riders:
            if rider.kind.leader:
                dangers = self.dangers.of_rider(rider, unit, ends)
                gains = [fsum((gain, 0.01, -danger)) for gain, danger in zip(gains, dangers, strict=True)]
        return gains

    def _stands(self, unit: Counter, hexes: Sequence[int]) -> list[float]:
        """The worth of each hex to a unit: near the goal, next to enemies it can beat, away from those who can beat
        it.
        """
        worth = -STEP * self.leaning.haste * unit.kind.attack
        field: Sequence[int] | Nearest = self._field(unit)
        if self.targets:
            # Whoever holds what is to be won is what to go for.
            field, worth = self._to_target, 2 * worth
        if unit.in_disorder:
            worth *= SHAKEN
        result = [worth * field[h] for h in hexes]
        beside, shots = self.beside, self._shots(unit)
        for number, h in enumerate(hexes):
            if h in beside:
                result[number] += self._contact(unit, h)
            elif self.dangers.is_poor(h):
                result[number] -= EXPOSED * self.leaning.care * self.dangers.caught(unit, h)
        if costs := self.astray(unit, hexes):
            result = [worth - cost for worth, cost in zip(result, costs, strict=True)]
        if shots:
            near, far = self.nearest, unit.kind.range
            result = [item + shots if near[h] <= far else item for h, item in zip(hexes, result, strict=True)]
        return result

    def astray(self, unit: Counter, hexes: Iterable[int]) -> list[float]:
        """The cost of each hex where he who took in a unit without a captain cannot follow; empty for other units."""
        if unit.captain >= 0 or unit.led < 0:
            return []
        captain = self.state.units[unit.led]
        far = ordered_moves.allowance(self.state, self.state.acting, captain) + 1
        distances = self.state.ground.distances(captain.hex)
        return [ASTRAY * unit.kind.attack * max(0, distances[h] - far) for h in hexes]

    def _contact(self, unit: Counter, h: int) -> float:
        """The worth of the best attack from a hex next to an enemy, less the likely loss there."""
        if unit.in_disorder:
            return -self.leaning.care * self.dangers.threat(unit, h)
        best = max([self._attack(unit, n) for n in self.beside[h]])
        return CONTACT * max(best + NEXT, 0.0) - EXPOSED * self.leaning.care * self.dangers.threat(unit, h)

    def _attack(self, unit: Counter, target: int) -> float:
        """The worth of a unit in an attack on a hex: alone, or with the units that are next to it already."""
        result = self._attacks.get((unit.id, target))
        if result is None:
            friends = [u for u in self._friends.get(target, ()) if u is not unit]
            result = self.fights.alone("melee", unit, target)
            if friends:
                without = self.fights.fight("melee", target, friends)
                result = max(result, self.fights.fight("melee", target, [*friends, unit]) - max(without, 0.0))
            self._attacks[unit.id, target] = result
        return result

    @once
    def _friends(self) -> dict[int, list[Counter]]:
        """The units of the activation that could attack each enemy hex from where they are."""
        counters: dict[int, list[Counter]] = {}
        act, beside = self.state.activation, self.beside
        if act is not None:
            for unit in attacks.fighters(self.state, act, lambda unit: unit.hex in beside and unit.kind.troops):
                for h in beside[unit.hex]:
                    counters.setdefault(h, []).append(unit)
        return counters

    def _shots(self, unit: Counter) -> float:
        """The worth to a unit that shoots of having a target in range."""
        if not unit.kind.missile or (unit.kind.limited and unit.shots < 1):
            return 0.0
        cache, key = self._cache, ("shots", self.fights.tell(unit), self.fights.enemy.shaken, self.leaning.bold)
        if key not in cache:
            cache[key] = CONTACT * max((self.fights.alone("fire", unit, h) for h in self.enemies), default=0.0)
        result: float = cache[key]
        return result

    def _staying(self, unit: Counter) -> float:
        """The worth of not moving: riders charge, crews serve engines with a target in range, casters share a spell,
        the last in a place that counts holds it.
        """
        state, act = self.state, self.state.activation
        if act is None or state.questions or act.charge is not None or act.attack is not None:
            return 0.0
        if self._holds(unit):
            return STAYS
        if act.mode == "engineers" and unit.id in act.members:
            ours = [u for u in state.here(unit.hex) if u.kind.engine and u.side == self.side]
            if any(self.nearest[unit.hex] <= engine.kind.range for engine in ours):
                return CREW
        if act.mode == "caster" and unit.id == act.leader:
            return self.magic.shared(unit)
        return self._charging.get(unit.id, 0.0) if unit.kind.charges and act.stayed else 0.0

    def _holds(self, unit: Counter) -> bool:
        """Whether a unit alone holds a hex that a victory asks for, or bars, where an enemy may come."""
        if unit.in_disorder or not unit.kind.troops or unit.hex not in goals.posts(self.setting, self.side):
            return False
        friends = [u for u in self.state.troops(unit.hex, self.side) if u is not unit and not u.routed]
        return not friends and self.dangers.coming(unit.hex) > 0

    @once
    def _charging(self) -> dict[int, float]:
        """The worth of the best charge of each rider."""
        result: dict[int, float] = {}
        for action, worth in self.fights.charges(charge.charge_actions(self.state, self.state.acting)).items():
            result[action.counters[0]] = max(worth, result.get(action.counters[0], 0.0))
        return result

    # --- leaders ----------------------------------------------------------------------------------------------------

    def leads(self, unit: Counter, hexes: Sequence[int], least: float | None = None) -> list[float]:
        """The worth of each hex to a leader: with troops, out of the enemy's reach, not too far behind.

        Where nobody looks for less than `least`, it is -inf for hexes that are not as good even without their danger.
        """
        field, near, state, at = self._field(unit), self.nearest, self.state, self.state.at
        reach = casters.throw_range((unit,)) if unit.kind.leader in casters.CASTERS else 0
        at_most = [-FORWARD * field[h] + COMPANY * (h in self._ours) + self._to_lead(unit, h) for h in hexes]
        result = [-inf] * len(at_most)
        for number in sorted(range(len(at_most)), key=at_most.__getitem__, reverse=True):
            worth, h = at_most[number], hexes[number]
            if least is not None and worth < least - HAIR:
                break
            if near[h] <= NEAR:
                worth -= self.dangers.of_leader(unit, h, state.troops(h, self.side) if h in at else ())
            if reach and reach < near[h] < NOBODY_NEAR:
                worth -= OUT_OF_RANGE * (near[h] - reach)
            if h in at:
                worth -= CROWD * self._leaders_with(unit, h)
            result[number] = worth
            if least is not None:
                least = max(least, worth)
        return result

    def _leaders_with(self, leader: Counter, h: int) -> int:
        """The number of other leaders of the side in a hex."""
        here = self.state.here(h)
        return sum(1 for u in here if u.kind.leader and u.side == self.side and u is not leader)

    def _to_lead(self, leader: Counter, h: int) -> float:
        """The worth to a captain of standing where he can take in units that nobody leads (R-49)."""
        if leader.kind.leader != "captain":
            return 0.0
        near = self.state.ground.distances(h)
        return LEAD * sum([strength for place, strength in self._unled(leader.id).items() if near[place] <= 1], 0)

    def _unled(self, captain: int) -> dict[int, int]:
        """The strength without a captain in each hex that one may take in; twice that of those whom he leads now."""
        result = self._loose.get(captain)
        if result is None:
            result = self._loose[captain] = {}
            for unit in self.state.alive():
                loose = unit.captain < 0 and unit.led in (-1, captain)
                if loose and unit.side == self.side and unit.kind.troops and not unit.expires:
                    strength = unit.kind.attack * (2 if unit.led == captain else 1)
                    result[unit.hex] = result.get(unit.hex, 0) + strength
        return result

    @once
    def _ours(self) -> frozenset[int]:
        """The hexes with troops of the side."""
        return frozenset(u.hex for u in self.state.alive() if u.side == self.side and u.kind.troops)

    # --- where the enemy is -----------------------------------------------------------------------------------------

    @once
    def dangers(self) -> Dangers:
        """What the enemy may do in each hex."""
        return Dangers(self.state, self.side, self.fights, self.leaning.care)

    @once
    def beside(self) -> dict[int, list[int]]:
        """For every hex next to enemies who can be attacked, the hexes of these."""
        return self.dangers.beside

    @once
    def nearest(self) -> Nearest:
        """The distance of every hex from the nearest enemy."""
        return self.dangers.nearest

    @once
    def _to_target(self) -> Nearest:
        """The distance of every hex from the nearest enemy on a hex that wins the scenario."""
        return Nearest(self.state.ground, self.targets)

    def _field(self, unit: Counter) -> Sequence[int]:
        """The cost in points of movement from every hex to this unit's objective."""
        return goals.field(self.setting, unit.side, unit.crossed)
