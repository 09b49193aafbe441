"""The parameters of commands, made from the record of a job, or from the options that a game offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibbprint.cli.parameters import TYPED, Parameter, argument_info, option_info, parameters_of, with_parameters
from ibbprint.cli.saying import say_text, width
from ibbprint.cli.shared import ORDER, Takes, finish, scenario_ids, usage
from ibbprint.engine.api.kits import Game
from ibbprint.jobs.fields import Converted, Option, option_of
from ibbprint.problems import Report

if TYPE_CHECKING:
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.engine.api.odds import AskOption


PACKS = Parameter(
    "pack",
    list[Path] | None,
    option_info("--pack", metavar="DIR", help="A designer's pack, which adds to or changes the shipped catalogue."),
    None,
)
RULES = Parameter(
    "rule", list[str] | None, option_info("--rule", metavar="ID=VALUE", help="Play a disputed rule another way."), None
)
GIVEN = "given"
"""The field of a record for the options that were typed, by their names."""
_COMPLETIONS: Mapping[str, Callable[[str], list[str]]] = {"scenario": scenario_ids}
_TYPES: Mapping[str, Any] = {
    "flag": bool,
    "number": int | None,
    "text": str | None,
    "texts": list[str] | None,
    "saved": str | None,
}


def parameters(options: Iterable[AskOption]) -> list[Parameter]:
    """The options of a game as parameters."""
    result = []
    for item in options:
        metavar = None if item.kind == "flag" else item.metavar or None
        info = option_info(f"--{item.name}", metavar=metavar, help=item.help)
        result.append(Parameter(_name(item), _TYPES[item.kind], info, False if item.kind == "flag" else None))
    return result


def chosen(options: Iterable[AskOption], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given, by their names and as the game wants them."""
    from ibbprint.engine.api.odds import was_given

    values = {option.name: arguments[_name(option)] for option in options if was_given(arguments[_name(option)])}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def complete(command: Callable[..., None]) -> Callable[..., None]:
    """The command with parameters for the options of the record that it takes, where its parameter `order` stands."""
    takes: Takes | None = getattr(command, "takes", None)
    if takes is None:
        return command
    record = getattr(import_module(f"ibbprint.jobs.{takes.module}"), takes.record)
    options = {parameter.name: parameter for parameter in _options(record, takes.only)}
    parameters: dict[str, Parameter] = {}
    for parameter in parameters_of(command):
        parameters |= options if parameter.name == ORDER else {parameter.name: parameter}
    panels = {name: panel for panel, names in takes.panels.items() for name in names}
    for name, panel in panels.items():
        info = parameters[name].info
        assert info is not None, name
        settings = {**info.settings, "rich_help_panel": panel}
        parameters[name] = parameters[name]._replace(info=info._replace(settings=settings))
    tells = any(parameter.name == GIVEN for parameter in fields(record))

    @wraps(command)
    def called(**values: Any) -> None:
        option_values = {name: values.pop(name) for name in options}
        order = _record(record, option_values)
        if tells:
            order = replace(order, **{GIVEN: values.pop(TYPED.name) & options.keys()})
        command(**{ORDER: order}, **values)

    ordered = [parameters[name] for name in _ordered(parameters, panels, takes.after)]
    return with_parameters(called, [*ordered, TYPED] if tells else ordered)


def _ordered(names: Iterable[str], first: Iterable[str], after: Mapping[str, str]) -> list[str]:
    """The names in the order of the help: those in no panel, then those in panels; or each after another."""
    in_panels = list(first)
    ordered = [name for name in names if name not in in_panels and name not in after] + in_panels
    for name, predecessor in after.items():
        ordered.insert(ordered.index(predecessor) + 1, name)
    return ordered


def _options(record: type[Any], only: Sequence[str] | None) -> Iterator[Parameter]:
    """The options of a record, and of the records in it."""
    for field in fields(record):
        converter = vars(record).get(field.name)
        option = option_of(record, field.name)
        if isinstance(converter, Converted) and converter.record is not None:
            yield from _options(converter.record, converter.parts)
        elif option is not None and (not only or field.name in only):
            yield _parameter(field.name, option, field.default)


def info_of(record: type[Any], name: str) -> Any:
    """The command-line option of a field of a record."""
    option = option_of(record, name)
    assert option is not None, name
    return _info(option)


def _parameter(name: str, option: Option, default: Any) -> Parameter:
    usual = default if option.usual is MISSING else option.usual
    return Parameter(name, option.words or option.kind, _info(option), ... if usual is MISSING else usual)


def _info(option: Option) -> Any:
    least, highest = option.between or (None, None)
    settings = {
        "metavar": option.metavar,
        "help": option.help,
        "show_default": True if option.shown is None else option.shown,
        "min": least,
        "max": highest,
        "autocompletion": _COMPLETIONS.get(option.completes),
    }
    return option_info(*option.flags, **settings) if option.flags else argument_info(**settings)


def _record(record: type[Any], values: dict[str, Any]) -> Any:
    """The record with the values of the command line. Raises BadRequest and Stopped."""
    arguments = {}
    for field in fields(record):
        converter = vars(record).get(field.name)
        option = option_of(record, field.name)
        if isinstance(converter, Converted) and converter.record is not None:
            arguments[field.name] = _record(converter.record, values)
        elif option is not None and field.name in values:
            value = values.pop(field.name)
            arguments[field.name] = value if option.read is None else option.read(value)
    return record(**arguments)


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
