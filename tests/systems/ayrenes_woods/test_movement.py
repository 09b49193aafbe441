"""Ayrene's Woods: the cup, activations, moving, zones of control, facing, the command radius."""

from __future__ import annotations

import random
from copy import copy

import pytest

from ibbprint.dice import ScriptedDice
from ibbprint.engine.state import Action, Question
from ibbprint.systems.ayrenes_woods.play import AyrenePlay
from ibbprint.systems.ayrenes_woods.rules import control, cup, movement, turn
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ORDERED, ROUTED
from tests.aw_table import Table, shipped
from tests.helpers import SOAK

# --- set-up -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R06", "A-R07", "A-66")
def test_units_stand_on_the_silhouettes_of_their_colour() -> None:
    """In the order of the list, a unit a silhouette, the leader on the hex that is his."""
    table = AyrenePlay.begin(shipped(), 1)
    starts = shipped().battle.map.starts  # type: ignore[union-attr]
    for number, command in enumerate(shipped().commands):
        hexes = [shipped().ground.names[unit.hex] for unit in table.state.units_of(number)]
        assert hexes == starts[command.start or ""].hexes
        assert shipped().ground.names[table.state.leaders[number].hex] == starts[command.start or ""].leader


@pytest.mark.rule("A-R02", "A-R24", "A-41", "A-R23", "A-40", "A-R25")
def test_the_allowance_hangs_on_the_command_radius() -> None:
    """Four hexes from the leader all of it, farther off half rounded down, and no attack; replacements alike."""
    for replacement in (False, True):
        table = Table()
        table.put("G5", "1002")
        table.put("G1", "1402")
        table.put("G2", "1502")
        table.put("G4", "1601")
        table.put("R1", "1501", state=DISORDERED)
        table.lead("GL", "1002").replacement = replacement
        table.act("green")
        assert [control.allowance(table.state, table.unit(key)) for key in ("G5", "G1", "G2", "G4")] == [6, 5, 2, 2]
        assert [table.unit(key).in_command for key in ("G1", "G2")] == [True, False]
        assert table.refused("attack G2 -> 1501") == "A-R24"
    slow = copy(table.unit("G5").kind)
    slow.movement = 1
    far = table.put("G3", "1801", kind=slow)
    far.in_command = False
    assert control.allowance(table.state, far) == 0


# --- the cup ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R03", "A-R45", "A-R47", "A-R48")
def test_chits_in_the_cup() -> None:
    """As many as each rating, nineteen in all; one for a dead leader, and one for a replacement."""
    state = AyrenePlay.begin(shipped(), 1).state
    cup.fill(state)
    assert [state.cup.count(number) for number in range(8)] == [4, 3, 2, 2, 3, 2, 2, 1]
    state.leaders[0].alive = False
    state.leaders[1].replacement, state.leaders[1].rating = True, 0
    cup.fill(state)
    assert [state.cup.count(number) for number in range(8)] == [1, 1, 2, 2, 3, 2, 2, 1]


@pytest.mark.rule("A-R09", "A-61", "A-R13", "A-62", "A-R12")
def test_drawing_and_declining() -> None:
    """A die says which chit; the owner of the leader decides, and may decline; both sides draw by turns."""
    table = Table(3, 1)
    table.put("R1", "1015")
    table.lead("RL", "1015")
    table.state.cup = [4, 4, 4, 4]
    cup.draw(table.state)
    assert table.last("drawn")["by"] == "elves"
    assert table.lines() == ["activate RL", "decline RL"]
    assert turn.FLOW.decider(table.state) == 1
    table.answer_alone("decline RL")
    assert table.told("declined")
    assert table.leader("RL").acted == 0
    cup.draw(table.state)
    assert table.last("drawn")["by"] == "dwarves"
    table.do("activate RL")
    assert (table.active.command, table.leader("RL").acted) == (4, 1)


@pytest.mark.rule("A-R10", "A-R11")
def test_nobody_acts_twice_and_the_last_chit_stays() -> None:
    """A further chit of who has acted is laid aside; with one chit left the activations end."""
    table = Table(2)
    table.put("R1", "1015")
    table.lead("RL", "1015").acted = 1
    table.state.cup = [0, 4]
    assert not cup.ended(table.state)
    cup.draw(table.state)
    assert table.last("laid-aside")["leader"] == "RL"
    assert not table.state.questions
    assert table.state.cup == [0]
    assert cup.ended(table.state)


@pytest.mark.rule("A-R09")
def test_any_chit_may_be_drawn() -> None:
    """Each place in the cup is as likely: the die has as many faces as there are chits."""
    for thrown, command in ((1, 2), (2, 5), (3, 7)):
        table = Table(thrown)
        for key, hex in (("S1", "0302"), ("K1", "1014"), ("Y1", "1714")):
            table.put(key, hex)
        for key, hex in (("SL", "0302"), ("KL", "1014"), ("YL", "1714")):
            table.lead(key, hex)
        table.state.cup = [2, 5, 7]
        cup.draw(table.state)
        assert table.state.questions[0].counter == table.state.leaders[command].id


