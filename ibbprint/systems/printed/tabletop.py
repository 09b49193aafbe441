"""A game made of files on a table: its sides, who starts where, its chits and its cards."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.tabletop import piles
from ibbprint.materials import FaceValues, key_of, value_of
from ibbprint.materials.tabletop import Box, Dice, Pile, Seat, Start, State, Tabletop
from ibbprint.systems.printed.folder import ON_UNIT
from ibbprint.systems.printed.kit import PrintedKit
from ibbprint.systems.printed.scenarios import Scenario

DIE = Dice(1, 6, "d6")
"""Nobody says which dice a game of files throws; nearly all throw these."""


def tabletop(bill: PrintedKit, scenario: Scenario) -> Tabletop:
    """The scenario on its map. Each side moves in its part of a turn, in the order of game.yaml."""
    sides = bill.game.sides
    owners = {key_of(piece): side for piece in bill.pieces if (side := _side(bill, piece.id, piece.values)) in sides}
    board = next((board for board in bill.boards if board.id == scenario.head.map), None)
    boxes: dict[str, Box] = {}
    starts = list(_starts(bill, scenario, owners, boxes))
    decks: dict[str, list[str]] = {}
    for card in bill.cards:
        if card.back is not None:
            decks.setdefault(card.section, []).append(key_of(card))
    titles = {section.id: section.title for section in bill.sections}
    covers = frozenset(bill.covers)
    return Tabletop(
        scenario.head.id,
        scenario.head.title,
        board,
        [Seat(side.id, side.name, side.livery) for side in sides.values()],
        owners,
        starts,
        list(boxes.values()),
        [
            *piles(bill.pieces, bill.blocks, owners),
            *(Pile(f"cards-{section}", titles.get(section, section), tuple(keys)) for section, keys in decks.items()),
        ],
        scenario.head.turns or 0,
        [side.name for side in sides.values()],
        [DIE],
        covers,
        states=list(_states(bill)),
    )


def _states(bill: PrintedKit) -> Iterator[State]:
    """The markers of states of units: those of rows that say so, and those that the rules of play name."""
    named = bill.game.markers_of_states
    for piece in bill.pieces:
        row = bill.counts.rows.get(piece.id)
        if row is not None and (row.values.get(ON_UNIT) == "yes" or row.id in named):
            yield State(str(row.values.get("name") or row.id), key_of(piece))


def _side(bill: PrintedKit, id: str, values: FaceValues) -> str:
    row = bill.counts.rows.get(id)
    if row is None:
        unit = value_of(values, "unit")  # of a numbered copy
        row = bill.counts.rows.get(unit) if isinstance(unit, str) else None
    return "" if row is None else str(row.values.get("side", ""))


def _starts(bill: PrintedKit, scenario: Scenario, owners: dict[str, str], boxes: dict[str, Box]) -> Iterator[Start]:
    """Every counter of the scenario: in its hexes in turn, in the box of its turn, or in a box of its side."""
    pieces: dict[str, list[str]] = {}
    for piece in bill.pieces:
        unit = value_of(piece.values, "unit")
        pieces.setdefault(unit if isinstance(unit, str) and unit in bill.counts.rows else piece.id, []).append(
            key_of(piece)
        )
    taken: dict[str, int] = {}
    for force in (placed.force for placed in scenario.forces):
        keys = pieces.get(force.unit, [])
        for number in range(force.count if keys else 0):
            copy = taken[force.unit] = taken.get(force.unit, 0) + 1
            key = keys[min(copy, len(keys)) - 1]
            side = force.side or owners.get(key, "")
            if force.turn:
                box = boxes.setdefault(f"turn {force.turn}", Box(f"turn-{force.turn}", f"Turn {force.turn}", "turn"))
                yield Start(key, side, box=box.id, masked=key in bill.covers)
            elif force.hexes:
                yield Start(key, side, force.hexes[number % len(force.hexes)])
            else:
                seat = bill.game.sides.get(side)
                name = f"To be set up: {seat.name}" if seat is not None else "To be set up"
                box = boxes.setdefault(name, Box(f"muster-{side or 'all'}", name, "muster", side))
                yield Start(key, side, box=box.id, masked=key in bill.covers)
