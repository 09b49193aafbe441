"""The sequence of play: six phases, in each of which the counters act one after another (B-R01, B-66)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ibbprint.engine.flow import Asked, Flow, Phase
from ibbprint.engine.state import Action, Question
from ibbprint.systems.battle_turn.rules import (
    advance,
    command,
    deployment,
    fates,
    fighting,
    formation,
    manoeuvre,
    marching,
    victory,
    volleys,
)
from ibbprint.systems.battle_turn.rules.initiative import changing_ranks, may_change
from ibbprint.systems.battle_turn.rules.notation import ADVANCE, FIRST, NOTATION, SECOND
from ibbprint.systems.battle_turn.rules.state import ATTACK, BLOODLUST, OK, SHAKEN, Leader, Refused, State, Unit


def set_up(state: State) -> None:
    """Deploy both armies; the throw for initiative says who goes first in the first phase (B-49)."""
    deployment.deploy(state)
    command.throw_initiative(state)
    state.moment("ready")
    state.phase = "turn"


# --- stages in which counters act one by one --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a turn in which counters act in order. Who has no choice does the one thing there is."""

    rule: str
    who: Callable[[State], Iterable[int]]
    """The counters, by number, in the order in which they act."""
    choices: Callable[[State, int], Iterable[Action]]
    """What one may do; nothing for who does nothing."""
    check: Callable[[State, int, Action], Refused | None]
    """Why an action of a counter, listed or not, is not legal."""
    do: Callable[[State, int, Action], None]
    verbs: frozenset[str]
    after: str
    """The phase that follows."""
    close: Callable[[State], None] = lambda state: None
    """What is done when all have acted."""


def _play(stage: Stage, state: State) -> bool:
    """Let the next counter act that has no choice; False when one has."""
    if state.queue is None:
        state.queue = tuple(stage.who(state))
    if not state.queue:
        stage.close(state)
        state.queue, state.phase = None, stage.after
        return True
    counter, *rest = state.queue
    choices = list(stage.choices(state, counter))
    if len(choices) > 1:
        return False
    state.queue = tuple(rest)
    if choices:
        stage.do(state, counter, choices[0])
    return True


def _head(state: State) -> int:
    assert state.queue, "somebody acts"
    return state.queue[0]


def _check(stage: Stage, state: State, action: Action) -> Refused | None:
    """Why an action is not legal while a counter acts (B-66)."""
    acting = state.counters[_head(state)].key
    if action.verb not in stage.verbs:
        listed = ", ".join(sorted(stage.verbs))
        return Refused(stage.rule, f"nobody can {action.verb} now. {acting} decides: {listed}")
    named = action.who[-1] if action.verb == command.ORDER else action.who[0]
    if named != _head(state):
        return Refused("B-66", f"it is {acting} that decides now, not {state.counters[named].key}")
    return stage.check(state, named, action)


def _do(stage: Stage, state: State, action: Action) -> None:
    counter = _head(state)
    state.queue = (state.queue or ())[1:]
    stage.do(state, counter, action)


def _phase(stage: Stage) -> Phase[State]:
    return Phase(
        lambda state: _play(stage, state),
        lambda state: state.counters[_head(state)].side,
        lambda state: list(stage.choices(state, _head(state))),
        lambda state, action: _check(stage, state, action),
        lambda state, action: _do(stage, state, action),
    )


# --- who acts ---------------------------------------------------------------------------------------------------


def _sides(state: State) -> tuple[int, int]:
    """The sides in the order of all phases but movement (B-66)."""
    return state.first, 1 - state.first


def _units(state: State) -> Iterator[int]:
    return (unit.id for side in _sides(state) for unit in state.of(side))


def _leaders(state: State) -> Iterator[int]:
    return (len(state.units) + leader.id for side in _sides(state) for leader in state.leading(side))


def _movers(state: State) -> Iterator[int]:
    """A side's units, then its leaders, then the other side's (B-43)."""
    for side in state.order:
        yield from (unit.id for unit in state.of(side))
        yield from (len(state.units) + leader.id for leader in state.leading(side))


def _standing(choices: Callable[[State, Unit], Iterable[Action]]) -> Callable[[State, int], Iterable[Action]]:
    """The choices of a unit as long as it stands."""
    return lambda state, id: choices(state, state.units[id]) if state.units[id].stands else ()


def _leading(choices: Callable[[State, Leader], Iterable[Action]]) -> Callable[[State, int], Iterable[Action]]:
    return lambda state, id: choices(state, state.leader(id)) if state.leader(id).leads else ()


