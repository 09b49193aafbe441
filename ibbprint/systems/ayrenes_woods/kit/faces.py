"""What the templates of counters and chits may use, a record for each: `{{ movement }}`, `{{ command.livery }}`."""

from __future__ import annotations

from dataclasses import dataclass

from ibbprint.materials import Fields
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.models import Army, Command


@dataclass(frozen=True, slots=True)
class CommandFields(Fields):
    """A command: `livery` is the id of its colours in the style, `letter` begins the ids of its counters."""

    id: str
    name: str
    livery: str
    letter: str


@dataclass(frozen=True, slots=True)
class ArmyFields(Fields):
    """An army: `livery` is that of its first command."""

    id: str
    name: str
    livery: str


@dataclass(frozen=True, slots=True)
class UnitFace(Fields):
    """A unit: `unit` is its entry in the unit list, `letter` its class."""

    command: CommandFields
    id: str
    unit: str
    name: str
    letter: str
    movement: int
    symbol: str


@dataclass(frozen=True, slots=True)
class LeaderFace(Fields):
    """A leader, or the blank counter that a command's next one is; `caster` where he casts spells."""

    command: CommandFields
    id: str
    name: str
    rating: int
    movement: int
    caster: bool
    symbol: str


@dataclass(frozen=True, slots=True)
class ActivationFace(Fields):
    """A chit for the cup: the leader who is activated."""

    command: CommandFields
    name: str
    symbol: str


@dataclass(frozen=True, slots=True)
class ClassStrength(Fields):
    """What a combat chit is worth to the units of a class."""

    letter: str
    strength: int


@dataclass(frozen=True, slots=True)
class CombatChitFace(Fields):
    """A combat chit: its strength for each class, the first class first."""

    strengths: list[ClassStrength]


@dataclass(frozen=True, slots=True)
class SpellFields(Fields):
    """A spell: `short` is its name on a chit, `effect` what it does, as the engine calls it."""

    id: str
    name: str
    short: str
    effect: str


@dataclass(frozen=True, slots=True)
class SpellChitFace(Fields):
    """A spell of an army; `lasts` says in words how long."""

    army: ArmyFields
    spell: SpellFields
    lasts: str


@dataclass(frozen=True, slots=True)
class SpellChitBack(Fields):
    """The common back of an army's spells."""

    army: ArmyFields


def command_fields(command: Command) -> CommandFields:
    """A command as faces know it."""
    return CommandFields(command.id, command.name, command.livery, command.letter)


def army_fields(bill: Bill, army: Army) -> ArmyFields:
    """An army as faces know it."""
    first = next(iter(bill.battle.of(army.id)), None)
    return ArmyFields(army.id, army.name, first.livery if first is not None else "")
