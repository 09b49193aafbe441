"""What a side cannot see changes nothing that it sees, is offered or chooses, however deep it digs."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from ibbprint.engine.state import Question
from ibbprint.systems.ibb.play import IbbPlay
from ibbprint.systems.ibb.rules import combat, control, deploy, morale, movement, orders, turn, victory
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Activation, Charge
from tests.digging import dug_up
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
    plays = [IbbPlay.begin(far_apart(unit), 1) for unit in ("heavy-cavalry-q3", "pikemen-q3")]
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
    item = prayers((FOOT, "0914", "bob"), (FOOT, "1014", "bob"), ("pikemen-q3", "1013", "cut"), (FOOT, "1015", "cut"))
    two = prayers((FOOT, "0914", "bob"), ("pikemen-q3", "1014", "cut"), (FOOT, "1013", "bob"), (FOOT, "1015", "bob"))
    assert item.actions("cast") == two.actions("cast")
    assert [a for a in item.actions("cast") if "distraction" in a]


@pytest.mark.rule("R-08", "R-156")
def test_a_spell_turns_up_all_whom_it_strikes() -> None:
    """Distraction strikes a whole formation: those of it who are far away are turned up too, nobody else."""
    table = prayers((FOOT, "0914", "bob"), (FOOT, "1814", "bob"), (FOOT, "1014", "cut"))
    table.throws(1, 6)
    table.do(f"cast R2 distraction:{table.at('B3').mask} -> 0914")
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
    turn.FLOW.settle(table.state)
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


BLUES = [
    line("blues", "captain-4", "1915", name="Bob"),
    line("blues", "heavy-cavalry-q3", "1914", formation="bob"),
    line("blues", "crossbowmen-q3", "1913", formation="bob"),
    line("blues", "wizard-5", "1913", name="Wiz"),
    line("blues", "scouts-q2", "1914"),
]


def riders() -> Setting:
    """A battle of hidden reds: cavalry and archers of Ann's, engineers, foot, powder, a reserve."""
    return hidden_battle(
        [
            line("reds", "captain-4", "0215", name="Ann"),
            line("reds", "heavy-cavalry-q3", "0214", formation="ann"),
            line("reds", "elven-archers-q3", "0213", formation="ann"),
            line("reds", "engineers-q3", "0212"),
            line("reds", FOOT, "0211", formation="ann"),
            line("reds", "petard", "0212", count=2),
            line("reds", "axemen-q4", "0105", formation="ann", turn=4),
        ]
    )


def walkers() -> Setting:
    """As many hidden reds in the same hexes: everything that the blues cannot see is otherwise."""
    return hidden_battle(
        [
            line("reds", "captain-4", "0215", name="Ann"),
            line("reds", "engineers-q3", "0214"),
            line("reds", "pikemen-q3", "0213"),
            line("reds", "spearmen-q1", "0212", formation="ann", rating="3-3-3Q1"),
            {"side": "reds", "unit": "light-cavalry-q2", "zone": "nook", "formation": "ann", "note": "Lies in wait."},
            line("reds", "petard", "0214", count=5),
            line("reds", "slingers-q2", "0101", turn=3, name="Gad and his lads"),
        ],
        zones=[{"id": "nook", "name": "The nook", "hexes": ["0211"]}],
    )


def hidden_battle(reds: list[dict[str, Any]], **more: Any) -> Setting:
    return battle([*reds, *BLUES], head={"first_to_set_up": "blues"}, **more)


def both() -> tuple[IbbPlay, IbbPlay]:
    """The two games as they begin."""
    first, second = IbbPlay.begin(riders(), 5), IbbPlay.begin(walkers(), 5)
    assert all(play.state.units[i].face_down for play in (first, second) for i in range(1, 5))
    return first, second


def same_to_the_blues(first: IbbPlay, second: IbbPlay) -> None:
    ours, theirs = first.view("blues"), second.view("blues")
    assert dug_up(ours) == dug_up(theirs)
    assert ours.fingerprint() == theirs.fingerprint()


@pytest.mark.rule("A-16", "A-15")
def test_digging_finds_what_is_there() -> None:
    """The spade is good: what is different is found, in the games themselves and in what each side has of its own."""
    plays = both()
    first, second = map(dug_up, plays)
    ours, theirs = (dug_up(play.view("reds")) for play in plays)
    assert first != second
    assert ours != theirs
    assert "Gad and his lads" not in first
    assert {"Gad and his lads", "Lies in wait."} <= {item for item in second if isinstance(item, str)}
    assert "Gad and his lads" in theirs
    assert "Lies in wait." not in theirs, "what no rule asks for is in no view at all"


