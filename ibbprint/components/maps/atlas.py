"""The atlas look of a map: areas with softened outlines, relief, woods of small crowns, a river with its banks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from ibbprint.components.maps import stamps
from ibbprint.components.maps import ways as map_ways
from ibbprint.components.maps.courses import CASING, ROAD, Deck, Line, band, middle, parallel
from ibbprint.components.maps.curves import closed_curve, r2
from ibbprint.components.maps.lattice import Cell, HexLattice, Point, beside, chance, loops, soft_outline, spots, swing
from ibbprint.components.maps.occupied import Occupied
from ibbprint.components.maps.relief import folds, hachures, meadows, ridge_line
from ibbprint.components.maps.scene import Scene
from ibbprint.drawing.colour import mix
from ibbprint.drawing.shapes import Drawing, Group, Item, Path, Segment, Style, rectangle

WOBBLE = 0.07
"""How far outlines stray from the edges of hexes, in shares of a hex."""
SMALL_MM = 12.0
"""Below this width of a hex, textures are drawn more simply."""
SPECK_MM = 8.0
"""Below this one, open ground is plain: a tuft of grass would be a speck, as in the small maps of booklets."""

# From below to above; each look with those whose areas its own is part of.
_LAYERS: Sequence[tuple[str, frozenset[str]]] = (
    ("desert", frozenset({"desert"})),
    ("marsh", frozenset({"marsh"})),
    ("brush", frozenset({"brush"})),
    ("rubble", frozenset({"rubble"})),
    ("woods", frozenset({"woods"})),
    ("jungle", frozenset({"jungle"})),
    ("mountain", frozenset({"mountain", "pass"})),
    ("hill", frozenset({"hill", "crest"})),
    ("crest", frozenset({"crest"})),
    ("pass", frozenset({"pass"})),
)
HIGH = frozenset({"hill", "crest", "mountain", "pass"})
"""Looks of ground that rises."""
FOLD_TONE = 0.4
"""How much of the dark of open ground is in a fold: paler than a hachure of a hill on the same paper."""
RUNNING = frozenset(("river", "stream"))
"""Looks of hexes through which a water runs, as a band."""
_BEYOND = {"river": "clear", "stream": "clear", "village": "clear", "pass": "mountain", "crest": "hill"}
"""What lies beyond the edge of the map next to such a hex."""


def ground(scene: Scene) -> list[Item]:
    """All of the land under the hex lines."""
    occupied = scene.keep_clear(0.5)
    looks = _with_rim(scene)
    result: list[Item] = [_rectangle(scene, scene.ground_style(_under_all(scene)).fill)]
    layers = [*((look, frozenset({look})) for look in scene.own_styles if look != scene.base), *_LAYERS]
    areas = {look: {cell for cell, drawn in looks.items() if drawn in parts} for look, parts in layers}
    result += _meadows(scene, looks)
    result += _folds(scene, looks, occupied)
    for look, _ in layers:
        result += _area(scene, look, areas[look])
    result += _relief(scene, areas, occupied)
    result += _roads(scene)
    result += _waters(scene)
    result += _stamped(scene, looks, areas)
    return result


def _under_all(scene: Scene) -> str:
    """The ground between areas: the base, or the commonest ground of a map that has nothing of the base.

    Waters that run are no ground: on a map and in its legend they run through land.
    """
    counts = Counter(look for look in scene.look.values() if look not in RUNNING)
    return scene.base if scene.base in counts or not counts else min(counts, key=lambda look: (-counts[look], look))


def _rectangle(scene: Scene, colour: str) -> Path:
    return Path(rectangle(0, 0, r2(scene.width), r2(scene.height)), Style(fill=colour))


def _meadows(scene: Scene, looks: Mapping[Cell, str]) -> list[Item]:
    """Patches of grass on open ground, in the hexes beyond the edge of the board as well."""
    if scene.base != "clear" or scene.lone or scene.hexes.size < SPECK_MM:
        return []
    places = ((cell, scene.hexes.centre(cell)) for cell, look in looks.items() if look == "clear")
    return meadows(places, scene.hexes.size, scene.ground_style("clear"), scene.ground_style("brush").fill)


def _folds(scene: Scene, looks: Mapping[Cell, str], occupied: Occupied) -> list[Item]:
    """Folds of the open ground of a map without any height: on others, what is drawn as a slope is one."""
    if scene.base != "clear" or scene.lone or scene.hexes.size < SPECK_MM:
        return []
    if scene.own_styles or HIGH.intersection(looks.values()):
        return []
    places = (
        (cell, scene.hexes.centre(cell))
        for cell, look in looks.items()
        if look == "clear" and all(looks.get(beside(cell, k)) == "clear" for k in range(6))
    )
    clear = scene.ground_style("clear")
    return folds(places, scene.hexes.size, occupied, mix(clear.fill, clear.dark, FOLD_TONE))


def _with_rim(scene: Scene) -> dict[Cell, str]:
    """The look of each cell of the board and of those round it."""
    result = dict(scene.look)
    for cell, inner in scene.hexes.rim.items():
        look = scene.look[inner]
        result[cell] = "clear" if scene.lone and look == "hill" else _BEYOND.get(look, look)
    return result


def outline(lattice: HexLattice, cells: Collection[Cell], wobble: float = WOBBLE) -> tuple[Segment, ...]:
    """The softened outlines of an area as one path; holes run the other way round."""
    pairs: list[Segment] = []
    for loop in loops(cells):
        pairs += closed_curve(soft_outline(lattice, loop, wobble), coarse=True)
    return tuple(pairs)


def _area(scene: Scene, look: str, cells: Collection[Cell]) -> list[Item]:
    """An area in its colour, with the tone along its edge drawn inside."""
    if not cells:
        return []
    colours, unit = scene.ground_style(look), scene.unit
    shape = outline(scene.hexes, cells)
    soft = mix(colours.fill, colours.edge, 0.5)
    edge: list[Item] = [
        Path(shape, Style(fill=None, stroke=soft, stroke_width=r2(5.2 * unit), join=1)),
        Path(shape, Style(fill=None, stroke=colours.edge, stroke_width=r2(2.4 * unit), join=1)),
    ]
    line = mix(colours.edge, colours.dark, 0.38)
    return [
        Path(shape, Style(fill=colours.fill)),
        Group(edge, clip=shape),
        Path(shape, Style(fill=None, stroke=line, stroke_width=r2(0.22 * unit), join=1)),
    ]


def _lakes(scene: Scene) -> tuple[list[Item], list[Item]]:
    """The banks of lakes and seas, and their water."""
    if not scene.lakes:
        return [], []
    water, unit = scene.style.water, scene.unit
    # Water that reaches the edge of the map goes on beyond it.
    beyond = set() if scene.lone else {cell for cell, inner in scene.hexes.rim.items() if inner in scene.lakes}
    shape = outline(scene.hexes, scene.lakes | beyond)
    inner: list[Item] = [
        Path(shape, Style(fill=None, stroke=water.light, stroke_width=r2(w * unit), join=1))
        if i % 2 == 0
        else Path(shape, Style(fill=None, stroke=water.fill, stroke_width=r2(w * unit), join=1))
        for i, w in enumerate((4.2, 3.8, 2.4, 2.0))
    ]
    banks: list[Item] = [
        Path(shape, Style(fill=water.shore, stroke=water.shore, stroke_width=r2(1.6 * unit), join=1)),
        Path(shape, Style(fill=None, stroke=water.bank, stroke_width=r2(0.6 * unit), join=1)),
    ]
    return banks, [Path(shape, Style(fill=water.fill)), Group(inner, clip=shape)]


def _relief(scene: Scene, areas: Mapping[str, set[Cell]], occupied: Occupied) -> list[Item]:
    result: list[Item] = []
    unit = scene.unit
    hill, crest = scene.ground_style("hill"), scene.ground_style("crest")
    small = scene.hexes.size < SMALL_MM
    spacing = 1.6 if small else 0.85
    for look, colours, length in (("hill", hill, 3.8), ("crest", crest, 3.4)):
        if areas[look]:
            strokes = hachures(scene.hexes, areas[look], occupied, WOBBLE, length=length, spacing=spacing, weight=0.34)
            if strokes:
                result.append(Path(strokes, Style(fill=colours.light)))
    for ridge in scene.ridges:
        result += ridge_line(ridge, unit, crest.dark, crest.light, occupied)
    return result


def _roads(scene: Scene) -> list[Item]:
    road, unit = scene.style.road, scene.unit
    lines = [middle(line) for line in scene.roads]
    wide = ROAD * unit
    casing = Style(fill=None, stroke=road.casing, stroke_width=r2(wide), cap=1, join=1)
    fill = Style(fill=None, stroke=road.fill, stroke_width=r2(wide - 2 * CASING * unit), cap=1, join=1)
    return [*(Path(line, casing) for line in lines), *(Path(line, fill) for line in lines)]


def _waters(scene: Scene) -> list[Item]:
    """Every water: its shore, its banks, itself, and lines of light in the wide ones."""
    banks, lakes = _lakes(scene)
    return [*banks, *_drawn_waters(scene, scene.waters, scene.waters, lakes)]


def side_waters(scene: Scene) -> list[Item]:
    """The waters between hexes, which lie over the hex lines."""
    sides = scene.side_waters
    return _drawn_waters(scene, [line.drawn for line in sides], [line.lit for line in sides])


def _drawn_waters(scene: Scene, lines: Sequence[Line], lit: Sequence[Line], lakes: Sequence[Item] = ()) -> list[Item]:
    """Waters that run; the water of `lakes` covers the banks, so that none closes a river’s mouth."""
    water, unit = scene.style.water, scene.unit
    bands = [band(line) for line in lines]
    result: list[Item] = []
    for shape, line in zip(bands, lines, strict=True):
        wide = 1.5 if line.course.kind == "river" else 0.9
        result.append(Path(shape, Style(fill=None, stroke=water.shore, stroke_width=r2(wide * unit), join=1)))
    for shape, line in zip(bands, lines, strict=True):
        wide = 0.66 if line.course.kind == "river" else 0.44
        result.append(Path(shape, Style(fill=None, stroke=water.bank, stroke_width=r2(wide * unit), join=1)))
    result += [*lakes, *(Path(shape, Style(fill=water.fill)) for shape in bands)]
    light = Style(fill=None, stroke=water.light, stroke_width=r2(0.2 * unit), cap=1)
    for line in lit:
        if line.course.kind == "river":
            result += [Path(parallel(line, share), light) for share in (-0.74, 0.74)]
            result += [
                Path(parallel(line, share), Style(fill=None, stroke=water.light, stroke_width=r2(0.14 * unit), cap=1))
                for share in (-0.5, 0.5)
            ]
    return result


# --- small things ---------------------------------------------------------------------------------------------------


def _scattered(
    scene: Scene,
    cells: Collection[Cell],
    kinds: Sequence[Drawing],
    occupied: Occupied,
    *,
    parts: int,
    jitter: float,
    half: float,
    up: float,
    down: float,
    fill: float = 1.0,
    salt: int = 0,
) -> list[tuple[float, Item]]:
    """Stamps over the cells, each with its depth on the page. Sizes for a hex of 20 mm."""
    unit, lattice = scene.unit, scene.hexes
    result: list[tuple[float, Item]] = []
    for cell in cells:
        cx, cy = lattice.centre(cell)
        for index, (dx, dy) in enumerate(spots(lattice, parts)):
            if chance(*cell, index, salt, 1) >= fill:
                continue
            x = cx + dx + swing(*cell, index, salt, 2) * jitter * unit
            y = cy + dy + swing(*cell, index, salt, 3) * jitter * unit
            if occupied.over(x, y, half * unit, up * unit, down * unit):
                continue
            kind = kinds[int(chance(*cell, index, salt, 4) * len(kinds))]
            result.append((y, stamps.use(kind, x, y, unit * (0.88 + 0.24 * chance(*cell, index, salt, 5)))))
    return result


def _stamped(scene: Scene, looks: Mapping[Cell, str], areas: Mapping[str, set[Cell]]) -> list[Item]:
    """All stamps, those further down the page over those further up."""
    by_look: dict[str, list[Cell]] = {}
    reach = 0.62 * scene.hexes.size
    for cell, look in looks.items():
        x, y = scene.hexes.centre(cell)
        if -reach < x < scene.width + reach and -reach < y < scene.height + reach:
            by_look.setdefault(look, []).append(cell)
    occupied = scene.keep_clear(0.35, courses=scene.running)
    for deck in scene.decks:
        occupied.disc(*deck.at, (deck.water / 2 + 2.5 * scene.unit))
    small = scene.hexes.size < SMALL_MM
    items: list[tuple[float, Item]] = []

    def scatter(
        look: str,
        maker: stamps.Maker,
        parts: int,
        jitter: float,
        half: float,
        up: float,
        down: float,
        fill: float = 1.0,
    ) -> None:
        cells = by_look.get(look)
        if cells:
            kinds = stamps.make(maker, scene.ground_style(look))
            items.extend(
                _scattered(
                    scene, cells, kinds, occupied, parts=parts, jitter=jitter, half=half, up=up, down=down, fill=fill
                )
            )

    scatter("woods", stamps.crowns, 4 if small else 5, 1.1, 1.6, 1.6, 1.6)
    scatter("jungle", stamps.crowns, 5 if small else 6, 1.0, 1.6, 1.6, 1.6)
    scatter("jungle", stamps.palms, 3, 1.6, 1.8, 1.8, 1.7, 0.6)
    scatter("brush", stamps.bushes, 4 if small else 5, 1.5, 1.2, 1.0, 0.9, 0.85)
    scatter("marsh", stamps.tufts, 3 if small else 4, 1.4, 1.6, 1.6, 0.6, 0.9)
    scatter("desert", stamps.dunes, 3 if small else 4, 1.8, 2.4, 1.2, 1.0, 0.8)
    scatter("rubble", stamps.stones, 4, 1.3, 1.6, 1.4, 1.4, 0.8)
    if scene.hexes.size >= SPECK_MM:
        scatter("clear", stamps.grass, 2, 3.5, 1.0, 0.9, 0.1, 0.5)
    for entry in scene.board.grounds:
        if entry.tones is not None and entry.tones.stamp:
            cells = by_look.get(entry.drawn, ())
            items.extend(map_ways.strewn(scene, cells, entry.tones, scene.ground_style(entry.drawn), occupied))
    hills = areas["hill"] - set(areas["crest"])
    deep = [cell for cell in by_look.get("hill", ()) if all(beside(cell, k) in hills for k in range(6))]
    items.extend(_knolls(scene, deep, occupied))
    if "mountain" in by_look:
        items.extend(_peaks(scene, by_look["mountain"], occupied))
    if "pass" in by_look:
        items.extend(_pass(scene, by_look["pass"], occupied))
    for cell in by_look.get("village", ()):
        items.extend(_village(scene, cell, occupied))
    items.sort(key=lambda pair: pair[0])
    return [item for _, item in items]


def _knolls(scene: Scene, cells: Collection[Cell], occupied: Occupied) -> list[tuple[float, Item]]:
    """A swell of the ground in hexes deep inside a hill, which have no rim."""
    kinds = stamps.make(stamps.knolls, scene.ground_style("hill"))
    unit = scene.unit
    result: list[tuple[float, Item]] = []
    for cell in cells:
        x, y = scene.hexes.centre(cell)
        x, y = x + 2.6 * swing(*cell, 61) * unit, y + (0.6 + 2.4 * swing(*cell, 62)) * unit
        if chance(*cell, 63) < 0.8 and not occupied.over(x, y, 3 * unit, unit, 2 * unit):
            result.append((y, stamps.use(kinds[int(chance(*cell, 64) * len(kinds))], x, y, unit)))
    return result


_PEAK_PLACES = ((-5.4, 1.2, 1), (5.2, 0.6, 2), (-0.4, 4.6, 0), (-8.0, 7.4, 3), (6.4, 8.2, 4), (-3.0, 10.2, 2))


def _peaks(scene: Scene, cells: Collection[Cell], occupied: Occupied) -> list[tuple[float, Item]]:
    """A few peaks in each hex, below its number."""
    kinds = stamps.make(stamps.peaks, scene.ground_style("mountain"))
    unit = scene.unit
    result: list[tuple[float, Item]] = []
    for cell in cells:
        cx, cy = scene.hexes.centre(cell)
        for index, (dx, dy, kind) in enumerate(_PEAK_PLACES):
            if chance(*cell, index, 41) < 0.12:
                continue
            x = cx + (dx + 1.1 * swing(*cell, index, 42)) * unit
            y = cy + (dy + 0.9 * swing(*cell, index, 43)) * unit
            number = (kind + int(chance(*cell, index, 44) * 2) * 2) % len(kinds)
            scale = 0.98 + 0.3 * chance(*cell, index, 45)
            if occupied.over(x, y, 3.4 * scale * unit, 6.4 * scale * unit, 0.4 * unit):
                number, scale = 3, scale * 0.8
                if occupied.over(x, y, 2.4 * scale * unit, 4.6 * scale * unit, 0.3 * unit):
                    continue
            result.append((y, stamps.use(kinds[number], x, y, unit * scale)))
    return result


def _pass(scene: Scene, cells: Collection[Cell], occupied: Occupied) -> list[tuple[float, Item]]:
    """Two peaks that leave the way between them free."""
    kinds = stamps.make(stamps.peaks, scene.ground_style("mountain"))
    unit = scene.unit
    result: list[tuple[float, Item]] = []
    for cell in cells:
        cx, cy = scene.hexes.centre(cell)
        for index, (dx, dy) in enumerate(((-6.4, 1.5), (6.4, 0.8), (-5.6, 7.2), (6.0, 6.8))):
            x, y = cx + dx * unit, cy + dy * unit
            if not occupied.over(x, y, 2.4 * unit, 4.0 * unit):
                result.append((y, stamps.use(kinds[3 if index % 2 else 1], x, y, unit * 0.75)))
    return result


def _village(scene: Scene, cell: Cell, occupied: Occupied) -> list[tuple[float, Item]]:
    """A few houses about the middle of the hex, beside the roads, and one church.

    Without room for a church there are houses alone, and without room for these they are smaller.
    """
    return (
        _houses(scene, cell, occupied, 1.4, church=True)
        or _houses(scene, cell, occupied, 1.4, church=False)
        or _houses(scene, cell, occupied, 0.9, church=False)
    )


def _houses(scene: Scene, cell: Cell, occupied: Occupied, size: float, *, church: bool) -> list[tuple[float, Item]]:
    """Houses where nothing else stands; with a church as the first of them, none without room for it."""
    kinds = stamps.house_stamps(scene.style)
    unit = scene.unit
    room = unit * size / 1.4
    cx, cy = scene.hexes.centre(cell)
    result: list[tuple[float, Item]] = []
    pairs: list[Point] = []
    for index in range(60):
        a, r = chance(*cell, index, 51) * math.tau, 2.6 + 5.2 * chance(*cell, index, 52) ** 0.8
        x, y = cx + r * math.cos(a) * unit, cy + (r * math.sin(a) * 0.82 + 1.0) * unit
        tall = church and not pairs
        if occupied.over(x, y, 2.1 * room, (5.8 if tall else 2.8) * room, 0.3 * room):
            continue
        if any(abs(x - ox) < 3.9 * room and abs(y - oy) < 2.7 * room for ox, oy in pairs):
            continue
        pairs.append((x, y))
        result.append((y, stamps.use(kinds[3] if tall else kinds[index % 3], x, y, unit * size)))
        if len(pairs) == 9:
            break
    return result


# --- over the hex lines ---------------------------------------------------------------------------------------------


def crossing(scene: Scene, deck: Deck) -> list[Item]:
    """A bridge or a ford."""
    return ford(scene, deck) if deck.span.ford else bridge(scene, deck)


def ford(scene: Scene, deck: Deck) -> list[Item]:
    """A ford: shallow water in the width of the road, between two rows of stones."""
    road, water, unit = scene.style.road, scene.style.water, scene.unit
    half = deck.water / 2
    (x, y), (ux, uy) = deck.at, deck.along

    def row(across: float) -> tuple[Segment, ...]:
        ends = [(r2(x + ux * along - uy * across), r2(y + uy * along + ux * across)) for along in (-half, half)]
        return ("M", ends[0]), ("L", ends[1])

    shallow = mix(water.light, road.fill, 0.5)
    wide, dash = ROAD * 0.72 * unit, (r2(0.1 * unit), r2(1.15 * unit))
    stones = Style(fill=None, stroke=road.casing, stroke_width=r2(0.62 * unit), cap=1, dash=dash)
    return [
        Path(row(0), Style(fill=None, stroke=shallow, stroke_width=r2(ROAD * unit))),
        Path((*row(-wide), *row(wide)), stones),
    ]


def bridge(scene: Scene, deck: Deck) -> list[Item]:
    """A bridge: its deck with planks, and rails that open at both ends."""
    road, unit = scene.style.road, scene.unit
    half = deck.water / 2 + 1.15 * unit
    wide = 1.35 * unit
    ux, uy = deck.along
    x, y = deck.at

    def at(along: float, across: float) -> Point:
        return r2(x + ux * along - uy * across), r2(y + uy * along + ux * across)

    def rail(side: float) -> tuple[Segment, ...]:
        flare = 0.8 * unit
        return (
            ("M", at(-half - flare, side * (wide + flare))),
            ("L", at(-half, side * wide)),
            ("L", at(half, side * wide)),
            ("L", at(half + flare, side * (wide + flare))),
        )

    planks: list[Segment] = []
    count = max(3, round(2 * half / (0.95 * unit)))
    for i in range(1, count):
        along = -half + 2 * half * i / count
        planks += [("M", at(along, -wide)), ("L", at(along, wide))]
    body = (("M", at(-half, -wide)), ("L", at(half, -wide)), ("L", at(half, wide)), ("L", at(-half, wide)), ("Z", ()))
    return [
        Path(body, Style(fill=road.deck)),
        Path(tuple(planks), Style(fill=None, stroke=mix(road.casing, road.deck, 0.5), stroke_width=r2(0.16 * unit))),
        Path(
            (*rail(1), *rail(-1)),
            Style(fill=None, stroke=mix(road.casing, "#000000", 0.35), stroke_width=r2(0.5 * unit), cap=0, join=1),
        ),
    ]
