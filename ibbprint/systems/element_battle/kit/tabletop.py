"""The battle on a table of paces: the elements in their lines, and in a box for each army those that wait."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.lattice_board import bare
from ibbprint.engine.marker_sheet import unit_states
from ibbprint.engine.tabletop import keys_of
from ibbprint.materials import key_of
from ibbprint.materials.tabletop import Box, Change, Dice, Seat, Start, Tabletop
from ibbprint.systems.element_battle.deployment import Fielded, Standing
from ibbprint.systems.element_battle.kit.bill import Bill
from ibbprint.systems.element_battle.kit.board import CELL_MM, ZONES, stand_spot, table_of
from ibbprint.systems.element_battle.scenarios import Side

ANY_ANGLE = 1
LAID = ("gauges", "terrain")
"""Parts of the kit that lie on the table as they are."""
TURNS = 20
"""A battle has no last turn; its tracker begins again after so many."""


def tabletop(bill: Bill) -> Tabletop:
    """Elements face any way, and the sides move in turn. Where an element turns into a frog, its tile does."""
    head, sides = bill.battle.scenario.scenario, bill.battle.sides
    blocks = {f"tiles-{side.army.livery}": side.army.livery for side in sides}
    owners = {key_of(piece): blocks[piece.block] for piece in bill.pieces if piece.block in blocks}
    keys, die = keys_of(bill.pieces), bill.catalogue.figures["die"]
    fought = len(sides) == 2
    starts = [start for side in sides for start in _starts(bill, side, keys)] if fought else []
    boxed = {start.box for start in starts}
    return Tabletop(
        head.id,
        head.title,
        bare(table_of(bill.battle, bill.catalogue)),
        [Seat(side.army.livery, side.army.name, side.army.livery) for side in sides],
        owners,
        starts,
        [box for side in sides if (box := _box(side)).id in boxed],
        turns=TURNS,
        phases=[side.army.name for side in sides],
        dice=[Dice(1, die, f"d{die}")],
        becomes=_frogs(bill, keys),
        facings=ANY_ANGLE,
        enlarged=bill.mm(bill.catalogue.figures["cell"]) / CELL_MM,
        states=unit_states(bill, keys),
        laid=frozenset(key_of(card) for card in bill.cards if card.section in LAID),
        layers=[ZONES] if fought else [],
        named_by=CELL_MM,
    )


def _box(side: Side) -> Box:
    return Box(f"muster-{side.army.livery}", f"To come: {side.army.name}", "muster", side.army.livery)


def _starts(bill: Bill, side: Side, keys: dict[str, str]) -> Iterator[Start]:
    """Every element and the stronghold of a side: where it stands, or in the box of those that wait or have no room."""
    livery = side.army.livery

    def key(element: Fielded | Standing) -> str:
        return keys.get(_tile_of(bill, side, element), "")

    for stand in side.deployed.standing:
        if key(stand):
            yield Start(key(stand), livery, spot=stand_spot(stand, bill.catalogue))
    for element in (*side.deployed.waiting, *side.deployed.unplaced):
        if key(element):
            yield Start(key(element), livery, box=_box(side).id)
    place, stronghold = bill.catalogue.stronghold, keys.get(f"{livery}-stronghold")
    if side.stronghold is not None and stronghold is not None and place is not None:
        stand = Standing(place, side.stronghold, "north" if side.attacks else "south")
        yield Start(stronghold, livery, spot=stand_spot(stand, bill.catalogue))


def _tile_of(bill: Bill, side: Side, element: Fielded | Standing) -> str:
    """The id of the tile of an element."""
    kind = (side, element.troop, element.general, element.options)
    numbers = (number for number, (fielding, _) in enumerate(bill.kinds) if fielding == kind)
    return next((f"{side.army.livery}-{element.troop.id}-{number}" for number in numbers), "")


def _frogs(bill: Bill, keys: dict[str, str]) -> dict[str, list[Change]]:
    """The tile of a frog for the tile of each element that may become one."""
    result: dict[str, list[Change]] = {}
    for number, ((side, troop, *_), _) in enumerate(bill.kinds):
        tile, frog = (keys.get(f"{side.army.livery}-{name}") for name in (f"{troop.id}-{number}", "frog"))
        if tile is not None and frog is not None and troop.can_be_frog:
            result[tile] = [Change("Frog", frog)]
    return result
