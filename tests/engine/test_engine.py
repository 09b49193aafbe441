"""What the engine promises to every game: spaces and the searches over them, rolls, draws."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.dice import ScriptedDice, chances
from ibbprint.engine import rolls
from ibbprint.engine.rolls import AppliedModifier, Roll
from ibbprint.engine.space import OFF, Grid, entries, flood, nearest, reach, space_of
from ibbprint.engine.state import NOBODY, Stacks, restack
from ibbprint.engine.victory import left_standing
from ibbprint.hexgrid import HexGrid
from ibbprint.squaregrid import SquareGrid

GRIDS = (HexGrid(7, 5), HexGrid(4, 6, "pointy-top", "even"), SquareGrid(6, 8), SquareGrid(1, 3))


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_a_space_is_its_grid_in_numbers(grid: Grid) -> None:
    """Names, neighbours by direction, edge and distances are those of the grid, of hexes and of squares alike."""
    space = space_of(grid)
    assert space.names == grid.hexes
    for number, name in enumerate(space.names):
        steps = [grid.step(name, side) for side in range(space.sides)]
        assert [OFF if there is None else space.index[there] for there in steps] == list(space.around[number])
        assert {space.names[n] for n in space.near[number]} == set(grid.neighbours(name))
        assert (number in space.edge) == (None in steps)
        assert list(space.distances(number)) == [grid.distance(name, other) for other in space.names]


@given(st.data())
def test_reach_finds_the_cheapest_way_to_all_that_can_be_paid_for(data: st.DataObject) -> None:
    """Against a search that goes every way there is, with costs, places to stop in and barred steps at random."""
    space = space_of(HexGrid(4, 4))
    price = data.draw(st.lists(st.integers(1, 3), min_size=space.size, max_size=space.size))
    stops = data.draw(st.frozensets(st.integers(0, space.size - 1), max_size=3)) - {0}
    shut = data.draw(st.frozensets(st.integers(1, space.size - 1), max_size=3))
    points = data.draw(st.integers(0, 5))
    best: dict[int, int] = {}

    def walk(here: int, spent: int) -> None:
        if spent > points or best.get(here, 99) <= spent:
            return
        best[here] = spent
        for there in () if here in stops else space.near[here]:
            if there not in shut:
                walk(there, spent + price[there])

    walk(0, 0)
    hexes = reach(
        0,
        points,
        [[(there, price[there]) for there in near] for near in space.near],
        stops=[place in stops for place in range(space.size)],
        barred=lambda _, there: there if there in shut else None,
    )
    assert hexes.costs == best
    for place, cost in hexes.costs.items():
        way = hexes.way(place)
        assert (way[0], way[-1]) == (0, place)
        assert sum(price[there] for there in way[1:]) == cost
        assert all(there in space.near[here] for here, there in pairwise(way))


def test_a_flood_counts_steps_through_what_is_open() -> None:
    """From the nearest start, round what is shut; what cannot be come to is not there."""
    space = space_of(SquareGrid(3, 3))
    wall = {space.index[name] for name in ("2,1", "2,2")}
    far = flood(space.near, [space.index["1,1"]], lambda place: place not in wall)
    assert {space.names[place]: steps for place, steps in far.items()} == {
        "1,1": 0,
        "1,2": 1,
        "1,3": 2,
        "2,3": 3,
        "3,3": 4,
        "3,2": 5,
        "3,1": 6,
    }
    both = flood(space.near, [space.index["1,1"], space.index["3,1"]])
    assert both[space.index["2,1"]] == 1


@given(st.integers(0, 7), st.integers(-3, 3), st.sampled_from((None, 1, 6)), st.sampled_from((None, 1, 6)))
def test_a_roll_passes_at_most_at_its_number(needs: int, change: int, always: int | None, never: int | None) -> None:
    """The chance is that of the dice that throw it; an unmodified die that always or never passes goes before all."""
    roll = Roll(needs, 6, (AppliedModifier("x", "X", "die", change),), always=always, never=never)
    dies = [die for die in range(1, 7) if die == always or (die != never and die + change <= needs)]
    assert roll.passing == dies
    assert roll.chance == Fraction(len(dies), 6)
    assert chances(lambda dice: roll.throw(dice).passed).get(True, 0) == roll.chance


def test_draws_are_fair_and_take_one_away() -> None:
    """Every chit is as likely; of many that are alike in kinds each one is."""
    assert chances(lambda dice: rolls.draw(list("abc"), dice)) == dict.fromkeys("abc", Fraction(1, 3))
    chits = list("abc")
    assert rolls.draw(chits, ScriptedDice([2])) == "b"
    assert chits == ["a", "c"]
    assert chances(lambda dice: rolls.draw_kind([1, 0, 3], dice)) == {0: Fraction(1, 4), 2: Fraction(3, 4)}


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(-1, 5)), max_size=40))
def test_a_counter_is_in_the_stack_where_it_was_put_last_and_on_top_of_those_who_were_there(
    moves: list[tuple[int, int]],
) -> None:
    stacks: Stacks = {}
    where: dict[int, int] = {}
    order: list[int] = []
    for number, end in moves:
        restack(stacks, number, where.get(number, OFF), end)
        where[number] = end
        order = [*(other for other in order if other != number), number]
    expected = {end: tuple(number for number in order if where[number] == end) for end in where.values() if end >= 0}
    assert stacks == expected


def test_who_finds_his_own_place_taken_comes_in_at_the_nearest_free_one_of_the_others() -> None:
    """His own places come first, in their order, however far; of the others all that are as near."""
    space = space_of(HexGrid(7, 5))
    far = space.distances(space.index["0403"])
    own = [space.index["0403"], space.index["0101"]]
    assert entries(own, lambda place: place != own[0], range(space.size), far) == own[1:]
    ring = sorted(space.near[own[0]])
    assert entries(own, lambda place: place not in own, range(space.size), far) == ring
    assert entries(own, lambda place: False, range(space.size), far) == []
    assert nearest(far, [own[1], ring[3], ring[0]]) == [ring[0], ring[3]]


@pytest.mark.parametrize(
    ("beaten", "winner"), [((False, False), None), ((True, False), 1), ((False, True), 0), ((True, True), NOBODY)]
)
def test_who_is_not_beaten_wins_and_nobody_where_both_are(beaten: tuple[bool, bool], winner: int | None) -> None:
    assert left_standing(beaten) == winner
