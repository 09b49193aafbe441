"""Area templates of spells at the scale of the map, those that a spell of the kit needs, for film or card."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ibbprint.catalogue.boards import hex_mm
from ibbprint.materials import Fields, Values
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.sections import TEMPLATES
from ibbprint.systems.ibb.kit.shapes import Shape, drawn
from ibbprint.systems.ibb.kit.spells import usable_spells
from ibbprint.systems.ibb.models.magic import Spell

MARGIN_MM = 1.5
"""Round the hexes, for the thickness of the outline."""
CAPTION_MM = 5.0
"""Above the hexes, for what the template is; it is cut off."""
HINT_MM = 74.0
"""Beside its name, or in lines below it, how to cut it out and lay it; with what lines lose at their ends."""
LINE_MM = 2.9


@dataclass(frozen=True, slots=True)
class AreaTemplateFace(Fields):
    """An area template to be cut out; `margin`, `caption` and `line` are heights in mm, see `area_templates`.

    `graded` is False where no spell of the kit that uses it has a strength, so that its fractions mean nothing.
    """

    template: Values
    shape: Shape
    spells: Sequence[str]
    graded: bool
    margin: float
    caption: float
    line: float


def add_area_templates(bill: Bill) -> None:
    """A card for each template that a spell of this kit needs, smallest first."""
    usable = [entry.value for _, entry in usable_spells(bill)]
    needed = dict(used_by(usable))
    strong = used_by([spell for spell in usable if spell.strengths])
    if bill.whole:
        templates = bill.catalogue.templates
        found = {one.value.id for name in needed if (one := templates.get(name))}
        needed |= {one.value.id: [] for one in templates.values() if one.value.id not in found}
    if not needed:
        return
    bill.sections.append(TEMPLATES)
    width = hex_mm(bill.options.counter_mm)
    for name, spells in sorted(needed.items()):
        entry = bill.catalogue.templates.get(name)
        if entry is None:
            continue
        template = entry.value
        shape = drawn(template, width)
        below = 0 if shape.width >= HINT_MM else math.ceil(HINT_MM / shape.width)
        caption = CAPTION_MM + below * LINE_MM
        graded = name in strong or not spells
        face = AreaTemplateFace(template.model_dump(), shape, spells, graded, MARGIN_MM, caption, LINE_MM)
        size = (shape.width + 2 * MARGIN_MM, shape.height + 2 * MARGIN_MM + caption)
        bill.add_card(
            TEMPLATES, template.id, "area-template", face, size, title=template.name, marks=False,
            origins={"": entry.where("id")},
        )  # fmt: skip


def used_by(spells: Sequence[Spell]) -> Mapping[str, list[str]]:
    """The ids of the templates that some spells need, each with the names of those spells."""
    needed: dict[str, list[str]] = {}
    for spell in {spell.id: spell for spell in spells}.values():
        for name in spell.templates:
            needed.setdefault(name, []).append(spell.name)
    return needed
