"""Shared parts of the commands: how they end, and the options that many have."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, NoReturn

from ibbprint.cli.parameters import Exit, option_info
from ibbprint.cli.saying import say, say_text, width
from ibbprint.problems import MOST_SHOWN, BadRequest, Problem, Report, Severity, Stopped, offending_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence


ORDER = "order"
"""What a command calls the record of options that it takes."""


class Takes(NamedTuple):
    """The record of options that a command takes, and how the command line has them."""

    module: str
    record: str
    only: Sequence[str] = ()
    """The options that it has, if not all."""
    after: Mapping[str, str] = {}
    """The parameters of the command that do not come last, each with the option or parameter that it follows."""
    panels: Mapping[str, Sequence[str]] = {}
    """All options in groups, in their order, for the help."""


def takes(module: str, record: str, **settings: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command that takes a record of a module of jobs. The module is imported when that command is called."""

    def marked(command: Callable[..., None]) -> Callable[..., None]:
        command.takes = Takes(module, record, **settings)  # type: ignore[attr-defined]
        return command

    return marked


def packs_of_known_games(packs: list[Path] | None) -> list[Path] | None:
    """The packs; exits with 1 where one is of an unknown game."""
    from ibbprint.jobs.targets import of_known_games

    try:
        of_known_games(packs or ())
    except Stopped as stopped:
        finish(stopped.report, ".")
    return packs


Packs = Annotated[
    list[Path] | None,
    option_info(
        "--pack",
        metavar="DIR",
        help="A designer's pack, which adds to or changes the catalogue.",
        callback=packs_of_known_games,
    ),
]
Rules = Annotated[list[str] | None, option_info("--rule", metavar="ID=VALUE", help="Play a disputed rule another way.")]
Force = Annotated[
    bool,
    option_info(
        "--force",
        help="Not needed: a kit prints even if the set-up breaks the rules, and lists the problems on its first page.",
    ),
]
Json = Annotated[bool, option_info("--json", help="Write JSON, for programs.")]


def _folder(name: str | Path) -> Path:
    """The folder that -o names; an empty name (an unset variable of the shell) is an error."""
    if not str(name):
        usage("-o names nothing.", "Name a folder, or . for the current one.")
    return Path(name)


FolderOrPdf = Annotated[
    Path,
    option_info(
        "--output", "-o", metavar="DIR|FILE.pdf", parser=_folder, help="A folder for the PDF, or the .pdf file itself."
    ),
]
GameName = Annotated[str, option_info("--game", "-g", metavar="GAME", help="The game, if the list does not name it.")]
AGame = Annotated[
    str, option_info("--game", "-g", metavar="GAME", help="The game; if not given, the first one that can do this.")
]


def scenario_ids(incomplete: str) -> list[str]:
    """The ids of shipped scenarios that begin so, for the shell to complete; files it completes by itself."""
    from ibbprint.systems import games

    listed = [item for game in games().values() for item in game.list((), Report()) if item.kind == "scenario"]
    return [item.id for item in listed if item.id.startswith(incomplete)]


def usage(message: str, hint: str = "", last: str = "") -> NoReturn:
    """Report a wrong call, with a hint or none, and exit with 2."""
    say(f"ibbprint: {message} {hint}".rstrip(), err=True)
    if last:
        say(last, err=True)
    raise Exit(2)


def show(report: Report, least: Severity, reported: Collection[Problem] = ()) -> None:
    """Show the problems of a report that are at least that severe, without those already `reported`."""
    problems = [problem for problem in report if problem.severity <= least and problem not in reported]
    for problem in problems[:MOST_SHOWN]:
        say(str(problem), err=True)
        line = offending_line(problem.where, width(err=True))
        if line is not None:
            say_text(line, err=True)
    if len(problems) > MOST_SHOWN:
        say(f"... and {len(problems) - MOST_SHOWN} more.", err=True)


def tell(
    report: Report, outcome: str = "; nothing was written.", reported: Collection[Problem] = (), whose: str = ""
) -> bool:
    """Show the problems that are not `reported` yet, with a count of errors; True when there is no error.

    `whose` begins the last line, where it is one of several.
    """
    show(report, Severity.WARNING, reported)
    errors = len(report.errors)
    if errors:
        say(f"{whose}{errors} error{'s' if errors != 1 else ''}{outcome}", err=True)
    return not errors


def finish(report: Report, outcome: str = "; nothing was written.") -> None:
    """Show the findings, and exit with their code if any is an error."""
    if not tell(report, outcome):
        raise Exit(exit_code(report.errors))


OF_FILES = ("read:file", "read:pack", "read:size", "read:list", "write:", "print:", "draw:", "generate:", "map:")
"""The rules of faults that lie in a file, or in what was made of one, whatever their place."""


def exit_code(errors: Iterable[Problem]) -> int:
    """The exit code for problems: 0 for none, 1 for a fault in a file or list, 2 for a call without sense.

    A call makes no sense if it names what there is not: a scenario, a unit, a terrain, a rule. The place of such an
    error is a word of the call, and no file.
    """
    codes = [2 if _is_of_the_call(problem) else 1 for problem in errors]
    return min(codes, default=0)


def _is_of_the_call(problem: Problem) -> bool:
    from ibbprint.catalogue.source import is_there
    from ibbprint.jobs.lists import PIPED

    place = problem.where.file
    if problem.rule.startswith(OF_FILES) or place == PIPED:
        return False
    return place.startswith("--") or not is_there(Path(place))


def tell_breaches(
    breaches: Sequence[Problem], scenario: str, packs: Sequence[Path], rules: Mapping[str, str], *, listed: bool = False
) -> None:
    """Say on one line that the set-up breaks rules, and where they are listed: with `listed` on the first page too."""
    if not breaches:
        return
    number = len(breaches)
    places = "in one place" if number == 1 else f"in {number} places"
    check = ["ibbprint", "check", scenario, *(word for pack in packs for word in ("--pack", str(pack)))]
    check += [word for name, value in rules.items() for word in ("--rule", f"{name}={value}")]
    see = "see the first page, or run" if listed else "to see where, run"
    say(f"The set-up breaks the rules {places}: {see} `{shlex.join(check)}`.", err=True)


def tell_needless(notes: Iterable[Problem]) -> None:
    """Show what a pack silences although there is no such warning."""
    for note in notes:
        say(str(note), err=True)


def rule_values(texts: Sequence[str] | None) -> dict[str, str]:
    """The values of --rule by the ids of the rules."""
    from ibbprint.jobs.games import rule_value

    return dict(rule_value(text) for text in texts or [])


def piped(limit: int) -> bytes:
    """Read at most `limit` bytes of standard input; raises BadRequest where it is closed or is a folder."""
    if sys.stdin is None:
        raise BadRequest("nothing is piped in: standard input is closed.")
    try:
        return sys.stdin.buffer.read(limit)
    except OSError as fault:
        why = (fault.strerror or "the system refused").lower()
        raise BadRequest(f"standard input cannot be read: {why}.") from fault
