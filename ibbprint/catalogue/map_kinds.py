"""The kinds of hexsides, lines and places that a map may have: the shipped ones, and those of a game’s own files.

What a file says of a kind becomes a record here, and is checked with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, get_args

from ibbprint.catalogue.layers import Shelf
from ibbprint.catalogue.models.grounds import GroundKind, GroundLook, LineKind, PlaceKind, SideKind, StrokeLook
from ibbprint.catalogue.source import Source
from ibbprint.materials import Origins
from ibbprint.materials.looks import WATER_SIDES, LineLook, Mark, MarkLook, SideLook, StampLook, Stroke, Tones
from ibbprint.problems import Report, Where

_DIM = 90
"""Ground that is no brighter is dark, from 0 to 255."""
STAMPS: tuple[str, ...] = get_args(StampLook)
MARKS: tuple[str, ...] = get_args(MarkLook)


class Way(NamedTuple):
    """A kind of hexside or of line: its name in the legend, how it is drawn, and what is written along it."""

    id: str
    name: str
    stroke: Stroke
    label: str = ""

    @property
    def water(self) -> bool:
        return self.stroke.like in WATER_SIDES


class Site(NamedTuple):
    """A kind of place: its name in the legend and its mark."""

    id: str
    name: str
    mark: Mark


def _shipped(names: Mapping[str, str]) -> Mapping[str, Way]:
    return {look: Way(look, name, Stroke(look)) for look, name in names.items()}


SIDES = _shipped(
    {
        "river": "Hexside river",
        "stream": "Hexside stream",
        "hedge": "Hedge",
        "wall": "Wall",
        "fence": "Fence",
        "cliff": "Cliff",
    }
)
LINES = _shipped({"road": "Road", "highway": "Highway", "rail": "Railway", "trail": "Trail"})
PLACES: Mapping[str, Site] = {
    "town": Site("town", "Town", Mark("dot", size=2.4)),
    "city": Site("city", "City", Mark("ring", size=3.4)),
    "capital": Site("capital", "Capital", Mark("star", size=4.4)),
}


@dataclass(frozen=True, slots=True)
class MapKinds:
    """The kinds of things on a map, by id. `symbols` says where each symbol that they are drawn with was named."""

    sides: Mapping[str, Way] = field(default_factory=lambda: SIDES)
    lines: Mapping[str, Way] = field(default_factory=lambda: LINES)
    places: Mapping[str, Site] = field(default_factory=lambda: PLACES)
    symbols: Origins = field(default_factory=dict)
    origins: Origins = field(default_factory=dict)
    """Where the name of each was written, by the name."""


SHIPPED = MapKinds()


GroundEntry = GroundKind | SideKind | LineKind | PlaceKind


class FileEntries(NamedTuple):
    """Entries of a file, the file, and the path to them in it."""

    entries: Sequence[GroundEntry]
    source: Source
    path: tuple[str | int, ...]

    def where(self, index: int, *steps: str | int) -> Where:
        return self.source.where(*self.path, index, *steps)


def map_kinds(
    report: Report,
    *,
    sides: Sequence[FileEntries] = (),
    lines: Sequence[FileEntries] = (),
    places: Sequence[FileEntries] = (),
    grounds: Sequence[FileEntries] = (),
) -> MapKinds:
    """The shipped kinds and, instead of those with the same id, the ones that were read; faults are in the report.

    `grounds` are there for their symbols, and to be checked.
    """
    checked = [read for group in (sides, lines, places, grounds) for read in group]
    origins: dict[str, Where] = {}
    for read in checked:
        _once(read, report)
        for index, entry in enumerate(read.entries):
            if not isinstance(entry, PlaceKind):
                check_look(entry, partial(read.where, index), report)
            origins[entry.name] = read.where(index, "name")
            if isinstance(entry, SideKind) and entry.label:
                origins[entry.label] = read.where(index, "label")
    return MapKinds(
        {**SIDES, **{way.id: way for way in _ways(sides)}},
        {**LINES, **{way.id: way for way in _ways(lines)}},
        {**PLACES, **{site.id: site for site in _sites(places)}},
        stamp_symbols((entry, partial(read.where, i)) for read in checked for i, entry in enumerate(read.entries)),
        origins,
    )


def tones_of(look: GroundLook) -> Tones | None:
    """The colours of its own that a ground has; None when it is drawn in a shipped look."""
    if look.fill is None:
        return None
    fill = look.fill
    dark, light = (0.5, 0.72) if _brightness(fill) > _DIM else (2.0, 1.6)  # stamps on dark ground are paler than it
    density = look.density or (0 if look.stamp is None else 4)
    return Tones(
        fill,
        look.edge or _toned(fill, 0.9),
        look.dark or _toned(fill, dark),
        look.light or _toned(fill, light),
        look.stamp or "",
        density,
        look.stamp_size or 0.0,
    )


def _toned(colour: str, share: float) -> str:
    """A colour with that share of its lightness; above 1, lighter."""
    return "#" + "".join(f"{min(255, round(int(colour[i : i + 2], 16) * share)):02x}" for i in (1, 3, 5))


def _brightness(colour: str) -> float:
    """The brightness from 0 to 255, weighted as an eye weighs red, green and blue."""
    return sum(part * int(colour[i : i + 2], 16) for part, i in ((0.299, 1), (0.587, 3), (0.114, 5)))


def _ways(reads: Sequence[FileEntries]) -> Iterator[Way]:
    for read in reads:
        for entry in read.entries:
            if isinstance(entry, SideKind | LineKind):
                one_sided = entry.one_sided if isinstance(entry, SideKind) else None
                dash = None if entry.dash is None else tuple(entry.dash)
                label = entry.label or "" if isinstance(entry, SideKind) else ""
                yield Way(
                    entry.id,
                    entry.name,
                    Stroke(
                        entry.like or "",
                        entry.colour or "",
                        entry.casing or "",
                        entry.width,
                        dash,
                        entry.ticks,
                        one_sided,
                        entry.stamp,
                        entry.every,
                    ),
                    label,
                )


def _sites(reads: Sequence[FileEntries]) -> Iterator[Site]:
    for read in reads:
        for entry in read.entries:
            if isinstance(entry, PlaceKind):
                yield Site(entry.id, entry.name, Mark(entry.mark, entry.colour or "", entry.size, entry.at))


def _once(read: FileEntries, report: Report) -> None:
    """Every id and every letter once in a file."""
    for key in ("id", "letter"):
        values: Collection[str] = []
        for index, entry in enumerate(read.entries):
            value = getattr(entry, key, None)
            if value and value in values:
                message = (
                    f"{value} appears twice."
                    if key == "id"
                    else f"another kind of ground already has the letter {value}."
                )
                report.error(read.where(index, key), "read:duplicate-id" if key == "id" else "map:letter", message)
            values = [*values, value] if value else values


def check_look(kind: GroundLook | StrokeLook, where: Callable[..., Where], report: Report) -> None:
    """Check that every part of a kind's look has an effect. `where` gives the place of one of its fields."""

    def fault(name: str, message: str, hint: str) -> None:
        report.error(where(name), "map:look", message, hint)

    fields = kind.model_fields_set
    if isinstance(kind, StrokeLook):
        model = getattr(kind, "like", None)
        strokes = [name for name in _STROKE if name in fields]
        if model in WATER_SIDES and strokes:
            hint = "Leave out like to draw your own line, or change water in style.yaml."
            fault(strokes[0], f"a {model} takes its colours from the water of the style.", hint)
        elif model is None and kind.colour is None:
            looks = ", ".join(get_args(SideLook if isinstance(kind, SideKind) else LineLook))
            fault("id", f"{kind.id} has no colour.", f'Write one, like colour: "#3f6b2a", or like: {looks}')
        return
    colours = [name for name in _COLOURS if name in fields]
    if kind.look is not None and colours:
        fault(colours[0], f"the look {kind.look} has its own {colours[0]}.", "Leave out one of them.")
    elif kind.fill is None and colours:
        fault(colours[0], f"{colours[0]} needs a fill beside it.", 'Write a colour, like fill: "#b9c98d".')
    elif kind.stamp is None and (kind.density is not None or kind.stamp_size is not None):
        name = "density" if kind.density is not None else "stamp_size"
        fault(name, f"{name} needs a stamp, and there is none.", f"Stamps: {', '.join(STAMPS)}, or a symbol.")


_STROKE = ("colour", "casing", "width", "dash", "ticks", "one_sided", "stamp", "every")
_COLOURS = ("fill", "edge", "dark", "light", "stamp", "density", "stamp_size")


def symbols_of(grounds: Shelf[Any]) -> Origins:
    """The place where each symbol strewn over grounds of a catalogue was named."""
    return stamp_symbols((entry.value, entry.where) for entry in grounds.entries.values())


def stamp_symbols(kinds: Iterable[tuple[GroundLook | StrokeLook | PlaceKind, Callable[..., Where]]]) -> Origins:
    """The place where each symbol of kinds was named that is no shipped stamp and no shipped mark."""
    places: dict[str, Where] = {}
    for kind, where in kinds:
        field, shipped = ("mark", MARKS) if isinstance(kind, PlaceKind) else ("stamp", STAMPS)
        name = getattr(kind, field)
        if name is not None and name not in shipped:
            places.setdefault(name, where(field))
    return places
