"""Movement under orders: the counters that may move, how far, with which passengers, and where they may end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ibbprint.engine.space import Reach
from ibbprint.engine.state import Action
from ibbprint.systems.ibb.rules import control, movement, scouting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.orders import can_move, no_moving
from ibbprint.systems.ibb.rules.state import Activation, Counter, Refused, State


def movers(state: State, act: Activation) -> list[Counter]:
    """The counters of the activation that may still move."""
    waiting = [i for i in act.everybody if i not in act.movers]
    return [u for u in state.present(waiting) if may_move(state, act, u) is None]


def may_move(state: State, act: Activation, unit: Counter) -> Refused | None:
    """Check whether a counter may move at all in this activation."""
    turn = state.turn
    if unit.hex == OFF:
        return Refused("A-66", f"{unit.key} is not on the map")
    if unit.id not in act.start:
        return Refused("R-49", f"{unit.key} is not under the orders of this activation")
    if unit.moved == turn:
        return Refused("G-46", f"{unit.key} has already moved")
    if unit.routed:
        return Refused("R-124", f"{unit.key} is Routed")
    return idle(state, unit)


def idle(state: State, unit: Counter) -> Refused | None:
    """Check that a unit may act at all: not if it rallies or balked, for the rest of the turn."""
    if unit.rallying == state.turn:
        return Refused("R-118", f"{unit.key} is rallying and does nothing else")
    if unit.balked == state.turn:
        return Refused("R-98", f"{unit.key} balked and is idle for the rest of the turn")
    return None


def allowance(state: State, act: Activation, unit: Counter, riders: Sequence[Counter] = ()) -> int:
    """The points that a counter may spend in this activation."""
    figures = state.setting.figures
    kind = unit.kind
    if kind.leader == "captain":
        # With whom he began, though they may have ridden ahead.
        began = act.start.get(unit.id, unit.hex)
        company = [u for u in state.units if u.side == unit.side and act.start.get(u.id, u.hex) == began]
        mounted = any(u.kind.cavalry and not u.dead for u in company)
        return figures.captain_mounted if mounted else figures.captain_foot
    if kind.leader:
        return figures.caster_movement
    if kind.engineer:
        return min((kind.movement, *(r.kind.movement for r in riders if r.kind.engine)))
    if act.mode != "captain":
        return kind.movement
    return min(u.kind.movement for u in state.present(act.members) if not u.routed)


def riders_of(state: State, act: Activation, unit: Counter) -> tuple[Counter, ...]:
    """The passengers of a unit: leaders who move with the stack (R-68), the engine of its engineers (R-46)."""
    if not unit.kind.troops:
        return ()

    def goes_along(passenger: Counter) -> bool:
        if passenger.kind.leader:
            return act.mode == "captain" and (passenger.id == act.leader or passenger.kind.leader != "captain")
        return passenger.kind.engine and unit.kind.engineer

    stack = (u for u in state.here(unit.hex) if u.side == unit.side and u.moved != state.turn)
    return tuple(filter(goes_along, stack))


def beside(state: State, act: Activation) -> set[int] | None:
    """The hexes where a later mover of a formation must end: next to or with a unit that has moved. None: anywhere."""
    if act.mode != "captain":
        return None
    moved = {u.hex for u in state.present(act.movers) if u.kind.troops}
    return moved | {n for h in moved for n in state.ground.next[h]} if moved else None


def standing(state: State, act: Activation, may_go: Iterable[Counter]) -> dict[int, int]:
    """The points of the side in every hex of its own, as far as they stay (R-16).

    Those of the formation who may still move on are not counted: stacking is checked when all have moved.
    """
    going = {unit.id for unit in may_go}
    points: dict[int, int] = {}
    for unit in state.units:
        if unit.hex != OFF and unit.side == act.side and unit.id not in going:
            points[unit.hex] = points.get(unit.hex, 0) + control.stacking(state, unit)
    return points


def ends_well(state: State, act: Activation, unit: Counter, h: int) -> Refused | None:
    """Check that a counter's move may end in a hex: near enough to those who have moved, with room (G-46, R-16)."""
    near = beside(state, act) if unit.kind.troops else None
    if near is not None and h not in near:
        return Refused("G-46", "a later mover must end next to a unit of the formation that has moved, or with it")
    points = standing(state, act, movers(state, act)).get(h, 0) + control.stacking(state, unit)
    if h != unit.hex and control.too_many(state, points):
        limit = state.setting.figures.stacking_limit
        return Refused("A-25", f"more than {limit} points would be in {state.ground.names[h]}")
    return None


def move_actions(state: State, act: Activation, crowded: set[int]) -> list[Action]:
    """Every move of every counter of the activation: one way, the cheapest, to each hex it can reach.

    `crowded` are the hexes that somebody must leave first.
    """
    actions: list[Action] = []
    for going in setting_out(state, act, crowded):
        moves = movement.moves(state, going.unit, going.allowance, going.riders)
        if going.near is not None:
            moves = [(h, action) for h, action in moves if h in going.near]
        actions += [action for h, action in moves if h not in going.packed]
    return actions


