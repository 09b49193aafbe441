"""What may be wrong with a set-up."""

from collections import Counter

from ibbprint.engine.checkbook import Book, SetUp, error, warning
from ibbprint.phrases import counted, small
from sally.models import BESIEGERS, GARRISON, NAMES, SIDES

BOOK = Book("sally", SetUp)


@BOOK.check("stacking", "One unit in a hex", "S-03")
def stacking(look):
    """No two units start in the same hex."""
    taken = {}
    for place in look.battle.places:
        if place.hex in taken:
            yield error(place.where, f"{taken[place.hex].key} is in {place.hex} already.", places=(place.hex,))
        taken.setdefault(place.hex, place)


@BOOK.check("apart", "Nobody starts in contact", "S-02")
def apart(look):
    """Every unit of the garrison starts at least two hexes from the nearest besieger."""
    if look.battle.map is None:
        return
    enemies = {place.hex: place for place in look.battle.of(BESIEGERS)}
    for place in look.battle.of(GARRISON):
        near = [enemies[name].key for name in look.battle.map.grid.neighbours(place.hex) if name in enemies]
        if near:
            yield error(place.where, f"{place.key} starts next to {near[0]}.", "Leave a hex between them.")


@BOOK.check("guns", "Guns to spike", "S-01")
def guns(look):
    """The besiegers have at least as many guns as the garrison must spike."""
    number, expected = sum(place.unit.gun for place in look.battle.places), look.catalogue.figures["guns-to-spike"]
    if number < expected:
        message = f"the besiegers have {counted(number, 'gun')}, and the garrison must spike {expected}."
        yield error(look.where("units", key=True), message)


@BOOK.check("entrenched", "Guns in trenches", "S-10")
def entrenched(look):
    """Every gun starts in a trench."""
    for place in look.battle.places:
        if place.unit.gun and look.battle.map is not None:
            ground = look.catalogue.ground.get(look.battle.map.terrain[place.hex])
            if ground is not None and not ground.cover:
                yield warning(place.where, f"{place.key} starts {ground.where}.", "Put it in a trench.")


@BOOK.check("armies", "Armies that could be bought", "S-11 S-12")
def armies(look):
    """Each army costs no more than its budget, and has as many units of each type as a list may have."""
    budget = look.catalogue.figures["budget"]
    for side in SIDES:
        places = look.battle.of(side)
        cost, counts = sum(place.unit.price for place in places), Counter(place.unit.id for place in places)
        if cost > budget:
            message = f"the army of {small(NAMES[side])} costs {cost} crowns, {cost - budget} over {budget}."
            yield error(look.where("units", key=True), message)
        for unit, message in look.catalogue.out_of_bounds(side, counts):
            where = next((place.where for place in places if place.unit is unit), look.where("units", key=True))
            yield error(where, message, rule="S-12")
