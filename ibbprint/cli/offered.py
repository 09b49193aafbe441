"""Commands whose options a game offers: what typer needs to know of them, and what was given."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_args

import typer

from ibbprint.cli.saying import say_text, width
from ibbprint.cli.shared import finish, usage
from ibbprint.engine.api.odds import AskOption, was_given
from ibbprint.problems import Report

if TYPE_CHECKING:
    from ibbprint.engine.api.kits import Game, KitOptions


class Parameter(NamedTuple):
    """An option or argument as typer wants it: its name in Python, its type, typer's own record, its default."""

    name: str
    kind: Any
    info: Any
    default: Any


PACKS = Parameter(
    "pack", list[Path] | None,
    typer.Option("--pack", metavar="DIR", help="A designer's pack, which adds to or changes the shipped catalogue."),
    None,
)  # fmt: skip
RULES = Parameter(
    "rule", list[str] | None, typer.Option("--rule", metavar="ID=VALUE", help="Play a disputed rule another way."), None
)
_TYPES: Mapping[str, Any] = {"flag": bool, "number": int | None, "text": str | None, "texts": list[str] | None}


def parameters(options: Iterable[AskOption]) -> list[Parameter]:
    """The options of a game for typer."""
    found = []
    for one in options:
        metavar = None if one.kind == "flag" else one.metavar or None
        option = typer.Option(f"--{one.name}", metavar=metavar, help=one.help)
        found.append(Parameter(_name(one), _TYPES[one.kind], option, False if one.kind == "flag" else None))
    return found


def chosen(options: Iterable[AskOption], given: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the options that were given, by their names and as the game wants them."""
    found = {one.name: given[_name(one)] for one in options if was_given(given[_name(one)])}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}


def with_parameters(command: Callable[..., None], parameters: Sequence[Parameter]) -> Callable[..., None]:
    """The command, for typer to read its parameters from."""
    made = [
        inspect.Parameter(each.name, inspect.Parameter.KEYWORD_ONLY, default=each.default,
                          annotation=Annotated[each.kind, each.info])
        for each in parameters
    ]  # fmt: skip
    command.__signature__ = inspect.Signature(made)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in made}
    return command


def in_panels(panels: Mapping[str, Sequence[str]]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The command with its options in groups, by the names of its parameters, for its help."""

    def grouped(command: Callable[..., None]) -> Callable[..., None]:
        for panel, names in panels.items():
            for name in names:
                kind, option = get_args(command.__annotations__[name])
                option = copy(option)
                option.rich_help_panel = panel
                command.__annotations__[name] = Annotated[kind, option]
        return command

    return grouped


def show_themes(game: Game, options: KitOptions) -> None:
    """Show every theme of armies that a game makes up; a wrong call for a game without themes."""
    from ibbprint.engine.api.themes import has_themes
    from ibbprint.reports.layout import table

    if not has_themes(game):
        usage(f"{game.title} has no themes.")
    report = Report()
    themes = game.army_themes(options, report)
    if themes is None:
        finish(report, ".")
        return
    say_text("\n".join(table(themes, width(), heads=0)))


def _name(option: AskOption) -> str:
    return f"option_{option.name.replace('-', '_')}"
