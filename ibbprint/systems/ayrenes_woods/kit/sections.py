"""The sections of a kit, in the order of printing. Each can be printed by itself with `--only`."""

from ibbprint.materials import Section

COUNTERS = Section("counters", "Counters")
CHITS = Section("chits", "Chits")
MARKER_SHEETS = Section("markers", "Markers")
MAP = Section("map", "Map")
TABLES = Section("crt", "CRT")
ARMIES = Section("armies", "Army cards")
TRACK = Section("track", "Turns and points lost")
CRIB = Section("crib", "Player aid")
SCENARIO = Section("scenario", "Scenario sheet")
RULES = Section("rules", "Rules")
FACES = frozenset(section.id for section in (COUNTERS, CHITS, MARKER_SHEETS, TABLES, ARMIES, TRACK))
"""The sections that have pieces and cards."""
