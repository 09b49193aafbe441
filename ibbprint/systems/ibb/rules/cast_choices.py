"""The casts that are worth listing: every spell that a caster can pay for, at what it can do something to."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ibbprint.engine.state import Action
from ibbprint.systems.ibb.models.magic import Spell
from ibbprint.systems.ibb.rules import areas, casters, spells
from ibbprint.systems.ibb.rules.aiming import nearest, templates
from ibbprint.systems.ibb.rules.counters import RED
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.spells import DEAD
from ibbprint.systems.ibb.rules.state import Counter, State

CHAIN_WAYS = 2
"""How many ways on are listed at each link of a chain: to the units that are easiest to destroy."""


def candidates(
    state: State, caster: Counter, segment: int = 0, riders: Sequence[Counter] | None = None
) -> list[Action]:
    """Every spell that a caster can pay for, at what it can do something to.

    He pays alone or with as few others as it takes; the pool that raises most of the dead or reaches farthest is
    listed besides (G-62). Attacks, fear, confusion and chasms are aimed where they touch an enemy, a leader with no
    troops too if they kill him (R-203); Rally where it touches a marker of his own side; Glamour at hexes with
    somebody in them or with something that lasts; chains go on to the units that are easiest to destroy. Other
    targets, other pools and other splits of the cost are legal but not listed. With `riders`, the fast spells that can
    strike one of them (R-101).
    """
    if caster.hex == OFF or caster.kind.leader not in casters.CASTERS or not casters.rested(state, caster):
        return []
    actions: list[Action] = []
    partners = [u for u in state.here(caster.hex) if casters.waiting(state, caster, u)]
    prey = state.visible_foes(caster.side) if riders is None else [u for u in riders if u.hex != OFF]
    for spell in state.setting.spells.values():
        when = casters.segment_of(spell)
        if spells.effect(spell) is None or when < segment or not casters.knows(state, caster, spell):
            continue
        if riders is not None and when != RED:
            continue
        if spell.id == DEAD and (casters.priest_near(state, caster.side) or not spells.fallen(state)):
            continue
        if spell.summons is not None and not spells.room_for_goons(state, caster, spell):
            continue
        for pool in _pools(state, spell, caster, partners):
            actions += _at(state, spell, pool, prey, riders is not None)
    return actions


def shared(state: State, caster: Counter) -> list[Action]:
    """The casts that a caster and another in his hex can make together and neither alone, now or when the other is
    drawn in this turn (R-129).
    """
    prey = state.visible_foes(caster.side)
    actions: list[Action] = []
    for other, dear in casters.partners(state, caster):
        if other.hex == caster.hex:
            pool = (caster, other) if other.acted == state.turn else (other, caster)
            for spell in dear:
                actions += _at(state, spell, pool, prey, reaction=False)
    return actions


def _pools(state: State, spell: Spell, caster: Counter, partners: Sequence[Counter]) -> Iterator[tuple[Counter, ...]]:
    """The caster alone if he can pay, else with as few others as it takes, in every way; and the strongest pool."""

    def pools_of(number: int) -> list[tuple[Counter, ...]]:
        pools = ((caster, *helpers) for helpers in itertools.combinations(partners, number))
        return [pool for pool in pools if casters.enough(state.setting, spell, pool)]

    able = next(filter(None, map(pools_of, range(len(partners) + 1))), [])
    yield from able
    if able and partners:
        larger = [pool for number in range(len(able[0]), len(partners) + 1) for pool in pools_of(number)]
        best = max((*able, *larger), key=lambda pool: _might(state, spell, pool))
        if best not in able:
            yield best


def _might(state: State, spell: Spell, pool: tuple[Counter, ...]) -> tuple[int, int]:
    """The effect of more casters on a spell: the dead that rise, or the hexes that it flies and a better die to hit
    (G-62).
    """
    if spell.id == DEAD:
        mana = casters.pooled(state.setting, pool) - spell.cost
        return min(mana, len(spells.fallen(state))), 0
    if spell.target in ("area", "hex", "unit", "formation", "chain"):
        return casters.throw_range(pool), casters.ranger(pool).kind.rating if spell.thrown else 0
    return 0, 0


def _cast(pool: tuple[Counter, ...], spell: Spell, hexes: tuple[int, ...] = (), word: str = "") -> Action:
    """A cast as an action, with the word that stands behind the spell."""
    return Action("cast", tuple(caster.id for caster in pool), hexes, f"{spell.id}:{word}" if word else spell.id)


def _at(state: State, spell: Spell, pool: tuple[Counter, ...], prey: Sequence[Counter], reaction: bool) -> list[Action]:
    """The targets of a spell that are worth listing."""
    caster = pool[0]
    row, reach = state.ground.distances(caster.hex), casters.throw_range(pool)

    def on(units: Sequence[Counter]) -> Action:
        keys = "+".join(state.called(u, caster.side) for u in units)
        return _cast(pool, spell, tuple(u.hex for u in units), keys)

    if spell.turns is not None and spell.target != "area":
        kept_out = spells.warded(state)
        prey = [u for u in prey if u.hex not in kept_out]
    near = [u for u in prey if row[u.hex] <= reach]
    match spell.target:
        case "cone":
            sought = _hexes_of(state, spell, caster, prey, reaction)
            return [_cast(pool, spell, word=name) for name in _directions(state, spell, caster, sought)]
        case "hex":
            hexes = sorted(_hexes_of(state, spell, caster, prey, reaction))
            return [_cast(pool, spell, (h,)) for h in hexes if row[h] <= reach]
        case "unit":
            return [on((u,)) for u in near]
        case "formation":
            # Who is face down may be of any formation, as far as the caster can see.
            counters: dict[tuple[int, str], Counter] = {}
            for u in near:
                counters.setdefault((u.side, u.mask if u.face_down or not u.formation else u.formation), u)
            return [on((u,)) for u in counters.values()]
        case "chain":
            chains = _chains(state, spell, caster, reach)
            return [on(chain) for chain in chains if not reaction or any(u in prey for u in chain)]
        case "area":
            return _thrown(state, spell, pool, prey, reaction)
    if reaction or (spell.target == "army" and state.wahoo.get(caster.side) == state.turn):
        return []
    if spell.id == DEAD and casters.pooled(state.setting, pool) <= spell.cost:
        return []
    return [_cast(pool, spell)]


def _hexes_of(state: State, spell: Spell, caster: Counter, prey: Sequence[Counter], reaction: bool) -> set[int]:
    """The hexes of enemy units, and those of enemy leaders alone if the spell kills them (R-203)."""
    result = {u.hex for u in prey}
    if spell.strengths and not reaction:
        leaders = [u for u in state.alive() if u.side != caster.side and u.kind.leader]
        result |= {u.hex for u in leaders if u in spells.lone_leaders(state, u.hex)}
    return result


def _directions(state: State, spell: Spell, caster: Counter, hexes: set[int]) -> list[str]:
    template = state.setting.templates[spell.templates[0]]
    start = areas.point_of(state.ground, caster.hex)
    least = state.setting.figures.spell_minimum_strength
    result = []
    for direction, name in enumerate(state.ground.map.grid.directions):
        reached = areas.cone(state.ground, start, direction, template, spell.spillover)
        if not hexes.isdisjoint(spells.strengths(spell, reached, least) if spell.strengths else reached):
            result.append(name)
    return result


def _chains(state: State, spell: Spell, caster: Counter, reach: int) -> list[tuple[Counter, ...]]:
    """Chains through enemy units as long as they will go, on from each to the weakest ones next to it."""
    row = state.ground.distances(caster.hex)
    prey = state.visible_foes(caster.side)
    kept_out = spells.warded(state) if spell.turns is not None else frozenset()
    chains: list[tuple[Counter, ...]] = [(u,) for u in nearest(state, caster, prey, spell) if row[u.hex] <= reach]
    for _ in range(len(spell.strengths) - 1):
        longer: list[tuple[Counter, ...]] = []
        for chain in chains:
            near = state.ground.distances(chain[-1].hex)
            further = [u for u in prey if near[u.hex] <= 1 and u not in chain and u.hex not in kept_out]
            further.sort(key=lambda u: (u.face_down, 0 if u.face_down else u.kind.defence))
            longer += [(*chain, u) for u in further[:CHAIN_WAYS]] or [chain]
        chains = longer
    return chains


def _thrown(
    state: State, spell: Spell, pool: tuple[Counter, ...], prey: Sequence[Counter], reaction: bool
) -> list[Action]:
    """The hexes at which a thrown spell is worth throwing, for each of its templates."""
    caster = pool[0]
    row, reach = state.ground.distances(caster.hex), casters.throw_range(pool)
    sought = _hexes_of(state, spell, caster, prey, reaction)
    middles_only = False
    if spell.id == "rally":
        sought = {u.hex for u in state.alive() if u.side == caster.side and u.kind.troops and u.in_disorder}
    elif spell.id == "anti-magickal-glamour":
        sought = {h for lasting in state.lasting for h in lasting.hexes}
        sought |= {u.hex for u in state.alive() if not u.hidden or u.side == caster.side}
        middles_only = True
    elif spell.id == "yawning-chasm" and not reaction:
        sought = {u.hex for u in state.alive() if u.side != caster.side and not u.hidden}
    if reaction and spell.id in ("rally", "anti-magickal-glamour"):
        return []
    if spell.turns is not None and not middles_only:
        sought -= spells.warded(state)
    actions = []
    names = templates(spell)
    for name in names:
        template = state.setting.templates[name]
        middles = sought
        if not middles_only:
            middles = _hexes_within(state, sought, areas.ranks(template, spell.spillover)[-1].distance)
        word = name if len(names) > 1 else ""
        actions += [_cast(pool, spell, (h,), word) for h in sorted(middles) if row[h] <= reach]
    return actions


def _hexes_within(state: State, hexes: set[int], radius: int) -> set[int]:
    """Every hex at most `radius` from one of `hexes`."""
    result = set(hexes)
    for _ in range(radius):
        result |= {n for h in result for n in state.ground.next[h]}
    return result
