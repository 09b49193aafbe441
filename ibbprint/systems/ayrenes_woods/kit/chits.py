"""The rows of chits, which are drawn blind: for the cup, for the strength of units, and for spells.

Those drawn together share one back, from one and the same record, so that nothing tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.kit_parts import Printable
from ibbprint.materials import Values
from ibbprint.systems.ayrenes_woods.kit import phrases
from ibbprint.systems.ayrenes_woods.kit.bill import Bill, command_values
from ibbprint.systems.ayrenes_woods.kit.counters import CAPTAIN, CASTER, leader_origins

NOTHING: Values = {}
"""What the common back of a pool knows of what is on the fronts."""


def cup(bill: Bill) -> Iterator[Printable]:
    """The chits of each leader, as many as his rating (A-R03)."""
    for place in bill.battle.leaders:
        leader = place.command.leader
        symbol = CASTER if leader.caster else CAPTAIN
        face = {"command": command_values(place.command), "name": leader.label, "symbol": symbol}
        why, origins = f"A-R03: command rating {leader.rating} of {leader.name}", leader_origins(bill, place)
        yield Printable(f"cup-{place.key}", face, leader.rating, why, origins, "cup", back_values=NOTHING)
    bill.blocks["cup"] = f"Chits for the cup: {sum(place.command.leader.rating for place in bill.battle.leaders)}"


def combat_chits(bill: Bill) -> Iterator[Printable]:
    """The combat chits of the mix that is played with: what each is worth to the units of a class."""
    entries = bill.catalogue.combat_chits.entries
    letters = [item.id for item in bill.catalogue.classes]
    for chit in bill.catalogue.chits:
        strengths = [{"letter": letter, "strength": chit.strength(letter)} for letter in letters]
        face = {**bill.entry_values(entries[chit.id]), "strengths": strengths}
        origins = {"": entries[chit.id].where("id")}
        yield Printable(chit.id, face, chit.copies, "A-R34", origins, "combat-chit", back_values=NOTHING)
    bill.blocks["combat-chit"] = f"Combat chits: {sum(chit.copies for chit in bill.catalogue.chits)}"


def spell_chits(bill: Bill) -> Iterator[Printable]:
    """The spells of each army; `lasts` says in words how long."""
    for army in bill.scenario.armies:
        back, block = {"army": bill.army(army)}, f"spell-chit-{army.id}"
        total = 0
        for entry in bill.catalogue.spells.entries.values():
            spell = entry.value
            copies = spell.copies.get(army.people, 0)
            total += copies
            face = {
                **back,
                "spell": bill.entry_values(entry),
                "label": spell.label,
                "lasts": phrases.LASTS[spell.lasts],
            }
            name = entry.where("name")
            origins = {
                "": entry.where("id"),
                "label": entry.where("short") if spell.short else name,
                "spell.name": name,
            }
            yield Printable(f"{army.id}-{spell.id}", face, copies, spell.name, origins, block, back_values=back)
        if total:
            bill.blocks[block] = f"Spells of the {army.name}: {total}"
