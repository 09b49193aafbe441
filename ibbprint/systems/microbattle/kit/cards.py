"""Cards for the table: the TEST and what defeat does, and the circumstances that count; they share the counters' sheet.

They are pieces, so that the press puts them beside the counters; a battle takes one sheet less so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ibbprint.materials import Piece
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.kit.sections import CARDS
from ibbprint.systems.microbattle.kit.values import rules_values

BLOCK = "cards"
SIZE = (92.0, 103.0)
"""Two stand side by side on any paper, under the largest armies that can be rolled."""
TEST, CIRCUMSTANCES = "test-card", "circumstances-card"


def add_cards(bill: Bill) -> None:
    """Two cards, printed on both sides."""
    bill.sections.append(CARDS)
    bill.blocks[BLOCK] = "Cards: TEST and defeat; circumstances"
    values: Mapping[str, Any] = {**bill.stamp(), **rules_values(bill), "size": SIZE}
    for name in (TEST, CIRCUMSTANCES):
        face, back = bill.template(f"{name}.svg.j2"), bill.template(f"{name}-back.svg.j2")
        bill.pieces.append(Piece(name, CARDS.id, face, back, values, 1, SIZE, BLOCK, "every battle"))
