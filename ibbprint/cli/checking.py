"""The command that checks army lists and scenarios."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from ibbprint.cli.parameters import Exit, argument_info, option_info
from ibbprint.cli.progress import waiting
from ibbprint.cli.saying import folds, say, say_text, width
from ibbprint.cli.shared import Json, exit_code, finish, piped, scenario_ids, show, takes, tell_needless, usage
from ibbprint.engine.api.kits import Game
from ibbprint.jobs.checks import Check, CheckOrder, checked
from ibbprint.jobs.games import options_of
from ibbprint.patterns import regex
from ibbprint.problems import Severity, nearest

_RULE = regex(r"(?:\w+:)?[A-Za-z]{1,2}-?[0-9]+$")

Lists = Annotated[
    list[str] | None,
    argument_info(
        metavar="FILE...",
        help="Army lists in plain text or YAML (- is standard input); or scenarios by id or file, packs, or folders of"
        " games of your own.",
        autocompletion=scenario_ids,
    ),
]


AFTER = {"every": "as_printed", "fix": "every", "explain": "fix"}


@takes("checks", "CheckOrder", after=AFTER)
def check(
    order: CheckOrder,
    files: Lists = None,
    every: Annotated[bool, option_info("--all", help="Also show the checks that a scenario passes.")] = False,
    fix: Annotated[
        Path | None, option_info("--fix", metavar="OUT", help="Write the scenario with the obvious mistakes repaired.")
    ] = None,
    explain: Annotated[
        str, option_info(metavar="ID", help="Explain the rule or check behind a finding, by id; list shows all checks.")
    ] = "",
    json: Json = False,
) -> None:
    """Check army lists and scenarios, and explain what is wrong. Exit code 1 if anything is illegal.

    For a list, it says what each entry is and costs; for a scenario, whether set-up and victory are possible.
    """
    if explain:
        _explain(explain.strip(), order, json)
        if not files:
            return
    with waiting("Checking"):
        result = checked(replace(order, files=files or (), repairs=fix is not None), piped)
    if result.lists is None and result.scenarios is None and not json:
        finish(result.report, ".")
        return
    say_text(result.json if json else result.shown(every=every, width=width(), fold=folds()))
    if not json:
        tell_needless(result.needless)
    if fix is not None:
        _fix(result, fix)
    if not result.ok:
        raise Exit(exit_code(result.report.errors) or 1)


def _explain(id: str, order: CheckOrder, json: bool) -> None:
    """Show the checks or the rule of that id, `game:check` too; with `list` all checks. Else it is a wrong call."""
    from ibbprint.reports import setup_report
    from ibbprint.systems import games

    game_name = order.game
    able = [
        game
        for game in games().values()
        if (not game_name or game.id == game_name) and game.offers(Game.check_scenario)
    ]
    checks = {game.id: game.scenario_checks for game in able if game.offers(Game.check_scenario)}
    matches = {
        game: [check for check in game_checks if id in (check.id, f"{game}:{check.id}")]
        for game, game_checks in checks.items()
    }
    if any(matches.values()):
        say_text(setup_report.explained_json(matches) if json else setup_report.explained(matches, width()))
    elif id == "list":
        say_text(setup_report.listing_json(checks) if json else setup_report.listing(checks, width()))
    elif _RULE.match(id):
        from ibbprint.cli.rules import tell_rule

        tell_rule(id, game_name, "", options_of(order.packs, order.rules), json)
    else:
        near = nearest(id.rpartition(":")[2], [check.id for game_checks in checks.values() for check in game_checks])
        hint = f"Did you mean {near}?" if near else "Checks: ibbprint check --explain list. Rules: ibbprint rules."
        usage(f"there is no check or rule {id!r}.", hint)


def _fix(check: Check, target: Path) -> None:
    """Write a checked file with its obvious repairs; list them, and the repairs left in other files."""
    from ibbprint.jobs.repairs import ending, repair

    repairs = repair(check, target)
    if not repairs.source:
        first = repairs.others[0] if repairs.others else ""
        where = f"The repairs are to {first}: name a {ending(first)} file for them."
        say(where if first else "There is no obvious repair; nothing was written.", err=True)
        return
    if not repairs.done:
        show(repairs.report, Severity.WARNING)
        return
    for mend in repairs.mends:
        if mend in repairs.done:
            say(f"{mend.where}: {mend.old} -> {mend.new} ({mend.reason})", err=True)
        else:
            say(f"{mend.where}: not written, as it has no place there: {mend.new} ({mend.reason})", err=True)
    say(f"{target}: {len(repairs.done)} repair{'s' if len(repairs.done) != 1 else ''}; check it again.", err=True)
    for name in repairs.others:
        advice = f"check it again with --fix OUT{ending(name)} once {target.name} has replaced the original"
        say(f"{name}: another file needs repairs too; {advice}.", err=True)
