"""What commands do with packs: which game they are of, which scenario is meant, which files nothing reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from ibbprint.cli.saying import say
from ibbprint.cli.shared import finish, usage
from ibbprint.problems import Report, did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ibbprint.engine.api.kits import Game, KitOptions
    from ibbprint.press.inking import Inking


def of_known_games(packs: list[Path] | None) -> list[Path] | None:
    """The packs; stops with 1 where one is of a game that there is not, for then nothing of it can be understood.

    The report has everything else that is wrong with the heads of such packs too.
    """
    from ibbprint.catalogue.layers import read_pack

    report = Report()
    for pack in packs or ():
        told = len(report)
        game_of_pack(pack, report)
        if len(report) > told:
            read_pack(pack, report)
    if not report.ok:
        finish(report, ".")
    return packs


Packs = Annotated[
    list[Path] | None,
    typer.Option(
        "--pack",
        metavar="DIR",
        help="A designer's pack, which adds to or changes the catalogue.",
        callback=of_known_games,
    ),
]


def game_of_pack(pack: Path, report: Report) -> str | None:
    """The game that a pack names, if there is one; an unknown one is an error at its place.

    A pack.yaml that is a link out of the pack is not opened: whoever reads the pack says so.
    """
    from ibbprint.catalogue.layers import HEAD
    from ibbprint.catalogue.source import inside

    return _game_named(pack / HEAD, "pack", report) if inside(pack, pack / HEAD) else None


def game_of_file(path: Path, report: Report) -> str | None:
    """The game that a scenario file names, if there is one; an unknown one is an error at its place."""
    return _game_named(path, "scenario", report)


def _game_named(path: Path, head: str, report: Report) -> str | None:
    from ibbprint.catalogue.source import is_file, read_yaml
    from ibbprint.systems import games

    if path.suffix != ".yaml" or not is_file(path):
        return None
    source = read_yaml(path, Report())
    data = source.data if source is not None else None
    inner = data.get(head) if isinstance(data, dict) else None
    name = inner.get("game") if isinstance(inner, dict) else None
    if source is None or not isinstance(name, str):
        return None
    if name not in games():
        report.error(source.where(head, "game"), "read:game", f"there is no game {name!r}.", known_games(name))
        return None
    return name


def known_games(name: str) -> str:
    """The hint for a game that there is not: the nearest, and all that there are."""
    from ibbprint.systems import games

    near = nearest(name, games())
    return f"{f'Did you mean {near}? ' if near else ''}{did_you_mean('', games())}"


def is_pack(name: str) -> bool:
    """Whether the name is that of a folder with a pack.yaml, whatever that is: a pipe there is an error of the pack."""
    from ibbprint.catalogue.layers import HEAD
    from ibbprint.catalogue.source import is_there

    return bool(name) and is_there(Path(name) / HEAD)


def is_no_pack(name: str, packs: Sequence[Path], report: Report) -> bool:
    """True where the name is only that of a folder that is no pack, which the report says then."""
    from ibbprint.catalogue.layers import is_sound_pack
    from ibbprint.catalogue.source import is_folder
    from ibbprint.systems import games

    folder = Path(name)
    if not name or not is_folder(folder) or folder.suffix in (".yaml", ".yml") or is_pack(name) or name in games():
        return False
    if any(item.id == name for game in games().values() for item in game.list(tuple(packs), Report())):
        return False
    return not is_sound_pack(folder, report)


class Meant(NamedTuple):
    """A scenario, and the packs under it."""

    scenario: str
    packs: tuple[Path, ...]


def scenario_meant(name: str, packs: Sequence[Path]) -> Meant:
    """The scenario that is named; of a pack in its place, or of no name at all, the only one of the uppermost pack.

    Stops with 2 where that is none, or one of several.
    """
    if is_pack(name):
        packs = (*(pack for pack in packs if pack != Path(name)), Path(name))
        of_known_games([Path(name)])
    elif name:
        return Meant(name, tuple(packs))
    if not packs:
        usage("a scenario is missing.", "Name one (see: ibbprint list), or one of your packs.")
    own = own_scenarios(packs[-1], packs)
    if len(own) != 1:
        what = "several scenarios" if own else "no scenario"
        hint = f"Name one of them: {', '.join(own)}." if own else "Name one (see: ibbprint list)."
        usage(f"{packs[-1]} has {what}.", hint)
    return Meant(own[0], tuple(packs))


def own_scenarios(folder: Path, packs: Sequence[Path]) -> list[str]:
    """The ids of the scenarios in a pack; the path of one that is too faulty to have an id.

    Stops with 1 where one of them, or another part of the pack, is a link out of it.
    """
    from ibbprint.engine.scenario_files import own_files
    from ibbprint.systems import games

    report = Report()
    files = {path: str(path) for path in own_files(folder, report)}
    finish(report, ".")
    name = game_of_pack(folder, Report())
    if name is not None:
        listed = [item for item in games()[name].list(tuple(packs), Report()) if item.kind == "scenario"]
        files |= {item.file: item.id for item in listed if item.file in files}
    return list(files.values())


def unread_files(game: Game, packs: Sequence[Path], scenario: str, report: Report, written: Path | None = None) -> None:
    """Warn of the files in packs that nothing reads; the scenario may be a file of one of them.

    `written` is the folder of the command's output, which may be in a pack too.
    """
    from ibbprint.catalogue.layers import is_sound_pack
    from ibbprint.components.pack_files import PackFiles

    used = [Path(scenario)] if written is None else [Path(scenario), written]
    for pack in packs:
        if is_sound_pack(pack, Report()):
            PackFiles(pack, game.template_folders, used).unread(report)


def missing_symbols(game: Game, asked: KitOptions, report: Report) -> None:
    """Add the symbols that packs name for their units, abilities and markers and that are nowhere. Draws nothing."""
    from ibbprint.catalogue.layers import read_pack
    from ibbprint.components.faces import Symbols, tell_missing_symbols
    from ibbprint.engine.api.designing import names_symbols

    if not asked.packs or not names_symbols(game) or any(read_pack(pack, Report()) is None for pack in asked.packs):
        return
    folders = [*(pack / "templates" for pack in reversed(asked.packs)), *game.template_folders]
    tell_missing_symbols(game.named_symbols(asked), Symbols(folders, Report()), report)


def tell_faults_of_faces(
    game: Game, scenario: str, asked: KitOptions, folders: Sequence[Path], inks: Inking, report: Report
) -> None:
    """Add what only drawing finds to what is wrong with the files, so that one run tells all."""
    from ibbprint.engine.api.designing import draws_what_is_sound
    from ibbprint.press.trial import draw_for_faults

    if not all(is_pack(str(pack)) for pack in asked.packs):
        return
    kit = game.sound_faces(scenario, asked) if draws_what_is_sound(game) else None
    draw_for_faults(kit, asked.packs, folders, inks, report)


def tell_unused_symbols(
    drawn: Collection[str], packs: Sequence[Path], folders: Sequence[Path], inks: Inking, report: Report
) -> None:
    """Warn of what is wrong with the symbols of packs that are not among those drawn."""
    if packs:
        from ibbprint.press.trial import warn_of_unused

        warn_of_unused(drawn, packs, folders, inks, report)


def needless(report: Report, but: Collection[str] = ()) -> None:
    """Show a note for each warning that a pack silences and that there is none of.

    `but` begins the ids of warnings that the command never gives.
    """
    for words, problem in report.needless():
        if not words.startswith(tuple(but)):
            say(str(problem), err=True)
