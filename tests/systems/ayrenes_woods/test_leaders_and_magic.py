"""Ayrene's Woods: what befalls leaders, replacements, the seven spells, the rally phase, victory."""

from __future__ import annotations

import pytest

from ibbprint.systems.ayrenes_woods.play import AyrenePlay
from ibbprint.systems.ayrenes_woods.rules import (
    arrows,
    combat,
    control,
    cup,
    leaders,
    magic,
    morale,
    rally,
    results,
    victory,
)
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ELIMINATED, HIDDEN, ORDERED, ROUTED, Battle, Effect
from tests.aw_table import Table, shipped

# --- leaders ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R44", "A-R08")
@pytest.mark.parametrize(("dice", "dead"), [((1, 1), True), ((6, 6), True), ((1, 2), False), ((6, 5), False)])
def test_two_and_twelve_kill_a_leader(dice: tuple[int, int], dead: bool) -> None:
    table = Table(*dice)
    leader = table.lead("RL", "1011")
    assert leaders.survives(table.state, leader, ()) is not dead
    assert (leader.alive, table.where("RL")) == (not dead, "" if dead else "1011")


@pytest.mark.rule("A-R44", "A-27")
def test_leaders_roll_once_for_a_battle() -> None:
    """Both leaders whose units fight roll two dice each when the table has been rolled on."""
    table = Table(3, 1, 2, 1, 1)
    table.put("R1", "1011", 9)
    table.put("G4", "1010", 5, kind=table.unit("R3").kind)
    table.lead("RL", "1011")
    table.lead("GL", "1010")
    table.act("red")
    table.battle("R1")
    assert [event.values["leader"] for event in table.told("leader-roll")] == ["RL", "GL"]
    assert [table.leader(key).alive for key in ("RL", "GL")] == [True, False]
    assert table.left == 0


@pytest.mark.rule("A-R45", "A-43")
def test_the_chits_of_a_dead_leader() -> None:
    """But one of his chits leaves the cup; if he has acted it does nothing this turn."""
    table = Table(1)
    leader = table.lead("RL", "1011")
    table.put("R1", "1011")
    table.state.cup = [4, 4, 4, 0, 4]
    leader.acted = 1
    leaders.die(table.state, leader, ())
    assert sorted(table.state.cup) == [0, 4]
    table.state.cup = [4, 0]
    cup.draw(table.state)
    assert table.told("laid-aside")
    assert not table.state.questions


@pytest.mark.rule("A-R46", "A-R47", "A-R48", "A-42", "A-39")
def test_a_replacement_takes_over() -> None:
    """One unit acts under him, in command; next turn all do; he casts nothing, and has no rating."""
    table = Table(1)
    for key, hex in (("K1", "1014"), ("K2", "1214"), ("K3", "1414")):
        table.put(key, hex)
    table.unit("K3").state = ROUTED
    caster = table.lead("KL", "1914")
    leaders.die(table.state, caster, ())
    table.state.cup = [5, 0]
    cup.draw(table.state)
    assert table.lines() == ["appoint K1", "appoint K2", "decline KL"]
    table.do("appoint K2")
    assert (caster.alive, caster.replacement, caster.rating, table.where("KL")) == (True, True, 0, "1214")
    assert table.unit("K2").in_command
    assert {line.split()[1] for line in table.lines("move")} == {"K2"}
    assert table.refused("move K1 1014-1015") == "A-R09"
    assert magic.caster_of(table.state, 1) is None
    table.act("black")
    assert {line.split()[1] for line in table.lines("move")} == {"K1", "K2", "KL"}


@pytest.mark.rule("A-44", "A-R72")
def test_a_replacement_who_dies() -> None:
    """The same again, and no points for him: only the first leader of a command counts."""
    table = Table()
    leader = table.lead("RL", "1011")
    leader.replacement, leader.rating = True, 0
    leaders.die(table.state, leader, ())
    assert (leader.alive, leader.fallen) == (False, False)
    assert victory.lost(table.state, 1) == 0
    first = table.lead("KL", "1011")
    leaders.die(table.state, first, ())
    assert victory.lost(table.state, 1) == 4


