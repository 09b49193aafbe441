"""The bill of materials of a scenario: every counter, chit, marker and card, as records for the press."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from ibbprint.catalogue.formula import FUNCTIONS, FormulaFault, evaluate
from ibbprint.catalogue.models import Marker
from ibbprint.materials import Card, Kit, Origins, Piece, Section, Text
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.systems.api import KitOptions
from ibbprint.systems.ibb.catalogue import FIGURES, GAME, MARKERS, MODIFIERS, PROCEDURE, SEGMENTS, SPELLS, Catalogue
from ibbprint.systems.ibb.facts import MEANINGS, can_cast, facts
from ibbprint.systems.ibb.models import Engine, Equipment, Formation, Leader, Side, Troops
from ibbprint.systems.ibb.scenarios import Battle, Line, Rated

COUNTERS = Section("counters", "Counters")
MARKER_SECTION = Section("markers", "Markers")
CRT_SECTION = Section("crt", "Combat results card")
SECTIONS = (COUNTERS, MARKER_SECTION, CRT_SECTION)

PATTERNS = ("plain", "bar", "bars", "dash")
"""The stripes of a side's formations, in order, beside their letters."""
A5 = (210.0, 148.0)
DIE = 6


def make_kit(battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report) -> Kit:
    """Everything that a scenario needs on the table."""
    return _Maker(battle, catalogue, options, report).make()


