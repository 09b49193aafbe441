"""A battle: strengths, odds, shifts, the die, the result. Play, reports and odds share it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ibbprint.engine.rolls import AppliedModifier, draw_kind, total
from ibbprint.systems.ayrenes_woods.rules import control, magic
from ibbprint.systems.ayrenes_woods.rules.morale import use
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, NONE, ROUTED, Battle, State, Unit

STREAM, BERSERK, DISORDER, HOLY_WAR = "stream", "berserk", "disorder", "holy-war"
"""What makes a unit count for more or less than the figure of its chit."""


class Strength(NamedTuple):
    """The strength that a unit adds to a battle: the figure of its chit, the strength that counts, and why they
    differ.
    """

    unit: Unit
    printed: int
    value: Fraction
    causes: tuple[str, ...]


class Weighed(NamedTuple):
    """A battle before the die falls. Columns count from 1."""

    attack: Fraction
    defence: Fraction
    start: int
    """The column of the odds alone."""
    column: int
    shift: int
    modifier: int
    used: tuple[AppliedModifier, ...]
    strengths: tuple[Strength, ...] = ()
    """What each unit adds, the attackers first."""


class Thrown(NamedTuple):
    """The throw for a battle: the die, the modified die, the code of the result."""

    weighed: Weighed
    die: int
    held: int
    code: str


def standing(state: State, battle: Battle) -> list[Unit]:
    """The targets that the table is rolled for: those not routed (A-16)."""
    return [unit for unit in state.those(battle.targets) if unit.state < ROUTED]


def fighting(state: State, battle: Battle) -> list[Unit]:
    return state.those(battle.attackers)


# --- strengths --------------------------------------------------------------------------------------------------


def attack_strength(state: State, battle: Battle, unit: Unit) -> Strength:
    """The strength of an attacker: the figure of its chit, halved over a stream (A-13, A-21), doubled in a Holy War."""
    figure = printed(state, unit, unit.kind.letter)
    strength, causes = Fraction(figure), list[str]()
    stream = state.ground.stream
    steps = [(unit.hex, state.units[target].hex) for target in battle.links[unit.id]]
    if stream is not None and all(step in state.ground.wet for step in steps):
        strength /= stream.divides
        causes.append(STREAM)
    return _doubled(state, battle, Strength(unit, figure, strength, tuple(causes)))


def defence_strength(state: State, battle: Battle, unit: Unit) -> Strength:
    """The strength of a defender: berserk one letter lower (A-23), halved in disorder (A-13), doubled in a Holy War."""
    letter: str | None = unit.kind.letter
    causes = list[str]()
    if unit.berserk:
        letter = state.setting.lower(unit.kind.letter)
        causes.append(BERSERK)
    strength = Fraction(printed(state, unit, letter))
    if unit.state == DISORDERED:
        strength /= state.setting.figures["disorder-divisor"]
        causes.append(DISORDER)
    figure = printed(state, unit, unit.kind.letter)
    return _doubled(state, battle, Strength(unit, figure, strength, tuple(causes)))


def printed(state: State, unit: Unit, letter: str | None) -> int:
    """The figure of a unit's chit beside a letter; below the lowest letter it is the least that there is (A-23)."""
    if letter is None:
        return state.setting.figures["no-letter"]
    return state.setting.chits[unit.chit].strength(letter)


def _doubled(state: State, battle: Battle, strength: Strength) -> Strength:
    if strength.unit.id not in battle.doubled:
        return strength
    value = strength.value * state.setting.figures["holy-war-factor"]
    return strength._replace(value=value, causes=(*strength.causes, HOLY_WAR))


# --- what counts ------------------------------------------------------------------------------------------------


