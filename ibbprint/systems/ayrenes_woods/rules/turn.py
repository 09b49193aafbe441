"""The sequence of play: from one decision to the next, what may be decided, and why something may not."""

from __future__ import annotations

from ibbprint.systems.ayrenes_woods.rules import (
    arrows,
    attacks,
    control,
    cup,
    fight,
    form,
    leaders,
    magic,
    movement,
    rally,
    victory,
)
from ibbprint.systems.ayrenes_woods.rules.state import (
    NOBODY,
    Action,
    Activation,
    Leader,
    Question,
    Refused,
    State,
    Unit,
)

SOUTH, NORTH = 3, 0
"""The corners that the armies face at the start: toward the other edge."""


def start(state: State) -> None:
    """Set up (A-R06, A-R07, A-66), deal the spells, and play on to the first decision."""
    setting = state.setting
    for id, place in enumerate(setting.battle.units):
        command = setting.commands.index(place.command)
        unit = Unit(id, place.key, setting.side_of[command], command, setting.kinds[place.unit.id])
        unit.facing = SOUTH if setting.north[unit.side] else NORTH
        state.units.append(unit)
        state.put(unit, setting.place(place.hex))
    for command, seat in enumerate(setting.battle.leaders):
        line = seat.command.leader
        leader = Leader(seat.key, setting.side_of[command], command, line.rating, seat.movement, line.caster)
        leader.hex = setting.place(seat.hex)
        state.leaders.append(leader)
    magic.deal(state)
    state.tell("ready", ("A-R06", "A-R07", "A-66"), number=0, **victory.snapshot(state))
    _new_turn(state)
    settle(state)


def settle(state: State) -> None:
    """Play on until somebody must decide, or the game is over."""
    while not state.over:
        if state.questions:
            found = question_choices(state, state.questions[0])
            if len(found) > 1 or (found and state.questions[0].kind not in ("join", "suffer", "shoot")):
                return
            question = state.questions.pop(0)
            if found:
                _answer(state, question, found[0])
            elif question.kind == "join":
                leaders.join(state, state.leaders[question.command])
            continue
        act = state.activation
        if act is not None:
            if act.battle is not None:
                fight.advance(state, act)
            elif act.phase != "fight" or len(act.waiting) > 1:
                return
            elif act.waiting:
                act.battle = act.waiting.pop()
            else:
                _close(state)
        elif state.phase == "rally":
            if rally.advance(state):
                _end_turn(state)
        elif cup.ended(state):
            state.phase = "rally"
            state.tell("rally-phase", ("A-R11", "A-R14"), left=[state.leaders[c].key for c in state.cup])
        else:
            cup.draw(state)


def _new_turn(state: State) -> None:
    state.turn += 1
    state.phase = "activation"
    state.drawer = 0
    cup.fill(state)
    state.tell("turn", ("A-R09",), number=state.turn, of=state.setting.turns)


def _close(state: State) -> None:
    state.activation = None


def _end_turn(state: State) -> None:
    victory.check(state)
    magic.end_turn(state)
    kind = "over" if state.over else "turn-over"
    state.tell(kind, ("A-R15", "A-R74"), number=state.turn, **victory.snapshot(state))
    if state.over:
        state.phase = "over"
    else:
        _new_turn(state)


# --- who decides, and what --------------------------------------------------------------------------------------


def decider(state: State) -> int:
    """The side that must decide; NOBODY when the game is over."""
    if state.over:
        return NOBODY
    if state.questions:
        return state.questions[0].side
    assert state.activation is not None
    return state.setting.side_of[state.activation.command]


def question_choices(state: State, question: Question) -> list[Action]:
    """The answers to a question; none where it has settled itself."""
    act = state.activation
    battle = None if act is None else act.battle
    if question.kind == "chit":
        return cup.choices(state, question)
    if question.kind == "join":
        leader = state.leaders[question.command]
        return [Action("join", leader.key, (h,)) for h in leaders.havens(state, leader)] if leader.alive else []
    if question.kind == "regain":
        return [*magic.regains(state, question.side), Action("pass")]
    if question.kind == "spell":
        moment = "rally" if battle is None else "battle"
        found = list(magic.castings(state, question.side, moment, battle))
        return [*found, Action("pass")] if found else []
    if question.kind == "face":
        return [Action("turn", state.units[question.unit].key, (), corner) for corner in control.CORNERS]
    assert battle is not None
    if question.kind == "shoot":
        return arrows.choices(state, battle, state.units[question.unit])
    return [Action("suffer", unit.key) for unit in fight.suffering(state, battle, battle.pending)]


