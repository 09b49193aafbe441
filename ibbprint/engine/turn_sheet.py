"""The first turn of a battle on a separate sheet: the set-up, what every unit did, and the map when it is over.

The decisions are data (`first-turn.yaml`), an entry for each scenario; the engine plays them. Knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue.sentences import sentences
from ibbprint.engine.first_turn import STANDING, play_first_turn, sentence
from ibbprint.engine.kit_parts import Sheet
from ibbprint.engine.parts import MOMENTS
from ibbprint.materials.boards import BoardFigure
from ibbprint.materials.booklets import Figure

if TYPE_CHECKING:
    from ibbprint.catalogue.rulebook import Catalogue
    from ibbprint.engine.bill import KitBill
    from ibbprint.engine.session import Session
    from ibbprint.engine.state import Event
    from ibbprint.materials.boards import Board

BEGINS, ENDS, BOTH = "begins", "ends", "both"
"""The figures of the sheet: the set-up, the end of the last turn, and both side by side."""
BESIDE = 0.49
"""Two pictures of this share of the width stand side by side, with a gap between them."""


def turn_sheets(bill: KitBill[Any, Any]) -> list[Sheet]:
    """The first turn of the battle; no sheet for a battle without an entry, or one of which nothing is legal."""
    turn = bill.catalogue.first_turn.get(bill.battle.scenario.scenario.id)
    opened = None if turn is None or bill.open_game is None else bill.open_game()
    if turn is None or opened is None:
        return []
    game, complete = play_first_turn(opened, turn)
    board = game.board()
    if board is None or not board.layers:
        return []
    blocks = _blocks(game, _whole_turns(game.events), bill.catalogue)
    share = turn.wide / 100
    values = {
        "blocks": blocks,
        "turns": len(board.layers) - 1,
        "beside": share <= BESIDE,
        "ended_early": not complete,
        "note": board.note,
    }
    return [Sheet(values, _figures(board, share))] if blocks else []


def _whole_turns(events: Sequence[Event]) -> Sequence[Event]:
    """The events before the end of the last whole turn: its summary is in the second picture."""
    moments = [number for number, event in enumerate(events) if event.kind in MOMENTS]
    return events[: moments[-1]] if len(moments) > 1 else events


def _blocks(game: Session[Any], events: Sequence[Event], catalogue: Catalogue) -> list[dict[str, str]]:
    """The sentences from the heading of the first turn on, by their places in a report.

    A sentence that goes `on`, or the figures `under` one, are part of the one before. The standing is left out.
    """
    telling = sentences(catalogue)
    used: dict[str, int] = {}
    result: list[dict[str, str]] = []
    for passage in game.passages(events):
        if passage.kind == STANDING:
            break
        place = telling[passage.kind].place
        if not (result or place == "heading"):
            continue
        text = sentence(passage, telling, used)
        if place in ("on", "under") and result[-1]["place"] != "heading":
            result[-1]["text"] += f" {text}"
        else:
            result.append({"place": "item" if place == "under" else place, "text": text})
    return result


def _figures(board: Board, share: float) -> Mapping[str, tuple[Figure, ...]]:
    """The map after the set-up, and as it is after the last turn that was played."""
    begins, ends = (BoardFigure(board, layer.id, "map", share=share) for layer in (board.layers[0], board.layers[-1]))
    return {BEGINS: (begins,), ENDS: (ends,), BOTH: (begins, ends)}
