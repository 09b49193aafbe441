"""Models of the files of The Battle Turn: troops and their numbers, modifiers, results, rosters and scenarios."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import Id, Line, Names, Phrases, RuleIds, Text, Title, scenarios
from ibbprint.catalogue.validate import Model, empty_dict, empty_list

Signed = Annotated[int, Field(ge=-9, le=9)]
Score = Annotated[int, Field(ge=-20, le=30)]
Inches = Annotated[int, Field(ge=0, le=120)]
Count = Annotated[int, Field(ge=1, le=999_999)]
MOST_ROWS = 2_000
"""Leaders, and units, of a roster, in whatever file; checks compare the name of each with those of the others."""
Shade = Annotated[str, Text(pattern=r"^[a-z]+$", max_length=20)]
Letter = Annotated[str, Text(pattern=r"^[A-Z]$")]

OrdersId = Literal["attack", "hold", "oppose"]
Role = Literal["warchief", "battle-leader", "hero"]
Condition = Literal["ok", "shaken", "bloodlust", "routed"]


# --- troops -----------------------------------------------------------------------------------------------------


class Quality(Model):
    """The quality of troops.

    `modifier` counts when they shoot, test and change ranks; in melee the higher one has the edge.
    """

    id: Id
    name: Title
    modifier: Signed
    rules: RuleIds = Field(default_factory=empty_list)


class Temperament(Model):
    """The limits of troops in a combat test: the least score for bloodlust, ok and shaken; below that they rout."""

    id: Id
    name: Title
    bloodlust: Score
    ok: Score
    shaken: Score
    rules: RuleIds = Field(default_factory=empty_list)

    def result(self, score: int) -> Condition:
        """The result of a combat test (B-R21)."""
        if score >= self.bloodlust:
            return "bloodlust"
        if score >= self.ok:
            return "ok"
        return "shaken" if score >= self.shaken else "routed"


class Armour(Model):
    """The armour of troops, from light to heavy."""

    id: Id
    name: Title
    rules: RuleIds = Field(default_factory=empty_list)


class Weapon(Model):
    """A weapon. `kills` is the score that kills in melee, by the armour of the target; `takes_hands`: no shield beside.

    A missile weapon also has `shoots`, the score that kills when shooting, and how far it carries in inches.
    """

    id: Id
    name: Title
    kills: Annotated[dict[Id, Score], Names("armour", "armour")]
    takes_hands: bool = False
    shoots: Annotated[dict[Id, Score], Names("armour", "armour")] = Field(default_factory=empty_dict)
    short_range: Inches = 0
    long_range: Inches = 0
    rules: RuleIds = Field(default_factory=empty_list)

    @property
    def missile(self) -> bool:
        return bool(self.shoots)


class Modifier(Model):
    """A number that counts on one of the tables when something is so; with `each` as often as it is so.

    `replaces` is the modifier of the same table that does not count beside it, unless `casualty_mods` is cumulative.
    """

    id: Id
    name: Title
    table: Literal[
        "shooting-hit",
        "shooting-kill",
        "melee-hit",
        "melee-kill",
        "combat-test",
        "new-orders",
        "influence",
        "command-test",
    ]
    when: Id
    changes: Signed
    each: bool = False
    replaces: Annotated[Id | None, Names("modifiers", "modifier")] = None
    rules: RuleIds = Field(default_factory=empty_list)


class Orders(Model):
    """Orders that a unit may have. `misunderstood` is what it does when it gets them wrong."""

    id: OrdersId
    name: Title
    symbol: Id
    misunderstood: OrdersId
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class OrdersResult(Model):
    """The result of new orders, from a score on: the orders that the unit follows, and side effects."""

    id: Id
    name: Title
    least: Score
    follows: Literal["new", "old", "misunderstood"]
    disorganised: bool = False
    again: bool = False
    """Whether the same orders may be sent again next turn."""
    courier_killed: bool = False
    shaken: bool = False
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class CommandResult(Model):
    """The effect of a command test on a unit, from a score on."""

    id: Literal["unaffected", "disorganised", "shaken", "routed"]
    name: Title
    least: Score
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class ConditionKind(Model):
    """A state of a unit as its marker and the reports have it."""

    id: Literal["shaken", "bloodlust", "disorganised", "test-due"]
    name: Title
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class Boast(Model):
    """A boast of a warchief: good until it is broken, and then broken for good (B-65)."""

    id: Literal["alone", "blood", "ground"]
    name: Title
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class Phase(Model):
    """A phase of a turn, or a part of one: parts of one phase have its number. `label` heads it on a unit label."""

    id: Id
    number: int = Field(ge=1, le=9)
    name: Title
    label: Annotated[str, Text(min_length=1, max_length=8)]
    rules: RuleIds = Field(default_factory=empty_list)


class Terrain(Model):
    """A kind of terrain. `cover`: the modifier that it gives; `slow`: half rate; `cross`: the inches that it costs.

    `sight`: inches of it that can be seen through, none where all of it blocks sight; `rise`: those on it are higher.
    """

    id: Id
    name: Title
    shade: Shade = "earth"
    cover: Literal["none", "soft-cover", "hard-cover"] = "none"
    slow: bool = False
    cross: Inches = 0
    sight: Inches | None = None
    rise: bool = False
    entered: bool = True
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class Spelling(Model):
    """The words of players in text rosters for a field, or for one of its values, besides its own name.

    Words of the field `none` say nothing, those of `not` deny what follows.
    """

    id: Id
    field: Id
    means: Id | None = None
    """An entry of the catalogue, or yes or no; without it the words are names of the field."""
    words: Phrases = Field(min_length=1)


# --- rosters ----------------------------------------------------------------------------------------------------


class Leader(Model):
    """A leader. `save` is the lowest roll that saves his life; none: he does not roll.

    `joins` is the unit that he begins with, by its name; else he begins with the first unit of his command.
    """

    name: Title
    role: Role
    leadership: int | None = Field(default=None, ge=-9, le=20)
    save: int | None = Field(default=None, ge=-99, le=99)
    bannerman: bool = False
    race: Title | None = None
    boast: Annotated[Id | None, Names("boasts", "boast")] = None
    joins: Title | None = None


class Unit(Model):
    """A unit: a block of figures. `worth` is that of one figure; `frontage` how many are in its first rank."""

    name: Title
    command: Title
    figures: Count
    worth: Count = 1
    frontage: Count | None = None
    quality: Annotated[Id, Names("qualities", "quality")]
    temperament: Annotated[Id, Names("temperaments", "temperament")]
    armour: Annotated[Id, Names("armour", "armour")]
    shield: bool = False
    weapon: Annotated[Id, Names("weapons", "weapon")]
    missile: Annotated[Id | None, Names("weapons", "weapon")] = None
    volleys: int | None = Field(default=None, ge=0, le=999_999)
    strength: int = Field(default=0, ge=-9, le=9)
    resilience: int = Field(default=0, ge=-9, le=9)
    standard: bool = False
    champion: bool = False
    mounted: bool = False
    race: Title | None = None
    orders: OrdersId

    @property
    def total_worth(self) -> int:
        """The worth of the whole unit."""
        return self.figures * self.worth


class Roster(Model):
    """An army: its leaders, its units in their order. Its labels are numbered behind its `letter`: A1, A2 ..."""

    id: Id
    name: Title
    letter: Letter = "A"
    livery: Id = "azure"
    race: Title = "men"
    leaders: list[Leader] = Field(min_length=1, max_length=MOST_ROWS)
    units: list[Unit] = Field(min_length=1, max_length=MOST_ROWS)


class RosterFile(Model):
    """A file with one roster."""

    roster: Roster


# --- scenarios --------------------------------------------------------------------------------------------------


class ScenarioHead(scenarios.Head):
    """The head of a battle: its name, and its choices for disputed rules."""

    game: Id = "battle-turn"


class Piece(Model):
    """A piece of terrain: a rectangle from its south-west corner, in inches from that of the table (Z.11)."""

    kind: Id
    x: Inches
    y: Inches
    width: int = Field(ge=1, le=120)
    depth: int = Field(ge=1, le=120)


class Placed(Model):
    """The start of a unit that is not at its default place: its south-west corner and its facing."""

    unit: Title
    x: Inches
    y: Inches
    facing: Literal["north", "east", "south", "west"]


class Army(Model):
    """A side: a roster, by its id, and the changes of it in this battle. The first side has the southern edge."""

    roster: Id
    name: Title | None = None
    letter: Letter | None = None
    livery: Id | None = None
    places: list[Placed] = Field(default_factory=empty_list, max_length=MOST_ROWS)


class Scenario(Model):
    """A scenario file: the terrain of the table, two armies, and rosters that no other file has."""

    scenario: ScenarioHead
    terrain: list[Piece] = Field(default_factory=empty_list)
    armies: list[Army] = Field(min_length=2, max_length=2)
    rosters: list[Roster] = Field(default_factory=empty_list)


Figures = Mapping[str, int]
"""The figures of the rules by their ids, as the catalogue has them."""


def front_of(unit: Unit, figures: Figures) -> int:
    """The figures of the first rank: half of those of deep foot, rounded up, else all, where nothing is said."""
    if unit.frontage is not None:
        return unit.frontage
    deep = not unit.mounted and unit.figures >= figures["deep-from"]
    return -(-unit.figures // 2) if deep else unit.figures


def ranks_of(unit: Unit, figures: Figures) -> int:
    """The ranks of a unit; the last may be short."""
    return -(-unit.figures // max(front_of(unit, figures), 1))


def rank_depth(unit: Unit, figures: Figures) -> int:
    """The depth of a rank in inches."""
    return figures["mounted-depth" if unit.mounted else "foot-depth"]


def volleys_of(unit: Unit, usual: int) -> int:
    """The volleys that a unit begins with: none without a missile weapon, `usual` where its roster does not say."""
    if unit.missile is None:
        return 0
    return usual if unit.volleys is None else unit.volleys
