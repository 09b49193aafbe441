"""The map of a game in play, with a layer for every moment that was told: where each counter stood."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.parts import moment, stand_marks, with_moments
from ibbprint.materials.boards import Board, KeyEntry, Layer
from ibbprint.problems import Report
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.kit.board import leader_stander, make_board, unit_stander

if TYPE_CHECKING:
    from ibbprint.engine.state import Event
    from ibbprint.systems.ayrenes_woods.rules.setting import Setting


def board_of(setting: Setting, events: Iterable[Event]) -> Board | None:
    """The map of the scenario, its set-up left out and the moments of a game laid over it instead."""
    board = make_board(Bill(setting.battle, setting.catalogue, KitOptions(), Report()))
    return with_moments(board, events, lambda event: _layer(setting, event))


def _layer(setting: Setting, event: Event) -> Layer:
    """Who stands where at a moment: units, then the leaders with them."""
    where, replaced = event.values["stands"], event.values["replaced"]
    battle = setting.battle
    standing = [(where[of.key], of.command.livery, unit_stander(of)) for of in battle.units if of.key in where]
    for leader in battle.leaders:
        if leader.key in where:
            made = leader_stander(leader, replaced=leader.key in replaced)
            standing.append((where[leader.key], leader.command.livery, made))
    key = (KeyEntry(command.livery, command.letter, command.name) for command in setting.commands)
    return moment(event, stand_marks(standing), key)
