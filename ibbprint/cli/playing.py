"""The commands that play: play, replay."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibbprint.cli.packs import Packs, scenario_meant
from ibbprint.cli.saying import say, say_text
from ibbprint.cli.shared import Rules, finish, game_of, options_of, rule_values, template_folders, usage
from ibbprint.problems import Report

if TYPE_CHECKING:
    from ibbprint.engine.api.kits import Game
    from ibbprint.engine.api.playing import Opened, Playing
    from ibbprint.playtest.saved import Head

MapsTo = Annotated[
    Path | None,
    typer.Option(
        "--map-every-turn", metavar="DIR", help="Draw the map with all counters after every turn, one PDF each."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write every event as one JSON object instead of the report.")]
Brief = Annotated[bool, typer.Option("--brief", help="Show only the state of play after each turn, and the result.")]


def play(
    scenario: Annotated[
        str, typer.Argument(help="The id of a scenario (see: ibbprint list), its file, or a pack with only one.")
    ] = "",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed and policies always give the same game.")] = 1,
    policy: Annotated[
        str, typer.Option(metavar="A=NAME,B=NAME", help="greedy or random for each side, by its id or as A, B, ...")
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
    from ibbprint.playtest.games import play_game
    from ibbprint.playtest.policies import Misnamed, by_side, policies
    from ibbprint.playtest.saved import Head, Recorder
    from ibbprint.press.output import write_whole

    (scenario, packs), rules = scenario_meant(scenario, pack or ()), rule_values(rule)
    report = Report()
    found = _opened(scenario, packs, rules, report, force=force)
    if found is None:
        finish(report, "; nothing was played.")
        return
    game, opened = found
    names = by_side(policy, list(opened.sides))
    if isinstance(names, Misnamed):
        usage(names.message, names.hint)
    recorder = Recorder(Head(scenario, seed, tuple(map(str, packs)), rules, names))
    played = play_game(opened, seed, policies(names, seed), True, recorder.note)
    if save is not None:
        write_whole(save, recorder.text(played).encode(), report)
    _tell(game, opened, played, recorder.head, packs, map_every_turn, json, brief, report)


def replay(
    file: Annotated[Path, typer.Argument(help="A game saved with ibbprint play --save FILE.")],
    map_every_turn: MapsTo = None,
    pack: Packs = None,
    json: AsJson = False,
    brief: Brief = False,
) -> None:
    """Replay a saved game, check every action, and write a battle report."""
    from ibbprint.playtest import saved

    report = Report()
    read = saved.read_saved(file, report)
    if read is None:
        finish(report, "; nothing was played.")
        return
    packs = saved.pack_paths(read, file, pack or ())
    found = _opened(saved.scenario_of(read, file), packs, dict(read.head.rules), report, force=True)
    if found is None:
        finish(saved.in_the_file(report, read), "; nothing was played.")
        return
    game, opened = found
    played = saved.replay(read, opened, report, file)
    if played is None:
        finish(report, "; nothing was reported.")
        return
    _tell(game, opened, played, read.head, packs, map_every_turn, json, brief, report)


def _opened(
    scenario: str, packs: tuple[Path, ...], rules: dict[str, str], report: Report, *, force: bool = False
) -> tuple[Game, Opened] | None:
    """The scenario, ready to be played, and its game; None with what is wrong in the report."""
    from ibbprint.engine.api.playing import PlayableGame

    game = game_of(scenario, packs, report)
    if game is not None and not isinstance(game, PlayableGame):
        usage(f"{game.title} has no rules engine, so it cannot be played.")
    options = options_of(packs, rules)._replace(force=force)
    opened = game.open(scenario, options, report) if isinstance(game, PlayableGame) else None
    return None if game is None or opened is None else (game, opened)


def _tell(
    game: Game, opened: Opened, played: Playing, head: Head, packs: tuple[Path, ...], maps: Path | None, json: bool,
    brief: bool, report: Report,
) -> None:  # fmt: skip
    """Show a game that has been played, draw its maps, and stop with what is wrong."""
    from ibbprint.reports.battle_report import battle_json, battle_report

    seed, names = head.seed, head.policies
    if json:
        told = battle_json(opened, played, seed, names)
    else:
        told = battle_report(opened, played, seed, names, head.rules, brief=brief)
    say_text(told.rstrip("\n"))
    board = played.board() if maps is not None and report.ok else None
    if maps is not None and board is not None:
        from ibbprint.press.turn_maps import write_maps

        folders = template_folders(game, packs)
        for path in write_maps(board, opened.title, maps, folders, report):
            say(str(path), err=True)
    finish(report, ".")
