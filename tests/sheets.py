"""Looking at sheets of counters: which pages they are, what stands in each slot, which symbols are drawn there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations, product

from ibbprint.components.faces.faces import Symbols
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.svg_reader import TONES
from ibbprint.problems import Report
from tests.helpers import COUNTER_MM, PAPER_OF, TEMPLATES, Expected, printed
from tests.pdf import Box, Document, Page, Piece, Run, Shape, Step, read_pdf

ID = re.compile(r"[A-Z]\d+")
LARGEST_MM = 40
"""Clipped art that is wider or higher is no counter but a card or a map."""


@dataclass(frozen=True)
class Slot:
    """One counter on a page, with all that is drawn in it."""

    page: Page
    piece: Piece
    size: tuple[float, float] = (COUNTER_MM, COUNTER_MM)

    @property
    def box(self) -> Box:
        """The trim: what is left when it has been cut out."""
        return Box(self.piece.x, self.piece.y, self.piece.x + self.size[0], self.piece.y + self.size[1])

    @property
    def runs(self) -> list[Run]:
        return self.page.runs_of.get(self.piece.index, [])

    @property
    def shapes(self) -> list[Shape]:
        return self.page.shapes_of.get(self.piece.index, [])

    @cached_property
    def texts(self) -> list[str]:
        return [run.text for run in self.runs]

    @property
    def id(self) -> str:
        """The id that is printed on it, or nothing."""
        results = [text for text in self.texts if ID.fullmatch(text)]
        return results[0] if len(results) == 1 else ""

    @cached_property
    def symbols(self) -> list[str]:
        """The symbols drawn in it."""
        return [name for name, _ in self.symbol_shapes]

    @cached_property
    def symbol_shapes(self) -> list[tuple[str, list[Shape]]]:
        """The symbols drawn in it, each with its shapes, known by their outlines."""
        shapes, known = self.shapes, symbol_outlines()
        results: list[tuple[str, list[Shape]]] = []
        index = 0
        while index < len(shapes):
            for name, outlines in known:
                if tuple(s.local for s in shapes[index : index + len(outlines)]) == outlines:
                    results.append((name, shapes[index : index + len(outlines)]))
                    index += len(outlines)
                    break
            else:
                index += 1
        return results

    def alike(self) -> tuple[object, ...]:
        """What is drawn, without where: equal for slots that look the same."""
        x, y = self.piece.x, self.piece.y
        shapes = tuple(
            (s.local, s.fill, s.stroke, *(round(v, 3) for v in s.matrix[:4]), *_from(s.matrix[4:], x, y))
            for s in self.shapes
        )
        runs = tuple((r.text, r.font.name, round(r.size, 3), r.fill, *_from((r.x, r.y), x, y)) for r in self.runs)
        return (shapes, runs)


def _from(place: tuple[float, ...], x: float, y: float) -> tuple[float, float]:
    return (round(place[0] - x, 3) + 0.0, round(place[1] - y, 3) + 0.0)


def _small(piece: Piece) -> bool:
    """Whether clipped art is as large as a counter; cards and maps are larger."""
    return max(piece.clip.width, piece.clip.height) < LARGEST_MM


def slots(page: Page, size: float = COUNTER_MM) -> list[Slot]:
    """The counters of a page, in the order of printing, each as large as the cut at its corner, or else as `size`."""
    cuts = {(round(cut.left, 1), round(cut.top, 1)): (cut.width, cut.height) for cut in page.cuts}
    counters = [each for each in page.pieces if _small(each)]
    return [Slot(page, each, cuts.get((round(each.x, 1), round(each.y, 1)), (size, size))) for each in counters]


def sheets(document: Document) -> Iterator[tuple[Page, Page]]:
    """Each sheet with counters or markers: its front and its back."""
    for page in document.pages:
        if page.number % 2 and page.cuts and any(_small(piece) for piece in page.pieces):
            yield page, document.pages[page.number]


def sheets_of(document: Document, section: str) -> list[tuple[Page, Page]]:
    """The sheets with anything of a section, known by its title in the head of the page."""
    return [(front, back) for front, back in sheets(document) if section.lower() in head(front).lower()]


_read = cache(read_pdf)


def whole_kit(scenario: str, paper: str = "", game: str = "") -> Document:
    """A whole kit, printed and read once for all who only look at it: without a paper, on the kit's of `PAPER_OF`."""
    return _read(printed(scenario, paper=paper or PAPER_OF.get(scenario, "a4"), game=game).pdf)


def head(page: Page) -> str:
    """The head of a page: all text on the line that says which page it is; nothing on empty pages and in booklets."""
    assert page.head or page.of_booklet or not (page.runs or page.shapes), (
        f"page {page.number} does not say which page it is"
    )
    return page.head


def fronts(document: Document) -> list[Slot]:
    """Every counter and chit of a kit, face up."""
    return [slot for front, _ in sheets_of(document, "Counters") for slot in slots(front)]


def matched(expected: Sequence[Expected], document: Document) -> list[tuple[Expected, Slot]]:
    """Every piece of an order of battle with the slot that shows it; fails when the two do not go up."""
    values: dict[str, list[Expected]] = {}
    for piece in expected:
        values.setdefault(piece.id, []).append(piece)
    text: dict[str, list[Slot]] = {}
    for slot in fronts(document):
        text.setdefault(slot.id, []).append(slot)
    assert {i: len(s) for i, s in text.items()} == {i: len(e) for i, e in values.items()}
    results: list[tuple[Expected, Slot]] = []
    for identity, pieces in values.items():
        pairs = _assigned(pieces, text[identity])
        assert pairs is not None, (pieces, [slot.texts for slot in text[identity]])
        results += pairs
    return results


def _assigned(expected: list[Expected], found: list[Slot]) -> list[tuple[Expected, Slot]] | None:
    """Pieces of one id on the slots that show it, so that every slot holds what its piece asks for."""
    for order in permutations(found):
        pairs = list(zip(expected, order, strict=True))
        if all(not Counter(piece.tokens) - Counter(slot.texts) for piece, slot in pairs):
            return pairs
    return None


def check_symbols(pairs: Sequence[tuple[Expected, Slot]]) -> None:
    """Each slot draws the symbols of its piece, each as often as the piece has it."""
    for piece, slot in pairs:
        drawn = Counter(slot.symbols)
        assert Counter(piece.symbols) == Counter({name: drawn[name] for name in set(piece.symbols)}), (piece, drawn)


@cache
def symbol_outlines() -> tuple[tuple[str, tuple[tuple[Step, ...], ...]], ...]:
    """Every shipped symbol with the outlines of its shapes as a PDF has them, those of most shapes first.

    One that has a drawing in two tones is there twice.
    """
    results: list[tuple[str, tuple[tuple[Step, ...], ...]]] = []
    report = Report()
    symbols = Symbols([TEMPLATES], report)
    ways: tuple[dict[str, str], ...] = ({}, {TONES: "#ffffff #111111"})
    for name, look in product(symbols.names(), ways):
        drawing = symbols(name, look)
        assert drawing is not None
        if look and drawing is symbols(name):
            continue  # it has no drawing in two tones
        writer = PdfWriter(Book("symbol"))
        writer.begin_page(100, 100, label="1")
        writer.draw(drawing)
        writer.end_page()
        outlines = tuple(shape.local for shape in read_pdf(writer.bytes()).pages[0].shapes)
        assert outlines, f"the symbol {name} draws nothing"
        results.append((name, outlines))
    assert report.ok, "\n".join(map(str, report))
    return tuple(sorted(results, key=lambda pair: -len(pair[1])))
