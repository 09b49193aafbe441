"""The bill in the making: what every part of it reads, and the records it has so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue.layers import Entry
from ibbprint.materials import Card, Piece, Section, Text
from ibbprint.problems import Report, Where
from ibbprint.systems.api import KitOptions
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.models import Scenario, Side
from ibbprint.systems.ibb.scenarios import Battle

if TYPE_CHECKING:
    from ibbprint.materials.boards import Board
    from ibbprint.materials.booklets import Booklet

A5 = (210.0, 148.0)


@dataclass
class Bill:
    """A scenario's bill of materials, filled by the parts of this package one after another."""

    battle: Battle
    catalogue: Catalogue
    options: KitOptions
    report: Report
    sections: list[Section] = field(default_factory=list)
    blocks: dict[str, str] = field(default_factory=dict)
    pieces: list[Piece] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    booklets: list[Booklet] = field(default_factory=list)
    board: Board | None = None
    """The map of the scenario as a record, once it has been made."""
    whole: bool = False
    """True for the kit of the whole catalogue, which belongs to no scenario."""

    @property
    def scenario(self) -> Scenario:
        return self.battle.scenario

    def filled(self, entry: Entry[Any]) -> dict[str, Any]:
        """An entry's fields, its text with the figures in."""
        value = entry.value
        return {**value.model_dump(), "text": self.catalogue.text(value.text, value, entry.where("text"))}

    def stamp(self) -> Mapping[str, str]:
        """What every card says of the kit it belongs to."""
        head = self.scenario.scenario
        return {"title": head.title, "edition": head.edition}


class Places(Mapping[str, Where]):
    """Where values were written, looked up when somebody asks: for most of many hundred counters nobody does."""

    def __init__(self, ask: Mapping[str, Callable[[], Where]]) -> None:
        self._ask = ask

    def __getitem__(self, name: str) -> Where:
        return self._ask[name]()

    def __contains__(self, name: object) -> bool:
        return name in self._ask

    def __iter__(self) -> Iterator[str]:
        return iter(self._ask)

    def __len__(self) -> int:
        return len(self._ask)


def side_values(side: Side) -> dict[str, str]:
    """What faces may know of a side."""
    return {"id": side.id, "name": side.name, "livery": side.livery, "letter": side.letter}
