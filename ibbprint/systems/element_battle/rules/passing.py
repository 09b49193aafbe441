"""Passing through other elements (H-R31), and the checklist for an element that bumps into another (H-R29)."""

from __future__ import annotations

from ibbprint.engine.lattice import Heading
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.models.troops import Troop, Way
from ibbprint.systems.element_battle.rules.combat import crushes

CRUSHED, ENEMY, PASSES, CROSSWAYS, PUSHES, PUSHED, STUCK = (
    "crushed",
    "enemy",
    "passes",
    "crossways",
    "pushes",
    "pushed",
    "stuck",
)
"""The lines of the checklist by their ids."""
FATAL = frozenset((ENEMY, CROSSWAYS, STUCK))
"""The lines by which whoever recoils is destroyed."""


def is_level(heading: Heading, other: Heading) -> bool:
    """Whether two face the same or the opposite way."""
    return (heading - other) % 2 == 0


def may_pass(
    catalogue: Catalogue,
    mover: Troop,
    obstacle: Troop,
    *,
    friends: bool,
    level: bool,
    fighting: bool = False,
    recoils: bool = False,
) -> bool:
    """Whether a type may pass through another, by passing.yaml; nobody passes through a stronghold (H-52)."""
    if obstacle.is_place:
        return False
    return any(
        _fits(way, mover, obstacle, friends=friends, level=level, fighting=fighting, recoils=recoils)
        for passage in catalogue.passing
        for way in passage.ways
    )


def _fits(
    way: Way, mover: Troop, obstacle: Troop, *, friends: bool, level: bool, fighting: bool, recoils: bool
) -> bool:
    if way.movers and mover.known_as.isdisjoint(way.movers):
        return False
    if (way.others and obstacle.known_as.isdisjoint(way.others)) or not obstacle.known_as.isdisjoint(way.but):
        return False
    if way.whose != "any" and (way.whose == "friend") != friends:
        return False
    return (level or not way.level) and not (fighting and way.idle) and not (recoils and way.advancing)


def bump(
    catalogue: Catalogue, recoiler: Troop, bumped: Troop, *, friends: bool, turned: int, fighting: bool = False
) -> str:
    """The first line of the checklist that fits, where one element recoils into another (H-28, H-29).

    A stronghold destroys every element that recoils into it (H-67).
    `turned` are the quarter turns by which the other faces another way; `fighting` says that it is in close combat.
    """
    if bumped.is_place:
        return STUCK
    if crushes(recoiler, bumped):
        return CRUSHED
    if not friends:
        return ENEMY
    level = turned % 2 == 0
    if may_pass(catalogue, recoiler, bumped, friends=True, level=level, fighting=fighting, recoils=True):
        return PASSES
    if turned:
        return CROSSWAYS
    if not bumped.bulky:
        return PUSHES
    return PUSHED if recoiler.bulky else STUCK
