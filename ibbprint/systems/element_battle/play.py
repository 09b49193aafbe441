"""A battle in play: how it begins and ends, and how a report words it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from ibbprint.engine import session
from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.api.watching import Present, Watched
from ibbprint.engine.lattice_play import Judge, LatticeSession
from ibbprint.engine.state import NOBODY, Action, Event
from ibbprint.systems.element_battle.rules import turn
from ibbprint.systems.element_battle.rules.moving import APPEAR, MARK, MOVE, price
from ibbprint.systems.element_battle.rules.notation import NOTATION
from ibbprint.systems.element_battle.rules.setting import Setting
from ibbprint.systems.element_battle.rules.state import State

if TYPE_CHECKING:
    from ibbprint.engine.api.evening import Change
    from ibbprint.engine.api.gauges import Gauge
    from ibbprint.engine.api.odds import OddsAnswer
    from ibbprint.materials.boards import Board
    from ibbprint.systems.element_battle.narration import Tale


class ElementPlay(LatticeSession[State]):
    """One battle from its set-up on."""

    state_class = State
    flow = turn.FLOW
    notation = NOTATION
    COSTS = ("PIP", "PIPs")
    SIGNS = ("general", "moved", "cast", "shot")

    def set_up(self, seed: int | str) -> None:
        turn.set_up(self.state)

    def narration(self, events: Sequence[Event]) -> Tale:
        from ibbprint.systems.element_battle.narration import Tale

        return Tale(self.state, events)

    def board(self) -> Board | None:
        from ibbprint.systems.element_battle.kit.board import moments

        return moments(self.state, self.events)

    def roll_call(self) -> Sequence[Present]:
        return [
            Present(element.key, element.name or element.kind.one, element.kind.id, self.sides[element.side])
            for element in self.state.elements
        ]

    def signs(self) -> Mapping[str, Sequence[str]]:
        return {
            element.key: signs
            for element in self.state.elements
            if (signs := [sign for sign in self.SIGNS if element.stands and getattr(element, sign)])
        }

    def described(self) -> Mapping[str, str]:
        from ibbprint.systems.element_battle.kit.phrases import figures

        return {element.key: figures(element) for element in self.state.elements}

    def odds(self, action: Action) -> Sequence[OddsAnswer]:
        from ibbprint.systems.element_battle.rules.odds import of_action

        return of_action(self.state, action)

    def cost(self, action: Action) -> Fraction | None:
        return Fraction(price(self.state, action)) if action.verb in (APPEAR, MARK, MOVE) else None

    def judge(self, leaning: Leaning) -> Judge:
        from ibbprint.systems.element_battle.rules.appraisal import Appraiser

        return Appraiser(self.state, leaning)

    def best(self, leaning: Leaning = USUAL) -> Sequence[Action]:
        from ibbprint.systems.element_battle.rules.choosing import best

        if self.state.phase == "movement" and not self.state.questions:
            return best(self.state, leaning)
        return super().best(leaning)

    def evaluate(self, side: str) -> float:
        """The standing of a side: the losses of both, each as a part of the loss that breaks it; a victory is 2."""
        state, number = self.state, self.sides.index(side)
        if state.over:
            return 0.0 if state.winner == NOBODY else 2.0 if state.winner == number else -2.0
        sunk = [2 * state.lost(player) / state.setting.starts[player] for player in range(2)]
        return sunk[1 - number] - sunk[number]


class OpenedScenario(session.Opened[Setting]):
    """A battle with its catalogue, ready to be played any number of times."""

    setting_class = Setting
    session = ElementPlay
    watched = Watched(
        removes={"lost": "unit"},
        attacks={"combat": "unit", "shooting": "unit", "spell": "unit"},
        targets={"combat": "target", "shooting": "target", "spell": "target"},
        strikes_back={"combat": "target", "spell": "target"},
        orders={},
        notable={
            "combat": "a close combat",
            "shooting": "a shot",
            "charges": "a charge",
            "captured": "a stronghold captured",
            "ensorcelled": "a frog",
            "flees": "a flight",
            "pushed": "an element pushed back",
            "breaks-off": "an element that breaks off",
        },
        acts={"moves": "units", "charges": "units"},
        passes=("hold", "end"),
        weakens=("foot", "others", "good"),
    )

    @cached_property
    def gauges(self) -> Sequence[Gauge]:
        from ibbprint.systems.element_battle.rules.gauges import gauges_of

        return gauges_of(self.setting)

    @property
    def changes(self) -> Sequence[Change]:
        from ibbprint.systems.element_battle.rules.evening import changes

        return tuple(changes(self.setting.battle, self.setting.catalogue))

    @property
    def sides(self) -> Mapping[str, str]:
        return {side.army.role: side.army.name for side in self.setting.battle.sides}
