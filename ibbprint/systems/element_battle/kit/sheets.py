"""Sheets of text: rosters, the table with both armies, the player aids, odds, and notes on the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ibbprint.catalogue.boards import Sort, sample_board
from ibbprint.catalogue.layers import Entry, Kind
from ibbprint.engine import parts
from ibbprint.engine.api.lists import Judged, amount
from ibbprint.engine.kit_parts import Sheet
from ibbprint.engine.lists.files import printable
from ibbprint.materials.boards import SampleFigure
from ibbprint.materials.booklets import CardFigure, Figure
from ibbprint.phrases import capital, listed
from ibbprint.problems import Problem, Severity
from ibbprint.systems.element_battle.catalogue import GAME, Catalogue
from ibbprint.systems.element_battle.deployment import Placed
from ibbprint.systems.element_battle.kit import phrases
from ibbprint.systems.element_battle.kit.bill import Bill, Fielding
from ibbprint.systems.element_battle.kit.table import table_figure
from ibbprint.systems.element_battle.models.troops import Terrain, Troop
from ibbprint.systems.element_battle.names import name_of
from ibbprint.systems.element_battle.rules.combat import CLOSE
from ibbprint.systems.element_battle.rules.odds import summed
from ibbprint.systems.element_battle.rules.stands import Stand
from ibbprint.systems.element_battle.scenarios import Side

MOST_FINDINGS = 16
"""More of them are counted."""
TABLE_MM = 168.0
"""The side of the table on its sheet."""
SAMPLE_MM = 5.6
"""How wide the pictures of the terrain are."""
MOST_COLUMNS, TABLES = 8, 2
"""The most types of an army side by side in a table of odds, and the most tables on a page."""
PLAYERS = 2
NO_NOTES = {"army", "catalogue", "lists", "odds", "printing"}
"""Topics of rulings that nobody asks about at the table."""


def _entries(bill: Bill, kind: Kind[Any]) -> Iterable[Entry[Any]]:
    """The entries of a file of the catalogue, in its order."""
    return bill.catalogue.shelf(kind).entries.values()


def _words(bill: Bill, entry: Entry[Any], field: str) -> str:
    """A text of an entry, with its figures filled in."""
    return bill.catalogue.text(getattr(entry.value, field), entry.value, entry.where(field))


# --- rosters ----------------------------------------------------------------------------------------------------------


def rosters(bill: Bill) -> Sheet:
    """Each army with its entries, what was found in it, its verdict and its check code."""
    armies = [_army(verdict, bill.catalogue) for verdict in bill.verdicts]
    return Sheet(
        {
            "armies": armies,
            "hash": "-".join(verdict.army.hash for verdict in bill.verdicts),
            "verdict": next((item.army.verdict for item in bill.verdicts if not item.army.legal), "legal"),
            "packs": [printable(pack.name) for pack in bill.options.packs],
        }
    )


def _army(verdict: Judged, catalogue: Catalogue) -> dict[str, Any]:
    army, findings = verdict.army, verdict.findings
    spare = None if army.limit is None else army.limit - army.total
    rows = [
        {
            "symbol": catalogue.troops[row.id].symbol if row.id else "",
            "name": printable(row.whole_name),
            "rating": row.rating,
            "number": row.number,
            "price": row.amounts[0],
            "sum": row.amounts[1],
        }
        for row in army.rows
    ]
    printed = sorted(findings, key=lambda problem: problem.severity)[:MOST_FINDINGS]
    return {
        "name": printable(army.name),
        "role": army.role,
        "legal": army.legal,
        "total": amount(army.total),
        "limit": "" if army.limit is None else amount(army.limit),
        "hash": army.hash,
        "edition": army.edition,
        "spare": "" if spare is None or spare < 0 else amount(spare),
        "over": "" if spare is None or spare >= 0 else amount(-spare),
        "facts": [fact.text for fact in army.facts],
        "rows": rows,
        "findings": [_finding(problem) for problem in findings if problem in printed],
        "more": max(0, len(findings) - MOST_FINDINGS),
    }


def _finding(problem: Problem) -> dict[str, Any]:
    return {
        "line": problem.where.line or "",
        "severity": problem.severity.word,
        "bad": problem.severity is not Severity.NOTE,
        "message": printable(f"{capital(problem.message)} {problem.hint}".strip(), 500),
        "rule": problem.rule.removeprefix(f"{GAME}:"),
    }


# --- the table --------------------------------------------------------------------------------------------------------


def tables(bill: Bill) -> list[Sheet]:
    """The table with its terrain and both armies in their places; of lists, the lines of each army."""
    sides = bill.battle.sides
    if len(sides) == PLAYERS:
        return [_table(bill, "scenario", sides, "Table and deployment")]
    return [_table(bill, f"deployment-{side.number + 1}", [side], "Deployment") for side in sides]


def _table(bill: Bill, id: str, sides: Sequence[Side], title: str) -> Sheet:
    head = bill.battle.scenario.scenario
    grounds = {entry.value.id: _words(bill, entry, "text") for entry in _entries(bill, Catalogue.terrain)}
    values = {
        **bill.playtested(),
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
    return Sheet(values, figures, id, title)


def _piece(bill: Bill, piece: Placed, letter: str, grounds: Mapping[str, str]) -> dict[str, Any]:
    """A piece of terrain: its size, and where its nearest corner is, in paces."""
    cell, box = bill.catalogue.figures["cell"], piece.box
    return {
        "letter": letter,
        "name": piece.terrain.name,
        "text": grounds[piece.terrain.id],
        "size": f"{box.width * cell} x {box.depth * cell}",
        "west": box.x * cell,
        "south": box.y * cell,
    }


def lettered(bill: Bill) -> list[tuple[Placed, str]]:
    """Each piece of terrain with its letter on the sheet."""
    return [(piece, chr(ord("A") + number)) for number, piece in enumerate(bill.battle.ground[:26])]


def _deployed(bill: Bill, side: Side) -> dict[str, Any]:
    deployed = side.deployed
    waiting = [item.troop for item in deployed.waiting]
    return {
        "name": side.army.name,
        "role": side.role,
        "livery": side.army.livery,
        "elements": len(side.elements),
        "kinds": [_kind(item, count) for item, count in bill.kinds if item.side is side],
        "waiting": _counted(waiting),
        "unplaced": len(deployed.unplaced),
        "breaks": side.catalogue.breaks_at(len(side.elements)),
    }


def _kind(fielding: Fielding, count: int) -> dict[str, str]:
    """Elements of one kind, as the drawing of the table shows them and in words."""
    items = [*(["general"] if fielding.general else []), *(option.name for option in fielding.options)]
    words = f" ({', '.join(items)})" if items else ""
    return {"symbol": fielding.troop.symbol, "name": f"{count} {name_of(fielding.troop, count=count)}{words}"}


def _counted(troops: Sequence[Troop]) -> str:
    names = {troop.id: troop for troop in troops}
    numbers = [(sum(item.id == id for item in troops), troop) for id, troop in names.items()]
    return listed([f"{number} {name_of(troop, count=number)}" for number, troop in numbers])


# --- the player aid ---------------------------------------------------------------------------------------------------


def crib(bill: Bill) -> Sheet:
    """The player aid, once for each army: battle, and on its back troops, terrain and points."""
    on_sheet = len(bill.battle.sides) == PLAYERS
    values = {**_battle_values(bill), **_troops_values(bill), "on_sheet": on_sheet}
    copies = 1 if bill.kit_sort == "whole" else max(1, len(bill.battle.sides))
    return Sheet(values, _terrain_figures(bill), copies=copies)


def troops(bill: Bill) -> Sheet:
    """The second page of the player aid, to be printed by itself."""
    return Sheet(_troops_values(bill), _terrain_figures(bill))


def _terrain_figures(bill: Bill) -> dict[str, tuple[Figure, ...]]:
    """A small picture of each kind of terrain."""
    terrain = [entry.value for entry in _entries(bill, Catalogue.terrain)]
    samples = sample_board([Sort(item.id, item.name, item.look) for item in terrain], squares=True)
    road = CardFigure(bill.template("road-sample.svg.j2"), {}, (SAMPLE_MM, SAMPLE_MM))
    return {
        f"terrain-{item.id}": (road if item.road else SampleFigure(samples, item.name, SAMPLE_MM),) for item in terrain
    }


def _battle_values(bill: Bill) -> dict[str, Any]:
    """The values of a battle: the turn, the factors, and the fates of a loser by type."""
    catalogue = bill.catalogue
    return {
        "figures": dict(catalogue.figures),
        "turn": [
            {**bill.filled(entry), "pips": _words(bill, entry, "pips")} for entry in _entries(bill, Catalogue.turn)
        ],
        "factors": [_factor(bill, entry) for entry in _entries(bill, Catalogue.factors)],
        "steady": listed([troop.name for troop in catalogue.fighting if troop.steady]),
        "losers": _losers(catalogue),
        "half": _clauses(_usual_half(catalogue)),
        "alike": [
            {"name": troop.name, "other": catalogue.troops[troop.counts_as].name}
            for troop in catalogue.fighting
            if troop.counts_as is not None
        ],
        "outcomes": [
            {**bill.filled(outcome), "tint": phrases.tint(catalogue, outcome.value)}
            for outcome in _entries(bill, Catalogue.outcomes)
        ],
        "ties": [
            f"two {catalogue.troops[tie.one].name}"
            if tie.one == tie.other
            else f"a {catalogue.troops[tie.one].one} and a {catalogue.troops[tie.other].one}"
            for tie in catalogue.ties
        ],
        "second": listed([troop.name for troop in catalogue.fighting if troop.support], "or"),
        "answer": listed([troop.name for troop in catalogue.fighting if troop.answers_spells], "or"),
    }


def _factor(bill: Bill, entry: Entry[Any]) -> dict[str, str]:
    mark, remark = phrases.amounts(bill.catalogue, entry.value)
    return {"name": entry.value.name, "mark": mark, "more": remark, "when": _words(bill, entry, "when")}


Line = tuple[tuple[str, str, str], ...]
"""The outcomes of a loser in their order, each with its name, when it comes and its tint."""


def _losers(catalogue: Catalogue) -> list[dict[str, Any]]:
    """The types by what becomes of them when they lose, those with the same lines together.

    What becomes of those with half the winner's total is left out where it is the usual.
    """
    by_line: dict[tuple[Line, Line], list[Troop]] = {}
    for troop in catalogue.troops.values():
        key = phrases.line(catalogue, troop.minor), phrases.line(catalogue, troop.half)
        by_line.setdefault(key, []).append(troop)
    usual = _usual_half(catalogue)
    return [
        {
            "names": listed([troop.name for troop in troops]),
            "minor": _clauses(minor),
            "half": [] if half == usual else _clauses(half),
        }
        for (minor, half), troops in sorted(by_line.items(), key=lambda item: item[1][0].name)
    ]


def _usual_half(catalogue: Catalogue) -> Line:
    """The fate of most losers with half the winner's total or less."""
    halves = Counter(phrases.line(catalogue, troop.half) for troop in catalogue.troops.values())
    return halves.most_common(1)[0][0]


