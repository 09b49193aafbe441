"""Phase 4: new orders (B-R22 to B-R24)."""

from __future__ import annotations

from collections.abc import Iterable

from ibbprint.engine.rolls import AppliedModifier
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.models import OrdersId, OrdersResult
from ibbprint.systems.battle_turn.rules.weighing import Facts, Score, weigh


def score(catalogue: Catalogue, leadership: int, true: Iterable[str] | Facts = ()) -> Score:
    """The throw for new orders that a leader sends.

    What may be so: other-race, disorganised (any unit of the command), wavering (how many units of the command are
    shaken or in bloodlust), attached (a battle leader with a unit), fanatic-attack, in-person.
    """
    base = AppliedModifier("leadership", "Leadership", "die", leadership, ("B-R22",))
    return Score(catalogue.figures["die"], (base, *weigh(catalogue, "new-orders", true)))


def result(catalogue: Catalogue, score: int) -> OrdersResult:
    """The result for the orders (B-R24); the worst row where none has a `least` so low."""
    rows = catalogue.orders_results
    return next((row for row in rows if score >= row.least), rows[-1])


def followed(catalogue: Catalogue, row: OrdersResult, old: OrdersId, new: OrdersId) -> OrdersId:
    """The orders that the unit follows then: those sent, its former ones, or those it understood (B-34)."""
    if row.follows == "misunderstood":
        return catalogue.orders[new].misunderstood
    return new if row.follows == "new" else old
