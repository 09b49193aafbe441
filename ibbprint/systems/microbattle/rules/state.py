"""The state of a battle: the units, the commanders, the side to move, the key point and the token."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ibbprint.engine import state as engine
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.space import OFF
from ibbprint.engine.state import NOBODY, OWN, OWN_UNCOUNTED, UNCOUNTED, Part
from ibbprint.systems.microbattle.catalogue import GAME
from ibbprint.systems.microbattle.models import Unit as Kind
from ibbprint.systems.microbattle.rules.setting import Setting

WAITING, STANDING, DESTROYED, LEFT = range(4)
"""What has become of a unit: it is in reserve, on the board, destroyed, or away over the enemy's base line."""
MELEE, FIRE = "melee", "fire"
"""The ways to attack."""


class Refused(Refusal):
    """A refusal: the reason, and the rule."""

    game = GAME


@dataclass(slots=True, eq=False)
class Unit(Part):
    """A unit."""

    id: int
    key: str
    side: int
    kind: Kind = field(metadata=UNCOUNTED)
    hex: int = OFF
    fate: int = WAITING
    markers: int = 0

    @property
    def stands(self) -> bool:
        return self.fate == STANDING


@dataclass(slots=True, eq=False)
class Bout(Part):
    """An attack while it is being resolved: who strikes whom, in which way, where the target stood, who was beaten."""

    attacker: int
    target: int
    way: str
    square: int
    loser: int = NOBODY


@dataclass(slots=True, eq=False)
class State(engine.State):
    """A battle at one moment."""

    setting: Setting = field(metadata=UNCOUNTED)
    units: list[Unit] = field(default_factory=list, metadata=OWN)
    at: dict[int, int] = field(default_factory=dict, metadata=OWN_UNCOUNTED)
    """The unit in each square that has one."""
    commanders: tuple[int, int] = (NOBODY, NOBODY)
    """The unit that each commander is with; NOBODY once he is lost."""
    starts: tuple[int, int] = (0, 0)
    """How many units each army began with."""
    order: tuple[int, ...] = ()
    """The sides that have yet to begin their turn."""
    side: int = 0
    left: int = 0
    """Units that the side may still activate."""
    done: frozenset[int] = frozenset()
    """Units that were activated in this turn."""
    rallies: int = 0
    """Rally TESTs that the commander has allowed in this turn."""
    moved: bool = False
    """The unit that is active has moved."""
    attacks: int = 0
    """The attacks that the active unit has made."""
    bout: Bout | None = field(default=None, metadata=OWN)
    token: int = OFF
    carrier: int = NOBODY
    owners: dict[int, int] = field(default_factory=dict, metadata=OWN)
    """The side that had a unit last in each prepared square."""
    holder: int = NOBODY
    held: int = 0
    """The side that holds the key point, and at the end of how many turns running it has."""
    winner: int = NOBODY

    @property
    def counters(self) -> list[Unit]:
        return self.units

    @property
    def fought(self) -> Bout:
        """The attack that is being resolved, at a moment when there is one."""
        assert self.bout is not None, "an attack is being resolved"
        return self.bout

    # --- who is where -------------------------------------------------------------------------------------------

    def unit_at(self, square: int) -> Unit | None:
        id = self.at.get(square)
        return None if id is None else self.units[id]

    def units_of(self, side: int) -> Iterator[Unit]:
        """The units of a side that are on the board."""
        return (unit for unit in self.units if unit.side == side and unit.stands)

    def near(self, square: int, side: int) -> list[Unit]:
        """The units of a side next to a square."""
        units = (self.unit_at(n) for n in self.setting.space.near[square])
        return [unit for unit in units if unit is not None and unit.side == side]

    def away(self, square: int, side: int) -> int:
        """Squares to the nearest unit of a side; many where it has none."""
        far = self.setting.space.distances(square)
        return min((far[unit.hex] for unit in self.units_of(side)), default=len(far))

    def put(self, unit: Unit, square: int) -> None:
        """Set a unit on a free square."""
        if unit.stands:
            del self.at[unit.hex]
        unit.hex, unit.fate = square, STANDING
        self.at[square] = unit.id
        if square in self.owners:
            self.owners[square] = unit.side

    def remove(self, unit: Unit, fate: int) -> None:
        """Take a unit off the board."""
        del self.at[unit.hex]
        unit.hex, unit.fate = OFF, fate

    # --- armies -------------------------------------------------------------------------------------------------

    def lost(self, side: int) -> int:
        """The units of an army that are destroyed: those that have left are not lost (M-26)."""
        return sum(unit.fate == DESTROYED for unit in self.units if unit.side == side)

    def departed(self, side: int) -> int:
        """The units of an army that are away over the enemy's base line."""
        return sum(unit.fate == LEFT for unit in self.units if unit.side == side)

    def quality(self, side: int) -> str | None:
        """The quality of an army's commander; None when he is lost (M-39)."""
        return None if self.commanders[side] == NOBODY else self.setting.battle.commanders[side].id

    def leads(self, side: int, unit: int) -> None:
        """Let a commander be with a unit, or be lost with NOBODY."""
        item, other = self.commanders
        self.commanders = (unit, other) if side == 0 else (item, unit)

    def moment(self, kind: str, *rules: str, **more: Any) -> None:
        """Tell a moment: the turn, who stands where, who is disordered, what was lost."""
        names = self.setting.space.names
        self.tell(
            kind,
            rules,
            number=self.turn,
            stands={u.key: names[u.hex] for u in self.units if u.stands},
            disordered=[u.key for u in self.units if u.markers and u.stands],
            lost=[self.lost(side) for side in range(2)],
            departed=[self.departed(side) for side in range(2)],
            commanders=[self.setting.commander(side) for side, unit in enumerate(self.commanders) if unit != NOBODY],
            **more,
        )
