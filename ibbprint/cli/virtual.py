"""The commands for virtual tables: export vassal."""

# No `from __future__ import annotations` here: typer would evaluate each of them from its text, at every start.

from typing import TYPE_CHECKING

from ibbprint.cli.progress import progress
from ibbprint.cli.saying import say
from ibbprint.cli.shared import finish, takes

if TYPE_CHECKING:
    from ibbprint.jobs.exports import VassalOrder


@takes("exports", "VassalOrder")
def export_vassal(order: "VassalOrder") -> None:
    """Write a module for VASSAL: board, grid, pieces on their hexes, hidden ones masked, charts, rules, dice."""
    from ibbprint.jobs.exports import exported_vassal

    with progress() as told:
        result = exported_vassal(order, told)
    finish(result.report)
    say(f"{result.path}: {result.pieces} pieces set up, {result.pictures} pictures")
    say(f"Open {result.path} with VASSAL 3.7 or later.")
