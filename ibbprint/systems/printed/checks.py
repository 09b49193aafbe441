"""What is wrong in the set-ups of a game that is only printed: names, hexes, too few counters, pieces nobody uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from ibbprint.catalogue.maps import HexMap
from ibbprint.engine.api.checking import CheckText, Finding
from ibbprint.engine.checkbook import Findings, in_order
from ibbprint.problems import Severity, Where
from ibbprint.systems.printed.kit import PrintedKit
from ibbprint.systems.printed.scenarios import Scenario

CHECKS = (
    CheckText(
        "names",
        "Names",
        "Every unit and side that a scenario names is in a table or in game.yaml, the unit on that side.",
    ),
    CheckText("hexes", "Hexes", "Every counter starts in a hex of the map, or arrives by the last turn."),
    CheckText("stack-limit", "Stacking", "No hex holds more counters than game.yaml allows."),
    CheckText("starts", "Starts", "If a counter starts in a start area of the map, all hexes of the area are taken."),
    CheckText("counters", "Counters", "The sheets have all the counters that each scenario needs."),
    CheckText("unused", "Pieces that nobody uses", "A scenario uses each piece of every table that forces come from."),
)


def findings(made: PrintedKit) -> Sequence[Finding]:
    """What is found in every scenario of a kit."""
    found = Findings("printed", CHECKS)
    for scenario in made.scenarios:
        _names(made, scenario, found)
        _hexes(made, scenario, found)
        if made.game.report.ok:  # else a count may only seem to be too small
            _counters(made, scenario, found)
    if made.game.report.ok and not found.findings:  # else what is misspelt would be unused as well
        _unused(made, found)
    return in_order(found.findings)


def _names(made: PrintedKit, scenario: Scenario, found: Findings) -> None:
    known = made.printed
    sides = made.counts.sides
    unkeyed = [table for table in made.counts.tables_of_pieces if not table.keyed]
    nameless = unkeyed[0] if unkeyed and not any(placed.force.unit in known for placed in scenario.forces) else None
    for placed in scenario.forces:
        unit, side = placed.force.unit, placed.force.side
        if nameless:
            made.game.tell_unkeyed(nameless)
        elif unit not in known and made.counts.whole and made.game.parts_whole:
            tables = [table for table in made.counts.tables_of_pieces if unit in table.rows]
            if tables:
                what = f"{unit!r} is in the table {tables[0].name}, but no part prints it."
                hint = "Let the pieces of a part pick it, or leave it out here."
            else:
                what = f"there is no unit {unit!r}."
                hint = made.game.ledger.hint(unit, [id for table in made.counts.tables_of_pieces for id in table.rows])
            found.error("names", placed.where("unit"), "names", what, hint)
        if side is not None and side not in made.game.sides:
            hint = made.game.ledger.hint(side, made.game.sides) or "game.yaml has no sides."
            found.error("names", placed.where("side"), "names", f"there is no side {side!r}.", hint)
        elif side is not None and sides.get(unit, side) != side:
            what = f"{unit} fights for {side} here, but for {sides[unit]} in its table."
            found.warning("names", placed.where("side"), "names", what)


def _hexes(made: PrintedKit, scenario: Scenario, found: Findings) -> None:
    turns, board = scenario.head.turns, scenario.map
    for placed in scenario.forces:
        if turns is not None and placed.force.turn > turns:
            what = f"{placed.force.unit} arrives in turn {placed.force.turn}, but the scenario has {turns} turns."
            found.error("hexes", placed.where("turn"), "hexes", what)
        for index, hex in enumerate(placed.force.hexes):
            lacking = "" if board is None else board.lacks(hex)
            if lacking:
                found.error("hexes", placed.where("hexes", index), "hexes", lacking)
    stands = _stacks(made, scenario, found)
    if board is not None and made.game.report.ok:  # else a start may only seem to be empty
        _starts(board, stands, found)


def _stacks(made: PrintedKit, scenario: Scenario, found: Findings) -> Collection[str]:
    """Where counters begin; a stack that is too high is reported once, where the first counter too many is written."""
    most = made.game.game.stacking
    stands: Counter[str] = Counter()
    full: dict[str, Where] = {}
    for placed in scenario.forces:
        force = placed.force
        for index, hex in enumerate(force.hexes if not force.turn else ()):
            stands[hex] += len(range(index, force.count, len(force.hexes)))
            if most is not None and stands[hex] > most:
                full.setdefault(hex, placed.where("hexes", index))
    for hex, where in full.items():
        told = hex if scenario.map is None else scenario.map.told(hex)
        what = f"{stands[hex]} counters are stacked in {told}; the limit is {most}."
        found.warning("stack-limit", where, "stack-limit", what)
    return [hex for hex, number in stands.items() if number]


def _starts(board: HexMap, taken: Collection[str], found: Findings) -> None:
    """The hexes that a map marks as a start are all taken, if any of them is."""
    for number, start in enumerate(board.model.starts):
        begun = [hex for hex in start.hexes if hex in taken]
        for index, hex in enumerate(start.hexes if begun else ()):
            if hex not in taken:
                what = (
                    f"nothing starts in {board.told(hex)}, which the map marks as {start.title}: "
                    f"{len(begun)} of its {len(start.hexes)} hexes are taken."
                )
                where = board.source.where("map", "starts", number, "hexes", index)
                found.warning("starts", where, "starts", what)


def _counters(made: PrintedKit, scenario: Scenario, found: Findings) -> None:
    known = made.printed
    told: set[str] = set()
    for placed in scenario.forces:
        unit = placed.force.unit
        need = scenario.wants[unit]
        if unit in known and unit not in told and need > known[unit]:
            what = f"the scenario needs {need} {unit}, but the sheet has {known[unit]}."
            found.warning("counters", placed.where("count"), "counters", what)
        told.add(unit)


def _unused(made: PrintedKit, found: Findings) -> None:
    """Of the tables from which any force comes, the rows that no scenario names."""
    if made.one or not made.game.forces_whole:
        return
    used = {placed.force.unit for scenario in made.scenarios for placed in scenario.forces}
    for some in made.counts.parts.values():
        if not used.intersection(each.row.id for each in some):
            continue
        for each in some:
            if each.row.id not in used:
                found.find("unused", Severity.WARNING, each.row.where(), "unused", f"no scenario uses {each.row.id}.")
