"""Why a counter cannot do what a player clicked: the words and the rule of the engine, which is asked line by line."""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.engine.space import Grid, space_of
from ibbprint.engine.verbs import AIM, WAY
from ibbprint.patterns import regex
from ibbprint.problems import Problem
from ibbprint.table.answering import Json, Refused
from ibbprint.table.views import SideView

_TYPED = regex(r"Legal now|Did you mean|There are [0-9]+")
"""Hints for those who type actions: they name another one in the notation of saved games."""


def reason(seen: SideView, counter: int, place: str, grid: Grid | None = None) -> Json:
    """The reason why a counter can neither go to a place nor act on it now, with its rule.

    A move is asked for along a shortest way over the cells of the `grid`; without one, as a single step.
    """
    if not 0 <= counter < len(seen.state.counters) or place not in seen.names:
        raise Refused("There is no such counter or place.")
    unit = seen.state.counters[counter]
    if seen.game.to_move != seen.side:
        decider = seen.opened.sides.get(seen.game.to_move or "", "nobody")
        return {"text": f"It is not your turn to decide: {decider} decides now.", "rule": ""}
    if seen.game.sides[unit.side] != seen.side:
        return {"text": f"{unit.key} is not yours.", "rule": ""}
    others = [other for other in seen.state.counters if other.hex == seen.names.index(place)]
    aims = any(seen.game.sides[other.side] != seen.side for other in others)
    way = _way(grid, seen.place(unit.hex), place)
    problem = _fault(seen, unit.key, way, AIM if aims else WAY)
    if problem is None:
        problem = _fault(seen, unit.key, way, WAY if aims else AIM)
    if problem is None:
        return {"text": f"{unit.key} cannot do anything there now.", "rule": ""}
    return {"text": problem.message, "rule": problem.rule, "hint": "" if _TYPED.search(problem.hint) else problem.hint}


def _way(grid: Grid | None, here: str, place: str) -> tuple[str, ...]:
    """A shortest way from cell to cell, both ends included; the two ends where there is no grid, one off the map."""
    if not here:
        return (place,)
    if grid is None or here not in grid or place not in grid or here == place:
        return (here, place)
    space = space_of(grid)
    start = space.index[here]
    result = [space.index[place]]
    far = space.distances(start)
    while far[result[-1]]:
        result.append(min(space.near[result[-1]], key=far.__getitem__))
    return tuple(space.names[number] for number in reversed(result))


def _fault(seen: SideView, key: str, way: Sequence[str], hexes: str) -> Problem | None:
    """What is wrong with the first verb of a kind, those that the side can use now first; None where none is wrong."""
    usable = list(dict.fromkeys(action.verb for action in seen.view.candidates()))
    verbs = [name for name, verb in seen.game.notation.verbs.items() if verb.hexes == hexes and not verb.answer]
    verbs.sort(key=lambda name: usable.index(name) if name in usable else len(usable))
    for name in verbs:
        line = f"{name} {key} -> {way[-1]}" if hexes == AIM else f"{name} {key} {'-'.join(way)}"
        fault = seen.view.fault(line)
        if fault is not None:
            return fault
    return None