def _clauses(line: Line) -> list[dict[str, str]]:
    return [{"name": name, "when": when, "tint": tint} for name, when, tint in line]


def _troops_values(bill: Bill) -> dict[str, Any]:
    """The values of each type and its moves, passing, recoils, distances, and the make-up of an army."""
    catalogue = bill.catalogue
    return {
        "figures": dict(catalogue.figures),
        "edges": phrases.edge_numbers(catalogue.figures["die"]),
        "arms": [
            {"name": name, "troops": [_troop(troop) for troop in catalogue.troops.values() if troop.arm == arm]}
            for arm, name in (("aerial", "Aerial"), ("mounted", "Mounted"), ("foot", "Foot"))
        ],
        "passing": [item.model_dump() for item in catalogue.passing],
        "bumps": [bump.model_dump() for bump in catalogue.bumps],
        "terrain": [bill.filled(entry) for entry in _entries(bill, Catalogue.terrain)],
        "bad": _grounds(bill, lambda terrain: terrain.going == "bad"),
        "options": [
            {**bill.filled(entry), "price": amount(entry.value.ap)} for entry in _entries(bill, Catalogue.options)
        ],
        "never": listed([troop.name for troop in catalogue.troops.values() if troop.leads == "no"]),
        "doubtful": listed([troop.name for troop in catalogue.troops.values() if troop.leads == "doubtful"], "or"),
        "shots": [{"name": troop.name, "range": troop.range} for troop in catalogue.fighting if troop.range],
        "hides": listed([troop.name for troop in catalogue.fighting if troop.hides]),
    }


