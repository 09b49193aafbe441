"""What is beside the map: the turn track, the Cup with its chits, and boxes for counters that are not on the map."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from ibbprint.digits import are_digits
from ibbprint.materials import Kit
from ibbprint.table.answering import Json
from ibbprint.table.views import MASK, SideView

CHIT = "cup-"
"""Chits are pieces whose ids begin so, with the key of the counter after it."""
MARKER = "turn"
"""The piece that stands on the turn track."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The boxes and the track of a kit. `begins` has the box in which each counter that begins in one does."""

    turns: int = 0
    boxes: tuple[Json, ...] = ()
    begins: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, kit: Kit | None) -> Beside:
        """What is beside the map of a kit; nothing where it has no tabletop."""
        table = None if kit is None else kit.tabletop
        if table is None:
            return cls()
        boxes = tuple({"id": box.id, "name": box.name, "kind": box.kind, "note": box.note} for box in table.places)
        begins = {start.piece.rpartition("/")[2].upper(): start.box for start in table.starts if start.box}
        return cls(table.turns, boxes, begins)

    def box(self, key: str, side: str, turn: int, been: Collection[str]) -> str:
        """The id of the box of a counter that is not on the map; `been` are the keys of those that have been on it."""
        begins = self.begins.get(key.upper(), "")
        if key in been:
            return f"lost-{side}"
        digits = begins.rpartition("-")[2]
        late = begins.startswith("turn-") and are_digits(digits) and int(digits) < turn
        return "" if MASK in key or late else begins


def chits(seen: SideView, fronts: Mapping[str, str]) -> list[Json] | None:
    """The chits in the cup with their faces, as a side knows them; None for a game without a cup."""
    keys = seen.view.cup()
    if keys is None:
        return None
    return [{"key": key, "face": fronts.get(f"{CHIT}{key.partition('+')[0]}".upper(), "")} for key in keys]
