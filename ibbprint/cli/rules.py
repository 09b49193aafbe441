"""The commands that answer questions about the rules: odds, rules, rules show, rules find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from typer.exceptions import TyperException

from ibbprint.cli.saying import say_text, width
from ibbprint.cli.shared import Json, Packs, Rules, finish, rule_values, show
from ibbprint.jobs.games import options_of
from ibbprint.problems import Report, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ibbprint.engine.api.kits import KitOptions


System = Annotated[str, typer.Option("--system", "--game", metavar="GAME", help="The game, if several fit.")]
OfScenario = Annotated[
    str, typer.Option("--scenario", "-s", metavar="ID", help="Use the switches as this scenario sets them.")
]


def subject_ids(context: typer.Context, incomplete: str) -> list[str]:
    """The subjects of all games that begin so, for the shell to complete where one may stand."""
    from ibbprint.jobs.chances import able_games

    known = dict.fromkeys(subject.id for game in able_games().values() for subject in game.subjects)
    return [] if context.params.get("words") else [id for id in known if id.startswith(incomplete)]


Words = Annotated[list[str] | None, typer.Argument(autocompletion=subject_ids)]


def odds(words: Words = None) -> None:
    """Work out the exact odds of an attack or any other roll: see ibbprint odds --help."""
    from ibbprint.cli.odds import Given, commands, given_of, question_of, rolls_of, with_subject
    from ibbprint.engine.api.odds import OddsRequest
    from ibbprint.jobs.chances import (
        Odds,
        able_games,
        answered,
        answered_by_any,
        answered_in_any_words,
        game_for,
        game_in,
        named_line,
    )

    named, arguments = _parted(words or (), "--game")
    if not named:
        end = next((at for at, word in enumerate(arguments) if word.startswith("-")), len(arguments))
        named, rest = game_in(arguments[:end])
        arguments = [*rest, *arguments[end:]] if named else arguments
    game = game_for([word for word in arguments if not word.startswith("-")][:1], named)
    full = with_subject(arguments, game.subjects)
    answering = answered if named or full == arguments else answered_by_any
    answers: list[Odds] = []

    def answer(request: OddsRequest, given: Given) -> None:
        answers.append(answering(game, request, given.packs, rule_values(given.rules)))

    def exact() -> Odds:
        others = [id for id, each in able_games().items() if each is not game]
        try:
            code = commands(game, answer, others)(full, prog_name="ibbprint odds", standalone_mode=False)
        except TyperException as wrong:
            wrong.message = f"{wrong.message.rstrip('.')}. {named_line(game)}"
            raise
        if full == ["--help"] and not named:
            say_text(f"{rolls_of((each for each in able_games().values() if each is not game), width())}\n")
        if code or not answers:
            raise typer.Exit(code or 0)
        return answers[0]

    given = given_of(arguments)
    result = answered_in_any_words(
        exact,
        question_of(arguments),
        named,
        given.packs,
        rule_values(given.rules),
        (TyperException,),
        free=full != arguments,
        letters=max(map(len, (" ".join(word for word in arguments if not word.startswith("-")), *arguments))),
    )
    if result.answer is None:
        finish(result.report, f". {result.last_line}")
        return
    show(result.report, Severity.WARNING)
    say_text(result.json if given.json else result.shown(width()))


def _parted(arguments: Sequence[str], option: str) -> tuple[str, list[str]]:
    """The value of an option among arguments that are yet to be parsed, nothing for none; and the others."""
    value, others, rest = "", [], iter(arguments)
    for argument in rest:
        name, equals, after = argument.partition("=")
        if name == option:
            value = after if equals else next(rest, "")
        else:
            others.append(argument)
    return value, others


def rules(
    context: typer.Context,
    system: System = "",
    switches: Annotated[bool, typer.Option("--switches", help="List only the switches, with their values.")] = False,
    scenario: OfScenario = "",
    rule: Rules = None,
    pack: Packs = None,
    json: Json = False,
) -> None:
    """List the rulings of a game; with --switches, only those with a choice."""
    if context.invoked_subcommand is not None:
        return
    from ibbprint.jobs.rulings import game_of_rules
    from ibbprint.reports import rules_report

    report = Report()
    options = options_of(pack, rule_values(rule))
    game = game_of_rules(system, scenario, options)
    texts = game.rules(scenario, options, report)
    if texts is None:
        finish(report, ".")
        return
    chosen = [each for each in texts if each.switch is not None] if switches else texts
    if json:
        say_text(rules_report.listing_json(chosen))
    else:
        say_text(rules_report.switches(chosen, width()) if switches else rules_report.listing(chosen, width()))


def show_rule(
    id: Annotated[str, typer.Argument(help="The id of a rule, as in the list or in the brackets after a note.")],
    system: System = "",
    scenario: OfScenario = "",
    rule: Rules = None,
    pack: Packs = None,
    json: Json = False,
) -> None:
    """Show one rule: its text, its switch, related rulings, and what it affects in the catalogue."""
    tell_rule(id, system, scenario, options_of(pack, rule_values(rule)), json)


def tell_rule(id: str, system: str, scenario: str, options: KitOptions, json: bool) -> None:
    """Show a rule of a game."""
    from ibbprint.jobs.rulings import SeveralRules, game_of_rule
    from ibbprint.reports import rules_report

    report = Report()
    try:
        game = game_of_rule(id, system, scenario, options)
    except SeveralRules as several:
        rules = [(each.game.id, each.game.title, each.rule) for each in several.namesakes]
        say_text(rules_report.namesakes(id, rules, width(err=True)), err=True)
        raise typer.Exit(2) from None
    text = game.rule(id, scenario, options, report)
    if text is None:
        finish(report, ".")
        return
    say_text(rules_report.whole_json(text) if json else rules_report.whole(text, width()))


def find_rules(
    words: Annotated[list[str], typer.Argument(help="What the rule is about: stacking, zoc, leaving a zone.")],
    system: System = "",
    every: Annotated[bool, typer.Option("--all", help="List every match, not just the best.")] = False,
    pack: Packs = None,
    json: Json = False,
) -> None:
    """Find rulings and statements of all games by words, best first."""
    from ibbprint.jobs.rulings import rules_by_words

    result = rules_by_words(" ".join(words), system, tuple(pack or ()))
    show(result.report, Severity.WARNING)
    if not result.report.ok:
        finish(result.report, ".")
    say_text(result.json if json else result.text(every=every, width=width()))
