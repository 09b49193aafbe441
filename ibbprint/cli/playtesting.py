"""The command that plays a scenario many times and reports what the games say of it: playtest."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ibbprint.cli.offered import info_of
from ibbprint.cli.parameters import Exit, option_info
from ibbprint.cli.progress import progress
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import Json, finish, takes
from ibbprint.entry import STOPPED
from ibbprint.jobs.on_paper import PaperOptions

if TYPE_CHECKING:
    from ibbprint.jobs.playtests import PlaytestOrder


AFTER = {"tournament": "policies", "output": "log", "paper": "output", "markers": "paper"}


@takes("playtests", "PlaytestOrder", after=AFTER)
def playtest(
    order: "PlaytestOrder",
    output: Annotated[
        Path | None, option_info("-o", "--output", metavar="REPORT.pdf", help="Write the report as a PDF as well.")
    ] = None,
    paper: Annotated[str, info_of(PaperOptions, "paper")] = "",
    markers: Annotated[
        Path | None,
        option_info(
            "--write-markers", metavar="DIR", help="Write a pack with as many of each marker as 99 games in 100 need."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Play a scenario many times and report what the games say of it."""
    from ibbprint.jobs.playtest_files import check_targets, write_markers, write_report
    from ibbprint.jobs.playtests import playtested

    check_targets(output, paper, markers)
    with progress() as report_progress:
        result = playtested(order, report_progress, lambda text: say(text, err=True))
    if result.outcome is None:
        finish(result.report, "; nothing was played.")
        return
    say_text((result.json if json else result.shown(width())).rstrip("\n"))
    for path in (write_report(result, output, paper), write_markers(result, markers)):
        if path is not None:
            say(f"{path}: written", err=True)
    if result.outcome.stopped:
        advice = (
            "Run the same command to continue."
            if order.log is not None
            else "With --log FILE the next run could go on."
        )
        say(f"Stopped after {result.outcome.games} games. {advice}", err=True)
        raise Exit(STOPPED)
    finish(result.report, ".")