@pytest.mark.rule("A-R49", "A-45")
def test_a_leader_alone_is_ridden_down() -> None:
    """An enemy unit that comes into his hex need not stop; he rolls, and flees to the nearest unit of his colour."""
    table = Table(1, 2)
    table.put("G1", "1008")
    table.put("R1", "1013")
    table.put("R2", "1914")
    table.lead("GL", "1008")
    table.lead("RL", "1010")
    table.act("green")
    assert table.refused("move GL 1008-1009-1010") == "A-R22"
    assert table.refused("move G1 1008-1009-1010-1011") == ""
    table.do("move G1 1008-1009-1010")
    assert (table.where("G1"), table.where("RL")) == ("1010", "1013")
    assert not table.unit("G1").halted
    table = Table(1, 1)
    table.put("G1", "1008")
    table.lead("GL", "1008")
    table.lead("RL", "1010")
    table.act("green")
    table.do("move G1 1008-1009-1010")
    assert not table.leader("RL").alive


@pytest.mark.rule("A-R49")
def test_a_rout_rides_leaders_down_too() -> None:
    table = Table(1, 1)
    table.put("R1", "1009", 8)
    table.lead("GL", "0911")
    results.strike(table.state, [table.unit("R1")], "rout")
    assert not table.leader("GL").alive


@pytest.mark.rule("A-45")
def test_of_several_units_as_near_the_owner_picks() -> None:
    """Where two are as near he is asked; a unit farther off is no choice."""
    table = Table(1, 2)
    table.put("G1", "1011")
    for key, hex in (("R1", "0812"), ("R2", "1112"), ("R3", "1214")):
        table.put(key, hex)
    leader = table.lead("RL", "1011")
    unit = table.unit("G1")
    leaders.entered(table.state, unit.side, unit.hex)
    assert table.lines() == ["join RL 0812", "join RL 1112"]
    assert table.play.to_move == "dwarves"
    table.answer_alone("join RL 1112")
    assert table.where("RL") == "1112"
    assert leader.alive


@pytest.mark.rule("A-46")
def test_the_unit_under_a_leader_is_lost() -> None:
    """He rolls once and, alive, joins another unit; with none left he is lost; in battle he does not roll twice."""
    table = Table(1, 2)
    table.put("R1", "1011", 8)
    table.put("R2", "1214", 8)
    table.lead("RL", "1011")
    results.strike(table.state, [table.unit("R1")], "eliminate")
    assert (table.where("RL"), table.left) == ("1214", 0)
    table.throws(1, 2)
    results.strike(table.state, [table.unit("R2")], "eliminate")
    assert not table.leader("RL").alive
    table = Table(1, 1)
    table.put("R1", "1011", 8)
    table.put("R2", "1214", 8)
    table.lead("RL", "1011")
    results.strike(table.state, [table.unit("R1")], "eliminate")
    assert not table.leader("RL").alive
    table = Table(6, 1, 2)
    table.put("R1", "1011", 10)
    table.put("G5", "1010", 1, kind=table.unit("R5").kind)
    table.put("G4", "1006")
    table.lead("RL", "1013")
    table.lead("GL", "1010")
    table.act("red")
    table.battle("R1")
    assert table.unit("G5").state == ELIMINATED
    assert (table.where("GL"), table.left) == ("1006", 0)


@pytest.mark.rule("A-47", "A-R72")
def test_a_leader_with_a_routed_unit_runs_with_it_and_counts() -> None:
    table = Table()
    table.put("R1", "1009", 8)
    table.lead("RL", "1009")
    results.strike(table.state, [table.unit("R1")], "rout")
    assert table.where("RL") == table.where("R1") == "0812"
    assert victory.lost(table.state, 1) == 5 + 2 * 3
    table.leader("RL").hex = table.hex("1009")
    assert victory.lost(table.state, 1) == 5


@pytest.mark.rule("A-48")
def test_a_leader_with_a_routed_unit_may_act() -> None:
    table = Table(1)
    table.put("R1", "1014", state=ROUTED)
    table.put("R2", "1214")
    table.lead("RL", "1014")
    table.state.cup = [4, 0]
    cup.draw(table.state)
    table.do("activate RL")
    assert {line.split()[1] for line in table.lines("move")} == {"R2", "RL"}


# --- spells -----------------------------------------------------------------------------------------------------


