"""What typer makes of the table of commands, for the calls that it reads; see `cli.plain`."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

from collections.abc import Sequence
from typing import Annotated

import typer
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
        return told(wrong)
    except Exit as end:
        return end.code


def told(wrong: TyperException) -> int:
    """Say in one line what makes no sense in a call; the exit code for it."""
    said = wrong.format_message()
    for foreign, ours in _NUMBERS.items():
        said = said.replace(foreign, ours)
    if said:  # nothing is said where nothing was asked for: then the help is shown
        context = getattr(wrong, "ctx", None)
        more = f" See: {context.command_path} --help" if context is not None else ""
        end = "" if said.endswith(("?", ".")) else "."
        if said.lower().startswith("got unexpected extra argument") and "scenario" in getattr(context, "params", {}):
            end += " Write a name of several words with hyphens, such as defend-the-bridge."
        whole = shortened(f"{said[0].lower()}{' '.join(said[1:].split())}")
        say(f"ibbprint: {whole}{end}{more}", err=True)
    return wrong.exit_code


def application(wanted: list[str] | None = None) -> typer.Typer:
    """The command line with the commands that are wanted, or with all of them."""
    app = typer.Typer(
        name="ibbprint",
        help="Print hex-and-counter wargames as kits to cut out, from the catalogue that drives their rules.",
        no_args_is_help=True,
        add_completion=wanted is None,  # whoever calls one command has no use for it, and should not pay for it
        pretty_exceptions_enable=False,
        context_settings=HELP_OPTIONS,
    )
    app.callback()(_options)
    for name in COMMANDS if wanted is None else [name for name in wanted if name in COMMANDS]:
        command = COMMANDS[name]
        settings = {"ignore_unknown_options": True} if command.unknown_options else None
        app.command(name, epilog=epilogue(name), add_help_option=not command.words_alone, context_settings=settings)(
            for_typer(command_named(name))
        )
    for name, group in (("map", _maps), ("rules", _rules), ("export", _exports)):
        if wanted is None or name in wanted:
            app.add_typer(group())
    return app


def _maps() -> typer.Typer:
    from ibbprint.cli import maps

    group = typer.Typer(
        name="map",
        help="Make a battlefield from a seed, draw a map, or check one.",
        no_args_is_help=True,
        context_settings=HELP_OPTIONS,
    )
    for name, command in (("new", maps.new_map), ("show", maps.show_map), ("check", maps.check_map)):
        group.command(name, epilog=epilogue(f"map {name}"))(for_typer(worded(command)))
    return group


def _exports() -> typer.Typer:
    from ibbprint.cli import virtual

    group = typer.Typer(
        name="export",
        help="Export a scenario or a game to a virtual table, set up and ready.",
        no_args_is_help=True,
        context_settings=HELP_OPTIONS,
    )
    for name, command in (
        ("vassal", virtual.export_vassal),
        ("tts", virtual.export_tts),
        ("sheets", virtual.export_sheets),
    ):
        group.command(name, epilog=epilogue(f"export {name}"))(for_typer(worded(command)))
    return group


def _rules() -> typer.Typer:
    from ibbprint.cli import rules

    group = typer.Typer(
        name="rules",
        help="List the rulings and switches of a game, show one, or find rules by words.",
        invoke_without_command=True,
        epilog=epilogue("rules"),
        context_settings=HELP_OPTIONS,
    )
    group.callback()(for_typer(worded(rules.rules)))
    group.command("show", epilog=epilogue("rules show"))(for_typer(worded(rules.show_rule)))
    group.command("find", epilog=epilogue("rules find"))(for_typer(worded(rules.find_rules)))
    return group


def _version(wanted: bool) -> None:
    if wanted:
        say(VERSION)
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
    traceback: Annotated[
        bool,
        typer.Option(TRACEBACK, help="Show where ibbprint itself failed, for a report; write it before the command."),
    ] = False,
) -> None:
    pass
