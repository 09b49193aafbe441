"""The map of a game in play, with a layer for every moment that its events hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ibbprint.catalogue.boards import board_of
from ibbprint.engine.parts import with_moments
from ibbprint.engine.state import Event
from ibbprint.materials.boards import Stander, StandMark
from ibbprint.systems.printed.figures import key_of

if TYPE_CHECKING:
    from ibbprint.materials.boards import Board
    from ibbprint.systems.printed.rules.setting import Setting


def moments(setting: Setting, events: Sequence[Event]) -> Board | None:
    """The board of the scenario with the counters after each turn."""
    game = setting.folder
    hex_mm = setting.board.model.hex_mm or game.game.hex
    board = board_of(setting.board, game.sorts, "map", game.game.counter, layers=[], cell_mm=hex_mm)
    return with_moments(board, events, lambda event: _stands(setting, event), key_of(game.sides.values()))


def _stands(setting: Setting, event: Event) -> tuple[StandMark, ...]:
    """A mark for the counters of a side in each hex, by the numbering CCRR that boards have."""
    at: Mapping[str, str] = event.values["stands"]
    starts = {start.key: start for start in setting.starts}
    liveries = [side.livery for side in setting.folder.sides.values()]
    marks: dict[tuple[str, str], list[Stander]] = {}
    for unit, hex in at.items():
        start = starts[unit]
        place = setting.board.cell(hex) or hex
        symbol = str(start.kind.values.get("symbol") or "")
        marks.setdefault((place, liveries[start.side]), []).append(Stander(symbol, start.kind.name, (unit,)))
    return tuple(StandMark(hex, livery, tuple(standers)) for (hex, livery), standers in marks.items())
