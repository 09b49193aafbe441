"""Kinds of ground."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated

from pydantic import Field

from ibbprint.catalogue.models import Id, Ids, Names, RuleIds
from ibbprint.catalogue.models.grounds import GroundKind
from ibbprint.catalogue.validate import empty_list


class Terrain(GroundKind):
    """A kind of ground. `cost` is in movement points a hex; `crt_row` the row of the combat results table.

    Nobody enters ground that is `closed`, whatever it costs. `look`, or a `fill` and what goes with it, says how a map
    draws it; without them the id decides.
    """

    cost: int = Field(ge=1, le=20)
    penalty: int = Field(default=0, ge=0, le=20)
    crt_row: Id
    ignored_by: Annotated[Ids, Names("abilities", "ability")] = Field(default_factory=empty_list)
    water: bool = False
    closed: bool = False
    bars_charge: bool = False
    bars_engines: bool = False
    infantry_defence: int = Field(default=0, ge=0, le=6)
    rules: RuleIds = Field(default_factory=empty_list)
    reconstructed: bool = False
