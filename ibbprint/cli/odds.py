"""The commands of `ibbprint odds`, made from what a game says can be asked of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from ibbprint.engine.api.odds import AskOption, OddsRequest, Subject, was_given


class Given(NamedTuple):
    """What stands on the command line besides the question itself."""

    packs: tuple[Path, ...]
    rules: tuple[str, ...]
    json: bool


_SHARED: tuple[tuple[str, Any, Any, Any], ...] = (
    (
        "pack",
        list[Path] | None,
        typer.Option(
            "--pack", metavar="DIR", help="A designer's pack, which adds to or changes the shipped catalogue."
        ),
        None,
    ),
    (
        "rule",
        list[str] | None,
        typer.Option("--rule", metavar="ID=VALUE", help="Play a disputed rule another way."),
        None,
    ),
    ("game", str, typer.Option("--game", metavar="GAME", help="The game, if several know this roll."), ""),
    (
        "json",
        bool,
        typer.Option("--json", help="Write JSON, for programs: every chance as a fraction and a percentage."),
        False,
    ),
)


def commands(
    subjects: Sequence[Subject], answer: Callable[[OddsRequest, Given], None], others: Sequence[str] = ()
) -> typer.Typer:
    """A command for each subject; `answer` is called with the question that was put. `others` are other games."""
    more = f" For the rolls of other games: --game {', '.join(others)}." if others else ""
    app = typer.Typer(
        name="odds", add_completion=False, pretty_exceptions_enable=False,
        help="Work out the exact odds of any roll in the game, with the code that plays it. "
        f"Without a command, it works out an {subjects[0].id}.{more}",
        context_settings={"help_option_names": ["-h", "--help"]},
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
        options = {o.name: _value(o, given[_name(o)]) for o in subject.options if was_given(given[_name(o)])}
        words = " ".join(given.get("words") or ())
        answer(
            OddsRequest(subject.id, words.strip(), options),
            Given(tuple(given["pack"] or ()), tuple(given["rule"] or ()), given["json"]),
        )

    parameters: list[tuple[str, Any, Any, Any]] = []
    if subject.words:
        words = typer.Argument(metavar=subject.words, help=subject.words_help, show_default=False)
        parameters.append(("words", list[str] | None, words, None))
    types: dict[str, Any] = {"flag": bool, "number": int | None, "text": str | None, "texts": list[str] | None}
    for one in subject.options:
        metavar = one.metavar or None
        option = typer.Option(f"--{one.name}", metavar=None if one.kind == "flag" else metavar, help=one.help)
        parameters.append((_name(one), types[one.kind], option, False if one.kind == "flag" else None))
    parameters += [*_SHARED]
    made = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, info])
        for name, kind, info, default in parameters
    ]
    ask.__signature__ = inspect.Signature(made)  # type: ignore[attr-defined]
    ask.__annotations__ = {each.name: each.annotation for each in made}
    return ask


def _name(option: AskOption) -> str:
    return f"option_{option.name.replace('-', '_')}"


def _value(option: AskOption, value: Any) -> Any:
    return tuple(value) if option.kind == "texts" else value
