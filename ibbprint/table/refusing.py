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


def reason(side_view: SideView, counter: int, place: str, grid: Grid | None = None) -> Json:
    """The reason why a counter can neither go to a place nor act on it now, with its rule.

    A move is asked for along a shortest way over the cells of the `grid`; without one, as a single step.
    """
    if not 0 <= counter < len(side_view.state.counters) or place not in side_view.names:
        raise Refused("There is no such counter or place.")
    unit = side_view.state.counters[counter]
    if side_view.game.to_move != side_view.side:
        decider = side_view.opened.sides.get(side_view.game.to_move or "", "nobody")
        return _answer(f"It is not your turn to decide: {decider} decides now.")
    if side_view.game.sides[unit.side] != side_view.side:
        return _answer(f"{unit.key} is not yours.")
    here = side_view.place(unit.hex)
    if place == here:
        return _idle(side_view, unit, grid)
    occupants = [other for other in side_view.state.counters if other.hex == side_view.names.index(place)]
    aims = any(side_view.game.sides[other.side] != side_view.side for other in occupants)
    declared = side_view.view.declared()
    if (
        declared is not None
        and side_view.names[declared.path[0]] == place
        and (joining := _joining(side_view, unit.key))
    ):
        return _answer("", joining)
    path = _path(grid, here, place)
    problem = _fault(side_view, unit.key, path, AIM if aims else WAY) or _fault(
        side_view, unit.key, path, WAY if aims else AIM
    )
    return _answer(f"{unit.key} cannot do anything there now.") if problem is None else _answer("", problem)


def _answer(text: str, *problems: Problem) -> Json:
    """The answer to the page: the words of the problems, or a text where there are none."""
    hints = [problem.hint for problem in problems if problem.hint and not _TYPED.search(problem.hint)]
    return {
        "text": " ".join(dict.fromkeys(capital(problem.message) for problem in problems)) or text,
        "rules": [problem.rule for problem in problems],
        "hint": " ".join(dict.fromkeys(hints)),
    }


def _idle(side_view: SideView, unit: NamedCounter, grid: Grid | None) -> Json:
    """Why a counter that was clicked can do nothing: why it cannot move, and why it cannot attack what it might.

    That is what others can attack now, or else the nearest enemy. Where an attack is declared: why it cannot join that.
    """
    if (joining := _joining(side_view, unit.key)) is not None:
        return _answer("", joining)
    verbs = side_view.game.notation.verbs
    here, names = side_view.place(unit.hex), side_view.names
    aimed = [
        (action.verb, names[action.path[0]])
        for action in side_view.view.candidates()
        if action.path and action.counters and action.verb in verbs and verbs[action.verb].hexes == AIM
    ]
    problem = next(
        (item for verb, place in aimed if (item := _aim(side_view, verb, unit.key, place)) is not None), None
    )
    if problem is None and not aimed and grid is not None and here in grid:
        far = space_of(grid).distances(unit.hex)
        foes = [item.hex for item in side_view.state.counters if item.side != unit.side and item.hex >= 0]
        if foes:
            problem = _fault(side_view, unit.key, (here, names[min(foes, key=lambda cell: (far[cell], cell))]), AIM)
    moving = _fault(side_view, unit.key, (here, here), WAY)
    problems = [item for item in (moving, problem) if item is not None]
    return _answer(f"{unit.key} can do nothing now.", *problems)


def _joining(side_view: SideView, key: str) -> Problem | None:
    """Why a counter cannot join the attack that is declared; None where it can, or none is."""
    declared = side_view.view.declared()
    if declared is None:
        return None
    fault = _refused(side_view, f"{declared.verb} {key} -> {side_view.names[declared.path[0]]}")
    return None if fault is None else fault[0]


def _aim(side_view: SideView, verb: str, key: str, place: str) -> Problem | None:
    """What is wrong with a verb that is aimed at a place; None where nothing is, or the counter never does that."""
    fault = _refused(side_view, f"{verb} {key} -> {place}")
    return None if fault is None or fault[1] else fault[0]


def _path(grid: Grid | None, here: str, place: str) -> tuple[str, ...]:
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


def _fault(side_view: SideView, key: str, path: Sequence[str], hexes: str) -> Problem | None:
    """What is wrong with the first verb of a kind, those that the side can use now first; None where none is wrong.

    Verbs that the counter never does come last: that it is no engine does not say why it cannot fight.
    """
    usable = list(dict.fromkeys(action.verb for action in side_view.view.candidates()))
    verbs = [name for name, verb in side_view.game.notation.verbs.items() if verb.hexes == hexes and not verb.answer]
    verbs.sort(key=lambda name: usable.index(name) if name in usable else len(usable))
    lines = [f"{name} {key} -> {path[-1]}" if hexes == AIM else f"{name} {key} {'-'.join(path)}" for name in verbs]
    faults = [fault for line in lines if (fault := _refused(side_view, line)) is not None]
    return next((problem for problem, _ in sorted(faults, key=lambda fault: fault[1])), None)


def _refused(side_view: SideView, line: str) -> tuple[Problem, bool] | None:
    """What is wrong with a line, and whether its counter never does such a thing."""
    view = side_view.view
    try:
        refused = view.flow.check(view.state, view.parse(line))
    except Refusal as no_action:
        refused = no_action
    return None if refused is None else (of_line(refused, line, ()), refused.unfit)
