"""The kinds of files that the game has, and a pack may have."""

from pathlib import Path

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind
from ibbprint.engine.examples import EXAMPLES
from sally.models import Ground, Unit


class Catalogue(rulebook.Catalogue):
    GAME = "sally"
    DATA = Path(__file__).parent / "data"

    units = Kind(Unit)
    ground = Kind(Ground)
    telling = rulebook.TELLING
    examples = EXAMPLES

    NAMED = {"unit": units, "terrain": ground}  # noqa: RUF012

    def army(self, side):
        """The types of unit of a side."""
        return [unit for unit in self.units if unit.side == side]
