"""Counters and chits: one for each line of the order of battle, what they are exchanged for, what wizards summon."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ibbprint.engine.kit_parts import Printable
from ibbprint.materials import Fields, Origins, Values
from ibbprint.phrases import listed
from ibbprint.systems.ibb.catalogue import DIE, Catalogue, exchanged_for, exchanged_when
from ibbprint.systems.ibb.facts import castings
from ibbprint.systems.ibb.kit.bill import Bill, Places
from ibbprint.systems.ibb.models.scenarios import Side
from ibbprint.systems.ibb.models.units import Equipment, Leader, Troops
from ibbprint.systems.ibb.not_played import unplayed_abilities
from ibbprint.systems.ibb.scenarios import Battle, Line, Rated

Pattern = Literal["plain", "bar", "bars", "dash", "wide", "dots"]


@dataclass(frozen=True, slots=True)
class SideFields(Fields):
    """A side of the battle: `livery` is the id of its colours in the style, `letter` begins its counters' ids."""

    id: str
    name: str
    livery: str
    letter: str


def side_fields(side: Side) -> SideFields:
    """A side as faces know it."""
    return SideFields(side.id, side.name, side.livery, side.letter)


@dataclass(frozen=True, slots=True)
class Stripe(Fields):
    """The band of a formation: its letter, its name, the pattern of its strokes and of its colour in the style."""

    letter: str
    pattern: Pattern
    name: str


PATTERNS: Sequence[Pattern] = ("plain", "bar", "bars", "dash", "wide", "dots")
"""The bands of a side's formations, in order: their strokes, and their colours in the style."""
MOST_SYMBOLS = 3
"""As many ability symbols fit on a counter; the missile arrow takes the room of one."""
BOUGHT = "order of battle"
"""Why there is a counter that stands in a line of the scenario."""
NOTHING: Values = {}
"""The chits' common back knows nothing of what is on their fronts."""


def order_of_battle(bill: Bill) -> Iterator[Printable]:
    """All counters of a scenario, a block a side."""
    counters = _Counters(bill)
    for side in bill.scenario.sides:
        block = f"side-{side.id}"
        rows = [*counters.of_side(side), *counters.summoned(side)]
        bill.blocks[block] = f"{side.name}: {len(rows)} counters{counters.not_played(side)}"
        yield from rows


def cup(bill: Bill) -> Iterator[Printable]:
    """The chits for the Cup: leaders, and units that are drawn like leaders (R-37)."""
    counters, number = _Counters(bill), 0
    for side in bill.scenario.sides:
        for line, ids in zip(bill.battle.side_lines(side.id), counters.ids[side.id], strict=True):
            unit = line.unit
            if isinstance(unit, Leader):
                figure = str(unit.rating)
            elif isinstance(unit, Troops) and {"engineering", "hidden-scouting"} & set(unit.abilities):
                figure = ""
            else:
                continue
            for identity in ids:
                face = {**counters.values_of(side, line, identity), "figure": figure}
                why, origins = "A-52, R-37: drawn from the Cup", counters.origins(line)
                yield Printable(f"cup-{identity}", face, 1, why, origins, "cup", back_values=NOTHING)
                number += 1
    if number:
        bill.blocks["cup"] = f"Chits for the Cup: {number}"


def counter_ids(battle: Battle) -> dict[str, list[tuple[str, ...]]]:
    """The ids of the counters of each line of each side: its letter and a number, in the order of the file."""
    result: dict[str, list[tuple[str, ...]]] = {}
    for side in battle.scenario.sides:
        number = 0
        ids_of_side = result.setdefault(side.id, [])
        for line in battle.side_lines(side.id):
            count = 0 if isinstance(line.unit, Equipment) else line.force.count
            ids_of_side.append(tuple(f"{side.letter}{number + k}" for k in range(1, count + 1)))
            number += count
    return result


