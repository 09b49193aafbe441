"""Guesses at the units that a side cannot see: drawn from the kinds that it has seen of that army."""

from __future__ import annotations

from ibbprint.dice import Dice
from ibbprint.systems.ibb.models.units import Troops
from ibbprint.systems.ibb.rules.counters import Kind
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import UNKNOWN, Counter, State

ENOUGH = 4
"""How many units of an army must have been seen before the others are taken to be like them."""


def guess(view: State, dice: Dice) -> State:
    """A game that goes on from what a side sees; who is unseen gets a face, and the nearest captain of his army."""
    state = view.twin(dice)
    unknown = [unit for unit in state.units if unit.name == UNKNOWN]
    pools: dict[int, list[Kind]] = {}
    for unit in unknown:
        if unit.side not in pools:
            pools[unit.side] = _pool(state, unit.side)
        kinds = pools[unit.side]
        _face(state, unit, kinds[dice.roll(len(kinds)) - 1])
    if unknown:
        state.version += 1
    return state


def _pool(state: State, side: int) -> list[Kind]:
    """The kinds that an army may have: those of its units that were seen, or those of the unit list."""
    kinds = [u.original for u in state.units if u.side == side and u.original.troops and u.name != UNKNOWN]
    if len(kinds) >= ENOUGH:
        return kinds
    units = state.setting.catalogue.units
    listed = [unit.id for unit in units if isinstance(unit, Troops) and unit.arm in ("foot", "missile", "horse")]
    return [*kinds, *map(state.setting.listed, listed)]


def _face(state: State, unit: Counter, kind: Kind) -> None:
    unit.kind = unit.original = kind
    unit.name, unit.shots, unit.mana = kind.name, kind.shots, kind.rating
    captains = [u for u in state.units if u.side == unit.side and u.kind.leader == "captain" and u.hex != OFF]
    if captains and unit.hex != OFF:
        row = state.ground.distances(unit.hex)
        captain = min(captains, key=lambda u: (row[u.hex], u.id))
        unit.captain, unit.formation = captain.id, captain.formation
