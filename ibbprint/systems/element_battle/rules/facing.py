"""The end of the movement step: who is struck in flank or rear alone turns to face (H-61)."""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.engine.lattice import Block
from ibbprint.engine.state import Action, Question
from ibbprint.systems.element_battle.rules import contact, moving
from ibbprint.systems.element_battle.rules.state import Element, State

FACE = "face"


def struck(state: State) -> list[Element]:
    """The elements struck on flank or rear whose own front touches nobody; the mover’s enemies first."""
    struck = contact.struck_by(state)
    striking = {id for ids in struck.values() for id in ids}
    return [
        element
        for side in (1 - state.side, state.side)
        for element in state.of(side)
        if element.id in struck and element.id not in striking and not element.is_place
    ]


def ask(state: State) -> None:
    """Put the question to each owner in turn."""
    state.questions += [Question(FACE, element.side, element.id) for element in struck(state)]


def choices(state: State, question: Question) -> Sequence[Action]:
    """The enemies to turn to; none where there is no room, or no need any more."""
    element = state.elements[question.counter]
    if not element.stands or contact.faces_enemy(state, element):
        return []
    return [Action(FACE, (element.id,), (), enemy.key) for enemy, _ in moving.facing_choices(state, element)]


def answer(state: State, question: Question, action: Action) -> None:
    element = state.elements[action.counters[0]]
    places: dict[str, Block] = {enemy.key: block for enemy, block in moving.facing_choices(state, element)}
    element.block = places[action.word]
    heading = element.block.heading.name.lower()
    state.tell("faces", ("H-61",), unit=element.key, target=action.word, heading=heading)