class Going(NamedTuple):
    """A counter that may move, with who goes along, and where its move may end."""

    unit: Counter
    riders: tuple[Counter, ...]
    allowance: int
    near: set[int] | None
    """Next to whom it must end; None: anywhere."""
    packed: set[int]
    """Where it has no room."""

    def ends(self, can: Collection[int]) -> list[int]:
        """The hexes in reach where the move may end, in order."""
        hexes = can if self.near is None else sorted(self.near.intersection(can))
        return [h for h in hexes if h not in self.packed]

    def action(self, routes: Reach, end: int) -> Action:
        """The move that ends there."""
        return Action("move", (self.unit.id, *(rider.id for rider in self.riders)), routes.way(end))


def setting_out(
    state: State,
    act: Activation,
    crowded: set[int],
    without: Container[int] = (),
    order: Callable[[Counter], Any] | None = None,
) -> Iterator[Going]:
    """Every counter of the activation that may move now, alone and with those who can go along.

    `crowded` are the hexes that somebody must leave first. Some are left out, and some come first, if one likes.
    """
    may_go = movers(state, act) if can_move(act) else []
    able = [u for u in may_go if u.id not in without]
    if crowded:
        able = [u for u in able if u.hex in crowded]
    if order is not None:
        able.sort(key=order)
    return _goings(state, act, able, may_go)


def _goings(state: State, act: Activation, units: Sequence[Counter], may_go: Iterable[Counter]) -> Iterator[Going]:
    """For each counter that may move, alone and with its passengers, the hexes where its move may end."""
    if not units:
        return
    near = beside(state, act)
    stays = standing(state, act, may_go)
    no_room: dict[int, set[int]] = {}
    for unit in units:
        points = control.stacking(state, unit)
        if points not in no_room:
            full = {total for total in set(stays.values()) if control.too_many(state, total + points)}
            no_room[points] = {h for h, total in stays.items() if total in full}
        packed = no_room[points]
        riders = riders_of(state, act, unit)
        for with_them in ((), riders) if riders else ((),):
            beside_them = near if unit.kind.troops else None
            yield Going(unit, with_them, allowance(state, act, unit, with_them), beside_them, packed)


def overstacked(state: State, act: Activation) -> set[int]:
    """Hexes where too many would stand if nobody moved on, and somebody still can (R-16, R-19, G-55)."""
    if not can_move(act):
        return set()
    # Not only where somebody has moved to: what an exchange has overfilled must be thinned out too.
    ids = (*act.movers, *act.start)
    full = {
        h for h in {u.hex for u in state.present(ids)} if control.too_many(state, control.stack(state, h, act.side))
    }
    if not full:
        return full
    may_go = movers(state, act)
    stuck = [u for u in may_go if u.hex in full and u.kind.troops]
    return {
        going.unit.hex
        for going in _goings(state, act, stuck, may_go)
        if not going.riders and going.ends(movement.ends(state, going.unit, going.allowance))
    }


def check_move(state: State, act: Activation, action: Action) -> Refused | None:
    """Check that a move is legal: the refusal, or None."""
    unit, *with_them = state.those(action.counters)
    if (refused := may_move(state, act, unit)) is not None:
        return refused
    if (refused := no_moving(act)) is not None:
        return refused
    crowded = overstacked(state, act)
    if crowded and unit.hex not in crowded:
        return Refused("R-16", "a hex is overstacked: one of them must move on first")
    riders = riders_of(state, act, unit)
    if len(set(action.counters)) < len(action.counters):
        return Refused("R-68", "a unit cannot be taken along twice")
    for passenger in with_them:
        if passenger not in riders:
            return Refused("R-68", f"{passenger.key} cannot go along with {unit.key}")
    engine = any(r.kind.engine for r in with_them)
    refused = movement.check_way(state, unit, action.path, allowance(state, act, unit, with_them), engine)
    if refused is None and action.path[-1] == unit.hex:
        return Refused("G-46", f"{unit.key} would end its move where it began: move it elsewhere, or let it stay")
    return refused or ends_well(state, act, unit, action.path[-1])


def cost(state: State, act: Activation, action: Action) -> Fraction | None:
    """The points that a move takes of the allowance; None for one that is not possible."""
    unit, *riders = state.those(action.counters)
    engine = any(rider.kind.engine for rider in riders)
    parts = movement.way_cost(state, unit, action.path, allowance(state, act, unit, riders), engine)
    return Fraction(parts, state.ground.scale) if isinstance(parts, int) else None


def count_as_moved(act: Activation, units: tuple[int, ...]) -> None:
    """Note that these have moved, before the fighting or after it (R-61)."""
    if act.fought:
        act.moved_after = True
    else:
        act.moved_first = True
    act.movers = (*act.movers, *units)


def do_move(state: State, act: Activation, action: Action) -> None:
    unit, *riders = state.those(action.counters)
    count_as_moved(act, action.counters)
    if act.mode == "scout":
        scouting.hide(state, unit)
    walked = movement.rest(state, unit, tuple(riders), action.path)
    if state.events is not None:
        state.tell(
            "moves",
            ("A-66", "G-46"),
            unit=unit.key,
            riders=[r.key for r in riders],
            way=[state.ground.names[h] for h in walked],
            stopped=bool(control.enemy_zones(state, unit.side)[walked[-1]]),
        )


def release(state: State) -> None:
    """Release every unit from its captain's orders at the start of a turn (R-62)."""
    for unit in state.units:
        unit.led = OFF
