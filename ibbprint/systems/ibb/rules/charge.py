"""The charge of heavy cavalry: the way, the balk check, fire and spells at it, the shock, riding on."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from ibbprint.engine.rolls import Roll
from ibbprint.engine.state import Action, Question
from ibbprint.systems.ibb.catalogue import DIE
from ibbprint.systems.ibb.rules import attacks, combat, control, magic, movement, ordered_moves, orders
from ibbprint.systems.ibb.rules.cast_choices import candidates
from ibbprint.systems.ibb.rules.counters import PURPLE
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Activation, Charge, Counter, Refused, State


def ways(state: State, unit: Counter, target: Counter) -> dict[int, tuple[int, ...]]:
    """The cheapest way of a charge to each hex next to its target, the start among its hexes (R-93, G-33, G-51)."""
    ground = state.ground
    far = ground.distances(target.hex)
    figures = state.setting.figures
    if far[unit.hex] - 1 < figures.charge_hexes:
        return {}
    if bar(state, target.hex):
        return {}
    parts = points(state, unit)
    zones = control.enemy_zones(state, unit.side)
    best: dict[int, tuple[int, tuple[int, ...]]] = {unit.hex: (0, (unit.hex,))}
    for near in range(far[unit.hex] - 1, 0, -1):
        nearer: dict[int, tuple[int, tuple[int, ...]]] = {}
        for h, (spent, path) in sorted(best.items()):
            for n in ground.next[h]:
                if far[n] == near and barred(state, zones, n, last=near == 1) is None:
                    cost = spent + movement.step_cost(state, unit, h, n)
                    if cost <= parts and (n not in nearer or nearer[n][0] > cost):
                        nearer[n] = (cost, (*path, n))
        best = nearer
    return {h: path for h, (_, path) in best.items()}


def points(state: State, unit: Counter) -> int:
    """The movement of a charge in parts of a point: all that the horse has, whatever its formation has."""
    return unit.kind.movement * state.ground.scale


def bar(state: State, h: int) -> str:
    """The obstacle that keeps a charge out of a hex: broken ground or a fort; empty if there is none (R-99).

    A bridge is a road hex, whatever is under it (R-190).
    """
    ground = state.ground
    if state.forts.get(h):
        return "a fortified hex"
    if h in ground.changes.chasm:
        return "a chasm"
    return ground.kinds[ground.terrain[h]].name.lower() if ground.bars_charge[h] else ""


def barred(state: State, zones: bytearray, h: int, *, last: bool) -> Refused | None:
    """Check that a charge can go through a hex: no broken ground, fort, unit, or enemy zone before the last."""
    names = state.ground.names
    obstacle = bar(state, h)
    if obstacle:
        return Refused("R-99", f"no charge goes through {names[h]} ({obstacle})")
    if h in state.at:
        return Refused("G-33", f"the path is blocked in {names[h]}")
    if zones[h] and not last:
        return Refused("G-33", f"{names[h]} is in an enemy zone of control")
    return None


def check_way(state: State, act: Activation, unit: Counter, target: Counter, path: tuple[int, ...]) -> Refused | None:
    """Check that a unit may charge a target along a path: the refusal, or None."""
    ground, names = state.ground, state.ground.names
    refused = may_charge(state, act, unit) or attacks.in_order(act, PURPLE, target.hex)
    if refused is not None:
        return refused
    if target.hex == OFF or target.side == unit.side or not target.kind.troops or target.hidden:
        return Refused("A-91", "the target of a charge is an enemy unit")
    obstacle = bar(state, target.hex)
    if obstacle:
        return Refused("R-99", f"no charge goes into {names[target.hex]} ({obstacle})")
    far = ground.distances(target.hex)
    if len(path) - 1 < state.setting.figures.charge_hexes or path[0] != unit.hex:
        least = state.setting.figures.charge_hexes
        return Refused("G-51", f"a charge from {names[unit.hex]} must ride at least {least} hexes")
    spent = 0
    zones = control.enemy_zones(state, unit.side)
    for a, b in pairwise(path):
        if b not in ground.next[a] or far[b] != far[a] - 1:
            return Refused("G-51", f"{names[b]} is not one step nearer to the target than {names[a]}")
        refused = barred(state, zones, b, last=b == path[-1])
        if refused is not None:
            return refused
        spent += movement.step_cost(state, unit, a, b)
    if far[path[-1]] != 1:
        return Refused("R-93", f"{names[path[-1]]} is not next to the target")
    if spent > points(state, unit):
        return Refused("R-93", f"{unit.key} has {unit.kind.movement} points to charge, and that way costs more")
    return None


def may_charge(state: State, act: Activation, unit: Counter) -> Refused | None:
    """Check whether a unit may charge at all in this activation."""
    if (refused := attacks.may_attack(state, act, unit)) is not None:
        return refused
    if not unit.kind.charges:
        return Refused("R-94", f"{unit.key} cannot charge")
    if not act.stayed:
        return Refused("R-100", "a charging formation must have stood still the turn before")
    if unit.moved == state.turn:
        return Refused("A-91", f"{unit.key} has already moved")
    return None


def charge_actions(state: State, act: Activation) -> list[Action]:
    """Every charge that can be declared, or joined, or let go."""
    charge, actions = act.charge, list[Action]()
    if not any(state.units[i].kind.charges for i in act.members):
        return [] if charge is None else [Action("resolve")]
    for unit in attacks.fighters(state, act, lambda unit: unit.kind.charges):
        if may_charge(state, act, unit) is not None:
            continue
        if charge is not None:
            if unit.id not in charge.paths:
                actions += _to(state, unit, state.units[charge.target], charge.taken)
            continue
        # A charge is at most as long as the points of the horse, on roads at half the price.
        reach = points(state, unit) + 1
        row = state.ground.distances(unit.hex)
        for target in state.visible_foes(act.side):
            if row[target.hex] <= reach and attacks.in_order(act, PURPLE, target.hex) is None:
                actions += _to(state, unit, target)
    return actions if charge is None else [*actions, Action("resolve")]


def _to(state: State, unit: Counter, target: Counter, occupied: Collection[int] = ()) -> list[Action]:
    values = ways(state, unit, target)
    called = state.called(target, unit.side)
    return [Action("charge", (unit.id,), values[h], called) for h in sorted(values) if h not in occupied]


def check_charge(state: State, act: Activation, action: Action) -> Refused | None:
    unit = state.units[action.counters[0]]
    target = state.meant(action.word, unit.side)
    if target is None:
        return Refused("A-91", f"there is no counter {action.word}")
    if not orders.can_fight(act) or act.attack is not None:
        return Refused("R-61", "there is no charging now")
    charge = act.charge
    if charge is not None:
        if charge.target != target.id:
            return Refused("G-31", "a charge has one target")
        if unit.id in charge.paths:
            return Refused("R-88", f"{unit.key} is already charging")
        if action.path and action.path[-1] in charge.taken:
            return Refused("G-33", "another unit is already charging into that hex")
    return check_way(state, act, unit, target, action.path)


def do_charge(state: State, act: Activation, action: Action) -> None:
    target = state.meant(action.word, act.side)
    assert target is not None
    if act.charge is None:
        act.charge = Charge(target.id)
        act.segment = PURPLE
        act.fought = True
    act.charge.paths[action.counters[0]] = action.path


def balk_roll(quality: int) -> Roll:
    """The die with which the horse go: no higher than the lowest quality among them (A-92, R-94)."""
    return Roll(quality, DIE)


def start(state: State, act: Activation) -> None:
    """All have been named: the balk check (A-92)."""
    charge = act.charge
    assert charge is not None
    riders = state.those(charge.paths)
    roll = balk_roll(min(u.kind.quality for u in riders))
    rolled = roll.throw(state.dice)
    target = state.units[charge.target]
    state.tell(
        "charge",
        ("A-91", "A-92", "R-94"),
        units=[u.key for u in riders],
        target=target.key,
        hex=state.ground.names[target.hex],
        die=rolled.die,
        needs=roll.needs,
        passed=rolled.passed,
        chance=roll.chance_text(state),
    )
    for unit in riders:
        unit.attacked = state.turn
    if not rolled.passed:
        for i in act.members:
            state.units[i].balked = state.turn
        act.charge = None
        act.mode = "idle"
        return
    charge.stage = "riding"
    charge.ridden = tuple(charge.paths)
    charge.shaken = frozenset(u.id for u in riders if u.disorganised == state.turn)
    for unit in riders:
        unit.rode = state.turn
    act.movers = (*act.movers, *charge.paths)


def ride(state: State, act: Activation) -> None:
    """Ride on until somebody must decide, or to the end."""
    charge = act.charge
    assert charge is not None
    while charge.stage == "riding":
        question = _challenger(state, act, charge)
        if question is not None:
            state.questions.append(question)
            return
        riders = state.present(charge.ridden)
        steps = [(u, charge.paths[u.id][charge.step + 1]) for u in riders if len(charge.paths[u.id]) > charge.step + 1]
        if not steps:
            charge.stage = "shock"
            break
        charge.step += 1
        for unit, h in steps:
            movement.step(state, unit, h)
            unit.moved = state.turn
            control.meet(state, unit)
    if charge.stage == "shock":
        _shock(state, act, charge)


def _challenger(state: State, act: Activation, charge: Charge) -> Question | None:
    """The next enemy who may shoot or cast at the riders where they are now, those with the longest range first."""
    riders = state.present(charge.ridden)
    if not riders or charge.step == 0:
        return None
    shooters = [
        u
        for u in state.enemies_of(act.side)
        if u.kind.range
        and u.id not in charge.asked
        and u.attacked != state.turn
        and not u.routed
        and not u.hidden
        and not (u.kind.limited and u.shots < 1)
        and ordered_moves.idle(state, u) is None
        and not control.overfull(state, u)
    ]
    for unit in sorted(shooters, key=lambda u: (-u.kind.range, u.id)):
        row = state.ground.distances(unit.hex)
        if any(row[u.hex] <= unit.kind.range for u in riders):
            charge.asked = (*charge.asked, unit.id)
            return Question("shoot", unit.side, unit.id)
    for caster in state.alive():
        if caster.side != act.side and caster.id not in charge.asked and magic.can_react(state, caster, riders):
            charge.asked = (*charge.asked, caster.id)
            return Question("react", caster.side, caster.id)
    return None


def _ridden(state: State) -> tuple[int, ...]:
    """The riders in the charge that is under way."""
    charge = state.acting.charge
    return () if charge is None else charge.ridden


def shoot_choices(state: State, question: Question) -> tuple[Action, ...]:
    """Shoot at one of the hexes that riders are in, or hold (G-32)."""
    unit = state.units[question.counter]
    row = state.ground.distances(unit.hex)
    hexes = {u.hex for u in state.present(_ridden(state)) if row[u.hex] <= unit.kind.range}
    return (*(Action("shoot", (unit.id,), (h,)) for h in sorted(hexes)), Action("hold", (unit.id,)))


def do_shoot(state: State, question: Question, action: Action) -> None:
    if action.verb == "hold":
        return
    charge = state.acting.charge
    assert charge is not None
    unit, h = state.units[action.counters[0]], action.path[0]
    riders = [u for i in charge.ridden if (u := state.units[i]).hex == h]
    unit.attacked = state.turn
    attacks.spend_shot(state, unit)
    combat.strike(state, "opportunity", [unit], [], h, unit.side, defenders=riders)
    attacks.exchange_if_spent(state, unit)
    drop_out(state, charge)


def react_choices(state: State, question: Question) -> tuple[Action, ...]:
    """The fast spells that a caster can strike the riders with, or holding back.

    No other target, no larger pool: only riders can be struck now. How those who pool split the cost is listed in one
    way, and every other way is legal as well (`magic.is_split_of`).
    """
    caster = state.units[question.counter]
    return (*candidates(state, caster, riders=state.those(_ridden(state))), Action("hold", (caster.id,)))


def react(state: State, question: Question, action: Action) -> None:
    """Strike the riders of a charge with a spell, or hold back."""
    if action.verb == "cast":
        magic.perform(state, magic.declared(state, action))
        if state.acting.charge is not None:
            drop_out(state, state.acting.charge)


def drop_out(state: State, charge: Charge) -> None:
    """Riders who were disordered or removed, or before whom a chasm has opened, drop out; the others go on (R-97)."""
    chasm = state.ground.changes.chasm
    charge.ridden = tuple(
        i
        for i in charge.ridden
        if (u := state.units[i]).hex != OFF
        and not u.routed
        and (u.disorganised != state.turn or i in charge.shaken)
        and chasm.isdisjoint(charge.paths[i][charge.step + 1 :])
    )


def _shock(state: State, act: Activation, charge: Charge) -> None:
    """Resolve the attack of the riders who reach the target, together (A-94, G-31)."""
    target = state.units[charge.target]
    act.charge = None
    h = target.hex
    home = [u for u in state.present(charge.ridden) if h in state.ground.next[u.hex]]
    if not home:
        state.tell("charge-spent", ("R-97",), target=target.key)
        return
    act.attacked = act.attacked | {(PURPLE, h)}
    combat.strike(state, "charge", home, [], h, act.side)
    if h not in state.at:
        for unit in home:
            if unit.hex != OFF and not unit.routed and (unit.disorganised != state.turn or unit.id in charge.shaken):
                state.questions.append(Question("advance", unit.side, unit.id, (Action("enter", (unit.id,), (h,)),)))


def advance_choices(state: State, question: Question) -> tuple[Action, ...]:
    unit = state.units[question.counter]
    h = question.choices[0].path[0]
    halt = Action("halt", (unit.id,))
    if unit.routed or not control.fits(state, unit, h) or movement.may_enter(state, unit, h) is not None:
        return (halt,)
    return (*question.choices, halt)


def do_advance(state: State, question: Question, action: Action) -> None:
    if action.verb == "halt":
        return
    unit = state.units[question.counter]
    movement.step(state, unit, action.path[0])
    control.meet(state, unit)
    state.tell("advances", ("R-83",), unit=unit.key, hex=state.ground.names[action.path[0]])
