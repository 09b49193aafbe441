"""Rules of thumb for greedy play: the kills that a choice gives on average, less what it costs and risks (B-66)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import fsum, isqrt

from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.lattice import Arc, Block, Rect, is_within, squared
from ibbprint.engine.state import NOBODY, Action
from ibbprint.systems.battle_turn.rules import (
    command,
    fighting,
    formation,
    manoeuvre,
    marching,
    new_orders,
    turn,
    volleys,
)
from ibbprint.systems.battle_turn.rules.notation import FIRST
from ibbprint.systems.battle_turn.rules.state import (
    ATTACK,
    BATTLE_LEADER,
    BLOODLUST,
    HERO,
    HOLD,
    OK,
    OPPOSE,
    SHAKEN,
    WARCHIEF,
    Leader,
    State,
    Unit,
)

SAVED, PRESSED = 0.6, 0.2
"""What a volley that is kept is worth, in volleys at short range: usually, and with the enemy almost upon the unit."""
NEAR = 6
"""Inches within which contact is a matter of a turn."""
RECOVERS, ENGAGED, BOAST, LOST = 0.6, 0.5, 1.5, 2.0
"""What is worth how many kills: order in the ranks, a leader where it is fought, a boast, a leader lost."""
RISKS: Mapping[str, float] = {WARCHIEF: 3.0, BATTLE_LEADER: 1.0, HERO: 0.5}
"""How much a side has to lose in a leader."""
RISKED, MIDDLING = 0.1, 12
"""The risk of any fight, and the worth of a middling unit."""
LATE = 6
"""From this turn on a side that is no better off goes for the enemy."""


class Appraiser:
    """Judges the actions of one moment for the side that must decide, on a copy of the state."""

    def __init__(self, state: State, leaning: Leaning = USUAL) -> None:
        self.leaning = leaning
        self.state = state.twin(state.dice)
        self.side = turn.FLOW.decider(state)
        self._turns: dict[int, Mapping[str, Block]] = {}

    def worths(self, actions: Sequence[Action]) -> list[float]:
        return [self.worth(action) for action in actions]

    def worth(self, action: Action) -> float:
        if not action.counters:
            return self.goes(action)
        judge: Callable[[Action], float] = {
            volleys.SHOOT: self.shot,
            fighting.RANKS: self.ranks,
            fighting.SEIZE: self.seizes,
            command.ORDER: self.order,
            command.SWAY: self.sway,
        }.get(action.verb, self.still)
        if self.state.phase == "movement":
            judge = self.rides if action.counters[0] >= len(self.state.units) else self.moves
        return judge(action)

    def still(self, action: Action) -> float:
        """The worth of waiting, keeping the orders, or leaving a unit or a standard alone."""
        return 0.0

    def goes(self, action: Action) -> float:
        """A side all of whose units hold moves second, any other first (B-43)."""
        waits = all(unit.orders == HOLD for unit in self.state.units_of(self.side))
        return float(waits != (action.verb == FIRST))

    def near(self, unit: Unit) -> int:
        """The square of the inches to the nearest enemy; far away where there is none."""
        return min((squared(unit.rect, enemy.rect) for enemy in self.state.units_of(1 - unit.side)), default=10**6)

    # --- fighting ----------------------------------------------------------------------------------------------

    def shot(self, action: Action) -> float:
        """The worth that a volley kills, less what the volleys could do later."""
        unit, target = self.state.units[action.counters[0]], volleys.aimed(self.state, action)
        assert target is not None, "a candidate"
        number = int(action.word.partition(":")[2])
        volley = volleys.volley(self.state, unit, target, number)
        if self.leaning.holds:
            return -1.0
        price = PRESSED if self.near(unit) <= (2 * NEAR) ** 2 else SAVED
        item = volley.dice / number * float(volley.hit.chance * volley.kill.chance)
        return self.leaning.bold * min(float(volley.mean), target.worth) - price * number * item

    def ranks(self, action: Action) -> float:
        """The average kills of the strikes, with the ranks that are declared."""
        unit = self.state.units[action.counters[0]]
        before = self.state.ranks
        self.state.ranks = before | {unit.id} if action.word == fighting.TWO else before
        mean = fsum(strike.mean for strike in fighting.strikes(self.state, unit))
        self.state.ranks = before
        return mean

    def seizes(self, action: Action) -> float:
        """The average kills less losses of a unit that seizes a standard (B-64)."""
        unit = self.state.units[action.counters[0]]
        enemy = next(item for item in self.state.units if item.key == action.word)
        before = self.state.seizing
        self.state.seizing = before | {(unit.id, enemy.id)}
        gives = fsum(strike.mean for strike in fighting.strikes(self.state, unit) if strike.enemy == enemy.id)
        takes = fsum(
            strike.mean
            for foe in formation.foes(self.state, unit)
            for strike in fighting.strikes(self.state, foe)
            if strike.enemy == unit.id
        )
        self.state.seizing = before
        return gives - takes

    # --- moving ------------------------------------------------------------------------------------------------

    def moves(self, action: Action) -> float:
        """The gain of a unit by a move, order in its ranks counted."""
        unit, verb = self.state.units[action.counters[0]], action.verb
        if verb == manoeuvre.FACE:
            return 1.0
        if verb == manoeuvre.REFORM or (self.leaning.stands and verb != manoeuvre.STAY):
            return -0.1
        if verb == manoeuvre.STAY:
            return RECOVERS if unit.disorganised and unit.condition == OK else 0.05
        block = self._turned(unit).get(action.word) if verb == manoeuvre.TURN else self._moved(unit, action)
        return 0.0 if block is None else self.stands(unit, block) - self.stands(unit, unit.block)

    def _turned(self, unit: Unit) -> Mapping[str, Block]:
        """The unit's block after every turn that it has room for."""
        if unit.id not in self._turns:
            self._turns[unit.id] = dict(marching.turns(self.state, unit))
        return self._turns[unit.id]

    def _moved(self, unit: Unit, action: Action) -> Block:
        x, y = self.state.setting.corner(action.path[0])
        return unit.block._replace(rect=unit.rect.moved(x - unit.rect.x1, y - unit.rect.y1))

    def stands(self, unit: Unit, block: Block) -> float:
        """The worth of a unit's place: its front to the enemy, in range when it shoots, not about to be hit."""
        enemies = list(self.state.units_of(1 - unit.side))
        if not enemies:
            return 0.0
        far = {enemy.id: squared(block.rect, enemy.rect) for enemy in enemies}
        enemy = min(enemies, key=lambda item: (far[item.id], item.id))
        worth = 1.0 if block.arc(enemy.rect) is Arc.FRONT else 0.0
        afraid = unit.condition == SHAKEN or unit.kind.missile is not None
        if afraid and far[enemy.id] <= NEAR**2:
            worth -= self.leaning.care
        if unit.kind.missile is not None and unit.volleys:
            weapon = self.state.setting.catalogue.weapons[unit.kind.missile]
            ahead = [far[entry.id] for entry in enemies if block.arc(entry.rect) is Arc.FRONT]
            worth += 1.0 if any(entry <= weapon.long_range**2 for entry in ahead) else 0.0
            worth += 0.4 if any(entry <= weapon.short_range**2 for entry in ahead) else 0.0
        return worth + 0.3 * manoeuvre.is_sheltered(self.state, block.rect)

    # --- leaders -----------------------------------------------------------------------------------------------

    def rides(self, action: Action) -> float:
        """The worth of a leader's place with a unit, or alone."""
        state = self.state
        leader = state.leader(action.counters[0])
        if action.verb == command.STAY:
            return self.led(leader, leader.unit) + 0.05
        if action.verb == command.JOIN:
            broken = leader.kind.boast == "alone" and leader.boast
            return self.led(leader, action.counters[1]) - (BOAST if broken else 0.0)
        x, y = state.setting.corner(action.path[0])
        return self.alone(leader, Rect(x, y, x + 1, y + 1))

    def led(self, leader: Leader, id: int) -> float:
        """The worth of a leader to the unit he is with: its combat test, and its return to its senses."""
        if id == NOBODY:
            return self.alone(leader, leader.cell) if leader.cell is not None else 0.0
        unit = self.state.units[id]
        worth = ENGAGED * unit.worth / MIDDLING - self.danger(leader, unit) if self.near(unit) <= NEAR**2 else 0.0
        if unit.condition == SHAKEN and leader.kind.leadership is not None:
            worth += self._gain(leader, unit)
        if unit.condition == SHAKEN and self.near(unit) <= NEAR**2:
            worth -= LOST / 4
        return worth

    def danger(self, leader: Leader, unit: Unit) -> float:
        """The risk of a leader with a unit, by the worth in contact with it; a warchief's death shakes all."""
        close = [item for item in self.state.units_of(1 - unit.side) if is_within(item.rect, unit.rect, NEAR)]
        surplus = max(0, sum((item.worth for item in close), 0) - unit.worth)
        return self.leaning.care * RISKS[leader.kind.role] * (RISKED + surplus / MIDDLING)

    def alone(self, leader: Leader, cell: Rect) -> float:
        """Alone is well as long as no enemy can come upon him; friends near him hear him."""
        within = self.state.setting.figures["mounted-move"]
        if any(is_within(cell, enemy.rect, within) for enemy in self.state.units_of(1 - leader.side)):
            return -LOST
        units = [self.state.units[id] for id in leader.commands if self.state.units[id].stands]
        return 0.1 - 0.01 * min((isqrt(squared(cell, unit.rect)) for unit in units), default=0)

    def order(self, action: Action) -> float:
        """The gain of other orders, by the chance that the unit takes them, less the risk."""
        state, catalogue = self.state, self.state.setting.catalogue
        leader, unit = state.leader(action.counters[0]), state.units[action.counters[1]]
        gain = self.wishes(unit, action.word)
        if gain <= 0:
            return -1.0

        def effect(score: int) -> tuple[bool, bool]:
            row = new_orders.result(catalogue, score)
            return row.follows == "new", row.disorganised or row.follows != "new"

        chances = command.sending(state, leader, unit, action.word).chances(effect)
        accepted = fsum(float(chance) for (is_taken, _), chance in chances.items() if is_taken)
        muddled = fsum(float(chance) for (_, is_muddled), chance in chances.items() if is_muddled)
        return gain * accepted - 0.5 * muddled - 0.05

    def wishes(self, unit: Unit, orders: str) -> float:
        """The wish of a side for other orders of a unit."""
        state = self.state
        if formation.foes(state, unit) or unit.condition == BLOODLUST:
            return 0.0
        shoots = unit.kind.missile is not None and unit.volleys > 0
        ahead = state.gone(1 - unit.side) - state.gone(unit.side)
        if orders == ATTACK:
            haste = self.leaning.haste
            waits = state.turn * haste < LATE and not unit.kind.mounted
            return 0.0 if shoots or self.leaning.holds or waits or ahead > 0 else haste
        if orders == OPPOSE:
            return 1.0 if shoots else 0.0
        return 0.8 if unit.orders == ATTACK and unit.disorganised and self.near(unit) > (2 * NEAR) ** 2 else 0.0

    def sway(self, action: Action) -> float:
        """The worth of a unit brought to its senses, less the leader and the unit that may be lost."""
        leader, unit = self.state.leader(action.counters[0]), self.state.units[action.counters[1]]
        return self._gain(leader, unit)

    def _gain(self, leader: Leader, unit: Unit) -> float:
        chances = command.swaying(self.state, leader, unit).chances
        cost = LOST if unit.condition == BLOODLUST else LOST + unit.worth / MIDDLING
        gain = 0.3 if unit.condition == BLOODLUST else 1.5
        return gain * float(chances.get("success", 0)) - cost * float(chances.get("disaster", 0))
