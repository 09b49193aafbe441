"""Cards of leaders, of the warchief's boast, and the track of an army's worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ibbprint.materials import Fields
from ibbprint.systems.battle_turn.kit.bill import Bill, plus
from ibbprint.systems.battle_turn.kit.sections import CARDS
from ibbprint.systems.battle_turn.models import Leader
from ibbprint.systems.battle_turn.rosters.fields import ROLES
from ibbprint.systems.battle_turn.rules import influence, new_orders
from ibbprint.systems.battle_turn.scenarios import LeaderPlace

CARD_MM = (63.0, 44.0)
TRACK_BOX, TRACK_ROW = 9.6, 20
"""The side of a box of the worth track, mm, and the boxes of a row."""
TRACK_HEAD = 11.0


@dataclass(frozen=True, slots=True)
class LeaderCard(Fields):
    """A leader: what he is, what he can do.

    `units` and `joins` are the units of his command and the one that he begins with, in ever fewer words.
    `alone`: he begins behind that unit, not with it.
    """

    livery: str
    army: str
    key: str
    name: str
    role: str
    race: str
    leadership: str
    save: str
    bannerman: bool
    units: Sequence[str]
    joins: Sequence[str]
    alone: bool
    chances: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class BoastCard(Fields):
    """What the warchief boasts of, and what it is worth in a command test while it is good, and once it is broken."""

    livery: str
    army: str
    leader: str
    name: str
    text: str
    good: str
    broken: str


@dataclass(frozen=True, slots=True)
class WorthTrack(Fields):
    """A box for each point of worth of an army; from `beaten` lost on it has lost the battle."""

    livery: str
    army: str
    worth: int
    beaten: int
    a_row: int
    box: float
    head: float


def add_cards(bill: Bill) -> None:
    """A card for each leader and each boast, and a track for each army."""
    bill.sections.append(CARDS)
    for place in bill.battle.leaders:
        card = leader_card(bill, place)
        bill.add_card(
            CARDS, place.key.lower(), "leader-card", card, CARD_MM, title=place.leader.name,
            origins={"": place.where, "name": place.where},
        )  # fmt: skip
        boast = None if place.leader.boast is None else bill.catalogue.boasts.entries.get(place.leader.boast)
        if boast is not None:
            army = bill.battle.armies[place.side]
            changes = {one.when: one.changes for one in bill.catalogue.modifiers.get("command-test", ())}
            values = BoastCard(
                army.livery, army.name, place.leader.name, boast.value.name, bill.filled(boast)["text"],
                plus(changes.get("boast-good", 0)), plus(changes.get("boast-broken", 0)),
            )  # fmt: skip
            bill.add_card(CARDS, f"{place.key.lower()}-boast", "boast-card", values, CARD_MM, title="Boast")
    for number, army in enumerate(bill.battle.armies):
        worth = sum(place.unit.total_worth for place in bill.battle.of(number))
        beaten = -(-worth // bill.catalogue.figures["defeat-share"])
        a_row = min(TRACK_ROW, worth)
        size = (4 + a_row * TRACK_BOX, TRACK_HEAD + -(-worth // a_row) * TRACK_BOX + 2)
        track = WorthTrack(army.livery, army.name, worth, beaten, a_row, TRACK_BOX, TRACK_HEAD)
        bill.add_card(CARDS, f"worth-{army.letter.lower()}", "worth-track", track, size, title="Worth track")


def leader_card(bill: Bill, place: LeaderPlace) -> LeaderCard:
    """What is on the card of a leader."""
    leader, army = place.leader, bill.battle.armies[place.side]
    names = {unit.key: unit.unit.name for unit in bill.battle.units}
    whole = ", ".join(f"{key} {names[key]}" for key in place.commands)
    keys = ", ".join(place.commands)
    units = [whole, keys, f"{len(place.commands)} units"] if place.commands else []
    joins = [] if place.joins is None else [f"{place.joins} {names[place.joins]}", place.joins]
    return LeaderCard(
        army.livery, army.name, place.key, leader.name, ROLES[leader.role], place.race,
        "" if leader.leadership is None else str(leader.leadership), "" if leader.save is None else f"{leader.save}+",
        leader.bannerman, units, joins, place.alone, _chances(bill, leader),
    )  # fmt: skip


def _chances(bill: Bill, leader: Leader) -> list[tuple[str, str]]:
    """How often his orders are taken and he steadies a unit of his race, and what he adds to its combat test."""
    catalogue = bill.catalogue
    word = "hero" if leader.role == "hero" else "leader"
    helps = [("His unit’s combat test", plus(one.changes))
             for one in catalogue.modifiers.get("combat-test", ()) if one.when == word]  # fmt: skip
    if leader.leadership is None:
        return helps
    tried = influence.influence(catalogue, leader.leadership, ("bannerman",) if leader.bannerman else ()).chances
    found = [("Influence succeeds", _percent(tried.get("success", Fraction(0)))),
             ("It goes horribly wrong", _percent(tried.get("disaster", Fraction(0))))]  # fmt: skip
    if leader.role != "hero":
        score = new_orders.score(catalogue, leader.leadership)
        taken = score.chances(lambda total: new_orders.result(catalogue, total).follows == "new")
        found.insert(0, ("New orders taken", _percent(taken.get(True, Fraction(0)))))
    return found + helps


def _percent(chance: Fraction) -> str:
    return f"{round(chance * 100)} %"
