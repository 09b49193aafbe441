"""Strokes on a file of a map of areas or points: grounds, starts, where places are, links, and the corners of outlines.

Coordinates are in what the file counts in. Corners that areas have in common stay in common: they move together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ibbprint.catalogue.editing import EditedText, NotEdited, entry, pair, scalar
from ibbprint.catalogue.map_strokes import Step, entry_path
from ibbprint.catalogue.outlines import distance
from ibbprint.patterns import regex
from ibbprint.regions import Point

LEAST_CORNERS = 3
ALIKE = 0.01
"""Corners no farther apart are one corner, in what the file counts in."""
_NO_ID = regex(r"[^a-z0-9]+")


# --- places ---------------------------------------------------------------------------------------------------------


def set_ground(text: EditedText, list_: str, id: str, ground: str) -> None:
    """Give an area or a point another ground; an area that only a drawing has gets an entry."""
    if list_ == "areas" and all(place.get("id") != id for place in text.value(("map", list_)) or ()):
        text.add(("map", list_), entry({"id": id, "ground": ground}))
        return
    path = entry_path(text, list_, id)
    if text.value((*path, "ground")) is None:
        text.put(path, "ground", scalar(ground))
    else:
        text.set((*path, "ground"), ground)


def move(text: EditedText, list_: str, id: str, x: float, y: float) -> None:
    """Put the middle of an area or a point elsewhere on the map."""
    path = entry_path(text, list_, id)
    if text.value((*path, "at")) is None:
        text.put(path, "at", pair(x, y))
        return
    for at, value in enumerate((x, y)):
        text.set_number((*path, "at", at), value)


def toggle_start(text: EditedText, id: str, place: str) -> None:
    """Add an area or a point to a start, or remove it."""
    path = (*entry_path(text, "starts", id), "at")
    names = list(text.value(path) or ())
    if place not in names:
        text.add(path, scalar(place))
    elif len(names) == 1:
        raise NotEdited("the last place stays: delete the whole start in the file.")
    else:
        text.remove((*path, names.index(place)))


def add_point(text: EditedText, name: str, x: float, y: float) -> None:
    """A new point, with an id made of its name."""
    id = _new_id(text, name, "point")
    text.add(("map", "points"), f"{{{_named(id, name)}, at: {pair(x, y)}}}")


def add_area(text: EditedText, name: str, ground: str, corners: Sequence[Point]) -> None:
    """A new area with these corners, three or more, on a `ground` or none, with an id made of its name."""
    if len(corners) < LEAST_CORNERS:
        raise NotEdited("an area has three corners at least: drag round it.")
    outline = ", ".join(pair(x, y) for x, y in corners)
    id, on = _new_id(text, name, "area"), f", ground: {scalar(ground)}" if ground else ""
    text.add(("map", "areas"), f"{{{_named(id, name)}{on}, outline: [{outline}]}}")


def _named(id: str, name: str) -> str:
    return f"id: {scalar(id)}" + (f", name: {scalar(name)}" if name else "")


def _new_id(text: EditedText, name: str, kind: str) -> str:
    """An id that no place of the map has."""
    taken = {place.get("id") for list_ in ("areas", "points") for place in text.value(("map", list_)) or ()}
    base = _NO_ID.sub("-", name.lower()).strip("-") or kind
    return next(id for id in (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))) if id not in taken)


# --- links ----------------------------------------------------------------------------------------------------------


def link(text: EditedText, start: str, end: str, kind: str) -> None:
    """Link two places, or make their link one of another kind; empty: of none."""
    if start == end:
        raise NotEdited("a link leads from one place to another: drag between two.")
    at = next(_linked(text, start, end), None)
    if at is not None:
        known = text.value(("map", "links", at, "kind")) or ""
        if known == kind:
            return
        if known and kind:
            text.set(("map", "links", at, "kind"), kind)
            return
        if kind:
            text.put(("map", "links", at), "kind", scalar(kind))
            return
        text.remove(("map", "links", at))
    text.add(("map", "links"), entry({"from": start, "to": end} | ({"kind": kind} if kind else {})))


def unlink(text: EditedText, start: str, end: str) -> None:
    """Take the link of two places out of the list of links, and out of what either says of itself."""
    removed = False
    for at in reversed([*_linked(text, start, end)]):
        text.remove(("map", "links", at))
        removed = True
    for list_ in ("areas", "points"):
        for index, place in enumerate(text.value(("map", list_)) or ()):
            names = place.get("links") or ()
            far = {start: end, end: start}.get(place.get("id"))
            if isinstance(names, list) and far in names:
                text.remove(("map", list_, index, "links", names.index(far)))
                removed = True
    if not removed:
        raise NotEdited("the file has no link between these two; areas that share a border are linked by it.")


def _linked(text: EditedText, start: str, end: str) -> Iterator[int]:
    """The numbers of the links between two places, in either direction."""
    links = text.value(("map", "links"))
    if isinstance(links, str):
        raise NotEdited(f"the links of this map are in the table {links}: edit them there.")
    called = {
        name.casefold(): place["id"]
        for list_ in ("areas", "points")
        for place in text.value(("map", list_)) or ()
        if "id" in place
        for name in (place["id"], place.get("name") or place["id"].replace("-", " "))
    }
    for index, line in enumerate(links or ()):
        ends = (str(line.get(key, "")) for key in ("from", "to"))
        if {called.get(name.casefold(), name) for name in ends} == {start, end}:  # by an id, or by a name
            yield index


# --- outlines -------------------------------------------------------------------------------------------------------


def move_corner(text: EditedText, id: str, corner: int, x: float, y: float) -> None:
    """Put a corner of an area elsewhere, in every outline that has it."""
    old = _corner(text, id, corner)
    for path, outline in _outlines(text):
        for index, point in enumerate(outline):
            if _alike(point, old):
                for at, value in enumerate((x, y)):
                    text.set_number((*path, index, at), value)


def add_corner(text: EditedText, id: str, x: float, y: float) -> None:
    """A new corner on the nearest side of an area, in every outline that has this side."""
    outline = _outline(text, id)
    sides = [(outline[index - 1], outline[index]) for index in range(len(outline))]
    ends = min(sides, key=lambda side: distance(x, y, *side))
    for path, corners in [*_outlines(text)]:
        for index in range(len(corners)):
            if {*map(_near_enough, (corners[index - 1], corners[index]))} == {*map(_near_enough, ends)}:
                text.insert(path, index, pair(x, y))
                break


def drop_corner(text: EditedText, id: str, corner: int) -> None:
    """Take a corner out of every outline that has it. NotEdited where one of them would have too few left."""
    old = _corner(text, id, corner)
    having = [
        (path, index, len(outline))
        for path, outline in _outlines(text)
        for index, point in enumerate(outline)
        if _alike(point, old)
    ]
    if any(length <= LEAST_CORNERS for _, _, length in having):
        raise NotEdited("an area has three corners at least.")
    for path, index, _ in reversed(having):
        text.remove((*path, index))


def simplified(points: Sequence[Point], snaps: Sequence[Point], near: float, off: float) -> list[Point]:
    """The corners of a painted outline: those of others that it passes within `near`, and no more than leave it
    within `off` of where it was painted.
    """
    snapped, fixed = [], set()
    for point in points:
        snap = min(snaps, key=lambda snap: math.dist(snap, point), default=point)
        if snaps and math.dist(snap, point) <= near:
            fixed.add(snap)
            snapped.append(snap)
        else:
            snapped.append(point)
    ring = [point for index, point in enumerate(snapped) if not index or point != snapped[index - 1]]
    if len(ring) < LEAST_CORNERS:
        return ring
    far = max(range(len(ring)), key=lambda index: math.dist(ring[index], ring[0]))
    halves = _thinned(ring[: far + 1], off, fixed)[:-1] + _thinned([*ring[far:], ring[0]], off, fixed)[:-1]
    result = [point for index, point in enumerate(halves) if point != halves[index - 1]]
    for point in [result[0], ring[far]]:  # where it was cut in two a corner may be left that is none
        at = result.index(point) if point in result else 0
        before, after = result[at - 1], result[(at + 1) % len(result)]
        if len(result) > LEAST_CORNERS and point not in fixed and distance(*point, before, after) <= off:
            result.pop(at)
    return result


def corners_of(text: EditedText) -> list[Point]:
    """Every corner of every outline in the file."""
    return [point for _, outline in _outlines(text) for point in outline]


def _thinned(line: Sequence[Point], off: float, fixed: set[Point]) -> list[Point]:
    """A line without the points that are within `off` of what is left of it; its ends and `fixed` ones stay."""
    if len(line) < 3:  # two ends
        return [*line]
    inner = range(1, len(line) - 1)
    at = max(inner, key=lambda index: (line[index] in fixed, distance(*line[index], line[0], line[-1])))
    if line[at] not in fixed and distance(*line[at], line[0], line[-1]) <= off:
        return [line[0], line[-1]]
    return _thinned(line[: at + 1], off, fixed)[:-1] + _thinned(line[at:], off, fixed)


def _outlines(text: EditedText) -> Iterator[tuple[tuple[Step, ...], list[Point]]]:
    """The path and the corners of every outline in the file."""
    for index, area in enumerate(text.value(("map", "areas")) or ()):
        if area.get("outline"):
            yield ("map", "areas", index, "outline"), [(float(x), float(y)) for x, y in area["outline"]]


def _outline(text: EditedText, id: str) -> list[Point]:
    areas = text.value(("map", "areas")) or ()
    outline = next((area.get("outline") for area in areas if area.get("id") == id), None)
    if not outline:
        drawing = text.value(("map", "drawing"))
        raise NotEdited(f"the outline of {id} is in the drawing {drawing}.svg: edit it there.")
    return [(float(x), float(y)) for x, y in outline]


def _corner(text: EditedText, id: str, corner: int) -> Point:
    outline = _outline(text, id)
    if not 0 <= corner < len(outline):
        raise NotEdited("there is no such corner.")
    return outline[corner]


def _near_enough(point: Point) -> tuple[int, int]:
    return round(point[0] / ALIKE), round(point[1] / ALIKE)


def _alike(first: Point, other: Point) -> bool:
    return _near_enough(first) == _near_enough(other)
