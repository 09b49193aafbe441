"""What a game with rulings to look up offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeGuard

from ibbprint.engine.api.kits import Game

if TYPE_CHECKING:
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.problems import Report


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


class RuledGame(Game, Protocol):
    """A game whose rulings can be looked up."""

    def rules(self, scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
        """Every ruling in order, without what it touches, or None with errors in the report.

        Switches stand as the scenario (nothing: none) and the options have them.
        """

    def rulebook(self, scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
        """The same with the statements of the rules, which are looked up like rulings."""

    def rule(self, name: str, scenario: str, options: KitOptions, report: Report) -> RuleText | None:
        """One rule with everything known about it, or None with errors in the report."""


def has_rules(game: Game) -> TypeGuard[RuledGame]:
    """Whether the rulings of a game can be looked up."""
    return hasattr(type(game), "rules")
