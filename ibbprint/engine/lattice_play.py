"""Play on the lattice: what stands on it, and the frame of a game that is played there. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.api.playing import Result
from ibbprint.engine.lattice import Block, Rect
from ibbprint.engine.session import Session, liked_best
from ibbprint.engine.state import NOBODY, Action, State

if TYPE_CHECKING:
    from ibbprint.materials.boards import Spot

STANDING = 0
"""The fate of whatever is on the table; the others are numbers of the game."""

LatticeState = TypeVar("LatticeState", bound=State)


class Placed:
    """A base of a state's counter that occupies cells: a mix-in without fields, beside `engine.state.Part`."""

    __slots__ = ()
    block: Block
    fate: int

    @property
    def stands(self) -> bool:
        return self.fate == STANDING

    @property
    def rect(self) -> Rect:
        return self.block.rect

    @property
    def hex(self) -> int:
        """NOBODY: a counter on the lattice is named by its id, not by a cell."""
        return NOBODY


class Judge(Protocol):
    """The rules of thumb of a game: they weigh the choices of one moment."""

    def worths(self, actions: Sequence[Action]) -> list[float]: ...


class LatticeSession(Session[LatticeState]):
    """A game whose state has a `winner`, and whose choices a judge weighs."""

    SIGNS: ClassVar[tuple[str, ...]] = ()
    """The ids of the markers that `signs` may name, all of which are counted."""

    def markers(self) -> Mapping[str, int]:
        signs = [sign for own in self.signs().values() for sign in own]
        return {sign: signs.count(sign) for sign in self.SIGNS}

    def spots(self) -> Mapping[str, Spot]:
        state: Any = self.state.shared()
        state.events = []
        state.moment("turn-over")
        board = type(self)(state).board()
        stands = () if board is None else board.layers[-1].stands
        return {
            id.partition("·")[0]: stand.spot
            for stand in stands
            if stand.spot
            for stander in stand.standers
            for id in stander.ids
        }

    def judge(self, leaning: Leaning) -> Judge:
        """The judge of the moment, for the side that must decide."""
        raise NotImplementedError

    @property
    def result(self) -> Result:
        """Victory, defeat or draw as things stand."""
        state: Any = self.state
        return Result.of(self.sides, state.winner)

    def appraise(self, actions: Sequence[Action]) -> list[float]:
        return self.judge(USUAL).worths(actions)

    def best(self, leaning: Leaning = USUAL) -> Sequence[Action]:
        """The candidates that are worth most, all equally; a single one is not weighed."""
        actions = self.candidates()
        return actions if len(actions) == 1 else liked_best(actions, self.judge(leaning).worths(actions))
