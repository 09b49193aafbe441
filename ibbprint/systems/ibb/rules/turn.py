"""The course of a game: set-up, turns, activations, the End phase; its questions, and what may be done on a chit."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.engine.flow import Deed, Flow, Phase, QuestionKind
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.state import Action, Question
from ibbprint.phrases import capital
from ibbprint.systems.ibb.rules import (
    attacks,
    charge,
    deploy,
    engines,
    magic,
    morale,
    mounting,
    ordered_moves,
    orders,
    scouting,
    spells,
    upkeep,
    victory,
    works,
)
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.notation import NOTATION
from ibbprint.systems.ibb.rules.state import UNKNOWN, Activation, Refused, State

# --- phases -----------------------------------------------------------------------------------------------------


def _play_set_up(state: State) -> bool:
    if state.placing:
        return False
    deploy.hide(state)
    _tell_standing(state, "ready", ("R-186",))
    _new_turn(state)
    return True


def _placing_side(state: State) -> int:
    return state.units[state.placing[0]].side


def _new_turn(state: State) -> None:
    state.turn += 1
    state.deeds += 1
    state.phase = "setting-up"
    state.tell("turn", ("A-52",), number=state.turn, of=state.setting.turns)
    ordered_moves.release(state)
    for unit in deploy.reinforcements(state):
        state.questions.append(Question("reinforcement", unit.side, unit.id))
    upkeep.setting_up(state)


def _play_setting_up(state: State) -> bool:
    orders.fill_cup(state)
    state.phase = "activation"
    return True


def _play_activations(state: State) -> bool:
    act = state.activation
    if act is None and state.cup:
        orders.draw(state)
        return True
    if act is None:
        state.phase = "end"
        morale.checks(state)
    elif act.charge is not None and act.charge.stage != "declared":
        charge.ride(state, act)
    elif act.attack is not None and act.attack.asked:
        attacks.resolve(state, act)
    else:
        return False
    state.deeds += 1
    return True


def _play_end(state: State) -> bool:
    """Rout moves of those still Routed, engineers' works, victory (G-27)."""
    state.deeds += 1
    for unit in state.alive():
        if unit.routed and unit.ran != state.turn:
            state.questions.append(Question("rout", unit.side, unit.id))
            unit.ran = state.turn
    if state.questions:
        return True
    works.end_phase(state)
    if state.turn >= state.setting.turns:
        state.over = True
        state.phase = "over"
        _tell_standing(state, "over", ("R-168", "R-187"))
    else:
        _tell_standing(state, "turn-over", ())
        _new_turn(state)
    return True


def _tell_standing(state: State, kind: str, rules: tuple[str, ...]) -> None:
    if state.events is not None:
        state.tell(kind, rules, number=state.turn, **victory.snapshot(state))


# --- what may be done on a chit ---------------------------------------------------------------------------------


def _side(state: State) -> int:
    return state.acting.side


def _actions(state: State) -> list[Action]:
    act = state.acting
    if not act.ordered:
        return [*_attachments(state, act), Action("order")]
    if act.attack is not None:
        return attacks.attack_actions(state, act)
    if act.charge is not None:
        return charge.charge_actions(state, act)
    crowded = ordered_moves.overstacked(state, act)
    return [*ordered_moves.move_actions(state, act, crowded), *besides_moves(state, act, crowded)]


def besides_moves(state: State, act: Activation, crowded: set[int]) -> list[Action]:
    """All that may be done under orders but moving, while no attack is being declared.

    `crowded` are the hexes that somebody must leave first.
    """
    shaken = [u.id for u in state.those(act.members) if u.in_disorder]
    actions = [Action("rally", (i,)) for i in shaken if check_rally(state, act, i, crowded) is None]
    if crowded:
        return actions
    for deed in DEEDS.values():
        actions += deed.actions(state, act)
    actions.append(Action("end"))
    return actions


def at_will(state: State) -> Activation | None:
    """The activation in which a side may do what it likes now: no question, no orders to roll, no attack under way."""
    act = state.activation
    if state.questions or act is None or not act.ordered or act.attack is not None or act.charge is not None:
        return None
    return act


