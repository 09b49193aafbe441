"""The cartouche under a map: title, scale, legend, what there is to know about the map."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from ibbprint.components.maps.counters import Symbols, no_symbols
from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.lettering import TITLE, face
from ibbprint.components.maps.scene import Scene
from ibbprint.components.style import MapStyle
from ibbprint.drawing import fonts
from ibbprint.drawing.shapes import Group, Item, Path, Segment, Style, Text, line, rectangle
from ibbprint.hexgrid import HexGrid
from ibbprint.materials.boards import Board, Course, Ground, MarkedPlace, SideCourse, Span, StartMark, Table
from ibbprint.materials.looks import WATER_SIDES
from ibbprint.regions import RegionGrid
from ibbprint.squaregrid import SquareGrid

SWATCH = 11.0
"""Width of a hex of the legend, mm."""
ROW = 12.4
CELL = 29.0
PAD = 3.5
TITLE_PT, SUB_PT, TEXT_PT, NOTE_PT = 24.0, 9.0, 8.0, 6.5
TITLE_WIDE = 81.0
NOTE_WIDE = 77.0
ARROW_WIDE = 11.0
"""What a title leaves free for the arrow that shows where north is."""

Swatch = Callable[[Scene], tuple[list[Item], list[Item]]]
"""Draws the land of a sample, and what is over its hex line."""


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    board: Board
    sign: tuple[str, bool] | None = None
    """What is printed in a circle, or in a square (True)."""


def entries(board: Board) -> list[_Entry]:
    """The entries of the legend, each with a board of one hex that shows it: the grounds, roads, bridges."""
    result = [_Entry(ground.name, _sample(board, ground)) for ground in board.grounds]
    clear = board.base._replace(name="", letter="")
    cell = _cell(board)
    if any(course.kind == "road" for course in board.courses):
        road = Course("road", "", "road", (cell,))
        result.append(_Entry("Road", _sample(board, clear, (road,))))
    for title, ford in (("Bridge", False), ("Ford", True)):
        spans = [span for span in board.bridges if span.ford == ford]
        if spans:
            kinds = {course.kind for course in board.courses for span in spans if span.hex in course.hexes}
            water = Course("water", "", "river" if "river" in kinds else "stream", (cell,))
            result.append(_Entry(title, _sample(board, clear, (water,), (Span("span", "", cell, ford=ford),))))
    lines = {course.title: course for course in board.courses if course.kind == "line"}
    for title, course in lines.items():
        through = course._replace(hexes=(cell,), leaves=_through(board))
        result.append(_Entry(title, _sample(board, clear, (through,))))
    for kind in board.link_kinds:
        link = Course(kind.id, "", "line", (cell,), None, kind.stroke, kind.title, _through(board))
        if kind.stroke.like in WATER_SIDES:
            link = Course(kind.id, "", "river" if kind.stroke.like == "river" else "stream", (cell,))
        result.append(_Entry(kind.title, _sample(board, clear, (link,))))
    if isinstance(board.grid, RegionGrid):
        if any(region.value for region in board.grid.regions):
            result.append(_Entry("Victory points", _sample(board, clear), ("2", False)))
        if any(region.stacking for region in board.grid.regions):
            result.append(_Entry("Most counters", _sample(board, clear), ("2", True)))
    along = {course.title or f"Hexside {course.kind}": course for course in board.side_courses}
    for title, side in along.items():
        sides = (("0101", "0102"), ("0101", "0201"))
        result.append(_Entry(title, _shore(board, side._replace(id="water", name="", sides=sides))))
    result += [_Entry(p.title, _sample(board, clear)._replace(places=(_in_sample(p, cell),))) for p in board.places]
    result += [_Entry(start.title, _start(board, start, leader=False)) for start in board.starts]
    if any(start.leader for start in board.starts):
        result.append(_Entry("Leader’s start", _start(board, board.starts[0], leader=True)))
    return result


def _cell(board: Board) -> str:
    """The name of the one cell of a sample."""
    return "0101" if board.space == "hexes" else "1,1"


def _through(board: Board) -> tuple[str, str]:
    """The sides by which a line crosses the sample."""
    flat = isinstance(board.grid, HexGrid) and board.grid.orientation == "flat-top"
    return ("SW", "NE") if flat else ("W", "E")


def _in_sample(place: MarkedPlace, cell: str) -> MarkedPlace:
    """A mark in the middle of the sample, as large as it is on a hex of 20 mm."""
    mark = place.mark._replace(at="middle", size=min(place.mark.size * 20 / SWATCH, 14))
    return place._replace(hexes=(cell,), mark=mark)


def _shore(board: Board, course: SideCourse) -> Board:
    """A hex with water along two of its sides."""
    ground = board.base._replace(letter="")
    if not isinstance(board.grid, HexGrid):
        sides = (("1,2", "1,1"), ("1,2", "2,2"))
        return _sample(board, ground)._replace(
            grid=SquareGrid(2, 2),
            side_courses=(course._replace(sides=sides),),
            terrain=dict.fromkeys(SquareGrid(2, 2).hexes, ground.id),
        )
    grid = HexGrid(2, 2, board.grid.orientation, "even")
    terrain = dict.fromkeys(grid.hexes, ground.id)
    return _sample(board, ground)._replace(grid=grid, terrain=terrain, side_courses=(course,))


def _start(board: Board, start: StartMark, *, leader: bool) -> Board:
    result = _sample(board, board.base._replace(letter=""))
    cell = _cell(board)
    mark = start._replace(hexes=(cell,), leader=cell if leader else None)
    return result._replace(counter_mm=board.counter_mm / board.hex_mm * SWATCH, starts=(mark,))


def _sample(board: Board, ground: Ground, courses: Sequence[Course] = (), spans: Sequence[Span] = ()) -> Board:
    if ground.look in ("river", "stream") and not courses and board.space == "hexes":
        kind = "river" if ground.look == "river" else "stream"
        courses = (Course("water", "", kind, (_cell(board),)),)  # type: ignore[arg-type]
    grid = HexGrid(1, 1, board.grid.orientation, "even") if isinstance(board.grid, HexGrid) else SquareGrid(1, 1)
    under = (board.base,) if board.base.id != ground.id else ()
    return Board(
        id="sample",
        section="",
        title="",
        subtitle="",
        note="",
        grid=grid,
        grounds=(ground, *under),
        terrain={grid.hexes[0]: ground.id},
        courses=tuple(courses),
        bridges=tuple(spans),
        names=(),
        hex_mm=SWATCH,
        counter_mm=0,
        under=board.under,
    )


def cartouche(
    board: Board,
    style: MapStyle,
    width: float,
    swatch: Swatch,
    symbols: Symbols = no_symbols,
    without: Collection[str] = (),
) -> tuple[list[Item], float, tuple[tuple[float, float], ...]]:
    """The cartouche for a sheet of a width, from (0, 0) down, its height, and where from left to right its title, its
    legend and its note are. `swatch` draws the land of a sample. It is `without` its title, its legend or its note if
    they are elsewhere on the sheet; without any of them there is none.
    """
    items: list[Item] = []
    titled = "title" not in without
    title_wide = min(TITLE_WIDE, width - 2 * PAD) if titled else -PAD
    title_items, title_high = title_block(board, style, title_wide) if titled else ([], -PAD)
    items.append(Group(title_items, (1, 0, 0, 1, PAD, PAD)))
    listed = entries(board) if "legend" not in without else []
    note_wide = NOTE_WIDE if board.note and "note" not in without else 0.0
    if not (titled or listed or note_wide):
        return [], 0.0, ()
    x = PAD + title_wide + PAD
    top, high = PAD, max(title_high, 0.0)
    room = width - x - PAD - (note_wide + PAD if note_wide else 0)
    beside = room >= 3 * CELL
    if not beside:  # the legend under the title
        x, top, room = PAD, PAD + title_high + PAD, width - 2 * PAD
    columns = max(1, min(int(room // CELL), -(-len(listed) // 2)))
    rows = -(-len(listed) // columns)
    if beside and titled and not note_wide:  # at the right end, where the joint of two sheets can be left of all of it
        x = width - PAD - columns * CELL
    stretches = [(PAD, PAD + title_wide)] if titled else []
    stretches += [(x, x + min(columns, len(listed)) * CELL)] if listed else []
    items.append(Group(samples(listed, style, columns, swatch, symbols), (1, 0, 0, 1, r2(x), r2(top))))
    high = max(high, rows * ROW) if beside else title_high + PAD + rows * ROW
    if note_wide:
        if beside:
            at_x, at_y, wide = width - PAD - note_wide, PAD, note_wide
        else:
            at_x, at_y, wide = PAD, PAD + high + PAD / 2, width - 2 * PAD
        note, note_high = note_block(board, style, wide)
        items.append(Group(note, (1, 0, 0, 1, r2(at_x), r2(at_y))))
        stretches.append((at_x, at_x + wide))
        high = max(high, note_high) if beside else high + PAD / 2 + note_high
    return items, high + 2 * PAD, tuple(stretches)


def title_block(board: Board, style: MapStyle, width: float) -> tuple[list[Item], float]:
    size, font = TITLE_PT * fonts.POINT, face(board.title, TITLE, style)
    wide = fonts.width(board.title, font, size, 0.1)
    size *= min(1.0, (width - ARROW_WIDE) / wide)
    y = fonts.cap_height(font) * size
    items: list[Item] = [Text(0, r2(y), board.title, font, r2(size), style.ink, "start", 0.1)]
    if board.subtitle:
        sub = SUB_PT * fonts.POINT
        y += 1.7 + sub
        items.append(Text(0, r2(y), board.subtitle, style.face("italic"), sub, style.ink))
    y += 4.2
    items += _scale(board, style, y, width)
    return items, y + 6.0


def _scale(board: Board, style: MapStyle, y: float, width: float) -> list[Item]:
    """A bar of whole hexes, and where north is."""
    size = TEXT_PT * fonts.POINT
    if isinstance(board.grid, RegionGrid):  # no cell to measure by
        scale_text = [Text(0, r2(y + size), board.scale, style.face("regular"), size, style.ink)] if board.scale else []
        return [*scale_text, *_north(style, width, y, size)]
    count = max(1, min(3, int((width - 14) // board.hex_mm)))
    item = board.hex_mm
    result: list[Item] = []
    for i in range(count):
        fill = style.frame if i % 2 == 0 else style.sheet
        result.append(
            Path(rectangle(r2(i * item), r2(y), r2(item), 1.1), Style(fill=fill, stroke=style.frame, stroke_width=0.18))
        )
    one_unit, units = ("square", "squares") if board.space == "squares" else ("hex", "hexes")
    if isinstance(board.grid, Table):
        one_unit, units = board.grid.unit, board.grid.units
    bar = f"{count} {units if count > 1 else one_unit}"
    words = f"{bar}. {board.scale.removesuffix('.')}." if board.scale else f"{bar} of {board.hex_mm:g} mm"
    result.append(Text(0, r2(y + 1.6 + size), words, style.face("regular"), size, style.ink))
    return [*result, *_north(style, width, y, size)]


def _north(style: MapStyle, width: float, y: float, size: float) -> list[Item]:
    """The arrow that shows where north is."""
    nx, top, foot = width - 5.0, y - 4.6, y + 4.4
    needle: tuple[Segment, ...] = (
        ("M", (r2(nx), r2(top))),
        ("L", (r2(nx + 1.5), r2(foot))),
        ("L", (r2(nx), r2(foot - 1.5))),
        ("L", (r2(nx - 1.5), r2(foot))),
        ("Z", ()),
    )
    half: tuple[Segment, ...] = (
        ("M", (r2(nx), r2(top))),
        ("L", (r2(nx + 1.5), r2(foot))),
        ("L", (r2(nx), r2(foot - 1.5))),
        ("Z", ()),
    )
    return [
        Path(needle, Style(fill=style.sheet, stroke=style.frame, stroke_width=0.2, join=1)),
        Path(half, Style(fill=style.frame)),
        Text(r2(nx), r2(top - 0.8), "N", "bold", size, style.ink, "middle"),
    ]


def samples(listed: Sequence[_Entry], style: MapStyle, columns: int, swatch: Swatch, symbols: Symbols) -> list[Item]:
    """The samples, row by row, each with its name."""
    size = TEXT_PT * fonts.POINT
    result: list[Item] = []
    for index, entry in enumerate(listed):
        row, column = divmod(index, columns)
        flat = isinstance(entry.board.grid, HexGrid) and entry.board.grid.orientation == "flat-top"
        scene = Scene(entry.board, style, SWATCH if flat else SWATCH * 0.93, 0.0, lone=True, symbols=symbols)
        cell = scene.lattice.board[0]
        corners = [scene.lattice.corner(cell, k) for k in range(scene.lattice.sides)]
        shape: tuple[Segment, ...] = (
            *((("L" if i else "M"), (r2(x), r2(y))) for i, (x, y) in enumerate(corners)),
            ("Z", ()),
        )
        land, over = swatch(scene)
        items: list[Item] = [
            Group(land, clip=shape),
            Path(shape, Style(fill=None, stroke=style.hex_line, stroke_width=0.2, join=1)),
            *over,
        ]
        if entry.sign is not None:
            from ibbprint.components.maps.region_names import sign  # only boards without a grid pay for it

            items += sign(scene, *entry.sign, *scene.lattice.centre(cell))
        result.append(Group(items, (1, 0, 0, 1, r2(column * CELL), r2(row * ROW))))
        for number, words in enumerate(
            fonts.wrap(entry.name, style.face("regular"), size, CELL - SWATCH * 1.16 - 2.5)[:2]
        ):
            result.append(
                Text(
                    r2(column * CELL + SWATCH * 1.16 + 1.4),
                    r2(row * ROW + SWATCH / 2 + size * (0.36 + number * 1.05)),
                    words,
                    style.face("regular"),
                    size,
                    style.ink,
                )
            )
    return result


def note_block(board: Board, style: MapStyle, width: float) -> tuple[list[Item], float]:
    size = NOTE_PT * fonts.POINT
    items: list[Item] = []
    for index, words in enumerate(fonts.wrap(board.note, style.face("italic"), size, width)):
        items.append(Text(0, r2(size + index * size * 1.22), words, style.face("italic"), size, style.ink))
    return items, len(items) * size * 1.22


def rule(style: MapStyle, x: float, y: float, width: float) -> Item:
    """The line between the field and the cartouche."""
    return Path(line(r2(x), r2(y), r2(x + width), r2(y)), Style(fill=None, stroke=style.frame, stroke_width=0.25))
