"""Fighting: whom a unit can attack, the attack, what defeat does, following up."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.rolls import Roll, Rolled, rules_of
from ibbprint.engine.space import OFF
from ibbprint.engine.state import Action, Question
from ibbprint.systems.microbattle.rules import circumstances, command, movement, victory
from ibbprint.systems.microbattle.rules.state import FIRE, MELEE, Bout, State, Unit

HOLD = "hold"
"""To attack nobody."""
CORNERED = "M-R28"
"""The rule by which a unit takes a marker that has nowhere to retreat to."""


# --- whom to attack ---------------------------------------------------------------------------------------------


def attacks(state: State, unit: Unit, at: int, *, moved: bool) -> Iterator[Action]:
    """The attacks that a unit can make from a square, one target each (M-R21, M-19, M-41), and none."""
    space = state.setting.space
    far = space.distances(at)
    enemies = sorted(state.units_of(1 - unit.side), key=lambda enemy: (far[enemy.hex], enemy.id))
    if not state.attacks and (unit.kind.steady or not moved):
        for enemy in enemies:
            if far[enemy.hex] <= unit.kind.fire and sees(state, unit, at, enemy.hex):
                yield Action(FIRE, (unit.id,), (enemy.hex,))
    if unit.kind.strikes:
        yield from (Action(MELEE, (unit.id,), (enemy.hex,)) for enemy in enemies if far[enemy.hex] == 1)
    yield Action(HOLD, (unit.id,))


def sees(state: State, unit: Unit, here: int, target: int) -> bool:
    """Whether any shortest way between two squares is free to shoot along (M-30); the unit itself is in nobody's way.

    Units stop fire, and so does ground that hides; a rise does not when either end is on one.
    """
    setting = state.setting
    from_here, from_there = setting.space.distances(here), setting.space.distances(target)
    high = setting.ground[here].rise or setting.ground[target].rise

    def is_open(square: int) -> bool:
        ground = setting.ground[square]
        hidden = ground.hides and not (ground.rise and high)
        return not hidden and state.at.get(square, unit.id) == unit.id

    ring = {here}
    for step in range(1, from_here[target]):
        ring = {
            n
            for square in ring
            for n in setting.space.near[square]
            if from_here[n] == step and from_here[n] + from_there[n] == from_here[target] and is_open(n)
        }
    return bool(ring)


# --- the attack -------------------------------------------------------------------------------------------------


def attack(state: State, attacker: Unit, target: Unit, mode: str) -> None:
    """Resolve an attack as far as somebody must decide (M-R22 to M-R24, M-42)."""
    state.bout = Bout(attacker.id, target.id, mode, target.hex)
    state.attacks += 1
    rolled = circumstances.weigh(state, "attack", attacker, target, mode).throw(state.dice)
    countered = not rolled.passed and counters(state, attacker, target, mode)
    state.tell(
        "attack",
        rules_of(rolled.roll.used, "M-R22", "M-42" if countered else "M-R23" if rolled.passed else "M-21"),
        unit=attacker.key,
        target=target.key,
        way=mode,
        square=state.setting.space.names[target.hex],
        countered=countered,
        chance=rolled.roll.chance_text(state),
        **rolled.values(),
    )
    if rolled.passed:
        defeat(state, target)
    elif countered:
        defeat(state, attacker)


def counters(state: State, attacker: Unit, target: Unit, mode: str) -> bool:
    """Whether a target strikes back (M-20, M-42): always in melee, in fire within its own range."""
    return mode == MELEE or state.setting.space.distances(target.hex)[attacker.hex] <= target.kind.fire


# --- defeat -----------------------------------------------------------------------------------------------------


def defeat(state: State, unit: Unit) -> None:
    """The disorder TEST of a defeated unit (M-R25); a light unit that fails it may TEST to evade (M-R26, M-22)."""
    state.fought.loser = unit.id
    victory.drop(state, unit)
    may_evade = unit.kind.light and haven(state, unit) != OFF
    rolled = _throw(state, unit, "stands-firm", "M-R25", may_evade=may_evade)
    if rolled.passed:
        retreat(state, unit)
    elif may_evade:
        state.questions.append(Question("evade", unit.side, unit.id))
    else:
        disorder(state, unit)


def evade(state: State, unit: Unit, action: Action) -> None:
    """Evading leaves neither marker nor second TEST; failing is as if it had not been tried (M-22)."""
    if action.verb == "evade" and _throw(state, unit, "evades", "M-R26").passed:
        fall_back(state, unit, "M-R26")
    else:
        disorder(state, unit)


def disorder(state: State, unit: Unit) -> None:
    """A disorder marker, and then the retreat TEST, which is as hard as the first one was (M-R25, M-R27)."""
    rolled = None
    if unit.markers + 1 < state.setting.limit:
        rolled = _test(state, unit).throw(state.dice)
    mark(state, unit, "M-R25")
    if rolled is not None:
        _after_retreat(state, unit, rolled)


def retreat(state: State, unit: Unit) -> None:
    _after_retreat(state, unit, _test(state, unit).throw(state.dice))


def _after_retreat(state: State, unit: Unit, rolled: Rolled) -> None:
    state.tell("holds-ground", rules_of(rolled.roll.used, "M-R27"), unit=unit.key, **rolled.values())
    if not rolled.passed:
        if haven(state, unit) == OFF:
            mark(state, unit, CORNERED)
        else:
            fall_back(state, unit, "M-R27")


def haven(state: State, unit: Unit) -> int:
    """The square to which a unit retreats (M-23, M-43): a row nearer its base line, straight, else diagonally; OFF:
    none.
    """
    behind = (state.setting.back(unit.side, unit.hex, across) for across in (0, -1, 1))
    return next((square for square in behind if square != OFF and square not in state.at), OFF)


def fall_back(state: State, unit: Unit, rule: str) -> None:
    state.put(unit, haven(state, unit))
    state.tell("retreats", (rule, "M-43"), unit=unit.key, square=state.setting.space.names[unit.hex])


def mark(state: State, unit: Unit, rule: str) -> None:
    """A disorder marker more, which may destroy the unit (M-03)."""
    unit.markers += 1
    cornered = rule == CORNERED
    if unit.markers < state.setting.limit:
        state.tell("disordered", (rule,), unit=unit.key, cornered=cornered)
    else:
        command.destroy(state, unit, *([rule] if cornered else ()), cornered=cornered)


def _test(state: State, unit: Unit) -> Roll:
    bout = state.fought
    enemy = state.units[bout.attacker if unit.id == bout.target else bout.target]
    return circumstances.weigh(state, "defeat", unit, enemy, bout.way)


def _throw(state: State, unit: Unit, kind: str, rule: str, **values: bool) -> Rolled:
    """A TEST of a unit, reported as an event of that kind with these values besides."""
    rolled = _test(state, unit).throw(state.dice)
    state.tell(kind, rules_of(rolled.roll.used, rule), unit=unit.key, **rolled.values(), **values)
    return rolled


# --- afterwards -------------------------------------------------------------------------------------------------


def may_follow(state: State) -> bool:
    """Whether the attacker may step into the square of a target that he has driven from it (M-R29, M-41)."""
    bout = state.fought
    attacker = state.units[bout.attacker]
    beaten = bout.loser == bout.target and bout.way == MELEE
    return beaten and bout.square not in state.at and attacker.stands


def follow(state: State) -> bool:
    """Step into the square that was vacated; whether the unit got in and may attack once more (M-R29, M-24)."""
    bout = state.fought
    unit = state.units[bout.attacker]
    if not movement.enters(state, unit, bout.square):
        return False
    state.put(unit, bout.square)
    state.tell("follows", ("M-R29",), unit=unit.key, square=state.setting.space.names[unit.hex])
    return state.attacks <= unit.kind.again
