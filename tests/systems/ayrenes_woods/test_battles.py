"""Ayrene's Woods: declaring attacks, combat chits, arrows, what counts in a battle, what its results do."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ibbprint.systems.ayrenes_woods.rules import attacks, combat, results
from ibbprint.systems.ayrenes_woods.rules.state import (
    DISORDERED,
    ELIMINATED,
    NONE,
    ORDERED,
    ROUTED,
    Activation,
    Battle,
    Effect,
)
from tests.aw_table import Table, shipped


def line_up(*throws: int, **rules: str) -> Table:
    """A red unit south of a green one, their leaders near, red to act."""
    table = Table(*throws, **rules)
    table.put("R1", "1011", 9)
    table.put("G4", "1010", 5)
    table.lead("RL", "1013")
    table.lead("GL", "1108")
    table.act("red")
    return table


# --- who attacks whom -------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R32", "A-R33", "A-16")
def test_all_ordered_neighbours_are_attacked_and_others_may_be() -> None:
    """Ordered enemies are targets anyhow, disordered and routed ones when they are named; friends never."""
    table = line_up()
    table.put("G1", "0910", 8, DISORDERED)
    table.put("G2", "1111", 8, ROUTED)
    assert table.lines("attack") == ["attack R1", "attack R1 -> 0910", "attack R1 -> 1111", "attack R1 -> 0910-1111"]
    assert table.refused("attack R1 -> 1010") == "A-R33"
    assert table.refused("attack R1 -> 0911") == "A-16"
    assert table.refused("attack R1 -> 1111-0910") == "A-16"
    assert table.refused("attack RL") == "A-R32"
    table.do("attack R1 -> 1111")
    assert table.last("attacks")["targets"] == ["G2", "G4"]
    table = line_up()
    table.put("R2", "1014")
    table.act("red")
    assert table.refused("attack R2") == "A-R32"
    table.unit("G4").state = DISORDERED
    assert table.refused("attack R1") == "A-16"


@pytest.mark.rule("A-15")
def test_one_attack_in_an_activation() -> None:
    """Who has attacked does not attack again before the next activation of its command."""
    table = line_up()
    table.do("attack R1")
    assert table.refused("attack R1") == "A-15"
    table.act("red")
    assert table.refused("attack R1") == ""


@pytest.mark.rule("A-14")
def test_what_hangs_together_is_one_battle() -> None:
    """Attackers who share a target, directly or through others, fight as one; others fight apart."""
    act = Activation(4)
    act.links = {1: (11,), 2: (12,), 3: (11, 12), 4: (13,), 5: (14, 15), 6: (15,)}
    result = attacks.battles(act)
    assert [battle.attackers for battle in result] == [[1, 2, 3], [4], [5, 6]]
    assert [battle.targets for battle in result] == [[11, 12], [13], [14, 15]]


@pytest.mark.rule("A-67")
def test_the_order_of_battles_is_the_owners() -> None:
    """With several battles one is named by its first attacker."""
    table = line_up()
    table.put("R2", "1311", 8)
    table.put("G5", "1310", 3)
    table.act("red")
    for line in ("attack R1", "attack R2"):
        table.do(line)
    table.active.phase = "fight"
    table.active.waiting = attacks.battles(table.active)
    assert table.lines() == ["battle R1", "battle R2"]
    assert table.refused("battle R3") == "A-R12"
    assert table.refused("end") == "A-67"


# --- chits ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R34", "A-R35", "A-05")
def test_combat_chits_are_drawn_once_and_kept() -> None:
    """Whoever fights for the first time draws; each chit is one less in the pool, and a lost unit's goes back."""
    table = line_up(48, 1, 4, 5)
    table.unit("R1").chit = table.unit("G4").chit = NONE
    table.state.chits = [12, 12, 12, 12]
    table.unit("G4").kind = table.unit("R3").kind
    table.battle("R1")
    assert [event.values["strength"] for event in table.told("chit")] == [10, 4]
    assert table.state.chits == [11, 12, 12, 11]
    assert table.last("combat")["strengths"] == ("10", "4")
    table.state.put(table.unit("G4"), table.hex("1010"))
    table.unit("G4").state = ORDERED
    table.act("red")
    table.throws(2)
    table.battle("R1")
    assert len(table.told("chit")) == 2
    assert table.state.chits == [11, 12, 12, 11]
    results.eliminate(table.state, table.unit("R1"), "battle", ())
    assert table.state.chits == [11, 12, 12, 12]


