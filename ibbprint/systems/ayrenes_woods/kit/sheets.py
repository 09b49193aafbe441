"""The player aid, what is asked for at the table on two sides of one sheet, and the scenario sheet.

Every figure comes from the catalogue or from the scenario.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ibbprint.catalogue.boards import sample_board, sort_of
from ibbprint.engine import parts
from ibbprint.engine.kit_parts import Sheet
from ibbprint.materials.boards import SampleFigure
from ibbprint.materials.booklets import Figure
from ibbprint.phrases import the
from ibbprint.systems.ayrenes_woods.kit import phrases
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.kit.board import make_board
from ibbprint.systems.ayrenes_woods.kit.cards import (
    army_card,
    commands,
    crt_figure,
    points_lost,
    table_values,
    terrain,
    words,
)

MARKED = {"reconstruction": "reconstruction", "lost": "reconstruction", "house": "house ruling"}
"""What is said of rulings of these tags: something was made up anew, or is our own."""


AID_PT = 8.1
"""The type of the player aids: the largest, to a tenth, in which those of both armies fit on one sheet each."""
SAMPLE_MM = 6.0
"""How wide the pictures of the ground are on the player aid."""


def crib(bill: Bill) -> Iterator[Sheet]:
    """A player aid for each army: the rules, and what that army has of its own."""
    values, table = rules_values(bill), crt_figure(bill)
    figures: dict[str, tuple[Figure, ...]] = {"crt": (table,) if table is not None else ()}
    ground = bill.catalogue.ground
    sides = [sort_of(entry) for entry in ground("side").values()]
    samples = sample_board([sort_of(entry) for entry in ground("hex").values()], along=sides)
    for item in values["terrain"]:
        figures[f"ground-{item['id']}"] = (SampleFigure(samples, item["name"], SAMPLE_MM),)
    for army, army_values in zip(bill.scenario.armies, values["armies"], strict=True):
        army_values = {**army_values, **points_lost(bill, army)}
        title, whose = f"Player aid: {army.name}", the(army.name)
        own = {**values, "own": army_values}
        yield Sheet(own, figures, f"crib-{army.id}", title, whose=whose, largest=AID_PT)


def rules_values(bill: Bill) -> dict[str, Any]:
    """The tables of the catalogue as sheets of rules print them: figures by id, modifiers by what they change."""
    catalogue = bill.catalogue
    table = catalogue.crt
    return {
        "figures": dict(catalogue.figures),
        "turn": _turn(bill),
        "modifiers": phrases.modifiers(bill),
        "terrain": terrain(bill),
        "classes": phrases.classes(catalogue),
        "peoples": [people.model_dump() for people in catalogue.peoples],
        "codes": [code.model_dump() for code in table.codes] if table is not None else [],
        "table": table_values(table) if table is not None else {},
        "lowest": table.lowest if table is not None else 0,
        "highest": table.highest if table is not None else 0,
        "armies": [army_card(bill, army) for army in bill.scenario.armies],
        "chosen": dict(catalogue.chosen),
        **words(bill),
        "turns": bill.scenario.scenario.turns,
        "house": [{"id": ruling.id, "title": ruling.title} for ruling in catalogue.rulings if ruling.tag in MARKED],
    }


def _turn(bill: Bill) -> dict[str, dict[str, Any]]:
    """The parts of a turn by their ids, numbered; without going berserk where nobody can."""
    steps = list(bill.catalogue.turn.entries.values())
    played = [step for step in steps if step.value.id != "berserk" or phrases.berserkers(bill)]
    return {entry.value.id: {**bill.filled(entry), "number": number} for number, entry in enumerate(played, start=1)}


def scenario(bill: Bill) -> Sheet:
    """Story, set-up, order of battle, victory."""
    return Sheet(scenario_values(bill))


def set_up(bill: Bill) -> list[Sheet]:
    """The set-up on a small map."""
    return parts.set_up_diagram(scenario_values(bill), make_board(bill))


def scenario_values(bill: Bill) -> dict[str, Any]:
    """The values of the scenario sheet, in words and tables."""
    head = bill.scenario.scenario
    return {
        **bill.playtested(),
        "background": " ".join((head.background or "").split()),
        "turns": head.turns,
        "map": bill.battle.map.model.title if bill.battle.map is not None else head.map,
        "reconstruction": head.reconstruction,
        "classes": phrases.classes(bill.catalogue),
        "figures": dict(bill.catalogue.figures),
        "cup": sum(command.leader.rating for command in bill.scenario.commands),
        "armies": [
            {
                **army_card(bill, army),
                "army": {**bill.army(army), "rout_level": army.rout_level, "edge": army.edge},
                "points": bill.battle.points(army.id, bill.catalogue),
                "commands": commands(bill, army),
            }
            for army in bill.scenario.armies
        ],
        "rulings": [
            {"id": ruling.id, "title": ruling.title, "mark": MARKED.get(ruling.tag, "")} for ruling in bill.applied()
        ],
    }
