"""The markers that are on the table, as far as the state of a game says so: on counters, on the map, of magic."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping

from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import State


def on_the_table(state: State) -> Mapping[str, int]:
    """How many of each marker of the catalogue lie on the table now, by its id."""
    return Tally(_all(state))


def _all(state: State) -> Iterator[str]:
    now = state.turn
    for unit in state.units:
        if unit.hex == OFF:
            continue
        if unit.routed:
            yield "routed"
        elif unit.disorganised >= 0:
            yield "disorganised"
        if unit.berserk == now:
            yield "berserk"
        if unit.balked == now:
            yield "balked"
        if unit.rallying == now:
            yield "rally-attempt"
        if unit.hidden:
            yield "hidden"
        if unit.kind.limited and unit.shots < unit.kind.shots:
            yield "shot-used"
    for level in state.forts.values():
        yield f"fort-{level}"
