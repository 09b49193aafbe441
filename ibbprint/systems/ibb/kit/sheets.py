"""The player aid, the rules that are asked for at the table on two sides of one sheet, and the scenario sheet.

Every figure comes from the catalogue or from the scenario.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ibbprint.catalogue.boards import sample_board
from ibbprint.catalogue.layers import Entry
from ibbprint.engine import parts
from ibbprint.engine.kit_parts import Sheet
from ibbprint.engine.marker_sheet import worked_out
from ibbprint.materials.boards import SampleFigure
from ibbprint.materials.booklets import Figure
from ibbprint.phrases import change
from ibbprint.systems.ibb.catalogue import DIE, Catalogue
from ibbprint.systems.ibb.facts import MEANINGS, facts
from ibbprint.systems.ibb.kit import phrases
from ibbprint.systems.ibb.kit.area_templates import used_by
from ibbprint.systems.ibb.kit.army import exchanges, order_of_battle
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.board import any_groups, make_board, sorts_of
from ibbprint.systems.ibb.kit.crossings import crossings
from ibbprint.systems.ibb.kit.crt import crt_figure
from ibbprint.systems.ibb.kit.spells import usable_spells
from ibbprint.systems.ibb.models.scenarios import Side, SpecialRule
from ibbprint.systems.ibb.models.terrain import Terrain
from ibbprint.systems.ibb.models.units import Engine, Leader
from ibbprint.systems.ibb.not_played import unplayed
from ibbprint.systems.ibb.victory_words import levels

PLAYERS = 2
AID_PT = 7.9
"""The type of the player aid is no larger, however little a battle needs: aids of several battles look alike.

It is the largest, to a tenth, in which those of Hastings and Stirling fit on one sheet; more would only take more ink.
"""
SAMPLE_MM = 5.6
"""How wide the pictures of the ground are on the player aid."""


def crib(bill: Bill) -> Sheet:
    """The player aid, once for each player: what nobody in the scenario has or can do is left out."""
    present = dict.fromkeys(MEANINGS, 1) if bill.whole else facts(bill.battle, bill.catalogue)
    values = {**rules_values(bill), "there": present, "modifiers": _needed(bill, present)}
    if not bill.whole:
        values["shooters"] = list(phrases.shooters(bill, present_only=True))
        engines = {line.unit.id: line.unit for line in bill.battle.lines if isinstance(line.unit, Engine)}
        values["engines"] = [unit.model_dump() for unit in engines.values()]
    rows = _ground_rows(values["terrain"])
    samples = sample_board(sorts_of(bill.catalogue), crossed=True)
    names = {"road": "Road", "bridge": "Bridge"}
    figures: dict[str, tuple[Figure, ...]] = {
        id: (SampleFigure(samples, name, SAMPLE_MM),) for id, name in names.items()
    }
    for row in rows:
        figures[f"ground-{row['id']}"] = tuple(SampleFigure(samples, name, SAMPLE_MM) for name in row["names"])
    table = crt_figure(bill)
    figures["crt"] = (table,) if table is not None else ()
    return Sheet({**values, "grounds": rows}, figures, copies=PLAYERS, largest=AID_PT)


def _needed(bill: Bill, present: Mapping[str, int]) -> dict[str, list[dict[str, Any]]]:
    """The modifiers that something in the scenario can bring about, by the roll that they belong to."""
    shelf = bill.catalogue.modifiers
    return {
        roll: [
            item
            for item in items
            if worked_out(bill.catalogue, item["needs"], present, shelf.where(item["id"], "needs"))
        ]
        for roll, items in phrases.modifiers(bill).items()
    }


def _ground_rows(terrain: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The kinds of ground, those that do the same in one row with all their names."""
    rows: dict[tuple[Any, ...], dict[str, Any]] = {}
    for item in terrain:
        key = tuple(item[name] for name in ("cost", "penalty", "row", "note", "closed"))
        rows.setdefault(key, {**item, "names": []})["names"].append(item["name"])
    return list(rows.values())


def rules_values(bill: Bill) -> dict[str, Any]:
    """The tables of the catalogue as sheets of rules print them: figures by id, modifiers by what they change."""
    catalogue = bill.catalogue
    figures = {figure.id: figure.value for figure in catalogue.figure_entries}
    return {
        "figures": figures,
        "die": DIE,
        "road": phrases.part(figures["road-divisor"]),
        "modifiers": phrases.modifiers(bill),
        "terrain": [_terrain(bill, ground) for ground in phrases.grounds(catalogue, bill.battle.map)],
        "segments": _filled(bill, Catalogue.segments),
        "turn": {row["id"]: row for row in _filled(bill, Catalogue.turn)},
        "procedure": _filled(bill, Catalogue.procedure),
        "scatter": [row.model_dump() for row in catalogue.scatter],
        "petard": phrases.petard(bill),
        "scout": [row.model_dump() for row in catalogue.scout],
        "abilities": {row["id"]: row for row in _filled(bill, Catalogue.abilities)},
        "shooters": list(phrases.shooters(bill)),
        "engines": [unit.model_dump() for unit in catalogue.units if isinstance(unit, Engine) and unit.listed],
        "codes": [code.model_dump() for code in catalogue.crt.codes] if catalogue.crt is not None else [],
        "destroying": phrases.destroying(catalogue.crt) if catalogue.crt is not None else [],
        "chosen": dict(catalogue.chosen),
    }


