"""What changes in a game: the counters, the cup, the spells, whose activation it is. Plain objects, cheap to copy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ibbprint.dice import Dice
from ibbprint.engine.refusals import Refusal
from ibbprint.systems.ayrenes_woods.catalogue import GAME
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.setting import Kind, Setting

ORDERED, DISORDERED, ROUTED, ELIMINATED = range(4)
"""The ladder of states (A-18)."""
STATES = ("ordered", "disordered", "routed", "eliminated")
NOBODY = -1
NONE = -1
"""No combat chit."""


class Refused(Refusal):
    """Why something cannot be done, and the rule that says so."""

    game = GAME


class Unit:
    """One unit. What concerns its activation (`spent` and so on) is set anew whenever its command acts."""

    __slots__ = (
        "attacked", "berserk", "chit", "command", "facing", "halted", "hex", "id", "in_command", "key", "kind", "side",
        "signed", "spent", "state",
    )  # fmt: skip

    def __init__(self, id: int, key: str, side: int, command: int, kind: Kind) -> None:
        self.id = id
        self.key = key
        self.side = side
        self.command = command
        self.kind = kind
        self.hex = OFF
        self.state = ORDERED
        self.chit = NONE
        """Which of the kinds of combat chits it has."""
        self.berserk = False
        self.facing = 0
        """The corner that it points at, clockwise from north; of use with facing alone."""
        self.spent = 0
        self.halted = False
        """It moves no more in this activation."""
        self.in_command = False
        self.attacked = False
        """It has attacked in this activation."""
        self.signed = False
        """It was under the Sign of the Hammer when its attack was declared (A-32)."""

    def copy(self) -> Unit:
        twin = Unit.__new__(Unit)
        for name in Unit.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin


class Leader:
    """The leader of a command, whoever he is: `replacement` once he is the second, or a later one."""

    __slots__ = (
        "acted", "alive", "caster", "command", "fallen", "halted", "hex", "key", "movement", "rating", "replacement",
        "side", "spent",
    )  # fmt: skip

    def __init__(self, key: str, side: int, command: int, rating: int, movement: int, caster: bool) -> None:
        self.key = key
        self.side = side
        self.command = command
        self.rating = rating
        self.movement = movement
        self.caster = caster
        self.hex = OFF
        self.alive = True
        self.replacement = False
        self.fallen = False
        """The first leader of the command is dead."""
        self.acted = 0
        """The turn in which he acted last."""
        self.spent = 0
        self.halted = False

    def copy(self) -> Leader:
        twin = Leader.__new__(Leader)
        for name in Leader.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin


class Action(NamedTuple):
    """One decision: the counter that does it by its key, hexes, and a word (a spell, a facing)."""

    verb: str
    who: str = ""
    path: tuple[int, ...] = ()
    what: str = ""


class Question(NamedTuple):
    """Something that a side must decide before play goes on. `unit` and `command` say whom it is about."""

    kind: str
    side: int
    unit: int = NOBODY
    command: int = NOBODY


class Event(NamedTuple):
    """Something that happened: what it was, the rules it rests on, and the names and numbers that tell it."""

    kind: str
    turn: int
    rules: tuple[str, ...]
    values: dict[str, Any]


class Effect(NamedTuple):
    """A spell that lasts: what it does, whose caster's command cast it, the turn in which it holds."""

    effect: str
    command: int
    turn: int


class Battle:
    """Attackers and targets that hang together (A-14), while they fight it out."""

    __slots__ = ("attackers", "doubled", "links", "pending", "shot", "step", "struck", "targets")

    def __init__(self, links: dict[int, tuple[int, ...]]) -> None:
        self.links = links
        """The targets of each attacker, by the ids of units."""
        self.attackers = sorted(links)
        self.targets = sorted({target for each in links.values() for target in each})
        self.step = "begin"
        self.shot: frozenset[int] = frozenset()
        """Targets that have shot."""
        self.doubled: frozenset[int] = frozenset()
        """Units in a Holy War."""
        self.pending = ""
        """The result that one unit, yet to be chosen, is to suffer (A-17)."""
        self.struck: tuple[int, ...] = ()
        """Leaders, by command, who have yet to roll."""

    def copy(self) -> Battle:
        twin = Battle.__new__(Battle)
        for name in Battle.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.links = dict(self.links)
        twin.attackers, twin.targets = list(self.attackers), list(self.targets)
        return twin


