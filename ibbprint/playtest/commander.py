"""A commander studies a battle before it begins, and fights it by the plan that did best in his study.

A plan is a leaning, or two of them with the turn on which the one gives way to the other: stand for three turns, then
be bold. Each is played from the first turn to the end of the game, with the side that it is for leaning that way and
everybody else playing greedily; half of the plans go on to the next round, with further playouts (sequential halving).
The one that is left was lucky, too. So it must beat the usual way again, on other seeds, which takes half of the
effort. A playout knows of the enemy what the side can see when the battle begins, and guesses the rest.

Promises: the effort is a number of playouts, never a time. What a study finds depends on the scenario, the side and
the effort alone, so one serves for all games of a playtest, and the same seed gives the same game on any machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, variance
from typing import Any

from ibbprint.dice import SeededDice, seed_of
from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.session import Opened, Playing

EFFORT = 500
"""The playouts of a study, where nobody says."""
EACH = 60
"""How many playouts there are for each plan, on average, its trial among them."""
MOST = 32
"""How many plans are looked at, at most."""
BOLD, HASTE, CARE = (0.4, 0.6, 0.8, 1.0, 1.4, 2.0, 3.0), (0.1, 0.2, 0.4, 0.7, 1.0, 1.6, 3.0), (0.4, 0.7, 1.0, 1.6, 3.0)
"""What is tried of each weight."""
LATEST = 5
"""The last turn on which a plan changes its leaning."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A way for a side to play a battle: with one leaning before a turn, with another from that turn on."""

    main: Leaning = USUAL
    opening: Leaning = USUAL
    until: int = 0
    """The turn on which the opening is over."""

    def leaning(self, turn: int) -> Leaning:
        """The leaning on a turn."""
        return self.opening if turn < self.until else self.main


AS_USUAL = Plan()
WAITING = Leaning(stands=True)
PLANS = (
    AS_USUAL,
    Plan(Leaning(bold=2.0)),
    Plan(Leaning(care=3.0)),
    Plan(Leaning(haste=0.3)),
    Plan(Leaning(haste=3.0)),
    Plan(Leaning(bold=0.6)),
    Plan(USUAL, WAITING, 3),
    Plan(WAITING),
)
"""What is tried in any battle; others are drawn by lot."""


class Commander:
    """Plays as greedy play does, but leaning as his plan says; answers questions as usual."""

    looks = True

    def __init__(self, seed: int | str, plan: Plan) -> None:
        self._dice = SeededDice(seed)
        self._plan = plan

    def choose(self, game: Playing) -> Any:
        return _chosen(game, self._plan, self._dice)


def study(opened: Opened[Any], side: str, effort: int = EFFORT) -> Plan:
    """The plan that comes out best for a side in half of the playouts, if it surely beats the usual way in the others.

    Where there is but one other plan, all playouts are its trial.
    """

    def worth(plan: Plan, seed: str) -> float:
        return playout(opened, side, plan, seed)

    plans = plans_of(max(2, min(MOST, effort // EACH)))[1:]
    half = effort // 2 if len(plans) > 1 else 0
    best = _best_of(plans, half, worth)
    seeds = [seed_of("trial", number) for number in range((effort - half) // 2)]
    gains = [worth(best, seed) - worth(AS_USUAL, seed) for seed in seeds]
    return best if _surely_more(gains) else AS_USUAL


def _best_of(plans: Sequence[Plan], effort: int, worth: Callable[[Plan, str], float]) -> Plan:
    """The plan that is left when the better half of them has gone on from round to round, all on the same seeds."""
    scores: dict[Plan, list[float]] = {plan: [] for plan in plans}
    remaining = list(plans)
    for rounds in range((len(plans) - 1).bit_length(), 0, -1):
        share = effort // rounds // len(remaining)
        for plan in remaining:
            played = len(scores[plan])
            scores[plan] += [worth(plan, seed_of("study", number)) for number in range(played, played + share)]
        effort -= share * len(remaining)
        remaining.sort(key=lambda plan: -math.fsum(scores[plan]))
        remaining = remaining[: (len(remaining) + 1) // 2]
    return remaining[0]


def plans_of(number: int) -> list[Plan]:
    """A number of different plans: the usual one, some that are quite unlike it, then random ones."""
    plans, dice = list(PLANS[:number]), SeededDice("plans")
    while len(plans) < number:
        main = _drawn(dice)
        plan = Plan(main) if dice.roll(2) == 1 else Plan(main, _opening(dice), 1 + dice.roll(LATEST - 1))
        if plan not in plans:
            plans.append(plan)
    return plans


def playout(opened: Opened[Any], side: str, plan: Plan, seed: str) -> float:
    """The evaluation at the end of a battle in which a side follows a plan; the same seed starts every plan alike."""
    game, dice = begun(opened, side, seed), SeededDice(seed)
    while (mover := game.to_move) is not None:
        game.play(_chosen(game, plan if mover == side else AS_USUAL, dice))
    return game.evaluate(side)


def begun(opened: Opened[Any], side: str, seed: str) -> Playing:
    """A battle on its first turn, both sides set up as usual, in which the enemy is what a side takes him for."""
    game, dice = opened.start(seed), SeededDice(f"set-up:{seed}")
    while (mover := game.to_move) is not None and game.turn < 1:
        game.play(_chosen(game.view(mover), AS_USUAL, dice))
    return game.view(side).guess(seed)


def _chosen(game: Playing, plan: Plan, dice: SeededDice) -> Any:
    equals = game.best(USUAL if game.occasion is None else plan.leaning(game.turn))
    return equals[0] if len(equals) == 1 else equals[dice.roll(len(equals)) - 1]


def _drawn(dice: SeededDice) -> Leaning:
    bold, haste, care = (weights[dice.roll(len(weights)) - 1] for weights in (BOLD, HASTE, CARE))
    return Leaning(bold, haste, care)


def _opening(dice: SeededDice) -> Leaning:
    return WAITING if dice.roll(3) == 1 else _drawn(dice)


def _surely_more(differences: Sequence[float]) -> bool:
    """Whether the mean of some differences is above 0 by more than its error."""
    return len(differences) > 1 and fmean(differences) > math.sqrt(variance(differences) / len(differences))
