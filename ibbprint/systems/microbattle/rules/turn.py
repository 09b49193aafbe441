"""The sequence of play: initiative, then for each side the commander, the activation roll and its units."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ibbprint.engine.flow import Flow, Phase, QuestionKind
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.state import NOBODY, Action, Question
from ibbprint.engine.verbs import AIM, NONE, WAY, FormRules, Notation, Verb
from ibbprint.systems.microbattle.rules import command, fight, movement, victory
from ibbprint.systems.microbattle.rules.setting import FIRST, SECOND
from ibbprint.systems.microbattle.rules.state import Refused, State, Unit

VERBS: Mapping[str, Verb] = {
    "join": Verb(answer=True),
    "keep": Verb(NONE, answer=True),
    "move": Verb(hexes=WAY),
    "stay": Verb(),
    "rally": Verb(),
    "leave": Verb(hexes=WAY),
    "enter": Verb(hexes=WAY),
    "end": Verb(NONE, say="End the turn"),
    "fire": Verb(hexes=AIM, answer=True),
    "melee": Verb(hexes=AIM, answer=True),
    "hold": Verb(answer=True),
    "evade": Verb(answer=True),
    "stand": Verb(answer=True, say="Stand:"),
    "follow": Verb(answer=True),
    "halt": Verb(answer=True),
}
_RULES = FormRules(
    action="M-40",
    counter="M-40",
    hex="M-35",
    place="[0-9]{1,2},[0-9]{1,2}",
    places="squares, column and row: 3,4",
    cell="square",
)
NOTATION: Notation[State] = Notation(VERBS, _RULES, Refused, lambda state: state.setting.space.names)
"""The actions of the game as text."""

END = Action("end")


def set_up(state: State) -> None:
    """Set up what the scenario says, and begin the first turn."""
    setting = state.setting
    for id, place in enumerate(setting.battle.places):
        unit = Unit(id, place.key, place.side, place.unit)
        state.units.append(unit)
        if place.square is not None:
            state.put(unit, setting.space.index[place.square])
    leaders = [setting.battle.led(side) for side in (FIRST, SECOND)]
    keys = {unit.key: unit.id for unit in state.units}
    for side, led in enumerate(leaders):
        state.leads(side, NOBODY if led is None else keys[led.key])
    state.starts = (len(setting.battle.of(FIRST)), len(setting.battle.of(SECOND)))
    state.owners = dict.fromkeys(sorted(setting.prepared), SECOND)
    if setting.kind.goal == "carry":
        state.token = setting.point
    state.moment("ready")
    state.phase = "turn"


# --- phases -----------------------------------------------------------------------------------------------------


def _turn(state: State) -> bool:
    """Begin a turn with the roll for initiative; the end of the last one has been judged (M-10)."""
    state.turn += 1
    state.tell("turn", number=state.turn, of=state.setting.turns)
    first = command.initiative(state)
    state.order = (first, 1 - first)
    state.phase = "command"
    return True


def _command(state: State) -> bool:
    """Begin the turn of the next side: its commander may ride (M-R13, M-38)."""
    if not state.order:
        victory.end_of_turn(state)
        if not state.over:
            state.moment("turn-over")
        state.phase = "turn"
        return True
    state.side, *rest = state.order
    state.order = tuple(rest)
    state.done, state.rallies = frozenset(), 0
    state.phase = "activation"
    if command.rides(state):
        state.questions.append(Question("ride", state.side))
    return True


def _activate(state: State) -> bool:
    rolled = command.activation(state, state.side)
    state.left = rolled.units
    state.tell("activation", ("M-R14", "M-11", "M-40"), side=state.setting.sides[state.side], **rolled._asdict())
    state.phase = "act"
    return True


def _act(state: State) -> bool:
    """Do nothing until a unit is chosen; the side's turn is over when no unit is left to be activated."""
    if state.left and command.ready(state, state.side):
        return False
    state.phase = "command"
    return True


# --- an activation ----------------------------------------------------------------------------------------------


def _actions(state: State) -> Iterator[Action]:
    """All actions for which a unit may be activated; last, to activate no more."""
    for unit in command.ready(state, state.side):
        if unit.stands:
            yield Action("stay", (unit.id,))
            yield from movement.moves(state, unit)
            yield from movement.leavings(state, unit)
            yield from command.rallies(state, unit)
        else:
            yield from movement.arrivals(state, unit)
    yield END


