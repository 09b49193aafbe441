"""The rules booklet: text, tables and examples, a page to play alone, and the tables to roll a battle up by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ibbprint.engine import parts
from ibbprint.engine.cover import Host, composed
from ibbprint.engine.examples import examples
from ibbprint.engine.kit_parts import Printable, Sheet
from ibbprint.engine.odds import answered
from ibbprint.problems import Report
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.kit.board import make_board
from ibbprint.systems.microbattle.kit.booklet_figures import figures
from ibbprint.systems.microbattle.kit.values import kinds_of_battle, rules_values, set_up_tables
from ibbprint.systems.microbattle.rules.odds import SUBJECTS

MARKED = {"house": "house ruling", "supported": "earlier version"}
"""What the margin says of rulings of these tags."""
OURS = {"house": "House rulings", "supported": "From earlier versions of the game"}
"""What is said of rulings of these tags on the page of notes."""


CARDS = "cards"


def booklet(bill: Bill) -> Sheet:
    """Eight small pages, two sheets of paper; a designer's has the ids of rules beside each paragraph (G-65)."""
    return parts.rules_of_play(bill, _values(bill), figures(bill), _marked(bill))


def cards(bill: Bill) -> Iterator[Printable]:
    """The values of both sides of the cards for the table, which share the counters' sheet: everything of the rules.

    They are pieces, so that the press puts them beside the counters; a battle takes one sheet less so.
    """
    bill.blocks[CARDS] = "Cards: TEST and defeat; circumstances"
    yield Printable("", {**bill.stamp(), **rules_values(bill)}, why="every battle", block=CARDS)


def notes(bill: Bill) -> list[Sheet]:
    """The rulings that the blog post does not give, on a page that `--notes no` leaves out (G-65)."""
    rulings = bill.catalogue.rulings
    ours = [
        {
            "words": words,
            "rulings": [{"id": ruling.id, "title": ruling.title} for ruling in rulings if ruling.tag == tag],
        }
        for tag, words in OURS.items()
    ]
    return parts.notes(bill, {}, {"ours": [group for group in ours if group["rulings"]]})


def _marked(bill: Bill) -> dict[str, str]:
    """The mark beside the id of a ruling that is not the author's (M-51)."""
    return {ruling.id: MARKED[ruling.tag] for ruling in bill.catalogue.rulings if ruling.tag in MARKED}


def _values(bill: Bill) -> dict[str, Any]:
    armies = bill.battle.armies
    loud = [
        [(place.unit.symbol, place.unit.moves + place.unit.fire + place.unit.again) for place in bill.battle.of(side)]
        for side in range(len(armies))
    ]
    hosts = [Host(army.livery, units) for army, units in zip(armies, loud, strict=True)]
    return {
        **rules_values(bill),
        **set_up_tables(bill),
        "kinds": kinds_of_battle(bill),
        "on_sheet": "" if bill.options.whole else bill.battle.kind.id,
        "cover": composed(bill.battle.scenario.scenario.title, make_board(bill), hosts),
        "example_counters": [f"{armies[0].letter}1", f"{armies[1].letter}1", f"{armies[0].letter}2"],
        "ex": examples(bill.catalogue, lambda question: answered(SUBJECTS, question, bill.catalogue, Report())),
        "choices": [texts[value] for _, texts, value, usual in parts.switches_set(bill) if not usual],
    }
