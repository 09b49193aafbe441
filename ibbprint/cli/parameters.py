"""The parameters of commands in plain records, for every reader of a call.

Two read calls: `cli.plain` those that are plainly right, and typer, which is imported for everything else: helps,
mistakes, completion. So this module knows neither.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Annotated, Any, NamedTuple, get_args, get_origin


class Info(NamedTuple):
    """The form of a parameter: an argument, or an option with its flags (none: its name); `settings` are for typer."""

    is_option: bool
    flags: tuple[str, ...]
    settings: Mapping[str, Any]


def option_info(*flags: str, **settings: Any) -> Any:
    """An option; `settings` is what `typer.Option` takes."""
    return Info(True, flags, settings)


def argument_info(**settings: Any) -> Any:
    """An argument; `settings` is what `typer.Argument` takes."""
    return Info(False, (), settings)


class Parameter(NamedTuple):
    """A parameter of a command: its name in Python, its type, how it is written, its default (`...` where it has none).

    `info` is None for `TYPED`, and for one that only typer can give: its context.
    """

    name: str
    kind: Any
    info: Info | None
    default: Any


TYPED = Parameter("typed", frozenset, None, frozenset())
"""The parameter that gets the names of those that are on the command line, as a frozenset."""


class Exit(SystemExit):
    """Ends a command with this exit code, without a further message. Typer lets it through."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(code)
        self.code: int = code


def parameters_of(command: Callable[..., None]) -> list[Parameter]:
    """The parameters of a command: those set by `with_parameters`, else those of its signature."""
    declared: list[Parameter] | None = getattr(command, "parameters", None)
    if declared is not None:
        return declared
    result = []
    for name, parameter in inspect.signature(command, eval_str=not hasattr(command, "takes")).parameters.items():
        info = get_args(parameter.annotation)[1] if get_origin(parameter.annotation) is Annotated else None
        kind = parameter.annotation if info is None else get_args(parameter.annotation)[0]
        result.append(Parameter(name, kind, info, ... if parameter.default is parameter.empty else parameter.default))
    return result


def with_parameters(command: Callable[..., None], parameters: Sequence[Parameter]) -> Callable[..., None]:
    """The command, which is called with these parameters by their names."""
    command.parameters = list(parameters)  # type: ignore[attr-defined]
    return command


def for_typer(command: Callable[..., None]) -> Callable[..., None]:
    """The command with a signature for typer to read."""
    import typer  # only where it reads the call

    result = []
    for parameter in parameters_of(command):
        kind = typer.Context if parameter is TYPED else parameter.kind
        if parameter.info is not None:
            make = typer.Option if parameter.info.is_option else typer.Argument
            kind = Annotated[parameter.kind, make(*parameter.info.flags, **parameter.info.settings)]
        default = inspect.Parameter.empty if parameter.default is ... or parameter is TYPED else parameter.default
        result.append(
            inspect.Parameter(parameter.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        )
    command.__signature__ = inspect.Signature(result)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in result}
    return _with_typed(command) if TYPED in parameters_of(command) else command


def _with_typed(command: Callable[..., None]) -> Callable[..., None]:
    """The command, called with the names of the typed parameters in place of typer's context."""

    @wraps(command)
    def called(**values: Any) -> None:
        context = values.pop(TYPED.name)
        sources = {name: context.get_parameter_source(name) for name in values}
        typed = frozenset(name for name, source in sources.items() if source and source.name == "COMMANDLINE")
        command(**values, **{TYPED.name: typed})

    return called
