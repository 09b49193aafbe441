"""MicroBattle: each rule of moving, fighting, command and the six scenarios, on a table with dice that a test says."""

from __future__ import annotations

from typing import Any

import pytest

from ibbprint.dice import ScriptedDice
from ibbprint.engine.state import NOBODY
from ibbprint.systems.microbattle.rules import command, victory
from ibbprint.systems.microbattle.rules.setting import FIRST, SECOND, exits_needed
from ibbprint.systems.microbattle.rules.state import DESTROYED
from tests.micro_table import Table

FAR = "infantry 6,8"
"""An enemy who is nowhere near."""


# --- moving -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-R15", "M-17", "M-R13", "M-35")
def test_what_a_move_may_be() -> None:
    """Step by step, never diagonally, through nobody, as far as the unit goes."""
    table = Table("infantry 3,4 3,5; cavalry 1,1", "infantry 3,6 6,6")
    assert table.refused("move B1 3,4-4,5") == "M-R15"
    assert table.refused("move B1 3,4-3,5") == "M-17"
    assert table.refused("move B1 3,4-4,4-5,4") == "M-R15"
    assert table.refused("move B1 4,4-5,4") == "M-R15"
    assert table.refused("move B1 3,4-4,4-3,4") == "M-R15"
    assert table.refused("move B3 1,1-2,1-1,1") == "M-R15"
    assert table.refused("move B1 3,4") == "M-R15"
    assert table.refused("move R1 3,6-3,7") == "M-R13"
    assert table.refused("move B9 3,4-3,3") == "M-40"
    assert table.refused("move B1 3,4-3,9") == "M-35"
    table.do("move B1 3,4-4,4")
    assert table.at("B1") == "4,4"
    assert table.refused("move B1 4,4-4,3") == "M-12"


@pytest.mark.rule("M-14", "M-R17")
def test_a_march_ends_beside_nobody() -> None:
    """From four squares on, one square more, unless that is next to an enemy; who has moved is measured no more."""
    table = Table("cavalry 3,2; infantry 1,1", "infantry 3,6")
    assert table.game.fault("move B1 3,2-3,3-3,4-2,4") is None
    assert table.refused("move B1 3,2-3,3-3,4-3,5") == "M-R15"
    assert table.do("move B1 3,2-3,3-3,4-2,4")[0].values["marched"] is True
    nearer = Table("cavalry 3,3", "infantry 3,6")
    assert "move B1 3,3-3,4-3,5" in nearer.can()
    assert nearer.refused("move B1 3,3-3,4-2,4-1,4") == "M-R15"


@pytest.mark.rule("M-R16", "M-15", "M-03")
def test_a_light_unit_hurries() -> None:
    """The last square takes a TEST; failing it the unit stays on the one before; disordered it needs 5."""
    table = Table("light-infantry 3,4", "infantry 3,7")
    events = table.do("move B1 3,4-3,5-3,6", dice=[4])
    assert [(event.kind, event.values.get("passed")) for event in events] == [("hurries", True), ("moves", None)]
    assert table.at("B1") == "3,6"
    again = Table("light-infantry 3,4", "infantry 3,7")
    again.unit("B1").markers = 1
    again.do("move B1 3,4-3,5-3,6", dice=[4])
    assert again.at("B1") == "3,5"


@pytest.mark.rule("M-R18", "M-16", "M-R19")
def test_woods_take_a_test() -> None:
    """Whoever fails stays outside with what it has moved, and may fight from there; artillery may if it never moved."""
    table = Table("cavalry 3,3; artillery 1,3", "infantry 2,4", woods="3,5 1,4")
    table.do("move B1 3,3-3,4-3,5", dice=[3])
    assert table.at("B1") == "3,4"
    assert "melee B1 -> 2,4" in table.can()
    table.do("hold B1")
    table.do("move B2 1,3-1,4", dice=[1])
    assert "fire B2 -> 2,4" in table.can()


@pytest.mark.rule("M-R18")
def test_ways_round_the_woods_come_first() -> None:
    """Of ways that are as short the program takes the one without a TEST."""
    table = Table("cavalry 3,3", FAR, woods="3,4")
    assert "move B1 3,3-4,3-4,4" in table.can()
    assert "move B1 3,3-3,4-4,4" not in table.can()
    assert table.game.fault("move B1 3,3-3,4-4,4") is None


