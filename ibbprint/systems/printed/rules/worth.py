"""Figures of the rules of thumb: averages of columns, ways to the goals, aims, dangers. Each is worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from ibbprint.engine.once import kept
from ibbprint.engine.space import Space, spread, way_to
from ibbprint.engine.state import NOBODY
from ibbprint.systems.printed.rules import attacks, victory
from ibbprint.systems.printed.rules.compiled import SHIFT, Fight
from ibbprint.systems.printed.rules.evaluation import winner_now
from ibbprint.systems.printed.rules.forces import FULL, REDUCED, Kind
from ibbprint.systems.printed.rules.ground import HEXSIDES, Profile
from ibbprint.systems.printed.rules.numbers import Number
from ibbprint.systems.printed.rules.retreat import ways
from ibbprint.systems.printed.rules.sequence import DRAWN
from ibbprint.systems.printed.rules.setting import Setting
from ibbprint.systems.printed.rules.state import Counter, State

RETREAT = 0.25
"""The share of its strength that a retreat counts for (the specification of own games)."""
NEAR, NEXT, LATER = 1.0, 0.5, 0.2
"""How much of an enemy's strength is reckoned with next to him, within half a move, and within a whole one."""
FAR = 99.0
NO_WAY = 10**9
"""The cost of a way to a goal where there is none."""


class Expected(NamedTuple):
    """The average result of a column of a table."""

    steps_taken: float
    """Steps of the defenders together."""
    steps_lost: float
    """Steps of the attackers together."""
    each_taken: float
    """Steps of every defender besides."""
    each_lost: float
    """Steps of every attacker besides."""
    away: float
    """The chance that the defenders retreat or are eliminated."""


def expected(fight: Fight) -> list[Expected]:
    """The average of every column."""
    averages: list[Expected] | None = fight.__dict__.get("expected")
    if averages is None:
        columns = fight.tables[0].columns
        averages = []
        for at in range(len(columns.heads)):
            steps = {(part, each): 0.0 for part in (attacks.ATTACKERS, attacks.DEFENDERS) for each in (False, True)}
            away = 0.0
            for code, chance in columns.chances(at, fight.sums).items():
                p, emptied = float(chance), False
                for clause in fight.effects[code]:
                    together = {"lose": clause.number, "either": 1, "match": 1, "match-half": 1}.get(clause.act, 0)
                    each = {"each": clause.number, "eliminated": 2}.get(clause.act, 0)
                    steps[clause.who, False] += p * together
                    steps[clause.who, True] += p * each
                    emptied = emptied or (clause.who == attacks.DEFENDERS and clause.act in ("retreat", "eliminated"))
                away += p * emptied
            taken, lost = ((steps[part, False], steps[part, True]) for part in (attacks.DEFENDERS, attacks.ATTACKERS))
            averages.append(Expected(taken[0], lost[0], taken[1], lost[1], away))
        fight.__dict__["expected"] = averages
    return averages


def costs_to(space: Space, profile: Profile, goal: int) -> list[int]:
    """The cost of the way from every hex to a goal, as if no unit were in the way."""
    return _far(space, profile, goal)[0]


def _far(space: Space, profile: Profile, goal: int) -> tuple[list[int], dict[int, int]]:
    """The cost of the way from every hex to a goal, and the next hex of the way."""
    result = profile.far.get(goal)
    if result is None:
        prices = profile.prices
        costs, following = spread(space.near, (goal,), lambda next_hex, from_hex: prices.get((from_hex, next_hex)))
        result = profile.far[goal] = ([costs.get(hex, NO_WAY) for hex in range(space.size)], following)
    return result


def is_open_to(state: State, side: int, goal: int) -> bool:
    """Whether an enemy unit may be in a hex next turn, past the side as it stands, if nobody were in the hex itself."""
    setting = state.setting
    zones = setting.play.zones

    def comers() -> list[tuple[Profile, int, int, list[int]]]:
        """The enemy units that are within a move: their steps, where they are, their points, the way that they go."""
        result = []
        for unit in state.on_map(1 - side):
            profile, allowance = state.profile(unit), setting.ground.scaled(unit.kind.movement[unit.step])
            costs, following = _far(setting.space, profile, goal)
            if not unit.kind.leader and costs[unit.hex] <= allowance:
                result.append((profile, unit.hex, allowance, way_to(unit.hex, following)[1:-1]))
        return result

    near_enough = kept(state.steady[side], ("comers", goal), comers)
    if not near_enough:
        return False
    guards = [unit for unit in state.on_map(side) if not unit.kind.leader and unit.hex != goal]
    shut = {unit.hex for unit in guards}
    if zones is not None and zones.enter in ("stop", "no"):
        shut.update(hex for unit in guards if state.has_zone(unit) for hex in setting.zone_of[unit.hex])
    if any(shut.isdisjoint(way) for _, _, _, way in near_enough):
        return True

    def past_them(profile: Profile) -> dict[int, int]:
        def price(next_hex: int, hex: int) -> int | None:
            return None if next_hex in shut and next_hex != goal else profile.prices.get((hex, next_hex))

        most = max(allowance for steps, _, allowance, _ in near_enough if steps is profile)
        return spread(setting.space.near, (goal,), price, most)[0]

    costs: dict[Profile, dict[int, int]] = {}
    for profile, start, allowance, _ in near_enough:
        if profile not in costs:
            costs[profile] = past_them(profile)
        if costs[profile].get(start, NO_WAY) <= allowance:
            return True
    return False


