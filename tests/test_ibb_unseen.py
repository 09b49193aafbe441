"""What a side cannot see changes nothing that it sees, is offered or chooses."""

from __future__ import annotations

from typing import Any

import pytest

from ibbprint.systems.ibb.rules import combat, control, deploy, morale, orders, turn, victory
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.play import IbbPlay
from tests.ibb_table import Table, battle

FOOT = "light-infantry-q2"


def line(side: str, unit: str, *hexes: str, **more: Any) -> dict[str, Any]:
    return {"side": side, "unit": unit, "hexes": list(hexes), **more}


def far_apart(unit: str, reds: tuple[str, ...] = ("0214", "0213")) -> Setting:
    """Reds who set up first, with one unit of a kind, engineers and a captain; blues far off with one to place."""
    return battle(
        [
            line("reds", "captain-4", "0215", name="Ann"),
            line("reds", unit, *reds, formation="ann"),
            line("reds", "engineers", "0212"),
            line("blues", "captain-4", "1915", name="Bob"),
            line("blues", FOOT, "1914", "1913", formation="bob"),
        ],
        head={"first_to_set_up": "reds"},
    )


@pytest.mark.rule("A-15", "A-16", "R-07")
def test_who_sets_up_second_does_not_see_what_starts_face_down() -> None:
    """Neither what stands already, if nobody is near enough to see it, nor what is still to come; leaders are seen."""
    plays = [IbbPlay(far_apart(unit), 1) for unit in ("heavy-cavalry-q3", "pikemen-q3")]
    for play in plays:
        assert [u.name for u in play.view("blues").state.units[:3]] == ["Ann", "?", "?"]
        assert "?" not in [u.name for u in play.view("reds").state.units[:3]]
        play.play(play.candidates()[0])
        assert play.to_move == "blues"
        assert [u.name for u in play.view("blues").state.units[:3]] == ["Ann", "?", "?"]
    first, second = (play.view("blues") for play in plays)
    assert first.fingerprint() == second.fingerprint()
    assert first.appraise(first.candidates()) == second.appraise(second.candidates())
    assert plays[0].candidates() == plays[1].candidates()


@pytest.mark.rule("A-15", "R-07")
def test_what_starts_face_up_is_seen_while_armies_are_set_up() -> None:
    """An enemy unit within seven hexes is seen as soon as both stand."""
    table = Table(far_apart(FOOT))
    table.state.phase = "set-up"
    assert table.play.view("blues").state.units[1].name == "?"
    table.put("B2", "0814")
    assert table.play.view("blues").state.units[1].name == "Light Infantry"


@pytest.mark.rule("A-16")
def test_no_chit_tells_which_of_the_unseen_are_engineers() -> None:
    """A chit of face-down engineers is one more chit to the enemy, and no more."""
    table = Table(far_apart(FOOT))
    deploy.hide(table.state)
    orders.fill_cup(table.state)
    engineers = table.at("R3")
    assert engineers.face_down
    assert (engineers.id,) in table.state.cup
    seen = table.play.view("blues").state.cup
    assert len(seen) == len(table.state.cup)
    assert engineers.id not in [i for chit in seen for i in chit]
    assert (engineers.id,) in table.play.view("reds").state.cup


@pytest.mark.rule("A-16", "R-08")
def test_the_dead_are_seen_for_what_they_were() -> None:
    """A face-down unit that is lost is turned up: the enemy counts the same losses as everybody."""
    table = Table(far_apart("heavy-cavalry-q3"))
    unit = table.at("R2")
    unit.face_down = True
    control.remove(table.state, unit, "chasm")
    seen = table.play.view("blues").state
    assert seen.units[unit.id].dead
    assert victory.lost(seen, 0) == victory.lost(table.state, 0) == 4


