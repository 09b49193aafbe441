"""The sections of a kit, in the order of printing. Each can be printed by itself with `--only`."""

from ibbprint.materials import Section

COUNTERS = Section("counters", "Counters")
MARKER_SHEETS = Section("markers", "Markers")
MAP = Section("map", "Map")
TEMPLATES = Section("templates", "Area templates")
SPELL_BOOK = Section("spells", "Spell book")
CRT = Section("crt", "Combat results card")
CRIB = Section("crib", "Crib sheet")
SCENARIO = Section("scenario", "Scenario sheet")
PRICES = Section("prices", "Price list")
RULES = Section("rules", "Rules")
