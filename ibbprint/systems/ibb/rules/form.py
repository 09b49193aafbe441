"""What form an action must have, whatever the moment: how many counters it names, hexes that are there, nothing over.

Whoever checks an action after this may take for granted that its counters and hexes exist, and that one is named
wherever one must be.
"""

from __future__ import annotations

from ibbprint.systems.ibb.rules.state import Action, Refused, State

NONE, ONE, SOME = (0, 0), (1, 1), (1, 99)
"""How many counters an action names, at least and at most."""

COUNTERS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("order", "resolve", "end"), NONE),
    **dict.fromkeys(("attach", "rally", "place", "dig", "bridge", "petard", "dismount", "mount", "show"), ONE),
    **dict.fromkeys(("fire", "mounted", "melee", "support", "charge"), ONE),
    **dict.fromkeys(("move", "bombard", "cast"), SOME),
}
"""Every verb that is not an answer: answers are compared with the choices of their question."""

NO_HEX = frozenset(("order", "resolve", "end", "attach", "rally", "dig", "dismount", "mount", "show"))
WITH_WORD = frozenset(("charge", "bombard", "cast"))


def check(state: State, action: Action) -> Refused | None:
    """Why something is not an action at all, or None."""
    verb, who, path, what = action
    if verb not in COUNTERS:
        return Refused("A-63", f"nobody can {verb} now")
    if not all(0 <= i < len(state.units) for i in who):
        return Refused("A-05", "there is no such counter")
    if not all(0 <= h < state.ground.size for h in path):
        return Refused("A-02", "there is no such hex")
    least, most = COUNTERS[verb]
    if not least <= len(who) <= most:
        number = {NONE: "no counter", ONE: "one counter", SOME: "a counter"}[least, most]
        return Refused("A-63", f"{verb} names {number}, not {' and '.join(state.units[i].key for i in who) or 'none'}")
    if path and verb in NO_HEX:
        return Refused("A-63", f"{verb} needs no hex: leave out {state.ground.names[path[0]]}")
    if what and verb not in WITH_WORD:
        return Refused("A-63", f"{what} means nothing after {verb}")
    return None
