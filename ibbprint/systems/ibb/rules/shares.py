"""How likely a die is to pass, for those who listen: from the very test that play makes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ibbprint.systems.ibb.catalogue import DIE
from ibbprint.systems.ibb.rules.state import State


def share(state: State, passes: Callable[[int], bool]) -> str:
    """The chance of a die to pass, as a fraction; nothing when nobody listens."""
    if state.events is None:
        return ""
    return str(Fraction(sum(map(passes, range(1, DIE + 1))), DIE))
