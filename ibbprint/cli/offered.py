"""The parameters of commands, made for typer from the record of a job, or from the options that a game offers."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import MISSING, fields, replace
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_args

import typer

from ibbprint.cli.saying import say_text, width
from ibbprint.cli.shared import ORDER, Takes, finish, scenario_ids, usage
from ibbprint.engine.api.kits import Game
from ibbprint.engine.api.odds import AskOption, was_given
from ibbprint.jobs.fields import Converted, Option, option_of
from ibbprint.problems import Report

if TYPE_CHECKING:
    from ibbprint.engine.api.kits import KitOptions


class Parameter(NamedTuple):
    """An option or argument as typer wants it: its name in Python, its type, typer's own record, its default."""

    name: str
    kind: Any
    info: Any
    default: Any


PACKS = Parameter(
    "pack",
    list[Path] | None,
    typer.Option("--pack", metavar="DIR", help="A designer's pack, which adds to or changes the shipped catalogue."),
    None,
)
RULES = Parameter(
    "rule", list[str] | None, typer.Option("--rule", metavar="ID=VALUE", help="Play a disputed rule another way."), None
)
CONTEXT = "context"
"""The parameter by which typer tells what was typed."""
GIVEN = "given"
"""The field of a record for the options that were typed, by their names."""
_COMPLETIONS: Mapping[str, Callable[[str], list[str]]] = {"scenario": scenario_ids}
_TYPES: Mapping[str, Any] = {"flag": bool, "number": int | None, "text": str | None, "texts": list[str] | None}


def parameters(options: Iterable[AskOption]) -> list[Parameter]:
    """The options of a game for typer."""
    result = []
    for item in options:
        metavar = None if item.kind == "flag" else item.metavar or None
        option = typer.Option(f"--{item.name}", metavar=metavar, help=item.help)
        result.append(Parameter(_name(item), _TYPES[item.kind], option, False if item.kind == "flag" else None))
    return result


def chosen(options: Iterable[AskOption], given: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the options that were given, by their names and as the game wants them."""
    values = {option.name: given[_name(option)] for option in options if was_given(given[_name(option)])}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def with_parameters(command: Callable[..., None], parameters: Sequence[Parameter]) -> Callable[..., None]:
    """The command, for typer to read its parameters from."""
    result = [
        inspect.Parameter(
            each.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if each.default is ... else each.default,
            annotation=Annotated[each.kind, each.info],
        )
        for each in parameters
    ]
    command.__signature__ = inspect.Signature(result)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in result}
    return command


def complete(command: Callable[..., None]) -> Callable[..., None]:
    """The command with parameters for the options of the record that it takes, where its parameter `order` stands."""
    wanted: Takes | None = getattr(command, "takes", None)
    if wanted is None:
        return command
    record = getattr(import_module(f"ibbprint.jobs.{wanted.module}"), wanted.record)
    options = {each.name: each for each in _options(record, wanted.only)}
    parameters: dict[str, Parameter] = {}
    for name, parameter in inspect.signature(command).parameters.items():
        if name == ORDER:
            parameters |= options
        else:
            kind, info = get_args(parameter.annotation)
            parameters[name] = Parameter(name, kind, info, parameter.default)
    panels = {name: panel for panel, names in wanted.panels.items() for name in names}
    for name, panel in panels.items():
        parameters[name] = parameters[name]._replace(info=_in_panel(parameters[name].info, panel))

    tells = any(each.name == GIVEN for each in fields(record))

    @wraps(command)
    def called(**values: Any) -> None:
        context: typer.Context | None = values.pop(CONTEXT, None)
        given = {name: values.pop(name) for name in options}
        order = _record(record, given)
        if context is not None:
            order = replace(order, **{GIVEN: frozenset(name for name in options if _is_typed(context, name))})
        command(**{ORDER: order}, **values)

    result = with_parameters(called, [parameters[name] for name in _ordered(parameters, panels, wanted.after)])
    return _with_context(result) if tells else result


def _is_typed(context: typer.Context, name: str) -> bool:
    """Whether an option stands on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _with_context(command: Callable[..., None]) -> Callable[..., None]:
    """The command, which typer tells besides what was typed."""
    context = inspect.Parameter(CONTEXT, inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    parameters = [*inspect.signature(command).parameters.values(), context]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__[CONTEXT] = typer.Context
    return command


def _ordered(names: Iterable[str], first: Iterable[str], after: Mapping[str, str]) -> list[str]:
    """The names in the order of the help: those in no panel, then those in panels; or each after another."""
    in_panels = list(first)
    ordered = [name for name in names if name not in in_panels and name not in after] + in_panels
    for name, other in after.items():
        ordered.insert(ordered.index(other) + 1, name)
    return ordered


def _options(record: type[Any], only: Sequence[str] | None) -> Iterator[Parameter]:
    """The options of a record, and of the records in it."""
    for each in fields(record):
        own = vars(record).get(each.name)
        option = option_of(record, each.name)
        if isinstance(own, Converted) and own.record is not None:
            yield from _options(own.record, own.parts)
        elif option is not None and (not only or each.name in only):
            yield _parameter(each.name, option, each.default)


def as_typer(record: type[Any], name: str) -> Any:
    """The option that a field of a record is, for typer."""
    option = option_of(record, name)
    assert option is not None, name
    return _info(option)


def _parameter(name: str, option: Option, default: Any) -> Parameter:
    usual = default if option.usual is MISSING else option.usual
    return Parameter(name, option.words or option.kind, _info(option), ... if usual is MISSING else usual)


def _info(option: Option) -> Any:
    least, most = option.between or (None, None)
    result = typer.Option if option.flags else typer.Argument
    return result(
        *option.flags,
        metavar=option.metavar,
        help=option.help,
        show_default=True if option.shown is None else option.shown,
        min=least,
        max=most,
        autocompletion=_COMPLETIONS.get(option.completes),
    )


def _in_panel(info: Any, panel: str) -> Any:
    info = copy(info)
    info.rich_help_panel = panel
    return info


def _record(record: type[Any], values: dict[str, Any]) -> Any:
    """The record with the values of the command line. Raises BadRequest and Stopped."""
    given = {}
    for each in fields(record):
        own = vars(record).get(each.name)
        option = option_of(record, each.name)
        if isinstance(own, Converted) and own.record is not None:
            given[each.name] = _record(own.record, values)
        elif option is not None and each.name in values:
            value = values.pop(each.name)
            given[each.name] = value if option.read is None else option.read(value)
    return record(**given)


def show_themes(game: Game, options: KitOptions) -> None:
    """Show every theme of armies that a game makes up; a wrong call for a game without themes."""
    from ibbprint.reports.layout import table

    if not game.offers(Game.army_themes):
        usage(f"{game.title} has no themes.")
    report = Report()
    themes = game.army_themes(options, report)
    if themes is None:
        finish(report, ".")
        return
    say_text("\n".join(table(themes, width(), heads=0)))


def _name(option: AskOption) -> str:
    return f"option_{option.name.replace('-', '_')}"
