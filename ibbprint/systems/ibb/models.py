"""What the files of Itty Bitty Battles hold: units, abilities, races, spells, terrain, chances, scenarios."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, StringConstraints, Tag

from ibbprint.catalogue.models import HexName, Id, Line, Played, Prose, RuleId, Title
from ibbprint.catalogue.validate import Model, empty_dict, empty_list
from ibbprint.materials import Look

DIE = 6
"""Faces of the one ordinary die that the game is played with."""

ShortName = Annotated[str, StringConstraints(min_length=1, max_length=22)]


def _words(value: Any) -> Any:
    """A cell of a spreadsheet holds a list as words: `charge, ranger`."""
    if isinstance(value, str):
        return [word for word in value.replace(",", " ").replace(";", " ").replace("|", " ").split() if word]
    return value


def _phrases(value: Any) -> Any:
    """A cell of a spreadsheet holds names that may have spaces: `heavy horse; knights`."""
    if isinstance(value, str):
        return [phrase.strip() for phrase in value.replace(",", ";").split(";") if phrase.strip()]
    return value


Ids = Annotated[list[Id], BeforeValidator(_words, json_schema_input_type=list[Id] | str)]
Phrases = Annotated[list[Title], BeforeValidator(_phrases, json_schema_input_type=list[Title] | str)]
Numbers = Annotated[list[int], BeforeValidator(_words, json_schema_input_type=list[int] | str)]
RuleIds = Annotated[list[RuleId], BeforeValidator(_words, json_schema_input_type=list[RuleId] | str)]


# --- what can be bought and put on the table --------------------------------------------------------------------


class Price(Model):
    """Gold pieces. `low` and `high` are the bounds that the damaged price list still shows (R-197)."""

    gold: int = Field(ge=0, le=999)
    low: int | None = Field(default=None, ge=0)
    high: int | None = Field(default=None, ge=0)
    reconstructed: bool = False
    working: Line | None = None


def _gold(value: Any) -> Any:
    """A price may be written as its gold alone: `price: 12`, or a column `price` of a spreadsheet."""
    return {"gold": value} if isinstance(value, str | int) else value


class _Entry(Model):
    """What every entry of the unit list has. `short` is the name on the counter.

    `mix` is how many of it each army has in the kit of the whole catalogue (R-10 sets no limit).
    """

    id: Id
    name: Title
    short: ShortName
    symbol: Id
    aliases: Phrases = Field(default_factory=empty_list)
    price: Annotated[Price | None, BeforeValidator(_gold, json_schema_input_type=Price | int | None)] = None
    listed: bool = True
    mix: int = Field(default=2, ge=0, le=50)
    rules: RuleIds = Field(default_factory=empty_list)
    note: Line | None = None


USUAL_SEGMENT: Id = "green"
"""In which shooters that name no segment shoot: with spears and slings (A-83)."""


class Troops(_Entry):
    """A unit of about fifty. Ratings are attack, defence, movement (R-01) and troop quality.

    `range` and `shots` are for missile troops: hexes, and how often they can shoot (none: no limit). They shoot in
    `segment`, or with spears and slings when they name none.
    `becomes` names the entry whose counter it is exchanged for, `on` says when.
    """

    kind: Literal["troops"] = "troops"
    race: Id = "human"
    arm: Literal["foot", "horse", "missile", "special"]
    weight: Literal["light", "medium", "heavy", "none"] = "none"
    attack: int = Field(ge=0, le=20)
    defence: int = Field(ge=0, le=20)
    movement: int = Field(ge=0, le=20)
    quality: int = Field(ge=1, le=6)
    range: int | None = Field(default=None, ge=1, le=20)
    shots: int | None = Field(default=None, ge=1, le=20)
    segment: Id | None = None
    abilities: Ids = Field(default_factory=empty_list)
    becomes: Id | None = None
    on: Literal["spent", "dismounted"] | None = None


class Leader(_Entry):
    """A single-man counter: one number, no attack, defence or movement of its own (A-146)."""

    kind: Literal["captain", "wizard", "priest"]
    race: Id = "human"
    rating: int = Field(ge=1, le=9)
    abilities: Ids = Field(default_factory=empty_list)


class Engine(_Entry):
    """A siege engine or bombard: served by engineers, no quality, removed when left alone."""

    kind: Literal["engine"]
    attack: int = Field(ge=0, le=20)
    attack_stone: int = Field(ge=0, le=20)
    defence: int = Field(ge=0, le=20)
    movement: int = Field(ge=0, le=20)
    range: int = Field(ge=1, le=20)
    direct_fire: bool
    segment: Id
    abilities: Ids = Field(default_factory=empty_list)


class Equipment(_Entry):
    """What is bought but is no unit: petards, fort levels."""

    kind: Literal["equipment"]


def _kind_of(value: Any) -> str:
    kind = value.get("kind", "troops") if isinstance(value, dict) else getattr(value, "kind", "troops")
    return "leader" if kind in ("captain", "wizard", "priest") else str(kind)


Unit = Annotated[
    Annotated[Troops, Tag("troops")]
    | Annotated[Leader, Tag("leader")]
    | Annotated[Engine, Tag("engine")]
    | Annotated[Equipment, Tag("equipment")],
    Discriminator(
        _kind_of,
        custom_error_type="unit_kind",
        custom_error_message="kind",
        custom_error_context={
            "discriminator": "kind",
            "expected_tags": "troops, captain, wizard, priest, engine, equipment",
        },
    ),
]


AnyUnit = Troops | Leader | Engine | Equipment


# --- abilities, races, words ------------------------------------------------------------------------------------


class Ability(Model):
    """What a symbol on a counter means. `letter` is set beside or under the symbol (H, B, D)."""

    id: Id
    name: Title
    symbol: Id
    letter: Annotated[str, StringConstraints(max_length=2)] = ""
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)
    reconstructed: bool = False
    play: Played = "full"


class Race(Model):
    """A race, the words for it, and the races it cannot bear (R-60)."""

    id: Id
    name: Title
    aliases: Phrases = Field(default_factory=empty_list)
    antipathy: Ids = Field(default_factory=empty_list)
    rules: RuleIds = Field(default_factory=empty_list)


class Term(Model):
    """A word of the game and the other words for the same thing (R-04)."""

    id: Id
    name: Title
    aliases: Phrases = Field(default_factory=empty_list)
    rules: RuleIds = Field(default_factory=empty_list)


# --- terrain, segments, chances ---------------------------------------------------------------------------------


class Terrain(Model):
    """A kind of ground. `cost` is in movement points a hex; `crt_row` the row of the combat results table.

    `look` says how a map draws it; without it the id decides.
    """

    id: Id
    name: Title
    look: Look | None = None
    cost: int = Field(ge=1, le=20)
    penalty: int = Field(default=0, ge=0, le=20)
    crt_row: Id
    ignored_by: Ids = Field(default_factory=empty_list)
    water: bool = False
    bars_charge: bool = False
    bars_engines: bool = False
    infantry_defence: int = Field(default=0, ge=0, le=6)
    rules: RuleIds = Field(default_factory=empty_list)
    reconstructed: bool = False


class Segment(Model):
    """One of the five segments of combat, in order of speed."""

    id: Id
    number: int = Field(ge=1, le=9)
    name: Title
    title: Title
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)
    play: Played = "full"


class Modifier(Model):
    """One line of a list of modifiers.

    `to` is the roll or sum it changes, `amount` how much (never negative), `favours` whom (R-74).
    A die goes down for `attacker` and `roller`, up for `defender` and `nobody`; `owner` is the side that has the thing.
    `when` limits it to one value of a switch.
    """

    id: Id
    to: Literal["combat", "activation", "fizzle", "accuracy", "morale", "balk"]
    changes: Literal["die", "attack", "defence", "column"] = "die"
    amount: int = Field(ge=0, le=9)
    favours: Literal["attacker", "defender", "owner", "roller", "nobody"]
    name: Title
    text: Line
    when: dict[str, str] = Field(default_factory=empty_dict)
    rules: RuleIds = Field(default_factory=empty_list)
    reconstructed: bool = False
    play: Played = "full"


class Step(Model):
    """One step of a procedure, in order."""

    id: Id
    number: int = Field(ge=1, le=20)
    name: Title
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)
    play: Played = "full"


class ScatterResult(Model):
    """Where a spell that misses goes: steps clockwise from forward (G-11)."""

    roll: int = Field(ge=1, le=6)
    turn: int = Field(ge=-3, le=3)
    name: Title
    rules: RuleIds = Field(default_factory=empty_list)


class PetardResult(Model):
    """What two dice do to a petard (A-105): the faces of the engineer's and of the owner's die."""

    id: Id
    engineer: Numbers = Field(min_length=1)
    owner: Numbers = Field(min_length=1)
    structure_destroyed: bool
    engineer_lost: bool
    petard_spent: bool
    steps_back: int = Field(default=0, ge=0, le=6)
    wait_turns: int = Field(default=0, ge=0, le=9)
    name: Title
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class ScoutChance(Model):
    """The lowest die that reveals the formation, or the scout, at one range (A-19)."""

    range: int = Field(ge=1, le=9)
    formation_from: int = Field(ge=1, le=7)
    scout_from: int = Field(ge=1, le=7)
    rules: RuleIds = Field(default_factory=empty_list)


class TemplateRank(Model):
    """One ring of a ball or rank of a cone: its distance from the start and the strength there as a fraction."""

    distance: int = Field(ge=0, le=9)
    numerator: int = Field(ge=1, le=9)
    denominator: int = Field(ge=1, le=9)


class AreaTemplate(Model):
    """The shape of a spell. A ball lies round its middle; a cone starts next to the caster (G-10)."""

    id: Id
    name: Title
    shape: Literal["ball", "cone"]
    ranks: list[TemplateRank] = Field(min_length=1)
    when: dict[str, str] = Field(default_factory=empty_dict)
    rules: RuleIds = Field(default_factory=empty_list)
    reconstructed: bool = False


# --- spells -----------------------------------------------------------------------------------------------------


class PrintedSpell(Model):
    """A spell's fields as the original text has them; empty where it has nothing."""

    speed: str = ""
    type: str = ""
    cost: str = ""
    save: str = ""
    spillover: str = ""
    upkeep: str = ""
    duration: str = ""
    template: str = ""


