"""What a player looks up on paper about arrows, spells and routs, and what the engine does in the same case."""

from __future__ import annotations

import pytest

from ibbprint.systems.ayrenes_woods.rules import combat, control, magic, morale, rally, results
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ELIMINATED, ORDERED, ROUTED, Battle, Effect
from tests.aw_table import Table
from tests.systems.ayrenes_woods.test_paper_as_played import aids
from tests.systems.ayrenes_woods.test_printed import words

# --- arrows and odds ------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-25")
def test_bows_shoot_in_the_order_of_the_scenario_at_whoever_still_attacks() -> None:
    """G1 routs R1; G4, whom only R1 attacked, then shoots at R2, which attacks G1 alone."""
    table = Table(6, 1, 4)
    table.put("R1", "1111", 8)
    table.put("R2", "1109", 8)
    table.put("G1", "1110", 8)
    table.put("G4", "1010", 5, state=DISORDERED)
    table.lead("RL", "1213")
    table.act("red")
    table.battle("R1 -> 1010", "R2")
    assert set(table.lines()) == {"shoot G1 -> 1109", "shoot G1 -> 1111"}
    table.answer("shoot G1 -> 1111")
    assert [(shot.values["unit"], shot.values["at"]) for shot in table.told("arrows")] == [("G1", "R1"), ("G4", "R2")]
    assert (table.last("combat")["attackers"], table.last("combat")["defenders"]) == (["R2"], ["G1"])
    assert "shoots once, in the order of the scenario sheet" in aids()
    assert "any attacker of this battle next to it that is still in good order" in aids()
    assert "whomever it attacks, and is still in good order" in words("rules")


@pytest.mark.rule("A-26", "A-14")
def test_a_battle_stays_one_when_the_attacker_that_linked_it_is_shot_off() -> None:
    table = Table(6, 1, 4)
    for key, hex in (("R1", "0911"), ("R2", "1011")):
        table.put(key, hex, 8)
    table.put("R3", "1111", 5)
    for key, hex in (("G1", "0910"), ("G2", "1010")):
        table.put(key, hex, 8)
    table.lead("RL", "1013")
    table.act("red")
    table.battle("R1", "R2", "R3")
    table.answer("shoot G1 -> 1011")
    assert table.unit("R2").state == ROUTED
    assert [(message.values["attackers"], message.values["defenders"]) for message in table.told("combat")] == [
        (["R1", "R3"], ["G1", "G2"])
    ]
    assert "the others still fight as one battle" in aids()
    assert "Those who remain still fight as one battle" in words("rules")


@pytest.mark.rule("A-16", "A-R42", "A-20")
def test_an_attacked_routed_unit_is_gone_before_the_odds_and_its_leader_does_not_count() -> None:
    table = Table(1, 2, 3, 4)
    table.put("R1", "1011", 8)
    table.put("G1", "0910", 8, state=ROUTED)
    table.put("G2", "0909")
    table.put("B3", "1010", 5)
    table.lead("GL", "0910")
    table.lead("RL", "1013")
    table.act("red")
    table.battle("R1 -> 0910")
    kinds = [event.kind for event in table.state.events or ()]
    assert kinds.index("eliminated") < kinds.index("combat")
    assert table.last("combat")["defenders"] == ["B3"]
    assert table.where("GL") == "0909"
    assert "leader-defends" not in table.used()
    assert table.left == 0
    assert "First eliminate routed units that are attacked: they, their leaders" in aids()
    assert "It and a leader with it do not count" in words("rules")


# --- spells ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-32", "A-36", "A-R59", "A-R61")
def test_sign_and_brother_shift_one_column_however_many_units_are_under_them() -> None:
    table = Table()
    for key, hex in (("K1", "1011"), ("K2", "1111")):
        table.put(key, hex, signed=True).chit = 0
    for key, hex in (("G1", "1010"), ("G2", "1110")):
        table.put(key, hex).chit = 0
    table.lead("KL", "1012")
    ours = tuple(table.unit(key).id for key in ("K1", "K2"))
    theirs = tuple(table.unit(key).id for key in ("G1", "G2"))
    used = combat.weigh(table.state, Battle(dict.fromkeys(ours, theirs))).used
    assert [modifier.amount for modifier in used if modifier.id == "hammer"] == [1]
    table.state.effects = [Effect("brother", table.unit("K1").command, 1)]
    used = combat.weigh(table.state, Battle(dict.fromkeys(theirs, ours))).used
    assert [item.amount for item in used if item.id == "brother"] == [-1]
    box = aids().partition("Column: after the odds")[2].partition("Die: after the roll")[0]
    assert box.count("Counts only once") == 3


