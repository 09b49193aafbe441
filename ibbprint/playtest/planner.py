"""A player who plans an activation as a whole, plays the plan, and plans the moves again after an attack by its side.

What a game does not offer as a plan (`Session.planning`), and every question, is answered greedily.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from ibbprint.dice import SeededDice
from ibbprint.engine.api.planning import Planning, Strike
from ibbprint.engine.planning import Move, Plan, Plans, packed
from ibbprint.engine.session import Playing

OPENING, STRIKING, MOVING, FOLLOWING, CLOSING = range(5)
"""The stages of an activation, in order."""


class Planner:
    """Plans whole activations. Its dice decide only where greedy play decides between equals."""

    looks = True

    def __init__(self, seed: int | str) -> None:
        self._dice = SeededDice(seed)
        self._occasion: object = None
        self._stage = OPENING
        self._moves: deque[Move] = deque()
        self._declaring: deque[Any] = deque()
        self._resolved = 0
        """How many attacks had been resolved when the plan was made."""

    def choose(self, game: Playing) -> Any:
        planning = None if game.state.questions else game.planning()
        if planning is None:
            return self._declared(game) or self._greedy(game)
        self._declaring.clear()
        if planning.occasion != self._occasion:
            self._occasion, self._stage = planning.occasion, OPENING
        return self._next(planning) or self._greedy(game)

    def _greedy(self, game: Playing) -> Any:
        equals = game.best()
        return equals[0] if len(equals) == 1 else equals[self._dice.roll(len(equals)) - 1]

    def _declared(self, game: Playing) -> Any | None:
        """The next action of the attack that is being declared, if it is still legal."""
        while self._declaring and not game.state.questions:
            action = self._declaring.popleft()
            if game.is_legal(action) is None:
                return action
        return None

    def _next(self, planning: Planning) -> Any | None:
        """The next action of the activation, stage by stage; None for decisions left to greedy play."""
        if self._stage == OPENING:
            action = planning.opening()
            if action is not None:
                return action
            self._begin(Plans(planning).best(), planning)
        if self._stage == STRIKING:
            action = self._strike(planning)
            if action is not None:
                return action
            if planning.resolved != self._resolved:
                self._moves = deque(Plans(planning).march().moves)
            self._stage = MOVING
        if self._stage == MOVING:
            while self._moves:
                action = planning.move(*self._moves.popleft())
                if action is not None:
                    return action
            self._stage = FOLLOWING
        if self._stage == FOLLOWING:
            self._stage = CLOSING
            action = planning.follow()
            if action is not None:
                return action
        return self._strike(planning) or planning.close()

    def _begin(self, plan: Plan, planning: Planning) -> None:
        self._moves, self._resolved = deque(plan.moves), planning.resolved
        self._stage = STRIKING if plan.attacks_first else MOVING

    def _strike(self, planning: Planning) -> Any | None:
        """The first action of the next attack; the others are declared after it."""
        if not planning.strikes:
            return None
        for strike in sorted(packed(planning, {}), key=_order):
            actions: Sequence[Any] = planning.attack(strike)
            if actions:
                self._declaring = deque(actions[1:])
                return actions[0]
        return None


def _order(strike: Strike) -> tuple[int, float]:
    """Attacks of an earlier stage first, then those that are worth more."""
    return strike.stage, -strike.worth
