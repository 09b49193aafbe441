"""A map in a text: small, with a layer over it; the key of the layer; what stands together in it, group by group.

Promises: the middle of each counter is the middle of its hex; each counter is there once, alone on the map or in its
group, and the top one of a stack in both; nothing is under 5 points. Of a map too large for its hexes to be seen, the
part that the layer needs is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ibbprint.components.figures.faces import cut_to_trim, trim
from ibbprint.components.maps import drawing as map_drawing
from ibbprint.components.maps import goals as map_goals
from ibbprint.components.maps import legend as map_legend
from ibbprint.components.maps.counters import SHAPES, Counters, Symbols
from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.drawing import field_drawing, number_texts, scene_of
from ibbprint.components.maps.lattice import Point
from ibbprint.components.maps.layers import laid_over, lined, plates
from ibbprint.components.maps.scene import Box, Scene
from ibbprint.components.maps.starts import silhouettes
from ibbprint.components.maps.words import group_words, place_words
from ibbprint.components.maps.zone_plates import NUMBERED_MM
from ibbprint.components.maps.zones import DASHES, outlines, zone_line
from ibbprint.components.style import Style as Sheet
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import ink
from ibbprint.drawing.shapes import Drawing, Group, Item, Path, Segment, Style, Text, Use, circle, rectangle
from ibbprint.materials.boards import Board, Layer, PlacedFace, SampleFigure, Stander, StandMark, Table, ZoneMark, span
from ibbprint.regions import RegionGrid

LARGEST_MM, LEAST_MM = 12.0, 7.7
"""Hexes of a small map are no larger; if they would be smaller, only the part that is needed is shown.

