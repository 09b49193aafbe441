"""Passing and the checklist of recoils over all pairs of types, against the tables of the source typed anew."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report
from ibbprint.systems.element_battle.rules import passing
from tests.eb_table import GAME
from tests.element_table import AERIAL, FOOT, MOUNTED, TROOPS

HEAVY = {"behemoth", "dragon"}
PAIRS = list(product(TROOPS, repeat=2))


@pytest.fixture(scope="module")
def catalogue() -> Any:
    return GAME.sound_catalogue(KitOptions(), Report())


def passes(who: str, whom: str, *, friends: bool, level: bool, fighting: bool = False, recoils: bool = False) -> bool:
    """H.2.3, row by row: who may pass through whom."""
    mover, other = TROOPS[who].arm, TROOPS[whom].arm
    return whom != "stronghold" and (
        who in ("god", "sneakers")
        or whom == "sneakers"
        or (who == "magician" and friends)
        or (mover == AERIAL and other != AERIAL and not recoils)
        or (mover != AERIAL and other == AERIAL and not fighting and (friends or whom in ("flyers", "aerial-hero")))
        or (mover == MOUNTED and friends and other == FOOT and whom != "pikes" and level)
        or (who == "skirmishers" and friends and level)
    )


def bumps(who: str, whom: str, *, friends: bool, turned: int) -> str:
    """H.2.4, step by step: what happens to who recoils into whom; before it H-67, of strongholds."""
    if whom == "stronghold":
        return "stuck"
    if who in HEAVY and whom != "behemoth" and whom != "sneakers" and TROOPS[whom].arm != AERIAL:
        return "crushed"
    if not friends:
        return "enemy"
    if passes(who, whom, friends=True, level=turned % 2 == 0, recoils=True):
        return "passes"
    if turned:
        return "crossways"
    if whom not in HEAVY | {"god"}:
        return "pushes"
    return "pushed" if who in HEAVY | {"god"} else "stuck"


@pytest.mark.rule("H-R31", "H-45", "H-52")
@pytest.mark.parametrize("friends", [True, False])
@pytest.mark.parametrize("level", [True, False])
def test_who_passes_through_whom(catalogue: Any, friends: bool, level: bool) -> None:
    """All 625 pairs: friend and enemy, along and across, fighting or not, recoiling or not."""
    troops = catalogue.troops
    for (who, whom), fighting, recoils in product(PAIRS, (False, True), (False, True)):
        state: dict[str, bool] = {"friends": friends, "level": level, "fighting": fighting, "recoils": recoils}
        assert passing.may_pass(catalogue, troops[who], troops[whom], **state) == passes(who, whom, **state), (
            who,
            whom,
            state,
        )


@pytest.mark.rule("H-R29", "H-28", "H-29", "H-67")
@pytest.mark.parametrize("friends", [True, False])
@pytest.mark.parametrize("turned", range(4))
def test_what_happens_to_who_recoils_into_whom(catalogue: Any, friends: bool, turned: int) -> None:
    """All 625 pairs: friend and enemy, whichever way the other faces; a stronghold destroys every recoiler."""
    troops = catalogue.troops
    assert len(PAIRS) == 625
    for who, whom in PAIRS:
        line = passing.bump(catalogue, troops[who], troops[whom], friends=friends, turned=turned)
        assert line == bumps(who, whom, friends=friends, turned=turned), (who, whom)
        assert line in catalogue.bumps
