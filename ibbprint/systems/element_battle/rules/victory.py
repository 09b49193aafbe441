"""Victory: strongholds, broken armies, and the end of time (H-R32, H-R33, H-34, H-35, H-69)."""

from __future__ import annotations

from ibbprint.engine.state import NOBODY
from ibbprint.systems.element_battle.rules.state import FROG, LOST, Element, State


def captured(state: State, stronghold: Element, winner: Element) -> None:
    """The stronghold is taken: the game is over at once (H-R32, H-34)."""
    state.tell("captured", ("H-R32", "H-15"), unit=stronghold.key, target=winner.key)
    end(state, winner.side, "stronghold", "H-R32")


def is_broken(state: State, side: int) -> str:
    """Why a side is beaten: its general or half of it is lost, and more than its enemy has lost; nothing if it is not.

    Elements count, frogs as lost ones, by how many there were at deployment (H-33 to H-35).
    """
    losses = state.lost(side)
    if losses <= state.lost(1 - side):
        return ""
    if losses * state.setting.figures["broken"] >= state.setting.starts[side]:
        return "half"
    return "general" if general_is_lost(state, side) else ""


def general_is_lost(state: State, side: int) -> bool:
    """Whether a side's general is lost, or a frog."""
    return any(element.general and element.side == side and element.fate in (FROG, LOST) for element in state.elements)


def end_of_turn(state: State) -> None:
    """Look whether a side is beaten, or the time is over (H-34, H-69)."""
    for side in range(2):
        why = is_broken(state, side)
        if why:
            end(state, 1 - side, why, "H-R33", "H-34")
            return
    if state.turn >= state.setting.turns:
        end(state, NOBODY, "time", "H-69")


def end(state: State, winner: int, why: str, *rules: str) -> None:
    state.over, state.winner = True, winner
    name = "" if winner == NOBODY else state.setting.sides[winner]
    state.moment("over", *rules, why=why, winner=name)