On hexes under `NUMBERED_MM` columns and rows are numbered along the edge.
"""
PIECE_MM = 19.0
"""Hexes of a piece of a map are no larger."""
CORNER = 0.62
"""So much of a hex is shown round the middle of a hex in a corner of a piece."""
STACKED = (0.05, 0.17)
"""How far a counter lies to the right of and below the one under it, in its width and height."""
EDGE_MM = 4.0
EVERY = 5
FINE = 0.38
"""A map that is drawn smaller than this is drawn anew, for its lines would be too thin."""
COUNTER_MM = 7.3
"""The side of a counter in a group."""
NAME_PT, TITLE_PT, KEY_PT = 5.75, 6.5, 7.0
GAP = 1.6
GROUP_SCALES = (1.4, 1.2, 1.0)
"""How much larger groups are than they must be, if there is room."""
BETWEEN_MM = 4.0
"""Between two groups."""
SAMPLE_MM = 5.0


def small_map(
    board: Board, layer: str, style: Sheet, symbols: Symbols, room: Point, look: str, land: Callable[[float], Drawing]
) -> Drawing:
    """The board, or the part of it that is needed, as large as the room allows.

    `land` gives its land by the width of a hex, mm.
    """
    board_scene = scene_of(board, style, board.hex_mm, symbols)
    bounds = (0.0, 0.0, board_scene.width, board_scene.height)
    window, numbered = bounds, True
    scale = _scale(window, room, board)
    edged = False
    if scale * board.hex_mm < NUMBERED_MM:
        numbered, edged = False, _has_numbers(board)
    if edged:
        room = (room[0] - EDGE_MM, room[1] - EDGE_MM)
        scale = _scale(window, room, board)
    counts = any(item.counts for item in board.layers if item.id == layer)
    # Where nothing was counted says something, too; a table has no cells that could be too small.
    if scale * board.hex_mm < LEAST_MM and not counts and board.space != "table":
        window = _needed(board_scene, layer)
        scale = _scale(window, room, board)
    hex_mm = scale * board.hex_mm
    scene = scene_of(board, style, hex_mm, symbols)
    if scale < FINE or board.space in ("squares", "areas", "points", "free"):  # whose ground has words on it
        drawn = Use(land(hex_mm))
    else:
        drawn = Use(land(board.hex_mm), (scale, 0.0, 0.0, scale, 0.0, 0.0))
    x, y, wide, high = (v * scale for v in window)
    frame = rectangle(0, 0, r2(wide), r2(high))
    begins = [] if counts else silhouettes(scene, style)  # where troops begin would pass for a count
    items: list[Item] = [drawn, *begins, *outlines(scene, style, [layer]), *map_goals.lines(scene, style, [layer])]
    items += laid_over(scene, style, [layer], symbols)
    if numbered:
        items += number_texts(scene, look, lined(scene, [layer]))
    items += plates(scene, style, [layer], symbols)
    items += map_goals.signs(scene, style, map_goals.placed(scene, [layer]))
    moved = Group(items, (1.0, 0.0, 0.0, 1.0, r2(-x), r2(-y)))
    result: list[Item] = [
        Group([moved], clip=frame),
        Path(frame, Style(fill=None, stroke=style.map.frame, stroke_width=0.35)),
    ]
    if not edged:
        return Drawing(r2(wide), r2(high), result)
    result = [Group(result, (1.0, 0.0, 0.0, 1.0, EDGE_MM, EDGE_MM)), *_edges(scene, style, (x, y, wide, high))]
    return Drawing(r2(wide + EDGE_MM), r2(high + EDGE_MM), result)


def piece_of_map(
    board: Board,
    corners: tuple[str, str],
    counters: Sequence[tuple[PlacedFace, Drawing]],
    style: Sheet,
    symbols: Symbols,
    room: Point,
    look: str,
) -> Drawing:
    """The piece of a board with these two hexes in opposite corners: all that is printed on it, and counters."""
    board_scene = scene_of(board, style, board.hex_mm, symbols)
    half = board_scene.lattice.size * CORNER
    places = [board_scene.lattice.centre(board_scene.lattice.cell_named(name)) for name in corners]
    left, top = (max(0.0, min(place[axis] for place in places) - half) for axis in (0, 1))
    right = min(board_scene.width, max(x for x, _ in places) + half)
    foot = min(board_scene.height, max(y for _, y in places) + half)
    window = (left, top, right - left, foot - top)
    scale = min(room[0] / window[2], room[1] / window[3], PIECE_MM / board.hex_mm, 1.0)
    scene = scene_of(board, style, scale * board.hex_mm, symbols)
    x, y, wide, high = (v * scale for v in window)
    frame = rectangle(0, 0, r2(wide), r2(high))
    field = field_drawing(scene, style, look, (), symbols=symbols)
    laid = [Use(field.drawing), *_stacks(scene, counters, scale, style)]
    items: list[Item] = [
        Group([Group(laid, (1.0, 0.0, 0.0, 1.0, r2(-x), r2(-y)))], clip=frame),
        Path(frame, Style(fill=None, stroke=style.map.frame, stroke_width=0.35)),
    ]
    return Drawing(r2(wide), r2(high), items)


def _stacks(scene: Scene, counters: Sequence[tuple[PlacedFace, Drawing]], scale: float, style: Sheet) -> Iterator[Item]:
    """The counters in their hexes, in a stack each a little lower than the one under it."""
    stacks: dict[str, list[tuple[PlacedFace, Drawing]]] = {}
    for placed, face in counters:
        stacks.setdefault(placed.hex, []).append((placed, face))
    edge = Style(fill=None, stroke=style.ink, stroke_width=0.2)
    for name, stack in stacks.items():
        cx, cy = scene.lattice.centre(scene.lattice.cell_named(name))
        for index, (placed, face) in enumerate(stack):
            by = index - (len(stack) - 1) / 2
            wide, high = (side * scale for side in placed.size_mm)
            left, top = cx - wide / 2 + by * STACKED[0] * wide, cy - high / 2 + by * STACKED[1] * high
            cut = cut_to_trim(face, placed.size_mm, placed.outline)
            yield Group(cut, (scale, 0.0, 0.0, scale, r2(left), r2(top)))
            yield Path(trim(r2(left), r2(top), r2(wide), r2(high), placed.outline, scale), edge)


def _scale(window: Box, room: Point, board: Board) -> float:
    return min(room[0] / window[2], room[1] / window[3], LARGEST_MM / board.hex_mm)


def _needed(scene: Scene, layer: str) -> Box:
    """The part of a map in which everything of a layer stands, with a hex of room about it."""
    layers = [item for item in scene.board.layers if item.id == layer]
    places = [scene.middle(stand) for item in layers for stand in item.stands]
    places += [scene.middle(count) for item in layers for count in item.counts]
    names = [name for item in layers for zone in item.zones for name in zone.hexes]
    names += [name for item in layers for goal in item.goals if not goal.beyond for name in goal.hexes]
    places += [scene.lattice.centre(scene.lattice.cell_named(name)) for name in names]
    if not places:
        return (0.0, 0.0, scene.width, scene.height)
    far = 1.6 * scene.lattice.size
    left, top = max(0.0, min(x for x, _ in places) - far), max(0.0, min(y for _, y in places) - far)
    right = min(scene.width, max(x for x, _ in places) + far)
    foot = min(scene.height, max(y for _, y in places) + far)
    return left, top, right - left, foot - top


def _has_numbers(board: Board) -> bool:
    """Whether the columns and rows of a board have numbers, which need room along its edge."""
    return not isinstance(board.grid, Table | RegionGrid) and (board.numbering is None or board.numbering.shown)


def _edges(scene: Scene, style: Sheet, window: Box) -> list[Item]:
    """Every fifth column over the map and every fifth row beside it, and the first of each that can be seen."""
    grid, size = scene.board.grid, 6.0 * fonts.POINT
    if isinstance(grid, Table | RegionGrid):
        return []
    x0, y0, wide, high = window
    numbering = scene.board.numbering
    result: list[Item] = []
    labelled = False
    for column in range(1, grid.columns + 1):
        x, _ = scene.lattice.centre(scene.lattice.cell_named(grid.name_of(column, 1)))
        if 1 < x - x0 < wide - 1 and (not labelled or column % EVERY == 0):
            labelled = True
            result.append(
                Text(
                    EDGE_MM + x - x0,
                    EDGE_MM - 1.0,
                    numbering.of_column(column) if numbering is not None else f"{column:02d}",
                    "bold",
                    size,
                    style.ink,
                    "middle",
                )
            )
    labelled = False
    for row in range(1, grid.rows + 1):
        _, y = scene.lattice.centre(scene.lattice.cell_named(grid.name_of(1, row)))
        if 1 < y - y0 < high - 1 and (not labelled or row % EVERY == 0):
            labelled = True
            result.append(
                Text(
                    EDGE_MM - 0.8,
                    EDGE_MM + y - y0 + size * 0.36,
                    numbering.of_row(row) if numbering is not None else f"{row:02d}",
                    "bold",
                    size,
                    style.ink,
                    "end",
                )
            )
    return result


# --- the key --------------------------------------------------------------------------------------------------------


def key(
    layer: Layer, style: Sheet, symbols: Symbols, width: float, colour: str, *, small: bool = True, cell: str = "hex"
) -> Drawing:
    """The key of a layer's outlines, letters and signs, as far as it has them, in lines no wider than `width`.

    On a map that is not `small` the counters say in words what lies there. `cell` is what the map consists of.
    """
    counters = Counters(layer, style, symbols)
    size = KEY_PT * fonts.POINT
    half = SAMPLE_MM / 2
    entries: list[tuple[list[Item], str, str]] = []
    for entry in layer.key:
        groups = "; ".join(f"{letter} {name}" for letter, name in entry.groups)
        entries.append((counters.counter(entry.livery, None, SAMPLE_MM, entry.letter), entry.name, groups))
    marks: list[StandMark | ZoneMark] = [*layer.stands, *layer.zones]
    if any(stander.face_down for mark in marks for stander in mark.standers):
        entries.append((counters.face_down(SAMPLE_MM, alone=True), "", "starts face down"))
    if small and any(
        not stand.turn and sum(stander.number for stander in stand.standers) > 1 for stand in layer.stands
    ):
        entries.append(
            (
                counters.badge(4, SAMPLE_MM, alone=True),
                "",
                "Stack of this many counters (listed below, top counter first)",
            )
        )
    for turn in sorted({mark.turn for mark in marks if mark.turn})[:1]:
        livery = next(mark.livery for mark in marks if mark.turn)
        entries.append((counters.arriving(livery, turn, SAMPLE_MM), "", "arrives on that turn"))
    banks = dict.fromkeys(stander.bank for stand in layer.stands for stander in stand.standers if stander.bank)
    if banks:
        entries.append((counters.bank("south", SAMPLE_MM, alone=True), "", "points to the bank that it starts on"))
    for livery in [zone.livery for zone in layer.zones if zone.hexes and zone.standers][:1]:
        drawn = _zone_sample(counters, livery)
        numbered = " with this number" if any(map(layer.number, layer.zones)) else ""
        entries.append((drawn, "", f"in any {cell} of the zone{numbered}"))
    if any(not goal.beyond for goal in layer.goals):
        sign = map_goals.star((0.0, 0.0), 0.42 * SAMPLE_MM, style)
        entries.append((sign, "", "objective: see the victory conditions"))
    if any(goal.beyond for goal in layer.goals):
        across = (("M", (-half, 0.0)), ("L", (half, 0.0)))
        entries.append((map_goals.goal_line(across, style, 0.8), "", "line to break through"))
    if any(not zone.standers for zone in layer.zones):
        first_zone = next(zone for zone in layer.zones if not zone.standers)
        remark = "; its outline and its name have the same number" if layer.number(first_zone) else ""
        entries.append((_zone_sample(counters, first_zone.livery), "", f"a zone that decides who wins{remark}"))
    items: list[Item] = []
    x = y = 0.0
    step = SAMPLE_MM + 1.2
    for drawn, name, words in entries:
        head = fonts.width(f"{name}{':' if words else ''} ", style.map.face("bold"), size) if name else 0.0
        lines = (
            fonts.wrap(words, style.map.face("regular"), size, max(30.0, width - SAMPLE_MM - 1.2 - head))
            if words
            else []
        )
        wide = (
            SAMPLE_MM
            + 1.2
            + head
            + max((fonts.width(line, style.map.face("regular"), size) for line in lines), default=0.0)
        )
        if x and x + wide > width:
            x, y = 0.0, y + step
        middle = y + half + 0.6
        items.append(Group(drawn, (1.0, 0.0, 0.0, 1.0, r2(x + half), r2(middle))))
        at = x + SAMPLE_MM + 1.2
        high = size * 1.15
        top = middle + size * 0.36 - high * (len(lines) - 1) / 2 if lines else middle + size * 0.36
        if name:
            items.append(Text(r2(at), r2(top), f"{name}{':' if words else ''}", style.map.face("bold"), size, colour))
        for number, line in enumerate(lines):
            items.append(Text(r2(at + head), r2(top + number * high), line, style.map.face("regular"), size, colour))
        if len(lines) > 2:
            y += high * (len(lines) - 2)
        x += wide + 5.0
    return Drawing(width, r2(y + step), items)


def _zone_sample(counters: Counters, livery: str) -> list[Item]:
    """A piece of a zone's outline, as it is on the map."""
    look, half = counters.livery(livery), SAMPLE_MM / 2
    zone = rectangle(-half + 0.4, -half + 0.9, SAMPLE_MM - 0.8, SAMPLE_MM - 1.8)
    dash = DASHES[SHAPES.index(counters.shape(livery))]
    return [] if look is None else zone_line(zone, look, 0.7, 0.6, dash)