def casters(*throws: int) -> Table:
    """Pankow and Filigast among their units, a few hexes apart, every spell in the hands."""
    table = Table(*throws)
    for key, hex, strength in (("B1", "1004", 8), ("B3", "1009", 5), ("K1", "1011", 8), ("K2", "1010", 5)):
        table.put(key, hex, strength)
    table.lead("BL", "1006")
    table.lead("KL", "1011")
    for side, people in enumerate(("elf", "dwarf")):
        table.state.hands[side] = [
            spell.id for spell in table.setting.spells.values() for _ in range(spell.copies.get(people, 0))
        ]
    return table


def names(table: Table, side: int, moment: str) -> set[str]:
    return {action.word for action in magic.castings(table.state, side, moment)}


@pytest.mark.rule("A-R75", "A-65", "A-R55", "A-30")
def test_hands_are_drawn_from_the_own_pool() -> None:
    """Three elf chits and two dwarf ones, none more often than it is in its pool; only used ones come back."""
    for seed in range(40):
        state = AyrenePlay.begin(shipped(), seed).state
        assert [len(hand) for hand in state.hands] == [3, 2]
        for hand, people in zip(state.hands, ("elf", "dwarf"), strict=True):
            assert all(hand.count(name) <= shipped().spells[name].copies.get(people, 0) for name in hand)
    table = casters()
    assert magic.regains(table.state, 0) == []
    table.state.used[0] = ["holy-war"]
    table.state.put(table.unit("K2"), table.hex("1914"))
    assert [action.word for action in magic.regains(table.state, 0)] == ["holy-war"]


@pytest.mark.rule("A-R75")
def test_a_side_sees_no_hand_but_its_own() -> None:
    table = casters()
    seen = table.play.view("elves").state
    assert set(seen.hands[1]) == {HIDDEN}
    assert seen.hands[0] == table.state.hands[0]


@pytest.mark.rule("A-38", "A-R63", "A-33")
def test_when_spells_are_cast() -> None:
    """In the enemy's activation only those whose text fits; nobody casts who is dead or with a routed unit."""
    table = casters()
    table.act("black")
    assert names(table, 1, "move") == {"phantasmagoria", "hammer", "brother", "stand-and-fight"}
    assert names(table, 0, "move") == {"perfect-aim", "stand-and-fight"}
    table.act("blue")
    assert names(table, 0, "move") == {"here-and-there", "phantasmagoria", "perfect-aim", "stand-and-fight"}
    assert names(table, 0, "declare") == {"phantasmagoria", "perfect-aim", "stand-and-fight"}
    table.act("green")
    assert "here-and-there" not in names(table, 0, "move")
    table.unit("K1").state = ROUTED
    assert names(table, 1, "move") == set()
    table.unit("K1").state = ORDERED
    table.leader("KL").alive = False
    assert names(table, 1, "move") == set()
    table.state.activation = None
    assert names(table, 0, "rally") == {"stand-and-fight"}


@pytest.mark.rule("A-38")
def test_the_other_side_casts_before_a_battle() -> None:
    """Both are asked before the die: the attacker, then the defender."""
    table = casters()
    table.lead("BL", "1007")
    table.act("black")
    table.do("attack K2")
    table.fight()
    assert table.play.to_move == "dwarves"
    table.answer("pass")
    assert table.play.to_move == "elves"
    assert "cast BL holy-war -> 1009" in table.lines()


@pytest.mark.rule("A-28")
def test_a_chit_works_once() -> None:
    table = casters()
    table.act("black")
    table.do("cast KL brother")
    assert "brother" not in table.state.hands[1]
    assert table.state.used[1] == ["brother"]
    assert table.refused("cast KL brother") == "A-R75"


@pytest.mark.rule("A-R56", "A-33", "A-R63")
def test_here_and_there() -> None:
    """A unit of the colour in woods, in the radius, to any empty wood hex; then it moves no more."""
    table = casters()
    table.act("blue")
    lines = table.lines("cast")
    jumps = [line for line in lines if "here-and-there" in line]
    assert len(jumps) == 39
    assert all(" 1004-" in line.replace("-> ", " ") for line in jumps)
    assert "cast BL here-and-there -> 1004-0712" in jumps
    assert table.refused("cast BL here-and-there -> 1009-0712") == "A-R56"
    assert table.refused("cast BL here-and-there -> 1004-0101") == "A-R56"
    assert table.refused("cast BL here-and-there -> 1004-1004") == "A-R56"
    table.do("cast BL here-and-there -> 1004-0709")
    assert table.where("B1") == "0709"
    assert table.refused("move B1 0709-0710") == "A-R16"
    assert table.left == 0


