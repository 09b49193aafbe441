"""A battle in play: how it begins and ends, and how a report words it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Self

from ibbprint.dice import SeededDice
from ibbprint.engine import session
from ibbprint.engine.api.leaning import Leaning
from ibbprint.engine.api.watching import Present, Watched
from ibbprint.engine.lattice_play import Judge, LatticeSession
from ibbprint.engine.state import Action, Event
from ibbprint.systems.battle_turn.rules import turn
from ibbprint.systems.battle_turn.rules.manoeuvre import MOVE, inches
from ibbprint.systems.battle_turn.rules.notation import NOTATION
from ibbprint.systems.battle_turn.rules.setting import Setting
from ibbprint.systems.battle_turn.rules.state import ATTACK, BLOODLUST, HOLD, OPPOSE, SHAKEN, Leader, State, Unit

if TYPE_CHECKING:
    from ibbprint.engine.api.evening import Change
    from ibbprint.engine.api.gauges import Gauge
    from ibbprint.engine.api.odds import OddsAnswer
    from ibbprint.materials.boards import Board
    from ibbprint.systems.battle_turn.narration import Tale

SHOOTERS, FIGHTERS = (OPPOSE, OPPOSE, HOLD), (ATTACK, ATTACK, HOLD, HOLD, OPPOSE)
"""What orders are guessed, all alike: of units with missile weapons, and of others."""


class BattleTurnPlay(LatticeSession[State]):
    """A battle from its set-up on."""

    state_class = State
    flow = turn.FLOW
    notation = NOTATION
    COSTS = ("inch", "inches")
    SIGNS = ("disorganised", SHAKEN, BLOODLUST)

    def set_up(self, seed: int | str) -> None:
        turn.set_up(self.state)

    def seen(self, side: int) -> State:
        """The state as a side sees it: of the enemy’s orders, whose chits lie face down, what was seen of them."""
        state = super().seen(side)
        state.units = [unit if unit.side == side else _as_seen(unit) for unit in state.units]
        return state

    def guess(self, seed: int | str) -> Self:
        """A game that goes on by itself; orders that nobody has seen are drawn by lot."""
        game, dice = self.copy(seed), SeededDice(f"orders:{seed}")
        for unit in game.state.units:
            likely = FIGHTERS if unit.kind.missile is None else SHOOTERS
            unit.orders = unit.orders or likely[dice.roll(len(likely)) - 1]
        return game

    def narration(self, events: Sequence[Event]) -> Tale:
        from ibbprint.systems.battle_turn.narration import Tale

        return Tale(self.state, events)

    def board(self) -> Board | None:
        from ibbprint.systems.battle_turn.kit.board import moments

        return moments(self.state.setting, self.events)

    def roll_call(self) -> Sequence[Present]:
        return [
            Present(
                counter.key,
                counter.kind.name,
                counter.kind.name,
                self.sides[counter.side],
                "leader" if isinstance(counter, Leader) else "unit",
            )
            for counter in self.state.counters
        ]

    def markers(self) -> Mapping[str, int]:
        return {**super().markers(), "volley": sum(unit.volleys for unit in self.state.standing())}

    def signs(self) -> Mapping[str, Sequence[str]]:
        return {unit.key: signs for unit in self.state.standing() if (signs := _signs(unit))}

    def described(self) -> Mapping[str, str]:
        from ibbprint.systems.battle_turn.kit.labels import figures

        return {counter.key: figures(self.state, counter) for counter in self.state.counters}

    def odds(self, action: Action) -> Sequence[OddsAnswer]:
        from ibbprint.systems.battle_turn.rules.odds import of_action

        return of_action(self.state, action)

    def cost(self, action: Action) -> Fraction | None:
        if action.verb != MOVE:
            return None
        return Fraction(inches(self.state, self.state.units[action.counters[0]], action))

    def judge(self, leaning: Leaning) -> Judge:
        from ibbprint.systems.battle_turn.rules.appraisal import Appraiser

        return Appraiser(self.state, leaning)

    @property
    def occasion(self) -> object:
        """The whole turn, all phases of it: both sides act in each."""
        return None if self.is_over else self.turn

    def evaluate(self, side: str) -> float:
        from ibbprint.systems.battle_turn.rules.evaluation import evaluate

        return evaluate(self.state, self.sides.index(side))


def _signs(unit: Unit) -> list[str]:
    """The markers that lie on a unit, by their ids."""
    disorganised = ["disorganised"] if unit.disorganised else []
    return [*disorganised, *([unit.condition] if unit.condition in (SHAKEN, BLOODLUST) else [])]


def _as_seen(unit: Unit) -> Unit:
    """A unit as its enemy sees it."""
    twin = unit.shared()
    twin.orders = unit.shown
    return twin


class OpenedScenario(session.Opened[Setting]):
    """A battle with its catalogue, ready to be played any number of times."""

    setting_class = Setting
    session = BattleTurnPlay
    watched = Watched(
        removes={
            "wiped-out": "unit",
            "routs": "unit",
            "leader-killed": "leader",
            "leader-caught": "leader",
            "leader-slain": "leader",
            "leader-flees": "leader",
        },
        attacks={"volley": "unit", "melee": "unit"},
        targets={"volley": "target", "melee": "target"},
        orders={"orders": "leader"},
        notable={
            "volley": "a volley",
            "charges": "a charge",
            "melee": "a melee",
            "wiped-out": "a unit wiped out",
            "routs": "a rout",
            "orders": "new orders",
            "influence": "a leader steadying a unit",
            "seizes": "a try at a standard",
            "leader-killed": "a leader killed with his unit",
        },
        acts={"advances": "unit", "charges": "unit", "melee": "unit"},
        passes=("keep", "stay", "rest", "forgo", "wait", "ranks"),
        along=("alone", "leaders"),
    )

    @cached_property
    def gauges(self) -> Sequence[Gauge]:
        from ibbprint.systems.battle_turn.rules.gauges import gauges_of

        return gauges_of(self.setting)

    @property
    def changes(self) -> Sequence[Change]:
        from ibbprint.systems.battle_turn.rules.evening import changes

        return tuple(changes(self.setting.battle, self.setting.catalogue))

    @property
    def sides(self) -> Mapping[str, str]:
        return {army.id: army.name for army in self.setting.battle.armies}