@pytest.mark.rule("A-31", "A-36")
def test_brother_reaches_the_whole_map_and_ends_with_its_caster() -> None:
    table = Table()
    table.put("Y1", "2001")
    table.put("Y2", "1901")
    caster = table.lead("KL", "0116")
    table.state.effects = [Effect("brother", caster.command, 1)]
    assert magic.has_brother(table.state, table.unit("Y1"))
    caster.alive = caster.caster = False
    assert not magic.has_brother(table.state, table.unit("Y1"))
    assert "dwarf units of any colour, anywhere on the map" in aids()
    assert "A lasting spell ends when the caster dies" in aids()
    assert "It ends when the caster dies" in words("rules")


@pytest.mark.rule("A-35", "A-R58")
def test_phantasmagoria_needs_a_chit_and_returns_the_old_one_after_the_draw() -> None:
    """With one chit left in the bowl, that is the one drawn; then the old one lies there."""
    table = Table(1)
    table.put("K1", "1112", 7).command = table.leader("KL").command
    table.put("K2", "1212")
    table.lead("KL", "1112")
    old = table.unit("K1").chit
    other = next(n for n in range(len(table.setting.chits)) if n != old)
    table.state.chits = [int(n == other) for n in range(len(table.setting.chits))]
    table.state.hands[1] = ["phantasmagoria"]
    table.act("black")
    assert table.lines("cast") == ["cast KL phantasmagoria -> 1112"]
    table.do("cast KL phantasmagoria -> 1112")
    assert table.unit("K1").chit == other
    assert table.state.chits == [int(n == old) for n in range(len(table.setting.chits))]
    assert "draws a new chit and keeps it. Only then does the old one go back into the bowl" in aids()


@pytest.mark.rule("A-33", "A-R56")
def test_here_and_there_takes_units_that_have_moved_or_are_disordered_and_lets_them_attack() -> None:
    table = Table()
    for key, hex in (("B1", "1005"), ("B2", "1104"), ("B3", "0904"), ("B5", "1204")):
        table.put(key, hex)
    table.lead("BL", "1104")
    table.put("R1", "0710")
    table.state.hands[0] = ["here-and-there"]
    table.act("blue")

    def ends(key: str) -> set[str]:
        start = f"cast BL here-and-there -> {table.where(key)}-"
        return {line.removeprefix(start) for line in table.lines("cast") if line.startswith(start)}

    table.do("move B1 1005-1004")
    table.do("move B5 1204-1203")
    assert "0709" in ends("B1")
    table.unit("B3").state = DISORDERED
    assert {name[2:] for name in ends("B3")} == {"03"}
    table.unit("B3").state = ROUTED
    assert not ends("B3")
    table.unit("B5").halted = True
    assert not ends("B5")
    table.do("cast BL here-and-there -> 1004-0709")
    assert control.zone(table.state, 1)[table.hex("0709")]
    assert table.refused("move B1 0709-0708")
    assert table.lines("attack") == ["attack B1"]
    assert "It may have moved before, but not into an enemy zone. It moves no more, and may attack" in aids()
    assert "A disordered unit must appear in a row nearer its own edge" in aids()


@pytest.mark.rule("A-69", "A-R71", "A-37")
def test_stand_and_fight_is_taken_back_and_cast_as_the_rally_begins_and_still_counts() -> None:
    table = Table(6)
    table.put("B1", "1004")
    table.put("B3", "1104", state=DISORDERED)
    table.put("R1", "1203", kind=table.unit("B3").kind)
    caster = table.lead("BL", "1004")
    table.state.used[0] = ["stand-and-fight"]
    assert not rally.advance(table.state)
    table.answer_alone("regain BL stand-and-fight")
    assert not rally.advance(table.state)
    table.answer_alone("cast BL stand-and-fight")
    assert caster.command in table.state.helpless
    table.unit("B1").state = DISORDERED
    assert rally.helped(table.state, table.unit("B3")) == ()
    assert [modifier.id for modifier in morale.check(table.state, table.unit("B3")).roll.used] == ["stand-and-fight"]
    assert "It may also be cast as Rally begins, even if it has just been taken back" in aids()
    assert "his spells count as before" in aids()


