"""The sections that only this game has, and those of any kind that have pieces and cards."""

from ibbprint.engine.sections import COUNTERS, CRT, MARKER_SHEETS
from ibbprint.materials import Section

TEMPLATES = Section("templates", "Area templates")
SPELL_BOOK = Section("spells", "Spell book")
SPELL_LIST = Section("spell-list", "Spells and prayers", extra=True)
"""All spells on a page: their words are on the cards."""
PRICES = Section("prices", "Price list", extra=True)
"""For armies of one's own: a battle with armies of its own needs it only when somebody asks."""
FACES = frozenset(section.id for section in (COUNTERS, MARKER_SHEETS, TEMPLATES, SPELL_BOOK, CRT))
"""The ids of the sections that have pieces and cards."""
