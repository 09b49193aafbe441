"""The pictures that texts of a game made of files may show: faces, pieces of maps, symbols, the set-up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ibbprint.materials import Card, Piece, value_of
from ibbprint.materials.boards import Board, BoardFigure, KeyEntry, PlacedFace, Table
from ibbprint.materials.booklets import FaceFigure, Figure, ShownFace, SymbolFigure
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.systems.printed.models import Side
from ibbprint.systems.printed.tables import Row

LARGER, ENLARGED_MM, MOST_MM = 1.5, 55.0, 170.0
"""A face is shown so much larger than it is if its longer side is no longer than the second then; none is longer than
the third."""
SYMBOL_MM = 12.0
SET_UP = "set-up"
BACK, BOTH = "back", "both"


class Laid(NamedTuple):
    """A counter that a table puts on a map: the row of it, the hex as the map names it, and whether its back is up."""

    unit: str
    hex: str
    back: bool
    placed: Row
    """The row of the table that says so."""


@dataclass(frozen=True, eq=False)
class Figures(Mapping[str, tuple[Figure, ...]]):
    """The figures by their names, each made when it is asked for.

    `counters:rifles` is the front of a row of a part, `counters:rifles:back` its back, `counters:rifles:both` both;
    `map` a map by its part, `map:0304-0806` the piece of it with two hexes in opposite corners, `map:0304-0806:bridge`
    that piece with the counters where the table `bridge` has them; `symbol:axe` a symbol; `set-up` the map with
    everything where it begins.
    """

    pieces: Sequence[Piece]
    cards: Sequence[Card]
    boards: Sequence[Board]
    set_up: Board | None = None
    """The map on which the set-up is shown, if it is not the first that has one."""
    laid: Mapping[str, Sequence[Laid]] = field(default_factory=dict)
    """What may be laid on a piece of a map, by the name of its table."""
    unlaid: Mapping[str, Where] = field(default_factory=dict)
    """Tables that cannot be laid on a map, for they have no columns `unit` and `hex`."""
    empty: Collection[str] = ()
    """Parts without rows, which was reported: what would show them is left out."""
    report: Report = field(default_factory=Report)
    """Hears of what such a table names and nobody finds, when a text shows it."""

    @property
    def main_board(self) -> Board | None:
        """The map with everything where it begins."""
        return self.set_up or next((board for board in self.boards if board.layers), None)

    @property
    def _faced(self) -> Sequence[Piece | Card]:
        return [*self.pieces, *self.cards]

    @cached_property
    def _of_rows(self) -> Mapping[tuple[str, str], Piece | Card]:
        """The first piece or card of each part, by its own id and by that of its row."""
        first: dict[tuple[str, str], Piece | Card] = {}
        for piece in self._faced:
            first.setdefault((piece.section, piece.id), piece)
            first.setdefault((piece.section, _row(piece)), piece)
        return first

    def __getitem__(self, name: str) -> tuple[Figure, ...]:
        part, _, detail = name.partition(":")
        main_board = self.main_board
        if name == SET_UP and main_board is not None:
            return (BoardFigure(main_board, SET_UP, "map"),)
        if part == "symbol" and detail:
            return (SymbolFigure(detail, SYMBOL_MM),)
        for board in self.boards:
            if board.section == part:
                piece = self._piece(board, detail) if detail else BoardFigure(board, "", "map")
                if piece is not None:
                    return (piece,)
                break
        row, _, side = detail.partition(":")
        sides = self._sides(part, row)
        if sides and side in ("", BACK, BOTH):
            front, back = sides[0], sides[1:]
            shown_faces = {"": (front,), BACK: back, BOTH: (front, *back)}[side]
            if shown_faces:
                return tuple(FaceFigure((face,)) for face in shown_faces)
        if part in self.empty or (name == SET_UP and self.empty):
            return ()
        raise KeyError(name)

    def _piece(self, board: Board, words: str) -> BoardFigure | None:
        """The piece of a map between two hexes, with what a table lays on it; None where there is no such thing."""
        window = _window(board, words)
        if window is not None:
            return BoardFigure(board, "", "map", window)
        corners, _, name = words.rpartition(":")
        window, laid = _window(board, corners), self.laid.get(name)
        if window is not None and name in self.unlaid:
            hint = "Give it both to lay its counters on a map."
            self.report.error(self.unlaid[name], "draw:figure", f"{name} has no columns 'unit' and 'hex'.", hint)
            laid = ()
        if window is None or laid is None:
            return None
        counters: list[PlacedFace] = []
        for counter in laid:
            hex = _cell(board, counter.hex)
            sides = next(filter(None, (self._sides(part, counter.unit) for part in self._parts)), ())
            if hex is None:
                self.report.error(counter.placed.where("hex"), "ref:hex", f"hex {counter.hex} is not on the map.")
            elif not sides and not self.empty:
                hint = did_you_mean(counter.unit, [_row(piece) for piece in self.pieces])
                self.report.error(
                    counter.placed.where("unit"), "ref:unit", f"there is no counter {counter.unit!r}.", hint
                )
            elif sides:
                up = sides[-1 if counter.back else 0]
                counters.append(PlacedFace(hex, up.face, up.values, up.size_mm, up.origins, up.outline))
        return BoardFigure(board, "", "map", window, tuple(counters))

    @cached_property
    def _parts(self) -> Sequence[str]:
        return list(dict.fromkeys(piece.section for piece in self.pieces))

    def _sides(self, part: str, row: str) -> tuple[ShownFace, ...]:
        """The front of the first piece or card of a row, and its back if it has one."""
        piece = self._of_rows.get((part, row))
        if piece is None:
            return ()
        front = piece.face if isinstance(piece, Piece) else piece.template
        faces = [front] if piece.back is None else [front, piece.back]
        size = (piece.drawn_mm if isinstance(piece, Piece) else None) or piece.size_mm
        scale = min(max(1.0, min(LARGER, ENLARGED_MM / max(size))), MOST_MM / max(size))
        outline = piece.cut.outline
        return tuple(
            ShownFace(face, piece.values, size, scale, origins=piece.origins, outline=outline) for face in faces
        )

    def __iter__(self) -> Iterator[str]:
        yield from (board.section for board in self.boards)
        yield from dict.fromkeys(f"{piece.section}:{_row(piece)}" for piece in self._faced)
        if self.main_board is not None:
            yield SET_UP

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _row(piece: Piece | Card) -> str:
    """The id of the row that a piece or card comes from."""
    return str(value_of(piece.values, "unit") or piece.id)


def _window(board: Board, corners: str) -> tuple[str, str] | None:
    """Two hexes with a hyphen between them, as the map names them; None where one is not on it."""
    for at, sign in enumerate(corners):
        if sign == "-":
            first, last = (_cell(board, name) for name in (corners[:at], corners[at + 1 :]))
            if first is not None and last is not None:
                return first, last
    return None


def _cell(board: Board, name: str) -> str | None:
    if board.numbering is not None:
        return board.numbering.cell(name)
    return name if not isinstance(board.grid, Table) and name in board.grid else None


def letters(names: Sequence[str]) -> list[str]:
    """A letter for each name, as far as its own go round: of “The States” and “The Crown” S and C."""
    result: list[str] = []
    for name in names:
        initials = [letter.upper() for letter in name.removeprefix("The ") if letter.isalnum()]
        result.append(next((letter for letter in initials if letter not in result), name[:1]))
    return result


def key_of(sides: Iterable[Side]) -> tuple[KeyEntry, ...]:
    """The key of a map with counters on it: the livery, the letter and the name of each side."""
    side_list = list(sides)
    names = [side.name for side in side_list]
    return tuple(
        KeyEntry(side.livery, letter, side.name) for side, letter in zip(side_list, letters(names), strict=True)
    )