@pytest.mark.rule("M-13")
def test_artillery_moves_or_fires() -> None:
    """Others fire when they have moved."""
    table = Table("artillery 3,2; infantry 5,3", "infantry 3,5 5,5")
    assert "fire 3,5" in table.targets("B1")
    assert table.do("move B1 3,2-3,3")[-1].kind == "moves"
    assert table.state.questions == []
    table.do("move B2 5,3-5,4")
    assert "fire B2 -> 5,5" in table.can()


# --- whom to attack ---------------------------------------------------------------------------------------------


@pytest.mark.rule("M-R21", "M-08", "M-41", "M-19")
def test_ranges() -> None:
    """Infantry at 1, light troops at 2, artillery at 3, cavalry not at all; melee only with a neighbour."""
    for unit, far, strikes in (
        ("infantry", 1, True),
        ("light-infantry", 2, True),
        ("cavalry", 0, True),
        ("light-cavalry", 2, True),
        ("artillery", 3, False),
    ):
        table = Table(f"{unit} 3,4", "infantry 3,5 1,4 5,5 4,6 3,8")
        away = {"3,5": 1, "1,4": 2, "5,5": 3, "4,6": 3, "3,8": 4}
        expected = {f"fire {square}" for square, steps in away.items() if steps <= far}
        assert table.targets("B1") == expected | ({"melee 3,5"} if strikes else set())


@pytest.mark.rule("M-30")
@pytest.mark.parametrize(
    ("given", "seen"),
    [
        ({}, True),
        ({"woods": "3,3"}, False),
        ({"built": "3,3"}, False),
        ({"water": "3,3"}, True),
        ({"hill": "3,3"}, False),
        ({"hill": "3,3 3,2"}, True),
        ({"hill": "3,3 3,4"}, True),
        ({"hill": "3,2", "woods": "3,3"}, False),
        ({"woods": "3,2 3,4"}, True),
    ],
)
def test_straight_sight(given: dict[str, str], seen: bool) -> None:
    """What stands between two squares in line hides; a hill does not from a hill; ends hide nothing."""
    assert ("fire 3,4" in Table("artillery 3,2", "infantry 3,4", **given).targets("B1")) is seen


@pytest.mark.rule("M-30")
def test_sight_round_a_corner() -> None:
    """Any one shortest way will do; a unit of either side hides; a neighbour is always seen."""
    assert "fire 4,3" in Table("artillery 3,2; infantry 3,3", "infantry 4,3").targets("B1")
    assert "fire 4,3" not in Table("artillery 3,2; infantry 3,3", "infantry 4,3 4,2").targets("B1")
    assert "fire 4,3" not in Table("artillery 3,2", "infantry 4,3", woods="3,3 4,2").targets("B1")
    assert "fire 3,3" in Table("artillery 3,2", "infantry 3,3", woods="3,3 3,2").targets("B1")
    assert "fire 4,4" in Table("artillery 3,2", "infantry 4,4 3,3").targets("B1")
    assert "fire 4,4" not in Table("artillery 3,2", "infantry 4,4 3,3 4,2").targets("B1")


# --- attacks ----------------------------------------------------------------------------------------------------


def counted(blue: str, red: str, line: str, **given: Any) -> dict[str, int]:
    """The circumstances that count in an attack of B1."""
    marks = given.pop("marks", ())
    table = Table(blue, red, **given)
    for key in marks:
        table.unit(key).markers = 1
    table.do("stay B1")
    events = table.do(line, dice=[6, 6, 6])
    attack = next(event for event in events if event.kind == "attack")
    return {id: amount for id, changes, amount in attack.values["modifiers"] if changes != "die"}


