"""Printing a checked army list."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.jobs.beside import pdf_named
from ibbprint.jobs.lists import Piped, checking_game, read_documents
from ibbprint.jobs.meant import options_of
from ibbprint.jobs.on_paper import PaperOptions, on_paper
from ibbprint.jobs.packs import template_folders
from ibbprint.jobs.reporting import Result
from ibbprint.problems import Report

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Roster(Result):
    """A printed list; its verdict is in the report, and why nothing could be written. Then there is no path."""

    path: Path | None = None
    pages: int = 0
    edition: str = ""
    stamp: str = ""


def print_roster(
    file: str, piped: Piped, *, paper: str, game: str, packs: tuple[Path, ...], rules: Mapping[str, str], output: Path,
    points: float | None = None,
) -> Roster:  # fmt: skip
    """Write an army list, its counters and its verdict as a PDF, into a folder or a .pdf file. Raises BadRequest."""
    from ibbprint.press.book import BookOptions, make_book
    from ibbprint.press.output import file_name, write_whole

    report = Report()
    target = pdf_named(output, "a roster")
    on = on_paper(PaperOptions(paper), [], report)
    documents = read_documents([file], report, piped)
    able = checking_game(documents, game, report) if documents else None
    made = None if able is None else able.roster(documents[0], options_of(packs, rules, points), report)
    if on is None or able is None or made is None:
        return Roster(report)
    printing = Report()
    folders = template_folders(able, packs, printing)
    how = BookOptions(on.paper, frozenset(section.id for section in made.sections), rules)
    book = None if folders is None else make_book(made, how, folders, printing)
    target = target or output / file_name(made, how)
    if book is None or not write_whole(target, book.pdf, printing):
        report.add_all(printing)
        return Roster(report)
    return Roster(report, target, book.pages, made.edition, book.stamp)
