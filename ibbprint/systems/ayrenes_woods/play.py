"""A battle in play: how it begins, what a side sees, how a report words it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from ibbprint.engine import session
from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.api.playing import Result
from ibbprint.engine.api.watching import Present, Spell, Watched
from ibbprint.engine.state import Action, Event
from ibbprint.phrases import capital
from ibbprint.systems.ayrenes_woods.rules import movement, turn, victory
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.setting import Setting
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, HIDDEN, ROUTED, State
from ibbprint.systems.ayrenes_woods.rules.turn import NOTATION

if TYPE_CHECKING:
    from ibbprint.engine.api.gauges import Gauge
    from ibbprint.engine.api.odds import Fact
    from ibbprint.materials.boards import Board
    from ibbprint.systems.ayrenes_woods.narration import Tale


class AyrenePlay(session.Session[State]):
    """A battle from its set-up on: the spells are dealt and the first chit is drawn when it begins."""

    state_class = State
    flow = turn.FLOW
    notation = NOTATION

    def set_up(self, seed: int | str) -> None:
        turn.set_up(self.state)

    @property
    def result(self) -> Result:
        """Victory, defeat or draw as things stand."""
        return victory.judge(self.state)

    def narration(self, events: Sequence[Event]) -> Tale:
        from ibbprint.systems.ayrenes_woods.narration import Tale

        return Tale(self.state, events)

    def decided(self) -> Sequence[str]:
        from ibbprint.systems.ayrenes_woods.narration import Tale

        return [Tale(self.state, self.events[-1:]).decided()]

    def board(self) -> Board | None:
        from ibbprint.systems.ayrenes_woods.kit.board import board_of

        return board_of(self.state.setting, self.events)

    def roll_call(self) -> Sequence[Present]:
        battle = self.state.setting.battle
        units = [Present(unit.key, unit.unit.name, unit.unit.id, unit.command.army) for unit in battle.units]
        return [
            *units,
            *(
                Present(leader.key, capital(place.command.leader.name), place.command.id, place.command.army, "leader")
                for leader, place in zip(self.state.leaders, battle.leaders, strict=True)
            ),
        ]

    def markers(self) -> Mapping[str, int]:
        on_map = [unit for unit in self.state.units if unit.hex != OFF]
        return {
            "disordered": sum(unit.state == DISORDERED for unit in on_map),
            "routed": sum(unit.state == ROUTED for unit in on_map),
            "berserk": sum(unit.berserk for unit in on_map),
        }

    def cost(self, action: Action) -> Fraction | None:
        return Fraction(movement.cost(self.state, action)) if action.verb == "move" else None

    def cup(self) -> Sequence[str]:
        return [self.state.leaders[command].key for command in sorted(self.state.cup)]

    def seen(self, side: int) -> State:
        """All but the enemy's spells and the order of the cup."""
        view = self.state.shown(side)
        view.cup = sorted(view.cup)
        hidden = [HIDDEN] * len(view.hands[1 - side])
        view.hands = [hand if number == side else hidden for number, hand in enumerate(view.hands)]
        return view

    def appraise(self, actions: Sequence[Action]) -> list[float]:
        from ibbprint.systems.ayrenes_woods.rules.appraisal import Appraiser

        return Appraiser(self.state).worths(actions)

    def best(self, leaning: Leaning = USUAL) -> Sequence[Action]:
        from ibbprint.systems.ayrenes_woods.rules.appraisal import Appraiser

        act = self.state.activation
        if self.state.questions or act is None or act.phase == "fight":
            return super().best()
        return Appraiser(self.state, leaning).best(act)

    @property
    def occasion(self) -> object:
        act = self.state.activation
        return None if self.state.questions or act is None else (self.turn, act.command, act.only)

    def evaluate(self, side: str) -> float:
        from ibbprint.systems.ayrenes_woods.rules.evaluation import evaluate

        return evaluate(self.state, self.sides.index(side))

    def guess(self, seed: int | str) -> AyrenePlay:
        from ibbprint.systems.ayrenes_woods.rules.magic import deal_unseen

        game = self.copy(seed)
        deal_unseen(game.state)
        return game


class OpenedScenario(session.Opened[Setting]):
    """A battle with its catalogue, ready to be played any number of times."""

    setting_class = Setting
    session = AyrenePlay
    watched = Watched(
        removes={"eliminated": "unit", "leader-dies": "leader"},
        attacks={"combat": "attackers", "arrows": "unit", "cast": "caster"},
        orders={},
        notable={
            "arrows": "a volley of arrows",
            "cast": "a spell",
            "berserk": "a unit going berserk",
            "routed": "a rout",
            "rallies": "a rally",
            "leader-dies": "the death of a leader",
            "leader-joins": "a leader joining a unit",
        },
        spells={"cast": "spell"},
        weakens=("movement",),
    )

    @property
    def grounds(self) -> Mapping[str, Fact]:
        from ibbprint.systems.ayrenes_woods.kit.phrases import ground_fact

        catalogue = self.setting.catalogue
        terrains = catalogue.ground("hex")
        return {id: ground_fact(catalogue, terrain) for id, terrain in terrains.items()}

    @cached_property
    def gauges(self) -> Sequence[Gauge]:
        from ibbprint.systems.ayrenes_woods.rules.gauges import gauges_of

        return gauges_of(self.setting)

    def winner_if(self, met: Sequence[bool]) -> str | None:
        winners = [side for side, beaten in zip(self.setting.sides, met, strict=True) if beaten]
        return winners[0] if len(winners) == 1 else None

    @property
    def decided_by_gauges(self) -> bool:
        return True

    @property
    def sides(self) -> Mapping[str, str]:
        return {army.id: army.name for army in self.setting.armies}

    @property
    def spells(self) -> Sequence[Spell]:
        """The spells in the pool of each army's people."""
        return [
            Spell(spell.id, spell.name, army.id)
            for army in self.setting.armies
            for spell in self.setting.spells.values()
            if spell.copies.get(army.people)
        ]

    @property
    def rules(self) -> Mapping[str, str]:
        assert self.setting.battle.map is not None
        return {"map": self.setting.battle.map.model.id, **super().rules}