@pytest.mark.rule("A-R57", "A-34", "A-R55")
def test_holy_war() -> None:
    """A unit of the colour that fights, within the radius, counts twice in this battle."""
    table = casters()
    table.lead("BL", "1007")
    table.act("black")
    table.do("attack K2")
    table.fight()
    assert [line for line in table.lines() if "holy-war" in line] == ["cast KL holy-war -> 1010"]
    table.answer("cast KL holy-war -> 1010")
    table.throws(1, 3, 1, 2)
    table.answer("pass")
    table.answer("pass")
    assert table.last("combat")["strengths"] == ("10", "5")
    table = casters()
    table.lead("BL", "0101")
    table.act("black")
    table.do("attack K2")
    table.fight()
    assert table.play.to_move == "dwarves"
    elves = {action.word for action in magic.castings(table.state, 0, "battle", table.active.battle)}
    assert "holy-war" not in elves


@pytest.mark.rule("A-R58", "A-35", "A-31", "A-R55")
def test_phantasmagoria() -> None:
    """Any unit with a chit in the radius, of the own colour or the enemy's; the new is drawn first."""
    table = casters(36)
    table.put("R1", "1012")
    table.unit("R1").chit = 0
    table.put("G1", "1109")
    table.act("black")
    on = {line.split()[-1] for line in table.lines("cast") if "phantasmagoria" in line}
    assert on == {"1011", "1010", "1009"}
    table.lead("KL", "1016")
    assert {line.split()[-1] for line in table.lines("cast") if "phantasmagoria" in line} == set()
    table.lead("KL", "1011")
    table.state.chits = [12, 11, 11, 12]
    old = table.unit("B3").chit
    table.do("cast KL phantasmagoria -> 1009")
    assert (old, table.unit("B3").chit) == (1, 3)
    assert table.state.chits == [12, 12, 11, 11]


@pytest.mark.rule("A-R59", "A-32", "A-R55")
def test_sign_of_the_hammer() -> None:
    """One column right in the whole of the next turn, for units of the colour in the radius when they attack."""
    for key, counts in (("K2", True), ("R1", False)):
        table = casters()
        if key == "R1":
            table.state.put(table.unit("K2"), OFF)
            table.put("R1", "1010", 9)
        table.lead("RL", "1013")
        table.act("black")
        table.do("cast KL hammer")
        assert table.state.effects == [Effect("hammer", 5, 2)]
        magic.end_turn(table.state)
        assert not magic.under(table.state, table.unit("K2"), "hammer")
        table.state.turn = 2
        table.act("black" if key == "K2" else "red")
        table.do(f"attack {key}")
        assert table.unit(key).signed == counts
        battle = Battle(table.active.links)
        assert any(modifier.id == "hammer" for modifier in combat.weigh(table.state, battle).used) == counts
        magic.end_turn(table.state)
        assert table.state.effects == []
    table = casters()
    table.state.effects = [Effect("hammer", 5, 1)]
    table.lead("KL", "1016")
    assert not magic.under(table.state, table.unit("K2"), "hammer")


@pytest.mark.rule("A-R60", "A-R55")
def test_perfect_aim() -> None:
    """One on the die of the bows of the colour, in the radius."""
    table = casters(5)
    table.state.effects = [Effect("aim", 1, 1)]
    assert arrows.hit(table.state, table.unit("B3"), table.unit("K2"))[0] == "rout"
    table.put("G1", "1109", 8)
    table.throws(5, 1)
    assert arrows.hit(table.state, table.unit("G1"), table.unit("K2"))[0] == "withstood"
    table.lead("BL", "1001")
    table.throws(5, 1)
    assert arrows.hit(table.state, table.unit("B3"), table.unit("K2"))[0] == "withstood"