Checks = Callable[[State, Unit, Action], Refused | None]
CHECKS: Mapping[str, Checks] = {
    "stay": lambda state, unit, action: None,
    "move": movement.check_move,
    "leave": movement.check_leave,
    "rally": lambda state, unit, action: command.check_rally(state, unit),
}


def _check(state: State, action: Action) -> Refusal | None:
    if action == END:
        return None
    unit = state.units[action.counters[0]]
    if unit.side != state.side:
        return Refused("M-R13", f"{unit.key} is not on the active side")
    if unit.id in state.done:
        return Refused("M-12", f"{unit.key} has already been activated in this turn")
    if action.verb == "enter":
        return movement.check_enter(state, unit, action)
    if not unit.stands:
        return Refused("M-40", f"{unit.key} is not on the board")
    return CHECKS[action.verb](state, unit, action)


DO: Mapping[str, Callable[[State, Unit, Action], Any]] = {
    "stay": lambda state, unit, action: None,
    "move": movement.do_move,
    "leave": movement.do_leave,
    "enter": movement.do_enter,
    "rally": command.do_rally,
}


def _do(state: State, action: Action) -> None:
    if action == END:
        state.left = 0
        return
    unit = state.units[action.counters[0]]
    state.left -= 1
    state.done |= {unit.id}
    state.moved, state.attacks, state.bout = False, 0, None
    last = (action.path or (unit.hex,))[-1]
    DO[action.verb](state, unit, action)
    if not unit.stands:
        command.bereave(state, unit, last, destroyed=False)
        victory.depart(state)
        return
    if action.verb == "rally":
        return
    victory.arrive(state, unit)
    if not state.over:
        state.questions.append(Question("attack", state.side, unit.id))


# --- questions --------------------------------------------------------------------------------------------------


def _attacks(state: State, question: Question) -> list[Action]:
    unit = state.units[question.counter]
    return list(fight.attacks(state, unit, unit.hex, moved=state.moved))


def _attack(state: State, question: Question, action: Action) -> None:
    if action.verb == fight.HOLD:
        return
    target = state.unit_at(action.path[0])
    assert target is not None
    fight.attack(state, state.units[question.counter], target, action.verb)
    _afterwards(state)


def _evades(state: State, question: Question) -> list[Action]:
    return [Action("evade", (question.counter,)), Action("stand", (question.counter,))]


def _evade(state: State, question: Question, action: Action) -> None:
    fight.evade(state, state.units[question.counter], action)
    _afterwards(state)


def _afterwards(state: State) -> None:
    """Continue after a resolved attack: the winner of a melee may follow up (M-R29)."""
    if not state.over and not state.questions and fight.may_follow(state):
        attacker = state.fought.attacker
        state.questions.append(Question("follow", state.units[attacker].side, attacker))


def _follows(state: State, question: Question) -> list[Action]:
    return [Action("follow", (question.counter,)), Action("halt", (question.counter,))]


def _follow(state: State, question: Question, action: Action) -> None:
    unit = state.units[question.counter]
    may = action.verb == "follow" and fight.follow(state)
    if unit.stands and action.verb == "follow":
        victory.arrive(state, unit)
    if may and not state.over:
        state.questions.append(Question("attack", unit.side, unit.id))


QUESTIONS: Mapping[str, QuestionKind[State]] = {
    "ride": QuestionKind(
        "M-38",
        "which unit the commander joins; keep leaves him where he is",
        lambda state, question: command.rides(state),
        lambda state, question, action: command.ride(state, action),
    ),
    "attack": QuestionKind("M-R19", "whom the unit attacks; hold attacks nobody", _attacks, _attack),
    "evade": QuestionKind("M-R26", "whether the unit tries to evade", _evades, _evade),
    "follow": QuestionKind("M-R29", "whether the unit follows up", _follows, _follow),
}
FLOW: Flow[State] = Flow(
    {
        "turn": Phase(_turn),
        "command": Phase(_command),
        "activation": Phase(_activate),
        "act": Phase(_act, lambda state: state.side, lambda state: list(_actions(state)), _check, _do),
    },
    QUESTIONS,
    NOTATION.form,
    Refused,
    over="M-48",
)
"""The sequence of play."""
