"""The rules booklet: what its text, examples and figures are filled with, all of it from the catalogue as it stands."""

from __future__ import annotations

from typing import Any

from ibbprint.engine import parts
from ibbprint.engine.cover import Host, composed
from ibbprint.engine.kit_parts import Sheet
from ibbprint.phrases import listed
from ibbprint.systems.ibb.catalogue import exchanged_for
from ibbprint.systems.ibb.facts import facts
from ibbprint.systems.ibb.kit import example_turn, phrases
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.board import make_board
from ibbprint.systems.ibb.kit.booklet_examples import Examples
from ibbprint.systems.ibb.kit.booklet_figures import figures
from ibbprint.systems.ibb.kit.example_turn import ExampleTurn
from ibbprint.systems.ibb.kit.sheets import rules_values
from ibbprint.systems.ibb.models.tables import ResultTable
from ibbprint.systems.ibb.models.terrain import Terrain
from ibbprint.systems.ibb.models.units import Engine, Leader, Troops
from ibbprint.systems.ibb.results import DISORGANISED, ELIMINATED, Results

TITLE = "Itty Bitty Battles"
AS_ON_SHEETS = ("figures", "road", "modifiers", "segments", "petard", "scatter", "destroying")
"""Tables that the booklet has as the player aid has them."""
LEADER_IS_LOUD = 3.0
"""How much louder a leader is on a cover than his rating: the best of them comes before heavy foot."""
MARKED = ("reconstruction", "lost")
"""Rulings of these tags stand for something that had to be made up anew."""


def booklet(bill: Bill) -> list[Sheet]:
    """The booklet of rules, with the switches as they stand."""
    crt = bill.catalogue.crt
    if crt is None:
        return []
    values = _Values(bill, crt).make()
    examples = Examples(bill, crt)
    played = ExampleTurn(bill)
    values["ex"] = {**examples.make(), "turn": played.values()}
    if not bill.report.ok:
        return []
    drawn = {**figures(bill, examples), **example_turn.figures(played)}
    return [parts.rules_of_play(bill, values, drawn, _marked(bill))]


def notes(bill: Bill) -> list[Sheet]:
    """A page of notes that players can do without."""
    make_board(bill)
    return parts.notes(bill, _marked(bill))


def _marked(bill: Bill) -> dict[str, str]:
    return {ruling.id: "reconstruction" for ruling in bill.catalogue.rulings if ruling.tag in MARKED}


