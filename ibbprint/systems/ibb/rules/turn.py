"""The course of a game: set-up, turns, activations, the End phase; who must decide next, and what may be decided.

`settle` plays on until somebody must decide. `actions`, `check` and `do` are for whoever that is.
"""

from __future__ import annotations

from ibbprint.dice import Dice
from ibbprint.systems.ibb.rules import (
    attacks,
    charge,
    deploy,
    engines,
    form,
    magic,
    morale,
    mounting,
    orders,
    scouting,
    spells,
    standing,
    upkeep,
    works,
)  # fmt: skip
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Action, Activation, Question, Refused, State

FIGHTING = ("fire", "mounted", "melee", "support")


def start(state: State, lots: Dice | None = None) -> None:
    """Set up what has no choice, and play on to the first decision. The lots are those of `deploy.muster`."""
    deploy.muster(state, lots)
    settle(state)


def decider(state: State) -> int:
    """The side that must decide, by its number; -1 when the game is over."""
    if state.over:
        return -1
    if state.questions:
        return state.questions[0].side
    if state.placing:
        return state.units[state.placing[0]].side
    assert state.activation is not None
    return state.activation.side


def settle(state: State) -> None:
    """Play on until somebody must decide or the game is over."""
    while not state.over:
        if state.questions:
            if _asked(state):
                return
        elif state.phase == "set-up":
            if state.placing:
                return
            deploy.hide(state)
            _tell_standing(state, "ready", ("R-186",))
            _new_turn(state)
        elif state.phase == "setting-up":
            _setting_up(state)
        elif state.phase == "activation":
            act = state.activation
            if act is None:
                if state.cup:
                    orders.draw(state)
                else:
                    # off R-187: state.phase, state.over = "end", state.turn >= state.setting.turns
                    state.phase = "end"
                    # off A-109: pass
                    morale.checks(state)
            elif act.charge is not None and act.charge.stage != "declared":
                charge.ride(state, act)
            elif act.attack is not None and act.attack.asked:
                attacks.resolve(state, act)
            else:
                return
        else:
            _end_phase(state)


def _asked(state: State) -> bool:
    """Whether the first question is one to be asked: those with one answer answer themselves."""
    question = state.questions[0]
    unit = state.units[question.counter]
    if unit.dead or (unit.hex == OFF and question.kind != "reinforcement"):
        state.questions.pop(0)
        return False
    choices = question_choices(state, question)
    if len(choices) > 1:
        return True
    state.questions.pop(0)
    if choices:
        _answer(state, choices[0])
    elif question.kind == "rout" and unit.routed:
        morale.run(state, unit, (unit.hex,))
    elif question.kind == "summon":
        spells.no_room(state, unit)
    return False


def question_choices(state: State, question: Question) -> tuple[Action, ...]:
    """What may be answered to a question as things stand."""
    unit = state.units[question.counter]
    kind = question.kind
    if kind == "rout":
        return morale.rout_choices(state, unit) if unit.routed else ()
    if kind == "refuse":
        return attacks.refuse_choices(state, question)
    if kind == "advance":
        return charge.advance_choices(state, question)
    if kind == "reinforcement":
        return deploy.entry_choices(state, unit)
    if kind == "draw-off":
        return attacks.refuse_choices(state, question)
    if kind == "shoot" and state.activation is not None:
        return charge.shoot_choices(state, state.activation, unit)
    if kind == "react" and state.activation is not None:
        return magic.react_choices(state, state.activation, unit)
    return magic.question_choices(state, question) or works.question_choices(state, question)


def _answer(state: State, action: Action) -> None:
    unit = state.units[action.who[0]] if action.who else None
    verb = action.verb
    if verb == "rout" and unit is not None:
        morale.run(state, unit, action.path)
    elif verb in ("refuse", "stand"):
        attacks.do_refuse(state, action)
    elif verb in ("shoot", "hold") and state.activation is not None:
        charge.do_shoot(state, state.activation, action)
    elif verb in ("enter", "halt") and unit is not None:
        if unit.hex == OFF:
            deploy.enter(state, unit, action.path[0])
        else:
            charge.do_advance(state, action)
    elif verb == "wait":
        pass
    elif not magic.answer(state, action):
        works.answer(state, action)


