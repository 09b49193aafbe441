"""The TEST: which circumstances hold, how hard that makes it, and the roll."""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.engine.rolls import AppliedModifier, Roll
from ibbprint.engine.space import OFF
from ibbprint.engine.state import NOBODY
from ibbprint.systems.microbattle.models import PREPARED, Circumstance, Condition, Level
from ibbprint.systems.microbattle.rules.setting import Setting
from ibbprint.systems.microbattle.rules.state import State, Unit

COUNTS = "level"
"""What a circumstance changes: the level of the TEST, which then changes the die."""


def weigh(state: State, to: str, unit: Unit, enemy: Unit | None = None, mode: str = "") -> Roll:
    """The TEST of a unit (M-R02): `to` says of what, `enemy` whom it attacks or was beaten by, and in which `mode`."""
    items = [
        AppliedModifier(
            circumstance.id,
            circumstance.name,
            COUNTS,
            1 if circumstance.gives == "advantage" else -1,
            tuple(circumstance.rules),
        )
        for circumstance in state.setting.circumstances
        if to in circumstance.to
        and (circumstance.only is None or circumstance.only == mode)
        and _holds(state, circumstance, unit, enemy)
    ]
    return roll(state.setting, items)


def roll(setting: Setting, modifiers: Sequence[AppliedModifier]) -> Roll:
    """The TEST under some circumstances: one advantage cancels one disadvantage (M-R04, M-01)."""
    level = level_of(setting.levels, sum(item.amount for item in modifiers))
    hard = (AppliedModifier(level.id, level.name, "die", level.modifier),) if level.modifier else ()
    figures = setting.figures
    return Roll(figures["test-pass"], figures["test-die"], (*modifiers, *hard), at_least=True)


def level_of(levels: Sequence[Level], more: int) -> Level:
    """The level of a TEST with so many more advantages than disadvantages, out of the levels from easy to hard."""
    return next(level for level in levels if more >= level.least)


def _holds(state: State, circumstance: Circumstance, unit: Unit, enemy: Unit | None) -> bool:
    if circumstance.own is not None and not _true_of(state, circumstance.own, unit, enemy):
        return False
    if circumstance.enemy is not None and (enemy is None or not _true_of(state, circumstance.enemy, enemy, unit)):
        return False
    pair = (unit,) if enemy is None else (unit, enemy)
    return circumstance.either is None or any(_true_of(state, circumstance.either, member, None) for member in pair)


def _true_of(state: State, condition: Condition, unit: Unit, enemy: Unit | None) -> bool:
    """Whether all that a condition says is true of a unit."""
    setting = state.setting
    here = {setting.ground[unit.hex].id} if unit.hex != OFF else set()
    if unit.hex in setting.prepared:
        here.add(PREPARED)
    return (
        (condition.units is None or unit.kind.id in condition.units)
        and (condition.disordered is None or condition.disordered == bool(unit.markers))
        and (condition.on is None or not here.isdisjoint(condition.on))
        and (condition.off is None or here.isdisjoint(condition.off))
        and (condition.commander is None or state.quality(unit.side) == condition.commander)
        and (condition.led_within is None or _led(state, unit, condition.led_within))
        and (condition.friend is None or _helped(state, condition.friend, unit, enemy))
    )


def _led(state: State, unit: Unit, within: int) -> bool:
    id = state.commanders[unit.side]
    if id == NOBODY or not state.units[id].stands:
        return False
    return state.setting.space.distances(unit.hex)[state.units[id].hex] <= within


def _helped(state: State, where: str, unit: Unit, enemy: Unit | None) -> bool:
    """Whether a friend is next to the enemy, or right behind the unit."""
    if where == "behind":
        friend = state.unit_at(state.setting.back(unit.side, unit.hex))
        return friend is not None and friend.side == unit.side
    return enemy is not None and any(friend is not unit for friend in state.near(enemy.hex, unit.side))
