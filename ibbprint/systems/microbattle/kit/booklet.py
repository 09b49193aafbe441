"""The rules booklet: text, tables and examples, a page to play alone, and the tables to roll a battle up by hand."""

from __future__ import annotations

from typing import Any

from ibbprint.engine import parts
from ibbprint.engine.examples import examples
from ibbprint.problems import Report
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.kit.booklet_figures import figures
from ibbprint.systems.microbattle.kit.values import kinds_of_battle, rules_values, set_up_tables
from ibbprint.systems.microbattle.rules.odds import answer

MOST_PAGES = 8
MARKED = {"house": "house ruling", "supported": "earlier version"}
"""What the margin says of rulings of these tags."""
OURS = {"house": "House rulings", "supported": "From earlier versions of the game"}
"""What is said of rulings of these tags on the page of notes."""


def add_booklet(bill: Bill) -> None:
    """Eight small pages, two sheets of paper; a designer's has the ids of rules beside each paragraph (G-65)."""
    parts.add_booklet(bill, _values(bill), figures(bill), _marked(bill), most_pages=MOST_PAGES)


def add_notes(bill: Bill) -> None:
    """The rulings that the blog post does not give, on a page that `--notes no` leaves out (G-65)."""
    rulings = bill.catalogue.rulings
    ours = [
        {"words": words, "rulings": [{"id": one.id, "title": one.title} for one in rulings if one.tag == tag]}
        for tag, words in OURS.items()
    ]
    parts.add_notes(bill, {}, {"ours": [group for group in ours if group["rulings"]]})


def _marked(bill: Bill) -> dict[str, str]:
    """What is beside the id of a ruling that is not the author's (M-51)."""
    return {one.id: MARKED[one.tag] for one in bill.catalogue.rulings if one.tag in MARKED}


def _values(bill: Bill) -> dict[str, Any]:
    armies = bill.battle.armies
    return {
        **rules_values(bill),
        **set_up_tables(bill),
        "kinds": kinds_of_battle(bill),
        "liveries": [army.livery for army in armies],
        "letters": [army.letter for army in armies],
        "ex": examples(bill.catalogue, lambda question: answer(question, bill.catalogue, Report())),
        "choices": [texts[value] for _, texts, value, usual in parts.switches_set(bill) if not usual],
    }  # fmt: skip
