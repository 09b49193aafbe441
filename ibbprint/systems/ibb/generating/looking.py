"""A quick look at a made-up scenario by greedy games: what to throw away before anybody prints it.

It does not prove balance: it reports how two simple policies fare, and throws away only what is plainly lopsided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ibbprint.engine.api.generating import Games

NEARLY_ALL = (9, 10)
"""Who wins more than so many games of so many that are not drawn wins nearly all."""
EARLY = 12
"""If one side has won all of the first games, so many, or has reached nothing in them, nobody need look at more."""
EVENING = 60
"""Activations of a side that two people play in an evening."""


class Look(NamedTuple):
    """A tally of trial games: played, won by side, games in which a side reached a level, the longest game.

    `activations` is the most that a side had in a game; `reason` why the scenario is thrown away, nothing if it is not.
    """

    games: int
    wins: Mapping[str, int]
    reached: Mapping[str, int]
    turns: int
    activations: int
    reason: str = ""


def looked_at(files: Mapping[str, bytes], games: Games, number: int, evening: bool, names: Mapping[str, str]) -> Look:
    """Look at so many games of a scenario, or at fewer where it is plain at once; `names` are those of its sides."""
    wins: Counter[str] = Counter()
    reached: Counter[str] = Counter()
    activations = turns = played = 0
    for game in games(files, number):
        played += 1
        result = game.result
        wins[result.winner or ""] += 1
        reached.update(side for side, level in result.levels.items() if level)
        drawn = Counter(event.values["side"] for event in game.events if event.kind == "drawn")
        activations, turns = max(activations, *drawn.values(), 0), max(turns, game.turn)
        reason = _reason(names, wins, reached, played, number, activations if evening else 0)
        if reason or played == number:
            return Look(played, wins, reached, turns, activations, reason)
    return Look(played, wins, reached, turns, activations)


def _reason(
    names: Mapping[str, str],
    wins: Mapping[str, int],
    reached: Mapping[str, int],
    played: int,
    number: int,
    activations: int,
) -> str:
    if activations > EVENING:
        return f"a side had {activations} activations, and an evening has {EVENING}"
    for side, name in names.items():
        if played == EARLY < number and wins.get(side) == played:
            return f"the {name} won all of {played} games"
        if played < number and played != EARLY:
            continue
        decided = played - wins.get("", 0)
        share, total = NEARLY_ALL
        if 1 < played == number and wins.get(side, 0) * total > max(decided, min(EARLY, played)) * share:
            return f"the {name} won {wins[side]} of the {decided} games that were not drawn"
        if not reached.get(side) and played > 1:
            return f"the {name} reached no objective in {played} games"
    return ""


def as_sentence(look: Look, names: Mapping[str, str]) -> str:
    """The tally in a sentence, with what it does not claim."""
    parts = [f"the {names[side]} won {look.wins.get(side, 0)}" for side in names]
    drawn = look.wins.get("", 0)
    draws = "none was drawn" if not drawn else f"{drawn} {'was' if drawn == 1 else 'were'} drawn"
    ended = f"{parts[0]}, {parts[1]} and {draws}"
    games = "1 greedy game" if look.games == 1 else f"{look.games} greedy games"
    return (
        f"In {games} {ended}; no side had more than {look.activations} activations. "
        "A quick look with simple play does not prove balance."
    )
