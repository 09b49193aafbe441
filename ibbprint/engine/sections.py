"""The sections that kits of several games have; each can be printed by itself with `--only`."""

from ibbprint.materials import Section

COUNTERS = Section("counters", "Counters")
MARKER_SHEETS = Section("markers", "Markers")
REASONS = Section("reasons", "Markers: how many, and why", extra=True)
"""For designers; players need to know only how many markers there are."""
MAP = Section("map", "Map")
CRT = Section("crt", "CRT", extra=True)
"""The combat results table on a card, for whom the one on the player aid is not enough."""
CRIB = Section("crib", "Player aid")
SCENARIO = Section("scenario", "Scenario sheet")
RULES = Section("rules", "Rules")
NOTES = Section("notes", "Notes")
"""Rulings and reconstructions, which players need not read to play."""
