"""Combats: what counts, what the dice make of it, what becomes of the loser.

Play and odds ask the same functions: one throws seeded dice, the other lets them fall every way there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ibbprint.engine.rolls import AppliedModifier, total
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.models.troops import Clause, Outcome, Troop
from ibbprint.systems.element_battle.rules.stands import Stand

CLOSE, SHOOTING, SPELL = "close", "shooting", "spell"
"""The ways of fighting."""
TIE, BOTH = "tie", "both"
"""The outcomes without a loser: nothing happens, or both are destroyed."""
NONE, DESTROYED = "none", "destroyed"
SUPPORT, FLANK = "support", "flank"
"""The factors of a second rank, and of sides that are overlapped or touched."""
MOVES = ("recoil", "flee")
"""Outcomes for which there must be room."""


class Weighed(NamedTuple):
    """A combat before the dice: the sum added to the die of either side, and its parts."""

    first: int
    second: int
    used: tuple[tuple[AppliedModifier, ...], tuple[AppliedModifier, ...]]


class Result(NamedTuple):
    """The outcome of a combat: the side that lost, 0 or 1, and the id; `tie` and `both` have no side."""

    side: int | None
    outcome: str


def weigh(catalogue: Catalogue, way: str, stand: Stand, enemy: Stand) -> Weighed:
    """The sum that each side adds to its die: bonus and tactical factors (H-R22, H-R23)."""
    first = _used(catalogue, way, stand, enemy, active=True)
    second = _used(catalogue, way, enemy, stand, active=False)
    return Weighed(stand.bonus(enemy) + total(first), enemy.bonus(stand) + total(second), (first, second))


def _used(catalogue: Catalogue, way: str, mine: Stand, enemy: Stand, *, active: bool) -> tuple[AppliedModifier, ...]:
    """The factors that count for one side; `active` is the one that shoots or casts."""
    shelf = catalogue.factors
    items = []
    for id, times in _times(way, mine, enemy, active):
        factor = shelf.get(id)
        if factor is None:
            continue
        unit_amount = mine.troop.support if id == SUPPORT else factor.amount
        amount = unit_amount * min(times, factor.most)
        if amount:
            items.append(AppliedModifier(factor.id, factor.name, "die", amount, tuple(factor.rules)))
    return tuple(items)


def _times(way: str, mine: Stand, enemy: Stand, active: bool) -> Iterator[tuple[str, int]]:
    """The number of times that each factor counts for one side."""
    yield "general", mine.general and (way == CLOSE or not active)
    if way == CLOSE:
        yield "uphill", mine.higher and not mine.flies and not enemy.flies
        yield SUPPORT, _supported(mine, enemy)
        yield FLANK, mine.flanks
        yield "bad-going", _hindered(mine, enemy)
        yield "water-lurkers", enemy.troop.hides and enemy.in_water and not mine.troop.hides
    elif active:
        yield "at-home", way == SPELL and enemy.troop.casts and enemy.at_home
    else:
        yield "aid", enemy.aids
        yield "cover", way == SHOOTING and mine.in_cover
        guarded = mine.guarded or mine.troop.guards
        yield "warded", way == SPELL and (mine.in_cover or mine.across_water or guarded)


def _supported(mine: Stand, enemy: Stand) -> bool:
    """Whether a second rank counts: not against a stronghold, nor with either rank in bad going (H-24, H-74)."""
    if not mine.second or enemy.troop.is_place or mine.in_bad_going:
        return False
    return mine.second_ground is None or mine.second_ground.going != "bad"


def _hindered(mine: Stand, enemy: Stand) -> bool:
    """Whether bad going counts, its own or, for mounted and aerial troops, the enemy's: once (H-20, H-50)."""
    grounds = [mine.ground] if mine.in_bad_going else []
    if mine.troop.arm != "foot" and enemy.in_bad_going:
        grounds.append(enemy.ground)
    return any(ground is not None and not mine.at_home_in(ground) for ground in grounds)


