"""The engine of the element battle rule by rule: the acceptance rows that need a table, and others like them."""

from __future__ import annotations

import pytest

from ibbprint.engine.lattice import Heading
from ibbprint.engine.lattice_play import STANDING
from ibbprint.systems.element_battle.rules import contact, ground, moving, retreats, staging, victory
from ibbprint.systems.element_battle.rules.state import FROG, LOST, WAITING
from tests.eb_table import DEFENDER, Table

N, E, S, W = Heading
FAR = "hordes 100,80 south"
"""An enemy who is in nobody's way."""

# --- the turn -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("H-R05", "H-R06")
def test_the_defender_begins_and_rolls_for_pips() -> None:
    """The first turn is his; the die is his number of PIPs; the next turn is the attacker's."""
    table = Table("blades 20,20 north general", "blades 20,96 south general")
    assert table.game.begin(table.state.setting, 1).to_move == "defender"
    table.state.turn, table.state.side, table.state.phase = 0, 0, "turn"
    events = table.play([4])
    assert [event.values.get("side") for event in events] == ["defender", "defender"]
    assert (table.state.side, table.state.pips, table.game.to_move) == (DEFENDER, 4, "defender")
    table.state.phase = "turn"
    table.play([2])
    assert (table.game.to_move, table.state.pips) == ("attacker", 2)


@pytest.mark.rule("H-R07", "H-38")
def test_each_move_costs_a_pip_and_nobody_moves_twice() -> None:
    table = Table("blades 20,40 north general; blades 40,40 north; blades 60,40 north", FAR)
    table.phase("movement", pips=2)
    table.do("move A1 ahead100")
    assert table.state.pips == 1
    assert table.refused("move A1 ahead100") == "H-38"
    table.do("move A2 ahead100")
    assert table.refused("move A3 ahead100") == "H-R07"
    assert table.refused("move D1 ahead100") == "H-R07"


@pytest.mark.rule("H-R11", "H-36")
def test_out_of_command_a_move_costs_two_pips() -> None:
    """60 cells are in command, one more is not; 30 where a wood hides it; without a general everybody is out of it."""
    table = Table("blades 10,40 north general; blades 78,40 north; blades 79,60 north", FAR)
    assert moving.cost(table.state, [table["A2"]]) == 1
    assert moving.cost(table.state, [table["A3"]]) == 2
    assert moving.cost(table.state, [table["A2"], table["A3"]]) == 1
    table["A1"].fate = FROG
    assert moving.cost(table.state, [table["A2"]]) == 2
    hidden = Table("blades 10,40 north general; blades 48,41 north; blades 49,41 north", FAR, "wood 30,40 10x20")
    assert moving.cost(hidden.state, [hidden["A2"]]) == 1
    assert moving.cost(hidden.state, [hidden["A3"]]) == 2


# --- one element's move -------------------------------------------------------------------------------------------


@pytest.mark.rule("H-58", "H-R12", "H-51")
def test_lengths_and_turns_add_up_to_the_rate() -> None:
    """H-X25: Knights ahead 140 and a quarter turn, not 160; Blades about and 40, not 60. Sideways 160 at most."""
    table = Table("knights 20,40 north general; blades 60,40 north", FAR)
    assert table.game.fault("move A1 ahead140,turn-left") is None
    assert table.refused("move A1 ahead160,turn-left") == "H-58"
    assert table.game.fault("move A2 about,ahead40") is None
    assert table.refused("move A2 about,ahead60") == "H-58"
    assert table.game.fault("move A2 left160") is None
    assert table.refused("move A1 left160,right20") == "H-58"
    assert table.refused("move A1 ahead30") == "H-51"
    table.do("move A1 ahead140,turn-left", "move A2 about,ahead40")
    assert table.where("A1") == (21, 46, "west")
    assert table.where("A2") == (60, 38, "south")