@pytest.mark.rule("M-02", "M-44", "M-03")
@pytest.mark.parametrize(
    ("blue", "red", "line", "given", "wanted"),
    [
        ("infantry 3,4", "infantry 3,5", "melee", {}, {}),
        ("infantry 3,4", "infantry 3,5", "fire", {"marks": ["R1"]}, {"target-disordered": 1}),
        ("infantry 3,4", "infantry 3,5", "melee", {"marks": ["R1", "B1"]}, {"target-disordered": 1, "disordered": -1}),
        ("infantry 3,4 2,5 4,5", "infantry 3,5", "melee", {}, {"friend-beside": 1}),
        ("infantry 3,4 2,5", "infantry 3,5", "fire", {}, {}),
        ("infantry 3,4 2,4", "infantry 3,5", "melee", {}, {}),
        ("infantry 3,4", "infantry 3,5", "fire", {"hill": "3,4"}, {"downhill": 1}),
        ("infantry 3,4", "infantry 3,5", "melee", {"hill": "3,5"}, {"uphill": -1}),
        ("infantry 3,4", "infantry 3,5", "melee", {"hill": "3,4 3,5"}, {}),
        ("infantry 3,4", "infantry 3,5", "fire", {"woods": "3,5"}, {"cover": -1}),
        ("infantry 3,4", "infantry 3,5", "melee", {"woods": "3,4"}, {}),
        ("infantry 3,4", "infantry 3,5", "melee", {"built": "3,5"}, {"cover": -1}),
        ("infantry 3,4", "infantry 3,5", "melee", {"water": "3,5"}, {"water": -1}),
        ("infantry 3,4", "infantry 3,5", "melee", {"water": "3,4 3,5"}, {"water": -1}),
        ("infantry 3,4", "infantry 3,5", "fire", {"water": "3,4"}, {}),
        ("cavalry 3,4", "artillery 3,5", "melee", {}, {"cavalry-charge": 1}),
        ("cavalry 3,4", "light-cavalry 3,5", "melee", {}, {}),
        ("light-cavalry 3,4", "artillery 3,5", "melee", {}, {}),
        ("cavalry 3,4", "light-infantry 3,5", "melee", {"woods": "3,5"}, {"cover": -1, "cavalry-in-close-ground": -1}),
        ("infantry 2,5", "infantry 2,6", "melee", {"kind": "defense", "prepared": ["2,6", "5,6"]}, {"cover": -1}),
        ("cavalry 2,5", "artillery 2,6", "melee", {"kind": "defense", "prepared": ["2,6", "5,6"]}, {"cover": -1}),
    ],
)
def test_circumstances_of_an_attack(blue: str, red: str, line: str, given: Any, wanted: dict[str, int]) -> None:
    """Each of the house list by itself, and where it does not count."""
    assert counted(blue, red, f"{line} B1 -> {red.split()[1]}", **given) == wanted


@pytest.mark.rule("M-02")
def test_without_the_house_list() -> None:
    """Only disorder counts then; a scenario may also name the few that do."""
    red, line = "infantry 3,5", "melee B1 -> 3,5"
    all_ = {"woods": "3,5", "marks": ["R1", "B1"]}
    assert counted("infantry 3,4", red, line, **all_, rules={"circumstances": "none"}) == {"disordered": -1}
    assert counted("infantry 3,4", red, line, **all_, circumstances=["cover"]) == {"cover": -1}


@pytest.mark.rule("M-R23", "M-R24", "M-21", "M-20", "M-42")
def test_a_hit_a_counter_and_a_miss() -> None:
    """A hit defeats the target; a miss its attacker, if the target reaches him; else nothing at all."""
    table = Table("infantry 3,4", "cavalry 3,5")
    events = table.do("stay B1", "fire B1 -> 3,5", dice=[4, 6, 6])
    assert [event.values["unit"] for event in events[-2:]] == ["R1", "R1"]
    table.turn(FIRST)
    events = table.do("stay B1", "fire B1 -> 3,5", dice=[3])
    assert [event.kind for event in events] == ["attack"]
    table.turn(FIRST)
    events = table.do("stay B1", "melee B1 -> 3,5", dice=[3, 6, 6])
    assert [event.values["unit"] for event in events[-2:]] == ["B1", "B1"]


@pytest.mark.rule("M-R25", "M-R27", "M-03")
def test_disorder_and_retreat() -> None:
    """Two TESTs at one level: a marker, and a square back; a second marker destroys at once."""
    table = Table("infantry 3,4", "infantry 3,5")
    table.do("stay B1", "fire B1 -> 3,5", dice=[4, 3, 4])
    assert (table.unit("R1").markers, table.at("R1")) == (1, "3,5")
    table.turn(FIRST)
    # disordered: hit on 3, the disorder TEST on 5; the marker destroys, and the retreat TEST is not made
    events = table.do("stay B1", "fire B1 -> 3,5", dice=[3, 4, 4])
    assert [event.kind for event in events[-2:]] == ["commander-lost", "morale"]
    assert table.at("R1") == ""


