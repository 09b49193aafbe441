"""Magic: who may cast what and when, what it costs, whether it goes off and where it lands, and what it costs to last.

What a spell does when it has landed is in `spells`, the shapes are in `areas`.

An action "cast" names the caster and those who pool with him in `who`, the spell in `what`, its target in `path`.
Behind the spell stand, after colons, what else it needs: the direction of a cone (`big-bang-boomeroo:NE`), the
template where there is a choice (`anti-magickal-glamour:ball-3`), the unit that is named (`giant-splat:N3`,
`distraction:N3`), the units of a chain in order (`chain-lightning:N3+N4`); last, if the owner wishes, how wizards who
pool split the cost (`fireball:4+2`). `path` is the hex of a thrown spell, of the Fist or of a named unit, the hexes of
a chain's units one by one, and empty otherwise.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ibbprint.systems.ibb.models import DIE, AreaTemplate, Spell
from ibbprint.systems.ibb.rules import areas, charge, orders, spells
from ibbprint.systems.ibb.rules.combat import Used
from ibbprint.systems.ibb.rules.counters import GOLD, RED, Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.shares import share
from ibbprint.systems.ibb.rules.spells import SUMMONS, saves
from ibbprint.systems.ibb.rules.state import Action, Activation, Counter, Lasting, Question, Refused, State

__all__ = [
    "VERBS", "accuracy_hits", "accuracy_modifiers", "actions", "answer", "can_react", "candidates", "check", "do",
    "fizzle_modifiers", "fizzle_passes", "question_choices", "react_choices", "saves", "setting_up", "throw_range",
]  # fmt: skip

VERBS = frozenset(("cast",))
CASTERS = ("wizard", "priest")
CHAIN_WAYS = 2
"""How many ways on are listed at each link of a chain: to the units that are easiest to destroy."""

_SPLIT = re.compile(r"^\d{1,3}(\+\d{1,3})*$")


class Cast(NamedTuple):
    """A cast as it was declared."""

    spell: Spell
    casters: tuple[Counter, ...]
    """The one who casts, then those who pool with him."""
    split: tuple[int, ...]
    """What each of them pays toward the cost."""
    target: int = OFF
    template: AreaTemplate | None = None
    direction: int = 0
    units: tuple[Counter, ...] = ()


# --- power ------------------------------------------------------------------------------------------------------


def knows(state: State, caster: Counter, spell: Spell) -> bool:
    """Whether a caster may use a spell: all of his class (R-145), less or more by rules of the scenario (R-149)."""
    setting = state.setting
    side = setting.sides[caster.side]
    known = spell.caster == caster.kind.leader
    for rule in setting.scenario.special:
        if rule.spell == spell.id and rule.side == side:
            # off R-149: pass
            known = {"caster-may-cast": True, "caster-may-not-cast": False}.get(rule.kind, known)
    # off A-142 R-145: return caster.kind.leader in CASTERS
    return known and caster.kind.leader in CASTERS


def rested(state: State, caster: Counter) -> bool:
    """Whether a caster has a cast left in this turn (R-145)."""
    done = caster.casts if caster.cast == state.turn else 0
    # off R-145: return True
    return done < state.setting.figures.casts_per_turn


def points(caster: Counter) -> int:
    """What a caster can put into one spell: a wizard's mana (R-126), a priest's number while he has prayers (R-127)."""
    if caster.kind.leader == "priest":
        # off A-147 R-127: return caster.mana
        return caster.kind.rating if caster.mana > 0 else 0
    return caster.mana


def pooled(setting: Setting, casters: Sequence[Counter]) -> int:
    """What casters have together: each loses a point of overhead if there are several (A-143, R-129)."""
    if len(casters) == 1:
        return points(casters[0])
    # off A-143 R-129 R-180: return sum(points(caster) for caster in casters)
    return sum(points(caster) - setting.figures.pool_overhead for caster in casters)


def enough(setting: Setting, spell: Spell, casters: Sequence[Counter]) -> bool:
    """Whether casters can pay for a spell (A-142)."""
    # off A-142: return True
    return pooled(setting, casters) >= spell.cost and all(points(caster) > 0 for caster in casters)


def even_split(setting: Setting, spell: Spell, casters: Sequence[Counter]) -> tuple[int, ...]:
    """How the cost is split when nobody says: a point at a time from whoever has most left, the caster first."""
    if len(casters) == 1:
        return (spell.cost,)
    left = [points(caster) - setting.figures.pool_overhead for caster in casters]
    paid = [0] * len(casters)
    for _ in range(spell.cost):
        most = left.index(max(left))
        left[most] -= 1
        paid[most] += 1
    return tuple(paid)


def pay(state: State, cast: Cast) -> None:
    """Take off what a cast costs each caster, mana or one prayer, and note that he has cast (A-140, R-127, G-37)."""
    # off G-37: overhead = 0
    overhead = state.setting.figures.pool_overhead if len(cast.casters) > 1 else 0
    for caster, amount in zip(cast.casters, cast.split, strict=True):
        if caster.kind.leader == "priest":
            # off A-147 R-127: caster.mana -= amount
            caster.mana -= 1
            caster.prayed = state.turn
        else:
            # off A-140 R-126: pass
            caster.mana -= amount + overhead
        caster.casts = caster.casts + 1 if caster.cast == state.turn else 1
        caster.cast = state.turn


# --- how far, and who is next to what ---------------------------------------------------------------------------


def rating_now(caster: Counter) -> int:
    """The current rating that sets the range: mana before paying, a priest's number (A-151, R-133)."""
    # off A-151 R-133: return caster.kind.rating
    return points(caster)


