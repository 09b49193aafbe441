"""The first turn that the booklet plays through, in words and in two pictures of the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ibbprint.engine.first_turn import paragraphs, play_first_turn
from ibbprint.engine.parts import SET_UP, stand_marks
from ibbprint.materials.boards import BoardFigure, Layer, Stander
from ibbprint.materials.booklets import Figure
from ibbprint.phrases import listed
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.kit.board import leader_stander, make_board, unit_stander
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ROUTED, State

PLAYED = "played"
"""The layer of the map that shows where everybody is when the example ends."""


class ExampleTurn:
    """The turn as the engine played it; nothing where the scenario has none in first-turn.yaml."""

    def __init__(self, bill: Bill) -> None:
        self.bill = bill
        turn = bill.catalogue.first_turn.get(bill.battle.id)
        self.board = make_board(bill)
        self.game, self.whole = None, False
        self.opened = None if turn is None or self.board is None or bill.open_game is None else bill.open_game()
        if turn is not None and self.opened is not None:
            self.game, self.whole = play_first_turn(self.opened, turn)

    def values(self) -> dict[str, Any] | None:
        """The paragraphs of the story, what was in the hands at first and all that is left to play on with, and
        whether it ends early; None without a turn.
        """
        if self.game is None or self.opened is None:
            return None
        state: State = self.game.state
        hands = [hand + used for hand, used in zip(state.hands, state.used, strict=True)]
        return {
            "parts": paragraphs(self.game, self.opened),
            "ended_early": not self.whole,
            "drawn": self._spells(state, hands),
            "hands": self._spells(state, state.hands),
            "cup": self._cup(state),
            "marked": self._marked(state),
        }

    def _spells(self, state: State, hands: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
        """The spells of each army by name."""
        names = state.setting.spells
        return [
            {"army": army.name, "spells": listed([names[id].name for id in sorted(hand)])}
            for army, hand in zip(self.bill.scenario.armies, hands, strict=True)
        ]

    def _cup(self, state: State) -> list[dict[str, Any]]:
        """The leaders whose chits are still in the cup, with their number, and whether they have acted.

        A chit that the engine has drawn, and nobody has decided on, is for the players to draw.
        """
        cup = [
            *state.cup,
            *(state.leader(question.counter).command for question in state.questions if question.kind == "chit"),
        ]
        return [
            {
                "leader": command.leader.label,
                "chits": cup.count(number),
                "acted": state.leaders[number].acted == state.turn,
            }
            for number, command in enumerate(state.setting.commands)
            if number in cup
        ]

    def _marked(self, state: State) -> list[dict[str, Any]]:
        """The markers that lie on units, each with the units."""
        on = {
            "disordered": [unit.key for unit in state.units if unit.state == DISORDERED],
            "routed": [unit.key for unit in state.units if unit.state == ROUTED],
            "berserk": [unit.key for unit in state.units if unit.berserk],
        }
        return [{"state": name, "units": listed(keys)} for name, keys in on.items() if keys]

    def figures(self) -> Mapping[str, tuple[Figure, ...]]:
        """The map at the start and at the end of the example."""
        if self.game is None or self.board is None:
            return {}
        end = Layer(PLAYED, "", stands=stand_marks(self._standing(self.game.state)))
        start = next(layer for layer in self.board.layers if layer.id == SET_UP)
        board = self.board._replace(layers=(start, end))
        return {name: (BoardFigure(board, layer, "map"),) for name, layer in (("starts", SET_UP), ("ends", PLAYED))}

    def _standing(self, state: State) -> Iterator[tuple[str, str, Stander]]:
        """Everybody on the map: the hex, the livery, and how he is shown."""
        names = state.ground.names
        units = {unit.key: unit for unit in state.units if unit.hex != OFF}
        for place in self.bill.battle.units:
            if place.key in units:
                yield names[units[place.key].hex], place.command.livery, unit_stander(place)
        for leader, stand in zip(state.leaders, self.bill.battle.leaders, strict=True):
            if leader.alive and leader.hex != OFF:
                yield names[leader.hex], stand.command.livery, leader_stander(stand)
