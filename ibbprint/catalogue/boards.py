"""A map as a record for the press: its grounds with their letters, its waters and roads, its names, its starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from ibbprint.catalogue.map_fits import Fitted, fitted
from ibbprint.catalogue.map_kinds import tones_of
from ibbprint.catalogue.maps import CellMap, HexMap
from ibbprint.catalogue.models.grounds import GroundKind
from ibbprint.catalogue.models.maps import Overlay, Start
from ibbprint.catalogue.region_maps import PlaceMap
from ibbprint.hexgrid import HexGrid
from ibbprint.materials import NONE, Look, Origins
from ibbprint.materials.beside import Beside
from ibbprint.materials.boards import (
    PICTURE,
    Board,
    Course,
    Ground,
    Layer,
    LinkKind,
    MapPicture,
    MarkedPlace,
    PlaceName,
    SideCourse,
    Span,
    StartMark,
    Table,
)
from ibbprint.materials.looks import Tones
from ibbprint.problems import Where
from ibbprint.squaregrid import SquareGrid

HEX_ROOM_MM = 4.1
"""What a hex has more than the counter in it, flat to flat, mm."""

_ALL = frozenset(get_args(Overlay))
_LOOKS = frozenset(get_args(Look))
_LIKE: Mapping[str, Look] = {"swamp": "marsh", "forest": "woods", "slope": "hill", "lake": "water", "sea": "water"}


class Sort(NamedTuple):
    """A sort of ground of a game: its id, its name, and how it is drawn; with None, its letter is one of its name."""

    id: str
    name: str
    look: Look
    letter: str | None = None
    tones: Tones | None = None


def sort_of(kind: GroundKind, otherwise: Look = "clear") -> Sort:
    """A kind of ground of a file as a sort. Ground in the look `clear` has only the letter that it was given."""
    letter = "" if kind.letter is None and kind.look == "clear" else kind.letter
    return Sort(kind.id, kind.name, look_of(kind.id, kind.look, otherwise), letter, tones_of(kind))


def hex_mm(counter_mm: float) -> float:
    """A hex from flat to flat, mm: a counter and room to lift it."""
    return counter_mm + HEX_ROOM_MM


def board_of(
    cell_map: CellMap,
    sorts: Sequence[Sort],
    section: str,
    counter_mm: float,
    *,
    scale: str = "",
    layers: Sequence[Layer] = (),
    letters: Mapping[str, str] = NONE,
    more_origins: Origins | None = None,
    cell_mm: float | None = None,
    beside: Sequence[Beside] = (),
) -> Board:
    """The record of a map. `sorts` are the game's, in their order; `more_origins` those of its layers.

    `letters` are those of starts, by their id, where the map gives them none. `cell_mm` is the width of a cell (None:
    that which the map gives, or a counter and room to lift it).
    """
    model = cell_map.model
    note = " ".join((model.note or "").split())
    used = frozenset(cell_map.terrain.values())
    used_sorts = [sort for sort in sorts if sort.id in used]
    under = _under(used_sorts, cell_map.terrain)
    grounds = _grounds(used_sorts, under)
    looks = {ground.id: ground.drawn for ground in grounds}
    picture = _picture(cell_map)
    overlay = _ALL if picture is None else picture.overlay
    courses: list[Course] = []
    if "lines" in overlay:
        courses += [
            Course(w.id, w.name, _kind(cell_map, looks, w.hexes), tuple(w.hexes), w.joins) for w in model.waters
        ]
        courses += [Course(r.id, r.name, "road", tuple(r.hexes)) for r in model.roads]
        courses += _lines(cell_map)
    return Board(
        id=model.id,
        section=section,
        title=model.title,
        subtitle="A reconstruction" if model.reconstruction else "",
        note=note,
        grid=cell_map.grid,
        grounds=grounds,
        terrain=cell_map.terrain,
        courses=tuple(courses),
        bridges=_spans(cell_map) if "lines" in overlay else (),
        names=_names(cell_map, looks) if "names" in overlay else (),
        hex_mm=cell_mm or model.hex_mm or hex_mm(counter_mm),
        counter_mm=counter_mm,
        scale=scale,
        layers=tuple(layers),
        side_courses=_side_courses(cell_map) if "hexsides" in overlay else (),
        starts=_starts(cell_map, letters),
        origins={**cell_map.kinds.origins, **_origins(cell_map, note), **(more_origins or {})},
        framed=picture is None or bool(model.frame),
        places=_places(cell_map) if "places" in overlay else (),
        numbering=cell_map.numbering,
        half_hexes=tuple(model.half_hexes),
        under=under,
        symbols=cell_map.kinds.symbols if picture is None else {**cell_map.kinds.symbols, **_named_picture(cell_map)},
        picture=picture,
        lines=model.grid,
        beside=tuple(beside),
        margins=tuple(model.margins.items()),
    )


def _picture(cell_map: CellMap) -> MapPicture | None:
    """The picture that the map is on, and how it lies under the grid."""
    name = cell_map.model.picture
    if name is None:
        return None
    fit = fitted(cell_map.grid, cell_map.model.fit)
    assert isinstance(fit, Fitted), "a checked map fits its picture"
    return MapPicture(name, fit.matrix, overlay=frozenset(cell_map.model.overlay))


def _named_picture(cell_map: CellMap) -> Origins:
    return {f"{PICTURE}{cell_map.model.picture}": cell_map.source.where("map", "picture")}


def place_board(
    place_map: PlaceMap,
    sorts: Sequence[Sort],
    section: str,
    counter_mm: float,
    *,
    scale: float = 1.0,
    layers: Sequence[Layer] = (),
    beside: Sequence[Beside] = (),
) -> Board:
    """The record of a map of areas or points, as `board_of` makes that of hexes. It is printed `scale` times as large
    as its file says.
    """
    model, grid, where = place_map.model, place_map.grid, place_map.source.where
    note = " ".join((model.note or "").split())
    used = {region.ground for region in grid.regions} | {model.around or ""}
    title = {model.title: where("map", "title"), note: where("map", "note"), model.scale or "": where("map", "scale")}
    starts = [
        Start(id=s.id, title=s.title, livery=s.livery, letter=s.letter, hexes=list(place_map.starts[s.id]))
        for s in model.starts
    ]
    picture = None if model.picture is None else MapPicture(model.picture, wide=grid.width)
    picture_origin = {} if picture is None else {f"{PICTURE}{picture.name}": where("map", "picture")}
    return Board(
        id=model.id,
        section=section,
        title=model.title,
        subtitle="A reconstruction" if model.reconstruction else "",
        note=note,
        grid=grid,
        grounds=_grounds([sort for sort in sorts if sort.id in used], ""),
        terrain={cell: region.ground for cell, region in zip(grid.hexes, grid.regions, strict=True) if region.ground},
        courses=(),
        bridges=(),
        names=(),
        hex_mm=hex_mm(counter_mm) * scale,
        counter_mm=counter_mm,
        scale=model.scale or "",
        layers=tuple(layers),
        starts=_start_marks(starts, {}),
        origins={**place_map.kinds.origins, **title},
        framed=picture is None or bool(model.frame),
        numbering=place_map.numbering,
        symbols={**place_map.kinds.symbols, **picture_origin},
        picture=picture,
        lines=model.outlines,
        link_kinds=tuple(LinkKind(way.id, way.name, way.stroke) for way in place_map.link_kinds.values()),
        around=model.around or "",
        names_shown=model.names,
        beside=tuple(beside),
        margins=tuple(model.margins.items()),
    )


def picture_board(
    id: str, section: str, title: str, picture: str, wide: float | None, where: Callable[..., Where]
) -> Board:
    """A board that is nothing but a picture, `wide` mm wide (None: as its file says)."""
    return Board(
        id=id,
        section=section,
        title=title,
        subtitle="",
        note="",
        grid=Table(0.0, 0.0),
        grounds=(),
        terrain={},
        courses=(),
        bridges=(),
        names=(),
        hex_mm=20.0,
        counter_mm=0.0,
        origins={title: where("title")},
        framed=False,
        symbols={f"{PICTURE}{picture}": where("picture")},
        picture=MapPicture(picture, wide=wide or 0.0),
    )


def sample_board(
    sorts: Sequence[Sort], *, along: Sequence[Sort] = (), crossed: bool = False, squares: bool = False
) -> Board:
    """A board with each of these grounds, and with water of those sorts `along` its sides, for samples of them.

    One that is `crossed` has a road and a bridge besides; samples are hexes, or `squares`.
    """
    grid: HexGrid | SquareGrid = SquareGrid(1, 1) if squares else HexGrid(1, 1, "flat-top", "even")
    cell = grid.hexes[0]
    courses = (Course("river", "", "river", (cell,)), Course("road", "", "road", (cell,))) if crossed else ()
    return Board(
        id="samples",
        section="",
        title="",
        subtitle="",
        note="",
        grid=grid,
        grounds=_grounds(sorts, ""),
        terrain=dict.fromkeys(grid.hexes, sorts[0].id),
        courses=courses,
        names=(),
        hex_mm=hex_mm(0.0),
        counter_mm=0.0,
        bridges=(Span("bridge", "", cell),) if crossed else (),
        side_courses=tuple(SideCourse(sort.id, "", "stream", (), None, sort.name) for sort in along),
    )


def _spans(cell_map: CellMap) -> tuple[Span, ...]:
    """The bridges, and the fords: where roads run through water without one; an area of that hex names it."""
    names = {area.hexes[0]: area.name for area in cell_map.model.areas if len(area.hexes) == 1}
    return (
        *(Span(bridge.id, bridge.name, bridge.hex) for bridge in cell_map.model.bridges),
        *(Span(f"ford-{name}", names.get(name, ""), name, ford=True) for name in sorted(cell_map.fords)),
    )


def _side_courses(cell_map: CellMap) -> tuple[SideCourse, ...]:
    courses: list[SideCourse] = []
    if isinstance(cell_map, HexMap):
        courses += [SideCourse(w.id, w.name, w.kind, cell_map.pairs(w)) for w in cell_map.model.hexside_waters]
    for kind in cell_map.model.hexsides:
        way = cell_map.kinds.sides[kind]
        sides = cell_map.sides(kind)
        if sides and way.stroke.like == "river":
            courses.append(SideCourse(kind, way.label, "river", sides, None, way.name))
        elif sides and way.stroke.like == "stream":
            courses.append(SideCourse(kind, way.label, "stream", sides, None, way.name))
        elif sides:
            courses.append(SideCourse(kind, way.label, "line", sides, way.stroke, way.name))
    return tuple(courses)


def _lines(cell_map: CellMap) -> list[Course]:
    ways = [cell_map.kinds.lines[kind] for kind in cell_map.model.lines]
    return [
        Course(way.id, "", "line", stretch.hexes, None, way.stroke, way.name, stretch.leaves)
        for way in ways
        for stretch in cell_map.stretches(way.id)
    ]


def _places(cell_map: CellMap) -> tuple[MarkedPlace, ...]:
    items = []
    for kind, texts in cell_map.model.places.items():
        site = cell_map.kinds.places[kind]
        items.append(MarkedPlace(site.name, site.mark, tuple(dict.fromkeys(text.split(" ")[0] for text in texts))))
    return tuple(items)


def _origins(cell_map: CellMap, note: str) -> Origins:
    """The place where each text of the map was written, by the text."""
    model, where = cell_map.model, cell_map.source.where
    places = {model.title: where("map", "title"), note: where("map", "note"), model.scale or "": where("map", "scale")}
    names_of = {
        "waters": [water.name for water in model.waters],
        "bridges": [bridge.name for bridge in model.bridges],
        "areas": [area.name for area in model.areas],
        "hexside_waters": [water.name for water in model.hexside_waters],
    }
    for kind, names in names_of.items():
        for index, name in enumerate(names):
            places[name] = where("map", kind, index, "name")
    for kind, texts in model.places.items():
        for index, text in enumerate(texts):
            places[text.partition(" ")[2]] = where("map", "places", kind, index)
    for index, start in enumerate(model.starts):
        places[start.title] = where("map", "starts", index, "title")
        places[start.letter] = where("map", "starts", index, "letter")
    return places


def look_of(name: str, look: Look | None, otherwise: Look = "clear") -> Look:
    """The look of a terrain: its own, else that of its id, else that of the terrain it is `otherwise`."""
    if look is not None:
        return look
    if name in _LOOKS:
        return name  # type: ignore[return-value]
    return _LIKE.get(name, otherwise)


def _under(sorts: Sequence[Sort], terrain: Mapping[str, str]) -> str:
    """The ground on which all others lie, on a map without clear ground: the commonest in colours of its own."""
    coloured = [sort.id for sort in sorts if sort.tones is not None]
    if any(sort.tones is None and sort.look == "clear" for sort in sorts):
        return ""
    counted = Counter(terrain.values())
    return max(coloured, key=lambda id: counted[id], default="")


def _grounds(sorts: Sequence[Sort], under: str) -> tuple[Ground, ...]:
    """The kinds of ground of a map, each with a letter of its own: of its name, as far as they go round.

    What all others lie on has only the letter that it was given.
    """
    letters = {sort.letter for sort in sorts if sort.letter}
    grounds: list[Ground] = []
    for sort in sorts:
        plain = (sort.look == "clear" and sort.id == "clear") or sort.id == under
        given_letter = "" if plain and sort.letter is None else sort.letter
        letter = _letter(sort.name, letters) if given_letter is None else given_letter
        letters.add(letter)
        grounds.append(Ground(sort.id, sort.name, sort.look, letter, sort.tones))
    return tuple(grounds)


def _starts(cell_map: CellMap, letters: Mapping[str, str]) -> tuple[StartMark, ...]:
    """The silhouettes, each with the letter that it was given, or else one of its title."""
    return _start_marks(cell_map.model.starts, letters)


def _start_marks(starts: Sequence[Start], letters: Mapping[str, str]) -> tuple[StartMark, ...]:
    letter_of = {start.id: start.letter or letters.get(start.id, "") for start in starts}
    used = set(letter_of.values())
    marks: list[StartMark] = []
    for start in starts:
        letter = letter_of[start.id] or _letter(start.title, used)
        used.add(letter)
        marks.append(StartMark(start.title, start.livery, letter, tuple(start.hexes), start.leader))
    return tuple(marks)


def _letter(name: str, used: set[str]) -> str:
    letters = [c for c in name if c.isalnum() and c.isascii()]
    singles = [c.upper() for c in letters]
    pairs = [singles[0] + c.lower() for c in letters[1:]] if letters else []
    return next((c for c in (*singles[:1], *pairs, *singles[1:]) if c not in used), name[:3])


def _kind(cell_map: CellMap, looks: Mapping[str, str], hexes: list[str]) -> Literal["river", "stream"]:
    streams = sum(looks.get(cell_map.terrain.get(name, "")) == "stream" for name in hexes)
    return "stream" if 2 * streams > len(hexes) else "river"


def _names(cell_map: CellMap, looks: Mapping[str, str]) -> tuple[PlaceName, ...]:
    """Bridges and fords, and each area that is a place: one patch of one ground other than clear, or one of the areas
    that together are such a patch, none of them twice."""
    names = [PlaceName(span.name, (span.hex,)) for span in _spans(cell_map) if span.name]
    by_ground: dict[str, set[str]] = {}
    for name, terrain in cell_map.terrain.items():
        by_ground.setdefault(terrain, set()).add(name)
    patches = [
        frozenset(patch)
        for terrain, hexes in by_ground.items()
        if looks[terrain] != "clear"
        for patch in cell_map.grid.connected(hexes)
    ]
    areas_with_hexes = [area for area in cell_map.model.areas if area.hexes]
    outlines = {frozenset(area.hexes) for area in areas_with_hexes}
    places: set[frozenset[str]] = set()
    for patch in patches:
        parts = (
            [patch]
            if patch in outlines
            else [frozenset(area.hexes) for area in areas_with_hexes if patch.issuperset(area.hexes)]
        )
        if sum(map(len, parts)) == len(patch) == len(frozenset[str]().union(*parts)):
            places.update(parts)
    areas = [area for area in areas_with_hexes if frozenset(area.hexes) in places]
    towns = [text.partition(" ") for texts in cell_map.model.places.values() for text in texts]
    return (
        *names,
        *(PlaceName(area.name, tuple(area.hexes)) for area in areas),
        *(PlaceName(name, (cell,), kept=True) for cell, _, name in towns if name),
    )