class _Maker:
    def __init__(self, battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report) -> None:
        self.battle = battle
        self.scenario = battle.scenario
        self.catalogue = catalogue
        self.options = options
        self.report = report
        self.pieces: list[Piece] = []
        self.blocks: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.stripes = self._stripes()
        self.chits: list[Piece] = []
        self.texts: list[Text] = []

    def make(self) -> Kit:
        head = self.scenario.scenario
        for side in self.scenario.sides:
            before = len(self.pieces)
            for line in self.battle.side_lines(side.id):
                self.counters(side, line)
            self.summoned(side)
            count = sum(piece.count for piece in self.pieces[before:])
            self.blocks[f"side-{side.id}"] = f"{side.army}: {count} counters"
        if self.chits:
            self.blocks["cup"] = f"Chits for the Cup: {sum(chit.count for chit in self.chits)}"
            self.pieces += self.chits
        self.markers()
        return Kit(
            id=head.id,
            game=GAME,
            title=head.title,
            edition=head.edition,
            sections=SECTIONS,
            blocks=self.blocks,
            pieces=self.pieces,
            texts=self.texts,
            cards=[self.crt_card()] if self.catalogue.crt is not None else [],
        )

    # --- counters -----------------------------------------------------------------------------------------------

    def _stripes(self) -> Mapping[str, dict[str, str]]:
        """Letter and pattern of each formation's stripe."""
        made: dict[str, dict[str, str]] = {}
        used: dict[str, int] = {}
        for formation in self.scenario.formations:
            index = used.get(formation.side, 0)
            used[formation.side] = index + 1
            made[formation.id] = _stripe(formation, PATTERNS[index % len(PATTERNS)])
        return made

    def next_id(self, side: Side) -> str:
        self.numbers[side.letter] = self.numbers.get(side.letter, 0) + 1
        return f"{side.letter}{self.numbers[side.letter]}"

    def counters(self, side: Side, line: Line) -> None:
        """One record a counter, for each has an id of its own; exchange counters bear the id of what they replace."""
        unit = line.unit
        if isinstance(unit, Equipment):
            return
        for _ in range(line.force.count):
            identity = self.next_id(side)
            values = self.values(side, line, identity)
            why = f"order of battle: {line.force.name or unit.name}"
            origins = self.origins(line)
            if isinstance(unit, Leader):
                self.piece(identity, "ibb/leader.svg.j2", {**values, "rating": unit.rating}, side, why, origins)
                self.chit(side, values, str(unit.rating), origins)
            elif isinstance(unit, Engine):
                self.piece(identity, "ibb/engine.svg.j2", {**values, **_engine(unit)}, side, why, origins)
            else:
                self.troops(side, line, unit, values, why, origins)

    def troops(self, side: Side, line: Line, unit: Troops, values: dict[str, Any], why: str, origins: Origins) -> None:
        rated = line.rated
        assert rated is not None
        identity = str(values["id"])
        self.piece(identity, "ibb/unit.svg.j2", {**values, **self.face(unit), **_ratings(rated)}, side, why, origins)
        if {"engineering", "hidden-scouting"} & set(unit.abilities):  # they are drawn like leaders
            self.chit(side, values, "", origins)
        other = self.exchanged_for(unit)
        if other is None:
            return
        spare = {
            **values,
            **self.face(other),
            "name": other.short,
            "symbol": other.symbol,
            **_ratings(other),
            "quality": rated.quality,
        }
        entry = self.catalogue.units.entries[other.id]
        spare_origins = {"": entry.where("id"), "name": entry.where("short")}
        why = f"{', '.join(other.rules) or unit.id}: exchanged for {unit.name} when {unit.on}"
        self.piece(f"{identity}-{unit.on}", "ibb/unit.svg.j2", spare, side, why, spare_origins)

    def summoned(self, side: Side) -> None:
        """Counters for what the wizards of a side can call up: the most that one casting brings, for each of them."""
        divisor = self.catalogue.shelf(FIGURES).get("goons-die-divisor")
        for spell in self.catalogue.shelf(SPELLS):
            unit = self.catalogue.units.get(spell.summons) if spell.summons else None
            casters = can_cast(self.battle, side.id, spell.caster, spell.cost)
            if not isinstance(unit, Troops) or divisor is None or not casters:
                continue
            entry = self.catalogue.units.entries[unit.id]
            for _ in range(casters * math.ceil(DIE / divisor.value)):
                identity = self.next_id(side)
                values = {
                    "id": identity,
                    "name": unit.short,
                    "symbol": unit.symbol,
                    "side": _side(side),
                    "formation": None,
                    **self.face(unit),
                    **_ratings(unit),
                }
                origins = {"": entry.where("id"), "name": entry.where("short"), "symbol": entry.where("symbol")}
                self.piece(identity, "ibb/unit.svg.j2", values, side, f"R-155: {spell.name}", origins)

    def exchanged_for(self, unit: Troops) -> Troops | None:
        """The counter that replaces a unit; the switch spent_spearmen picks the one with its rating (R-22)."""
        if unit.becomes is None:
            return None
        choice = self.catalogue.chosen.get("spent_spearmen", "")
        variant = self.catalogue.units.get(f"{unit.becomes}-{choice}") if unit.on == "spent" else None
        found = variant or self.catalogue.units.get(unit.becomes)
        return found if isinstance(found, Troops) else None

    def face(self, unit: Troops) -> dict[str, Any]:
        """What a unit's symbols show beside its ratings: range, shots, abilities. The arrow stands for `missile`."""
        shown = []
        for name in unit.abilities:
            ability = self.catalogue.abilities.get(name)
            if ability is not None and not (name == "missile" and unit.range is not None):
                shown.append({"symbol": ability.symbol, "letter": ability.letter, "name": ability.name})
        return {"range": unit.range, "shots": unit.shots, "abilities": shown}

    def values(self, side: Side, line: Line, identity: str) -> dict[str, Any]:
        force = line.force
        formation = self.stripes.get(force.formation or "")
        return {
            "id": identity,
            "name": force.short or force.name or line.unit.short,
            "symbol": line.unit.symbol,
            "side": _side(side),
            "formation": formation,
        }

    def origins(self, line: Line) -> Origins:
        force = line.force
        entry = self.catalogue.units.entries[line.unit.id]
        field = "short" if force.short else "name"
        return {
            "": line.where,
            "name": line.at(field) if force.short or force.name else entry.where("short"),
            "symbol": entry.where("symbol"),
        }

    def piece(
        self, identity: str, face: str, values: Mapping[str, Any], side: Side, why: str, origins: Origins
    ) -> None:
        self.pieces.append(
            Piece(
                id=identity,
                section=COUNTERS.id,
                face=face,
                back="ibb/back.svg.j2",
                values=values,
                count=1,
                size_mm=self.options.counter_mm,
                block=f"side-{side.id}",
                why=why,
                origins=origins,
            )
        )

    def chit(self, side: Side, values: Mapping[str, Any], figure: str, origins: Origins) -> None:
        self.chits.append(
            Piece(
                id=f"cup-{values['id']}",
                section=COUNTERS.id,
                face="ibb/chit.svg.j2",
                back="ibb/chit-back.svg.j2",
                values={**values, "figure": figure},
                count=1,
                size_mm=self.options.counter_mm,
                block="cup",
                why="A-52, R-37: drawn from the Cup",
                origins=origins,
            )
        )

    # --- markers ------------------------------------------------------------------------------------------------

    def markers(self) -> None:
        known = facts(self.battle, self.catalogue)
        shelf = self.catalogue.shelf(MARKERS)
        reasons: list[dict[str, Any]] = []
        for name, entry in shelf.entries.items():
            marker: Marker = entry.value
            count = self.count(marker, known, entry.where("count"))
            back = marker
            if marker.back is not None:
                found = shelf.get(marker.back)
                if found is None:
                    self.report.error(
                        entry.where("back"), "ref:marker", f"there is no marker {marker.back!r}.",
                        did_you_mean(marker.back, shelf.entries),
                    )  # fmt: skip
                    continue
                back = found
            if count == 0:
                continue
            back_where = shelf.where(back.id, "figure")
            back_values = self.marker_values(back, back_where)
            values = {**self.marker_values(marker, entry.where("figure")), "back": back_values}
            other = "" if back is marker else f"{back_values['name']} {back_values['figure']}".strip()
            reasons.append(
                {
                    **values,
                    "back": other,
                    "count": count,
                    "formula": marker.count,
                    "why": marker.why,
                    "rule": marker.rule,
                }
            )
            self.pieces.append(
                Piece(
                    id=name,
                    section=MARKER_SECTION.id,
                    face="ibb/marker.svg.j2",
                    back="ibb/marker-back.svg.j2",
                    values=values,
                    count=count,
                    size_mm=self.options.counter_mm,
                    block="markers",
                    why=marker.why,
                    origins={"": entry.where("id"), "name": entry.where("name"), "symbol": entry.where("symbol")},
                )
            )
        total = sum(reason["count"] for reason in reasons)
        self.blocks["markers"] = f"Markers: {total}"
        used = sorted({name for reason in reasons for name in MEANINGS if re.search(rf"\b{name}\b", reason["formula"])})
        meanings = "; ".join(f"{name} = {known[name]} ({MEANINGS[name]})" for name in used)
        self.texts.append(
            Text(
                id="marker-reasons",
                section=MARKER_SECTION.id,
                title="Markers: how many, and why",
                template="ibb/marker-reasons.md.j2",
                values={"markers": reasons, "total": total, "facts": meanings},
            )
        )

    def marker_values(self, marker: Marker, where: Where) -> dict[str, Any]:
        return {
            "id": marker.id,
            "name": marker.name,
            "symbol": marker.symbol,
            "colour": marker.colour,
            "figure": self.catalogue.text(marker.figure, marker, where),
            "rule": marker.rule,
        }

    def count(self, marker: Marker, known: Mapping[str, int], where: Where) -> int:
        """The marker's formula worked out; a fault is told at its place in the file."""
        try:
            return evaluate(marker.count, known)
        except FormulaFault as fault:
            hint = did_you_mean(fault.word, [*known, *FUNCTIONS]) if fault.word else ""
            self.report.error(where, "read:formula", f"{marker.count!r}: {fault}.", hint)
            return 0

    # --- the card of combat results -----------------------------------------------------------------------------

    def crt_card(self) -> Card:
        crt = self.catalogue.crt
        assert crt is not None

        def step(entry: Any) -> dict[str, Any]:
            value = entry.value
            return {**value.model_dump(), "text": self.catalogue.text(value.text, value, entry.where("text"))}

        modifiers = [
            step(entry)
            for entry in self.catalogue.shelf(MODIFIERS).entries.values()
            if entry.value.to == "combat" and self.catalogue.in_force(entry.value.when)
        ]
        segments = [step(entry) for entry in self.catalogue.shelf(SEGMENTS).entries.values()]
        values = {
            "crt": crt.model_dump(),
            "modifiers": modifiers,
            "segments": segments,
            "procedure": [step(entry) for entry in self.catalogue.shelf(PROCEDURE).entries.values()],
            "title": self.scenario.scenario.title,
            "edition": self.scenario.scenario.edition,
        }
        return Card(
            id="crt",
            section=CRT_SECTION.id,
            title=CRT_SECTION.title,
            template="ibb/crt-card.svg.j2",
            back="ibb/crt-card-back.svg.j2",
            values=values,
            size_mm=A5,
        )


def _stripe(formation: Formation, pattern: str) -> dict[str, str]:
    return {"letter": formation.letter, "pattern": pattern, "name": formation.name}


def _side(side: Side) -> dict[str, str]:
    return {"id": side.id, "name": side.name, "livery": side.livery, "letter": side.letter}


def _ratings(unit: Troops | Rated) -> dict[str, int]:
    return {
        "attack": unit.attack,
        "defence": unit.defence,
        "movement": unit.movement,
        "quality": unit.quality,
    }


def _engine(unit: Engine) -> dict[str, Any]:
    return {
        "attack": unit.attack,
        "attack_stone": unit.attack_stone,
        "defence": unit.defence,
        "movement": unit.movement,
        "range": unit.range,
    }
