"""What may be wrong with a set-up."""

from chase.models import HARE
from ibbprint.engine.checkbook import Book, SetUp, error

BOOK = Book("chase", SetUp)


@BOOK.check("set-up", "The set-up", "C-01 C-02")
def set_up(look):
    """There is one hare, and nobody shares a hex."""
    if sum(place.unit.side == HARE for place in look.battle.places) != 1:
        yield error(look.where("units", key=True), "there must be one hare.")
    taken = set()
    for place in look.battle.places:
        if place.hex in taken:
            yield error(place.where, f"somebody is in {place.hex} already.", rule="C-02")
        taken.add(place.hex)
