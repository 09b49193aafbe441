"""The rules booklet: what its text, examples and figures are filled with, all of it from the catalogue as it stands."""

from __future__ import annotations

from typing import Any

from ibbprint.catalogue.models import ResultTable
from ibbprint.materials.booklets import Booklet
from ibbprint.systems.ibb.catalogue import (
    ABILITIES,
    AREA_TEMPLATES,
    FIGURES,
    MODIFIERS,
    PETARD,
    RACES,
    RULINGS,
    SCATTER,
    SCOUT,
    SEGMENTS,
    TERRAIN,
    switches,
)
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.booklet_examples import Examples, in_words
from ibbprint.systems.ibb.kit.booklet_figures import figures
from ibbprint.systems.ibb.kit.sections import RULES
from ibbprint.systems.ibb.models import Engine, Modifier, Terrain, Troops

TITLE = "Itty Bitty Battles"
MARKED = ("reconstruction", "lost")
"""Rulings of these tags stand for something that had to be made up anew."""


def add_booklet(bill: Bill) -> None:
    """The booklet of rules, with the switches as they stand."""
    bill.sections.append(RULES)
    crt = bill.catalogue.crt
    if crt is None:
        return
    values = _Values(bill, crt).make()
    examples = Examples(bill, crt)
    values["ex"] = examples.make()
    if not bill.report.ok:
        return
    rulings = bill.catalogue.shelf(RULINGS)
    bill.booklets.append(
        Booklet(
            id="rules",
            section=RULES.id,
            title="Rules of play",
            cover="ibb/booklet/cover.svg.j2",
            template="ibb/booklet/rules.md.j2",
            values=values,
            figures=figures(bill, examples),
            marked=frozenset(ruling.id for ruling in rulings if ruling.tag in MARKED),
        )
    )