def still_open(state: State) -> tuple[str, tuple[str, ...]]:
    """What the activation under way may still do, in a sentence, and its rules; empty without orders or a question."""
    act = state.activation
    if state.questions or act is None or not act.ordered:
        return "", ()
    crowded = sorted(ordered_moves.overstacked(state, act)) if at_will(state) is not None else ()
    if crowded:
        places = ", ".join(state.ground.names[h] for h in crowded)
        return f"Too many counters are in {places}: one of them must move on first.", ("R-16",)
    casts = act.mode == "caster"
    deed, first = ("casting", "spell") if casts else ("fighting", "attack")
    moving, fighting = orders.no_moving(act), orders.no_fighting(act)
    if moving is not None and (fighting is not None or at_will(state) is None):
        return f"{capital(moving.message)}.", (moving.rule,)
    if moving is not None:
        text = f"{capital(deed)} is open, moving is over: {moving.message}."
    elif fighting is not None:
        return f"Moving is open, {deed} is over: {fighting.message}.", (fighting.rule,)
    elif act.fought:
        text = f"{capital(deed)} and moving are open; the first move ends the {deed}."
    else:
        ends = f"; the first {first} ends the moving" if act.moved_first else ", in either order, each once"
        text = f"Moving and {deed} are open{ends}."
    if casts:
        return text, ("R-61", "R-63")
    if not act.fought:
        return f"{text} A unit that has moved may fight too.", ("A-63", "R-61")
    if not act.segment:
        return text, ("A-63", "R-61")
    name = state.setting.segment_names[act.segment]
    return f"{text} Attacks have come to the {name} segment.", ("A-63", "R-61", "R-72")


def _attachments(state: State, act: Activation) -> list[Action]:
    return [Action("attach", (unit.id,)) for unit in orders.attachable(state, act)]


def check_rally(state: State, act: Activation, i: int, crowded: set[int]) -> Refused | None:
    """Check that a unit may declare a rally (R-55, R-118); `crowded` are the hexes that must be thinned out first."""
    unit = state.units[i]
    if not act.ordered or i not in act.members or not unit.kind.troops or unit.hex == OFF:
        return Refused("R-118", f"{unit.key} is not under the orders of this activation")
    if not unit.in_disorder:
        return Refused("A-122", f"{unit.key} is in good order")
    if (refused := ordered_moves.idle(state, unit)) is not None:
        return refused
    if unit.moved == state.turn or unit.attacked == state.turn:
        return Refused("R-118", f"{unit.key} has already acted")
    if unit.hex in crowded:  # it may be the only one who can leave
        return Refused("R-16", f"too many counters are with {unit.key}: one of them must move on first")
    return None


def _check(state: State, action: Action) -> Refusal | None:
    act, verb = state.acting, action.verb
    if verb == "attach":
        if act.ordered or action not in _attachments(state, act):
            return Refused("R-49", f"{state.units[action.counters[0]].key} cannot join the formation now")
        return None
    if verb == "order":
        return None if not act.ordered else Refused("A-54", "the captain has already rolled for orders")
    if not act.ordered:
        return Refused("A-54", "the captain must roll for orders first")
    if verb == "move":
        return ordered_moves.check_move(state, act, action)
    if verb == "rally":
        return check_rally(state, act, action.counters[0], ordered_moves.overstacked(state, act))
    if verb == "resolve":
        return None if act.attack or act.charge else Refused("R-72", "no attack has been declared")
    refused = _check_deed(state, act, action)
    if refused is None and ordered_moves.overstacked(state, act):
        return Refused("R-16", "a hex is overstacked: one of them must move on first")
    return refused


def _check_deed(state: State, act: Activation, action: Action) -> Refusal | None:
    """The same for all that is not done while too many stand in a hex (R-16): fighting, casting, works, the end."""
    verb = action.verb
    if (act.attack or act.charge) and verb not in FIGHTING:
        return Refused("R-72", "resolve the attack that has been declared first")
    if verb == "end":
        return None
    deed = _DEED_OF.get(verb)
    return Refused("A-63", f"nobody can {verb} now") if deed is None else deed.check(state, act, action)


def _do(state: State, action: Action) -> None:
    act, verb = state.acting, action.verb
    if verb not in QUIET:
        state.deeds += 1
    if verb == "move":
        ordered_moves.do_move(state, act, action)
        works.after_move(state, action)
    elif verb == "resolve":
        if act.attack is not None:
            attacks.resolve(state, act)
        else:
            charge.start(state, act)
    elif verb == "end":
        _close(state, act)
    elif verb == "order":
        orders.roll_orders(state, act)
    elif verb == "attach":
        orders.attach(state, act, state.units[action.counters[0]])
    elif verb == "rally":
        unit = state.units[action.counters[0]]
        unit.rallying = state.turn
        state.tell("rally", ("A-114", "R-118"), unit=unit.key)
    else:
        _DEED_OF[verb].do(state, act, action)


