"""Reinforcements: their hex and turn, what must be free for them, who orders them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ibbprint.engine.checkbook import Draft, Drafts, error, note, warning
from ibbprint.phrases import listed
from ibbprint.problems import Where
from ibbprint.systems.ibb.rules import control, deploy
from ibbprint.systems.ibb.rules.state import Counter
from ibbprint.systems.ibb.scenarios import Line
from ibbprint.systems.ibb.setup_checks.formations import CAPTAIN_RULES, captains_near
from ibbprint.systems.ibb.setup_checks.set_up import Chapter, SetUp, several

BOOK = Chapter()


class Arrival(NamedTuple):
    """A line of reinforcements."""

    line: Line
    units: list[Counter]
    hexes: list[int]
    companions: list[Counter]
    """Those of the side who come in the same turn to the same hexes and take room there."""

    @property
    def where(self) -> Where:
        return self.line.at("hexes", 0) if self.line.force.hexes else self.line.at("zone")


def _arrivals(look: SetUp) -> Iterator[Arrival]:
    for line, units in look.lines:
        unit, spots = units[0], look.spots(units[0])
        if line.force.turn and spots:
            companions = (
                u for u in look.units if (u.side, u.turn) == (unit.side, unit.turn) and look.spots(u) == spots
            )
            yield Arrival(line, units, sorted(spots), [u for u in companions if control.stacking(look.state, u)])


@BOOK.check(
    "arrival", "Reinforcements", "R-70 R-165", text="When and where they arrive, and which hexes must be free for them."
)
@BOOK.check(
    "arrival-captain", "Reinforcements without a captain", "R-49 R-161 R-165", settled_by=("R-165", *CAPTAIN_RULES)
)
def arrivals(look: SetUp) -> Drafts:
    """Reinforcements need a captain's orders to act."""
    formations = {formation.id for formation in look.scenario.formations}
    for arrival in _arrivals(look):
        line, units, hexes = arrival.line, arrival.units, arrival.hexes
        unit, turn, names = units[0], line.force.turn, look.at(hexes)
        points = [control.stacking(look.state, u) for u in arrival.companions]
        room = look.setting.figures.stacking_limit * len(hexes)
        row = f"{' + '.join(map(str, points))} = {sum(points)}" if len(points) > 1 else str(sum(points))
        full = f"{row}, legal only if {listed(names)} is empty" if sum(points) == room else row
        friends = [u for u in look.units if u.side == unit.side and look.fixed(u) is not None and u.kind.troops]
        near = [u.hex for u in friends if any(look.ground.distance(u.hex, h) == 1 for h in hexes)]
        working = f"{full}; {f'adjacent to {listed(look.at(near))}' if near else 'no friend next to it'}"
        if look.regular(unit) and unit.formation not in formations and line.force.side not in look.unknown:
            captains = captains_near(look, units)
            if captains and not look.printed:
                working += f"; next to {listed([name for _, name, _ in captains])} when they come"
            group = f"{several(len(units), 'unit')} of {unit.kind.name} on turn {turn}"
            yield Draft(
                look.grave,
                arrival.where,
                f"reinforcements without a captain: {group}.",
                check="arrival-captain",
                rule="R-165",
                places=names,
                working=working,
                named=[line.force.rules],
            )
        elif points:
            message = f"{len(units)} × {look.called(unit)} on turn {turn}."
            yield note(arrival.where, message, rule="R-165", places=names, working=working)


@BOOK.check("arrival-blocked", "Reinforcements whose hex is taken", "R-70")
def blocked(look: SetUp) -> Drafts:
    """An enemy, or too many friends, in the entry hex send them elsewhere or make them wait."""
    limit = look.setting.figures.stacking_limit
    for arrival in _arrivals(look):
        line, unit, hexes = arrival.line, arrival.units[0], arrival.hexes
        if arrival.companions and unit is not arrival.companions[0]:
            continue
        names, turn = look.at(hexes), line.force.turn
        points = sum(control.stacking(look.state, u) for u in arrival.companions)
        enemies = [u for u in look.units if u.side != unit.side and look.fixed(u) in hexes]
        entries = deploy.entries(look.state, unit)
        if points > limit * len(hexes):
            strength = f"strength {points} for {several(len(hexes), 'hex', 'hexes')} of {limit}"
            yield error(
                arrival.where,
                f"there is no room in {listed(names)} for all who come on turn {turn}: {strength}.",
                places=names,
                working=f"{points} > {limit * len(hexes)}",
            )
        elif enemies and not set(entries) & set(hexes):
            yield error(
                arrival.where,
                f"an enemy is set up in {listed(names)}: {look.called(enemies[0])}.",
                places=names,
                working=f"otherwise they come in at {listed(look.at(entries))}" if entries else "there is no other hex",
            )
        elif not set(entries) & set(hexes):
            yield warning(
                arrival.where,
                f"friends must leave {listed(names)} before turn {turn}: with them it is too full.",
                places=names,
                working=f"{control.stack(look.state, hexes[0], unit.side)} there, {points} to come, {limit} in all",
                rulings=("R-70", "R-165"),
                named=[line.force.rules],
            )


@BOOK.check("arrival-inland", "Reinforcements inside the map", "R-70 R-194", settled_by=("R-70", "R-165"))
def inland(look: SetUp) -> Drafts:
    """Reinforcements come in at the edge."""
    for arrival in _arrivals(look):
        if look.ground.edge.isdisjoint(arrival.hexes):
            names = look.at(arrival.hexes)
            message = f"{listed(names)} is not at the edge of the map: reinforcements come in there."
            yield warning(arrival.where, message, places=names, named=[arrival.line.force.rules])