class _Counters:
    def __init__(self, bill: Bill) -> None:
        self.bill = bill
        self.ids = counter_ids(bill.battle)
        self.numbers = {side.id: sum(map(len, self.ids[side.id])) for side in bill.scenario.sides}
        self.stripes = self._stripes()
        self.backs = {side.id: {"side": side_fields(side)} for side in bill.scenario.sides}

    def not_played(self, side: Side) -> str:
        """The abilities of a side's counters that the engine ignores, for the line above them."""
        units = [line.unit for line in self.bill.battle.side_lines(side.id)]
        ignored = [ability.name for ability in unplayed_abilities(self.bill.catalogue, units)]
        return f"; printed, not played: {listed(ignored)}" if ignored else ""

    def _stripes(self) -> Mapping[str, Stripe]:
        """Each formation's stripe."""
        stripes: dict[str, Stripe] = {}
        used: dict[str, int] = {}
        for formation in self.bill.scenario.formations:
            index = used.get(formation.side, 0)
            used[formation.side] = index + 1
            stripes[formation.id] = Stripe(formation.letter, PATTERNS[index % len(PATTERNS)], formation.name)
        return stripes

    def next_id(self, side: Side) -> str:
        """An id after those of the order of battle."""
        self.numbers[side.id] += 1
        return f"{side.letter}{self.numbers[side.id]}"

    def of_side(self, side: Side) -> Iterator[Printable]:
        """A row for each counter, which has an id of its own; exchange counters bear the id of the counter they
        replace.
        """
        for line, ids in zip(self.bill.battle.side_lines(side.id), self.ids[side.id], strict=True):
            unit = line.unit
            why = f"{BOUGHT}: {line.force.name or unit.name}"
            origins = self.origins(line)
            for identity in ids:
                values = self.values_of(side, line, identity)
                if isinstance(unit, Troops):
                    yield from self.troops(side, line, unit, values, why, origins)
                elif not isinstance(unit, Equipment):
                    yield self.row(
                        identity, "leader" if isinstance(unit, Leader) else "engine", values, side, why, origins
                    )

    def troops(
        self, side: Side, line: Line, unit: Troops, values: dict[str, Any], why: str, origins: Origins
    ) -> Iterator[Printable]:
        rated = line.rated
        assert rated is not None
        identity = values["id"]
        yield self.row(identity, "unit", self.face(values, unit, rated), side, why, origins)
        substitute = exchanged_for(self.bill.catalogue, unit)
        if substitute is None:
            return
        when = exchanged_when(unit)
        as_other = {**values, **self.bill.unit_values(substitute), "id": identity}
        spare = self.face(as_other, substitute, substitute) | {"quality": rated.quality}
        entry = self.bill.catalogue.units.entries[substitute.id]
        spare_origins = {"": entry.where("id"), "name": entry.where("short"), "symbol": entry.where("symbol")}
        why = f"{', '.join(substitute.rules) or unit.id}: exchanged for {unit.name} when {when}"
        yield self.row(f"{identity}-{when}", "unit", spare, side, why, spare_origins)

    def summoned(self, side: Side) -> Iterator[Printable]:
        """Counters for what casters of a side can call up: the most that a casting brings, for all kept up at once."""
        if not any(isinstance(line.unit, Leader) for line in self.bill.battle.side_lines(side.id)):
            return
        divisor = self.bill.catalogue.figure_entries.get("goons-die-divisor")
        for spell in self.bill.catalogue.spells:
            unit = self.bill.catalogue.units.get(spell.summons) if spell.summons else None
            if not isinstance(unit, Troops) or divisor is None:
                continue
            number = castings(self.bill.battle, self.bill.catalogue, side.id, spell)
            entry = self.bill.catalogue.units.entries[unit.id]
            for _ in range(number * math.ceil(DIE / divisor.value)):
                identity = self.next_id(side)
                values = {**self.bill.unit_values(unit), "id": identity, **self.backs[side.id], "formation": None}
                origins = {"": entry.where("id"), "name": entry.where("short"), "symbol": entry.where("symbol")}
                yield self.row(identity, "unit", self.face(values, unit, unit), side, f"R-155: {spell.name}", origins)

    def face(self, values: Values, unit: Troops, rated: Troops | Rated) -> dict[str, Any]:
        """The face of troops with these ratings."""
        abilities = abilities_shown(self.bill.catalogue, unit)
        limit = MOST_SYMBOLS - (unit.range is not None)
        if len(abilities) > limit:
            where = self.bill.catalogue.units.where(unit.id, "abilities")
            beside = " beside the missile arrow" if unit.range is not None else ""
            self.bill.report.error(
                where,
                "draw:fit",
                f"{unit.name}: {len(abilities)} abilities, and at most {limit} fit on a counter{beside}.",
            )
        ratings = {name: getattr(rated, name) for name in ("attack", "defence", "movement", "quality")}
        return {**values, **ratings, "abilities": abilities[:limit]}

    def values_of(self, side: Side, line: Line, identity: str) -> dict[str, Any]:
        """The values that every counter shows: `unit` is its entry in the unit list, `name` as short as it is
        printed.
        """
        force = line.force
        return {
            **self.bill.unit_values(line.unit),
            "id": identity,
            "name": force.short or force.name or line.unit.short,
            "symbol": force.symbol or line.unit.symbol,
            **self.backs[side.id],
            "formation": self.stripes.get(force.formation or ""),
        }

    def origins(self, line: Line) -> Origins:
        force = line.force
        entry = self.bill.catalogue.units.entries[line.unit.id]
        field = "short" if force.short else "name"
        return Places(
            {
                "": lambda: line.where,
                "name": lambda: line.at(field) if force.short or force.name else entry.where("short"),
                "symbol": lambda: line.at("symbol") if force.symbol else entry.where("symbol"),
            }
        )

    def row(self, identity: str, face: str, values: Values, side: Side, why: str, origins: Origins) -> Printable:
        template, back = None if face == "unit" else self.bill.face(face), self.backs[side.id]
        return Printable(identity, values, 1, why, origins, f"side-{side.id}", face=template, back_values=back)


def abilities_shown(catalogue: Catalogue, unit: Troops) -> list[dict[str, str]]:
    """The abilities of a unit that have symbols of their own: the missile arrow with its range stands for `missile`."""
    abilities = [catalogue.abilities.get(name) for name in unit.abilities if name != "missile" or unit.range is None]
    return [{"symbol": item.symbol, "name": item.name} for item in abilities if item is not None]
