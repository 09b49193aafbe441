"""How large squares and counters are (M-52)."""

from __future__ import annotations

from ibbprint.engine.api.kits import KitOptions
from ibbprint.squaregrid import largest_side
from ibbprint.systems.microbattle.catalogue import Catalogue

SHARE = 0.5
"""How large a marker is, in shares of a counter."""
LEAST_MARKER_MM = 13.0


def square_mm(counter_mm: float, catalogue: Catalogue) -> float:
    """The side of a square for counters of that size."""
    return counter_mm + catalogue.figures["square-room"]


def marker_mm(counter_mm: float) -> float:
    """The side of a marker: half that of the counter that it is on, but not so small that its name cannot be read."""
    return min(counter_mm, max(SHARE * counter_mm, LEAST_MARKER_MM))


def counter_mm(options: KitOptions, catalogue: Catalogue) -> float:
    """The side of a counter: as asked for, else what squares that fill a sheet leave."""
    if options.counter_size is not None or options.board_mm is None:
        return options.counter_mm
    grid, figures = catalogue.grid, catalogue.figures
    side = largest_side(grid.columns, grid.rows, options.board_mm, figures["largest-square"])
    return float(side - figures["square-room"])
