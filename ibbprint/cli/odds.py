"""The commands of `ibbprint odds`, made from what a game says can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import typer

from ibbprint.cli.examples import epilogue
from ibbprint.cli.offered import PACKS, RULES, Parameter, chosen, parameters, with_parameters
from ibbprint.engine.api.odds import OddsRequest, Subject


class Given(NamedTuple):
    """What stands on the command line besides the question itself."""

    packs: tuple[Path, ...]
    rules: tuple[str, ...]
    json: bool


def commands(
    subjects: Sequence[Subject], answer: Callable[[OddsRequest, Given], None], others: Sequence[str] = ()
) -> typer.Typer:
    """A command for each subject; `answer` is called with the question that was put. `others` are other games."""
    article = "an" if subjects[0].id[0] in "aeiou" else "a"
    more = f" For the rolls of other games: --game {', '.join(others)}." if others else ""
    app = typer.Typer(
        name="odds", add_completion=False, pretty_exceptions_enable=False,
        help="Work out the exact odds of any roll in the game, with the code that plays it. "
        f"Without a command, it works out {article} {subjects[0].id}.{more}",
        context_settings={"help_option_names": ["-h", "--help"]}, epilog=epilogue("odds"),
    )  # fmt: skip

    # With a callback there are commands even where there is but one subject.
    @app.callback()
    def _nothing() -> None:
        pass

    for subject in subjects:
        app.command(subject.id, help=subject.help)(_command(subject, answer))
    return app


def with_subject(arguments: Sequence[str], subjects: Sequence[Subject]) -> list[str]:
    """The arguments with the first subject put in where none is named."""
    if not arguments or arguments[0] in ("-h", "--help"):
        return ["--help"]
    return list(arguments) if arguments[0] in [s.id for s in subjects] else [subjects[0].id, *arguments]


def _command(subject: Subject, answer: Callable[[OddsRequest, Given], None]) -> Callable[..., None]:
    def ask(**given: Any) -> None:
        words = " ".join(given["words"] or ()) if subject.words else ""
        request = OddsRequest(subject.id, words.strip(), chosen(subject.options, given))
        answer(request, Given(tuple(given["pack"] or ()), tuple(given["rule"] or ()), given["json"]))

    words = typer.Argument(metavar=subject.words, help=subject.words_help, show_default=False)
    first = [Parameter("words", list[str] | None, words, None)] if subject.words else []
    return with_parameters(ask, [*first, *parameters(subject.options), PACKS, RULES, _GAME, _JSON])


_GAME = Parameter(
    "game", str, typer.Option("--game", metavar="GAME", help="The game, if several know this roll."), ""
)  # fmt: skip
_JSON = Parameter(
    "json", bool,
    typer.Option("--json", help="Write JSON, for programs: every chance as a fraction and a percentage."), False,
)  # fmt: skip