# --- turns ------------------------------------------------------------------------------------------------------


def _new_turn(state: State) -> None:
    state.turn += 1
    state.phase = "setting-up"
    state.tell("turn", ("A-52",), number=state.turn, of=state.setting.turns)
    orders.release(state)
    for unit in deploy.reinforcements(state):
        # off R-165: pass
        state.questions.append(Question("reinforcement", unit.side, unit.id, ()))
    upkeep.setting_up(state)


def _setting_up(state: State) -> None:
    orders.fill_cup(state)
    state.phase = "activation"


def _end_phase(state: State) -> None:
    """Rout moves of those still Routed, engineers' works, victory (G-27)."""
    for unit in state.units:
        if unit.hex != OFF and unit.routed and unit.ran != state.turn:
            # off G-27 R-123: pass
            state.questions.append(Question("rout", unit.side, unit.id, ()))
            unit.ran = state.turn
    if state.questions:
        return
    works.end_phase(state)
    if state.turn >= state.setting.turns:
        state.over = True
        state.phase = "over"
        _tell_standing(state, "over", ("R-168", "R-187"))
        return
    _tell_standing(state, "turn-over", ())
    _new_turn(state)


def _tell_standing(state: State, kind: str, rules: tuple[str, ...]) -> None:
    if state.events is not None:
        state.tell(kind, rules, number=state.turn, **standing.snapshot(state))


def _close(state: State, act: Activation) -> None:
    """The activation is over: who acted has acted."""
    ids = (*act.members, act.leader) if act.leader != OFF else act.members
    for i in ids:
        state.units[i].acted = state.turn
    state.activation = None


# --- what may be decided ----------------------------------------------------------------------------------------


def actions(state: State) -> list[Action]:
    """Every decision that may be made now, in a fixed order."""
    if state.over:
        return []
    if state.questions:
        return list(question_choices(state, state.questions[0]))
    if state.placing:
        return list(deploy.choices(state))
    act = state.activation
    assert act is not None
    if not act.ordered:
        return [Action("attach", (u.id,)) for u in orders.attachable(state, act)] + [Action("order")]
    found: list[Action] = []
    if act.attack is not None:
        return attacks.attack_actions(state, act)
    if act.charge is not None:
        return charge.charge_actions(state, act)
    if orders.can_move(act):
        found += orders.move_actions(state, act)
    crowded = orders.overstacked(state, act)
    found += _rallies(state, act, crowded)
    if crowded:
        return found
    if orders.can_fight(act):
        found += attacks.attack_actions(state, act)
        found += charge.charge_actions(state, act)
    found += magic.actions(state, act)
    found += works.actions(state, act)
    found += engines.actions(state, act)
    found += mounting.actions(state, act)
    found += scouting.actions(state, act)
    # off R-14: found += [] if any(action.verb == "melee" for action in found) else [Action("end")]
    found.append(Action("end"))
    return found


def _rallies(state: State, act: Activation, crowded: set[int]) -> list[Action]:
    return [Action("rally", (i,)) for i in act.members if check_rally(state, act, i, crowded) is None]


def check_rally(state: State, act: Activation, i: int, crowded: set[int]) -> Refused | None:
    """Why a unit may not declare a rally (R-55, R-118); `crowded` are the hexes that somebody must leave first."""
    unit = state.units[i]
    if not act.ordered or i not in act.members or not unit.kind.troops or unit.hex == OFF:
        return Refused("R-118", f"{unit.key} is not under the orders of this activation")
    if unit.disorganised < 0 and not unit.routed:
        return Refused("A-122", f"{unit.key} is in good order")
    refused = orders.idle(state, unit)
    if refused is not None:
        return refused
    # off A-122: if False:
    if unit.moved == state.turn or unit.attacked == state.turn:
        return Refused("R-118", f"{unit.key} has already acted")
    if unit.hex in crowded:  # it may be the only one who can leave
        return Refused("R-16", f"too many counters are with {unit.key}: one of them must move on first")
    return None


