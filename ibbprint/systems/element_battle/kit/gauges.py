"""What is measured with: sticks, a base gauge, the boxes of shooters, and templates of terrain (H-73)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ibbprint.systems.element_battle.kit.bill import Bill
from ibbprint.systems.element_battle.kit.sections import GAUGES, GROUND
from ibbprint.systems.element_battle.models.troops import Terrain

STICK_HIGH = 14.0
HUNDRED = 100
"""Paces from tick to tick."""


def add_gauges(bill: Bill) -> None:
    """Two sticks, which make the longest range together, the base gauge, and a box for each type that shoots."""
    bill.sections.append(GAUGES)
    figures = bill.catalogue.figures
    reach = figures["stick"]
    long = bill.mm(reach)
    ticks = [{"at": round(bill.mm(paces), 3), "paces": paces} for paces in range(0, reach + 1, HUNDRED)]
    stick = {"long": long, "high": STICK_HIGH, "ticks": ticks, "marks": _ranges(bill), "paces": reach}
    for number in (1, 2):
        values = {**stick, "second": number == 2, "command": figures["command"]}
        bill.add_card(GAUGES, f"stick-{number}", "stick", values, (long, STICK_HIGH), title="Measuring stick")
    side, hundred = bill.base_mm, bill.mm(HUNDRED)
    depths = sorted({troop.depth for troop in bill.catalogue.fighting if troop.depth < figures["base"]})
    lines = [{"at": bill.mm(depth), "paces": depth} for depth in depths]
    gauge = {"side": side, "lines": lines, "hundred": hundred, "tick": HUNDRED, "base": figures["base"]}
    bill.add_card(GAUGES, "base-gauge", "base-gauge", gauge, (side, side), title="Base gauge")
    for troop in bill.catalogue.fighting:
        if troop.range:
            size = (bill.mm(figures["base"] + 2 * figures["arc"]), bill.mm(troop.range))
            across = [bill.mm(paces) for paces in range(HUNDRED, troop.range, HUNDRED)]
            box = {"name": troop.name, "paces": troop.range, "base": side, "ticks": across}
            bill.add_card(GAUGES, f"box-{troop.id}", "shooting-box", box, size, title=f"Box of {troop.name}")


def _ranges(bill: Bill) -> list[dict[str, Any]]:
    """The ranges that end on a stick, each with what it is."""
    figures = bill.catalogue.figures
    found: dict[int, list[str]] = {}
    for paces, name in (
        (figures["wading"], "wading"), (figures["lurk"], "Lurkers keep off"), (figures["spell-range"], "spells"),
        (figures["command-unseen"], "unseen command"), (figures["flee"], "flight"), (figures["deploy"], "deployment"),
        *((troop.range, troop.name) for troop in bill.catalogue.fighting if troop.range),
    ):  # fmt: skip
        if paces <= figures["stick"]:
            found.setdefault(paces, []).append(name)
    return [{"at": bill.mm(paces), "paces": paces, "names": names} for paces, names in sorted(found.items())]


def add_ground(bill: Bill) -> None:
    """Areas of the generator's sizes, and a river and a road in parts."""
    bill.sections.append(GROUND)
    for entry in bill.catalogue.terrain.entries.values():
        terrain: Terrain = entry.value
        common = {"kind": terrain.id, "name": terrain.name, "look": terrain.look, "text": bill.filled(entry)["text"]}
        if terrain.runs:
            _strips(bill, terrain, common)
        else:
            _areas(bill, terrain, {**common, "hill": terrain.hill})


def _strips(bill: Bill, terrain: Terrain, common: Mapping[str, Any]) -> None:
    """A river or road from edge to edge, in parts to be joined."""
    figures = bill.catalogue.figures
    long, wide = bill.mm(figures["stick"]), bill.mm(figures["road-width" if terrain.road else "river-most"])
    parts = figures["table"] // figures["stick"]
    steps = range(figures["river-least"], figures["river-most"], figures["river-step"])
    narrower = [] if terrain.road else [{"at": bill.mm(paces), "paces": paces} for paces in steps]
    for number in range(1, parts + 1):
        values = {**common, "long": long, "wide": wide, "number": number, "parts": parts, "road": terrain.road}
        values["narrower"] = narrower
        title = f"{terrain.name}, part {number} of {parts}"
        bill.add_card(GROUND, f"{terrain.id}-{number}", "strip", values, (long, wide), title=title)


def _areas(bill: Bill, terrain: Terrain, common: Mapping[str, Any]) -> None:
    cell = bill.mm(bill.catalogue.figures["cell"])
    for number, (width, depth) in enumerate(terrain.templates, start=1):
        size = (round(width * cell, 3), round(depth * cell, 3))
        values = {**common, "wide": size[0], "deep": size[1], "number": number}
        bill.add_card(GROUND, f"{terrain.id}-{number}", "area", values, size, title=terrain.name)
