"""The sections that only this game has, and those that share the sheets of its counters."""

from ibbprint.engine.sections import MARKER_SHEETS
from ibbprint.materials import Section

MARKERS = MARKER_SHEETS._replace(shares=True)
TILES = Section("tiles", "Ground tiles")
CARDS = Section("cards", "Cards")
