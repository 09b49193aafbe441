"""A scenario with what it names looked up: its terrain, its armies, and where everybody stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ibbprint.catalogue.source import Source
from ibbprint.problems import Report, Where
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.deployment import (
    Box,
    Deployed,
    Fielded,
    Placed,
    Standing,
    deploy,
    place_of_stronghold,
)
from ibbprint.systems.element_battle.models.scenarios import Army, Scenario
from ibbprint.systems.element_battle.models.troops import Option, Troop


@dataclass(frozen=True, slots=True)
class Group:
    """Some elements of one type in an army, and where the file has them."""

    troop: Troop
    count: int
    general: bool
    options: tuple[Option, ...]
    where: Where
    name: str = ""


@dataclass(frozen=True, eq=False)
class Side:
    """One army of a scenario."""

    army: Army
    number: int
    groups: tuple[Group, ...]
    ground: tuple[Placed, ...]
    catalogue: Catalogue
    placed: tuple[Standing, ...] = ()
    """Where its elements stand, if the file says it."""
    undecided: bool = False
    """Whether a die has still to decide who attacks."""

    @property
    def role(self) -> str:
        """Attacker or defender; nothing while that is undecided."""
        return "" if self.undecided else self.army.role

    @property
    def attacks(self) -> bool:
        return self.army.role == "attacker"

    @property
    def elements(self) -> list[Fielded]:
        """Each of its elements, the general first of his group."""
        return [
            Fielded(group.troop, group.general and not n, group.options, group.name)
            for group in self.groups
            if not group.troop.is_place
            for n in range(group.count)
        ]

    @cached_property
    def stronghold(self) -> Box | None:
        """The place of the stronghold: as in the file, else the default place; the attacker has none."""
        troop = self.catalogue.stronghold
        if self.army.stronghold is not None and troop is not None:
            size = troop.depth // self.catalogue.figures["cell"]
            return Box(self.army.stronghold.x, self.army.stronghold.y, size, size)
        if self.attacks:
            return None
        return place_of_stronghold(self.catalogue, self.ground, attacker=False)

    @cached_property
    def deployed(self) -> Deployed:
        """The places of all elements of the side."""
        if self.placed:
            remaining, standing = self.elements, []
            for stand in self.placed:
                same_type = [item for item in remaining if item.troop is stand.troop]
                match = next(
                    (item for item in same_type if item.general == stand.general), same_type[0] if same_type else None
                )
                if match is not None:
                    remaining.remove(match)
                    stand = replace(stand, options=match.options, name=match.name)
                standing.append(stand)
            return Deployed(tuple(standing), tuple(item for item in remaining if item.troop.hides))
        return deploy(self.elements, self.catalogue, self.ground, self.stronghold, attacker=self.attacks)


@dataclass(frozen=True, eq=False)
class Battle:
    """A scenario, ready to be printed and checked."""

    scenario: Scenario
    source: Source
    ground: tuple[Placed, ...]
    sides: tuple[Side, ...]
    map: None = None
    """There are no cells to stand in."""


def read_battle(
    head: tuple[Scenario, Source], catalogue: Catalogue, packs: Sequence[Path], report: Report
) -> Battle | None:
    """A scenario file with what it names looked up; what there is not is in the report."""
    scenario, source = head
    ground = []
    for number, piece in enumerate(scenario.terrain):
        kind = catalogue.named(Catalogue.terrain, piece.kind, source.where("terrain", number, "kind"), "terrain")
        if kind is not None:
            ground.append(Placed(kind, Box(piece.x, piece.y, piece.width, piece.depth)))
    sides = [_side(n, army, source, tuple(ground), catalogue) for n, army in enumerate(scenario.armies)]
    return Battle(scenario, source, tuple(ground), tuple(sides)) if report.ok else None


def _side(number: int, army: Army, source: Source, ground: tuple[Placed, ...], catalogue: Catalogue) -> Side:
    groups = []
    for at, element in enumerate(army.elements):
        path = ("armies", number, "elements", at)
        entry = catalogue.named(Catalogue.troop_entries, element.type, source.where(*path, "type"), "type")
        options = [
            catalogue.named(Catalogue.options, name, source.where(*path, "options", n), "option")
            for n, name in enumerate(element.options)
        ]
        if entry is not None:
            chosen = tuple(option for option in options if option is not None)
            troop, where = catalogue.troops[entry.id], source.where(*path, "type")
            groups.append(Group(troop, element.count, element.general, chosen, where, element.name or ""))
    placed = []
    cell, wide = catalogue.figures["cell"], catalogue.cells("base")
    for at, stand in enumerate(army.stands):
        entry = catalogue.named(
            Catalogue.troop_entries, stand.type, source.where("armies", number, "stands", at, "type"), "type"
        )
        if entry is not None:
            deep = entry.depth // cell
            across = (deep, wide) if stand.facing in ("east", "west") else (wide, deep)
            box = Box(stand.x, stand.y, *across)
            placed.append(Standing(catalogue.troops[entry.id], box, stand.facing, stand.general))
    return Side(army, number, tuple(groups), ground, catalogue, tuple(placed))