class Aims(NamedTuple):
    """The aims of a side: places to take, places to keep, exits, and whether it wins if everything stays as it is."""

    targets: frozenset[int]
    guarded: frozenset[int]
    exits: frozenset[int]
    waits: bool


def pulls(space: Space, profile: Profile, allowance: int, goals: Aims) -> list[float]:
    """The distance of every hex from the goals of a side, in turns: from those to take and from those to keep."""
    key = (allowance, goals)
    result = profile.pulls.get(key)
    if result is None:
        ways = [
            [costs_to(space, profile, goal) for goal in goal_set]
            for goal_set in (goals.exits or goals.targets, goals.guarded)
        ]
        forward, back = (0.25, 0.6) if goals.waits else (1.0, 0.1)
        result = profile.pulls[key] = [
            fsum(
                share * min(min((costs[hex] for costs in costs_of), default=0) / allowance, FAR)
                for share, costs_of in zip((forward, back), ways, strict=True)
            )
            for hex in range(space.size)
        ]
    return result


def aims(state: State, side: int) -> Aims:
    """The aims of a side, from the ways to win."""
    clauses = state.setting.goals.clauses
    places = {hex for clause in clauses for place in clause.places if place.side == side for hex in place.hexes}
    theirs = {hex for clause in clauses for place in clause.places if place.side == 1 - side for hex in place.hexes}
    for rule in state.setting.goals.awards:
        if rule.model.per == "place held":
            (places if rule.side == side else theirs).update(rule.hexes or state.setting.ground.places)
    targets = {hex for hex in places | theirs if state.holders.get(hex) == 1 - side} or {
        hex for hex in places if state.holders.get(hex) != side
    }
    guarded = {hex for hex in places | theirs if state.holders.get(hex) == side}
    exits = frozenset(hex for clause in clauses if clause.side == side for hex in clause.exits)
    default = next((clause.side for clause in reversed(clauses) if clause.at == "end"), NOBODY)
    return Aims(frozenset(targets), frozenset(guarded), exits, default == winning(state) == side)


def winning(state: State) -> int:
    """The side that wins if everything stays as it is: each turn that is left gives its points."""

    def side_that_wins() -> int:
        points = state.points
        state.points = [points[side] + victory.points_to_come(state, side) for side in (0, 1)]
        clause = winner_now(state)
        state.points = points
        return NOBODY if clause is None else clause.side

    return kept(state.cache, "winning", side_that_wins)


def is_answered(state: State, side: int) -> bool:
    """Whether the enemy of a side still moves or fights after this phase, before the game ends."""
    setting = state.setting
    return state.turn < setting.last_turn or any(
        op.side in (1 - side, DRAWN) and op.do in ("move", "fight") for op in setting.program[max(state.op, 0) :]
    )


# --- attacks --------------------------------------------------------------------------------------------------------


class Helpers(NamedTuple):
    """What units could bring against a hex, and what is in it."""

    strength: float
    number: int
    """How many they are."""
    defence: float
    worth: float
    """What the defenders count for."""
    crossed: frozenset[str] | None
    """The kinds of hexsides that all of them cross."""


def in_reach(state: State, side: int, reach: int) -> frozenset[int]:
    """The hexes from which a unit of a side with that range may attack some enemy unit."""
    space, enemies = state.setting.space, state.occupied(1 - side)

    def hexes() -> frozenset[int]:
        if reach <= 1:
            return frozenset(hex for enemy in enemies for hex in space.near[enemy])
        return frozenset(hex for enemy in enemies for hex, far in enumerate(space.distances(enemy)) if far <= reach)

    return kept(state.steady[side], ("front", reach), hexes)


def striking(state: State, unit: Counter, fight: Fight) -> float:
    """The strength with which a unit may attack next; 0 for one whose state forbids it."""
    if unit.state and not state.setting.states[unit.state].attacks:
        return 0.0
    return float(state.strength(unit, fight.id, attack=True) or 0)


