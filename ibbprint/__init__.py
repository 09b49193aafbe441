"""Counters, maps, cards and sheets for hex-and-counter games, printed and played from one catalogue.

`__all__` is what Python can ask for; docs/python.md shows it. Each name is imported when it is used for the first time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ibbprint.version import __version__

if TYPE_CHECKING:
    from ibbprint.jobs.chances import odds
    from ibbprint.jobs.checks import Check, check
    from ibbprint.jobs.dice_tables import DiceTables, dice_table
    from ibbprint.jobs.exports import Exported, export_sheets, export_tts, export_vassal
    from ibbprint.jobs.faces import Preview, preview
    from ibbprint.jobs.generating import Generation, generate
    from ibbprint.jobs.kits import MadeKit, kit
    from ibbprint.jobs.maps import MapCheck, NewMap, check_map, new_map, show_map
    from ibbprint.jobs.odds_results import Odds
    from ibbprint.jobs.on_paper import InkOptions, PaperOptions
    from ibbprint.jobs.plays import Play, play, replay
    from ibbprint.problems import Problem, Report, Severity, Where

__all__ = [
    "Check",
    "DiceTables",
    "Exported",
    "Generation",
    "InkOptions",
    "MadeKit",
    "MapCheck",
    "NewMap",
    "Odds",
    "PaperOptions",
    "Play",
    "Preview",
    "Problem",
    "Report",
    "Severity",
    "Where",
    "__version__",
    "check",
    "check_map",
    "dice_table",
    "export_sheets",
    "export_tts",
    "export_vassal",
    "generate",
    "kit",
    "new_map",
    "odds",
    "play",
    "preview",
    "replay",
    "show_map",
]

_HOMES = {
    "jobs.chances": ("Odds", "odds"),
    "jobs.checks": ("Check", "check"),
    "jobs.dice_tables": ("DiceTables", "dice_table"),
    "jobs.exports": ("Exported", "export_sheets", "export_tts", "export_vassal"),
    "jobs.faces": ("Preview", "preview"),
    "jobs.generating": ("Generation", "generate"),
    "jobs.kits": ("MadeKit", "kit"),
    "jobs.maps": ("MapCheck", "NewMap", "check_map", "new_map", "show_map"),
    "jobs.on_paper": ("InkOptions", "PaperOptions"),
    "jobs.plays": ("Play", "play", "replay"),
    "problems": ("Problem", "Report", "Severity", "Where"),
}
"""Where each name is at home."""


def __getattr__(name: str) -> object:
    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return __all__
