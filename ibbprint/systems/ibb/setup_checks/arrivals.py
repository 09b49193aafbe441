"""Reinforcements: their hex and turn, what must be free for them, who orders them."""

from __future__ import annotations

from ibbprint.phrases import listed
from ibbprint.problems import Severity
from ibbprint.systems.ibb.rules import control, deploy
from ibbprint.systems.ibb.rules.state import Counter
from ibbprint.systems.ibb.scenarios import Line
from ibbprint.systems.ibb.setup_checks.formations import CAPTAIN_RULES, captains_near
from ibbprint.systems.ibb.setup_checks.set_up import SetUp, several


def check(look: SetUp) -> None:
    for line, units in look.lines:
        if line.force.turn and look.spots(units[0]):
            one(look, line, units)


def one(look: SetUp, line: Line, units: list[Counter]) -> None:
    """One line of reinforcements."""
    unit, turn = units[0], line.force.turn
    hexes = sorted(look.spots(unit))
    names = look.at(hexes)
    where = line.at("hexes", 0) if line.force.hexes else line.at("zone")
    companions = [
        u for u in look.units
        if (u.side, u.turn, look.spots(u)) == (unit.side, turn, look.spots(unit)) and control.stacking(look.state, u)
    ]  # fmt: skip
    points = [control.stacking(look.state, u) for u in companions]
    room = look.setting.figures.stacking_limit * len(hexes)
    row = f"{' + '.join(map(str, points))} = {sum(points)}" if len(points) > 1 else str(sum(points))
    full = f"{row}, legal only if {listed(names)} is empty" if sum(points) == room else row
    friends = [u for u in look.units if u.side == unit.side and look.fixed(u) is not None and u.kind.troops]
    near = [u.hex for u in friends if any(look.ground.distance(u.hex, h) == 1 for h in hexes)]
    working = f"{full}; {f'adjacent to {listed(look.at(near))}' if near else 'no friend next to it'}"
    known = {formation.id for formation in look.scenario.formations}
    if look.regular(unit) and unit.formation not in known and line.force.side not in look.unknown:
        captains = captains_near(look, units)
        if captains and not look.printed:
            working += f"; next to {listed([name for _, name, _ in captains])} when they come"
        look.add(
            "arrival-captain", look.grave, where, "R-165",
            f"reinforcements without a captain: {several(len(units), 'unit')} of {unit.kind.name} on turn {turn}.",
            places=names, working=working, rulings=("R-165", *CAPTAIN_RULES), named=[line.force.rules],
        )  # fmt: skip
    elif points:
        message = f"{len(units)} × {look.called(unit)} on turn {turn}."
        look.add("arrival", Severity.NOTE, where, "R-165", message, places=names, working=working)
    if not companions or unit is companions[0]:
        _blocked(look, line, unit, hexes, sum(points))
    if look.ground.edge.isdisjoint(hexes):
        look.add(
            "arrival-inland", Severity.WARNING, where, "R-70",
            f"{listed(names)} is not at the edge of the map: reinforcements come in there.", places=names,
            rulings=("R-70", "R-165"), named=[line.force.rules],
        )  # fmt: skip


def _blocked(look: SetUp, line: Line, unit: Counter, hexes: list[int], points: int) -> None:
    """Who stands in the way at the set-up, or that there is no room for all who come at once."""
    where = line.at("hexes", 0) if line.force.hexes else line.at("zone")
    limit = look.setting.figures.stacking_limit
    shown, turn = look.at(hexes), line.force.turn
    enemies = [u for u in look.units if u.side != unit.side and look.fixed(u) in hexes]
    entries = deploy.entries(look.state, unit)
    if points > limit * len(hexes):
        look.add(
            "arrival-blocked", Severity.ERROR, where, "R-70",
            f"there is no room in {listed(shown)} for all who come on turn {turn}: strength {points} for "
            f"{several(len(hexes), 'hex', 'hexes')} of {limit}.", places=shown,
            working=f"{points} > {limit * len(hexes)}",
        )  # fmt: skip
    elif enemies and not set(entries) & set(hexes):
        look.add(
            "arrival-blocked", Severity.ERROR, where, "R-70",
            f"an enemy is set up in {listed(shown)}: {look.called(enemies[0])}.", places=shown,
            working=f"otherwise they come in at {listed(look.at(entries))}" if entries else "there is no other hex",
        )  # fmt: skip
    elif not set(entries) & set(hexes):
        look.add(
            "arrival-blocked", Severity.WARNING, where, "R-70",
            f"friends must leave {listed(shown)} before turn {turn}: with them it is too full.", places=shown,
            working=f"{control.stack(look.state, hexes[0], unit.side)} there, {points} to come, {limit} in all",
            rulings=("R-70", "R-165"), named=[line.force.rules],
        )  # fmt: skip