def weigh(state: State, battle: Battle) -> Weighed:
    """Weigh a battle: all that is known before the die is thrown (A-R36)."""
    attackers, defenders = fighting(state, battle), standing(state, battle)
    ours = [attack_strength(state, battle, unit) for unit in attackers]
    theirs = [defence_strength(state, battle, unit) for unit in defenders]
    attack, defence = (sum((strength.value for strength in side), Fraction(0)) for side in (ours, theirs))
    weighed = settled(state, attack, defence, tuple(counts(state, battle, attackers, defenders)))
    return weighed._replace(strengths=(*ours, *theirs))


def settled(state: State, attack: Fraction, defence: Fraction, used: tuple[AppliedModifier, ...]) -> Weighed:
    """Strengths and what counts, taken to the table."""
    shift = total(used, "column")
    ratio = attack / defence
    return Weighed(attack, defence, column(state, ratio, 0), column(state, ratio, shift), shift, total(used), used)


def column(state: State, ratio: Fraction, shift: int) -> int:
    """The column of some odds after all shifts at once (A-09, A-10, A-12), counted from 1."""
    columns = state.setting.crt.columns
    if state.setting.to_nearest:
        ratio = Fraction(min(columns.values, key=lambda value: (abs(value - ratio), value)))
    return columns.shifted(ratio, shift) + 1


def counts(state: State, battle: Battle, attackers: list[Unit], defenders: list[Unit]) -> Iterator[AppliedModifier]:
    """All that changes the die or the column, in the order in which it is reported."""
    items: list[str] = []
    if any(control.is_led(state, unit) for unit in attackers):
        items.append("leader-attacks")
    if any(control.is_led(state, unit) for unit in defenders):
        items.append("leader-defends")
    if any(unit.state == DISORDERED for unit in defenders):
        items.append("disordered-target")
    best, worst = max(unit.kind.rank for unit in attackers), max(unit.kind.rank for unit in defenders)
    if best != worst:
        items.append("better-morale-attacks" if best > worst else "better-morale-defends")
    if all(unit.berserk for unit in attackers):
        items.append("berserk")
    pairs = ((unit, target) for unit in attackers for target in state.those(battle.links[unit.id]))
    parts = {control.from_where(state, unit, target) for unit, target in pairs if target.state < ROUTED}
    items += ["rear"] if "rear" in parts else ["flank"] if "flank" in parts else []
    if any(unit.signed for unit in attackers):
        items.append("hammer")
    if any(magic.has_brother(state, unit) for unit in defenders):
        items.append("brother")
    yield from use(state, *items)
    grounds = {state.ground.terrain[unit.hex] for unit in defenders}
    shifts = [(kind.shift, name) for name in grounds if (kind := state.ground.kinds[name]).shift]
    if shifts:
        amount, name = min(shifts)
        kind = state.ground.kinds[name]
        yield AppliedModifier(name, kind.name, "column", amount, tuple(kind.rules))


# --- the die ----------------------------------------------------------------------------------------------------


def result(state: State, weighed: Weighed, die: int) -> Thrown:
    """The result of a die."""
    columns = state.setting.crt.columns
    score = columns.rolled(die, weighed.modifier)
    return Thrown(weighed, die, score, columns.code(weighed.column - 1, score))


def throw(state: State, weighed: Weighed) -> Thrown:
    """Throw the die of a battle."""
    return result(state, weighed, state.dice.roll(state.setting.figures["combat-die"]))


def odds(state: State, weighed: Weighed) -> dict[str, Fraction]:
    """The exact chance of each result."""
    faces = state.setting.figures["combat-die"]
    sums = dict.fromkeys(range(1, faces + 1), Fraction(1, faces))
    return state.setting.crt.columns.chances(weighed.column - 1, sums, weighed.modifier)


def draw_chits(state: State, battle: Battle) -> None:
    """Draw combat chits for units that fight for the first time (A-R34); they keep them (A-R35)."""
    for unit in [*fighting(state, battle), *standing(state, battle)]:
        if unit.chit == NONE:
            unit.chit = draw_kind(state.chits, state.dice)
            state.chits[unit.chit] -= 1
            magic.tell_chit(state, unit, ("A-R34", "A-05"))
