"""Sheets of text: rosters, the table with both armies, and notes on the rules."""

from __future__ import annotations

from typing import Any

from ibbprint.catalogue.models.rulings import Ruling
from ibbprint.engine import parts
from ibbprint.engine.kit_parts import Sheet
from ibbprint.engine.lists.files import printable
from ibbprint.materials.booklets import FaceFigure, ShownFace
from ibbprint.phrases import capital
from ibbprint.problems import Problem, Severity
from ibbprint.systems.battle_turn.catalogue import GAME
from ibbprint.systems.battle_turn.kit.bill import Bill, plus
from ibbprint.systems.battle_turn.models import front_of, ranks_of, volleys_of
from ibbprint.systems.battle_turn.rosters.fields import ROLES
from ibbprint.systems.battle_turn.scenarios import Side, UnitPlace

MOST_FINDINGS = 16
"""More of them are counted."""
TABLE_MM = 170.0
"""The width of the table on its sheet."""
NO_NOTES = frozenset(("lists", "printing", "engine"))
"""Topics of rulings that nobody asks about at the table."""
NOTED = frozenset(("house", "supported"))
"""The tags of rulings that the tables do not give."""


# --- rosters ----------------------------------------------------------------------------------------------------


def rosters(bill: Bill) -> Sheet:
    """Each army with its leaders, its units, what was found in it, its verdict and its check code."""
    armies = [_army(bill, number, side) for number, side in enumerate(bill.battle.armies)]
    values = {"armies": armies, "packs": [printable(pack.name) for pack in bill.options.packs]}
    return Sheet(values, pages=len(armies))


def _army(bill: Bill, number: int, side: Side) -> dict[str, Any]:
    verdict = bill.verdicts[number]
    findings = verdict.findings
    printed = sorted(findings, key=lambda problem: problem.severity)[:MOST_FINDINGS]
    places = bill.battle.of(number)
    return {
        "name": side.name,
        "race": side.roster.race,
        "legal": verdict.army.legal,
        "hash": verdict.army.hash,
        "edition": verdict.army.edition,
        "facts": [fact.text for fact in verdict.army.facts[1:]],
        "worth": sum(place.unit.total_worth for place in places),
        "leaders": [_leader(bill, place) for place in bill.battle.led(number)],
        "units": [_unit(bill, place) for place in places],
        "findings": [_finding(problem) for problem in findings if problem in printed],
        "more": max(0, len(findings) - MOST_FINDINGS),
    }


def _leader(bill: Bill, place: Any) -> dict[str, Any]:
    leader = place.leader
    extras = [*(["bannerman"] if leader.bannerman else []), *([f"boast: {leader.boast}"] if leader.boast else [])]
    return {
        "key": place.key,
        "name": leader.name,
        "role": ROLES[leader.role],
        "race": place.race,
        "leadership": "–" if leader.leadership is None else leader.leadership,
        "save": "–" if leader.save is None else f"{leader.save}+",
        "extras": ", ".join(extras),
        "commands": ", ".join(place.commands) or "–",
        "joins": f"{'behind ' if place.alone else ''}{place.joins or '–'}",
    }


def _unit(bill: Bill, place: UnitPlace) -> dict[str, Any]:
    unit, catalogue = place.unit, bill.catalogue
    figures = catalogue.figures
    extras = [
        word
        for word, has in (("standard", unit.standard), ("champion", unit.champion), ("mounted", unit.mounted))
        if has
    ]
    missile = "" if unit.missile is None else catalogue.weapons[unit.missile].name.lower()
    return {
        "key": place.key,
        "name": unit.name,
        "race": unit.race or "",
        "worth": unit.total_worth,
        "each": f"{unit.figures} × {unit.worth}",
        "block": f"{front_of(unit, figures)} × {ranks_of(unit, figures)}",
        "quality": catalogue.qualities[unit.quality].name.lower(),
        "temper": catalogue.temperaments[unit.temperament].name.lower(),
        "armour": catalogue.armour[unit.armour].name.lower(),
        "shield": unit.shield,
        "weapon": catalogue.weapons[unit.weapon].name.lower(),
        "missile": missile,
        "volleys": volleys_of(unit, catalogue.volleys),
        "strength": plus(unit.strength),
        "resilience": unit.resilience,
        "extras": ", ".join(extras),
        "orders": catalogue.orders[unit.orders].name,
    }


