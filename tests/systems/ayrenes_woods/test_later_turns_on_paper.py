"""What a player of the second and third turn looks up on paper, and what the engine does in the same case."""

from __future__ import annotations

import pytest

from ibbprint.systems.ayrenes_woods.rules import arrows, attacks, cup, fight, leaders, magic, rally
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ELIMINATED, ORDERED, ROUTED, Battle
from tests.aw_table import Table
from tests.systems.ayrenes_woods.test_paper_as_played import aids
from tests.systems.ayrenes_woods.test_printed import words


@pytest.mark.rule("A-R46", "A-42")
def test_a_replacement_does_not_move_in_the_activation_that_brings_him() -> None:
    """His unit alone acts, in command; if it moves, it leaves him behind."""
    table = Table(1)
    table.put("R1", "1011")
    table.put("R2", "1012")
    leader = table.lead("RL", "1011")
    leaders.die(table.state, leader, ("A-R44",))
    table.state.cup = [leader.command] * 2
    table.throws(1)
    cup.draw(table.state)
    table.do("appoint R1")
    assert (leader.rating, leader.alive) == (table.setting.figures["replacement-rating"], True)
    assert {line.split()[1] for line in table.lines("move")} == {"R1"}
    assert table.refused("move RL 1011-1010") == "A-R09"
    table.do(table.lines("move")[0])
    assert table.where("RL") == "1011" != table.where("R1")
    assert "who does not move yet and is left behind if it moves" in aids()
    assert "That unit alone acts, in command; the replacement does not move yet" in words("rules")


@pytest.mark.rule("A-70", "A-55")
def test_a_unit_that_recovers_in_a_rally_helps_nobody_in_the_same_rally() -> None:
    """R2 recovers without a roll; R1 beside it, with an enemy next to it, has no help from it this time."""
    table = Table(10)
    table.put("R1", "1010", state=DISORDERED)
    table.put("R2", "1011", state=DISORDERED)
    table.put("G1", "1009")
    assert not any(table.state.near(table.hex("1011"), table.unit("R2").side))
    rally.roll_all(table.state)
    assert table.unit("R2").state == ORDERED
    assert table.unit("R1").state == DISORDERED
    assert table.last("stays-disordered")["modifiers"] == ()
    assert rally.helped(table.state, table.unit("R1")), "next time it does"
    assert "A unit that recovers now helps nobody until the next" in aids()
    assert "Decide who may roll and who helps him, all as Rally begins" in words("rules")


@pytest.mark.rule("A-26", "A-15")
def test_an_earlier_battle_upsets_a_declared_one() -> None:
    """R1 was run over and is in disorder, G2 has run away: both drop out, and nobody else is added."""
    table = Table()
    table.put("R1", "0911", state=DISORDERED)
    for key, hex in (("G1", "0910"), ("G2", "0902"), ("B2", "1210")):
        table.put(key, hex)
    for key, hex in (("R2", "1111"), ("B1", "1110")):
        table.put(key, hex, 8)
    links = {
        table.unit("R1").id: (table.unit("G1").id,),
        table.unit("R2").id: (table.unit("G2").id, table.unit("B1").id),
    }
    table.lead("RL", "1013")
    table.act("red")
    battle = table.active.battle = Battle(links)
    fight.advance(table.state, table.active)
    assert [unit.key for unit in table.state.those(battle.attackers)] == ["R2"]
    assert [unit.key for unit in table.state.those(battle.targets)] == ["B1"]
    message = (
        "attackers no longer in good order and enemies no longer next to their attackers drop out; nobody is added"
    )
    assert message in aids()
    assert "an attacker left without an enemy has used its attack" in aids()
    assert "attackers no longer in good order drop out of it, and enemies no longer next to their" in words("rules")


@pytest.mark.rule("A-26", "A-R69")
def test_an_attacker_run_over_by_another_that_arrows_rout_drops_out() -> None:
    """G1 routs R1, which must run over a friend: over R2, which attacks G2, rather than K1. R3 fights alone."""
    table = Table(6)
    for key, hex in (("R1", "1010"), ("R2", "1011"), ("R3", "0910"), ("K1", "1111"), ("G1", "1009")):
        table.put(key, hex)
    table.put("G2", "0912", state=DISORDERED)
    links = {"R1": "G1", "R2": "G2", "R3": "G1"}
    battle = Battle({table.unit(ours).id: (table.unit(theirs).id,) for ours, theirs in links.items()})
    table.act("red")
    table.active.battle = battle
    arrows.shoot(table.state, battle, table.unit("G1"), table.unit("R1"))
    assert table.unit("R1").state == ROUTED
    assert table.unit("R2").state == DISORDERED
    attacks.prune(table.state, battle)
    assert [unit.key for unit in table.state.those(battle.attackers)] == ["R3"]
    assert "it takes no part, and neither does an attacker that it runs over" in aids()
    assert "Attackers who suffer from them, or are run over by one who routs, drop out" in words("rules")


@pytest.mark.rule("A-27", "A-46", "A-R44")
@pytest.mark.parametrize(("does", "state"), [("DR", ROUTED), ("DE", ELIMINATED)])
def test_the_leader_of_a_beaten_defender_rolls_when_all_have_run(does: str, state: int) -> None:
    """With a routed unit he rolls where it has run to, without one where it was, and then he joins another."""
    table = Table(3, 4)
    table.put("R1", "1010", 8)
    table.put("R2", "1510")
    table.put("G1", "1009", 8)
    leader = table.lead("RL", "1010")
    table.act("green")
    battle = table.active.battle = Battle({table.unit("G1").id: (table.unit("R1").id,)}, step="odds")
    battle.struck, battle.pending = (leader.command,), does
    fight.advance(table.state, table.active)
    assert table.unit("R1").state == state
    assert not table.told("leader-roll")
    before = table.where("RL")
    assert before == (table.where("R1") or "1010")
    fight.advance(table.state, table.active)
    assert len(table.told("leader-roll")) == 1
    assert table.where("RL") == (before if state == ROUTED else "1510")
    message = (
        "He runs with a unit that routs, and rolls when all have run; if his unit is eliminated he rolls where it was"
    )
    assert message in aids()
    assert "He rolls once for the battle, when all have run" in words("rules")


@pytest.mark.rule("A-33", "A-R56")
@pytest.mark.parametrize("whose", ["GL", "RL"])
def test_a_wood_hex_with_a_leader_alone_is_not_empty(whose: str) -> None:
    table = Table()
    unit = table.put("B1", "1004")
    free = magic.landings(table.state, unit)
    assert table.hex("0708") in free
    table.lead(whose, "0708")
    assert set(free) - set(magic.landings(table.state, unit)) == {table.hex("0708")}
    assert "appears in any wood hex without a unit or a leader" in aids()
    assert "appears in any wood hex without a unit or a leader" in words("rules")
