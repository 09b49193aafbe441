"""Armies on paper: set-up tables and orders of battle of a scenario, and the price list for armies of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ibbprint.engine.kit_parts import Sheet
from ibbprint.materials.boards import span
from ibbprint.phrases import capital, listed
from ibbprint.systems.ibb.catalogue import exchanged_for
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.counters import counter_ids
from ibbprint.systems.ibb.models.scenarios import Side
from ibbprint.systems.ibb.models.units import AnyUnit, Engine, Equipment, Leader, Troops
from ibbprint.systems.ibb.scenarios import Line, Rated
from ibbprint.systems.ibb.victory_words import strength

GROUPS = ("Foot", "Missile troops", "Horse", "Specialists", "Engines", "Captains", "Wizards", "Priests", "Equipment")


def order_of_battle(bill: Bill, side: Side) -> dict[str, Any]:
    """A side's lines as the set-up table prints them, and its formations with their strengths."""
    lines = list(bill.battle.side_lines(side.id))
    ids = counter_ids(bill.battle)[side.id]
    rows = [_row(bill, line, line_ids) for line, line_ids in zip(lines, ids, strict=True)]
    return {
        "id": side.id,
        "name": side.name,
        "army": side.army,
        "letter": side.letter,
        "livery": side.livery,
        "lines": [row for row in rows if not row["turn"]],
        "reinforcements": sorted((row for row in rows if row["turn"]), key=lambda row: row["turn"]),
        "formations": _formations(bill, side, lines),
        "strength": strength(bill.battle, side.id),
        "units": sum(line.force.count for line in lines if isinstance(line.unit, Troops)),
    }


def exchanges(bill: Bill) -> list[dict[str, str]]:
    """The counters that have a second one with the same id, by the name of what they are exchanged for."""
    values: dict[str, list[str]] = {}
    ids = counter_ids(bill.battle)
    for side in bill.scenario.sides:
        for line, line_ids in zip(bill.battle.side_lines(side.id), ids[side.id], strict=True):
            substitute = exchanged_for(bill.catalogue, line.unit)
            if substitute is not None:
                values.setdefault(substitute.name, []).append(span(line_ids))
    return [{"name": name, "ids": ", ".join(spans)} for name, spans in values.items()]


def _row(bill: Bill, line: Line, ids: Sequence[str]) -> dict[str, Any]:
    force = line.force
    formations = {formation.id: f"{formation.letter} {formation.name}" for formation in bill.scenario.formations}
    return {
        "ids": span(ids),
        "name": force.name or (line.unit.short if isinstance(line.unit, Leader) else line.unit.name),
        "kind": line.unit.name if force.name and not isinstance(line.unit, Leader) else "",
        "rating": rating(line.unit, line.rated),
        "count": force.count,
        "strength": line.stacking * force.count,
        "where": _where(bill, line),
        "formation": formations.get(force.formation or "", ""),
        "turn": force.turn,
        "note": force.note or "",
    }


def rating(unit: AnyUnit, rated: Rated | None = None) -> str:
    """A unit's figures: `3-2-4 Q2`, `captain 4`, or `3 (5)-0-2`, the figure in brackets against stone."""
    if isinstance(unit, Leader):
        return f"{unit.kind} {unit.rating}"
    if isinstance(unit, Engine):
        stone = f" ({unit.attack_stone})" if unit.attack_stone != unit.attack else ""
        return f"{unit.attack}{stone}-{unit.defence}-{unit.movement}"
    if isinstance(unit, Equipment):
        return ""
    return str(rated or Rated.listed(unit))


def _where(bill: Bill, line: Line) -> str:
    force = line.force
    zones = {zone.id: zone.name for zone in bill.scenario.zones}
    place = listed(force.hexes, "or") or zones.get(force.zone or "", "")
    if force.bank is not None:
        place = f"{place}, {force.bank} bank"
    if force.stacked_with is not None:
        shared = bill.catalogue.units.get(force.stacked_with)
        place = f"{place}, with {shared.name if shared is not None else force.stacked_with}"
    return place


def _formations(bill: Bill, side: Side, lines: list[Line]) -> list[dict[str, Any]]:
    """A row a formation, and one for what belongs to none."""
    rows = []
    for formation in [*(f for f in bill.scenario.formations if f.side == side.id), None]:
        members = [line for line in lines if line.force.formation == (formation and formation.id)]
        captain_name = formation and formation.captain
        captain = next((line for line in members if captain_name is not None and line.force.name == captain_name), None)
        figure = captain.unit.rating if captain is not None and isinstance(captain.unit, Leader) else ""
        row = {
            "name": f"{formation.letter} {formation.name}" if formation is not None else "No formation",
            "captain": f"{captain.force.name} ({figure})" if captain is not None else "",
            "units": _counted(line for line in members if line is not captain),
            "count": sum(line.force.count for line in members if isinstance(line.unit, Troops)),
            "strength": sum(line.stacking * line.force.count for line in members),
        }
        rows += [row] if members else []
    return rows


def _counted(lines: Iterable[Line]) -> str:
    """`3 × Spearmen, 2 × Priest (4), Father Bone (priest 3)`: each kind once, leaders by their own names."""
    counts: dict[str, int] = {}
    leaders: list[str] = []
    for line in lines:
        unit, force = line.unit, line.force
        leader = isinstance(unit, Leader)
        if leader and force.name and force.count == 1:
            leaders.append(f"{force.name} ({rating(unit)})")
        else:
            name = f"{capital(unit.kind)} ({unit.rating})" if isinstance(unit, Leader) else unit.name
            counts[name] = counts.get(name, 0) + force.count
    return ", ".join([*(f"{count}\u00a0×\u00a0{name}" for name, count in counts.items()), *leaders])


# --- prices -----------------------------------------------------------------------------------------------------


def prices(bill: Bill) -> Sheet:
    """The price list of the whole catalogue with the rules of budgets."""
    return Sheet(_price_values(bill), id="price-list")


def _price_values(bill: Bill) -> dict[str, Any]:
    """The entries that have a price, in groups, and the figures of budgets."""
    groups: dict[str, list[dict[str, Any]]] = {name: [] for name in GROUPS}
    for unit in bill.catalogue.units:
        if unit.price is None or not unit.listed:
            continue
        abilities = [bill.catalogue.abilities.get(name) for name in getattr(unit, "abilities", ())]
        price = unit.price
        groups[_group(unit)].append(
            {
                "id": unit.id,
                "name": unit.name,
                "rating": rating(unit) if not isinstance(unit, Leader) else str(unit.rating),
                "range": getattr(unit, "range", None),
                "abilities": [ability.name for ability in abilities if ability is not None],
                "gold": price.gold,
                "bounds": f"{price.low}–{price.high}" if price.low is not None and price.high is not None else "",
                "reconstructed": price.reconstructed,
            }
        )
    items = [entry["reconstructed"] for entries in groups.values() for entry in entries]
    return {
        "groups": [{"name": name, "entries": entries} for name, entries in groups.items() if entries],
        "reconstructed": "all" if items and all(items) else "some" if any(items) else "",
        "count": sum(map(len, groups.values())),
        "figures": {figure.id: figure.value for figure in bill.catalogue.figure_entries},
    }


def _group(unit: AnyUnit) -> str:
    if isinstance(unit, Troops):
        return {"foot": "Foot", "missile": "Missile troops", "horse": "Horse", "special": "Specialists"}[unit.arm]
    return f"{unit.kind.capitalize()}{'' if isinstance(unit, Equipment) else 's'}"
