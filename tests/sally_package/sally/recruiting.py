"""Armies made up: legal lists that spend all they can."""

from ibbprint.dice import SeededDice
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.problems import did_you_mean
from sally.models import SIDES

ROLES = dict(zip(("attacker", "defender"), SIDES, strict=True))


def make_army(request, catalogue):
    """A list as plain text; BadQuestion if there can be none. The garrison attacks."""
    side = ROLES.get(request.role or "attacker", request.role)
    if side not in SIDES:
        raise BadQuestion(f"there is no role {request.role!r}.", did_you_mean(request.role, (*ROLES, *SIDES)))
    if request.theme:
        raise BadQuestion("armies of this game have no themes.", "Leave --theme out.")
    left = budget = request.budget or catalogue.figures["budget"]
    units, counts = catalogue.army(side), {}
    dice = SeededDice(f"army:{request.seed}:{budget}:{side}")
    for unit in units:
        counts[unit.id] = unit.least
        left -= unit.price * unit.least
    if left < 0:
        raise BadQuestion(f"no army of this side costs only {budget} crowns.", f"At least {budget - left}.")
    while fits := [unit for unit in units if unit.price <= left and counts[unit.id] < unit.most]:
        unit = fits[dice.roll(len(fits)) - 1]
        counts[unit.id] += 1
        left -= unit.price
    lines = [f"{counts[unit.id]} x {unit.name}  {unit.price * counts[unit.id]}" for unit in units if counts[unit.id]]
    return "\n".join(["Game: sally", f"Title: {side.capitalize()}", f"Budget: {budget}", "", *lines]) + "\n"