def ranger(casters: Sequence[Counter]) -> Counter:
    """The one of those who pool who sets the range: the highest (R-133)."""
    # off R-133 G-12: return casters[0]
    return max(casters, key=lambda caster: (rating_now(caster), caster.kind.rating))


def throw_range(casters: Sequence[Counter]) -> int:
    """How many hexes away a spell can be aimed."""
    return rating_now(ranger(casters))


def fizzle_modifiers(state: State, caster: Counter) -> list[Used]:
    """What makes it harder for a caster to bring a spell off (A-144, R-63)."""
    names = []
    # off A-144 R-63: if False:
    if caster.moved == state.turn:
        names.append("caster-moved")
    # off A-144: if False:
    if caster.shot_at == state.turn - 1:
        names.append("caster-under-fire")
    # off A-144: if False:
    if any(u.rode == state.turn and u.side == caster.side for u in state.here(caster.hex)):
        names.append("caster-charged")
    return [orders.on_the_die(state.setting, name) for name in names if name in state.setting.modifiers]


def accuracy_modifiers(state: State, caster: Counter) -> list[Used]:
    """What makes it harder for a caster to hit: fighting next to him this turn or last (A-152, R-131)."""
    # off A-152: return []
    if caster.near_fighting >= state.turn - 1:
        # off R-131: return [orders.on_the_die(state.setting, "near-fighting", -1)]
        return [orders.on_the_die(state.setting, "near-fighting")]
    return []


def _rules(used: Sequence[Used], *rules: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*rules, *(rule for one in used for rule in one.rules))))


def worst(state: State, casters: Sequence[Counter]) -> list[Used]:
    """The fizzle modifiers of the one among those who pool who has most of them (R-129)."""
    # off R-129: return fizzle_modifiers(state, casters[0])
    return max((fizzle_modifiers(state, caster) for caster in casters), key=lambda used: sum(u.amount for u in used))


def fizzle_passes(setting: Setting, rolled: int, modifier: int) -> bool:
    """Whether a spell goes off (A-144)."""
    # off A-144: return True
    return rolled + modifier <= setting.figures.fizzle_success


def accuracy_hits(setting: Setting, rolled: int, modifier: int, base: int) -> bool:
    """Whether a thrown spell hits: a die no higher than the base rating; an unmodified 6 never (R-130)."""
    # off R-130: return rolled + modifier <= base
    if rolled == setting.figures.accuracy_always_misses:
        return False
    # off A-152 R-130: return rolled + modifier > base
    return rolled + modifier <= base


# --- what may be cast -------------------------------------------------------------------------------------------


