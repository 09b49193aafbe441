"""The unit list: what can be bought and put on the table."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag

from ibbprint.catalogue.models import Id, Ids, Line, Names, Phrases, RuleIds, Title
from ibbprint.catalogue.validate import Model, empty_list
from ibbprint.systems.ibb.models import UNIT_LIST, ShortName


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
    """The fields that every entry of the unit list has. `short` is the name on the counter.

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
    race: Annotated[Id, Names("races", "race")] = "human"
    arm: Literal["foot", "horse", "missile", "special"]
    weight: Literal["light", "medium", "heavy", "none"] = "none"
    attack: int = Field(ge=0, le=20)
    defence: int = Field(ge=0, le=20)
    movement: int = Field(ge=0, le=20)
    quality: int = Field(ge=1, le=6)
    range: int | None = Field(default=None, ge=1, le=20)
    shots: int | None = Field(default=None, ge=1, le=20)
    segment: Annotated[Id | None, Names("segments", "segment")] = None
    abilities: Annotated[Ids, Names("abilities", "ability")] = Field(default_factory=empty_list)
    becomes: Annotated[
        Id | None, Names("units", "unit", "{entry.id} becomes {name!r}, which is not a unit.", UNIT_LIST)
    ] = None
    on: Literal["spent", "dismounted"] | None = None


class Leader(_Entry):
    """A single-man counter: one number, without attack, defence or movement (A-146)."""

    kind: Literal["captain", "wizard", "priest"]
    race: Annotated[Id, Names("races", "race")] = "human"
    rating: int = Field(ge=1, le=9)
    abilities: Annotated[Ids, Names("abilities", "ability")] = Field(default_factory=empty_list)


class Engine(_Entry):
    """A siege engine or bombard: served by engineers, no quality, removed when left alone."""

    kind: Literal["engine"]
    attack: int = Field(ge=0, le=20)
    attack_stone: int = Field(ge=0, le=20)
    defence: int = Field(ge=0, le=20)
    movement: int = Field(ge=0, le=20)
    range: int = Field(ge=1, le=20)
    direct_fire: bool
    segment: Annotated[Id, Names("segments", "segment")]
    abilities: Annotated[Ids, Names("abilities", "ability")] = Field(default_factory=empty_list)


class Equipment(_Entry):
    """Equipment that can be bought but is not a unit: petards, fort levels."""

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
