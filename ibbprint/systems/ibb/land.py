"""The ground of Itty Bitty Battles for maps made from a seed: what marches cost, and where armies would meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from ibbprint.catalogue.layers import Shelf
from ibbprint.catalogue.map_checks import check_map
from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.models.maps import Map, Start
from ibbprint.catalogue.rulebook import PLACE_NAMES, THEMES
from ibbprint.catalogue.source import Source
from ibbprint.engine.api.land import Meeting
from ibbprint.engine.parts import plain_map
from ibbprint.materials.boards import Board
from ibbprint.problems import Report
from ibbprint.systems.ibb.catalogue import GAME, Catalogue, figure
from ibbprint.systems.ibb.kit.board import sorts_of
from ibbprint.systems.ibb.lists.battle.field import Finder, Want
from ibbprint.systems.ibb.models.units import Troops
from ibbprint.systems.ibb.rules.goals import distances_to
from ibbprint.systems.ibb.rules.ground import Ground

if TYPE_CHECKING:
    from ibbprint.catalogue.models.themes import PlaceNames, Theme
    from ibbprint.engine.land.draft import Draft

OPEN = "clear"
"""The ground that others are compared with."""


class Country:
    """The ground of the game, with the packs of a catalogue laid over it."""

    game = GAME
    size = (22, 16)
    layout: tuple[Literal["flat-top"], Literal["odd"]] = ("flat-top", "odd")
    scale = "One hex is {figures.hex-feet} feet"

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.terrain = catalogue.terrain
        self.zone_hexes = figure(catalogue, "zone-hexes")
        self.apart = figure(catalogue, "set-up-distance")

    @property
    def themes(self) -> Shelf[Theme]:
        return self.catalogue.shelf(THEMES)

    @property
    def place_names(self) -> Shelf[PlaceNames]:
        return self.catalogue.shelf(PLACE_NAMES)

    @property
    def prices(self) -> Mapping[str, int]:
        plain = self.terrain[OPEN].cost
        return {kind.id: kind.cost * 100 // plain for kind in self.terrain if not kind.closed}

    @property
    def armies(self) -> str:
        return (
            f"each needs {self.zone_hexes} connected hexes of dry land, {self.apart} hexes from the other’s, "
            "and near a place worth fighting for"
        )

    def starts(self, draft: Draft) -> Sequence[Start]:
        return ()

    def read(self, model: Map, source: Source, report: Report) -> HexMap | None:
        return check_map(model, source, self.terrain.entries, report)

    def board(self, hexmap: HexMap, counter_mm: float) -> Board:
        sorts = sorts_of(self.catalogue, hexmap.model.theme)
        return plain_map(self.catalogue, hexmap, sorts, counter_mm, grounds=self.terrain)

    @cached_property
    def march(self) -> int:
        """Hexes of open ground that an ordinary unit marches in a turn: what most units of the list do."""
        moves = Counter(unit.movement for unit in self.catalogue.units if isinstance(unit, Troops))
        return min(move for move, number in moves.items() if number == max(moves.values()))

    def meetings(self, hexmap: HexMap) -> Iterator[Meeting]:
        """A meeting engagement of two ordinary armies at each place that has room for one (G-48, G-49)."""
        figures = self.catalogue.figures
        ground = Ground(
            hexmap, {kind.id: kind for kind in self.terrain}, figures["road-divisor"], figures["bank-crossing"]
        )
        finder = Finder(hexmap, ground, {kind.id: kind.name for kind in self.terrain}, self.apart)
        want = Want(self.zone_hexes, 0)
        named_hexes = {ground.index[bridge.hex] for bridge in hexmap.model.bridges}
        named_hexes |= {ground.index[name] for area in hexmap.model.areas for name in area.hexes}
        for place in finder.places:
            field = finder.at(place, (want, want))
            if field is None:
                continue
            distances = distances_to(ground, {place.hex})
            first, second = (self._turns(ground, distances, zone) for zone in field.zones)
            zones = [tuple(ground.names[h] for h in zone) for zone in field.zones]
            yield Meeting(
                place.name, ground.names[place.hex], place.hex in named_hexes, (zones[0], zones[1]), (first, second)
            )

    def _turns(self, ground: Ground, distances: Sequence[int], zone: Sequence[int]) -> int:
        """The turn in which the middle unit of a zone reaches the place."""
        far = sorted(distances[h] for h in zone)[len(zone) // 2]
        return -(-far // (self.march * ground.scale))
