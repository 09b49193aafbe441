"""What changes in a game: the counters on the map, the Cup, whose activation it is. Plain objects, cheap to copy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ibbprint.dice import Dice
from ibbprint.engine.refusals import Refusal
from ibbprint.systems.ibb.catalogue import GAME
from ibbprint.systems.ibb.rules.counters import Kind, Setting
from ibbprint.systems.ibb.rules.ground import OFF, Changes, Ground

NEVER = -9
"""A turn that was not: long before the first."""


class Counter:
    """One counter. Turns are those in which a thing last happened to it, NEVER if it did not."""

    __slots__ = (
        "acted",
        "attacked",
        "balked",
        "bank",
        "berserk",
        "captain",
        "cast",
        "casts",
        "charged",
        "crossed",
        "dazed",
        "dead",
        "disorganised",
        "drew_off",
        "engaged",
        "expires",
        "face_down",
        "formation",
        "fought",
        "hex",
        "hidden",
        "id",
        "key",
        "kind",
        "led",
        "mana",
        "mask",
        "moved",
        "name",
        "near_fighting",
        "original",
        "prayed",
        "raised",
        "rallying",
        "ran",
        "rode",
        "routed",
        "scouted",
        "set_to",
        "shaken",
        "shot_at",
        "shots",
        "side",
        "summoner",
        "turn",
        "unmasked",
        "upkeep",
        "waits",
        "works",
    )  # fmt: skip

    def __init__(self, id: int, key: str, name: str, side: int, kind: Kind) -> None:
        self.id = id
        self.key = key
        self.mask = key
        """What it is called by those who cannot see its face: never its key where it can lie face down."""
        self.name = name
        self.side = side
        self.kind = kind
        self.original = kind
        """The kind it began with: its strength is what counts for victory."""
        self.hex = OFF
        self.dead = False
        self.bank = OFF
        """The piece of land on whose side it was set up in a water hex, OFF for no note (R-69)."""
        self.turn = 0
        """The turn in which it comes."""
        self.formation = ""
        """The formation that the scenario gives it; nothing for unassigned units."""
        self.captain = OFF
        """The captain who leads that formation."""
        self.led = OFF
        """The captain whose it is this turn (R-62)."""
        self.disorganised = NEVER
        """The turn of its Disorganised marker, NEVER without one."""
        self.dazed = NEVER
        """The turn in which a spell, not combat, gave it the marker: that does not count toward a rout (R-121)."""
        self.routed = False
        self.ran = NEVER
        self.berserk = NEVER
        """The turn in which it rages."""
        self.balked = NEVER
        self.rallying = NEVER
        self.acted = NEVER
        self.moved = NEVER
        self.attacked = NEVER
        """Its one attack of a turn, of whatever kind (R-88)."""
        self.fought = NEVER
        """Attacked or was attacked, in whatever way, spells among them."""
        self.engaged = NEVER
        """Took part in a melee, mounted combat or charge (R-89)."""
        self.near_fighting = NEVER
        """A leader stood in or next to a hex from which or in which there was fighting (A-152)."""
        self.shot_at = NEVER
        self.charged = NEVER
        self.rode = NEVER
        """The turn of its own last charge."""
        self.shaken = False
        """Struck by fear or confusion, and not activated since (R-57)."""
        self.shots = kind.shots
        self.face_down = False
        self.hidden = False
        """A scout under its HIDDEN marker."""
        self.unmasked = False
        """A scout that was found out and has not gone into hiding again; it may refuse battle once (R-39)."""
        self.drew_off = False
        """True when it has."""
        self.scouted: frozenset[tuple[int, int]] = frozenset()
        """What a scout has rolled for: the first counter of the formation it neared, and the range (G-13)."""
        self.mana = kind.rating
        """Mana of a wizard, prayers left of a priest (R-126, R-127)."""
        self.cast = NEVER
        self.casts = 0
        """Spells or prayers that it tried or added to in the turn of `cast`."""
        self.prayed = NEVER
        self.works: tuple[str, int, int] = ("", OFF, 0)
        """What engineers are at: fort or pontoon; the hex that it is for; turns so far."""
        self.set_to = NEVER
        """The turn in which they were set to it."""
        self.waits = NEVER
        """The turn from which they may try a petard again, after a dud (G-14)."""
        self.crossed = 0
        """Crossings it has made, a bit each in the scenario's order (G-36)."""
        self.summoner = OFF
        self.expires = 0
        """The last turn of a summoned unit."""
        self.upkeep = 0
        """What the spell that brought it costs in each later turn, for all its units together (R-143)."""
        self.raised = OFF
        """The dead unit that stands again as this one (R-158)."""

    def copy(self) -> Counter:
        twin = Counter.__new__(Counter)
        for name in Counter.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    @property
    def on_map(self) -> bool:
        return self.hex != OFF and not self.dead


