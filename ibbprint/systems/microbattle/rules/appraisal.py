"""Rules of thumb for greedy play (M-50): the goal first, then the markers that an attack gives less those it costs."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.space import OFF, flood
from ibbprint.engine.state import NOBODY, Action
from ibbprint.systems.microbattle.rules import circumstances, command, fight, movement, turn
from ibbprint.systems.microbattle.rules.setting import FIRST
from ibbprint.systems.microbattle.rules.state import FIRE, MELEE, Bout, State, Unit

NEARER, BESIDE, COVER, GOAL = 0.3, 0.25, 0.12, 1.2
"""What is worth how many markers: a square nearer, guns beside no enemy, good ground, a square that wins."""
DESTROYED = 1.5
"""What a destroyed unit counts for besides its last marker."""


class Appraiser:
    """Judges the actions of one moment for the side that must decide, on a copy of the state."""

    def __init__(self, state: State, side: int | None = None, leaning: Leaning = USUAL) -> None:
        """For a side, or for the one that must decide."""
        self.leaning = leaning
        self.state = state.twin(state.dice)
        self.side = turn.FLOW.decider(state) if side is None else side
        self._far: dict[tuple[int, str], Sequence[int]] = {}

    def worths(self, actions: Sequence[Action]) -> list[float]:
        return [self.worth(action) for action in actions]

    def worth(self, action: Action) -> float:
        unit = self.state.units[action.counters[0]] if action.counters else None
        if unit is None:
            return 0.0 if action.verb == "end" else self.led(self.state.commanders[self.side])
        if action.verb == "join":
            return self.led(unit.id) - 0.01
        if action.verb in (FIRE, MELEE):
            return -1.0 if self.leaning.holds else self.attack(unit, action)
        if action.verb == "rally":
            return 1.2 * float(circumstances.weigh(self.state, "rally", unit).chance)
        if action.verb == "leave":
            return 10.0
        if action.verb in ("move", "stay", "enter"):
            worth = self.move(unit, action.path or (unit.hex,))
            return worth - 10.0 * (self.leaning.stands and action.verb == "move")
        if action.verb == "follow":
            goal = self.state.fought.square
            return self.stands(unit, goal) - self.stands(unit, unit.hex) + 0.05
        return {"evade": 1.0}.get(action.verb, 0.0)

    # --- where to stand ----------------------------------------------------------------------------------------

    def move(self, unit: Unit, path: tuple[int, ...]) -> float:
        """The gain of a unit at the end of a path, with the best attack from there."""
        state, here, square = self.state, unit.hex, path[-1]
        if not unit.stands:
            return 1.0 + self.stands(unit, square) / 10
        before = self.stands(unit, here)
        chance = self.chance(unit, path)
        moved = square != here
        if moved:
            state.put(unit, square)
        actions = fight.attacks(state, unit, square, moved=moved)
        best = max(self.attack(unit, action) for action in actions)
        after = self.stands(unit, square)
        if moved:
            state.put(unit, here)
        return chance * (after - before + best)

    def chance(self, unit: Unit, path: tuple[int, ...]) -> float:
        """The chance that a unit gets to the end of a path."""
        needed = movement.needs(self.state, unit, path)
        tests = sum((self.state.setting.ground[square].test for square in path[1:]), 0)
        tests += needed.test if needed is not None else 0
        return float(circumstances.weigh(self.state, "move", unit).chance) ** tests

    def stands(self, unit: Unit, square: int) -> float:
        """The worth of a square to a unit."""
        state = self.state
        ground = state.setting.ground[square]
        shy = 2 if unit.markers else 0 if unit.kind.strikes else 1
        haste = self.leaning.haste * (3 if state.carrier == unit.id else 1)
        return fsum(
            (
                -NEARER * haste * self.far(unit.side, self.aim(unit))[square],
                COVER * (ground.rise or (ground.hides and not unit.kind.again) or square in state.setting.prepared),
                -BESIDE * self.leaning.care * shy * len(state.near(square, 1 - unit.side)),
                GOAL * (self.wins(unit, square) - self.hinders(unit, square)),
            )
        )

    def aim(self, unit: Unit) -> str:
        """The aim of a unit."""
        goal = self.state.setting.kind.goal
        if goal == "exit":
            return "edge" if unit.side == FIRST and unit.kind.strikes else "enemy"
        if goal == "keep":
            return "works" if unit.side == FIRST else "enemy"
        if goal == "hold":
            return "point"
        if goal == "carry":
            carrier = self.state.carrier
            if carrier == unit.id:
                return "home"
            return "token" if carrier == NOBODY or self.state.units[carrier].side != unit.side else "enemy"
        return "enemy"

    def far(self, side: int, aim: str) -> Sequence[int]:
        """The squares from every square to the nearest that a side makes for."""
        if (side, aim) not in self._far:
            setting, starts = self.state.setting, [h for h in self.sought(side, aim) if h != OFF]
            steps = flood(setting.space.near, starts, self.open if aim == "home" else None)
            self._far[side, aim] = [steps.get(square, setting.space.size) for square in range(setting.space.size)]
        return self._far[side, aim]

    def sought(self, side: int, aim: str) -> list[int]:
        """The squares that are meant by an aim."""
        state, setting = self.state, self.state.setting
        if aim in ("edge", "home"):
            return [h for h in setting.base(side if aim == "home" else 1 - side) if aim == "edge" or self.open(h)]
        if aim in ("point", "token"):
            return [setting.point if aim == "point" else state.token]
        works = [square for square, owner in state.owners.items() if owner != side] if aim == "works" else []
        return works or [unit.hex for unit in state.units_of(1 - side)]

    def open(self, square: int) -> bool:
        """Whether the carrier of the token could be in a square."""
        return self.state.at.get(square, self.state.carrier) == self.state.carrier

    def wins(self, unit: Unit, square: int) -> bool:
        """Whether standing in a square brings the goal nearer: the key point, works, the token, and home with it."""
        state = self.state
        if state.setting.kind.goal == "carry":
            own = state.carrier == unit.id
            return own if state.setting.own_row(unit.side, square) == 1 else state.token == square and not own
        return square == state.setting.point or square in state.owners

    def hinders(self, unit: Unit, square: int) -> bool:
        """Whether a unit stands in the way of a friend who carries the token home."""
        carrier = self.state.carrier
        if carrier in (NOBODY, unit.id) or self.state.units[carrier].side != unit.side:
            return False
        return square == self.state.setting.back(unit.side, self.state.units[carrier].hex)

    def led(self, id: int) -> float:
        """The worth of a commander beside a unit: away from the enemy; a good one near disorder."""
        state = self.state
        if id == NOBODY:
            return 0.0
        near = min(state.away(state.units[id].hex, 1 - self.side), 3)
        shaken = sum((bool(unit.markers) for unit in state.near(state.units[id].hex, self.side)), 0)
        return near - 2 * state.units[id].markers + shaken

    # --- what an attack brings ---------------------------------------------------------------------------------

    def attack(self, unit: Unit, action: Action) -> float:
        """The markers that an attack gives on average, less those that it costs."""
        state = self.state
        if action.verb == fight.HOLD:
            return 0.0
        target = state.units[state.at[action.path[0]]]
        hit = float(circumstances.weigh(state, "attack", unit, target, action.verb).chance)
        bout, state.bout = state.bout, Bout(unit.id, target.id, action.verb, target.hex)
        gain = self.leaning.bold * hit * self.suffers(target, unit, action.verb)
        if fight.counters(state, unit, target, action.verb):
            gain -= (1 - hit) * self.suffers(unit, target, action.verb)
        state.bout = bout
        return gain + 0.02

    def suffers(self, unit: Unit, enemy: Unit, way: str) -> float:
        """The markers that a defeat gives a unit on average, its destruction counted for more."""
        state = self.state
        fails = 1 - float(circumstances.weigh(state, "defeat", unit, enemy, way).chance)
        cornered = fight.haven(state, unit) == OFF
        first = fails * (1 if cornered or not unit.kind.light else fails)
        second = fails if cornered else 0.0
        dies = first * second if state.setting.limit - unit.markers > 1 else first + (1 - first) * second
        lost = DESTROYED + (1 if command.under_half(state, unit.side) else 0)
        return first + second + dies * lost + (1 if state.carrier == unit.id else 0)
