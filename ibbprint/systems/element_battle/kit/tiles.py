"""Tiles of elements, strongholds and frogs, to play with on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ibbprint.engine.api.lists import amount
from ibbprint.materials import Fields, Piece
from ibbprint.phrases import signed
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.kit import phrases
from ibbprint.systems.element_battle.kit.bill import Bill
from ibbprint.systems.element_battle.kit.sections import TILES
from ibbprint.systems.element_battle.models.scenarios import Army
from ibbprint.systems.element_battle.models.troops import Clause, Option, Troop
from ibbprint.systems.element_battle.scenarios import Side

TILE, SMALL_TILE, PLACE, FROG, BACK = "tile", "tile-small", "stronghold", "frog", "tile-back"
SMALL_MM = 25.0
"""The base for which tiles are drawn on which words would be too small to read: those of all bases below the usual."""
FROG_DEPTH = 120
"""Paces of the depth of a frog's tile."""


@dataclass(frozen=True, slots=True)
class OutcomeFields(Fields):
    """What may become of a loser: the symbol and code of the outcome, and when; the last is what else happens."""

    symbol: str
    code: str
    name: str
    when: str


@dataclass(frozen=True, slots=True)
class TileFace(Fields):
    """An element: `foot` and `others` are its bonus against those, `minor` and `half` what becomes of it if it loses.

    `livery` is the id of its army's colours in the style, `points` what it costs, `range` how far it shoots (0: not).
    """

    livery: str
    army: str
    type: str
    name: str
    symbol: str
    general: bool
    options: Sequence[str]
    foot: str
    others: str
    good: str
    bad: str
    road: str
    points: str
    range: int
    support: str
    minor: Sequence[OutcomeFields]
    half: Sequence[OutcomeFields]


@dataclass(frozen=True, slots=True)
class FrogFace(Fields):
    """A frog: the boxes of the PIPs that have been spent on it. `small` where it has no room for words.

    `at_once` where the PIPs must be spent in one turn, so that there is nothing to mark.
    """

    livery: str
    army: str
    boxes: int
    symbol: str
    small: bool
    at_once: bool


def add_tiles(bill: Bill) -> None:
    """Every element of every army, its stronghold and its frogs."""
    bill.sections.append(TILES)
    template = TILE if _drawn_for(bill) > SMALL_MM else SMALL_TILE
    for number, ((side, troop, general, options), count) in enumerate(bill.kinds):
        face = tile_face(bill.catalogue, side.army, troop, general=general, options=options)
        _add(bill, f"{side.army.livery}-{troop.id}-{number}", template, face, count, troop, side.army)
    for side in bill.battle.sides:
        _strongholds(bill, side.army, any(group.troop.is_place for group in side.groups) or side.stronghold is not None)
        frogs = _could_be_frogs(bill, side)
        if frogs:
            _frogs(bill, side.army, frogs)
        tiles = sum(piece.count for piece in bill.pieces if piece.block == _block(side.army))
        bill.blocks[_block(side.army)] = f"{side.army.name}: {tiles} tile{'s' if tiles != 1 else ''}"


def _could_be_frogs(bill: Bill, side: Side) -> int:
    """How many of an army somebody can turn into frogs: anybody, where its enemies are not known."""
    enemies = [one.troop for other in bill.battle.sides if other is not side for one in other.elements]
    return sum(one.troop.can_be_frog_of(enemies) if enemies else one.troop.can_be_frog for one in side.elements)


def _drawn_for(bill: Bill) -> float:
    """The width of the base for which tiles are drawn: the usual one, or the smallest."""
    usual = float(bill.catalogue.figures["base-mm"])
    return usual if bill.base_mm >= usual else SMALL_MM


def _block(army: Army) -> str:
    return f"tiles-{army.livery}"


def _add(bill: Bill, id: str, template: str, face: Fields, count: int, troop: Troop, army: Army) -> None:
    """Tiles of one kind, of the size that their type has."""
    size = bill.size(troop, bill.base_mm)
    drawn = bill.size(troop, _drawn_for(bill))
    bill.pieces.append(
        Piece(
            id, TILES.id, bill.template(f"{template}.svg.j2"), bill.template(f"{BACK}.svg.j2"), face, count, size,
            _block(army), f"{army.name}: {troop.name}", drawn_mm=drawn,
        )
    )  # fmt: skip


def _strongholds(bill: Bill, army: Army, wanted: bool) -> None:
    troop = bill.catalogue.stronghold
    if troop is None or not wanted:
        return
    face = tile_face(bill.catalogue, army, troop)
    _add(bill, f"{army.livery}-stronghold", PLACE, face, 1, troop, army)


def _frogs(bill: Bill, army: Army, count: int) -> None:
    """As many as have somebody who can become one (H-R18)."""
    symbol = bill.catalogue.outcomes["ensorcelled"].symbol
    drawn = _drawn_for(bill)
    boxes, at_once = bill.catalogue.figures["frog-pips"], bill.catalogue.frog_at_once
    face = FrogFace(army.livery, army.name, boxes, symbol, drawn == SMALL_MM, at_once)
    sizes = [(mm, round(bill.catalogue.mm(FROG_DEPTH, mm), 3)) for mm in (bill.base_mm, drawn)]
    bill.pieces.append(
        Piece(
            f"{army.livery}-frog", TILES.id, bill.template(f"{FROG}.svg.j2"), bill.template(f"{BACK}.svg.j2"), face,
            count, sizes[0], _block(army), f"{count} of {army.name} can become frogs", drawn_mm=sizes[1],
        )
    )  # fmt: skip


def tile_face(
    catalogue: Catalogue, army: Army, troop: Troop, *, general: bool = False, options: Sequence[Option] = ()
) -> TileFace:
    """The face of an element's tile."""
    good, bad, road = phrases.moves(troop)
    brief = not troop.is_place
    points = troop.ap + sum(option.ap for option in options)
    return TileFace(
        army.livery, army.name, troop.id, troop.one, troop.symbol, general, [option.name for option in options],
        str(troop.foot), str(troop.others), good, bad, road, amount(points), troop.range,
        signed(troop.support) if troop.support else "", _outcomes(catalogue, troop.minor, brief),
        _outcomes(catalogue, troop.half, brief),
    )  # fmt: skip


def _outcomes(catalogue: Catalogue, clauses: Sequence[Clause], brief: bool) -> list[OutcomeFields]:
    """What may become of a loser, as faces have it."""
    return [
        OutcomeFields(one.outcome.symbol, one.outcome.code, one.outcome.name, one.when)
        for one in phrases.told(catalogue, clauses, brief=brief)
    ]
