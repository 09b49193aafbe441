"""The commands of `ibbprint odds`, made from what a game says can be asked of it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from ibbprint.cli.examples import epilogue
from ibbprint.cli.offered import PACKS, RULES, Parameter, as_typer, chosen, parameters, with_parameters
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import Json, finish, show, usage
from ibbprint.digits import are_digits
from ibbprint.engine.api.kits import Game
from ibbprint.engine.api.odds import AskOption, OddsRequest, Subject
from ibbprint.jobs.on_paper import PaperOptions
from ibbprint.problems import Severity, did_you_mean

HELP_WIDTH = 80
"""The columns of the help, which are those of typer."""

MOST_DIGITS = 9
"""Digits of a number that an option is given."""


class Given(NamedTuple):
    """What stands on the command line besides the question itself."""

    packs: tuple[Path, ...]
    rules: tuple[str, ...]
    json: bool


def commands(game: Game, answer: Callable[[OddsRequest, Given], None], others: Sequence[str] = ()) -> typer.Typer:
    """A command for each subject; `answer` is called with the question that was put. `others` are other games."""
    subjects = game.subjects
    article = "an" if subjects[0].id[0] in "aeiou" else "a"
    more = f" For the rolls of other games: --game {', '.join(others)}." if others else ""
    more += " You can ask in your own words."
    app = typer.Typer(
        name="odds",
        add_completion=False,
        pretty_exceptions_enable=False,
        help=f"Work out the exact odds of any roll in {game.title}, with the code that plays it. "
        f"Without a command, it works out {article} {subjects[0].id}.{more}",
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=epilogue("odds"),
    )

    # With a callback there are commands even where there is but one subject.
    @app.callback()
    def _nothing() -> None:
        pass

    for subject in subjects:
        app.command(subject.id, help=subject.help)(_command(subject, answer))
    return app


def rolls_of(games: Iterable[Game], width: int) -> str:
    """The rolls of some games, each with what it answers, as a text of `width` columns or of the help’s, if fewer."""
    tables = []
    for game in games:
        wide = max(len(subject.id) for subject in game.subjects)
        lines = [
            textwrap.fill(
                subject.help,
                min(width, HELP_WIDTH),
                initial_indent=f"  {subject.id:<{wide}}  ",
                subsequent_indent=" " * (wide + 4),
                break_on_hyphens=False,
            )
            for subject in game.subjects
        ]
        tables.append("\n".join([f"{game.title} (--game {game.id}):", *lines]))
    return "\n\n".join(tables)


def with_subject(arguments: Sequence[str], subjects: Sequence[Subject]) -> list[str]:
    """The arguments with the first subject put in where none is named."""
    if not arguments or arguments[0] in ("-h", "--help"):
        return ["--help"]
    return list(arguments) if arguments[0] in [s.id for s in subjects] else [subjects[0].id, *arguments]


def question_of(arguments: Sequence[str]) -> Callable[[Subject], tuple[str, Mapping[str, Any]] | None]:
    """A question as each subject reads it: its words, and its options by their names; None with one that it has not."""
    return lambda subject: _parted(arguments, {option.name: option for option in subject.options})


def given_of(arguments: Sequence[str]) -> Given:
    """What stands on the command line besides the question itself, of arguments that no subject could read."""
    values: dict[str, list[str]] = {"pack": [], "rule": []}
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.removeprefix("--").partition("=")
        if argument.startswith("--") and name in values:
            values[name].append(value if equals else next(rest, ""))
    return Given(tuple(map(Path, values["pack"])), tuple(values["rule"]), "--json" in arguments)


_SHARED = {"pack": 1, "rule": 1, "json": 0}
"""The options of every question, and how many values each takes."""


def _parted(arguments: Sequence[str], known: Mapping[str, AskOption]) -> tuple[str, Mapping[str, Any]] | None:
    words: list[str] = []
    options: dict[str, Any] = {}
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.removeprefix("--").partition("=")
        if not argument.startswith("--"):
            words.append(argument)
        elif name in _SHARED:
            _ = next(rest, "") if _SHARED[name] and not equals else ""
        elif name not in known:
            return None
        elif known[name].kind == "flag":
            options[name] = True
        else:
            text = value if equals else next(rest, "")
            if known[name].kind == "number" and not _is_number(text):
                return None
            options[name] = (
                int(text)
                if known[name].kind == "number"
                else (*options.get(name, ()), text)
                if known[name].kind == "texts"
                else text
            )
    return " ".join(words), options


def _is_number(text: str) -> bool:
    """Whether the value of an option is a number, with a sign before it or none."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    return are_digits(digits) and len(digits) <= MOST_DIGITS


def _command(subject: Subject, answer: Callable[[OddsRequest, Given], None]) -> Callable[..., None]:
    def ask(**given: Any) -> None:
        words = " ".join(given["words"] or ()) if subject.words else ""
        request = OddsRequest(subject.id, words.strip(), chosen(subject.options, given))
        answer(request, Given(tuple(given["pack"] or ()), tuple(given["rule"] or ()), given["json"]))

    words = typer.Argument(metavar=subject.words, help=subject.words_help, show_default=False)
    first = [Parameter("words", list[str] | None, words, None)] if subject.words else []
    return with_parameters(ask, [*first, *parameters(subject.options), PACKS, RULES, _GAME, _JSON])


_GAME = Parameter("game", str, typer.Option("--game", metavar="GAME", help="The game, if several know this roll."), "")
_JSON = Parameter(
    "json",
    bool,
    typer.Option("--json", help="Write JSON, for programs: every chance as a fraction and a percentage."),
    False,
)

OPTIONS = ("--json", "--output", "--paper", "--help")


def dice(
    expression: Annotated[
        list[str],
        typer.Argument(
            metavar="EXPRESSION...",
            help="2d6, d6+d10, d66, 3d6kh2 (keep the highest two), '2d10 vs 12', 'successes(5, 4+ on d6)'.",
        ),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Print the tables as cards, a .pdf file.")
    ] = None,
    paper: Annotated[str, as_typer(PaperOptions, "paper")] = "",
    json: Json = False,
) -> None:
    """Work out the exact chances of any dice roll: exactly, at least and at most each result."""
    from ibbprint.dice_words import texts_of
    from ibbprint.jobs.dice_tables import tables_of
    from ibbprint.press.output import write_whole

    wrong = next((word for word in expression if word.startswith("--")), None)
    if wrong is not None:
        usage(f"there is no option {wrong!r}.", did_you_mean(wrong, OPTIONS))
    if output is not None and output.suffix.lower() != ".pdf":
        usage(f"the cards go into a .pdf file, not {output.name!r}.")
    tables = tables_of(texts_of(expression))
    if not tables.ok:
        finish(tables.report, ".")
    say_text(tables.json if json else tables.shown(width()))
    if output is None:
        return
    pdf = tables.cards(paper)
    if not pdf or not write_whole(output, pdf, tables.report):
        finish(tables.report)
        return
    show(tables.report, Severity.WARNING)
    cards = "1 card" if len(tables.expressions) == 1 else f"{len(tables.expressions)} cards"
    say(f"{output}: {cards}", err=json)
