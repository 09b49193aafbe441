"""Services for packs in printing and checking: template folders, files that nothing reads, faults of drawings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.engine.api.kits import Game
from ibbprint.jobs.targets import Target, is_pack
from ibbprint.problems import Report

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.press.inking import Inking


def template_folders(game: Game, packs: Sequence[Path], report: Report) -> list[Path] | None:
    """The folders of templates, symbols and styles: the uppermost pack first, the game's own last.

    None, with the reason in the report, where a pack has something else in the place of its folders.
    """
    from ibbprint.catalogue.layers import has_sound_folders, templates_of

    sound = [has_sound_folders(pack, report) for pack in packs]  # every one of them is asked
    if not all(sound):
        return None
    return [*map(templates_of, reversed(packs)), *game.template_folders]


def is_folder_game(game: Game, packs: Sequence[Path]) -> bool:
    """Whether a folder among these is a game made of files."""
    from ibbprint.catalogue.layers import is_game_folder

    return game.offers(Game.read_files) and any(map(is_game_folder, packs))


def unread_files(game: Game, packs: Sequence[Path], scenario: str, report: Report, written: Path | None = None) -> None:
    """Warn of the files in packs that nothing reads; the scenario may be a file of one of them.

    `written` is the folder of the command's output, which may be in a pack too.
    """
    from ibbprint.catalogue.layers import is_game_folder, is_sound_pack
    from ibbprint.components.pack_files import PackFiles

    used = [Path(scenario)] if written is None else [Path(scenario), written]
    for pack in packs:
        if is_game_folder(pack) and game.offers(Game.read_files):
            from ibbprint.components.game_files import GameFiles

            read = game.read_files(packs)
            if read is not None:
                GameFiles(pack, packs, read, used).unread(report)
        elif is_sound_pack(pack, Report()):
            PackFiles(pack, game.template_folders, used, game.id).unread(report)


def missing_symbols(game: Game, options: KitOptions, report: Report) -> None:
    """Add the symbols that packs name for their units, abilities and markers and that are nowhere. Draws nothing."""
    from ibbprint.catalogue.layers import read_pack, templates_of
    from ibbprint.components.faces.faces import Symbols, tell_missing_symbols

    if (
        not options.packs
        or not game.offers(Game.named_symbols)
        or any(read_pack(pack, Report()) is None for pack in options.packs)
    ):
        return
    folders = [*map(templates_of, reversed(options.packs)), *game.template_folders]
    tell_missing_symbols(game.named_symbols(options), Symbols(folders, Report()), report)


def tell_faults_of_faces(
    game: Game, scenario: str, options: KitOptions, folders: Sequence[Path], inks: Inking, report: Report
) -> None:
    """Add the faults that only drawing finds to those of the files, so that one run reports them all."""
    from ibbprint.press.trial import draw_for_faults

    if not all(is_pack(str(pack)) for pack in options.packs):
        return
    kit = game.sound_faces(scenario, options) if game.offers(Game.sound_faces) else None
    draw_for_faults(kit, options.packs, folders, inks, report)


def tell_unused_symbols(
    drawn: Collection[str], packs: Sequence[Path], folders: Sequence[Path], inks: Inking, report: Report
) -> None:
    """Warn of faults in the symbols of packs that are not among those drawn."""
    if packs:
        from ibbprint.press.trial import warn_of_unused

        warn_of_unused(drawn, packs, folders, inks, report)


def tell_undrawn_symbols(game: Game, selection: Target, drawn: Collection[str], report: Report) -> None:
    """Warn of symbols, pictures and fonts of a game made of files that are not used, where all of it is drawn."""
    from ibbprint.components.game_files import undrawn_symbols, unprinted_pictures, unused_fonts

    *below, top = selection.packs or (None,)
    if top is None or not is_folder_game(game, selection.packs):
        return

    wholes = [item.id for item in game.list(selection.packs, Report()) if item.kind == "game"]
    if selection.scenario in wholes:
        undrawn_symbols(top, drawn, [*filter(None, below), *game.template_folders], report)
        unprinted_pictures(top, drawn, report)
        unused_fonts(top, drawn, report)
