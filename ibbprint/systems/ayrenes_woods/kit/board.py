"""The map of a scenario as a record for the press: with its silhouettes, it is the set-up as well.

Or the map of a game in play, with a layer for every moment: where each counter was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ibbprint.catalogue.boards import sort_of
from ibbprint.engine import parts
from ibbprint.engine.parts import SET_UP, stand_marks, with_moments
from ibbprint.materials.boards import Board, KeyEntry, Layer, Stander, StandMark
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.kit.counters import CAPTAIN, CASTER
from ibbprint.systems.ayrenes_woods.scenarios import LeaderPlace, Place

if TYPE_CHECKING:
    from ibbprint.engine.state import Event
    from ibbprint.systems.ayrenes_woods.rules.setting import Setting


def make_board(bill: Bill) -> Board | None:
    """The map as a record; None when the scenario has none that is sound."""
    result = bill.battle.map
    if result is None or bill.board is not None:
        return bill.board
    grounds = bill.catalogue.ground("hex").values()
    letters = {command.start: command.letter for command in bill.scenario.commands if command.start is not None}
    for index, start in enumerate(result.model.starts):
        sign = letters.get(start.id, start.letter)
        if start.letter and start.letter != sign:
            bill.report.warning(
                result.source.where("map", "starts", index, "letter"),
                "map:start",
                f"the silhouettes of {start.title} show {start.letter}, but the counters that start there show {sign}.",
            )
    sorts = [sort_of(ground) for ground in grounds]
    bill.board = parts.map_record(bill, result, sorts, _set_up(bill), letters=letters, grounds=bill.catalogue.terrain)
    return bill.board


def _set_up(bill: Bill) -> Layer:
    """The diagram of the set-up, with the units of each command in the order of its silhouettes."""
    standing = [
        (leader.hex, leader.command.livery, leader_stander(leader))
        for leader in bill.battle.leaders
        if leader.hex is not None
    ]
    standing += [
        (unit.hex, unit.command.livery, unit_stander(unit)) for unit in bill.battle.units if unit.hex is not None
    ]
    key = [KeyEntry(c.livery, c.letter, c.name) for army in bill.scenario.armies for c in bill.battle.of(army.id)]
    return Layer(SET_UP, "Set-up", (), stand_marks(standing), tuple(key))


def unit_stander(place: Place) -> Stander:
    """A unit as maps show it."""
    unit = place.unit
    return Stander(unit.symbol, f"{unit.letter}: {unit.name}", (place.key,), ratings=f"{unit.letter} {unit.movement}")


def leader_stander(place: LeaderPlace, *, replaced: bool = False) -> Stander:
    """A leader as maps show him, or the new one who has taken his place."""
    leader = place.command.leader
    symbol = CASTER if leader.caster and not replaced else CAPTAIN
    name = f"New leader of {place.command.name}" if replaced else leader.label
    ratings = "" if replaced else str(leader.rating)
    return Stander(symbol, name, (place.key,), lone=True, ratings=ratings)


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
