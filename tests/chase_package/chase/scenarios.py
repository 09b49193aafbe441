"""A scenario with what it names looked up."""

from collections import namedtuple

from chase import game
from chase.catalogue import Catalogue

Place = namedtuple("Place", "key unit hex where")
Battle = namedtuple("Battle", "scenario source map places")


def read_battle(head, catalogue, packs, report):
    (scenario, source), grounds, places = head, lambda: catalogue.terrain.names, []
    hexmap = game.files.map(scenario.scenario.map, source.where("scenario", "map"), grounds, packs, report)
    for index, line in enumerate(scenario.units):
        unit = catalogue.named(Catalogue.units, line.unit, source.where("units", index, "unit"), "unit")
        for number, name in enumerate(line.hexes if unit else ()):
            where = source.where("units", index, "hexes", number)
            if hexmap is not None and (wrong := hexmap.lacks(name)):
                report.error(where, "map:hex", wrong)
            places.append(Place(f"{unit.letter}{1 + sum(place.unit is unit for place in places)}", unit, name, where))
    return Battle(scenario, source, hexmap, places)
