"""Estimates of the worth of attacks: the strength they take on average less the strength they cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import fsum

from ibbprint.engine.state import Action
from ibbprint.systems.ibb.results import DISORGANISED, ELIMINATED, NOTHING
from ibbprint.systems.ibb.rules import arrivals, attacks, charge, combat, engines, goals, victory
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.enemy import Enemy, Weighed
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Counter, State

HURT = 0.45
"""What disorder is worth, in parts of what it would be worth to eliminate the unit."""
WORTH = {NOTHING: 0.0, DISORGANISED: HURT, ELIMINATED: 1.0}
LEADER = 1.0
"""What a leader is worth, for each point of his number."""
WANTED = 8.0
"""What a leader is worth beyond that whose death is part of a victory."""
IN_THE_WAY = 2.0
"""What it is worth to clear one enemy unit off a hex that wins the scenario."""
ARRIVED = 1.0
"""What a point of strength is worth besides that stands where it counts for its side, so that a loss there is dear."""
RUNNING = 0.7
"""What part of its worth an enemy unit that runs is worth: it harms nobody while it does."""
LONE_LEADER = 1.0
"""What it is worth to attack leaders or engines that nobody defends."""
BATTERED = 0.5
"""What it is worth to bring down a bridge or village over the heads of enemies in it."""
CUT_OFF = 2.0
"""What it is worth to bring down a bridge that the enemy must cross to win: as much as to clear a hex that wins."""
DETOUR, LONGEST = 0.02, 20
"""What each part of a point is worth, for each point of strength, by which a side's way becomes longer; how much longer
at most, for who has no way left goes somewhere else."""


MANY = 50_000
"""How many attacks are remembered, for all games of a setting."""


class Attacks:
    """The worth of the attacks of one decision. Nothing is thrown."""

    def __init__(self, state: State, side: int, goal: Sequence[int], bold: float = 1.0) -> None:
        """`bold` is how much more what is taken counts than what it costs."""
        self.state = state
        self.bold = bold
        self.setting: Setting = state.setting
        self.side = side
        self.goal = goal
        """How far each hex is from what wins the scenario."""
        self.enemy = Enemy.of(state, side)
        self.enemies = self.enemy.units
        """The enemy units that can be attacked, by their hexes."""
        self._crews = {state.units[i].hex for i in self.enemy.engineers}
        """The hexes of engineers of the side in good order, who help in attacks on works."""
        self._weighed: dict[Weighed, tuple[float, float]] = state.setting.weighed
        if len(self._weighed) > MANY:
            self._weighed.clear()
        self._values: dict[int, float] = {}
        self._alone: dict[tuple[str, int, int], float] = {}
        self._rides: dict[tuple[int, ...], float] = {}
        self._able: dict[tuple[str, int, int], list[Counter]] = {}

    # --- what counters are worth ------------------------------------------------------------------------------------

    def value(self, unit: Counter) -> float:
        """The worth of a counter: its strength at the price of losses, and the leaders who fall with it."""
        values = self._values if unit.side == self.side else self.enemy.values
        result = values.get(unit.id)
        if result is None:
            result = values[unit.id] = self.leader(unit) if unit.kind.leader else self._worth(unit)
        return result

    def _worth(self, unit: Counter) -> float:
        worth = float(unit.kind.attack)
        limit, losses = self.enemy.losses[unit.side]
        if limit is not None and (counted := victory.counted(unit)):
            worth *= goals.price(limit, losses, counted)
        if unit.routed and unit.side != self.side:
            worth *= RUNNING
        if arrivals.counts(self.state, unit):
            worth += ARRIVED * victory.counted(unit)
        if unit.side != self.side and self.goal[unit.hex] == 0:
            worth += IN_THE_WAY
        stack = self.state.at.get(unit.hex, ())
        if len(stack) > 1:
            units = self.state.units
            leaders = [u for i in stack if (u := units[i]).kind.leader]
            if leaders:
                worth += fsum(map(self.leader, leaders)) / max(1, sum(1 for i in stack if units[i].kind.troops))
        return worth

    def leader(self, unit: Counter) -> float:
        """The worth of a leader by himself."""
        targets = goals.hunted_leaders(self.setting, 1 - unit.side)
        return LEADER * unit.kind.rating + WANTED * (unit.name in targets)

    # --- one attack -------------------------------------------------------------------------------------------------

    def _swing(self, kind: str, shares: tuple[float, float], target: int, attackers: Sequence[Counter]) -> float:
        """The average worth of an attack on a hex: strength taken less strength lost."""
        gains, losses = shares
        stakes = self.enemy.stakes
        stake = stakes.get(target)
        if stake is None:
            stake = stakes[target] = fsum(map(self.value, self.enemies[target]))
        value = self.bold * stake * gains
        if losses and kind in combat.HAND_TO_HAND:
            value -= fsum(map(self.value, attackers)) * losses
        return value

    def shares(self, column: int, die: int = 0) -> tuple[float, float]:
        """The average shares of defenders and attackers that a combat takes, disorder counted in part."""
        pair = self.setting.shares.get((column, die))
        if pair is None:
            crt = self.setting.crt
            codes = [crt.result(column, crt.die(rolled, die)) for rolled in range(1, crt.faces + 1)]
            does = [self.setting.results.effect(code) for code in codes]
            pair = self.setting.shares[column, die] = (
                fsum(WORTH[effect.defender] for effect in does) / crt.faces,
                fsum(WORTH[effect.attacker] for effect in does) / crt.faces,
            )
        return pair

    def fight(self, kind: str, target: int, attackers: Sequence[Counter], supporters: Sequence[Counter] = ()) -> float:
        """The average worth of an attack on a hex; 0 where only leaders or engines are."""
        defenders = self.enemies.get(target)
        if not defenders:
            return 0.0
        tell = self.tell
        key = kind, *self._holding(target, defenders), None, *map(tell, attackers), None, *map(tell, supporters)
        shares = self._weighed.get(key)
        if shares is None:
            scene = combat.scene_at(self.state, target, self.side, kind, attackers)
            weighed = combat.weigh(self.setting, kind, attackers, supporters, defenders, scene, self.state.turn)
            shares = self.shares(weighed.column(self.setting), weighed.die)
            if kind in combat.HAND_TO_HAND and not weighed.promises(self.setting):
                # An exchange alone does not justify a fight in which nothing can go well.
                shares = (0.0, shares[1])
            self._weighed[key] = shares
        return self._swing(kind, shares, target, attackers)

    def _holding(self, h: int, defenders: Sequence[Counter]) -> Weighed:
        """A hex that is attacked and those who are attacked there, as the combat table asks of them."""
        cache = self.enemy.held
        result = cache.get(h)
        if result is None:
            result = cache[h] = (self._where(h), *map(self.tell, defenders))
        return result

    def _where(self, h: int) -> int:
        """A number that is the same for hexes that the combat table treats alike, attacked by the side."""
        state, ground = self.state, self.state.ground
        wahoo = state.wahoo.get(self.side) == state.turn
        return self._numbered(
            (self.side, wahoo, ground.row[h], state.forts.get(h, 0), h in ground.changes.rubble, h in ground.structures)
        )

    def tell(self, unit: Counter) -> int:
        """A number that is the same for units that the combat table treats alike, where they are."""
        values, key = self.enemy.numbers, (unit.id, unit.bank == OFF, unit.hex in self._crews)
        result = values.get(key)
        if result is None:
            turn = self.state.turn
            result = values[key] = self._numbered(
                (
                    unit.kind,
                    unit.bank == OFF,
                    unit.disorganised >= 0,
                    unit.routed,
                    unit.berserk == turn,
                    unit.balked == turn,
                    unit.hex in self._crews,
                )
            )
        return result

    def _numbered(self, weighed: Weighed) -> int:
        numbers = self.setting.numbers
        return numbers.setdefault(weighed, len(numbers))

    def alone(self, kind: str, unit: Counter, target: int) -> float:
        """The worth of an attack of one unit alone, from wherever it comes."""
        key = (kind, unit.id, target)
        result = self._alone.get(key)
        if result is None:
            result = self._alone[key] = self.fight(kind, target, [unit])
        return result

    def struck(self, defenders: Sequence[Counter], strength: int) -> float:
        """The average share of units in one hex that a spell of a strength takes."""
        key = "spell", strength, self._where(defenders[0].hex), *map(self.tell, defenders)
        pair = self._weighed.get(key)
        if pair is None:
            state, h = self.state, defenders[0].hex
            scene = combat.scene_at(state, h, self.side, "spell", defenders=defenders)
            fight = combat.weigh(state.setting, "spell", (), (), defenders, scene, state.turn, strength)
            pair = self._weighed[key] = self.shares(fight.column(self.setting), fight.die)
        return pair[0]

    def together(self, kind: str, target: int, first: Counter, candidates: Iterable[Counter]) -> float:
        """The worth of an attack begun by one unit, joined by the others as long as that adds to it."""
        ours, worth = [first], self.alone(kind, first, target)
        for unit in sorted(candidates, key=lambda u: (-u.kind.attack, u.id)):
            joined = self.fight(kind, target, [*ours, unit])
            if joined > worth:
                ours, worth = [*ours, unit], joined
        return worth

    # --- attacks as actions -----------------------------------------------------------------------------------------

    def join(self, action: Action) -> float:
        """The gain of attacking, or of joining the attack that is being declared."""
        state, target, unit = self.state, action.path[0], self.state.units[action.counters[0]]
        if target not in self.enemies:
            return LONE_LEADER
        attack = state.acting.attack
        if attack is None:
            return self.together(action.verb, target, unit, self._joiners(action.verb, unit, target))
        ours, support = state.those(attack.attackers), state.those(attack.supporters)
        current = self.fight(attack.kind, target, ours, support)
        if action.verb == "support":
            return self.fight(attack.kind, target, ours, [*support, unit]) - current
        return self.fight(attack.kind, target, [*ours, unit], support) - current

    def _joiners(self, verb: str, first: Counter, target: int) -> list[Counter]:
        """The units of the activation that may join a unit in an attack from where they are now."""
        key = verb, target, first.kind.segment if verb == "fire" else 0
        able = self._able.get(key)
        if able is None:
            state, act = self.state, self.state.acting
            able = self._able[key] = [
                unit
                for unit in attacks.fighters(state, act)
                if (
                    unit.kind.segment == first.kind.segment and attacks.check_fire(state, act, unit, target) is None
                    if verb == "fire"
                    else attacks.check_hand(state, act, unit, target, verb) is None
                )
            ]
        return [unit for unit in able if unit is not first]

    def charges(self, actions: Sequence[Action]) -> dict[Action, float]:
        """The worth of each charge, with the riders who can charge the same target along with it."""
        state, result = self.state, dict[Action, float]()
        riders: dict[str, dict[int, set[int]]] = {}
        for action in actions:
            riders.setdefault(action.word, {}).setdefault(action.counters[0], set()).add(action.path[-1])
        charge = state.acting.charge
        for action in actions:
            target, unit = state.meant(action.word, self.side), state.units[action.counters[0]]
            assert target is not None
            if charge is not None:
                ours = state.those(charge.paths)
                before = self._ridden(ours, target.hex)
                result[action] = self._ridden([*ours, unit], target.hex) - before
                continue
            ours, best = [unit], self._ridden([unit], target.hex)
            hexes_used = {action.path[-1]}
            for i, ends in riders[action.word].items():
                joined = self._ridden([*ours, state.units[i]], target.hex)
                if i != unit.id and ends - hexes_used and joined > best:
                    ours, best = [*ours, state.units[i]], joined
                    hexes_used.add(min(ends - hexes_used))
            result[action] = best
        return result

    def _ridden(self, riders: Sequence[Counter], h: int) -> float:
        """The worth of a charge on a hex, from wherever they ride: 0 if the horses balk."""
        key = (h, *[u.id for u in riders])
        result = self._rides.get(key)
        if result is None:
            goes = float(charge.balk_roll(min(u.kind.quality for u in riders)).chance)
            result = self._rides[key] = goes * self.fight("charge", h, riders)
        return result

    def bombard(self, action: Action) -> float:
        """The worth of a shot of engines: at the units in a hex, or at the bridge or village itself."""
        state, h = self.state, action.path[0]
        crew = state.those(action.counters)
        if action.word == engines.STRUCTURE:
            fight = engines.at_structure(state, crew, h, self.side)
            faces = range(1, self.setting.crt.faces + 1)
            down = [
                die for die in faces if engines.brings_down(self.setting.results, fight.falls(self.setting, die)[1])
            ]
            return self._fall(h) * len(down) / len(faces)
        defenders = self.enemies.get(h)
        if not defenders:
            return 0.0
        scene = combat.scene_at(state, h, self.side, "bombard", crew)
        strength = engines.strength(state, crew, h, action.word)
        fight = combat.weigh(self.setting, "bombard", crew, (), defenders, scene, state.turn, strength)
        if fight.attack < 1:
            return 0.0
        return self._swing("bombard", self.shares(fight.column(self.setting), fight.die), h, ())

    def _fall(self, h: int) -> float:
        """The worth of the fall of a bridge or village: what it is to those who need it, or stand in it.

        Nothing where friends stand in it, or where the side must cross it itself to win.
        """
        state, side = self.state, self.side
        sides = range(len(self.setting.sides))
        if h in goals.bridges_to_cross(self.setting, side) or any(unit.side == side for unit in state.here(h)):
            return 0.0
        theirs = [number for number in sides if number != side]
        worth = BATTERED if h in self.enemies else 0.0
        worth += CUT_OFF * any(h in goals.bridges_to_cross(self.setting, number) for number in theirs)
        return max(0.0, worth + fsum(map(self._longer(h), theirs)) - self._longer(h)(side))

    def _longer(self, h: int) -> Callable[[int], float]:
        """The cost of the fall of a structure to a side whose units then have a longer way."""

        def cost(side: int) -> float:
            units = (unit for unit in self.state.alive() if unit.side == side and unit.kind.troops and not unit.hidden)
            longer = (
                (unit, goals.field_without(self.state, side, unit.crossed, h)[unit.hex] - self._way(unit))
                for unit in units
            )
            return DETOUR * fsum(unit.kind.attack * min(max(parts, 0), LONGEST) for unit, parts in longer)

        return cost

    def _way(self, unit: Counter) -> int:
        """The parts of a point from a unit to its side's goal."""
        return goals.field(self.setting, unit.side, unit.crossed)[unit.hex]