# --- moving -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R16", "A-R31")
def test_points_for_the_ground() -> None:
    """Woods cost a dwarf three and an elf one; a move costs what its way costs."""
    table = Table()
    table.put("K1", "0511")
    table.lead("KL", "0511")
    table.act("black")
    assert table.refused("move K1 0511-0611-0612") == ""
    assert table.refused("move K1 0511-0611-0612-0613") == "A-R16"
    table.do("move K1 0511-0611-0612")
    assert table.unit("K1").spent == 4
    table = Table()
    table.put("G1", "0511")
    table.lead("GL", "0511")
    table.act("green")
    assert table.refused("move G1 0511-0611-0612-0712-0713") == ""
    assert table.refused("move G1 0511-0611-0612-0712-0713-0714-0715") == "A-R16"
    assert table.refused("move G1 0511-0513") == "A-R16"
    assert table.refused("move G1 0611-0612") == "A-R16"


@pytest.mark.rule("A-R17", "A-R22")
def test_hexes_with_units_are_closed() -> None:
    """No unit enters a hex with another, friend or foe; a leader enters only to stay, one in a hex."""
    table = Table()
    for key, hex in (("G1", "1001"), ("G2", "1101"), ("B1", "1003")):
        table.put(key, hex)
    table.lead("GL", "1001")
    table.lead("BL", "1003")
    table.act("green")
    assert table.refused("move G1 1001-1101") == "A-R17"
    table.put("R2", "1002", state=ROUTED)
    assert table.refused("move G1 1001-1002") == "A-R17"
    assert table.refused("move GL 1001-1002") == "A-R17"
    assert table.refused("move GL 1001-1101") == ""
    assert table.refused("move GL 1001-1101-1201") == "A-R17"
    assert table.refused("move GL 1001-0902-1003") == "A-R22"
    assert "move GL 1001-0902-1003" not in table.lines("move")


@pytest.mark.rule("A-R18", "A-08", "A-R19")
def test_enemies_in_order_stop_whoever_comes_near() -> None:
    """A mover stops next to an ordered enemy; disordered and routed ones stop nobody."""
    for state, stopped in ((ORDERED, True), (DISORDERED, False), (ROUTED, False)):
        table = Table()
        table.put("G1", "1001")
        table.put("R1", "1302", state=state)
        table.lead("GL", "1001")
        table.act("green")
        assert (table.refused("move G1 1001-1101-1201-1301-1401") == "A-R18") == stopped
        table.do("move G1 1001-1101-1201")
        assert not table.unit("G1").halted
        table.do("move G1 1201-1301")
        assert table.unit("G1").halted == stopped
        assert (table.refused("move G1 1301-1401") == "A-R16") == stopped
        zone = {hex for hex, flag in enumerate(control.zone(table.state, 1)) if flag}
        assert zone == (set(table.state.ground.near[table.hex("1302")]) if stopped else set())


@pytest.mark.rule("A-R20", "A-58")
def test_leaving_a_zone_takes_one_check() -> None:
    """One check for the hex left, however many enemies; who fails stays, moves no more, and may attack."""
    table = Table(6, 7, 10)
    table.put("B1", "1002")
    for key, hex in (("R1", "1102"), ("R2", "1003")):
        table.put(key, hex)
    table.lead("BL", "1302")
    table.act("blue")
    table.do("move B1 1002-0902")
    assert table.where("B1") == "0902"
    assert table.left == 2
    table.state.put(table.unit("B1"), table.hex("1002"))
    table.unit("B1").halted = False
    table.throws(10)
    table.do("move B1 1002-0902")
    assert (table.where("B1"), table.left) == ("1002", 0)
    assert table.refused("move B1 1002-0902") == "A-R16"
    assert "attack B1" in table.lines("attack")


@pytest.mark.rule("A-R21", "A-59")
def test_elves_in_woods_slip_away() -> None:
    """An elf unit that stands in woods needs no check; in the open it does, and so does a dwarf in woods."""
    table = Table()
    table.put("G1", "1003")
    table.put("R1", "1002")
    table.lead("GL", "1003")
    table.act("green")
    table.do("move G1 1003-1004")
    assert table.where("G1") == "1004"
    assert not movement.needs_check(table.state, table.unit("G1"))
    table.state.put(table.unit("G1"), table.hex("1001"))
    assert movement.needs_check(table.state, table.unit("G1"))
    table.state.put(table.unit("R1"), table.hex("1003"))
    table.state.put(table.unit("G1"), table.hex("1002"))
    assert movement.needs_check(table.state, table.unit("R1"))


