"""Spells and prayers, and the shapes that they cover."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import Id, Ids, Names, Numbers, Played, Prose, RuleIds, Title
from ibbprint.catalogue.validate import Model, empty_dict, empty_list
from ibbprint.systems.ibb.models import UNIT_LIST


class TemplateRank(Model):
    """A ring of a ball or a rank of a cone: its distance from the start and the strength there as a fraction."""

    distance: int = Field(ge=0, le=9)
    numerator: int = Field(ge=1, le=9)
    denominator: int = Field(ge=1, le=9)


class AreaTemplate(Model):
    """The shape of a spell. A ball is centred on its middle; a cone starts next to the caster (G-10)."""

    id: Id
    name: Title
    shape: Literal["ball", "cone"]
    ranks: list[TemplateRank] = Field(min_length=1)
    when: dict[str, str] = Field(default_factory=empty_dict)
    rules: RuleIds = Field(default_factory=empty_list)
    reconstructed: bool = False


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
    """The way to resist a spell: a die no higher than quality plus `modifier` (R-139, R-140)."""

    kind: Literal["none", "quality", "best-quality", "special"]
    modifier: int = Field(default=0, ge=-6, le=6)


class Spell(Model):
    """A spell or prayer. `text` may use its own fields in braces, so that no figure is written twice.

    `strengths` are attack strengths in order of the zones or targets. `turns` is None for an instant.
    `summons` names the entry of the unit list whose counters it puts on the map; `symbol` is the picture on its card
    (None: one for what it strikes). A spell of the source keeps in `printed` what is printed there.
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
    templates: Annotated[Ids, Names("area-templates", "template", "there is no area template {name!r}.")] = Field(
        default_factory=empty_list
    )
    target: Literal["hex", "unit", "formation", "chain", "area", "cone", "army", "none"]
    thrown: bool
    strengths: Numbers = Field(default_factory=empty_list)
    summons: Annotated[
        Id | None, Names("units", "unit", "{entry.name} summons {name!r}, which is not a unit.", UNIT_LIST)
    ] = None
    symbol: Id | None = None
    text: Prose
    printed: PrintedSpell | None = None
    rules: RuleIds = Field(default_factory=empty_list)
    play: Played = "full"
