"""The sections that records of several games name: maps, and the figures of booklets."""

from ibbprint.materials import Section

MAP = Section("map", "Map")
RULES = Section("rules", "Rules")
