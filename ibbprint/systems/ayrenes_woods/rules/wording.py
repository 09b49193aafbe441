"""Actions as text: `move R3 0911-0910`, `attack R3 -> 0910`, `cast BL holy-war -> 1006`, and back.

The form is `verb [counter] [word] [way]`; hexes that are aimed at stand behind an arrow.
"""

from __future__ import annotations

import re

from ibbprint.problems import did_you_mean
from ibbprint.systems.ayrenes_woods.rules.form import ALONE, VERBS
from ibbprint.systems.ayrenes_woods.rules.state import Action, Refused, State

AIMED = ("attack", "cast", "shoot")
"""Verbs whose hexes stand behind an arrow: they are aimed at, not gone to."""
_HEXES = re.compile(r"^\d{4}(-\d{4})*$")


def text(state: State, action: Action) -> str:
    """An action as it is written in a saved game."""
    names = state.ground.names
    words = [action.verb, action.who, action.what]
    if action.path:
        way = "-".join(names[h] if 0 <= h < len(names) else "..." for h in action.path)
        words += ["->", way] if action.verb in AIMED else [way]
    return " ".join(word for word in words if word)


def parse(state: State, line: str) -> Action:
    """The action that a line means. Raises Refused for what is none; whether it is legal is asked elsewhere."""
    words = line.split()
    if not words:
        raise Refused("A-R12", "an action is missing")
    verb, rest = words[0].lower(), words[1:]
    if verb not in VERBS:
        raise Refused("A-R12", f"{words[0]!r} is not an action. {did_you_mean(verb, VERBS, most=99)}")
    if "->" in rest:
        at = rest.index("->")
        if len(rest) != at + 2 or not _HEXES.match(rest[-1]):
            raise Refused("A-R16", "hexes go after the arrow, four digits each, with - between them")
        rest = [*rest[:at], rest[-1]]
    who, what, path = "", "", ()  # type: tuple[str, str, tuple[int, ...]]
    for word in rest:
        if _HEXES.match(word):
            path = _hexes(state, word)
        elif not who and verb not in ALONE:
            who = _counter(state, word)
        elif not what:
            what = _word(word)
        else:
            raise Refused("A-R12", f"{word!r} is an unexpected word")
    if not who and verb not in ALONE:
        raise Refused("A-R12", f"{verb} what? Name a counter, for example {state.units[0].key}")
    return Action(verb, who, path, what)


def _word(word: str) -> str:
    """The name of a spell, or of a corner."""
    return word.upper() if len(word) <= 2 else word.lower()


def _counter(state: State, key: str) -> str:
    keys = [one.key for one in state.counters()]
    if key.upper() not in keys:
        raise Refused("A-R12", f"there is no counter {key!r}. {did_you_mean(key.upper(), keys)}")
    return key.upper()


def _hexes(state: State, word: str) -> tuple[int, ...]:
    index = state.ground.index
    for name in word.split("-"):
        if name not in index:
            raise Refused("A-R16", f"hex {name} is not on the map, which goes from 0101 to {state.ground.names[-1]}")
    return tuple(index[name] for name in word.split("-"))