@pytest.mark.rule("H-58")
def test_the_way_must_be_free() -> None:
    """A friend ahead, beside, or in the way of a turn; an aerial flies over."""
    table = Table("blades 20,40 north general; blades 20,45 north; flyers 28,40 north", FAR)
    assert table.refused("move A1 ahead100") == "H-58"
    assert table.refused("move A1 turn-right") == "H-58"
    table.put("A3", 20, 20, N)
    assert table.game.fault("move A3 ahead600") is None
    assert table.refused("move A3 ahead360") == "H-58"


@pytest.mark.rule("H-R14", "H-39", "H-54")
def test_the_worst_going_sets_the_rate() -> None:
    """Riders wade 100 paces and cross bad going at 200; aerials ignore both; artillery stays out of bad going."""
    ground_ = "river 0,50 120x6; marsh 60,46 20x20"
    table = Table(
        "riders 20,40 north general; riders 62,38 north; flyers 40,40 north; artillery 84,38 north", FAR, ground_
    )
    assert table.game.fault("move A1 ahead80") is None
    assert table.refused("move A1 ahead120") == "H-58"
    assert table.game.fault("move A2 ahead40") is None
    assert table.refused("move A2 ahead220") == "H-58"
    assert table.game.fault("move A3 ahead1200") is None
    table.put("A4", 70, 36, N)
    assert table.refused("move A4 ahead60") == "H-54"


@pytest.mark.rule("H-54")
def test_a_road_gives_its_rate_to_whose_middle_stays_on_it() -> None:
    table = Table("blades 20,40 north general; blades 40,40 north; blades 20,36 north", FAR, "road 22,0 4x120")
    assert table.game.fault("move A1 ahead400") is None
    assert table.refused("move A1 left60,ahead340") == "H-58"
    assert table.refused("move A2 ahead400") == "H-58"
    assert table.game.fault("move A1+A3 ahead400") is None


# --- contact ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H-60")
@pytest.mark.parametrize(
    ("x", "y", "facing", "ends"),
    [
        (20, 50, "south", (20, 46)),  # front to front
        (23, 50, "south", (23, 46)),  # slides 3 cells
        (16, 50, "north", (16, 46)),  # into the rear, slides 4
        (25, 50, "south", (20, 45)),  # 5 cells: stops a cell short
        (20, 50, "east", (18, 46)),  # into the right flank, the front corners meet
        (22, 50, "west", (22, 46)),  # into the left flank
    ],
)
def test_a_move_into_contact_lines_up_or_stops_short(x: int, y: int, facing: str, ends: tuple[int, int]) -> None:
    table = Table("blades 20,40 north general", f"riders {x},{y} {facing}")
    table.do("move A1 ahead200")
    assert table.where("A1") == (*ends, "north")
    assert table["A1"].charged == (frozenset({1}) if ends[1] == 46 else frozenset())


@pytest.mark.rule("H-60")
def test_a_stronghold_is_met_with_any_part_of_a_front_and_nobody_ends_askew() -> None:
    table = Table("blades 64,96 north general; blades 34,49 east", "blades 38,40 west")
    table.do("move A1 ahead100")
    assert table.where("A1") == (64, 100, "north")
    assert contact.fronts(table.state, table["A1"]) == [table["DS"]]
    assert table.refused("move A2 right100") == "H-60"


@pytest.mark.rule("H-62")
def test_only_the_faster_break_off_and_straight_back() -> None:
    """H-X32: Knights from Spears, not Spears from Knights; 80 paces at least, and nothing else."""
    table = Table("knights 20,40 north general", "spears 20,46 south")
    assert table.game.fault("move A1 back80") is None
    assert table.refused("move A1 back60") == "H-62"
    assert table.refused("move A1 left160") == "H-62"
    table.phase("movement", pips=6, side=DEFENDER)
    assert table.refused("move D1 back80") == "H-62"
    free = Table("knights 20,40 north general", FAR)
    assert free.refused("move A1 back80") == "H-62"


