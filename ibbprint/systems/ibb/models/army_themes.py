"""Sorts of armies that scenarios are made up with, the words for them, and the special rules that two may fight by."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import FromCell, Id, Ids, Line, Names, RuleIds, Sentences, Text, Title, sentences
from ibbprint.catalogue.validate import Model, empty_list
from ibbprint.systems.ibb.models import UNIT_LIST

UNITS = Names("units", "unit", see=UNIT_LIST)

Percent = Annotated[int, Field(ge=0, le=100)]
Weight = Annotated[int, Field(ge=1, le=20)]
LeaderName = Annotated[str, Text(min_length=2, max_length=14)]
BandName = Annotated[str, Text(min_length=3, max_length=30)]
PeopleName = Annotated[str, Text(min_length=3, max_length=30)]
Pattern = Annotated[str, Text(min_length=1, max_length=300)]


WORDS = frozenset(
    {
        "one",
        "other",
        "army",
        "enemy",
        "captain",
        "goal",
        "places",
        "others",
        "river",
        "map",
        "turns",
        "line",
        "edge",
        "first",
        "last",
        "soon",
        "late",
        "number",
        "most",
    }
)
"""The words that a saying may use, small or with a capital."""
FACTS_OF_ARMIES = frozenset(
    {
        "mostly-horse",
        "all-foot",
        "slow",
        "many-shooters",
        "veterans",
        "green",
        "has-bombard",
        "has-siege-engine",
        "has-great-wizard",
        "has-wizard",
        "outnumbered",
        "has-priest",
        "mostly-pikes",
        "has-charge",
        "has-scouts",
        "cannot-bear",
    }
)
FACTS = FACTS_OF_ARMIES | {
    "meeting",
    "attack",
    "crossing",
    "breakthrough",
    "goal-village",
    "goal-crossing",
    "goal-height",
    "goal-on-road",
    "goal-has-article",
    "dug-in",
    "one-crossing",
    "several-crossings",
    "woods-round-goal",
    "open-round-goal",
    "hill-round-goal",
    "river-between",
    "more-places",
    "one-sooner",
    "even",
    "short",
}
"""Everything that `when` and `unless` can ask about."""


class Band(Model):
    """A sort of formation: what it may be called, and its units, by how often each is chosen.

    A name may have `{captain}` in it, the name of the captain.
    """

    names: list[BandName] = Field(min_length=1)
    units: Annotated[dict[Id, Weight], UNITS] = Field(min_length=1)


class Extra(Model):
    """An addition to an army's formations, whole or not at all, in this percentage of the armies that can pay for it.

    `share` is the largest part of the gold, in percent, that it may cost.
    """

    units: Annotated[list[Id], UNITS] = Field(min_length=1)
    percent: Percent = 50
    share: Percent = 25


class ArmyTheme(Model):
    """A sort of army, of a people and with a style.

    `people` are what its side may be called, in the plural, as in `The Karn Dwarves hold the bridge`; `captains` the
    names of its leaders; `ranks` the captains that it buys. Its first formation is of the first of its bands, the next
    one of the second, and so on.
    """

    id: Id
    name: Title
    text: Line
    people: list[PeopleName] = Field(min_length=2)
    captains: list[LeaderName] = Field(min_length=6)
    ranks: Annotated[list[Id], UNITS] = Field(min_length=1)
    bands: list[Band] = Field(min_length=1)
    extras: list[Extra] = Field(default_factory=empty_list)
    weight: Weight = 4


class Saying(Model):
    """A phrase that a scenario may use of itself, where all the facts of `when` are true and none of `unless`.

    `part` is what it is for: the title, the reason to fight, what somebody is like, the ground, the time. The `say` are
    templates, of which one is chosen.
    """

    id: Id
    part: Literal["title", "reason", "army", "ground", "time"]
    when: Ids = Field(default_factory=empty_list)
    unless: Ids = Field(default_factory=empty_list)
    say: Annotated[list[Pattern], FromCell(sentences)] = Field(min_length=1)


class Quarrel(Model):
    """A special rule that a scenario may have, one at most: a rule that the engine plays.

    It is chosen where all the facts of `when` are true and none of `unless`.
    """

    id: Id
    kind: Literal["antipathy", "melee-bonus", "caster-may-not-cast"]
    amount: int | None = Field(default=None, ge=-9, le=9)
    spell: Annotated[Id | None, Names("spells", "spell")] = None
    when: Ids = Field(default_factory=empty_list)
    unless: Ids = Field(default_factory=empty_list)
    text: Line
    why: Sentences = Field(min_length=1)
    rules: RuleIds = Field(default_factory=empty_list)
    weight: Weight = 1
