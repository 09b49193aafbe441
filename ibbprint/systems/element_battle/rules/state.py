"""The state of a battle: the elements and what they have done, the PIPs, the pending decision."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ibbprint.engine import state as engine
from ibbprint.engine.lattice import Block
from ibbprint.engine.lattice_play import STANDING, Placed
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.state import NOBODY, OWN, UNCOUNTED, Part
from ibbprint.systems.element_battle.catalogue import GAME
from ibbprint.systems.element_battle.models.troops import Option, Troop
from ibbprint.systems.element_battle.rules.setting import Setting

WAITING, FROG, LOST = range(1, 4)
"""The fates of an element that is not `STANDING`: it lurks off the table, is a frog, or is gone for good."""


class Refused(Refusal):
    """Why something cannot be done, and the rule that says so."""

    game = GAME


@dataclass(slots=True, eq=False)
class Element(Placed, Part):
    """One element, or the stronghold, whose block has a heading of no meaning."""

    id: int
    key: str
    side: int
    kind: Troop = field(metadata=UNCOUNTED)
    block: Block
    """Where it stands; of a frog, where its marker lies; of one off the table, nothing that counts."""
    general: bool = False
    options: tuple[Option, ...] = field(default=(), metadata=UNCOUNTED)
    name: str = field(default="", metadata=UNCOUNTED)
    fate: int = STANDING
    moved: bool = False
    back: bool = False
    """It has come back from being a frog in this turn, and does not move (H-66)."""
    cast: bool = False
    shot: bool = False
    """It has shot, or holds its fire, in this exchange."""
    charged: frozenset[int] = frozenset()
    """The enemies that it has moved into contact with in this turn (H-18)."""
    marked: int = 0
    """The PIPs that are marked on a frog."""

    @property
    def flies(self) -> bool:
        return self.kind.arm == "aerial"

    @property
    def is_place(self) -> bool:
        """Whether it is a stronghold."""
        return self.kind.is_place


@dataclass(slots=True, eq=False)
class State(engine.State):
    """A battle at one moment."""

    setting: Setting = field(metadata=UNCOUNTED)
    elements: list[Element] = field(default_factory=list, metadata=OWN)
    side: int = 0
    """Whose turn it is."""
    pips: int = 0
    shooting: int = 0
    """The side that shoots."""
    aims: tuple[tuple[int, int], ...] = ()
    """The shots declared in this exchange: shooter and target."""
    fights: tuple[tuple[int, int], ...] = ()
    """The close combats that are left in this turn."""
    winner: int = NOBODY

    @property
    def counters(self) -> list[Element]:  # type: ignore[override]  # no cell stands for an element
        return self.elements

    # --- who is who ---------------------------------------------------------------------------------------------

    def standing(self) -> list[Element]:
        """The elements on the table, strongholds too."""
        return [element for element in self.elements if element.fate == STANDING]

    def of(self, side: int) -> list[Element]:
        """The elements of a side on the table, its stronghold too."""
        return [element for element in self.elements if element.side == side and element.fate == STANDING]

    def general(self, side: int) -> Element | None:
        """The general’s element; None while he is lost or a frog (H-33, H-36)."""
        return next(
            (element for element in self.elements if element.general and element.side == side and element.stands), None
        )

    def stronghold(self, side: int) -> Element | None:
        return next((element for element in self.of(side) if element.is_place), None)

    # --- how it stands ------------------------------------------------------------------------------------------

    def lost(self, side: int) -> int:
        """The elements that a side has lost, frogs among them (H-33, H-34)."""
        return len([element for element in self.elements if element.side == side and element.fate in (FROG, LOST)])

    def moment(self, kind: str, *rules: str, **values: Any) -> None:
        """Tell a moment: the turn, who stands where, what was lost."""
        if self.events is None:
            return
        stands = {
            element.key: (*element.rect, element.block.heading.name.lower(), element.fate, element.marked)
            for element in self.elements
            if element.fate in (STANDING, FROG)
        }
        self.tell(kind, rules, number=self.turn, stands=stands, lost=[self.lost(side) for side in range(2)], **values)
