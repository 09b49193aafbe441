"""Chits, which are drawn blind: for the cup, for the strength of units, and for spells. Those drawn together share
one back, from one and the same record, so that nothing tells them apart.
"""

from __future__ import annotations

from ibbprint.materials import FaceValues, Fields, Origins, Values
from ibbprint.systems.ayrenes_woods.kit import phrases
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.kit.counters import CAPTAIN, CASTER, leader_origins
from ibbprint.systems.ayrenes_woods.kit.faces import (
    ActivationFace,
    ClassStrength,
    CombatChitFace,
    SpellChitBack,
    SpellChitFace,
    SpellFields,
    army_fields,
    command_fields,
)
from ibbprint.systems.ayrenes_woods.kit.sections import CHITS

NOTHING: Values = {}
"""What the common back of a pool knows of what is on the fronts."""


def add_chits(bill: Bill) -> None:
    """The chits of the cup, the combat chits of the mix that is played with, and the spells of each army."""
    bill.sections.append(CHITS)
    _cup(bill)
    _combat(bill)
    for army in bill.scenario.armies:
        _spells(bill, army.id)


def _cup(bill: Bill) -> None:
    """As many chits for each leader as his rating (A-R03)."""
    total = 0
    for place in bill.battle.leaders:
        leader = place.command.leader
        face = ActivationFace(command_fields(place.command), leader.label, CASTER if leader.caster else CAPTAIN)
        why = f"A-R03: command rating {leader.rating} of {leader.name}"
        total += leader.rating
        origins = leader_origins(bill, place)
        _chit(bill, f"cup-{place.key}", "activation", face, NOTHING, count=leader.rating, why=why, origins=origins)
    bill.blocks["cup"] = f"Chits for the cup: {total}"


def _combat(bill: Bill) -> None:
    shelf = bill.catalogue.combat_chits
    letters = [one.id for one in bill.catalogue.classes]
    total = 0
    for chit in bill.catalogue.chits:
        where = shelf.entries[chit.id].where
        face = CombatChitFace([ClassStrength(letter, chit.strength(letter)) for letter in letters])
        total += chit.copies
        _chit(bill, chit.id, "combat-chit", face, NOTHING, count=chit.copies, why="A-R34", origins={"": where("id")})
    bill.blocks["combat-chit"] = f"Combat chits: {total}"


def _spells(bill: Bill, army_id: str) -> None:
    army = bill.battle.armies[army_id]
    back = SpellChitBack(army_fields(bill, army))
    total = 0
    for entry in bill.catalogue.spells.entries.values():
        spell = entry.value
        copies = spell.copies.get(army.people, 0)
        if not copies:
            continue
        shown = SpellFields(spell.id, spell.name, spell.short, spell.effect)
        face = SpellChitFace(back.army, shown, phrases.LASTS[spell.lasts])
        total += copies
        origins = {"": entry.where("id"), "spell.short": entry.where("short"), "spell.name": entry.where("name")}
        identity = f"{army_id}-{spell.id}"
        _chit(bill, identity, "spell-chit", face, back, count=copies, why=spell.name, origins=origins, pool=army_id)
    if total:
        bill.blocks[f"spell-chit-{army_id}"] = f"Spells of the {army.name}: {total}"


def _chit(
    bill: Bill, identity: str, kind: str, face: Fields, back: FaceValues,
    *, count: int, why: str, origins: Origins, pool: str = "",
) -> None:  # fmt: skip
    if not count:
        return
    block = "cup" if kind == "activation" else f"{kind}-{pool}" if pool else kind
    bill.add_counter(
        CHITS, identity, kind, f"{kind}-back", face, block=block, why=why, count=count, origins=origins,
        back_values=back, chit=True,
    )  # fmt: skip