def _finding(problem: Problem) -> dict[str, Any]:
    return {
        "line": problem.where.line or "",
        "severity": problem.severity.word,
        "bad": problem.severity is Severity.ERROR,
        "message": printable(f"{capital(problem.message)} {problem.hint}".strip(), 500),
        "rule": problem.rule.removeprefix(f"{GAME}:"),
    }


# --- the table --------------------------------------------------------------------------------------------------


def table(bill: Bill) -> Sheet:
    """The table with its terrain and both armies at their places."""
    head = bill.battle.scenario.scenario
    catalogue = bill.catalogue
    lettered = list(zip("abcdefghijklmnopqrstuvwxyz", bill.battle.terrain, strict=False))
    values = {
        **bill.playtested(),
        "background": head.background or "",
        "figures": dict(catalogue.figures),
        "turns": catalogue.turns,
        "sides": [
            {"name": side.name, "letter": side.letter, "edge": "south" if not number else "north"}
            for number, side in enumerate(bill.battle.armies)
        ],
        "pieces": [
            {
                "letter": letter.upper(),
                "name": piece.kind.name,
                "size": f"{piece.x2 - piece.x1} × {piece.y2 - piece.y1}″",
                "west": f"{piece.x1}″",
                "south": f"{piece.y1}″",
                "text": catalogue.text(piece.kind.text, piece.kind, bill.battle.source.where("terrain")),
            }
            for letter, piece in lettered
        ],
    }
    return Sheet(values, {"table": (table_figure(bill),)})


def table_figure(bill: Bill) -> FaceFigure:
    """The table as a drawing in mm: its sides, an inch, the depth of a zone; terrain, units and names of the armies.

    `scale` is how many inches its scale bar is long.
    """
    figures = bill.catalogue.figures
    inch = TABLE_MM / figures["table-width"]
    deep = figures["table-depth"] * inch
    pieces = [
        {
            "x": round(ground.x1 * inch, 3),
            "y": round((figures["table-depth"] - ground.y2) * inch, 3),
            "width": round((ground.x2 - ground.x1) * inch, 3),
            "height": round((ground.y2 - ground.y1) * inch, 3),
            "shade": ground.kind.shade,
            "letter": letter.upper(),
        }
        for letter, ground in zip("abcdefghijklmnopqrstuvwxyz", bill.battle.terrain, strict=False)
    ]
    units = []
    for place, block in bill.standing():
        rect = block.rect
        units.append(
            {
                "x": round(rect.x1 * inch, 3),
                "y": round((figures["table-depth"] - rect.y2) * inch, 3),
                "width": round(rect.wide * inch, 3),
                "height": round(rect.deep * inch, 3),
                "livery": bill.battle.armies[place.side].livery,
                "key": place.key,
                "facing": block.heading.name.lower(),
            }
        )
    sides = [{"name": side.name, "livery": side.livery, "top": bool(n)} for n, side in enumerate(bill.battle.armies)]
    face = {
        "wide": TABLE_MM,
        "deep": round(deep, 3),
        "inch": round(inch, 4),
        "zone": round(figures["deploy-depth"] * inch, 3),
        "scale": figures["foot-move"],
        "pieces": pieces,
        "units": units,
        "sides": sides,
    }
    return FaceFigure((ShownFace(bill.template("table.svg.j2"), face, (TABLE_MM, round(deep, 3))),))


# --- notes ------------------------------------------------------------------------------------------------------


def notes(bill: Bill) -> list[Sheet]:
    """A page on the sources of these rules: house rulings and choices."""

    def is_noted(ruling: Ruling) -> bool:
        return ruling.tag in NOTED and ruling.topic not in NO_NOTES

    return parts.house_rulings(bill, is_noted)
