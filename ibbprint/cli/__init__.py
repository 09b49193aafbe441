"""The commands: parse, call, show. No logic.

Exit codes: 0 done, 1 problems found, 2 wrong usage. Only the module of the command that is called is imported.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import sys
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer

from ibbprint import __version__


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
    "faces": Command("exporting", "faces"),
    "preflight": Command("exporting", "preflight"),
    "calibrate": Command("printers", "calibrate"),
    "printer": Command("printers", "printer"),
    "list": Command("printing", "list_"),
    "schema": Command("printing", "schema"),
    "odds": Command(
        "rules", "odds",
        {
            "add_help_option": False,
            "context_settings": {"allow_extra_args": True, "ignore_unknown_options": True},
        },
    ),
    "check": Command("checking", "check"),
    "roster": Command("armies", "roster"),
    "army": Command("armies", "army"),
    "battle": Command("armies", "battle"),
    "cost": Command("armies", "cost"),
    "play": Command("playing", "play"),
    "replay": Command("playing", "replay"),
}  # fmt: skip
"""Every command in the order of the help, but for `rules`, which has commands of its own."""

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


def main() -> None:
    """Run the command line and end the process.

    It ends without taking every object apart first, which would be a twentieth of a short run.
    """
    try:
        run()
    except SystemExit as end:
        if end.code is not None and not isinstance(end.code, int):
            raise
        try:
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:  # there is none where the caller has closed it
                    stream.flush()
        except OSError as fault:
            _cannot_tell(fault)
        os._exit(end.code or 0)
    except OSError as fault:
        _cannot_tell(fault)


def _cannot_tell(fault: OSError) -> None:
    """End because what was to be said cannot be written: the disk is full, or nobody reads it any more.

    A program that was never installed has no fonts: that is told like any other fault.
    """
    from ibbprint.fonts import FontsNotMade  # only where something has gone wrong

    if isinstance(fault, FontsNotMade):
        sys.stderr.write(f"ibbprint: {fault}\n")
        sys.stderr.flush()
        os._exit(1)
    if fault.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EPIPE, errno.EBADF):
        raise fault
    if fault.errno != errno.EPIPE:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"ibbprint: cannot write the output: {(fault.strerror or 'no room').lower()}.\n")
            sys.stderr.flush()
    os._exit(1)


def run() -> None:
    """Run the command line; SystemExit at its end."""
    # Starting up makes many objects that stay: looking through them again and again takes a tenth of a short run.
    gc.set_threshold(200_000, 20, 20)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # or it reads about every installed package
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    sys.exit(_called(application([wanted] if wanted in COMMANDS else None)))


_NUMBERS = {
    "Input should be a valid number, unable to parse string as a number": "a number is wanted, like 2.5",
    "Input should be a valid integer, unable to parse string as an integer": "a whole number is wanted",
}
"""What the libraries below us say of a number that is none, and what people are told."""


def _called(app: typer.Typer) -> int:
    """Call the command line; its exit code. A call that makes no sense is told in one line, like any other fault."""
    from typer.exceptions import TyperException

    try:
        return app(prog_name="ibbprint", standalone_mode=False) or 0
    except TyperException as wrong:
        said = wrong.format_message()
        for foreign, ours in _NUMBERS.items():
            said = said.replace(foreign, ours)
        if said:  # nothing is said where nothing was asked for: then the help is shown
            context = getattr(wrong, "ctx", None)
            more = f" See: {context.command_path} --help" if context is not None else ""
            end = "" if said.endswith(("?", ".")) else "."
            typer.echo(f"ibbprint: {said[0].lower()}{' '.join(said[1:].split())}{end}{more}", err=True)
        return wrong.exit_code


def application(wanted: list[str] | None = None) -> typer.Typer:
    """The command line with the commands that are wanted, or with all of them."""
    app = typer.Typer(
        name="ibbprint",
        help="Print hex-and-counter games as kits to cut out, from the catalogue that their rules are played with.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings=HELP_OPTIONS,
    )
    app.callback()(_options)
    for name in COMMANDS if wanted is None else wanted:
        command = COMMANDS[name]
        module = import_module(f"ibbprint.cli.{command.module}")
        app.command(name, **command.more)(getattr(module, command.function))
    if wanted is None:
        app.add_typer(_rules())
    return app


def _rules() -> typer.Typer:
    from ibbprint.cli import rules

    group = typer.Typer(
        name="rules",
        help="List the rulings and switches of a game, or show one.",
        invoke_without_command=True,
        context_settings=HELP_OPTIONS,
    )
    group.callback()(rules.rules)
    group.command("show")(rules.show_rule)
    return group


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ibbprint {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    pass
