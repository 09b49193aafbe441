"""What may be changed in a battle to bring its sides nearer to even: an element of another type for the same points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ibbprint.engine.api.evening import Change, Edit
from ibbprint.phrases import side_inside, small
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.names import name_of
from ibbprint.systems.element_battle.scenarios import Battle

MOST = 6
"""Changes of an army that are offered: a search plays dozens of games with each."""


def changes(battle: Battle, catalogue: Catalogue) -> Iterator[Change]:
    """For each army other types in place of a line of its elements; what costs other points the checks refuse."""
    for side in range(len(battle.scenario.armies)):
        yield from islice(_other_types(battle, side, catalogue), MOST)


def _other_types(battle: Battle, side: int, catalogue: Catalogue) -> Iterator[Change]:
    """The type of the same price and arm that is nearest in its bonus, for each line of elements without options."""
    army = battle.scenario.armies[side]
    if army.stands:
        return  # the elements on the table would have to change as well
    for number, element in enumerate(army.elements):
        troop = catalogue.troops[element.type]
        candidates = [
            other
            for other in catalogue.troops.values()
            if other.id != troop.id
            and other.ap == troop.ap
            and other.arm == troop.arm
            and not other.is_place
            and (not element.general or other.leads == "yes")
            and not element.options
        ]
        candidates.sort(key=lambda other: abs(other.foot - troop.foot) + abs(other.others - troop.others))
        for other in candidates[:1]:
            words = (
                f"{element.count} {small(name_of(other, count=element.count))} instead of "
                f"{element.count} {small(name_of(troop, count=element.count))} for {side_inside(army.name)}"
            )
            yield Change("army", words, (Edit(("armies", side, "elements", number, "type"), other.id),))
