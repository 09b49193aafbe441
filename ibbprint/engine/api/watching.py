"""What a game tells of itself to somebody who plays it many times and counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ibbprint.materials import NONE


class Present(NamedTuple):
    """A counter of a game in play, by what never changes: its printed id, its name, its kind of unit, its side."""

    key: str
    name: str
    kind: str
    side: str


class Watched(NamedTuple):
    """Which events of a game are counted, by their kinds; each names the value that holds the ids of counters.

    Every game tells its moments besides (the set-up, the end of each turn and of the game), with `stands`, the place
    of each counter on the map.
    """

    removes: Mapping[str, str]
    """A counter is eliminated. What leaves the map in any other way is not lost."""
    attacks: Mapping[str, str]
    """Somebody attacks, shoots or casts: what is eliminated before the next such event goes to his credit."""
    orders: Mapping[str, str]
    """Somebody rolls for orders; the event's `passed` says whether he gets them."""
    notable: Mapping[str, str] = NONE
    """What a designer misses when it never comes about, in words, by the kind of event."""


NOTHING_WATCHED = Watched({}, {}, {})
