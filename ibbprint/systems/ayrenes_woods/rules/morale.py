"""Checks of morale: one die against the morale of a unit's class, with all that counts."""

from __future__ import annotations

from ibbprint.engine.rolls import AppliedModifier, Roll, Rolled
from ibbprint.systems.ayrenes_woods.rules import control, magic
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, State, Unit


def use(state: State, *ids: str) -> tuple[AppliedModifier, ...]:
    """Modifiers by their ids, as they stand in the catalogue."""
    modifiers = state.setting.modifiers
    return tuple(
        AppliedModifier(id, modifiers[id].name, modifiers[id].changes, modifiers[id].amount, tuple(modifiers[id].rules))
        for id in ids
    )


def check(state: State, unit: Unit, used: tuple[AppliedModifier, ...] = ()) -> Rolled:
    """Roll a check (A-R64); Stand and fight counts in every one (A-37)."""
    if magic.under(state, unit, "steady"):
        used = (*used, *use(state, "stand-and-fight"))
    faces = state.setting.figures["morale-die"]
    return Roll(unit.kind.morale, faces, used).throw(state.dice)


def leaving(state: State, unit: Unit) -> tuple[AppliedModifier, ...]:
    """The modifiers when a unit leaves an enemy's zone of control (A-R70)."""
    items: list[str] = []
    if control.leader_near(state, unit):
        items.append("exit-leader")
    if any(enemy.kind.rank > unit.kind.rank for enemy in control.controllers(state, unit.hex, unit.side)):
        items.append("exit-better-enemy")
    if unit.state == DISORDERED:
        items.append("exit-disordered")
    return use(state, *items)
