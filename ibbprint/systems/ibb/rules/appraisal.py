"""What actions look worth to the side that may take them, by rules of thumb: for policies that play sensibly.

Worth is counted in points of attack strength. It looks at what can be seen and throws no dice: attacks are worth what
the combat table gives them on average, moves what they bring nearer to what wins the scenario.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from math import fsum

from ibbprint.engine.state import Action
from ibbprint.systems.ibb.models.victory import Dead, Holds, HoldsPlaces, NoneOn, StrengthAcross, StrengthIn
from ibbprint.systems.ibb.results import DISORGANISED, ELIMINATED, NOTHING
from ibbprint.systems.ibb.rules import combat, control, turn, victory
from ibbprint.systems.ibb.rules.appraised_magic import Magic
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import FORBIDDEN, Ground
from ibbprint.systems.ibb.rules.state import Counter, State

HURT = 0.45
"""What disorder is worth, in parts of what it would be worth to eliminate the unit."""
WORTH = {NOTHING: 0.0, DISORGANISED: HURT, ELIMINATED: 1.0}
STEP = 0.06
"""What one point of movement toward the goal is worth, for each point of strength."""
CONTACT = 0.5
"""What the best attack out of a hex is worth to the unit that moves there."""
LEADER = 1.0
"""What a leader is worth, for each point of his number."""
WANTED = 8.0
"""What a leader is worth beyond that whose death wins the scenario."""
LATER = 0.001
"""What part of its worth an attack keeps while there are good moves to make first."""
PLAIN = {
    **dict.fromkeys(("shoot", "refuse", "pay", "petard", "bombard", "summon", "raise", "bridge"), 0.3),
    "enter": 0.2,
    "dig": 0.05,
}
"""What is worth the same whatever it is done with."""
IN_THE_WAY = 2.0
"""What it is worth to clear one enemy unit off a hex that wins the scenario."""


class Appraiser:
    """The worth of the candidates of one decision."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.setting = state.setting
        self.contacts: dict[tuple[int, int], float] = {}
        self.enemies: dict[int, list[Counter]] = {}

    def worths(self, actions: Sequence[Action]) -> list[float]:
        """The worth of each action, in their order."""
        if not actions:
            return []
        self.side = turn.FLOW.decider(self.state)
        self.enemies = {}
        self.wanted = wanted(self.state, self.side)
        for unit in self.state.enemies_of(self.side):
            if not unit.hidden:
                self.enemies.setdefault(unit.hex, []).append(unit)
        self.goals = self._distances(self.side, 0)
        self.targets = [h for h in self.enemies if self._goal(h)]
        found = [(action.verb == "move", self._worth(action)) for action in actions]
        act = self.state.activation
        # Who fights first cannot bring up the others: good moves are made before any attack.
        wait = act is not None and not act.fought and any(moves and worth > 0 for moves, worth in found)
        return [LATER * worth if wait and not moves and worth > 0 else worth for moves, worth in found]

    def _worth(self, action: Action) -> float:
        match action.verb:
            case "move":
                return self._move(action)
            case "melee" | "mounted" | "fire" | "support":
                return self._join(action)
            case "charge":
                return self._charge(action)
            case "cast":
                return Magic(self.state, self.side, self.value, lambda fight: self._shares(fight)[0]).worth(action)
            case "rally":
                return self._rally(action)
            case "attach":
                return self._attach(action)
            case "place" | "rout":
                return -0.001 * self._field(self.state.units[action.who[0]])[action.path[-1]]
        return PLAIN.get(action.verb, 0.0)

    # --- attacks ------------------------------------------------------------------------------------------------

    def swing(self, fight: combat.Combat, defenders: Sequence[Counter], attackers: Sequence[Counter]) -> float:
        """What an attack is worth on average: strength taken less strength lost."""
        gains, losses = self._shares(fight)
        value = fsum(self.value(u) for u in defenders) * gains
        if fight.kind in combat.HAND_TO_HAND:
            value -= fsum(self.value(u) for u in attackers) * losses
        return value

    def _shares(self, fight: combat.Combat) -> tuple[float, float]:
        """What share of the defenders and of the attackers a combat takes on average, disorder counted in part."""
        crt, column = self.setting.crt, fight.column(self.setting)
        key = (column, fight.die)
        if key in self.setting.shares:
            return self.setting.shares[key]
        gains = losses = 0.0
        for rolled in range(1, crt.faces + 1):
            result = crt.results[min(max(rolled + fight.die, 1), crt.faces) - 1][column - 1]
            does = self.setting.results.effect(result)
            gains += WORTH[does.defender]
            losses += WORTH[does.attacker]
        found = self.setting.shares[key] = (gains / crt.faces, losses / crt.faces)
        return found

    def value(self, unit: Counter) -> float:
        """What a unit is worth: its strength, and the leaders who fall with it; a leader alone is worth his number."""
        if unit.kind.leader:
            return self._leader(unit)
        worth = float(unit.kind.attack)
        if unit.side != self.side and self._goal(unit.hex):
            worth += IN_THE_WAY
        stack = self.state.at.get(unit.hex, ())
        if len(stack) > 1:
            here = self.state.those(stack)
            troops = sum(1 for u in here if u.kind.troops)
            worth += fsum(self._leader(u) for u in here if u.kind.leader) / max(1, troops)
        return worth

    def _leader(self, unit: Counter) -> float:
        return LEADER * unit.kind.rating + WANTED * (unit.name in self.wanted)

    def _goal(self, h: int) -> bool:
        """Whether a hex is one of those that win the scenario for the side."""
        return self.goals[h] == 0

    def fight(
        self, kind: str, target: int, attackers: Sequence[Counter], supporters: Sequence[Counter] = ()
    ) -> float:  # fmt: skip
        """What an attack on a hex is worth on average; nothing where only leaders or engines stand."""
        defenders = self.enemies.get(target)
        if not defenders:
            return 0.0
        scene = combat.scene_at(self.state, target, self.side, kind, attackers)
        weighed = combat.weigh(self.setting, kind, attackers, supporters, defenders, scene, self.state.turn)
        return self.swing(weighed, defenders, attackers)

    def _join(self, action: Action) -> float:
        """What it adds to attack, or to join the attack that is being declared."""
        state, target, unit = self.state, action.path[0], self.state.units[action.who[0]]
        if target not in self.enemies:
            return 1.0
        attack = state.acting.attack
        if attack is None:
            others = [
                u for u in state.present(state.acting.members)
                if state.turn not in (u.attacked, u.rallying) and not u.routed and u is not unit
                and self._could(action.verb, u, target)
            ]  # fmt: skip
            best = self.fight(action.verb, target, [unit])
            return max(best, self.fight(action.verb, target, [unit, *others])) if others else best
        ours, support = state.those(attack.attackers), state.those(attack.supporters)
        now = self.fight(attack.kind, target, ours, support)
        if action.verb == "support":
            return self.fight(attack.kind, target, ours, [*support, unit]) - now
        return self.fight(attack.kind, target, [*ours, unit], support) - now

    def _could(self, verb: str, unit: Counter, target: int) -> bool:
        far = self.state.ground.distance(unit.hex, target)
        if verb == "fire":
            return bool(unit.kind.range) and far <= unit.kind.range and unit.kind.segment >= 1 and not unit.kind.engine
        return far == 1 and unit.kind.troops and (verb == "melee" or unit.kind.cavalry)

    def _charge(self, action: Action) -> float:
        target = self.state.meant(action.what, self.side)
        assert target is not None
        unit = self.state.units[action.who[0]]
        goes = min(unit.kind.quality, 6) / 6
        return goes * self.fight("charge", target.hex, [unit])

    # --- moves --------------------------------------------------------------------------------------------------

    def _move(self, action: Action) -> float:
        unit = self.state.units[action.who[0]]
        end = action.path[-1]
        field = self._field(unit)
        nearer = field[action.path[0]] - field[end]
        if self.targets and unit.kind.troops:
            # Whoever holds what is to be won is what to go for.
            start_far, end_far = self.state.ground.distances(action.path[0]), self.state.ground.distances(end)
            nearer = 2 * (min(start_far[h] for h in self.targets) - min(end_far[h] for h in self.targets))
        if unit.kind.leader:
            # Leaders stay with their troops and out of harm's way.
            then, now = (self.state.troops(h, unit.side) for h in (end, action.path[0]))
            return 0.02 * nearer + (0.3 if then else -1.0) - (0.0 if now else -0.5)
        worth = STEP * nearer * unit.kind.attack + 0.01 * (len(action.who) - 1)
        return worth + self._contact(unit, end) - self._contact(unit, action.path[0])

    def _contact(self, unit: Counter, h: int) -> float:
        """What the best attack out of a hex would be worth to a unit."""
        key = (unit.id, h)
        found = self.contacts.get(key)
        if found is None:
            near = [n for n in self.state.ground.next[h] if n in self.enemies]
            best = max((self.fight("melee", n, [unit]) + 0.2 for n in near), default=0.0)
            found = self.contacts[key] = CONTACT * max(best, 0.0)
        return found

    def _rally(self, action: Action) -> float:
        unit = self.state.units[action.who[0]]
        helped = any(u.kind.leader and u.side == unit.side for u in self.state.here(unit.hex))
        if unit.routed:
            return 1.0
        threatened = bool(control.enemy_zones(self.state, unit.side)[unit.hex])
        return 0.3 if helped and not threatened else -0.1

    def _attach(self, action: Action) -> float:
        """More troops are welcome unless they would slow the others down."""
        members = self.state.those(self.state.acting.members)
        slowest = min((u.kind.movement for u in members), default=0)
        return 0.1 if self.state.units[action.who[0]].kind.movement >= slowest else -0.1

    # --- what wins ----------------------------------------------------------------------------------------------

    def _field(self, unit: Counter) -> list[int]:
        """How far every hex is from what this unit should reach, in points of movement."""
        return self._distances(unit.side, unit.crossed)

    def _distances(self, side: int, crossed: int) -> list[int]:
        # Kept for all games: it rests on the scenario and its map alone.
        fields = self.setting.fields
        if (side, crossed) not in fields:
            fields[side, crossed] = distances_to(self.setting.ground, goals(self.setting, side, crossed))
        return fields[side, crossed]


