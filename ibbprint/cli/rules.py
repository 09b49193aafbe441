"""The commands that tell the rules: rules, rules show, rules find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ibbprint.cli.parameters import Exit, argument_info, option_info
from ibbprint.cli.saying import say_text, width
from ibbprint.cli.shared import Json, Packs, Rules, finish, rule_values, show
from ibbprint.jobs.games import options_of
from ibbprint.problems import Report, Severity

if TYPE_CHECKING:
    from ibbprint.engine.api.kits import KitOptions


System = Annotated[str, option_info("--system", "--game", "-g", metavar="GAME", help="The game, if several fit.")]
OfScenario = Annotated[
    str, option_info("--scenario", "-s", metavar="ID", help="Use the switches as this scenario sets them.")
]


def rules(
    context: typer.Context,
    system: System = "",
    switches: Annotated[bool, option_info("--switches", help="List only the switches, with their values.")] = False,
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
    chosen = [text for text in texts if text.switch is not None] if switches else texts
    if json:
        say_text(rules_report.listing_json(chosen))
    else:
        say_text(rules_report.switches(chosen, width()) if switches else rules_report.listing(chosen, width()))


def show_rule(
    id: Annotated[str, argument_info(help="The id of a rule, as in the list or in the brackets after a note.")],
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
        rules = [(namesake.game.id, namesake.game.title, namesake.rule) for namesake in several.namesakes]
        say_text(rules_report.namesakes(id, rules, width(err=True)), err=True)
        raise Exit(2) from None
    text = game.rule(id, scenario, options, report)
    if text is None:
        finish(report, ".")
        return
    say_text(rules_report.rule_json(text) if json else rules_report.rule_text(text, width()))


def find_rules(
    words: Annotated[list[str], argument_info(help="What the rule is about: stacking, zoc, leaving a zone.")],
    system: System = "",
    every: Annotated[bool, option_info("--all", help="List every match, not just the best.")] = False,
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
