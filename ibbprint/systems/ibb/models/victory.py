"""Models of victory: crossings, conditions, levels."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

from pydantic import Field

from ibbprint.catalogue.models import HexName, Id, Line, RuleIds, Text, Title
from ibbprint.catalogue.validate import Model, empty_list

if TYPE_CHECKING:
    from ibbprint.engine.api.gauges import Bound

Amount = Annotated[str, Text(pattern=r"^[0-9]{1,4}%?$")]
"""A strength, `10`, or a share of the army's strength, `75%`."""

LEVELS = ("minor", "major", "incredible")
"""The levels of victory, the lowest first (R-168)."""


class Crossing(Model):
    """The rule for being over a bridge at the end (R-166, G-36).

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
    """No unrouted unit of a side is in the area at the end (R-183), or no more than `at_most`.

    Only a set-up as printed may leave the area out, where its source does.
    """

    kind: Literal["none-on"]
    side: Id
    area: Id | None = None
    at_most: int = Field(default=0, ge=0, le=500)


class Spot(Model):
    """A place of one or more hexes: held from the first, or from another while no enemy is in any of them."""

    name: Title
    hexes: list[HexName] = Field(min_length=1)


class HoldsPlaces(Model):
    """A condition: at the end a side holds more of the places than its enemy, or all of them (G-66)."""

    kind: Literal["holds-places"]
    side: Id
    how_many: Literal["more", "all"] = "more"
    places: list[Spot] = Field(min_length=1)


class StrengthIn(Model):
    """A condition: at least this much attack strength of a side, or less, is in a place at the end (G-66).

    The place is some hexes, or all the land that can be reached from one, `land_with`, without crossing water.
    """

    kind: Literal["strength-in"]
    side: Id
    place: Title
    hexes: list[HexName] = Field(default_factory=empty_list)
    land_with: HexName | None = None
    at_least: Amount | None = None
    less_than: Amount | None = None


class Reached(Model):
    """A level of victory whose conditions are met (`met: yes`) or not (`met: no`)."""

    kind: Literal["reached"]
    side: Id
    level: Id
    met: bool = True


Condition = Annotated[
    StrengthAcross | Dead | Holds | HoldsPlaces | StrengthIn | StrengthLost | NoneOn | Reached,
    Field(discriminator="kind"),
]


class VictoryLevel(Model):
    """A level of victory of one side: all its conditions must be met."""

    side: Id
    level: Literal["minor", "major", "incredible"]
    all: list[Condition] = Field(min_length=1)
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)


ConditionT = TypeVar("ConditionT")


def conditions(levels: Iterable[VictoryLevel], kind: type[ConditionT]) -> Iterator[tuple[VictoryLevel, ConditionT]]:
    """The conditions of a kind in some levels of victory, each with its level."""
    return ((level, item) for level in levels for item in level.all if isinstance(item, kind))


def thresholds(condition: Condition) -> "list[tuple[Bound, str]]":
    """The thresholds of a condition's figure, as its file has them; none of a condition that is about a level."""
    if isinstance(condition, StrengthAcross):
        bounds: list[tuple[Bound, str | None]] = [("at least", condition.at_least), ("at most", condition.at_most)]
    elif isinstance(condition, StrengthIn):
        bounds = [("at least", condition.at_least), ("less than", condition.less_than)]
    elif isinstance(condition, StrengthLost):
        bounds = [("at least", condition.at_least)]
    elif isinstance(condition, Dead):
        bounds = [("at least", str(len(condition.names) if condition.how_many == "all" else 1))]
    elif isinstance(condition, Holds):
        bounds = [("at least", str(len(condition.hexes)))]
    elif isinstance(condition, HoldsPlaces):
        bounds = [("at least", str(len(condition.places) if condition.how_many == "all" else 1))]
    else:
        bounds = [("at most", str(condition.at_most))] if isinstance(condition, NoneOn) else []
    return [(bound, amount) for bound, amount in bounds if amount is not None]