# --- moving -----------------------------------------------------------------------------------------------------


def _move_choices(state: State, counter: int) -> Iterable[Action]:
    if counter >= len(state.units):
        leader = state.leader(counter)
        return command.rides(state, leader) if leader.leads else ()
    unit = state.units[counter]
    if not unit.stands:
        return ()
    if _goes_by_itself(unit) and not formation.foes(state, unit):
        return (Action(ADVANCE, (counter,)),)
    return manoeuvre.choices(state, unit)


def _goes_by_itself(unit: Unit) -> bool:
    """Whether a unit goes for the enemy, whatever its side would like (B-55, B-57)."""
    return unit.condition == BLOODLUST or (unit.orders == ATTACK and unit.condition != SHAKEN)


def _check_move(state: State, counter: int, action: Action) -> Refused | None:
    if counter >= len(state.units):
        return command.check_ride(state, state.leader(counter), action)
    if action.verb not in _UNIT_MOVES:
        return Refused("B-66", f"{action.verb} is for leaders")
    return manoeuvre.check(state, state.units[counter], action)


def _do_move(state: State, counter: int, action: Action) -> None:
    if counter >= len(state.units):
        command.do_ride(state, state.leader(counter), action)
        return
    unit = state.units[counter]
    unit.moved = action.verb != manoeuvre.STAY or bool(formation.foes(state, unit))
    if action.verb == ADVANCE:
        _do_advance(state, unit)
    elif action.verb == manoeuvre.MOVE:
        found = manoeuvre.destination(state, unit, action)
        assert found is not None, "the move is legal"
        unit.block = found
        _tell_move(state, unit, "moves", "B-57" if unit.condition == SHAKEN else "B-56")
    elif action.verb == manoeuvre.TURN:
        unit.block = dict(marching.turns(state, unit))[action.what]
        _tell_move(state, unit, "turns", "B-51", turn=action.what)
    elif action.verb == manoeuvre.FACE:
        unit.block = dict(marching.facings(state, unit))[action.what]
        _tell_move(state, unit, "faces", "B-52", turn=action.what)
    elif action.verb == manoeuvre.REFORM:
        _do_reform(state, unit, int(action.what))
    if unit.moved:
        fates.reached(state, unit)


def _tell_move(state: State, unit: Unit, kind: str, rule: str, **more: object) -> None:
    place = state.setting.names[state.setting.cell(unit.rect.x1, unit.rect.y1)]
    state.tell(kind, (rule,), unit=unit.key, place=place, heading=unit.block.heading.name.lower(), **more)


def _do_advance(state: State, unit: Unit) -> None:
    plan = advance.advance(state, unit)
    if plan is None or plan.block == unit.block:
        unit.moved = False
        state.tell("held-up", ("B-55",), unit=unit.key)
        return
    unit.block = plan.block
    touched = [enemy.key for enemy in formation.fronts(state, unit)]
    rule = "B-57" if unit.condition == BLOODLUST else "B-55"
    _tell_move(state, unit, "charges" if touched else "advances", rule, turn=plan.turn, targets=touched)


def _do_reform(state: State, unit: Unit, wanted: int) -> None:
    """Throw for how many figures change rank, and change as far as that goes (B-R11, B-37)."""
    score = changing_ranks(state.setting.catalogue, unit.kind.quality)
    thrown = score.throw(state.dice)
    before = unit.front
    front = manoeuvre.reformed(state, unit, wanted, may_change(thrown.score))
    unit.block = formation.laid_out(state, unit, front)
    state.tell(
        "reforms", ("B-R11", "B-37"), unit=unit.key, die=thrown.die, score=thrown.score, before=before, front=front,
        wanted=wanted,
    )  # fmt: skip


def _reorganise(state: State) -> None:
    """Units that have halted out of contact recover, if their condition is ok (B-36)."""
    for unit in state.standing():
        if unit.disorganised and unit.condition == OK and not unit.moved and not formation.foes(state, unit):
            unit.disorganised = False
            state.tell("reorganises", ("B-36",), unit=unit.key)
        unit.moved = False


# --- the stages -------------------------------------------------------------------------------------------------

_UNIT_MOVES = frozenset((manoeuvre.STAY, manoeuvre.MOVE, manoeuvre.TURN, manoeuvre.FACE, manoeuvre.REFORM))


