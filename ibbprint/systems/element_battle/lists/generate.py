"""Armies made up: a legal list that spends all its points, written as the plain text that `check` reads."""

from __future__ import annotations

from ibbprint.dice import SeededDice
from ibbprint.engine.api.lists import ArmyRequest
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.problems import did_you_mean
from ibbprint.systems.element_battle.catalogue import GAME
from ibbprint.systems.element_battle.lists.checker import Checker
from ibbprint.systems.element_battle.names import shown
from ibbprint.systems.element_battle.recruiting import recruit, theme_of

ROLES = ("attacker", "defender")


def make_army(request: ArmyRequest, checker: Checker) -> str:
    """A list as plain text; BadQuestion when there can be none."""
    catalogue, role = checker.catalogue, request.role.strip().lower()
    if role and role not in ROLES:
        raise BadQuestion(f"there is no role {request.role!r}.", did_you_mean(role, ROLES))
    usual = catalogue.figures["points"]
    points = request.budget or usual
    theme = theme_of(catalogue, request.theme)
    made = recruit(catalogue, theme, points, SeededDice(f"army:{request.seed}:{points}:{theme.id}:{role}"))
    head = [f"Game: {GAME}", f"Title: {made.title}"]
    head += [f"Points: {points}"] if points != usual else []
    head += [f"Role: {role.capitalize()}"] if role else []
    stronghold = catalogue.stronghold
    lines = ["", *([stronghold.one] if role == "defender" and stronghold is not None else [])]
    for troop, count, leads in made.lines:
        name = f"{count} x {shown(troop, count=count)}"
        lines.append(f"{name}{' (general)' if leads else ''} {int(troop.ap) * count}")
    return "\n".join([*head, *lines]) + "\n"
