"""Printing a checked army list."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ibbprint.jobs import fields
from ibbprint.jobs.beside import pdf_named
from ibbprint.jobs.fields import OptionRecord
from ibbprint.jobs.games import options_of
from ibbprint.jobs.lists import Piped, checking_game, game_option, points_option, read_documents
from ibbprint.jobs.on_paper import PaperGiven, on_paper, paper_options
from ibbprint.jobs.packs import template_folders
from ibbprint.jobs.reporting import Result
from ibbprint.problems import Report


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Roster(Result):
    """A printed list; its verdict is in the report, and why nothing could be written. Then there is no path."""

    path: Path | None = None
    pages: int = 0
    edition: str = ""
    stamp: str = ""
    undecided: bool = False
    """Whether the list leaves open what is bought, so that it cannot be judged."""

    @property
    def ok(self) -> bool:
        """True when the list is legal."""
        return self.report.ok and not self.undecided


@dataclass(frozen=True, eq=False)
class RosterOrder(OptionRecord):
    """Which list is printed, and how."""

    file: str = field(
        metadata=fields.argument(str, metavar="LIST", help="An army list, as plain text or YAML; - is standard input.")
    )
    output: fields.MaybePath = fields.output("DIR|FILE.pdf", "A folder for the PDF, or the .pdf file itself.", "output")
    paper: PaperGiven = paper_options("paper")
    points: float | None = points_option()
    game: str = game_option()
    packs: fields.Folders = fields.packs()
    rules: fields.Switches = fields.rules()


def print_roster(order: RosterOrder, piped: Piped) -> Roster:
    """Write an army list, its counters and its verdict as a PDF, into a folder or a .pdf file. Raises BadRequest."""
    from ibbprint.press.book import BookOptions, make_book
    from ibbprint.press.output import write_whole
    from ibbprint.press.workshop import file_name

    report = Report()
    output, packs = order.output or Path(), order.packs
    target = pdf_named(output, "a roster")
    on = on_paper(order.paper, [], report)
    documents = read_documents([order.file], report, piped)
    able = checking_game(documents, order.game, report) if documents else None
    kit = None if able is None else able.roster(documents[0], options_of(packs, order.rules, order.points), report)
    if on is None or able is None or kit is None:
        return Roster(report)
    printing = Report()
    folders = template_folders(able, packs, printing)
    options = BookOptions(on.paper, frozenset(section.id for section in kit.sections), order.rules)
    book = None if folders is None else make_book(kit, options, folders, printing)
    target = target or output / file_name(kit, options)
    if book is None or not write_whole(target, book.pdf, printing):
        report.add_all(printing)
        return Roster(report)
    return Roster(report, target, book.pages, kit.edition, book.stamp, kit.undecided)
