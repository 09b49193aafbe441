"""The command that shows the help of another: help."""

from __future__ import annotations

from typing import Annotated

from ibbprint.cli.parameters import Exit, argument_info


def help_(
    words: Annotated[
        list[str] | None, argument_info(metavar="COMMAND", help="A command, such as kit or map show.")
    ] = None,
) -> None:
    """Show the help of a command; without one, list the commands."""
    from ibbprint.cli.commands import COMMANDS, GROUPS
    from ibbprint.cli.typer_calls import application, called

    names = [word for word in (words or ())[:1] if word in COMMANDS or word in GROUPS]
    code = called(application(names or None), [*(words or ()), "--help"])
    if code:
        raise Exit(code)
