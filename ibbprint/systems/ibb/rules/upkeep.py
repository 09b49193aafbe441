"""Upkeep: mana that comes back, spells that run out, and the cost of summoned units."""

from __future__ import annotations

import itertools

from ibbprint.engine.state import Action, Question
from ibbprint.systems.ibb.rules import spells
from ibbprint.systems.ibb.rules.spells import SUMMONS
from ibbprint.systems.ibb.rules.state import Lasting, State


def setting_up(state: State) -> None:
    """Mana comes back where a switch says so; spells that have run out end, others must be paid for (R-126, R-143)."""
    if state.setting.switches["mana"] == "turn":
        for unit in state.units:
            if unit.kind.leader == "wizard":
                unit.mana = unit.kind.rating
    spells.tidy(state)
    for lasting in list(state.lasting):
        if lasting.until < state.turn:
            spells.end(state, lasting, ("R-143",))
        elif lasting.kind == SUMMONS and owed(state, lasting):
            if _ways_to_pay(state, lasting):
                payer = state.present(lasting.casters)[0]
                note = Action("pay", (payer.id,), (), _label(state, lasting))
                state.questions.append(Question("upkeep", payer.side, payer.id, (note,)))
            else:
                spells.end(state, lasting, ("A-148", "R-143"))


def owed(state: State, lasting: Lasting) -> int:
    """The cost of a summoning in each turn after the first, for all its units together (A-148, R-143)."""
    return max((state.units[i].upkeep for i in lasting.units), default=0)


def _label(state: State, lasting: Lasting) -> str:
    """A lasting spell by its name and its first unit."""
    return f"{lasting.spell}:{state.units[lasting.units[0]].key}"


def _labelled(state: State, argument: str) -> Lasting | None:
    """The spell that a label names, while it lasts."""
    label = argument.split(":")[:2]
    return next(
        (lasting for lasting in state.lasting if lasting.units and label == _label(state, lasting).split(":")), None
    )


def _ways_to_pay(state: State, lasting: Lasting) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The ways to split the upkeep among the living casters of the spell."""
    payers = state.present(lasting.casters)
    due = owed(state, lasting)
    purses = [range(min(due, payer.mana) + 1) for payer in payers]
    return [(tuple(payer.id for payer in payers), split) for split in itertools.product(*purses) if sum(split) == due]


def choices(state: State, question: Question) -> tuple[Action, ...]:
    lasting = _labelled(state, question.choices[0].word)
    if lasting is None:
        return ()
    label = _label(state, lasting)
    items = []
    for payers, split in reversed(_ways_to_pay(state, lasting)):
        shares = ":" + "+".join(map(str, split)) if len(payers) > 1 else ""
        items.append(Action("pay", payers, (), label + shares))
    return (*items, Action("lapse", (question.counter,), (), label))


def pay(state: State, question: Question, action: Action) -> None:
    lasting = _labelled(state, action.word)
    assert lasting is not None
    if action.verb == "lapse":
        spells.end(state, lasting, ("A-148", "R-143"))
        return
    parts = action.word.split(":")[2:]
    split = [int(part) for part in parts[0].split("+")] if parts else [owed(state, lasting)]
    payers = state.those(action.counters)
    for payer, amount in zip(payers, split, strict=True):
        payer.mana -= amount
    state.tell(
        "upkeep",
        ("A-148", "R-143"),
        spell=lasting.spell,
        casters=[payer.key for payer in payers],
        paid=split,
        units=[unit.key for unit in state.present(lasting.units)],
    )