class Action(NamedTuple):
    """One decision. `who` are counters by id, `path` hexes; `what` names a spell, an enemy counter or a choice."""

    verb: str
    who: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    what: str = ""


class Event(NamedTuple):
    """Something that happened: what it was, the rules it rests on, and the names and numbers that tell it."""

    kind: str
    turn: int
    rules: tuple[str, ...]
    values: dict[str, Any]


class Attack:
    """An attack that is being declared, then resolved."""

    __slots__ = ("asked", "attackers", "kind", "refused", "segment", "supporters", "target")

    def __init__(self, kind: str, segment: int, target: int) -> None:
        self.kind = kind
        """fire, mounted or melee."""
        self.segment = segment
        self.target = target
        self.attackers: list[int] = []
        self.supporters: list[int] = []
        self.asked: tuple[int, ...] = ()
        """Defenders who have been asked whether they refuse battle."""
        self.refused = False
        """True when one of them has."""

    def copy(self) -> Attack:
        twin = Attack(self.kind, self.segment, self.target)
        twin.attackers, twin.supporters = list(self.attackers), list(self.supporters)
        twin.asked, twin.refused = self.asked, self.refused
        return twin


class Charge:
    """A charge that is being declared, then ridden."""

    __slots__ = ("asked", "paths", "ridden", "shaken", "stage", "step", "target")

    def __init__(self, target: int) -> None:
        self.target = target
        """The counter that is charged."""
        self.paths: dict[int, tuple[int, ...]] = {}
        self.stage = "declared"
        self.step = 0
        self.asked: tuple[int, ...] = ()
        """Enemies who have been asked whether they shoot or cast."""
        self.ridden: tuple[int, ...] = ()
        """Riders who are still in it."""
        self.shaken: frozenset[int] = frozenset()
        """Riders who were Disorganised this turn before they set off: that is no reason to drop out (R-97)."""

    def copy(self) -> Charge:
        twin = Charge(self.target)
        twin.paths, twin.stage, twin.step = dict(self.paths), self.stage, self.step
        twin.asked, twin.ridden, twin.shaken = self.asked, self.ridden, self.shaken
        return twin


class Activation:
    """Whose chit was drawn, and how far the owner has come with it."""

    __slots__ = (
        "attack", "attacked", "charge", "fought", "leader", "members", "mode", "moved_after", "moved_first", "movers",
        "ordered", "segment", "side", "start", "stayed",
    )  # fmt: skip

    def __init__(self, side: int, mode: str, leader: int, members: tuple[int, ...]) -> None:
        self.side = side
        self.mode = mode
        """captain, caster, engineers or scout; idle for a formation without orders."""
        self.leader = leader
        self.members = members
        """The units that act, the leader not among them."""
        self.ordered = mode != "captain"
        """False until the captain has rolled for orders."""
        self.stayed = True
        """True while nobody of the formation has moved in this turn or the last (R-100)."""
        self.movers: tuple[int, ...] = ()
        """Those who have moved in this activation."""
        self.fought = False
        self.moved_first = False
        """Somebody moved before any fighting, so nobody moves after it; `moved_after` the other way round (R-61)."""
        self.moved_after = False
        self.segment = 0
        """The segment of the last attack: none of an earlier one may follow (R-72)."""
        self.attacked: frozenset[tuple[int, int]] = frozenset()
        """Segment and hex of every attack made: not twice at the same (R-81)."""
        self.attack: Attack | None = None
        self.charge: Charge | None = None
        self.start: dict[int, int] = {}
        """Where each member stood when the activation began."""

    def copy(self) -> Activation:
        twin = Activation.__new__(Activation)
        for name in Activation.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.attack = None if self.attack is None else self.attack.copy()
        twin.charge = None if self.charge is None else self.charge.copy()
        return twin


class Question(NamedTuple):
    """A decision that must be made before play goes on: who is asked, what about which counter, with what choices."""

    kind: str
    side: int
    counter: int
    choices: tuple[Action, ...]


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


