"""The scenario sheet: what the battle is about, the armies, the set-up, the tracks; and the player aids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ibbprint.catalogue.boards import sample_board
from ibbprint.engine.kit_parts import Sheet
from ibbprint.engine.parts import SET_UP
from ibbprint.materials import Values
from ibbprint.materials.boards import BoardFigure, SampleFigure
from ibbprint.materials.booklets import FaceFigure, Figure, ShownFace, SymbolFigure
from ibbprint.patterns import regex
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.kit.board import make_board, sorts_of
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
_PRINTED = regex(r"[\x00-\u017F\u0386\u0388-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u0400-\u045F]")
"""The letters that a seed is printed in."""


def scenario(bill: Bill) -> Sheet:
    """A page with goal, set-up, armies, diagram, tracks."""
    board = make_board(bill)
    figures: dict[str, tuple[Figure, ...]] = {"tracks": (_turns(bill), *_losses(bill))}
    if board is not None:
        figures |= {"map": (BoardFigure(board, SET_UP, "map"),), "key": (BoardFigure(board, SET_UP, "key"),)}
    return Sheet(scenario_values(bill), figures)


def battle_sheet(bill: Bill) -> Sheet:
    """A page to write a battle on, with tracks for the largest armies."""
    losses = tuple(_losses_of(bill, side, bill.largest_army, 0) for side in range(2))
    armies = [bill.army(side) for side in range(2)]
    return Sheet({**rules_values(bill), "armies": armies}, {"tracks": (_turns(bill), *losses)}, id="scenario")


def crib(bill: Bill) -> Sheet:
    """Two player aids side by side on both sides of one sheet, to be cut apart: one for each player."""
    samples = sample_board(sorts_of(bill.catalogue), squares=True)
    grounds = bill.catalogue.ground
    figures: dict[str, tuple[Figure, ...]] = {
        f"ground-{ground.id}": (SampleFigure(samples, ground.name, SAMPLE_MM),) for ground in grounds
    }
    figures |= {f"unit-{unit.id}": (SymbolFigure(unit.symbol, SYMBOL_MM),) for unit in bill.catalogue.units}
    return Sheet(rules_values(bill), figures)


def scenario_values(bill: Bill) -> dict[str, Any]:
    """The values of the scenario sheet."""
    head, kind = bill.scenario.scenario, bill.battle.kind
    values = next(item for item in kinds_of_battle(bill) if item["id"] == kind.id)
    return {
        **rules_values(bill),
        **bill.playtested(),
        "kind": values,
        "seed": _in_letters(head.seed or ""),
        "background": " ".join((head.background or "").split()),
        "point": head.point or "",
        "prepared": list(head.prepared),
        "goal": kind.goal,
        "exits": bill.setting.exits if bill.setting.attacker_leaves else 0,
        "armies": [_army(bill, side) for side in range(2)],
    }


def _in_letters(seed: str) -> str:
    """A seed in letters that the fonts have: others by their numbers."""
    return "".join(sign if _PRINTED.match(sign) else sign.encode("ascii", "backslashreplace").decode() for sign in seed)


def _army(bill: Bill, side: int) -> dict[str, Any]:
    army, places = bill.battle.armies[side], bill.battle.of(side)
    rows: dict[str, list[str]] = {}
    for place in places:
        rows.setdefault(place.unit.name, []).append(place.key)
    led = bill.battle.led(side)
    return {
        "army": bill.army(side),
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
    return _track(bill, "Turns", [str(turn) for turn in range(1, bill.catalogue.turns + 1)])


def _losses(bill: Bill) -> list[FaceFigure]:
    """A track a side for the units that it has lost; from where it is tinted each loss takes a morale TEST."""
    units = [len(bill.battle.of(side)) for side in range(2)]
    return [_losses_of(bill, side, number, breaks_from(bill.setting, number)) for side, number in enumerate(units)]


def _losses_of(bill: Bill, side: int, units: int, breaks: int) -> FaceFigure:
    army, boxes = bill.army(side), [str(number) for number in range(units + 1)]
    return _track(bill, f"{army['name']}: units lost", boxes, breaks, army, "TEST")


def _track(
    bill: Bill, title: str, boxes: Sequence[str], tinted: int = 0, army: Values | None = None, note: str = ""
) -> FaceFigure:
    """A track with these words in its boxes, from `tinted` on (0: none) tinted; its rows are about even.

    As many boxes stand in a row as fit the width of the text.
    """
    side = bill.marker_mm + ROOM_MM
    room = (SHEET_MM if bill.options.board_mm is None else bill.options.board_mm[0]) - WHITE_MM
    rows = -(-len(boxes) // max(1, int(room / side)))
    columns = -(-len(boxes) // rows)
    values = {"title": title, "boxes": list(boxes), "columns": columns, "tinted": tinted, "side": side, "army": army}
    size = (columns * side, -(-len(boxes) // columns) * side + HEAD_MM)
    return FaceFigure((ShownFace(bill.face("track"), {**values, "note": note}, size),))
