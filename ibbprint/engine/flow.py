"""The flow of a game from one decision to the next: phases, questions that must be answered first, deeds by their
verbs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ibbprint.engine.refusals import Refusal
from ibbprint.engine.state import NOBODY, Action, Question, State

StateT = TypeVar("StateT", bound=State)


@dataclass(frozen=True, slots=True)
class QuestionKind(Generic[StateT]):
    """A kind of question: what may be answered, and what an answer does."""

    rule: str
    about: str
    """What must be decided, for whoever does something else: `which unit suffers`."""
    choices: Callable[[StateT, Question], Sequence[Action]]
    answer: Callable[[StateT, Question, Action], None]
    void: Callable[[StateT, Question], bool] | None = None
    """Whether nothing needs to be decided any more."""
    no_choice: Callable[[StateT, Question], None] | None = None
    """What happens when there is nothing to choose."""
    always: bool = False
    """Ask even where there is but one answer; else that one is given without asking."""
    also: Callable[[StateT, Action, Sequence[Action]], bool] | None = None
    """Whether an answer is allowed that is not listed among the choices."""


@dataclass(frozen=True, slots=True)
class Phase(Generic[StateT]):
    """A phase of the turn. One without decisions has `play` alone."""

    play: Callable[[StateT], bool]
    """Play on by a step; False, and nothing done, when somebody must decide first."""
    side: Callable[[StateT], int] | None = None
    """Who must decide."""
    actions: Callable[[StateT], Sequence[Action]] | None = None
    check: Callable[[StateT, Action], Refusal | None] | None = None
    """Why an action of sound form is not legal now; without it each of them is, listed among the actions or not."""
    do: Callable[[StateT, Action], None] | None = None
    """Do a legal action; the flow then plays on."""


class Flow(Generic[StateT]):
    """The sequence of play of a game: what may be decided, why something may not, and doing it."""

    def __init__(
        self,
        phases: Mapping[str, Phase[StateT]],
        questions: Mapping[str, QuestionKind[StateT]],
        form: Callable[[StateT, Action], Refusal | None],
        refused: type[Refusal],
        over: str,
    ) -> None:
        """`form` says why something is no action at all; `over` is the rule that ends the game."""
        self.phases = phases
        self.questions = questions
        self.form = form
        self.refused = refused
        self.over = over

    def settle(self, state: StateT) -> None:
        """Play on until a side must decide, or the game is over."""
        while not state.over:
            if state.questions:
                if self.asks(state):
                    return
            elif not self.phases[state.phase].play(state):
                return

    def asks(self, state: StateT) -> bool:
        """Whether the first question is put to its side; one with no choice, or only one, is settled here."""
        question = state.questions[0]
        kind = self.questions[question.kind]
        if kind.void is not None and kind.void(state, question):
            state.questions.pop(0)
            return False
        choices = kind.choices(state, question)
        if len(choices) > 1 or (choices and kind.always):
            state.pending = question, tuple(choices)
            return True
        state.questions.pop(0)
        if choices:
            self.answer(state, question, choices[0])
        elif kind.no_choice is not None:
            state.deeds += 1
            kind.no_choice(state, question)
        return False

    def decider(self, state: StateT) -> int:
        """The side that must decide; NOBODY when the game is over."""
        if state.over:
            return NOBODY
        if state.questions:
            return state.questions[0].side
        side = self.phases[state.phase].side
        assert side is not None, f"nobody decides in the phase {state.phase}"
        return side(state)

    def choices(self, state: StateT, question: Question) -> Sequence[Action]:
        """The legal answers to a question; the state does not change while it is open."""
        if state.pending is not None and state.pending[0] is question:
            return state.pending[1]
        return self.questions[question.kind].choices(state, question)

    def answer(self, state: StateT, question: Question, action: Action) -> None:
        """Take an answer to a question that waits no longer; nothing is played on."""
        state.deeds += 1
        self.questions[question.kind].answer(state, question, action)

    def actions(self, state: StateT) -> list[Action]:
        """Every decision that may be made now, in a fixed order; all of them are legal."""
        if state.over:
            return []
        if state.questions:
            return list(self.choices(state, state.questions[0]))
        actions = self.phases[state.phase].actions
        return [] if actions is None else list(actions(state))

    def check(self, state: StateT, action: Action) -> Refusal | None:
        """Check that an action is legal now: the refusal, or None."""
        if state.over:
            return self.refused(self.over, "the game is over")
        if state.questions:
            return self._check_answer(state, state.questions[0], action)
        check = self.phases[state.phase].check
        refused = self.form(state, action)
        return refused if refused is not None or check is None else check(state, action)

    def _check_answer(self, state: StateT, question: Question, action: Action) -> Refusal | None:
        kind = self.questions[question.kind]
        choices = self.choices(state, question)
        if action in choices or (kind.also is not None and kind.also(state, action, choices)):
            return None
        tried = any(choice.verb == action.verb for choice in choices)
        why = "this is not a legal answer: decide" if tried else "this must be decided first:"
        return self.refused(kind.rule, f"{why} {kind.about}")

    def do(self, state: StateT, action: Action) -> None:
        """Do what has been decided, and play on to the next decision. The action must be legal."""
        self._do(state, action)
        self.settle(state)

    def do_while(self, state: StateT, action: Action, goes_on: Callable[[], bool]) -> None:
        """Do an action, but play on no further than `goes_on` says: for looking at the result of one action alone."""
        self._do(state, action)
        while not state.over:
            if state.questions:
                if self.asks(state):
                    return
            elif not goes_on() or not self.phases[state.phase].play(state):
                return

    def _do(self, state: StateT, action: Action) -> None:
        if state.questions:
            state.pending = None
            self.answer(state, state.questions.pop(0), action)
        else:
            do = self.phases[state.phase].do
            assert do is not None
            do(state, action)


ActT = TypeVar("ActT")


@dataclass(frozen=True, slots=True)
class Deed(Generic[StateT, ActT]):
    """A kind of action in an activation: its choices, its check, and its execution."""

    actions: Callable[[StateT, ActT], Iterable[Action]]
    check: Callable[[StateT, ActT, Action], Refusal | None]
    do: Callable[[StateT, ActT, Action], None]