@pytest.mark.rule("A-16", "A-15", "R-07")
def test_nothing_that_is_unseen_can_be_dug_out_of_a_view() -> None:
    """Order of battle, zones, ratings, formations, powder, reserves, notes, and whatever play has looked up for others:
    views are equal throughout when games differ in nothing else."""
    first, second = both()
    assert dug_up(first.view("blues").copy(3)) == dug_up(second.view("blues").copy(3))
    for play in (first, second):
        # What the reds work out for themselves is kept in the game; it must not be seen either.
        state = play.state
        view = play.view("reds")
        view.appraise(view.candidates())
        for unit in state.units[1:5]:
            state.setting.column("clear", unit.kind.attack + 5, 1, 0)
            state.ground.costs(unit.kind.abilities)
            if unit.kind.range:
                state.ground.distances(unit.hex)
            movement.moves(state, unit, unit.kind.movement)
    same_to_the_blues(first, second)


@pytest.mark.rule("A-16", "R-49")
def test_nothing_unseen_can_be_dug_out_in_the_enemy_s_turn() -> None:
    """Who is under a captain's orders, and who of the army was asked something, cannot be told from a view."""
    plays = both()
    for play in plays:
        ann = play.state.named("R1")
        assert ann is not None
        play.state.activation = Activation(0, "captain", ann.id, ())
        orders.gather(play.state, play.state.activation)
        orders.begin(play.state, play.state.activation)
        play.state.activation.ordered = True
        member = play.state.activation.members[-1]
        play.state.questions.append(Question("shoot", 0, member, ()))
    first, second = (play.state.activation for play in plays)
    assert first is not None
    assert second is not None
    assert first.members != second.members
    same_to_the_blues(*plays)


@pytest.mark.rule("A-16")
def test_a_view_in_one_s_own_turn_tells_no_more() -> None:
    """A charge that is on its way, with enemies who have been asked whether they shoot, and a scout who has looked."""
    plays = both()
    for play, shooter in zip(plays, ("R3", "R4"), strict=True):
        state = play.state
        keys = {u.key: u for u in state.units}
        bob, rider, target, scout, archer = (keys[key] for key in ("B1", "B2", "R2", "B5", shooter))
        state.activation = act = Activation(1, "captain", bob.id, (rider.id,))
        act.charge = Charge(target.id)
        act.charge.paths[rider.id], act.charge.asked = (rider.hex,), (archer.id,)
        state.scouted[scout.id] = frozenset(((archer.id, 2),))
    same_to_the_blues(*plays)
    charge = plays[0].view("blues").state.activation
    assert charge is not None
    assert charge.charge is not None
    view_of_target = plays[0].view("blues").state.units[charge.charge.target]
    assert (view_of_target.key, view_of_target.hex) == (plays[0].state.units[1].mask, plays[0].state.units[1].hex)


@pytest.mark.rule("A-16", "A-15")
def test_which_of_two_unseen_counters_is_which_cannot_be_told() -> None:
    """Two counters that change places and masks leave the enemy's view as it was, digging and all."""
    play = IbbPlay.begin(riders(), 1)
    before = dug_up(play.view("blues"))
    play = IbbPlay.begin(riders(), 1)
    item, two = play.state.units[1], play.state.units[3]
    assert item.face_down
    assert two.face_down
    item.mask, two.mask = two.mask, item.mask
    here, there = item.hex, two.hex
    play.state.at[here], play.state.at[there] = (two.id,), (item.id,)
    item.hex, two.hex = there, here
    assert dug_up(play.view("blues")) == before


@pytest.mark.rule("A-16", "A-15", "R-186")
def test_the_order_of_setting_up_tells_nothing() -> None:
    """The strongest are set up first. Whoever waits, in whatever order, is something that is still to come."""
    views = []
    for order in ((1, 2), (2, 1)):
        table = Table(far_apart("pikemen-q3"))
        state = table.state
        state.phase = "set-up"
        item, two = (state.units[i] for i in order)
        state.put(item, OFF), state.put(two, OFF)
        masks = sorted((item.mask, two.mask))
        item.mask, two.mask = masks
        state.placing = [item.id, two.id]
        views.append(dug_up(table.play.view("blues")))
    assert views[0] == views[1]


def setting_up(*reds: dict[str, Any]) -> IbbPlay:
    """A battle in which the blues have a choice of hexes, and reds wait who will be set up after them."""
    ann = line("reds", "captain-4", "0215", name="Ann")
    return IbbPlay.begin(hidden_battle([ann, *reds, line("blues", FOOT, "1814", "1815", formation="bob")]), 2)


def two_armies() -> tuple[IbbPlay, IbbPlay]:
    """As many reds, one of them in the same hex, the others to come where they like: elsewhere, and others."""
    first = setting_up(
        line("reds", FOOT, "0211", formation="ann"),
        line("reds", "heavy-cavalry-q3", "0214", "0213", formation="ann"),
        line("reds", "engineers-q3", "0212", "0211"),
        line("reds", "siege-engine", "0212", "0211", stacked_with="engineers-q3"),
    )
    second = setting_up(
        line("reds", "pikemen-q3", "0211"),
        line("reds", "wizard-5", "0101", "0102", name="Zed"),
        line("reds", FOOT, "0103", "0104", "0105", formation="ann"),
        line("reds", "spearmen-q2", "0103", "0104", formation="ann"),
    )
    return first, second


