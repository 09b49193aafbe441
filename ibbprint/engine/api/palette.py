"""What can be painted on a map of a game: the kinds of ground, and of things along hexsides, through and in hexes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Palette(NamedTuple):
    """The names of the kinds of a map by their ids. One of hexes with `roads` has those and waters with names."""

    grounds: Mapping[str, str]
    sides: Mapping[str, str]
    lines: Mapping[str, str]
    places: Mapping[str, str]
    named: tuple[str, ...] = ()
    """The lists of entries with names that its maps may have: roads, waters, bridges, areas, hexside_waters, starts."""
