"""The map of a game in play, with a layer for every moment that was told: where each counter stood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ibbprint.engine.parts import with_moments
from ibbprint.materials.boards import Board, KeyEntry, Stander, StandMark
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.kit.board import make_board
from ibbprint.systems.ayrenes_woods.kit.counters import CAPTAIN, CASTER

if TYPE_CHECKING:
    from ibbprint.engine.state import Event
    from ibbprint.systems.ayrenes_woods.rules.setting import Setting


def board_of(setting: Setting, events: Iterable[Event]) -> Board | None:
    """The map of the scenario, its set-up left out and the moments of a game laid over it instead."""
    board = make_board(Bill.unprinted(setting.battle, setting.catalogue))
    key = (KeyEntry(command.livery, command.letter, command.name) for command in setting.commands)
    return with_moments(board, events, lambda event: _stands(setting, event), key)


def _stands(setting: Setting, event: Event) -> Iterator[StandMark]:
    """Who stands where at a moment: units, then the leaders with them."""
    where, battle = event.values["stands"], setting.battle
    stands: dict[tuple[str, str], list[Stander]] = {}
    for place in battle.units:
        if place.key in where:
            made = Stander(place.unit.symbol, f"{place.unit.letter}: {place.unit.name}", (place.key,))
            stands.setdefault((where[place.key], place.command.livery), []).append(made)
    for seat in battle.leaders:
        if seat.key in where:
            replaced = seat.key in event.values["replaced"]
            name = f"New leader of {seat.command.name}" if replaced else seat.command.leader.label
            symbol = CASTER if seat.command.leader.caster and not replaced else CAPTAIN
            made = Stander(symbol, name, (seat.key,), lone=True)
            stands.setdefault((where[seat.key], seat.command.livery), []).append(made)
    return (StandMark(name, livery, tuple(what)) for (name, livery), what in stands.items())
