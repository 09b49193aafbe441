"""The faults that are counted in an element battle, each on a small table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from ibbprint.engine.state import Event
from ibbprint.systems.element_battle.rules.state import State
from tests.eb_table import Table
from tools.element_faults import IDLE, counts

FAR = "blades 100,110 south general"


def turn(game: Table, *lines: str, pips: int = 6, dice: Sequence[int] = ()) -> list[Event]:
    """The events of a turn of the attacker's, with the PIPs that he has."""
    game.phase("movement", pips=pips)
    state: State = game.state
    state.tell("turn", number=2, of=40, side="attacker")
    state.tell("pips", side="attacker", die=pips)
    events = list(game.game.events)
    events += game.do(*lines)
    return events + game.play(dice, until="turn")


def seen(game: Table, *turns: Sequence[str], pips: int = 6, dice: Sequence[int] = ()) -> Counter[str]:
    """What is counted of the attacker in some turns from where everybody stands."""
    game.state.events = []
    game.state.moment("ready")
    events = list(game.game.events)
    for lines in turns:
        events += turn(game, *lines, "end", pips=pips, dice=dice)
    return Counter(fault for fault, side in counts(game.state, events) if side == 0)


@pytest.mark.rule("H-26")
def test_an_element_on_a_flank_touches_an_enemy_and_does_not_fight() -> None:
    """It is the only one in contact that may stand so: the enemy fights the spears before him, and nobody gives way."""
    game = Table("spears 40,40 north general; hordes 32,44 east", f"warband 40,44 south; {FAR}")
    assert game["A2"].block.touches_ahead(game["D1"].rect)
    counts = seen(game, (), dice=(1, 4))
    assert (counts["untouched"], counts["on a flank"]) == (1, 1)


@pytest.mark.parametrize(("pips", "idle"), [(6, 2), (0, 0)], ids=["pips", "none"])
def test_an_element_is_idle_that_could_have_moved_for_some_turns(pips: int, idle: int) -> None:
    """Two elements; a turn fewer is no fault, and neither is a side without PIPs."""
    game = Table("spears 40,40 north general; hordes 60,40 north", FAR)
    assert seen(game, *[()] * (IDLE - 1), pips=pips)["idle"] == 0
    assert seen(game, *[()] * IDLE, pips=pips)["idle"] == idle


def test_an_idle_element_waits_where_an_enemy_is_within_its_move() -> None:
    game = Table("spears 40,40 north general; hordes 60,40 north", f"hordes 40,50 south; {FAR}")
    assert seen(game, *[()] * IDLE)["waits"] == 1


def test_a_general_is_alone_or_behind() -> None:
    army = "hordes 40,60 north; hordes 48,60 north"
    behind = seen(Table(f"spears 44,20 north general; {army}", FAR), ())
    assert (behind["behind"], behind["alone"]) == (1, 0)
    alone = seen(Table(f"spears 60,60 north general; {army}", f"hordes 60,70 south; {FAR}"), ())
    assert (alone["behind"], alone["alone"]) == (0, 1)


@pytest.mark.parametrize(("line", "lone"), [("move A2 ahead200", 1), ("move A2+A3 ahead200", 0)], ids=["one", "two"])
def test_a_charge_by_one_element_at_a_line_is_lone(line: str, lone: int) -> None:
    own = "blades 100,10 north general; spears 40,30 north; spears 48,30 north"
    game = Table(own, f"hordes 40,44 south; hordes 32,44 south; {FAR}")
    counts = seen(game, (line,), dice=(1, 1))
    assert (counts["charges"], counts["lone"]) == (1, lone)


@pytest.mark.parametrize(
    ("enemy", "wood", "faults"),
    [
        ("warband 40,56 south", "wood 36,38 16x12", ["leaves line", "bad going"]),
        ("warband 40,56 south", "", ["leaves line"]),
        ("warband 40,84 south", "wood 36,38 16x12", []),
    ],
    ids=["wood", "open", "nobody-near"],
)
def test_a_move_out_of_a_line_before_an_enemy_is_a_fault(enemy: str, wood: str, faults: list[str]) -> None:
    game = Table("spears 100,10 north general; blades 40,30 north; blades 48,30 north", f"{enemy}; {FAR}", wood)
    counts = seen(game, ("move A2 ahead200",))
    assert counts["moves"] == 1
    assert [fault for fault in ("leaves line", "bad going") if counts[fault]] == faults
