"""What typer makes of the table of commands, for the calls that it reads; see `cli.plain`."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from ibbprint.cli.commands import COMMANDS, TRACEBACK, VERSION, command_named, worded
from ibbprint.cli.examples import epilogue
from ibbprint.cli.parameters import Exit, for_typer
from ibbprint.cli.saying import say
from ibbprint.problems import shortened

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}

_NUMBERS = {
    "Input should be a valid number, unable to parse string as a number": "use a number, such as 2.5",
    "Input should be a valid integer, unable to parse string as an integer": "use a whole number",
}
"""What the libraries below us say of a number that is none, and what people are to read."""


def called(app: typer.Typer, words: Sequence[str], name: str = "ibbprint") -> int:
    """Call the command line with these words; its exit code. A call that makes no sense gets one line."""
    try:
        return app(list(words), prog_name=name, standalone_mode=False) or 0
    except TyperException as wrong:
        return report_misuse(wrong)
    except Exit as end:
        return end.code


def report_misuse(wrong: TyperException) -> int:
    """Print one line about a call that makes no sense; the exit code for it."""
    message = wrong.format_message()
    for foreign, ours in _NUMBERS.items():
        message = message.replace(foreign, ours)
    if message:  # nothing is said where nothing was asked for: then the help is shown
        context = getattr(wrong, "ctx", None)
        advice = f" See: {context.command_path} --help" if context is not None else ""
        end = "" if message.endswith(("?", ".")) else "."
        if message.lower().startswith("got unexpected extra argument") and "scenario" in getattr(context, "params", {}):
            end += " Write a name of several words with hyphens, such as defend-the-bridge."
        sentence = shortened(f"{message[0].lower()}{' '.join(message[1:].split())}")
        say(f"ibbprint: {sentence}{end}{advice}", err=True)
    return wrong.exit_code


class CommandInFull(TyperCommand):
    """A command whose help is never cut."""

    def format_help(self, *args: Any, **kwargs: Any) -> None:
        with nothing_cut():
            super().format_help(*args, **kwargs)


class GroupInFull(TyperGroup):
    """A group of commands whose help is never cut."""

    def format_help(self, *args: Any, **kwargs: Any) -> None:
        with nothing_cut():
            super().format_help(*args, **kwargs)


@contextmanager
def nothing_cut() -> Iterator[None]:
    """Tables of the help wrap a word that is too long for its column, which rich would cut."""
    from rich import columns, table
    from typer import rich_utils

    class Folding(table.Table):
        def add_row(self, *cells: Any, **settings: Any) -> None:
            super().add_row(*cells, **settings)
            for column in self.columns:
                column.overflow = "fold"

    with patched(rich_utils, Table=Folding), patched(columns, Table=Folding):
        yield


@contextmanager
def patched(module: Any, **names: Any) -> Iterator[None]:
    """Names of a module mean something else within."""
    before = {name: getattr(module, name) for name in names}
    vars(module).update(names)
    try:
        yield
    finally:
        vars(module).update(before)


def application(names: list[str] | None = None) -> typer.Typer:
    """The command line with the commands that are wanted, or with all of them."""
    app = typer.Typer(
        name="ibbprint",
        cls=GroupInFull,
        help="Print hex-and-counter wargames as kits to cut out, from the catalogue that drives their rules.",
        no_args_is_help=True,
        add_completion=names is None,  # whoever calls one command has no use for it, and should not pay for it
        pretty_exceptions_enable=False,
        context_settings=HELP_OPTIONS,
    )
    app.callback()(_options)
    for name in COMMANDS if names is None else [name for name in names if name in COMMANDS]:
        command = COMMANDS[name]
        settings = {"ignore_unknown_options": True} if command.unknown_options else None
        app.command(
            name,
            cls=CommandInFull,
            epilog=epilogue(name),
            add_help_option=not command.words_alone,
            context_settings=settings,
        )(for_typer(command_named(name)))
    for name, group in (("map", _maps), ("rules", _rules), ("export", _exports)):
        if names is None or name in names:
            app.add_typer(group())
    return app


def _maps() -> typer.Typer:
    from ibbprint.cli import maps, tabling

    commands: dict[str, Callable[..., None]] = {
        "new": maps.new_map,
        "show": maps.show_map,
        "edit": tabling.edit_map,
        "check": maps.check_map,
        "import": maps.import_map,
        "export": maps.export_map,
    }
    return _group("map", "Make a battlefield from a seed; draw, edit, check, import or export a map.", commands)


def _exports() -> typer.Typer:
    from ibbprint.cli import virtual

    commands: dict[str, Callable[..., None]] = {
        "vassal": virtual.export_vassal,
        "tts": virtual.export_tts,
        "sheets": virtual.export_sheets,
    }
    return _group("export", "Export a scenario or a game to a virtual table, set up and ready.", commands)


def _rules() -> typer.Typer:
    from ibbprint.cli import rules

    commands: dict[str, Callable[..., None]] = {"show": rules.show_rule, "find": rules.find_rules}
    help = "List the rulings and switches of a game, show one, or find rules by words."
    return _group("rules", help, commands, alone=rules.rules)


def _group(
    name: str, help: str, commands: Mapping[str, Callable[..., None]], alone: Callable[..., None] | None = None
) -> typer.Typer:
    """A group of commands; `alone` is called where none of them is named, which else shows the help."""
    group = typer.Typer(
        name=name,
        cls=GroupInFull,
        help=help,
        no_args_is_help=alone is None,
        invoke_without_command=alone is not None,
        epilog=None if alone is None else epilogue(name),
        context_settings=HELP_OPTIONS,
    )
    if alone is not None:
        group.callback()(for_typer(worded(alone)))
    for command_name, command in commands.items():
        group.command(command_name, cls=CommandInFull, epilog=epilogue(f"{name} {command_name}"))(
            for_typer(worded(command))
        )
    return group


def _version(value: bool) -> None:
    if value:
        say(VERSION)
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
    traceback: Annotated[
        bool,
        typer.Option(
            TRACEBACK, help="Show a traceback when ibbprint itself fails, for a bug report; goes before the command."
        ),
    ] = False,
) -> None:
    pass
