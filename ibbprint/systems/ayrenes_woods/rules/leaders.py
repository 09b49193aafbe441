"""Leaders: death in battle or alone in a hex, joining a friendly unit, replacement."""

from __future__ import annotations

from ibbprint.engine.space import nearest
from ibbprint.engine.state import Action, Question
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import ROUTED, Leader, State, Unit


def survives(state: State, leader: Leader, rules: tuple[str, ...]) -> bool:
    """Roll whether a leader lives (A-R44); he is dead and gone if not."""
    figures = state.setting.figures
    dice = (state.dice.roll(6), state.dice.roll(6))
    dead = sum(dice) in (figures["leader-loss-low"], figures["leader-loss-high"])
    state.tell("leader-roll", rules, leader=leader.key, dice=dice, dead=dead)
    if dead:
        die(state, leader, rules)
    return not dead


def die(state: State, leader: Leader, rules: tuple[str, ...]) -> None:
    """Take a dead leader off the map; one of his chits stays in the cup (A-R45, A-43)."""
    leader.alive = False
    leader.fallen = leader.fallen or not leader.replacement
    leader.caster = False
    leader.hex = OFF
    keep = state.setting.figures["dead-leader-chits"]
    for _ in range(state.cup.count(leader.command) - keep):
        state.cup.remove(leader.command)
    state.tell("leader-dies", rules, leader=leader.key, replacement=leader.replacement)


def entered(state: State, side: int, h: int) -> None:
    """Enemy leaders alone in a hex that a unit of a side has come into roll, and flee if they live (A-R49, A-45)."""
    for leader in list(state.leaders_at(h)):
        if leader.side != side and survives(state, leader, ("A-R49", "A-45")):
            join(state, leader)


def bereft(state: State, leader: Leader) -> None:
    """The unit under a leader is gone: he rolls and, if he lives, joins another (A-46)."""
    if survives(state, leader, ("A-46",)):
        join(state, leader)


def havens(state: State, leader: Leader) -> list[int]:
    """The hexes that a leader may go to: those of the nearest units of his colour with no leader yet (A-45)."""
    occupied = {friend.hex for friend in state.leaders if friend.alive and friend is not leader}
    free = [unit.hex for unit in state.units_of(leader.command) if unit.hex not in occupied]
    return nearest(state.ground.distances(leader.hex), free)


def join(state: State, leader: Leader) -> None:
    """Move a leader to the nearest unit of his colour without a leader; his owner chooses among several as near.

    He is lost where there is none: all are gone (A-46), or each has another leader (A-75).
    """
    items = havens(state, leader)
    if len(items) > 1:
        state.questions.append(Question("join", leader.side, leader.id))
    elif items:
        arrive(state, leader, items[0])
    else:
        die(state, leader, ("A-75",) if any(state.units_of(leader.command)) else ("A-46",))


def arrive(state: State, leader: Leader, h: int) -> None:
    """Put a leader with a unit of his own again."""
    leader.hex = h
    state.tell("leader-joins", ("A-R49", "A-45"), leader=leader.key, hex=state.ground.names[h])


# --- replacement ------------------------------------------------------------------------------------------------


def appointable(state: State, command: int) -> list[Unit]:
    """The units on which a replacement may be put: those that could act, with no leader in their hex (A-R46)."""
    occupied = {leader.hex for leader in state.leaders if leader.alive}
    return [unit for unit in state.units_of(command) if unit.state != ROUTED and unit.hex not in occupied]


def appoint(state: State, action: Action) -> Unit:
    """Put a replacement on a unit (A-R46, A-R48)."""
    unit = state.units[action.counters[0]]
    leader = state.leaders[unit.command]
    leader.alive, leader.replacement = True, True
    leader.rating = state.setting.figures["replacement-rating"]
    leader.hex = unit.hex
    state.tell("appointed", ("A-R46", "A-R48"), leader=leader.key, unit=unit.key, hex=state.ground.names[unit.hex])
    return unit
