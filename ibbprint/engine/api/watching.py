"""The interface of a game to code that plays it many times and counts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from ibbprint.materials import NONE

Role = Literal["unit", "leader", "engine"]
"""What a counter is to a report: engines are those that do nothing but fire."""


class Present(NamedTuple):
    """The unchanging facts of a counter in play: its printed id, its name, its kind of unit, its side.

    `kind` is the id of its entry in the catalogue, where units have entries.
    """

    key: str
    name: str
    kind: str
    side: str
    role: Role = "unit"


class Spell(NamedTuple):
    """A spell that a side may cast in a scenario, by its id and name."""

    id: str
    name: str
    side: str


class Watched(NamedTuple):
    """The kinds of events of a game that are counted; each names the value that holds the ids of counters.

    Every game also reports its moments (the set-up, the end of each turn and of the game), with `stands`, the place
    of each counter on the map.
    """

    removes: Mapping[str, str]
    """A counter is eliminated. What leaves the map in any other way is not lost."""
    attacks: Mapping[str, str]
    """Somebody attacks, shoots or casts: what is eliminated before the next such event goes to his credit."""
    orders: Mapping[str, str]
    """Somebody rolls for orders; the event's `passed` says whether he gets them."""
    notable: Mapping[str, str] = NONE
    """What a designer misses when it never comes about, in words, by the kind of event (with its way: see `ways`)."""
    ways: Mapping[str, str] = NONE
    """An event that comes about in several ways: it is counted as `kind-way`, such as `combat-charge`."""
    spells: Mapping[str, str] = NONE
    """Somebody casts: the value is the id of the spell; of those that can fail, the event's `passed` says whether."""
    targets: Mapping[str, str] = NONE
    """Of attacks whose results come later: who is attacked. Whoever attacked in that turn has the credit."""
    strikes_back: Mapping[str, str] = NONE
    """Of attacks that may cost the attacker his life: who is attacked, and has the credit then."""
    acts: Mapping[str, str] = NONE
    """Somebody acts whom no action names."""
    passes: Collection[str] = ()
    """The verbs of actions that name a counter and have it do nothing, or run."""
    weakens: Sequence[str] = ()
    """The fields of a unit's entry of which one, lowered, makes it weaker: those worth trying first."""
    along: Sequence[str] = ()
    """Values of a moment by the ids of counters that are in play, besides those that `stand`: leaders with a unit."""


NOTHING_WATCHED = Watched({}, {}, {})
