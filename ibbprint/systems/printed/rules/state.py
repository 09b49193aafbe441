"""What changes in a game: counters with their places, steps and states, who holds what, the combat that is going on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from ibbprint.engine import state as engine
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.space import OFF, covered
from ibbprint.engine.state import NOBODY, OWN, OWN_UNCOUNTED, UNCOUNTED, Action, Part, Stacks, restack
from ibbprint.systems.printed.rules.compiled import Fight
from ibbprint.systems.printed.rules.effects import Clause
from ibbprint.systems.printed.rules.forces import FULL, REDUCED, Kind
from ibbprint.systems.printed.rules.ground import NORMAL, Profile
from ibbprint.systems.printed.rules.numbers import Number
from ibbprint.systems.printed.rules.sequence import DRAWN, NO_SIDE, Op
from ibbprint.systems.printed.rules.setting import Setting

ON_MAP, COMING, POOL, DEAD, EXITED = "map", "coming", "pool", "dead", "exited"
"""The places of a counter."""


class Refused(Refusal):
    """An action that is not legal in a game made of files."""

    game = "printed"


@dataclass(slots=True, eq=False)
class Counter(Part):
    """A counter: a unit or a leader."""

    key: str
    number: int
    kind: Kind = field(metadata=UNCOUNTED)
    side: int
    hex: int = OFF
    place: str = ON_MAP
    step: int = FULL
    state: str = ""
    supplied: bool = True
    moved: bool = False
    fought: bool = False
    spent: int = 0
    """Combats that a leader has helped in."""
    turn: int = 0
    """The turn in which it arrives."""
    entry: int = OFF
    """The hex in which it arrives."""
    replaced: bool = False
    """A replacement was spent on it in this turn."""
    no_attack: bool = False
    """Its mode of movement forbids it to attack in this turn."""
    kind_back: bool = False
    """It began on its reduced side."""
    out: int = 0
    """Turns that it has been out of supply."""
    hex_left: int = OFF
    """The hex in which it left the map."""

    @property
    def steps_left(self) -> int:
        return 1 if self.step == REDUCED else self.kind.steps


@dataclass(slots=True, eq=False)
class Battle(Part):
    """A combat that is being resolved."""

    fight: Fight = field(metadata=UNCOUNTED)
    attackers: tuple[int, ...]
    hexes: tuple[int, ...]
    targets: tuple[int, ...]
    table: str = ""
    leader: int = NOBODY
    other_leader: int = NOBODY
    stage: str = "leader"
    """leader, table, roll, clauses, over."""
    clauses: tuple[Clause, ...] = field(default=(), metadata=UNCOUNTED)
    code: str = ""
    at: int = 0
    """The next clause."""
    lost: list[Number] = field(default_factory=lambda: [0, 0], metadata=OWN)
    """The printed strength that each side has lost, the attackers first."""
    retreated: list[int] = field(default_factory=list, metadata=OWN)
    came_from: dict[int, int] = field(default_factory=dict, metadata=OWN)
    """The hex from which each unit retreated."""
    hexes_back: int = 0
    """How far the units of this clause retreat."""
    died_in: list[int] = field(default_factory=list, metadata=OWN)
    """Hexes in which a unit lost a step: leaders there may be lost."""


@dataclass(slots=True, eq=False)
class State(engine.State):
    """A game at one moment."""

    setting: Setting = field(metadata=UNCOUNTED)
    counters: list[Counter] = field(default_factory=list, metadata=OWN)
    holders: dict[int, int] = field(default_factory=dict, metadata=OWN)
    op: int = -1
    """The place of the phase in the sequence."""
    begun: bool = False
    attacked: list[int] = field(default_factory=list, metadata=OWN)
    """Hexes, or units, that were attacked in this phase."""
    declared: list[tuple[tuple[int, ...], tuple[int, ...], str]] = field(default_factory=list, metadata=OWN)
    """Attacks that are declared and wait: the attackers, the hexes, the word."""
    resolving: bool = False
    battle: Battle | None = field(default=None, metadata=OWN)
    points: list[Number] = field(default_factory=lambda: [0, 0], metadata=OWN)
    cup: list[str] = field(default_factory=list, metadata=OWN)
    group: str = ""
    winner: int = NOBODY
    level: str = ""
    spendable: int = 0
    """Replacements that are left in this phase."""
    brought: dict[int, int] = field(default_factory=dict, metadata=OWN)
    """How many replacements came to each hex in this turn."""
    stacks: Stacks = field(default_factory=dict, metadata=OWN_UNCOUNTED)
    """The counters in each hex that has any."""
    zoned: list[bytearray | None] = field(default_factory=lambda: [None, None], metadata=OWN_UNCOUNTED)
    cache: dict[Any, Any] = field(default_factory=dict, metadata=OWN_UNCOUNTED)
    """What was worked out since anything changed: attacks, supply, who is where."""
    steady: list[dict[Any, Any]] = field(default_factory=lambda: [{}, {}], metadata=OWN_UNCOUNTED)
    """What was worked out for a side since anything of its enemy changed: reaches, threats, fields."""

    def copy(self) -> Self:
        """An independent copy, with empty caches."""
        memory, steady = self.cache, self.steady
        self.forget()  # what was worked out need not be copied
        twin = engine.State.copy(self)
        self.cache, self.steady = memory, steady
        return twin

    def forget(self) -> None:
        """Forget all that was worked out: the turn or the phase is another."""
        self.cache, self.steady = {}, [{}, {}]

    # --- whose turn it is ---------------------------------------------------------------------------------------

    @property
    def phase_op(self) -> Op:
        return self.setting.program[self.op]

    @property
    def side(self) -> int:
        """The side that plays the phase; NOBODY where none does."""
        if not 0 <= self.op < len(self.setting.program):
            return NOBODY
        side = self.phase_op.side
        return self.drawn_side if side == DRAWN else side

    @property
    def drawn_side(self) -> int:
        """The side of the drawn chit: that of the group's counters."""
        column = self.setting.program[self.cup_op].cup
        for unit in self.counters:
            if str(unit.kind.values.get(column, "")) == self.group:
                return unit.side
        return 0

    @property
    def cup_op(self) -> int:
        """The place of the cup to which the phase belongs."""
        op = self.phase_op
        return self.op if op.cup else op.cup_at

    def acts(self, unit: Counter) -> bool:
        """Whether a counter may act in this phase (P-13), as far as the sequence says."""
        op = self.phase_op
        if unit.hex == OFF or unit.side != self.side:
            return False
        if op.side == DRAWN and str(unit.kind.values.get(self.setting.program[op.cup_at].cup, "")) != self.group:
            return False
        return self.concerns(unit)

    def concerns(self, unit: Counter) -> bool:
        """Whether the phase is for a counter, by its condition on units."""
        units = self.phase_op.units
        return units is None or self.fits(unit, units)

    def fits(self, unit: Counter, condition: Any, hex: int | None = None) -> bool:
        """Whether a condition holds for a unit now."""
        supplied = self.in_supply(unit) if condition.state else True
        return bool(condition.holds(unit, self.setting, self.turn, hex, supplied))

    @property
    def fought(self) -> Battle:
        """The combat that is being resolved, at a moment when there is one."""
        assert self.battle is not None, "a combat is being resolved"
        return self.battle

    @property
    def phase_sides(self) -> tuple[int, ...]:
        """The sides whom a phase concerns that plays itself: its own, or both."""
        return (0, 1) if self.phase_op.side == NO_SIDE else (self.side,)

    # --- who is where -------------------------------------------------------------------------------------------

    def put(self, unit: Counter, hex: int) -> None:
        """Move a counter to a hex, or off the map."""
        restack(self.stacks, unit.number, unit.hex, hex)
        unit.hex = hex
        if hex != OFF:
            self.stacks[hex] = tuple(sorted(self.stacks[hex]))
        self.changed(unit.side, leader=unit.kind.leader)

    def changed(self, side: int, *, leader: bool = False) -> None:
        """Forget what was worked out from the counters of a side."""
        if not leader:
            self.zoned[side] = None
            self.steady[1 - side] = {}
        self.cache = {}

    def here(self, hex: int) -> Iterator[Counter]:
        for number in self.stacks.get(hex, ()):
            yield self.counters[number]

    def units_in(self, hex: int, side: int) -> list[Counter]:
        """The units of a side in a hex; leaders are none."""
        counters = self.counters
        return [unit for n in self.stacks.get(hex, ()) if (unit := counters[n]).side == side and not unit.kind.leader]

    def leaders_in(self, hex: int, side: int) -> list[Counter]:
        return [unit for unit in self.here(hex) if unit.side == side and unit.kind.leader]

    def occupied(self, side: int) -> frozenset[int]:
        """The hexes with units of a side."""
        key = ("occupied", side)
        hexes: frozenset[int] | None = self.cache.get(key)
        if hexes is None:
            hexes = self.cache[key] = frozenset(
                unit.hex for unit in self.counters if unit.hex != OFF and unit.side == side and not unit.kind.leader
            )
        return hexes

    def on_map(self, side: int) -> list[Counter]:
        return [unit for unit in self.counters if unit.hex != OFF and unit.side == side]

    def bulk(self, hex: int, side: int, excluded: Iterable[Counter] = ()) -> Number:
        """The room in a hex that a side takes, in points of stacking (P-30)."""
        total: Number = 0
        skipped = set(map(id, excluded))
        for unit in self.here(hex):
            if unit.side == side and id(unit) not in skipped:
                total += self.bulk_of(unit)
        return total

    def bulk_of(self, unit: Counter) -> Number:
        setting = self.setting
        if setting.stack_free is not None and self.fits(unit, setting.stack_free):
            return 0
        return setting.bulk(unit.kind)

    def room(self, hex: int, units: Sequence[Counter]) -> bool:
        """Whether these counters, which are elsewhere, may end in a hex (P-30)."""
        limit = self.setting.stack_limit
        if limit is None or not units:
            return True
        occupied = self.bulk(hex, units[0].side, units)
        bulk = sum((self.bulk_of(unit) for unit in units), 0)
        return not bulk or occupied + bulk <= limit[hex]

    # --- zones, supply and strength -----------------------------------------------------------------------------

    def zone(self, side: int) -> bytearray:
        """Which hexes are in the zones of the units of a side (P-34)."""
        flags = self.zoned[side]
        if flags is None:
            zone_of = self.setting.zone_of
            zones = self.setting.play.zones is not None
            units = (u for u in self.counters if zones and u.side == side and u.hex != OFF and self.has_zone(u))
            flags = self.zoned[side] = covered(self.setting.space.size, [zone_of[unit.hex] for unit in units])
        return flags

    def profile(self, unit: Counter, mode: str = NORMAL) -> Profile:
        """The steps that a unit can make now in a mode."""
        memory = self.steady[unit.side]
        hex = unit.hex if self.setting.ground.by_place else OFF
        key = ("profile", unit.kind, unit.step, unit.state, hex, mode)
        profile: Profile | None = memory.get(key)
        if profile is None:
            profile = memory[key] = self.setting.ground.profile(unit, self, mode)
        return profile

    def has_zone(self, unit: Counter) -> bool:
        setting = self.setting
        if unit.kind.leader or (unit.state and not setting.states[unit.state].zone):
            return False
        supply = setting.play.supply
        if supply is not None and not supply.out.zone and not unit.supplied:
            return False
        return setting.zone_who is None or self.fits(unit, setting.zone_who)

    def in_supply(self, unit: Counter) -> bool:
        """Whether a unit is supplied: as last determined, or now in a game without a phase for it (P-71)."""
        if self.setting.supply is None or unit.kind.leader:
            return True
        if unit.side in self.setting.supply_phases:
            return unit.supplied
        from ibbprint.systems.printed.rules.supply import supplied

        return supplied(self, unit)

    def strength(self, unit: Counter, fight: str, *, attack: bool) -> Number | None:
        """The strength of a unit with its state and supply; None for one that has none in this combat (P-04)."""
        kind = unit.kind
        figures = (kind.attack if attack else kind.defence).get(fight)
        value = None if figures is None else figures[unit.step]
        if value is None or kind.leader:
            return None
        if unit.state:
            rule = self.setting.states[unit.state]
            value = (rule.attack if attack else rule.defend).of(value)
        supply = self.setting.supply
        if supply is not None and not self.in_supply(unit):
            value = (supply.attack if attack else supply.defence).of(value)
        return value

    # --- what happens to counters -------------------------------------------------------------------------------

    def eliminate(self, unit: Counter, *rules: str, why: str = "") -> None:
        """Take a counter off the map for good, or until it is replaced."""
        hex = unit.hex
        self.put(unit, OFF)
        unit.place, unit.state = DEAD, ""
        values = {"why": why} if why else {}
        self.tell("eliminated", rules, unit=unit.key, hex=self.name(hex), **values)

    def become(self, unit: Counter, state: str, *rules: str) -> None:
        """A unit gains a state, or the worse one where it has it already."""
        if not state or unit.kind.leader or unit.hex == OFF:
            return
        if unit.state == state:
            worse = self.setting.states[state].model.worse
            if worse is None:
                return
            state = worse
        unit.state = state
        self.changed(unit.side)
        self.tell("state", rules, unit=unit.key, state=state, hex=self.name(unit.hex))

    def take(self, hex: int, side: int) -> None:
        """A unit of a side ends or passes a step in a hex: the place there is held by it (P-91)."""
        if (hex in self.setting.ground.places or hex in self.holders) and self.holders.get(hex) != side:
            self.holders[hex] = side
            self.tell("takes", ("P-91",), side=self.setting.sides[side], hex=self.name(hex))

    def name(self, hex: int) -> str:
        return self.setting.names[hex] if hex != OFF else ""

    def moment(self, kind: str, *rules: str, **values: Any) -> None:
        """An event with the place of every counter on the map."""
        stands = {unit.key: self.name(unit.hex) for unit in self.counters if unit.hex != OFF}
        backs = [unit.key for unit in self.counters if unit.hex != OFF and unit.step == REDUCED]
        self.tell(kind, rules, number=self.turn, stands=stands, backs=backs, **values)


Check = Callable[[State, Action], Refused | None]
