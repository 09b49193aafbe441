"""Maps of areas and points, read and checked: outlines, links on both sides, whether every place can be reached."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from ibbprint.catalogue import outlines
from ibbprint.catalogue.area_drawings import AreaDrawing, read_areas
from ibbprint.catalogue.map_kinds import LINES, SHIPPED, MapKinds, Way
from ibbprint.catalogue.models.regions import AreaEntry, LinkEntry, RegionMap, RegionMapFile, RegionShape
from ibbprint.catalogue.source import Source
from ibbprint.catalogue.validate import build
from ibbprint.materials.looks import Stroke
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.regions import Link, Point, Region, RegionGrid, RegionNames, area_of

SPACES = ("areas", "points", "free")
SEA = "#3f6f95"
LINKS: Mapping[str, Way] = {
    **LINES,
    "sea": Way("sea", "Sea route", Stroke("trail", SEA, width=0.9, dash=(2.4, 1.6))),
    "strait": Way("strait", "Strait", Stroke("trail", SEA, width=1.3, dash=(1.0, 0.8))),
    "air": Way("air", "Air route", Stroke("trail", "#777777", width=0.6, dash=(0.7, 1.4))),
}
"""The shipped kinds of links. Widths and dashes were chosen on sheets of A4: seen beside a road, and apart in grey."""
POINT_MM = 24.0
"""A box without a size: a counter of 16 mm and its name."""
HOLDING_MM = (52.0, 34.0)
"""A holding box without a size: two counters side by side under its name."""
LEAST_AREA = 30.0
"""Square mm: in a smaller area nothing can be read."""
AROUND = 24
"""Corners of a circle."""

Tables = Callable[[str, Where], "Sequence[Source]"]
"""The tables of a name, as sources of `{links: [row, ...]}`; what is wrong is in the report."""


@dataclass(frozen=True, eq=False)
class PlaceMap:
    """A sound map of areas or points; it answers the questions that scenarios ask of a map of hexes too."""

    model: RegionMap
    source: Source
    grid: RegionGrid
    kinds: MapKinds = SHIPPED
    starts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The places of each start, by its id."""

    @cached_property
    def numbering(self) -> RegionNames:
        return RegionNames(self.grid)

    def printed_name(self, name: str) -> str:
        """The name of a place as the map prints it."""
        return self.numbering.names_of.get(name, name)

    def cell(self, name: str) -> str | None:
        """The place of an id or a name, or None when the map has no such place."""
        return self.numbering.cell(name)

    def lacks(self, name: str) -> str:
        return "" if name in self.grid else self.not_here(name)

    def not_here(self, name: str) -> str:
        return self.numbering.lacking(name)[0]

    @property
    def link_kinds(self) -> Mapping[str, Way]:
        """The kinds of links that it has, in the order of their first link."""
        kinds = links_known(self.kinds)
        return {link.kind: kinds[link.kind] for link in self.grid.links if link.kind}


def links_known(kinds: MapKinds) -> Mapping[str, Way]:
    """Every kind that a link may be of: lines, what runs along borders, and the ways over water and through the air."""
    along = {id: way._replace(name=way.name.removeprefix("Hexside ").capitalize()) for id, way in kinds.sides.items()}
    return {**along, **LINKS, **kinds.lines}


def is_region_map(data: Any) -> bool:
    """Whether a map file, as read, is of a map without a grid."""
    inner = data.get("map") if isinstance(data, dict) else None
    return isinstance(inner, dict) and inner.get("space") in SPACES


def read_place_map(
    source: Source, file: Path, terrains: Collection[str], kinds: MapKinds, tables: Tables, report: Report
) -> PlaceMap | None:
    """The map in a file that has been read; None with the faults in the report."""
    before = report.error_count
    data, listed = source.data, source
    name = data["map"].get("links")
    if isinstance(name, str):
        rows = tables(name, source.where("map", "links"))
        listed = rows[-1] if rows else source
        records = listed.data["links"] if rows else []
        data = {**data, "map": {name: value for name, value in data["map"].items() if name != "links"}}
        links = [(listed, ("links", index), row) for index, row in enumerate(records)]
        entries = [(place, build(LinkEntry, place, path, row, report)) for place, path, row in links]
        placed = [
            (entry, partial(place.where, *path))
            for (place, path, _), (_, entry) in zip(links, entries, strict=True)
            if entry is not None
        ]
    else:
        placed = None
    model = build(RegionMapFile, source, (), data, report)
    if model is None or report.error_count > before:
        return None
    if placed is None:
        placed = [(entry, partial(source.where, "map", "links", index)) for index, entry in enumerate(model.map.links)]
    drawing = None
    if model.map.drawing is not None:
        path = file.parent / f"{model.map.drawing}.svg"
        drawing = read_areas(path, report) if _is_there(path, source, model.map, report) else None
        if drawing is None:
            return None
    return _Reading(model.map, source, drawing, terrains, kinds, placed, report).result()


