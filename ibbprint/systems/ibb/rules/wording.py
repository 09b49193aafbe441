"""Actions as text: `move R3 1707-1608-1507`, `melee R2 -> 1507`, `cast S31 fireball -> 0912`, and back.

The form is `verb [counters] [what] [way] [-> target]`: counters joined by `+`, hexes by `-`.
Where only one counter can be meant its hex, or nothing, may stand for it: `move 1707-1608`, `melee 1506 -> 1507`.
"""

from __future__ import annotations

import re

from ibbprint.problems import did_you_mean
from ibbprint.systems.ibb.rules.state import Action, Refused, State

AIMED = frozenset(("fire", "mounted", "melee", "support", "shoot", "bombard", "cast", "petard", "bridge"))
"""Verbs whose hexes stand behind an arrow: they are aimed at, not gone to."""

ALONE = ("order", "resolve", "end")
WITH_COUNTER = (
    "attach",
    "rally",
    "stand",
    "hold",
    "halt",
    "wait",
    "dig",
    "dismount",
    "mount",
    "show",
    "pay",
    "lapse",
    "enough",
)
WITH_WAY = ("move", "place", "refuse", "rout", "enter", "charge", "raise", "summon", "back")
VERBS = (*ALONE, *WITH_COUNTER, *WITH_WAY, *sorted(AIMED))

_HEXES = re.compile(r"^\d{4}(-\d{4})*$")


def text(state: State, action: Action) -> str:
    """An action as it is written in a saved game."""
    names, units = state.ground.names, state.units
    if not all(0 <= i < len(units) for i in action.who) or not all(0 <= h < len(names) for h in action.path):
        return f"{action.verb} ..."
    words = [action.verb]
    if action.who:
        words.append("+".join(units[i].key for i in action.who))
    way = "-".join(names[h] for h in action.path)
    if action.verb == "charge":
        return " ".join([*words, way, "->", action.what])
    if action.what:
        words.append(action.what)
    if way:
        words += ["->", way] if action.verb in AIMED else [way]
    return " ".join(words)


def parse(state: State, line: str) -> Action:
    """The action that a line means. Raises Refused for what is no action; whether it is legal is asked elsewhere."""
    words = line.split()
    if not words:
        raise Refused("A-63", "an action is missing")
    verb, rest = words[0].lower(), words[1:]
    if verb not in VERBS:
        raise Refused("A-63", f"{words[0]!r} is not an action. {did_you_mean(verb, VERBS, most=99)}")
    target: tuple[str, ...] = ()
    if "->" in rest:
        at = rest.index("->")
        rest, target = rest[:at], tuple(rest[at + 1 :])
        if len(target) != 1:
            raise Refused("A-63", f"one hex or counter goes after the arrow, not {' '.join(target) or 'nothing'!r}")
    who: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    what = ""
    for word in rest:
        if _HEXES.match(word):
            path = _hexes(state, word)
        elif not who and _are_counters(state, word):
            who = tuple(_counter(state, key) for key in word.split("+"))
        elif not what:
            what = word
        else:
            raise Refused("A-63", f"{word!r} is an unexpected word")
    if target:
        if verb == "charge":
            what = target[0]
        elif _HEXES.match(target[0]):
            if verb in AIMED and path:
                who = (_only(state, verb, path[0]),)
            path = _hexes(state, target[0])
        else:
            raise Refused("A-63", f"{target[0]!r} is not a hex: four digits, column and row")
    if what and verb not in ("cast", "charge", "bombard", "raise", "summon", "pay", "lapse"):
        if verb in WITH_WAY and what[0].isdigit():
            raise Refused("A-02", f"{what!r} is not a path: hexes of four digits, column and row, with - between them")
        raise Refused("A-05", f"there is no counter {what!r}. {did_you_mean(what, [u.key for u in state.units])}")
    if not who and verb not in ALONE and path and verb not in AIMED:
        who = (_only(state, verb, path[0]),)
    if not who and verb not in ALONE:
        raise Refused("A-63", f"{verb} what? Name a counter, for example {state.units[0].key}")
    return Action(verb, who, path, what)


def _are_counters(state: State, word: str) -> bool:
    known = {u.key for u in state.units}
    return all(key in known for key in word.split("+"))


def _counter(state: State, key: str) -> int:
    found = state.named(key)
    assert found is not None
    return found.id


def _hexes(state: State, word: str) -> tuple[int, ...]:
    index = state.ground.index
    for name in word.split("-"):
        if name not in index:
            raise Refused("A-02", f"hex {name} is not on the map, which goes from 0101 to {state.ground.names[-1]}")
    return tuple(index[name] for name in word.split("-"))


def _only(state: State, verb: str, h: int) -> int:
    """The one counter in a hex that can do this."""
    from ibbprint.systems.ibb.rules import turn

    able = {a.who[0]: None for a in turn.actions(state) if a.verb == verb and a.who and state.units[a.who[0]].hex == h}
    if len(able) == 1:
        return int(next(iter(able)))
    name = state.ground.names[h]
    if not able:
        raise Refused("A-63", f"nobody in {name} can {verb} now")
    keys = ", ".join(state.units[i].key for i in able)
    raise Refused("A-63", f"several counters in {name} can {verb}: name one of {keys}")
