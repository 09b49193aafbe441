"""The bill of materials: plain records, which are the contract between a game and the press.

A game makes them and the press prints them; neither knows anything else about the other.
What maps and booklets consist of is in `boards` and `booklets`, for those who print them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ibbprint.materials.cuts import USUAL, Cut
from ibbprint.problems import Problem, Where

if TYPE_CHECKING:
    from ibbprint.materials.boards import Board
    from ibbprint.materials.booklets import Booklet, Figure
    from ibbprint.materials.tabletop import Tabletop

Values = Mapping[str, Any]
Origins = Mapping[str, Where]


@dataclass(frozen=True, slots=True)
class Fields:
    """The values of a template, as a frozen dataclass: the template knows each field by its name.

    Fields may be such records themselves, or lists and mappings that have them.
    """


FaceValues = Values | Fields
"""What a face may use: a record, or a plain mapping."""


class MayLack:
    """Values of which some are missing where their files have faults: a template that names those has none itself."""

    @property
    def whole(self) -> bool:
        """Whether nothing is missing."""
        raise NotImplementedError


class FaultyWords(Exception):
    """Words by which a template asks for a value, and that are faulty: the rule, the words, the message, the hint."""

    def __init__(self, rule: str, words: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.rule, self.words, self.hint = rule, words, hint


class Gathered(dict[str, Any], MayLack):
    """Values by their names; `whole` is False where more of them are in a file that could not be read to its end."""

    def __init__(self, values: Values, whole: bool) -> None:
        super().__init__(values)
        self._complete = whole

    @property
    def whole(self) -> bool:
        return self._complete


class RowValues(dict[str, Any]):
    """The values of a face that may look up `more` besides: what is found there is no value of its own."""

    __slots__ = ("more",)

    def __init__(self, values: Values, more: Values) -> None:
        super().__init__(values)
        self.more = more


def more_of(values: FaceValues) -> Values:
    """The names besides its values that a face may look up."""
    return values.more if isinstance(values, RowValues) else NONE


def with_values(values: FaceValues, below: Values, above: Values) -> Values:
    """The values between others; what they may look up stays."""
    result = {**below, **by_name(values), **above}
    return RowValues(result, values.more) if isinstance(values, RowValues) else result


def by_name(values: FaceValues) -> Values:
    """The values by the names that templates know, as they know them of records inside too."""
    if isinstance(values, Fields):
        return {name: _plain(getattr(values, name)) for name in values.__dataclass_fields__}
    return {name: _plain(value) for name, value in values.items()}


def named(values: FaceValues) -> Iterable[tuple[str, Any]]:
    """Each value with its name; what is inside it stays as it is."""
    if isinstance(values, Fields):
        return [(name, getattr(values, name)) for name in values.__dataclass_fields__]
    return values.items()


def value_of(values: FaceValues, name: str) -> Any:
    """A value by its name; None where there is none."""
    return getattr(values, name, None) if isinstance(values, Fields) else values.get(name)


def _plain(value: Any) -> Any:
    sort = type(value)
    if sort is str or sort is int:
        return value
    if sort is list:
        return [_plain(item) for item in value]
    return by_name(value) if sort is dict or isinstance(value, Fields) else value


NONE: Mapping[str, Any] = MappingProxyType({})
NUMBERING = ("unit", "number", "position", "total")
"""What a face of a numbered part sees beside its row: the id of the row, which of its copies it is, its place among all
copies of the part, and how many these are."""
"""Nothing by any name."""

Look = Literal[
    "clear",
    "woods",
    "jungle",
    "brush",
    "hill",
    "crest",
    "mountain",
    "pass",
    "marsh",
    "desert",
    "village",
    "rubble",
    "river",
    "stream",
    "water",
]
"""How a kind of ground is drawn on a map."""


def square(side: float) -> tuple[float, float]:
    """Width and height of a square piece, mm."""
    return (side, side)


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A counter, marker or chit.

    `face` and `back` are template names (None: printed on one side), `values` what they may use by name (the back
    `back_values`, if given: one and the same mapping for all pieces that share a back), `size_mm` its width and height.
    Pieces of one `block` are printed edge to edge, of one height in rows. `why` is the rule or set-up line that asks
    for it. `origins` says where each printed value was written, for messages.
    `drawn_mm` is the width and height for which its faces are drawn (None: `size_mm`): at another size, type grows
    and shrinks with the face.
    A `chit` is drawn blind or kept face down: page 1 says how, and counts chits apart from what is printed with them.
    `cut` is what its part says of its outline and its sheets.
    """

    id: str
    section: str
    face: str
    back: str | None
    values: FaceValues
    count: int
    size_mm: tuple[float, float]
    block: str
    why: str
    origins: Origins = field(default_factory=dict)
    back_values: FaceValues | None = None
    drawn_mm: tuple[float, float] | None = None
    chit: bool = False
    cut: Cut = USUAL

    @property
    def type_scale(self) -> float:
        """The factor by which the type of its faces is larger than written in its templates, by the side that grew
        less.
        """
        if self.drawn_mm is None:
            return 1.0
        return min(side / drawn for side, drawn in zip(self.size_mm, self.drawn_mm, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card of a stated size in mm, printed on both sides if it has a `back`.

    `marks` is False for what is cut along its own outline.
    """

    id: str
    section: str
    title: str
    template: str
    values: FaceValues
    size_mm: tuple[float, float]
    count: int = 1
    back: str | None = None
    origins: Origins = field(default_factory=dict)
    marks: bool = True
    cut: Cut = USUAL


def key_of(record: Piece | Card) -> str:
    """What a piece or card is known by from one kit to the next: its section and its id."""
    return f"{record.section}/{record.id}"


class Text(NamedTuple):
    """A sheet written in Markdown; `figures` are placed by name, several of one name side by side.

    `columns` it is set in; `pages` is how many it should fill at most: its type is then set as large as fits on them
    (0: as many pages as it needs), but no larger than `largest` points (0: than the style says).
    `front` asks for the front of a sheet of paper; `aid` is the look of a player's aid.
    In what was `typed` by anybody, as a list of an army is, a word between colons need not be an icon.
    One of `panels` takes nearly all of the paper, a `wide` one nearly all of its width. One for each player is printed
    in as many `copies`, or is one of several texts, each of which says `whose` it is (`the Reds`).
    One that may go `below` is printed at the foot of another text or of the instructions, where there is room.
    """

    id: str
    section: str
    title: str
    template: str
    values: Values
    origins: Origins = NONE
    columns: int = 1
    pages: int = 0
    front: bool = False
    aid: bool = False
    figures: Mapping[str, tuple[Figure, ...]] = NONE
    typed: bool = False
    below: bool = False
    panels: bool = False
    copies: int = 1
    whose: str = ""
    largest: float = 0.0
    wide: bool = False


class Section(NamedTuple):
    """A part of a kit that can be printed by itself with `--only`.

    An `extra` one is printed only when asked for; an `ahead` one comes before everything else, instructions included.
    A summary calls its pieces by its id, or as they are `counted`. The instructions say of chits that they are drawn
    blind, or how they are kept `secret`, and what is to be `cut_first`.
    """

    id: str
    title: str
    extra: bool = False
    ahead: bool = False
    counted: str = ""
    secret: str = ""
    cut_first: bool = False


CartonKind = Literal["tuck", "lid"]
PANELS: Mapping[CartonKind, tuple[str, ...]] = {
    "tuck": ("front", "back", "left", "right", "top", "bottom"),
    "lid": ("top", "front", "back", "left", "right"),
}
"""The faces of each kind of box, by their names."""


@dataclass(frozen=True, slots=True, eq=False)
class Carton:
    """A box to be folded. Width, height and depth in mm are those of what it holds; `board_mm` is its cardboard.

    A tuck box stands with its front to the player: its depth is the height of the deck. Of a lid, width and height are
    those of the tray seen from above, and the depth is how far it reaches down. `panels` has the template and values of
    each face that is printed. `cut` has its paper. `origins` says where the part was written.
    """

    id: str
    section: str
    title: str
    kind: CartonKind
    size_mm: tuple[float, float, float]
    board_mm: float
    panels: Mapping[str, tuple[str, FaceValues]]
    cut: Cut = USUAL
    origins: Origins = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Kit:
    """A whole bill of materials. `blocks` gives each block of pieces its caption, in the order of printing.

    `words` says where texts of its files that the fonts may not have were written, by the text, `liveries` where each
    livery was named, `symbols` where packs name theirs: faults of these are best reported there.
    `credit` says on the first page whose game it is. `on_bases`: its pieces are as large as bases.
    `breaches` are the rules that the set-up breaks. They do not stop a kit, which has a page of them then.
    `undecided`: it is of a list that leaves open what is bought, so that nobody can say whether it is legal.
    `profile` is the ICC file by which pictures become the inks of a print shop, and the place that names it.
    `tabletop` says how its scenario is laid out on a table, where that was asked for and the game can tell.
    """

    id: str
    game: str
    title: str
    edition: str
    sections: Sequence[Section]
    blocks: Mapping[str, str] = field(default_factory=dict)
    pieces: Sequence[Piece] = ()
    cards: Sequence[Card] = ()
    texts: Sequence[Text] = ()
    boards: Sequence[Board] = ()
    booklets: Sequence[Booklet] = ()
    cartons: Sequence[Carton] = ()
    words: Origins = field(default_factory=dict)
    liveries: Origins = field(default_factory=dict)
    symbols: Origins = field(default_factory=dict)
    breaches: Sequence[Problem] = ()
    credit: str = ""
    on_bases: bool = False
    undecided: bool = False
    profile: tuple[Path, Where] | None = None
    tabletop: Tabletop | None = None
