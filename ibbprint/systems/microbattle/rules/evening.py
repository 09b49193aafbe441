"""What may be changed in a battle to bring its sides nearer to even: the point, the commanders, a unit more or fewer.

The number of turns and what wins are rules of MicroBattle, and stay. A change that the checks do not pass is not made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from ibbprint.engine.api.evening import Change, Edit
from ibbprint.phrases import side_inside, small
from ibbprint.squaregrid import split_square
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.scenarios import Battle, own_row


def changes(battle: Battle, catalogue: Catalogue) -> Iterator[Change]:
    """The other places of the key point or token; a better or worse commander; one unit more or fewer of a type."""
    yield from _points(battle, catalogue)
    for side in range(len(battle.armies)):
        yield from _commanders(battle, side, catalogue)
    for side in range(len(battle.armies)):
        yield from _numbers(battle, side, catalogue)


def _points(battle: Battle, catalogue: Catalogue) -> Iterator[Change]:
    """The places that the table gives besides the present one."""
    point = battle.scenario.scenario.point
    if point is None:
        return
    marker = "token" if battle.kind.goal == "carry" else "key point"
    for square in dict.fromkeys(row.gives for row in catalogue.tables["point"].rows):
        if square != point:
            yield Change(
                "objective", f"the {marker} in {square} instead of {point}", (Edit(("scenario", "point"), square),)
            )


def _commanders(battle: Battle, side: int, catalogue: Catalogue) -> Iterator[Change]:
    """The next better quality, then the next worse one."""
    qualities = sorted(catalogue.commanders, key=lambda quality: quality.activates)
    present = battle.commanders[side]
    at = next(number for number, quality in enumerate(qualities) if quality.id == present.id)
    place = ("armies", side, "commander", "quality")
    for other, gains in ((at + 1, side), (at - 1, 1 - side)):
        if 0 <= other < len(qualities):
            quality = qualities[other]
            words = f"commander of {_whose(battle, side)}: {small(quality.name)} instead of {small(present.name)}"
            yield Change("army", words, (Edit(place, quality.id),), battle.armies[gains].id)


def _numbers(battle: Battle, side: int, catalogue: Catalogue) -> Iterator[Change]:
    """For each line of units on the board: one more, in the nearest free square of its rows, then one fewer."""
    army = battle.armies[side]
    for number, line in enumerate(army.units):
        if not line.squares:
            continue
        place = ("armies", side, "units", number, "squares")
        name, count = small(catalogue.units[line.unit].name), len(line.squares) + line.reserve
        free = _nearest_free(battle, side, line.squares[-1], catalogue)
        spare = [square for square in line.squares if square != army.commander.square]
        larger = [[*line.squares, free]] if free else []
        smaller = (
            [[square for square in line.squares if square != spare[-1]]] if spare and len(line.squares) > 1 else []
        )
        for squares, difference, gains in (
            *((squares, 1, side) for squares in larger),
            *((squares, -1, 1 - side) for squares in smaller),
        ):
            words = f"{count + difference} {name} instead of {count} for {_whose(battle, side)}"
            yield Change("gold", words, (Edit(place, json.dumps(squares)),), battle.armies[gains].id)


def _nearest_free(battle: Battle, side: int, square: str, catalogue: Catalogue) -> str:
    """The nearest square to another in which a unit of a side may begin; empty where there is none."""
    taken = {place.square for place in battle.places}
    grid, terrain, rows = battle.board.grid, battle.board.terrain, battle.kind.rows[side]
    free: Sequence[str] = [
        name
        for name in grid.hexes
        if name not in taken
        and own_row(side, split_square(name)[1], grid.rows) in rows
        and catalogue.ground[terrain[name]].dry
    ]
    column, row = split_square(square)

    def distance(name: str) -> tuple[int, str]:
        file, line = split_square(name)
        return abs(file - column) + abs(line - row), name

    return min(free, key=distance, default="")


def _whose(battle: Battle, side: int) -> str:
    return side_inside(battle.armies[side].name)
