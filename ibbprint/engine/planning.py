"""A plan of a whole activation: who goes where, and who attacks whom. It knows places as numbers, nothing of a game.

Where later movers must end beside earlier ones, who goes first ties all others to himself, so every unit is tried as
the first. Marches that bring units around each enemy in reach are tried as well. What a plan is worth is counted, not
played out: the places that units come to, less what they risk there, and the attacks that follow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from ibbprint.engine.api.planning import Mover, Planning, Strike

HAIR = 1e-6
"""More than rounding can make of two worths that are alike."""
FIRST, WAYS = 12, 2
"""How many units are tried as the first to move, and how many of the best places of each."""


class Move(NamedTuple):
    """A unit goes to a place."""

    mover: int
    place: int


class March(NamedTuple):
    """Moves in their order, where everybody is after them, and what that is worth."""

    moves: Sequence[Move]
    at: Mapping[int, int]
    worth: float


class Plan(NamedTuple):
    """The moves and attacks of an activation."""

    moves: Sequence[Move]
    attacks_first: bool
    worth: float


class Plans:
    """The plans of one activation. What several of them need is worked out once."""

    def __init__(self, planning: Planning) -> None:
        self.planning = planning
        self.movers = {mover.id: mover for mover in planning.movers}
        self._threats: dict[tuple[int, tuple[int, ...]], float] = {}
        self.ends = {mover: planning.ends(mover) for mover in self.movers}

    def best(self) -> Plan:
        """The plan that is worth most; of equals the one that is tried first."""
        march = self.march()
        plans = [Plan(march.moves, False, march.worth + self._attacks(march.at))]
        if self.planning.strikes_first:
            strike_worth = self._attacks(self._standing())
            if strike_worth > 0:
                plans.append(Plan(march.moves, True, march.worth + strike_worth))
        for target in self._in_reach():
            march = _March(self, goal=target).built()
            plans.append(Plan(march.moves, False, march.worth + self._attacks(march.at)))
        return max(plans, key=lambda plan: plan.worth)

    def march(self) -> March:
        """The best of the marches that one unit after the other begins."""
        marches = [_March(self).built()]
        marches += [_March(self, first=move).built() for move in self._firsts()]
        return max(marches, key=lambda march: march.worth)

    def _firsts(self) -> Iterator[Move]:
        """The moves that a march may begin with: for each of a number of units its best places."""
        movers, planning = list(self.movers.values()), self.planning
        step = -(-len(movers) // FIRST) or 1
        for mover in movers[::step]:
            present = planning.toward(mover.id, mover.place)
            worths = ((planning.toward(mover.id, place), place) for place in self.ends[mover.id])
            better = sorted((item for item in worths if item[0] > present), key=lambda item: -item[0])
            for _, place in better[:WAYS]:
                yield Move(mover.id, place)

    def _standing(self) -> dict[int, int]:
        """The places of the units that may move, as they are."""
        return {mover.id: mover.place for mover in self.movers.values()}

    def _attacks(self, at: Mapping[int, int]) -> float:
        return fsum(strike.worth for strike in packed(self.planning, at))

    def _in_reach(self) -> Iterator[int]:
        """The places of enemies that a mover can come to attack."""
        planning = self.planning
        fighters = [fighter for fighter in planning.fighters if fighter in self.movers]
        for target in planning.targets:
            if any(planning.reaches(fighter, end, target) for fighter in fighters for end in self.ends[fighter]):
                yield target

    def threat(self, place: int, attackers: Sequence[int]) -> float:
        """The mean loss of some friends in one place, see `Planning.threat`; worked out once."""
        if not attackers:
            return 0.0
        key = place, tuple(sorted(attackers))
        result = self._threats.get(key)
        if result is None:
            result = self._threats[key] = self.planning.threat(place, key[1])
        return result


class _March:
    """A march while it is put together: one unit moves after the other."""

    def __init__(self, plans: Plans, first: Move | None = None, goal: int | None = None) -> None:
        self.plans, self.planning = plans, plans.planning
        self.at = {mover.id: mover.place for mover in plans.movers.values()}
        self.near: Collection[int] | None = self.planning.near
        self.moves: list[Move] = []
        self._waiting = dict(plans.movers)
        self._companies: dict[int, list[int]] = {}
        self._taken: dict[int, int] = {}
        self._first, self._around = first, goal
        for mover in plans.movers.values():
            self._stack(mover.place).append(mover.id)
            self._taken[mover.place] = self._taken.get(mover.place, 0) + mover.room

    def built(self) -> March:
        """The whole march: first who must, then everybody to where it is best for him, twice over."""
        if self._around is not None:
            self._surround(self._around)
        if self._first is not None and self._open(self._waiting[self._first.mover], self._first.place):
            self._shift(self._waiting[self._first.mover], self._first.place)
        # The second time for those who could not yet join the ones that have moved.
        for _ in range(2):
            for mover in sorted(self._waiting.values(), key=self._turn):
                if self._around is None or not self.planning.reaches(mover.id, mover.place, self._around):
                    self._settle(mover)
        return March(self.moves, self.at, self._worth())

    def _turn(self, mover: Mover) -> tuple[float, int]:
        """The sort key for the order of moves: first the unit nearest to what wins."""
        return -self.planning.toward(mover.id, mover.place), mover.id

    def _surround(self, target: int) -> None:
        """Bring those who can attack a target to where they can."""
        planning = self.planning
        for fighter in planning.fighters:
            mover = self._waiting.get(fighter)
            if mover is None or planning.reaches(fighter, mover.place, target):
                continue
            ends = [
                end
                for end in self.plans.ends[fighter]
                if planning.reaches(fighter, end, target) and self._open(mover, end)
            ]
            if ends:
                self._shift(mover, max(ends, key=lambda end: self._gain(mover, end)))

    def _settle(self, mover: Mover) -> None:
        """Move a unit to where it is best, if that is better than to stay."""
        best, place = self._gain(mover, mover.place) + HAIR, None
        for end in self.plans.ends[mover.id]:
            if not self._open(mover, end):
                continue
            gain = self._gain(mover, end)
            if gain > best:
                best, place = gain, end
        if place is not None:
            self._shift(mover, place)

    def _open(self, mover: Mover, place: int) -> bool:
        """Whether a unit's move may end in a place, as far as friends go."""
        if self.near is not None and place not in self.near:
            return False
        return self.planning.room(place) - self._taken.get(place, 0) >= mover.room

    def _shift(self, mover: Mover, place: int) -> None:
        start = self.at[mover.id]
        self._stack(start).remove(mover.id)
        self._stack(place).append(mover.id)
        self._taken[start] -= mover.room
        self._taken[place] = self._taken.get(place, 0) + mover.room
        self.at[mover.id] = place
        beside = self.planning.beside(place)
        self.near = beside if self.near is None else {*self.near, *beside}
        self.moves.append(Move(mover.id, place))
        del self._waiting[mover.id]

    def _stack(self, place: int) -> list[int]:
        """The units in a place, those that stay and those that move."""
        result = self._companies.get(place)
        if result is None:
            result = self._companies[place] = list(self.planning.company(place))
        return result

    def _gain(self, mover: Mover, place: int) -> float:
        """The worth of a unit's being in a place, less what its being there adds to the losses there."""
        stack = self._stack(place)
        companions = [unit for unit in stack if unit != mover.id] if place == mover.place else stack
        added_threat = self.plans.threat(place, [*companions, mover.id]) - self.plans.threat(place, companions)
        return self.planning.toward(mover.id, place) - added_threat

    def _worth(self) -> float:
        """The worth of where everybody is; a stack is one target, and priced once."""
        gains = [self.planning.toward(mover, place) for mover, place in self.at.items()]
        places = sorted(set(self.at.values()))
        return fsum(gains) - fsum(self.plans.threat(place, self._stack(place)) for place in places)


def packed(planning: Planning, at: Mapping[int, int]) -> list[Strike]:
    """Attacks by those who may, each unit in one of them: the best of all, then the best of those left, and so on.

    `at` are the places of those who move; the others attack from where they are.
    """
    free, targets, strikes = list(planning.fighters), list(planning.targets), list[Strike]()
    tried: dict[tuple[int, tuple[int, ...]], Strike | None] = {}
    while free and targets:
        best: Strike | None = None
        for target in targets:
            able = tuple(u for u in free if planning.reaches(u, at.get(u, planning.place(u)), target))
            if not able:
                continue
            key = target, able
            if key not in tried:
                tried[key] = planning.strike(target, able, at)
            strike = tried[key]
            if strike is not None and (best is None or strike.worth > best.worth):
                best = strike
        if best is None:
            break
        strikes.append(best)
        free = [fighter for fighter in free if fighter not in best.fighters]
        targets.remove(best.target)
    return strikes
