"""The ground of Battle of Ayrene’s Woods for maps that are made from a seed, and the silhouettes of its commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from ibbprint.catalogue.boards import sort_of
from ibbprint.catalogue.layers import Shelf
from ibbprint.catalogue.map_checks import check_map
from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.models.maps import Map, Start
from ibbprint.catalogue.rulebook import PLACE_NAMES, THEMES
from ibbprint.catalogue.source import Source
from ibbprint.engine.api.land import Meeting
from ibbprint.engine.land.lots import Lots
from ibbprint.engine.parts import plain_map
from ibbprint.engine.space import space_of, spread
from ibbprint.materials.boards import Board
from ibbprint.problems import Report
from ibbprint.systems.ayrenes_woods.catalogue import GAME, Catalogue
from ibbprint.systems.ayrenes_woods.models import Army, Command, Scenario

if TYPE_CHECKING:
    from ibbprint.catalogue.models.themes import PlaceNames, Theme
    from ibbprint.engine.land.draft import Draft

OPEN = "clear"
FROM_EDGE = 3
"""The fewest rows between an army and its edge, so that a first rout does not leave the map."""
DEPTH = 4
"""The silhouettes of an army lie within so many rows."""
APART = 5
"""No two enemies start nearer to each other than this."""


class Country:
    """The ground of the game, with the packs of a catalogue laid over it, and the armies of its scenario."""

    game = GAME
    size = (20, 16)
    layout: tuple[Literal["pointy-top"], Literal["even"]] = ("pointy-top", "even")
    scale = ""
    armies = f"the commands of each need silhouettes, {APART} hexes from the enemy and {FROM_EDGE} rows from their edge"

    def __init__(self, catalogue: Catalogue, scenario: Scenario) -> None:
        self.catalogue = catalogue
        self.scenario = scenario

    @property
    def themes(self) -> Shelf[Theme]:
        return self.catalogue.shelf(THEMES)

    @property
    def place_names(self) -> Shelf[PlaceNames]:
        return self.catalogue.shelf(PLACE_NAMES)

    @property
    def prices(self) -> Mapping[str, int]:
        hexes = self.catalogue.ground("hex")
        return {id: kind.cost * 100 // hexes[OPEN].cost for id, kind in hexes.items()}

    def read(self, model: Map, source: Source, report: Report) -> HexMap | None:
        return check_map(model, source, self.catalogue.ground("hex"), report)

    def board(self, hexmap: HexMap, counter_mm: float) -> Board:
        grounds = self.catalogue.terrain
        sorts = [sort_of(ground) for ground in self.catalogue.ground("hex").values()]
        return plain_map(self.catalogue, hexmap, sorts, counter_mm, grounds=grounds)

    # --- silhouettes --------------------------------------------------------------------------------------------

    def starts(self, draft: Draft) -> Sequence[Start]:
        """Silhouettes for every command, side by side along both edges (A-R06)."""
        lots = draft.lots("silhouettes")
        occupied: set[int] = set()
        items = []
        for army in self.scenario.armies:
            commands = [command for command in self.scenario.commands if command.army == army.id]
            for slot, command in enumerate(lots.shuffled(commands)):
                hexes = self._stand(draft, army, command, (slot, len(commands)), occupied, lots)
                occupied |= set(hexes)
                if hexes:
                    names = [draft.space.names[h] for h in hexes]
                    items.append(
                        Start(
                            id=command.start or command.id,
                            title=command.name,
                            livery=command.livery,
                            letter=command.letter,
                            hexes=sorted(names),
                            leader=names[0],
                        )
                    )
        order = [command.start or command.id for command in self.scenario.commands]
        return sorted(items, key=lambda start: order.index(start.id))

    def _stand(
        self, draft: Draft, army: Army, command: Command, slot: tuple[int, int], occupied: set[int], lots: Lots
    ) -> list[int]:
        """The hexes of a command, its leader’s first: as many as it has units, all next to the leader’s or near it."""
        grid, space = draft.grid, draft.space
        number = sum(line.count for line in command.units)
        first, last = FROM_EDGE, min(FROM_EDGE + DEPTH, (grid.rows - APART) // 2 + 1)
        middle = (2 * slot[0] + 1) * grid.columns // (2 * slot[1]) + lots.between(-1, 1)
        rows = range(first, last) if army.edge == "north" else range(grid.rows - last, grid.rows - first)
        able = {row * grid.columns + column for row in rows for column in range(1, grid.columns - 1)} - occupied
        target = middle + grid.columns * lots.pick(rows)
        costs = self._costs(army)
        seeds = sorted(able, key=lambda h: (space.distances(target)[h], h)) if 0 <= target < space.size else []
        for leader in seeds:
            hexes = [leader]
            candidates = sorted(
                (h for h in able if 0 < space.distances(leader)[h] <= 2),
                key=lambda h: (space.distances(leader)[h], costs.get(draft.terrain[h], 1) + lots.below(3), h),
            )
            for h in candidates:
                if len(hexes) < number and any(n in hexes for n in space.near[h]):
                    hexes.append(h)
            if len(hexes) == number:
                return hexes
        return []

    def _costs(self, army: Army) -> dict[str, int]:
        """The cost of each ground for the people of an army (A-R31)."""
        return {id: kind.costs_of.get(army.people, kind.cost) for id, kind in self.catalogue.ground("hex").items()}

    # --- where they meet ----------------------------------------------------------------------------------------

    def meetings(self, hexmap: HexMap) -> Iterator[Meeting]:
        """The one battle: from the silhouettes of both armies to the middle between them."""
        zones = [self._zone(hexmap, army) for army in self.scenario.armies]
        if len(zones) != 2 or not all(zones):
            return
        grid = hexmap.grid
        if min(grid.distance(a, b) for a in zones[0] for b in zones[1]) < APART:
            return
        place, hex = self._place(hexmap, zones)
        item, second = (
            self._turns(hexmap, army, zone, hex) for army, zone in zip(self.scenario.armies, zones, strict=True)
        )
        yield Meeting(place, hex, True, (zones[0], zones[1]), (item, second))

    def _zone(self, hexmap: HexMap, army: Army) -> tuple[str, ...]:
        """The silhouettes of an army; nothing where a command has not as many as units."""
        items: list[str] = []
        for command in self.scenario.commands:
            if command.army == army.id:
                start = hexmap.starts.get(command.start or "")
                if start is None or len(start.hexes) < sum(line.count for line in command.units):
                    return ()
                items += start.hexes
        return tuple(items)

    def _place(self, hexmap: HexMap, zones: Sequence[Sequence[str]]) -> tuple[str, str]:
        """The hex half-way between the armies, and its name, that of the wood that it is in, if it has one."""
        grid = hexmap.grid

        def uneven(h: str) -> tuple[int, int, str]:
            far = [sum(grid.distance(h, end) for end in zone) for zone in zones]
            return abs(far[0] - far[1]), sum(far), h

        hex = min(grid.hexes, key=uneven)
        area_name = next((area.name for area in hexmap.model.areas if hex in area.hexes), "")
        return area_name or "the ground between the armies", hex

    def _turns(self, hexmap: HexMap, army: Army, zone: Sequence[str], hex: str) -> int:
        """The turn in which the middle unit of an army reaches a hex: over its own costs, and the water between
        hexes.
        """
        space = space_of(hexmap.grid)
        costs, over = self._costs(army), max((k.cost for k in self.catalogue.ground("side").values()), default=0)

        def price(h: int, n: int) -> int:
            """The cost of a step from `n` back to `h`."""
            wet = frozenset((space.names[h], space.names[n])) in hexmap.streams
            return costs[hexmap.terrain[space.names[h]]] + (over if wet else 0)

        far, _ = spread(space.near, (space.index[hex],), price)
        distances = sorted(far[space.index[name]] for name in zone)
        moves = [unit.movement for unit in self.catalogue.units if unit.people == army.people]
        return -(-distances[len(distances) // 2] // max(1, min(moves, default=1)))