@pytest.mark.rule("A-R38", "A-57")
def test_the_disordered_move_to_their_edge() -> None:
    """Each step must bring a disordered unit nearer its edge; it does not attack."""
    table = Table()
    table.put("G1", "1003", state=DISORDERED)
    table.put("R1", "1014", state=DISORDERED)
    table.put("K1", "1013", state=ROUTED)
    table.lead("GL", "1003")
    table.lead("RL", "1014")
    table.act("green")
    assert table.refused("move G1 1003-1002-1001") == ""
    assert table.refused("move G1 1003-1103") == "A-57"
    assert table.refused("move G1 1003-1004") == "A-57"
    table.act("red")
    assert table.refused("move R1 1014-1015") == ""
    table.state.put(table.unit("K1"), table.hex("1113"))
    table.unit("K1").side = 0
    assert table.refused("attack R1 -> 1113") == "A-R38"


@pytest.mark.rule("A-R12", "A-67")
def test_all_moves_come_before_the_first_attack() -> None:
    """Once an attack is declared nobody moves; once fighting has begun nothing is declared."""
    table = Table()
    for key, hex in (("R1", "1011"), ("R2", "1311"), ("G1", "1010"), ("G2", "1310")):
        table.put(key, hex)
    table.lead("RL", "1111")
    table.act("red")
    table.do("attack R1")
    assert table.refused("move R2 1311-1312") == "A-67"
    assert table.refused("end") == "A-67"
    table.active.phase = "fight"
    table.active.waiting = []
    assert table.refused("attack R2") == "A-67"


def test_another_counter_ends_the_move_of_the_last() -> None:
    """A move may be made in parts, until another counter moves."""
    table = Table()
    for key, hex in (("R1", "1014"), ("R2", "1214")):
        table.put(key, hex)
    table.lead("RL", "1014")
    table.act("red")
    table.do("move R1 1014-1114")
    table.do("move R1 1114-1115")
    table.do("move R2 1214-1314")
    assert table.refused("move R1 1115-1116") == "A-R16"
    assert table.refused("move R2 1314-1414") == ""


# --- facing -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-07", "A-R26", "A-R27", "A-R28")
def test_facing_is_an_option() -> None:
    """Without it all six hexes are in front and nobody turns; with it two are, and a turn costs a point."""
    table = Table()
    table.put("G1", "1002", facing=3)
    table.put("R1", "0902")
    table.lead("GL", "1002")
    table.act("green")
    assert len(control.controlled(table.state, table.unit("G1"))) == 6
    assert table.refused("turn G1 N") == "A-07"
    assert "attack G1" in table.lines("attack")
    assert control.from_where(table.state, table.unit("R1"), table.unit("G1")) == "front"
    table = Table(facing="on")
    table.put("G1", "1002", facing=3)
    table.put("R1", "0902", facing=3)
    table.lead("GL", "1002")
    table.act("green")
    names = table.setting.ground.names
    assert {names[h] for h in control.controlled(table.state, table.unit("G1"))} == {"1003", "1103"}
    assert table.refused("attack G1") == "A-R32"
    assert table.refused("move G1 1002-1102") == "A-R27"
    assert table.refused("move G1 1002-1103") == ""
    assert "turn G1 NW" in table.lines("turn")
    table.do("turn G1 NW")
    assert (table.unit("G1").spent, control.CORNERS[table.unit("G1").facing]) == (1, "NW")
    assert "attack G1" in table.lines("attack")
    assert table.refused("turn G1 NW") == "A-R28"
    assert table.refused("turn GL NW") == "A-R26"
    table.unit("G1").spent = 5
    assert table.refused("turn G1 S") == "A-R28"
    assert not table.lines("turn")


@pytest.mark.rule("A-R26")
@pytest.mark.parametrize(
    ("hex", "part"),
    [("1001", "front"), ("1101", "front"), ("1102", "flank"), ("0902", "flank"), ("1003", "rear"), ("1103", "rear")],
)
def test_front_flank_and_rear(hex: str, part: str) -> None:
    """A counter that points north has the hexes above it in front, those beside it on its flanks."""
    table = Table(facing="on")
    table.put("G1", "1002", facing=0)
    table.put("R1", hex)
    assert control.from_where(table.state, table.unit("R1"), table.unit("G1")) == part


@pytest.mark.rule("A-64", "A-R28")
def test_turning_to_face_an_enemy_takes_nerve() -> None:
    """A check is due only where unit and enemy come to face each other; who fails has paid and not turned."""
    table = Table(8, facing="on")
    table.put("G1", "1002", facing=0)
    table.put("R1", "1003", facing=0)
    table.lead("GL", "0902")
    table.act("green")
    table.do("turn G1 S")
    assert (table.unit("G1").facing, table.unit("G1").spent, table.left) == (0, 1, 0)
    table.throws(7)
    table.do("turn G1 S")
    assert (table.unit("G1").facing, table.unit("G1").spent) == (3, 2)
    table.unit("G1").facing = 0
    table.unit("R1").facing = 3
    table.throws()
    table.do("turn G1 S")
    assert table.unit("G1").facing == 3


