"""The state of a game: the counters on the map, the Cup, the activation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ibbprint.engine import state as engine
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.state import OWN, OWN_UNCOUNTED, UNCOUNTED, Part, Stacks, restack
from ibbprint.systems.ibb.catalogue import GAME
from ibbprint.systems.ibb.rules.counters import Kind, Setting
from ibbprint.systems.ibb.rules.ground import OFF, Changes, Ground

UNKNOWN = "?"
"""The name of what nobody can see, and the kind of what somebody else is asked about it."""
NEVER = -9
"""A turn that was not: long before the first."""


class Refused(Refusal):
    """An action that is not legal: why, and the rule it breaks."""

    game = GAME


class Unfit(Refused):
    """What a counter of this kind never does."""

    unfit = True


@dataclass(slots=True, eq=False)
class Counter(Part):
    """A counter. Turns are those in which a thing last happened to it, NEVER if it did not."""

    id: int
    key: str
    name: str
    side: int
    kind: Kind
    mask: str = field(init=False, metadata=UNCOUNTED)
    """What it is called by those who cannot see its face: never its key where it can lie face down."""
    original: Kind = field(init=False, metadata=UNCOUNTED)
    """The kind it began with: its strength is what counts for victory."""
    hex: int = OFF
    dead: bool = False
    bank: int = OFF
    """The piece of land on whose side it was set up in a water hex, OFF for no note (R-69)."""
    turn: int = 0
    """The turn in which it comes."""
    formation: str = ""
    """The formation that the scenario gives it; nothing for unassigned units."""
    captain: int = OFF
    """The captain who leads that formation."""
    led: int = OFF
    """The captain whose it is this turn (R-62)."""
    disorganised: int = NEVER
    """The turn of its Disorganised marker, NEVER without one."""
    dazed: int = NEVER
    """The turn in which a spell, not combat, gave it the marker: that does not count toward a rout (R-121)."""
    routed: bool = False
    ran: int = NEVER
    berserk: int = NEVER
    """The turn in which it rages."""
    balked: int = NEVER
    rallying: int = NEVER
    acted: int = NEVER
    moved: int = NEVER
    attacked: int = NEVER
    """Its one attack of a turn, of whatever kind (R-88)."""
    fought: int = NEVER
    """Attacked or was attacked, in whatever way, spells among them."""
    engaged: int = NEVER
    """Took part in a melee, mounted combat or charge (R-89)."""
    near_fighting: int = NEVER
    """A leader stood in or next to a hex from which or in which there was fighting (A-152)."""
    shot_at: int = NEVER
    charged: int = NEVER
    rode: int = NEVER
    """The turn of its own last charge."""
    shaken: bool = False
    """Struck by fear or confusion, and not activated since (R-57)."""
    shots: int = field(init=False)
    face_down: bool = False
    hidden: bool = False
    """A scout under its HIDDEN marker."""
    unmasked: bool = False
    """A scout that was found out and has not gone into hiding again; it may refuse battle once (R-39)."""
    drew_off: bool = False
    """True when it has."""
    mana: int = field(init=False)
    """Mana of a wizard, prayers left of a priest (R-126, R-127)."""
    cast: int = NEVER
    casts: int = 0
    """Spells or prayers that it tried or added to in the turn of `cast`."""
    prayed: int = NEVER
    works: tuple[str, int, int] = ("", OFF, 0)
    """What engineers are at: fort or pontoon; the hex that it is for; turns so far."""
    set_to: int = NEVER
    """The turn in which they were set to it."""
    waits: int = NEVER
    """The turn from which they may try a petard again, after a dud (G-14)."""
    crossed: int = 0
    """Crossings it has made, a bit each in the scenario's order (G-36)."""
    summoner: int = OFF
    expires: int = 0
    """The last turn of a summoned unit."""
    upkeep: int = 0
    """What the spell that brought it costs in each later turn, for all its units together (R-143)."""
    raised: int = OFF
    """The dead unit that stands again as this one (R-158)."""

    def __post_init__(self) -> None:
        self.mask = self.key
        self.original = self.kind
        self.shots = self.kind.shots
        self.mana = self.kind.rating

    @property
    def in_disorder(self) -> bool:
        """Disorganised or Routed."""
        return self.routed or self.disorganised >= 0


@dataclass(slots=True, eq=False)
class Attack(Part):
    """An attack that is being declared, then resolved."""

    kind: str
    """fire, mounted or melee."""
    segment: int
    target: int
    attackers: list[int] = field(default_factory=list, metadata=OWN)
    supporters: list[int] = field(default_factory=list, metadata=OWN)
    asked: tuple[int, ...] = ()
    """Defenders who have been asked whether they refuse battle."""
    refused: bool = False
    """True when one of them has."""


