"""Counters: the units and leaders of each army, and for each leader one who may have to take his place."""

from __future__ import annotations

from ibbprint.engine.sections import COUNTERS
from ibbprint.materials import Fields, Origins
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.kit.faces import LeaderFace, UnitFace, command_fields
from ibbprint.systems.ayrenes_woods.models import Army
from ibbprint.systems.ayrenes_woods.scenarios import LeaderPlace, Place

CAPTAIN, CASTER = "captain", "wizard"
"""The symbols of leaders, without and with magic."""
REPLACEMENT = "Replacement"
UNIT, LEADER = "ayrenes-woods/unit.svg.j2", "ayrenes-woods/leader.svg.j2"


def add_counters(bill: Bill) -> None:
    """All counters of the armies, a block an army."""
    bill.sections.append(COUNTERS)
    for army in bill.scenario.armies:
        before = len(bill.pieces)
        for place in bill.battle.units:
            if place.command.army == army.id:
                _unit(bill, army, place)
        leaders = [place for place in bill.battle.leaders if place.command.army == army.id]
        for leader in leaders:
            _leader(bill, army, leader)
        for leader in leaders:
            _replacement(bill, army, leader)
        count = sum(piece.count for piece in bill.pieces[before:])
        spare = f", {len(leaders)} of them replacement leaders" if leaders else ""
        bill.blocks[f"army-{army.id}"] = f"{army.name}: {count} counters{spare}"


def _unit(bill: Bill, army: Army, place: Place) -> None:
    unit = place.unit
    entry = bill.catalogue.units.entries[unit.id]
    face = UnitFace(
        command=command_fields(place.command),
        id=place.key,
        unit=unit.id,
        name=unit.name,
        letter=unit.letter,
        movement=unit.movement,
        symbol=unit.symbol,
    )
    origins = {
        "": place.where,
        "name": entry.where("name"),
        "symbol": entry.where("symbol"),
        "movement": entry.where("movement"),
        **_of_command(bill, place.command.id),
    }
    why = f"{place.command.name}: {unit.name}"
    _piece(bill, army, place.key, "unit", face, why, origins)


def _leader(bill: Bill, army: Army, place: LeaderPlace) -> None:
    leader = place.command.leader
    face = LeaderFace(
        command=command_fields(place.command),
        id=place.key,
        name=leader.label,
        rating=leader.rating,
        movement=place.movement,
        caster=leader.caster,
        symbol=CASTER if leader.caster else CAPTAIN,
    )
    origins = leader_origins(bill, place)
    why = f"{place.command.name}: {leader.name}"
    _piece(bill, army, place.key, "leader", face, why, origins)


def _replacement(bill: Bill, army: Army, place: LeaderPlace) -> None:
    """The blank counter that a command's next leader is (A-R46, A-R48)."""
    people = bill.catalogue.peoples.get(army.people)
    face = LeaderFace(
        command=command_fields(place.command),
        id=f"{place.key}*",
        name=REPLACEMENT,
        rating=bill.catalogue.figures["replacement-rating"],
        movement=people.leader_movement if people is not None else place.movement,
        caster=False,
        symbol="",
    )
    why = f"A-R46: if {place.command.leader.name} falls"
    identity = f"{place.key}-replacement"
    _piece(bill, army, identity, "leader", face, why, leader_origins(bill, place))


def leader_origins(bill: Bill, place: LeaderPlace) -> Origins:
    """Where the values of a leader's counter and chit were written."""
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


def _piece(bill: Bill, army: Army, identity: str, template: str, face: Fields, why: str, origins: Origins) -> None:
    bill.add_counter(COUNTERS, identity, template, "back", face, block=f"army-{army.id}", why=why, origins=origins)
