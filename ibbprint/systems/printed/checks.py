"""What is wrong in the set-ups of a game that is only printed: names, hexes, too few counters, pieces nobody uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ibbprint.engine.api.checking import CheckText, Finding
from ibbprint.engine.checkbook import Findings, in_order
from ibbprint.problems import Severity, did_you_mean
from ibbprint.systems.printed.folder import Scenario
from ibbprint.systems.printed.kit import PrintedKit, wanted

CHECKS = (
    CheckText("names", "Names", "Every unit and side that a scenario names is in a table or in game.yaml."),
    CheckText("hexes", "Hexes", "Everything begins in a hex of the map, and comes no later than the last turn."),
    CheckText("stack-limit", "Stacking", "No hex holds more counters than game.yaml allows."),
    CheckText("counters", "Counters", "The sheets have as many counters as each scenario wants."),
    CheckText("unused", "Pieces that nobody uses", "A scenario wants each piece of a table from which forces come."),
)


def findings(made: PrintedKit) -> Sequence[Finding]:
    """What is found in every scenario of a kit."""
    found = Findings("printed", CHECKS)
    for scenario in made.scenarios:
        _names(made, scenario, found)
        _hexes(made, scenario, found)
        _counters(made, scenario, found)
    if made.whole and not found.findings:  # else what is misspelt would be unused as well
        _unused(made, found)
    return in_order(found.findings)


def _printed(made: PrintedKit) -> Counter[str]:
    """How many of each row the kit prints."""
    total: Counter[str] = Counter()
    for some in made.counted.values():
        for each in some:
            total[each.row.id] += each.count
    return total


def _names(made: PrintedKit, scenario: Scenario, found: Findings) -> None:
    known = _printed(made)
    for force, source, path in scenario.forces:
        if force.unit not in known and made.whole and made.game.parts_whole:
            where = source.where(*path, "unit")
            found.error("names", where, "names", f"there is no unit {force.unit!r}.", did_you_mean(force.unit, known))
        if force.side is not None and force.side not in made.game.sides:
            hint = did_you_mean(force.side, made.game.sides)
            found.error("names", source.where(*path, "side"), "names", f"there is no side {force.side!r}.", hint)


def _hexes(made: PrintedKit, scenario: Scenario, found: Findings) -> None:
    head = scenario.model.scenario
    board = made.game.map(head.map, scenario.where("map")) if head.map is not None else None
    stands: Counter[str] = Counter()
    most = made.game.game.stacking
    for force, source, path in scenario.forces:
        if head.turns is not None and force.turn > head.turns:
            what = f"{force.unit} comes in turn {force.turn}, and the scenario has {head.turns} turns."
            found.error("hexes", source.where(*path, "turn"), "hexes", what)
        for index, hex in enumerate(force.hexes):
            where = source.where(*path, "hexes", index)
            if board is not None and hex not in board.grid:
                first, last = board.grid.first_and_last
                what = f"hex {hex} is not on the map, which goes from {first} to {last}."
                found.error("hexes", where, "hexes", what)
            before = stands[hex]
            stands[hex] += 0 if force.turn else len(range(index, force.count, len(force.hexes)))
            if most is not None and before <= most < stands[hex]:
                told = hex if board is None else board.told(hex)
                what = f"{stands[hex]} counters stand in {told}, and no more than {most} may."
                found.warning("stack-limit", where, "stack-limit", what)


def _counters(made: PrintedKit, scenario: Scenario, found: Findings) -> None:
    known = _printed(made)
    told: set[str] = set()
    for force, source, path in scenario.forces:
        need = wanted(scenario, force.unit)
        if force.unit in known and force.unit not in told and need > known[force.unit]:
            what = f"the scenario wants {need} {force.unit}, the sheet has {known[force.unit]}."
            found.warning("counters", source.where(*path, "count"), "counters", what)
        told.add(force.unit)


def _unused(made: PrintedKit, found: Findings) -> None:
    """Of the tables from which any force comes, the rows that no scenario names."""
    if made.one:
        return
    used = {force.unit for scenario in made.scenarios for force, _, _ in scenario.forces}
    for some in made.counted.values():
        if not used.intersection(each.row.id for each in some):
            continue
        for each in some:
            if each.row.id not in used:
                found.find("unused", Severity.WARNING, each.row.where(), "unused", f"no scenario uses {each.row.id}.")
