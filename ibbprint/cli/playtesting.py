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
from ibbprint.problems import BadRequest

if TYPE_CHECKING:
    from ibbprint.jobs.playtests import PlaytestOrder


AFTER = {
    "tournament": "policies",
    "certify": "fair",
    "copy": "certify",
    "most_games": "copy",
    "output": "log",
    "paper": "output",
    "markers": "paper",
}


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
    certify: Annotated[
        bool,
        option_info(
            "--certify", help="With --fair: search for a fair version of it, and write a copy with a certificate."
        ),
    ] = False,
    copy: Annotated[
        Path | None, option_info("--copy", metavar="FILE.yaml", help="With --certify: where the copy goes.")
    ] = None,
    most_games: Annotated[
        int | None,
        option_info("--most-games", metavar="N", help="With --certify: the most games; 12000 for 5 points, else 4000."),
    ] = None,
    json: Json = False,
) -> None:
    """Play a scenario many times and report what the games show."""
    if certify:
        _certify(order, copy, most_games, (output, markers, paper or None, json or None))
        return
    for name, value in (("--copy", copy), ("--most-games", most_games)):
        if value is not None:
            raise BadRequest(f"{name} is for a certificate.", "Add --certify and --fair 5 or --fair 10.", name)
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


def _certify(order: "PlaytestOrder", copy: Path | None, most_games: int | None, others: tuple[object, ...]) -> None:
    """Search for a fair version of a scenario, write the copy with its certificate, and tell what was proved."""
    from ibbprint.jobs.certifying import certify
    from ibbprint.jobs.playtest_files import check_copy

    for name, value in zip(("--output", "--write-markers", "--paper", "--json"), others, strict=True):
        if value is not None:
            raise BadRequest(f"{name} cannot be used with --certify.", option=name)
    check_copy(copy)
    with progress() as shown:
        result = certify(order, most_games, shown)
    path = result.save(copy or "") if result.ok else None
    if path is None:
        finish(result.report)
        return
    say_text(result.text)
    say(f"{path}: written", err=True)
