"""The state of a game: the counters, the cup, the spells, the activation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ibbprint.engine import state as engine
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.state import NOBODY, OWN, OWN_UNCOUNTED, UNCOUNTED, Part
from ibbprint.systems.ayrenes_woods.catalogue import GAME
from ibbprint.systems.ayrenes_woods.rules.ground import OFF, Ground
from ibbprint.systems.ayrenes_woods.rules.setting import Kind, Setting

ORDERED, DISORDERED, ROUTED, ELIMINATED = range(4)
"""The ladder of states (A-18)."""
STATES = ("ordered", "disordered", "routed", "eliminated")
NONE = -1
"""No combat chit."""
HIDDEN = "?"
"""A spell in a hand that cannot be seen."""


class Refused(Refusal):
    """A refusal: the reason, and the rule."""

    game = GAME


@dataclass(slots=True, eq=False)
class Unit(Part):
    """A unit. The fields of its activation (`spent` and so on) are reset whenever its command acts."""

    id: int
    """Its number among all counters."""
    key: str
    side: int
    command: int
    kind: Kind = field(metadata=UNCOUNTED)
    hex: int = OFF
    state: int = ORDERED
    chit: int = NONE
    """Which of the kinds of combat chits it has."""
    berserk: bool = False
    facing: int = 0
    """The corner that it points at, clockwise from north; of use with facing alone."""
    spent: int = 0
    halted: bool = False
    """It moves no more in this activation."""
    in_command: bool = False
    attacked: bool = False
    """It has attacked in this activation."""
    signed: bool = False
    """It was under the Sign of the Hammer when its attack was declared (A-32)."""


@dataclass(slots=True, eq=False)
class Leader(Part):
    """The leader of a command, whoever he is: `replacement` once he is the second, or a later one."""

    id: int
    """His number among all counters: leaders come after the units."""
    key: str
    side: int
    command: int
    rating: int
    movement: int
    caster: bool
    hex: int = OFF
    alive: bool = True
    replacement: bool = False
    fallen: bool = False
    """The first leader of the command is dead."""
    acted: int = 0
    """The turn in which he acted last."""
    spent: int = 0
    halted: bool = False


class Effect(NamedTuple):
    """A spell that lasts: what it does, whose caster's command cast it, the turn in which it holds."""

    effect: str
    command: int
    turn: int


@dataclass(slots=True, eq=False)
class Battle(Part):
    """Attackers and targets that hang together (A-14), while they fight it out."""

    links: dict[int, tuple[int, ...]] = field(metadata=OWN)
    """The targets of each attacker, by the ids of units."""
    attackers: list[int] = field(init=False, metadata=OWN)
    targets: list[int] = field(init=False, metadata=OWN)
    step: str = "begin"
    shot: frozenset[int] = frozenset()
    """Targets that have shot."""
    doubled: frozenset[int] = frozenset()
    """Units in a Holy War."""
    pending: str = ""
    """The result that one unit, yet to be chosen, is to suffer (A-17)."""
    struck: tuple[int, ...] = ()
    """Leaders, by command, who have yet to roll."""

    def __post_init__(self) -> None:
        self.link(self.links)

    def link(self, links: dict[int, tuple[int, ...]]) -> None:
        """Say who attacks whom."""
        self.links = links
        self.attackers = sorted(links)
        self.targets = sorted({target for targets in links.values() for target in targets})


@dataclass(slots=True, eq=False)
class Activation(Part):
    """The activation of a command: first it moves, then it declares its attacks, then it fights."""

    command: int
    phase: str = "move"
    only: int = NOBODY
    """The one unit that may act under a new replacement (A-R46)."""
    begun: bool = False
    """Somebody has moved, so it is too late to go berserk."""
    mover: int = NOBODY
    """The counter that is moving: when another one moves, it has finished."""
    done: frozenset[int] = frozenset()
    links: dict[int, tuple[int, ...]] = field(default_factory=dict, metadata=OWN)
    """The attacks that have been declared: attacker and targets."""
    waiting: list[Battle] = field(default_factory=list, metadata=OWN)
    battle: Battle | None = field(default=None, metadata=OWN)