@pytest.mark.rule("A-69", "A-38")
def test_a_caster_with_a_routed_unit_takes_back_but_does_not_cast() -> None:
    table = Table()
    table.put("B1", "1004", state=ROUTED)
    table.lead("BL", "1004")
    table.state.used[0], table.state.hands[0] = ["holy-war"], ["stand-and-fight"]
    assert magic.regains(table.state, 0)
    assert not list(magic.castings(table.state, 0, "rally"))
    assert "may take one used spell back, even if his unit is routed" in aids()


@pytest.mark.rule("A-69", "A-R59")
def test_a_sign_that_is_taken_back_works_in_the_next_turn() -> None:
    table = Table()
    table.put("K1", "1112")
    caster = table.lead("KL", "1112")
    table.state.used[1] = ["hammer"]
    table.state.effects = [Effect("hammer", caster.command, table.state.turn + 1)]
    magic.regain(table.state, 1, magic.regains(table.state, 1)[0])
    magic.end_turn(table.state)
    table.state.turn += 1
    assert magic.under(table.state, table.unit("K1"), "hammer")
    assert "A spell taken back still works for as long as it lasts" in aids()


# --- routs and rally ------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-72")
def test_a_leader_who_counts_as_routed_still_helps_others_to_rally() -> None:
    table = Table()
    table.put("R1", "1011", state=ROUTED)
    table.put("K1", "1111", state=ROUTED)
    table.lead("RL", "1011")
    assert [item.id for item in rally.led(table.state, table.unit("K1"))] == ["rally-leader-near"]
    assert "he still helps others to rally" in aids()
    assert "he still helps others to rally" in words("rules")


@pytest.mark.rule("A-68", "A-R69")
def test_a_friend_already_routed_is_not_affected_when_run_over() -> None:
    table = Table()
    table.put("R1", "1008")
    for key, hex in (("K1", "1009"), ("K2", "1109")):
        table.put(key, hex, state=ROUTED)
    results.strike(table.state, [table.unit("R1")], "rout")
    assert table.last("runs")["way"][1] == "1009"
    assert [(table.unit(key).state, table.where(key)) for key in ("K1", "K2")] == [(ROUTED, "1009"), (ROUTED, "1109")]
    assert "One that is routed already, or marked to run, is not affected" in aids()
    assert "One that is routed already, or marked to run, is not affected" in words("rules")


@pytest.mark.rule("A-52")
def test_a_rout_uses_the_one_hex_ahead_at_a_side_edge_and_is_lost_past_the_last_row() -> None:
    table = Table()
    table.put("R1", "2008")
    table.put("R2", "1015")
    results.strike(table.state, [table.unit("R1"), table.unit("R2")], "rout")
    assert table.last("runs")["way"][:2] == ["2008", "2009"]
    assert (table.unit("R1").state, table.unit("R2").state) == (ROUTED, ELIMINATED)
    assert "At a side edge there may be one hex ahead" in aids()
    assert "it must run on from the last row" in aids()
    assert "so is a unit that must run on from the last row of the map" in words("rules")


@pytest.mark.rule("A-52", "A-R22")
@pytest.mark.parametrize(("led", "hexes"), [(True, 4), (False, 3)])
def test_a_rout_with_a_leader_runs_on_from_the_hex_of_another(led: bool, hexes: int) -> None:
    table = Table()
    table.put("R1", "1008")
    results.strike(table.state, [table.unit("R1")], "rout")
    third = table.where("R1")
    table.put("R1", "1008", state=ORDERED)
    table.lead("KL", third)
    if led:
        table.lead("RL", "1008")
    results.strike(table.state, [table.unit("R1")], "rout")
    assert len(table.last("runs")["way"]) == 1 + hexes
    assert "also run on from the hex of another leader" in aids()
    assert "A unit with a leader also runs on if another leader is there" in words("rules")


# --- the turn and the set-up ----------------------------------------------------------------------------------------


@pytest.mark.rule("A-R09", "A-R11")
def test_the_parts_of_a_turn_say_that_the_draw_is_repeated() -> None:
    for part in ("crib", "rules"):
        assert "Go back to Draw until 1 chit is left in the cup" in words(part)


def test_the_scenario_sheet_says_where_the_dwarves_stand() -> None:
    table = Table()
    setting = table.setting
    names = setting.ground.names
    streams = {int(names[h][2:]) for way in setting.ground.wet for h in way}
    dwarves = {int(place.hex[2:]) for place in setting.battle.units if place.hex and place.key[0] in "RKZY"}
    assert max(streams) < min(dwarves)
    assert "stands south of the two streams" in words("scenario")
