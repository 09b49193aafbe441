"""Leaders: where they go when they are alone or overrun, and what becomes of them in combat (P-45, P-60 to P-62)."""

from __future__ import annotations

from ibbprint.engine.space import nearest
from ibbprint.engine.state import Action, Question
from ibbprint.systems.printed.rules.state import Counter, State


def overrun(state: State, hex: int, side: int) -> None:
    """An enemy unit of this side enters a hex: leaders alone there are displaced, or lost."""
    for leader in state.leaders_in(hex, 1 - side):
        alone(state, leader, entered=True)


def alone(state: State, leader: Counter, *, entered: bool = False) -> None:
    """The fate of a leader who is alone: the last unit with him is lost, or an enemy enters his hex."""
    rule = state.setting.play.leaders
    fate = "displaced" if rule is None else rule.alone
    if fate == "stays" and not entered:
        return
    if fate == "eliminated":
        state.eliminate(leader, "P-62")
    else:
        displace(state, leader)


def displace(state: State, leader: Counter) -> None:
    """Put a leader with the nearest friendly unit, of several as his owner chooses, and spent (P-62)."""
    leader.spent = state.setting.leader_uses
    ends = nearest_friends(state, leader)
    if not ends:
        state.eliminate(leader, "P-62")
    elif len(ends) == 1:
        put_with(state, leader, ends[0])
    else:
        number = leader.number
        choices = tuple(Action("place", (number,), (hex,)) for hex in ends)
        state.questions.append(Question("displaced", leader.side, number, choices))


def nearest_friends(state: State, leader: Counter) -> list[int]:
    """The hexes of the nearest friendly units, by hexes."""
    return nearest(state.setting.space.distances(leader.hex), state.occupied(leader.side) - {leader.hex})


def put_with(state: State, leader: Counter, hex: int) -> None:
    state.put(leader, hex)
    state.tell("displaced", ("P-62",), unit=leader.key, hex=state.name(hex))


def left_alone(state: State, hex: int, side: int) -> None:
    """Look after leaders in a hex from which units retreated or in which they were lost."""
    if state.units_in(hex, side):
        return
    for leader in state.leaders_in(hex, side):
        alone(state, leader)


def may_be_lost(state: State, hex: int, side: int) -> None:
    """The roll for a leader whose unit loses a step."""
    rule = state.setting.play.leaders
    if rule is None or rule.lost is None:
        return
    for leader in state.leaders_in(hex, side):
        if state.setting.leader_dice.throw(state.dice) >= state.setting.leader_lost:
            state.eliminate(leader, "P-62", why="lost")
