"""Declaring attacks, and the battles that they make: what hangs together is one battle (A-14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from ibbprint.engine.state import Action
from ibbprint.systems.ayrenes_woods.rules import control, magic, movement
from ibbprint.systems.ayrenes_woods.rules.state import ORDERED, Activation, Battle, Refused, State, Unit


def before(state: State, unit: Unit) -> list[Unit]:
    """The enemy units that a unit could attack from where it stands (A-R27, A-R32)."""
    hexes = control.in_front(state, unit)
    return [enemy for h in hexes if (enemy := state.unit_at(h)) is not None and enemy.side != unit.side]


def obliged(state: State, unit: Unit) -> list[Unit]:
    """The enemies that a unit must attack: all in good order (A-R33, with facing A-R29)."""
    return [enemy for enemy in before(state, unit) if enemy.state == ORDERED]


def optional(state: State, unit: Unit) -> list[Unit]:
    """The enemies that a unit may attack besides: the disordered and routed ones (A-16)."""
    return [enemy for enemy in before(state, unit) if enemy.state != ORDERED]


def may_attack(state: State, act: Activation, unit: Unit) -> Refused | None:
    """Check whether a unit may attack: the refusal, or None."""
    if not movement.may_act(act, unit):
        return Refused("A-R09", f"{unit.key} cannot act now")
    if act.phase == "fight":
        return Refused("A-67", "all attacks are declared before the first battle")
    if unit.id in act.links or unit.attacked:
        return Refused("A-15", f"{unit.key} attacks once in an activation")
    if unit.state != ORDERED:
        return Refused("A-R38", f"{unit.key} is not in good order")
    if not unit.in_command:
        return Refused("A-R24", f"{unit.key} was out of command when this activation began")
    if not before(state, unit):
        return Refused("A-R32", f"{unit.key} has no enemy next to it, or none in front of it")
    return None


def attacks(state: State, act: Activation) -> Iterator[Action]:
    """The attacks that can be declared: for each unit its obligations, with each choice of further targets."""
    if act.phase == "fight":
        return
    for unit in state.units_of(act.command):
        if may_attack(state, act, unit) is None:
            further = sorted(enemy.hex for enemy in optional(state, unit))
            choices = chain.from_iterable(combinations(further, number) for number in range(len(further) + 1))
            for chosen in choices:
                if chosen or obliged(state, unit):
                    yield Action("attack", (unit.id,), chosen)


def check_attack(state: State, act: Activation, action: Action) -> Refused | None:
    """Check that an attack can be declared: the refusal, or None."""
    unit = state.counter(action.counters[0])
    if not isinstance(unit, Unit):
        return Refused("A-R32", "only units attack")
    if (refused := may_attack(state, act, unit)) is not None:
        return refused
    free = {enemy.hex for enemy in optional(state, unit)}
    must = {enemy.hex for enemy in obliged(state, unit)}
    for h in action.path:
        name = state.ground.names[h]
        if h in must:
            return Refused("A-R33", f"{name} must be attacked anyway: name only disordered and routed units")
        if h not in free:
            return Refused("A-16", f"no disordered or routed enemy that {unit.key} could attack is in {name}")
    if list(action.path) != sorted(set(action.path)):
        return Refused("A-16", "each target is named once, in the order of the map")
    if not must and not action.path:
        return Refused("A-16", f"{unit.key} does not have to attack anybody: name the units that it is to attack")
    return None


def declare(state: State, act: Activation, action: Action) -> None:
    """An attack is declared; nobody moves any more (A-67)."""
    unit = state.counter(action.counters[0])
    assert isinstance(unit, Unit)
    act.phase = "declare"
    chosen = [state.at[h] for h in action.path]
    act.links[unit.id] = tuple(sorted({*(enemy.id for enemy in obliged(state, unit)), *chosen}))
    unit.attacked = True
    unit.signed = magic.under(state, unit, "hammer")
    targets = [enemy.key for enemy in state.those(act.links[unit.id])]
    state.tell("attacks", ("A-R32", "A-R33"), unit=unit.key, targets=targets)


def battles(act: Activation) -> list[Battle]:
    """The battles of all declared attacks: attackers that share a target, directly or through others, fight as one."""
    remaining = dict(act.links)
    result: list[Battle] = []
    while remaining:
        first = min(remaining)
        group = {first: remaining.pop(first)}
        grown = True
        while grown:
            struck = {target for targets in group.values() for target in targets}
            joining = [id for id, targets in remaining.items() if struck & set(targets)]
            group.update({id: remaining.pop(id) for id in joining})
            grown = bool(joining)
        result.append(Battle(group))
    return result


def prune(state: State, battle: Battle) -> None:
    """Drop counters that can no longer take part in a battle, for good: attackers out of order, targets gone."""
    links: dict[int, tuple[int, ...]] = {}
    for id, targets in battle.links.items():
        unit = state.units[id]
        if unit.state != ORDERED:
            continue
        standing = {enemy.id for enemy in before(state, unit)}
        in_reach = tuple(target for target in targets if target in standing)
        if in_reach:
            links[id] = in_reach
    battle.link(links)
