"""The commands that print: kit, preview; and that tell what there is to print: list, schema."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ibbprint.cli.parameters import Exit, argument_info, option_info
from ibbprint.cli.progress import progress, waiting
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import (
    Force,
    Packs,
    exit_code,
    finish,
    scenario_ids,
    show,
    takes,
    tell,
    tell_breaches,
    tell_needless,
    usage,
)
from ibbprint.problems import MOST_SHOWN, Report, Severity, did_you_mean

if TYPE_CHECKING:
    from ibbprint.jobs.faces import PreviewOrder
    from ibbprint.jobs.kits import KitOrder, MadeKit
    from ibbprint.press.manifest import Change


PANELS = {
    "Where it goes": ("output", "cut_files", "svg"),
    "Paper and printer": ("paper", "orientation", "duplex", "printer", "bleed", "gutter", "marks", "layout"),
    "Counters and map": ("counter_size", "corner_radius", "base", "poster", "map_style", "set_up"),
    "Ink and colours": ("ink", "palette", "press", "backs"),
    "What is printed": (
        "spares",
        "only",
        "packs",
        "rules",
        "booklet",
        "whole",
        "designer",
        "notes",
        "changed_since",
        "seed",
        "strict",
        "force",
    ),
}
"""The options of kit in groups, as its help shows them."""


@takes("kits", "KitOrder", panels=PANELS)
def kit(
    order: "KitOrder",
    scenarios: Annotated[
        list[str] | None,
        argument_info(
            metavar="SCENARIO...",
            help="The id of a scenario (see: ibbprint list), its file, a pack with only one, or the folder of a game of"
            " your own; with --all, a game.",
            autocompletion=scenario_ids,
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Print the kit of a scenario, or of a whole game, as one PDF; for several, one PDF each."""
    from ibbprint.jobs.beside import pdf_named
    from ibbprint.jobs.kits import KitSeries
    from ibbprint.jobs.targets import scenarios_named

    scenarios = scenarios_named(scenarios, order.packs) if scenarios else None
    series = KitSeries(order)
    if order.strict and force:
        usage("--strict and --force ask for opposite things.", "Use one of them.")
    if order.whole and not scenarios:
        usage("--all needs the name of a game.", "For example: ibbprint kit ibb --all")
    if order.changed_since is not None and len(scenarios or ()) > 1:
        usage("--changed-since compares one kit at a time.")
    series.refuse(scenarios or [""])
    output = order.output or Path()
    target = pdf_named(output, "a kit")
    if target is not None and len(scenarios or ()) > 1:
        usage(f"{output} is one file, and these are {len(scenarios or ())} kits.", "Name a folder with -o.")
    codes: set[int] = set()
    for name in scenarios or [""]:
        with progress() as showing:
            result = series.make(name, showing)
        _tell_kit(result, order, f"{name}: " if len(scenarios or ()) > 1 else "")
        codes |= {exit_code(result.report.errors)}
    if any(codes):
        raise Exit(min(codes - {0}))


def _tell_kit(kit: "MadeKit", order: "KitOrder", whose: str) -> None:
    """Report a printout, or its faults."""
    from ibbprint.jobs.beside import CUTS, SVG, folder_of

    if not tell(kit.report, reported=kit.known, whose=whose):
        return
    tell_breaches(kit.breaches, kit.scenario, kit.packs, order.rules, listed=kit.breaches_listed)
    if kit.path is None and order.changed_since is None:
        say("there is nothing to print; nothing was written.")
        return
    if kit.path is None:
        say(f"nothing has changed since {order.changed_since}, {kit.since}; nothing was written.")
        return
    tell_needless(kit.needless)
    _tell_changes(kit.listed)
    say(f"{kit.path}: {kit.summary}")
    if kit.seed and order.seed is None:
        say(f"Made up with the seed {kit.seed}; to print it again: --seed {kit.seed}")
    if order.svg:
        say(f"{folder_of(kit.path, SVG)}: {kit.pages} page{'s' if kit.pages != 1 else ''} as SVG")
    if kit.cut_sheets:
        sheets = f"{kit.cut_sheets} sheet{'s' if kit.cut_sheets != 1 else ''}"
        say(f"{folder_of(kit.path, CUTS)}: the cuts of {sheets}, as SVG and DXF")


def _tell_changes(changes: Sequence["Change"]) -> None:
    """Show each change, before and after, in a line; the printed list has all of them."""
    for change in changes[:MOST_SHOWN]:
        say(f"  {change.label}: {change.was} -> {change.now}")
    if len(changes) > MOST_SHOWN:
        say(f"  ... and {len(changes) - MOST_SHOWN} more.")


