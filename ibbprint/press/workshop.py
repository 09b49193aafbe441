"""The workshop of the press: kit, paper, style, the makers of faces; and a page in waiting."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ibbprint.components.faces.faces import Faces, Symbols
from ibbprint.components.faces.templates import FACE_BLEED, Templates
from ibbprint.components.style import Style
from ibbprint.drawing.pdf import PdfWriter
from ibbprint.drawing.shapes import IDENTITY, Drawing, Matrix, share
from ibbprint.materials import Kit, Section
from ibbprint.materials.cuts import PLAIN, Cut, Outline
from ibbprint.press.face_bleed import FaceBleed
from ibbprint.press.inking import USUAL, Inking
from ibbprint.press.output import plain_name
from ibbprint.press.paper import BadOption, Paper, Turn, paper_of, turn_of
from ibbprint.press.slots import Box, Spacing, Trimming, area_of
from ibbprint.problems import Progress, Report, Where, silent

if TYPE_CHECKING:
    from ibbprint.components.text.flowables import Paragraphs
    from ibbprint.materials.boards import Board
    from ibbprint.press.layouts import SlotLayout
    from ibbprint.press.manifest import Manifest
    from ibbprint.press.printers import Printer

MOST_FACES = 3
"""The most faces of a part that are shown, one over the other; of faces that are made smaller only one is."""
HAIR = 0.02
SPARE_BLEED = 0.5
"""How much more of the ground there should be than bleed is asked for, mm."""


class Face(NamedTuple):
    """A face that was drawn, its size to the trim, mm, and the shape of its cut."""

    drawing: Drawing
    size: tuple[float, float]
    outline: Outline = PLAIN


@dataclass(slots=True, eq=False, repr=False)
class Page:
    """A page that waits for its number.

    `title` is what its head says, `bookmark` its entry in the outline (none if empty). `begins` are the titles of the
    parts whose first pieces or cards are on it: they are in the outline as well.
    `front` asks for the front of a sheet of paper. `cuts` are the pieces that are cut out one by one, for a cutting
    machine; `parts` is whatever else is cut out, by hand: sheets of the map, shapes with an outline of their own.
    Colour runs `bleed` mm past the cuts and `parts_bleed` past the parts.
    """

    title: str
    draw: Callable[[PdfWriter], None]
    bookmark: str = ""
    front: bool = False
    bleed: float = 0.0
    ruler: bool = True
    paper: Paper | None = None
    """What it is printed on, when that is not the book's own paper: paper turned across, or a poster."""
    head: bool = True
    cuts: Sequence[Box] = ()
    backs: Sequence[Box] = ()
    """Where the backs of pieces are on it: they are cut out with their fronts."""
    shapes: Mapping[Box, Outline] = field(default_factory=dict)
    """The outlines of cuts that are not as in the whole kit."""
    parts: Sequence[Box] = ()
    parts_bleed: float = 0.0
    chapters: Sequence[tuple[str, Page]] = ()
    """What the outline has below its bookmark, in reading order, each with the page that it leads to."""
    begins: Sequence[str] = ()
    key: str = ""
    """What it is known by from one printout to the next; empty for sheets of pieces, which are known one by one."""
    holds: Sequence[str] = ()
    """The sections that what is on it belongs to."""
    free: Sequence[Box] = ()
    """Where it has room for things to be cut out: the largest boxes there are, which may overlap."""
    more: Callable[[PdfWriter], None] | None = None
    """What has been put where it is free; no part of what it is known by."""
    also: str = ""
    """What the head says of that, after the title."""
    ends: float = 0.0
    """How far down from the top of the paper the text on it ends, mm."""
    whose: str = ""
    """The player whose it is, where each has pages of their own: `the first player`."""
    behind: Page | None = None
    """What is on the back of the paper because of it."""


@dataclass(frozen=True, slots=True)
class BookOptions:
    """The options of a kit on paper. `only` names sections; empty means all. `chosen` are the rule switches to be
    named.

    With `booklet`, booklets are imposed for folding instead of page by page.
    With `poster`, a map is one page instead of sheets, as large as the map or on `poster_paper`; `map_style` is the
    look of maps, `layers` names what is laid over them. With `since` only what is not as in that printout is printed.
    `duplex` is how backs come behind fronts (see `duplex`), `trimming` how pieces are cut, `printer` what is known of
    the printer, `slots` where die cutter or label sheet want the pieces; `targets` prints the marks that a cutting
    machine looks for. `counter_mm` is the size that was asked for, for the name of the file.
    `designer` says that the ids of rules are printed where they apply, for the name of the file.
    `inking` says with how much ink, and with which. `kinds` are the kinds of pieces that alone are in the kit.
    """

    paper: Paper
    only: frozenset[str] = frozenset()
    chosen: Mapping[str, str] = field(default_factory=dict)
    booklet: bool = False
    poster: bool = False
    map_style: str = "atlas"
    layers: frozenset[str] = frozenset()
    since: Manifest | None = None
    duplex: str = "long-edge"
    trimming: Trimming = field(default_factory=Trimming)
    printer: Printer | None = None
    slots: SlotLayout | None = None
    targets: bool = False
    counter_mm: float | None = None
    inking: Inking = USUAL
    kinds: tuple[str, ...] = ()
    poster_paper: Paper | None = None
    designer: bool = False
    game: str = ""
    """The title of the game, for the title of the PDF; nothing where the kit names its game itself."""


