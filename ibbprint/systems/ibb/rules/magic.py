"""Magic: when a spell may be cast, whether it goes off and where it lands, and what casters are asked.

Who can pay for it is in `casters`, what a cast says and may be aimed at in `aiming`, what is worth listing in
`cast_choices`. What a spell does when it has landed is in `spells`, the shapes are in `areas`, what it costs to last
in `upkeep`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.digits import are_digits
from ibbprint.engine.rolls import chance_text, modifier_values, rules_of
from ibbprint.engine.state import Action, Question
from ibbprint.systems.ibb.catalogue import DIE
from ibbprint.systems.ibb.rules import areas, casters, orders, spells
from ibbprint.systems.ibb.rules.aiming import Cast, check_casters, check_target, read
from ibbprint.systems.ibb.rules.cast_choices import candidates
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Activation, Counter, Refused, State, Unfit


def actions(state: State, act: Activation) -> list[Action]:
    """The casts that can be chosen among: see `candidates`."""
    if act.mode != "caster" or not orders.can_fight(act):
        return []
    return candidates(state, state.units[act.leader], act.segment)


def check(state: State, act: Activation, action: Action) -> Refused | None:
    """Check that a spell can be cast now: the refusal, or None."""
    if act.mode != "caster" or not action.counters or action.counters[0] != act.leader:
        return Unfit("R-63", "only a caster whose chit has been drawn can cast now")
    if not orders.can_fight(act):
        return Refused("R-61", "nobody casts after fighting and then moving")
    cast = read(state, action)
    if isinstance(cast, Refused):
        return cast
    if casters.segment_of(cast.spell) < act.segment:
        return Refused("R-72", "an earlier segment is over: a fast spell comes before slower attacks")
    return check_casters(state, cast) or check_target(state, cast)


# --- casting ----------------------------------------------------------------------------------------------------


def pay(state: State, cast: Cast) -> None:
    """Take off what a cast costs each caster, mana or one prayer, and note that he has cast (A-140, R-127, G-37)."""
    overhead = state.setting.figures.pool_overhead if len(cast.casters) > 1 else 0
    for caster, amount in zip(cast.casters, cast.split, strict=True):
        if caster.kind.leader == "priest":
            caster.mana -= 1
            caster.prayed = state.turn
        else:
            caster.mana -= amount + overhead
        caster.casts = caster.casts + 1 if caster.cast == state.turn else 1
        caster.cast = state.turn


def do(state: State, act: Activation, action: Action) -> None:
    """Cast. The caster may move before it or after it (R-63)."""
    cast = declared(state, action)
    act.fought = True
    act.segment = max(act.segment, casters.segment_of(cast.spell))
    perform(state, cast)


def declared(state: State, action: Action) -> Cast:
    """A cast that is legal, as it was declared."""
    cast = read(state, action)
    assert isinstance(cast, Cast)
    return cast


def perform(state: State, cast: Cast) -> None:
    """Try to bring a spell off: fizzle, accuracy and scatter, then what it does."""
    spell = cast.spell
    roll = casters.fizzle_roll(state.setting, casters.worst(state, cast.casters))
    base = casters.ranger(cast.casters).kind.rating
    rolled = roll.throw(state.dice)
    pay(state, cast)
    names = state.ground.names
    state.tell(
        "cast",
        rules_of(roll.used, "A-140", "A-144", "R-128", *spell.rules),
        spell=spell.id,
        caster=cast.casters[0].key,
        casters=[caster.key for caster in cast.casters],
        paid=list(cast.split),
        left=[caster.mana for caster in cast.casters],
        hex=names[cast.target] if cast.target != OFF else None,
        units=[u.key for u in cast.units],
        **rolled.values(),
        modifier=roll.modifier,
        chance=roll.chance_text(state),
    )
    if not rolled.passed:
        return
    start = cast.casters[0].hex
    point = areas.point_of(state.ground, cast.target if cast.target != OFF else start)
    if spell.thrown:
        point = land(state, cast, base)
    effect = spells.effect(spell)
    assert effect is not None
    effect(state, spells.Aimed(spell, cast.casters, point, cast.template, cast.direction, cast.units))


def land(state: State, cast: Cast, base: int) -> areas.Point:
    """The point where a thrown spell lands: on its target, or one hex off if it misses (A-152, A-153)."""
    setting, names = state.setting, state.ground.names
    start = cast.casters[0].hex
    roll = casters.accuracy_roll(setting, base, casters.accuracy_modifiers(state, cast.casters[0]))
    _, die, hit = roll.throw(state.dice)
    state.tell(
        "throw",
        rules_of(roll.used, "A-152", "R-130"),
        spell=cast.spell.id,
        hex=names[cast.target],
        die=die,
        modifier=roll.modifier,
        modifiers=modifier_values(roll.used),
        needs=base,
        hit=hit,
        chance=roll.chance_text(state),
    )
    if hit:
        return areas.point_of(state.ground, cast.target)
    direction = state.dice.roll(DIE)
    point = areas.scattered(setting, state.ground, start, cast.target, direction)
    h = areas.hex_at(state.ground, point)
    state.tell(
        "scatter",
        ("A-153", "R-132", "G-11"),
        spell=cast.spell.id,
        die=direction,
        hex=names[cast.target],
        chance=chance_text(state, DIE, lambda die: die == direction),
        lands=None if h is None else names[h],
    )
    return point


# --- at a charge ------------------------------------------------------------------------------------------------


def can_react(state: State, caster: Counter, riders: Sequence[Counter]) -> bool:
    """Whether a caster of the other side can strike riders where they are now (R-101)."""
    return bool(candidates(state, caster, riders=riders))


def is_split_of(state: State, action: Action, choices: Sequence[Action]) -> bool:
    """Whether an action is a cast that may be chosen, with the cost split in another way that can be paid (G-37)."""
    argument, colon, split = action.word.rpartition(":")
    if action.verb != "cast" or not colon or not are_digits(split[:1]) or action._replace(word=argument) not in choices:
        return False
    cast = read(state, action)
    return isinstance(cast, Cast) and check_casters(state, cast) is None


# --- questions --------------------------------------------------------------------------------------------------


def summon(state: State, question: Question, action: Action) -> None:
    """Place a summoned unit where its caster chooses."""
    spell = state.setting.spells[action.word]
    spells.appear(state, state.units[question.counter], state.setting.listed(spell.summons or ""), action.path[0])


def raise_dead(state: State, question: Question, action: Action) -> None:
    """Raise one of the dead, or stop raising."""
    if action.verb == "enough":
        state.questions = [q for q in state.questions if q.kind != "raise"]
        return
    dead = state.named(action.word)
    assert dead is not None
    spells.appear(state, state.units[question.counter], dead.original, action.path[0], dead)