@pytest.mark.rule("A-05")
def test_each_mix_of_chits() -> None:
    """Forty-eight aligned chits, or every combination of the figures once."""
    assert sum(chit.copies for chit in shipped().chits) == 48
    mixed = shipped({"chit_mix": "mixed64"}).chits
    assert len({(chit.a, chit.b, chit.c) for chit in mixed}) == sum(chit.copies for chit in mixed) == 64


# --- arrows -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R50", "A-25", "A-R64", "A-R08")
@pytest.mark.parametrize(
    ("throws", "state", "fought"),
    [
        ((2, 4), ORDERED, True),
        ((3, 7, 4), ORDERED, True),
        ((3, 8), DISORDERED, False),
        ((5, 10), DISORDERED, False),
        ((6,), ROUTED, False),
    ],
)
def test_what_arrows_do(throws: tuple[int, ...], state: int, fought: bool) -> None:
    """Below 3 nothing, from 3 a check or disorder, from 6 a rout; the battle follows if the attacker is in order."""
    table = line_up(*throws)
    table.battle("R1")
    assert table.left == 0
    assert bool(table.told("combat")) == fought
    if not fought:
        assert table.unit("R1").state == state


@pytest.mark.rule("A-26", "A-R51", "A-27")
def test_who_is_hit_leaves_the_battle() -> None:
    """Attackers hit by arrows do not count; targets left to nobody drop out; with nobody left no leader rolls."""
    table = line_up(6, 1, 4)
    table.put("R2", "1111", 8)
    table.put("G1", "1211", 8)
    table.put("G5", "1110", 4, kind=table.unit("R5").kind)
    table.act("red")
    table.battle("R1", "R2")
    assert table.told("arrows")[0].values["unit"] == "G1"
    assert table.unit("R2").state == ROUTED
    assert table.last("combat")["attackers"] == ["R1"]
    assert table.last("combat")["defenders"] == ["G4"]
    table = line_up(6)
    table.leader("RL").hex = table.hex("1011")
    table.battle("R1")
    assert (table.told("combat"), table.told("leader-roll"), table.left) == ([], [], 0)


@pytest.mark.rule("A-25")
def test_the_owner_of_the_bows_chooses_the_mark() -> None:
    """An elf unit with several attackers next to it shoots at one of them, once; disordered elves shoot too."""
    table = line_up(1, 4)
    table.put("R2", "0910", 8)
    table.unit("G4").state = DISORDERED
    table.act("red")
    table.do("attack R1 -> 1010")
    table.do("attack R2 -> 1010")
    table.fight()
    assert table.lines() == ["shoot G4 -> 1011", "shoot G4 -> 0910"]
    assert table.play.to_move == "elves"
    assert table.refused("pass") == "A-25"
    table.answer("shoot G4 -> 0910")
    assert [event.values["at"] for event in table.told("arrows")] == ["R2"]
    table = line_up(4)
    table.unit("G4").state = ROUTED
    table.do("attack R1 -> 1010")
    table.fight()
    assert not table.told("arrows")


@pytest.mark.rule("A-R60", "A-25")
def test_perfect_aim_counts_on_the_die() -> None:
    """With a five and Perfect Aim the attacker routs."""
    table = line_up(5)
    table.put("B3", "0910", 6)
    table.lead("BL", "1009")
    table.leader("BL").caster = True
    table.state.effects = [Effect("aim", 1, 1)]
    table.state.put(table.unit("G4"), table.hex("0103"))
    table.battle("R1")
    assert table.unit("R1").state == ROUTED
    assert table.last("arrows")["held"] == 6


# --- what counts ------------------------------------------------------------------------------------------------


def weighed(table: Table, *defenders: str) -> combat.Weighed:
    """The battle of R1 (and R2, where it stands) against these."""
    targets = tuple(table.unit(key).id for key in defenders)
    attackers = [key for key in ("R1", "R2") if table.where(key)]
    return combat.weigh(table.state, Battle({table.unit(key).id: targets for key in attackers}))


def counted(one: combat.Weighed) -> dict[str, int]:
    return {used.id: used.amount for used in one.used}