@pytest.mark.rule("H-61")
def test_who_is_struck_in_the_flank_alone_turns_to_face() -> None:
    """It is set front to front; its owner chooses among several; one who fights to its front stays as it is."""
    table = Table(
        "riders 20,40 east general; blades 60,60 north", "blades 22,48 south; blades 60,64 south; blades 68,58 west"
    )
    table.phase("movement", pips=1)
    table.state.phase = "facing"
    table.put("D1", 18, 48, S)
    moving_ends(table)
    assert table.where("A1")[2] == "north"
    assert contact.strikes(table["A1"], table["D1"])
    assert table.where("A2") == (60, 60, "north")


def moving_ends(table: Table) -> None:
    table.phase("movement", pips=0)
    table.play(until="magic")


# --- groups -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H-59", "H-38")
def test_a_group_goes_ahead_at_the_slowest_rate() -> None:
    """Edge to edge, corner to corner, one way; straight ahead; all of it stops when one meets an enemy."""
    table = Table("blades 20,40 north general; riders 28,38 north; blades 37,40 north; blades 60,40 north", FAR)
    assert table.game.fault("move A1+A2 ahead200") is None
    assert table.refused("move A1+A2 ahead220") == "H-58"
    assert table.refused("move A2+A3 ahead100") == "H-38"
    assert table.refused("move A1+A2 left100") == "H-59"
    meeting = Table("blades 20,40 north general; blades 28,40 north", "blades 30,50 south")
    meeting.do("move A1+A2 ahead200")
    assert meeting.where("A1") == (22, 46, "north")
    assert meeting.where("A2") == (30, 46, "north")
    assert meeting.state.pips == 5


@pytest.mark.rule("H-59", "H-R13")
def test_bad_going_is_crossed_in_column_or_one_by_one() -> None:
    table = Table("spears 20,40 north general; spears 28,40 north; spears 28,36 north", FAR, "rough 26,46 20x10")
    assert table.refused("move A1+A2 ahead100") == "H-59"
    assert table.game.fault("move A2+A3 ahead100") is None
    assert table.game.fault("move A2 ahead100") is None


# --- lurkers and frogs --------------------------------------------------------------------------------------------


@pytest.mark.rule("H-40", "H-79")
def test_lurkers_appear_in_bad_going_far_from_enemies() -> None:
    """For a PIP, 10 cells from every enemy, once; waiting they are of the army but stand nowhere."""
    table = Table("blades 20,20 north general; lurkers", "blades 40,70 south", "wood 30,40 20x20")
    assert table.state.setting.starts == (2, 1)
    assert table["A2"].fate == WAITING
    assert table.refused("appear A2 60,40 north") == "H-40"
    assert table.refused("appear A2 40,57 north") == "H-40"
    assert table.refused("appear A1 40,45 north") == "H-40"
    table.do("appear A2 40,56 north")
    assert table["A2"].stands
    assert table.state.pips == 5
    assert table.refused("move A2 ahead20") == "H-38"
    assert table.refused("appear A2 40,45 north") == "H-40"


@pytest.mark.rule("H-R18", "H-32", "H-66")
def test_a_frog_turns_back_with_the_sixth_pip_and_does_not_move_then() -> None:
    """PIPs add up; it comes back where it was, or at the nearest free place, its own edge first."""
    table = Table("hero 20,40 north general; blades 40,40 north", FAR)
    table["A1"].fate, table["A1"].marked = FROG, 2
    table.do("mark A1 3")
    assert (table["A1"].fate, table["A1"].marked, table.state.pips) == (FROG, 5, 3)
    assert table.refused("mark A1 2") == "H-32"
    table.put("A2", 20, 45, N)
    table.do("mark A1 1")
    assert table["A1"].fate == STANDING
    assert table.where("A1") == (20, 37, "north")
    assert table.refused("move A1 ahead100") == "H-66"
    assert table.refused("mark A2 1") == "H-R18"


@pytest.mark.rule("H-32")
def test_with_the_switch_a_frog_needs_all_its_pips_in_one_turn() -> None:
    table = Table("hero 20,40 north general; blades 40,40 north", FAR, rules={"frog": "single_turn"})
    table["A1"].fate = FROG
    assert table.refused("mark A1 3") == "H-32"
    table.do("mark A1 6")
    assert table["A1"].stands


