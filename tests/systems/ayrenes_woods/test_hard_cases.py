"""Ayrene's Woods: cases in which two rulings meet, each a thing that is easily got wrong."""

from __future__ import annotations

import pytest

from ibbprint.engine.state import Question
from ibbprint.systems.ayrenes_woods.rules import cup, leaders, rally, results, turn
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ELIMINATED, ORDERED, ROUTED
from tests.aw_table import Table

# --- battles ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-21", "A-13", "A-16")
def test_a_routed_target_over_the_stream_does_not_make_the_attack_whole() -> None:
    """Both targets lie over the stream; the routed one is gone before the odds; the attack is halved."""
    table = Table(3)
    table.put("R1", "0409", 8)
    table.put("G4", "0408", 5, kind=table.unit("R3").kind)
    table.put("G2", "0308", 8, ROUTED)
    table.lead("RL", "0411")
    table.act("red")
    table.battle("R1 -> 0308")
    assert table.unit("G2").state == ELIMINATED
    assert table.last("combat")["strengths"] == ("4", "5")


@pytest.mark.rule("A-16", "A-14", "A-27", "A-74")
def test_who_attacked_only_a_routed_unit_lends_no_strength() -> None:
    """It shares a target with another attacker, but that target is gone without a roll; nor does its leader roll."""
    table = Table(3)
    table.put("R1", "1011", 9)
    table.put("R3", "0911", 7)
    table.lead("RL", "0911")
    table.put("G4", "1010", 5, kind=table.unit("R3").kind)
    table.put("G2", "0910", 8, ROUTED)
    table.act("red")
    table.battle("R1 -> 0910", "R3 -> 0910")
    assert len(table.told("combat")) == 1
    assert (table.last("combat")["attackers"], table.last("combat")["strengths"]) == (["R1"], ("9", "5"))
    assert not table.told("leader-roll")
    assert table.left == 0


@pytest.mark.rule("A-14", "A-17")
def test_a_chain_of_attackers_and_targets_is_one_battle_with_one_die() -> None:
    """R1 and R3 share a target, R3 and R4 another: three attackers, two targets, sums and result of all."""
    table = Table(6)
    kind = table.unit("R3").kind
    for key, hex, strength in (("R1", "0911", 7), ("R3", "1011", 4), ("R4", "1111", 4)):
        table.put(key, hex, strength)
    for key, hex in (("G4", "0910"), ("B3", "1010")):
        table.put(key, hex, 5, kind=kind)
    table.lead("RL", "1013")
    table.act("red")
    table.battle("R1", "R3", "R4")
    assert len(table.told("combat")) == 1
    message = table.last("combat")
    assert (message["attackers"], sorted(message["defenders"])) == (["R1", "R3", "R4"], ["B3", "G4"])
    assert message["strengths"] == ("15", "10")
    assert table.left == 0


# --- leaders ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R17", "A-R22")
def test_a_leader_does_not_pass_over_a_unit_in_two_moves() -> None:
    """Who has come to a unit stays there; he may still leave the unit with which he began."""
    table = Table()
    table.put("G1", "1002")
    table.put("G2", "1202")
    table.lead("GL", "1002")
    table.act("green")
    table.do("move GL 1002-1102")
    table.do("move GL 1102-1202")
    assert table.refused("move GL 1202-1302") == "A-R16"
    assert not table.lines("move") or all("GL" not in line for line in table.lines("move"))


@pytest.mark.rule("A-43", "A-R45", "A-R46")
def test_a_leader_who_dies_before_he_acts_is_replaced_in_the_same_turn() -> None:
    """One of his chits is left; when it comes up, one unit acts, and no other of the command."""
    table = Table(1)
    table.put("R1", "1011")
    table.put("R2", "1012")
    table.lead("RL", "1011")
    table.state.cup = [4, 4, 0]
    leaders.die(table.state, table.leader("RL"), ())
    assert sorted(table.state.cup) == [0, 4]
    table.state.cup = [4, 0]
    cup.draw(table.state)
    assert table.lines() == ["appoint R1", "appoint R2", "decline RL"]
    table.state.questions.clear()
    cup.answer(table.state, Question("chit", 1), table.play.parse("appoint R2"))
    assert {line.split()[1] for line in table.lines("move")} == {"R2"}
    assert table.refused("move R1 1011-1111") == "A-R09"


