"""Control: zones of control, facing, the command radius, supporting units."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.space import covered
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import ORDERED, ROUTED, Leader, State, Unit

CORNERS = ("N", "NE", "SE", "S", "SW", "NW")
"""What a counter can point at, clockwise; a corner stands between the sides before and after it."""
SIDES = len(CORNERS)


def front(facing: int) -> tuple[int, int]:
    """The two sides at a corner, of the six clockwise from north-east (A-R26)."""
    return (facing - 1) % SIDES, facing


def in_front(state: State, unit: Unit) -> tuple[int, ...]:
    """The hexes that a unit has before it: all six without facing."""
    neighbours = state.ground.around[unit.hex]
    if not state.setting.facing:
        return state.ground.near[unit.hex]
    sides = front(unit.facing)
    return tuple(neighbours[side] for side in sides if neighbours[side] != OFF)


def controlled(state: State, unit: Unit) -> tuple[int, ...]:
    """The hexes that a unit controls (A-R19)."""
    if unit.hex == OFF or unit.state != ORDERED:
        return ()
    return in_front(state, unit)


def zone(state: State, side: int) -> bytearray:
    """A 1 for every hex that a side controls."""
    return covered(len(state.ground.names), (controlled(state, unit) for unit in state.units if unit.side == side))


def controllers(state: State, h: int, side: int) -> Iterator[Unit]:
    """The enemies of a side that control a hex."""
    return (unit for unit in state.near(h, side) if h in controlled(state, unit))


def from_where(state: State, attacker: Unit, target: Unit) -> str:
    """Through which part of the target an attacker comes: front, flank or rear (A-R30)."""
    if not state.setting.facing:
        return "front"
    side = state.ground.around[target.hex].index(attacker.hex)
    if side in front(target.facing):
        return "front"
    return "flank" if side in ((target.facing - 2) % SIDES, (target.facing + 1) % SIDES) else "rear"


# --- command ----------------------------------------------------------------------------------------------------


def within(state: State, unit: Unit, leader: Leader) -> bool:
    """Whether a unit is inside the radius of a leader (A-R23, A-40)."""
    return leader.alive and state.ground.distance(unit.hex, leader.hex) <= state.setting.figures["command-radius"]


def own_leader(state: State, unit: Unit) -> Leader | None:
    """The leader of a unit's command, or None while there is none (A-42)."""
    leader = state.leaders[unit.command]
    return leader if leader.alive else None


def leader_near(state: State, unit: Unit) -> bool:
    """Whether a unit's own leader is in its hex or next to it."""
    leader = own_leader(state, unit)
    return leader is not None and state.ground.distance(unit.hex, leader.hex) <= 1


def allowance(state: State, unit: Unit) -> int:
    """The movement points of a unit in this activation."""
    if unit.in_command:
        return unit.kind.movement
    return unit.kind.movement // state.setting.figures["out-of-command-divisor"]


def stacked_leaders(state: State, unit: Unit) -> Iterator[Leader]:
    """The leaders in a unit's hex who are on its side."""
    return (leader for leader in state.leaders_at(unit.hex) if leader.side == unit.side)


def is_led(state: State, unit: Unit) -> bool:
    """Whether a leader of its side is in a unit's hex."""
    return any(True for _ in stacked_leaders(state, unit))


def is_routed(state: State, leader: Leader) -> bool:
    """Whether a leader is in the hex of a routed unit (A-47)."""
    unit = state.unit_at(leader.hex) if leader.alive else None
    return unit is not None and unit.side == leader.side and unit.state == ROUTED
