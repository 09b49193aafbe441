"""The figures of the booklet: a counter with its parts named, and an attack on a few squares."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.engine.api.kits import COUNTER_MM
from ibbprint.engine.parts import RULES
from ibbprint.materials import square
from ibbprint.materials.boards import BoardFigure, Layer, Stander, StandMark
from ibbprint.materials.booklets import Callout, FaceFigure, Figure, ShownFace
from ibbprint.squaregrid import SquareGrid
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.kit.board import board_with
from ibbprint.systems.microbattle.kit.counters import BACK, UNIT
from ibbprint.systems.microbattle.models import Unit
from ibbprint.systems.microbattle.scenarios import CLEAR

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
