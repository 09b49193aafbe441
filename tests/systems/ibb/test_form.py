"""What is no action is refused with a rule at any moment, and what is not listed for a reason is not legal either."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ibbprint.engine.state import Action, Question
from ibbprint.systems.ibb.play import IbbPlay
from ibbprint.systems.ibb.rules import morale, turn, works
from ibbprint.systems.ibb.rules.notation import VERBS
from ibbprint.systems.ibb.rules.state import Refused
from tests.ibb_table import Table, battle, shipped

HC = "heavy-cavalry-q3"


def line(side: str, unit: str, at: str, **more: Any) -> dict[str, Any]:
    return {"side": side, "unit": unit, "hexes": [at], **more}


def horse(*more: dict[str, Any]) -> Table:
    """Two heavy cavalry under Ann, a blue unit three hexes away."""
    return Table(
        battle(
            [
                line("reds", "captain-4", "0815", name="Ann"),
                line("reds", HC, "0814", formation="ann"),
                line("reds", HC, "0914", formation="ann"),
                line("blues", "captain-4", "1915", name="Bob"),
                line("blues", "light-infantry-q2", "1214", formation="bob"),
                *more,
            ]
        )
    )


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "hastings", "stirling"])
def test_nothing_but_refused_comes_of_odd_actions(scenario: str) -> None:
    """Any verb with any number of counters and hexes, some of which do not exist, at any moment of a game."""
    stream = random.Random(scenario)
    play = IbbPlay.begin(shipped(scenario), 2)
    numbers = (0, 1, 2, 5, 13, 200, 9999, -1)

    def some() -> tuple[int, ...]:
        return tuple(numbers[int(stream.random() * len(numbers))] for _ in range(int(stream.random() * 4)))

    for _ in range(400):
        if play.is_over:
            break
        for verb in (*VERBS, "sing"):
            action = Action(verb, some(), some(), ("", "", "B1", "fireball", "structure")[int(stream.random() * 5)])
            before = play.fingerprint() if verb == "move" else ""
            problem = play.is_legal(action)
            if problem is not None:
                assert problem.rule.startswith("ibb:")
                with pytest.raises(Refused):
                    play.apply(action)
                assert verb != "move" or play.fingerprint() == before
        actions = play.candidates()
        play.play(actions[int(stream.random() * len(actions))])


@pytest.mark.parametrize("words", ["order", "end", "resolve", "move S1 0410-0411", "rally S1"])
def test_nothing_is_done_before_the_armies_are_set_up(words: str) -> None:
    """Lines of a later moment are refused while counters are to be placed."""
    fault = IbbPlay.begin(shipped("stirling"), 1).fault(words)
    assert fault is not None
    assert fault.rule == "ibb:R-186"


@pytest.mark.rule("G-31", "G-51")
def test_whoever_joins_a_charge_says_by_which_way() -> None:
    table = horse()
    table.activate("Ann")
    table.do(table.actions("charge R2")[0])
    assert table.refusal("charge R3 -> B2") == "G-51"


@pytest.mark.parametrize(
    "words",
    [
        "rally R2+R3",
        "melee R2+R3 -> 1214",
        "rally R2 1114",
        "end R2",
        "end 1214",
        "order R2",
        "move R2+R1+R1 0814-0815",
    ],
)
def test_nothing_that_is_said_is_passed_over(words: str) -> None:
    """A second counter or a hex that the action has no use for is refused, not forgotten."""
    table = horse()
    for key in ("R2", "R3"):
        table.at(key).disorganised = 1
    table.activate("Ann")
    table.put("R2", "1114")
    table.put("R3", "1213")
    assert table.refusal(words) != ""


@pytest.mark.rule("R-16", "R-19")
def test_nothing_else_is_legal_while_too_many_stand_in_a_hex() -> None:
    """What is not listed then is refused: a charge out of another hex, works, changing between horse and foot."""
    table = horse(
        line("reds", "light-infantry-q2", "0914", formation="ann"), line("reds", "dragoons-q2", "0615", formation="ann")
    )
    table.activate("Ann")
    assert {words.split()[0] for words in table.actions()} == {"move"}
    assert table.refusal("charge R2 0814-0913-1013-1113 -> B2") == "R-16"
    assert table.refusal("dismount R5") == "R-16"
    assert table.refusal("end") == "R-16"


@pytest.mark.rule("R-16", "R-118")
def test_the_only_one_who_can_leave_a_hex_that_is_too_full_does_not_rally_there() -> None:
    """Nobody who must make room stays to rally; elsewhere one may."""
    table = horse(
        line("reds", "light-infantry-q2", "0914", formation="ann"), line("reds", "dragoons-q2", "0615", formation="ann")
    )
    table.activate("Ann")
    for key in ("R4", "R5"):
        table.at(key).disorganised = table.state.turn
    assert "rally R5" in table.actions()
    crowded = [u for u in table.state.here(table.hex("0914")) if u.side == 0]
    for unit in crowded:
        unit.disorganised = table.state.turn
        assert table.refusal(f"rally {unit.key}") == "R-16"
        assert f"rally {unit.key}" not in table.actions()


def test_who_has_been_rallied_in_time_does_not_run() -> None:
    """A question where to run is void once the unit is Routed no more."""
    table = horse()
    table.activate("Ann")
    unit = table.at("B2")
    table.state.questions.append(Question("rout", unit.side, unit.id, ()))
    turn.FLOW.settle(table.state)
    assert table.where("B2") == "1214"
    morale.rout(table.state, unit, ())
    turn.FLOW.settle(table.state)
    assert unit.routed


@pytest.mark.rule("R-110", "R-165")
def test_engineers_who_came_late_have_not_been_there_before() -> None:
    """A reinforcement that had to wait counts its full turns from the turn in which it came."""
    table = horse(line("reds", "engineers", "0101", turn=2))
    table.state.turn = 4
    unit = table.at("R4")
    turn.deploy.enter(table.state, unit, table.hex("0101"))
    assert works.full_turns(table.state, unit) == 0
    table.state.turn = 5
    assert works.full_turns(table.state, unit) == 1


def test_the_fingerprint_forgets_nothing_of_an_activation() -> None:
    """Everything that decides what may come next is in it."""
    table = horse()
    act = table.activate("Ann")
    table.do(table.actions("charge R2")[0])
    assert act.charge is not None
    known = {table.play.fingerprint()}
    for part, name, value in (
        (act, "moved_first", True),
        (act, "moved_after", True),
        (act, "stayed", False),
        (act, "fought", False),
        (act, "start", {}),
        (act, "leader", 5),
        (act.charge, "target", 0),
        (act.charge, "step", 1),
        (act.charge, "paths", {1: (1, 2)}),
        (act.charge, "asked", (1,)),
    ):
        setattr(part, name, value)
        known.add(table.play.fingerprint())
    table.state.questions.append(Question("advance", 0, 1, (Action("enter", (1,), (3,)),)))
    known.add(table.play.fingerprint())
    assert len(known) == 12


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("move R9 1306-1206 1306-1307", "'1306-1307' is a second path"),
        ("melee R9 1306 -> 1206", "1306 before the arrow is one thing too many"),
        ("melee 1306-1307 -> 1206", "1306 before the arrow is one thing too many"),
        ("move R9 ١٣٠٦", "means nothing after move"),
    ],
)
def test_a_line_that_names_too_much_is_refused(line: str, says: str) -> None:
    """Nothing of a line is passed over: a second way, a counter and a hex, figures of another script."""
    fault = IbbPlay.begin(shipped("defend-the-bridge"), 1).fault(line)
    assert fault is not None
    assert says in fault.message


def test_capitals_do_not_matter() -> None:
    """Counters, spells and whoever is charged are meant whatever their capitals; what follows a colon stays."""
    play = IbbPlay.begin(shipped("hastings"), 1)
    play.state.activation = None
    key = play.state.units[0].key
    for typed, meant in (
        (f"cast {key.lower()} FIREBALL:2+1", "fireball:2+1"),
        (f"charge {key} 0101-0102 -> {key.lower()}", key),
        (f"bombard {key} STRUCTURE -> 0101", "structure"),
    ):
        assert play.parse(typed).word == meant