@dataclass(slots=True, eq=False)
class Charge(Part):
    """A charge that is being declared, then ridden."""

    target: int
    """The counter that is charged."""
    paths: dict[int, tuple[int, ...]] = field(default_factory=dict, metadata=OWN)
    stage: str = "declared"
    step: int = 0
    asked: tuple[int, ...] = ()
    """Enemies who have been asked whether they shoot or cast."""
    ridden: tuple[int, ...] = ()
    """Riders who are still in it."""
    shaken: frozenset[int] = frozenset()
    """Riders who were Disorganised this turn before they set off: that is no reason to drop out (R-97)."""

    @property
    def taken(self) -> set[int]:
        """The hexes next to the target that somebody rides into."""
        return {path[-1] for path in self.paths.values()}


@dataclass(slots=True, eq=False)
class Activation(Part):
    """Whose chit was drawn, and how far the owner has come with it."""

    side: int
    mode: str
    """captain, caster, engineers or scout; idle for a formation without orders."""
    leader: int
    members: tuple[int, ...]
    """The units that act, the leader not among them."""
    ordered: bool = field(init=False)
    """False until the captain has rolled for orders."""
    stayed: bool = True
    """True while nobody of the formation has moved in this turn or the last (R-100)."""
    movers: tuple[int, ...] = ()
    """Those who have moved in this activation."""
    fought: bool = False
    moved_first: bool = False
    """Somebody moved before any fighting, so nobody moves after it; `moved_after` the other way round (R-61)."""
    moved_after: bool = False
    segment: int = 0
    """The segment of the last attack: none of an earlier one may follow (R-72)."""
    attacked: frozenset[tuple[int, int]] = frozenset()
    """Segment and hex of every attack made: not twice at the same (R-81)."""
    attack: Attack | None = field(default=None, metadata=OWN)
    charge: Charge | None = field(default=None, metadata=OWN)
    start: dict[int, int] = field(default_factory=dict, metadata=OWN)
    """Where each member stood when the activation began."""

    def __post_init__(self) -> None:
        self.ordered = self.mode != "captain"

    @property
    def everybody(self) -> tuple[int, ...]:
        """The units, and their leader if they have one."""
        return self.members if self.leader == OFF else (*self.members, self.leader)


class Lasting(NamedTuple):
    """A lasting spell: a chasm or a ward with its hexes, or units that were summoned, and the last turn of it."""

    kind: str
    """chasm, ward or summons."""
    spell: str
    until: int
    hexes: frozenset[int] = frozenset()
    casters: tuple[int, ...] = ()
    """Who can pay upkeep, the one who cast it first."""
    units: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class Derived(Part):
    """A value worked out from the counters of a state, and the marks under which it still holds."""

    marks: object = None
    what: Any = None

    def copy(self) -> Derived:
        """An empty copy: the counters of a copied state are other objects."""
        return Derived()