class _Values:
    def __init__(self, bill: Bill, crt: ResultTable) -> None:
        self.bill = bill
        self.catalogue = bill.catalogue
        self.crt = crt

    def make(self) -> dict[str, Any]:
        catalogue, crt = self.catalogue, self.crt
        results = Results(crt.codes)
        table = rules_values(self.bill)
        mod = {line["id"]: line for lines in table["modifiers"].values() for line in lines}
        charge = mod.get("charge") or mod.get("charge-die") or {"amount": 0}
        spears = self.catalogue.units.get("spearmen-q2")
        sample = spears if isinstance(spears, Troops) else next(u for u in catalogue.units if isinstance(u, Troops))
        shapes = catalogue.area_templates
        return {
            **{name: table[name] for name in AS_ON_SHEETS},
            "game": TITLE,
            "cover": composed(self.bill.scenario.scenario.title, make_board(self.bill), self.hosts()),
            "whole": self.bill.whole,
            "general": self.general(),
            "switches": dict(catalogue.chosen),
            "choices": self.choices(),
            "mod": mod,
            "charge_bonus": charge,
            "terrain": self.terrain(),
            "charge_barred": phrases.charge_barred(catalogue),
            "rubble": {"cost": catalogue.terrain["rubble"].cost},
            "crt": crt.model_dump(),
            "faces": len(crt.results),
            "codes": [{**code.model_dump(), "shown": phrases.result(code.id)} for code in crt.codes],
            "names": {
                "both_disorganised": results.code(DISORGANISED, DISORGANISED),
                "both_eliminated": results.code(ELIMINATED, ELIMINATED),
                "defender_disorganised": results.code(defender=DISORGANISED),
                "defender_eliminated": results.code(defender=ELIMINATED),
            },
            "abilities": [self.bill.filled(entry) for entry in catalogue.abilities.entries.values()],
            "sample": {**sample.model_dump(), "rating": phrases.rating(sample)},
            "troops": self.troops(),
            "leaders": self.leaders(),
            "spears": self.spears(sample),
            "shooters": [shooter for shooter in phrases.shooters(self.bill) if not shooter["engine"]],
            "engines": [self.engine(unit) for unit in catalogue.units if isinstance(unit, Engine)],
            "scout": [self.scout(chance.range, chance.formation_from, chance.scout_from) for chance in catalogue.scout],
            "antipathies": self.antipathies(),
            "shapes": {"ball": shapes["ball-2"].name, "cone": shapes["cone-c"].name},
        }

    def hosts(self) -> list[Host]:
        """Both armies for the cover: a unit is as loud as its attack and defence, a leader as his rating."""
        hosts = []
        for side in self.bill.scenario.sides:
            units = [line.unit for line in self.bill.battle.side_lines(side.id)]
            loud = [(unit.symbol, self.loudness(unit)) for unit in units if isinstance(unit, Troops | Engine | Leader)]
            hosts.append(Host(side.livery, loud))
        return hosts

    @staticmethod
    def loudness(unit: Troops | Engine | Leader) -> float:
        if isinstance(unit, Leader):
            return unit.rating + LEADER_IS_LOUD
        return unit.attack + unit.defence + unit.movement / 4

    def choices(self) -> list[dict[str, str]]:
        """The switches that stand otherwise than usual."""
        return [
            {"rule": ruling.id, "title": ruling.title, "text": texts[value]}
            for ruling, texts, value, usual in parts.switches_set(self.bill)
            if not usual
        ]

    def general(self) -> list[dict[str, str]]:
        """The kinds of things that this battle lacks, each with the chapter that can wait; empty for a whole game."""
        if self.bill.whole:
            return []
        present = facts(self.bill.battle, self.catalogue)
        parts = (
            ("cavalry", "9", present["horse"]),
            ("engineers or engines", "11", present["engineers"] + present["engines"] + present["bombards"]),
            ("wizards or priests", "12", present["casters"]),
            ("hidden armies or scouts", "13", present["scouts"] + present["face_down"]),
        )
        return [{"what": label, "chapter": chapter} for label, chapter, number in parts if not number]

    def troops(self) -> list[dict[str, Any]]:
        """Every kind of troops and engine, and what each is exchanged for; kinds that differ in quality as one."""
        values: dict[tuple[Any, ...], dict[str, Any]] = {}
        for unit in self.catalogue.units:
            if isinstance(unit, Engine) and unit.listed:
                values[(unit.id,)] = {**self.engine(unit), "rating": phrases.rating(unit), "qualities": []}
            if not isinstance(unit, Troops) or not unit.listed:
                continue
            for item in (unit, exchanged_for(self.catalogue, unit)):
                if item is None:
                    continue
                key = (item.name, item.symbol, phrases.rating(item))
                line = values.setdefault(key, {**item.model_dump(), "rating": phrases.rating(item), "qualities": []})
                if item.quality not in line["qualities"]:
                    line["qualities"] = sorted([*line["qualities"], item.quality])
        return list(values.values())

    def leaders(self) -> list[dict[str, Any]]:
        """A leader of each kind, for his symbol."""
        values: dict[str, dict[str, Any]] = {}
        for unit in self.catalogue.units:
            if isinstance(unit, Leader) and unit.listed:
                values.setdefault(unit.kind, {"id": unit.kind, "name": unit.short, "symbol": unit.symbol})
        return list(values.values())

    def terrain(self) -> list[dict[str, Any]]:
        """Kinds of ground that are alike in everything, in one line."""
        rows = {row.id: row.name for row in self.crt.rows}
        groups: dict[tuple[Any, ...], list[Terrain]] = {}
        for ground in phrases.grounds(self.catalogue, self.bill.battle.map):
            key = (
                ground.cost,
                ground.penalty,
                ground.crt_row,
                tuple(ground.ignored_by),
                ground.bars_charge,
                ground.bars_engines,
                ground.water,
                ground.closed,
                ground.infantry_defence,
            )
            groups.setdefault(key, []).append(ground)
        result = []
        for group in groups.values():
            first = group[0]
            result.append(
                {
                    "names": ", ".join([group[0].name, *(item.name.lower() for item in group[1:])]),
                    "closed": first.closed,
                    "cost": first.cost,
                    "penalty": first.penalty,
                    "row": rows.get(first.crt_row, first.crt_row),
                    "remarks": phrases.ground(self.catalogue, first),
                }
            )
        return result

    def antipathies(self) -> str:
        """The races of the unit list that cannot bear each other."""
        races = self.catalogue.races
        present = {unit.race for unit in self.catalogue.units if isinstance(unit, Troops)}
        pairs = {tuple(sorted((race.id, enemy))) for race in races for enemy in race.antipathy}
        pairs_in_words = [
            f"{races[a].name} and {races[b].name}"
            for a, b in sorted(pairs)
            if a in present and b in present and a in races and b in races
        ]
        return listed(pairs_in_words)

    def spears(self, unit: Troops) -> dict[str, Any]:
        spent = exchanged_for(self.catalogue, unit)
        return {
            "shots": unit.shots,
            "range": unit.range,
            "becomes": spent.name if spent is not None else "",
            "rating": phrases.rating(spent) if spent is not None else "",
        }

    def engine(self, unit: Engine) -> dict[str, Any]:
        segment = self.catalogue.segments.get(unit.segment)
        return {**unit.model_dump(), "segment": segment.name if segment else unit.segment}

    @staticmethod
    def scout(distance: int, formation: int, scout: int) -> dict[str, Any]:
        return {
            "range": distance,
            "formation": phrases.span(range(formation, 7)) or "never",
            "scout": phrases.span(range(scout, 7)) or "never",
        }
