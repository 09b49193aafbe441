"""Elven bows: who is attacked shoots at one of the attackers before the odds are taken (A-R50, A-25)."""

from __future__ import annotations

from ibbprint.engine import rolls
from ibbprint.engine.state import Action
from ibbprint.systems.ayrenes_woods.rules import magic, morale, results
from ibbprint.systems.ayrenes_woods.rules.state import ORDERED, ROUTED, Battle, State, Unit


def shooters(state: State, battle: Battle) -> list[Unit]:
    """The targets that have yet to shoot: attacked, not routed, with an attacker next to them (A-25)."""
    return [
        unit
        for unit in state.those(battle.targets)
        if unit.kind.arrows and unit.state < ROUTED and unit.id not in battle.shot and marks(state, battle, unit)
    ]


def marks(state: State, battle: Battle, shooter: Unit) -> list[Unit]:
    """The attackers at which a unit can shoot: next to it, and still in the battle."""
    near = state.ground.near[shooter.hex]
    return [unit for unit in state.those(battle.attackers) if unit.hex in near and unit.state == ORDERED]


def choices(state: State, battle: Battle, shooter: Unit) -> list[Action]:
    return [Action("shoot", (shooter.id,), (unit.hex,)) for unit in marks(state, battle, shooter)]


def shoot(state: State, battle: Battle, shooter: Unit, at: Unit) -> None:
    """Resolve a shot: nothing, a check or disorder, or a rout."""
    battle.shot |= {shooter.id}
    effect, values = hit(state, shooter, at)
    state.tell("arrows", ("A-R50", "A-25"), unit=shooter.key, at=at.key, effect=effect, **values)
    if effect in ("disorder", "rout"):
        results.strike(state, [at], effect, ("A-R50",))


def hit(state: State, shooter: Unit, at: Unit) -> tuple[str, dict[str, object]]:
    """The result of a shot (`nothing`, `withstood`, `disorder` or `rout`), and its working."""
    figures = state.setting.figures
    used = morale.use(state, "perfect-aim") if magic.under(state, shooter, "aim") else ()
    die = state.dice.roll(figures["combat-die"])
    score = die + rolls.total(used)
    values: dict[str, object] = {"die": die, "held": score, "modifiers": rolls.modifier_values(used)}
    if score >= figures["arrows-rout"]:
        return "rout", values
    if score < figures["arrows-check"]:
        return "nothing", values
    checked = morale.check(state, at)
    values["check"] = checked.values()
    return ("withstood" if checked.passed else "disorder"), values
