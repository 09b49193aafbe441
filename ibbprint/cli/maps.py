"""The commands of maps: map new, map show, map check."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from ibbprint.cli.on_paper import CounterSize, InkName, MapStyle, PaletteName
from ibbprint.cli.progress import waiting
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import Json, Packs, exit_code, finish, show, tell, usage
from ibbprint.problems import Severity

MapFile = Annotated[str, typer.Argument(metavar="FILE", help="A map file, or the id of a map (see: ibbprint list).")]
OfGame = Annotated[str, typer.Option("--game", metavar="GAME", help="The game, if the map does not name it.")]


def new_map(
    seed: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Any text; the same seed makes the same map. Without it, one is drawn."),
    ] = None,
    size: Annotated[
        str,
        typer.Option(
            metavar="CxR", help="Columns and rows, 8 to 60 each.", show_default="the game’s own, such as 22x16"
        ),
    ] = "",
    ground: Annotated[
        str,
        typer.Option(
            metavar="THEME",
            help="The kind of country: valley, forest, hills, marsh, coast, heath, pass, desert, or "
            "a theme of a pack; a wrong one lists them all.",
            show_default="the game’s first",
        ),
    ] = "",
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The file to write, or a folder for it.", show_default=False
        ),
    ] = Path(),
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The game; without it, the first that has maps.")
    ] = "",
    pack: Packs = None,
) -> None:
    """Make a battlefield from a seed: a map file that you can edit, print and play on."""
    from ibbprint.catalogue.source import is_folder
    from ibbprint.jobs.maps import made_map, written

    if not is_folder(output) and output.suffix not in (".yaml", ".yml"):
        usage(f"a map is a .yaml file, not {output.name!r}.")
    file = "" if is_folder(output) else str(output)
    new = made_map(ground, seed, size, game, tuple(pack or ()), file)
    target = None if new.made is None else written(new, output, force)
    if target is None:
        finish(new.report)
        return
    show(new.report, Severity.WARNING)
    say_text(new.shown(width()))
    say(f"{target}: seed {new.seed}. See it: ibbprint map show {shlex.quote(str(target))}")


def show_map(
    file: MapFile,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file to write; .png, .svg or .pdf."),
    ] = None,
    dpi: Annotated[int, typer.Option("--dpi", help="Resolution of a PNG, 20 to 2400 dpi.")] = 100,
    counter_size: CounterSize = "",
    ink: InkName = "full",
    palette: PaletteName = "",
    map_style: MapStyle = "atlas",
    game: OfGame = "",
    pack: Packs = None,
) -> None:
    """Draw a map, with nobody on it."""
    from ibbprint.jobs.maps import ShowOrder, shown_map
    from ibbprint.jobs.on_paper import InkOptions
    from ibbprint.press.output import write_whole
    from ibbprint.press.preview import ENDINGS

    if output is not None and output.suffix.lower() not in ENDINGS:
        usage(f"a map cannot be drawn as {output.name!r}.", f"Known: {', '.join(ENDINGS)}.")
    format = "png" if output is None else output.suffix.lower().removeprefix(".")
    order = ShowOrder(format, dpi, counter_size, InkOptions(ink, palette), map_style)
    with waiting("Drawing the map"):
        made = shown_map(file, order, game, tuple(pack or ()))
    target = output or Path("output") / f"{made.name}.png"
    if not made.data or not write_whole(target, made.data, made.report):
        finish(made.report)
        return
    show(made.report, Severity.WARNING)
    say(f"{target}: {made.size_mm[0]:g} x {made.size_mm[1]:g} mm")


def check_map(file: MapFile, game: OfGame = "", pack: Packs = None, json: Json = False) -> None:
    """Check whether a map is fit to fight on: its file, its hexes, and what a map of its theme promises."""
    from ibbprint.jobs.maps import checked_map

    made = checked_map(file, game, tuple(pack or ()))
    if json:
        say_text(made.json)
    else:
        if made.text:
            say_text(made.shown(width()))
        if tell(made.report, "."):
            say("Fit to fight on.")
    if not made.ok:
        raise typer.Exit(exit_code(made.report.errors) or 1)
