"""The records of a map: ground, courses of water and road, bridges, names, and what is laid over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ibbprint.hexgrid import HexGrid
from ibbprint.materials import Look, Origins


@dataclass(frozen=True, slots=True)
class Ground:
    """A kind of ground: its name in the legend, the look it is drawn in, its letter on a schematic map."""

    id: str
    name: str
    look: Look
    letter: str


@dataclass(frozen=True, slots=True)
class Course:
    """A river, stream or road through its hexes in order; a water may join another in the hex `joins`."""

    id: str
    name: str
    kind: Literal["river", "stream", "road"]
    hexes: tuple[str, ...]
    joins: str | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """A bridge over the water of its hex."""

    id: str
    name: str
    hex: str


@dataclass(frozen=True, slots=True)
class PlaceName:
    """The name of what stands in some hexes, as written on a map."""

    text: str
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ZoneMark:
    """Hexes marked together on a layer, in the colours of a livery."""

    name: str
    livery: str
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandMark:
    """What stands in one hex of a layer: a line of text each. `note` is set apart, such as the turn of arrival."""

    hex: str
    livery: str
    letter: str
    lines: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Layer:
    """Something laid over a map, such as the set-up of a scenario. `key` says what each livery stands for."""

    id: str
    title: str
    zones: tuple[ZoneMark, ...] = ()
    stands: tuple[StandMark, ...] = ()
    key: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A map of hexes `hex_mm` wide, flat to flat, for counters of `counter_mm`.

    `terrain` gives each hex of the grid the id of its ground; `layers` are there to be laid over it when asked for.
    `origins` says where each printed text (title, note, names) was written, by the text itself.
    """

    id: str
    section: str
    title: str
    subtitle: str
    note: str
    grid: HexGrid
    grounds: tuple[Ground, ...]
    terrain: Mapping[str, str]
    courses: tuple[Course, ...]
    bridges: tuple[Span, ...]
    names: tuple[PlaceName, ...]
    hex_mm: float
    counter_mm: float
    scale: str = ""
    layers: tuple[Layer, ...] = ()
    origins: Origins = field(default_factory=dict, repr=False)
