"""The rows of counters: units and leaders of each army, and for each leader one who may have to take his place."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.kit_parts import Printable
from ibbprint.materials import Origins
from ibbprint.systems.ayrenes_woods.kit.bill import Bill, command_values
from ibbprint.systems.ayrenes_woods.models import Army
from ibbprint.systems.ayrenes_woods.scenarios import LeaderPlace

CAPTAIN, CASTER = "captain", "wizard"
"""The symbols of leaders, without and with magic."""
REPLACEMENT = "Replacement"
UNIT, LEADER = "ayrenes-woods/unit.svg.j2", "ayrenes-woods/leader.svg.j2"


def order_of_battle(bill: Bill) -> Iterator[Printable]:
    """The units of each army in a block of their own, which leaders and replacements share."""
    for army in bill.scenario.armies:
        units = [place for place in bill.battle.units if place.command.army == army.id]
        leaders = len(_leaders_of(bill, army))
        spare = f", {leaders} of them replacement leaders" if leaders else ""
        bill.blocks[_block(army)] = f"{army.name}: {len(units) + 2 * leaders} counters{spare}"
        for place in units:
            entry = bill.catalogue.units.entries[place.unit.id]
            command = command_values(place.command)
            face = {**bill.entry_values(entry), "command": command, "id": place.key, "unit": place.unit.id}
            origins = {
                "": place.where,
                **{name: entry.where(name) for name in ("name", "symbol", "movement")},
                **_of_command(bill, place.command.id),
            }
            why = f"{place.command.name}: {place.unit.name}"
            yield Printable(place.key, face, why=why, origins=origins, block=_block(army))


def leaders(bill: Bill) -> Iterator[Printable]:
    """The leaders of each army; `caster` where he casts spells."""
    for army in bill.scenario.armies:
        for place in _leaders_of(bill, army):
            leader = place.command.leader
            face = {
                "command": command_values(place.command),
                "id": place.key,
                "name": leader.label,
                "rating": leader.rating,
                "movement": place.movement,
                "caster": leader.caster,
                "symbol": CASTER if leader.caster else CAPTAIN,
            }
            why = f"{place.command.name}: {leader.name}"
            yield Printable(place.key, face, why=why, origins=leader_origins(bill, place), block=_block(army))


def replacements(bill: Bill) -> Iterator[Printable]:
    """The blank counters that the next leaders of commands are (A-R46, A-R48)."""
    for army in bill.scenario.armies:
        people = bill.catalogue.peoples.get(army.people)
        for place in _leaders_of(bill, army):
            face = {
                "command": command_values(place.command),
                "id": f"{place.key}*",
                "name": REPLACEMENT,
                "rating": bill.catalogue.figures["replacement-rating"],
                "movement": people.leader_movement if people is not None else place.movement,
                "caster": False,
                "symbol": "",
            }
            why, origins = f"A-R46: if {place.command.leader.name} falls", leader_origins(bill, place)
            yield Printable(f"{place.key}-replacement", face, why=why, origins=origins, block=_block(army))


def _leaders_of(bill: Bill, army: Army) -> list[LeaderPlace]:
    return [place for place in bill.battle.leaders if place.command.army == army.id]


def _block(army: Army) -> str:
    return f"army-{army.id}"


def leader_origins(bill: Bill, place: LeaderPlace) -> Origins:
    """The places where the values of a leader's counter and chit were written."""
    number = bill.scenario.commands.index(place.command)
    where = bill.battle.source.where
    field = "short" if place.command.leader.short else "name"
    return {
        "": where("commands", number, "leader"),
        "name": where("commands", number, "leader", field),
        **_of_command(bill, place.command.id),
    }


def _of_command(bill: Bill, name: str) -> Origins:
    number = next(index for index, command in enumerate(bill.scenario.commands) if command.id == name)
    where = bill.battle.source.where
    return {f"command.{field}": where("commands", number, field) for field in ("name", "letter", "livery")}
