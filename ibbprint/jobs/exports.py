"""Kits for a virtual table: a module for VASSAL, a saved object for Tabletop Simulator, sheets of faces for others."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.jobs import fields
from ibbprint.jobs.export_kits import Opened, breaches_of, opened_kits
from ibbprint.jobs.export_tables import Drawn, drawn_table
from ibbprint.jobs.fields import OptionRecord, flag, option, python_call
from ibbprint.jobs.on_paper import InkGiven, counter_size_option, ink_options, map_style_option
from ibbprint.jobs.reporting import Result
from ibbprint.problems import BadRequest, Problem, Progress, Report, Where, silent

if TYPE_CHECKING:
    from ibbprint.virtual.since import Difference

LEAST_DPI, MOST_DPI = 72, 300
USUAL_DPI, FINE_DPI = 144, 300
"""For VASSAL, where a counter of 15.9 mm has 90 pixels then, and for tables that enlarge what they show."""
LARGE, TOO_LARGE = 40_000_000, 200_000_000
"""A module of more bytes gets a warning, or is not written."""
ENDING = ".vmod"
READ_ME = "README.txt"
_DPI = f"{USUAL_DPI}, and {FINE_DPI} for Tabletop Simulator"
WHAT_HELP = (
    "A scenario (see: ibbprint list), its file, a pack with only one, a whole game such as ibb, the folder of a game of"
    " your own, an army list, or two army lists."
)


@dataclass(frozen=True, eq=False)
class ExportOrder(OptionRecord):
    """What is wanted on a virtual table, and how it is written."""

    what: fields.Texts = fields.texts(help=WHAT_HELP, metavar="WHAT...", completes="scenario")
    _: KW_ONLY
    counter_size: str | float = counter_size_option()
    ink: InkGiven = ink_options("palette")
    map_style: str = map_style_option()
    map: str = option("", str, "--map", metavar="NAME", help="The map for army lists (see: ibbprint list).")
    only: fields.Names = fields.names("", "--only", metavar="PARTS", help=fields.ONLY_HELP)
    output: fields.MaybePath = fields.output("PATH", "The file or the folder to write.")
    dpi: int | None = option(
        None, int | None, "--dpi", help=f"Resolution of the pictures, {LEAST_DPI} to {MOST_DPI} dpi.", shown=_DPI
    )
    no_booklet: bool = flag("--no-booklet", "Leave out the rules and the player aids.")
    base_url: str = option(
        "", str, "--base-url", metavar="URL", help="Where the pictures will be on the internet, for the Workshop."
    )
    absolute: bool = flag("--absolute", "Name the pictures by where they are on this disk, to try it without copying.")
    since: fields.MaybePath = fields.path(
        "--since", metavar=f"OLD{ENDING}", help="List the pieces that are new, gone or changed since this module."
    )
    force: bool = flag("--force", "Export an army list that is not legal.")
    packs: fields.Folders = fields.packs()
    rules: fields.Switches = fields.rules()

    def pixels(self, usual: int) -> int:
        """The resolution that is asked for, or else the usual one. Raises BadRequest."""
        dpi = usual if self.dpi is None else self.dpi
        if not LEAST_DPI <= dpi <= MOST_DPI:
            raise BadRequest(f"--dpi takes {LEAST_DPI} to {MOST_DPI}, not {dpi}.", option="--dpi")
        return dpi


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Exported(Result):
    """The files written for a virtual table; no path where something is wrong, which is in the report."""

    path: Path | None = None
    files: int = 0
    pictures: int = 0
    pieces: int = 0
    problems: Sequence[Problem] = field(default=())
    """The rules that the set-ups break."""
    changes: Difference | None = None
    """What has changed since an earlier module, where one was named."""


@python_call(ExportOrder, Exported)
def export_vassal(order: ExportOrder) -> Exported:
    """A scenario, a game or army lists as a module for VASSAL, set up and ready; written as `output`."""
    return exported_vassal(order)


def exported_vassal(order: ExportOrder, progress: Progress = silent) -> Exported:
    """Write a module. Raises BadRequest for wrong options, and Stopped for unreadable files."""
    from ibbprint.press.output import write_whole
    from ibbprint.virtual.vmod import module_files, zipped

    dpi = order.pixels(USUAL_DPI)
    if order.output is not None and (order.output.suffix.lower() != ENDING or order.output.is_dir()):
        raise BadRequest(f"a module is one file: FILE{ENDING}, not {order.output.name!r}.", option="-o")
    report = Report()
    with opened_kits(order, report) as opened:
        target = order.output or Path("output") / f"{name_of(order, opened)}{ENDING}"
        drawn = drawn_table(order, opened, dpi, report, progress, papers=not order.no_booklet)
    if drawn is None:
        return Exported(report)
    files: dict[str, bytes] = {}
    with named_faults(opened, report):
        files = module_files(drawn.plan(opened))
    changes = None if order.since is None or not report.ok else _changes(order.since, files, report)
    data = zipped(files)
    size = f"the module has {len(data) / 1e6:.0f} MB."
    if len(data) > TOO_LARGE:
        report.error(Where(str(target)), "export:size", size, "Lower --dpi.")
    elif len(data) > LARGE:
        report.warning(Where(str(target)), "export:size", size, "Lower --dpi.")
    if not report.ok or not write_whole(target, data, report):
        return Exported(report)
    breaches = breaches_of(opened)
    return Exported(report, target, 1, len(drawn.pictures.files), drawn.pieces, breaches, changes)


def _changes(earlier: Path, files: Mapping[str, bytes], report: Report) -> Difference | None:
    """The changes since an earlier module; None with an error in the report where that cannot be read."""
    from ibbprint.virtual.since import difference, read_slots, slots_of
    from ibbprint.virtual.vmod import BUILD_FILE

    before, after = read_slots(earlier, report), slots_of(files[BUILD_FILE])
    if before is None:
        return None
    if before.module != after.module:
        message = f"this is the module of {before.module or 'another game'}, not of {after.module}."
        shared = before.pieces.keys() & after.pieces.keys()
        report.warning(Where(str(earlier)), "export:since", message if shared else f"{message} They share no piece.")
        return difference(before, after) if shared else None
    return difference(before, after)


@python_call(ExportOrder, Exported)
def export_tts(order: ExportOrder) -> Exported:
    """A scenario, a game or army lists as saved objects for Tabletop Simulator; written into the folder `output`."""
    return exported_tts(order)


def exported_tts(order: ExportOrder, progress: Progress = silent) -> Exported:
    """Write a folder of saved objects. Raises BadRequest for wrong options, and Stopped for unreadable files."""
    from ibbprint.press.output import plain_name
    from ibbprint.virtual import tts
    from ibbprint.virtual.papers import title_of
    from ibbprint.virtual.sheets import laid

    dpi = order.pixels(FINE_DPI)
    if order.base_url and not order.base_url.startswith(("http://", "https://")):
        raise BadRequest(f"--base-url begins with http:// or https://, not {order.base_url!r}.", option="--base-url")
    if order.base_url and order.absolute:
        raise BadRequest("--base-url cannot be used with --absolute.", option="--base-url")
    report = Report()
    with opened_kits(order, report) as opened:
        target = _folder(order, f"{name_of(order, opened)}-tts", READ_ME)
        papers = not order.no_booklet
        drawn = drawn_table(order, opened, dpi, report, progress, papers=papers, most_side=tts.MOST_SIDE)
    if drawn is None:
        return Exported(report)

    def url(name: str, folder: str = tts.IMAGES) -> str:
        if order.base_url:
            return f"{order.base_url.rstrip('/')}/{name}"
        return (target.absolute() / folder / name).as_uri() if order.absolute else name

    files: dict[str, bytes] = {}
    for scene, notes, rules in zip(drawn.scenes, drawn.notes, drawn.rules or [b""] * len(drawn.scenes), strict=True):
        if scene.layout is None or scene.board is None:
            continue
        board = drawn.pictures.add(tts.square(drawn.pictures.files[scene.board.picture]))
        piles = {
            pile.id: [
                scene.components[key]
                for key in pile.pieces
                if key in scene.components and scene.components[key].is_card
            ]
            for pile in scene.layout.tabletop.piles
        }
        decks = [sheet for pile, cards in piles.items() for sheet in laid(cards, drawn.pictures, pile)]
        save = tts.Save(replace(scene, board=board), scene.layout, drawn.pictures, url, decks)
        id = plain_name(scene.kit.id)
        charts = [chart for chart in drawn.charts if chart.owner == title_of(scene.kit)]
        files |= tts.folder_files(save, id, charts, notes, rules, url(tts.pdf_name(rules), tts.PDFS) if rules else "")
    first = drawn.scenes[0].kit
    files[READ_ME] = tts.READ_ME.format(title=first.title, id=plain_name(first.id)).encode()
    return _written(target, files, drawn, opened, report)


@python_call(ExportOrder, Exported)
def export_sheets(order: ExportOrder) -> Exported:
    """Every face on sheets with a manifest, for other virtual tables; written into the folder `output`."""
    return exported_sheets(order)


def exported_sheets(order: ExportOrder, progress: Progress = silent) -> Exported:
    """Write sheets of faces, and the maps. Raises BadRequest for wrong options, and Stopped for unreadable files."""
    from ibbprint.press.output import plain_name
    from ibbprint.virtual.sheets import MANIFEST, sheet_files
    from ibbprint.virtual.sheets import MOST_SIDE as MOST

    dpi = order.pixels(FINE_DPI)
    report = Report()
    with opened_kits(order, report) as opened:
        target = _folder(order, f"{name_of(order, opened)}-sheets", MANIFEST)
        drawn = drawn_table(order, opened, dpi, report, progress, papers=False, most_side=MOST)
    if drawn is None:
        return Exported(report)
    components = {piece.key: piece for scene in reversed(drawn.scenes) for piece in scene.components.values()}
    files = dict(sheet_files(components.values(), drawn.pictures))
    for scene in drawn.scenes:
        if scene.board is not None:
            files[f"map-{plain_name(scene.kit.id)}.png"] = drawn.pictures.files[scene.board.picture]
    return _written(target, files, drawn, opened, report)


def _folder(order: ExportOrder, usual: str, mark: str) -> Path:
    """The folder to write: new, empty, or of an earlier export, which has the file `mark`. Raises BadRequest."""
    from ibbprint.press.output import is_empty_folder

    target = order.output or Path("output") / usual
    if target.suffix.lower() in (ENDING, ".json", ".zip", ".png"):
        raise BadRequest(f"this is written as a folder, not as {target.name!r}.", "Name a folder.", "-o")
    if target.exists() and not is_empty_folder(target) and not _is_ours(target, mark):
        message = f"the folder {target} has files in it that no export wrote, or another kind of export."
        raise BadRequest(message, "Name a new or an empty folder with -o, or move them.", "-o")
    return target


def _is_ours(folder: Path, mark: str) -> bool:
    """Whether an earlier export of this kind wrote a folder, so that it may be written over."""
    from ibbprint.virtual.written import LIST

    return (folder / LIST).is_file() and (folder / mark).is_file()


def _written(
    target: Path, files: Mapping[str, bytes], drawn: Drawn, opened: Sequence[Opened], report: Report
) -> Exported:
    """Write the files of a folder, all or nothing, and remove those of an earlier export that are no longer needed."""
    from ibbprint.press.output import Outbox
    from ibbprint.virtual import written

    files = {**files, written.LIST: written.listed(files)}
    old = written.no_longer_written(target, files)
    with Outbox(report) as outbox:
        done = all(outbox.put(target / name, data) for name, data in files.items()) and outbox.publish()
    if not done:
        return Exported(report)
    written.take_away(old, target)
    pictures = sum(name.endswith(".png") for name in files)
    return Exported(report, target, len(files), pictures, drawn.pieces, breaches_of(opened))


@contextlib.contextmanager
def named_faults(opened: Sequence[Opened], report: Report) -> Iterator[None]:
    """Reports a name that a virtual table cannot hold, at the cell that has it."""
    from ibbprint.press.records import label, records
    from ibbprint.virtual.elements import Unnameable
    from ibbprint.virtual.sequence import Unwritable

    try:
        yield
    except (Unnameable, Unwritable) as fault:
        culprits = (record for entry in opened for record in records(entry.kit) if fault.text in label(record))
        origins = next((record.origins for record in culprits), {})
        where = origins.get("name") or origins.get("") or Where(opened[0].kit.id)
        report.error(where, "export:name", f"{fault}.", "Write the name another way.")


def name_of(order: ExportOrder, opened: Sequence[Opened]) -> str:
    """The default name of the file or folder."""
    from ibbprint.press.output import plain_name

    return plain_name(opened[0].kit.id if len(opened) == 1 else opened[0].kit.game)
