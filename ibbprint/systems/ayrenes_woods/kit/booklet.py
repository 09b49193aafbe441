"""The rules booklet: what its text, examples and figures are filled with, all of it from the catalogue as it stands."""

from __future__ import annotations

from typing import Any

from ibbprint.engine import parts
from ibbprint.engine.cover import Host, composed
from ibbprint.engine.kit_parts import Sheet
from ibbprint.systems.ayrenes_woods.kit import phrases
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.kit.board import make_board
from ibbprint.systems.ayrenes_woods.kit.booklet_examples import examples
from ibbprint.systems.ayrenes_woods.kit.booklet_figures import figures
from ibbprint.systems.ayrenes_woods.kit.counters import CAPTAIN, CASTER
from ibbprint.systems.ayrenes_woods.kit.example_turn import ExampleTurn
from ibbprint.systems.ayrenes_woods.kit.sheets import MARKED, rules_values

LEADER_IS_LOUD = 2.5
"""Where leaders come on a cover among the ranks of the classes, of which the best is 3."""
TITLE = "Battle of Ayrene’s Woods"


def booklet(bill: Bill) -> list[Sheet]:
    """The booklet of rules, with the switches as they stand."""
    if bill.catalogue.crt is None:
        return []
    played = ExampleTurn(bill)
    values = {**_values(bill), "played": played.values()}
    return [parts.rules_of_play(bill, values, {**figures(bill), **played.figures()}, _marked(bill))]


def notes(bill: Bill) -> list[Sheet]:
    """A page of notes that players can do without."""
    make_board(bill)
    return parts.notes(bill, _marked(bill), {"reconstruction": bill.scenario.scenario.reconstruction})


def _marked(bill: Bill) -> dict[str, str]:
    """The marks beside the ids of rulings that fill a gap."""
    return {ruling.id: MARKED[ruling.tag] for ruling in bill.catalogue.rulings if ruling.tag in MARKED}


def _values(bill: Bill) -> dict[str, Any]:
    peoples = {army.people for army in bill.scenario.armies}
    return {
        **rules_values(bill),
        "game": TITLE,
        "cover": composed(bill.scenario.scenario.title, make_board(bill), _hosts(bill)),
        "choices": [switch for switch in _switches(bill) if not switch["usual"]],
        "switches": _switches(bill),
        **{side: phrases.shift_of(bill, side) for side in ("flank", "rear")},
        "spells": [
            {
                **bill.filled(entry),
                "owners": _owners(bill, entry.value.copies),
                "time": phrases.LASTS[entry.value.lasts],
            }
            for entry in bill.catalogue.spells.entries.values()
            if any(entry.value.copies.get(name) for name in peoples)
        ],
        "ex": examples(bill),
    }


def _hosts(bill: Bill) -> list[Host]:
    """Both armies for the cover: the best classes are the loudest, and leaders come between."""
    hosts = []
    for army in bill.scenario.armies:
        units = [place.unit for place in bill.battle.units if place.command.army == army.id]
        loud: list[tuple[str, float]] = [(unit.symbol, bill.catalogue.classes[unit.letter].rank) for unit in units]
        leaders = [place.command.leader for place in bill.battle.leaders if place.command.army == army.id]
        loud += [(CASTER if leader.caster else CAPTAIN, LEADER_IS_LOUD) for leader in leaders]
        hosts.append(Host(next(bill.battle.of(army.id)).livery, loud))
    return hosts


def _owners(bill: Bill, copies: dict[str, int]) -> str:
    """The owners of a spell with their copies: `elves 2, dwarves 1`."""
    pairs = [(army.name, copies.get(army.people, 0)) for army in bill.scenario.armies]
    return ", ".join(f"{name.lower()} {number}" for name, number in pairs if number)


def _switches(bill: Bill) -> list[dict[str, Any]]:
    """The rulings that may be played in other ways with the pieces of this kit: what stands, and what else may."""
    return [
        {
            "rule": ruling.id,
            "title": ruling.title,
            "usual": usual,
            "text": texts[value],
            "others": [text for option, text in texts.items() if option != value],
        }
        for ruling, texts, value, usual in parts.switches_set(bill)
        if not (ruling.switch and ruling.switch.pieces)
    ]