@pytest.mark.rule("A-R36", "A-20")
def test_leaders_with_the_units_that_fight() -> None:
    """One on each side at most, and only a leader in the hex of a unit that fights; they cancel out."""
    table = line_up()
    assert "leader-attacks" not in counted(weighed(table, "G4"))
    table.leader("RL").hex = table.hex("1011")
    assert counted(weighed(table, "G4"))["leader-attacks"] == 1
    table.put("R2", "0910")
    table.unit("R2").chit = 0
    table.lead("KL", "0910")
    assert counted(weighed(table, "G4"))["leader-attacks"] == 1
    table.leader("GL").hex = table.hex("1010")
    assert weighed(table, "G4").modifier == 1 - 1 + counted(weighed(table, "G4"))["better-morale-attacks"]
    assert counted(weighed(table, "G4"))["leader-defends"] == -1


@pytest.mark.rule("A-R36", "A-19")
def test_better_morale_is_that_of_the_best() -> None:
    """The best letter of each side is compared; equal ones give nothing."""
    table = line_up()
    table.put("G1", "0910", 8)
    assert counted(weighed(table, "G4"))["better-morale-attacks"] == 1
    assert "better-morale-attacks" not in counted(weighed(table, "G4", "G1"))
    table.state.put(table.unit("R1"), -1)
    table.put("R2", "1011", 8).kind = table.unit("R5").kind
    assert counted(weighed(table, "G4"))["better-morale-defends"] == -1
    table.put("R1", "1111", 8, kind=table.unit("R2").kind).chit = 0
    table.unit("R2").kind = table.unit("Y1").kind
    assert counted(weighed(table, "G4"))["better-morale-attacks"] == 1
    table.unit("G1").kind, table.unit("G4").kind = table.unit("G5").kind, table.unit("G1").kind
    assert "better-morale-attacks" not in counted(weighed(table, "G4", "G1"))


@pytest.mark.rule("A-R53", "A-22", "A-23")
def test_berserk_counts_only_if_all_are() -> None:
    """Three on the die if every attacker is berserk; a berserk defender has the figure below its letter."""
    table = line_up()
    table.put("R2", "1111", 8)
    table.unit("R1").berserk = True
    assert "berserk" not in counted(weighed(table, "G4"))
    table.unit("R2").berserk = True
    assert counted(weighed(table, "G4"))["berserk"] == 3
    table.unit("G4").berserk = True
    assert weighed(table, "G4").defence == 2


@pytest.mark.rule("A-R38", "A-13")
def test_disordered_targets() -> None:
    """Half the strength, exactly, and one on the die for the attacker."""
    table = line_up()
    table.unit("G4").state = DISORDERED
    weights = weighed(table, "G4")
    assert (weights.defence, counted(weights)["disordered-target"]) == (Fraction(5, 2), 1)


@pytest.mark.rule("A-R31", "A-21", "A-13")
def test_woods_and_streams() -> None:
    """One shift for any target in woods; the stream halves whom it parts from all his targets."""
    table = Table()
    table.put("R1", "0609", 9)
    table.put("G4", "0508", 5)
    table.put("G1", "0509", 8)
    assert weighed(table, "G4").attack == Fraction(9, 2)
    assert weighed(table, "G4", "G1").attack == 9
    table = Table()
    table.put("R1", "0707", 9)
    table.put("G4", "0708", 5)
    table.put("G1", "0706", 8)
    table.put("G2", "0808", 8)
    assert counted(weighed(table, "G4", "G1", "G2"))["woods"] == -1
    assert "woods" not in counted(weighed(table, "G1"))
    table.unit("G4").state = table.unit("G2").state = ROUTED
    assert "woods" not in counted(weighed(table, "G1", "G4", "G2"))


@pytest.mark.rule("A-R30")
def test_the_best_of_flank_and_rear() -> None:
    """Attackers from flank and rear: the rear counts, alone; from the front nothing does."""
    table = Table(facing="on")
    table.put("G4", "1010", 5, facing=0)
    table.put("R1", "1110", 9)
    table.put("R2", "1011", 9)
    assert counted(weighed(table, "G4"))["rear"] == 2
    assert "flank" not in counted(weighed(table, "G4"))
    table.state.put(table.unit("R2"), table.hex("1109"))
    assert counted(weighed(table, "G4"))["flank"] == 1
    table.state.put(table.unit("R1"), table.hex("1009"))
    assert not {"flank", "rear"} & set(counted(weighed(table, "G4")))


