"""The commands that play: play, replay."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

from pathlib import Path
from typing import Annotated

from ibbprint.cli.offered import info_of
from ibbprint.cli.parameters import option_info
from ibbprint.cli.progress import waiting
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import finish, takes
from ibbprint.jobs.on_paper import PaperOptions
from ibbprint.jobs.plays import Play, PlayOrder, ReplayOrder, check_booklet, check_pictures, played, replayed

MapsTo = Annotated[
    Path | None,
    option_info(
        "--map-every-turn", metavar="DIR", help="Draw the map with all counters after every turn, one PDF each."
    ),
]
AsJson = Annotated[bool, option_info("--json", help="Write every event as one JSON object instead of the report.")]
Brief = Annotated[bool, option_info("--brief", help="Show only the state of play after each turn, and the result.")]


@takes("plays", "PlayOrder", after={"save": "policies", "map_every_turn": "save"})
def play(
    order: PlayOrder,
    save: Annotated[
        Path | None, option_info("--save", metavar="FILE", help="Save the game, one action per line.")
    ] = None,
    map_every_turn: MapsTo = None,
    json: AsJson = False,
    brief: Brief = False,
) -> None:
    """Play a scenario from set-up to the last turn and write a battle report."""
    from ibbprint.press.output import write_whole

    with waiting("Playing"):
        result = played(order)
    if result.battle is not None and save is not None:
        write_whole(save, result.saved.encode(), result.report)
    _tell(result, map_every_turn, json, brief)


@takes(
    "plays",
    "ReplayOrder",
    after={"map_every_turn": "file", "html": "map_every_turn", "pdf": "html", "paper": "pdf", "booklet": "paper"},
)
def replay(
    order: ReplayOrder,
    map_every_turn: MapsTo = None,
    html: Annotated[
        Path | None,
        option_info(
            "--html", metavar="FILE", help="Write a picture book: one page with each turn's map and the story."
        ),
    ] = None,
    pdf: Annotated[
        Path | None,
        option_info("--pdf", metavar="FILE", help="Write a booklet: the map after every turn, and the story."),
    ] = None,
    paper: Annotated[str, info_of(PaperOptions, "paper")] = "",
    booklet: Annotated[
        bool, option_info("--booklet", help="Impose the booklet for folding: print it on both sides, and fold.")
    ] = False,
    json: AsJson = False,
    brief: Brief = False,
) -> None:
    """Replay a saved game, check every action, and write a battle report."""
    check_booklet(pdf is not None, paper, booklet)
    check_pictures(any((html, pdf, map_every_turn)), order.ink)
    result = replayed(order)
    if html is not None and result.battle is not None and result.ok:
        from ibbprint.press.output import write_whole

        with waiting("Drawing the picture book"):
            page = result.picture_book()
        if page and write_whole(html, page, result.report):
            say(str(html), err=True)
    if pdf is not None and result.battle is not None and result.ok:
        from ibbprint.press.output import write_whole

        with waiting("Printing the booklet"):
            data = result.pdf(paper, booklet=booklet)
        if data and write_whole(pdf, data, result.report):
            say(str(pdf), err=True)
    _tell(result, map_every_turn, json, brief)


def _tell(play: Play, maps: Path | None, json: bool, brief: bool) -> None:
    """Show a game that has been played, draw its maps, and stop with its faults."""
    if play.battle is None:
        finish(play.report, "; nothing was reported." if play.opened else "; nothing was played.")
        return
    say_text((play.json if json else play.shown(brief=brief, width=width())).rstrip("\n"))
    with waiting("Drawing the maps"):
        drawn = play.maps(maps) if maps is not None and play.ok else ()
    for path in drawn:
        say(str(path), err=True)
    finish(play.report, ".")
