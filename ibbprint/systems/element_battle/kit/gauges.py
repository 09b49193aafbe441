"""What is measured with: sticks, a base gauge, the boxes of shooters, and templates of terrain (H-73)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ibbprint.engine.kit_parts import Printable
from ibbprint.systems.element_battle.kit.bill import Bill
from ibbprint.systems.element_battle.models.troops import Terrain

STICK_HIGH = 14.0
HUNDRED = 100
"""Paces from tick to tick."""


def sticks(bill: Bill) -> Iterator[Printable]:
    """Two sticks, which make the longest range together."""
    figures = bill.catalogue.figures
    reach = figures["stick"]
    long = bill.mm(reach)
    ticks = [{"at": round(bill.mm(paces), 3), "paces": paces} for paces in range(0, reach + 1, HUNDRED)]
    stick = {"long": long, "high": STICK_HIGH, "ticks": ticks, "marks": _ranges(bill), "paces": reach}
    for number in (1, 2):
        values = {**stick, "second": number == 2, "command": figures["command"]}
        yield Printable(f"stick-{number}", values, title="Measuring stick", size_mm=(long, STICK_HIGH))


def base_gauge(bill: Bill) -> Iterator[Printable]:
    """A base with the depths of others as lines on it."""
    figures, side, hundred = bill.catalogue.figures, bill.base_mm, bill.mm(HUNDRED)
    depths = sorted({troop.depth for troop in bill.catalogue.fighting if troop.depth < figures["base"]})
    lines = [{"at": bill.mm(depth), "paces": depth} for depth in depths]
    gauge = {"side": side, "lines": lines, "hundred": hundred, "tick": HUNDRED, "base": figures["base"]}
    yield Printable("base-gauge", gauge, title="Base gauge", size_mm=(side, side))


def shooting_boxes(bill: Bill) -> Iterator[Printable]:
    """A box for each type that shoots."""
    figures = bill.catalogue.figures
    for troop in bill.catalogue.fighting:
        if troop.range:
            size = (bill.mm(figures["base"] + 2 * figures["arc"]), bill.mm(troop.range))
            across = [bill.mm(paces) for paces in range(HUNDRED, troop.range, HUNDRED)]
            box = {"name": troop.name, "paces": troop.range, "base": bill.base_mm, "ticks": across}
            yield Printable(f"box-{troop.id}", box, title=f"Box of {troop.name}", size_mm=size)


def pip_tracks(bill: Bill) -> Iterator[Printable]:
    """Boxes for a marker or a die that counts down the PIPs of a turn, and what PIPs are spent on."""
    figures = bill.catalogue.figures
    costs = [
        f"{figures['pips-group']} a group or element",
        f"{figures['pips-spell']} a spell",
        f"{figures['pips-far']} either out of command",
        f"{figures['pips-lurkers']} Lurkers appear",
        f"{figures['frog-pips']} a frog",
    ]
    for number in (1, 2):
        values = {"faces": figures["die"], "costs": costs, "number": number}
        yield Printable(f"pips-{number}", values, title="PIP track")


def _ranges(bill: Bill) -> list[dict[str, Any]]:
    """The ranges that end on a stick, each with its label."""
    figures = bill.catalogue.figures
    values: dict[int, list[str]] = {}
    for paces, name in (
        (figures["wading"], "wading"),
        (figures["lurk"], "Lurkers keep off"),
        (figures["spell-range"], "spells"),
        (figures["command-unseen"], "unseen command"),
        (figures["flee"], "flight"),
        (figures["deploy"], "deployment"),
        *((troop.range, troop.name) for troop in bill.catalogue.fighting if troop.range),
    ):
        if paces <= figures["stick"]:
            values.setdefault(paces, []).append(name)
    return [{"at": bill.mm(paces), "paces": paces, "names": names} for paces, names in sorted(values.items())]


def terrain_templates(bill: Bill) -> Iterator[Printable]:
    """Areas of the generator's sizes, and a river and a road in parts."""
    for entry in bill.catalogue.terrain.entries.values():
        terrain: Terrain = entry.value
        values = {**bill.entry_values(entry), "kind": terrain.id}
        yield from _strips(bill, terrain, values) if terrain.runs else _areas(bill, terrain, values)


def _strips(bill: Bill, terrain: Terrain, common: Mapping[str, Any]) -> Iterator[Printable]:
    """A river or road from edge to edge, in parts to be joined."""
    figures = bill.catalogue.figures
    long, wide = bill.mm(figures["stick"]), bill.mm(figures["road-width" if terrain.road else "river-most"])
    parts = figures["table"] // figures["stick"]
    steps = range(figures["river-least"], figures["river-most"], figures["river-step"])
    narrower = [] if terrain.road else [{"at": bill.mm(paces), "paces": paces} for paces in steps]
    for number in range(1, parts + 1):
        values = {**common, "long": long, "wide": wide, "number": number, "parts": parts, "narrower": narrower}
        title, face = f"{terrain.name}, part {number} of {parts}", bill.face("strip")
        yield Printable(f"{terrain.id}-{number}", values, title=title, face=face, size_mm=(long, wide))


def _areas(bill: Bill, terrain: Terrain, common: Mapping[str, Any]) -> Iterator[Printable]:
    cell = bill.mm(bill.catalogue.figures["cell"])
    for number, (width, depth) in enumerate(terrain.templates, start=1):
        size = (round(width * cell, 3), round(depth * cell, 3))
        values = {**common, "wide": size[0], "deep": size[1], "number": number}
        yield Printable(f"{terrain.id}-{number}", values, title=terrain.name, size_mm=size)