# --- shooting -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("H-63", "H-43", "H-R19")
@pytest.mark.parametrize(("x", "y", "inside"), [(71, 39, True), (72, 39, False), (60, 40, False), (41, 39, True)])
def test_the_shooting_box(x: int, y: int, inside: bool) -> None:
    """H-X31: front centre at (60, 30); cells 48-71 and 30-39 are inside."""
    table = Table("shooters 56,26 north general", f"blades {x},{y} south")
    assert ground.can_shoot_at(table.state, table["A1"], table["D1"]) is inside


@pytest.mark.rule("H-R20", "H-10", "H-11", "H-83")
def test_artillery_shoots_in_its_own_turn_and_only_unmoved() -> None:
    """500 paces; nobody else but shooters; not at a stronghold."""
    table = Table(
        "artillery 56,40 north general; blades 20,40 north; artillery 56,84 north",
        "blades 56,66 south; shooters 90,60 south",
    )
    table.phase("shooting")
    assert table.game.fault("shoot A1 -> D1") is None
    assert table.refused("shoot A2 -> D1") == "H-11"
    assert table.refused("shoot A3 -> DS") == "H-63"
    assert table.refused("shoot D2 -> A1") == "H-64"
    table["A1"].moved = True
    assert table.refused("shoot A1 -> D1") == "H-63"
    table["A1"].moved = False
    table.phase("shooting", side=DEFENDER)
    table.state.shooting = 0
    assert table.refused("shoot A1 -> D1") == "H-63"


@pytest.mark.rule("H-44", "H-R21", "H-54")
def test_terrain_and_elements_hide_a_target() -> None:
    """A wood, somebody between; a hill hides nobody who is on it; a wood hides who is deep in it, not at its edge."""

    def sees(terrain: str = "", friend: str = "80,10", y: int = 60) -> bool:
        table = Table(f"artillery 56,40 north general; blades {friend} north", f"blades 56,{y} south", terrain)
        return ground.can_shoot_at(table.state, table["A1"], table["D1"])

    assert sees()
    assert not sees("wood 50,50 20x5")
    assert not sees(friend="56,52")
    assert not sees("gentle-hill 50,50 20x5")
    assert sees("gentle-hill 50,50 20x20")
    assert sees("wood 50,60 20x10")
    assert not sees("wood 50,58 20x10")


@pytest.mark.rule("H-63")
def test_nobody_shoots_from_or_into_close_combat() -> None:
    table = Table("shooters 20,40 north general; blades 28,40 north", "blades 28,44 south; hordes 20,50 south")
    table.phase("shooting")
    assert table.refused("shoot A1 -> D1") == "H-63"
    assert table.game.fault("shoot A1 -> D2") is None
    table.put("D2", 20, 44, S)
    assert table.refused("shoot A1 -> D2") == "H-63"


@pytest.mark.rule("H-64", "H-48", "H-12")
def test_a_side_declares_and_each_target_is_rolled_for_once() -> None:
    """H-X28: two Shooters at Blades are 3 against 4; the mover's side first, and who shoots never suffers."""
    table = Table("shooters 20,40 north general; shooters 28,40 north", "blades 24,50 south; shooters 60,49 south")
    table.put("D2", 33, 49, S)
    table.phase("shooting")
    table.do("shoot A1 -> D1", "shoot A2 -> D1")
    events = table.play([5, 2])
    (shot,) = [event for event in events if event.kind == "shooting"]
    assert shot.values["totals"] == (8, 6)
    assert shot.values["came"] == "recoil"
    assert table.where("D1") == (24, 54, "south")
    assert table.game.to_move == "defender"
    table.do("shoot D2 -> A2")
    (back,) = [event for event in table.play([1, 6], until="fights") if event.kind == "shooting"]
    assert back.values["came"] == "none"
    assert table["D2"].stands


def test_equal_totals_of_a_shot_are_told_as_no_effect() -> None:
    """3 and a 5 against 5 and a 3; that neither gave way is said of close combats only."""
    table = Table("shooters 20,40 north general", "blades 24,50 south")
    table.phase("shooting")
    table.do("shoot A1 -> D1")
    (shot,) = [event for event in table.play([5, 3], until="fights") if event.kind == "shooting"]
    assert shot.values["totals"] == (8, 8)
    assert shot.values["came"] == "none"


