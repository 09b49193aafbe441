"""Rules of thumb by which a greedy side likes an action: what an attack may bring, how near a move brings it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import fsum

from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.once import once
from ibbprint.engine.rolls import AppliedModifier, total
from ibbprint.engine.session import liked_best
from ibbprint.engine.state import Action
from ibbprint.systems.ayrenes_woods.rules import attacks, combat, control, cup, magic, movement, turn, victory
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import (
    DISORDERED,
    NONE,
    ORDERED,
    ROUTED,
    Activation,
    Battle,
    Leader,
    State,
    Unit,
)

WORTH = {"nothing": 0.0, "disorder": 0.35, "rout": 0.8, "eliminate": 1.0}
"""What a result is worth, as a part of the unit that it strikes."""
EAGER = 1.0
"""How much more an attack may cost than it promises to bring, at better than the lowest odds of the table: a unit that
only stands there is attacked itself."""
DESPERATE = 0.1
"""What an attack costs besides that can hurt nobody but the attackers: more than nothing, so that it is left alone."""
JUMP = 1.5
"""A unit jumps through the woods when it stands better there by more than this."""
LEAVING = 3.0
"""What it costs to leave an enemy's zone for somewhere else: whoever is there is fighting already."""
RECOVERY = 2.0
"""What it is worth to a disordered unit to be where it recovers by itself: with no enemy next to it."""
ASTRAY = 1.5
"""What each hex beyond the command radius costs."""
COVER = 0.8
"""What each column is worth by which ground helps who is attacked there."""
COMPANY, LONE, CAUGHT = 2.0, 2.0, 4.0
"""What it is worth to a leader to be with a unit of his own; what it costs to be alone near, or next to, an enemy."""
RAGE = 0.8
"""How strong those who go berserk must be, in parts of the enemies whom they can reach."""
STALKED = 4
"""How near an enemy is near to a leader who is alone."""