# --- groups ---------------------------------------------------------------------------------------------------------


def groups(
    layer: Layer, style: Sheet, symbols: Symbols, room: Point, name_of: Callable[[str], str] = str
) -> list[Drawing]:
    """The groups of a layer, a drawing each: the stacks of single hexes, later arrivals, the contents of a zone.

    They are as large as lets all of them into a room in mm. `name_of` gives the name of a hex on the map.
    """
    for scale in GROUP_SCALES:
        drawings = [_larger(group, scale) for group in _groups(layer, style, symbols, room[0] / scale, name_of)]
        if scale == GROUP_SCALES[-1] or _lines_high(drawings, room[0]) <= room[1]:
            break
    return drawings


def _larger(drawing: Drawing, scale: float) -> Drawing:
    if scale == 1.0:
        return drawing
    grown = Group(drawing.items, (scale, 0.0, 0.0, scale, 0.0, 0.0))
    return Drawing(r2(drawing.width * scale), r2(drawing.height * scale), [grown], title=drawing.title)


def _lines_high(drawings: Sequence[Drawing], width: float) -> float:
    """The height of drawings side by side, in as many lines as they need."""
    x = high = tallest = 0.0
    for drawing in drawings:
        if x and x + drawing.width > width:
            x, high, tallest = 0.0, high + tallest + BETWEEN_MM, 0.0
        x += drawing.width + BETWEEN_MM
        tallest = max(tallest, drawing.height)
    return high + tallest