def _is_there(path: Path, source: Source, model: RegionMap, report: Report) -> bool:
    from ibbprint.catalogue.source import inside, is_there

    where = source.where("map", "drawing")
    if not is_there(path):
        names = sorted(file.stem for file in path.parent.glob("*.svg"))
        message = f"there is no file {path.name} beside the map."
        report.error(where, "map:drawing", message, did_you_mean(model.drawing or "", names))
        return False
    if not inside(path.parent.parent, path):
        report.error(where, "read:pack", "this drawing points outside its folder.", "Copy it in.")
        return False
    return True


class _Place(NamedTuple):
    """A place while it is checked: its region, its place in the file, and the names of its links."""

    region: Region
    where: Callable[..., Where]
    links: Sequence[str] = ()


class _Reading:
    """The map put together; faults are in the report."""

    def __init__(
        self,
        model: RegionMap,
        source: Source,
        drawing: AreaDrawing | None,
        terrains: Collection[str],
        kinds: MapKinds,
        links: Sequence[tuple[LinkEntry, Callable[..., Where]]],
        report: Report,
    ) -> None:
        self.model = model
        self.source = source
        self.drawing = drawing
        self.terrains = terrains
        self.kinds = links_known(kinds)
        self.of_map = kinds
        self.given = links
        self.report = report
        box = drawing.box if drawing is not None else None
        wide, high = model.canvas or (box[2:] if box is not None else (model.width, model.height or model.width))
        self.left, self.top = box[:2] if box is not None and model.canvas is None else (0.0, 0.0)
        self.by = model.width / wide if wide > 0 else 1.0
        self.high = round(high * self.by, 2)

    def result(self) -> PlaceMap | None:
        before = self.report.error_count
        self.sizes()
        places = [*self.areas(), *self.points()] if self.report.error_count == before else []
        if not places and self.report.error_count == before:
            message = "the map has no areas and no points."
            self.report.error(self.source.where("map"), "map:areas", message, "List them under areas: or points:.")
        self.once(places)
        if self.report.error_count > before:
            return None
        grid = RegionGrid(self.model.width, self.high, self.model.space, tuple(place.region for place in places))
        names = RegionNames(grid)
        links = self.links(grid, names, places)
        starts = {start.id: tuple(self.start(names, index)) for index, start in enumerate(self.model.starts)}
        if self.report.error_count > before:
            return None
        grid = RegionGrid(grid.width, grid.height, grid.space, grid.regions, tuple(links))
        self.reachable(grid, places)
        return PlaceMap(self.model, self.source, grid, self.of_map, starts)

    def sizes(self) -> None:
        """The map has a height, of its own or of the canvas; not two that differ."""
        model, where = self.model, self.source.where
        if model.canvas is not None and min(model.canvas) <= 0:
            self.report.error(where("map", "canvas"), "map:size", "a canvas has a width and a height above 0.")
        if model.height is None and model.canvas is None and self.drawing is None:
            hint = "Write height: in mm, or canvas: [width, height] in the units of the coordinates."
            self.report.error(where("map", "width"), "map:size", "nothing says how high the map is.", hint)
        elif model.height is not None and abs(self.high - model.height) > 0.02 * model.height:
            message = f"at {model.width:g} mm wide the map is {self.high:g} mm high, not {model.height:g}."
            self.report.error(where("map", "height"), "map:size", message, "Leave height out.")
        if model.picture is None and model.outlines != "shown":
            message = "only on a picture may areas have faint outlines or none."
            self.report.error(where("map", "outlines"), "map:outline", message)
        if model.picture is None and model.frame is not None:
            self.report.error(where("map", "frame"), "map:fit", "frame is for maps on a picture.")
        if model.around is not None:
            self.ground(model.around, where("map", "around"))

    def ground(self, name: str | None, where: Where) -> None:
        if name is not None and name not in self.terrains:
            hint = did_you_mean(name, self.terrains) or "List it in terrain.yaml."
            self.report.error(where, "map:terrain", f"there is no terrain {name!r}.", hint)

    def at(self, x: float, y: float) -> Point:
        """A place of the file in mm."""
        return round((x - self.left) * self.by, 3), round((y - self.top) * self.by, 3)

    # --- places -------------------------------------------------------------------------------------------------

    def areas(self) -> Iterator[_Place]:
        """The areas of the file, and those of the drawing that it does not name."""
        traced = dict(self.drawing.traced) if self.drawing is not None else {}
        for index, entry in enumerate(self.model.areas):
            where = partial(self.source.where, "map", "areas", index)
            outline = traced.pop(entry.id, None)
            if outline is not None and entry.outline is not None:
                message = f"{entry.id} has an outline here and one in the drawing."
                self.report.error(where("outline"), "map:outline", message, "Leave one of them out.")
            rings = outline.rings if outline is not None else [[(x, y) for x, y in entry.outline or ()]]
            if not rings[0]:
                unnamed = [*traced] or ["outline: [[10, 10], [80, 10], [60, 70]]"]
                hint = did_you_mean(entry.id, unnamed) if traced else f"Write {unnamed[0]}."
                self.report.error(where("id"), "map:outline", f"the area {entry.id} has no outline.", hint)
                continue
            self.ground(entry.ground, where("ground"))
            placed = outline.where if outline is not None else where("outline")
            yield from self.area(entry, rings, placed, where)
        for name, outline in traced.items():
            where = partial(_fixed, outline.where)
            if _is_id(name):
                yield from self.area(AreaEntry(id=name), outline.rings, outline.where, where)
            else:
                message = f"{name!r} is not a valid id."
                self.report.error(outline.where, "map:outline", message, "Use letters, digits and hyphens.")

    def area(
        self, entry: AreaEntry, rings: Sequence[Sequence[Point]], placed: Where, where: Callable[..., Where]
    ) -> Iterator[_Place]:
        """An area with a sound outline."""
        shape = tuple(tuple(self.at(x, y) for x, y in ring) for ring in rings)
        shape = tuple(sorted(shape, key=lambda ring: -abs(area_of(ring))))
        for ring in shape:
            met = outlines.crossing(ring)
            if met is not None:
                at = f"{met[0] / self.by + self.left:.0f}, {met[1] / self.by + self.top:.0f}"
                hint = "Move the corner that is out of order."
                self.report.error(placed, "map:outline", f"the outline of {entry.id} crosses itself at {at}.", hint)
                return
        if abs(area_of(shape[0])) < LEAST_AREA:
            message = f"the area {entry.id} is smaller than {LEAST_AREA:g} square mm on paper."
            self.report.error(placed, "map:outline", message, "Is the canvas as large as its coordinates?")
            return
        if not all(-1 <= x <= self.model.width + 1 and -1 <= y <= self.high + 1 for x, y in shape[0]):
            size = f"{self.model.width / self.by:g} x {self.high / self.by:g}"
            message = f"the area {entry.id} is not on the map, which is {size} in its coordinates."
            self.report.error(placed, "map:outline", message, "Write its size as canvas: [width, height].")
            return
        middle = outlines.roomiest(shape) if entry.at is None else self.at(*entry.at)
        if entry.at is not None and not outlines.inside(shape, *middle):
            self.report.error(where("at"), "map:outline", f"this place is not in the area {entry.id}.")
        name = entry.name or entry.id.replace("-", " ").title()
        colour = entry.colour or ""
        region = Region(
            entry.id,
            name,
            shape,
            middle,
            entry.ground or "",
            colour,
            entry.stacking,
            entry.value,
            placed=entry.at is not None,
        )
        yield _Place(region, where, entry.links)

    def points(self) -> Iterator[_Place]:
        """The boxes of the file."""
        for index, entry in enumerate(self.model.points):
            where = partial(self.source.where, "map", "points", index)
            self.ground(entry.ground, where("ground"))
            x, y = self.at(*entry.at)
            wide, high = entry.size or (HOLDING_MM if entry.holding else (POINT_MM, POINT_MM))
            shape: RegionShape = "box" if entry.holding and entry.shape == "circle" else entry.shape
            if not (wide / 2 <= x <= self.model.width - wide / 2 and high / 2 <= y <= self.high - high / 2):
                size = f"{self.model.width / self.by:g} x {self.high / self.by:g}"
                message = f"the box {entry.id} does not fit on the map, which is {size} in its coordinates."
                self.report.error(where("at"), "map:outline", message, "Move it, or give it a smaller size.")
                continue
            name = entry.name or entry.id.replace("-", " ").title()
            ring = tuple((x + dx * wide / 2, y + dy * high / 2) for dx, dy in _SHAPES[shape])
            region = Region(
                entry.id,
                name,
                (ring,),
                (x, y),
                entry.ground or "",
                entry.colour or "",
                entry.stacking,
                entry.value,
                point=True,
                holding=entry.holding,
                placed=True,
            )
            yield _Place(region, where, entry.links)

    def once(self, places: Sequence[_Place]) -> None:
        """Every id once, and every name."""
        first_of: dict[str, _Place] = {}
        for place in places:
            for field_name in ("id", "name"):
                name = getattr(place.region, field_name)
                first = first_of.setdefault(name.casefold(), place)
                if first is not place:
                    line = first.where("id").line
                    message = f"{name} appears twice; the first is on line {line}."
                    self.report.error(
                        place.where(field_name), "read:duplicate-id", message, "Call one of them otherwise."
                    )
                    break

    # --- links --------------------------------------------------------------------------------------------------

    def links(self, grid: RegionGrid, names: RegionNames, places: Sequence[_Place]) -> list[Link]:
        """Every link once: those of tables and lists, then those of areas that share a border."""
        result: dict[frozenset[str], Link] = {}
        shared = self.shared(grid)
        lines: dict[frozenset[str], Where] = {}
        for entry, where in self.given:
            ends = [self.end(names, name, where(side)) for side, name in (("from", entry.start), ("to", entry.end))]
            if None in ends:
                continue
            start, end = ends
            assert start is not None
            assert end is not None
            pair = frozenset((start, end))
            if len(pair) == 1:
                self.report.error(where("to"), "map:link", f"{entry.start} is linked with itself.")
            elif pair in lines:
                message = f"{entry.start} and {entry.end} are linked already, on line {lines[pair].line}."
                self.report.error(where("from"), "map:link", message, "A link leads both ways: leave one of them out.")
            elif entry.kind is not None and entry.kind not in self.kinds:
                hint = did_you_mean(entry.kind, self.kinds)
                self.report.error(where("kind"), "map:kind", f"there is no kind of link {entry.kind!r}.", hint)
            elif entry.kind in self.of_map.sides and pair not in shared:
                message = f"{entry.start} and {entry.end} share no border for a {entry.kind} to run along."
                self.report.error(where("kind"), "map:link", message)
            else:
                result[pair] = self.link(grid, start, end, entry, shared)
            lines.setdefault(pair, where("from"))
        self.of_places(names, places, result)
        if self.model.borders:
            for pair, way in shared.items():
                start, end = sorted(pair)
                result.setdefault(pair, Link(start, end, "", tuple(way[0]), border=True))
        return list(result.values())

    def end(self, names: RegionNames, name: str, where: Where) -> str | None:
        cell = names.cell(name)
        if cell is None:
            message, hint = names.lacking(name)
            self.report.error(where, "map:link", f"this link leads nowhere: {message}", hint)
        return cell

    def shared(self, grid: RegionGrid) -> dict[frozenset[str], list[list[Point]]]:
        """The borders that areas share."""
        areas = [(cell, region.rings) for cell, region in zip(grid.hexes, grid.regions, strict=True)]
        areas = [(cell, rings) for cell, rings in areas if not grid.region(cell).point]
        lines_of = outlines.borders([rings for _, rings in areas])
        return {frozenset((areas[i][0], areas[k][0])): lines for (i, k), lines in lines_of.items()}

    def link(
        self,
        grid: RegionGrid,
        start: str,
        end: str,
        entry: LinkEntry,
        shared: Mapping[frozenset[str], list[list[Point]]],
    ) -> Link:
        """A link with the way that it is drawn."""
        kind, pair = entry.kind or "", frozenset((start, end))
        if kind in self.of_map.sides:
            border: list[Point] = max(shared[pair], key=_count)
            return Link(start, end, kind, tuple(border), border=True)
        if not kind and pair in shared:
            return Link(start, end, "", (), border=True)
        first, last = grid.region(start), grid.region(end)
        ends = first.middle, last.middle
        if not (first.point or last.point) and pair not in shared and not entry.via:
            ends = outlines.nearest_points(first.rings, last.rings)
        return Link(start, end, kind, (ends[0], *(self.at(*point) for point in entry.via), ends[1]))

    def of_places(self, names: RegionNames, places: Sequence[_Place], result: dict[frozenset[str], Link]) -> None:
        """Add the links that places name: each of two names the other."""
        links_of: dict[str, set[str]] = {}
        for place in places:
            home = names.cell(place.region.id)
            assert home is not None
            for index, name in enumerate(place.links):
                cell = self.end(names, name, place.where("links", index))
                if cell == home:
                    self.report.error(place.where("links", index), "map:link", f"{name} is linked with itself.")
                elif cell is not None:
                    links_of.setdefault(home, set()).add(cell)
        for place in places:
            home = names.cell(place.region.id)
            for index, name in enumerate(place.links):
                cell = names.cell(name)
                if home is None or cell is None or home == cell:
                    continue
                if home not in links_of.get(cell, ()):
                    message = f"{place.region.id} is linked with {name}, but {name} not with {place.region.id}."
                    hint = f"Add {place.region.id} to the links of {name}."
                    self.report.error(place.where("links", index), "map:link", message, hint)
                first, last = place.region, places[int(cell) - 1].region
                drawn = first.point or last.point
                way = (first.middle, last.middle) if drawn else ()
                start, end = sorted((home, cell))
                result.setdefault(frozenset((home, cell)), Link(start, end, "", way, border=not drawn))

    def reachable(self, grid: RegionGrid, places: Sequence[_Place]) -> None:
        """Every place but a holding box can be reached from every other."""
        if grid.space == "free":
            return
        cells = [cell for cell, place in zip(grid.hexes, places, strict=True) if not place.region.holding]
        linked = grid.connected(cells)
        for group in linked[1:]:
            cell = min(group)
            place = places[int(cell) - 1]
            ending = f" and {len(group) - 1} more" if len(group) > 1 else ""
            message = f"{place.region.name}{ending} cannot be reached from the rest of the map."
            self.report.warning(place.where("id"), "map:link", message, "Link it, or make it a holding box.")

    # --- starts -------------------------------------------------------------------------------------------------

    def start(self, names: RegionNames, index: int) -> Iterator[str]:
        for number, name in enumerate(self.model.starts[index].at):
            cell = names.cell(name)
            if cell is None:
                message, hint = names.lacking(name)
                self.report.error(self.source.where("map", "starts", index, "at", number), "map:area", message, hint)
            else:
                yield cell


def _fixed(where: Where, *_: str | int) -> Where:
    """The one place of something that only the drawing has."""
    return where


def _is_id(name: str) -> bool:
    return name.isascii() and name.replace("-", "a").isalnum() and not name.startswith("-") and len(name) <= 60


def _circle(count: int, start: float) -> tuple[Point, ...]:
    angles = [math.radians(start) + math.tau * step / count for step in range(count)]
    return tuple((math.cos(angle), math.sin(angle)) for angle in angles)


_SQUARE: tuple[Point, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_SHAPES: Mapping[RegionShape, tuple[Point, ...]] = {
    "circle": _circle(AROUND * 2, 0),
    "square": _SQUARE,
    "box": _SQUARE,
    "diamond": ((0, -1), (1, 0), (0, 1), (-1, 0)),
    "hex": _circle(6, 0),
}


def perimeter(grid: RegionGrid) -> float:
    """The length of all outlines, mm: the work of comparing them."""
    rings: Iterable[Sequence[Point]] = (ring for region in grid.regions for ring in region.rings)
    return sum(math.dist(a, b) for ring in rings for a, b in outlines.sides(ring))


def _count(line: Sequence[Point]) -> int:
    return len(line)
