"""The kinds of files that the game has, and a pack may have."""

from pathlib import Path

from chase.models import Terrain, Unit
from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind


class Catalogue(rulebook.Catalogue):
    GAME = "chase"
    DATA = Path(__file__).parent / "data"

    units = Kind(Unit)
    terrain = Kind(Terrain)
    telling = rulebook.TELLING

    @property
    def shelters(self):
        """Ground that adds to the die of a hound (C-04)."""
        return [ground for ground in self.terrain if ground.shelter and self.in_force({"shelter": "on"})]
