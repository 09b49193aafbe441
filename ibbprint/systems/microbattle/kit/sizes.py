"""How large squares and counters are (M-52)."""

from __future__ import annotations

from ibbprint.engine.api.kits import KitOptions
from ibbprint.squaregrid import largest_side
from ibbprint.systems.microbattle.catalogue import Catalogue


def square_mm(counter_mm: float, catalogue: Catalogue) -> float:
    """The side of a square for counters of that size."""
    return counter_mm + catalogue.figures["square-room"]


def counter_mm(options: KitOptions, catalogue: Catalogue) -> float:
    """The side of a counter: as asked for, else what squares that fill a sheet leave."""
    if options.board_mm is None:
        return options.counter_mm
    grid, figures = catalogue.grid, catalogue.figures
    side = largest_side(grid.columns, grid.rows, options.board_mm, figures["largest-square"])
    return float(side - figures["square-room"])
