"""Area templates of spells at the scale of the map, those that a spell of the kit needs, for film or card."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from ibbprint.catalogue.boards import hex_mm
from ibbprint.engine.kit_parts import Printable
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.shapes import drawn
from ibbprint.systems.ibb.kit.spells import usable_spells
from ibbprint.systems.ibb.models.magic import Spell

MARGIN_MM = 1.5
"""Round the hexes, for the thickness of the outline."""
CAPTION_MM = 5.0
"""Above the hexes, for what the template is; it is cut off."""
HINT_MM = 74.0
"""Beside its name, or in lines below it, how to cut it out and lay it; with what lines lose at their ends."""
LINE_MM = 2.9


def area_templates(bill: Bill) -> Iterator[Printable]:
    """A card for each template that a spell of this kit needs, smallest first, to be cut out along its outline.

    `margin`, `caption` and `line` are heights in mm. `graded` is False where no spell of the kit that uses it has a
    strength, so that its fractions mean nothing.
    """
    usable = [entry.value for _, entry in usable_spells(bill)]
    needed = dict(used_by(usable))
    strong = used_by([spell for spell in usable if spell.strengths])
    if bill.whole:
        templates = bill.catalogue.templates
        present = {entry.value.id for name in needed if (entry := templates.get(name))}
        needed |= {item.value.id: [] for item in templates.values() if item.value.id not in present}
    width = hex_mm(bill.options.counter_mm)
    for name, spells in sorted(needed.items()):
        entry = bill.catalogue.templates.get(name)
        if entry is None:
            continue
        template = entry.value
        shape = drawn(template, width)
        below = 0 if shape.width >= HINT_MM else math.ceil(HINT_MM / shape.width)
        caption = CAPTION_MM + below * LINE_MM
        face = {
            "template": template.model_dump(),
            "shape": shape,
            "spells": spells,
            "graded": name in strong or not spells,
            "margin": MARGIN_MM,
            "caption": caption,
            "line": LINE_MM,
        }
        size = (shape.width + 2 * MARGIN_MM, shape.height + 2 * MARGIN_MM + caption)
        origins = {"": entry.where("id")}
        yield Printable(template.id, face, origins=origins, title=template.name, size_mm=size, marks=False)


def used_by(spells: Sequence[Spell]) -> Mapping[str, list[str]]:
    """The ids of the templates that some spells need, each with the names of those spells."""
    needed: dict[str, list[str]] = {}
    for spell in {spell.id: spell for spell in spells}.values():
        for name in spell.templates:
            needed.setdefault(name, []).append(spell.name)
    return needed
