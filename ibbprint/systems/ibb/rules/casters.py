"""Casters: the spells they know and can pay for, alone or pooled, their range, and the modifiers of their dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ibbprint.engine.rolls import AppliedModifier, Roll, total
from ibbprint.systems.ibb import catalogue
from ibbprint.systems.ibb.catalogue import DIE
from ibbprint.systems.ibb.models.magic import Spell
from ibbprint.systems.ibb.rules import orders
from ibbprint.systems.ibb.rules.counters import GOLD, RED, Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Counter, State

CASTERS = ("wizard", "priest")


# --- power ------------------------------------------------------------------------------------------------------


def knows(state: State, caster: Counter, spell: Spell) -> bool:
    """Whether a caster may use a spell: all of his class (R-145), less or more by rules of the scenario (R-149)."""
    return may_cast(state.setting, state.setting.sides[caster.side], caster.kind.leader, spell)


def may_cast(setting: Setting, side: str, leader: str, spell: Spell) -> bool:
    """Whether leaders of a class may use a spell on a side."""
    allowed = spell.caster == leader
    for rule in setting.scenario.special:
        if rule.spell == spell.id and rule.side == side:
            allowed = {"caster-may-cast": True, "caster-may-not-cast": False}.get(rule.kind, allowed)
    return allowed and leader in CASTERS


def rested(state: State, caster: Counter) -> bool:
    """Whether a caster has a cast left in this turn (R-145)."""
    done = caster.casts if caster.cast == state.turn else 0
    return done < state.setting.figures.casts_per_turn


def points(caster: Counter) -> int:
    """The points a caster can put into one spell: a wizard's mana (R-126), a priest's number while he has prayers
    (R-127).
    """
    if caster.kind.leader == "priest":
        return caster.kind.rating if caster.mana > 0 else 0
    return caster.mana


def pooled(setting: Setting, casters: Sequence[Counter]) -> int:
    """The points that casters can pay together, or one by himself."""
    return catalogue.pooled([points(caster) for caster in casters], setting.figures.pool_overhead)


def enough(setting: Setting, spell: Spell, casters: Sequence[Counter]) -> bool:
    """Whether casters can pay for a spell (A-142)."""
    return pooled(setting, casters) >= spell.cost and all(points(caster) > 0 for caster in casters)


def even_split(setting: Setting, spell: Spell, casters: Sequence[Counter]) -> tuple[int, ...]:
    """The default split of the cost: a point at a time from the caster with most left, the first caster first."""
    if len(casters) == 1:
        return (spell.cost,)
    remaining = [points(caster) - setting.figures.pool_overhead for caster in casters]
    paid = [0] * len(casters)
    for _ in range(spell.cost):
        richest = remaining.index(max(remaining))
        remaining[richest] -= 1
        paid[richest] += 1
    return tuple(paid)


def segment_of(spell: Spell) -> int:
    """Fast spells go off in the first segment, slow ones in the fourth (A-141)."""
    return RED if spell.speed == "fast" else GOLD


def waiting(state: State, caster: Counter, partner: Counter) -> bool:
    """Whether another caster in the hex can pool with one: of his class, drawn before him, and not yet cast (R-129)."""
    return (
        partner.id != caster.id
        and partner.side == caster.side
        and partner.kind.leader == caster.kind.leader
        and partner.acted == state.turn
        and rested(state, partner)
    )


def partners(state: State, caster: Counter) -> list[tuple[Counter, list[Spell]]]:
    """Those with whom a caster could share a spell that is too dear for either, each with these spells (R-129)."""
    if not rested(state, caster):
        return []

    def dear(other: Counter) -> list[Spell]:
        setting, pair = state.setting, (caster, other)
        return [
            spell
            for spell in setting.spells.values()
            if knows(state, caster, spell)
            and enough(setting, spell, pair)
            and not any(enough(setting, spell, (alone,)) for alone in pair)
        ]

    candidates = [
        other
        for other in state.units
        if other.kind.leader == caster.kind.leader
        and other.side == caster.side
        and other.id != caster.id
        and other.hex != OFF
        and rested(state, other)
    ]
    return [(other, spells) for other in candidates if (spells := dear(other))]


def priest_near(state: State, side: int) -> bool:
    return any(u.hex != OFF and u.side == side and u.kind.leader == "priest" for u in state.units)


# --- how far, and who is next to what ---------------------------------------------------------------------------


def rating_now(caster: Counter) -> int:
    """The current rating that sets the range: mana before paying, a priest's number (A-151, R-133)."""
    return points(caster)


def ranger(casters: Sequence[Counter]) -> Counter:
    """The one of those who pool who sets the range: the highest (R-133)."""
    return max(casters, key=lambda caster: (rating_now(caster), caster.kind.rating))


def throw_range(casters: Sequence[Counter]) -> int:
    """The range of a spell in hexes."""
    return rating_now(ranger(casters))


def fizzle_modifiers(state: State, caster: Counter) -> list[AppliedModifier]:
    """The modifiers that make a spell more likely to fizzle (A-144, R-63)."""
    names = []
    if caster.moved == state.turn:
        names.append("caster-moved")
    if caster.shot_at == state.turn - 1:
        names.append("caster-under-fire")
    if any(u.rode == state.turn and u.side == caster.side for u in state.here(caster.hex)):
        names.append("caster-charged")
    return [orders.on_the_die(state.setting, name) for name in names if name in state.setting.modifiers]


def accuracy_modifiers(state: State, caster: Counter) -> list[AppliedModifier]:
    """The modifiers that make a spell more likely to miss: fighting next to the caster this turn or last (A-152,
    R-131).
    """
    if caster.near_fighting >= state.turn - 1:
        return [orders.on_the_die(state.setting, "near-fighting")]
    return []


def worst(state: State, casters: Sequence[Counter]) -> list[AppliedModifier]:
    """The fizzle modifiers of the one among those who pool who has most of them (R-129)."""
    return max((fizzle_modifiers(state, caster) for caster in casters), key=total)


def fizzle_roll(setting: Setting, used: Iterable[AppliedModifier] = ()) -> Roll:
    """The die with which a spell goes off (A-144)."""
    return Roll(setting.figures.fizzle_success, DIE, tuple(used))


def accuracy_roll(setting: Setting, base: int, used: Iterable[AppliedModifier] = ()) -> Roll:
    """The die with which a thrown spell hits: no higher than the base rating; an unmodified 6 never (R-130)."""
    never = setting.figures.accuracy_always_misses
    return Roll(base, DIE, tuple(used), never=never)
