"""The sequence of play: its phases, its questions, and what may be done in an activation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ibbprint.engine.flow import Deed, Flow, Phase, QuestionKind
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.state import Action, Question
from ibbprint.engine.verbs import AIM, NONE, WAY, FormRules, Notation, Verb
from ibbprint.systems.ayrenes_woods.rules import (
    arrows,
    attacks,
    control,
    cup,
    fight,
    leaders,
    magic,
    movement,
    rally,
    victory,
)
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import Activation, Leader, Refused, State, Unit

VERBS: Mapping[str, Verb] = {
    "pass": Verb(NONE, answer=True),
    "fight": Verb(NONE, say="Fight the attacks that are declared", settles=True),
    "end": Verb(NONE, say="End this activation"),
    "activate": Verb(answer=True, say="Act with the command of"),
    "decline": Verb(answer=True, say="Put the chit aside, without acting:"),
    "appoint": Verb(answer=True),
    "berserk": Verb(),
    "battle": Verb(say="Fight first the battle of"),
    "suffer": Verb(answer=True),
    "move": Verb(hexes=WAY),
    "turn": Verb(word="corner"),
    "attack": Verb(hexes=AIM),
    "cast": Verb(hexes=AIM, word="spell"),
    "join": Verb(hexes=WAY, answer=True),
    "regain": Verb(word="spell", answer=True),
    "shoot": Verb(hexes=AIM, answer=True),
}


def _names(state: State) -> tuple[str, ...]:
    return state.ground.names


def _words(state: State, kind: str) -> Iterable[str]:
    return control.CORNERS if kind == "corner" else state.setting.spells


NOTATION = Notation(VERBS, FormRules(action="A-R12", counter="A-R12", hex="A-R16"), Refused, _names, _words)
"""The actions of the game as text."""

SOUTH, NORTH = 3, 0
"""The corners that the armies face at the start: toward the other edge."""
PASS = Action("pass")


def set_up(state: State) -> None:
    """Set up (A-R06, A-R07, A-66), deal the spells, and begin the first turn."""
    setting = state.setting
    for id, place in enumerate(setting.battle.units):
        command = setting.commands.index(place.command)
        side = setting.side_of[command]
        unit = Unit(id, place.key, side, command, setting.kinds[place.unit.id])
        unit.facing = SOUTH if setting.north[side] else NORTH
        state.units.append(unit)
        state.put(unit, setting.place(place.hex))
    for command, seat in enumerate(setting.battle.leaders):
        line, id = seat.command.leader, len(state.units) + command
        leader = Leader(id, seat.key, setting.side_of[command], command, line.rating, seat.movement, line.caster)
        leader.hex = setting.place(seat.hex)
        state.leaders.append(leader)
    magic.deal(state)
    state.tell("ready", ("A-R06", "A-R07", "A-66"), number=0, **victory.snapshot(state))
    _new_turn(state)


# --- phases -----------------------------------------------------------------------------------------------------


def _new_turn(state: State) -> None:
    state.turn += 1
    state.phase = "activation"
    state.drawer = 0
    cup.fill(state)
    state.tell("turn", ("A-R09",), number=state.turn, of=state.setting.turns)


def _play_activations(state: State) -> bool:
    act = state.activation
    if act is None:
        if cup.ended(state):
            state.phase = "rally"
            state.tell("rally-phase", ("A-R11", "A-R14"), left=[state.leaders[c].key for c in state.cup])
        else:
            cup.draw(state)
    elif act.battle is not None:
        fight.advance(state, act)
    elif act.phase != "fight" or len(act.waiting) > 1:
        return False
    elif act.waiting:
        act.battle = act.waiting.pop()
    else:
        state.activation = None
    return True


def _play_rally(state: State) -> bool:
    if rally.advance(state):
        _end_turn(state)
    return True


def _end_turn(state: State) -> None:
    victory.check(state)
    magic.end_turn(state)
    kind = "over" if state.over else "turn-over"
    state.tell(kind, ("A-R15", "A-R74"), number=state.turn, **victory.snapshot(state))
    if state.over:
        state.phase = "over"
    else:
        _new_turn(state)


# --- what may be done in an activation --------------------------------------------------------------------------


def _side(state: State) -> int:
    return state.setting.side_of[state.acting.command]


def _actions(state: State) -> list[Action]:
    act = state.acting
    if act.phase == "fight":
        return [Action("battle", (battle.attackers[0],)) for battle in act.waiting]
    return [action for deed in DEEDS.values() for action in deed.actions(state, act)]


def _check(state: State, action: Action) -> Refusal | None:
    act = state.acting
    if any(state.counter(id).hex == OFF for id in action.counters):
        return Refused("A-R12", f"{state.counter(action.counters[0]).key} is not on the map")
    if act.phase == "fight":
        if action in _actions(state):
            return None
        return Refused("A-67", "the battles that were declared are fought first; battle names one by an attacker")
    deed = DEEDS.get(action.verb)
    return Refused("A-R12", f"nobody can {action.verb} now") if deed is None else deed.check(state, act, action)


def _do(state: State, action: Action) -> None:
    act = state.acting
    if action.verb == "battle":
        act.battle = next(battle for battle in act.waiting if battle.attackers[0] == action.counters[0])
        act.waiting.remove(act.battle)
    else:
        DEEDS[action.verb].do(state, act, action)


def _rages(state: State, act: Activation) -> list[Action]:
    return [Action("berserk", (state.leaders[act.command].id,))] if cup.raging(state, act) else []


def _check_rage(state: State, act: Activation, action: Action) -> Refused | None:
    if action in _rages(state, act):
        return None
    return Refused("A-24", "units go berserk when their leader is activated, before anybody has moved")


def _casts(state: State, act: Activation) -> Iterator[Action]:
    return magic.castings(state, _side(state), act.phase)


def _check_cast(state: State, act: Activation, action: Action) -> Refused | None:
    return magic.check_cast(state, _side(state), act.phase, None, action)


def _ends(state: State, act: Activation) -> list[Action]:
    return [] if act.links else [Action("end")]


def _fights(state: State, act: Activation) -> list[Action]:
    return [Action("fight")] if act.links else []


def _check_fight(state: State, act: Activation, action: Action) -> Refused | None:
    return None if act.links else Refused("A-R32", "no attack has been declared")


def _check_end(state: State, act: Activation, action: Action) -> Refused | None:
    return Refused("A-67", "fight the battles that were declared") if act.links else None


def _do_fight(state: State, act: Activation, action: Action) -> None:
    act.phase = "fight"
    act.waiting = attacks.battles(act)


def _do_end(state: State, act: Activation, action: Action) -> None:
    state.activation = None


DEEDS: Mapping[str, Deed[State, Activation]] = {
    "berserk": Deed(_rages, _check_rage, lambda state, act, action: cup.go_berserk(state, act)),
    "move": Deed(movement.moves, movement.check_move, movement.do_move),
    "turn": Deed(lambda state, act: (), movement.check_turn, movement.do_turn),
    "attack": Deed(attacks.attacks, attacks.check_attack, attacks.declare),
    "cast": Deed(_casts, _check_cast, lambda state, act, action: magic.cast(state, _side(state), action)),
    "fight": Deed(_fights, _check_fight, _do_fight),
    "end": Deed(_ends, _check_end, _do_end),
}
"""What a command can do, in the order in which it is listed; turns are listed with the moves."""


# --- questions --------------------------------------------------------------------------------------------------


def _joins(state: State, question: Question) -> list[Action]:
    leader = state.leader(question.counter)
    return [Action("join", (leader.id,), (h,)) for h in leaders.havens(state, leader)] if leader.alive else []


def _regains(state: State, question: Question) -> list[Action]:
    return [*magic.regains(state, question.side), PASS]


def _spells(state: State, question: Question) -> list[Action]:
    battle = None if state.activation is None else state.activation.battle
    moment = "rally" if battle is None else "battle"
    actions = list(magic.castings(state, question.side, moment, battle))
    return [*actions, PASS] if actions else []


def _answer_spell(state: State, question: Question, action: Action) -> None:
    if action == PASS:
        fight.passed(state)
    else:
        magic.cast(state, question.side, action)


def _answer_regain(state: State, question: Question, action: Action) -> None:
    if action != PASS:
        magic.regain(state, question.side, action)


def _faces(state: State, question: Question) -> list[Action]:
    return [Action("turn", (question.counter,), (), corner) for corner in control.CORNERS]


def _shots(state: State, question: Question) -> list[Action]:
    return arrows.choices(state, state.fought, state.units[question.counter])


def _shoot(state: State, question: Question, action: Action) -> None:
    target = state.unit_at(action.path[0])
    assert target is not None
    arrows.shoot(state, state.fought, state.units[question.counter], target)


def _sufferers(state: State, question: Question) -> list[Action]:
    return [Action("suffer", (unit.id,)) for unit in fight.suffering(state, state.fought, state.fought.pending)]


def _join(state: State, question: Question, action: Action) -> None:
    leaders.arrive(state, state.leader(question.counter), action.path[0])


def _join_somebody(state: State, question: Question) -> None:
    leaders.join(state, state.leader(question.counter))


QUESTIONS: Mapping[str, QuestionKind[State]] = {
    "chit": QuestionKind("A-R13", "what is done with the chit that was drawn", cup.choices, cup.answer, always=True),
    "join": QuestionKind("A-45", "which unit the leader joins", _joins, _join, no_choice=_join_somebody),
    "regain": QuestionKind("A-69", "whether a spell is taken back", _regains, _answer_regain, always=True),
    "spell": QuestionKind("A-R63", "whether a spell is cast; pass casts none", _spells, _answer_spell, always=True),
    "face": QuestionKind("A-R56", "which way the new unit faces", _faces, movement.face, always=True),
    "shoot": QuestionKind("A-25", "who the arrows are shot at", _shots, _shoot),
    "suffer": QuestionKind("A-17", "which unit suffers", _sufferers, fight.suffer),
}
FLOW = Flow(
    {"activation": Phase(_play_activations, _side, _actions, _check, _do), "rally": Phase(_play_rally)},
    QUESTIONS,
    NOTATION.form,
    Refused,
    over="A-R74",
)
"""The sequence of play."""
