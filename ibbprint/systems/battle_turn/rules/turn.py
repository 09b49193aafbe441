"""The sequence of play: six phases, some of them in stages (B-R01, B-66)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ibbprint.engine.flow import Flow, Phase, QuestionKind
from ibbprint.engine.state import Action, Question
from ibbprint.systems.battle_turn.rules import command, deployment, fates, fighting, moving, stages, victory, volleys
from ibbprint.systems.battle_turn.rules.notation import FIRST, NOTATION, SECOND
from ibbprint.systems.battle_turn.rules.stages import Stage
from ibbprint.systems.battle_turn.rules.state import Refused, State


def set_up(state: State) -> None:
    """Deploy both armies; the throw for initiative says who goes first in the first phase (B-49)."""
    deployment.deploy(state)
    command.throw_initiative(state)
    state.moment("ready")
    state.phase = "turn"


# --- stages in which counters act -------------------------------------------------------------------------------


def _units(state: State) -> Iterator[int]:
    """The units of the side that won the last initiative, then those of the other (B-66)."""
    return (unit.id for side in (state.first, 1 - state.first) for unit in state.units_of(side))


def _leaders(state: State) -> Iterator[int]:
    sides = (state.first, 1 - state.first)
    return (len(state.units) + leader.id for side in sides for leader in state.leading(side))


def _do_orders(state: State, id: int, action: Action) -> None:
    command.do_order(state, state.units[id], action)
    if action.verb == command.ORDER:
        state.queue = (id, *(state.queue or ()))  # another leader may still send it orders


STAGES: Mapping[str, Stage] = {
    "shooting": Stage(
        "B-58",
        frozenset((volleys.SHOOT, volleys.WAIT)),
        "initiative",
        _units,
        stages.standing(volleys.choices),
        stages.of_unit(volleys.do),
        stages.unit_checked(volleys.check),
    ),
    "movement": Stage(
        "B-66", moving.VERBS, "ranks", moving.movers, moving.choices, moving.do, moving.check, moving.reorganise
    ),
    "ranks": Stage(
        "B-53",
        frozenset((fighting.RANKS,)),
        "standards",
        _units,
        stages.standing(fighting.rank_choices),
        stages.of_unit(fighting.declare_ranks),
    ),
    "standards": Stage(
        "B-64",
        frozenset((fighting.SEIZE, fighting.FORGO)),
        "combat",
        _units,
        stages.standing(fighting.standard_choices),
        stages.of_unit(fighting.declare_standard),
    ),
    "orders": Stage(
        "B-61",
        frozenset((command.ORDER, command.KEEP)),
        "influence",
        _units,
        stages.standing(command.sendings),
        _do_orders,
        lambda state, id, action: command.check_order(state, action),
    ),
    "influence": Stage(
        "B-R25",
        frozenset((command.SWAY, command.REST)),
        "command-test",
        _leaders,
        stages.leading(command.swayings),
        stages.of_leader(command.do_sway),
        stages.leader_checked(command.check_influence),
    ),
}
"""The stages in which somebody may have to decide, by phase."""


# --- phases that play by themselves -----------------------------------------------------------------------------


def _turn(state: State) -> bool:
    """Begin a turn: what counts by turns begins anew."""
    state.turn += 1
    state.done = state.due = state.ranks = frozenset()
    state.sent = state.seizing = frozenset()
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


QUESTIONS: Mapping[str, QuestionKind[State]] = {
    "order": QuestionKind("B-43", "whether your side moves first or second", _orders_of_sides, _set_order)
}
FLOW: Flow[State] = Flow(
    {
        "turn": Phase(_turn),
        "initiative": Phase(_initiative),
        "combat": Phase(_combat),
        "command-test": Phase(_command_test),
        **{name: stages.phase(stage) for name, stage in STAGES.items()},
    },
    QUESTIONS,
    NOTATION.form,
    Refused,
    over="B-40",
)
"""The sequence of play."""
