"""Boxes of a kit: how large they are, from their declaration or from what they hold, and what their faces see."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ibbprint.materials import PANELS, Carton
from ibbprint.materials.cuts import USUAL, Cut
from ibbprint.problems import did_you_mean

if TYPE_CHECKING:
    from ibbprint.catalogue.models.parts import BoxPart
    from ibbprint.engine.kit_parts import PartsBill, Place
    from ibbprint.materials import Section

CARD_MM, COUNTER_MM = 0.32, 2.0
"""How thick a card and a counter are, if their part does not say: card of 300 g, board that is glued on both sides."""
PILE = 10
"""How many counters are on top of each other in a tray."""
BETWEEN = 1.0
"""Between piles of counters, mm."""

BOXES = {"tuck": "tuck box", "lid": "lid"}
"""What messages call the kinds of boxes."""


def templates_of(bill: PartsBill, part: BoxPart, where: Place) -> dict[str, str]:
    """The template of each face that a box has; unknown faces are in the report."""
    names = PANELS[part.box]
    for name in part.faces:
        if name not in names:
            hint = did_you_mean(name, names)
            bill.report.error(where("faces", name), "read:field", f"a {BOXES[part.box]} has no face {name!r}.", hint)
    result: dict[str, str] = {}
    for name in names:
        template = part.faces.get(name, part.face)
        if template is not None:
            place = where("faces", name) if name in part.faces else where("face")
            result[name] = bill.face(template, place)
    return result


def add(bill: PartsBill, part: BoxPart, section: Section, templates: Mapping[str, str], where: Place) -> None:
    """Add the record of a box, when the other parts of the kit are made; its faults are in the report."""
    size, count = _size(bill, part, where)
    if size is None:
        return
    title = part.title or section.title
    box = {"title": title, "count": count, **dict(zip(("width", "height", "depth"), size, strict=True))}
    panels = {
        name: (template, {**bill.panel_values(), "panel": name, "box": box}) for name, template in templates.items()
    }
    cut = Cut(paper=part.paper or "", where=where) if part.paper else USUAL
    bill.cartons.append(Carton(part.id, section.id, title, part.box, size, part.board, panels, cut, {"": where("box")}))


def _size(bill: PartsBill, part: BoxPart, where: Place) -> tuple[tuple[float, float, float] | None, int]:
    """Width, height and depth of the contents of a box, and their number; None for the size where it is unknown."""
    if (part.size is None) == (part.holds is None):
        hint = "Write size: [width, height, depth] in mm, or holds: and the id of a part."
        fault = "has neither a size nor a part that it holds" if part.size is None else "has a size and holds a part"
        bill.report.error(where("box"), "read:field", f"this box {fault}.", hint)
        return None, 0
    if part.size is not None:
        return (part.size[0], part.size[1], part.size[2]), 0
    cards = [(item.size_mm, item.count) for item in bill.cards if item.section == part.holds]
    pieces = [(item.size_mm, item.count) for item in bill.pieces if item.section == part.holds]
    if not cards and not pieces:
        sections = {item.section for item in bill.cards} | {item.section for item in bill.pieces}
        hint = did_you_mean(part.holds or "", sections)
        message = f"there are no pieces or cards in a part {part.holds!r}."
        bill.report.error(where("holds"), "ref:part", message, hint)
        return None, 0
    wide, high = (max(size[axis] for size, _ in cards or pieces) for axis in (0, 1))
    count = sum(count for _, count in cards or pieces)
    if cards:
        return (wide, high, _up(count * (part.thickness or CARD_MM))), count
    piles = math.ceil(count / PILE)
    columns = math.ceil(math.sqrt(piles * high / wide))
    rows = math.ceil(piles / columns)
    deep = min(count, PILE) * (part.thickness or COUNTER_MM)
    return (_up(columns * (wide + BETWEEN)), _up(rows * (high + BETWEEN)), _up(deep)), count


def _up(mm: float) -> float:
    """A length in half millimetres, rounded up."""
    return max(4.0, math.ceil(mm * 2 - 1e-9) / 2)