@pytest.mark.rule("M-26")
def test_an_army_with_nobody_left() -> None:
    """It is broken whatever the dice."""
    table = Table("infantry 3,4", "infantry 3,5", spare=False)
    table.unit("R1").markers = 1
    events = table.do("stay B1", "fire B1 -> 3,5", dice=[3, 4])
    assert (events[-1].kind, events[-1].values["why"], events[-1].values["winner"]) == ("over", "wiped-out", "blue")


@pytest.mark.rule("M-R25")
def test_the_fresh_marker_does_not_weigh_on_the_retreat() -> None:
    """Both TESTs are at the level at which the defeat began."""
    table = Table("infantry 3,4", "infantry 3,5")
    events = table.do("stay B1", "fire B1 -> 3,5", dice=[4, 3, 4])
    assert [event.values["passed"] for event in events if event.kind == "holds-ground"] == [True]


@pytest.mark.rule("M-03")
def test_three_markers_by_choice() -> None:
    """With --rule disorder_limit=3 a unit stands two."""
    table = Table("infantry 3,4", "infantry 3,5", rules={"disorder_limit": "3"})
    table.unit("R1").markers = 1
    table.do("stay B1", "fire B1 -> 3,5", dice=[4, 1, 6])
    assert (table.unit("R1").markers, table.at("R1")) == (2, "3,5")


@pytest.mark.rule("M-23", "M-43", "M-R28")
def test_where_a_unit_retreats_to() -> None:
    """Straight back, then the lower diagonal, then the other; with none of them a marker instead."""
    for taken, back in (("", "3,6"), ("3,6", "2,6"), ("3,6 2,6", "4,6")):
        table = Table("infantry 3,4", f"infantry 3,5 {taken}")
        table.unit("R1").markers = 0
        table.do("stay B1", "fire B1 -> 3,5", dice=[4, 6, 1])
        assert (table.at("R1"), table.unit("R1").markers) == (back, 0)
    boxed = Table("infantry 3,4", "infantry 3,5 3,6 2,6 4,6")
    boxed.do("stay B1", "fire B1 -> 3,5", dice=[4, 6, 1])
    assert (boxed.at("R1"), boxed.unit("R1").markers) == ("3,5", 1)
    corner = Table("infantry 1,1", "infantry 1,2")
    corner.do("stay B1", "melee B1 -> 1,2", dice=[1, 6, 1])
    assert (corner.at("B1"), corner.unit("B1").markers) == ("1,1", 1)
    woods = Table("infantry 3,4", "infantry 3,5", woods="3,6")
    woods.do("stay B1", "fire B1 -> 3,5", dice=[4, 6, 1])
    assert woods.at("R1") == "3,6"


@pytest.mark.rule("M-R26", "M-22", "M-R32")
def test_light_troops_evade() -> None:
    """Asked when they have failed the disorder TEST: passed, no marker and no second TEST; failed, as others."""
    table = Table("infantry 3,4", "light-infantry 3,5")
    table.do("stay B1", "fire B1 -> 3,5", dice=[4, 3])
    assert table.can() == {"evade R1", "stand R1"}
    assert table.game.to_move == "red"
    table.do("evade R1", dice=[4])
    assert (table.at("R1"), table.unit("R1").markers) == ("3,6", 0)
    table = Table("infantry 3,4", "light-infantry 3,5")
    table.do("stay B1", "fire B1 -> 3,5", dice=[4, 3])
    table.do("evade R1", dice=[3, 1])
    assert (table.at("R1"), table.unit("R1").markers) == ("3,6", 1)
    table = Table("infantry 3,4", "light-infantry 3,5")
    table.do("stay B1", "fire B1 -> 3,5", dice=[4, 3])
    table.do("stand R1", dice=[6])
    assert (table.at("R1"), table.unit("R1").markers) == ("3,5", 1)
    boxed = Table("infantry 3,4", "light-infantry 3,5 3,6 2,6 4,6")
    boxed.do("stay B1", "fire B1 -> 3,5", dice=[4, 2, 6])
    assert boxed.unit("R1").markers == 1


