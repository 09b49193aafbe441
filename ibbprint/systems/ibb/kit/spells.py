"""The spell book: a card for each spell that somebody of the scenario can cast, a side; and a list of them all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ibbprint.catalogue.boards import hex_mm
from ibbprint.catalogue.layers import Entry
from ibbprint.engine.kit_parts import Printable, Sheet
from ibbprint.materials import Fields, Values
from ibbprint.phrases import MINUS
from ibbprint.systems.ibb.facts import can_cast
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.counters import SideFields, side_fields
from ibbprint.systems.ibb.kit.shapes import drawn
from ibbprint.systems.ibb.models.magic import Save, Spell
from ibbprint.systems.ibb.models.scenarios import Side
from ibbprint.systems.ibb.rules.spells import shakes

SEGMENT_OF = {"fast": "red", "slow": "gold"}
"""The segment in which a spell of each speed is cast (A-141)."""
PICTURES = {"area": "spell-area", "cone": "spell-area", "army": "spell-army", "none": "spell-summons"}
"""The picture of a spell that names none, by what it strikes; of any other it is `STRIKE`."""
STRIKE = "spell-strike"
AIMED = frozenset(("hex", "unit", "formation", "chain", "area"))
"""What a spell strikes within range of its caster."""
CLASSES = {"wizard": "Wizard’s spell", "priest": "Priest’s prayer"}


@dataclass(frozen=True, slots=True)
class SpellCard(Fields):
    """A spell in the book of a side, or of none in the kit of the whole catalogue."""

    side: SideFields | None
    spell: Values


def usable_spells(bill: Bill) -> list[tuple[Side | None, Entry[Spell]]]:
    """The spells that somebody can ever cast, alone or pooled, or that the scenario gives him; a line for each side.

    The kit of the whole catalogue has every spell once, for no side.
    """
    entries = list(bill.catalogue.spells.entries.values())
    if bill.whole:
        return [(None, entry) for entry in entries]
    pairs = {(rule.side, rule.spell) for rule in bill.scenario.special if rule.kind == "caster-may-cast"}
    barred = {(rule.side, rule.spell) for rule in bill.scenario.special if rule.kind == "caster-may-not-cast"}
    return [
        (side, entry)
        for side in bill.scenario.sides
        for entry in entries
        if (side.id, entry.value.id) not in barred
        and (
            (side.id, entry.value.id) in pairs
            or can_cast(bill.battle, bill.catalogue, side.id, entry.value.caster, entry.value.cost)
        )
    ]


def spell_book(bill: Bill) -> Iterator[Printable]:
    """The cards of every side."""
    for side, entry in usable_spells(bill):
        card = SpellCard(side_fields(side) if side is not None else None, spell_values(bill, entry))
        id = f"{entry.value.id}-{side.id}" if side is not None else entry.value.id
        origins = {"": entry.where("id"), "name": entry.where("name"), "text": entry.where("text")}
        yield Printable(id, card, origins=origins, title=entry.value.name)


def spell_list(bill: Bill) -> list[Sheet]:
    """All spells of the cards on a page, each once with the sides that have it; nothing where nobody casts."""
    listed: dict[str, dict[str, Any]] = {}
    for side, entry in usable_spells(bill):
        row = listed.setdefault(entry.value.id, {**spell_values(bill, entry), "sides": []})
        if side is not None:
            row["sides"].append(side.name)
    return [Sheet({"spells": list(listed.values()), "whole": bill.whole})] if listed else []


def spell_values(bill: Bill, entry: Entry[Spell]) -> dict[str, Any]:
    """A spell's fields as a card prints them: each in words, the text with its figures in.

    `longest` is the longest text of any spell, by which the type of all cards is chosen.
    """
    spell = entry.value
    segment = bill.catalogue.segments.get(SEGMENT_OF[spell.speed])
    templates = [result for name in spell.templates if (result := bill.catalogue.templates.get(name))]
    return {
        **bill.filled(entry),
        "symbol": spell.symbol or PICTURES.get(spell.target, STRIKE),
        "class": CLASSES[spell.caster],
        "segment": segment.model_dump() if segment is not None else None,
        "save": _save(spell.save),
        "aimed": spell.target in AIMED,
        "duration": _duration(spell),
        "templates": [
            {
                "name": template.value.name,
                "reconstructed": template.value.reconstructed,
                "shape": drawn(template.value, hex_mm(bill.options.counter_mm)),
            }
            for template in templates
        ],
        "strength": "/".join(map(str, spell.strengths)),
        "longest": max(
            (bill.filled(spell_entry)["text"] for spell_entry in bill.catalogue.spells.entries.values()), key=len
        ),
    }


def _duration(spell: Spell) -> str:
    """How long a spell lasts, in few words; nothing for an instant. Fear and confusion wait for the next orders."""
    if shakes(spell):
        return "to next orders"
    return "" if spell.turns is None else f"{spell.turns} turn{'s' if spell.turns > 1 else ''}"


def _save(save: Save) -> str:
    """A save in few words, which the die must not pass; nothing where there is none."""
    if save.kind == "none":
        return ""
    if save.kind == "special":
        return "see text"
    changed = f"{'+' if save.modifier > 0 else MINUS}{abs(save.modifier)}" if save.modifier else ""
    return f"{'best quality' if save.kind == 'best-quality' else 'quality'}{changed}"
