"""Battles as read: the kind, the board with its ground, and every unit where it starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ibbprint.catalogue.maps import SquareMap
from ibbprint.catalogue.models.maps import Map
from ibbprint.catalogue.source import Source
from ibbprint.problems import Report, Where
from ibbprint.squaregrid import SquareGrid
from ibbprint.systems.microbattle.catalogue import GAME, Catalogue
from ibbprint.systems.microbattle.models import Army, BattleKind, Commander, Ground, Quarter, Scenario, Unit

CLEAR = "clear"
"""The ground of every square that has no other."""
ARMIES = (("blue", "The Blue Army", "B", "azure"), ("red", "The Red Army", "R", "crimson"))
"""Id, name, letter and livery of the two sides, where nobody has named them."""


def own_row(side: int, row: int, rows: int) -> int:
    """A row of a board, counted from a side's own base line (M-35): 1 is on it. It leads back the same way."""
    return row if side == 0 else rows + 1 - row


class Place(NamedTuple):
    """A unit of a battle: its printed id (`B1`), its army, its type, its start square and the place of that in the
    file.

    `square` is None for a unit in reserve.
    """

    key: str
    side: int
    unit: Unit
    square: str | None
    where: Where


@dataclass(frozen=True)
class Battle:
    """A scenario that has been read: its kind, its board, its commanders, its units in the order of the file."""

    scenario: Scenario
    source: Source
    map: SquareMap | None
    kind: BattleKind
    commanders: tuple[Commander, ...]
    places: tuple[Place, ...]

    @property
    def armies(self) -> Sequence[Army]:
        return self.scenario.armies

    @cached_property
    def board(self) -> SquareMap:
        """The board of a battle that is sound."""
        assert self.map is not None
        return self.map

    def of(self, side: int) -> list[Place]:
        """The units of an army."""
        return [place for place in self.places if place.side == side]

    def led(self, side: int) -> Place | None:
        """The unit that a commander begins with: the first in reserve where he has no square."""
        square = self.armies[side].commander.square
        return next((place for place in self.of(side) if place.square == square), None)


def squares_of(ground: Ground, quarter: Quarter) -> tuple[str, ...]:
    """The squares that ground takes in a quarter (M-36)."""
    columns = quarter.columns if ground.shape in ("all", "row") else quarter.columns[1:]
    rows = quarter.rows if ground.shape in ("all", "column") else quarter.rows[1:]
    pairs = [] if ground.shape == "none" else [(row, column) for row in rows for column in columns]
    return tuple(f"{column},{row}" for row, column in sorted(pairs))


def read_battle(
    head: tuple[Scenario, Source], catalogue: Catalogue, packs: Sequence[Path], report: Report
) -> Battle | None:
    """The battle of a scenario; None where its kind is unknown. What is wrong with it is in the report."""
    scenario, source = head
    kind = catalogue.named(Catalogue.kinds_of_battle, scenario.scenario.kind, source.where("scenario", "kind"), "kind")
    board = _board(scenario, source, catalogue, report)
    commanders = [
        catalogue.named(
            Catalogue.commanders, army.commander.quality, source.where("armies", n, "commander", "quality"), "quality"
        )
        for n, army in enumerate(scenario.armies)
    ]
    places = tuple(place for side in range(2) for place in _places(scenario.armies[side], side, source, catalogue))
    if kind is None or None in commanders:
        return None
    return Battle(scenario, source, board, kind, tuple(filter(None, commanders)), places)


def _board(scenario: Scenario, source: Source, catalogue: Catalogue, report: Report) -> SquareMap | None:
    """The board with its ground; None where the file names unknown ground or squares."""
    grid, values, sound = catalogue.grid, dict[str, str](), True
    for index, patch in enumerate(scenario.terrain):
        at = ("terrain", index)
        ground = catalogue.named(Catalogue.ground, patch.ground, source.where(*at, "ground"), "ground")
        quarter = None
        if patch.quarter is not None:
            quarter = catalogue.named(Catalogue.quarters, patch.quarter, source.where(*at, "quarter"), "quarter")
        sound &= ground is not None and (patch.quarter is None or quarter is not None)
        if ground is not None and quarter is not None and not patch.squares:
            values.update(dict.fromkeys(squares_of(ground, quarter), patch.ground))
        for number, name in enumerate(patch.squares):
            if name not in grid:
                first, last = grid.first_and_last
                message = f"square {name} is not on the board, which goes from {first} to {last}."
                report.error(source.where(*at, "squares", number), "map:square", message)
                sound = False
            values.setdefault(name, patch.ground)
    if not sound:
        return None
    values |= dict.fromkeys(scenario.scenario.prepared, CLEAR)
    return laid(grid, values, scenario.scenario.id, scenario.scenario.title, source)


def laid(grid: SquareGrid, ground: Mapping[str, str], id: str, title: str, source: Source) -> SquareMap:
    """A board with ground on some of its squares, the others being clear."""
    legend = {chr(ord("a") + n): kind for n, kind in enumerate(dict.fromkeys((CLEAR, *ground.values())))}
    letters = {kind: letter for letter, kind in legend.items()}
    lines = [
        "".join(letters[ground.get(grid.name_of(column, row), CLEAR)] for column in range(1, grid.columns + 1))
        for row in range(grid.rows, 0, -1)
    ]
    model = Map(
        id=id,
        title=title,
        game=GAME,
        space="squares",
        columns=grid.columns,
        rows=grid.rows,
        legend=legend,
        terrain=lines,
    )
    return SquareMap(model, source)


def _places(army: Army, side: int, source: Source, catalogue: Catalogue) -> Iterator[Place]:
    """The units of an army in their order, those in reserve behind those with a square of the same line."""
    number = 0
    for index, line in enumerate(army.units):
        at = ("armies", side, "units", index)
        unit = catalogue.named(Catalogue.units, line.unit, source.where(*at, "unit"), "unit")
        squares: list[str | None] = [*line.squares, *[None] * line.reserve]
        for item, square in enumerate(squares if unit is not None else ()):
            number += 1
            where = source.where(*at, "squares", item) if square else source.where(*at, "reserve")
            assert unit is not None
            yield Place(f"{army.letter}{number}", side, unit, square, where)
