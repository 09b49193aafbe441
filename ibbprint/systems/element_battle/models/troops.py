"""Types of troops, and the tables by which they fight."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import Colour, Id, Ids, Line, Names, Phrases, RuleIds, Text, Title
from ibbprint.catalogue.validate import Model, empty_list
from ibbprint.materials import Look

Arm = Literal["foot", "mounted", "aerial"]
Going = Literal["good", "bad"]
Paces = Annotated[int, Field(ge=0, le=5000, multiple_of=20)]
"""A distance: whole cells of 20 paces."""
Side = Annotated[int, Field(ge=5, le=40)]
Points = Annotated[float, Field(ge=0, le=99, multiple_of=0.5)]


ARMS = ("foot", "mounted", "aerial")


class Clause(Model):
    """What becomes of a loser where all that is named holds: the first clause of a list that fits is the one.

    `against` are types of troops, or arms; `going` that under the loser's base; `close` in close combat only; `charged`
    where the loser moved into this enemy in the same turn.
    """

    result: Annotated[Id, Names("outcomes", "outcome")]
    against: Annotated[list[Id], Names("troops", "type", "there is no type of troops {name!r}.", also=ARMS)] = Field(
        default_factory=empty_list
    )
    going: Going | None = None
    close: bool = False
    charged: bool = False


class Troop(Model):
    """A type of troops. `name` is that of several, `one` that of a single element.

    `foot` and `others` are its bonus against those; `good`, `bad` and `road` its moves (nothing: it may not go there).
    `minor` says what becomes of it when it loses, `half` when it has half of the winner's total or less.
    `counts_as` is another type as which its enemies see it too.
    """

    id: Id
    name: Title
    one: Title
    aliases: list[Title] = Field(default_factory=empty_list)
    arm: Arm
    foot: Annotated[int, Field(ge=-9, le=20)]
    others: Annotated[int, Field(ge=-9, le=20)]
    ap: Points
    good: Paces | None = None
    bad: Paces | None = None
    road: Paces | None = None
    depth: Annotated[int, Field(ge=20, le=800, multiple_of=20)]
    symbol: Id
    minor: list[Clause] = Field(min_length=1)
    half: list[Clause] = Field(min_length=1)
    counts_as: Annotated[Id | None, Names("troops", "type")] = None
    leads: Literal["yes", "doubtful", "no"] = "yes"
    steady: bool = False
    """At home in bad going."""
    support: Annotated[int, Field(ge=0, le=9)] = 0
    """What a second rank of it adds."""
    range: Paces = 0
    """How far it shoots; 0: it does not."""
    returns_fire: bool = False
    """Whether it shoots in the enemy's turn too, and after moving."""
    casts: bool = False
    answers_spells: bool = False
    """Whether a caster suffers from it."""
    guards: bool = False
    """Whether its friends near by are safer from spells."""
    crushes: bool = False
    """Whether it destroys whom it recoils into."""
    uncrushed: bool = False
    bulky: bool = False
    """Whether only its like pushes it back."""
    hides: bool = False
    """Whether it may wait off the table."""
    is_place: bool = False
    """Whether it is a stronghold and not troops."""
    swaps_moves_with: Annotated[Id | None, Names("troops", "type")] = None
    """The type whose moves it has, and that has its own, where the moves are those of the army lists."""
    rules: RuleIds = Field(default_factory=empty_list)

    @property
    def can_be_frog(self) -> bool:
        """Whether a spell can turn it into a frog."""
        return bool(self._spells())

    def can_be_frog_of(self, enemies: Iterable["Troop"]) -> bool:
        """Whether one of these enemies can turn it into a frog."""
        spells = self._spells()
        return any(not clause.against or enemy.known_as & {*clause.against} for clause in spells for enemy in enemies)

    def _spells(self) -> list[Clause]:
        """The clauses by which it becomes a frog."""
        return [clause for clause in (*self.minor, *self.half) if clause.result == "ensorcelled"]

    @property
    def known_as(self) -> frozenset[str]:
        """The names of the type in the tables: its id, the types it counts as, its arm."""
        return frozenset({self.id, self.arm, self.counts_as or self.id})


