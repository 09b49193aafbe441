"""Models of the section `play:` of game.yaml, which makes a printed game playable, and of its parts of a scenario."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Any, Literal

from pydantic import Field

from ibbprint.catalogue.models import FromCell, Id, Line, Text, Title, words
from ibbprint.catalogue.validate import Model, empty_dict, empty_list
from ibbprint.systems.printed.models import GameFile, OwnId
from ibbprint.systems.printed.play_types import (
    Amount,
    Cell,
    ColumnName,
    Cond,
    Figure,
    GroundIds,
    Hexes,
    OwnIds,
    Ruled,
    YesNo,
    alone,
)
from ibbprint.systems.printed.victory_models import Award, Victory


def _both() -> list[Literal["terrain", "hexsides"]]:
    return ["terrain", "hexsides"]


# --- units ----------------------------------------------------------------------------------------------------------


class Roll(Model):
    """A roll of dice that must come no higher, or no lower, than a figure or a column of the unit."""

    dice: Cell = "1d6"
    at_most: Figure | None = None
    at_least: Figure | None = None
    with_: Annotated[list["RollModifier"], Field(alias="with")] = Field(default_factory=empty_list)


class RollModifier(Model):
    """What is added to such a roll: for a leader in the hex, or for units that fit."""

    leader: YesNo = False
    units: Cond | None = None
    add: Figure


class UnitState(Model):
    """A state that a unit can be in, and the marker that shows it."""

    attack: Literal["yes", "no"] | Cell = "yes"
    defend: Cell = "x1"
    move: Literal["yes", "no"] | Cell = "yes"
    zone: YesNo = True
    marker: OwnId | None = None
    worse: Id | None = None
    recover: Literal["auto"] | Roll = "auto"


class Reduced(Model):
    """The columns of the back; what is not named is as on the front."""

    attack: ColumnName | None = None
    defence: ColumnName | None = None
    movement: ColumnName | None = None
    range: ColumnName | None = None


Strengths = ColumnName | dict[Id, ColumnName]


class Units(Ruled):
    """Which columns of the unit table mean what."""

    table: Id = "units"
    attack: Strengths = "strength"
    defence: Strengths = "strength"
    movement: ColumnName = "movement"
    reduced: ColumnName | Reduced | None = None
    range: ColumnName | None = None
    size: ColumnName | None = None
    leaders: Cond | None = None
    names: ColumnName = "name"
    special: ColumnName = "special"
    states: dict[Id, UnitState] = Field(default_factory=empty_dict)


# --- sequence -------------------------------------------------------------------------------------------------------

DO = ("arrive", "replace", "supply", "move", "fight", "recover", "remove", "ready", "points")
"""What happens in a phase."""


class Doing(Ruled):
    """What a phase does. `units` says who may act, `when` in which turns it is played."""

    id: Id | None = None
    name: Title | None = None
    side: OwnId | None = None
    when: Cond | None = None
    units: Cond | None = None
    mode: GroundIds = Field(default_factory=empty_list)
    combat: Id | None = None
    states: GroundIds = Field(default_factory=empty_list)
    effect: Cell = "eliminated"


class Phase(Doing):
    """A phase."""

    do: str


Phases = list[Annotated[Phase, FromCell(lambda value: {"do": value} if isinstance(value, str) else value)]]


class Entry(Doing):
    """An entry of the sequence: a phase, the turns of sides, or a cup of chits."""

    do: str | None = None
    for_: Annotated[OwnIds, Field(alias="for")] = Field(default_factory=empty_list)
    cup: ColumnName | None = None
    chits: dict[OwnId, Figure] | ColumnName | None = None
    leave: Figure = "0"
    decline: YesNo = False
    phases: Phases = Field(default_factory=empty_list)


# --- movement -------------------------------------------------------------------------------------------------------


class LineRule(Model):
    """What moving along a line of the map is worth."""

    instead_of: Annotated[list[Literal["terrain", "hexsides"]], FromCell(words)] = Field(default_factory=_both)
    opens: YesNo = False


class CostException(Model):
    """Another cost for some units or times; the last that applies counts."""

    terrain: GroundIds = Field(default_factory=empty_list)
    hexsides: GroundIds = Field(default_factory=empty_list)
    lines: GroundIds = Field(default_factory=empty_list)
    units: Cond | None = None
    when: Cond | None = None
    modes: GroundIds = Field(default_factory=empty_list)
    cost: Cell
    text: Line | None = None


class Limit(Model):
    """A limit of a move: a number of hexes, or another allowance."""

    when: Cond | None = None
    units: Cond | None = None
    modes: GroundIds = Field(default_factory=empty_list)
    hexes: Figure | None = None
    allowance: Cell | None = None


class Mode(Model):
    """Another way to move: by rail, on the march."""

    name: Title | None = None
    units: Cond | None = None
    allowance: Figure | None = None
    along: Id | None = None
    zones: YesNo = True
    cost_of: Annotated[str, Text(min_length=1, max_length=60)] | None = None
    starts: Cond | None = None
    then: Literal["no-attack"] | None = None


class Movement(Ruled):
    """What moving costs."""

    cost_by: ColumnName | None = None
    cost_of: ColumnName | None = None
    minimum: Figure = "0"
    through: Literal["friends", "nobody"] = "friends"
    lines: dict[Id, LineRule] = Field(default_factory=empty_dict)
    exceptions: list[CostException] = Field(default_factory=empty_list)
    limits: list[Limit] = Field(default_factory=empty_list)
    modes: dict[Id, Mode] = Field(default_factory=empty_dict)
    exits: dict[OwnId, Hexes] = Field(default_factory=empty_dict)


class Stacking(Ruled):
    """How much may be in a hex."""

    limit: Figure
    count: ColumnName = "units"
    free: Cond | None = None
    leaders: Literal["count", "free"] = "free"


class Zones(Ruled):
    """Zones of control."""

    who: Cond | None = None
    enter: Figure = "stop"
    leave: Figure = "free"
    within: Figure = "free"
    not_across: GroundIds = Field(default_factory=empty_list)
    not_into: GroundIds = Field(default_factory=empty_list)
    friends: YesNo = False


# --- combat ---------------------------------------------------------------------------------------------------------


class Barrier(Model):
    """Ground across or into which some units may not attack, or retreat."""

    hexsides: GroundIds = Field(default_factory=empty_list)
    terrain: GroundIds = Field(default_factory=empty_list)
    units: Cond | None = None
    when: Cond | None = None


class Ranged(Model):
    """What holds for attackers that are not adjacent."""

    safe: YesNo = True
    shifts: YesNo = False
    advance: YesNo = False


class Modifier(Ruled):
    """A modifier: by what it is, and the shift, the die or the strength that it changes."""

    id: Id
    name: Title | None = None
    of: Literal["terrain", "hexside", "place", "leader", "column", "stack", "always"]
    ids: GroundIds = Field(default_factory=empty_list)
    shift: Amount | None = None
    die: Amount | None = None
    strength: Amount | None = None
    side: Literal["attackers", "defenders"] = "attackers"
    attackers: Cond | None = None
    defenders: Cond | None = None
    when: Cond | None = None
    all: YesNo = True
    each: YesNo = False
    waived_by: Cond | None = None
    best: YesNo = False
    per: Literal["units", "hexes"] = "units"
    from_: Annotated[Figure, Field(alias="from")] = "1"
    text: Line | None = None


class CombatTable(Model):
    """One of several combat results tables."""

    table: Id
    if_: Annotated[Cond | None, Field(alias="if")] = None
    when: Cond | None = None


class CombatStrength(Model):
    """The columns of strength for one combat."""

    attack: ColumnName | None = None
    defence: ColumnName | None = None


Tables = Annotated[
    list[Annotated[CombatTable, FromCell(lambda value: {"table": value} if isinstance(value, str) else value)]],
    FromCell(alone),
]


class Combat(Ruled):
    """How attacks are resolved."""

    name: Title | None = None
    table: Tables
    choose: Literal["attacker", "defender"] | None = None
    by: Literal["odds", "difference", "strength"]
    strength: CombatStrength | None = None
    dice: Cell | None = None
    round: Literal["defender", "down", "nearest"] = "defender"
    clamp: Literal["before", "after"] = "before"
    below: Literal["refuse", "first", "nothing"] = "first"
    who: Cond | None = None
    must: Literal["no", "units", "hexes", "both"] = "no"
    declare: Literal["each", "all"] = "each"
    target: Literal["hex", "unit", "hexes"] = "hex"
    ranged: Ranged = Field(default_factory=Ranged)
    not_across: list[Barrier] = Field(default_factory=empty_list)
    not_into: list[Barrier] = Field(default_factory=empty_list)
    modifiers: list[Modifier] = Field(default_factory=empty_list)
    results: dict[str, Annotated[str, Text(max_length=200)]] | None = None


class Retreat(Ruled):
    """How units retreat."""

    hexes: Figure = "1"
    by: Literal["owner", "enemy"] = "owner"
    zones: Literal["no", "friends", "yes"] = "no"
    way: Literal["free", "away"] = "free"
    exact: YesNo = True
    full: Literal["no", "farther"] = "no"
    not_across: list[Barrier] = Field(default_factory=empty_list)
    unable: Cell = "eliminated"
    becomes: Id | None = None


class Advance(Ruled):
    """Who advances after combat."""

    who: Literal["unit", "hex", "all"] = "unit"
    must: YesNo = False
    hexes: Figure = "1"
    units: Cond | None = None


class LeaderLost(Model):
    """The roll that may cost a leader his life."""

    dice: Cell = "1d6"
    on: Figure


class Leaders(Ruled):
    """What leaders do."""

    uses: Figure = "1"
    alone: Literal["displaced", "eliminated", "stays"] = "displaced"
    lost: LeaderLost | None = None


# --- supply, arrivals -----------------------------------------------------------------------------------------------


class OutOfSupply(Model):
    """What being out of supply does to a unit."""

    attack: Cell | None = None
    defence: Cell | None = None
    movement: Cell | None = None
    zone: YesNo = True
    eliminated: Figure | None = None


class Supply(Ruled):
    """Who is in supply."""

    name: Title = "Supply"
    from_: Annotated[dict[OwnId, Hexes], Field(alias="from")]
    reach: Figure | None = None
    by: Literal["hexes", "points"] = "hexes"
    along: Id | None = None
    zones: Literal["no", "friends", "yes"] = "no"
    needed_for: Annotated[list[Literal["replace", "attack", "move"]], FromCell(words)] = Field(
        default_factory=empty_list
    )
    out: OutOfSupply = Field(default_factory=OutOfSupply)


class Arrivals(Ruled):
    """Where reinforcements go whose hex is blocked."""

    blocked: Literal["wait", "edge", "near"] = "wait"


class Replacements(Ruled):
    """Steps that come back."""

    points: dict[OwnId, Figure]
    pool: Cond | None = None
    new: Figure = "1"
    restore: Figure = "1"
    to: dict[OwnId, Hexes] = Field(default_factory=empty_dict)
    per_hex: Figure = "1"
    supply: YesNo = True
    anyway: dict[OwnId, Hexes] = Field(default_factory=empty_dict)


class NotPlayed(Model):
    """Something that is printed and not played."""

    text: Line
    part: Id | None = None
    unit: OwnId | None = None


class Option(Model):
    """Another reading of the rules: paths of `play:` with other values."""

    title: Title
    set: dict[Annotated[str, Text(min_length=1, max_length=100)], Any]


class Play(Model):
    """The rules by which a printed game is played."""

    turns: Id
    units: Units = Field(default_factory=Units)
    sequence: list[Annotated[Entry, FromCell(lambda value: {"do": value} if isinstance(value, str) else value)]] = (
        Field(min_length=1)
    )
    movement: Movement
    stacking: Stacking | None = None
    zones: Zones | None = None
    combat: Combat | None = None
    combats: dict[Id, Combat] = Field(default_factory=empty_dict)
    retreat: Retreat | None = None
    advance: Advance | None = None
    leaders: Leaders | None = None
    supply: Supply | None = None
    arrivals: Arrivals | None = None
    replacements: Replacements | None = None
    victory: list[Victory] = Field(default_factory=empty_list)
    levels: list[Id] = Field(default_factory=empty_list)
    points: list[Award] = Field(default_factory=empty_list)
    not_played: list[NotPlayed] = Field(default_factory=empty_list)
    options: dict[Id, Option] = Field(default_factory=empty_dict)


class PlayedGameFile(GameFile):
    """The file `game.yaml`, with the section `play:`."""

    play: Play | None = None  # type: ignore[assignment]  # there as it is read, here as it is meant