def wanted(state: State, side: int) -> frozenset[str]:
    """The leaders whose death a level of victory of the side asks for."""
    return frozenset(
        name
        for level in state.setting.scenario.victory
        if level.side == state.setting.sides[side]
        for condition in level.all
        if isinstance(condition, Dead)
        for name in condition.names
    )


def goals(setting: Setting, side: int, crossed: int) -> set[int]:
    """The hexes that matter to a side: to reach and hold, or to keep the enemy from."""
    index = setting.ground.index
    assert setting.battle.map is not None
    ours, theirs = set[int](), set[int]()
    bits = {crossing.id: (1 << n, crossing) for n, crossing in enumerate(setting.scenario.crossings)}
    for level in setting.scenario.victory:
        mine = setting.sides[side] == level.side
        for condition in level.all:
            if isinstance(condition, Holds):
                (ours if mine else theirs).update(index[name] for name in condition.hexes)
            elif isinstance(condition, HoldsPlaces):
                (ours if mine else theirs).update(index[name] for place in condition.places for name in place.hexes)
            elif isinstance(condition, StrengthIn):
                own = setting.sides[side] == condition.side
                (ours if mine and own else theirs).update(victory.hexes_of(setting.ground, condition))
            elif isinstance(condition, NoneOn):
                area = setting.battle.map.area(condition.area or "") or frozenset()
                (ours if mine else theirs).update(index[name] for name in area)
            elif isinstance(condition, StrengthAcross):
                own = setting.sides[side] == condition.side
                for name in condition.crossings:
                    bit, crossing = bits[name]
                    if own and not crossed & bit:
                        ours.update(index[h] for h in crossing.onto)
                        break
                    if not own:
                        theirs.add(index[crossing.bridge])
    return ours or theirs or {setting.ground.size // 2}


def distances_to(ground: Ground, hexes: set[int]) -> list[int]:
    """Points of movement from every hex to the nearest of some, over the ground as it is for plain troops."""
    costs = ground.costs(frozenset())
    found = [FORBIDDEN] * ground.size
    edge = [(0, h) for h in sorted(hexes)]
    for _, h in edge:
        found[h] = 0
    heapq.heapify(edge)
    while edge:
        spent, h = heapq.heappop(edge)
        if spent > found[h]:
            continue
        for n in ground.next[h]:
            total = spent + (1 if n in ground.roads[h] else costs[h])
            if total < found[n]:
                found[n] = total
                heapq.heappush(edge, (total, n))
    return found
