"""The set-up, reinforcements and replacements: who is placed where (P-80 to P-82)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ibbprint.engine.space import OFF, entries
from ibbprint.engine.state import Action, Question
from ibbprint.systems.printed.rules.forces import FULL, REDUCED
from ibbprint.systems.printed.rules.state import COMING, DEAD, ON_MAP, POOL, Counter, Refused, State


def set_up(state: State) -> None:
    """Put every counter where it begins; ask where owners place theirs."""
    setting = state.setting
    for at, start in enumerate(setting.starts):
        unit = Counter(start.key, at, start.kind, start.side)
        unit.step = REDUCED if start.back and start.kind.steps == 2 else FULL
        unit.kind_back = unit.step == REDUCED
        unit.turn, unit.entry = start.turn, start.hex
        unit.place = POOL if start.pool else COMING if start.turn else ON_MAP
        state.counters.append(unit)
    for unit in state.counters:
        if unit.place == ON_MAP and unit.entry != OFF:
            state.put(unit, unit.entry)
    state.holders.update(setting.held)
    order = [setting.sides.index(name) for name in setting.scenario.outline.set_up if name in setting.sides]
    for side in dict.fromkeys((*order, 0, 1)):
        for unit in state.counters:
            if unit.side == side and unit.place == ON_MAP and unit.hex == OFF:
                state.questions.append(Question("place", side, unit.number))


# --- placing --------------------------------------------------------------------------------------------------------


def open_to(state: State, unit: Counter, hex: int) -> bool:
    """Whether a counter may be placed in a hex (P-80): no enemy unit there, room for it, no prohibited ground."""
    if hex in state.occupied(1 - unit.side) or not state.room(hex, (unit,)):
        return False
    ways = state.profile(unit).ways
    near = state.setting.space.near[hex]
    return unit.kind.leader or not near or any(hex in ways[neighbour] for neighbour in near)


def places(state: State, question: Question) -> list[Action]:
    """The hexes in which a counter may be placed, in the set-up or on arrival."""
    unit = state.counters[question.counter]
    start = state.setting.starts[unit.number]
    if state.turn == 0:
        hexes = [
            hex
            for hex in sorted(start.placed_in)
            if len(state.stacks.get(hex, ())) < start.per_hex and open_to(state, unit, hex)
        ]
    else:
        hexes = arrival_hexes(state, unit)
    return [Action("place", (unit.number,), (hex,)) for hex in hexes]


def arrival_hexes(state: State, unit: Counter) -> list[int]:
    """The hexes in which a reinforcement may arrive now; where its own is blocked, as the rules say."""
    setting, rule = state.setting, state.setting.play.arrivals
    entry_hexes = sorted(setting.starts[unit.number].placed_in) or ([] if unit.entry == OFF else [unit.entry])
    if not entry_hexes:
        return []
    space = setting.space
    alternatives = {"wait": (), "edge": space.edge, "near": range(space.size)}["wait" if rule is None else rule.blocked]
    return entries(entry_hexes, partial(open_to, state, unit), alternatives, space.distances(entry_hexes[0]))


def answer_place(state: State, question: Question, action: Action) -> None:
    unit = state.counters[action.counters[0]]
    hex = action.path[0]
    unit.place = ON_MAP
    state.put(unit, hex)
    kind = "arrives" if state.turn else "places"
    state.tell(kind, ("P-80",), unit=unit.key, hex=state.name(hex))
    if not unit.kind.leader:
        state.take(hex, unit.side)


def no_place(state: State, question: Question) -> None:
    """A reinforcement that is blocked waits; in the set-up there is room for all, or the scenario is at fault."""
    unit = state.counters[question.counter]
    if state.turn == 0:
        unit.place = COMING
        unit.turn = 1
    state.tell("waits", ("P-80",), unit=unit.key)


def arrive(state: State, side: int) -> None:
    """Ask for the place of each reinforcement that is due, of those that the phase is for."""
    for unit in state.counters:
        if unit.side == side and unit.place == COMING and unit.turn <= state.turn and state.concerns(unit):
            state.questions.append(Question("place", side, unit.number))


# --- replacements ---------------------------------------------------------------------------------------------------


def replacements(state: State) -> Iterator[Action]:
    """Units that may come from the pool, and those that may be restored."""
    side, setting = state.side, state.setting
    for unit in state.counters:
        if unit.side != side or unit.kind.leader:
            continue
        if check_restore(state, unit) is None:
            yield Action("restore", (unit.number,))
        elif unit.place in (DEAD, POOL) and setting.new_points <= state.spendable:
            for hex in sorted(setting.brought_to[side].open_to(state.holders, side)):
                if check_new(state, unit, hex) is None:
                    yield Action("place", (unit.number,), (hex,))


def check_restore(state: State, unit: Counter) -> Refused | None:
    """Why a unit may not be restored to its full side; None where it may."""
    setting, rule = state.setting, state.setting.play.replacements
    assert rule is not None
    if not state.concerns(unit):
        return Refused("P-13", f"{unit.key} gets no replacements in this phase")
    if unit.side != state.side or unit.hex == OFF or unit.step == FULL or unit.kind.steps != 2:
        return Refused("P-82", f"{unit.key} is not on the map on its reduced side")
    if unit.replaced:
        return Refused("P-82", f"a replacement was spent on {unit.key} in this turn already")
    if setting.restore_points > state.spendable:
        return Refused(
            "P-82", f"{state.spendable} replacements are left, and {unit.key} takes {setting.restore_points}"
        )
    if needs_supply(state, unit, unit.hex):
        return Refused("P-70", f"{unit.key} is out of supply")
    return None


def needs_supply(state: State, unit: Counter, hex: int) -> bool:
    """Whether a replacement lacks the supply that it must have in a hex."""
    setting, rule = state.setting, state.setting.play.replacements
    if setting.supply is None or rule is None or not rule.supply:
        return False
    if "replace" not in (setting.play.supply.needed_for if setting.play.supply else ()):
        return False
    if hex in setting.brought_anyway[unit.side].open_to(state.holders, unit.side):
        return False
    from ibbprint.systems.printed.rules.supply import hex_supplied

    return not hex_supplied(state, unit, hex)


def check_new(state: State, unit: Counter, hex: int) -> Refused | None:
    """Why a unit may not come from the pool to a hex; None where it may."""
    setting, key = state.setting, unit.key
    if not state.concerns(unit):
        return Refused("P-13", f"{key} does not come back in this phase")
    if unit.side != state.side or unit.place not in (DEAD, POOL) or unit.kind.leader:
        return Refused("P-82", f"{key} is not in the pool")
    if setting.new_points > state.spendable:
        return Refused("P-82", f"{state.spendable} replacements are left, and {key} takes {setting.new_points}")
    if setting.pool is not None and not state.fits(unit, setting.pool):
        return Refused("P-82", f"{key} cannot come back now")
    if unit.replaced:
        return Refused("P-82", f"a replacement was spent on {key} in this turn already")
    side = unit.side
    allowed = setting.brought_to[side].open_to(state.holders, side)
    allowed |= setting.brought_anyway[side].open_to(state.holders, side)
    if hex not in allowed:
        return Refused("P-80", f"replacements do not come to {state.name(hex)} now")
    if state.brought.get(hex, 0) >= setting.per_hex:
        return Refused("P-80", f"{state.name(hex)} has had its replacements of this turn")
    if not open_to(state, unit, hex):
        return Refused("P-80", f"{state.name(hex)} is closed to {key}")
    if needs_supply(state, unit, hex):
        return Refused("P-70", f"{state.name(hex)} is out of supply")
    return None


def do_new(state: State, action: Action) -> None:
    """Bring a unit from the pool, on its reduced side."""
    unit, hex = state.counters[action.counters[0]], action.path[0]
    unit.place, unit.replaced = ON_MAP, True
    unit.step = REDUCED if unit.kind.steps == 2 else FULL
    unit.kind_back = False
    state.spendable -= state.setting.new_points
    state.brought[hex] = state.brought.get(hex, 0) + 1
    state.put(unit, hex)
    state.tell("arrives", ("P-81",), unit=unit.key, hex=state.name(hex))
    state.take(hex, unit.side)


def do_restore(state: State, action: Action) -> None:
    """Flip a unit to its full side."""
    unit = state.counters[action.counters[0]]
    unit.step, unit.replaced = FULL, True
    state.spendable -= state.setting.restore_points
    state.changed(unit.side)
    state.tell("restores", ("P-81",), unit=unit.key, hex=state.name(unit.hex))