@pytest.mark.rule("H-64")
def test_who_was_driven_out_of_the_box_is_not_shot_at() -> None:
    """Pushed back by a friend who recoils, the second target is out of reach."""
    table = Table("shooters 20,40 north general; shooters 28,40 north", "blades 20,48 south; blades 20,52 south")
    table.phase("shooting")
    table.do("shoot A1 -> D1", "shoot A2 -> D2")
    events = table.play([6, 1], until="fights")
    assert [event.kind for event in events] == ["shooting", "pushed", "recoils"]
    assert table.where("D2") == (20, 56, "south")


# --- magic --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H-R08", "H-R15", "H-R16", "H-37", "H-65")
def test_a_magician_casts_once_unmoved_within_600_paces() -> None:
    table = Table(
        "magician 20,40 north general; magician 40,40 north; blades 60,20 north",
        "hero 20,78 south; hordes 20,79 south; hordes 40,48 south",
    )
    table.put("D1", 20, 78, S)
    table.put("D2", 20, 30, S)
    table.phase("magic", pips=3)
    assert table.game.fault("cast A1 -> D1") is None
    assert table.refused("cast A1 -> DS") == "H-65"
    assert table.refused("cast A2 -> D3") == "H-65"  # in close combat
    assert table.refused("cast A3 -> D1") == "H-83"
    table["A1"].moved = True
    assert table.refused("cast A1 -> D1") == "H-R16"
    table["A1"].moved = False
    table.put("D1", 20, 79, S)
    assert table.refused("cast A1 -> D1") == "H-65"
    table.do("cast A1 -> D2", dice=[3, 2])
    assert table.state.pips == 2
    assert table.refused("cast A1 -> D2") == "H-37"


@pytest.mark.rule("H-R17", "H-R18", "H-65", "H-33")
def test_a_spell_makes_a_frog_and_helpers_pay_too() -> None:
    """H-X27: two Magicians at a Hero in the open: 4 against 4. The frog counts as lost, and nobody bumps into it."""
    table = Table("magician 20,40 north general; magician 30,40 north", "hero 20,60 south")
    table.phase("magic", pips=2)
    table.do("cast A1+A2 -> D1", dice=[6, 4])
    assert table.told("spell")[0].values["totals"] == (10, 8)
    assert table["D1"].fate == FROG
    assert table.state.pips == 0
    assert table["A2"].cast
    assert table.state.lost(DEFENDER) == 1
    assert table["D1"] not in table.state.standing()


@pytest.mark.rule("H-R08", "H-R11", "H-65")
@pytest.mark.parametrize(("helper", "pips"), [(108, 2), (109, 3)])
def test_each_caster_pays_for_a_spell_and_twice_out_of_command(helper: int, pips: int) -> None:
    """The second magician casts with the general, in command or a cell out of it."""
    table = Table(f"magician 20,40 north general; magician 20,{helper} north", "hero 20,75 south")
    table.phase("magic", pips=pips - 1)
    assert table.refused("cast A1+A2 -> D1") == "H-R08"
    assert table.game.fault("cast A1 -> D1") is None
    table.phase("magic", pips=pips)
    table.do("cast A1+A2 -> D1", dice=[3, 3])
    assert table.state.pips == 0


@pytest.mark.rule("H-22", "H-65")
def test_woods_water_a_cleric_and_a_stronghold_matter_to_spells() -> None:
    """A guard within 600 paces, water on the line, a wood under the target; a magician near his stronghold."""

    def stands(terrain: str = "", defender: str = "hero 20,60 south") -> tuple[bool, bool, bool, bool]:
        table = Table("magician 20,40 north general", defender, terrain)
        _, target = staging.in_spell(table.state, [table["A1"]], table["D1"])
        return target.in_cover, target.across_water, target.guarded, target.at_home

    assert stands() == (False, False, False, False)
    assert stands("wood 24,64 20x10") == (True, False, False, False)
    assert stands("river 0,50 120x6") == (False, True, False, False)
    assert stands(defender="hero 20,60 south; cleric 58,60 south") == (False, False, True, False)
    assert stands(defender="hero 20,60 south; cleric 59,60 south") == (False, False, False, False)
    assert stands(defender="magician 40,60 south") == (False, False, False, False)
    assert stands(defender="magician 40,90 south") == (False, False, False, True)