class Appraiser:
    """Judges the actions of one moment for the side that must decide."""

    def __init__(self, state: State, leaning: Leaning = USUAL) -> None:
        self.state = state
        self.leaning = leaning
        self.side = turn.FLOW.decider(state)
        self.enemies = [unit for unit in state.enemies(self.side) if unit.state < ROUTED]
        self.zone = control.zone(state, 1 - self.side)
        self.battles: dict[tuple[tuple[int, tuple[int, ...]], ...], float] = {}
        self.commanded: dict[int, Sequence[int]] = {}
        self.strengths: dict[int, Fraction] = {}
        self.here: dict[int, float] = {}
        """How well each counter stands where it is."""

    @once
    def near(self) -> Sequence[int]:
        """The steps from every hex to the nearest enemy."""
        return self.state.setting.nearest(tuple(unit.hex for unit in self.enemies))

    @once
    def beside(self) -> Mapping[int, Sequence[Unit]]:
        """The enemies next to each hex that has some."""
        units: dict[int, list[Unit]] = {}
        for enemy in self.enemies:
            for h in self.state.ground.near[enemy.hex]:
                units.setdefault(h, []).append(enemy)
        return units

    # --- what is best -----------------------------------------------------------------------------------------------

    def best(self, act: Activation) -> Sequence[Action]:
        """The actions that look best in an activation: rage first, then moves, the leader's after those of his units,
        and attacks.

        Attacks end all moving (A-67), so nobody attacks while somebody can still be brought up.
        """
        rages = [action for action in turn.DEEDS["berserk"].actions(self.state, act) if self.worth(action) > 0]
        if rages and not self.leaning.holds:
            return rages
        if actions := self._best_moves(act):
            return actions
        left_out = ("berserk", "move", *(("attack", "cast") if self.leaning.holds else ()))
        remaining = [
            action
            for verb, deed in turn.DEEDS.items()
            if verb not in left_out
            for action in deed.actions(self.state, act)
        ]
        return liked_best(remaining, self.worths(remaining))

    def _best_moves(self, act: Activation) -> Sequence[Action]:
        """The best moves of the first counter that is the better for one: who is nearest to the enemy comes first.

        A unit in good order next to the enemy is fighting already, and stays.
        """
        if act.phase != "move" or self.leaning.stands:
            return ()
        movers = list(movement.movers(self.state, act))
        units = [mover for mover in movers if isinstance(mover, Unit)]
        units.sort(key=lambda unit: (self.near[unit.hex], unit.id))
        leaders = [mover for mover in movers if isinstance(mover, Leader)]
        for unit in units:
            if actions := self._better(unit):
                return actions
        return next(filter(None, map(self._better, leaders)), ())

    def _better(self, counter: Unit | Leader) -> Sequence[Action]:
        """The moves of a counter that better it most, turns to another corner among them; none where none does."""
        best, actions = 0.0, list[Action]()
        if not self._holds(counter):
            reached = movement.spread(self.state, counter)
            ends = movement.ends(self.state, counter, reached)
            gains = [self.move(counter, h) for h in ends]
            best = max(gains, default=0.0)
            if best > 0:
                at = (h for h, gain in zip(ends, gains, strict=True) if gain == best)
                actions = [Action("move", (counter.id,), reached.way(h)) for h in at]
        if isinstance(counter, Unit):
            for action in movement.turns(self.state, counter):
                gain = self.turn(counter, action)
                if gain > max(best, 0.0):
                    best, actions = gain, [action]
        return actions

    def _holds(self, counter: Unit | Leader) -> bool:
        return isinstance(counter, Unit) and counter.state == ORDERED and bool(self.zone[counter.hex])

    # --- each by itself ---------------------------------------------------------------------------------------------

    def worths(self, actions: Sequence[Action]) -> list[float]:
        return [self.worth(action) for action in actions]

    def worth(self, action: Action) -> float:
        verb = action.verb
        if verb == "move":
            return self.move(self.state.counter(action.counters[0]), action.path[-1])
        if verb == "turn":
            return self.turn(self.state.units[action.counters[0]], action)
        if verb == "attack":
            return self.attack(self.state.units[action.counters[0]], action)
        if verb == "suffer":
            return -self.value(self.state.units[action.counters[0]])
        if verb == "cast":
            return self.cast(action)
        if verb == "shoot":
            return self.value(self.state.unit_at(action.path[0]))
        if verb == "join":
            return float(self.near[action.path[0]])
        if verb == "berserk":
            return self.rage()
        return {"activate": 5.0, "appoint": 5.0, "regain": 1.0, "fight": 0.1}.get(verb, 0.0)

    def value(self, unit: Unit | None) -> float:
        """The points of a unit, at the price of those that its side has lost before (`dear`)."""
        return 0.0 if unit is None else unit.kind.points * self.dear[unit.side]

    @once
    def dear(self) -> Sequence[float]:
        """The worth of a point to each side: 1 at first, 2 where the next one breaks it (A-51)."""
        level = [army.rout_level for army in self.state.setting.armies]
        losses_by_side = [victory.lost(self.state, side) for side in range(len(level))]
        return [1.0 + min(1.0, losses / max(limit, 1)) for losses, limit in zip(losses_by_side, level, strict=True)]

    def away(self, h: int, unit: Unit) -> int:
        return self.state.ground.distance(h, unit.hex)

    # --- moving ------------------------------------------------------------------------------------------------

    def move(self, counter: Unit | Leader, to: int) -> float:
        """The gain of a counter in moving there."""
        current = self.here.get(counter.id)
        if current is None:
            current = self.here[counter.id] = self.stands(counter, counter.hex)
        return self.stands(counter, to) - current - 0.01 - (LEAVING if self._holds(counter) else 0.0)

    def stands(self, counter: Unit | Leader, h: int) -> float:
        """The worth of a hex to a counter."""
        if isinstance(counter, Leader):
            return self.led(counter, h)
        return self.recovers(counter, h) if counter.state == DISORDERED else self.fights(counter, h)

    def recovers(self, unit: Unit, h: int) -> float:
        """The worth of a hex to a disordered unit: where it recovers by itself, and no farther than it must go."""
        free = not any(True for _ in self.state.near(h, unit.side))
        return RECOVERY * free - ASTRAY * self._astray(unit, h) - 0.05 * self.state.ground.distance(unit.hex, h)

    def fights(self, unit: Unit, h: int) -> float:
        """The worth of a hex to a unit: near the enemy if it wants to fight, in woods, within its leader's reach."""
        state, closest = self.state, self.near[h]
        distance = max(closest, 2 if unit.kind.arrows else 1)
        result = -self.leaning.haste * distance if self.enemies else 0.0
        if h in self.beside:
            result += self.chance_of(unit, h) - (self.leaning.care - 1.0)
        return result - COVER * state.ground.shift[h] - ASTRAY * self._astray(unit, h)

    def _astray(self, unit: Unit, h: int) -> int:
        """The number of hexes that a unit would be beyond the radius of its leader."""
        leader = self.state.leaders[unit.command]
        if not leader.alive:
            return 0
        return max(0, self.state.ground.distances(leader.hex)[h] - self.state.setting.figures["command-radius"])

    def chance_of(self, unit: Unit, h: int) -> float:
        """A rough guess of an attack out of a hex on the enemies next to it, with the friends who could join in now."""
        state, enemies, act = self.state, self.beside[h], self.state.activation
        stream = state.ground.stream
        ours = float(self.strength(unit))
        if stream is not None and all((h, enemy.hex) in state.ground.wet for enemy in enemies):
            ours /= stream.divides
        friends = {friend.id: friend for enemy in enemies for friend in state.near(enemy.hex, enemy.side)}
        for friend in friends.values():
            if friend is not unit and act is not None and attacks.may_attack(state, act, friend) is None:
                ours += float(self.strength(friend))
        theirs = fsum(float(self.strength(enemy)) * (0.5 if enemy.state == DISORDERED else 1) for enemy in enemies)
        ratio = ours / max(theirs, 0.5)
        return min(ratio, 3.0) + (2.0 if unit.berserk else 0.0) - 1.2

    def strength(self, unit: Unit) -> Fraction:
        """The strength of a unit, the mean of its class while it has no chit."""
        chance = self.strengths.get(unit.id)
        if chance is None:
            letter, setting = unit.kind.letter, self.state.setting
            strength_class = setting.classes[letter]
            chance = Fraction(strength_class.low + strength_class.high, 2)
            if unit.chit != NONE:
                chance = Fraction(setting.chits[unit.chit].strength(letter))
            self.strengths[unit.id] = chance
        return chance

    def led(self, leader: Leader, h: int) -> float:
        """The worth of a leader's place: with a unit, near his others, not alone where the enemy comes."""
        state = self.state
        row, radius = state.ground.distances(h), state.setting.figures["command-radius"]
        far = [row[hex_of] for hex_of in self._commanded(leader.command)]
        result = sum((item <= radius for item in far), 0) - 0.15 * sum(far, 0)
        occupant = state.unit_at(h)
        if occupant is not None and occupant.side == leader.side:
            return result + (COMPANY if occupant.command == leader.command and occupant.state < ROUTED else COMPANY / 4)
        if self.zone[h]:
            return result - CAUGHT
        return result - LONE * (bool(self.enemies) and self.near[h] <= STALKED)

    def _commanded(self, command: int) -> Sequence[int]:
        """The hexes of the units of a command that have not routed."""
        result = self.commanded.get(command)
        if result is None:
            result = self.commanded[command] = [u.hex for u in self.state.units_of(command) if u.state < ROUTED]
        return result

    def turn(self, unit: Unit, action: Action) -> float:
        """Whether it gets the nearest enemy before it that way."""
        if not self.enemies:
            return -1.0
        nearest = min(self.enemies, key=lambda enemy: (self.away(unit.hex, enemy), enemy.id))
        facing = control.CORNERS.index(action.word)
        return self._toward(unit, facing, nearest) - self._toward(unit, unit.facing, nearest) - 0.05

    def _toward(self, unit: Unit, facing: int, enemy: Unit) -> float:
        neighbours = self.state.ground.around[unit.hex]
        ahead = [neighbours[side] for side in control.front(facing) if neighbours[side] != OFF]
        return -float(min((self.away(h, enemy) for h in ahead), default=99))

    # --- fighting ----------------------------------------------------------------------------------------------

    def attack(self, unit: Unit, action: Action) -> float:
        """The expected gain of an attack less its cost, with all who could join in on the same enemies."""
        state, act = self.state, self.state.acting
        chosen = [state.at[h] for h in action.path]
        links = {unit.id: tuple({*(enemy.id for enemy in attacks.obliged(state, unit)), *chosen})}
        able = dict(act.links)
        for friend in state.units_of(act.command):
            if friend is not unit and friend.id not in able and attacks.may_attack(state, act, friend) is None:
                able[friend.id] = tuple(enemy.id for enemy in attacks.obliged(state, friend))
        able.pop(unit.id, None)
        struck = set(links[unit.id])
        while joining := [id for id, targets in able.items() if struck & set(targets)]:
            # Who shares a target with any of them fights the same battle, in whatever order they are named.
            for id in joining:
                links[id] = able.pop(id)
                struck.update(links[id])
        key = tuple(sorted(links.items()))
        result = self.battles.get(key)
        if result is None:
            result = self.battles[key] = self.battle(Battle(links))
        return result

    def battle(self, battle: Battle) -> float:
        """The expected gain of a battle less its cost."""
        state = self.state
        routed = fsum(self.value(unit) for unit in state.those(battle.targets) if unit.state == ROUTED)
        defenders = combat.standing(state, battle)
        if not defenders:
            return 1.0 + routed
        attackers = combat.fighting(state, battle)
        ours, theirs = (fsum(self.value(unit) for unit in side) for side in (attackers, defenders))
        cost, missing = self.shot_at(attackers, sum(1 for defender in defenders if defender.kind.arrows))
        attack = sum((self.strength(attacker) / self._divided(battle, attacker) for attacker in attackers), Fraction(0))
        attack = max(attack - missing, attack / 2)
        defence = sum((self.strength(defender) * self._part(defender) for defender in defenders), Fraction(0))
        gains, losses = self.shares(attack, defence, tuple(combat.counts(state, battle, attackers, defenders)))
        worth = self.leaning.bold * (gains * theirs + routed) - losses * ours - cost
        # Fighting is a choice (A-R32): where no result hurts the defenders, to stand there is better.
        if not gains:
            return min(worth, 0.0) - DESPERATE
        outmatched = combat.column(state, attack / max(defence, Fraction(1)), 0) == 1
        return worth if outmatched else worth + EAGER * (2.0 - self.leaning.care)

    def shares(self, attack: Fraction, defence: Fraction, used: tuple[AppliedModifier, ...]) -> tuple[float, float]:
        """The average shares of the defenders and of the attackers that a battle takes; kept for all games."""
        state, cache = self.state, self.state.setting.shares
        key = (attack.as_integer_ratio(), defence.as_integer_ratio(), total(used), total(used, "column"))
        pair = cache.get(key)
        if pair is None:
            values = {"defender": 0.0, "attacker": 0.0, "nobody": 0.0}
            for code, share in combat.odds(state, combat.settled(state, attack, defence, used)).items():
                entry = state.setting.codes[code]
                if entry.side != "nobody":
                    values[entry.side] += float(share) * WORTH[entry.does]
            pair = cache[key] = values["defender"], values["attacker"]
        return pair

    def _divided(self, battle: Battle, unit: Unit) -> int:
        """The divisor of an attacker's strength: a stream between it and all its targets (A-13)."""
        state, stream = self.state, self.state.ground.stream
        ways = ((unit.hex, state.units[target].hex) for target in battle.links[unit.id])
        return stream.divides if stream is not None and all(way in state.ground.wet for way in ways) else 1

    def shot_at(self, attackers: Sequence[Unit], shots: int) -> tuple[float, Fraction]:
        """The expected cost of shots at the strongest attackers, and the strength that the attack will lack."""
        figures = self.state.setting.figures
        faces, check, rout = figures["combat-die"], figures["arrows-check"], figures["arrows-rout"]
        cost, missing = 0.0, Fraction(0)
        for unit in sorted(attackers, key=lambda item: (-self.strength(item), item.id))[:shots]:
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
        """Going berserk is liked when those who rage can get at the enemy now, and are strong enough."""
        act = self.state.activation
        if act is None:
            return -1.0
        raging = [unit for unit in cup.raging(self.state, act) if self.near[unit.hex] <= unit.kind.movement]
        near = [
            enemy for enemy in self.enemies if any(self.away(unit.hex, enemy) <= unit.kind.movement for unit in raging)
        ]
        ours, theirs = (fsum(float(self.strength(item)) for item in side) for side in (raging, near))
        return 4.0 if theirs and ours >= RAGE * theirs else -1.0

    # --- magic -------------------------------------------------------------------------------------------------

    def serves(self, effect: str, target: Unit) -> bool:
        """Whether a spell for the defence would do anything for a unit that is attacked."""
        caster = magic.caster_of(self.state, self.side)
        if target.side != self.side or target.state >= ROUTED or caster is None:
            return False
        if effect == "brother":
            return any(friend.state < ROUTED for friend in self.state.comrades(target))
        return target.kind.arrows and target.command == caster.command and control.within(self.state, target, caster)

    def _shots_at(self, battle: Battle, unit: Unit) -> bool:
        """Whether an attacker may be shot away before the die falls, and a spell on it would be lost."""
        return unit.id in battle.attackers and any(item.kind.arrows for item in combat.standing(self.state, battle))

    def cast(self, action: Action) -> float:
        """Spells are kept for battles that matter, the jump through the woods for what no march reaches."""
        state = self.state
        effect = state.setting.spells[action.word].effect
        act = state.activation
        battle = None if act is None else act.battle
        unit = state.unit_at(action.path[0]) if action.path else None
        if effect == "teleport" and unit is not None:
            return self.move(unit, action.path[1]) - JUMP
        if effect == "double" and battle is not None and unit is not None:
            if self._shots_at(battle, unit):
                return -1.0
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
            shaken = [item for item in state.units if item.side == self.side and item.state in (DISORDERED, ROUTED)]
            return 0.5 if len(shaken) > 1 else -1.0
        return -1.0
