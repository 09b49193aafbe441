"""What is not an action at all: counters and hexes that do not exist, too few or too many of them, unused words."""

from __future__ import annotations

from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import Action, Refused, State

ALONE = ("pass", "fight", "end")
"""Verbs that take nothing."""
WITH_COUNTER = ("activate", "decline", "appoint", "berserk", "battle", "suffer")
"""Verbs that take a counter and no more."""
VERBS = (*ALONE, *WITH_COUNTER, "move", "turn", "attack", "cast", "join", "regain", "shoot")
WORDED = ("turn", "cast", "regain")
"""Verbs that take a word."""


def check(state: State, action: Action) -> Refused | None:
    """Why something is not an action; whoever checks after it can rely on what it names."""
    verb = action.verb
    if verb not in VERBS:
        return Refused("A-R12", f"{verb!r} is not an action")
    if not all(0 <= h < len(state.ground.names) for h in action.path):
        return Refused("A-R16", "a hex that is not on the map")
    if verb in ALONE:
        if action != Action(verb):
            return Refused("A-R12", f"{verb} takes nothing after it")
        return None
    counter = state.named(action.who)
    if counter is None:
        return Refused("A-R12", f"there is no counter {action.who!r}")
    if counter.hex == OFF:
        return Refused("A-R12", f"{action.who} is not on the map")
    if verb in WITH_COUNTER and action.path:
        return Refused("A-R12", f"{verb} takes no hexes")
    if action.what and verb not in WORDED:
        return Refused("A-R12", f"{action.what!r} cannot be used with {verb}")
    return None
