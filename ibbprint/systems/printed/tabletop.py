"""A game made of files on a table: its sides, who starts where, its chits and its cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from ibbprint.engine.tabletop import SHIFTS, chance_tables, named, piles
from ibbprint.materials import FaceValues, key_of, value_of
from ibbprint.materials.tabletop import Box, ChanceTable, Dice, Pile, Seat, Start, State, Tabletop
from ibbprint.systems.printed.folder import ON_UNIT
from ibbprint.systems.printed.kit import PrintedKit
from ibbprint.systems.printed.rules.compiled import DIE as DIE_MODIFIER
from ibbprint.systems.printed.rules.compiled import Fight
from ibbprint.systems.printed.rules.effects import in_words
from ibbprint.systems.printed.rules.numbers import DiceOf
from ibbprint.systems.printed.rules.odds import codes_of
from ibbprint.systems.printed.rules.setting import Setting
from ibbprint.systems.printed.scenarios import Placed, Scenario
from ibbprint.tables import HEADING, Columns

DIE = Dice(1, 6, "d6")
"""What a game throws that has no `play:` to say so; nearly all throw these."""


def tabletop(bill: PrintedKit, scenario: Scenario, setting: Setting | None = None) -> Tabletop:
    """The scenario on its map. Each side moves in its part of a turn, in the order of game.yaml.

    With the `setting` of a game that is played it has the dice of that game and the chances of its combats.
    """
    sides = bill.game.sides
    owners = {key_of(piece): side for piece in bill.pieces if (side := _side(bill, piece.id, piece.values)) in sides}
    board = next((board for board in bill.boards if board.id == scenario.head.map), None)
    boxes: dict[str, Box] = {}
    starts = list(_starts(bill, scenario, setting, owners, boxes))
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
        scenario.head.turns or (setting.last_turn if setting is not None else 0),
        [side.name for side in sides.values()],
        [DIE] if setting is None else list(_dice(setting)) or [DIE],
        covers,
        states=list(_states(bill)),
        chances=() if setting is None else list(_chances(setting)),
    )


def _dice(setting: Setting) -> Iterator[Dice]:
    """The dice of combats and of rolls to recover, each kind once."""
    rolled = [rule.recover.dice for rule in setting.states.values() if rule.recover is not None]
    for dice in dict.fromkeys((*(fight.dice for fight in setting.fights.values()), *rolled)):
        yield _as_dice(dice)


def _as_dice(dice: DiceOf) -> Dice:
    return Dice(dice.number, dice.faces, str(dice))


def _chances(setting: Setting) -> Iterator[ChanceTable]:
    """The chances of each column of each combat table, as `ibbprint odds --table` gives them; for modified dice too
    where a modifier of the combat changes these.
    """
    several = sum(len(fight.tables) for fight in setting.fights.values()) > 1
    for fight in setting.fights.values():
        shifts = SHIFTS if any(rule.changes == DIE_MODIFIER for rule in fight.modifiers) else (0,)
        for rule in fight.tables:
            columns = rule.columns
            codes = [(code, in_words(fight.effects[code])) for code in codes_of(fight, columns)]
            yield from chance_tables(
                {HEADING[columns.by]: columns.heads},
                codes,
                _as_dice(fight.dice),
                partial(_of_column, columns, fight),
                shifts,
                rule.name if several else "",
            )


def _of_column(columns: Columns, fight: Fight, column: int, shift: int) -> Mapping[str, Fraction]:
    return columns.chances(column, fight.sums, shift)


def _states(bill: PrintedKit) -> Iterator[State]:
    """The markers of states of units: those of rows that say so, and those that the rules of play name."""
    markers = bill.game.markers_of_states
    for piece in bill.pieces:
        row = bill.counts.rows.get(piece.id)
        if row is not None and (row.values.get(ON_UNIT) == "yes" or row.id in markers):
            yield State(str(row.values.get("name") or row.id), key_of(piece))


def _side(bill: PrintedKit, id: str, values: FaceValues) -> str:
    row = bill.counts.rows.get(id)
    if row is None:
        unit = value_of(values, "unit")  # of a numbered copy
        row = bill.counts.rows.get(unit) if isinstance(unit, str) else None
    return "" if row is None else str(row.values.get("side", ""))


def _starts(
    bill: PrintedKit, scenario: Scenario, setting: Setting | None, owners: dict[str, str], boxes: dict[str, Box]
) -> Iterator[Start]:
    """Every counter of the scenario: in its hexes in turn, in the box of its turn, or in a box of its side."""
    pieces: dict[str, list[str]] = {}
    for piece in bill.pieces:
        unit = value_of(piece.values, "unit")
        pieces.setdefault(unit if isinstance(unit, str) and unit in bill.counts.rows else piece.id, []).append(
            key_of(piece)
        )
    copies: dict[str, int] = {}
    for placed in scenario.forces:
        force = placed.force
        keys = pieces.get(force.unit, [])
        for number in range(force.count if keys else 0):
            copy = copies[force.unit] = copies.get(force.unit, 0) + 1
            key = keys[min(copy, len(keys)) - 1]
            side = force.side or owners.get(key, "")
            if force.hexes and not force.turn:
                yield Start(key, side, force.hexes[number % len(force.hexes)], reversed=force.back)
            else:
                seat = bill.game.sides.get(side)
                new = _box(placed, side, "" if seat is None else f": {seat.name}", setting)
                box = boxes.setdefault(f"{new.name} {new.note}", new._replace(id=f"{new.kind}-{len(boxes) + 1}"))
                yield Start(key, side, box=box.id, masked=key in bill.covers, reversed=force.back)


def _box(placed: Placed, side: str, of_side: str, setting: Setting | None) -> Box:
    """The box of a force that stands nowhere yet: of its turn, of replacements, or of the hexes that it may choose."""
    force = placed.force
    if force.turn:
        return Box("", f"Turn {force.turn}", "turn")
    if force.pool:
        return Box("", f"Replacements{of_side}", "muster", side)
    if not force.placed_in:
        return Box("", f"To be set up{of_side}", "muster", side)
    hexes = force.placed_in
    if setting is not None:
        free = setting.reader.hexes([hexes], where=placed.where("in")).hexes
        limit = "one in a hex" if force.each == 1 else f"at most {force.each} in a hex"
        hexes = f"{named([setting.names[hex] for hex in sorted(free)])}, {limit}"
    return Box("", f"To be set up{of_side}", "set-up", side, hexes)
