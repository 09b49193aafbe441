"""Casting actions: their notation, who casts, which targets are legal, and why a cast is refused.

An action "cast" names the caster and those who pool with him in `who`, the spell in `what`, its target in `path`.
Behind the spell stand, after colons, what else it needs: the direction of a cone (`big-bang-boomeroo:NE`), the
template where there is a choice (`anti-magickal-glamour:ball-3`), the unit that is named (`giant-splat:N3`,
`distraction:N3`), the units of a chain in order (`chain-lightning:N3+N4`); last, if the owner wishes, how wizards who
pool split the cost (`fireball:4+2`). `path` is the hex of a thrown spell, of the Fist or of a named unit, the hexes of
a chain's units one by one, and empty otherwise.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.engine.state import Action
from ibbprint.patterns import regex
from ibbprint.systems.ibb.models.magic import AreaTemplate, Spell
from ibbprint.systems.ibb.rules import casters, spells
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Counter, Refused, State

_SPLIT = regex(r"^[0-9]{1,3}(\+[0-9]{1,3})*$")


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


def read(state: State, action: Action) -> Cast | Refused:
    """Read the parts of an action that casts: names are looked up, rules are not checked."""
    id, *options = action.word.split(":")
    spell = state.setting.spells.get(id)
    if spell is None or spells.effect(spell) is None:
        return Refused("A-142", f"there is no spell {id!r}")
    wizards = tuple(state.those(action.counters))
    template: AreaTemplate | None = None
    units: tuple[Counter, ...] = ()
    direction = number = 0
    names = state.ground.map.grid.directions
    if spell.target in ("unit", "formation", "chain"):
        side = wizards[0].side
        counters = tuple(state.meant(word, side) for word in (options.pop(0) if options else "").split("+"))
        units = tuple(u for u in counters if u is not None)
        if len(units) != len(counters) or len(units) > (len(spell.strengths) if spell.target == "chain" else 1):
            return Refused("A-142", f"{spell.name} must name what it is aimed at")
        number = len(units)
    elif spell.target == "cone":
        if not options or options[0] not in names:
            return Refused("G-10", f"{spell.name} needs a direction: {', '.join(names)}")
        direction = names.index(options.pop(0))
    elif spell.target in ("hex", "area"):
        number = 1
    choices = templates(spell)
    if choices:
        chosen = options.pop(0) if len(choices) > 1 and options else choices[0]
        if chosen not in choices:
            return Refused("R-135", f"{spell.name} uses the template {' or '.join(choices)}")
        template = state.setting.templates[chosen]
    if len(action.path) != number or any(u.hex != h for u, h in zip(units, action.path, strict=False)):
        return Refused("A-152", f"{spell.name} has the wrong number of target hexes, or its targets are elsewhere")
    split = casters.even_split(state.setting, spell, wizards)
    if options and _SPLIT.match(options[0]) and wizards[0].kind.leader == "wizard":
        split = tuple(int(part) for part in options.pop(0).split("+"))
    if options:
        return Refused("A-142", f"{':'.join(options)!r} is not an option of {spell.name}")
    return Cast(spell, wizards, split, action.path[0] if action.path else OFF, template, direction, units)


def templates(spell: Spell) -> list[str]:
    """The templates that a spell may be laid with (R-135)."""
    return spell.templates


# --- why not ----------------------------------------------------------------------------------------------------


def check_casters(state: State, cast: Cast) -> Refused | None:
    """The reason why these casters cannot cast a spell, alone or together."""
    caster, *partners = cast.casters
    spell, setting = cast.spell, state.setting
    if caster.hex == OFF or not casters.knows(state, caster, spell):
        return Refused("R-145", f"{caster.key} does not know {spell.name}")
    if not casters.rested(state, caster):
        return Refused("R-145", f"{caster.key} has cast this turn")
    if len(set(cast.casters)) != len(cast.casters):
        return Refused("R-129", "a caster cannot pool with himself")
    for partner in partners:
        if partner.hex != caster.hex or not casters.waiting(state, caster, partner):
            return Refused("R-129", f"{partner.key} is not waiting to pool with {caster.key}")
    if not casters.enough(setting, spell, cast.casters):
        have = casters.pooled(setting, cast.casters)
        return Refused("R-129" if partners else "A-142", f"{spell.name} costs {spell.cost}, but only {have} is left")
    overhead = setting.figures.pool_overhead if partners else 0
    fits = len(cast.split) == len(cast.casters) and sum(cast.split) == spell.cost
    if not fits or any(part > casters.points(u) - overhead for part, u in zip(cast.split, cast.casters, strict=True)):
        return Refused("G-37", f"{spell.name} costs {spell.cost}: it cannot be split that way")
    if spell.id == spells.DEAD and casters.priest_near(state, caster.side):
        return Refused("R-158", "the dead do not walk while a friendly priest is on the map")
    return None


def check_target(state: State, cast: Cast) -> Refused | None:
    """The reason why a spell cannot be aimed there. Throwing it at empty ground is legal, if useless."""
    caster, spell, ground = cast.casters[0], cast.spell, state.ground
    reach = casters.throw_range(cast.casters)
    if spell.target in ("hex", "area"):
        if ground.distance(caster.hex, cast.target) > reach:
            place = ground.names[cast.target]
            return Refused("A-151", f"{place} is out of range of {spell.name} ({reach} hexes)")
        return None
    called = [state.called(unit, caster.side) for unit in cast.units]
    for unit, name in zip(cast.units, called, strict=True):
        if unit.hex == OFF or not unit.kind.troops or (unit.hidden and unit.side != caster.side):
            return Refused("R-134", f"{name} is not a visible unit on the map")
        if spell.turns is not None and unit.hex in spells.warded(state):
            return Refused("R-157", f"no lasting spell can be cast on {name}, which is under a Glamour")
    if cast.units and ground.distance(caster.hex, cast.units[0].hex) > reach:
        return Refused("R-134", f"{called[0]} is out of range of {spell.name} ({reach} hexes)")
    if spell.target == "chain":
        return check_chain(state, cast)
    return None


def check_chain(state: State, cast: Cast) -> Refused | None:
    """The reason why units are no chain: from the nearest enemy on from neighbour to neighbour, nobody twice (R-152,
    G-22).
    """
    caster, units = cast.casters[0], cast.units
    called = [state.called(unit, caster.side) for unit in units]
    if units[0] not in nearest(state, caster, state.visible_foes(caster.side), cast.spell):
        return Refused("R-152", f"the lightning strikes the nearest enemy unit first, and that is not {called[0]}")
    if len(set(units)) != len(units):
        return Refused("G-22", "the lightning strikes no unit twice")
    for (a, b), (from_, to) in zip(itertools.pairwise(units), itertools.pairwise(called), strict=True):
        if state.ground.distance(a.hex, b.hex) > 1:
            return Refused("R-152", f"the lightning cannot run from {from_} to {to}, which is not next to it")
    return None


def nearest(state: State, caster: Counter, prey: Sequence[Counter], spell: Spell) -> list[Counter]:
    """The nearest of the enemy units that a chain can begin with; several if they are equally near."""
    kept_out = spells.warded(state) if spell.turns is not None else frozenset()
    row = state.ground.distances(caster.hex)
    open_to = [u for u in prey if u.hex not in kept_out]
    least = min((row[u.hex] for u in open_to), default=0)
    return [u for u in open_to if row[u.hex] == least]
