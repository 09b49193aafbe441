"""Retreats: the ways that are open, who chooses, what becomes of units without one, leaders (P-56, P-60)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ibbprint.engine.space import OFF
from ibbprint.engine.state import Action, Question
from ibbprint.systems.printed.rules.state import Battle, Counter, State

FARTHER = 2
"""How many hexes more a unit goes on that finds the end of its retreat full."""


def way_open(state: State, unit: Counter, hex: int, next_hex: int) -> bool:
    """Whether a unit may retreat from a hex to the next."""
    setting, rule = state.setting, state.setting.play.retreat
    if rule is None or next_hex not in state.profile(unit).ways[hex]:
        return False
    if next_hex in state.occupied(1 - unit.side):
        return False
    if state.zone(1 - unit.side)[next_hex] and (
        rule.zones == "no" or (rule.zones == "friends" and not _friends(state, unit, next_hex))
    ):
        return False
    return all(barrier.bars(state, unit, hex, next_hex) is None for barrier in setting.retreat_barriers)


def _friends(state: State, unit: Counter, hex: int) -> bool:
    return any(friend is not unit for friend in state.units_in(hex, unit.side))


def ways(state: State, unit: Counter, hexes: int) -> list[tuple[int, ...]]:
    """One way to each hex in which a retreat may end, the start included (P-57)."""
    start, rule = unit.hex, state.setting.retreat_rule
    ends: dict[int, tuple[int, ...]] = {}
    full: list[tuple[int, ...]] = []
    for way in _walked(state, unit, [(start,)], hexes):
        end = way[-1]
        if end in ends:
            continue
        if state.room(end, (unit,)):
            ends[end] = way
        else:
            full.append(way)
    if not ends and rule.full == "farther":
        for _ in range(FARTHER):
            full = list(_walked(state, unit, full, 1))
            ends = {way[-1]: way for way in reversed(full) if state.room(way[-1], (unit,))}
            if ends:
                break
    return [ends[end] for end in sorted(ends)]


def _walked(state: State, unit: Counter, begun: Sequence[tuple[int, ...]], hexes: int) -> Iterator[tuple[int, ...]]:
    """The ways that go on from these by so many hexes."""
    current = list(begun)
    for _ in range(hexes):
        following: dict[int, tuple[int, ...]] = {}
        for way in current:
            for next_hex in state.setting.space.near[way[-1]]:
                if next_hex not in following and next_hex not in way and _leads_on(state, unit, way, next_hex):
                    following[next_hex] = (*way, next_hex)
        current = list(following.values())
    yield from current


def _leads_on(state: State, unit: Counter, way: Sequence[int], next_hex: int) -> bool:
    rule, distances = state.setting.retreat_rule, state.setting.space.distances
    if rule.exact and distances(way[0])[next_hex] < len(way):
        return False
    if rule.way == "away" and state.battle is not None:
        for number in state.battle.attackers:
            attacker = state.counters[number]
            if attacker.hex != OFF and attacker.side != unit.side:
                far = distances(attacker.hex)
                if far[next_hex] <= far[way[-1]]:
                    return False
    return way_open(state, unit, way[-1], next_hex)


# --- questions ------------------------------------------------------------------------------------------------------


def choices(state: State, question: Question) -> list[Action]:
    """The ways of a unit that must retreat."""
    unit, battle = state.counters[question.counter], state.fought
    return [Action("retreat", (unit.number,), way) for way in ways(state, unit, battle.hexes_back)]


def void(state: State, question: Question) -> bool:
    return state.counters[question.counter].hex == OFF


def also(state: State, action: Action, listed: Sequence[Action]) -> bool:
    """Whether a way is legal that is not the one listed for its end."""
    if action.verb != "retreat" or not action.path or len(action.counters) != 1:
        return False
    same = [choice for choice in listed if choice.counters == action.counters and choice.path[-1] == action.path[-1]]
    if not same or len(same[0].path) != len(action.path) or action.path[0] != same[0].path[0]:
        return False
    unit = state.counters[action.counters[0]]
    way = action.path
    return len(set(way)) == len(way) and all(
        way[at] in state.setting.space.near[way[at - 1]] and _leads_on(state, unit, way[:at], way[at])
        for at in range(1, len(way))
    )


def answer(state: State, question: Question, action: Action) -> None:
    """A unit retreats; in a hex that is attacked later it defends as usual (P-59)."""
    unit, battle = state.counters[action.counters[0]], state.fought
    way = action.path
    battle.came_from.setdefault(unit.number, unit.hex)
    battle.retreated.append(unit.number)
    state.put(unit, way[-1])
    values = {"by": state.setting.sides[question.side]} if question.side != unit.side else {}
    state.tell("retreats", ("P-56",), unit=unit.key, start=state.name(way[0]), hex=state.name(way[-1]), **values)
    state.become(unit, state.setting.retreat_rule.becomes or "", "P-56")
    for hex in way[1:]:
        state.take(hex, unit.side)


def unable(state: State, question: Question) -> None:
    """A unit that cannot retreat is eliminated, or loses steps and stays."""
    from ibbprint.systems.printed.rules.combat import lose_step, side_of

    unit, battle = state.counters[question.counter], state.fought
    part = side_of(state, battle, unit.side)
    steps = state.setting.retreat_unable or unit.steps_left
    state.tell("stays", ("P-56",), unit=unit.key, hex=state.name(unit.hex))
    for _ in range(min(steps, unit.steps_left)):
        lose_step(state, battle, unit, part)


# --- leaders --------------------------------------------------------------------------------------------------------


def leaders_follow(state: State, battle: Battle) -> None:
    """Leaders whose units have retreated go with them; with whom, their owner says where they split (P-60)."""
    for hex in dict.fromkeys(battle.came_from.values()):
        retreated = [state.counters[n] for n, start in battle.came_from.items() if start == hex]
        retreated = [unit for unit in retreated if unit.hex != OFF]
        if not retreated:
            continue
        side = retreated[0].side
        stay = bool(state.units_in(hex, side))
        for leader in state.leaders_in(hex, side):
            ends = sorted({unit.hex for unit in retreated} | ({hex} if stay else set()))
            if ends == [hex]:
                continue
            if len(ends) == 1:
                follow(state, leader, ends[0])
            else:
                listed = tuple(Action("place", (leader.number,), (end,)) for end in ends)
                state.questions.append(Question("follow", side, leader.number, listed))
    battle.came_from.clear()


def follow(state: State, leader: Counter, hex: int) -> None:
    start = leader.hex
    if hex != start:
        state.put(leader, hex)
        state.tell("retreats", ("P-60",), unit=leader.key, start=state.name(start), hex=state.name(hex))