def segment_of(spell: Spell) -> int:
    """Fast spells go off in the first segment, slow ones in the fourth (A-141)."""
    # off A-141: return RED
    return RED if spell.speed == "fast" else GOLD


def waiting(state: State, caster: Counter, other: Counter) -> bool:
    """Whether another caster in the hex can pool with one: of his class, drawn before him, and not yet cast (R-129)."""
    return (
        other.id != caster.id
        and other.side == caster.side
        # off R-129: and True
        and other.kind.leader == caster.kind.leader
        # off R-129: and True
        and other.acted == state.turn
        and rested(state, other)
    )


def read(state: State, action: Action) -> Cast | Refused:
    """What an action says, as far as it says anything: names are looked up, rules are not."""
    id, *options = action.what.split(":")
    spell = state.setting.spells.get(id)
    if spell is None or spells.effect(spell) is None:
        return Refused("A-142", f"there is no spell {id!r}")
    casters = tuple(state.units[i] for i in action.who)
    template: AreaTemplate | None = None
    units: tuple[Counter, ...] = ()
    direction = wanted = 0
    names = state.ground.map.grid.directions
    if spell.target in ("unit", "formation", "chain"):
        found = tuple(state.named(key) for key in (options.pop(0) if options else "").split("+"))
        units = tuple(u for u in found if u is not None)
        if len(units) != len(found) or len(units) > (len(spell.strengths) if spell.target == "chain" else 1):
            return Refused("A-142", f"{spell.name} must name what it is aimed at")
        wanted = len(units)
    elif spell.target == "cone":
        if not options or options[0] not in names:
            return Refused("G-10", f"{spell.name} needs a direction: {', '.join(names)}")
        direction = names.index(options.pop(0))
    elif spell.target in ("hex", "area"):
        wanted = 1
    choices = templates(spell)
    if choices:
        chosen = options.pop(0) if len(choices) > 1 and options else choices[0]
        if chosen not in choices:
            return Refused("R-135", f"{spell.name} is laid with {' or '.join(choices)}")
        template = state.setting.templates[chosen]
    if len(action.path) != wanted or any(u.hex != h for u, h in zip(units, action.path, strict=False)):
        return Refused("A-152", f"{spell.name} is aimed at another number of hexes, or they are not in those hexes")
    split = even_split(state.setting, spell, casters)
    if options and _SPLIT.match(options[0]) and casters[0].kind.leader == "wizard":
        split = tuple(int(part) for part in options.pop(0).split("+"))
    if options:
        return Refused("A-142", f"nobody knows what {':'.join(options)!r} means for {spell.name}")
    return Cast(spell, casters, split, action.path[0] if action.path else OFF, template, direction, units)


def templates(spell: Spell) -> list[str]:
    """The templates that a spell may be laid with (R-135)."""
    # off A-127 R-135: return spell.templates[:1]
    return spell.templates


def check(state: State, act: Activation, action: Action) -> Refused | None:
    """Why a spell cannot be cast now, or None."""
    if action.verb != "cast":
        return None
    if act.mode != "caster" or not action.who or action.who[0] != act.leader:
        return Refused("R-63", "only a caster whose chit has been drawn can cast now")
    if not orders.can_fight(act):
        return Refused("R-61", "there is no casting after fighting and then moving")
    cast = read(state, action)
    if isinstance(cast, Refused):
        return cast
    # off A-141: if False:
    if segment_of(cast.spell) < act.segment:
        return Refused("R-72", "an earlier segment is over: a fast spell comes before slower attacks")
    return check_casters(state, cast) or check_target(state, cast)