@pytest.mark.rule("A-R29", "A-R27", "A-R33")
def test_with_facing_all_in_front_are_attacked() -> None:
    """An attacker takes on whoever is in order in its front hexes, and nobody else."""
    table = Table(facing="on")
    table.put("R1", "1011", facing=0)
    for key, hex in (("G1", "1010"), ("G2", "0910"), ("G3", "1111")):
        table.put(key, hex, facing=3)
    table.lead("RL", "1011")
    table.act("red")
    table.do("attack R1")
    assert table.last("attacks")["targets"] == ["G1", "G2"]


@pytest.mark.rule("A-71")
def test_with_facing_the_disordered_and_routed_in_front_may_be_left_alone() -> None:
    """One in order must be attacked, the other two need not be; each may be named."""
    table = Table(facing="on")
    table.put("R1", "1011", facing=0)
    table.put("R2", "1411", facing=0)
    table.put("G1", "1010", facing=3)
    table.put("G2", "0910", facing=3, state=DISORDERED)
    table.put("G3", "1410", facing=3, state=ROUTED)
    table.lead("RL", "1211")
    table.act("red")
    assert table.lines("attack") == ["attack R1", "attack R1 -> 0910", "attack R2 -> 1410"]
    assert table.refused("attack R2") == "A-16"
    table.do("attack R1")
    assert table.last("attacks")["targets"] == ["G1"]


# --- round trips ------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R16")
@pytest.mark.parametrize("rules", [{}, {"facing": "on"}])
def test_listed_and_judged_moves_end_in_the_same_hexes(rules: dict[str, str]) -> None:
    """In random states: no way back to where it began is legal, and every legal way ends where a listed one does."""
    stream = random.Random(7)
    play = AyrenePlay.begin(shipped(rules), 7)
    trips = others = 0
    for _ in range(400 if SOAK else 120):
        if play.state.over:
            break
        candidates = play.candidates()
        ends: dict[int, set[int]] = {}
        for action in candidates:
            if action.verb == "move":
                assert action.path[0] != action.path[-1], "no round trip is listed"
                ends.setdefault(action.counters[0], set()).add(action.path[-1])
        for who in sorted(ends)[:6]:
            counter = play.state.counter(who)
            way = (counter.hex,)
            while len(way) < 6:
                way = (*way, stream.choice(play.state.ground.near[way[-1]]))
                legal = turn.FLOW.check(play.state, Action("move", (who,), way)) is None
                assert not legal or way[-1] in ends[who], way
                trips += way[-1] == way[0]
                others += legal
        moves = [action for action in candidates if action.verb == "move"]
        play.play(stream.choice(moves if moves and stream.random() < 0.7 else candidates))
    assert trips > 50
    assert others > 50


# --- what is no action ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "an action is missing"),
        ("jump R1", "'jump' is not an action"),
        ("move", "move what?"),
        ("move X9 1001-1002", "there is no counter 'X9'"),
        ("move R1 1011-9999", "hex 9999 is not on the map"),
        ("end now", "'now' means nothing after end"),
        ("move R1 1011-1012 fast", "means nothing after move"),
        ("attack R1 ->", "after the arrow"),
        ("move R2 1011-1012", "not on the map"),
        ("activate RL", "nobody can activate now"),
        ("move G1 1001-1002", "cannot act now"),
        ("fight", "no attack has been declared"),
        ("cast RL holy-war", "not in the hand"),
        ("cast RL fireball", "there is no spell"),
        ("move R1 1011-1012 fast on", "'on' is an unexpected word"),
        ("berserk GL", "go berserk when"),
    ],
)
def test_what_is_wrong_with_a_line_is_told(line: str, says: str) -> None:
    table = Table()
    table.put("R1", "1011")
    table.put("G1", "1001")
    table.lead("RL", "1011")
    table.lead("GL", "1001")
    table.act("red")
    problem = table.play.fault(line)
    assert problem is not None
    assert says in problem.message
    assert problem.rule.startswith("ayrenes-woods:A-")


def test_questions_come_first() -> None:
    """While something must be decided nothing else can be done, and the answer is told."""
    table = Table()
    table.put("R1", "1011")
    table.lead("RL", "1011")
    table.state.questions = [Question("chit", 1, table.state.leaders[4].id)]
    table.state.dice = ScriptedDice([])
    assert table.refused("move R1 1011-1012") == "A-R13"
    assert table.play.to_move == "dwarves"