class Workshop:
    """The tools for one kit on one paper."""

    def __init__(self, kit: Kit, options: BookOptions, folders: Sequence[Path], style: Style, report: Report) -> None:
        self.kit = kit
        self.options = options
        self.paper = options.paper
        self.style = style
        self.report = report
        self.spacing = Spacing.from_trimming(options.trimming)
        self._papers: dict[tuple[str, str], Paper] = {}
        self.templates = Templates(folders, style, report, bleed=self._ground())
        self.faces = Faces(
            self.templates, Symbols(folders, report, opaque=options.inking.press), report, options.inking.inks(style)
        )
        self.extras = {section.id for section in kit.sections if section.extra}
        self.counts: dict[str, int] = {}
        """How many pieces and cards each section has, filled while its pages are made."""
        self.booklets: dict[str, tuple[int, int]] = {}
        """How many small pages each booklet has, and on how many sheets."""
        self.singles: set[str] = set()
        """The booklets whose small pages have a side each."""
        self.one_sided: dict[str, int] = {}
        """How many pieces and cards of each section lack the backs that they should have."""
        self.glued: list[str] = []
        """Titles of what is too large to be folded, so that front and back are sheets of their own."""
        self.shrunk: dict[str, float] = {}
        """Titles of cards that are printed smaller than they are, and by how much."""
        self.joining: dict[str, list[str]] = {}
        """How the sheets of each map are joined, step by step, where the first page has to say it."""
        self.faces_shown: dict[str, dict[str, list[Face]]] = {}
        """A few faces of each section, by their block, for the first page."""
        self.too_low: dict[tuple[str, float], float] = {}
        """Where a text that goes below others did not fit, by its id and its largest type: mm from the top."""
        self.progress: Progress = silent
        self.face_bleed = FaceBleed(self.templates, report)
        self.stamp = ""
        """The kit's hash: known when all pages are made, so only what is drawn then may show it."""
        self._lands: list[tuple[tuple[float, Board], Drawing]] = []
        self._shared_art: dict[int, tuple[Drawing, Drawing]] = {}
        """The land of each map that was drawn at the size of play, with the board that it is the land of."""

    def _ground(self) -> float:
        """The distance that faces must run past the trim, in mm at the size that they are drawn for."""
        bleed = self.spacing.bleed if self.options.trimming.bleed is None else self.options.trimming.bleed
        smallest = min((piece.type_scale for piece in self.kit.pieces), default=1.0)
        needed = bleed / min(1.0, smallest)
        return FACE_BLEED if needed <= FACE_BLEED + HAIR else round(needed + SPARE_BLEED, 2)

    def reaches(self, drawing: Drawing, template: str, bleed: float, outline: Outline = PLAIN) -> None:
        """Warn, once a template, when the colour of a face ends before the bleed in mm that is printed."""
        self.face_bleed.check(drawing, template, bleed, outline)

    def turn(self, paper: Paper | None = None) -> Turn | None:
        """The turn of the backs on the paper, or on another; None where none are printed."""
        return turn_of(self.options.duplex, paper or self.paper)

    def behind(self, cuts: Sequence[Box], turn: Turn) -> list[Box]:
        """The boxes of the backs of pieces that are cut out at these boxes."""
        paper = turn.paper
        mirrored = [cut.mirrored(paper.width) for cut in cuts]
        return [box.turned_over(paper) for box in mirrored] if turn.level else mirrored

    def aim(self, paper: Paper | None = None, *, back: bool) -> Matrix:
        """The transform on the page of a paper that makes the printer print true to place."""
        printer, on = self.options.printer, paper or self.paper
        if printer is None:
            return IDENTITY
        turn = self.turn(on) if back else None
        return printer.aim(on, turn if turn is not None and turn.sides else None)

    def fold(self, paper: Paper) -> tuple[float, float, float, float]:
        """The line along which a sheet is folded: x1, y1, x2, y2."""
        if paper.lies_across:
            return (paper.width / 2, 0.0, paper.width / 2, paper.height)
        return (0.0, paper.height / 2, paper.width, paper.height / 2)

    def area(self, paper: Paper) -> Box:
        """The area for the fronts of pieces on a sheet."""
        return area_of(paper, half=self.options.duplex == "fold", targets=self.options.targets)

    def paper_for(self, cut: Cut) -> Paper:
        """The paper of a part; a fault of a paper that it names is reported once."""
        if not cut.paper and not cut.orientation:
            return self.paper
        key = (cut.paper, cut.orientation)
        if key not in self._papers:
            try:
                paper = paper_of(cut.paper, cut.orientation) if cut.paper else self.paper.upright()
                if not cut.paper and cut.orientation == "landscape":
                    paper = paper.across()
                paper = self.options.printer.on(paper) if self.options.printer is not None else paper
            except BadOption as wrong:
                where = cut.where("paper") if cut.where is not None else Where("--paper")
                self.report.error(where, "read:value", str(wrong), wrong.hint)
                paper = self.paper
            self._papers[key] = self.paper if paper == self.paper else paper
        return self._papers[key]

    @cached_property
    def paragraphs(self) -> Paragraphs:
        """The paragraphs of the texts that were set: the aid of the other player has most of them again."""
        from ibbprint.components.text.flowables import Paragraphs  # only kits with texts pay for its making

        return Paragraphs()

    def show(
        self, section: str, block: str, drawing: Drawing, size: tuple[float, float], outline: Outline = PLAIN
    ) -> None:
        """Note the face of a piece, a card, a box or a booklet: the first page shows it with others of its section."""
        faces = self.faces_shown.setdefault(section, {}).setdefault(block, [])
        if len(faces) < MOST_FACES and not any(face.drawing is drawing for face in faces):
            faces.append(Face(drawing, size, outline))

    def shown_of(self, section: str) -> list[Face]:
        """The faces of a section for the first page, those of its blocks by turns."""
        rounds = zip_longest(*self.faces_shown.get(section, {}).values())
        return [face for group in rounds for face in group if face is not None][:MOST_FACES]

    def land(self, board: Board, hex_mm: float = 0.0) -> Drawing | None:
        """The land of a board, if it was drawn with hexes so wide: 0 is the size of play.

        It does not depend on the layers of the board.
        """
        key = (hex_mm or board.hex_mm, _bare(board))
        return next((land for drawn, land in self._lands if drawn == key), None)

    def keep_land(self, board: Board, land: Drawing, hex_mm: float = 0.0) -> None:
        """Note the land of a board with hexes so wide, to be drawn again, by reference wherever it is drawn."""
        share(land, self._shared_art)
        self._lands.append(((hex_mm or board.hex_mm, _bare(board)), land))

    def count(self, section: str, pieces: int) -> None:
        self.counts[section] = self.counts.get(section, 0) + pieces

    @property
    def counted(self) -> dict[str, int]:
        """The number of pieces, cards and maps of each section, in the order of the kit, by their nouns."""
        counts: dict[str, int] = {}
        for section in self.kit.sections:
            if section.id in self.counts:
                noun = section.counted or section.id
                counts[noun] = counts.get(noun, 0) + self.counts[section.id]
        return counts

    def prints(self, section: str) -> bool:
        return section in self.options.only if self.options.only else section not in self.extras

    def printed(self) -> list[Section]:
        """The sections that are printed, in their order."""
        return [section for section in self.kit.sections if self.prints(section.id)]

    @property
    def has_first_page(self) -> bool:
        """Whether a page says how to print and cut; a print shop needs no telling."""
        return not self.options.only and not self.options.inking.press

    def page_title(self, title: str) -> str:
        """The head of a page: the kit and what the page is."""
        return f"{self.kit.title}: {title}"