def _groups(layer: Layer, style: Sheet, symbols: Symbols, width: float, name_of: Callable[[str], str]) -> list[Drawing]:
    counters = Counters(layer, style, symbols, name_of)
    drawings: list[Drawing] = []
    for entry in dict.fromkeys(name for name in counters.shapes):
        for stand in sorted(layer.stands, key=lambda item: (item.turn, item.hex)):
            if stand.livery == entry and (stand.turn or sum(stander.number for stander in stand.standers) > 1):
                title = place_words(stand.hex, stand.turn, name_of)
                drawings.append(_group(counters, entry, title, stand.standers, width))
        zones = [zone for zone in layer.zones if zone.livery == entry and zone.standers]
        zones.sort(key=lambda mark: mark.turn)
        drawings += [_group(counters, entry, zone.titled, zone.standers, width, layer.number(zone)) for zone in zones]
    return drawings


def _group(
    counters: Counters, livery: str, title: str, standers: Sequence[Stander], width: float, number: int = 0
) -> Drawing:
    """A title in a side's colours over a row of counters, each kind with its number, its name and its ids.

    The `number` of a zone stands before its title, as on the map.
    """
    look = counters.livery(livery)
    if look is None:
        return Drawing(0.1, 0.1, [])
    size, name_size = TITLE_PT * fonts.POINT, NAME_PT * fonts.POINT
    head = size * 1.5
    entries = [_entry(counters, livery, stander) for stander in standers]
    before = head if number else 0.0
    title_wide = min(width, fonts.width(title, counters.style.map.face("bold"), size) + 1.6 + before)
    result: list[Item] = []
    x, y, widest = 0.0, head + 1.0, title_wide
    tallest = 0.0
    for items, wide, high in entries:
        if x and x + wide > width:
            x, y, tallest = 0.0, y + tallest + GAP, 0.0
        result.append(Group(items, (1.0, 0.0, 0.0, 1.0, r2(x + wide / 2), r2(y + COUNTER_MM / 2))))
        tallest = max(tallest, high)
        x += wide + GAP
        widest = max(widest, x - GAP)
    plate = Path(rectangle(0, 0, r2(widest), r2(head)), Style(fill=look.fill, stroke=look.band, stroke_width=0.2))
    base = r2(head / 2 + size * 0.36)
    words: list[Item] = [
        plate,
        Text(r2(0.8 + before), base, title, counters.style.map.face("bold"), size, ink(look.fill)),
    ]
    if number:
        words.append(Path(circle(r2(head / 2 + 0.2), r2(head / 2), r2(head / 2 - 0.2)), Style(fill=look.band)))
        words.append(
            Text(r2(head / 2 + 0.2), base, str(number), counters.style.map.face("bold"), size, ink(look.band), "middle")
        )
    return Drawing(r2(widest), r2(y + tallest + 0.4 * name_size), [*words, *result], title=group_words(title, standers))


