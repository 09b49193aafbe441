"""The commands that play: play, replay."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ibbprint.cli.progress import waiting
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import OneScenario, Packs, Rules, finish, rule_values
from ibbprint.jobs.plays import Play, PlayOrder, played, replayed

MapsTo = Annotated[
    Path | None,
    typer.Option(
        "--map-every-turn", metavar="DIR", help="Draw the map with all counters after every turn, one PDF each."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write every event as one JSON object instead of the report.")]
Brief = Annotated[bool, typer.Option("--brief", help="Show only the state of play after each turn, and the result.")]


def play(
    scenario: OneScenario = "",
    seed: Annotated[
        str, typer.Option(metavar="TEXT", help="Any text; the same seed and policies always give the same game.")
    ] = "1",
    policy: Annotated[
        str,
        typer.Option(
            metavar="A=NAME,B=NAME", help="greedy, random or commander:500 for each side, by its id or as A, B, ..."
        ),
    ] = "greedy",
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Save the game, one action per line.")
    ] = None,
    map_every_turn: MapsTo = None,
    pack: Packs = None,
    rule: Rules = None,
    force: Annotated[bool, typer.Option("--force", help="Play even if the set-up breaks the rules.")] = False,
    json: AsJson = False,
    brief: Brief = False,
) -> None:
    """Play a scenario from set-up to the last turn and write a battle report."""
    from ibbprint.press.output import write_whole

    order = PlayOrder(
        seed=seed, policies=policy, packs=tuple(pack or ()), rules=rule_values(rule), force=force
    )  # fmt: skip
    with waiting("Playing"):
        made = played(scenario, order)
    if made.battle is not None and save is not None:
        write_whole(save, made.saved.encode(), made.report)
    _tell(made, map_every_turn, json, brief)


def replay(
    file: Annotated[Path, typer.Argument(help="A game saved with ibbprint play --save FILE.")],
    map_every_turn: MapsTo = None,
    pack: Packs = None,
    json: AsJson = False,
    brief: Brief = False,
) -> None:
    """Replay a saved game, check every action, and write a battle report."""
    _tell(replayed(file, tuple(pack or ())), map_every_turn, json, brief)


def _tell(made: Play, maps: Path | None, json: bool, brief: bool) -> None:
    """Show a game that has been played, draw its maps, and stop with what is wrong."""
    if made.battle is None:
        finish(made.report, "; nothing was reported." if made.opened else "; nothing was played.")
        return
    say_text((made.json if json else made.shown(brief=brief, width=width())).rstrip("\n"))
    with waiting("Drawing the maps"):
        drawn = made.maps(maps) if maps is not None and made.ok else ()
    for path in drawn:
        say(str(path), err=True)
    finish(made.report, ".")
