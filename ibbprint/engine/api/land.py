"""The interface of a game for maps: from a seed, with its ground, the cost of marching and the starts; and painted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from ibbprint.catalogue.layers import Shelf
    from ibbprint.catalogue.maps import HexMap
    from ibbprint.catalogue.models.maps import Map, Start
    from ibbprint.catalogue.models.themes import PlaceNames, Theme
    from ibbprint.catalogue.source import Source
    from ibbprint.engine.land.draft import Draft
    from ibbprint.materials.boards import Board
    from ibbprint.problems import Report


class Meeting(NamedTuple):
    """A place on a map where two ordinary armies could fight: the objective, the ground of each, and the turns they
    march.

    `named` is False where the map has no name for the place, so that only its hex could tell it.
    """

    place: str
    hex: str
    named: bool
    zones: tuple[tuple[str, ...], tuple[str, ...]]
    turns: tuple[int, int]


class Country(Protocol):
    """The ground of a game, with the packs of the caller laid over it."""

    @property
    def game(self) -> str:
        """The id of the game."""

    @property
    def themes(self) -> Shelf[Theme]:
        """The kinds of country that maps can show."""

    @property
    def place_names(self) -> Shelf[PlaceNames]:
        """The names of places."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of a map, unless another size is asked for."""

    @property
    def layout(self) -> tuple[Literal["flat-top", "pointy-top"], Literal["odd", "even"]]:
        """The orientation of the hexes, and which columns or rows are shifted."""

    @property
    def scale(self) -> str:
        """The line on the scale that is printed under a map; empty for none."""

    @property
    def prices(self) -> Mapping[str, int]:
        """The cost of marching into a hex of each ground, in percent of open ground; none for impassable ground."""

    @property
    def armies(self) -> str:
        """The needs of two ordinary armies on a map, in words: `each needs 10 hexes, 8 hexes from the other’s`."""

    def starts(self, draft: Draft) -> Sequence[Start]:
        """The printed start positions of a map; empty for a game without silhouettes."""

    def read(self, model: Map, source: Source, report: Report) -> HexMap | None:
        """A map of the game, sound; None with its faults in the report."""

    def board(self, hex_map: HexMap, counter_mm: float) -> Board:
        """The map as a record for the press, without units; faults of its texts are in the report of the land."""

    def meetings(self, hex_map: HexMap) -> Iterable[Meeting]:
        """The places where two ordinary armies could fight, the best first; none where there is no room for them.

        Each is looked for when it is asked for.
        """


def open_to(country: Country, grounds: Collection[str]) -> set[str]:
    """The grounds among these that can be entered."""
    return {ground for ground in grounds if ground in country.prices}


class Palette(NamedTuple):
    """The names of the kinds of a map by their ids. One of hexes with `roads` has those and waters with names."""

    grounds: Mapping[str, str]
    sides: Mapping[str, str]
    lines: Mapping[str, str]
    places: Mapping[str, str]
    named: tuple[str, ...] = ()
    """The lists of entries with names that its maps may have: roads, waters, bridges, areas, hexside_waters, starts."""
