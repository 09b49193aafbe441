"""The commands of maps: map new, map show, map check, map import, map export."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ibbprint.cli.parameters import Exit, option_info
from ibbprint.cli.progress import waiting
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import Json, exit_code, finish, show, takes, tell, usage
from ibbprint.problems import Severity

if TYPE_CHECKING:
    from ibbprint.jobs.maps import MapOrder, NewMapOrder, ShowOrder
    from ibbprint.jobs.wright_maps import ExportOrder, ImportOrder


@takes("maps", "NewMapOrder", after={"ground": "size", "output": "ground", "force": "output"})
def new_map(
    order: "NewMapOrder",
    output: Annotated[
        Path,
        option_info(
            "--output", "-o", metavar="FILE", help="The file to write, or a folder for it.", show_default=False
        ),
    ] = Path(),
    force: Annotated[bool, option_info("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Make a battlefield from a seed: a map file that you can edit, print and play on."""
    from ibbprint.catalogue.source import is_folder
    from ibbprint.jobs.maps import made_map, written

    if not is_folder(output) and output.suffix not in (".yaml", ".yml"):
        usage(f"a map is a .yaml file, not {output.name!r}.")
    file = "" if is_folder(output) else str(output)
    new = made_map(order, file)
    target = None if new.made is None else written(new, output, force)
    if target is None:
        finish(new.report)
        return
    show(new.report, Severity.WARNING)
    say_text(new.shown(width()))
    say(f"{target}: seed {new.seed}. See it: ibbprint map show {shlex.quote(str(target))}")


@takes("maps", "ShowOrder", after={"output": "file"})
def show_map(
    order: "ShowOrder",
    output: Annotated[
        Path | None, option_info("--output", "-o", metavar="FILE", help="The file to write; .png, .svg or .pdf.")
    ] = None,
) -> None:
    """Draw a map without counters."""
    from ibbprint.jobs.maps import shown_map
    from ibbprint.press.output import write_whole
    from ibbprint.press.preview import ENDINGS

    if output is not None and output.suffix.lower() not in ENDINGS:
        usage(f"a map cannot be drawn as {output.name!r}.", f"Known: {', '.join(ENDINGS)}.")
    format = "png" if output is None else output.suffix.lower().removeprefix(".")
    with waiting("Drawing the map"):
        preview = shown_map(replace(order, format=format))
    target = output or Path("output") / f"{preview.name}.png"
    if not preview.data or not write_whole(target, preview.data, preview.report):
        finish(preview.report)
        return
    show(preview.report, Severity.WARNING)
    say(f"{target}: {preview.size_mm[0]:g} x {preview.size_mm[1]:g} mm")


@takes("maps", "MapOrder")
def check_map(order: "MapOrder", json: Json = False) -> None:
    """Check whether a map is fit to fight on: its file, its hexes, and what a map of its theme promises."""
    from ibbprint.jobs.maps import checked_map

    check = checked_map(order)
    if json:
        say_text(check.json)
    else:
        if check.text:
            say_text(check.shown(width()))
        if tell(check.report, "."):
            say("Fit to fight on." if check.judged is not None else "The map can be printed.")
    if not check.ok:
        raise Exit(exit_code(check.report.errors) or 1)


@takes("wright_maps", "ImportOrder", after={"output": "folder", "force": "output"})
def import_map(
    order: "ImportOrder",
    output: Annotated[
        Path,
        option_info(
            "--output",
            "-o",
            metavar="FILE|DIR",
            help="A new folder that prints the map, or a .yaml file for the folder maps of a game.",
            show_default=False,
        ),
    ] = Path(),
    force: Annotated[bool, option_info("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Import a hex map or a point-to-point map from the JSON files of wright-kit (version 1)."""
    from ibbprint.jobs.wright_maps import imported_map, written_map

    result = imported_map(order)
    target = None if result.map is None else written_map(result, output, force)
    if target is None or result.map is None:
        finish(result.report)
        return
    show(result.report, Severity.WARNING)
    if target.suffix in (".yaml", ".yml"):
        say(f"{target}: {result.map.title}.")
        for kind, ids in result.map.kinds.items():
            if ids:
                say(f"It needs in {kind}.yaml: {', '.join(ids)}")
    else:
        say(f"{target}: {result.map.title}. Print it: ibbprint kit {shlex.quote(str(target))}")


@takes("wright_maps", "ExportOrder", after={"output": "file", "kind": "output"})
def export_map(
    order: "ExportOrder",
    output: Annotated[
        Path, option_info("--output", "-o", metavar="DIR", help="The new folder to write.", show_default=False)
    ],
    kind: Annotated[str, option_info("--as", metavar="FORMAT", help="The format: wright.")] = "wright",
) -> None:
    """Export a flat-topped hex map, or a point-to-point map, as the JSON files of wright-kit (version 1)."""
    from ibbprint.jobs.wright_maps import FORMATS, exported_map
    from ibbprint.press.output import write_folder
    from ibbprint.problems import did_you_mean

    if kind not in FORMATS:
        usage(f"a map cannot be exported as {kind!r}.", did_you_mean(kind, FORMATS))
    export = exported_map(order)
    if not export.files or not write_folder(output, export.files, export.report):
        finish(export.report)
        return
    show(export.report, Severity.WARNING)
    say(f"{output}: {', '.join(export.files)}")
    if export.left:
        say(f"Not in it, for the format has no place for them: {', '.join(export.left)}.")
