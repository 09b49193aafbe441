"""Why a counter cannot do what a player clicked: the words and the rule of the engine, which is asked line by line."""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.engine.refusals import Refusal, of_line
from ibbprint.engine.space import Grid, space_of
from ibbprint.engine.state import NamedCounter
from ibbprint.engine.verbs import AIM, WAY
from ibbprint.patterns import regex
from ibbprint.phrases import capital
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
        return _answer(f"It is not your turn to decide: {decider} decides now.")
    if seen.game.sides[unit.side] != seen.side:
        return _answer(f"{unit.key} is not yours.")
    here = seen.place(unit.hex)
    if place == here:
        return _idle(seen, unit, grid)
    others = [other for other in seen.state.counters if other.hex == seen.names.index(place)]
    aims = any(seen.game.sides[other.side] != seen.side for other in others)
    declared = seen.view.declared()
    if declared is not None and seen.names[declared.path[0]] == place and (joining := _joining(seen, unit.key)):
        return _answer("", joining)
    way = _way(grid, here, place)
    problem = _fault(seen, unit.key, way, AIM if aims else WAY) or _fault(seen, unit.key, way, WAY if aims else AIM)
    return _answer(f"{unit.key} cannot do anything there now.") if problem is None else _answer("", problem)


def _answer(text: str, *problems: Problem) -> Json:
    """The answer to the page: the words of the problems, or a text where there are none."""
    hints = [each.hint for each in problems if each.hint and not _TYPED.search(each.hint)]
    return {
        "text": " ".join(dict.fromkeys(capital(each.message) for each in problems)) or text,
        "rules": [each.rule for each in problems],
        "hint": " ".join(dict.fromkeys(hints)),
    }


def _idle(seen: SideView, unit: NamedCounter, grid: Grid | None) -> Json:
    """Why a counter that was clicked can do nothing: why it cannot move, and why it cannot attack what it might.

    That is what others can attack now, or else the nearest enemy. Where an attack is declared: why it cannot join that.
    """
    if (joining := _joining(seen, unit.key)) is not None:
        return _answer("", joining)
    verbs = seen.game.notation.verbs
    here, names = seen.place(unit.hex), seen.names
    aimed = [
        (action.verb, names[action.path[0]])
        for action in seen.view.candidates()
        if action.path and action.who and action.verb in verbs and verbs[action.verb].hexes == AIM
    ]
    problem = next((each for verb, place in aimed if (each := _aim(seen, verb, unit.key, place)) is not None), None)
    if problem is None and not aimed and grid is not None and here in grid:
        far = space_of(grid).distances(unit.hex)
        foes = [each.hex for each in seen.state.counters if each.side != unit.side and each.hex >= 0]
        if foes:
            problem = _fault(seen, unit.key, (here, names[min(foes, key=lambda cell: (far[cell], cell))]), AIM)
    moving = _fault(seen, unit.key, (here, here), WAY)
    problems = [each for each in (moving, problem) if each is not None]
    return _answer(f"{unit.key} can do nothing now.", *problems)


def _joining(seen: SideView, key: str) -> Problem | None:
    """Why a counter cannot join the attack that is declared; None where it can, or none is."""
    declared = seen.view.declared()
    if declared is None:
        return None
    fault = _refused(seen, f"{declared.verb} {key} -> {seen.names[declared.path[0]]}")
    return None if fault is None else fault[0]


def _aim(seen: SideView, verb: str, key: str, place: str) -> Problem | None:
    """What is wrong with a verb that is aimed at a place; None where nothing is, or the counter never does that."""
    fault = _refused(seen, f"{verb} {key} -> {place}")
    return None if fault is None or fault[1] else fault[0]


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
    """What is wrong with the first verb of a kind, those that the side can use now first; None where none is wrong.

    Verbs that the counter never does come last: that it is no engine does not say why it cannot fight.
    """
    usable = list(dict.fromkeys(action.verb for action in seen.view.candidates()))
    verbs = [name for name, verb in seen.game.notation.verbs.items() if verb.hexes == hexes and not verb.answer]
    verbs.sort(key=lambda name: usable.index(name) if name in usable else len(usable))
    lines = [f"{name} {key} -> {way[-1]}" if hexes == AIM else f"{name} {key} {'-'.join(way)}" for name in verbs]
    faults = [fault for line in lines if (fault := _refused(seen, line)) is not None]
    return next((problem for problem, _ in sorted(faults, key=lambda fault: fault[1])), None)


def _refused(seen: SideView, line: str) -> tuple[Problem, bool] | None:
    """What is wrong with a line, and whether its counter never does such a thing."""
    view = seen.view
    try:
        refused = view.flow.check(view.state, view.parse(line))
    except Refusal as no_action:
        refused = no_action
    return None if refused is None else (of_line(refused, line, ()), refused.unfit)
