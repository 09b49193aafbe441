"""Kits for a virtual table: a module for VASSAL, a saved object for Tabletop Simulator, sheets of faces for others."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from ibbprint.engine.api.kits import Game
from ibbprint.jobs import fields
from ibbprint.jobs.fields import Asked, flag, option, python_call
from ibbprint.jobs.kits import check_map_style, silent
from ibbprint.jobs.meant import Kind, Meant, is_pack, scenario_meant, with_on_top
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
    from ibbprint.materials import Kit
    from ibbprint.press.inking import Inking
    from ibbprint.press.workshop import Progress
    from ibbprint.virtual.papers import Chart
    from ibbprint.virtual.pictures import Face, Pictures
    from ibbprint.virtual.since import Difference
    from ibbprint.virtual.vmod import Plan, Scene

LEAST_DPI, MOST_DPI = 72, 300
USUAL_DPI, FINE_DPI = 144, 300
"""For VASSAL, where a counter of 15.9 mm has 90 pixels then, and for tables that enlarge what they show."""
COARSER = (144, 120, 110, 96, 72)
"""What is tried where the picture of a map would be too large."""
MOST_SIDE, MOST_PIXELS = 6_000, 24_000_000
"""The largest picture that VASSAL shows with ease."""
LARGE, TOO_LARGE = 40_000_000, 200_000_000
"""A module of more bytes gets a warning, or is not written."""
ENDING = ".vmod"
AS_PRINTED = "as-printed"
"""The folder of set-ups as their sources have them, which a module of the whole game leaves out."""
_DPI = f"{USUAL_DPI}, and {FINE_DPI} for Tabletop Simulator"
WHAT_HELP = (
    "A scenario (see: ibbprint list), its file, a pack with only one, a whole game such as ibb, the folder of a game of"
    " your own, an army list, or two army lists."
)


@dataclass(frozen=True, eq=False)
class ExportOrder(Asked):
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
    """What was written for a virtual table; no path where something is wrong, which is in the report."""

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


class Opened(NamedTuple):
    """A kit with what it was made from."""

    game: Game
    packs: tuple[Path, ...]
    folders: Sequence[Path]
    inks: Inking
    kit: Kit


def exported_vassal(order: ExportOrder, progress: Progress = silent) -> Exported:
    """Write a module. Raises BadRequest and Stopped for what makes no sense or cannot be read."""
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
    """What has changed since an earlier module; None with an error in the report where that cannot be read."""
    from ibbprint.virtual.since import difference, read_slots, slots_of
    from ibbprint.virtual.vmod import BUILD_FILE

    before, after = read_slots(earlier, report), slots_of(files[BUILD_FILE])
    if before is None:
        return None
    if before.module != after.module:
        what = f"this is the module of {before.module or 'another game'}, not of {after.module}."
        report.warning(Where(str(earlier)), "export:since", what)
    return difference(before, after)


@python_call(ExportOrder, Exported)
def export_tts(order: ExportOrder) -> Exported:
    """A scenario, a game or army lists as saved objects for Tabletop Simulator; written into the folder `output`."""
    return exported_tts(order)


def exported_tts(order: ExportOrder, progress: Progress = silent) -> Exported:
    """Write a folder of saved objects. Raises BadRequest and Stopped for what makes no sense or cannot be read."""
    from ibbprint.press.output import plain_name
    from ibbprint.virtual import tts
    from ibbprint.virtual.sheets import laid

    dpi = order.pixels(FINE_DPI)
    if order.base_url and not order.base_url.startswith(("http://", "https://")):
        raise BadRequest(f"--base-url begins with http:// or https://, not {order.base_url!r}.", option="--base-url")
    if order.base_url and order.absolute:
        raise BadRequest("--base-url cannot be used with --absolute.", option="--base-url")
    report = Report()
    with opened_kits(order, report) as opened:
        target = _folder(order, f"{name_of(order, opened)}-tts")
        papers = not order.no_booklet
        drawn = drawn_table(order, opened, dpi, report, progress, papers=papers, most_side=tts.MOST_SIDE)
    if drawn is None:
        return Exported(report)

    def url(name: str, folder: str = tts.IMAGES) -> str:
        if order.base_url:
            return f"{order.base_url.rstrip('/')}/{name}"
        return (target.absolute() / folder / name).as_uri() if order.absolute else name

    rules_url = url(tts.pdf_name(drawn.rules), tts.PDFS) if drawn.rules else ""
    files: dict[str, bytes] = {}
    for scene, notes in zip(drawn.scenes, drawn.notes, strict=True):
        if scene.layout is None or scene.board is None:
            continue
        whole = drawn.pictures.put(tts.square(drawn.pictures.files[scene.board.picture]))
        piles = {
            pile.id: [scene.things[key] for key in pile.pieces if key in scene.things and scene.things[key].is_card]
            for pile in scene.layout.tabletop.piles
        }
        decks = [sheet for pile, cards in piles.items() for sheet in laid(cards, drawn.pictures, pile)]
        save = tts.Save(replace(scene, board=whole), scene.layout, drawn.pictures, url, decks)
        id = plain_name(scene.kit.id)
        own = [chart for chart in drawn.charts if chart.of == scene.kit.title]
        files |= tts.folder_files(save, id, own, notes, drawn.rules, rules_url)
    first = drawn.scenes[0].kit
    files["README.txt"] = tts.READ_ME.format(title=first.title, id=plain_name(first.id)).encode()
    return _written(target, files, drawn, opened, report)


@python_call(ExportOrder, Exported)
def export_sheets(order: ExportOrder) -> Exported:
    """Every face on sheets with a manifest, for other virtual tables; written into the folder `output`."""
    return exported_sheets(order)


def exported_sheets(order: ExportOrder, progress: Progress = silent) -> Exported:
    """Write sheets of faces, and the maps. Raises BadRequest and Stopped for what makes no sense or cannot be read."""
    from ibbprint.press.output import plain_name
    from ibbprint.virtual.sheets import MOST_SIDE as MOST
    from ibbprint.virtual.sheets import sheet_files

    dpi = order.pixels(FINE_DPI)
    report = Report()
    with opened_kits(order, report) as opened:
        target = _folder(order, f"{name_of(order, opened)}-sheets")
        drawn = drawn_table(order, opened, dpi, report, progress, papers=False, most_side=MOST)
    if drawn is None:
        return Exported(report)
    things = {thing.key: thing for scene in reversed(drawn.scenes) for thing in scene.things.values()}
    files = dict(sheet_files(things.values(), drawn.pictures))
    for scene in drawn.scenes:
        if scene.board is not None:
            files[f"map-{plain_name(scene.kit.id)}.png"] = drawn.pictures.files[scene.board.picture]
    return _written(target, files, drawn, opened, report)


def _folder(order: ExportOrder, usual: str) -> Path:
    """The folder to write, which must be new or empty. Raises BadRequest."""
    from ibbprint.press.output import is_empty_folder

    target = order.output or Path("output") / usual
    if target.suffix.lower() in (ENDING, ".json", ".zip", ".png"):
        raise BadRequest(f"this is written as a folder, not as {target.name!r}.", "Name a folder.", "-o")
    if target.exists() and not is_empty_folder(target) and not _is_ours(target):
        what = f"the folder {target} has files in it that no export wrote."
        raise BadRequest(what, "Name a new or an empty folder with -o, or move them.", "-o")
    return target


def _is_ours(folder: Path) -> bool:
    """Whether an earlier export wrote a folder, so that it may be written over."""
    return (folder / "Saves" / "Saved Objects" / "ibbprint").is_dir() or (folder / "manifest.csv").is_file()


def _written(
    target: Path, files: Mapping[str, bytes], drawn: Drawn, opened: Sequence[Opened], report: Report
) -> Exported:
    """Write the files of a folder, all or nothing."""
    from ibbprint.press.output import Outbox

    with Outbox(report) as outbox:
        done = all(outbox.put(target / name, data) for name, data in files.items()) and outbox.publish()
    if not done:
        return Exported(report)
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
        named = (record for each in opened for record in records(each.kit) if fault.text in label(record))
        origins = next((record.origins for record in named), {})
        where = origins.get("name") or origins.get("") or Where(opened[0].kit.id)
        report.error(where, "export:name", f"{fault}.", "Write the name another way.")


def breaches_of(opened: Sequence[Opened]) -> list[Problem]:
    """The rules that the set-ups break."""
    return [breach for each in opened for breach in each.kit.breaches]


def name_of(order: ExportOrder, opened: Sequence[Opened]) -> str:
    """What the file or folder is called where nobody names it."""
    from ibbprint.press.output import plain_name

    return plain_name(opened[0].kit.id if len(opened) == 1 else opened[0].kit.game)


# --- what is meant ----------------------------------------------------------------------------------------------


@contextlib.contextmanager
def opened_kits(order: ExportOrder, report: Report) -> Iterator[list[Opened]]:
    """The kits that are meant, each with the layout of its scenario. Raises BadRequest and Stopped."""
    from ibbprint.press.picking import parse, pick

    check_map_style(order.map_style)
    parts, kinds = parse(order.only)
    with TemporaryDirectory(prefix="ibbprint-") as folder:
        result: list[Opened] = []
        for meant in _meant(order, Path(folder), report):
            game = meant.game
            report.add_all(meant.report)
            folders = None if game is None else template_folders(game, meant.packs, report)
            if game is None or folders is None:
                raise Stopped(report)
            if not order.force:
                _refuse_illegal(meant, order, report)
            kit = _kit(order, game, meant, report)
            if kit is None or not report.ok:
                raise Stopped(report)
            if parts:
                what = "the set-up has only what is left in."
                report.warning(Where("--only"), "export:only", what)
                kit = _thinned(pick(kit, parts, kinds), parts)
                if not kit.pieces and not kit.cards and not kit.boards:
                    what = f"no piece, card or map is in {', '.join(sorted(parts))}: nothing of it goes to a table."
                    raise BadRequest(what, option="--only")
            result.append(Opened(game, meant.packs, folders, inking(replace(order.ink, backs="full"), folders), kit))
        yield result


def _refuse_illegal(meant: Meant, order: ExportOrder, report: Report) -> None:
    """Raise Stopped, with the findings, for an army list that breaks a rule or cannot be judged."""
    if meant.kind is not Kind.LIST:
        return
    from ibbprint.jobs.checks import CheckOrder, checked
    from ibbprint.jobs.lists import nothing_piped

    check = checked(CheckOrder(files=[meant.scenario], packs=meant.packs, rules=order.rules), nothing_piped)
    if not check.ok:
        report.add_all(check.report)
        what = "this list is not legal, or cannot be judged."
        report.error(Where(meant.scenario), "export:list", what, "To export it all the same: --force")
        raise Stopped(report)


def _thinned(kit: Kit, parts: frozenset[str]) -> Kit:
    return replace(
        kit,
        pieces=[piece for piece in kit.pieces if piece.section in parts],
        cards=[card for card in kit.cards if card.section in parts],
        texts=[text for text in kit.texts if text.section in parts],
        booklets=[booklet for booklet in kit.booklets if booklet.section in parts],
    )


def _meant(order: ExportOrder, folder: Path, report: Report) -> list[Meant]:
    """Every scenario that is meant: one, all of a game, or that of two army lists, which is written into `folder`."""
    from ibbprint.catalogue.layers import is_game_folder
    from ibbprint.catalogue.source import is_there
    from ibbprint.systems import games

    if len(order.what) > 2:
        raise BadRequest(f"one scenario, one game, or two army lists; not {len(order.what)} names.")
    if len(order.what) == 2:
        _refuse_scenario_of_game(order)
        return [_battle(order, folder, report)]
    name = order.what[0] if order.what else ""
    if name in games() and not is_there(Path(name)):
        return [Meant(id, order.packs) for id in _scenarios(games()[name], order.packs)]
    if is_pack(name) and is_game_folder(Path(name)):
        packs = with_on_top(name, order.packs)
        game = scenario_meant(name, order.packs).game
        some = [] if game is None else _scenarios(game, packs)
        if some:
            return [Meant(id, packs) for id in some]
    return [scenario_meant(name, order.packs)]


def _refuse_scenario_of_game(order: ExportOrder) -> None:
    """Raise BadRequest for a game and a scenario: only army lists come in twos."""
    from ibbprint.catalogue.layers import is_game_folder
    from ibbprint.catalogue.source import is_there
    from ibbprint.systems import games

    first, second = order.what
    folder = is_pack(first) and is_game_folder(Path(first))
    if (folder or first in games()) and not is_there(Path(second)):
        whole = f"{second} --pack {first}" if folder else second
        hint = f"A scenario is named alone: {whole}. The game alone exports all of its scenarios: {first}."
        raise BadRequest("two names are two army lists, not a game and a scenario.", hint)


def _scenarios(game: Game, packs: Sequence[Path]) -> list[str]:
    """The scenarios of a game, but for those that are as their sources printed them."""
    some = [item for item in game.list(packs, Report()) if item.kind == "scenario"]
    return [item.id for item in some if item.file.parent.name != AS_PRINTED]


def _battle(order: ExportOrder, folder: Path, report: Report) -> Meant:
    """The scenario that two army lists make. Raises BadRequest and Stopped."""
    from ibbprint.engine.api.lists import BattleRequest
    from ibbprint.jobs.games import options_of
    from ibbprint.jobs.lists import checking_game, nothing_piped, read_documents
    from ibbprint.press.output import plain_name

    documents = read_documents(order.what, report, nothing_piped)
    game = checking_game(documents, "", report) if report.ok and len(documents) == 2 else None
    if game is None or not report.ok:
        raise Stopped(report)
    if not game.offers(Game.battle):
        raise BadRequest(f"{game.title} cannot make battles from lists.")
    request = BattleRequest("", "", order.map, "")
    battle = game.battle(documents, request, options_of(order.packs, order.rules), report)
    if battle is None or not report.ok:
        raise Stopped(report)
    path = folder / f"{plain_name(battle.id)}.yaml"
    path.write_text(battle.text, encoding="utf-8")
    return Meant(str(path), order.packs)


def _kit(order: ExportOrder, game: Game, meant: Meant, report: Report) -> Kit | None:
    from ibbprint.engine.api.kits import KitOptions

    size = counter_size(order.counter_size)
    options = KitOptions(meant.packs, order.rules, size, usual_board(), tabletop=True)
    kit = game.kit(meant.scenario, options, report)
    table = None if kit is None else kit.tabletop
    if kit is None or table is None or table.board is not None or not game.offers(Game.country):
        return kit
    maps = [item.file for item in game.list(meant.packs, Report()) if item.kind == "map"]
    named = order.map or next((str(path) for path in maps), "")
    if not named:
        return kit
    from ibbprint.jobs.maps import board_of

    return replace(kit, tabletop=replace(table, board=board_of(named, game, options, report)))


# --- what is drawn ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Drawn:
    """Kits on a table, with all of their pictures."""

    scenes: list[Scene]
    pictures: Pictures
    moved: Face
    charts: Sequence[Chart] = ()
    rules: bytes = b""
    notes: Sequence[Sequence[tuple[str, str]]] = ()
    """Of each scene the texts for the Notebook, with their titles."""

    @property
    def pieces(self) -> int:
        """How many pieces are set up."""
        return sum(len(scene.layout.standing) for scene in self.scenes if scene.layout is not None)

    def plan(self, opened: Sequence[Opened]) -> Plan:
        """What a module is made of."""
        from ibbprint.version import __version__
        from ibbprint.virtual.vmod import Plan

        kit, several = self.scenes[0].kit, len(self.scenes) > 1
        breaches = len(breaches_of(opened))
        note = f"Nothing enforces the rules. Made by ibbprint {__version__}, edition {kit.edition}."
        zoned = any(
            box.kind == "set-up" for scene in self.scenes if scene.table is not None for box in scene.table.boxes
        )
        note += " Pieces that may be set up anywhere in a zone are in the box of that zone." if zoned else ""
        note += f" The set-up breaks the rules in {breaches} places." if breaches else ""
        charts = {chart.face.picture: (chart.of, chart.name, chart.face) for chart in self.charts}
        return Plan(
            kit.game if several else kit.id,
            opened[0].game.title if several and kit.game == opened[0].game.id else kit.title,
            kit.edition,
            note,
            self.scenes,
            self.pictures.dpi,
            self.moved,
            self.pictures.files,
            list(charts.values()),
            self.rules,
        )


def drawn_table(
    order: ExportOrder,
    opened: Sequence[Opened],
    dpi: int,
    report: Report,
    progress: Progress,
    *,
    papers: bool = True,
    most_side: int = 0,
) -> Drawn | None:
    """Every picture of the kits, as fine as the largest map allows; None with errors in the report.

    With `most_side` only the maps are made coarser, till none has more pixels a side.
    """
    from ibbprint.virtual.layout import INCH, as_laid_out
    from ibbprint.virtual.marks import moved_mark
    from ibbprint.virtual.papers import cards_of, notes_of, papers_of
    from ibbprint.virtual.pictures import Pictures, Studio, things
    from ibbprint.virtual.vmod import Scene

    for tried in dict.fromkeys((dpi, *(each for each in COARSER if each < dpi))):
        pictures = Pictures(tried, report)
        scenes: list[Scene] = []
        charts: list[Chart] = []
        rules = b""
        notes: list[list[tuple[str, str]]] = []
        moved: Face | None = None
        largest = (0.0, 0.0)
        for each in opened:
            studio = Studio.opened(each.folders, each.inks, report)
            table, layout = each.kit.tabletop, None
            board_dpi = table.dpi if table is not None and table.dpi and not most_side else tried
            coarse = (
                {start.piece: board_dpi for start in table.starts if start.spot is not None}
                if table is not None
                else {}
            )
            drawn = None if studio is None else things(each.kit, studio, pictures, progress, coarse)
            if studio is None or drawn is None:
                return None
            moved = moved or pictures.of(moved_mark(studio.style), clear=True)
            if table is None or table.board is None:
                what = "there is no map: the pieces, the charts and the dice are all that the table has."
                report.warning(Where(each.kit.id), "export:map", what)
            if table is not None:
                layout = as_laid_out(each.kit, table, drawn, studio, board_dpi, order.map_style, report)
            if not report.ok:
                return None
            if layout is not None:
                wide, high = layout.drawing.width / INCH * board_dpi, layout.drawing.height / INCH * board_dpi
                largest = max(largest, (max(wide, high), wide * high))
                if not most_side and (max(wide, high) > MOST_SIDE or wide * high > MOST_PIXELS):
                    break
            board = None
            if layout is not None:
                side = max(layout.drawing.width, layout.drawing.height)
                finest = math.floor(most_side * INCH / side) if most_side else board_dpi
                board = pictures.of(layout.drawing, dpi=min(board_dpi, finest))
            scenes.append(Scene(each.kit, drawn, layout, board))
            if most_side:
                notes.append(list(notes_of(each.kit, studio)))
            if papers:
                own = papers_of(each.kit, drawn, pictures, each.folders, each.inks, report)
                charts += own.charts
                rules = rules or own.pdf
            else:
                charts += cards_of(each.kit, drawn)
        else:
            if tried != dpi:
                what = f"the map is too large for {dpi} dpi; the pictures have {tried} dpi."
                report.warning(Where("--dpi"), "export:size", what)
            return None if moved is None or not report.ok else Drawn(scenes, pictures, moved, charts, rules, notes)
    what = f"the map would have {largest[0]:.0f} pixels a side at {COARSER[-1]} dpi."
    report.error(Where(opened[0].kit.id), "export:size", what, f"The most is {MOST_SIDE}.")
    return None
