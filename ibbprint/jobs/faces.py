"""Single faces: one as a picture, or all of them as files."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.engine.api.kits import Game
from ibbprint.jobs import fields
from ibbprint.jobs.fields import Named, OptionRecord, flag, option, python_call
from ibbprint.jobs.games import refuse_a_game
from ibbprint.jobs.kits import check_map_style
from ibbprint.jobs.on_paper import (
    InkGiven,
    counter_size,
    counter_size_option,
    ink_options,
    inking,
    map_style_option,
    usual_board,
)
from ibbprint.jobs.packs import tell_faults_of_faces, tell_unused_symbols, template_folders
from ibbprint.jobs.reporting import Result
from ibbprint.jobs.targets import scenario_meant
from ibbprint.problems import BadRequest, Problem, Progress, Report, did_you_mean, silent

if TYPE_CHECKING:
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.materials import Kit


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Preview(Result):
    """The picture of one face; empty with the faults in the report."""

    name: str = ""
    """What a file of it is called, without an ending: `defend-the-bridge-T1`."""
    data: bytes = b""
    size_mm: tuple[float, float] = (0.0, 0.0)
    breaches: Sequence[Problem] = ()

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows."""
        return self.data.decode() if self.data.startswith(b"<?xml") else None


def dpi_option(usual: int) -> int:
    """A field of how fine a picture is."""
    return option(usual, int, "--dpi", help="Resolution of a PNG, 20 to 2400 dpi.")


@dataclass(frozen=True, eq=False)
class PreviewOrder(OptionRecord):
    """The order for a preview: the face, and the options."""

    piece: str = field(metadata=fields.argument(str, help="The id of a piece, unit, marker, card or map: T1, crt."))
    scenario: Named = option(
        "",
        Named,
        "--scenario",
        "-s",
        words=str,
        metavar="ID",
        help="The id of the scenario, its file, a pack with only one, or the folder of a game of your own. Without"
        " it, the piece is looked for in the catalogues of the games.",
        completes="scenario",
    )
    _: KW_ONLY
    format: str = option("svg", str)
    back: bool = flag("--back", "Draw the back.")
    dpi: int = dpi_option(300)
    counter_size: str | float = counter_size_option()
    ink: InkGiven = ink_options("ink", "palette", "backs")
    map_style: str = map_style_option()
    packs: fields.Folders = fields.packs()
    rules: fields.Switches = fields.rules()


@python_call(PreviewOrder, Preview)
def preview(order: PreviewOrder) -> Preview:
    """A counter, marker, card or map by its id, or the unit that a counter stands for, in memory.

    Without a scenario it is one of a game's catalogue.

    `format` is `svg`, `png` or `pdf`; `map_style` is the look of a map, `atlas` or `schematic`.
    """
    return previewed(order)


def previewed(order: PreviewOrder) -> Preview:
    """Draw one face of a scenario's kit.

    Raises BadRequest for options that make no sense, and Stopped for a pack that cannot be read.
    """
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.press.face_files import FORMATS
    from ibbprint.press.output import plain_name
    from ibbprint.press.preview import Sight, draw, draw_map, find, write

    check_dpi(order.dpi)
    check_map_style(order.map_style)
    if order.format not in FORMATS:
        hint = did_you_mean(order.format, FORMATS)
        raise BadRequest(f"a preview cannot be written as {order.format!r}.", hint, "format")
    size = counter_size(order.counter_size)
    report = Report()
    piece, scenario = order.piece, str(order.scenario)
    if scenario or order.packs:
        selection = scenario_meant(scenario, order.packs)
        scenario, packs = selection.scenario, selection.packs
        refuse_a_game(scenario)
        game = selection.game
        report.add_all(selection.report)
        kit = None if game is None else game.kit(scenario, KitOptions(packs, order.rules, size, usual_board()), report)
    else:
        packs = ()
        game, kit = _catalogue_with(piece, KitOptions((), order.rules, size, usual_board(), whole=True))
    if game is None or kit is None or not report.ok:
        return Preview(report)
    boards = [] if order.back else [board for board in kit.boards if board.id == piece.casefold()]
    subject = boards[0] if boards else find(kit, piece, back=order.back)
    folders = template_folders(game, packs, report)
    if folders is None:
        return Preview(report)
    inks = inking(order.ink, folders)
    if isinstance(subject, Sight):
        drawing, size_mm, clear = draw(subject, folders, report, inks), subject.size_mm, subject.outline.shaped
    else:
        drawing = draw_map(subject, kit.words, folders, report, inks, order.map_style)
        size_mm, clear = (0.0, 0.0) if drawing is None else (drawing.width, drawing.height), False
    title = f"{kit.title}: {subject.id}"
    data = None if drawing is None else write(drawing, title, f".{order.format}", order.dpi, report, clear=clear)
    if data is None:
        return Preview(report)
    name = plain_name(f"{kit.id}-{subject.id}{'-back' if order.back else ''}")
    return Preview(report, name, data, size_mm, kit.breaches)