def _filled(bill: Bill, kind: Any) -> list[dict[str, Any]]:
    entries: list[Entry[Any]] = list(bill.catalogue.shelf(kind).entries.values())
    return [bill.filled(entry) for entry in entries]


def _terrain(bill: Bill, terrain: Terrain) -> dict[str, Any]:
    """A kind of ground with the name of its row of the combat table and what it does besides."""
    crt = bill.catalogue.crt
    rows = {row.id: row.name for row in crt.rows} if crt is not None else {}
    note = phrases.ground(bill.catalogue, terrain)
    return {**terrain.model_dump(), "row": rows.get(terrain.crt_row, ""), "note": note}


# --- the scenario -----------------------------------------------------------------------------------------------


def scenario(bill: Bill) -> Sheet:
    """Story, set-up, order of battle, victory, special rules, turns."""
    make_board(bill)  # which may note how the map was reconstructed
    return Sheet(bill.scenario_values)


def set_up(bill: Bill) -> list[Sheet]:
    """The set-up on a small map."""
    board = make_board(bill)
    groups = {"groups": any_groups(board)} if board is not None else {}
    return parts.set_up_diagram({**bill.scenario_values, **groups}, board)


def scenario_values(bill: Bill) -> dict[str, Any]:
    """All that the sheet says of a scenario, in words and tables."""
    scenario, battle = bill.scenario, bill.battle
    head = scenario.scenario
    sides = {side.id: side for side in scenario.sides}
    armies = [order_of_battle(bill, side) for side in scenario.sides]
    noted = any(row["note"] for army in armies for row in army["lines"] + army["reinforcements"])
    for army in armies:
        army["notes"] = noted  # of both or of neither, so that their tables are alike
    used = {line.force.zone for line in battle.lines}
    coming: dict[int, list[str]] = {}
    for line in battle.lines:
        if line.force.turn:
            coming.setdefault(line.force.turn, []).append(sides[line.force.side].name)
    first = sides.get(head.first_to_set_up or "")
    return {
        **bill.playtested(),
        "background": " ".join((head.background or "").split()),
        "turns": head.turns,
        "map": battle.map.model.title if battle.map is not None else head.map,
        "first": f"The {first.name}" if first is not None else "",
        **_magic(bill),
        "armies": armies,
        "exchanges": exchanges(bill),
        "zones": [zone.model_dump() for zone in scenario.zones if zone.id in used],
        "victory": levels(bill.battle),
        "crossings": crossings(bill),
        "special": [_special(bill, rule, sides) for rule in scenario.special],
        "unplayed": [item.words for item in unplayed(battle, bill.catalogue)],
        "map_track": head.turn_track,
        "track": [
            {"number": turn, "note": ", ".join(dict.fromkeys(coming.get(turn, [])))}
            for turn in range(1, head.turns + 1)
        ],
        "rulings": [{"id": ruling.id, "title": ruling.title} for ruling in bill.applied()],
    }


def _magic(bill: Bill) -> dict[str, Any]:
    """The parts of magic that are needed: whether anybody casts, the number of cards of each side, and their area
    templates.
    """
    cards = usable_spells(bill)
    spells = list({entry.value.id: entry.value for _, entry in cards}.values())
    casters = any(isinstance(line.unit, Leader) and line.unit.kind != "captain" for line in bill.battle.lines)
    return {"casters": casters, "spells": len(cards), "templates": len(used_by(spells))}


def _special(bill: Bill, rule: SpecialRule, sides: Mapping[str, Side]) -> dict[str, Any]:
    text = rule.text
    if rule.kind == "melee-bonus" and rule.amount is not None:
        text = f"{text.removesuffix('.')}: {change('die', -rule.amount)}."
    if rule.kind == "antipathy":
        near, die = bill.catalogue.figures["antipathy-distance"], bill.catalogue.modifiers["antipathy"]
        direction = "from" if die.favours == "roller" else "to"
        text += f" Within {near} hexes: {phrases.order(die)} {direction} the captain’s die."
    return {"side": sides[rule.side].name if rule.side in sides else rule.side, "text": text, "rules": rule.rules}