@takes("faces", "PreviewOrder", after={"output": "scenario"})
def preview(
    order: "PreviewOrder",
    output: Annotated[
        Path | None, option_info("--output", "-o", metavar="FILE", help="The file to write; .svg, .png or .pdf.")
    ] = None,
) -> None:
    """Draw one counter, marker, card or map of a scenario or of a game's catalogue."""
    from ibbprint.jobs.faces import check_dpi, previewed
    from ibbprint.press.output import write_whole
    from ibbprint.press.preview import ENDINGS

    check_dpi(order.dpi)
    if output is not None and output.suffix.lower() not in ENDINGS:
        usage(f"a preview cannot be written as {output.name!r}.", f"Known: {', '.join(ENDINGS)}.")
    format = "svg" if output is None else output.suffix.lower().removeprefix(".")
    with waiting("Drawing"):
        result = previewed(replace(order, format=format))
    target = output or Path("output") / f"{result.name}.svg"
    if not result.data or not write_whole(target, result.data, result.report):
        finish(result.report)
        return
    show(result.report, Severity.WARNING)
    tell_breaches(result.breaches, str(order.scenario), order.packs, order.rules)
    say(f"{target}: {result.size_mm[0]:g} x {result.size_mm[1]:g} mm")


def list_(
    which: Annotated[
        str,
        argument_info(
            metavar="GAME|DIR",
            help="List only this game; or only what is in this folder, a pack or a game of your own.",
        ),
    ] = "",
    pack: Packs = None,
) -> None:
    """List the games, with their scenarios and maps, and the packs; or those of one game."""
    from ibbprint.catalogue.source import is_there
    from ibbprint.jobs.games import game_called
    from ibbprint.jobs.targets import is_pack, with_on_top
    from ibbprint.reports.layout import columns, wrapped
    from ibbprint.systems import games

    all_games = games()
    entry = "" if is_pack(which) else game_called(which, all_games)
    folder = Path(which) if which and entry not in all_games else None
    if folder is not None and not is_there(folder):
        usage(f"there is no game and no folder {which!r}.", did_you_mean(which, all_games))
    report = Report()
    packs = tuple(pack or ()) if folder is None else with_on_top(which, pack or ())
    listed = {
        game: [item for item in game.list(packs, report) if folder is None or folder in item.file.parents]
        for id, game in all_games.items()
        if folder is not None or entry in ("", id)
    }
    # At their usual widths the columns are the same in every list, as long as they fit.
    rows = [(f"{item.kind:<8}", f"{item.id:<31}", item.title) for items in listed.values() for item in items]
    shape = columns(rows, width(), heads=0, indent="  ") if rows else None
    for game, items in listed.items():
        lines = wrapped(f"{game.id}: {game.title}", width(), rest="  ") if items or folder is None else []
        if shape is not None:
            for item in items:
                lines += shape.lines((item.kind, item.id, item.title))
        if lines:
            say_text("\n".join(lines))
    for pack_folder in packs:
        say_text("\n".join(wrapped(f"pack: {pack_folder}", width(), rest="  ")))
    finish(report, ".")


def schema(
    kind: Annotated[str, argument_info(help="A kind of file, such as units, scenario or map.")] = "",
    game: Annotated[str, option_info(help="The game, if more than one has this kind of file.")] = "",
) -> None:
    """Print the JSON Schema of a kind of file. Without a kind, list the kinds."""
    from ibbprint.components.style import StyleFile
    from ibbprint.press.layouts import LayoutFile
    from ibbprint.systems import games

    if game and game not in games():
        usage(f"there is no game {game!r}.", did_you_mean(game, games()))
    chosen = (
        [games()[game]]
        if game
        else [game_offered for game_offered in games().values() if not kind or kind in game_offered.schemas]
    )
    # Where games have kinds of one name, that of the first is meant.
    able = reversed(chosen or list(games().values()))
    schemas = {name: model for game_offered in able for name, model in game_offered.schemas.items()}
    schemas["style"] = StyleFile
    schemas["layout"] = LayoutFile
    if not kind:
        say_text("\n".join(sorted(schemas)))
        return
    if kind not in schemas:
        usage(f"there is no kind of file {kind!r}.", did_you_mean(kind, schemas, most=99))
    import json  # only here

    values = schemas[kind].model_json_schema()
    say_text(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **values}, indent=2))