@pytest.mark.rule("A-R46", "A-24")
def test_under_a_new_replacement_the_one_unit_alone_goes_berserk() -> None:
    """The others of the command do not act, so they declare nothing."""
    table = Table()
    table.put("R1", "1011")
    table.put("R2", "1012")
    table.leader("RL").fallen = True
    cup.answer(table.state, Question("chit", 1), table.play.parse("appoint R2"))
    table.do("berserk RL")
    assert [table.unit(key).berserk for key in ("R1", "R2")] == [False, True]


@pytest.mark.rule("A-45", "A-46")
def test_a_leader_joins_the_nearest_unit_that_has_no_leader() -> None:
    """The nearest of his colour has another leader already; with no unit left he is lost and counts."""
    table = Table()
    table.put("R1", "1013")
    table.put("R2", "1015")
    table.lead("KL", "1013")
    table.lead("RL", "1012")
    leaders.join(table.state, table.leader("RL"))
    assert table.where("RL") == "1015"
    table.leader("KL").alive = False
    results.eliminate(table.state, table.unit("R1"), "battle", ())
    table.throws(1, 2)
    results.eliminate(table.state, table.unit("R2"), "battle", ())
    assert table.last("leader-roll")["dead"] is False
    assert not table.leader("RL").alive
    assert table.leader("RL").fallen


@pytest.mark.rule("A-75")
def test_a_leader_whose_units_all_have_another_leader_is_lost() -> None:
    """Alive when his unit falls, but his last unit has another leader in its hex: he is gone, and counts."""
    table = Table(1, 2)
    table.put("R1", "1013")
    table.put("R2", "1015")
    table.lead("KL", "1015")
    table.lead("RL", "1013")
    results.eliminate(table.state, table.unit("R1"), "battle", ())
    assert table.last("leader-roll")["dead"] is False
    assert not table.leader("RL").alive
    assert table.leader("RL").fallen
    assert table.told("leader-dies")[-1].rules == ("A-75",)
    assert table.where("KL") == "1015"


# --- routs and rally --------------------------------------------------------------------------------------------


@pytest.mark.rule("A-73")
def test_one_result_strikes_all_before_the_first_runs() -> None:
    """The first would run over the second: that one is routed already, and nobody is thrown into disorder first."""
    table = Table()
    for key, hex in (("R1", "1010"), ("R3", "1011"), ("G1", "1211"), ("G2", "0811")):
        table.put(key, hex)
    results.strike(table.state, [table.unit("R1"), table.unit("R3")], "rout")
    assert [event.values["unit"] for event in table.told("routed")] == ["R1", "R3"]
    kinds = [event.kind for event in table.state.events or () if event.kind in ("routed", "runs", "disordered")]
    assert kinds == ["routed", "routed", "runs", "runs"]
    assert table.hex("1011") in [table.hex(name) for name in table.told("runs")[0].values["way"]]


@pytest.mark.rule("A-52", "A-53")
def test_a_rout_takes_a_friends_hex_ahead_before_it_steps_aside() -> None:
    """Both hexes ahead: one in an enemy's zone, one with a friend; the friend is run over."""
    table = Table()
    table.put("R1", "1010", 8)
    table.put("R3", "1011")
    table.put("G1", "1211")
    results.strike(table.state, [table.unit("R1")], "rout")
    way = table.last("runs")["way"]
    assert way[:2] == ["1010", "1011"]
    assert table.unit("R3").state == DISORDERED


