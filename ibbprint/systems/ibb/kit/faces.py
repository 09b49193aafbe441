"""What the templates of faces may use, a record for each: `{{ attack }}`, `{{ side.livery }}`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

from ibbprint.materials import Fields, Values
from ibbprint.systems.ibb.models.scenarios import Side

Pattern = Literal["plain", "bar", "bars", "dash"]


@dataclass(frozen=True, slots=True)
class SideFields(Fields):
    """A side of the battle: `livery` is the id of its colours in the style, `letter` begins its counters' ids."""

    id: str
    name: str
    livery: str
    letter: str


def side_fields(side: Side) -> SideFields:
    """A side as faces know it."""
    return SideFields(side.id, side.name, side.livery, side.letter)


@dataclass(frozen=True, slots=True)
class Stripe(Fields):
    """The stripe of a formation: its letter, how its edge is drawn, the formation's name."""

    letter: str
    pattern: Pattern
    name: str


@dataclass(frozen=True, slots=True)
class AbilityFields(Fields):
    """An ability that a counter shows: the id of its symbol, the letter beside it or an empty text, its name."""

    symbol: str
    letter: str
    name: str


class OnEvery(TypedDict):
    """What every counter of an army shows: see `CounterFace`."""

    id: str
    name: str
    symbol: str
    unit: str
    side: SideFields
    formation: Stripe | None


@dataclass(frozen=True, slots=True)
class CounterFace(Fields):
    """A counter of an army: `unit` is its entry in the unit list, `name` as short as it is printed."""

    id: str
    name: str
    symbol: str
    unit: str
    side: SideFields
    formation: Stripe | None


@dataclass(frozen=True, slots=True)
class UnitFace(CounterFace):
    """Troops, with their ratings. `range` is in hexes, `shots` how often they shoot, None for as often as they like."""

    range: int | None
    shots: int | None
    abilities: list[AbilityFields]
    attack: int
    defence: int
    movement: int
    quality: int


@dataclass(frozen=True, slots=True)
class LeaderFace(CounterFace):
    """A captain, wizard or priest."""

    rating: int


@dataclass(frozen=True, slots=True)
class EngineFace(CounterFace):
    """An engine of war; `attack_stone` is its attack against stone."""

    attack: int
    attack_stone: int
    defence: int
    movement: int
    range: int | None


@dataclass(frozen=True, slots=True)
class ChitFace(CounterFace):
    """A chit for the Cup; `figure` is the rating of a leader, empty for anybody else."""

    figure: str


@dataclass(frozen=True, slots=True)
class SideBack(Fields):
    """The back of an army's counters."""

    side: SideFields


@dataclass(frozen=True, slots=True)
class NoFields(Fields):
    """The common back of the chits: it knows nothing of what is on their fronts."""


@dataclass(frozen=True, slots=True)
class Token(Fields):
    """A small counter in a figure of the booklet."""

    symbol: str
    figures: str
    side: SideFields


@dataclass(frozen=True, slots=True)
class Dot(Fields):
    """A caster in a figure of the booklet."""

    symbol: str
    side: SideFields


@dataclass(frozen=True, slots=True)
class CrtCard(Fields):
    """The card of combat results: the table, the modifiers of combat, the segments of a turn, the procedure."""

    crt: Values
    modifiers: Sequence[Values]
    segments: Sequence[Values]
    procedure: Sequence[Values]


@dataclass(frozen=True, slots=True)
class SpellCard(Fields):
    """A spell in the book of a side, or of none in the kit of the whole catalogue."""

    side: SideFields | None
    spell: Values


@dataclass(frozen=True, slots=True)
class ShapeHex(Fields):
    """A hex of an area template: middle and corners, mm from the left and top; its strength as a fraction.

    `start` marks the red one that the template is laid by.
    """

    x: float
    y: float
    corners: list[tuple[float, float]]
    numerator: int
    denominator: int
    start: bool


@dataclass(frozen=True, slots=True)
class Shape(Fields):
    """An area template: hexes, the edges of its outline as x, y, x, y, its size, and a hex from flat to flat, mm."""

    hexes: list[ShapeHex]
    outline: list[tuple[float, float, float, float]]
    width: float
    height: float
    hex: float


@dataclass(frozen=True, slots=True)
class AreaTemplateFace(Fields):
    """An area template to be cut out; `margin`, `caption` and `line` are heights in mm, see `area_templates`."""

    template: Values
    shape: Shape
    spells: Sequence[str]
    margin: float
    caption: float
    line: float