class State:
    """A whole game at one moment. `copy` shares what never changes."""

    __slots__ = (
        "activation",
        "at",
        "cup",
        "dice",
        "events",
        "forts",
        "ground",
        "lasting",
        "losses",
        "over",
        "petards",
        "phase",
        "placing",
        "questions",
        "reaches",
        "setting",
        "stamps",
        "turn",
        "units",
        "version",
        "wahoo",
        "zoc",
    )  # fmt: skip

    def __init__(self, setting: Setting, dice: Dice) -> None:
        self.setting = setting
        self.ground: Ground = setting.ground
        self.dice = dice
        self.units: list[Counter] = []
        self.at: dict[int, tuple[int, ...]] = {}
        """The counters in each hex, oldest first; empty hexes are left out."""
        self.turn = 0
        self.phase = "set-up"
        """set-up, turn (upkeep and reinforcements), activation, end, over."""
        self.placing: list[int] = []
        """Counters still to be set up, in order."""
        self.cup: list[tuple[int, ...]] = []
        """The chits still to be drawn: each the counters that act when it is."""
        self.activation: Activation | None = None
        self.questions: list[Question] = []
        self.forts: dict[int, int] = {}
        self.petards: list[int] = [0] * len(setting.sides)
        self.lasting: list[Lasting] = []
        self.losses: dict[int, tuple[str, ...]] = {}
        """The formations of the units lost in each turn, once a unit (R-204)."""
        self.wahoo: dict[int, int] = {}
        """The turn of each side's Wahoo."""
        self.over = False
        self.events: list[Event] | None = None
        """What happened, in order; None where nobody listens."""
        self.version = 0
        """Counts what changes zones of control without a counter being moved."""
        self.stamps = [0] * len(setting.sides)
        """Counts, for each side, how often its counters were moved."""
        self.zoc: dict[int, tuple[int, bytearray]] = {}
        """The enemy zones of each side, and the `mark` of the enemy for which they hold."""
        self.reaches: dict[int, tuple[int, dict[object, Any]]] = {}
        """What was worked out about the moves of each side, and the `mark` of the enemy for which it holds."""

    def copy(self, dice: Dice | None = None) -> State:
        """A game that goes on by itself, with dice of its own; nobody listens to it."""
        twin = State.__new__(State)
        twin.setting = self.setting
        twin.ground = self.ground
        twin.dice = dice if dice is not None else self.dice.copy()
        twin.units = [unit.copy() for unit in self.units]
        twin.at = dict(self.at)
        twin.turn, twin.phase, twin.over = self.turn, self.phase, self.over
        twin.placing = list(self.placing)
        twin.cup = list(self.cup)
        twin.activation = None if self.activation is None else self.activation.copy()
        twin.questions = list(self.questions)
        twin.forts = dict(self.forts)
        twin.petards = list(self.petards)
        twin.lasting = list(self.lasting)
        twin.losses = dict(self.losses)
        twin.wahoo = dict(self.wahoo)
        twin.events = None
        twin.version = self.version
        twin.stamps = list(self.stamps)
        twin.zoc = dict(self.zoc)
        twin.reaches = {side: (mark, dict(known)) for side, (mark, known) in self.reaches.items()}
        return twin

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
        """True when an enemy unit stands in a hex."""
        units = self.units
        return any(units[i].side != side and units[i].kind.troops for i in self.at.get(h, ()))

    def put(self, unit: Counter, h: int) -> None:
        """Set a counter down, or take it up and set it down elsewhere."""
        at = self.at
        if unit.hex != OFF:
            rest = tuple(i for i in at[unit.hex] if i != unit.id)
            if rest:
                at[unit.hex] = rest
            else:
                del at[unit.hex]
        unit.hex = h
        if h != OFF:
            at[h] = (*at.get(h, ()), unit.id)
        self.stamps[unit.side] += 1

    def mark(self, side: int) -> int:
        """A number that changes whenever the enemies of a side move or their zones of control change."""
        return self.version + sum(self.stamps) - self.stamps[side]

    def alive(self, side: int | None = None) -> list[Counter]:
        """Everything on the map, of one side or of all."""
        return [u for u in self.units if u.hex != OFF and (side is None or u.side == side)]

    def named(self, key: str) -> Counter | None:
        """A counter by the id that is printed on it."""
        return next((u for u in self.units if u.key == key), None)

    def called(self, unit: Counter, side: int) -> str:
        """What a side calls a counter in its actions: by its printed id, or by its mask if it cannot see that."""
        # off A-16: return unit.key
        return unit.mask if unit.face_down and unit.side != side else unit.key

    def meant(self, word: str, side: int) -> Counter | None:
        """The counter that a side calls so."""
        return next((u for u in self.units if self.called(u, side) == word), None)

    def foes(self, side: int) -> list[Counter]:
        """The enemies of a side on the map, in an order that tells nothing of those who lie face down."""
        found = [u for u in self.units if u.hex != OFF and u.side != side]
        # off A-16: return found
        if any(u.face_down for u in found):
            found.sort(key=lambda u: (u.face_down, u.mask if u.face_down else "", u.id))
        return found

    def change_ground(self, changes: Changes) -> None:
        self.ground = self.ground.changed(changes)
        self.version += 1

    # --- telling -----------------------------------------------------------------------------------------------

    def tell(self, kind: str, rules: Iterable[str] = (), **values: Any) -> None:
        """Note an event, when somebody listens."""
        if self.events is not None:
            self.events.append(Event(kind, self.turn, tuple(rules), values))


class Refused(Refusal):
    """An action that is not legal: why, and the rule it breaks."""

    game = GAME