@pytest.mark.rule("M-R29", "M-18", "M-41")
def test_following_up() -> None:
    """Only the attacker, only in melee, only into an empty square; into the woods it takes a TEST."""
    table = Table("infantry 3,4", "infantry 3,5")
    table.do("stay B1", "melee B1 -> 3,5", dice=[4, 6, 1])
    assert table.can() == {"follow B1", "halt B1"}
    assert table.at("B1") == "3,4"
    table.do("follow B1")
    assert (table.at("B1"), table.at("R1")) == ("3,5", "3,6")
    fire = Table("infantry 3,4", "infantry 3,5")
    fire.do("stay B1", "fire B1 -> 3,5", dice=[4, 6, 1])
    assert "follow B1" not in fire.can()
    lost = Table("infantry 3,4", "infantry 3,5")
    lost.do("stay B1", "melee B1 -> 3,5", dice=[3, 6, 1])
    assert lost.where() == {"B1": "3,3", "R1": "3,5"}
    woods = Table("infantry 3,4", "infantry 3,5", woods="3,5")
    woods.do("stay B1", "melee B1 -> 3,5", dice=[5, 6, 1])
    woods.do("follow B1", dice=[3])
    assert woods.at("B1") == "3,4"


@pytest.mark.rule("M-R29", "M-24", "M-08")
def test_cavalry_strikes_again() -> None:
    """Once, in melee, when it has followed up; infantry and light cavalry do not."""
    table = Table("cavalry 3,4", "infantry 3,5 4,5 2,8 1,8")
    table.do("stay B1", "melee B1 -> 3,5", dice=[4, 6, 1])
    table.do("follow B1")
    assert table.can() == {"melee B1 -> 3,6", "melee B1 -> 4,5", "hold B1"}
    table.do("melee B1 -> 4,5", dice=[4, 6, 1])
    table.do("follow B1")
    assert table.state.questions == []
    for other in ("infantry", "light-cavalry"):
        table = Table(f"{other} 3,4", "infantry 3,5 4,5 2,8 1,8")
        table.do("stay B1", "melee B1 -> 3,5", dice=[4, 6, 1])
        table.do("follow B1")
        assert table.state.questions == []
    halted = Table("cavalry 3,4", "infantry 3,5 3,3")
    halted.do("stay B1", "melee B1 -> 3,5", dice=[4, 6, 1])
    halted.do("halt B1")
    assert halted.state.questions == []


# --- command ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("M-R12", "M-10", "M-R13")
def test_initiative() -> None:
    """The higher die goes first, ties are rolled again, and each side has its turn, turn after turn."""
    table = Table("infantry 1,1", FAR, spare=False)
    events = table.do("end", dice=[2, 2, 3, 5, 4])
    kinds = [event.kind for event in events]
    assert kinds[:3] == ["turn-over", "turn", "initiative"]
    assert events[2].values == {"side": "red", "dice": [(2, 2), (3, 5)]}
    assert table.state.side == SECOND
    events = table.do("end", dice=[6])
    assert [event.values["side"] for event in events if event.kind == "activation"] == ["blue"]


@pytest.mark.rule("M-12", "M-40")
def test_so_many_units_and_each_once() -> None:
    """The turn is over when as many as were rolled for have acted."""
    table = Table("infantry 1,1 2,1 3,1", FAR, spare=False)
    table.turn(FIRST, left=2)
    table.do("stay B1")
    assert table.refused("stay B1") == "M-12"
    assert not any("B1" in line for line in table.can())
    table.state.order = (SECOND,)
    table.do("stay B3", dice=[1])
    assert table.state.side == SECOND


@pytest.mark.rule("M-38")
def test_commanders_ride() -> None:
    """At the start of the turn, to a unit of his army within three squares, or not at all."""
    table = Table("infantry 1,1 1,3 1,5 4,1", FAR)
    table.state.order = (FIRST,)
    table.do("end")
    assert table.can() == {"join B2", "join B4", "keep"}
    assert table.refused("join B3") == "M-38"
    table.do("join B4", dice=[3])
    assert table.state.commanders[FIRST] == table.unit("B4").id