@pytest.mark.rule("A-15", "A-16", "R-186")
def test_nothing_of_an_army_that_is_still_to_come_can_be_dug_out() -> None:
    """Whoever sets up first sees how many are to come after him, and neither who they are nor where they may stand."""
    first, second = two_armies()
    assert (first.to_move, second.to_move) == ("blues", "blues")
    same_to_the_blues(first, second)
    for play in (first, second):
        play.play(play.candidates()[0])
        assert play.to_move == "reds"
    same_to_the_blues(first, second)


@pytest.mark.rule("A-15", "A-16")
def test_a_view_of_armies_that_are_set_up_can_be_played_on() -> None:
    """A copy of it sets up the others anywhere, and goes on to the end."""
    for play in two_armies():
        dice = random.Random(1)
        twin = play.view("blues").copy(1)
        while not twin.is_over:
            twin.play(dice.choice(twin.candidates()))


@pytest.mark.rule("A-16")
def test_masks_follow_no_order_of_battle() -> None:
    """The same counter goes by other masks in other games, by one mask throughout a game, never by its printed id."""
    setting = riders()
    masks = []
    for seed in range(30):
        state = IbbPlay.begin(setting, seed).state
        reds = [u.mask for u in state.units if u.side == 0]
        assert sorted(reds) == sorted(f"R?{n}" for n in range(1, len(reds) + 1))
        masks.append(reds)
    for each in zip(*masks, strict=True):
        assert len(set(each)) > 2
    assert [u.mask for u in IbbPlay.begin(setting, 3).state.units if u.side == 0] == masks[3]


@pytest.mark.rule("A-16")
def test_the_unseen_are_named_by_their_masks() -> None:
    """A charge at a counter that lies face down names it by its mask; its printed id means nothing to the enemy."""
    table = Table(far_apart("pikemen-q3"))
    cavalry = table.setting.listed("heavy-cavalry-q3")
    target, rider = table.put("R2", "1114"), table.put("B2", "0814")
    rider.kind = rider.original = cavalry
    target.face_down = table.at("R3").face_down = True
    table.activate("Bob")
    charges = [text for text in table.actions("charge") if text.endswith(f"-> {target.mask}")]
    assert charges
    assert {text.split()[-1] for text in table.actions("charge")} <= {u.mask for u in table.state.units}
    assert table.refusal(charges[0].replace(target.mask, "R2")) == "A-91"
    view = table.play.view("blues")
    assert [view.text(a) for a in view.candidates()] == table.actions()
    assert view.fault(charges[0]) is None
    target.face_down = False
    assert charges[0].replace(target.mask, "R2") in table.actions("charge")


@pytest.mark.rule("A-16", "A-15")
@pytest.mark.parametrize("setting", [riders, walkers])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_chosen_on_a_view_can_be_done_in_the_game(setting: Callable[[], Setting], seed: int) -> None:
    """At every decision of a hidden game its side is offered the same, in the same words, as the game offers."""
    play = IbbPlay.begin(setting(), seed)
    dice = random.Random(seed)
    hidden = 0
    while not play.is_over:
        assert play.to_move is not None
        view = play.view(play.to_move)
        offered = play.candidates()
        assert view.candidates() == offered
        words = [play.text(action) for action in offered]
        assert [view.text(action) for action in offered] == words
        chosen = dice.randrange(len(offered))
        assert view.parse(words[chosen]) == play.parse(words[chosen]) == offered[chosen]
        assert view.is_legal(offered[chosen]) is None
        hidden += any(u.name == "?" for u in view.state.units)
        play.apply(offered[chosen])
    assert hidden


@pytest.mark.rule("A-16", "A-15")
@pytest.mark.parametrize("seed", range(3))
def test_a_view_can_be_played_on(seed: int) -> None:
    """A copy of a view goes on to the end, whatever it takes the unseen for."""
    play = IbbPlay.begin(riders(), seed)
    dice = random.Random(seed)
    for side in ("reds", "blues"):
        twin = play.view(side).copy(seed)
        while not twin.is_over:
            twin.play(dice.choice(twin.candidates()))


# --- a captain's die --------------------------------------------------------------------------------------------


@pytest.mark.rule("R-58", "A-59", "A-16", "G-63")
def test_a_captain_fears_no_missiles_of_which_he_knows_nothing() -> None:
    """Shooters who lie face down do not count as in range, so that his die does not tell what they are."""
    table = Table(far_apart("elven-archers-q3"))
    archers = table.put("R2", "1912")
    act = table.activate("Bob", orders=False)
    assert "out-of-range" not in [used.id for used in orders.order_modifiers(table.state, act)]
    archers.face_down = True
    assert "out-of-range" in [used.id for used in orders.order_modifiers(table.state, act)]


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
