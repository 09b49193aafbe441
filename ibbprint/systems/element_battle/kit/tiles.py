"""Tiles of elements, strongholds and frogs, to play with on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ibbprint.engine.api.lists import amount
from ibbprint.engine.kit_parts import Printable
from ibbprint.materials import Values
from ibbprint.phrases import signed
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.kit import phrases
from ibbprint.systems.element_battle.kit.bill import Bill
from ibbprint.systems.element_battle.models.scenarios import Army
from ibbprint.systems.element_battle.models.troops import Clause, Option, Troop
from ibbprint.systems.element_battle.scenarios import Side

TILE, SMALL_TILE, PLACE, FROG = "tile", "tile-small", "stronghold", "frog"
SMALL_MM = 25.0
"""The base for which tiles are drawn on which words would be too small to read: those of all bases below the usual."""
FROG_DEPTH = 120
"""Paces of the depth of a frog's tile."""


def tiles(bill: Bill) -> Iterator[Printable]:
    """Every element of every army, its stronghold and its frogs."""
    template = TILE if _drawn_for(bill) > SMALL_MM else SMALL_TILE
    counts: Counter[str] = Counter()
    for row in _rows(bill, template):
        counts[row.block] += row.copies
        yield row
    for army in (side.army for side in bill.battle.sides):
        count = counts[_block(army)]
        bill.blocks[_block(army)] = f"{army.name}: {count} tile{'s' if count != 1 else ''}"


def _rows(bill: Bill, template: str) -> Iterator[Printable]:
    for number, ((side, troop, general, options), count) in enumerate(bill.kinds):
        face = tile_face(bill.catalogue, side.army, troop, general=general, options=options)
        yield _tile(bill, f"{side.army.livery}-{troop.id}-{number}", template, face, count, troop, side.army)
    place = bill.catalogue.stronghold
    for side in bill.battle.sides:
        if place and (any(group.troop.is_place for group in side.groups) or side.stronghold is not None):
            face = tile_face(bill.catalogue, side.army, place)
            yield _tile(bill, f"{side.army.livery}-stronghold", PLACE, face, 1, place, side.army)
        yield _frogs(bill, side.army, _could_be_frogs(bill, side))


def _could_be_frogs(bill: Bill, side: Side) -> int:
    """The number of elements of an army that an enemy can turn into frogs: by any enemy where none is known."""
    enemies = [element.troop for enemy in bill.battle.sides if enemy is not side for element in enemy.elements]
    return sum(
        element.troop.can_be_frog_of(enemies) if enemies else element.troop.can_be_frog for element in side.elements
    )


def _drawn_for(bill: Bill) -> float:
    """The width of the base for which tiles are drawn: the usual one, or the smallest."""
    usual = float(bill.catalogue.figures["base-mm"])
    return usual if bill.base_mm >= usual else SMALL_MM


def _block(army: Army) -> str:
    return f"tiles-{army.livery}"


def _tile(bill: Bill, id: str, template: str, face: Values, count: int, troop: Troop, army: Army) -> Printable:
    """Tiles of one kind, of the size that their type has."""
    size, drawn = bill.size(troop, bill.base_mm), bill.size(troop, _drawn_for(bill))
    why = f"{army.name}: {troop.name}"
    return Printable(id, face, count, why, block=_block(army), face=bill.face(template), size_mm=size, drawn_mm=drawn)


def _frogs(bill: Bill, army: Army, count: int) -> Printable:
    """As many as have somebody who can become one (H-R18), with the boxes of the PIPs that have been spent on it.

    `small` where it has no room for words; `at_once` where the PIPs must be spent in one turn, so that there is nothing
    to mark.
    """
    drawn = _drawn_for(bill)
    face = {
        "livery": army.livery,
        "army": army.name,
        "boxes": bill.catalogue.figures["frog-pips"],
        "symbol": bill.catalogue.outcomes["ensorcelled"].symbol,
        "small": drawn == SMALL_MM,
        "at_once": bill.catalogue.frog_at_once,
    }
    size, size_drawn = [(mm, round(bill.catalogue.mm(FROG_DEPTH, mm), 3)) for mm in (bill.base_mm, drawn)]
    why = f"{count} of {army.name} can become frogs"
    return Printable(
        f"{army.livery}-frog",
        face,
        count,
        why,
        block=_block(army),
        face=bill.face(FROG),
        size_mm=size,
        drawn_mm=size_drawn,
    )


def tile_face(
    catalogue: Catalogue, army: Army, troop: Troop, *, general: bool = False, options: Sequence[Option] = ()
) -> Values:
    """An element's tile: `foot` and `others` are its bonus against those, `points` what it costs.

    `minor` and `half` say what becomes of it if it loses: the symbol and code of the outcome, and when; the last is
    what else happens. `livery` is the id of its army's colours in the style.
    """
    good, bad, road = phrases.moves(troop)
    brief = not troop.is_place
    return {
        **troop.model_dump(),
        "livery": army.livery,
        "army": army.name,
        "type": troop.id,
        "name": troop.one,
        "general": general,
        "options": [option.name for option in options],
        "foot": str(troop.foot),
        "others": str(troop.others),
        "good": good,
        "bad": bad,
        "road": road,
        "points": amount(troop.ap + sum(option.ap for option in options)),
        "support": signed(troop.support) if troop.support else "",
        "minor": _outcomes(catalogue, troop.minor, brief),
        "half": _outcomes(catalogue, troop.half, brief),
    }


def _outcomes(catalogue: Catalogue, clauses: Sequence[Clause], brief: bool) -> list[dict[str, str]]:
    """The possible fates of a loser, as faces have them."""
    return [
        {"symbol": item.outcome.symbol, "code": item.outcome.code, "name": item.outcome.name, "when": item.when}
        for item in phrases.clause_texts(catalogue, clauses, brief=brief)
    ]
