"""The commands that make something of army lists: roster, army, battle, cost."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ibbprint.cli.parameters import Exit, argument_info, option_info
from ibbprint.cli.progress import waiting
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import GameName, Json, Packs, Rules, exit_code, finish, piped, rule_values, show, takes, usage
from ibbprint.engine.api.kits import Game
from ibbprint.jobs.games import game_of_entry, one_of, options_of
from ibbprint.jobs.lists import PIPED, checking_game, read_documents
from ibbprint.problems import Report, Severity

if TYPE_CHECKING:
    from ibbprint.jobs.rosters import RosterOrder


@takes("rosters", "RosterOrder")
def roster(order: "RosterOrder") -> None:
    """Print a checked army list with counters, verdict and check code, as proof for your opponent."""
    from ibbprint.jobs.rosters import print_roster

    with waiting("Printing"):
        result = print_roster(order, piped)
    if result.path is None:
        finish(result.report)
        return
    show(result.report, Severity.WARNING)
    long = " (the list is too long for two)" if result.pages > 2 else ""
    pages = f"{result.pages} page{'s' if result.pages != 1 else ''}{long}"
    verdict = "; cannot be judged: the list leaves open what is bought" if result.undecided and result.report.ok else ""
    say(f"{result.path}: {pages}; edition {result.edition}, {result.stamp}{verdict}")
    if not result.ok:
        raise Exit(1)


def army(
    budget: Annotated[
        int | None,
        option_info(
            "--budget", "--points", min=1, max=100_000, metavar="N", help="The agreed budget, in gold or points."
        ),
    ] = None,
    theme: Annotated[
        str, option_info(metavar="THEME", help="A race, an arm, or an army as generate makes it; list shows them all.")
    ] = "",
    role: Annotated[str, option_info(help="attacker or defender; if not given, a meeting engagement.")] = "",
    seed: Annotated[str, option_info(metavar="TEXT", help="Any text; the same seed always gives the same army.")] = "1",
    game: GameName = "",
    pack: Packs = None,
    rule: Rules = None,
) -> None:
    """Make up a legal army list, in the plain text that check reads."""
    from ibbprint.cli.offered import show_themes
    from ibbprint.engine.api.lists import LIST, ArmyRequest
    from ibbprint.systems import games_with

    report = Report()
    able = one_of(games_with(Game.checker), game)
    if theme == LIST:
        show_themes(able, options_of(pack, rule_values(rule)))
        return
    request = ArmyRequest(budget, theme, role, seed)
    result = able.army(request, options_of(pack, rule_values(rule)), report)
    if result is None:
        finish(report)
        return
    say_text(result.rstrip("\n"))


def battle(
    lists: Annotated[
        list[str], argument_info(metavar="LIST...", help="Two army lists, as plain text or YAML; - is standard input.")
    ],
    kind: Annotated[
        str, option_info(help="meeting or attack; if not given, an attack if one side defends.", metavar="KIND")
    ] = "",
    defender: Annotated[str, option_info(metavar="LIST", help="Which of the two lists defends.")] = "",
    map: Annotated[str, option_info("--map", metavar="NAME", help="The map (see: ibbprint list).")] = "",
    output: Annotated[
        Path | None, option_info("--output", "-o", metavar="FILE", help="The file to write, or a folder for it.")
    ] = None,
    force: Annotated[bool, option_info("--force", help="Overwrite an existing file.")] = False,
    game: GameName = "",
    pack: Packs = None,
    rule: Rules = None,
) -> None:
    """Turn two army lists into a scenario that you can edit, check, print and play."""
    from ibbprint.catalogue.source import is_folder, is_there
    from ibbprint.engine.api.lists import BattleRequest
    from ibbprint.press.output import plain_name, write_whole

    if len(lists) == 2 and lists[0] == lists[1]:
        usage(f"{lists[0]} cannot fight itself.", "Name two lists; for identical armies, copy the file.")
    if len(lists) > 2:
        usage(f"a battle needs two lists, not {len(lists)}.")
    if output is not None and output.suffix not in (".yaml", ".yml") and not is_folder(output):
        usage(f"a scenario is a .yaml file, not {output.name!r}.")
    report = Report()
    documents = read_documents(lists, report, piped)
    able = checking_game(documents, game, report) if report.ok else None
    if able is None:
        finish(report)
        return
    if not able.offers(Game.battle):
        usage(f"{able.title} cannot make battles from lists.")
    options = options_of(pack, rule_values(rule))
    file = output.name if output is not None and not is_folder(output) else ""
    whom = PIPED if defender == "-" else defender
    with waiting("Making the battle"):
        result = able.battle(documents, BattleRequest(kind, whom, map, file), options, report)
    if result is None or not report.ok:
        finish(report)
        return
    file_name = f"{plain_name(result.id)}.yaml"
    target = output or Path(file_name)
    target = target / file_name if is_folder(target) else target
    if not force and is_there(target):
        usage(f"{target} already exists.", "Name another file with -o, or overwrite it with --force.")
    if not write_whole(target, result.text.encode(), report):
        finish(report)
        return
    show(report, Severity.WARNING)
    places = ", ".join(result.places)
    say(f"{target}: {result.title}; {result.kind}, {result.map}, {result.turns} turns, for: {places}")


def cost(
    entry: Annotated[list[str], argument_info(metavar="ENTRY...", help="A list entry: 3x Light Infantry Q3.")],
    game: GameName = "",
    pack: Packs = None,
    json: Json = False,
) -> None:
    """Show what an army list entry costs, and why."""
    from ibbprint.reports import list_report
    from ibbprint.systems import games_with

    report = Report()
    able, words = games_with(Game.checker), " ".join(entry)
    if Path(words).exists():
        usage(f"cost takes an entry of a list, not {words}.", f"For a whole list: ibbprint check {words}.")
    named_game = game_of_entry(words, able) if not game and not pack else None
    priced = (named_game or one_of(able, game)).cost(words, options_of(pack, {}), report)
    if priced is None:
        if json:
            say_text(list_report.findings_json(report))
            raise Exit(exit_code(report.errors))
        finish(report, ".")
        return
    show(report, Severity.WARNING)
    say_text(list_report.price_json(priced) if json else list_report.price_text(priced, width()))
