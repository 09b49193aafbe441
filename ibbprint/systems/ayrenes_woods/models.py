"""Models of the files of Battle of Ayrene's Woods: units, tables, spells, armies and commands."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import HexName, Id, Ids, Line, Names, Prose, RuleIds, Text, Title, scenarios
from ibbprint.catalogue.models.grounds import GroundKind
from ibbprint.catalogue.validate import Model, empty_dict, empty_list
from ibbprint.tables import Columns, odds_columns

Letter = Literal["A", "B", "C"]
"""The class of a unit: its morale, and which figure of a combat chit it takes."""

ShortName = Annotated[str, Text(min_length=1, max_length=22)]


# --- what fights ------------------------------------------------------------------------------------------------


class People(Model):
    """A people: what all its units can do. `hand` is how many spells its caster draws at the start."""

    id: Id
    name: Title
    one: Title
    of: Title
    arrows: bool = False
    berserk: bool = False
    sure_footed: Annotated[Ids, Names("terrain", "terrain")] = Field(default_factory=empty_list)
    hand: int = Field(ge=0, le=20)
    leader_movement: int = Field(ge=1, le=20)
    rules: RuleIds = Field(default_factory=empty_list)


class UnitClass(Model):
    """A class of units. `rank` orders them, the highest the best; `low` and `high` bound its figures on the chits."""

    id: Letter
    rank: int = Field(ge=1, le=9)
    morale: int = Field(ge=0, le=10)
    low: int = Field(ge=1, le=99)
    high: int = Field(ge=1, le=99)
    points: int = Field(ge=0, le=99)
    rules: RuleIds = Field(default_factory=empty_list)


class Unit(Model):
    """An entry of the unit list."""

    id: Id
    name: Title
    people: Annotated[Id, Names("peoples", "people")]
    letter: Annotated[Letter, Names("classes", "class")]
    movement: int = Field(ge=0, le=20)
    symbol: Id
    rules: RuleIds = Field(default_factory=empty_list)


class CombatChit(Model):
    """A combat chit: the strength that a unit of each class takes from it. It belongs to one mix of chits."""

    id: Id
    mix: Id
    a: int = Field(ge=1, le=99)
    b: int = Field(ge=1, le=99)
    c: int = Field(ge=1, le=99)
    copies: int = Field(ge=1, le=99)
    rules: RuleIds = Field(default_factory=empty_list)

    def strength(self, letter: str) -> int:
        """The strength of a unit of a class."""
        return {"A": self.a, "B": self.b, "C": self.c}[letter]


class Spell(Model):
    """A spell chit. `copies` is how many of it the pool of each people has.

    `short` is what its chit says, if its name is too long for one. `any_time` spells may be cast in the enemy's
    activations as well as in the caster's own.
    """

    id: Id
    name: Title
    short: ShortName | None = None
    effect: Literal["teleport", "double", "redraw", "hammer", "aim", "brother", "steady"]
    copies: Annotated[dict[Id, Annotated[int, Field(ge=0, le=20)]], Names("peoples", "people")]
    target: Literal["unit-in-woods", "unit-in-battle", "unit-with-chit", "none"]
    reach: Literal["command", "command-or-enemy", "army"]
    lasts: Literal["instant", "battle", "turn", "next-turn"]
    any_time: bool = False
    text: Prose
    rules: RuleIds = Field(default_factory=empty_list)

    @property
    def label(self) -> str:
        """The name on its chit."""
        return self.short or self.name


# --- tables -----------------------------------------------------------------------------------------------------


class Terrain(GroundKind):
    """A kind of hex, or a stream along its side. `look` or `fill` says how a map draws it; else the id."""

    kind: Literal["hex", "side"] = "hex"
    cost: int = Field(ge=0, le=20)
    costs_of: Annotated[dict[Id, Annotated[int, Field(ge=0, le=20)]], Names("peoples", "people")] = Field(
        default_factory=empty_dict
    )
    shift: int = Field(default=0, ge=-9, le=9)
    divides: int = Field(default=1, ge=1, le=9)
    rules: RuleIds = Field(default_factory=empty_list)


def pool(people: People, spells: Iterable[Spell]) -> list[int]:
    """The chits of each spell that a people draws its hand from: each people has its own pool (A-65)."""
    return [spell.copies.get(people.id, 0) for spell in spells]


def overdrawn(people: People, spells: Iterable[Spell]) -> str:
    """The reason why the hand of a people cannot be dealt, or nothing (A-R75)."""
    chits = sum(pool(people, spells))
    return f"{people.name} draw {people.hand} spells from a pool of {chits}." if people.hand > chits else ""


class ResultCode(Model):
    """A result, and the side that it strikes."""

    id: Annotated[str, Text(min_length=1, max_length=3)]
    side: Literal["attacker", "defender", "nobody"]
    does: Literal["nothing", "disorder", "rout", "eliminate"]
    name: Title
    text: Line


class CombatTable(Model):
    """The combat results table: the odds of the columns from left to right, a line for each modified die."""

    title: Title
    lowest: int = Field(ge=-9, le=9)
    odds: list[Annotated[str, Text(pattern=r"^[1-9][0-9]{0,3}-[1-9][0-9]{0,3}$")]] = Field(min_length=1)
    results: list[list[str]] = Field(min_length=2)
    codes: list[ResultCode] = Field(min_length=1)
    rules: RuleIds = Field(default_factory=empty_list)

    @property
    def highest(self) -> int:
        """The modified die of the last line."""
        return self.lowest + len(self.results) - 1

    @cached_property
    def columns(self) -> Columns:
        """The table to look up in."""
        return odds_columns(self.title, self.odds, self.results, first=self.lowest)


def column_head(odds: str) -> str:
    """A column of the combat table as people read it: `1:3`, `3:2`."""
    return odds.replace("-", ":")


class Modifier(Model):
    """A modifier of a roll or a column, by `amount` as applied. `when` limits it to values of switches."""

    id: Id
    to: Literal["combat", "arrows", "exit", "rally", "morale"]
    changes: Literal["die", "column"]
    amount: int = Field(ge=-9, le=9)
    name: Title
    text: Line
    when: dict[str, str] = Field(default_factory=empty_dict)
    rules: RuleIds = Field(default_factory=empty_list)


class Step(Model):
    """A step of a turn, in order."""

    id: Id
    number: int = Field(ge=1, le=20)
    name: Title
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


# --- scenarios --------------------------------------------------------------------------------------------------


class ScenarioHead(scenarios.Head):
    """The head of a battle: its name, map and length, and its choices for disputed rules."""

    game: Id = "ayrenes-woods"
    map: Id
    turns: int = Field(ge=1, le=99)
    reconstruction: bool = False


class Army(Model):
    """A side. It routs toward `edge`, and has lost once it has lost more than `rout_level` points (A-R74)."""

    id: Id
    people: Id
    name: Title
    edge: Literal["north", "south"]
    rout_level: int = Field(ge=0, le=999)
    rules: RuleIds = Field(default_factory=empty_list)


class LeaderLine(Model):
    """The leader of a command. Without his own movement he moves as leaders of his people do."""

    name: Title
    short: ShortName | None = None
    rating: int = Field(ge=1, le=4)
    movement: int | None = Field(default=None, ge=1, le=20)
    caster: bool = False
    hex: HexName | None = None

    @property
    def label(self) -> str:
        """The name on his counter."""
        return self.short or self.name


class UnitLine(Model):
    """Several units of one kind. `hexes` says where they start; without it they take the next silhouettes."""

    unit: Id
    count: int = Field(default=1, ge=1, le=40)
    hexes: list[HexName] = Field(default_factory=empty_list)


class Command(Model):
    """A command: its colour, its leader and its units. `start` names the silhouettes of the map that it starts on."""

    id: Id
    army: Id
    name: Title
    letter: Annotated[str, Text(pattern=r"^[A-Z0-9]{1,2}$")]
    livery: Id
    start: Id | None = None
    leader: LeaderLine
    units: list[UnitLine] = Field(min_length=1)


class Scenario(Model):
    """A scenario file: two armies and their commands."""

    scenario: ScenarioHead
    armies: list[Army] = Field(min_length=2, max_length=2)
    commands: list[Command] = Field(min_length=2)
