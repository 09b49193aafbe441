"""A scenario with what it names looked up."""

from typing import Any, NamedTuple

from ibbprint.problems import Where
from sally import game
from sally.catalogue import Catalogue
from sally.models import Unit


class Place(NamedTuple):
    """A counter: its printed id, its type, and the hex that it starts in, with its place in the file."""

    key: str
    unit: Unit
    hex: str
    where: Where


class Battle(NamedTuple):
    scenario: Any
    source: Any
    map: Any
    places: tuple[Place, ...]

    def of(self, side):
        return [place for place in self.places if place.unit.side == side]


def read_battle(head, catalogue, packs, report):
    scenario, source = head
    terrains = lambda: catalogue.ground.names  # noqa: E731
    hexmap = game.files.map(scenario.scenario.map, source.where("scenario", "map"), terrains, packs, report)
    places = []
    for index, line in enumerate(scenario.units):
        unit = catalogue.named(Catalogue.units, line.unit, source.where("units", index, "unit"), "unit")
        for number, name in enumerate(line.hexes):
            where = source.where("units", index, "hexes", number)
            if hexmap is not None and (lack := hexmap.lacks(name)):
                report.error(where, "map:hex", lack)
            elif unit is not None:
                places.append((unit, name, where))
    return Battle(scenario, source, hexmap, tuple(numbered(places)))


def numbered(places):
    """The counters of (type, hex, place in the file), each numbered behind the letter of its type: G1, G2 ..."""
    counts = {}
    for unit, name, where in places:
        counts[unit.letter] = counts.get(unit.letter, 0) + 1
        yield Place(f"{unit.letter}{counts[unit.letter]}", unit, name, where)