def _catalogue_with(piece: str, options: KitOptions) -> tuple[Game, Kit]:
    """The first game whose catalogue has a piece, card or map of that name, and its whole kit. Raises NotThere."""
    from ibbprint.press.preview import find
    from ibbprint.press.records import NotThere
    from ibbprint.systems import games

    for game in games().values():
        kit = None if game.offers(Game.read_files) else game.kit(game.id, options, Report())
        if kit is None:
            continue
        with contextlib.suppress(NotThere):
            if all(board.id != piece.casefold() for board in kit.boards):
                find(kit, piece, back=False)
            return game, kit
    raise NotThere(
        f"no game's catalogue has a piece or card {piece!r}.", "For a counter of a scenario, name that as well: -s ID"
    )


@dataclass(frozen=True, eq=False)
class FacesOrder(OptionRecord):
    """The order for faces as files: the faces, and the options."""

    scenario: str = option(
        "",
        str,
        help="The id of a scenario (see: ibbprint list), its file, a pack with only one, or the folder of a game of"
        " your own.",
        completes="scenario",
    )
    output: fields.MaybePath = fields.output("DIR", "The folder for the files.")
    format: str = option("png", str, "--as", metavar="FORMAT", help="png, svg or pdf.")
    dpi: int = dpi_option(300)
    bleed: float | None = option(
        None,
        float | None,
        "--bleed",
        metavar="MM",
        help="How far colour runs past the cut line: 0, or 3 mm with --press.",
    )
    counter_size: str | float = counter_size_option()
    only: fields.Names = fields.names("", "--only", metavar="PARTS", help=fields.ONLY_HELP)
    ink: InkGiven = ink_options("ink", "palette", "press", "backs")
    packs: fields.Folders = fields.packs()
    rules: fields.Switches = fields.rules()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WrittenFaces(Result):
    """The faces of a kit as files in a folder; no folder where something is wrong."""

    scenario: str
    packs: tuple[Path, ...]
    folder: Path | None = None
    files: int = 0
    things: int = 0
    breaches: Sequence[Problem] = ()


def write_faces(order: FacesOrder, progress: Progress = silent) -> WrittenFaces:
    """Write each counter, marker and card of a kit, with a table of them. Raises BadRequest and Stopped."""
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.press.faces_export import Wish, export_faces
    from ibbprint.press.output import plain_name
    from ibbprint.press.picking import parse, pick

    _check(order)
    size = counter_size(order.counter_size)
    parts, kinds = parse(order.only)
    selection = scenario_meant(order.scenario, order.packs)
    scenario, packs, report = selection.scenario, selection.packs, selection.report
    failed = WrittenFaces(report, scenario, packs)
    refuse_a_game(scenario)
    game = selection.game
    if game is None:
        return failed
    options = KitOptions(packs, order.rules, size, usual_board(), only=parts)
    kit = game.kit(scenario, options, report)
    if kit is None or not report.ok:
        folders = template_folders(game, packs, report)
        if folders is not None:
            tell_faults_of_faces(game, scenario, options, folders, inking(order.ink, folders), report)
        return failed
    kit = pick(kit, parts, kinds)
    sections = {piece.section for piece in kit.pieces} | {card.section for card in kit.cards}
    if parts and not parts & sections:
        raise BadRequest(f"there are no faces in {', '.join(sorted(parts))}.", option="--only")
    folders = template_folders(game, packs, report)
    if folders is None:
        return failed
    inks = inking(order.ink, folders)
    folder = order.output or Path("output") / plain_name(f"{kit.id}-faces")
    wish = Wish(order.format, order.dpi, order.bleed, parts, inks)
    done = export_faces(kit, wish, folder, folders, report, progress)
    if done is None:
        return failed
    tell_unused_symbols(done.symbols, packs, folders, inks, report)
    return WrittenFaces(report, scenario, packs, folder, done.files, done.things, kit.breaches)


def check_dpi(dpi: int) -> None:
    """Raise BadRequest for a resolution out of range."""
    if not 20 <= dpi <= 2400:
        raise BadRequest(f"invalid resolution: {dpi} dpi.", "Use 20 to 2400.", "--dpi")


def _check(order: FacesOrder) -> None:
    """Raise BadRequest for options that make no sense, or not together."""
    from ibbprint.catalogue.source import is_folder
    from ibbprint.press.face_files import FORMATS
    from ibbprint.press.preview import ENDINGS

    if order.format not in FORMATS:
        raise BadRequest(f"faces cannot be written as {order.format!r}.", did_you_mean(order.format, FORMATS), "--as")
    check_dpi(order.dpi)
    if order.output is not None and order.output.suffix.lower() in ENDINGS and not is_folder(order.output):
        raise BadRequest(f"{order.output} is one file, and faces are many.", "Name a folder with -o.", "-o")
    if order.bleed is not None and not 0 <= order.bleed <= 10:
        raise BadRequest(f"invalid bleed: {order.bleed:g} mm.", "Use 0 to 10 mm.", "--bleed")
    if order.ink.press and order.format != "pdf":
        message = f"--press goes with --as pdf: a {order.format.upper()} has no printing inks."
        raise BadRequest(message, option="--press")
