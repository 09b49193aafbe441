"""The worked examples of a booklet: the questions of examples.yaml, answered by the code that plays. Knows no game.

The file chooses the situations; every circumstance, number to roll and chance is asked for, and the template words it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue.formula import FormulaFault, evaluate
from ibbprint.catalogue.layers import Kind
from ibbprint.catalogue.rulebook import Catalogue
from ibbprint.engine.api.odds import OddsAnswer, OddsRequest, OddsRow
from ibbprint.phrases import mixed, small
from ibbprint.problems import BadRequest

if TYPE_CHECKING:
    from ibbprint.catalogue.models.examples import Example

EXAMPLES: Kind[Any] = Kind("ibbprint.catalogue.models.examples:Example", name="examples", nested=True)
"""The questions of a game. A pack has no such file, because the templates word the answers to just these."""


def examples(catalogue: Catalogue, ask: Callable[[OddsRequest], OddsAnswer | None]) -> dict[str, Any]:
    """The answer to every question, for a template; None for one that this catalogue cannot answer."""
    return {example.id: _answered(example, catalogue, ask) for example in catalogue.shelf(EXAMPLES)}


def _answered(
    example: Example, catalogue: Catalogue, ask: Callable[[OddsRequest], OddsAnswer | None]
) -> dict[str, Any] | None:
    figures = {id.replace("-", "_"): value for id, value in catalogue.figures.items()}
    try:
        numbers = {name: evaluate(formula, figures) for name, formula in example.numbers.items()}
        options = {**example.options, **numbers}
        answer = ask(OddsRequest(example.ask, example.words or "", options))
    except (BadRequest, FormulaFault):
        return None
    if answer is None:
        return None
    return {
        "asked": options,
        "rows": _by_id(answer.rows),
        "sums": _by_id(answer.sums),
        "facts": [small(fact.text) for fact in answer.facts],
        "modifiers": [
            {"id": used.id, "name": small(used.name), "changes": used.changes, "amount": used.amount}
            for used in answer.modifiers
        ],
        "figures": {name: _printed(value) for name, value in answer.figures.items()},
    }


def _by_id(rows: Iterable[OddsRow]) -> dict[str, dict[str, str]]:
    return {row.id: {"id": row.id, "name": small(row.name), "chance": str(row.chance)} for row in rows}


def _printed(value: Any) -> str:
    """A figure of an answer as it is printed: a fraction as a mixed number."""
    try:
        return mixed(Fraction(value))
    except (TypeError, ValueError):
        return str(value)
