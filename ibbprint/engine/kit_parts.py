"""The parts of a kit as records: what a declaration of parts and the rows, texts and maps behind it become.

The declaration is `parts:` in game.yaml, or the file parts.yaml of a game. The game supplies what it names: rows for
faces, values for texts, maps. Nothing here knows where these come from.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.engine.ledger import COPY
from ibbprint.materials import (
    NONE,
    NUMBERING,
    Card,
    FaceValues,
    Kit,
    Origins,
    Piece,
    Section,
    Text,
    Values,
    by_name,
    key_of,
    with_values,
)
from ibbprint.materials.cuts import USUAL, Cut, Outline, box_of

if TYPE_CHECKING:
    from ibbprint.catalogue.layers import Entry
    from ibbprint.catalogue.models.parts import (
        BookletPart,
        BoxPart,
        Cards,
        Faced,
        MapPart,
        Part,
        PicturePart,
        Pieces,
        TextPart,
    )
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.engine.ledger import Ledger
    from ibbprint.materials import Carton
    from ibbprint.materials.boards import Board
    from ibbprint.materials.booklets import Booklet, Figure
    from ibbprint.problems import Report, Where

    Place = Callable[..., Where]

OF_PICTURE, PICTURE_BACK = "picture:", "common/picture-back.svg.j2"
"""What the back of a part begins with that is a picture all over, and the template that draws it."""
MOST_PIECES = 10_000


class Printable(NamedTuple):
    """A row as it is printed on a face: what its template may use, and how many there are.

    Without an `id` it has that of its part. `face`, `back` and the sizes take the place of those of the part. `block`
    is the block of a piece (empty: the part is one), `title` that of a card, `why` the reason for a piece; the rest is
    as in `Piece` and `Card`.
    """

    id: str
    values: FaceValues
    copies: int = 1
    why: str = ""
    origins: Origins = NONE
    block: str = ""
    title: str = ""
    face: str | None = None
    back: str | None = None
    back_values: FaceValues | None = None
    size_mm: tuple[float, float] | None = None
    drawn_mm: tuple[float, float] | None = None
    marks: bool = True


class Sheet(NamedTuple):
    """The values of a text or booklet; see `Text`. Without `id`, `title` or `pages` it has those of the part."""

    values: Values
    figures: Mapping[str, tuple[Figure, ...]] = NONE
    id: str = ""
    title: str = ""
    pages: int = 0
    copies: int = 1
    whose: str = ""
    largest: float = 0.0
    marked: Mapping[str, str] = NONE
    noted: bool = True
    origins: Origins = NONE


@dataclass(eq=False, repr=False)
class Bill:
    """The records of a kit in the making."""

    sections: list[Section] = field(default_factory=list, init=False)
    blocks: dict[str, str] = field(default_factory=dict, init=False)
    pieces: list[Piece] = field(default_factory=list, init=False)
    cards: list[Card] = field(default_factory=list, init=False)
    texts: list[Text] = field(default_factory=list, init=False)
    boards: list[Board] = field(default_factory=list, init=False)
    booklets: list[Booklet] = field(default_factory=list, init=False)
    cartons: list[Carton] = field(default_factory=list, init=False)
    later: list[Callable[[], None]] = field(default_factory=list, init=False)
    """What is made when all else is: boxes are as large as what they hold."""
    covers: set[str] = field(default_factory=set, init=False)
    """The keys of pieces whose back hides what they are, where their part says so."""

    def closed(
        self,
        id: str,
        game: str,
        title: str,
        edition: str,
        *,
        words: Origins,
        liveries: Origins,
        symbols: Origins,
        credit: str = "",
    ) -> Kit:
        """All of it for the press; where its words, liveries and symbols were written, and `credit`: see `Kit`."""
        for make in self.later:
            make()
        self.later.clear()
        return Kit(
            id,
            game,
            title,
            edition,
            self.sections,
            self.blocks,
            self.pieces,
            self.cards,
            self.texts,
            self.boards,
            self.booklets,
            self.cartons,
            words=words,
            symbols=symbols,
            liveries=liveries,
            credit=credit,
        )


class PartsBill(Bill, ABC):
    """A bill that is filled from a declaration of parts. A game supplies the abstract methods.

    The `where` of a method gives the place of a field of the part.
    """

    options: KitOptions
    report: Report

    @property
    @abstractmethod
    def ledger(self) -> Ledger:
        """The account of what strangers' files cost."""

    @abstractmethod
    def face(self, name: str, where: Where) -> str:
        """The template of a face or card; an unknown one may be reported at `where`."""

    @abstractmethod
    def sheet(self, name: str, where: Where) -> str:
        """The template of a text."""

    @abstractmethod
    def size_of(self, part: Pieces) -> tuple[tuple[float, float], tuple[float, float] | None]:
        """Width and height of pieces, and the size that their faces are drawn for; see `Piece.drawn_mm`."""

    @abstractmethod
    def rows(self, part: Faced, where: Place) -> Iterable[Printable]:
        """The rows of a part that has faces."""

    @abstractmethod
    def sheets(self, part: TextPart | BookletPart, where: Place) -> Iterable[Sheet]:
        """The values of each sheet of a text or booklet, each printed by itself."""

    @abstractmethod
    def maps(self, part: MapPart, where: Place) -> Iterable[Board]:
        """The maps of a part."""

    def stamp(self) -> Values:
        """The values on every card and text."""
        return NONE

    def panel_values(self) -> Values:
        """The values that the faces of boxes get in addition to their own."""
        return self.stamp()

    def section_of(self, part: Part) -> Section:
        """The section that a part is printed in; the first part of a section names it."""
        from ibbprint.catalogue.models import parts

        id = part.section or part.id
        match = next((section for section in self.sections if section.id == id), None)
        if match is None:
            title = part.title or id.replace("-", " ").capitalize()
            maps = "maps" if isinstance(part, parts.MapPart | parts.PicturePart) else ""
            counted, secret = getattr(part, "counted", maps), getattr(part, "secret", "")
            match = Section(id, title, part.extra, counted=counted, secret=secret)
            self.sections.append(match)
        if getattr(part, "cut_first", False) and not match.cut_first:
            first = match._replace(cut_first=True)
            self.sections[self.sections.index(match)] = match = first
        return match

    def add(self, entry: Entry[Part]) -> None:
        """The records of a part."""
        from ibbprint.catalogue.models import parts

        makers: Mapping[type[Part], Callable[[Any, Section, Place], None]] = {
            parts.Pieces: self._pieces,
            parts.Cards: self._cards,
            parts.MapPart: self._map,
            parts.PicturePart: self._picture,
            parts.TextPart: self._text,
            parts.BookletPart: self._booklet,
            parts.BoxPart: self._box,
        }
        makers[type(entry.value)](entry.value, self.section_of(entry.value), entry.where)

    def _faces(self, part: Faced, where: Place) -> tuple[str, str | None]:
        face = self.face(part.face, where("face"))
        if part.back is None:
            return face, None
        return face, PICTURE_BACK if part.back.startswith(OF_PICTURE) else self.face(part.back, where("back"))

    def _copies(self, part: Faced, where: Place) -> Iterator[Printable]:
        """The rows that are printed at least once, of a numbered part each copy by itself."""
        rows = [row if row.id else row._replace(id=part.id) for row in self.rows(part, where) if row.copies]
        if part.back is not None and part.back.startswith(OF_PICTURE):
            back = {"back_picture": part.back.removeprefix(OF_PICTURE)}
            place = {"back_picture": where("back")}
            rows = [
                row._replace(values=with_values(row.values, NONE, back), origins={**row.origins, **place})
                for row in rows
            ]
        if not part.numbered:
            yield from rows
            return
        position, total = 0, sum(row.copies for row in rows)
        for row in rows:
            for number in range(1, row.copies + 1):
                position += 1
                self.ledger.charge(COPY * len(by_name(row.values)), lambda row=row: row.origins.get("") or where())  # type: ignore[misc]
                numbering = dict(zip(NUMBERING, (row.id, number, position, total), strict=True))
                yield row._replace(id=f"{row.id}-{number}", values=with_values(row.values, NONE, numbering), copies=1)

    def _pieces(self, part: Pieces, section: Section, where: Place) -> None:
        face, back = self._faces(part, where)
        size, drawn = self.size_of(part)
        cut, shape = _cut_of(part, where), part.shape or ""
        for row in self._copies(part, where):
            block = row.block or part.id
            self.blocks.setdefault(block, section.title)
            piece = Piece(
                row.id,
                section.id,
                row.face or face,
                row.back or back,
                row.values,
                row.copies,
                _shaped(shape, row.size_mm or size),
                block,
                row.why,
                row.origins,
                row.back_values,
                _shaped(shape, row.drawn_mm or drawn or size) if shape else row.drawn_mm or drawn,
                part.chits,
                cut,
            )
            self.pieces.append(piece)
            if part.hidden and piece.back is not None:
                self.covers.add(key_of(piece))

    def _cards(self, part: Cards, section: Section, where: Place) -> None:
        face, back = self._faces(part, where)
        cut = _cut_of(part, where)
        for row in self._copies(part, where):
            self.cards.append(
                Card(
                    row.id,
                    section.id,
                    row.title or part.title or section.title,
                    row.face or face,
                    with_values(row.values, self.stamp(), NONE),
                    _shaped(part.shape or "", row.size_mm or (part.size[0], part.size[1])),
                    row.copies,
                    row.back or back,
                    row.origins,
                    row.marks,
                    cut,
                )
            )

    def _map(self, part: MapPart, section: Section, where: Place) -> None:
        self.boards += self.maps(part, where)

    def _picture(self, part: PicturePart, section: Section, where: Place) -> None:
        from ibbprint.catalogue.boards import picture_board  # only a kit with such a part pays for it

        title = part.title or section.title
        self.boards.append(picture_board(part.id, section.id, title, part.picture, part.width, where))

    def _text(self, part: TextPart, section: Section, where: Place) -> None:
        template = self.sheet(part.text, where("text"))
        for sheet in self.sheets(part, where):
            title = sheet.title or part.title or section.title
            self.texts.append(
                Text(
                    sheet.id or part.id,
                    section.id,
                    title,
                    template,
                    {**self.stamp(), **sheet.values},
                    sheet.origins,
                    part.columns,
                    sheet.pages or part.pages,
                    front=part.aid if part.front is None else part.front,
                    aid=part.aid,
                    figures=sheet.figures,
                    below=part.below,
                    panels=part.panels,
                    wide=part.wide,
                    copies=sheet.copies,
                    whose=sheet.whose,
                    largest=sheet.largest,
                )
            )

    def _booklet(self, part: BookletPart, section: Section, where: Place) -> None:
        from ibbprint.materials.booklets import Booklet

        template, cover = self.sheet(part.booklet, where("booklet")), self.face(part.cover, where("cover"))
        for sheet in self.sheets(part, where):
            self.booklets.append(
                Booklet(
                    part.id,
                    section.id,
                    sheet.title or section.title,
                    cover,
                    template,
                    {**self.stamp(), **sheet.values},
                    sheet.figures,
                    sheet.marked,
                    part.pages,
                    {**sheet.origins, "pages": where("pages")},
                    sheet.noted,
                )
            )

    def _box(self, part: BoxPart, section: Section, where: Place) -> None:
        from ibbprint.engine import boxes

        templates = boxes.templates_of(self, part, where)
        self.later.append(lambda: boxes.add(self, part, section, templates, where))


def _cut_of(part: Faced, where: Place) -> Cut:
    """The cuts and the paper that a part asks for."""
    values = (part.shape, part.radius, part.gutter, part.paper, part.orientation, part.sheets)
    if all(value is None for value in values):
        return USUAL
    outline = Outline(part.shape or "", part.radius)
    return Cut(outline, part.gutter, part.paper or "", part.orientation or "", part.sheets or "", where)


def _shaped(shape: str, size: tuple[float, float]) -> tuple[float, float]:
    """The box of a shape: a hexagon with one number for its size is as wide from flat to flat."""
    return box_of(shape, size[0]) if shape and size[0] == size[1] else size