class Save(Model):
    """How a spell is resisted: a die no higher than quality plus `modifier` (R-139, R-140)."""

    kind: Literal["none", "quality", "best-quality", "special"]
    modifier: int = Field(default=0, ge=-6, le=6)


class Spell(Model):
    """A spell or prayer. `text` may use its own fields in braces, so that no figure stands twice.

    `strengths` are attack strengths in order of the zones or targets. `turns` is None for an instant.
    `summons` names the entry of the unit list whose counters it puts on the map; a spell of the source keeps in
    `printed` what stands there.
    """

    id: Id
    name: Title
    caster: Literal["wizard", "priest"]
    speed: Literal["fast", "slow"]
    cost: int = Field(ge=1, le=20)
    save: Save
    spillover: bool
    upkeep: int = Field(ge=0, le=20)
    turns: int | None = Field(default=None, ge=1, le=20)
    templates: Ids = Field(default_factory=empty_list)
    target: Literal["hex", "unit", "formation", "chain", "area", "cone", "army", "none"]
    thrown: bool
    strengths: Numbers = Field(default_factory=empty_list)
    summons: Id | None = None
    text: Prose
    printed: PrintedSpell | None = None
    rules: RuleIds = Field(default_factory=empty_list)
    play: Played = "full"


# --- scenarios --------------------------------------------------------------------------------------------------

