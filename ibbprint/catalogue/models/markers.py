"""Markers, and how many of them a kit holds."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated

from pydantic import Field

from ibbprint.catalogue.models import Id, Line, RuleId, Text
from ibbprint.catalogue.validate import Model, empty_dict


class Marker(Model):
    """A marker that the rules can place, and how many a kit holds.

    `count` is a formula over the facts of a scenario (see the game's list of names); `why` says its reason in words.
    `back` names the marker on its other side; without it both sides are alike.
    `on_unit` is for a marker of the state of one unit: on a virtual table it is a layer of the counter.
    `when` limits it to one value of a switch.
    `figure` is set large: at most four characters, once a placeholder in it is filled in (`{modifiers.wahoo.amount}`).
    `changes` says what the figure is applied to, die, attack, defence or column: its sign is printed with the figure.
    """

    id: Id
    name: Annotated[str, Text(min_length=1, max_length=24)]
    symbol: Id
    colour: Id
    count: Annotated[str, Text(min_length=1, max_length=200)]
    why: Line
    rule: RuleId
    figure: Annotated[str, Text(max_length=60)] = ""
    changes: Annotated[str, Text(max_length=60)] = ""
    back: Id | None = None
    on_unit: bool = False
    when: dict[str, str] = Field(default_factory=empty_dict)
