"""The command that works out odds, with a command for each roll, made from what a game says can be asked of it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ibbprint.cli.examples import epilogue
from ibbprint.cli.offered import PACKS, RULES, chosen, parameters
from ibbprint.cli.parameters import (
    Exit,
    Parameter,
    argument_info,
    for_typer,
    option_info,
    parameters_of,
    with_parameters,
)
from ibbprint.cli.plain import values_of
from ibbprint.cli.saying import say_text, width
from ibbprint.cli.shared import finish, rule_values, show
from ibbprint.digits import are_digits
from ibbprint.engine.api.kits import Game
from ibbprint.engine.api.odds import AskOption, OddsRequest, Subject
from ibbprint.problems import Severity

if TYPE_CHECKING:
    from typer.exceptions import TyperException

HELP_WIDTH = 80
"""The columns of the help, which are those of typer."""

MOST_DIGITS = 9
"""Digits of a number that an option is given."""


def subject_ids(ctx: Any, incomplete: str) -> list[str]:
    """The subjects of all games that begin so, for the shell to complete where one may stand."""
    from ibbprint.jobs.asked_games import able_games

    ids = dict.fromkeys(subject.id for game in able_games().values() for subject in game.subjects)
    return [] if ctx.params.get("words") else [id for id in ids if id.startswith(incomplete)]


class _Misread(Exception):
    """Typer cannot read a question; `wrong` says why."""

    def __init__(self, wrong: TyperException) -> None:
        super().__init__(str(wrong))
        self.wrong = wrong


Words = Annotated[list[str] | None, argument_info(autocompletion=subject_ids)]


def odds(words: Words = None) -> None:
    """Work out the exact odds of an attack or any other roll: see ibbprint odds --help."""
    from ibbprint.jobs.asked_games import able_games, game_for, game_in, game_of_folder, named_line
    from ibbprint.jobs.chances import answered, answered_by_any, answered_in_any_words
    from ibbprint.jobs.odds_results import Odds

    game_name, arguments = _extract_option(("--game", "-g"), words or ())
    game_name = game_name or game_of_folder(given_of(arguments).packs)
    if not game_name:
        end = next((at for at, word in enumerate(arguments) if word.startswith("-")), len(arguments))
        game_name, remaining = game_in(arguments[:end])
        arguments = [*remaining, *arguments[end:]] if game_name else arguments
    game = game_for([word for word in arguments if not word.startswith("-")][:1], game_name)
    full = with_subject(arguments, game.subjects)
    answering = answered if game_name or full == arguments else answered_by_any
    answers: list[Odds] = []

    def answer(request: OddsRequest, options: SharedOptions) -> None:
        answers.append(answering(game, request, options.packs, rule_values(options.rules)))

    def exact() -> Odds:
        if _plainly_asked(game, answer, full):
            return answers[0]
        from typer.exceptions import TyperException

        other_games = [id for id, able in able_games().items() if able is not game]
        try:
            code = commands(game, answer, other_games)(full, prog_name="ibbprint odds", standalone_mode=False)
        except TyperException as wrong:
            wrong.message = f"{wrong.message.rstrip('.')}. {named_line(game)}"
            raise _Misread(wrong) from None
        if full == ["--help"] and not game_name:
            say_text(f"{rolls_of((able for able in able_games().values() if able is not game), width())}\n")
        if code or not answers:
            raise Exit(code or 0)
        return answers[0]

    options = given_of(arguments)
    try:
        result = answered_in_any_words(
            exact,
            question_of(arguments),
            game_name,
            options.packs,
            rule_values(options.rules),
            (_Misread,),
            free=full != arguments,
            letters=max(map(len, (" ".join(word for word in arguments if not word.startswith("-")), *arguments))),
        )
    except _Misread as misread:
        from ibbprint.cli.typer_calls import report_misuse

        raise Exit(report_misuse(misread.wrong)) from None
    if result.answer is None:
        finish(result.report, f". {result.closing}")
        return
    show(result.report, Severity.WARNING)
    say_text(result.json if options.json else result.shown(width()))


def _extract_option(names: Sequence[str], arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The value of an option among unparsed arguments (empty if it is not there), and the other arguments."""
    value, remaining, words = "", [], iter(arguments)
    for argument in words:
        name, equals, after = argument.partition("=")
        if name in names:
            value = after if equals else next(words, "")
        else:
            remaining.append(argument)
    return value, remaining


