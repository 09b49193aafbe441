"""Models of the files of MicroBattle: units, ground, circumstances, the tables of set-up, armies and scenarios."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import (
    FromCell,
    Id,
    Ids,
    Line,
    Names,
    Phrases,
    Prose,
    RuleIds,
    Text,
    Title,
    scenarios,
    words,
)
from ibbprint.catalogue.models.grounds import GroundKind
from ibbprint.catalogue.validate import Model, empty_dict, empty_list

SquareName = Annotated[str, Text(pattern=r"^[0-9]{1,2},[0-9]{1,2}$")]
"""A square as column, comma, row: `3,4`."""

Row = Annotated[int, Field(ge=1, le=20)]
Rows = Annotated[list[Row], FromCell(words)]
Small = Annotated[int, Field(ge=0, le=9)]
Face = Annotated[int, Field(ge=1, le=100)]


# --- what fights ------------------------------------------------------------------------------------------------


class Unit(Model):
    """A type of unit. `fire` is how far it shoots, in squares; 0 where it does not.

    A unit with `strikes` off fights hand to hand only when it is attacked; `again` is how many times more it may strike
    after following up; one with `steady` off shoots only if it has not moved.
    """

    id: Id
    name: Title
    short: Annotated[str, Text(min_length=1, max_length=12)]
    symbol: Id
    moves: int = Field(ge=1, le=9)
    light: bool = False
    fire: Small = 0
    strikes: bool = True
    again: Small = 0
    steady: bool = True
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class Commander(Model):
    """A quality of commanders: how many more units it activates."""

    id: Id
    name: Title
    activates: int = Field(ge=-5, le=5)
    rules: RuleIds = Field(default_factory=empty_list)


# --- ground -----------------------------------------------------------------------------------------------------


class Ground(GroundKind):
    """A kind of ground. `look` or `fill` says how the board draws it; else the id.

    `test`: entering takes a TEST; `hides`: nobody sees across it; a `rise` hides only those below; nobody starts on
    ground that is not `dry`. `shape` says which of the four squares in the middle of a quarter it takes when rolled.
    """

    shape: Literal["none", "all", "row", "column", "one"] = "none"
    test: bool = False
    hides: bool = False
    rise: bool = False
    dry: bool = True
    places: Phrases = Field(default_factory=empty_list)
    """Names of such ground in the titles of rolled battles: `the Broken Hills`."""
    where: Title
    """Where a unit there is: `in the woods`."""
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class Quarter(Model):
    """A quarter of the board, and the four squares in its middle: those nearest the middle of the board come last."""

    id: Id
    name: Title
    columns: Rows = Field(min_length=2, max_length=2)
    rows: Rows = Field(min_length=2, max_length=2)
    rules: RuleIds = Field(default_factory=empty_list)


# --- the TEST ---------------------------------------------------------------------------------------------------


class Level(Model):
    """A level of a TEST, from `least` advantages more than disadvantages on; a negative number means fewer."""

    id: Id
    name: Title
    modifier: int = Field(ge=-5, le=5)
    least: int = Field(ge=-99, le=99)
    rules: RuleIds = Field(default_factory=empty_list)


PREPARED = "prepared"
"""The ground of a prepared position, which conditions may name beside the kinds of ground."""


class Condition(Model):
    """A condition on a unit: its type, its state, the ground of its square (or `prepared`), its commander."""

    units: Annotated[Ids | None, Names("units", "unit")] = None
    disordered: bool | None = None
    on: Annotated[Ids | None, Names("ground", "ground", also=(PREPARED,))] = None
    off: Annotated[Ids | None, Names("ground", "ground", also=(PREPARED,))] = None
    commander: Annotated[Id | None, Names("commanders", "quality")] = None
    """Its army has a commander of this quality."""
    led_within: Small | None = None
    """Its commander is no more than this many squares away."""
    friend: Literal["beside-enemy", "behind"] | None = None
    """Another unit of its army is next to the enemy, or in the next square toward its own base line."""


Try = Literal["attack", "defeat", "move", "rally", "morale"]


class Circumstance(Model):
    """A circumstance that makes a TEST easier or harder.

    `own` must be true of the unit that tests, `enemy` of its opponent in the attack, `either` of one of them.
    `only` limits it to melee or to fire, `when` to values of switches.
    """

    id: Id
    name: Title
    to: Annotated[list[Try], FromCell(words)] = Field(min_length=1)
    gives: Literal["advantage", "disadvantage"]
    only: Literal["melee", "fire"] | None = None
    own: Condition | None = None
    enemy: Condition | None = None
    either: Condition | None = None
    text: Line
    when: dict[str, str] = Field(default_factory=empty_dict)
    rules: RuleIds = Field(default_factory=empty_list)


class Step(Model):
    """A rule in a few words, as player aid and cards have it; `when` are values of switches."""

    id: Id
    part: Literal["turn", "attack", "defeat", "after"]
    name: Title
    text: Line
    when: dict[str, str] = Field(default_factory=empty_dict)
    rules: RuleIds = Field(default_factory=empty_list)


# --- what is rolled for -----------------------------------------------------------------------------------------


class TableRow(Model):
    """Faces of a die, and what they give: an id or a square, or another table to roll on."""

    rolls: list[Face] = Field(min_length=1)
    gives: Annotated[str, Text(min_length=1, max_length=60)] = ""
    table: Annotated[Id | None, Names("tables", "table", "there is nothing called {name!r} in {to}.")] = None


class DiceTable(Model):
    """A table that one die is rolled on: scenario, ground, light troops, commander, key point."""

    id: Id
    name: Title
    faces: Face
    of: Literal["kinds", "ground", "units", "commanders", "squares"]
    rows: list[TableRow] = Field(min_length=1)
    rules: RuleIds = Field(default_factory=empty_list)


class Size(Model):
    """The number of units of each type of a role in an army: a die of `faces`, and `plus`.

    An army has no more than `most` types of the role.
    """

    id: Literal["primary", "secondary"]
    name: Title
    faces: Face
    plus: int = Field(ge=-9, le=9)
    most: int = Field(ge=1, le=9)
    rules: RuleIds = Field(default_factory=empty_list)

    @property
    def fewest(self) -> int:
        return 1 + self.plus

    @property
    def greatest(self) -> int:
        return self.faces + self.plus


class Levy(Model):
    """A line of the muster, in the order in which it is rolled: the role, and the type or the table that gives it."""

    id: Id
    name: Title
    role: Annotated[Literal["primary", "secondary"], Names("sizes", "size")]
    unit: Annotated[Id | None, Names("units", "unit")] = None
    table: Annotated[Id | None, Names("tables", "table")] = None
    rules: RuleIds = Field(default_factory=empty_list)


# --- scenarios --------------------------------------------------------------------------------------------------


class BattleKind(Model):
    """A kind of scenario: who may set up where, and how it is won.

    Rows are counted from each side's own base line. Side 1 attacks where side 2 `defends`. `goal` is what wins besides
    breaking the enemy; `undecided` is how a battle ends that nobody has won in time. Where there are `blocking` units,
    that many of side 2 begin on the board, and the others come later from the enemy's base line.
    """

    id: Id
    name: Title
    goal: Literal["break", "exit", "keep", "hold", "carry"]
    rows: list[list[Row]] = Field(min_length=2, max_length=2)
    titles: Phrases = Field(default_factory=empty_list)
    """What a rolled battle is called: `{place}` is a place of its ground."""
    defends: bool = False
    undecided: Literal["losses", "defender", "draw"]
    levelled: bool = True
    prepared: list[SquareName] = Field(default_factory=empty_list)
    blocking: Small = 0
    text: Prose
    set_up: Prose
    ends: Prose
    rules: RuleIds = Field(default_factory=empty_list)


class ScenarioHead(scenarios.Head):
    """The head of a battle: its name, its kind, and its choices for disputed rules. `seed` is what it was rolled
    from.
    """

    game: Id = "microbattle"
    kind: Id
    seed: Annotated[str, Text(min_length=1, max_length=80)] | None = None
    point: SquareName | None = None
    """The key point of Seize; where the token of Retrieve begins."""
    prepared: list[SquareName] = Field(default_factory=empty_list)
    """The prepared squares of Defense; their ground is clear."""
    circumstances: list[Id] | None = None
    """The circumstances that count, where not all do."""


class Patch(Model):
    """The ground rolled for a quarter, and its squares where they are not the usual ones. Other ground has no
    quarter.
    """

    ground: Id
    quarter: Id | None = None
    squares: list[SquareName] = Field(default_factory=empty_list)


class CommanderLine(Model):
    """The commander of an army: his quality, and the square of the unit that he begins with (none: in reserve)."""

    quality: Id
    name: Title | None = None
    square: SquareName | None = None


class UnitLine(Model):
    """Several units of one type: the square of each, and the number of those in reserve."""

    unit: Id
    squares: list[SquareName] = Field(default_factory=empty_list)
    reserve: Small = 0


class Army(Model):
    """A side. Its counters are numbered behind its `letter`: B1, B2 ...

    `primary` and `secondary` are its types, where they are not those of everybody; `levelled` is how many units of its
    primary type were added to level the sides.
    """

    id: Id
    name: Title
    letter: Annotated[str, Text(pattern=r"^[A-Z]$")]
    livery: Id
    commander: CommanderLine
    primary: Id | None = None
    secondary: list[Id] | None = None
    levelled: Small = 0
    units: list[UnitLine] = Field(min_length=1)

    @property
    def commander_key(self) -> str:
        """The printed id of its commander."""
        return f"{self.letter}-commander"


class Scenario(Model):
    """A scenario file: the kind of battle, the ground by quarters, two armies."""

    scenario: ScenarioHead
    terrain: list[Patch] = Field(default_factory=empty_list)
    armies: list[Army] = Field(min_length=2, max_length=2)
