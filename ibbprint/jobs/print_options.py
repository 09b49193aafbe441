"""Options of printing that a game's files ask for: `print:` in game.yaml. What is typed takes their place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from ibbprint.engine.api.kits import Game
from ibbprint.jobs.fields import option_of
from ibbprint.jobs.on_paper import InkOptions, PaperOptions
from ibbprint.problems import Report, Stopped, Where, did_you_mean

if TYPE_CHECKING:
    from ibbprint.jobs.kits import KitOrder
    from ibbprint.jobs.targets import Target

_OF_THE_ORDER = ("booklet", "poster", "map_style", "set_up")
"""The options of a kit, beside those of paper and ink, that files may ask for."""
_YES, _NO = ("yes", "true", "on"), ("no", "false", "off")


def asked_by_files(selection: Target) -> Mapping[str, tuple[str, Where]]:
    """The options that the game's files ask for, by their names on the command line, without hyphens before them."""
    from ibbprint.jobs.packs import is_folder_game

    game = selection.game
    if game is None or not is_folder_game(game, selection.packs) or not game.offers(Game.print_options):
        return {}
    return game.print_options(selection.packs)


def with_options(
    order: KitOrder, file_options: Mapping[str, tuple[str, Where]], report: Report
) -> tuple[KitOrder, dict[str, Where]]:
    """The order with these options where it leaves them open, and the place of each, by its name with hyphens.

    Raises Stopped with the report for a name that no option has, or a value that an option cannot have.
    """
    from ibbprint.jobs.kits import KitOrder

    records: dict[str, tuple[Any, str, Any]] = {}
    for record, names in ((PaperOptions, None), (InkOptions, None), (KitOrder, _OF_THE_ORDER)):
        for item in fields(record):
            option = option_of(record, item.name)
            if option is not None and option.flags and (names is None or item.name in names):
                records[option.flags[0].partition("/")[0].removeprefix("--")] = (record, item.name, item.default)
    places: dict[str, Where] = {}
    values: dict[Any, dict[str, Any]] = {PaperOptions: {}, InkOptions: {}, KitOrder: {}}
    for name, (text, where) in file_options.items():
        if name not in records:
            hint = did_you_mean(name, records)
            report.error(where, "read:field", f"{name} is not an option of printing here.", hint)
            continue
        record, field, usual = records[name]
        holder = order.paper if record is PaperOptions else order.ink if record is InkOptions else order
        if field in order.given or getattr(holder, field) != usual:
            continue
        value, fault = _read(text, usual, option_of(record, field).kind)  # type: ignore[union-attr]
        if fault:
            report.error(where, "read:value", f"{name} must be {fault}, not {text!r}.")
        else:
            values[record][field] = value
            places[f"--{name}"] = where
    if not report.ok:
        raise Stopped(report)
    paper, ink = replace(order.paper, **values[PaperOptions]), replace(order.ink, **values[InkOptions])
    return replace(order, paper=paper, ink=ink, **values[KitOrder]), places


def _read(text: str, usual: Any, kind: Any) -> tuple[Any, str]:
    """A value as an option takes it, or a description of what it takes."""
    if isinstance(usual, bool):
        return (text in _YES, "" if text in (*_YES, *_NO) else "yes or no")
    if isinstance(usual, str):
        return text, ""
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return None, "a number"
    if not abs(number) < 10_000:
        return None, "a number"
    if kind is int:
        return (int(number), "" if number == int(number) else "a whole number")
    return number, ""
