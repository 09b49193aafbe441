"""Fire, mounted combat and melee: who may attack what in which segment, support, and refusing battle."""

from __future__ import annotations

from collections.abc import Callable

from ibbprint.engine.state import Action, Question
from ibbprint.systems.ibb.rules import combat, control, movement, ordered_moves, orders
from ibbprint.systems.ibb.rules.counters import GOLD, WHITE
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Activation, Attack, Counter, Refused, State, Unfit

SEGMENT = {"mounted": GOLD, "melee": WHITE}


def fighters(state: State, act: Activation, among: Callable[[Counter], object] | None = None) -> list[Counter]:
    """The units of the activation that may still attack; with `among` only those that pass the test."""
    if not orders.can_fight(act):
        return []
    units = state.present(act.members)
    return [u for u in (units if among is None else filter(among, units)) if may_attack(state, act, u) is None]


def may_attack(state: State, act: Activation, unit: Counter) -> Refused | None:
    """Check whether a counter may attack at all in this activation: the refusal, or None."""
    turn = state.turn
    if not (unit.kind.troops or unit.kind.engine):
        return Refused("A-146", f"{unit.key} does not fight")
    if unit.hex == OFF or unit.id not in act.members:
        return Refused("R-49", f"{unit.key} is not under the orders of this activation")
    if unit.attacked == turn:
        return Refused("R-88", f"{unit.key} has already attacked this turn")
    if unit.routed:
        return Refused("R-124", f"{unit.key} is Routed and starts no attack")
    if (refused := ordered_moves.idle(state, unit)) is not None:
        return refused
    if unit.hidden:
        return Refused("R-39", f"{unit.key} is hidden and cannot attack without showing itself")
    return check_room(state, unit)


def check_room(state: State, unit: Counter) -> Refused | None:
    """Check that the stack of a counter is not over the limit, which forbids attacks (R-19)."""
    if control.overfull(state, unit):
        return Refused("R-19", f"too many counters are with {unit.key}: nobody attacks from an overstacked hex")
    return None


def target_here(state: State, h: int, side: int) -> bool:
    """Whether enemy units that can be attacked stand in a hex: hidden scouts cannot."""
    units = state.units
    return any(units[i].side != side and units[i].kind.troops and not units[i].hidden for i in state.at.get(h, ()))


def anybody_here(state: State, h: int, side: int) -> bool:
    """Whether anything of the enemy is in a hex that melee can take: leaders and engines alone as well (A-146)."""
    units = state.units
    return any(units[i].side != side and not units[i].hidden for i in state.at.get(h, ()))


def in_order(act: Activation, segment: int, target: int) -> Refused | None:
    """Check that an attack of a segment may be made now, and on this hex."""
    if segment < act.segment:
        return Refused("R-72", "an earlier segment is over: attacks go from Red to White")
    if (segment, target) in act.attacked:
        return Refused("R-81", "a hex is attacked at most once in a segment of an activation")
    return None


def check_fire(state: State, act: Activation, unit: Counter, target: int) -> Refused | None:
    """Check that a unit may shoot at a hex (A-89)."""
    if not unit.kind.troops or not unit.kind.range:
        return Unfit("A-87", f"{unit.key} cannot shoot")
    return check_shot(state, unit, target, "A-89") or in_order(act, unit.kind.segment, target)


def check_shot(state: State, unit: Counter, target: int, out_of_range: str) -> Refused | None:
    """Check that a unit that can shoot reaches a target in a hex; `out_of_range` is the rule that limits the range."""
    kind, ground = unit.kind, state.ground
    if kind.limited and unit.shots < 1:
        return Refused("R-25", f"{unit.key} has no shots left")
    if ground.distance(unit.hex, target) > kind.range:
        reach = "1 hex" if kind.range == 1 else f"{kind.range} hexes"
        return Refused(out_of_range, f"{ground.names[target]} is out of range of {unit.key} ({reach})")
    if not target_here(state, target, unit.side):
        return Refused("R-203", f"no enemy unit to shoot at is in {ground.names[target]}")
    return None


def check_hand(state: State, act: Activation, unit: Counter, target: int, verb: str) -> Refused | None:
    """Check that a unit may attack a hex hand to hand, mounted (Gold) or in melee (White)."""
    ground = state.ground
    if not unit.kind.troops:
        return Unfit("A-85", f"{unit.key} cannot fight hand to hand")
    if verb == "mounted" and not unit.kind.cavalry:
        return Unfit("A-95", f"{unit.key} is not mounted")
    if target not in ground.next[unit.hex]:
        return Refused("A-73", f"{ground.names[target]} is not next to {unit.key}")
    if not anybody_here(state, target, unit.side):
        return Refused("A-73", f"there is no enemy in {ground.names[target]}")
    return in_order(act, SEGMENT[verb], target)


