"""Sheets of text: rosters, the table with both armies, the player aids, odds, and notes on the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ibbprint.catalogue.layers import Entry, Kind
from ibbprint.engine import parts
from ibbprint.engine.api.lists import Judged, amount
from ibbprint.engine.lists.names import printable
from ibbprint.engine.sections import CRIB, SCENARIO
from ibbprint.materials.booklets import FaceFigure, Figure, ShownFace
from ibbprint.phrases import capital, listed
from ibbprint.problems import Problem, Severity
from ibbprint.systems.element_battle.catalogue import (
    BUMPS,
    FACTORS,
    GAME,
    OPTIONS,
    OUTCOMES,
    PASSING,
    TERRAIN,
    TIES,
    TURN,
    Catalogue,
)
from ibbprint.systems.element_battle.deployment import Placed
from ibbprint.systems.element_battle.kit import phrases
from ibbprint.systems.element_battle.kit.bill import Bill, Fielding
from ibbprint.systems.element_battle.kit.sections import ODDS, ROSTER, TROOPS
from ibbprint.systems.element_battle.kit.table import table_figure
from ibbprint.systems.element_battle.models.troops import Terrain, Troop
from ibbprint.systems.element_battle.names import shown
from ibbprint.systems.element_battle.rules.combat import CLOSE
from ibbprint.systems.element_battle.rules.odds import summed
from ibbprint.systems.element_battle.rules.stands import Stand
from ibbprint.systems.element_battle.scenarios import Side

MOST_FINDINGS = 16
"""More of them are counted."""
TABLE_MM = 168.0
"""The side of the table on its sheet."""
LEGEND_MM = (86.0, 5.0)
MOST_COLUMNS, TABLES = 8, 2
"""The most types of an army side by side in a table of odds, and the most tables on a page."""
NO_NOTES = {"army", "catalogue", "lists", "odds", "printing"}
"""Topics of rulings that nobody asks about at the table."""


def _entries(bill: Bill, kind: Kind[Any]) -> Iterable[Entry[Any]]:
    """The entries of a file of the catalogue, in its order."""
    return bill.catalogue.shelf(kind).entries.values()


def _words(bill: Bill, entry: Entry[Any], field: str) -> str:
    """A text of an entry, with its figures filled in."""
    return bill.catalogue.text(getattr(entry.value, field), entry.value, entry.where(field))


# --- rosters ----------------------------------------------------------------------------------------------------------


def add_rosters(bill: Bill) -> None:
    """Each army with its entries, what was found in it, its verdict and its check code."""
    bill.sections.append(ROSTER)
    armies = [_army(verdict, bill.catalogue) for verdict in bill.verdicts]
    values = {
        "armies": armies,
        "hash": "-".join(verdict.army.hash for verdict in bill.verdicts),
        "legal": all(verdict.army.legal for verdict in bill.verdicts),
        "packs": [printable(pack.name) for pack in bill.options.packs],
    }
    bill.add_text(ROSTER, "roster", "roster", values, pages=2, front=True, aid=True)


def _army(verdict: Judged, catalogue: Catalogue) -> dict[str, Any]:
    army, findings = verdict.army, verdict.findings
    spare = None if army.limit is None else army.limit - army.total
    rows = [
        {"symbol": catalogue.troops[row.id].symbol if row.id else "", "name": printable(row.whole_name),
         "rating": row.rating, "number": row.number, "price": row.amounts[0],
         "sum": row.amounts[1]}
        for row in army.rows
    ]  # fmt: skip
    shown = sorted(findings, key=lambda problem: problem.severity)[:MOST_FINDINGS]
    return {
        "name": printable(army.name), "role": army.role, "legal": army.legal, "total": amount(army.total),
        "limit": "" if army.limit is None else amount(army.limit), "hash": army.hash, "edition": army.edition,
        "spare": "" if spare is None or spare < 0 else amount(spare),
        "over": "" if spare is None or spare >= 0 else amount(-spare),
        "facts": [fact.text for fact in army.facts], "rows": rows,
        "findings": [_finding(problem) for problem in findings if problem in shown],
        "more": max(0, len(findings) - MOST_FINDINGS),
    }  # fmt: skip


def _finding(problem: Problem) -> dict[str, Any]:
    return {
        "line": problem.where.line or "",
        "severity": problem.severity.word,
        "bad": problem.severity is not Severity.NOTE,
        "message": printable(f"{capital(problem.message)} {problem.hint}".strip(), 500),
        "rule": problem.rule.removeprefix(f"{GAME}:"),
    }


# --- the table --------------------------------------------------------------------------------------------------------


def add_table(bill: Bill) -> None:
    """The table with its terrain and both armies in their places; of lists, the lines of each army."""
    bill.sections.append(SCENARIO)
    sides = bill.battle.sides
    if len(sides) == 2:
        _add_table(bill, "scenario", sides, "Table and deployment")
        return
    for side in sides:
        _add_table(bill, f"deployment-{side.number + 1}", [side], "Deployment")


def _add_table(bill: Bill, id: str, sides: Sequence[Side], title: str) -> None:
    head = bill.battle.scenario.scenario
    grounds = {one.value.id: _words(bill, one, "text") for one in _entries(bill, TERRAIN)}
    values = {
        "background": head.background or "",
        "seed": head.seed,
        "points": amount(head.points if head.points is not None else bill.catalogue.figures["points"]),
        "sides": [_deployed(bill, side) for side in sides],
        "pieces": [_piece(bill, piece, letter, grounds) for piece, letter in lettered(bill)],
        "alone": len(sides) == 1,
        "decided": all(side.role for side in sides),
        "figures": dict(bill.catalogue.figures),
    }
    figures: Mapping[str, tuple[Figure, ...]] = {"table": (table_figure(bill, sides, TABLE_MM, lettered(bill)),)}
    bill.add_text(SCENARIO, id, "table", values, title=title, pages=1, front=True, aid=True, figures=figures)


def _piece(bill: Bill, piece: Placed, letter: str, grounds: Mapping[str, str]) -> dict[str, Any]:
    """A piece of terrain: its size, and where its nearest corner is, in paces."""
    cell, box = bill.catalogue.figures["cell"], piece.box
    return {
        "letter": letter, "name": piece.terrain.name, "text": grounds[piece.terrain.id],
        "size": f"{box.width * cell} x {box.depth * cell}", "west": box.x * cell, "south": box.y * cell,
    }  # fmt: skip


def lettered(bill: Bill) -> list[tuple[Placed, str]]:
    """Each piece of terrain with its letter on the sheet."""
    return [(piece, chr(ord("A") + number)) for number, piece in enumerate(bill.battle.ground[:26])]


def _deployed(bill: Bill, side: Side) -> dict[str, Any]:
    deployed = side.deployed
    waiting = [one.troop for one in deployed.waiting]
    return {
        "name": side.army.name,
        "role": side.role,
        "livery": side.army.livery,
        "elements": len(side.elements),
        "kinds": [_kind(one, count) for one, count in bill.kinds if one.side is side],
        "waiting": _counted(waiting),
        "unplaced": len(deployed.unplaced),
        "breaks": side.catalogue.breaks_at(len(side.elements)),
    }


def _kind(one: Fielding, count: int) -> dict[str, str]:
    """Elements of one kind, as the drawing of the table shows them and in words."""
    besides = [*(["general"] if one.general else []), *(option.name for option in one.options)]
    words = f" ({', '.join(besides)})" if besides else ""
    return {"symbol": one.troop.symbol, "name": f"{count} {shown(one.troop, count=count)}{words}"}


def _counted(troops: Sequence[Troop]) -> str:
    names = {troop.id: troop for troop in troops}
    numbers = [(sum(one.id == id for one in troops), troop) for id, troop in names.items()]
    return listed([f"{number} {shown(troop, count=number)}" for number, troop in numbers])


# --- player aids ------------------------------------------------------------------------------------------------------


def add_crib(bill: Bill) -> None:
    """What is asked in battle: the turn, the factors, and what becomes of a loser, by his type."""
    bill.sections.append(CRIB)
    catalogue = bill.catalogue
    values = {
        "figures": dict(catalogue.figures),
        "turn": [{**bill.filled(one), "pips": _words(bill, one, "pips")} for one in _entries(bill, TURN)],
        "factors": [
            {"name": one.value.name, "amount": phrases.amounts(catalogue, one.value), "when": _words(bill, one, "when")}
            for one in _entries(bill, FACTORS)
        ],
        "steady": listed([troop.name for troop in catalogue.fighting if troop.steady]),
        "losers": _losers(catalogue),
        "alike": [
            {"name": troop.name, "other": catalogue.troops[troop.counts_as].name}
            for troop in catalogue.fighting
            if troop.counts_as is not None
        ],
        "outcomes": [bill.filled(one) for one in _entries(bill, OUTCOMES) if one.value.severity],
        "ties": [
            f"two {catalogue.troops[tie.one].name}" if tie.one == tie.other
            else f"a {catalogue.troops[tie.one].one} and a {catalogue.troops[tie.other].one}"
            for tie in catalogue.shelf(TIES)
        ],
        "second": listed([troop.name for troop in catalogue.fighting if troop.support], "or"),
        "answer": listed([troop.name for troop in catalogue.fighting if troop.answers_spells], "or"),
    }  # fmt: skip
    bill.add_text(
        CRIB, "crib", "crib", values, title="Player aid: battle", columns=2, pages=1, front=True, aid=True,
        figures={"legend": _legend(bill)},
    )  # fmt: skip


def _losers(catalogue: Catalogue) -> list[dict[str, Any]]:
    """The types by what becomes of them when they lose, those with the same lines together."""
    by_line: dict[tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]], list[Troop]] = {}
    for troop in catalogue.troops.values():
        key = phrases.line(catalogue, troop.minor), phrases.line(catalogue, troop.half)
        by_line.setdefault(key, []).append(troop)
    return [
        {"names": listed([troop.name for troop in troops]), "minor": _clauses(minor), "half": _clauses(half)}
        for (minor, half), troops in sorted(by_line.items(), key=lambda one: one[1][0].name)
    ]


def _legend(bill: Bill) -> tuple[Figure, ...]:
    """The symbols of the outcomes, in two rows."""
    shown_as = [one.model_dump() for one in bill.catalogue.shelf(OUTCOMES)]
    half = len(shown_as) - len(shown_as) // 2
    return tuple(
        FaceFigure((ShownFace(bill.template("legend.svg.j2"), {"outcomes": some}, LEGEND_MM),))
        for some in (shown_as[:half], shown_as[half:])
    )


def _clauses(line: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "when": when} for name, when in line]


def add_troops(bill: Bill) -> None:
    """What each type is worth and how it moves, who passes through whom, recoils, distances, and what an army is."""
    bill.sections.append(TROOPS)
    catalogue = bill.catalogue
    values = {
        "figures": dict(catalogue.figures),
        "arms": [
            {"name": name, "troops": [_troop(troop) for troop in catalogue.troops.values() if troop.arm == arm]}
            for arm, name in (("aerial", "Aerial"), ("mounted", "Mounted"), ("foot", "Foot"))
        ],
        "passing": [one.model_dump() for one in catalogue.shelf(PASSING)],
        "bumps": [one.model_dump() for one in catalogue.shelf(BUMPS)],
        "bad": _grounds(bill, lambda one: one.going == "bad"),
        "blocks": _grounds(bill, lambda one: one.blocks),
        "hills": _grounds(bill, lambda one: one.hill),
        "options": [{**bill.filled(one), "price": amount(one.value.ap)} for one in _entries(bill, OPTIONS)],
        "never": listed([troop.name for troop in catalogue.troops.values() if troop.leads == "no"]),
        "doubtful": listed([troop.name for troop in catalogue.troops.values() if troop.leads == "doubtful"], "or"),
        "shots": [{"name": troop.name, "range": troop.range} for troop in catalogue.fighting if troop.range],
        "hides": listed([troop.name for troop in catalogue.fighting if troop.hides]),
    }
    bill.add_text(TROOPS, "troops", "troops", values, columns=2, pages=1, aid=True)


def _grounds(bill: Bill, wanted: Callable[[Terrain], bool]) -> str:
    """The kinds of terrain that are so, in small letters."""
    return listed([one.value.name.lower() for one in _entries(bill, TERRAIN) if wanted(one.value)])


def _troop(troop: Troop) -> dict[str, Any]:
    good, bad, road = phrases.moves(troop)
    place = troop.is_place
    return {
        "name": troop.name, "foot": troop.foot, "others": troop.others, "good": good, "bad": bad, "road": road,
        "ap": amount(troop.ap), "depth": troop.depth, "steady": troop.steady, "place": place, "symbol": troop.symbol,
    }  # fmt: skip


# --- odds and notes ---------------------------------------------------------------------------------------------------


def add_odds(bill: Bill) -> None:
    """Each type of the armies against every type, worked out by the rules of combat."""
    bill.sections.append(ODDS)
    catalogue = bill.catalogue
    tables = []
    for side in bill.battle.sides:
        kinds = list({one.troop.id: one.troop for one in side.elements}.values())
        for start in range(0, len(kinds), MOST_COLUMNS):
            some = kinds[start : start + MOST_COLUMNS]
            rows = [
                {"name": enemy.name, "cells": [_cell(bill, troop, enemy) for troop in some]}
                for enemy in catalogue.troops.values()
            ]
            tables.append({"army": side.army.name, "types": [troop.name for troop in some], "rows": rows})
    pages = -(-len(tables) // TABLES)
    bill.add_text(ODDS, "odds", "odds", {"tables": tables, "a_page": TABLES}, pages=pages, front=True, aid=True)


def _cell(bill: Bill, troop: Troop, enemy: Troop) -> dict[str, str]:
    """How often the enemy is lost, and the element itself, in percent."""
    (theirs, _), (ours, _), _ = summed(bill.catalogue, CLOSE, Stand(troop), Stand(enemy))
    return {"theirs": _percent(theirs), "ours": _percent(ours)}


def _percent(chance: Fraction) -> str:
    return str(round(chance * 100)) if chance else "–"


def add_notes(bill: Bill) -> None:
    """What was decided about the rules, and what that rests on (G-65)."""
    parts.add_house_rulings(bill, lambda one: one.tag == "house" and one.topic not in NO_NOTES)
