"""The sections of a kit, in the order of printing. Each can be printed by itself with `--only`."""

from ibbprint.materials import Section

COUNTERS = Section("counters", "Counters")
MARKER_SHEETS = Section("markers", "Markers")
MAP = Section("map", "Map")
TEMPLATES = Section("templates", "Area templates")
SPELL_BOOK = Section("spells", "Spell book")
CRT = Section("crt", "CRT")
CRIB = Section("crib", "Player aid")
SCENARIO = Section("scenario", "Scenario sheet")
PRICES = Section("prices", "Price list", extra=True)
"""For armies of one's own: a battle with armies of its own needs it only when somebody asks."""
RULES = Section("rules", "Rules")
FACES = frozenset(section.id for section in (COUNTERS, MARKER_SHEETS, TEMPLATES, SPELL_BOOK, CRT))
"""The sections that have pieces and cards."""