def outcomes(catalogue: Catalogue, way: str, stand: Stand, enemy: Stand) -> dict[Result, Fraction]:
    """The exact chance of every outcome of a combat; in shooting and magic the first side is the active one."""
    weighed = weigh(catalogue, way, stand, enemy)
    faces = range(1, catalogue.figures["die"] + 1)
    ways = Counter(
        judged(catalogue, way, stand, enemy, weighed.first + mine, weighed.second + theirs)
        for mine in faces
        for theirs in faces
    )
    return {result: Fraction(number, len(faces) ** 2) for result, number in ways.items()}


def judged(catalogue: Catalogue, way: str, stand: Stand, enemy: Stand, first: int, second: int) -> Result:
    """The outcome of two totals."""
    if first == second:
        return Result(None, BOTH if way == CLOSE and first % 2 and kill_each_other(catalogue, stand, enemy) else TIE)
    side = 0 if first < second else 1
    loser, winner = (stand, enemy) if side == 0 else (enemy, stand)
    if side == 0 and (way == SHOOTING or (way == SPELL and not winner.troop.answers_spells)):
        return Result(side, NONE)  # who shoots or casts does not suffer (H-12, H-13)
    half = min(first, second) * catalogue.figures["half"] <= max(first, second)
    return Result(side, outcome(catalogue, way, loser, winner, half=half).id)


def kill_each_other(catalogue: Catalogue, stand: Stand, enemy: Stand) -> bool:
    """Whether the two destroy each other on the same odd total (H-R24, H-16)."""
    names = stand.troop.known_as, enemy.troop.known_as
    return any(
        (tie.one in names[0] and tie.other in names[1]) or (tie.one in names[1] and tie.other in names[0])
        for tie in catalogue.ties
    )


def outcome(catalogue: Catalogue, way: str, loser: Stand, winner: Stand, *, half: bool) -> Outcome:
    """The fate of a loser: the first clause that fits; destroyed instead of a recoil or flight without room."""
    clauses = loser.troop.half if half else loser.troop.minor
    result = next((clause for clause in clauses if _fits(clause, way, loser, winner)), clauses[-1])
    shelf = catalogue.outcomes
    fate: Outcome = shelf[result.result]
    if result.result in MOVES and barred(loser):
        fate = shelf[DESTROYED]
    return fate


def _fits(clause: Clause, way: str, loser: Stand, winner: Stand) -> bool:
    if clause.against and winner.troop.known_as.isdisjoint(clause.against):
        return False
    if clause.going is not None and (clause.going == "bad") != loser.in_bad_going:
        return False
    if clause.charged and not loser.charged:
        return False
    return way == CLOSE or not clause.close


def barred(loser: Stand) -> bool:
    """Whether it has no room to recoil, or is touched there by somebody whom it does not crush (H-26, H-82)."""
    return loser.stuck or any(not crushes(loser.troop, touched) for touched in loser.touching)


def crushes(recoiler: Troop, bumped: Troop) -> bool:
    """Whether who recoils into the other destroys it, which is the first line of the checklist (H-R29)."""
    return recoiler.crushes and not (bumped.uncrushed or bumped.arm == "aerial")


def on_slopes(stand: Stand, enemy: Stand) -> tuple[Stand, Stand]:
    """Two elements in close combat, each on the upper side if it is on a hill and its enemy is not (H-54)."""
    return _on_slope(stand, enemy), _on_slope(enemy, stand)


def _on_slope(stand: Stand, enemy: Stand) -> Stand:
    """An element on a hill is on the upper side of it, where its enemy is not."""
    hill = stand.ground is not None and stand.ground.hill and not (enemy.ground is not None and enemy.ground.hill)
    return stand._replace(higher=True) if hill and not stand.higher else stand


def main_of(stands: Sequence[Stand], target: Stand) -> Stand:
    """The main shooter: the one with the highest bonus against the target; the others aid (H-48)."""
    return max(stands, key=lambda stand: stand.bonus(target))
