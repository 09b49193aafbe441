"""Rulings of dice, factors and the order of steps, each on a table where it alone decides."""

from __future__ import annotations

import pytest

from ibbprint.systems.element_battle.rules.state import LOST
from tests.eb_table import Table

GENERALS = "blades 100,10 north general", "blades 100,100 south general"


def table(attacker: str, defender: str, terrain: str = "") -> Table:
    return Table(f"{attacker}; {GENERALS[0]}", f"{defender}; {GENERALS[1]}", terrain)


def totals(game: Table, dice: tuple[int, int]) -> tuple[int, int]:
    """The totals of the only close combat, the mover’s first."""
    (combat,) = [event for event in game.fight(dice) if event.kind == "combat"]
    return combat.values["totals"]  # type: ignore[no-any-return]


@pytest.mark.rule("H-16", "H-R24")
def test_two_heroes_on_the_same_even_total_both_stay() -> None:
    game = table("hero 20,40 north", "hero 20,48 south")
    assert totals(game, (3, 3)) == (8, 8)
    assert game["A1"].stands
    assert game["D1"].stands


@pytest.mark.rule("H-14", "H-R26")
@pytest.mark.parametrize(("die", "destroyed"), [(4, True), (3, False)])
def test_exactly_half_is_half(die: int, destroyed: bool) -> None:
    """Warband with 4 in all against spears: destroyed by 8, and by 7 it recoils."""
    game = table("warband 20,40 north", "spears 20,44 south")
    assert totals(game, (1, die)) == (4, 4 + die)
    assert (game["A1"].fate == LOST) is destroyed


@pytest.mark.rule("H-20")
def test_mounted_troops_are_hindered_by_the_going_of_their_enemy_and_foot_is_not() -> None:
    wood = "wood 10,44 40x20"
    assert totals(table("knights 20,38 north", "warband 20,44 south", wood), (2, 2)) == (3 - 2 + 2, 3 + 2)
    assert totals(table("spears 20,40 north", "warband 20,44 south", wood), (2, 2)) == (4 + 2, 3 + 2)


@pytest.mark.rule("H-42")
def test_lurkers_are_worth_two_more_in_water_alone() -> None:
    """Spears fight from the bank, which is one up; in a marsh lurkers are like any others."""
    assert totals(table("spears 20,40 north", "lurkers 20,44 south", "river 0,44 120x6"), (1, 6))[0] == 4 - 2 + 1 + 1
    assert totals(table("spears 20,40 north", "lurkers 20,44 south", "marsh 10,44 40x10"), (1, 6))[0] == 4 + 1


@pytest.mark.rule("H-21")
def test_a_general_who_is_shot_at_has_one_more_and_one_who_shoots_has_not() -> None:
    game = Table("shooters 20,40 north general", "blades 24,50 south general")
    game.phase("shooting")
    game.do("shoot A1 -> D1")
    (shot,) = [event for event in game.play([2, 2], until="fights") if event.kind == "shooting"]
    assert shot.values["totals"] == (3 + 2, 5 + 1 + 2)


@pytest.mark.rule("H-R09")
def test_the_side_that_moved_shoots_first() -> None:
    game = table("shooters 20,40 north", "shooters 24,50 south")
    game.phase("movement", pips=1)
    game.do("end")
    game.play()
    assert game.game.to_move == "attacker"
    assert [game.game.text(action) for action in game.game.candidates()] == ["shoot A1 -> D1", "hold A1"]
    game.do("hold A1")
    game.play()
    assert game.game.to_move == "defender"


@pytest.mark.rule("H-R17", "H-13")
@pytest.mark.parametrize(("kind", "suffers"), [("blades", False), ("magician", True)])
def test_who_casts_suffers_from_magicians_alone(kind: str, suffers: bool) -> None:
    game = table("magician 20,40 north", f"{kind} 20,60 south")
    game.phase("magic", pips=3)
    game.do("cast A1 -> D1", dice=[1, 6])
    (spell,) = game.told("spell")
    assert (spell.values["came"] != "none") is suffers
    assert game["A1"].stands is not suffers


@pytest.mark.rule("H-83")
def test_nobody_casts_at_a_stronghold() -> None:
    """It is near enough, and so are the blades beside it."""
    game = table("magician 56,86 north", "blades 70,100 south")
    game.phase("magic", pips=3)
    assert game.game.fault("cast A1 -> D1") is None
    assert game.refused("cast A1 -> DS") == "H-65"


@pytest.mark.rule("H-48")
def test_the_best_against_the_target_leads_the_shot() -> None:
    """Artillery has 4 against foot, shooters have 3, and aid it though they declare first."""
    game = table("shooters 20,40 north; artillery 28,36 north", "blades 24,50 south")
    game.phase("shooting")
    game.do("shoot A1 -> D1", "shoot A2 -> D1")
    (shot,) = [event for event in game.play([2, 2], until="fights") if event.kind == "shooting"]
    assert shot.values["unit"] == "A2"
    assert shot.values["totals"] == (4 + 2, 5 - 1 + 2)


@pytest.mark.rule("H-74")
def test_aerials_are_not_hindered_by_the_wood_they_fly_over() -> None:
    assert totals(table("flyers 20,38 north", "hordes 20,44 south", "wood 10,30 40x14"), (3, 3)) == (2 + 3, 2 + 3)
    assert totals(table("riders 20,38 north", "hordes 20,44 south", "wood 10,30 40x14"), (3, 3)) == (3 - 2 + 3, 2 + 3)