def _bare(board: Board) -> Board:
    """The parts of a board that its land depends on."""
    return board.unplaced._replace(layers=(), beside=(), margins=(), spare=())


def file_name(kit: Kit, options: BookOptions) -> str:
    """The name of a kit's PDF: the scenario, and all options that differ from the plain kit on A4."""
    printed = [section.id for section in kit.sections if not options.only or section.id in options.only]
    parts = [kit.id, *(part for part in printed if part in options.only), *options.kinds]
    parts += _sheet_parts(options)
    parts += ["booklet"] if options.booklet and any(b.section in printed for b in kit.booklets) else []
    mapped = any(board.section in printed for board in kit.boards)
    parts += ["poster"] if mapped and options.poster else []
    if mapped or any(text.figures for text in kit.texts if text.section in printed):
        parts += [] if options.map_style == "atlas" else [options.map_style]
    parts += sorted(options.layers) if mapped else []
    parts += [f"{name}-{value}" for name, value in sorted(options.chosen.items())]
    parts += options.inking.words
    parts += ["designer"] if options.designer else []
    parts += ["changes"] if options.since is not None else []
    return plain_name("-".join(re.sub(r"[^A-Za-z0-9.-]+", "-", part) for part in parts)) + ".pdf"


def _sheet_parts(options: BookOptions) -> list[str]:
    """The options that make the sheets other than plain A4 upright, printed on both sides and cut edge to edge."""
    trimming = options.trimming
    parts = [] if options.paper.name == "a4" else [options.paper.name]
    parts += ["landscape"] if options.paper.lies_across else []
    if options.slots is not None:
        parts.append(options.slots.id)
    elif options.counter_mm is not None:
        parts.append(f"{options.counter_mm:g}mm")
    parts += [] if options.duplex == "long-edge" else ["fronts" if options.duplex == "none" else options.duplex]
    for name, value in (("bleed", trimming.bleed), ("gutter", trimming.gutter), ("radius", trimming.radius or None)):
        parts += [] if value is None else [f"{name}-{value:g}"]
    parts += [] if trimming.marks == "crop" else [f"marks-{trimming.marks}"]
    parts += ["cut"] if options.targets else []
    return parts + ([] if options.printer is None else [options.printer.name])
