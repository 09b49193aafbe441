"""The cup: whose chits are in it, which one is drawn, what may be done with it (A-R09 to A-R13, A-R45 to A-R47)."""

from __future__ import annotations

from ibbprint.engine import rolls as chits
from ibbprint.engine.state import NOBODY, Action, Question
from ibbprint.systems.ayrenes_woods.rules import control, leaders
from ibbprint.systems.ayrenes_woods.rules.state import ROUTED, Activation, State, Unit


def fill(state: State) -> None:
    """The chits of a new turn: as many as a leader's rating (A-R03); one for a dead leader or a replacement."""
    item = state.setting.figures["dead-leader-chits"]
    state.cup = []
    for leader in state.leaders:
        first = leader.alive and not leader.replacement
        number = leader.rating if first else item
        state.cup += [leader.command] * number


def draw(state: State) -> None:
    """Draw a chit; its owner decides, unless the leader has already acted or there is nobody to act."""
    command = chits.draw(state.cup, state.dice)
    leader = state.leaders[command]
    drawer, state.drawer = state.drawer, 1 - state.drawer
    by = state.setting.sides[drawer]
    values = {"leader": leader.key, "command": state.setting.commands[command].id, "by": by, "left": len(state.cup)}
    if leader.acted == state.turn:
        state.tell("laid-aside", ("A-R10",) if leader.alive else ("A-43",), **values)
    elif not (any(state.units_of(command)) if leader.alive else leaders.appointable(state, command)):
        state.tell("void", ("A-R45",), **values)
    else:
        state.tell("drawn", ("A-R09", "A-61"), dead=not leader.alive, **values)
        state.questions.append(Question("chit", state.setting.side_of[command], leader.id))


def ended(state: State) -> bool:
    """Whether the last chit is all that is left (A-R11)."""
    return len(state.cup) <= state.setting.figures["chits-left"]


def choices(state: State, question: Question) -> list[Action]:
    """The choices of the owner of a chit: activate his leader, put a replacement in, or decline (A-R13)."""
    leader = state.leader(question.counter)
    no = [Action("decline", (leader.id,))]
    if leader.alive:
        return [Action("activate", (leader.id,)), *no]
    return [*(Action("appoint", (unit.id,)) for unit in leaders.appointable(state, leader.command)), *no]


def answer(state: State, question: Question, action: Action) -> None:
    """Do with the chit what was decided."""
    counter = state.counter(action.counters[0])
    if action.verb == "decline":
        state.tell("declined", ("A-R13",), leader=counter.key)
        return
    if action.verb == "appoint":
        unit = leaders.appoint(state, action)
        begin(state, unit.command, unit)
    else:
        begin(state, counter.command, None)


def begin(state: State, command: int, only: Unit | None) -> None:
    """A command acts: who is in command is settled now (A-40)."""
    leader = state.leaders[command]
    act = state.activation = Activation(command)
    leader.acted, leader.spent, leader.halted = state.turn, 0, False
    if only is not None:
        act.only = only.id
    for unit in state.units_of(command):
        unit.spent, unit.halted, unit.attacked, unit.signed = 0, False, False, False
        unit.in_command = control.within(state, unit, leader)
    state.tell(
        "activated",
        ("A-R12",),
        leader=leader.key,
        command=state.setting.commands[command].id,
        out=[unit.key for unit in state.units_of(command) if not unit.in_command],
    )


# --- berserk ----------------------------------------------------------------------------------------------------


def raging(state: State, act: Activation) -> list[Unit]:
    """The units that would go berserk now: all of the command within the radius that can (A-R52, A-24)."""
    leader = state.leaders[act.command]
    if act.begun or act.phase != "move" or not leader.alive:
        return []
    return [
        unit
        for unit in state.units_of(act.command)
        if unit.kind.berserk and not unit.berserk and unit.state < ROUTED and control.within(state, unit, leader)
        if act.only in (NOBODY, unit.id)
    ]


def go_berserk(state: State, act: Activation) -> None:
    units = raging(state, act)
    for unit in units:
        unit.berserk = True
    state.tell("berserk", ("A-R52", "A-24"), units=[unit.key for unit in units])