def _entry(counters: Counters, livery: str, stander: Stander) -> tuple[list[Item], float, float]:
    """A kind of counter about (0, 0) with the words under it, its width and its height."""
    size = NAME_PT * fonts.POINT
    alone = stander.number == 1 and bool(stander.ids[0])
    label = stander.ids[0] if alone else f"× {stander.number}" if stander.number > 1 else ""
    items = counters.counter(livery, stander, COUNTER_MM, label)
    if stander.face_down:
        items += counters.face_down(COUNTER_MM)
    lines = [*fonts.wrap(stander.name, counters.style.map.face("regular"), size, 17.0)]
    if not alone and stander.ids[0]:
        lines.append(span(stander.ids))
    y = COUNTER_MM / 2 + 0.5
    for line in lines:
        y += size * 1.05
        items.append(
            Text(0, r2(y - 0.15 * size), line, counters.style.map.face("regular"), size, counters.style.ink, "middle")
        )
    wide = max(COUNTER_MM + 0.6, *(fonts.width(line, counters.style.map.face("regular"), size) for line in lines))
    return items, wide, y + COUNTER_MM / 2


def draw_sample(figure: SampleFigure, style: Sheet, symbols: Symbols, look: str) -> Drawing | None:
    """The hex that the legend has for this name, or None where it has none."""
    boards = {entry.name: entry.board for entry in map_legend.entries(figure.board)}
    if figure.name not in boards:
        return None
    board = boards[figure.name]
    look = map_drawing.drawn_look(board, look)
    scene = Scene(board, style.map, map_legend.SWATCH, 0.0, lone=True, symbols=symbols)
    cell = scene.lattice.board[0]
    corners = [scene.lattice.corner(cell, k) for k in range(scene.lattice.sides)]
    shape: tuple[Segment, ...] = (
        *((("L" if i else "M"), (r2(x), r2(y))) for i, (x, y) in enumerate(corners)),
        ("Z", ()),
    )
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    across, high = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
    land, over = map_drawing.swatch(look, style)(scene)
    scale = figure.wide / across
    items: list[Item] = [
        Group(land, clip=shape),
        Path(shape, Style(fill=None, stroke=style.map.hex_line, stroke_width=0.2, join=1)),
        *over,
    ]
    placed = Group(items, (scale, 0.0, 0.0, scale, r2(-left * scale), r2(-top * scale)))
    return Drawing(figure.wide, r2(high * scale), [placed], shared=True)  # each player's aid shows it