@pytest.mark.rule("A-R61", "A-36", "A-31")
def test_brother_by_my_side() -> None:
    """Any dwarf unit, of whatever colour and however far, with a comrade next to it who is not routed; once."""
    table = casters()
    table.state.effects = [Effect("brother", 5, 1)]
    table.put("R1", "1815", 8)
    assert not magic.has_brother(table.state, table.unit("R1"))
    table.put("Y1", "1915", state=ROUTED)
    assert not magic.has_brother(table.state, table.unit("R1"))
    table.unit("Y1").state = DISORDERED
    assert magic.has_brother(table.state, table.unit("R1"))
    assert not magic.has_brother(table.state, table.unit("B3"))
    links = {table.unit("B3").id: (table.unit("K2").id, table.unit("K1").id)}
    used = combat.weigh(table.state, Battle(links)).used
    assert [modifier.amount for modifier in used if modifier.id == "brother"] == [-1]
    table.state.effects = []
    assert not magic.has_brother(table.state, table.unit("R1"))


@pytest.mark.rule("A-R62", "A-37")
def test_stand_and_fight() -> None:
    """One off the checks of the colour in the radius, whatever they are for."""
    table = casters(6, 6, 6)
    assert not morale.check(table.state, table.unit("K2")).passed
    table.state.effects = [Effect("steady", 5, 1)]
    assert morale.check(table.state, table.unit("K2")).passed
    table.put("R3", "1012", 5)
    assert not morale.check(table.state, table.unit("R3")).passed


@pytest.mark.rule("A-R71", "A-29", "A-30", "A-69")
def test_taking_a_spell_back() -> None:
    """One spell that was used, if no enemy unit is next to the caster; he helps none of his command to rally then."""
    table = casters()
    table.state.used[1] = ["brother", "hammer"]
    assert [action.word for action in magic.regains(table.state, 1)] == ["brother", "hammer"]
    table.put("G1", "1111", state=ROUTED)
    assert magic.regains(table.state, 1) == []
    table.state.put(table.unit("G1"), OFF)
    table.state.hands = [[], []]
    table.state.activation = None
    assert not rally.advance(table.state)
    assert table.lines() == ["regain KL brother", "regain KL hammer", "pass"]
    table.unit("K2").state = ROUTED
    assert [item.id for item in rally.led(table.state, table.unit("K2"))] == ["rally-leader-near"]
    table.unit("K1").state = DISORDERED
    table.state.put(table.unit("K2"), table.hex("1914"))
    table.unit("K2").state = DISORDERED
    assert [entry.id for entry in rally.helped(table.state, table.unit("K1"))] == ["rally-help"]
    table.answer_alone("regain KL hammer")
    assert (table.state.hands[1], table.state.used[1]) == (["hammer"], ["brother"])
    assert rally.helped(table.state, table.unit("K1")) == ()
    table.unit("K1").state = ROUTED
    assert rally.led(table.state, table.unit("K1")) == ()


# --- the rally phase --------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R65", "A-56", "A-R66", "A-R14")
def test_disordered_units_recover() -> None:
    """By themselves with no enemy unit of any state next to them, else by a roll."""
    table = Table(6)
    table.put("R1", "1011", state=DISORDERED)
    table.put("R3", "1511", state=DISORDERED)
    table.put("G1", "1510", state=ROUTED)
    table.state.step = "rolls"
    assert rally.advance(table.state)
    assert [table.unit(key).state for key in ("R1", "R3")] == [ORDERED, DISORDERED]
    assert table.told("recovers")
    assert table.told("stays-disordered")


@pytest.mark.rule("A-R66", "A-55")
def test_help_to_rally_comes_once() -> None:
    """From its leader or a friend in order, stacked or next to it; one off the die however many."""
    table = Table()
    table.put("R3", "1011", state=DISORDERED)
    item = table.unit("R3")
    assert rally.helped(table.state, item) == ()
    table.put("Y1", "1111", state=DISORDERED)
    assert rally.helped(table.state, item) == ()
    table.unit("Y1").state = ORDERED
    assert [used.amount for used in rally.helped(table.state, item)] == [-1]
    table.lead("RL", "1012")
    assert [used.amount for used in rally.helped(table.state, item)] == [-1]
    table.state.put(table.unit("Y1"), OFF)
    assert [used.amount for used in rally.helped(table.state, item)] == [-1]
    table.lead("RL", "1013")
    assert rally.helped(table.state, item) == ()


