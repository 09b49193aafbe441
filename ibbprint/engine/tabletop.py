"""The places of a kit on a table, for every game: starts from the set-up layer of its map, piles from its chits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ibbprint.materials import Card, Piece, key_of
from ibbprint.materials.boards import Layer, Stander
from ibbprint.materials.tabletop import Box, ChanceTable, Dice, Pile, Start, Tabletop
from ibbprint.phrases import listed, signed

SHIFTS = (0, -2, -1, 1, 2)
"""Modifiers of the die for which the chances of combats are shown; the die as it is thrown first."""
MOST_NAMED = 24
"""The most hexes of a zone that the caption of its box names."""


class Placing(NamedTuple):
    """The starting places of all pieces, and the boxes beside the map among them."""

    starts: tuple[Start, ...]
    boxes: tuple[Box, ...]


def keys_of(records: Iterable[Piece | Card]) -> dict[str, str]:
    """The key of each piece or card by its id; of several with one id, that of the first."""
    keys: dict[str, str] = {}
    for record in records:
        keys.setdefault(record.id, key_of(record))
    return keys


def placed(
    layer: Layer | None,
    keys: Mapping[str, str],
    owners: Mapping[str, str],
    covers: frozenset[str],
    name_of: Callable[[str], str] = str,
) -> Placing:
    """The starts of what a set-up layer shows. What arrives later is in the box of its turn, and hidden till then.

    The box of a zone has the zone's name, and its hexes in the note by their names on the map (`name_of`). Units
    without a piece, and pieces without a cover, are not hidden.
    """
    starts: list[Start] = []
    boxes: dict[tuple[str, str], Box] = {}
    for stand in layer.stands if layer is not None else ():
        box = _turn_box(stand.turn, boxes) if stand.turn else ""
        for key, stander in _pieces(stand.standers, keys):
            masked = key in covers and (stander.face_down or stand.turn > 0)
            hex = "" if box or stand.spot is not None else stand.hex
            starts.append(Start(key, owners.get(key, ""), hex, None if box else stand.spot, box, masked))
    for zone in layer.zones if layer is not None else ():
        for key, stander in _pieces(zone.standers, keys):
            side = owners.get(key, "")
            masked = key in covers and (stander.face_down or zone.turn > 0)
            note = named([name_of(name) for name in zone.hexes])
            id = f"zone-{len(boxes) + 1}"
            box = boxes.setdefault((f"{zone.titled}: {note}", side), Box(id, zone.titled, "set-up", side, note)).id
            starts.append(Start(key, side, box=box, masked=masked))
    return Placing(tuple(starts), tuple(boxes.values()))


def _turn_box(turn: int, boxes: dict[tuple[str, str], Box]) -> str:
    return boxes.setdefault((f"turn {turn}", ""), Box(f"turn-{turn}", f"Turn {turn}", "turn")).id


def named(hexes: Sequence[str]) -> str:
    """The hexes of a zone as the caption of its box has them: not more than `MOST_NAMED`."""
    return " ".join(hexes[:MOST_NAMED]) + (f" and {len(hexes) - MOST_NAMED} more" if len(hexes) > MOST_NAMED else "")


def _pieces(standers: Iterable[Stander], keys: Mapping[str, str]) -> Iterable[tuple[str, Stander]]:
    """The key of each counter in a stack, with its stander."""
    return ((keys[id], stander) for stander in standers for id in stander.ids if id in keys)


def piles(pieces: Iterable[Piece], names: Mapping[str, str], owners: Mapping[str, str]) -> list[Pile]:
    """A pile for each block of chits. `names` are those of blocks; a pile whose chits are all of a side is its own."""
    blocks: dict[str, list[str]] = {}
    for piece in pieces:
        if piece.chit:
            blocks.setdefault(piece.block, []).append(key_of(piece))
    return [
        Pile(block, names.get(block, listed([block])), tuple(keys), _only({owners.get(key, "") for key in keys}))
        for block, keys in blocks.items()
    ]


def _only(sides: set[str]) -> str:
    return sides.pop() if len(sides) == 1 else ""


def combat_chances(
    columns: Mapping[str, Sequence[str]], codes: Sequence[tuple[str, str]], die: int, result: Callable[[int, int], str]
) -> list[ChanceTable]:
    """The exact chances of each column of a combat table, for a die that is modified by `SHIFTS`.

    `columns` has by its name each row of odds above the table, as far as it goes; `result` gives the code of a column,
    from 1, and a modified die.
    """

    def chances(column: int, shift: int) -> Mapping[str, Fraction]:
        rolled = Counter(result(column + 1, face + shift) for face in range(1, die + 1))
        return {code: Fraction(number, die) for code, number in rolled.items()}

    return chance_tables(columns, codes, Dice(1, die, f"d{die}"), chances)


def chance_tables(
    columns: Mapping[str, Sequence[str]],
    codes: Sequence[tuple[str, str]],
    dice: Dice,
    chances: Callable[[int, int], Mapping[str, Fraction]],
    shifts: Sequence[int] = SHIFTS,
    subject: str = "",
) -> list[ChanceTable]:
    """A table of chances for each modifier in `shifts`; `chances` gives those of a column, from 0, and a modifier."""
    wide = max(len(row) for row in columns.values())
    labels = [tuple(row[n] if n < len(row) else "" for row in columns.values()) for n in range(wide)]
    noun = "die" if dice.number == 1 else "dice"
    tables: list[ChanceTable] = []
    for shift in shifts:
        spread = [chances(number, shift) for number in range(wide)]
        lines = [
            (label, tuple(shares.get(code, Fraction(0)) for code, _ in codes))
            for label, shares in zip(labels, spread, strict=True)
        ]
        title = f"The {noun} as thrown ({dice.name})" if not shift else f"{noun.title()} {signed(shift)}"
        tables.append(ChanceTable(title, tuple(columns), tuple(codes), tuple(lines), subject))
    return tables


def mustered(table: Tabletop, pieces: Iterable[Piece]) -> Tabletop:
    """The table with every piece of a side in a box of that side, where nothing has a place: it is of an army list."""
    if table.starts:
        return table
    seats = {seat.id: seat for seat in table.seats}
    exchanged = {change.piece for changes in table.becomes.values() for change in changes}
    owned = [(key, table.owners[key], piece.count) for piece in pieces if (key := key_of(piece)) in table.owners]
    boxes = [Box(f"muster-{id}", f"Muster: {seat.name}", "muster", id) for id, seat in seats.items()]
    starts = [
        Start(key, side, box=f"muster-{side}")
        for key, side, count in owned
        if side in seats and key not in exchanged
        for _ in range(count)
    ]
    return replace(table, starts=starts, boxes=[*boxes, *table.boxes])