# --- close combat -------------------------------------------------------------------------------------------------


@pytest.mark.rule("H-26", "H-R10")
def test_every_front_in_contact_is_a_fight_and_the_rest_counts_as_flank() -> None:
    """Two in front fight, one on the flank of one who fights does not; a stronghold fights each who touches it."""
    table = Table(
        "blades 20,40 north general; blades 28,42 west; blades 56,100 north; blades 64,100 north", "riders 20,44 south"
    )
    table.put("A2", 28, 42, W)
    assert contact.fights(table.state) == [(0, 4), (2, 5), (3, 5)]
    press = contact.pressed(table.state, table["D1"], table["A1"])
    assert press.sides == {"left"}
    assert press.touching == (table["A2"],)


@pytest.mark.rule("H-57", "H-25")
@pytest.mark.parametrize(
    ("x", "y", "facing", "counts"),
    [
        (28, 44, "south", True),  # goes on in line at the front corner
        (29, 44, "south", False),  # a cell away
        (28, 44, "north", False),  # its back in that line
        (28, 40, "south", True),  # side to side
        (28, 38, "north", True),  # side to side, partly
        (12, 44, "south", True),  # the other corner
    ],
)
def test_who_overlaps(x: int, y: int, facing: str, counts: bool) -> None:
    """H-X29: Blades v Riders, the Blades overlapped: 2 against 3."""
    table = Table("blades 20,40 north general", f"riders 20,44 south; blades {x},{y} {facing}")
    press = contact.pressed(table.state, table["A1"], table["D1"])
    assert bool(press.sides) is counts
    assert not press.touching
    item, _ = staging.in_fight(table.state, table["A1"], table["D1"])
    assert item.flanks == counts


@pytest.mark.rule("H-57")
def test_who_fights_to_its_own_front_overlaps_nobody() -> None:
    table = Table("blades 20,40 north general; blades 28,40 north", "riders 20,44 south; riders 28,44 south")
    assert not contact.pressed(table.state, table["A1"], table["D1"]).sides


@pytest.mark.rule("H-26", "H-R25")
def test_a_recoil_is_barred_by_who_touches_the_flank() -> None:
    """H-X29: Blades that lose to Riders recoil; touched on the flank they are destroyed."""
    free = Table("blades 20,40 north general", "riders 20,44 south")
    free.fight([1, 3])
    assert free.where("A1") == (20, 36, "north")
    touched = Table("blades 20,40 north general", "riders 20,44 south; blades 28,36 west")
    touched.put("D2", 28, 36, W)
    touched.fight([1, 3])
    assert touched["A1"].fate == LOST


@pytest.mark.rule("H-18")
def test_knights_who_charged_shooters_and_lose_are_destroyed() -> None:
    """In the turn of the charge, 3 against 4; later they recoil."""
    for charged, fate in ((True, LOST), (False, STANDING)):
        table = Table("knights 20,40 north general", "shooters 20,46 south")
        table["A1"].charged = frozenset({1}) if charged else frozenset()
        table.fight([1, 3])
        assert table["A1"].fate == fate


@pytest.mark.rule("H-24", "H-R27", "H-74")
def test_a_second_rank_supports_and_falls_with_the_first() -> None:
    """Pikes behind Pikes add 3, not at an angle or a cell behind; the first rank destroyed, both are lost."""
    table = Table("pikes 20,40 north general; pikes 20,36 north", "warband 20,44 south")
    item, _ = staging.in_fight(table.state, table["A1"], table["D1"])
    assert item.second
    table.fight([1, 6])
    assert [event.values["totals"] for event in table.told("combat")] == [(8, 9)]
    assert (table["A1"].fate, table["A2"].fate) == (LOST, LOST)
    table = Table("pikes 20,40 north general; pikes 20,35 north", "warband 20,44 south")
    assert not staging.in_fight(table.state, table["A1"], table["D1"])[0].second