def check_support(state: State, act: Activation, unit: Counter, target: int) -> Refused | None:
    """Check that a shooter or engine may support the melee that is being declared (A-88, R-91, R-106)."""
    attack = act.attack
    if attack is None or attack.kind != "melee" or target != attack.target:
        return Unfit("A-88", "only a melee is supported, and only the one that is being declared")
    able = unit.side == act.side and unit.hex != OFF and unit.kind.range
    if not able or unit.id in (*attack.attackers, *attack.supporters):
        return Refused("A-88", f"{unit.key} cannot support this melee")
    if unit.attacked == state.turn:
        return Refused("R-88", f"{unit.key} has already attacked this turn")
    if unit.routed or unit.hidden or ordered_moves.idle(state, unit) is not None:
        return Refused("A-88", f"{unit.key} is not fit to shoot")
    if (refused := check_room(state, unit)) is not None:
        return refused
    free = unit.kind.engine or (unit.captain == OFF and unit.led == OFF)
    if not free and unit.id not in act.members:
        return Refused("R-91", f"{unit.key} belongs to another formation")
    if unit.kind.engine and not orders.served(state, unit):
        return Refused("R-106", f"no engineers in good order serve {unit.key}")
    return check_shot(state, unit, target, "A-88")


def attack_actions(state: State, act: Activation) -> list[Action]:
    """Every attack that can be declared, or every way to go on with the one that is."""
    if act.attack is not None:
        return _joining(state, act, act.attack)
    actions: list[Action] = []
    enemy_hexes, ground = control.enemy_hexes(state, act.side), state.ground

    def nears(unit: Counter) -> bool:
        """Whether the enemy may be where a unit can attack him."""
        return unit.kind.range > 0 or not enemy_hexes.isdisjoint(ground.next[unit.hex])

    for unit in fighters(state, act, nears):
        if unit.kind.range:
            near = ground.distances(unit.hex)
            hexes = sorted(h for h in enemy_hexes if near[h] <= unit.kind.range and target_here(state, h, unit.side))
            actions += [Action("fire", (unit.id,), (h,)) for h in hexes if check_fire(state, act, unit, h) is None]
        for n in ground.next[unit.hex]:
            if n in enemy_hexes and anybody_here(state, n, unit.side):
                verbs = ("mounted", "melee") if unit.kind.cavalry else ("melee",)
                actions += [Action(v, (unit.id,), (n,)) for v in verbs if check_hand(state, act, unit, n, v) is None]
    return actions


def _joining(state: State, act: Activation, attack: Attack) -> list[Action]:
    target = attack.target
    joining = [u for u in fighters(state, act) if check_join(state, act, u, attack) is None]
    shooters = [u for u in state.units if u.kind.range and u.side == act.side]
    helping = [u for u in shooters if check_support(state, act, u, target) is None]
    return [
        *(Action(attack.kind, (unit.id,), (target,)) for unit in joining),
        *(Action("support", (unit.id,), (target,)) for unit in helping),
        Action("resolve"),
    ]


def check_join(state: State, act: Activation, unit: Counter, attack: Attack) -> Refused | None:
    if unit.id in (*attack.attackers, *attack.supporters):
        return Refused("R-88", f"{unit.key} is already in this attack")
    if attack.kind == "fire":
        if unit.kind.range and unit.kind.segment != attack.segment:
            names = state.setting.segment_names
            its, declared = names[unit.kind.segment], names[attack.segment]
            return Refused(
                "R-72", f"{unit.key} shoots in the {its} segment, the attack that is declared in the {declared}"
            )
        return check_fire(state, act, unit, attack.target)
    return check_hand(state, act, unit, attack.target, attack.kind)


def check_attack(state: State, act: Activation, action: Action) -> Refused | None:
    """Check that fire, mounted combat, melee or support is legal: the refusal, or None."""
    unit = state.units[action.counters[0]]
    if len(action.path) != 1:
        return Refused("A-73", f"{unit.key} attacks one hex: name it after an arrow")
    target, verb = action.path[0], action.verb
    if verb == "support":
        return check_support(state, act, unit, target)
    if act.charge is not None:
        return Refused("R-61", "a charge is under way: fight it first")
    refused = orders.no_fighting(act) or may_attack(state, act, unit)
    if refused is not None:
        return refused
    if act.attack is not None:
        if (act.attack.kind, act.attack.target) != (verb, target):
            return Refused("R-81", f"resolve the attack on {state.ground.names[act.attack.target]} first")
        return check_join(state, act, unit, act.attack)
    if verb == "fire":
        return check_fire(state, act, unit, target)
    return check_hand(state, act, unit, target, verb)


def do_attack(state: State, act: Activation, action: Action) -> None:
    """Declare an attack, or join it."""
    unit, target, verb = state.units[action.counters[0]], action.path[0], action.verb
    if verb == "support":
        assert act.attack is not None
        act.attack.supporters.append(unit.id)
        return
    if act.attack is None:
        segment = unit.kind.segment if verb == "fire" else SEGMENT[verb]
        act.attack = Attack(verb, segment, target)
        act.segment = segment
        act.fought = True
    act.attack.attackers.append(unit.id)