class Activation:
    """The activation of a command: first it moves, then it declares its attacks, then it fights."""

    __slots__ = ("battle", "begun", "command", "done", "links", "mover", "only", "phase", "waiting")

    def __init__(self, command: int) -> None:
        self.command = command
        self.phase = "move"
        self.only = NOBODY
        """The one unit that may act under a new replacement (A-R46)."""
        self.begun = False
        """Somebody has moved, so it is too late to go berserk."""
        self.mover = ""
        """The counter that is moving: when another one moves, it has finished."""
        self.done: frozenset[str] = frozenset()
        self.links: dict[int, tuple[int, ...]] = {}
        """The attacks that have been declared: attacker and targets."""
        self.waiting: list[Battle] = []
        self.battle: Battle | None = None

    def copy(self) -> Activation:
        twin = Activation.__new__(Activation)
        for name in Activation.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.links = dict(self.links)
        twin.waiting = [battle.copy() for battle in self.waiting]
        twin.battle = None if self.battle is None else self.battle.copy()
        return twin


HIDDEN = "?"
"""A spell in a hand that cannot be seen."""


class State:
    """A game at one moment. `events` is a list when somebody listens, else None."""

    def __init__(self, setting: Setting, dice: Dice) -> None:
        self.setting = setting
        self.ground = setting.ground
        self.dice = dice
        self.events: list[Event] | None = None
        self.turn = 0
        self.phase = "set-up"
        self.step = ""
        self.over = False
        self.winner = NOBODY
        self.units: list[Unit] = []
        self.leaders: list[Leader] = []
        """One for each command."""
        self.at: dict[int, int] = {}
        """The unit in each hex that has one."""
        self.cup: list[int] = []
        """The chits in the cup, by command."""
        self.drawer = 0
        self.chits = [chit.copies for chit in setting.chits]
        """How many of each kind of combat chit are left."""
        self.hands: list[list[str]] = [[] for _ in setting.sides]
        self.used: list[list[str]] = [[] for _ in setting.sides]
        """Spells that a side has cast and may take back."""
        self.effects: list[Effect] = []
        self.helpless: frozenset[int] = frozenset()
        """Commands whose caster has taken back a spell in this rally phase, and helps nobody (A-69)."""
        self.questions: list[Question] = []
        self.activation: Activation | None = None

    def tell(self, kind: str, rules: tuple[str, ...], **values: Any) -> None:
        if self.events is not None:
            self.events.append(Event(kind, self.turn, rules, values))

    # --- who stands where ----------------------------------------------------------------------------------------

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

    def of(self, command: int) -> Iterator[Unit]:
        """The units of a command that are on the map."""
        return (unit for unit in self.units if unit.command == command and unit.hex != OFF)

    def enemies(self, side: int) -> Iterator[Unit]:
        return (unit for unit in self.units if unit.side != side and unit.hex != OFF)

    def near(self, h: int, side: int) -> Iterator[Unit]:
        """The units of the other side next to a hex."""
        for n in self.ground.near[h]:
            unit = self.unit_at(n)
            if unit is not None and unit.side != side:
                yield unit

    def named(self, key: str) -> Unit | Leader | None:
        """A counter by its key."""
        for counter in self.counters():
            if counter.key == key:
                return counter
        return None

    def counters(self) -> Iterator[Unit | Leader]:
        """Every unit, then every leader."""
        yield from self.units
        yield from self.leaders

    # --- copies --------------------------------------------------------------------------------------------------

    def copy(self, dice: Dice | None = None) -> State:
        """A state that goes on by itself, with the same throws to come unless it is given other dice."""
        twin = State.__new__(State)
        twin.__dict__.update(self.__dict__)
        twin.dice = self.dice.copy() if dice is None else dice
        twin.events = None if self.events is None else list(self.events)
        twin.units = [unit.copy() for unit in self.units]
        twin.leaders = [leader.copy() for leader in self.leaders]
        twin.at = dict(self.at)
        twin.cup, twin.chits = list(self.cup), list(self.chits)
        twin.hands = [list(hand) for hand in self.hands]
        twin.used = [list(used) for used in self.used]
        twin.effects, twin.questions = list(self.effects), list(self.questions)
        twin.activation = None if self.activation is None else self.activation.copy()
        return twin

    def draw(self, left: list[int]) -> int:
        """Draw one thing blindly: which kind it is, when there are so many left of each."""
        rolled = self.dice.roll(sum(left))
        for kind, number in enumerate(left):
            rolled -= number
            if rolled <= 0:
                return kind
        raise AssertionError("there is something to draw")
