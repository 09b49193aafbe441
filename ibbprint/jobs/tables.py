"""A game at a table in the browser: what is opened, who plays which side, and the links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibbprint.jobs import fields
from ibbprint.jobs.fields import Named, OptionRecord, flag, option
from ibbprint.jobs.on_paper import InkGiven, ink_options, inking
from ibbprint.jobs.packs import template_folders
from ibbprint.jobs.plays import SCENARIO_HELP, opened_scenario
from ibbprint.jobs.targets import scenario_meant
from ibbprint.problems import BadRequest, Report, Stopped

if TYPE_CHECKING:
    from ibbprint.engine.session import Opened
    from ibbprint.playtest.saved import SavedGame
    from ibbprint.table.desk import Sitting
    from ibbprint.table.map_desk import MapSitting
    from ibbprint.table.safety import Seat

PERSON = "person"
"""Who plays a side that no policy plays."""
ENDING = ".game"
EXTRA = "pip install 'ibbprint[table]'"
MOST_PORT = 65_535


@dataclass(frozen=True, eq=False)
class TableOrder(OptionRecord):
    """What is played at the table, and by whom."""

    what: Named = option(
        "", Named, words=str, help=f"{SCENARIO_HELP} Or a saved game, to continue it.", completes="scenario"
    )
    _: KW_ONLY
    side: str = option("", str, "--side", metavar="SIDE", help="The side that you play; the first one if not given.")
    against: str = option(
        "greedy",
        str,
        "--against",
        metavar="POLICY|person",
        help="Who plays the other sides: any policy of play, or a person.",
    )
    seed: fields.Seed = fields.seed("1", help="Any text; the same seed rolls the same dice.")
    ink: InkGiven = ink_options("ink", "palette")
    port: int = option(0, int, "--port", help="The port on this machine; 0 takes a free one.", shown="0")
    no_browser: bool = flag("--no-browser", "Show the links and open no browser.")
    packs: fields.Folders = fields.packs()
    rules: fields.Switches = fields.rules()
    force: bool = flag("--force", "Play even if the set-up breaks the rules.")


@dataclass(frozen=True, slots=True)
class Laid:
    """A table that is ready: the game, what it is opened with, the seats by their tokens, where it is saved."""

    game: str
    title: str
    sitting: Sitting
    seats: dict[str, Seat]
    file: Path | None


def table_laid(order: TableOrder, report: Report) -> Laid:
    """The table of an order. Raises BadRequest, and Stopped with the report where a file is faulty."""
    needed()
    if not 0 <= order.port <= MOST_PORT:
        raise BadRequest(f"--port takes 0 to {MOST_PORT}, not {order.port}.", option="--port")
    file = Path(order.what)
    saved = _saved(file, report) if order.what and file.suffix == ENDING else None
    if saved is None and is_saved(file):
        saved = _saved(file, report)
    from ibbprint.table.desk import Sitting

    if saved is None:
        selection = scenario_meant(str(order.what), order.packs)
        scenario, packs, rules, seed, force = (
            selection.scenario,
            selection.packs,
            dict(order.rules),
            order.seed,
            order.force,
        )
    else:
        from ibbprint.playtest.saved import pack_paths, scenario_of

        scenario, packs = scenario_of(saved, file), pack_paths(saved, file, order.packs)
        rules, seed, force = dict(saved.head.rules), saved.head.seed, True
    game, opened = opened_scenario(scenario, tuple(packs), rules, report, force=force)
    moves: tuple[str, ...] = ()
    if saved is not None:
        moves = _moves(saved, opened, report, file)
    persons, policies = _seated(order, opened, saved)
    folders = template_folders(game, packs, report)
    if folders is None:
        raise Stopped(report)
    inks = inking(order.ink, folders)
    sitting = Sitting(
        scenario,
        tuple(map(str, packs)),
        seed,
        rules,
        policies,
        tuple(persons),
        force,
        moves,
        tuple(map(str, folders)),
        inks.ink,
        inks.palette,
    )
    return Laid(game.id, opened.title, sitting, _seats(opened, persons), file if saved is not None else None)


@dataclass(frozen=True, eq=False)
class MapTableOrder(OptionRecord):
    """The map that is edited in the browser."""

    file: Named = field(
        metadata=fields.argument(Named, words=str, metavar="FILE", help="A map file; it is written at every stroke.")
    )
    _: KW_ONLY
    port: int = option(0, int, "--port", help="The port on this machine; 0 takes a free one.", shown="0")
    no_browser: bool = flag("--no-browser", "Show the link and open no browser.")
    game: str = option("", str, "--game", "-g", metavar="GAME", help="The game, if the file does not name it.")
    packs: fields.Folders = fields.packs()


@dataclass(frozen=True, slots=True)
class MapTable:
    """A map that is ready to be edited: the game, what it is opened with, the seat by its token."""

    game: str
    sitting: MapSitting
    seats: dict[str, Seat]


def map_laid(order: MapTableOrder, report: Report) -> MapTable:
    """The editor of a map file. Raises BadRequest, and Stopped with the report where there is no such file."""
    from ibbprint.catalogue.source import read_bytes
    from ibbprint.engine.api.kits import Game
    from ibbprint.jobs.maps import MapOrder, map_place
    from ibbprint.table.map_desk import MapSitting
    from ibbprint.table.safety import Seat, new_token

    needed()
    file = Path(str(order.file))
    if read_bytes(file, str(file), report) is None:
        raise Stopped(report)
    game, packs, in_folder = map_place(MapOrder(str(file), game=order.game, packs=order.packs), report)
    if not game.offers(Game.palette):
        raise BadRequest(f"{game.title} has no palette, so its maps are edited as text.")
    folders = template_folders(game, packs, report)
    if folders is None:
        raise Stopped(report)
    sitting = MapSitting(str(file), tuple(map(str, packs)), in_folder, tuple(map(str, folders)))
    return MapTable(game.id, sitting, {new_token(): Seat(file.name, ("map",))})


def needed() -> None:
    """Raise BadRequest where the extra is not installed."""
    from importlib.util import find_spec

    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise BadRequest("the table needs two more packages.", f"Install them: {EXTRA}")


def is_saved(file: Path) -> bool:
    """Whether a file begins as a saved game does."""
    from ibbprint.catalogue.source import is_file, read_bytes
    from ibbprint.playtest.saved import FORMAT

    raw = read_bytes(file, str(file), Report()) if is_file(file) else None
    return raw is not None and raw.startswith(FORMAT.encode())


def _saved(file: Path, report: Report) -> SavedGame:
    from ibbprint.playtest.saved import read_saved

    saved = read_saved(file, report)
    if saved is None:
        raise Stopped(report)
    return saved


def _moves(saved: SavedGame, opened: Opened[Any], report: Report, file: Path) -> tuple[str, ...]:
    """The actions of a saved game, each of them legal. Raises Stopped."""
    from ibbprint.playtest.saved import replay

    checked = Report()
    if replay(saved, opened, checked, file) is None:
        report.add_all(checked)
        raise Stopped(report)
    return tuple(line for line, _ in saved.actions)


def _seated(order: TableOrder, opened: Opened[Any], saved: SavedGame | None) -> tuple[list[str], dict[str, str]]:
    """The sides that persons play, and the policy of each other. Raises BadRequest."""
    from ibbprint.playtest.policies import by_side, side_named

    sides = list(opened.sides)
    side = side_named(order.side, opened.sides, "--side") if order.side else ""
    policies = dict(saved.head.policies) if saved is not None else {}
    if saved is not None and not order.side and order.against == "greedy" and 0 < len(policies) < len(sides):
        return [side_id for side_id in sides if side_id not in policies], policies
    if order.against.lower() == PERSON:
        return sides, {}
    policy_of = by_side(order.against, opened.sides, "--against")
    mine = side or sides[0]
    return [mine], {side_id: name for side_id, name in policy_of.items() if side_id != mine}


def _seats(opened: Opened[Any], persons: Sequence[str]) -> dict[str, Seat]:
    """A link for each person, and where there are several one for all of them at one screen."""
    from ibbprint.table.safety import Seat, new_token

    seats = {new_token(): Seat(opened.sides[side], (side,)) for side in persons}
    if len(persons) > 1:
        seats = {new_token(): Seat("everybody at one screen", tuple(persons)), **seats}
    return seats


def links(laid: Laid | MapTable, port: int) -> list[tuple[str, str]]:
    """The name and the link of every seat; the token is in the fragment, which no browser sends anywhere."""
    return [(seat.name, f"http://127.0.0.1:{port}/#{token}") for token, seat in laid.seats.items()]
