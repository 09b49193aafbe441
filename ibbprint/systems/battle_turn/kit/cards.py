"""Cards of leaders, of the warchief's boast, and the track of an army's worth."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ibbprint.engine.kit_parts import Printable
from ibbprint.systems.battle_turn.kit.bill import Bill, plus
from ibbprint.systems.battle_turn.models import Leader
from ibbprint.systems.battle_turn.rosters.fields import ROLES
from ibbprint.systems.battle_turn.rules import influence, new_orders
from ibbprint.systems.battle_turn.scenarios import LeaderPlace

TRACK_BOX, TRACK_ROW = 9.6, 20
"""The side of a box of the worth track, mm, and the boxes of a row."""
TRACK_HEAD = 11.0


def leader_cards(bill: Bill) -> Iterator[Printable]:
    """A card for each leader, and for each boast."""
    for place in bill.battle.leaders:
        name, origins = place.leader.name, {"": place.where, "name": place.where}
        yield Printable(place.key.lower(), leader_card(bill, place), origins=origins, title=name)
        boast = None if place.leader.boast is None else bill.catalogue.boasts.entries.get(place.leader.boast)
        if boast is not None:
            army = bill.battle.armies[place.side]
            changes = {modifier.when: modifier.changes for modifier in bill.catalogue.modifiers.get("command-test", ())}
            values = {
                **bill.entry_values(boast),
                "livery": army.livery,
                "army": army.name,
                "leader": name,
                "good": plus(changes.get("boast-good", 0)),
                "broken": plus(changes.get("boast-broken", 0)),
            }
            yield Printable(f"{place.key.lower()}-boast", values, title="Boast", face=bill.face("boast-card"))


def worth_tracks(bill: Bill) -> Iterator[Printable]:
    """A box for each point of worth of an army; from `beaten` lost on it has lost the battle."""
    for number, army in enumerate(bill.battle.armies):
        worth = sum(place.unit.total_worth for place in bill.battle.of(number))
        beaten = -(-worth // bill.catalogue.figures["defeat-share"])
        a_row = min(TRACK_ROW, worth)
        size = (4 + a_row * TRACK_BOX, TRACK_HEAD + -(-worth // a_row) * TRACK_BOX + 2)
        values = {"livery": army.livery, "army": army.name, "worth": worth, "beaten": beaten}
        values |= {"a_row": a_row, "box": TRACK_BOX, "head": TRACK_HEAD}
        yield Printable(f"worth-{army.letter.lower()}", values, title="Worth track", size_mm=size)


def leader_card(bill: Bill, place: LeaderPlace) -> dict[str, Any]:
    """A leader's card: his entry, what he is, what he can do.

    `units` and `joins` are the units of his command and the one that he begins with, in ever fewer words.
    `alone`: he begins behind that unit, not with it.
    """
    leader, army = place.leader, bill.battle.armies[place.side]
    names = {unit.key: unit.unit.name for unit in bill.battle.units}
    named_units = ", ".join(f"{key} {names[key]}" for key in place.commands)
    keys = ", ".join(place.commands)
    units = [named_units, keys, f"{len(place.commands)} units"] if place.commands else []
    joins = [] if place.joins is None else [f"{place.joins} {names[place.joins]}", place.joins]
    return {
        **leader.model_dump(),
        "livery": army.livery,
        "army": army.name,
        "key": place.key,
        "role": ROLES[leader.role],
        "race": place.race,
        "leadership": "" if leader.leadership is None else str(leader.leadership),
        "save": "" if leader.save is None else f"{leader.save}+",
        "units": units,
        "joins": joins,
        "alone": place.alone,
        "chances": _chances(bill, leader),
    }


def _chances(bill: Bill, leader: Leader) -> list[tuple[str, str]]:
    """The chance that a leader's orders are taken and that he steadies a unit of his race, and his bonus in combat
    tests.
    """
    catalogue = bill.catalogue
    word = "hero" if leader.role == "hero" else "leader"
    helps = [
        ("His unit’s combat test", plus(modifier.changes))
        for modifier in catalogue.modifiers.get("combat-test", ())
        if modifier.when == word
    ]
    if leader.leadership is None:
        return helps
    tried = influence.influence(catalogue, leader.leadership, ("bannerman",) if leader.bannerman else ()).chances
    pairs = [
        ("Influence succeeds", _percent(tried.get("success", Fraction(0)))),
        ("It goes horribly wrong", _percent(tried.get("disaster", Fraction(0)))),
    ]
    if leader.role != "hero":
        score = new_orders.score(catalogue, leader.leadership)
        accepted = score.chances(lambda total: new_orders.result(catalogue, total).follows == "new")
        pairs.insert(0, ("New orders taken", _percent(accepted.get(True, Fraction(0)))))
    return pairs + helps


def _percent(chance: Fraction) -> str:
    return f"{round(chance * 100)}%"
