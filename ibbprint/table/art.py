"""The pictures of a table: the map and every face of a kit as SVG that our own writer made, and where the cells are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from re import Match as Hit
from typing import Any

from ibbprint.components.maps.lattice import Cell, Lattice
from ibbprint.components.maps.region_lattice import RegionLattice
from ibbprint.components.maps.sheet import MapSheet, map_sheet
from ibbprint.drawing.shapes import Drawing
from ibbprint.drawing.svg import to_svg
from ibbprint.materials import Kit, Piece, key_of, named
from ibbprint.materials.boards import Board
from ibbprint.materials.tabletop import Tabletop
from ibbprint.patterns import regex
from ibbprint.press.figures import printable
from ibbprint.press.inking import Inking
from ibbprint.press.records import BACK, FRONT, sides_of
from ibbprint.problems import Report
from ibbprint.virtual.pictures import Studio

PLAIN = "#888888"
APART = 32
"""Two sides whose colours differ by less, of 255, look alike: of the shipped liveries only in grey."""
LEAST_SHARED = 60
"""An element of so many characters that is in a drawing twice is written once and used by reference."""
_PATH = regex(r'<path d="[^"]{40,}"[^>]*/>')
_NAMES = regex(r'(\bid="|url\(#|href="#)')
_HEAD = regex(r"^<\?xml[^>]*\?>\s*")


@dataclass(frozen=True, eq=False)
class Art:
    """All pictures of a game at the table: the map, the cells on it, and the faces by what they are asked for."""

    sheet: Drawing
    counter_mm: float
    cells: Mapping[str, Mapping[str, Any]]
    faces: Mapping[str, str]
    """The SVG of each face by its id, which is a hash of it."""
    titles: Mapping[str, str]
    """What each face says in words: the title of its template."""
    fronts: Mapping[str, str]
    """The id of the front by the key of a counter, in capitals."""
    backs: Mapping[str, str]
    signs: Mapping[str, str]
    liveries: Mapping[str, str]
    """The colour of each side by its number in the scenario."""
    masks: Mapping[str, str]
    """The id of the back that all counters of a side share which lie face down."""
    corner: tuple[float, float]
    """The upper left corner of the field on the sheet, mm."""
    scale: float

    @cached_property
    def map(self) -> str:
        """The SVG of the map, with its fonts inside."""
        return compact(to_svg(self.sheet, fonts_inside=True, own_as_shapes=True))


class Artist:
    """Draws for a game at the table, in the style of its template folders and in the inks of a printout."""

    def __init__(self, folders: Sequence[Path], inking: Inking, report: Report) -> None:
        self.report = report
        self.studio = Studio.opened(folders, inking, report)

    def draw(self, kit: Kit | None, board: Board | None, sides: Sequence[str]) -> Art | None:
        """The art of a kit; None with the faults in the report."""
        if self.studio is None:
            return None
        table = None if kit is None else kit.tabletop
        board = table.board if table is not None and table.board is not None else board
        words = {} if kit is None else kit.words
        if board is None or not printable(board, self.studio.symbols, words, self.studio.style.map, self.report):
            return None
        layers = () if table is None else table.layers
        sheet = map_sheet(board, self.studio.style, layers=layers, symbols=self.studio.symbols)
        faces: dict[str, str] = {}
        titles: dict[str, str] = {}
        fronts: dict[str, str] = {}
        backs: dict[str, str] = {}
        signs: dict[str, str] = {}
        for piece in () if kit is None else kit.pieces:
            drawn = self._sides(piece, faces, titles)
            if FRONT in drawn:
                fronts.setdefault(piece.id.upper(), drawn[FRONT])
                if piece.section == "markers":
                    signs[piece.id] = drawn[FRONT]
            if BACK in drawn:
                backs.setdefault(piece.id.upper(), drawn[BACK])
                behind = dict(named(piece.values)).get("back")
                if piece.section == "markers" and isinstance(behind, Mapping):
                    signs.setdefault(str(behind["id"]), drawn[BACK])
        for state in () if table is None else table.states:
            known = (backs if state.back else fronts).get(state.piece.rpartition("/")[2].upper())
            if known is not None:
                signs.setdefault(state.word.lower(), known)
        seats = () if table is None else table.seats
        liveries: dict[str, str] = {}
        for side, seat in zip(sides, seats, strict=False):
            liveries[side] = self._colour(seat.livery, liveries.values())
        return Art(
            self.studio.shown(sheet.drawing),
            board.counter_mm,
            cells_of(board, sheet),
            faces,
            titles,
            fronts,
            backs,
            signs,
            liveries,
            {} if kit is None or table is None else _masks(kit, table, backs, sides),
            sheet.field[:2],
            sheet.scene.scale,
        )

    def _colour(self, livery: str, taken: Collection[str]) -> str:
        """The colour of a livery on the screen; where the inks have made it one that another side has, its pale one."""
        assert self.studio is not None
        known = self.studio.style.liveries.get(livery)
        if known is None:
            return PLAIN
        colour = self.studio.inks.on_screen(known.fill)
        alike = any(max(abs(a - b) for a, b in zip(_rgb(colour), _rgb(other), strict=True)) < APART for other in taken)
        return self.studio.inks.on_screen(known.panel) if alike else colour

    def _sides(self, piece: Piece, faces: dict[str, str], titles: dict[str, str]) -> dict[str, str]:
        """The ids of the sides of a piece, drawn into `faces`, with their `titles`."""
        assert self.studio is not None
        result = {}
        for side, (template, values) in sides_of(piece).items():
            drawing = self.studio.faces.face(template, values, piece.size_mm, piece.origins, piece.type_scale)
            if drawing is not None:
                text = to_svg(self.studio.shown(drawing), own_as_shapes=True)
                id = f"f{sha256(f'{drawing.title} {text}'.encode()).hexdigest()[:12]}"
                faces[id], titles[id] = renamed(text, id), drawing.title
                result[side] = id
        return result


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:7]))


def _masks(kit: Kit, table: Tabletop, backs: Mapping[str, str], sides: Sequence[str]) -> dict[str, str]:
    """The back of the counters of each side that hide what they are, where one serves all."""
    result: dict[str, set[str]] = {}
    for piece in kit.pieces:
        owner = table.owners.get(key_of(piece))
        if owner is not None and key_of(piece) in table.covers and piece.id.upper() in backs:
            result.setdefault(owner, set()).add(backs[piece.id.upper()])
    seats = dict(zip((seat.id for seat in table.seats), sides, strict=False))
    return {seats.get(owner, owner): ids.pop() for owner, ids in result.items() if len(ids) == 1}


def renamed(svg: str, id: str) -> str:
    """The same drawing for a page that has others: what it names begins with its own id."""
    return _NAMES.sub(rf"\g<1>{id}-", _HEAD.sub("", svg))


def compact(svg: str) -> str:
    """The same drawing with every long outline that stands in it several times written once."""
    counted = Counter(_PATH.findall(svg))
    ids: dict[str, str] = {}
    for path, number in counted.items():
        if number > 1 and len(path) > LEAST_SHARED:
            ids[path] = f"p{len(ids)}"
    if not ids:
        return svg

    def used(hit: Hit[str]) -> str:
        id = ids.get(hit[0])
        return hit[0] if id is None else f'<use href="#{id}"/>'

    defined = "".join(f'<path id="{id}"{path[5:]}' for path, id in ids.items())
    return _PATH.sub(used, svg).replace("<defs", f"<defs>{defined}</defs><defs", 1)


def _corners(lattice: Lattice, cell: Cell) -> list[tuple[float, float]]:
    """The corners of a cell in the field; of an area or a point those of its outline."""
    if isinstance(lattice, RegionLattice):
        return [lattice.moved(x, y) for x, y in lattice.grid.regions[cell[0] - 1].rings[0]]
    return [lattice.corner(cell, k) for k in range(lattice.sides)]


def cells_of(board: Board, sheet: MapSheet) -> dict[str, dict[str, Any]]:
    """The middle and the corners of every cell on the sheet in mm, and its name as printed; none for a table."""
    if board.space == "table":
        return {}
    lattice = sheet.scene.lattice
    left, top = sheet.field[0], sheet.field[1]
    lies = _lies(board)
    result = {}
    for name in board.grid.hexes:  # type: ignore[union-attr]  # a table has gone by
        cell = lattice.cell_named(name)
        x, y = lattice.centre(cell)
        corners = [(left + cx, top + cy) for cx, cy in _corners(lattice, cell)]
        result[name] = {
            "x": round(left + x, 2),
            "y": round(top + y, 2),
            "edge": " ".join(f"{cx:.2f},{cy:.2f}" for cx, cy in corners),
            "name": board.printed_name(name),
            "size": round(lattice.size, 2),
            "ground": board.terrain.get(name, ""),
            "lies": list(dict.fromkeys(lies.get(name, ()))),
        }
    return result


def _lies(board: Board) -> dict[str, list[str]]:
    """What is in each cell besides its ground, by name: roads and rivers, those along its sides, bridges, places."""
    result: dict[str, list[str]] = {}
    for place in board.names:
        for name in place.hexes:
            result.setdefault(name, []).append(place.text)
    for course in board.courses:
        for name in course.hexes:
            result.setdefault(name, []).append(course.title or course.name or course.kind)
    for bridge in board.bridges:
        result.setdefault(bridge.hex, []).append(bridge.name or ("ford" if bridge.ford else "bridge"))
    for line in board.side_courses:
        words = line.title or line.name or line.kind
        for ends in line.sides:
            for name, other in (ends, ends[::-1]):
                result.setdefault(name, []).append(f"{words} towards {board.printed_name(other)}")
    return result