Rating = Annotated[str, StringConstraints(pattern=r"^\d{1,2}-\d{1,2}-\d{1,2}( ?Q\d)?$")]
"""A rating as the scenarios print it: `3-4-4 Q4`, or without the quality `3-4-4`."""

Amount = Annotated[str, StringConstraints(pattern=r"^\d{1,4}%?$")]
"""A strength, `10`, or a share of the army's strength, `75%`."""

Letter = Annotated[str, StringConstraints(pattern=r"^[A-Z0-9]{1,2}$")]


class ScenarioHead(Model):
    """What a scenario says of itself. `as_printed` marks the source's own set-up, with none of the rulings applied."""

    id: Id
    title: Title
    game: Id = "ibb"
    edition: Annotated[str, StringConstraints(min_length=1, max_length=20)] = "1"
    map: Id
    turns: int = Field(ge=1, le=50)
    as_printed: bool = False
    background: Prose | None = None
    first_to_set_up: Id | None = None
    rules: dict[str, str] = Field(default_factory=empty_dict)
    applies: list[RuleId] = Field(default_factory=empty_list)


class Side(Model):
    """One army of a scenario. `letter` starts the ids of its counters; `livery` names its colours in the style file."""

    id: Id
    name: Title
    army: Title
    letter: Letter
    livery: Id


class Formation(Model):
    """A formation and its captain; `letter` is on the stripe of its counters."""

    id: Id
    side: Id
    name: Title
    letter: Letter
    captain: Title | None = None
    rules: RuleIds = Field(default_factory=empty_list)


class Zone(Model):
    """A named choice of hexes for setting up."""

    id: Id
    name: Title
    hexes: list[HexName] = Field(min_length=1)
    rules: RuleIds = Field(default_factory=empty_list)