@pytest.mark.rule("M-R20", "M-25", "M-39", "M-03")
def test_rallying() -> None:
    """In place of everything else; once a turn; disorder does not weigh on it; not without a commander."""
    table = Table("infantry 1,1 2,1 3,1", "infantry 1,2")
    for key in ("B1", "B2"):
        table.unit(key).markers = 1
    assert "rally B3" not in table.can()
    assert table.refused("rally B3") == "M-R20"
    table.do("rally B1", dice=[4])
    assert table.unit("B1").markers == 0
    assert table.state.questions == []
    assert table.refused("rally B2") == "M-25"
    table.turn(FIRST)
    table.state.leads(FIRST, NOBODY)
    assert table.refused("rally B2") == "M-39"


@pytest.mark.rule("M-39", "M-27", "M-R30")
def test_losing_the_commander() -> None:
    """By TEST he joins the nearest, the lower number of two; before the army TESTs; who leaves takes him along."""
    table = Table("infantry 3,4 3,2 2,3 6,1", FAR, spare=False)
    table.unit("B1").markers = 1
    table.red()
    state = table.state
    state.dice = ScriptedDice([4])
    command.destroy(state, table.unit("B1"))
    assert state.commanders[FIRST] == table.unit("B2").id
    state.dice = ScriptedDice([3, 4])
    command.destroy(state, table.unit("B2"))
    assert state.commanders[FIRST] == NOBODY
    assert table.kinds()[-3:] == ["commander-tests", "commander-lost", "morale"]


@pytest.mark.rule("M-R31", "M-R30", "M-26")
def test_an_army_breaks() -> None:
    """Not before half of it is lost; then a failed TEST ends the battle at once."""
    table = Table("infantry 3,4 3,2 2,3 6,1 6,2", "infantry 6,8 5,8", spare=False)
    state = table.state
    state.leads(FIRST, table.unit("B5").id)
    state.dice = ScriptedDice([3])
    for key in ("B1", "B2", "B3"):
        assert not state.over
        command.destroy(state, table.unit(key))
    assert state.over
    assert (table.game.result.winner, table.kinds()[-1]) == ("red", "over")
    assert state.events is not None
    assert state.events[-1].values["why"] == "broken"


@pytest.mark.rule("M-26", "M-R14", "M-11")
def test_units_that_have_left_are_not_lost() -> None:
    """Neither for morale nor for the strength of the army."""
    table = Table("infantry 3,8 3,2 2,3 6,1 6,2", FAR, kind="breakthrough")
    table.do("leave B1")
    assert table.state.lost(FIRST) == 0
    assert table.state.departed(FIRST) == 1
    assert not command.under_half(table.state, FIRST)


# --- scenarios --------------------------------------------------------------------------------------------------


def last_turn(table: Table) -> str | None:
    """Who has won when the last turn ends as things stand."""
    table.turn(SECOND, number=12)
    table.do("end")
    assert table.state.over
    return table.game.result.winner


@pytest.mark.rule("M-48", "M-29")
def test_a_clash_after_twelve_turns() -> None:
    """M-X28: 2 of 7 against 2 of 6 and 1 of 7 against 1 of 6 are won by the first; the same part is a draw."""
    for ours, lost, winner in ((7, (2, 2), "blue"), (7, (1, 1), "blue"), (6, (1, 1), None), (4, (1, 1), "red")):
        blue, red = (
            " ".join(f"{1 + n % 6},{row + n // 6}" for n in range(number)) for number, row in ((ours, 1), (6, 8))
        )
        table = Table(f"infantry {blue}", f"infantry {red}", spare=False)
        for side, number in enumerate(lost):
            for unit in [unit for unit in table.state.units if unit.side == side][:number]:
                table.state.remove(unit, DESTROYED)
        assert last_turn(table) == winner


@pytest.mark.rule("M-29")
@pytest.mark.parametrize("turns", ["8", "10", "15"])
def test_shorter_and_longer_battles(turns: str) -> None:
    """--rule turns=N says which turn is the last."""
    table = Table("infantry 1,1", FAR, rules={"turns": turns})
    table.turn(SECOND, number=int(turns) - 1)
    table.do("end", dice=[6, 1, 1])
    assert not table.state.over
    table.turn(SECOND, number=int(turns))
    table.do("end")
    assert table.state.over