@pytest.mark.rule("H-R24", "H-16")
def test_two_heroes_on_the_same_odd_total_destroy_each_other() -> None:
    table = Table("hero 20,40 north; blades 60,20 north general", "hero 20,48 south; blades 60,90 south general")
    table.fight([4, 4])
    assert (table["A1"].fate, table["D1"].fate) == (LOST, LOST)


@pytest.mark.rule("H-27")
def test_the_mover_chooses_the_order_of_close_combats() -> None:
    table = Table("blades 20,40 north general; blades 60,40 north", "riders 20,44 south; riders 60,44 south")
    table.phase("fights")
    table.play()
    assert table.game.to_move == "attacker"
    assert [table.game.text(action) for action in table.game.candidates()] == ["fight A1 -> D1", "fight A2 -> D2"]
    table.do("fight A2 -> D2", dice=[3, 3])
    assert table.told("combat")[0].values["unit"] == "A2"


@pytest.mark.rule("H-54", "H-R23")
def test_hills_and_banks_give_the_upper_side() -> None:
    def higher(terrain: str) -> tuple[bool, bool]:
        table = Table("spears 20,40 north general", "spears 20,44 south", terrain)
        item, other = staging.in_fight(table.state, table["A1"], table["D1"])
        return item.higher, other.higher

    assert higher("gentle-hill 10,30 30x14") == (True, False)
    assert higher("gentle-hill 10,30 30x20") == (False, False)
    assert higher("river 0,44 120x5") == (True, False)
    assert higher("river 0,42 120x5") == (False, False)


# --- recoil, push, flight -----------------------------------------------------------------------------------------


@pytest.mark.rule("H-R28", "H-67")
def test_a_recoil_is_a_base_back_and_off_the_table_is_lost() -> None:
    table = Table("riders 20,40 north general; riders 60,5 north; blades 60,104 south", FAR)
    assert retreats.recoil(table.state, table["A1"])
    assert table.where("A1") == (20, 34, "north")
    assert not retreats.recoil(table.state, table["A2"])
    assert table["A2"].fate == LOST
    table.put("A3", 60, 100, S)
    assert not retreats.recoil(table.state, table["A3"])  # into a stronghold


@pytest.mark.rule("H-R29", "H-67")
def test_who_recoils_into_a_friend_pushes_him_just_far_enough() -> None:
    """A gap of two cells is used up first; a row of friends goes back together; one at an angle is the end of it."""
    table = Table("blades 20,40 north general; hordes 20,30 north; blades 20,26 north", FAR)
    assert retreats.recoil(table.state, table["A1"])
    assert table.where("A1") == (20, 36, "north")
    assert table.where("A2") == (20, 28, "north")
    assert table.where("A3") == (20, 24, "north")
    angle = Table("blades 20,40 north general; blades 20,32 east", FAR)
    assert not retreats.recoil(angle.state, angle["A1"])
    assert angle.where("A2") == (20, 32, "east")


@pytest.mark.rule("H-R29", "H-28", "H-29")
def test_behemoths_crush_and_enemies_and_sneakers_are_the_end() -> None:
    table = Table("behemoth 20,40 north; blades 20,36 north; blades 60,40 north general", "sneakers 60,36 north")
    assert retreats.recoil(table.state, table["A1"])
    assert table["A2"].fate == LOST
    assert not retreats.recoil(table.state, table["A3"])


@pytest.mark.rule("H-R31", "H-67")
def test_mounted_recoil_through_foot_and_come_clear_of_it() -> None:
    table = Table("riders 20,40 north general; blades 20,36 south", FAR)
    assert retreats.recoil(table.state, table["A1"])
    assert table.where("A1") == (20, 30, "north")
    assert table.where("A2") == (20, 36, "south")


