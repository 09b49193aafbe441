"""Rules of thumb by which a greedy side likes an action: what an attack may bring, how near a move brings it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import fsum

from ibbprint.engine.state import Action
from ibbprint.systems.ayrenes_woods.rules import attacks, combat, control, magic, turn
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import (
    DISORDERED,
    NONE,
    ORDERED,
    ROUTED,
    Battle,
    Leader,
    State,
    Unit,
)

WORTH = {"nothing": 0.0, "disorder": 0.35, "rout": 0.8, "eliminate": 1.0}
"""What a result is worth, as a part of the unit that it strikes."""
EAGER = 0.05
"""An attack is made when what it may bring is worth more than this part less than what it may cost."""

JUMP = 1.5
"""A unit jumps through the woods when it stands better there by more than this."""


class Appraiser:
    """Judges the actions of one moment for the side that must decide."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.side = turn.FLOW.decider(state)
        self.enemies = [unit for unit in state.enemies(self.side) if unit.state < ROUTED]
        self.far = [state.ground.distances(unit.hex) for unit in self.enemies]
        """From each of them, the steps to every hex."""
        self.here: dict[int, float] = {}
        """How well each counter stands where it is."""
        self.zone = control.zone(state, 1 - self.side)

    def worths(self, actions: Sequence[Action]) -> list[float]:
        return [self.worth(action) for action in actions]

    def worth(self, action: Action) -> float:
        verb = action.verb
        if verb == "move":
            return self.move(self.state.counter(action.who[0]), action.path[-1])
        if verb == "turn":
            return self.turn(self.state.units[action.who[0]], action)
        if verb == "attack":
            return self.attack(self.state.units[action.who[0]], action)
        if verb == "suffer":
            return -self.value(self.state.units[action.who[0]])
        if verb == "cast":
            return self.cast(action)
        if verb == "shoot":
            return self.value(self.state.unit_at(action.path[0]))
        if verb == "join":
            return float(min((self.away(action.path[0], unit) for unit in self.enemies), default=0))
        return {"activate": 5.0, "appoint": 5.0, "regain": 1.0, "berserk": self.rage(), "fight": 0.1}.get(verb, 0.0)

    def value(self, unit: Unit | None) -> float:
        return 0.0 if unit is None else float(unit.kind.points)

    def away(self, h: int, unit: Unit) -> int:
        return self.state.ground.distance(h, unit.hex)

    # --- moving ------------------------------------------------------------------------------------------------

    def move(self, counter: Unit | Leader, to: int) -> float:
        """How much better a counter stands there than here."""
        if counter.id not in self.here:
            self.here[counter.id] = self.stands(counter, counter.hex)
        better = self.stands(counter, to) - self.here[counter.id]
        if isinstance(counter, Unit) and counter.hex in self.zone:
            better -= 3.0  # it is fighting already
        return better - 0.01

    def stands(self, counter: Unit | Leader, h: int) -> float:
        """How well a counter stands in a hex."""
        return self.led(counter, h) if isinstance(counter, Leader) else self.fights(counter, h)

    def fights(self, unit: Unit, h: int) -> float:
        """How well a unit stands in a hex: near the enemy if it wants to fight, in woods, within its leader's reach."""
        if unit.state == DISORDERED:
            return 0.5 * min((far[h] for far in self.far), default=0)
        found = 0.0
        if self.far:
            closest = min(far[h] for far in self.far)
            found -= float(max(closest, 2 if unit.kind.arrows else 1))
            if closest == 1:
                next_to = [enemy for enemy, far in zip(self.enemies, self.far, strict=True) if far[h] == 1]
                found += self.chance_of(unit, next_to)
        kind = self.state.ground.kinds[self.state.ground.terrain[h]]
        found -= 0.8 * kind.shift
        leader = self.state.leaders[unit.command]
        if leader.alive:
            far = self.state.ground.distance(h, leader.hex) - self.state.setting.figures["command-radius"]
            found -= 1.5 * max(0, far)
        return found

    def chance_of(self, unit: Unit, enemies: Sequence[Unit]) -> float:
        """A rough guess of an attack on these, friends who are next to them already counted in."""
        ours = float(self.strength(unit))
        for friend in (friend for enemy in enemies for friend in self.state.near(enemy.hex, enemy.side)):
            if friend is not unit and friend.state == ORDERED:
                ours += float(self.strength(friend))
        theirs = fsum(float(self.strength(enemy)) * (0.5 if enemy.state == DISORDERED else 1) for enemy in enemies)
        ratio = ours / max(theirs, 0.5)
        return min(ratio, 3.0) + (2.0 if unit.berserk else 0.0) - 1.2

    def strength(self, unit: Unit) -> Fraction:
        """The strength of a unit, the mean of its class while it has no chit."""
        letter = unit.kind.letter
        if unit.chit != NONE:
            return Fraction(self.state.setting.chits[unit.chit].strength(letter))
        known = self.state.setting.classes[letter]
        return Fraction(known.low + known.high, 2)

    def led(self, leader: Leader, h: int) -> float:
        """How well a leader stands: with a unit, near his others, not alone next to an enemy."""
        state = self.state
        own = [unit for unit in state.of(leader.command) if unit.state < ROUTED]
        radius = state.setting.figures["command-radius"]
        found = fsum(1.0 for unit in own if state.ground.distance(h, unit.hex) <= radius)
        found -= 0.15 * sum((state.ground.distance(h, unit.hex) for unit in own), 0)
        there = state.unit_at(h)
        if there is not None and there.side == leader.side:
            found += 1.0 if there.command == leader.command and there.state < ROUTED else 0.2
        elif h in self.zone:
            found -= 4.0
        return found

    def turn(self, unit: Unit, action: Action) -> float:
        """Whether it gets the nearest enemy before it that way."""
        if not self.enemies:
            return -1.0
        nearest = min(self.enemies, key=lambda enemy: (self.away(unit.hex, enemy), enemy.id))
        facing = control.CORNERS.index(action.what)
        return self._toward(unit, facing, nearest) - self._toward(unit, unit.facing, nearest) - 0.05

    def _toward(self, unit: Unit, facing: int, enemy: Unit) -> float:
        around = self.state.ground.around[unit.hex]
        ahead = [around[side] for side in control.front(facing) if around[side] != OFF]
        return -float(min((self.away(h, enemy) for h in ahead), default=99))

    # --- fighting ----------------------------------------------------------------------------------------------

    def attack(self, unit: Unit, action: Action) -> float:
        """What the attack may bring less what it may cost, with all who could join in on the same enemies."""
        state, act = self.state, self.state.acting
        chosen = [state.at[h] for h in action.path]
        links = {unit.id: tuple({*(other.id for other in attacks.obliged(state, unit)), *chosen})}
        for friend in state.of(act.command):
            if friend.id in act.links:
                links[friend.id] = act.links[friend.id]
            elif friend is not unit and attacks.may_attack(state, act, friend) is None:
                more = tuple(other.id for other in attacks.obliged(state, friend))
                if set(more) & set(links[unit.id]):
                    links[friend.id] = more
        routed = fsum(self.value(one) for one in state.those(chosen) if one.state == ROUTED)
        battle = Battle(links)
        defenders = combat.standing(state, battle)
        if not defenders:
            return 1.0 + routed
        attackers = combat.fighting(state, battle)
        ours, theirs = (fsum(self.value(one) for one in side) for side in (attackers, defenders))
        cost, missing = self.shot_at(attackers, sum(1 for one in defenders if one.kind.arrows))
        attack = sum((self.strength(one) for one in attackers), Fraction(0))
        attack = max(attack - missing, attack / 2)
        defence = sum((self.strength(one) * self._part(one) for one in defenders), Fraction(0))
        used = tuple(combat.counts(state, battle, attackers, defenders))
        weighed = combat.settled(state, attack, defence, used)
        found = 0.0
        for code, share in combat.odds(state, weighed).items():
            known = state.setting.codes[code]
            if known.side != "nobody":
                found += float(share) * WORTH[known.does] * (theirs if known.side == "defender" else -ours)
        return found + routed + EAGER * theirs - cost

    def shot_at(self, attackers: Sequence[Unit], shots: int) -> tuple[float, Fraction]:
        """What so many shots at the strongest attackers may cost, and the strength that the attack will miss."""
        figures = self.state.setting.figures
        faces, check, rout = figures["combat-die"], figures["arrows-check"], figures["arrows-rout"]
        cost, missing = 0.0, Fraction(0)
        for unit in sorted(attackers, key=lambda one: (-self.strength(one), one.id))[:shots]:
            failing = Fraction(max(figures["morale-die"] - unit.kind.morale, 0), figures["morale-die"])
            disordered, routed = Fraction(rout - check, faces) * failing, Fraction(faces - rout + 1, faces)
            cost += self.value(unit) * (float(disordered) * WORTH["disorder"] + float(routed) * WORTH["rout"])
            missing += (disordered + routed) * self.strength(unit)
        return cost, missing

    def _part(self, unit: Unit) -> Fraction:
        """A defender in disorder counts as in combat, one that is berserk less."""
        part = Fraction(1, self.state.setting.figures["disorder-divisor"] if unit.state == DISORDERED else 1)
        return part * Fraction(5, 8) if unit.berserk else part

    def rage(self) -> float:
        """Going berserk is liked when an enemy is near enough to be struck soon."""
        act = self.state.activation
        if act is None:
            return 0.0
        leader = self.state.leaders[act.command]
        near = min((self.away(leader.hex, enemy) for enemy in self.enemies), default=99)
        return 4.0 if near <= 3 else -1.0

    # --- magic -------------------------------------------------------------------------------------------------

    def serves(self, effect: str, target: Unit) -> bool:
        """Whether a spell for the defence would do anything for a unit that is attacked."""
        caster = magic.caster_of(self.state, self.side)
        if target.side != self.side or target.state >= ROUTED or caster is None:
            return False
        if effect == "brother":
            return any(friend.state < ROUTED for friend in self.state.comrades(target))
        return target.kind.arrows and target.command == caster.command and control.within(self.state, target, caster)

    def cast(self, action: Action) -> float:
        """Spells are kept for battles that matter, the jump through the woods for what no march reaches."""
        state = self.state
        effect = state.setting.spells[action.what].effect
        act = state.activation
        battle = None if act is None else act.battle
        unit = state.unit_at(action.path[0]) if action.path else None
        if effect == "teleport" and unit is not None:
            return self.move(unit, action.path[1]) - JUMP
        if effect == "double" and battle is not None and unit is not None:
            return 1.0 if unit.kind.rank >= 2 else 0.2
        if effect == "redraw" and unit is not None:
            mean = self.state.setting.classes[unit.kind.letter]
            drawn = float(self.strength(unit)) - (mean.low + mean.high) / 2
            gain = drawn if unit.side != self.side else -drawn
            return gain - 1.0 if battle is not None else -1.0
        if effect in ("aim", "brother") and battle is not None:
            return 0.5 if any(self.serves(effect, unit) for unit in state.those(battle.targets)) else -1.0
        if effect == "hammer":
            return 0.5 if self.rage() > 0 else -1.0
        if effect == "steady" and battle is None and act is None:
            shaken = [one for one in state.units if one.side == self.side and one.state in (DISORDERED, ROUTED)]
            return 0.5 if len(shaken) > 1 else -1.0
        return -1.0
