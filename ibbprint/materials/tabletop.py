"""What a scenario needs on a table besides its pieces: who owns what, where it starts, what is hidden from whom.

Pieces and cards are named by their keys (`materials.key_of`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from ibbprint.materials.boards import Board, Spot

BoxKind = Literal["turn", "set-up", "muster", "eliminated"]


class Seat(NamedTuple):
    """Somebody who plays: the id and the name of his side, and its livery."""

    id: str
    name: str
    livery: str = ""


class Box(NamedTuple):
    """A place beside the map, for the pieces of a side or of all (`side` empty). `note` is set under its name.

    Its name and its note are public.
    """

    id: str
    name: str
    kind: BoxKind
    side: str = ""
    note: str = ""


class Start(NamedTuple):
    """Where one copy of a piece is when play begins: in a hex or a square, at a spot of a table, or in a box.

    Of several in one place the first is on top. One that is `masked` is hidden from everybody but its side;
    one that is `reversed` begins in the state that its back shows.
    """

    piece: str
    side: str
    hex: str = ""
    spot: Spot | None = None
    box: str = ""
    masked: bool = False
    reversed: bool = False


class Pile(NamedTuple):
    """Pieces or cards that are drawn blind, all copies of each. One of a `side` is drawn from by nobody else."""

    id: str
    name: str
    pieces: tuple[str, ...]
    side: str = ""


class Change(NamedTuple):
    """What a piece may be exchanged for, and the word for that."""

    word: str
    piece: str


class State(NamedTuple):
    """What a unit may be in besides, and the marker that says so, by its front or its back."""

    word: str
    piece: str
    back: bool = False


class ChanceTable(NamedTuple):
    """Exact chances: of each line, which has a label below each of the `labelled` heads, those of its results.

    `results` are their codes, with what they mean; the chances of a line add up to 1. `of` names the combat table where
    a game has several.
    """

    title: str
    labelled: tuple[str, ...]
    results: tuple[tuple[str, str], ...]
    lines: tuple[tuple[tuple[str, ...], tuple[Fraction, ...]], ...]
    of: str = ""


class Dice(NamedTuple):
    """So many dice of so many sides that are thrown together, and what they are called."""

    number: int
    sides: int
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Tabletop:
    """A scenario on a table. `board` is its map, of the boards of the kit or of its own; None where it has none.

    `owners` gives the side of each piece that has one. The back of a piece in `covers` hides what it is; that of any
    other is a state that it may be in, called `reverse` and, where `renewed`, ended by the turn. `facings` is how many
    ways a piece may face in: 0 where that means nothing, 1 for any angle. A table that is drawn small is `enlarged` so
    many times, till pieces fit it; with a `dpi` it and what stands on it are shown at that resolution on a screen.
    """

    scenario: str
    title: str
    board: Board | None = None
    seats: Sequence[Seat] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    starts: Sequence[Start] = ()
    boxes: Sequence[Box] = ()
    piles: Sequence[Pile] = ()
    turns: int = 0
    phases: Sequence[str] = ()
    dice: Sequence[Dice] = ()
    covers: frozenset[str] = frozenset()
    becomes: Mapping[str, Sequence[Change]] = field(default_factory=dict)
    reverse: str = "Turn over"
    renewed: bool = False
    facings: int = 0
    enlarged: float = 1.0
    dpi: int = 0
    note: str = ""
    """What players should know of this set-up: that it breaks a rule, that hexes are named in boxes."""
    states: Sequence[State] = ()
    """What the pieces of a side may be in, any of these at once."""
    chances: Sequence[ChanceTable] = ()
    """What the combat table of the game gives, for each modifier of the die a table."""
    laid: frozenset[str] = frozenset()
    """Cards that are laid on the table as they are: gauges and terrain."""
    layers: Sequence[str] = ()
    """What is laid over the board."""
    named_by: float = 0.0
    """The side of the squares by which places are named on a board without cells, in the units of that; else 0."""

    @property
    def places(self) -> tuple[Box, ...]:
        """The boxes, and after them one for what each side has lost."""
        lost = (Box(f"lost-{seat.id}", f"Eliminated: {seat.name}", "eliminated", seat.id) for seat in self.seats)
        return (*self.boxes, *lost)