def _plainly_asked(game: Game, answer: Callable[[OddsRequest, SharedOptions], None], words: Sequence[str]) -> bool:
    """Put a question to which a subject of the game has all options; false for one that typer is to read."""
    subject = next((subject for subject in game.subjects if subject.id == words[0]), None)
    ask = None if subject is None else _command(subject, answer)
    values = None if ask is None else values_of(parameters_of(ask), words[1:])
    if ask is None or values is None:
        return False
    ask(**values)
    return True


class SharedOptions(NamedTuple):
    """The packs, rules and --json of a command line."""

    packs: tuple[Path, ...]
    rules: tuple[str, ...]
    json: bool


def commands(game: Game, answer: Callable[[OddsRequest, SharedOptions], None], other_games: Sequence[str] = ()) -> Any:
    """A command for each subject, for typer. `answer` is called with the question; the help names `other_games`."""
    import typer

    subjects = game.subjects
    article = "an" if subjects[0].id[0] in "aeiou" else "a"
    help_end = f" For the rolls of other games: --game {', '.join(other_games)}." if other_games else ""
    help_end += " You can ask in your own words."
    app = typer.Typer(
        name="odds",
        add_completion=False,
        pretty_exceptions_enable=False,
        help=f"Work out the exact odds of any roll in {game.title}, with the code that plays it. "
        f"Without a command, it works out {article} {subjects[0].id}.{help_end}",
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=epilogue("odds"),
    )

    # With a callback there are commands even where there is but one subject.
    @app.callback()
    def _nothing() -> None:
        pass

    for subject in subjects:
        app.command(subject.id, help=subject.help)(for_typer(_command(subject, answer)))
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


def given_of(arguments: Sequence[str]) -> SharedOptions:
    """The packs, rules and --json of a command line, for arguments that no subject could read."""
    values: dict[str, list[str]] = {"pack": [], "rule": []}
    words = iter(arguments)
    for argument in words:
        name, equals, value = argument.removeprefix("--").partition("=")
        if argument.startswith("--") and name in values:
            values[name].append(value if equals else next(words, ""))
    return SharedOptions(tuple(map(Path, values["pack"])), tuple(values["rule"]), "--json" in arguments)


_SHARED = {"pack": 1, "rule": 1, "json": 0}
"""The options of every question, and how many values each takes."""


def _parted(arguments: Sequence[str], options_by_name: Mapping[str, AskOption]) -> tuple[str, Mapping[str, Any]] | None:
    words: list[str] = []
    options: dict[str, Any] = {}
    arguments_left = iter(arguments)
    for argument in arguments_left:
        name, equals, value = argument.removeprefix("--").partition("=")
        if not argument.startswith("--"):
            words.append(argument)
        elif name in _SHARED:
            _ = next(arguments_left, "") if _SHARED[name] and not equals else ""
        elif name not in options_by_name:
            return None
        elif options_by_name[name].kind == "flag":
            options[name] = True
        else:
            text = value if equals else next(arguments_left, "")
            if options_by_name[name].kind == "number" and not _is_number(text):
                return None
            options[name] = (
                int(text)
                if options_by_name[name].kind == "number"
                else (*options.get(name, ()), text)
                if options_by_name[name].kind == "texts"
                else text
            )
    return " ".join(words), options


def _is_number(text: str) -> bool:
    """Whether the value of an option is a number, with a sign before it or none."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    return are_digits(digits) and len(digits) <= MOST_DIGITS


def _command(subject: Subject, answer: Callable[[OddsRequest, SharedOptions], None]) -> Callable[..., None]:
    def ask(**values: Any) -> None:
        words = " ".join(values["words"] or ()) if subject.words else ""
        request = OddsRequest(subject.id, words.strip(), chosen(subject.options, values))
        answer(request, SharedOptions(tuple(values["pack"] or ()), tuple(values["rule"] or ()), values["json"]))

    words = argument_info(metavar=subject.words, help=subject.words_help, show_default=False)
    first = [Parameter("words", list[str] | None, words, None)] if subject.words else []
    return with_parameters(ask, [*first, *parameters(subject.options), PACKS, RULES, _GAME, _JSON])


_GAME = Parameter(
    "game", str, option_info("--game", "-g", metavar="GAME", help="The game, if several know this roll."), ""
)
_JSON = Parameter(
    "json",
    bool,
    option_info("--json", help="Write JSON, for programs: every chance as a fraction and a percentage."),
    False,
)
