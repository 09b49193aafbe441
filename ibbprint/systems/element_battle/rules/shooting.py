"""Shooting: the mover’s side declares and is rolled for, then the other side (H-10, H-63, H-64)."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.state import Action
from ibbprint.systems.element_battle.rules import contact, fighting, ground, staging
from ibbprint.systems.element_battle.rules.combat import SHOOTING
from ibbprint.systems.element_battle.rules.state import Element, Refused, State

SHOOT, HOLD = "shoot", "hold"


def may_shoot(state: State, shooter: Element) -> bool:
    """Whether an element may shoot in this exchange: artillery in its own turn, if it has not moved (H-R20)."""
    kind = shooter.kind
    if not (kind.range and shooter.stands) or shooter.shot or contact.is_engaged(state, shooter):
        return False
    return kind.returns_fire or (shooter.side == state.side and not shooter.moved)


def targets(state: State, shooter: Element) -> Iterator[Element]:
    """The targets of an element: in its box, seen, not in close combat, no stronghold (H-63, H-83)."""
    if not shooter.kind.range:
        return
    enemies = contact.inside(ground.box(state, shooter), state.of(1 - shooter.side))
    inside = [target for target in enemies if not target.is_place]
    if not inside or not may_shoot(state, shooter):
        return
    for target in inside:
        if ground.can_shoot_at(state, shooter, target) and not contact.is_engaged(state, target):
            yield target


def next_shooter(state: State) -> Element | None:
    """The next shooter to declare: the first of the shooting side with a target; None if there is none."""
    return next((shooter for shooter in state.of(state.shooting) if any(True for _ in targets(state, shooter))), None)


def actions(state: State) -> list[Action]:
    """The targets of the element that has to declare, or to hold its fire."""
    shooter = next_shooter(state)
    if shooter is None:
        return []
    shots = [Action(SHOOT, (shooter.id,), (), target.key) for target in targets(state, shooter)]
    return [*shots, Action(HOLD, (shooter.id,))]


def check(state: State, action: Action) -> Refused | None:
    """Why an action is not legal while a side declares, or None."""
    if action.verb not in (SHOOT, HOLD):
        return Refused("H-64", f"nobody can {action.verb} now: the shooters declare")
    shooter = state.elements[action.counters[0]]
    if shooter.side != state.shooting:
        return Refused("H-64", f"{shooter.key} does not shoot now: it is the other side’s turn to")
    if not may_shoot(state, shooter):
        return Refused("H-63" if shooter.kind.range else "H-11", f"{shooter.key} cannot shoot now")
    if action.verb == HOLD:
        return None if any(True for _ in targets(state, shooter)) else Refused("H-63", f"{shooter.key} has no target")
    if action.word not in {target.key for target in targets(state, shooter)}:
        return Refused("H-63", f"{shooter.key} cannot shoot at {action.word or 'nobody'}")
    return None


def do(state: State, action: Action) -> None:
    """Declare a shot, or hold fire."""
    shooter = state.elements[action.counters[0]]
    shooter.shot = True
    if action.verb == SHOOT:
        target = next(element for element in state.elements if element.key == action.word)
        state.aims = (*state.aims, (shooter.id, target.id))


def resolve(state: State) -> None:
    """Roll once for each target, in the order of their ids; one driven out of the box is not shot at (H-64)."""
    for id in sorted({target for _, target in state.aims}):
        target = state.elements[id]
        aiming = [state.elements[shooter] for shooter, aimed in state.aims if aimed == id]
        shooters = [
            shooter
            for shooter in aiming
            if target.stands and shooter.stands and ground.can_shoot_at(state, shooter, target)
        ]
        if shooters:
            stands = staging.in_shot(state, shooters, target)
            main = max(shooters, key=lambda shooter: shooter.kind.id == stands[0].troop.id)
            fighting.rolled(state, SHOOTING, (main, target), stands)
    state.aims = ()
