"""The table of the commands, and how one is called. Only the module of the called command is imported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from typing import Any, NamedTuple

from ibbprint.cli.parameters import Exit, parameters_of, with_parameters
from ibbprint.cli.saying import say, say_text
from ibbprint.problems import BadRequest, Stopped
from ibbprint.undisturbed import was_pressed
from ibbprint.version import __version__


class Command(NamedTuple):
    """Where a command is: the module of this package and the function in it."""

    module: str
    function: str
    unknown_options: bool = False
    """Whether an option that it does not name is a word like any other."""
    words_alone: bool = False
    """Whether it takes nothing but `words`, all that stands behind it, and reads them itself."""


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
    "odds": Command("odds", "odds", unknown_options=True, words_alone=True),
    "dice": Command("dice", "dice", unknown_options=True),
    "generate": Command("generating", "generate", unknown_options=True, words_alone=True),
    "check": Command("checking", "check"),
    "roster": Command("armies", "roster"),
    "army": Command("armies", "army"),
    "battle": Command("armies", "battle"),
    "cost": Command("armies", "cost"),
    "play": Command("playing", "play"),
    "replay": Command("playing", "replay"),
    "table": Command("tabling", "table"),
    "playtest": Command("playtesting", "playtest"),
    "help": Command("helping", "help_"),
}
"""Every command in the order of the help, but for those of `GROUPS`."""

GROUPS = ("map", "rules", "export")
"""What has commands of its own."""
TRACEBACK = "--traceback"
VERSION = f"ibbprint {__version__}"


def answered(words: Sequence[str]) -> int:
    """Run the command of a call; its exit code.

    An unexpected exception gets one line, like any other fault; its traceback is shown where `--traceback` is the
    first of the words.
    """
    try:
        code = _plainly_answered(words)
        if code is not None:
            return code
        from ibbprint.cli.typer_calls import application, called

        first = next((word for word in words if word != TRACEBACK), "")
        is_command = first in COMMANDS or first in GROUPS
        return called(application([first] if is_command else [] if first == "--version" else None), words)
    except (OSError, MemoryError):  # `main` ends these in ways of its own
        raise
    except Exception as fault:  # noqa: BLE001  # the last guard: no file shows a player a traceback
        import shlex
        import traceback

        from ibbprint.cli.guard import as_problem

        if words[:1] == [TRACEBACK]:
            say_text("".join(traceback.format_exception(fault)).rstrip(), err=True)
        say(str(as_problem(fault, shlex.join(word for word in words if word != TRACEBACK))), err=True)
        return 1


def _plainly_answered(words: Sequence[str]) -> int | None:
    """Run a plain call without typer; its exit code, or None for a call that typer is to read."""
    from ibbprint.cli.plain import all_words, values_of

    if list(words) == ["--version"]:
        say(VERSION)
        return 0
    first, *arguments = words or [""]
    if first not in COMMANDS:
        return None
    command = command_named(first)
    try:
        read = all_words if COMMANDS[first].words_alone else values_of
        values = read(parameters_of(command), arguments)
        if values is None:
            return None
        command(**values)
    except Exit as end:
        return end.code
    return 0


def command_named(name: str) -> Callable[..., None]:
    """The function of a command of `COMMANDS`, as `worded` makes it."""
    command = COMMANDS[name]
    return worded(getattr(import_module(f"ibbprint.cli.{command.module}"), command.function))


def worded(command: Callable[..., None]) -> Callable[..., None]:
    """The command with all of its parameters; it says on its way out what made no sense (2) or is not readable (1)."""
    from ibbprint.cli.shared import finish, usage

    if hasattr(command, "takes"):
        from ibbprint.cli.offered import complete

        command = complete(command)

    @wraps(command)
    def run(**values: Any) -> None:
        try:
            _uninterrupted(command, **values)
        except BadRequest as wrong:
            usage(str(wrong), wrong.hint, wrong.game)
        except Stopped as stopped:
            finish(stopped.report, ".")

    return with_parameters(run, parameters_of(command))


def _uninterrupted(command: Callable[..., None], **values: Any) -> None:
    """Call a command; any failure after Ctrl-C, which libraries may swallow, is an interrupt."""
    try:
        command(**values)
    except (Exception, Exit):
        if was_pressed():
            raise KeyboardInterrupt from None
        raise
