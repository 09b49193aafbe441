"""What greedy players of an own game go by: what units count for, who must guard a place, who wins by waiting."""

from __future__ import annotations

from ibbprint.engine.state import Action
from ibbprint.systems.printed.rules.appraisal import Appraiser
from ibbprint.systems.printed.rules.worth import Expected, expected, harm, is_open_to, winning
from tests.systems.printed.played import Position, opened, played_folders


def road(*units: str) -> Position:
    return Position(opened(played_folders()["drowned-road"]), 2, "fight", "crown", *units)


def test_an_owner_flips_a_whole_unit_rather_than_lose_his_only_gun() -> None:
    at = road("regiment 0706", "bombard 0706", "spears 0806")
    flipped, lost = (Appraiser(at.state).worth(Action("lose", (number,))) for number in (0, 1))
    assert flipped > lost


def test_a_unit_counts_for_its_attack_and_its_defence() -> None:
    kind = road().setting.by_id["regiment"]
    front = {"fight": (9, 4)}
    assert type(kind)(**{**vars(kind), "attack": front, "defence": {"fight": (1, 2)}}).value == (5.0, 3.0)


def test_a_place_behind_a_closed_line_needs_no_guard() -> None:
    """The riders ride along the causeway, unless units and their zones are in the way."""
    open_road = road("riders 0505", "guard 0206")
    assert is_open_to(open_road.state, 0, open_road.hex("0206"))
    closed = road("riders 0505", "guard 0206", "regiment 0305", "regiment 0304", "regiment 0306")
    assert not is_open_to(closed.state, 0, closed.hex("0206"))


def test_who_gains_points_every_turn_does_not_wait_in_vain() -> None:
    """With four towns and nine points in turn 3 of 5 the Cantons come to 21; with one town they do not come to 15."""
    at = Position(opened(played_folders()["thaw"]), 3, "move", "south")
    towns = [hex for hex, kinds in at.setting.ground.places.items() if "town" in kinds]
    south, north = (at.setting.sides.index(side) for side in ("south", "north"))
    at.state.points[south] = 9
    for held, winner in ((4, south), (1, north)):
        at.state.cache = {}
        at.state.holders = {hex: south if number < held else north for number, hex in enumerate(sorted(towns))}
        assert winning(at.state) == winner


def test_losses_of_each_unit_are_reckoned_for_each() -> None:
    at = Position(opened(played_folders()["thaw"]), 1, "fight", "south")
    fight = at.setting.fights[at.setting.first_fight]
    worst, best = expected(fight)[0], expected(fight)[-1]
    assert worst.each_lost > 0, "attackers eliminated"
    assert best.each_taken > 0, "defenders each lose 2"
    column = Expected(steps_taken=0, steps_lost=0, each_taken=1, each_lost=0, away=0)
    assert harm(4, 0.5, column) == harm(4, 1, column) == 2
