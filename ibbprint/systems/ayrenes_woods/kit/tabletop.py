"""The battle on a table: armies, who starts where, the cup and the other chits, who takes the place of whom."""

from __future__ import annotations

from ibbprint.engine.marker_sheet import unit_states
from ibbprint.engine.parts import SET_UP
from ibbprint.engine.tabletop import combat_chances, keys_of, piles, placed
from ibbprint.materials import key_of
from ibbprint.materials.tabletop import ChanceTable, Change, Dice, Seat, Tabletop
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.kit.board import make_board
from ibbprint.systems.ayrenes_woods.models import column_head

PHASES = ("cup", "draw", "recharge", "rally")
"""The steps of a turn at which both players stop."""
FACINGS = 6
PILES = {"cup": "The cup", "combat-chit": "Combat chits"}


def tabletop(bill: Bill) -> Tabletop:
    """Every counter has the back of its command, so each may be turned over; the game itself hides nobody."""
    scenario, keys = bill.scenario, keys_of(bill.pieces)
    becomes: dict[str, list[Change]] = {}
    armies = {place.key: place.command.army for place in bill.battle.units}
    armies |= {place.key: place.command.army for place in bill.battle.leaders}
    owners = {keys[id]: army for id, army in armies.items() if id in keys}
    for leader in bill.battle.leaders:
        key, replacement = keys.get(leader.key), keys.get(f"{leader.key}-replacement")
        if key is not None and replacement is not None:
            becomes[key] = [Change("Replaced", replacement)]
            owners[replacement] = leader.command.army
    covers = frozenset(owners)
    names = {**PILES}
    spells: dict[str, str] = {}
    for army in scenario.armies:
        names[f"spell-chit-{army.id}"] = f"Spells: {army.name}"
        spells |= {key_of(piece): army.id for piece in bill.pieces if piece.block == f"spell-chit-{army.id}"}
    board = make_board(bill)
    layer = next((layer for layer in board.layers if layer.id == SET_UP), None) if board is not None else None
    placing = placed(layer, keys, owners, covers, str if board is None else board.printed_name)
    steps = {step.id: step.name for step in bill.catalogue.turn}
    figures = bill.catalogue.figures
    combat, morale = figures["combat-die"], figures["morale-die"]
    return Tabletop(
        scenario.scenario.id,
        scenario.scenario.title,
        board,
        [Seat(army.id, army.name, bill.army(army)["livery"]) for army in scenario.armies],
        owners,
        placing.starts,
        placing.boxes,
        piles(bill.pieces, names, spells),
        scenario.scenario.turns,
        [steps[id] for id in PHASES if id in steps],
        [Dice(1, combat, f"d{combat}"), Dice(2, combat, f"2d{combat}"), Dice(1, morale, f"d{morale}")],
        covers,
        becomes,
        facings=FACINGS if bill.catalogue.chosen.get("facing") == "on" else 0,
        states=unit_states(bill, keys),
        chances=_chances(bill, combat),
    )


def _chances(bill: Bill, die: int) -> list[ChanceTable]:
    crt = bill.catalogue.crt
    if crt is None:
        return []
    columns = {"Odds": [column_head(odds) for odds in crt.odds]}
    codes = [(code.id, code.name) for code in crt.codes]
    return combat_chances(columns, codes, die, lambda column, rolled: crt.columns.code(column - 1, rolled))
