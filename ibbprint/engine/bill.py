"""The bill of materials of a kit in the making, in every game: its records so far, and the parts that fill it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self

from ibbprint.catalogue.layers import Entry
from ibbprint.engine.api.kits import COUNTER_MM, KitOptions
from ibbprint.engine.game import CatalogueT, FoughtT
from ibbprint.materials import NONE, Card, FaceValues, Kit, Origins, Piece, Section, Text, Values, by_name, square
from ibbprint.problems import Report, Where

if TYPE_CHECKING:
    from ibbprint.catalogue.models.rulings import Ruling
    from ibbprint.engine.marker_sheet import CountedMarker
    from ibbprint.materials.boards import Board
    from ibbprint.materials.booklets import Booklet, Figure


A5 = (210.0, 148.0)
"""A card across half a sheet of A4, mm."""
Filler = tuple[Section, str, str]
"""A section, the module of the game's kit that fills it, and its function."""


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

    def closed(
        self, id: str, game: str, title: str, edition: str, *, words: Origins, liveries: Origins, symbols: Origins,
        credit: str = "",
    ) -> Kit:  # fmt: skip
        """All of it for the press; where its words, liveries and symbols were written, and `credit`: see `Kit`."""
        return Kit(
            id, game, title, edition, self.sections, self.blocks, self.pieces, self.cards, self.texts, self.boards,
            self.booklets, words=words, symbols=symbols, liveries=liveries, credit=credit,
        )  # fmt: skip


@dataclass(eq=False, repr=False)
class KitBill(Bill, Generic[FoughtT, CatalogueT]):
    """A scenario's bill of materials, filled by the parts of a game's kit one after another."""

    battle: FoughtT
    catalogue: CatalogueT
    options: KitOptions
    report: Report
    board: Board | None = None
    """The map of the scenario as a record, once it has been made."""
    map_note: str = ""
    """How the map was reconstructed, where its legend does not say it."""
    markers: Sequence[CountedMarker] | None = None
    """The markers that are needed, once they have been counted."""

    @classmethod
    def unprinted(cls, battle: FoughtT, catalogue: CatalogueT) -> Self:
        """The bill of a battle that was found sound, for those who want a part of it and no kit."""
        return cls(battle, catalogue, KitOptions(), Report())

    def fill(self, package: str, parts: Sequence[Filler]) -> None:
        """Have each wanted part fill its section, in this order; the others are named only.

        A part is imported when it is printed: a sheet of counters does not wait for the booklet.
        """
        for section, module, function in parts:
            if self.options.wants(section.id):
                getattr(import_module(f"{package}.{module}"), function)(self)
            else:
                self.sections.append(section)

    def filled(self, entry: Entry[Any]) -> dict[str, Any]:
        """An entry's fields, its text with the figures in."""
        value = entry.value
        return {**value.model_dump(), "text": self.catalogue.text(value.text, value, entry.where("text"))}

    def stamp(self) -> Mapping[str, str | bool]:
        """What every card says of the kit it belongs to, and whether it is a designer's, with ids of rules."""
        head = self.battle.scenario.scenario
        return {"title": head.title, "edition": head.edition, "designer": self.options.designer}

    def template(self, name: str) -> str:
        """A template in the folder of the game."""
        return f"{self.catalogue.GAME}/{name}"

    def add_text(
        self, section: Section, id: str, template: str, values: Values, *, title: str = "", columns: int = 1,
        pages: int = 0, front: bool = False, aid: bool = False, figures: Mapping[str, tuple[Figure, ...]] = NONE,
        panels: bool = False, copies: int = 1, whose: str = "", below: bool = False, largest: float = 0.0,
    ) -> None:  # fmt: skip
        """A sheet of text, stamped, of that template of the game (`crib`); titled like its section if not otherwise."""
        self.texts.append(
            Text(
                id, section.id, title or section.title, self.template(f"{template}.md.j2"), {**self.stamp(), **values},
                columns=columns, pages=pages, front=front, aid=aid, figures=figures, panels=panels, copies=copies,
                whose=whose, below=below, largest=largest,
            )
        )  # fmt: skip

    def add_card(
        self, section: Section, id: str, template: str, values: FaceValues, size_mm: tuple[float, float] = A5, *,
        title: str = "", back: str = "", origins: Origins = NONE, marks: bool = True,
    ) -> None:  # fmt: skip
        """A card, stamped, of these templates of the game; titled like its section if not otherwise."""
        self.cards.append(
            Card(
                id, section.id, title or section.title, self.template(f"{template}.svg.j2"),
                {**self.stamp(), **by_name(values)}, size_mm, back=self.template(f"{back}.svg.j2") if back else None,
                origins=origins, marks=marks,
            )
        )  # fmt: skip

    def add_counter(
        self, section: Section, id: str, face: str, back: str, values: FaceValues, *, block: str, why: str,
        count: int = 1, origins: Origins = NONE, back_values: FaceValues | None = None,
        chit: bool = False,
    ) -> None:  # fmt: skip
        """A counter or chit of the size of play, of these templates of the game; see `Piece`."""
        self.pieces.append(
            Piece(
                id, section.id, self.template(f"{face}.svg.j2"), self.template(f"{back}.svg.j2"), values, count,
                square(self.options.counter_mm), block, why, origins, back_values, square(COUNTER_MM), chit,
            )
        )  # fmt: skip

    def applied(self) -> list[Ruling]:
        """The rulings that the scenario says it applies, those that there are."""
        shelf = self.catalogue.rulings
        return [ruling for name in self.battle.scenario.scenario.applies if (ruling := shelf.get(name)) is not None]

    def liveries(self, field: str, worn: Sequence[str]) -> Origins:
        """Where each livery was first written: by those in that list of the scenario who wear them, or on the map."""
        own = {name: self.battle.source.where(field, i, "livery") for i, name in reversed([*enumerate(worn)])}
        return {**(self.battle.map.liveries if self.battle.map is not None else {}), **own}

    def as_kit(self, words: Origins, liveries: Origins, symbols: Origins = NONE) -> Kit:
        """The kit of the scenario; see `closed`."""
        head = self.battle.scenario.scenario
        return self.closed(
            head.id, self.catalogue.GAME, head.title, head.edition, words=words, liveries=liveries, symbols=symbols,
            credit=self.catalogue.credit,
        )  # fmt: skip


def is_ascii(*texts: str | None) -> bool:
    """True when the fonts have all of the texts for certain."""
    together = "".join(filter(None, texts))
    return together.isascii() and together.isprintable()


class Written(Protocol):
    """A file, or a part of one, that knows where its values were written."""

    def where(self, *path: str | int) -> Where: ...


def beyond_ascii(source: Written, data: Any, path: tuple[str | int, ...] = ()) -> dict[str, Where]:
    """Where texts were written that the fonts may not have, or that may have icons, by the text.

    All in `data`, which stands at `path`.
    """
    if isinstance(data, str):
        return {} if is_ascii(data) and data.count(":") < 2 else {data: source.where(*path)}
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return {text: where for step, value in inside for text, where in beyond_ascii(source, value, (*path, step)).items()}
