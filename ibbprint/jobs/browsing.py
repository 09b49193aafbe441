"""What faces and texts can name: a list for reading, or a contact sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING

from ibbprint.jobs import fields
from ibbprint.jobs.faces import check_dpi, dpi_option
from ibbprint.jobs.fields import Named, OptionRecord, option
from ibbprint.jobs.packs import template_folders
from ibbprint.jobs.reporting import Result
from ibbprint.jobs.targets import of_known_games, scenario_meant
from ibbprint.problems import BadRequest, Report, did_you_mean, nearest

if TYPE_CHECKING:
    from pathlib import Path

    from ibbprint.press.symbol_sheets import Kind

FORMATS = ("pdf", "png", "svg")
SHEET = "symbols"
"""What the file of a contact sheet is called, without its ending."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Browsed(Result):
    """The symbols by kinds; `data` is the contact sheet, if asked for, and `pages` its number of pages."""

    kinds: Sequence[Kind] = ()
    data: bytes = b""
    pages: int = 0


@dataclass(frozen=True, eq=False)
class SymbolsOrder(OptionRecord):
    """Which symbols are shown, and whose."""

    word: str = field(
        default="",
        metadata=fields.argument(
            str,
            help="A word of their names, or symbols, nato, branches, sizes, modifiers, sides, fonts, pictures, signs.",
        ),
    )
    scenario: Named = option(
        "",
        Named,
        "--scenario",
        "-s",
        words=str,
        metavar="ID",
        help="The folder of a game of your own, or a scenario: with the symbols of its game.",
        completes="scenario",
    )
    _: KW_ONLY
    format: str = option("", str)
    paper: str = option("a4", str, "--paper", metavar="NAME|WxH", help="The paper of a PDF: a4, letter and others.")
    dpi: int = dpi_option(150)
    packs: fields.Folders = fields.packs()


def browsed(order: SymbolsOrder) -> Browsed:
    """List what faces and texts can name, and draw it where a format is asked for.

    Raises BadRequest for options that make no sense, or for a word that nothing is called.
    """
    from ibbprint.components.faces.faces import Symbols
    from ibbprint.components.style import read_style
    from ibbprint.press.paper import paper_of
    from ibbprint.press.symbol_sheets import PICTURES, contact_sheet, kinds, names_of, picked

    check_dpi(order.dpi)
    paper = paper_of(order.paper)
    report = Report()
    folders = _folders(order, report)
    style = None if folders is None else read_style(folders, report)
    if folders is None or style is None:
        return Browsed(report)
    symbols = Symbols(folders, report)
    symbols.colours, symbols.families = style.nato, style.families
    every = kinds(symbols)
    picks = picked(every, order.word)
    if not report.ok:
        return Browsed(report)
    if not picks and order.word.lower() in PICTURES:
        hint = "They are files in the folder pictures; name the game or pack with --scenario or --pack."
        raise BadRequest("there are no pictures here.", hint)
    if not picks:
        names = names_of(every)
        hint = did_you_mean(order.word, names, see="ibbprint symbols") if nearest(order.word, names) else ""
        raise BadRequest(f"no symbol is called {order.word!r}.", hint or "See: ibbprint symbols")
    if not order.format:
        return Browsed(report, picks)
    data, pages = contact_sheet(picks, style, paper, order.format, order.dpi, report)
    drawn = data if data is not None and not list(report.errors) else b""  # a picture may be damaged
    return Browsed(report, picks, drawn, pages)


def _folders(order: SymbolsOrder, report: Report) -> list[Path] | None:
    """The template folders of the game that is meant; where none is, those that all games share."""
    from ibbprint.catalogue.layers import templates_of
    from ibbprint.shipped import shipped

    if order.scenario:
        selection = scenario_meant(str(order.scenario), order.packs)
        game = selection.game  # whose report then says whether there is such a scenario
        report.add_all(selection.report)
        return None if game is None else template_folders(game, selection.packs, report)
    of_known_games(order.packs)
    return [*map(templates_of, reversed(order.packs)), shipped("templates")]


def as_text(kinds: Sequence[Kind], width: int) -> str:
    """The lists in lines of at most `width` columns."""
    from ibbprint.reports.layout import wrapped

    lines: list[str] = []
    for kind in kinds:
        lines += wrapped(f"{kind.title} ({len(kind.entries)}): {kind.usage}", width, rest="  ")
        if any(entry.also for entry in kind.entries):
            for entry in kind.entries:
                also = f" ({', '.join(entry.also)})" if entry.also else ""
                lines += wrapped(f"{entry.name}{also}", width, first="  ", rest="      ")
        else:
            lines += wrapped(", ".join(entry.name for entry in kind.entries), width, first="  ", rest="  ")
        lines.append("")
    return "\n".join(lines).rstrip("\n")