def check_casters(state: State, cast: Cast) -> Refused | None:
    """Why these casters cannot bring a spell off, alone or together."""
    caster, *others = cast.casters
    spell, setting = cast.spell, state.setting
    if caster.hex == OFF or not knows(state, caster, spell):
        return Refused("R-145", f"{caster.key} does not know {spell.name}")
    if not rested(state, caster):
        return Refused("R-145", f"{caster.key} has cast this turn")
    if len(set(cast.casters)) != len(cast.casters):
        return Refused("R-129", "nobody pools with himself")
    for other in others:
        if other.hex != caster.hex or not waiting(state, caster, other):
            return Refused("R-129", f"{other.key} is not waiting to pool with {caster.key}")
    if not enough(setting, spell, cast.casters):
        have = pooled(setting, cast.casters)
        return Refused("R-129" if others else "A-142", f"{spell.name} costs {spell.cost}, and there is only {have}")
    overhead = setting.figures.pool_overhead if others else 0
    fits = len(cast.split) == len(cast.casters) and sum(cast.split) == spell.cost
    # off G-37: if False:
    if not fits or any(part > points(one) - overhead for part, one in zip(cast.split, cast.casters, strict=True)):
        return Refused("G-37", f"{spell.name} costs {spell.cost}: that is no way to split it")
    # off R-158: if False:
    if spell.id == "summon-the-walking-dead" and priest_near(state, caster.side):
        return Refused("R-158", "the dead do not walk while a friendly priest is on the map")
    return None


def priest_near(state: State, side: int) -> bool:
    return any(u.hex != OFF and u.side == side and u.kind.leader == "priest" for u in state.units)


def check_target(state: State, cast: Cast) -> Refused | None:
    """Why a spell cannot be aimed there. Throwing it at empty ground is legal, if useless."""
    caster, spell, ground = cast.casters[0], cast.spell, state.ground
    reach = throw_range(cast.casters)
    if spell.target in ("hex", "area"):
        # off A-151 R-134: if False:
        if ground.distance(caster.hex, cast.target) > reach:
            there = ground.names[cast.target]
            return Refused("A-151", f"{there} is farther than {spell.name} reaches now ({reach} hexes)")
        return None
    for unit in cast.units:
        if unit.hex == OFF or not unit.kind.troops or (unit.hidden and unit.side != caster.side):
            return Refused("R-134", f"{unit.key} is no unit that can be seen on the map")
        # off R-157: if False:
        if spell.turns is not None and unit.hex in spells.warded(state):
            return Refused("R-157", f"no lasting spell can be laid on {unit.key}, which is under a Glamour")
    # off R-134: if False:
    if cast.units and ground.distance(caster.hex, cast.units[0].hex) > reach:
        return Refused("R-134", f"{cast.units[0].key} is farther than {spell.name} reaches now ({reach} hexes)")
    if spell.target == "chain":
        return check_chain(state, cast)
    return None


def check_chain(state: State, cast: Cast) -> Refused | None:
    """Why units are no chain: from the nearest enemy on from neighbour to neighbour, nobody twice (R-152, G-22)."""
    caster, units = cast.casters[0], cast.units
    # off R-152: if False:
    if units[0] not in nearest(state, caster, prey_of(state, caster), cast.spell):
        return Refused("R-152", f"the lightning strikes the nearest enemy unit first, and that is not {units[0].key}")
    # off G-22: if False:
    if len(set(units)) != len(units):
        return Refused("G-22", "the lightning strikes no unit twice")
    for a, b in itertools.pairwise(units):
        # off G-22 R-152: if False:
        if state.ground.distance(a.hex, b.hex) > 1:
            return Refused("R-152", f"the lightning cannot run from {a.key} to {b.key}, which is not next to it")
    return None


def prey_of(state: State, caster: Counter) -> list[Counter]:
    """Enemy units that can be seen."""
    return [u for u in state.units if u.hex != OFF and u.side != caster.side and u.kind.troops and not u.hidden]


def nearest(state: State, caster: Counter, prey: Sequence[Counter], spell: Spell) -> list[Counter]:
    """The nearest of the enemy units that a chain can begin with; several if they are equally near."""
    kept_out = spells.warded(state) if spell.turns is not None else frozenset()
    row = state.ground.distances(caster.hex)
    open_to = [u for u in prey if u.hex not in kept_out]
    least = min((row[u.hex] for u in open_to), default=0)
    return [u for u in open_to if row[u.hex] == least]


# --- candidates -------------------------------------------------------------------------------------------------


def actions(state: State, act: Activation) -> list[Action]:
    """The casts that can be chosen among: see `candidates`."""
    if act.mode != "caster" or not orders.can_fight(act):
        return []
    return candidates(state, state.units[act.leader], act.segment)


