"""What may be changed in a battle to bring its sides nearer to even: the quality of a unit, then its figures.

Only rosters in the battle's own file are changed; those of other files serve other battles too.
"""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.api.evening import Change, Edit
from ibbprint.phrases import side_inside, small
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.models import Roster
from ibbprint.systems.battle_turn.scenarios import Battle

PART = 4
"""A change adds or takes away one figure of this many."""


def changes(battle: Battle, catalogue: Catalogue) -> Iterator[Change]:
    """Each unit a quality better or worse, the dearest unit of each army first; then with more figures or fewer."""
    own = {roster.id: number for number, roster in enumerate(battle.scenario.rosters)}
    rosters = [
        (side, own[army.roster.id], army.roster) for side, army in enumerate(battle.armies) if army.roster.id in own
    ]
    for side, number, roster in rosters:
        yield from _qualities(battle, side, number, roster, catalogue)
    for side, number, roster in rosters:
        yield from _figures(battle, side, number, roster)


def _dearest(roster: Roster) -> list[int]:
    """The units of a roster by their numbers, the dearest first."""
    return sorted(range(len(roster.units)), key=lambda at: -roster.units[at].total_worth)


def _qualities(battle: Battle, side: int, number: int, roster: Roster, catalogue: Catalogue) -> Iterator[Change]:
    ids = list(catalogue.qualities)
    for at in _dearest(roster):
        unit = roster.units[at]
        present = ids.index(unit.quality)
        for other, gains in ((present - 1, side), (present + 1, 1 - side)):
            if 0 <= other < len(ids):
                names = [small(catalogue.qualities[ids[index]].name) for index in (other, present)]
                words = f"{unit.name} of {_whose(battle, side)}: {names[0]} instead of {names[1]}"
                edit = Edit(("rosters", number, "units", at, "quality"), ids[other])
                yield Change("army", words, (edit,), battle.armies[gains].id)


def _figures(battle: Battle, side: int, number: int, roster: Roster) -> Iterator[Change]:
    for at in _dearest(roster):
        unit = roster.units[at]
        part = max(1, unit.figures // PART)
        for figures, gains in ((unit.figures + part, side), (unit.figures - part, 1 - side)):
            if figures > 0:
                words = f"{figures} figures of {unit.name} instead of {unit.figures} for {_whose(battle, side)}"
                edit = Edit(("rosters", number, "units", at, "figures"), str(figures))
                yield Change("gold", words, (edit,), battle.armies[gains].id)


def _whose(battle: Battle, side: int) -> str:
    return side_inside(battle.armies[side].name)
