"""Phase 6: the command test (B-R33 to B-R35)."""

from __future__ import annotations

from collections.abc import Iterable

from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.models import CommandResult
from ibbprint.systems.battle_turn.rules.weighing import Facts, Score, weigh


def score(catalogue: Catalogue, true: Iterable[str] | Facts = ()) -> Score:
    """The command test of a unit.

    What may be so: warchief-killed, unit-gone (how many), boast-broken, boast-good.
    """
    return Score(catalogue.figures["die"], weigh(catalogue, "command-test", true))


def result(catalogue: Catalogue, score: int) -> CommandResult:
    """The effect of a score on the unit (B-R35); the worst row where none has a `least` so low."""
    rows = catalogue.command_results
    return next((row for row in rows if score >= row.least), rows[-1])
