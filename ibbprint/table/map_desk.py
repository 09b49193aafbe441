"""The desk of the map editor: strokes of the page become edits of the file, which is drawn and checked after each.

The file is written at once, so the picture is always of what is on the disk, and other programs (`watch`) see it too.
It runs in the process of the editor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from ibbprint.catalogue import region_strokes
from ibbprint.catalogue.area_drawings import read_areas
from ibbprint.catalogue.editing import EditedText, NotEdited
from ibbprint.catalogue.map_strokes import GROUPS, NAMED, CellStrokes, rename
from ibbprint.catalogue.maps import CellMap, HexMap, SquareMap, gaps_of, map_in
from ibbprint.catalogue.region_maps import LINKS, is_region_map
from ibbprint.catalogue.source import decode, parse_yaml, read_bytes
from ibbprint.components.maps.sheet import MapSheet, map_sheet
from ibbprint.digits import are_digits
from ibbprint.drawing.svg import to_svg
from ibbprint.engine.api.kits import COUNTER_MM, Game, KitOptions
from ibbprint.engine.api.land import Palette
from ibbprint.engine.land.gates import judged
from ibbprint.materials.boards import Board
from ibbprint.patterns import regex
from ibbprint.press.figures import printable
from ibbprint.press.inking import Inking
from ibbprint.press.output import write_whole
from ibbprint.problems import Problem, Report, Where
from ibbprint.regions import RegionGrid
from ibbprint.table.answering import Answering, Json, Refused
from ibbprint.table.art import cells_of, compact
from ibbprint.virtual.pictures import Studio

_MM = regex(r"-?[0-9]{1,5}(\.[0-9]{1,2})?")
MOST_UNDONE = 200
"""How many strokes can be taken back; a copy of the file is kept for each."""
SINCE = (
    "The file was changed by another program: the page shows it as it is now. Do that again. "
    "Undo and Revert go no further back than that change."
)
GONE = "The file is not there any more, so nothing is written."
SNAP_MM, STRAIGHT_MM = 3.0, 0.8
"""A painted outline takes the corners of its neighbours that it passes so near, and is straight as far as it is within
so much of a line. On a map of 250 mm that fills a page of 700 pixels these are 8 pixels and 2: as near as a hand comes
with a mouse, and less than it trembles.
"""


@dataclass(frozen=True, slots=True)
class MapSitting:
    """The map that is edited: its file, its packs, its templates; `folder` where a game made of files has it."""

    DESK: ClassVar[str] = "map"

    file: str
    packs: tuple[str, ...]
    folder: bool
    folders: tuple[str, ...] = ()
    number: int = 0


class MapDesk(Answering):
    """A map file, and the questions that the page may put to it."""

    def __init__(self, game: Game, sitting: MapSitting, report: Report) -> None:
        self.game = game
        self.sitting = sitting
        self.file = Path(sitting.file)
        self.options = KitOptions(tuple(Path(pack) for pack in sitting.packs))
        self.studio = Studio.opened([Path(folder) for folder in sitting.folders], Inking(), report)
        self.palette = game.palette(self.options, report) or Palette({}, {}, {}, {})
        self.raw = self._bytes(report) or b""
        self.first = self.raw
        self.before: list[bytes] = []
        self.number = sitting.number + 1
        self.shown: Json = {}
        """The last picture that could be drawn."""
        self.places: Mapping[str, tuple[str, str]] = {}
        """Of a map of areas or points the list and the id of each place, by its cell in that picture."""
        self.asks: Mapping[str, Callable[..., Json]] = {
            "map": self.map,
            "stroke": self.stroke,
            "undo": self.undo,
            "revert": self.revert,
            "answer": self.after,
        }

    # --- what is shown ------------------------------------------------------------------------------------------

    def map(self) -> Json:
        """The map as it is in the file now: drawn, if it can be, with what is wrong with it and what may be drawn."""
        self._reread()
        report = Report()
        sheet, board = self._drawn(report)
        if sheet is not None and board is not None:
            self.shown = self._picture(board, sheet)
        return {
            **self.shown,
            "number": self.number,
            "file": self.file.name,
            "drawn": sheet is not None,
            "problems": [_as_json(problem) for problem in report],
            "tools": self._tools(),
            "can_undo": bool(self.before),
        }

    def _drawn(self, report: Report) -> tuple[MapSheet | None, Board | None]:
        """The sheet of the map and its board; None with the faults in the report."""
        board = self._board(report)
        if board is None or self.studio is None:
            return None, None
        style, symbols = self.studio.style, self.studio.symbols
        if not printable(board, symbols, {}, style.map, report):
            return None, None
        return map_sheet(board, style, symbols=symbols), board

    def _board(self, report: Report) -> Board | None:
        if self.sitting.folder:
            kit = self.game.kit("", self.options, report)
            id = None if kit is None else self._text().value(("map", "id"))
            board = None if kit is None else next((candidate for candidate in kit.boards if candidate.id == id), None)
            if kit is not None and board is None:
                hint = f"Add {{id: {id}, map: {id}}} to parts: of game.yaml."
                report.error(Where(str(self.file)), "map:part", f"no part of the game prints the map {id}.", hint)
            return board
        country = self.game.country(self.options, report)
        source = parse_yaml(self._decoded(report), str(self.file), report)
        read = None if source is None else map_in(source, report)
        if country is None or read is None:
            return None
        result = country.read(*read, report)
        if result is None:
            return None
        theme = country.themes.get(result.model.theme) if result.model.theme is not None else None
        for fault in judged(result, country, theme).faults:
            report.warning(result.source.where("map", *fault.path), f"map:{fault.gate}", fault.message, fault.hint)
        return country.board(result, COUNTER_MM)

    def _picture(self, board: Board, sheet: MapSheet) -> Json:
        grid = board.grid
        if isinstance(grid, RegionGrid):
            self.places = {
                cell: ("points" if region.point else "areas", region.id)
                for cell, region in zip(grid.hexes, grid.regions, strict=True)
            }
        ways: Sequence[str] = () if isinstance(grid, RegionGrid) else getattr(grid, "directions", ())
        lattice = sheet.scene.lattice
        return {
            "title": board.title,
            "space": board.space,
            "svg": compact(to_svg(sheet.drawing, fonts_inside=True, own_as_shapes=True)),
            "size": [sheet.drawing.width, sheet.drawing.height],
            "cells": cells_of(board, sheet),
            "field": [*sheet.field[:2], sheet.scene.scale],
            "areas": [cell for cell, (list_, _) in self.places.items() if list_ == "areas"],
            "ways": [[way, *map(float, lattice.directions[lattice.edge_of(way)])] for way in ways],
        }

    def _tools(self) -> Json:
        """What may be drawn: the kinds, and the entries of the map that have names."""
        try:
            model = self._text().value(("map",))
        except NotEdited:
            model = None  # what is wrong with the file is among the problems
        inner = model if isinstance(model, dict) else {}
        entries = {
            list_: [
                {"id": items["id"], "name": items.get(field) or items["id"]}
                for items in inner.get(list_) or ()
                if isinstance(items, dict) and "id" in items
            ]
            for list_, field in NAMED.items()
        }
        palette = self.palette
        return {
            "ground": dict(palette.grounds),
            "sides": dict(palette.sides),
            "lines": dict(palette.lines),
            "links": {"": "plain", **{id: way.name for id, way in LINKS.items()}, **palette.lines, **palette.sides},
            "places": dict(palette.places),
            "named": list(palette.named),
            "entries": {list_: items for list_, items in entries.items() if items},
        }

    # --- what is done -------------------------------------------------------------------------------------------

    def stroke(
        self, number: int, tool: str, list: str, kind: str, cells: Sequence[str], ways: Sequence[str], name: str
    ) -> Json:
        """One stroke of the page. Refused or NotEdited, with the file as it was, where it cannot be."""
        self._check(number)
        text = self._text()
        if is_region_map(text.value(())):
            self._on_places(text, tool, list, kind, cells, ways, name)
        else:
            self._on_cells(text, tool, list, kind, cells, ways, name)
        self._write(self._encoded(text.text))
        return self.after()

    def _on_cells(
        self, text: EditedText, tool: str, list_: str, kind: str, cells: Sequence[str], ways: Sequence[str], name: str
    ) -> None:
        strokes = CellStrokes(text, self._cell_map())
        for cell in cells:
            if cell not in strokes.map.grid.places:
                raise Refused("There is no such hex.")
        match tool:
            case "ground" if kind in {*self.palette.grounds, *strokes.model.legend.values()}:
                strokes.ground(cells, kind)
            case "side" | "side-off" if len(ways) == len(cells):
                strokes.sides(list_, kind, [*zip(cells, ways, strict=True)], on=tool == "side")
            case "line":
                strokes.line(list_, kind, cells)
            case "place" if cells:
                strokes.place(kind, cells[0], name)
            case "member" if cells and list_ in GROUPS:
                strokes.toggle_member(list_, kind, cells[0])
            case "erase" if cells:
                strokes.erase(cells[0])
            case "name":
                rename(text, list_, kind, name)
            case _:
                raise Refused("There is no such stroke.")

    def _on_places(
        self, text: EditedText, tool: str, list_: str, kind: str, cells: Sequence[str], ways: Sequence[str], name: str
    ) -> None:
        """On a map of areas or points: names, grounds, starts, places, links and outlines. `ways` are places in mm."""
        if not self.places:
            self.map()  # this process is a new one: it has drawn nothing yet
        if any(cell not in self.places for cell in cells):
            raise Refused("There is no such place.")
        ids = [self.places[cell][1] for cell in cells]
        points = self._in_file(text, ways)
        match tool:
            case "ground" if cells and kind in self.palette.grounds:
                for cell in cells:
                    region_strokes.set_ground(text, *self.places[cell], kind)
            case "member" if cells and list_ == "starts":
                region_strokes.toggle_start(text, kind, ids[0])
            case "move" if cells and points:
                region_strokes.move(text, *self.places[cells[0]], *points[-1])
            case "link" if len(cells) > 1:
                region_strokes.link(text, ids[0], ids[-1], kind)
            case "unlink" if len(cells) > 1:
                region_strokes.unlink(text, ids[0], ids[-1])
            case "corner" if cells and points and are_digits(kind):
                region_strokes.move_corner(text, ids[0], int(kind), *points[-1])
            case "add-corner" if cells and points:
                region_strokes.add_corner(text, ids[0], *points[-1])
            case "drop-corner" if cells and are_digits(kind):
                region_strokes.drop_corner(text, ids[0], int(kind))
            case "point" if points:
                region_strokes.add_point(text, name, *points[-1])
            case "area" if points and kind in {"", *self.palette.grounds}:
                times = self._times(text)
                corners = region_strokes.corners_of(text)
                corners = region_strokes.simplified(points, corners, SNAP_MM * times, STRAIGHT_MM * times)
                region_strokes.add_area(text, name, kind, corners)
            case "name":
                rename(text, list_, kind, name)
            case _:
                raise Refused("That is not drawn on a map of areas or points: edit it in the file.")

    def _in_file(self, text: EditedText, ways: Sequence[str]) -> list[tuple[float, float]]:
        """Places in mm of the map in what its coordinates count in, to a tenth."""
        box, times = self._box(text), self._times(text)
        left, top = (0.0, 0.0) if box is None else box[:2]
        result = []
        for way in ways:
            x, _, y = way.partition(",")
            if not (_MM.fullmatch(x) and _MM.fullmatch(y)):
                raise Refused("That place is not on the map.")
            result.append((round(left + float(x) * times, 1), round(top + float(y) * times, 1)))
        return result

    def _times(self, text: EditedText) -> float:
        """So much of what the coordinates count in is a mm."""
        canvas, width = text.value(("map", "canvas")), float(text.value(("map", "width")))
        box = self._box(text)
        return float(canvas[0]) / width if canvas else 1.0 if box is None else box[2] / width

    def _box(self, text: EditedText) -> tuple[float, float, float, float] | None:
        """The box of the drawing that coordinates count in: left, top, width, height."""
        drawing = text.value(("map", "drawing"))
        if drawing is None or text.value(("map", "canvas")):
            return None
        areas = read_areas(self.file.parent / f"{drawing}.svg", Report())
        return None if areas is None else areas.box

    def undo(self, number: int) -> Json:
        self._check(number)
        if not self.before:
            raise Refused("There is nothing to take back.")
        self._put(self.before.pop())
        return self.after()

    def revert(self, number: int) -> Json:
        """The file as it was when the editor was opened."""
        self._check(number)
        self._write(self.first)
        return self.after()

    # --- the file -----------------------------------------------------------------------------------------------

    def after(self) -> Json:
        return {"number": self.number, "thinking": False}

    def _check(self, number: int) -> None:
        """Raise Refused where the page has not seen the file as it is."""
        if self._bytes(Report()) is None:
            raise Refused(GONE)
        if self._reread():
            raise Refused(SINCE)
        if number != self.number:
            raise Refused("The map has changed since; the page shows it as it is now.")

    def _reread(self) -> bool:
        """Whether another program has written the file since; it is read again then."""
        raw = self._bytes(Report())
        if raw is None or raw == self.raw:
            return False
        # What is taken back later must not take back the work of the other program.
        self.before, self.first, self.raw = [], raw, raw
        self.number += 1
        return True

    def _bytes(self, report: Report) -> bytes | None:
        return read_bytes(self.file, str(self.file), report)

    def _write(self, raw: bytes) -> None:
        if raw != self.raw:
            before = self.raw
            self._put(raw)
            self.before = [*self.before[1 - MOST_UNDONE :], before]

    def _put(self, raw: bytes) -> None:
        report = Report()
        if not write_whole(self.file, raw, report):
            raise Refused(str(next(iter(report))))
        self.raw = raw
        self.number += 1

    def _decoded(self, report: Report) -> str:
        return decode(self.raw, str(self.file), report) or ""

    def _text(self) -> EditedText:
        """The text for edits, once the reader of files has let it pass. Raises NotEdited."""
        report = Report()
        text = self._decoded(report)
        if parse_yaml(text, str(self.file), report) is None:
            raise NotEdited(f"{next(iter(report))} Mend it in a text editor first.")
        return EditedText(text.replace("\r\n", "\n"))

    def _encoded(self, text: str) -> bytes:
        mark = b"\xef\xbb\xbf" if self.raw.startswith(b"\xef\xbb\xbf") else b""
        windows = b"\r\n" in self.raw
        return mark + (text.replace("\n", "\r\n") if windows else text).encode()

    def _cell_map(self) -> CellMap:
        """The map with whatever breaks the rules of maps, but not those of its file. Raises NotEdited."""
        report = Report()
        source = parse_yaml(self._decoded(report), str(self.file), report)
        read = None if source is None else map_in(source, report, renumbered=self.sitting.folder)
        if read is None:
            raise NotEdited(f"{next(iter(report))} Mend it in a text editor first.")
        kind = SquareMap if read[0].space == "squares" else HexMap
        return kind(*read, missing=gaps_of(read[0]))


def _as_json(problem: Problem) -> Json:
    return {
        "text": problem.message,
        "hint": problem.hint,
        "rule": problem.rule,
        "place": str(problem.where),
        "severity": problem.severity.name.lower(),
    }
