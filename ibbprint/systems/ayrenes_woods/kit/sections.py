"""The sections that only this game has, and those of any kind that have pieces and cards."""

from ibbprint.engine.sections import COUNTERS, CRT, MARKER_SHEETS
from ibbprint.materials import Section

CHITS = Section("chits", "Chits")
ARMIES = Section("armies", "Army cards", extra=True)
TRACK = Section("track", "Turns and points lost", extra=True)
"""What these two have is on the player aids and on the scenario sheet as well."""
FACES = frozenset(section.id for section in (COUNTERS, CHITS, MARKER_SHEETS, CRT, ARMIES, TRACK))
"""The ids of the sections that have pieces and cards."""
