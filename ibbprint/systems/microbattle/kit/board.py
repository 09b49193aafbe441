"""The board of a battle as a record for the press: squares with the ground that was rolled, and the set-up on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue.boards import Sort, board_of, look_of
from ibbprint.engine import parts
from ibbprint.engine.parts import SET_UP, stand_marks, with_moments
from ibbprint.engine.sections import MAP
from ibbprint.materials.boards import Board, KeyEntry, Layer, MarkedPlace, Stander, StandMark
from ibbprint.materials.looks import Mark
from ibbprint.systems.microbattle.catalogue import GROUND
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.scenarios import Battle

if TYPE_CHECKING:
    from ibbprint.engine.state import Event
    from ibbprint.systems.microbattle.rules.setting import Setting

POINTS = {"hold": ("Key point", "star"), "carry": ("The token begins here", "diamond")}
"""How the square is marked that a battle is fought for, by the goal."""


def add_board(bill: Bill) -> None:
    parts.add_map(bill, make_board(bill))


def make_board(bill: Bill) -> Board | None:
    """The board as a record; None where the scenario has none that is sound."""
    found = bill.battle.map
    if found is None or bill.board is not None:
        return bill.board
    sorts = [Sort(ground.id, ground.name, look_of(ground.id, ground.look)) for ground in bill.catalogue.shelf(GROUND)]
    made = board_of(
        found, sorts, MAP.id, bill.options.counter_mm, layers=(_set_up(bill),), cell_mm=bill.square_mm
    )  # fmt: skip
    bill.board = made._replace(framed=False, places=_marked(bill))
    return bill.board


def _marked(bill: Bill) -> tuple[MarkedPlace, ...]:
    """The squares that a battle is fought for."""
    head = bill.scenario.scenario
    made = []
    if head.point is not None and bill.battle.kind.goal in POINTS:
        title, shape = POINTS[bill.battle.kind.goal]
        made.append(MarkedPlace(title, Mark(shape, size=5.0), (head.point,)))
    if head.prepared:
        made.append(MarkedPlace("Prepared position", Mark("works", size=8.0), tuple(head.prepared)))
    return tuple(made)


def _set_up(bill: Bill) -> Layer:
    """Where every unit starts."""
    squares = {place.key: place.square for place in bill.battle.places if place.square is not None}
    return Layer(SET_UP, "Set-up", (), tuple(_stands(bill.battle, squares)), tuple(_key(bill.battle)))


def moments(setting: Setting, events: Iterable[Event]) -> Board | None:
    """The board with a layer for every moment that was told: where each unit stood."""
    battle = setting.battle
    board = make_board(Bill.unprinted(battle, setting.catalogue))
    return with_moments(board, events, lambda event: _stands(battle, event.values["stands"]), _key(battle))


def _stands(battle: Battle, where: Mapping[str, Any]) -> Iterable[StandMark]:
    """Who stands where."""
    return stand_marks(
        (where[place.key], battle.armies[place.side].livery, Stander(place.unit.symbol, place.unit.name, (place.key,)))
        for place in battle.places
        if place.key in where
    )


def _key(battle: Battle) -> Iterable[KeyEntry]:
    return (KeyEntry(army.livery, army.letter, army.name) for army in battle.armies)
