"""The sections that only this game has; each can be printed by itself with `--only`."""

from ibbprint.engine.sections import MARKER_SHEETS
from ibbprint.materials import Section

TILES = Section("tiles", "Element tiles")
GAUGES = Section("gauges", "Measuring gauges")
TRACKS = Section("tracks", "PIP tracks", counted="PIP tracks")
GROUND = Section("terrain", "Terrain templates", counted="terrain templates")
ROSTER = Section("roster", "Roster")
TROOPS = Section("troops", "Troops and points", extra=True)
"""The second page of the player aid by itself."""
ODDS = Section("odds", "Odds")

FACES = frozenset(section.id for section in (TILES, MARKER_SHEETS, GAUGES, TRACKS, GROUND))
"""The sections that have faces."""
