"""The table of the commands, and what typer makes of it. Only the module of the wanted command is imported."""

# No `from __future__ import annotations` here: typer would evaluate each of them from its text, at every start.

import shlex
import traceback
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.exceptions import TyperException

from ibbprint.cli.examples import epilogue
from ibbprint.cli.saying import say, say_text
from ibbprint.problems import BadRequest, Stopped, shortened
from ibbprint.undisturbed import was_pressed
from ibbprint.version import __version__


class Command(NamedTuple):
    """Where a command is: the module of this package and the function in it; `more` is handed to typer."""

    module: str
    function: str
    more: dict[str, Any] = {}  # noqa: RUF012 - it is never written to


COMMANDS = {
    "kit": Command("printing", "kit"),
    "preview": Command("printing", "preview"),
    "new": Command("designing", "new"),
    "watch": Command("designing", "watch"),
    "units": Command("designing", "units"),
    "symbols": Command("browsing", "symbols"),
    "faces": Command("exporting", "faces"),
    "preflight": Command("exporting", "preflight"),
    "calibrate": Command("printers", "calibrate"),
    "printer": Command("printers", "printer"),
    "list": Command("printing", "list_"),
    "schema": Command("printing", "schema"),
    "odds": Command("rules", "odds", {"add_help_option": False, "context_settings": {"ignore_unknown_options": True}}),
    "dice": Command("odds", "dice", {"context_settings": {"ignore_unknown_options": True}}),
    "generate": Command(
        "generating", "generate", {"add_help_option": False, "context_settings": {"ignore_unknown_options": True}}
    ),
    "check": Command("checking", "check"),
    "roster": Command("armies", "roster"),
    "army": Command("armies", "army"),
    "battle": Command("armies", "battle"),
    "cost": Command("armies", "cost"),
    "play": Command("playing", "play"),
    "replay": Command("playing", "replay"),
    "playtest": Command("playtesting", "playtest"),
    "help": Command("helping", "help_"),
}
"""Every command in the order of the help, but for those of `GROUPS`."""

TRACEBACK = "--traceback"
HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


_NUMBERS = {
    "Input should be a valid number, unable to parse string as a number": "use a number, such as 2.5",
    "Input should be a valid integer, unable to parse string as an integer": "use a whole number",
}
"""What the libraries below us say of a number that is none, and what people are to read."""


def called(app: typer.Typer, words: Sequence[str]) -> int:
    """Call the command line with these words; its exit code.

    A call that makes no sense gets one line, like any other fault. So does an exception that nobody foresaw; its
    traceback is shown where `--traceback` is the first of the words.
    """
    try:
        return app(list(words), prog_name="ibbprint", standalone_mode=False) or 0
    except TyperException as wrong:
        said = wrong.format_message()
        for foreign, ours in _NUMBERS.items():
            said = said.replace(foreign, ours)
        if said:  # nothing is said where nothing was asked for: then the help is shown
            context = getattr(wrong, "ctx", None)
            more = f" See: {context.command_path} --help" if context is not None else ""
            end = "" if said.endswith(("?", ".")) else "."
            if said.lower().startswith("got unexpected extra argument") and "scenario" in getattr(
                context, "params", {}
            ):
                end += " Write a name of several words with hyphens, such as defend-the-bridge."
            whole = shortened(f"{said[0].lower()}{' '.join(said[1:].split())}")
            say(f"ibbprint: {whole}{end}{more}", err=True)
        return wrong.exit_code
    except (OSError, MemoryError, typer.Abort):  # `main` ends these in ways of their own
        raise
    except Exception as fault:  # noqa: BLE001  # the last guard: no file shows a player a traceback
        from ibbprint.cli.guard import as_problem

        if words[:1] == [TRACEBACK]:
            say_text("".join(traceback.format_exception(fault)).rstrip(), err=True)
        say(str(as_problem(fault, shlex.join(word for word in words if word != TRACEBACK))), err=True)
        return 1


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
        module = import_module(f"ibbprint.cli.{command.module}")
        app.command(name, epilog=epilogue(name), **command.more)(_worded(getattr(module, command.function)))
    for name, group in GROUPS.items():
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
        group.command(name, epilog=epilogue(f"map {name}"))(_worded(command))
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
        group.command(name, epilog=epilogue(f"export {name}"))(_worded(command))
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
    group.callback()(_worded(rules.rules))
    group.command("show", epilog=epilogue("rules show"))(_worded(rules.show_rule))
    group.command("find", epilog=epilogue("rules find"))(_worded(rules.find_rules))
    return group


def _worded(command: Callable[..., None]) -> Callable[..., None]:
    """The command with all of its parameters; it says on its way out what made no sense (2) or is not readable (1)."""
    from ibbprint.cli.shared import finish, usage

    if hasattr(command, "takes"):
        from ibbprint.cli.offered import complete

        command = complete(command)

    @wraps(command)
    def run(*given: Any, **named: Any) -> None:
        try:
            _uninterrupted(command, *given, **named)
        except BadRequest as wrong:
            usage(str(wrong), wrong.hint, wrong.game)
        except Stopped as stopped:
            finish(stopped.report, ".")

    return run


def _uninterrupted(command: Callable[..., None], *given: Any, **named: Any) -> None:
    """Call a command; whatever it fails at after Ctrl-C, which libraries may swallow, is an interrupt."""
    try:
        command(*given, **named)
    except Exception:
        if was_pressed():
            raise KeyboardInterrupt from None
        raise


def _version(wanted: bool) -> None:
    if wanted:
        say(f"ibbprint {__version__}")
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


GROUPS = {"map": _maps, "rules": _rules, "export": _exports}
"""What has commands of its own."""
