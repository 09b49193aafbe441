"""Kits for a virtual table: a module for VASSAL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ibbprint.jobs import fields
from ibbprint.jobs.fields import Asked, flag, option
from ibbprint.jobs.kits import check_map_style, silent
from ibbprint.jobs.meant import Meant, scenario_meant
from ibbprint.jobs.on_paper import (
    InkGiven,
    counter_size,
    counter_size_option,
    ink_options,
    inking,
    map_style_option,
    usual_board,
)
from ibbprint.jobs.packs import template_folders
from ibbprint.jobs.reporting import Result
from ibbprint.problems import BadRequest, Problem, Report, Stopped, Where

if TYPE_CHECKING:
    from ibbprint.engine.api.kits import Game
    from ibbprint.materials import Kit
    from ibbprint.press.workshop import Progress
    from ibbprint.virtual.pictures import Face, Pictures
    from ibbprint.virtual.vmod import Scene

LEAST_DPI, MOST_DPI = 72, 300
USUAL_DPI = 144
"""A counter of 15.9 mm has 90 pixels then, which a screen shows at its full size."""
FINER = (144, 120, 110, 96, 72)
"""What is tried where a picture would be too large."""
MOST_SIDE, MOST_PIXELS = 6_000, 24_000_000
"""What VASSAL can still show with ease."""
LARGE, TOO_LARGE = 40_000_000, 200_000_000
"""A module of more bytes gets a warning, or is not written."""
ENDING = ".vmod"
WHAT_HELP = (
    "The id of a scenario (see: ibbprint list), its file, a pack with only one, a whole game such as ibb, or the"
    " folder of a game of your own."
)


@dataclass(frozen=True, eq=False)
class VassalOrder(Asked):
    """What is wanted as a module, and how."""

    what: fields.Texts = fields.texts(help=WHAT_HELP, metavar="WHAT...", completes="scenario")
    _: KW_ONLY
    output: fields.MaybePath = fields.output(f"FILE{ENDING}", "The module to write.")
    dpi: int = option(USUAL_DPI, int, "--dpi", help=f"Resolution of the pictures, {LEAST_DPI} to {MOST_DPI} dpi.")
    counter_size: str | float = counter_size_option()
    ink: InkGiven = ink_options("palette")
    map_style: str = map_style_option()
    only: fields.Names = fields.names("", "--only", metavar="PARTS", help=fields.ONLY_HELP)
    no_booklet: bool = flag("--no-booklet", "Leave out the rules as a PDF.")
    packs: fields.Folders = fields.packs()
    rules: fields.Switches = fields.rules()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Exported(Result):
    """What was written for a virtual table; no file where something is wrong, which is in the report."""

    path: Path | None = None
    files: int = 0
    pictures: int = 0
    pieces: int = 0
    problems: Sequence[Problem] = field(default=())
    """The rules that the set-ups break."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """A kit with what it was made from."""

    meant: Meant
    game: Game
    folders: Sequence[Path]
    kit: Kit


def exported_vassal(order: VassalOrder, progress: Progress = silent) -> Exported:
    """Write a module. Raises BadRequest and Stopped for what makes no sense or cannot be read."""
    from ibbprint.press.output import plain_name, write_whole
    from ibbprint.virtual.elements import Unnameable
    from ibbprint.virtual.sequence import Unwritable
    from ibbprint.virtual.vmod import Plan, module_files, zipped

    _check(order)
    report = Report()
    opened = list(_kits(order, report))
    target = order.output or Path("output") / f"{plain_name(opened[0].kit.id)}{ENDING}"
    made = _made(order, opened, report, progress)
    if made is None:
        return Exported(report)
    kit = opened[0].kit
    note = "Nothing enforces the rules."
    plan = Plan(kit.id, kit.title, kit.edition, note, made.scenes, order.dpi, made.moved, made.pictures.files)
    try:
        data = zipped(module_files(plan))
    except (Unnameable, Unwritable) as fault:
        report.error(Where(kit.id), "export:name", f"{fault}.", "Write the name without it.")
        return Exported(report)
    size = f"the module has {len(data) / 1e6:.0f} MB."
    if len(data) > TOO_LARGE:
        report.error(Where(str(target)), "export:size", size, "Lower --dpi.")
    elif len(data) > LARGE:
        report.warning(Where(str(target)), "export:size", size, "Lower --dpi.")
    if not report.ok or not write_whole(target, data, report):
        return Exported(report)
    pieces = sum(len(scene.layout.standing) for scene in made.scenes if scene.layout is not None)
    breaches = [breach for each in opened for breach in each.kit.breaches]
    return Exported(report, target, 1, len(made.pictures.files), pieces, breaches)


def _check(order: VassalOrder) -> None:
    check_map_style(order.map_style)
    if not LEAST_DPI <= order.dpi <= MOST_DPI:
        raise BadRequest(f"--dpi takes {LEAST_DPI} to {MOST_DPI}, not {order.dpi}.", option="--dpi")
    if order.output is not None and order.output.suffix.lower() != ENDING:
        raise BadRequest(f"a module is one file: FILE{ENDING}, not {order.output.name!r}.", option="-o")


def _kits(order: VassalOrder, report: Report) -> Iterator[_Opened]:
    """The kits that are meant, each with the layout of its scenario. Raises BadRequest and Stopped."""
    from ibbprint.engine.api.kits import KitOptions

    size = counter_size(order.counter_size)
    options = KitOptions(order.packs, order.rules, size, usual_board(), tabletop=True)
    for meant in [scenario_meant(order.what[0] if order.what else "", order.packs)]:
        report.add_all(meant.report)
        game = meant.game
        folders = None if game is None else template_folders(game, meant.packs, report)
        if game is None or folders is None:
            raise Stopped(report)
        kit = game.kit(meant.scenario, replace(options, packs=meant.packs), report)
        if kit is None or not report.ok:
            raise Stopped(report)
        yield _Opened(meant, game, folders, kit)


class _Made(NamedTuple):
    """What the kits are on a table, with all of their pictures."""

    scenes: list[Scene]
    pictures: Pictures
    moved: Face


def _made(order: VassalOrder, opened: Sequence[_Opened], report: Report, progress: Progress) -> _Made | None:
    """Every picture of the kits; None with errors in the report."""
    from ibbprint.virtual.layout import as_laid_out
    from ibbprint.virtual.marks import moved_mark
    from ibbprint.virtual.pictures import Pictures, Studio, things
    from ibbprint.virtual.vmod import Scene

    pictures = Pictures(order.dpi, report)
    scenes: list[Scene] = []
    moved: Face | None = None
    for each in opened:
        ink = inking(replace(order.ink, backs="full"), each.folders)
        studio = Studio.opened(each.folders, ink, report)
        drawn = None if studio is None else things(each.kit, studio, pictures, progress)
        if studio is None or drawn is None:
            return None
        moved = moved or pictures.of(moved_mark(studio.style), clear=True)
        table, layout = each.kit.tabletop, None
        if table is not None:
            layout = as_laid_out(each.kit, table, drawn, studio, pictures.dpi, order.map_style, report)
        if not report.ok:
            return None
        board = None if layout is None else pictures.of(layout.drawing)
        scenes.append(Scene(each.kit, drawn, layout, board))
    return None if moved is None else _Made(scenes, pictures, moved)
