"""The sequence of play: PIPs, movement, spells, shooting of both sides, close combat (H-R05 to H-R10)."""

from __future__ import annotations

from ibbprint.engine.flow import Flow, Phase, QuestionKind
from ibbprint.engine.state import Action
from ibbprint.systems.element_battle.rules import contact, facing, fighting, magic, moving, mustering, shooting, victory
from ibbprint.systems.element_battle.rules.notation import NOTATION
from ibbprint.systems.element_battle.rules.state import Refused, State


def set_up(state: State) -> None:
    """Deploy both armies; the defender takes the first turn (H-R05)."""
    mustering.muster(state)
    state.side = state.setting.attacker
    state.moment("ready")
    state.phase = "turn"


def _turn(state: State) -> bool:
    """Begin a turn of the other side, and roll its PIPs."""
    state.turn += 1
    state.side = 1 - state.side
    state.pips = state.dice.roll(state.setting.figures["die"])
    for element in state.elements:
        element.moved = element.back = element.cast = element.shot = False
        element.charged = frozenset()
    side = state.setting.sides[state.side]
    if state.setting.catalogue.frog_at_once:
        for element in state.elements:
            element.marked = 0
    state.tell("turn", number=state.turn, of=state.setting.turns, side=side)
    state.tell("pips", ("H-R06",), side=side, die=state.pips)
    state.phase = "movement"
    return True


def _movement(state: State) -> bool:
    """Whether there is nothing to decide: no PIPs are left, or no use for them."""
    if moving.has_choice(state):
        return False
    _end_movement(state)
    return True


def _end_movement(state: State) -> None:
    state.phase = "facing"
    facing.ask(state)


def _facing(state: State) -> bool:
    state.phase = "magic"
    return True


def _magic(state: State) -> bool:
    if state.pips and len(magic.actions(state)) > 1:
        return False
    _end_magic(state)
    return True


def _end_magic(state: State) -> None:
    state.phase, state.shooting = "shooting", state.side


def _shooting(state: State) -> bool:
    """Let the side that shoots declare, then roll; the mover’s first (H-R09)."""
    if shooting.next_shooter(state) is not None:
        return False
    shooting.resolve(state)
    if state.shooting == state.side:
        state.shooting = 1 - state.side
    else:
        state.phase = "fights"
    return True


def _fights(state: State) -> bool:
    """List the close combats of this turn."""
    state.fights = tuple(tuple(pair) for pair in contact.fights(state))  # type: ignore[misc]
    if state.fights:
        state.tell("melee", ("H-R10",), fights=len(state.fights))
    state.phase = "combat"
    return True


def _combat(state: State) -> bool:
    fighting.prune(state)
    if len(state.fights) > 1:
        return False
    if state.fights:
        fighting.do(state, fighting.actions(state)[0])
        return True
    victory.end_of_turn(state)
    if not state.over:
        state.moment("turn-over")
    state.phase = "turn"
    return True


def _mover(state: State) -> int:
    return state.side


def _do_movement(state: State, action: Action) -> None:
    if action.verb == moving.END:
        _end_movement(state)
    else:
        moving.do(state, action)


def _do_magic(state: State, action: Action) -> None:
    if action.verb == magic.END:
        _end_magic(state)
    else:
        magic.do(state, action)


FLOW: Flow[State] = Flow(
    {
        "turn": Phase(_turn),
        "movement": Phase(_movement, _mover, moving.actions, moving.check, _do_movement),
        "facing": Phase(_facing),
        "magic": Phase(_magic, _mover, magic.actions, magic.check, _do_magic),
        "shooting": Phase(_shooting, lambda state: state.shooting, shooting.actions, shooting.check, shooting.do),
        "fights": Phase(_fights),
        "combat": Phase(_combat, _mover, fighting.actions, fighting.check, fighting.do),
    },
    {facing.FACE: QuestionKind("H-61", "whom it turns to", facing.choices, facing.answer)},
    NOTATION.form,
    Refused,
    over="H-34",
)
"""The sequence of play."""