def candidates(
    state: State, caster: Counter, segment: int = 0, riders: Sequence[Counter] | None = None
) -> list[Action]:  # fmt: skip
    """Every spell that a caster can pay for, alone or with as few others as it takes, at what it can do something to.

    That is: attacks, fear, confusion and chasms where they touch an enemy; Rally where it touches a marker of his own
    side; Glamour on hexes with somebody in them or with something that lasts; of chains those that go on to the units
    that are easiest to destroy. Other targets, larger pools and other splits of the cost are legal but not listed.
    With `riders`, the fast spells that can strike one of them (R-101).
    """
    if caster.hex == OFF or caster.kind.leader not in CASTERS or not rested(state, caster):
        return []
    found: list[Action] = []
    partners = [u for u in state.here(caster.hex) if waiting(state, caster, u)]
    prey = prey_of(state, caster) if riders is None else [u for u in riders if u.hex != OFF]
    for spell in state.setting.spells.values():
        if spells.effect(spell) is None or segment_of(spell) < segment or not knows(state, caster, spell):
            continue
        # off R-101: if False:
        if riders is not None and segment_of(spell) != RED:
            continue
        if spell.id == "summon-the-walking-dead" and (priest_near(state, caster.side) or not spells.fallen(state)):
            continue
        for casters in _pools(state.setting, spell, caster, partners):
            found += _at(state, spell, casters, prey, riders is not None)
    return found


def _pools(
    setting: Setting, spell: Spell, caster: Counter, partners: Sequence[Counter]
) -> Iterator[tuple[Counter, ...]]:  # fmt: skip
    """The caster alone if he can pay, else with as few others as it takes, in every way."""
    for number in range(len(partners) + 1):
        pools = [(caster, *others) for others in itertools.combinations(partners, number)]
        able = [pool for pool in pools if enough(setting, spell, pool)]
        if able:
            yield from able
            return


def _at(
    state: State, spell: Spell, casters: tuple[Counter, ...], prey: Sequence[Counter], reaction: bool
) -> list[Action]:  # fmt: skip
    """The targets of a spell that are worth listing."""
    who = tuple(caster.id for caster in casters)
    caster, ground = casters[0], state.ground
    row, reach = ground.distances(caster.hex), throw_range(casters)
    if spell.turns is not None and spell.target != "area":
        kept_out = spells.warded(state)
        prey = [u for u in prey if u.hex not in kept_out]
    if spell.target == "cone":
        return [Action("cast", who, (), f"{spell.id}:{name}") for name in _directions(state, spell, casters, prey)]
    if spell.target == "hex":
        hexes = sorted({u.hex for u in prey if row[u.hex] <= reach})
        return [Action("cast", who, (h,), spell.id) for h in hexes]
    if spell.target == "unit":
        return [Action("cast", who, (u.hex,), f"{spell.id}:{u.key}") for u in prey if row[u.hex] <= reach]
    if spell.target == "formation":
        # Who is face down may be of any formation, as far as the caster can see.
        near = [u for u in prey if row[u.hex] <= reach]
        one = {(u.side, u.key if u.face_down or not u.formation else u.formation): u for u in reversed(near)}
        units = sorted(one.values(), key=lambda u: u.id)
        return [Action("cast", who, (u.hex,), f"{spell.id}:{u.key}") for u in units]
    if spell.target == "chain":
        return [
            Action("cast", who, tuple(u.hex for u in way), f"{spell.id}:{'+'.join(u.key for u in way)}")
            for way in _chains(state, spell, caster, reach)
            if not reaction or any(u in prey for u in way)
        ]
    if spell.target == "area":
        return _thrown(state, spell, casters, prey, reaction)
    if reaction or (spell.target == "army" and state.wahoo.get(caster.side) == state.turn):
        return []
    if spell.id == "summon-the-walking-dead" and pooled(state.setting, casters) <= spell.cost:
        return []
    return [Action("cast", who, (), spell.id)]


