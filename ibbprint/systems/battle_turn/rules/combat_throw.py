"""Phase 3: the combat test (B-R19 to B-R21)."""

from __future__ import annotations

from collections.abc import Iterable

from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.models import Condition
from ibbprint.systems.battle_turn.rules.weighing import Score, of_quality, weigh


def losses(catalogue: Catalogue, own_losses: int, start: int, killed: int) -> tuple[str, ...]:
    """The facts of losses: the worth lost this turn, against that at its start, and the worth killed (B-20, B-21).

    lost-half and lost-quarter both where it is over half, lost-more, killed-more.
    """
    figures, items = catalogue.figures, []
    if 100 * own_losses > figures["quarter"] * start:
        items.append("lost-quarter")
    if 100 * own_losses > figures["half"] * start:
        items.append("lost-half")
    if own_losses != killed:
        items.append("lost-more" if own_losses > killed else "killed-more")
    return tuple(items)


def score(catalogue: Catalogue, quality: str, true: Iterable[str] = ()) -> Score:
    """The combat test of a unit.

    What may be so: what `losses` gives, hold or oppose (its orders), standard, standard-lost, shaken, bloodlust, hero,
    leader (a warchief or a battle leader is with it).
    """
    used = (*of_quality(catalogue, quality, "B-R19"), *weigh(catalogue, "combat-test", true))
    return Score(catalogue.figures["die"], used)


def result(catalogue: Catalogue, temperament: str, score: int) -> Condition:
    """The condition of troops of a temperament after a score (B-R21); `ok` leaves them as they are (B-22)."""
    return catalogue.temperaments[temperament].result(score)
