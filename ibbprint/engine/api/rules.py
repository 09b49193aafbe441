"""The interface of a game with rulings to look up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class SwitchState(NamedTuple):
    """A choice between readings of a rule: its name, its value, its default, the meaning of each value."""

    rule: str
    name: str
    value: str
    default: str
    values: Mapping[str, str]


class Touched(NamedTuple):
    """An entry of the catalogue, or a scenario, that a rule affects."""

    kind: str
    id: str
    name: str


class RuleText(NamedTuple):
    """A ruling, settlement or statement. `related` are other rules: how they are tied to it, id and title."""

    id: str
    title: str
    tag: str
    topic: str
    text: str = ""
    source: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    related: tuple[tuple[str, str, str], ...] = ()
    switch: SwitchState | None = None
    touches: tuple[Touched, ...] = ()
