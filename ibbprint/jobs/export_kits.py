"""The kits that an export means: of a scenario, of every scenario of a game, of army lists."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from ibbprint.engine.api.kits import Game
from ibbprint.jobs.kits import check_map_style
from ibbprint.jobs.on_paper import counter_size, inking, usual_board
from ibbprint.jobs.packs import template_folders
from ibbprint.jobs.targets import Kind, Target, is_pack, scenario_meant, with_on_top
from ibbprint.problems import BadRequest, Problem, Report, Stopped, Where

if TYPE_CHECKING:
    from ibbprint.jobs.exports import ExportOrder
    from ibbprint.materials import Kit
    from ibbprint.press.inking import Inking


AS_PRINTED = "as-printed"
"""The folder of set-ups as their sources have them, which a module of the whole game leaves out."""


class Opened(NamedTuple):
    """A kit with what it was made from."""

    game: Game
    packs: tuple[Path, ...]
    folders: Sequence[Path]
    inks: Inking
    kit: Kit


@contextlib.contextmanager
def opened_kits(order: ExportOrder, report: Report) -> Iterator[list[Opened]]:
    """The kits to export, each with the layout of its scenario. Raises BadRequest and Stopped."""
    from ibbprint.press.picking import parse, pick

    check_map_style(order.map_style)
    parts, kinds = parse(order.only)
    with TemporaryDirectory(prefix="ibbprint-") as folder:
        result: list[Opened] = []
        for selection in _selections(order, Path(folder), report):
            game = selection.game
            report.add_all(selection.report)
            folders = None if game is None else template_folders(game, selection.packs, report)
            if game is None or folders is None:
                raise Stopped(report)
            if not order.force:
                _refuse_illegal(selection, order, report)
            kit = _kit(order, game, selection, report)
            if kit is None or not report.ok:
                raise Stopped(report)
            if parts:
                message = "the set-up has only what is left in."
                report.warning(Where("--only"), "export:only", message)
                kit = _thinned(pick(kit, parts, kinds), parts)
                if not kit.pieces and not kit.cards and not kit.boards:
                    message = f"no piece, card or map is in {', '.join(sorted(parts))}: nothing of it goes to a table."
                    raise BadRequest(message, option="--only")
            result.append(
                Opened(game, selection.packs, folders, inking(replace(order.ink, backs="full"), folders), kit)
            )
        yield result


def _refuse_illegal(selection: Target, order: ExportOrder, report: Report) -> None:
    """Raise Stopped, with the findings, for an army list that breaks a rule or cannot be judged."""
    if selection.kind is not Kind.LIST:
        return
    from ibbprint.jobs.checks import CheckOrder, checked
    from ibbprint.jobs.lists import nothing_piped

    check = checked(CheckOrder(files=[selection.scenario], packs=selection.packs, rules=order.rules), nothing_piped)
    if not check.ok:
        report.add_all(check.report)
        message = "this list is not legal, or cannot be judged."
        report.error(Where(selection.scenario), "export:list", message, "To export it all the same: --force")
        raise Stopped(report)


def _thinned(kit: Kit, parts: frozenset[str]) -> Kit:
    return replace(
        kit,
        pieces=[piece for piece in kit.pieces if piece.section in parts],
        cards=[card for card in kit.cards if card.section in parts],
        texts=[text for text in kit.texts if text.section in parts],
        booklets=[booklet for booklet in kit.booklets if booklet.section in parts],
    )


def _selections(order: ExportOrder, folder: Path, report: Report) -> list[Target]:
    """Every scenario to export: one, all of a game, or that of two army lists, which is written into `folder`."""
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
        return [Target(id, order.packs) for id in _scenarios(games()[name], order.packs)]
    if is_pack(name) and is_game_folder(Path(name)):
        packs = with_on_top(name, order.packs)
        game = scenario_meant(name, order.packs).game
        scenarios = [] if game is None else _scenarios(game, packs)
        if scenarios:
            return [Target(id, packs) for id in scenarios]
    return [scenario_meant(name, order.packs)]


def _refuse_scenario_of_game(order: ExportOrder) -> None:
    """Raise BadRequest for a game and a scenario: only army lists come in twos."""
    from ibbprint.catalogue.layers import is_game_folder
    from ibbprint.catalogue.source import is_there
    from ibbprint.systems import games

    first, second = order.what
    folder = is_pack(first) and is_game_folder(Path(first))
    if (folder or first in games()) and not is_there(Path(second)):
        scenario = f"{second} --pack {first}" if folder else second
        hint = f"A scenario is named alone: {scenario}. The game alone exports all of its scenarios: {first}."
        raise BadRequest("two names are two army lists, not a game and a scenario.", hint)


def _scenarios(game: Game, packs: Sequence[Path]) -> list[str]:
    """The scenarios of a game, but for those that are as their sources printed them."""
    items = [item for item in game.list(packs, Report()) if item.kind == "scenario"]
    return [item.id for item in items if item.file.parent.name != AS_PRINTED]


def _battle(order: ExportOrder, folder: Path, report: Report) -> Target:
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
    return Target(str(path), order.packs)


def _kit(order: ExportOrder, game: Game, selection: Target, report: Report) -> Kit | None:
    from ibbprint.engine.api.kits import KitOptions

    size = counter_size(order.counter_size)
    options = KitOptions(selection.packs, order.rules, size, usual_board(), force=order.force, tabletop=True)
    kit = game.kit(selection.scenario, options, report)
    table = None if kit is None else kit.tabletop
    if kit is None or table is None or table.board is not None or not game.offers(Game.country):
        return kit
    maps = [item.file for item in game.list(selection.packs, Report()) if item.kind == "map"]
    map_name = order.map or next((str(path) for path in maps), "")
    if not map_name:
        return kit
    from ibbprint.jobs.maps import board_of

    return replace(kit, tabletop=replace(table, board=board_of(map_name, game, options, report)))


def breaches_of(opened: Sequence[Opened]) -> list[Problem]:
    """The rules that the set-ups break."""
    return [breach for kit in opened for breach in kit.kit.breaches]
