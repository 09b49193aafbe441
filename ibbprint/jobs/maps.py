"""Maps by themselves: made from a seed, drawn, and judged before anybody plays on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibbprint.engine.api.kits import Game
from ibbprint.jobs import fields
from ibbprint.jobs.faces import Preview, check_dpi, dpi_option
from ibbprint.jobs.fields import Named, OptionRecord, name_of, option, python_call
from ibbprint.jobs.games import one_of, options_of
from ibbprint.jobs.kits import check_map_style
from ibbprint.jobs.on_paper import InkGiven, counter_size, counter_size_option, ink_options, inking, map_style_option
from ibbprint.jobs.packs import template_folders
from ibbprint.jobs.reporting import Reported, Result
from ibbprint.patterns import regex
from ibbprint.problems import BadRequest, Report, did_you_mean
from ibbprint.reports.layout import WIDTH

if TYPE_CHECKING:
    from ibbprint.catalogue.maps import HexMap
    from ibbprint.catalogue.models.themes import Theme
    from ibbprint.drawing.shapes import Drawing
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.engine.api.land import Country
    from ibbprint.engine.land.gates import Judged
    from ibbprint.engine.land.making import MadeMap
    from ibbprint.materials.boards import Board

FILE_HELP = "A map file, or the id of a map (see: ibbprint list)."
LEAST, MOST = 8, 60
"""A map has at least and at most so many columns and rows."""
_SIZE = regex(r"([0-9]{1,3})\s*[x×X]\s*([0-9]{1,3})")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NewMap(Result):
    """A map that was made from a seed; nothing was made where something is wrong, which is in the report."""

    seed: str = ""
    """The seed that makes it again, given or drawn."""
    made: MadeMap | None = None

    @property
    def id(self) -> str:
        return "" if self.made is None else self.made.id

    @property
    def title(self) -> str:
        return "" if self.made is None else self.made.title

    @property
    def text(self) -> str:
        """The map file."""
        return "" if self.made is None else self.made.text

    def __str__(self) -> str:
        return self.shown() or Result.__str__(self)

    def shown(self, width: int = WIDTH) -> str:
        """A description of the map in so many columns."""
        from ibbprint.reports.map_report import as_text

        return "" if self.made is None else as_text(self.made.map, self.made.judged, width)

    def save(self, path: Named = ".", *, force: bool = False) -> Path | None:
        """Write the file as `path`, or under the map's id into a folder.

        Gives what was written; None, with the reason in the report, where it cannot be written or, without `force`,
        where something is there already.
        """
        with Reported(self.report):
            return None if self.made is None else written(self, Path(name_of("output", path)), force)
        return None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MapCheck(Result):
    """A map judged by the gates. Faults are in the report; `found` is None if the map could not be read."""

    found: HexMap | None = None
    judged: Judged | None = None

    @property
    def text(self) -> str:
        """A description of the map, as `ibbprint map check` shows it."""
        return self.shown()

    def shown(self, width: int = WIDTH) -> str:
        """The description in so many columns."""
        from ibbprint.reports.map_report import as_text

        return "" if self.found is None or self.judged is None else as_text(self.found, self.judged, width)

    @property
    def json(self) -> str:
        """The same for programs, with all that was found."""
        from ibbprint.reports.map_report import as_json

        return as_json(self.found, self.judged, self.report)

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.text, Result.__str__(self))))


# --- for Python -------------------------------------------------------------------------------------------------


def _game(help: str) -> str:
    return option("", str, "--game", "-g", metavar="GAME", help=help)


@dataclass(frozen=True, eq=False)
class NewMapOrder(OptionRecord):
    """The order for a new map."""

    ground: str = option(
        "",
        str,
        "--ground",
        metavar="THEME",
        help="The kind of country: valley, forest, hills, marsh, coast, heath, pass, desert, or "
        "a theme of a pack; a wrong one lists them all.",
        shown="the game’s first",
    )
    _: KW_ONLY
    seed: fields.MaybeSeed = fields.seed(
        None, help="Any text; the same seed makes the same map. Without it, one is drawn."
    )
    size: str = option(
        "", str, "--size", metavar="CxR", help="Columns and rows, 8 to 60 each.", shown="the game’s own, such as 22x16"
    )
    game: str = _game("The game; without it, the first that has maps.")
    packs: fields.Folders = fields.packs()


@dataclass(frozen=True, eq=False)
class MapOrder(OptionRecord):
    """The order for a map that is judged or drawn."""

    file: Named = field(metadata=fields.argument(Named, words=str, metavar="FILE", help=FILE_HELP))
    _: KW_ONLY
    game: str = _game("The game, if the map does not name it.")
    packs: fields.Folders = fields.packs()


@dataclass(frozen=True, eq=False)
class ShowOrder(OptionRecord):
    """The order for a map that is drawn, and the options."""

    file: Named = field(metadata=fields.argument(Named, words=str, metavar="FILE", help=FILE_HELP))
    _: KW_ONLY
    format: str = option("svg", str)
    dpi: int = dpi_option(100)
    counter_size: str | float = counter_size_option()
    ink: InkGiven = ink_options("ink", "palette")
    map_style: str = map_style_option()
    game: str = _game("The game, if the map does not name it.")
    packs: fields.Folders = fields.packs()


@python_call(NewMapOrder, NewMap)
def new_map(order: NewMapOrder) -> NewMap:
    """A map made from a seed: `new_map("forest", seed="tonight", size="20x15")`.

    Any text or number is a seed; without one, one is drawn. `ground` is a theme of the game.
    """
    return made_map(order)


@python_call(MapOrder, MapCheck)
def check_map(order: MapOrder) -> MapCheck:
    """Judge a map: a file, or the id of an existing map."""
    return checked_map(order)


@python_call(ShowOrder, Preview)
def show_map(order: ShowOrder) -> Preview:
    """A map as a picture in memory, which a notebook shows; `format` is `svg`, `png` or `pdf`."""
    return shown_map(order)


# --- made -------------------------------------------------------------------------------------------------------


def made_map(order: NewMapOrder, file: str = "") -> NewMap:
    """Make a map. `file` is where it will be written, for what the report says.

    Raises BadRequest for a game, a theme or a size that there cannot be.
    """
    from ibbprint.dice import drawn_seed
    from ibbprint.engine.land.making import make_map

    report = Report()
    able = land_game(order.game, order.packs)
    country = able.country(options_of(order.packs, {}), report)
    seed = drawn_seed() if order.seed is None else order.seed
    if country is None:
        return NewMap(report, seed)
    theme = _theme(country, order.ground)
    result = make_map(country, theme, seed, _size(order.size) or country.size, file, report)
    return NewMap(report, seed, result if report.ok else None)


def land_game(name: str, packs: Sequence[Path] = ()) -> Game:
    """The game of that name, or that of the packs, or the first, among those that have land. Raises BadRequest."""
    from ibbprint.jobs.targets import game_of_pack
    from ibbprint.systems import games_with

    able = games_with(Game.country)
    owners = [game_of_pack(pack, Report()) for pack in reversed(packs)]
    return one_of(able, name or next((owner for owner in owners if owner in able), "") or "")


def _theme(country: Country, ground: str) -> Theme:
    themes = country.themes
    if ground and ground not in themes:
        raise BadRequest(f"there is no ground {ground!r}.", did_you_mean(ground, themes.entries, most=12), "--ground")
    if not len(themes):
        raise BadRequest("there is no theme to make a map from.", option="--ground")
    return themes[ground] if ground else next(iter(themes))


def _size(text: str) -> tuple[int, int] | None:
    """Columns and rows; None where none are given."""
    if not text.strip():
        return None
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise BadRequest(f"a size is columns and rows, not {text!r}.", "For example: --size 22x16", "--size")
    columns, rows = int(match[1]), int(match[2])
    if not (LEAST <= columns <= MOST and LEAST <= rows <= MOST):
        raise BadRequest(f"a map has {LEAST} to {MOST} columns and rows, not {columns} x {rows}.", option="--size")
    return columns, rows


def written(new: NewMap, target: Path, force: bool) -> Path | None:
    """Write a map that was made; see `NewMap.save`. Raises BadRequest for a place that makes no sense or is taken."""
    from ibbprint.catalogue.source import is_folder, is_there
    from ibbprint.press.output import write_whole

    target = target / f"{new.id}.yaml" if is_folder(target) else target
    if target.suffix not in (".yaml", ".yml"):
        raise BadRequest(f"a map is a .yaml file, not {target.name!r}.", option="--output")
    if not force and is_there(target):
        hint = "Name another with -o, or overwrite it with --force."
        raise BadRequest(f"{target} already exists.", hint, "--output")
    return target if write_whole(target, new.text.encode(), new.report) else None


# --- read -------------------------------------------------------------------------------------------------------


def _read(order: MapOrder | ShowOrder, report: Report) -> tuple[Game, Country, HexMap] | None:
    """A map by its file or its id, with its game and the land of that; None with the faults in the report."""
    from ibbprint.catalogue.maps import read_map
    from ibbprint.systems import games

    game, packs = order.game, order.packs
    path = _file(str(order.file), packs)
    read = read_map(path, report)
    if read is None:
        return None
    model, source = read
    game_id = model.game
    if game_id and game_id not in games():
        where = source.where("map", "game")
        report.error(where, "read:game", f"there is no game {game_id!r}.", did_you_mean(game_id, games()))
        return None
    if game_id and not game and not games()[game_id].offers(Game.country):
        raise BadRequest(f"{games()[game_id].title} has no maps that can be shown on their own.")
    able = land_game(game or game_id, packs)
    country = able.country(options_of(packs, {}), report)
    result = None if country is None or not report.ok else country.read(model, source, report)
    return None if country is None or result is None else (able, country, result)


def _file(name: str, packs: Sequence[Path]) -> Path:
    """The file of a map that is named by its path, or by its id. Raises BadRequest."""
    from ibbprint.catalogue.source import is_there
    from ibbprint.systems import games

    if name.endswith((".yaml", ".yml")) or "/" in name or "\\" in name or is_there(Path(name)):
        return Path(name)
    maps = {
        item.id: item.file for game in games().values() for item in game.list(packs, Report()) if item.kind == "map"
    }
    if name not in maps:
        raise BadRequest(f"there is no map {name!r}.", did_you_mean(name, maps))
    return maps[name]


def map_place(order: MapOrder, report: Report) -> tuple[Game, tuple[Path, ...], bool]:
    """The game of a map file, its packs, and whether the game is made of files. Raises BadRequest, and Stopped."""
    from ibbprint.catalogue.maps import read_map
    from ibbprint.jobs.targets import game_of_pack
    from ibbprint.systems import games

    folder = _folder_of(str(order.file), order.packs)
    if folder is not None:
        id = game_of_pack(folder, report)
        assert id is not None, "a folder with a game.yaml is a game"
        return games()[id], (folder, *(pack for pack in order.packs if pack != folder)), True
    read = read_map(Path(str(order.file)), report)
    game_id = "" if read is None else read[0].game
    if game_id and game_id not in games() and not order.game:
        raise BadRequest(f"there is no game {game_id!r}.", did_you_mean(game_id, games()), "--game")
    return land_game(order.game or game_id, order.packs), tuple(order.packs), False


def board_of(name: str, game: Game, options: KitOptions, report: Report) -> Board | None:
    """The map of a name or in a file, as it is printed for that game. Raises BadRequest."""
    read = _read(MapOrder(name, game=game.id, packs=options.packs), report)
    return None if read is None else read[1].board(read[2], options.counter_mm)


def checked_map(order: MapOrder) -> MapCheck:
    """Judge a map. Raises BadRequest."""
    from ibbprint.engine.land.gates import judged

    report = Report()
    folder = _folder_of(str(order.file), order.packs)
    if folder is not None:
        _kit_of(folder, order.packs, None, report)
        return MapCheck(report)
    read = _read(order, report)
    if read is None:
        return MapCheck(report)
    _, country, result = read
    theme: Theme | None = None
    if result.model.theme is not None:
        theme = country.themes.get(result.model.theme)
        if theme is None:
            where = result.source.where("map", "theme")
            hint = did_you_mean(result.model.theme, country.themes.entries)
            report.error(where, "ref:theme", f"there is no theme {result.model.theme!r}.", hint)
    looked = judged(result, country, theme)
    for fault in looked.faults:
        report.error(result.source.where("map", *fault.path), f"map:{fault.gate}", fault.message, fault.hint)
    return MapCheck(report, result, looked)


MOST_PIXELS = 100_000_000
"""A picture of a map has no more than so many."""


def shown_map(order: ShowOrder) -> Preview:
    """Draw a sound map, even one that fails the gates. Raises BadRequest."""
    from ibbprint.engine.api.kits import COUNTER_MM
    from ibbprint.press.face_files import FORMATS
    from ibbprint.press.preview import draw_map, write

    check_dpi(order.dpi)
    check_map_style(order.map_style)
    if order.format not in FORMATS:
        raise BadRequest(f"a map cannot be drawn as {order.format!r}.", did_you_mean(order.format, FORMATS), "format")
    requested_mm = counter_size(order.counter_size)
    size = requested_mm or COUNTER_MM
    report = Report()
    folder = _folder_of(str(order.file), order.packs)
    if folder is not None:
        return _shown_of_folder(order, folder, requested_mm, report)
    read = _read(order, report)
    if read is None:
        return Preview(report)
    able, country, result = read
    folders = template_folders(able, order.packs, report)
    if folders is None:
        return Preview(report)
    board = country.board(result, size)
    drawing = draw_map(board, {}, folders, report, inking(order.ink, folders), order.map_style)
    if drawing is not None and order.format == "png":
        _refuse_huge(drawing, order.dpi)
    data: Any = None if drawing is None else write(drawing, board.title, f".{order.format}", order.dpi, report)
    if drawing is None or data is None:
        return Preview(report)
    file = Path(order.file)
    name = file.stem if file.suffix else board.id
    return Preview(report, name, data, (drawing.width, drawing.height))


def _folder_of(name: str, packs: Sequence[Path]) -> Path | None:
    """The folder with a game.yaml that a map file is in, or that has a map of this name; None for any other map."""
    from ibbprint.catalogue.layers import is_game_folder
    from ibbprint.catalogue.source import is_there

    path = Path(name)
    if path.suffix in (".yaml", ".yml") and path.parent.name == "maps" and is_game_folder(path.parent.parent):
        return path.parent.parent
    return next((pack for pack in packs if is_game_folder(pack) and is_there(pack / "maps" / f"{name}.yaml")), None)


def _kit_of(folder: Path, packs: Sequence[Path], size: float | None, report: Report) -> tuple[Game, KitOptions, Any]:
    """The kit of a game made of files, and its game; the kit is None where something is wrong with it."""
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.jobs.targets import game_of_pack
    from ibbprint.systems import games

    id = game_of_pack(folder, report)
    layers = (folder, *(pack for pack in packs if pack != folder))
    options = KitOptions(layers, counter_size=size)
    assert id is not None, "a folder with a game.yaml is a game"
    game = games()[id]
    return game, options, game.kit("", options, report)


def _shown_of_folder(order: ShowOrder, folder: Path, size: float | None, report: Report) -> Preview:
    """Draw a map of a game made of files."""
    from ibbprint.catalogue.maps import map_id
    from ibbprint.press.preview import draw_map, write

    game, options, kit = _kit_of(folder, order.packs, size, report)
    folders = template_folders(game, options.packs, report)
    if kit is None or folders is None:
        return Preview(report)
    name = Path(order.file).stem
    id = map_id(folder / "maps" / f"{name}.yaml") or name
    board = next((board for board in kit.boards if board.id == id), None)
    if board is None:
        ids = [board.id for board in kit.boards]
        raise BadRequest(f"no part of the game prints the map {id!r}.", did_you_mean(id, ids))
    drawing = draw_map(board, kit.words, folders, report, inking(order.ink, folders), order.map_style)
    if drawing is not None and order.format == "png":
        _refuse_huge(drawing, order.dpi)
    data: Any = None if drawing is None else write(drawing, board.title, f".{order.format}", order.dpi, report)
    if drawing is None or data is None:
        return Preview(report)
    return Preview(report, name, data, (drawing.width, drawing.height))


def _refuse_huge(drawing: Drawing, dpi: int) -> None:
    """Raise BadRequest for a picture that would not fit into memory."""
    from ibbprint.drawing.png import size_in_pixels

    width, height = size_in_pixels(drawing, dpi)
    if width * height > MOST_PIXELS:
        fits = math.floor(dpi * math.sqrt(MOST_PIXELS / (width * height)))
        message = f"at {dpi} dpi this map is a picture of {width} x {height} pixels, which is too large."
        raise BadRequest(message, f"Use --dpi {fits} at most, or -o with .svg or .pdf.", "--dpi")