def check(state: State, action: Action) -> Refused | None:
    """Why an action is not legal now, or None."""
    if state.over:
        return Refused("R-187", "the game is over")
    if state.questions:
        choices = question_choices(state, state.questions[0])
        if action in choices or magic.is_split_of(state, action, choices):
            return None
        return Refused("R-72", f"this does not answer the question: {state.questions[0].kind}")
    refused = form.check(state, action)
    if refused is not None:
        return refused
    if state.placing:
        return deploy.check(state, action)
    act = state.activation
    assert act is not None
    verb = action.verb
    if verb == "attach":
        if act.ordered or state.units[action.who[0]] not in orders.attachable(state, act):
            return Refused("R-49", f"{state.units[action.who[0]].key} cannot join the formation now")
        return None
    if verb == "order":
        return None if not act.ordered else Refused("A-54", "the captain has already rolled for orders")
    if not act.ordered:
        return Refused("A-54", "the captain must roll for orders first")
    if verb == "move":
        return orders.check_move(state, act, action)
    if verb == "rally":
        return check_rally(state, act, action.who[0], orders.overstacked(state, act))
    if verb == "resolve":
        return None if act.attack or act.charge else Refused("A-78", "no attack has been declared")
    refused = _check_other(state, act, action)
    if refused is None and orders.overstacked(state, act):
        return Refused("R-16", "a hex is overstacked: one of them must move on first")
    return refused


def _check_other(state: State, act: Activation, action: Action) -> Refused | None:
    """The same for all that is not done while too many stand in a hex (R-16): fighting, casting, works, the end."""
    verb = action.verb
    if verb in FIGHTING:
        return attacks.check_attack(state, act, action)
    if verb == "charge":
        return charge.check_charge(state, act, action)
    if verb == "end":
        return Refused("A-78", "resolve the attack that has been declared first") if act.attack or act.charge else None
    if act.attack or act.charge:
        return Refused("R-72", "resolve the attack that has been declared first")
    if verb in magic.VERBS:
        return magic.check(state, act, action)
    if verb in works.VERBS:
        return works.check(state, act, action)
    if verb in engines.VERBS:
        return engines.check(state, act, action)
    if verb in mounting.VERBS:
        return mounting.check(state, act, action)
    if verb in scouting.VERBS:
        return scouting.check(state, act, action)
    return Refused("A-63", f"nobody can {verb} now")


def do(state: State, action: Action) -> None:
    """Do what has been decided, and play on to the next decision. The action must be legal."""
    if state.questions:
        state.questions.pop(0)
        _answer(state, action)
        settle(state)
        return
    if state.placing:
        deploy.do(state, action)
        settle(state)
        return
    act = state.activation
    assert act is not None
    verb = action.verb
    if verb == "move":
        orders.do_move(state, act, action)
        works.after_move(state, action)
    elif verb in FIGHTING:
        attacks.do_attack(state, act, action)
    elif verb == "resolve":
        if act.attack is not None:
            attacks.resolve(state, act)
        else:
            charge.start(state, act)
    elif verb == "end":
        _close(state, act)
    elif verb == "charge":
        charge.do_charge(state, act, action)
    elif verb == "order":
        orders.roll_orders(state, act)
    elif verb == "attach":
        orders.attach(state, act, state.units[action.who[0]])
    elif verb == "rally":
        unit = state.units[action.who[0]]
        unit.rallying = state.turn
        state.tell("rally", ("A-114", "R-118"), unit=unit.key)
    elif not (
        magic.do(state, act, action)
        or works.do(state, act, action)
        or engines.do(state, act, action)
        or mounting.do(state, act, action)
    ):
        scouting.do(state, act, action)
    settle(state)