def _check_listed(choices: Callable[[State, Unit], Iterable[Action]]) -> Callable[[State, int, Action], Refused | None]:
    """A check for stages in which every legal action is listed."""

    def check(state: State, id: int, action: Action) -> Refused | None:
        if action in list(choices(state, state.units[id])):
            return None
        return Refused("B-53", f"{state.units[id].key} cannot do that: it is not among its choices")

    return check


def _do_orders(state: State, id: int, action: Action) -> None:
    command.do_order(state, state.units[id], action)
    if action.verb == command.ORDER:
        state.queue = (id, *(state.queue or ()))  # another leader may still send it orders


def _sendings(state: State, unit: Unit) -> Iterable[Action]:
    choices = list(command.sendings(state, unit)) if unit.id not in state.done else []
    return choices if len(choices) > 1 else ()


STAGES: Mapping[str, Stage] = {
    "shooting": Stage(
        "B-58", _units, _standing(volleys.choices), lambda state, id, action: volleys.check(state, state.units[id], action),
        lambda state, id, action: volleys.do(state, state.units[id], action), frozenset((volleys.SHOOT, volleys.WAIT)),
        "initiative",
    ),
    "movement": Stage(
        "B-66", _movers, _move_choices, _check_move, _do_move, _UNIT_MOVES | {command.JOIN, command.RIDE}, "ranks",
        _reorganise,
    ),
    "ranks": Stage(
        "B-53", _units, _standing(fighting.rank_choices), _check_listed(fighting.rank_choices),
        lambda state, id, action: fighting.declare_ranks(state, state.units[id], action), frozenset((fighting.RANKS,)),
        "standards",
    ),
    "standards": Stage(
        "B-64", _units, _standing(fighting.standard_choices), _check_listed(fighting.standard_choices),
        lambda state, id, action: fighting.declare_standard(state, state.units[id], action),
        frozenset((fighting.SEIZE, fighting.FORGO)), "combat",
    ),
    "orders": Stage(
        "B-61", _units, _standing(_sendings), lambda state, id, action: command.check_order(state, action), _do_orders,
        frozenset((command.ORDER, command.KEEP)), "influence",
    ),
    "influence": Stage(
        "B-R25", _leaders, _leading(command.swayings),
        lambda state, id, action: command.check_influence(state, state.leader(id), action),
        lambda state, id, action: command.do_sway(state, state.leader(id), action),
        frozenset((command.SWAY, command.REST)), "command-test",
    ),
}  # fmt: skip
"""The stages in which somebody may have to decide, by phase."""


# --- phases that play by themselves -----------------------------------------------------------------------------


def _turn(state: State) -> bool:
    """Begin a turn: what counts by turns begins anew."""
    state.turn += 1
    state.sent = state.done = state.due = state.ranks = frozenset()
    state.seizing = frozenset()
    for unit in state.units:
        unit.wound = unit.lost = unit.killed = 0
        unit.fought = False
        unit.began = unit.worth if unit.stands else 0
    state.tell("turn", number=state.turn, of=state.setting.turns)
    state.phase = "shooting"
    return True


def _initiative(state: State) -> bool:
    command.throw_initiative(state)
    state.questions.append(Question("order", state.first))
    state.phase = "movement"
    return True


def _combat(state: State) -> bool:
    fighting.fight(state)
    fighting.tests(state)
    state.phase = "orders"
    return True


def _command_test(state: State) -> bool:
    """Phase 6, and the end of the turn."""
    fates.command_tests(state)
    fates.judge_boasts(state)
    victory.end_of_turn(state)
    if not state.over:
        state.moment("turn-over")
    state.phase = "turn"
    return True


# --- questions --------------------------------------------------------------------------------------------------


def _orders_of_sides(state: State, question: Question) -> Sequence[Action]:
    return [Action(FIRST), Action(SECOND)]


def _set_order(state: State, question: Question, action: Action) -> None:
    side = question.side
    state.order = (side, 1 - side) if action.verb == FIRST else (1 - side, side)
    state.tell("moves-first", ("B-43",), side=state.setting.sides[state.order[0]], chosen=state.setting.sides[side])


QUESTIONS: Mapping[str, Asked[State]] = {
    "order": Asked("B-43", "whether your side moves first or second", _orders_of_sides, _set_order),
}
FLOW: Flow[State] = Flow(
    {
        "turn": Phase(_turn),
        "initiative": Phase(_initiative),
        "combat": Phase(_combat),
        "command-test": Phase(_command_test),
        **{name: _phase(stage) for name, stage in STAGES.items()},
    },
    QUESTIONS,
    NOTATION.form,
    Refused,
    over="B-40",
)
"""The sequence of play."""
