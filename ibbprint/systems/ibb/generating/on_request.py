"""An army on request, by a theme of either sort: of made-up scenarios, or a race, an arm or a kind of army."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ibbprint.engine.api.lists import ArmyRequest
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.engine.words import words_of
from ibbprint.problems import nearest
from ibbprint.systems.ibb.generating.armies import least_gold, raise_army
from ibbprint.systems.ibb.lists.checker import Checker
from ibbprint.systems.ibb.lists.generate import ROLES, make_army, themes

WITH = {"magic": "Any troops, with wizards and priests", "siege": "Any troops, with engines"}
"""What the kinds of armies are."""


def army_themes(checker: Checker) -> Sequence[tuple[str, str]]:
    """Every theme with what it is, and what a scenario makes of it, if that is another one."""
    full = [(theme.id, theme.text) for theme in checker.catalogue.army_themes]
    races = {race.id for race in checker.catalogue.races}
    words = words_of(checker.catalogue)
    plain = ((id, words.id("theme", id)) for id in dict.fromkeys(themes(checker).values()))
    scenario = "; for a scenario the same as"
    return [*full, *((id, f"{_described(id, races)}{f'{scenario} {same}' if same else ''}.") for id, same in plain)]


def _described(theme: str, races: Collection[str]) -> str:
    return WITH.get(theme) or f"Only troops of this {'race' if theme in races else 'arm'}"


def army_on_request(request: ArmyRequest, checker: Checker) -> str:
    """The list of an army as plain text. Raises BadQuestion where there can be none."""
    shelf = checker.catalogue.army_themes
    name, role = request.theme.strip().lower(), request.role.strip().lower()
    words = themes(checker)
    if name and name not in shelf and name not in words:
        name = words_of(checker.catalogue).id("theme", name) or name
    if name and name not in shelf and name not in words:
        names = [id for id, _ in army_themes(checker)]
        near = nearest(name, [*names, *words])
        hint = f"{f'Did you mean {near}? ' if near else ''}Known: {', '.join(names)}."
        raise BadQuestion(f"there is no theme {request.theme!r}.", hint)
    if name not in shelf or request.budget is None or (role and role not in ROLES):
        return make_army(request, checker)
    theme = shelf[name]
    raised = raise_army(theme, request.budget, role, f"army:{request.seed}", (), checker)
    if raised is None:
        least = least_gold(theme, checker)
        hint = f"The smallest costs {least} gold." if request.budget < least else "Try another budget."
        raise BadQuestion(f"no army of this theme is possible for {request.budget} gold.", hint)
    return raised.text
