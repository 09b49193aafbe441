"""What a playtest gives, and writes: its report as a PDF, and a pack with as many markers as the games needed."""

from __future__ import annotations

import errno
import json
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from ibbprint.jobs.on_paper import PaperOptions, on_paper
from ibbprint.jobs.packs import template_folders
from ibbprint.jobs.reporting import Result
from ibbprint.jobs.targets import Target
from ibbprint.problems import BadRequest, Report, Stopped, Where
from ibbprint.reports.layout import WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ibbprint.playtest.outcome import Outcome


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Playtest(Result):
    """The outcome of a playtest; None where nothing could be played, with the reason in the report."""

    outcome: Outcome | None = None
    packs: tuple[Path, ...] = ()

    def pdf(self, paper: str = "") -> bytes:
        """The report as a PDF on a paper; empty, with the reason in the report, where it cannot be made.

        Raises BadRequest for a paper that there is not.
        """
        return b"" if self.outcome is None else report_pdf(self.outcome, self.packs, paper, self.report)

    @property
    def text(self) -> str:
        """The report, as a page for a terminal."""
        return self.shown()

    def shown(self, width: int = WIDTH) -> str:
        """The report in so many columns."""
        from ibbprint.reports.playtest_report import as_text

        return "" if self.outcome is None else as_text(self.outcome, width)

    @property
    def json(self) -> str:
        """All counts, for programs."""
        from ibbprint.reports.playtest_report import as_json

        return "" if self.outcome is None else as_json(self.outcome)

    def __str__(self) -> str:
        return self.text or Result.__str__(self)


def check_targets(report: Path | None, paper: str, markers: Path | None) -> None:
    """Raise BadRequest, before the first game, for a file that could not be written after the last."""
    from ibbprint.press.output import is_empty_folder

    if report is None and paper:
        raise BadRequest("--paper is for the report: name its file with -o.", option="--paper")
    if report is not None:
        on_paper(PaperOptions(paper), [], Report())
        if report.is_dir():
            raise BadRequest(f"{report} is a folder.", option="--output")
        if report.suffix.lower() != ".pdf":
            raise BadRequest(f"the report is a .pdf file, not {report.name!r}.", option="--output")
        _check_place(report, "--output")
    if markers is not None:
        _check_place(markers, "--write-markers")
        if markers.exists() and not is_empty_folder(markers):
            raise BadRequest(f"{markers} already exists.", "Name a new folder.", "--write-markers")


def check_copy(copy: Path | None) -> None:
    """Raise BadRequest for a copy of a scenario that could not be written, before the first game."""
    if copy is None:
        return
    if copy.suffix not in (".yaml", ".yml"):
        raise BadRequest(f"a scenario is a .yaml file, not {copy.name!r}.", option="--copy")
    if copy.exists():
        raise BadRequest(f"{copy} already exists.", "Name another file.", "--copy")
    _check_place(copy, "--copy")


def _check_place(path: Path, option: str) -> None:
    folder = path.absolute().parent
    if not folder.is_dir():
        raise BadRequest(f"{path} cannot be written: there is no folder {path.parent}.", option=option)
    try:
        with TemporaryFile(dir=folder):
            pass
    except OSError as fault:
        raise unwritable(path, fault, option) from fault


def unwritable(path: Path, fault: OSError, option: str) -> BadRequest | Stopped:
    """The exception for a file that the system refuses: BadRequest for an impossible name, not for a full disk."""
    from ibbprint.press.output import reason

    if fault.errno in (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG):
        return BadRequest(f"{path} cannot be written: {reason(fault)}.", option=option)
    report = Report()
    report.error(Where(str(path)), "write:file", f"cannot write the file: {reason(fault)}.")
    return Stopped(report)


def report_pdf(outcome: Outcome, packs: Sequence[Path], paper: str, report: Report) -> bytes:
    """The report on a paper, in the looks of the game and its packs; empty with the reason in the report.

    Raises BadRequest for a paper that there is not.
    """
    from ibbprint.playtest.policies import play_game, policies
    from ibbprint.press.book import BookOptions, make_book
    from ibbprint.reports.playtest_sheets import report_kit

    on, selection = on_paper(PaperOptions(paper), [], report), Target(outcome.scenario, packs)
    game = selection.game
    report.add_all(selection.report)
    folders = None if game is None else template_folders(game, packs, report)
    if on is None or folders is None:
        return b""
    opened = outcome.opened
    game_played = play_game(opened, "map", policies(dict.fromkeys(opened.sides, "random"), "map"), listen=True)
    kit = report_kit(outcome, game_played.board())
    options = BookOptions(on.paper, frozenset(section.id for section in kit.sections), {}, duplex="none")
    book = make_book(kit, options, folders, report)
    return b"" if book is None else book.pdf


def write_report(playtest: Playtest, target: Path | None, paper: str) -> Path | None:
    """Write the report as a PDF; None with the reason in the report of the playtest. Raises BadRequest."""
    from ibbprint.press.output import write_whole

    data = playtest.pdf(paper) if target is not None else b""
    return target if target is not None and data and write_whole(target, data, playtest.report) else None


def write_markers(playtest: Playtest, target: Path | None) -> Path | None:
    """Write a pack that has as many of each marker as 99 games in 100 needed, and no more.

    Markers that no game could count keep the number they have. None with the reason in the report of the playtest.
    """
    from ibbprint.playtest.tally import quantile
    from ibbprint.press.output import write_folder
    from ibbprint.reports.playtest_tables import ENOUGH

    if target is None or playtest.outcome is None:
        return None
    catalogue, tally = playtest.outcome.opened.catalogue, playtest.outcome.tally
    shelf = catalogue.shelf(catalogue.KINDS["markers"])
    entries = []
    for id, counts in tally.markers.items():
        if id in shelf:
            data = shelf[id].model_dump(mode="json", by_alias=True, exclude_unset=True)
            needed = int(quantile(counts, ENOUGH))
            why = f"{100 * ENOUGH:.0f} games in 100 needed {needed} at once."
            entries.append({**data, "count": str(needed), "why": why})
    title = f"Markers for {playtest.outcome.opened.title}"
    head = {"pack": {"id": target.name.lower(), "title": title[:60], "game": catalogue.GAME}}
    files = {"pack.yaml": _yaml(head), "markers.yaml": _yaml({"markers": entries})}
    return target if write_folder(target, files, playtest.report) else None


def _yaml(content: object) -> bytes:
    import yaml

    text = yaml.safe_dump(json.loads(json.dumps(content)), allow_unicode=True, sort_keys=False, width=110)
    return text.encode()
