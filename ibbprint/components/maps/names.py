"""Names on a map: along the waters, beside bridges and villages, spread over heights. They keep off the hex numbers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from ibbprint.components.maps.along import (
    HALO,
    along_sides,
    beside_water,
    dry,
    halo_on,
    in_water,
    passes,
    size_of,
    water_ink,
)
from ibbprint.components.maps.curves import r2
from ibbprint.components.maps.lattice import Cell, Point
from ibbprint.components.maps.lettering import PLACE, REGION, WATER, face
from ibbprint.components.maps.occupied import Occupied
from ibbprint.components.maps.scene import LEAST_CONTRAST, Box, Scene, middle_of
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import contrast
from ibbprint.drawing.colour import ink as ink_on
from ibbprint.drawing.halos import halo
from ibbprint.drawing.shapes import Item, Path, Style, Text, rectangle
from ibbprint.materials.boards import PlaceName

PLACE_PT, WIDE_PT = 7.5, 10.5
WIDE = 6
"""A patch of this many hexes has its name spread over it."""
SPREAD = 0.6
"""The white between the letters of a name that is spread out, by the size of its type."""
CLOSE = 0.12
"""The same of other names, mm."""
NAME_REACH = 1.3
"""How far from the middle of its hexes a name may be, in hexes."""
NEAR, BESIDE = (0.7, 1.15), (0.55, 1.3)
"""How a way aside and one up or down count from a patch to its name; from a place, whose name is rather beside it."""
BESIDE_NUMBER = 0.9
"""The room between a number and a name beside it, mm on a hex of 20 mm, more than all round; none along a water."""
ASIDE = 0.7
"""What the name of a place keeps free at either end, mm on a hex of 20 mm, and half of it above and below."""
CROSSING = 0.25
"""How much nearer, in shares of a hex, a place over a rail must be to be taken."""
SPOTS = (-0.5, -0.25, 0.0, 0.25, 0.5)
"""Where it is looked what is under a name, in shares of its length from its middle."""
OFF, HALF_OFF = 0.3, 1.6
"""What a name beside its patch counts, and one that is half on it, in hexes of distance from its middle."""
MOST_PLACES = 24
"""So many hexes of a patch are tried for its name."""
LEAST_HEX_MM = 14.0
"""On smaller hexes there is no room for names."""


def names(scene: Scene, covered: Sequence[Box], fill: Callable[[str], str]) -> list[Item]:
    """Every name of the board that fits, clear of the `covered` boxes. `fill` gives the colour of a ground."""
    small = scene.lattice.size < LEAST_HEX_MM
    if small and not any(name.kept for name in scene.board.names):
        return []
    occupied = scene.keep_clear(
        0.45, beside=BESIDE_NUMBER, courses=[line for line in scene.running if line.course.kind != "river"]
    )
    figures = scene.keep_clear(0.45)
    banks = scene.keep_clear(0.45, courses=[*scene.roads, *scene.ways])
    for deck in scene.decks:
        reach = deck.water / 2 + 2.2 * scene.unit
        occupied.disc(*deck.at, reach)
        figures.disc(*deck.at, reach)
        banks.disc(*deck.at, reach)
    for cell, look in scene.look.items():
        if look == "village":  # houses stand in its midst
            occupied.disc(*scene.lattice.centre(cell), 6.0 * scene.unit)
    for box in covered:
        occupied.box(*box)
        figures.box(*box)
        banks.box(*box)
    across = scene.keep_clear(
        0.45, beside=BESIDE_NUMBER, courses=[*scene.roads, *scene.waters, *(side.drawn for side in scene.side_lines)]
    )
    for deck in scene.decks:
        across.disc(*deck.at, deck.water / 2 + 2.2 * scene.unit)
    for box in covered:
        across.box(*box)
    result: list[Item] = []
    for line in scene.waters if not small else ():
        if line.course.kind == "river":
            result += in_water(scene, line, figures)
        else:
            result += beside_water(scene, line, banks)
    if not small:
        result += along_sides(scene, banks)
    for line in [*scene.waters, *(side.drawn for side in scene.side_lines)]:
        for (x, y), width in zip(line.points, line.widths, strict=True):
            occupied.disc(x, y, width / 2 + 0.4 * scene.unit)
    for ridge in scene.ridges:
        for (x1, y1), (x2, y2) in itertools.pairwise(ridge):
            for step in range(9):
                occupied.disc(x1 + (x2 - x1) * step / 8, y1 + (y2 - y1) * step / 8, 2.0 * scene.unit)
    for name in sorted(scene.board.names, key=lambda n: (-len(n.hexes), n.hexes)):
        if name.kept or not small:
            result += _place(scene, name, _Free(occupied, across, figures), fill)
    return result


class _Free(NamedTuple):
    """The boxes that names avoid: all of them; all but rails and the like, which they may cross; figures."""

    all: Occupied
    across: Occupied
    figures: Occupied


class _Placement(NamedTuple):
    """A free place for a name: how far off it is, the middle of its baseline, its type, and its plate if it has one."""

    far: float
    x: float
    y: float
    size: float
    spacing: float
    plate: str = ""


def _place(scene: Scene, name: PlaceName, free: _Free, fill: Callable[[str], str]) -> list[Item]:
    """A name at the free place nearest to its hexes, across a joint of sheets only where no other is free; none when
    there is no free place near.

    One that must be kept interrupts a rail where that brings it much nearer; if need be it is over all lines, on a
    plate, and then over all but numbers and names.
    """
    part = PLACE if _built(scene, name) else WATER if _lake(scene, name) else REGION
    font = face(name.text, part, scene.style)
    margin = ASIDE * scene.unit if name.kept else 0.0
    places = (_search(scene, name, font, margin, free, fill, uncut=uncut) for uncut in passes(scene))
    result = next(filter(None, places), None)
    if result is None and name.kept:
        result = _over_all(scene, name, font, free)
    return [] if result is None else _written(scene, name.text, font, result, margin, free, fill, wet=part == WATER)


def _search(
    scene: Scene, name: PlaceName, font: str, margin: float, free: _Free, fill: Callable[[str], str], *, uncut: bool
) -> _Placement | None:
    """The free place of a name with its type; `uncut` says that no joint may cut it."""
    result: _Placement | None = None
    # Over a wide patch a name is spread out; where it has no room for that, the letters stand close together.
    for points, spread, reach in ((WIDE_PT, SPREAD, 0.9), (PLACE_PT, 0.0, NAME_REACH))[len(name.hexes) < WIDE :]:
        size = size_of(scene, points)
        spacing = spread * size or CLOSE
        long = fonts.width(name.text, font, size, spacing)
        tall = fonts.cap_height(font) * size
        room = long + 2 * margin, tall + margin
        places = [_free_place(scene, name, room, free.all, reach, uncut=uncut)]
        if len(name.hexes) >= WIDE and not _well_placed(scene, places[0]):
            places.append(_elsewhere(scene, name, room, free.all, uncut=uncut))
        for place in filter(None, places):
            if result is None or place[0] < result.far:
                result = _Placement(*place, size, spacing)
        if result is not None and _well_placed(scene, result):
            break
    if name.kept:
        over = _free_place(scene, name, room, free.across, reach, uncut=uncut)
        if over is not None and (result is None or over[0] + CROSSING * scene.lattice.size < result.far):
            result = _Placement(*over, size, spacing, fill(scene.look[scene.lattice.cell_named(name.hexes[0])]))
    return result


def _well_placed(scene: Scene, place: Sequence[float | str] | None) -> bool:
    """Whether a name is near its hexes and not half off them."""
    return place is not None and float(place[0]) < HALF_OFF * scene.lattice.size


def _over_all(scene: Scene, name: PlaceName, font: str, free: _Free) -> _Placement | None:
    """A place over all lines, and then over all but numbers and names, on a plate."""
    size = size_of(scene, PLACE_PT)
    room = fonts.width(name.text, font, size, CLOSE), fonts.cap_height(font) * size
    place = _free_place(scene, name, room, free.figures, NAME_REACH) or _free_place(
        scene, name, room, Occupied(scene.unit), NAME_REACH
    )
    return None if place is None else _Placement(*place, size, CLOSE, scene.style.sheet)


def _written(
    scene: Scene,
    words: str,
    font: str,
    place: _Placement,
    margin: float,
    free: _Free,
    fill: Callable[[str], str],
    *,
    wet: bool,
) -> list[Item]:
    """A name at its place, which is taken from now on; a `wet` one names a lake."""
    _, x, y, size, spacing, plate = place
    long, tall = fonts.width(words, font, size, spacing), fonts.cap_height(font) * size
    y -= margin / 2
    items: list[Item] = []
    if plate:
        box = rectangle(r2(x - long / 2 - 0.5), r2(y - tall - 0.5), r2(long + 1.0), r2(tall + 1.0))
        items.append(Path(box, Style(fill=plate)))
    # Two names in a line would be read as one without a space between them.
    for item in free:
        item.box(x - long / 2 - tall, y - tall, long + 2 * tall, tall)
    scene.named.append((x - long / 2, y - tall, long, tall * 1.2))
    wet = wet and not plate
    ink = _ink_on(scene, plate) if plate else water_ink(scene) if wet else _ink(scene, (x, y), fill)
    text = Text(r2(x - long / 2), r2(y), words, font, size, ink, "start", r2(spacing))
    if not plate:
        items += halo(
            text, halo_on(scene, fill(dry(scene.look.get(scene.lattice.at(x, y), scene.base))), ink), HALO * scene.unit
        )
    return [*items, text]


def _built(scene: Scene, name: PlaceName) -> bool:
    """Whether a name is that of something built: a village, a bridge, a town; others are those of the land."""
    first = name.hexes[0]
    return (
        name.kept
        or scene.look[scene.lattice.cell_named(first)] == "village"
        or (len(name.hexes) == 1 and any(span.hex == first for span in scene.board.bridges))
    )


def _lake(scene: Scene, name: PlaceName) -> bool:
    """Whether a name is that of a lake or a sea."""
    return scene.lattice.cell_named(name.hexes[0]) in scene.lakes


def _middle(scene: Scene, name: PlaceName) -> Point:
    """The first place tried for a name: the middle of its hexes, or the broadest of them near it where a crescent or a
    ring has its middle on other ground.
    """
    cells = [scene.lattice.cell_named(h) for h in name.hexes]
    middle = middle_of([scene.lattice.centre(cell) for cell in cells])
    if len(cells) < WIDE or scene.lattice.at(*middle) in cells:
        return middle

    def worth(cell: Cell) -> tuple[float, Cell]:
        adjacent = sum(scene.lattice.beside(cell, k) in cells for k in range(scene.lattice.sides))
        return round(math.dist(scene.lattice.centre(cell), middle) / scene.lattice.size - adjacent, 3), cell

    return scene.lattice.centre(min(cells, key=worth))


def _elsewhere(
    scene: Scene, name: PlaceName, size: Point, occupied: Occupied, *, uncut: bool
) -> tuple[float, float, float] | None:
    """A free place about one of the hexes of a large patch: on it if it can be, the nearest to its middle first."""
    result: tuple[float, float, float] | None = None
    centre = {h: scene.lattice.centre(scene.lattice.cell_named(h)) for h in name.hexes}
    middle = middle_of(centre.values())
    for h in sorted(name.hexes, key=lambda h: (round(math.dist(centre[h], middle), 3), h))[:MOST_PLACES]:
        place = _free_place(scene, name, size, occupied, 0.5, centre[h], uncut=uncut)
        if place is not None and _well_placed(scene, place):
            return place
        result = result or place
    return result


def _free_place(
    scene: Scene,
    name: PlaceName,
    size: Point,
    occupied: Occupied,
    reach: float,
    about: Point | None = None,
    *,
    uncut: bool = False,
) -> tuple[float, float, float] | None:
    """The best free place for the middle of a name's baseline, and its distance: the nearest place that is free.

    A place is rather named in its own hex, on whatever ground; a large patch rather on its own ground; others on open
    ground. The search begins in the middle of the name's hexes, or at `about`; no joint cuts a name that is to be
    `uncut`.
    """
    long, tall = size
    x0, y0 = about or _middle(scene, name)
    unit, u = scene.unit, scene.lattice.size
    plain = {"clear", "pass", "river", "stream"}
    plain |= {ground.drawn for ground in scene.board.grounds if ground.tones is not None and not ground.tones.stamp}
    pairs = {scene.lattice.cell_named(h) for h in name.hexes} if len(name.hexes) > 1 else set()
    home = scene.lattice.cell_named(name.hexes[0])
    marks = scene.marks_near(home, 3) if name.kept else []
    rivals = [place for _, place in marks if math.dist(place, (x0, y0)) > u / 2]
    best: tuple[float, float, float] | None = None
    for away, i, j in _nearest_first(*(BESIDE if name.kept else NEAR)):
        if best is not None and away * reach * u >= best[0]:
            break
        x, y = x0 + i * reach * u, y0 + tall / 2 + j * reach * u
        if not (long / 2 + unit < x < scene.width - long / 2 - unit and 3 * unit < y < scene.height - unit):
            continue
        if uncut and scene.joints.cut((x - long / 2, y - tall, long, tall)):
            continue
        if not _free(occupied, x - long / 2, y, long, tall, unit):
            continue
        cost = away * reach * u
        cells = [scene.lattice.at(x + long * share, y - tall / 2) for share in SPOTS]
        if name.kept:
            cost += 0.06 * u * sum(cell != home for cell in cells[::2])
        else:
            cost += u * _astray(scene, cells, pairs, plain)
        middle = x, y - tall / 2
        cost += 0.3 * u * any(math.dist(middle, rival) < math.dist(middle, (x0, y0)) + u / 2 for rival in rivals)
        if best is None or cost < best[0]:
            best = cost, x, y
    return best


def _astray(scene: Scene, cells: Sequence[Cell], patch: set[Cell], plain: set[str]) -> float:
    """The cost of the ground under a name, in hexes: best is all of its own patch, and worst half on and half off it.

    The name of a small patch may be beside it on open ground as well, that of a wide one hardly.
    """
    on = sum(cell in patch for cell in cells)
    if on == len(cells):
        return 0.0
    if on:
        return HALF_OFF
    rough = 0.4 * sum(scene.look.get(cell) not in plain for cell in cells[::2])
    return rough + (OFF if patch else 0.0) if len(patch) < WIDE else HALF_OFF


def _ink(scene: Scene, at: Point, fill: Callable[[str], str]) -> str:
    """The ink of names; on a dark ground of its own colours, one that can be read there."""
    look = scene.look.get(scene.lattice.at(*at), "")
    return _ink_on(scene, fill(look)) if look in scene.own_styles else scene.style.ink


def _ink_on(scene: Scene, ground: str) -> str:
    return scene.style.ink if contrast(scene.style.ink, ground) >= LEAST_CONTRAST else ink_on(ground)


@cache
def _nearest_first(aside: float, down: float) -> tuple[tuple[float, float, float], ...]:
    """Places about a middle, from -1 to 1 both ways, each with how far it is off, aside and up or down weighed so."""
    steps = [k / 12 for k in range(-12, 13)]
    return tuple(sorted((math.hypot(i * aside, j * down), i, j) for i in steps for j in steps))


def _free(occupied: Occupied, x: float, y: float, long: float, tall: float, unit: float) -> bool:
    steps = max(2, math.ceil(long / unit))
    return not any(occupied.along(x, y - tall * share, long, steps) for share in (-0.1, 0.5, 1.05))