def _directions(state: State, spell: Spell, casters: tuple[Counter, ...], prey: Sequence[Counter]) -> list[str]:
    hexes = {u.hex for u in prey}
    template = state.setting.templates[spell.templates[0]]
    start = areas.point_of(state.ground, casters[0].hex)
    least = state.setting.figures.spell_minimum_strength
    found = []
    for direction, name in enumerate(state.ground.map.grid.directions):
        reached = areas.cone(state.ground, start, direction, template, spell.spillover)
        if not hexes.isdisjoint(spells.strengths(spell, reached, least) if spell.strengths else reached):
            found.append(name)
    return found


def _chains(state: State, spell: Spell, caster: Counter, reach: int) -> list[tuple[Counter, ...]]:
    """Chains through enemy units as long as they will go, on from each to the weakest ones next to it."""
    row = state.ground.distances(caster.hex)
    prey = prey_of(state, caster)
    kept_out = spells.warded(state) if spell.turns is not None else frozenset()
    ways: list[tuple[Counter, ...]] = [(u,) for u in nearest(state, caster, prey, spell) if row[u.hex] <= reach]
    for _ in range(len(spell.strengths) - 1):
        longer: list[tuple[Counter, ...]] = []
        for way in ways:
            near = state.ground.distances(way[-1].hex)
            further = [u for u in prey if near[u.hex] <= 1 and u not in way and u.hex not in kept_out]
            further.sort(key=lambda u: (u.face_down, 0 if u.face_down else u.kind.defence, u.id))
            longer += [(*way, u) for u in further[:CHAIN_WAYS]] or [way]
        ways = longer
    return ways


def _thrown(
    state: State, spell: Spell, casters: tuple[Counter, ...], prey: Sequence[Counter], reaction: bool
) -> list[Action]:  # fmt: skip
    """The hexes at which a thrown spell is worth throwing, for each of its templates."""
    who = tuple(caster.id for caster in casters)
    caster, ground = casters[0], state.ground
    row, reach = ground.distances(caster.hex), throw_range(casters)
    sought = {u.hex for u in prey}
    middles_only = False
    if spell.id == "rally":
        marked = [u for u in state.units if u.hex != OFF and u.side == caster.side and u.kind.troops]
        sought = {u.hex for u in marked if u.routed or u.disorganised >= 0}
    elif spell.id == "anti-magickal-glamour":
        sought = {h for lasting in state.lasting for h in lasting.hexes}
        sought |= {u.hex for u in state.units if u.hex != OFF and (not u.hidden or u.side == caster.side)}
        middles_only = True
    elif spell.id == "yawning-chasm" and not reaction:
        sought = {u.hex for u in state.units if u.hex != OFF and u.side != caster.side and not u.hidden}
    if reaction and spell.id in ("rally", "anti-magickal-glamour"):
        return []
    if spell.turns is not None and not middles_only:
        sought -= spells.warded(state)
    found = []
    names = templates(spell)
    for name in names:
        template = state.setting.templates[name]
        middles = sought
        if not middles_only:
            middles = _around(state, sought, areas.ranks(template, spell.spillover)[-1].distance)
        what = f"{spell.id}:{name}" if len(names) > 1 else spell.id
        found += [Action("cast", who, (h,), what) for h in sorted(middles) if row[h] <= reach]
    return found


def _around(state: State, hexes: set[int], radius: int) -> set[int]:
    """Every hex at most `radius` from one of `hexes`."""
    found, edge = set(hexes), hexes
    for _ in range(radius):
        edge = {n for h in edge for n in state.ground.next[h]} - found
        found |= edge
    return found


# --- casting ----------------------------------------------------------------------------------------------------


def do(state: State, act: Activation, action: Action) -> bool:
    """Cast. The caster may move before it or after it (R-63)."""
    if action.verb != "cast":
        return False
    cast = read(state, action)
    assert isinstance(cast, Cast)
    # off R-63: pass
    act.fought = True
    act.segment = max(act.segment, segment_of(cast.spell))
    perform(state, cast)
    return True


