"""The board of a battle as a record for the press, with its set-up, or with the moments of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue.boards import Sort, look_of
from ibbprint.engine.bill import KitBill
from ibbprint.engine.parts import SET_UP, map_record, stand_marks, with_moments
from ibbprint.materials.boards import Board, KeyEntry, Layer, Stander, StandMark
from ibbprint.systems.microbattle.catalogue import GROUND, Catalogue
from ibbprint.systems.microbattle.scenarios import Battle

if TYPE_CHECKING:
    from ibbprint.engine.state import Event
    from ibbprint.systems.microbattle.rules.setting import Setting

Bill = KitBill[Battle, Catalogue]


def make_board(bill: Bill) -> Board:
    """The board with its set-up laid over it."""
    battle = bill.battle
    sorts = [Sort(one.id, one.name, look_of(one.id, one.look)) for one in bill.catalogue.shelf(GROUND)]
    stands = _stands(battle, {place.key: place.square for place in battle.places if place.square is not None})
    layer = Layer(SET_UP, "Set-up", (), tuple(stands), tuple(_key(battle)))
    return map_record(bill, battle.board, sorts, layer)


def moments(setting: Setting, events: Iterable[Event]) -> Board | None:
    """The board with a layer for every moment that was told: where each unit stood."""
    board = make_board(KitBill.unprinted(setting.battle, setting.catalogue))
    return with_moments(
        board, events, lambda event: _stands(setting.battle, event.values["stands"]), _key(setting.battle)
    )


def _stands(battle: Battle, where: Mapping[str, Any]) -> Iterable[StandMark]:
    """Who stands where."""
    return stand_marks(
        (where[place.key], battle.armies[place.side].livery, Stander(place.unit.symbol, place.unit.name, (place.key,)))
        for place in battle.places
        if place.key in where
    )


def _key(battle: Battle) -> Iterable[KeyEntry]:
    return (KeyEntry(army.livery, army.letter, army.name) for army in battle.armies)
