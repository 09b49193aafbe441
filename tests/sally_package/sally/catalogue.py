"""The kinds of files that the game has, and a pack may have."""

from pathlib import Path

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind
from ibbprint.engine.examples import EXAMPLES
from ibbprint.phrases import small
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

    def out_of_bounds(self, side, counts):
        """The types of which an army has too few or too many, by the counts of each, and what to say of it (S-12)."""
        for unit in self.army(side):
            number = counts.get(unit.id, 0)
            if not unit.least <= number <= unit.most:
                yield unit, f"{bounds(unit)}, not {number}."


def bounds(unit):
    """How many of a type an army has: `an army has 1 to 4 pioneers`."""
    return f"an army has {f'{unit.least} to' if unit.least else 'at most'} {unit.most} {small(unit.name)}"