def perform(state: State, cast: Cast) -> None:
    """Try to bring a spell off: fizzle, accuracy and scatter, then what it does."""
    setting, spell = state.setting, cast.spell
    used = worst(state, cast.casters)
    modifier = sum(u.amount for u in used)
    base = ranger(cast.casters).kind.rating
    rolled = state.dice.roll(DIE)
    passed = fizzle_passes(setting, rolled, modifier)
    # off A-140 R-128: if passed: pay(state, cast)
    pay(state, cast)
    names = state.ground.names
    state.tell(
        "cast", _rules(used, "A-140", "A-144", "R-128", *spell.rules),
        spell=spell.id, caster=cast.casters[0].key, casters=[caster.key for caster in cast.casters],
        paid=list(cast.split), left=[caster.mana for caster in cast.casters],
        hex=names[cast.target] if cast.target != OFF else None, units=[u.key for u in cast.units],
        die=rolled, modifier=modifier, modifiers=[(u.id, "die", u.amount) for u in used],
        needs=setting.figures.fizzle_success, passed=passed,
        chance=share(state, lambda die: fizzle_passes(setting, die, modifier)),
    )  # fmt: skip
    if not passed:
        # off A-126: land(state, cast, base); return
        return
    start = cast.casters[0].hex
    point = areas.point_of(state.ground, cast.target if cast.target != OFF else start)
    # off R-134 G-02: if cast.target != OFF:
    if spell.thrown:
        point = land(state, cast, base)
    effect = spells.effect(spell)
    assert effect is not None
    # off A-145: pass
    effect(state, spells.Aimed(spell, cast.casters, point, cast.template, cast.direction, cast.units))


def land(state: State, cast: Cast, base: int) -> areas.Point:
    """Where a thrown spell comes down: on its target, or one hex off if it misses (A-152, A-153)."""
    setting, names = state.setting, state.ground.names
    start = cast.casters[0].hex
    used = accuracy_modifiers(state, cast.casters[0])
    modifier = sum(u.amount for u in used)
    rolled = state.dice.roll(DIE)
    hit = accuracy_hits(setting, rolled, modifier, base)
    state.tell(
        "throw", _rules(used, "A-152", "R-130"), spell=cast.spell.id,
        hex=names[cast.target], die=rolled, modifier=modifier, modifiers=[(u.id, "die", u.amount) for u in used],
        needs=base, hit=hit, chance=share(state, lambda die: accuracy_hits(setting, die, modifier, base)),
    )  # fmt: skip
    if hit:
        return areas.point_of(state.ground, cast.target)
    way = state.dice.roll(DIE)
    point = areas.scattered(setting, state.ground, start, cast.target, way)
    h = areas.hex_at(state.ground, point)
    state.tell(
        "scatter", ("A-153", "R-132", "G-11"), spell=cast.spell.id, die=way, hex=names[cast.target],
        lands=None if h is None else names[h],
    )  # fmt: skip
    return point


# --- at a charge ------------------------------------------------------------------------------------------------


def can_react(state: State, caster: Counter, riders: Sequence[Counter]) -> bool:
    """Whether a caster of the other side can strike riders where they are now (R-101)."""
    if caster.kind.leader not in CASTERS or not rested(state, caster):
        return False
    return bool(candidates(state, caster, riders=riders))


def react_choices(state: State, act: Activation, caster: Counter) -> tuple[Action, ...]:
    """The fast spells that a caster can strike the riders with, or holding back."""
    if act.charge is None:
        return ()
    riders = [state.units[i] for i in act.charge.ridden]
    return (*candidates(state, caster, riders=riders), Action("hold", (caster.id,)))


# --- upkeep -----------------------------------------------------------------------------------------------------


def setting_up(state: State) -> None:
    """Mana comes back where a switch says so; spells that have run out end, others must be paid for (R-126, R-143)."""
    # off R-126 G-15: if True:
    if state.setting.switches["mana"] == "turn":
        for unit in state.units:
            if unit.kind.leader == "wizard":
                # off G-15: pass
                unit.mana = unit.kind.rating
    spells.tidy(state)
    for lasting in list(state.lasting):
        # off R-143 R-157 R-159: if False:
        if lasting.until < state.turn:
            spells.end(state, lasting, ("R-143",))
        elif lasting.kind == SUMMONS and owed(state, lasting):
            if _ways_to_pay(state, lasting):
                payer = next(state.units[i] for i in lasting.casters if state.units[i].hex != OFF)
                note = Action("pay", (payer.id,), (), _label(state, lasting))
                state.questions.append(Question("upkeep", payer.side, payer.id, (note,)))
            else:
                # off R-143: pass
                spells.end(state, lasting, ("A-148", "R-143"))