class _Values:
    def __init__(self, bill: Bill, crt: ResultTable) -> None:
        self.bill = bill
        self.catalogue = bill.catalogue
        self.crt = crt

    def make(self) -> dict[str, Any]:
        catalogue, crt = self.catalogue, self.crt
        in_force = [m for m in catalogue.shelf(MODIFIERS) if catalogue.in_force(m.when)]
        mod = {m.id: m.model_dump() for m in in_force}
        charge = mod.get("charge") or mod.get("charge-die") or {"amount": 0}
        spears = self.catalogue.units.get("spearmen-q2")
        sample = spears if isinstance(spears, Troops) else next(u for u in catalogue.units if isinstance(u, Troops))
        shapes = catalogue.shelf(AREA_TEMPLATES)
        return {
            **self.bill.stamp(),
            "game": TITLE,
            "liveries": [side.livery for side in self.bill.scenario.sides],
            "figures": {figure.id: figure.value for figure in catalogue.shelf(FIGURES)},
            "switches": dict(catalogue.chosen),
            "choices": self.choices(),
            "mod": mod,
            "charge_bonus": charge,
            "modifiers": self.modifiers(in_force),
            "terrain": self.terrain(),
            "charge_barred": in_words([t.name.lower() for t in catalogue.shelf(TERRAIN) if t.bars_charge], "or"),
            "rubble": {"cost": catalogue.shelf(TERRAIN)["rubble"].cost},
            "segments": [self.bill.filled(entry) for entry in catalogue.shelf(SEGMENTS).entries.values()],
            "crt": crt.model_dump(),
            "faces": len(crt.results),
            "codes": [{**code.model_dump(), "shown": "–" if code.id == "-" else code.id} for code in crt.codes],
            "names": {
                "both_disorganised": "Exd",
                "both_eliminated": "Exk",
                "defender_disorganised": "Dd",
                "defender_eliminated": "De",
            },
            "abilities": [self.bill.filled(entry) for entry in catalogue.shelf(ABILITIES).entries.values()],
            "sample": {**sample.model_dump(), "rating": rating(sample)},
            "spears": self.spears(sample),
            "shooters": self.shooters(),
            "engines": [self.engine(unit) for unit in catalogue.units if isinstance(unit, Engine)],
            "petard": self.petard(),
            "scatter": [one.model_dump() for one in catalogue.shelf(SCATTER)],
            "scout": [self.scout(one.range, one.formation_from, one.scout_from) for one in catalogue.shelf(SCOUT)],
            "antipathies": self.antipathies(),
            "shapes": {"ball": shapes["ball-2"].name, "cone": shapes["cone-c"].name},
        }

    def choices(self) -> list[dict[str, str]]:
        """The switches that stand otherwise than usual."""
        made = []
        for name, (ruling, switch) in switches(self.catalogue.layers).items():
            value = self.catalogue.chosen.get(name, switch.default)
            if value != switch.default:
                made.append({"rule": ruling.id, "title": ruling.title, "text": switch.values[value]})
        return made

    def modifiers(self, in_force: list[Modifier]) -> dict[str, list[dict[str, Any]]]:
        made: dict[str, list[dict[str, Any]]] = {"combat": [], "activation": [], "fizzle": [], "morale": []}
        entries = self.catalogue.shelf(MODIFIERS).entries
        for one in in_force:
            line = self.bill.filled(entries[one.id])
            made.setdefault(one.to, []).append({**line, "signed": signed(one), "effect": effect(one)})
        return made

    def terrain(self) -> list[dict[str, Any]]:
        """Kinds of ground that are alike in everything, in one line."""
        rows = {row.id: row.name for row in self.crt.rows}
        groups: dict[tuple[Any, ...], list[Terrain]] = {}
        for one in self.catalogue.shelf(TERRAIN):
            key = (one.cost, one.penalty, one.crt_row, tuple(one.ignored_by), one.bars_charge, one.bars_engines,
                   one.water, one.infantry_defence)  # fmt: skip
            groups.setdefault(key, []).append(one)
        made = []
        for alike in groups.values():
            first = alike[0]
            remarks = []
            if first.ignored_by:
                able = [a.name for name in first.ignored_by if (a := self.catalogue.abilities.get(name))]
                remarks.append(f"like clear ground for {in_words(able, 'and')}")
            barred = [what for what, bars in (("charge", first.bars_charge), ("engines", first.bars_engines)) if bars]
            if barred:
                remarks.append(f"no {in_words(barred, 'or')}")
            if first.infantry_defence:
                remarks.append(f"infantry defends with +{first.infantry_defence} on the die")
            shown = "; ".join(remarks)
            made.append(
                {
                    "names": ", ".join([alike[0].name, *(one.name.lower() for one in alike[1:])]),
                    "cost": first.cost,
                    "penalty": first.penalty,
                    "row": rows.get(first.crt_row, first.crt_row),
                    "remarks": shown[:1].upper() + shown[1:],
                }
            )
        return made

    def antipathies(self) -> str:
        """The races of the unit list that cannot bear each other."""
        races = self.catalogue.shelf(RACES)
        there = {unit.race for unit in self.catalogue.units if isinstance(unit, Troops)}
        pairs = {tuple(sorted((race.id, other))) for race in races for other in race.antipathy}
        shown = [
            f"{races[a].name} and {races[b].name}"
            for a, b in sorted(pairs)
            if a in there and b in there and a in races and b in races
        ]
        return in_words(shown, "and")

    def spears(self, unit: Troops) -> dict[str, Any]:
        choice = self.catalogue.chosen.get("spent_spearmen", "")
        spent = self.catalogue.units.get(f"{unit.becomes}-{choice}") or self.catalogue.units.get(unit.becomes or "")
        return {
            "shots": unit.shots,
            "range": unit.range,
            "becomes": spent.name if spent is not None else "",
            "rating": rating(spent) if isinstance(spent, Troops) else "",
        }

    def shooters(self) -> list[dict[str, Any]]:
        made: dict[str, dict[str, Any]] = {}
        segments = self.catalogue.shelf(SEGMENTS)
        for unit in self.catalogue.units:
            if isinstance(unit, Troops) and unit.range is not None and unit.listed:
                segment = segments.get(unit.segment) if unit.segment else None
                remark = f"{unit.shots} throws" if unit.shots else ""
                if unit.arm == "missile":
                    remark = "halved in melee"
                made.setdefault(
                    unit.name,
                    {
                        "name": unit.name,
                        "attack": unit.attack,
                        "range": unit.range,
                        "segment": segment.name if segment else "",
                        "remark": remark,
                    },
                )
        return list(made.values())

    def engine(self, unit: Engine) -> dict[str, Any]:
        segment = self.catalogue.shelf(SEGMENTS).get(unit.segment)
        return {**unit.model_dump(), "segment": segment.name if segment else unit.segment}

    def petard(self) -> list[dict[str, Any]]:
        """What the two dice bring; entries of one name together, with how many of the 36 pairs bring it."""
        made: dict[str, dict[str, Any]] = {}
        shelf = self.catalogue.shelf(PETARD)
        for name, entry in shelf.entries.items():
            one = entry.value
            ways = len(one.engineer) * len(one.owner)
            line = made.setdefault(
                one.name,
                {
                    "engineer": span(one.engineer),
                    "owner": span(one.owner),
                    "text": self.catalogue.text(one.text, one, shelf.where(name, "text")),
                    "ways": 0,
                },
            )
            if line["ways"]:
                line["engineer"] = line["owner"] = "otherwise"
            line["ways"] += ways
        return sorted(made.values(), key=lambda line: line["owner"] == "otherwise")

    @staticmethod
    def scout(distance: int, formation: int, scout: int) -> dict[str, Any]:
        return {
            "range": distance,
            "formation": span(list(range(formation, 7))) or "never",
            "scout": span(list(range(scout, 7))) or "never",
        }


def rating(unit: Troops) -> str:
    """`4-3-6`."""
    return f"{unit.attack}-{unit.defence}-{unit.movement}"


def signed(one: Modifier) -> str:
    """What a modifier does to a die that must not be higher than something."""
    return f"–{one.amount}" if one.favours in ("roller", "attacker") else f"+{one.amount}"


def effect(one: Modifier) -> str:
    """What a modifier of combat changes, in few words (R-74)."""
    if one.changes == "die":
        if one.favours == "owner":
            return f"die {one.amount} for its side"
        return f"die {signed(one)}"
    if one.changes == "column":
        return f"{one.amount} column {'right' if one.favours == 'attacker' else 'left'}"
    if one.changes == "attack":
        return f"attack {'+' if one.favours == 'attacker' else '–'}{one.amount}"
    return f"defence {'–' if one.favours == 'attacker' else '+'}{one.amount}"


def span(faces: list[int]) -> str:
    """Faces of a die in words: `5–6`, `1`, `1, 3`."""
    if len(faces) > 1 and faces == list(range(faces[0], faces[-1] + 1)):
        return f"{faces[0]}–{faces[-1]}"
    return ", ".join(map(str, faces))
