"""The checks of a map that need nothing but the map itself: rows, letters, hexes, lines of hexes, hexsides, starts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

from ibbprint.catalogue.map_fits import MOST_TURN, OFFSET, SIZE, Misfit, fitted
from ibbprint.catalogue.map_kinds import SHIPPED, MapKinds
from ibbprint.catalogue.map_lines import is_cell, line_faults, side_faults
from ibbprint.catalogue.maps import HexMap, SquareMap, gaps_of, grid_of, not_on_map, printed_name, printed_numbering
from ibbprint.catalogue.models.maps import NO_HEX, Map
from ibbprint.catalogue.source import Source
from ibbprint.hexgrid import HexGrid
from ibbprint.problems import Report, Where, did_you_mean

MOST_PLACES = 1000
_KIND_OF = {"hexsides": "hexside", "lines": "line", "places": "place"}


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
    missing = gaps_of(model) if gaps else frozenset()
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
    opposite: Literal["odd", "even"] = "even" if check.map.shifted == "odd" else "odd"
    guessed = bool(wrong) and check.shifted(opposite)
    for fault in check.report:
        if not guessed or fault.rule not in _OF_NEIGHBOURS:
            report.add(fault)
    if guessed:
        lines = "columns" if check.map.layout == "flat-top" else "rows"
        finding = f"hexes named as neighbours do not touch in {len(wrong)} place{'s' if len(wrong) > 1 else ''}"
        message = f"{finding}; all of them touch if the {opposite} {lines} are the shifted ones."
        report.error(check.where("shifted"), "map:shifted", message, f"Write shifted: {opposite}.")
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
        self.numbering = printed_numbering(model)
        self.source = source
        self.terrains = terrains
        self.report = report
        self.grid = grid_of(model, missing)
        self.missing = missing
        self.cell = "square" if model.space == "squares" else "hex"
        self.sound = True
        self.bare = False
        self.plain = not isinstance(self.grid, HexGrid)

    def shifted(self, parity: Literal["odd", "even"]) -> bool:
        """Whether all neighbours that the map names touch if it is shifted the other way."""
        model, report = self.map.model_copy(update={"shifted": parity}), Report()
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
                    last = f"{self.printed(end)}, the last {self.cell} of {water.id}"
                    message = f"{self.printed(water.joins)} is not adjacent to {last}."
                    self.fault(self.where("waters", index, "joins"), "map:chain", message)
        for index, road in enumerate(self.map.roads):
            self.chain(road.hexes, "roads", index)
        water_hexes = {name for water in self.map.waters for name in water.hexes}
        for index, bridge in enumerate(self.map.bridges):
            if self.on_map(bridge.hex, "bridges", index, "hex") and bridge.hex not in water_hexes:
                self.fault(
                    self.where("bridges", index, "hex"),
                    "map:bridge",
                    f"no water runs through {self.printed(bridge.hex)}.",
                )
        for index, area in enumerate(self.map.areas):
            for number, name in enumerate(area.hexes):
                self.on_map(name, "areas", index, "hexes", number)
            start = area.land_with
            if start is not None and self.on_map(start, "areas", index, "land_with") and start in water_hexes:
                where = self.where("areas", index, "land_with")
                self.fault(where, "map:area", f"water runs through {self.printed(start)}, so it is not on land.")
            if not area.hexes and area.land_with is None:
                self.fault(self.where("areas", index), "map:area", f"the area {area.id} has no hexes.")
        self.hexsides()
        self.of_kinds()
        self.starts()
        for kind, entries in self.ids_by_kind():
            ids: set[str] = set()
            for index, name in enumerate(entries):
                if name in ids:
                    self.fault(self.where(kind, index, "id"), "read:duplicate-id", f"{name} appears twice.")
                ids.add(name)
        return self.sound

    def ids_by_kind(self) -> Iterator[tuple[str, list[str]]]:
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
                reason = "only hexes have water along their sides."
                self.fault(self.where("hexside_waters"), "map:side", reason, "Let it run through the squares: waters")
            return
        side_of: dict[frozenset[str], str] = {}
        for index, water in enumerate(self.map.hexside_waters):
            for number, side in enumerate(water.sides):
                path = ("hexside_waters", index, "sides", number)
                name, direction = side.split()
                if not self.on_map(name, *path) or not self.is_side(direction, *path):
                    continue
                neighbour = self.grid.beyond(name, direction)
                if neighbour is None:
                    message = f"{self.printed(name)} {direction} is the edge of the map: there is no hex beyond it."
                    self.fault(self.where(*path), "map:side", message)
                    continue
                pair = frozenset((name, neighbour))
                if pair in side_of:
                    side_name = f"{self.printed(name)} {direction}"
                    ending = "" if side_of[pair] == side_name else f", as {side_of[pair]}"
                    self.fault(self.where(*path), "map:side", f"the side {side_name} already has water{ending}.")
                side_of.setdefault(pair, f"{self.printed(name)} {direction}")

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
        """Check that hexsides, lines and places have known kinds, and hexes on the map."""
        kinds_of = {"hexsides": self.kinds.sides, "lines": self.kinds.lines, "places": self.kinds.places}
        for layer, kinds in kinds_of.items():
            written: Mapping[str, Sequence[str]] = getattr(self.map, layer)
            if written and self.plain:
                self.fault(self.where(layer), "map:kind", f"only maps of hexes have {layer}.")
                continue
            if layer == "places" and sum(len(texts) for texts in written.values()) > MOST_PLACES:
                self.fault(self.where(layer), "read:size", f"a map has at most {MOST_PLACES} places.")
                continue
            for kind, texts in written.items():
                if kind not in kinds:
                    message = f"there is no kind of {_KIND_OF[layer]} {kind!r}."
                    self.fault(
                        self.source.where("map", layer, kind, key=True), "map:kind", message, did_you_mean(kind, kinds)
                    )
                for index, text in enumerate(texts):
                    self.of_kind(layer, text, layer, kind, index)

    def of_kind(self, layer: str, text: str, *path: str | int) -> None:
        words = text.split(" ")[:1] if layer == "places" else text.split(" ")
        hexes = [word for word in words if is_cell(word)]
        sides = [word for word in words if word.isalpha()]
        sound = [self.on_map(name, *path) for name in hexes] + [self.is_side(side, *path) for side in sides]
        if not all(sound):
            return
        faults: list[str] = []
        if layer == "hexsides":
            faults = side_faults(self.grid, text)
        elif layer == "lines":
            faults = line_faults(self.grid, text)
        for fault in faults:
            message = re.sub(r"\b[0-9]{4}\b", lambda match: self.printed(match[0]), fault)
            self.fault(self.where(*path), "map:side" if layer == "hexsides" else "map:chain", message)

    def printed(self, name: str) -> str:
        """The name of a hex as the map prints it."""
        return printed_name(name, self.numbering)

    def starts(self) -> None:
        """Hexes on the map, each in one start and once; a leader in a hex of his own start; each letter once."""
        start_of: dict[str, str] = {}
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
                if self.on_map(name, *path) and name in start_of:
                    self.fault(
                        self.where(*path),
                        "map:start",
                        f"{self.printed(name)} is already a start of {start_of[name]!r}.",
                    )
                start_of.setdefault(name, start.id)
            if start.leader is not None and start.leader not in start.hexes:
                leader = self.printed(start.leader)
                self.fault(
                    self.where("starts", index, "leader"),
                    "map:start",
                    f"the leader of {start.id!r} starts in {leader}, which is not one of its hexes.",
                    f"Its hexes: {', '.join(self.printed(name) for name in dict.fromkeys(start.hexes))}",
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
            message = "the edge of the picture is the edge of the map, so it cuts no hexes in half."
            self.fault(self.where("half_hexes"), "map:fit", message)
        if not model.fit:
            hint = 'For example: fit: {"0101": [312, 288], "0804": [1650, 900]}, the middles of two hexes in pixels.'
            message = "nothing says where the hexes are on the picture."
            self.fault(self.where("picture"), "map:fit", message, hint)
            return
        off = [
            name for name in model.fit if name not in (SIZE, OFFSET) and not self.on_map(name, "fit", name, key=True)
        ]
        result = None if off else fitted(self.grid, model.fit)
        if isinstance(result, Misfit):
            where = self.where("fit", result.key) if result.key else self.where("fit")
            reason = re.sub(r"\b[0-9]{4}\b", lambda match: self.printed(match[0]), result.message)
            self.fault(where, "map:fit", reason, result.hint)
        elif result is not None and abs(result.turn) > MOST_TURN:
            message = f"the picture is turned by {result.turn:.1f} degrees to straighten its hexes."
            hint = f"If it is straight, measure again, and see whether its hexes are {model.layout}."
            self.report.warning(self.where("fit"), "map:fit", message, hint)

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
        message = not_on_map(self.cell, self.printed(name), self.grid, self.numbering, self.missing)
        self.fault(self.source.where("map", *path, key=key), "map:hex", message)
        return False

    def chain(self, hexes: Sequence[str], kind: str, index: int) -> None:
        for number, name in enumerate(hexes):
            is_on_map = self.on_map(name, kind, index, "hexes", number)
            before = hexes[number - 1] if number else None
            if is_on_map and before is not None and before in self.grid and self.grid.distance(before, name) != 1:
                self.fault(
                    self.where(kind, index, "hexes", number),
                    "map:chain",
                    f"{self.printed(name)} is not adjacent to {self.printed(before)}, the {self.cell} before it.",
                )
