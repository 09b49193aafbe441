"""Parts of a turn in which counters act one after another (B-66)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ibbprint.engine.flow import Phase
from ibbprint.engine.state import Action
from ibbprint.systems.battle_turn.rules import command
from ibbprint.systems.battle_turn.rules.state import Leader, Refused, State, Unit

Chooses = Callable[[State, int], Iterable[Action]]
Checks = Callable[[State, int, Action], Refused | None]
Does = Callable[[State, int, Action], None]


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a turn in which counters act in order. Who has one choice alone takes it; who has none does nothing."""

    rule: str
    verbs: frozenset[str]
    after: str
    """The phase that follows."""
    who: Callable[[State], Iterable[int]]
    """The counters, by number, in the order in which they act."""
    choices: Chooses
    do: Does
    check: Checks | None = None
    """Why an action of a counter is not legal; without it only what is listed is."""
    close: Callable[[State], None] = lambda state: None
    """What is done when all have acted."""


def phase(stage: Stage) -> Phase[State]:
    """A stage as a phase of the flow."""
    return Phase(
        lambda state: _play(stage, state),
        lambda state: state.counters[acting(state)].side,
        lambda state: list(stage.choices(state, acting(state))),
        lambda state, action: _check(stage, state, action),
        lambda state, action: _do(stage, state, action),
    )


def acting(state: State) -> int:
    """The counter that must decide."""
    assert state.queue, "somebody acts"
    return state.queue[0]


def _play(stage: Stage, state: State) -> bool:
    """Let the next counter act that has no choice; False when one has."""
    if state.queue is None:
        state.queue = tuple(stage.who(state))
    if not state.queue:
        stage.close(state)
        state.queue, state.phase = None, stage.after
        return True
    counter, *later = state.queue
    choices = list(stage.choices(state, counter))
    if len(choices) > 1:
        return False
    state.queue = tuple(later)
    if choices:
        stage.do(state, counter, choices[0])
    return True


def _check(stage: Stage, state: State, action: Action) -> Refused | None:
    """Check that an action is legal while a counter acts: the refusal, or None."""
    head = acting(state)
    key = state.counters[head].key
    if action.verb not in stage.verbs:
        return Refused(stage.rule, f"nobody can {action.verb} now. {key} decides: {', '.join(sorted(stage.verbs))}")
    actor = action.counters[-1] if action.verb == command.ORDER else action.counters[0]
    if actor != head:
        return Refused("B-66", f"it is {key} that decides now, not {state.counters[actor].key}")
    if stage.check is not None:
        return stage.check(state, head, action)
    listed = action in list(stage.choices(state, head))
    return None if listed else Refused(stage.rule, f"{key} cannot do that")


def _do(stage: Stage, state: State, action: Action) -> None:
    counter = acting(state)
    state.queue = (state.queue or ())[1:]
    stage.do(state, counter, action)


# --- counters by what they are ----------------------------------------------------------------------------------


def standing(choices: Callable[[State, Unit], Iterable[Action]]) -> Chooses:
    """The choices of units, as long as they stand."""
    return lambda state, id: choices(state, state.units[id]) if state.units[id].stands else ()


def leading(choices: Callable[[State, Leader], Iterable[Action]]) -> Chooses:
    """The choices of leaders, as long as they lead."""
    return lambda state, id: choices(state, state.leader(id)) if state.leader(id).leads else ()


def of_unit(does: Callable[[State, Unit, Action], None]) -> Does:
    return lambda state, id, action: does(state, state.units[id], action)


def of_leader(does: Callable[[State, Leader, Action], None]) -> Does:
    return lambda state, id, action: does(state, state.leader(id), action)


def unit_checked(check: Callable[[State, Unit, Action], Refused | None]) -> Checks:
    return lambda state, id, action: check(state, state.units[id], action)


def leader_checked(check: Callable[[State, Leader, Action], Refused | None]) -> Checks:
    return lambda state, id, action: check(state, state.leader(id), action)