@pytest.mark.rule("M-R09", "M-29", "M-49")
def test_how_many_must_leave() -> None:
    """M-X15: of 4, 6, 7 and 10 units 2, 2, 3 and 4; the last of them ends the battle."""
    assert [exits_needed(n, 3) for n in (4, 6, 7, 10, 1, 3)] == [2, 2, 3, 4, 1, 1]
    table = Table("infantry 1,8 2,8 3,3 4,3", "infantry 6,6", kind="breakthrough", spare=False)
    table.do("leave B1")
    assert not table.state.over
    table.do("leave B2")
    assert table.game.result.winner == "blue"


@pytest.mark.rule("M-49")
def test_leaving_the_board() -> None:
    """The step takes a square, perhaps that of the TEST but not of a march; defenders stay, as in a clash all do."""
    table = Table("infantry 1,8 2,7; cavalry 3,7; light-infantry 4,7", "infantry 6,1", kind="breakthrough")
    assert {"leave B1 1,8", "leave B3 3,7-3,8", "leave B4 4,7-4,8"} <= table.can()
    assert table.refused("leave B2 2,7-2,8") == "M-49"
    assert table.refused("leave B2 2,7") == "M-49"
    assert table.refused("leave B3 3,7-4,8") == "M-R15"
    table.do("leave B4 4,7-4,8", dice=[3])
    assert table.at("B4") == "4,8"
    table.red()
    assert table.refused("leave R1 6,1") == "M-49"
    assert Table("infantry 1,8", FAR).refused("leave B1") == "M-49"


@pytest.mark.rule("M-39", "M-49")
def test_a_commander_stays_with_his_army() -> None:
    """When his unit leaves he joins the unit nearest to the square that it left from, without a TEST."""
    table = Table("infantry 1,8 2,3 3,3 4,3 4,4 4,5", FAR, kind="breakthrough")
    table.do("leave B1 1,8")
    assert table.state.commanders[FIRST] == table.unit("B2").id
    table = Table("light-cavalry 3,7; infantry 3,2 2,6 5,8 6,2 6,3", FAR, kind="breakthrough")
    table.do("leave B1 3,7-3,8")
    assert table.state.commanders[FIRST] == table.unit("B4").id


@pytest.mark.rule("M-46", "M-40")
def test_the_reserve_of_an_escape() -> None:
    """From turn 2 on, on free squares of row 1; it counts as moved, may fight, and is activated like others."""
    table = Table("infantry 3,2 1,1", "infantry 3,6 +2; artillery +1", kind="escape", spare=False)
    table.red(number=1)
    assert not any(line.startswith("enter") for line in table.can())
    assert table.refused("enter R2 3,1") == "M-46"
    assert len(command.ready(table.state, SECOND)) == 1
    table.red(number=2)
    assert len(command.ready(table.state, SECOND)) == 4
    assert {line for line in table.can() if line.startswith("enter R2")} == {f"enter R2 {n},1" for n in range(2, 7)}
    assert table.refused("enter R2 3,3") == "M-46"
    assert table.refused("enter R1 3,1") == "M-46"
    assert table.refused("move R2 3,1-3,2") == "M-40"
    table.do("enter R2 3,1")
    assert "melee R2 -> 3,2" in table.can()
    table.do("hold R2")
    table.do("enter R4 5,1")
    assert table.state.questions == []


@pytest.mark.rule("M-47", "M-48")
def test_prepared_squares() -> None:
    """Whoever stood there last has them; the attacker needs both after the last turn."""
    setup: Any = {"kind": "defense", "prepared": ["2,6", "5,6"]}
    table = Table("infantry 2,5 5,5", "infantry 1,8", **setup)
    table.do("move B1 2,5-2,6")
    assert last_turn(table) == "red"
    table = Table("infantry 2,5 5,5 5,4", "infantry 1,8", **setup)
    table.do("move B1 2,5-2,6")
    table.do("move B2 5,5-5,6")
    table.turn(FIRST)
    table.do("move B2 5,6-5,7")
    assert last_turn(table) == "blue"
    assert Table("infantry 2,5", "infantry 1,8", woods="2,6", **setup).game.fault("move B1 2,5-2,6") is None
    table = Table("infantry 2,5", "infantry 1,8", woods="2,6", **setup)
    table.do("move B1 2,5-2,6")
    assert table.at("B1") == "2,6"


