"""The commands that answer questions about the rules: odds, rules, rules show."""

from __future__ import annotations

from typing import Annotated

import typer

from ibbprint.cli.shared import Json, Packs, Rules, can_show, finish, one_of, options_of, rule_values, show, usage
from ibbprint.problems import Report, Severity

System = Annotated[str, typer.Option("--system", "--game", metavar="GAME", help="The game, where there are several.")]
OfScenario = Annotated[
    str, typer.Option("--scenario", "-s", metavar="ID", help="Switches stand as this scenario has them.")
]


def odds(context: typer.Context) -> None:
    """Tell the exact chances of an attack or of any other roll: ibbprint odds --help."""
    from ibbprint.asking import Given, commands, with_subject
    from ibbprint.reports.odds_report import as_json, as_text
    from ibbprint.systems import games
    from ibbprint.systems.api import BadQuestion, KitOptions, OddsRequest, tells_odds

    arguments = list(context.args)
    able = {id: each for id, each in games().items() if tells_odds(each)}
    game = one_of(able, _given(arguments, "--game"))

    def answer(request: OddsRequest, given: Given) -> None:
        report = Report()
        try:
            made = game.odds(request, KitOptions(given.packs, rule_values(given.rules)), report)
        except BadQuestion as bad:
            usage(str(bad), bad.hint)
        if made is None or not report.ok:
            finish(report, ".")
            return
        show(report, Severity.WARNING)
        typer.echo(as_json(made) if given.json else as_text(made, "█" if can_show("█") else "#"))

    commands(game.subjects, answer)(with_subject(arguments, game.subjects), prog_name="ibbprint odds")


def _given(arguments: list[str], option: str) -> str:
    """The value of an option among arguments that are yet to be parsed."""
    for at, argument in enumerate(arguments):
        if argument.startswith(f"{option}="):
            return argument.partition("=")[2]
        if argument == option and at + 1 < len(arguments):
            return arguments[at + 1]
    return ""


def rules(
    context: typer.Context,
    system: System = "",
    switches: Annotated[bool, typer.Option("--switches", help="Only the switches, with their values.")] = False,
    scenario: OfScenario = "",
    rule: Rules = None,
    pack: Packs = None,
    json: Json = False,
) -> None:
    """List the rulings of a game (see: rules show ID), or with --switches those that can be played another way."""
    if context.invoked_subcommand is not None:
        return
    from ibbprint.reports import rules_report
    from ibbprint.systems import games
    from ibbprint.systems.api import has_rules

    report = Report()
    game = one_of({id: each for id, each in games().items() if has_rules(each)}, system)
    options = options_of(pack, rule_values(rule))
    found = game.rules(scenario, options, report)
    if found is None:
        finish(report, ".")
        return
    chosen = [each for each in found if each.switch is not None] if switches else found
    if json:
        typer.echo(rules_report.listing_json(chosen))
    else:
        typer.echo(rules_report.switches(chosen) if switches else rules_report.listing(chosen))


def show_rule(
    id: Annotated[str, typer.Argument(help="The id of a rule, as the list has it or as a note names it in brackets.")],
    system: System = "",
    scenario: OfScenario = "",
    rule: Rules = None,
    pack: Packs = None,
    json: Json = False,
) -> None:
    """Show one ruling: its text, its switch, what it is tied to, and what of the catalogue it touches."""
    from ibbprint.reports import rules_report
    from ibbprint.systems import games
    from ibbprint.systems.api import has_rules

    report = Report()
    game = one_of({id: each for id, each in games().items() if has_rules(each)}, system)
    found = game.rule(id, scenario, options_of(pack, rule_values(rule)), report)
    if found is None:
        finish(report, ".")
        return
    typer.echo(rules_report.whole_json(found) if json else rules_report.whole(found))
