"""The fates of units and leaders: routs, deaths, boasts, and the command test of phase 6 (B-62, B-63, B-65)."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.lattice import Rect, is_within, squared, touches
from ibbprint.engine.rolls import modifier_values, rules_of
from ibbprint.engine.state import NOBODY
from ibbprint.systems.battle_turn.rules import command_throw, influence, weighing
from ibbprint.systems.battle_turn.rules.setting import SOUTH
from ibbprint.systems.battle_turn.rules.state import (
    DESTROYED,
    FLED,
    HERO,
    KILLED,
    ROUTED,
    SHAKEN,
    WARCHIEF,
    Leader,
    State,
    Unit,
)

# --- units ------------------------------------------------------------------------------------------------------


def waver(unit: Unit, condition: str) -> None:
    """Put a unit into bloodlust, or shake it; it is disorganised by that (B-36)."""
    unit.condition, unit.disorganised = condition, True


def rout(state: State, unit: Unit, *rules: str) -> None:
    """Take a unit off that routs, its leaders with it (B-23, B-62)."""
    unit.fate = ROUTED
    state.tell("routs", ("B-23", *rules), unit=unit.key, figures=unit.figures)
    for leader in state.with_unit(unit):
        leave(state, leader, FLED, "leader-flees", unit)


def wiped_out(state: State, unit: Unit) -> None:
    """A unit without figures is gone; its leaders are killed unless they are saved (B-62)."""
    unit.fate = DESTROYED
    state.tell("wiped-out", ("B-48",), unit=unit.key)
    for leader in state.with_unit(unit):
        if not saved(state, leader):
            leave(state, leader, KILLED, "leader-killed", unit)
            continue
        haven = refuge(state, leader, unit.rect)
        if haven is not None:
            join(state, leader, haven)
        else:
            leader.unit, leader.cell = NOBODY, Rect(unit.rect.x1, unit.rect.y1, unit.rect.x1 + 1, unit.rect.y1 + 1)


# --- leaders ----------------------------------------------------------------------------------------------------


def saved(state: State, leader: Leader) -> bool:
    """Whether a leader's throw saves his life (B-26)."""
    roll = influence.save(state.setting.catalogue, leader.kind.save)
    if roll is None:
        return False
    rolled = roll.throw(state.dice)
    state.tell("leader-saves", ("B-26",), leader=leader.key, **rolled.values())
    return rolled.passed


def leave(state: State, leader: Leader, fate: int, kind: str, unit: Unit | None) -> None:
    """A leader is dead or gone; a warchief or a battle leader brings command tests (B-28, B-R33)."""
    leader.fate, leader.gone, leader.unit, leader.cell = fate, state.turn, NOBODY, None
    state.tell(kind, ("B-62",), leader=leader.key, unit=None if unit is None else unit.key)
    if leader.kind.role != HERO:
        state.due |= {item.id for item in led_by(state, leader)}


def led_by(state: State, leader: Leader) -> Iterator[Unit]:
    """The units that test when a leader is lost: his command, the whole army for a warchief (B-28)."""
    units = (unit for unit in state.units if unit.side == leader.side)
    return (unit for unit in units if leader.kind.role == WARCHIEF or unit.id in leader.commands)


def refuge(state: State, leader: Leader, rect: Rect) -> Unit | None:
    """The nearest own unit that a leader may join at once (B-62)."""
    within = state.setting.figures["leader-join"]
    near = [unit for unit in state.units_of(leader.side) if is_within(unit.rect, rect, within)]
    return min(near, key=lambda unit: (squared(unit.rect, rect), unit.id), default=None)


def join(state: State, leader: Leader, unit: Unit) -> None:
    """Let a leader be with a unit."""
    leader.unit, leader.cell = unit.id, None
    state.tell("leader-joins", ("B-62",), leader=leader.key, unit=unit.key)
    if leader.kind.boast == "alone":
        broken(state, leader)


def touching(state: State, leader: Leader, unit: Unit) -> bool:
    """Whether a leader is in base contact with a unit (B-R25)."""
    return leader.unit == unit.id if leader.cell is None else touches(leader.cell, unit.rect)


def reached(state: State, unit: Unit) -> None:
    """Leaders alone whom a unit has come upon: enemies join a unit of theirs or die, friends make way (B-52, B-62)."""
    for leader in [item for item in state.leaders if item.leads and item.cell is not None]:
        assert leader.cell is not None
        if leader.side == unit.side:
            if leader.cell.overlaps(unit.rect):
                stand_behind(state, leader, unit)
        elif leader.cell.overlaps(unit.rect) or unit.block.touches_ahead(leader.cell):
            haven = refuge(state, leader, leader.cell)
            if haven is None:
                leave(state, leader, KILLED, "leader-caught", unit)
            else:
                join(state, leader, haven)


