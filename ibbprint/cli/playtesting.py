"""The command that plays a scenario many times and reports what the games say of it: playtest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ibbprint.cli.on_paper import PaperName
from ibbprint.cli.progress import progress
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import Json, OneScenario, Packs, Rules, finish, rule_values
from ibbprint.entry import STOPPED


def playtest(
    scenario: OneScenario = "",
    games: Annotated[int | None, typer.Option("--games", metavar="N", help="How many games; 200 by default.")] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            "--precision", metavar="SHARE", help="Play until the share of wins is known this closely, such as 0.03."
        ),
    ] = None,
    fair: Annotated[
        int | None,
        typer.Option(
            "--fair", metavar="POINTS", help="Play until it is clear whether it is fair within 5 or 10 points."
        ),
    ] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Any text; the same seed gives the same report.")] = "1",
    policy: Annotated[
        str,
        typer.Option(
            metavar="A=NAME,B=NAME",
            help="greedy, random or commander:500 for each side, by its id or as A, B, ...",
            show_default="greedy",
        ),
    ] = "",
    tournament: Annotated[
        str,
        typer.Option("--tournament", metavar="NAME,NAME", help="Let these policies play each other, from both sides."),
    ] = "",
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", help="How many processes; one for each processor if not given.")
    ] = None,
    cluster: Annotated[
        str,
        typer.Option("--cluster", metavar="ADDRESS", help="Have the workers of a Dask scheduler play the games."),
    ] = "",
    vs: Annotated[
        str, typer.Option("--vs", metavar="SCENARIO", help="Compare with another scenario, game by game.")
    ] = "",
    vs_pack: Annotated[
        Path | None, typer.Option("--vs-pack", metavar="DIR", help="Compare with the same scenario under a pack.")
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary",
            metavar="WHAT=VALUES",
            help="Compare with a rule changed, ID=VALUE,VALUE, or a field, ENTRY.FIELD=VALUE,VALUE.",
        ),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log", metavar="FILE", help="Save every batch of games in a file; the same command picks up from it."
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="REPORT.pdf", help="Write the report as a PDF as well.")
    ] = None,
    paper: PaperName = "",
    markers: Annotated[
        Path | None,
        typer.Option(
            "--write-markers", metavar="DIR", help="Write a pack with as many of each marker as 99 games in 100 need."
        ),
    ] = None,
    pack: Packs = None,
    rule: Rules = None,
    force: Annotated[bool, typer.Option("--force", help="Play even if the set-up breaks the rules.")] = False,
    json: Json = False,
) -> None:
    """Play a scenario many times and report what the games say of it."""
    from ibbprint.jobs.playtest_files import check_targets, write_markers, write_report
    from ibbprint.jobs.playtests import PlaytestOrder, length_of, playtested

    check_targets(output, paper, markers)

    order = PlaytestOrder(
        seed=seed, policies=policy, length=length_of(games, precision, fair), jobs=jobs, cluster=cluster,
        vs=vs, vs_pack=vs_pack, vary=tuple(vary or ()), tournament=tournament, log=log,
        packs=tuple(pack or ()), rules=rule_values(rule), force=force,
    )  # fmt: skip
    with progress() as shown:
        made = playtested(scenario, order, shown, lambda text: say(text, err=True))
    if made.outcome is None:
        finish(made.report, "; nothing was played.")
        return
    say_text((made.json if json else made.shown(width())).rstrip("\n"))
    for path in (write_report(made, output, paper), write_markers(made, markers)):
        if path is not None:
            say(f"{path}: written", err=True)
    if made.outcome.stopped:
        again = "Run the same command to continue." if log is not None else "With --log FILE the next run could go on."
        say(f"Stopped after {made.outcome.games} games. {again}", err=True)
        raise typer.Exit(STOPPED)
    finish(made.report, ".")