class Option(Model):
    """What an element may be besides its type, and what that costs. `names` are the words for it in lists."""

    id: Id
    name: Title
    names: Phrases = Field(min_length=1)
    ap: Points
    steady_in: Annotated[Ids, Names("terrain", "terrain")] = Field(default_factory=empty_list)
    """Kinds of terrain in which it is at home."""
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class Outcome(Model):
    """Something that can become of an element. `severity` orders them, the worst last."""

    id: Id
    code: Annotated[str, Text(min_length=1, max_length=3)]
    name: Title
    do: Title
    """In a sentence after the name of the type: `recoil`."""
    text: Line
    severity: Annotated[int, Field(ge=0, le=9)]
    lost: bool = False
    symbol: Id
    rules: RuleIds = Field(default_factory=empty_list)


class Tie(Model):
    """Two types who destroy each other where their totals are the same odd number."""

    id: Id
    one: Annotated[Id, Names("troops", "type")]
    other: Annotated[Id, Names("troops", "type")]
    rules: RuleIds = Field(default_factory=empty_list)


class Factor(Model):
    """A tactical factor. The code knows by its id when it counts; `most` bounds how often it does."""

    id: Id
    name: Title
    amount: Annotated[int, Field(ge=-9, le=9)]
    most: Annotated[int, Field(ge=1, le=9)] = 1
    when: Line
    rules: RuleIds = Field(default_factory=empty_list)


class Terrain(Model):
    """A kind of terrain. `runs` from edge to edge: a river, a road. Sides and widths are in cells of 20 paces."""

    id: Id
    name: Title
    names: Phrases = Field(default_factory=empty_list)
    going: Going
    look: Look
    colour: Colour
    blocks: bool = False
    cover: bool = False
    hill: bool = False
    water: bool = False
    road: bool = False
    runs: bool = False
    templates: list[tuple[Side, Side]] = Field(default_factory=empty_list, max_length=12)
    """Width and depth of those that a kit has to cut out, in cells."""
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class Step(Model):
    """One step of a turn, in order."""

    id: Id
    name: Title
    pips: Title
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class Way(Model):
    """Which types or arms (none: all) may pass through which others; `but` are those whom they may not.

    `level`: only who faces the same or the opposite way; `idle`: only who is not in close combat; `advancing`: not in a
    recoil.
    """

    movers: Annotated[list[Id], Names("troops", "type", also=ARMS)] = Field(default_factory=empty_list)
    others: Annotated[list[Id], Names("troops", "type", also=ARMS)] = Field(default_factory=empty_list)
    but: Annotated[list[Id], Names("troops", "type", also=ARMS)] = Field(default_factory=empty_list)
    whose: Literal["any", "friend", "enemy"] = "any"
    level: bool = False
    idle: bool = False
    advancing: bool = False


class Passage(Model):
    """Who may pass through whom: in words, and for play."""

    id: Id
    who: Title
    whom: Line
    ways: list[Way] = Field(min_length=1)
    rules: RuleIds = Field(default_factory=empty_list)


class Bump(Model):
    """A line of the checklist for an element that recoils into another: the first that fits is the one."""

    id: Id
    when: Line
    then: Title
    rules: RuleIds = Field(default_factory=empty_list)


class Theme(Model):
    """An army to be made up: how likely each type is, and who may be its general."""

    id: Id
    name: Title
    names: Phrases = Field(default_factory=empty_list)
    weights: Annotated[dict[Id, Annotated[int, Field(ge=1, le=99)]], Names("troops", "type")] = Field(min_length=1)
    generals: Annotated[Ids, Names("troops", "type")] = Field(min_length=1)
    titles: Phrases = Field(min_length=1)
    rules: RuleIds = Field(default_factory=empty_list)


class GroundRow(Model):
    """The terrain that a die of the generator gives, up to a number; `again` is what a second piece of the kind is."""

    id: Id
    table: Literal["near", "other"]
    upto: Annotated[int, Field(ge=1, le=6)]
    kind: Annotated[Id, Names("terrain", "terrain")]
    again: Annotated[Id | None, Names("terrain", "terrain")] = None
    rules: RuleIds = Field(default_factory=empty_list)