@pytest.mark.rule("M-29", "M-45")
def test_the_key_point() -> None:
    """Held by one side at the end of two turns running after turn 4; leaving it begins anew; a draw after 12."""

    def held(*turns: int) -> bool:
        table = Table("infantry 3,4", FAR, kind="seize", point="3,4")
        for number in range(1, max(turns) + 1):
            table.state.turn = number
            unit = table.unit("B1")
            if (number in turns) != (table.at("B1") == "3,4"):
                table.state.put(unit, table.state.setting.space.index["3,4" if number in turns else "1,1"])
            victory.end_of_turn(table.state)
        return table.state.over

    assert held(5, 6)
    assert held(8, 9)
    assert not held(4, 5)
    assert not held(5, 7)
    assert not held(3, 4)
    assert last_turn(Table("infantry 1,1", FAR, kind="seize", point="3,4")) is None


@pytest.mark.rule("M-47", "M-45", "M-48")
def test_the_token() -> None:
    """Picked up by whoever ends a move there; its carrier goes one square; dropped in defeat; home in the base row."""
    table = Table("light-cavalry 3,3", "infantry 6,8", kind="retrieve", point="3,4")
    table.do("move B1 3,3-3,4")
    assert table.state.carrier == table.unit("B1").id
    table.turn(FIRST)
    assert {line for line in table.can() if line.startswith("move")} == {
        "move B1 3,4-3,3",
        "move B1 3,4-3,5",
        "move B1 3,4-2,4",
        "move B1 3,4-4,4",
    }
    for square in ("3,3", "3,2", "3,1"):
        table.turn(FIRST)
        table.do(f"move B1 {table.at('B1')}-{square}")
    assert table.game.result.winner == "blue"
    table = Table("infantry 3,4", "infantry 3,6", kind="retrieve", point="3,4")
    table.do("stay B1")
    table.red()
    table.do("move R1 3,6-3,5")
    table.do("fire R1 -> 3,4", dice=[4, 6, 1])
    assert (table.state.carrier, table.at("B1")) == (NOBODY, "3,3")
    assert table.state.setting.space.names[table.state.token] == "3,4"
    table.red()
    table.do("move R1 3,5-3,4", "hold R1")
    assert table.state.carrier == table.unit("R1").id


@pytest.mark.rule("M-35", "M-47")
def test_the_second_side_goes_home_to_the_top() -> None:
    """Its base row is row 8; row 1 means nothing to it."""
    for way, over in (("3,7-3,8", True), ("3,2-3,1", False)):
        table = Table("infantry 6,5", f"infantry {way[:3]}", kind="retrieve", point=way[:3])
        table.red()
        table.do("stay R1")
        table.red()
        table.do(f"move R1 {way}")
        assert table.state.over is over


@pytest.mark.rule("M-48")
@pytest.mark.parametrize("kind", ["seize", "retrieve"])
def test_a_draw_whatever_was_lost(kind: str) -> None:
    """Without key point or token nobody has won after the last turn, whoever has lost more."""
    table = Table("infantry 1,1", "infantry 6,8 5,8", kind=kind, point="3,4")
    table.state.remove(table.unit("R2"), DESTROYED)
    assert last_turn(table) is None


@pytest.mark.rule("M-48")
@pytest.mark.parametrize("kind", ["breakthrough", "escape", "defense"])
def test_the_defender_wins_in_the_end(kind: str) -> None:
    """When twelve turns are over and nobody has won."""
    setup: Any = {"prepared": ["2,6", "5,6"]} if kind == "defense" else {}
    assert last_turn(Table("infantry 1,1", "infantry 6,6", kind=kind, **setup)) == "red"


@pytest.mark.rule("M-35", "M-06")
def test_other_boards() -> None:
    """--rule grid=8x10: squares, base rows and the way back follow."""
    table = Table("infantry 8,9", "infantry 8,10", rules={"grid": "8x10"})
    table.do("stay B1", "fire B1 -> 8,10", dice=[4, 6, 1])
    assert (table.at("R1"), table.unit("R1").markers) == ("8,10", 1)
    assert Table("infantry 6,8", "infantry 1,8").refused("move B1 6,8-7,8") == "M-35"
