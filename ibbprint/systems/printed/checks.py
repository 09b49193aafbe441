"""Checks of the set-ups of a printed game: names, hexes, too few counters, pieces that are never used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ibbprint.catalogue.maps import HexMap, SquareMap
from ibbprint.catalogue.region_maps import PlaceMap
from ibbprint.engine.api.checking import Finding
from ibbprint.engine.checkbook import Book, Drafts, error, in_order, warning
from ibbprint.problems import Where
from ibbprint.systems.printed.kit import PrintedKit
from ibbprint.systems.printed.scenarios import Scenario


class SetUp(NamedTuple):
    """A scenario of a kit as the checks see it."""

    kit: PrintedKit
    scenario: Scenario

    def complete(self) -> bool:
        """Whether everything could be read; if not, a count may only seem too small, and a start empty."""
        return self.kit.game.report.ok

    def stacks_alone(self) -> bool:
        """Whether the stacking of game.yaml is all that there is: else the rules of play count, once for all."""
        return not any("stacking" in data for data, _ in self.kit.game.played)

    def stands(self) -> Iterator[tuple[str, int, Callable[[], Where]]]:
        """Each hex of the forces, with how many counters begin there; and where it is written."""
        for placed in self.scenario.forces:
            force = placed.force
            for index, hex in enumerate(force.hexes if not force.turn else ()):
                number = len(range(index, force.count, len(force.hexes)))
                yield hex, number, partial(placed.where, "hexes", index)


BOOK = Book("printed", SetUp)
UNUSED: Book[PrintedKit] = Book("printed", lambda kit: kit)
"""What is looked for when nothing else is found: what is misspelt would be unused as well."""


def findings(kit: PrintedKit) -> Sequence[Finding]:
    """The findings on every scenario of a kit."""
    result = [finding for scenario in kit.scenarios for finding in BOOK.findings(kit, scenario)]
    return in_order(result or (UNUSED.findings(kit) if kit.game.report.ok else ()))


@BOOK.check("names", "Names")
def names(look: SetUp) -> Drafts:
    """Every unit and side that a scenario names is in a table or in game.yaml, the unit on that side."""
    kit, printed, sides = look.kit, look.kit.printed, look.kit.counts.sides
    unkeyed = [table for table in kit.counts.tables_of_pieces if not table.keyed]
    nameless = (
        unkeyed[0] if unkeyed and not any(force.force.unit in printed for force in look.scenario.forces) else None
    )
    for placed in look.scenario.forces:
        unit, side = placed.force.unit, placed.force.side
        if nameless:
            kit.game.tell_unkeyed(nameless)
        elif unit not in printed and kit.counts.complete and kit.game.parts_whole:
            tables = [table for table in kit.counts.tables_of_pieces if unit in table.rows]
            if tables:
                message = f"{unit!r} is in the table {tables[0].name}, but no part prints it."
                hint = "Let the pieces of a part pick it, or leave it out here."
            else:
                message = f"there is no unit {unit!r}."
                hint = kit.game.ledger.hint(unit, [id for table in kit.counts.tables_of_pieces for id in table.rows])
            yield error(placed.where("unit"), message, hint)
        if side is not None and side not in kit.game.sides:
            hint = kit.game.ledger.hint(side, kit.game.sides) or "game.yaml has no sides."
            yield error(placed.where("side"), f"there is no side {side!r}.", hint)
        elif side is not None and sides.get(unit, side) != side:
            yield warning(placed.where("side"), f"{unit} fights for {side} here, but for {sides[unit]} in its table.")


@BOOK.check("hexes", "Hexes")
def hexes(look: SetUp) -> Drafts:
    """Every counter starts in a hex of the map, or arrives by the last turn."""
    turns, board = look.scenario.head.turns, look.scenario.map
    for placed in look.scenario.forces:
        if turns is not None and placed.force.turn > turns:
            arrives = f"{placed.force.unit} arrives in turn {placed.force.turn}"
            yield error(placed.where("turn"), f"{arrives}, but the scenario has {turns} turns.")
        for index, hex in enumerate(placed.force.hexes):
            lacking = "" if board is None else board.lacks(hex)
            if lacking:
                yield error(placed.where("hexes", index), lacking)


@BOOK.check("stack-limit", "Stacking", when=SetUp.stacks_alone)
def stack_limit(look: SetUp) -> Drafts:
    """No hex holds more counters than game.yaml allows."""
    # a stack that is too high is reported once, where the first counter too many is written
    limit = look.kit.game.game.stacking
    stands: Counter[str] = Counter()
    full: dict[str, Where] = {}
    for hex, number, where in look.stands():
        stands[hex] += number
        if limit is not None and stands[hex] > limit and hex not in full:
            full[hex] = where()
    for hex, place in full.items():
        hex_name = hex if look.scenario.map is None else look.scenario.map.printed_name(hex)
        yield warning(place, f"{stands[hex]} counters are stacked in {hex_name}; the limit is {limit}.")


@BOOK.check("starts", "Starts", when=SetUp.complete)
def starts(look: SetUp) -> Drafts:
    """If a counter starts in a start area of the map, all hexes of the area are taken."""
    board, occupied = look.scenario.map, {hex for hex, number, _ in look.stands() if number}
    for number, (title, hexes) in enumerate(_starts(board)):
        begun = [hex for hex in hexes if hex in occupied]
        for index, hex in enumerate(hexes if begun else ()):
            if board is not None and hex not in occupied:
                cells = "places" if isinstance(board, PlaceMap) else "hexes"
                where = board.source.where("map", "starts", number, "at" if cells == "places" else "hexes", index)
                message = f"nothing starts in {board.printed_name(hex)}, which the map marks as {title}"
                yield warning(where, f"{message}: {len(begun)} of its {len(hexes)} {cells} are taken.")


def _starts(board: HexMap | SquareMap | PlaceMap | None) -> list[tuple[str, Sequence[str]]]:
    """The title of each start area of a map, and its hexes or places."""
    if isinstance(board, PlaceMap):
        return [(start.title, board.starts[start.id]) for start in board.model.starts]
    return [] if board is None else [(start.title, start.hexes) for start in board.model.starts]


@BOOK.check("counters", "Counters", when=SetUp.complete)
def counters(look: SetUp) -> Drafts:
    """The sheets have all the counters that each scenario needs."""
    printed = look.kit.printed
    first = {placed.force.unit: placed for placed in reversed(look.scenario.forces)}
    for unit, placed in first.items():
        need = look.scenario.wants[unit]
        if unit in printed and need > printed[unit]:
            message = f"the scenario needs {need} counters of {unit}, but the sheet has {printed[unit]}."
            yield warning(placed.where("count"), message)


@UNUSED.check("unused", "Pieces that nobody uses")
def unused(kit: PrintedKit) -> Drafts:
    """A scenario uses each piece of every table that forces come from."""
    if kit.of_scenario or not kit.game.forces_whole:
        return
    used = {placed.force.unit for scenario in kit.scenarios for placed in scenario.forces}
    for pieces in kit.counts.parts.values():
        if used.isdisjoint(piece.row.id for piece in pieces):
            continue
        for piece in pieces:
            if piece.row.id not in used:
                yield warning(piece.row.where(), f"no scenario uses {piece.row.id}.")
