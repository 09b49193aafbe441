"""What greedy play of the element battle pays for leaving a line, and where it stops before a charge."""

from __future__ import annotations

import pytest

from ibbprint.engine.state import Action
from ibbprint.systems.element_battle.rules import choosing, moving, weights
from ibbprint.systems.element_battle.rules.appraisal import Appraiser, moved
from tests.eb_table import Table

FAR = "blades 100,110 south general"
WOOD = "wood 36,38 16x12"


def price(game: Table, key: str, way: str) -> float:
    """The price of a move of one element or several, `A1` or `A1+A2`."""
    judge = Appraiser(game.state)
    elements = [game[part] for part in key.split("+")]
    action = Action(moving.MOVE, tuple(element.id for element in elements), (), way)
    return judge.formation.price(elements, moved(game.state, action))


@pytest.mark.parametrize(
    ("own", "enemy", "wood", "cost"),
    [
        ("blades", "warband 40,56 south", WOOD, weights.MIRED + weights.STRAY),
        ("blades", "warband 40,56 south", "", weights.STRAY),
        ("blades", "warband 40,80 south", WOOD, 0.0),
        ("warband", "blades 40,56 south", WOOD, 0.0),
    ],
    ids=["wood", "open", "nobody-near", "at-home"],
)
def test_leaving_a_line_costs_where_an_enemy_can_come(own: str, enemy: str, wood: str, cost: float) -> None:
    game = Table(f"{own} 40,30 north; {own} 48,30 north; hordes 100,10 north general", f"{enemy}; {FAR}", wood)
    assert price(game, "A1", "ahead200") == pytest.approx(cost)
    game.state.turn = weights.PATIENCE + round(1 / weights.LOOSENS)
    assert price(game, "A1", "ahead200") == 0, "late in a battle nobody waits in his line"


def test_whoever_is_in_bad_going_already_may_go_on_through_it() -> None:
    game = Table(
        "blades 40,40 north; blades 48,40 north; hordes 100,10 north general", f"warband 40,62 south; {FAR}", WOOD
    )
    assert price(game, "A1", "ahead80") == 0
    assert price(game, "A1", "ahead200") == pytest.approx(weights.STRAY)


def test_the_last_neighbour_does_not_leave_the_general_for_nothing() -> None:
    """With two beside him each is free to go; both together are not, and a far enemy frees all."""
    enemy = f"warband 40,48 south; {FAR}"
    battle = Table("blades 40,30 north general; spears 48,30 north", enemy)
    assert price(battle, "A2", "ahead200") >= weights.FORSAKEN
    two = Table("blades 40,30 north general; spears 48,30 north; spears 32,30 north", enemy)
    assert price(two, "A2", "ahead200") < weights.FORSAKEN
    alone = Table("blades 40,30 north general; spears 48,30 north", FAR)
    assert price(alone, "A2", "ahead200") == 0


def test_a_friend_comes_to_a_general_who_stands_alone_before_an_enemy() -> None:
    """He is worth what leaving him costs, and the way to his side is tried; before a far enemy neither."""
    threatened = Table("blades 40,30 north general; spears 48,22 north", f"warband 40,48 south; {FAR}")
    assert price(threatened, "A2", "ahead160") == pytest.approx(-weights.FORSAKEN)
    assert price(threatened, "A2", "ahead40") == 0, "that is not beside him"
    assert "ahead160" in _proposed(threatened, "A2")
    calm = Table("blades 40,30 north general; spears 48,22 north", FAR)
    assert price(calm, "A2", "ahead160") == 0
    assert "ahead160" not in _proposed(calm, "A2")
    joined = Table("blades 40,30 north general; spears 48,22 north; spears 32,30 north", f"warband 40,48 south; {FAR}")
    assert price(joined, "A2", "ahead160") == 0
    assert "ahead160" not in _proposed(joined, "A2")


def test_a_general_pays_for_standing_with_nobody_beside_him() -> None:
    game = Table("blades 40,30 north general; spears 48,30 north", f"warband 40,54 south; {FAR}")
    assert price(game, "A1", "ahead200") == pytest.approx(weights.UNGUARDED)
    assert price(game, "A1+A2", "ahead200") == 0


@pytest.mark.parametrize(
    ("enemies", "cost"),
    [("hordes 40,44 south; hordes 48,44 south", weights.LONE_CHARGE), ("hordes 40,44 south; hordes 64,44 south", 0.0)],
    ids=["line", "alone"],
)
def test_a_lone_charge_costs_where_the_enemy_has_support(enemies: str, cost: float) -> None:
    game = Table("spears 40,30 north; spears 48,30 north; hordes 100,10 north general", f"{enemies}; {FAR}")
    assert price(game, "A1", "ahead200") == pytest.approx(cost)


def test_a_longer_move_may_stop_out_of_reach_of_a_charge() -> None:
    """Warband could meet blades 14 cells ahead; three cells on blades cannot come to them. Blades cannot."""
    fast = Table("warband 40,30 north; hordes 100,10 north general", f"blades 40,48 south; {FAR}")
    assert "ahead60" in _proposed(fast)
    slow = Table("blades 40,30 north; hordes 100,10 north general", f"warband 40,42 south; {FAR}")
    assert [way for way in _proposed(slow) if way.startswith("ahead")] == ["ahead160"]


def _proposed(game: Table, key: str = "A1") -> list[str]:
    judge = Appraiser(game.state)
    return [action.word for action, _ in choosing.likely(game.state, judge) if action.counters == (game[key].id,)]
