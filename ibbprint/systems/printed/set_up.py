"""Where everything of a scenario begins, as a layer of its map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ibbprint.materials.boards import KeyEntry, Layer, Stander, StandMark
from ibbprint.systems.printed.figures import SET_UP
from ibbprint.systems.printed.models import Side
from ibbprint.systems.printed.scenarios import Scenario
from ibbprint.systems.printed.tables import Row


def set_up(
    scenario: Scenario, rows: Mapping[str, Row], symbols: Mapping[str, str], sides: Mapping[str, Side]
) -> Layer | None:
    """The layer, of the units that have a side; None where there are none. `symbols` are those of the units.

    A unit without a symbol is a plain counter in the colours of its side.
    """
    stands: dict[tuple[str, str, int], list[Stander]] = {}
    for force in (placed.force for placed in scenario.forces):
        row = rows.get(force.unit)
        side = sides.get(force.side or (str(row.values.get("side", "")) if row is not None else ""))
        if row is None or side is None:
            continue
        for number, hex in enumerate(force.hexes):
            here = len(range(number, force.count, len(force.hexes)))
            name = str(row.values.get("name") or row.id)
            what = Stander(symbols.get(row.id, ""), name, ("",) * max(here, 1))
            stands.setdefault((hex, side.livery, force.turn), []).append(what)
    letters = _letters([side.name for side in sides.values()])
    key = [KeyEntry(side.livery, letter, side.name) for side, letter in zip(sides.values(), letters, strict=True)]
    marks = [StandMark(hex, livery, tuple(what), turn) for (hex, livery, turn), what in stands.items()]
    return Layer(SET_UP, scenario.head.title, stands=tuple(marks), key=tuple(key)) if marks else None


def _letters(names: Sequence[str]) -> list[str]:
    """A letter for each name, as far as its own go round: of “The States” and “The Crown” S and C."""
    made: list[str] = []
    for name in names:
        own = [letter.upper() for letter in name.removeprefix("The ") if letter.isalnum()]
        made.append(next((letter for letter in own if letter not in made), name[:1]))
    return made
