"""Maps as read: the grid, the terrain of each hex, the water and what runs along hexsides."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ibbprint.catalogue.map_kinds import SHIPPED, MapKinds
from ibbprint.catalogue.map_lines import Stretch, joined, line_links, side_pairs
from ibbprint.catalogue.map_numbers import gaps_in, in_ccrr, numbering, numbering_of
from ibbprint.catalogue.models.maps import Area, HexsideWater, Map, MapFile, Start
from ibbprint.catalogue.source import Source, read_yaml
from ibbprint.catalogue.validate import build
from ibbprint.hexgrid import HexGrid
from ibbprint.numbering import Numbering
from ibbprint.problems import Report, Where
from ibbprint.squaregrid import SquareGrid


@dataclass(frozen=True, eq=False)
class CellMap:
    """A map that is sound: every question about its hexes or squares has an answer."""

    model: Map
    source: Source
    kinds: MapKinds = SHIPPED
    missing: frozenset[str] = frozenset()
    """The hexes of its rectangle that it does not have."""

    @cached_property
    def grid(self) -> HexGrid | SquareGrid:
        return grid_of(self.model, self.missing)

    @cached_property
    def numbering(self) -> Numbering | None:
        """The numbering of its hexes on paper, when that is not CCRR."""
        return printed_numbering(self.model)

    def printed_name(self, name: str) -> str:
        """The name of a hex as the map prints it, by its CCRR."""
        return printed_name(name, self.numbering)

    def cell(self, printed: str) -> str | None:
        """The hex CCRR that the map prints so, or None when it has no such hex."""
        name = printed if self.numbering is None else self.numbering.cell(printed)
        return name if name in self.grid else None

    @cached_property
    def terrain(self) -> dict[str, str]:
        """The terrain id of each hex or square: the lines are those of the map, from its top down.

        Of a picture whose ground nobody says there is none.
        """
        if not self.model.terrain:
            return {}
        letters = (letter for line in self.model.terrain for letter in line)
        places = zip(self.grid.places, letters, strict=True)
        return {name: self.model.legend[letter] for name, letter in places if name not in self.missing}

    @cached_property
    def bridges(self) -> frozenset[str]:
        return frozenset(bridge.hex for bridge in self.model.bridges)

    @cached_property
    def fords(self) -> frozenset[str]:
        """Every hex in which a road runs through a river or stream without a bridge."""
        paved = {name for road in self.model.roads for name in road.hexes}
        return (self.water & paved) - self.bridges

    @cached_property
    def water(self) -> frozenset[str]:
        """Every hex that a river or stream runs through, bridges included."""
        return frozenset(name for water in self.model.waters for name in water.hexes)

    @property
    def liveries(self) -> dict[str, Where]:
        """The place of the livery of each start."""
        starts = list(enumerate(self.model.starts))
        return {start.livery: self.source.where("map", "starts", index, "livery") for index, start in reversed(starts)}

    @cached_property
    def starts(self) -> dict[str, Start]:
        """The silhouettes printed on the map, by their id."""
        return {start.id: start for start in self.model.starts}

    def lacks(self, name: str) -> str:
        """The fault of a hex CCRR that the map lacks; empty for a hex that it has."""
        return "" if name in self.grid else self.not_here(self.printed_name(name))

    def not_here(self, printed: str) -> str:
        """The sentence that the map prints no such hex name, with the first and the last that it prints."""
        return not_on_map("hex", printed, self.grid, self.numbering, self.missing)

    def area(self, name: str) -> frozenset[str] | None:
        """The hexes of a named area, or None when the map has no such area."""
        if name not in self._areas:
            self._areas[name] = self._area(name)
        return self._areas[name]

    @cached_property
    def _areas(self) -> dict[str, frozenset[str] | None]:
        return {}

    def _area(self, name: str) -> frozenset[str] | None:
        area = self.area_named(name)
        if area is None:
            return None
        land = self.dry_land_with(area.land_with) if area.land_with is not None else set()
        return frozenset(area.hexes) | land

    def area_named(self, name: str | None) -> Area | None:
        """The area with this id as the map has it written, or None when the map has no such area."""
        return next((area for area in self.model.areas if area.id == name), None)

    def dry_land_with(self, name: str) -> set[str]:
        """The land that can be reached from a hex without entering water."""
        land = [h for h in self.grid.hexes if h not in self.water]
        for group in self.grid.connected(land):
            if name in group:
                return group
        return set()

    def sides(self, kind: str) -> tuple[tuple[str, str], ...]:
        """The sides with a kind along them, each once: the hex that names it first, and the one behind it.

        Behind the edge of the map that is the hex that would be there, in the same naming.
        """
        pairs: dict[frozenset[str], tuple[str, str]] = {}
        for text in self.model.hexsides[kind]:
            for name, neighbour in side_pairs(self.grid, text):
                pairs.setdefault(frozenset((name, neighbour)), (name, neighbour))
        return tuple(pairs.values())

    def stretches(self, kind: str) -> tuple[Stretch, ...]:
        """The lines of a kind, each as long as it can be without a fork, every link once."""
        links = [link for text in self.model.lines[kind] for link in line_links(self.grid, text)]
        return joined(links)


class SquareMap(CellMap):
    """A sound map of squares."""

    @cached_property
    def grid(self) -> SquareGrid:
        return SquareGrid(self.model.columns, self.model.rows)


class HexMap(CellMap):
    """A sound map of hexes."""

    @cached_property
    def grid(self) -> HexGrid:
        model = self.model
        return HexGrid(model.columns, model.rows, model.layout, model.shifted, self.missing)

    @cached_property
    def patches(self) -> frozenset[frozenset[str]]:
        """The hexes of every patch of one ground: all that are joined by adjacency."""
        grounds: dict[str, list[str]] = {}
        for name, ground in self.terrain.items():
            grounds.setdefault(ground, []).append(name)
        return frozenset(frozenset(patch) for names in grounds.values() for patch in self.grid.connected(names))

    @cached_property
    def streams(self) -> frozenset[frozenset[str]]:
        """Every two adjacent hexes with water between them: along their common side, not through either of them."""
        wet = [pair for water in self.model.hexside_waters for pair in self.pairs(water)]
        wet += [pair for kind in self.model.hexsides if self.kinds.sides[kind].water for pair in self.sides(kind)]
        return frozenset(frozenset(pair) for pair in wet)

    def pairs(self, water: HexsideWater) -> tuple[tuple[str, str], ...]:
        """The two hexes of each side that a water runs along, in its order."""
        items = []
        for side in water.sides:
            name, direction = side.split()
            neighbour = self.grid.beyond(name, direction)
            assert neighbour is not None, "a checked map has no water beyond its edge"
            items.append((name, neighbour))
        return tuple(items)


def printed_numbering(model: Map) -> Numbering | None:
    """The numbering of the hexes of a map on paper, when that is not CCRR."""
    numbers = model.numbers
    if numbers is None or model.space == "squares":
        return None
    return numbering(numbers, model.columns, model.rows, gaps_of(model))


def not_on_map(
    cell: str, name: str, grid: HexGrid | SquareGrid, numbering: Numbering | None, missing: Collection[str]
) -> str:
    """The sentence that a map prints no such hex or square name, with the first and the last that it prints."""
    if (numbering.cell(name) if numbering is not None else name) in missing:
        return f"there is no {cell} {name}: the map has a gap there."
    first, last = (numbering or grid).first_and_last
    return f"{cell} {name} is not on the map, which goes from {first} to {last}."


def printed_name(name: str, numbering: Numbering | None) -> str:
    """The name of a hex as its map prints it, by its CCRR."""
    return numbering.names_of.get(name, name) if numbering is not None else name


def grid_of(model: Map, missing: frozenset[str]) -> HexGrid | SquareGrid:
    """The hexes or squares of a map, without the `missing` ones."""
    if model.space == "squares":
        return SquareGrid(model.columns, model.rows)
    return HexGrid(model.columns, model.rows, model.layout, model.shifted, missing)


def gaps_of(model: Map) -> frozenset[str]:
    """The places in the rows of a map that are not hexes."""
    return gaps_in(model.terrain, model.legend)


def read_map(path: Path, report: Report, *, renumbered: bool = False) -> tuple[Map, Source] | None:
    """A map file as a model, or None with errors in the report. `check_map` says whether it is sound.

    Its hexes are by their CCRR, whatever numbering the file is written in. That there are other numbers than CCRR is a
    fault in a game whose maps cannot be `renumbered`, for its scenarios and its notation name hexes by CCRR.
    """
    source = read_yaml(path, report)
    return None if source is None else map_in(source, report, renumbered=renumbered)


def map_in(source: Source, report: Report, *, renumbered: bool = False) -> tuple[Map, Source] | None:
    """The map of a file that has been read."""
    data, before = source.data, report.error_count
    if isinstance(data, dict) and isinstance(data.get("map"), dict):
        numbering = numbering_of(data["map"], source, report)
        if numbering is not None and not renumbered and not numbering.is_ccrr:
            hint = "Under numbers, leave out everything but shown."
            message = "this game names hexes by column and row, from 0101."
            report.error(source.where("map", "numbers"), "map:numbers", message, hint)
        elif numbering is not None:
            data = {**data, "map": in_ccrr(data["map"], numbering, source, report)}
        if report.error_count > before:
            return None
        if not renumbered and "beside" in data["map"]:
            reason = "only maps of games that are made of files have anything beside them."
            report.error(source.where("map", "beside", key=True), "map:beside", reason, "Leave beside out.")
            return None
    file = build(MapFile, source, (), data, report)
    return None if file is None else (file.map, source)


def map_id(path: Path) -> str | None:
    """The id that a map file gives itself, with nothing else of it checked."""
    source = read_yaml(path, Report())
    data = source.data if source is not None else None
    inner = data.get("map") if isinstance(data, dict) else None
    name = inner.get("id") if isinstance(inner, dict) else None
    return name if isinstance(name, str) else None
