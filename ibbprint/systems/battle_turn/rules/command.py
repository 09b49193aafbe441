"""Leaders: where they ride, the orders that they send (phase 4), whom they bring to their senses (phase 5)."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.lattice import Rect, is_within
from ibbprint.engine.rolls import modifier_values, rules_of
from ibbprint.engine.state import NOBODY, Action
from ibbprint.systems.battle_turn.rules import fates, formation, influence, initiative, new_orders, weighing
from ibbprint.systems.battle_turn.rules.influence import Influence
from ibbprint.systems.battle_turn.rules.state import (
    ATTACK,
    BATTLE_LEADER,
    BLOODLUST,
    FLED,
    HERO,
    HOLD,
    KILLED,
    OK,
    OPPOSE,
    SHAKEN,
    Leader,
    Refused,
    State,
    Unit,
)
from ibbprint.systems.battle_turn.rules.weighing import Score

JOIN, RIDE, STAY = "join", "ride", "stay"
ORDER, KEEP = "order", "keep"
SWAY, REST = "sway", "rest"
ORDERS = (ATTACK, HOLD, OPPOSE)


def race(state: State, unit: Unit) -> str:
    """The race of a unit: that of its army where its own is not given."""
    result: str = unit.kind.race or state.setting.battle.armies[unit.side].roster.race
    return result


def is_strange(state: State, leader: Leader, unit: Unit) -> bool:
    """Whether a leader is of another race than a unit."""
    return state.setting.battle.leaders[leader.id].race != race(state, unit)


# --- initiative -------------------------------------------------------------------------------------------------


def throw_initiative(state: State) -> None:
    """Both sides throw until one is higher (B-R09); a warchief who is gone adds nothing (B-42)."""
    catalogue = state.setting.catalogue
    chiefs = [state.warchief(side) for side in range(2)]
    leaderships = [chief.kind.leadership or 0 if chief.leads else 0 for chief in chiefs]
    thrown: list[tuple[int, int]] = []
    while True:
        thrown.append((initiative.throw(catalogue, state.dice), initiative.throw(catalogue, state.dice)))
        won = initiative.winner(thrown[-1], leaderships)
        if won is not None:
            break
    state.first = won
    state.tell("initiative", ("B-R09", "B-42"), side=state.setting.sides[won], dice=thrown, leaderships=leaderships)


# --- where leaders are ------------------------------------------------------------------------------------------


def rides(state: State, leader: Leader) -> Iterator[Action]:
    """The rides of a leader: stay, join a unit within reach, or stand alone behind one (B-62)."""
    counter = len(state.units) + leader.id
    yield Action(STAY, (counter,))
    for unit in state.units_of(leader.side):
        if unit.id != leader.unit and check_join(state, leader, unit) is None and _concerns(leader, unit):
            yield Action(JOIN, (counter, unit.id))
    if leader.kind.role != HERO:
        for unit in state.units_of(leader.side):
            cell = fates.behind(state, unit) if unit.id in leader.commands else None
            if cell is not None and cell != leader.cell and check_cell(state, leader, cell) is None:
                yield Action(RIDE, (counter,), (state.setting.cell(cell.x1, cell.y1),))


def _concerns(leader: Leader, unit: Unit) -> bool:
    return leader.kind.role != BATTLE_LEADER or unit.id in leader.commands


def check_ride(state: State, leader: Leader, action: Action) -> Refused | None:
    """Check that a leader may ride this way: the refusal, or None."""
    if action.verb == STAY:
        return None
    if action.verb == JOIN:
        if len(action.counters) != 2 or action.counters[1] >= len(state.units):
            return Refused("B-62", "join names a leader and a unit, as AW+A1")
        return check_join(state, leader, state.units[action.counters[1]])
    if action.verb != RIDE or len(action.path) != 1:
        return Refused("B-62", f"{leader.key} may stay, join a unit, or ride to a cell")
    x, y = state.setting.corner(action.path[0])
    return check_cell(state, leader, Rect(x, y, x + 1, y + 1))


def check_join(state: State, leader: Leader, unit: Unit) -> Refused | None:
    within = state.setting.figures["leader-move"]
    if not unit.stands or unit.side != leader.side:
        return Refused("B-62", f"{unit.key} is not one of his units on the table")
    if unit.id == leader.unit:
        return Refused("B-62", f"{leader.key} is with {unit.key} already")
    if not is_within(state.where(leader), unit.rect, within):
        return Refused("B-51", f"{unit.key} is more than {within} inches away")
    return None


def check_cell(state: State, leader: Leader, cell: Rect) -> Refused | None:
    within = state.setting.figures["leader-move"]
    if not is_within(state.where(leader), cell, within):
        return Refused("B-51", f"this is more than {within} inches away")
    if not fates.is_empty(state, cell):
        return Refused("B-52", f"{leader.key} has no room there")
    if any(enemy.block.touches_ahead(cell) for enemy in state.units_of(1 - leader.side)):
        return Refused("B-62", f"{leader.key} would be alone in front of an enemy")
    return None


def do_ride(state: State, leader: Leader, action: Action) -> None:
    if action.verb == JOIN:
        fates.join(state, leader, state.units[action.counters[1]])
    elif action.verb == RIDE:
        x, y = state.setting.corner(action.path[0])
        leader.unit, leader.cell = NOBODY, Rect(x, y, x + 1, y + 1)
        state.tell("leader-rides", ("B-62",), leader=leader.key, place=state.setting.names[action.path[0]])


# --- new orders -------------------------------------------------------------------------------------------------


def sendings(state: State, unit: Unit) -> Iterator[Action]:
    """The orders that a unit can be sent, by the leader of its command or by the warchief; first, to leave it its
    own (B-61).
    """
    actions = [
        Action(ORDER, (len(state.units) + leader.id, unit.id), (), orders)
        for leader in state.leading(unit.side)
        for orders in ORDERS
        if check_sending(state, leader, unit, orders) is None
    ]
    if actions and unit.id not in state.done:
        yield Action(KEEP, (unit.id,))
        yield from actions


def check_sending(state: State, leader: Leader, unit: Unit, orders: str) -> Refused | None:
    """Check that a leader can send a unit these orders (B-61): the refusal, or None."""
    if leader.side != unit.side or not leader.leads:
        return Refused("B-61", f"{leader.key} does not lead {unit.key}")
    if leader.kind.role == HERO or (leader.kind.role == BATTLE_LEADER and unit.id not in leader.commands):
        return Refused("B-61", f"{unit.key} is not in the command of {leader.key}")
    if (leader.id, unit.id) in state.sent:
        return Refused("B-61", f"{leader.key} has sent {unit.key} orders in this turn")
    if leader.cell is None:
        host = state.units[leader.unit]
        if host.condition == SHAKEN or formation.foes(state, host):
            return Refused("B-61", f"{leader.key} is with {host.key}, which is in contact or shaken")
    if orders not in ORDERS:
        return Refused("B-39", f"orders are attack, hold or oppose, not {orders!r}")
    if orders == unit.orders:
        return Refused("B-61", f"{unit.key} has these orders already")
    if unit.deaf == orders and state.turn <= unit.deaf_until:
        return Refused("B-R24", f"{unit.key} has ignored these orders: nobody may send them again this turn")
    return None


def check_order(state: State, action: Action) -> Refused | None:
    """Check that orders can be sent as they are written: the refusal, or None."""
    if action.verb == KEEP:
        return None
    units = len(state.units)
    if len(action.counters) != 2 or action.counters[0] < units or action.counters[1] >= units:
        return Refused("B-61", "order names a leader and a unit, as AW+A1, and the orders")
    return check_sending(state, state.leader(action.counters[0]), state.units[action.counters[1]], action.word)


def sending(state: State, leader: Leader, unit: Unit, orders: str) -> Score:
    """The throw for new orders (B-R22, B-R23)."""
    command = [item for item in state.command(unit) if item.stands]
    words = [
        *(["other-race"] if is_strange(state, leader, unit) else []),
        *(["disorganised"] if any(item.disorganised for item in command) else []),
        *(["attached"] if leader.kind.role == BATTLE_LEADER and leader.cell is None else []),
        *(["fanatic-attack"] if unit.kind.temperament == "fanatic" and orders == ATTACK else []),
        *(["in-person"] if fates.touching(state, leader, unit) else []),
    ]
    counted = weighing.facts(*words, wavering=sum(item.wavers for item in command))
    return new_orders.score(state.setting.catalogue, leader.kind.leadership or 0, counted)


def do_order(state: State, unit: Unit, action: Action) -> None:
    if action.verb == KEEP:
        state.done |= {unit.id}
        return
    leader, catalogue = state.leader(action.counters[0]), state.setting.catalogue
    state.sent |= {(leader.id, unit.id)}
    rolled = sending(state, leader, unit, action.word)
    thrown = rolled.throw(state.dice)
    row = new_orders.result(catalogue, thrown.score)
    old, new = unit.orders, action.word
    unit.orders = new_orders.followed(catalogue, row, old, new)  # type: ignore[arg-type]  # known orders, checked
    if row.disorganised:
        unit.disorganised = True
    if row.shaken:
        fates.waver(unit, SHAKEN)
    if row.follows == "old" and not row.again:
        unit.deaf, unit.deaf_until = new, state.turn + 1
    state.tell(
        "orders",
        rules_of(rolled.used, "B-R24"),
        leader=leader.key,
        unit=unit.key,
        sent=new,
        follows=unit.orders,
        passed=unit.orders == new,
        came=row.id,
        die=thrown.die,
        score=thrown.score,
        modifiers=modifier_values(rolled.used),
    )


# --- influence --------------------------------------------------------------------------------------------------


def swayings(state: State, leader: Leader) -> Iterator[Action]:
    """The attempts of a leader to bring a unit in base contact back to its senses, or not (B-R25)."""
    counter = len(state.units) + leader.id
    units = [unit for unit in state.units_of(leader.side) if check_sway(state, leader, unit) is None]
    if units:
        yield Action(REST, (counter,))
        yield from (Action(SWAY, (counter, unit.id)) for unit in units)


def check_sway(state: State, leader: Leader, unit: Unit) -> Refused | None:
    if not unit.stands or unit.side != leader.side or not fates.touching(state, leader, unit):
        return Refused("B-R25", f"{leader.key} is not in base contact with {unit.key}")
    if not unit.wavers:
        return Refused("B-R29", f"{unit.key} is neither shaken nor in bloodlust")
    if leader.kind.leadership is None:
        return Refused("B-R27", f"{leader.key} has no leadership")
    return None


def check_influence(state: State, leader: Leader, action: Action) -> Refused | None:
    if action.verb == REST:
        return None
    if len(action.counters) != 2 or action.counters[1] >= len(state.units):
        return Refused("B-R25", "sway names a leader and a unit, as AW+A1")
    return check_sway(state, leader, state.units[action.counters[1]])


def swaying(state: State, leader: Leader, unit: Unit) -> Influence:
    """The try of a leader at a unit (B-R26 to B-R28)."""
    words = [
        *(["bannerman"] if leader.kind.bannerman else []),
        *(["other-race"] if is_strange(state, leader, unit) else []),
    ]
    return influence.influence(state.setting.catalogue, leader.kind.leadership or 0, words)


def do_sway(state: State, leader: Leader, action: Action) -> None:
    if action.verb == REST:
        return
    unit = state.units[action.counters[1]]
    rolled = swaying(state, leader, unit)
    die, result = rolled.throw(state.dice)
    was = unit.condition
    state.tell(
        "influence",
        rules_of(rolled.used, "B-R27"),
        leader=leader.key,
        unit=unit.key,
        condition=was,
        die=die,
        leadership=rolled.leadership,
        came=result,
        modifiers=modifier_values(rolled.used),
    )
    if result == "success":
        unit.condition, unit.disorganised = OK, True
    elif result == "disaster" and was == BLOODLUST:
        _slain_by_own(state, leader, unit)
    elif result == "disaster":
        _swept_along(state, leader, unit)


def _slain_by_own(state: State, leader: Leader, unit: Unit) -> None:
    """A unit in bloodlust turns on its leader, and takes a command test (B-R31, B-27)."""
    if not fates.saved(state, leader):
        fates.leave(state, leader, KILLED, "leader-slain", unit)
    state.due |= {unit.id}


def _swept_along(state: State, leader: Leader, unit: Unit) -> None:
    """A shaken unit routs with its leader; the rest of his command tests, or the army by switch (B-R32, B-27)."""
    fates.rout(state, unit, "B-R32")
    if leader.leads:
        fates.leave(state, leader, FLED, "leader-flees", unit)
    if state.setting.catalogue.panic_of_army:
        state.due |= {item.id for item in state.units_of(leader.side)}
