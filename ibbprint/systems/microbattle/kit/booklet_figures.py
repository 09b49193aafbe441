"""The figures of the booklet: a counter with its parts named, and an attack on a few squares."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.catalogue.boards import Sort, look_of
from ibbprint.engine.api.kits import COUNTER_MM
from ibbprint.materials import square
from ibbprint.materials.boards import Board, BoardFigure, Ground, Layer, Stander, StandMark
from ibbprint.materials.booklets import Callout, FaceFigure, Figure, ShownFace
from ibbprint.squaregrid import SquareGrid
from ibbprint.systems.microbattle.catalogue import GROUND, UNITS
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.kit.counters import BACK, UNIT
from ibbprint.systems.microbattle.kit.faces import UnitFace, army_fields
from ibbprint.systems.microbattle.models import Unit

ATTACK = "attack"
SCALE = 1.6


def figures(bill: Bill) -> Mapping[str, tuple[Figure, ...]]:
    """Every figure by the name that the text calls it by."""
    return {"unit": (_unit(bill),), ATTACK: (_attack(bill),)}


def _unit(bill: Bill) -> FaceFigure:
    """The front of a light unit with its parts named, and its back."""
    kinds = list(bill.catalogue.shelf(UNITS))
    unit: Unit = next((kind for kind in kinds if kind.light and kind.fire), kinds[0])
    letter = bill.battle.armies[0].letter
    face = UnitFace(
        army_fields(bill.battle.armies[0]), f"{letter}4", unit.id, unit.short, unit.symbol, unit.moves, unit.fire,
        unit.light,
    )  # fmt: skip
    named = (
        Callout((0.9, 2.2), "its number", "left"),
        Callout((1.4, 7.7), "squares that it moves", "left"),
        Callout((15.0, 2.2), "a light unit", "right"),
        Callout((14.6, 7.7), "squares that it shoots", "right"),
    )
    size = square(COUNTER_MM)
    front = ShownFace(bill.template(f"{UNIT}.svg.j2"), face, size, SCALE, named)
    back = ShownFace(bill.template(f"{BACK}.svg.j2"), face, size, SCALE, caption="the back: activated this turn")
    return FaceFigure((front, back))


def _attack(bill: Bill) -> BoardFigure:
    """Infantry attacks infantry in a wood, with a friend beside the target."""
    grid = SquareGrid(5, 2)
    kinds = {ground.id: ground for ground in bill.catalogue.shelf(GROUND)}
    wood = next((one for one in kinds.values() if one.test and one.hides), next(iter(kinds.values())))
    clear = next(iter(kinds.values()))
    sorts = [Sort(one.id, one.name, look_of(one.id, one.look)) for one in (clear, wood)]
    terrain = {name: (wood.id if name in ("3,2", "4,2") else clear.id) for name in grid.hexes}
    ours, theirs = bill.battle.armies
    infantry: Unit = next(iter(bill.catalogue.shelf(UNITS)))
    stands = (("3,1", ours, "1"), ("2,2", ours, "2"), ("3,2", theirs, "1"))
    marks = tuple(
        StandMark(at, army.livery, (Stander(infantry.symbol, infantry.name, (f"{army.letter}{number}",)),))
        for at, army, number in stands
    )
    grounds = tuple(Ground(one.id, one.name, one.look, one.name[:1] if one.id == wood.id else "") for one in sorts)
    board = Board(
        id=ATTACK, section="rules", title="", subtitle="", note="", grid=grid, grounds=grounds, terrain=terrain,
        courses=(), bridges=(), names=(), hex_mm=bill.square_mm, counter_mm=bill.options.counter_mm, framed=False,
        layers=(Layer(ATTACK, "", stands=marks),),
    )  # fmt: skip
    return BoardFigure(board, ATTACK, "map")
