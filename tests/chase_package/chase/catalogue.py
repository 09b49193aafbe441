"""The kinds of files that the game has, and a pack may have."""

from pathlib import Path

from chase.models import Terrain, Unit
from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind
from ibbprint.catalogue.rulebook import FIGURES, PARTS, RULINGS, TELLING

UNITS, TERRAIN = Kind("units", Unit), Kind("terrain", Terrain)
KINDS = {kind.name: kind for kind in (UNITS, TERRAIN, FIGURES, PARTS, RULINGS, TELLING)}


class Catalogue(rulebook.Catalogue):
    GAME = "chase"
    DATA = Path(__file__).parent / "data"
    KINDS = KINDS

    @property
    def shelters(self):
        """Ground that adds to the die of a hound (C-04)."""
        return [one for one in self.shelf(TERRAIN) if one.shelter and self.in_force({"shelter": "on"})]