def _close(state: State, act: Activation) -> None:
    """The activation is over: who acted has acted."""
    for i in act.everybody:
        state.units[i].acted = state.turn
    state.activation = None


ATTACKS = ("fire", "mounted", "melee", "support")
FIGHTING = (*ATTACKS, "charge")
"""What may be added to an attack that has been declared."""
QUIET = frozenset((*FIGHTING, "move", "order", "attach", "rally", "end"))
"""Actions that leave the worth of every attack as it was: moves, and attacks that are only declared."""
DEEDS: Mapping[tuple[str, ...], Deed[State, Activation]] = {
    ATTACKS: Deed(attacks.attack_actions, attacks.check_attack, attacks.do_attack),
    ("charge",): Deed(charge.charge_actions, charge.check_charge, charge.do_charge),
    ("cast",): Deed(magic.actions, magic.check, magic.do),
    ("dig", "bridge", "petard"): Deed(works.actions, works.check, works.do),
    ("bombard",): Deed(engines.actions, engines.check, engines.do),
    ("dismount", "mount"): Deed(mounting.actions, mounting.check, mounting.do),
    ("show",): Deed(scouting.actions, scouting.check, scouting.do),
}
"""What can be done besides moving and rallying, by its verbs, in the order in which it is listed."""
_DEED_OF = {verb: deed for verbs, deed in DEEDS.items() for verb in verbs}


# --- questions --------------------------------------------------------------------------------------------------


def _has_left_map(state: State, question: Question) -> bool:
    return state.units[question.counter].hex == OFF


def _rout(state: State, question: Question, action: Action) -> None:
    morale.run(state, state.units[question.counter], action.path)


def _rout_on_the_spot(state: State, question: Question) -> None:
    unit = state.units[question.counter]
    if unit.routed:
        morale.run(state, unit, (unit.hex,))


def _is_dead(state: State, question: Question) -> bool:
    return state.units[question.counter].dead


def _enter(state: State, question: Question, action: Action) -> None:
    if action.verb == "enter":
        deploy.enter(state, state.units[question.counter], action.path[0])


def _nothing(state: State, question: Question) -> tuple[Action, ...]:
    return ()


def _unseen(state: State, question: Question, action: Action) -> None:
    """Nobody answers in a view."""


QUESTIONS: Mapping[str, QuestionKind[State]] = {
    "rout": QuestionKind(
        "R-123", "where the unit routs to", morale.rout_choices, _rout, _has_left_map, _rout_on_the_spot
    ),
    "refuse": QuestionKind(
        "A-38", "whether the unit refuses battle", attacks.refuse_choices, attacks.do_refuse, _has_left_map
    ),
    "draw-off": QuestionKind(
        "R-39", "whether the scout draws off", attacks.refuse_choices, attacks.do_refuse, _has_left_map
    ),
    "advance": QuestionKind(
        "R-83", "whether the rider advances", charge.advance_choices, charge.do_advance, _has_left_map
    ),
    "reinforcement": QuestionKind("R-165", "where the unit comes in", deploy.entry_choices, _enter, _is_dead),
    "shoot": QuestionKind(
        "G-32", "whether the unit shoots at the riders", charge.shoot_choices, charge.do_shoot, _has_left_map
    ),
    "react": QuestionKind(
        "R-101",
        "whether the caster strikes the riders",
        charge.react_choices,
        charge.react,
        _has_left_map,
        also=magic.is_split_of,
    ),
    "summon": QuestionKind(
        "R-155", "where the summoned unit appears", spells.summon_choices, magic.summon, _has_left_map, spells.no_room
    ),
    "raise": QuestionKind("R-158", "who rises, and where", spells.raise_choices, magic.raise_dead, _has_left_map),
    "upkeep": QuestionKind("R-143", "whether upkeep is paid", upkeep.choices, upkeep.pay, _has_left_map),
    "step-back": QuestionKind(
        "A-105", "where the engineers step back to", works.ways_to_step_back, works.step_back, _has_left_map
    ),
    UNKNOWN: QuestionKind("A-16", "what the enemy must decide", _nothing, _unseen),
}
FLOW = Flow(
    {
        "set-up": Phase(_play_set_up, _placing_side, deploy.choices, deploy.check, deploy.do),
        "setting-up": Phase(_play_setting_up),
        "activation": Phase(_play_activations, _side, _actions, _check, _do),
        "end": Phase(_play_end),
    },
    QUESTIONS,
    NOTATION.form,
    Refused,
    over="R-187",
)
"""The sequence of play."""
