"""What a game offers a player who plans an activation as a whole: who may go where, what it is worth, who attacks whom.

A `Planning` belongs to one decision of one side and is made from what that side sees. Places and counters are numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from ibbprint.engine.state import Action


class Mover(NamedTuple):
    """A unit that may still move."""

    id: int
    place: int
    room: int
    """The part of the room of a place that it needs."""


class Strike(NamedTuple):
    """An attack of several units on one place."""

    worth: float
    """The mean loss of the enemy less the mean loss of the attackers, in the game's points of strength."""
    stage: int
    """Attacks are made in the order of their stages."""
    target: int
    fighters: tuple[int, ...]
    """The attackers; the first of them declares the attack."""
    how: str
    """The kind of attack, in a word of the game."""


class Planning(Protocol):
    """One side's activation at one decision."""

    @property
    def occasion(self) -> object:
        """The activation: equal for all decisions that one plan serves."""

    @property
    def movers(self) -> Sequence[Mover]:
        """The units that may still move, in a fixed order; none where moving is over."""

    @property
    def near(self) -> Collection[int] | None:
        """The places where a mover must end because of earlier moves; None for no restriction."""

    @property
    def strikes_first(self) -> bool:
        """Whether the formation may attack now and move afterwards."""

    @property
    def strikes(self) -> bool:
        """Whether the formation may still attack."""

    @property
    def resolved(self) -> int:
        """The number of attacks of this activation resolved so far: more than at planning upset a plan."""

    def ends(self, mover: int) -> Sequence[int]:
        """Every place where the move of a unit may end as far as the ground and the enemy go, in a fixed order."""

    def beside(self, place: int) -> Collection[int]:
        """The places where later movers may end once a unit has ended its move; no other rule is checked."""

    def room(self, place: int) -> int:
        """The room left in a place by the friends who do not move."""

    def company(self, place: int) -> Sequence[int]:
        """The friends in a place who do not move, as far as `threat` asks for them."""

    def toward(self, mover: int, place: int) -> float:
        """The worth of a unit in a place: how much nearer its side is to victory. Points of strength."""

    def threat(self, place: int, attackers: Sequence[int]) -> float:
        """The mean loss of some friends in one place to the enemies that may attack it, in points of strength."""

    @property
    def targets(self) -> Sequence[int]:
        """The places of enemies, in a fixed order."""

    @property
    def fighters(self) -> Sequence[int]:
        """The units that may still attack, in a fixed order."""

    def place(self, fighter: int) -> int:
        """The place of a unit now."""

    def reaches(self, fighter: int, place: int, target: int) -> bool:
        """Whether a unit attacks a target from a place, as far as ranges go."""

    def strike(self, target: int, attackers: Sequence[int], at: Mapping[int, int]) -> Strike | None:
        """The best attack on a target by some of these, standing where `at` says; None where none is worth it."""

    # --- as actions; None or nothing for what is not legal now

    def opening(self) -> Action | None:
        """The decisions before any plan: which units are attached, and which rally."""

    def move(self, mover: int, place: int) -> Action | None:
        """The move of a unit to a place."""

    def attack(self, strike: Strike) -> Sequence[Action]:
        """The actions that declare and resolve an attack, one after the other."""

    def follow(self) -> Action | None:
        """The actions of the leader after the moves of his units."""

    def close(self) -> Action | None:
        """The end of the activation; None where the rules of the game want something else first."""
