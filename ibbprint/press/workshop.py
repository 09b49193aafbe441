"""What every part of the press works with: kit, paper, style, the makers of faces; and a page in waiting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.components.faces import Faces, Symbols
from ibbprint.components.style import Style
from ibbprint.components.templates import Templates
from ibbprint.drawing.pdf import PdfWriter
from ibbprint.drawing.shapes import Drawing
from ibbprint.materials import Kit
from ibbprint.press.paper import Paper
from ibbprint.press.slots import Box
from ibbprint.problems import Report

if TYPE_CHECKING:
    from ibbprint.materials.boards import Board

"""What `map_style` of a book may be."""


@dataclass(slots=True)
class Page:
    """A page that waits for its number.

    `title` is what its head says, `bookmark` its entry in the outline (none if empty).
    `front` asks for the front of a sheet of paper; `trim` is the box round everything that is cut out.
    """

    title: str
    draw: Callable[[PdfWriter], None]
    bookmark: str = ""
    front: bool = False
    trim: Box | None = None
    bleed: Box | None = None
    ruler: bool = True
    paper: Paper | None = None
    """What it is printed on, when that is not the book's own paper: paper turned across, or a poster."""


@dataclass(slots=True)
class BookOptions:
    """How a kit is put on paper. `only` names sections; empty means all. `chosen` are the rule switches to be named.

    With `booklet`, booklets are imposed for folding instead of page by page.
    With `poster`, a map is one page of its own size instead of sheets; `map_style` is the look of maps, `layers` names
    what is laid over them.
    """

    paper: Paper
    only: frozenset[str] = frozenset()
    chosen: dict[str, str] = field(default_factory=dict)
    booklet: bool = False
    poster: bool = False
    map_style: str = "atlas"
    layers: frozenset[str] = frozenset()


class Workshop:
    """The tools for one kit on one paper."""

    def __init__(self, kit: Kit, options: BookOptions, folders: Sequence[Path], style: Style, report: Report) -> None:
        self.kit = kit
        self.options = options
        self.paper = options.paper
        self.style = style
        self.report = report
        self.templates = Templates(folders, style, report)
        self.faces = Faces(self.templates, Symbols(folders, report), report)
        self.extras = {section.id for section in kit.sections if section.extra}
        self.counts: dict[str, int] = {}
        """How many pieces and cards each section has, filled while its pages are made."""
        self.pages: dict[str, int] = {}
        """How many pages each section takes."""
        self.booklets: dict[str, tuple[int, int]] = {}
        """How many small pages each booklet has, and on how many sheets."""
        self.stamp = ""
        """The kit's hash: known when all pages are made, so only what is drawn then may show it."""
        self.lands: dict[int, tuple[Board, Drawing]] = {}
        """The land of each map that was drawn at the size of play, by the identity of its record."""

    def count(self, section: str, pieces: int) -> None:
        self.counts[section] = self.counts.get(section, 0) + pieces

    def wanted(self, section: str) -> bool:
        return section in self.options.only if self.options.only else section not in self.extras

    def named(self, title: str) -> str:
        """The head of a page: the kit and what the page is."""
        return f"{self.kit.title}: {title}"
