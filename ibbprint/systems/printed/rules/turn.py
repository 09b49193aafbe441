"""The turn as a flow: verbs, phases, questions, and refusals that quote the printed rules."""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.engine.flow import Flow, Phase, QuestionKind
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.state import Action, Question
from ibbprint.engine.verbs import AIM, NONE, SOME, WAY, FormRules, Notation, Verb
from ibbprint.systems.printed.rules import advance, arrivals, combat, leaders, phases, retreat
from ibbprint.systems.printed.rules.paragraphs import quoted
from ibbprint.systems.printed.rules.state import Refused, State

VERBS = {
    "place": Verb(hexes=WAY),
    "move": Verb(SOME, WAY, "mode"),
    "exit": Verb(hexes=WAY, word="mode", say="Leave the map:"),
    "restore": Verb(),
    "attack": Verb(SOME, AIM, "table"),
    "resolve": Verb(NONE, AIM, say="Fight the attack that is declared", settles=True),
    "lead": Verb(answer=True),
    "lose": Verb(answer=True),
    "retreat": Verb(hexes=WAY, answer=True),
    "advance": Verb(SOME, WAY, answer=True),
    "choose": Verb(NONE, "", "choice", answer=True),
    "activate": Verb(NONE),
    "pass": Verb(NONE),
    "end": Verb(NONE, say="End this phase"),
}


def _names(state: State) -> Sequence[str]:
    return state.setting.names


def _words(state: State, kind: str) -> Sequence[str]:
    """The words that actions may name: modes, tables, units that are attacked."""
    if kind == "mode":
        return [*state.setting.play.movement.modes, "normal"]
    return [rule.name for fight in state.setting.fights.values() for rule in fight.tables]


NOTATION: Notation[State] = Notation(
    VERBS, FormRules("P-10", "P-10", "P-25", "", "hexes as the map prints them"), Refused, _names, _words
)


def _side(state: State) -> int:
    return state.side


PHASES: dict[str, Phase[State]] = {
    "set-up": Phase(phases.begin_game),
    "turn-over": Phase(phases.turn_over),
    "draw": Phase(
        phases.draw_phase, lambda state: state.drawn_side, phases.draw_actions, phases.check_drawn, phases.do_drawn
    ),
    "arrive": Phase(phases.arrive),
    "supply": Phase(phases.judge_supply),
    "remove": Phase(phases.remove),
    "recover": Phase(phases.recover),
    "ready": Phase(phases.ready),
    "points": Phase(phases.points),
    "move": Phase(phases.move, _side, phases.move_actions, phases.check_moving, phases.do_moving),
    "fight": Phase(phases.fight, _side, phases.fight_actions, phases.check_fighting, phases.do_fighting),
    "replace": Phase(phases.replace, _side, phases.replace_actions, phases.check_replacing, phases.do_replacing),
}


def _listed(state: State, question: Question) -> Sequence[Action]:
    return question.choices


def _answer_displaced(state: State, question: Question, action: Action) -> None:
    leaders.put_with(state, state.counters[action.counters[0]], action.path[0])


def _answer_follow(state: State, question: Question, action: Action) -> None:
    retreat.follow(state, state.counters[action.counters[0]], action.path[0])


def _satisfied(state: State, question: Question) -> bool:
    """Whether nobody is left who could lose, or enough has been lost."""
    battle = state.battle
    if battle is None:
        return True
    if question.kind == "match" and combat.matched(battle, battle.clauses[battle.at - 1]):
        return True
    return not combat.losing(state, question)


QUESTIONS: dict[str, QuestionKind[State]] = {
    "place": QuestionKind(
        "P-80", "where it is placed", arrivals.places, arrivals.answer_place, no_choice=arrivals.no_place
    ),
    "displaced": QuestionKind("P-62", "with whom the leader is put", _listed, _answer_displaced),
    "follow": QuestionKind("P-60", "with whom the leader goes", _listed, _answer_follow),
    "lead": QuestionKind("P-45", "whether a leader helps the defenders", _listed, combat.answer_lead),
    "table": QuestionKind("P-49", "which table is used", _listed, combat.answer_table),
    "lose": QuestionKind("P-50", "which unit loses a step", combat.losing, combat.answer_lose, _satisfied),
    "match": QuestionKind("P-51", "which unit loses a step", combat.losing, combat.answer_lose, _satisfied),
    "either": QuestionKind("P-54", "whether the units lose steps or retreat", _listed, combat.answer_either),
    "retreat": QuestionKind(
        "P-57", "where it retreats", retreat.choices, retreat.answer, retreat.void, retreat.unable, also=retreat.also
    ),
    "advance": QuestionKind("P-58", "who advances", _listed, advance.answer),
}


class _QuotingFlow(Flow[State]):
    """The flow whose refusals name the paragraph of the printed rules."""

    def check(self, state: State, action: Action) -> Refusal | None:
        refused = super().check(state, action)
        return None if refused is None else quoted(state, refused)


FLOW: Flow[State] = _QuotingFlow(PHASES, QUESTIONS, NOTATION.form, Refused, over="P-90")
