"""The phases of a turn: what happens in each, chits from the cup, what ends and what is judged when (P-10 to P-16)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ibbprint.engine import once, rolls
from ibbprint.engine.rolls import AppliedModifier, Roll
from ibbprint.engine.space import OFF
from ibbprint.engine.state import NOBODY, Action
from ibbprint.systems.printed.rules import arrivals, attacks, combat, leaders, movement, supply, victory
from ibbprint.systems.printed.rules.effects import Clause
from ibbprint.systems.printed.rules.forces import RollRule
from ibbprint.systems.printed.rules.numbers import number
from ibbprint.systems.printed.rules.sequence import Op
from ibbprint.systems.printed.rules.state import Counter, Refused, State

END = Action("end")


# --- from phase to phase --------------------------------------------------------------------------------------------


def set_up(state: State) -> None:
    """The set-up; its questions come first, then the first turn."""
    arrivals.set_up(state)
    state.phase = "set-up"
    state.moment("ready")


def begin_game(state: State) -> bool:
    new_turn(state)
    return True


def new_turn(state: State) -> None:
    """The next turn, or the end of the game after the last."""
    if state.turn:
        end_turn(state)
        if state.over:
            return
    state.turn += 1
    state.op = -1
    state.forget()
    state.tell("turn", number=state.turn, of=state.setting.last_turn)
    advance(state)


def end_turn(state: State) -> None:
    """Victory at the end of a turn; the marks of the turn fall away (P-15)."""
    if not any(op.do == "points" for op in state.setting.program):
        victory.award(state, "turn")
    victory.judge(state, "turn")
    if state.over:
        return
    if state.turn >= state.setting.last_turn:
        victory.award(state, "end")
        victory.judge(state, "end")
        return
    rests = any(op.do == "ready" for op in state.setting.program)
    for unit in state.counters:
        unit.replaced = unit.no_attack = False
        if not rests:
            unit.spent = 0
    state.brought.clear()
    state.moment("turn-over")


def advance(state: State) -> None:
    """On to the next phase of the turn that is played, or to the next turn."""
    program, setting = state.setting.program, state.setting
    while True:
        state.op += 1
        if state.op >= len(program):
            state.phase, state.op = "turn-over", -1
            return
        op = program[state.op]
        if op.do == "draw":
            fill(state, op)
            if not draw(state, op):
                state.op = op.end
                continue
        elif op.do == "redraw":
            if draw(state, program[op.cup_at]):
                state.op = op.cup_at
            continue
        elif op.when is not None and not op.when.in_turn(setting, state.turn):
            continue
        if op.do == "draw" and not op.decline:
            continue
        state.phase, state.begun = op.do, False
        return


def fill(state: State, op: Op) -> None:
    """Fill the cup: a chit for each group that has a counter on the map, or as many as the rules say (P-14)."""
    groups: dict[str, int] = {}
    for unit in state.counters:
        group = str(unit.kind.values.get(op.cup, ""))
        if not group:
            continue
        if isinstance(op.chits, dict):
            groups[group] = op.chits.get(group, 0)
        elif unit.hex != OFF:
            count = 1 if op.chits is None else int(number(unit.kind.values.get(op.chits, 1)) or 1)
            groups[group] = max(groups.get(group, 0), count)
    state.cup = [group for group in sorted(groups) for _ in range(groups[group])]


def draw(state: State, op: Op) -> bool:
    """Draw a chit; those of groups without a counter on the map are laid aside."""
    while len(state.cup) > op.leave:
        group = rolls.draw(state.cup, state.dice)
        on_map = any(u.hex != OFF and str(u.kind.values.get(op.cup, "")) == group for u in state.counters)
        state.group = group
        state.tell("draws", ("P-14",), group=group, aside=not on_map)
        if on_map:
            return True
    state.group = ""
    return False


def leave(state: State) -> None:
    """The phase is over."""
    state.resolving = False
    state.declared.clear()
    state.attacked.clear()
    advance(state)


def tell_phase(state: State) -> None:
    op, side = state.phase_op, state.side
    values = {"side": state.setting.sides[side]} if side != NOBODY else {}
    state.tell("phase", name=op.name, id=op.id, of_nobody=side == NOBODY, **values)


def begin(state: State) -> bool:
    """Whether a phase begins just now."""
    if state.begun:
        return False
    state.begun = True
    if state.setting.supply is None:
        state.cache = {}  # who may act is another; how far units get is not
    else:
        state.forget()
    tell_phase(state)
    return True


# --- phases that play themselves ------------------------------------------------------------------------------------


def turn_over(state: State) -> bool:
    new_turn(state)
    return True


def draw_phase(state: State) -> bool:
    """The side of a drawn chit may decline it."""
    state.begun = True
    return False


def arrive(state: State) -> bool:
    if begin(state):
        arrivals.arrive(state, state.side)
    else:
        leave(state)
    return True


def judge_supply(state: State) -> bool:
    tell_phase(state)
    for side in state.phase_sides:
        supply.set_supply(state, side)
    victory.judge(state, "once")
    if not state.over:
        leave(state)
    return True


def remove(state: State) -> bool:
    """Units that the condition picks are eliminated, or suffer the effect; leaders among them are displaced."""
    op = state.phase_op
    if not begin(state):
        leave(state)
        return True
    sides = state.phase_sides
    picked = [unit for unit in state.counters if unit.hex != OFF and unit.side in sides and state.concerns(unit)]
    for unit in picked:
        if unit.hex == OFF:
            continue
        hex, side = unit.hex, unit.side
        if unit.kind.leader:
            leaders.displace(state, unit)
            continue
        for clause in op.effect:
            removed(state, unit, clause, op.name)
        leaders.left_alone(state, hex, side)
    victory.judge(state, "once")
    return True


def removed(state: State, unit: Counter, clause: Clause, name: str) -> None:
    state.tell("removes", ("P-13",), unit=unit.key, hex=state.name(unit.hex), phase=name)
    if clause.act in ("lose", "each"):
        for _ in range(min(clause.number, unit.steps_left)):
            combat.lose_step(state, None, unit, "defenders")
    elif clause.act == "become":
        state.become(unit, clause.state, "P-13")
    else:
        state.eliminate(unit, "P-53")


def recover(state: State) -> bool:
    tell_phase(state)
    op, sides = state.phase_op, state.phase_sides
    for unit in state.counters:
        if unit.hex == OFF or not unit.state or unit.side not in sides or (op.states and unit.state not in op.states):
            continue
        if not state.concerns(unit):
            continue
        recover = state.setting.states[unit.state].recover
        if recover is not None:
            fallen = recover.dice.throw(state.dice)
            if not recovery(state, unit, recover).passes(fallen):
                values = {"unit": unit.key, "state": unit.state, "hex": state.name(unit.hex), "die": str(fallen)}
                state.tell("fails", ("P-16",), **values)
                continue
        state.tell("recovers", ("P-16",), unit=unit.key, state=unit.state, hex=state.name(unit.hex))
        unit.state = ""
        state.changed(unit.side)
    leave(state)
    return True


def recovery(state: State, unit: Counter, rule: RollRule) -> Roll:
    """The roll of a unit to recover (P-16)."""
    cell = unit.kind.values.get(rule.column) if rule.column else None
    needs = rule.needs if cell in (None, "") else number(cell)
    used = []
    for modifier in rule.with_:
        fits = modifier.units is not None and state.fits(unit, modifier.units)
        if fits or (modifier.leader and state.leaders_in(unit.hex, unit.side)):
            used.append(
                AppliedModifier("leader" if modifier.leader else "with", modifier.name, "die", modifier.add, ("P-16",))
            )
    return Roll(int(needs or 0), rule.dice.faces * rule.dice.number, tuple(used), at_least=rule.at_least)


def ready(state: State) -> bool:
    for unit in state.counters:
        if unit.kind.leader and unit.side in state.phase_sides and state.concerns(unit):
            unit.spent = 0
    leave(state)
    return True


def points(state: State) -> bool:
    tell_phase(state)
    victory.award(state, "turn")
    leave(state)
    return True


# --- phases in which a side acts ------------------------------------------------------------------------------------


def move(state: State) -> bool:
    if begin(state):
        for unit in state.counters:
            if unit.side == state.side:
                unit.moved = False
    return passed_over(state, movement.anybody_moves)


def passed_over(state: State, anybody: Callable[[State], bool]) -> bool:
    """Play on where something happened at once, or where its side can do nothing but end (P-10)."""
    victory.judge(state, "once")
    if state.over:
        return True
    if anybody(state):
        return False
    leave(state)
    return True


def kept(state: State, name: str, actions: Callable[[State], Sequence[Action]]) -> Sequence[Action]:
    """The actions of a phase, worked out once until something changes."""
    key = ("actions", name, state.op, len(state.declared), len(state.attacked), state.spendable)
    return once.kept(state.cache, key, lambda: actions(state))


def move_actions(state: State) -> Sequence[Action]:
    return kept(state, "move", lambda state: [*movement.moves(state), END])


def check_moving(state: State, action: Action) -> Refused | None:
    if action.verb == "end":
        return None
    if action.verb == "move":
        return movement.check_move(state, action)
    if action.verb == "exit":
        return movement.check_exit(state, action)
    return Refused("P-10", f"nobody can {action.verb} in this phase")


def do_moving(state: State, action: Action) -> None:
    if action.verb == "end":
        leave(state)
    elif action.verb == "exit":
        movement.do_exit(state, action)
    else:
        movement.do_move(state, action)


def fight(state: State) -> bool:
    if state.battle is not None:
        combat.resume(state)
        return True
    if begin(state):
        for unit in state.counters:
            if unit.side == state.side:
                unit.fought = False
        state.attacked.clear()
    if state.resolving and not state.declared:
        leave(state)
        return True
    if state.resolving:
        if len(state.declared) == 1:
            combat.do_resolve(state, combat.resolve_actions(state)[0])
            return True
        return False
    if len(fight_actions(state)) > 1:
        return False
    if state.declared:
        state.resolving = True
    else:
        leave(state)
    return True


def fight_actions(state: State) -> Sequence[Action]:
    if state.resolving:
        return combat.resolve_actions(state)
    return kept(state, "fight", _list_attacks)


def _list_attacks(state: State) -> Sequence[Action]:
    listed = list(combat.attack_actions(state))
    return listed if listed and obliged(state) is not None else [*listed, END]


def obliged(state: State) -> Refused | None:
    """Why the phase may not end yet: an attack that is obliged and legal (P-47)."""
    fight = attacks.fight_of(state)
    must = fight.model.must
    if must == "no":
        return None
    near = state.setting.space.near
    enemy = state.occupied(1 - state.side)
    for hex in attacks.target_hexes(state, fight):
        units = [
            unit
            for unit in attacks.able(state, fight)
            if hex in near[unit.hex] and attacks.reaches(state, unit, hex, fight) is None
        ]
        if not units:
            continue
        assault = attacks.Assault(fight, tuple(units), (hex,), tuple(state.units_in(hex, 1 - state.side)))
        if attacks.check_assault(state, assault) is not None:
            continue
        if must in ("hexes", "both"):
            return Refused("P-47", f"{state.name(hex)} must be attacked")
        return Refused(
            "P-47", f"{units[0].key} must attack, next to {state.name(min(enemy & set(near[units[0].hex])))}"
        )
    return None


def check_fighting(state: State, action: Action) -> Refused | None:
    if action.verb == "end":
        if state.resolving:
            return Refused("P-47", "declared attacks must be resolved")
        return obliged(state)
    if action.verb == "resolve":
        if state.resolving and any(hexes == action.path for _, hexes, _ in state.declared):
            return None
        return Refused("P-47", "no attack on this hex waits to be resolved")
    if action.verb == "attack" and not state.resolving:
        return combat.check_attack(state, action)
    return Refused("P-10", f"nobody can {action.verb} in this phase")


def do_fighting(state: State, action: Action) -> None:
    if action.verb == "end":
        if state.declared:
            state.resolving = True
        else:
            leave(state)
    elif action.verb == "resolve":
        combat.do_resolve(state, action)
    else:
        combat.do_attack(state, action)


def replace(state: State) -> bool:
    if begin(state):
        state.spendable = state.setting.points_in(state.side, state.turn)
    return passed_over(state, lambda state: len(replace_actions(state)) > 1)


def replace_actions(state: State) -> Sequence[Action]:
    return kept(state, "replace", lambda state: [*arrivals.replacements(state), END])


def check_replacing(state: State, action: Action) -> Refused | None:
    if action.verb == "end":
        return None
    unit = state.counters[action.counters[0]]
    if action.verb == "restore":
        return arrivals.check_restore(state, unit)
    if action.verb == "place":
        return arrivals.check_new(state, unit, action.path[0])
    return Refused("P-10", f"nobody can {action.verb} in this phase")


def do_replacing(state: State, action: Action) -> None:
    if action.verb == "end":
        leave(state)
        return
    state.cache = {}
    if action.verb == "restore":
        arrivals.do_restore(state, action)
    else:
        arrivals.do_new(state, action)


def draw_actions(state: State) -> Sequence[Action]:
    return [Action("activate"), Action("pass")]


def check_drawn(state: State, action: Action) -> Refused | None:
    return None if action.verb in ("activate", "pass") else Refused("P-14", "activate the group, or pass")


def do_drawn(state: State, action: Action) -> None:
    """Play the phases of the drawn group, or lay its chit aside."""
    if action.verb == "pass":
        state.tell("declines", ("P-14",), group=state.group)
        state.op = state.phase_op.end - 1
    advance(state)
