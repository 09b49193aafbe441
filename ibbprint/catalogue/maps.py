"""Maps as read: the grid, the terrain of each hex, and the checks that need nothing but the map itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from ibbprint.catalogue.map_fits import MOST_TURN, OFFSET, SIZE, Misfit, fitted
from ibbprint.catalogue.map_kinds import SHIPPED, MapKinds
from ibbprint.catalogue.map_lines import Stretch, is_cell, joined, line_faults, line_links, side_faults, side_pairs
from ibbprint.catalogue.map_numbers import gaps_in, in_ccrr, numbering, numbering_of
from ibbprint.catalogue.models.maps import NO_HEX, Area, HexsideWater, Map, MapFile, Start
from ibbprint.catalogue.source import Source, read_yaml
from ibbprint.catalogue.validate import build
from ibbprint.hexgrid import HexGrid
from ibbprint.numbering import Numbering
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.squaregrid import SquareGrid

MOST_PLACES = 1000
_KIND_OF = {"hexsides": "hexside", "lines": "line", "places": "place"}


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
        return _grid(self.model, self.missing)

    @cached_property
    def numbering(self) -> Numbering | None:
        """The numbering of its hexes on paper, when that is not CCRR."""
        return _numbering(self.model)

    def told(self, name: str) -> str:
        """The name of a hex as the map prints it, by its CCRR."""
        return _told(name, self.numbering)

    def cell(self, told: str) -> str | None:
        """The hex CCRR that the map prints so, or None when it has no such hex."""
        name = told if self.numbering is None else self.numbering.cell(told)
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
        return "" if name in self.grid else self.not_here(self.told(name))

    def not_here(self, told: str) -> str:
        """The sentence that the map prints no such hex name, with the first and the last that it prints."""
        return _not_here("hex", told, self.grid, self.numbering, self.missing)

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
            for name, other in side_pairs(self.grid, text):
                pairs.setdefault(frozenset((name, other)), (name, other))
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
            other = self.grid.beyond(name, direction)
            assert other is not None, "a checked map has no water beyond its edge"
            items.append((name, other))
        return tuple(items)


def _numbering(model: Map) -> Numbering | None:
    asked = model.numbers
    if asked is None or model.space == "squares":
        return None
    return numbering(asked, model.columns, model.rows, _missing(model))


def _not_here(
    cell: str, told: str, grid: HexGrid | SquareGrid, numbering: Numbering | None, missing: Collection[str]
) -> str:
    if (numbering.cell(told) if numbering is not None else told) in missing:
        return f"there is no {cell} {told}: the map has a gap there."
    first, last = (numbering or grid).first_and_last
    return f"{cell} {told} is not on the map, which goes from {first} to {last}."


def _told(name: str, numbering: Numbering | None) -> str:
    return numbering.names_of.get(name, name) if numbering is not None else name


def _grid(model: Map, missing: frozenset[str]) -> HexGrid | SquareGrid:
    if model.space == "squares":
        return SquareGrid(model.columns, model.rows)
    return HexGrid(model.columns, model.rows, model.layout, model.shifted, missing)


def _missing(model: Map) -> frozenset[str]:
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
    """The same for a file that is read already."""
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
            what = "only maps of games that are made of files have anything beside them."
            report.error(source.where("map", "beside", key=True), "map:beside", what, "Leave beside out.")
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


def check_map(
    model: Map,
    source: Source,
    terrains: Collection[str],
    report: Report,
    kinds: MapKinds | None = None,
    *,
    bare: bool = False,
) -> HexMap | None:
    """The map, when rows, letters, hexes and lines of hexes are sound; else None with the faults in the report.

    A map of anything but hexes is a fault: a game on squares asks for `check_square_map`. `kinds` are the game's own.
    One that is `bare` may be a picture whose ground nobody says.
    """
    gaps = kinds is not None and NO_HEX not in terrains
    missing = _missing(model) if gaps else frozenset()
    check = _Check(model, source, {*terrains, *([NO_HEX] if gaps else [])}, report, kinds or SHIPPED, missing)
    check.bare = bare
    return HexMap(model, source, check.kinds, missing) if _sound(check, "hexes") else None


def check_square_map(
    model: Map,
    source: Source,
    terrains: Collection[str],
    report: Report,
    kinds: MapKinds | None = None,
    *,
    bare: bool = False,
) -> SquareMap | None:
    """The map of squares, when it is sound; else None with the faults in the report. `kinds` and `bare` as for hexes.

    Without kinds of its own a game has neither sides nor lines nor places on its squares.
    """
    check = _Check(model, source, terrains, report, kinds or SHIPPED)
    check.bare, check.plain = bare, kinds is None
    return SquareMap(model, source, check.kinds) if check.run("squares") else None


_OF_NEIGHBOURS = ("map:chain", "map:side")


def _sound(check: _Check, space: str) -> bool:
    """Whether a map is sound. Where neighbours that it names only touch if it is shifted the other way, that is told
    once, in place of each of them."""
    report, check.report = check.report, Report()
    sound = check.run(space)
    wrong = [fault for fault in check.report if fault.rule in _OF_NEIGHBOURS]
    other: Literal["odd", "even"] = "even" if check.map.shifted == "odd" else "odd"
    guessed = bool(wrong) and check.shifted(other)
    for fault in check.report:
        if not guessed or fault.rule not in _OF_NEIGHBOURS:
            report.add(fault)
    if guessed:
        lines = "columns" if check.map.layout == "flat-top" else "rows"
        told = f"hexes named as neighbours do not touch in {len(wrong)} place{'s' if len(wrong) > 1 else ''}"
        what = f"{told}; all of them touch if the {other} {lines} are the shifted ones."
        report.error(check.where("shifted"), "map:shifted", what, f"Write shifted: {other}.")
    check.report = report
    return sound


class _Check:
    def __init__(
        self,
        model: Map,
        source: Source,
        terrains: Collection[str],
        report: Report,
        kinds: MapKinds,
        missing: frozenset[str] = frozenset(),
    ) -> None:
        self.map = model
        self.kinds = kinds
        self.numbering = _numbering(model)
        self.source = source
        self.terrains = terrains
        self.report = report
        self.grid = _grid(model, missing)
        self.missing = missing
        self.cell = "square" if model.space == "squares" else "hex"
        self.sound = True
        self.bare = False
        self.plain = not isinstance(self.grid, HexGrid)

    def shifted(self, other: Literal["odd", "even"]) -> bool:
        """Whether all neighbours that the map names touch if it is shifted the other way."""
        model, report = self.map.model_copy(update={"shifted": other}), Report()
        check = _Check(model, self.source, self.terrains, report, self.kinds, self.missing)
        check.bare = self.bare
        check.run(model.space)
        return not any(fault.rule in _OF_NEIGHBOURS for fault in report)

    def fault(self, where: Where, rule: str, message: str, hint: str = "") -> None:
        self.sound = False
        self.report.error(where, rule, message, hint)

    def where(self, *path: str | int) -> Where:
        return self.source.where("map", *path)

    def run(self, space: str) -> bool:
        if self.map.space != space:
            hint = f"Write: space: {space}"
            self.fault(self.where("space"), "map:space", f"this game is played on a map of {space}.", hint)
            return False
        for letter, terrain in self.map.legend.items():
            if terrain not in self.terrains:
                where = self.where("legend", letter)
                self.fault(
                    where, "map:terrain", f"there is no terrain {terrain!r}.", did_you_mean(terrain, self.terrains)
                )
        self.rows()
        self.fit()
        for index, water in enumerate(self.map.waters):
            self.chain(water.hexes, "waters", index)
            if water.joins is not None and self.on_map(water.joins, "waters", index, "joins"):
                end = water.hexes[-1]
                if end in self.grid and self.grid.distance(end, water.joins) != 1:
                    last = f"{self.told(end)}, the last {self.cell} of {water.id}"
                    message = f"{self.told(water.joins)} is not adjacent to {last}."
                    self.fault(self.where("waters", index, "joins"), "map:chain", message)
        for index, road in enumerate(self.map.roads):
            self.chain(road.hexes, "roads", index)
        water_hexes = {name for water in self.map.waters for name in water.hexes}
        for index, bridge in enumerate(self.map.bridges):
            if self.on_map(bridge.hex, "bridges", index, "hex") and bridge.hex not in water_hexes:
                self.fault(
                    self.where("bridges", index, "hex"), "map:bridge", f"no water runs through {self.told(bridge.hex)}."
                )
        for index, area in enumerate(self.map.areas):
            for number, name in enumerate(area.hexes):
                self.on_map(name, "areas", index, "hexes", number)
            start = area.land_with
            if start is not None and self.on_map(start, "areas", index, "land_with") and start in water_hexes:
                where = self.where("areas", index, "land_with")
                self.fault(where, "map:area", f"water runs through {self.told(start)}, so it is not on land.")
            if not area.hexes and area.land_with is None:
                self.fault(self.where("areas", index), "map:area", f"the area {area.id} has no hexes.")
        self.hexsides()
        self.of_kinds()
        self.starts()
        for kind, things in self.named():
            seen: set[str] = set()
            for index, name in enumerate(things):
                if name in seen:
                    self.fault(self.where(kind, index, "id"), "read:duplicate-id", f"{name} appears twice.")
                seen.add(name)
        return self.sound

    def named(self) -> Iterator[tuple[str, list[str]]]:
        yield "waters", [w.id for w in self.map.waters]
        yield "roads", [r.id for r in self.map.roads]
        yield "bridges", [b.id for b in self.map.bridges]
        yield "areas", [a.id for a in self.map.areas]
        yield "hexside_waters", [w.id for w in self.map.hexside_waters]
        yield "starts", [s.id for s in self.map.starts]

    def hexsides(self) -> None:
        """Sides of hexes on the map with a hex on the map behind each, every side once."""
        if not isinstance(self.grid, HexGrid):
            if self.map.hexside_waters:
                what = "only hexes have water along their sides."
                self.fault(self.where("hexside_waters"), "map:side", what, "Let it run through the squares: waters")
            return
        seen: dict[frozenset[str], str] = {}
        for index, water in enumerate(self.map.hexside_waters):
            for number, side in enumerate(water.sides):
                path = ("hexside_waters", index, "sides", number)
                name, direction = side.split()
                if not self.on_map(name, *path) or not self.is_side(direction, *path):
                    continue
                other = self.grid.beyond(name, direction)
                if other is None:
                    message = f"{self.told(name)} {direction} is the edge of the map: there is no hex beyond it."
                    self.fault(self.where(*path), "map:side", message)
                    continue
                pair = frozenset((name, other))
                if pair in seen:
                    told = f"{self.told(name)} {direction}"
                    again = "" if seen[pair] == told else f", as {seen[pair]}"
                    self.fault(self.where(*path), "map:side", f"the side {told} already has water{again}.")
                seen.setdefault(pair, f"{self.told(name)} {direction}")

    def is_side(self, direction: str, *path: str | int) -> bool:
        if direction in self.grid.directions:
            return True
        self.fault(
            self.where(*path),
            "map:side",
            f"a {self.cell}{f' of a {self.map.layout} map' if self.cell == 'hex' else ''} has no side {direction}.",
            f"Its sides: {' '.join(self.grid.directions)}",
        )
        return False

    def of_kinds(self) -> None:
        """Hexsides, lines and places of kinds that there are, on hexes that there are."""
        known = {"hexsides": self.kinds.sides, "lines": self.kinds.lines, "places": self.kinds.places}
        for what, kinds in known.items():
            written: Mapping[str, Sequence[str]] = getattr(self.map, what)
            if written and self.plain:
                self.fault(self.where(what), "map:kind", f"only maps of hexes have {what}.")
                continue
            if what == "places" and sum(len(texts) for texts in written.values()) > MOST_PLACES:
                self.fault(self.where(what), "read:size", f"a map has at most {MOST_PLACES} places.")
                continue
            for kind, texts in written.items():
                if kind not in kinds:
                    message = f"there is no kind of {_KIND_OF[what]} {kind!r}."
                    self.fault(
                        self.source.where("map", what, kind, key=True), "map:kind", message, did_you_mean(kind, kinds)
                    )
                for index, text in enumerate(texts):
                    self.of_kind(what, text, what, kind, index)

    def of_kind(self, what: str, text: str, *path: str | int) -> None:
        words = text.split(" ")[:1] if what == "places" else text.split(" ")
        hexes = [word for word in words if is_cell(word)]
        sides = [word for word in words if word.isalpha()]
        sound = [self.on_map(name, *path) for name in hexes] + [self.is_side(side, *path) for side in sides]
        if not all(sound):
            return
        faults: list[str] = []
        if what == "hexsides":
            faults = side_faults(self.grid, text)
        elif what == "lines":
            faults = line_faults(self.grid, text)
        for fault in faults:
            told = re.sub(r"\b[0-9]{4}\b", lambda found: self.told(found[0]), fault)
            self.fault(self.where(*path), "map:side" if what == "hexsides" else "map:chain", told)

    def told(self, name: str) -> str:
        """The name of a hex as the map prints it."""
        return _told(name, self.numbering)

    def starts(self) -> None:
        """Hexes on the map, each in one start and once; a leader in a hex of his own start; each letter once."""
        seen: dict[str, str] = {}
        letters: dict[str, str] = {}
        for index, start in enumerate(self.map.starts):
            if start.letter and start.letter in letters:
                self.fault(
                    self.where("starts", index, "letter"),
                    "map:start",
                    f"the letter {start.letter} is already used by {letters[start.letter]!r}.",
                )
            letters.setdefault(start.letter, start.id)
            for number, name in enumerate(start.hexes):
                path = ("starts", index, "hexes", number)
                if self.on_map(name, *path) and name in seen:
                    self.fault(
                        self.where(*path), "map:start", f"{self.told(name)} is already a start of {seen[name]!r}."
                    )
                seen.setdefault(name, start.id)
            if start.leader is not None and start.leader not in start.hexes:
                self.fault(
                    self.where("starts", index, "leader"),
                    "map:start",
                    f"the leader of {start.id!r} starts in {self.told(start.leader)}, which is not one of its hexes.",
                    f"Its hexes: {', '.join(self.told(name) for name in dict.fromkeys(start.hexes))}",
                )

    def fit(self) -> None:
        """A picture has hexes in places that a straight grid can have."""
        model = self.map
        if model.picture is None:
            for name in ("fit", "overlay", "frame"):
                if getattr(model, name) not in ({}, [], None):
                    hint = "Write picture: NAME, a file of the folder pictures."
                    self.fault(self.where(name), "map:fit", f"{name} is for maps on a picture.", hint)
            return
        if model.half_hexes:
            what = "the edge of the picture is the edge of the map, so it cuts no hexes in half."
            self.fault(self.where("half_hexes"), "map:fit", what)
        if not model.fit:
            hint = 'For example: fit: {"0101": [312, 288], "0804": [1650, 900]}, the middles of two hexes in pixels.'
            what = "nothing says where the hexes are on the picture."
            self.fault(self.where("picture"), "map:fit", what, hint)
            return
        off = [
            name for name in model.fit if name not in (SIZE, OFFSET) and not self.on_map(name, "fit", name, key=True)
        ]
        result = None if off else fitted(self.grid, model.fit)
        if isinstance(result, Misfit):
            where = self.where("fit", result.key) if result.key else self.where("fit")
            named = re.sub(r"\b[0-9]{4}\b", lambda match: self.told(match[0]), result.message)
            self.fault(where, "map:fit", named, result.hint)
        elif result is not None and abs(result.turn) > MOST_TURN:
            what = f"the picture is turned by {result.turn:.1f} degrees to straighten its hexes."
            hint = f"If it is straight, measure again, and see whether its hexes are {model.layout}."
            self.report.warning(self.where("fit"), "map:fit", what, hint)

    def rows(self) -> None:
        lines = self.map.terrain
        if self.bare and not lines:
            return
        lacking = [name for name in ("legend", "terrain") if not getattr(self.map, name)]
        for name in lacking:
            self.fault(self.where(), "read:missing", f"the field {name} is missing.")
        if lacking:
            return
        if len(lines) != self.map.rows:
            self.fault(
                self.where("terrain"),
                "map:rows",
                f"the map has {self.map.rows} rows, but terrain has {len(lines)} lines.",
            )
        for index, line in enumerate(lines):
            where = self.where("terrain", index)
            if len(line) != self.map.columns:
                self.fault(
                    where,
                    "map:columns",
                    f"row {self.row_of(index)} has {len(line)} letters, the map has {self.map.columns} columns.",
                )
            for column, letter in enumerate(line):
                if letter not in self.map.legend:
                    at = Where(where.file, where.line, where.column + column)
                    self.fault(
                        at,
                        "map:letter",
                        f"the letter {letter!r} is not in the legend.",
                        f"Known: {' '.join(self.map.legend)}",
                    )

        if self.sound and not self.grid.hexes:
            self.fault(self.where("terrain"), "map:rows", "the map has no hexes.")

    def row_of(self, line: int) -> int:
        """The row that a line of the terrain is: rows of squares are counted from the foot of the map."""
        return self.map.rows - line if self.map.space == "squares" else line + 1

    def on_map(self, name: str, *path: str | int, key: bool = False) -> bool:
        if name in self.grid:
            return True
        what = _not_here(self.cell, self.told(name), self.grid, self.numbering, self.missing)
        self.fault(self.source.where("map", *path, key=key), "map:hex", what)
        return False

    def chain(self, hexes: Sequence[str], kind: str, index: int) -> None:
        for number, name in enumerate(hexes):
            here = self.on_map(name, kind, index, "hexes", number)
            before = hexes[number - 1] if number else None
            if here and before is not None and before in self.grid and self.grid.distance(before, name) != 1:
                self.fault(
                    self.where(kind, index, "hexes", number),
                    "map:chain",
                    f"{self.told(name)} is not adjacent to {self.told(before)}, the {self.cell} before it.",
                )
