"""The bill in the making: what every part of it reads, and the records it has so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue.layers import Entry
from ibbprint.materials import Card, Piece, Section, Text
from ibbprint.problems import Report
from ibbprint.systems.api import KitOptions
from ibbprint.systems.ayrenes_woods.catalogue import Catalogue
from ibbprint.systems.ayrenes_woods.models import Army, Command, Scenario
from ibbprint.systems.ayrenes_woods.scenarios import Battle

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
    """The map as a record, once it has been made."""

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


def command_values(command: Command) -> dict[str, str]:
    """What faces may know of a command."""
    return {"id": command.id, "name": command.name, "livery": command.livery, "letter": command.letter}


def army_values(bill: Bill, army: Army) -> dict[str, str]:
    """What faces may know of an army: its livery is that of its first command."""
    first = next(iter(bill.battle.of(army.id)), None)
    return {"id": army.id, "name": army.name, "livery": first.livery if first is not None else ""}
