"""The commands for virtual tables: export vassal, export tts, export sheets."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

from typing import TYPE_CHECKING

from ibbprint.cli.progress import progress
from ibbprint.cli.saying import say
from ibbprint.cli.shared import finish, takes

if TYPE_CHECKING:
    from ibbprint.jobs.exports import ExportOrder

SHARED = (
    "what",
    "output",
    "dpi",
    "counter_size",
    "ink",
    "palette",
    "map_style",
    "map",
    "only",
    "force",
    "packs",
    "rules",
)
"""The options of every export."""


@takes("exports", "ExportOrder", only=(*SHARED, "no_booklet", "since"))
def export_vassal(order: "ExportOrder") -> None:
    """Write a module for VASSAL: board, grid, pieces on their hexes, hidden ones masked, charts, rules, dice."""
    from ibbprint.jobs.exports import exported_vassal

    with progress() as report_progress:
        result = exported_vassal(order, report_progress)
    finish(result.report)
    say(f"{result.path}: {result.pieces} pieces set up, {result.pictures} pictures")
    if result.changes is not None:
        for word, names in zip(("new", "gone", "changed"), result.changes, strict=True):
            say(f"{word}: {', '.join(names) or 'nothing'}")
    say(f"Open {result.path} with VASSAL 3.7 or later.")


@takes("exports", "ExportOrder", only=(*SHARED, "no_booklet", "base_url", "absolute"))
def export_tts(order: "ExportOrder") -> None:
    """Write saved objects for Tabletop Simulator: a folder with the pictures, to be copied whole."""
    from ibbprint.jobs.exports import exported_tts

    with progress() as report_progress:
        result = exported_tts(order, report_progress)
    finish(result.report)
    say(f"{result.path}: {result.pieces} pieces set up, {result.files} files")
    say(f"Copy what is in {result.path} into My Games/Tabletop Simulator.")


@takes("exports", "ExportOrder", only=SHARED)
def export_sheets(order: "ExportOrder") -> None:
    """Write every face on sheets with a manifest, as other virtual tables take them, and the maps."""
    from ibbprint.jobs.exports import exported_sheets

    with progress() as report_progress:
        result = exported_sheets(order, report_progress)
    finish(result.report)
    say(f"{result.path}: {result.files} file{'s' if result.files != 1 else ''}; manifest.csv says what is where")