@pytest.mark.rule("H-R30", "H-68", "H-82")
def test_flight_is_600_paces_with_the_recoil() -> None:
    """H-X32: Sneakers 4 cells back, then 26 on, facing away; barred at once, they are destroyed."""
    table = Table("sneakers 20,60 north; blades 90,20 north general", FAR)
    retreats.flee(table.state, table["A1"])
    assert table.where("A1") == (20, 30, "south")
    off = Table("sneakers 20,20 north; blades 90,20 north general", FAR)
    retreats.flee(off.state, off["A1"])
    assert off["A1"].fate == LOST
    barred = Table("sneakers 20,60 north; blades 90,20 north general", "blades 20,56 north")
    barred.game.state.events = []
    retreats.flee(barred.state, barred["A1"])
    assert barred["A1"].fate == LOST
    assert [event.kind for event in barred.game.events] == ["bumps", "lost"]


@pytest.mark.rule("H-68", "H-30")
def test_flight_turns_aside_once_to_the_longer_side() -> None:
    """A friend after 6 cells; 20 are left, to the right as seen in flight, where the left has a friend near by."""
    table = Table("riders 40,60 north; hordes 40,40 east; hordes 52,44 north; blades 90,20 north general", FAR)
    retreats.flee(table.state, table["A1"])
    x, y, heading = table.where("A1")
    assert heading == "west"
    assert (x, y) == (41 - 18, 48)


# --- victory ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("H-R32", "H-15", "H-34")
def test_a_stronghold_that_loses_to_foot_is_captured_and_the_game_is_over() -> None:
    table = Table("blades 56,100 north general", FAR)
    table.fight([6, 1])
    assert table.state.over
    assert table.game.result.winner == "attacker"
    assert table.told("over")[0].values["why"] == "stronghold"
    flyers = Table("flyers 56,98 north; blades 20,20 north general", FAR)
    flyers.fight([6, 1])
    assert not flyers.state.over


@pytest.mark.rule("H-R33", "H-34", "H-35", "H-33")
def test_an_army_breaks_by_half_or_its_general_and_only_when_it_has_lost_more() -> None:
    """H-X21: 11 elements, 5 lost to 4, play on; the sixth ends it, but not when the enemy has lost six too."""
    blades = "; ".join(f"blades {x},20 north" for x in range(0, 80, 8))
    table = Table(f"hero 90,20 north general; {blades}", blades.replace(",20 north", ",96 south"))
    own, theirs = table.state.elements[1:11], [each for each in table.state.elements if each.side == DEFENDER]

    def lost(mine: int, enemy: int) -> str:
        for number, element in enumerate(own):
            element.fate = LOST if number < mine else STANDING
        for number, element in enumerate(theirs):
            element.fate = LOST if number < enemy else STANDING
        return victory.is_broken(table.state, 0)

    assert table.state.setting.starts[0] == 11
    assert [lost(5, 4), lost(6, 4), lost(6, 6)] == ["", "half", ""]
    table["A1"].fate = FROG
    assert [lost(4, 5), lost(4, 4)] == ["", "general"]


@pytest.mark.rule("H-35", "H-79")
@pytest.mark.parametrize(("losses", "why"), [(1, ""), (2, "half")])
def test_lurkers_who_wait_count_for_half_an_army(losses: int, why: str) -> None:
    """Two elements on the table and two that wait: one lost is a quarter of them."""
    table = Table("blades 10,20 north general; hordes 20,20 north; lurkers; lurkers", FAR)
    for key in ("A2", "A3")[:losses]:
        table[key].fate = LOST
    assert victory.is_broken(table.state, 0) == why


@pytest.mark.rule("H-69")
def test_after_forty_turns_the_game_is_a_draw() -> None:
    """H-X35: two elements face each other and pass."""
    table = Table("blades 20,20 north general", "blades 20,96 south general")
    game = table.game.begin(table.state.setting, 1, listen=True)
    while not game.is_over:
        game.apply(game.parse("end"))
    assert (game.turn, game.result.winner) == (40, None)
    assert game.events[-1].values["why"] == "time"
