"""What a virtual table is made of: kits with their pictures, the layout of each scenario, charts and rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ibbprint.materials import Kit
from ibbprint.materials.tabletop import Tabletop
from ibbprint.virtual.elements import nameable
from ibbprint.virtual.layout import Layout
from ibbprint.virtual.pictures import Badge, Component, Face

RULES_FILE = "rules.pdf"


@dataclass(frozen=True, eq=False)
class Scene:
    """A kit in a module: its pieces with their pictures, and where it has one, the layout of its scenario."""

    kit: Kit
    components: Mapping[str, Component]
    layout: Layout | None
    board: Face | None
    """The picture of the map with the tray."""
    badges: Sequence[Badge] = ()
    """What the units of the scenario may be in."""

    @property
    def table(self) -> Tabletop | None:
        return self.kit.tabletop


@dataclass(frozen=True, eq=False)
class Plan:
    """The contents of a module. `charts` are pictures by scenario and name, `rules` PDF files by their titles."""

    id: str
    title: str
    edition: str
    note: str
    scenes: Sequence[Scene]
    dpi: int
    moved: Face
    pictures: Mapping[str, bytes]
    charts: Sequence[tuple[str, str, Face]] = ()
    rules: Sequence[tuple[str, bytes]] = ()

    @property
    def books(self) -> list[tuple[str, str, bytes]]:
        """Title, name in the zip and content of each PDF."""
        return [
            (title, RULES_FILE if number == 1 else RULES_FILE.replace(".", f"-{number}."), pdf)
            for number, (title, pdf) in enumerate(self.rules, start=1)
        ]

    @property
    def tables(self) -> list[Tabletop]:
        return [scene.table for scene in self.scenes if scene.table is not None]

    @property
    def sides(self) -> list[str]:
        """The names of the sides of all scenarios, each once. Raises Unnameable."""
        return list(dict.fromkeys(nameable(seat.name) for table in self.tables for seat in table.seats))