@pytest.mark.rule("A-R67", "A-54", "A-R68")
def test_routed_units_rally_far_from_the_enemy() -> None:
    """At three hexes or more they roll: disordered if they pass, else two hexes on; nearer they stay."""
    table = Table(7, 8)
    table.put("R1", "0511", state=ROUTED)
    table.put("R2", "1011", state=ROUTED)
    table.put("Y1", "1711", state=ROUTED)
    table.put("G1", "1709")
    rally.roll_all(table.state)
    assert [table.unit(key).state for key in ("R1", "R2", "Y1")] == [DISORDERED, ROUTED, ROUTED]
    assert [table.where(key) for key in ("R1", "R2", "Y1")] == ["0511", "0913", "1711"]
    assert table.last("too-near")["unit"] == "Y1"
    table.put("R3", "1016", state=ROUTED)
    table.state.put(table.unit("R2"), OFF)
    table.unit("R2").state = table.unit("R1").state = ORDERED
    table.throws(10)
    rally.roll_all(table.state)
    assert table.unit("R3").state == ELIMINATED


@pytest.mark.rule("A-R67")
def test_leaders_help_routed_units() -> None:
    """Two off with a leader in the hex, one off with one next to it."""
    table = Table()
    table.put("R1", "1011", state=ROUTED)
    for hex, amounts in (("1011", [-2]), ("1012", [-1]), ("1013", [])):
        table.lead("RL", hex)
        assert [used.amount for used in rally.led(table.state, table.unit("R1"))] == amounts


@pytest.mark.rule("A-72")
def test_any_leader_of_its_side_helps_a_routed_unit() -> None:
    """The leader of another command in its hex or next to it counts as its own would; one of the enemy never."""
    table = Table()
    table.put("R1", "1011", state=ROUTED)
    for leader, hex, amounts in (("KL", "1011", [-2]), ("KL", "1012", [-1]), ("GL", "1011", [])):
        for other in table.state.leaders:
            other.alive = False
        table.lead(leader, hex)
        assert [used.amount for used in rally.led(table.state, table.unit("R1"))] == amounts


@pytest.mark.rule("A-70")
def test_rolls_are_decided_from_the_beginning_of_the_phase() -> None:
    """A unit that recovers first is no friend in good order yet for the one beside it."""
    table = Table(6)
    table.put("R1", "1011", state=DISORDERED)
    table.put("R3", "1111", state=DISORDERED)
    table.put("G1", "1210", state=ORDERED)
    table.state.put(table.unit("G1"), table.hex("1211"))
    rally.roll_all(table.state)
    assert [table.unit(key).state for key in ("R1", "R3")] == [ORDERED, DISORDERED]


# --- victory ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R74", "A-51", "A-R15")
def test_the_battle_ends() -> None:
    """With a side that has lost more than its level; both: a draw; after the last turn: a draw."""
    for elves, dwarves, turn_, over, winner in (
        (0, 38, 1, False, None),
        (0, 39, 1, True, "elves"),
        (45, 0, 1, True, "dwarves"),
        (45, 39, 1, True, None),
        (44, 38, 12, False, None),
        (44, 38, 13, True, None),
    ):
        state = AyrenePlay.begin(shipped(), 1).state
        state.turn = turn_
        for side, expected in ((0, elves), (1, dwarves)):
            for unit in (u for u in state.units if u.side == side):
                if victory.lost(state, side) + unit.kind.points <= expected:
                    unit.state = ELIMINATED
            for leader in (item for item in state.leaders if item.side == side):
                if victory.lost(state, side) + 2 * leader.rating <= expected:
                    leader.fallen = True
            assert victory.lost(state, side) == expected
        victory.check(state)
        assert (state.over, victory.judge(state).winner) == (over, winner)


@pytest.mark.rule("A-R72", "A-47", "A-R73", "A-49")
def test_what_a_whole_army_is_worth() -> None:
    """Eighty-eight and seventy-six: units by their letter, leaders twice their rating."""
    state = AyrenePlay.begin(shipped(), 1).state
    for unit in state.units:
        unit.state = ROUTED
    assert [victory.lost(state, side) for side in range(2)] == [88, 76]


def test_the_radius_counts_no_dead_leader() -> None:
    table = Table()
    table.put("R1", "1011")
    assert control.own_leader(table.state, table.unit("R1")) is None
    table.act("red")
    assert not table.unit("R1").in_command
