"""Commands whose options a game offers: what typer needs to know of them, and what was given."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from ibbprint.engine.api.odds import AskOption, was_given


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


def _name(option: AskOption) -> str:
    return f"option_{option.name.replace('-', '_')}"