def prayers(*hidden: tuple[str, str, str]) -> Table:
    """A priest of the reds at 0814, face-down blue units round 0914: unit, hex, formation."""
    table = Table(
        battle(
            [
                line("reds", "captain-4", "0215", name="Ann"),
                line("reds", "priest-4", "0814", name="Zed"),
                line("blues", "captain-4", "1915", name="Bob"),
                line("blues", "captain-4", "1913", name="Cut"),
                *(line("blues", unit, h, formation=formation) for unit, h, formation in hidden),
            ]
        )
    )
    for unit in table.state.units:
        unit.face_down = unit.side == 1 and unit.kind.troops
    table.activate("Zed")
    return table


@pytest.mark.rule("A-16")
def test_no_list_of_spells_tells_what_is_face_down() -> None:
    """Neither formations nor defences of the unseen order what a caster is offered."""
    one = prayers((FOOT, "0914", "bob"), (FOOT, "1014", "bob"), ("pikemen-q3", "1013", "cut"), (FOOT, "1015", "cut"))
    two = prayers((FOOT, "0914", "bob"), ("pikemen-q3", "1014", "cut"), (FOOT, "1013", "bob"), (FOOT, "1015", "bob"))
    assert one.actions("cast") == two.actions("cast")
    assert [a for a in one.actions("cast") if "distraction" in a]


@pytest.mark.rule("R-08", "R-156")
def test_a_spell_turns_up_all_whom_it_strikes() -> None:
    """Distraction strikes a whole formation: those of it who are far away are turned up too, nobody else."""
    table = prayers((FOOT, "0914", "bob"), (FOOT, "1814", "bob"), (FOOT, "1014", "cut"))
    table.throws(1, 6)
    table.do("cast R2 distraction:B3 -> 0914")
    assert [table.at(key).face_down for key in ("B3", "B4", "B5")] == [False, False, True]


@pytest.mark.rule("R-08")
def test_whoever_runs_past_the_unseen_turns_them_up() -> None:
    """A Routed unit that comes next to a face-down enemy unit is an enemy unit that has become adjacent."""
    table = Table(
        battle(
            [
                line("reds", "captain-4", "0215", name="Ann"),
                line("reds", FOOT, "0814", formation="ann"),
                line("reds", FOOT, "1214", formation="ann"),
                line("blues", "captain-4", "1915", name="Bob"),
                line("blues", FOOT, "1113", formation="bob"),
            ]
        )
    )
    table.at("B2").face_down = True
    table.activate("Bob")
    morale.rout(table.state, table.at("R2"), ())
    turn.settle(table.state)
    if table.state.questions:
        table.do(next(a for a in table.actions("rout") if a.endswith("1114") or True))
    assert table.state.ground.distance(table.at("R2").hex, table.at("B2").hex) == 1
    assert not table.at("B2").face_down


@pytest.mark.rule("R-08")
def test_whoever_cuts_down_a_lone_leader_is_turned_up() -> None:
    """Attacking turns a unit up, whomever it attacks."""
    table = prayers((FOOT, "0914", "bob"))
    table.activate("Bob")
    table.do("melee B3 -> 0814", "resolve")
    assert table.at("Zed").dead
    assert not table.at("B3").face_down


# --- what was done to those who are no more ---------------------------------------------------------------------


@pytest.mark.rule("R-204", "A-55", "A-57", "A-58")
@pytest.mark.parametrize(("kind", "expected"), [("fire", "under-fire"), ("charge", "charged")])
def test_a_formation_remembers_what_was_done_to_the_unit_it_lost(kind: str, expected: str) -> None:
    """Shot at or charged last turn and destroyed by it: that counts beside the loss."""
    table = Table(
        battle(
            [
                line("reds", "captain-4", "0814", name="Ann"),
                line("reds", FOOT, "0814", formation="ann"),
                line("reds", FOOT, "0914", formation="ann"),
                line("blues", "captain-4", "1915", name="Bob"),
                line("blues", FOOT, "1914", formation="bob"),
            ]
        )
    )
    lost = table.at("R3")
    combat.note(table.state, kind, [table.at("B2")], [], [lost])
    control.remove(table.state, lost, "combat")
    table.state.turn = 2
    act = table.activate("Ann", orders=False)
    assert {used.id for used in orders.order_modifiers(table.state, act)} >= {expected, "lost-unit"}