@dataclass(slots=True, eq=False)
class State(engine.State):
    """A game at one moment."""

    setting: Setting = field(metadata=UNCOUNTED)
    step: str = ""
    winner: int = NOBODY
    units: list[Unit] = field(default_factory=list, metadata=OWN)
    leaders: list[Leader] = field(default_factory=list, metadata=OWN)
    """One for each command."""
    at: dict[int, int] = field(default_factory=dict, metadata=OWN_UNCOUNTED)
    """The unit in each hex that has one."""
    cup: list[int] = field(default_factory=list, metadata=OWN)
    """The chits in the cup, by command."""
    drawer: int = 0
    chits: list[int] = field(default_factory=list, metadata=OWN)
    """How many of each kind of combat chit are left."""
    hands: list[list[str]] = field(default_factory=list, metadata=OWN)
    used: list[list[str]] = field(default_factory=list, metadata=OWN)
    """Spells that a side has cast and may take back."""
    effects: list[Effect] = field(default_factory=list, metadata=OWN)
    helpless: frozenset[int] = frozenset()
    """Commands whose caster has taken back a spell in this rally phase, and helps nobody (A-69)."""
    activation: Activation | None = field(default=None, metadata=OWN)

    def __post_init__(self) -> None:
        self.chits = [chit.copies for chit in self.setting.chits]
        self.hands = [[] for _ in self.setting.sides]
        self.used = [[] for _ in self.setting.sides]

    @property
    def ground(self) -> Ground:
        return self.setting.ground

    # --- who stands where ----------------------------------------------------------------------------------------

    @property
    def acting(self) -> Activation:
        """The activation, at a moment when there is one."""
        assert self.activation is not None, "a command acts"
        return self.activation

    @property
    def counters(self) -> list[Unit | Leader]:
        """Every unit, then every leader."""
        return [*self.units, *self.leaders]

    def counter(self, id: int) -> Unit | Leader:
        """A counter by its number among all of them."""
        return self.units[id] if id < len(self.units) else self.leader(id)

    def leader(self, id: int) -> Leader:
        """A leader by his number among all counters."""
        return self.leaders[id - len(self.units)]

    def unit_at(self, h: int) -> Unit | None:
        id = self.at.get(h)
        return None if id is None else self.units[id]

    def put(self, unit: Unit, h: int) -> None:
        """Move a unit to an empty hex, or off the map."""
        if unit.hex != OFF:
            del self.at[unit.hex]
        unit.hex = h
        if h != OFF:
            self.at[h] = unit.id

    def leaders_at(self, h: int) -> Iterator[Leader]:
        return (leader for leader in self.leaders if leader.alive and leader.hex == h)

    def units_of(self, command: int) -> Iterator[Unit]:
        """The units of a command that are on the map."""
        return (unit for unit in self.units if unit.command == command and unit.hex != OFF)

    def enemies(self, side: int) -> Iterator[Unit]:
        return (unit for unit in self.units if unit.side != side and unit.hex != OFF)

    def next_to(self, h: int) -> Iterator[Unit]:
        """The units next to a hex, of both sides."""
        return (self.units[self.at[n]] for n in self.ground.near[h] if n in self.at)

    def near(self, h: int, side: int) -> Iterator[Unit]:
        """The units of the other side next to a hex."""
        return (unit for unit in self.next_to(h) if unit.side != side)

    def comrades(self, unit: Unit) -> Iterator[Unit]:
        """The units of its own side next to a unit."""
        return (neighbour for neighbour in self.next_to(unit.hex) if neighbour.side == unit.side)

    def those(self, ids: Iterable[int]) -> list[Unit]:
        """Units by their numbers."""
        return [self.units[id] for id in ids]

    def named(self, key: str) -> Unit | Leader | None:
        """A counter by its key."""
        return next((counter for counter in self.counters if counter.key == key), None)

    @property
    def fought(self) -> Battle:
        """The battle that is being fought, at a moment when there is one."""
        battle = self.acting.battle
        assert battle is not None, "a battle is being fought"
        return battle
