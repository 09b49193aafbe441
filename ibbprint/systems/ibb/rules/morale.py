"""Disorder, rout, rage and rally: what results do to a unit, where it runs, and the checks of the End phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ibbprint.engine.rolls import AppliedModifier, Roll
from ibbprint.engine.space import flood
from ibbprint.engine.state import Action, Question
from ibbprint.systems.ibb.catalogue import DIE
from ibbprint.systems.ibb.rules import control, movement
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import NEVER, Counter, State


def disorganise(state: State, unit: Counter, rules: tuple[str, ...] = (), combat: bool = True) -> None:
    """A disorganising result. A second one of combat in the same turn routs (A-132, R-121); the Berserk take no notice.

    `combat` is False for spells that disorganise without the combat table.
    """
    if unit.dead or unit.routed or unit.kind.engine:
        return
    if unit.berserk == state.turn:
        state.tell("rages-on", ("A-134", "R-120", "G-54"), unit=unit.key)
        return
    marked = unit.disorganised == state.turn
    if combat and marked and unit.dazed != state.turn:
        rout(state, unit, ("A-132", "R-121"))
        return
    unit.dazed = NEVER if combat or (marked and unit.dazed != state.turn) else state.turn
    unit.disorganised = state.turn
    state.tell("disorganised", rules or ("A-80",), unit=unit.key)


def rout(state: State, unit: Counter, rules: tuple[str, ...]) -> None:
    """The unit is Routed and runs at once (A-133, R-123)."""
    if unit.dead:
        return
    unit.routed = True
    unit.disorganised = NEVER
    unit.berserk = NEVER
    unit.rallying = NEVER
    state.version += 1
    state.tell("routed", rules, unit=unit.key)
    state.questions.append(Question("rout", unit.side, unit.id))


def rout_ways(state: State, unit: Counter) -> list[tuple[int, ...]]:
    """The ways that a Routed unit may run, one to each end: toward its nearest friends, else away from the enemy.

    Nearest friends next to whom it stands already, but in a hex that it may not enter, are no reason to be lost: it
    then runs toward others. Each way starts where the unit stands. None at all: the unit is lost (R-125).
    """
    free = control.way_out(state, unit.side)
    friends = {
        u.hex
        for u in state.units
        if u.hex not in (OFF, unit.hex) and u.side == unit.side and u.kind.troops and not u.routed
    }
    for near in (friends, {h for h in friends if free(h)}):
        result = _retreats(state, unit, _friends(state, unit, near, free), free)
        if result:
            return result
    return _retreats(state, unit, _enemies(state, unit), free)


def _retreats(state: State, unit: Counter, far: dict[int, int], free: Callable[[int], bool]) -> list[tuple[int, ...]]:
    """The paths of a rout: at each step to the hexes nearest to where the unit runs."""
    ground, figures = state.ground, state.setting.figures
    paths: list[tuple[int, ...]] = [(unit.hex,)]
    done: list[tuple[int, ...]] = []
    for _ in range(figures.rout_hexes):
        farther = []
        for path in paths:
            end = path[-1]
            nearer = [n for n in ground.next[end] if far.get(n, 999) < far.get(end, 999) and free(n)]
            if len(path) > 1 and (far.get(end) == 0 or not nearer):
                done.append(path)
                continue
            best = min((far[n] for n in nearer), default=0)
            farther += [(*path, n) for n in nearer if far[n] == best]
        paths = farther
    ends: dict[int, tuple[int, ...]] = {}
    for path in (*done, *paths):
        if len(path) > figures.rout_minimum:
            for ended in _room(state, unit, path, free):
                ends.setdefault(ended[-1], ended)
    return [ends[h] for h in sorted(ends)]


def _room(state: State, unit: Counter, path: tuple[int, ...], free: Callable[[int], bool]) -> list[tuple[int, ...]]:
    """The path so that it ends within stacking: as it is, or one hex more (G-27)."""
    if control.fits(state, unit, path[-1]):
        return [path]
    further = [n for n in state.ground.next[path[-1]] if n not in path and free(n) and control.fits(state, unit, n)]
    if further:
        return [(*path, n) for n in further]
    shorter = (path[:steps] for steps in range(len(path) - 1, state.setting.figures.rout_minimum, -1))
    return [shortened for shortened in shorter if control.fits(state, unit, shortened[-1])][:1]


def _friends(state: State, unit: Counter, friends: set[int], free: Callable[[int], bool]) -> dict[int, int]:
    """For every hex on the way that can be run through, how far it is from the nearest friends who are not Routed."""
    far = flood(state.ground.next, sorted(friends), lambda h: h == unit.hex or free(h), unit.hex)
    return far if unit.hex in far else {}


def _enemies(state: State, unit: Counter) -> dict[int, int]:
    """For every hex, less the farther it is from the nearest enemy unit."""
    enemies = [state.ground.distances(u.hex) for u in state.enemies_of(unit.side)]
    if not enemies:
        return {h: h for h in range(state.ground.size)}
    return {h: -min(row[h] for row in enemies) for h in range(state.ground.size)}


def run(state: State, unit: Counter, path: tuple[int, ...]) -> None:
    """Run a rout move; leaders go with the stack when it leaves nobody behind (A-146)."""
    comrades = [u for u in state.troops(unit.hex, unit.side) if u is not unit]
    riders = () if comrades else tuple(u for u in state.here(unit.hex) if u.side == unit.side and u.kind.leader)
    unit.ran = state.turn
    if len(path) < 2:
        state.tell("lost", ("R-125",), unit=unit.key)
        control.remove(state, unit, "rout", ("R-125",))
        return
    names = state.ground.names
    state.tell("runs", ("A-133", "R-123"), unit=unit.key, way=[names[h] for h in path])
    for b in path[1:]:
        movement.step(state, unit, b, riders)
        control.meet(state, unit)


def rout_choices(state: State, question: Question) -> tuple[Action, ...]:
    """The rout moves that the owner may choose among; none for a unit that is no longer Routed."""
    unit = state.units[question.counter]
    if not unit.routed:
        return ()
    return tuple(Action("rout", (unit.id,), path) for path in rout_ways(state, unit))


# --- the End phase ----------------------------------------------------------------------------------------------


def checks(state: State) -> None:
    """The checks of the End phase: Disorganised units first, then Routed ones, each once (G-27, G-53)."""
    disordered = [u for u in state.alive() if u.disorganised >= 0]
    routed = [u for u in state.alive() if u.routed]
    for unit in (*disordered, *routed):
        if unit.hex != OFF:
            check(state, unit)


class Aid(NamedTuple):
    """The reduction of the die of a check by a leader, with its rules and the leader."""

    points: int
    rules: tuple[str, ...]
    by: str


def aid(state: State, unit: Counter) -> Aid:
    """The best help that a check has of one leader (R-116, R-117, G-07)."""
    friends = [u for u in state.here(unit.hex) if u.side == unit.side]
    priests, captains = ([u for u in friends if u.kind.leader == role] for role in ("priest", "captain"))
    best = Aid(0, (), "")
    if priests:
        best = Aid(state.setting.modifiers["priest-morale"].amount, ("A-115", "R-117"), priests[0].key)
    if unit.rallying == state.turn:
        numbers = [Aid(u.kind.rating, ("A-113", "R-116", "R-118"), u.key) for u in captains]
        numbers += [Aid(u.kind.rating, ("A-113", "A-114", "R-117"), u.key) for u in priests if u.prayed != state.turn]
        best = max([best, *numbers], key=lambda candidate: candidate.points)
    return best


def check(state: State, unit: Counter) -> None:
    """Check the morale of a unit: rally, rage, no change, or rout."""
    setting, figures = state.setting, state.setting.figures
    bonus, rules, by = aid(state, unit)
    penalty = setting.modifiers["balked-morale"].amount if unit.balked == state.turn else 0
    roll = morale_roll(state, unit, penalty - bonus)
    _, natural, passed = roll.throw(state.dice)
    state.tell(
        "check",
        ("A-110", *rules),
        unit=unit.key,
        die=natural,
        modifier=roll.modifier,
        needs=roll.needs,
        by=by,
        bonus=bonus,
        balked=penalty,
        chance=roll.chance_text(state),
        passed=passed,
        was="routed" if unit.routed else "disorganised",
    )
    if unit.routed:
        if passed:
            unit.routed, unit.disorganised = False, state.turn
            state.version += 1
            state.tell("rallied", ("A-111", "G-09"), unit=unit.key, now="disorganised")
        return
    if passed:
        unit.disorganised = NEVER
        state.tell("rallied", ("A-110",), unit=unit.key, now="good order")
        if rages(setting, unit, natural):
            unit.berserk = state.turn + 1
            state.tell("berserk", ("A-134", "R-119", "R-120"), unit=unit.key)
    elif natural == figures.morale_rout or setting.switches["morale_failure"] == "any":
        unit.routed, unit.disorganised = True, NEVER
        state.version += 1
        state.tell("routed", ("R-115",), unit=unit.key)


def rages(setting: Setting, unit: Counter, natural: int) -> bool:
    """Whether a Disorganised unit that has rallied goes Berserk: on an unmodified 1, if its quality is enough."""
    figures = setting.figures
    enough = unit.kind.quality >= figures.berserk_quality
    return enough and natural == figures.berserk_roll and setting.switches["berserk"] == "one"


def needed(state: State, unit: Counter) -> int:
    """The highest modified die with which a unit passes its check."""
    figures = state.setting.figures
    if unit.routed:
        return max(figures.routed_quality_minimum, unit.kind.quality // figures.routed_quality_divisor)
    return unit.kind.quality


def morale_roll(state: State, unit: Counter, modifier: int) -> Roll:
    """The die of a check with all that counts. An unmodified 6 always fails (R-116)."""
    never = state.setting.figures.morale_always_fails
    return Roll(needed(state, unit), DIE, (AppliedModifier("morale", "", "die", modifier),), never=never)
