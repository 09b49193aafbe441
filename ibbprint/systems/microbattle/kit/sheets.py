"""The scenario sheet: what the battle is about, the armies, the set-up, the tracks; and the player aids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ibbprint.catalogue.boards import sample_board
from ibbprint.engine import parts
from ibbprint.engine.parts import SET_UP
from ibbprint.engine.sections import SCENARIO
from ibbprint.materials import Fields
from ibbprint.materials.boards import BoardFigure, SampleFigure
from ibbprint.materials.booklets import FaceFigure, Figure, ShownFace, SymbolFigure
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.kit.board import make_board, sorts_of
from ibbprint.systems.microbattle.kit.faces import ArmyFields, army_fields
from ibbprint.systems.microbattle.kit.markers import largest_army
from ibbprint.systems.microbattle.kit.values import kinds_of_battle, rules_values
from ibbprint.systems.microbattle.rules.command import breaks_from
from ibbprint.systems.microbattle.rules.setting import FIRST

ROOM_MM = 0.6
"""How much larger a box of a track is than the marker on it, mm."""
HEAD_MM = 4.4
"""The band with the title of a track."""
SAMPLE_MM, SYMBOL_MM = 5.4, 4.6
"""How wide the pictures of the ground are on the player aid, and how high the symbols of units."""
SHEET_MM = 197.0
"""The room for a board on A4, where no paper is known."""
WHITE_MM = 20.0
"""How much narrower a text is than the room for a board, at most."""
LATIN_ENDS = "\u0180"


@dataclass(frozen=True, slots=True)
class TrackFields(Fields):
    """A track of boxes: its title, the words in its boxes, and the first of those that are tinted (0: none).

    It has `columns` boxes in a row.
    """

    title: str
    boxes: list[str]
    columns: int
    tinted: int
    side: float
    army: ArmyFields | None
    note: str


def add_scenario(bill: Bill) -> None:
    """One page: goal, set-up, armies, diagram, tracks."""
    bill.sections.append(SCENARIO)
    board = make_board(bill)
    figures: dict[str, tuple[Figure, ...]] = {"tracks": (_turns(bill), *_losses(bill))}
    if board is not None:
        figures |= {"map": (BoardFigure(board, SET_UP, "map"),), "key": (BoardFigure(board, SET_UP, "key"),)}
    bill.add_text(SCENARIO, "scenario", "scenario-sheet", scenario_values(bill), pages=1, aid=True, figures=figures)


def add_blank_sheet(bill: Bill) -> None:
    """One page to write a battle on, with tracks for the largest armies."""
    bill.sections.append(SCENARIO)
    most = largest_army(bill.catalogue)
    losses = tuple(_losses_of(bill, side, most, 0) for side in range(2))
    figures: dict[str, tuple[Figure, ...]] = {"tracks": (_turns(bill), *losses)}
    values = {**rules_values(bill), "armies": [army_fields(army) for army in bill.battle.armies]}
    bill.add_text(SCENARIO, "scenario", "battle-sheet", values, pages=1, aid=True, figures=figures)


def add_aid(bill: Bill) -> None:
    """Two player aids side by side on both sides of one sheet, to be cut apart: one for each player."""
    samples = sample_board(sorts_of(bill.catalogue), squares=True)
    grounds = bill.catalogue.ground
    figures: dict[str, tuple[Figure, ...]] = {
        f"ground-{one.id}": (SampleFigure(samples, one.name, SAMPLE_MM),) for one in grounds
    }
    figures |= {f"unit-{one.id}": (SymbolFigure(one.symbol, SYMBOL_MM),) for one in bill.catalogue.units}
    values = rules_values(bill) if bill.options.whole else scenario_values(bill)
    parts.add_player_aid(bill, values, figures=figures)


def scenario_values(bill: Bill) -> dict[str, Any]:
    """All that the sheet says of a battle."""
    head, kind = bill.scenario.scenario, bill.battle.kind
    told = next(one for one in kinds_of_battle(bill) if one["id"] == kind.id)
    return {
        **rules_values(bill),
        "kind": told,
        "seed": _in_latin(head.seed or ""),
        "background": " ".join((head.background or "").split()),
        "point": head.point or "",
        "prepared": list(head.prepared),
        "goal": kind.goal,
        "exits": bill.setting.exits if bill.setting.attacker_leaves else 0,
        "armies": [_army(bill, side) for side in range(2)],
    }


def _in_latin(seed: str) -> str:
    """A seed in letters that the fonts have: others by their numbers."""
    return "".join(sign if sign < LATIN_ENDS else sign.encode("ascii", "backslashreplace").decode() for sign in seed)


def _army(bill: Bill, side: int) -> dict[str, Any]:
    army, places = bill.battle.armies[side], bill.battle.of(side)
    rows: dict[str, list[str]] = {}
    for place in places:
        rows.setdefault(place.unit.name, []).append(place.key)
    led = bill.battle.led(side)
    return {
        "army": army_fields(army),
        "side": side + 1,
        "attacks": bill.battle.kind.defends and side == FIRST,
        "defends": bill.battle.kind.defends and side != FIRST,
        "units": [{"name": name, "ids": keys, "count": len(keys)} for name, keys in rows.items()],
        "size": len(places),
        "reserve": sum(place.square is None for place in places),
        "levelled": army.levelled,
        "breaks": breaks_from(bill.setting, len(places)),
        "leader": army.commander.name or "",
        "commander": bill.battle.commanders[side].name,
        "with": led.key if led is not None else "",
    }


def _turns(bill: Bill) -> FaceFigure:
    boxes = [str(turn) for turn in range(1, bill.catalogue.turns + 1)]
    return _track(bill, TrackFields("Turns", boxes, _columns(bill, len(boxes)), 0, _side(bill), None, ""))


def _losses(bill: Bill) -> list[FaceFigure]:
    """A track a side for the units that it has lost; from where it is tinted each loss takes a morale TEST."""
    units = [len(bill.battle.of(side)) for side in range(2)]
    return [_losses_of(bill, side, number, breaks_from(bill.setting, number)) for side, number in enumerate(units)]


def _losses_of(bill: Bill, side: int, units: int, breaks: int) -> FaceFigure:
    army = bill.battle.armies[side]
    boxes = [str(lost) for lost in range(units + 1)]
    title, columns = f"{army.name}: units lost", _columns(bill, len(boxes))
    return _track(bill, TrackFields(title, boxes, columns, breaks, _side(bill), army_fields(army), "TEST"))


def _side(bill: Bill) -> float:
    return bill.marker_mm + ROOM_MM


def _columns(bill: Bill, boxes: int) -> int:
    """How many boxes of a track stand in a row, so that it fits the width of the text and its rows are about even."""
    room = (SHEET_MM if bill.options.board_mm is None else bill.options.board_mm[0]) - WHITE_MM
    rows = -(-boxes // max(1, int(room / _side(bill))))
    return -(-boxes // rows)


def _track(bill: Bill, fields: TrackFields) -> FaceFigure:
    rows = -(-len(fields.boxes) // fields.columns)
    size = (fields.columns * fields.side, rows * fields.side + HEAD_MM)
    return FaceFigure((ShownFace(bill.template("track.svg.j2"), fields, size),))