def _grounds(bill: Bill, applies: Callable[[Terrain], bool]) -> str:
    """The kinds of terrain that are so, in small letters."""
    return listed([entry.value.name.lower() for entry in _entries(bill, Catalogue.terrain) if applies(entry.value)])


def _troop(troop: Troop) -> dict[str, Any]:
    good, bad, road = phrases.moves(troop)
    place = troop.is_place
    return {
        "name": troop.name,
        "foot": troop.foot,
        "others": troop.others,
        "good": good,
        "bad": bad,
        "road": road,
        "ap": amount(troop.ap),
        "depth": troop.depth,
        "steady": troop.steady,
        "place": place,
        "symbol": troop.symbol,
    }


# --- odds and notes ---------------------------------------------------------------------------------------------------


def odds(bill: Bill) -> Sheet:
    """The types of one army against those of the other, worked out by the rules of combat.

    An army whose enemy nobody knows is shown against every type.
    """
    sides = bill.battle.sides
    if len(sides) == PLAYERS:
        attacker, defender = sorted(sides, key=lambda side: not side.attacks)
        tables = _odds_tables(bill, attacker, _kinds(defender), defender.army.name)
    else:
        every = list(bill.catalogue.troops.values())
        tables = [table for side in sides for table in _odds_tables(bill, side, every, "")]
    pages = -(-len(tables) // TABLES)
    return Sheet({"tables": tables, "a_page": TABLES}, pages=pages)


def _kinds(side: Side) -> list[Troop]:
    """The types of the elements of a side, each once."""
    return list({element.troop.id: element.troop for element in side.elements}.values())


def _odds_tables(bill: Bill, side: Side, enemies: Sequence[Troop], name: str) -> list[dict[str, Any]]:
    """The tables of a side, a column for each of its types; `name` is that of the enemies’ army, if it is known."""
    kinds = _kinds(side)
    parts = [kinds[start : start + MOST_COLUMNS] for start in range(0, len(kinds), MOST_COLUMNS)]
    return [
        {
            "army": side.army.name,
            "enemy": name,
            "types": [troop.name for troop in part],
            "rows": [{"name": enemy.name, "cells": [_cell(bill, troop, enemy) for troop in part]} for enemy in enemies],
        }
        for part in parts
    ]


def _cell(bill: Bill, troop: Troop, enemy: Troop) -> dict[str, str]:
    """The chances that the enemy is lost, and the element itself, in percent."""
    (theirs, _), (ours, _), _ = summed(bill.catalogue, CLOSE, Stand(troop), Stand(enemy))
    return {"theirs": _percent(theirs), "ours": _percent(ours)}


def _percent(chance: Fraction) -> str:
    return str(round(chance * 100)) if chance else "–"


def notes(bill: Bill) -> list[Sheet]:
    """The page of decisions about the rules, with their reasons (G-65)."""
    return parts.house_rulings(bill, lambda ruling: ruling.tag == "house" and ruling.topic not in NO_NOTES)
