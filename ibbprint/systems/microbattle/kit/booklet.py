"""The rules booklet: text, tables, figures and examples, a page to play alone, and tables for a battle by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ibbprint.engine import parts
from ibbprint.engine.api.kits import COUNTER_MM
from ibbprint.engine.cover import Host, composed
from ibbprint.engine.examples import examples
from ibbprint.engine.kit_parts import Printable, Sheet
from ibbprint.engine.odds import answered
from ibbprint.engine.parts import RULES
from ibbprint.materials import square
from ibbprint.materials.boards import BoardFigure, Layer, Stander, StandMark
from ibbprint.materials.booklets import Callout, FaceFigure, Figure, ShownFace
from ibbprint.problems import Report
from ibbprint.squaregrid import SquareGrid
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.kit.board import board_with, make_board
from ibbprint.systems.microbattle.kit.counters import BACK, UNIT
from ibbprint.systems.microbattle.kit.values import kinds_of_battle, rules_values, set_up_tables
from ibbprint.systems.microbattle.models import Unit
from ibbprint.systems.microbattle.rules.odds import SUBJECTS
from ibbprint.systems.microbattle.scenarios import CLEAR

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


ATTACK = "attack"
SCALE = 1.6


def figures(bill: Bill) -> Mapping[str, tuple[Figure, ...]]:
    """Every figure by the name that the text calls it by."""
    return {"unit": (_unit(bill),), ATTACK: (_attack(bill),)}


def _unit(bill: Bill) -> FaceFigure:
    """The front of a light unit with its parts named, and its back."""
    kinds = list(bill.catalogue.units)
    unit: Unit = next((kind for kind in kinds if kind.light and kind.fire), kinds[0])
    letter = bill.battle.armies[0].letter
    face = bill.unit_face(0, unit, f"{letter}4")
    callouts = (
        Callout((0.4, 1.8), "its number", "left"),
        Callout((0.5, 14.2), "squares that it moves", "left"),
        Callout((15.5, 1.8), "a light unit", "right"),
        Callout((15.4, 14.2), "squares that it shoots", "right"),
    )
    size = square(COUNTER_MM)
    front = ShownFace(bill.template(f"{UNIT}.svg.j2"), face, size, SCALE, callouts)
    back = ShownFace(bill.template(f"{BACK}.svg.j2"), face, size, SCALE, caption="the back: activated this turn")
    return FaceFigure((front, back))


def _attack(bill: Bill) -> BoardFigure:
    """Infantry attacks infantry in a wood, with a friend beside the target."""
    wood = next((item.id for item in bill.catalogue.ground if item.test and item.hides), CLEAR)
    ours, theirs = bill.battle.armies
    infantry: Unit = next(iter(bill.catalogue.units))
    stands = (("3,1", ours, "1"), ("2,2", ours, "2"), ("3,2", theirs, "1"))
    marks = tuple(
        StandMark(at, army.livery, (Stander(infantry.symbol, infantry.name, (f"{army.letter}{number}",)),))
        for at, army, number in stands
    )
    ground = {"3,2": wood, "4,2": wood}
    board = board_with(bill, ATTACK, RULES.id, "", SquareGrid(5, 2), ground, (Layer(ATTACK, "", stands=marks),))
    return BoardFigure(board, ATTACK, "map")
