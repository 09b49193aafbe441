"""Rolling a combat and what becomes of those in it: close combat, a shot, a spell (H-R22 to H-R27)."""

from __future__ import annotations

from typing import Any

from ibbprint.engine.rolls import modifier_values, rules_of
from ibbprint.engine.state import Action
from ibbprint.systems.element_battle.rules import contact, retreats, staging, victory
from ibbprint.systems.element_battle.rules.combat import (
    BOTH,
    CLOSE,
    DESTROYED,
    NONE,
    SUPPORT,
    TIE,
    Result,
    Weighed,
    judged,
    weigh,
)
from ibbprint.systems.element_battle.rules.contact import Fight
from ibbprint.systems.element_battle.rules.stands import Stand
from ibbprint.systems.element_battle.rules.state import FROG, Element, Refused, State

FIGHT = "fight"
RECOIL, FLEE, FLEE_OFF, ENSORCELLED, CAPTURED = "recoil", "flee", "flee-off", "ensorcelled", "captured"
RULES = {CLOSE: ("H-R22",), "shooting": ("H-R09", "H-R22"), "spell": ("H-R17", "H-R22")}


# --- which fight next -------------------------------------------------------------------------------------------


def actions(state: State) -> list[Action]:
    """The close combats that are left, for the mover to choose among (H-27)."""
    return [written(state, Fight(*pair)) for pair in state.fights]


def written(state: State, fight: Fight) -> Action:
    return Action(FIGHT, (fight.mine,), (), state.elements[fight.theirs].key)


def check(state: State, action: Action) -> Refused | None:
    """Why that cannot be fought now, or None."""
    if action in actions(state):
        return None
    key = state.elements[action.counters[0]].key if action.counters else ""
    return Refused("H-R10", f"{key} and {action.word or 'nobody'} have no close combat left in this turn")


def do(state: State, action: Action) -> None:
    """Fight one of the close combats."""
    pair = next(pair for pair in state.fights if written(state, Fight(*pair)) == action)
    state.fights = tuple(later for later in state.fights if later != pair)
    fight(state, Fight(*pair))


def prune(state: State) -> None:
    """Strike out close combats of which one side is gone or has moved off."""
    state.fights = tuple(pair for pair in state.fights if contact.is_on(state, Fight(*pair)))


def fight(state: State, pair: Fight) -> None:
    """Roll a close combat, and do what comes of it."""
    mine, theirs = state.elements[pair.mine], state.elements[pair.theirs]
    stand, enemy = staging.in_fight(state, mine, theirs)
    rolled(state, CLOSE, (mine, theirs), (stand, enemy))


# --- rolling ----------------------------------------------------------------------------------------------------


def rolled(state: State, way: str, elements: tuple[Element, Element], stands: tuple[Stand, Stand]) -> None:
    """Throw for two elements, tell it, and do what comes of it."""
    catalogue = state.setting.catalogue
    weighed = weigh(catalogue, way, *stands)
    faces = state.setting.figures["die"]
    dice = (state.dice.roll(faces), state.dice.roll(faces))
    totals = (weighed.first + dice[0], weighed.second + dice[1])
    result = judged(catalogue, way, *stands, *totals)
    _tell(state, way, elements, stands, weighed, dice, totals, result)
    supports = [
        contact.second_rank(state, element) if any(used.id == SUPPORT for used in weighed.used[side]) else None
        for side, element in enumerate(elements)
    ]
    if result.side is None:
        if result.outcome == BOTH:
            for element in elements:
                retreats.lose(state, element, "destroyed", "H-R24")
        return
    loser = elements[result.side]
    suffer(state, loser, result.outcome, elements[1 - result.side])
    support = supports[result.side]
    if loser.fate != FROG and result.outcome == DESTROYED and support is not None and support.stands:
        retreats.lose(state, support, "support", "H-R27")


def suffer(state: State, element: Element, outcome: str, winner: Element) -> None:
    """Do to a loser what the outcome says."""
    rules = tuple(state.setting.catalogue.outcomes[outcome].rules)
    if outcome == DESTROYED:
        retreats.lose(state, element, "destroyed", *rules)
    elif outcome == FLEE_OFF:
        retreats.lose(state, element, "flee-off", *rules)
    elif outcome == ENSORCELLED:
        element.fate, element.marked = FROG, 0
        state.tell("ensorcelled", rules, unit=element.key)
    elif outcome == CAPTURED:
        victory.captured(state, element, winner)
    elif outcome == RECOIL:
        retreats.recoil(state, element)
    elif outcome == FLEE:
        retreats.flee(state, element)


def _tell(
    state: State,
    way: str,
    elements: tuple[Element, Element],
    stands: tuple[Stand, Stand],
    weighed: Weighed,
    dice: tuple[int, int],
    totals: tuple[int, int],
    result: Result,
) -> None:
    if state.events is None:
        return
    values: dict[str, Any] = {
        "unit": elements[0].key,
        "target": elements[1].key,
        "dice": dice,
        "totals": totals,
        "bonuses": (stands[0].bonus(stands[1]), stands[1].bonus(stands[0])),
        "used": [modifier_values(used) for used in weighed.used],
        "aids": stands[0].aids,
        "loser": "" if result.side is None else elements[result.side].key,
        "came": _called(way, result),
    }
    kind = "combat" if way == CLOSE else way
    state.tell(kind, rules_of([*weighed.used[0], *weighed.used[1]], *RULES[way]), **values)


def _called(way: str, result: Result) -> str:
    """The outcome by its name in reports; equal totals have no effect in a shot or a spell."""
    if result.side is not None or result.outcome == BOTH:
        return result.outcome
    return TIE if way == CLOSE else NONE