def stand_behind(state: State, leader: Leader, unit: Unit) -> None:
    """Set a leader alone on the free cell nearest to the middle of a unit's rear; with the unit where there is none."""
    cell = behind(state, unit)
    if cell is None:
        join(state, leader, unit)
    else:
        leader.unit, leader.cell = NOBODY, cell


def behind(state: State, unit: Unit) -> Rect | None:
    """A free cell that touches the rear of a unit, the nearest to its middle."""
    strip = unit.block.faced_about().strip()
    cells = [Rect(x, y, x + 1, y + 1) for x, y in strip.cells()]
    middle = (strip.x1 + strip.x2, strip.y1 + strip.y2)
    cells.sort(key=lambda item: (abs(2 * item.x1 + 1 - middle[0]) + abs(2 * item.y1 + 1 - middle[1]), item))
    return next((cell for cell in cells if is_empty(state, cell)), None)


def is_empty(state: State, cell: Rect) -> bool:
    """Whether a leader may stand on a cell: it is on the table, and nobody is on it or faces it from next to it."""
    if not cell.within(state.setting.table) or any(cell.overlaps(rect) for rect in state.setting.barred):
        return False
    occupied = [unit.rect for unit in state.standing()] + [
        leader.cell for leader in state.leaders if leader.cell is not None
    ]
    return not any(cell.overlaps(rect) for rect in occupied)


# --- boasts -----------------------------------------------------------------------------------------------------


def broken(state: State, leader: Leader) -> None:
    """A boast that is broken is broken for good (B-65)."""
    if leader.boast and leader.kind.boast is not None:
        leader.boast = False
        state.tell("boast-broken", ("B-65",), leader=leader.key, boast=leader.kind.boast)


def credit(state: State, unit: Unit, killed: int) -> None:
    """Note what the warchief's own command has killed (B-65)."""
    if unit.id in state.warchief(unit.side).commands:
        southern, northern = state.slain
        state.slain = (southern + killed, northern) if unit.side == SOUTH else (southern, northern + killed)


def judge_boasts(state: State) -> None:
    """Break what boasts are no longer true (B-65)."""
    for leader in state.leaders:
        if leader.kind.boast == "blood" and leader.leads:
            units = [state.units[id] for id in leader.commands]
            losses = sum(unit.kind.total_worth - (unit.worth if unit.stands else 0) for unit in units)
            if losses and losses >= state.slain[leader.side]:
                broken(state, leader)
        elif leader.kind.boast == "ground" and leader.leads:
            deep, table = state.setting.figures["ground-boast"], state.setting.table
            edge = Rect(0, 0, table.x2, 0) if leader.side == SOUTH else Rect(0, table.y2, table.x2, table.y2)
            if any(is_within(unit.rect, edge, deep) for unit in state.units_of(1 - leader.side)):
                broken(state, leader)


# --- the command test -------------------------------------------------------------------------------------------


def command_score(state: State, unit: Unit, lost_before: dict[int, int]) -> weighing.Score:
    """The command test of a unit, with everything counted in that happened in this turn (B-63, B-R34).

    `lost_before` holds the units that were lost before the tests began: no unit that such a test routs.
    """
    chief = state.warchief(unit.side)
    fallen = chief.fate == KILLED and chief.gone == state.turn
    army = not chief.leads and chief.gone == state.turn
    concerned = [item for item in state.units if item.side == unit.side] if army else state.command(unit)
    lost_units = sum(item.id in lost_before for item in concerned)
    words = []
    if fallen:
        words.append("warchief-killed")
    if chief.kind.boast is not None:
        words.append("boast-good" if chief.boast else "boast-broken")
    return command_throw.score(state.setting.catalogue, weighing.facts(*words, unit_gone=lost_units))


def command_tests(state: State) -> None:
    """Phase 6: every unit that is due takes one test; those that rout by it bring no further one (B-63)."""
    lost_units = {unit.id: unit.fate for unit in state.units if not unit.stands}
    judge_boasts(state)
    for unit in [item for item in state.standing() if item.id in state.due]:
        if not unit.stands:
            continue
        score = command_score(state, unit, lost_units)
        thrown = score.throw(state.dice)
        row = command_throw.result(state.setting.catalogue, thrown.score)
        state.tell(
            "command-test",
            rules_of(score.used, "B-R35"),
            unit=unit.key,
            die=thrown.die,
            score=thrown.score,
            came=row.id,
            modifiers=modifier_values(score.used),
        )
        if row.id == "disorganised":
            unit.disorganised = True
        elif row.id == "shaken":
            waver(unit, SHAKEN)
        elif row.id == "routed":
            rout(state, unit, "B-R35")
    state.due = frozenset()
