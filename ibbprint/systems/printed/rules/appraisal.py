"""Rules of thumb: what moves, attacks and answers are worth to a side, and how a game stands.

An attack is worth the strength that it takes less what it costs, by the exact chances of its codes; a move the turns
to the nearest goal that it saves, the attack that it makes possible, less what the enemy may do there.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.once import kept
from ibbprint.engine.space import OFF
from ibbprint.engine.state import Action
from ibbprint.systems.printed.rules import attacks, movement
from ibbprint.systems.printed.rules.attacks import Assault
from ibbprint.systems.printed.rules.compiled import Fight
from ibbprint.systems.printed.rules.forces import FULL, REDUCED
from ibbprint.systems.printed.rules.setting import Setting
from ibbprint.systems.printed.rules.state import Counter, Refused, State
from ibbprint.systems.printed.rules.worth import (
    RETREAT,
    Aims,
    Expected,
    Helpers,
    aims,
    bands,
    driven,
    expected,
    harm,
    helpers_of,
    in_reach,
    is_answered,
    is_open_to,
    least_lost,
    middling,
    pulls,
    side_shift,
    striking,
    terrain_shift,
    winning,
)

GOAL = 2.0
"""What a place that decides the game is worth, in strengths of a middling unit. Tried on both worked games from 1 to 4:
below 1.5 nobody attacks a village that a unit defends, above 3 units die one by one for it."""
CARE = 0.4
"""How much a side that must win by the end minds danger, against one that wins by waiting."""
HASTE = 0.5
"""What a turn on the way to a goal is worth, in strengths of the unit that goes there; twice that at the end."""
MOST_AT_ONCE = 4
"""Enemy units that are reckoned with at once: more seldom find room around a hex."""
NOT_KNOWN = object()


class Quiet(NamedTuple):
    """The hexes for a unit where no other counter is in them, and no enemy beside them."""

    ways: list[float]
    """How near to the goals each is, and the goals themselves."""
    values: list[float]
    """What each is worth: the same less the danger."""
    dangers: dict[int, float]
    """What the enemy may be expected to take there next turn, of the hexes that he threatens."""


class Appraiser:
    """Weighs the choices of the side that must decide."""

    def __init__(self, state: State, leaning: Leaning = USUAL) -> None:
        self.state, self.leaning = state, leaning
        self.setting: Setting = state.setting
        self.side = state.questions[0].side if state.questions else max(state.side, 0)
        self.steady = state.steady[self.side]
        self.fight = self.setting.fights.get(self.setting.first_fight)
        self.unit_worth = middling(self.setting)
        self.goals: Aims | None = None
        self.goals = self.aims(self.side)
        exposed = frozenset(hex for hex in self.goals.guarded if self.coming(self.side, hex))
        self.quiet: dict[tuple[object, ...], Quiet] = self.steady.setdefault(
            ("quiet", state.op, leaning, self.goals, exposed), {}
        )
        self.by_unit: dict[int, Quiet] = {}
        self.front = in_reach(self.state, self.side, 1)

    def worths(self, actions: Sequence[Action]) -> list[float]:
        return [self.worth(action) for action in actions]

    def worth(self, action: Action) -> float:
        """The worth of an action, in strengths."""
        state = self.state
        if action.verb in ("move", "place") and not (state.questions and state.questions[0].kind == "displaced"):
            return self.of_move(action)
        if action.verb == "attack":
            return self.of_attack(action)
        if action.verb == "retreat":
            unit = state.counters[action.counters[0]]
            sign = 1 if unit.side == self.side else -1
            return sign * self.at(unit, action.path[-1], side=unit.side)
        if action.verb == "lose":
            unit = state.counters[action.counters[0]]
            front, back = unit.kind.value
            return back - front + 0.5 if unit.steps_left > 1 else -unit.kind.value[unit.step]
        if action.verb == "advance":
            return self.of_advance(action)
        if action.verb == "lead":
            return 1.0
        if action.verb == "choose" and action.word in ("lose", "retreat"):
            return 1.0 if action.word == "retreat" else 0.0
        if action.verb == "restore":
            unit = state.counters[action.counters[0]]
            return unit.kind.value[FULL] - unit.kind.value[REDUCED] + 0.5
        return {"exit": 3 * self.unit_worth, "resolve": 1.0, "activate": 1.0, "end": 0.0}.get(action.verb, 0.0)

    # --- moves --------------------------------------------------------------------------------------------------

    def best_moves(self) -> list[Action]:
        """The best move of the first counter that has one: strong units first, leaders last."""
        state = self.state
        if self.leaning.stands:
            return [Action("end")]
        units = [unit for unit in state.counters if unit.side == self.side and unit.hex != OFF and not unit.moved]
        units.sort(key=lambda unit: (unit.kind.leader, -unit.kind.value[unit.step], unit.number))
        for unit in units:
            best, chosen = 0.05, None
            for mode in state.phase_op.modes:
                if movement.may_move(state, unit, mode) is not None:
                    continue
                if movement.exits(state, unit) and self.aims(self.side).exits:
                    return [Action("exit", (unit.number,), (unit.hex,), mode)]
                range_ = movement.reach(state, unit, mode)
                front = in_reach(self.state, self.side, unit.kind.range[unit.step])
                current = self.at(unit, unit.hex)
                alone = None if unit.kind.leader else self.alone(unit).values
                for end in range_.ends:
                    if end == unit.hex:
                        continue
                    if alone is None or end in front or end in state.stacks:
                        value = self.at(unit, end, beat=(current, best)) - current
                    else:
                        value = alone[end] - current
                    if value > best and state.room(end, (unit,)):
                        best, chosen = value, Action("move", (unit.number,), range_.way(end), mode)
            if chosen is not None:
                return [chosen]
        return [Action("end")]

    def of_move(self, action: Action) -> float:
        """The gain of a move, summed over all counters that move."""
        total = 0.0
        for number in action.counters:
            unit = self.state.counters[number]
            start = 0.0 if unit.hex == OFF else self.at(unit, unit.hex)
            total += self.at(unit, action.path[-1]) - start
        return total + (self.unit_worth if self.state.counters[action.counters[0]].hex == OFF else 0.0)

    def at(self, unit: Counter, hex: int, *, side: int | None = None, beat: tuple[float, float] | None = None) -> float:
        """What it is worth for a counter to be in a hex; where that is too little to beat what staying where it is and
        the best move so far are worth, it may be told too high.

        Away from the enemy and from friends that depends on the enemy's counters alone, and is kept.
        """
        side = unit.side if side is None else side
        if unit.kind.leader:
            return self.of_leader(unit, hex)
        front = in_reach(self.state, self.side, unit.kind.range[unit.step])
        if side != self.side or hex in front or self.state.stacks.get(hex, (unit.number,)) != (unit.number,):
            return self.among_others(unit, hex, side, beat)
        return self.alone(unit).values[hex]

    def alone(self, unit: Counter) -> Quiet:
        """The worth of every hex to a counter, without friends in it."""
        quiet = self.by_unit.get(unit.number)
        if quiet is None:
            state = self.state
            key = (unit.kind.number, unit.step, unit.state, state.profile(unit), state.in_supply(unit))
            quiet = self.quiet.get(key)
            if quiet is None:
                quiet = self.quiet[key] = self._alone(unit)
            self.by_unit[unit.number] = quiet
        return quiet

    def _alone(self, unit: Counter) -> Quiet:
        goals = self.aims(unit.side)
        ways = self.ways(unit)
        fight = self.fight
        if fight is None:
            return Quiet(ways, ways, {})
        defence = float(self.state.strength(unit, fight.id, attack=False) or 0)
        values = ways.copy()
        dangers: dict[int, float] = {}
        prices: dict[tuple[int, int], float] = {}
        for hex, key in self.threatened(unit.side):
            price = prices.get(key)
            if price is None:
                column = self.on_average(fight, key[0], defence, key[1])
                price = prices[key] = self.price(unit, defence, defence, column)
            dangers[hex] = price
            values[hex] -= price
        for hex in goals.guarded:
            values[hex] += self.guarding(unit, hex, ())
        return Quiet(ways, values, dangers)

    def price(self, unit: Counter, defence: float, stack: float, column: Expected | None) -> float:
        """The cost of an attack on a unit in a stack: its losses, and the turn by which one is thrown back that went
        there without an attack of its own.
        """
        if column is None or self.fight is None:
            return 0.0
        lost = (
            self.leaning.care * self.harm(unit, defence, stack, column) * (1.0 if self.aims(unit.side).waits else CARE)
        )
        return lost if striking(self.state, unit, self.fight) else lost + self.turn_worth(unit) * column.away

    def turn_worth(self, unit: Counter) -> float:
        """The worth of a turn on the way of a unit to its goal."""
        late = 1 + self.state.turn / max(1, self.setting.last_turn)
        return self.leaning.haste * HASTE * unit.kind.value[unit.step] * late

    def guarding(self, unit: Counter, hex: int, friends: Sequence[Counter]) -> float:
        """The worth of a unit beside friends in a place that must be kept: the enemy has to fight, and may fail."""
        if self.fight is None or not self.coming(unit.side, hex):
            return 0.0
        defence = fsum(float(self.state.strength(friend, self.fight.id, attack=False) or 0) for friend in friends)
        own = float(self.state.strength(unit, self.fight.id, attack=False) or 0)
        held = self.held(unit.side, hex, defence + own) - (self.held(unit.side, hex, defence) if friends else 0.0)
        return GOAL * self.unit_worth * 0.5 * (held if friends else 1.0 + held)

    def held(self, side: int, hex: int, defence: float) -> float:
        """The chance that a hex is held by so much strength against the attack that is expected there."""
        assert self.fight is not None
        shift = terrain_shift(self.setting, self.fight, hex)
        result = self.on_average(self.fight, self.threats(side)[hex], defence, shift)
        return 1.0 if result is None else 1.0 - result.away

    def coming(self, side: int, hex: int) -> bool:
        """Whether an enemy unit may walk into a hex next turn, if nobody were in it."""

        state = self.state
        return kept(
            state.cache, ("coming", side, hex), lambda: is_answered(state, side) and is_open_to(state, side, hex)
        )

    def threatened(self, side: int) -> list[tuple[int, tuple[int, int]]]:
        """The hexes that the enemy threatens, each with the threat in whole strengths and the shift of its ground."""
        fight = self.fight
        if fight is None:
            return []

        def threatened() -> list[tuple[int, tuple[int, int]]]:
            threats = enumerate(self.threats(side))
            return [(hex, (int(threat), terrain_shift(self.setting, fight, hex))) for hex, threat in threats if threat]

        return kept(self.state.steady[side], ("threatened", self.state.op), threatened)

    def among_others(self, unit: Counter, hex: int, side: int, beat: tuple[float, float] | None = None) -> float:
        """The worth of a hex with friends in it and enemies beside it."""
        quiet = self.alone(unit) if side == self.side else None
        value = self.ways(unit)[hex] if quiet is None else quiet.ways[hex]
        state = self.state
        goals = self.aims(side)
        has_friends = state.stacks.get(hex, (unit.number,)) != (unit.number,)
        if hex in goals.guarded:
            value += self.guarding(unit, hex, [friend for friend in state.units_in(hex, side) if friend is not unit])
        if self.fight is not None and unit.side == self.side:
            value += self.attack_from(unit, hex)
        if quiet is not None and not has_friends:
            return value - quiet.dangers.get(hex, 0.0)
        if beat is not None and value - beat[0] <= beat[1]:
            return value  # whatever the danger, it is no better
        return value - self.price(unit, *self.faced(unit, hex, side))

    def ways(self, unit: Counter) -> list[float]:
        """The worth of every hex by its distance to the goals, with the worth of the goals themselves."""
        profile, goals = self.state.profile(unit), self.aims(unit.side)
        allowance = max(1, self.setting.ground.scaled(unit.kind.movement[unit.step]))
        turn = -self.turn_worth(unit)
        key = ("ways", profile, allowance, goals, turn)
        values: list[float] | None = self.steady.get(key)
        if values is None:
            values = [turn * pull for pull in pulls(self.setting.space, profile, allowance, goals)]
            for hex in goals.targets:
                values[hex] += GOAL * self.unit_worth
            self.steady[key] = values
        return values

    def of_leader(self, unit: Counter, hex: int) -> float:
        """A leader is best with a strong stack near the enemy, and never alone."""
        friends = self.state.units_in(hex, unit.side)
        if not friends:
            return -3 * self.unit_worth
        strength = fsum(friend.kind.value[friend.step] for friend in friends)
        enemies = self.state.occupied(1 - unit.side)
        near = any(neighbour in enemies for neighbour in self.setting.space.near[hex])
        return 0.1 * strength * (2 if near else 1) - 0.1 * self.danger(friends[0], hex, unit.side)

    def aims(self, side: int) -> Aims:
        """The aims of a side now; they change with the holders."""
        if side == self.side and self.goals is not None:
            return self.goals
        key = ("aims", side, winning(self.state), tuple(sorted(self.state.holders.items())))
        return kept(self.steady, key, lambda: aims(self.state, side))

    def threats(self, side: int) -> list[float]:
        """The strength that the enemy could bring against every hex next turn."""
        return kept(self.state.steady[side], ("threat", self.state.op), lambda: self._threats(side))

    def _threats(self, side: int) -> list[float]:
        space = self.setting.space
        shares: list[list[float]] = [[] for _ in range(space.size)]
        for unit in self.state.on_map(1 - side) if is_answered(self.state, side) else ():
            strength = 0.0 if self.fight is None else striking(self.state, unit, self.fight)
            if not strength:
                continue
            for at, share in bands(self.setting, unit.hex, unit.kind.range[unit.step], unit.kind.movement[unit.step]):
                shares[at].append(share * strength)
        return [fsum(sorted(strengths, reverse=True)[:MOST_AT_ONCE]) if strengths else 0.0 for strengths in shares]

    def danger(self, unit: Counter, hex: int, side: int, group: Sequence[Counter] = ()) -> float:
        """The expected loss of a unit in a hex, with the units that are there or move there with it."""
        defence, stack, column = self.faced(unit, hex, side, group)
        return 0.0 if column is None else self.harm(unit, defence, stack, column)

    @staticmethod
    def harm(unit: Counter, defence: float, stack: float, column: Expected) -> float:
        """The average loss of a unit with such a defence in such a stack."""
        return harm(unit.kind.value[unit.step], defence / max(stack, 1.0), column)

    def faced(
        self, unit: Counter, hex: int, side: int, group: Sequence[Counter] = ()
    ) -> tuple[float, float, Expected | None]:
        """The defence of a unit in a hex, that of its stack, and what the attack that is expected there does."""
        threat = 0.0 if self.fight is None else self.threats(side)[hex]
        if self.fight is None or not threat:
            return 0.0, 0.0, None
        defence = float(self.state.strength(unit, self.fight.id, attack=False) or 0)
        friends = 0.0
        if group or hex in self.state.stacks:
            friends = fsum(
                float(self.state.strength(friend, self.fight.id, attack=False) or 0)
                for friend in (*self.state.units_in(hex, side), *(mover for mover in group if mover.hex != hex))
                if friend is not unit
            )
        shift = terrain_shift(self.setting, self.fight, hex)
        return defence, defence + friends, self.on_average(self.fight, threat, defence + friends, shift)

    def on_average(self, fight: Fight, attack: float, defence: float, shift: int) -> Expected | None:
        """The average of the column that strengths lead to; None for an attack that cannot be made."""
        key = (int(attack), max(1, int(defence)), shift)
        average = fight.averages.get(key, NOT_KNOWN)
        if average is NOT_KNOWN:
            columns = fight.tables[0].columns
            start = columns.start(key[0], key[1])
            column = None if columns.refuses(start) or key[0] <= 0 else columns.column(start, shift)
            average = fight.averages[key] = None if column is None else expected(fight)[column]
        return average  # type: ignore[no-any-return]

    def attack_from(self, unit: Counter, hex: int) -> float:
        """The amount that a unit adds to the best attack in which it could take part from a hex."""
        state, fight, reach = self.state, self.fight, unit.kind.range[unit.step]
        best = 0.0
        if fight is None or self.leaning.holds or hex not in in_reach(state, self.side, reach):
            return best
        strength = striking(state, unit, fight)
        if not strength:
            return best
        space, enemies = self.setting.space, state.occupied(1 - unit.side)
        far = space.distances(hex)
        for target in space.near[hex] if reach <= 1 else sorted(enemies):
            if target not in enemies or far[target] > reach:
                continue
            sides = None
            if far[target] == 1:
                if any(rule.bars(state, unit, hex, target) is not None for rule in fight.barriers):
                    continue
                sides = frozenset(self.setting.ground.crossed(hex, target))
            helpers = helpers_of(state, fight, target, unit)
            with_ = self.value(fight, helpers, target, strength, sides, unit)
            without = self.value(fight, helpers, target) if helpers.strength else 0.0
            best = max(best, with_ - max(without, 0.0))
        return best

    def value(
        self,
        fight: Fight,
        helpers: Helpers,
        target: int,
        strength: float = 0.0,
        sides: frozenset[str] | None = None,
        unit: Counter | None = None,
    ) -> float:
        """The worth of an attack on a hex by helpers, and by a unit that crosses such sides."""
        crossed = helpers.crossed if sides is None else sides if helpers.crossed is None else sides & helpers.crossed
        shift = terrain_shift(self.setting, fight, target)
        if crossed:
            shift += side_shift(self.state, fight, crossed, unit)
        defence = helpers.defence
        result = self.on_average(fight, helpers.strength + strength, defence, shift)
        if result is None:
            return 0.0
        taken = 0.5 * (result.steps_taken + result.each_taken) * helpers.worth
        gains = min(taken, helpers.worth) + RETREAT * result.away * helpers.worth
        attackers = helpers.number + (1 if strength else 0)
        losses = (result.steps_lost + result.each_lost * attackers) * 0.4 * self.unit_worth
        goals = self.aims(self.side)
        goal = GOAL * self.unit_worth * result.away if target in goals.targets else 0.0
        return self.leaning.bold * gains - losses + goal

    # --- attacks ------------------------------------------------------------------------------------------------

    def of_attack(self, action: Action) -> float:
        """An attack by the exact chances of its codes."""
        if self.leaning.holds:
            return -1.0
        state = self.state

        def worth() -> float:
            assault = attacks.assault_of(state, attacks.fight_of(state), action.counters, action.path, action.word)
            return -1.0 if isinstance(assault, Refused) else self.of_assault(assault)

        return kept(state.cache, ("worth", action), worth)

    def of_assault(self, assault: Assault) -> float:
        """The sum over codes of chance × (bold × strength taken − strength lost), and what the emptied hex is worth."""
        state, fight = self.state, assault.fight
        odds = attacks.weigh(state, assault)
        goals = self.aims(self.side)
        goal = GOAL * self.unit_worth * len(goals.targets.intersection(assault.hexes))
        near = state.setting.space.near
        exposed = [unit for unit in assault.attackers if any(hex in near[unit.hex] for hex in assault.hexes)]
        total = 0.0
        for code, chance in odds.chances(fight).items():
            gains, losses, away = self.result(fight, code, assault.targets, exposed)
            total += float(chance) * (self.leaning.bold * gains - losses + goal * away)
        spare = 0.05 * self.unit_worth * len(assault.attackers)
        return total - spare * 0.1 - (0.1 if assault.leader is not None else 0.0)

    def result(
        self, fight: Fight, code: str, targets: Sequence[Counter], attackers: Sequence[Counter]
    ) -> tuple[float, float, bool]:
        """The strength that a code takes and costs, and whether the hex empties."""
        gains = losses = 0.0
        away = False
        for clause in fight.effects[code]:
            units = targets if clause.who == attacks.DEFENDERS else attackers
            strength = fsum(unit.kind.value[unit.step] for unit in units)
            loss, goes = 0.0, False
            if clause.act in ("lose", "either"):
                loss = least_lost(units, clause.number)
            elif clause.act == "each":
                loss = fsum(least_lost((unit,), clause.number) for unit in units)
            elif clause.act == "eliminated":
                loss = strength
            elif clause.act.startswith("match"):
                enemy_loss = gains if clause.who != attacks.DEFENDERS else losses
                loss = min(strength, enemy_loss * (0.5 if clause.act == "match-half" else 1.0))
            elif clause.act == "retreat":
                lost = gains if clause.who == attacks.DEFENDERS else losses
                ways = [driven(self.state, unit) for unit in units]
                loss = fsum(way[0] for way in ways) * max(0.0, strength - lost) / max(strength, 1.0)
                goes = all(way[1] for way in ways)
            if clause.who == attacks.DEFENDERS:
                gains = min(strength, gains + max(loss, 0.0))
                away = away or goes or clause.act == "eliminated" or gains >= strength
            else:
                losses += loss
        return gains, losses, away

    def of_advance(self, action: Action) -> float:
        """Advance if the hex is a goal, or no more dangerous than the hex that is left."""
        hex, goals = action.path[-1], self.aims(self.side)
        total = 0.0
        group = [self.state.counters[number] for number in action.counters]
        for unit in group:
            if unit.kind.leader:
                total += 0.1
                continue
            ways = self.ways(unit)
            total += ways[hex] - ways[unit.hex]
            gained = any(step in goals.targets or step in goals.guarded for step in action.path)
            total += GOAL * self.unit_worth * gained / len(action.counters)
            total -= self.danger(unit, hex, unit.side, group) - self.danger(unit, unit.hex, unit.side)
        for left in {unit.hex for unit in group if not unit.kind.leader} & goals.guarded:
            if all(unit in group for unit in self.state.units_in(left, self.side)):
                total -= GOAL * self.unit_worth * self.coming(self.side, left)
        return total