@pytest.mark.rule("A-53", "A-R41")
def test_a_rout_never_enters_an_enemy_zone() -> None:
    """Where every hex ahead and aside lies in one, the unit is gone, though none of them holds an enemy."""
    table = Table()
    table.put("R1", "1010")
    for key, hex in (("G1", "0812"), ("G2", "1212"), ("G3", "0809"), ("B1", "1209"), ("B2", "1012")):
        table.put(key, hex)
    results.strike(table.state, [table.unit("R1")], "rout")
    assert table.unit("R1").state == ELIMINATED
    assert table.last("eliminated")["why"] == "blocked"


@pytest.mark.rule("A-70", "A-R69")
def test_a_unit_that_recovers_is_thrown_into_disorder_by_a_flight() -> None:
    """It recovers by the state at the beginning of the phase; the flight that comes after it runs over it."""
    table = Table(10)
    table.put("R1", "1010", state=ROUTED)
    table.put("R3", "1011", state=DISORDERED)
    table.put("R4", "1111")
    rally.roll_all(table.state)
    assert table.told("recovers")
    assert table.unit("R3").state == DISORDERED
    assert table.unit("R4").state == ORDERED
    assert table.where("R1") == "0912"


@pytest.mark.rule("A-69", "A-R71")
def test_a_caster_who_takes_a_spell_back_helps_nobody() -> None:
    """Neither a unit of his own command nor one of another gets anything from him in that phase."""
    table = Table()
    table.put("R1", "1011", state=ROUTED)
    table.put("K1", "1013", state=ROUTED)
    table.lead("KL", "1012")
    assert [sum(item.amount for item in rally.led(table.state, table.unit(key))) for key in ("R1", "K1")] == [-1, -1]
    table.state.helpless = frozenset({table.leader("KL").command})
    assert [rally.led(table.state, table.unit(key)) for key in ("R1", "K1")] == [(), ()]


# --- facing -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-R56", "A-33")
def test_who_appears_in_another_wood_faces_as_its_owner_likes() -> None:
    """With facing the owner is asked for one of the six corners, which costs nothing; without it nothing is asked."""
    table = Table(facing="on")
    table.put("B1", "0904", 10)
    table.lead("BL", "0904")
    table.state.hands[0] = ["here-and-there"]
    table.act("blue")
    play = table.play
    play.apply(play.parse("cast BL here-and-there -> 0904-0708"))
    assert table.state.questions == [Question("face", 0, table.unit("B1").id)]
    assert table.lines() == [f"turn B1 {corner}" for corner in ("N", "NE", "SE", "S", "SW", "NW")]
    assert table.refused("end") == "A-R56"
    play.apply(play.parse("turn B1 NW"))
    assert table.last("turns")["to"] == "NW"
    assert (table.where("B1"), table.unit("B1").facing, table.unit("B1").spent) == ("0708", 5, 0)
    assert table.refused("turn B1 N") == "A-R16"
    assert turn.FLOW.decider(table.state) == 0
    table = Table()
    table.put("B1", "0904", 10)
    table.lead("BL", "0904")
    table.state.hands[0] = ["here-and-there"]
    table.act("blue")
    table.do("cast BL here-and-there -> 0904-0708")
    assert not table.state.questions
    assert table.unit("B1").state == ORDERED


# --- what is told -----------------------------------------------------------------------------------------------


def test_a_spell_that_is_none_is_told_with_the_one_that_is_meant() -> None:
    """The column is that of the word, and the hint is a spell, not some other action."""
    table = Table()
    table.put("K1", "1011", 9)
    table.lead("KL", "1011")
    table.act("black")
    problem = table.play.fault("cast KL holy-wr -> 1011")
    assert problem is not None
    assert (problem.rule, problem.hint) == ("ayrenes-woods:A-R54", "Did you mean holy-war?")
    assert problem.where.column == 9