def owed(state: State, lasting: Lasting) -> int:
    """What a summoning costs in each turn after the first, for all its units together (A-148, R-143)."""
    # off A-148 R-143: return 0
    return max((state.units[i].upkeep for i in lasting.units), default=0)


def _label(state: State, lasting: Lasting) -> str:
    """A lasting spell by its name and its first unit."""
    return f"{lasting.spell}:{state.units[lasting.units[0]].key}"


def _labelled(state: State, what: str) -> Lasting | None:
    """The spell that a label names, while it lasts."""
    return next(
        (
            one
            for one in state.lasting
            if one.units and what.split(":")[:2] == _label(state, one).split(":")
        ),
        None,
    )  # fmt: skip


def _ways_to_pay(state: State, lasting: Lasting) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Who can pay how much of the upkeep: every way to split it among those who cast the spell and are alive."""
    payers = tuple(i for i in lasting.casters if state.units[i].hex != OFF)
    due = owed(state, lasting)
    purses = [range(min(due, state.units[i].mana) + 1) for i in payers]
    return [(payers, split) for split in itertools.product(*purses) if sum(split) == due]


def _upkeep_choices(state: State, question: Question) -> tuple[Action, ...]:
    lasting = _labelled(state, question.choices[0].what)
    if lasting is None:
        return ()
    label = _label(state, lasting)
    found = []
    for payers, split in reversed(_ways_to_pay(state, lasting)):
        shares = ":" + "+".join(map(str, split)) if len(payers) > 1 else ""
        found.append(Action("pay", payers, (), label + shares))
    return (*found, Action("lapse", (question.counter,), (), label))


def _pay_upkeep(state: State, action: Action) -> None:
    lasting = _labelled(state, action.what)
    assert lasting is not None
    if action.verb == "lapse":
        # off A-148 R-143: return
        spells.end(state, lasting, ("A-148", "R-143"))
        return
    due = owed(state, lasting)
    parts = action.what.split(":")[2:]
    split = [int(part) for part in parts[0].split("+")] if parts else [due]
    for i, amount in zip(action.who, split, strict=True):
        # off A-148 R-143: pass
        state.units[i].mana -= amount
    state.tell(
        "upkeep", ("A-148", "R-143"), spell=lasting.spell, casters=[state.units[i].key for i in action.who], paid=split,
        units=[state.units[i].key for i in lasting.units if state.units[i].hex != OFF],
    )  # fmt: skip


# --- questions --------------------------------------------------------------------------------------------------


def question_choices(state: State, question: Question) -> tuple[Action, ...]:
    """What may be answered to a question of magic."""
    caster = state.units[question.counter]
    if question.kind == "summon":
        return spells.summon_choices(state, caster)
    if question.kind == "raise":
        return spells.raise_choices(state, caster)
    if question.kind == "upkeep":
        return _upkeep_choices(state, question)
    return ()


def answer(state: State, action: Action) -> bool:
    """Take an answer; False if it is none of magic's."""
    verb = action.verb
    if verb == "cast":
        cast = read(state, action)
        assert isinstance(cast, Cast)
        perform(state, cast)
        if state.activation is not None and state.activation.charge is not None:
            charge.drop_out(state, state.activation.charge)
    elif verb in ("pay", "lapse"):
        _pay_upkeep(state, action)
    elif verb == "summon":
        caster = state.units[action.who[0]]
        spell = state.setting.spells[action.what]
        spells.appear(state, caster, state.setting.listed(spell.summons or ""), action.path[0])
    elif verb == "raise":
        dead = state.named(action.what)
        assert dead is not None
        spells.appear(state, state.units[action.who[0]], dead.original, action.path[0], dead)
    elif verb == "enough":
        state.questions = [q for q in state.questions if q.kind != "raise"]
    else:
        return False
    return True
