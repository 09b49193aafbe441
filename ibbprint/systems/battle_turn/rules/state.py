"""The state of a battle: the units and their casualties, the leaders, the pending decision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ibbprint.engine import state as engine
from ibbprint.engine.lattice import Block, Rect
from ibbprint.engine.lattice_play import STANDING, Placed
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.state import NOBODY, OWN, UNCOUNTED, Part
from ibbprint.systems.battle_turn.catalogue import GAME
from ibbprint.systems.battle_turn.models import Leader as LeaderKind
from ibbprint.systems.battle_turn.models import Unit as Kind
from ibbprint.systems.battle_turn.rules.setting import Setting

DESTROYED, ROUTED = 1, 2
"""The fates of a unit that is not `STANDING`."""
LEADING, KILLED, FLED = range(3)
"""What has become of a leader."""
OK, SHAKEN, BLOODLUST = "ok", "shaken", "bloodlust"
"""The conditions of a unit that stands."""
ATTACK, HOLD, OPPOSE = "attack", "hold", "oppose"
"""The orders."""
WARCHIEF, BATTLE_LEADER, HERO = "warchief", "battle-leader", "hero"
"""The roles of leaders."""


class Refused(Refusal):
    """A refusal: the reason, and the rule."""

    game = GAME


@dataclass(slots=True, eq=False)
class Unit(Placed, Part):
    """A unit: a block of figures."""

    id: int
    key: str
    side: int
    kind: Kind = field(metadata=UNCOUNTED)
    block: Block
    figures: int
    orders: str
    """Its orders; nothing in the view of an enemy who has not seen it follow them."""
    volleys: int
    standard: bool
    home: Rect
    """Where it began."""
    shown: str = ""
    """The orders that the enemy has last seen it follow."""
    condition: str = OK
    disorganised: bool = False
    fate: int = STANDING
    trimmed: int = 0
    """The figures that have gone from the ends of its front rank, left and right in turn (B-48)."""
    wound: int = 0
    """Worth struck off the next figure to fall; forgotten when the turn ends (B-15)."""
    began: int = 0
    """Its worth when the turn began (B-67)."""
    lost: int = 0
    killed: int = 0
    """The worth that it has lost and killed in this turn."""
    moved: bool = False
    """It has not halted in this movement phase: it moved, turned, changed its ranks or was in contact (B-36)."""
    fought: bool = False
    deaf: str = ""
    """The order that it has ignored, which nobody sends it again in the next turn."""
    deaf_until: int = 0

    @property
    def front(self) -> int:
        """The files of its front."""
        return self.block.front

    @property
    def worth(self) -> int:
        """The worth that is left, wounds not counted."""
        return self.figures * self.kind.worth

    @property
    def wavers(self) -> bool:
        """Whether it is shaken or in bloodlust."""
        return self.condition != OK


@dataclass(slots=True, eq=False)
class Leader(Part):
    """A leader: with a unit, or alone on a cell."""

    id: int
    key: str
    side: int
    kind: LeaderKind = field(metadata=UNCOUNTED)
    commands: tuple[int, ...] = ()
    """The units of his command; of a warchief, those that he leads himself."""
    unit: int = NOBODY
    cell: Rect | None = None
    fate: int = LEADING
    gone: int = 0
    """The turn in which he fell or fled."""
    boast: bool = True
    """His boast is still good, where he has one."""

    @property
    def leads(self) -> bool:
        return self.fate == LEADING

    @property
    def hex(self) -> int:
        return NOBODY


@dataclass(slots=True, eq=False)
class State(engine.State):
    """A battle at one moment."""

    setting: Setting = field(metadata=UNCOUNTED)
    units: list[Unit] = field(default_factory=list, metadata=OWN)
    leaders: list[Leader] = field(default_factory=list, metadata=OWN)
    first: int = 0
    """The side that won the last throw for initiative, which goes first in every phase but that of movement."""
    order: tuple[int, int] = (0, 1)
    """The order of the sides in the movement phase."""
    queue: tuple[int, ...] | None = None
    """The counters that have yet to act in this phase, by number; None before it has begun."""
    side: int = 0
    ranks: frozenset[int] = frozenset()
    """The units that strike with their second rank in this turn."""
    seizing: frozenset[tuple[int, int]] = frozenset()
    """Who goes for whose standard in this turn."""
    sent: frozenset[tuple[int, int]] = frozenset()
    """Which leader has sent which unit orders in this turn."""
    done: frozenset[int] = frozenset()
    """The units that keep the orders they have in this turn."""
    due: frozenset[int] = frozenset()
    """The units that must take a command test in this turn."""
    slain: tuple[int, int] = (0, 0)
    """The worth that the warchief's own command has killed, on each side (B-65)."""
    winner: int = NOBODY

    @property
    def counters(self) -> list[Unit | Leader]:  # type: ignore[override]  # a list of two kinds of counters
        return [*self.units, *self.leaders]

    # --- who is who ---------------------------------------------------------------------------------------------

    def units_of(self, side: int) -> Iterator[Unit]:
        """The units of a side that stand."""
        return (unit for unit in self.units if unit.side == side and unit.stands)

    def standing(self) -> Iterator[Unit]:
        return (unit for unit in self.units if unit.stands)

    def leading(self, side: int) -> Iterator[Leader]:
        """The leaders of a side that are left."""
        return (leader for leader in self.leaders if leader.side == side and leader.leads)

    def leader(self, counter: int) -> Leader:
        """The leader with that number among the counters."""
        return self.leaders[counter - len(self.units)]

    def warchief(self, side: int) -> Leader:
        return next(leader for leader in self.leaders if leader.side == side and leader.kind.role == WARCHIEF)

    def with_unit(self, unit: Unit) -> list[Leader]:
        """The leaders that are with a unit."""
        return [leader for leader in self.leaders if leader.leads and leader.unit == unit.id]

    def where(self, leader: Leader) -> Rect:
        """The cells from which a leader is measured: his own, or those of his unit."""
        return self.units[leader.unit].rect if leader.cell is None else leader.cell

    def commander(self, unit: Unit) -> Leader | None:
        """The leader whose command a unit is in; None once he is gone."""
        return next((leader for leader in self.leading(unit.side) if unit.id in leader.commands), None)

    def command(self, unit: Unit) -> list[Unit]:
        """All units of the command that a unit is in, whatever has become of them and of its leader."""
        for leader in self.leaders:
            if leader.side == unit.side and unit.id in leader.commands:
                return [self.units[id] for id in leader.commands]
        return [unit]

    # --- how it stands ------------------------------------------------------------------------------------------

    def gone(self, side: int) -> int:
        """The worth of a side that is dead or routed (B-67)."""
        units = [unit for unit in self.units if unit.side == side]
        return sum(unit.kind.figures * unit.kind.worth - (unit.worth if unit.stands else 0) for unit in units)

    def moment(self, kind: str, *rules: str, **values: Any) -> None:
        """Tell a moment: the turn, who stands where and how, what was lost."""
        if self.events is None:
            return
        stands = {
            unit.key: (*unit.rect, unit.block.heading.name.lower(), unit.figures, unit.condition, unit.disorganised)
            for unit in self.standing()
        }
        alone = {leader.key: tuple(leader.cell) for leader in self.leaders if leader.leads and leader.cell is not None}
        with_units = {
            leader.key: self.units[leader.unit].key for leader in self.leaders if leader.leads and leader.cell is None
        }
        self.tell(
            kind,
            rules,
            number=self.turn,
            stands=stands,
            alone=alone,
            leaders=with_units,
            lost=[self.gone(side) for side in range(2)],
            **values,
        )
