"""The scenario on a table: sides, who starts where, what is drawn blind, what is exchanged for what."""

from __future__ import annotations

from ibbprint.engine.marker_sheet import unit_states
from ibbprint.engine.parts import SET_UP
from ibbprint.engine.tabletop import combat_chances, keys_of, piles, placed
from ibbprint.materials import Card, key_of, value_of
from ibbprint.materials.tabletop import ChanceTable, Change, Dice, Pile, Seat, Tabletop
from ibbprint.systems.ibb.catalogue import DIE, exchanged_for, exchanged_when
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.board import make_board
from ibbprint.systems.ibb.kit.counters import counter_ids
from ibbprint.systems.ibb.models.units import Troops
from ibbprint.tables import Table

PHASES = ("setting-up", "draw", "checks")
"""The steps of a turn at which players stop; those between are done chit by chit."""
CUP = "cup"


def tabletop(bill: Bill) -> Tabletop:
    """Every counter may lie face down: all backs of a side are alike, and the Cup draws blind (A-53)."""
    scenario, keys = bill.scenario, keys_of(bill.pieces)
    ids_of = counter_ids(bill.battle)
    counters = [
        (side, line, ids)
        for side in scenario.sides
        for line, ids in zip(bill.battle.side_lines(side.id), ids_of[side.id], strict=True)
    ]
    owners = {keys[id]: side.id for side, _, ids in counters for id in ids if id in keys}
    becomes: dict[str, list[Change]] = {}
    for side, line, ids in counters:
        if exchanged_for(bill.catalogue, line.unit) is None or not isinstance(line.unit, Troops):
            continue
        word = exchanged_when(line.unit)
        for id in ids:
            other_side = keys.get(f"{id}-{word}")
            if id in keys and other_side is not None:
                becomes[keys[id]] = [Change(word.capitalize(), other_side)]
                owners[other_side] = side.id
    for piece in bill.pieces:  # what a spell calls up
        side_of = {f"side-{side.id}": side.id for side in scenario.sides}.get(piece.block)
        if side_of is not None:
            owners.setdefault(key_of(piece), side_of)
    covers = frozenset(owners)
    board = make_board(bill)
    layer = next((layer for layer in board.layers if layer.id == SET_UP), None) if board is not None else None
    placing = placed(layer, keys, owners, covers, str if board is None else board.printed_name)
    decks: dict[str, list[Card]] = {}
    for card in bill.cards:
        side = value_of(card.values, "side")
        if side is not None and card.back is not None:
            decks.setdefault(side["id"], []).append(card)
    spells = [
        Pile(f"spells-{side.id}", f"Spells: {side.name}", tuple(key_of(card) for card in decks[side.id]), side.id)
        for side in scenario.sides
        if side.id in decks
    ]
    steps = {step.id: step.name.partition(",")[0] for step in bill.catalogue.turn}
    return Tabletop(
        scenario.scenario.id,
        scenario.scenario.title,
        board,
        [Seat(side.id, side.name, side.livery) for side in scenario.sides],
        owners,
        placing.starts,
        placing.boxes,
        [*piles(bill.pieces, {CUP: "The Cup"}, owners), *spells],
        scenario.scenario.turns,
        [steps[id] for id in PHASES if id in steps],
        [Dice(1, DIE, f"d{DIE}")],
        covers,
        becomes,
        states=unit_states(bill, keys),
        chances=_chances(bill),
    )


def _chances(bill: Bill) -> list[ChanceTable]:
    crt = bill.catalogue.crt
    if crt is None:
        return []
    table = Table({row.id: row.odds for row in crt.rows}, crt.results)
    columns = {row.name: [str(odds) for odds in row.odds] for row in crt.rows}
    codes = [(code.id, code.name) for code in crt.codes]
    return combat_chances(columns, codes, table.faces, lambda column, die: table.result(column, table.die(die)))
