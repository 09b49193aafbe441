"""The sections that only this game has; each can be printed by itself with `--only`."""

from ibbprint.materials import Section

ROSTER = Section("roster", "Roster")
LABELS = Section("labels", "Unit labels")
ORDERS = Section(
    "orders", "Order chits", counted="order chits",
    secret="The order chits of an army all have the same back: place them face down beside their units.",
)  # fmt: skip
MARKERS = Section("markers", "Markers")
CARDS = Section("cards", "Leaders, boasts and worth")
STICK = Section("stick", "Measuring stick", counted="parts of the stick")
