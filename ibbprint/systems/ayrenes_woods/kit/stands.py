"""The map of a game in play, with a layer for every moment of the tale: where each counter was."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ibbprint.engine.parts import stand_marks, with_moments
from ibbprint.materials.boards import Board, KeyEntry, StandMark
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.kit.board import leader_stander, make_board, unit_stander

if TYPE_CHECKING:
    from ibbprint.engine.state import Event
    from ibbprint.systems.ayrenes_woods.rules.setting import Setting


def board_of(setting: Setting, events: Iterable[Event]) -> Board | None:
    """The map of the scenario, its set-up left out and the moments of a game laid over it instead."""
    board = make_board(Bill.unprinted(setting.battle, setting.catalogue))
    key = (KeyEntry(command.livery, command.letter, command.name) for command in setting.commands)
    return with_moments(board, events, lambda event: _stands(setting, event), key)


def _stands(setting: Setting, event: Event) -> Iterable[StandMark]:
    """The units and the leaders with them, by hex, at a moment."""
    where, replaced = event.values["stands"], event.values["replaced"]
    battle = setting.battle
    standing = [
        (where[unit.key], unit.command.livery, unit_stander(unit)) for unit in battle.units if unit.key in where
    ]
    for leader in battle.leaders:
        if leader.key in where:
            stander = leader_stander(leader, replaced=leader.key in replaced)
            standing.append((where[leader.key], leader.command.livery, stander))
    return stand_marks(standing)
