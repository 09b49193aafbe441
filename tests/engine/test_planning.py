"""Plans of an activation: who goes first, whom the others join, and what attacks follow, on a road of places."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import pytest

from ibbprint.engine.api.planning import Mover, Strike
from ibbprint.engine.planning import Plans, packed
from ibbprint.engine.state import Action

GOAL = 20
"""The place that everybody wants to reach."""


class Road:
    """A road of places in a row; later movers end next to one who has moved, or with him."""

    def __init__(
        self,
        places: Sequence[int],
        pace: int = 3,
        holds: int = 4,
        enemies: Mapping[int, int] | None = None,
        fears: Mapping[int, float] | None = None,
    ) -> None:
        self.movers = [Mover(number, place, 1) for number, place in enumerate(places)]
        self.pace, self.holds = pace, holds
        self.enemies, self.fears = dict(enemies or {}), dict(fears or {})
        self.asked: list[tuple[int, tuple[int, ...]]] = []
        self.near: Collection[int] | None = None
        self.strikes_first = self.strikes = True
        self.resolved = 0
        self.occasion: object = 1
        self.targets = sorted(self.enemies)
        self.fighters = [mover.id for mover in self.movers]

    def ends(self, mover: int) -> Sequence[int]:
        here = self.movers[mover].place
        return [place for place in range(here - self.pace, here + self.pace + 1) if place not in (here, *self.enemies)]

    def beside(self, place: int) -> Collection[int]:
        return (place - 1, place, place + 1)

    def room(self, place: int) -> int:
        return self.holds

    def company(self, place: int) -> Sequence[int]:
        return ()

    def toward(self, mover: int, place: int) -> float:
        return -abs(GOAL - place)

    def threat(self, place: int, who: Sequence[int]) -> float:
        self.asked.append((place, tuple(who)))
        return self.fears.get(place, 0.0)

    def place(self, fighter: int) -> int:
        return self.movers[fighter].place

    def reaches(self, fighter: int, place: int, target: int) -> bool:
        return abs(place - target) == 1

    def strike(self, target: int, who: Sequence[int], at: Mapping[int, int]) -> Strike | None:
        """As many as it takes; what they are more is wasted."""
        need = self.enemies[target]
        return None if len(who) < need else Strike(float(need), 0, target, tuple(who[:need]), "hit")

    def opening(self) -> Action | None:
        return None

    def move(self, mover: int, place: int) -> Action | None:
        return Action("move", (mover,), (place,))

    def attack(self, strike: Strike) -> Sequence[Action]:
        return [Action("hit", strike.fighters, (strike.target,))]

    def follow(self) -> Action | None:
        return None

    def close(self) -> Action | None:
        return Action("end")


@pytest.mark.parametrize("gap", [1, 2])
def test_a_column_with_a_straggler_marches_as_a_whole(gap: int) -> None:
    """If the foremost went first and as far as they can, the last would have nobody to end his move beside."""
    road = Road([10, 10, 10, 10, 10, 10 - gap])
    march = Plans(road).march()
    assert {move.mover for move in march.moves} == {0, 1, 2, 3, 4, 5}
    assert march.at[5] > 10 - gap
    total = sum(place - mover.place for mover, place in zip(road.movers, march.at.values(), strict=True))
    alone = Plans(Road([10, 10, 10, 10, 10])).march()
    assert total > sum(place - 10 for place in alone.at.values())


def test_every_move_of_a_march_ends_beside_an_earlier_one_and_where_there_is_room() -> None:
    road = Road([3, 4, 4, 5, 6, 6, 7, 8], holds=2)
    march = Plans(road).march()
    near: set[int] = set()
    for move in march.moves:
        assert not near or move.place in near
        near |= set(road.beside(move.place))
    standing = list(march.at.values())
    assert max(map(standing.count, standing)) <= 2


def test_a_stack_is_priced_once_as_one_target() -> None:
    """What is lost in a place does not depend on how many are asked about one after the other."""
    fears = {13: 5.0}
    road = Road([10, 10, 10], fears=fears)
    march = Plans(road).march()
    # Three who go where all of them together lose 5 gain 9: each by himself gains 3, and would stay for 5.
    item = Plans(Road([10], fears=fears)).march()
    assert list(item.at.values()) == [12]
    assert march.worth >= -3 * 8
    assert all(len(group) == len(set(group)) for _, group in road.asked)


def test_nobody_who_stays_beside_the_enemy_is_counted_twice() -> None:
    """Two attacks that need three units do not both happen with four."""
    road = Road([9, 9, 9, 9], enemies={10: 3, 8: 3})
    strikes = packed(road, {})
    assert [strike.worth for strike in strikes] == [3.0]
    assert len({fighter for strike in strikes for fighter in strike.fighters}) == 3
    both = packed(Road([9, 9, 9, 9, 9, 9], enemies={10: 3, 8: 3}), {})
    assert sorted(strike.target for strike in both) == [8, 10]


def test_units_are_brought_around_an_enemy_where_that_is_worth_more_than_to_go_on() -> None:
    """Two are needed against him; one goes where the other can join."""
    road = Road([10, 10], enemies={14: 2}, fears={13: 0.5})
    plan = Plans(road).best()
    assert sorted(move.place for move in plan.moves) == [13, 13]
    assert not plan.attacks_first


def test_who_can_attack_now_does_so_before_he_marches_on() -> None:
    road = Road([10, 10], pace=2, enemies={9: 2})
    plan = Plans(road).best()
    assert plan.attacks_first
    assert [move.place for move in plan.moves] == [12, 12]


def test_equal_plans_are_the_same_whoever_asks() -> None:
    plans = [Plans(Road([4, 7, 7, 9, 5], enemies={12: 2, 15: 1}, fears={11: 0.3, 13: 0.7})).best() for _ in range(3)]
    assert plans[0] == plans[1] == plans[2]
