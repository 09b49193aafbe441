"""A battle in play: how it begins and ends, and how a report words it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from ibbprint.engine import session
from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.api.playing import Result
from ibbprint.engine.api.watching import Present, Watched
from ibbprint.engine.session import liked_best
from ibbprint.engine.state import Action, Event
from ibbprint.systems.microbattle.rules import turn
from ibbprint.systems.microbattle.rules.setting import Setting
from ibbprint.systems.microbattle.rules.state import State
from ibbprint.systems.microbattle.rules.turn import NOTATION

if TYPE_CHECKING:
    from ibbprint.engine.api.evening import Change
    from ibbprint.engine.api.gauges import Gauge
    from ibbprint.engine.api.odds import Fact
    from ibbprint.materials.boards import Board
    from ibbprint.systems.microbattle.narration import Tale


class MicroPlay(session.Session[State]):
    """A battle from its set-up on."""

    state_class = State
    flow = turn.FLOW
    notation = NOTATION

    def set_up(self, seed: int | str) -> None:
        turn.set_up(self.state)

    @property
    def result(self) -> Result:
        """Victory, defeat or draw as things stand."""
        return Result.of(self.sides, self.state.winner)

    def narration(self, events: Sequence[Event]) -> Tale:
        from ibbprint.systems.microbattle.narration import Tale

        return Tale(self.state, events)

    def board(self) -> Board | None:
        from ibbprint.systems.microbattle.kit.board import moments

        return moments(self.state.setting, self.events)

    def roll_call(self) -> Sequence[Present]:
        units = [Present(unit.key, unit.kind.name, unit.kind.id, self.sides[unit.side]) for unit in self.state.units]
        battle = self.state.setting.battle
        return [
            *units,
            *(
                Present(army.commander_key, army.commander.name or "Commander", quality.id, army.id, "leader")
                for army, quality in zip(battle.armies, battle.commanders, strict=True)
            ),
        ]

    def markers(self) -> Mapping[str, int]:
        return {"disordered": sum(unit.markers for unit in self.state.units if unit.stands)}

    def cost(self, action: Action) -> Fraction | None:
        return Fraction(len(action.path) - 1) if action.verb == "move" else None

    def appraise(self, actions: Sequence[Action]) -> list[float]:
        from ibbprint.systems.microbattle.rules.appraisal import Appraiser

        return Appraiser(self.state).worths(actions)

    def best(self, leaning: Leaning = USUAL) -> Sequence[Action]:
        from ibbprint.systems.microbattle.rules.appraisal import Appraiser

        actions = self.candidates()
        return (
            actions
            if len(actions) == 1
            else liked_best(actions, Appraiser(self.state, leaning=leaning).worths(actions))
        )

    @property
    def occasion(self) -> object:
        """The whole turn of a side, the attacks of its units among it, but not what the other side answers."""
        return (self.turn, self.state.side) if self.to_move == self.sides[self.state.side] else None

    def evaluate(self, side: str) -> float:
        from ibbprint.systems.microbattle.rules.evaluation import evaluate

        return evaluate(self.state, self.sides.index(side))


class OpenedScenario(session.Opened[Setting]):
    """A battle with its catalogue, ready to be played any number of times."""

    setting_class = Setting
    session = MicroPlay
    watched = Watched(
        removes={"destroyed": "unit", "commander-lost": "commander"},
        attacks={"attack": "unit"},
        orders={},
        notable={
            "attack-melee": "a melee",
            "attack-fire": "fire at a distance",
            "rally": "a rally",
            "evades": "an evasion",
            "retreats": "a retreat",
            "follows": "an advance after combat",
            "commander-lost": "the loss of a commander",
        },
        ways={"attack": "way"},
        strikes_back={"attack": "target"},
        acts={"commander-rides": "commander", "rally": "commander"},
        weakens=("fire", "moves"),
        passes=("stay", "hold", "halt", "stand"),
        along=("commanders",),
    )

    @property
    def grounds(self) -> Mapping[str, Fact]:
        from ibbprint.engine.api.odds import Fact

        kinds = self.setting.catalogue.ground
        return {kind.id: Fact(f"{kind.name}: {kind.text}", tuple(kind.rules)) for kind in kinds}

    @cached_property
    def gauges(self) -> Sequence[Gauge]:
        from ibbprint.systems.microbattle.rules.gauges import gauges_of

        return gauges_of(self.setting)

    @property
    def changes(self) -> Sequence[Change]:
        from ibbprint.systems.microbattle.rules.evening import changes

        return tuple(changes(self.setting.battle, self.setting.catalogue))

    @property
    def sides(self) -> Mapping[str, str]:
        return {army.id: army.name for army in self.setting.battle.armies}