@pytest.mark.rule("A-12")
def test_shifts_are_added_up() -> None:
    """Rear and woods: two to the right and one to the left are one to the right."""
    table = Table(facing="on")
    table.put("G4", "1004", 5, facing=3)
    table.put("R1", "1003", 7)
    weights = weighed(table, "G4")
    assert (weights.shift, weights.start, weights.column) == (1, 3, 4)


@pytest.mark.rule("A-11")
def test_the_die_is_held_to_the_table() -> None:
    """A die beyond the last line takes it, and so below the first."""
    table = line_up()
    weights = weighed(table, "G4")
    assert combat.result(table.state, weights._replace(modifier=9), 6).held == 8
    assert combat.result(table.state, weights._replace(modifier=-9, column=1), 1).held == -1
    assert combat.result(table.state, weights._replace(modifier=-1, column=1), 1).code == "AE"


# --- results ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-18", "A-R39", "A-R42", "A-R38")
@pytest.mark.parametrize(
    ("before", "does", "after"),
    [
        (ORDERED, "disorder", DISORDERED),
        (DISORDERED, "disorder", ROUTED),
        (ROUTED, "disorder", ELIMINATED),
        (ORDERED, "rout", ROUTED),
        (DISORDERED, "rout", ROUTED),
        (ROUTED, "rout", ELIMINATED),
        (ORDERED, "eliminate", ELIMINATED),
        (ROUTED, "eliminate", ELIMINATED),
    ],
)
def test_the_ladder_of_states(before: int, does: str, after: int) -> None:
    """D is a step, R leads to routed, E to eliminated; who is there already goes a step further."""
    table = Table()
    table.put("G1", "1006", 8, before)
    results.strike(table.state, [table.unit("G1")], does)
    assert table.unit("G1").state == after
    assert (table.where("G1") == "") == (after == ELIMINATED)


@pytest.mark.rule("A-R37", "A-17")
@pytest.mark.parametrize(("die", "hit"), [(2, 0), (4, 2), (6, 2)])
def test_results_strike_every_unit_of_a_side(die: int, hit: int) -> None:
    """NE does nothing; a result for the defender strikes both defenders, and no attacker."""
    table = Table(die)
    table.put("R1", "1010", 10)
    table.put("G4", "0910", 5, kind=Table().unit("R3").kind)
    table.put("G5", "1110", 4, kind=Table().unit("R5").kind)
    table.lead("RL", "0912")
    table.act("red")
    table.battle("R1")
    assert table.last("combat")["result"] == {2: "NE", 4: "DD", 6: "DR"}[die]
    states = [table.unit(key).state for key in ("G4", "G5", "R1")]
    assert sum(state != ORDERED for state in states[:2]) == hit
    assert states[2] == ORDERED


@pytest.mark.rule("A-17")
def test_one_unit_suffers_under_the_switch() -> None:
    """With result_scope the owner says which one."""
    table = Table(6, result_scope="one_owner_choice")
    table.put("R1", "1010", 10)
    table.put("G4", "0910", 5, kind=Table().unit("R3").kind)
    table.put("G5", "1110", 4, kind=Table().unit("R5").kind)
    table.lead("RL", "0912")
    table.act("red")
    table.battle("R1")
    assert table.lines() == ["suffer G4", "suffer G5"]
    assert table.play.to_move == "elves"
    table.answer("suffer G5")
    assert [table.unit(key).state for key in ("G4", "G5")] == [ORDERED, ROUTED]


@pytest.mark.rule("A-R42", "A-16")
def test_routed_targets_are_gone_without_a_roll() -> None:
    """They add nothing to the defence of the others, and nobody rolls for them."""
    table = line_up(1, 1)
    table.put("G1", "0910", 8, ROUTED)
    table.do("attack R1 -> 0910")
    table.fight()
    assert table.unit("G1").state == ELIMINATED
    assert table.last("eliminated")["why"] == "attacked"
    assert table.last("combat")["strengths"] == ("9", "5")


# --- routs ------------------------------------------------------------------------------------------------------


def broken(table: Table, key: str) -> str:
    """Where a unit ends that is routed now."""
    results.strike(table.state, [table.unit(key)], "rout")
    return table.where(key)


