"""The rally phase: spells taken back, then every roll from how things stand at its beginning, then the flights."""

from __future__ import annotations

from typing import NamedTuple

from ibbprint.engine.rolls import AppliedModifier, Rolled
from ibbprint.engine.state import Question
from ibbprint.systems.ayrenes_woods.rules import control, magic, morale, results
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ORDERED, ROUTED, State, Unit


class Rallied(NamedTuple):
    """The fate of a unit in the rally: its next state, whether it runs, and the check it rolled (None for no roll)."""

    unit: Unit
    state: int
    runs: bool
    checked: Rolled | None


def advance(state: State) -> bool:
    """Play the phase on by a step, or ask a question; True when it is over."""
    if state.step == "":
        state.questions += [Question("regain", side) for side in range(2) if magic.regains(state, side)]
        state.step = "spells"
    elif state.step == "spells":
        state.questions += [Question("spell", side) for side in range(2) if any(magic.castings(state, side, "rally"))]
        state.step = "rolls"
    else:
        roll_all(state)
        state.step = ""
        state.helpless = frozenset()
        return True
    return False


def roll_all(state: State) -> None:
    """Every roll is decided from the state at the start of the phase, then flights are applied (A-70)."""
    shaken = [unit for unit in state.units if unit.state in (DISORDERED, ROUTED)]
    decided = [decide(state, unit) for unit in shaken]
    running = []
    for item in decided:
        _tell(state, item)
        item.unit.state = item.state
        if item.runs:
            running.append(item.unit)
    for unit in running:
        if unit.state == ROUTED:
            results.run(state, unit, state.setting.figures["flight-hexes"])


def _tell(state: State, rallied: Rallied) -> None:
    unit = rallied.unit
    values = {} if rallied.checked is None else rallied.checked.values()
    if unit.state == DISORDERED:
        kind = "recovers" if rallied.checked is None else "rallies" if rallied.state == ORDERED else "stays-disordered"
        state.tell(kind, ("A-R65", "A-56") if rallied.checked is None else ("A-R66", "A-55"), unit=unit.key, **values)
    elif rallied.checked is None:
        state.tell("too-near", ("A-R67", "A-54"), unit=unit.key)
    else:
        kind = "comes-back" if rallied.state == DISORDERED else "stays-routed"
        state.tell(kind, ("A-R67",) if rallied.state == DISORDERED else ("A-R67", "A-R68"), unit=unit.key, **values)


def decide(state: State, unit: Unit) -> Rallied:
    """The fate of a unit in the rally."""
    if unit.state == DISORDERED:
        if not any(state.near(unit.hex, unit.side)):
            return Rallied(unit, ORDERED, False, None)
        checked = morale.check(state, unit, helped(state, unit))
        return Rallied(unit, ORDERED if checked.passed else DISORDERED, False, checked)
    if nearest(state, unit) < state.setting.figures["rally-distance"]:
        return Rallied(unit, ROUTED, False, None)
    checked = morale.check(state, unit, led(state, unit))
    return Rallied(unit, DISORDERED if checked.passed else ROUTED, not checked.passed, checked)


def nearest(state: State, unit: Unit) -> int:
    """Hexes to the nearest enemy unit; more than any map has where there is none."""
    return min((state.ground.distance(unit.hex, enemy.hex) for enemy in state.enemies(unit.side)), default=255)


def helped(state: State, unit: Unit) -> tuple[AppliedModifier, ...]:
    """The help of its leader or of a friend in good order, once (A-R66, A-55)."""
    by_friend = any(friend.state == ORDERED for friend in state.comrades(unit))
    by_leader = unit.command not in state.helpless and control.leader_near(state, unit)
    return morale.use(state, "rally-help") if by_friend or by_leader else ()


def led(state: State, unit: Unit) -> tuple[AppliedModifier, ...]:
    """The help of a leader of its side to a routed unit: with it, else next to it (A-R67, A-72)."""
    near = [
        state.ground.distance(unit.hex, leader.hex)
        for leader in state.leaders
        if leader.alive and leader.side == unit.side
        if leader.command not in state.helpless
    ]
    closest = min(near, default=2)
    return morale.use(state, *(["rally-leader-stacked"], ["rally-leader-near"], [])[min(closest, 2)])
