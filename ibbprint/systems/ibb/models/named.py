"""What units name: abilities, races, segments of combat."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated

from pydantic import Field

from ibbprint.catalogue.models import Id, Ids, Line, Names, Phrases, Played, RuleIds, Title
from ibbprint.catalogue.validate import Model, empty_list


class Ability(Model):
    """What a symbol on a counter means."""

    id: Id
    name: Title
    symbol: Id
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)
    reconstructed: bool = False
    play: Played = "full"


class Race(Model):
    """A race, the words for it, and the races it cannot bear (R-60)."""

    id: Id
    name: Title
    aliases: Phrases = Field(default_factory=empty_list)
    antipathy: Annotated[Ids, Names("races", "race")] = Field(default_factory=empty_list)
    rules: RuleIds = Field(default_factory=empty_list)


class Segment(Model):
    """One of the five segments of combat, in order of speed."""

    id: Id
    number: int = Field(ge=1, le=9)
    name: Title
    title: Title
    text: Line
    rules: RuleIds = Field(default_factory=empty_list)
    play: Played = "full"