@pytest.mark.rule("A-R40", "A-52")
def test_a_rout_runs_three_rows_to_its_edge() -> None:
    """Three steps of a row each, the lower number of two as good; over the edge it is gone."""
    table = Table()
    table.put("G1", "1008", 8)
    table.put("R1", "1011", 8)
    assert broken(table, "G1") == "0905"
    assert table.last("runs")["way"] == ["1008", "1007", "0906", "0905"]
    assert broken(table, "R1") == "0814"
    table.put("G2", "1002", 8)
    assert broken(table, "G2") == ""
    assert table.last("eliminated")["why"] == "edge"


@pytest.mark.rule("A-R40", "A-52")
def test_a_rout_goes_round_enemies_and_friends() -> None:
    """Not into an enemy's hex or zone; rather round a friend than over him."""
    table = Table()
    table.put("R1", "1009", 8)
    table.put("K1", "1010", 8)
    assert broken(table, "R1") == "0812"
    assert table.last("runs")["way"][1] == "0910"
    table = Table()
    table.put("R1", "1009", 8)
    table.put("K1", "0910", 8)
    assert broken(table, "R1")
    assert table.last("runs")["way"][1] == "1010"
    assert table.unit("K1").state == ORDERED
    table = Table()
    table.put("R1", "1009", 8)
    table.put("G1", "0811", 8)
    assert broken(table, "R1")
    assert not set(table.last("runs")["way"][1:]) & {
        table.setting.ground.names[h] for h in table.state.ground.near[table.hex("0811")]
    }


@pytest.mark.rule("A-52")
def test_a_rout_ends_in_a_free_hex() -> None:
    """Where a friend stands at the end, it runs on to the next free hex."""
    table = Table()
    table.put("R1", "1009", 8)
    for key, hex in (("K1", "0812"), ("K2", "0912"), ("K3", "1012"), ("K4", "1112")):
        table.put(key, hex, state=ROUTED)
    assert broken(table, "R1") == "0813"


@pytest.mark.rule("A-53", "A-R41")
def test_a_rout_without_a_way() -> None:
    """Shut in ahead it steps sideways; shut in there too, it is lost."""
    table = Table()
    table.put("R1", "1009", 8)
    for key, hex in (("G1", "1010"), ("G2", "0910")):
        table.put(key, hex, state=ROUTED)
    assert broken(table, "R1")
    assert table.last("runs")["way"][1] == "0909"
    table = Table()
    table.put("R1", "1009", 8)
    for key, hex in (("G1", "1010"), ("G2", "0910"), ("G3", "0909"), ("G4", "1109")):
        table.put(key, hex, state=ROUTED)
    assert broken(table, "R1") == ""
    assert table.last("eliminated")["why"] == "blocked"


@pytest.mark.rule("A-R69", "A-68")
def test_friends_run_through() -> None:
    """A friend in order is disordered, a disordered one routs and runs in its turn."""
    table = Table()
    table.put("R1", "1009", 8)
    table.put("K1", "0910", 8)
    table.put("K2", "1010", 5, DISORDERED)
    table.unit("K1").state = ORDERED
    assert broken(table, "R1") == "0812"
    assert table.unit("K1").state == DISORDERED
    table.state.put(table.unit("R1"), table.hex("1009"))
    table.unit("R1").state = ORDERED
    assert broken(table, "R1")
    assert table.unit("K1").state == ROUTED
    assert table.where("K1") != "0910"
    assert table.unit("K2").state == DISORDERED


@pytest.mark.rule("A-24")
def test_a_rout_ends_the_rage() -> None:
    table = Table()
    table.put("R1", "1009", 8, berserk=True)
    broken(table, "R1")
    assert not table.unit("R1").berserk


# --- berserk ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R52", "A-24")
def test_going_berserk() -> None:
    """All dwarf units in the radius or none, before anybody moves; elves never."""
    table = Table()
    for key, hex, state in (("R1", "1011", 0), ("R2", "1211", 1), ("R3", "1411", 2), ("R4", "1911", 0)):
        table.put(key, hex, state=state)
    table.lead("RL", "1011")
    table.act("red")
    assert "berserk RL" in table.lines("berserk")
    table.do("berserk RL")
    assert [table.unit(f"R{n}").berserk for n in range(1, 5)] == [True, True, False, False]
    assert table.refused("berserk RL") == "A-24"
    table.unit("R1").berserk = False
    table.do("move RL 1011-1012")
    assert table.refused("berserk RL") == "A-24"
    table.put("G1", "1001")
    table.lead("GL", "1001")
    table.act("green")
    assert not table.lines("berserk")