class Force(Model):
    """One line of the order of battle.

    `unit` is an entry of the unit list or one of its aliases; `rating` overrides the list's for this scenario (P1).
    It stands in one of `hexes`, or anywhere in `zone`. `turn` 0 is the set-up, later turns are reinforcements.
    `bank` says on which side of the water in its hex it stands (R-69).
    `name` is who it is, `short` the name on the counter where the whole name is too long for it.
    `stacked_with` is the name, or failing that the `unit`, of the friend whose hex it shares.
    """

    side: Id
    unit: Title
    count: int = Field(default=1, ge=1, le=500)
    name: Title | None = None
    short: ShortName | None = None
    rating: Rating | None = None
    hexes: Annotated[list[HexName], BeforeValidator(_words, json_schema_input_type=list[HexName] | str)] = Field(
        default_factory=empty_list
    )
    zone: Id | None = None
    stacked_with: Title | None = None
    formation: Id | None = None
    turn: int = Field(default=0, ge=0, le=50)
    bank: Literal["north", "south", "east", "west"] | None = None
    unrated: bool = False
    rules: RuleIds = Field(default_factory=empty_list)
    note: Line | None = None


class Crossing(Model):
    """What counts as being over a bridge at the end (R-166, G-36).

    A unit has stepped from the bridge onto one of `onto`, and ends inside `ends_in` or outside `ends_outside`.
    """

    id: Id
    name: Title
    bridge: HexName
    onto: list[HexName] = Field(min_length=1)
    ends_in: Id | None = None
    ends_outside: Id | None = None


class StrengthAcross(Model):
    """Attack strength of a side that is over every one of the crossings."""

    kind: Literal["strength-across"]
    side: Id
    crossings: list[Id] = Field(min_length=1)
    at_least: Amount | None = None
    at_most: Amount | None = None


class Dead(Model):
    """Leaders that are dead: all of the names, or any of them."""

    kind: Literal["dead"]
    names: list[Title] = Field(min_length=1)
    how_many: Literal["all", "any"] = "all"


class Holds(Model):
    """A side has an unrouted unit in each of the hexes at the end (R-176)."""

    kind: Literal["holds"]
    side: Id
    hexes: list[HexName] = Field(min_length=1)


class StrengthLost(Model):
    """A side has lost this much of its attack strength."""

    kind: Literal["strength-lost"]
    side: Id
    at_least: Amount


class NoneOn(Model):
    """No unrouted unit of a side stands in the area at the end (R-183)."""

    kind: Literal["none-on"]
    side: Id
    area: Id


class Reached(Model):
    """A level of victory whose conditions are met (`met: yes`) or not (`met: no`)."""

    kind: Literal["reached"]
    side: Id
    level: Id
    met: bool = True


Condition = Annotated[
    StrengthAcross | Dead | Holds | StrengthLost | NoneOn | Reached,
    Field(discriminator="kind"),
]


class VictoryLevel(Model):
    """One level of victory of one side: all its conditions must be met."""

    side: Id
    level: Literal["minor", "major", "incredible"]
    all: list[Condition] = Field(min_length=1)
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


class SpecialRule(Model):
    """A rule of this scenario alone."""

    id: Id
    kind: Literal["antipathy", "melee-bonus", "caster-may-cast", "caster-may-not-cast", "shared-hex", "text"]
    side: Id
    text: Line
    against: Id | None = None
    amount: int | None = Field(default=None, ge=-9, le=9)
    spell: Id | None = None
    rules: RuleIds = Field(default_factory=empty_list)


def _forces_of(value: Any) -> str:
    return "table" if isinstance(value, str) else "list"


Forces = Annotated[
    Annotated[list[Force], Tag("list")] | Annotated[str, Tag("table")],
    Discriminator(_forces_of),
]
"""The lines of the order of battle, or the CSV file beside the scenario that holds them."""


class Scenario(Model):
    """A scenario of Itty Bitty Battles: who fights, where, for how long, and what wins."""

    scenario: ScenarioHead
    sides: list[Side] = Field(min_length=2, max_length=6)
    formations: list[Formation] = Field(default_factory=empty_list)
    zones: list[Zone] = Field(default_factory=empty_list)
    forces: Forces = Field(default_factory=empty_list)
    crossings: list[Crossing] = Field(default_factory=empty_list)
    victory: list[VictoryLevel] = Field(default_factory=empty_list)
    special: list[SpecialRule] = Field(default_factory=empty_list)