@dataclass(slots=True, eq=False)
class State(engine.State):
    """A whole game at one moment; its phases are set-up, setting-up (upkeep, reinforcements), activation and end."""

    setting: Setting = field(metadata=UNCOUNTED)
    ground: Ground = field(init=False)
    units: list[Counter] = field(default_factory=list, metadata=OWN)
    at: Stacks = field(default_factory=dict, metadata=OWN)
    """The counters in each hex, oldest first; empty hexes are left out."""
    placing: list[int] = field(default_factory=list, metadata=OWN)
    """Counters still to be set up, in order."""
    cup: list[tuple[int, ...]] = field(default_factory=list, metadata=OWN)
    """The chits still to be drawn: each the counters that act when it is."""
    activation: Activation | None = field(default=None, metadata=OWN)
    forts: dict[int, int] = field(default_factory=dict, metadata=OWN)
    petards: list[int] = field(default_factory=list, metadata=OWN)
    lasting: list[Lasting] = field(default_factory=list, metadata=OWN)
    scouted: dict[int, frozenset[tuple[int, int]]] = field(default_factory=dict, metadata=OWN)
    """What each scout has rolled for: the first counter of the formation it neared, and the range (G-13)."""
    losses: dict[int, tuple[str, ...]] = field(default_factory=dict, metadata=OWN)
    """The formations of the units lost in each turn, once a unit (R-204)."""
    wahoo: dict[int, int] = field(default_factory=dict, metadata=OWN)
    """The turn of each side's Wahoo."""
    version: int = field(default=0, metadata=UNCOUNTED)
    """Counts what changes zones of control without a counter being moved."""
    stamps: list[int] = field(default_factory=list, metadata=OWN_UNCOUNTED)
    """Counts, for each side, how often its counters were moved."""
    steps: int = field(default=0, metadata=UNCOUNTED)
    """Counts how often any counter was moved."""
    zoc: dict[int, tuple[int, bytearray]] = field(default_factory=dict, metadata=OWN_UNCOUNTED)
    """The enemy zones of each side, and the `mark` of the enemy for which they hold."""
    reaches: dict[int, tuple[int, dict[object, Any]]] = field(default_factory=dict, metadata=OWN_UNCOUNTED)
    """What was worked out about the moves of each side, and the `mark` of the enemy for which it holds."""

    opinions: dict[int, Derived] = field(default_factory=dict, metadata=OWN_UNCOUNTED)
    """What each side thinks of its enemy, knowing every face; in a view, what its side thinks."""
    opinions_in_views: dict[int, Derived] = field(default_factory=dict, metadata=OWN_UNCOUNTED)
    """What each side thinks of the enemy as it sees him."""

    masks: dict[int, Derived] = field(default_factory=dict, metadata=OWN_UNCOUNTED)
    """What each side sees in place of the counters that it cannot see, and where they are; `sight` fills it in."""

    def __post_init__(self) -> None:
        self.ground = self.setting.ground
        self.petards = [0] * len(self.setting.sides)
        self.stamps = [0] * len(self.setting.sides)

    @property
    def counters(self) -> list[Counter]:
        return self.units

    @property
    def acting(self) -> Activation:
        """The activation, at a moment when there is one."""
        assert self.activation is not None, "somebody acts"
        return self.activation

    # --- who is where ------------------------------------------------------------------------------------------

    def here(self, h: int) -> list[Counter]:
        """The counters in a hex."""
        units = self.units
        return [units[i] for i in self.at.get(h, ())]

    def troops(self, h: int, side: int | None = None) -> list[Counter]:
        """The units in a hex, of one side or of all: no leaders, no engines."""
        units = self.units
        return [u for i in self.at.get(h, ()) if (u := units[i]).kind.troops and (side is None or u.side == side)]

    def enemy_troops(self, h: int, side: int) -> bool:
        """True when an enemy unit is in a hex."""
        units = self.units
        return any(units[i].side != side and units[i].kind.troops for i in self.at.get(h, ()))

    def put(self, unit: Counter, h: int) -> None:
        """Set a counter down, or take it up and set it down elsewhere."""
        restack(self.at, unit.id, unit.hex, h)
        unit.hex = h
        self.stamps[unit.side] += 1
        self.steps += 1

    def mark(self, side: int) -> int:
        """A number that changes whenever the enemies of a side move or their zones of control change."""
        return self.version + self.steps - self.stamps[side]

    def cache_of(self, side: int) -> dict[object, Any]:
        """Cached values about the moves of a side, valid as long as its enemies stay where they are."""
        mark, cached = self.mark(side), self.reaches.get(side)
        if cached is None or cached[0] != mark:
            cached = self.reaches[side] = (mark, {})
        return cached[1]

    def enemies_in(self, h: int, side: int) -> bool:
        """True when anything of the enemy is in a hex."""
        units = self.units
        return any(units[i].side != side for i in self.at.get(h, ()))

    def alive(self) -> list[Counter]:
        """All counters on the map."""
        return [u for u in self.units if u.hex != OFF]

    def enemies_of(self, side: int) -> list[Counter]:
        """The enemy units on the map, seen or not: no leaders, no engines."""
        return [u for u in self.units if u.hex != OFF and u.side != side and u.kind.troops]

    def those(self, ids: Iterable[int]) -> list[Counter]:
        """Counters by their numbers."""
        return [self.units[i] for i in ids]

    def present(self, ids: Iterable[int]) -> list[Counter]:
        """The counters with these ids that are on the map."""
        return [u for i in ids if (u := self.units[i]).hex != OFF]

    def named(self, key: str) -> Counter | None:
        """A counter by the id that is printed on it."""
        return next((u for u in self.units if u.key == key), None)

    def called(self, unit: Counter, side: int) -> str:
        """The name of a counter in a side's actions: its printed id, or its mask if the side cannot see that."""
        return unit.mask if unit.face_down and unit.side != side else unit.key

    def meant(self, word: str, side: int) -> Counter | None:
        """The counter that a side calls so."""
        return next((u for u in self.units if self.called(u, side) == word), None)

    def foes(self, side: int) -> list[Counter]:
        """The enemies of a side on the map, in an order that tells nothing of those who lie face down."""
        counters = [u for u in self.units if u.hex != OFF and u.side != side]
        if any(u.face_down for u in counters):
            counters.sort(key=lambda u: (u.face_down, u.mask if u.face_down else "", u.id))
        return counters

    def visible_foes(self, side: int) -> list[Counter]:
        """The enemy units that can be seen, in the same order."""
        return [u for u in self.foes(side) if u.kind.troops and not u.hidden]

    def change_ground(self, changes: Changes) -> None:
        self.ground = self.setting.ground_after(changes)
        self.version += 1