def helpers_of(state: State, fight: Fight, target: int, unit: Counter) -> Helpers:
    """What the other units of a side could bring against a hex from where they are."""

    def helpers() -> Helpers:
        strength, number, crossed = 0.0, 0, None
        far = state.setting.space.distances(target)
        for friend in state.on_map(unit.side):
            if friend is unit or friend.no_attack or far[friend.hex] > friend.kind.range[friend.step]:
                continue
            adds = striking(state, friend, fight)
            if not adds or attacks.reaches(state, friend, target, fight) is not None:
                continue
            strength += adds
            number += 1
            if far[friend.hex] == 1:
                sides = frozenset(state.setting.ground.crossed(friend.hex, target))
                crossed = sides if crossed is None else crossed & sides
        enemies = state.units_in(target, 1 - unit.side)
        defence = fsum(float(state.strength(enemy, fight.id, attack=False) or 0) for enemy in enemies)
        worth = fsum(enemy.kind.value[enemy.step] for enemy in enemies)
        return Helpers(strength, number, defence, worth, crossed)

    return kept(state.cache, ("helpers", target, unit.number), helpers)


def driven(state: State, unit: Counter) -> tuple[float, bool]:
    """The strength that a retreat costs a unit, and whether it goes: without a way it is lost, or loses and stays."""

    def cost() -> tuple[float, bool]:
        strength, steps = unit.kind.value[unit.step], state.setting.retreat_unable
        if ways(state, unit, state.setting.retreat_hexes):
            return RETREAT * strength, True
        return (least_lost((unit,), steps), steps >= unit.steps_left) if steps else (strength, True)

    return kept(state.cache, ("driven", unit.number), cost)


def harm(worth: float, share: float, column: Expected) -> float:
    """The average loss of a unit of that worth in a column of the table, for its share of the stack."""
    each = 0.5 * column.each_taken
    return worth * (share * (0.5 * column.steps_taken + RETREAT * column.away) + each)


def least_lost(units: Sequence[Counter], steps: int) -> float:
    """The least worth of a number of steps of these units, which their owner picks."""
    return _least(tuple([(unit.kind, unit.steps_left) for unit in units]), steps)


@lru_cache(4096)
def _least(units: tuple[tuple[Kind, int], ...], steps: int) -> float:
    losses = [
        [kind.value[FULL] - kind.value[REDUCED]] * (steps_left - 1) + [kind.value[kind.steps - 1]]
        for kind, steps_left in units
    ]
    lost: list[float] = []
    for _ in range(steps):
        able = [steps_ for steps_ in losses if steps_]
        if not able:
            break
        lost.append(min(able, key=lambda steps_: steps_[0]).pop(0))
    return fsum(lost)


# --- figures that are worked out once -------------------------------------------------------------------------------


def middling(setting: Setting) -> float:
    """The strength of a middling unit of the scenario."""
    strength: float | None = setting.__dict__.get("middling")
    if strength is None:
        strengths = sorted(start.kind.value[FULL] for start in setting.starts if not start.kind.leader)
        strength = setting.__dict__["middling"] = strengths[len(strengths) // 2] if strengths else 1.0
    return strength or 1.0


def bands(setting: Setting, hex: int, reach: int, allowance: Number) -> list[tuple[int, float]]:
    """The hexes that a unit may attack soon, each with the share of its strength that is reckoned with there."""
    memory: dict[tuple[int, int, Number], list[tuple[int, float]]] = setting.__dict__.setdefault("bands", {})
    result = memory.get((hex, reach, allowance))
    if result is None:
        result = []
        for at, steps in enumerate(setting.space.distances(hex)):
            if steps <= reach + allowance:
                share = NEAR if steps <= reach else NEXT if steps <= reach + allowance / 2 else LATER
                result.append((at, share))
        memory[hex, reach, allowance] = result
    return result


def terrain_shift(setting: Setting, fight: Fight, hex: int) -> int:
    """The shifts of the ground of a hex, without conditions."""
    shifts: dict[int, int] = fight.__dict__.setdefault("shifts", {})
    if hex not in shifts:
        total = 0
        for rule in fight.modifiers:
            if rule.changes != SHIFT or rule.model.of not in ("terrain", "place"):
                continue
            file, ids = "places", setting.ground.places.get(hex, ())
            if rule.model.of == "terrain":
                file, ids = "terrain", (setting.ground.terrain[hex],)
            for id in ids:
                amount = 0 if rule.ids and id not in rule.ids else attacks.keyed(setting.ground, rule, file, id)
                total += amount if isinstance(amount, int) else 0
        shifts[hex] = total
    return shifts[hex]


def side_shift(state: State, fight: Fight, crossed: frozenset[str], unit: Counter | None) -> int:
    """The shifts of hexsides that all attackers cross; those that one of them waives do not count."""
    total = 0
    for rule in fight.modifiers:
        if rule.changes != SHIFT or rule.model.of != "hexside":
            continue
        if rule.waived_by is not None and unit is not None and state.fits(unit, rule.waived_by):
            continue
        for kind in crossed:
            amount = (
                0 if rule.ids and kind not in rule.ids else attacks.keyed(state.setting.ground, rule, HEXSIDES, kind)
            )
            total += amount if isinstance(amount, int) else 0
    return total