def actions(state: State) -> list[Action]:
    """Every decision that may be made now, in a fixed order."""
    if state.over:
        return []
    if state.questions:
        return question_choices(state, state.questions[0])
    act = state.activation
    assert act is not None
    if act.phase == "fight":
        return [Action("battle", state.units[battle.attackers[0]].key) for battle in act.waiting]
    found: list[Action] = []
    if cup.raging(state, act):
        found.append(Action("berserk", state.leaders[act.command].key))
    if act.phase == "move":
        found += movement.moves(state, act)
    found += attacks.attacks(state, act)
    found += magic.castings(state, decider(state), act.phase)
    found.append(Action("fight") if act.links else Action("end"))
    return found


def check(state: State, action: Action) -> Refused | None:
    """Why an action is not legal now, or None."""
    if state.over:
        return Refused("A-R74", "the game is over")
    if state.questions:
        question = state.questions[0]
        if action in question_choices(state, question):
            return None
        return Refused(ASKED[question.kind][0], f"this must be decided first: {ASKED[question.kind][1]}")
    refused = form.check(state, action)
    if refused is not None:
        return refused
    act = state.activation
    assert act is not None
    if act.phase == "fight":
        if action in actions(state):
            return None
        return Refused("A-67", "the battles that were declared are fought first; battle names one by an attacker")
    return _check_activation(state, act, action)


ASKED = {
    "chit": ("A-R13", "what is done with the chit that was drawn"),
    "join": ("A-45", "which unit the leader joins"),
    "regain": ("A-69", "whether a spell is taken back"),
    "spell": ("A-R63", "whether a spell is cast; pass casts none"),
    "face": ("A-R56", "which way the new unit faces"),
    "shoot": ("A-25", "who the arrows are shot at"),
    "suffer": ("A-17", "which unit suffers"),
}
"""What each question is about, and its rule."""


def _check_activation(state: State, act: Activation, action: Action) -> Refused | None:
    verb = action.verb
    if verb == "move":
        return movement.check_move(state, act, action)
    if verb == "turn":
        return movement.check_turn(state, act, action)
    if verb == "attack":
        return attacks.check_attack(state, act, action)
    if verb == "cast":
        return magic.check_cast(state, decider(state), act.phase, None, action)
    if verb == "berserk":
        if action.who == state.leaders[act.command].key and cup.raging(state, act):
            return None
        return Refused("A-24", "units go berserk when their leader is activated, before anybody has moved")
    if verb == "fight":
        return None if act.links else Refused("A-R32", "no attack has been declared")
    if verb == "end":
        return Refused("A-67", "fight the battles that were declared") if act.links else None
    return Refused("A-R12", f"nobody can {verb} now")


# --- doing it ---------------------------------------------------------------------------------------------------


def do(state: State, action: Action) -> None:
    """Do what has been decided, and play on to the next decision. The action must be legal."""
    if state.questions:
        _answer(state, state.questions.pop(0), action)
        settle(state)
        return
    act = state.activation
    assert act is not None
    verb = action.verb
    if verb == "move":
        movement.do_move(state, act, action)
    elif verb == "turn":
        movement.do_turn(state, act, action)
    elif verb == "attack":
        attacks.declare(state, act, action)
    elif verb == "cast":
        magic.cast(state, decider(state), action)
    elif verb == "berserk":
        cup.go_berserk(state, act)
    elif verb == "fight":
        act.phase = "fight"
        act.waiting = attacks.battles(act)
    elif verb == "battle":
        chosen = next(b for b in act.waiting if state.units[b.attackers[0]].key == action.who)
        act.waiting.remove(chosen)
        act.battle = chosen
    else:
        _close(state)
    settle(state)


def _answer(state: State, question: Question, action: Action) -> None:
    verb = action.verb
    if question.kind == "chit":
        cup.answer(state, action)
    elif verb == "join":
        leaders.arrive(state, state.leaders[question.command], action.path[0])
    elif verb == "turn":
        movement.face(state, action)
    elif verb == "regain":
        magic.regain(state, question.side, action)
    elif verb == "cast":
        magic.cast(state, question.side, action)
    elif verb == "shoot":
        act = state.activation
        assert act is not None
        assert act.battle is not None
        target = state.unit_at(action.path[0])
        assert target is not None
        arrows.shoot(state, act.battle, state.units[question.unit], target)
    elif verb == "suffer":
        fight.suffer(state, action)
    elif question.kind == "spell":
        fight.passed(state)