# --- resolving --------------------------------------------------------------------------------------------------


def resolve(state: State, act: Activation) -> None:
    """Ask those who may refuse battle, one at a time; when all have answered, roll."""
    attack = act.attack
    assert attack is not None
    if attack.kind in SEGMENT:
        for unit in state.troops(attack.target):
            if unit.side != act.side and unit.id not in attack.asked and may_refuse(unit):
                attack.asked = (*attack.asked, unit.id)
                if refusals(state, unit):
                    state.questions.append(Question("refuse", unit.side, unit.id))
                    return
    act.attack = None
    act.attacked = act.attacked | {(attack.segment, attack.target)}
    _resolve(state, act, attack)


def _resolve(state: State, act: Activation, attack: Attack) -> None:
    attackers, supporters = state.present(attack.attackers), state.present(attack.supporters)
    for unit in (*attackers, *supporters):
        unit.attacked = state.turn
        show_crew(state, unit)
    combat.note_fighting(state, (*attackers, *supporters))
    shooters = attackers if attack.kind == "fire" else supporters
    target = attack.target
    if target_here(state, target, act.side):
        for unit in shooters:
            spend_shot(state, unit)
        combat.strike(state, attack.kind, attackers, supporters, target, act.side)
    elif attack.kind in SEGMENT and anybody_here(state, target, act.side):
        for unit in attackers:
            control.turn_up(state, unit, "attacking", ("R-08",))
        for unit in state.here(target):
            if unit.side != act.side and not unit.hidden:
                control.remove(state, unit, "alone", ("A-146", "R-50", "R-78", "R-108"))
    else:
        state.tell("spent", ("G-42",), hex=state.ground.names[target], units=[u.key for u in attackers])
    for unit in shooters:
        exchange_if_spent(state, unit)


def show_crew(state: State, engine: Counter) -> None:
    """Engineers who serve an engine are turned up when it strikes: it is they who attack (R-08)."""
    if engine.kind.engine:
        for unit in state.here(engine.hex):
            if unit.kind.engineer:
                control.turn_up(state, unit, "attacking", ("R-08",))


def spend_shot(state: State, unit: Counter) -> None:
    """Every use is a shot, direct, support or at a charge (R-25)."""
    if unit.kind.limited:
        unit.shots -= 1


def exchange_if_spent(state: State, unit: Counter) -> None:
    """Spearmen without spears become light infantry (A-33, A-34)."""
    if unit.kind.limited and unit.shots < 1 and unit.kind.becomes is not None and unit.hex != OFF:
        unit.kind = unit.kind.becomes
        state.tell("spent-shots", ("A-33", "R-22"), unit=unit.key, now=unit.kind.name)


# --- refusing battle --------------------------------------------------------------------------------------------


def may_refuse(unit: Counter) -> bool:
    """Light cavalry and scouts may (A-38, R-35)."""
    if unit.drew_off or unit.hidden:
        return False
    return unit.kind.refuses and not unit.routed and not unit.face_down


def refusals(state: State, unit: Counter) -> tuple[Action, ...]:
    """The paths to draw off: up to two steps to a hex outside every enemy zone of control (R-35, G-42)."""
    open_to = control.way_out(state, unit.side)
    values: dict[int, tuple[int, ...]] = {}
    paths: list[tuple[int, ...]] = [(unit.hex,)]
    for _ in range(state.setting.figures.refuse_battle_hexes):
        paths = [(*path, n) for path in paths for n in state.ground.next[path[-1]] if n not in path and open_to(n)]
        for path in paths:
            if path[-1] not in values and control.fits(state, unit, path[-1]):
                values[path[-1]] = path
    return tuple(Action("refuse", (unit.id,), values[h]) for h in sorted(values))


def refuse_choices(state: State, question: Question) -> tuple[Action, ...]:
    unit = state.units[question.counter]
    return (*refusals(state, unit), Action("stand", (unit.id,)))


def do_refuse(state: State, question: Question, action: Action) -> None:
    unit = state.units[question.counter]
    if action.verb == "stand":
        return
    unit.drew_off = unit.unmasked
    names = state.ground.names
    attack = state.activation.attack if state.activation is not None else None
    attackers = () if attack is None or attack.refused else attack.attackers
    state.tell(
        "refuses",
        ("A-38", "R-35", "G-42"),
        unit=unit.key,
        way=[names[h] for h in action.path],
        hex=names[unit.hex],
        attackers=[state.units[i].key for i in attackers],
    )
    if attack is not None:
        attack.refused = True
    for b in action.path[1:]:
        movement.step(state, unit, b)
        control.meet(state, unit)
