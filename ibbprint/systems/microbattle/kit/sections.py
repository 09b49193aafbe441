"""The sections that only this game has."""

from ibbprint.materials import Section

TILES = Section("tiles", "Ground tiles")
CARDS = Section("cards", "Cards", extra=True)
"""What they have is on the player aid as well."""
